//! A print job: what to print on which paper, and its pages.

use engine::analysis::{BattleReport, OddsTable};
use message::i18n::Words;
use message::{Message, clipped, message};
use rules::{BattleCard, Chart, Chit, Fact, Sheet, Track};

use super::battle_log::{self, Logged};
use super::block::{Block, LEAST_PT, Style, paragraph};
use super::chart::{chart_piece_at, is_narrow};
use super::chits::{self, chits_piece};
use super::flow::{BETWEEN, Flow, GUTTER, Piece};
use super::fonts::{Face, undrawn as undrawn_in};
use super::layout::{MARGIN, Paper, PerPage};
use super::ornament::meander;
use super::page::{Anchor, Page, Role};
use super::position::PrintedPosition;
use super::prose::{self, Stage};
use super::roster::{FleetRoster, TextWay};
use super::turn::TurnTrack;

/// A part of a print job.
#[derive(Clone, Debug, PartialEq)]
pub enum PrintPart {
    /// The current position of a battle.
    Position(Box<PrintedPosition>),
    /// A fleet's roster.
    Roster(FleetRoster),
    /// Record sheets.
    Sheets(Sheets),
    /// Cards to cut out.
    Cards(Vec<Sheet>),
    /// Cards of an army, in landscape format.
    UnitCards(Vec<Sheet>),
    /// A player aid to fold once: the sequence of a turn, and every table.
    Aid(TurnTrack, Vec<Chart>),
    /// Battle cards to cut out, for the army of this name.
    BattleCards(String, Vec<BattleCard>),
    /// Counters to cut out, for the fleet of this name.
    Chits(String, Vec<Chit>),
    /// Quick reference charts of a game.
    Charts(String, Vec<Chart>),
    /// Odds tables, with their subject.
    Odds(Message, Vec<OddsTable>),
    /// A turn track, with the sequence of a turn.
    Turns(TurnTrack),
    /// The report of a battle.
    Report(Box<BattleReport>),
    /// The whole log of a battle, with the name of its game.
    Log(String, Vec<Logged>),
}

/// The record sheets of a side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheets {
    /// The name of the side.
    pub name: String,
    pub sheets: Vec<Sheet>,
    /// The blank sheets of both sides. They decide the columns of a table, so that a figure
    /// is always printed in the same place, for either side.
    pub form: Vec<Sheet>,
    /// The totals of the side.
    pub tallies: Vec<Track>,
    /// The lines to write on for the side as a whole.
    pub lines: Vec<Fact>,
}

impl From<Vec<Sheet>> for Sheets {
    fn from(sheets: Vec<Sheet>) -> Sheets {
        let name = sheets.first().map(|sheet| sheet.fleet.clone()).unwrap_or_default();
        Sheets { name, sheets, ..Sheets::default() }
    }
}

impl PrintPart {
    fn is_odds(&self) -> bool {
        matches!(self, PrintPart::Odds(..))
    }
}

/// A print job.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PrintJob {
    /// The footer of every page: the fleet's or the battle's name.
    pub title: String,
    pub paper: Paper,
    /// The number of record sheets on a page.
    pub per_page: PerPage,
    /// Whether figures are outlines instead of filled, to save ink.
    pub ink_saver: bool,
    /// What to print, in order.
    pub parts: Vec<PrintPart>,
}

impl PrintJob {
    /// The numbered pages, in English.
    #[must_use]
    pub fn pages(&self) -> Vec<Page> {
        self.pages_in(&Words::ENGLISH)
    }

    /// The numbered pages, in another language.
    #[must_use]
    pub fn pages_in(&self, words: &Words) -> Vec<Page> {
        let sections = self.parts.chunk_by(|one, next| {
            next.is_odds() && (one.is_odds() || matches!(one, PrintPart::Charts(..)))
        });
        let set = |parts: &[PrintPart]| {
            let on = self.on_paper_of(parts);
            let blocks = on.section(parts, &self.parts, words);
            blocks.into_iter().map(|block| (on.paper, block)).collect::<Vec<_>>()
        };
        let blocks: Vec<(Paper, Block)> = sections.flat_map(set).collect();
        let count = blocks.len();
        let warning = self.page_warning(words);
        let numbered = blocks.into_iter().enumerate().map(|(at, (paper, mut block))| {
            let number = at + 1;
            let body = block.items.len();
            if let Some(warning) = &warning {
                PrintJob::warn(&mut block, paper, warning);
            }
            let foot = message!("page {number} of {count}", number, count);
            self.foot(&mut block, paper, &words.tell(&foot));
            let [width_mm, height_mm] = paper.size_mm();
            block.span(Role::Ornament, body);
            let Block { items, bookmarks, spans, .. } = block;
            Page { width_mm, height_mm, items, bookmarks, spans }
        });
        numbered.collect()
    }

