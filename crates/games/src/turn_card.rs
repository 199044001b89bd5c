//! The turn card, the next step and groups, computed from the definitions of each game
//! (`rules::Turns`) and what a viewer may know.

use serde_json::{Map, Value, json};

use dice::{Entered, EnteredRoll, Roll, Thoroughness, Walk};
use message::{Joint, Message, message};
use rules::turn_card::PartialOrder;
use rules::{
    CardDone, CardStep, Keyword as _, Need, NeededRoll, Next, OfferField, Rules as _, Side,
    StepState, Stop, Subject, Tag, TurnCard, Turns, Viewer, Visibility, Winner,
};

use super::filled_order::{FilledIn, filled_in};
use super::targets::targets_of;
use super::{Battle, Order, PlayerView, Report};

/// An order of any game, with the fields that the game fills in.
#[derive(Clone)]
pub(super) struct OrderDraft {
    subject: Subject,
    pub(super) kind: &'static str,
    pub(super) fields: Vec<(&'static str, Value)>,
    later: Vec<(&'static str, Value)>,
    brief: Message,
    unrolled: Option<&'static str>,
    is_harmless: bool,
}

impl OrderDraft {
    pub(super) fn of<S: Turns>(order: PartialOrder<S>) -> OrderDraft {
        use rules::Stated as _;
        let name = |field| S::Order::name_of(field);
        let named = |fields: Vec<(_, Value)>| {
            fields.into_iter().map(|(field, value)| (name(field), value)).collect()
        };
        OrderDraft {
            subject: order.subject,
            kind: order.kind.word(),
            fields: named(order.fields),
            later: named(order.later),
            brief: order.brief,
            unrolled: order.unrolled.map(name),
            is_harmless: order.is_independent,
        }
    }

    /// The order with the defaults of its form.
    pub(super) fn filled(&self, known: &PlayerView) -> Option<FilledIn> {
        filled_in(known, self.subject, self.kind, &self.fields)
    }

    /// The special order that it would break.
    fn breaks(&self, known: &PlayerView) -> Option<Message> {
        let order = known.read_offer(&self.filled(known)?.offer).ok()?;
        broken_by(known, &order)
    }

    /// The order against a target, if it has one to choose and the rules accept it.
    fn filled_at(&self, known: &PlayerView, target: Option<Tag>) -> Option<FilledIn> {
        let field = known.system().order(self.kind).and_then(|spec| spec.target);
        if let (Some(field), Some(target)) = (field, target)
            && self.fields.iter().all(|(name, _)| *name != field)
        {
            let mut at = self.clone();
            at.fields.push((field, json!(target)));
            let filled = at.filled(known).filter(|filled| filled.offer.refused.is_none());
            if filled.is_some() {
                return filled;
            }
        }
        self.filled(known)
    }

    /// The order with its `later` values, which apply if dice may be rolled before it.
    fn as_later(&self) -> OrderDraft {
        let mut later = self.clone();
        for (field, value) in later.later.drain(..) {
            match later.fields.iter_mut().find(|(name, _)| *name == field) {
                Some(filled) => filled.1 = value,
                None => later.fields.push((field, value)),
            }
        }
        later
    }
}

/// A step, as the game defines it.
struct PlannedStep {
    draft: OrderDraft,
    state: StepState,
    text: Message,
    why: Message,
    any_time: bool,
}

impl PlayerView<'_> {
    fn begins(&self, unit: Tag) -> Option<OrderDraft> {
        dispatch!(Battle, &**self, |battle| battle.begins(unit).map(OrderDraft::of))
    }

    fn plans(&self, unit: Tag) -> Vec<PlannedStep> {
        dispatch!(Battle, &**self, |battle| {
            let one = battle.common().units.find(unit).filter(|one| battle.has_steps(one));
            let steps = one.map(|one| battle.steps(unit, one)).into_iter().flatten();
            steps
                .map(|step| PlannedStep {
                    draft: OrderDraft::of(step.order),
                    state: step.state,
                    text: step.text,
                    why: step.why,
                    any_time: step.any_time,
                })
                .collect()
        })
    }

    fn ends(&self, unit: Tag) -> Vec<OrderDraft> {
        dispatch!(Battle, &**self, |battle| {
            battle.ends(unit).into_iter().map(OrderDraft::of).collect()
        })
    }

    pub(super) fn not_its_turn(&self, unit: Tag) -> Option<Message> {
        dispatch!(Battle, &**self, |battle| battle.why_not_turn(unit))
    }

    pub(super) fn beside(&self, unit: Tag) -> Vec<Tag> {
        dispatch!(Battle, &**self, |battle| battle.adjacent(unit))
    }

    pub(super) fn attacks(&self, unit: Tag, target: Tag) -> Vec<(OrderDraft, Message)> {
        dispatch!(Battle, &**self, |battle| {
            let attacks = battle.attacks(unit, target).into_iter();
            attacks.map(|(order, text)| (OrderDraft::of(order), text)).collect()
        })
    }

    /// The battle after an order that needs no dice, if the rules accept it.
    fn after_certain(&self, draft: &OrderDraft) -> Option<PlayerView<'static>> {
        let order = self.read_offer(&draft.filled(self)?.offer).ok()?;
        let report = self.resolve(&order, &mut Entered::without_app([])).ok()?;
        Some(self.after(&report.effects))
    }
}

