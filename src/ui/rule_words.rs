//! Rules terms on the screen: finding them in a text and looking them up.

use std::collections::HashMap;
use std::sync::OnceLock;

use egui::{Context, Id, Response, Role, WidgetInfo};

use crate::dice::Reason;
use crate::games::SystemTag;
use crate::i18n::english;
use crate::message::Message;
use crate::rules::drawing::Sketch;
use crate::rules::{Card, Mark, Meaning, Sort};

use super::language::tell;
use super::widgets::follow_focus;

/// A rules term, by its index in the glossary of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Word {
    pub(super) system: SystemTag,
    at: usize,
}

/// The terms of a game with their meanings, and an index of their names.
struct Glossary {
    meanings: Vec<Meaning>,
    by_name: HashMap<String, usize>,
}

fn glossary(system: SystemTag) -> &'static Glossary {
    static ALL: OnceLock<Vec<Glossary>> = OnceLock::new();
    let all = ALL.get_or_init(|| SystemTag::ALL.iter().map(|tag| Glossary::of(*tag)).collect());
    let at = SystemTag::ALL.iter().position(|tag| *tag == system).unwrap_or_default();
    &all[at]
}

impl Glossary {
    fn of(system: SystemTag) -> Glossary {
        let meanings = system.meanings();
        Glossary { by_name: Meaning::by_name(&meanings), meanings }
    }
}

impl Word {
    pub(super) fn meaning(self) -> &'static Meaning {
        &glossary(self.system).meanings[self.at]
    }

    fn find(system: SystemTag, is: impl Fn(&Meaning) -> bool) -> Option<Word> {
        let at = glossary(system).meanings.iter().position(is)?;
        Some(Word { system, at })
    }

    /// The word with this name.
    pub(super) fn named(system: SystemTag, name: &Message) -> Option<Word> {
        let at = *glossary(system).by_name.get(&english(name).to_lowercase())?;
        Some(Word { system, at })
    }

    /// The term in the heading of a column.
    pub(super) fn column(system: SystemTag, head: &Message) -> Option<Word> {
        let wanted = english(head).to_lowercase();
        let is =
            |one: &Meaning| one.sort == Sort::Column && english(&one.name).to_lowercase() == wanted;
        Word::find(system, is).or_else(|| Word::named(system, head))
    }

    /// A term of this sort in the open battle.
    pub(super) fn of_battle(ctx: &Context, sort: &Sort, word: &str) -> Option<Word> {
        Word::find(system(ctx)?, |one| one.sort == *sort && one.word == word)
    }

    /// The terms in a line about a unit; if there are none, the entry of the record that it shows,
    /// `ammo` for `ammo.archers-1`.
    pub(super) fn of_line(ctx: &Context, says: &Message, entry: Option<&str>) -> Vec<Word> {
        let words = Word::within(ctx, says);
        if !words.is_empty() {
            return words;
        }
        let entry = entry.and_then(|entry| entry.split('.').next());
        entry.and_then(|entry| Word::of_battle(ctx, &Sort::Entry, entry)).into_iter().collect()
    }

    /// The terms of a mark.
    pub(super) fn of_mark(ctx: &Context, mark: &Mark) -> Option<Word> {
        Word::of_line(ctx, &mark.label, mark.of.as_deref()).into_iter().next()
    }

    /// A phase, by its name.
    pub(super) fn phase(ctx: &Context, name: &Message) -> Option<Word> {
        Word::find(system(ctx)?, |one| one.sort == Sort::Phase && one.name == *name)
    }

    /// The terms of the battle within a text.
    pub(super) fn within(ctx: &Context, text: &Message) -> Vec<Word> {
        let Some(system) = system(ctx) else { return Vec::new() };
        let mut found = Vec::new();
        // Nothing is replaced: the function only reads each part of the text.
        let _ = text.replaced(&mut |part| {
            found.extend(Word::named(system, part));
            None
        });
        found
    }

    /// The related terms of its explanation.
    pub(super) fn leads_on(self) -> Vec<Word> {
        let all = &glossary(self.system).meanings;
        Meaning::leads_on(all, self.at).into_iter().map(|at| Word { at, ..self }).collect()
    }

    /// Its sketch from above, if that helps.
    pub(super) fn sketch(self) -> Option<Sketch> {
        self.meaning().sketch(self.system.units())
    }

    /// A question of an order.
    pub(super) fn question(ctx: &Context, order: &str, field: &str) -> Option<Word> {
        let is = |one: &Meaning| one.sort == Sort::Question && (one.of, one.word) == (order, field);
        Word::find(system(ctx)?, is)
    }
}

