//! Odds tables on paper: merged if both sides share them, and set next to each other if they fit.

use engine::analysis::{OddsTable, percent};
use games::PlayerView;
use message::i18n::Words;
use message::{Message, message, with_small_article};
use rules::Side;

use super::block::Block;
use super::chart::{body, head, piece};
use super::flow::{BETWEEN, Piece};
use super::job::{PrintJob, PrintPart, SCALES, fewest_pages};
use super::page::{Ink, Item, PageRect, Rect};
use super::table::PageTable;

/// A table with more rows than this may take two columns by itself.
const MANY: usize = 12;

impl PrintJob {
    /// Odds tables under the headings of their parts, one part after the other. Tables that
    /// are narrow enough are set in two columns.
    pub(super) fn odds(&self, parts: &[PrintPart], words: &Words) -> Vec<Block> {
        self.odds_below(&[], parts, words)
    }

    /// These pages, with odds tables below the content of the last one.
    pub(super) fn odds_below(
        &self,
        pages: &[Block],
        parts: &[PrintPart],
        words: &Words,
    ) -> Vec<Block> {
        let set = |scale| self.odds_at(pages.to_vec(), parts, scale, words);
        fewest_pages(SCALES.into_iter().map(set))
    }

    fn odds_at(
        &self,
        mut pages: Vec<Block>,
        parts: &[PrintPart],
        scale: f32,
        words: &Words,
    ) -> Vec<Block> {
        let half = self.column(2);
        for part in parts {
            let PrintPart::Odds(about, tables) = part else { continue };
            let over = self.plain_head(&words.tell(&message!("Odds")), &words.tell(about));
            self.put_heading(&mut pages, over);
            let is_narrow =
                |table: &OddsTable| laid_out(table, words).is_easy(half, body(), head(), 1);
            let mut is_first = true;
            for alike in tables.chunk_by(|one, next| is_narrow(one) == is_narrow(next)) {
                if let (Some(last), false) = (pages.last_mut(), is_first) {
                    last.height += BETWEEN;
                }
                is_first = false;
                // A short table alone would be split in two.
                let many = alike.len() > 1 || alike.iter().any(|table| table.rows.len() > MANY);
                let narrow = alike.first().is_some_and(is_narrow);
                let columns = if narrow && many { 2 } else { 1 };
                self.flow_on(&mut pages, columns, |width| {
                    alike
                        .iter()
                        .map(|table| odds_piece(table, width, scale, self.ink_saver, words))
                        .collect()
                });
            }
        }
        pages
    }
}

