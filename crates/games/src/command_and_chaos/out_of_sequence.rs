//! Warnings about orders of Command & Chaos that depart from the sequence of play or do not
//! fit the columns of the units. Such orders are carried out.

use message::{Message, message};
use rules::common::{Side, Tag};
use rules::sequence::Sequence;
use rules::system::Rules;

use super::facing::is_next_to;
use super::orders::{Order, with_unit};
use super::state::{Battle, Flanking, Unit};
use super::tables::{Attack, COLUMNS, Kind, MOST_PLAYED, Phase, Reach, Zone};

impl Sequence for Battle {
    fn phase_of_both(&self) -> Option<(u32, u8)> {
        Some((self.common.round, self.phase as u8))
    }

    /// Javelins and cards.
    fn may_interrupt(&self, order: &Order) -> bool {
        matches!(order, Order::Javelins { .. } | Order::PlayCard { .. })
    }

    fn also_ends(&self, order: &Order) -> Option<Message> {
        let phase = self.phase.says();
        self.advances_to(order).map(|_| message!("ends the {phase} phase for both", phase))
    }

    /// Warnings if an order departs from the rules of a turn.
    fn warnings(&self, order: &Order) -> Vec<Message> {
        let mut out_of_sequence: Vec<Message> = self.wrong_phase(order).into_iter().collect();
        out_of_sequence.extend(self.warnings_of(order));
        out_of_sequence
    }

    /// Whether an order of this side ends a phase, since all phases belong to both sides,
    /// or takes the other side's turn to move a zone or to play a card.
    fn needs_consent(&self, order: &Order, side: Side) -> bool {
        if self.advances_to(order).is_some() {
            return true;
        }
        match order {
            Order::EndPhase => true,
            Order::MoveZone { .. }
            | Order::Pass { .. }
            | Order::Flank { .. }
            | Order::Charge { .. }
            | Order::Join { .. }
            | Order::Advance { .. } => {
                self.phase == Phase::Movement && self.wrong_mover(side).is_some()
            }
            // The first melee ends the playing of cards.
            Order::Reveal { .. } | Order::Melee { .. } => {
                let other = side.other();
                let may_still = !self.passed.contains(&other) && self.may_play_a_card(other);
                self.phase == Phase::Melee && self.cards_are_open() && may_still
            }
            Order::Initiative
            | Order::Discard { .. }
            | Order::Draw { .. }
            | Order::Javelins { .. }
            | Order::FallBack { .. }
            | Order::Turn { .. }
            | Order::Leave { .. }
            | Order::MoveOfficer { .. }
            | Order::Skirmish { .. }
            | Order::PlayCard { .. }
            | Order::AlliedMorale { .. }
            | Order::CloseRout { .. }
            | Order::Rally { .. }
            | Order::Attach { .. }
            | Order::Detach { .. }
            | Order::Reserve { .. }
            | Order::ReplaceLieutenant { .. }
            | Order::Concede { .. } => false,
        }
    }
}

