//! Fast Play Salamis for the eye: cards, record sheets, charts.

use crate::rules::common::{Side, Tag};
use crate::rules::view::{Card, Chart, Fact, Gauge, Look, Mark, Sheet, Standing, Track};

use super::state::{Battle, Phase, Ship};
use super::tables::{
    ATTACKER_HITS_ON, BOW_HITS_ON, CLASSES, DEFENDER_HITS_ON, RAM_HITS_ON, RAMMING_SPEED_DICE,
};

pub(super) fn card(battle: &Battle, tag: Tag) -> Option<Card> {
    let ship = battle.ships.find(tag)?;
    let standing = if !ship.in_action() {
        Standing::Out(ship.status.to_string().into())
    } else if battle.phase == Phase::Movement && (ship.moved || ship.shot_this_phase) {
        Standing::Done
    } else {
        Standing::Ready
    };
    Some(Card {
        tag,
        name: ship.name.clone(),
        kind: ship.figures().fleet.clone().into_owned().into(),
        drawing: ship.figures().drawing(),
        holder: tag.side,
        standing,
        gauges: vec![Gauge {
            label: "Viability".into(),
            value: ship.viability.saturating_sub(ship.hits),
            full: ship.viability,
            look: Look::Pips,
        }],
        marks: marks(ship),
        todo: todo(battle, tag, ship).into_iter().map(Into::into).collect(),
    })
}

fn marks(ship: &Ship) -> Vec<Mark> {
    let mut marks = Vec::new();
    if !ship.in_action() {
        return marks;
    }
    if ship.hits > 0 && ship.hits_left_for_bows() == 0 {
        marks.push(Mark::bad("one hit from defeat"));
    }
    for other in ship.boarded_by.iter() {
        marks.push(Mark::bad(format!("boarded by {other}")));
    }
    for other in ship.rammed_by_this_phase.iter() {
        marks.push(Mark::bad(format!("rammed by {other}")));
    }
    for other in &ship.in_contact_with {
        marks.push(Mark::plain(format!("in contact with {other}")));
    }
    if ship.shot_this_phase {
        marks.push(Mark::plain("has shot"));
    }
    if ship.moved {
        marks.push(Mark::plain("has moved"));
    }
    marks
}

/// What she may still do before the phase ends.
fn todo(battle: &Battle, tag: Tag, ship: &Ship) -> Vec<String> {
    match battle.phase {
        _ if !ship.in_action() => Vec::new(),
        Phase::Movement => Vec::new(),
        Phase::Ram => battle
            .attempts_to_come()
            .into_iter()
            .filter(|(by, _)| *by == tag)
            .map(|(_, at)| format!("may board {at}"))
            .collect(),
        Phase::HandToHand => ship.boarded_by.iter().map(|by| format!("to fight {by}")).collect(),
    }
}

pub(super) fn sheet(battle: &Battle, tag: Tag, fresh: bool) -> Option<Sheet> {
    let now = battle.ships.find(tag)?;
    let figures = now.figures();
    let entered;
    let ship = if fresh {
        entered = Ship::enter(&now.name, figures);
        &entered
    } else {
        now
    };
    let throw = battle.check_throw();
    let dice = |n: u32, on: u8| format!("{n}d6, {}", from(on));
    let at_speed = figures.ram_dice + RAMMING_SPEED_DICE;
    let mut facts = vec![
        Fact::new("Move", format!("{} in", figures.move_inches)),
        Fact::new("Turn", format!("{}°, one way, once", figures.turn_degrees)),
        Fact::new("Ram", dice(figures.ram_dice, RAM_HITS_ON)),
        Fact::new("Ram at ramming speed", dice(at_speed, RAM_HITS_ON)),
        Fact::new("Ramming speed (RSP)", format!("{throw}: {} or less", figures.rsp)),
        Fact::new(
            "Bows",
            format!("{}, {} in", dice(figures.bow_dice, BOW_HITS_ON), figures.bow_range_inches),
        ),
        Fact::new("Hand to hand", format!("{}d6", figures.hand_to_hand)),
        Fact::new("Boarding (MBS)", format!("{throw}: {} or less", figures.mbs)),
    ];
    if !ship.in_action() {
        facts.push(Fact::new("Out of the battle", ship.status.to_string()));
    }
    Some(Sheet {
        tag: Some(tag),
        name: ship.name.clone(),
        kind: figures.fleet.clone().into_owned().into(),
        fleet: battle.setup.sides[tag.side.index()].name.clone(),
        drawing: figures.drawing(),
        facts,
        tracks: vec![Track::new("Viability", ship.viability, ship.hits.min(ship.viability))],
        blanks: vec!["In contact with".into(), "Notes".into()],
    })
}