    /// The job on the paper for these parts: a player aid is in landscape format.
    fn on_paper_of(&self, parts: &[PrintPart]) -> PrintJob {
        let lies = matches!(parts, [PrintPart::Aid(..)]);
        let paper = if lies { self.paper.landscape() } else { self.paper };
        PrintJob { title: self.title.clone(), paper, parts: Vec::new(), ..*self }
    }

    /// A player aid on both sides of one sheet, in columns on each side of its fold, as
    /// large as fits.
    fn aid(&self, track: &TurnTrack, charts: &[Chart], words: &Words) -> Vec<Block> {
        let title = words.tell(&message!("Player’s aid"));
        let style = Style::new(Face::Title, 15.0);
        let about = format!("{title} · {}", track.system);
        let width = self.paper.area().width;
        let mut head = paragraph(&about, width, style).being(Role::Heading(1));
        head.bookmark(1, &about);
        head.stack(Block::space(2.0));
        let set = |(columns, scale): (u8, f32)| {
            self.flow(head.clone(), columns, |width| {
                let turn = track.pieces(2, width, scale, words);
                let charts = charts.iter().map(|chart| chart_piece_at(chart, width, scale, words));
                turn.into_iter().chain(charts).collect()
            })
        };
        // Two wide columns, one on each side of the fold, break up fewer tables.
        let wide = [1.15, 1.05, 0.98, 0.92].map(|scale| (2, scale));
        let narrow = [1.0, 0.95, 0.9, 0.85, 0.8, 0.75].map(|scale| (4, scale));
        // If everything fits on one side, larger letters are not worth a second.
        let on_one = wide.into_iter().map(set).find(|pages| pages.len() == 1);
        let mut ways = on_one.into_iter().chain(wide.into_iter().chain(narrow).map(set));
        ways.find(|pages| pages.len() <= 2).unwrap_or_else(|| set((4, 0.7)))
    }

    /// The pages of a part, or of the odds of both sides in sequence. Odds start below the
    /// charts before them if that saves a page.
    fn section(&self, parts: &[PrintPart], all: &[PrintPart], words: &Words) -> Vec<Block> {
        match parts {
            // The page with the current position lists the units that are out of the
            // battle.
            [PrintPart::Sheets(sheets)]
                if all.iter().any(|part| matches!(part, PrintPart::Position(_))) =>
            {
                let mut sheets = sheets.clone();
                sheets.sheets.retain(|sheet| sheet.out.is_none());
                if sheets.sheets.is_empty() { Vec::new() } else { self.sheets(&sheets, words) }
            }
            // That page also has the condition of every unit, so the roster has only the fates of
            // lost units.
            [PrintPart::Roster(roster)]
                if all.iter().any(|part| matches!(part, PrintPart::Position(_))) =>
            {
                let mut roster = roster.clone();
                let ships = roster.ships.iter_mut().chain(&mut roster.beside);
                for ship in ships.filter(|ship| ship.out.is_none()) {
                    ship.facts.retain(|fact| !fact.is_condition());
                }
                self.roster(&roster, words)
            }
            [part] => self.part(part, words),
            [charts @ PrintPart::Charts(..), odds @ ..] => {
                let charts = self.part(charts, words);
                let below = self.odds_below(&charts, odds, words);
                let apart = [charts, self.odds(odds, words)].concat();
                if below.len() < apart.len() { below } else { apart }
            }
            parts => self.odds(parts, words),
        }
    }

