//! The bottom of the table, which does not move: what comes next, the roll, the
//! dice pad and the result all appear in one zone near the thumb. When one
//! replaces another, it ignores taps for a moment, so that a double tap does
//! nothing twice.

use std::hash::{DefaultHasher, Hash, Hasher};

use egui::scroll_area::ScrollBarVisibility::AlwaysHidden;
use egui::{Frame, Id, Key, Margin, Modifiers, Panel, Role, ScrollArea, Ui};

use crate::referee::Verdict;
use crate::rules::{NextStep, Part, Subject};
use crate::say::{Say, say};
use crate::systems::part_of;
use crate::ui::command::{DiceCommand, TableCommand};
use crate::ui::dice;
use crate::ui::dice_pad::DicePad;
use crate::ui::language::{capital, rich};
use crate::ui::theme::{self, palette};
use crate::ui::voice::{Topic, announce, ended};
use crate::ui::widgets::{
    aside, caption, enter_pressed, is_low, landmark, main_button, named, quiet_row, said_ui,
    second_button, signed_button,
};
use crate::ui::word;

use super::hand::Form;
use super::state::{Asking, Doing, Hand, Meant, Ordering, Table};
use super::turn::{Ending, Plan, as_before};
use super::{declared, lesson, numbers};

/// How long the zone ignores taps after it has changed, in seconds.
const GUARD: f64 = 0.4;

/// The most of the remaining height that the odds or the dice pad may take.
const MOST: f32 = 0.55;

/// Draws the zone at the bottom of the remaining space: the row of buttons, which
/// keeps its place, and above it what they are about.
pub(super) fn zone_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let Doing::Ordering(ordering) = &table.doing else { return };
    let guarded = guard(ui, table, ordering);
    let key = key(table, ordering);
    let mut wanted = Vec::new();
    // Beside the order there is nothing else to leave room for.
    let share = if is_low(ui.ctx()) { 1.0 } else { MOST };
    let most = ui.available_height() * share - 8.0;
    fitted(ui, ("foot", key), most, |ui| {
        landmark(ui, Role::Region, say!("What comes next"));
        foot_ui(ui, table, ordering, &mut wanted);
    });
    if has_more(ordering) || table.lesson_stands() {
        let most = ui.available_height() * share - 8.0;
        fitted(ui, ("about", key), most, |ui| about_ui(ui, table, ordering, &mut wanted));
    }
    if !guarded {
        commands.extend(wanted);
    }
}

/// A panel at the bottom that is as high as its contents, which scroll where there is
/// no room for them.
fn fitted(ui: &mut Ui, id: (&'static str, u64), most: f32, add: impl FnOnce(&mut Ui)) {
    const MARGIN: Margin = Margin { left: 0, right: 0, top: 6, bottom: 2 };
    let known_as = Id::unique(("height", id.0));
    let before: Option<f32> = ui.data(|data| data.get_temp(known_as));
    let height = before.unwrap_or(64.0).min(most) + MARGIN.sum().y;
    let panel = Panel::bottom(id.0).exact_size(height).resizable(false);
    let panel = panel.frame(Frame::new().inner_margin(MARGIN)).show_separator_line(false);
    let shown = panel.show(ui, |ui| {
        let area = ScrollArea::vertical().id_salt(id).min_scrolled_height(0.0);
        let area = area.auto_shrink([false, false]);
        // No bar comes and goes while the height is found.
        let scrolls = before.is_some_and(|before| before > most);
        let area = if scrolls { area } else { area.scroll_bar_visibility(AlwaysHidden) };
        area.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 6.0;
            add(ui);
        })
    });
    // It is drawn again before anybody sees it at another height.
    let height = shown.inner.content_size.y;
    if before.is_none_or(|before| (before - height).abs() > 0.5) {
        ui.data_mut(|data| data.insert_temp(known_as, height));
        ui.ctx().request_discard("the zone has another height");
    }
}

