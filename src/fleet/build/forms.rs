//! What a builder asks for: the fields of a fleet and of its entries, a form
//! for each system, in the order in which the roster lists them.

use serde_json::{Map, Value, json};

use crate::rules::greek_fire::tables::{Advantage, CrewQuality, SHIP_TYPES, Skill};
use crate::rules::{
    Slug, SystemTag, Topic, Units, ancient_naval_games, chicken_of_the_sea, command_and_chaos,
    fast_play_salamis,
};

use super::Draft;
use crate::rules::file::reader::MOST_SHIPS;
use crate::say::{Say, say};

/// Every field of a system's fleet files.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// What the whole is called: `Fleet`.
    pub whole: Say,
    /// The fields of the fleet itself.
    pub head: Vec<Field>,
    /// Its lists of entries, the most important first.
    pub lists: Vec<ListForm>,
}

/// A list of entries, and their fields.
#[derive(Clone, Debug, PartialEq)]
pub struct ListForm {
    /// Its key: `ship`.
    pub key: &'static str,
    /// What one entry is called: `Ship`.
    pub one: Say,
    /// What several are called: `Ships`.
    pub many: Say,
    /// The fields of an entry.
    pub fields: Vec<Field>,
}

/// A field of a fleet file.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its place in its table, for [`super::Path::key`]: `captain.name`.
    pub key: &'static str,
    /// What the form asks: `Captain's name`.
    pub question: Say,
    /// What it takes.
    pub takes: FieldTakes,
    /// Its value when it is left out; `None` if it must not be, or if leaving
    /// it out has a meaning of its own.
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
    /// A list of these words; the same word may be in it several times.
    Words(Vec<Word>),
}

/// A word that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word in the file.
    pub slug: String,
    /// The word for a reader.
    pub name: Say,
    /// What it gives or means, in a few words; empty if its name says it.
    pub gives: Say,
}

impl Field {
    fn new(key: &'static str, question: Say, takes: FieldTakes) -> Field {
        Field { key, question, takes, default: None }
    }

    fn or(self, default: impl Into<Value>) -> Field {
        Field { default: Some(default.into()), ..self }
    }

    fn name(key: &'static str, question: Say) -> Field {
        Field::new(key, question, FieldTakes::Name)
    }

    fn number(key: &'static str, question: Say, min: i64, max: i64) -> Field {
        Field::new(key, question, FieldTakes::Number { min, max })
    }

    fn count() -> Field {
        Field::number("count", say!("How many alike"), 1, i64::from(MOST_SHIPS)).or(1)
    }
}

fn word(slug: &str, name: Say, gives: Say) -> Word {
    Word { slug: slug.into(), name, gives }
}

