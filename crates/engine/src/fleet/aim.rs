//! The victory conditions of a battle in its file. They are checked after every order, and at
//! the end.
//!
//! ```toml
//! aim.rounds = 10
//! aim.at_once = [
//!     { wins = "A", if = [{ count = "out-of-action", of = "B", at_least = 12 }] },
//!     { wins = "B", if = [{ count = "out-of-action", of = "A", at_least = 7 }] },
//! ]
//! aim.at_the_end = [{ wins = "B" }]
//! ```
//!
//! A side has won when all conditions of one of its ways to win hold. A condition counts the
//! units that began on a side; with `named`, only those whose names begin with these words.
//! `each` is the value of a unit, and `plus` adds further counts. The sum must reach
//! `at_least`; with `more_than`, it must exceed the sum of those counts by `at_least`.

use serde_json::Value;

use games::{Battle, Fleet, Options};
use message::message;
use rules::file::fault::{Fault, Faults};
use rules::file::node::Node;
use rules::file::reader::Reader;
use rules::{Aim, AimCount, Condition, CountedTerm, PointsPerUnit, Side, Tag, WayToWin};

/// The most rounds that a battle may have.
pub(super) const MOST_ROUNDS: i64 = 1000;

/// The largest value of a unit, and the largest sum to reach.
const MOST_POINTS: i64 = 1_000_000;

/// Reads aims that come as JSON, in the same shape.
///
/// # Errors
/// Every fault.
pub fn read_json(value: &Value, fleets: &[Fleet; 2]) -> Result<Aim, Vec<Fault>> {
    let (root, faults) = (Node::of_json(value), Faults::new(""));
    match Reader::new(&root, &faults).map(|reader| read(reader, fleets)) {
        Some(aim) if faults.none_is_error() => Ok(aim),
        Some(_) | None => Err(faults.into_list()),
    }
}

/// Reads the aims of a battle between two fleets.
pub(super) fn read(mut aim: Reader, fleets: &[Fleet; 2]) -> Aim {
    let by_the_rules = aim.flag("by_the_rules");
    let sides = aim.choices("may_leave", Side::SLUGS);
    let may_leave: Vec<Side> = sides.into_iter().map(|at| Side::ALL[at]).collect();
    let rounds = aim.optional_number("rounds", 1..=MOST_ROUNDS);
    let context = Context { units: units(fleets), may_leave };
    let mut ways = |key| aim.tables(key).into_iter().filter_map(|way| context.way(way)).collect();
    let (at_once, at_the_end): (Vec<WayToWin>, Vec<WayToWin>) =
        (ways("at_once"), ways("at_the_end"));
    if !by_the_rules && !aim.has("at_once") && !aim.has("at_the_end") {
        let why = message!("say how a side wins: by_the_rules, at_once or at_the_end");
        aim.error("", why);
    }
    aim.finish();
    Aim { by_the_rules, may_leave: context.may_leave, rounds, at_once, at_the_end }
}

/// Every unit of both sides, with its name and deck points.
pub(super) fn units(fleets: &[Fleet; 2]) -> Vec<(Tag, String, Option<u32>)> {
    let Ok(battle) = Battle::open(fleets.clone(), Options::new()) else { return Vec::new() };
    let unit = |tag| (tag, battle.unit_name(tag), battle.deck_points(tag));
    battle.tags().into_iter().map(unit).collect()
}

/// The units of a battle, and the sides that may leave the table, with which its victory
/// conditions are checked.
struct Context {
    units: Vec<(Tag, String, Option<u32>)>,
    may_leave: Vec<Side>,
}

impl Context {
    fn way(&self, mut way: Reader) -> Option<WayToWin> {
        let wins = side(&mut way, "wins");
        let all = way.tables("if").into_iter().filter_map(|one| self.condition(one)).collect();
        way.finish();
        Some(WayToWin { wins: wins?, all })
    }

    fn condition(&self, mut condition: Reader) -> Option<Condition> {
        let term = self.term(&mut condition);
        let plus = self.terms(&mut condition, "plus");
        let more_than = self.terms(&mut condition, "more_than");
        let at_least: u32 = condition.number("at_least", 0..=MOST_POINTS);
        let condition_of = |term| Condition { term, plus, more_than, at_least };
        let read = term.map(condition_of);
        if let Some(read) = &read {
            let most = read.sum().map(|term| self.most(term)).fold(0, u32::saturating_add);
            if most < at_least {
                condition
                    .error("at_least", message!("out of reach: the sum is {most} at most", most));
            }
        }
        condition.finish();
        read
    }

    fn terms(&self, reader: &mut Reader, key: &'static str) -> Vec<CountedTerm> {
        let term = |mut reader: Reader| {
            let term = self.term(&mut reader);
            reader.finish();
            term
        };
        reader.tables(key).into_iter().filter_map(term).collect()
    }

    fn term(&self, reader: &mut Reader) -> Option<CountedTerm> {
        let count: AimCount = reader.word("count");
        let of = side(reader, "of");
        let named = reader.names_listed("named");
        let each = reader.number_or_word("each", 1..=MOST_POINTS, &[PointsPerUnit::DECK_POINTS]);
        let each = match each.as_ref().map(Value::as_u64) {
            None => PointsPerUnit::Points(1),
            Some(None) => PointsPerUnit::DeckPoints,
            Some(Some(points)) => PointsPerUnit::Points(u32::try_from(points).unwrap_or(1)),
        };
        let term = CountedTerm { count, of: of?, named, each };
        self.check(reader, &term);
        Some(term)
    }

    /// Finds terms that can never count.
    fn check(&self, reader: &Reader, term: &CountedTerm) {
        let side = term.of;
        for name in &term.named {
            let alone = CountedTerm { named: vec![name.clone()], ..term.clone() };
            if self.meant(&alone).next().is_none() {
                let why =
                    message!("side {side} has nothing whose name begins with “{name}”", side, name);
                reader.error("named", why);
            }
        }
        if term.each == PointsPerUnit::DeckPoints
            && self.units.iter().any(|(.., deck)| deck.is_none())
        {
            reader.error("each", message!("only ships of Greek Fire have deck points"));
        }
        if term.count == AimCount::OffTable && !self.may_leave.contains(&side) {
            let why = message!("side {side} may not leave the table: name it in may_leave", side);
            reader.error("count", why);
        }
    }

    fn meant<'c>(&'c self, term: &'c CountedTerm) -> impl Iterator<Item = Option<u32>> + 'c {
        let meant = |(tag, name, _): &&(Tag, String, Option<u32>)| {
            tag.side == term.of && term.includes(name)
        };
        self.units.iter().filter(meant).map(|(.., deck)| *deck)
    }

    /// The largest value of a term.
    fn most(&self, term: &CountedTerm) -> u32 {
        self.meant(term).map(|deck| term.each.worth(deck)).fold(0, u32::saturating_add)
    }
}

/// A side, which is required.
pub(super) fn side(reader: &mut Reader, key: &'static str) -> Option<Side> {
    reader.choice(key, Side::SLUGS).map(|at| Side::ALL[at])
}
