//! What the orders of Greek Fire do, as the dice fall.

use crate::dice::{Ask, Die, Hand, Hopes, Modifier, Roller, Throw, Winner};
use crate::rules::common::{Resolution, Side, Stop, Tag, refuse};
use crate::rules::roster::Rostered;
use crate::rules::system;

use super::combat;
use super::orders::{AdjacentCrew, Current, Effect, Hex, Order};
use super::state::{Battle, Phase, Ship, Status};
use super::tables::{
    Advantage, CrewQuality, FIRES_DESTROY, MoraleResult, RAM_TABLE, SAIL_TABLE, SailResult, Skill,
};

pub(super) type Resolved = Result<Resolution<Effect>, Stop>;

/// Resolves an order; the sequence of play is `turn`'s.
pub(super) fn resolve(battle: &Battle, order: &Order, roller: &mut Roller) -> Resolved {
    match order {
        Order::FirstSide {} => first_side(battle, roller),
        Order::Activate { ship } => activate(battle, *ship),
        Order::Fire { ship, burning_neighbours, credit } => {
            known(battle, *credit)?;
            fire(battle, *ship, *burning_neighbours, *credit, roller)
        }
        Order::Sail { ship, terrain } => sail(battle, *ship, *terrain, roller),
        Order::Ungrapple { ship } => ungrapple(battle, *ship, roller),
        Order::Row { ship, spent, ramming_speed } => row(battle, *ship, *spent, *ramming_speed),
        Order::Terrain { ship, hex } => terrain(battle, *ship, *hex, roller),
        Order::Shoot { ship, weapon, mount, target, range } => {
            let shot = combat::Shot { weapon: *weapon, mount, range_hexes: *range };
            combat::shoot(battle, [*ship, *target], &shot, roller)
        }
        Order::Ram { ship, target, spaces_straight, bow_to_bow } => {
            combat::ram(battle, [*ship, *target], *spaces_straight, *bow_to_bow, roller)
        }
        Order::Board { ship, target, rammed_together } => {
            combat::board(battle, [*ship, *target], *rammed_together, roller)
        }
        Order::TakePrize { ship, target, crew } => {
            combat::take_prize(battle, [*ship, *target], *crew)
        }
        Order::Morale { ship, credit, .. } => {
            known(battle, *credit)?;
            morale(battle, *ship, order, roller)
        }
        Order::Escape { ship } => escape(battle, *ship),
        Order::EndRound { credit } => {
            known(battle, *credit)?;
            Ok(end_round(battle, *credit))
        }
        Order::Adjust { ship, field, value, .. } => {
            system::adjust(battle, (*ship).into(), field, value)
        }
    }
}

/// An unknown `credit` is nonsense before any die is thrown.
fn known(battle: &Battle, credit: Option<Tag>) -> Result<(), Stop> {
    credit.map_or(Ok(()), |tag| battle.ships.get(tag).map(|_| ()))
}

/// A ship that is still on the table.
pub(super) fn present<'b>(
    battle: &'b Battle,
    tag: Tag,
    rule: &'static str,
) -> Result<&'b Ship, Stop> {
    let ship = battle.ships.get(tag)?;
    if ship.in_play() {
        Ok(ship)
    } else {
        refuse(rule, format!("{tag} {} is out of the battle: {}", ship.name, ship.status))
    }
}

/// A ship that has crew to do something with.
pub(super) fn crewed<'b>(
    battle: &'b Battle,
    tag: Tag,
    rule: &'static str,
) -> Result<&'b Ship, Stop> {
    let ship = present(battle, tag, rule)?;
    if ship.crew == 0 {
        return refuse(rule, format!("{tag} {} has no crew left", ship.name));
    }
    Ok(ship)
}

/// Adds a modifier where it is not 0.
pub(super) fn note(modifiers: &mut Vec<Modifier>, amount: i64, why: &'static str) {
    if amount != 0 {
        modifiers.push(Modifier::new(amount, why));
    }
}