impl Battle {
    fn warnings_of(&self, order: &Order) -> Vec<Message> {
        let one = |departure: Option<Message>| departure.into_iter().collect();
        match order {
            Order::Initiative => one(self.rolled_already()),
            Order::Discard { side, .. } => one(self.drawn_already(*side)),
            Order::MoveZone { side, .. } => one(self.wrong_mover(*side)),
            Order::Pass { side } => one(self.passes_out_of_turn(*side)),
            Order::Flank { unit, target, .. } => {
                let mut out_of_sequence: Vec<Message> = one(self.not_active(*unit));
                out_of_sequence.extend(self.attacks_again(*unit));
                out_of_sequence.extend(self.out_of_flanks_reach(*unit, *target));
                out_of_sequence
            }
            Order::Charge { unit, target, .. } => {
                let mut out_of_sequence: Vec<Message> = one(self.not_active(*unit));
                out_of_sequence.extend(self.attacks_again(*unit));
                out_of_sequence.extend(self.through_a_friend(*unit));
                let apart = self.apart(*unit, *target);
                out_of_sequence.extend(
                    apart.map(|apart| message!("{apart}: a charge goes straight ahead", apart)),
                );
                out_of_sequence
            }
            Order::Javelins { unit, target, .. } => one(self.apart(*unit, *target)),
            Order::Skirmish { unit, target } => {
                let mut out_of_sequence: Vec<Message> = one(self.attacks_again(*unit));
                out_of_sequence.extend(self.apart(*unit, *target));
                out_of_sequence
            }
            Order::Turn { unit, .. } => one(self.may_not_turn(*unit)),
            Order::Join { unit, with } => {
                let mut out_of_sequence: Vec<Message> = one(self.not_active(*unit));
                out_of_sequence.extend(self.in_another_column(*unit, *with));
                out_of_sequence
            }
            Order::Advance { unit } => one(self.not_active(*unit)),
            Order::MoveOfficer { .. } => one(self.zones_open()),
            Order::PlayCard { unit, .. } => one(self.wrong_card(*unit)),
            Order::Melee { .. } => self.wrong_melee(order),
            Order::AlliedMorale { unit, rout } => one(self.wrong_rout(*unit, *rout)),
            Order::Reserve { unit, zone, column } => {
                let mut out_of_sequence: Vec<Message> =
                    one(self.too_far(*unit, zone.place(*column)));
                out_of_sequence.extend(self.wing_without_cavalry(*unit, *zone));
                out_of_sequence
            }
            Order::EndPhase => self.undone(),
            Order::Draw { .. }
            | Order::Leave { .. }
            | Order::FallBack { .. }
            | Order::Reveal { .. }
            | Order::CloseRout { .. }
            | Order::Rally { .. }
            | Order::Attach { .. }
            | Order::Detach { .. }
            | Order::ReplaceLieutenant { .. }
            | Order::Concede { .. } => Vec::new(),
        }
    }

    /// Warns that a unit's zone or side is not moving now.
    fn not_active(&self, tag: Tag) -> Option<Message> {
        self.zone_finished(tag).or_else(|| self.wrong_mover(tag.side))
    }

    /// Warns that two enemies are in columns that do not face each other.
    fn apart(&self, tag: Tag, target: Tag) -> Option<Message> {
        let (unit, other) = (self.common.units.find(tag)?, self.common.units.find(target)?);
        (!unit.is_opposite(other)).then(|| columns_of(tag, target, unit, other))
    }

    /// Warns that a reserve would charge through the friend in front of it (CC-14).
    fn through_a_friend(&self, tag: Tag) -> Option<Message> {
        let friend = self.friend_before(tag)?;
        let name = self.unit_name(friend);
        Some(message!("{friend} {name} is in front of {tag} in its column", friend, name, tag))
    }

    /// Warns that a unit has already charged, flanked or skirmished in this phase (CC-14).
    fn attacks_again(&self, tag: Tag) -> Option<Message> {
        self.attacked.contains(&tag).then(|| {
            message!(
                "{tag} has already charged, flanked or skirmished this phase; only one is allowed",
                tag
            )
        })
    }

    /// Warns that a flank cannot be reached: it must be in the next column, with no enemy
    /// in the unit's own column.
    fn out_of_flanks_reach(&self, tag: Tag, target: Tag) -> Vec<Message> {
        let (Some(unit), Some(other)) =
            (self.common.units.find(tag), self.common.units.find(target))
        else {
            return Vec::new();
        };
        if self.flanks_a_flanker(unit, other) {
            return Vec::new();
        }
        let mut out_of_sequence = Vec::new();
        if !is_next_to(unit, other) {
            let apart = columns_of(tag, target, unit, other);
            out_of_sequence.push(message!("{apart}: a flank is in the next column", apart));
        }
        let enemies = || self.standing(tag.side.other());
        if let Some((enemy, _)) = enemies().find(|(_, enemy)| unit.is_opposite(enemy)) {
            out_of_sequence.push(message!("{enemy} is in the column of {tag}", enemy, tag));
        } else if unit.kind == Kind::HeavyCavalry {
            let lone = enemies().find(|(_, enemy)| {
                let zone = Zone::facing(enemy.zone);
                enemy.kind == Kind::HeavyCavalry && enemy.in_the_line() && zone == unit.zone
            });
            out_of_sequence.extend(lone.map(|(enemy, _)| {
                message!("{enemy} is cavalry in the same zone, and must be routed first", enemy)
            }));
        }
        out_of_sequence
    }

