//! How the record sheets and cards of a fleet are distributed over pages.

use crate::rules::{BattleCard, Sheet};
use crate::say::say;
use crate::wording::Words;

use super::block::{Block, Style, paragraph};
use super::flow::{BETWEEN, Piece};
use super::fonts::Face;
use super::job::Job;
use super::layout::{Layout, PerPage, card_measures, lying_measures, measures};
use super::log;
use super::ornament::double_rule;
use super::sheet::{LEAST_PT, Measures, fits, is_roomy, panels};
use super::told;

/// The greatest height of a ship's row in a log, in millimetres.
const HIGHEST_ROW: f32 = 22.0;

impl Job {
    /// The pages of some record sheets.
    pub(super) fn sheets(&self, sheets: &[Sheet], words: &Words) -> Vec<Block> {
        let told: Vec<told::Sheet> =
            sheets.iter().map(|sheet| told::Sheet::new(sheet, words)).collect();
        let fleet = sheets.first().map(|sheet| sheet.fleet.as_str()).unwrap_or_default();
        // What is out of the battle has no boxes to cross any more.
        let (told, out): (Vec<_>, Vec<_>) = told.into_iter().partition(|sheet| sheet.out.is_none());
        let by_row = match self.per_page {
            PerPage::Log => true,
            PerPage::Best if told.is_empty() => log::is_small(&out),
            PerPage::Best => log::is_small(&told),
            PerPage::One | PerPage::Two | PerPage::Four | PerPage::Eight => false,
        };
        let rows = if by_row { self.log((&told, &out), fleet, words) } else { None };
        let mut pages = rows.unwrap_or_else(|| {
            let mut pages = self.spread_out(&told);
            self.put_out(&mut pages, &out, words);
            pages
        });
        if let Some(first) = pages.first_mut() {
            let title = words.tell(&say!("Record sheets · {fleet}", fleet));
            first.bookmark_first(1, &title);
        }
        pages
    }

    /// Sheets, as many on a page as was asked for, or as there is room for.
    fn spread_out(&self, told: &[told::Sheet]) -> Vec<Block> {
        match self.per_page {
            PerPage::Log => self.best(told),
            PerPage::Best => self.best(told),
            PerPage::Eight if self.holds(told, PerPage::Eight) => self.spread(told, PerPage::Eight),
            PerPage::Eight | PerPage::Four if self.holds(told, PerPage::Four) => {
                self.spread(told, PerPage::Four)
            }
            PerPage::Eight | PerPage::Four | PerPage::Two if self.holds(told, PerPage::Two) => {
                self.spread(told, PerPage::Two)
            }
            PerPage::One | PerPage::Two | PerPage::Four | PerPage::Eight => {
                self.spread(told, PerPage::One)
            }
        }
    }

    /// What is out of the battle, small and struck out, below the last sheets or on
    /// a page of its own.
    fn put_out(&self, pages: &mut Vec<Block>, out: &[told::Sheet], words: &Words) {
        let area = self.paper.area();
        let Some(piece) = log::out_piece(out, area.width, words) else { return };
        if pages.last().is_none_or(|page| page.height + piece.height() + BETWEEN > area.bottom()) {
            pages.push(Block::space(area.top));
        } else if let Some(last) = pages.last_mut() {
            last.height += BETWEEN;
        }
        self.flow_on(pages, 1, |_| vec![piece.clone()]);
    }

    /// Whether this many on a page have room for every box and word of every
    /// ship.
    fn holds(&self, sheets: &[told::Sheet], per_page: PerPage) -> bool {
        let m = measures(per_page, Layout::sheets(self.paper, per_page).size);
        sheets.iter().all(|sheet| fits(sheet, &m, self.ink_saver))
    }