    fn part(&self, part: &PrintPart, words: &Words) -> Vec<Block> {
        match part {
            PrintPart::Sheets(sheets) => self.sheets(sheets, words),
            PrintPart::Cards(sheets) => self.cards(sheets, false, words),
            PrintPart::UnitCards(sheets) => self.cards(sheets, true, words),
            PrintPart::Aid(track, charts) => self.aid(track, charts, words),
            PrintPart::BattleCards(army, cards) => self.battle_cards(army, cards, words),
            PrintPart::Roster(roster) => self.roster(roster, words),
            PrintPart::Position(position) => {
                let mut about = vec![position.system.clone(), words.tell(&position.reader)];
                about.retain(|part| !part.is_empty());
                let title = words.tell(&message!("Current position"));
                let mut head = self.plain_head(&title, &about.join(" · "));
                head.stack(position.opening(self.paper.area().width, words));
                let set = |scale| {
                    self.flow(head.clone(), 1, |width| position.pieces(width, scale, words))
                };
                fewest_pages(SCALES.into_iter().map(set))
            }
            PrintPart::Chits(army, chits) => {
                let about = if chits.iter().any(|chit| chit.hidden) {
                    message!(
                        "{name} · cut out, fold and glue. Chits with this name on the back lie face down.",
                        name = army
                    )
                } else {
                    message!("{name} · cut out, fold and glue.", name = army)
                };
                let head = self.plain_head(&words.tell(&message!("Chits")), &words.tell(&about));
                let set = |size| {
                    let piece = |width| vec![chits_piece(chits, army, width, size, words)];
                    self.flow(head.clone(), 1, piece)
                };
                fewest_pages(chits::SIZES.into_iter().map(set))
            }
            PrintPart::Charts(system, charts) => {
                let head = self.plain_head(&words.tell(&message!("Quick reference")), system);
                let set = |scale: f32| {
                    self.flow(head.clone(), 2, |width| {
                        let set = |chart| chart_piece_at(chart, width, scale, words);
                        charts.iter().map(set).collect()
                    })
                };
                fewest_pages(SCALES.into_iter().map(set))
            }
            PrintPart::Odds(..) => self.odds(std::slice::from_ref(part), words),
            PrintPart::Report(report) => self.report(report, words),
            PrintPart::Log(system, log) => {
                let head = self.plain_head(&words.tell(&message!("The log")), system);
                self.flow(head, 1, |width| vec![battle_log::piece(log, width, words)])
            }
            PrintPart::Turns(track) => self.turns(track, words),
        }
    }

    /// A roster: its ships and wide tables, then in two columns narrow tables, texts about
    /// the fleet and its battle, and a code. It shrinks slightly if that saves a page. Greek
    /// names are followed by Latin ones, unless that takes another page.
    fn roster(&self, roster: &FleetRoster, words: &Words) -> Vec<Block> {
        let in_latin = roster.with_latin_names();
        let rosters = in_latin.iter().chain([roster]);
        fewest_pages(rosters.flat_map(|roster| self.roster_ways(roster, words)))
    }

