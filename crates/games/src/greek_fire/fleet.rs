//! Fleet files of Greek Fire: `[[type]]` and `[[ship]]`.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use message::message;
use rules::common::SideInfo;
use rules::file::FleetRules;
use rules::file::reader::Reader;

use super::tables::{CrewQuality, SHIP_TYPES, ShipType};
use super::{Captain, Fleet, ShipEntry};

/// The largest figures of a custom type: enough for the Forty of Ptolemy, and small enough
/// that no sum of the rules can overflow.
pub(super) const MOST_CREW: i64 = 10_000;
pub(super) const MOST_DECK: i64 = 100;
pub(super) const MOST_RAM: i64 = 100;
pub(super) const MOST_MOVE: i64 = 100;

impl FleetRules for Fleet {
    fn read(about: SideInfo, reader: &mut Reader) -> Fleet {
        let house_types = house_types(reader);
        let types: Vec<&ShipType> = SHIP_TYPES.iter().chain(&house_types).collect();
        let mut ships = Vec::new();
        for ship in reader.some_tables("ship") {
            read_ship(ship, &types, &mut ships);
        }
        Fleet { about, house_types, ships }
    }

    fn write(&self) -> Map<String, Value> {
        let mut keys = Map::new();
        if !self.house_types.is_empty() {
            keys.insert("type".into(), json!(self.house_types));
        }
        keys.insert("ship".into(), self.ships.iter().map(write_ship).collect());
        keys
    }
}

fn house_types(reader: &mut Reader) -> Vec<ShipType> {
    let known: Vec<&str> = SHIP_TYPES.iter().map(|known| known.slug.as_ref()).collect();
    let mut types: Vec<ShipType> = Vec::new();
    for mut table in reader.tables("type") {
        let earlier: Vec<&str> = types.iter().map(|known| known.slug.as_ref()).collect();
        let slug = table.house_slug("hemiolia", &known, &earlier);
        types.push(ShipType {
            slug: Cow::Owned(slug),
            name: Cow::Owned(table.name("name")),
            deck: table.number("deck", 0..=MOST_DECK),
            ram: table.number("ram", 0..=MOST_RAM),
            crew: table.number("crew", 1..=MOST_CREW),
            move_points: table.number("move", 0..=MOST_MOVE),
        });
        table.finish();
    }
    types
}

fn read_ship(mut ship: Reader, types: &[&ShipType], ships: &mut Vec<ShipEntry>) {
    let names = ship.names();
    let slugs: Vec<&str> = types.iter().map(|known| known.slug.as_ref()).collect();
    let ship_type = ship.choice("type", &slugs).map(|at| types[at].clone());
    let crew_quality = ship.word_or("crew_quality", CrewQuality::Good);
    let captain = ship.table("captain").map_or_else(Captain::default, |mut captain| {
        let read = Captain { name: captain.name_or_empty("name"), skills: captain.words("skills") };
        captain.finish();
        read
    });
    let crew_skills = ship.words("crew_skills");
    if crew_quality == CrewQuality::Elite && ship.length("crew_skills") == 0 {
        let why = message!("an elite crew has at least one skill, and this one has none");
        ship.warn("crew_skills", why);
    }
    if crew_quality != CrewQuality::Elite && ship.length("crew_skills") > 0 {
        let why = message!(
            "only an elite crew has skills, and this one is {quality}",
            quality = crew_quality
        );
        ship.warn("crew_skills", why);
    }
    let advantages = ship.words("advantages");
    if let Some(ship_type) = &ship_type {
        check_deck(&ship, ship_type);
    }
    ship.finish();
    if let Some(ship_type) = ship_type {
        ships.extend(names.into_iter().map(|name| ShipEntry {
            name,
            ship_type: ship_type.clone(),
            crew_quality,
            captain: captain.clone(),
            crew_skills: crew_skills.clone(),
            advantages: advantages.clone(),
        }));
    }
}

/// Checks that a ship carries one advantage for each slot of her deck (Greek
/// Fire: ship types).
fn check_deck(ship: &Reader, ship_type: &ShipType) {
    let carried = ship.length("advantages");
    let slots = ship_type.deck as usize;
    if carried > slots {
        let why = message!(
            slots => "{carried} advantages, and the deck of {name} has {n} slot"
                | "{carried} advantages, and the deck of {name} has {n} slots",
            carried,
            name = ship_type.name.to_string()
        );
        ship.limit("advantages", "Greek Fire: advantages", why);
    } else if carried < slots {
        let why = message!(
            slots - carried => "{n} of {slots} slots is free" | "{n} of {slots} slots are free",
            slots
        );
        ship.warn("advantages", why);
    }
}

fn write_ship(ship: &ShipEntry) -> Value {
    let mut keys = Map::new();
    keys.insert("name".into(), json!(ship.name));
    keys.insert("type".into(), json!(ship.ship_type.slug));
    if ship.crew_quality != CrewQuality::Good {
        keys.insert("crew_quality".into(), json!(ship.crew_quality));
    }
    if ship.captain != Captain::default() {
        keys.insert("captain".into(), json!(ship.captain));
    }
    if !ship.crew_skills.is_empty() {
        keys.insert("crew_skills".into(), json!(ship.crew_skills));
    }
    if !ship.advantages.is_empty() {
        keys.insert("advantages".into(), json!(ship.advantages));
    }
    Value::Object(keys)
}