    /// A table with a row for each ship; the rows are higher if that fills the
    /// page. `None` if a row is wider than the page.
    fn log(
        &self,
        (sheets, out): (&[told::Sheet], &[told::Sheet]),
        fleet: &str,
        words: &Words,
    ) -> Option<Vec<Block>> {
        let width = self.paper.area().width;
        let notes = words.tell(&say!("Notes"));
        let mut head = self.plain_head(&words.tell(&say!("Fleet log")), fleet);
        head.stack(log::legend(sheets, width));
        if sheets.is_empty() {
            let pieces: Vec<Piece> = log::out_piece(out, width, words).into_iter().collect();
            return Some(self.flow(head, 1, |_| pieces.clone()));
        }
        let natural = log::piece(sheets, &notes, width, 0.0)?;
        let out = log::out_piece(out, width, words);
        let below = out.as_ref().map_or(0.0, |out| out.height() + BETWEEN);
        let room = self.paper.area().height - head.height - natural.head.height - below;
        let share = (room / sheets.len().max(1) as f32 - 0.1).min(HIGHEST_ROW);
        // Rows that need more than their share leave less for the others.
        let fits = |piece: &Piece| piece.rows.iter().map(|row| row.height).sum::<f32>() <= room;
        let piece = log::piece(sheets, &notes, width, share).filter(fits).unwrap_or(natural);
        let pieces: Vec<Piece> = std::iter::once(piece).chain(out).collect();
        Some(self.flow(head, 1, |_| pieces.clone()))
    }

    /// The largest number on a page, up to four, with room for every box of each
    /// ship.
    fn most_held(&self, sheets: &[told::Sheet]) -> Vec<PerPage> {
        let held = |sheet| {
            let sizes = [PerPage::Four, PerPage::Two];
            let holds = |size: &PerPage| self.holds(std::slice::from_ref(sheet), *size);
            sizes.into_iter().find(holds).unwrap_or(PerPage::One)
        };
        sheets.iter().map(held).collect()
    }

    /// As many on a page as have room for every box of every ship. Ships too
    /// large for half a page do not take the others with them.
    fn best(&self, sheets: &[told::Sheet]) -> Vec<Block> {
        let held = self.most_held(sheets);
        let is_huge = |held: &PerPage| *held == PerPage::One;
        let mut pages = Vec::new();
        let mut left = sheets;
        for alike in held.chunk_by(|one, next| is_huge(one) == is_huge(next)) {
            let (these, rest) = left.split_at(alike.len());
            pages.extend(self.filled(these, fewest(alike)));
            left = rest;
        }
        pages
    }

    /// This many on a page, but fewer if the last one would otherwise be less
    /// than half full.
    fn filled(&self, sheets: &[told::Sheet], per_page: PerPage) -> Vec<Block> {
        let count = match per_page {
            PerPage::Four => 4,
            PerPage::Two => 2,
            PerPage::Best | PerPage::Log | PerPage::One | PerPage::Eight => 1,
        };
        let last = sheets.len() % count;
        let (full, rest) = sheets.split_at(sheets.len() - last);
        let larger = match last {
            1 => PerPage::One,
            2 => PerPage::Two,
            _ => per_page,
        };
        let mut pages = self.spread(full, per_page);
        pages.extend(self.spread(rest, larger));
        pages
    }

    /// This many on a page.
    fn spread(&self, sheets: &[told::Sheet], per_page: PerPage) -> Vec<Block> {
        let layout = Layout::sheets(self.paper, per_page);
        let mut measures = measures(per_page, layout.size);
        // Sheets on one page have the same kind of head.
        let alone = per_page == PerPage::One;
        if !alone && !sheets.iter().all(|sheet| is_roomy(sheet, &measures)) {
            measures.roomy = None;
        }
        self.dealt(self.panels(sheets, &measures), &layout, false)
    }

    fn panels(&self, sheets: &[told::Sheet], measures: &Measures) -> Vec<Block> {
        sheets.iter().flat_map(|sheet| panels(sheet, measures, self.ink_saver)).collect()
    }