/// A unit's turn as a card, for a viewer who commands it: its steps, the orders against
/// enemies that it touches and the one that the player named, and the orders that finish it.
#[must_use]
pub fn turn_card(known: &PlayerView, unit: Tag, target: Option<Tag>) -> TurnCard {
    let begins = known.begins(unit);
    let begun = begins.as_ref().and_then(|draft| known.after_certain(draft));
    let at = begun.as_ref().unwrap_or(known);
    let over = known.winner().map(|_| message!("the battle is over"));
    let is_over = over.is_some();
    let barred = over.or_else(|| known.not_its_turn(unit));
    let opening = begins.iter().map(|draft| PlannedStep {
        text: order_name(known, draft.kind),
        draft: draft.clone(),
        state: StepState::Owed,
        why: Message::default(),
        any_time: false,
    });
    let opening = opening.filter_map(|plan| card_step(known, plan, barred.as_ref(), None));
    let plans = at.plans(unit).into_iter();
    let plans = plans.map(|plan| PlannedStep { any_time: plan.any_time && !is_over, ..plan });
    let steps = plans.filter_map(|plan| card_step(at, plan, barred.as_ref(), target));
    let steps: Vec<CardStep> = opening.chain(steps).collect();
    let targets =
        if known.in_play(unit) && !is_over { targets_of(at, unit, target) } else { Vec::new() };
    let done = if barred.is_some() || !known.in_play(unit) { None } else { done(known, unit) };
    TurnCard { unit, steps, targets, done }
}

/// The name of an order on a button.
fn order_name(known: &PlayerView, kind: &str) -> Message {
    known.system().order(kind).map_or_else(Message::default, |spec| Message::word(spec.name))
}

/// A step of a card, checked against the rules. `None` if the game has no such order.
fn card_step(
    known: &PlayerView,
    plan: PlannedStep,
    barred: Option<&Message>,
    target: Option<Tag>,
) -> Option<CardStep> {
    let PlannedStep { draft, mut state, text, mut why, any_time } = plan;
    let mut step = CardStep {
        spec: known.system().order(draft.kind)?,
        state,
        text,
        why: Message::default(),
        order: Map::new(),
        assumes: Vec::new(),
        certain: false,
        ready: false,
    };
    let is_to_come = matches!(state, StepState::Open | StepState::Owed);
    if is_to_come && let Some(barred) = barred.filter(|_| !any_time) {
        (state, why) = (StepState::NotNow, barred.clone());
    }
    if let Some(filled) = draft.filled_at(known, target) {
        step.order = filled.offer.written();
        step.order.retain(|_, value| !value.is_null());
        step.assumes = assumed(known, &filled);
        if matches!(state, StepState::Open | StepState::Owed) {
            match &filled.offer.refused {
                Some(refused) => (state, why) = (StepState::NotNow, refused.why.clone()),
                None if filled.is_ready => {
                    step.ready = true;
                    let order = known.read_offer(&filled.offer).ok();
                    if let Some(broken) = order.as_ref().and_then(|order| broken_by(known, order)) {
                        (state, why) = (StepState::Open, broken);
                    }
                    step.certain = order.is_some_and(|order| is_certain(known, &order));
                    if let Some(field) = draft.unrolled.filter(|_| step.certain) {
                        step.order.insert(field.into(), json!(true));
                    }
                }
                None => {}
            }
        }
    } else if is_to_come && state != StepState::NotNow {
        let is_out = matches!(draft.subject, Subject::Unit(unit) if !known.in_play(unit));
        let why_not = if is_out {
            message!("this unit is out of the battle")
        } else {
            message!("this order is not possible now")
        };
        (state, why) = (StepState::NotNow, why_not);
    }
    Some(CardStep { state, why, ..step })
}

