//! Where an order of Command & Chaos departs from the sequence of play, or from
//! the columns in which the units stand. It is carried out all the same.

use crate::rules::common::{Side, Tag};
use crate::rules::slug::title;

use super::orders::{Order, with_unit};
use super::state::{Battle, Flanking, Unit};
use super::tables::{Attack, COLUMNS, Kind, MOST_PLAYED, Reach, Zone};

impl Battle {
    /// Where an order departs from the rules of a turn.
    pub(super) fn departures(&self, order: &Order) -> Vec<String> {
        let mut departures: Vec<String> = self.over(order).into_iter().collect();
        departures.extend(self.wrong_phase(order));
        departures.extend(self.departures_of_its_own(order));
        departures
    }

    fn departures_of_its_own(&self, order: &Order) -> Vec<String> {
        let one = |departure: Option<String>| departure.into_iter().collect();
        match order {
            Order::Initiative {} => one(self.thrown_already()),
            Order::Discard { side, .. } => one(self.drawn_already(*side)),
            Order::MoveZone { side, .. } => one(self.wrong_mover(*side)),
            Order::Flank { unit, target, .. } => {
                let mut departures: Vec<String> = one(self.not_active(*unit));
                departures.extend(self.out_of_flanks_reach(*unit, *target));
                departures
            }
            Order::Charge { unit, target, .. } => {
                let mut departures: Vec<String> = one(self.not_active(*unit));
                departures.extend(self.not_in_front(*unit, *target));
                departures
            }
            Order::Turn { unit, .. } => one(self.may_not_turn(*unit)),
            Order::Join { unit, with } => {
                let mut departures: Vec<String> = one(self.not_active(*unit));
                departures.extend(self.in_another_column(*unit, *with));
                departures
            }
            Order::Advance { unit } => one(self.not_active(*unit)),
            Order::MoveOfficer { .. } => one(self.zones_open()),
            Order::PlayCard { unit, .. } => one(self.wrong_card(*unit)),
            Order::Melee { .. } => self.wrong_melee(order),
            Order::AlliedMorale { unit, rout } => one(self.wrong_rout(*unit, *rout)),
            Order::Reserve { unit, zone, column } => {
                let mut departures: Vec<String> = one(self.too_far(*unit, zone.place(*column)));
                departures.extend(self.wing_without_cavalry(*unit, *zone));
                departures
            }
            Order::EndPhase {} => self.undone(),
            Order::Draw { .. }
            | Order::Leave { .. }
            | Order::Javelins { .. }
            | Order::FallBack { .. }
            | Order::Skirmish { .. }
            | Order::Reveal { .. }
            | Order::CloseRout { .. }
            | Order::Rally { .. }
            | Order::Attach { .. }
            | Order::Detach { .. }
            | Order::ReplaceLieutenant { .. }
            | Order::Adjust { .. } => Vec::new(),
        }
    }

    /// A unit moves while its zone is active, and its side moves.
    fn not_active(&self, tag: Tag) -> Option<String> {
        self.zone_finished(tag).or_else(|| self.wrong_mover(tag.side))
    }

    /// A charge ends in front of its target.
    fn not_in_front(&self, tag: Tag, target: Tag) -> Option<String> {
        let (unit, other) = (self.units.find(tag)?, self.units.find(target)?);
        if unit.is_opposite(other) {
            return None;
        }
        Some(format!(
            "{tag} stands in column {} and {target} in column {}, which faces column {}: a charge goes straight ahead",
            unit.line_column(),
            other.line_column(),
            other.faces() + 1,
        ))
    }

    /// A flank is in the next column, and nobody of the enemy in the unit's own.
    fn out_of_flanks_reach(&self, tag: Tag, target: Tag) -> Vec<String> {
        let (Some(unit), Some(other)) = (self.units.find(tag), self.units.find(target)) else {
            return Vec::new();
        };
        if self.flanks_a_flanker(unit, other) {
            return Vec::new();
        }
        let mut departures = Vec::new();
        if !is_next_to(unit, other) {
            departures.push(format!(
                "{tag} stands in column {} and {target} in column {}, which faces column {}: a flank is in the next column",
                unit.line_column(),
                other.line_column(),
                other.faces() + 1,
            ));
        }
        let enemies = || self.standing(tag.side.other());
        if let Some((enemy, _)) = enemies().find(|(_, enemy)| unit.is_opposite(enemy)) {
            departures.push(format!("{enemy} stands in the column of {tag}"));
        } else if unit.kind == Kind::HeavyCavalry {
            let lone = enemies().find(|(_, enemy)| {
                let zone = Zone::facing(enemy.zone);
                enemy.kind == Kind::HeavyCavalry && enemy.in_the_line() && zone == unit.zone
            });
            departures.extend(lone.map(|(enemy, _)| {
                format!("{enemy} is cavalry in the same zone, and must be routed first")
            }));
        }
        departures
    }

