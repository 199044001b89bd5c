//! Seeded random choices that no rule makes. The same seed gives the same fleet everywhere.

use serde_json::{Map, Value, json};

use dice::{DiceStop, Die, Roller, Seeded};

use super::peoples::People;

/// The random source for fleets.
pub struct FleetChance {
    dice: Seeded,
}

impl FleetChance {
    /// A source with this seed.
    #[must_use]
    pub fn new(seed: u64) -> FleetChance {
        FleetChance { dice: Seeded::new(seed, 0) }
    }

    /// A number from 0 to `count` - 1; `count` is 1 to 255.
    pub fn below(&mut self, count: usize) -> usize {
        let die = u8::try_from(count).ok().and_then(Die::of);
        die.map_or(0, |die| usize::from(self.dice.face(die)) - 1)
    }

    /// A random element of a list that is not empty.
    pub fn pick<'l, T>(&mut self, list: &'l [T]) -> &'l T {
        &list[self.below(list.len())]
    }

    /// Shuffles a list.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            list.swap(end, self.below(end + 1));
        }
    }

    /// True with a probability of `times` in ten.
    pub fn in_ten(&mut self, times: u8) -> bool {
        self.dice.face(Die::D10) <= times
    }

    /// A roll of the rules. The seeded dice never run out.
    pub fn roll<T>(&mut self, throw: impl FnOnce(&mut Roller) -> Result<T, DiceStop>) -> Option<T> {
        throw(&mut Roller::new(&mut self.dice)).ok()
    }

    /// This many ships with names of their people; `draw` adds keys to each.
    pub fn ships(
        &mut self,
        people: &People,
        count: u32,
        mut draw: impl FnMut(&mut FleetChance, &mut Map<String, Value>),
    ) -> Vec<Map<String, Value>> {
        let mut names = Names::of(people.ships, self);
        let ship = |_| {
            let mut keys = Map::from_iter([("name".to_owned(), json!(names.next_name()))]);
            draw(self, &mut keys);
            keys
        };
        (0..count).map(ship).collect()
    }
}

/// Names in shuffled order, numbered when they are used again.
pub struct Names {
    order: Vec<&'static str>,
    given: usize,
}

impl Names {
    /// These names in random order.
    pub fn of(list: &[&'static str], chance: &mut FleetChance) -> Names {
        let mut order = list.to_vec();
        chance.shuffle(&mut order);
        Names { order, given: 0 }
    }

    /// The next name, with a number if all were used before.
    pub fn next_name(&mut self) -> String {
        let name = self.order[self.given % self.order.len()];
        let round = self.given / self.order.len() + 1;
        self.given += 1;
        if round == 1 { name.to_owned() } else { format!("{name} {round}") }
    }
}
