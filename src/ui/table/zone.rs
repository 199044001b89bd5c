//! The bottom of the table, which does not move: what comes next, the roll, the
//! dice pad and the result all appear in one zone near the thumb. When one
//! replaces another, it ignores taps for a moment, so that a double tap does
//! nothing twice.

use std::hash::{DefaultHasher, Hash, Hasher};

use egui::scroll_area::ScrollBarVisibility::AlwaysHidden;
use egui::{Frame, Id, Key, Margin, Modifiers, Panel, Role, ScrollArea, Ui};

use crate::referee::Verdict;
use crate::rules::{Part, Subject};
use crate::say::{Say, say};
use crate::ui::command::{DiceCommand, GroupCommand, SaveCommand, TableCommand};
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

use super::group::{self, GroupForm};
use super::hand::Form;
use super::state::{Doing, Hand, Ordering, Table};
use super::turn::{Main, ending};
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
            let next = &table.turn.next;
            (0, ordering.actor.map(|tag| tag.to_string()), next.unit.map(|tag| tag.to_string()))
                .hash(&mut hasher);
        }
        Hand::Order(form) => {
            (1, form.subject.to_string(), form.offer().spec.kind, form.pad.is_some())
                .hash(&mut hasher);
        }
        Hand::Declared(pad) => (2, pad.is_some()).hash(&mut hasher),
        Hand::Result(index) => (3, index).hash(&mut hasher),
        Hand::Asking(_) => 4.hash(&mut hasher),
        Hand::Group(group) => (5, group.pad.is_some()).hash(&mut hasher),
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
        Hand::Nothing | Hand::Result(_) => false,
        Hand::Group(group) => group.pad.is_some(),
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
        Hand::Asking(_) => asked_ui(ui, commands),
        Hand::Group(group) => match &group.pad {
            Some(pad) => tools_ui(ui, pad, commands),
            None => give_group_ui(ui, table, group, commands),
        },
    }
}

/// The buttons that give a group, or leave it.
fn give_group_ui(ui: &mut Ui, table: &Table, group: &GroupForm, commands: &mut Vec<TableCommand>) {
    let composed = group.composed.as_ref().filter(|group| !group.orders.is_empty());
    let give = |command| TableCommand::Group(command);
    let live = composed.is_some() && !table.is_keeping();
    let words = composed.map_or_else(|| group::name_of(group.what), |group| group.says.clone());
    let rolls = composed.is_some_and(|group| !group.throws.is_empty());
    ui.horizontal(|ui| {
        let gaps = ui.spacing().item_spacing.x * if rolls { 2.0 } else { 1.0 };
        let width = ui.available_width() - gaps;
        let (large, small) = if rolls { (0.5, 0.25) } else { (0.62, 0.38) };
        let by_key = enter_pressed(ui);
        let pressed = ui.add_enabled_ui(live, |ui| main_button(ui, words, width * large).clicked());
        if live && (pressed.inner || by_key) {
            commands.push(give(GroupCommand::Give));
        }
        if rolls && second_button(ui, say!("I rolled…"), width * small).clicked() && live {
            commands.push(give(GroupCommand::EnterDice));
        }
        if second_button(ui, say!("Back"), width * small).clicked() {
            commands.push(TableCommand::Close);
        }
    });
}

