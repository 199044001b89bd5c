//! What a builder asks for: the fields of a fleet and of its entries, a form a
//! system, in the order in which the roster lists them.

use serde_json::{Map, Value, json};

use crate::rules::greek_fire::tables::{Advantage, CrewQuality, SHIP_TYPES, Skill};
use crate::rules::{
    Slug, SystemTag, Topic, Units, ancient_naval_games, chicken_of_the_sea, command_and_chaos,
    fast_play_salamis, title,
};

use super::Draft;
use crate::fleet::MOST_SHIPS;

/// Everything that can be said in a fleet file of a system.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// What the whole is called: `fleet`.
    pub whole: &'static str,
    /// The fields of the fleet itself.
    pub head: Vec<Field>,
    /// Its lists of entries, most important first.
    pub lists: Vec<ListForm>,
}

/// A list of entries, and their fields.
#[derive(Clone, Debug, PartialEq)]
pub struct ListForm {
    /// Its key: `ship`.
    pub key: &'static str,
    /// What one entry is called: `Ship`.
    pub one: &'static str,
    /// What several are called: `Ships`.
    pub many: &'static str,
    /// The fields of an entry.
    pub fields: Vec<Field>,
}

/// A field of a fleet file.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Where it stands in its table, for [`super::Path::key`]: `captain.name`.
    pub key: &'static str,
    /// What the form asks: `Captain's name`.
    pub question: &'static str,
    /// What it takes.
    pub takes: FieldTakes,
    /// What holds where it is left out; none where it may not be, or where
    /// leaving it out says something of its own.
    pub default: Option<Value>,
}

/// What a field of a fleet file takes.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldTakes {
    /// A line of text.
    Name,
    /// Lines of text.
    Text,
    /// A whole number.
    Number {
        /// The lowest.
        min: i64,
        /// The highest.
        max: i64,
    },
    /// Yes or no.
    Flag,
    /// One of these words.
    Word(Vec<Word>),
    /// A list of these words; the same may come several times.
    Words(Vec<Word>),
}

/// A word that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// As the file says it.
    pub slug: String,
    /// As a reader says it.
    pub name: String,
    /// What it gives or means, in a few words; empty where its name says it.
    pub gives: String,
}

impl Field {
    fn new(key: &'static str, question: &'static str, takes: FieldTakes) -> Field {
        Field { key, question, takes, default: None }
    }

    fn or(self, default: impl Into<Value>) -> Field {
        Field { default: Some(default.into()), ..self }
    }

    fn name(key: &'static str, question: &'static str) -> Field {
        Field::new(key, question, FieldTakes::Name)
    }

    fn number(key: &'static str, question: &'static str, min: i64, max: i64) -> Field {
        Field::new(key, question, FieldTakes::Number { min, max })
    }

    fn count() -> Field {
        Field::number("count", "How many alike", 1, i64::from(MOST_SHIPS)).or(1)
    }
}

fn word(slug: &str, name: &str, gives: &str) -> Word {
    Word { slug: slug.into(), name: name.into(), gives: gives.into() }
}

/// The words of a list of the rules.
fn words<T: Slug>(gives: impl Fn(T) -> String) -> Vec<Word> {
    let word = |(slug, value): (&&str, &T)| word(slug, &title(slug), &gives(*value));
    T::WORDS.iter().zip(T::LIST).map(word).collect()
}

/// The form of a system.
#[must_use]
pub fn form(system: SystemTag) -> Form {
    let name = match system.units() {
        Units::Ships => "Name of the fleet",
        Units::Units => "Name of the army",
    };
    let head = [
        Field::name("name", name),
        Field::name("people", "Whose it is").or(""),
        Field::new("notes", "Notes, printed on the roster", FieldTakes::Text).or(""),
    ];
    let (own, lists) = match system {
        SystemTag::GreekFire => (Vec::new(), greek_fire()),
        SystemTag::ChickenOfTheSea => chicken_of_the_sea(),
        SystemTag::AncientNavalGames => (Vec::new(), ancient_naval_games()),
        SystemTag::FastPlaySalamis => {
            // Left out, it is half of that fleet's ships, however many there are.
            let most = i64::from(MOST_SHIPS);
            let panic = |(key, question)| Field::number(key, question, 1, most);
            (PANIC.map(panic).into(), fast_play_salamis())
        }
        SystemTag::CommandAndChaos => command_and_chaos(),
    };
    let briefing = Topic::ALL
        .iter()
        .map(|topic| Field::new(topic.slug(), asks_about(*topic), FieldTakes::Text).or(""));
    let head = head.into_iter().chain(own).chain(briefing).collect();
    Form { whole: whole(system), head, lists }
}

