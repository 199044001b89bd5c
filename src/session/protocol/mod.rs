//! What passes the one door to a battle: asks and answers, as owned values that
//! can be serialized. A screen, a web page, a bot and a test see nothing else
//! of a battle.
//!
//! A [`Seat`] asks with an [`RequestBody`] and gets an [`Response`]; it gets [`TableEvent`] of
//! what others do. Every answer has the number of the change after which it was
//! made (`at`, which counts up from 1 and never goes back) and, if it shows a
//! moment of the line, that moment's `cursor`.

mod response;
mod request;
mod draft;
mod odds;
mod log;
mod event;
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
pub use request::{Mutation, OwnerRequest, Query, Request, RequestBody};
pub use response::{LeftOrder, Response};
pub use seat::Seat;
pub use view::{
    Asked, Declared, DiceOf, LessonView, SeatHolder, SeatPresence, SideView, TableSettings, View,
};
