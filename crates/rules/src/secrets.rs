//! What one side of a battle keeps from the other.

use std::borrow::Cow;

use message::Message;

use super::common::{Subject, Viewer, Visibility};
use super::system::Rules;

/// What one side keeps from the other; a game without secrets states nothing.
pub trait Secrets: Rules {
    /// How much of an entry of a record a viewer may see. It depends on nothing that is
    /// itself secret, so it is the same in the battle as he knows it.
    fn field_visibility(&self, _subject: Subject, _entry: &str, _viewer: Viewer) -> Visibility {
        Visibility::Whole
    }
    /// The battle as a viewer knows it: every secret of the other side is
    /// replaced by something that does not depend on it (a speed by the last
    /// one shown). Whatever a seat is told, asked or refused is worked out from
    /// this, so that nothing can reveal a secret.
    #[must_use]
    fn known_to(&self, _viewer: Viewer) -> Cow<'_, Self> {
        Cow::Borrowed(self)
    }
    /// The others that nobody can tell apart from a battle that [`Secrets::known_to`]
    /// has made: the same with the unknown at its other extremes. Odds are shown where
    /// all of them agree.
    #[must_use]
    fn indistinguishable(&self) -> Vec<Self> {
        Vec::new()
    }
    /// How much of an order a viewer may know, even if it changes nothing (a
    /// secret speed that stays the same).
    fn order_visibility(&self, _order: &Self::Order, _viewer: Viewer) -> Visibility {
        Visibility::Whole
    }
    /// Whether an order is also secret from a viewer whenever it changes a key
    /// that he may not see. Otherwise only [`Secrets::order_visibility`] decides.
    #[must_use]
    fn hides_by_changes() -> bool {
        true
    }
    /// Why the odds and the dice of an order are not shown before it is given,
    /// where they would reveal a secret; a sentence.
    fn hides_odds(&self, _order: &Self::Order) -> Option<Message> {
        None
    }
}
