//! The orders that every game has: the correction of a record, and a result that both sides
//! agree on.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use dice::{Hand, ModifierChange};
use message::{Message, clipped, message};

use super::common::{
    RecordOwner, Resolution, Side, Stop, Subject, Tag, Viewer, Visibility, refuse,
};
use super::correction::{corrected, never_valid};
use super::effect_text::{EffectText, correction};
use super::ending::{self, AGREE, Agreement, Ending};
use super::keyword::Keyword as _;
use super::schema::{ADJUST, Part};
use super::special_order::{self, CountedOrder};
use super::statement::Stated;
use super::system::{Rules, System};
use super::unit::EntryValue as _;
use super::value_type::ValueType;

/// An order of a game, or one that every game has.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum GameOrder<O> {
    /// An order that the game defines.
    Specific {
        #[serde(flatten)]
        order: O,
        /// How the players change the modifiers of its rolls.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        modifiers: Vec<ModifierChange>,
    },
    /// The result that both sides agree on.
    Agreement(Agreement),
    /// The correction of a record.
    Correction(Correction),
}

impl<O> GameOrder<O> {
    /// The order, if the game defines it.
    pub fn own(&self) -> Option<&O> {
        match self {
            GameOrder::Specific { order, .. } => Some(order),
            GameOrder::Correction(_) | GameOrder::Agreement(_) => None,
        }
    }
}

impl<O: Stated> GameOrder<O> {
    /// Its word.
    pub fn kind(&self) -> &'static str {
        match self {
            GameOrder::Specific { order, .. } => order.kind().word(),
            GameOrder::Agreement(_) => AGREE.kind,
            GameOrder::Correction(_) => ADJUST.kind,
        }
    }

    /// Its role in a turn.
    pub fn part(&self) -> Part {
        let kind = self.kind();
        O::specs().iter().find(|spec| spec.kind == kind).map_or(Part::Act, |spec| spec.part)
    }
}

impl<O> From<O> for GameOrder<O> {
    fn from(order: O) -> GameOrder<O> {
        GameOrder::Specific { order, modifiers: Vec::new() }
    }
}

/// The correction of a record by the players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename = "adjust")]
pub struct Correction {
    /// The unit or side whose record is corrected.
    pub ship: RecordOwner,
    /// The entry; with dots if it is one of several: `ammo.archers-1`.
    pub field: String,
    /// Its new value.
    #[serde(default)]
    pub value: Value,
    /// The reason, for the log.
    pub note: String,
}

/// An effect that a game defines, or one of an order that every game has.
#[derive(Clone, Debug, PartialEq)]
pub enum GameEffect<E> {
    /// An effect that the game defines.
    Own(E),
    /// The players ended the battle.
    Ended(Ending),
    /// A record was corrected.
    Corrected(Box<Corrected>),
    /// The order counts towards a special order of the battle.
    Counted(CountedOrder),
}

impl<E> GameEffect<E> {
    /// The effect, if the game defines it.
    pub fn own(&self) -> Option<&E> {
        match self {
            GameEffect::Own(effect) => Some(effect),
            GameEffect::Ended(_) | GameEffect::Counted(_) | GameEffect::Corrected(_) => None,
        }
    }
}

/// The effect of a correction.
#[derive(Clone, Debug, PartialEq)]
pub struct Corrected {
    /// The owner of the record.
    pub subject: Subject,
    /// The entry.
    pub field: String,
    /// Its new value.
    pub value: Value,
}

impl Correction {
    /// A correction of a unit's record.
    #[must_use]
    pub fn of(tag: Tag, field: &str, value: impl Into<Value>) -> Correction {
        let (field, value) = (field.to_owned(), value.into());
        Correction { ship: RecordOwner::Unit(tag), field, value, note: String::new() }
    }

    /// The effect of the correction.
    #[must_use]
    pub fn done(&self) -> Corrected {
        let (field, value) = (self.field.clone(), self.value.clone());
        Corrected { subject: self.ship.into(), field, value }
    }
}

/// Warnings if an order departs from the sequence of play or breaks a special order of the battle.
/// Orders that every game has do neither.
pub fn warnings<S: System>(battle: &S, order: &GameOrder<S::Order>) -> Vec<Message> {
    let Some(own) = order.own() else { return Vec::new() };
    let over = battle.winner().map(|_| message!("the battle is over"));
    let broken = special_order::warnings(battle, order);
    over.into_iter().chain(battle.warnings(own)).chain(broken).collect()
}

/// Adds to a resolution the warnings of its order, and the special orders it counts
/// towards.
pub(super) fn follow<S: System>(
    battle: &S,
    order: &GameOrder<S::Order>,
    done: &mut Resolution<S::Outcome, GameEffect<S::Effect>>,
) {
    done.warnings = warnings(battle, order);
    done.effects.extend(special_order::counted(battle, order, &done.effects));
}

/// The side whose dice decide an order, by the role of the roller.
pub(super) fn side_of_dice<S: System>(battle: &S, order: &S::Order, hand: Hand) -> Option<Side> {
    let Ok(Value::Object(written)) = serde_json::to_value(order) else { return None };
    let kind = order.kind().word();
    let spec = S::Order::specs().iter().find(|spec| spec.kind == kind)?;
    spec.dice_of(&written, hand, |tag| battle.holder(tag)).1
}