fn first_side(battle: &Battle, roller: &mut Roller) -> Resolved {
    let [a, b] = battle.sizes;
    if a != b {
        let more = if a > b { Side::A } else { Side::B };
        return refuse(
            "Greek Fire: turn order",
            format!(
                "{} has more ships, {} to {}, and begins",
                battle.setup.sides[more.index()].name,
                a.max(b),
                a.min(b)
            ),
        );
    }
    let throw =
        |side, hand| Ask::new(Throw::D6, format!("side {side}: who begins")).thrown_by(hand);
    let side =
        match roller.contest(&throw(Side::A, Hand::Giver), &throw(Side::B, Hand::Opponent))? {
            Winner::First => Side::A,
            Winner::Second => Side::B,
        };
    Ok(Resolution::done(vec![Effect::FirstSideChosen(side)]))
}

fn activate(battle: &Battle, tag: Tag) -> Resolved {
    let rule = "Greek Fire: turn order";
    let ship = present(battle, tag, rule)?;
    if ship.moved_this_round {
        return refuse(rule, format!("{tag} {} has moved this round", ship.name));
    }
    Ok(Resolution::done(vec![Effect::Activated(tag)]))
}

/// What a fire counter's die does.
#[derive(Clone, Copy, PartialEq)]
enum Ember {
    Out,
    Burns,
    Spreads,
}

fn fire(
    battle: &Battle,
    tag: Tag,
    neighbours: u32,
    credit: Option<Tag>,
    roller: &mut Roller,
) -> Resolved {
    let rule = "Greek Fire: fire phase";
    let ship = present(battle, tag, rule)?;
    if ship.fires == 0 && neighbours == 0 {
        return refuse(rule, format!("nothing burns on {tag} {} or beside her", ship.name));
    }
    let mut effects = vec![Effect::PhaseReached(Phase::Fire)];
    let (mut killed, mut embers) = (0, Vec::new());
    if ship.fires > 0 {
        let kills =
            Ask::new(Throw::sum(ship.fires, Die::D10), "crew killed by fire").hoping(Hopes::Low);
        let counter = Ask::new(Throw::D6, "a fire counter: 1 out, 6 spreads").hoping(Hopes::Low);
        let rows = [(1, Ember::Out), (2, Ember::Burns), (6, Ember::Spreads)];
        let most = i64::from(ship.crew);
        let (dead, fallen) = roller.beside((&kills, most), (&counter, ship.fires), &rows)?;
        (killed, embers) = (count(dead), fallen);
        effects.push(Effect::CrewKilled(tag, killed));
    }
    let beside = Ask::new(Throw::D6, "a burning neighbour: 5-6 spreads").hoping(Hopes::Low);
    let sparks = roller.each(&beside, neighbours, &[(1, false), (5, true)])?;
    let out = tally(embers.iter(), |e| **e == Ember::Out);
    let lit = tally(embers.iter(), |e| **e == Ember::Spreads) + tally(sparks.iter(), |s| **s);
    if out > 0 {
        effects.push(Effect::FiresOut(tag, out));
    }
    if lit > 0 {
        effects.push(Effect::FiresLit(tag, lit));
    }
    let outcome = if ship.fires + lit - out >= FIRES_DESTROY {
        effects.push(Effect::BurntDown(tag));
        effects.extend(credit.map(Effect::Victory));
        "destroyed"
    } else if ship.crew <= killed {
        "crew-lost"
    } else {
        "fires"
    };
    Ok(Resolution::new(outcome, effects))
}

fn tally<T>(items: impl Iterator<Item = T>, wanted: impl Fn(&T) -> bool) -> u32 {
    u32::try_from(items.filter(wanted).count()).unwrap_or(u32::MAX)
}

/// A result that cannot be negative, as a count.
pub(super) fn count(result: i64) -> u32 {
    u32::try_from(result.max(0)).unwrap_or(u32::MAX)
}

