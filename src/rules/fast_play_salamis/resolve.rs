//! What the orders of Fast Play Salamis do, as the dice fall.

use crate::dice::{Ask, Die, Hand, Hopes, Roller, Throw};
use crate::rules::common::{Resolution, Stop, Tag, refuse};
use crate::rules::system;

use super::orders::{Effect, Order, rule};
use super::state::{Battle, Contact, Phase, Ship};
use super::tables::{
    ATTACKER_HITS_ON, BOW_HITS_ON, DEFENDER_HITS_ON, RAM_HITS_ON, RAMMING_SPEED_DICE,
};

type Resolved = Result<Resolution<Effect>, Stop>;

/// Resolves an order; the sequence of play is `turn`'s.
pub(super) fn resolve(battle: &Battle, order: &Order, roller: &mut Roller) -> Resolved {
    match order {
        Order::Bows { ship, target, range_in } => bows(battle, [*ship, *target], *range_in, roller),
        Order::Breakaway { ship } => breakaway(battle, *ship, roller),
        Order::Ram { ship, target } => ram(battle, [*ship, *target], roller),
        Order::Board { ship, target } => board(battle, [*ship, *target], roller),
        Order::HandToHand { attacker, defender } => {
            hand_to_hand(battle, [*attacker, *defender], roller)
        }
        Order::EndPhase {} => Ok(Resolution::done(vec![Effect::PhaseEnded])),
        Order::Adjust { ship, field, value, .. } => {
            system::adjust(battle, (*ship).into(), field, value)
        }
    }
}

fn in_action<'b>(battle: &'b Battle, tag: Tag, rule: &'static str) -> Result<&'b Ship, Stop> {
    let ship = battle.ships.get(tag)?;
    if ship.in_action() {
        Ok(ship)
    } else {
        refuse(rule, format!("{tag} {} is out of the battle: {}", ship.name, ship.status))
    }
}

/// Two ships of different sides, both in action.
fn enemies<'b>(
    battle: &'b Battle,
    [tag, target]: [Tag; 2],
    rule: &'static str,
) -> Result<(&'b Ship, &'b Ship), Stop> {
    battle.ships.get(target)?;
    let ship = in_action(battle, tag, rule)?;
    let other = in_action(battle, target, rule)?;
    if tag == target {
        return refuse(rule, format!("{tag} cannot attack herself"));
    }
    if tag.side == target.side {
        return refuse(rule, format!("{target} {} is a friend of {tag}", other.name));
    }
    Ok((ship, other))
}

/// Ramming speed or boarding skill: the figure or less (F-1).
fn check(
    battle: &Battle,
    what: &'static str,
    figure: u32,
    roller: &mut Roller,
) -> Result<bool, Stop> {
    let ask =
        Ask::new(battle.check_throw(), format!("{what}: {figure} or less")).hoping(Hopes::Low);
    Ok(roller.at_most(&ask, i64::from(figure))?)
}

