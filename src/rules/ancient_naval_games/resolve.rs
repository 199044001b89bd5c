//! What the orders of Ancient Naval Games do, as the dice fall.

use std::cmp::Ordering;

use crate::dice::{Ask, Hand, Modifier, Roller, Throw};
use crate::rules::common::{Resolution, Side, Stop, Tag, refuse};
use crate::rules::system::{self, System};

use super::orders::{Effect, Order, rule};
use super::state::{Battle, Ship};
use super::tables::{
    AHEAD_COST, ASTERN_COST, ATTACK_COST, MOST_OAR_DAMAGE, RamAspect, StrikeAspect, TURN_COST,
};

type Resolved = Result<Resolution<Effect>, Stop>;

/// Resolves an order; the sequence of play is `turn`'s.
pub(super) fn resolve(battle: &Battle, order: &Order, roller: &mut Roller) -> Resolved {
    match order {
        Order::Morale { isolated } => morale(battle, isolated),
        Order::Activate { ship, isolated } => activate(battle, *ship, *isolated),
        Order::Move { ship, ahead, astern, turns } => {
            move_ship(battle, *ship, [*ahead, *astern, *turns])
        }
        Order::OarStrike { ship, target, aspect } => {
            oar_strike(battle, [*ship, *target], *aspect, roller)
        }
        Order::Ram { ship, target, aspect } => ram(battle, [*ship, *target], *aspect, roller),
        Order::EndTurn {} => Ok(Resolution::done(vec![Effect::TurnEnded])),
        Order::Cede { side } => cede(battle, *side),
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
        refuse(rule, format!("{tag} {} is out of the game: {}", ship.name, ship.status))
    }
}

fn morale(battle: &Battle, isolated: &[Tag]) -> Resolved {
    let rule = rule::MORALE;
    let mut tags: Vec<Tag> = Vec::new();
    for tag in isolated {
        in_action(battle, *tag, rule)?;
        if !tags.contains(tag) {
            tags.push(*tag);
        }
    }
    let side = tags.first().map_or(battle.to_move, |tag| tag.side);
    if let Some(other) = tags.iter().find(|tag| tag.side != side) {
        return refuse(rule, format!("{other} is of the other fleet: each checks its own morale"));
    }
    let (gone, began) = battle.losses(side);
    if !battle.is_shaken(side) {
        return refuse(
            rule,
            format!(
                "{gone} of the {began} ships of {} are gone; morale is checked once more than half are",
                battle.side_name(side)
            ),
        );
    }
    let outcome = if tags.is_empty() { "none" } else { "removed" };
    let mut effects = vec![Effect::MoraleChecked(side)];
    effects.extend(tags.into_iter().map(Effect::Removed));
    Ok(Resolution::new(outcome, effects))
}

fn activate(battle: &Battle, tag: Tag, isolated: bool) -> Resolved {
    let rule = rule::ACTIVATION;
    let ship = in_action(battle, tag, rule)?;
    if ship.activated {
        return refuse(rule, format!("{tag} {} has been activated this turn", ship.name));
    }
    Ok(Resolution::done(vec![Effect::Activated { ship: tag, isolated }]))
}

/// An order to a ship that was not activated activates her.
fn begun(ship: &Ship, tag: Tag) -> Vec<Effect> {
    if ship.activated { Vec::new() } else { vec![Effect::Activated { ship: tag, isolated: false }] }
}

fn points(n: u32) -> String {
    if n == 1 { "1 movement point".into() } else { format!("{n} movement points") }
}

/// What she can still spend, in words to follow her name.
fn what_is_left(ship: &Ship) -> String {
    if ship.move_points() == 0 {
        "is dead in the water".into()
    } else {
        let left = ship.points_left();
        format!("has {} left", if left == 0 { "no movement points".into() } else { points(left) })
    }
}

fn move_ship(battle: &Battle, tag: Tag, [ahead, astern, turns]: [u32; 3]) -> Resolved {
    let rule = rule::MOVEMENT;
    let ship = in_action(battle, tag, rule)?;
    if !ship.has_something_left() {
        return refuse(rule, format!("{tag} {} {}", ship.name, what_is_left(ship)));
    }
    let free_turn = turns > 0 && ship.free_turn_left;
    let paid_turns = turns - u32::from(free_turn);
    let cost = ahead * AHEAD_COST + astern * ASTERN_COST + paid_turns * TURN_COST;
    if cost > ship.points_left() {
        let why = format!("{tag} {} {}; this takes {}", ship.name, what_is_left(ship), cost);
        return refuse(rule, why);
    }
    let mut effects = begun(ship, tag);
    effects.push(Effect::Moved { ship: tag, ahead, astern, turns, points: cost, free_turn });
    Ok(Resolution::done(effects))
}

