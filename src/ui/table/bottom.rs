//! The bottom of the table: the dock, which does not move, and above it the odds or a question
//! about the current order. After a change, taps are ignored for a moment, so that a double tap
//! does nothing twice.

use std::hash::{DefaultHasher, Hash, Hasher};

use egui::scroll_area::ScrollBarVisibility::AlwaysHidden;
use egui::{Frame, Id, Key, Margin, Modifiers, Panel, ScrollArea, Ui};

use crate::message::message;
use crate::session::Verdict;
use crate::ui::announcer::{Topic, announce, ended};
use crate::ui::command::{DiceCommand, TableCommand};
use crate::ui::dice;
use crate::ui::dice_pad::DicePad;
use crate::ui::language::{capital, rich};
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{announced_ui, aside, caption, is_low};

use super::order_form::Form;
use super::state::{Doing, Hand, Ordering, Table};
use super::{dock, lesson, numbers, pending};

/// The time for which the dock ignores taps after it has changed, in seconds.
const GUARD: f64 = 0.4;

/// The largest share of the remaining height for the odds or the dice pad.
const MOST: f32 = 0.55;

/// Draws the dock and the part above it at the bottom of the remaining space.
pub(super) fn zone_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let Doing::Ordering(ordering) = &table.doing else { return };
    let guarded = guard(ui, table, ordering);
    let key = key(table, ordering);
    let mut wanted = Vec::new();
    dock::dock_ui(ui, table, ordering, &mut wanted);
    if has_more(ordering) || table.is_lesson_visible() {
        // Beside the order there is nothing else to leave room for.
        let share = if is_low(ui.ctx()) { 1.0 } else { MOST };
        let most = (ui.available_height() * share - 8.0).max(0.0);
        fitted(ui, "about", key, most, |ui| about_ui(ui, table, ordering, &mut wanted));
    }
    if !guarded {
        commands.extend(wanted);
    }
}

/// A panel at the bottom that is as high as its contents, which scroll if there is no
/// room for them. With another key they are scrolled to the top.
pub(super) fn fitted(
    ui: &mut Ui,
    name: &'static str,
    key: u64,
    most: f32,
    add: impl FnOnce(&mut Ui),
) {
    const MARGIN: Margin = Margin { left: 0, right: 0, top: 6, bottom: 2 };
    let known_as = Id::unique(("height", name));
    let before: Option<f32> = ui.data(|data| data.get_temp(known_as));
    let height = before.unwrap_or(64.0).min(most) + MARGIN.sum().y;
    let panel = Panel::bottom(name).exact_size(height).resizable(false);
    let panel = panel.frame(Frame::new().inner_margin(MARGIN)).show_separator_line(false);
    let shown = panel.show(ui, |ui| {
        let area = ScrollArea::vertical().id_salt((name, key)).min_scrolled_height(0.0);
        let area = area.auto_shrink([false, false]);
        // The scroll bar must not come and go while the height is being found.
        let scrolls = before.is_some_and(|before| before > most);
        let area = if scrolls { area } else { area.scroll_bar_visibility(AlwaysHidden) };
        area.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 6.0;
            add(ui);
        })
    });
    // It is drawn again before it is shown at another height.
    let height = shown.inner.content_size.y;
    if before.is_none_or(|before| (before - height).abs() > 0.5) {
        ui.data_mut(|data| data.insert_temp(known_as, height));
        ui.ctx().request_discard("the zone has another height");
    }
}

/// A number that changes with the content of the dock.
fn key(table: &Table, ordering: &Ordering) -> u64 {
    let mut hasher = DefaultHasher::new();
    table.view.at.hash(&mut hasher);
    match &ordering.hand {
        Hand::Nothing => {
            let next = &table.turn.next;
            (0, ordering.actor, next.unit).hash(&mut hasher);
        }
        Hand::Order(form) => {
            (1, form.subject, form.offer().spec.kind).hash(&mut hasher);
        }
        Hand::Declared(pad) => (2, pad.is_some()).hash(&mut hasher),
        Hand::Result(index) => (3, index).hash(&mut hasher),
        Hand::Asking(_) => 4.hash(&mut hasher),
        Hand::Group(_) => 5.hash(&mut hasher),
    }
    hasher.finish()
}

/// Notes what the dock shows. If that has just changed, the controls lose the keyboard,
/// so that Enter means what comes next. Returns whether it has changed.
fn guard(ui: &Ui, table: &Table, ordering: &Ordering) -> bool {
    let (id, key) = (Id::unique("zone"), key(table, ordering));
    let now = ui.input(|input| input.time);
    match ui.data(|data| data.get_temp::<(u64, f64)>(id)) {
        Some((known, since)) if known == key => now - since < GUARD,
        known => {
            let since = if known.is_some() { now } else { f64::MIN };
            ui.data_mut(|data| data.insert_temp(id, (key, since)));
            if !ui.ctx().text_edit_focused() {
                ui.memory_mut(|memory| {
                    if let Some(focused) = memory.focused() {
                        memory.surrender_focus(focused);
                    }
                });
            }
            known.is_some()
        }
    }
}

