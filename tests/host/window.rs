//! The whole window at a table of the host: the program's own client over a line
//! to it, in the types of the door.

use std::collections::VecDeque;
use std::io::Write as _;
use std::net::{Shutdown, TcpStream};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use tempfile::tempdir;
use trierarch::journal::Journal;
use trierarch::referee::{
    Answer, ChangeAsk, Client, Draft, Heard, OnLine, RemoteDoor, Seat, View, Wire, now,
};
use trierarch::rules::{Subject, Tag};

use crate::client::{self, Host, framed};
use crate::strangers;

/// Longer than anything takes; only a failing test waits for it.
const LONGEST: Duration = Duration::from_mins(1);

/// What a test does to a line, and sees of it.
#[derive(Default)]
struct Link {
    /// Whether the network is away.
    away: bool,
    /// Whether what is sent is lost, although the line seems to be open.
    dark: bool,
    stream: Option<TcpStream>,
    /// Every list of unanswered changes that was kept.
    kept: Vec<Vec<String>>,
}

fn held(wire: &Mutex<Link>) -> MutexGuard<'_, Link> {
    wire.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A line to a host that comes back as soon as the network does.
struct TestLine {
    address: String,
    token: String,
    wire: Arc<Mutex<Link>>,
    hears: Option<Receiver<client::Heard>>,
    ended: bool,
    happened: VecDeque<OnLine>,
}

impl TestLine {
    fn connects(&mut self) {
        let mut wire = held(&self.wire);
        if self.hears.is_some() || self.ended || wire.away {
            return;
        }
        let protocols = format!("trierarch.1, token.{}", self.token);
        let (status, client) =
            client::Client::upgrade(&self.address, &protocols, "").expect("it listens");
        assert_eq!(status, 101);
        let (sends, hears) = client.hands();
        wire.stream = Some(sends);
        self.hears = Some(hears);
        self.happened.push_back(OnLine::Open);
    }
}

impl Wire for TestLine {
    fn send(&mut self, text: &str) {
        let wire = held(&self.wire);
        if wire.dark {
            return;
        }
        if let Some(mut stream) = wire.stream.as_ref() {
            // A line that is cut is heard of.
            let _ = stream.write_all(&framed(text));
        }
    }

    fn hear(&mut self, wait: Duration) -> Option<OnLine> {
        self.connects();
        if let Some(happened) = self.happened.pop_front() {
            return Some(happened);
        }
        match self.hears.as_ref()?.recv_timeout(wait) {
            Ok(client::Heard::Frame(frame)) => Some(OnLine::Text(frame.to_string())),
            Ok(client::Heard::Closed(code @ 4401..=4404)) => {
                (self.hears, self.ended) = (None, true);
                Some(OnLine::Ended(code))
            }
            Ok(client::Heard::Closed(_)) | Err(RecvTimeoutError::Disconnected) => {
                self.hears = None;
                Some(OnLine::Cut)
            }
            Err(RecvTimeoutError::Timeout) => None,
        }
    }

    fn keep(&mut self, unanswered: &[&str]) {
        let texts = unanswered.iter().map(|text| (*text).to_owned()).collect();
        held(&self.wire).kept.push(texts);
    }
}

/// A window at a seat, and its line.
struct Window {
    client: Client,
    wire: Arc<Mutex<Link>>,
}

impl Window {
    fn at(host: &Host, token: &str, unanswered: Vec<String>) -> Window {
        let wire: Arc<Mutex<Link>> = Arc::default();
        let line = TestLine {
            address: host.address.clone(),
            token: token.to_owned(),
            wire: Arc::clone(&wire),
            hears: None,
            ended: false,
            happened: VecDeque::new(),
        };
        let door = RemoteDoor::new(Box::new(line), unanswered);
        let table = host.text("table").to_owned();
        let client = Client::new(table, Box::new(door), now).in_a_room();
        Window { client, wire }
    }

    /// What it hears until this is so.
    fn until(&self, what: &str, so: impl Fn(&Client, &[Heard]) -> bool) -> Vec<Heard> {
        let begun = Instant::now();
        let mut heard = Vec::new();
        loop {
            heard.extend(self.client.heard());
            // A read waits a moment for what comes.
            let _ = self.view();
            if so(&self.client, &heard) {
                return heard;
            }
            assert!(begun.elapsed() < LONGEST, "{what}: {heard:?}");
        }
    }