/// The odds, the dice pad, or a question.
fn about_ui(ui: &mut Ui, table: &Table, ordering: &Ordering, commands: &mut Vec<TableCommand>) {
    match &ordering.hand {
        Hand::Nothing | Hand::Result(_) => lesson::lesson_ui(ui, table, commands),
        Hand::Group(group) => {
            if let Some(pad) = &group.pad {
                pad_ui(ui, pad, commands);
            }
        }
        Hand::Order(form) => match &form.pad {
            Some(pad) => pad_ui(ui, pad, commands),
            None => odds_ui(ui, table, form),
        },
        Hand::Declared(Some(pad)) => pad_ui(ui, pad, commands),
        Hand::Declared(None) => declared::declared_ui(ui, table, commands),
        Hand::Asking(asking) => {
            let title = say!("Still open:");
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

/// What comes next, and above it, smaller, what else there is.
fn next_ui(ui: &mut Ui, table: &Table, ordering: &Ordering, commands: &mut Vec<TableCommand>) {
    let main = table.main_action();
    let mut others = Vec::new();
    if let Some(step) =
        ending(&table.view).filter(|step| !main.is_some_and(|main| main.gives(step.kind)))
    {
        let open = TableCommand::Open(step.subject, step.kind);
        others.push((step.label.clone(), step.label.clone(), open));
    }
    for what in &table.turn.groups {
        let name = group::name_of(*what);
        let words = say!("{name}…", name);
        others.push((words.clone(), words, TableCommand::Group(GroupCommand::Begin(*what))));
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
    match main {
        Some(main) => main_ui(ui, table, main, commands),
        // Beside a unit the headline has no room for it.
        None if ordering.actor.is_some() => {
            said_ui(ui, Topic::Next, &table.turn.next.text, palette(ui.ctx()).ink);
        }
        None => announce(ui.ctx(), Topic::Next, &table.turn.next.text),
    }
}

/// The main button: what comes next, in one tap.
fn main_ui(ui: &mut Ui, table: &Table, main: Main, commands: &mut Vec<TableCommand>) {
    let (words, kind, command) = match main {
        Main::Lesson(step) => {
            let open = TableCommand::Open(step.subject, step.kind);
            (step.label.clone(), Some(step.kind), open)
        }
        Main::Done(unit, done) => {
            let says = done.says.clone().within();
            (say!("Done with {unit}: {says}", unit, says), None, TableCommand::Done)
        }
        Main::Step(at, step) => {
            let words = say!("Next: {what}", what = &step.text);
            (words, Some(step.kind.as_str()), TableCommand::Step(at))
        }
        Main::Next(next) => {
            let kind = next.order.as_ref().and_then(|order| order.get("kind")?.as_str());
            // What is pressed is on the button; what else can be done, in the headline.
            let mut steps = table.view.guide.next.iter();
            let of_no_unit = steps.find(|step| {
                let of_a_unit = matches!(step.subject, Subject::Unit(_));
                main.gives(step.kind) && (!of_a_unit || step.part() == Part::Ends)
            });
            let words = of_no_unit.map_or(&next.text, |step| &step.label);
            (words.clone(), kind, TableCommand::Next)
        }
        Main::Report => {
            let open = TableCommand::Save(SaveCommand::Open(true));
            (say!("Open the battle report"), None, open)
        }
    };
    let by_key = enter_pressed(ui);
    let said = match main {
        Main::Step(..) => words.clone(),
        Main::Lesson(_) | Main::Done(..) | Main::Next(_) | Main::Report => {
            say!("Next: {what}", what = &words)
        }
    };
    announce(ui.ctx(), Topic::Next, said);
    let sign = kind.and_then(|kind| table.sign_of(kind));
    let live = !table.is_keeping();
    let width = ui.available_width();
    let button = signed_button(ui, sign, &words, width);
    if let Some(kind) = kind {
        word::asks_what_it_is(&button, kind);
    }
    if live && (button.clicked() || by_key) {
        commands.push(command);
    }
}

/// After the orders of a side that are secret: the device goes on.
fn hand_on_ui(ui: &mut Ui, commands: &mut Vec<TableCommand>) {
    let width = ui.available_width();
    if main_button(ui, say!("Hand on"), width).clicked() || enter_pressed(ui) {
        commands.push(TableCommand::HandOn);
    }
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
        Hand::Group(group) => group.pad.as_ref(),
        Hand::Nothing | Hand::Result(_) | Hand::Asking(_) => None,
    };
    // Esc puts away the pad, or else the order.
    let escape = |ui: &Ui| ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    let Some(pad) = pad else {
        let leaves = matches!(ordering.hand, Hand::Order(_) | Hand::Asking(_) | Hand::Group(_));
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

/// Whether to do it all the same.
fn asked_ui(ui: &mut Ui, commands: &mut Vec<TableCommand>) {
    let name = say!("Go on anyway");
    let (back, on) = pair_of_buttons(ui, say!("Back"), (say!("Go on"), name));
    if back {
        commands.push(TableCommand::Close);
    }
    if on {
        commands.push(TableCommand::Mean);
    }
}
