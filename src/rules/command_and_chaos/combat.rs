//! Charges, light infantry, melees, and what follows from a rout.

use std::cmp::Ordering;

use super::guards::{
    Resolved, free_to_move, heavy, light, may_be_flanked, only_cavalry_behind, opponents, present,
    rested,
};
use super::orders::{Effect, Order, rule, with_unit};
use super::routs::{going_forward, struck};
use super::state::{Battle, Unit};
use super::tables::{
    Answer, Attack, Bonus, CHARGE_DICE, DIE, JAVELINS_NEED, JavelinPhase, Kind, ONE_HIT,
    SKIRMISH_FALLS_BACK,
};
use crate::dice::{Ask, Hand, Hopes, Modifier, Roller, Throw};
use crate::rules::common::{Resolution, Stop, Tag, refuse};

/// Both show their grade the first time that dice are read against it.
fn grades_shown(units: &[(Tag, &Unit)]) -> Vec<Effect> {
    units
        .iter()
        .filter(|(_, unit)| unit.kind.is_heavy() && !unit.veteran_revealed)
        .map(|(tag, _)| Effect::GradeShown(*tag))
        .collect()
}

/// Command & Chaos: charging. No bonus of a melee counts.
pub(super) fn charge(
    battle: &Battle,
    [tag, target]: [Tag; 2],
    answer: Answer,
    roller: &mut Roller,
) -> Resolved {
    let [unit, other] = opponents(battle, [tag, target], rule::CHARGE)?;
    heavy(tag, unit, rule::CHARGE)?;
    heavy(target, other, rule::CHARGE)?;
    if unit.charged {
        return refuse(
            rule::CHARGE,
            format!("{tag} {} has charged, which is once a game", unit.name),
        );
    }
    free_to_move(tag, unit, rule::CHARGE)?;
    rested(tag, unit, "charge")?;
    if answer == Answer::CounterCharge {
        rested(target, other, "counter-charge")?;
    }
    let dice = |on: u8, purpose: String| {
        Ask::new(Throw::Hits { count: CHARGE_DICE, die: DIE.die(), on }, purpose)
    };
    let hits = count(roller.value(&dice(other.needs(), format!("{tag} charges {target}")))?);
    let mut effects: Vec<Effect> = going_forward(tag, unit).into_iter().collect();
    effects.push(Effect::Charged(tag));
    if answer == Answer::CounterCharge {
        effects.push(Effect::CounterCharged(target));
    }
    effects.extend(grades_shown(&[(tag, unit), (target, other)]));
    effects.push(Effect::Engaged(tag, target));
    match answer {
        Answer::CounterCharge => {
            let ask = dice(unit.needs(), format!("{target} counter-charges {tag}"))
                .thrown_by(Hand::Opponent);
            let back = count(roller.value(&ask)?);
            effects.extend(struck(battle, &[(target, hits), (tag, back)], &[[tag, target]]));
        }
        Answer::Stand => {
            // CC-1: read against the charger's own grade.
            let ask = dice(unit.needs(), format!("{target} stands against {tag}"))
                .thrown_by(Hand::Opponent);
            let cancelled = count(roller.value(&ask)?).min(hits);
            effects.push(Effect::Cancelled(target, cancelled));
            effects.extend(struck(battle, &[(target, hits - cancelled)], &[[tag, target]]));
        }
    }
    Ok(Resolution::new("resolved", effects))
}

fn count(thrown: i64) -> u32 {
    u32::try_from(thrown.max(0)).unwrap_or(u32::MAX)
}

/// Command & Chaos: light infantry against heavy.
pub(super) fn javelins(
    battle: &Battle,
    [tag, target]: [Tag; 2],
    phase: JavelinPhase,
    roller: &mut Roller,
) -> Resolved {
    let [unit, other] = opponents(battle, [tag, target], rule::LIGHT)?;
    light(tag, unit, rule::LIGHT)?;
    if !other.kind.is_heavy() {
        return refuse(
            rule::LIGHT,
            format!("{target} {} is light infantry too: skirmish", other.name),
        );
    }
    let ask = Ask::new(DIE, format!("{tag} throws javelins at {target}"));
    let hit = roller.at_least(&ask, JAVELINS_NEED)?;
    let mut effects = struck(battle, &[(target, if hit { ONE_HIT } else { 0 })], &[]);
    effects.extend(falling_back(tag, unit, phase.falls_back()));
    Ok(Resolution::new(if hit { "hit" } else { "miss" }, effects))
}

