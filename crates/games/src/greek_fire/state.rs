//! The ship record and the battle of Greek Fire.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use dice::Modifier;
use message::Message;
use rules::GameOrder;
use rules::Keyword;
use rules::aim::Fate;
use rules::common::{Side, SideInfo, Tag, Winner};
use rules::modifiers::ModifierWord as _;
use rules::roster::{Common, Rostered};
use rules::special_order;
use rules::unit::Record;

use super::orders::{Order, Switch};
use super::prizes::PrizeCrew;
use super::tables::{
    AMMO, Advantage, Cause, CrewQuality, FIRES_DESTROY, HOPLITES_CREW, MoraleResult,
    STOPPED_DIVIDES_BY, ShipType, Skill, Weapon,
};

/// A captain and his skills.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Record)]
pub struct Captain {
    /// His name; empty if it is not known.
    #[serde(default)]
    pub name: String,
    /// None or one; a heroic captain has two or more.
    #[serde(default)]
    pub skills: Vec<Skill>,
}

/// A checked fleet: every type known, nothing impossible.
#[derive(Clone, Debug, PartialEq)]
pub struct Fleet {
    /// The side's name and texts.
    pub about: SideInfo,
    /// The custom types, in addition to the ten of the rules.
    pub house_types: Vec<ShipType>,
    /// Its ships, in the order of their tags.
    pub ships: Vec<ShipEntry>,
}

/// A ship of a fleet, before the battle.
#[derive(Clone, Debug, PartialEq)]
pub struct ShipEntry {
    pub name: String,
    pub ship_type: ShipType,
    /// The training of her crew.
    pub crew_quality: CrewQuality,
    pub captain: Captain,
    pub crew_skills: Vec<Skill>,
    /// One for each point of her deck.
    pub advantages: Vec<Advantage>,
}

/// What has become of a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Status {
    /// She fights for her own side.
    InAction,
    /// She has gone down.
    Sunk,
    /// She has burnt down.
    Destroyed,
    /// A prize of the other side, which sails her now.
    Captured,
    /// Her crew has surrendered. She lies on the table, and an enemy may take her.
    Surrendered,
    /// Her crew has left her. She lies on the table, and any ship beside her may take her.
    Abandoned,
    /// She has left the table in flight.
    Escaped,
    /// She has left the table in good order.
    OffTable,
}

