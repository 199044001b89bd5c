//! The effects of orders in Greek Fire, and the text of each effect.

use std::cmp::Ordering;

use message::{Message, message};
use rules::common::{Side, Tag};
use rules::effect_text::{EffectText, left_table, news, routine, setting};
use rules::effects::ApplyEffects;
use rules::ending::{self, Ending};
use rules::roster::add_once;
use rules::system::Rules;

use super::state::{Battle, Phase, Ship, Status};
use super::tables::{MoraleResult, Weapon};

/// An effect of an order on the battle.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// This side goes first while the fleets are equal.
    FirstSideChosen(Side),
    /// Her turn begins.
    Activated(Tag),
    /// Her turn is over.
    TurnEnded(Tag),
    /// She has reached this phase of her turn.
    PhaseReached(Tag, Phase),
    /// She has had her fire phase.
    FireChecked(Tag),
    /// Crew killed.
    CrewKilled(Tag, u32),
    /// Fire counters that went out.
    FiresOut(Tag, u32),
    /// Fire counters lit.
    FiresLit(Tag, u32),
    /// She burnt down.
    BurntDown(Tag),
    /// Move points from the wind this turn; negative if it costs some.
    Wind(Tag, i64),
    /// Points added to those that she has already spent, and whether she uses ramming
    /// speed.
    Rowed { ship: Tag, spent: u32, ramming_speed: bool },
    /// She has tried to break free.
    TriedFree(Tag),
    /// Two ships that are no longer grappled.
    CutFree(Tag, Tag),
    /// Two ships that now belong to one side, and are no longer grappled.
    Released(Tag, Tag),
    /// Two ships grappled.
    Grappled(Tag, Tag),
    /// She ran aground.
    RunAground(Tag),
    /// A mount has shot; if it has ammo, it loses one shot.
    Shot { ship: Tag, mount: String, target: Tag },
    /// The first ship rammed the second.
    Rammed(Tag, Tag),
    /// A ram did nothing to her.
    Unharmed(Tag),
    /// Move points lost to sheared oars, for the battle.
    OarsSheared(Tag, u32),
    /// She sinks in this many rounds, by the ram of a ship, or by rocks.
    Sinking { ship: Tag, rounds: u32, by: Option<Tag> },
    /// She went down.
    Sunk(Tag),
    /// She has made her boarding attack for this turn.
    Boarded(Tag),
    /// The two are adjacent until either moves (GF-28).
    Touched(Tag, Tag),
    /// She surrendered.
    Surrendered(Tag),
    /// Her crew abandoned her.
    Abandoned(Tag),
    /// She began to rout, or rallied.
    Routing(Tag, bool),
    /// The result of her morale roll.
    MoraleChecked(Tag, MoraleResult),
    /// She left the table.
    Escaped(Tag),
    /// She left the table in good order.
    LeftTable(Tag),
    /// A prize crew went from one ship to another, which this side now controls.
    PrizeTaken { by: Tag, ship: Tag, crew: u32, holder: Side },
    /// A ship is credited with a victory over a lost one (GF-10).
    Victory { to: Tag, over: Tag },
    /// A side has conceded.
    Conceded(Side),
    /// A sinking ship has one round less.
    CountedDown(Tag),
    /// The next round begins.
    RoundEnded,
}

