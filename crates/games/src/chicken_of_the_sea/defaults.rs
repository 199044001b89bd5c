//! Initial values and choices in the forms of Chicken of the Sea, and which orders are
//! offered to which unit.

use serde_json::{Value, json};

use message::{Message, message};
use rules::Keyword as _;
use rules::common::{Side, Subject, Tag};
use rules::forms::Forms;
use rules::roster::Rostered;
use rules::system::Rules;
use rules::view::FieldDefaults;

use super::attack::may_avoid;
use super::command::takes_the_marker;
use super::orders::fields::{
    Board, Coast, CommandCheck, Counterboard, EnterOccupied, Form, OutOfRange, Ram, SetSpeed,
    Shear, Spend, TransferAdmiral,
};
use super::orders::{Field, OrderKind, Switch};
use super::speed::may_take;
use super::state::{Battle, Galley, SideKey};
use super::tables::{Aspect, SHEAR_POINTS, Shape, Speed};

impl Forms for Battle {
    /// Only a target that may back water is asked whether she tries.
    fn unseen(&self, _subject: Subject, field: Field, target: Option<Tag>) -> bool {
        let avoids = matches!(field, Field::Ram(Ram::avoid) | Field::Shear(Shear::avoid));
        !avoids || target.is_none_or(|target| may_avoid(self, target))
    }

    fn defaults(&self, subject: Subject, field: Field) -> FieldDefaults {
        let (tag, galley) = match subject {
            Subject::Unit(tag) => match self.common.units.find(tag) {
                Some(galley) => (tag, galley),
                None => return FieldDefaults::default(),
            },
            Subject::Side(side) => return self.defaults_of_side(side, field),
            Subject::Battle => return FieldDefaults::default(),
        };
        match field {
            Field::SetSpeed(SetSpeed::speed) => self.speeds(tag, galley),
            Field::Coast(Coast::backing) => value(json!(galley.speed == Speed::BackingWater)),
            Field::EnterOccupied(EnterOccupied::through_flank) => value(json!(false)),
            Field::Ram(Ram::target) | Field::Shear(Shear::target) | Field::Board(Board::target) => {
                self.galleys_of(galley.side.other(), |_, _| true)
            }
            Field::Ram(Ram::aspect) => value(json!(Aspect::Flank)),
            Field::Ram(Ram::mp_left) => FieldDefaults {
                range: Some((0, i64::from(galley.points().saturating_sub(1)))),
                ..value(json!(0))
            },
            Field::Spend(Spend::mp) => FieldDefaults {
                range: galley.mp_left.map(|left| (1, i64::from(left))),
                ..value(json!(galley.mp_left))
            },
            Field::CommandCheck(CommandCheck::in_admirals_range) => {
                value(json!(self.exemption(tag, None).is_some()))
            }
            Field::Board(Board::ships) => self.galleys_of(galley.side, |other, galley| {
                galley.fouled_with.is_empty() && !self.progress.taken.contains(&other)
            }),
            Field::Counterboard(Counterboard::target) => {
                let boarders = self.progress.may_counter.get(&tag);
                self.list(|other, _| boarders.is_some_and(|tags| tags.contains(&other)))
            }
            Field::Form(field) => self.forming(field, tag, galley),
            Field::TransferAdmiral(TransferAdmiral::to) => {
                self.galleys_of(galley.side, |other, _| other != tag)
            }
            Field::SetSpeed(SetSpeed::ship | SetSpeed::formation)
            | Field::Coast(Coast::ship | Coast::bow_at_land)
            | Field::EnterOccupied(EnterOccupied::ship | EnterOccupied::other)
            | Field::Ram(Ram::ship | Ram::avoid)
            | Field::Shear(Shear::ship | Shear::aspect | Shear::avoid)
            | Field::Spend(Spend::ship)
            | Field::CommandCheck(CommandCheck::ship)
            | Field::Counterboard(Counterboard::ship | Counterboard::attempt)
            | Field::TransferAdmiral(TransferAdmiral::from)
            | Field::Drift(_)
            | Field::Refloat(_)
            | Field::Unfoul(_)
            | Field::Avoid(_)
            | Field::EndMove(_)
            | Field::LeaveTable(_)
            | Field::BreakFormation(_)
            | Field::OutOfRange(_)
            | Field::EndPhase(_)
            | Field::Resign(_) => FieldDefaults::default(),
        }
    }

