//! Benchmark of a hall under load, with simulated players at many tables over loopback. It
//! measures the time until an order is answered and until it reaches all clients at the
//! table, and the memory of a table. `LOAD_TABLES=10,100` sets the numbers of tables, and
//! `LOAD_SECONDS=60` the duration.
//!
//! With `LOAD_NATS="--nats … --nats-monitor …"` (feature `nats`) each number is measured
//! again with two halls that store their tables there, with players at both.

use std::io::{self, BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::sync::Mutex;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// The time between two orders at each table; the two sides alternate.
const EVERY: Duration = Duration::from_secs(10);
/// The seats at a table.
const SEATS: [&str; 4] = ["A", "B", "onlooker", "onlooker"];
/// A time limit that only an unresponsive hall exceeds.
const LONGEST: Duration = Duration::from_mins(1);

type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// A running `trierarch hall`; dropping this ends it.
struct Hall {
    child: Child,
    address: String,
}

impl Hall {
    fn start(words: &[String]) -> Result<Hall, AnyError> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_trierarch"))
            .arg("hall")
            .args(words)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
        let first: Value = serde_json::from_str(&line)?;
        let address = first["listening"].as_str().and_then(|text| text.strip_prefix("http://"));
        Ok(Hall { child, address: address.ok_or("no address")?.to_owned() })
    }

    /// The memory that the hall uses according to the operating system, in KiB.
    fn memory(&self) -> Result<u64, AnyError> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().next());
        Ok(number.ok_or("no memory")?.parse()?)
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection of a player, or of a single request.
struct Peer {
    stream: TcpStream,
    read: Vec<u8>,
}

