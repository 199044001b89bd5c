//! Printed additions for Greek Fire: sentences for record entries, a ship's modifiers, and
//! the markers.

use dice::Throw;
use message::{Joint, Message, message};
use rules::common::{Side, Subject, Tag};
use rules::modifiers::ModifierWord as _;
use rules::roster::{Rostered, list_of};
use rules::sheet::{Fact, Printed};
use rules::view::Chit;

use super::guards::count;
use super::prizes::PrizeCrew;
use super::state::{Battle, Ship, ShipKey};
use super::tables::{Advantage, Cause, CrewQuality, RamResult, Skill};

impl Printed for Battle {
    /// A sentence for an entry of a ship's record; empty if it is shown elsewhere.
    fn in_words(&self, subject: Subject, entry: &str) -> Option<Message> {
        let Subject::Unit(tag) = subject else { return Some(Message::default()) };
        let ship = self.common.units.find(tag)?;
        let key = ShipKey::of(entry)?;
        if !ship.in_play() && !matches!(key, ShipKey::CreditedTo) {
            return None;
        }
        Some(match key {
            ShipKey::CreditedTo => message!("victory: {other}", other = ship.credited_to?),
            ShipKey::SentToPrizes => {
                message!(ship.sent_to_prizes => "{n} man aboard prizes, not dead" | "{n} men aboard prizes, not dead")
            }
            ShipKey::PrizeCrew => came_aboard(ship.prize_crew.as_ref()?),
            ShipKey::FireDone => message!("fire phase done"),
            ShipKey::Shot => has_shot(ship),
            ShipKey::Sail => message!("wind {points}", points = Message::signed(ship.sail?)),
            ShipKey::Spent => points_spent(ship),
            ShipKey::RammingSpeed if ship.owes_a_ram() => {
                message!("at ramming speed: must still ram")
            }
            ShipKey::RammingSpeed => message!("at ramming speed"),
            ShipKey::RammedThisTurn => {
                message!("rammed {others} this turn", others = list_of(&ship.rammed_this_turn))
            }
            ShipKey::RammedTogether => {
                message!("rammed together with {others}", others = list_of(&ship.rammed_together))
            }
            ShipKey::Touching => message!("beside {others}", others = list_of(&ship.touching)),
            ShipKey::Grappled => {
                message!("grappled with {others}", others = list_of(&ship.grappled))
            }
            ShipKey::BoardedThisTurn => message!("has boarded"),
            ShipKey::UngrappleTried => message!("has tried to break free"),
            ShipKey::MovedThisRound if self.active == Some(tag) => Message::default(),
            ShipKey::MovedThisRound => message!("has moved"),
            ShipKey::SinkingBy => message!("holed by {other}", other = ship.sinking_by?),
            ShipKey::Morale => message!("last morale: {result}", result = ship.morale?),
            ShipKey::MoraleTested => message!("morale tested"),
            ShipKey::Holder if ship.holder == tag.side => Message::default(),
            ShipKey::Holder => message!("prize of side {side}", side = ship.holder.slug()),
            ShipKey::Name
            | ShipKey::TypeSlug
            | ShipKey::Captain
            | ShipKey::CrewQuality
            | ShipKey::CrewSkills
            | ShipKey::Advantages
            | ShipKey::Crew
            | ShipKey::FullCrew
            | ShipKey::MoveLost
            | ShipKey::Fires
            | ShipKey::Ammo
            | ShipKey::RammedLastTurn
            | ShipKey::Stopped
            | ShipKey::SinkingIn
            | ShipKey::Aground
            | ShipKey::Routing
            | ShipKey::Status
            | ShipKey::Victories => return None,
        })
    }

    fn is_lasting(&self, entry: &str) -> bool {
        matches!(ShipKey::of(entry), Some(ShipKey::SentToPrizes | ShipKey::PrizeCrew))
    }

    /// State of the battle that is in no ship's record.
    fn remembered(&self) -> Vec<Fact> {
        let [a, b] = self.sizes;
        let mut facts = vec![Fact::new(
            message!("Ships as the round began"),
            message!("{a} of side A, {b} of side B", a, b),
        )];
        let [a, b] = [Side::A, Side::B].map(|side| self.deck_points(side));
        facts.push(Fact::new(
            message!("Deck points in action"),
            message!("{a} of side A, {b} of side B", a, b),
        ));
        let side = |caption: Message, side: Option<Side>| {
            side.map(|side| Fact::new(caption, Message::verbatim(side.slug())))
        };
        facts.extend(side(message!("Goes first this round"), self.first_side));
        facts.extend(side(message!("Last to move"), self.last_side));
        let rowed = self.rowed.iter().filter(|tag| self.common.units.find(**tag).is_some());
        if !self.rowed.is_empty() {
            facts.push(Fact::new(message!("Ships that rowed"), list_of(rowed)));
        }
        facts
    }