/// Some dice, each a hit from a face up; no dice are no hits.
fn hits(
    count: u32,
    on: u8,
    (hand, purpose): (Hand, &'static str),
    roller: &mut Roller,
) -> Result<u32, Stop> {
    if count == 0 {
        return Ok(0);
    }
    let ask = Ask::new(Throw::Hits { count, die: Die::D6, on }, purpose).thrown_by(hand);
    Ok(as_count(roller.value(&ask)?))
}

fn as_count(result: i64) -> u32 {
    u32::try_from(result.max(0)).unwrap_or(u32::MAX)
}

fn bows(
    battle: &Battle,
    [tag, target]: [Tag; 2],
    range_inches: u32,
    roller: &mut Roller,
) -> Resolved {
    let rule = rule::BOWS;
    let (ship, other) = enemies(battle, [tag, target], rule)?;
    let figures = ship.figures();
    if ship.shot_this_phase {
        return refuse(rule, format!("{tag} {} has shot this phase", ship.name));
    }
    if figures.bow_dice == 0 {
        return refuse(rule, format!("{tag} {} has no bows", ship.name));
    }
    let reach = figures.bow_range_inches;
    if range_inches > reach {
        let inches = if range_inches == 1 { "inch" } else { "inches" };
        return refuse(
            rule,
            format!("{target} is {range_inches} {inches} away; the bows of {tag} reach {reach}"),
        );
    }
    let throw = Throw::Hits { count: figures.bow_dice, die: Die::D6, on: BOW_HITS_ON };
    let most = i64::from(other.hits_left_for_bows());
    let hits = as_count(roller.value_up_to(&Ask::new(throw, "bows"), most)?);
    let effects = vec![Effect::Shot { ship: tag, target }, Effect::Hit(target, hits)];
    Ok(Resolution::new("hits", effects))
}

fn breakaway(battle: &Battle, tag: Tag, roller: &mut Roller) -> Resolved {
    let rule = rule::BREAKAWAY;
    let ship = in_action(battle, tag, rule)?;
    if ship.in_contact_with.is_empty() {
        return refuse(rule, format!("{tag} {} is in contact with nobody", ship.name));
    }
    if ship.moved {
        return refuse(rule, format!("{tag} {} has had her move this turn", ship.name));
    }
    if check(battle, "breakaway at ramming speed", ship.figures().rsp, roller)? {
        Ok(Resolution::new("away", vec![Effect::BrokenAway(tag)]))
    } else {
        Ok(Resolution::new("held", vec![Effect::Held(tag)]))
    }
}

/// What a loss of her side does, where it is one too many.
fn panic(battle: &Battle, lost: Tag) -> Option<Effect> {
    let side = lost.side;
    let panics = battle.lost(side) + 1 >= battle.panic_numbers[side.index()];
    (panics && !battle.panicked[side.index()]).then_some(Effect::Panicked(side))
}

fn ram(battle: &Battle, [tag, target]: [Tag; 2], roller: &mut Roller) -> Resolved {
    let rule = rule::RAM;
    let (ship, other) = enemies(battle, [tag, target], rule)?;
    let figures = ship.figures();
    let at_speed = check(battle, "ramming speed", figures.rsp, roller)?;
    let dice = figures.ram_dice + if at_speed { RAMMING_SPEED_DICE } else { 0 };
    let hits = hits(dice, RAM_HITS_ON, (Hand::Giver, "ram"), roller)?;
    let mut effects = battle.reaches(tag, Phase::Ram);
    effects.push(Effect::Rammed { ship: tag, target, at_speed });
    effects.push(Effect::Hit(target, hits));
    let outcome = if other.hits + hits >= other.viability {
        effects.push(Effect::Sunk(target));
        effects.extend(panic(battle, target));
        "sunk"
    } else {
        effects.push(Effect::InContact(tag, target));
        if hits > 0 { "holed" } else { "no-damage" }
    };
    Ok(Resolution::new(outcome, effects))
}

fn board(battle: &Battle, [tag, target]: [Tag; 2], roller: &mut Roller) -> Resolved {
    let rule = rule::BOARDING;
    let (ship, other) = enemies(battle, [tag, target], rule)?;
    let Some(rammer) = battle.rammer(tag, target) else {
        return refuse(rule, format!("neither {tag} nor {target} has rammed the other this turn"));
    };
    if !ship.in_contact_with.contains(&target) && !other.in_contact_with.contains(&tag) {
        return refuse(rule, format!("{tag} and {target} are not in contact"));
    }
    if battle.is_boarded(tag, target) || battle.fights.contains(&Contact::of(tag, target)) {
        return refuse(rule, format!("{tag} and {target} have their fight of this turn"));
    }
    if battle.has_tried(tag, target) {
        return refuse(rule, format!("{tag} {} has attempted it this turn", ship.name));
    }
    let over = check(battle, "boarding", ship.figures().mbs, roller)?;
    let mut effects = battle.reaches(rammer, Phase::Ram);
    effects.push(Effect::BoardTried { ship: tag, target, over });
    Ok(Resolution::new(if over { "boards" } else { "fails" }, effects))
}

fn hand_to_hand(battle: &Battle, [attacker, defender]: [Tag; 2], roller: &mut Roller) -> Resolved {
    let rule = rule::HAND_TO_HAND;
    let (ship, other) = enemies(battle, [attacker, defender], rule)?;
    if !other.boarded_by.has(attacker) {
        return refuse(rule, format!("{attacker} {} has not boarded {defender}", ship.name));
    }
    let struck = hits(
        ship.figures().hand_to_hand,
        ATTACKER_HITS_ON,
        (Hand::Giver, "hand to hand, attacker"),
        roller,
    )?;
    let cancels = hits(
        other.figures().hand_to_hand,
        DEFENDER_HITS_ON,
        (Hand::Opponent, "hand to hand, defender"),
        roller,
    )?;
    let hits = struck.saturating_sub(cancels);
    let rammer = battle.rammer(attacker, defender).unwrap_or(attacker);
    let mut effects = battle.reaches(rammer, Phase::HandToHand);
    effects.push(Effect::Fought { attacker, defender, cancelled: struck.min(cancels) });
    effects.push(Effect::Hit(defender, hits));
    if other.hits + hits < other.viability {
        return Ok(Resolution::new("fought-off", effects));
    }
    effects.push(Effect::Captured { ship: defender, by: attacker });
    effects.extend(panic(battle, defender));
    Ok(Resolution::new("captured", effects))
}

/// What is impossible about a corrected log.
pub(super) fn check_log(battle: &Battle, tag: Tag, ship: &Ship) -> Result<(), String> {
    if battle.ships.find(tag).is_some_and(|before| before.class_slug != ship.class_slug) {
        return Err(format!("{tag} keeps her class for the battle"));
    }
    if ship.viability == 0 {
        return Err("a ship's viability is 1 or more".into());
    }
    let others = ship.in_contact_with.iter().copied();
    let others = others.chain(ship.rammed_by_this_phase.iter()).chain(ship.boarded_by.iter());
    for other in others {
        if battle.ships.find(other).is_none() {
            return Err(format!("there is no {other}"));
        }
        if other.side == tag.side {
            return Err(format!("{other} is a friend of {tag}"));
        }
    }
    Ok(())
}