/// Whether there is content above the dock.
fn has_more(ordering: &Ordering) -> bool {
    match &ordering.hand {
        Hand::Nothing | Hand::Result(_) => false,
        Hand::Group(group) => group.dice().is_some(),
        Hand::Order(form) => form.dice().is_some(),
        Hand::Declared(_) | Hand::Asking(_) => true,
    }
}

/// The odds, the dice pad, or a question.
fn about_ui(ui: &mut Ui, table: &Table, ordering: &Ordering, commands: &mut Vec<TableCommand>) {
    match &ordering.hand {
        Hand::Nothing | Hand::Result(_) => lesson::lesson_ui(ui, table, commands),
        Hand::Group(group) => {
            if let Some(pad) = group.dice() {
                asked_ui(ui, &pad);
            }
        }
        Hand::Order(form) => {
            let pad = form.dice();
            let begun = pad.as_ref().is_some_and(|pad| pad.has_begun());
            if !begun {
                odds_ui(ui, table, form);
            }
            if let Some(pad) = pad.filter(|pad| dock::players_roll(table, ordering, pad)) {
                asked_ui(ui, &pad);
            }
        }
        Hand::Declared(Some(pad)) => asked_ui(ui, pad),
        Hand::Declared(None) => pending::declared_ui(ui, table, commands),
        Hand::Asking(asking) => {
            let title = message!("Before you continue:");
            caption(ui, &title);
            let asked = std::iter::once(title).chain(asking.about.iter().cloned());
            let asked = asked.map(|line| ended(&capital(ui.ctx(), &line))).collect::<Vec<_>>();
            announce(ui.ctx(), Topic::Asked, asked.join(" "));
            for line in &asking.about {
                let line = rich(ui, capital(ui.ctx(), line));
                ui.label(line.color(palette(ui.ctx()).ink));
            }
        }
    }
}

/// The odds of the open order, or the reason against it.
pub(super) fn odds_ui(ui: &mut Ui, table: &Table, form: &Form) {
    if !verdict_ui(ui, form) {
        return;
    }
    if let Some(notice) = &table.notice {
        aside(ui, notice);
    }
    if let Some(why) = form.hidden() {
        aside(ui, why);
        still_open_ui(ui, form);
        return;
    }
    if form.draws_cards() {
        return;
    }
    if form.guessed().next().is_none() {
        match (form.forecast(), form.first_roll()) {
            (Some(forecast), _) => numbers::odds_bar_ui(ui, forecast),
            (None, Some(_)) => {}
            (None, None) => {
                announce(ui.ctx(), Topic::Odds, message!("No dice needed."));
                aside(ui, message!("No dice needed."));
            }
        }
        return;
    }
    still_open_ui(ui, form);
}

/// The questions that only the players can answer and have not.
fn still_open_ui(ui: &mut Ui, form: &Form) {
    if form.guessed().next().is_some() {
        let words = message!("Still to answer: {open}.", open = form.still_open());
        announced_ui(ui, Topic::Odds, words, palette(ui.ctx()).ink);
    }
}

/// Shows what prevents the order from being given. Returns whether nothing
/// does.
pub(super) fn verdict_ui(ui: &mut Ui, form: &Form) -> bool {
    let colours = palette(ui.ctx());
    if let Some(why) = &form.unfit {
        announced_ui(ui, Topic::Odds, message!("No longer possible: {why}", why), colours.bad);
        return false;
    }
    match form.verdict() {
        Verdict::Unfinished(question) => {
            announced_ui(ui, Topic::Odds, message!("Choose: {question}.", question), colours.quiet);
            false
        }
        Verdict::Refused(refusal) => {
            let why = message!("Not allowed: {why}.", why = &refusal.why);
            announced_ui(ui, Topic::Odds, why, colours.bad);
            aside(ui, &refusal.rule);
            false
        }
        Verdict::Throws(_) | Verdict::Asks { .. } | Verdict::Certain => true,
    }
}

/// The roll that the players enter.
fn asked_ui(ui: &mut Ui, pad: &DicePad) {
    announce(ui.ctx(), Topic::Asked, dice::asked_for(pad));
    let asked = rich(ui, dice::asked_for(pad)).family(theme::bold()).size(17.0);
    ui.add(egui::Label::new(asked.color(palette(ui.ctx()).ink)).wrap());
    if pad.whole {
        aside(ui, dice::prompt(pad));
    }
}

/// The keys of the dock, which work at any time.
pub(super) fn keys_ui(ui: &Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let Doing::Ordering(ordering) = &table.doing else { return };
    let pad = dock::dice_of(ordering);
    // Esc closes the pad with the entered dice, or else the order.
    let begun = pad.as_ref().is_some_and(|pad| pad.has_begun());
    let leaves = matches!(ordering.hand, Hand::Order(_) | Hand::Asking(_) | Hand::Group(_));
    let escape = |ui: &Ui| ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    if (begun || leaves) && escape(ui) {
        let dice = TableCommand::Dice(DiceCommand::Cancel);
        commands.push(if begun { dice } else { TableCommand::Close });
    }
    let Some(pad) = pad.filter(|pad| dock::players_roll(table, ordering, pad)) else { return };
    let mut dice = Vec::new();
    dice::pad_keys(ui, &pad, &mut dice);
    commands.extend(dice.into_iter().map(TableCommand::Dice));
}
