//! The middle of the table without an order in hand: what can be done to the unit
//! that was tapped, and behind More everything else.

use egui::{Ui, vec2};

use crate::referee::DiceOf;
use crate::rules::schema::ADJUST;
use crate::rules::{NextStep, Offer, OrderSpec, Side, Sort, Subject};
use crate::say::{Say, say};
use crate::ui::command::TableCommand;
use crate::ui::language::{fixed, rich};
use crate::ui::link;
use crate::ui::theme::palette;
use crate::ui::widgets::{
    aside, caption, folding, heading, named, quiet_button, sheet, signed_row, switch,
};
use crate::ui::word::{self, Word};

use super::pair::{Action, Pair, Stands};
use super::state::{Ordering, Orders, Table};
use super::{cards, sheet_page};

/// What there is to choose from.
pub(super) fn steps_ui(
    ui: &mut Ui,
    table: &Table,
    ordering: &Ordering,
    commands: &mut Vec<TableCommand>,
) {
    let plan = table.plan();
    if let Some(pair) = &ordering.pair {
        if ordering.more {
            rows_ui(ui, table, &plan.others, commands);
            if let Some(subject) = ordering.orders.subject {
                subject_ui(ui, table, (subject, &ordering.orders), commands);
            }
        } else {
            pair_ui(ui, table, pair, commands);
            looked_at_ui(ui, ordering, Subject::Unit(pair.target), commands);
        }
        back_ui(ui, table, commands);
        return;
    }
    let active = table.acting().map(Subject::Unit);
    if let Some(subject) = ordering.orders.subject.filter(|subject| Some(*subject) != active) {
        if plan.primary.is_some() {
            back_ui(ui, table, commands);
        }
        head_ui(ui, table, (subject, &ordering.orders), commands);
        in_turn_ui(ui, table, (subject, &ordering.orders), commands);
        looked_at_ui(ui, ordering, subject, commands);
        out_of_turn_ui(ui, table, (subject, &ordering.orders), commands);
        return;
    }
    if ordering.more {
        more_ui(ui, table, (ordering, &plan.others), commands);
    } else if let Some(active) = active {
        aside(ui, say!("Tap an enemy to see what can be done to her."));
        looked_at_ui(ui, ordering, active, commands);
    } else {
        rows_ui(ui, table, &plan.others, commands);
    }
}

/// Every order that was possible at an earlier moment.
pub(super) fn choosing_ui(
    ui: &mut Ui,
    table: &Table,
    orders: &Orders,
    commands: &mut Vec<TableCommand>,
) {
    let guide = &table.view.guide;
    let active = guide.active.map(Subject::Unit);
    if let Some(subject) = orders.subject.filter(|subject| Some(*subject) != active) {
        subject_ui(ui, table, (subject, orders), commands);
        back_ui(ui, table, commands);
        return;
    }
    rows_ui(ui, table, &guide.next.iter().collect::<Vec<_>>(), commands);
    if let Some(subject) = orders.subject {
        subject_ui(ui, table, (subject, orders), commands);
    }
    let others = [Subject::Side(Side::A), Subject::Side(Side::B), Subject::Battle];
    others_ui(ui, table, &others, commands);
}

/// The steps that can be chosen instead of the suggested one.
fn rows_ui(ui: &mut Ui, table: &Table, steps: &[&NextStep], commands: &mut Vec<TableCommand>) {
    if steps.is_empty() {
        return;
    }
    caption(ui, say!("Or"));
    for step in steps {
        let sign = table.sign_of(step.kind);
        let row = signed_row(ui, sign, (&step.label, ""), &step.label);
        word::asks_what_it_is(&row, step.kind);
        if row.clicked() {
            commands.push(TableCommand::Open(step.subject, step.kind));
        }
    }
}

/// Everything else: the other steps of this turn, the active unit's orders, and
/// those of the sides and the battle.
fn more_ui(
    ui: &mut Ui,
    table: &Table,
    (ordering, others): (&Ordering, &[&NextStep]),
    commands: &mut Vec<TableCommand>,
) {
    rows_ui(ui, table, others, commands);
    if let Some(subject) = ordering.orders.subject {
        ui.add_space(6.0);
        subject_ui(ui, table, (subject, &ordering.orders), commands);
    }
    others_ui(ui, table, &ordering.others, commands);
    whose_dice_ui(ui, table, commands);
}

fn back_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    if quiet_button(ui, true, say!("Back to what comes next")).clicked() {
        commands.push(TableCommand::Choose(table.acting().map(Subject::Unit)));
    }
}

