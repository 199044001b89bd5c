//! The mounts of a ship in Greek Fire: her weapons, and which of them can still shoot.

use super::state::Ship;
use super::tables::{FIRST_MOUNT, Weapon};

impl Ship {
    /// The mounts of a weapon, in order; the rowers count as one.
    #[must_use]
    pub fn mounts(&self, weapon: Weapon) -> Vec<String> {
        in_order(self.mounts_of(weapon).map(|(mount, _)| mount))
    }

    /// Those that can still shoot this turn.
    #[must_use]
    pub fn ready_mounts(&self, weapon: Weapon) -> Vec<String> {
        in_order(self.ready_of(weapon))
    }

    /// Every mount that she has, and the rowers, who need no mount.
    pub(super) fn every_mount(&self) -> Vec<String> {
        let rowers = Weapon::Rowers.slug().to_owned();
        self.ammo.keys().cloned().chain([rowers]).collect()
    }

    /// The recorded mounts of a weapon, each with whether it has ammo.
    fn mounts_of(&self, weapon: Weapon) -> impl Iterator<Item = (&str, bool)> {
        let slug = weapon.slug();
        let own = move |(mount, _): &(&str, bool)| {
            let number = mount.strip_prefix(slug).and_then(|rest| rest.strip_prefix('-'));
            number.is_some_and(|n| n.bytes().all(|c| c.is_ascii_digit()))
        };
        let rowers = (weapon == Weapon::Rowers).then_some((slug, true));
        let mounts = self.ammo.iter().map(|(mount, left)| (mount.as_str(), *left > 0));
        rowers.into_iter().chain(mounts.filter(own))
    }

    fn ready_of(&self, weapon: Weapon) -> impl Iterator<Item = &str> {
        let has_shot = |mount| self.shot.get(mount).copied().unwrap_or(false);
        let ready = move |(mount, has_ammo)| (has_ammo && !has_shot(mount)).then_some(mount);
        self.mounts_of(weapon).filter_map(ready)
    }

    /// The mount of a weapon that shoots: the named one or the first, if it is ready.
    pub(super) fn ready_mount(&self, weapon: Weapon, named: &str) -> Option<&str> {
        let with_one_digit = weapon.slug().len() + "-1".len();
        let mut first: Option<&str> = None;
        let meant = |mount: &&str| named == FIRST_MOUNT || *mount == named;
        for mount in self.ready_of(weapon).filter(meant) {
            if first.is_none_or(|first| mount.len() < first.len()) {
                first = Some(mount);
            }
            // No shorter name exists, and names of one length are in order.
            if mount.len() <= with_one_digit {
                break;
            }
        }
        first
    }
}

/// Sorts the mounts of a weapon by length, and so by number: `archers-9` before
/// `archers-10`.
fn in_order<'m>(mounts: impl Iterator<Item = &'m str>) -> Vec<String> {
    let mut mounts: Vec<String> = mounts.map(str::to_owned).collect();
    mounts.sort_by_key(String::len);
    mounts
}
