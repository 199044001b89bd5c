//! Fleet files of Command & Chaos: `[commander]`, `[[unit]]`, `[[lieutenant]]`
//! and `[[card]]`. The morale chits must add up and three units be veterans;
//! whatever else departs from the standard army is a warning.

use serde_json::{Map, Value, json};

use crate::rules::command_and_chaos::tables::{
    COLUMNS, Kind, LEARNING, MORALE, MOST_CARDS, STAMINA, STANDARD, Strength, VETERAN_MORALE,
    VETERANS, Zone, morale_sum,
};
use crate::rules::command_and_chaos::{CardEntry, Fleet, OfficerEntry, UnitEntry};
use crate::rules::{SystemTag, title};

use super::Head;
use super::reader::Reader;

const RULE: &str = "Command & Chaos: the army";

/// The highest chits that a house rule may give.
const MOST_MORALE: i64 = 99;
const MOST_STAMINA: i64 = 99;
/// The morale of a unit whose file says none: the chit that most units have.
const PLAIN_MORALE: u32 = 3;

pub(super) fn read(head: Head, reader: &mut Reader) -> Fleet {
    let commander = reader.table("commander").map(read_officer);
    if commander.is_none() {
        reader.warn("commander", "an army has a commander, and this one has none");
    }
    let mut units = Vec::new();
    let mut sound = true;
    let mut read = Vec::new();
    for mut table in reader.some_tables("unit") {
        let first = units.len();
        sound &= read_unit(&mut table, &mut units);
        read.push((table, first));
    }
    for (table, first) in read {
        if let Some(unit) = units.get(first) {
            find_cavalry(&table, unit, &units);
        }
        table.finish();
    }
    if sound && !units.is_empty() {
        hold_to_the_chits(reader, &units);
    }
    compare_with_the_standard(reader, &units);
    let lieutenants: Vec<OfficerEntry> =
        reader.tables("lieutenant").into_iter().map(read_officer).collect();
    one_lieutenant_a_zone(reader, &lieutenants);
    let cards = read_cards(reader);
    Fleet {
        name: head.name,
        people: head.people,
        notes: head.notes,
        briefing: head.briefing,
        commander,
        units,
        lieutenants,
        cards,
    }
}

fn read_officer(mut table: Reader) -> OfficerEntry {
    let officer = OfficerEntry {
        name: table.name_or_empty("name"),
        zone: table.word_or("zone", Zone::CenterBattleLine),
    };
    table.finish();
    officer
}

/// Reads an entry; whether its morale can be counted.
fn read_unit(unit: &mut Reader, units: &mut Vec<UnitEntry>) -> bool {
    let names = unit.names();
    let kind: Kind = unit.word("kind");
    let zone = unit.word_or("zone", Zone::CenterBattleLine);
    let column = unit.number_or("column", 1..=i64::from(COLUMNS), 1);
    let morale: Option<u32> = unit.optional_number("max_morale", 0..=MOST_MORALE);
    let sound = morale.is_some() == unit.has("max_morale");
    let veteran = unit.flag("veteran");
    let stamina: Option<u32> = unit.optional_number("stamina", 0..=MOST_STAMINA);
    let reserve = unit.flag("reserve");
    let mixed_with = Some(unit.name_or_empty("mixed_with")).filter(|name| !name.is_empty());
    let entry = if kind.is_heavy() {
        let max_morale = morale.unwrap_or(PLAIN_MORALE);
        if sound {
            hold_the_chit(unit, max_morale, veteran);
        }
        let stamina = stamina.unwrap_or(STAMINA);
        if stamina != STAMINA {
            let why = format!("stamina {stamina}; heavy units have {STAMINA}");
            unit.warn("stamina", why);
        }
        if mixed_with.is_some() {
            unit.warn(
                "mixed_with",
                "light infantry goes with cavalry; this is none, and goes alone",
            );
        }
        UnitEntry {
            name: String::new(),
            kind,
            zone,
            column,
            max_morale: Some(max_morale),
            veteran,
            stamina: Some(stamina),
            reserve,
            mixed_with: None,
        }
    } else {
        for key in ["max_morale", "veteran", "stamina"] {
            if unit.has(key) {
                unit.warn(key, format!("light infantry has no `{key}`; this one is passed over"));
            }
        }
        UnitEntry {
            name: String::new(),
            kind,
            zone,
            column,
            max_morale: None,
            veteran: false,
            stamina: None,
            reserve,
            mixed_with,
        }
    };
    units.extend(names.into_iter().map(|name| UnitEntry { name, ..entry.clone() }));
    sound
}