/// A ship's record; its keys are the words of the rules. Copies share what orders
/// rarely change, since the odds make a new record for every branch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Record)]
#[record(keys = ShipKey)]
#[expect(clippy::struct_excessive_bools, reason = "each is a box on the paper record")]
pub struct Ship {
    /// What she is called.
    #[entry(fixed)]
    pub name: String,
    /// Her type of ship, from the table of the rules or a custom type.
    #[serde(rename = "type")]
    #[entry(fixed)]
    pub type_slug: String,
    /// Who commands her, and what he is good at. A prize has no captain.
    pub captain: Captain,
    /// How well trained her crew is.
    pub crew_quality: CrewQuality,
    /// What her crew is good at; skills of captain and crew add up.
    pub crew_skills: Vec<Skill>,
    /// What she carries besides her crew, as many as her deck has room for.
    #[entry(fixed)]
    pub advantages: Vec<Advantage>,
    /// How many men are aboard now.
    pub crew: u32,
    /// How many men were aboard at the start, hoplites included.
    #[entry(fixed)]
    pub full_crew: u32,
    /// Men who went over to prizes: not aboard, but not dead either.
    #[serde(default)]
    pub sent_to_prizes: u32,
    /// The men who came from other ships, if she was captured or recaptured.
    #[serde(default)]
    pub prize_crew: Option<PrizeCrew>,
    /// Move points that broken oars have cost her, for the whole battle.
    // GF-4.
    pub move_lost: u32,
    /// Fire counters: how many places of the ship burn.
    #[entry(range = 0..=FIRES_DESTROY as i64)]
    pub fires: u32,
    /// Whether her fire phase is over this round.
    #[serde(default)]
    pub fire_done: bool,
    /// Shots that each of her weapons has left.
    pub ammo: BTreeMap<String, u32>,
    /// Which of her weapons have shot this round.
    pub shot: BTreeMap<String, bool>,
    /// Move points that the wind adds or removes this turn; empty before the sail roll.
    pub sail: Option<i64>,
    /// Move points used this turn.
    #[serde(default)]
    #[entry(outright)]
    pub spent: u32,
    /// Whether she rows at ramming speed this turn, and so must ram.
    #[serde(default)]
    pub ramming_speed: bool,
    /// Whom she has rammed this turn.
    pub rammed_this_turn: Vec<Tag>,
    /// Whether she rammed or was rammed in the round before. It costs move points and hinders
    /// her sail roll.
    // GF-21.
    pub rammed_last_turn: bool,
    /// Ships still locked with her after a ram, because neither has rowed.
    // GF-19.
    #[serde(default)]
    pub rammed_together: Vec<Tag>,
    /// Ships beside her since a ram or a fight.
    // GF-28.
    #[serde(default)]
    pub touching: Vec<Tag>,
    /// Whether she has made her boarding attack this turn.
    // GF-17.
    #[serde(default)]
    pub boarded_this_turn: bool,
    /// Whether she has tried to break free this turn.
    // GF-18.
    #[serde(default)]
    pub ungrapple_tried: bool,
    /// Whether she stopped last turn. Then she starts with half of her move.
    pub stopped: bool,
    /// Whether she has had her turn this round.
    pub moved_this_round: bool,
    /// The ships that she is grappled with. She does not move until she breaks free.
    pub grappled: Vec<Tag>,
    /// Rounds until she goes down.
    // GF-22.
    pub sinking_in: Option<u32>,
    /// The ship whose ram made her sink.
    #[serde(default)]
    pub sinking_by: Option<Tag>,
    /// Whether she is aground. No rule floats her again.
    // GF-7.
    pub aground: bool,
    /// Whether she is routing: her crew flees.
    pub routing: bool,
    /// The result of her last morale roll.
    pub morale: Option<MoraleResult>,
    /// Whether her morale has been tested this turn.
    // GF-27.
    #[serde(default)]
    pub morale_tested: bool,
    /// What has become of her.
    pub status: Status,
    /// The side that sails her now.
    pub holder: Side,
    /// How many enemy ships she has sunk, burnt, taken or made to surrender.
    // GF-10.
    pub victories: u32,
    /// The enemy that scored the victory over her.
    // GF-10.
    #[serde(default)]
    pub credited_to: Option<Tag>,
    /// Her type's figures, which no order changes.
    #[serde(skip)]
    pub ship_type: Option<Arc<ShipType>>,
}

/// The phases of a ship's own turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum Phase {
    /// Her turn has begun; nothing has been done in it yet.
    Start,
    /// Fires aboard burn, spread or go out, before she does anything else.
    Fire,
    /// The wind adds or removes move points for this turn.
    Sail,
    /// She moves on the table as far as her move points reach.
    Row,
    /// Every weapon that has not shot may shoot; it may also do so during the move.
    Missiles,
    /// If her move ended with her bow against an enemy, she rams.
    Ram,
    /// She may grapple and fight one ship beside her, or take a prize.
    Board,
    /// Her crew is tested: it fights on, flees or surrenders.
    Morale,
}

impl Phase {
    /// The phases that a ship goes through, in order.
    pub const OF_A_SHIP: [Phase; 7] = [
        Phase::Fire,
        Phase::Sail,
        Phase::Row,
        Phase::Missiles,
        Phase::Ram,
        Phase::Board,
        Phase::Morale,
    ];
}

/// A battle of Greek Fire.
#[derive(Clone, Debug, PartialEq)]
pub struct Battle {
    pub(super) common: Common<Ship, Switch>,
    /// The ship whose turn it is; `None` between turns.
    pub(super) active: Option<Tag>,
    pub(super) phase: Phase,
    /// The side that goes first this round by the dice, in an equal battle.
    pub(super) first_side: Option<Side>,
    /// The side that moved last this round.
    pub(super) last_side: Option<Side>,
    /// The number of ships of each side at the start of the round.
    pub(super) sizes: [usize; 2],
    /// Ships with a `row` this round, even if it records a stop.
    pub(super) rowed: BTreeSet<Tag>,
    /// Ships that could sail at the start of their turn, and so must make a sail roll.
    pub(super) could_sail: BTreeSet<Tag>,
    /// The target that each ship last shot at.
    pub(super) aimed_at: BTreeMap<Tag, Tag>,
    /// Whether an order other than corrections and `first-side` was given this round.
    pub(super) begun: bool,
    /// The winner, once it is decided.
    pub(super) won: Option<Winner>,
}

impl Rostered for Ship {
    fn name(&self) -> &str {
        &self.name
    }

