//! The resolver of Fast Play Salamis.

use dice::{AskedRoll, Hand, Higher, Preferred, Roller, Throw};
use message::{Message, message};
use rules::common::{Resolution, Side, Stop, Tag, refuse};
use rules::ending::can_end;
use rules::guards::{enemies, unit_in_play};
use rules::system::Rules;

use super::effects::Effect;
use super::orders::{Order, Outcome, rule};
use super::state::{Battle, Contact, Phase, Ship};
use super::tables::{
    ATTACKER_HITS_ON, BOW_HITS_ON, DEFENDER_HITS_ON, DIE, RAM_HITS_ON, RAMMING_SPEED_DICE,
};

type Resolved = Result<Resolution<Outcome, Effect>, Stop>;

/// Resolves an order; the sequence of play is checked in `turn`.
pub(super) fn resolve(battle: &Battle, order: &Order, roller: &mut Roller) -> Resolved {
    match order {
        Order::FirstSide => first_side(battle, roller),
        Order::Bows { ship, target, range_in } => bows(battle, *ship, *target, *range_in, roller),
        Order::Breakaway { ship, target } => breakaway(battle, *ship, *target, roller),
        Order::Ram { ship, target } => ram(battle, *ship, *target, roller),
        Order::Board { ship, target, attempt } => board(battle, *ship, *target, *attempt, roller),
        Order::HandToHand { attacker, defender } => {
            hand_to_hand(battle, *attacker, *defender, roller)
        }
        Order::LeaveTable { ship, elsewhere } => leave_table(battle, *ship, *elsewhere),
        Order::EndPhase => Ok(Resolution::new(Outcome::Done, vec![Effect::PhaseEnded])),
        Order::Concede { side } => {
            can_end(battle, rule::VICTORY)?;
            Ok(Resolution::done(vec![Effect::Conceded(*side)]))
        }
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
        AskedRoll::new(Throw::One { die: DIE }, message!("who goes first: side {side}", side))
            .thrown_by(hand)
    };
    let side = match roller.contest(&ask(Side::A, Hand::Giver), &ask(Side::B, Hand::Opponent))? {
        Higher::First => Side::A,
        Higher::Second => Side::B,
    };
    Ok(Resolution::new(Outcome::Done, vec![Effect::FirstSideChosen(side)]))
}

/// The roll for ramming speed or boarding skill, which succeeds on this figure or less
/// (F-1).
fn check(
    battle: &Battle,
    purpose: Message,
    figure: u32,
    roller: &mut Roller,
) -> Result<bool, Stop> {
    Ok(roller.at_most(&skill(battle, purpose), i64::from(figure))?)
}

fn skill(battle: &Battle, purpose: Message) -> AskedRoll {
    AskedRoll::new(battle.check_throw(), purpose).preferring(Preferred::Low)
}

/// The hits of a number of dice that hit on a face or higher. No dice make no hits.
fn hits(
    count: u32,
    on: u8,
    hand: Hand,
    purpose: Message,
    roller: &mut Roller,
) -> Result<u32, Stop> {
    if count == 0 {
        return Ok(0);
    }
    let ask = AskedRoll::new(Throw::Hits { count, die: DIE, on }, purpose).thrown_by(hand);
    Ok(as_count(roller.value(&ask)?))
}

fn as_count(result: i64) -> u32 {
    u32::try_from(result.max(0)).unwrap_or(u32::MAX)
}

fn bows(
    battle: &Battle,
    tag: Tag,
    target: Tag,
    range_inches: u32,
    roller: &mut Roller,
) -> Resolved {
    let rule = rule::BOWS;
    let (ship, other) = enemies(battle, tag, target, rule)?;
    let figures = ship.figures();
    if ship.shot_this_phase {
        return refuse(rule, message!("{ship} has shot this phase", ship = battle.called(tag)));
    }
    if figures.bow_dice == 0 {
        return refuse(rule, message!("{ship} has no bows", ship = battle.called(tag)));
    }
    let reach = figures.bow_range_inches;
    if range_inches > reach {
        let why = message!(range_inches =>
            "{target} is {n} inch away; the bows of {ship} reach {reach}"
            | "{target} is {n} inches away; the bows of {ship} reach {reach}",
            target, ship = tag, reach
        );
        return refuse(rule, why);
    }
    let throw = Throw::Hits { count: figures.bow_dice, die: DIE, on: BOW_HITS_ON };
    let most = i64::from(other.hits_left_for_bows());
    let hits = as_count(roller.value_up_to(&AskedRoll::new(throw, message!("bows")), most)?);
    let effects = vec![Effect::Shot { ship: tag, target }, Effect::Hit(target, hits)];
    Ok(Resolution::new(Outcome::Hits, effects))
}