    /// Whether a unit can flank an enemy: one in the next column, or one that flanks a friend.
    pub(super) fn can_flank(&self, unit: &Unit, other: &Unit) -> bool {
        is_next_to(unit, other) || self.flanks_a_flanker(unit, other)
    }

    /// Whether a reserve may flank this enemy because the enemy flanks a friend in the same
    /// column.
    fn flanks_a_flanker(&self, unit: &Unit, other: &Unit) -> bool {
        let friend = other.flanking.and_then(|flanking| self.common.units.find(flanking.target));
        unit.reserve && friend.is_some_and(|friend| friend.place() == unit.place())
    }

    fn may_not_turn(&self, tag: Tag) -> Option<Message> {
        let unit = self.common.units.find(tag)?;
        (!unit.may_turn).then(|| message!("{tag} has not routed an enemy in front of it", tag))
    }

    /// Warns that light infantry would leave its column: it moves straight ahead or back.
    fn in_another_column(&self, tag: Tag, with: Tag) -> Option<Message> {
        let (unit, cavalry) = (self.common.units.find(tag)?, self.common.units.find(with)?);
        (unit.place() != cavalry.place()).then(|| {
            message!(
                "{tag} is in column {own} and {with} in column {column}",
                tag,
                own = unit.line_column(),
                with,
                column = cavalry.line_column()
            )
        })
    }

    fn drawn_already(&self, side: Side) -> Option<Message> {
        let drawn = self.side(side).drawn;
        drawn.then(|| message!("side {side} has drawn; cards are discarded before that", side))
    }

    /// Warns that the phase of an order is over, or that the last phase has not begun
    /// (CC-15). Orders of other later phases advance to them.
    fn wrong_phase(&self, order: &Order) -> Option<Message> {
        let belongs = order.phase(self.phase)?;
        let (phase, now) = (belongs.says(), self.phase.says());
        if belongs < self.phase {
            return Some(message!(
                "the {phase} phase is over; it is now the {now} phase",
                phase,
                now
            ));
        }
        (belongs == Phase::Rally && self.phase < belongs).then(|| {
            message!("this belongs to the {phase} phase; it is now the {now} phase", phase, now)
        })
    }

    /// Warns that in the first turn a roll has already decided who sets up.
    fn rolled_already(&self) -> Option<Message> {
        self.first_player().filter(|_| self.common.round > 1).map(|side| {
            message!("initiative has been rolled this turn: side {side} goes first", side)
        })
    }

    pub(super) fn wrong_mover(&self, side: Side) -> Option<Message> {
        let mover = self.side_to_move().filter(|mover| *mover != side)?;
        let name = &self.common.sides[mover.index()].name;
        Some(message!("it is the turn of side {mover} ({name}) to move a zone", mover, name))
    }

    fn zone_finished(&self, tag: Tag) -> Option<Message> {
        let unit = self.common.units.find(tag)?;
        let done = self.side(tag.side).zones_done.contains(&unit.zone);
        let zone = unit.zone.says();
        done.then(|| {
            message!("the {zone} of side {side} has moved this turn", zone, side = tag.side)
        })
    }

