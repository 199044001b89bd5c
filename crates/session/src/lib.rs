//! The session layer: the protocol's types, the seats, the table server with the journal, and
//! the runtimes that drive it. A script is a client like every screen: it sends one JSON object
//! on each line, and gets one back.

#[cfg(not(target_arch = "wasm32"))]
mod answer;
#[cfg(not(target_arch = "wasm32"))]
mod body;
mod client;
#[cfg(not(target_arch = "wasm32"))]
mod column;
#[cfg(not(target_arch = "wasm32"))]
mod files;
mod tables;
#[cfg(not(target_arch = "wasm32"))]
mod lines;
mod loading;
mod protocol;
mod randomness;
#[cfg(not(target_arch = "wasm32"))]
mod request;
mod runtime;
mod scores;
#[cfg(not(target_arch = "wasm32"))]
mod script;
mod table_server;
#[cfg(not(target_arch = "wasm32"))]
mod verb;

#[cfg(not(target_arch = "wasm32"))]
pub use answer::{Trouble, done};
#[cfg(not(target_arch = "wasm32"))]
pub use body::{BodyFault, ask as shared_ask};
pub use client::{Client, ClientNews, KnownAnswer, PATIENCE, Unready};
pub use engine::journal::{Change, Decision, DiceChoice, Lesson, Opening};
pub use protocol::answer as answers;
pub use protocol::{
    AmendPreview, AmendPreviewResult, Asked, BrokenStep, Decided, Declared, DiceOf, DocumentKind,
    DocumentText, Draft, EventKind, Foresight, Frame, HiddenReason, InGroup, Judged, LeftOrder,
    LessonView, Log, LogRow, LuckView, Mutation, Needs, OrderOdds, OutcomeOdds, Over, OwnerRequest,
    PreviewEntry, PreviewOdds, Query, Remedies, Request, RequestBody, Response, Seat, SeatHolder,
    SeatPresence, SideSheets, SideView, StruckLine, StruckRow, TableEvent, TableSettings, Verdict,
    View, WatchedOdds,
};
#[cfg(not(target_arch = "wasm32"))]
pub use protocol::{frame, http};
pub use randomness::{NoRandomness, random, random_seed};
#[cfg(not(target_arch = "wasm32"))]
pub use request::with_whole_numbers;
pub use runtime::{InlineTable, TableConnection};
#[cfg(not(target_arch = "wasm32"))]
pub use runtime::{ThreadConnection, ThreadTable};
pub use storage::{
    LONGEST_BATTLE_FILE, Listed, Listing, SettingsStore, StoredFleet, WriteOutcome, mark_of,
};
#[cfg(not(target_arch = "wasm32"))]
pub use storage::{read_file, save_file, typed_path};
#[cfg(not(target_arch = "wasm32"))]
pub use table_server::check_query_size;
pub use table_server::is_short_enough;
pub use table_server::{
    CarriedFault, CarriedTable, LONGEST_ROW, Out, ROWS_VERSION, Requester, RowFault, Size,
    Snapshot, TableServer, TokenHolder,
};

pub use loading::BattleReading;
pub use scores::Wake;
pub use scores::{BattleCondition, Scores};
#[cfg(not(target_arch = "wasm32"))]
pub use script::{PROTOCOL, Referee, run};
pub use tables::{TableFault, Tables, UnsavedReason, now};
#[cfg(not(target_arch = "wasm32"))]
pub use verb::SharedVerb;
#[cfg(not(target_arch = "wasm32"))]
pub use verb::{Protocol, TableVerb, Verb};
