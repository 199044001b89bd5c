//! The battle as a viewer knows it: every secret of the other side is replaced
//! by something that does not depend on it, so that nothing worked out from it
//! can reveal the secret.

use crate::rules::common::{Side, Subject, Viewer};
use crate::rules::given::Corrected;
use crate::rules::roster::Rostered;

use super::FACE_DOWN;
use super::state::{Battle, Setup, SideLog, Unit};
use super::tables::MORALE;

/// What stands in for an unknown morale and grade.
#[derive(Clone, Copy)]
struct Guess {
    /// How many hits a unit can still take.
    morale_left: u32,
    /// Whether it is a veteran.
    veteran: bool,
}

/// An average unit that no charge can rout.
const STURDY: Guess = Guess { morale_left: MORALE.1, veteran: false };

/// The other extremes of what is possible.
const OTHER_ENDS: [Guess; 3] = [
    Guess { morale_left: MORALE.1, veteran: true },
    Guess { morale_left: 1, veteran: false },
    Guess { morale_left: 1, veteran: true },
];

impl Battle {
    /// The battle as a viewer knows it.
    pub(super) fn veiled_from(&self, viewer: Viewer) -> Battle {
        self.with_guess(viewer, STURDY)
    }

    /// Battles that look alike to a viewer, but differ as far as possible in
    /// what he does not know: what is the same in all of them reveals nothing.
    pub(super) fn guises_for(&self, viewer: Viewer) -> Vec<Battle> {
        let mut guises = vec![self.veiled_from(viewer)];
        if !guises[0].veiled.is_empty() {
            guises.extend(OTHER_ENDS.map(|guess| self.with_guess(viewer, guess)));
        }
        guises
    }

    /// Whether a correction is of an entry that a viewer may not see.
    pub(super) fn corrects_unseen(&self, corrected: &Corrected, viewer: Viewer) -> bool {
        let key = corrected.field.split('.').next().unwrap_or_default();
        match corrected.subject {
            Subject::Unit(tag) => self.units.find(tag).is_some_and(|unit| match key {
                "max_morale" => !Battle::morale_shows(tag, unit, viewer),
                "veteran" => !Battle::grade_shows(tag, unit, viewer),
                "card" => !viewer.knows(tag.side) && !unit.card_revealed,
                _ => false,
            }),
            Subject::Side(side) => {
                !viewer.knows(side) && matches!(key, "hand" | "deck" | "discards")
            }
            Subject::Battle => false,
        }
    }

    fn with_guess(&self, viewer: Viewer, guess: Guess) -> Battle {
        let mut known = self.clone();
        let unknown = |side: &Side| !viewer.knows(*side);
        for side in Side::ALL.iter().copied().filter(unknown) {
            known.veiled.push(side);
            known.setup = known.setup.without_secrets_of(side).into();
            let log = known.side_mut(side);
            *log = log.face_down();
        }
        for tag in self.units.tags().into_iter().filter(|tag| !viewer.knows(tag.side)) {
            known.units.change(tag, |unit| unit.veil(guess));
        }
        known
    }
}

impl Unit {
    fn veil(&mut self, guess: Guess) {
        if self.in_play() && self.max_morale.is_some() {
            self.max_morale = Some(self.hits.saturating_add(guess.morale_left));
        }
        if self.kind.is_heavy() && !self.veteran_revealed {
            self.veteran = guess.veteran;
        }
        if self.card_lies_face_down() {
            self.card = Some(FACE_DOWN.into());
        }
    }
}

impl SideLog {
    fn face_down(&self) -> SideLog {
        let backs = |cards: &[String]| vec![FACE_DOWN.to_owned(); cards.len()];
        SideLog {
            deck: backs(&self.deck),
            hand: backs(&self.hand),
            discards: self.discards_face_down(),
            ..self.clone()
        }
    }

    /// The discards as the other side sees them: only those turned up in a
    /// melee show their face (CC-11).
    pub(super) fn discards_face_down(&self) -> Vec<String> {
        let seen = |(at, card): (usize, &String)| {
            if self.discards_shown.contains(&at) { card.clone() } else { FACE_DOWN.to_owned() }
        };
        self.discards.iter().enumerate().map(seen).collect()
    }
}

impl Setup {
    fn without_secrets_of(&self, side: Side) -> Setup {
        let mut setup = self.clone();
        setup.sides[side.index()].notes.clear();
        setup.cards[side.index()].clear();
        setup
    }
}
