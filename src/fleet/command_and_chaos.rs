//! Fleet files of Command & Chaos: `[commander]`, `[[unit]]`, `[[lieutenant]]`
//! and `[[card]]`. The morale chits must add up and three units must be
//! veterans; whatever else departs from the standard army is a warning.

use serde_json::{Map, Value, json};

use crate::rules::SystemTag;
use crate::rules::command_and_chaos::tables::{
    COLUMNS, Kind, LEARNING, MORALE, MOST_CARDS, STAMINA, STANDARD, Strength, VETERAN_MORALE,
    VETERANS, Zone, morale_sum,
};
use crate::rules::command_and_chaos::{CardEntry, Fleet, OfficerEntry, UnitEntry};
use crate::say::{Say, say};

use super::reader::Reader;
use super::{Head, Wrong};

const RULE: &str = "Command & Chaos: the army";

/// The highest morale that a house rule may give a chit.
const MOST_MORALE: i64 = 99;
const MOST_STAMINA: i64 = 99;
/// The morale of a unit whose file says none: the chit that most units have.
const PLAIN_MORALE: u32 = 3;

pub(super) fn read(head: Head, reader: &mut Reader) -> Fleet {
    let commander = reader.table("commander").map(read_officer);
    if commander.is_none() {
        reader.warn("commander", WrongArmy::NoCommander.into());
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

/// Reads an entry. Returns whether its morale can be counted.
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
            unit.warn("stamina", WrongArmy::OddStamina { stamina }.into());
        }
        if mixed_with.is_some() {
            unit.warn("mixed_with", WrongArmy::HeavyMixed.into());
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
                unit.warn(key, WrongArmy::NotOfLight { key }.into());
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
        unit.limit("max_morale", RULE, WrongArmy::OddChit { morale: max_morale }.into());
    } else if veteran && max_morale < VETERAN_MORALE {
        unit.limit("max_morale", RULE, WrongArmy::LowVeteran { morale: max_morale }.into());
    }
}

/// Finds the cavalry that light infantry names.
fn find_cavalry(table: &Reader, unit: &UnitEntry, units: &[UnitEntry]) {
    let Some(wanted) = &unit.mixed_with else { return };
    let cavalry = |known: &&UnitEntry| known.kind == Kind::HeavyCavalry && known.name == *wanted;
    match units.iter().find(cavalry) {
        None => {
            table.error("mixed_with", WrongArmy::NoSuchCavalry { name: wanted.clone() }.into());
        }
        Some(known) if (known.zone, known.column) != (unit.zone, unit.column) => {
            table.warn("mixed_with", WrongArmy::CavalryElsewhere { name: wanted.clone() }.into());
        }
        Some(_) => {}
    }
}

/// Checks the sum of the chits, and the number of veterans.
fn hold_to_the_chits(reader: &Reader, units: &[UnitEntry]) {
    let heavy = || units.iter().filter(|unit| unit.kind.is_heavy());
    let number = count(heavy());
    let sum: u32 = heavy().filter_map(|unit| unit.max_morale).sum();
    let wanted = morale_sum(number);
    if sum != wanted {
        reader.limit("unit", RULE, WrongArmy::MoraleSum { sum, units: number, wanted }.into());
    }
    let veterans = count(heavy().filter(|unit| unit.veteran));
    if veterans != VETERANS {
        reader.limit("unit", RULE, WrongArmy::Veterans { veterans }.into());
    }
}

fn count<T>(items: impl Iterator<Item = T>) -> u32 {
    u32::try_from(items.count()).unwrap_or(u32::MAX)
}

