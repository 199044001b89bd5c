//! Regression test of a journal whose players often go back: orders are undone, replaced,
//! inserted and removed, and abandoned lines are restored. The descriptions by the journal
//! are recorded.

use serde_json::{Map, Value};
use trierarch::games::SystemTag;
use trierarch::journal::{
    Amendment, Change, Decision, DiceChoice, DiceOnTable, Journal, Ledger, LedgerEvent,
    NotedChange, Opening, PendingRolls,
};
use trierarch::rules::Viewer;

use crate::regression::player::{Picks, any_open_order};
use crate::regression::{Answers, descriptions::entered, first_and_last};

/// The number of times that the players go back or forward.
const TURNS: usize = 48;

const VIEWERS: [Viewer; 3] = [
    Viewer::Everyone,
    Viewer::Side(trierarch::rules::Side::A),
    Viewer::Side(trierarch::rules::Side::B),
];

struct JournalEdits<'o> {
    answers: &'o mut Answers,
    place: String,
    journal: Journal,
    picks: Picks,
}

pub(crate) fn battles(answers: &mut Answers, system: SystemTag) {
    for (seed, battle) in (0..).zip(first_and_last(system)) {
        let options = system.switches().into_iter().filter(|_| seed == 0).collect();
        let opening = Opening { options, ..Opening::ready(&battle.slug, seed).unwrap() };
        let place = format!("{system}/rewritten/{}", battle.slug);
        let journal = Journal::open(opening).unwrap();
        JournalEdits { answers, place, journal, picks: Picks::new(seed) }.run();
    }
}

