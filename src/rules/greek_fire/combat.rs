//! Missiles, ramming, boarding and prizes.

use crate::dice::{Ask, Die, Hand, Hopes, Modifier, Roller, Throw, per_die};
use crate::rules::common::{Resolution, Stop, Tag, refuse};
use crate::rules::roster::Rostered;

use super::orders::Effect;
use super::resolve::{Resolved, count, crewed, note, present};
use super::state::{Battle, Phase, Ship, Status};
use super::tables::{Advantage, RAM_TABLE, RamResult, Skill, TO_BOARD, TO_HIT, Weapon};

/// How a mount is used.
pub(super) struct Shot<'o> {
    pub(super) weapon: Weapon,
    pub(super) mount: &'o str,
    pub(super) range_hexes: u32,
}

/// Both ships of an attack: the attacker with crew, the target on the table and
/// another side's.
fn opponents<'b>(
    battle: &'b Battle,
    [ship, target]: [Tag; 2],
    rule: &'static str,
) -> Result<(&'b Ship, &'b Ship), Stop> {
    battle.ships.get(target)?;
    let own = crewed(battle, ship, rule)?;
    let other = present(battle, target, rule)?;
    if ship == target {
        return refuse(rule, format!("{ship} cannot attack herself"));
    }
    if own.holder == other.holder {
        return refuse(rule, format!("{target} {} is a friend of {ship}", other.name));
    }
    Ok((own, other))
}

/// Greek Fire: missiles.
pub(super) fn shoot(
    battle: &Battle,
    [tag, target]: [Tag; 2],
    shot: &Shot,
    roller: &mut Roller,
) -> Resolved {
    let rule = "Greek Fire: missiles";
    let (ship, other) = opponents(battle, [tag, target], rule)?;
    let missile = shot.weapon.missile();
    let mount = able_mount(ship, tag, shot)?;
    let range = shot.range_hexes;
    let hexes = |n: u32| if n == 1 { "1 hex".to_owned() } else { format!("{n} hexes") };
    if range > missile.range_hexes {
        let reach = missile.range_hexes;
        return refuse(
            rule,
            format!("{target} is {} away; {} reach {reach}", hexes(range), shot.weapon),
        );
    }
    if range < missile.minimum_hexes {
        let least = missile.minimum_hexes;
        return refuse(
            rule,
            format!("{target} is {} away; {} need at least {least}", hexes(range), shot.weapon),
        );
    }
    let mut modifiers = Vec::new();
    note(&mut modifiers, missile.to_hit, "to hit");
    note(&mut modifiers, i64::from(ship.skill(Skill::Missiles)), "missiles");
    let screened = other.carries(Advantage::Parablemata) > 0;
    note(&mut modifiers, if screened { -1 } else { 0 }, "target's parablemata");
    let mut effects = vec![Effect::Shot(tag, mount)];
    let ask = Ask::new(Throw::D10, format!("{} to hit", shot.weapon)).with(modifiers);
    if !roller.at_least(&ask, TO_HIT)? {
        return Ok(Resolution::new("miss", effects));
    }
    let kills = (&Ask::new(missile.kills, "crew killed"), i64::from(other.crew));
    let Some(catches) = missile.fire else {
        let killed = count(roller.value_up_to(kills.0, kills.1)?);
        effects.push(Effect::CrewKilled(target, killed));
        return Ok(Resolution::new("hit", effects));
    };
    // Fire needs no crew: neither throw turns on the other.
    let fire = Ask::new(Throw::D6, "catches fire").hoping(Hopes::Low);
    let rows = [(i64::MIN, true), (catches + 1, false)];
    let (killed, burns) = roller.beside(kills, (&fire, 1), &rows)?;
    effects.push(Effect::CrewKilled(target, count(killed)));
    if !burns.contains(&true) {
        return Ok(Resolution::new("hit", effects));
    }
    let counters = if missile.spreads {
        count(roller.value(&Ask::new(Throw::D3, "fire counters"))?)
    } else {
        1
    };
    effects.push(Effect::FiresLit(target, counters));
    Ok(Resolution::new("hit-and-fire", effects))
}