    /// Whether she is on the table, with a side in command.
    fn in_play(&self) -> bool {
        matches!(self.status, Status::InAction | Status::Captured)
    }

    fn holder(&self, _tag: Tag) -> Side {
        self.holder
    }

    fn status(&self) -> Option<Message> {
        Some(self.status.message())
    }

    fn fate(&self, tag: Tag) -> Fate {
        let taken = self.holder != tag.side;
        match self.status {
            Status::Sunk | Status::Destroyed => Fate::Lost,
            Status::Captured | Status::Surrendered | Status::Abandoned => Fate::Taken,
            Status::InAction | Status::Escaped | Status::OffTable if taken => Fate::Taken,
            Status::InAction if self.is_manned() && !self.routing => Fate::InAction,
            Status::InAction => Fate::Helpless,
            Status::Escaped => Fate::Fled,
            Status::OffTable => Fate::Left,
        }
    }

    fn deck_points(&self) -> Option<u32> {
        Some(self.figures().deck)
    }
}

impl Ship {
    /// A ship as she enters the battle.
    pub(super) fn enter(entry: &ShipEntry, side: Side) -> Ship {
        let mut ammo = BTreeMap::new();
        for weapon in Weapon::ALL.iter().filter(|w| **w != Weapon::Rowers) {
            let mounts = entry.advantages.iter().filter(|a| Weapon::of(**a) == Some(*weapon));
            for number in 1..=mounts.count() {
                ammo.insert(format!("{weapon}-{number}"), AMMO);
            }
        }
        let hoplites = entry.advantages.iter().filter(|a| **a == Advantage::Hoplites).count();
        let crew =
            entry.ship_type.crew + HOPLITES_CREW * u32::try_from(hoplites).unwrap_or_default();
        Ship {
            name: entry.name.clone(),
            type_slug: entry.ship_type.slug.as_ref().into(),
            captain: entry.captain.clone(),
            crew_quality: entry.crew_quality,
            crew_skills: entry.crew_skills.clone(),
            advantages: entry.advantages.clone(),
            crew,
            full_crew: crew,
            sent_to_prizes: 0,
            prize_crew: None,
            move_lost: 0,
            fires: 0,
            fire_done: false,
            ammo,
            shot: BTreeMap::new(),
            sail: None,
            spent: 0,
            ramming_speed: false,
            rammed_this_turn: Vec::new(),
            rammed_last_turn: false,
            rammed_together: Vec::new(),
            touching: Vec::new(),
            boarded_this_turn: false,
            ungrapple_tried: false,
            stopped: false,
            moved_this_round: false,
            grappled: Vec::new(),
            sinking_in: None,
            sinking_by: None,
            aground: false,
            routing: false,
            morale: None,
            morale_tested: false,
            status: Status::InAction,
            holder: side,
            victories: 0,
            credited_to: None,
            ship_type: Some(entry.ship_type.clone().into()),
        }
    }

    /// Her type's figures.
    pub(super) fn figures(&self) -> &ShipType {
        // A ship always enters with her type. Only serde makes one without, and a
        // correction restores it before she is used.
        self.ship_type.as_deref().unwrap_or(&super::tables::SHIP_TYPES[0])
    }

