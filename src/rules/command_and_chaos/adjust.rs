//! The players' own corrections: what is impossible, and what else follows.

use serde_json::Value;

use crate::rules::common::{Side, Tag};
use crate::rules::roster::Rostered;
use crate::rules::slug::title;

use super::state::{Battle, SideLog, Status, Unit};
use super::tables::{COLUMNS, MOST_CARDS, MOST_ROWS, Officer, Zone};

impl Battle {
    /// Why a corrected unit cannot be.
    pub(super) fn check_correction(&self, tag: Tag, unit: &Unit) -> Result<(), String> {
        let now = self.units.find(tag);
        if now.is_some_and(|now| now.kind != unit.kind) {
            return Err(format!("{tag} keeps its kind for the battle"));
        }
        if !(1..=COLUMNS).contains(&unit.column) {
            return Err(format!("a zone has {COLUMNS} columns, not {}", unit.column));
        }
        if unit.row.is_some_and(|row| !(1..=MOST_ROWS).contains(&row)) {
            return Err(format!("a table has at most {MOST_ROWS} rows, from 1"));
        }
        let heavy = unit.kind.is_heavy();
        if heavy && (unit.max_morale.is_none_or(|most| most == 0) || unit.stamina.is_none()) {
            return Err(format!("{tag} is a heavy unit, which has morale and stamina"));
        }
        if !heavy && (unit.max_morale.is_some() || unit.stamina.is_some()) {
            return Err(format!("{tag} is light infantry, without morale and stamina"));
        }
        let named = unit.flanking.map(|flanking| flanking.target);
        let mut tags =
            unit.engaged_with.iter().chain(&unit.fought).chain(&unit.mixed_with).chain(&named);
        if let Some(unknown) = tags.find(|tag| self.units.find(**tag).is_none()) {
            return Err(format!("there is no {unknown}"));
        }
        if let Some(card) = &unit.card
            && self.card_text(tag.side, card).is_none()
        {
            return Err(format!("side {} has no card `{card}`", tag.side));
        }
        Ok(())
    }

    /// Puts a corrected unit in its place, and sees to what depends on it.
    pub(super) fn put_in_place(&mut self, tag: Tag, unit: Unit) {
        let before = self.units.find(tag).map(|now| now.status);
        let (status, mixed) = (unit.status, unit.mixed);
        self.units.change(tag, |now| *now = unit);
        match status {
            _ if before == Some(status) => {}
            Status::Routed => self.rout(tag),
            Status::InAction => {
                self.disengage(tag);
                self.routs_open.retain(|open| open.rout != tag);
            }
            Status::Engaged => self.routs_open.retain(|open| open.rout != tag),
        }
        self.officers_follow_units(tag.side);
        if !mixed {
            for light in self.units.tags() {
                if self.units.find(light).is_some_and(|unit| unit.mixed_with == Some(tag)) {
                    self.part(light);
                }
            }
        }
    }

    /// Sets a key of a side's log; lists are entered by number (from 0), the
    /// lieutenants by their zone too.
    pub(super) fn correct_side(
        &mut self,
        side: Side,
        field: &str,
        value: &Value,
    ) -> Result<(), String> {
        let mut keys = serde_json::to_value(self.side(side)).map_err(|error| error.to_string())?;
        let first = field.split('.').next().unwrap_or_default();
        if keys.get(first).is_none() {
            let known: Vec<&str> = keys
                .as_object()
                .map(|k| k.keys().map(String::as_str).collect())
                .unwrap_or_default();
            let shown: String = first.chars().take(40).collect();
            return Err(format!("side {side} has no `{shown}`, only {}", known.join(", ")));
        }
        *place(&mut keys, field).ok_or_else(|| {
            format!("side {side} has no `{}`", field.chars().take(60).collect::<String>())
        })? = value.clone();
        let log: SideLog = serde_json::from_value(keys)
            .map_err(|error| format!("`{first}` of side {side} cannot be {value}: {error}"))?;
        self.check_side(side, &log)?;
        let was_first = self.side(side).first_player;
        let now_first = log.first_player;
        let officers = matches!(first, "commander" | "lieutenants");
        *self.side_mut(side) = log;
        if now_first && !was_first {
            self.side_mut(side.other()).first_player = false;
        }
        if officers {
            self.units_follow_officers(side);
        }
        Ok(())
    }

    fn check_side(&self, side: Side, log: &SideLog) -> Result<(), String> {
        let mut cards = log.deck.iter().chain(&log.hand).chain(&log.discards);
        if let Some(card) = cards.find(|card| self.card_text(side, card).is_none()) {
            let shown: String = card.chars().take(60).collect();
            return Err(format!("side {side} has no card `{shown}`"));
        }
        if log.deck.len() + log.hand.len() + log.discards.len() > MOST_CARDS {
            return Err(format!("a deck has at most {MOST_CARDS} cards"));
        }
        let units = log.commander.iter().filter_map(|c| c.unit);
        for tag in units.chain(log.lieutenants.iter().filter_map(|l| l.unit)) {
            if tag.side != side || !self.units.find(tag).is_some_and(Unit::in_play) {
                return Err(format!("{tag} is no unit of side {side} on the table"));
            }
        }
        for lieutenant in &log.lieutenants {
            if let Some(unit) = lieutenant.unit.and_then(|tag| self.units.find(tag))
                && unit.zone != lieutenant.zone
            {
                let zone = title(lieutenant.zone.slug()).to_lowercase();
                return Err(format!("the lieutenant of the {zone} stays in his zone"));
            }
        }
        Ok(())
    }

    /// The units' logs say where the officers' logs have them, and when a
    /// lieutenant fell is noted.
    fn units_follow_officers(&mut self, side: Side) {
        let round = self.round;
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
        for tag in self.units.tags().into_iter().filter(|tag| tag.side == side) {
            let officer = attached.iter().find(|(unit, _)| *unit == tag).map(|(_, o)| *o);
            if self.units.find(tag).is_some_and(|unit| unit.officer != officer) {
                self.units.change(tag, |unit| unit.officer = officer);
            }
        }
    }
}

/// The place of a dotted path; every step but the last must exist.
fn place<'k>(keys: &'k mut Value, path: &str) -> Option<&'k mut Value> {
    path.split('.').try_fold(keys, |place, part| match place {
        Value::Object(object) => object.get_mut(part),
        Value::Array(list) => {
            let at = part.parse().ok().or_else(|| {
                let zone = Zone::from_slug(part)?;
                list.iter().position(|item| item.get("zone") == Some(&Value::from(zone.slug())))
            })?;
            list.get_mut(at)
        }
        _ => None,
    })
}
