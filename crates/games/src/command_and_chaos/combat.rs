//! Charges, light infantry, and allied morale after a rout, in Command & Chaos.

use std::cmp::Ordering;

use dice::{AskedRoll, Hand, Preferred, Roller, Throw};
use message::{Message, message};
use rules::common::{Need, Resolution, Stop, Tag, refuse};
use rules::opponent_choice::{Chosen, question};
use rules::roster::Rostered;
use rules::view::Choice;

use super::effects::Effect;
use super::guards::{
    Resolved, free_to_move, heavy, light, opponents, rested_to_charge, rested_to_counter_charge,
    unit_in_play,
};
use super::orders::{Outcome, rule};
use super::routs::{going_forward, grades_shown, struck};
use super::state::{Battle, Unit};
use super::tables::{
    Answer, CHARGE_DICE, DIE, JAVELINS_NEED, JavelinPhase, ONE_HIT, SKIRMISH_FALLS_BACK,
};

/// Resolves a charge (Command & Chaos: charging). The bonuses of a melee do not apply.
pub(super) fn charge(
    battle: &Battle,
    tag: Tag,
    target: Tag,
    answer: Chosen<Answer>,
    roller: &mut Roller,
) -> Resolved {
    let [unit, other] = opponents(battle, tag, target, rule::CHARGE)?;
    heavy(tag, unit, rule::CHARGE)?;
    heavy(target, other, rule::CHARGE)?;
    if unit.charged {
        return refuse(
            rule::CHARGE,
            message!(
                "{tag} {name} has already charged, which is possible once a battle",
                tag,
                name = &unit.name
            ),
        );
    }
    free_to_move(tag, unit, rule::CHARGE)?;
    rested_to_charge(tag, unit)?;
    // Without an answer, the target stands.
    let answer = answer.or_ask(|| charge_reply_question(target, other))?.unwrap_or(Answer::Stand);
    if answer == Answer::CounterCharge {
        rested_to_counter_charge(target, other)?;
    }
    let dice = |on: u8, purpose: Message| {
        AskedRoll::new(Throw::Hits { count: CHARGE_DICE, die: DIE.die(), on }, purpose)
    };
    let hits =
        count(roller.value(&dice(other.needs(), message!("{tag} charges {target}", tag, target)))?);
    let mut effects: Vec<Effect> = going_forward(tag, unit).into_iter().collect();
    effects.push(Effect::Charged(tag));
    if answer == Answer::CounterCharge {
        effects.push(Effect::CounterCharged(target));
    }
    effects.extend(grades_shown(&[(tag, unit), (target, other)]));
    effects.push(Effect::Engaged(tag, target));
    match answer {
        Answer::CounterCharge => {
            let ask = dice(unit.needs(), message!("{target} counter-charges {tag}", target, tag))
                .thrown_by(Hand::Opponent);
            let back = count(roller.value(&ask)?);
            effects.extend(struck(battle, &[(target, hits), (tag, back)], &[[tag, target]]));
        }
        Answer::Stand => {
            // CC-1: the roll is compared with the charger's own grade.
            let ask = dice(unit.needs(), message!("{target} stands against {tag}", target, tag))
                .thrown_by(Hand::Opponent);
            let cancelled = count(roller.value(&ask)?).min(hits);
            effects.push(Effect::Cancelled(target, cancelled));
            effects.extend(struck(battle, &[(target, hits - cancelled)], &[[tag, target]]));
        }
    }
    Ok(Resolution::new(Outcome::Resolved, effects))
}

/// The question of how the target meets a charge.
fn charge_reply_question(target: Tag, other: &Unit) -> Option<Need> {
    let choice = |answer: Answer| Choice {
        value: answer.slug().into(),
        label: answer.message(),
        refused: match answer {
            Answer::CounterCharge => rested_to_counter_charge(target, other).err(),
            Answer::Stand => None,
        },
    };
    question("answer", target.side, Answer::ALL.iter().copied().map(choice).collect())
}

fn count(thrown: i64) -> u32 {
    u32::try_from(thrown.max(0)).unwrap_or(u32::MAX)
}

/// Resolves light infantry against heavy infantry or cavalry (CC-7). It may throw its
/// javelins, and falls back.
pub(super) fn javelins(
    battle: &Battle,
    tag: Tag,
    target: Tag,
    throw: bool,
    roller: &mut Roller,
) -> Resolved {
    let [unit, other] = opponents(battle, tag, target, rule::LIGHT)?;
    light(tag, unit, rule::LIGHT)?;
    if !other.kind.is_heavy() {
        let why = message!(
            "{target} {name} is light infantry too: give a skirmish",
            target,
            name = &other.name
        );
        return refuse(rule::LIGHT, why);
    }
    let falls_back = falling_back(tag, unit, JavelinPhase::of(battle.phase).falls_back());
    if !throw {
        let mut effects = vec![Effect::Withheld(tag)];
        effects.extend(falls_back);
        return Ok(Resolution::new(Outcome::Withheld, effects));
    }
    let ask = AskedRoll::new(DIE, message!("{tag} throws javelins at {target}", tag, target));
    let hit = roller.at_least(&ask, JAVELINS_NEED)?;
    let mut effects = struck(battle, &[(target, if hit { ONE_HIT } else { 0 })], &[]);
    effects.extend(falls_back);
    Ok(Resolution::new(if hit { Outcome::Hit } else { Outcome::Miss }, effects))
}

