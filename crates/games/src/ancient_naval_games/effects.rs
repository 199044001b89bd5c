//! What the orders of Ancient Naval Games do to the battle, and how it is told.

use std::cmp::Ordering;

use message::{Message, message};
use rules::common::{Side, Tag};
use rules::effect_text::{left_table, news, routine, setting};
use rules::effects::effects;
use rules::system::Rules;

use super::state::{Battle, Phase, Status};
use super::tables::{ATTACK_COST, MOST_OAR_DAMAGE, POINTS_PER_OAR_DAMAGE, RamAspect, StrikeAspect};

effects! {
    /// What an order does to the battle.
    pub enum Effect of battle: Battle {
        /// This side goes first.
        FirstSideChosen(side: Side)
            does (battle.first, battle.to_move) = (*side, *side),
            told setting(message!("First to move: {side}.", side));
        /// The fleet's morale has been checked, even if no ship left.
        MoraleChecked(side: Side)
            does battle.check_morale(*side),
            told news(message!("Morale of {side}: more than half of its ships are gone.", side));
        /// She is isolated and leaves the table.
        Removed(ship: Tag)
            does battle.leave(*ship, Status::Removed),
            told news(message!("{ship} is isolated and leaves the table.", ship));
        /// Her activation begins; isolated if no friend was adjacent.
        Activated { ship: Tag, isolated: bool }
            does battle.activate(*ship, *isolated),
            told routine(if *isolated {
                message!(
                    "{ship} is activated, isolated (no friend adjacent): she may not attack.", ship
                )
            } else {
                message!("{ship} is activated.", ship)
            });
        /// She moved these hexes and hexsides, the free one included, at so many points.
        Moved { ship: Tag, ahead: u32, astern: u32, turns: u32, points: u32, free_turn: bool }
            does battle.common.units.change(*ship, |ship| {
                ship.mp_left = ship.points_left().saturating_sub(*points);
                ship.free_turn_left &= !free_turn;
            }),
            told routine(moved(ship.name, [*ahead, *astern, *turns], *points, *free_turn));
        /// An oar strike, which costs a point whatever its outcome.
        StruckAt { ship: Tag, target: Tag, aspect: StrikeAspect }
            does battle.spend_on_attack(*ship),
            told setting(match aspect {
                StrikeAspect::Bow => {
                    message!("{ship} goes for the oars of {target} at the bow.", ship, target)
                }
                StrikeAspect::Stern => {
                    message!("{ship} goes for the oars of {target} at the stern.", ship, target)
                }
            })
            .later(message!("{ship} goes for the oars of {target}.", ship, target));
        /// A ram, which costs a point whatever its outcome.
        RammedAt { ship: Tag, target: Tag, aspect: RamAspect }
            does battle.spend_on_attack(*ship),
            told match aspect {
                RamAspect::Side => {
                    setting(message!("{ship} rams {target} from the side.", ship, target))
                        .later(message!("{ship} rams the side of {target}.", ship, target))
                }
                RamAspect::Aft => {
                    setting(message!("{ship} rams {target} from aft.", ship, target))
                        .later(message!("{ship} rams the stern of {target}.", ship, target))
                }
            };
        /// She avoided the attack or fought it off.
        Avoided(ship: Tag) told setting(message!("{ship} avoids the attack.", ship));
        /// One oar damage.
        OarsBroken(ship: Tag)
            does battle.common.units.change(*ship, |ship| {
                ship.oar_damage = (ship.oar_damage + 1).min(MOST_OAR_DAMAGE);
            }),
            told news(broken(battle, *ship));
        /// She was struck with no oars left to break.
        NothingToBreak(ship: Tag) told news(message!("{ship} has no oars left to lose.", ship));
        /// Sunk or captured; the attacker takes her hex.
        Lost { ship: Tag, by: Tag }
            does battle.leave(*ship, Status::Lost),
            told news(message!("{ship} is sunk or captured; {by} moves into her hex.", ship, by))
                .later(message!("{ship} is sunk or captured.", ship));
        /// Two ships locked together, both out of the game.
        Entangled(one: Tag, two: Tag)
            does for ship in [one, two] { battle.leave(*ship, Status::Entangled); },
            told news(message!(
                "{one} and {two} are locked together; the wreck blocks the hex.", one, two
            ))
            .later(message!("{one} and {two} go down locked together.", one, two));
        /// She left the table in good order, or elsewhere than the aims say.
        LeftTable { ship: Tag, elsewhere: bool }
            does battle.leave(*ship, if *elsewhere { Status::Removed } else { Status::OffTable }),
            told left_table(ship, *elsewhere);
        /// The other side's turn begins.
        TurnEnded
            does battle.next_turn(),
            told routine(message!("End of turn: {side}.", side = battle.side_called(battle.to_move)));
        /// A side has lost: it conceded, or neither side has a ship left.
        Ceded(side: Side)
            does battle.ceded[side.index()] = true,
            told news(message!("Conceded: {side}.", side));
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
        // A ship of the other side, out of turn, does not become the active
        // one.
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

fn moved(
    ship: &Message,
    [ahead, astern, turns]: [u32; 3],
    points: u32,
    free_turn: bool,
) -> Message {
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
