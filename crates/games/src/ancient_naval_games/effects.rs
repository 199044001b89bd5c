//! The effects of orders in Ancient Naval Games, and the text of each effect.

use std::cmp::Ordering;

use message::{Message, message};
use rules::common::{Side, Tag};
use rules::effect_text::{EffectText, left_table, news, routine, setting};
use rules::effects::ApplyEffects;
use rules::system::Rules;

use super::state::{Battle, Phase, Status};
use super::tables::{ATTACK_COST, MOST_OAR_DAMAGE, POINTS_PER_OAR_DAMAGE, RamAspect, StrikeAspect};

/// An effect of an order on the battle.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// This side goes first.
    FirstSideChosen(Side),
    /// The side's morale has been checked, even if no ship left.
    MoraleChecked(Side),
    /// She is isolated and leaves the table.
    Removed(Tag),
    /// Her activation begins; isolated if no friendly ship was adjacent.
    Activated { ship: Tag, isolated: bool },
    /// She moved this many hexes and hexsides, including the free one, for this many
    /// points.
    Moved { ship: Tag, ahead: u32, astern: u32, turns: u32, points: u32, free_turn: bool },
    /// An oar strike, which costs a point whatever its outcome.
    StruckAt { ship: Tag, target: Tag, aspect: StrikeAspect },
    /// A ram, which costs a point whatever its outcome.
    RammedAt { ship: Tag, target: Tag, aspect: RamAspect },
    /// She avoided the attack or fought it off.
    Avoided(Tag),
    /// One oar damage.
    OarsBroken(Tag),
    /// She was struck with no oars left to break.
    NothingToBreak(Tag),
    /// Sunk or captured; the attacker takes her hex.
    Lost { ship: Tag, by: Tag },
    /// Two ships are locked together, and both are out of the battle.
    Entangled(Tag, Tag),
    /// She left the table in good order, or (`elsewhere`) at a place that the victory
    /// conditions do not allow.
    LeftTable { ship: Tag, elsewhere: bool },
    /// She loses the movement points and the free turn that she did not use.
    Finished(Tag),
    /// The other side's turn begins.
    TurnEnded,
    /// A side has lost: it conceded, or neither side has a ship left.
    Ceded(Side),
}

