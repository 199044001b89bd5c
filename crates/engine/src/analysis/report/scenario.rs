//! The setup in a battle report: the facts about a ready battle, and the notes in the fleet
//! files.

use crate::fleet::library;
use crate::journal::Journal;
use games::Fleet;
use message::{Message, message};
use rules::{Briefing, Side, Topic, Viewer};

use super::Chapter;

/// A chapter for each topic, in reading order. The notes of a fleet file are only for viewers
/// who may read them.
pub(super) fn scenario(journal: &Journal, viewer: Viewer) -> Vec<Chapter> {
    let opening = journal.opening();
    let names = opening.fleets.each_ref().map(Fleet::name);
    let ready = library::battle_of(names, &opening.options);
    let open = journal.battle().known_to(viewer).state();
    let shown = |side: &Side| open.pointer(&format!("/sides/{}/notes", side.index())).is_some();
    let sides: Vec<Side> = Side::ALL.iter().copied().filter(shown).collect();
    let unsaid = Briefing::default();
    let of_both = ready.map_or(&unsaid, |ready| &ready.briefing);
    let chapter = |topic: &Topic| {
        let mut paragraphs: Vec<Message> = Vec::new();
        paragraphs.extend(of_both.about(*topic).lines().map(Message::verbatim));
        for side in &sides {
            let fleet = &opening.fleets[side.index()];
            let own = fleet.briefing().about(*topic).lines();
            paragraphs.extend(
                own.map(|line| message!("{fleet}: {text}", fleet = fleet.name(), text = line)),
            );
        }
        if *topic == Topic::SpecialOrders {
            paragraphs.extend(opening.special_orders.iter().map(|special| {
                let fleet = opening.fleets[special.side.index()].name();
                message!("{fleet}: {text}", fleet, text = special.text.as_str())
            }));
        }
        Chapter { title: topic.title(), paragraphs }
    };
    let chapters = Topic::ALL.iter().map(chapter);
    let mut chapters: Vec<Chapter> =
        chapters.filter(|shown| !shown.paragraphs.is_empty()).collect();
    let when_and_where = ready.map(library::ReadyBattle::when_and_where).unwrap_or_default();
    if !when_and_where.is_empty() {
        let title = message!("When and where");
        chapters.insert(0, Chapter { title, paragraphs: vec![when_and_where] });
    }
    chapters
}
