//! The fleet builder of Greek Fire, and random fleets.

use serde_json::{Map, Value, json};

use dice::{AskedRoll, DiceStop, Roller, Throw};
use message::{Message, message};
use rules::file::FleetBuilding;
use rules::file::chance::FleetChance;
use rules::file::form::{ChoiceWord, Entries, FormField, Ideas, ListForm, WordTable, words};
use rules::file::peoples::{self, People};
use rules::file::reader::MOST_WORDS;

use super::Fleet;
use super::fleet::{MOST_CREW, MOST_DECK, MOST_MOVE, MOST_RAM};
use super::tables::{
    ADVANTAGES_FIRST, ADVANTAGES_SECOND, Advantage, CrewQuality, SHIP_TYPES, ShipType, Skill,
};

/// The share of each type, in per cent: many triremes, few giants.
const TYPE_SHARES: [u8; SHIP_TYPES.len()] = [5, 10, 15, 5, 30, 15, 8, 7, 3, 2];

impl FleetBuilding for Fleet {
    fn form() -> (Vec<FormField>, Vec<ListForm>) {
        let house_type = vec![
            FormField::name("slug", message!("Word in files")),
            FormField::name("name", message!("Name")),
            FormField::number("deck", message!("Deck"), 0, MOST_DECK).begins(6),
            FormField::number("ram", message!("Ram"), 0, MOST_RAM).begins(5),
            FormField::number("crew", message!("Crew"), 1, MOST_CREW).begins(170),
            FormField::number("move", message!("Move"), 0, MOST_MOVE).begins(6),
        ];
        let house_types = ListForm {
            names_for: Some(("ship", "type", message!("custom type"))),
            ..ListForm::new("type", message!("Custom type"), message!("Custom types"), house_type)
        };
        let ships = ListForm::new("ship", message!("Ship"), message!("Ships"), ship_fields());
        (Vec::new(), vec![ships, house_types])
    }

    fn random(people: &People, ships: u32, chance: &mut FleetChance) -> Map<String, Value> {
        let ships = chance.ships(people, ships, |chance, ship| draw_ship(people, chance, ship));
        Map::from_iter([("ship".into(), json!(ships))])
    }
}

fn ship_fields() -> Vec<FormField> {
    let types = SHIP_TYPES.iter().map(|known| {
        let gives = message!(
            "deck {deck}, ram {ram}, crew {crew}, move {move_points}",
            deck = known.deck,
            ram = known.ram,
            crew = known.crew,
            move_points = known.move_points
        );
        ChoiceWord::new(&known.slug, known.message(), gives)
    });
    let quality = words(|quality| match quality {
        CrewQuality::Poor => message!("−2 sail roll"),
        CrewQuality::Good => Message::default(),
        CrewQuality::Elite => message!("+1 sail roll, and at least one skill"),
    });
    let skills = |key, question, one| {
        let skills = words(|skill: Skill| {
            message!("{gives} ({people})", gives = skill.gives(), people = skill.people())
        });
        let table =
            WordTable { one, roll: |dice, why| Ok(roll_skill(dice, why)?.slug()), room: None };
        FormField::list(key, question, skills).or(json!([])).rolled_on(table)
    };
    let advantages = words(Advantage::gives);
    let deck = WordTable {
        one: message!("advantage"),
        roll: |dice, why| Ok(roll_advantage(dice, why)?.slug()),
        room: Some(slots),
    };
    vec![
        FormField::name("name", message!("Name")).suggesting(Ideas::Ships),
        FormField::count(),
        FormField::word("type", message!("Type"), types.collect()).begins("trireme"),
        FormField::word("crew_quality", message!("Crew quality"), quality).or("good"),
        FormField::name("captain.name", message!("Captain")).or("").suggesting(Ideas::Captains),
        skills("captain.skills", message!("Captain’s skills"), message!("captain’s skill")),
        skills("crew_skills", message!("Crew’s skills"), message!("crew’s skill")),
        FormField::list("advantages", message!("Advantages"), advantages)
            .or(json!([]))
            .rolled_on(deck),
    ]
}

