//! The opening of a battle: two fleets, the optional rules, and the seed of its dice.

use serde_json::{Map, Value, json};
use thiserror::Error;

use crate::fleet::{self, Fault, SPECIAL_ORDERS, library};
use games::{Battle, Fleet, Options, Switch, SystemTag};
use message::{Message, clipped, message};
use rules::drawing::Drawing;
use rules::{Aim, KeyAtFault, OpenError, SpecialOrder};

use super::Lesson;

/// The beginning of a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// Side A's fleet and side B's.
    pub fleets: [Fleet; 2],
    /// The optional rules that are on.
    pub options: Options,
    /// Its victory conditions, beyond those of the rules.
    pub aim: Option<Aim>,
    /// Its special orders: what its sides must and must not do, beyond the rules.
    pub special_orders: Vec<SpecialOrder>,
    pub seed: u64,
}

/// The reason why a battle cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{why}")]
pub struct OpeningFault {
    /// In words, with a line for each fault of a fleet.
    pub why: Message,
}

impl OpeningFault {
    pub(super) fn new(why: Message) -> OpeningFault {
        OpeningFault { why }
    }
}

impl Opening {
    /// The opening of a battle between these fleets; those of a ready battle have
    /// its aims and special orders.
    #[must_use]
    pub fn new(fleets: [Fleet; 2], options: Options, seed: u64) -> Opening {
        let ready = library::battle_between(&fleets, &options);
        let aim = ready.map(|ready| ready.aim.clone());
        let special_orders = ready.map(|ready| ready.special_orders.clone()).unwrap_or_default();
        Opening { fleets, options, aim, special_orders, seed }
    }

    /// The same with these aims, in the shape of a battle's file; `null` for none.
    ///
    /// # Errors
    /// In words, every fault.
    pub fn with_aim(self, aim: &Value) -> Result<Opening, OpeningFault> {
        if aim.is_null() {
            return Ok(Opening { aim: None, ..self });
        }
        let read = fleet::read_aim(aim, &self.fleets);
        let aim = read.map_err(|faults| faulty(&faults, "aim: "))?;
        Ok(Opening { aim: Some(aim), ..self })
    }

    /// The same with these special orders, a list in the shape of a battle's file; `null`
    /// for none.
    ///
    /// # Errors
    /// In words, every fault.
    pub fn with_special_orders(self, list: &Value) -> Result<Opening, OpeningFault> {
        if list.is_null() {
            return Ok(Opening { special_orders: Vec::new(), ..self });
        }
        let read = fleet::read_special_orders(list, &self.fleets);
        let special_orders = read.map_err(|faults| faulty(&faults, ""))?;
        Ok(Opening { special_orders, ..self })
    }

    /// The opening of a ready battle, such as `sybota`, or of a lesson, such as
    /// `learn-greek-fire`; `None` if there is none with this word.
    #[must_use]
    pub fn ready(slug: &str, seed: u64) -> Option<Opening> {
        if let Some(lesson) = Lesson::all().iter().find(|lesson| lesson.slug() == slug) {
            return Some(lesson.opening(seed));
        }
        let ready = library::battles().iter().find(|ready| ready.slug == slug)?;
        let fleet = |path| Some(fleet::read_toml(library::file(path)?).ok()?.fleet);
        let [a, b] = ready.sides.map(fleet);
        let (options, aim) = (ready.options.clone(), Some(ready.aim.clone()));
        let special_orders = ready.special_orders.clone();
        Some(Opening { fleets: [a?, b?], options, aim, special_orders, seed })
    }

    /// The system of the battle: that of side A's fleet.
    #[must_use]
    pub fn system(&self) -> SystemTag {
        self.fleets[0].system()
    }

    /// The battle at its beginning.
    ///
    /// # Errors
    /// In words, if the fleets cannot fight each other.
    pub fn battle(&self) -> Result<Battle, OpeningFault> {
        Battle::open(self.fleets.clone(), self.options.clone())
            .map(|battle| battle.aiming(self.aim.clone()))
            .map(|battle| battle.with_special_orders(self.special_orders.clone()))
            .map_err(|OpenError(why)| OpeningFault::new(why))
    }

    /// The battle's picture: the drawing of every unit, side A's first; `None` if the fleets cannot
    /// fight each other.
    #[must_use]
    pub fn drawings(&self) -> Option<[Vec<Drawing>; 2]> {
        Some(self.battle().ok()?.full_view().drawings())
    }

