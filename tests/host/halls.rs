//! Several halls that serve the same tables, over real servers of NATS.

use std::io::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::tempdir;
use trierarch::store::Store as _;

use crate::client::{Client, Heard, Host};
use crate::servers::{Servers, small_disk};
use crate::wire::Chance;

/// Whether there is no program to run the servers with; that is said.
fn is_skipped() -> bool {
    let skipped = std::env::var_os("NATS_SERVER").is_none();
    if skipped {
        // Past the test's own output, which is not shown.
        let _ = writeln!(std::io::stderr(), "skipped: NATS_SERVER names no nats-server");
    }
    skipped
}

fn opens(hall: &Host) -> Value {
    let sides = ["greek-fire/sybota-athens.toml", "greek-fire/sybota-corinth.toml"];
    let open = json!({"system": "greek-fire", "sides": sides});
    let body = json!({"key": "one", "open": open}).to_string();
    let (status, table) = hall.http("POST /tables", "", &body);
    assert_eq!(status, 200, "{table}");
    table
}

fn sits(hall: &Host, table: &Value, seat: &str) -> String {
    let body = json!({
        "key": format!("key-{seat}"), "code": table["code"], "name": seat, "seat": seat,
        "table": table["table"]
    });
    let (status, given) = hall.http("POST /seat", "", &body.to_string());
    assert_eq!(status, 200, "{given}");
    given["token"].as_str().expect("a token").to_owned()
}

fn correction(ship: &str, value: usize) -> Value {
    json!({"order": {"kind": "adjust", "ship": ship, "field": "crew", "value": value}})
}

/// Makes a change, and returns its number.
fn gives(client: &mut Client, ask: &Value) -> u64 {
    let answer = client.asks(ask);
    answer["ok"]["at"].as_u64().unwrap_or_else(|| panic!("{answer}"))
}