/// Light infantry that falls back leaves the cavalry with which it was one unit.
fn falling_back(tag: Tag, unit: &Unit, spaces: u32) -> Vec<Effect> {
    let mut effects = vec![Effect::FellBack(tag, spaces)];
    effects.extend(unit.mixed_with.map(|_| Effect::Parted(tag)));
    effects
}

/// Resolves a skirmish: light infantry against light infantry.
pub(super) fn skirmish(battle: &Battle, tag: Tag, target: Tag, roller: &mut Roller) -> Resolved {
    let [unit, other] = opponents(battle, tag, target, rule::SKIRMISH)?;
    light(tag, unit, rule::SKIRMISH)?;
    light(target, other, rule::SKIRMISH)?;
    let own = roller
        .value(&AskedRoll::new(DIE, message!("{tag} skirmishes with {target}", tag, target)))?;
    let back = AskedRoll::new(DIE, message!("{target} skirmishes with {tag}", target, tag))
        .thrown_by(Hand::Opponent);
    let back = roller.value(&back)?;
    let (outcome, follows) = match own.cmp(&back) {
        Ordering::Greater => (Outcome::Won, falling_back(target, other, SKIRMISH_FALLS_BACK)),
        Ordering::Less => (Outcome::Lost, falling_back(tag, unit, SKIRMISH_FALLS_BACK)),
        Ordering::Equal => (Outcome::Tied, vec![Effect::Level(tag, target)]),
    };
    let mut effects = vec![Effect::Skirmished(tag)];
    effects.extend(follows);
    Ok(Resolution::new(outcome, effects))
}

/// Resolves allied morale: when a unit routs, each friend in the eight squares around it
/// rolls once.
pub(super) fn allied_morale(
    battle: &Battle,
    tag: Tag,
    rout: Option<Tag>,
    roller: &mut Roller,
) -> Resolved {
    let rule = rule::ALLIED;
    let unit = unit_in_play(battle, tag, rule)?;
    if unit.max_morale.is_none() {
        return refuse(
            rule,
            message!("{tag} {name} is light infantry, without morale", tag, name = &unit.name),
        );
    }
    let rout = match rout {
        Some(rout) => Some(routed_friend(battle, tag, rout)?),
        None => battle.rout_for(tag).map(|open| open.rout),
    };
    let has_tested =
        battle.routs_open.iter().any(|open| Some(open.rout) == rout && open.rolled.contains(&tag));
    if let (Some(rout), true) = (rout, has_tested) {
        return refuse(
            rule,
            message!(
                "{tag} {name} has rolled for the rout of {rout}",
                tag,
                name = &unit.name,
                rout
            ),
        );
    }
    let ask =
        AskedRoll::new(DIE, message!("{tag}’s allied morale", tag)).preferring(Preferred::Low);
    let hit = roller.at_least(&ask, i64::from(unit.needs()))?;
    let mut effects: Vec<Effect> =
        rout.map(|rout| Effect::AlliedRolled { unit: tag, rout }).into_iter().collect();
    effects.extend(grades_shown(&[(tag, unit)]));
    effects.extend(struck(battle, &[(tag, if hit { ONE_HIT } else { 0 })], &[]));
    Ok(Resolution::new(if hit { Outcome::Hit } else { Outcome::Miss }, effects))
}

/// The routed unit that the order names; it must be a friend.
fn routed_friend(battle: &Battle, tag: Tag, rout: Tag) -> Result<Tag, Stop> {
    let gone = battle.common.units.get(rout)?;
    let name = &gone.name;
    if rout.side != tag.side {
        return refuse(
            rule::ALLIED,
            message!("{rout} {name} is not a friend of {tag}", rout, name, tag),
        );
    }
    if gone.in_play() {
        return refuse(rule::ALLIED, message!("{rout} {name} has not routed", rout, name));
    }
    Ok(rout)
}

/// Ends the allied morale rolls for a rout.
pub(super) fn close_rout(battle: &Battle, rout: Tag) -> Resolved {
    let gone = battle.common.units.get(rout)?;
    if battle.routs_open.iter().any(|open| open.rout == rout) {
        return Ok(Resolution::done(vec![Effect::RoutClosed(rout)]));
    }
    let why = message!("no roll is needed for {rout} {name}", rout, name = &gone.name);
    refuse(rule::ALLIED, why)
}
