//! The resolver of Ancient Naval Games.

use dice::{AskedRoll, Hand, Higher, Modifier, Roller};
use message::{Message, message};
use rules::common::{Resolution, Side, Stop, Tag, refuse};
use rules::guards::{enemies, unit_in_play};
use rules::modifiers::ModifierWord as _;
use rules::system::Rules;

use super::effects::{Effect, Path};
use super::orders::{Order, rule};
use super::state::{Battle, Ship};
use super::tables::{
    self, AHEAD_COST, ASTERN_COST, ATTACK_COST, Cause, DIE, MOST_OAR_DAMAGE, OAR_STRIKE, Outcome,
    RAM, RamAspect, Row, StrikeAspect, TURN_COST,
};

type Resolved = Result<Resolution<Outcome, Effect>, Stop>;

/// Resolves an order; the sequence of play is checked in `turn`.
pub(super) fn resolve(battle: &Battle, order: &Order, roller: &mut Roller) -> Resolved {
    match order {
        Order::FirstSide => first_side(battle, roller),
        Order::Morale { isolated } => morale(battle, isolated),
        Order::Activate { ship, isolated } => activate(battle, *ship, *isolated),
        Order::Move { ship, ahead, astern, turns, isolated } => {
            let path = Path { ahead: *ahead, astern: *astern, turns: *turns };
            move_ship(battle, *ship, path, *isolated)
        }
        Order::OarStrike { ship, target, aspect, isolated } => {
            let attack = Attack { ship: *ship, target: *target, isolated: *isolated };
            oar_strike(battle, attack, *aspect, roller)
        }
        Order::Ram { ship, target, aspect, isolated } => {
            let attack = Attack { ship: *ship, target: *target, isolated: *isolated };
            ram(battle, attack, *aspect, roller)
        }
        Order::LeaveTable { ship, elsewhere } => leave_table(battle, *ship, *elsewhere),
        Order::Finish { ship } => finish(battle, *ship),
        Order::EndTurn => Ok(Resolution::done(vec![Effect::TurnEnded])),
        Order::Cede { side } => cede(battle, *side),
    }
}

/// Each side rolls a die, and rerolls ties; the higher roll goes first.
fn first_side(battle: &Battle, roller: &mut Roller) -> Resolved {
    if battle.begun {
        return refuse(
            rule::FIRST_SIDE,
            message!("the battle has begun; the roll for first side comes before the first order"),
        );
    }
    let ask = |side: Side, hand| {
        AskedRoll::new(DIE, message!("who goes first: side {side}", side)).thrown_by(hand)
    };
    let side = match roller.contest(&ask(Side::A, Hand::Giver), &ask(Side::B, Hand::Opponent))? {
        Higher::First => Side::A,
        Higher::Second => Side::B,
    };
    Ok(Resolution::done(vec![Effect::FirstSideChosen(side)]))
}

/// The ships that leave: those named, and the last ship of a side, which is isolated
/// whatever is entered.
fn isolated_ships(battle: &Battle, named: &[Tag]) -> Result<(Side, Vec<Tag>), Stop> {
    let mut tags: Vec<Tag> = Vec::new();
    for tag in named {
        unit_in_play(battle, *tag, rule::MORALE)?;
        if !tags.contains(tag) {
            tags.push(*tag);
        }
    }
    let side = tags.first().map_or(battle.to_move, |tag| tag.side);
    if let Some(other) = tags.iter().find(|tag| tag.side != side) {
        return refuse(
            rule::MORALE,
            message!(
                "{ship} is in the other fleet; each side checks its own morale",
                ship = battle.called(*other)
            ),
        );
    }
    if tags.is_empty() {
        tags.extend(battle.last_ship(side));
    }
    Ok((side, tags))
}

/// If all other ships have no friend adjacent, the last one has none either.
fn check_last_isolated(battle: &Battle, side: Side, leaving: &[Tag]) -> Result<(), Stop> {
    let in_action = battle.common.units.of(side).filter(|(_, ship)| ship.in_action());
    let mut stay = in_action.filter(|(tag, _)| !leaving.contains(tag));
    if let (Some((last, _)), None) = (stay.next(), stay.next()) {
        return refuse(
            rule::MORALE,
            message!(
                "{ship} would be the only ship left, so she has no friend adjacent either: add her to the list",
                ship = battle.called(last)
            ),
        );
    }
    Ok(())
}