    fn view(&self) -> Rc<View> {
        self.client.view(None).expect("the table was seen")
    }

    fn gives(&self, order: Value) {
        self.client.change(ChangeAsk::Order { order: object(order), dice: None });
    }

    /// The brief of every order of the log.
    fn log(&self, long: usize) -> Vec<String> {
        self.until("its log", |client, _| client.log().rows.len() == long);
        self.client.log().rows.iter().map(|row| row.brief.clone()).collect()
    }

    /// The network goes away, in the middle of whatever is under way.
    fn cut(&self) {
        let mut wire = held(&self.wire);
        wire.away = true;
        if let Some(stream) = wire.stream.take() {
            // It may be cut already.
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    fn network_returns(&self) {
        let mut wire = held(&self.wire);
        (wire.away, wire.dark) = (false, false);
    }
}

/// The windows of both sides.
fn windows(host: &Host) -> [Window; 2] {
    let seats = [("kleon", "A", Seat::A), ("nikias", "B", Seat::B)];
    seats.map(|(name, side, seat)| {
        let window = Window::at(host, &host.sits(name, side), Vec::new());
        assert_eq!(window.view().seat, seat);
        window
    })
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(keys) => keys,
        other => panic!("not an object: {other}"),
    }
}

fn sail(ship: &str) -> Value {
    json!({"kind": "sail", "ship": ship})
}

fn was_given(_: &Client, heard: &[Heard]) -> bool {
    heard.iter().any(|heard| matches!(heard, Heard::Given(_)))
}

#[test]
fn a_window_plays_at_a_host_as_at_its_own_table_and_hears_the_other() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let [a, b] = windows(&host);
    assert!(a.client.silence().is_none());
    let tag: Tag = "A1".parse().unwrap();
    let subject = Subject::Unit(tag);
    a.until("offers", |client, _| {
        client.offers(subject, None).iter().any(|offer| offer.spec.kind == "sail")
    });
    let draft = Draft::opened(subject, "sail");
    a.until("a judgement", |client, _| client.judge(draft.clone()).judged().is_some());
    a.gives(sail("A1"));
    a.until("its own order", was_given);
    b.until("the other's order", |_, heard| heard.contains(&Heard::Changed));
    assert_eq!(a.log(1), b.log(1));
    // Side B gives no order for A's ships, and hears why.
    b.gives(sail("A2"));
    let heard = b.until("a refusal", |client, _| !client.pending());
    assert!(matches!(heard.last(), Some(Heard::NotDone(_))), "{heard:?}");
    // A step back is asked of the other side, who sees it and answers.
    a.client.change(ChangeAsk::Undo {});
    b.until("a question", |client, _| {
        client.view(None).is_some_and(|view| view.declared.is_some())
    });
    let of = b.view().declared.as_ref().map(|declared| declared.of).unwrap();
    let answer = ChangeAsk::Answer { of, field: "undo".into(), value: true.into() };
    b.client.change(answer);
    a.until("the step back", |client, _| client.view(None).is_some_and(|view| view.cursor == 0));
}

#[test]
fn an_order_sent_into_the_dark_is_given_once_and_what_was_missed_is_seen() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let [a, b] = windows(&host);
    // Sent while the network is away.
    a.cut();
    a.until("the cut", |client, _| client.silence().is_some());
    a.gives(sail("A1"));
    a.network_returns();
    a.until("its own order", was_given);
    // Sent, lost on the way, and sent again.
    held(&a.wire).dark = true;
    a.gives(sail("A2"));
    a.cut();
    a.network_returns();
    a.until("its own order", was_given);
    // Someone who was away sees what was done meanwhile.
    b.cut();
    a.gives(sail("A3"));
    a.until("its own order", was_given);
    b.network_returns();
    assert_eq!(b.log(3), a.log(3));
    assert!(a.client.silence().is_none() && b.client.silence().is_none());
}

