//! The odds of orders that no ship can give as the battle stands: a melee
//! aboard, a ram at each difference. The battle is corrected until the order
//! can be given, and then the rules are asked.

use serde_json::{Value, json};

use crate::analysis::odds::{Odds, odds};
use crate::dice::{Chance, Seeded, Thoroughness};
use crate::rules::{Tag, Viewer};
use crate::say::{Say, say};
use crate::systems::{Battle, SystemTag};

use super::{Alike, OddsTable, named};

/// A table still to be worked out.
#[derive(Clone, Debug)]
pub(super) struct Drill {
    title: Say,
    rows_are: Say,
    columns: Vec<Say>,
    further: Vec<Say>,
    notes: Vec<Say>,
    rows: Vec<(Say, Vec<Question>)>,
}

/// An order on a corrected battle, and what is taken from its odds.
#[derive(Clone, Debug)]
struct Question {
    before: Vec<Value>,
    order: Value,
    reads: Reads,
}

/// What is taken from odds.
#[derive(Clone, Debug)]
enum Reads {
    /// The chance of an outcome, by its word in the rules.
    Outcome(&'static str),
    /// The chances that a key is 0, 1, 2 and so on; the last one is for this
    /// number or more.
    Counts(String, u32),
    /// How much a key loses, starting from a number: on average, and eight
    /// times in ten.
    Losses(String, u32),
}

/// Everything that a side may want to know about later situations in a battle.
pub(super) fn drills(battle: &Battle, own: &[Alike], targets: &[Alike]) -> Vec<Drill> {
    let drills = match battle.system() {
        SystemTag::GreekFire => vec![losses(battle, own, targets)],
        SystemTag::ChickenOfTheSea => by_difference(own, targets),
        SystemTag::FastPlaySalamis => vec![checks(own, targets), fights(own, targets)],
        SystemTag::CommandAndChaos => by_grade(battle, own, targets),
        // Every attack can be made as soon as a ship is active, so the table of
        // orders has them all.
        SystemTag::AncientNavalGames => Vec::new(),
    };
    drills.into_iter().filter(|drill| !drill.rows.is_empty()).collect()
}

fn set(tag: Tag, field: &str, value: &Value) -> Value {
    json!({"kind": "adjust", "ship": tag, "field": field, "value": value, "note": ""})
}

/// A key of a unit's record, as far as the battle is known.
fn value(battle: &Battle, tag: Tag, key: &str) -> Option<Value> {
    battle.unit_state(tag, Viewer::Everyone)?.shift_remove(key)
}

/// All pairs of groups of the two sides, with the row's name.
fn pairs(own: &[Alike], targets: &[Alike]) -> Vec<(Say, Tag, Tag)> {
    let pair = |one: &Alike, other: &Alike| {
        let label = say!("{who} → {at}", who = named(one), at = named(other));
        Some((label, one.first()?, other.first()?))
    };
    own.iter().flat_map(|one| targets.iter().filter_map(move |other| pair(one, other))).collect()
}

// ---- Greek Fire ----

fn losses(battle: &Battle, own: &[Alike], targets: &[Alike]) -> Drill {
    let crew = |tag: Tag| {
        let crew = value(battle, tag, "crew").and_then(|value| value.as_u64());
        crew.and_then(|crew| u32::try_from(crew).ok()).unwrap_or_default()
    };
    let row = |(label, one, other): (Say, Tag, Tag)| {
        let question = |of: Tag| Question {
            before: vec![
                set(one, "grappled", &json!([other])),
                set(other, "grappled", &json!([one])),
                set(one, "boarded_this_turn", &json!(false)),
            ],
            order: json!({"kind": "board", "ship": one, "target": other}),
            reads: Reads::Losses(format!("{of}.crew"), crew(of)),
        };
        (label, vec![question(one), question(other)])
    };
    Drill {
        title: say!("Losses in a fight aboard"),
        rows_are: Say::default(),
        columns: Vec::new(),
        further: vec![
            say!("Boarder loses, average"),
            say!("in 8 of 10 fights"),
            say!("Target loses, average"),
            say!("in 8 of 10 fights"),
        ],
        notes: vec![say!("Crew. One boarding attack of two ships grappled already.")],
        rows: pairs(own, targets).into_iter().map(row).collect(),
    }
}

// ---- Chicken of the Sea ----

/// The largest difference with odds of its own.
const DIFFERENCES: u8 = 8;

fn by_difference(own: &[Alike], targets: &[Alike]) -> Vec<Drill> {
    let first = |side: &[Alike]| side.iter().find_map(Alike::first);
    let (Some(one), Some(other)) = (first(own), first(targets)) else { return Vec::new() };
    // The numbers, from 9 down: the attacker has crew quality 4 at speed 5, the
    // target what is left.
    let before = |difference: u8| {
        let number = 9 - difference;
        let speed = number.saturating_sub(6);
        let mut all = vec![set(one, "cq", &json!(4)), set(one, "speed", &json!(5))];
        all.extend([one, other].map(|tag| set(tag, "crippled", &json!(false))));
        all.extend([one, other].map(|tag| set(tag, "fouled_with", &json!([]))));
        all.extend([one, other].map(|tag| set(tag, "aground", &json!(false))));
        all.extend([set(other, "cq", &json!(number - speed)), set(other, "speed", &json!(speed))]);
        all
    };
    let label = |difference: u8| {
        if difference == DIFFERENCES {
            say!("{n} or more", n = difference)
        } else {
            Say::verbatim(difference.to_string())
        }
    };
    let ram = |difference: u8, aspect: &str| Question {
        before: before(difference),
        order: json!({"kind": "ram", "ship": one, "target": other, "aspect": aspect, "mp_left": 1,
            "avoid": false}),
        reads: Reads::Outcome("sunk"),
    };
    let shear = |difference: u8| Question {
        before: before(difference),
        order: json!({"kind": "shear", "ship": one, "target": other, "aspect": "front",
            "avoid": false}),
        reads: Reads::Outcome("sheared"),
    };
    let rams = (1..=DIFFERENCES).map(|difference| {
        let aspects = ["front", "flank", "stern"].map(|aspect| ram(difference, aspect));
        (label(difference), aspects.to_vec())
    });
    let shears = (1..=DIFFERENCES).map(|difference| (label(difference), vec![shear(difference)]));
    vec![
        by_number(
            say!("Ram, by difference and aspect"),
            vec![say!("at the front"), say!("at the flank"), say!("at the stern")],
            say!("Chance in percent to sink."),
            rams.collect(),
        ),
        by_number(
            say!("Shear, by difference"),
            vec![say!("from bow or stern")],
            say!("Chance in percent to cripple."),
            shears.collect(),
        ),
    ]
}

fn by_number(title: Say, columns: Vec<Say>, note: Say, rows: Vec<(Say, Vec<Question>)>) -> Drill {
    let number = say!(
        "Ram number: crew quality + speed. An attack of this side’s own galleys, not of prizes, that the target does not avoid."
    );
    Drill {
        title,
        rows_are: say!("Difference of the ram numbers"),
        columns,
        further: Vec::new(),
        notes: vec![note, number],
        rows,
    }
}

// ---- Fast Play Salamis ----

fn in_contact(one: Tag, other: Tag) -> Vec<Value> {
    vec![
        set(one, "in_contact_with", &json!([other])),
        set(other, "in_contact_with", &json!([one])),
        set(one, "moved", &json!(false)),
        set(one, "breakaway_tried", &json!(false)),
        set(one, "board_tried", &json!(false)),
        set(one, "boarded_by", &json!([])),
        set(other, "boarded_by", &json!([])),
    ]
}

fn checks(own: &[Alike], targets: &[Alike]) -> Drill {
    let other = targets.iter().find_map(Alike::first);
    let row = |alike: &Alike| {
        let (one, other) = (alike.first()?, other?);
        let mut rammed = in_contact(one, other);
        rammed.push(set(other, "rammed_by_this_phase", &json!([one])));
        let boards = Question {
            before: rammed,
            order: json!({"kind": "board", "ship": one, "target": other}),
            reads: Reads::Outcome("boards"),
        };
        let leaves = Question {
            before: in_contact(one, other),
            order: json!({"kind": "breakaway", "ship": one, "target": other}),
            reads: Reads::Outcome("away"),
        };
        Some((named(alike), vec![boards, leaves]))
    };
    Drill {
        title: say!("Boarding and breaking away"),
        rows_are: Say::default(),
        columns: vec![say!("boards"), say!("breaks away")],
        further: Vec::new(),
        notes: vec![say!("Chance in percent, one attempt of a ship in contact.")],
        rows: own.iter().filter_map(row).collect(),
    }
}

/// More hits than this share a column.
const MOST_HITS: u32 = 4;

fn fights(own: &[Alike], targets: &[Alike]) -> Drill {
    let row = |(label, one, other): (Say, Tag, Tag)| {
        let question = |reads: Reads| {
            let mut before = in_contact(one, other);
            before.extend([set(other, "boarded_by", &json!([one])), set(other, "hits", &json!(0))]);
            let order = json!({"kind": "hand-to-hand", "attacker": one, "defender": other});
            Question { before, order, reads }
        };
        let hits = Reads::Counts(format!("{other}.hits"), MOST_HITS);
        (label, vec![question(hits), question(Reads::Outcome("captured"))])
    };
    Drill {
        title: say!("Hand to hand"),
        rows_are: Say::default(),
        columns: counts(MOST_HITS).chain([say!("captured")]).collect(),
        further: Vec::new(),
        notes: vec![say!(
            "Chances in percent of so many hits on a defender without damage, and to capture her."
        )],
        rows: pairs(own, targets).into_iter().map(row).collect(),
    }
}

/// The column headings for counts from 0 up.
fn counts(most: u32) -> impl Iterator<Item = Say> {
    (0..=most).map(move |count| {
        if count == most {
            say!("{n} or more", n = count)
        } else {
            Say::verbatim(count.to_string())
        }
    })
}

// ---- Command & Chaos ----

/// Whether a unit is a veteran, with the words for it.
fn grades() -> [(bool, Say); 2] {
    [(false, say!("average")), (true, say!("veteran"))]
}

fn by_grade(battle: &Battle, own: &[Alike], targets: &[Alike]) -> Vec<Drill> {
    // Cavalry cannot be flanked; otherwise the dice are the same for both
    // kinds.
    let heavy = |side: &[Alike]| {
        let mut tags = side.iter().filter_map(Alike::first);
        tags.find(|tag| value(battle, *tag, "kind").is_some_and(|kind| kind == "heavy-infantry"))
    };
    let (Some(one), Some(other)) = (heavy(own), heavy(targets)) else { return Vec::new() };
    let before = |own: bool, target: bool| rested([(one, own), (other, target)]);
    let charge = |own: bool, target: bool, answer: &str, of: Tag| Question {
        before: before(own, target),
        order: json!({"kind": "charge", "unit": one, "target": other, "answer": answer}),
        reads: Reads::Counts(format!("{of}.hits"), 2),
    };
    let pairs = || {
        grades().into_iter().flat_map(|(own, who)| {
            grades().map(|(target, at)| (say!("{who} charges {at}", who = &who, at), own, target))
        })
    };
    let stands =
        pairs().map(|(label, own, target)| (label, vec![charge(own, target, "stand", other)]));
    let counters = pairs().map(|(label, own, target)| {
        let of = |tag| charge(own, target, "counter-charge", tag);
        (label, vec![of(other), of(one)])
    });
    let melee = |target: bool, attack: &str| Question {
        before: before(false, target),
        order: json!({"kind": "melee", "unit": one, "target": other, "attack": attack}),
        reads: Reads::Counts(format!("{other}.hits"), 1),
    };
    let melees = grades().map(|(target, at)| {
        (
            say!("at {grade}", grade = at),
            ["front", "flank"].map(|attack| melee(target, attack)).to_vec(),
        )
    });
    let hits = || ["0", "1", "2"].map(Say::verbatim);
    let three = |of: &dyn Fn(Say) -> Say| hits().map(of);
    let on_target = three(&|count| say!("target: {count}", count));
    let on_charger = three(&|count| say!("charger: {count}", count));
    vec![
        of_hits(
            say!("Charge, the target stands"),
            on_target.to_vec(),
            say!("By grade, whatever the units are: nothing here tells a hidden one."),
            stands.collect(),
        ),
        of_hits(
            say!("Charge, the target counter-charges"),
            on_target.iter().chain(&on_charger).cloned().collect(),
            say!("By grade; neither unit has hits yet."),
            counters.collect(),
        ),
        of_hits(
            say!("Melee"),
            vec![say!("front: 0"), say!("front: 1"), say!("flank: 0"), say!("flank: 1")],
            say!(
                "By grade, one attack die. An officer, or light infantry mixed in, adds as much as a flank."
            ),
            melees.to_vec(),
        ),
    ]
}

/// Makes two units of some grades that have not fought yet.
fn rested(units: [(Tag, bool); 2]) -> Vec<Value> {
    let fit = |(tag, veteran): (Tag, bool)| {
        [
            ("engaged_with", json!([])),
            ("fought", json!([])),
            ("flanking", Value::Null),
            ("hits", json!(0)),
            ("max_morale", json!(5)),
            ("stamina", json!(3)),
            ("charged", json!(false)),
            ("fallback_owed", json!(0)),
            ("veteran", json!(veteran)),
        ]
        .map(|(field, value)| set(tag, field, &value))
    };
    units.into_iter().flat_map(fit).collect()
}

fn of_hits(title: Say, columns: Vec<Say>, note: Say, rows: Vec<(Say, Vec<Question>)>) -> Drill {
    Drill {
        title,
        rows_are: Say::default(),
        columns,
        further: Vec::new(),
        notes: vec![say!("Chances in percent of so many hits."), note],
        rows,
    }
}

// ---- Working them out ----

impl Drill {
    /// How many rows it has.
    pub(super) fn steps(&self) -> usize {
        self.rows.len()
    }