/// What the acting unit can do to its target: each order with its chance, or
/// why it cannot be given.
fn pair_ui(ui: &mut Ui, table: &Table, pair: &Pair, commands: &mut Vec<TableCommand>) {
    let names = [pair.actor, pair.target].map(|tag| table.subject_name(Subject::Unit(tag)));
    let [actor, target] = &names;
    heading(ui, say!("{actor} against {target}", actor, target));
    for action in &pair.actions {
        action_ui(ui, pair, action, commands);
    }
    for action in &pair.actions {
        if let Stands::Closed(why) = &action.stands {
            refused_ui(ui, action.spec, why);
        }
    }
    if pair.actions.is_empty() {
        aside(ui, say!("No orders are open here."));
    }
}

/// Why an order cannot be given, with the card that says what it takes.
fn refused_ui(ui: &mut Ui, spec: &OrderSpec, why: &Say) {
    let words = rich(ui, say!("{name}: {why}.", name = fixed(spec.name), why)).size(16.0);
    let words = words.color(palette(ui.ctx()).quiet);
    link::asked_ui(ui, words, Word::of_battle(ui.ctx(), &Sort::Order, spec.kind));
}

fn action_ui(ui: &mut Ui, pair: &Pair, action: &Action, commands: &mut Vec<TableCommand>) {
    let order = fixed(action.spec.name);
    let (chance, more) = match &action.stands {
        Stands::Open(chance) => (chance, Say::default()),
        Stands::Warned(warning, chance) => (chance, say!("Warning: {warning}.", warning)),
        Stands::Closed(_) => return,
    };
    let target = pair.target;
    let (text, name) = match chance {
        Some(chance) => (
            say!("{order}: {chance}", order = &order, chance),
            say!("{order} {target}: {chance}", order = &order, target, chance),
        ),
        None => (order.clone(), say!("{order} {target}", order = &order, target)),
    };
    let row = signed_row(ui, action.spec.sign, (text, more), name);
    word::asks_what_it_is(&row, action.spec.kind);
    if row.clicked() {
        let actor = Subject::Unit(pair.actor);
        let aimed = serde_json::json!(target);
        commands.push(TableCommand::Aim(actor, action.spec.kind, action.field, aimed));
    }
}

/// The record sheet of the unit that the players look at.
fn looked_at_ui(
    ui: &mut Ui,
    ordering: &Ordering,
    subject: Subject,
    commands: &mut Vec<TableCommand>,
) {
    if let Some(known) = &ordering.sheet {
        sheet(ui, |ui| sheet_page::sheet_ui(ui, (known, subject), &ordering.orders, commands));
    }
}

/// Which sides roll their own dice.
fn whose_dice_ui(ui: &mut Ui, table: &Table, commands: &mut Vec<TableCommand>) {
    let settings = &table.view.settings;
    let chooses = |side: &Side| match table.view.seat.side() {
        Some(own) => own == *side && settings.own_dice[own.index()] == DiceOf::Either,
        None => true,
    };
    let sides: Vec<Side> = Side::ALL.iter().copied().filter(chooses).collect();
    if sides.is_empty() {
        return;
    }
    ui.add_space(6.0);
    caption(ui, say!("Our own dice"));
    for side in sides {
        let own = table.rolls_own_dice(Some(side));
        let text = table.side_name(side);
        if switch(ui, own, text, say!("Our own dice: side {side}", side)) {
            commands.push(TableCommand::OwnDice(side, !own));
        }
    }
    aside(ui, say!("You can still switch for any single roll."));
}

/// The orders of the sides and of the battle as a whole, if they have any.
fn others_ui(ui: &mut Ui, table: &Table, others: &[Subject], commands: &mut Vec<TableCommand>) {
    if others.is_empty() {
        return;
    }
    ui.add_space(6.0);
    caption(ui, say!("Orders of"));
    ui.horizontal_wrapped(|ui| {
        let sides =
            [Side::A, Side::B].map(|side| (Subject::Side(side), table.side_name(side).to_owned()));
        let all = sides.into_iter().chain([(Subject::Battle, "the battle".to_owned())]);
        for (subject, text) in all.filter(|(subject, _)| others.contains(subject)) {
            let button = quiet_button(ui, true, &text);
            if named(button, say!("Orders of {text}", text)).clicked() {
                commands.push(TableCommand::Choose(Some(subject)));
            }
        }
    });
}

/// A unit or side by name, with all its orders.
pub(super) fn subject_ui(
    ui: &mut Ui,
    table: &Table,
    whose: (Subject, &Orders),
    commands: &mut Vec<TableCommand>,
) {
    head_ui(ui, table, whose, commands);
    in_turn_ui(ui, table, whose, commands);
    out_of_turn_ui(ui, table, whose, commands);
}

