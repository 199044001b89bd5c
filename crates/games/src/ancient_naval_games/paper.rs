//! Printed additions for Ancient Naval Games: sentences for record entries, and the
//! markers.

use message::{Message, message};
use rules::Keyword as _;
use rules::common::{Side, Subject};
use rules::modifiers::ModifierWord as _;
use rules::sheet::{Fact, Printed, Track};
use rules::view::Chit;

use super::state::{Battle, Ship, SideKey};
use super::tables::{Cause, MOST_OAR_DAMAGE};

impl Printed for Battle {
    /// A sentence for a record entry; empty if it is shown elsewhere.
    fn in_words(&self, subject: Subject, entry: &str) -> Option<Message> {
        match subject {
            Subject::Unit(tag) => {
                let left = self.common.units.find(tag)?.points_left();
                (entry == "mp_left" && self.active == Some(tag)).then(
                    || message!(left => "{n} movement point left" | "{n} movement points left"),
                )
            }
            Subject::Side(_) => SideKey::of_word(entry).map(|key| match key {
                SideKey::Ceded => message!("has conceded"),
                SideKey::MoraleAsked => message!("morale checked this turn"),
            }),
            Subject::Battle => Some(Message::default()),
        }
    }

    /// State of the battle that is in no ship's record.
    fn remembered(&self) -> Vec<Fact> {
        let mut facts =
            vec![Fact::new(message!("Goes first"), Message::verbatim(self.first.slug()))];
        for side in [Side::A, Side::B] {
            let (gone, began) = self.losses(side);
            let shown = message!(
                "{gone} of {began}; morale check from {least}",
                gone,
                began,
                least = began / 2 + 1
            );
            facts.push(Fact::new(message!("Ships gone ({side})", side = side.slug()), shown));
        }
        facts
    }

    /// The markers of a side's fleet.
    fn chits(&self, side: Side) -> Vec<Chit> {
        let ships = u32::try_from(self.common.units.of(side).count()).unwrap_or(u32::MAX);
        let mut markers = vec![
            Chit::marker("", message!("moved"), ships),
            Chit::marker("", message!("wreck"), ships.div_ceil(3)),
            Chit::marker("", message!("isolated"), ships.div_ceil(3)),
        ];
        markers.extend(
            (1..=MOST_OAR_DAMAGE)
                .map(|n| Chit::marker(&n.to_string(), message!("oars lost"), ships.div_ceil(2))),
        );
        markers
    }

    /// The ships that a side has lost, as boxes up to its morale check.
    fn tallies(&self, side: Side) -> Vec<Track> {
        let (gone, began) = self.losses(side);
        let shaken = began / 2 + 1;
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        vec![
            Track::for_damage(message!("Ships gone"), count(shaken), count(gone.min(shaken)))
                .noted(message!("last box: isolated ships leave as its turn begins")),
        ]
    }
}

/// The present modifier of a ship's own die in attacks, from her oar damage.
pub(super) fn now(ship: &Ship) -> Vec<Fact> {
    let damage = Cause::OarDamage.amount() * i64::from(ship.oar_damage);
    let shown = || Fact::new(message!("now: attacks"), Message::signed(damage));
    (damage != 0 && ship.in_action()).then(shown).into_iter().collect()
}
