//! The sentence of the guide about the ship whose turn it is: what she has done last, and
//! what she can do next.

use crate::rules::common::Tag;
use crate::rules::view::NextStep;
use crate::say::{Say, say};

use super::guards::called;
use super::orders::OrderKind;
use super::state::{Battle, Phase, Ship};

impl Battle {
    /// What the guide says of the active ship, who has these steps left and these debts.
    pub(super) fn prompt_for(
        &self,
        (tag, ship): (Tag, &Ship),
        next: &[NextStep],
        owed: &[Say],
    ) -> Say {
        let open = Open(next);
        let prompt = match (self.last_done(tag, ship), open.what_next(self.phase)) {
            // With her turn all is still to come.
            (done, Some(_)) if self.phase == Phase::Start => done,
            (done, Some(next)) => say!("{done} {next}", done, next),
            (_, None) if owed.is_empty() => say!("her turn is done."),
            (_, None) => say!("her turn can end."),
        };
        say!("{ship}: {prompt}", ship = called(tag, ship), prompt)
    }

    /// What she did last in her turn, as far as her record still shows it.
    fn last_done(&self, tag: Tag, ship: &Ship) -> Say {
        match self.phase {
            Phase::Start if ship.shot.values().any(|shot| *shot) => say!("missiles shot."),
            Phase::Start if ship.aground => say!("she is aground."),
            Phase::Start => say!("her turn begins."),
            Phase::Fire if ship.fire_done => say!("fire done."),
            Phase::Sail if ship.sail.is_some() => say!("wind known."),
            Phase::Row | Phase::Missiles if ship.spent > 0 => say!("rowed."),
            Phase::Row | Phase::Missiles if self.rowed.contains(&tag) => {
                say!("she stays where she is.")
            }
            Phase::Row | Phase::Missiles if ship.ungrapple_tried => {
                if ship.grappled.is_empty() {
                    say!("free of the grapple.")
                } else {
                    say!("held by the grapple.")
                }
            }
            Phase::Ram if !ship.rammed_this_turn.is_empty() => say!("rammed."),
            Phase::Board if ship.boarded_this_turn => say!("boarded."),
            Phase::Board if self.any_ship(|_, prize| prize.was_taken_by(tag)) => {
                say!("prize taken.")
            }
            Phase::Morale if ship.morale_tested => say!("morale tested."),
            Phase::Fire
            | Phase::Sail
            | Phase::Row
            | Phase::Missiles
            | Phase::Ram
            | Phase::Board
            | Phase::Morale => say!("her turn goes on."),
        }
    }
}

/// The steps that she can still take.
struct Open<'n>(&'n [NextStep]);

impl Open<'_> {
    fn has(&self, kind: OrderKind) -> bool {
        self.0.iter().any(|step| step.kind == kind.slug())
    }

    /// What she can do next; `None` if only the end of her turn is left.
    fn what_next(&self, now: Phase) -> Option<Say> {
        if self.has(OrderKind::Fire) {
            return Some(say!("Fire next."));
        }
        if self.has(OrderKind::Sail) {
            return Some(say!("Sail next."));
        }
        if self.has(OrderKind::Ungrapple) {
            return Some(say!("Break free, or fight where she is."));
        }
        if self.has(OrderKind::Row) {
            return Some(say!("Row next."));
        }
        // Missiles come before the ram in her turn; later they are only mentioned where
        // nothing else is.
        let shoots = self.has(OrderKind::Shoot);
        let attacks =
            [shoots && now < Phase::Ram, self.has(OrderKind::Ram), self.has(OrderKind::Board)];
        match (attacks, self.has(OrderKind::Morale)) {
            ([true, true, true], _) => Some(say!("Shoot, ram or board.")),
            ([true, true, false], _) => Some(say!("Shoot or ram.")),
            ([true, false, true], _) => Some(say!("Shoot or board.")),
            ([false, true, true], _) => Some(say!("Ram or board.")),
            ([true, false, false], true) => Some(say!("Shoot, or roll for morale.")),
            ([false, true, false], true) => Some(say!("Ram, or roll for morale.")),
            ([false, false, true], true) => Some(say!("Board, or roll for morale.")),
            ([true, false, false], false) => Some(say!("Shoot, or end her turn.")),
            ([false, true, false], false) => Some(say!("Ram, or end her turn.")),
            ([false, false, true], false) => Some(say!("Board, or end her turn.")),
            ([false, false, false], true) => Some(say!("Roll for morale.")),
            ([false, false, false], false) => self.at_the_end(shoots),
        }
    }

    /// What is left after her morale roll.
    fn at_the_end(&self, shoots: bool) -> Option<Say> {
        match (shoots, self.has(OrderKind::Escape), self.has(OrderKind::TakePrize)) {
            (false, false, false) => None,
            (true, false, false) => Some(say!("Shoot, or end her turn.")),
            (false, true, false) => Some(say!("Leave the table, or end her turn.")),
            (true, true, false) => Some(say!("Shoot, leave the table, or end her turn.")),
            (_, _, true) => Some(say!("Take a prize, or end her turn.")),
        }
    }
}
