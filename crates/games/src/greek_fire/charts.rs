//! The charts of Greek Fire. All figures come from the tables that the resolver uses.

use std::collections::BTreeSet;

use dice::{Die, Throw};
use message::{Joint, Message, message};
use rules::common::Side;
use rules::modifiers::{Counted, ModifierWord as _};
use rules::view::Chart;

use super::orders::Switch;
use super::state::{Battle, Phase};
use super::tables::{
    ADVANTAGES_FIRST, ADVANTAGES_SECOND, Advantage, BOARD_DIE, BREAKS_FREE, CATCH_DIE, CREW_A_DIE,
    Cause, CounterResult, EMBERS, FIRE_DIE, FIRE_KILLS, FIRES_DESTROY, FIRST_SIDE_DIE, FLOUNDERS,
    FREE_DIE, HIT_DIE, LEAST_RUN, MELEE_DIE, MORALE_DIE, MORALE_TABLE, MOVE_LOST, Missile,
    MoraleResult, RAM_DIE, RAM_TABLE, RamResult, SAIL_DIE, SAIL_TABLE, SARGASSO_COSTS, SHIP_TYPES,
    SPARKS, SPREADS, STEP_COSTS, SailResult, ShipType, Skill, TO_BOARD, TO_HIT, Weapon,
};

/// The tables of Greek Fire.
pub(super) fn charts(options: &BTreeSet<Switch>) -> Vec<Chart> {
    vec![
        turn(),
        types(),
        missiles(options),
        ram(),
        sail(),
        advantages(),
        skills(),
        boarding(),
        morale(),
        fire(),
        moving(),
        breaking_free(),
        terrain(),
        prizes(),
        victory(),
    ]
}

/// How the battle is won.
fn victory() -> Chart {
    let rows = vec![
        vec![
            message!("A side wins"),
            message!("when no enemy ship is left that is in action, has crew and does not rout"),
        ],
        vec![message!("The battle is a draw"), message!("when neither side has such a ship")],
    ];
    Chart::new("victory", message!("Victory"), [message!("Result"), message!("When")], rows)
}

/// The order of movement, and the phases of a ship's turn.
fn turn() -> Chart {
    let rows = vec![
        vec![
            message!("Who moves"),
            message!(
                "The side with more ships goes first; if both have the same number, the side that rolls higher on {die}. Then the sides alternate, one ship at a time. When one side has no ship left to move, the other moves the rest of its ships. Example: if A has 3 ships and B has 6, the order is B A B A B A B B B.",
                die = FIRST_SIDE_DIE.to_string()
            ),
        ],
        vec![
            message!("A ship’s turn"),
            Message::joined(Phase::OF_A_SHIP.iter().map(|phase| phase.message()), Joint::Arrow),
        ],
        vec![
            message!("End of the round"),
            message!("When every ship has moved, the counts of sinking ships go down by one."),
        ],
    ];
    Chart::new("turn", message!("Turn order"), [message!("What"), message!("Rule")], rows)
}

fn breaking_free() -> Chart {
    let rows = natural_spans(&[(1, false), (BREAKS_FREE, true)], i64::from(FREE_DIE.die().faces()))
        .into_iter()
        .map(|(span, free)| {
            let what = if free {
                message!("She is free of every ship that held her and may row.")
            } else {
                message!("She is held and cannot move this turn.")
            };
            vec![span, what]
        });
    let note = message!("A grappled ship may roll once in her turn, before she rows.");
    let heads = [plain(FREE_DIE), message!("Outcome")];
    let chart = Chart::new("breaking-free", message!("Breaking free"), heads, rows.collect());
    Chart { notes: vec![note], ..chart }
}

fn terrain() -> Chart {
    let rows = vec![
        vec![message!("shallows"), message!("She runs aground and cannot move again.")],
        vec![
            message!("rocky shallows"),
            message!(
                "Roll {die} on the ram table; only her reinforced hulls modify it.",
                die = RAM_DIE.to_string()
            ),
        ],
        vec![
            message!("Sargasso"),
            message!(SARGASSO_COSTS => "Each space costs {n} move point." | "Each space costs {n} move points."),
        ],
        vec![message!("land"), message!("No ship may enter it.")],
    ];
    Chart::new(
        "terrain",
        message!("Shallows and other hexes"),
        [message!("Hex"), message!("Effect")],
        rows,
    )
}

