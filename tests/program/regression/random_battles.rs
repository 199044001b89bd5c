//! Regression test of random battles: a player gives suggested or open orders of each ready
//! battle with random choices, and tries alternatives. All texts of the rules on the way
//! are recorded.

use std::fmt::Debug;
use std::sync::Arc;

use serde_json::{Map, Value, json};
use trierarch::analysis::{
    BattleReport, Forecast, Inquiry, Job, Luck, OddsTables, Proved, Reporting, odds_tables,
    undecided_numbers,
};
use trierarch::dice::{EnteredRoll, Seeded};
use trierarch::fleet::library;
use trierarch::games::{Battle, Options, Order, SystemTag, offer_of, offers};
use trierarch::i18n::Words;
use trierarch::journal::{Change, Decision, DiceChoice, Journal, Opening};
use trierarch::message::Message;
use trierarch::rules::{Need, Offer, Side, Stop, Subject, Viewer};
use trierarch::text;

use crate::regression::player::{Picks, any_open_order, filled_in, subjects};
use crate::regression::{Answers, Shows, descriptions};

/// The number of orders in a battle.
const ORDERS: usize = 70;
/// The number of orders after which all records, forms and cards are recorded, and the odds
/// of the next order.
const LOOK_EVERY: usize = 7;
/// The number of orders in a battle with extreme dice.
const EXTREME_ORDERS: usize = 160;
/// The number of orders between two records of all forms in such a battle.
const EXTREME_EVERY: usize = 16;
/// The number of branches of the odds that are followed.
const BRANCHES: u64 = 4_000;

const VIEWERS: [Viewer; 4] =
    [Viewer::Everyone, Viewer::Both, Viewer::Side(Side::A), Viewer::Side(Side::B)];

/// Records all texts of the battles of a game.
pub(crate) fn battles(answers: &mut Answers, system: SystemTag) {
    let ready = library::battles().iter().filter(|battle| battle.system == system);
    for (at, battle) in ready.enumerate() {
        // Every second battle has all optional rules on.
        let on = at.is_multiple_of(2);
        let options: Options = system.switches().into_iter().filter(|_| on).collect();
        let seed = at as u64;
        let opening = Opening { options, ..Opening::ready(&battle.slug, seed).unwrap() };
        let place = battle.slug.clone();
        let mut game = Game { answers: &mut *answers, system, place, number: 0 };
        game.fight(opening.clone(), seed);
        game.fight_with_extreme_dice(opening, seed + 100);
    }
}

/// A battle in play.
struct Game<'o> {
    answers: &'o mut Answers,
    system: SystemTag,
    place: String,
    number: usize,
}

