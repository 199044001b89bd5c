//! The exact odds of an order, as far as a seat may know.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::protocol::{HiddenReason, OrderOdds, OutcomeOdds, Response, Seat, WatchedOdds};
use dice::Chance;
use engine::analysis::{Job, Odds, OddsWalk, Unfound};
use games::{Order, PlayerView};
use rules::{Need, OrderFault, Stop};

use super::refused;
use message::{Message, message};

use super::table::PlainTable;
use super::view::waits;

/// The odds of an order for a seat: those of every battle that it cannot tell
/// apart. If these differ, the odds would reveal which one it is.
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
    let giver = battle.giver_of(&order);
    let known = battle.known_to(table.eyes(seat));
    if seat != Seat::Umpire {
        // Everybody may look at what a declared order that they are told of can come to.
        let is_told = || waits(table, seat).is_some_and(|waits| waits.order == *written);
        if !table.may_command(seat, battle, giver) && !is_told() {
            return Err(Box::new(refused(
                message!("this seat cannot give these orders"),
                "The table",
            )));
        }
        if let Some(why) = known.hides_odds(&order) {
            return Err(Box::new(Response::Hidden { why }));
        }
    }
    let ahead = known.indistinguishable().iter().rev().map(PlayerView::kept).collect();
    let (order, watch) = (Arc::new(order), watch.to_vec());
    Ok(OddsOf { ahead, order, watch, walk: None, each: Vec::new() })
}

impl OddsOf {
    /// Continues for this many branches. Returns the answer once there is one.
    pub(super) fn go_on(&mut self, branches: u64) -> Option<Response> {
        let mut left = branches;
        loop {
            let Some(mut walk) = self.walk.take() else {
                let Some(guise) = self.ahead.pop() else {
                    return Some(Response::Odds(written_out(&self.each)));
                };
                let order = Arc::clone(&self.order);
                match OddsWalk::watching(Arc::new(guise), order, &self.watch) {
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
        Stop::Nonsense(why) => Response::Error { why, key: None, die: None },
        Stop::Needs { need: Need::Throw { ask, .. }, .. } => Response::Unknown {
            why: message!("{throw} has odds of its own", throw = ask.throw.message()),
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
        (key.clone(), if agreed { values(list) } else { hidden() })
    });
    let watched = (!odds.watched.is_empty()).then(|| watched.collect());
    OrderOdds { outcomes: outcomes.collect(), watched }
}

fn values(values: &[(Value, Chance)]) -> WatchedOdds {
    WatchedOdds::Values(
        values.iter().map(|(value, chance)| (value.clone(), chance.to_f64())).collect(),
    )
}

fn hidden() -> WatchedOdds {
    WatchedOdds::Hidden { hidden: HiddenReason { why: secret().to_string() } }
}