fn head_ui(
    ui: &mut Ui,
    table: &Table,
    (subject, orders): (Subject, &Orders),
    commands: &mut Vec<TableCommand>,
) {
    ui.horizontal(|ui| {
        if let Subject::Unit(tag) = subject
            && let Some(card) = table.card(tag)
        {
            let (rect, _) = ui.allocate_exact_size(vec2(76.0, 38.0), egui::Sense::hover());
            cards::figure_ui(ui, rect, card);
        }
        heading(ui, table.subject_name(subject));
        correct_ui(ui, (subject, orders), commands);
    });
}

/// The button for correcting a record, so that nobody has to search for it.
fn correct_ui(
    ui: &mut Ui,
    (subject, orders): (Subject, &Orders),
    commands: &mut Vec<TableCommand>,
) {
    let correction = |offer: &&Offer| offer.spec.kind == ADJUST.kind;
    if let Some(offer) = orders.offers.iter().find(correction) {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if named(quiet_button(ui, true, say!("Correct…")), name_of(subject, offer)).clicked()
            {
                commands.push(TableCommand::Open(subject, offer.spec.kind));
            }
        });
    }
}

fn name_of(subject: Subject, offer: &Offer) -> Say {
    say!("{subject}: {name}", subject = subject.to_string(), name = fixed(offer.spec.name))
}

/// The orders of a unit or side, except those that are already among the next
/// steps, and the correction, whose button is beside the name.
fn listed<'o>(table: &Table, (subject, orders): (Subject, &'o Orders)) -> Vec<&'o Offer> {
    let guide = &table.view.guide;
    let stands_above = |offer: &&Offer| {
        orders.subject == guide.active.map(Subject::Unit)
            && guide.next.iter().any(|n| n.subject == subject && n.kind == offer.spec.kind)
    };
    let offers = orders.offers.iter().filter(|offer| offer.spec.kind != ADJUST.kind);
    offers.filter(|offer| offer.refused.is_some() || !stands_above(offer)).collect()
}

/// Orders that can be given in turn.
fn in_turn_ui(
    ui: &mut Ui,
    table: &Table,
    whose: (Subject, &Orders),
    commands: &mut Vec<TableCommand>,
) {
    if whose.1.offers.is_empty() {
        aside(ui, say!("No orders are open here."));
    }
    let open = |offer: &&Offer| offer.refused.is_none() && offer.warnings.is_empty();
    for offer in listed(table, whose).into_iter().filter(open) {
        offer_ui(ui, whose.0, offer, commands);
    }
}

/// Orders out of turn and, at the end, those that are refused, with the reason;
/// both folded.
fn out_of_turn_ui(
    ui: &mut Ui,
    table: &Table,
    whose: (Subject, &Orders),
    commands: &mut Vec<TableCommand>,
) {
    let ink = palette(ui.ctx()).clay;
    let (refused, open): (Vec<&Offer>, Vec<&Offer>) =
        listed(table, whose).into_iter().partition(|offer| offer.refused.is_some());
    let late: Vec<&Offer> = open.into_iter().filter(|o| !o.warnings.is_empty()).collect();
    let names = |offers: &[&Offer]| Say::list(offers.iter().map(|o| fixed(o.spec.name)));
    let subject = whose.0.to_string();
    if !late.is_empty() {
        let title = say!("Out of turn: {subject}", subject = &subject);
        folding(ui, ("out of turn", &subject), (title, ink, names(&late)), |ui| {
            for offer in late {
                offer_ui(ui, whose.0, offer, commands);
            }
        });
    }
    if refused.is_empty() {
        return;
    }
    let title = say!("Not now: {subject}", subject = &subject);
    folding(ui, ("not now", &subject), (title, ink, names(&refused)), |ui| {
        for offer in refused {
            let Some(refusal) = &offer.refused else { continue };
            refused_ui(ui, offer.spec, &refusal.why);
        }
    });
}

fn offer_ui(ui: &mut Ui, subject: Subject, offer: &Offer, commands: &mut Vec<TableCommand>) {
    let more = if offer.warnings.is_empty() {
        fixed(offer.spec.what)
    } else {
        say!("Warning: {warnings}.", warnings = Say::list(offer.warnings.iter().cloned()))
    };
    let (sign, name) = (offer.spec.sign, name_of(subject, offer));
    let row = signed_row(ui, sign, (fixed(offer.spec.name), &more), name);
    word::asks_what_it_is(&row, offer.spec.kind);
    if row.clicked() {
        commands.push(TableCommand::Open(subject, offer.spec.kind));
    }
}
