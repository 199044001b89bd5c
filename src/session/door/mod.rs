//! What passes the one door to a battle: asks and answers, as owned values that
//! can be serialized. A screen, a web page, a bot and a test see nothing else
//! of a battle.
//!
//! A [`Seat`] asks with an [`Ask`] and gets an [`Answer`]; it gets [`News`] of
//! what others do. Every answer has the number of the change after which it was
//! made (`at`, which counts up from 1 and never goes back) and, if it shows a
//! moment of the line, that moment's `cursor`.

mod answer;
mod ask;
mod draft;
mod foretold;
mod log;
mod news;
mod seat;
mod tell;
mod trial;
mod view;

pub use answer::{Answer, LeftOrder};
pub use ask::{Ask, ChangeAsk, OwnerAsk, ReadAsk, Request};
pub use draft::{Draft, Foresight, Judged, Needs, Verdict};
pub use log::{InGroup, Log, LogRow, StruckLine, StruckRow};
pub use news::{Frame, Happened, News, Over};
pub use seat::Seat;
pub use tell::{LuckTold, SideSheets, Tell, ToldText};
pub use trial::{BrokenStep, Decided, OutcomeOdds, Remedies, Trial, Tried, TriedEntry, TriedOdds};
pub use view::{
    Asked, Declared, DiceOf, LessonTold, SeatHolder, SeatPresence, SideView, TableSettings, View,
};
