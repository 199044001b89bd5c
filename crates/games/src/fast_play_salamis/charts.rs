//! The charts of Fast Play Salamis. All figures come from the tables that the resolver
//! uses.

use std::collections::BTreeSet;

use dice::Throw;
use message::{Message, message};
use rules::common::Side;
use rules::view::Chart;

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

fn chart(
    slug: &'static str,
    title: Message,
    columns: Vec<Message>,
    rows: Vec<Vec<Message>>,
) -> Chart {
    Chart { slug, title, columns, rows, notes: Vec::new(), about: Vec::new() }
}

/// A number in a cell.
fn figure<N: ToString + Copy>(number: N) -> Message {
    Message::verbatim(number.to_string())
}

/// A number of dice in a cell.
fn dice(count: u32) -> Message {
    Message::verbatim(format!("{count}{DIE}"))
}

/// The faces from a number up: `5–6`, or `6` alone.
pub(super) fn from(on: u8) -> Message {
    let highest = DIE.faces();
    if on == highest { figure(on) } else { Message::verbatim(format!("{on}–{highest}")) }
}

fn turn() -> Chart {
    let rows = vec![
        vec![message!("Movement"), message!("A moves, B shoots"), message!("B moves, A shoots")],
        vec![
            message!("Ram"),
            message!("A rams; B may board, then A"),
            message!("B rams; A may board, then B"),
        ],
        vec![message!("Hand to hand"), message!("both"), message!("both")],
    ];
    let columns =
        vec![message!("Phase"), message!("Side A’s turn"), message!("Then side B’s turn")];
    let notes = vec![
        message!(
            "Side A goes first, unless the players roll for it: 1{die} each, and the higher goes first.",
            die = DIE.to_string()
        ),
        message!(
            "A ship moves up to her Move and turns once, up to her Turn, to one side only. She may not touch an enemy while she moves."
        ),
        message!(
            "A ship in contact may try to break away by a roll for ramming speed. On her RSP or less, place her one inch off that enemy, parallel. Either way this is her whole movement: she cannot try again or ram this turn."
        ),
    ];
    Chart { notes, ..chart("turn", message!("Turn"), columns, rows) }
}

fn classes(check: Throw) -> Chart {
    let rows = CLASSES.iter().map(class_row);
    let about = CLASSES.iter().map(|class| class.slug.clone().into_owned()).collect();
    let notes = vec![message!(
        "RSP (ramming speed probability) and MBS (marine boarding skill): roll this or less on {check}. Example: an Athenian with RSP 9 reaches ramming speed on a 9 or less.",
        check = check.to_string()
    )];
    Chart { notes, about, ..chart("classes", message!("Ships"), class_heads(), rows.collect()) }
}

fn class_heads() -> Vec<Message> {
    vec![
        message!("Fleet"),
        message!("Move"),
        message!("Turn"),
        message!("Ram"),
        message!("RSP"),
        message!("Bows"),
        message!("Range"),
        message!("Hand to hand"),
        message!("MBS"),
        message!("Viability"),
    ]
}

fn class_row(class: &Class) -> Vec<Message> {
    vec![
        class.name(),
        message!("{inches} in", inches = class.move_inches),
        Message::verbatim(format!("{}°", class.turn_degrees)),
        dice(class.ram_dice),
        figure(class.rsp),
        dice(class.bow_dice),
        message!("{inches} in", inches = class.bow_range_inches),
        dice(class.hand_to_hand),
        figure(class.mbs),
        figure(class.viability),
    ]
}

/// The custom classes of a side.
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
        message!("Custom classes of {side}", side = battle.common.sides[side.index()].name.clone());
    vec![chart("house-classes", title, class_heads(), own.into_iter().map(class_row).collect())]
}

