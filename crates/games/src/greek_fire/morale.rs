//! Morale in Greek Fire, and leaving the table.

use dice::{AskedRoll, Modifier, Roller};
use message::message;
use rules::common::{Resolution, Stop, Tag, refuse};
use rules::modifiers::ModifierWord as _;

use super::effects::Effect;
use super::guards::{Resolved, called, crewed, may_be_credited, only, victory};
use super::moving::may_move;
use super::orders::rule;
use super::state::{Battle, Phase, Ship};
use super::tables::{Cause, MORALE_DIE, MORALE_TABLE, MoraleResult, Skill};

/// The players' entries for a morale roll.
pub(super) struct Test<'o> {
    /// The adjacent enemies; `None` means those that she touches (GF-28).
    pub(super) adjacent_enemies: Option<&'o [Tag]>,
    /// Whether a friend within [`ROUT_HEXES`](super::tables::ROUT_HEXES) hexes
    /// is routing.
    pub(super) routing_friends: bool,
    /// Whether the crew abandons the ship instead of surrendering.
    pub(super) abandon: bool,
    /// The enemy credited with the victory if she is lost; `None` means the only adjacent
    /// one (GF-10).
    pub(super) credit: Option<Tag>,
    /// Whether the roll is skipped (GF-37).
    pub(super) unrolled: bool,
}

/// The morale roll: whether a ship fights on.
pub(super) fn morale(battle: &Battle, tag: Tag, test: &Test, roller: &mut Roller) -> Resolved {
    may_be_credited(battle, test.credit, tag, rule::MORALE)?;
    let ship = crewed(battle, tag, rule::MORALE)?;
    if ship.morale_tested {
        let why = message!("the morale of {ship} was tested this turn", ship = called(tag, ship));
        return refuse(rule::MORALE, why);
    }
    let adjacent = adjacent(battle, tag, ship, test.adjacent_enemies)?;
    if test.routing_friends && !battle.friend_routs(tag, ship) {
        return refuse(
            rule::MORALE,
            message!("no friend of {ship} is routing", ship = called(tag, ship)),
        );
    }
    let ask = AskedRoll::new(MORALE_DIE, message!("morale")).with(modifiers(
        battle,
        ship,
        &adjacent,
        test.routing_friends,
    ));
    let table =
        MORALE_TABLE.map(|(from, row)| (from, limited_result(row, &adjacent, test.abandon)));
    let row = if test.unrolled {
        only_result(tag, ship, roller.only_row(&ask, &table))?
    } else {
        roller.check(&ask, &table)?
    };
    let credit = test.credit.or_else(|| only(&adjacent));
    let mut effects =
        vec![Effect::PhaseReached(tag, Phase::Morale), Effect::MoraleChecked(tag, row)];
    match row {
        MoraleResult::Surrenders => {
            effects.push(Effect::Surrendered(tag));
            effects.extend(victory(battle, credit, tag));
        }
        MoraleResult::Abandons => {
            effects.push(Effect::Abandoned(tag));
            effects.extend(victory(battle, credit, tag));
        }
        MoraleResult::Routs => effects.push(Effect::Routing(tag, true)),
        MoraleResult::FightsOn if ship.routing => effects.push(Effect::Routing(tag, false)),
        MoraleResult::FightsOn => {}
    }
    Ok(Resolution::new(row, effects))
}

/// The result without a roll, if it is the only possible one (GF-37).
fn only_result(tag: Tag, ship: &Ship, only: Option<MoraleResult>) -> Result<MoraleResult, Stop> {
    let why =
        || message!("the results for {ship} differ: roll for her morale", ship = called(tag, ship));
    only.map_or_else(|| refuse(rule::MORALE, why()), Ok)
}

/// The result of a table row for this ship: she can only surrender to an adjacent enemy,
/// and her crew may abandon her instead.
fn limited_result(row: MoraleResult, adjacent: &[Tag], abandon: bool) -> MoraleResult {
    match row {
        MoraleResult::Surrenders if adjacent.is_empty() => MoraleResult::Routs,
        MoraleResult::Surrenders if abandon => MoraleResult::Abandons,
        MoraleResult::Surrenders
        | MoraleResult::Abandons
        | MoraleResult::Routs
        | MoraleResult::FightsOn => row,
    }
}