impl ApplyEffects for Battle {
    #[expect(clippy::too_many_lines, reason = "one arm for each effect")]
    fn apply(&mut self, effect: &Effect) {
        self.begun |= !matches!(effect, Effect::FirstSideChosen(_));
        match effect {
            Effect::FirstSideChosen(side) => {
                self.first_side = Some(*side);
            }
            Effect::Activated(ship) => self.begin_turn(*ship),
            Effect::TurnEnded(_) => self.end_turn(),
            Effect::PhaseReached(ship, phase) => {
                if self.active == Some(*ship) {
                    self.phase = self.phase.max(*phase);
                }
            }
            Effect::FireChecked(ship) => {
                self.common.units.change(*ship, |ship| ship.fire_done = true);
            }
            Effect::CrewKilled(ship, killed) => self
                .common
                .units
                .change(*ship, |ship| ship.crew = ship.crew.saturating_sub(*killed)),
            Effect::FiresOut(ship, fires) => self
                .common
                .units
                .change(*ship, |ship| ship.fires = ship.fires.saturating_sub(*fires)),
            Effect::FiresLit(ship, fires) => {
                self.common.units.change(*ship, |ship| ship.fires += fires);
            }
            Effect::BurntDown(ship) => self.leave(*ship, Status::Destroyed),
            Effect::Wind(ship, points) => {
                self.common.units.change(*ship, |ship| ship.sail = Some(*points));
            }
            Effect::Rowed { ship, spent, ramming_speed } => self.row(*ship, *spent, *ramming_speed),
            Effect::TriedFree(ship) => {
                self.common.units.change(*ship, |ship| ship.ungrapple_tried = true);
            }
            Effect::CutFree(one, two) => {
                self.both(*one, *two, |ship, other| ship.grappled.retain(|tag| *tag != other));
                self.touch(*one, *two);
            }
            Effect::Released(one, two) => {
                self.both(*one, *two, |ship, other| ship.grappled.retain(|tag| *tag != other));
            }
            Effect::Grappled(one, two) => {
                self.both(*one, *two, |ship, other| add_once(&mut ship.grappled, other));
            }
            Effect::RunAground(ship) => self.common.units.change(*ship, |ship| ship.aground = true),
            Effect::Shot { ship, mount, target } => {
                self.aimed_at.insert(*ship, *target);
                self.common.units.change(*ship, |ship| use_mount(ship, mount));
            }
            Effect::Rammed(ship, target) => {
                self.common.units.change(*ship, |ship| ship.rammed_this_turn.push(*target));
                self.part(*ship, |ship| &mut ship.touching);
                let lock = |ship: &mut Ship, other| add_once(&mut ship.rammed_together, other);
                self.both(*ship, *target, lock);
                self.touch(*ship, *target);
            }
            Effect::OarsSheared(ship, lost) => {
                self.common.units.change(*ship, |ship| ship.move_lost += lost);
            }
            Effect::Sinking { ship, rounds, by } => self.common.units.change(*ship, |ship| {
                ship.sinking_in = Some(*rounds);
                ship.sinking_by = *by;
            }),
            Effect::Sunk(ship) => self.leave(*ship, Status::Sunk),
            Effect::Boarded(ship) => {
                self.common.units.change(*ship, |ship| ship.boarded_this_turn = true);
            }
            Effect::Touched(one, two) => self.touch(*one, *two),
            Effect::Surrendered(ship) => {
                self.common.units.change(*ship, |ship| ship.status = Status::Surrendered);
            }
            Effect::Abandoned(ship) => {
                self.common.units.change(*ship, |ship| {
                    ship.status = Status::Abandoned;
                    ship.crew = 0;
                });
                self.lose_prize_crew(*ship);
            }
            Effect::Routing(ship, routing) => {
                self.common.units.change(*ship, |ship| ship.routing = *routing);
            }
            Effect::MoraleChecked(ship, result) => self.common.units.change(*ship, |ship| {
                ship.morale = Some(*result);
                ship.morale_tested = true;
            }),
            Effect::Escaped(ship) => self.leave(*ship, Status::Escaped),
            Effect::LeftTable(ship) => self.leave(*ship, Status::OffTable),
            Effect::PrizeTaken { by, ship, crew, holder } => {
                self.man_prize(*by, *ship, *crew, *holder);
            }
            Effect::Victory { to, over } => {
                self.common.units.change(*to, |ship| ship.victories += 1);
                self.common.units.change(*over, |ship| ship.credited_to = Some(*to));
            }
            Effect::Conceded(side) => {
                self.common.ending = Some(Ending::Conceded(*side));
            }
            Effect::CountedDown(ship) => self.common.units.change(*ship, |ship| {
                ship.sinking_in = ship.sinking_in.map(|rounds| rounds.saturating_sub(1));
            }),
            Effect::RoundEnded => self.next_round(),
            Effect::Unharmed(_) => {}
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each effect")]
    fn describe(&self, effect: &Effect) -> EffectText {
        match effect {
            Effect::FirstSideChosen(side) => {
                routine(message!("First to move: {side}.", side = self.side_called(*side)))
            }
            Effect::Activated(ship) => {
                routine(message!("{ship} begins her turn.", ship = self.called(*ship)))
            }
            Effect::TurnEnded(ship) => {
                routine(message!("{ship} ends her turn.", ship = self.called(*ship)))
            }
            Effect::CrewKilled(ship, killed) => match killed {
                0 => routine(message!("{ship} loses no crew.", ship = self.called(*ship))),
                _ => crew_killed(self, *ship, *killed),
            },
            Effect::FiresOut(ship, fires) => setting(message!(*fires =>
                "{n} fire goes out on {ship}." | "{n} fires go out on {ship}.",
                ship = self.called(*ship)
            )),
            Effect::FiresLit(ship, fires) => news(message!(*fires =>
                "{n} fire is lit on {ship}." | "{n} fires are lit on {ship}.",
                ship = self.called(*ship)
            )),
            Effect::BurntDown(ship) => {
                news(message!("{ship} burns down to the water.", ship = self.called(*ship)))
            }
            Effect::Wind(ship, points) => routine(winds(&self.called(*ship), *points)),
            Effect::Rowed { ship, spent, ramming_speed } => routine(match (spent, ramming_speed) {
                (0, _) => message!("{ship} does not move.", ship = self.called(*ship)),
                (_, false) => message!(*spent =>
                        "{ship} spends {n} move point." | "{ship} spends {n} move points.",
                    ship = self.called(*ship)
                ),
                (_, true) => message!(*spent =>
                        "{ship} spends {n} move point at ramming speed."
                        | "{ship} spends {n} move points at ramming speed.",
                    ship = self.called(*ship)
                ),
            }),
            Effect::CutFree(one, two) => setting(message!(
                "{ship} breaks free of {other}.",
                ship = self.called(*one),
                other = self.called(*two)
            )),
            Effect::Released(one, two) => setting(message!(
                "{ship} and {other} are no longer grappled.",
                ship = self.called(*one),
                other = self.called(*two)
            )),
            Effect::Grappled(one, two) => setting(message!(
                "{ship} grapples {target}.",
                ship = self.called(*one),
                target = self.called(*two)
            )),
            Effect::RunAground(ship) => {
                news(message!("{ship} runs aground.", ship = self.called(*ship)))
            }
            // Only the player with her record needs the mount's number.
            Effect::Shot { ship, mount, target } => setting(shot(self, *ship, mount, *target))
                .later(message!(
                    "{ship} shoots at {target} with {weapon}.",
                    ship = self.called(*ship),
                    target = self.called(*target),
                    weapon = Weapon::of_mount(mount)
                        .map_or_else(|| Message::path(mount), Weapon::message)
                )),
            Effect::Rammed(ship, target) => setting(message!(
                "{ship} rams {target}.",
                ship = self.called(*ship),
                target = self.called(*target)
            )),
            Effect::Unharmed(ship) => {
                setting(message!("{ship} takes no harm.", ship = self.called(*ship)))
            }
            Effect::OarsSheared(ship, lost) => news(message!(*lost =>
                "{ship} loses {n} move point for the rest of the battle."
                | "{ship} loses {n} move points for the rest of the battle.",
                ship = self.called(*ship)
            )),
            Effect::Sinking { ship, rounds, .. } => news(message!(*rounds =>
                "{ship} will sink in {n} round." | "{ship} will sink in {n} rounds.",
                ship = self.called(*ship)
            )),
            Effect::Sunk(ship) => news(message!("{ship} goes down.", ship = self.called(*ship))),
            Effect::Surrendered(ship) => {
                news(message!("{ship} surrenders.", ship = self.called(*ship)))
            }
            Effect::Abandoned(ship) => {
                news(message!("The crew of {ship} abandons her.", ship = self.called(*ship)))
            }
            Effect::Routing(ship, routing) => news(if *routing {
                message!("{ship} routs.", ship = self.called(*ship))
            } else {
                message!("{ship} rallies.", ship = self.called(*ship))
            }),
            Effect::MoraleChecked(ship, result) => match result {
                MoraleResult::FightsOn => {
                    routine(message!("{ship} fights on.", ship = self.called(*ship)))
                }
                MoraleResult::Surrenders | MoraleResult::Abandons | MoraleResult::Routs => {
                    EffectText::NONE
                }
            },
            Effect::Escaped(ship) => left_table(self.called(*ship), true),
            Effect::LeftTable(ship) => left_table(self.called(*ship), false),
            Effect::PrizeTaken { by, ship, crew, holder } => {
                news(prize_taken(self, *by, *ship, *crew, *holder))
            }
            Effect::Victory { to, .. } => {
                routine(message!("{ship} scores a victory.", ship = self.called(*to)))
            }
            Effect::Conceded(side) => ending::effect_text(self, Ending::Conceded(*side)),
            Effect::CountedDown(ship) => routine(settles(self, *ship)),
            Effect::RoundEnded => routine(message!("The round is over.")),
            Effect::PhaseReached(..)
            | Effect::FireChecked(_)
            | Effect::TriedFree(_)
            | Effect::Boarded(_)
            | Effect::Touched(..) => EffectText::NONE,
        }
    }
}

impl Battle {
    fn begin_turn(&mut self, tag: Tag) {
        self.active = Some(tag);
        self.phase = Phase::Start;
        self.last_side = self.common.units.find(tag).map(|ship| ship.holder);
        if self.common.units.find(tag).is_some_and(|ship| !ship.is_held()) {
            self.could_sail.insert(tag);
        }
        self.common.units.change(tag, |ship| ship.moved_this_round = true);
    }

    pub(super) fn end_turn(&mut self) {
        (self.active, self.phase) = (None, Phase::Start);
    }

    /// Adds points to those that she has already spent. A ship that leaves her place is no
    /// longer adjacent to the ships there (GF-19, GF-28).
    fn row(&mut self, tag: Tag, spent: u32, ramming_speed: bool) {
        self.rowed.insert(tag);
        self.common.units.change(tag, |ship| {
            ship.spent += spent;
            ship.ramming_speed |= ramming_speed;
        });
        if spent > 0 {
            self.part(tag, |ship| &mut ship.rammed_together);
            self.part(tag, |ship| &mut ship.touching);
        }
    }

    /// Removes a ship and all others from each other's lists of one kind.
    fn part(&mut self, tag: Tag, list: impl Fn(&mut Ship) -> &mut Vec<Tag>) {
        let mut others = Vec::new();
        self.common.units.change(tag, |ship| others = std::mem::take(list(ship)));
        for other in others {
            self.common.units.change(other, |ship| list(ship).retain(|listed| *listed != tag));
        }
    }

    fn touch(&mut self, one: Tag, two: Tag) {
        self.both(one, two, |ship, other| add_once(&mut ship.touching, other));
    }

    /// Changes each of two ships, given the tag of the other.
    fn both(&mut self, one: Tag, two: Tag, change: impl Fn(&mut Ship, Tag)) {
        self.common.units.change(one, |ship| change(ship, two));
        self.common.units.change(two, |ship| change(ship, one));
    }

    /// Takes a ship off the table. Nothing stays grappled or locked with her, and unless
    /// she escaped, the men who sailed her as a prize are lost (GF-23).
    fn leave(&mut self, tag: Tag, status: Status) {
        self.part(tag, |ship| &mut ship.rammed_together);
        self.part(tag, |ship| &mut ship.touching);
        self.part(tag, |ship| &mut ship.grappled);
        self.common.units.change(tag, |ship| ship.status = status);
        if !matches!(status, Status::Escaped | Status::OffTable) {
            self.lose_prize_crew(tag);
        }
    }

    fn next_round(&mut self) {
        let rammed: Vec<Tag> =
            self.common.units.iter().flat_map(|(_, ship)| ship.rammed_this_turn.clone()).collect();
        self.common.units.change_all(|tag, ship| {
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
        self.common.round += 1;
        self.end_turn();
        (self.first_side, self.last_side) = (None, None);
        self.sizes = self.count_sizes();
    }

    /// Ends the turn of a ship that is gone, has surrendered or lost her last man.
    pub(super) fn end_turn_of_a_lost_ship(&mut self) {
        let lost = |tag| !self.common.units.find(tag).is_some_and(Ship::is_manned);
        if self.active.is_some_and(lost) {
            self.end_turn();
        }
    }

    /// Decides the winner once all effects of an order are applied.
    pub(super) fn fix_winner(&mut self) {
        self.won = self.won.or_else(|| self.winner_by_survival());
    }
}

fn use_mount(ship: &mut Ship, mount: &str) {
    ship.shot.insert(mount.to_owned(), true);
    if let Some(left) = ship.ammo.get_mut(mount) {
        *left = left.saturating_sub(1);
    }
}

fn crew_killed(battle: &Battle, tag: Tag, killed: u32) -> EffectText {
    let left = battle.common.units.find(tag).map_or(0, |ship| ship.crew.saturating_sub(killed));
    let ship = battle.called(tag);
    if left == 0 {
        let now =
            message!("{ship} loses {killed} crew; none are left.", ship = ship.clone(), killed);
        return news(now).later(message!(
            "{ship} loses {killed} crew (the last of them).",
            ship,
            killed
        ));
    }
    let now = message!(left =>
        "{ship} loses {killed} crew; {n} is left."
        | "{ship} loses {killed} crew; {n} are left.",
        ship = ship.clone(), killed
    );
    news(now).later(message!("{ship} loses {killed} crew ({left} left).", ship, killed, left))
}

fn prize_taken(battle: &Battle, by: Tag, tag: Tag, crew: u32, holder: Side) -> Message {
    let (ship, prize) = (battle.called(by), battle.called(tag));
    let is_friend = battle.common.units.find(tag).is_some_and(|prize| prize.holder == holder);
    if crew == 0 {
        return message!("{ship} takes {prize}, who stays without crew.", ship, prize);
    }
    let puts = message!("{ship} puts {crew} crew aboard {prize}", ship, crew, prize);
    if is_friend {
        return message!("{puts}, who fights for her side again.", puts);
    }
    message!("{puts}, who now fights for {side}.", puts, side = battle.side_called(holder))
}

fn settles(battle: &Battle, tag: Tag) -> Option<Message> {
    let rounds = battle.common.units.find(tag)?.sinking_in?.saturating_sub(1);
    (rounds > 0).then(|| {
        message!(rounds =>
            "{ship} settles: {n} round to go." | "{ship} settles: {n} rounds to go.",
            ship = battle.called(tag)
        )
    })
}

fn winds(ship: &Message, points: i64) -> Message {
    match points.cmp(&0) {
        Ordering::Equal => message!("The wind changes nothing for {ship}.", ship),
        Ordering::Greater => message!(points =>
            "{ship}: +{n} move point from the wind this turn."
            | "{ship}: +{n} move points from the wind this turn.",
            ship
        ),
        Ordering::Less => message!(points.saturating_abs() =>
            "{ship}: −{n} move point from the wind this turn."
            | "{ship}: −{n} move points from the wind this turn.",
            ship
        ),
    }
}

fn shot(battle: &Battle, ship: Tag, mount: &str, target: Tag) -> Option<Message> {
    let with = Message::path(mount);
    let left = battle.common.units.find(ship)?.ammo.get(mount).map(|left| left.saturating_sub(1));
    let (ship, target) = (battle.called(ship), battle.called(target));
    Some(match left {
        Some(left) => message!(left =>
            "{ship} shoots at {target} with {with}; {n} shot left."
            | "{ship} shoots at {target} with {with}; {n} shots left.",
            ship, target, with
        ),
        None => message!("The {with} of {ship} throw javelins at {target}.", with, ship, target),
    })
}
