//! Corrections in Command & Chaos: what is impossible, and what else changes with them.

use serde_json::Value;

use message::{Message, clipped, message};
use rules::common::{Side, Subject, Tag};
use rules::common_orders;
use rules::common_orders::Corrected;
use rules::correction::Corrections;
use rules::roster::Rostered;
use rules::system::Rules;
use rules::unit::{EntryValue, place_in};
use rules::value_type::ValueType;
use rules::view::FieldDefaults;

use super::effects::Effect;
use super::resolve::ending;
use super::routs::rout_effects;
use super::state::{Battle, SideKey, SideRecord, Status, Unit};
use super::tables::{MOST_CARDS, MOST_ROWS, Officer};

impl Corrections for Battle {
    fn corrected(&mut self, _corrected: &Corrected) {
        self.judge_again();
    }

    /// Refuses an impossible corrected unit.
    fn check_unit(&self, tag: Tag, unit: &Unit) -> Result<(), Message> {
        let now = self.common.units.find(tag);
        if now.is_some_and(|now| now.kind != unit.kind) {
            return Err(message!(
                "the kind of {unit} cannot change during the battle",
                unit = self.called(tag)
            ));
        }
        if unit.row.is_some_and(|row| !(1..=MOST_ROWS).contains(&row)) {
            return Err(message!("a table has rows 1 to {most} at most", most = MOST_ROWS));
        }
        let heavy = unit.kind.is_heavy();
        if heavy && (unit.max_morale.is_none_or(|most| most == 0) || unit.stamina.is_none()) {
            let unit = self.called(tag);
            return Err(message!("{unit} is a heavy unit, which has morale and stamina", unit));
        }
        if !heavy && (unit.max_morale.is_some() || unit.stamina.is_some()) {
            let unit = self.called(tag);
            return Err(message!("{unit} is light infantry, without morale and stamina", unit));
        }
        let named = unit.flanking.map(|flanking| flanking.target);
        let mut tags =
            unit.engaged_with.iter().chain(&unit.fought).chain(&unit.mixed_with).chain(&named);
        if let Some(unknown) = tags.find(|tag| self.common.units.find(**tag).is_none()) {
            return Err(message!("there is no {unknown}", unknown));
        }
        if let Some(card) = &unit.card
            && self.card_text(tag.side, card).is_none()
        {
            return Err(no_card(tag.side, card));
        }
        Ok(())
    }

    /// Replaces a unit with its corrected record, and adjusts what depends on it.
    fn replace_unit(&mut self, tag: Tag, unit: Unit) {
        let before = self.common.units.find(tag).map(|now| now.status);
        let (status, mixed) = (unit.status, unit.mixed);
        self.common.units.change(tag, |now| *now = unit);
        match status {
            Status::Routed | Status::InAction | Status::Engaged if before == Some(status) => {}
            Status::Routed => self.rout(tag),
            Status::InAction => {
                self.disengage(tag);
                self.routs_open.retain(|open| open.rout != tag);
            }
            Status::Engaged => self.routs_open.retain(|open| open.rout != tag),
        }
        self.officers_follow_units(tag.side);
        if !mixed {
            for light in self.common.units.tags() {
                if self.common.units.find(light).is_some_and(|unit| unit.mixed_with == Some(tag)) {
                    self.part(light);
                }
            }
        }
    }

    /// Sets an entry of a side's record. List positions count from 0; lieutenants may also
    /// be named by their zone.
    fn adjust_side(&mut self, side: Side, field: &str, value: &Value) -> Result<(), Message> {
        let keys = serde_json::to_value(self.side(side));
        let mut keys = keys.map_err(|_| message!("side {side} cannot be corrected", side))?;
        let first = field.split('.').next().unwrap_or_default();
        if keys.get(first).is_none() {
            let known = keys.as_object().into_iter().flat_map(|keys| keys.keys());
            return Err(message!(
                "side {side} has no entry `{field}`, only {known}",
                side,
                field = clipped(first),
                known = Message::list(known.map(Message::verbatim))
            ));
        }
        *place(&mut keys, field).ok_or_else(|| {
            message!("side {side} has no entry `{field}`", side, field = clipped(field))
        })? = value.clone();
        let mut log: SideRecord = serde_json::from_value(keys).map_err(|_| {
            let takes = SideRecord::HOLDS.at(field).map(ValueType::description).unwrap_or_default();
            let (field, value) = (clipped(field), clipped(&value.to_string()));
            message!(
                "`{field}` of side {side} takes {takes}, not {value}",
                field,
                side,
                takes,
                value
            )
        })?;
        self.check_side(side, &log)?;
        // Cards that were turned up are still known if they are in the same place.
        let before = &self.side(side).discards;
        let (now, shown) = (&log.discards, &mut log.discards_shown);
        if matches!(SideKey::of(first), Some(SideKey::Discards)) {
            shown.retain(|at| now.get(*at).is_some_and(|card| before.get(*at) == Some(card)));
        }
        let was_first = self.side(side).first_player;
        let now_first = log.first_player;
        let officers =
            matches!(SideKey::of(first), Some(SideKey::Commander | SideKey::Lieutenants));
        *self.side_mut(side) = log;
        if now_first && !was_first {
            self.side_mut(side.other()).first_player = false;
        }
        if officers {
            self.units_follow_officers(side);
        }
        Ok(())
    }