impl JournalEdits<'_> {
    fn add(&mut self, answer: &impl std::fmt::Debug) {
        self.answers.add(&self.place, &format!("{answer:?}"));
    }

    fn run(&mut self) {
        for turn in 0..TURNS {
            match self.picks.below(9) {
                0 => self.undo(),
                1 => self.amend(turn),
                2 => self.restore(),
                3 if self.picks.below(6) == 0 => self.journal.draws(turn as u64),
                _ => self.give_order(turn as u64),
            }
            self.record_position();
        }
        self.events();
    }

    fn order(&mut self) -> Option<Map<String, Value>> {
        any_open_order(self.journal.battle(), &mut self.picks)
    }

    /// Mostly another order; after an undo, sometimes the same one again.
    fn give_order(&mut self, at: u64) {
        let same = self.journal.entry(self.journal.cursor()).map(|entry| entry.order.clone());
        let again = same.filter(|_| self.picks.below(2) == 0);
        let Some(written) = again.or_else(|| self.order()) else { return };
        let Ok(order) = self.journal.battle().read_order(&written) else { return };
        let dice = match self.picks.below(3) {
            0 => DiceChoice::EnteredThenProgram(entered()[self.picks.below(5)].clone()),
            _ => DiceChoice::Program,
        };
        let nothing = PendingRolls::default();
        let result =
            self.journal.battle().resolve(&order, &mut trierarch::dice::Seeded::new(3, at));
        if let Ok(report) = result {
            let seed = self.journal.seed();
            let on_table = |earlier_rolls| DiceOnTable { earlier_rolls, choice: &dice };
            let mut app = self.journal.next_dice(&order, &nothing, seed);
            let _ = self.journal.resolve(&order, on_table(&[]), &mut app);
            let earlier_rolls = app.pending(&report.rolls);
            let lacks =
                self.journal.lacks(&order, &earlier_rolls.rolls).map(|stop| stop.to_string());
            self.add(&(lacks, &earlier_rolls));
            let mut app = self.journal.next_dice(&order, &earlier_rolls, seed);
            let prepared = self.journal.resolve(&order, on_table(&earlier_rolls.rolls), &mut app);
            let prepared = prepared.map(|report| app.carried_out(report, at, "lying"));
            self.add(&prepared.map_err(|stop| stop.to_string()).map(|done| {
                let received = done.entries().first().cloned();
                let received = received.and_then(|entry| self.journal.prepare_entries(&[entry]));
                let shown = received.map(|received| (received.records(), received.place()));
                (done.entries().to_vec(), shown)
            }));
        }
        let given = self.journal.give(&order, &dice, at, "");
        self.add(&given.map_err(|stop| stop.to_string()));
    }

    fn undo(&mut self) {
        let count = self.picks.below(4);
        for _ in 0..=count {
            let undone = self.journal.undo();
            self.add(&undone);
        }
        if count == 3 {
            let there = self.picks.below(self.journal.len() + 2);
            let done = (self.journal.jump(there), self.journal.redo());
            self.add(&done);
        }
    }

    fn restore(&mut self) {
        let tip = self.picks.below(self.journal.records().len() + 2);
        let place = self.journal.place_of(tip);
        let done = self.journal.restore(tip);
        self.add(&(place, done));
    }

    /// Replaces, inserts or removes an order; some amendments are committed.
    fn amend(&mut self, turn: usize) {
        let index = self.picks.below(self.journal.cursor() + 1);
        let before = self.journal.at(index).unwrap().clone();
        let other = any_open_order(&before, &mut self.picks);
        let dice = || DiceChoice::EnteredThenProgram(entered()[turn % 7].clone());
        let mut changes = vec![
            Change::Drop,
            Change::Replace { order: None, dice: Some(dice()) },
            Change::Replace { order: None, dice: Some(DiceChoice::Program) },
            Change::Replace { order: other.clone(), dice: None },
            Change::Replace { order: other.clone(), dice: Some(DiceChoice::Program) },
        ];
        changes.extend(other.map(|order| Change::Insert { order, dice: dice() }));
        let made = self.picks.below(changes.len());
        for (nth, change) in changes.iter().enumerate() {
            let noted = NotedChange { index, change, at: 0, note: "tried" };
            let tried = self.journal.try_amending(None, &noted);
            self.add(&tried.map(|tried| {
                let lacking = tried.unrolled().map(|lacking| format!("{lacking:?}"));
                (tried.entries().to_vec(), tried.broken().to_vec(), lacking)
            }));
            match self.journal.amend(index, change, turn as u64, "amended") {
                Ok(amendment) => self.settle(amendment, turn, nth == made),
                Err(fault) => self.add(&(fault.message().to_string(), fault)),
            }
        }
    }

    fn settle(&mut self, mut amendment: Amendment, turn: usize, made: bool) {
        let early = self.journal.prepare_amendment(&amendment).err();
        self.add(&(amendment.broken().to_vec(), early, amendment.undecided().count()));
        let decisions = [
            Decision::Keep,
            Decision::ThrowAgain(DiceChoice::Program),
            Decision::ThrowTheRest(DiceChoice::Program),
            Decision::Stop,
            Decision::Drop,
        ];
        let wish = decisions[turn % decisions.len()].clone();
        let steps: Vec<_> = amendment.broken().iter().map(|broken| broken.step).collect();
        for step in steps.iter().copied().take(2) {
            let mut one = amendment.clone();
            let decided: Vec<_> = decisions
                .iter()
                .map(|decision| (one.decide(step, decision.clone()), one.entries().len()))
                .collect();
            self.add(&decided);
        }
        let none = amendment.decide(usize::MAX, Decision::Keep);
        let wished: Vec<_> = steps.into_iter().map(|step| (step, wish.clone())).collect();
        amendment.settle(&wished);
        self.add(&(none, amendment.unchanged(), amendment.entries(), amendment.broken()));
        if let Ok(prepared) = self.journal.prepare_amendment(&amendment) {
            let steps = self.journal.steps(&prepared);
            let stored = prepared.unchanged();
            let received = self.journal.prepare_amended(stored, &steps);
            let shown = received.map(|received| (received.entries().to_vec(), received.place()));
            self.add(&(steps, prepared.records(), prepared.place(), shown));
        }
        if made {
            let done = self.journal.commit(&amendment);
            let twice = self.journal.commit(&amendment);
            self.add(&(done, twice));
        }
    }

    /// Records the current place of the journal.
    fn record_position(&mut self) {
        let journal = &self.journal;
        let undone = VIEWERS.map(|viewer| journal.undone(viewer));
        let struck = journal.struck();
        let shown: Vec<_> = struck
            .iter()
            .map(|left| VIEWERS.map(|viewer| journal.shows_all_of(left, viewer)))
            .collect();
        let places: Vec<_> = (0..=journal.records().len())
            .map(|number| (journal.index_of(number), journal.record_at(number)))
            .collect();
        let secret: Vec<_> = (0..journal.cursor())
            .map(|index| VIEWERS.map(|viewer| journal.is_secret(index, viewer)))
            .collect();
        let here = (journal.place(), journal.place_at(0), journal.len(), journal.is_empty());
        let text = format!("{:?}", (undone, struck, shown, places, secret, here));
        let differences = journal.differences().len();
        self.add(&(text, differences));
    }

    /// Rebuilds the journal from its own events.
    fn events(&mut self) {
        let events = self.journal.events();
        let mut ledger = Ledger::default();
        for (step, cursor) in &events {
            match step {
                LedgerEvent::Entry(entry) => ledger.give(std::slice::from_ref(entry)),
                LedgerEvent::Group(entries) => ledger.give(entries),
                LedgerEvent::TakenUp(tip) => ledger.take_up(*tip).unwrap(),
                LedgerEvent::GoneTo => {}
            }
            ledger.go_to(*cursor).unwrap();
            let wrong = (ledger.clone().go_to(1_000), ledger.clone().take_up(1_000));
            let at = (ledger.cursor(), ledger.record_at(0), ledger.record_at(*cursor));
            self.add(&(at, wrong));
        }
        let whole = Ledger::of(self.journal.records().to_vec(), self.journal.place());
        assert_eq!(whole, ledger, "{}", self.place);
        let again = ledger.replay(self.journal.opening().clone()).unwrap();
        assert_eq!(again.records(), self.journal.records(), "{}", self.place);
        assert_eq!(again.place(), self.journal.place(), "{}", self.place);
        self.add(&events);
    }
}
