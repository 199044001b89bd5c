//! Checks at the monitors of the NATS servers that acknowledged messages are on their disks. A
//! server writes to its disk before it acknowledges only with `sync_interval: always`;
//! otherwise a power cut at all three loses messages.

use std::io::{Read as _, Write as _};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde::Deserialize;
use thiserror::Error;

/// The least number of copies of a row, each on a different server.
const COPIES: usize = 3;
/// The first version whose servers lose nothing that they have acknowledged.
const OLDEST: (u32, u32) = (2, 14);
/// The time for a monitor to answer.
const PATIENCE: Duration = Duration::from_secs(3);
/// The time and the interval of retries while it does not answer.
const LONGEST_START: Duration = Duration::from_secs(8);
const PAUSE: Duration = Duration::from_millis(200);
/// The longest answer of a monitor.
const LONGEST: u64 = 1 << 20;

/// The facts that a server reports about itself.
#[derive(Debug, Deserialize)]
struct Server {
    #[serde(rename = "server_name")]
    name: String,
    version: String,
    jetstream: JetStream,
}

#[derive(Debug, Deserialize)]
struct JetStream {
    config: Option<Config>,
}

#[derive(Debug, Deserialize)]
struct Config {
    #[serde(default)]
    sync_always: bool,
}

/// The facts that are not proven.
#[derive(Debug, Error)]
pub(super) enum NotProven {
    #[error("no monitor is named to check them")]
    Unasked,
    #[error("the monitor {monitor}: {why}")]
    Monitor { monitor: String, why: MonitorFault },
    #[error("the tables are on {0} of {COPIES} servers")]
    Few(usize),
    #[error("no monitor reports on the server {0}")]
    Untold(String),
    #[error("the server {peer} is {found}: {}.{} or newer", OLDEST.0, OLDEST.1)]
    Old { peer: String, found: String },
    #[error("the server {0} has no `sync_interval: always`")]
    Unsynced(String),
}

/// The reason why a monitor gives no answer.
#[derive(Debug, Error)]
pub(super) enum MonitorFault {
    #[error("there is no such address")]
    NoAddress,
    #[error("it does not speak HTTP")]
    NotHttp,
    #[error("it does not report on its server")]
    Untold,
    #[error("it is not the monitor of a server")]
    NotAMonitor,
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Proves from the monitors (`http://one:8222,http://two:8222`) that every
/// server that holds the tables writes before it acknowledges.
///
/// # Errors
/// The facts that are not proven.
pub(super) fn proof(monitors: &str, peers: &[String]) -> Result<(), NotProven> {
    let mut servers = Vec::new();
    for monitor in monitors.split(',').map(str::trim) {
        // A server that was started together with the hall may need some time.
        let until = Instant::now() + LONGEST_START;
        let server = loop {
            match asked(monitor) {
                Err(_) if Instant::now() < until => sleep(PAUSE),
                asked => break asked,
            }
        };
        servers
            .push(server.map_err(|why| NotProven::Monitor { monitor: monitor.to_owned(), why })?);
    }
    judged(&servers, peers)
}

fn judged(servers: &[Server], peers: &[String]) -> Result<(), NotProven> {
    if peers.len() < COPIES {
        return Err(NotProven::Few(peers.len().max(1)));
    }
    for peer in peers {
        let server = servers.iter().find(|server| server.name == *peer);
        let server = server.ok_or_else(|| NotProven::Untold(peer.clone()))?;
        if version(&server.version).is_none_or(|version| version < OLDEST) {
            let (peer, found) = (peer.clone(), server.version.clone());
            return Err(NotProven::Old { peer, found });
        }
        if !server.jetstream.config.as_ref().is_some_and(|config| config.sync_always) {
            return Err(NotProven::Unsynced(peer.clone()));
        }
    }
    Ok(())
}

fn version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// Asks a monitor for the facts about its server.
fn asked(monitor: &str) -> Result<Server, MonitorFault> {
    let address = monitor.strip_prefix("http://").unwrap_or(monitor).trim_end_matches('/');
    let mut found = address.to_socket_addrs()?;
    let to = found.next().ok_or(MonitorFault::NoAddress)?;
    let mut stream = TcpStream::connect_timeout(&to, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    // An answer to HTTP/1.0 comes in one piece, and ends with the connection.
    write!(stream, "GET /varz HTTP/1.0\r\nHost: {address}\r\n\r\n")?;
    let mut answer = String::new();
    stream.take(LONGEST).read_to_string(&mut answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or(MonitorFault::NotHttp)?;
    if head.split(' ').nth(1) != Some("200") {
        return Err(MonitorFault::Untold);
    }
    serde_json::from_str(body).map_err(|_| MonitorFault::NotAMonitor)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(name: &str, version: &str, sync_always: bool) -> Server {
        let jetstream = JetStream { config: Some(Config { sync_always }) };
        Server { name: name.into(), version: version.into(), jetstream }
    }

    #[test]
    fn only_three_new_servers_that_write_before_they_answer_are_durable() {
        let peers = ["one", "two", "three"].map(str::to_owned);
        let servers_with =
            |odd: Server| [server("one", "2.14.0", true), server("two", "2.15.1", true), odd];
        judged(&servers_with(server("three", "3.0.0", true)), &peers).expect("durable");
        for (odd, why) in [
            (server("three", "2.13.9", true), "2.14 or newer"),
            (server("three", "2.15.1", false), "sync_interval"),
            (server("four", "2.15.1", true), "no monitor"),
            (server("three", "new", true), "2.14 or newer"),
        ] {
            let error = judged(&servers_with(odd), &peers).expect_err("not durable").to_string();
            assert!(error.contains(why), "{error}");
        }
        let error = judged(&servers_with(server("three", "2.15.1", true)), &peers[..1]);
        assert!(error.expect_err("one copy").to_string().contains("1 of 3"));
    }
}
