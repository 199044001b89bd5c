//! Fleet files of Command & Chaos: `[commander]`, `[[unit]]`, `[[lieutenant]]` and
//! `[[card]]`. The morale chits must have the right sum and three units must be veterans.
//! Other differences from the standard army are warnings.

use std::ops::Range;

use serde_json::{Map, Value, json};

use message::{Message, message};
use rules::common::SideInfo;
use rules::file::FleetRules;
use rules::file::reader::Reader;

use super::tables::{
    COLUMNS, Kind, LEARNING, MORALE, MOST_CARDS, STAMINA, STANDARD, Strength, VETERAN_MORALE,
    VETERANS, Zone, morale_sum,
};
use super::{CardEntry, Fleet, OfficerEntry, UnitEntry};

const RULE: &str = "Command & Chaos: the army";

/// The highest morale of a chit under house rules.
const MOST_MORALE: i64 = 99;
pub(super) const MOST_STAMINA: i64 = 99;
/// The morale of a unit if its file states none: the most common chit.
pub(super) const PLAIN_MORALE: u32 = 3;

impl FleetRules for Fleet {
    fn read(about: SideInfo, reader: &mut Reader) -> Fleet {
        let commander = reader.table("commander").map(read_officer);
        if commander.is_none() {
            reader.warn("commander", message!("an army has a commander, and this one has none"));
        }
        let mut units = Vec::new();
        let mut sound = true;
        let mut read = Vec::new();
        for mut table in reader.some_tables("unit") {
            let first = units.len();
            sound &= read_unit(&mut table, &mut units);
            read.push((table, first..units.len()));
        }
        for (table, entries) in read {
            find_cavalry(&table, &entries, &units);
            table.finish();
        }
        if sound && !units.is_empty() {
            check_chits(reader, &units);
        }
        compare_with_the_standard(reader, &units);
        let lieutenants: Vec<OfficerEntry> =
            reader.tables("lieutenant").into_iter().map(read_officer).collect();
        one_lieutenant_a_zone(reader, &lieutenants);
        let cards = read_cards(reader);
        Fleet { about, commander, units, lieutenants, cards }
    }

