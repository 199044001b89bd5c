//! A host and its clients. They speak HTTP and WebSocket without a library, so that a test can
//! send requests that no library would send.

use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use crate::servers::Servers;

/// Longer than any operation takes; only a failing test waits for it.
const LONGEST: Duration = Duration::from_mins(1);

/// The program, on a separate port.
pub(crate) struct Host {
    child: Child,
    pub(crate) address: String,
    pub(crate) first: Value,
    /// Kept open, so that the program can write later output.
    _out: BufReader<ChildStdout>,
    /// The servers that store its tables, as long as a host uses them.
    _nats: Option<Arc<Servers>>,
}

impl Host {
    /// `trierarch host` with these arguments and this folder.
    pub(crate) fn start(data: &Path, words: &[&str]) -> Host {
        Host::run("host", data, words)
    }

    /// `trierarch hall` with these arguments and this folder.
    pub(crate) fn hall(data: &Path, words: &[&str]) -> Host {
        Host::run("hall", data, words)
    }

    /// `trierarch` with these arguments; its tables are in this folder even if there are servers.
    pub(crate) fn in_folder(words: &[&str], data: &Path) -> Host {
        Host::of_words(&[words, &["--data", data.to_str().expect("text")]].concat(), None)
            .expect("it starts")
    }

    /// A hall over the servers of this folder; `None` if it ends before it listens, as it
    /// may while they start.
    #[cfg(feature = "nats")]
    pub(crate) fn try_hall(data: &Path) -> Option<Host> {
        let servers = Servers::of(data).expect("they run");
        let words = servers.words();
        let words: Vec<&str> =
            ["hall"].into_iter().chain(words.iter().map(String::as_str)).collect();
        Host::of_words(&words, Some(servers))
    }

    fn run(subcommand: &str, data: &Path, words: &[&str]) -> Host {
        let nats = Servers::of(data);
        let stored = match &nats {
            Some(servers) => servers.words(),
            None => vec!["--data".to_owned(), data.to_str().expect("text").to_owned()],
        };
        let stored: Vec<&str> = stored.iter().map(String::as_str).collect();
        Host::of_words(&[&[subcommand], words, &stored].concat(), nats).expect("it starts")
    }

    /// The program with a limit of this many KiB for each file.
    #[cfg(target_os = "linux")]
    pub(crate) fn with_files_of(kib: usize, words: &[&str], data: &Path) -> Host {
        let mut shell = Command::new("bash");
        // A write beyond the limit is an error, and does not end the program.
        shell.args(["-c", &format!("trap '' XFSZ; ulimit -f {kib}; exec \"$0\" \"$@\"")]);
        shell.arg(env!("CARGO_BIN_EXE_trierarch")).args(words).arg("--data").arg(data);
        Host::of(&mut shell, None).expect("it starts")
    }

    fn of_words(words: &[&str], nats: Option<Arc<Servers>>) -> Option<Host> {
        Host::of(Command::new(env!("CARGO_BIN_EXE_trierarch")).args(words), nats)
    }

    fn of(program: &mut Command, nats: Option<Arc<Servers>>) -> Option<Host> {
        let mut child = program
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut out = BufReader::new(child.stdout.take().expect("its output"));
        let mut line = String::new();
        out.read_line(&mut line).expect("a first line");
        if line.is_empty() {
            child.wait().expect("it ends");
            return None;
        }
        let first: Value = serde_json::from_str(&line).expect("the first line is an object");
        let listening = first["listening"].as_str().expect("where it listens");
        let address = listening.strip_prefix("http://").expect("http").to_owned();
        Some(Host { child, address, first, _out: out, _nats: nats })
    }

    pub(crate) fn text(&self, key: &str) -> &str {
        self.first[key].as_str().unwrap_or_else(|| panic!("no {key} in {}", self.first))
    }

    /// Stops it as an operating system does, and returns its exit status.
    pub(crate) fn stop(self) -> Option<i32> {
        self.signal("-TERM")
    }

    /// Ends it with a signal, and returns its exit status.
    pub(crate) fn signal(mut self, signal: &str) -> Option<i32> {
        self.send_signal(signal);
        self.child.wait().expect("it ends").code()
    }