    /// An empty table with its headings.
    pub(super) fn begun(&self) -> OddsTable {
        OddsTable {
            title: self.title.clone(),
            rows_are: self.rows_are.clone(),
            columns: self.columns.clone(),
            further: self.further.clone(),
            notes: self.notes.clone(),
            ..OddsTable::default()
        }
    }

    /// Works out one row, if the rules allow its orders.
    pub(super) fn work_out(&self, at: usize, battle: &Battle, table: &mut OddsTable) {
        let Some((label, questions)) = self.rows.get(at) else { return };
        let mut chances = Vec::new();
        let mut told = Vec::new();
        for question in questions {
            let Some(found) = question.odds(battle) else { return };
            question.reads.read(&found, &mut chances, &mut told);
        }
        table.rows.push((label.clone(), chances));
        table.told.push(told);
    }
}

impl Question {
    fn odds(&self, battle: &Battle) -> Option<Odds> {
        let mut battle = battle.clone();
        for order in &self.before {
            let order = battle.read_order(order.as_object()?).ok()?;
            let done = battle.resolve(&order, &mut Seeded::new(0, 0)).ok()?;
            battle.apply(&done.effects);
        }
        let order = battle.read_order(self.order.as_object()?).ok()?;
        let watch: Vec<String> = match &self.reads {
            Reads::Outcome(_) => Vec::new(),
            Reads::Counts(key, _) | Reads::Losses(key, _) => vec![key.clone()],
        };
        odds(&battle, &order, &watch, Thoroughness::Merged).ok()
    }
}

impl Reads {
    fn read(&self, odds: &Odds, chances: &mut Vec<Option<f64>>, told: &mut Vec<Say>) {
        match self {
            Reads::Outcome(word) => {
                let mut all = odds.outcomes.iter();
                let found = all.find(|(outcome, _)| outcome.slug() == *word);
                chances.push(found.map(|(_, chance)| chance.to_f64()));
            }
            Reads::Counts(key, most) => {
                for count in 0..=*most {
                    let counts = |value: &Value| {
                        let value = value.as_u64().unwrap_or_default();
                        value == u64::from(count) || (count == *most && value > u64::from(count))
                    };
                    let all = odds.watched.get(key).into_iter().flatten();
                    let chance: f64 = all
                        .filter(|(value, _)| counts(value))
                        .map(|(_, chance)| Chance::to_f64(chance))
                        .sum();
                    chances.push((chance > 0.0).then_some(chance));
                }
            }
            Reads::Losses(key, from) => {
                let values = odds.watched.get(key).map(Vec::as_slice).unwrap_or_default();
                told.extend(losses_told(values, *from));
            }
        }
    }
}

/// The average of what is lost, and the range of eight times in ten.
fn losses_told(values: &[(Value, Chance)], from: u32) -> [Say; 2] {
    let mut lost: Vec<(u64, f64)> = values
        .iter()
        .filter_map(|(left, chance)| {
            Some((u64::from(from).saturating_sub(left.as_u64()?), chance.to_f64()))
        })
        .collect();
    lost.sort_by_key(|(lost, _)| *lost);
    let mean: f64 = lost.iter().map(|(lost, chance)| *lost as f64 * chance).sum();
    let at = |part: f64| {
        let mut sum = 0.0;
        let found = lost.iter().find(|(_, chance)| {
            sum += chance;
            sum >= part
        });
        found.or(lost.last()).map_or(0, |(lost, _)| *lost)
    };
    [Say::verbatim(format!("{mean:.0}")), Say::verbatim(format!("{}–{}", at(0.1), at(0.9)))]
}
