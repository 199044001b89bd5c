//! The fire phase of Greek Fire.

use dice::{AskedRoll, CappedRoll, Preferred, Roller, Throw};
use message::message;
use rules::common::{Resolution, Stop, Tag, refuse};

use super::effects::Effect;
use super::guards::{Resolved, called, count, may_be_credited, on_table, only, victory};
use super::orders::{Outcome, rule};
use super::state::{Battle, Neighbours, Phase, Ship, number_of};
use super::tables::{CounterResult, EMBERS, FIRE_DIE, FIRE_KILLS, FIRES_DESTROY, SPARKS};

/// Resolves the fire phase (Greek Fire: fire phase). Fire counters aboard kill crew, go
/// out or spread, and burning neighbours set her on fire. It needs no crew: an empty ship
/// continues to burn.
pub(super) fn fire(
    battle: &Battle,
    tag: Tag,
    neighbours: Option<u32>,
    credit: Option<Tag>,
    roller: &mut Roller,
) -> Resolved {
    may_be_credited(battle, credit, tag, rule::FIRE)?;
    let ship = may_burn(battle, tag)?;
    let credit = credit.or_else(|| only(&battle.enemies_touching(ship)));
    let neighbours = neighbours_given(battle, tag, ship, neighbours)?;
    let mut effects = vec![Effect::PhaseReached(tag, Phase::Fire), Effect::FireChecked(tag)];
    let (killed, embers) = burn(ship, roller)?;
    if let Some(killed) = killed {
        effects.push(Effect::CrewKilled(tag, killed));
    }
    let spark = AskedRoll::new(FIRE_DIE, message!("burning neighbour: spreads on 5–6"))
        .preferring(Preferred::Low);
    let sparks = roller.each(&spark, neighbours, &SPARKS)?;
    let out = number_of(embers.iter().filter(|ember| **ember == CounterResult::Out));
    let spread = number_of(embers.iter().filter(|ember| **ember == CounterResult::Spreads));
    let lit = spread + number_of(sparks.iter().filter(|caught| **caught));
    if out > 0 {
        effects.push(Effect::FiresOut(tag, out));
    }
    if lit > 0 {
        effects.push(Effect::FiresLit(tag, lit));
    }
    let outcome = if ship.fires + lit - out >= FIRES_DESTROY {
        effects.push(Effect::BurntDown(tag));
        effects.extend(victory(battle, credit, tag));
        Outcome::Destroyed
    } else if killed.is_some_and(|killed| killed >= ship.crew) {
        Outcome::CrewLost
    } else {
        Outcome::Fires
    };
    Ok(Resolution::new(outcome, effects))
}

/// The crew killed by the counters, if she has any, and the result for each counter.
fn burn(ship: &Ship, roller: &mut Roller) -> Result<(Option<u32>, Vec<CounterResult>), Stop> {
    if ship.fires == 0 {
        return Ok((None, Vec::new()));
    }
    let counter = AskedRoll::new(FIRE_DIE, message!("fire counter: 1 goes out, 6 spreads"))
        .preferring(Preferred::Low);
    if ship.crew == 0 {
        return Ok((None, roller.each(&counter, ship.fires, &EMBERS)?));
    }
    let kills = AskedRoll::new(Throw::sum(ship.fires, FIRE_KILLS), message!("crew killed by fire"))
        .preferring(Preferred::Low);
    let kills = CappedRoll { ask: &kills, cap: i64::from(ship.crew) };
    let (dead, embers) = roller.beside(kills, &counter, ship.fires, &EMBERS)?;
    Ok((Some(count(dead)), embers))
}

/// A ship that can burn and has not had her fire phase.
fn may_burn(battle: &Battle, tag: Tag) -> Result<&Ship, Stop> {
    let ship = on_table(battle, tag, rule::FIRE)?;
    let name = called(tag, ship);
    let why = if ship.fire_done {
        message!("{ship} has had her fire phase this round", ship = name)
    } else if !ship.burns() && battle.burning_beside(tag).next().is_none() {
        message!("nothing burns on the table")
    } else {
        return Ok(ship);
    };
    refuse(rule::FIRE, why)
}

/// The number of burning ships adjacent to her: the number entered, otherwise those that
/// she touches (GF-28).
///
/// # Errors
/// If fewer or more were entered than is possible.
fn neighbours_given(
    battle: &Battle,
    tag: Tag,
    ship: &Ship,
    given: Option<u32>,
) -> Result<u32, Stop> {
    let Neighbours { least, known, most } = battle.burning_neighbours(tag, ship);
    let given = given.unwrap_or(known);
    let name = called(tag, ship);
    if given < least {
        let why = message!(least =>
            "{ship} is grappled with {n} burning ship, not {said}"
            | "{ship} is grappled with {n} burning ships, not {said}",
            ship = name, said = given);
        return refuse(rule::FIRE, why);
    }
    if most == 0 && given > 0 {
        let why = message!("no other ship burns, so {said} cannot be beside her", said = given);
        return refuse(rule::FIRE, why);
    }
    if given > most {
        let why = message!(most =>
            "only {n} other ship burns, not {said}"
            | "only {n} other ships burn, not {said}",
            said = given);
        return refuse(rule::FIRE, why);
    }
    Ok(given)
}