    /// Whether a unit has no enemy heavy infantry beside it that it could flank.
    pub(super) fn can_flank(&self, unit: &Unit, other: &Unit) -> bool {
        is_next_to(unit, other) || self.flanks_a_flanker(unit, other)
    }

    /// A reserve may flank an enemy that flanks a friend in its column.
    fn flanks_a_flanker(&self, unit: &Unit, other: &Unit) -> bool {
        let friend = other.flanking.and_then(|flanking| self.units.find(flanking.target));
        unit.reserve && friend.is_some_and(|friend| friend.place() == unit.place())
    }

    fn may_not_turn(&self, tag: Tag) -> Option<String> {
        let unit = self.units.find(tag)?;
        (!unit.may_turn).then(|| format!("{tag} has not routed an enemy in front of it"))
    }

    /// Light infantry moves straight ahead or back.
    fn in_another_column(&self, tag: Tag, with: Tag) -> Option<String> {
        let (unit, cavalry) = (self.units.find(tag)?, self.units.find(with)?);
        (unit.place() != cavalry.place()).then(|| {
            format!(
                "{tag} stands in column {} and {with} in column {}",
                unit.line_column(),
                cavalry.line_column()
            )
        })
    }

    fn drawn_already(&self, side: Side) -> Option<String> {
        let drawn = self.side(side).drawn;
        drawn.then(|| format!("side {side} has drawn; cards are discarded before that"))
    }

    fn over(&self, order: &Order) -> Option<String> {
        let ended = !matches!(order, Order::Adjust { .. }) && !self.broken.is_empty();
        ended.then(|| "the battle is over".to_owned())
    }

    fn wrong_phase(&self, order: &Order) -> Option<String> {
        let phase = order.phase(self.phase).filter(|phase| *phase < self.phase)?;
        Some(format!("the {phase} phase is over; it is now the {} phase", self.phase))
    }

    /// In the first turn a roll has decided who sets up.
    fn thrown_already(&self) -> Option<String> {
        self.first_player()
            .filter(|_| self.round > 1)
            .map(|side| format!("initiative has been rolled this turn: side {side} goes first"))
    }

    fn wrong_mover(&self, side: Side) -> Option<String> {
        let mover = self.side_to_move().filter(|mover| *mover != side)?;
        let name = &self.setup.sides[mover.index()].name;
        Some(format!("it is the turn of side {mover} ({name}) to move a zone"))
    }

    fn zone_finished(&self, tag: Tag) -> Option<String> {
        let unit = self.units.find(tag)?;
        let done = self.side(tag.side).zones_done.contains(&unit.zone);
        let zone = title(unit.zone.slug()).to_lowercase();
        done.then(|| format!("the {zone} of side {} has moved this turn", tag.side))
    }

    fn zones_open(&self) -> Option<String> {
        self.side_to_move().map(|side| format!("side {side} has zones still to move"))
    }

    fn wrong_card(&self, tag: Tag) -> Option<String> {
        let unit = self.units.find(tag)?;
        if !unit.fought.is_empty() {
            return Some(format!("{tag} has fought; cards are played before the melees"));
        }
        let other = tag.side.other();
        let may = self.cards_played(other) < MOST_PLAYED && !self.side(other).hand.is_empty();
        (self.last_card == Some(tag.side) && may)
            .then(|| format!("side {other} plays a card next, unless it has passed"))
    }