/// What is in the zone, as a number that changes with it.
fn key(table: &Table, ordering: &Ordering) -> u64 {
    let mut hasher = DefaultHasher::new();
    table.view.at.hash(&mut hasher);
    match &ordering.hand {
        Hand::Nothing => {
            let plan = table.plan();
            (0, plan.primary.map(|step| (step.subject.to_string(), step.kind))).hash(&mut hasher);
        }
        Hand::Order(form) => {
            (1, form.subject.to_string(), form.offer().spec.kind, form.pad.is_some())
                .hash(&mut hasher);
        }
        Hand::Declared(pad) => (2, pad.is_some()).hash(&mut hasher),
        Hand::Result(index) => (3, index).hash(&mut hasher),
        Hand::Asking(_) => 4.hash(&mut hasher),
        Hand::Few(kind, _) => (5, kind).hash(&mut hasher),
    }
    hasher.finish()
}

/// Notes what the zone shows, and takes the keyboard from its controls where that has just
/// changed, so that Enter means what comes next. Returns whether it has.
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

/// Whether something stands above the row of buttons.
fn has_more(ordering: &Ordering) -> bool {
    match &ordering.hand {
        Hand::Nothing | Hand::Result(_) | Hand::Few(..) => false,
        Hand::Order(_) | Hand::Declared(_) | Hand::Asking(_) => true,
    }
}

/// The row of buttons.
fn foot_ui(ui: &mut Ui, table: &Table, ordering: &Ordering, commands: &mut Vec<TableCommand>) {
    match &ordering.hand {
        Hand::Nothing | Hand::Result(_) if table.is_done_in_secret() => hand_on_ui(ui, commands),
        Hand::Nothing | Hand::Result(_) => next_ui(ui, table, ordering, commands),
        Hand::Order(form) => {
            if let Some(pad) = &form.pad {
                return tools_ui(ui, pad, commands);
            }
            // Enabled only if the verdict is for what is shown, and nothing is being
            // kept.
            let live = form.order().is_some() && !table.is_keeping();
            ui.add_enabled_ui(live, |ui| give_ui(ui, form, commands));
        }
        Hand::Declared(Some(pad)) => tools_ui(ui, pad, commands),
        Hand::Declared(None) => {}
        Hand::Asking(asking) => asked_ui(ui, asking, commands),
        Hand::Few(kind, chosen) => {
            let Some([_, these]) = part_of(kind).for_the_rest() else { return };
            let (give, back) = pair_of_buttons(ui, these, (say!("Back"), say!("Back")));
            if back {
                commands.push(TableCommand::Close);
            } else if give && !chosen.is_empty() {
                commands.push(TableCommand::AsBefore(kind));
            }
        }
    }
}

/// The odds, the dice pad, or a question.
fn about_ui(ui: &mut Ui, table: &Table, ordering: &Ordering, commands: &mut Vec<TableCommand>) {
    match &ordering.hand {
        Hand::Nothing | Hand::Result(_) => lesson::lesson_ui(ui, table, commands),
        Hand::Few(..) => {}
        Hand::Order(form) => match &form.pad {
            Some(pad) => pad_ui(ui, pad, commands),
            None => odds_ui(ui, table, form),
        },
        Hand::Declared(Some(pad)) => pad_ui(ui, pad, commands),
        Hand::Declared(None) => declared::declared_ui(ui, table, commands),
        Hand::Asking(asking) => {
            caption(ui, asking.title());
            let asked = std::iter::once(asking.title()).chain(asking.about.iter().cloned());
            let asked = asked.map(|line| ended(&capital(ui.ctx(), &line))).collect::<Vec<_>>();
            announce(ui.ctx(), Topic::Asked, asked.join(" "));
            for line in &asking.about {
                let line = rich(ui, capital(ui.ctx(), line));
                ui.label(line.color(palette(ui.ctx()).ink));
            }
        }
    }
}

/// A large button with a smaller one beside it. Returns which was pressed;
/// Enter presses the large one.
fn pair_of_buttons(ui: &mut Ui, large: Say, small: (Say, Say)) -> (bool, bool) {
    ui.horizontal(|ui| {
        let width = ui.available_width() - ui.spacing().item_spacing.x;
        let by_key = enter_pressed(ui);
        let large = main_button(ui, large, width * 0.62).clicked() || by_key;
        let (text, name) = small;
        (large, named(second_button(ui, text, width * 0.38), name).clicked())
    })
    .inner
}