/// The number of slots on the deck of a ship, by her type from the rules or a custom type;
/// `None` if her type is unknown.
fn slots(ship: &Map<String, Value>, entries: Entries) -> Option<usize> {
    let slug = ship.get("type")?.as_str()?;
    if let Some(known) = SHIP_TYPES.iter().find(|known| known.slug == slug) {
        return Some(known.deck as usize);
    }
    let custom = entries("type").into_iter().find(|keys| keys.get("slug") == ship.get("type"))?;
    // The fleet check reports a number that is too high.
    let deck = usize::try_from(custom.get("deck")?.as_u64()?).ok();
    deck.filter(|deck| *deck <= MOST_WORDS)
}

/// An advantage by the tables: 1d10, and another 1d10 on 8 or more (Greek Fire:
/// advantages). The purpose of the roll numbers it: `advantage 2 of 6`.
fn roll_advantage(roller: &mut Roller, purpose: &Message) -> Result<Advantage, DiceStop> {
    let ask = |purpose: Message| AskedRoll::new(Throw::D10, purpose);
    match roller.row(&ask(purpose.clone()), &ADVANTAGES_FIRST)? {
        Some(advantage) => Ok(advantage),
        None => roller.row(&ask(message!("{purpose}, second table", purpose)), &ADVANTAGES_SECOND),
    }
}

/// A skill by the table, 1d6 (Greek Fire: skills).
fn roll_skill(roller: &mut Roller, purpose: &Message) -> Result<Skill, DiceStop> {
    let rows: Vec<(i64, Skill)> = (1..).zip(Skill::ALL.iter().copied()).collect();
    roller.row(&AskedRoll::new(Throw::D6, purpose.clone()), &rows)
}

fn draw_ship(people: &People, chance: &mut FleetChance, keys: &mut Map<String, Value>) {
    let own = peoples::ALL.iter().position(|known| known.name == people.name);
    let own = own.and_then(|at| Skill::ALL.get(at)).copied();
    // Every second skill is the one for which the people are known.
    let skill = |chance: &mut FleetChance| {
        let known = own.filter(|_| chance.in_ten(5));
        known.or_else(|| chance.roll(|dice| roll_skill(dice, &message!("skill"))))
    };
    let ship_type = ship_type(chance);
    keys.insert("type".into(), json!(ship_type.slug));
    let quality = match chance.below(10) {
        0 | 1 => CrewQuality::Poor,
        2..8 => CrewQuality::Good,
        _ => CrewQuality::Elite,
    };
    if quality != CrewQuality::Good {
        keys.insert("crew_quality".into(), json!(quality));
    }
    let heroism = match chance.below(10) {
        0..4 => None,
        4..9 => Some(1),
        _ => Some(2),
    };
    if let Some(count) = heroism {
        let skills: Vec<Skill> = (0..count).filter_map(|_| skill(chance)).collect();
        let captain = json!({"name": chance.pick(people.captains), "skills": skills});
        keys.insert("captain".into(), captain);
    }
    if quality == CrewQuality::Elite {
        let skills: Vec<Skill> = skill(chance).into_iter().collect();
        keys.insert("crew_skills".into(), json!(skills));
    }
    let advantages: Vec<_> = (0..ship_type.deck)
        .filter_map(|_| chance.roll(|dice| roll_advantage(dice, &message!("advantage"))))
        .collect();
    keys.insert("advantages".into(), json!(advantages));
}

fn ship_type(chance: &mut FleetChance) -> &'static ShipType {
    let mut drawn = chance.below(100);
    for (ship_type, share) in SHIP_TYPES.iter().zip(TYPE_SHARES) {
        match drawn.checked_sub(usize::from(share)) {
            Some(rest) => drawn = rest,
            None => return ship_type,
        }
    }
    &SHIP_TYPES[0]
}
