//! Play of the same battle at both tables, until a rule reveals the difference.

use dice::{Entered, EnteredRoll, Seeded};
use games::Battle;
use rules::{Need, Side, Stop, Viewer};
use serde_json::{Map, Value, json};
use session::{Declared, Mutation, RequestBody, Response, Seat};

use testing::player::Picks;

use super::{Leak, Pair, asks, named};

/// The rules of a game about its secrets.
pub(crate) struct SecretRules {
    /// Orders that reveal secrets of the units in them.
    pub(crate) reveals: &'static [&'static str],
    /// Orders that reveal secrets of any unit.
    pub(crate) reveals_all: &'static [&'static str],
    /// Translates an order for the second table, where cards have other names.
    pub(crate) as_there: AsThere,
}

/// Translates an order of the first table for the second.
type AsThere = fn(&Map<String, Value>, &[Battle; 2]) -> Option<Map<String, Value>>;

impl SecretRules {
    /// Whether an order may show the difference.
    fn shows(&self, pair: &Pair, order: &Map<String, Value>) -> bool {
        let kind = order["kind"].as_str().expect("a kind");
        self.reveals_all.contains(&kind)
            || (self.reveals.contains(&kind) && !named(order).is_disjoint(&pair.differing()))
    }
}

/// The result of an order.
enum StepResult {
    /// Nothing was done.
    Nowhere,
    /// The same happened at both tables.
    On,
    /// A could do something at one table that is impossible at the other.
    Apart,
}

/// Plays up to `most` orders. Returns the number given at both tables.
pub(crate) fn play(pair: &mut Pair, letter: &SecretRules, picks: &mut Picks, most: usize) -> usize {
    let mut given = 0;
    for number in 0..2 * most {
        if given >= most || pair.battles(|battle| battle.winner().is_some())[0] {
            break;
        }
        let mut shows = false;
        let mut last = String::new();
        let went = one_more(pair, letter, picks, &mut shows, &mut last).and_then(|went| {
            if matches!(went, StepResult::On) {
                pair.looks()?;
                pair.pries(picks)?;
            }
            Ok(went)
        });
        match went {
            Ok(StepResult::On) => given += 1,
            Ok(StepResult::Nowhere) => {}
            Ok(StepResult::Apart) => return given,
            Err(Leak(why)) => {
                let journal = pair.journal();
                let seen = journal.seen(journal.len().saturating_sub(1), Viewer::Everyone);
                let sentences = seen.map(|seen| seen.sentences).unwrap_or_default();
                // Once the battle is over, nothing is secret.
                let over = pair.battles(|battle| battle.winner().is_some())[0];
                assert!(shows || over, "order {number}, {last}:\n{sentences:?}\n{why}");
                return given;
            }
        }
    }
    given
}

fn one_more(
    pair: &mut Pair,
    letter: &SecretRules,
    picks: &mut Picks,
    shows: &mut bool,
    last: &mut String,
) -> Result<StepResult, Leak> {
    match picks.below(24) {
        0 => {
            pair.meddles(picks)?;
            return Ok(StepResult::Nowhere);
        }
        1 => return pair.goes_back(picks),
        2 if picks.below(4) == 0 => {
            let trial = pair.trial(picks)?;
            let answer = pair.asks(Seat::B, &RequestBody::Change(Mutation::Amend(trial)))?;
            return pair.settles(&answer, picks);
        }
        _ => {}
    }
    let of_b = picks.below(2) == 0;
    let order = if of_b { pair.order_of_b(picks)? } else { pair.order_of_a(picks) };
    let Some(order) = order else { return Ok(StepResult::Nowhere) };
    let kind = order["kind"].as_str().expect("a kind");
    // A correction may rout a unit, which shows its morale.
    let routs = ["hits", "status"].iter().any(|key| order.get("field") == Some(&json!(key)));
    if matches!(kind, "resign" | "concede" | "leave-table" | "agree-result")
        || (kind == "adjust" && (of_b || routs))
    {
        return Ok(StepResult::Nowhere);
    }
    *shows = letter.shows(pair, &order);
    *last = format!("{} of {}", Value::Object(order.clone()), if of_b { "B" } else { "A" });
    if *shows && picks.below(24) > 0 {
        return Ok(StepResult::Nowhere);
    }
    if of_b {
        let dice = (picks.below(6) == 0).then(|| asks::dice(picks));
        let answer = pair.asks(Seat::B, &RequestBody::Change(Mutation::Order { order, dice }))?;
        return pair.settles(&answer, picks);
    }
    let battles = pair.battles(Battle::clone);
    let Some(there) = (letter.as_there)(&order, &battles) else { return Ok(StepResult::Nowhere) };
    if stops_at(&battles[0], &order) != stops_at(&battles[1], &there) {
        return Ok(StepResult::Nowhere);
    }
    let dice = (picks.below(4) == 0).then(|| vec![EnteredRoll::Program]);
    let orders = [order, there]
        .map(|order| RequestBody::Change(Mutation::Order { order, dice: dice.clone() }));
    let [answer, other] = pair.does([&orders[0], &orders[1]])?;
    if std::mem::discriminant(&answer) != std::mem::discriminant(&other) {
        return Ok(StepResult::Apart);
    }
    pair.settles(&answer, picks)
}

