//! The roll that an outcome needs: `8 or more on 1d10`, `4 or more hits`. It is worked out from
//! the branches that lead to the outcome.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

use message::{Joint, Message, message};

use super::branches::{Made, Throwing};
use super::throw::Throw;

/// The rolls in all branches of one outcome, by the place of each roll.
#[derive(Clone, Debug, Default)]
pub struct Needed {
    has_begun: bool,
    /// `None` if the branches rolled different dice there, or if one roll does not decide it.
    rolls: Vec<Option<MissingRoll>>,
    /// The differences between the first and the second roll; `None` if a branch does not have
    /// them.
    leads: Option<BTreeSet<i64>>,
}

/// The results of one roll of an outcome.
#[derive(Clone, Debug, PartialEq)]
struct MissingRoll {
    of: NeededDice,
    /// Each class of results that read alike: its lowest result to its highest.
    spans: BTreeMap<i64, i64>,
}

/// The meaning of the number of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NeededDice {
    Of(Throw),
    /// Hits, of any number of dice.
    Hits,
    /// Two rolls against each other: 1 if the first was higher, otherwise 0.
    Contest,
}

/// One roll of a branch: its kind, and the results that read alike.
type Here = Option<(NeededDice, (i64, i64))>;

impl Needed {
    /// Adds the rolls of one branch, each with its part of the tree.
    pub(super) fn note<'w>(&mut self, path: impl Iterator<Item = (&'w Arc<Throwing>, usize)>) {
        let mut here: Vec<Here> = Vec::new();
        for (throwing, taken) in path {
            rolls_of(throwing, taken, &mut here);
        }
        let lead = match here[..] {
            [Some((_, (one, one_to))), Some((_, (two, two_to))), ..]
                if one == one_to && two == two_to =>
            {
                Some(one - two)
            }
            _ => None,
        };
        if !self.has_begun {
            self.has_begun = true;
            self.leads = lead.map(|lead| BTreeSet::from([lead]));
            let first = |(of, (from, to))| MissingRoll { of, spans: BTreeMap::from([(from, to)]) };
            self.rolls = here.into_iter().map(|roll| roll.map(first)).collect();
            return;
        }
        match (&mut self.leads, lead) {
            (Some(leads), Some(lead)) => _ = leads.insert(lead),
            (leads, _) => *leads = None,
        }
        self.rolls.truncate(here.len());
        for (known, roll) in self.rolls.iter_mut().zip(here) {
            match (known.as_mut(), roll) {
                (Some(known), Some((of, (from, to)))) if known.of == of => {
                    known.spans.insert(from, to);
                }
                _ => *known = None,
            }
        }
    }

    /// The lowest and highest result of the roll at this place, if every result
    /// between them also belongs to the outcome.
    fn range(&self, place: usize) -> Option<(NeededDice, (i64, i64))> {
        let rolled = self.rolls.get(place)?.as_ref()?;
        let (from, mut to) = rolled.spans.first_key_value().map(|(from, to)| (*from, *to))?;
        for (next, end) in rolled.spans.iter().skip(1) {
            if *next != to + 1 {
                return None;
            }
            to = *end;
        }
        Some((rolled.of, (from, to)))
    }

    /// The smallest and the largest difference between the first and the second roll.
    fn lead(&self) -> Option<(i64, i64)> {
        let leads = self.leads.as_ref()?;
        Some((*leads.first()?, *leads.last()?))
    }
}

/// The results of the roll or rolls behind one branch.
fn rolls_of(throwing: &Throwing, taken: usize, here: &mut Vec<Here>) {
    if let Some(way) = throwing.branches.ways.get(taken) {
        read(&throwing.made, &way.results, here);
    }
}

