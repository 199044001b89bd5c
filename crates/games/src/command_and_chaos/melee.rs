//! Melees of Command & Chaos: one on one, or two cavalry on one.

use dice::{AskedRoll, Hand, Roller};
use message::message;
use rules::common::{Need, Resolution, Stop, Tag, refuse};
use rules::modifiers::ModifierWord as _;
use rules::opponent_choice::{Chosen, question};
use rules::view::Choice;

use super::effects::Effect;
use super::guards::{Resolved, heavy, may_be_flanked, only_cavalry_behind, opponents};
use super::orders::{Order, Outcome, rule, with_unit};
use super::routs::{going_forward, grades_shown, struck};
use super::state::{Battle, Unit};
use super::tables::{Attack, Bonus, DIE, DiceMore, Kind, MOST_DICE_MORE, ONE_HIT};

/// The changes of battle cards to the dice of a melee.
pub(super) struct FromCards<'o> {
    more: Option<&'o DiceMore>,
    none: &'o [Tag],
}

impl<'o> FromCards<'o> {
    /// The changes from the fields of the order.
    pub(super) fn new(more: Option<&'o DiceMore>, none: Option<&'o Vec<Tag>>) -> FromCards<'o> {
        FromCards { more, none: none.map(Vec::as_slice).unwrap_or_default() }
    }

    /// Whether a unit rolls its own die.
    pub(super) fn attacks(&self, tag: Tag) -> bool {
        !self.none.contains(&tag)
    }

    /// The dice that cards add for a unit.
    pub(super) fn more(&self, tag: Tag) -> u8 {
        self.more.and_then(|more| more.0.get(&tag)).copied().unwrap_or_default()
    }

    /// The total number of dice that a unit rolls.
    pub(super) fn dice(&self, tag: Tag) -> u32 {
        u32::from(self.attacks(tag)) + u32::from(self.more(tag))
    }

    /// Refuses card effects that are impossible in this melee.
    fn check(&self, battle: &Battle, in_it: &[Tag]) -> Result<(), Stop> {
        let more = || self.more.into_iter().flat_map(|more| &more.0);
        let named = more().map(|(tag, _)| tag).chain(self.none);
        if let Some(stray) = named.into_iter().find(|tag| !in_it.contains(tag)) {
            battle.common.units.get(*stray)?;
            return refuse(
                rule::CARDS,
                message!("{stray} does not take part in this melee", stray),
            );
        }
        if let Some((tag, more)) = more().find(|(_, more)| **more > MOST_DICE_MORE) {
            let why = message!(
                "{more} more dice for {tag}; {most_dice_more} is the limit",
                more,
                tag,
                most_dice_more = MOST_DICE_MORE
            );
            return refuse(rule::CARDS, why);
        }
        Ok(())
    }
}

/// Resolves a melee.
pub(super) fn melee(battle: &Battle, order: &Order, roller: &mut Roller) -> Resolved {
    let Order::Melee { unit, units, target, attack, target_attack, answers, dice_more, no_attack } =
        order
    else {
        return Err(Stop::Invalid(message!("not a melee")));
    };
    let target = *target;
    if let Some(answers) = answers.value() {
        battle.common.units.get(answers)?;
    }
    let cards = FromCards::new(dice_more.as_ref(), no_attack.as_ref());
    let pair = with_unit(*unit, units.as_deref().unwrap_or_default());
    let [tag] = pair[..] else {
        let [one, two] = pair[..] else {
            let why = match pair.len() {
                0 => message!("choose the unit that attacks, or both if two cavalry attack one"),
                many => message!("two cavalry may fight one, not {many}", many),
            };
            return refuse(rule::MELEE, why);
        };
        let mut around = [*attack, *target_attack].into_iter().flatten();
        if around.any(|attack| attack != Attack::Front) {
            return refuse(
                rule::MELEE,
                message!("in a melee of two on one, flanks and rears do not count"),
            );
        }
        cards.check(battle, &[one, two, target])?;
        let attack = TwoOnOne { one, two, target, answers: *answers };
        return two_on_one(battle, &attack, &cards, roller);
    };
    if unit.is_none() {
        return refuse(
            rule::MELEE,
            message!("name the other cavalry beside {tag}: two may fight one", tag),
        );
    }
    if let Some(answers) = answers.value().filter(|answers| *answers != tag) {
        let why = message!(
            "{target} strikes back at {tag}, which attacks it, not {answers}",
            target,
            tag,
            answers
        );
        return refuse(rule::MELEE, why);
    }
    cards.check(battle, &[tag, target])?;
    let from = attack.unwrap_or_else(|| battle.attack_on(tag, target));
    let back = target_attack.unwrap_or_else(|| battle.attack_on(target, tag));
    duel(battle, &Duel { tag, target, from, back }, &cards, roller)
}

/// A unit's attack in a melee.
struct Strike<'b> {
    hand: Hand,
    by: (Tag, &'b Unit),
    on: (Tag, &'b Unit),
    from: Attack,
}

impl Strike<'_> {
    /// The hits of its dice: its own first, then those added by a card.
    fn hits(&self, cards: &FromCards, roller: &mut Roller) -> Result<u32, Stop> {
        let ((tag, unit), (target, other)) = (self.by, self.on);
        let bonuses = [
            self.from.bonus().map(Bonus::modifier),
            Bonus::Mixed.applies(unit.mixed),
            Bonus::Officer.applies(unit.officer.is_some()),
        ];
        let modifiers = bonuses.into_iter().flatten().collect();
        let ask = AskedRoll::new(DIE, message!("{tag} attacks {target}", tag, target))
            .with(modifiers)
            .thrown_by(self.hand);
        let rows = [(i64::MIN, 0), (i64::from(other.needs()), ONE_HIT)];
        let own = if cards.attacks(tag) { roller.row(&ask, &rows)? } else { 0 };
        let more = match u32::from(cards.more(tag)) {
            0 => 0,
            more => roller.each(&ask, more, &rows)?.into_iter().sum(),
        };
        Ok(own + more)
    }
}