/// The reason for which an order stops, in a word.
fn stops_at(battle: &Battle, order: &Map<String, Value>) -> &'static str {
    let Ok(order) = battle.read_declared(order) else { return "nonsense" };
    match battle.resolve(&order, &mut Entered::new([], Seeded::new(0, 0))) {
        Ok(_) => "nothing",
        Err(Stop::Needs { need: Need::Throw { .. }, .. }) => "dice",
        Err(Stop::Needs { need: Need::Answer { .. }, .. }) => "an answer",
        Err(Stop::Refused(_) | Stop::Invalid(_)) => "the rules",
    }
}

impl Pair {
    /// A seat undoes or redoes.
    fn goes_back(&mut self, picks: &mut Picks) -> Result<StepResult, Leak> {
        let ask = if picks.below(3) == 0 {
            RequestBody::Change(Mutation::Redo {})
        } else {
            RequestBody::Change(Mutation::Undo {})
        };
        let answer = if picks.below(2) == 0 {
            self.asks(Seat::B, &ask)?
        } else {
            let [one, two] = self.does([&ask, &ask])?;
            assert_eq!(std::mem::discriminant(&one), std::mem::discriminant(&two));
            one
        };
        self.settles(&answer, picks)
    }

    /// Answers and rolls for a declared order, until nothing waits.
    fn settles(&mut self, answer: &Response, picks: &mut Picks) -> Result<StepResult, Leak> {
        match answer {
            Response::Given { .. } | Response::Done { .. } => return Ok(StepResult::On),
            Response::Waits { .. } => {}
            _ => return Ok(StepResult::Nowhere),
        }
        for _ in 0..60 {
            self.looks()?;
            let views = self.views_of_a();
            let [Some(here), Some(there)] = views.map(|view| view.declared) else {
                return Ok(StepResult::On);
            };
            if !self.step_declared(&here, &there, picks)? {
                return Ok(StepResult::Apart);
            }
        }
        panic!("it waits for ever: {:?}", self.views_of_a()[0].declared);
    }

    /// Makes one more step of a declared order. Returns whether both tables accepted it.
    fn step_declared(
        &mut self,
        here: &Declared,
        there: &Declared,
        picks: &mut Picks,
    ) -> Result<bool, Leak> {
        let of = here.of;
        let giver = here.by.unwrap_or(Side::B);
        if here.can_be_withdrawn && there.can_be_withdrawn && picks.below(6) == 0 {
            return self.step(giver, &RequestBody::Change(Mutation::Withdraw { of }));
        }
        match (&here.asks, &there.asks) {
            (Some(asks), Some(_)) => {
                let open: Vec<_> = asks.choices.iter().filter(|c| c.refused.is_none()).collect();
                let at = if asks.field == "amend" { 1 } else { picks.below(open.len()) };
                let (field, value) = (asks.field.clone(), open[at].value.clone());
                self.step(asks.of, &RequestBody::Change(Mutation::Answer { of, field, value }))
            }
            (None, None) => {
                let by = here.needs.as_ref().and_then(|needs| needs.by).unwrap_or(giver);
                self.step(
                    by,
                    &RequestBody::Change(Mutation::Throw { of, dice: vec![EnteredRoll::Program] }),
                )
            }
            (Some(_), None) | (None, Some(_)) => Ok(false),
        }
    }

    fn step(&mut self, side: Side, ask: &RequestBody) -> Result<bool, Leak> {
        if side == Side::B {
            return self.asks(Seat::B, ask).map(|_| true);
        }
        let [one, two] = self.does([ask, ask])?;
        Ok(std::mem::discriminant(&one) == std::mem::discriminant(&two))
    }
}
