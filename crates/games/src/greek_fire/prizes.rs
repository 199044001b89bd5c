//! Prizes in Greek Fire: taking a ship, her prize crew, and counting the dead.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use message::message;
use rules::common::{Resolution, Side, Tag, refuse};
use rules::roster::Rostered;
use rules::unit::Record;

use super::effects::Effect;
use super::guards::{Resolved, called, crewed, victory};
use super::orders::rule;
use super::state::{Battle, Captain, Phase, Ship, Status};

/// The men who came aboard a ship from others in this battle.
// GF-20.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Record)]
pub struct PrizeCrew {
    /// How many came aboard.
    pub came: u32,
    /// The ships that sent them, with how many came from each: they are dead of those ships
    /// once this one is lost.
    // GF-23.
    #[serde(default)]
    pub from: BTreeMap<Tag, u32>,
    /// Whether they joined her own crew, which had stayed aboard.
    // GF-26.
    #[serde(default)]
    pub joined: bool,
}

impl Ship {
    /// Whether an adjacent ship may take her: no crew is left aboard, or she has
    /// surrendered.
    #[must_use]
    pub fn may_be_taken(&self) -> bool {
        match self.status {
            Status::InAction | Status::Captured => self.crew == 0,
            Status::Surrendered | Status::Abandoned => true,
            Status::Sunk | Status::Destroyed | Status::Escaped | Status::OffTable => false,
        }
    }

    /// Whether only men of other ships sail her.
    #[must_use]
    pub fn is_prize(&self) -> bool {
        self.prize_crew.as_ref().is_some_and(|men| !men.joined)
    }

    /// All who have fought aboard for her present side: in a prize the men who came
    /// (GF-23), otherwise her full crew and those who joined it.
    #[must_use]
    pub fn company(&self) -> u32 {
        match &self.prize_crew {
            Some(men) if men.joined => self.full_crew.saturating_add(men.came),
            Some(men) => men.came,
            None => self.full_crew,
        }
    }

    /// Her dead in this battle. Men whom she sent to prizes are alive.
    #[must_use]
    pub fn dead(&self) -> u32 {
        self.company().saturating_sub(self.crew.saturating_add(self.sent_to_prizes))
    }

    /// The crew missing at her oars: in a prize everyone who is not aboard, otherwise the
    /// dead who were not replaced.
    #[must_use]
    pub fn crew_lost(&self) -> u32 {
        let away = if self.is_prize() { 0 } else { self.sent_to_prizes };
        self.full_crew.saturating_sub(self.crew.saturating_add(away))
    }
}

/// She takes a ship without crew, or one that has surrendered, and may send some of her
/// crew (GF-20). A friend retakes a surrendered ship in the same way (GF-26).
pub(super) fn take_prize(battle: &Battle, tag: Tag, target: Tag, crew: u32) -> Resolved {
    let ship = crewed(battle, tag, rule::PRIZES)?;
    let prize = battle.common.units.get(target)?;
    if tag == target {
        return refuse(
            rule::PRIZES,
            message!("{ship} cannot take herself", ship = called(tag, ship)),
        );
    }
    if !prize.may_be_taken() {
        let name = called(target, prize);
        let why = if prize.in_play() {
            message!("{ship} has {crew} crew left", ship = name, crew = prize.crew)
        } else {
            message!("{ship} is out of the battle: {status}", ship = name, status = prize.status)
        };
        return refuse(rule::PRIZES, why);
    }
    let most = most_sent(ship, prize);
    if crew > most {
        let why = message!(
            "{ship} can send at most {most} crew, not {crew}",
            ship = called(tag, ship),
            most,
            crew
        );
        return refuse(rule::PRIZES, why);
    }
    if crew == 0 && needs_a_man(ship, prize) {
        let name = called(target, prize);
        let why =
            message!("{ship} has surrendered: a friend must send at least one man", ship = name);
        return refuse(rule::PRIZES, why);
    }
    let mut effects = vec![Effect::PhaseReached(tag, Phase::Board), Effect::Touched(tag, target)];
    // No ship is grappled with a ship of her own side (GF-23).
    let held = battle.common.units.iter().filter(|(other, friend)| {
        let grappled = friend.grappled.contains(&target) || prize.grappled.contains(other);
        grappled && friend.holder == ship.holder
    });
    effects.extend(held.map(|(other, _)| Effect::Released(other, target)));
    effects.push(Effect::PrizeTaken { by: tag, ship: target, crew, holder: ship.holder });
    effects.extend(victory(battle, Some(tag), target));
    Ok(Resolution::done(effects))
}