/// The fleets of a side, the ships that each has lost, and its panic number.
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
    let columns = vec![
        message!("Fleet"),
        message!("Ships"),
        message!("Sunk or captured"),
        message!("Panics at"),
    ];
    vec![chart("panic-numbers", message!("Panic numbers"), columns, rows.collect())]
}

fn attacks() -> Chart {
    let at_speed = message!("ram dice + {more}", more = RAMMING_SPEED_DICE);
    let bows_end = message!(BOWS_STOP_SHORT =>
        "never by bows: they stop {n} hit short" | "never by bows: they stop {n} hits short");
    let rows = vec![
        vec![message!("bows"), message!("bow dice"), from(BOW_HITS_ON), bows_end],
        vec![message!("ram"), message!("ram dice"), from(RAM_HITS_ON), message!("sunk")],
        vec![message!("ram at ramming speed"), at_speed, from(RAM_HITS_ON), message!("sunk")],
    ];
    let columns =
        vec![message!("Attack"), message!("Dice"), message!("Hits on"), message!("At viability")];
    let notes = vec![
        message!(
            "Each ship shoots once in the other side’s movement phase, at a target within her range."
        ),
        message!(
            "A ship may ram when her bow has moved to within an inch of an enemy’s hull, unless she was in contact when the movement began. First roll for ramming speed. A target that is not sunk is then in contact with her. Hits from every cause add up. Example: an Athenian at ramming speed rolls 5 + 2 dice, and each 5 or 6 is a hit."
        ),
    ];
    Chart { notes, ..chart("attacks", message!("Bows and rams"), columns, rows) }
}

fn boarding() -> Chart {
    let rows = vec![
        vec![
            message!("first the rammed ship"),
            message!("MBS or less"),
            message!("fight on the rammer’s deck"),
        ],
        vec![Message::default(), message!("more than MBS"), message!("fails; the rammer may try")],
        vec![
            message!("then the rammer"),
            message!("MBS or less"),
            message!("fight on the rammed ship’s deck"),
        ],
        vec![Message::default(), message!("more than MBS"), message!("fails; no fight")],
    ];
    let columns = vec![message!("Who tries"), message!("Roll"), message!("Outcome")];
    let notes = vec![message!(
        "Each contact has one fight in a phase. The boarder attacks, and the other ship defends. A fight that is skipped must be rolled in a later phase."
    )];
    Chart { notes, ..chart("boarding", message!("Boarding, after a ram"), columns, rows) }
}

fn hand_to_hand() -> Chart {
    let row = |who, on, what| vec![who, message!("hand to hand dice"), from(on), what];
    let rows = vec![
        row(message!("attacker"), ATTACKER_HITS_ON, message!("is a hit")),
        row(message!("defender"), DEFENDER_HITS_ON, message!("cancels a hit")),
    ];
    let columns =
        vec![message!("Who"), message!("Dice"), message!("Each die of"), message!("Result")];
    let notes = vec![
        message!(
            "The hits that are left damage the defender’s ship; at her viability she is captured. The defender does no damage. Example: the attacker has 3 hits and the defender cancels 1, so the ship takes 2."
        ),
        message!(
            "A captured ship takes no further part, and is moved off the table in the next turn; her captor fights on."
        ),
    ];
    Chart { notes, ..chart("hand-to-hand", message!("Hand to hand"), columns, rows) }
}

fn panic() -> Chart {
    let rows = vec![
        vec![message!("fewer than a fleet’s panic number"), message!("fights on")],
        vec![
            message!("a fleet’s panic number or more"),
            message!("panics: the rest of it flees; the side’s other fleets fight on"),
        ],
    ];
    let columns = vec![message!("Sunk or captured"), message!("That fleet")];
    let notes = vec![
        message!(
            "The panic number is half of that fleet’s ships, rounded up, unless the fleet file sets it. Example: a fleet of 7 ships panics at 4."
        ),
        message!("The battle is over when a side has no ship left in action."),
    ];
    Chart { notes, ..chart("panic", message!("Panic"), columns, rows) }
}
