//! Where a battle of Command & Chaos stands, and what comes next.

use crate::rules::common::{Side, Subject, Tag};
use crate::rules::system::System;
use crate::rules::view::{Guide, NextStep, Step};

use super::state::{Battle, Unit};
use super::tables::{MOST_PLAYED, Phase};

impl Battle {
    pub(super) fn how_it_stands(&self) -> Guide {
        let steps = Phase::ALL.iter().map(|phase| Step {
            name: phase.name().into(),
            current: *phase == self.phase,
            done: *phase < self.phase,
        });
        let mut guide = Guide {
            headline: format!("Turn {}", self.round).into(),
            prompt: String::new().into(),
            side: None,
            active: None,
            steps: steps.collect(),
            next: Vec::new(),
            secret_of: None,
        };
        self.guide_allied_morale(&mut guide);
        match self.phase {
            Phase::Initiative => self.guide_initiative(&mut guide),
            Phase::Movement => self.guide_movement(&mut guide),
            Phase::Melee => self.guide_melee(&mut guide),
            Phase::Rally => self.guide_rally(&mut guide),
        }
        guide.next.push(NextStep {
            subject: Subject::Battle,
            kind: "end-phase",
            label: match self.phase.next() {
                Some(next) => format!("On to phase {}: {}", next.number(), next.name()).into(),
                None => format!("End turn {}", self.round).into(),
            },
        });
        if let Some(winner) = crate::rules::system::System::winner(self) {
            guide.prompt = match winner.side() {
                Some(side) => format!(
                    "{} has won: more than half of {}'s unit cards are gone.",
                    self.side_name(side),
                    self.side_name(side.other())
                )
                .into(),
                None => "Both armies have lost more than half of their unit cards.".into(),
            };
            guide.secret_of = None;
        }
        guide
    }

    /// Both sides, the first player before the other.
    fn in_turn(&self) -> [Side; 2] {
        let first = self.first_player().unwrap_or(Side::A);
        [first, first.other()]
    }

    fn offer(guide: &mut Guide, tag: Tag, unit: &Unit, kind: &'static str, does: &str) {
        let label = format!("{tag} {}: {does}", unit.name);
        guide.next.push(NextStep { subject: Subject::Unit(tag), kind, label: label.into() });
    }

    fn offer_side(&self, guide: &mut Guide, side: Side, kind: &'static str, does: &str) {
        let label = format!("{}: {does}", self.side_name(side));
        guide.next.push(NextStep { subject: Subject::Side(side), kind, label: label.into() });
    }

    /// Friends in the columns beside a unit that has routed just now; whether
    /// they stand in one of the eight squares, the players see.
    fn guide_allied_morale(&self, guide: &mut Guide) {
        for routed in &self.routed {
            let Some(gone) = self.units.find(*routed) else { continue };
            for (tag, unit) in self.standing(routed.side) {
                let beside = unit.place().abs_diff(gone.place()) <= 1;
                let listed = guide.next.iter().any(|step| step.subject == Subject::Unit(tag));
                if unit.kind.is_heavy() && beside && !listed {
                    Battle::offer(
                        guide,
                        tag,
                        unit,
                        "allied-morale",
                        "allied morale, if beside the rout",
                    );
                }
            }
        }
    }

    fn guide_initiative(&self, guide: &mut Guide) {
        if self.first_player().is_none() {
            guide.prompt = if self.round == 1 {
                "Throw for who sets up first, and again for the first player of the turn.".into()
            } else {
                "Throw for the first player of the turn.".into()
            };
            guide.next.push(NextStep {
                subject: Subject::Battle,
                kind: "initiative",
                label: "Throw for initiative".into(),
            });
            return;
        }
        let [first, _] = self.in_turn();
        guide.prompt = format!("{} goes first this turn.", self.side_name(first)).into();
        let draws = |side: &Side| self.side(*side).can_draw();
        if let Some(side) = self.in_turn().into_iter().find(draws) {
            guide.side = Some(side);
            guide.secret_of = Some(side);
            guide.prompt =
                format!("{} looks at its cards, and draws.", self.side_name(side)).into();
            self.offer_discard(guide, side);
            self.offer_side(guide, side, "draw", "draw up to five");
            return;
        }
        for side in self.in_turn() {
            self.offer_discard(guide, side);
        }
    }

    fn offer_discard(&self, guide: &mut Guide, side: Side) {
        let log = self.side(side);
        if !log.hand.is_empty() && log.discarded == 0 && !log.drawn {
            self.offer_side(guide, side, "discard", "put up to two cards away");
        }
    }

