//! The announcer: texts that a screen reader speaks by itself, each event once and the
//! cause before its result. No other module announces.

use std::collections::BTreeMap;

use egui::accesskit::{Live, Role};
use egui::{Context, Id, Rect, Sense, Ui, Vec2};

use super::language::ShownText;

/// The topics of announcements, in the order in which they are spoken: the cause before its
/// effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Topic {
    /// A failure.
    Notice,
    /// An undo, a redo or a save.
    Done,
    /// The dice of an order, and their effects.
    Happened,
    /// The number that a control was set to.
    Value,
    /// The card of a word.
    Card,
    /// Round, phase and side.
    Moment,
    /// The hint of a lesson.
    Lesson,
    /// A question to a player, or the next entry.
    Asked,
    /// The known facts about the open order.
    Known,
    /// The odds of the open order, or the reason against it.
    Odds,
    /// The next step.
    Next,
}

/// The announcements on the screen, and the ones being spoken.
#[derive(Clone, Debug, Default)]
struct Announcer {
    /// The announcements of this frame.
    now: BTreeMap<Topic, String>,
    /// The announcements of the frame before.
    before: BTreeMap<Topic, String>,
    /// The texts of two live regions that take turns, so that a repeated text is spoken again.
    announced: [String; 2],
    /// The region that announced last.
    last: usize,
}

fn id() -> Id {
    Id::unique("what is said")
}

/// Announces a text that is on the screen in this frame, unless it was there in the frame
/// before. The first text of a topic counts.
pub(super) fn announce(ctx: &Context, topic: Topic, says: impl ShownText) {
    let says = says.text_for(ctx).into_owned();
    ctx.data_mut(|data| {
        let announcer: &mut Announcer = data.get_temp_mut_or_default(id());
        announcer.now.entry(topic).or_insert(says);
    });
}

impl Announcer {
    /// Announces the new texts on the screen.
    fn announce_new(&mut self) {
        let now = std::mem::take(&mut self.now);
        let new = now.iter().filter(|(topic, says)| self.before.get(topic) != Some(says));
        let new: Vec<String> = new.map(|(_, says)| ended(says)).collect();
        if !new.is_empty() {
            self.announced[self.last].clear();
            self.last = 1 - self.last;
            self.announced[self.last] = new.join(" ");
        }
        self.before = now;
    }
}

/// As a sentence.
pub(super) fn ended(says: &str) -> String {
    let is_ended = says.ends_with(['.', '!', '?', '…', ':', ';']);
    if is_ended { says.to_owned() } else { format!("{says}.") }
}

/// Drops announcements of a layout that is discarded before it is shown, except for events,
/// which are announced only once.
pub(super) fn drop_announcements(ctx: &Context) {
    ctx.data_mut(|data| {
        let announcer: &mut Announcer = data.get_temp_mut_or_default(id());
        announcer.now.retain(|topic, _| matches!(topic, Topic::Happened | Topic::Value));
    });
}

/// The live regions, at the end of each frame. They are invisible.
pub(super) fn live_regions_ui(ui: &Ui) {
    let announcements = ui.data_mut(|data| {
        let announcer: &mut Announcer = data.get_temp_mut_or_default(id());
        announcer.announce_new();
        announcer.announced.clone()
    });
    for (at, says) in announcements.into_iter().enumerate() {
        let place = Rect::from_min_size(ui.max_rect().min, Vec2::ZERO);
        let response = ui.interact(place, id().with(at), Sense::empty());
        ui.ctx().accesskit_node_builder(response.id, |node| {
            node.set_role(Role::Status);
            node.set_live(Live::Polite);
            node.set_label(says);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The announcements while these texts are on the screen.
    fn announced<'a>(announcer: &'a mut Announcer, shown: &[(Topic, &str)]) -> &'a str {
        announcer.now = shown.iter().map(|(topic, says)| (*topic, (*says).to_owned())).collect();
        announcer.announce_new();
        &announcer.announced[announcer.last]
    }

    #[test]
    fn a_cause_is_announced_before_its_effect_and_each_once() {
        let mut announcer = Announcer::default();
        let shown = [(Topic::Next, "Next: row."), (Topic::Happened, "She sails.")];
        assert_eq!(announced(&mut announcer, &shown), "She sails. Next: row.");
        let shown = [(Topic::Next, "Next: shoot."), (Topic::Happened, "She sails.")];
        assert_eq!(announced(&mut announcer, &shown), "Next: shoot.");
    }

    #[test]
    fn a_repeated_text_is_announced_by_the_other_live_region() {
        let mut announcer = Announcer::default();
        assert_eq!(announced(&mut announcer, &[(Topic::Odds, "Holed 80%.")]), "Holed 80%.");
        let first = announcer.last;
        announced(&mut announcer, &[]);
        assert_eq!(announced(&mut announcer, &[(Topic::Odds, "Holed 80%.")]), "Holed 80%.");
        assert_ne!(announcer.last, first);
        assert!(announcer.announced[first].is_empty());
    }
}