    /// Warns that the commander moves after all zones (CC-12). Zones that had not moved
    /// before the phase ended have passed.
    fn zones_open(&self) -> Option<Message> {
        if self.phase > Phase::Movement {
            return None;
        }
        let open = |side: &Side| !self.zones_left(*side).is_empty();
        let side = self.side_to_move().or_else(|| Side::ALL.iter().copied().find(open))?;
        Some(message!("side {side} has zones still to move", side))
    }

    fn wrong_card(&self, tag: Tag) -> Option<Message> {
        let unit = self.common.units.find(tag)?;
        if !unit.fought.is_empty() {
            return Some(message!("{tag} has fought; cards are played before the melees", tag));
        }
        if Side::ALL.iter().all(|side| self.passed.contains(side)) {
            return Some(message!("both sides have passed: no more cards are played"));
        }
        let other = tag.side.other();
        self.plays_out_of_turn(tag.side).then(|| message!("side {other} plays a card next", other))
    }

    /// Whether a side played the last card while the other may play the next.
    pub(super) fn plays_out_of_turn(&self, side: Side) -> bool {
        self.last_card == Some(side) && self.may_play_a_card(side.other())
    }

    /// Whether a side may still play a card in this phase.
    pub(super) fn may_play_a_card(&self, side: Side) -> bool {
        self.cards_played(side) < MOST_PLAYED && !self.side(side).hand.is_empty()
    }

    fn wrong_melee(&self, order: &Order) -> Vec<Message> {
        let Order::Melee { unit, units, target, attack, target_attack, .. } = order else {
            return Vec::new();
        };
        let units = with_unit(*unit, units.as_deref().unwrap_or_default());
        let target = *target;
        let mut out_of_sequence: Vec<Message> =
            self.out_of_order(&units, target).into_iter().collect();
        if let [tag] = units[..] {
            let own = attack.unwrap_or_else(|| self.attack_on(tag, target));
            let stands = self.attack_on(target, tag);
            let back = target_attack.unwrap_or(stands);
            out_of_sequence.extend(self.wrong_attack(tag, target, own));
            out_of_sequence.extend(self.wrong_attack(target, tag, back));
            if back == Attack::Front && stands != Attack::Front {
                out_of_sequence.push(message!(
                    "{tag} is at the {attack} of {target}",
                    tag = target,
                    attack = stands.message(),
                    target = tag
                ));
            }
            if own == Attack::Front && back == Attack::Front {
                let crooked = !self.flanks(tag, target) && !self.has_turned(tag, target);
                out_of_sequence.extend(self.apart(tag, target).filter(|_| crooked));
            }
            if own != Attack::Front && back != Attack::Front {
                out_of_sequence.push(message!(
                    "{tag} and {target} cannot both be at the other’s flank",
                    tag,
                    target
                ));
            }
        }
        if let [one, two] = units[..] {
            out_of_sequence.extend(self.too_far_apart(one, two));
        }
        let face_down =
            |tag: &&Tag| self.common.units.find(**tag).is_some_and(Unit::card_lies_face_down);
        let covered = units.iter().chain([&target]).filter(face_down);
        out_of_sequence.extend(covered.map(|tag| {
            message!(
                "the card behind {tag} lies face down; cards are turned up before the dice",
                tag
            )
        }));
        out_of_sequence
    }

    /// Warns that the second of two cavalry units is neither in the column of the first nor
    /// in the next (CC-17).
    fn too_far_apart(&self, one: Tag, two: Tag) -> Option<Message> {
        (!self.is_near(one, two)).then(|| {
            message!(
                "{two} is neither in the column of {one} nor in the next; two on one fight side by side",
                two,
                one
            )
        })
    }

    /// Warns that an attack on the flank or rear lacks its flanking movement, or an attack
    /// on the rear lacks a friend at the flank.
    fn wrong_attack(&self, tag: Tag, target: Tag, attack: Attack) -> Option<Message> {
        if attack == Attack::Front {
            return None;
        }
        if self.attack_on(tag, target) != attack {
            return Some(message!(
                "{tag} has not moved to the {attack} of {target}",
                tag,
                attack = attack.message(),
                target
            ));
        }
        let friend =
            |(by, flanking): (Tag, Flanking)| by != tag && flanking.attack == Attack::Flank;
        (attack == Attack::Rear && !self.flankers(target).any(friend))
            .then(|| message!("no friend of {tag} is at the flank of {target}", tag, target))
    }