impl Game<'_> {
    fn add(&mut self, verb: &str, answer: &impl Debug) {
        let place = format!("{}/played-{verb}/{}/{}", self.system, self.place, self.number);
        self.answers.add(&place, &format!("{answer:?}"));
    }

    fn fight(&mut self, opening: Opening, seed: u64) {
        let mut journal = Journal::open(opening).unwrap();
        let mut picks = Picks::new(seed);
        for number in 0..ORDERS {
            self.number = number;
            let battle = journal.battle();
            let Some((subject, written)) = next_order(battle, &mut picks) else { break };
            if number.is_multiple_of(LOOK_EVERY) {
                self.look(&journal);
            }
            self.edges(&journal, subject, &written);
            self.give(&mut journal, &written);
        }
        self.end(&journal);
        self.amend_earlier(&mut journal);
    }

    /// A longer battle in which every second first roll is as high or low as possible, so
    /// that much happens; each position records less.
    fn fight_with_extreme_dice(&mut self, opening: Opening, seed: u64) {
        let mut journal = Journal::open(opening).unwrap();
        let mut picks = Picks::new(seed);
        for number in 0..EXTREME_ORDERS {
            self.number = number;
            let battle = journal.battle().clone();
            let Some((_, written)) = next_order(&battle, &mut picks) else { break };
            let Ok(order) = battle.read_order(&written) else { continue };
            let dice = extreme(&journal, &order, picks.below(4));
            let given = journal.give(&order, &dice, 60 * number as u64, "");
            let given = given.or_else(|_| journal.give(&order, &DiceChoice::Program, 0, ""));
            match given {
                Ok(given) => {
                    let shown =
                        journal.seen(journal.cursor() - 1, Viewer::Everyone).unwrap().sentences;
                    self.add("storm", &(given, texts(&shown)));
                }
                Err(stop) => self.add("storm", &stop.to_string()),
            }
            let battle = journal.battle();
            self.add(
                "storm",
                &(battle.full_view().guide(), texts(&battle.full_view().aims_in_full())),
            );
            self.add("storm", &battle.full_view().state().to_string());
            for side in Side::ALL.iter().copied() {
                self.add(
                    "storm",
                    &(battle.full_view().side_marks(side), battle.full_view().tallies(side)),
                );
            }
            if number.is_multiple_of(EXTREME_EVERY) {
                for subject in subjects(battle) {
                    for offer in offers(&battle.full_view(), subject) {
                        self.offered(&offer);
                    }
                }
            }
        }
        let report = BattleReport::of(&journal, Viewer::Side(Side::B));
        self.add("storm", &report.to_markdown(&Words::default()));
    }

    /// Gives an order, and records everything about it.
    fn give(&mut self, journal: &mut Journal, written: &Map<String, Value>) {
        let before = journal.battle().clone();
        self.add("words", &text::order_in_words(self.system, written).to_string());
        let order = match before.read_order(written) {
            Ok(order) => order,
            Err(fault) => return self.add("fault", &fault),
        };
        let open = before.full_view();
        self.add("warnings", &texts(&open.warnings(&order)));
        self.add("full", &texts(&text::order_in_full(&before, written)));
        for viewer in VIEWERS {
            self.add("shows", &Shows::from(before.order_visibility(&order, viewer)));
        }
        let consent = [Side::A, Side::B].map(|side| before.needs_consent(&order, side));
        self.add("giver", &(consent, before.issuing_side(written), open.hides_odds(&order)));
        self.add("giver", &(open.questions(&order), before.given_by(written)));
        if self.number.is_multiple_of(LOOK_EVERY) {
            self.foresee(&before, &order);
        }
        self.add("lacks", &journal.lacks(&order, &[]).map(|stop| stop.to_string()));
        for dice in descriptions::entered() {
            let tried = journal.attempt(&order, dice.clone());
            self.add("entered", &tried.map_err(|stop| stop.to_string()));
            let given = journal.prepare(&order, &DiceChoice::EnteredThenProgram(dice), 1, "note");
            let given = given.map(|done| (done.entries().to_vec(), done.place()));
            self.add("entered", &given.map_err(|stop| stop.to_string()));
        }
        match journal.give(&order, &DiceChoice::Program, 60 * self.number as u64, "") {
            Ok(given) => {
                self.add("report", &given);
                self.add("sentences", &texts(&text::sentences(&open, &given)));
                self.add("story", &texts(&text::story(&open, &given)));
                self.add("attempt", &texts(&text::attempt(&open, &given)));
                for viewer in VIEWERS {
                    let changes =
                        journal.battle().known_to(viewer).changes_since(&before.known_to(viewer));
                    self.add("changes", &Value::Object(changes).to_string());
                    self.add("seen", &journal.seen(journal.cursor() - 1, viewer));
                }
                let now = journal.battle();
                self.add(
                    "aims",
                    &(texts(&now.full_view().aims_in_full()), now.winner(), now.victor()),
                );
            }
            Err(stop) => self.add("stop", &stop),
        }
    }

    /// The order with each of its fields at the limits of its range, and beyond.
    fn edges(&mut self, journal: &Journal, subject: Subject, written: &Map<String, Value>) {
        let battle = journal.battle();
        let kind = written["kind"].as_str().unwrap();
        let Some(offer) = offer_of(&battle.full_view(), subject, kind) else { return };
        self.edges_of("edges", battle, &offer, written);
    }

    fn edges_of(
        &mut self,
        verb: &str,
        battle: &Battle,
        offer: &Offer,
        written: &Map<String, Value>,
    ) {
        for field in &offer.fields {
            let beside = field.range.map(|(low, high)| [low - 1, low, high, high + 1]);
            let beside = beside.into_iter().flatten().map(|number| json!(number));
            let chosen = field.choices.iter().map(|choice| choice.value.clone()).take(4);
            for value in beside.chain(chosen) {
                let mut odd = written.clone();
                odd.insert(field.spec.name.into(), value);
                let shown = match battle.read_order(&odd) {
                    Ok(order) => {
                        let mut dice = Seeded::new(1, self.number as u64);
                        let done = battle.resolve(&order, &mut dice);
                        Ok((
                            done.map_err(|stop| stop.to_string()),
                            texts(&battle.full_view().warnings(&order)),
                        ))
                    }
                    Err(fault) => Err(fault.why.to_string()),
                };
                self.add(verb, &(odd, shown));
            }
        }
    }

    /// Records the possible results of an order.
    fn foresee(&mut self, battle: &Battle, order: &Order) {
        self.add("may-move", &undecided_numbers(&battle.full_view(), order));
        let mut inquiry = Forecast::inquiry(&battle.full_view(), order).within(BRANCHES);
        self.work(&mut inquiry);
        let forecast = Forecast::of_inquiry(&inquiry);
        let average = forecast.as_ref().map(|forecast| forecast.on_average().to_string());
        self.add("forecast", &(forecast, average));
        let watch = undecided_numbers(&battle.full_view(), order);
        let mut inquiry = Inquiry::watching(&battle.full_view(), order, &watch).within(BRANCHES);
        self.work(&mut inquiry);
        self.add("odds", &(inquiry.odds(), inquiry.ran_out()));
        self.add("answers", &inquiry.answers().collect::<Vec<_>>());
        self.add("needs", &inquiry.needs());
        self.add("worth", &inquiry.worths());
    }

    /// Does a long computation, recording its progress after some of its steps.
    fn work(&mut self, job: &mut impl Job) {
        for _ in 0..4 {
            let going = job.run_while(|progress| progress.done % 3 != 2);
            let progress = job.progress();
            self.add("progress", &(going, progress, progress.share()));
        }
        job.finish();
        self.add("progress", &job.progress());
    }

    /// Records everything that can be displayed.
    fn look(&mut self, journal: &Journal) {
        let battle = journal.battle();
        let open = battle.full_view();
        self.add("guide", &open.guide());
        for viewer in VIEWERS {
            let known = battle.known_to(viewer);
            self.add("state", &known.state().to_string());
            self.add("remembered", &known.remembered());
            for tag in battle.tags() {
                self.add("card", &known.card(tag));
                self.add("sheet", &known.record_sheet(tag, false));
                self.add("counts", &(known.counts_of(tag), known.changed_counts(tag)));
            }
            for subject in subjects(battle) {
                self.add("present", &known.present_of(subject));
            }
        }
        for side in Side::ALL.iter().copied() {
            self.add("marks", &open.side_marks(side));
            self.add("battle-cards", &open.battle_cards(side));
            self.add("roster", &(open.roster_charts(side), open.tallies(side)));
            self.add("uses", &(open.uses(side), open.chits(side)));
        }
        for subject in subjects(battle) {
            for offer in offers(&open, subject) {
                self.offered(&offer);
                self.edges_of("pressed", battle, &offer, &offer.written());
            }
            for viewer in [Viewer::Side(Side::A), Viewer::Everyone] {
                for offer in offers(&battle.known_to(viewer), subject) {
                    self.offered(&offer);
                }
            }
        }
    }

    /// An offer without its specification, which the schema has.
    fn offered(&mut self, offer: &Offer) {
        self.add("offers", &(offer.spec.kind, &offer.refused, &offer.warnings));
        for field in &offer.fields {
            let shown = (field.spec.name, &field.value, field.range, &field.choices, field.unseen);
            self.add("offers", &shown);
        }
    }

    /// Records what concerns the battle as a whole.
    fn end(&mut self, journal: &Journal) {
        for viewer in VIEWERS {
            let luck = Luck::of(journal, viewer);
            self.add("luck", &(luck.course(), &luck));
            let report = BattleReport::of(journal, viewer);
            self.add("markdown", &report.to_markdown(&Words::default()));
        }
        self.add("proved", &Proved::of(journal));
        let battle = journal.battle();
        for side in Side::ALL.iter().copied() {
            self.add("tables", &odds_tables(&battle.known_to(Viewer::Side(side)), side));
            let mut tables = OddsTables::new(&battle.full_view(), side);
            self.work(&mut tables);
        }
        self.work(&mut Reporting::new(Arc::new(journal.clone()), Viewer::Everyone));
        let file = journal.to_file();
        assert_eq!(Journal::read_file(&file).as_ref(), Ok(journal), "{}", self.place);
        self.add("file", &file);
    }

    /// Removes earlier orders, with the effects on later ones; undoes some, and changes to
    /// another line.
    fn amend_earlier(&mut self, journal: &mut Journal) {
        let again = Decision::ThrowAgain(DiceChoice::Program);
        for (back, wish) in [(3, Decision::Keep), (12, again), (40, Decision::Stop)] {
            let Some(index) = journal.cursor().checked_sub(back) else { continue };
            match journal.amend(index, &Change::Drop, 9, "") {
                Ok(mut trial) => {
                    let broken = trial.broken().to_vec();
                    let steps = broken.iter().map(|broken| (broken.step, wish.clone()));
                    trial.settle(&steps.collect::<Vec<_>>());
                    self.add(
                        "amended",
                        &(broken, trial.broken(), trial.unchanged(), trial.entries()),
                    );
                    self.add("amended", &trial.battle().full_view().state().to_string());
                }
                Err(fault) => self.add("amended", &fault),
            }
        }
        self.add("undo", &[journal.undo(), journal.undo(), journal.redo()]);
        self.add("struck", &(journal.struck(), journal.undone(Viewer::Both)));
    }
}

