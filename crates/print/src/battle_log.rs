//! The log of a battle on paper: every order with its dice and effects.

use std::ops::Range;

use engine::journal::{Journal, Seen};
use engine::text::{order_in_words, roll_in_words};
use message::i18n::Words;
use message::{Joint, Message, message};
use rules::Viewer;

use super::block::Style;
use super::flow::Piece;
use super::fonts::Face;
use super::table::PageTable;

/// An order of a battle, or several that were given together, as far as a reader may know
/// them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logged {
    /// The number of the order, and of the last one given with it.
    pub numbers: [usize; 2],
    /// The round or turn, if it differs from that of the previous order.
    pub when: Message,
    pub order: Message,
    pub dice: Message,
    /// The effects.
    pub text: Message,
}

impl Logged {
    /// All orders of a battle up to the current position.
    pub(super) fn all(journal: &Journal, viewer: Viewer) -> Vec<Logged> {
        let places = journal.places(viewer);
        let (mut logged, mut round, mut at) = (Vec::new(), None, 0);
        while let Some(before) = journal.at(at).filter(|_| at < journal.cursor()) {
            let given = journal.given_with(at);
            let now = before.moment();
            let when = (round.replace(now) != Some(now)).then(|| now.name());
            let numbers = [given.start + 1, given.end].map(|number| places.seen(number));
            logged.extend(Logged::given(journal, given.clone(), viewer).map(|row| Logged {
                numbers,
                when: when.unwrap_or_default(),
                ..row
            }));
            at = given.end;
        }
        logged
    }

    /// A log entry for orders that were given together, or for a single one; `None` if the
    /// reader knows nothing of them.
    fn given(journal: &Journal, given: Range<usize>, viewer: Viewer) -> Option<Logged> {
        let system = journal.battle().system();
        let together = journal.group_in_words(given.start, viewer);
        let seen: Vec<Seen> = given.filter_map(|at| journal.seen(at, viewer)).collect();
        let first = seen.first()?;
        let order = together.unwrap_or_else(|| order_in_words(system, &first.order));
        let reports = seen.iter().filter_map(|seen| seen.report.as_ref());
        let rolls = reports.flat_map(|report| &report.rolls).map(roll_in_words);
        let dice = Message::joined(rolls, Joint::Semicolon);
        let sentences = seen.into_iter().flat_map(|seen| {
            let note = (!seen.note.is_empty()).then(|| message!("({note})", note = &seen.note));
            seen.sentences.into_iter().chain(note)
        });
        let text = Message::joined(sentences, Joint::Space);
        Some(Logged { numbers: [0; 2], when: Message::default(), order, dice, text })
    }

    /// The number, or the first and the last of several.
    fn number(&self) -> String {
        let [first, last] = self.numbers;
        if first == last { first.to_string() } else { format!("{first}–{last}") }
    }
}

/// The log as one table.
pub(super) fn piece(log: &[Logged], width: f32, words: &Words) -> Piece {
    let heads = [
        message!("No."),
        message!("When"),
        message!("Order"),
        message!("Dice"),
        message!("Result"),
    ];
    let row = |logged: &Logged| {
        let Logged { numbers: _, when, order, dice, text } = logged;
        let cells = [when, order, dice, text].map(|message| words.capital(message));
        std::iter::once(logged.number()).chain(cells).collect()
    };
    let rows = log.iter().map(row).collect();
    let heads = words.tell_all(&heads);
    let table = PageTable { heads, rows, shortest: true, ..PageTable::default() };
    let head = Style::new(Face::Italic, 8.0).soft();
    Piece::of(table.set(width, Style::new(Face::Regular, 9.0), head), width)
}