/// The odds of both sides of a battle without repetition: rows that a table of the first side
/// already has are left out.
pub(super) fn without_repeats(
    sides: Vec<(&PlayerView<'_>, Side, Vec<OddsTable>)>,
) -> Vec<PrintPart> {
    let mut parts: Vec<(Message, Vec<OddsTable>)> = Vec::new();
    for (battle, side, mut tables) in sides {
        let [system, name] = [battle.system().name(), battle.side_name(side)];
        let other = battle.side_name(side.other());
        if tables.is_empty() {
            let fights = |side: Side| {
                battle
                    .tags()
                    .into_iter()
                    .any(|tag| battle.holder(tag) == side && battle.in_play(tag))
            };
            let none = if [Side::A, Side::B].into_iter().all(fights) {
                message!("{system} · no odds: the orders that are open now roll no dice", system)
            } else {
                message!("{system} · no odds: a side has nothing left in play", system)
            };
            if parts.iter().all(|(about, _)| *about != none) {
                parts.push((none, tables));
            }
            continue;
        }
        let count = tables.len();
        let mut before: Vec<&mut OddsTable> =
            parts.iter_mut().flat_map(|(_, tables)| tables).collect();
        tables.retain(|table| !before.iter_mut().any(|known| merge(known, table)));
        let alone = other == name;
        let mut about = if alone {
            message!("{system} · {side} against the same fleet", system, side = other)
        } else {
            let other = with_small_article(other);
            message!("{system} · {side} against {other}", system, side = name, other)
        };
        if tables.len() < count {
            about = message!("{about}; other odds as above", about);
        }
        match parts.last_mut().filter(|_| tables.is_empty() && !alone) {
            Some((before, _)) => {
                *before = message!(
                    "{system} · {other} and {side} against each other",
                    system,
                    other,
                    side = with_small_article(name)
                );
            }
            None => parts.push((about, tables)),
        }
    }
    parts.into_iter().map(|(about, tables)| PrintPart::Odds(about, tables)).collect()
}

/// Merges the rows of a table into another with the same rows in common. Returns whether it
/// did.
fn merge(known: &mut OddsTable, table: &OddsTable) -> bool {
    let heads =
        |table: &OddsTable| (table.title.clone(), table.rows_are.clone(), table.further.clone());
    let (mut whole, mut table) = (known.clone(), table.clone());
    let columns = all_columns(&whole, &table);
    for table in [&mut whole, &mut table] {
        put_under(table, &columns);
    }
    let place =
        |table: &OddsTable, name: &Message| table.rows.iter().position(|row| row.0 == *name);
    let row = |table: &OddsTable, at: usize| {
        (table.rows[at].clone(), table.further_texts.get(at).cloned())
    };
    let shared: Vec<[usize; 2]> = (0..table.rows.len())
        .filter_map(|at| Some([place(&whole, &table.rows[at].0)?, at]))
        .collect();
    let agree = shared.iter().all(|[one, other]| row(&whole, *one) == row(&table, *other));
    if shared.is_empty()
        || !agree
        || heads(&whole) != heads(&table)
        || whole.columns != table.columns
    {
        return false;
    }
    // Each further row goes to its number, or below the row that is above it in its table.
    for at in 0..table.rows.len() {
        if place(&whole, &table.rows[at].0).is_none() {
            let above = at.checked_sub(1).and_then(|above| place(&whole, &table.rows[above].0));
            let below = |net: &i64| whole.nets.partition_point(|other| other <= net);
            let to = table.nets.get(at).map_or(above.map_or(0, |above| above + 1), below);
            insert_row(&mut whole, to, &table, at);
        }
    }
    for note in table.notes {
        if !whole.notes.contains(&note) {
            whole.notes.push(note);
        }
    }
    *known = whole;
    true
}

/// The columns of the table that has all the columns of the other; if neither has, those of
/// the first.
fn all_columns(one: &OddsTable, other: &OddsTable) -> Vec<Message> {
    let has_all = one.columns.iter().all(|column| other.columns.contains(column));
    if has_all { other.columns.clone() } else { one.columns.clone() }
}

/// Distributes the probabilities of a table over these columns, if they include all of its
/// own. In any other column, nothing can happen.
fn put_under(table: &mut OddsTable, columns: &[Message]) {
    let places: Option<Vec<usize>> =
        table.columns.iter().map(|own| columns.iter().position(|column| column == own)).collect();
    let Some(places) = places else { return };
    for (_, chances) in &mut table.rows {
        let mut all = vec![None; columns.len()];
        for (chance, place) in chances.iter().zip(&places) {
            all[*place] = *chance;
        }
        *chances = all;
    }
    table.columns = columns.to_vec();
}

/// Inserts a row of another table with everything that belongs to it.
fn insert_row(known: &mut OddsTable, place: usize, table: &OddsTable, at: usize) {
    fn insert<T: Clone>(list: &mut Vec<T>, place: usize, from: &[T], at: usize) {
        if let Some(given) = from.get(at).filter(|_| place <= list.len()) {
            list.insert(place, given.clone());
        }
    }
    insert(&mut known.rows, place, &table.rows, at);
    insert(&mut known.nets, place, &table.nets, at);
    insert(&mut known.further_texts, place, &table.further_texts, at);
    insert(&mut known.asked, place, &table.asked, at);
    insert(&mut known.scenario_orders, place, &table.scenario_orders, at);
}

/// An odds table as texts: probabilities in per cent, without the sign.
fn laid_out(odds: &OddsTable, words: &Words) -> PageTable {
    let heads = [&odds.rows_are].into_iter().chain(&odds.columns).chain(&odds.further);
    let heads = heads.map(|head| words.capital(head)).collect();
    let nothing = Vec::new();
    let further = odds.further_texts.iter().chain(std::iter::repeat(&nothing));
    let rows = odds
        .rows
        .iter()
        .zip(further)
        .map(|((name, chances), texts)| {
            let chances = chances.iter().map(|chance| chance.map_or_else(|| "·".into(), percent));
            let texts = words.tell_all(texts);
            [words.tell(name)].into_iter().chain(chances).chain(texts).collect()
        })
        .collect();
    PageTable { heads, rows, ..PageTable::default() }
}

/// An odds table that can flow through columns of this width. The unit of its probabilities is
/// in the title, since a heading may be a number. Each probability has a bar of
/// proportional length behind it, unless ink is saved.
#[expect(clippy::cast_possible_truncation, reason = "a bar on paper is for the eye")]
fn odds_piece(odds: &OddsTable, width: f32, scale: f32, ink_saver: bool, words: &Words) -> Piece {
    let mut set = laid_out(odds, words).set(width, body().scaled(scale), head());
    if !ink_saver && set.rows.len() == odds.rows.len() {
        for (block, (_, chances)) in set.rows.iter_mut().zip(&odds.rows) {
            for (chance, column) in chances.iter().zip(&set.columns[1..]) {
                let long = chance.unwrap_or(0.0).clamp(0.0, 1.0) as f32 * column.width;
                if long > 0.0 {
                    let frame = PageRect::new(column.left, 0.35, long, block.height - 0.7);
                    let fill = Rect { frame, outline: None, fill: Some(Ink::Tint) };
                    block.under(Item::Rect(fill));
                }
            }
        }
    }
    let title = if odds.columns.is_empty() {
        odds.title.clone()
    } else {
        message!("{title} (%)", title = &odds.title)
    };
    piece(&words.tell(&title), vec![set], &words.tell_all(&odds.notes), width, scale)
}
