//! Printed additions for Chicken of the Sea: sentences for record entries, and the markers.

use std::collections::BTreeSet;

use message::{Joint, Message, message};
use rules::Keyword as _;
use rules::common::{Side, Subject, Tag};
use rules::modifiers::ModifierWord as _;
use rules::roster::{Rostered, list_of};
use rules::sheet::{Fact, Printed};
use rules::view::Chit;

use super::orders::Switch;
use super::state::{Admiral, Battle, Formation, Galley, GalleyKey, SideKey};
use super::tables::{Cause, FULL_SPEED, Nation};

impl Printed for Battle {
    /// A sentence for a record entry; empty if it is shown elsewhere.
    fn in_words(&self, subject: Subject, entry: &str) -> Option<Message> {
        match subject {
            Subject::Unit(tag) => of_galley(self.common.units.find(tag)?, entry),
            Subject::Side(side) => of_side(self, side, entry),
            Subject::Battle => None,
        }
    }

    fn is_lasting(&self, entry: &str) -> bool {
        matches!(GalleyKey::of(entry), Some(GalleyKey::FouledWith))
    }

    /// State of the turn that is in no record.
    fn remembered(&self) -> Vec<Fact> {
        let progress = &self.progress;
        let of = |caption: Message, all: &BTreeSet<Tag>| {
            (!all.is_empty()).then(|| Fact::new(caption, list_of(all)))
        };
        let counter: BTreeSet<Tag> = progress.may_counter.keys().copied().collect();
        let escaped =
            progress.escaped.iter().map(|(by, ship)| message!("{ship} from {by}", ship, by));
        let backed_away = (!progress.escaped.is_empty())
            .then(|| Fact::new(message!("Backed away"), Message::list(escaped)));
        [
            of(message!("Under way"), &progress.under_way),
            of(message!("Have attacked"), &progress.attacked),
            backed_away,
            of(message!("Fouled in this phase"), &progress.fouled),
            of(message!("Have boarded"), &progress.boarders),
            of(message!("May board in return"), &counter),
            of(message!("Captured in this phase"), &progress.taken),
            of(message!("Have checked for command"), &progress.checked),
            of(message!("Excused from checks"), &progress.excused),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// With command rules: the admiral's ship, and the galleys in each formation.
    fn side_lines(&self, side: Side) -> Vec<Fact> {
        if !self.switch(Switch::Command) {
            return Vec::new();
        }
        let line = |caption: Message, entry| {
            Fact::new(caption, of_side(self, side, entry).unwrap_or_default())
        };
        vec![line(message!("Admiral"), "admiral"), line(message!("Formations"), "formations")]
    }

    /// The markers of a side's fleet. Speed markers lie face down.
    fn chits(&self, side: Side) -> Vec<Chit> {
        let galleys = u32::try_from(self.common.units.of(side).count()).unwrap_or(u32::MAX);
        let speed = |face: String, caption: Message| Chit {
            hidden: true,
            ..Chit::marker(&face, caption, galleys.div_ceil(2))
        };
        let mut markers: Vec<Chit> =
            (0..=FULL_SPEED).map(|n| speed(n.to_string(), message!("speed"))).collect();
        markers.push(speed("bw".into(), message!("backs water")));
        let marker = |caption: Message, count: u32| Chit::marker("", caption, count);
        markers.extend([
            Chit::marker("", message!("moved"), galleys).entry("moved"),
            marker(message!("crippled"), galleys.div_ceil(2)),
            marker(message!("fouled"), galleys.div_ceil(2)),
            marker(message!("aground"), galleys.div_ceil(3)),
            marker(message!("captured"), galleys.div_ceil(3)),
        ]);
        markers
    }
}

fn of_galley(galley: &Galley, entry: &str) -> Option<Message> {
    if !galley.in_play() {
        return None;
    }
    Some(match GalleyKey::of(entry)? {
        GalleyKey::Moved => message!("has moved"),
        GalleyKey::MpLeft => match galley.mp_left {
            Some(left) => message!(left => "{n} point left" | "{n} points left"),
            None => Message::default(),
        },
        GalleyKey::DriftOwed => message!("must still drift"),
        GalleyKey::BoardedThisPhase => message!("was attacked by boarders"),
        GalleyKey::GroundedInPhase => message!("cannot try to refloat yet"),
        GalleyKey::RefloatTried => message!("has tried to refloat"),
        GalleyKey::FouledWith => {
            message!("fouled with {others}", others = list_of(&galley.fouled_with))
        }
        GalleyKey::Facing => message!("bow {facing}", facing = galley.facing?.name()),
        // Her status names the side that captured her.
        GalleyKey::Side => Message::default(),
        GalleyKey::Name
        | GalleyKey::Nation
        | GalleyKey::Cq
        | GalleyKey::Speed
        | GalleyKey::Crippled
        | GalleyKey::Aground
        | GalleyKey::Status
        | GalleyKey::Flagship
        | GalleyKey::LineCommander
        | GalleyKey::Formation
        | GalleyKey::Commanded
        | GalleyKey::SpeedSeen => return None,
    })
}

fn of_side(battle: &Battle, side: Side, entry: &str) -> Option<Message> {
    let flag = &battle.flags[side.index()];
    Some(match SideKey::of_word(entry)? {
        SideKey::Admiral => {
            let Admiral { name, aboard, enhanced, status, .. } = flag.admiral.as_ref()?;
            let aboard = aboard.map(|tag| message!("aboard {tag}", tag));
            let enhanced = enhanced.then(|| message!("range enhanced"));
            let parts = aboard.into_iter().chain(enhanced).chain([status.message()]);
            message!(
                "{admiral}: {state}",
                admiral = Message::verbatim(name),
                state = Message::list(parts)
            )
        }
        SideKey::Formations => {
            let known = flag.formations.iter().map(|formation| {
                let Formation { ships, leader, .. } = formation;
                let name = formation.called();
                message!("{name}: {ships}, led by {leader}", name, ships = list_of(ships), leader)
            });
            Message::joined(known, Joint::Semicolon)
        }
        SideKey::ChecksOwed => match &flag.checks_owed {
            Some(owed) if !owed.is_empty() => {
                message!("to check for command: {galleys}", galleys = list_of(owed))
            }
            Some(_) | None => Message::default(),
        },
    })
}

/// The modifiers of a galley's own attacks.
pub(super) fn adds(galley: &Galley) -> Vec<Fact> {
    let adds = |caption: Message, cause: Cause| Fact::new(caption, Message::signed(cause.amount()));
    if galley.is_original(Nation::Carthage) {
        vec![adds(message!("Rams, shears"), Cause::OriginalCarthaginian)]
    } else if galley.is_original(Nation::Rome) {
        vec![
            adds(message!("Boards"), Cause::OriginalRoman),
            adds(message!("Hand to hand"), Cause::RomeAttacks),
        ]
    } else {
        Vec::new()
    }
}

/// The lines of a sheet to write on, with what is already known.
pub(super) fn lines(galley: &Galley) -> Vec<Fact> {
    vec![
        Fact::line(message!("Fouled with"), &galley.fouled_with).entry("fouled_with"),
        Fact::new(message!("Notes"), Message::default()),
    ]
}
