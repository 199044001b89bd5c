//! The policy that decides for each roll whether the players or the app roll, if each side has
//! a seat.

use crate::protocol::{DiceOf, Seat};
use dice::{AskedRoll, Dice, DiceStop, Entered, EnteredRoll, Hand, Reading, Thrown};
use engine::analysis::dice_of;
use engine::journal::{DiceChoice, DiceOnTable, NextDice, PendingRolls, Prepared, none_left_over};
use games::{Order, Report};
use message::{Message, message};
use rules::{Refusal, Side, Stop};

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
    /// Whether they came with an order that has waited since, and are for the issuer's
    /// own rolls.
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

    /// Dice that come with an answer to a declared order, for the own rolls of the side that
    /// answers.
    pub(super) fn with_answer(
        by: RequestContext,
        declared: &'d DeclaredOrder,
        dice: &'d [EnteredRoll],
    ) -> GivenDice<'d> {
        GivenDice { ahead: true, ..GivenDice::after(by, declared, Some(dice)) }
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

    /// The same for the journal, which does not distinguish the sides.
    fn as_they_are(&self) -> DiceChoice {
        match self.dice.map(<[_]>::to_vec) {
            None => DiceChoice::Program,
            Some(dice) if self.to_the_end => DiceChoice::EnteredThenProgram(dice),
            Some(dice) => DiceChoice::Entered(dice),
        }
    }

    /// The seat that gave the order, and whether it rolls for it.
    fn issuer(&self) -> (Seat, bool) {
        match self.declared {
            Some(declared) => (declared.seat, declared.dice.is_some()),
            None => (self.from, self.dice.is_some()),
        }
    }
}

/// The source of a roll.
enum MadeBy {
    /// With this entry.
    As(EnteredRoll),
    /// The side that rolls is asked for it.
    Asked,
    /// It cannot be made with these dice, for this reason.
    Refused(Message),
}

/// Computes an order with the dice that each side has given for it. If it stops for a
/// roll, `earlier_rolls` gets the rolls made until then.
///
/// # Errors
/// As [`engine::journal::Journal::prepare`]; it also stops if a side is asked for its
/// dice.
pub(super) fn prepare(
    by: RequestContext,
    order: &Order,
    given: GivenDice,
    earlier_rolls: &mut PendingRolls,
) -> Result<Prepared, Stop> {
    let journal = &by.table.journal;
    let mut app = journal.next_dice(order, earlier_rolls, by.seed);
    let resolved = if by.is_bound() {
        resolve(by, order, given, OnTable { earlier_rolls: &earlier_rolls.rolls, app: &mut app })
    } else {
        let choice = &given.as_they_are();
        journal.resolve(
            order,
            DiceOnTable { earlier_rolls: &earlier_rolls.rolls, choice },
            &mut app,
        )
    };
    match resolved {
        Ok(report) => {
            let note = app.order().get("note").and_then(serde_json::Value::as_str);
            let note = note.unwrap_or_default().to_owned();
            Ok(app.carried_out(report, by.now, &note))
        }
        Err(stop) => {
            if let Stop::Needs { after, .. } = &stop {
                *earlier_rolls = app.pending(after);
            }
            Err(stop)
        }
    }
}

/// The rolls that lie on the table, and the app's dice.
struct OnTable<'t, 'j> {
    earlier_rolls: &'t [Thrown],
    app: &'t mut NextDice<'j>,
}

/// Resolves an order with dice that are each made as the policy says.
fn resolve(
    by: RequestContext,
    order: &Order,
    given: GivenDice,
    OnTable { earlier_rolls, app }: OnTable,
) -> Result<Report, Stop> {
    let battle = by.table.journal.battle();
    let side_of = |hand| dice_of(battle, app.order(), hand).1;
    let mut dice = PolicyDice {
        by,
        given,
        giver: side_of(Hand::Giver),
        opponent: side_of(Hand::Opponent),
        left: given.dice.unwrap_or_default(),
        dice: Entered::new([], app).after(earlier_rolls),
        shown: false,
        refused: None,
    };
    let resolved = battle.resolve(order, &mut dice);
    if let Some(why) = dice.refused {
        return Err(Stop::Refused(Refusal { why, rule: "The table".into() }));
    }
    let report = resolved?;
    if !dice.shown && !given.ahead {
        none_left_over(dice.left.len(), &report)?;
    }
    Ok(report)
}