/// The issuer of an order; `None` if it is the battle as a whole.
pub fn issuer<S: System>(battle: &S, order: &GameOrder<S::Order>) -> Option<Subject> {
    match order {
        GameOrder::Specific { order, .. } => battle.given_by(order),
        GameOrder::Agreement(_) => None,
        GameOrder::Correction(correction) => Some(correction.ship.into()),
    }
}

/// Whether an order of this side needs the other side's consent, because it affects more
/// than its own side. Both sides must agree on a result.
pub fn needs_consent<S: System>(battle: &S, order: &GameOrder<S::Order>, side: Side) -> bool {
    match order {
        GameOrder::Specific { order, .. } => battle.needs_consent(order, side),
        GameOrder::Agreement(_) => true,
        GameOrder::Correction(_) => false,
    }
}

/// Whether an order ends something, and is issued by neither a unit nor a side.
pub fn ends_for_both<S: Rules>(order: &S::Order) -> bool {
    let word = order.kind().word();
    let spec = S::Order::specs().iter().find(|spec| spec.kind == word);
    spec.is_some_and(|spec| spec.part == Part::Ends) && order.issuer().is_none()
}

/// How much of an order a viewer may know.
pub fn order_visibility<S: System>(
    battle: &S,
    order: &GameOrder<S::Order>,
    viewer: Viewer,
) -> Visibility {
    match order {
        GameOrder::Specific { order, .. } => battle.order_visibility(order, viewer),
        GameOrder::Agreement(_) => Visibility::Whole,
        GameOrder::Correction(Correction { ship, field, .. }) => {
            let entry = field.split('.').next().unwrap_or_default();
            match battle.field_visibility((*ship).into(), entry, viewer) {
                Visibility::Whole => Visibility::Whole,
                Visibility::Partial | Visibility::Hidden => Visibility::Hidden,
            }
        }
    }
}

/// Applies one effect.
pub fn apply<S: System>(battle: &mut S, did: &GameEffect<S::Effect>) {
    match did {
        GameEffect::Own(effect) => battle.apply(effect),
        GameEffect::Ended(ending) => battle.common_mut().ending = Some(*ending),
        GameEffect::Corrected(corrected) => apply_correction(battle, corrected),
        GameEffect::Counted(counted) => special_order::count(battle, *counted),
    }
}

/// An effect in words, given the battle before the order.
pub fn effect_text<S: System>(battle: &S, did: &GameEffect<S::Effect>) -> EffectText {
    match did {
        GameEffect::Own(effect) => battle.describe(effect),
        GameEffect::Ended(ending) => ending::effect_text(battle, *ending),
        GameEffect::Corrected(corrected) => correction(battle, corrected),
        GameEffect::Counted(counted) => special_order::effect_text(battle, *counted),
    }
}

const ADJUST_RULE: &str = ADJUST.rule;

/// Checks a correction of one key.
///
/// # Errors
/// [`Stop::Invalid`] if there is no such key, it takes another type or the value names a
/// unit that is not in the battle; [`Stop::Refused`] if the value is impossible.
pub(super) fn adjust<S: System>(
    battle: &S,
    correction: &Correction,
) -> Result<Resolution<S::Outcome, GameEffect<S::Effect>>, Stop> {
    let done = correction.done();
    let Corrected { subject, field, value } = &done;
    if let Some(why) = never_valid(value) {
        return refuse(ADJUST_RULE, why);
    }
    match *subject {
        Subject::Unit(tag) => {
            let unit = corrected(battle, tag, field, value)?;
            let holds = S::Unit::HOLDS.at(field).filter(|holds| !holds.fits(value));
            if let Some(takes) = holds.map(ValueType::description) {
                let (field, value) = (clipped(field), clipped(&value.to_string()));
                let why = message!(
                    "`{field}` of {tag} takes {takes}, not {value}",
                    field,
                    tag,
                    takes,
                    value
                );
                return refuse(ADJUST_RULE, why);
            }
            let named = S::Unit::HOLDS.at(field).map(|holds| holds.units_in(value));
            for named in named.unwrap_or_default() {
                battle.common().units.get(named)?;
            }
            if let Err(why) = battle.check_unit(tag, &unit) {
                return refuse(ADJUST_RULE, why);
            }
        }
        Subject::Side(side) => {
            battle.clone().adjust_side(side, field, value).map_err(Stop::Invalid)?;
        }
        Subject::Battle => {
            return refuse(
                ADJUST_RULE,
                message!("only a ship, a unit or a side has a record to correct"),
            );
        }
    }
    let follows = battle.further_effects(&done).into_iter().map(GameEffect::Own);
    Ok(Resolution::done(
        std::iter::once(GameEffect::Corrected(done.into())).chain(follows).collect(),
    ))
}

/// Applies a correction that `adjust` has checked.
pub fn apply_correction<S: System>(battle: &mut S, done: &Corrected) {
    let Corrected { subject, field, value } = done;
    battle.common_mut().aims.correct();
    match *subject {
        Subject::Unit(tag) => {
            if let Ok(unit) = corrected(battle, tag, field, value) {
                battle.replace_unit(tag, unit);
            }
        }
        Subject::Side(side) => {
            // This cannot fail: the resolver has tried it on a copy.
            let _ = battle.adjust_side(side, field, value);
        }
        Subject::Battle => {}
    }
    battle.corrected(done);
}
