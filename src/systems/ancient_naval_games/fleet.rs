//! Fleet files of Ancient Naval Games: `[[ship]]` with a size.

use serde_json::{Map, Value, json};

use crate::rules::common::SideInfo;
use crate::rules::file::FleetRules;
use crate::rules::file::reader::Reader;

use super::tables::Size;
use super::{Fleet, ShipEntry};

impl FleetRules for Fleet {
    fn read(about: SideInfo, reader: &mut Reader) -> Fleet {
        let mut ships = Vec::new();
        for mut ship in reader.some_tables("ship") {
            let names = ship.names();
            let size: Size = ship.word("size");
            ship.finish();
            ships.extend(names.into_iter().map(|name| ShipEntry { name, size }));
        }
        Fleet { about, ships }
    }

    fn write(&self) -> Map<String, Value> {
        let ship = |ship: &ShipEntry| json!({"name": ship.name, "size": ship.size});
        Map::from_iter([("ship".into(), self.ships.iter().map(ship).collect())])
    }
}
