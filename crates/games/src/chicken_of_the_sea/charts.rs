//! The charts of Chicken of the Sea. All figures come from the tables that the resolver
//! uses.

use std::collections::BTreeSet;

use message::{Message, message};
use rules::common::Side;
use rules::modifiers::ModifierWord as _;
use rules::system::Rules;
use rules::view::Chart;

use super::orders::Switch;
use super::state::{AdmiralStatus, Battle};
use super::tables::{
    AVOIDANCE, Aspect, BACKING_HEXES, BOARDING_FAILS_ON, COLUMN_SLOW, COMMANDING_PLACES,
    CRIPPLED_SPEED, Cause, DIE, DRIFT, ENHANCED_SPEED, ENTERING_SPEEDS, FATIGUED_SPEED,
    FREED_SPEED, FULL_SPEED, HEX_POINTS, LINE_COMMANDER_RANGE, MOST_HEXSIDES, Nation, Phase,
    SHEAR_POINTS, Speed, VEERS, VEERS_ON, turn_points,
};

pub(super) fn charts(options: &BTreeSet<Switch>) -> Vec<Chart> {
    vec![
        sequence(options),
        speeds(),
        moving(),
        turning(),
        coast(),
        drift(),
        ram(),
        shear(),
        avoid(),
        fouling(),
        boarding(),
        hand_to_hand(),
        command(),
        formations(),
        drepanum(),
    ]
}

fn chart(
    slug: &'static str,
    title: Message,
    columns: Vec<Message>,
    rows: Vec<Vec<Message>>,
) -> Chart {
    Chart { slug, title, columns, rows, notes: Vec::new(), about: Vec::new() }
}

fn die() -> Message {
    Message::verbatim(DIE.to_string())
}

/// Sets the word that each row is about.
fn about(chart: Chart, words: &[&str]) -> Chart {
    Chart { about: words.iter().map(ToString::to_string).collect(), ..chart }
}

/// A number in a cell.
fn figure<N: ToString + Copy>(number: N) -> Message {
    Message::verbatim(number.to_string())
}

/// The cell for a result that is impossible.
fn never() -> Message {
    Message::verbatim("–")
}

/// A list of speeds for a cell.
fn listed(speeds: impl IntoIterator<Item = Speed>) -> Message {
    Message::list(speeds.into_iter().map(figure))
}

/// Every speed, backing water last.
fn every_speed() -> impl Iterator<Item = Speed> + Clone {
    (0..=FULL_SPEED).map(Speed::Ahead).chain([Speed::BackingWater])
}

fn sequence(options: &BTreeSet<Switch>) -> Chart {
    let what = |phase: &Phase| match phase {
        Phase::Speed if options.contains(&Switch::OpenSpeeds) => {
            message!("Both sides set every speed openly.")
        }
        Phase::Speed => message!("Both sides set every speed in secret."),
        Phase::CarthageMoves => {
            message!("Each galley spends all her movement points, and rams or shears on the way.")
        }
        Phase::CarthageBoards => message!("Each target may be boarded once."),
        Phase::RomeMoves | Phase::RomeBoards => message!("The same as for Carthage."),
        Phase::End => message!("A side with no galley afloat has already lost."),
    };
    let rows = Phase::ALL.iter().zip(1..);
    let rows = rows.map(|(phase, at)| vec![figure(at), phase.name(), what(phase)]);
    let columns = vec![Message::default(), message!("Phase"), message!("What is done")];
    let mut notes = Vec::new();
    if options.contains(&Switch::NoSurprise) {
        notes.push(message!(
            "No surprise: before turn 1 Carthage sets speeds and has a movement phase. Then both sides set speeds for turn 1."
        ));
    }
    Chart { notes, ..chart("sequence", message!("Turn"), columns, rows.collect()) }
}

fn speeds() -> Chart {
    let rows = every_speed().map(|speed| {
        let crippled = match speed {
            Speed::Ahead(0..=CRIPPLED_SPEED) => listed(speed.choices(true)),
            Speed::Ahead(_) | Speed::BackingWater => never(),
        };
        vec![figure(speed), listed(speed.choices(false)), crippled]
    });
    let columns = vec![message!("Speed now"), message!("Next speed"), message!("If crippled")];
    let notes = vec![
        message!(
            "{word} is backing water. In sums it counts as {sum}.",
            word = Speed::BW,
            sum = Speed::BackingWater.in_sums()
        ),
        message!(
            "Fatigue: each galley that stays at {full} rolls for herself. A roll over her crew quality drops her to {tired}, and out of her formation. Example: crew quality 4 tires on 5 and 6.",
            full = FULL_SPEED,
            tired = FATIGUED_SPEED
        ),
        message!("A crippled galley whose speed becomes 0 drifts."),
    ];
    Chart { notes, ..chart("speeds", message!("Speed"), columns, rows.collect()) }
}

