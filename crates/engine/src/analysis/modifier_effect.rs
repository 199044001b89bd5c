//! The odds of an order, the answers to its questions, and how much each modifier changes them.

use std::mem;
use std::sync::Arc;

use indexmap::IndexMap;

use dice::{Chance, NamedModifier};
use games::{BattleQuestion, Order, Outcome, PlayerView};
use message::Message;
use rules::Stop;

use super::answer::Answering;
use super::job::{Job, MOST_BRANCHES, Progress};
use super::odds::{Details, DiceSoFar, Odds, OddsWalk, Unfound};

/// The effect of a modifier on the possible results of an order.
#[derive(Clone, Debug, PartialEq)]
pub struct ModifierEffect {
    /// The modifier, with the roll to which it belongs.
    pub named: NamedModifier,
    /// The changes by the modifier: of outcomes; if it changes none, of the answers to the order's
    /// questions; if none of these either, of the watched numbers.
    pub moves: Vec<(Affected, f64)>,
}

/// The subject of a change by a modifier.
#[derive(Clone, Debug, PartialEq)]
pub enum Affected {
    /// The chance of an outcome, from -1 to 1.
    Outcome(Outcome),
    /// The chance that answers a question, from -1 to 1.
    Answer(Message),
    /// The mean of the number of a key.
    Mean(String),
}

impl ModifierEffect {
    fn moves_anything(&self) -> bool {
        self.moves.iter().any(|(_, by)| by.abs() > 1e-12)
    }
}

/// The effects of all modifiers of an order. The resolver is run without one modifier, with
/// everything else unchanged.
///
/// # Errors
/// If the order would be refused, a watched key does not exist, or it would
/// take too long.
pub fn worth(
    battle: &PlayerView,
    order: &Order,
    watch: &[String],
) -> Result<Vec<ModifierEffect>, Unfound> {
    let mut inquiry = Inquiry::watching(battle, order, watch);
    inquiry.finish();
    if inquiry.ran_out() {
        return Err(Unfound::RanOut);
    }
    inquiry.stopped.map_or(Ok(inquiry.worths), |stop| Err(stop.into()))
}

/// At most this many numbers are watched while a modifier is left out.
const MOST_WATCHED: usize = 6;

/// Everything that is computed about an order, one branch a step: first its odds, then the
/// answers, then the effect of each modifier. It ends when its budget of branches is used up;
/// the remaining parts stay unknown.
#[derive(Clone, Debug)]
pub struct Inquiry {
    battle: Arc<PlayerView<'static>>,
    order: Arc<Order>,
    questions: Vec<BattleQuestion>,
    doing: Doing,
    walked: u64,
    budget: u64,
    /// Whether one of the walks ran out.
    ran_out: bool,
    odds: Option<Odds>,
    details: Details,
    answers: Vec<Option<Chance>>,
    tries_modifiers: bool,
    /// The modifiers that have still to be left out; the next one is last.
    ahead: Vec<NamedModifier>,
    worths: Vec<ModifierEffect>,
    stopped: Option<Stop>,
}

/// The present computation.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "an inquiry has one at a time")]
enum Doing {
    Odds(OddsWalk),
    Answer(Answering),
    /// The odds without a modifier.
    Outcomes(NamedModifier, OddsWalk),
    /// The answers without it, first those that have been found.
    Answers(NamedModifier, Vec<Option<Chance>>, Answering),
    /// The watched numbers without it.
    Means(NamedModifier, OddsWalk),
    Nothing,
}

impl Inquiry {
    /// An inquiry into an order and every number that it changes.
    #[must_use]
    pub fn new(battle: &PlayerView, order: &Order) -> Inquiry {
        let (battle, order) = (Arc::new(battle.to_static()), Arc::new(order.clone()));
        let walk = OddsWalk::of_numbers(Arc::clone(&battle), Arc::clone(&order));
        Inquiry::walking(battle, order, Ok(walk))
    }

    /// An inquiry into an order and these keys.
    #[must_use]
    pub fn watching(battle: &PlayerView, order: &Order, watch: &[String]) -> Inquiry {
        let (battle, order) = (Arc::new(battle.to_static()), Arc::new(order.clone()));
        let walk = OddsWalk::watching(Arc::clone(&battle), Arc::clone(&order), watch);
        Inquiry::walking(battle, order, walk)
    }

