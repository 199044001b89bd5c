//! Tests of the store on NATS, over a real nats-server: the one named by `NATS_SERVER`.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use storage::{Added, BattleLibrary, OnNats, Servers, Store, StoreTrouble};

use crate::clock;
use crate::suite;

/// A server with its folder.
struct Server {
    child: Child,
    folder: tempfile::TempDir,
    port: u16,
}

impl Server {
    fn start() -> Server {
        let program = std::env::var_os("NATS_SERVER").expect("NATS_SERVER names a nats-server");
        let folder = tempfile::tempdir().expect("a folder");
        let free = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = free.local_addr().expect("its address").port();
        drop(free);
        let child = run(Path::new(&program), folder.path(), port);
        Server { child, folder, port }
    }

    fn again(&mut self) {
        let program = std::env::var_os("NATS_SERVER").expect("it was named before");
        self.child = run(Path::new(&program), self.folder.path(), self.port);
    }

    fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status();
        assert!(sent.expect("kill").success());
    }

    fn kill(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    fn setup(&self) -> Servers {
        let servers = format!("nats://127.0.0.1:{}", self.port);
        Servers { servers, monitors: None, replicas: 1, unsynced: true }
    }

    /// The store; waits until the server is there.
    fn store(&self) -> OnNats {
        OnNats::open(&self.setup()).expect("a store")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn run(program: &Path, folder: &Path, port: u16) -> Child {
    let config = folder.join("nats.conf");
    let text = format!(
        "listen: \"127.0.0.1:{port}\"\n\
         jetstream {{ store_dir: \"{}\", sync_interval: always }}\n",
        folder.display()
    );
    std::fs::write(&config, text).expect("written");
    let mut server = Command::new(program);
    let server = server.arg("-c").arg(config).stdout(Stdio::null()).stderr(Stdio::null());
    server.spawn().expect("the server starts")
}

fn rows(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
#[ignore = "needs a nats-server: set NATS_SERVER, and pass --include-ignored"]
fn the_store_on_nats_passes_the_suite() {
    let server = Server::start();
    suite::rows_are_added_in_order_or_not_at_all(&server.store());
    suite::blobs_are_stored_by_key(&server.store());
    let (library, again) =
        (BattleLibrary::new(server.store(), clock()), BattleLibrary::new(server.store(), clock()));
    suite::a_battle_is_unchanged(&library, &again);
}

#[test]
#[ignore = "needs a nats-server: set NATS_SERVER, and pass --include-ignored"]
fn one_of_two_concurrent_appends_is_a_conflict() {
    let server = Server::start();
    let (one, two) = (server.store(), server.store());
    one.create("t", &rows(&["0"])).expect("stored");
    two.append("t", 1, &rows(&["two's"])).expect("stored");
    assert_eq!(
        one.append("t", 1, &rows(&["one's"])).expect_err("late").trouble,
        StoreTrouble::Conflict
    );
    one.append("t", 2, &rows(&["one's"])).expect("stored");
    assert_eq!(two.read("t").expect("there"), ["0", "two's", "one's"]);
    two.delete("t").expect("there");
    assert_eq!(one.append("t", 3, &rows(&["x"])).expect_err("gone").trouble, StoreTrouble::Missing);
    // Both append as fast as they can: every stored row exists once.
    one.create("race", &rows(&["0"])).expect("stored");
    let race = |store: &OnNats, name: &str| -> Vec<String> {
        let row = |number: usize| {
            let row = format!("{name}-{number}");
            loop {
                let stored = store.read("race").expect("there").len() as u64;
                match store.append("race", stored, std::slice::from_ref(&row)) {
                    Ok(()) => return row,
                    Err(fault) => assert_eq!(fault.trouble, StoreTrouble::Conflict, "{fault}"),
                }
            }
        };
        (0..50).map(row).collect()
    };
    let all = thread::scope(|scope| {
        let other = scope.spawn(|| race(&two, "two"));
        [race(&one, "one"), other.join().expect("it ends")]
    });
    let found = one.read("race").expect("there");
    assert_eq!(found.len(), 101);
    for (name, own) in ["one", "two"].iter().zip(all) {
        let stored: Vec<_> = found.iter().filter(|row| row.starts_with(name)).cloned().collect();
        assert_eq!(stored, own, "each once, and in order");
    }
}

#[test]
#[ignore = "needs a nats-server: set NATS_SERVER, and pass --include-ignored"]
fn a_long_battle_is_read_whole_and_in_order_by_another_program() {
    let server = Server::start();
    let (one, other) = (server.store(), server.store());
    for count in [19, 20, 21, 22, 700, 2_500] {
        let slug = format!("of-{count}");
        let long: Vec<String> = (0..count).map(|number| format!("row {number}")).collect();
        one.create(&slug, &long).expect("created");
        assert_eq!(other.create(&slug, &long).expect_err("taken").trouble, StoreTrouble::Conflict);
        one.append(&slug, count, &rows(&["after"])).expect("appended");
        let all: Vec<String> = long.into_iter().chain(rows(&["after"])).collect();
        assert_eq!(other.read(&slug).expect("read"), all);
        // Later rows are appended to those read.
        one.append(&slug, count + 1, &rows(&["later"])).expect("appended");
        assert_eq!(other.read(&slug).expect("read").len() as u64, count + 2);
    }
}

#[test]
#[ignore = "needs a nats-server: set NATS_SERVER, and pass --include-ignored"]
fn changes_of_one_program_reach_the_others() {
    let server = Server::start();
    let (one, other) = (server.store(), server.store());
    let (sends, received) = channel();
    let listener = move |added| {
        let _ = sends.send(added);
    };
    other.listen(Arc::new(listener)).expect("it listens");
    one.create("t", &rows(&["0"])).expect("stored");
    one.put_blob("key", Some(b"value")).expect("stored");
    one.publish("something").expect("it is sent");
    let mut all: Vec<String> = (0..3)
        .map(|_| match received.recv_timeout(Duration::from_mins(1)).expect("it arrives") {
            Added::Row { slug, number, row } => format!("row {number} of {slug}: {row}"),
            Added::Blob { key, value } => format!("{key}: {}", String::from_utf8_lossy(&value)),
            Added::Message { text } => text,
        })
        .collect();
    all.sort_unstable();
    assert_eq!(all, ["key: value", "row 0 of t: 0", "something"]);
}

#[test]
#[ignore = "needs a nats-server: set NATS_SERVER, and pass --include-ignored"]
fn a_row_of_a_silent_server_is_unknown_until_it_answers() {
    let server = Server::start();
    let store = server.store();
    store.create("t", &rows(&["0"])).expect("stored");
    server.signal("-STOP");
    let fault = store.append("t", 1, &rows(&["1"])).expect_err("no answer");
    assert!(fault.undecided, "{fault}");
    let fault = store.read("t").expect_err("still no answer");
    assert!(fault.undecided, "{fault}");
    server.signal("-CONT");
    // It was sent many times, and exists once.
    assert_eq!(store.read("t").expect("answered"), ["0", "1"]);
    store.append("t", 2, &rows(&["2"])).expect("stored");
    assert_eq!(store.read("t").expect("there"), ["0", "1", "2"]);
}

#[test]
#[ignore = "needs a nats-server: set NATS_SERVER, and pass --include-ignored"]
fn stored_rows_survive_a_killed_server() {
    let mut server = Server::start();
    let store = server.store();
    store.create("t", &rows(&["0"])).expect("stored");
    let kills = 8;
    thread::scope(|scope| {
        let writes = scope.spawn(|| {
            let until = Instant::now() + Duration::from_millis(kills * 400 + 200);
            let mut next = 1;
            while Instant::now() < until {
                match store.append("t", next, &[next.to_string()]) {
                    Ok(()) => next += 1,
                    // It is decided before the next request.
                    Err(fault) if fault.undecided => {
                        next = store.read("t").expect("there").len() as u64;
                    }
                    Err(fault) => panic!("{fault}"),
                }
            }
            next
        });
        for _ in 0..kills {
            thread::sleep(Duration::from_millis(300));
            server.kill();
            thread::sleep(Duration::from_millis(100));
            server.again();
        }
        let written = writes.join().expect("it ends");
        let wanted: Vec<String> = (0..written).map(|number| number.to_string()).collect();
        assert_eq!(server.store().read("t").expect("there"), wanted);
        assert!(written > 20, "{written} rows");
    });
}

#[test]
#[ignore = "needs a nats-server: set NATS_SERVER, and pass --include-ignored"]
fn a_store_without_proof_of_durability_opens_only_unsynced() {
    let server = Server::start();
    assert!(!server.store().is_durable());
    let setup = Servers { unsynced: false, ..server.setup() };
    let why = OnNats::open(&setup).err().expect("not proven").to_string();
    assert!(why.contains("no monitor is named") && why.contains("--unsynced"), "{why}");
}

/// A hall opens its store in a thread that serves others, and that must not wait for other
/// threads to end.
#[test]
fn unreachable_servers_are_reported_without_blocking() {
    let unreachable = Servers {
        servers: "nats://127.0.0.1:1".to_owned(),
        monitors: None,
        replicas: 1,
        unsynced: true,
    };
    let threads =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads");
    let why = threads.block_on(async { OnNats::open(&unreachable).err() }).expect("no server");
    assert!(why.to_string().contains("Check that the NATS servers are running"), "{why}");
}
