//! Nothing is shown before it is durable, whatever the store does.

use serde_json::json;
use trierarch::referee::{Answer, Ask, Frame, Happened, Seat};
use trierarch::store::{Fate, Store};

use crate::support::{Set, give};

fn sail(ship: &str) -> Ask {
    give(json!({"kind": "sail", "ship": ship}))
}

fn orders(answer: &Answer) -> usize {
    match answer {
        Answer::Log(log) => log.rows.len(),
        other => panic!("{other:?}"),
    }
}

const LOG: Ask = Ask::Log { from: 0, count: 100 };

#[test]
fn an_order_is_answered_and_told_only_when_it_is_durable() {
    let set = Set::new("sybota");
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    set.late.slow(true);
    let id = a.ask(sail("A1"));
    assert!(a.frames().is_empty() && b.frames().is_empty());
    // A read is answered from what is durable.
    assert_eq!(orders(&b.answer(LOG)), 0);
    assert!(set.late.release());
    let answers = a.answers();
    assert!(matches!(&answers[..], [(of, Answer::Given { at: 1, .. })] if *of == id));
    let news = b.news();
    assert!(matches!(&news[..], [news] if news.at == 1 && matches!(news.what, Happened::Entry(_))));
    assert_eq!(orders(&b.answer(LOG)), 1);
}

#[test]
fn while_a_change_is_being_kept_the_next_one_waits_its_turn() {
    let set = Set::new("sybota");
    let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
    set.late.slow(true);
    a.ask(sail("A1"));
    b.ask(sail("B1"));
    assert_eq!(set.late.waiting(), 1);
    assert!(set.late.release());
    assert_eq!(a.answers().len(), 1);
    assert!(b.answers().is_empty());
    assert_eq!(set.late.waiting(), 1);
    assert!(set.late.release());
    assert!(matches!(&b.answers()[..], [(_, Answer::Given { at: 2, .. })]));
    assert_eq!(set.rows().len(), 3);
}

#[test]
fn what_could_not_be_kept_has_not_happened_and_can_be_asked_again() {
    let set = Set::new("sybota");
    let mut a = set.sit(Seat::A);
    set.late.next(Fate::Fail("the disk is full".into()));
    match a.answer(sail("A1")) {
        Answer::NotKept { why } => assert_eq!(why.to_string(), "the disk is full"),
        other => panic!("{other:?}"),
    }
    assert_eq!((set.at(), set.rows().len()), (0, 1));
    assert!(matches!(a.answer(sail("A1")), Answer::Given { at: 1, .. }));
}

#[test]
fn after_an_answer_is_lost_nothing_is_answered_before_the_store_is_read_back() {
    for (fate, kept) in [(Fate::LoseTheAnswer, true), (Fate::LoseTheRow, false)] {
        let set = Set::new("sybota");
        let (mut a, mut b) = (set.sit(Seat::A), set.sit(Seat::B));
        set.late.slow(true);
        set.late.next(fate);
        a.ask(sail("A1"));
        assert!(set.late.release());
        assert!(a.frames().is_empty());
        // Now even a read waits.
        b.ask(LOG);
        assert!(b.frames().is_empty() && a.frames().is_empty());
        assert!(set.late.release(), "the store is read back");
        let answers = a.answers();
        if kept {
            assert!(matches!(&answers[..], [(_, Answer::Given { at: 1, .. })]), "{answers:?}");
        } else {
            assert!(matches!(&answers[..], [(_, Answer::NotKept { .. })]), "{answers:?}");
        }
        let frames = b.frames();
        let reset = frames.iter().any(|frame| matches!(frame, Frame::Reset { at: 1 }));
        assert_eq!(reset, kept);
        let last = frames.last().expect("the answer");
        let Frame::Answer { answer, .. } = last else { panic!("{last:?}") };
        assert_eq!(orders(answer), usize::from(kept));
        assert_eq!(set.rows().len(), 1 + usize::from(kept));
    }
}

#[test]
fn a_store_that_cannot_be_read_back_keeps_the_table_waiting_and_says_why() {
    let set = Set::new("sybota");
    let mut a = set.sit(Seat::A);
    let rows = set.rows();
    set.late.next(Fate::LoseTheRow);
    set.late.slow(true);
    a.ask(sail("A1"));
    assert!(set.late.release());
    assert!(a.frames().is_empty());
    set.late.store().delete(crate::support::SLUG).expect("it is there");
    assert!(set.late.release());
    assert!(matches!(&a.frames()[..], [Frame::Waits { .. }]));
    set.late.store().create(crate::support::SLUG, &rows).expect("kept");
    set.late.slow(false);
    // It is tried again with the next ask.
    a.ask(LOG);
    let answers = a.answers();
    assert!(matches!(&answers[..], [(_, Answer::NotKept { .. }), (_, Answer::Log(_))]));
}