fn prizes() -> Chart {
    let rows = vec![
        vec![
            message!("Which ships"),
            message!(
                "A ship may take an adjacent ship that has no crew left, has surrendered or was abandoned."
            ),
        ],
        vec![
            message!("A friend"),
            message!(
                "A friend is retaken in the same way: those still aboard stay, and the men sent join them. If she has surrendered, send at least one man."
            ),
        ],
        vec![
            message!("Prize crew"),
            message!(
                "The captor sends from 0 to all but one of her crew, up to the prize’s full crew. The prize is no longer grappled with ships of that side."
            ),
        ],
        vec![
            message!("From then on"),
            message!(
                "The prize moves with her captor’s side. She has the quality and skills of the captor’s crew, and no captain’s skill."
            ),
        ],
        vec![
            message!("Her dead"),
            message!(
                "Losses among the prize crew count as her dead. Once she is sunk, burnt, abandoned or retaken, the whole prize crew counts as the captor’s dead."
            ),
        ],
        vec![
            message!("Victory"),
            message!(
                "A ship that is sunk, burnt, taken, surrendered or abandoned is one victory for the enemy that caused it. She counts once, even if she is retaken."
            ),
        ],
    ];
    Chart::new("prizes", message!("Prizes"), [message!("What"), message!("Rule")], rows)
}

/// The custom types of a side.
pub(super) fn house_charts(battle: &Battle, side: Side) -> Vec<Chart> {
    let mut own: Vec<&ShipType> = Vec::new();
    for (_, ship) in battle.common.units.of(side) {
        let figures = ship.figures();
        let known = |other: &ShipType| other.slug == figures.slug;
        if !SHIP_TYPES.iter().any(known) && !own.iter().any(|other| known(other)) {
            own.push(figures);
        }
    }
    if own.is_empty() {
        return Vec::new();
    }
    let title =
        message!("Custom types of {side}", side = battle.common.sides[side.index()].name.clone());
    vec![Chart::new("house-types", title, type_heads(), own.into_iter().map(type_row).collect())]
}

fn type_heads() -> [Message; 5] {
    [message!("Type"), message!("Deck"), message!("Ram"), message!("Crew"), message!("Move")]
}

fn type_row(figures: &ShipType) -> Vec<Message> {
    let mut row = vec![figures.message()];
    row.extend([figures.deck, figures.ram, figures.crew, figures.move_points].map(plain));
    row
}

/// An empty cell.
fn nothing() -> Message {
    Message::default()
}

/// A number or a roll, which is the same in every language.
fn plain<F: std::fmt::Display>(figure: F) -> Message {
    Message::verbatim(format!("{figure}"))
}

/// The rows of a table, each with the results that lead to it: `2 or less`, `3–6`,
/// `10 or more`.
fn spans<T: Copy>(table: &[(i64, T)]) -> Vec<(Message, T)> {
    let span = |at: usize, from: i64| match table.get(at + 1) {
        Some((next, _)) if at == 0 => message!("{n} or less", n = next - 1),
        Some((next, _)) => between(from, next - 1),
        None => message!("{n} or more", n = from),
    };
    table.iter().enumerate().map(|(at, (from, row))| (span(at, *from), *row)).collect()
}

/// The rows of a table for a natural die, which shows at most `highest`.
fn natural_spans<T: Copy>(table: &[(i64, T)], highest: i64) -> Vec<(Message, T)> {
    let to = |at: usize| table.get(at + 1).map_or(highest, |(next, _)| next - 1);
    table.iter().enumerate().map(|(at, (from, row))| (between(*from, to(at)), *row)).collect()
}

fn between(from: i64, to: i64) -> Message {
    if from == to { plain(from) } else { plain(format!("{from}–{to}")) }
}