    /// An inquiry into the remaining results of an order after rolls that are already made
    /// ([`OddsWalk::after`]), without anything else.
    pub(super) fn of_remaining_dice(
        battle: &PlayerView,
        order: &Order,
        so_far: DiceSoFar,
    ) -> Inquiry {
        let (battle, order) = (Arc::new(battle.to_static()), Arc::new(order.clone()));
        let walk = OddsWalk::of_numbers(Arc::clone(&battle), Arc::clone(&order)).after(so_far);
        Inquiry { questions: Vec::new(), ..Inquiry::walking(battle, order, Ok(walk)) }
    }

    fn walking(
        battle: Arc<PlayerView<'static>>,
        order: Arc<Order>,
        walk: Result<OddsWalk, Stop>,
    ) -> Inquiry {
        let questions = battle.questions(&order);
        let (doing, stopped) = match walk {
            Ok(walk) => (Doing::Odds(walk.with_details()), None),
            Err(stop) => (Doing::Nothing, Some(stop)),
        };
        Inquiry {
            battle,
            order,
            questions,
            doing,
            walked: 0,
            budget: MOST_BRANCHES,
            ran_out: false,
            odds: None,
            details: Details::default(),
            answers: Vec::new(),
            tries_modifiers: true,
            ahead: Vec::new(),
            worths: Vec::new(),
            stopped,
        }
    }

    /// The same for its odds only: no questions, and no effects of modifiers.
    #[must_use]
    pub fn odds_only(self) -> Inquiry {
        Inquiry { questions: Vec::new(), tries_modifiers: false, ..self }
    }

    /// The same with another budget of branches.
    #[must_use]
    pub fn within(self, budget: u64) -> Inquiry {
        Inquiry { budget, ..self }
    }

