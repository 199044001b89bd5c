//! The tables of Fast Play Salamis. Every figure is the one that the resolver
//! reads.

use std::collections::BTreeSet;

use crate::dice::Throw;
use crate::rules::common::Side;
use crate::rules::view::Chart;
use crate::say::{Say, say};

use super::orders::Switch;
use super::state::Battle;
use super::tables::{
    ATTACKER_HITS_ON, BOW_HITS_ON, BOWS_STOP_SHORT, CHECK, CHECK_WITH_D10, CLASSES, Class,
    DEFENDER_HITS_ON, DIE, RAM_HITS_ON, RAMMING_SPEED_DICE,
};

pub(super) fn charts(options: &BTreeSet<Switch>) -> Vec<Chart> {
    vec![turn(), classes(check(options)), attacks(), boarding(), hand_to_hand(), panic()]
}

/// The roll for ramming speed and boarding skill.
pub(super) fn check(options: &BTreeSet<Switch>) -> Throw {
    if options.contains(&Switch::D10) { CHECK_WITH_D10 } else { CHECK }
}

fn chart(slug: &'static str, title: Say, columns: Vec<Say>, rows: Vec<Vec<Say>>) -> Chart {
    Chart { slug, title, columns, rows, notes: Vec::new(), about: Vec::new() }
}

/// A number in a cell.
fn figure<N: ToString + Copy>(number: N) -> Say {
    Say::verbatim(number.to_string())
}

/// A number of dice in a cell.
fn dice(count: u32) -> Say {
    Say::verbatim(format!("{count}{DIE}"))
}

/// The faces from a number up: `5–6`, or `6` alone.
pub(super) fn from(on: u8) -> Say {
    let highest = DIE.faces();
    if on == highest { figure(on) } else { Say::verbatim(format!("{on}–{highest}")) }
}

fn turn() -> Chart {
    let rows = vec![
        vec![say!("Movement"), say!("A moves, B shoots"), say!("B moves, A shoots")],
        vec![say!("Ram"), say!("A rams; B may board, then A"), say!("B rams; A may board, then B")],
        vec![say!("Hand to hand"), say!("both"), say!("both")],
    ];
    let columns = vec![say!("Phase"), say!("Side A’s turn"), say!("Then side B’s turn")];
    let notes = vec![
        say!("Side A goes first, or the winner of a roll of 1{die} each.", die = DIE.to_string()),
        say!(
            "A ship moves up to her move, and turns up to her degrees, one way only, once. She may not touch an enemy while moving."
        ),
        say!(
            "Break away: a ship in contact checks her ramming speed; then she is placed one inch off that enemy, parallel. Either way that is her whole movement: no second try, and no ram."
        ),
    ];
    Chart { notes, ..chart("turn", say!("Turn"), columns, rows) }
}

fn classes(check: Throw) -> Chart {
    let rows = CLASSES.iter().map(class_row);
    let about = CLASSES.iter().map(|class| class.slug.clone().into_owned()).collect();
    let notes = vec![say!(
        "RSP (ramming speed probability) and MBS (marine boarding skill): roll this or less on {check}.",
        check = check.to_string()
    )];
    Chart { notes, about, ..chart("classes", say!("Ships"), class_heads(), rows.collect()) }
}

fn class_heads() -> Vec<Say> {
    vec![
        say!("Fleet"),
        say!("Move"),
        say!("Turn"),
        say!("Ram"),
        say!("RSP"),
        say!("Bows"),
        say!("Range"),
        say!("Hand to hand"),
        say!("MBS"),
        say!("Viability"),
    ]
}

fn class_row(class: &Class) -> Vec<Say> {
    vec![
        class.name(),
        say!("{inches} in", inches = class.move_inches),
        Say::verbatim(format!("{}°", class.turn_degrees)),
        dice(class.ram_dice),
        figure(class.rsp),
        dice(class.bow_dice),
        say!("{inches} in", inches = class.bow_range_inches),
        dice(class.hand_to_hand),
        figure(class.mbs),
        figure(class.viability),
    ]
}

/// The classes of a side's own, which are not those of the rules.
pub(super) fn house_charts(battle: &Battle, side: Side) -> Vec<Chart> {
    let mut own: Vec<&Class> = Vec::new();
    for (_, ship) in battle.common.units.of(side) {
        let class = ship.figures();
        let known = |other: &Class| other.slug == class.slug;
        if !CLASSES.iter().any(known) && !own.iter().any(|other| known(other)) {
            own.push(class);
        }
    }
    if own.is_empty() {
        return Vec::new();
    }
    let title =
        say!("House classes of {side}", side = battle.common.sides[side.index()].name.clone());
    vec![chart("house-classes", title, class_heads(), own.into_iter().map(class_row).collect())]
}

