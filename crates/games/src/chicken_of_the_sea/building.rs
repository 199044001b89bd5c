//! The fleet builder of Chicken of the Sea, and random fleets.

use serde_json::{Map, Value, json};

use message::{Message, message};
use rules::file::FleetBuilding;
use rules::file::chance::FleetChance;
use rules::file::form::{ChoiceWord, FormField, Ideas, ListForm};
use rules::file::peoples::{PHOENICIAN, People, ROMAN};

use super::Fleet;
use super::fleet::FARTHEST;
use super::tables::{BEST_CQ, ENHANCED_RANGE, FULL_SPEED, Facing, Nation, RANGE};

impl FleetBuilding for Fleet {
    fn form() -> (Vec<FormField>, Vec<ListForm>) {
        let facing = Facing::ALL
            .iter()
            .map(|f| ChoiceWord::new(f.slug(), f.name(), Message::default()))
            .collect();
        let nation = Nation::ALL
            .iter()
            .map(|n| ChoiceWord::new(n.slug(), n.name(), Message::default()))
            .collect();
        let range =
            |key, question, default| FormField::number(key, question, 0, FARTHEST).or(default);
        let head = vec![
            FormField::word("nation", message!("Rome or Carthage"), nation),
            FormField::name("admiral.name", message!("Admiral")).suggesting(Ideas::Captains),
            range("admiral.range", message!("Admiral’s range"), RANGE),
            range("admiral.enhanced_range", message!("Admiral’s enhanced range"), ENHANCED_RANGE),
        ];
        let fields = vec![
            FormField::name("name", message!("Name")).suggesting(Ideas::Ships),
            FormField::count(),
            FormField::number("cq", message!("Crew quality"), 1, i64::from(BEST_CQ)).begins(3),
            FormField::number("speed", message!("Starting speed"), 0, i64::from(FULL_SPEED)).or(0),
            FormField::word("facing", message!("Bow"), facing).or("n"),
            FormField::name("hex", message!("Starting hex")).or(""),
            FormField::flag("flagship", message!("Flagship")).or(false),
            FormField::flag("line_commander", message!("Line commander")).or(false),
        ];
        (head, vec![ListForm::new("ship", message!("Galley"), message!("Galleys"), fields)])
    }

    fn peoples() -> &'static [&'static People] {
        &[&PHOENICIAN, &ROMAN]
    }

    fn random(people: &People, ships: u32, chance: &mut FleetChance) -> Map<String, Value> {
        let nation = if people.name == ROMAN.name { Nation::Rome } else { Nation::Carthage };
        let admiral = json!({"name": chance.pick(people.captains)});
        let mut ships = chance.ships(people, ships, |chance, ship| {
            ship.insert("cq".into(), json!(2 + chance.below(4)));
            ship.insert("speed".into(), json!(2));
            if chance.in_ten(1) {
                ship.insert("line_commander".into(), json!(true));
            }
        });
        // The admiral is aboard the first galley, which then needs no line commander.
        if let Some(flagship) = ships.first_mut() {
            flagship.shift_remove("line_commander");
            flagship.insert("flagship".into(), json!(true));
        }
        Map::from_iter([
            ("nation".into(), json!(nation)),
            ("admiral".into(), admiral),
            ("ship".into(), json!(ships)),
        ])
    }
}