    /// A correction that reduces a unit's morale to nothing routs it, since players carry
    /// out battle cards by corrections.
    fn further_effects(&self, corrected: &Corrected) -> Vec<Effect> {
        let Subject::Unit(tag) = corrected.subject else { return Vec::new() };
        if !matches!(&*corrected.field, "hits" | "max_morale") {
            return Vec::new();
        }
        let mut after = self.clone();
        common_orders::apply_correction(&mut after, corrected);
        let gone =
            after.common.units.find(tag).is_some_and(|unit| unit.in_play() && unit.routs_with(0));
        if !gone {
            return Vec::new();
        }
        let mut effects = rout_effects(self, &[tag], &[]);
        effects.extend(ending(self, &effects));
        effects
    }

    /// The entries of a record that can be corrected.
    fn correctable(&self, subject: Subject) -> FieldDefaults {
        match subject {
            Subject::Unit(tag) => {
                let unit = self.common.units.find(tag);
                unit.map(|unit| self.unit_keys(tag, unit)).unwrap_or_default()
            }
            Subject::Side(side) => self.side_keys(side),
            Subject::Battle => FieldDefaults::default(),
        }
    }
}

impl Battle {
    fn check_side(&self, side: Side, log: &SideRecord) -> Result<(), Message> {
        let mut cards = log.deck.iter().chain(&log.hand).chain(&log.discards);
        if let Some(card) = cards.find(|card| self.card_text(side, card).is_none()) {
            return Err(no_card(side, card));
        }
        if log.deck.len() + log.hand.len() + log.discards.len() > MOST_CARDS {
            return Err(message!("a deck has at most {most} cards", most = MOST_CARDS));
        }
        let units = log.commander.iter().filter_map(|c| c.unit);
        for tag in units.chain(log.lieutenants.iter().filter_map(|l| l.unit)) {
            if tag.side != side || !self.common.units.find(tag).is_some_and(Unit::in_play) {
                return Err(message!(
                    "{unit} is not a unit of side {side} on the table",
                    unit = tag,
                    side
                ));
            }
        }
        for lieutenant in &log.lieutenants {
            if let Some(unit) = lieutenant.unit.and_then(|tag| self.common.units.find(tag))
                && unit.zone != lieutenant.zone
            {
                let zone = lieutenant.zone.says();
                return Err(message!("the lieutenant of the {zone} stays in his zone", zone));
            }
        }
        Ok(())
    }

    /// Makes the units' records agree with the officers' records, and records when a
    /// lieutenant fell.
    fn units_follow_officers(&mut self, side: Side) {
        let round = self.common.round;
        for lieutenant in &mut self.side_mut(side).lieutenants {
            if lieutenant.lost {
                lieutenant.unit = None;
                lieutenant.lost_in.get_or_insert(round);
            } else {
                lieutenant.lost_in = None;
            }
        }
        let log = self.side(side);
        let mut attached: Vec<(Tag, Officer)> =
            log.lieutenants.iter().filter_map(|l| Some((l.unit?, Officer::Lieutenant))).collect();
        attached.extend(log.commander.iter().filter_map(|c| Some((c.unit?, Officer::Commander))));
        for tag in self.common.units.tags().into_iter().filter(|tag| tag.side == side) {
            let officer = attached.iter().find(|(unit, _)| *unit == tag).map(|(_, o)| *o);
            if self.common.units.find(tag).is_some_and(|unit| unit.officer != officer) {
                self.common.units.change(tag, |unit| unit.officer = officer);
            }
        }
    }
}

fn no_card(side: Side, card: &str) -> Message {
    message!("side {side} has no card `{card}`", side, card = clipped(card))
}

/// The value at a dotted path; every step but the last must exist.
fn place<'k>(keys: &'k mut Value, path: &str) -> Option<&'k mut Value> {
    path.split('.').try_fold(keys, |place, part| match place {
        Value::Object(object) => object.get_mut(part),
        Value::Array(list) => place_in(list, part).and_then(|at| list.get_mut(at)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    })
}
