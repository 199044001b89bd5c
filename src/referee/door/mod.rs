//! What passes the one door to a battle: asks and answers, as owned values that
//! can be written down and read back. A screen, a page in a browser, a bot and
//! a test hold these and nothing else of a battle.
//!
//! A [`Seat`] asks with an [`Ask`] and gets an [`Answer`]; what others do is
//! told to it as [`News`]. Every answer says of which change it is (`at`, which
//! counts up from 1 and never goes back) and, where it looks at a moment of the
//! line, of which `cursor`.

mod answer;
mod ask;
mod draft;
mod log;
mod news;
mod seat;
mod tell;
mod trial;
mod view;

pub use answer::Answer;
pub use ask::{Ask, OwnerAsk, Request};
pub use draft::{Draft, Judged, Needs, Verdict};
pub use log::{Log, Row, StruckLine, StruckRow};
pub use news::{Frame, Happened, News, Over};
pub use seat::Seat;
pub use tell::{LuckTold, SideSheets, Tell, Told};
pub use trial::{BrokenStep, Decided, Remedies, Trial, Tried, TriedEntry};
pub use view::{Asked, Declared, Held, Settings, SideView, View};