    /// Whether the form asks for a field, because it could change the order now. The
    /// admiral's range does not matter while he commands a formation.
    fn asks(&self, subject: Subject, field: Field) -> bool {
        let Subject::Unit(tag) = subject else { return true };
        match field {
            // The leader of a formation sets the speed for all of it.
            Field::SetSpeed(SetSpeed::formation) => false,
            // A galley that backs water enters backwards, whatever her facing.
            Field::Coast(Coast::bow_at_land | Coast::backing) => {
                let speed = self.common.units.find(tag).map(|galley| galley.speed);
                speed != Some(Speed::BackingWater)
            }
            Field::CommandCheck(CommandCheck::in_admirals_range) => {
                let [inside, outside] =
                    [true, false].map(|inside| self.exemption(tag, Some(inside)).is_some());
                inside != outside
            }
            Field::SetSpeed(SetSpeed::ship | SetSpeed::speed)
            | Field::Coast(Coast::ship)
            | Field::CommandCheck(CommandCheck::ship)
            | Field::Drift(_)
            | Field::Spend(_)
            | Field::Refloat(_)
            | Field::EnterOccupied(_)
            | Field::Unfoul(_)
            | Field::Ram(_)
            | Field::Shear(_)
            | Field::Avoid(_)
            | Field::EndMove(_)
            | Field::LeaveTable(_)
            | Field::Board(_)
            | Field::Counterboard(_)
            | Field::TransferAdmiral(_)
            | Field::Form(_)
            | Field::BreakFormation(_)
            | Field::OutOfRange(_)
            | Field::EndPhase(_)
            | Field::Resign(_) => true,
        }
    }

    /// Whether a subject could give such an order now, in or out of turn; it keeps the list
    /// short.
    fn concerns(&self, subject: Subject, order: OrderKind) -> bool {
        match subject {
            Subject::Battle => true,
            Subject::Side(side) => {
                (order == OrderKind::Resign && self.winner().is_none())
                    || (order == OrderKind::OutOfRange
                        && self.switch(Switch::Command)
                        && self.check_is_due(side)
                        && self.free_admiral(side).is_some())
            }
            Subject::Unit(tag) => self
                .common
                .units
                .find(tag)
                .is_some_and(|galley| self.is_applicable(tag, galley, order)),
        }
    }
}

impl Battle {
    fn is_applicable(&self, tag: Tag, galley: &Galley, order: OrderKind) -> bool {
        if !galley.in_play() {
            return false;
        }
        let command = self.switch(Switch::Command);
        let free = galley.fouled_with.is_empty();
        let moves_on = galley.fights() && free && matches!(galley.speed, Speed::Ahead(1..));
        let formation = self.formation_of(tag);
        match order {
            OrderKind::SetSpeed => {
                galley.fights() && formation.is_none_or(|formation| formation.leader == tag)
            }
            OrderKind::Drift => galley.drift_owed,
            OrderKind::Spend => {
                galley.fights() && free && galley.mp_left.is_some_and(|left| left > 0)
            }
            OrderKind::EndMove => galley.fights() && galley.mp_left.is_some() && !galley.moved,
            OrderKind::LeaveTable => galley.fights() && free,
            OrderKind::Coast => galley.fights() && free,
            OrderKind::Refloat => galley.aground,
            OrderKind::EnterOccupied | OrderKind::Ram => {
                moves_on && !(galley.moved && galley.mp_left.is_some())
            }
            OrderKind::Shear => moves_on && galley.points() >= SHEAR_POINTS,
            OrderKind::Unfoul => !free,
            OrderKind::Board => free && !self.progress.taken.contains(&tag),
            OrderKind::Counterboard => self.progress.may_counter.contains_key(&tag),
            OrderKind::TransferAdmiral => command && self.is_flagship(tag, galley.side),
            OrderKind::Form => command && galley.keeps_station(),
            OrderKind::BreakFormation => formation.is_some(),
            OrderKind::CommandCheck => {
                command
                    && self.check_is_due(galley.side)
                    && self.exemption(tag, Some(false)).is_none()
            }
            // The app asks for it when an attack is declared.
            OrderKind::Avoid => false,
            OrderKind::OutOfRange | OrderKind::EndPhase | OrderKind::Resign => false,
        }
    }

