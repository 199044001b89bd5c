//! Fast Play Salamis on paper beside its boxes: what a record says in words, and the
//! markers of the table.

use crate::rules::common::{Side, Subject};
use crate::rules::roster::list_of;
use crate::rules::sheet::{Fact, Track};
use crate::rules::view::Chit;
use crate::say::{Say, say};

use super::state::{Battle, Ship};

/// An entry of a record in words; empty where something else tells it.
pub(super) fn in_words(battle: &Battle, subject: Subject, entry: &str) -> Option<Say> {
    match subject {
        Subject::Unit(tag) => of_ship(battle.common.units.find(tag)?, entry),
        Subject::Side(side) => (entry == "panicked").then(|| {
            let fled = &battle.panicked[side.index()];
            let fleets = fled.iter().map(|fleet| battle.fleet_name(side, fleet));
            say!("panicked: {fleets}", fleets = Say::list(fleets))
        }),
        Subject::Battle => Some(Say::default()),
    }
}

fn of_ship(ship: &Ship, entry: &str) -> Option<Say> {
    Some(match entry {
        "rammed_by_this_phase" => {
            say!("rammed by {others} this turn", others = list_of(&ship.rammed_by_this_phase))
        }
        "board_tried" => say!("has tried to board"),
        "boarded_by" => {
            say!("boarded by {others}: a fight is owed", others = list_of(&ship.boarded_by))
        }
        "contact_at_start" => {
            say!("no run-up at {others}", others = list_of(&ship.contact_at_start))
        }
        "breakaway_tried" => say!("has tried to break away"),
        "status" => Say::default(),
        _ => return None,
    })
}

/// What the battle remembers besides the records of its ships.
pub(super) fn remembered(battle: &Battle) -> Vec<Fact> {
    let mut facts = vec![Fact::new(say!("Goes first"), Say::verbatim(battle.first.slug()))];
    if !battle.attempts.is_empty() {
        let tried = battle.attempts.iter().map(|(by, at)| say!("{by} at {at}", by, at));
        facts.push(Fact::new(say!("Boarding attempts this turn"), Say::list(tried)));
    }
    if !battle.let_be.is_empty() {
        let let_be = battle.let_be.iter().map(|(by, at)| say!("{at} by {by}", at, by));
        facts.push(Fact::new(say!("Let be this turn"), Say::list(let_be)));
    }
    if !battle.fights.is_empty() {
        let met = battle.fights.iter().map(|contact| {
            let [one, other] = contact.ships();
            say!("{one} and {other}", one, other)
        });
        facts.push(Fact::new(say!("Fights of this turn"), Say::list(met)));
    }
    for side in [Side::A, Side::B] {
        for (fleet, number) in &battle.panic_numbers[side.index()] {
            let lost = battle.lost(side, fleet);
            let name = battle.fleet_name(side, fleet);
            let caption = say!("Lost of {fleet} ({side})", fleet = name, side = side.slug());
            facts.push(Fact::new(
                caption,
                say!("{lost}; panic at {number}", lost, number = *number),
            ));
        }
    }
    facts
}

/// The ships that each fleet of a side has lost, up to its panic number.
pub(super) fn tallies(battle: &Battle, side: Side) -> Vec<Track> {
    let tally = |(fleet, number): (&String, &u32)| {
        let lost = battle.lost(side, fleet).min(*number);
        let caption = say!("Lost of {fleet}", fleet = battle.fleet_name(side, fleet));
        Track::of_harm(caption, *number, lost).noted(say!("at the last, the rest of it flees"))
    };
    battle.panic_numbers[side.index()].iter().map(tally).collect()
}

/// The lines of a sheet that are written on, with what stands there.
pub(super) fn lines(ship: &Ship) -> Vec<Fact> {
    vec![
        Fact::line(say!("In contact with"), &ship.in_contact_with).entry("in_contact_with"),
        Fact::new(say!("Notes"), Say::default()),
    ]
}

/// The markers of a side's fleet.
pub(super) fn chits(battle: &Battle, side: Side) -> Vec<Chit> {
    let ships = u32::try_from(battle.common.units.of(side).count()).unwrap_or(u32::MAX);
    vec![
        Chit::marker("", say!("moved"), ships),
        Chit::marker("", say!("hit"), ships.saturating_mul(2)),
        Chit::marker("", say!("has shot"), ships.div_ceil(2)),
        Chit::marker("", say!("boarded"), ships.div_ceil(2)),
        Chit::marker("", say!("captured"), ships.div_ceil(3)),
    ]
}
