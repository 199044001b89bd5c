//! What a builder asks of a fleet, and how the dice put one together.

use serde_json::{Map, Value, json};

use crate::rules::file::FleetBuilding;
use crate::rules::file::chance::Chance;
use crate::rules::file::form::{Field, FieldTakes, Ideas, ListForm, Word};
use crate::rules::file::peoples::People;
use crate::say::{Say, say};

use super::Fleet;
use super::tables::Size;

impl FleetBuilding for Fleet {
    fn form() -> (Vec<Field>, Vec<ListForm>) {
        let size = |size: &Size| Word::new(size.slug(), size.name(), Say::default());
        let sizes = FieldTakes::Word(Size::ALL.iter().map(size).collect());
        let fields = vec![
            Field::name("name", say!("Name")).suggesting(Ideas::Ships),
            Field::count(),
            Field::new("size", say!("Size"), sizes).begins(json!(Size::Small)),
        ];
        (Vec::new(), vec![ListForm::new("ship", say!("Ship"), say!("Ships"), fields)])
    }

    fn random(people: &People, ships: u32, chance: &mut Chance) -> Map<String, Value> {
        let ships = chance.ships(people, ships, |chance, ship| {
            let size = if chance.in_ten(3) { Size::Large } else { Size::Small };
            ship.insert("size".into(), json!(size));
        });
        Map::from_iter([("ship".into(), json!(ships))])
    }
}
