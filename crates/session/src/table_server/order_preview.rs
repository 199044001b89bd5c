//! The preview of an order for a seat: whether the rules allow it, its exact odds, and what can
//! follow.

use std::sync::Arc;

use serde_json::{Map, Value};

use dice::{Chance, Entered, EnteredRoll, Hand};
use engine::analysis::{DiceSoFar, Forecast, Job, Odds, OddsWalk, Unfound, dice_of};
use games::{Order, PlayerView, judge_as_filled, offer_filled, offer_of};
use message::{Message, message};
use rules::modifier_changes::MODIFIERS;
use rules::{Choice, Need, Offer, OfferField, OrderFault, Side, Stop};

use super::orders::asks_differ;
use super::snapshot::Thought;
use super::table::{DeclaredOrder, PlainTable};
use super::view::waits;
use super::{error, no_moment, refused};
use crate::protocol::{
    Draft, Foresight, HiddenReason, Judged, Needs, OrderOdds, OutcomeOdds, Response, Seat, Verdict,
    WatchedOdds,
};

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
                Foresight::Odds => inquiry.odds_only(),
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

/// Why the odds and dice of an order are not shown before it is given: battles that this viewer
/// cannot distinguish need different rolls.
fn hidden(known: &PlayerView, order: &Order) -> Option<Message> {
    known.hides_odds(order).or_else(|| asks_differ(known, order, &[]).then(secret))
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
    match battle.resolve(&order, &mut Entered::without_app([])) {
        Ok(_) => (Verdict::Certain, Some(order)),
        Err(Stop::Needs { need: Need::Throw { ask, .. }, .. }) => {
            (Verdict::Throws(ask), Some(order))
        }
        Err(Stop::Needs { need: Need::Answer { field, of, .. }, .. }) => {
            (Verdict::Asks { field: field.to_owned(), of }, Some(order))
        }
        Err(Stop::Refused(refusal)) => (Verdict::Refused(refusal), None),
        Err(Stop::Invalid(why)) => (Verdict::Unfinished(why), None),
    }
}

/// The result of the players' dice, up to the first roll of the other side. The app's
/// rolls are not shown before the order is given: a player could look at them and then
/// use other dice.
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
            let rest = remaining_odds(known, order, DiceSoFar { rolls: &[], entries: &own });
            Needs::of(*ask, by, after).with_rest(rest.map(|(forecast, _)| forecast))
        }
        Err(stop @ (Stop::Refused(_) | Stop::Invalid(_) | Stop::Needs { .. })) => {
            of(Vec::new(), Some(stop.message()))
        }
    }
}

/// The odds of an order for a seat: those of every battle that it cannot distinguish. If
/// these differ, the odds would reveal which one it is.
#[derive(Debug)]
pub(super) struct OddsOf {
    /// Battles that have not been looked at yet.
    ahead: Vec<PlayerView<'static>>,
    order: Arc<Order>,
    watch: Vec<String>,
    walk: Option<OddsWalk>,
    each: Vec<Odds>,
}

/// The work for an answer to `odds`, or the answer if it needs none.
pub(super) fn odds_of(
    table: &PlainTable,
    seat: Seat,
    written: &Map<String, Value>,
    watch: &[String],
) -> Result<OddsOf, Box<Response>> {
    let battle = table.journal.battle();
    let order = battle
        .read_order(written)
        .map_err(|OrderFault { why, key }| Box::new(Response::Error { why, key, die: None }))?;
    let giver = battle.issuer_of(&order);
    let known = battle.known_to(table.eyes(seat));
    if seat != Seat::Umpire {
        // All seats that see a declared order may see its odds.
        let is_declared = || waits(table, seat).is_some_and(|waits| waits.order == *written);
        if !table.may_command(seat, battle, giver) && !is_declared() {
            return Err(Box::new(refused(
                message!("this seat cannot give these orders"),
                "The table",
            )));
        }
        if let Some(why) = known.hides_odds(&order) {
            return Err(Box::new(Response::Hidden { why }));
        }
    }
    let ahead = known.indistinguishable().iter().rev().map(PlayerView::to_static).collect();
    let (order, watch) = (Arc::new(order), watch.to_vec());
    Ok(OddsOf { ahead, order, watch, walk: None, each: Vec::new() })
}

