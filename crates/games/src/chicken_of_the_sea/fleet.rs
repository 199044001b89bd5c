//! Fleet files of Chicken of the Sea: `nation`, `[admiral]` and `[[ship]]`.

use serde_json::{Map, Value, json};

use message::message;
use rules::common::SideInfo;
use rules::file::FleetRules;
use rules::file::reader::Reader;

use super::tables::{BEST_CQ, ENHANCED_RANGE, FULL_SPEED, Facing, RANGE, Speed};
use super::{AdmiralEntry, Fleet, GalleyEntry};

/// The longest range of an admiral's signals: beyond any map.
pub(super) const FARTHEST: i64 = 99;

impl FleetRules for Fleet {
    fn read(about: SideInfo, reader: &mut Reader) -> Fleet {
        let nation = reader.optional_word("nation");
        let admiral = reader.table("admiral").map(read_admiral);
        let mut ships: Vec<GalleyEntry> = Vec::new();
        for ship in reader.some_tables("ship") {
            read_ship(ship, &mut ships);
        }
        if admiral.is_some() && !ships.is_empty() && !ships.iter().any(|ship| ship.flagship) {
            let why = message!("an admiral needs a flagship: add flagship = true to one galley");
            reader.error("admiral", why);
        }
        Fleet { about, nation, admiral, ships }
    }

    fn write(&self) -> Map<String, Value> {
        let mut keys = Map::new();
        if let Some(nation) = self.nation {
            keys.insert("nation".into(), json!(nation));
        }
        if let Some(AdmiralEntry { name, range, enhanced_range }) = &self.admiral {
            let admiral = json!({"name": name, "range": range, "enhanced_range": enhanced_range});
            keys.insert("admiral".into(), admiral);
        }
        keys.insert("ship".into(), self.ships.iter().map(write_ship).collect());
        keys
    }
}

fn read_admiral(mut table: Reader) -> AdmiralEntry {
    let entry = AdmiralEntry {
        name: table.name("name"),
        range: table.number_or("range", 0..=FARTHEST, RANGE),
        enhanced_range: table.number_or("enhanced_range", 0..=FARTHEST, ENHANCED_RANGE),
    };
    let (range, enhanced) = (entry.range, entry.enhanced_range);
    if enhanced < range {
        let why = message!(
            "the enhanced range ({enhanced}) is shorter than the range ({range})",
            enhanced,
            range
        );
        table.warn("enhanced_range", why);
    }
    table.finish();
    entry
}

fn read_ship(mut ship: Reader, ships: &mut Vec<GalleyEntry>) {
    let names = ship.names();
    let cq = ship.number("cq", 1..=i64::from(BEST_CQ));
    let speed = ship.number_or_word("speed", 0..=i64::from(FULL_SPEED), &[Speed::BW]);
    let speed = speed.and_then(|speed| serde_json::from_value(speed).ok());
    let facing = ship.word_or("facing", Facing::N);
    let hex = ship.name_or_empty("hex");
    let flagship = ship.flag("flagship");
    let line_commander = ship.flag("line_commander");
    let flagships = ships.iter().filter(|ship| ship.flagship).count();
    if flagship && flagships + names.len() > 1 {
        ship.error("flagship", message!("a fleet has one flagship, not more"));
    }
    ship.finish();
    ships.extend(names.into_iter().map(|name| GalleyEntry {
        name,
        cq,
        speed: speed.unwrap_or(Speed::STOPPED),
        facing,
        hex: hex.clone(),
        flagship,
        line_commander,
    }));
}

fn write_ship(ship: &GalleyEntry) -> Value {
    let mut keys = Map::new();
    keys.insert("name".into(), json!(ship.name));
    keys.insert("cq".into(), json!(ship.cq));
    if ship.speed != Speed::STOPPED {
        keys.insert("speed".into(), json!(ship.speed));
    }
    if ship.facing != Facing::N {
        keys.insert("facing".into(), json!(ship.facing));
    }
    if !ship.hex.is_empty() {
        keys.insert("hex".into(), json!(ship.hex));
    }
    for (key, is) in [("flagship", ship.flagship), ("line_commander", ship.line_commander)] {
        if is {
            keys.insert(key.into(), json!(true));
        }
    }
    Value::Object(keys)
}