    /// The battle that it is about.
    #[must_use]
    pub fn battle(&self) -> &PlayerView<'static> {
        &self.battle
    }

    /// The order that it is about.
    #[must_use]
    pub fn order(&self) -> &Order {
        &self.order
    }

    /// The odds, once they are known.
    #[must_use]
    pub fn odds(&self) -> Option<&Odds> {
        self.odds.as_ref()
    }

    /// The order's questions, each with its answer once that is known.
    pub fn answers(&self) -> impl Iterator<Item = (&BattleQuestion, Option<&Chance>)> {
        let answer = |at| self.answers.get(at).and_then(Option::as_ref);
        self.questions.iter().enumerate().map(move |(at, question)| (question, answer(at)))
    }

    /// The roll that each outcome needs, before any modifier; outcomes without a short description
    /// are left out.
    #[must_use]
    pub fn needs(&self) -> IndexMap<Outcome, Message> {
        self.details.needs()
    }

    /// The effects of the modifiers that have been left out so far.
    #[must_use]
    pub fn worths(&self) -> &[ModifierEffect] {
        &self.worths
    }

    /// Whether branches or memory ran out; what is missing is then unknown.
    #[must_use]
    pub fn ran_out(&self) -> bool {
        self.ran_out || self.walked >= self.budget && !matches!(self.doing, Doing::Nothing)
    }

    /// Why the order would be refused, if it would be.
    #[must_use]
    pub fn stopped(&self) -> Option<&Stop> {
        self.stopped.as_ref()
    }

    /// The next computation after a walk ran out: its rest stays unknown.
    fn without_it(&mut self) -> Doing {
        self.ran_out = true;
        self.next_modifier()
    }

    /// The odds without a modifier, with these keys watched.
    fn walk(&self, watch: &[String], without: &NamedModifier) -> Option<OddsWalk> {
        let (battle, order) = (Arc::clone(&self.battle), Arc::clone(&self.order));
        OddsWalk::watching(battle, order, watch).ok().map(|walk| walk.without(without))
    }

    /// The numbers that the dice decide, as many as are watched.
    fn decided_by_dice(&self) -> Vec<String> {
        let watched = self.odds.iter().flat_map(|odds| &odds.watched);
        let varying = watched.filter(|(_, values)| values.len() > 1);
        varying.map(|(key, _)| key.clone()).take(MOST_WATCHED).collect()
    }

    fn ask(&self, question: &BattleQuestion, without: Option<&NamedModifier>) -> Answering {
        Answering::new(Arc::clone(&self.battle), question.clone(), without.cloned())
    }

    /// The next computation after a finished walk.
    fn after(&mut self, over: Doing) -> Doing {
        match over {
            Doing::Odds(walk) => match walk.found_with_details() {
                Ok((odds, mut details)) => {
                    if self.tries_modifiers {
                        self.ahead = mem::take(&mut details.modifiers);
                        self.ahead.reverse();
                    }
                    self.odds = Some(odds);
                    self.details = details;
                    self.next_answer()
                }
                Err(Unfound::Stopped(stop)) => {
                    self.stopped = Some(stop);
                    Doing::Nothing
                }
                Err(Unfound::RanOut) => {
                    self.ran_out = true;
                    Doing::Nothing
                }
            },
            Doing::Answer(answering) => {
                let answer = answering.found();
                self.ran_out |= answer.is_none();
                self.answers.push(answer);
                self.next_answer()
            }
            Doing::Outcomes(named, walk) => {
                let Ok(without) = walk.found() else { return self.without_it() };
                let moves = self.outcomes_moved(&without);
                self.unless_moved(ModifierEffect { named, moves }, |inquiry, named| {
                    inquiry.next_answer_without(named, Vec::new())
                })
            }
            Doing::Answers(named, mut answers, answering) => {
                answers.push(answering.found());
                self.next_answer_without(named, answers)
            }
            Doing::Means(named, walk) => {
                let Ok(without) = walk.found() else { return self.without_it() };
                let moves = self.means_moved(&without);
                self.with_effect(ModifierEffect { named, moves })
            }
            Doing::Nothing => Doing::Nothing,
        }
    }

    fn next_answer(&mut self) -> Doing {
        match self.questions.get(self.answers.len()) {
            Some(question) => Doing::Answer(self.ask(question, None)),
            None => self.next_modifier(),
        }
    }

    fn next_modifier(&mut self) -> Doing {
        let Some(named) = self.ahead.pop() else { return Doing::Nothing };
        match self.walk(&[], &named) {
            Some(walk) => Doing::Outcomes(named, walk),
            None => self.next_modifier(),
        }
    }

    fn next_answer_without(&mut self, named: NamedModifier, answers: Vec<Option<Chance>>) -> Doing {
        if let Some(question) = self.questions.get(answers.len()) {
            let answering = self.ask(question, Some(&named));
            return Doing::Answers(named, answers, answering);
        }
        let with = self.questions.iter().zip(&self.answers);
        let moves = with.zip(&answers).filter_map(|((question, with), without)| {
            let by = with.as_ref()?.to_f64() - without.as_ref()?.to_f64();
            Some((Affected::Answer(question.asks.clone()), by))
        });
        let moves = moves.collect();
        self.unless_moved(ModifierEffect { named, moves }, |inquiry, named| {
            match inquiry.walk(&inquiry.decided_by_dice(), &named) {
                Some(walk) => Doing::Means(named, walk),
                None => inquiry.next_modifier(),
            }
        })
    }

    /// Stores the changes by a modifier; if there are none, continues with the next kind.
    fn unless_moved(
        &mut self,
        worth: ModifierEffect,
        further: impl FnOnce(&mut Inquiry, NamedModifier) -> Doing,
    ) -> Doing {
        if worth.moves_anything() { self.with_effect(worth) } else { further(self, worth.named) }
    }

    fn with_effect(&mut self, worth: ModifierEffect) -> Doing {
        self.worths.push(worth);
        self.next_modifier()
    }

    fn outcomes_moved(&self, without: &Odds) -> Vec<(Affected, f64)> {
        let with = self.odds.as_ref().map_or(&[][..], |odds| &odds.outcomes);
        let is_new = |outcome: &Outcome| with.iter().all(|(known, _)| known != outcome);
        let new = without.outcomes.iter().map(|(outcome, _)| *outcome).filter(is_new);
        let all = with.iter().map(|(outcome, _)| *outcome).chain(new);
        let chance = |of: Outcome| self.odds.as_ref().map_or(0.0, |odds| odds.of(of).to_f64());
        all.map(|of| (Affected::Outcome(of), chance(of) - without.of(of).to_f64())).collect()
    }

    fn means_moved(&self, without: &Odds) -> Vec<(Affected, f64)> {
        let Some(with) = &self.odds else { return Vec::new() };
        let means = |(key, without): (&String, f64)| {
            let (_, with) = with.means().find(|(known, _)| *known == key)?;
            Some((Affected::Mean(key.clone()), with - without))
        };
        without.means().filter_map(means).collect()
    }
}

impl Job for Inquiry {
    fn step(&mut self) -> bool {
        if self.walked >= self.budget {
            return false;
        }
        let more = match &mut self.doing {
            Doing::Odds(walk) | Doing::Outcomes(_, walk) | Doing::Means(_, walk) => walk.step(),
            Doing::Answer(answering) | Doing::Answers(_, _, answering) => answering.step(),
            Doing::Nothing => return false,
        };
        self.walked += 1;
        if !more {
            let over = mem::replace(&mut self.doing, Doing::Nothing);
            self.doing = self.after(over);
        }
        !matches!(self.doing, Doing::Nothing)
    }

