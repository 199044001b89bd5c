//! The parts of an `open` request: the fleets, the optional rules, the seed.

use std::path::Path;

use serde_json::Value;
use thiserror::Error;

use engine::fleet::{self, Checked, Fault, SPECIAL_ORDERS, Severity};
use engine::journal::{Opening, read_options, read_system, seed_takes};
use games::{Options, SystemTag};
use rules::KeyAtFault;
use storage::{StoreFault, read_fleet_file};

use super::answer::Trouble;
use super::randomness::random_seed;
use super::request::{LineItem, Object};

/// The opening that an `open` request describes, and the warnings of its
/// fleets.
pub(super) fn opening(body: &Object) -> Result<(Opening, Vec<String>), Trouble> {
    body.only(&["system", "sides", "options", "seed", "aim", SPECIAL_ORDERS, "protocol"])?;
    let system = read_system(&body.text("system")?)
        .map_err(|fault| body.error_at("system", fault.to_string()))?;
    let sides = body.items("sides")?;
    let [a, b] = sides.as_slice() else {
        let why = format!("`sides` takes two fleets, not {}", sides.len());
        return Err(body.error_at("sides", why));
    };
    let mut warnings = Vec::new();
    let mut read = |name: &str, item: &LineItem| side(system, name, *item, &mut warnings);
    let fleets = match (read("A", a), read("B", b)) {
        (Ok(a), Ok(b)) => [a, b],
        (Err(first), Err(second)) => return Err(first.and(second)),
        (Err(fault), _) | (_, Err(fault)) => return Err(fault),
    };
    let options = match body.get("options") {
        None => Options::new(),
        Some(item) => switched_on(system, item)?,
    };
    let seed = match body.get("seed") {
        None => random_seed().map_err(|none| Trouble::error(none, body.column()))?,
        Some(item) => {
            item.value()?.as_u64().ok_or_else(|| Trouble::error(seed_takes(), item.column()))?
        }
    };
    let opening = Opening::new(fleets, options, seed);
    let opening = match body.get("aim") {
        None => opening,
        Some(aim) => opening
            .with_aim(&aim.value()?)
            .map_err(|fault| Trouble::error(fault.why, aim.column()))?,
    };
    let opening = match body.get(SPECIAL_ORDERS) {
        None => opening,
        Some(list) => opening
            .with_special_orders(&list.value()?)
            .map_err(|fault| Trouble::error(fault.why, list.column()))?,
    };
    Ok((opening, warnings))
}

/// The optional rules that are on.
fn switched_on(system: SystemTag, item: LineItem) -> Result<Options, Trouble> {
    let object = item.object("`options`")?;
    read_options(system, &Value::Object(object.map()?)).map_err(|fault| match &fault.key {
        Some(KeyAtFault::Unknown(key)) => object.error_at_key(key, fault.why.to_string()),
        Some(KeyAtFault::Value(key)) => object.error_at(key, fault.why.to_string()),
        None => Trouble::error(fault.why, item.column()),
    })
}

/// A side's fleet: the path of a file, or its content.
fn side(
    system: SystemTag,
    name: &str,
    item: LineItem,
    warnings: &mut Vec<String>,
) -> Result<games::Fleet, Trouble> {
    let value = item.value()?;
    let (checked, place) = match &value {
        Value::String(path) => (read_fleet(path), path.clone()),
        Value::Object(_) => {
            let place = format!("side {name}");
            let faulty = |faults| NoFleet::Faulty { place: place.clone(), faults };
            (fleet::read_json(&value).map_err(faulty), place)
        }
        _ => (Err(NoFleet::Neither), String::new()),
    };
    let Checked { fleet, warnings: found } =
        checked.map_err(|why| Trouble::error(why.to_string(), item.column()))?;
    if fleet.system() != system {
        let why = format!("side {name} is a fleet for {}, not for {system}", fleet.system());
        return Err(Trouble::error(why, item.column()));
    }
    warnings.extend(found.iter().map(|fault| in_place(&place, fault)));
    Ok(fleet)
}

/// Why the value given for a side is not a fleet.
#[derive(Debug, Error)]
enum NoFleet {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] StoreFault),
    /// The file or the request has no fleet that the rules accept.
    #[error("{}", listed(.place, .faults))]
    Faulty {
        /// The file, or the side of the request.
        place: String,
        /// Its faults.
        faults: Vec<Fault>,
    },
    /// It is neither a path nor a fleet.
    #[error("a side is the path of a fleet file, or its content")]
    Neither,
}

/// The errors among these faults, one on each line. Warnings do not prevent a battle, so they
/// are left out.
fn listed(place: &str, faults: &[Fault]) -> String {
    let errors = faults.iter().filter(|fault| fault.severity == Severity::Error);
    errors.map(|fault| in_place(place, fault)).collect::<Vec<_>>().join("\n")
}

/// A fault after the file or side with it, and after its line and column if it has them.
fn in_place(place: &str, fault: &Fault) -> String {
    match &fault.place {
        Some(_) => format!("{place}:{fault}"),
        None => format!("{place}: {fault}"),
    }
}

fn read_fleet(path: &str) -> Result<Checked, NoFleet> {
    let text = read_fleet_file(Path::new(path))?;
    let faulty = |faults| NoFleet::Faulty { place: path.to_owned(), faults };
    fleet::read_toml(&text).map_err(faulty)
}
