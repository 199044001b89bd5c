//! Record sheets as text in the reader's language.

use std::borrow::Cow;

use message::i18n::{Words, in_latin};
use message::{Joint, Message, message};
use rules::drawing::Drawing;
use rules::{self, Tag};

/// A record sheet as text.
pub(super) struct Sheet {
    pub(super) tag: Option<Tag>,
    pub(super) name: String,
    pub(super) drawing: Drawing,
    pub(super) kind: String,
    /// The type and fleet, and the shorter form for a panel in which the sheet continues.
    pub(super) subtitles: [String; 2],
    /// Its condition during a battle, which may be empty; `None` before one.
    pub(super) state: Option<Fact>,
    pub(super) facts: Vec<Fact>,
    /// The number of facts, at the end, about what the unit adds to rolls.
    pub(super) adds: usize,
    pub(super) tracks: Vec<Track>,
    pub(super) ticks: Vec<Checkbox>,
    pub(super) ledger: Option<TurnCells>,
    pub(super) blanks: Vec<Fact>,
    pub(super) out: Option<String>,
}

/// A caption with its text.
pub(super) struct Fact {
    pub(super) caption: String,
    pub(super) text: String,
    /// Whether it shows an entry of the record.
    pub(super) is_entry: bool,
}

impl Fact {
    /// The caption and the text on one line.
    pub(super) fn line(&self) -> String {
        if self.text.is_empty() {
            return self.caption.clone();
        }
        format!("{}: {}", self.caption, self.text)
    }
}

/// Boxes to cross off.
pub(super) struct Track {
    pub(super) caption: String,
    /// The value of a box, if that is not 1, and how to use the track.
    pub(super) note: String,
    pub(super) boxes: u32,
    pub(super) crossed: u32,
    /// The number of boxes after those that are temporarily unavailable.
    pub(super) away: u32,
    /// The labels in some boxes, by their indices.
    pub(super) notches: Vec<(u32, String)>,
    /// A description of the boxes for assistive software.
    pub(super) in_words: String,
}

/// A box to tick.
pub(super) struct Checkbox {
    pub(super) caption: String,
    pub(super) ticked: bool,
    /// A description of the box for assistive software.
    pub(super) in_words: String,
}

/// Cells to fill in each turn.
pub(super) struct TurnCells {
    pub(super) caption: String,
    pub(super) cells: u8,
    pub(super) filled: Vec<String>,
}

/// A name with Greek letters in Latin ones; `None` if it has no Greek letters.
pub(super) fn latin_of(name: &str) -> Option<String> {
    match in_latin(name) {
        Cow::Owned(latin) => Some(latin),
        Cow::Borrowed(_) => None,
    }
}

/// A name with Greek letters, followed by the same in Latin ones; `None` for any other name.
pub(super) fn with_latin(name: &str) -> Option<String> {
    latin_of(name).map(|latin| format!("{name} {latin}"))
}

impl Sheet {
    pub(super) fn new(sheet: &rules::Sheet, words: &Words) -> Sheet {
        let kind = words.tell(&sheet.kind);
        let subtitle = |parts: &[&str]| {
            let parts = parts.iter().copied().filter(|part| !part.is_empty());
            parts.collect::<Vec<_>>().join(" · ")
        };
        let continued = words.tell(&message!("continued"));
        // The name in Latin letters, for players who do not read Greek.
        let latin = latin_of(&sheet.name).unwrap_or_default();
        Sheet {
            tag: sheet.tag,
            name: sheet.name.clone(),
            drawing: sheet.drawing,
            subtitles: [
                subtitle(&[&latin, &kind, &sheet.fleet]),
                subtitle(&[&kind, &sheet.fleet, &continued]),
            ],
            state: sheet
                .facts
                .iter()
                .find(|fact| fact.is_condition())
                .map(|fact| state(fact, &sheet.now, words)),
            adds: sheet.adds.len(),
            facts: sheet
                .facts
                .iter()
                .filter(|fact| !fact.is_condition())
                .chain(&sheet.adds)
                .map(|fact| Fact::new(fact, words))
                .collect(),
            tracks: sheet.tracks.iter().map(|track| Track::new(track, words)).collect(),
            ticks: sheet
                .ticks
                .iter()
                .map(|tick| Checkbox {
                    caption: words.tell(&tick.caption),
                    ticked: tick.ticked,
                    in_words: words.tell(&if tick.ticked {
                        message!("ticked")
                    } else {
                        message!("empty")
                    }),
                })
                .collect(),
            ledger: sheet.ledger.as_ref().map(|ledger| TurnCells {
                caption: words.tell(&ledger.caption),
                cells: ledger.cells,
                filled: words.tell_all(&ledger.filled),
            }),
            blanks: sheet.blanks.iter().map(|fact| Fact::new(fact, words)).collect(),
            out: sheet.out.as_ref().map(|out| words.tell(out)),
            kind,
        }
    }

    pub(super) fn subtitle(&self, continued: bool) -> &str {
        let [first, further] = &self.subtitles;
        if continued { further } else { first }
    }
}

/// The condition of a unit, with its temporary modifiers.
fn state(condition: &rules::Fact, now: &[rules::Fact], words: &Words) -> Fact {
    let adds = now
        .iter()
        .map(|fact| message!("{caption} {amount}", caption = &fact.caption, amount = &fact.text));
    let shown =
        std::iter::once(condition.text.clone()).chain(adds).filter(|shown| !shown.is_empty());
    let text = Message::joined(shown, Joint::Semicolon);
    Fact::new(&rules::Fact { text, ..condition.clone() }, words)
}

impl Fact {
    pub(super) fn new(fact: &rules::Fact, words: &Words) -> Fact {
        let caption = words.tell(&fact.caption);
        let caption = match fact.count {
            Some(count) => format!("{caption} ({count})"),
            None => caption,
        };
        Fact { caption, text: words.tell(&fact.text), is_entry: fact.entry.is_some() }
    }
}

impl Track {
    pub(super) fn new(track: &rules::Track, words: &Words) -> Track {
        let worth = track.box_worth;
        let worth = (worth != 1).then(|| words.tell(&message!("a box is {worth}", worth)));
        let note = words.tell(&track.note);
        let notes: Vec<String> =
            worth.into_iter().chain([note]).filter(|note| !note.is_empty()).collect();
        let last = track.last_worth.map(|worth| (track.boxes.saturating_sub(1), worth.to_string()));
        let notches = track.notches.iter().map(|notch| (notch.at, words.tell(&notch.label)));
        let (boxes, crossed) = (track.boxes, track.crossed.min(track.boxes));
        let in_words = message!("{crossed} of {boxes} boxes crossed off", crossed, boxes);
        Track {
            in_words: words.tell(&in_words),
            caption: words.capital(&track.caption),
            note: notes.join("; "),
            boxes: track.boxes,
            crossed: track.crossed,
            away: track.unavailable,
            notches: notches.chain(last).collect(),
        }
    }
}