/// The fleets of a side, how many ships each has lost, and at how many it
/// panics.
pub(super) fn roster_charts(battle: &Battle, side: Side) -> Vec<Chart> {
    let rows = battle.fleets[side.index()].iter().map(|(fleet, _)| {
        let ships = battle.of_fleet(side, fleet).count();
        let panics = battle.panic_numbers[side.index()].get(fleet).copied();
        let panics = panics.map(figure).unwrap_or_default();
        vec![
            battle.fleet_name(side, fleet),
            figure(ships),
            figure(battle.lost(side, fleet)),
            panics,
        ]
    });
    let columns = vec![say!("Fleet"), say!("Ships"), say!("Sunk or captured"), say!("Panics at")];
    vec![chart("panic-numbers", say!("Panic numbers"), columns, rows.collect())]
}

fn attacks() -> Chart {
    let at_speed = say!("ram dice + {more}", more = RAMMING_SPEED_DICE);
    let bows_end = say!(BOWS_STOP_SHORT =>
        "never by bows: they stop {n} hit short" | "never by bows: they stop {n} hits short");
    let rows = vec![
        vec![say!("bows"), say!("bow dice"), from(BOW_HITS_ON), bows_end],
        vec![say!("ram"), say!("ram dice"), from(RAM_HITS_ON), say!("sunk")],
        vec![say!("ram at ramming speed"), at_speed, from(RAM_HITS_ON), say!("sunk")],
    ];
    let columns =
        vec![say!("Attack"), say!("Dice"), say!("Hits on"), say!("When viability is reached")];
    let notes = vec![
        say!("Bows: each ship once in the other side’s movement phase, within her range."),
        say!(
            "Ram: the bow has moved to within an inch of a hull; first the check for ramming speed. A ship in contact when the movement began rams nobody. A target that is not sunk is in contact. Hits from every cause add up."
        ),
    ];
    Chart { notes, ..chart("attacks", say!("Bows and rams"), columns, rows) }
}

fn boarding() -> Chart {
    let rows = vec![
        vec![say!("1 the rammed ship"), say!("this or less"), say!("the fight is on the rammer")],
        vec![Say::default(), say!("more"), say!("fails; the rammer may try")],
        vec![say!("2 the rammer"), say!("this or less"), say!("the fight is on the rammed ship")],
        vec![Say::default(), say!("more"), say!("fails; no fight")],
    ];
    let columns = vec![say!("Who tries"), say!("Boarding skill"), say!("Outcome")];
    let notes = vec![say!(
        "One fight a contact and phase. Whoever boards attacks; the other defends. A fight that is not fought stays owed."
    )];
    Chart { notes, ..chart("boarding", say!("Boarding, after a ram"), columns, rows) }
}

fn hand_to_hand() -> Chart {
    let row = |who, on, what| vec![who, say!("hand to hand dice"), from(on), what];
    let rows = vec![
        row(say!("attacker"), ATTACKER_HITS_ON, say!("a hit")),
        row(say!("defender"), DEFENDER_HITS_ON, say!("cancels one")),
    ];
    let columns = vec![say!("Who"), say!("Dice"), say!("On"), say!("Each")];
    let notes = vec![
        say!(
            "Hits left are taken by the defender’s ship; viability reached: captured. The defender does no damage."
        ),
        say!(
            "A captured ship takes no further part and is moved off the next turn; her captor fights on."
        ),
    ];
    Chart { notes, ..chart("hand-to-hand", say!("Hand to hand"), columns, rows) }
}

fn panic() -> Chart {
    let rows = vec![
        vec![say!("fewer than its panic number"), say!("fights on")],
        vec![
            say!("its panic number"),
            say!("panics: the rest of it flees, the side’s other fleets fight on"),
        ],
    ];
    let columns = vec![say!("Ships of a fleet sunk or captured"), say!("That fleet")];
    let notes = vec![
        say!("Panic number: half of that fleet’s ships, rounded up, or as set with the fleet."),
        say!("The battle is over when a side has no ship left in action."),
    ];
    Chart { notes, ..chart("panic", say!("Panic"), columns, rows) }
}
