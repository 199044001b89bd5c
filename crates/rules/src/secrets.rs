//! The secrets that one side of a battle may have from the other.

use std::borrow::Cow;

use message::Message;

use super::common::{Subject, Viewer, Visibility};
use super::system::Rules;

/// The secrets of a game; one without secrets needs no methods.
pub trait Secrets: Rules {
    /// How much of a record entry a viewer may see. The answer depends on nothing secret,
    /// so it is the same for the battle as the viewer knows it.
    fn field_visibility(&self, _subject: Subject, _entry: &str, _viewer: Viewer) -> Visibility {
        Visibility::Whole
    }
    /// The battle as a viewer knows it: every secret of the other side is replaced by a
    /// value that does not depend on it (a speed by the last speed shown). Everything
    /// that the viewer is shown, asked or refused is computed from this, so that nothing
    /// can reveal a secret.
    #[must_use]
    fn known_to(&self, _viewer: Viewer) -> Cow<'_, Self> {
        Cow::Borrowed(self)
    }
    /// Other battles that the viewer cannot distinguish from one returned by
    /// [`Secrets::known_to`]: the unknown values at their other extremes. Odds are shown
    /// only if all of them agree.
    #[must_use]
    fn indistinguishable(&self) -> Vec<Self> {
        Vec::new()
    }
    /// How much of an order a viewer may know, even if the order changes nothing (a secret
    /// speed that stays the same).
    fn order_visibility(&self, _order: &Self::Order, _viewer: Viewer) -> Visibility {
        Visibility::Whole
    }
    /// Whether an order is also secret from viewers who may not see a key that it changes.
    /// Otherwise only [`Secrets::order_visibility`] decides.
    #[must_use]
    fn hides_by_changes() -> bool {
        true
    }
    /// Why the odds and dice of an order stay hidden until it is given, because they would
    /// reveal a secret; a sentence.
    fn hides_odds(&self, _order: &Self::Order) -> Option<Message> {
        None
    }
}
