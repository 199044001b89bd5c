//! Chicken of the Sea on screen and paper: cards and record sheets.

use crate::drawing::Drawing;
use crate::rules::common::{Side, Tag};
use crate::rules::roster::Rostered;
use crate::rules::system::System;
use crate::rules::view::{Card, Fact, Gauge, Look, Mark, Sheet, Standing, Track};

use super::orders::Switch;
use super::state::{AdmiralStatus, Battle, Galley, Status};
use super::tables::{
    BACKING_POINTS, BEST_CQ, Commanded, FULL_SPEED, Facing, LINE_COMMANDER_RANGE, Nation,
    SHIPS_A_COUNTER, Speed,
};

fn drawing(nation: Nation) -> Drawing {
    match nation {
        Nation::Rome => Drawing::GalleyRoman,
        Nation::Carthage => Drawing::GalleyPunic,
    }
}

/// A galley's card, from the battle as the viewer knows it.
pub(super) fn card(battle: &Battle, tag: Tag) -> Option<Card> {
    let galley = battle.galleys.find(tag)?;
    let sees = !battle.progress.veiled.contains(&tag);
    Some(Card {
        tag,
        name: galley.name.clone(),
        kind: format!("{SHIPS_A_COUNTER} quinqueremes").into(),
        drawing: if galley.in_play() { drawing(galley.nation) } else { Drawing::Wreck },
        holder: galley.side,
        standing: standing(battle, tag, galley),
        gauges: gauges(galley, sees),
        marks: marks(battle, tag, galley, sees),
        todo: todo(battle, tag, galley, sees).into_iter().map(Into::into).collect(),
    })
}

fn standing(battle: &Battle, tag: Tag, galley: &Galley) -> Standing {
    if !galley.in_play() {
        return Standing::Out(galley.status.slug().into());
    }
    let waits = if battle.phase.mover().is_some() {
        battle.moves_now(galley.side) && !galley.moved
    } else if battle.phase.boarder().is_some() {
        battle.boards_now(galley.side) && !battle.progress.boarders.contains(&tag)
    } else {
        battle.owes_speed(tag)
    };
    if waits { Standing::Ready } else { Standing::Done }
}

fn gauges(galley: &Galley, sees: bool) -> Vec<Gauge> {
    let gauge = |label: &'static str, value: i64, full: i64| Gauge {
        label: label.into(),
        value: u32::try_from(value).unwrap_or_default(),
        full: u32::try_from(full).unwrap_or_default(),
        look: Look::Number,
    };
    let best = i64::from(BEST_CQ);
    let mut gauges = vec![gauge("Crew quality", i64::from(galley.cq), best)];
    if sees && galley.in_play() {
        let speed = i64::from(galley.speed.in_sums());
        let full = i64::from(FULL_SPEED);
        gauges.insert(0, gauge("Speed", speed, full));
        gauges.push(gauge("Ram number", galley.ram_number(), best + full));
    }
    gauges
}

fn marks(battle: &Battle, tag: Tag, galley: &Galley, sees: bool) -> Vec<Mark> {
    let mut marks = Vec::new();
    if !galley.in_play() {
        return marks;
    }
    if !sees {
        let seen = galley.speed_seen.in_words();
        marks.push(Mark::plain(format!("speed hidden, last turn {seen}")));
    } else if galley.speed == Speed::BackingWater {
        marks.push(Mark::plain("backs water"));
    }
    if galley.aground {
        marks.push(Mark::bad("aground"));
    }
    if galley.crippled {
        marks.push(Mark::bad("crippled"));
    }
    for other in &galley.fouled_with {
        marks.push(Mark::bad(format!("fouled with {other}")));
    }
    if galley.status == Status::Captured {
        marks.push(Mark::plain(format!("prize of {}", battle.nation_of(galley.side).name())));
    }
    if let Some(admiral) = battle.admiral(galley.side).filter(|a| a.aboard == Some(tag)) {
        let reach = if battle.switch(Switch::Command) {
            format!("flagship: {}, range {}", admiral.name, admiral.reach())
        } else {
            format!("flagship: {}", admiral.name)
        };
        marks.push(Mark::good(reach));
    }
    if galley.line_commander {
        marks.push(Mark::good("line commander"));
    }
    if let (Some(formation), true) = (battle.formation_of(tag), sees) {
        let command = battle.command_of(formation).name();
        marks.push(Mark::plain(format!("{}, {command} command", formation.called())));
    } else if let Some(formation) = battle.formation_of(tag) {
        // How far it is in command tells of its speed.
        marks.push(Mark::plain(formation.called()));
    }
    match galley.commanded {
        Commanded::Yes => {}
        Commanded::HoldsCourse => marks.push(Mark::bad("holds her course")),
        Commanded::Veered => marks.push(Mark::bad("veered, holds her course")),
    }
    marks
}