fn morale(battle: &Battle, named: &[Tag]) -> Resolved {
    let (side, isolated) = isolated_ships(battle, named)?;
    let (gone, began) = battle.losses(side);
    if !battle.is_shaken(side) {
        return refuse(
            rule::MORALE,
            message!(
                "{gone} of the {began} ships of {side} are gone; morale is checked once more than half are",
                gone,
                began,
                side = battle.side_called(side)
            ),
        );
    }
    if battle.morale_asked[side.index()] {
        return refuse(
            rule::MORALE,
            message!("{side}: morale has been checked this turn", side = battle.side_called(side)),
        );
    }
    check_last_isolated(battle, side, &isolated)?;
    let outcome = if isolated.is_empty() { Outcome::None } else { Outcome::Removed };
    let mut effects = vec![Effect::MoraleChecked(side)];
    effects.extend(isolated.into_iter().map(Effect::Removed));
    Ok(Resolution::new(outcome, effects))
}

fn activate(battle: &Battle, tag: Tag, isolated: bool) -> Resolved {
    let ship = unit_in_play(battle, tag, rule::ACTIVATION)?;
    if ship.activated {
        return refuse(
            rule::ACTIVATION,
            message!("{ship} has been activated this turn", ship = battle.called(tag)),
        );
    }
    Ok(Resolution::done(vec![activated(battle, tag, isolated)]))
}

/// Ends a ship's part in the turn; one that has not begun stays where she is.
fn finish(battle: &Battle, tag: Tag) -> Resolved {
    let begun = begun(battle, tag, false, rule::ACTIVATION)?;
    let ship = unit_in_play(battle, tag, rule::ACTIVATION)?;
    if !ship.can_still_act() {
        return refuse(
            rule::ACTIVATION,
            message!(
                "{ship} has no movement points left, so her turn is over",
                ship = battle.called(tag)
            ),
        );
    }
    let effects = begun.into_iter().chain([Effect::Finished(tag)]);
    Ok(Resolution::done(effects.collect()))
}

/// The last ship of a side is isolated, whatever is entered.
fn activated(battle: &Battle, ship: Tag, isolated: bool) -> Effect {
    Effect::Activated { ship, isolated: isolated || battle.last_ship(ship.side) == Some(ship) }
}

/// An order to a ship that has not been activated activates her, and states whether she
/// begins isolated. For other ships that is known.
fn begun(
    battle: &Battle,
    tag: Tag,
    isolated: bool,
    rule: &'static str,
) -> Result<Option<Effect>, Stop> {
    let ship = unit_in_play(battle, tag, rule)?;
    if !ship.activated {
        return Ok(Some(activated(battle, tag, isolated)));
    }
    if isolated && !ship.isolated {
        return refuse(
            rule,
            message!("{ship} began with a friend adjacent this turn", ship = battle.called(tag)),
        );
    }
    Ok(None)
}

/// The reason why an order is refused that takes more points than she has.
fn too_few(battle: &Battle, tag: Tag, ship: &Ship, takes: u32) -> Message {
    let name = battle.called(tag);
    match (ship.move_points(), ship.points_left()) {
        (0, _) => message!("{ship} is dead in the water", ship = name),
        (_, 0) => {
            message!("{ship} has no movement points left; this takes {takes}", ship = name, takes)
        }
        (_, left) => message!(left =>
            "{ship} has {n} movement point left; this takes {takes}"
            | "{ship} has {n} movement points left; this takes {takes}",
            ship = name,
            takes
        ),
    }
}

fn move_ship(battle: &Battle, tag: Tag, path: Path, isolated: bool) -> Resolved {
    let Path { ahead, astern, turns } = path;
    let ship = unit_in_play(battle, tag, rule::MOVEMENT)?;
    let begun = begun(battle, tag, isolated, rule::MOVEMENT)?;
    let free_turn = turns > 0 && ship.free_turn_left;
    let paid_turns = turns - if free_turn { ship.size.free_turns().min(turns) } else { 0 };
    let cost = ahead * AHEAD_COST + astern * ASTERN_COST + paid_turns * TURN_COST;
    if !ship.can_still_act() || cost > ship.points_left() {
        return refuse(rule::MOVEMENT, too_few(battle, tag, ship, cost));
    }
    let mut effects = Vec::from_iter(begun);
    effects.push(Effect::Moved { ship: tag, ahead, astern, turns, points: cost, free_turn });
    Ok(Resolution::done(effects))
}

/// She leaves the table by a move, for which she needs a point.
fn leave_table(battle: &Battle, tag: Tag, elsewhere: bool) -> Resolved {
    let ship = unit_in_play(battle, tag, rule::MOVEMENT)?;
    if ship.points_left() < AHEAD_COST {
        return refuse(rule::MOVEMENT, too_few(battle, tag, ship, AHEAD_COST));
    }
    Ok(Resolution::done(vec![Effect::LeftTable { ship: tag, elsewhere }]))
}