#[test]
fn clients_of_two_halls_at_one_table_hear_the_same_line_of_news() {
    if is_skipped() {
        return;
    }
    let data = tempdir().unwrap();
    let halls = [Host::hall(data.path(), &[]), Host::hall(data.path(), &[])];
    let table = opens(&halls[0]);
    assert_eq!(opens(&halls[1]), table, "a key opens one table, whichever hall is asked");
    assert_eq!(halls[1].get("/tables").1, halls[0].get("/tables").1);
    let mut a = halls[0].enters(&sits(&halls[0], &table, "A"));
    // A seat that was taken in one hall is held in the other, at once.
    let token = sits(&halls[1], &table, "B");
    let mut b = halls[1].enters(&token);
    a.news_to(b.at);
    // Both give orders, undo and redo; each hears the other's in order.
    for number in 1..=5 {
        b.news_to(gives(&mut a, &correction("A1", number)));
        a.news_to(gives(&mut b, &correction("B1", number)));
    }
    let stale = json!({"id": "stale", "seen": b.at - 1, "ask": correction("B1", 7)});
    b.send(&stale);
    assert_eq!(b.answer("stale")["gone_on"]["at"], b.at);
    for back_and_forth in ["undo", "redo"] {
        a.news_to(gives(&mut b, &json!({ back_and_forth: {} })));
    }
    b.news_to(a.at);
    let journal = json!({"journal": {}});
    assert_eq!(a.asks(&journal)["ok"], b.asks(&journal)["ok"]);
    // Whoever changes halls goes on where they were.
    let at = gives(&mut a, &correction("A1", 6));
    let mut b = halls[0].door(&token);
    let hello = b.hello(&json!({"seen": at - 2}));
    assert!(hello["hello"].is_object(), "{hello}");
    b.news_to(at);
    // A hall that has not opened it knows how it stands, from the others.
    let third = Host::hall(data.path(), &[]);
    let since = Instant::now();
    while third.get("/tables").1[0]["names"] != json!({"A": "A", "B": "B"}) {
        assert!(since.elapsed() < Duration::from_mins(1), "{}", third.get("/tables").1);
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(third.get("/health").1["tables"], 1);
    // An owner closes it in one hall, and it is closed in both.
    let mut owner = halls[1].enters(table["owner"].as_str().unwrap());
    assert!(owner.asks(&json!({"owner": {"close": {}}}))["ok"].is_object());
    assert_eq!((a.closed(), b.closed()), (4404, 4404));
    while third.get("/health").1["tables"] != 0 {
        assert!(since.elapsed() < Duration::from_mins(1), "it was not told of the end");
        thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(third.get("/tables").1, json!([]));
    let results = third.get("/results").1;
    assert_eq!(results["results"][0]["table"], table["table"]);
    for hall in &halls {
        assert_eq!(hall.get("/results").1, results);
    }
}

#[test]
fn an_owner_at_one_hall_answers_those_who_wait_at_another() {
    if is_skipped() {
        return;
    }
    let data = tempdir().unwrap();
    let asks_first = ["--seats", "ask"];
    let halls = [Host::hall(data.path(), &asks_first), Host::hall(data.path(), &asks_first)];
    let table = opens(&halls[0]);
    let mut owner = halls[0].enters(table["owner"].as_str().unwrap());
    for (seat, yes) in [("A", true), ("B", false)] {
        let body = json!({
            "key": seat, "code": table["code"], "name": seat, "seat": seat,
            "table": table["table"]
        });
        let (status, given) = halls[1].http("POST /seat", "", &body.to_string());
        assert_eq!(status, 202, "{given}");
        let mut waits = halls[1].door(given["token"].as_str().unwrap());
        waits.send(&json!({"hello": {}}));
        assert_eq!(waits.frame(), json!({"waiting": true}));
        let asks = owner.next("asks");
        assert_eq!(asks["name"], seat);
        let says = json!({"owner": {"admit": {"who": asks["who"], "yes": yes}}});
        assert!(owner.asks(&says)["ok"].is_object());
        if yes {
            assert_eq!(waits.next("hello")["seat"], seat);
        } else {
            assert_eq!(waits.closed(), 4403);
        }
    }
}

#[test]
fn a_table_that_cannot_be_opened_hides_no_other_and_is_not_taken_for_none() {
    if is_skipped() {
        return;
    }
    let data = tempdir().unwrap();
    let hall = Host::hall(data.path(), &[]);
    let table = opens(&hall);
    // What is stored of a table whose rows are gone.
    let gone = json!({
        "table": "AAAAAAAA", "slug": "gone", "opened": "", "epoch": "e", "issue": 0,
        "closed": false
    });
    let servers = Servers::of(data.path()).expect("they run");
    let store = servers.store();
    store.put_blob("host/table/AAAAAAAA", Some(gone.to_string().as_bytes())).expect("kept");
    let again = Host::hall(data.path(), &[]);
    assert_eq!(again.get("/health").1["tables"], 2);
    let lobby = again.get("/tables").1;
    assert_eq!((lobby.as_array().map(Vec::len), &lobby[0]["table"]), (Some(1), &table["table"]));
    let seat = json!({
        "key": "k", "code": "KYKLOS-417", "name": "Kleon", "seat": "A", "table": "AAAAAAAA"
    });
    assert_eq!(again.http("POST /seat", "", &seat.to_string()).0, 503);
}

/// A client that goes to whichever hall there is, with the same id until it is
/// answered.
struct Steadfast {
    token: String,
    at: u64,
    epoch: Value,
    news: Vec<Value>,
    connection: Option<Client>,
    gone_on: usize,
}

/// The addresses of the halls that run.
type Halls = std::sync::Mutex<Vec<String>>;

impl Steadfast {
    fn new(hall: &Host, token: String) -> Steadfast {
        let hello = hall.door(&token).hello(&json!({}))["hello"].clone();
        let at = hello["at"].as_u64().expect("a number");
        let epoch = hello["epoch"].clone();
        Steadfast { token, at, epoch, news: Vec::new(), connection: None, gone_on: 0 }
    }

    fn hears(&mut self, halls: &Halls, chance: &mut Chance) -> Option<Value> {
        let since = Instant::now();
        let mut refused = None;
        while self.connection.is_none() {
            assert!(since.elapsed() < Duration::from_mins(1), "no hall takes it: {refused:?}");
            let address = {
                let halls = halls.lock().expect("halls");
                halls[chance.below(halls.len())].clone()
            };
            let protocols = format!("trierarch.1, token.{}", self.token);
            match Client::tries(&address, &protocols) {
                Some((101, mut client)) => {
                    client.send(&json!({"hello": {"epoch": self.epoch, "seen": self.at}}));
                    self.connection = Some(client);
                }
                other => {
                    refused = other.map(|(status, _)| status);
                    thread::sleep(Duration::from_millis(50));
                }
            }
        }
        match self.connection.as_mut()?.hears() {
            Heard::Frame(frame) => {
                if let Some(at) = frame["news"]["at"].as_u64() {
                    assert_eq!(at, self.at + 1, "without gaps, and none twice: {frame}");
                    self.at = at;
                    self.news.push(frame["news"].clone());
                }
                assert!(frame.get("reset").is_none(), "not so many are missing: {frame}");
                Some(frame)
            }
            Heard::Closed(code) => {
                // Killed, ended, or the servers could not be read.
                assert!(matches!(code, 0 | 1001 | 1011 | 1013), "{code}");
                self.connection = None;
                None
            }
        }
    }

    fn gives(&mut self, (order, name): (&Value, &str), halls: &Halls, chance: &mut Chance) {
        for attempt in 0.. {
            let id = format!("{name}-{attempt}");
            let answer = loop {
                if self.connection.is_none() {
                    self.hears(halls, chance);
                    continue;
                }
                // More than 50 requests a second are too many for a hall.
                thread::sleep(Duration::from_millis(25));
                let ask = json!({"id": id, "seen": self.at, "ask": order});
                if let Some(client) = &mut self.connection {
                    client.send(&ask);
                }
                let mut answer = None;
                while self.connection.is_some() && answer.is_none() {
                    answer = self.hears(halls, chance).filter(|frame| frame["id"] == id);
                }
                if let Some(answer) = answer {
                    break answer;
                }
            };
            if let Some(at) = answer["gone_on"]["at"].as_u64() {
                self.gone_on += 1;
                self.news_to(at, halls, chance);
                continue;
            }
            assert!(answer["ok"].is_object(), "{answer}");
            return;
        }
    }

    fn news_to(&mut self, at: u64, halls: &Halls, chance: &mut Chance) {
        while self.at < at {
            self.hears(halls, chance);
        }
    }
}

/// Ends the players, also where the test fails.
struct Ends<'e>(&'e AtomicBool);

impl Drop for Ends<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// How many faults there are.
fn faults() -> usize {
    std::env::var("HALL_FAULTS").ok().and_then(|count| count.parse().ok()).unwrap_or(10)
}

/// What happens to the processes, in turn.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    HallKilled,
    LeaderKilled,
    FollowerKilled,
    /// It answers nothing for some seconds, as if it were cut off, and then goes on
    /// where it was: another may lead by then.
    LeaderCutOff,
    /// All servers answer late for some seconds, as over a bad network.
    AllSlow,
    /// The disk of one server gets full, and its owner makes room and starts it
    /// again. Only where a small disk is named.
    DiskFull,
}

