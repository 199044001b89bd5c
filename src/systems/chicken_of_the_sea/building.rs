//! What a builder asks of a fleet, and how the dice put one together.

use serde_json::{Map, Value, json};

use crate::rules::file::FleetBuilding;
use crate::rules::file::chance::Chance;
use crate::rules::file::form::{Field, FieldTakes, Ideas, ListForm, Word};
use crate::rules::file::peoples::{PHOENICIAN, People, ROMAN};
use crate::say::{Say, say};

use super::Fleet;
use super::fleet::FARTHEST;
use super::tables::{BEST_CQ, ENHANCED_RANGE, FULL_SPEED, Facing, Nation, RANGE};

impl FleetBuilding for Fleet {
    fn form() -> (Vec<Field>, Vec<ListForm>) {
        let facing =
            Facing::ALL.iter().map(|f| Word::new(f.slug(), f.name(), Say::default())).collect();
        let nation =
            Nation::ALL.iter().map(|n| Word::new(n.slug(), n.name(), Say::default())).collect();
        let range = |key, question, default| Field::number(key, question, 0, FARTHEST).or(default);
        let head = vec![
            Field::new("nation", say!("Whose galleys"), FieldTakes::Word(nation)),
            Field::name("admiral.name", say!("Admiral")).suggesting(Ideas::Captains),
            range("admiral.range", say!("Admiral’s range"), RANGE),
            range("admiral.enhanced_range", say!("Admiral’s enhanced range"), ENHANCED_RANGE),
        ];
        let fields = vec![
            Field::name("name", say!("Name")).suggesting(Ideas::Ships),
            Field::count(),
            Field::number("cq", say!("Crew quality"), 1, i64::from(BEST_CQ)).begins(3),
            Field::number("speed", say!("Speed at the start"), 0, i64::from(FULL_SPEED)).or(0),
            Field::new("facing", say!("Bow"), FieldTakes::Word(facing)).or("n"),
            Field::name("hex", say!("Starting hex")).or(""),
            Field::new("flagship", say!("Flagship"), FieldTakes::Flag).or(false),
            Field::new("line_commander", say!("Line commander"), FieldTakes::Flag).or(false),
        ];
        (head, vec![ListForm::new("ship", say!("Galley"), say!("Galleys"), fields)])
    }

    fn peoples() -> &'static [&'static People] {
        &[&PHOENICIAN, &ROMAN]
    }

    fn random(people: &People, ships: u32, chance: &mut Chance) -> Map<String, Value> {
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