/// The words of a list of the rules.
fn words<T: Slug>(gives: impl Fn(T) -> Say) -> Vec<Word> {
    let word = |(slug, value): (&&'static str, &T)| word(slug, Say::slug(*slug), gives(*value));
    T::WORDS.iter().zip(T::LIST).map(word).collect()
}

/// The form of a system.
#[must_use]
pub fn form(system: SystemTag) -> Form {
    let name = match system.units() {
        Units::Ships => say!("Name of the fleet"),
        Units::Units => say!("Name of the army"),
    };
    let head = [
        Field::name("name", name),
        Field::name("people", say!("Whose it is")).or(""),
        Field::new("notes", say!("Notes, printed on the roster"), FieldTakes::Text).or(""),
    ];
    let (own, lists) = match system {
        SystemTag::GreekFire => (Vec::new(), greek_fire()),
        SystemTag::ChickenOfTheSea => chicken_of_the_sea(),
        SystemTag::AncientNavalGames => (Vec::new(), ancient_naval_games()),
        SystemTag::FastPlaySalamis => {
            // Left out, it is half of that fleet's ships, which no number says.
            let most = i64::from(MOST_SHIPS);
            let panic = |(key, question)| Field::number(key, question, 1, most);
            (panic_numbers().map(panic).into(), fast_play_salamis())
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
fn asks_about(topic: Topic) -> Say {
    match topic {
        Topic::History => say!("What is history"),
        Topic::Scale => say!("How many ships a model stands for"),
        Topic::Setup => say!("Where the fleet starts"),
        Topic::Terrain => say!("Land and shallows"),
        Topic::Reinforcements => say!("Who comes later"),
        Topic::SpecialOrders => say!("What it must do or may not do"),
        Topic::Aims => say!("What wins"),
        Topic::Length => say!("When the battle ends"),
        Topic::Balance => say!("Who is the stronger"),
        Topic::Guess => say!("What is a guess"),
    }
}

/// What the whole of a system's ships or units is called: `fleet`.
#[must_use]
pub fn whole(system: SystemTag) -> Say {
    match system.units() {
        Units::Ships => say!("fleet"),
        Units::Units => say!("army"),
    }
}

/// The sizes that a fleet of a system may have, each with a name; empty if the
/// rules do not fix any.
#[must_use]
pub fn sizes(system: SystemTag) -> Vec<(u32, Say)> {
    match system {
        SystemTag::CommandAndChaos => {
            vec![(14, say!("standard army")), (8, say!("army to learn with"))]
        }
        SystemTag::GreekFire
        | SystemTag::ChickenOfTheSea
        | SystemTag::AncientNavalGames
        | SystemTag::FastPlaySalamis => Vec::new(),
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
                form.add_words(
                    "ship",
                    "type",
                    &self.house_words("type", "name", &say!("house type")),
                );
            }
            SystemTag::FastPlaySalamis => {
                form.add_words(
                    "ship",
                    "class",
                    &self.house_words("class", "name", &say!("house class")),
                );
            }
            // These have no house types.
            SystemTag::ChickenOfTheSea
            | SystemTag::AncientNavalGames
            | SystemTag::CommandAndChaos => {}
        }
        Some(form)
    }

    /// The entries of a house list, as words to choose from.
    fn house_words(&self, list: &str, name: &str, gives: &Say) -> Vec<Word> {
        let read = |keys: Map<String, Value>| {
            let text = |key: &str| keys.get(key).and_then(Value::as_str);
            let slug = text("slug")?;
            Some(word(slug, Say::verbatim(text(name).unwrap_or(slug)), gives.clone()))
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

/// The keys of a new entry of a list; `number` counts from 1.
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
        let gives = say!(
            "deck {deck}, ram {ram}, crew {crew}, move {move_points}",
            deck = known.deck,
            ram = known.ram,
            crew = known.crew,
            move_points = known.move_points
        );
        word(&known.slug, known.say(), gives)
    });
    let skills = || {
        FieldTakes::Words(words(|skill: Skill| {
            say!("{gives} ({people})", gives = skill.gives(), people = skill.people())
        }))
    };
    let quality = words(|quality| match quality {
        CrewQuality::Poor => say!("−2 sail roll"),
        CrewQuality::Good => Say::default(),
        CrewQuality::Elite => say!("+1 sail roll, and at least one skill"),
    });
    let advantages = words(Advantage::gives);
    let ship = vec![
        Field::name("name", say!("Name")),
        Field::count(),
        Field::new("type", say!("Type"), FieldTakes::Word(types.collect())),
        Field::new("crew_quality", say!("Crew quality"), FieldTakes::Word(quality)).or("good"),
        Field::name("captain.name", say!("Captain")).or(""),
        Field::new("captain.skills", say!("Captain’s skills"), skills()).or(json!([])),
        Field::new("crew_skills", say!("Crew’s skills"), skills()).or(json!([])),
        Field::new("advantages", say!("Advantages"), FieldTakes::Words(advantages)).or(json!([])),
    ];
    let house_type = vec![
        Field::name("slug", say!("Word in files")),
        Field::name("name", say!("Name")),
        Field::number("deck", say!("Deck"), 0, 100),
        Field::number("ram", say!("Ram"), 0, 100),
        Field::number("crew", say!("Crew"), 1, 10_000),
        Field::number("move", say!("Move"), 0, 100),
    ];
    vec![
        ListForm { key: "ship", one: say!("Ship"), many: say!("Ships"), fields: ship },
        ListForm {
            key: "type",
            one: say!("House type"),
            many: say!("House types"),
            fields: house_type,
        },
    ]
}

fn chicken_of_the_sea() -> (Vec<Field>, Vec<ListForm>) {
    use chicken_of_the_sea::tables::{BEST_CQ, ENHANCED_RANGE, FULL_SPEED, Facing, Nation, RANGE};
    let facing = Facing::ALL.iter().map(|f| word(f.slug(), f.name(), Say::default())).collect();
    let nation = Nation::ALL.iter().map(|n| word(n.slug(), n.name(), Say::default())).collect();
    let range = |key, question, default| Field::number(key, question, 0, 99).or(default);
    let head = vec![
        Field::new("nation", say!("Whose galleys"), FieldTakes::Word(nation)),
        Field::name("admiral.name", say!("Admiral")),
        range("admiral.range", say!("Admiral’s range"), RANGE),
        range("admiral.enhanced_range", say!("Admiral’s enhanced range"), ENHANCED_RANGE),
    ];
    let fields = vec![
        Field::name("name", say!("Name")),
        Field::count(),
        Field::number("cq", say!("Crew quality"), 1, i64::from(BEST_CQ)),
        Field::number("speed", say!("Speed at the start"), 0, i64::from(FULL_SPEED)).or(0),
        Field::new("facing", say!("Bow"), FieldTakes::Word(facing)).or("n"),
        Field::name("hex", say!("Starting hex")).or(""),
        Field::new("flagship", say!("Flagship"), FieldTakes::Flag).or(false),
        Field::new("line_commander", say!("Line commander"), FieldTakes::Flag).or(false),
    ];
    (head, vec![ListForm { key: "ship", one: say!("Galley"), many: say!("Galleys"), fields }])
}

fn ancient_naval_games() -> Vec<ListForm> {
    let size =
        |size: &ancient_naval_games::tables::Size| word(size.slug(), size.name(), Say::default());
    let sizes = ancient_naval_games::tables::Size::ALL.iter().map(size).collect();
    let fields = vec![
        Field::name("name", say!("Name")),
        Field::count(),
        Field::new("size", say!("Size"), FieldTakes::Word(sizes)),
    ];
    vec![ListForm { key: "ship", one: say!("Ship"), many: say!("Ships"), fields }]
}

/// The panic numbers of the fleets of the rules.
fn panic_numbers() -> [(&'static str, Say); 7] {
    [
        ("panic.athenian", say!("Losses at which Athenians flee")),
        ("panic.spartan", say!("Losses at which Spartans flee")),
        ("panic.corinthian", say!("Losses at which Corinthians flee")),
        ("panic.phoenician", say!("Losses at which Phoenicians flee")),
        ("panic.cyprian-egyptian", say!("Losses at which Cyprians and Egyptians flee")),
        ("panic.greek-traitor", say!("Losses at which Greek traitors flee")),
        ("panic_number", say!("Losses at which all flee, where all are of one fleet")),
    ]
}

fn fast_play_salamis() -> Vec<ListForm> {
    let classes = fast_play_salamis::tables::CLASSES.iter().map(|class| {
        let gives = say!(
            "move {inches}, ram {ram}d6, hand to hand {hand_to_hand}d6, viability {viability}",
            inches = class.move_inches.to_string(),
            ram = class.ram_dice,
            hand_to_hand = class.hand_to_hand,
            viability = class.viability
        );
        word(&class.slug, class.name(), gives)
    });
    let classes: Vec<Word> = classes.collect();
    let of_the_rules = classes.clone();
    let ship = vec![
        Field::name("name", say!("Name")),
        Field::count(),
        Field::new("class", say!("Class"), FieldTakes::Word(classes)),
    ];
    let house_class = vec![
        Field::name("slug", say!("Word in files")),
        Field::name("name", say!("Name")),
        Field::new("fleet", say!("Panics with, unless by itself"), FieldTakes::Word(of_the_rules)),
        Field::number("move", say!("Move in inches"), 0, 100),
        Field::number("turn", say!("Turn in degrees"), 0, 360),
        Field::number("ram_dice", say!("Ram dice"), 0, 30),
        Field::number("rsp", say!("Ramming speed: this or less"), 0, 12),
        Field::number("bow_dice", say!("Bow dice"), 0, 30),
        Field::number("bow_range", say!("Bow range in inches"), 0, 100),
        Field::number("hand_to_hand", say!("Hand to hand dice"), 0, 30),
        Field::number("mbs", say!("Boarding: this or less"), 0, 12),
        Field::number("viability", say!("Viability"), 1, 100),
    ];
    vec![
        ListForm { key: "ship", one: say!("Ship"), many: say!("Ships"), fields: ship },
        ListForm {
            key: "class",
            one: say!("House class"),
            many: say!("House classes"),
            fields: house_class,
        },
    ]
}

fn command_and_chaos() -> (Vec<Field>, Vec<ListForm>) {
    use command_and_chaos::tables::{COLUMNS, Kind, MORALE, MOST_CARDS, STAMINA, Zone};
    let zone = || {
        let zones = FieldTakes::Word(words(|_: Zone| Say::default()));
        Field::new("zone", say!("Zone, from its own left"), zones).or("center-battle-line")
    };
    let head = vec![
        Field::name("commander.name", say!("Commander")).or(""),
        Field { key: "commander.zone", question: say!("Commander’s zone"), ..zone() },
    ];
    let kinds = FieldTakes::Word(words(|_: Kind| Say::default()));
    let (lowest, highest) = MORALE;
    let unit = vec![
        Field::name("name", say!("Name")),
        Field::count(),
        Field::new("kind", say!("Kind"), kinds),
        zone(),
        Field::number("column", say!("Column of its zone"), 1, i64::from(COLUMNS)).or(1),
        Field::number("max_morale", say!("Morale chit"), i64::from(lowest), i64::from(highest))
            .or(3),
        Field::new("veteran", say!("Veteran"), FieldTakes::Flag).or(false),
        Field::number("stamina", say!("Stamina"), 0, 99).or(STAMINA),
        Field::new("reserve", say!("In reserve"), FieldTakes::Flag).or(false),
        Field::name("mixed_with", say!("Light infantry: the cavalry it goes with")).or(""),
    ];
    let lieutenant = vec![Field::name("name", say!("Name")).or(""), zone()];
    let most = i64::try_from(MOST_CARDS).unwrap_or(i64::MAX);
    let card = vec![
        Field::name("name", say!("Name")),
        Field::new("text", say!("What it does"), FieldTakes::Text).or(""),
        Field::number("count", say!("How many alike"), 1, most).or(1),
    ];
    let lists = vec![
        ListForm { key: "unit", one: say!("Unit"), many: say!("Units"), fields: unit },
        ListForm {
            key: "lieutenant",
            one: say!("Lieutenant"),
            many: say!("Lieutenants"),
            fields: lieutenant,
        },
        ListForm { key: "card", one: say!("Card"), many: say!("Cards"), fields: card },
    ];
    (head, lists)
}