/// Light infantry that falls back leaves the cavalry that it was on.
fn falling_back(tag: Tag, unit: &Unit, spaces: u32) -> Vec<Effect> {
    let mut effects = vec![Effect::FellBack(tag, spaces)];
    effects.extend(unit.mixed_with.map(|_| Effect::Parted(tag)));
    effects
}

/// Command & Chaos: light infantry against light.
pub(super) fn skirmish(battle: &Battle, [tag, target]: [Tag; 2], roller: &mut Roller) -> Resolved {
    let [unit, other] = opponents(battle, [tag, target], rule::SKIRMISH)?;
    light(tag, unit, rule::SKIRMISH)?;
    light(target, other, rule::SKIRMISH)?;
    let own = roller.value(&Ask::new(DIE, format!("{tag} skirmishes with {target}")))?;
    let back = Ask::new(DIE, format!("{target} skirmishes with {tag}")).thrown_by(Hand::Opponent);
    let back = roller.value(&back)?;
    Ok(match own.cmp(&back) {
        Ordering::Greater => {
            Resolution::new("won", falling_back(target, other, SKIRMISH_FALLS_BACK))
        }
        Ordering::Less => Resolution::new("lost", falling_back(tag, unit, SKIRMISH_FALLS_BACK)),
        Ordering::Equal => Resolution::new("tied", vec![Effect::Level(tag, target)]),
    })
}

/// Command & Chaos: melee, one on one or two cavalry on one.
pub(super) fn melee(battle: &Battle, order: &Order, roller: &mut Roller) -> Resolved {
    let Order::Melee { unit, units, target, attack, target_attack, answers } = order else {
        return Err(Stop::Nonsense("not a melee".into()));
    };
    let stray = |why: &'static str| Err(Stop::Nonsense(why.into()));
    match (unit, units) {
        (_, Some(units)) if !units.is_empty() => {
            let pair = with_unit(*unit, units);
            let [one, two] = pair[..] else {
                return refuse(
                    rule::MELEE,
                    format!("two cavalry may fight one, not {}", pair.len()),
                );
            };
            let around = [*attack, Some(*target_attack)];
            if around.iter().flatten().any(|attack| *attack != Attack::Front) {
                return refuse(rule::MELEE, "two on one have neither flank nor rear");
            }
            two_on_one(battle, [one, two], *target, *answers, roller)
        }
        (None, _) => stray("missing field `unit`, or `units` for two cavalry on one"),
        (Some(_), _) if answers.is_some() => {
            stray("`answers` is for two cavalry on one, in `units`")
        }
        (Some(unit), _) => {
            let Some(attack) = attack else {
                return stray("missing field `attack`, one of `front`, `flank`, `rear`");
            };
            duel(battle, [*unit, *target], [*attack, *target_attack], roller)
        }
    }
}

/// An attack die, with its modifiers and what it needs.
fn attack_die(
    (hand, [tag, target]): (Hand, [Tag; 2]),
    unit: &Unit,
    attack: Attack,
    roller: &mut Roller,
    needs: u8,
) -> Result<u32, Stop> {
    let mixed = unit.mixed.then_some(Bonus::Mixed);
    let officer = unit.officer.map(|_| Bonus::Officer);
    let modifiers = [attack.bonus(), mixed, officer]
        .into_iter()
        .flatten()
        .map(|bonus| Modifier::new(bonus.amount(), bonus.why()))
        .collect::<Vec<_>>();
    let ask = Ask::new(DIE, format!("{tag} attacks {target}: {needs}+ hits"))
        .with(modifiers)
        .thrown_by(hand);
    let hit = roller.at_least(&ask, i64::from(needs))?;
    Ok(if hit { ONE_HIT } else { 0 })
}