/// Dice from the table: in some turns the highest or the lowest.
fn extreme(journal: &Journal, order: &Order, turn: usize) -> DiceChoice {
    let span = match journal.lacks(order, &[]) {
        Some(Stop::Needs { need: Need::Throw { ask, .. }, .. }) => Some(ask.throw.span()),
        Some(Stop::Needs { .. } | Stop::Refused(_) | Stop::Invalid(_)) | None => None,
    };
    match (turn, span) {
        (0, Some((low, _))) => DiceChoice::EnteredThenProgram(vec![EnteredRoll::Total(low)]),
        (1, Some((_, high))) => DiceChoice::EnteredThenProgram(vec![EnteredRoll::Total(high)]),
        _ => DiceChoice::Program,
    }
}

fn texts(says: &[Message]) -> Vec<String> {
    says.iter().map(Message::to_string).collect()
}

/// Mostly a suggestion of the guide; otherwise any open order.
fn next_order(battle: &Battle, picks: &mut Picks) -> Option<(Subject, Map<String, Value>)> {
    if picks.below(5) > 0 {
        let next = battle.full_view().guide().next;
        if !next.is_empty() {
            let step = &next[picks.below(next.len())];
            let offer = offer_of(&battle.full_view(), step.subject, step.kind);
            if let Some(offer) = offer.filter(|offer| offer.refused.is_none()) {
                return Some((step.subject, filled_in(&offer, picks)));
            }
        }
    }
    let order = any_open_order(battle, picks)?;
    Some((battle.given_by(&order), order))
}