/// Warns of what departs from both the standard and the learning army.
fn compare_with_the_standard(reader: &Reader, units: &[UnitEntry]) {
    let heavy = |reserve| units.iter().filter(move |u| u.kind.is_heavy() && u.reserve == reserve);
    let own = Strength {
        line: count(heavy(false)),
        reserve: count(heavy(true)),
        light: count(units.iter().filter(|unit| !unit.kind.is_heavy())),
    };
    if own != STANDARD && own != LEARNING {
        let Strength { line, reserve, light } = own;
        reader.warn("unit", WrongArmy::OddStrength { line, reserve, light }.into());
    }
    for (at, unit) in units.iter().enumerate() {
        let place = |u: &UnitEntry| (u.zone, u.column);
        let same = |u: &&UnitEntry| u.kind.is_heavy() && !u.reserve && place(u) == place(unit);
        let stands = unit.kind.is_heavy() && !unit.reserve;
        if stands && let Some(other) = units[..at].iter().find(same) {
            let units = [other.name.clone(), unit.name.clone()];
            let wrong = WrongArmy::SamePlace { units, zone: unit.zone, column: unit.column };
            reader.warn("unit", wrong.into());
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
            let wrong = WrongArmy::ReserveInWing { unit: unit.name.clone(), zone: unit.zone };
            reader.warn("unit", wrong.into());
        }
    }
}

fn one_lieutenant_a_zone(reader: &Reader, lieutenants: &[OfficerEntry]) {
    if lieutenants.is_empty() {
        reader.warn("lieutenant", WrongArmy::NoLieutenants.into());
        return;
    }
    for zone in Zone::ALL {
        let number = lieutenants.iter().filter(|officer| officer.zone == *zone).count();
        if number != 1 {
            reader.warn("lieutenant", WrongArmy::Lieutenants { number, zone: *zone }.into());
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
            table.error("name", WrongArmy::SameCard { name: card.name.clone() }.into());
        }
        let before = total;
        total += usize::from(card.count);
        if total > MOST_CARDS && before <= MOST_CARDS {
            table.error("count", WrongArmy::LargeDeck.into());
        }
        table.finish();
        cards.push(card);
    }
    cards
}

/// Faults of an army that only the rules of Command & Chaos have.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WrongArmy {
    /// No commander.
    NoCommander,
    /// A heavy unit whose stamina is not that of the rules.
    OddStamina {
        /// Its stamina.
        stamina: u32,
    },
    /// A heavy unit that goes with cavalry, as only light infantry does.
    HeavyMixed,
    /// Light infantry with a key that only heavy units have.
    NotOfLight {
        /// The key.
        key: &'static str,
    },
    /// A morale that no chit has.
    OddChit {
        /// The morale.
        morale: u32,
    },
    /// A veteran with too low a morale.
    LowVeteran {
        /// The morale.
        morale: u32,
    },
    /// Light infantry that names cavalry which the army does not have.
    NoSuchCavalry {
        /// The name.
        name: String,
    },
    /// Light infantry that is not in the same place as its cavalry.
    CavalryElsewhere {
        /// The cavalry's name.
        name: String,
    },
    /// Morale that does not add up to what an army has.
    MoraleSum {
        /// What it adds up to.
        sum: u32,
        /// How many heavy units there are.
        units: u32,
        /// What it must add up to.
        wanted: u32,
    },
    /// More or fewer veterans than an army has.
    Veterans {
        /// How many.
        veterans: u32,
    },
    /// An army of another size than the standard one.
    OddStrength {
        /// Heavy units in line.
        line: u32,
        /// Heavy units in reserve.
        reserve: u32,
        /// Light infantry.
        light: u32,
    },
    /// Two heavy units in one place.
    SamePlace {
        /// Their names.
        units: [String; 2],
        /// The zone.
        zone: Zone,
        /// The column.
        column: u8,
    },
    /// A reserve on a wing where it may not be.
    ReserveInWing {
        /// The unit.
        unit: String,
        /// The zone.
        zone: Zone,
    },
    /// No lieutenants at all.
    NoLieutenants,
    /// A zone that has no lieutenant, or several.
    Lieutenants {
        /// How many it has.
        number: usize,
        /// The zone.
        zone: Zone,
    },
    /// A card with the same name as an earlier one.
    SameCard {
        /// The name.
        name: String,
    },
    /// More cards than a deck holds.
    LargeDeck,
}

impl From<WrongArmy> for Wrong {
    fn from(wrong: WrongArmy) -> Wrong {
        Wrong::CommandAndChaos(wrong)
    }
}