/// The fields with assumed values, because only the players know them.
fn assumed(known: &PlayerView, filled: &FilledIn) -> Vec<String> {
    let fields = filled.offer.fields.iter();
    let stands = |field: &&OfferField| field.value.as_ref().is_some_and(|value| !value.is_null());
    let unseen =
        |field: &&OfferField| field.unseen || known.is_on_the_table(filled.offer.spec, field.spec);
    fields.filter(stands).filter(unseen).map(|field| field.spec.name.to_owned()).collect()
}

/// The special order that an order breaks.
fn broken_by(known: &PlayerView, order: &Order) -> Option<Message> {
    known.special_orders_broken(order).into_iter().next()
}

/// The most branches that are followed to see whether an order is certain.
const MOST_ALIKE: usize = 100;

/// Whether every result of an order has the same effects, in each battle that the viewer
/// cannot distinguish.
fn is_certain(known: &PlayerView, order: &Order) -> bool {
    match known.resolve(order, &mut Entered::without_app([])) {
        Ok(_) => return true,
        Err(Stop::Needs { need: Need::Throw { .. }, .. }) => {}
        Err(Stop::Needs { .. } | Stop::Refused(_) | Stop::Invalid(_)) => return false,
    }
    known.hides_odds(order).is_none()
        && known.indistinguishable().iter().all(|one| has_one_result(one, order))
}

/// Whether every result of an order has the same effects, in one battle.
fn has_one_result(known: &PlayerView, order: &Order) -> bool {
    let mut walk = Walk::new(Thoroughness::Merged);
    let mut first = None;
    for _ in 0..MOST_ALIKE {
        let Some((result, _)) = walk.branch(|dice| known.resolve(order, dice)) else {
            return !walk.ran_out();
        };
        let Ok(report) = result else { return false };
        match &first {
            None => first = Some(report.effects),
            Some(effects) if *effects != report.effects => return false,
            Some(_) => {}
        }
    }
    false
}

/// A pattern of dice with which an order is tried.
#[derive(Clone, Copy)]
enum DicePattern {
    /// Low and high in turn, so that no two rolls tie.
    LowFirst,
    /// High and low in turn.
    HighFirst,
    /// Middle values.
    Middle,
}

/// The most rolls of an order that are considered.
const MOST_ROLLS: usize = 40;

/// The report of an order with this pattern of dice; `None` if the rules refuse it, or if it
/// needs something other than dice.
fn resolved_with(known: &PlayerView, order: &Order, pattern: DicePattern) -> Option<Report> {
    let mut entries = Vec::new();
    while entries.len() < MOST_ROLLS {
        match known.resolve(order, &mut Entered::without_app(entries.iter().cloned())) {
            Ok(report) => return Some(report),
            Err(Stop::Needs { need: Need::Throw { ask, .. }, .. }) => {
                let (least, most) = ask.throw.span();
                let even = entries.len().is_multiple_of(2);
                entries.push(EnteredRoll::Total(match (pattern, even) {
                    (DicePattern::LowFirst, true) | (DicePattern::HighFirst, false) => least,
                    (DicePattern::LowFirst, false) | (DicePattern::HighFirst, true) => most,
                    (DicePattern::Middle, even) => (least + most + i64::from(even)) / 2,
                }));
            }
            Err(Stop::Needs { .. } | Stop::Refused(_) | Stop::Invalid(_)) => return None,
        }
    }
    None
}