/// Modifiers as listed in a note: `+1 each: sails; −2 on fire`.
fn modifiers(causes: &[Cause]) -> Message {
    let shown = causes.iter().map(|cause| {
        let spec = cause.spec();
        let (amount, why) = (Message::signed(spec.amount), spec.label);
        match spec.counted {
            Counted::Once => message!("{amount} {why}", amount, why),
            Counted::Each => message!("{amount} each: {why}", amount, why),
            Counted::Figure if spec.amount < 0 => message!("− {why}", why),
            Counted::Figure => message!("+ {why}", why),
        }
    });
    Message::joined(shown, Joint::Semicolon)
}

/// The amount of a modifier, and how often it counts: `+1 each`.
fn amount_of(cause: Cause) -> Message {
    let spec = cause.spec();
    let amount = Message::signed(spec.amount);
    match spec.counted {
        Counted::Each => message!("{amount} each", amount),
        Counted::Once | Counted::Figure => amount,
    }
}

fn types() -> Chart {
    let rows = SHIP_TYPES.iter().map(type_row);
    let note = message!("Deck is the ship’s size: she carries one advantage for each point of it.");
    Chart {
        about: SHIP_TYPES.iter().map(|t| t.slug.clone().into_owned()).collect(),
        notes: vec![note],
        ..Chart::new("types", message!("Ship types"), type_heads(), rows.collect())
    }
}

fn missiles(options: &BTreeSet<Switch>) -> Chart {
    let rows = Weapon::ALL.iter().map(|weapon| {
        let m = weapon.missile();
        vec![
            weapon.message(),
            plain(m.range_hexes),
            plain(m.minimum_hexes),
            Message::signed(m.to_hit),
            plain(m.kills),
            catches(&m),
            m.ammo.map_or_else(|| message!("unlimited"), plain),
        ]
    });
    let heads = [
        message!("Weapon"),
        message!("Range"),
        message!("Minimum"),
        message!("To hit"),
        message!("Crew killed"),
        message!("Fire on {die}", die = CATCH_DIE.to_string()),
        message!("Ammo"),
    ];
    let notes = vec![
        message!(
            "Roll {die}: {n} or more hits, with these modifiers: {modifiers}.",
            die = HIT_DIE.to_string(),
            n = TO_HIT,
            modifiers = modifiers(&Cause::OF_MISSILES)
        ),
        message!("Every shot costs 1 ammo, hit or miss. {when}", when = shooting_time(options)),
    ];
    Chart {
        about: Weapon::ALL.iter().map(ToString::to_string).collect(),
        notes,
        ..Chart::new("missiles", message!("Missiles"), heads, rows.collect())
    }
}

/// When a weapon shoots, in a sentence.
pub(super) fn shooting_time(options: &BTreeSet<Switch>) -> Message {
    if options.contains(&Switch::FreeForAll) {
        message!("Each weapon shoots once a round, at any point of any ship’s move.")
    } else {
        message!("Each weapon shoots once a turn, at any point of the ship’s own move.")
    }
}

fn catches(missile: &Missile) -> Message {
    match (missile.fire, missile.spreads) {
        (None, _) => message!("none"),
        (Some(most), false) => between(1, most),
        (Some(most), true) => message!(
            "{span}, {counters} counters",
            span = between(1, most),
            counters = SPREADS.to_string()
        ),
    }
}

fn ram() -> Chart {
    let rows =
        spans(&RAM_TABLE).into_iter().map(|(span, row)| vec![span, row.message(), harm(row)]);
    let heads = [plain(RAM_DIE), message!("Outcome"), message!("The target")];
    let notes = vec![
        message!("Modifiers: {modifiers}.", modifiers = modifiers(&Cause::OF_RAM)),
        message!(
            "A ship rams once a turn, and cannot move again in that turn. A ship that is already sinking keeps the smaller count."
        ),
        message!(LEAST_RUN =>
            "A ram needs a run of at least {n} space straight ahead. The run is no longer than her move this turn."
            | "A ram needs a run of at least {n} spaces straight ahead. The run is no longer than her move this turn."),
        message!(
            "A ship’s ram bonus is the ram of her type with these modifiers: {modifiers}. Example: a trireme (ram 5) with prongs rams a bireme (ram 3): 5 + 1 − 3 is +3.",
            modifiers = modifiers(&Cause::OF_RAM_BONUS)
        ),
        message!(
            "In rocky shallows, roll {die} on this table with only these modifiers: {modifiers}.",
            die = RAM_DIE.to_string(),
            modifiers = modifiers(&Cause::OF_ROCKS)
        ),
    ];
    Chart { notes, ..Chart::new("ram", message!("Ram"), heads, rows.collect()) }
}

