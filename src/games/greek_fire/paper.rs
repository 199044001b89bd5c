//! Greek Fire on paper beside her boxes: what a record says in words, what a ship
//! adds to each roll, and the markers of the table.

use crate::dice::Throw;
use crate::rules::common::{Side, Subject, Tag};
use crate::rules::roster::list_of;
use crate::rules::sheet::Fact;
use crate::rules::view::Chit;
use crate::say::{Joint, Say, say};

use super::guards::count;
use super::state::{Battle, Ship, Status};
use super::tables::{Advantage, Cause, CrewQuality, RamResult, Skill};

/// An entry of a ship's record in words; empty where something else tells it.
pub(super) fn in_words(battle: &Battle, subject: Subject, entry: &str) -> Option<Say> {
    let Subject::Unit(tag) = subject else { return Some(Say::default()) };
    let ship = battle.common.units.find(tag)?;
    Some(match entry {
        "sent_to_prizes" => {
            say!(ship.sent_to_prizes => "{n} man aboard prizes, not dead" | "{n} men aboard prizes, not dead")
        }
        "prize_crew" => {
            let men = ship.prize_crew.as_ref()?;
            let from = men.from.iter().map(|(tag, n)| say!("{n} of {tag}", n = *n, tag));
            say!("{came} men came aboard: {from}", came = men.came, from = Say::list(from))
        }
        "fire_done" => say!("fire phase done"),
        "shot" => {
            let shot = ship.shot.iter().filter(|(_, shot)| **shot);
            say!("has shot {mounts}", mounts = Say::list(shot.map(|(mount, _)| Say::path(mount))))
        }
        "sail" => say!("wind {points}", points = Say::signed(ship.sail?)),
        "spent" => {
            let points = ship.move_points(ship.ramming_speed);
            say!("{spent} of {points} move points spent", spent = ship.spent, points)
        }
        "ramming_speed" if ship.owes_a_ram() => say!("at ramming speed: owes a ram"),
        "ramming_speed" => say!("at ramming speed"),
        "rammed_this_turn" => {
            say!("rammed {others} this turn", others = list_of(&ship.rammed_this_turn))
        }
        "rammed_together" => {
            say!("rammed together with {others}", others = list_of(&ship.rammed_together))
        }
        "touching" => say!("beside {others}", others = list_of(&ship.touching)),
        "boarded_this_turn" => say!("has boarded"),
        "ungrapple_tried" => say!("has tried to break free"),
        "moved_this_round" if battle.active == Some(tag) => Say::default(),
        "moved_this_round" => say!("has moved"),
        "sinking_by" => say!("sinking by {other}", other = ship.sinking_by?),
        "morale" => say!("last morale: {result}", result = ship.morale?),
        "morale_tested" => say!("morale tested"),
        "holder" => say!("sailed by side {side}", side = ship.holder.slug()),
        "credited_to" => say!("a victory of {other}", other = ship.credited_to?),
        "status" if ship.status == Status::Captured => say!("a prize"),
        "status" => Say::default(),
        _ => return None,
    })
}

/// What the battle remembers besides the records of its ships.
pub(super) fn remembered(battle: &Battle) -> Vec<Fact> {
    let [a, b] = battle.sizes;
    let mut facts = vec![Fact::new(
        say!("Ships as the round began"),
        say!("{a} of side A, {b} of side B", a, b),
    )];
    let side = |caption: Say, side: Option<Side>| {
        side.map(|side| Fact::new(caption, Say::verbatim(side.slug())))
    };
    facts.extend(side(say!("Goes first this round"), battle.first_side));
    facts.extend(side(say!("Moved last"), battle.last_side));
    let rowed = battle.rowed.iter().filter(|tag| battle.common.units.find(**tag).is_some());
    if !battle.rowed.is_empty() {
        facts.push(Fact::new(say!("Have rowed"), list_of(rowed)));
    }
    facts
}

