//! Initial values and choices in the forms of Ancient Naval Games.

use serde_json::json;

use message::message;
use rules::Keyword as _;
use rules::common::{Subject, Tag};
use rules::forms::Forms;
use rules::system::Rules;
use rules::view::FieldDefaults;

use super::orders::fields::{Activate, LeaveTable, Morale, Move, OarStrike, Ram};
use super::orders::{Field, OrderKind};
use super::state::{Battle, Ship, SideKey};
use super::tables::{AHEAD_COST, ASTERN_COST, TURN_COST};

impl Forms for Battle {
    fn asks(&self, subject: Subject, field: Field) -> bool {
        let Subject::Unit(tag) = subject else { return true };
        match field {
            // The last ship of a side is isolated, whatever is entered; for the
            // others it is known from their first order on.
            Field::Activate(Activate::isolated)
            | Field::Move(Move::isolated)
            | Field::OarStrike(OarStrike::isolated)
            | Field::Ram(Ram::isolated) => {
                let begins = self.common.units.find(tag).is_some_and(|ship| !ship.activated);
                begins && self.last_ship(tag.side) != Some(tag)
            }
            Field::LeaveTable(LeaveTable::elsewhere) => self.common.aims.may_leave(tag.side),
            Field::Activate(Activate::ship)
            | Field::Move(Move::ship | Move::ahead | Move::astern | Move::turns)
            | Field::OarStrike(OarStrike::ship | OarStrike::target | OarStrike::aspect)
            | Field::Ram(Ram::ship | Ram::target | Ram::aspect)
            | Field::LeaveTable(LeaveTable::ship)
            | Field::FirstSide(_)
            | Field::Morale(_)
            | Field::Finish(_)
            | Field::EndTurn(_)
            | Field::Cede(_) => true,
        }
    }

    /// The side that goes first is decided before the battle begins.
    fn concerns(&self, subject: Subject, order: OrderKind) -> bool {
        match subject {
            Subject::Unit(tag) => self.in_play(tag),
            Subject::Side(_) | Subject::Battle => order != OrderKind::FirstSide || !self.begun,
        }
    }

    fn defaults(&self, subject: Subject, field: Field) -> FieldDefaults {
        let own = match subject {
            Subject::Unit(tag) => self.common.units.find(tag).map(|ship| (tag, ship)),
            Subject::Side(_) | Subject::Battle => None,
        };
        let of_own = |hint: &dyn Fn(Tag, &Ship) -> FieldDefaults| {
            own.map_or_else(FieldDefaults::default, |(tag, ship)| hint(tag, ship))
        };
        match field {
            Field::Move(field) => of_own(&|_, ship| steps(ship, field)),
            Field::OarStrike(OarStrike::target) | Field::Ram(Ram::target) => {
                of_own(&|own, _| self.choices(|tag, ship| ship.in_action() && tag.side != own.side))
            }
            Field::Morale(Morale::isolated) => FieldDefaults {
                value: self.last_ship(self.to_move).map(|tag| json!([tag])),
                ..self.choices(|tag, ship| ship.in_action() && tag.side == self.to_move)
            },
            Field::OarStrike(OarStrike::ship | OarStrike::aspect | OarStrike::isolated)
            | Field::Ram(Ram::ship | Ram::aspect | Ram::isolated)
            | Field::FirstSide(_)
            | Field::Activate(_)
            | Field::LeaveTable(_)
            | Field::Finish(_)
            | Field::EndTurn(_)
            | Field::Cede(_) => FieldDefaults::default(),
        }
    }
}

impl Battle {
    fn choices(&self, wanted: impl Fn(Tag, &Ship) -> bool) -> FieldDefaults {
        let ships = self.common.units.iter().filter(|(tag, ship)| wanted(*tag, ship));
        let choices = ships.map(|(tag, _)| (json!(tag), self.called(tag)));
        FieldDefaults { choices: Some(choices.collect()), ..FieldDefaults::default() }
    }
}

/// All points go straight ahead; without points, the free turn is used.
fn steps(ship: &Ship, field: Move) -> FieldDefaults {
    let points = ship.points_left();
    let free = if ship.free_turn_left { ship.size.free_turns() } else { 0 };
    let (value, highest) = match field {
        Move::ahead => (points / AHEAD_COST, points / AHEAD_COST),
        Move::astern => (0, points / ASTERN_COST),
        Move::turns => (if points == 0 { free } else { 0 }, points / TURN_COST + free),
        Move::ship | Move::isolated => return FieldDefaults::default(),
    };
    FieldDefaults { value: Some(json!(value)), range: Some((0, i64::from(highest))), choices: None }
}

/// The entries of a side that can be corrected.
pub(super) fn side_keys() -> FieldDefaults {
    FieldDefaults::first_of(vec![
        (json!(SideKey::Ceded.word()), message!("Conceded")),
        (json!(SideKey::MoraleAsked.word()), message!("Morale checked this turn")),
    ])
}
