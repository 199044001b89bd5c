//! Fleet files of Fast Play Salamis: `panic_number` or `[panic]`, `[[class]]`
//! and `[[ship]]`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use message::message;
use message::title;
use rules::common::SideInfo;
use rules::file::FleetRules;
use rules::file::reader::{MOST_SHIPS, Reader};

use super::tables::{CLASSES, Class};
use super::{Fleet, ShipEntry};

/// The largest figures of a custom class: more than any model needs, and few enough dice
/// that the odds are fast.
pub(super) const MOST_INCHES: i64 = 100;
pub(super) const MOST_DEGREES: i64 = 360;
pub(super) const MOST_DICE: i64 = 30;
pub(super) const MOST_HITS: i64 = 100;
/// A check of twelve or less always succeeds with both kinds of dice.
pub(super) const CERTAIN: i64 = 12;

impl FleetRules for Fleet {
    fn read(about: SideInfo, reader: &mut Reader) -> Fleet {
        let for_all = reader.optional_number("panic_number", 1..=i64::from(MOST_SHIPS));
        let by_fleet = reader.table("panic");
        let house_classes = house_classes(reader);
        let classes: Vec<&Class> = CLASSES.iter().chain(&house_classes).collect();
        let slugs: Vec<&str> = classes.iter().map(|known| known.slug.as_ref()).collect();
        let mut ships = Vec::new();
        for mut ship in reader.some_tables("ship") {
            let names = ship.names();
            let class = ship.choice("class", &slugs).map(|at| classes[at]);
            ship.finish();
            if let Some(class) = class {
                let of_it = |name| ShipEntry { name, class: class.clone() };
                ships.extend(names.into_iter().map(of_it));
            }
        }
        let mut fleet = Fleet { about, panic: BTreeMap::new(), house_classes, ships };
        fleet.panic = panic(&fleet, for_all, by_fleet, reader);
        fleet
    }

    fn write(&self) -> Map<String, Value> {
        let mut keys = Map::new();
        if !self.panic.is_empty() {
            keys.insert("panic".into(), json!(self.panic));
        }
        if !self.house_classes.is_empty() {
            keys.insert("class".into(), self.house_classes.iter().map(written_class).collect());
        }
        let ship = |ship: &ShipEntry| json!({"name": ship.name, "class": ship.class.slug});
        keys.insert("ship".into(), self.ships.iter().map(ship).collect());
        keys
    }
}

/// The panic numbers in a file: one if all ships belong to one fleet, or one for each fleet
/// (F-6).
fn panic(
    fleet: &Fleet,
    for_all: Option<u32>,
    by_fleet: Option<Reader>,
    reader: &Reader,
) -> BTreeMap<String, u32> {
    let fleets = fleet.fleets();
    let classes = CLASSES.iter().chain(&fleet.house_classes);
    let slugs: Vec<&str> = classes.map(|class| class.fleet.as_ref()).collect();
    let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
    if let Some(table) = by_fleet {
        numbers.extend(table.numbers_by(&slugs, 1..=i64::from(MOST_SHIPS)));
        let absent = |slug: &&String| fleets.iter().all(|(fleet, _)| fleet != *slug);
        for slug in numbers.keys().filter(absent) {
            table.warn(slug, message!("no ship is of this fleet, so the number is not used"));
        }
    }
    match (for_all, fleets.as_slice()) {
        (Some(number), [(only, _)]) => {
            if numbers.insert(only.clone(), number).is_some() {
                let why = message!("the panic number is set twice: remove one of them");
                reader.error("panic_number", why);
            }
        }
        (Some(_), [(first, _), _, ..]) => {
            let why = message!(
                "these ships are of several fleets, and each panics by itself: write [panic] with a number for each, such as {such_as} = 2",
                such_as = first
            );
            reader.error("panic_number", why);
        }
        (Some(_), []) | (None, _) => {}
    }
    numbers
}

fn house_classes(reader: &mut Reader) -> Vec<Class> {
    let known: Vec<&str> = CLASSES.iter().map(|class| class.slug.as_ref()).collect();
    let mut classes: Vec<Class> = Vec::new();
    for mut table in reader.tables("class") {
        let earlier: Vec<&str> = classes.iter().map(|class| class.slug.as_ref()).collect();
        let slug = table.house_slug("aeginetan", &known, &earlier);
        let name = if table.has("name") { table.name("name") } else { title(&slug) };
        let fleet = table.optional_choice("fleet", &known).map(|at| known[at].to_owned());
        classes.push(Class {
            name: Cow::Owned(name),
            fleet: Cow::Owned(fleet.unwrap_or_else(|| slug.clone())),
            slug: Cow::Owned(slug),
            move_inches: table.number("move", 0..=MOST_INCHES),
            turn_degrees: table.number("turn", 0..=MOST_DEGREES),
            ram_dice: table.number("ram_dice", 0..=MOST_DICE),
            rsp: table.number("rsp", 0..=CERTAIN),
            bow_dice: table.number("bow_dice", 0..=MOST_DICE),
            bow_range_inches: table.number("bow_range", 0..=MOST_INCHES),
            hand_to_hand: table.number("hand_to_hand", 0..=MOST_DICE),
            mbs: table.number("mbs", 0..=CERTAIN),
            viability: table.number("viability", 1..=MOST_HITS),
        });
        table.finish();
    }
    classes
}

/// A class that panics separately names no fleet.
fn written_class(class: &Class) -> Value {
    let mut written = json!(class);
    if let Some(keys) = written.as_object_mut().filter(|_| class.fleet == class.slug) {
        keys.shift_remove("fleet");
    }
    written
}
