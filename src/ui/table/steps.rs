//! The middle of the table without an open order: the turn card of the acting unit, the orders
//! against its targets, and under *More* all other orders.

use egui::scroll_area::ScrollBarVisibility::AlwaysHidden;
use egui::{Align, Id, ScrollArea, Ui, vec2};

use crate::analysis::percent;
use crate::message::{Joint, Message, message};
use crate::rules::schema::ADJUST;
use crate::rules::{
    CardStep, CardTarget, NextStep, Offer, OrderSpec, Side, Sort, StepState, Subject, Tag,
    TargetOrder, TurnCard, UnitCondition,
};
use crate::text::plain_value;
use crate::ui::command::TableCommand;
use crate::ui::language::{capital, fixed, rich};
use crate::ui::link;
use crate::ui::rule_words::{self, Word};
use crate::ui::theme::palette;
use crate::ui::widgets::{
    FoldingLine, aside, button_width, caption, choice, folding, heading, named, quiet_button,
    sheet, signed_row, text_width,
};

use super::screen::SidePanel;
use super::state::{Ordering, Orders, Table};
use super::turn::{Main, asked_before, is_beginning};
use super::{cards, sheet_page};

/// The choices.
pub(super) fn steps_ui(
    ui: &mut Ui,
    table: &Table,
    ordering: &Ordering,
    commands: &mut Vec<TableCommand>,
) {
    let is_open = table.turn.card.is_none() || table.proposes();
    if is_open && !SidePanel::of(ui.ctx()).cards {
        others_to_act_ui(ui, table, commands);
    }
    if let Some(card) = &table.turn.card {
        card_ui(ui, table, card, ordering.target, commands);
    } else {
        let main = table.main_action();
        let is_main = |step: &NextStep| match main {
            Some(Main::Open(main)) => main == step,
            Some(main) => main.gives(step.kind),
            None => false,
        };
        let rest = table.of_no_unit().filter(|step| !is_main(step));
        rows_ui(ui, table, &rest.collect::<Vec<_>>(), commands);
    }
    let looked_at = ordering.target.map(Subject::Unit).or(ordering.orders.subject);
    if let Some(subject) = looked_at.filter(|_| !SidePanel::of(ui.ctx()).pane) {
        looked_at_ui(ui, ordering, subject, commands);
    }
    let shown = Id::unique("all orders are shown");
    let is_new = !ui.data(|data| data.get_temp::<bool>(shown)).unwrap_or_default();
    ui.data_mut(|data| data.insert_temp(shown, ordering.more));
    if ordering.more {
        // They are below the steps; the button that opens them brings them into view.
        if is_new {
            ui.scroll_to_cursor(Some(Align::Min));
        }
        more_ui(ui, table, ordering, commands);
    } else if let Some(subject) = ordering.orders.subject
        && !matches!(subject, Subject::Unit(_))
    {
        subject_ui(ui, table, subject, &ordering.orders, commands);
    }
    if ordering.target.is_some() || table.chosen().is_some() {
        back_ui(ui, table, commands);
    }
}

/// The turn of the acting unit: the orders against the target that was tapped, its steps, and
/// the orders against enemies that it touches.
fn card_ui(
    ui: &mut Ui,
    table: &Table,
    card: &TurnCard,
    target: Option<Tag>,
    commands: &mut Vec<TableCommand>,
) {
    // Steps against a target are shown beside it.
    let at_target = |step: &CardStep| {
        let mut orders = card.targets.iter().flat_map(|target| &target.orders);
        orders.any(|order| order.kind == step.spec.kind)
    };
    // The order of the main button needs no row, unless it has choices.
    let main = table.main_action();
    let asks = |step: &CardStep| step.spec.fields.len() > 1;
    let is_main = |step: &CardStep| match main {
        Some(Main::Open(next)) => next.label == step.text,
        Some(Main::Done(_, done)) => done.orders == [step.order.clone()] && !asks(step),
        Some(
            Main::Battle(_) | Main::Step(..) | Main::Next(_) | Main::Secrets(_) | Main::Report,
        )
        | None => false,
    };
    let rows = card.steps.iter().enumerate();
    let (now, not_now): (Vec<_>, Vec<_>) = rows
        .filter(|(_, step)| !is_beginning(step) && !at_target(step) && !is_main(step))
        .partition(|(_, step)| step.state != StepState::NotNow);
    let (aimed, now): (Vec<_>, Vec<_>) =
        now.into_iter().partition(|(_, step)| needs_a_target(step));
    let tapped = |one: &&CardTarget| Some(one.unit) == target;
    let (first, beside): (Vec<_>, Vec<_>) = card.targets.iter().partition(tapped);
    for target in first {
        target_ui(ui, table, target, commands);
    }
    for (at, step) in now {
        step_ui(ui, table, at, step, commands);
    }
    for target in beside.into_iter().filter(|target| !target.orders.is_empty()) {
        target_ui(ui, table, target, commands);
    }
    aims_ui(ui, table, &aimed, commands);
    not_now_ui(ui, &not_now);
}

