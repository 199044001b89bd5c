//! A client at the door of a host of another version, over a line that says what a
//! test lets it say.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use serde_json::json;
use trierarch::referee::{ChangeAsk, Client, Heard, OnLine, RemoteDoor, Wire};

#[derive(Default)]
struct Link {
    sent: Vec<String>,
    says: VecDeque<OnLine>,
    kept: Vec<String>,
}

#[derive(Clone, Default)]
struct Told(Rc<RefCell<Link>>);

impl Wire for Told {
    fn send(&mut self, text: &str) {
        self.0.borrow_mut().sent.push(text.to_owned());
    }

    fn hear(&mut self, _: Duration) -> Option<OnLine> {
        self.0.borrow_mut().says.pop_front()
    }

    fn keep(&mut self, unanswered: &[&str]) {
        self.0.borrow_mut().kept = unanswered.iter().map(|text| (*text).to_owned()).collect();
    }
}

fn says(line: &Told, what: OnLine) {
    line.0.borrow_mut().says.push_back(what);
}

#[test]
fn a_page_that_does_not_understand_its_host_says_so_and_keeps_what_was_not_answered() {
    let line = Told::default();
    let door = RemoteDoor::new(Box::new(line.clone()), Vec::new());
    let client = Client::new("table".into(), Box::new(door), || 0).in_a_room();
    says(&line, OnLine::Open);
    says(&line, OnLine::Text(json!({"hello": {"at": 3, "epoch": "one"}}).to_string()));
    assert!(client.heard().is_empty() && client.silence().is_none());
    client.change(ChangeAsk::Undo {});
    let kept = line.0.borrow().kept.clone();
    assert_eq!(kept.len(), 1);
    says(&line, OnLine::Text(json!({"frame": {"a_new_kind": {}}}).to_string()));
    let heard = client.heard();
    assert!(matches!(heard[..], [Heard::NotDone(_)]), "{heard:?}");
    let why = client.silence().expect("it is out of reach").to_string();
    assert!(why.contains("versions") && why.contains("reload the page"), "{why}");
    assert_eq!(line.0.borrow().kept, kept, "the page of the other version sends it");
    // Nothing more is taken from it.
    let sent = line.0.borrow().sent.len();
    says(&line, OnLine::Open);
    assert!(client.heard().is_empty());
    assert_eq!(line.0.borrow().sent.len(), sent);
}

#[test]
fn what_a_host_never_says_is_passed_over() {
    let line = Told::default();
    let door = RemoteDoor::new(Box::new(line.clone()), vec!["no frame".into(), "{}".into()]);
    let client = Client::new("table".into(), Box::new(door), || 0).in_a_room();
    for text in ["", "7", "[]", "null", "{}", "\"hello\"", "{\"hello\": 7}", "{\"id\": []}"] {
        says(&line, OnLine::Open);
        says(&line, OnLine::Text(text.into()));
        assert!(client.heard().iter().all(|heard| *heard == Heard::Changed), "{text}");
    }
}