/// The mount that shoots: the one named, or the first of its weapon still able to.
fn able_mount(ship: &Ship, tag: Tag, shot: &Shot) -> Result<String, Stop> {
    let rule = "Greek Fire: missiles";
    let mounts = ship.mounts(shot.weapon);
    let has_shot = |mount: &String| ship.shot.get(mount).copied().unwrap_or(false);
    let is_empty = |mount: &String| ship.ammo.get(mount).is_some_and(|left| *left == 0);
    if mounts.is_empty() {
        return refuse(rule, format!("{tag} {} has no {}", ship.name, shot.weapon));
    }
    let candidates: Vec<String> = if shot.mount == "first" {
        mounts
    } else {
        mounts.into_iter().filter(|mount| mount == shot.mount).collect()
    };
    if candidates.is_empty() {
        let named: String = shot.mount.chars().take(40).collect();
        let weapon = shot.weapon;
        return refuse(rule, format!("{tag} {} has no mount `{named}` of {weapon}", ship.name));
    }
    let able = candidates.iter().find(|mount| !has_shot(mount) && !is_empty(mount));
    match able {
        Some(mount) => Ok(mount.clone()),
        None if candidates.iter().all(is_empty) => {
            refuse(rule, format!("{} of {tag} has no ammo left", candidates.join(", ")))
        }
        None => refuse(rule, format!("{} of {tag} has shot this turn", candidates.join(", "))),
    }
}

/// Greek Fire: ramming.
pub(super) fn ram(
    battle: &Battle,
    [tag, target]: [Tag; 2],
    spaces_straight: u32,
    bow_to_bow: bool,
    roller: &mut Roller,
) -> Resolved {
    let rule = "Greek Fire: ramming";
    let (ship, other) = opponents(battle, [tag, target], rule)?;
    may_ram(ship, tag)?;
    if spaces_straight == 0 {
        return refuse(rule, "a ram needs at least 1 space moved straight ahead");
    }
    let mut modifiers = vec![
        Modifier::new(ship.ram_bonus(), "ram bonus"),
        Modifier::new(-other.ram_bonus(), "target's ram bonus"),
    ];
    let hulls = i64::from(other.carries(Advantage::ReinforcedHull));
    note(&mut modifiers, -hulls, "target's reinforced hull");
    note(&mut modifiers, if spaces_straight < 3 { -5 } else { 0 }, "fewer than 3 spaces straight");
    note(&mut modifiers, if bow_to_bow { -2 } else { 0 }, "bow to bow");
    let result = roller.row(&Ask::new(Throw::D10, "ram").with(modifiers), &RAM_TABLE)?;
    let mut effects = vec![Effect::PhaseReached(Phase::Ram), Effect::Rammed(tag, target)];
    let holed = hole(other, target, result, Hopes::High, roller)?;
    let sunk = holed.contains(&Effect::Sunk(target));
    effects.extend(holed);
    if sunk {
        effects.push(Effect::Victory(tag));
    }
    Ok(Resolution::new(result.slug(), effects))
}

fn may_ram(ship: &Ship, tag: Tag) -> Result<(), Stop> {
    let rule = "Greek Fire: ramming";
    if let Some(earlier) = ship.rammed_this_turn.first() {
        return refuse(rule, format!("{tag} has rammed {earlier} this turn"));
    }
    if ship.aground {
        return refuse(rule, format!("{tag} {} is aground", ship.name));
    }
    if let Some(other) = ship.grappled.first() {
        return refuse(rule, format!("{tag} {} is grappled with {other}", ship.name));
    }
    Ok(())
}

/// What a row of the ram table does to a hull: the turns are thrown before the
/// move that is lost, by someone who hopes to see more or less of harm.
pub(super) fn hole(
    ship: &Ship,
    tag: Tag,
    result: RamResult,
    harm: Hopes,
    roller: &mut Roller,
) -> Result<Vec<Effect>, Stop> {
    let turns = match result {
        RamResult::NoEffect => return Ok(Vec::new()),
        RamResult::Sunk => return Ok(vec![Effect::Sunk(tag)]),
        RamResult::OarsSheared => None,
        RamResult::SinkingSlowly => Some(Throw::sum(2, Die::D6)),
        RamResult::SinkingFast => Some(Throw::D6),
    };
    let mut effects = Vec::new();
    if let Some(throw) = turns {
        let few = if harm == Hopes::High { Hopes::Low } else { Hopes::High };
        let ask = Ask::new(throw, "turns till it sinks").hoping(few);
        let turns = count(roller.value(&ask)?);
        // A ship already sinking keeps the smaller number (GF-14).
        effects.push(Effect::Sinking(tag, ship.sinking_in.map_or(turns, |now| now.min(turns))));
    }
    let lost = count(roller.value(&Ask::new(Throw::D6, "move lost").hoping(harm))?);
    effects.push(Effect::OarsSheared(tag, lost));
    Ok(effects)
}

