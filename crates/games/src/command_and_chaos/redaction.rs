//! Redaction in Command & Chaos: every secret of the other side is replaced by a value that
//! does not depend on it.

use std::borrow::Cow;
use std::sync::Arc;

use message::{Message, message};
use rules::common::{Side, Subject, Tag, Viewer, Visibility};
use rules::roster::Rostered;
use rules::secrets::Secrets;

use super::FACE_DOWN;
use super::orders::Order;
use super::state::{Battle, SideRecord, Unit};
use super::tables::MORALE;

impl Secrets for Battle {
    /// Hides which cards were discarded, which one was played face down, and the value to
    /// which a hidden entry is corrected, even if the value stays the same.
    fn order_visibility(&self, order: &Order, viewer: Viewer) -> Visibility {
        let hidden = |hides| if hides { Visibility::Partial } else { Visibility::Whole };
        match order {
            Order::Discard { side, .. } | Order::Draw { side } => hidden(!viewer.knows(*side)),
            Order::PlayCard { unit, .. } => hidden(!viewer.knows(unit.side)),
            Order::Initiative
            | Order::MoveZone { .. }
            | Order::Pass { .. }
            | Order::Flank { .. }
            | Order::Turn { .. }
            | Order::Join { .. }
            | Order::Leave { .. }
            | Order::Advance { .. }
            | Order::MoveOfficer { .. }
            | Order::Charge { .. }
            | Order::Javelins { .. }
            | Order::FallBack { .. }
            | Order::Skirmish { .. }
            | Order::Reveal { .. }
            | Order::Melee { .. }
            | Order::AlliedMorale { .. }
            | Order::CloseRout { .. }
            | Order::Rally { .. }
            | Order::Attach { .. }
            | Order::Detach { .. }
            | Order::Reserve { .. }
            | Order::ReplaceLieutenant { .. }
            | Order::EndPhase
            | Order::Concede { .. } => Visibility::Whole,
        }
    }

    /// The battle as a viewer knows it.
    fn known_to(&self, viewer: Viewer) -> Cow<'_, Battle> {
        let unknown: Vec<Side> =
            Side::ALL.iter().copied().filter(|side| !viewer.knows(*side)).collect();
        if unknown.iter().all(|side| self.is_redacted(*side)) {
            return Cow::Borrowed(self);
        }
        let mut known = self.clone();
        for side in unknown {
            if !known.is_redacted(side) {
                known.redacted.push(side);
            }
            Arc::make_mut(&mut known.common.sides)[side.index()].notes.clear();
            Arc::make_mut(&mut known.cards)[side.index()].clear();
            let log = known.side_mut(side);
            *log = log.face_down();
        }
        Cow::Owned(known.guessing(STURDY))
    }

    /// The other candidates for a redacted battle. They differ as much as possible in what
    /// is unknown, so that what they have in common reveals nothing.
    fn indistinguishable(&self) -> Vec<Battle> {
        if self.redacted.is_empty() {
            return Vec::new();
        }
        OTHER_ENDS.map(|guess| self.clone().guessing(guess)).into()
    }

    /// How much of an entry of a record a viewer may see.
    fn field_visibility(&self, subject: Subject, entry: &str, viewer: Viewer) -> Visibility {
        match subject {
            Subject::Unit(tag) if !viewer.knows(tag.side) => {
                Unit::field_visibility(self, tag, entry)
            }
            Subject::Side(side) if viewer.knows(side) => Visibility::Whole,
            Subject::Side(_) if entry == "notes" => Visibility::Hidden,
            Subject::Side(side) => SideRecord::field_visibility(self, side, entry),
            Subject::Unit(_) | Subject::Battle => Visibility::Whole,
        }
    }

    /// Why the odds of an order stay hidden until its dice are rolled: a unit's grade is
    /// shown in its first fight, not while players consider one.
    fn hides_odds(&self, order: &Order) -> Option<Message> {
        let tags: Vec<Tag> = match order {
            Order::Charge { unit, target, .. } => vec![*unit, *target],
            Order::Melee { unit, units, target, .. } => {
                let units = units.iter().flatten().chain(unit);
                units.chain([target]).copied().collect()
            }
            Order::AlliedMorale { unit, .. } => vec![*unit],
            Order::Initiative
            | Order::Discard { .. }
            | Order::Draw { .. }
            | Order::MoveZone { .. }
            | Order::Pass { .. }
            | Order::Flank { .. }
            | Order::Turn { .. }
            | Order::Join { .. }
            | Order::Leave { .. }
            | Order::Advance { .. }
            | Order::MoveOfficer { .. }
            | Order::Javelins { .. }
            | Order::FallBack { .. }
            | Order::Skirmish { .. }
            | Order::PlayCard { .. }
            | Order::Reveal { .. }
            | Order::CloseRout { .. }
            | Order::Rally { .. }
            | Order::Attach { .. }
            | Order::Detach { .. }
            | Order::Reserve { .. }
            | Order::ReplaceLieutenant { .. }
            | Order::EndPhase
            | Order::Concede { .. } => Vec::new(),
        };
        let hidden: Vec<Message> = self
            .common
            .units
            .iter()
            .filter(|(tag, unit)| {
                tags.contains(tag) && unit.kind.is_heavy() && !unit.veteran_revealed
            })
            .map(|(tag, _)| message!("{tag}", tag))
            .collect();
        (!hidden.is_empty()).then(|| {
            message!(
                "{hidden}: not yet known to be veteran or average, so no odds can be shown.",
                hidden = Message::list(hidden)
            )
        })
    }
}