/// Dice for sides that roll their own: the source of each roll is decided when the rules
/// ask for it.
struct PolicyDice<'d, 'j> {
    by: RequestContext<'d>,
    given: GivenDice<'d>,
    /// The sides whose dice the rules may use.
    giver: Option<Side>,
    opponent: Option<Side>,
    /// The given dice that no roll has used yet.
    left: &'d [EnteredRoll],
    dice: Entered<&'d mut NextDice<'j>>,
    /// Whether the app has rolled, so that a refusal would reveal its roll.
    shown: bool,
    /// The reason why a roll cannot be made with the given dice.
    refused: Option<Message>,
}

impl Dice for PolicyDice<'_, '_> {
    fn throw(&mut self, ask: &AskedRoll, reading: &Reading) -> Result<Thrown, DiceStop> {
        if self.dice.has_earlier_rolls() {
            return self.dice.throw(ask, reading);
        }
        let needs = || Err(DiceStop::Needs(Box::new(ask.clone())));
        let roll = match self.how(ask.hand) {
            MadeBy::As(roll) => roll,
            MadeBy::Asked => return needs(),
            MadeBy::Refused(why) => {
                self.refused = Some(why.clone());
                return Err(DiceStop::Impossible(why));
            }
        };
        self.shown |= roll == EnteredRoll::Program;
        self.dice.enter(roll);
        match self.dice.throw(ask, reading) {
            // An impossible die is asked for once more.
            Err(DiceStop::Impossible(_)) if self.shown || self.given.ahead => needs(),
            thrown => thrown,
        }
    }
}

impl PolicyDice<'_, '_> {
    /// The source of the next roll, with the rest of the given dice. Once the app has
    /// rolled, dice of others are skipped.
    fn how(&mut self, hand: Hand) -> MadeBy {
        let roller = match hand {
            Hand::Giver => self.giver,
            Hand::Opponent => self.opponent,
        };
        let settings = &self.by.table.rest.settings;
        let of = roller.map_or(DiceOf::Either, |side| settings.own_dice[side.index()]);
        let own = roller.is_none_or(|side| self.by.may_answer_for(self.given.from, side));
        match (self.left.split_first(), roller) {
            (None, _) if self.given.to_the_end && self.shown => {
                return MadeBy::As(EnteredRoll::Program);
            }
            (Some((EnteredRoll::Program, rest)), _) => {
                self.left = rest;
                if own {
                    return MadeBy::As(EnteredRoll::Program);
                }
            }
            (Some((roll, rest)), _) if own && of != DiceOf::App => {
                self.left = rest;
                return MadeBy::As(roll.clone());
            }
            (Some(_), Some(side)) if !self.shown && !self.given.ahead => {
                return MadeBy::Refused(if own {
                    message!(
                        "the app rolls for side {side} at this table: leave the roll to it",
                        side
                    )
                } else {
                    message!(
                        "this roll is side {side}’s: leave it to that side, or to the app",
                        side
                    )
                });
            }
            (Some(_), _) if self.shown => self.left = &[],
            (None, _) if own && of != DiceOf::App && self.given.dice.is_some() => {
                return MadeBy::Asked;
            }
            (Some(_) | None, _) => {}
        }
        let (seat, rolls) = self.given.issuer();
        let is_asked = match roller {
            Some(side) if !seat.plays(side) => settings.rolls_own(side),
            Some(_) | None => of == DiceOf::Own || (of == DiceOf::Either && rolls),
        };
        if is_asked { MadeBy::Asked } else { MadeBy::As(EnteredRoll::Program) }
    }
}
