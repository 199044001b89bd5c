//! Chicken of the Sea on paper beside its boxes: what a record says in words, and the
//! markers of the table.

use std::collections::BTreeSet;

use crate::rules::common::{Side, Subject, Tag};
use crate::rules::roster::list_of;
use crate::rules::sheet::Fact;
use crate::rules::system::System as _;
use crate::rules::view::Chit;
use crate::say::{Joint, Say, say};

use super::state::{Admiral, Battle, Formation, Galley};
use super::tables::{Cause, Commanded, FULL_SPEED, Nation};

/// An entry of a record in words; empty where something else tells it.
pub(super) fn in_words(battle: &Battle, subject: Subject, entry: &str) -> Option<Say> {
    match subject {
        Subject::Unit(tag) => of_galley(battle, battle.common.units.find(tag)?, entry),
        Subject::Side(side) => of_side(battle, side, entry),
        Subject::Battle => (entry != "declared").then(Say::default),
    }
}

fn of_galley(battle: &Battle, galley: &Galley, entry: &str) -> Option<Say> {
    Some(match entry {
        "moved" => say!("has moved"),
        "mp_left" => match galley.mp_left {
            Some(left) => say!(left => "{n} point left" | "{n} points left"),
            None => Say::default(),
        },
        "speed_seen" => say!("speed shown last: {speed}", speed = galley.speed_seen),
        "drift_owed" => say!("owes a drift"),
        "commanded" => match galley.commanded {
            Commanded::Yes => Say::default(),
            Commanded::HoldsCourse => say!("holds her course"),
            Commanded::Veered => say!("veered, holds her course"),
        },
        "boarded_this_phase" => say!("was boarded in this phase"),
        "grounded_in_phase" => say!("ran aground in this turn"),
        "refloat_tried" => say!("has tried to get off"),
        "formation" => {
            let all = battle.flags.iter().flat_map(|flag| &flag.formations);
            let own = all.filter(|of| Some(&of.name) == galley.formation.as_ref());
            Say::list(own.map(|formation| say!("in {formation}", formation = formation.called())))
        }
        "side" => say!("held by {side}", side = battle.side_called(galley.side)),
        "status" => Say::default(),
        _ => return None,
    })
}

fn of_side(battle: &Battle, side: Side, entry: &str) -> Option<Say> {
    let flag = &battle.flags[side.index()];
    Some(match entry {
        "admiral" => {
            let Admiral { name, aboard, enhanced, status, .. } = flag.admiral.as_ref()?;
            let aboard = aboard.map(|tag| say!("aboard {tag}", tag));
            let enhanced = enhanced.then(|| say!("range enhanced"));
            let told = aboard.into_iter().chain(enhanced).chain([status.say()]);
            say!("{admiral}: {told}", admiral = Say::verbatim(name), told = Say::list(told))
        }
        "formations" => {
            let known = flag.formations.iter().map(|formation| {
                let Formation { ships, leader, .. } = formation;
                let name = formation.called();
                say!("{name}: {ships}, led by {leader}", name, ships = list_of(ships), leader)
            });
            Say::joined(known, Joint::Semicolon)
        }
        "checks_owed" => match &flag.checks_owed {
            Some(owed) if !owed.is_empty() => {
                say!("to check for command: {galleys}", galleys = list_of(owed))
            }
            Some(_) | None => Say::default(),
        },
        _ => return None,
    })
}

/// What the battle remembers of the turn besides the records.
pub(super) fn remembered(battle: &Battle) -> Vec<Fact> {
    let progress = &battle.progress;
    let of = |caption: Say, all: &BTreeSet<Tag>| {
        (!all.is_empty()).then(|| Fact::new(caption, list_of(all)))
    };
    let counter: BTreeSet<Tag> = progress.may_counter.keys().copied().collect();
    let escaped: BTreeSet<Tag> = progress.escaped.iter().map(|(by, _)| *by).collect();
    [
        of(say!("Under way"), &progress.under_way),
        of(say!("Have attacked"), &progress.attacked),
        of(say!("Backed away from"), &escaped),
        of(say!("Fouled in this phase"), &progress.fouled),
        of(say!("Have boarded"), &progress.boarders),
        of(say!("May board in return"), &counter),
        of(say!("Captured in this phase"), &progress.taken),
        of(say!("Have checked for command"), &progress.checked),
        of(say!("Check again from the next phase"), &progress.excused),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// What a galley adds to the rolls of her own attacks.
pub(super) fn adds(galley: &Galley) -> Vec<Fact> {
    let adds = |caption: Say, cause: Cause| Fact::new(caption, Say::signed(cause.amount()));
    if galley.is_original(Nation::Carthage) {
        vec![adds(say!("Rams, shears"), Cause::OriginalCarthaginian)]
    } else if galley.is_original(Nation::Rome) {
        vec![
            adds(say!("Boards"), Cause::OriginalRoman),
            adds(say!("Hand to hand"), Cause::RomeAttacks),
        ]
    } else {
        Vec::new()
    }
}

/// The lines of a sheet that are written on, with what stands there.
pub(super) fn lines(galley: &Galley) -> Vec<Fact> {
    vec![
        Fact::line(say!("Fouled with"), &galley.fouled_with).entry("fouled_with"),
        Fact::new(say!("Notes"), Say::default()),
    ]
}

/// The markers of a side's fleet: speeds lie face down.
pub(super) fn chits(battle: &Battle, side: Side) -> Vec<Chit> {
    let galleys = u32::try_from(battle.common.units.of(side).count()).unwrap_or(u32::MAX);
    let speed = |face: String, caption: Say| Chit {
        hidden: true,
        ..Chit::marker(&face, caption, galleys.div_ceil(2))
    };
    let mut markers: Vec<Chit> =
        (0..=FULL_SPEED).map(|n| speed(n.to_string(), say!("speed"))).collect();
    markers.push(speed("bw".into(), say!("backs water")));
    let marker = |caption: Say, count: u32| Chit::marker("", caption, count);
    markers.extend([
        Chit::marker("", say!("moved"), galleys),
        marker(say!("crippled"), galleys.div_ceil(2)),
        marker(say!("fouled"), galleys.div_ceil(2)),
        marker(say!("aground"), galleys.div_ceil(3)),
        marker(say!("captured"), galleys.div_ceil(3)),
    ]);
    markers
}