    /// The pages of cards to cut out: nine on a page if they have room for every
    /// box, otherwise four or fewer.
    pub(super) fn cards(&self, sheets: &[Sheet], lying: bool, words: &Words) -> Vec<Block> {
        let told: Vec<told::Sheet> =
            sheets.iter().map(|sheet| told::Sheet::new(sheet, words)).collect();
        let low = Layout::lying_cards(self.paper);
        let lie = lying.then(|| self.panels(&told, &lying_measures(low.size)));
        if let Some(cards) = lie.filter(|cards| cards.len() == told.len()) {
            let mut pages = self.dealt(cards, &low, true);
            if let Some(first) = pages.first_mut() {
                first.bookmark_first(1, &words.tell(&say!("Cards")));
            }
            return pages;
        }
        let nine = Layout::cards(self.paper);
        let cards = self.panels(&told, &card_measures(nine.size));
        let mut pages = if cards.len() == told.len() {
            self.dealt(cards, &nine, true)
        } else {
            self.spread(&told, fewest(&self.most_held(&told)))
        };
        if let Some(first) = pages.first_mut() {
            first.bookmark_first(1, &words.tell(&say!("Cards")));
        }
        pages
    }

    /// The pages of an army's battle cards, each as many times as it is in the
    /// deck.
    pub(super) fn battle_cards(
        &self,
        army: &str,
        cards: &[BattleCard],
        words: &Words,
    ) -> Vec<Block> {
        let layout = Layout::cards(self.paper);
        let set = cards.iter().flat_map(|card| {
            let block = battle_card(card, army, layout.size);
            std::iter::repeat_n(block, card.count as usize)
        });
        let mut pages = self.dealt(set.collect(), &layout, true);
        if let Some(first) = pages.first_mut() {
            first.bookmark_first(1, &words.tell(&say!("Battle cards · {army}", army)));
        }
        pages
    }

    /// Panels distributed over pages, with lines to cut along.
    fn dealt(&self, panels: Vec<Block>, layout: &Layout, around: bool) -> Vec<Block> {
        let mut panels = panels.into_iter().peekable();
        let mut pages = Vec::new();
        while panels.peek().is_some() {
            let mut page = layout.cuts(self.paper, around);
            let places =
                (0..layout.down).flat_map(|row| (0..layout.across).map(move |col| [col, row]));
            for place in places {
                let Some(panel) = panels.next() else { break };
                let at = layout.place(place);
                page.place(panel, at);
                page.height = at[1] + layout.size[1];
            }
            pages.push(page);
        }
        pages
    }
}

/// The number on a page that has room for all: the smallest, four at most.
fn fewest(held: &[PerPage]) -> PerPage {
    let sizes = [PerPage::One, PerPage::Two];
    sizes.into_iter().find(|size| held.contains(size)).unwrap_or(PerPage::Four)
}

/// A battle card: its name above its text, and the army's name at the bottom.
fn battle_card(card: &BattleCard, army: &str, [width, height]: [f32; 2]) -> Block {
    let fine = Style::new(Face::Italic, 8.0).soft();
    let fine = fine.fitting(army, width, LEAST_PT);
    let foot = paragraph(army, width, fine);
    let name = Style::new(Face::Title, 15.0);
    let longest = card.name.split_whitespace().max_by_key(|word| word.chars().count());
    let mut block =
        paragraph(&card.name, width, name.fitting(longest.unwrap_or_default(), width, LEAST_PT));
    block.height += 1.0;
    block.stack(double_rule(width));
    block.stack(Block::space(2.0));
    // As large as fits on the card.
    let room = height - block.height - foot.height - 2.0;
    let text = (0..20_u8)
        .map(|step| {
            paragraph(
                &card.text,
                width,
                Style::new(Face::Regular, 13.0 * 0.94_f32.powi(step.into())),
            )
        })
        .find(|text| text.height <= room);
    if let Some(text) = text {
        block.stack(text);
    }
    let low = height - foot.height;
    block.place(foot, [0.0, low]);
    block.height = height;
    block
}
