//! The distribution of a fleet's record sheets and cards over pages.

use message::i18n::Words;
use message::{Joint, Message, message};
use rules::{BattleCard, Sheet};

use super::block::{Block, LEAST_PT, Style, paragraph};
use super::fleet_table;
use super::flow::{BETWEEN, Piece};
use super::fonts::Face;
use super::job::{PrintJob, PrintPart, Sheets};
use super::layout::{
    GUTTER, Layout, PerPage, card_measures, landscape_measures, low_measures, measures,
};
use super::measures::Measures;
use super::ornament::double_rule;
use super::page::PagePoint;
use super::panel_fit::Draft;
use super::rule_text;

/// The units of a side for printing.
struct SideSheets<'s> {
    name: &'s str,
    sheets: Vec<rule_text::Sheet>,
    out: Vec<rule_text::Sheet>,
    /// The blank sheets of both sides.
    form: Vec<rule_text::Sheet>,
    tallies: Vec<rule_text::Track>,
    lines: Vec<rule_text::Fact>,
}

/// A sheet tried on a quarter of a page, on half a page and on a whole page.
struct SheetDrafts<'s> {
    sheet: &'s rule_text::Sheet,
    /// The largest number on a page, up to four, with room for every box.
    held: PerPage,
    four: Draft<'s>,
    two: Draft<'s>,
    one: Draft<'s>,
}

/// The greatest height of a ship's row in a log, in millimetres.
const HIGHEST_ROW: f32 = 22.0;

impl PrintJob {
    /// The pages of these record sheets.
    pub(super) fn sheets(&self, part: &Sheets, words: &Words) -> Vec<Block> {
        let in_words = |sheets: &[Sheet]| -> Vec<rule_text::Sheet> {
            sheets.iter().map(|sheet| rule_text::Sheet::new(sheet, words)).collect()
        };
        // Units that are out of the battle have no boxes to cross off.
        let is_in = |sheet: &rule_text::Sheet| sheet.out.is_none();
        let (sheets, out): (Vec<_>, Vec<_>) = in_words(&part.sheets).into_iter().partition(is_in);
        let form = in_words(if part.form.is_empty() { &part.sheets } else { &part.form });
        let tallies =
            part.tallies.iter().map(|tally| rule_text::Track::new(tally, words)).collect();
        let lines = part.lines.iter().map(|line| rule_text::Fact::new(line, words)).collect();
        let fleet = SideSheets { name: &part.name, sheets, out, form, tallies, lines };
        let by_row = match self.per_page {
            PerPage::Log => true,
            PerPage::Best if fleet.sheets.is_empty() => fleet_table::is_small(&fleet.out),
            PerPage::Best => fleet_table::is_small(&fleet.sheets),
            PerPage::One | PerPage::Two | PerPage::Four | PerPage::Eight => false,
        };
        let rows = if by_row { self.log(&fleet, words) } else { None };
        let mut pages = rows.unwrap_or_else(|| {
            let mut pages = self.spread_out(&fleet.sheets);
            self.append_below(&mut pages, &fleet, words);
            pages
        });
        if let Some(first) = pages.first_mut() {
            let title = words.tell(&message!("Record sheets · {fleet}", fleet = fleet.name));
            first.bookmark_first(1, &title);
        }
        pages
    }

    /// Sheets, as many on a page as requested or as fit.
    fn spread_out(&self, sheets: &[rule_text::Sheet]) -> Vec<Block> {
        match self.per_page {
            PerPage::Best | PerPage::Log => self.best(self.drafts(sheets)),
            PerPage::One | PerPage::Two | PerPage::Four | PerPage::Eight => {
                self.spread(sheets, self.most_of(sheets))
            }
        }
    }

    /// The requested number on a page, or fewer so that all boxes fit.
    fn most_of(&self, sheets: &[rule_text::Sheet]) -> PerPage {
        let sizes = [PerPage::Eight, PerPage::Four, PerPage::Two];
        let asked = sizes.into_iter().skip_while(|size| *size != self.per_page);
        asked.into_iter().find(|size| self.holds(sheets, *size)).unwrap_or(PerPage::One)
    }