/// What the form asks about the battle that the fleet is for.
fn asks_about(topic: Topic) -> &'static str {
    match topic {
        Topic::History => "What is history",
        Topic::Scale => "How many ships a model stands for",
        Topic::Setup => "Where the fleet starts",
        Topic::Terrain => "Land and shallows",
        Topic::Reinforcements => "Who comes later",
        Topic::SpecialOrders => "What it must do or may not do",
        Topic::Aims => "What wins",
        Topic::Length => "When the battle ends",
        Topic::Balance => "Who is the stronger",
        Topic::Guess => "What is a guess",
    }
}

/// What the whole of a system's ships or units is called: `fleet`.
#[must_use]
pub fn whole(system: SystemTag) -> &'static str {
    match system.units() {
        Units::Ships => "fleet",
        Units::Units => "army",
    }
}

/// The sizes that a fleet of a system may have, with a name for each, where the
/// rules leave no choice but these.
#[must_use]
pub fn sizes(system: SystemTag) -> &'static [(u32, &'static str)] {
    match system {
        SystemTag::CommandAndChaos => &[(14, "standard army"), (8, "army to learn with")],
        SystemTag::GreekFire
        | SystemTag::ChickenOfTheSea
        | SystemTag::AncientNavalGames
        | SystemTag::FastPlaySalamis => &[],
    }
}

impl Draft {
    /// The form of the draft's system, with its house types among the words.
    #[must_use]
    pub fn form(&self) -> Option<Form> {
        let system = self.system()?;
        let mut form = form(system);
        match system {
            SystemTag::GreekFire => {
                form.add_words("ship", "type", &self.house_words("type", "name", "house type"));
            }
            SystemTag::FastPlaySalamis => {
                form.add_words("ship", "class", &self.house_words("class", "name", "house class"));
            }
            // These have no words of the house.
            SystemTag::ChickenOfTheSea
            | SystemTag::AncientNavalGames
            | SystemTag::CommandAndChaos => {}
        }
        Some(form)
    }

    /// The entries of a list of the house, as words to choose from.
    fn house_words(&self, list: &str, name: &str, gives: &str) -> Vec<Word> {
        let read = |keys: Map<String, Value>| {
            let text = |key: &str| keys.get(key).and_then(Value::as_str);
            let slug = text("slug")?;
            Some(word(slug, text(name).unwrap_or(slug), gives))
        };
        self.entries(list).into_iter().filter_map(read).collect()
    }
}

impl Form {
    fn add_words(&mut self, list: &str, key: &str, more: &[Word]) {
        let lists = self.lists.iter_mut().filter(|form| form.key == list);
        for field in lists.flat_map(|form| &mut form.fields).filter(|field| field.key == key) {
            if let FieldTakes::Word(words) = &mut field.takes {
                words.extend(more.iter().cloned());
            }
        }
    }
}

/// What a new entry of a list begins with; `number` counts from 1.
pub(super) fn new_entry(
    system: SystemTag,
    list: &str,
    number: usize,
) -> Option<Map<String, Value>> {
    let name = |kind: &str| json!(format!("{kind} {number}"));
    let entry = match system {
        SystemTag::GreekFire => match list {
            "ship" => json!({"name": name("Ship"), "type": "trireme"}),
            "type" => json!({
                "slug": format!("house-type-{number}"), "name": name("House type"),
                "deck": 6, "ram": 5, "crew": 170, "move": 6,
            }),
            _ => return None,
        },
        SystemTag::ChickenOfTheSea => match list {
            "ship" => json!({"name": name("Galley"), "cq": 3}),
            _ => return None,
        },
        SystemTag::AncientNavalGames => match list {
            "ship" => json!({"name": name("Ship"), "size": "small"}),
            _ => return None,
        },
        SystemTag::FastPlaySalamis => match list {
            "ship" => json!({"name": name("Ship"), "class": "athenian"}),
            "class" => json!({
                "slug": format!("house-class-{number}"), "name": name("House class"),
                "move": 6, "turn": 45, "ram_dice": 5, "rsp": 8, "bow_dice": 1, "bow_range": 6,
                "hand_to_hand": 4, "mbs": 7, "viability": 4,
            }),
            _ => return None,
        },
        SystemTag::CommandAndChaos => match list {
            "unit" => json!({"name": name("Unit"), "kind": "heavy-infantry", "max_morale": 3}),
            "lieutenant" => json!({"name": name("Lieutenant")}),
            "card" => json!({"name": name("Card")}),
            _ => return None,
        },
    };
    entry.as_object().cloned()
}