fn harm(row: RamResult) -> Message {
    let lost = MOVE_LOST.to_string();
    match (row.sinks_in(), row.shears()) {
        (Some(turns), _) => {
            message!(
                "sinks in {turns} rounds and loses {lost} move points",
                turns = turns.to_string(),
                lost
            )
        }
        (None, true) => message!("loses {lost} move points for the battle", lost),
        (None, false) => nothing(),
    }
}

fn sail() -> Chart {
    let points = |row: SailResult| match row.wind() {
        None => message!("−{lost}, this turn only", lost = FLOUNDERS.to_string()),
        Some(0) => nothing(),
        Some(wind) => Message::signed(wind),
    };
    let rows =
        spans(&SAIL_TABLE).into_iter().map(|(span, row)| vec![span, row.message(), points(row)]);
    let heads = [plain(SAIL_DIE), message!("Outcome"), message!("Move")];
    let note = message!("Modifiers: {modifiers}.", modifiers = modifiers(&Cause::OF_SAIL));
    Chart { notes: vec![note], ..Chart::new("sail", message!("Sail"), heads, rows.collect()) }
}

fn advantages() -> Chart {
    let mut rows = Vec::new();
    let mut about = Vec::new();
    let first = natural_spans(&ADVANTAGES_FIRST, i64::from(Die::D10.faces()));
    let again = first.last().map(|(span, _)| span.clone()).unwrap_or_default();
    let row =
        |span: Message, advantage: Advantage| vec![span, advantage.message(), advantage.gives()];
    for (span, advantage) in first {
        rows.push(match advantage {
            Some(advantage) => row(span, advantage),
            None => vec![span, message!("roll again"), message!("read the rows below")],
        });
        about.push(advantage.map(|advantage| advantage.to_string()).unwrap_or_default());
    }
    for (roll, advantage) in ADVANTAGES_SECOND {
        let span = message!("{span}, then {roll}", span = &again, roll);
        rows.push(row(span, advantage));
        about.push(advantage.to_string());
    }
    rows.push(row(message!("chosen"), Advantage::Rowers));
    about.push(Advantage::Rowers.to_string());
    let heads = [plain(Throw::D10), message!("Advantage"), message!("Gives")];
    Chart { about, ..Chart::new("advantages", message!("Advantages"), heads, rows) }
}

fn skills() -> Chart {
    let rows = Skill::ALL
        .iter()
        .zip(1..)
        .map(|(skill, roll)| vec![plain(roll), skill.message(), skill.gives(), skill.people()]);
    let heads = [plain(Throw::D6), message!("Skill"), message!("Gives"), message!("Nation")];
    let note = message!(
        "A captain has 0 or 1 skill, a heroic captain 2 or more; an elite crew has at least 1. A skill that both captain and crew have counts twice."
    );
    Chart {
        about: Skill::SLUGS.iter().map(ToString::to_string).collect(),
        notes: vec![note],
        ..Chart::new("skills", message!("Skills"), heads, rows.collect())
    }
}

fn boarding() -> Chart {
    let rows = Cause::OF_BOARDING.iter().map(|cause| vec![cause.spec().label, amount_of(*cause)]);
    let heads = [
        message!("{die}: {n} or more boards", die = BOARD_DIE.to_string(), n = TO_BOARD),
        message!("Modifier"),
    ];
    let notes = vec![
        message!(
            "A ship boards once a turn. A harpax or corvus counts once, however many she has. Ships that are already grappled fight on without this roll."
        ),
        message!(
            "Then both crews fight at once: each rolls 1{die} for every {crew} crew or part of it, and melee adds {each} to each die. Each side loses as many crew as the other rolls. Example: a crew of 25 rolls 3 dice.",
            die = MELEE_DIE.to_string(),
            crew = CREW_A_DIE,
            each = Message::signed(Cause::MeleeEachDie.amount())
        ),
    ];
    Chart { notes, ..Chart::new("boarding", message!("Boarding"), heads, rows.collect()) }
}