/// The enemy from which she breaks away: the one named, or the only one in contact.
fn breaks_from(battle: &Battle, tag: Tag, given: Option<Tag>) -> Result<Tag, Stop> {
    let rule = rule::BREAKAWAY;
    let ship = unit_in_play(battle, tag, rule)?;
    if let Some(from) = given {
        battle.common.units.get(from)?;
    }
    let name = battle.called(tag);
    match (given, ship.in_contact_with.as_slice()) {
        (_, []) => refuse(rule, message!("{ship} is in contact with no enemy", ship = name)),
        (Some(from), contacts) if contacts.contains(&from) => Ok(from),
        (Some(from), _) => {
            let enemy = battle.called(from);
            refuse(rule, message!("{ship} and {enemy} are not in contact", ship = name, enemy))
        }
        (None, [only]) => Ok(*only),
        (None, several) => {
            let enemies = battle.all_called(several);
            refuse(
                rule,
                message!(
                    "{ship} is in contact with {enemies}: choose one to break away from",
                    ship = name,
                    enemies
                ),
            )
        }
    }
}

fn breakaway(battle: &Battle, tag: Tag, given: Option<Tag>, roller: &mut Roller) -> Resolved {
    let from = breaks_from(battle, tag, given)?;
    let ship = unit_in_play(battle, tag, rule::BREAKAWAY)?;
    if ship.breakaway_tried || ship.moved {
        return refuse(
            rule::BREAKAWAY,
            message!("{ship} has used up her move this turn", ship = battle.called(tag)),
        );
    }
    let rsp = ship.figures().rsp;
    let purpose = message!("break away at ramming speed: {figure} or less", figure = rsp);
    if check(battle, purpose, rsp, roller)? {
        Ok(Resolution::new(Outcome::Away, vec![Effect::BrokenAway { ship: tag, from }]))
    } else {
        Ok(Resolution::new(Outcome::Held, vec![Effect::Held(tag)]))
    }
}

/// She leaves the table in her movement, which a ship in contact does not have.
fn leave_table(battle: &Battle, tag: Tag, elsewhere: bool) -> Resolved {
    let rule = rule::SEQUENCE;
    let ship = unit_in_play(battle, tag, rule)?;
    let name = battle.called(tag);
    if !ship.in_contact_with.is_empty() {
        let enemies = battle.all_called(&ship.in_contact_with);
        let why = message!(
            "{ship} is in contact with {enemies} and must break away first",
            ship = name,
            enemies
        );
        return refuse(rule, why);
    }
    if ship.breakaway_tried || ship.moved {
        return refuse(rule, message!("{ship} has used up her move this turn", ship = name));
    }
    Ok(Resolution::new(Outcome::Done, vec![Effect::LeftTable { ship: tag, elsewhere }]))
}

/// The panic of a lost ship's fleet, if this loss reaches its panic number (F-6).
fn panic(battle: &Battle, lost: Tag, ship: &Ship) -> Option<Effect> {
    let side = lost.side;
    let fleet = ship.figures().fleet.as_ref();
    let number = battle.panic_numbers[side.index()].get(fleet)?;
    let panics = battle.lost(side, fleet) + 1 >= *number;
    let already = battle.panicked[side.index()].iter().any(|known| known == fleet);
    let stays = |(tag, ship): &(Tag, &Ship)| *tag != lost && ship.in_action();
    (panics && !already).then(|| {
        let flee = battle.of_fleet(side, fleet).filter(stays).count();
        let flee = u32::try_from(flee).unwrap_or(u32::MAX);
        Effect::Panicked { side, fleet: fleet.to_owned(), flee }
    })
}

/// Refuses a ram if her bow cannot have moved to within an inch of a hull in this movement
/// (F-5).
fn check_run_up(battle: &Battle, tag: Tag, ship: &Ship) -> Result<(), Stop> {
    if ship.breakaway_tried {
        return refuse(
            rule::RAM,
            message!(
                "{ship} tried to break away; that was her whole movement, so she cannot ram this turn",
                ship = battle.called(tag)
            ),
        );
    }
    if !ship.contact_at_start.is_empty() {
        let enemies = battle.all_called(&ship.contact_at_start);
        return refuse(
            rule::RAM,
            message!(
                "{ship} was in contact with {enemies} when the movement began, so she cannot ram this turn",
                ship = battle.called(tag),
                enemies
            ),
        );
    }
    Ok(())
}