/// The next step, and above it, smaller, what else there is.
fn next_ui(ui: &mut Ui, table: &Table, ordering: &Ordering, commands: &mut Vec<TableCommand>) {
    let plan = table.plan();
    let mut others = Vec::new();
    if let Some(step) = plan.primary {
        let pass = step.part() == Part::OfTheSide;
        let word = if pass { say!("Pass") } else { say!("Skip") };
        others.push((word.clone(), word, TableCommand::Skip(step.subject, step.kind)));
        if let Some((text, name, command)) = ending(table, &plan) {
            others.push((text, name, command));
        }
    }
    if let Some((kind, [all, some])) = as_before(&plan) {
        others.push((all.clone(), all, TableCommand::AsBefore(kind)));
        let some = say!("{some}…", some);
        others.push((some.clone(), some, TableCommand::Few(kind)));
    }
    let words = if ordering.more { say!("Less") } else { say!("More") };
    others.push((words.clone(), words, TableCommand::More(!ordering.more)));
    let narrow = ui.available_width() < 480.0;
    let count = match others.len() {
        4 if narrow => 2,
        5.. if narrow => 3,
        all => all,
    };
    for row in others.chunks(count) {
        let words: Vec<(&Say, &Say)> = row.iter().map(|(text, name, _)| (text, name)).collect();
        if let Some((.., command)) = quiet_row(ui, &words).and_then(|at| row.get(at)) {
            commands.push(command.clone());
        }
    }
    if let Some(step) = plan.primary {
        primary_ui(ui, table, step, commands);
    } else if let Some((_, words, command)) = ending(table, &plan) {
        announce(ui.ctx(), Topic::Next, say!("Next: {what}", what = &words));
        let by_key = enter_pressed(ui);
        if main_button(ui, words, ui.available_width()).clicked() || by_key {
            commands.push(command);
        }
    } else if table.chosen().is_some() {
        let by_key = enter_pressed(ui);
        let words = say!("Back to what comes next");
        if main_button(ui, words, ui.available_width()).clicked() || by_key {
            commands.push(TableCommand::Choose(table.acting().map(Subject::Unit)));
        }
    }
}

/// After the orders of a side that are secret: the device goes on.
fn hand_on_ui(ui: &mut Ui, commands: &mut Vec<TableCommand>) {
    let width = ui.available_width();
    if main_button(ui, say!("Hand on"), width).clicked() || enter_pressed(ui) {
        commands.push(TableCommand::HandOn);
    }
}

fn primary_ui(ui: &mut Ui, table: &Table, step: &NextStep, commands: &mut Vec<TableCommand>) {
    let width = ui.available_width();
    let by_key = enter_pressed(ui);
    announce(ui.ctx(), Topic::Next, say!("Next: {what}", what = &step.label));
    let button = signed_button(ui, table.sign_of(step.kind), &step.label, width);
    word::asks_what_it_is(&button, step.kind);
    if button.clicked() || by_key {
        commands.push(TableCommand::Open(step.subject, step.kind));
    }
}

/// What ends the turn or phase: briefly, in full, and its command.
fn ending(table: &Table, plan: &Plan) -> Option<(Say, Say, TableCommand)> {
    Some(match plan.ending? {
        Ending::Turn(tag) => {
            let name = table.subject_name(Subject::Unit(tag));
            (say!("End her turn"), say!("End the turn of {name}", name), TableCommand::EndTurn)
        }
        Ending::Order(step) => {
            let open = TableCommand::Open(step.subject, step.kind);
            (step.label.clone(), step.label.clone(), open)
        }
    })
}

/// The odds of the order in hand, or what stands against it.
fn odds_ui(ui: &mut Ui, table: &Table, form: &Form) {
    if !verdict_ui(ui, form) {
        return;
    }
    if let Some(said) = &table.said {
        aside(ui, said);
    }
    if let Some(why) = form.hidden() {
        aside(ui, why);
        return;
    }
    if form.guessed().next().is_none() {
        match (form.forecast(), form.first_roll()) {
            (Some(forecast), _) => numbers::odds_ui(ui, forecast),
            (None, Some(_)) => {}
            (None, None) => {
                announce(ui.ctx(), Topic::Odds, say!("No dice needed."));
                aside(ui, say!("No dice needed."));
            }
        }
        return;
    }
    let open = form.still_open();
    let words = match &form.chances.told {
        Some(chances) => say!("Still to say: {open}. The chance is {chances}.", open, chances),
        None => say!("Still to say: {open}.", open),
    };
    said_ui(ui, Topic::Odds, words, palette(ui.ctx()).ink);
}

