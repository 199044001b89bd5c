//! What the rules say of an order as it is filled in.

use crate::analysis::{Forecast, dice_of};
use crate::dice::{Entered, Entry, Hand, Seeded};
use crate::referee::door::{Answer, Draft, Judged, Needs, Seat, Verdict};
use crate::rules::{
    Battle, Need, Offer, OfferField, Order, OrderFault, Stop, judge_as_filled, offer_filled,
    offer_of, schema,
};
use crate::say::say;

use super::table::Table;
use super::view::may_command;
use super::{error, no_moment, refused};

/// The answer to `judge`.
pub(super) fn judge(table: &Table, seat: Seat, draft: Draft) -> Answer {
    let Some((moment, battle)) = table.moment(draft.cursor) else { return no_moment(table) };
    if !may_command(table, seat, battle, draft.subject) {
        return refused(say!("these are not this seat's orders to give"), "The table");
    }
    let known = battle.known_to(table.eyes(seat));
    let battle = &known;
    let drawn_up = match &draft.fields {
        None => offer_of(battle, draft.subject, &draft.kind),
        Some(filled) => offer_filled(battle, draft.subject, &draft.kind, filled),
    };
    let Some(mut offer) = drawn_up else {
        return error(say!(
            "{who} gives no order {kind}",
            who = draft.subject.to_string(),
            kind = draft.kind.clone()
        ));
    };
    if seat.side().is_some() {
        offer = offer.of_one_side();
    }
    judge_as_filled(battle, &mut offer);
    let (verdict, order) = verdict(battle, &offer);
    let hidden = order.as_ref().and_then(|order| battle.hides_odds(order));
    let forecast = match (&verdict, &order) {
        (Verdict::Throws(_), Some(order)) if hidden.is_none() && draft.dice.is_none() => {
            Forecast::of(battle, order)
        }
        _ => None,
    };
    let written = order.as_ref().map(Order::to_map);
    let needs = match (&draft.dice, &order) {
        (Some(dice), Some(order)) if moment == table.journal.cursor() => {
            Some(needs(table, order, dice))
        }
        _ => None,
    };
    Answer::Judged(Box::new(Judged {
        at: table.rest.number,
        giver: written.as_ref().and_then(|order| dice_of(battle, order, Hand::Giver).1),
        order: written,
        draft,
        offer,
        verdict,
        forecast,
        hidden,
        needs,
    }))
}

fn verdict(battle: &Battle, offer: &Offer) -> (Verdict, Option<Order>) {
    let required = |field: &&OfferField| {
        field.value.is_none() && field.spec.default == schema::LeftOut::Required
    };
    if let Some(field) = offer.fields.iter().find(required) {
        let verdict = match (&offer.refused, field.choices.is_empty()) {
            (Some(refusal), false) if field.choices.iter().all(|c| c.refused.is_some()) => {
                Verdict::Refused(refusal.clone())
            }
            _ => Verdict::Unfinished(field.spec.question.into()),
        };
        return (verdict, None);
    }
    let order = match offer.read(battle) {
        Ok(order) => order,
        Err(OrderFault { why, .. }) => return (Verdict::Unfinished(why), None),
    };
    match battle.resolve(&order, &mut Entered::new([], Seeded::new(0, 0))) {
        Ok(_) => (Verdict::Certain, Some(order)),
        Err(Stop::Needs { need: Need::Throw { ask, .. }, .. }) => {
            (Verdict::Throws(ask), Some(order))
        }
        Err(Stop::Needs { need: Need::Answer { field, of, .. }, .. }) => {
            (Verdict::Asks { field: field.to_owned(), of }, Some(order))
        }
        Err(Stop::Refused(refusal)) => (Verdict::Refused(refusal), None),
        Err(Stop::Nonsense(why)) => (Verdict::Unfinished(why), None),
    }
}

/// How the players' dice stand. What the app would roll is not shown before the
/// order is given: nobody peeks and puts the dice away.
fn needs(table: &Table, order: &Order, dice: &[Entry]) -> Needs {
    let own: Vec<Entry> = dice.iter().take_while(|e| **e != Entry::Program).cloned().collect();
    let of = |after, fault| Needs { after, ask: None, by: None, fault };
    match table.journal.attempt(order, own) {
        Ok(report) => of(report.rolls, None),
        Err(Stop::Needs { need: Need::Throw { ask, by }, after }) => {
            Needs { ask: Some(*ask), by, ..of(after, None) }
        }
        Err(stop @ (Stop::Refused(_) | Stop::Nonsense(_) | Stop::Needs { .. })) => {
            of(Vec::new(), Some(stop.to_string().into()))
        }
    }
}