fn ram(battle: &Battle, tag: Tag, target: Tag, roller: &mut Roller) -> Resolved {
    let (ship, other) = enemies(battle, tag, target, rule::RAM)?;
    check_run_up(battle, tag, ship)?;
    let figures = ship.figures();
    let purpose = message!("ramming speed: {figure} or less", figure = figures.rsp);
    // If this roll fails, she still rams: ramming speed only adds dice.
    let rows = [(i64::MIN, true), (i64::from(figures.rsp) + 1, false)];
    let at_speed = roller.row(&skill(battle, purpose), &rows)?;
    let dice = figures.ram_dice + if at_speed { RAMMING_SPEED_DICE } else { 0 };
    let hits = hits(dice, RAM_HITS_ON, Hand::Giver, message!("ram"), roller)?;
    let mut effects = battle.reaches(tag, Phase::Ram);
    effects.push(Effect::Rammed { ship: tag, target, at_speed });
    effects.push(Effect::Hit(target, hits));
    if other.hits + hits >= other.viability {
        effects.push(Effect::Sunk(target));
        effects.extend(panic(battle, target, other));
        return Ok(Resolution::new(Outcome::Sunk, effects));
    }
    effects.push(Effect::InContact(tag, target));
    Ok(Resolution::new(if hits > 0 { Outcome::Holed } else { Outcome::NoDamage }, effects))
}

fn board(battle: &Battle, tag: Tag, target: Tag, attempt: bool, roller: &mut Roller) -> Resolved {
    let rule = rule::BOARDING;
    let (ship, other) = enemies(battle, tag, target, rule)?;
    let (name, enemy) = (battle.called(tag), battle.called(target));
    let Some(rammer) = battle.rammer(tag, target) else {
        return refuse(
            rule,
            message!(
                "neither {ship} nor {enemy} has rammed the other this turn",
                ship = name,
                enemy
            ),
        );
    };
    if !ship.in_contact_with.contains(&target) && !other.in_contact_with.contains(&tag) {
        return refuse(rule, message!("{ship} and {enemy} are not in contact", ship = name, enemy));
    }
    if battle.is_boarded(tag, target) {
        return refuse(
            rule,
            message!("{ship} and {enemy} must fight hand to hand first", ship = name, enemy),
        );
    }
    if battle.fights.contains(&Contact::of(tag, target)) {
        return refuse(
            rule,
            message!("{ship} and {enemy} have already fought this turn", ship = name, enemy),
        );
    }
    if battle.has_tried(tag, target) {
        return refuse(rule, message!("{ship} has tried to board this turn", ship = name));
    }
    if battle.declined_boardings.contains(&(tag, target)) {
        return refuse(rule, message!("{ship} has declined to board {enemy}", ship = name, enemy));
    }
    if !attempt {
        let mut effects = battle.reaches(rammer, Phase::Ram);
        effects.push(Effect::BoardingDeclined { ship: tag, target });
        return Ok(Resolution::new(Outcome::LetsBe, effects));
    }
    let mbs = ship.figures().mbs;
    let over = check(battle, message!("boarding: {figure} or less", figure = mbs), mbs, roller)?;
    let mut effects = battle.reaches(rammer, Phase::Ram);
    effects.push(Effect::BoardTried { ship: tag, target, over });
    Ok(Resolution::new(if over { Outcome::Boards } else { Outcome::Fails }, effects))
}

fn hand_to_hand(battle: &Battle, attacker: Tag, defender: Tag, roller: &mut Roller) -> Resolved {
    let rule = rule::HAND_TO_HAND;
    let (ship, other) = enemies(battle, attacker, defender, rule)?;
    if !other.boarded_by.contains(&attacker) {
        let (ship, enemy) = (battle.called(attacker), battle.called(defender));
        return refuse(rule, message!("{ship} has not boarded {enemy}", ship, enemy));
    }
    let struck = hits(
        ship.figures().hand_to_hand,
        ATTACKER_HITS_ON,
        Hand::Giver,
        message!("hand to hand, attacker"),
        roller,
    )?;
    let cancels = hits(
        other.figures().hand_to_hand,
        DEFENDER_HITS_ON,
        Hand::Opponent,
        message!("hand to hand, defender"),
        roller,
    )?;
    let hits = struck.saturating_sub(cancels);
    // A fight left from an earlier ram does not begin a phase of this turn.
    let rammer = battle.rammer_now(attacker, defender);
    let mut effects =
        rammer.map(|rammer| battle.reaches(rammer, Phase::HandToHand)).unwrap_or_default();
    effects.push(Effect::Fought { attacker, defender, cancelled: struck.min(cancels) });
    effects.push(Effect::Hit(defender, hits));
    if other.hits + hits < other.viability {
        return Ok(Resolution::new(Outcome::FoughtOff, effects));
    }
    effects.push(Effect::Captured { ship: defender, by: attacker });
    effects.extend(panic(battle, defender, other));
    Ok(Resolution::new(Outcome::Captured, effects))
}