/// The faces from a number up: `5-6`, or `6` alone.
fn from(on: u8) -> String {
    if on == 6 { "6".into() } else { format!("{on}-6") }
}

/// The tables of Fast Play Salamis.
pub(super) fn charts() -> Vec<Chart> {
    vec![turn(), classes(), attacks(), boarding(), hand_to_hand(), panic()]
}

fn turn() -> Chart {
    Chart::written(
        "turn",
        "Turn",
        ["Phase", "Side A's turn", "Then side B's turn"],
        &[
            ["Movement", "A moves, B shoots", "B moves, A shoots"],
            ["Ram", "A rams; B may board, then A", "B rams; A may board, then B"],
            ["Hand to hand", "both", "both"],
        ],
    )
    .noted(&[
        "A ship moves up to her move, and turns up to her degrees, one way only, once. She may not touch an enemy while moving.",
        "Breakaway: a ship in contact checks her ramming speed; then she is placed one inch off, parallel, and that is her move. Otherwise she stays.",
    ])
}

fn classes() -> Chart {
    let rows = CLASSES.iter().map(|class| {
        vec![
            class.fleet.clone().into_owned(),
            format!("{} in", class.move_inches),
            format!("{}°", class.turn_degrees),
            format!("{}d6", class.ram_dice),
            class.rsp.to_string(),
            format!("{}d6", class.bow_dice),
            format!("{} in", class.bow_range_inches),
            format!("{}d6", class.hand_to_hand),
            class.mbs.to_string(),
            class.viability.to_string(),
        ]
    });
    let heads = [
        "Fleet",
        "Move",
        "Turn",
        "Ram",
        "RSP",
        "Bows",
        "Range",
        "Hand to hand",
        "MBS",
        "Viability",
    ];
    let mut chart = Chart::new("classes", "Ships", &heads, rows.collect());
    chart.about = CLASSES.iter().map(|class| class.slug.clone().into_owned()).collect();
    chart.noted(&[
        "RSP, ramming speed probability, and MBS, marine boarding skill: 2d6, that or less. With the switch d10: 1d10, that or less.",
    ])
}

fn attacks() -> Chart {
    Chart::new(
        "attacks",
        "Bows and rams",
        &["Attack", "Dice", "Hits on", "When viability is reached"],
        [
            ["bows", "bow dice", &from(BOW_HITS_ON), "never by bows: they stop one short"],
            ["ram", "ram dice", &from(RAM_HITS_ON), "sunk"],
            ["ram at ramming speed", "ram dice + 2", &from(RAM_HITS_ON), "sunk"],
        ]
        .iter()
        .map(|row| row.iter().map(ToString::to_string).collect())
        .collect(),
    )
    .noted(&[
        "Bows: each ship once in the other side's movement phase, within her range.",
        "Ram: bow within an inch of a hull; first the check for ramming speed. A target that is not sunk is in contact. Hits from every cause add up.",
    ])
}

fn boarding() -> Chart {
    Chart::written(
        "boarding",
        "Boarding, after a ram",
        ["Who attempts", "Boarding skill", "Outcome"],
        &[
            ["1 the rammed ship", "that or less", "the fight is on the rammer"],
            ["", "more", "fails; the rammer may attempt"],
            ["2 the rammer", "that or less", "the fight is on the rammed ship"],
            ["", "more", "fails; no fight"],
        ],
    )
    .noted(&["One fight a contact and phase. Whoever boards attacks; the other defends."])
}

fn hand_to_hand() -> Chart {
    let rows =
        [("attacker", ATTACKER_HITS_ON, "a hit"), ("defender", DEFENDER_HITS_ON, "cancels one")]
            .map(|(who, on, what)| {
                vec![who.to_owned(), "hand to hand dice".into(), from(on), what.into()]
            });
    Chart::new("hand-to-hand", "Hand to hand", &["Who", "Dice", "On", "Each"], rows.into())
        .noted(&[
            "Hits left are taken by the defender's ship; viability reached: captured. The defender does no damage.",
            "A captured ship takes no further part and is moved off the next turn; her captor fights on.",
        ])
}

fn panic() -> Chart {
    Chart::written(
        "panic",
        "Panic",
        ["Ships sunk or captured", "The fleet"],
        &[
            ["fewer than the panic number", "fights on"],
            ["the panic number", "panics and flees: the battle is over"],
        ],
    )
    .noted(&["Panic number: half of the ships, rounded up, or as set with the fleet."])
}

/// Which words of the charts a side's fleet uses.
pub(super) fn uses(battle: &Battle, side: Side) -> Vec<String> {
    let mut words: Vec<String> =
        battle.ships.of(side).map(|(_, ship)| ship.class_slug.clone()).collect();
    words.sort();
    words.dedup();
    words
}
