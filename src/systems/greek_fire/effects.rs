//! What effects do to the battle of Greek Fire.

use crate::rules::common::Tag;

use super::orders::Effect;
use super::state::{Battle, Phase, Ship, Status};

impl Battle {
    /// Does one effect.
    #[allow(clippy::too_many_lines, reason = "an arm an effect")]
    pub(super) fn do_effect(&mut self, effect: &Effect) {
        self.begun |= !matches!(effect, Effect::FirstSideChosen(_));
        match effect {
            Effect::FirstSideChosen(side) => self.first_side = Some(*side),
            Effect::Activated(tag) => self.begin_turn(*tag),
            Effect::PhaseReached(tag, phase) => {
                if self.active == Some(*tag) {
                    self.phase = self.phase.max(*phase);
                }
            }
            Effect::FireSeen(tag) => self.ships.change(*tag, |ship| ship.fire_done = true),
            Effect::CrewKilled(tag, n) => {
                self.ships.change(*tag, |ship| ship.crew = ship.crew.saturating_sub(*n));
            }
            Effect::FiresOut(tag, n) => {
                self.ships.change(*tag, |ship| ship.fires = ship.fires.saturating_sub(*n));
            }
            Effect::FiresLit(tag, n) => self.ships.change(*tag, |ship| ship.fires += n),
            Effect::BurntDown(tag) => self.leave(*tag, Status::Destroyed),
            Effect::Wind(tag, wind) => self.ships.change(*tag, |ship| ship.sail = Some(*wind)),
            Effect::Rowed { ship, spent, ramming_speed } => {
                self.row(*ship, *spent, *ramming_speed);
            }
            Effect::TriedFree(tag) => {
                self.ships.change(*tag, |ship| ship.ungrapple_tried = true);
            }
            Effect::CutFree(one, two) => {
                self.both([*one, *two], |ship, other| ship.grappled.retain(|tag| *tag != other));
                self.touch([*one, *two]);
            }
            Effect::Grappled(one, two) => {
                self.both([*one, *two], |ship, other| add_once(&mut ship.grappled, other));
            }
            Effect::RunAground(tag) => self.ships.change(*tag, |ship| ship.aground = true),
            Effect::Shot { ship: tag, mount, target } => {
                self.aimed_at.insert(*tag, *target);
                self.ships.change(*tag, |ship| use_mount(ship, mount));
            }
            Effect::Rammed(tag, target) => {
                self.ships.change(*tag, |ship| ship.rammed_this_turn.push(*target));
                self.part(*tag, |ship| &mut ship.touching);
                let lock = |ship: &mut Ship, other| add_once(&mut ship.rammed_together, other);
                self.both([*tag, *target], lock);
                self.touch([*tag, *target]);
            }
            // It is only told.
            Effect::Unharmed(_) => {}
            Effect::OarsSheared(tag, n) => self.ships.change(*tag, |ship| ship.move_lost += n),
            Effect::Sinking { ship, rounds, by } => self.ships.change(*ship, |ship| {
                ship.sinking_in = Some(*rounds);
                ship.sinking_by = *by;
            }),
            Effect::Sunk(tag) => self.leave(*tag, Status::Sunk),
            Effect::Boarded(tag) => self.ships.change(*tag, |ship| ship.boarded_this_turn = true),
            Effect::Touched(one, two) => self.touch([*one, *two]),
            Effect::Surrendered(tag) => {
                self.ships.change(*tag, |ship| ship.status = Status::Surrendered);
            }
            Effect::Abandoned(tag) => {
                self.ships.change(*tag, |ship| {
                    ship.status = Status::Abandoned;
                    ship.crew = 0;
                });
                self.lose_prize_crew(*tag);
            }
            Effect::Routing(tag, routing) => {
                self.ships.change(*tag, |ship| ship.routing = *routing);
            }
            Effect::MoraleTold(tag, result) => {
                self.ships.change(*tag, |ship| {
                    ship.morale = Some(*result);
                    ship.morale_tested = true;
                });
            }
            Effect::Escaped(tag) => self.leave(*tag, Status::Escaped),
            Effect::LeftTable(tag) => self.leave(*tag, Status::OffTable),
            Effect::PrizeTaken { by, ship, crew, holder } => {
                self.man_prize([*by, *ship], *crew, *holder);
            }
            Effect::Victory { to, over } => {
                self.ships.change(*to, |ship| ship.victories += 1);
                self.ships.change(*over, |ship| ship.credited_to = Some(*to));
            }
            Effect::CountedDown(tag) => self.ships.change(*tag, |ship| {
                ship.sinking_in = ship.sinking_in.map(|rounds| rounds.saturating_sub(1));
            }),
            Effect::RoundEnded => self.next_round(),
        }
    }