    /// Warns that melees go from the first player's left to the right, and that a pair
    /// meets only once.
    fn out_of_order(&self, units: &[Tag], target: Tag) -> Option<Message> {
        let met =
            |tag: &&Tag| self.common.units.find(**tag).is_some_and(|u| u.fought.contains(&target));
        if let Some(tag) = units.iter().find(met) {
            return Some(message!("{tag} and {target} have met in this phase", tag, target));
        }
        let cavalry = |tag: &Tag| {
            self.common.units.find(*tag).is_some_and(|unit| unit.kind == Kind::HeavyCavalry)
        };
        let alone = self.common.units.find(target)?;
        let another = alone.fought.iter().find(|tag| cavalry(tag) && !units.contains(tag));
        if let Some(another) = another
            && cavalry(&target)
            && units.iter().all(cavalry)
        {
            return Some(message!(
                "{target} has rolled against {another}; two cavalry against one fight one melee",
                target,
                another
            ));
        }
        let (at, passed) = (self.melee_place(units, target)?, self.melees_at?);
        (at < passed).then(|| message!("melees go from the first player’s left to the right"))
    }

    /// Warns that a unit need not roll for this rout.
    fn wrong_rout(&self, tag: Tag, rout: Option<Tag>) -> Option<Message> {
        let Some(rout) = rout.or_else(|| self.rout_for(tag).map(|open| open.rout)) else {
            return Some(message!(
                "{tag} needs no roll: no rout of a friend is still being rolled for",
                tag
            ));
        };
        if !self.routs_open.iter().any(|open| open.rout == rout) {
            return Some(message!("every roll for the rout of {rout} has been made", rout));
        }
        (!self.is_near(tag, rout)).then(|| {
            message!("{tag} is neither in the column of {rout} nor in the next", tag, rout)
        })
    }

    /// Warns that a reserve would cross more columns than the movement rules allow.
    fn too_far(&self, tag: Tag, place: u8) -> Option<Message> {
        let unit = self.common.units.find(tag)?;
        let across = unit.columns_moved.saturating_add(unit.place().abs_diff(place));
        match unit.kind.reach(unit.mixed) {
            Reach::Spaces(most) if across > most => Some(message!(
                most => "{tag} {name} may cross {n} column a phase, not {across}"
                    | "{tag} {name} may cross {n} columns a phase, not {across}",
                tag, name = &unit.name, across
            )),
            Reach::Spaces(_) | Reach::Any => None,
        }
    }

    /// Warns that a wing takes only the reserves allowed at setup.
    fn wing_without_cavalry(&self, tag: Tag, zone: Zone) -> Option<Message> {
        let unit = self.common.units.find(tag)?;
        let cavalry = |u: &Unit| u.kind == Kind::HeavyCavalry;
        let front = |column: u8| {
            self.standing(tag.side)
                .any(|(_, u)| cavalry(u) && u.in_the_line() && (u.zone, u.column) == (zone, column))
        };
        let takes = cavalry(unit) && (1..=COLUMNS).all(front);
        (zone.is_wing() && !takes).then(|| {
            message!("a wing takes only reserve cavalry, and only behind two cavalry units")
        })
    }
}

/// The columns of two enemies, each counted from its own left.
fn columns_of(tag: Tag, target: Tag, unit: &Unit, other: &Unit) -> Message {
    message!(
        "{tag} is in column {own} and {target} in column {column}, which faces column {faces}",
        tag,
        own = unit.line_column(),
        target,
        column = other.line_column(),
        faces = other.faces() + 1
    )
}