/// Greek Fire: boarding.
pub(super) fn board(
    battle: &Battle,
    [tag, target]: [Tag; 2],
    rammed_together: bool,
    roller: &mut Roller,
) -> Resolved {
    let rule = "Greek Fire: boarding";
    let (ship, other) = opponents(battle, [tag, target], rule)?;
    if other.crew == 0 {
        return refuse(
            rule,
            format!("{target} {} has no crew left: take her as a prize", other.name),
        );
    }
    let mut effects = vec![Effect::PhaseReached(Phase::Board)];
    if !ship.grappled.contains(&target) {
        let ask = Ask::new(Throw::D10, "boards").with(boarding_modifiers(
            ship,
            other,
            ship.rammed_this_turn.contains(&target),
            rammed_together,
        ));
        if !roller.at_least(&ask, TO_BOARD)? {
            return Ok(Resolution::new("repelled", effects));
        }
        effects.push(Effect::Grappled(tag, target));
    }
    let by_boarder = melee(ship, "crew killed by the boarders");
    let by_defender = melee(other, "crew killed by the defenders").thrown_by(Hand::Opponent);
    let (other_lost, own_lost) = roller
        .at_once((&by_boarder, i64::from(other.crew)), (&by_defender, i64::from(ship.crew)))?;
    effects.push(Effect::CrewKilled(target, count(other_lost)));
    effects.push(Effect::CrewKilled(tag, count(own_lost)));
    Ok(Resolution::new("melee", effects))
}

fn boarding_modifiers(
    ship: &Ship,
    other: &Ship,
    rammed: bool,
    rammed_together: bool,
) -> Vec<Modifier> {
    let mut modifiers = Vec::new();
    let mut add = |applies: bool, why| note(&mut modifiers, i64::from(applies), why);
    add(ship.carries(Advantage::Harpax) > 0, "harpax");
    add(ship.carries(Advantage::Corvus) > 0, "corvus");
    add(ship.figures().deck > other.figures().deck, "the larger ship");
    add(rammed, "rammed her this turn");
    add(rammed_together, "rammed together");
    note(&mut modifiers, i64::from(ship.skill(Skill::Melee)), "melee");
    modifiers
}

/// One d6 for every ten crew or part of it, `melee` added to each.
fn melee(ship: &Ship, purpose: &'static str) -> Ask {
    let throw = Throw::sum(ship.crew.div_ceil(10).max(1), Die::D6);
    let skill = i64::from(ship.skill(Skill::Melee));
    let modifiers =
        if skill == 0 { Vec::new() } else { vec![per_die(throw, skill, "melee, each die")] };
    Ask::new(throw, purpose).with(modifiers)
}

/// Greek Fire: prizes.
pub(super) fn take_prize(battle: &Battle, [tag, target]: [Tag; 2], crew: u32) -> Resolved {
    let rule = "Greek Fire: prizes";
    let ship = crewed(battle, tag, rule)?;
    let prize = battle.ships.get(target)?;
    if tag == target {
        return refuse(rule, format!("{tag} cannot take herself"));
    }
    let struck = prize.status == Status::Surrendered;
    let empty = prize.crew == 0 && prize.in_play() || prize.status == Status::Abandoned;
    if !struck && !empty {
        let state = if prize.in_play() {
            format!("has {} crew left", prize.crew)
        } else {
            format!("is out of the battle: {}", prize.status)
        };
        return refuse(rule, format!("{target} {} {state}", prize.name));
    }
    let most = ship.crew - 1;
    if crew == 0 || crew > most {
        return refuse(
            rule,
            format!("{tag} {} can send 1 to {most} of her {} crew", ship.name, ship.crew),
        );
    }
    let mut effects = vec![Effect::PhaseReached(Phase::Board)];
    effects.push(Effect::PrizeTaken { by: tag, ship: target, crew, holder: ship.holder });
    // A ship whose surrender was credited has been a victory already (GF-10).
    if prize.holder != ship.holder && !battle.credited.contains(&target) {
        effects.push(Effect::Victory(tag));
    }
    Ok(Resolution::done(effects))
}