/// The adjacent enemies: those entered, otherwise those that she touches.
///
/// # Errors
/// If a ship with which she is grappled was left out, or one is no enemy that could act
/// against her.
fn adjacent(
    battle: &Battle,
    tag: Tag,
    ship: &Ship,
    given: Option<&[Tag]>,
) -> Result<Vec<Tag>, Stop> {
    let Some(enemies) = given else { return Ok(battle.enemies_touching(ship)) };
    if let Some(other) = grappled_enemies(battle, ship).find(|other| !enemies.contains(other)) {
        let why = message!(
            "{ship} is grappled with {other}, who is adjacent",
            ship = called(tag, ship),
            other
        );
        return refuse(rule::MORALE, why);
    }
    for tag in enemies {
        let other = battle.common.units.get(*tag)?;
        if !battle.is_live_enemy(*tag, ship) {
            let name = called(*tag, other);
            return refuse(
                rule::MORALE,
                message!("{ship} is not an enemy in action with crew", ship = name),
            );
        }
    }
    Ok(enemies.to_vec())
}

/// Enemies with crew, in action, with which a ship is grappled.
fn grappled_enemies<'b>(battle: &'b Battle, ship: &'b Ship) -> impl Iterator<Item = Tag> + 'b {
    ship.grappled.iter().filter(|tag| battle.is_live_enemy(**tag, ship)).copied()
}

fn modifiers(
    battle: &Battle,
    ship: &Ship,
    adjacent: &[Tag],
    routing_friends: bool,
) -> Vec<Modifier> {
    let dead = ship.dead();
    let crew_of = |tag: &Tag| battle.common.units.find(*tag).map_or(0, |other| other.crew);
    let larger = adjacent.iter().any(|tag| crew_of(tag) > ship.crew);
    let own_deck = battle.deck_points(ship.holder);
    let enemy_deck = battle.deck_points(ship.holder.other());
    let modifiers = [
        Cause::NoneKilled.applies(dead == 0 && !ship.is_prize()),
        Cause::Sinking.applies(ship.sinking_in.is_some()),
        Cause::HalfDead.applies(dead > 0 && dead.saturating_mul(2) >= ship.company()),
        Cause::LargerEnemy.applies(larger),
        Cause::MoreDeckPoints.applies(enemy_deck > own_deck),
        Cause::RoutingFriend.applies(routing_friends),
        Cause::Rally.times(ship.skill(Skill::Rally).into()),
    ];
    modifiers.into_iter().flatten().collect()
}

/// A question that the form of a morale roll may ask.
#[derive(Clone, Copy)]
pub(super) enum OpenQuestion {
    /// Which enemies are adjacent.
    Neighbours,
    /// Whether a routing friend is near.
    RoutingFriends,
    /// Whether her crew would abandon her, since she could surrender.
    Surrender,
    /// Which of several enemies is credited with that.
    Credit,
}

/// Whether the answer could change a ship's morale roll now: for some face of the die,
/// another answer leads to another result.
pub(super) fn may_matter(battle: &Battle, tag: Tag, ship: &Ship, question: OpenQuestion) -> bool {
    let mut enemies = battle.common.units.tags();
    enemies.retain(|other| battle.is_live_enemy(*other, ship));
    let sum = |adjacent: &[Tag], routing| {
        modifiers(battle, ship, adjacent, routing).iter().map(|m| m.amount).sum::<i64>()
    };
    let row = |total| {
        let reached = MORALE_TABLE.iter().rev().find(|(from, _)| *from <= total);
        reached.map_or(MoraleResult::Surrenders, |(_, row)| *row)
    };
    let (least, most) = MORALE_DIE.span();
    let differ = |one, other| (least..=most).any(|face| row(face + one) != row(face + other));
    let routing = battle.friend_routs(tag, ship);
    // Ships with which she is grappled are adjacent in any case.
    let held: Vec<Tag> = grappled_enemies(battle, ship).collect();
    let [held_only, all_adjacent] = [&held, &enemies].map(|adjacent| sum(adjacent, false));
    let [held_with_rout, all_with_rout] = [&held, &enemies].map(|adjacent| sum(adjacent, routing));
    let worst = row(least + all_with_rout);
    let surrender = !enemies.is_empty() && worst == MoraleResult::Surrenders;
    match question {
        OpenQuestion::Neighbours => {
            (surrender && held.is_empty())
                || differ(held_only, all_adjacent)
                || differ(held_with_rout, all_with_rout)
        }
        OpenQuestion::RoutingFriends => {
            differ(held_only, held_with_rout) || differ(all_adjacent, all_with_rout)
        }
        OpenQuestion::Surrender => surrender,
        OpenQuestion::Credit => surrender && enemies.len() > 1,
    }
}

/// A routing ship leaves the table, which is a move (GF-24).
pub(super) fn escape(battle: &Battle, tag: Tag) -> Resolved {
    let ship = crewed(battle, tag, rule::MORALE)?;
    let name = called(tag, ship);
    if !ship.routing {
        return refuse(rule::MORALE, message!("{ship} is not routing", ship = name));
    }
    may_move(ship, name, rule::MORALE)?;
    Ok(Resolution::done(vec![Effect::Escaped(tag)]))
}