fn morale() -> Chart {
    let shown = |row: MoraleResult| match row {
        MoraleResult::Surrenders => message!("surrenders if an enemy is adjacent, otherwise routs"),
        MoraleResult::Abandons => message!("is abandoned"),
        MoraleResult::Routs => message!("routs"),
        MoraleResult::FightsOn => message!("fights on; if she was routing, her rout ends"),
    };
    let rows = spans(&MORALE_TABLE).into_iter().map(|(span, row)| vec![span, shown(row)]);
    let heads = [plain(MORALE_DIE), message!("Outcome")];
    let notes = vec![
        message!("Modifiers: {modifiers}.", modifiers = modifiers(&Cause::OF_MORALE)),
        message!("Instead of surrendering, a crew may abandon its ship, which is then empty."),
        message!(
            "A prize never has the {none_killed} for no crew killed. A routing ship tries to escape; she may leave the table only if she could still move.",
            none_killed = Message::signed(Cause::NoneKilled.amount())
        ),
    ];
    Chart { notes, ..Chart::new("morale", message!("Morale"), heads, rows.collect()) }
}

fn fire() -> Chart {
    let highest = i64::from(FIRE_DIE.die().faces());
    let shown = |ember: CounterResult| match ember {
        CounterResult::Out => message!("it goes out"),
        CounterResult::Burns => message!("it burns on"),
        CounterResult::Spreads => message!("it adds a counter"),
    };
    let kills = message!("1{die} each", die = FIRE_KILLS.to_string());
    let mut rows = vec![vec![
        message!("all counters together"),
        kills,
        message!("that many of her crew are killed"),
    ]];
    for (span, ember) in natural_spans(&EMBERS, highest) {
        rows.push(vec![message!("each counter"), span, shown(ember)]);
    }
    for (span, _) in natural_spans(&SPARKS, highest).into_iter().filter(|(_, catches)| *catches) {
        rows.push(vec![
            message!("each burning ship beside her"),
            span,
            message!("it adds a counter"),
        ]);
    }
    let heads = [message!("What"), plain(FIRE_DIE), message!("Effect")];
    let note = message!(
        "{n} counters or more destroy a ship, whatever lit them. A counter added in this phase is not rolled for until the next.",
        n = FIRES_DESTROY
    );
    let empty = message!("A ship without crew burns on, but neither moves nor attacks.");
    Chart { notes: vec![note, empty], ..Chart::new("fire", message!("Fire"), heads, rows) }
}

fn moving() -> Chart {
    let shown = |cause: Cause| {
        let amount = Message::signed(cause.amount());
        if cause == Cause::Wind {
            message!("as the sail roll gives")
        } else if cause == Cause::ShearedOars {
            message!("{amount} each, for the battle", amount)
        } else if cause == Cause::CrewLost {
            message!("− (move × crew lost ÷ full crew), rounded down")
        } else if cause == Cause::RammingSpeed {
            message!("{amount}, but she must ram", amount)
        } else {
            amount_of(cause)
        }
    };
    let mut rows: Vec<Vec<Message>> =
        Cause::OF_MOVE.iter().map(|cause| vec![cause.spec().label, shown(*cause)]).collect();
    rows.push(vec![
        message!("stopped last turn"),
        message!("at most half of the sum, rounded down"),
    ]);
    let cost = |points: u32| message!(points => "{n} point" | "{n} points");
    let note = message!(
        "Each face turned and each space ahead or astern costs {step}; entering Sargasso costs {sargasso}. Example: a trireme (move 6) that has lost 60 of her 170 crew loses 6 × 60 ÷ 170 points, rounded down to 2.",
        step = cost(STEP_COSTS),
        sargasso = cost(SARGASSO_COSTS)
    );
    let heads = [message!("Type’s move"), message!("Modifier")];
    let one = message!("A hex holds one ship. No ship begins the battle stopped.");
    Chart { notes: vec![note, one], ..Chart::new("moving", message!("Move points"), heads, rows) }
}