/// The rolls that an order needs, whatever the results.
fn rolls_of(known: &PlayerView, order: &Order) -> Vec<Roll> {
    let [low, high] = [DicePattern::LowFirst, DicePattern::HighFirst]
        .map(|pattern| resolved_with(known, order, pattern));
    let (Some(low), Some(high)) = (low, high) else { return Vec::new() };
    let same =
        |(one, other): &(Roll, Roll)| one.throw == other.throw && one.purpose == other.purpose;
    let both = low.rolls.into_iter().zip(high.rolls);
    both.take_while(same).map(|(roll, _)| roll).collect()
}

/// Orders that are composed in order to be given together.
pub(super) struct Composition {
    /// The battle after them, if the dice show middle values.
    pub(super) battle: PlayerView<'static>,
    pub(super) orders: Vec<Map<String, Value>>,
    pub(super) throws: Vec<NeededRoll>,
    briefs: Vec<Message>,
    /// Whether dice have been rolled on which later orders depend.
    pub(super) shaken: bool,
    /// The sides from which its orders are secret; `None` before the first order.
    pub(super) secret_from: Option<[bool; 2]>,
}

/// Why an order is not added to a composition.
pub(super) enum NotAdded {
    /// The rules do not allow it, or something has to be chosen.
    Impossible(Message),
    /// It is secret and the orders before it are not, or they are secret from another side.
    Mixed,
}

impl From<NotAdded> for Message {
    fn from(why: NotAdded) -> Message {
        match why {
            NotAdded::Impossible(why) => why,
            NotAdded::Mixed => message!("secret orders must be given separately"),
        }
    }
}

impl Composition {
    pub(super) fn new(known: &PlayerView) -> Composition {
        Composition {
            battle: known.to_static(),
            orders: Vec::new(),
            throws: Vec::new(),
            briefs: Vec::new(),
            shaken: false,
            secret_from: None,
        }
    }

    /// Adds an order with its present values.
    ///
    /// # Errors
    /// The reason why it cannot be given.
    pub(super) fn add(&mut self, draft: &OrderDraft) -> Result<(), NotAdded> {
        let never = || NotAdded::Impossible(message!("this unit cannot give such an order"));
        let filled = draft.as_later().filled(&self.battle).ok_or_else(never)?;
        if !filled.is_ready {
            let why = filled.offer.refused.map(|refused| refused.why);
            let why = why.unwrap_or_else(|| message!("a choice is still missing"));
            return Err(NotAdded::Impossible(why));
        }
        let order = self.battle.read_offer(&filled.offer);
        let order = order.map_err(|fault| NotAdded::Impossible(fault.why))?;
        let secret_from = [Side::A, Side::B].map(|side| {
            self.battle.order_visibility(&order, Viewer::Side(side)) != Visibility::Whole
        });
        if *self.secret_from.get_or_insert(secret_from) != secret_from {
            return Err(NotAdded::Mixed);
        }
        let mut written = filled.offer.written();
        written.retain(|_, value| !value.is_null());
        let unrolled = draft.unrolled.filter(|_| !self.shaken);
        let unrolled = unrolled.filter(|_| is_certain(&self.battle, &order));
        if let Some(field) = unrolled {
            written.insert(field.into(), json!(true));
        } else {
            let rolls = rolls_of(&self.battle, &order);
            self.shaken |= !rolls.is_empty() && !draft.is_harmless;
            let at = self.orders.len();
            self.throws.extend(rolls.into_iter().map(|roll| NeededRoll {
                order: at,
                throw: roll.throw,
                purpose: roll.purpose,
                modifiers: roll.modifiers,
            }));
        }
        if let Some(report) = resolved_with(&self.battle, &order, DicePattern::Middle) {
            self.battle.apply(&report.effects);
        }
        self.orders.push(written);
        if !draft.brief.is_empty() {
            self.briefs.push(draft.brief.clone());
        }
        Ok(())
    }

    /// Adds a unit's turn: the order that begins it, the required steps, and the orders that
    /// end it. It stops before an order that cannot be given together with those before it, and
    /// leaves out a required step that would break a special order.
    ///
    /// # Errors
    /// Why it cannot be given: a required step needs a choice.
    pub(super) fn add_turn(&mut self, unit: Tag) -> Result<(), NotAdded> {
        let before = self.orders.len();
        match self.add_whole_turn(unit) {
            Err(NotAdded::Mixed) if self.orders.len() > before => Ok(()),
            added => added,
        }
    }

