//! What would change the odds of an order: each of its modifiers, with what it
//! is worth.

use indexmap::IndexMap;

use crate::dice::{Ask, Chance, Dice, DiceStop, Named, Reading, Thoroughness, Thrown, walk};
use crate::rules::{Battle, Order, Stop};
use crate::say::Say;

use super::answer::answer_waiving;
use super::odds::odds_waiving;

/// What a modifier is worth: how much it moves what may come of an order.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// The modifier, and what its throw decides.
    pub named: Named,
    /// What there is to move, with the difference that the modifier makes: the
    /// outcomes; where it moves none of them, the answers to the questions that
    /// go with the order; and where it moves none of those, the watched numbers.
    pub moves: Vec<(Moved, f64)>,
}

/// What a modifier may move.
#[derive(Clone, Debug, PartialEq)]
pub enum Moved {
    /// The chance of an outcome, from -1 to 1.
    Outcome(&'static str),
    /// The chance that a question asks for, from -1 to 1.
    Answer(Say),
    /// The mean of the number of a key.
    Mean(String),
}

impl Worth {
    fn moves_anything(&self) -> bool {
        self.moves.iter().any(|(_, by)| by.abs() > 1e-12)
    }
}

/// What would change the odds of an order: each of its modifiers, with what it
/// is worth. The resolver is run without it, and the rest as it stands.
///
/// # Errors
/// Where the order would be refused, or a watched key does not exist.
pub fn worth(battle: &Battle, order: &Order, watch: &[String]) -> Result<Vec<Worth>, Stop> {
    let mut seen: Vec<Named> = Vec::new();
    let with = outcomes(|dice| {
        battle.resolve(order, &mut Witness { dice, seen: &mut seen }).map(|r| r.outcome)
    })?;
    seen.into_iter()
        .map(|named| {
            let mut worth = in_outcomes(battle, order, &with, named)?;
            if !worth.moves_anything() {
                worth = in_answers(battle, order, worth.named);
            }
            if !worth.moves_anything() {
                worth = in_means(battle, order, watch, worth.named)?;
            }
            Ok(worth)
        })
        .collect()
}

fn in_outcomes(
    battle: &Battle,
    order: &Order,
    with: &IndexMap<&'static str, Chance>,
    named: Named,
) -> Result<Worth, Stop> {
    let without =
        outcomes(|dice| battle.resolve_waiving(order, dice, Some(&named)).map(|r| r.outcome))?;
    let chance =
        |of: &IndexMap<&'static str, Chance>, outcome| of.get(outcome).map_or(0.0, Chance::to_f64);
    let all = with.keys().chain(without.keys().filter(|slug| !with.contains_key(*slug)));
    let moves =
        all.map(|slug| (Moved::Outcome(slug), chance(with, *slug) - chance(&without, *slug)));
    Ok(Worth { moves: moves.collect(), named })
}

fn in_answers(battle: &Battle, order: &Order, named: Named) -> Worth {
    let moves = battle.questions(order).into_iter().map(|question| {
        let [with, without] =
            [None, Some(&named)].map(|waived| answer_waiving(battle, &question, waived).to_f64());
        (Moved::Answer(question.asks), with - without)
    });
    Worth { moves: moves.collect(), named }
}

fn in_means(battle: &Battle, order: &Order, watch: &[String], named: Named) -> Result<Worth, Stop> {
    let of = |waived| odds_waiving(battle, order, watch, Thoroughness::Merged, waived);
    let (with, without) = (of(None)?, of(Some(&named))?);
    let moves = with.means().zip(without.means());
    let moves = moves.map(|((key, with), (_, without))| (Moved::Mean(key.clone()), with - without));
    Ok(Worth { moves: moves.collect(), named })
}

fn outcomes(
    run: impl FnMut(&mut dyn Dice) -> Result<&'static str, Stop>,
) -> Result<IndexMap<&'static str, Chance>, Stop> {
    let mut all: IndexMap<&'static str, Chance> = IndexMap::new();
    let mut stopped = None;
    walk(Thoroughness::Merged, run, |result, chance| match result {
        Ok(outcome) => all.entry(outcome).or_insert_with(Chance::never).add(chance),
        Err(stop) => stopped = Some(stop),
    });
    stopped.map_or(Ok(all), Err)
}

/// Hands throws on, and remembers the modifiers that it sees.
struct Witness<'w> {
    dice: &'w mut dyn Dice,
    seen: &'w mut Vec<Named>,
}

impl Witness<'_> {
    fn see(&mut self, ask: &Ask) {
        for modifier in &ask.modifiers {
            let named = Named { purpose: ask.purpose.clone(), modifier: modifier.clone() };
            if !self.seen.contains(&named) {
                self.seen.push(named);
            }
        }
    }
}

impl Dice for Witness<'_> {
    fn throw(&mut self, ask: &Ask, reading: &Reading) -> Result<Thrown, DiceStop> {
        self.see(ask);
        self.dice.throw(ask, reading)
    }

    fn each(&mut self, ask: &Ask, times: u32, reading: &Reading) -> Result<Vec<Thrown>, DiceStop> {
        self.see(ask);
        self.dice.each(ask, times, reading)
    }

    fn contest(&mut self, first: &Ask, second: &Ask) -> Result<[Thrown; 2], DiceStop> {
        self.see(first);
        self.see(second);
        self.dice.contest(first, second)
    }

    fn at_once(
        &mut self,
        first: (&Ask, &Reading),
        second: (&Ask, &Reading),
    ) -> Result<[Thrown; 2], DiceStop> {
        self.see(first.0);
        self.see(second.0);
        self.dice.at_once(first, second)
    }

    fn beside(
        &mut self,
        first: (&Ask, i64),
        other: (&Ask, u32, &Reading),
    ) -> Result<(Thrown, Vec<Thrown>), DiceStop> {
        self.see(first.0);
        self.see(other.0);
        self.dice.beside(first, other)
    }

    fn deal(&mut self, deck: &[usize], asks: &[Ask]) -> Result<Vec<usize>, DiceStop> {
        for ask in asks {
            self.see(ask);
        }
        self.dice.deal(deck, asks)
    }

    fn reports(&self) -> bool {
        self.dice.reports()
    }
}