/// The meaning of the results of such rolls.
fn read(made: &Made, results: &[i64], here: &mut Vec<Here>) {
    let first = results.first().copied();
    match made {
        Made::Once(throw, reading) | Made::Each(throw, 1, reading) => {
            let like = |low| (dice(*throw), (low, reading.last_like(low, throw.span().1)));
            here.push(first.map(like));
        }
        // Two rolls walked side by side: a pair of their results has no meaning.
        Made::AtOnce(_) => here.extend([None, None]),
        Made::Beside((throw, cap), others) => {
            // For the first roll it only matters whether it reaches its cap.
            let (low, high) = throw.span();
            let reaches_cap = first.is_some_and(|result| result >= *cap);
            let span = if reaches_cap { (*cap.max(&low), high) } else { (low, cap - 1) };
            here.push(Some((dice(*throw), span)));
            read(others, results.get(1..).unwrap_or_default(), here);
        }
        Made::Contest(_, _, lead) => {
            let first_wins = match results {
                [one, two] => i64::from(one + lead > *two),
                _ => return here.push(None),
            };
            here.push(Some((NeededDice::Contest, (first_wins, first_wins))));
        }
        Made::Each(..) | Made::Deal(..) => here.push(None),
    }
}

fn dice(throw: Throw) -> NeededDice {
    match throw {
        Throw::Hits { .. } => NeededDice::Hits,
        Throw::One { .. } | Throw::Sum { .. } | Throw::Highest { .. } => NeededDice::Of(throw),
    }
}

/// The roll that each of these outcomes needs, before any modifier; `None` if there is no short
/// description.
#[must_use]
pub fn needs(outcomes: &[&Needed]) -> Vec<Option<Message>> {
    let leads: Option<Vec<(i64, i64)>> = outcomes.iter().map(|needed| needed.lead()).collect();
    // If two rolls are compared, neither is meaningful alone.
    if let Some(leads) = leads.filter(|leads| leads.len() > 1 && are_apart(leads)) {
        let least = leads.iter().map(|(from, _)| *from).min().unwrap_or(0);
        let most = leads.iter().map(|(_, to)| *to).max().unwrap_or(0);
        let in_words = |(from, to)| Some(lead_in_words(&(from..=to), &(least..=most)));
        return leads.into_iter().map(in_words).collect();
    }
    let needs = |needed: &&Needed| {
        let clauses = (0..needed.rolls.len()).filter_map(|place| clause(outcomes, needed, place));
        let clauses: Vec<Message> = clauses.collect();
        (!clauses.is_empty()).then(|| Message::joined(clauses, Joint::And))
    };
    outcomes.iter().map(needs).collect()
}

fn are_apart(ranges: &[(i64, i64)]) -> bool {
    let mut sorted = ranges.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|pair| pair[0].1 < pair[1].0)
}

/// The result that the roll at this place needs for an outcome, if that distinguishes the
/// outcome from another.
fn clause(outcomes: &[&Needed], needed: &Needed, place: usize) -> Option<Message> {
    let (of, (from, to)) = needed.range(place)?;
    let others = outcomes.iter().filter_map(|other| other.range(place));
    let (mut least, mut most, mut differs) = (from, to, false);
    for (_, (low, high)) in others.filter(|(other, _)| *other == of) {
        (least, most) = (least.min(low), most.max(high));
        differs |= high < from || to < low;
    }
    // Another outcome may come about with any result of this roll.
    if let NeededDice::Of(throw) = of {
        let (low, high) = throw.span();
        (least, most) = (least.min(low), most.max(high));
        differs |= !outcomes.iter().all(|other| other.range(place).is_some_and(|r| r.0 == of))
            && (from > low || to < high);
    }
    if !differs {
        return None;
    }
    Some(match of {
        NeededDice::Of(throw) => {
            let throw = throw.to_string();
            match (from, to) {
                (from, to) if from == to => message!("{from} on {throw}", from, throw),
                (from, to) if to >= most => message!("{from} or more on {throw}", from, throw),
                (from, to) if from <= least => message!("{to} or less on {throw}", to, throw),
                (from, to) => message!("{from}–{to} on {throw}", from, to, throw),
            }
        }
        NeededDice::Hits => match (from, to) {
            (0, 0) => message!("no hit"),
            (from, to) if to >= most && from > 0 => {
                message!(from => "{n} or more hits" | "{n} or more hits")
            }
            (from, to) if from == to => message!(from => "{n} hit" | "{n} hits"),
            (0, to) => message!(to => "{n} hit or none" | "{n} hits or fewer"),
            (from, to) => message!("{from}–{to} hits", from, to),
        },
        NeededDice::Contest if from > 0 => message!("the first roll higher, with its modifiers"),
        NeededDice::Contest => message!("the second roll higher, with its modifiers"),
    })
}

