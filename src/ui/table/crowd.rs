//! Many units of a side at once: small cards that show all of it, a search, and
//! filters by what is still to be done and what was hit.

use egui::{Id, Sense, Ui, UiBuilder, vec2};

use crate::rules::{Card, Look, Side, Standing, Tone};
use crate::say::{Say, say};
use crate::ui::command::TableCommand;
use crate::ui::language::tell;
use crate::ui::paint;
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{choice, text_field};

use super::cards;
use super::state::Table;

/// As many units as this have small cards, whatever room there is.
pub(super) const CROWD: usize = 13;

/// Which units of a side are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum Show {
    #[default]
    All,
    ToDo,
    Hit,
    Special,
}

impl Show {
    const ALL: [Show; 4] = [Show::All, Show::ToDo, Show::Hit, Show::Special];

    fn takes(self, table: &Table, card: &Card) -> bool {
        match self {
            Show::All => true,
            Show::ToDo => is_to_act(table, card),
            Show::Hit => is_hit(card),
            Show::Special => card.marks.iter().any(|mark| mark.tone != Tone::Bad),
        }
    }

    fn word(self) -> Say {
        match self {
            Show::All => say!("All"),
            Show::ToDo => say!("To do"),
            Show::Hit => say!("Hit"),
            Show::Special => say!("Special"),
        }
    }
}

fn is_to_act(table: &Table, card: &Card) -> bool {
    match cards::standing(table, card) {
        Standing::Ready | Standing::Active => !card.todo.is_empty(),
        Standing::Done | Standing::Out(_) => false,
    }
}

/// Whether it has lost something, or is in danger.
fn is_hit(card: &Card) -> bool {
    let lost = card.gauges.iter().any(|gauge| match gauge.look {
        Look::Bar => gauge.value < gauge.full,
        Look::Flames | Look::Damage => gauge.value > 0,
        Look::Pips | Look::Number => false,
    });
    lost || card.marks.iter().any(|mark| mark.tone == Tone::Bad)
}

/// The search and the filters of a side. Returns the units that pass them.
pub(super) fn filtered_ui<'c>(
    ui: &mut Ui,
    table: &Table,
    (side, afloat): (Side, Vec<&'c Card>),
) -> Vec<&'c Card> {
    let id = Id::unique(("filter of the units", side));
    let (mut show, mut search): (Show, String) =
        ui.data(|data| data.get_temp(id)).unwrap_or_default();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        ui.spacing_mut().button_padding.x = 6.0;
        let count_of = |one: Show| afloat.iter().filter(|card| one.takes(table, card)).count();
        let chooses = Show::ALL[1..].iter().any(|one| count_of(*one) > 0);
        for one in Show::ALL.into_iter().filter(|_| chooses) {
            let count = count_of(one);
            let word = one.word();
            let text = say!("{word} {count}", word = &word, count);
            let name = say!("Units of side {side}: {word}", side, word);
            if (count > 0 || one == Show::All)
                && choice(ui, show == one, true, text, name).clicked()
            {
                show = one;
            }
        }
        let name = say!("Search the units of side {side}", side);
        let width = (ui.available_width() - 24.0).max(80.0);
        if let Some(new) = text_field(ui, &search, name, say!("Search"), width) {
            search = new;
        }
    });
    let wanted = search.to_lowercase();
    let passes = |card: &&Card| {
        let names = format!("{} {}", cards::name_of(card), tell(ui.ctx(), &card.kind));
        show.takes(table, card) && names.to_lowercase().contains(&wanted)
    };
    let shown = afloat.into_iter().filter(passes).collect();
    ui.data_mut(|data| data.insert_temp(id, (show, search)));
    shown
}

/// The least widths of small cards, and their heights, in points: the largest first.
const CELLS: [[f32; 2]; 3] = [[128.0, 74.0], [92.0, 62.0], [66.0, 50.0]];

/// Small cards, as many in a row as there is room for, and as large as leaves all in sight
/// at this height.
pub(super) fn crowd_ui(
    ui: &mut Ui,
    table: &Table,
    (units, height): (&[&Card], f32),
    commands: &mut Vec<TableCommand>,
) {
    const GAP: f32 = 4.0;
    let width = ui.available_width() - 6.0;
    let set = |[least, high]: [f32; 2]| {
        let fits = |columns: &usize| *columns as f32 * (least + GAP) - GAP <= width;
        let columns = (2..=units.len()).take_while(fits).last().unwrap_or(1);
        (columns, high, units.len().div_ceil(columns) as f32 * (high + GAP))
    };
    let fits = CELLS.map(set).into_iter().find(|(.., all)| *all <= height);
    let (columns, high, _) = fits.unwrap_or_else(|| set(CELLS[CELLS.len() - 1]));
    let size = vec2((width + GAP) / columns as f32 - GAP, high);
    ui.spacing_mut().item_spacing = vec2(GAP, GAP);
    for row in units.chunks(columns) {
        ui.horizontal(|ui| {
            for card in row {
                cell_ui(ui, table, (card, size), commands);
            }
        });
    }
}

/// A unit in brief: tag, state, drawing, and the bar of what counts most.
fn cell_ui(
    ui: &mut Ui,
    table: &Table,
    (card, size): (&Card, egui::Vec2),
    commands: &mut Vec<TableCommand>,
) {
    let colours = palette(ui.ctx());
    let done = matches!(cards::standing(table, card), Standing::Done | Standing::Out(_));
    let builder = UiBuilder::new().id_salt(("cell", card.tag)).sense(Sense::click());
    let shown = ui.scope_builder(builder, |ui| {
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        if !ui.is_rect_visible(rect) {
            return;
        }
        let fill = if done { colours.panel } else { colours.card };
        ui.painter().rect_filled(rect, 8.0, fill);
        let ink = if done { colours.quiet } else { colours.ink };
        let font = egui::FontId::new(16.0, theme::bold());
        let at = rect.left_top() + vec2(6.0, 3.0);
        ui.painter().text(at, egui::Align2::LEFT_TOP, card.tag, font.clone(), ink);
        let under = rect.left_top() + vec2(12.0, 32.0);
        let sign = egui::Rect::from_center_size(under, vec2(12.0, 12.0));
        if is_hit(card) {
            let at = sign.center() + vec2(if done { 14.0 } else { 0.0 }, 0.0);
            ui.painter().text(at, egui::Align2::CENTER_CENTER, "!", font, colours.bad);
        }
        if done {
            paint::tick(ui.painter(), sign, colours.quiet);
        }
        let figure = egui::Rect::from_min_max(
            rect.left_top() + vec2(34.0, 5.0),
            rect.right_bottom() - vec2(5.0, 10.0),
        );
        cards::figure_ui(ui, figure, card);
        if let Some(gauge) = card.gauges.iter().find(|gauge| gauge.look == Look::Bar) {
            let bar = egui::Rect::from_min_max(
                egui::pos2(rect.left() + 6.0, rect.bottom() - 7.0),
                egui::pos2(figure.right(), rect.bottom() - 3.0),
            );
            cards::fill_ui(ui, bar, (gauge.value as f32, gauge.full));
        }
    });
    cards::tappable(ui, table, card, &shown.response, commands);
}