impl OddsOf {
    /// Continues for this many branches. Returns the answer once there is one.
    pub(super) fn continue_for(&mut self, branches: u64) -> Option<Response> {
        let mut left = branches;
        loop {
            let Some(mut walk) = self.walk.take() else {
                let Some(candidate) = self.ahead.pop() else {
                    return Some(Response::Odds(written_out(&self.each)));
                };
                let order = Arc::clone(&self.order);
                match OddsWalk::watching(Arc::new(candidate), order, &self.watch) {
                    Ok(walk) => self.walk = Some(walk),
                    Err(stop) => return Some(self.fails(stop.into())),
                }
                continue;
            };
            while walk.step() {
                left = left.saturating_sub(1);
                if left == 0 {
                    self.walk = Some(walk);
                    return None;
                }
            }
            match walk.found() {
                Ok(odds) => {
                    let differs = |one: &Odds| one.outcomes != odds.outcomes;
                    if self.each.first().is_some_and(differs) {
                        return Some(Response::Hidden { why: secret() });
                    }
                    self.each.push(odds);
                }
                Err(why) => return Some(self.fails(why)),
            }
        }
    }

    /// If one battle has odds and another that looks alike has none, that would
    /// reveal which one it is.
    fn fails(&self, why: Unfound) -> Response {
        if self.each.is_empty() { unfound(why) } else { Response::Hidden { why: secret() } }
    }
}

fn secret() -> Message {
    message!("these odds would reveal a secret of the other side")
}

fn unfound(why: Unfound) -> Response {
    let stop = match why {
        Unfound::RanOut => {
            return Response::Unknown {
                why: message!("it would take too long to work out these odds"),
            };
        }
        Unfound::Stopped(stop) => stop,
    };
    match stop {
        Stop::Refused(refusal) => Response::Refused(refusal),
        Stop::Invalid(why) => Response::Error { why, key: None, die: None },
        Stop::Needs { need: Need::Throw { ask, .. }, .. } => Response::Unknown {
            why: message!("the odds of {throw} are not known", throw = ask.throw.message()),
        },
        Stop::Needs { need: Need::Answer { .. }, .. } => {
            refused(message!("the other side has to answer first"), "The table")
        }
    }
}

/// Outcomes and watched keys, with their chances as numbers. A key on which
/// battles that look alike differ is hidden by itself.
fn written_out(each: &[Odds]) -> OrderOdds {
    let Some((odds, others)) = each.split_first() else { return OrderOdds::default() };
    let can_happen = odds.outcomes.iter().filter(|(_, chance)| !chance.is_never());
    let outcomes = can_happen
        .map(|(outcome, chance)| OutcomeOdds { outcome: outcome.to_string(), p: chance.to_f64() });
    let watched = odds.watched.iter().map(|(key, list)| {
        let agreed = others.iter().all(|other| other.watched.get(key) == Some(list));
        (key.clone(), if agreed { values(list) } else { hidden_odds() })
    });
    let watched = (!odds.watched.is_empty()).then(|| watched.collect());
    OrderOdds { outcomes: outcomes.collect(), watched }
}

fn values(values: &[(Value, Chance)]) -> WatchedOdds {
    WatchedOdds::Values(
        values.iter().map(|(value, chance)| (value.clone(), chance.to_f64())).collect(),
    )
}

fn hidden_odds() -> WatchedOdds {
    WatchedOdds::Hidden { hidden: HiddenReason { why: secret().to_string() } }
}

/// The possible results of an order after the dice that are already rolled; `None` if
/// battles that look alike differ in them.
pub(super) fn remaining_odds(
    known: &PlayerView,
    order: &Order,
    so_far: DiceSoFar,
) -> Option<(Forecast, Odds)> {
    if known.hides_odds(order).is_some() {
        return None;
    }
    let (shown, odds) = Forecast::of_remaining_dice(known, order, so_far)?;
    let agrees = |candidate: &PlayerView| {
        let other = Forecast::of_remaining_dice(candidate, order, so_far);
        other.is_some_and(|(_, other)| other.outcomes == odds.outcomes)
    };
    known.indistinguishable().iter().skip(1).all(agrees).then_some((shown, odds))
}

/// The odds of a pending order after each answer.
pub(super) fn rest_of_each(
    known: &PlayerView,
    declared: &DeclaredOrder,
    field: &str,
    choices: &[Choice],
) -> Vec<Option<Forecast>> {
    let after = |choice: &Choice| {
        let mut answered = declared.order.clone();
        answered.insert(field.to_owned(), choice.value.clone());
        let order = known.read_order(&answered).ok()?;
        remaining_odds(
            known,
            &order,
            DiceSoFar { rolls: &declared.earlier_rolls.rolls, entries: &[] },
        )
        .map(|(shown, _)| shown)
    };
    choices.iter().map(after).collect()
}