/// The difference that the first roll needs over the second.
fn lead_in_words(range: &RangeInclusive<i64>, all: &RangeInclusive<i64>) -> Message {
    let (least, most) = (*all.start(), *all.end());
    match (*range.start(), *range.end()) {
        (0, 0) => message!("both rolls level"),
        (from, to) if to >= most && from > 0 => {
            message!(from => "first roll higher by {n} or more" | "first roll higher by {n} or more")
        }
        (0, to) if to >= most => message!("first roll as high or higher"),
        (from, to) if to >= most => message!("first roll at most {by} lower", by = -from),
        (from, to) if from <= least && to < 0 => {
            let by = -to;
            message!(by => "second roll higher by {n} or more" | "second roll higher by {n} or more")
        }
        (from, 0) if from <= least => message!("second roll as high or higher"),
        (from, to) if from <= least => message!("first roll at most {by} higher", by = to),
        (from, to) if from == to && from > 0 => message!("first roll higher by {by}", by = from),
        (from, to) if from == to => message!("second roll higher by {by}", by = -from),
        (from, to) => {
            message!("first roll above the second by {from} to {to}", from, to)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        AskedRoll, CappedRoll, DiceStop, Die, Higher, Modifier, Reason, Roller, Thoroughness, Walk,
    };
    use message::i18n::english;

    /// The roll that each outcome of a resolver needs.
    fn needed_rolls<const N: usize>(
        resolver: impl Fn(&mut Roller) -> Result<&'static str, DiceStop>,
        outcomes: [&str; N],
    ) -> [Option<String>; N] {
        let mut gathered: BTreeMap<&str, Needed> = BTreeMap::new();
        let mut walk = Walk::new(Thoroughness::Merged);
        while let Some((outcome, _)) = walk.branch(|dice| resolver(&mut Roller::new(dice))) {
            walk.note(gathered.entry(outcome.expect("dice")).or_default());
        }
        let all: Vec<&Needed> = outcomes.iter().map(|outcome| &gathered[outcome]).collect();
        let says = needs(&all);
        std::array::from_fn(|at| says[at].as_ref().map(english))
    }

    fn ask(throw: Throw, modifier: i64) -> AskedRoll {
        let reason = Reason::new("test", Message::verbatim("test"));
        AskedRoll::new(throw, Message::verbatim("test")).with(vec![Modifier::new(modifier, reason)])
    }

    fn some<const N: usize>(says: [&str; N]) -> [Option<String>; N] {
        says.map(|says| Some(says.to_owned()))
    }

    #[test]
    fn rows_of_a_table_are_named_by_the_die() {
        let rows = [(i64::MIN, "low"), (5, "middle"), (8, "high")];
        let table = |roller: &mut Roller| roller.row(&ask(Throw::D10, 2), &rows);
        let says = some(["2 or less on 1d10", "3–5 on 1d10", "6 or more on 1d10"]);
        assert_eq!(needed_rolls(table, ["low", "middle", "high"]), says);
    }

    #[test]
    fn hits_are_counted_when_another_roll_sets_the_number_of_dice() {
        let ram = |roller: &mut Roller| {
            let at_speed = roller.at_most(&ask(Throw::D6, 0), 4)?;
            let count = if at_speed { 7 } else { 5 };
            let hits = roller.value(&ask(Throw::Hits { count, die: Die::D6, on: 5 }, 0))?;
            Ok(if hits >= 4 {
                "sunk"
            } else if hits > 0 {
                "holed"
            } else {
                "nothing"
            })
        };
        let says = some(["4 or more hits", "1–3 hits", "no hit"]);
        assert_eq!(needed_rolls(ram, ["sunk", "holed", "nothing"]), says);
    }

    #[test]
    fn opposed_rolls_are_reported_with_their_difference() {
        let duel = |roller: &mut Roller| {
            let one = roller.value(&ask(Throw::D6, 0))?;
            let two = roller.value(&ask(Throw::D6, 0))?;
            Ok(match one - two {
                3.. => "sunk",
                1.. => "struck",
                0 => "level",
                _ => "avoided",
            })
        };
        let says = some([
            "first roll higher by 3 or more",
            "first roll above the second by 1 to 2",
            "both rolls level",
            "second roll higher by 1 or more",
        ]);
        assert_eq!(needed_rolls(duel, ["sunk", "struck", "level", "avoided"]), says);
        let contest = |roller: &mut Roller| {
            let higher = roller.contest(&ask(Throw::D6, 1), &ask(Throw::D6, 0))?;
            Ok(if higher == Higher::First { "ours" } else { "theirs" })
        };
        let says = some([
            "the first roll higher, with its modifiers",
            "the second roll higher, with its modifiers",
        ]);
        assert_eq!(needed_rolls(contest, ["ours", "theirs"]), says);
    }

    #[test]
    fn a_chain_of_rolls_is_reported_by_the_roll_that_continues_it() {
        for (most, says) in
            [(3, ["3 or less on 1d6", "4 or more on 1d6"]), (5, ["5 or less on 1d6", "6 on 1d6"])]
        {
            let missile = |roller: &mut Roller| {
                let (kills, more) = (ask(Throw::D10, 0), ask(Throw::One { die: Die::D3 }, 0));
                roller.value_up_to(&kills, 170)?;
                let lit = roller.at_most(&ask(Throw::D6, 0), most)?;
                if lit {
                    roller.value(&more)?;
                }
                Ok(if lit { "fire" } else { "no fire" })
            };
            assert_eq!(needed_rolls(missile, ["fire", "no fire"]), some(says));
        }
    }

    #[test]
    fn rolls_side_by_side_are_reported_by_the_one_that_decides() {
        let missile = |roller: &mut Roller| {
            if !roller.at_least(&ask(Throw::D10, 0), 6)? {
                return Ok("miss");
            }
            let kills = CappedRoll { ask: &ask(Throw::sum(2, Die::D10), 0), cap: 170 };
            let rows = [(i64::MIN, true), (5, false)];
            let (_, burns) = roller.beside(kills, &ask(Throw::D6, 0), 1, &rows)?;
            Ok(if burns[0] { "fire" } else { "hit" })
        };
        let says = some([
            "5 or less on 1d10",
            "6 or more on 1d10 and 4 or less on 1d6",
            "6 or more on 1d10 and 5 or more on 1d6",
        ]);
        assert_eq!(needed_rolls(missile, ["miss", "fire", "hit"]), says);
    }

    #[test]
    fn a_later_roll_is_named_for_the_outcomes_that_need_it() {
        let leap = |roller: &mut Roller| {
            let leaps = roller.at_least(&ask(Throw::D6, 0), 4)?;
            let lands = leaps && roller.at_least(&ask(Throw::D10, 0), 5)?;
            Ok(if lands { "lands" } else { "stays" })
        };
        let says = Some("5 or more on 1d10".to_owned());
        assert_eq!(needed_rolls(leap, ["lands", "stays"]), [says, None]);
    }

    #[test]
    fn a_result_of_all_dice_together_has_no_needed_roll() {
        let sum = |roller: &mut Roller| {
            let mut sum = 0;
            for _ in 0..3 {
                sum += roller.value(&ask(Throw::D6, 0))?;
            }
            Ok(if sum > 10 { "many" } else { "few" })
        };
        assert_eq!(needed_rolls(sum, ["many", "few"]), [None, None]);
    }
}
