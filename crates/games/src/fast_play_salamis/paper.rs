//! Printed additions for Fast Play Salamis: sentences for record entries, and the markers.

use message::{Message, message};
use rules::common::{Side, Subject};
use rules::roster::list_of;
use rules::sheet::{Fact, Printed, Track};
use rules::view::Chit;

use super::state::{Battle, Ship, ShipKey};

impl Printed for Battle {
    /// A sentence for a record entry; empty if it is shown elsewhere.
    fn in_words(&self, subject: Subject, entry: &str) -> Option<Message> {
        match subject {
            Subject::Unit(tag) => of_ship(self.common.units.find(tag)?, entry),
            Subject::Side(side) => (entry == "panicked").then(|| {
                let fled = &self.panicked[side.index()];
                let fleets = fled.iter().map(|fleet| self.fleet_name(side, fleet));
                message!("panicked: {fleets}", fleets = Message::list(fleets))
            }),
            Subject::Battle => Some(Message::default()),
        }
    }

    /// State of the battle that is in no ship's record.
    fn remembered(&self) -> Vec<Fact> {
        let mut facts =
            vec![Fact::new(message!("Goes first"), Message::verbatim(self.first.slug()))];
        if !self.attempts.is_empty() {
            let tried = self.attempts.iter().map(|(by, at)| message!("{by} at {at}", by, at));
            facts.push(Fact::new(message!("Boarding attempts"), Message::list(tried)));
        }
        if !self.declined_boardings.is_empty() {
            let declined_boardings =
                self.declined_boardings.iter().map(|(by, at)| message!("{by} at {at}", by, at));
            facts
                .push(Fact::new(message!("Boardings declined"), Message::list(declined_boardings)));
        }
        if !self.fights.is_empty() {
            let met = self.fights.iter().map(|contact| {
                let [one, other] = contact.ships();
                message!("{one} and {other}", one, other)
            });
            facts.push(Fact::new(message!("Fights this turn"), Message::list(met)));
        }
        for side in [Side::A, Side::B] {
            for (fleet, number) in &self.panic_numbers[side.index()] {
                let lost = self.lost(side, fleet);
                let name = self.fleet_name(side, fleet);
                let caption =
                    message!("{fleet} ships lost ({side})", fleet = name, side = side.slug());
                facts.push(Fact::new(
                    caption,
                    message!("{lost}; panic at {number}", lost, number = *number),
                ));
            }
        }
        facts
    }

    /// The markers of a side's fleet.
    fn chits(&self, side: Side) -> Vec<Chit> {
        let ships = u32::try_from(self.common.units.of(side).count()).unwrap_or(u32::MAX);
        vec![
            Chit::marker("", message!("moved"), ships),
            Chit::marker("", message!("hit"), ships.saturating_mul(2)),
            Chit::marker("", message!("has shot"), ships.div_ceil(2)),
            Chit::marker("", message!("boarded"), ships.div_ceil(2)),
            Chit::marker("", message!("captured"), ships.div_ceil(3)),
        ]
    }

    /// The ships that each fleet of a side has lost, as boxes up to its panic number.
    fn tallies(&self, side: Side) -> Vec<Track> {
        let tally = |(fleet, number): (&String, &u32)| {
            let lost = self.lost(side, fleet).min(*number);
            let caption = message!("{fleet} ships lost", fleet = self.fleet_name(side, fleet));
            Track::for_damage(caption, *number, lost).noted(message!("last box: the rest flee"))
        };
        self.panic_numbers[side.index()].iter().map(tally).collect()
    }
}

fn of_ship(ship: &Ship, entry: &str) -> Option<Message> {
    if !ship.in_action() {
        return None;
    }
    Some(match ShipKey::of(entry)? {
        ShipKey::RammedByThisPhase => {
            message!("rammed by {others} this turn", others = list_of(&ship.rammed_by_this_phase))
        }
        ShipKey::BoardTried => message!("has tried to board"),
        ShipKey::BoardedBy => {
            message!("boarded by {others}: still to fight", others = list_of(&ship.boarded_by))
        }
        ShipKey::ContactAtStart => {
            message!(
                "in contact with {others} at the start: no ram",
                others = list_of(&ship.contact_at_start)
            )
        }
        ShipKey::BreakawayTried => message!("has tried to break away"),
        ShipKey::Name
        | ShipKey::ClassSlug
        | ShipKey::Hits
        | ShipKey::Viability
        | ShipKey::Status
        | ShipKey::InContactWith
        | ShipKey::ShotThisPhase
        | ShipKey::Moved => return None,
    })
}

/// The lines of a sheet to write on, with what is already known.
pub(super) fn lines(ship: &Ship) -> Vec<Fact> {
    vec![
        Fact::line(message!("In contact with"), &ship.in_contact_with).entry("in_contact_with"),
        Fact::new(message!("Notes"), Message::default()),
    ]
}