    /// The markers of a side's fleet, to put next to its models.
    fn chits(&self, side: Side) -> Vec<Chit> {
        let ships = u32::try_from(self.common.units.of(side).count()).unwrap_or(u32::MAX);
        let marker = |face: &str, caption: Message, count: u32| Chit::marker(face, caption, count);
        let mut markers = vec![
            marker("", message!("moved"), ships).entry("moved_this_round"),
            marker("", message!("fire counter"), ships.saturating_mul(2)).entry("fires"),
            marker("", message!("grappled"), ships.div_ceil(2)),
            marker("", message!("rammed"), ships.div_ceil(2)),
            marker("", message!("stopped"), ships.div_ceil(2)).entry("stopped"),
            marker("", message!("oars lost"), ships.div_ceil(2)),
            marker("", message!("routing"), ships.div_ceil(3)).entry("routing"),
            marker("", message!("aground"), ships.div_ceil(4)).entry("aground"),
            marker("", message!("captured"), ships.div_ceil(3)),
        ];
        let rounds = most_of(RamResult::SinkingSlowly.sinks_in());
        markers.extend((1..=rounds).map(|count| {
            marker(&count.to_string(), message!("sinking in"), ships.div_ceil(6))
                .entry("sinking_in")
        }));
        markers
    }
}

/// The men from other ships who came aboard.
fn came_aboard(men: &PrizeCrew) -> Message {
    let from = men.from.iter().map(|(tag, n)| message!("{n} of {tag}", n = *n, tag));
    message!("{came} men came aboard: {from}", came = men.came, from = Message::list(from))
}

/// The move points that she has spent. Oars sheared since then may leave her fewer than that.
fn points_spent(ship: &Ship) -> Message {
    let points = ship.move_points(ship.ramming_speed);
    if ship.spent > points {
        message!(ship.spent => "{n} move point spent" | "{n} move points spent")
    } else {
        message!("{spent} of {points} move points spent", spent = ship.spent, points)
    }
}

/// The mounts that have shot.
fn has_shot(ship: &Ship) -> Message {
    let shot = ship.shot.iter().filter(|(_, shot)| **shot);
    let mounts = Message::list(shot.map(|(mount, _)| Message::path(mount)));
    message!("has shot {mounts}", mounts)
}

/// The permanent modifiers of a ship for her own rolls, and for rolls against her, so that
/// two sheets give the sum.
pub(super) fn adds(ship: &Ship) -> Vec<Fact> {
    let sail = times(Cause::Sails, ship.carries(Advantage::Sails))
        + flag(Cause::EliteCrew, ship.crew_quality == CrewQuality::Elite)
        + flag(Cause::PoorCrew, ship.crew_quality == CrewQuality::Poor)
        + times(Cause::Sailing, ship.skill(Skill::Sailing));
    let rammed = Cause::TargetRamBonus.amount() * ship.ram_bonus()
        + times(Cause::TargetHull, ship.carries(Advantage::ReinforcedHull));
    let boards = flag(Cause::Harpax, ship.carries(Advantage::Harpax) > 0)
        + flag(Cause::Corvus, ship.carries(Advantage::Corvus) > 0)
        + times(Cause::Melee, ship.skill(Skill::Melee));
    let mut facts = vec![
        fact(message!("Sails"), sail),
        fact(message!("Rammed"), rammed),
        fact(message!("Boards"), boards),
        fact(message!("Morale"), times(Cause::Rally, ship.skill(Skill::Rally))),
    ];
    let melee = times(Cause::MeleeEachDie, ship.skill(Skill::Melee));
    let shot_at = flag(Cause::Parablemata, ship.carries(Advantage::Parablemata) > 0);
    facts.extend(
        [(message!("Each melee die"), melee), (message!("Shot at"), shot_at)]
            .into_iter()
            .filter(|(_, amount)| *amount != 0)
            .map(|(caption, amount)| fact(caption, amount)),
    );
    facts
}

/// Her temporary modifiers: fire, a ram of the last turn, the state of her crew.
pub(super) fn now(ship: &Ship) -> Vec<Fact> {
    let sail = flag(Cause::OnFire, ship.fires > 0)
        + flag(Cause::RammedBeforeSailing, ship.rammed_last_turn);
    let dead = ship.dead();
    let morale = flag(Cause::NoneKilled, dead == 0 && !ship.is_prize())
        + flag(Cause::Sinking, ship.sinking_in.is_some())
        + flag(Cause::HalfDead, dead > 0 && dead.saturating_mul(2) >= ship.company());
    [(message!("now: sails"), sail), (message!("now: morale"), morale)]
        .into_iter()
        .filter(|(_, amount)| ship.in_play() && *amount != 0)
        .map(|(caption, amount)| fact(caption, amount))
        .collect()
}

fn times(cause: Cause, times: u32) -> i64 {
    cause.amount() * i64::from(times)
}

fn flag(cause: Cause, on: bool) -> i64 {
    times(cause, on.into())
}

fn fact(caption: Message, amount: i64) -> Fact {
    Fact::new(caption, Message::signed(amount))
}

/// The lines of her sheet to write on, with what is already known.
pub(super) fn lines(battle: &Battle, tag: Tag, ship: &Ship) -> Vec<Fact> {
    let won = battle.common.units.iter().filter(|(_, other)| other.credited_to == Some(tag));
    let over = Message::list(won.map(|(other, _)| Message::verbatim(other.to_string())));
    let victories = match ship.victories {
        0 => Message::default(),
        n if over.is_empty() => Message::verbatim(n.to_string()),
        n => Message::joined([Message::verbatim(n.to_string()), over], Joint::Space),
    };
    vec![
        Fact::line(message!("Grappled with"), &ship.grappled).entry("grappled"),
        Fact::new(message!("Victories"), victories).entry("victories"),
        Fact::new(message!("Notes"), Message::default()),
    ]
}

/// The highest result of a roll; 0 for none.
pub(super) fn most_of(throw: Option<Throw>) -> u32 {
    throw.map_or(0, |throw| count(throw.span().1))
}
