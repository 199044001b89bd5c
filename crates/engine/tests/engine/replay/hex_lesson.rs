//! Test of the lesson of Ancient Naval Games on hexes: every move, strike and ram can be
//! made with models, and the lesson reaches its end.

use std::collections::BTreeMap;

use dice::EnteredRoll;
use engine::journal::{DiceChoice, Journal, Lesson, LessonProgress};
use games::{SystemTag, offer_of};
use serde_json::{Value, json};

/// The six hexsides, clockwise from north, as steps on the map.
const STEPS: [[i32; 2]; 6] = [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]];
const NORTH: usize = 0;
const NORTH_EAST: usize = 1;
const SOUTH: usize = 3;
const SOUTH_WEST: usize = 4;

/// A model: its hex, and the hexside that its bow points to.
#[derive(Clone, Copy)]
struct Model {
    hex: [i32; 2],
    bow: usize,
}

fn ahead(Model { hex: [q, r], bow }: Model) -> [i32; 2] {
    let [east, south] = STEPS[bow];
    [q + east, r + south]
}

/// The models of both sides at the start of the lesson, its log, and the next step.
struct Table {
    models: BTreeMap<&'static str, Model>,
    journal: Journal,
    lesson: &'static Lesson,
    at: usize,
}

impl Table {
    fn new() -> Table {
        let lesson = Lesson::about(SystemTag::AncientNavalGames).expect("a lesson");
        let models = [
            ("A1", [-2, 2], NORTH_EAST),
            ("A2", [-1, 2], NORTH),
            ("A3", [-2, 3], NORTH),
            ("B1", [0, 0], SOUTH_WEST),
            ("B2", [1, 0], SOUTH_WEST),
            ("B3", [-1, 0], SOUTH),
        ];
        Table {
            models: models.map(|(tag, hex, bow)| (tag, Model { hex, bow })).into(),
            journal: Journal::open(lesson.opening(1)).expect("it opens"),
            lesson,
            at: 0,
        }
    }

    fn model(&self, tag: &str) -> Model {
        self.models[tag]
    }

    /// Gives the order of the next step, with these values in its form.
    fn give(&mut self, kind: &str, values: &Value, dice: &[i64]) {
        let known = self.journal.battle().full_view();
        let progress = self.lesson.progress(&known, self.journal.entries());
        assert_eq!(progress, LessonProgress::At(self.at), "{kind}");
        let step = &self.lesson.steps[self.at];
        assert_eq!(step.order, kind, "step {}", self.at);
        let offer = offer_of(&known, step.subject, kind).expect("an offer");
        assert!(offer.refused.is_none(), "{:?}", offer.refused);
        let mut order = offer.written();
        order.extend(values.as_object().expect("values").clone());
        if let Some(target) = step.target {
            order.insert("target".into(), json!(target));
        }
        let order = known.read_order(&order).unwrap_or_else(|fault| panic!("{fault}"));
        drop(known);
        let entered = dice.iter().map(|die| EnteredRoll::Total(*die)).collect();
        let given = self.journal.give(&order, &DiceChoice::Entered(entered), 1, "");
        given.unwrap_or_else(|fault| panic!("step {}: {fault:?}", self.at));
        self.at += 1;
    }

    /// Activates a ship, isolated if no friend is adjacent to her model.
    fn activate(&mut self, tag: &str) {
        let [q, r] = self.model(tag).hex;
        let beside = |[east, south]: &[i32; 2]| {
            let mut friends = self.models.iter().filter(|(one, _)| one[..1] == tag[..1]);
            friends.any(|(_, model)| model.hex == [q + east, r + south])
        };
        let isolated = !STEPS.iter().any(beside);
        self.give("activate", &json!({ "isolated": isolated }), &[]);
    }

    /// Moves a model one hex ahead, which must be free, with turns before and after
    /// (positive to the right, negative to the left).
    fn row(&mut self, tag: &'static str, [before, after]: [i32; 2]) {
        let mut model = self.model(tag);
        let turned = |bow: usize, by: i32| (bow + by.rem_euclid(6) as usize) % 6;
        model.bow = turned(model.bow, before);
        model.hex = ahead(model);
        let is_free = self.models.values().all(|other| other.hex != model.hex);
        assert!(is_free, "{tag} enters an occupied hex");
        model.bow = turned(model.bow, after);
        self.models.insert(tag, model);
        let turns = before.abs() + after.abs();
        self.give("move", &json!({ "ahead": 1, "astern": 0, "turns": turns }), &[]);
    }

    /// The hexside of the target that a ship's bow touches: 0 is the bow, 3 the stern.
    fn against(&self, tag: &str, target: &str) -> usize {
        let (ship, other) = (self.model(tag), self.model(target));
        assert_eq!(ahead(ship), other.hex, "{target} is not ahead of {tag}");
        (ship.bow + 3 + 6 - other.bow) % 6
    }

    fn strike(&mut self, tag: &str, target: &str, dice: [i64; 2]) {
        let aspect = match self.against(tag, target) {
            0 => "bow",
            3 => "stern",
            side => panic!("{tag} lies at hexside {side} of {target}"),
        };
        self.give("oar-strike", &json!({ "aspect": aspect }), &dice);
    }

    fn ram(&mut self, tag: &str, target: &str, dice: [i64; 2]) {
        let aspect = match self.against(tag, target) {
            1 | 5 => "side",
            2 | 4 => "aft",
            end => panic!("{tag} lies at hexside {end} of {target}"),
        };
        self.give("ram", &json!({ "aspect": aspect }), &dice);
    }
}

#[test]
fn the_lesson_of_ancient_naval_games_is_played_to_its_end_on_hexes() {
    let mut table = Table::new();
    table.activate("A1");
    table.row("A1", [0, 0]);
    table.strike("A1", "B1", [6, 1]);
    table.activate("A2");
    table.row("A2", [1, -1]);
    table.ram("A2", "B1", [1, 6]);
    table.give("end-turn", &json!({}), &[]);
    table.activate("B2");
    table.ram("B2", "A2", [1, 6]);
    table.activate("B3");
    table.ram("B3", "A1", [6, 1]);
    table.give("end-turn", &json!({}), &[]);
    let known = table.journal.battle().full_view();
    let entries = table.journal.entries();
    assert_eq!(table.lesson.progress(&known, entries), LessonProgress::Over);
    assert_eq!(table.at, table.lesson.steps.len(), "every step was played");
    let value = |key| known.value(key).expect("an entry");
    assert_eq!((value("B1.oar_damage"), value("A1.status")), (json!(1), json!("lost")));
}