fn todo(battle: &Battle, tag: Tag, galley: &Galley, sees: bool) -> Vec<String> {
    let mut todo = Vec::new();
    if !galley.in_play() {
        return todo;
    }
    if battle.owes_speed(tag) {
        todo.push("to set her speed".into());
    }
    if sees && galley.drift_owed {
        todo.push("to drift".into());
    }
    if battle.check_is_due(galley.side) && battle.owes_check(tag) {
        todo.push("to check for command".into());
    }
    if battle.progress.may_counter.contains_key(&tag) {
        todo.push("may board in return".into());
    }
    let waits = battle.moves_now(galley.side) && !galley.moved;
    if waits && sees && galley.fights() && galley.fouled_with.is_empty() {
        todo.extend(to_move(galley));
    }
    todo
}

/// How a galley that is free to move spends her points.
fn to_move(galley: &Galley) -> Option<String> {
    match (galley.speed, galley.points()) {
        (Speed::STOPPED, _) | (_, 0) => None,
        (Speed::BackingWater, BACKING_POINTS) => Some("to back 1 or 2 hexes".into()),
        (Speed::BackingWater, _) => None,
        (Speed::Ahead(_), _) if galley.crippled => {
            Some("to turn, or go one hex beside her bow".into())
        }
        (Speed::Ahead(_), 1) => Some("to spend 1 movement point".into()),
        (Speed::Ahead(_), points) => Some(format!("to spend {points} movement points")),
    }
}

pub(super) fn sheet(battle: &Battle, tag: Tag, fresh: bool) -> Option<Sheet> {
    let entry = battle.setup.entry(tag)?;
    let entered;
    let galley = if fresh {
        entered = Galley::enter(entry, battle.nation_of(tag.side), tag.side);
        &entered
    } else {
        battle.galleys.find(tag)?
    };
    let hexes = battle.setup.entries[tag.side.index()].iter().any(|entry| !entry.hex.is_empty());
    let starts = match (entry.hex.as_str(), hexes) {
        ("", false) => "anywhere".to_owned(),
        ("", true) => "enters in line".to_owned(),
        (hex, _) => format!("hex {hex}"),
    };
    let mut facts = vec![
        Fact::new("Starts", starts),
        Fact::new("Crew quality", galley.cq.to_string()),
        Fact::new("Ram number", format!("{} + speed", galley.cq)),
        Fact::new("Aground number", format!("speed − {}", galley.cq)),
        Fact::new("Speed", galley.speed.in_words()),
        Fact::new("Bow", galley.facing.map_or("as on the table", Facing::name)),
    ];
    let admiral = battle.admiral(tag.side).filter(|_| galley.flagship);
    if let Some(admiral) = admiral.filter(|a| fresh || a.status == AdmiralStatus::InAction) {
        let text =
            format!("{}, range {} / {}", admiral.name, admiral.range, admiral.enhanced_range);
        facts.push(Fact::new("Flagship", text));
    }
    if galley.line_commander {
        facts.push(Fact::new("Line commander", format!("range {LINE_COMMANDER_RANGE}")));
    }
    let boxed = |caption: &'static str, is: bool| Track::new(caption, 1, u32::from(is));
    let tracks = vec![
        boxed("Crippled", galley.crippled),
        boxed("Aground", galley.aground),
        boxed("Fouled", !galley.fouled_with.is_empty()),
        boxed("Captured", galley.status == Status::Captured),
        boxed("Sunk", galley.status == Status::Sunk),
    ];
    Some(Sheet {
        tag: Some(tag),
        name: galley.name.clone(),
        kind: format!("{}, {SHIPS_A_COUNTER} quinqueremes", galley.nation.name()).into(),
        fleet: battle.side_name(tag.side).to_owned(),
        drawing: drawing(galley.nation),
        facts,
        tracks,
        blanks: vec!["Speed, turn by turn".into(), "Notes".into()],
    })
}

/// The words of the charts that a side's fleet uses.
pub(super) fn uses(battle: &Battle, side: Side) -> Vec<String> {
    let mut words = vec![battle.nation_of(side).slug().to_owned()];
    if battle.switch(Switch::Command) {
        words.push("command".into());
    }
    words
}