/// Whether a step can be given once an enemy is tapped.
fn needs_a_target(step: &CardStep) -> bool {
    let open = matches!(step.state, StepState::Open | StepState::Owed);
    open && !step.ready && step.spec.target.is_some()
}

/// The orders that need a target, with the enemies to choose from if their cards are not
/// visible.
fn aims_ui(
    ui: &mut Ui,
    table: &Table,
    steps: &[(usize, &CardStep)],
    commands: &mut Vec<TableCommand>,
) {
    if steps.is_empty() {
        return;
    }
    let orders = Message::joined(names_of(steps), Joint::Or);
    aside(ui, message!("Tap an enemy: {orders}.", orders));
    if SidePanel::of(ui.ctx()).cards {
        return;
    }
    let own = table.turn.card.as_ref().and_then(|card| table.card(card.unit));
    let enemies = table.view.cards.iter().filter(|card| {
        let out = matches!(card.standing, UnitCondition::Out(_));
        !out && own.is_some_and(|own| own.holder != card.holder)
    });
    let enemies: Vec<Tag> = enemies.map(|enemy| enemy.tag).collect();
    strip_ui(ui, "enemies", &enemies, |ui, tag| {
        let name = message!("Aim at {name}", name = table.subject_name(Subject::Unit(tag)));
        if choice(ui, false, tag.to_string(), name).clicked() {
            commands.push(TableCommand::Tap(tag));
        }
    });
}