fn hold_the_chit(unit: &Reader, max_morale: u32, veteran: bool) {
    let (lowest, highest) = MORALE;
    if !(lowest..=highest).contains(&max_morale) {
        let why = format!("morale {max_morale}; a chit has {lowest} to {highest}");
        unit.limit("max_morale", RULE, why);
    } else if veteran && max_morale < VETERAN_MORALE {
        let why =
            format!("a veteran of morale {max_morale}; a veteran has {VETERAN_MORALE} or more");
        unit.limit("max_morale", RULE, why);
    }
}

/// Light infantry that goes with cavalry names a unit of its army.
fn find_cavalry(table: &Reader, unit: &UnitEntry, units: &[UnitEntry]) {
    let Some(wanted) = &unit.mixed_with else { return };
    let cavalry = |known: &&UnitEntry| known.kind == Kind::HeavyCavalry && known.name == *wanted;
    match units.iter().find(cavalry) {
        None => table.error("mixed_with", format!("no cavalry of this army is called `{wanted}`")),
        Some(known) if (known.zone, known.column) != (unit.zone, unit.column) => {
            table.warn("mixed_with", format!("{wanted} stands in another place"));
        }
        Some(_) => {}
    }
}

/// The sum of the chits, and the number of veterans.
fn hold_to_the_chits(reader: &Reader, units: &[UnitEntry]) {
    let heavy = || units.iter().filter(|unit| unit.kind.is_heavy());
    let number = count(heavy());
    let sum: u32 = heavy().filter_map(|unit| unit.max_morale).sum();
    let wanted = morale_sum(number);
    if sum != wanted {
        let why =
            format!("morale {sum} in all; {number} heavy units have 3 each and 4 more: {wanted}");
        reader.limit("unit", RULE, why);
    }
    let veterans = count(heavy().filter(|unit| unit.veteran));
    if veterans != VETERANS {
        let word = if veterans == 1 { "veteran" } else { "veterans" };
        let why = format!("{veterans} {word}; an army has exactly {VETERANS}");
        reader.limit("unit", RULE, why);
    }
}

fn count<T>(items: impl Iterator<Item = T>) -> u32 {
    u32::try_from(items.count()).unwrap_or(u32::MAX)
}

/// What departs from the standard army, and from the army to learn with.
fn compare_with_the_standard(reader: &Reader, units: &[UnitEntry]) {
    let heavy = |reserve| units.iter().filter(move |u| u.kind.is_heavy() && u.reserve == reserve);
    let own = Strength {
        line: count(heavy(false)),
        reserve: count(heavy(true)),
        light: count(units.iter().filter(|unit| !unit.kind.is_heavy())),
    };
    if own != STANDARD && own != LEARNING {
        let say = |army: Strength| {
            format!("{} in line, {} in reserve, {} light", army.line, army.reserve, army.light)
        };
        let why = format!("{}; the standard army has {}", say(own), say(STANDARD));
        reader.warn("unit", why);
    }
    for (at, unit) in units.iter().enumerate() {
        let place = |u: &UnitEntry| (u.zone, u.column);
        let zone = title(unit.zone.slug()).to_lowercase();
        let same = |u: &&UnitEntry| u.kind.is_heavy() && !u.reserve && place(u) == place(unit);
        let stands = unit.kind.is_heavy() && !unit.reserve;
        if stands && let Some(other) = units[..at].iter().find(same) {
            let why = format!(
                "{} and {} both stand in the {zone}, column {}",
                other.name, unit.name, unit.column
            );
            reader.warn("unit", why);
        }
        let cavalry_in_front = || {
            (1..=COLUMNS).all(|column| {
                heavy(false).any(|u| {
                    u.kind == Kind::HeavyCavalry && (u.zone, u.column) == (unit.zone, column)
                })
            })
        };
        if unit.reserve
            && unit.zone.is_wing()
            && !(unit.kind == Kind::HeavyCavalry && cavalry_in_front())
        {
            let why = format!(
                "{} is in reserve in the {zone}, which takes only cavalry, and only behind two of cavalry",
                unit.name
            );
            reader.warn("unit", why);
        }
    }
}