    fn guide_movement(&self, guide: &mut Guide) {
        let mover = self.side_to_move();
        let left = |side: &Side| !self.zones_left(*side).is_empty();
        let sides: Vec<Side> = match mover {
            Some(side) => vec![side],
            None => self.in_turn().into_iter().filter(left).collect(),
        };
        guide.side = mover;
        guide.prompt = match (mover, sides.first()) {
            (Some(side), _) => {
                format!("{} moves a zone, or passes it.", self.side_name(side)).into()
            }
            (None, Some(side)) if self.last_mover.is_none() => format!(
                "{} moves a zone, or has the other side move one first.",
                self.side_name(*side)
            )
            .into(),
            _ => "Every zone has been moved: commanders who are with no unit may change zones."
                .into(),
        };
        for side in &sides {
            self.offer_side(guide, *side, "move-zone", "a zone has moved, or stays");
            let zones = self.zones_left(*side);
            for (tag, unit) in self.standing(*side).filter(|(_, u)| zones.contains(&u.zone)) {
                let able = unit.kind.is_heavy() && !unit.charged && unit.stamina > Some(0);
                if able && unit.engaged_with.is_empty() && unit.in_the_line() {
                    Battle::offer(guide, tag, unit, "charge", "charge");
                }
            }
        }
        if sides.is_empty() {
            for side in self.in_turn() {
                if self.side(side).commander.as_ref().is_some_and(|c| c.unit.is_none()) {
                    self.offer_side(guide, side, "move-officer", "the commander changes zones");
                }
            }
        }
    }

    fn guide_melee(&self, guide: &mut Guide) {
        let [first, second] = self.in_turn();
        let begun = self.units.iter().any(|(_, unit)| !unit.fought.is_empty());
        let may_play = |side: &Side| {
            !self.side(*side).hand.is_empty() && self.cards_played(*side) < MOST_PLAYED
        };
        guide.prompt = "Melees go from the first player's left to the right.".into();
        if !begun {
            let next = self.last_card.map_or(first, Side::other);
            let player = [next, next.other()].into_iter().find(may_play);
            if let Some(side) = player {
                guide.prompt = format!(
                    "{} plays a card face down behind a unit, or passes; then the melees, from {}'s left.",
                    self.side_name(side),
                    self.side_name(first)
                ).into();
                guide.side = Some(side);
            }
        }
        let mut waiting: Vec<(Tag, &Unit)> = Vec::new();
        for side in [first, second] {
            let unmet = |unit: &Unit| {
                unit.engaged_with.iter().any(|enemy| {
                    // The first player's units stand for their pairs.
                    !unit.fought.contains(enemy) && enemy.side != first
                })
            };
            waiting.extend(self.standing(side).filter(|(_, unit)| unmet(unit)));
        }
        waiting.sort_by_key(|(_, unit)| unit.place());
        for (tag, unit) in &waiting {
            let against: Vec<String> = unit
                .engaged_with
                .iter()
                .filter(|enemy| !unit.fought.contains(enemy))
                .map(ToString::to_string)
                .collect();
            Battle::offer(
                guide,
                *tag,
                unit,
                "melee",
                &format!("melee with {}", against.join(", ")),
            );
        }
        let mut fresh: Vec<(Tag, &Unit)> = self
            .standing(first)
            .filter(|(_, u)| u.kind.is_heavy() && u.in_the_line())
            .filter(|(_, u)| u.engaged_with.is_empty() && u.fought.is_empty())
            .collect();
        fresh.sort_by_key(|(_, unit)| unit.place());
        for (tag, unit) in fresh {
            Battle::offer(guide, tag, unit, "melee", "melee, if it meets an enemy");
        }
    }

    fn guide_rally(&self, guide: &mut Guide) {
        guide.prompt =
            "Units with an officer rally; then officers change units, and reserves columns.".into();
        for side in self.in_turn() {
            for (tag, unit) in self.standing(side) {
                if unit.officer_at_phase_start && !unit.rallied && unit.can_rally() {
                    Battle::offer(guide, tag, unit, "rally", "take a hit off");
                }
            }
        }
        for side in self.in_turn() {
            let log = self.side(side);
            let due = |lost: Option<u32>| lost.is_none_or(|round| round < self.round);
            if log.lieutenants.iter().any(|l| l.lost && due(l.lost_in)) {
                self.offer_side(guide, side, "replace-lieutenant", "a lieutenant steps up");
            }
            for (tag, unit) in self.standing(side) {
                if unit.reserve && !unit.reserve_advanced {
                    Battle::offer(guide, tag, unit, "reserve", "change columns");
                }
            }
        }
    }
}