    fn wrong_melee(&self, order: &Order) -> Vec<String> {
        let Order::Melee { unit, units, target, attack, target_attack, .. } = order else {
            return Vec::new();
        };
        let units = with_unit(*unit, units.as_deref().unwrap_or_default());
        let target = *target;
        let mut departures: Vec<String> = self.out_of_order(&units, target).into_iter().collect();
        if let [tag] = units[..] {
            let own = attack.unwrap_or_else(|| self.attack_on(tag, target));
            let back = target_attack.unwrap_or_else(|| self.attack_on(target, tag));
            departures.extend(self.wrong_attack([tag, target], own));
            departures.extend(self.wrong_attack([target, tag], back));
            if own != Attack::Front && back != Attack::Front {
                departures.push(format!("{tag} and {target} cannot both be at the other's flank"));
            }
        }
        let face_down = |tag: &&Tag| self.units.find(**tag).is_some_and(Unit::card_lies_face_down);
        let covered = units.iter().chain([&target]).filter(face_down);
        departures.extend(covered.map(|tag| {
            format!("the card behind {tag} lies face down; cards are turned up before the dice")
        }));
        departures
    }

    /// An attack from the flank or the rear needs its flanking movement, and one
    /// from the rear a friend at the flank.
    fn wrong_attack(&self, [tag, target]: [Tag; 2], attack: Attack) -> Option<String> {
        if attack == Attack::Front {
            return None;
        }
        if self.attack_on(tag, target) != attack {
            return Some(format!("{tag} has not moved to the {attack} of {target}"));
        }
        let friend =
            |(by, flanking): (Tag, Flanking)| by != tag && flanking.attack == Attack::Flank;
        (attack == Attack::Rear && !self.flankers(target).any(friend))
            .then(|| format!("no friend of {tag} is at the flank of {target}"))
    }

    /// Each pair meets once, from the first player's left to the right.
    fn out_of_order(&self, units: &[Tag], target: Tag) -> Option<String> {
        let met = |tag: &&Tag| self.units.find(**tag).is_some_and(|u| u.fought.contains(&target));
        if let Some(tag) = units.iter().find(met) {
            return Some(format!("{tag} and {target} have met in this phase"));
        }
        let cavalry =
            |tag: &Tag| self.units.find(*tag).is_some_and(|unit| unit.kind == Kind::HeavyCavalry);
        let alone = self.units.find(target)?;
        let another = alone.fought.iter().find(|tag| cavalry(tag) && !units.contains(tag));
        if let Some(another) = another
            && cavalry(&target)
            && units.iter().all(cavalry)
        {
            return Some(format!(
                "{target} has rolled against {another}; two cavalry on one are one melee"
            ));
        }
        let (at, passed) = (self.melee_place(units, target)?, self.melees_at?);
        (at < passed).then(|| "melees go from the first player's left to the right".to_owned())
    }

    /// The rolls that are owed, by whom, for which rout.
    fn wrong_rout(&self, tag: Tag, rout: Option<Tag>) -> Option<String> {
        let Some(rout) = rout.or_else(|| self.rout_for(tag).map(|open| open.rout)) else {
            return Some(format!("no friend of {tag} has routed and is still rolled for"));
        };
        if !self.routs_open.iter().any(|open| open.rout == rout) {
            return Some(format!("every roll for the rout of {rout} has been made"));
        }
        (!self.stands_near(tag, rout))
            .then(|| format!("{tag} does not stand in the column of {rout}, nor in the next"))
    }

    /// Reserves go across by the rules of movement.
    fn too_far(&self, tag: Tag, place: u8) -> Option<String> {
        let unit = self.units.find(tag)?;
        let across = unit.columns_moved.saturating_add(unit.place().abs_diff(place));
        match unit.kind.reach(unit.mixed) {
            Reach::Spaces(most) if across > most => Some(if most == 1 {
                format!("{tag} {} goes 1 column across a phase, not {across}", unit.name)
            } else {
                format!("{tag} {} goes {most} columns across a phase, not {across}", unit.name)
            }),
            Reach::Spaces(_) | Reach::Any => None,
        }
    }

    /// A wing takes reserves as at the muster.
    fn wing_without_cavalry(&self, tag: Tag, zone: Zone) -> Option<String> {
        let unit = self.units.find(tag)?;
        let cavalry = |u: &Unit| u.kind == Kind::HeavyCavalry;
        let front = |column: u8| {
            self.standing(tag.side)
                .any(|(_, u)| cavalry(u) && u.in_the_line() && (u.zone, u.column) == (zone, column))
        };
        let takes = cavalry(unit) && (1..=COLUMNS).all(front);
        (zone.is_wing() && !takes)
            .then(|| "a wing takes only reserve cavalry, and only behind two of cavalry".to_owned())
    }
}

/// Whether an enemy stands in the column beside a unit's.
fn is_next_to(unit: &Unit, other: &Unit) -> bool {
    unit.faces().abs_diff(other.place()) == 1
}
