//! The battle cards in the hand of the acting side. A tap opens the order in which a card can
//! be used now.

use std::sync::Arc;

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{FontId, Galley, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2, vec2};
use serde_json::json;

use crate::message::{Message, message};
use crate::rules::schema::ADJUST;
use crate::rules::{HeldCard, Side, Subject, ValueType};
use crate::ui::command::TableCommand;
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{caption, focus_ring, named};

use super::state::{Opening, Table};

/// The least size of a card, in points: in a wide column it is wider, and all are as high as
/// the longest text needs.
const CARD: [f32; 2] = [140.0, 96.0];

/// The space between the edge of a card and its text, in points.
const EDGE: [f32; 2] = [8.0, 6.0];

/// The gap between cards, in points.
const GAP: f32 = 6.0;

impl Table {
    /// The side that this seat plays now.
    fn side_here(&self) -> Option<Side> {
        self.view.in_hand.or(self.view.seat.side())
    }

    /// The cards in the hand of that side.
    fn hand_here(&self) -> Vec<&HeldCard> {
        let side = self.side_here().map(|side| &self.view.sides[side.index()]);
        side.into_iter().flat_map(|side| &side.marks).flat_map(|mark| &mark.hand).collect()
    }

    /// Opens the order in which a card can be used now: by the unit that acts, or by its side.
    ///
    /// # Errors
    /// In words, if the order cannot be opened.
    pub(super) fn use_card(&mut self, card: &str) -> Result<(), Message> {
        let unit = self.actor().map(Subject::Unit);
        let side = self.side_here().map(Subject::Side);
        let subjects = unit.into_iter().chain(side).filter(|one| self.view.may_command(*one));
        for subject in subjects.collect::<Vec<_>>() {
            let offers = self.client.offers(subject, None);
            let open = offers.iter().filter(|offer| {
                let corrects = offer.spec.kind == ADJUST.kind;
                offer.refused.is_none() && offer.warnings.is_empty() && !corrects
            });
            let takes_it =
                open.flat_map(|offer| offer.fields.iter().map(move |field| (offer, field)));
            let found = takes_it.into_iter().find(|(_, field)| {
                let mut choices = field.choices.iter().filter(|one| one.refused.is_none());
                choices.any(|one| one.value == json!(card))
            });
            if let Some((offer, field)) = found {
                let many = field.spec.takes == ValueType::TEXTS;
                let value = if many { json!([card]) } else { json!(card) };
                let filled = [(field.spec.name.to_owned(), value)].into_iter().collect();
                return self.open_form(Opening { filled, ..Opening::of(subject, offer.spec.kind) });
            }
        }
        self.notice = Some(if unit.is_some() {
            message!("{card} cannot be used now.", card)
        } else {
            message!("To lay {card} behind a unit, tap the unit first.", card)
        });
        Ok(())
    }
}

/// Draws the cards beside each other, or in a row that scrolls.
pub(super) fn hand_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let cards = table.hand_here();
    if cards.is_empty() {
        return;
    }
    caption(ui, message!("In hand"));
    let share = (ui.available_width() + GAP) / cards.len() as f32 - GAP;
    let width = share.clamp(CARD[0], 1.4 * CARD[0]);
    let texts: Vec<_> = cards.iter().map(|card| laid_out(ui, card, width)).collect();
    let heights = texts.iter().map(|text| text.size().y + 2.0 * EDGE[1]);
    let size = vec2(width, heights.fold(CARD[1], f32::max));
    let mut row = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        for (card, text) in cards.iter().zip(&texts) {
            if card_ui(ui, card, text, size) {
                commands.push(TableCommand::UseCard(card.name.clone()));
            }
        }
    };
    if share < CARD[0] {
        let area = ScrollArea::horizontal().id_salt("cards of the hand");
        area.show(ui, |ui| ui.horizontal(row));
    } else {
        ui.horizontal(&mut row);
    }
}

/// The name and text of a card, in lines of this width.
fn laid_out(ui: &Ui, card: &HeldCard, width: f32) -> Arc<Galley> {
    let colours = palette(ui.ctx());
    let mut words = LayoutJob::default();
    let bold = FontId::new(16.0, theme::bold());
    words.append(&title_of(card), 0.0, TextFormat::simple(bold, colours.ink));
    if !card.text.is_empty() {
        let text = TextFormat::simple(FontId::proportional(14.0), colours.quiet);
        words.append(&format!("\n{}", card.text), 0.0, text);
    }
    words.wrap = TextWrapping::wrap_at_width(width - 2.0 * EDGE[0]);
    ui.painter().layout_job(words)
}

/// A card, or several that are alike. Returns whether it was tapped.
fn card_ui(ui: &mut Ui, card: &HeldCard, words: &Arc<Galley>, size: Vec2) -> bool {
    let colours = palette(ui.ctx());
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    if ui.is_rect_visible(rect) {
        let edge = Stroke::new(colours.stroke + 0.5, colours.clay);
        ui.painter().rect(rect, 8.0, colours.card, edge, StrokeKind::Inside);
        ui.painter().galley(rect.min + Vec2::from(EDGE), words.clone(), colours.ink);
        focus_ring(ui, &response);
    }
    let (title, text) = (title_of(card), &card.text);
    let name = if text.is_empty() {
        message!("Card: {title}", title)
    } else {
        message!("Card: {title}: {text}", title, text)
    };
    named(response, name).clicked()
}

/// The name of a card, with how many there are if they are several.
fn title_of(card: &HeldCard) -> String {
    match card.count {
        0 | 1 => card.name.clone(),
        many => format!("{} ×{many}", card.name),
    }
}