/// The names of the orders of these steps, each once.
fn names_of(steps: &[(usize, &CardStep)]) -> Vec<Message> {
    let mut names: Vec<Message> = Vec::new();
    for (_, step) in steps {
        let name = fixed(step.spec.name).within();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Orders that cannot be given now, folded, with the reasons.
fn not_now_ui(ui: &mut Ui, steps: &[(usize, &CardStep)]) {
    if steps.is_empty() {
        return;
    }
    let ink = palette(ui.ctx()).quiet;
    let all = Message::list(names_of(steps));
    let line = FoldingLine { title: message!("Not now: {all}", all), ink, under: "" };
    folding(ui, "not now on the card", line, |ui| {
        for (_, step) in steps {
            let words = rich(ui, with_reason(&step.text, &step.why)).size(16.0).color(ink);
            let word = Word::of_battle(ui.ctx(), &Sort::Order, step.spec.kind);
            link::asked_ui(ui, words, word);
        }
    });
}

/// A step of the turn: a button if it can be given, otherwise its state.
fn step_ui(
    ui: &mut Ui,
    table: &Table,
    at: usize,
    step: &CardStep,
    commands: &mut Vec<TableCommand>,
) {
    let text = &step.text;
    let line = match step.state {
        StepState::Open | StepState::Owed => {
            let row = signed_row(ui, table.sign_of(step.spec.kind), text, more_of(step), text);
            rule_words::asks_what_it_is(&row, step.spec.kind);
            if row.clicked() {
                commands.push(TableCommand::Step(at));
            }
            return;
        }
        StepState::Done => message!("{what}: done", what = step_name(table, step)),
        StepState::Skipped => message!("{what}: skipped", what = step_name(table, step)),
        StepState::NotNow => with_reason(text, &step.why),
    };
    let line = capital(ui.ctx(), &line);
    ui.label(rich(ui, line).size(16.0).color(palette(ui.ctx()).quiet));
}

/// The name of a step's order; if several steps have that order, the description of the step.
fn step_name(table: &Table, step: &CardStep) -> Message {
    let steps = table.turn.card.iter().flat_map(|card| &card.steps);
    let is_only = steps.filter(|one| one.spec.kind == step.spec.kind).count() == 1;
    if is_only { fixed(step.spec.name) } else { step.text.clone() }
}

fn with_reason(text: &Message, why: &Message) -> Message {
    message!("{text}: {why}", text, why)
}

/// The needs, assumptions or rolls of a step.
fn more_of(step: &CardStep) -> Message {
    let assumed = step.assumes.iter().filter_map(|name| {
        let field = step.spec.fields.iter().find(|field| field.name == name)?;
        let (question, value) = (fixed(field.question), plain_value(step.order.get(name)?));
        Some(message!("{question} ({value})", question, value))
    });
    let assumed: Vec<Message> = assumed.collect();
    let mut parts = Vec::new();
    if !step.why.is_empty() {
        parts.push(step.why.clone());
    }
    if !assumed.is_empty() {
        parts.push(message!("assumed: {facts}", facts = Message::list(assumed)));
    }
    if step.ready && step.certain {
        parts.push(message!("no roll"));
    }
    Message::joined(parts, Joint::Dot)
}

/// The orders against a target, each with its chance.
fn target_ui(ui: &mut Ui, table: &Table, target: &CardTarget, commands: &mut Vec<TableCommand>) {
    caption(ui, table.subject_name(Subject::Unit(target.unit)));
    if target.orders.is_empty() {
        aside(ui, message!("Nothing can be done to this target now."));
    }
    for (at, order) in target.orders.iter().enumerate() {
        let (text, more) = attack_words(table, order);
        let name = if more.is_empty() {
            text.clone()
        } else {
            message!("{text}, {more}", text = &text, more = &more)
        };
        let row = signed_row(ui, table.sign_of(&order.kind), &text, more, name);
        rule_words::asks_what_it_is(&row, &order.kind);
        if row.clicked() {
            commands.push(TableCommand::Attack(target.unit, at));
        }
    }
}

/// An order against a target with its chance, and the answers on which that depends.
fn attack_words(table: &Table, order: &TargetOrder) -> (Message, Message) {
    let text = &order.text;
    let with_chance = match order.p {
        Some([least, most]) => {
            let [low, high] = [least, most].map(percent);
            if low == high {
                message!("{text}: {low}%", text, low)
            } else {
                message!("{text}: {low}% to {high}%", text, low, high)
            }
        }
        None => text.clone(),
    };
    let spec = table.view.system.order(&order.kind);
    let question = |name: &String| {
        let field = spec?.fields.iter().find(|field| field.name == name)?;
        Some(fixed(field.question).within())
    };
    let open: Vec<Message> = order.turns_on.iter().filter_map(question).collect();
    let more = if open.is_empty() {
        Message::default()
    } else {
        message!("depends on: {open}", open = Message::joined(open, Joint::Semicolon))
    };
    (with_chance, more)
}

/// The units that can act now, if their cards are not visible.
fn others_to_act_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let mut units: Vec<Tag> = Vec::new();
    for step in &table.view.guide.next {
        if let Subject::Unit(tag) = step.subject
            && !units.contains(&tag)
            && table.view.may_command(step.subject)
        {
            units.push(tag);
        }
    }
    strip_ui(ui, "to act", &units, |ui, tag| {
        let name = message!("Choose {name}", name = table.subject_name(Subject::Unit(tag)));
        if choice(ui, table.actor() == Some(tag), tag.to_string(), name).clicked() {
            commands.push(TableCommand::Choose(Some(Subject::Unit(tag))));
        }
    });
}

/// Units in a row, which scrolls sideways.
fn strip_ui(ui: &mut Ui, id: &str, units: &[Tag], mut add: impl FnMut(&mut Ui, Tag)) {
    let area = ScrollArea::horizontal().id_salt(id).scroll_bar_visibility(AlwaysHidden);
    area.show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for tag in units {
                add(ui, *tag);
            }
        });
    });
}

/// Every order that was possible at an earlier position.
pub(super) fn choosing_ui(
    ui: &mut Ui,
    table: &Table,
    orders: &Orders,
    commands: &mut Vec<TableCommand>,
) {
    let guide = &table.view.guide;
    let active = guide.active.map(Subject::Unit);
    if let Some(subject) = orders.subject.filter(|subject| Some(*subject) != active) {
        subject_ui(ui, table, subject, orders, commands);
        back_ui(ui, table, commands);
        return;
    }
    rows_ui(ui, table, &guide.next.iter().collect::<Vec<_>>(), commands);
    if let Some(subject) = orders.subject {
        subject_ui(ui, table, subject, orders, commands);
    }
    let others = [Subject::Side(Side::A), Subject::Side(Side::B), Subject::Battle];
    others_ui(ui, table, &others, commands);
}