/// A melee of one against one, and the side from which each attacks the other.
struct Duel {
    tag: Tag,
    target: Tag,
    from: Attack,
    back: Attack,
}

fn duel(battle: &Battle, duel: &Duel, cards: &FromCards, roller: &mut Roller) -> Resolved {
    let Duel { tag, target, from, back } = *duel;
    let [unit, other] = opponents(battle, tag, target, rule::MELEE)?;
    heavy(tag, unit, rule::MELEE)?;
    heavy(target, other, rule::MELEE)?;
    may_attack(tag, target, unit, other, from)?;
    may_attack(target, tag, other, unit, back)?;
    let (by, on) = ((tag, unit), (target, other));
    let hits = Strike { hand: Hand::Giver, by, on, from }.hits(cards, roller)?;
    let strike_back = Strike { hand: Hand::Opponent, by: on, on: by, from: back };
    let hits_back = strike_back.hits(cards, roller)?;
    let mut effects = meeting(&[by], on);
    let faces_front = unit.flanking.is_some_and(|f| f.target == target) && from == Attack::Front;
    if faces_front {
        effects.push(Effect::FacesFront { unit: tag, of: target });
    }
    effects.extend(struck(battle, &[(target, hits), (tag, hits_back)], &[[tag, target]]));
    Ok(Resolution::new(Outcome::Resolved, effects))
}

/// The question of which of two attackers a cavalry unit strikes back at.
fn strike_back_question(target: Tag, pair: [(Tag, &Unit); 2]) -> Option<Need> {
    let choice = |(tag, unit): (Tag, &Unit)| Choice {
        value: tag.to_string().into(),
        label: message!("{tag} {name}", tag, name = &unit.name),
        refused: None,
    };
    question("answers", target.side, pair.map(choice).to_vec())
}

/// Refuses an attack that is not possible from this side.
fn may_attack(
    tag: Tag,
    target: Tag,
    unit: &Unit,
    other: &Unit,
    attack: Attack,
) -> Result<(), Stop> {
    if attack != Attack::Front {
        may_be_flanked(target, other)?;
    }
    if attack == Attack::Rear {
        only_cavalry_behind(tag, unit)?;
    }
    Ok(())
}

/// The effects of a melee that do not depend on the dice: reserves advance, grades are
/// shown, the units are engaged.
fn meeting(units: &[(Tag, &Unit)], target: (Tag, &Unit)) -> Vec<Effect> {
    let mut all = units.to_vec();
    all.push(target);
    let mut effects: Vec<Effect> =
        all.iter().filter_map(|(tag, unit)| going_forward(*tag, unit)).collect();
    effects.extend(grades_shown(&all));
    for (tag, unit) in units {
        if !unit.engaged_with.contains(&target.0) {
            effects.push(Effect::Engaged(*tag, target.0));
        }
        effects.push(Effect::Fought(*tag, target.0));
    }
    effects
}

/// Two cavalry against one, and the target of its strike back.
struct TwoOnOne {
    one: Tag,
    two: Tag,
    target: Tag,
    answers: Chosen<Tag>,
}

/// Both roll against the single unit, which rolls once against the target that it names.
fn two_on_one(
    battle: &Battle,
    attack: &TwoOnOne,
    cards: &FromCards,
    roller: &mut Roller,
) -> Resolved {
    let TwoOnOne { one, two, target, answers } = *attack;
    let [first, other] = opponents(battle, one, target, rule::MELEE)?;
    let [second, _] = opponents(battle, two, target, rule::MELEE)?;
    for (tag, unit) in [(one, first), (two, second), (target, other)] {
        if unit.kind != Kind::HeavyCavalry {
            let why = message!(
                "{tag} {name} is not cavalry; two on one is for cavalry",
                tag,
                name = &unit.name
            );
            return refuse(rule::MELEE, why);
        }
    }
    let answers = answers.or_ask(|| strike_back_question(target, [(one, first), (two, second)]))?;
    let struck_back = match answers {
        Some(tag) if tag == one => (one, first),
        Some(tag) if tag == two => (two, second),
        Some(tag) => {
            let why = message!(
                "{target} strikes back at {one} or {two}, which attack it, not {tag}",
                target,
                one,
                two,
                tag
            );
            return refuse(rule::MELEE, why);
        }
        None => {
            let why = message!(
                "choose which of {one} and {two} {target} strikes back at",
                one,
                two,
                target
            );
            return refuse(rule::MELEE, why);
        }
    };
    let (hand, from, on) = (Hand::Giver, Attack::Front, (target, other));
    let mut hits = 0;
    for by in [(one, first), (two, second)] {
        hits += Strike { hand, by, on, from }.hits(cards, roller)?;
    }
    let back = Strike { hand: Hand::Opponent, by: on, on: struck_back, from };
    let back = back.hits(cards, roller)?;
    let mut effects = meeting(&[(one, first), (two, second)], on);
    let met = [[one, target], [two, target]];
    effects.extend(struck(battle, &[(target, hits), (struck_back.0, back)], &met));
    Ok(Resolution::new(Outcome::Resolved, effects))
}
