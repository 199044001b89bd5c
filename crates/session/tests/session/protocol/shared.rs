//! Tests of a table served by two programs: each has its own table server, and both add to
//! one store.

use std::collections::VecDeque;

use dice::{Die, Seeded};
use engine::journal::{Change, DiceChoice};
use message::message;
use serde_json::json;
use session::{
    AmendPreview, Frame, Mutation, Out, OwnerRequest, Request, RequestBody, Requester, Response,
    Seat, TableEvent, TableServer, TableSettings,
};
use storage::WriteOutcome;

use testing::table::{give, ready};

/// A program: its table server, its pending work, and its events.
struct Program {
    table_server: TableServer,
    todo: VecDeque<Out>,
    answers: Vec<(String, Response)>,
    news: Vec<TableEvent>,
    resets: usize,
    /// The number of times that it has read the whole store.
    reads: usize,
    /// Rows of which it will be notified, by number.
    unheard: VecDeque<u64>,
}

struct Both {
    rows: Vec<String>,
    programs: [Program; 2],
}

impl Both {
    fn new() -> Both {
        let (_, rows) = TableServer::begin(ready("sybota"), 1_000, [7; 16]).expect("it begins");
        let program = |_| {
            let mut table_server = TableServer::read(&rows).expect("sound rows");
            table_server.shares(true);
            table_server.seated(&[Seat::Both]);
            Program {
                table_server,
                todo: VecDeque::new(),
                answers: Vec::new(),
                news: Vec::new(),
                resets: 0,
                reads: 0,
                unheard: VecDeque::new(),
            }
        };
        let programs = [0, 1].map(program);
        Both { rows, programs }
    }

    fn asks(&mut self, which: usize, id: &str, (seen, ask): (Option<u64>, RequestBody)) {
        let asking = Request { id: id.to_owned(), seen, ask };
        let out =
            self.programs[which].table_server.asked(&Requester::at(Seat::Both), &asking, 2_000);
        self.programs[which].todo.extend(out);
    }

    /// Does the next pending work of a program; false if there is none.
    fn does(&mut self, which: usize, loses_the_answer: bool) -> bool {
        let Some(out) = self.programs[which].todo.pop_front() else { return false };
        let more = match out {
            Out::Keep { ticket, rows, row } => {
                let fits = rows == self.rows.len() as u64;
                if fits {
                    self.rows.push(row);
                    self.programs.iter_mut().for_each(|one| one.unheard.push_back(rows));
                }
                let unknown = WriteOutcome::Unknown(message!("it is not known"));
                let outcome =
                    if fits && !loses_the_answer { WriteOutcome::Stored } else { unknown };
                self.programs[which].table_server.row_written(ticket, &outcome)
            }
            Out::ReadBack => {
                self.programs[which].reads += 1;
                self.programs[which].table_server.read_back(&self.rows).expect("sound rows")
            }
            Out::To(_, Frame::Answer { id, answer }) => {
                self.programs[which].answers.push((id, *answer));
                Vec::new()
            }
            Out::To(_, _) | Out::All(_, Frame::Answer { .. } | Frame::Waits { .. }) => Vec::new(),
            Out::All(_, Frame::News(news)) => {
                self.programs[which].news.push(*news);
                Vec::new()
            }
            Out::All(_, Frame::Reset { .. }) => {
                self.programs[which].resets += 1;
                Vec::new()
            }
        };
        self.programs[which].todo.extend(more);
        true
    }

    fn on_frame(&mut self, which: usize) -> bool {
        let Some(number) = self.programs[which].unheard.pop_front() else { return false };
        let place = usize::try_from(number).expect("small");
        let out = self.programs[which].table_server.row_added(number, &self.rows[place]);
        self.programs[which].todo.extend(out);
        true
    }

    /// Runs until no work or notification is pending.
    fn settles(&mut self) {
        while (0..2).any(|which| self.does(which, false) || self.on_frame(which)) {}
    }
}

fn correction(ship: &str, value: u64) -> RequestBody {
    give(json!({"kind": "adjust", "ship": ship, "field": "crew", "value": value}))
}

#[test]
fn an_order_given_at_one_program_is_news_at_the_other() {
    let mut both = Both::new();
    both.asks(0, "one", (Some(0), correction("A1", 3)));
    both.settles();
    both.asks(1, "two", (Some(1), correction("B1", 4)));
    both.settles();
    for program in &both.programs {
        let numbers: Vec<u64> = program.news.iter().map(|news| news.at).collect();
        assert_eq!((numbers, program.resets), (vec![1, 2], 0));
    }
    assert!(matches!(&both.programs[1].answers[..], [(_, Response::Given { at: 2, .. })]));
}