/// Orders of a side or of the battle that can be given now.
fn rows_ui(ui: &mut Ui, table: &Table, steps: &[&NextStep], commands: &mut Vec<TableCommand>) {
    if steps.is_empty() {
        return;
    }
    for step in steps {
        let sign = table.sign_of(step.kind);
        let row = signed_row(ui, sign, &step.label, "", &step.label);
        rule_words::asks_what_it_is(&row, step.kind);
        if row.clicked() {
            commands.push(TableCommand::Open(step.subject, step.kind));
        }
    }
}

/// Everything else: all orders of the unit that acts, and those of the sides and the battle.
fn more_ui(ui: &mut Ui, table: &Table, ordering: &Ordering, commands: &mut Vec<TableCommand>) {
    if let Some(subject) = ordering.orders.subject {
        ui.add_space(6.0);
        subject_ui(ui, table, subject, &ordering.orders, commands);
    }
    others_ui(ui, table, &ordering.others, commands);
}

fn back_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    if quiet_button(ui, true, message!("Return to the next step")).clicked() {
        commands.push(TableCommand::Choose(table.acting().map(Subject::Unit)));
    }
}

/// The reason why an order cannot be given, with a link to its explanation.
fn refused_ui(ui: &mut Ui, spec: &OrderSpec, why: &Message) {
    let words = rich(ui, message!("{name}: {why}.", name = fixed(spec.name), why)).size(16.0);
    let words = words.color(palette(ui.ctx()).quiet);
    link::asked_ui(ui, words, Word::of_battle(ui.ctx(), &Sort::Order, spec.kind));
}

/// The record sheet of the unit that the players look at.
fn looked_at_ui(
    ui: &mut Ui,
    ordering: &Ordering,
    subject: Subject,
    commands: &mut Vec<TableCommand>,
) {
    if let Some(known) = &ordering.sheet {
        sheet(ui, |ui| sheet_page::sheet_ui(ui, known, subject, &ordering.orders, commands));
    }
}

/// The orders of the sides and of the battle as a whole, if they have any.
fn others_ui(ui: &mut Ui, table: &Table, others: &[Subject], commands: &mut Vec<TableCommand>) {
    if others.is_empty() {
        return;
    }
    ui.add_space(6.0);
    caption(ui, message!("Other orders"));
    ui.horizontal_wrapped(|ui| {
        let sides =
            [Side::A, Side::B].map(|side| (Subject::Side(side), table.side_name(side).to_owned()));
        let all = sides.into_iter().chain([(Subject::Battle, "the battle".to_owned())]);
        for (subject, text) in all.filter(|(subject, _)| others.contains(subject)) {
            let button = quiet_button(ui, true, &text);
            if named(button, message!("Orders of {text}", text)).clicked() {
                commands.push(TableCommand::Choose(Some(subject)));
            }
        }
    });
}

/// A unit or side by name, with all its orders.
pub(super) fn subject_ui(
    ui: &mut Ui,
    table: &Table,
    subject: Subject,
    orders: &Orders,
    commands: &mut Vec<TableCommand>,
) {
    head_ui(ui, table, subject, orders, commands);
    in_turn_ui(ui, table, subject, orders, commands);
    out_of_turn_ui(ui, table, subject, orders, commands);
}

fn head_ui(
    ui: &mut Ui,
    table: &Table,
    subject: Subject,
    orders: &Orders,
    commands: &mut Vec<TableCommand>,
) {
    let name = table.subject_name(subject);
    let figure = match subject {
        Subject::Unit(tag) => table.card(tag),
        Subject::Side(_) | Subject::Battle => None,
    };
    let name_and_figure = |ui: &mut Ui| {
        if let Some(card) = figure {
            let (rect, _) = ui.allocate_exact_size(FIGURE, egui::Sense::hover());
            cards::figure_ui(ui, rect, card);
        }
        heading(ui, &name);
    };
    let gap = ui.spacing().item_spacing.x;
    let beside = button_width(ui, message!("Correct…")) + 2.0 * gap + FIGURE.x;
    if text_width(ui, rich(ui, &name).heading()) + beside <= ui.available_width() {
        ui.horizontal(|ui| {
            name_and_figure(ui);
            correct_ui(ui, subject, orders, commands);
        });
    } else {
        ui.horizontal_wrapped(name_and_figure);
        ui.horizontal(|ui| correct_ui(ui, subject, orders, commands));
    }
}

/// The size of a unit's figure beside its name, in points.
const FIGURE: egui::Vec2 = vec2(76.0, 38.0);