fn moving() -> Chart {
    let [fewest, most] = BACKING_HEXES;
    let rows = vec![
        vec![message!("a hex ahead, through the bow hexside"), figure(HEX_POINTS)],
        vec![
            message!("backing water, straight astern"),
            message!("{fewest} or {most} hexes", fewest, most),
        ],
        vec![
            message!("crippled, speed {speed}", speed = CRIPPLED_SPEED),
            message!("one turn, or one hex through a hexside beside the bow"),
        ],
    ];
    let columns = vec![message!("Movement"), message!("Movement points")];
    let notes = vec![
        message!(
            "A galley crosses only hexsides with some water, and never enters a hex of land alone."
        ),
        message!("A galley that backs water cannot enter a hex with another galley."),
        message!("At the end of movement each hex holds one galley, except in port."),
    ];
    Chart { notes, ..chart("moving", message!("Moving"), columns, rows) }
}

fn turning() -> Chart {
    let most = MOST_HEXSIDES.into_iter().max().unwrap_or_default();
    let row = |who: Message, punic: bool| {
        let cost = |hexsides| match turn_points(punic, hexsides) {
            None => never(),
            Some((low, high)) if low == high => message!("{points} MP", points = high),
            Some((low, high)) => message!("{low} or {high} MP", low, high),
        };
        std::iter::once(who).chain((1..=most).map(cost)).collect::<Vec<_>>()
    };
    let rows = vec![
        row(message!("Rome, and captured galleys"), false),
        row(message!("Original Carthage"), true),
    ];
    let columns = std::iter::once(message!("Hexsides")).chain((1..=most).map(figure));
    let notes = vec![message!(
        "No galley may turn {hexsides} hexsides in one hex. MP are movement points.",
        hexsides = most + 1
    )];
    Chart { notes, ..chart("turning", message!("Turning in one hex"), columns.collect(), rows) }
}

fn coast() -> Chart {
    let at_land = Message::signed(Cause::BowAtLand.amount());
    let rows = vec![
        vec![message!("speed − crew quality, or less"), message!("aground")],
        vec![message!("more"), message!("afloat")],
        vec![message!("modifier: bow at a hexside of land alone, or backing in (once)"), at_land],
        vec![
            message!("refloat: crew quality or less"),
            message!("free, at speed {speed}", speed = FREED_SPEED),
        ],
    ];
    let columns = vec![die(), message!("Outcome")];
    let notes = vec![message!(
        "A galley aground may try to refloat once in each movement phase of her side, from the next one on. Example: at speed 3 with crew quality 2 she runs aground on 3 − 2, that is, 1 or less."
    )];
    Chart { notes, ..chart("coast", message!("Running aground"), columns, rows) }
}

fn drift() -> Chart {
    let rows = DRIFT.iter().map(|(roll, to)| vec![figure(roll), to.name()]);
    let columns = vec![die(), message!("Her bow")];
    let notes = vec![message!("A galley that drifts turns to this hexside and stays in her hex.")];
    Chart { notes, ..chart("drift", message!("Drift compass"), columns, rows.collect()) }
}

fn ram() -> Chart {
    let rows = Aspect::ALL.iter().map(|aspect| {
        let amount =
            aspect.to_ram().map_or_else(|| figure(0), |cause| Message::signed(cause.amount()));
        vec![message!("at the target’s {aspect}", aspect = *aspect), amount]
    });
    let punic = vec![
        message!("by an original Carthaginian"),
        Message::signed(Cause::OriginalCarthaginian.amount()),
    ];
    let columns = vec![die(), message!("Modifier")];
    let notes = vec![
        message!(
            "A ram number is crew quality + speed. To sink the target, roll the difference (the rammer’s ram number minus the target’s) or less; with a difference of 0 or less she cannot be sunk. Example: crew quality 4 at speed 5 against crew quality 3 at speed 2 is 9 − 5: 4 or less sinks."
        ),
        message!(
            "If the target sinks, the rammer stops. If the ram misses or cannot sink the target, the rammer passes through if she has a movement point left; otherwise the two foul."
        ),
        message!(
            "On the way the rammer turns at most one hexside in each hex and none in the hex beside the target, and enters no hex with another galley."
        ),
        message!("A fouled galley cannot ram. A galley fouled with an enemy cannot be rammed."),
    ];
    Chart { notes, ..chart("ram", message!("Ram"), columns, rows.chain([punic]).collect()) }
}

