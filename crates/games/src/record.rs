//! The printed record of a unit: its sheet as a viewer may see it, and its condition in the
//! battle.

use serde_json::Value;

use message::{Joint, Message, message};
use rules::{
    CONDITION, Card, Fact, Gauge, Look, Present, Printed as _, Sheet, Subject, Tag, Tone,
    UnitCondition, Units,
};

use super::{Battle, PlayerView};

impl PlayerView<'_> {
    /// A unit's record sheet: blank, or filled in with its present condition at the top. A
    /// sheet for the other side has only public information.
    #[must_use]
    pub fn record_sheet(&self, tag: Tag, fresh: bool) -> Option<Sheet> {
        let sheet = self.sheet(tag, fresh)?;
        Some(if fresh { sheet } else { self.with_state(sheet, tag) })
    }

    /// A unit's card for the open table, blank or filled in. It shows what neither side
    /// hides from the other.
    #[must_use]
    pub fn open_card(&self, tag: Tag, fresh: bool) -> Option<Sheet> {
        self.on_the_table().record_sheet(tag, fresh)
    }

    /// Adds the condition to a sheet: how the unit went out, whether it is its turn, and
    /// everything that neither a fact nor the boxes show.
    fn with_state(&self, mut sheet: Sheet, tag: Tag) -> Sheet {
        if let Some(UnitCondition::Out(how)) = self.card(tag).map(|card| card.standing) {
            sheet.facts.retain(|fact| fact.text != how);
            sheet.out = Some(how);
        }
        let shown: Vec<String> =
            sheet.entries().filter(|entry| *entry != CONDITION).map(first_part).collect();
        let conditions = self.condition(tag).into_iter().filter(|now| !shown.contains(&now.entry));
        let text = Message::joined(conditions.map(|now| now.words), Joint::Semicolon);
        let round = self.moment().within();
        let state = Fact::new(message!("State, {round}", round), text).entry(CONDITION);
        sheet.facts.insert(0, state);
        sheet
    }

    /// The condition of a unit, for paper and report: how it went out, or whether it is its
    /// turn, and everything else that is true of it now and that no counter shows.
    #[must_use]
    pub fn condition(&self, tag: Tag) -> Vec<Present> {
        let standing = match self.card(tag).map(|card| card.standing) {
            Some(UnitCondition::Out(how)) => Some(how),
            Some(UnitCondition::Active) => Some(match self.system().units() {
                Units::Ships => message!("her turn now"),
                Units::Units => message!("its turn now"),
            }),
            Some(UnitCondition::Ready | UnitCondition::Done) | None => None,
        };
        let standing = standing.map(|words| Present { entry: CONDITION.to_owned(), words });
        standing.into_iter().chain(self.present_of(Subject::Unit(tag))).collect()
    }

    /// Everything that is true of a record now: its entries that have sentences, and other
    /// marks on the unit's card. The text never depends on an earlier value, which may have
    /// been secret.
    #[must_use]
    pub fn present_of(&self, subject: Subject) -> Vec<Present> {
        let set = self.keys_of(subject).into_iter().filter(|(_, value)| is_set(value));
        let present = set.filter_map(|(entry, _)| {
            let words = dispatch!(Battle, &**self, |battle| battle.in_words(subject, &entry))?;
            (!words.is_empty()).then_some(Present { entry, words })
        });
        let mut present: Vec<Present> = present.collect();
        let card = match subject {
            Subject::Unit(tag) => self.card(tag),
            Subject::Side(_) | Subject::Battle => None,
        };
        let is_out = |card: &Card| matches!(card.standing, UnitCondition::Out(_));
        let in_words = present.len();
        let marks = card.filter(|card| !is_out(card)).into_iter().flat_map(|card| card.marks);
        // The plan of the line of battle shows places in it.
        for mark in marks.filter(|mark| mark.station.is_none()) {
            let entry = mark.of.unwrap_or_default().into_owned();
            if present[..in_words].iter().all(|known| known.entry != entry) {
                present.push(Present { entry, words: mark.label });
            }
        }
        present
    }

    /// The lasting condition of a unit, for the battle report: damage, and other state that
    /// outlasts the turn.
    #[must_use]
    pub fn lasting_condition(&self, tag: Tag) -> Vec<Message> {
        let marks = self.card(tag).map(|card| card.marks).unwrap_or_default();
        let is_wrong = |now: &Present| {
            marks.iter().any(|mark| mark.tone == Tone::Bad && mark.label == now.words)
        };
        let lasts = |entry: &str| dispatch!(Battle, &**self, |battle| battle.is_lasting(entry));
        let present = self.present_of(Subject::Unit(tag)).into_iter();
        present.filter(|now| is_wrong(now) || lasts(&now.entry)).map(|now| now.words).collect()
    }

    /// The counters of a unit that have changed: those that are not full, and its damage.
    #[must_use]
    pub fn changed_counts(&self, tag: Tag) -> Vec<Fact> {
        let gauges = self.card(tag).map(|card| card.gauges).unwrap_or_default();
        let says = |gauge: &&Gauge| match gauge.look {
            Look::Bar | Look::Pips => gauge.value != gauge.full,
            Look::Flames | Look::Damage => gauge.value > 0,
            Look::Number => true,
        };
        let fact = |gauge: &Gauge| Fact::new(gauge.label.clone(), count(gauge));
        gauges.iter().filter(says).map(fact).collect()
    }

    /// The counters of a unit's record, each with its maximum: `83 of 210`.
    #[must_use]
    pub fn counts_of(&self, tag: Tag) -> Vec<Fact> {
        let gauges = self.card(tag).map(|card| card.gauges).unwrap_or_default();
        gauges.iter().map(|gauge| Fact::new(gauge.label.clone(), count(gauge))).collect()
    }
}

/// The first part of a path: `ammo` of `ammo.archers-1`.
fn first_part(path: &str) -> String {
    path.split('.').next().unwrap_or_default().to_owned()
}

/// Whether an entry of a record holds anything.
fn is_set(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(holds) => *holds,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(list) => !list.is_empty(),
        Value::Object(keys) => !keys.is_empty(),
    }
}

fn count(gauge: &Gauge) -> Message {
    let Gauge { value, full, look, .. } = gauge;
    match look {
        Look::Bar | Look::Pips if value != full => {
            message!("{value} of {full}", value = *value, full = *full)
        }
        Look::Bar | Look::Pips | Look::Flames | Look::Damage | Look::Number => {
            Message::verbatim(value.to_string())
        }
    }
}