fn sail(battle: &Battle, tag: Tag, terrain: Current, roller: &mut Roller) -> Resolved {
    let rule = "Greek Fire: sail phase";
    let ship = crewed(battle, tag, rule)?;
    let mut modifiers = Vec::new();
    note(&mut modifiers, i64::from(ship.carries(Advantage::Sails)), "sails");
    match ship.crew_quality {
        CrewQuality::Poor => note(&mut modifiers, -2, "poor crew"),
        CrewQuality::Good => {}
        CrewQuality::Elite => note(&mut modifiers, 1, "elite crew"),
    }
    note(&mut modifiers, if ship.fires > 0 { -2 } else { 0 }, "on fire");
    note(&mut modifiers, if ship.rammed_last_turn { -4 } else { 0 }, "rammed last turn");
    note(&mut modifiers, i64::from(ship.skill(Skill::Sailing)), "sailing");
    match terrain {
        Current::None => {}
        Current::GulfStream => note(&mut modifiers, 1, "gulf stream"),
        Current::RoughWaters => note(&mut modifiers, -1, "rough waters"),
    }
    let ask = Ask::new(Throw::D6, "sail").with(modifiers);
    let result = roller.row(&ask, &SAIL_TABLE)?;
    let wind = match result {
        SailResult::Floundering => {
            let ask = Ask::new(Throw::D6, "move lost floundering").hoping(Hopes::Low);
            -roller.value(&ask)?
        }
        SailResult::AgainstTheWind => -1,
        SailResult::NoEffect => 0,
        SailResult::CatchesTheWind => 1,
        SailResult::FairWind => 2,
        SailResult::FullSail => 3,
    };
    let effects = vec![Effect::PhaseReached(Phase::Sail), Effect::Wind(tag, wind)];
    Ok(Resolution::new(result.slug(), effects))
}

fn ungrapple(battle: &Battle, tag: Tag, roller: &mut Roller) -> Resolved {
    let rule = "Greek Fire: rowing";
    let ship = crewed(battle, tag, rule)?;
    if ship.grappled.is_empty() {
        return refuse(rule, format!("{tag} {} is not grappled", ship.name));
    }
    let mut effects = vec![Effect::PhaseReached(Phase::Row)];
    if !roller.at_least(&Ask::new(Throw::D6, "breaks free on 4-6"), 4)? {
        return Ok(Resolution::new("held", effects));
    }
    effects.extend(ship.grappled.iter().map(|other| Effect::CutFree(tag, *other)));
    Ok(Resolution::new("free", effects))
}

fn row(battle: &Battle, tag: Tag, spent: u32, ramming_speed: bool) -> Resolved {
    let rule = "Greek Fire: rowing";
    let ship = present(battle, tag, rule)?;
    let points = ship.move_points(ramming_speed);
    if spent > points {
        return refuse(
            rule,
            format!("{tag} {} has {points} move points, not {spent}{}", ship.name, why_none(ship)),
        );
    }
    Ok(Resolution::done(vec![Effect::PhaseReached(Phase::Row), Effect::Rowed(tag, spent)]))
}

/// Why a ship has no points at all, in words to follow the figure.
fn why_none(ship: &Ship) -> String {
    if ship.crew == 0 {
        ": nobody is left to row".into()
    } else if ship.aground {
        ": she is aground".into()
    } else if let Some(other) = ship.grappled.first() {
        format!(": she is grappled with {other} and must break free first")
    } else if ship.stopped {
        ": half, for she stopped last turn".into()
    } else {
        String::new()
    }
}

fn terrain(battle: &Battle, tag: Tag, hex: Hex, roller: &mut Roller) -> Resolved {
    let rule = "Greek Fire: terrain";
    let ship = present(battle, tag, rule)?;
    match hex {
        Hex::Land => refuse(rule, "no ship enters land"),
        Hex::Sargasso => Ok(Resolution::done(Vec::new())),
        Hex::Shallows => Ok(Resolution::done(vec![Effect::RunAground(tag)])),
        Hex::RockyShallows => {
            let mut modifiers = Vec::new();
            let hulls = i64::from(ship.carries(Advantage::ReinforcedHull));
            note(&mut modifiers, -hulls, "reinforced hull");
            let ask = Ask::new(Throw::D10, "rocky shallows").with(modifiers).hoping(Hopes::Low);
            let result = roller.row(&ask, &RAM_TABLE)?;
            let effects = combat::hole(ship, tag, result, Hopes::Low, roller)?;
            Ok(Resolution::new(result.slug(), effects))
        }
    }
}