    /// A remark if sheets are larger than requested, because their boxes need the room.
    #[must_use]
    pub fn remark(&self, words: &Words) -> Option<Message> {
        let sheets = self.parts.iter().filter_map(|part| match part {
            PrintPart::Sheets(part) => Some(part),
            PrintPart::Position(_)
            | PrintPart::Roster(_)
            | PrintPart::Cards(_)
            | PrintPart::UnitCards(_)
            | PrintPart::Aid(..)
            | PrintPart::BattleCards(..)
            | PrintPart::Chits(..)
            | PrintPart::Charts(..)
            | PrintPart::Odds(..)
            | PrintPart::Turns(_)
            | PrintPart::Report(_)
            | PrintPart::Log(..) => None,
        });
        let remarks = sheets.filter_map(|Sheets { name: fleet, sheets, .. }| {
            let texts: Vec<rule_text::Sheet> =
                sheets.iter().map(|sheet| rule_text::Sheet::new(sheet, words)).collect();
            let width = self.paper.area().width;
            let all: Vec<&rule_text::Sheet> = texts.iter().collect();
            match self.per_page {
                PerPage::Best | PerPage::One => None,
                PerPage::Log => fleet_table::piece(&texts, &all, words, [width, 0.0, 2.0])
                    .is_none()
                    .then(|| message!("{fleet}: a row would be wider than the page.", fleet)),
                asked @ (PerPage::Two | PerPage::Four | PerPage::Eight) => {
                    let most = self.most_of(&texts);
                    (most != asked).then(|| {
                        let (most, asked) = (most.count(), asked.count());
                        message!(
                            "{fleet}: {most} to a page, not {asked}, to leave room for the boxes.",
                            fleet,
                            most,
                            asked
                        )
                    })
                }
            }
        });
        let remarks: Vec<Message> = remarks.collect();
        (!remarks.is_empty()).then(|| Message::joined(remarks, Joint::Space))
    }

    /// The side's totals and the units that are out of the battle, small and struck out:
    /// below the last sheets or on a separate page.
    fn append_below(&self, pages: &mut Vec<Block>, fleet: &SideSheets, words: &Words) {
        let area = self.paper.area();
        let lead = fleet_table::of_side(&fleet.tallies, &fleet.lines, area.width);
        let counted = (lead.height > 0.0).then(|| Piece { lead, ..Piece::default() });
        let out = fleet_table::out_piece(&fleet.out, area.width, words);
        let pieces: Vec<Piece> = counted.into_iter().chain(out).collect();
        let Some(first) = pieces.first() else { return };
        if pages.last().is_none_or(|page| page.height + first.height() + BETWEEN > area.bottom()) {
            pages.push(Block::space(area.top));
        } else if let Some(last) = pages.last_mut() {
            // The part below is not cut out.
            last.end_cuts(last.height + GUTTER / 2.0);
            last.height += BETWEEN;
        }
        self.flow_on(pages, 1, |_| pieces.clone());
    }

    /// Whether this many on a page have room for every box and word of every ship.
    fn holds(&self, sheets: &[rule_text::Sheet], per_page: PerPage) -> bool {
        sheets.iter().all(|sheet| self.draft(sheet, per_page).fits())
    }