    /// The galleys that would have to check if they were out of the admiral's range.
    fn defaults_of_side(&self, side: Side, field: Field) -> FieldDefaults {
        if field != Field::OutOfRange(OutOfRange::ships) {
            return FieldDefaults::default();
        }
        let could_be = |tag: Tag, galley: &Galley| self.could_be_out_of_range(tag, galley);
        FieldDefaults { value: Some(json!([])), ..self.galleys_of(side, could_be) }
    }

    fn speeds(&self, tag: Tag, galley: &Galley) -> FieldDefaults {
        let began = self.began_at(tag);
        let mut choices = began.choices(galley.crippled);
        // Every galley under the marker must be able to reach its speed (C-26, C-33).
        let mates = self.formation_of(tag).into_iter().flat_map(|formation| &formation.ships);
        for mate in mates.copied().chain([tag]) {
            choices.retain(|speed| may_take(self, mate, *speed).is_ok());
        }
        let numbers = choices.iter().filter(|speed| **speed != Speed::BackingWater);
        let numbers: Vec<i64> = numbers.map(|speed| i64::from(speed.in_sums())).collect();
        let label = |speed: &Speed| match speed {
            Speed::Ahead(points) if *speed == began => message!("{points} (as before)", points),
            Speed::Ahead(_) | Speed::BackingWater => speed.to_choose(),
        };
        FieldDefaults {
            value: Some(json!(galley.speed)),
            range: numbers.first().copied().zip(numbers.last().copied()),
            choices: Some(choices.iter().map(|speed| (json!(speed), label(speed))).collect()),
        }
    }

    /// The formation form starts with this galley and the next one of her side.
    fn forming(&self, field: Form, tag: Tag, galley: &Galley) -> FieldDefaults {
        let able = |mate: Tag, other: &Galley| {
            other.keeps_station() && takes_the_marker(self, mate, tag).is_ok()
        };
        let FieldDefaults { choices, .. } = self.galleys_of(galley.side, able);
        match field {
            Form::ships => {
                let mates = choices.iter().flatten().map(|(value, _)| value);
                let next = mates.clone().skip_while(|value| **value != json!(tag)).nth(1);
                let mate = next.or_else(|| mates.clone().find(|value| **value != json!(tag)));
                let ships: Vec<Value> = [json!(tag)].into_iter().chain(mate.cloned()).collect();
                FieldDefaults { value: Some(json!(ships)), range: None, choices }
            }
            Form::leader => FieldDefaults { value: Some(json!(tag)), range: None, choices },
            Form::formation => value(json!(Shape::Column)),
        }
    }

    fn galleys_of(&self, side: Side, wanted: impl Fn(Tag, &Galley) -> bool) -> FieldDefaults {
        self.list(|tag, galley| galley.side == side && galley.in_play() && wanted(tag, galley))
    }

    fn list(&self, wanted: impl Fn(Tag, &Galley) -> bool) -> FieldDefaults {
        let list = self.common.units.iter().filter(|(tag, galley)| wanted(*tag, galley));
        let choices = list
            .map(|(tag, galley)| (json!(tag), message!("{tag} {name}", tag, name = &galley.name)));
        FieldDefaults { choices: Some(choices.collect()), ..FieldDefaults::default() }
    }
}

fn value(value: Value) -> FieldDefaults {
    FieldDefaults { value: Some(value), ..FieldDefaults::default() }
}

/// The entries of a side that can be corrected.
pub(super) fn keys_of_a_side(battle: &Battle, side: Side) -> FieldDefaults {
    let admiral = serde_json::to_value(battle.admiral(side)).unwrap_or_default();
    let keys = admiral.as_object().into_iter().flatten();
    let choices: Vec<(Value, Message)> = keys
        .map(|(key, _)| {
            let entry = message!("Admiral ({entry})", entry = Message::slug(key.clone()));
            (json!(format!("admiral.{key}")), entry)
        })
        .chain([(json!(SideKey::Formations.word()), message!("Formations"))])
        .collect();
    FieldDefaults::first_of(choices)
}