    /// The pages of a roster in each of its layouts.
    fn roster_ways<'r>(
        &'r self,
        roster: &'r FleetRoster,
        words: &'r Words,
    ) -> impl Iterator<Item = Vec<Block>> + 'r {
        let columns = roster.columns([1, 2].map(|columns| self.column(columns)), words);
        let (narrow, wide): (Vec<Chart>, Vec<Chart>) = roster
            .tables(words)
            .into_iter()
            .partition(|chart| is_narrow(chart, self.column(2), words));
        roster.ways(words).into_iter().map(move |way| {
            let TextWay { table, text_pt, figure, in_head, module } = way;
            let frieze = |width| roster.frieze(width, figure, self.ink_saver, words);
            let beside = roster.is_low(figure).filter(|_| !in_head);
            let (aside, under) = match beside {
                Some(wide) => (Some((frieze(wide), wide)), None),
                None if in_head => (roster.head_code(module, words), Some(frieze)),
                None => (None, Some(frieze)),
            };
            let below = Some(module).filter(|_| !in_head);
            let under = |width| under.map(|frieze| frieze(width)).unwrap_or_default();
            let head = self.head(&roster.name, &roster.subtitle(words), aside, under);
            let mut pages = self.flow(head, columns, |width| roster.ships(width, table, words));
            self.flow_on(&mut pages, 1, |width| roster.for_all(width, words));
            let set = |chart: &Chart, width| chart_piece_at(chart, width, table, words);
            if !wide.is_empty() {
                add_piece_space(&mut pages);
                self.flow_on(&mut pages, 1, |width| {
                    wide.iter().map(|chart| set(chart, width)).collect()
                });
            }
            add_piece_space(&mut pages);
            self.flow_on(&mut pages, 2, |width| {
                let tables = narrow.iter().map(|chart| set(chart, width));
                tables.chain(roster.notes(width, text_pt, below, words)).collect()
            });
            pages
        })
    }

    /// The turn track and the sequence of a turn.
    fn turns(&self, track: &TurnTrack, words: &Words) -> Vec<Block> {
        let mut head = self.plain_head(&words.tell(&track.title()), &track.system);
        head.stack(track.track(self.paper.area().width, words));
        head.stack(Block::space(8.0));
        let what = Style::new(Face::Title, 16.0);
        let over = words.tell(&track.steps_title());
        head.stack(paragraph(&over, self.paper.area().width, what).being(Role::Heading(2)));
        head.stack(Block::space(3.0));
        // As large as fits on one page.
        let set = |scale| self.flow(head.clone(), 2, |width| track.pieces(3, width, scale, words));
        let larger = [1.5, 1.4, 1.3, 1.2, 1.1].into_iter().map(set);
        larger.into_iter().find(|pages| pages.len() == 1).unwrap_or_else(|| set(1.0))
    }

    /// The head of a part: its title on one or more lines, its subject and the lines below,
    /// a code on the right, and a border.
    pub(super) fn head(
        &self,
        title: &str,
        about: &str,
        code: Option<(Block, f32)>,
        under: impl FnOnce(f32) -> Block,
    ) -> Block {
        let width = self.paper.area().width;
        let aside = code.as_ref().map_or(0.0, |(_, wide)| wide + 6.0);
        let beside = code.as_ref().map_or(0.0, |(code, _)| code.height);
        let mut words = Block::default();
        let fitted = |size: f32, line: &str| {
            Style::new(Face::Title, size).fitting(line, width - aside, 18.0)
        };
        let size = title.lines().fold(28.0, |size, line| fitted(size, line).size_pt);
        for line in title.lines() {
            words.stack(paragraph(line, width - aside, Style::new(Face::Title, size)));
        }
        words.span(Role::Heading(1), 0);
        words.stack(Block::space(0.8));
        words.stack(paragraph(about, width - aside, Style::new(Face::Italic, 11.0)));
        words.stack(under(width - aside));
        let mut block = Block::space(words.height.max(beside) + 2.5);
        let marked = if about.is_empty() {
            title.replace('\n', " ")
        } else {
            format!("{} · {about}", title.replace('\n', " "))
        };
        block.bookmark(1, &marked);
        let down = block.height - 2.5 - words.height;
        block.place(words, [0.0, down]);
        if let Some((code, _)) = code {
            block.place(code, [width - aside + 6.0, 0.0]);
        }
        block.stack(meander(width));
        block.stack(Block::space(5.0));
        block
    }

    pub(super) fn plain_head(&self, title: &str, about: &str) -> Block {
        self.head(title, about, None, |_| Block::default())
    }

    /// The pages of a battle report.
    fn report(&self, report: &BattleReport, words: &Words) -> Vec<Block> {
        let area = self.paper.area();
        let about =
            words.tell(&message!("Battle report · {system}", system = report.system.name()));
        // Two long names get a line each.
        let large = Style::new(Face::Title, 28.0);
        let name = words.capital(&report.title);
        let title = if large.width(&name) > area.width {
            let [a, b] = report.forces.each_ref().map(|force| force.name.as_str());
            words.tell(&message!("{a}\nagainst {b}", a, b))
        } else {
            name
        };
        let head = self.plain_head(&title, &about);
        let set = |scale| {
            let mut pages = self.flow(head.clone(), 1, |_| Vec::new());
            for Stage { heading, columns, pieces } in
                prose::stages(report, area.width, self.ink_saver, scale, words)
            {
                match heading.filter(|_| !pieces.is_empty()) {
                    Some(mut heading) => {
                        heading.height += pieces.first().map_or(0.0, |first| first.above);
                        self.put_heading(&mut pages, heading);
                    }
                    None if columns > 1 => add_piece_space(&mut pages),
                    None => {}
                }
                self.flow_on(&mut pages, columns, |_| pieces.clone());
            }
            pages
        };
        // The largest scale that takes the fewest pages.
        fewest_pages([1.0, 0.94, 0.88, 0.82].into_iter().map(set))
    }

    /// A head on the first page, with pieces below it in columns.
    pub(super) fn flow(
        &self,
        head: Block,
        columns: u8,
        pieces: impl Fn(f32) -> Vec<Piece>,
    ) -> Vec<Block> {
        let area = self.paper.area();
        let mut page = Block { height: area.top + head.height, ..Block::default() };
        page.place(head, [area.left, area.top]);
        let mut pages = vec![page];
        self.flow_on(&mut pages, columns, pieces);
        pages
    }

    /// The width of each of this many columns.
    pub(super) fn column(&self, columns: u8) -> f32 {
        (self.paper.area().width + GUTTER) / f32::from(columns) - GUTTER
    }

    /// Pieces in columns below the content of the last page, and on as many further pages
    /// as needed.
    pub(super) fn flow_on(
        &self,
        pages: &mut Vec<Block>,
        columns: u8,
        pieces: impl Fn(f32) -> Vec<Piece>,
    ) {
        let area = self.paper.area();
        let width = self.column(columns);
        let pieces = pieces(width);
        if pieces.is_empty() {
            return;
        }
        let mut page = pages.pop().unwrap_or_else(|| Block::space(area.top));
        let first_height = area.bottom() - page.height;
        let flow = Flow { columns, width, gutter: GUTTER, first_height, height: area.height };
        for poured in flow.pages(&pieces) {
            let top = page.height;
            page.height += poured.height;
            page.place(poured, [area.left, top]);
            pages.push(std::mem::replace(&mut page, Block::space(area.top)));
        }
    }

    /// Adds a heading below the content of the last page, or on a new page if there would
    /// be too little room below it.
    pub(super) fn put_heading(&self, pages: &mut Vec<Block>, heading: Block) {
        let area = self.paper.area();
        let deep = BETWEEN + heading.height + BELOW_HEADING;
        let fits = pages.last().is_some_and(|last| last.height + deep <= area.bottom());
        match pages.last_mut().filter(|_| fits) {
            Some(last) => {
                let top = last.height + BETWEEN;
                last.height = top + heading.height;
                last.place(heading, [area.left, top]);
            }
            None => pages.extend(self.flow(heading, 1, |_| Vec::new())),
        }
    }

    /// The footer: the title and the page number.
    fn foot(&self, block: &mut Block, paper: Paper, pages: &str) {
        let [width, height] = paper.size_mm();
        let style = Style::new(Face::Italic, 8.0).soft();
        let y = height - MARGIN + 1.0;
        let wide = block.text([width - MARGIN, y], Anchor::End, style, pages);
        let room = width - 2.0 * MARGIN - wide - 8.0;
        block.text([MARGIN, y], Anchor::Start, style, &style.cut(&self.title, room));
    }

    /// A warning above the footer.
    fn warn(block: &mut Block, paper: Paper, warning: &str) {
        let [width, height] = paper.size_mm();
        let style = Style::new(Face::Bold, LEAST_PT);
        let text = style.cut(warning, width - 2.0 * MARGIN);
        let baseline = height - MARGIN - 2.0;
        block.end_cuts(baseline - style.rise() - 0.2);
        block.text([MARGIN, baseline], Anchor::Start, style, &text);
    }

    /// The warning for the pages, with as many names as fit on a line.
    fn page_warning(&self, words: &Words) -> Option<String> {
        let undrawn = self.undrawn();
        let least = Style::new(Face::Bold, LEAST_PT);
        let [width, _] = self.paper.size_mm();
        let text = |most| undrawn_text(&undrawn, most).map(|warning| words.tell(&warning));
        let mut lines = (1..=NAMED).rev().filter_map(text);
        lines.find(|line| least.width(line) <= width - 2.0 * MARGIN).or_else(|| text(1))
    }

    /// The warning about names that the fonts cannot print, for every page and for the
    /// print dialog.
    #[must_use]
    pub fn warning(&self) -> Option<Message> {
        let text = undrawn_text(&self.undrawn(), NAMED)?;
        Some(message!("{text} Write such names in Latin or Greek letters.", text))
    }

    /// The names that the fonts cannot print, each once.
    fn undrawn(&self) -> Vec<String> {
        let mut undrawn: Vec<String> = Vec::new();
        let names = std::iter::once(self.title.clone()).chain(self.parts.iter().flat_map(names));
        for name in names.filter(|name| !undrawn_in(name).is_empty()) {
            if !undrawn.contains(&name) {
                undrawn.push(name);
            }
        }
        undrawn
    }
}