    /// A sheet for a page with this many.
    fn draft<'s>(&self, sheet: &'s rule_text::Sheet, per_page: PerPage) -> Draft<'s> {
        let size = Layout::sheets(self.paper, per_page).size;
        let draft = Draft::new(sheet, measures(per_page, size), self.ink_saver);
        // Slightly smaller is better than a separate page.
        let low =
            if per_page == PerPage::Two && !draft.fits() { self.low(&[sheet], size) } else { None };
        low.and_then(|mut low| low.pop()).unwrap_or(draft)
    }

    /// Sheets over the whole width in low panels of one size, as large as all fit.
    fn low<'s>(&self, sheets: &[&'s rule_text::Sheet], size: PagePoint) -> Option<Vec<Draft<'s>>> {
        let set = |measures: Measures| {
            let draft = |sheet| Draft::new(sheet, measures, self.ink_saver);
            let drafts: Vec<Draft> = sheets.iter().copied().map(draft).collect();
            drafts.iter().all(Draft::fits).then_some(drafts)
        };
        low_measures(size).into_iter().find_map(set)
    }

    fn drafts<'s>(&self, sheets: &'s [rule_text::Sheet]) -> Vec<SheetDrafts<'s>> {
        let tried = |sheet: &'s rule_text::Sheet| {
            let draft = |per_page| self.draft(sheet, per_page);
            let [four, two, one] = [PerPage::Four, PerPage::Two, PerPage::One].map(draft);
            let sizes = [(PerPage::Four, &four), (PerPage::Two, &two)];
            let held = sizes.into_iter().find(|(_, draft)| draft.fits());
            SheetDrafts { sheet, held: held.map_or(PerPage::One, |(size, _)| size), four, two, one }
        };
        sheets.iter().map(tried).collect()
    }

    /// A table with a row for each ship, with higher rows if that fills the page. `None` if
    /// a row is wider than the page.
    fn log(&self, fleet: &SideSheets, words: &Words) -> Option<Vec<Block>> {
        let SideSheets { name, sheets, out, form, tallies, lines } = fleet;
        let width = self.paper.area().width;
        let all: Vec<&rule_text::Sheet> = form.iter().collect();
        let mut head = self.plain_head(&words.tell(&message!("Record sheet")), name);
        head.stack(fleet_table::legend(sheets, &all, width, words));
        head.stack(fleet_table::of_side(tallies, lines, width));
        let out = fleet_table::out_piece(out, width, words);
        if sheets.is_empty() {
            let pieces: Vec<Piece> = out.into_iter().collect();
            return Some(self.flow(head, 1, |_| pieces.clone()));
        }
        let set = |least, air| fleet_table::piece(sheets, &all, words, [width, least, air]);
        let natural = set(0.0, 2.0)?;
        let below = out.as_ref().map_or(0.0, |out| out.height() + BETWEEN);
        let room = self.paper.area().height - head.height - natural.head.height - below;
        let share = (room / sheets.len().max(1) as f32 - 0.1).min(HIGHEST_ROW);
        // Rows that need more than their share leave less for the others.
        let fits = |piece: &Piece| piece.rows.iter().map(|row| row.height).sum::<f32>() <= room;
        let tighter = || [1.2, 0.6].into_iter().filter_map(|air| set(0.0, air)).find(fits);
        let piece = set(share, 2.0).filter(fits).or_else(tighter).unwrap_or(natural);
        let pieces: Vec<Piece> = std::iter::once(piece).chain(out).collect();
        Some(self.flow(head, 1, |_| pieces.clone()))
    }

    /// As many on a page as have room for every box of every ship.
    fn best(&self, sheets: Vec<SheetDrafts>) -> Vec<Block> {
        let held: Vec<PerPage> = sheets.iter().map(|sheet| sheet.held).collect();
        let mut pages = Vec::new();
        let mut left = sheets.into_iter();
        for alike in held.chunk_by(|one, next| is_huge(*one) == is_huge(*next)) {
            let these: Vec<SheetDrafts> = left.by_ref().take(alike.len()).collect();
            pages.extend(if is_huge(alike[0]) {
                self.one_by_one(these)
            } else {
                self.in_rows(these, alike)
            });
        }
        pages
    }

    /// Sheets in two rows on a page: a ship in a row, or two if each has room for every box
    /// in half a row. A single row on a page takes a ship from the row before, or becomes a
    /// third row below the last two.
    fn in_rows(&self, mut sheets: Vec<SheetDrafts>, held: &[PerPage]) -> Vec<Block> {
        let mut rows: Vec<usize> = Vec::new();
        let mut waits = false;
        for held in held {
            let small = *held == PerPage::Four;
            match rows.last_mut().filter(|_| waits && small) {
                Some(row) => *row = 2,
                None => rows.push(1),
            }
            waits = small && rows.last() == Some(&1);
        }
        if let (1, Some(pair)) = (rows.len() % 2, rows.iter().rposition(|row| *row == 2)) {
            rows[pair] = 1;
            rows.insert(pair, 1);
        }
        let last = sheets.len().saturating_sub(3);
        let odd = rows.len() % 2 == 1 && rows.len() > 1;
        let three = if odd { self.three(&sheets[last..]) } else { None };
        if three.is_some() {
            sheets.truncate(last);
            rows.truncate(rows.len() - 3);
        }
        let mut left = sheets.into_iter();
        let mut taken = |rows: &[usize]| -> Vec<SheetDrafts> {
            left.by_ref().take(rows.iter().sum()).collect()
        };
        let by_page: Vec<(&[usize], Vec<SheetDrafts>)> =
            rows.chunks(2).map(|rows| (rows, taken(rows))).collect();
        let set = |(rows, sheets): (&[usize], Vec<SheetDrafts>)| match rows {
            [one, other] => vec![self.page_of(sheets, [*one, *other])],
            _ => self.one_by_one(sheets),
        };
        let mut pages: Vec<Block> = by_page.into_iter().flat_map(set).collect();
        pages.extend(three);
        pages
    }

    /// A page of three sheets, one below the other; `None` if one needs more room.
    fn three(&self, sheets: &[SheetDrafts]) -> Option<Block> {
        let layout = Layout::thirds(self.paper);
        let texts: Vec<&rule_text::Sheet> = sheets.iter().map(|tried| tried.sheet).collect();
        let drafts = self.low(&texts, layout.size)?;
        let panels = drafts.into_iter().flat_map(|draft| draft.panels(false));
        self.distribute(panels.collect(), &layout, false).pop()
    }

    /// A page of two rows, with one or two sheets each.
    fn page_of(&self, mut sheets: Vec<SheetDrafts>, rows: [usize; 2]) -> Block {
        let lower = sheets.split_off(rows[0].min(sheets.len()));
        let mut placed = Vec::new();
        for (row, down) in [sheets, lower].into_iter().zip(0..) {
            let across = row.len();
            for (sheet, at) in row.into_iter().zip(0..) {
                let (size, draft) = if across == 1 && sheet.two.fits() {
                    (PerPage::Two, sheet.two)
                } else {
                    (PerPage::Four, sheet.four)
                };
                placed.push((draft, Layout::sheets(self.paper, size).place([at, down])));
            }
        }
        // Sheets on one page have the same kind of head.
        let roomy = placed.iter().all(|(draft, _)| draft.is_roomy());
        let mut page = Layout::row_cuts(self.paper, rows);
        for (draft, at) in placed {
            for panel in draft.panels(roomy) {
                page.place(panel, at);
            }
        }
        page.height = self.paper.area().bottom();
        page
    }

    /// A page for each sheet.
    fn one_by_one(&self, sheets: Vec<SheetDrafts>) -> Vec<Block> {
        let panels = sheets.into_iter().flat_map(|sheet| sheet.one.panels(true));
        self.distribute(panels.collect(), &Layout::sheets(self.paper, PerPage::One), false)
    }

    /// This many on a page.
    fn spread(&self, sheets: &[rule_text::Sheet], per_page: PerPage) -> Vec<Block> {
        let layout = Layout::sheets(self.paper, per_page);
        let drafts = sheets.iter().map(|sheet| self.draft(sheet, per_page));
        let drafts: Vec<Draft> = drafts.collect();
        // Sheets on one page have the same kind of head.
        let roomy = per_page == PerPage::One || drafts.iter().all(Draft::is_roomy);
        let panels = drafts.into_iter().flat_map(|draft| draft.panels(roomy));
        self.distribute(panels.collect(), &layout, false)
    }

    fn panels(&self, sheets: &[rule_text::Sheet], measures: &Measures) -> Vec<Block> {
        let draft = |sheet| Draft::new(sheet, *measures, self.ink_saver);
        sheets.iter().flat_map(|sheet| draft(sheet).panels(true)).collect()
    }

    /// The pages of cards to cut out, as many on a page as have room for every box.
    pub(super) fn cards(&self, sheets: &[Sheet], landscape: bool, words: &Words) -> Vec<Block> {
        // Chits next to a unit on the table show its condition.
        let plain = |sheet: &Sheet| {
            let facts = sheet.facts.iter().filter(|fact| !fact.is_condition()).cloned().collect();
            rule_text::Sheet::new(&Sheet { facts, ..sheet.clone() }, words)
        };
        let texts: Vec<rule_text::Sheet> = sheets.iter().map(plain).collect();
        let sizes = [
            landscape
                .then(|| Layout::landscape_cards(self.paper))
                .map(|low| (landscape_measures(low.size), low)),
            Some(Layout::cards(self.paper)).map(|nine| (card_measures(nine.size), nine)),
            Some(Layout::large_cards(self.paper)).map(|six| (card_measures(six.size), six)),
        ];
        let set = sizes.into_iter().flatten().find_map(|(measures, layout)| {
            let cards = self.panels(&texts, &measures);
            (cards.len() == texts.len()).then(|| self.distribute(cards, &layout, true))
        });
        let mut pages = set.unwrap_or_else(|| {
            let tried = self.drafts(&texts);
            let alike = tried.iter().all(|sheet| sheet.held == PerPage::Four);
            if alike { self.spread(&texts, PerPage::Four) } else { self.best(tried) }
        });
        if let Some(first) = pages.first_mut() {
            first.bookmark_first(1, &words.tell(&message!("Cards")));
        }
        pages
    }

    /// The pages of an army's battle cards, each repeated as often as it is in the deck.
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
        let mut pages = self.distribute(set.collect(), &layout, true);
        if let Some(first) = pages.first_mut() {
            first.bookmark_first(1, &words.tell(&message!("Battle cards · {army}", army)));
        }
        pages
    }

    /// Panels distributed over pages, with cut lines.
    fn distribute(&self, panels: Vec<Block>, layout: &Layout, around: bool) -> Vec<Block> {
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

fn is_huge(held: PerPage) -> bool {
    held == PerPage::One
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
                Style::new(Face::Regular, 13.0).scaled(0.94_f32.powi(step.into())),
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