#[test]
fn a_window_that_is_opened_anew_sends_what_was_not_answered_and_it_is_given_once() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let token = host.sits("kleon", "A");
    let first = Window::at(&host, &token, Vec::new());
    assert_eq!(first.view().seat, Seat::A);
    first.gives(sail("A1"));
    first.until("its own order", was_given);
    let kept = held(&first.wire).kept.clone();
    assert_eq!(kept.last(), Some(&Vec::new()), "an answered order is kept no longer");
    let unanswered = kept.into_iter().find(|texts| !texts.is_empty()).expect("it was kept");
    // The host had carried it out; the page that asked was gone before the answer.
    let second = Window::at(&host, &token, unanswered);
    second.until("the answer", |_, _| held(&second.wire).kept == [Vec::<String>::new()]);
    second.gives(sail("A2"));
    second.until("its own order", was_given);
    assert_eq!(second.log(2).len(), 2);
    // One that never went out is carried out now.
    held(&second.wire).dark = true;
    second.gives(sail("A3"));
    second.cut();
    let unanswered = held(&second.wire).kept.last().cloned().unwrap();
    let third = Window::at(&host, &token, unanswered);
    assert_eq!(third.log(3).len(), 3);
}

#[test]
fn a_window_at_a_table_that_is_closed_says_so_and_answers_what_it_is_asked() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let a = Window::at(&host, &host.sits("kleon", "A"), Vec::new());
    assert_eq!(a.view().seat, Seat::A);
    let mut owner = host.enters(host.text("owner"));
    owner.send(&json!({"id": "end", "ask": {"owner": {"close": {}}}}));
    a.until("the end", |client, _| {
        client.silence().is_some_and(|why| why.to_string().contains("closed"))
    });
    a.gives(sail("A1"));
    let heard = a.until("an answer", |client, _| !client.pending());
    assert!(matches!(heard.last(), Some(Heard::NotDone(_))), "{heard:?}");
}

#[test]
fn a_window_reads_a_long_log_in_parts() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "drepanum"]);
    let token = host.sits("kleon", "A");
    let mut quick = host.enters(&token);
    for number in 0..130 {
        let speed = json!({"kind": "set-speed", "ship": "A1", "speed": number % 2});
        // No client may make requests faster than this.
        std::thread::sleep(Duration::from_millis(25));
        let answer = quick.asks(&json!({ "order": speed }));
        assert!(answer["ok"].is_object(), "{answer}");
    }
    let window = Window::at(&host, &token, Vec::new());
    assert_eq!(window.log(130).len(), 130);
}

#[test]
fn a_window_may_ask_nothing_that_is_the_owners() {
    let data = tempdir().unwrap();
    let host = Host::start(data.path(), &["--battle", "sybota"]);
    let mut owner = host.enters(host.text("owner"));
    let seat = json!({"owner": {"seat": {"seat": "A", "token": "00", "name": "nobody"}}});
    let refused = owner.asks(&json!({ "door": seat }));
    assert!(refused["error"]["why"].as_str().unwrap().contains("`owner`"), "{refused}");
    let nonsense = owner.asks(&json!({"door": {"view": 7}}));
    assert!(nonsense["error"]["why"].is_string(), "{nonsense}");
    let mut view = owner.asks(&json!({"door": {"view": {}}}))["ok"]["view"].take();
    // What was done last is written in the words of the protocol.
    view.as_object_mut().unwrap().remove("last");
    let view = Answer::View(Box::new(serde_json::from_value(view).unwrap()));
    assert!(view.at().is_some());
}

#[test]
fn a_window_takes_out_a_battle_that_is_longer_than_a_frame() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("long.battle");
    std::fs::write(&path, strangers::long(5_000).to_file()).unwrap();
    let words = ["host", "--battle", path.to_str().unwrap()];
    let host = Host::in_folder(&words, &folder.path().join("data"));
    let both = Window::at(&host, &host.sits("both", "both"), Vec::new());
    both.client.change(ChangeAsk::TakeOut {});
    both.until("it is told", |client, _| !client.pending());
    both.until("the file", |client, _| client.file().is_ok());
    let file = both.client.file().unwrap_or_default();
    assert!(file.len() > 1 << 20, "it took several parts");
    assert_eq!(Journal::read_file(&file).unwrap().len(), 5_000);
}