const FAULTS: [Fault; 6] = [
    Fault::HallKilled,
    Fault::LeaderKilled,
    Fault::FollowerKilled,
    Fault::LeaderCutOff,
    Fault::AllSlow,
    Fault::DiskFull,
];
/// For how long slow servers stop, and then go on.
const STOPS: Duration = Duration::from_millis(80);
const GOES_ON: Duration = Duration::from_millis(20);

impl Fault {
    /// Lets it happen, and ends it.
    fn happens(
        self,
        (servers, data): (&Servers, &Path),
        (halls, running): (&Halls, &mut Vec<Host>),
        chance: &mut Chance,
    ) {
        let leader = servers.leader().unwrap_or(0);
        let moment = Duration::from_millis(300 + 100 * chance.below(10) as u64);
        match self {
            Fault::HallKilled => {
                let place = chance.below(running.len());
                halls.lock().expect("halls").remove(place);
                running.remove(place).kill();
                let hall = Host::hall(data, &[]);
                halls.lock().expect("halls").push(hall.address.clone());
                running.push(hall);
            }
            Fault::LeaderKilled | Fault::FollowerKilled => {
                let which = if self == Fault::LeaderKilled { leader } else { (leader + 1) % 3 };
                servers.kill(which);
                thread::sleep(moment);
                servers.again(which);
            }
            Fault::LeaderCutOff => {
                servers.signal(leader, "-STOP");
                thread::sleep(moment * 8);
                servers.signal(leader, "-CONT");
            }
            Fault::AllSlow => {
                let since = Instant::now();
                while since.elapsed() < moment * 4 {
                    (0..3).for_each(|server| servers.signal(server, "-STOP"));
                    thread::sleep(STOPS);
                    (0..3).for_each(|server| servers.signal(server, "-CONT"));
                    thread::sleep(GOES_ON);
                }
            }
            Fault::DiskFull => {
                let Some(fills) = Servers::fill_the_disk() else { return };
                thread::sleep(moment * 4);
                servers.kill(2);
                std::fs::remove_file(fills).expect("it was made");
                servers.again(2);
            }
        }
    }
}