    fn add_whole_turn(&mut self, unit: Tag) -> Result<(), NotAdded> {
        let begins = self.battle.begins(unit);
        let from = if let Some(draft) = &begins {
            self.battle.after_certain(draft).unwrap_or_else(|| self.battle.to_static())
        } else {
            self.battle.to_static()
        };
        let steps = from.plans(unit).into_iter();
        let binds = !from.special_order_views().is_empty();
        let opening = begins.as_ref().filter(|_| binds);
        if let Some(broken) = opening.and_then(|draft| draft.breaks(&self.battle)) {
            return Err(NotAdded::Impossible(broken));
        }
        let breaks = |plan: &PlannedStep| binds && plan.draft.breaks(&from).is_some();
        let owed: Vec<PlannedStep> =
            steps.filter(|plan| plan.state == StepState::Owed && !breaks(plan)).collect();
        for draft in begins.iter().chain(owed.iter().map(|plan| &plan.draft)) {
            self.add(draft)?;
        }
        for mut draft in self.battle.ends(unit) {
            if !self.briefs.is_empty() {
                // The summary need not mention that it ends the turn.
                draft.brief = Message::default();
            }
            self.add(&draft)?;
        }
        Ok(())
    }
}

/// The orders that finish a unit's turn; `None` if no order is left to give, or a required step
/// needs a choice.
fn done(known: &PlayerView, unit: Tag) -> Option<CardDone> {
    let mut all = Composition::new(known);
    all.add_turn(unit).ok()?;
    if all.orders.is_empty() {
        return None;
    }
    let says = Message::joined(all.briefs, Joint::Comma).sentence();
    Some(CardDone { orders: all.orders, throws: all.throws, says })
}

/// The next step for a viewer who commands these sides.
#[must_use]
pub fn next_step(known: &PlayerView, commands: [bool; 2]) -> Next {
    if let Some(winner) = known.victor().or(known.winner()) {
        return Next { text: over(known, winner), ..Next::default() };
    }
    let plans: Vec<(Message, Option<Tag>, Option<OrderDraft>)> =
        dispatch!(Battle, &**known, |battle| {
            let plans = battle.next(commands).into_iter();
            plans.map(|plan| (plan.text, plan.unit, plan.order.map(OrderDraft::of))).collect()
        });
    // An order that breaks a special order is the next step only if there is no other.
    let mut broken: Option<Next> = None;
    for (text, unit, draft) in plans {
        if broken.as_ref().is_some_and(|broken| broken.unit.is_some() && broken.unit != unit) {
            continue;
        }
        let Some(draft) = draft else { return Next { text, order: None, unit } };
        let Some(filled) = draft.filled(known).filter(|filled| filled.is_ready) else { continue };
        let mut order = filled.offer.written();
        order.retain(|_, value| !value.is_null());
        let typed = known.read_offer(&filled.offer).ok();
        if let Some(field) = draft.unrolled
            && typed.as_ref().is_some_and(|typed| is_certain(known, typed))
        {
            order.insert(field.into(), json!(true));
        }
        let breaks = typed.is_some_and(|typed| broken_by(known, &typed).is_some());
        let next = Next { text, order: Some(order), unit };
        if !breaks {
            return next;
        }
        broken.get_or_insert(next);
    }
    broken.unwrap_or_else(|| Next { text: message!("Nothing is left to do."), ..Next::default() })
}

/// How the battle ended: by agreement of the players, by the rules, or by its victory
/// conditions.
fn over(known: &PlayerView, winner: Winner) -> Message {
    let by_the_rules = known.winner() == Some(winner);
    let text = dispatch!(Battle, &**known, |battle| match battle.common().ending {
        Some(ending) => Some(ending.message(|side| battle.side_called(side))),
        None => by_the_rules.then(|| battle.victory(winner)),
    });
    text.unwrap_or_else(|| match winner.side() {
        Some(side) => message!("Victory: {side}.", side = known.side_called(side)),
        None => message!("Draw. The battle is over."),
    })
}