/// Whether a ship could take this one, with as many men as needed: a friend who has
/// surrendered needs at least one (GF-33).
pub(super) fn may_be_prize_of(ship: &Ship, prize: &Ship) -> bool {
    prize.may_be_taken() && (!needs_a_man(ship, prize) || most_sent(ship, prize) > 0)
}

fn needs_a_man(ship: &Ship, prize: &Ship) -> bool {
    prize.holder == ship.holder && prize.status == Status::Surrendered
}

/// The most crew that she can send: all but one, and no more than there is room for. The
/// crew of a friend stays aboard; an enemy's leaves (GF-26).
pub(super) fn most_sent(ship: &Ship, prize: &Ship) -> u32 {
    let stays = if ship.holder == prize.holder { prize.crew } else { 0 };
    ship.crew.saturating_sub(1).min(prize.full_crew.saturating_sub(stays))
}

impl Battle {
    /// Moves crew from one ship to another, which then fights for this side.
    pub(super) fn man_prize(&mut self, by: Tag, tag: Tag, crew: u32, holder: Side) {
        self.common.units.change(by, |ship| {
            ship.crew = ship.crew.saturating_sub(crew);
            ship.sent_to_prizes = ship.sent_to_prizes.saturating_add(crew);
        });
        let stay = |ship: &Ship| ship.holder == holder && ship.crew > 0;
        if self.common.units.find(tag).is_some_and(stay) {
            self.join_crew(by, tag, crew);
        } else {
            self.replace_crew(by, tag, crew);
        }
        self.common.units.change(tag, |ship| {
            ship.holder = holder;
            ship.routing = false;
            ship.morale = None;
            ship.status = if holder == tag.side { Status::InAction } else { Status::Captured };
        });
    }

    /// The crew stays aboard, and others join it (GF-26).
    fn join_crew(&mut self, by: Tag, tag: Tag, crew: u32) {
        if crew == 0 {
            return;
        }
        self.common.units.change(tag, |ship| {
            ship.crew = ship.crew.saturating_add(crew);
            let own = || PrizeCrew { came: 0, from: BTreeMap::new(), joined: true };
            let men = ship.prize_crew.get_or_insert_with(own);
            men.came = men.came.saturating_add(crew);
            let sent = men.from.entry(by).or_default();
            *sent = sent.saturating_add(crew);
        });
    }

    /// A prize crew replaces the old one and sails her with its own quality and skills
    /// (GF-20).
    fn replace_crew(&mut self, by: Tag, tag: Tag, crew: u32) {
        let Some(captor) = self.common.units.find(by) else { return };
        let (quality, skills) = (captor.crew_quality, captor.crew_skills.clone());
        self.lose_prize_crew(tag);
        // Men whom her old crew had sent to prizes no longer count as hers.
        self.common.units.change_all(|_, ship| {
            if let Some(men) = &mut ship.prize_crew {
                men.from.remove(&tag);
            }
        });
        self.common.units.change(tag, |ship| {
            let from = BTreeMap::from([(by, crew)]);
            ship.prize_crew = Some(PrizeCrew { came: crew, from, joined: false });
            ship.sent_to_prizes = 0;
            ship.crew = crew;
            ship.crew_quality = quality;
            ship.crew_skills = skills;
            ship.captain = Captain::default();
        });
    }

    /// Everyone who came aboard a ship counts among the dead of the ships that sent them
    /// (GF-23).
    pub(super) fn lose_prize_crew(&mut self, tag: Tag) {
        let men = self.common.units.find(tag).and_then(|ship| ship.prize_crew.as_ref());
        let Some(from) = men.map(|men| men.from.clone()) else { return };
        for (sender, sent) in from {
            self.common.units.change(sender, |ship| {
                ship.sent_to_prizes = ship.sent_to_prizes.saturating_sub(sent);
            });
        }
        self.common.units.change(tag, |ship| {
            if let Some(men) = &mut ship.prize_crew {
                men.from.clear();
            }
        });
    }
}