impl WrongArmy {
    pub(super) fn say(&self) -> Say {
        match self {
            WrongArmy::NoCommander => say!("an army has a commander, and this one has none"),
            WrongArmy::OddStamina { stamina } => {
                say!(
                    "stamina {stamina}; heavy units have {usual}",
                    stamina = *stamina,
                    usual = STAMINA
                )
            }
            WrongArmy::HeavyMixed => {
                say!("only light infantry goes with cavalry; this unit goes alone")
            }
            WrongArmy::NotOfLight { key } => {
                say!("light infantry has no {key}; this is ignored", key = Say::slug(*key))
            }
            WrongArmy::OddChit { morale } => {
                let (lowest, highest) = MORALE;
                say!(
                    "morale {morale}; a chit has {lowest} to {highest}",
                    morale = *morale,
                    lowest,
                    highest
                )
            }
            WrongArmy::LowVeteran { morale } => say!(
                "morale {morale}; a veteran has {least} or more",
                morale = *morale,
                least = VETERAN_MORALE
            ),
            WrongArmy::NoSuchCavalry { name } => {
                say!("no cavalry of this army is called “{name}”", name)
            }
            WrongArmy::CavalryElsewhere { name } => say!("{name} stands in another place", name),
            WrongArmy::NoLieutenants => {
                say!("each zone has a lieutenant, and this army has none")
            }
            WrongArmy::Lieutenants { number, zone } => say!(
                *number => "{n} lieutenant in the {zone}; a zone has one"
                    | "{n} lieutenants in the {zone}; a zone has one",
                zone = *zone
            ),
            WrongArmy::SameCard { name } => {
                say!("there is an earlier card “{name}”: give that one a count", name)
            }
            WrongArmy::LargeDeck => say!("a deck has at most {most} cards", most = MOST_CARDS),
            WrongArmy::MoraleSum { .. }
            | WrongArmy::Veterans { .. }
            | WrongArmy::OddStrength { .. }
            | WrongArmy::SamePlace { .. }
            | WrongArmy::ReserveInWing { .. } => self.of_the_whole(),
        }
    }

    /// What is wrong with the army as a whole, in words.
    fn of_the_whole(&self) -> Say {
        match self {
            WrongArmy::MoraleSum { sum, units, wanted } => say!(
                "morale {sum} in all; {units} heavy units have {wanted}: 3 each and 4 more",
                sum = *sum,
                units = *units,
                wanted = *wanted
            ),
            WrongArmy::Veterans { veterans } => say!(
                *veterans => "{n} veteran; an army has exactly {wanted}"
                    | "{n} veterans; an army has exactly {wanted}",
                wanted = VETERANS
            ),
            WrongArmy::OddStrength { line, reserve, light } => {
                let own = Strength { line: *line, reserve: *reserve, light: *light };
                let told = |Strength { line, reserve, light }| {
                    say!(
                        "{line} in line, {reserve} in reserve, {light} light",
                        line,
                        reserve,
                        light
                    )
                };
                say!(
                    "{own}; the standard army has {usual}",
                    own = told(own),
                    usual = told(STANDARD)
                )
            }
            WrongArmy::SamePlace { units: [first, second], zone, column } => say!(
                "{first} and {second} both stand in the {zone}, column {column}",
                first,
                second,
                zone = *zone,
                column = *column
            ),
            WrongArmy::ReserveInWing { unit, zone } => say!(
                "{unit} is in reserve in the {zone}, which takes only cavalry, and only behind two of cavalry",
                unit,
                zone = *zone
            ),
            WrongArmy::NoCommander
            | WrongArmy::OddStamina { .. }
            | WrongArmy::HeavyMixed
            | WrongArmy::NotOfLight { .. }
            | WrongArmy::OddChit { .. }
            | WrongArmy::LowVeteran { .. }
            | WrongArmy::NoSuchCavalry { .. }
            | WrongArmy::CavalryElsewhere { .. }
            | WrongArmy::NoLieutenants
            | WrongArmy::Lieutenants { .. }
            | WrongArmy::SameCard { .. }
            | WrongArmy::LargeDeck => Say::default(),
        }
    }
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