/// Shows what prevents the order from being given. Returns whether nothing
/// does.
pub(super) fn verdict_ui(ui: &mut Ui, form: &Form) -> bool {
    let colours = palette(ui.ctx());
    if let Some(why) = &form.unfit {
        said_ui(ui, Topic::Odds, say!("No longer possible: {why}", why), colours.bad);
        return false;
    }
    match form.verdict() {
        Verdict::Unfinished(question) => {
            said_ui(ui, Topic::Odds, say!("Choose: {question}.", question), colours.quiet);
            false
        }
        Verdict::Refused(refusal) => {
            let why = say!("Not allowed: {why}.", why = &refusal.why);
            said_ui(ui, Topic::Odds, why, colours.bad);
            aside(ui, &refusal.rule);
            false
        }
        Verdict::Throws(_) | Verdict::Asks { .. } | Verdict::Certain => true,
    }
}

/// The buttons for the app's dice or the players' own, or for the order itself
/// if it needs none.
fn give_ui(ui: &mut Ui, form: &Form, commands: &mut Vec<TableCommand>) {
    if form.first_roll().is_none() {
        let width = ui.available_width();
        if main_button(ui, say!("Give the order"), width).clicked() || enter_pressed(ui) {
            commands.push(TableCommand::Give);
        }
        return;
    }
    ui.horizontal(|ui| {
        let width = ui.available_width() - ui.spacing().item_spacing.x;
        let button = main_button(ui, say!("Roll"), width * 0.62);
        dice::mark(ui, button.rect);
        if button.clicked() || enter_pressed(ui) {
            commands.push(TableCommand::Give);
        }
        if second_button(ui, say!("I rolled…"), width * 0.38).clicked() {
            commands.push(TableCommand::EnterDice);
        }
    });
}

/// The players' dice; nothing moves from one die to the next.
fn pad_ui(ui: &mut Ui, pad: &DicePad, commands: &mut Vec<TableCommand>) {
    announce(ui.ctx(), Topic::Asked, dice::asked_for(pad));
    let asked = rich(ui, dice::asked_for(pad)).family(theme::bold()).size(17.0);
    ui.add(egui::Label::new(asked.color(palette(ui.ctx()).ink)).wrap());
    let mut dice = Vec::new();
    dice::entering_ui(ui, pad, &mut dice);
    commands.extend(dice.into_iter().map(TableCommand::Dice));
}

/// What else can be done on the pad.
fn tools_ui(ui: &mut Ui, pad: &DicePad, commands: &mut Vec<TableCommand>) {
    let mut dice = Vec::new();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        dice::tools_row_ui(ui, pad, &mut dice);
    });
    commands.extend(dice.into_iter().map(TableCommand::Dice));
}

/// The keys of the pad in the zone, which work at any time.
pub(super) fn keys_ui(ui: &Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let Doing::Ordering(ordering) = &table.doing else { return };
    let pad = match &ordering.hand {
        Hand::Order(form) => form.pad.as_ref(),
        Hand::Declared(pad) => pad.as_deref(),
        Hand::Nothing | Hand::Result(_) | Hand::Asking(_) | Hand::Few(..) => None,
    };
    // Esc puts away the pad, or else the order.
    let escape = |ui: &Ui| ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    let Some(pad) = pad else {
        let leaves = matches!(ordering.hand, Hand::Order(_) | Hand::Asking(_) | Hand::Few(..));
        if leaves && escape(ui) {
            commands.push(TableCommand::Close);
        }
        return;
    };
    if escape(ui) {
        commands.push(TableCommand::Dice(DiceCommand::Cancel));
    }
    let mut dice = Vec::new();
    dice::pad_keys(ui, pad, &mut dice);
    commands.extend(dice.into_iter().map(TableCommand::Dice));
}

/// Whether to go on all the same.
fn asked_ui(ui: &mut Ui, asking: &Asking, commands: &mut Vec<TableCommand>) {
    let all_the_same = match asking.then {
        Meant::EndTurn => say!("End her turn"),
        Meant::Order(..) => say!("Go on"),
    };
    let name = say!("{text} anyway", text = &all_the_same);
    let (back, on) = pair_of_buttons(ui, say!("Back"), (all_the_same, name));
    if back {
        commands.push(TableCommand::Close);
    }
    if on {
        commands.push(TableCommand::Mean);
    }
}