impl Peer {
    async fn to(address: &str) -> Result<Peer, AnyError> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Peer { stream, read: Vec::new() })
    }

    async fn send(&self, mut bytes: &[u8]) -> Result<(), AnyError> {
        while !bytes.is_empty() {
            self.stream.writable().await?;
            match self.stream.try_write(bytes) {
                Ok(written) => bytes = &bytes[written..],
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Reads more bytes. Returns whether there were any.
    async fn more(&mut self) -> Result<bool, AnyError> {
        let mut bytes = vec![0; 16 * 1024];
        loop {
            self.stream.readable().await?;
            match self.stream.try_read(&mut bytes) {
                Ok(0) => return Ok(false),
                Ok(read) => {
                    self.read.extend(&bytes[..read]);
                    return Ok(true);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Reads to the end of an HTTP head, and returns it.
    async fn head(&mut self) -> Result<String, AnyError> {
        loop {
            if let Some(end) = self.read.windows(4).position(|four| four == b"\r\n\r\n") {
                let head = self.read.drain(..end + 4).collect();
                return Ok(String::from_utf8(head)?);
            }
            if !self.more().await? {
                return Err("the connection ended".into());
            }
        }
    }

    async fn send_frame(&self, frame: &Value) -> Result<(), AnyError> {
        let text = frame.to_string();
        let mut bytes = vec![0x81];
        match u16::try_from(text.len())? {
            short if short < 126 => bytes.push(0x80 | u8::try_from(short)?),
            long => {
                bytes.push(0x80 | 0x7E);
                bytes.extend(long.to_be_bytes());
            }
        }
        bytes.extend([0; 4]);
        bytes.extend(text.as_bytes());
        self.send(&bytes).await
    }

    /// Waits for the next frame of text.
    async fn receive_frame(&mut self) -> Result<Value, AnyError> {
        loop {
            if let Some((kind, body)) = whole_frame(&mut self.read) {
                match kind {
                    0x81 => return Ok(serde_json::from_slice(&body)?),
                    0x88 => return Err("the hall closed the connection".into()),
                    _ => continue,
                }
            }
            if !self.more().await? {
                return Err("the connection ended".into());
            }
        }
    }
}

/// Removes the first complete frame from the bytes read.
fn whole_frame(read: &mut Vec<u8>) -> Option<(u8, Vec<u8>)> {
    let (length, head) = match *read.get(1)? {
        126 => (u64::from(u16::from_be_bytes(*read.get(2..)?.first_chunk()?)), 4),
        127 => (u64::from_be_bytes(*read.get(2..)?.first_chunk()?), 10),
        short => (u64::from(short), 2),
    };
    let end = head + usize::try_from(length).ok()?;
    if read.len() < end {
        return None;
    }
    let frame: Vec<u8> = read.drain(..end).collect();
    Some((frame[0], frame[head..].to_vec()))
}

/// Posts a body, and returns the answer.
async fn post(address: &str, path: &str, body: &Value) -> Result<Value, AnyError> {
    let mut peer = Peer::to(address).await?;
    let body = body.to_string();
    let length = body.len();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    );
    peer.send(head.as_bytes()).await?;
    let head = peer.head().await?;
    while peer.more().await? {}
    if !head.starts_with("HTTP/1.1 200") {
        return Err(String::from_utf8_lossy(&peer.read).into_owned().into());
    }
    Ok(serde_json::from_slice(&peer.read)?)
}

/// Takes a seat at a table, and connects.
async fn sit(address: &str, table: &Value, number: usize) -> Result<Peer, AnyError> {
    let wish = json!({
        "key": format!("player-{number}-{}", table["table"]), "code": table["code"],
        "name": format!("Player {number}"), "seat": SEATS[number], "table": table["table"]
    });
    let given = post(address, "/seat", &wish).await?;
    let token = given["token"].as_str().ok_or("no token")?;
    let mut peer = Peer::to(address).await?;
    let request = format!(
        "GET /door HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
         Sec-WebSocket-Protocol: trierarch.1, token.{token}\r\n\r\n"
    );
    peer.send(request.as_bytes()).await?;
    if !peer.head().await?.starts_with("HTTP/1.1 101") {
        return Err("the hall refused the connection".into());
    }
    peer.send_frame(&json!({"hello": {}})).await?;
    Ok(peer)
}

/// The times until orders were answered, and until all clients had received them.
#[derive(Default)]
struct Times {
    answered: Vec<Duration>,
    received: Vec<Duration>,
}

/// Plays at a table for this long.
async fn play(
    mut players: Vec<Peer>,
    (first, lasts): (Duration, Duration),
    times: Arc<Mutex<Times>>,
) -> Result<(), AnyError> {
    let start = Instant::now();
    sleep(first).await;
    let mut number = 0_usize;
    while start.elapsed() < lasts {
        let began = Instant::now();
        let (giver, ship) = [(0, "A1"), (1, "B1")][number % 2];
        let id = format!("order-{number}");
        let order =
            json!({"kind": "adjust", "ship": ship, "field": "crew", "value": 2 + number / 2 % 5});
        players[giver].send_frame(&json!({"id": id, "ask": {"order": order}})).await?;
        let answer = loop {
            let frame = players[giver].receive_frame().await?;
            if frame["id"] == *id {
                break frame;
            }
        };
        let answered = began.elapsed();
        let at = answer["ok"]["at"].as_u64().ok_or_else(|| answer.to_string())?;
        for player in &mut players {
            while player.receive_frame().await?["news"]["at"] != at {}
        }
        let received = began.elapsed();
        {
            let mut times = times.lock().await;
            times.answered.push(answered);
            times.received.push(received);
        }
        number += 1;
        sleep(EVERY.saturating_sub(began.elapsed())).await;
    }
    Ok(())
}

/// A percentile of the times, in milliseconds.
fn percentile(times: &mut [Duration], of_a_hundred: usize) -> f64 {
    times.sort_unstable();
    let place = (times.len() * of_a_hundred).div_ceil(100).clamp(1, times.len().max(1));
    times.get(place - 1).map_or(f64::NAN, |time| time.as_secs_f64() * 1_000.0)
}

/// The current time, so that no table has a key from an earlier run.
fn now() -> u128 {
    std::time::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_nanos())
}

/// The memory that all halls use, in KiB.
fn memory(halls: &[Hall]) -> Result<u64, AnyError> {
    halls.iter().map(Hall::memory).sum()
}

async fn measure(
    (place, halls): (&str, &[Hall]),
    tables: usize,
    lasts: Duration,
) -> Result<(), AnyError> {
    let empty = memory(halls)?;
    let begun = now();
    let sides = ["greek-fire/sybota-athens.toml", "greek-fire/sybota-corinth.toml"];
    let times = Arc::<Mutex<Times>>::default();
    let mut seated = Vec::new();
    for number in 0..tables {
        let open = json!({"system": "greek-fire", "sides": sides});
        let body = json!({"key": format!("table-{begun}-{number}"), "open": open});
        let table = post(&halls[0].address, "/tables", &body).await?;
        let mut players = Vec::new();
        for player in 0..SEATS.len() {
            let hall = &halls[player % halls.len()];
            players.push(sit(&hall.address, &table, player).await?);
        }
        seated.push(players);
    }
    let full = memory(halls)?;
    let mut playing = JoinSet::new();
    for (number, players) in seated.into_iter().enumerate() {
        // Spread over the time between two orders, so that not all start at
        // once.
        let first = EVERY.mul_f64(number as f64 / tables as f64);
        playing.spawn(play(players, (first, lasts), Arc::clone(&times)));
    }
    while let Some(played) = timeout(lasts + LONGEST, playing.join_next()).await? {
        played??;
    }
    let after = memory(halls)?;
    let Times { answered, received } = &mut *times.lock().await;
    println!(
        "| {place} | {tables} | {} | {} | {:.1} | {:.1} | {:.1} | {:.1} | {:.0} | {:.0} |",
        tables * SEATS.len(),
        answered.len(),
        percentile(answered, 50),
        percentile(answered, 99),
        percentile(received, 50),
        percentile(received, 99),
        full.saturating_sub(empty) as f64 / tables as f64,
        after as f64 / 1_024.0,
    );
    Ok(())
}

#[tokio::main]
async fn main() -> Result<(), AnyError> {
    let variable = |name: &str| std::env::var(name).ok();
    let tables = variable("LOAD_TABLES").unwrap_or_else(|| "10,100,1000".to_owned());
    let seconds = variable("LOAD_SECONDS").and_then(|text| text.parse().ok()).unwrap_or(30);
    println!(
        "| stored | tables | players | orders | answered, median | 99 of 100 | received by all, median | \
         99 of 100 | memory a table (KiB) | in all (MiB) |"
    );
    println!("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |");
    let nats: Option<Vec<String>> =
        variable("LOAD_NATS").map(|words| words.split(' ').map(str::to_owned).collect());
    for number in tables.split(',') {
        let (number, lasts) = (number.trim().parse()?, Duration::from_secs(seconds));
        let data = tempfile::tempdir()?;
        let words = ["--data".to_owned(), data.path().to_string_lossy().into_owned()];
        measure(("in a folder", &[Hall::start(&words)?]), number, lasts).await?;
        if let Some(words) = &nats {
            let halls = [Hall::start(words)?, Hall::start(words)?];
            measure(("on NATS", &halls), number, lasts).await?;
        }
    }
    Ok(())
}
