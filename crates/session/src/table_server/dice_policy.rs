//! Whose dice are rolled for an order, where each side has a seat.

use crate::protocol::{DiceOf, Seat};
use dice::EnteredRoll;
use engine::journal::{DiceChoice, PendingRolls, Prepared};
use games::Order;
use message::{Message, message};
use rules::{Need, Refusal, Side, Stop};

use super::plan::RequestContext;
use super::table::DeclaredOrder;

/// The dice that are given for an order.
#[derive(Clone, Copy)]
pub(super) struct GivenDice<'d> {
    /// The answers to its rolls; `None` if they are left to the app.
    dice: Option<&'d [EnteredRoll]>,
    /// The seat that gave them.
    from: Seat,
    /// The order that they are for, if it has been declared.
    declared: Option<&'d DeclaredOrder>,
    /// Whether they came with an order that waited since, and are for the giver's
    /// own rolls, wherever these come.
    ahead: bool,
    /// Whether the app rolls whatever is left, once it has rolled.
    pub(super) to_the_end: bool,
}

impl<'d> GivenDice<'d> {
    /// Dice that come with an order.
    pub(super) fn with(by: RequestContext, dice: Option<&'d [EnteredRoll]>) -> GivenDice<'d> {
        GivenDice { dice, from: by.seat, declared: None, ahead: by.agreed, to_the_end: false }
    }

    /// Dice for a declared order.
    pub(super) fn after(
        by: RequestContext,
        declared: &'d DeclaredOrder,
        dice: Option<&'d [EnteredRoll]>,
    ) -> GivenDice<'d> {
        GivenDice { dice, from: by.seat, declared: Some(declared), ahead: false, to_the_end: false }
    }

    /// The dice that came with a declared order, once it is answered.
    pub(super) fn ahead(declared: &'d DeclaredOrder) -> GivenDice<'d> {
        let dice = declared.dice.as_deref();
        GivenDice {
            dice,
            from: declared.seat,
            declared: Some(declared),
            ahead: true,
            to_the_end: false,
        }
    }

    /// The same for the journal, which does not ask whose they are.
    fn as_they_are(&self) -> DiceChoice {
        match self.dice.map(<[_]>::to_vec) {
            None => DiceChoice::Program,
            Some(dice) if self.to_the_end => DiceChoice::EnteredThenProgram(dice),
            Some(dice) => DiceChoice::Entered(dice),
        }
    }

    /// The seat that gave the order, and whether it rolls for it.
    fn giver(&self) -> (Seat, bool) {
        match self.declared {
            Some(declared) => (declared.seat, declared.dice.is_some()),
            None => (self.from, self.dice.is_some()),
        }
    }
}

/// How a roll is made.
enum MadeBy {
    /// So.
    As(EnteredRoll),
    /// By the side that is asked for it.
    Asked,
    /// Not with these dice.
    Refused(Message),
}

/// Works an order out with the dice that each side gives for it. The rolls that
/// are made until it stops are added to those that lie on the table.
///
/// # Errors
/// As [`engine::journal::Journal::prepare`]; it also stops where a side is asked
/// for its dice.
pub(super) fn prepare(
    by: RequestContext,
    order: &Order,
    given: GivenDice,
    lying: &mut PendingRolls,
) -> Result<Prepared, Stop> {
    let journal = &by.table.journal;
    let fields = order.to_map();
    let note = fields.get("note").and_then(serde_json::Value::as_str).unwrap_or_default();
    let attempt = |lying: &mut PendingRolls, dice: &DiceChoice| {
        let tried = journal.prepare_after(order, (lying, dice), by.now, note);
        if let Err(Stop::Needs { after, .. }) = &tried {
            *lying = journal.lying(order, (lying, dice), after);
        }
        tried
    };
    if !by.is_bound() {
        return attempt(lying, &given.as_they_are());
    }
    let mut left = given.dice.unwrap_or_default();
    let mut last = Vec::new();
    let mut tried = attempt(lying, &DiceChoice::Entered(Vec::new()));
    let mut shown = false;
    loop {
        let stop = match tried {
            // Dice that no roll asks for.
            Ok(_) if !left.is_empty() && !shown && !given.ahead => {
                last.extend_from_slice(left);
                return attempt(lying, &DiceChoice::Entered(last));
            }
            Ok(prepared) => return Ok(prepared),
            Err(stop) => stop,
        };
        let Stop::Needs { need: Need::Throw { by: roller, .. }, .. } = &stop else {
            return Err(stop);
        };
        let roll = match how(by, &given, (*roller, shown), &mut left) {
            MadeBy::As(roll) => roll,
            MadeBy::Asked => return Err(stop),
            MadeBy::Refused(why) => {
                return Err(Stop::Refused(Refusal { why, rule: "The table".into() }));
            }
        };
        shown |= roll == EnteredRoll::Program;
        last = vec![roll];
        tried = match attempt(lying, &DiceChoice::Entered(last.clone())) {
            // An impossible die is asked for once more.
            Err(Stop::Nonsense(_)) if shown || given.ahead => return Err(stop),
            done => done,
        };
    }
}

/// How the next roll is made, with what is left of the given dice. Once the app
/// has rolled, dice of others are passed over: a refusal would tell of its roll.
fn how(
    by: RequestContext,
    given: &GivenDice,
    (roller, shown): (Option<Side>, bool),
    left: &mut &[EnteredRoll],
) -> MadeBy {
    let settings = &by.table.rest.settings;
    let of = roller.map_or(DiceOf::Either, |side| settings.own_dice[side.index()]);
    let own = roller.is_none_or(|side| by.speaks_for(given.from, side));
    match (left.split_first(), roller) {
        (None, _) if given.to_the_end && shown => return MadeBy::As(EnteredRoll::Program),
        (Some((EnteredRoll::Program, rest)), _) => {
            *left = rest;
            if own {
                return MadeBy::As(EnteredRoll::Program);
            }
        }
        (Some((roll, rest)), _) if own && of != DiceOf::App => {
            *left = rest;
            return MadeBy::As(roll.clone());
        }
        (Some(_), Some(side)) if !shown && !given.ahead => {
            return MadeBy::Refused(if own {
                message!("the app rolls for side {side} at this table: leave the roll to it", side)
            } else {
                message!("this roll is side {side}’s: leave it to that side, or to the app", side)
            });
        }
        (Some(_), _) if shown => *left = &[],
        (None, _) if own && of != DiceOf::App && given.dice.is_some() => return MadeBy::Asked,
        (Some(_) | None, _) => {}
    }
    let (seat, rolls) = given.giver();
    let is_asked = match roller {
        Some(side) if !seat.plays(side) => settings.rolls_own(side),
        Some(_) | None => of == DiceOf::Own || (of == DiceOf::Either && rolls),
    };
    if is_asked { MadeBy::Asked } else { MadeBy::As(EnteredRoll::Program) }
}
