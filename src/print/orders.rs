//! The whole log of a battle: every order with its dice and what it did.

use crate::journal::Journal;
use crate::rules::Viewer;
use crate::say::{Joint, Say, say};
use crate::wording::{Words, order_in_words, roll_in_words};

use super::block::Style;
use super::flow::Piece;
use super::fonts::Face;
use super::table::PageTable;

/// An order of a battle, as far as a reader may know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logged {
    /// The round or turn, where it is another than that of the order before.
    pub when: Say,
    pub order: Say,
    pub dice: Say,
    /// What it did.
    pub told: Say,
}

impl Logged {
    /// All orders of a battle, up to where the players are.
    pub(super) fn all(journal: &Journal, viewer: Viewer) -> Vec<Logged> {
        let system = journal.battle().system();
        let mut round = None;
        let entries = (0..journal.cursor()).filter_map(|at| Some((journal.at(at)?, at)));
        let logged = entries.filter_map(|(before, at)| {
            let seen = journal.seen(at, viewer)?;
            let now = before.moment();
            let when = (round.replace(now) != Some(now)).then(|| now.name());
            let rolls = seen.report.iter().flat_map(|report| &report.rolls).map(roll_in_words);
            let note = (!seen.note.is_empty()).then(|| say!("({note})", note = &seen.note));
            Some(Logged {
                when: when.unwrap_or_default(),
                order: order_in_words(system, &seen.order),
                dice: Say::joined(rolls, Joint::Semicolon),
                told: Say::joined(seen.sentences.into_iter().chain(note), Joint::Space),
            })
        });
        logged.collect()
    }
}

/// The log as one table.
pub(super) fn piece(log: &[Logged], width: f32, words: &Words) -> Piece {
    let heads = [Say::default(), say!("When"), say!("Order"), say!("Dice"), say!("What it did")];
    let row = |(logged, number): (&Logged, u32)| {
        let Logged { when, order, dice, told } = logged;
        let told = [when, order, dice, told].map(|say| words.capital(say));
        std::iter::once(number.to_string()).chain(told).collect()
    };
    let rows = log.iter().zip(1..).map(row).collect();
    let heads = words.tell_all(&heads);
    let table = PageTable { heads, rows, shortest: true, ..PageTable::default() };
    let head = Style::new(Face::Italic, 8.0).soft();
    Piece::of(table.set(width, Style::new(Face::Regular, 9.0), head), width)
}
