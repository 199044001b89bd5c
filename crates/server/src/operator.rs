//! The operator of a hall: lists, closes and saves its tables with a token from a file.

use std::fs;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use axum::body::Body;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde_json::json;

use session::answers::WrittenError;
use session::http::{OperatorList, OperatorRow};
use storage::permissions;

use super::ServerState;
use super::budgets::Post;
use super::fault::HostFault;
use super::http::received;
use super::listener::Caller;
use super::log::log;
use super::record_store::{TableRecord, TableState};
use super::replies::{address_of, answer, fault, unavailable};
use super::table_store::TableLookup;
use super::tokens::{hash, random};

/// The shortest token, in bytes: 128 bits.
const SHORTEST: usize = 22;
/// The most of its file that is read, in bytes.
const LONGEST: u64 = 4 << 10;

const TAKES: &str = "an operator's request is a JSON object with the text `token` and one of \
                     `\"list\": {}`, `\"close\": {\"table\": ..}` and `\"save\": {\"table\": ..}`";

/// The hash of the operator's token; empty if there is none.
#[derive(Default)]
pub(super) struct Operator(String);

impl Operator {
    /// The operator whose token is in this file; a missing or empty file gets a new token.
    pub(super) fn read(file: Option<&Path>) -> Result<Operator, HostFault> {
        let Some(file) = file else { return Ok(Operator::default()) };
        let wrong = |error| HostFault::Operator(file.to_owned(), error);
        let mut token = stored_token(file).map_err(wrong)?;
        // Only now is it known that the file is the operator's.
        permissions::file(file).map_err(wrong)?;
        if token.is_empty() {
            token = URL_SAFE_NO_PAD.encode(random::<32>().ok_or(HostFault::NoRandomness)?);
            fs::write(file, format!("{token}\n")).map_err(wrong)?;
        }
        log(&format!("the operator's token is in {}", file.display()));
        Ok(Operator(hash(&token)))
    }

    fn is(&self, token: &str) -> bool {
        self.0 == hash(token)
    }
}

/// The token in a file, which is left as it is; empty if the file is missing or empty.
///
/// # Errors
/// If it is a link or not a file, or has other content than a token.
fn stored_token(file: &Path) -> io::Result<String> {
    let is_a_file = match fs::symlink_metadata(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(String::new()),
        about => about?.is_file(),
    };
    if !is_a_file {
        return Err(io::Error::other("it is a link or not a file. Name the file itself"));
    }
    let mut text = String::new();
    fs::File::open(file)?.take(LONGEST).read_to_string(&mut text)?;
    let token = text.trim();
    if token.contains(|letter: char| !letter.is_ascii_graphic()) {
        return Err(io::Error::other("it holds more than a token. Name another file"));
    }
    if !token.is_empty() && token.len() < SHORTEST {
        let short = format!("it has fewer than {SHORTEST} letters. Empty the file for a new one");
        return Err(io::Error::other(short));
    }
    Ok(token.to_owned())
}

#[derive(Deserialize)]
struct OperatorAsk {
    token: String,
    #[serde(flatten)]
    verb: OperatorVerb,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum OperatorVerb {
    List {},
    Close { table: String },
    Save { table: String },
}

/// Handles a request of the operator.
pub(super) async fn asks(
    State(server): State<Arc<ServerState>>,
    ConnectInfo(caller): ConnectInfo<Caller>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let (from, now) = (address_of(&server, &caller, &headers), Instant::now());
    let body = match received(&server, Post::Operator, from, body).await {
        Ok((body, _)) => body,
        Err(refused) => return refused,
    };
    let Ok(asked) = serde_json::from_slice::<OperatorAsk>(&body) else {
        return fault(StatusCode::BAD_REQUEST, TAKES);
    };
    if !server.operator.is(&asked.token) {
        if !server.limits.may_guess(from, now) {
            return fault(StatusCode::TOO_MANY_REQUESTS, "too many wrong tokens: wait a minute");
        }
        server.limits.note_wrong(from, now);
        return fault(StatusCode::FORBIDDEN, "this is not the operator's token");
    }
    let done = match &asked.verb {
        OperatorVerb::List {} => server.listed().await,
        OperatorVerb::Close { table } => server.closes(table).await,
        OperatorVerb::Save { table } => server.saves(table).await,
    };
    done.unwrap_or_else(|why| unavailable(&why))
}

fn no_such_table() -> Response {
    fault(StatusCode::NOT_FOUND, "there is no such table, or it is closed")
}

impl ServerState {
    /// The tables that are not closed, as in the lobby; each with the time of its opening, the
    /// number of its connections, and the number of its last change.
    async fn listed(&self) -> Result<Response, HostFault> {
        // It looks at every table.
        let _ = self.lobby().await;
        let open = self.table_store.records.all().into_iter().filter(|record| !record.closed);
        let row = |TableRecord { table, since, .. }: TableRecord| {
            let connected = self.held(&table).map_or(0, |hosted| hosted.admission.here().len());
            if let Some(TableState { at, row }) = self.table_store.records.in_the_lobby(&table) {
                OperatorRow::Stands { row, at, connected }
            } else {
                let error = WrittenError::new("it cannot be read");
                OperatorRow::Unread { table, error, connected, since }
            }
        };
        Ok(answer(StatusCode::OK, &OperatorList { tables: open.map(row).collect() }))
    }

    /// Closes a table, also one that cannot be opened.
    async fn closes(&self, table: &str) -> Result<Response, HostFault> {
        let is_open = self.table_store.records.of(table)?.is_some_and(|record| !record.closed);
        if !is_open {
            return Ok(no_such_table());
        }
        if let Ok(TableLookup::Open(hosted)) = self.hosted(Some(table)).await {
            hosted.admission.close()?;
            self.forget(&hosted);
        } else {
            self.table_store.records.close(table)?;
        }
        log(&format!("the operator has closed table {table}"));
        Ok(answer(StatusCode::OK, &json!({ "closed": table })))
    }

    /// The battle file of a table.
    async fn saves(&self, table: &str) -> Result<Response, HostFault> {
        let TableLookup::Open(hosted) = self.hosted(Some(table)).await? else {
            return Ok(no_such_table());
        };
        let saved = hosted.saved().await;
        let saved = saved.map_err(|why| HostFault::Storage(format!("{why:?}")))?;
        let Some(file) = saved else {
            let why = "it is not known whether the last change was stored: try again".to_owned();
            return Err(HostFault::Storage(why));
        };
        log(&format!("the operator has saved table {table}"));
        let kind =
            [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
        Ok((StatusCode::OK, kind, file).into_response())
    }
}