    fn begin_turn(&mut self, tag: Tag) {
        self.active = Some(tag);
        self.phase = Phase::Start;
        self.last_side = self.ships.find(tag).map(|ship| ship.holder);
        if self.ships.find(tag).is_some_and(|ship| !ship.is_held()) {
            self.could_sail.insert(tag);
        }
        self.ships.change(tag, |ship| ship.moved_this_round = true);
    }

    /// Rowing adds to what she spent before. A ship that leaves her place is no
    /// longer beside those that she met there (GF-19, GF-28).
    fn row(&mut self, tag: Tag, spent: u32, ramming_speed: bool) {
        self.rowed.insert(tag);
        self.ships.change(tag, |ship| {
            ship.spent += spent;
            ship.ramming_speed |= ramming_speed;
        });
        if spent > 0 {
            self.part(tag, |ship| &mut ship.rammed_together);
            self.part(tag, |ship| &mut ship.touching);
        }
    }

    /// Strikes a ship and all others out of each other's lists of one kind.
    fn part(&mut self, tag: Tag, list: impl Fn(&mut Ship) -> &mut Vec<Tag>) {
        let mut others = Vec::new();
        self.ships.change(tag, |ship| others = std::mem::take(list(ship)));
        for other in others {
            self.ships.change(other, |ship| list(ship).retain(|listed| *listed != tag));
        }
    }

    fn touch(&mut self, both: [Tag; 2]) {
        self.both(both, |ship, other| add_once(&mut ship.touching, other));
    }

    /// Changes each of two ships, given the tag of the other.
    fn both(&mut self, [one, two]: [Tag; 2], change: impl Fn(&mut Ship, Tag)) {
        self.ships.change(one, |ship| change(ship, two));
        self.ships.change(two, |ship| change(ship, one));
    }

    /// Takes a ship off the table; nothing stays grappled or locked with her, and
    /// unless she got away, the men who sailed her as a prize are lost (GF-23).
    fn leave(&mut self, tag: Tag, status: Status) {
        self.part(tag, |ship| &mut ship.rammed_together);
        self.part(tag, |ship| &mut ship.touching);
        self.part(tag, |ship| &mut ship.grappled);
        self.ships.change(tag, |ship| ship.status = status);
        if !matches!(status, Status::Escaped | Status::OffTable) {
            self.lose_prize_crew(tag);
        }
    }

    fn next_round(&mut self) {
        let rammed: Vec<Tag> =
            self.ships.iter().flat_map(|(_, ship)| ship.rammed_this_turn.clone()).collect();
        self.ships.change_all(|tag, ship| {
            ship.rammed_last_turn = !ship.rammed_this_turn.is_empty() || rammed.contains(&tag);
            ship.rammed_this_turn.clear();
            ship.fire_done = false;
            ship.shot.clear();
            ship.sail = None;
            // A turn without rowing counts as a stop.
            ship.stopped = ship.spent == 0;
            ship.spent = 0;
            ship.ramming_speed = false;
            ship.boarded_this_turn = false;
            ship.ungrapple_tried = false;
            ship.morale_tested = false;
            ship.moved_this_round = false;
        });
        self.begun = false;
        self.could_sail.clear();
        self.rowed.clear();
        self.round += 1;
        self.active = None;
        self.phase = Phase::Start;
        (self.first_side, self.last_side) = (None, None);
        self.sizes = self.count_sizes();
    }

    /// Fixes who has won, once all effects of an order are done.
    pub(super) fn fix_winner(&mut self) {
        self.won = self.won.or_else(|| self.who_stands());
    }
}

fn add_once(tags: &mut Vec<Tag>, tag: Tag) {
    if !tags.contains(&tag) {
        tags.push(tag);
    }
}

fn use_mount(ship: &mut Ship, mount: &str) {
    ship.shot.insert(mount.to_owned(), true);
    if let Some(left) = ship.ammo.get_mut(mount) {
        *left = left.saturating_sub(1);
    }
}