    /// In walks, as far as their number is known.
    fn progress(&self) -> Progress {
        let done = usize::from(self.odds.is_some()) + self.answers.len() + self.worths.len();
        let over = matches!(self.doing, Doing::Nothing);
        let all = 1 + self.questions.len() + self.worths.len() + self.ahead.len();
        let all = if over { done } else { all.max(done + 1) };
        Progress { done: done as u64, all: all as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Forecast, answer, odds};
    use dice::{Modifier, Reason, Thoroughness};

    /// A ram at Sybota: it has odds, questions and modifiers.
    fn ram() -> (PlayerView<'static>, Order) {
        let fleets = ["greek-fire/sybota-athens.toml", "greek-fire/sybota-corinth.toml"];
        let fleets = fleets.map(|path| {
            let text = crate::fleet::library::file(path).expect("a ready fleet");
            crate::fleet::read_toml(text).expect("a sound fleet").fleet
        });
        let battle = games::Battle::open(fleets, games::Options::new());
        let battle = battle.expect("a battle").full_view().to_static();
        let written = serde_json::json!({
            "kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 4,
        });
        let order = battle.read_order(written.as_object().expect("an order")).expect("a ram");
        (battle, order)
    }

    #[test]
    fn an_interrupted_calculation_gives_the_same_result() {
        let (battle, order) = ram();
        let mut inquiry = Forecast::inquiry(&battle, &order);
        let mut steps = 0;
        let mut before = 0.0;
        while inquiry.step() {
            inquiry = inquiry.clone();
            steps += 1;
            let share = inquiry.progress().share();
            assert!(share >= before, "progress goes forward");
            before = share;
        }
        assert!(steps > 10 && !inquiry.ran_out());
        let at_once = odds(&battle, &order, &[], Thoroughness::Merged).expect("odds");
        assert_eq!(inquiry.odds().map(|odds| &odds.outcomes), Some(&at_once.outcomes));
        for (question, chance) in inquiry.answers() {
            assert_eq!(chance, answer(&battle, question).as_ref());
        }
        assert!(!inquiry.worths().is_empty());
        assert_eq!(Forecast::of_inquiry(&inquiry), Forecast::of(&battle, &order));
        assert!((inquiry.progress().share() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_modifier_effect_with_too_many_branches_is_unknown() {
        let (battle, order) = ram();
        let describe = |budget| {
            let mut inquiry = Forecast::inquiry(&battle, &order).within(budget);
            inquiry.finish();
            Forecast::of_inquiry(&inquiry).expect("the ram is allowed")
        };
        let nothing = describe(2);
        assert!(!nothing.is_whole && nothing.outcomes.is_empty() && nothing.worths.is_empty());
        assert!(nothing.answers.iter().all(|line| line.figure == "unknown"));
        // The odds come first: they are there before the rest.
        let mut inquiry = Forecast::inquiry(&battle, &order);
        let mut steps = 0;
        while inquiry.odds().is_none() && inquiry.step() {
            steps += 1;
        }
        let some = describe(steps + 1);
        assert!(!some.is_whole && !some.outcomes.is_empty());
        assert!(describe(MOST_BRANCHES).is_whole);
    }

    #[test]
    fn a_modifier_that_only_harms_has_an_effect() {
        let modifier = Modifier::new(-1, Reason::new("harm", Message::default()));
        let named = NamedModifier { purpose: Message::default(), modifier };
        let moves = |by| vec![(Affected::Answer(Message::default()), by)];
        let worth = |by| ModifierEffect { named: named.clone(), moves: moves(by) };
        assert!(worth(-0.25).moves_anything() && worth(0.25).moves_anything());
        assert!(!worth(0.0).moves_anything());
    }

    #[test]
    fn a_refused_order_has_no_modifier_effects() {
        let (mut battle, order) = ram();
        let sunk = serde_json::json!({
            "kind": "adjust", "ship": "B1", "field": "status", "value": "sunk",
        });
        let sunk = battle.read_order(sunk.as_object().expect("an order")).expect("written");
        let done = battle.resolve(&sunk, &mut dice::Seeded::new(0, 0)).expect("done");
        battle.apply(&done.effects);
        let mut inquiry = Inquiry::new(&battle, &order);
        inquiry.finish();
        assert!(inquiry.stopped().is_some() && !inquiry.ran_out());
        assert_eq!(Forecast::of_inquiry(&inquiry), None);
    }
}