/// Lets faults happen in turn; returns how long each took, from its end until all
/// clients gave orders again.
fn all_faults(
    (servers, data): (&Servers, &Path),
    (halls, running): (&Halls, &mut Vec<Host>),
    latest: &[AtomicUsize],
) -> Vec<(Fault, Duration)> {
    let mut times = Vec::new();
    let mut chance = Chance::new(77);
    let kinds = if small_disk().is_some() { FAULTS.len() } else { FAULTS.len() - 1 };
    for number in 0..faults() {
        let fault = FAULTS[number % kinds];
        fault.happens((servers, data), (halls, running), &mut chance);
        let since = Instant::now();
        let before = latest.iter().map(|at| at.load(Ordering::SeqCst)).max().unwrap_or(0);
        while latest.iter().any(|at| at.load(Ordering::SeqCst) <= before) {
            assert!(since.elapsed() < Duration::from_mins(1), "nothing goes on after {number}");
            thread::sleep(Duration::from_millis(20));
        }
        times.push((fault, since.elapsed()));
    }
    times
}

/// Tells how long each kind of fault took, the slowest last.
fn tell(times: &[(Fault, Duration)]) {
    for fault in FAULTS {
        let mut of_kind: Vec<f32> = times
            .iter()
            .filter(|(kind, _)| *kind == fault)
            .map(|(_, took)| took.as_secs_f32())
            .collect();
        if of_kind.is_empty() {
            continue;
        }
        of_kind.sort_by(f32::total_cmp);
        eprintln!("  {fault:?}, seconds until all gave orders again: {of_kind:.1?}");
    }
}

#[test]
fn whatever_halls_and_servers_fail_no_acknowledged_order_is_lost_or_doubled() {
    if is_skipped() {
        return;
    }
    let data = tempdir().unwrap();
    let servers = Servers::three(data.path());
    let mut running = vec![Host::hall(data.path(), &[]), Host::hall(data.path(), &[])];
    assert_eq!(running[0].get("/health").1["durable"], true);
    let table = opens(&running[0]);
    let tokens = ["A", "B"].map(|seat| sits(&running[0], &table, seat));
    let sides = tokens.map(|token| Steadfast::new(&running[1], token));
    let from = sides[1].at;
    let halls: Halls = running.iter().map(|hall| hall.address.clone()).collect::<Vec<_>>().into();
    let latest = [AtomicUsize::new(0), AtomicUsize::new(0)];
    let ends = AtomicBool::new(false);
    let (given, times) = thread::scope(|scope| {
        let (halls, latest, ends) = (&halls, &latest, &ends);
        let players: Vec<_> = sides
            .into_iter()
            .zip(["A1", "B1"])
            .enumerate()
            .map(|(place, (mut side, ship))| {
                scope.spawn(move || {
                    let mut chance = Chance::new(place as u64);
                    let mut given = 0;
                    while !ends.load(Ordering::SeqCst) {
                        given += 1;
                        let name = format!("{ship}-{given}");
                        side.gives((&correction(ship, given % 9), &name), halls, &mut chance);
                        latest[place].store(given, Ordering::SeqCst);
                    }
                    (side, given)
                })
            })
            .collect();
        let plays_on = Ends(ends);
        let times = all_faults((&servers, data.path()), (halls, &mut running), latest);
        drop(plays_on);
        let given: Vec<_> = players.into_iter().map(|one| one.join().expect("it ends")).collect();
        (given, times)
    });
    let total: usize = given.iter().map(|(_, given)| given).sum();
    let mut chance = Chance::new(9);
    let mut lines = Vec::new();
    for ((mut side, given), ship) in given.into_iter().zip(["A1", "B1"]) {
        side.news_to(from + total as u64, &halls, &mut chance);
        let orders = side.news.iter().map(|news| &news["entry"]["order"]);
        let own = orders.filter(|order| order["ship"] == ship);
        let values: Vec<_> = own.map(|order| order["value"].as_u64()).collect();
        let wanted: Vec<_> = (1..=given as u64).map(|number| Some(number % 9)).collect();
        assert_eq!(values, wanted, "each once, and in order");
        let since = side.news.iter().filter(|news| news["at"].as_u64() > Some(from));
        lines.push((since.cloned().collect::<Vec<_>>(), side.gone_on));
    }
    assert_eq!(lines[0].0, lines[1].0, "both heard the same");
    eprintln!("{total} orders, {} {} gone on", lines[0].1, lines[1].1);
    tell(&times);
}
