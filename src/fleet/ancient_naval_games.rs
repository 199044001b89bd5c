//! Fleet files of Ancient Naval Games: `[[ship]]` with a size.

use serde_json::{Map, Value, json};

use crate::rules::SystemTag;
use crate::rules::ancient_naval_games::tables::Size;
use crate::rules::ancient_naval_games::{Fleet, ShipEntry};

use super::Head;
use super::reader::Reader;

pub(super) fn read(head: Head, reader: &mut Reader) -> Fleet {
    let mut ships = Vec::new();
    for mut ship in reader.some_tables("ship") {
        let names = ship.names();
        let size: Size = ship.word("size");
        ship.finish();
        ships.extend(names.into_iter().map(|name| ShipEntry { name, size }));
    }
    Fleet {
        name: head.name,
        people: head.people,
        notes: head.notes,
        briefing: head.briefing,
        ships,
    }
}

pub(super) fn write(fleet: &Fleet) -> Map<String, Value> {
    let names = [&*fleet.name, &*fleet.people, &*fleet.notes];
    let mut keys = Head::write(SystemTag::AncientNavalGames, names, &fleet.briefing);
    let ship = |ship: &ShipEntry| json!({"name": ship.name, "size": ship.size});
    keys.insert("ship".into(), fleet.ships.iter().map(ship).collect());
    keys
}