/// What a ship adds to each roll by herself, and takes from the rolls at her, so
/// that two sheets give the sum.
pub(super) fn adds(ship: &Ship) -> Vec<Fact> {
    let times = |cause: Cause, times: u32| cause.amount() * i64::from(times);
    let flag = |cause: Cause, on: bool| times(cause, on.into());
    let sail = times(Cause::Sails, ship.carries(Advantage::Sails))
        + flag(Cause::EliteCrew, ship.crew_quality == CrewQuality::Elite)
        + flag(Cause::PoorCrew, ship.crew_quality == CrewQuality::Poor)
        + flag(Cause::OnFire, ship.fires > 0)
        + flag(Cause::RammedBeforeSailing, ship.rammed_last_turn)
        + times(Cause::Sailing, ship.skill(Skill::Sailing));
    let rammed = Cause::TargetRamBonus.amount() * ship.ram_bonus()
        + times(Cause::TargetHull, ship.carries(Advantage::ReinforcedHull));
    let boards = flag(Cause::Harpax, ship.carries(Advantage::Harpax) > 0)
        + flag(Cause::Corvus, ship.carries(Advantage::Corvus) > 0)
        + times(Cause::Melee, ship.skill(Skill::Melee));
    let dead = ship.dead();
    let morale = flag(Cause::NoneKilled, dead == 0 && !ship.is_prize())
        + flag(Cause::Sinking, ship.sinking_in.is_some())
        + flag(Cause::HalfDead, dead > 0 && dead.saturating_mul(2) >= ship.company())
        + times(Cause::Rally, ship.skill(Skill::Rally));
    let shot_at = flag(Cause::Parablemata, ship.carries(Advantage::Parablemata) > 0);
    let fact = |caption: Say, amount: i64| Fact::new(caption, Say::signed(amount));
    let mut facts = vec![
        fact(say!("Sails"), sail),
        fact(say!("Rammed"), rammed),
        fact(say!("Boards"), boards),
        fact(say!("Morale"), morale),
    ];
    let melee = times(Cause::MeleeEachDie, ship.skill(Skill::Melee));
    if melee != 0 {
        facts.push(fact(say!("Each melee die"), melee));
    }
    if shot_at != 0 {
        facts.push(fact(say!("Shot at"), shot_at));
    }
    facts
}

/// What a sheet of a ship that goes on sinking tells besides her boxes.
pub(super) fn sinking(ship: &Ship) -> Option<Fact> {
    let rounds = ship.sinking_in?;
    let told = say!(rounds => "in {n} round" | "in {n} rounds");
    Some(Fact::new(say!("Sinks"), told).entry("sinking_in"))
}

/// The markers of a side's fleet, to be put beside her models.
pub(super) fn chits(battle: &Battle, side: Side) -> Vec<Chit> {
    let ships = u32::try_from(battle.common.units.of(side).count()).unwrap_or(u32::MAX);
    let marker = |face: &str, caption: Say, count: u32| Chit::marker(face, caption, count);
    let mut markers = vec![
        marker("", say!("moved"), ships),
        marker("", say!("fire counter"), ships.saturating_mul(2)).entry("fires"),
        marker("", say!("grappled"), ships.div_ceil(2)),
        marker("", say!("rammed"), ships.div_ceil(2)),
        marker("", say!("stopped"), ships.div_ceil(2)).entry("stopped"),
        marker("", say!("oars lost"), ships.div_ceil(2)),
        marker("", say!("routing"), ships.div_ceil(3)).entry("routing"),
        marker("", say!("aground"), ships.div_ceil(4)).entry("aground"),
        marker("", say!("captured"), ships.div_ceil(3)),
    ];
    let rounds = most_of(RamResult::SinkingSlowly.sinks_in());
    markers.extend((1..=rounds).map(|count| {
        marker(&count.to_string(), say!("sinking in"), ships.div_ceil(6)).entry("sinking_in")
    }));
    markers
}

/// The lines of her sheet that are written on, with what stands there.
pub(super) fn lines(battle: &Battle, tag: Tag, ship: &Ship) -> Vec<Fact> {
    let won = battle.common.units.iter().filter(|(_, other)| other.credited_to == Some(tag));
    let over = Say::list(won.map(|(other, _)| Say::verbatim(other.to_string())));
    let victories = match ship.victories {
        0 => Say::default(),
        n if over.is_empty() => Say::verbatim(n.to_string()),
        n => Say::joined([Say::verbatim(n.to_string()), over], Joint::Space),
    };
    vec![
        Fact::line(say!("Grappled with"), &ship.grappled).entry("grappled"),
        Fact::new(say!("Victories"), victories).entry("victories"),
        Fact::new(say!("Notes"), Say::default()),
    ]
}

/// The highest result of a roll; 0 for none.
pub(super) fn most_of(throw: Option<Throw>) -> u32 {
    throw.map_or(0, |throw| count(throw.span().1))
}