/// Both ships of an attack that the attacker is able to make.
fn opponents<'b>(
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
    if ship.isolated {
        return refuse(
            rule,
            format!("{tag} {} began with no friend adjacent: she may move, not attack", ship.name),
        );
    }
    if ship.points_left() < ATTACK_COST {
        let left = what_is_left(ship);
        return refuse(rule, format!("{tag} {} {left}; an attack takes {ATTACK_COST}", ship.name));
    }
    Ok((ship, other))
}

/// A ship's die in an attack, less her own oar damage.
fn die(ship: &Ship, purpose: &'static str, others: impl IntoIterator<Item = Modifier>) -> Ask {
    let damage = i64::from(ship.oar_damage);
    let own = (damage > 0).then(|| Modifier::new(-damage, "own oar damage"));
    Ask::new(Throw::D6, purpose).with(own.into_iter().chain(others).collect())
}

/// The attacker's die against the target's, the attacker's thrown first.
fn opposed(attacker: &Ask, target: &Ask, roller: &mut Roller) -> Result<Ordering, Stop> {
    let attack = roller.value(attacker)?;
    let defence = roller.value(target)?;
    Ok(attack.cmp(&defence))
}

fn oar_strike(
    battle: &Battle,
    [tag, target]: [Tag; 2],
    aspect: StrikeAspect,
    roller: &mut Roller,
) -> Resolved {
    let rule = rule::OAR_STRIKE;
    let (ship, other) = opponents(battle, [tag, target], rule)?;
    let attacker = die(ship, "oar strike, attacker", aspect.modifier());
    let defender = die(other, "oar strike, target", None).thrown_by(Hand::Opponent);
    let mut effects = begun(ship, tag);
    effects.push(Effect::StruckAt { ship: tag, target, aspect });
    let outcome = if opposed(&attacker, &defender, roller)? == Ordering::Greater {
        effects.push(Effect::OarsBroken(target));
        "struck"
    } else {
        effects.push(Effect::Avoided(target));
        "avoided"
    };
    Ok(Resolution::new(outcome, effects))
}

fn ram(
    battle: &Battle,
    [tag, target]: [Tag; 2],
    aspect: RamAspect,
    roller: &mut Roller,
) -> Resolved {
    let rule = rule::RAM;
    let (ship, other) = opponents(battle, [tag, target], rule)?;
    let attacking = ship.size.ram_modifier().into_iter().chain(aspect.modifier());
    let attacker = die(ship, "ram, attacker", attacking);
    let defender = die(other, "ram, target", other.size.ram_modifier()).thrown_by(Hand::Opponent);
    let mut effects = begun(ship, tag);
    effects.push(Effect::RammedAt { ship: tag, target, aspect });
    let outcome = match opposed(&attacker, &defender, roller)? {
        Ordering::Greater => {
            effects.push(Effect::Lost { ship: target, by: tag });
            "sunk"
        }
        Ordering::Equal => {
            effects.push(Effect::Entangled(tag, target));
            "entangled"
        }
        Ordering::Less => {
            effects.push(Effect::Avoided(target));
            "avoided"
        }
    };
    Ok(Resolution::new(outcome, effects))
}

fn cede(battle: &Battle, side: Side) -> Resolved {
    let rule = rule::WINNING;
    if battle.winner().is_some() {
        return refuse(rule, "the game is over");
    }
    Ok(Resolution::done(vec![Effect::Ceded(side)]))
}

/// What is impossible about a corrected log.
pub(super) fn check(battle: &Battle, tag: Tag, ship: &Ship) -> Result<(), String> {
    if battle.ships.find(tag).is_some_and(|before| before.size != ship.size) {
        return Err(format!("{tag} keeps her size for the game"));
    }
    if ship.oar_damage > MOST_OAR_DAMAGE {
        return Err(format!("a ship has {MOST_OAR_DAMAGE} oar damages to take"));
    }
    if ship.mp_left > super::tables::MOVE_POINTS {
        return Err(format!("a ship has {} at most", points(super::tables::MOVE_POINTS)));
    }
    if ship.free_turn_left && !ship.size.has_free_turn() {
        return Err("only a small ship has a free turn".into());
    }
    Ok(())
}
