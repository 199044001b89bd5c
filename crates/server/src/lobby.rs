//! The lobby of a server: the state of each table, from memory; and opening new tables.

use std::fmt::Display;
use std::sync::{Arc, Weak};
use std::time::Duration;

use futures_util::future::join_all;
use serde::Deserialize;
use serde_json::{Map, Value};
use thiserror::Error;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use engine::fleet::share::{self, LARGEST_SHARED, ShareFault};
use engine::fleet::size_limits::{MOST_PARTS, check_json};
use engine::fleet::{self, SPECIAL_ORDERS, library};
use engine::journal::{Opening, read_options, read_system};
use games::{Fleet, Options, SystemTag};
use rules::Side;
use session::http::LobbyRow;
use session::{Seat, TableServer, with_whole_numbers};

use super::hosted_table::HostedTable;
use super::record_store::{Records, TableState};

/// The time that the lobby waits for the present state of tables.
const LONGEST_WAIT: Duration = Duration::from_millis(250);

/// The state of a table. A table without a name has the name of its ready battle.
pub(super) fn of(table_server: &TableServer, table: &str, name: &str, since: u64) -> TableState {
    let battle = table_server.battle();
    let holders = table_server.holders();
    let held = |seat: Seat| holders.iter().find(|holds| holds.by.seat == seat);
    let free: Vec<Seat> = [Seat::A, Seat::B]
        .into_iter()
        .filter(|seat| held(*seat).is_none() && held(Seat::Both).is_none())
        .collect();
    let names = [Seat::A, Seat::B, Seat::Both]
        .into_iter()
        .filter_map(|seat| Some((seat.to_string(), held(seat)?.name.clone())));
    let sides = [Side::A, Side::B].map(|side| battle.side_name(side).to_owned());
    let ready = || {
        library::battle_of(sides.each_ref().map(String::as_str), &battle.options())
            .map(|ready| ready.name.clone())
    };
    let name = if name.is_empty() { ready().unwrap_or_default() } else { name.to_owned() };
    let row = LobbyRow {
        system: battle.system(),
        round: battle.moment().number,
        free,
        over: battle.winner().is_some(),
        names: Some(names.collect()),
        sides,
        name,
        since,
        table: table.to_owned(),
    };
    TableState { at: table_server.at(), row }
}

/// The state of a table; `None` if it is gone. No lock is held meanwhile.
fn state_of(
    hosted: &HostedTable,
    records: &Records,
) -> impl Future<Output = Option<TableState>> + use<> {
    let (table, known) = (hosted.name().to_owned(), records.in_the_lobby(hosted.name()));
    let (name, since) = hosted.admission.signs();
    hosted.table.look(move |table_server, _| {
        let as_before = known.filter(|known| known.at == table_server.at());
        as_before.unwrap_or_else(|| of(table_server, &table, &name, since))
    })
}

/// The present states of these tables; of a busy one, the last known state.
pub(super) async fn look(hosted_tables: Vec<Arc<HostedTable>>, records: &Records) {
    let looks: Vec<_> = hosted_tables
        .into_iter()
        .map(|hosted| {
            let (name, now) = (hosted.name().to_owned(), state_of(&hosted, records));
            async move {
                if let Some(now) = now.await {
                    record_state(&name, now, records).await;
                }
            }
        })
        .collect();
    let _ = timeout(LONGEST_WAIT, join_all(looks)).await;
}

/// Stores the state of a table if it has changed.
async fn record_state(table: &str, now: TableState, records: &Records) {
    if !records.store().is_shared() {
        records.note_lobby(table, now);
    } else if records.in_the_lobby(table).is_none_or(|known| known.row != now.row) {
        let (table, records) = (table.to_owned(), records.clone());
        // If it cannot be stored, the next change tries again.
        let _ = spawn_blocking(move || records.store_state(&table, &now)).await;
    }
}

/// Stores the state of a table whenever it changes, until the table is gone.
pub(super) async fn store_states(hosted: Weak<HostedTable>, records: Records) {
    let Some(mut moves) = hosted.upgrade().map(|hosted| hosted.table.moves()) else { return };
    loop {
        let Some(held) = hosted.upgrade() else { return };
        let Some(now) = state_of(&held, &records).await else { return };
        let name = held.name().to_owned();
        drop(held);
        record_state(&name, now, &records).await;
        if moves.changed().await.is_err() {
            return;
        }
    }
}

/// A request to open a table.
#[derive(Deserialize)]
pub(super) struct Opens {
    pub(super) key: String,
    /// The name of the table.
    #[serde(default)]
    pub(super) name: String,
    pub(super) open: Map<String, Value>,
}

impl Opens {
    /// The request in the body of a post.
    ///
    /// # Errors
    /// If it has too many parts, or is no such request.
    pub(super) fn read(body: &[u8]) -> Result<Opens, Unplayable> {
        check_json(body, 2 * MOST_PARTS).map_err(|why| Unplayable::faulty(why.message()))?;
        let Opens { key, name, open } =
            serde_json::from_slice(body).map_err(|_| Unplayable::NoRequest)?;
        let whole = open.into_iter().map(|(field, value)| (field, with_whole_numbers(value)));
        Ok(Opens { key, name, open: whole.collect() })
    }
}