/// A replacement for an unknown morale and grade.
#[derive(Clone, Copy)]
struct Assumption {
    /// The number of hits that a unit can still take.
    morale_left: u32,
    veteran: bool,
}

/// An average unit that no charge can rout.
const STURDY: Assumption = Assumption { morale_left: MORALE.1, veteran: false };

/// The other extremes of what is possible.
const OTHER_ENDS: [Assumption; 3] = [
    Assumption { morale_left: MORALE.1, veteran: true },
    Assumption { morale_left: 1, veteran: false },
    Assumption { morale_left: 1, veteran: true },
];

impl Battle {
    /// Whether a unit's morale chit lies face down. It is turned up when the unit routs.
    pub(super) fn hides_morale(&self, tag: Tag) -> bool {
        self.common.units.find(tag).is_some_and(Unit::in_play)
    }

    /// Whether a unit's grade has not been shown yet.
    pub(super) fn hides_grade(&self, tag: Tag) -> bool {
        self.common.units.find(tag).is_some_and(|unit| !unit.veteran_revealed)
    }

    /// Whether the card behind a unit has not been turned up.
    pub(super) fn hides_card(&self, tag: Tag) -> bool {
        self.common.units.find(tag).is_some_and(|unit| !unit.card_revealed)
    }

    /// The battle with this guess in place of the unknown values.
    fn guessing(mut self, guess: Assumption) -> Battle {
        let redacted: Vec<Tag> =
            self.common.units.tags().into_iter().filter(|tag| self.is_redacted(tag.side)).collect();
        for tag in redacted {
            self.common.units.change(tag, |unit| unit.redact(guess));
        }
        self
    }
}

impl Unit {
    fn redact(&mut self, guess: Assumption) {
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

impl SideRecord {
    fn face_down(&self) -> SideRecord {
        let backs = |cards: &[String]| vec![FACE_DOWN.to_owned(); cards.len()];
        SideRecord {
            deck: backs(&self.deck),
            hand: backs(&self.hand),
            discards: self.discards_face_down(),
            ..self.clone()
        }
    }

    /// The discards as the other side sees them: only cards turned up in a melee are face
    /// up (CC-11).
    pub(super) fn discards_face_down(&self) -> Vec<String> {
        let seen = |(at, card): (usize, &String)| {
            if self.discards_shown.contains(&at) { card.clone() } else { FACE_DOWN.to_owned() }
        };
        self.discards.iter().enumerate().map(seen).collect()
    }
}