/// The attacker and target of an attack, and whether the attacker begins isolated.
#[derive(Clone, Copy)]
struct Attack {
    ship: Tag,
    target: Tag,
    isolated: bool,
}

/// Both ships of an attack, if the attacker is able to make it, and her activation if this
/// is her first order.
fn opponents<'b>(
    battle: &'b Battle,
    attack: Attack,
    rule: &'static str,
) -> Result<(&'b Ship, &'b Ship, Vec<Effect>), Stop> {
    let Attack { ship: tag, target, isolated } = attack;
    let (ship, other) = enemies(battle, tag, target, rule)?;
    let begun = begun(battle, tag, isolated, rule)?;
    if ship.isolated || matches!(begun, Some(Effect::Activated { isolated: true, .. })) {
        return refuse(
            rule,
            message!(
                "{ship} began with no friend adjacent: she may move, not attack",
                ship = battle.called(tag)
            ),
        );
    }
    if ship.points_left() < ATTACK_COST {
        return refuse(rule, too_few(battle, tag, ship, ATTACK_COST));
    }
    Ok((ship, other, Vec::from_iter(begun)))
}

/// A ship's die in an attack, modified by her own oar damage.
fn die(ship: &Ship, purpose: Message, others: impl IntoIterator<Item = Modifier>) -> AskedRoll {
    let own = Cause::OarDamage.times(ship.oar_damage.into());
    AskedRoll::new(DIE, purpose).with(own.into_iter().chain(others).collect())
}

/// The attacker's die against the target's, looked up in the table of the attack. The
/// attacker rolls first.
fn opposed(
    table: &[Row],
    attacker: &AskedRoll,
    target: &AskedRoll,
    roller: &mut Roller,
) -> Result<Outcome, Stop> {
    let attack = roller.value(attacker)?;
    let defence = roller.value(target)?;
    Ok(tables::read(table, attack.cmp(&defence)))
}

fn oar_strike(
    battle: &Battle,
    attack: Attack,
    aspect: StrikeAspect,
    roller: &mut Roller,
) -> Resolved {
    let (ship, other, mut effects) = opponents(battle, attack, rule::OAR_STRIKE)?;
    let attacker = die(ship, message!("oar strike, attacker"), aspect.modifier());
    let defender = die(other, message!("oar strike, target"), None).thrown_by(Hand::Opponent);
    let mut outcome = opposed(&OAR_STRIKE, &attacker, &defender, roller)?;
    if outcome == Outcome::Struck && other.oar_damage >= MOST_OAR_DAMAGE {
        outcome = Outcome::Spent;
    }
    effects.push(Effect::StruckAt { ship: attack.ship, target: attack.target, aspect });
    effects.push(result_of(outcome, attack));
    Ok(Resolution::new(outcome, effects))
}

fn ram(battle: &Battle, attack: Attack, aspect: RamAspect, roller: &mut Roller) -> Resolved {
    let (ship, other, mut effects) = opponents(battle, attack, rule::RAM)?;
    let attacking = ship.size.ram_modifier().into_iter().chain(aspect.modifier());
    let attacker = die(ship, message!("ram, attacker"), attacking);
    let defender =
        die(other, message!("ram, target"), other.size.ram_modifier()).thrown_by(Hand::Opponent);
    let outcome = opposed(&RAM, &attacker, &defender, roller)?;
    effects.push(Effect::RammedAt { ship: attack.ship, target: attack.target, aspect });
    effects.push(result_of(outcome, attack));
    Ok(Resolution::new(outcome, effects))
}

/// The effect of an attack's outcome.
fn result_of(outcome: Outcome, Attack { ship, target, .. }: Attack) -> Effect {
    match outcome {
        Outcome::Struck => Effect::OarsBroken(target),
        Outcome::Spent => Effect::NothingToBreak(target),
        Outcome::Sunk => Effect::Lost { ship: target, by: ship },
        Outcome::Entangled => Effect::Entangled(ship, target),
        Outcome::Avoided | Outcome::Done | Outcome::Removed | Outcome::None => {
            Effect::Avoided(target)
        }
    }
}

/// The side loses; if neither side has a ship left, both lose.
fn cede(battle: &Battle, side: Side) -> Resolved {
    if battle.winner().is_some() {
        return refuse(rule::WINNING, message!("the battle is over"));
    }
    let mut effects = vec![Effect::Ceded(side)];
    if !battle.fights(side) && !battle.fights(side.other()) {
        effects.push(Effect::Ceded(side.other()));
    }
    Ok(Resolution::done(effects))
}
