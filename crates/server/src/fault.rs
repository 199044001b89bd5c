//! Faults that prevent a server from starting or continuing.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use thiserror::Error;

use engine::journal::OpeningFault;
use session::{CarriedFault, RowFault};
use storage::StoreFault;

/// The reason why a server cannot be started.
#[derive(Debug, Error)]
pub enum HostFault {
    /// There is no such battle.
    #[error("no battle “{0}”: it is not a ready battle, not a stored one, and not a battle file")]
    NoBattle(String),
    /// The battle cannot begin.
    #[error(transparent)]
    Opening(#[from] OpeningFault),
    /// It could not be stored or read.
    #[error(transparent)]
    Store(#[from] StoreFault),
    /// The stored rows of the table cannot be read.
    #[error("the stored table cannot be read: {0}. `trierarch salvage` recovers the readable part")]
    Rows(#[from] RowFault),
    /// The seats in a battle file cannot be taken over.
    #[error("the table in the file cannot be continued: {0}")]
    Carried(#[from] CarriedFault),
    /// The stored data apart from the table's rows cannot be read or written.
    #[error("the stored seats and settings cannot be used: {0}")]
    Storage(String),
    /// The operator's token cannot be read or written.
    #[error("the operator's token cannot be read from {file}: {1}", file = .0.display())]
    Operator(PathBuf, io::Error),
    /// The folder has no page.
    #[error("no page can be read in {place}: {1}; `packaging/web/build` makes one", place = .0.display())]
    Page(PathBuf, io::Error),
    /// The system cannot start a thread.
    #[error("the system cannot start a thread: {0}")]
    Thread(String),
    /// A fault of this program ended the request.
    #[error("an internal error stopped this request")]
    GivenUp,
    /// The tables with connected people leave no room in memory for another.
    #[error("the server is full: try again in a minute")]
    Crowded,
    /// The system has no source of randomness.
    #[error("the system gives no random bytes: tokens could be guessed")]
    NoRandomness,
    /// The owner's seat could not be taken.
    #[error("the owner's seat could not be stored: {0}")]
    Seat(String),
    /// The address cannot be listened on.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, io::Error),
    /// Standard output cannot be written.
    #[error("cannot write to standard output: {0}")]
    Output(io::Error),
}

impl HostFault {
    /// The message for clients on the network, without the path of the tables on this
    /// machine.
    pub(super) fn without_place(&self) -> String {
        match self {
            HostFault::Store(fault) => fault.in_words_without_place().to_string(),
            other => other.to_string(),
        }
    }
}