    /// The peak memory in kilobytes, if the operating system reports it.
    pub(crate) fn most_memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        most.trim().strip_suffix("kB")?.trim().parse().ok()
    }

    /// The number of threads, if the operating system reports it.
    pub(crate) fn threads(&self) -> Option<usize> {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).ok()?;
        Some(tasks.count())
    }

    /// Sends it a signal, named as for `kill`.
    pub(crate) fn send_signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status().expect("kill");
        assert!(sent.success());
    }

    /// Kills it at once.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it is there");
        self.child.wait().expect("it ends");
    }

    /// A request with headers in addition to the required ones. Returns status and body.
    pub(crate) fn http(&self, request: &str, headers: &str, body: &str) -> (u16, Value) {
        let answer = self.raw(request, headers, body);
        let status = answer.split(' ').nth(1).and_then(|s| s.parse().ok()).expect("a status");
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    /// A post to an address. Returns status and body.
    pub(crate) fn post(address: &str, path: &str, body: &str) -> (u16, Value) {
        let mut stream = connect(address);
        let length = body.len();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        )
        .expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("answered");
        let status = answer.split(' ').nth(1).and_then(|s| s.parse().ok()).expect("a status");
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    /// The whole answer to a request.
    pub(crate) fn raw(&self, request: &str, headers: &str, body: &str) -> String {
        self.under(&self.address, request, headers, body)
    }

    /// The whole answer to a request with another host name.
    pub(crate) fn under(&self, name: &str, request: &str, headers: &str, body: &str) -> String {
        let headers = format!("Content-Length: {}\r\n{headers}", body.len());
        let answer = self.answer(&format!("{request} HTTP/1.1\r\nHost: {name}\r\n{headers}"), body);
        String::from_utf8(answer).expect("a text")
    }

    /// The whole answer to a request without a body, which may be compressed.
    pub(crate) fn bytes(&self, request: &str, headers: &str) -> Vec<u8> {
        self.answer(&format!("{request} HTTP/1.1\r\nHost: {}\r\n{headers}", self.address), "")
    }

    fn answer(&self, head: &str, body: &str) -> Vec<u8> {
        let mut stream = connect(&self.address);
        write!(stream, "{head}Connection: close\r\n\r\n{body}").expect("sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("answered");
        answer
    }

    /// Sends arbitrary text, and disconnects.
    pub(crate) fn send_raw(&self, rubbish: &str) {
        // The connection may be closed before everything is sent.
        let _ = connect(&self.address).write_all(rubbish.as_bytes());
    }

    pub(crate) fn get(&self, path: &str) -> (u16, Value) {
        self.http(&format!("GET {path}"), "", "")
    }

    /// Asks for a seat.
    pub(crate) fn seat(&self, key: &str, seat: &str) -> (u16, Value) {
        self.seat_by(self.text("code"), key, seat)
    }

    pub(crate) fn seat_by(&self, code: &str, key: &str, seat: &str) -> (u16, Value) {
        let body = json!({"key": key, "code": code, "name": key, "seat": seat}).to_string();
        self.http("POST /seat", "Content-Type: application/json\r\n", &body)
    }

    /// Takes a seat, and returns the token.
    pub(crate) fn sit(&self, key: &str, seat: &str) -> String {
        let (status, body) = self.seat(key, seat);
        assert_eq!(status, 200, "{body}");
        body["token"].as_str().expect("a token").to_owned()
    }

    /// Takes a seat at one table of a hall, or at the only table, and returns the token.
    pub(crate) fn sit_at(&self, table: &Value, seat: &str) -> String {
        self.take_seat(table, (&format!("key-{seat}"), seat))
    }

    /// Takes a seat for one of many onlookers, and returns the token.
    pub(crate) fn watch_table(&self, table: &Value, key: &str) -> String {
        self.take_seat(table, (key, "onlooker"))
    }

    fn take_seat(&self, table: &Value, (key, seat): (&str, &str)) -> String {
        let body = json!({
            "key": key, "code": table["code"], "name": seat, "seat": seat,
            "table": table["table"]
        });
        let (status, given) = self.http("POST /seat", "", &body.to_string());
        assert_eq!(status, 200, "{given}");
        given["token"].as_str().expect("a token").to_owned()
    }

    /// Opens a table of a hall under a key.
    pub(crate) fn open_table(&self, key: &str) -> Value {
        let sides = ["greek-fire/sybota-athens.toml", "greek-fire/sybota-corinth.toml"];
        let body = json!({"key": key, "open": {"system": "greek-fire", "sides": sides}});
        let (status, table) = self.http("POST /tables", "", &body.to_string());
        assert_eq!(status, 200, "{table}");
        table
    }

    /// Connects with a token.
    pub(crate) fn connect(&self, token: &str) -> Client {
        let protocols = format!("trierarch.1, token.{token}");
        let (status, client) = self.upgrade(&protocols, "");
        assert_eq!(status, 101);
        client
    }

    /// Asks for a WebSocket with these subprotocols.
    pub(crate) fn upgrade(&self, protocols: &str, headers: &str) -> (u16, Client) {
        Client::upgrade(&self.address, protocols, headers).expect("an answer")
    }

    /// Connects with a token and sends hello without known events.
    pub(crate) fn enter(&self, token: &str) -> Client {
        let mut client = self.connect(token);
        client.hello(&json!({}));
        client
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn connect(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).expect("it listens");
    stream.set_read_timeout(Some(LONGEST)).expect("a time limit");
    stream
}

/// Something that a client receives: a frame, or the end of the connection with its code.
#[derive(Debug)]
pub(crate) enum Incoming {
    Frame(Value),
    Closed(u16),
}

/// A connected client.
pub(crate) struct Client {
    stream: TcpStream,
    reader: BufReader<TcpStream>,
    next: u64,
    /// The number of the last change for which it has the event.
    pub(crate) at: u64,
    /// The number of its own last change, whose event may not have arrived.
    own: u64,
    /// The parts of an answer received so far; `None` if other code joins them.
    parts: Option<String>,
}

impl Client {
    /// Requests a WebSocket at an address; `None` if the connection closes before the
    /// answer.
    pub(crate) fn upgrade(address: &str, protocols: &str, headers: &str) -> Option<(u16, Client)> {
        Client::over(connect(address), address, (protocols, headers))
    }

    /// Requests a WebSocket at an address that may no longer be in use.
    pub(crate) fn try_upgrade(address: &str, protocols: &str) -> Option<(u16, Client)> {
        let stream = TcpStream::connect(address).ok()?;
        stream.set_read_timeout(Some(LONGEST)).ok()?;
        Client::over(stream, address, (protocols, ""))
    }

    fn over(
        mut stream: TcpStream,
        address: &str,
        (protocols, headers): (&str, &str),
    ) -> Option<(u16, Client)> {
        let request = format!(
            "GET /door HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{headers}\
             Sec-WebSocket-Protocol: {protocols}\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).ok()?;
        let mut reader = BufReader::new(stream.try_clone().expect("a copy of the stream"));
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if reader.read_line(&mut head).ok()? == 0 {
                return None;
            }
        }
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).expect("a status");
        if status == 101 {
            let chosen = head.to_lowercase();
            assert!(chosen.contains("sec-websocket-protocol: trierarch.1\r\n"), "{head}");
        }
        Some((
            status,
            Client { stream, reader, next: 0, at: 0, own: 0, parts: Some(String::new()) },
        ))
    }

    pub(crate) fn send(&mut self, frame: &Value) {
        self.send_text(&frame.to_string());
    }

    /// Sends two frames at once, so that both are in transit together.
    pub(crate) fn send_both(&mut self, first: &Value, second: &Value) {
        let both = [framed(&first.to_string()), framed(&second.to_string())].concat();
        self.send_bytes(&both);
    }

    pub(crate) fn send_text(&mut self, text: &str) {
        self.send_bytes(&framed(text));
    }

    /// Sends bytes; a closed connection is only noticed when receiving.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let _ = self.stream.write_all(bytes);
    }

    /// Sends bytes. Returns whether the other end still accepts them.
    pub(crate) fn try_send(&mut self, bytes: &[u8]) -> bool {
        self.stream.set_write_timeout(Some(LONGEST)).expect("a time limit");
        self.stream.write_all(bytes).is_ok()
    }

    /// The next frame, including heartbeats.
    pub(crate) fn next_frame_or_beat(&mut self) -> Value {
        loop {
            let (kind, body) = self.raw_frame().expect("a frame");
            if kind == 0x89 {
                self.send_bytes(&masked(0x8A, &body));
                continue;
            }
            assert_eq!(kind, 0x81);
            let frame: Value = serde_json::from_slice(&body).expect("an object");
            if frame.get("presence").is_none() {
                return frame;
            }
        }
    }

    /// The next message about who is present.
    pub(crate) fn next_presence(&mut self) -> Value {
        loop {
            match self.raw_frame().expect("a frame") {
                (0x81, body) => {
                    let mut frame: Value = serde_json::from_slice(&body).expect("an object");
                    if frame.get("presence").is_some() {
                        return frame["presence"].take();
                    }
                }
                (0x89, body) => self.send_bytes(&masked(0x8A, &body)),
                (kind, _) => panic!("a frame of kind {kind:#x}"),
            }
        }
    }

    /// Closes the sending direction.
    pub(crate) fn close_sending(&self) {
        // The connection may already be closed.
        let _ = self.stream.shutdown(Shutdown::Write);
    }

    /// Receives the next event. A connection that closes, even within a frame, counts as
    /// closed without a code.
    pub(crate) fn receive(&mut self) -> Incoming {
        loop {
            let Some((kind, body)) = self.raw_frame() else { return Incoming::Closed(0) };
            match kind {
                0x81 => {
                    let frame: Value = serde_json::from_slice(&body).expect("an object");
                    if frame.get("beat").is_some() || frame.get("presence").is_some() {
                        continue;
                    }
                    if let Some(parts) = &mut self.parts
                        && let Some(part) = frame.get("part")
                    {
                        parts.push_str(part["text"].as_str().expect("a text"));
                        if part["number"] != part["of"] {
                            continue;
                        }
                        let whole = std::mem::take(parts);
                        return Incoming::Frame(serde_json::from_str(&whole).expect("an object"));
                    }
                    return Incoming::Frame(frame);
                }
                0x88 => {
                    let code = body.first_chunk().map_or(1005, |code| u16::from_be_bytes(*code));
                    return Incoming::Closed(code);
                }
                0x89 => self.send_bytes(&masked(0x8A, &body)),
                0x8A => {}
                other => panic!("a frame of kind {other:#x}"),
            }
        }
    }

    /// Receives the next frame without a reply: its kind and its content.
    pub(crate) fn raw_frame(&mut self) -> Option<(u8, Vec<u8>)> {
        let [kind, length] = self.bytes()?;
        let length = match length {
            126 => u64::from(u16::from_be_bytes(self.bytes()?)),
            127 => u64::from_be_bytes(self.bytes()?),
            short => u64::from(short),
        };
        let mut body = vec![0; usize::try_from(length).expect("it fits")];
        self.read_exactly(&mut body).then_some((kind, body))
    }

    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let mut bytes = [0; N];
        self.read_exactly(&mut bytes).then_some(bytes)
    }

    /// Whether enough bytes came before the end.
    fn read_exactly(&mut self, bytes: &mut [u8]) -> bool {
        match self.reader.read_exact(bytes) {
            Ok(()) => true,
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                panic!("nothing was received in time: {error}")
            }
            Err(_) => false,
        }
    }

    /// The next frame.
    pub(crate) fn frame(&mut self) -> Value {
        match self.receive() {
            Incoming::Frame(frame) => {
                if let Some(at) = frame.get("news").and_then(|news| news["at"].as_u64()) {
                    assert_eq!(at, self.at + 1, "events come in order, without gaps: {frame}");
                    self.at = at;
                }
                frame
            }
            Incoming::Closed(code) => panic!("closed with {code}"),
        }
    }

    /// The code of the close frame.
    pub(crate) fn closed(&mut self) -> u16 {
        loop {
            if let Incoming::Closed(code) = self.receive() {
                return code;
            }
        }
    }

    /// Sends hello with what the client knows, and returns the answer.
    pub(crate) fn hello(&mut self, known: &Value) -> Value {
        self.send(&json!({ "hello": known }));
        self.at = known["seen"].as_u64().unwrap_or(0);
        let frame = self.frame();
        if known["seen"].is_null() || frame.get("reset").is_some() {
            self.at = frame["hello"]["at"].as_u64().or(frame["reset"]["at"].as_u64()).unwrap_or(0);
        }
        frame
    }

    /// Sends a request with an id. Events that arrive before the answer are processed.
    pub(crate) fn ask_as(&mut self, id: &str, request: &Value) -> Value {
        let seen = self.at.max(self.own);
        self.send(&json!({"id": id, "seen": seen, "ask": request}));
        self.answer(id)
    }

    pub(crate) fn answer(&mut self, id: &str) -> Value {
        loop {
            let frame = self.frame();
            if frame["id"] == id {
                let at = frame["ok"]["at"].as_u64().or(frame["waits"]["at"].as_u64());
                self.own = self.own.max(at.unwrap_or(0));
                return frame;
            }
            assert!(frame["id"].is_null(), "an answer to {id}: {frame}");
        }
    }

    pub(crate) fn ask(&mut self, request: &Value) -> Value {
        self.next += 1;
        let id = format!("ask-{}-{}", self.at, self.next);
        self.ask_as(&id, request)
    }

    /// The next frame that has this key.
    pub(crate) fn next(&mut self, key: &str) -> Value {
        loop {
            let frame = self.frame();
            if let Some(part) = frame.get(key) {
                return part.clone();
            }
        }
    }

    /// The events up to this change.
    pub(crate) fn news_to(&mut self, at: u64) -> Vec<Value> {
        let mut news = Vec::new();
        while self.at < at {
            news.push(self.next("news"));
        }
        news
    }
}

/// A text as a client's frame.
pub(crate) fn framed(text: &str) -> Vec<u8> {
    masked(0x81, text.as_bytes())
}

/// A client's frame of this kind.
pub(crate) fn masked(kind: u8, bytes: &[u8]) -> Vec<u8> {
    let mut frame = vec![kind];
    match u16::try_from(bytes.len()) {
        Ok(length) if length < 126 => frame.push(0x80 | u8::try_from(length).expect("small")),
        Ok(length) => {
            frame.push(0x80 | 0x7e);
            frame.extend(length.to_be_bytes());
        }
        Err(_) => {
            frame.push(0x80 | 0x7f);
            frame.extend((bytes.len() as u64).to_be_bytes());
        }
    }
    // A mask of zeros is a valid mask.
    frame.extend([0; 4]);
    frame.extend(bytes);
    frame
}