fn one_lieutenant_a_zone(reader: &Reader, lieutenants: &[OfficerEntry]) {
    if lieutenants.is_empty() {
        reader.warn("lieutenant", "each zone has a lieutenant, and this army has none");
        return;
    }
    for zone in Zone::ALL {
        let number = lieutenants.iter().filter(|officer| officer.zone == *zone).count();
        if number != 1 {
            let zone = title(zone.slug()).to_lowercase();
            reader
                .warn("lieutenant", format!("{number} lieutenants in the {zone}; a zone has one"));
        }
    }
}

fn read_cards(reader: &mut Reader) -> Vec<CardEntry> {
    let mut cards: Vec<CardEntry> = Vec::new();
    let mut total = 0;
    for mut table in reader.tables("card") {
        let most = i64::try_from(MOST_CARDS).unwrap_or(i64::MAX);
        let card = CardEntry {
            name: table.name("name"),
            text: table.text("text"),
            count: table.number_or("count", 1..=most, 1),
        };
        if cards.iter().any(|known| known.name == card.name) {
            table.error(
                "name",
                format!("`{}` is an earlier card: give that one a count", card.name),
            );
        }
        let before = total;
        total += usize::from(card.count);
        if total > MOST_CARDS && before <= MOST_CARDS {
            table.error("count", format!("a deck has at most {MOST_CARDS} cards"));
        }
        table.finish();
        cards.push(card);
    }
    cards
}

pub(super) fn write(fleet: &Fleet) -> Map<String, Value> {
    let names = [&*fleet.name, &*fleet.people, &*fleet.notes];
    let mut keys = Head::write(SystemTag::CommandAndChaos, names, &fleet.briefing);
    let officer = |officer: &OfficerEntry| json!({"name": officer.name, "zone": officer.zone});
    if let Some(commander) = &fleet.commander {
        keys.insert("commander".into(), officer(commander));
    }
    keys.insert("unit".into(), fleet.units.iter().map(write_unit).collect());
    if !fleet.lieutenants.is_empty() {
        keys.insert("lieutenant".into(), fleet.lieutenants.iter().map(officer).collect());
    }
    if !fleet.cards.is_empty() {
        keys.insert("card".into(), fleet.cards.iter().map(write_card).collect());
    }
    keys
}

fn write_unit(unit: &UnitEntry) -> Value {
    let mut keys = Map::new();
    keys.insert("name".into(), json!(unit.name));
    keys.insert("kind".into(), json!(unit.kind));
    keys.insert("zone".into(), json!(unit.zone));
    keys.insert("column".into(), json!(unit.column));
    if let Some(max_morale) = unit.max_morale {
        keys.insert("max_morale".into(), json!(max_morale));
    }
    for (key, flag) in [("veteran", unit.veteran), ("reserve", unit.reserve)] {
        if flag {
            keys.insert(key.into(), json!(true));
        }
    }
    if let Some(stamina) = unit.stamina.filter(|stamina| *stamina != STAMINA) {
        keys.insert("stamina".into(), json!(stamina));
    }
    if let Some(cavalry) = &unit.mixed_with {
        keys.insert("mixed_with".into(), json!(cavalry));
    }
    Value::Object(keys)
}

fn write_card(card: &CardEntry) -> Value {
    let mut keys = Map::new();
    keys.insert("name".into(), json!(card.name));
    if !card.text.is_empty() {
        keys.insert("text".into(), json!(card.text));
    }
    if card.count != 1 {
        keys.insert("count".into(), json!(card.count));
    }
    Value::Object(keys)
}