fn greek_fire() -> Vec<ListForm> {
    let types = SHIP_TYPES.iter().map(|known| {
        let gives = format!(
            "deck {}, ram {}, crew {}, move {}",
            known.deck, known.ram, known.crew, known.move_points
        );
        word(&known.slug, &known.name, &gives)
    });
    let skills = || {
        FieldTakes::Words(words(|skill: Skill| format!("{} ({})", skill.gives(), skill.people())))
    };
    let quality = words(|quality| {
        String::from(match quality {
            CrewQuality::Poor => "-2 sail roll",
            CrewQuality::Good => "",
            CrewQuality::Elite => "+1 sail roll, and at least one skill",
        })
    });
    let advantages = words(|advantage: Advantage| advantage.gives().to_string());
    let ship = vec![
        Field::name("name", "Name"),
        Field::count(),
        Field::new("type", "Type", FieldTakes::Word(types.collect())),
        Field::new("crew_quality", "Crew quality", FieldTakes::Word(quality)).or("good"),
        Field::name("captain.name", "Captain").or(""),
        Field::new("captain.skills", "Captain's skills", skills()).or(json!([])),
        Field::new("crew_skills", "Crew's skills", skills()).or(json!([])),
        Field::new("advantages", "Advantages", FieldTakes::Words(advantages)).or(json!([])),
    ];
    let house_type = vec![
        Field::name("slug", "Word in files"),
        Field::name("name", "Name"),
        Field::number("deck", "Deck", 0, 100),
        Field::number("ram", "Ram", 0, 100),
        Field::number("crew", "Crew", 1, 10_000),
        Field::number("move", "Move", 0, 100),
    ];
    vec![
        ListForm { key: "ship", one: "Ship", many: "Ships", fields: ship },
        ListForm { key: "type", one: "House type", many: "House types", fields: house_type },
    ]
}

fn chicken_of_the_sea() -> (Vec<Field>, Vec<ListForm>) {
    use chicken_of_the_sea::tables::{BEST_CQ, ENHANCED_RANGE, FULL_SPEED, Facing, Nation, RANGE};
    let facing = Facing::ALL.iter().map(|f| word(f.slug(), &f.name().to_string(), "")).collect();
    let nation = Nation::ALL.iter().map(|n| word(n.slug(), &n.name().to_string(), "")).collect();
    let range = |key, question, default| Field::number(key, question, 0, 99).or(default);
    let head = vec![
        Field::new("nation", "Whose galleys", FieldTakes::Word(nation)),
        Field::name("admiral.name", "Admiral"),
        range("admiral.range", "Admiral's range", RANGE),
        range("admiral.enhanced_range", "Admiral's enhanced range", ENHANCED_RANGE),
    ];
    let fields = vec![
        Field::name("name", "Name"),
        Field::count(),
        Field::number("cq", "Crew quality", 1, i64::from(BEST_CQ)),
        Field::number("speed", "Speed at the start", 0, i64::from(FULL_SPEED)).or(0),
        Field::new("facing", "Bow", FieldTakes::Word(facing)).or("n"),
        Field::name("hex", "Starting hex").or(""),
        Field::new("flagship", "Flagship", FieldTakes::Flag).or(false),
        Field::new("line_commander", "Line commander", FieldTakes::Flag).or(false),
    ];
    (head, vec![ListForm { key: "ship", one: "Galley", many: "Galleys", fields }])
}

fn ancient_naval_games() -> Vec<ListForm> {
    let size =
        |size: &ancient_naval_games::tables::Size| word(size.slug(), &size.name().to_string(), "");
    let sizes = ancient_naval_games::tables::Size::ALL.iter().map(size).collect();
    let fields = vec![
        Field::name("name", "Name"),
        Field::count(),
        Field::new("size", "Size", FieldTakes::Word(sizes)),
    ];
    vec![ListForm { key: "ship", one: "Ship", many: "Ships", fields }]
}