    /// The form of battle files and the protocol: `system`, `sides`, `options`,
    /// `seed` and, if it has any, `aim` and `special_order`, each fleet in the shape of its
    /// file.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let options: Map<String, Value> =
            self.options.iter().map(|switch| (switch.slug().to_owned(), json!(true))).collect();
        let mut written = json!({
            "system": self.system(),
            "sides": self.fleets.each_ref().map(fleet::to_json),
            "options": options,
            "seed": self.seed,
        });
        if let Some(aim) = &self.aim {
            written["aim"] = json!(aim);
        }
        if !self.special_orders.is_empty() {
            written[SPECIAL_ORDERS] = json!(self.special_orders);
        }
        written
    }

    /// Reads what [`Opening::to_json`] wrote.
    ///
    /// # Errors
    /// In words, with every fault of both fleets.
    pub fn read_json(value: &Value) -> Result<Opening, OpeningFault> {
        let system = value
            .get("system")
            .and_then(Value::as_str)
            .ok_or_else(|| OpeningFault::new(message!("`system` takes a word")))?;
        let system = read_system(system).map_err(|NoSystem(why)| OpeningFault::new(why))?;
        let Some([a, b]) = value.get("sides").and_then(Value::as_array).map(Vec::as_slice) else {
            return Err(OpeningFault::new(message!("`sides` takes two fleets")));
        };
        let mut faults = Vec::new();
        let mut read = |side: &str, fleet: &Value| match fleet::read_stored(fleet) {
            Ok(checked) => Some(checked.fleet),
            Err(found) => {
                faults.extend(found.iter().map(|fault| format!("side {side}: {fault}")));
                None
            }
        };
        let (Some(a), Some(b)) = (read("A", a), read("B", b)) else {
            return Err(OpeningFault::new(Message::verbatim(faults.join("\n"))));
        };
        let options = match value.get("options") {
            None => Options::new(),
            Some(options) => {
                read_options(system, options).map_err(|fault| OpeningFault::new(fault.why))?
            }
        };
        let seed = value.get("seed").map_or(Some(0), Value::as_u64);
        let seed = seed.ok_or_else(|| OpeningFault::new(seed_takes()))?;
        let (aim, special_orders) = (None, Vec::new());
        let opening = Opening { fleets: [a, b], options, aim, special_orders, seed };
        opening
            .with_aim(value.get("aim").unwrap_or(&Value::Null))?
            .with_special_orders(value.get(SPECIAL_ORDERS).unwrap_or(&Value::Null))
    }
}

/// The faults of the text, a line for each.
fn faulty(faults: &[Fault], within: &str) -> OpeningFault {
    let lines: Vec<String> = faults.iter().map(|fault| format!("{within}{fault}")).collect();
    OpeningFault::new(Message::verbatim(lines.join("\n")))
}

/// A description of the value of `seed`.
#[must_use]
pub fn seed_takes() -> Message {
    message!("`seed` takes a whole number from 0 to {most}", most = u64::MAX.to_string())
}

/// An unknown word for a game; lists the known ones.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct NoSystem(pub Message);

/// The system with a word.
///
/// # Errors
/// If there is none.
pub fn read_system(slug: &str) -> Result<SystemTag, NoSystem> {
    SystemTag::from_slug(slug).ok_or_else(|| {
        let shown = clipped(slug);
        let known = listed(SystemTag::SLUGS.iter().copied());
        NoSystem(message!("unknown system `{shown}`, expected one of {known}", shown, known))
    })
}

/// A fault in the optional rules of an opening.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{why}")]
pub struct OptionsFault {
    /// The fault, and the expected value.
    pub why: Message,
    /// The key at fault, if there is one.
    pub key: Option<KeyAtFault>,
}

/// The optional rules that are on in an object of `true` and `false`.
///
/// # Errors
/// The first fault, with the key at fault.
pub fn read_options(system: SystemTag, value: &Value) -> Result<Options, OptionsFault> {
    let Some(object) = value.as_object() else {
        let why = message!("`options` takes an object of optional rules, each true or false");
        return Err(OptionsFault { why, key: None });
    };
    let mut options = Options::new();
    for (slug, on) in object {
        let shown = clipped(slug);
        let Some(switch) = system.switch(slug) else {
            let key = Some(KeyAtFault::Unknown(slug.clone()));
            return Err(OptionsFault { why: unknown_option(system, &shown), key });
        };
        let Some(on) = on.as_bool() else {
            let why = message!("option `{shown}` takes true or false", shown);
            return Err(OptionsFault { why, key: Some(KeyAtFault::Value(slug.clone())) });
        };
        if on {
            options.insert(switch);
        }
    }
    Ok(options)
}

fn unknown_option(system: SystemTag, shown: &str) -> Message {
    let switches = system.switches();
    if switches.is_empty() {
        let system = system.name();
        return message!("unknown option `{shown}`: {system} has no optional rules", shown, system);
    }
    let known = listed(switches.into_iter().map(Switch::slug));
    message!("unknown option `{shown}`, expected one of {known}", shown, known)
}

fn listed<'w>(words: impl IntoIterator<Item = &'w str>) -> Message {
    Message::list(words.into_iter().map(|word| Message::verbatim(format!("`{word}`"))))
}