fn shear() -> Chart {
    let rows = vec![
        vec![
            message!("difference of the ram numbers, or less"),
            message!("crippled: speed {speed} at most", speed = CRIPPLED_SPEED),
        ],
        vec![message!("more"), message!("missed")],
        vec![
            message!("by an original Carthaginian"),
            Message::signed(Cause::OriginalCarthaginian.amount()),
        ],
    ];
    let notes = vec![message!(
        "The attacker passes through the target’s hex from bow to stern, or from stern to bow, for {points} movement points, and continues with the points that are left.",
        points = SHEAR_POINTS
    )];
    Chart { notes, ..chart("shear", message!("Shear"), vec![die(), message!("Outcome")], rows) }
}

fn avoid() -> Chart {
    let rows = AVOIDANCE.iter().map(|(_, hexes)| {
        let speeds = every_speed().filter(|speed| speed.avoids() == Some(*hexes));
        vec![listed(speeds), message!(*hexes => "up to {n} hex" | "up to {n} hexes")]
    });
    let fast = listed(every_speed().filter(|speed| speed.avoids().is_none()));
    let none = vec![message!("{speeds}; fouled, crippled", speeds = fast), never()];
    let columns = vec![message!("Target’s speed"), message!("Backs water")];
    let notes = vec![
        message!(
            "The target rolls {die}: on her crew quality or less she backs water. She may try once for each ram or shear.",
            die = die()
        ),
        message!(
            "If she backs water, the attack is not rolled. The attacker keeps her movement points, but may not attack the target again in this movement."
        ),
    ];
    Chart { notes, ..chart("avoid", message!("Avoid"), columns, rows.chain([none]).collect()) }
}

fn fouling() -> Chart {
    let rows = vec![
        vec![message!("through an enemy’s flank, with the greater ram number"), message!("fouled")],
        vec![message!("otherwise"), message!("clear")],
    ];
    let columns = vec![message!("Entering a hex with another galley"), message!("Outcome")];
    let notes = vec![
        message!(
            "Fouled galleys share a hex and take the lower speed; then each drifts, the mover first."
        ),
        message!(
            "A fouled galley need not spend movement points, and spends none before she unfouls."
        ),
        message!(
            "A fouled galley may leave the hex if she began her movement phase in it, and does not turn there."
        ),
    ];
    Chart { notes, ..chart("fouling", message!("Fouling"), columns, rows) }
}

fn boarding() -> Chart {
    let rows = vec![
        vec![message!("crew quality of all boarders, or less"), message!("boarded")],
        vec![message!("more"), message!("failed")],
        vec![
            message!("natural {roll}", roll = BOARDING_FAILS_ON),
            message!("failed, and the defender may board in return"),
        ],
        vec![
            message!("modifier: with an original Roman"),
            Message::signed(Cause::OriginalRoman.amount()),
        ],
    ];
    let columns = vec![die(), message!("Outcome")];
    let notes = vec![message!(
        "Boarders must be at the target’s front or flank. A fouled galley cannot board. Each target may be boarded once in a phase. When the defender boards in return, a 6 does not always fail. Example: crew qualities 3 and 2 board on 5 or less."
    )];
    Chart { notes, ..chart("boarding", message!("Boarding"), columns, rows) }
}

fn hand_to_hand() -> Chart {
    let rows = vec![
        vec![message!("higher"), message!("captured")],
        vec![message!("lower"), message!("beaten back")],
        vec![message!("equal"), message!("both roll again")],
        vec![
            message!("modifier: Rome attacks with an original Roman"),
            Message::signed(Cause::RomeAttacks.amount()),
        ],
    ];
    let columns = vec![message!("Attackers’ best die against the defender’s"), message!("Outcome")];
    let notes = vec![message!(
        "All galleys in the fight stop. A captured galley changes sides, loses her nation’s modifiers and turning, and boards no other galley in this phase."
    )];
    Chart { notes, ..chart("hand-to-hand", message!("Hand to hand"), columns, rows) }
}

