//! Positions in Command & Chaos: opposite columns, flanks, and friends in between.

use rules::common::Tag;
use rules::roster::Rostered;

use super::state::{Battle, Unit};
use super::tables::Kind;

impl Battle {
    /// The friend in the line in the column in front of a reserve.
    pub(super) fn friend_before(&self, tag: Tag) -> Option<Tag> {
        let unit = self.common.units.find(tag).filter(|unit| !unit.in_the_line())?;
        let before = |(_, other): &(Tag, &Unit)| {
            other.kind.is_heavy() && other.in_the_line() && other.place() == unit.place()
        };
        self.standing(tag.side).find(before).map(|(friend, _)| friend)
    }

    /// Whether two enemies face each other, or one is at the other's flank or rear, so that
    /// nothing is between them.
    pub(super) fn face_each_other(&self, tag: Tag, target: Tag) -> bool {
        let (Some(unit), Some(other)) =
            (self.common.units.find(tag), self.common.units.find(target))
        else {
            return false;
        };
        let ahead = || {
            let covered = [tag, target].into_iter().any(|tag| self.friend_before(tag).is_some());
            unit.is_opposite(other) && !covered
        };
        self.has_turned(tag, target) || self.flanks(tag, target) || ahead()
    }

    /// An enemy with which a unit is engaged, and that is not at its flank or rear.
    pub(super) fn enemy_in_front(&self, tag: Tag, unit: &Unit) -> Option<Tag> {
        let beside = |enemy: &Tag| self.flankers(tag).any(|(flanker, _)| flanker == *enemy);
        unit.engaged_with.iter().copied().find(|enemy| !beside(enemy))
    }

    /// Whether one of two is at the other's flank or rear.
    pub(super) fn flanks(&self, one: Tag, two: Tag) -> bool {
        let beside = |tag, of| self.flankers(of).any(|(flanker, _)| flanker == tag);
        beside(one, two) || beside(two, one)
    }

    /// Whether one of two units has turned to the other, or attacks its front from the
    /// former flank.
    pub(super) fn has_turned(&self, one: Tag, two: Tag) -> bool {
        self.turned.contains(&[one, two]) || self.turned.contains(&[two, one])
    }

    /// Whether two heavy enemies could fight a melee now (CC-13): they have not met in this
    /// phase, and are engaged, face or flank each other, or are cavalry of which one is
    /// next to a friend that has met the other.
    pub(super) fn could_meet(&self, tag: Tag, target: Tag) -> bool {
        let (Some(unit), Some(other)) =
            (self.common.units.find(tag), self.common.units.find(target))
        else {
            return false;
        };
        let heavy = |unit: &Unit| unit.in_play() && unit.kind.is_heavy();
        let fresh = heavy(unit) && heavy(other) && !unit.fought.contains(&target);
        let beside = |tag, target| self.second_cavalry(tag, target).next().is_some();
        let two_on_one = || is_next_to(unit, other) && (beside(tag, target) || beside(target, tag));
        fresh
            && (unit.engaged_with.contains(&target)
                || self.face_each_other(tag, target)
                || two_on_one())
    }

    /// The second of two cavalry units that fight one: a friend of `tag` that is engaged
    /// with the same enemy cavalry, or faces it while `tag` does not.
    pub(super) fn second_cavalry(&self, tag: Tag, target: Tag) -> impl Iterator<Item = Tag> {
        let cavalry =
            move |tag| self.common.units.find(tag).is_some_and(|u| u.kind == Kind::HeavyCavalry);
        let aside = !self.face_each_other(tag, target);
        self.standing(tag.side)
            .filter(move |(friend, unit)| {
                let faces = || aside && self.face_each_other(*friend, target);
                *friend != tag && (unit.engaged_with.contains(&target) || faces())
            })
            .map(|(friend, _)| friend)
            .filter(move |friend| [*friend, tag, target].into_iter().all(cavalry))
    }
}

/// Whether an enemy is in a column next to a unit's.
pub(super) fn is_next_to(unit: &Unit, other: &Unit) -> bool {
    unit.faces().abs_diff(other.place()) == 1
}