fn duel(
    battle: &Battle,
    [tag, target]: [Tag; 2],
    [attack, back]: [Attack; 2],
    roller: &mut Roller,
) -> Resolved {
    let [unit, other] = opponents(battle, [tag, target], rule::MELEE)?;
    heavy(tag, unit, rule::MELEE)?;
    heavy(target, other, rule::MELEE)?;
    may_attack([tag, target], [unit, other], attack)?;
    may_attack([target, tag], [other, unit], back)?;
    let hits = attack_die((Hand::Giver, [tag, target]), unit, attack, roller, other.needs())?;
    let hits_back = attack_die((Hand::Opponent, [target, tag]), other, back, roller, unit.needs())?;
    let mut effects = meeting(&[(tag, unit)], (target, other));
    let turned = unit.flanking.is_some_and(|f| f.target == target) && attack == Attack::Front;
    if turned {
        effects.push(Effect::FacesFront(tag));
    }
    effects.extend(struck(battle, &[(target, hits), (tag, hits_back)], &[[tag, target]]));
    Ok(Resolution::new("resolved", effects))
}

/// Whether an attack from this side is possible at all.
fn may_attack(
    [tag, target]: [Tag; 2],
    [unit, other]: [&Unit; 2],
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

/// What a melee brings whatever the dice say: grades and cards are shown, the
/// units are engaged.
fn meeting(units: &[(Tag, &Unit)], target: (Tag, &Unit)) -> Vec<Effect> {
    let mut all = units.to_vec();
    all.push(target);
    let mut effects: Vec<Effect> =
        units.iter().filter_map(|(tag, unit)| going_forward(*tag, unit)).collect();
    effects.extend(
        all.iter()
            .filter(|(_, unit)| unit.card.is_some() && !unit.card_revealed)
            .map(|(tag, _)| Effect::CardRevealed(*tag)),
    );
    effects.extend(grades_shown(&all));
    for (tag, unit) in units {
        if !unit.engaged_with.contains(&target.0) {
            effects.push(Effect::Engaged(*tag, target.0));
        }
        effects.push(Effect::Fought(*tag, target.0));
    }
    effects
}

/// Both throw at the one, which throws once at the one that it names.
fn two_on_one(
    battle: &Battle,
    [one, two]: [Tag; 2],
    target: Tag,
    answers: Option<Tag>,
    roller: &mut Roller,
) -> Resolved {
    let [first, other] = opponents(battle, [one, target], rule::MELEE)?;
    let [second, _] = opponents(battle, [two, target], rule::MELEE)?;
    if one == two {
        return refuse(rule::MELEE, format!("{one} is one unit, not two"));
    }
    for (tag, unit) in [(one, first), (two, second), (target, other)] {
        if unit.kind != Kind::HeavyCavalry {
            return refuse(
                rule::MELEE,
                format!("{tag} {} is no cavalry; two on one is for cavalry", unit.name),
            );
        }
    }
    let Some(answers) = answers else {
        return Err(Stop::Nonsense(
            format!("missing field `answers`: which of {one} and {two} {target} strikes").into(),
        ));
    };
    let struck_back = match answers {
        tag if tag == one => first,
        tag if tag == two => second,
        tag => {
            return refuse(
                rule::MELEE,
                format!("{target} answers {one} or {two}, who attack it, not {tag}"),
            );
        }
    };
    let needs = other.needs();
    let mut hits = attack_die((Hand::Giver, [one, target]), first, Attack::Front, roller, needs)?;
    hits += attack_die((Hand::Giver, [two, target]), second, Attack::Front, roller, needs)?;
    let back = attack_die(
        (Hand::Opponent, [target, answers]),
        other,
        Attack::Front,
        roller,
        struck_back.needs(),
    )?;
    let mut effects = meeting(&[(one, first), (two, second)], (target, other));
    effects.extend(struck(
        battle,
        &[(target, hits), (answers, back)],
        &[[one, target], [two, target]],
    ));
    Ok(Resolution::new("resolved", effects))
}

/// Command & Chaos: a friend in one of the eight squares around it has routed.
pub(super) fn allied_morale(battle: &Battle, tag: Tag, roller: &mut Roller) -> Resolved {
    let unit = present(battle, tag, rule::ALLIED)?;
    if unit.max_morale.is_none() {
        return refuse(
            rule::ALLIED,
            format!("{tag} {} is light infantry, without morale", unit.name),
        );
    }
    let ask = Ask::new(DIE, format!("{tag}'s allied morale: {}+ is a hit", unit.needs()))
        .hoping(Hopes::Low);
    let hit = roller.at_least(&ask, i64::from(unit.needs()))?;
    let mut effects = grades_shown(&[(tag, unit)]);
    effects.extend(struck(battle, &[(tag, if hit { ONE_HIT } else { 0 })], &[]));
    Ok(Resolution::new(if hit { "hit" } else { "miss" }, effects))
}