fn command() -> Chart {
    let side = |by: i8| {
        let rolls = VEERS.iter().filter(|(_, turned)| *turned == by);
        Message::list(rolls.map(|(roll, _)| figure(roll)))
    };
    let rows = vec![
        vec![message!("crew quality or less"), message!("in command")],
        vec![message!("more"), message!("no change of speed or course")],
        vec![
            message!("{roll}, over her crew quality", roll = VEERS_ON),
            message!(
                "{die}: {left} one hexside left, {right} right",
                die = die(),
                left = side(-1),
                right = side(1)
            ),
        ],
    ];
    let columns = vec![die(), message!("Outcome")];
    let notes = vec![
        message!(
            "Galleys check at the start of the speed phase and of each movement phase of their own side."
        ),
        message!(
            "A galley need not check in a proper formation, with the admiral or a line commander aboard, or within range of an admiral who commands no formation."
        ),
        message!(
            "At the start of his side’s movement phase the admiral may go over to a friendly galley beside his own. He is lost when the galley that he is aboard is sunk or captured."
        ),
        message!("A line commander stays aboard his galley, and is lost with her."),
    ];
    let chart = Chart { notes, ..chart("command", message!("Command check"), columns, rows) };
    about(chart, &["command", "command", "command"])
}

fn formations() -> Chart {
    let at_most = |most: u8| listed((0..=most).map(Speed::Ahead).chain([Speed::BackingWater]));
    let rows = vec![
        vec![
            message!("Column"),
            message!(
                "admiral or line commander in the first {places}, or speed {speeds} as the phase begins",
                places = COMMANDING_PLACES,
                speeds = at_most(COLUMN_SLOW)
            ),
            message!("the lead checks; if she fails, she leaves and the next one checks"),
        ],
        vec![
            message!("Line abreast"),
            message!(
                "led by the admiral or one line commander (range {range}) in it",
                range = LINE_COMMANDER_RANGE
            ),
            message!("galleys out of his range check and leave"),
        ],
    ];
    let columns = vec![message!("Formation"), message!("Full command"), message!("Otherwise")];
    let notes = vec![
        message!(
            "In a column each bow points at the stern or a stern flank of the galley ahead. In a line abreast neighbours share a flank hexside and face the same way. All galleys of a formation have one speed."
        ),
        message!(
            "An admiral who leads a line abreast at speed {speeds} as its movement phase begins has his enhanced range.",
            speeds = at_most(ENHANCED_SPEED)
        ),
        message!(
            "A gap, a galley that faces the wrong way, or a fouled or crippled galley breaks a formation."
        ),
        message!("A galley that catches up in a line abreast may exceed the line’s speed."),
        message!(
            "In the speed phase, galleys may form if each can change from her own speed to the leader’s. Later in the turn, their speeds must be equal."
        ),
    ];
    let chart = Chart { notes, ..chart("formations", message!("Formations"), columns, rows) };
    about(chart, &["command", "command"])
}

fn drepanum() -> Chart {
    let [low, high] = ENTERING_SPEEDS;
    let rows = vec![
        vec![
            Nation::Carthage.name(),
            message!("four each in 2102, 2201, 2302, 2401, 2502"),
            message!("speed 0; flagship in 2102"),
        ],
        vec![
            Nation::Rome.name(),
            message!("one each in 2522, 2523, 2424"),
            message!("bows north, speed 2"),
        ],
        vec![
            message!("Rome, the rest"),
            message!("one line that enters through 2424 in the first Roman movement phase"),
            message!("all at the lead’s speed, {low} or {high}", low, high),
        ],
    ];
    let columns = vec![message!("Fleet"), message!("Where"), message!("How")];
    let notes = vec![message!(
        "With the command rules, one of the first three galleys has a line commander. So has the first galley of the line; the flagship is its 15th."
    )];
    let chart = Chart { notes, ..chart("drepanum", message!("Drepanum, 249 BCE"), columns, rows) };
    about(chart, &["drepanum", "drepanum", "drepanum"])
}

/// A side's commanders, each with his ship and range.
pub(super) fn roster_charts(battle: &Battle, side: Side) -> Vec<Chart> {
    let ships = || battle.common.units.of(side);
    let mut rows = Vec::new();
    if let Some(admiral) = battle.admiral(side) {
        let aboard = match (admiral.status, admiral.aboard) {
            (AdmiralStatus::InAction, Some(tag)) => battle.called(tag),
            _ => message!("lost"),
        };
        let range = message!(
            "{range}, enhanced {enhanced}",
            range = admiral.range,
            enhanced = admiral.enhanced_range
        );
        rows.push(vec![message!("Admiral: {name}", name = &admiral.name), aboard, range]);
    }
    for (tag, _) in ships().filter(|(_, galley)| galley.line_commander) {
        let range = figure(LINE_COMMANDER_RANGE);
        rows.push(vec![message!("Line commander"), battle.called(tag), range]);
    }
    let columns = vec![message!("Officer"), message!("Aboard"), message!("Range in hexes")];
    let chart = chart("officers", message!("Officers"), columns, rows);
    if chart.rows.is_empty() { Vec::new() } else { vec![chart] }
}