    fn write(&self) -> Map<String, Value> {
        let mut keys = Map::new();
        let officer = |officer: &OfficerEntry| json!({"name": officer.name, "zone": officer.zone});
        if let Some(commander) = &self.commander {
            keys.insert("commander".into(), officer(commander));
        }
        keys.insert("unit".into(), self.units.iter().map(write_unit).collect());
        if !self.lieutenants.is_empty() {
            keys.insert("lieutenant".into(), self.lieutenants.iter().map(officer).collect());
        }
        if !self.cards.is_empty() {
            keys.insert("card".into(), self.cards.iter().map(write_card).collect());
        }
        keys
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

/// Reads an entry, and returns whether its morale is valid.
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
            check_chit(unit, max_morale, veteran);
        }
        let stamina = stamina.unwrap_or(STAMINA);
        if stamina != STAMINA {
            let usual = STAMINA;
            let why = message!("stamina {stamina}; heavy units have {usual}", stamina, usual);
            unit.warn("stamina", why);
        }
        if mixed_with.is_some() {
            let why = message!("only light infantry goes with cavalry; this unit goes alone");
            unit.warn("mixed_with", why);
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
                let why = message!(
                    "light infantry has no {key}; this is ignored",
                    key = Message::slug(key)
                );
                unit.warn(key, why);
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

fn check_chit(unit: &Reader, morale: u32, veteran: bool) {
    let (lowest, highest) = MORALE;
    let why = if !(lowest..=highest).contains(&morale) {
        message!("morale {morale}; a chit has {lowest} to {highest}", morale, lowest, highest)
    } else if veteran && morale < VETERAN_MORALE {
        message!("morale {morale}; a veteran has {least} or more", morale, least = VETERAN_MORALE)
    } else {
        return;
    };
    unit.limit("max_morale", RULE, why);
}

/// Finds the cavalry named by light infantry, which is at these places in the list. Cavalry
/// takes one unit (CC-8).
fn find_cavalry(table: &Reader, entries: &Range<usize>, units: &[UnitEntry]) {
    let Some(unit) = units.get(entries.start) else { return };
    let Some(wanted) = &unit.mixed_with else { return };
    let with = |other: &&UnitEntry| other.mixed_with.as_ref() == Some(wanted);
    if units.iter().take(entries.end).filter(with).count() > 1 {
        let why = message!("{name} has light infantry with it; one is the limit", name = wanted);
        table.warn("mixed_with", why);
    }
    let cavalry = |known: &&UnitEntry| known.kind == Kind::HeavyCavalry && known.name == *wanted;
    match units.iter().find(cavalry) {
        None => {
            let why = message!("no cavalry of this army is called “{name}”", name = wanted);
            table.error("mixed_with", why);
        }
        Some(known) if (known.zone, known.column) != (unit.zone, unit.column) => {
            table.warn("mixed_with", message!("{name} is in another place", name = wanted));
        }
        Some(_) => {}
    }
}

/// Checks the sum of the chits, and the number of veterans.
fn check_chits(reader: &Reader, units: &[UnitEntry]) {
    let heavy = || units.iter().filter(|unit| unit.kind.is_heavy());
    let number = count(heavy());
    let sum: u32 = heavy().filter_map(|unit| unit.max_morale).sum();
    let wanted = morale_sum(number);
    if sum != wanted {
        let why = message!(
            number => "morale {sum} in all; {n} heavy unit has {wanted}: 3 each and 4 more"
                | "morale {sum} in all; {n} heavy units have {wanted}: 3 each and 4 more",
            sum,
            wanted
        );
        reader.limit("unit", RULE, why);
    }
    let veterans = count(heavy().filter(|unit| unit.veteran));
    if veterans != VETERANS {
        let why = message!(
            veterans => "{n} veteran; an army has exactly {wanted}"
                | "{n} veterans; an army has exactly {wanted}",
            wanted = VETERANS
        );
        reader.limit("unit", RULE, why);
    }
}

fn count<T>(items: impl Iterator<Item = T>) -> u32 {
    u32::try_from(items.count()).unwrap_or(u32::MAX)
}

/// Warns about differences from both the standard and the learning army.
fn compare_with_the_standard(reader: &Reader, units: &[UnitEntry]) {
    let heavy = |reserve| units.iter().filter(move |u| u.kind.is_heavy() && u.reserve == reserve);
    let own = Strength {
        line: count(heavy(false)),
        reserve: count(heavy(true)),
        light: count(units.iter().filter(|unit| !unit.kind.is_heavy())),
    };
    if own != STANDARD && own != LEARNING {
        let describe = |Strength { line, reserve, light }| {
            message!("{line} in line, {reserve} in reserve, {light} light", line, reserve, light)
        };
        let (own, usual) = (describe(own), describe(STANDARD));
        reader.warn("unit", message!("{own}; the standard army has {usual}", own, usual));
    }
    for (at, unit) in units.iter().enumerate() {
        let place = |u: &UnitEntry| (u.zone, u.column);
        let same = |u: &&UnitEntry| u.kind.is_heavy() && !u.reserve && place(u) == place(unit);
        let stands = unit.kind.is_heavy() && !unit.reserve;
        if stands && let Some(other) = units[..at].iter().find(same) {
            let why = message!(
                "{first} and {second} are both in the {zone}, column {column}",
                first = &other.name,
                second = &unit.name,
                zone = unit.zone,
                column = unit.column
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
            let why = message!(
                "{unit} is in reserve in the {zone}, which takes only cavalry, and only behind two cavalry units",
                unit = &unit.name,
                zone = unit.zone
            );
            reader.warn("unit", why);
        }
    }
}

fn one_lieutenant_a_zone(reader: &Reader, lieutenants: &[OfficerEntry]) {
    if lieutenants.is_empty() {
        let why = message!("each zone has a lieutenant, and this army has none");
        reader.warn("lieutenant", why);
        return;
    }
    for zone in Zone::ALL {
        let number = lieutenants.iter().filter(|officer| officer.zone == *zone).count();
        if number != 1 {
            let why = message!(
                number => "{n} lieutenant in the {zone}; a zone has one"
                    | "{n} lieutenants in the {zone}; a zone has one",
                zone = *zone
            );
            reader.warn("lieutenant", why);
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
            let name = &card.name;
            let why = message!("there is an earlier card “{name}”: give that one a count", name);
            table.error("name", why);
        }
        let before = total;
        total += usize::from(card.count);
        if total > MOST_CARDS && before <= MOST_CARDS {
            table.error("count", message!("a deck has at most {most} cards", most = MOST_CARDS));
        }
        table.finish();
        cards.push(card);
    }
    cards
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
