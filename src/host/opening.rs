//! What a client of a hall opens: the same request as the referee's, except for
//! anything that would reach into this machine. A fleet is given by its
//! content, or as a ready one.

use serde_json::{Map, Value};

use crate::fleet::{self, library};
use crate::journal::{Opening, read_options, read_system};
use crate::systems::{Fleet, Options, SystemTag};

/// The opening that a request describes, with a seed that nobody knows.
pub(super) fn opening(open: &Map<String, Value>, seed: u64) -> Result<Opening, String> {
    if open.contains_key("seed") {
        return Err("nobody chooses the seed of a table that others play at".to_owned());
    }
    let known = ["system", "sides", "options", "aim"];
    if let Some(key) = open.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(format!(
            "unknown field `{key}`, expected `system`, `sides`, `options` and `aim`"
        ));
    }
    let system = open.get("system").and_then(Value::as_str).ok_or("`system` takes a text")?;
    let system = read_system(system).map_err(|fault| fault.to_string())?;
    let sides = open.get("sides").and_then(Value::as_array).map(Vec::as_slice);
    let Some([a, b]) = sides else { return Err("`sides` takes two fleets".to_owned()) };
    let fleets = [side(system, a)?, side(system, b)?];
    let options = match open.get("options") {
        None => Options::new(),
        Some(options) => read_options(system, options).map_err(|fault| fault.why.to_string())?,
    };
    let opening = Opening::new(fleets, options, seed);
    match open.get("aim") {
        None => Ok(opening),
        Some(aim) => opening.with_aim(aim).map_err(|fault| fault.to_string()),
    }
}

fn side(system: SystemTag, value: &Value) -> Result<Fleet, String> {
    let read = match value {
        Value::Object(_) => fleet::read_json(value),
        Value::String(path) => {
            let ready = library::file(path.strip_prefix("fleets/").unwrap_or(path));
            fleet::read_toml(ready.ok_or_else(|| format!("`{path}` is not a ready fleet"))?)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
            return Err("a side is the content of a fleet file, or a ready one".to_owned());
        }
    };
    let checked = read
        .map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
    if checked.fleet.system() != system {
        return Err(format!("a fleet is for {}, not for {system}", checked.fleet.system()));
    }
    Ok(checked.fleet)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn opened(open: &Value) -> Result<Opening, String> {
        opening(open.as_object().expect("an object"), 7)
    }

    #[test]
    fn a_hall_opens_ready_fleets_and_contents_but_no_files_and_no_seed() {
        let ready = "fleets/greek-fire/sybota-athens.toml";
        let fine = json!({"system": "greek-fire", "sides": [ready, ready]});
        assert_eq!(opened(&fine).expect("it opens").seed, 7);
        let with = |key: &str, value: Value| {
            let mut open = fine.clone();
            open[key] = value;
            opened(&open).expect_err("it does not open")
        };
        assert!(with("seed", json!(7)).contains("seed"));
        assert!(with("sides", json!([ready])).contains("two fleets"));
        assert!(with("sides", json!([ready, "/etc/passwd"])).contains("not a ready fleet"));
        assert!(with("sides", json!([ready, 3])).contains("content"));
        assert!(with("system", json!("chess")).contains("chess"));
        assert!(with("system", json!("chicken-of-the-sea")).contains("is for"));
    }
}