/// The reason why a request opens no table.
#[derive(Debug, Error)]
pub(super) enum Unplayable {
    #[error("a request to open a table is a JSON object: the text `key` and the object `open`")]
    NoRequest,
    #[error("the seed of a shared table cannot be chosen")]
    Seed,
    #[error(
        "unknown field `{0}`, expected `system`, `sides`, `options`, `aim` and `special_order`"
    )]
    Unknown(String),
    #[error("`system` takes a text")]
    NoSystem,
    #[error("`sides` takes two fleets")]
    Sides,
    #[error("a side is a ready fleet or the content of a fleet file")]
    NoFleet,
    #[error("`{0}` is not a ready fleet")]
    NotReady(String),
    #[error("a fleet is for {found}, not for {wanted}")]
    OtherSystem { found: SystemTag, wanted: SystemTag },
    /// A fault of its syntax.
    #[error("{0}")]
    Faulty(String),
}

impl Unplayable {
    pub(super) fn faulty(why: impl Display) -> Unplayable {
        Unplayable::Faulty(why.to_string())
    }
}

/// The opening that a request describes, with a secret seed.
pub(super) fn opening(open: &Map<String, Value>, seed: u64) -> Result<Opening, Unplayable> {
    if open.contains_key("seed") {
        return Err(Unplayable::Seed);
    }
    let known = ["system", "sides", "options", "aim", SPECIAL_ORDERS];
    if let Some(key) = open.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(Unplayable::Unknown(key.clone()));
    }
    let system = open.get("system").and_then(Value::as_str).ok_or(Unplayable::NoSystem)?;
    let system = read_system(system).map_err(Unplayable::faulty)?;
    let sides = open.get("sides").and_then(Value::as_array).map(Vec::as_slice);
    let Some([a, b]) = sides else { return Err(Unplayable::Sides) };
    let fleets = [side(system, a)?, side(system, b)?];
    let options = match open.get("options") {
        None => Options::new(),
        Some(options) => {
            read_options(system, options).map_err(|fault| Unplayable::faulty(fault.why))?
        }
    };
    let opening = Opening::new(fleets, options, seed);
    let opening = match open.get("aim") {
        None => opening,
        Some(aim) => opening.with_aim(aim).map_err(Unplayable::faulty)?,
    };
    match open.get(SPECIAL_ORDERS) {
        None => Ok(opening),
        Some(list) => opening.with_special_orders(list).map_err(Unplayable::faulty),
    }
}

fn side(system: SystemTag, value: &Value) -> Result<Fleet, Unplayable> {
    let read = match value {
        Value::Object(_) => fleet::read_json(value),
        Value::String(text) => {
            match library::file(text.strip_prefix("fleets/").unwrap_or(text)) {
                Some(ready) => fleet::read_toml(ready),
                // A pasted text: a link, or the content of a fleet file.
                None => match share::from_text(text) {
                    Ok(shared) => fleet::read_toml(&shared),
                    Err(ShareFault::NotText) if text.contains('\n') => {
                        if text.len() > LARGEST_SHARED {
                            return Err(Unplayable::faulty(ShareFault::TooLarge));
                        }
                        fleet::read_toml(text)
                    }
                    Err(ShareFault::NotText) => return Err(Unplayable::NotReady(text.clone())),
                    Err(fault) => return Err(Unplayable::faulty(fault)),
                },
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
            return Err(Unplayable::NoFleet);
        }
    };
    let checked = read.map_err(|faults| {
        Unplayable::Faulty(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
    })?;
    let found = checked.fleet.system();
    if found != system {
        return Err(Unplayable::OtherSystem { found, wanted: system });
    }
    Ok(checked.fleet)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn opened(open: &Value) -> Result<Opening, Unplayable> {
        opening(open.as_object().expect("an object"), 7)
    }

    #[test]
    fn a_fleet_file_or_a_link_that_is_pasted_is_a_side() {
        let ready = "greek-fire/sybota-athens.toml";
        let text = library::file(ready).expect("a ready fleet");
        let link = share::to_link(text).expect("a link");
        for pasted in [text.to_owned(), link.clone(), format!("https://example.org/{link}")] {
            let open = json!({"system": "greek-fire", "sides": [ready, pasted]});
            let [a, b] = opened(&open).expect("it opens").fleets;
            assert_eq!(a, b);
        }
    }

    #[test]
    fn a_hall_opens_ready_fleets_and_contents_but_refuses_files_and_seeds() {
        let ready = "fleets/greek-fire/sybota-athens.toml";
        let fine = json!({"system": "greek-fire", "sides": [ready, ready]});
        assert_eq!(opened(&fine).expect("it opens").seed, 7);
        let with = |key: &str, value: Value| {
            let mut open = fine.clone();
            open[key] = value;
            opened(&open).expect_err("it does not open").to_string()
        };
        assert!(with("seed", json!(7)).contains("seed"));
        assert!(with("sides", json!([ready])).contains("two fleets"));
        assert!(with("sides", json!([ready, "/etc/passwd"])).contains("not a ready fleet"));
        assert!(with("sides", json!([ready, 3])).contains("content"));
        // A text of several lines is read as a fleet file.
        assert!(!with("sides", json!([ready, "so it\nstands"])).contains("ready fleet"));
        assert!(with("system", json!("chess")).contains("chess"));
        assert!(with("system", json!("chicken-of-the-sea")).contains("is for"));
    }
}
