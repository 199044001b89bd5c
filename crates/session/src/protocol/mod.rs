//! The protocol of a table: requests, responses and events, as owned values that can be
//! serialised. A screen, a web page, a script and a test see nothing else of a battle.
//!
//! A [`Seat`] sends a [`RequestBody`] and gets a [`Response`]; a [`TableEvent`] reports a
//! change by another. Every response has the number of the last row (`at`, which counts
//! up from 1 and never goes back) and, if it shows a position of the log, that position's
//! `cursor`.

pub mod answer;
mod response;
mod request;
mod draft;
mod odds;
mod log;
mod event;
#[cfg(not(target_arch = "wasm32"))]
pub mod frame;
#[cfg(not(target_arch = "wasm32"))]
pub mod http;
mod seat;
mod documents;
mod amend_preview;
mod view;

pub use amend_preview::{
    AmendPreview, AmendPreviewResult, BrokenStep, Decided, OutcomeOdds, PreviewEntry, PreviewOdds,
    Remedies,
};
pub use documents::{DocumentKind, DocumentText, LuckView, SideSheets};
pub use draft::{Draft, Foresight, Judged, Needs, Verdict};
pub use event::{EventKind, Frame, Over, TableEvent};
pub use log::{InGroup, Log, LogRow, StruckLine, StruckRow};
pub use odds::{HiddenReason, OrderOdds, WatchedOdds};
pub use request::{Mutation, OwnerRequest, Query, Request, RequestBody};
pub use response::{LeftOrder, Response};
pub use seat::Seat;
pub use view::{
    Asked, Declared, DiceOf, LessonView, SeatHolder, SeatPresence, SideView, TableSettings, View,
};