#[test]
fn an_amendment_and_a_restored_version_are_followed_without_reading_the_whole_store() {
    let mut both = Both::new();
    both.asks(0, "one", (None, correction("A1", 3)));
    both.asks(0, "two", (None, correction("B1", 4)));
    both.settles();
    let order = json!({"kind": "adjust", "ship": "A1", "field": "crew", "value": 5});
    let change =
        Change::Replace { order: Some(crate::protocol::support::order(order)), dice: None };
    let trial = AmendPreview { index: 0, change, decisions: Vec::new(), note: "misread".into() };
    both.asks(0, "amended", (None, RequestBody::Change(Mutation::Amend(trial))));
    both.settles();
    let value = |both: &Both| {
        both.programs.each_ref().map(|one| one.table_server.battle().full_view().value("A1.crew"))
    };
    assert_eq!(value(&both), [Some(json!(5)), Some(json!(5))]);
    both.asks(1, "taken up", (None, RequestBody::Change(Mutation::TakeUp { tip: 2 })));
    both.settles();
    assert_eq!(value(&both), [Some(json!(3)), Some(json!(3))]);
    let [one, two] = &both.programs;
    assert_eq!(one.table_server.journal(), two.table_server.journal());
    assert_eq!((one.reads, two.reads), (0, 0));
}

#[test]
fn an_order_overtaken_by_another_program_is_answered_with_gone_on() {
    let mut both = Both::new();
    both.asks(0, "one", (Some(0), correction("A1", 3)));
    both.asks(1, "late", (Some(0), correction("B1", 4)));
    both.asks(1, "whenever", (None, correction("B1", 5)));
    both.settles();
    let ids: Vec<_> = both.programs[1].answers.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, ["late", "whenever"]);
    assert!(matches!(both.programs[1].answers[0].1, Response::GoneOn { at: 1 }));
    assert!(matches!(both.programs[1].answers[1].1, Response::Given { at: 2, .. }));
    assert_eq!(both.rows.len(), 3);
}

/// Random numbers; the same seed gives the same ones.
struct Chance(Seeded);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        usize::from(self.0.face(Die::of(240).expect("a die")) - 1) % count
    }
}

/// A random request that two programs may make.
fn anything(chance: &mut Chance, at: u64) -> RequestBody {
    match chance.below(10) {
        0 => RequestBody::Change(Mutation::Undo {}),
        1 => RequestBody::Change(Mutation::Redo {}),
        2 => RequestBody::Change(Mutation::GoTo { cursor: chance.below(4) }),
        3 => RequestBody::Change(Mutation::Owner(OwnerRequest::Settings(TableSettings {
            undo_asks: at.is_multiple_of(2),
            ..TableSettings::default()
        }))),
        4 => {
            let replaced = Change::Replace { order: None, dice: Some(DiceChoice::Program) };
            RequestBody::Change(Mutation::Amend(AmendPreview {
                index: chance.below(3),
                change: replaced,
                decisions: Vec::new(),
                note: String::new(),
            }))
        }
        7 => RequestBody::Change(Mutation::TakeUp { tip: 1 + chance.below(12) }),
        5 => give(json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 4})),
        6 => give(json!({"kind": "activate", "ship": "A2"})),
        _ => correction("B2", chance.below(6) as u64),
    }
}

#[test]
fn two_programs_at_one_table_reach_the_same_state_and_send_the_same_events() {
    for seed in 0..30 {
        let mut both = Both::new();
        let mut chance = Chance(Seeded::new(seed, 0));
        for number in 0..60 {
            let which = usize::from(number % 3 == 0);
            let at = both.programs[which].table_server.at();
            let seen = (number % 2 == 0).then_some(at);
            let ask = anything(&mut chance, number);
            both.asks(which, &format!("{which}-{number}"), (seen, ask));
            for _ in 0..chance.below(8) {
                let one = chance.below(2);
                if chance.below(3) == 0 {
                    both.on_frame(one);
                } else {
                    both.does(one, chance.below(6) == 0);
                }
            }
        }
        both.settles();
        let [one, two] = &both.programs;
        assert_eq!(one.table_server.at(), both.rows.len() as u64 - 1, "seed {seed}");
        assert_eq!(one.table_server.journal(), two.table_server.journal(), "seed {seed}");
        assert_eq!(one.news, two.news, "seed {seed}");
        let again = TableServer::read(&both.rows).expect("sound rows");
        assert_eq!(again.journal(), one.table_server.journal(), "seed {seed}");
        assert!(one.news.iter().map(|news| news.at).eq(1..both.rows.len() as u64));
        // A client that was away receives the same events again, however many.
        for count in [1, 7, both.rows.len()] {
            let shown = TableServer::past_events(&both.rows, count, &[Seat::Both]).expect("sound");
            let shown: Vec<TableEvent> = shown.into_iter().map(|(_, news)| news).collect();
            let from = one.news.len().saturating_sub(count);
            assert_eq!(shown, one.news[from..], "seed {seed}, the last {count}");
        }
        assert_eq!((one.resets, two.resets), (0, 0));
        assert!(one.answers.len() + two.answers.len() == 60, "each is answered once");
        assert!(both.rows.len() > 10, "something was done");
    }
}