fn morale(battle: &Battle, tag: Tag, order: &Order, roller: &mut Roller) -> Resolved {
    let rule = "Greek Fire: morale";
    let ship = crewed(battle, tag, rule)?;
    let Order::Morale { adjacent_enemy_crew, routing_friends_within_20, abandon, credit, .. } =
        order
    else {
        return Err(Stop::Nonsense("not a morale order".into()));
    };
    let ask = Ask::new(Throw::D10, "morale").with(morale_modifiers(
        battle,
        ship,
        *adjacent_enemy_crew,
        *routing_friends_within_20,
    ));
    let beaten = match (*adjacent_enemy_crew, *abandon) {
        (AdjacentCrew::None, _) => MoraleResult::Routs,
        (_, false) => MoraleResult::Surrenders,
        (_, true) => MoraleResult::Abandons,
    };
    let table = [(0, beaten), (1, MoraleResult::Routs), (3, MoraleResult::FightsOn)];
    let result = roller.row(&ask, &table)?;
    let mut effects = vec![Effect::PhaseReached(Phase::Morale), Effect::MoraleTold(tag, result)];
    match result {
        MoraleResult::Surrenders => {
            effects.push(Effect::Surrendered { ship: tag, credited: credit.is_some() });
            effects.extend(credit.map(Effect::Victory));
        }
        MoraleResult::Abandons => effects.push(Effect::Abandoned(tag)),
        MoraleResult::Routs => effects.push(Effect::Routing(tag, true)),
        MoraleResult::FightsOn if ship.routing => effects.push(Effect::Routing(tag, false)),
        MoraleResult::FightsOn => {}
    }
    Ok(Resolution::new(result.slug(), effects))
}

fn morale_modifiers(
    battle: &Battle,
    ship: &Ship,
    adjacent: AdjacentCrew,
    routing_friends: bool,
) -> Vec<Modifier> {
    let mut modifiers = Vec::new();
    let mut add = |applies: bool, amount: i64, why| {
        note(&mut modifiers, if applies { amount } else { 0 }, why);
    };
    let dead = ship.dead();
    add(dead == 0, 2, "no crew killed yet");
    add(ship.sinking_in.is_some(), -3, "sinking");
    add(dead > 0 && dead * 2 >= ship.full_crew, -2, "half the crew or more dead");
    add(adjacent == AdjacentCrew::Larger, -1, "an adjacent enemy has the larger crew");
    let own = battle.deck_points(ship.holder);
    let enemy = battle.deck_points(ship.holder.other());
    add(enemy > own, -1, "the enemy has more deck points in action");
    add(routing_friends, -2, "a friend within 20 hexes is routing");
    add(true, 2 * i64::from(ship.skill(Skill::Rally)), "rally");
    modifiers
}

fn escape(battle: &Battle, tag: Tag) -> Resolved {
    let rule = "Greek Fire: morale";
    let ship = present(battle, tag, rule)?;
    if !ship.routing {
        return refuse(rule, format!("{tag} {} is not routing", ship.name));
    }
    Ok(Resolution::done(vec![Effect::Escaped(tag)]))
}

fn end_round(battle: &Battle, credit: Option<Tag>) -> Resolution<Effect> {
    let mut effects = Vec::new();
    for (tag, ship) in battle.ships.iter() {
        // A ship that has struck or was left goes on sinking.
        let afloat =
            ship.in_play() || matches!(ship.status, Status::Surrendered | Status::Abandoned);
        let Some(rounds) = ship.sinking_in.filter(|_| afloat) else { continue };
        effects.push(Effect::Settled(tag));
        if rounds <= 1 {
            effects.push(Effect::Sunk(tag));
            effects.extend(credit.map(Effect::Victory));
        }
    }
    effects.push(Effect::RoundEnded);
    Resolution::done(effects)
}
