//! Fleet files of Fast Play Salamis: `panic_number`, `[[class]]` and `[[ship]]`.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use crate::rules::SystemTag;
use crate::rules::fast_play_salamis::tables::{CLASSES, Class};
use crate::rules::fast_play_salamis::{Fleet, ShipEntry};

use super::Head;
use super::reader::{MOST_SHIPS, Reader};

/// The largest figures of a house class: ample for any model, and few enough
/// dice that the odds stay quick.
const MOST_INCHES: i64 = 100;
const MOST_DEGREES: i64 = 360;
const MOST_DICE: i64 = 30;
const MOST_HITS: i64 = 100;
/// Twelve or less is certain on both kinds of dice.
const CERTAIN: i64 = 12;

pub(super) fn read(head: Head, reader: &mut Reader) -> Fleet {
    let panic_number = reader.optional_number("panic_number", 1..=i64::from(MOST_SHIPS));
    let house_classes = house_classes(reader);
    let classes: Vec<&Class> = CLASSES.iter().chain(&house_classes).collect();
    let slugs: Vec<&str> = classes.iter().map(|known| known.slug.as_ref()).collect();
    let mut ships = Vec::new();
    for mut ship in reader.some_tables("ship") {
        let names = ship.names();
        let class = ship.choice("class", &slugs).map(|at| classes[at]);
        ship.finish();
        if let Some(class) = class {
            ships.extend(names.into_iter().map(|name| ShipEntry { name, class: class.clone() }));
        }
    }
    Fleet {
        name: head.name,
        people: head.people,
        notes: head.notes,
        panic_number,
        house_classes,
        ships,
    }
}

fn house_classes(reader: &mut Reader) -> Vec<Class> {
    let known: Vec<&str> = CLASSES.iter().map(|class| class.slug.as_ref()).collect();
    let mut classes: Vec<Class> = Vec::new();
    for mut table in reader.tables("class") {
        let earlier: Vec<&str> = classes.iter().map(|class| class.slug.as_ref()).collect();
        let slug = table.house_slug("class", "aeginetan", &known, &earlier);
        classes.push(Class {
            slug: Cow::Owned(slug),
            fleet: Cow::Owned(table.name("fleet")),
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

pub(super) fn write(fleet: &Fleet) -> Map<String, Value> {
    let names = [&*fleet.name, &*fleet.people, &*fleet.notes];
    let mut keys = Head::write(SystemTag::FastPlaySalamis, names);
    if let Some(number) = fleet.panic_number {
        keys.insert("panic_number".into(), json!(number));
    }
    if !fleet.house_classes.is_empty() {
        keys.insert("class".into(), json!(fleet.house_classes));
    }
    let ship = |ship: &ShipEntry| json!({"name": ship.name, "class": ship.class.slug});
    keys.insert("ship".into(), fleet.ships.iter().map(ship).collect());
    keys
}
