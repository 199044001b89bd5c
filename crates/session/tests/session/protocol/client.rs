//! Tests that a client at a table requests nothing twice, in one thread or in two.

use std::sync::Arc;
use std::time::Duration;

use engine::journal::Change;
use rules::Subject;
use serde_json::json;
use session::{
    AmendPreview, Client, ClientNews, Draft, Frame, Mutation, Request, Requester, Response, Seat,
    TableServer, Tables, ThreadTable,
};
use storage::{InMemory, Store, SystemClock};

use testing::delayed_store::DelayedStore;

use testing::table::{SLUG, order, ready};

fn sail(ship: &str) -> Mutation {
    Mutation::Order { order: order(json!({"kind": "sail", "ship": ship})), dice: None }
}

fn inline() -> (DelayedStore, Client) {
    let delayed = DelayedStore::default();
    let tables = Tables::inline(delayed.library(SystemClock));
    let client = tables.begin("sybota", ready("sybota"), Seat::Both).expect("stored");
    (delayed, client)
}

fn draft(fields: Option<serde_json::Value>) -> Draft {
    let opened = Draft::opened(Subject::Unit("A1".parse().expect("a tag")), "ram");
    Draft { fields: fields.map(crate::protocol::support::order), ..opened }
}

#[test]
fn an_unchanged_screen_sends_no_request() {
    let (_, client) = inline();
    let look = || {
        let view = client.view(None).expect("a view");
        let judged = client.judge(draft(None));
        assert!(judged.fresh && judged.judged().is_some());
        let offers = client.offers(Subject::Battle, None);
        assert!(!offers.is_empty());
        (view.at, client.log().rows.len())
    };
    look();
    let asked = client.asked();
    for _ in 0..5 {
        assert_eq!(look(), (0, 0));
    }
    assert_eq!(client.asked(), asked);
    client.change(sail("A1"));
    let news = client.take_news();
    assert!(matches!(&news[..], [ClientNews::Given(row), ClientNews::Changed] if row.index == 0));
    assert_eq!(look(), (1, 1));
    assert!(client.asked() > asked);
}

#[test]
fn the_log_read_in_parts_equals_the_log_read_at_once() {
    let (delayed, client) = inline();
    let changes = [
        sail("A1"),
        sail("A2"),
        sail("B1"),
        Mutation::Undo {},
        Mutation::Undo {},
        Mutation::Redo {},
        sail("B2"),
        Mutation::Amend(AmendPreview {
            index: 0,
            change: Change::Drop,
            decisions: Vec::new(),
            note: String::new(),
        }),
        Mutation::GoTo { cursor: 0 },
        Mutation::GoTo { cursor: 2 },
    ];
    for change in changes {
        client.change(change);
        assert!(matches!(
            client.take_news().first(),
            Some(ClientNews::Given(_) | ClientNews::Done)
        ));
        let slug = client.slug().to_owned();
        let library = delayed.library(SystemClock);
        let again = Tables::inline(library).reopen(&slug, Seat::Both).expect("it is there");
        let (live, read) = (client.log(), again.log());
        assert_eq!(live, read);
        assert_eq!(client.number(), client.view(None).expect("a view").at);
    }
}

#[test]
fn a_change_that_is_not_stored_is_reported_and_one_is_sent_at_a_time() {
    let (delayed, client) = inline();
    delayed.slow(true);
    client.change(sail("A1"));
    assert!(client.pending() && client.take_news().is_empty());
    client.change(sail("A2"));
    assert!(matches!(&client.take_news()[..], [ClientNews::NotDone(_)]));
    assert_eq!(client.view(None).expect("a view").cursor, 0);
    assert!(delayed.release());
    assert!(matches!(&client.take_news()[..], [ClientNews::Given(_), ClientNews::Changed]));
    assert!(!client.pending());
    assert_eq!(client.view(None).expect("a view").cursor, 1);
}

#[test]
fn a_table_with_its_own_thread_answers_and_wakes_its_waiters() {
    let (table_server, rows) = TableServer::begin(ready("sybota"), 1, [0; 16]).expect("it begins");
    let store = Arc::new(InMemory::default());
    store.create(SLUG, &rows).expect("stored");
    let writer = storage::AtOnce::new(store.clone(), SLUG);
    let table = ThreadTable::new(table_server, Box::new(writer)).expect("a thread");
    let (wakes, woken) = std::sync::mpsc::channel();
    let mut a = table.sit(Requester::at(Seat::A), move || {
        let _ = wakes.send(());
    });
    let mut b = table.sit(Requester::at(Seat::B), || {});
    a.ask(Request { id: "one".into(), seen: None, ask: sail("A1").into() }, 5);
    let long = Duration::from_mins(1);
    woken.recv_timeout(long).expect("it was woken");
    let Some(Frame::Answer { answer, .. }) = a.next_frame(long) else { panic!("an answer") };
    assert!(matches!(*answer, Response::Given { at: 1, .. }));
    assert!(matches!(b.next_frame(long), Some(Frame::News(news)) if news.at == 1));
    assert_eq!(store.read(SLUG).expect("it is there").len(), 2);
}
