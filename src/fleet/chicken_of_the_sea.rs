//! Fleet files of Chicken of the Sea: `nation`, `[admiral]` and `[[ship]]`.

use serde_json::{Map, Value, json};

use crate::rules::SystemTag;
use crate::rules::chicken_of_the_sea::tables::{
    BEST_CQ, ENHANCED_RANGE, FULL_SPEED, Facing, RANGE, Speed,
};
use crate::rules::chicken_of_the_sea::{AdmiralEntry, Fleet, GalleyEntry};
use crate::say::{Say, say};

use super::reader::Reader;
use super::{Head, Wrong};

/// The longest range that an admiral's signals may have: beyond any map.
const FARTHEST: i64 = 99;

pub(super) fn read(head: Head, reader: &mut Reader) -> Fleet {
    let nation = reader.optional_word("nation");
    let admiral = reader.table("admiral").map(|mut table| {
        let entry = AdmiralEntry {
            name: table.name("name"),
            range: table.number_or("range", 0..=FARTHEST, RANGE),
            enhanced_range: table.number_or("enhanced_range", 0..=FARTHEST, ENHANCED_RANGE),
        };
        if entry.enhanced_range < entry.range {
            let wrong = WrongGalleys::ShortEnhancedRange {
                range: entry.range,
                enhanced: entry.enhanced_range,
            };
            table.warn("enhanced_range", Wrong::ChickenOfTheSea(wrong));
        }
        table.finish();
        entry
    });
    let mut ships: Vec<GalleyEntry> = Vec::new();
    for mut ship in reader.some_tables("ship") {
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
            ship.error("flagship", Wrong::ChickenOfTheSea(WrongGalleys::SecondFlagship));
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
    if admiral.is_some() && !ships.is_empty() && !ships.iter().any(|ship| ship.flagship) {
        reader.error("admiral", Wrong::ChickenOfTheSea(WrongGalleys::NoFlagship));
    }
    let Head { name, people, notes, briefing } = head;
    Fleet { name, people, notes, briefing, nation, admiral, ships }
}

/// Faults of a fleet that only the rules of Chicken of the Sea have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WrongGalleys {
    /// An enhanced range that is shorter than the usual one.
    ShortEnhancedRange {
        /// The usual range, in hexes.
        range: u8,
        /// The enhanced range, in hexes.
        enhanced: u8,
    },
    /// A second flagship.
    SecondFlagship,
    /// An admiral who has no flagship.
    NoFlagship,
}

impl WrongGalleys {
    pub(super) fn say(self) -> Say {
        match self {
            WrongGalleys::ShortEnhancedRange { range, enhanced } => say!(
                "the enhanced range ({enhanced}) is shorter than the range ({range})",
                enhanced,
                range
            ),
            WrongGalleys::SecondFlagship => say!("a fleet has one flagship, not more"),
            WrongGalleys::NoFlagship => {
                say!("an admiral needs a flagship: add flagship = true to one galley")
            }
        }
    }
}

pub(super) fn write(fleet: &Fleet) -> Map<String, Value> {
    let texts = [&*fleet.name, &fleet.people, &fleet.notes];
    let mut keys = Head::write(SystemTag::ChickenOfTheSea, texts, &fleet.briefing);
    if let Some(nation) = fleet.nation {
        keys.insert("nation".into(), json!(nation));
    }
    if let Some(AdmiralEntry { name, range, enhanced_range }) = &fleet.admiral {
        let admiral = json!({"name": name, "range": range, "enhanced_range": enhanced_range});
        keys.insert("admiral".into(), admiral);
    }
    keys.insert("ship".into(), fleet.ships.iter().map(write_ship).collect());
    keys
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