    /// How often she carries an advantage.
    #[must_use]
    pub fn carries(&self, advantage: Advantage) -> u32 {
        let count = self.advantages.iter().filter(|a| **a == advantage).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// How often the captain and the crew together have a skill (GF-9).
    #[must_use]
    pub fn skill(&self, skill: Skill) -> u32 {
        let all = self.captain.skills.iter().chain(self.crew_skills.iter());
        u32::try_from(all.filter(|s| **s == skill).count()).unwrap_or(u32::MAX)
    }

    /// Her ram bonus: the ram value of her type, and its modifiers.
    #[must_use]
    pub fn ram_bonus(&self) -> i64 {
        let added = self.ram_modifiers().map(|modifier| modifier.amount);
        i64::from(self.figures().ram) + added.sum::<i64>()
    }

    /// The modifiers of her type's ram value.
    pub(super) fn ram_modifiers(&self) -> impl Iterator<Item = Modifier> {
        let [prongs, ram, ramming] = Cause::OF_RAM_BONUS;
        let terms = [
            (prongs, self.carries(Advantage::Prongs)),
            (ram, self.carries(Advantage::ReinforcedRam)),
            (ramming, self.skill(Skill::Ramming)),
        ];
        terms.into_iter().filter_map(|(cause, times)| cause.times(times.into()))
    }

    /// Whether she is afloat, and has not burnt down or escaped, with or without a
    /// commander.
    #[must_use]
    pub fn on_table(&self) -> bool {
        match self.status {
            Status::InAction | Status::Captured | Status::Surrendered | Status::Abandoned => true,
            Status::Sunk | Status::Destroyed | Status::Escaped | Status::OffTable => false,
        }
    }

    /// Whether she burns, as long as she is on the table.
    #[must_use]
    pub fn burns(&self) -> bool {
        self.fires > 0 && self.on_table()
    }

    /// Whether she is in play with crew aboard.
    #[must_use]
    pub fn is_manned(&self) -> bool {
        self.in_play() && self.crew > 0
    }

    /// Her move without the wind, damage and losses of the battle.
    pub(super) fn base_move(&self) -> i64 {
        let [rowing, rowers, ..] = self.move_terms(false);
        let added: i64 = [rowing, rowers].iter().map(|(cause, times)| cause.amount() * times).sum();
        i64::from(self.figures().move_points) + added
    }

    /// The modifiers of her type's move, each with its count (Greek Fire: rowing).
    fn move_terms(&self, ramming_speed: bool) -> [(Cause, i64); 7] {
        let share = u64::from(self.figures().move_points) * u64::from(self.crew_lost())
            / u64::from(self.full_crew.max(1));
        [
            (Cause::Rowing, self.skill(Skill::Rowing).into()),
            (Cause::Rowers, self.carries(Advantage::Rowers).into()),
            (Cause::RammedBeforeRowing, self.rammed_last_turn.into()),
            (Cause::Wind, self.sail.unwrap_or(0)),
            (Cause::ShearedOars, self.move_lost.into()),
            (Cause::CrewLost, i64::try_from(share).unwrap_or(i64::MAX)),
            (Cause::RammingSpeed, ramming_speed.into()),
        ]
    }

    /// The modifiers of her type's move this turn.
    pub(super) fn move_modifiers(&self) -> impl Iterator<Item = Modifier> {
        let terms = self.move_terms(self.ramming_speed);
        terms.into_iter().filter_map(|(cause, times)| cause.times(times))
    }

    /// Move points this turn: the sum of the terms, at least 0, halved (rounded down) after
    /// a stop; 0 without crew, aground or grappled. Ramming speed, once used, applies for
    /// the whole turn.
    #[must_use]
    pub fn move_points(&self, ramming_speed: bool) -> u32 {
        if self.crew == 0 || self.aground || !self.grappled.is_empty() {
            return 0;
        }
        let terms = self.move_terms(ramming_speed || self.ramming_speed);
        let added: i64 = terms.iter().map(|(cause, times)| cause.amount() * times).sum();
        let sum = i64::from(self.figures().move_points) + added;
        let points = u32::try_from(sum.max(0)).unwrap_or(0);
        if self.stopped { points / STOPPED_DIVIDES_BY } else { points }
    }

    /// The move points that she has not spent yet.
    #[must_use]
    pub fn points_left(&self, ramming_speed: bool) -> u32 {
        self.move_points(ramming_speed).saturating_sub(self.spent)
    }

    /// Whether she could still ram this turn.
    #[must_use]
    pub fn can_still_ram(&self) -> bool {
        self.is_manned()
            && !self.aground
            && self.grappled.is_empty()
            && self.rammed_this_turn.is_empty()
    }

    /// Whether a ram of an earlier turn, by her or the other ship, still locks the two
    /// together (GF-19).
    #[must_use]
    pub fn is_locked_with(&self, other: Tag) -> bool {
        self.rammed_together.contains(&other) && !self.rammed_this_turn.contains(&other)
    }

    /// Whether she is adjacent to another ship, as far as orders have stated (GF-28).
    #[must_use]
    pub fn touches(&self, other: Tag) -> bool {
        self.touching.contains(&other) || self.grappled.contains(&other)
    }

    /// Whether she cannot leave her place: she is aground or grappled.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.aground || !self.grappled.is_empty()
    }

    /// Whether she must still test morale: she has crew, is not aground, and was not tested
    /// this turn (GF-25).
    #[must_use]
    pub fn owes_morale(&self) -> bool {
        self.is_manned() && !self.aground && !self.morale_tested
    }

