//! What the rules say about an order in a form.

use crate::protocol::{Draft, Foresight, Judged, Needs, Response, Seat, Verdict};
use dice::{Entered, EnteredRoll, Hand};
use engine::analysis::{Forecast, dice_of};
use games::{Order, PlayerView, judge_as_filled, offer_filled, offer_of};
use message::{Message, message};
use rules::modifier_changes::MODIFIERS;
use rules::{Need, Offer, OfferField, OrderFault, Side, Stop};

use super::pending::asks_differ;
use super::remaining_odds::rest_of;
use super::slices::Thought;
use super::table::PlainTable;
use super::{error, no_moment, refused};

/// The answer to `judge`, or the work for its forecast.
pub(super) fn judge(
    table: &PlainTable,
    seat: Seat,
    draft: &Draft,
) -> Result<Thought, Box<Response>> {
    let Some((moment, battle)) = table.moment(seat, draft.cursor) else {
        return Err(Box::new(no_moment(table, seat)));
    };
    if !table.may_command(seat, battle, draft.subject) {
        return Err(Box::new(refused(message!("this seat cannot give these orders"), "The table")));
    }
    let battle = &battle.known_to(table.eyes(seat));
    let drawn_up = match &draft.fields {
        None => offer_of(battle, draft.subject, &draft.kind),
        Some(filled) => offer_filled(battle, draft.subject, &draft.kind, filled),
    };
    let Some(mut offer) = drawn_up else {
        return Err(Box::new(error(message!(
            "{who} gives no order {kind}",
            who = draft.subject.to_string(),
            kind = draft.kind.clone()
        ))));
    };
    if seat.side().is_some() {
        offer = offer.of_one_side();
    }
    let opened = draft.fields.is_none();
    let guesses = &draft.guesses;
    judge_as_filled(battle, &mut offer, &|field| {
        field.unseen && (opened || guesses.iter().any(|guess| guess == field.spec.name))
    });
    let (verdict, order) = verdict(battle, &offer, draft);
    let hidden = order.as_ref().and_then(|order| hidden(battle, order));
    let inquiry = match (&verdict, &order) {
        (Verdict::Throws(_), Some(order)) if hidden.is_none() && draft.dice.is_none() => {
            let inquiry = Forecast::inquiry(battle, order);
            Some(match draft.foresight {
                Foresight::Whole => inquiry,
                Foresight::Odds => inquiry.of_odds_alone(),
            })
        }
        _ => None,
    };
    let written = order.as_ref().map(Order::to_map);
    let needs = match (&draft.dice, &order) {
        // The next roll could reveal a secret, so such an order is declared
        // first.
        (Some(dice), Some(order)) if moment == table.journal.cursor() && hidden.is_none() => {
            Some(needs(table, seat, battle, order, dice))
        }
        _ => None,
    };
    let judged = Box::new(Judged {
        at: table.rest.number,
        giver: written.as_ref().and_then(|order| dice_of(battle, order, Hand::Giver).1),
        order: written,
        draft: draft.clone(),
        offer,
        verdict,
        forecast: None,
        hidden,
        needs,
    });
    match inquiry {
        Some(inquiry) => Ok(Thought::Judgement(judged, Box::new(inquiry))),
        None => Err(Box::new(Response::Judged(judged))),
    }
}

/// Why the odds and dice of an order are not shown before it is given: battles
/// that look alike to this viewer ask for different rolls.
fn hidden(known: &PlayerView, order: &Order) -> Option<Message> {
    known.hides_odds(order).or_else(|| {
        asks_differ(known, order, &[])
            .then(|| message!("these odds would reveal a secret of the other side"))
    })
}

fn verdict(battle: &PlayerView, offer: &Offer, draft: &Draft) -> (Verdict, Option<Order>) {
    let required = |field: &&OfferField| field.value.is_none() && field.required;
    if let Some(field) = offer.fields.iter().find(required) {
        let verdict = match (&offer.refused, field.choices.is_empty()) {
            (Some(refusal), false) if field.choices.iter().all(|c| c.refused.is_some()) => {
                Verdict::Refused(refusal.clone())
            }
            _ => Verdict::Unfinished(Message::word(field.spec.question)),
        };
        return (verdict, None);
    }
    let modifiers = draft.fields.as_ref().and_then(|fields| fields.get(MODIFIERS));
    let order = match battle.read_changed(offer, modifiers) {
        Ok(order) => order,
        Err(OrderFault { why, .. }) => return (Verdict::Unfinished(why), None),
    };
    match battle.resolve(&order, &mut Entered::alone([])) {
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

/// What the players' dice come to, up to the first roll of the other side's. The
/// app's rolls are not shown before the order is given, so that nobody can look
/// at them and then use dice of their own.
fn needs(
    table: &PlainTable,
    seat: Seat,
    known: &PlayerView,
    order: &Order,
    dice: &[EnteredRoll],
) -> Needs {
    let bound = seat.side().filter(|_| !table.rest.settings.orders_for_both);
    let others = |by: Option<Side>| bound.is_some_and(|own| by == Some(own.other()));
    let own: Vec<EnteredRoll> =
        dice.iter().take_while(|e| **e != EnteredRoll::Program).cloned().collect();
    let of = |after, fault| Needs { after, ask: None, by: None, rest: None, fault };
    match table.journal.attempt(order, own.clone()) {
        Ok(report) => of(report.rolls, None),
        Err(Stop::Needs { need: Need::Throw { by, .. }, after }) if others(by) => of(after, None),
        Err(Stop::Needs { need: Need::Throw { ask, by }, after }) => {
            let rest = rest_of(known, order, (&[], &own));
            Needs::of(*ask, by, after).with_rest(rest.map(|(forecast, _)| forecast))
        }
        Err(stop @ (Stop::Refused(_) | Stop::Nonsense(_) | Stop::Needs { .. })) => {
            of(Vec::new(), Some(stop.message()))
        }
    }
}