impl ApplyEffects for Battle {
    fn apply(&mut self, effect: &Effect) {
        self.begun |= !matches!(effect, Effect::FirstSideChosen(_));
        match effect {
            Effect::FirstSideChosen(side) => {
                (self.first, self.to_move) = (*side, *side);
            }
            Effect::MoraleChecked(side) => self.check_morale(*side),
            Effect::Removed(ship) => self.leave(*ship, Status::Removed),
            Effect::Activated { ship, isolated } => self.activate(*ship, *isolated),
            Effect::Moved { ship, points, free_turn, .. } => {
                self.common.units.change(*ship, |ship| {
                    ship.mp_left = ship.points_left().saturating_sub(*points);
                    ship.free_turn_left &= !free_turn;
                });
            }
            Effect::StruckAt { ship, .. } => self.spend_on_attack(*ship),
            Effect::RammedAt { ship, .. } => self.spend_on_attack(*ship),
            Effect::OarsBroken(ship) => self.common.units.change(*ship, |ship| {
                ship.oar_damage = (ship.oar_damage + 1).min(MOST_OAR_DAMAGE);
            }),
            Effect::Lost { ship, .. } => self.leave(*ship, Status::Lost),
            Effect::Entangled(one, two) => {
                for ship in [one, two] {
                    self.leave(*ship, Status::Entangled);
                }
            }
            Effect::LeftTable { ship, elsewhere } => {
                self.leave(*ship, if *elsewhere { Status::Removed } else { Status::OffTable });
            }
            Effect::Finished(ship) => self.common.units.change(*ship, |ship| {
                (ship.mp_left, ship.free_turn_left) = (0, false);
            }),
            Effect::TurnEnded => self.next_turn(),
            Effect::Ceded(side) => {
                self.ceded[side.index()] = true;
            }
            Effect::Avoided(_) | Effect::NothingToBreak(_) => {}
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each effect")]
    fn describe(&self, effect: &Effect) -> EffectText {
        match effect {
            Effect::FirstSideChosen(side) => {
                setting(message!("First to move: {side}.", side = self.side_called(*side)))
            }
            Effect::MoraleChecked(side) => news(message!(
                "Morale of {side}: more than half of its ships are gone.",
                side = self.side_called(*side)
            )),
            Effect::Removed(ship) => news(message!(
                "{ship} is isolated and leaves the table.",
                ship = self.called(*ship)
            )),
            Effect::Activated { ship, isolated } => routine(if *isolated {
                message!(
                    "{ship} is activated, isolated (no friend adjacent): she may not attack.",
                    ship = self.called(*ship)
                )
            } else {
                message!("{ship} is activated.", ship = self.called(*ship))
            }),
            Effect::Moved { ship, ahead, astern, turns, points, free_turn } => {
                let path = Path { ahead: *ahead, astern: *astern, turns: *turns };
                routine(moved(&self.called(*ship), path, *points, *free_turn))
            }
            Effect::StruckAt { ship, target, aspect } => setting(match aspect {
                StrikeAspect::Bow => {
                    message!(
                        "{ship} goes for the oars of {target} at the bow.",
                        ship = self.called(*ship),
                        target = self.called(*target)
                    )
                }
                StrikeAspect::Stern => {
                    message!(
                        "{ship} goes for the oars of {target} at the stern.",
                        ship = self.called(*ship),
                        target = self.called(*target)
                    )
                }
            })
            .later(message!(
                "{ship} goes for the oars of {target}.",
                ship = self.called(*ship),
                target = self.called(*target)
            )),
            Effect::RammedAt { ship, target, aspect } => match aspect {
                RamAspect::Side => setting(message!(
                    "{ship} rams {target} from the side.",
                    ship = self.called(*ship),
                    target = self.called(*target)
                ))
                .later(message!(
                    "{ship} rams the side of {target}.",
                    ship = self.called(*ship),
                    target = self.called(*target)
                )),
                RamAspect::Aft => setting(message!(
                    "{ship} rams {target} from aft.",
                    ship = self.called(*ship),
                    target = self.called(*target)
                ))
                .later(message!(
                    "{ship} rams the stern of {target}.",
                    ship = self.called(*ship),
                    target = self.called(*target)
                )),
            },
            Effect::Avoided(ship) => {
                setting(message!("{ship} avoids the attack.", ship = self.called(*ship)))
            }
            Effect::OarsBroken(ship) => news(broken(self, *ship)),
            Effect::NothingToBreak(ship) => {
                news(message!("{ship} has no oars left to lose.", ship = self.called(*ship)))
            }
            Effect::Lost { ship, by } => news(message!(
                "{ship} is sunk or captured; {by} moves into her hex.",
                ship = self.called(*ship),
                by = self.called(*by)
            ))
            .later(message!("{ship} is sunk or captured.", ship = self.called(*ship))),
            Effect::Entangled(one, two) => news(message!(
                "{one} and {two} are locked together; the wreck blocks the hex.",
                one = self.called(*one),
                two = self.called(*two)
            ))
            .later(message!(
                "{one} and {two} are locked together.",
                one = self.called(*one),
                two = self.called(*two)
            )),
            Effect::LeftTable { ship, elsewhere } => left_table(self.called(*ship), *elsewhere),
            Effect::Finished(ship) => {
                routine(message!("{ship} ends her turn.", ship = self.called(*ship)))
            }
            Effect::TurnEnded => {
                routine(message!("End of turn: {side}.", side = self.side_called(self.to_move)))
            }
            Effect::Ceded(side) => {
                news(message!("Conceded: {side}.", side = self.side_called(*side)))
            }
        }
    }
}

impl Battle {
    fn check_morale(&mut self, side: Side) {
        self.morale_asked[side.index()] = true;
        if side == self.to_move {
            self.phase = Phase::Activation;
        }
    }

    fn activate(&mut self, tag: Tag, isolated: bool) {
        self.common.units.change(tag, |ship| {
            ship.activated = true;
            ship.isolated = isolated;
            ship.mp_left = ship.points_left();
        });
        // A ship of the other side that acts out of turn does not become the active ship.
        if tag.side == self.to_move {
            self.active = Some(tag);
            self.phase = Phase::Activation;
        }
    }

    fn spend_on_attack(&mut self, tag: Tag) {
        self.common.units.change(tag, |ship| {
            ship.mp_left = ship.points_left().saturating_sub(ATTACK_COST);
        });
    }

    fn leave(&mut self, tag: Tag, status: Status) {
        self.common.units.change(tag, |ship| ship.status = status);
        if self.active == Some(tag) {
            self.active = None;
        }
    }

    fn next_turn(&mut self) {
        self.common.units.change_all(|_, ship| ship.rest());
        self.common.round += u32::from(self.to_move != self.first);
        self.to_move = self.to_move.other();
        self.phase = Phase::Morale;
        self.active = None;
        self.morale_asked = [false, false];
    }
}

/// The hexes and hexsides of one move.
#[derive(Clone, Copy)]
pub(super) struct Path {
    pub(super) ahead: u32,
    pub(super) astern: u32,
    pub(super) turns: u32,
}

fn moved(ship: &Message, path: Path, points: u32, free_turn: bool) -> Message {
    let Path { ahead, astern, turns } = path;
    let mut parts = Vec::new();
    if ahead > 0 {
        parts.push(message!(ahead => "{n} hex ahead" | "{n} hexes ahead"));
    }
    if astern > 0 {
        parts.push(message!(astern => "{n} hex astern" | "{n} hexes astern"));
    }
    if turns > 0 {
        parts.push(message!(turns => "a turn of {n} hexside" | "a turn of {n} hexsides"));
    }
    if parts.is_empty() {
        return message!("{ship} stays where she is.", ship);
    }
    let way = Message::list(parts);
    if free_turn {
        message!(points =>
            "{ship} moves: {way}; {n} point, one hexside free."
            | "{ship} moves: {way}; {n} points, one hexside free.", ship, way)
    } else {
        message!(points => "{ship} moves: {way}; {n} point." | "{ship} moves: {way}; {n} points.",
            ship, way)
    }
}

fn broken(battle: &Battle, tag: Tag) -> Option<Message> {
    let ship = battle.common.units.find(tag)?;
    let name = battle.called(tag);
    Some(match (ship.oar_damage + 1).cmp(&MOST_OAR_DAMAGE) {
        Ordering::Less => message!(ship.move_points().saturating_sub(POINTS_PER_OAR_DAMAGE) =>
            "{ship} loses oars; {n} movement point a turn is left."
            | "{ship} loses oars; {n} movement points a turn are left.",
            ship = name
        ),
        Ordering::Equal | Ordering::Greater => {
            message!("{ship} loses her last oars and is dead in the water.", ship = name)
        }
    })
}