/// The system of the open battle.
fn system(ctx: &Context) -> Option<SystemTag> {
    ctx.data(|data| data.get_temp(Id::unique("the system at the table")))
}

/// Sets the game whose terms are on the screen.
pub(super) fn speak_of(ctx: &Context, system: SystemTag) {
    ctx.data_mut(|data| data.insert_temp(Id::unique("the system at the table"), system));
}

fn asked_id() -> Id {
    Id::unique("a word that was asked for")
}

/// Requests the card of a term, as a link requests a page: any part of a screen can do so.
fn ask(ctx: &Context, word: Word) {
    ctx.data_mut(|data| data.insert_temp(asked_id(), Some(word)));
}

/// The term that was requested in this frame.
pub(super) fn asked(ctx: &Context) -> Option<Word> {
    ctx.data_mut(|data| data.remove_temp::<Option<Word>>(asked_id())).flatten()
}

/// Names a control that opens a card, and requests the card on a tap.
pub(super) fn opens(response: &Response, word: Word, name: &str) {
    response.widget_info(|| WidgetInfo::labeled(Role::Link, true, name));
    follow_focus(response);
    if response.clicked() {
        ask(&response.ctx, word);
    }
}

/// A long press or a right click requests the card of an order.
pub(super) fn asks_what_it_is(response: &Response, order: &str) {
    if response.secondary_clicked()
        && let Some(word) = Word::of_battle(&response.ctx, &Sort::Order, order)
    {
        ask(&response.ctx, word);
    }
}

/// A long press or a right click on a unit requests the card of the mark under it, or of the
/// unit's type.
pub(super) fn asks_of_unit(response: &Response, card: &Card, marks: &[(egui::Rect, &Mark)]) {
    if !response.secondary_clicked() {
        return;
    }
    let ctx = &response.ctx;
    let at = response.interact_pointer_pos();
    let under = marks.iter().find(|(rect, _)| at.is_some_and(|at| rect.contains(at)));
    let of_mark = under.and_then(|(_, mark)| Word::of_mark(ctx, mark));
    if let Some(word) = of_mark.or_else(|| Word::within(ctx, &card.kind).into_iter().next()) {
        ask(ctx, word);
    }
}

/// The card of the reason for a modifier.
pub(super) fn of_modifier(ctx: &Context, reason: &Reason) -> Option<Word> {
    Word::of_battle(ctx, &Sort::Modifier, &reason.id)
}

/// The terms of a game that match a search, in spite of one or two typing errors, the best
/// match first.
pub(super) fn found(ctx: &Context, system: SystemTag, search: &str) -> Vec<Word> {
    let search = search.trim().to_lowercase();
    if search.chars().count() < 3 {
        return Vec::new();
    }
    let all = glossary(system).meanings.iter().enumerate();
    let shown = all.filter_map(|(at, meaning)| {
        let distance = distance(&search, &tell(ctx, &meaning.name).to_lowercase())?;
        Some((distance, at))
    });
    let mut shown: Vec<(usize, usize)> = shown.collect();
    // If a name is found exactly as typed, similar names are left out.
    if shown.iter().any(|(distance, _)| *distance == 0) {
        shown.retain(|(distance, _)| *distance == 0);
    }
    shown.sort_unstable();
    shown.into_iter().map(|(_, at)| Word { system, at }).take(MOST_FOUND).collect()
}

/// A search shows this many words at most.
const MOST_FOUND: usize = 24;

/// The number of typing errors in a search for a name or a word of it, if not too many; the end
/// of the word may be missing.
fn distance(search: &str, name: &str) -> Option<usize> {
    if name.contains(search) {
        return Some(0);
    }
    let length = search.chars().count();
    let most = if length < 6 { 1 } else { 2 };
    let words = name.split([' ', '-', '(', ')']).chain([name]);
    let to = |word: &str| {
        let begins: String = word.chars().take(length).collect();
        strsim::osa_distance(search, word).min(strsim::osa_distance(search, &begins))
    };
    words.map(to).min().filter(|distance| *distance <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_tolerates_a_typing_error() {
        for (typed, name, slips) in [
            ("trebuchet", "trebuchet", Some(0)),
            ("trebuhcet", "trebuchet", Some(1)),
            ("trebuche", "trebuchet", Some(0)),
            ("diekplos", "diekplus", Some(1)),
            ("dekplos", "diekplus", Some(2)),
            ("hul", "reinforced hull", Some(0)),
            ("hlul", "reinforced hull", Some(1)),
            ("trirmee", "trireme (full deck)", Some(1)),
            ("corvus", "harpax", None),
            ("ram", "bow", None),
        ] {
            assert_eq!(distance(typed, name), slips, "{typed} for {name}");
        }
    }
}
