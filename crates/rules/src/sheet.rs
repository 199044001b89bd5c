//! Record sheets for screen and paper: facts, rows of boxes to cross off, boxes to tick and
//! cells to fill in.

use serde::{Deserialize, Serialize};

use crate::drawing::Drawing;
use message::Message;

use super::common::{Side, Subject, Tag};
use super::default_impls;
use super::roster::list_of;
use super::system::Rules;
use super::view::{BattleCard, Card, Chit};

/// The record sheet of one ship or unit, as it is printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// Its tag; `None` before a battle.
    pub tag: Option<Tag>,
    pub name: String,
    /// The type, size or class.
    pub kind: Message,
    /// The name of the side or fleet.
    pub fleet: String,
    pub drawing: Drawing,
    /// Captions, each with its text.
    pub facts: Vec<Fact>,
    /// Permanent modifiers of its rolls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub adds: Vec<Fact>,
    /// Temporary modifiers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub now: Vec<Fact>,
    /// Rows of boxes to cross off.
    pub tracks: Vec<Track>,
    /// Boxes to tick for temporary conditions.
    pub ticks: Vec<Checkbox>,
    /// Cells to fill in each turn, if any.
    pub ledger: Option<TurnCells>,
    /// Labelled lines to write on, with what is already known.
    pub blanks: Vec<Fact>,
    /// How it left the battle; `None` while it is in play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<Message>,
}

/// A caption with its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// The caption: `Captain`.
    pub caption: Message,
    /// The number of things in the text, if that helps the reader; shown in brackets after
    /// the caption.
    pub count: Option<usize>,
    /// The text: `Φορμίων`.
    pub text: Message,
    /// The parts of a number, or the effects of the things in a list, one line each:
    /// `+1 rowing`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Message>,
    /// The record entry that it shows, if any: `status`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
}

/// A row of boxes to cross off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Track {
    /// The caption: `Crew`.
    pub caption: Message,
    pub boxes: u32,
    /// The number of boxes already crossed off.
    pub crossed: u32,
    /// The number of boxes after those that are temporarily unavailable: struck through
    /// once.
    #[serde(default)]
    pub unavailable: u32,
    /// The worth of a box if it is not 1: crew boxes are 10 each.
    pub box_worth: u32,
    /// The worth of the last box if it is less (the remainder).
    pub last_worth: Option<u32>,
    /// Which boxes its figure counts.
    #[serde(default, skip_serializing_if = "Tally::is_usual")]
    pub tally: Tally,
    /// Labels inside some boxes.
    pub notches: Vec<Notch>,
    /// How to use it, or related figures: `range 2, to hit +3`.
    pub note: Message,
    /// The record entry that it shows: `crew`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
}

/// Something that is true of a unit, a side or a battle now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Present {
    /// The entry: `grappled`.
    pub entry: String,
    /// The text: `grappled with B2`.
    pub words: Message,
}

/// The boxes that the figure of a track counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tally {
    /// The boxes that are left: crew, arrows.
    #[default]
    Left,
    /// The boxes that are crossed off: hits, fires.
    Crossed,
}

impl Tally {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_usual(&self) -> bool {
        *self == Tally::default()
    }
}

/// A label inside a box of a track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notch {
    /// The index of the box, from 0.
    pub at: u32,
    /// One or two characters: `½`.
    pub label: Message,
}

/// A box to tick: `routing`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkbox {
    /// What it means.
    pub caption: Message,
    pub ticked: bool,
    /// The record entry that it shows: `routing`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
}

/// A row of numbered cells to fill in, one for each turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnCells {
    /// The caption: `Speed, turn by turn`.
    pub caption: Message,
    pub cells: u8,
    /// The record entry that players write down at the end of each turn.
    #[serde(default)]
    pub entry: String,
    /// The texts of the first cells, already filled in.
    #[serde(default)]
    pub filled: Vec<Message>,
}

impl Sheet {
    /// The record entries that it shows.
    pub fn entries(&self) -> impl Iterator<Item = &str> {
        let facts = self.facts.iter().chain(&self.blanks).map(|fact| &fact.entry);
        let tracks = self.tracks.iter().map(|track| &track.entry);
        let ticks = self.ticks.iter().map(|tick| &tick.entry);
        facts.chain(tracks).chain(ticks).flatten().map(String::as_str)
    }
}

/// The record entry of a unit's condition.
pub const CONDITION: &str = "status";

impl Fact {
    /// Whether it is the condition of a unit.
    #[must_use]
    pub fn is_condition(&self) -> bool {
        self.entry.as_deref() == Some(CONDITION)
    }

    /// A caption with its text.
    #[must_use]
    pub fn new(caption: Message, text: Message) -> Fact {
        Fact { caption, count: None, text, parts: Vec::new(), entry: None }
    }

    /// Adds the parts of a number, or the effects of the things in a list.
    #[must_use]
    pub fn of(self, parts: Vec<Message>) -> Fact {
        Fact { parts, ..self }
    }

    /// A line to write on, with these units already on it.
    #[must_use]
    pub fn line(caption: Message, units: &[Tag]) -> Fact {
        Fact::new(caption, list_of(units))
    }