/// The least height below a heading in the middle of a page, in millimetres.
const BELOW_HEADING: f32 = 40.0;

/// Adds the space between two pieces below the content of the last page.
fn add_piece_space(pages: &mut [Block]) {
    if let Some(last) = pages.last_mut() {
        last.height += BETWEEN;
    }
}

/// The scales at which a part is tried. Below the third, letters have their least size, and
/// only titles and the space between tables shrink.
pub(super) const SCALES: [f32; 4] = [1.0, 0.95, 0.89, 0.8];

/// The first layout that takes the fewest pages.
pub(super) fn fewest_pages(mut ways: impl Iterator<Item = Vec<Block>>) -> Vec<Block> {
    let mut fewest = ways.next().unwrap_or_default();
    for pages in ways {
        if fewest.len() < 2 {
            break;
        }
        if pages.len() < fewest.len() {
            fewest = pages;
        }
    }
    fewest
}

/// The names and notes in a part that players wrote: fleets, ships, captains, cards.
fn names(part: &PrintPart) -> Vec<String> {
    let of_sheets = |sheets: &[Sheet]| {
        let of_sheet = |sheet: &Sheet| {
            let facts = sheet.facts.iter().map(|fact| fact.text.to_string());
            [sheet.name.clone(), sheet.fleet.clone(), sheet.kind.to_string()]
                .into_iter()
                .chain(facts)
                .collect::<Vec<_>>()
        };
        sheets.iter().flat_map(of_sheet).collect::<Vec<_>>()
    };
    match part {
        PrintPart::Roster(roster) => {
            let mut names = vec![roster.name.clone(), roster.people.clone()];
            names.extend(of_sheets(&roster.ships));
            names.extend(roster.notes.lines().map(str::to_owned));
            names.extend(roster.briefing.texts().map(|(_, text)| text.to_owned()));
            names
        }
        PrintPart::Sheets(Sheets { sheets, .. })
        | PrintPart::Cards(sheets)
        | PrintPart::UnitCards(sheets) => of_sheets(sheets),
        PrintPart::BattleCards(army, cards) => {
            let of_card = |card: &BattleCard| [card.name.clone(), card.text.clone()];
            std::iter::once(army.clone()).chain(cards.iter().flat_map(of_card)).collect()
        }
        PrintPart::Chits(army, _) => vec![army.clone()],
        PrintPart::Report(report) => {
            let members = report.forces.iter().flat_map(|force| &force.members);
            members.map(|member| member.name.clone()).collect()
        }
        PrintPart::Position(position) => {
            let units = position.sides.iter().flat_map(|side| &side.units);
            units.map(|unit| unit.name.clone()).collect()
        }
        PrintPart::Log(_, log) => log.iter().map(|logged| logged.text.to_string()).collect(),
        PrintPart::Charts(..) | PrintPart::Odds(..) | PrintPart::Turns(_) | PrintPart::Aid(..) => {
            Vec::new()
        }
    }
}

/// The most names that a warning lists.
const NAMED: usize = 3;

/// A sentence that lists names that the fonts cannot print, at most this many, and the
/// letters that become question marks.
fn undrawn_text(names: &[String], most: usize) -> Option<Message> {
    let more = names.len().checked_sub(1)?.saturating_sub(most - 1);
    let mut letters: Vec<char> = names.iter().flat_map(|name| undrawn_in(name)).collect();
    letters.sort_unstable();
    letters.dedup();
    let more_letters = letters.len() > NAMED;
    let letters = letters.into_iter().take(NAMED).map(|c| format!("{c} U+{:04X}", u32::from(c)));
    let mut letters = letters.collect::<Vec<_>>().join(", ");
    if more_letters {
        letters.push('…');
    }
    let quoted = names.iter().take(most).map(|name| message!("“{name}”", name = clipped(name)));
    let names = Message::list(quoted);
    let names = match more {
        0 => names,
        more => message!(more => "{names} and {n} more name" | "{names} and {n} more names", names),
    };
    Some(message!(
        "{names}: “?” replaces letters that no font here can draw: {letters}.",
        names,
        letters
    ))
}
