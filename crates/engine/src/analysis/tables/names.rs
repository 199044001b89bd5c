//! The shortest names for the units in a row of odds.

use message::{Joint, Message, message};
use rules::Tag;
use rules::scenario::Alike;

/// Units by their kinds: only the kind if it means all its units on that side, otherwise with
/// tags; empty if it means the whole side.
fn units(alike: &[Alike], side: &[Alike]) -> Message {
    let tags = |all: &[Alike], kind: &Message| -> Vec<Tag> {
        let of = all.iter().filter(|one| one.kind == *kind);
        let mut tags: Vec<Tag> = of.flat_map(|one| one.tags.iter().copied()).collect();
        tags.sort_unstable();
        tags.dedup();
        tags
    };
    let mut kinds: Vec<&Message> = Vec::new();
    for one in alike {
        if !kinds.contains(&&one.kind) {
            kinds.push(&one.kind);
        }
    }
    Message::list(kinds.into_iter().map(|kind| {
        let own = tags(alike, kind);
        if own == tags(side, kind) {
            return kind.clone();
        }
        Alike { tags: own, kind: kind.clone() }.named()
    }))
}

/// Whether these are all units of a side.
fn is_all(alike: &[Alike], side: &[Alike]) -> bool {
    let mut tags: Vec<Tag> = alike.iter().flat_map(|one| one.tags.iter().copied()).collect();
    tags.sort_unstable();
    tags.dedup();
    tags.len() == side.iter().map(|one| one.tags.len()).sum::<usize>()
}

/// Pairs of units with equal odds: the acting unit and its target.
pub(super) fn pairs(pairs: Vec<(Alike, Vec<Alike>)>, [own, targets]: [&[Alike]; 2]) -> Message {
    // Units with the same targets are named together.
    let mut by_who: Vec<(Alike, Vec<Alike>)> = Vec::new();
    for (who, at) in pairs {
        match by_who.iter_mut().find(|(known, _)| known.tags == who.tags) {
            Some((_, all)) => all.extend(at),
            None => by_who.push((who, at)),
        }
    }
    let tags = |at: &[Alike]| {
        let mut tags: Vec<Tag> = at.iter().flat_map(|one| one.tags.iter().copied()).collect();
        tags.sort_unstable();
        tags.dedup();
        tags
    };
    let mut groups: Vec<(Vec<Alike>, Vec<Alike>)> = Vec::new();
    for (who, at) in by_who {
        match groups.iter_mut().find(|(_, known)| tags(known) == tags(&at)) {
            Some((all, _)) => all.push(who),
            None => groups.push((vec![who], at)),
        }
    }
    let shown = groups.into_iter().map(|(who, at)| {
        let who = if is_all(&who, own) { message!("all") } else { units(&who, own) };
        if at.is_empty() || is_all(&at, targets) {
            return who;
        }
        message!("{who} → {at}", who, at = units(&at, targets))
    });
    Message::joined(shown, Joint::Semicolon)
}
