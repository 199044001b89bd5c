//! The fleet builder of Fast Play Salamis, and random fleets.

use serde_json::{Map, Value, json};

use message::{Message, message};
use rules::file::FleetBuilding;
use rules::file::chance::FleetChance;
use rules::file::form::{ChoiceWord, FormField, Ideas, ListForm};
use rules::file::peoples::{ATHENIAN, EGYPTIAN, PERSIAN, PHOENICIAN, People, SPARTAN};
use rules::file::reader::MOST_SHIPS;

use super::Fleet;
use super::fleet::{CERTAIN, MOST_DEGREES, MOST_DICE, MOST_HITS, MOST_INCHES};
use super::tables::{CLASSES, Class};

impl FleetBuilding for Fleet {
    fn form() -> (Vec<FormField>, Vec<ListForm>) {
        let classes: Vec<ChoiceWord> = CLASSES.iter().map(class_word).collect();
        let ship = vec![
            FormField::name("name", message!("Name")).suggesting(Ideas::Ships),
            FormField::count(),
            FormField::word("class", message!("Class"), classes.clone()).begins("athenian"),
        ];
        let house_class = ListForm {
            names_for: Some(("ship", "class", message!("custom class"))),
            ..ListForm::new(
                "class",
                message!("Custom class"),
                message!("Custom classes"),
                house_class(classes),
            )
        };
        // The default is half of that fleet's ships, which no fixed number can express.
        let most = i64::from(MOST_SHIPS);
        let panic = |(key, question)| FormField::number(key, question, 1, most);
        let ships = ListForm::new("ship", message!("Ship"), message!("Ships"), ship);
        (panic_numbers().map(panic).into(), vec![ships, house_class])
    }

    /// All peoples except the Romans, who had no fleet at the time of Salamis. The Phoenicians
    /// are also in the Romans’ place of the list of all peoples, so that the same seed always
    /// gives the same fleet.
    fn peoples() -> &'static [&'static People] {
        &[&SPARTAN, &PHOENICIAN, &EGYPTIAN, &PHOENICIAN, &ATHENIAN, &PERSIAN]
    }

    /// About half of the fleet belongs to its people's own class, if there is one, and the rest
    /// to classes on the same side: the rules list three Greek classes first, then three
    /// Persian ones.
    fn random(people: &People, ships: u32, chance: &mut FleetChance) -> Map<String, Value> {
        let (greeks, kings) = CLASSES.split_at(CLASSES.len() / 2);
        let own_of = |side: &'static [Class]| side.iter().find(|c| c.name.contains(people.name));
        let side = if own_of(greeks).is_some() { greeks } else { kings };
        let ships = chance.ships(people, ships, |chance, ship| {
            let own = own_of(side).filter(|_| chance.in_ten(5));
            let class = own.unwrap_or_else(|| chance.pick(side));
            ship.insert("class".into(), json!(class.slug));
        });
        Map::from_iter([("ship".into(), json!(ships))])
    }
}

fn class_word(class: &Class) -> ChoiceWord {
    let gives = message!(
        "move {inches} in, ram {ram}d6, hand to hand {hand_to_hand}d6, viability {viability}",
        inches = class.move_inches.to_string(),
        ram = class.ram_dice,
        hand_to_hand = class.hand_to_hand,
        viability = class.viability
    );
    ChoiceWord::new(&class.slug, class.name(), gives)
}

/// The panic numbers of the fleets of the rules.
fn panic_numbers() -> [(&'static str, Message); 7] {
    [
        ("panic.athenian", message!("Losses at which Athenians flee")),
        ("panic.spartan", message!("Losses at which Spartans flee")),
        ("panic.corinthian", message!("Losses at which Corinthians flee")),
        ("panic.phoenician", message!("Losses at which Phoenicians flee")),
        ("panic.cyprian-egyptian", message!("Losses at which Cyprians and Egyptians flee")),
        ("panic.greek-traitor", message!("Losses at which Greek traitors flee")),
        ("panic_number", message!("Losses at which all flee, if all are of one fleet")),
    ]
}

fn house_class(of_the_rules: Vec<ChoiceWord>) -> Vec<FormField> {
    let figure =
        |key, question, most, begins: i64| FormField::number(key, question, 0, most).begins(begins);
    vec![
        FormField::name("slug", message!("Word in files")),
        FormField::name("name", message!("Name")),
        FormField::word("fleet", message!("Panics together with"), of_the_rules),
        figure("move", message!("Move in inches"), MOST_INCHES, 6),
        figure("turn", message!("Turn in degrees"), MOST_DEGREES, 45),
        figure("ram_dice", message!("Ram dice"), MOST_DICE, 5),
        figure("rsp", message!("Ramming speed: this or less"), CERTAIN, 8),
        figure("bow_dice", message!("Bow dice"), MOST_DICE, 1),
        figure("bow_range", message!("Bow range in inches"), MOST_INCHES, 6),
        figure("hand_to_hand", message!("Hand to hand dice"), MOST_DICE, 4),
        figure("mbs", message!("Boarding: this or less"), CERTAIN, 7),
        FormField::number("viability", message!("Viability"), 1, MOST_HITS).begins(4),
    ]
}