    /// Whether she uses ramming speed and has not rammed yet.
    #[must_use]
    pub fn owes_a_ram(&self) -> bool {
        self.ramming_speed && self.rammed_this_turn.is_empty() && self.is_manned()
    }
}

impl Battle {
    /// A ship's record.
    #[must_use]
    pub fn ship(&self, tag: Tag) -> Option<&Ship> {
        self.common.units.find(tag)
    }

    /// Whether a ship still has to move this round, and no special order keeps her from it.
    pub(super) fn has_to_move(&self, tag: Tag, ship: &Ship) -> bool {
        let activates = || GameOrder::from(Order::Activate { ship: tag });
        ship.is_manned() && !ship.moved_this_round && !special_order::forbid(self, &activates())
    }

    /// The number of ships that each side can move, counted at the start of the round.
    pub(super) fn count_sizes(&self) -> [usize; 2] {
        [Side::A, Side::B].map(|side| {
            let able = |ship: &Ship| ship.holder == side && ship.is_manned();
            self.common.units.iter().filter(|(_, ship)| able(ship)).count()
        })
    }

    /// The deck points of a side's ships in action with crew (GF-30).
    pub(super) fn deck_points(&self, side: Side) -> u32 {
        self.common
            .units
            .iter()
            .filter(|(_, ship)| ship.holder == side && ship.is_manned())
            .map(|(_, ship)| ship.figures().deck)
            .sum()
    }

    /// The other ships on the table that burn.
    pub(super) fn burning_beside(&self, tag: Tag) -> impl Iterator<Item = Tag> {
        self.common
            .units
            .iter()
            .filter(move |(other, ship)| *other != tag && ship.burns())
            .map(|(t, _)| t)
    }

    /// How many burning ships may be adjacent to a ship.
    pub(super) fn burning_neighbours(&self, tag: Tag, ship: &Ship) -> Neighbours {
        let those = |wanted: &dyn Fn(Tag) -> bool| {
            number_of(self.burning_beside(tag).filter(|other| wanted(*other)))
        };
        Neighbours {
            least: those(&|other| ship.grappled.contains(&other)),
            known: those(&|other| ship.touches(other)),
            most: those(&|_| true),
        }
    }

    /// Whether a ship is an enemy of another and can act against her: in action with crew.
    pub(super) fn is_live_enemy(&self, tag: Tag, of: &Ship) -> bool {
        self.common.units.find(tag).is_some_and(|ship| ship.is_manned() && ship.holder != of.holder)
    }

    /// Whether a ship is an enemy of another and can be attacked, even if she has surrendered or is
    /// empty (GF-26).
    pub(super) fn is_enemy_on_table(&self, tag: Tag, of: &Ship) -> bool {
        self.common.units.find(tag).is_some_and(|ship| ship.on_table() && ship.holder != of.holder)
    }

    /// The enemies in action with crew that a ship touches (GF-28).
    pub(super) fn enemies_touching(&self, ship: &Ship) -> Vec<Tag> {
        let mut enemies = self.common.units.tags();
        enemies.retain(|tag| ship.touches(*tag) && self.is_live_enemy(*tag, ship));
        enemies
    }

    /// Whether a friend of a ship is routing; an empty ship has no effect on friends
    /// (GF-31).
    pub(super) fn friend_routs(&self, tag: Tag, ship: &Ship) -> bool {
        let routs = |(other, friend): (Tag, &Ship)| {
            other != tag && friend.holder == ship.holder && friend.is_manned() && friend.routing
        };
        self.common.units.iter().any(routs)
    }

    /// The winner by the ships left: a side has lost when it has no ship in action with
    /// crew that is not routing (GF-11).
    pub(super) fn winner_by_survival(&self) -> Option<Winner> {
        let stands = |side| {
            let fights = |ship: &Ship| ship.holder == side && ship.is_manned() && !ship.routing;
            self.common.units.iter().any(|(_, ship)| fights(ship))
        };
        Winner::of_fighting([stands(Side::A), stands(Side::B)])
    }
}

/// How many burning ships are adjacent to a ship.
pub(super) struct Neighbours {
    /// The fewest possible: those with which she is grappled.
    pub(super) least: u32,
    /// The ones that she touches (GF-28).
    pub(super) known: u32,
    /// The most possible: all others that burn.
    pub(super) most: u32,
}

/// How many items there are.
pub(super) fn number_of<T>(items: impl Iterator<Item = T>) -> u32 {
    u32::try_from(items.count()).unwrap_or(u32::MAX)
}
