//! A unit's record as paper has it: its sheet as a viewer may see it, and what
//! has become of it in the battle.

use serde_json::Value;

use message::{Joint, Message, message};
use rules::{Fact, Gauge, Look, Present, Sheet, Subject, System as _, Tag, UnitCondition};

use super::PlayerView;

impl PlayerView<'_> {
    /// A unit's record sheet: fresh, or as the battle stands since it begun, with its
    /// state on top. A unit of the other side has only what is open on the table.
    #[must_use]
    pub fn record_sheet(&self, tag: Tag, begun: Option<&PlayerView>) -> Option<Sheet> {
        let sheet = self.sheet(tag, begun.is_none())?;
        Some(match begun {
            Some(begun) => self.with_state(sheet, tag, begun),
            None => sheet,
        })
    }

    /// A unit as a card that is open on the table, fresh or as the battle stands
    /// since it begun. It tells what neither side keeps from the other.
    #[must_use]
    pub fn open_card(&self, tag: Tag, begun: Option<&PlayerView>) -> Option<Sheet> {
        self.on_the_table().record_sheet(tag, begun.map(PlayerView::on_the_table).as_ref())
    }

    /// A sheet with her state: how she went out, whether it is her turn, and
    /// everything that neither a fact of hers nor her boxes tell.
    fn with_state(&self, mut sheet: Sheet, tag: Tag, begun: &PlayerView) -> Sheet {
        let standing = self.card(tag).map(|card| card.standing);
        if let Some(UnitCondition::Out(how)) = &standing {
            sheet.facts.retain(|fact| fact.text != *how);
            sheet.out = Some(how.clone());
        }
        let shown: Vec<String> = sheet.entries().map(first_part).collect();
        let present = self.present_of(begun, Subject::Unit(tag));
        let present = present.into_iter().filter(|now| !shown.contains(&now.entry));
        let standing = standing.and_then(|standing| match standing {
            UnitCondition::Out(how) => Some(how),
            UnitCondition::Active => Some(message!("her turn now")),
            UnitCondition::Ready | UnitCondition::Done => None,
        });
        let told = standing.into_iter().chain(present.map(|now| now.words));
        let told = Message::joined(told, Joint::Semicolon);
        if !told.is_empty() {
            let round = self.moment().within();
            sheet
                .facts
                .insert(0, Fact::new(message!("State, {round}", round), told).entry("status"));
        }
        sheet
    }

    /// Everything in a record that is not as it was when the battle began. An entry that
    /// holds yes or no, and has words of its own, is told while it is yes: what it was at
    /// the beginning may have been a secret.
    #[must_use]
    pub fn present_of(&self, begun: &PlayerView, subject: Subject) -> Vec<Present> {
        let (then, now) = (begun.keys_of(subject), self.keys_of(subject));
        let told = now.into_iter().filter_map(|(entry, value)| {
            let words = with_battle!(&**self, b => b.in_words(subject, &entry));
            let is_told = match (&words, &value) {
                (Some(_), Value::Bool(holds)) => *holds,
                (Some(_) | None, _) => then.get(&entry) != Some(&value),
            };
            let words = words.unwrap_or_else(|| plainly(&entry, &value));
            (is_told && !words.is_empty()).then_some(Present { entry, words })
        });
        told.collect()
    }

    /// The counts of a unit's record that say something: those that are not full,
    /// and what it has suffered.
    #[must_use]
    pub fn changed_counts(&self, tag: Tag) -> Vec<Fact> {
        let gauges = self.card(tag).map(|card| card.gauges).unwrap_or_default();
        let says = |gauge: &&Gauge| match gauge.look {
            Look::Bar | Look::Pips => gauge.value != gauge.full,
            Look::Flames | Look::Damage => gauge.value > 0,
            Look::Number => true,
        };
        let told = |gauge: &Gauge| Fact::new(gauge.label.clone(), count(gauge));
        gauges.iter().filter(says).map(told).collect()
    }

    /// The counts of a unit's record, each with its full value: `83 of 210`.
    #[must_use]
    pub fn counts_of(&self, tag: Tag) -> Vec<Fact> {
        let gauges = self.card(tag).map(|card| card.gauges).unwrap_or_default();
        gauges.iter().map(|gauge| Fact::new(gauge.label.clone(), count(gauge))).collect()
    }
}

/// The entry that a path begins with: `ammo` of `ammo.archers-1`.
fn first_part(path: &str) -> String {
    path.split('.').next().unwrap_or_default().to_owned()
}

/// An entry of a record and its value, by the words of the rules.
fn plainly(key: &str, value: &Value) -> Message {
    fn told(value: &Value) -> Message {
        match value {
            Value::Null => message!("none"),
            Value::Bool(true) => message!("yes"),
            Value::Bool(false) => message!("no"),
            Value::Number(number) => Message::verbatim(number.to_string()),
            Value::String(word) => Message::verbatim(word),
            Value::Array(list) if list.is_empty() => message!("none"),
            Value::Array(list) => Message::list(list.iter().map(told)),
            Value::Object(keys) => {
                Message::list(keys.iter().map(|(key, value)| plainly(key, value)))
            }
        }
    }
    if *value == Value::Bool(true) {
        return Message::path(key);
    }
    message!("{what}: {value}", what = Message::path(key), value = told(value))
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
