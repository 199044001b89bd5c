//! Fleets: their files read, checked with all their faults at once, and written; the
//! ready ones; building, sharing and exporting them.
//!
//! [`read_toml`] and [`read_json`] check a file against the rules of its system and
//! return a [`games::Fleet`], which is always valid, or every fault with its place. The
//! keys of each system are defined with its rules (`rules::file`).

mod syntax;
pub mod size_limits;
mod read;
mod aim;
mod special_order;
mod deployment;
mod render;
mod date;
mod text;
pub mod library;
pub mod share;
pub mod build;
pub mod export;

use games::{self, Options};
use message::Message;
use rules::Side;
use rules::drawing::Drawing;

pub use aim::read_json as read_aim;
pub use date::{Date, NotADate, PartOfYear};
pub use deployment::{Area, AreaKind, Compass, DeployedLine, Deployment};
pub use read::read_stored;
pub use read::{Checked, LONGEST_FILE, VERSION, read_json, read_toml, to_json};
pub use render::{render, render_in_colour};
pub use rules::file::fault::{Fault, Location, Severity};
pub use rules::file::reader::{LONGEST_NAME, LONGEST_TEXT, MOST_SHIPS, MOST_WORDS};
pub use rules::file::{HOUSE_RULES, allows_house_rules};
pub use special_order::{SPECIAL_ORDERS, read_json as read_special_orders};
pub use text::{NotText, text_of};

/// A fleet at a glance, for a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Glimpse {
    pub drawing: Drawing,
    /// Its kinds of units, each with how many it has of them, in the order of the fleet.
    pub kinds: Vec<(Message, usize)>,
}

impl Glimpse {
    /// The glimpse of a fleet; `None` if it has no unit.
    #[must_use]
    pub fn of(fleet: &games::Fleet) -> Option<Glimpse> {
        let alone = library::sample_battle(fleet, Side::A, &Options::new()).ok()?;
        let own = alone.tags().into_iter().filter(|tag| tag.side == Side::A);
        let known = alone.full_view();
        let cards = own.filter_map(|tag| known.card(tag));
        let (mut drawing, mut kinds) = (None, Vec::<(Message, usize)>::new());
        for card in cards {
            drawing.get_or_insert(card.drawing);
            match kinds.iter_mut().find(|(kind, _)| *kind == card.kind) {
                Some((_, count)) => *count += 1,
                None => kinds.push((card.kind, 1)),
            }
        }
        Some(Glimpse { drawing: drawing?, kinds })
    }

    /// The number of units of the fleet.
    #[must_use]
    pub fn units(&self) -> usize {
        self.kinds.iter().map(|(_, count)| count).sum()
    }
}