/// The panic numbers of the fleets of the rules.
const PANIC: [(&str, &str); 7] = [
    ("panic.athenian", "Losses at which Athenians flee"),
    ("panic.spartan", "Losses at which Spartans flee"),
    ("panic.corinthian", "Losses at which Corinthians flee"),
    ("panic.phoenician", "Losses at which Phoenicians flee"),
    ("panic.cyprian-egyptian", "Losses at which Cyprians and Egyptians flee"),
    ("panic.greek-traitor", "Losses at which Greek traitors flee"),
    ("panic_number", "Losses at which all flee, where all are of one fleet"),
];

fn fast_play_salamis() -> Vec<ListForm> {
    let classes = fast_play_salamis::tables::CLASSES.iter().map(|class| {
        let gives = format!(
            "move {}, ram {}d6, hand to hand {}d6, viability {}",
            class.move_inches, class.ram_dice, class.hand_to_hand, class.viability
        );
        word(&class.slug, &class.name, &gives)
    });
    let classes: Vec<Word> = classes.collect();
    let of_the_rules = classes.clone();
    let ship = vec![
        Field::name("name", "Name"),
        Field::count(),
        Field::new("class", "Class", FieldTakes::Word(classes)),
    ];
    let house_class = vec![
        Field::name("slug", "Word in files"),
        Field::name("name", "Name"),
        Field::new("fleet", "Panics with, unless by itself", FieldTakes::Word(of_the_rules)),
        Field::number("move", "Move in inches", 0, 100),
        Field::number("turn", "Turn in degrees", 0, 360),
        Field::number("ram_dice", "Ram dice", 0, 30),
        Field::number("rsp", "Ramming speed: this or less", 0, 12),
        Field::number("bow_dice", "Bow dice", 0, 30),
        Field::number("bow_range", "Bow range in inches", 0, 100),
        Field::number("hand_to_hand", "Hand to hand dice", 0, 30),
        Field::number("mbs", "Boarding: this or less", 0, 12),
        Field::number("viability", "Viability", 1, 100),
    ];
    vec![
        ListForm { key: "ship", one: "Ship", many: "Ships", fields: ship },
        ListForm { key: "class", one: "House class", many: "House classes", fields: house_class },
    ]
}

fn command_and_chaos() -> (Vec<Field>, Vec<ListForm>) {
    use command_and_chaos::tables::{COLUMNS, Kind, MORALE, MOST_CARDS, STAMINA, Zone};
    let zone = || {
        let zones = FieldTakes::Word(words(|_: Zone| String::new()));
        Field::new("zone", "Zone, from its own left", zones).or("center-battle-line")
    };
    let head = vec![
        Field::name("commander.name", "Commander").or(""),
        Field { key: "commander.zone", question: "Commander's zone", ..zone() },
    ];
    let kinds = FieldTakes::Word(words(|_: Kind| String::new()));
    let (lowest, highest) = MORALE;
    let unit = vec![
        Field::name("name", "Name"),
        Field::count(),
        Field::new("kind", "Kind", kinds),
        zone(),
        Field::number("column", "Column in its zone, from its own left", 1, i64::from(COLUMNS))
            .or(1),
        Field::number("max_morale", "Morale chit", i64::from(lowest), i64::from(highest)).or(3),
        Field::new("veteran", "Veteran", FieldTakes::Flag).or(false),
        Field::number("stamina", "Stamina", 0, 99).or(STAMINA),
        Field::new("reserve", "In reserve", FieldTakes::Flag).or(false),
        Field::name("mixed_with", "Light infantry: the cavalry it goes with").or(""),
    ];
    let lieutenant = vec![Field::name("name", "Name").or(""), zone()];
    let most = i64::try_from(MOST_CARDS).unwrap_or(i64::MAX);
    let card = vec![
        Field::name("name", "Name"),
        Field::new("text", "What it does", FieldTakes::Text).or(""),
        Field::number("count", "How many alike", 1, most).or(1),
    ];
    let lists = vec![
        ListForm { key: "unit", one: "Unit", many: "Units", fields: unit },
        ListForm { key: "lieutenant", one: "Lieutenant", many: "Lieutenants", fields: lieutenant },
        ListForm { key: "card", one: "Card", many: "Cards", fields: card },
    ];
    (head, lists)
}