    /// Sets the record entry that it shows and that can be corrected.
    #[must_use]
    pub fn entry(self, entry: impl Into<String>) -> Fact {
        Fact { entry: Some(entry.into()), ..self }
    }

    /// Sets the number of things in the text.
    #[must_use]
    pub fn counting(self, count: usize) -> Fact {
        Fact { count: Some(count), ..self }
    }
}

impl Track {
    /// Boxes worth 1 each.
    #[must_use]
    pub fn new(caption: Message, boxes: u32, crossed: u32) -> Track {
        Track {
            caption,
            boxes,
            crossed,
            unavailable: 0,
            box_worth: 1,
            last_worth: None,
            tally: Tally::Left,
            notches: Vec::new(),
            note: Message::default(),
            entry: None,
        }
    }

    /// Boxes for damage to a unit, worth 1 each.
    #[must_use]
    pub fn for_damage(caption: Message, boxes: u32, suffered: u32) -> Track {
        Track { tally: Tally::Crossed, ..Track::new(caption, boxes, suffered) }
    }

    /// The figure of the track, now and at the start: with no box crossed off, or with
    /// every box if it counts crossed boxes.
    #[must_use]
    pub fn figure(&self) -> (u32, u32) {
        let worth = self.box_worth.max(1);
        let full = match self.last_worth {
            Some(last) => self.boxes.saturating_sub(1) * worth + last,
            None => self.boxes * worth,
        };
        let crossed = ((self.crossed + self.unavailable) * worth).min(full);
        match self.tally {
            Tally::Left => (full - crossed, full),
            Tally::Crossed => (crossed, full),
        }
    }

    /// Sets the record entry that it shows and that can be corrected.
    #[must_use]
    pub fn entry(self, entry: impl Into<String>) -> Track {
        Track { entry: Some(entry.into()), ..self }
    }

    /// Sets how to use it, or related figures.
    #[must_use]
    pub fn noted(self, note: Message) -> Track {
        Track { note, ..self }
    }

    /// Adds labels inside some boxes.
    #[must_use]
    pub fn with_labels(self, notches: impl IntoIterator<Item = (u32, Message)>) -> Track {
        let notch = |(at, label)| Notch { at, label };
        Track { notches: notches.into_iter().map(notch).collect(), ..self }
    }
}

impl Checkbox {
    /// A box to tick.
    #[must_use]
    pub fn new(caption: Message, ticked: bool) -> Checkbox {
        Checkbox { caption, ticked, entry: None }
    }

    /// Sets the record entry that it shows and that can be corrected.
    #[must_use]
    pub fn entry(self, entry: impl Into<String>) -> Checkbox {
        Checkbox { entry: Some(entry.into()), ..self }
    }
}

/// The cards and record sheets of a game.
pub trait Cards: Rules {
    /// A unit as it entered the battle, if the battle stores that.
    fn entered(&self, _tag: Tag) -> Option<&Self::Unit> {
        None
    }
    /// A unit in brief.
    fn card(&self, tag: Tag) -> Option<Card> {
        default_impls::card(self, tag)
    }
    /// A unit's record sheet, as it is now or (`fresh`) as before the battle.
    fn sheet(&self, tag: Tag, fresh: bool) -> Option<Sheet> {
        default_impls::sheet(self, tag, fresh)
    }
    /// The words of the charts (types, weapons, skills) that a side's fleet uses, so that a
    /// print can omit the rest.
    fn uses(&self, _side: Side) -> Vec<String> {
        Vec::new()
    }
    /// The battle cards of a side, which are secret from the other side.
    fn battle_cards(&self, _side: Side) -> Vec<BattleCard> {
        Vec::new()
    }
}

/// The additions of a print to the boxes of a record.
pub trait Printed: Rules {
    /// A sentence about the current value of a record entry, if it says more than the box,
    /// fact or mark; empty if there is nothing to say now.
    fn in_words(&self, _subject: Subject, _entry: &str) -> Option<Message> {
        None
    }
    /// Whether that sentence outlasts the turn, so that the battle report repeats it.
    fn is_lasting(&self, _entry: &str) -> bool {
        false
    }
    /// State of the battle that is in no record.
    fn remembered(&self) -> Vec<Fact> {
        Vec::new()
    }
    /// The counters that a side's fleet needs in addition to its cards.
    fn chits(&self, _side: Side) -> Vec<Chit> {
        Vec::new()
    }
    /// Totals of a side, as boxes: the number of ships that a fleet has lost.
    fn tallies(&self, _side: Side) -> Vec<Track> {
        Vec::new()
    }
    /// Lines to write on for a side as a whole, with what is already known, such as the
    /// position of its admiral.
    fn side_lines(&self, _side: Side) -> Vec<Fact> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_tracks_leave_out_lost_and_absent_men() {
        let crew = Track { unavailable: 2, box_worth: 10, ..Track::new(Message::default(), 8, 3) };
        assert_eq!(crew.figure(), (30, 80));
        assert_eq!(Track { last_worth: Some(4), ..crew.clone() }.figure(), (24, 74));
        assert_eq!(Track { tally: Tally::Crossed, ..crew }.figure(), (50, 80));
    }

    #[test]
    fn crossed_boxes_count_the_damage() {
        assert_eq!(Track::for_damage(Message::default(), 5, 2).figure(), (2, 5));
    }
}
