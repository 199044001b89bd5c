//! The fitting of a record sheet into panels, on every grid of boxes. Heights are computed
//! first; only the final layout is drawn.

use std::cell::OnceCell;

use super::block::Block;
use super::measures::{Grid, Measures};
use super::rule_text::Sheet;
use super::sheet::{blanks, blanks_height, fact_rows, header, line_height};
use super::tracks::{Measured, Setting, TrackRow, by_last_lines, ledger_rows, tick_rows};

/// The fewest lines for writing on a roomy sheet.
const ROOMY_LINES: f32 = 3.0;

/// A sheet with the measures of its panels.
pub(super) struct Draft<'s> {
    sheet: &'s Sheet,
    measures: Measures,
    outlined: bool,
    body: OnceCell<Body<'s>>,
    /// The layout with a larger head; `None` if it leaves too little room.
    roomy: OnceCell<Option<Plan<'s>>>,
    /// The layout with a normal head.
    plain: OnceCell<Option<Plan<'s>>>,
}

impl<'s> Draft<'s> {
    pub(super) fn new(sheet: &'s Sheet, measures: Measures, outlined: bool) -> Draft<'s> {
        let (body, roomy, plain) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Draft { sheet, measures, outlined, body, roomy, plain }
    }

    /// Whether the sheet has enough free space for a larger head.
    pub(super) fn is_roomy(&self) -> bool {
        self.roomy.get_or_init(|| self.planned_roomy()).is_some()
    }

    /// Whether the sheet needs one panel only.
    pub(super) fn fits(&self) -> bool {
        let plain = || self.plain.get_or_init(|| self.planned()).as_ref();
        self.is_roomy() || plain().is_some_and(|plan| plan.dealt.turns.is_empty())
    }

    /// The panels of the sheet: one, or more if one cannot hold all its boxes. It has a
    /// larger head if there is room and `may_be_roomy`.
    pub(super) fn panels(self, may_be_roomy: bool) -> Vec<Block> {
        let plan = if may_be_roomy && self.is_roomy() {
            self.roomy.into_inner().flatten()
        } else {
            self.plain.get_or_init(|| self.planned());
            self.plain.into_inner().flatten()
        };
        let set = |(plan, body): (Plan, Body)| plan.set(body);
        plan.zip(self.body.into_inner()).map(set).unwrap_or_default()
    }

    /// The part that both heads share: they do not change the texts below them.
    fn body(&self) -> &Body<'s> {
        self.body.get_or_init(|| Body::of(self.sheet, &self.measures))
    }

    /// The layout on the grid with the widest spacing on which one panel holds everything,
    /// with room to write.
    fn planned_roomy(&self) -> Option<Plan<'s>> {
        let measures = self.measures.roomy()?;
        let lines = measures.height - ROOMY_LINES * line_height(&measures);
        let heads = Heads::of(self.sheet, measures, self.outlined);
        let grids = by_last_lines(measures.grids, &self.sheet.tracks, &measures);
        let mut dealt = grids.into_iter().map(|grid| heads.dealt(self.body(), grid));
        let dealt = dealt.find(|dealt| dealt.turns.is_empty() && dealt.height <= lines)?;
        Some(Plan { heads, dealt })
    }

    /// The layout on the grid with the widest spacing among those that need the fewest
    /// panels.
    fn planned(&self) -> Option<Plan<'s>> {
        let heads = Heads::of(self.sheet, self.measures, self.outlined);
        let mut fewest: Option<Dealt> = None;
        for grid in by_last_lines(self.measures.grids, &self.sheet.tracks, &self.measures) {
            let dealt = heads.dealt(self.body(), grid);
            let alone = dealt.turns.is_empty();
            if fewest.as_ref().is_none_or(|fewest| dealt.turns.len() < fewest.turns.len()) {
                fewest = Some(dealt);
            }
            if alone {
                break;
            }
        }
        Some(Plan { heads, dealt: fewest? })
    }
}

/// A layout of a sheet on one grid.
struct Plan<'s> {
    heads: Heads<'s>,
    dealt: Dealt<'s>,
}