/// The button for correcting the record of a unit, a side or the battle.
fn correct_ui(ui: &mut Ui, subject: Subject, orders: &Orders, commands: &mut Vec<TableCommand>) {
    let correction = |offer: &&Offer| offer.spec.kind == ADJUST.kind;
    if let Some(offer) = orders.offers.iter().find(correction) {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if named(quiet_button(ui, true, message!("Correct…")), name_of(subject, offer))
                .clicked()
            {
                commands.push(TableCommand::Open(subject, offer.spec.kind));
            }
        });
    }
}

fn name_of(subject: Subject, offer: &Offer) -> Message {
    message!("{subject}: {name}", subject = subject.to_string(), name = fixed(offer.spec.name))
}

/// The orders of a unit or side, except those on the turn card, and the correction, whose
/// button is beside the name.
fn listed<'o>(table: &Table, subject: Subject, orders: &'o Orders) -> Vec<&'o Offer> {
    let card = table.turn.card.as_ref().filter(|card| subject == Subject::Unit(card.unit));
    let on_card = |kind: &str| {
        let steps = card.into_iter().flat_map(|card| &card.steps);
        steps.filter(|step| !is_beginning(step)).any(|step| step.spec.kind == kind)
    };
    let offers = orders.offers.iter().filter(|offer| offer.spec.kind != ADJUST.kind);
    offers.filter(|offer| !on_card(offer.spec.kind)).collect()
}

/// Orders that can be given in turn.
fn in_turn_ui(
    ui: &mut Ui,
    table: &Table,
    subject: Subject,
    orders: &Orders,
    commands: &mut Vec<TableCommand>,
) {
    if orders.offers.is_empty() {
        aside(ui, message!("No orders are open here."));
    }
    let in_turn =
        |offer: &&Offer| offer.refused.is_none() && warnings_of(table, subject, offer).is_empty();
    for offer in listed(table, subject, orders).into_iter().filter(in_turn) {
        offer_ui(ui, subject, offer, &[], commands);
    }
}

/// The warnings of an order, except those that are asked about before it is given.
fn warnings_of(table: &Table, subject: Subject, offer: &Offer) -> Vec<Message> {
    let asked = asked_before(&table.view.guide, subject, offer.spec.part).unwrap_or_default();
    offer.warnings.iter().filter(|warning| !asked.contains(warning)).cloned().collect()
}

/// Orders out of turn and, at the end, those that are refused, with the reason;
/// both folded.
fn out_of_turn_ui(
    ui: &mut Ui,
    table: &Table,
    subject: Subject,
    orders: &Orders,
    commands: &mut Vec<TableCommand>,
) {
    let ink = palette(ui.ctx()).clay;
    let (refused, open): (Vec<&Offer>, Vec<&Offer>) =
        listed(table, subject, orders).into_iter().partition(|offer| offer.refused.is_some());
    let late: Vec<(&Offer, Vec<Message>)> = open
        .into_iter()
        .map(|offer| (offer, warnings_of(table, subject, offer)))
        .filter(|(_, warnings)| !warnings.is_empty())
        .collect();
    let list = |names: Vec<&'static str>| Message::list(names.into_iter().map(fixed));
    let name = subject.to_string();
    if !late.is_empty() {
        let title = message!("Out of turn: {subject}", subject = &name);
        let names = list(late.iter().map(|(offer, _)| offer.spec.name).collect());
        let line = FoldingLine { title, ink, under: names };
        folding(ui, ("out of turn", &name), line, |ui| {
            for (offer, warnings) in &late {
                offer_ui(ui, subject, offer, warnings, commands);
            }
        });
    }
    if refused.is_empty() {
        return;
    }
    let title = message!("Not now: {subject}", subject = &name);
    let names = list(refused.iter().map(|offer| offer.spec.name).collect());
    let line = FoldingLine { title, ink, under: names };
    folding(ui, ("not now", &name), line, |ui| {
        for offer in refused {
            let Some(refusal) = &offer.refused else { continue };
            refused_ui(ui, offer.spec, &refusal.why);
        }
    });
}

fn offer_ui(
    ui: &mut Ui,
    subject: Subject,
    offer: &Offer,
    warnings: &[Message],
    commands: &mut Vec<TableCommand>,
) {
    let more = if warnings.is_empty() {
        fixed(offer.spec.what)
    } else {
        message!("Warning: {warnings}.", warnings = Message::list(warnings.iter().cloned()))
    };
    let (sign, name) = (offer.spec.sign, name_of(subject, offer));
    let row = signed_row(ui, sign, fixed(offer.spec.name), &more, name);
    rule_words::asks_what_it_is(&row, offer.spec.kind);
    if row.clicked() {
        commands.push(TableCommand::Open(subject, offer.spec.kind));
    }
}