impl Plan<'_> {
    fn set(self, body: Body) -> Vec<Block> {
        let Plan { heads, dealt } = self;
        let setting = Setting::new(&heads.measures, dealt.grid);
        let track_rows = dealt.track_rows.into_iter().flat_map(|row| setting.set(row));
        let above = body.above.into_iter().flatten();
        let mut rows = above.chain(track_rows).chain(body.below.into_iter().flatten());
        let mut turns = dealt.turns.into_iter().peekable();
        let mut panels = Vec::new();
        let mut panel = heads.first;
        for at in 0.. {
            let row = rows.next();
            while turns.next_if_eq(&at).is_some() {
                let further = heads.further.get().cloned().unwrap_or_default();
                panels.push(std::mem::replace(&mut panel, further));
            }
            let Some(row) = row else { break };
            panel.stack(row);
        }
        blanks(&mut panel, heads.sheet, &heads.measures);
        panels.push(panel);
        panels
    }
}

/// The part of a sheet below its head, independent of the head and the grid.
struct Body<'s> {
    above: Vec<Vec<Block>>,
    tracks: Vec<Measured<'s>>,
    below: Vec<Vec<Block>>,
    /// The least height of the lines for writing.
    blanks: f32,
}

impl<'s> Body<'s> {
    fn of(sheet: &'s Sheet, m: &Measures) -> Body<'s> {
        let mut above = fact_rows(sheet, m);
        if let Some(last) = above.last_mut().and_then(|row| row.last_mut()) {
            last.height += m.gap * 0.35;
        }
        let mut below = vec![tick_rows(&sheet.ticks, m)];
        below.extend(sheet.ledger.as_ref().map(|ledger| ledger_rows(ledger, m)));
        let tracks = Measured::all(&sheet.tracks, m);
        Body { above, tracks, below, blanks: blanks_height(sheet, m) }
    }
}

/// The head of a sheet, and the head of a panel in which the sheet continues.
struct Heads<'s> {
    sheet: &'s Sheet,
    measures: Measures,
    outlined: bool,
    first: Block,
    further: OnceCell<Block>,
}

/// The boxes of a sheet on a grid, and the distribution of its rows over panels.
struct Dealt<'s> {
    grid: &'static Grid,
    track_rows: Vec<TrackRow<'s>>,
    /// The rows before which another panel begins. The index after the last row is that of
    /// the lines for writing.
    turns: Vec<usize>,
    /// The filled height of the last panel.
    height: f32,
}

impl Heads<'_> {
    fn of(sheet: &Sheet, measures: Measures, outlined: bool) -> Heads<'_> {
        let first = header(sheet, &measures, outlined, false);
        Heads { sheet, measures, outlined, first, further: OnceCell::new() }
    }

    /// Facts and boxes one below the other in as many panels as they need, with room for a
    /// line for writing in the last. Rows that belong together are only separated if they
    /// are higher than half a panel.
    fn dealt<'s>(&self, body: &Body<'s>, grid: &'static Grid) -> Dealt<'s> {
        let track_rows = Setting::new(&self.measures, grid).track_rows(&body.tracks);
        let most = self.measures.height;
        let mut turns = Vec::new();
        let mut height = self.first.height;
        let mut turn = |at: usize| {
            turns.push(at);
            let further = || header(self.sheet, &self.measures, self.outlined, true);
            self.further.get_or_init(further).height
        };
        let heights = |rows: &Vec<Block>| rows.iter().map(|row| row.height).collect();
        let above = body.above.iter().map(heights);
        let below = body.below.iter().map(heights);
        let middle = track_rows.iter().map(|row| row.heights.clone());
        let mut at = 0;
        for rows in above.chain(middle).chain(below) {
            let rows: Vec<f32> = rows;
            let whole: f32 = rows.iter().sum();
            if whole < most / 2.0 && height + whole > most {
                height = turn(at);
            }
            for row in rows {
                if height + row > most {
                    height = turn(at);
                }
                height += row;
                at += 1;
            }
        }
        if height + body.blanks > most {
            height = turn(at);
        }
        Dealt { grid, track_rows, turns, height }
    }
}
