//! The battle report: rounds as chapters, losses, turning points and the luck of the dice, for
//! readers who did not see the battle. Its messages can be printed, or written as Markdown and
//! JSON.

mod chapters;
mod figures;
mod markdown;
mod prose;
mod scenario;
mod turning_points;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::analysis::{Job, Luck, Progress};
use crate::fleet::library;
use crate::journal::{Difference, Journal, Undone};
use games::{Battle, Fleet, SystemTag};
use message::{Message, message};
use rules::drawing::Drawing;
use rules::{RoundNumber, Side, Tag, Viewer, Winner};

pub use turning_points::TurningPoint;

use prose::within;

/// A part of the report under its own heading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chapter {
    /// `Round 3`.
    pub title: Message,
    /// Its paragraphs, each of whole sentences.
    pub paragraphs: Vec<Message>,
}

/// A side in the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Force {
    pub side: Side,
    pub name: String,
    /// Its units at the start.
    pub units: usize,
    /// Each of them, by tag.
    pub members: Vec<Member>,
    /// The units that are out of the battle or captured, in the order in which
    /// they were lost.
    pub losses: Vec<Loss>,
}

/// A unit, with its fate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    pub tag: Tag,
    pub name: String,
    /// Its type: `Trireme (full deck)`.
    pub kind: Message,
    /// Its silhouette.
    pub drawing: Drawing,
    pub lost: bool,
    /// Its fate: `sunk in round 3`, `undamaged`, `Crew 83 of 210, aground`.
    pub state: Message,
}

impl Member {
    /// Its type and fate in one message.
    #[must_use]
    pub fn text(&self) -> Message {
        let (kind, state) = (&self.kind, &self.state);
        if state.is_empty() { kind.clone() } else { message!("{kind} · {state}", kind, state) }
    }
}

/// A unit that was lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loss {
    pub tag: Tag,
    pub name: String,
    /// The kind of loss: `sunk`.
    pub how: Message,
    /// When: `Round 3`.
    pub when: Message,
    /// Both: `sunk in round 3`.
    pub state: Message,
}

/// The report of a battle, finished or not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BattleReport {
    /// The name of the ready battle, or `Athens against Corinth`.
    pub title: Message,
    /// The rules.
    pub system: SystemTag,
    /// The result or the present state, in a sentence.
    pub verdict: Message,
    /// The progress of each side towards its victory conditions, a line for each way to win.
    #[serde(default)]
    pub aims: Vec<Message>,
    /// Side A and side B.
    pub forces: [Force; 2],
    /// The rounds, a chapter each or several together.
    pub rounds: Vec<Chapter>,
    /// The turning points, in order.
    pub turning_points: Vec<TurningPoint>,
    /// By how many units at full strength A was stronger than B, before the
    /// first order and after each.
    pub balance: Vec<f64>,
    pub orders: usize,
    /// The last round or turn.
    pub stands_at: RoundNumber,
    /// The luck of the dice.
    pub luck: Luck,
    /// Whether every roll of the app that the reader may know of is that of the
    /// battle's seed; `None` if there is none.
    pub dice_of_the_seed: Option<bool>,
    /// The undone orders and rolls, as far as the reader may know.
    #[serde(default)]
    pub undone: Undone,
    /// The orders whose result differs between this version of the rules and the one that wrote the
    /// battle.
    #[serde(default)]
    pub differences: Vec<Differs>,
    /// The setup, with a chapter for each topic: facts about a ready battle, and the notes of the
    /// fleets.
    #[serde(default)]
    pub scenario: Vec<Chapter>,
}

/// An order whose result differs between this version of the rules and the one that wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Differs {
    /// Its place in the log, from 1.
    pub entry: usize,
    /// Whether it still counts, and the reason for the difference, in a sentence.
    pub text: Message,
}

impl Differs {
    /// All such orders of the line, as far as a viewer may know.
    #[must_use]
    pub fn all(journal: &Journal, viewer: Viewer) -> Vec<Differs> {
        let standing = journal.differences().iter().filter(|found| found.index < journal.cursor());
        let places = journal.places(viewer);
        let line = |found: &Difference| Differs {
            entry: places.seen(found.index) + 1,
            text: found.text(viewer),
        };
        let mut differs: Vec<Differs> = standing.map(line).collect();
        // The hidden part of a group is one entry.
        differs.dedup_by_key(|differs| differs.entry);
        differs
    }

    /// All of them in a sentence; `None` if there are none.
    #[must_use]
    pub fn in_short(differences: &[Differs]) -> Option<Message> {
        /// At most this many are named.
        const NAMED: usize = 12;
        if differences.is_empty() {
            return None;
        }
        let numbers =
            differences.iter().map(|differs| Message::verbatim(differs.entry.to_string()));
        let named = Message::list(numbers.take(NAMED));
        let more = differences.len().saturating_sub(NAMED);
        let orders =
            if more > 0 { message!("{named} and {more} more", named, more) } else { named };
        Some(message!(
            differences.len() => "The rules have changed since this battle was saved: {n} order is read differently (order {orders})." |
                "The rules have changed since this battle was saved: {n} orders are read differently (orders {orders}).",
            orders
        ))
    }
}

/// A battle report that is computed in steps, one order each.
#[derive(Clone, Debug)]
pub struct Reporting {
    journal: Arc<Journal>,
    viewer: Viewer,
    /// The luck of the dice, which is computed first.
    luck: Option<Luck>,
    /// The place of the order that is looked at next.
    at: usize,
    points: Vec<TurningPoint>,
}

impl Reporting {
    /// The job for a report up to the present position, as far as a viewer may know.
    #[must_use]
    pub fn new(journal: Arc<Journal>, viewer: Viewer) -> Reporting {
        Reporting { journal, viewer, luck: None, at: 0, points: Vec::new() }
    }

    /// The report. Turning points that were not reached are left out.
    #[must_use]
    pub fn found(self) -> BattleReport {
        let Reporting { journal, viewer, luck, points, .. } = self;
        let battle = journal.battle();
        let places = journal.places(viewer);
        let orders = places.seen(journal.cursor());
        let mut turning_points = turning_points::most(points);
        for point in &mut turning_points {
            point.index = places.seen(point.index);
        }
        let course = turning_points::course(&journal, viewer);
        let balance = (0..=orders).filter_map(|at| course.get(places.on_line(at)).copied());
        BattleReport {
            title: title(&journal),
            system: battle.system(),
            verdict: verdict(battle),
            aims: battle.known_to(viewer).aims_in_full(),
            forces: [Side::A, Side::B].map(|side| force(&journal, side, viewer)),
            rounds: chapters::rounds(&journal, viewer),
            turning_points,
            balance: balance.collect(),
            orders,
            stands_at: battle.moment(),
            luck: luck.unwrap_or_else(|| Luck::of(&journal, viewer)).at(&places),
            dice_of_the_seed: chapters::dice_of_the_seed(&journal, viewer),
            undone: journal.undone(viewer),
            differences: Differs::all(&journal, viewer),
            scenario: scenario::scenario(&journal, viewer),
        }
    }
}

impl Job for Reporting {
    fn step(&mut self) -> bool {
        let Some(luck) = &self.luck else {
            self.luck = Some(Luck::of(&self.journal, self.viewer));
            return true;
        };
        if self.at == self.journal.cursor() {
            return false;
        }
        self.points.extend(turning_points::point(&self.journal, luck, self.at, self.viewer));
        self.at += 1;
        true
    }

    fn progress(&self) -> Progress {
        let done = self.at as u64 + u64::from(self.luck.is_some());
        Progress { done, all: self.journal.cursor() as u64 + 1 }
    }
}

impl BattleReport {
    /// The report of a battle, computed at once.
    #[must_use]
    pub fn of(journal: &Journal, viewer: Viewer) -> BattleReport {
        let mut reporting = Reporting::new(Arc::new(journal.clone()), viewer);
        reporting.finish();
        reporting.found()
    }

    /// The summary: the result and the losses.
    #[must_use]
    pub fn summary(&self) -> Vec<Message> {
        chapters::summary(self)
    }

    /// The sentence before the turning points; `None` if there are none.
    #[must_use]
    pub fn on_turning_points(&self) -> Option<Message> {
        (!self.turning_points.is_empty()).then(|| chapters::on_turning_points(self))
    }

    /// A turning point in words: the event, and its effect.
    #[must_use]
    pub fn turning_point_text(&self, point: &TurningPoint) -> [Message; 2] {
        chapters::turning_point(self, point)
    }

    /// The luck of the dice, and whether they were those of the seed; empty if there were none.
    #[must_use]
    pub fn dice(&self) -> Vec<Message> {
        if self.luck.throws.is_empty() { Vec::new() } else { chapters::dice(self) }
    }
}

/// The name of the ready battle, or the names of both sides.
fn title(journal: &Journal) -> Message {
    let opening = journal.opening();
    let [a, b] = opening.fleets.each_ref().map(Fleet::name);
    match library::battle_of([a, b], &opening.options) {
        Some(ready) => Message::verbatim(&ready.name),
        None => message!("{a} against {b}", a, b = within(b)),
    }
}

/// The result, or that there is none yet.
fn verdict(battle: &Battle) -> Message {
    let name = |side| within(battle.side_name(side));
    if let Some(ending) = battle.ending() {
        return ending.message(name);
    }
    let by_the_rules = battle.winner().map(Winner::side);
    match battle.victor().map(Winner::side) {
        Some(victor) if by_the_rules == Some(victor) => match victor {
            Some(side) => message!("Victory: {fleet}.", fleet = name(side)),
            None => message!("A draw."),
        },
        Some(victor) => {
            let aims = match victor {
                Some(side) => message!("Scenario victory: {fleet}.", fleet = name(side)),
                None => message!("A draw by the victory conditions."),
            };
            match by_the_rules {
                Some(Some(side)) => {
                    message!("{aims} By the rules: {fleet}.", aims, fleet = name(side))
                }
                Some(None) => message!("{aims} By the rules: a draw.", aims),
                None => aims,
            }
        }
        None => message!("The battle is not over ({round}).", round = battle.moment().within()),
    }
}

fn force(journal: &Journal, side: Side, viewer: Viewer) -> Force {
    let start = journal.at(0).unwrap_or_else(|| journal.battle());
    let own: Vec<Tag> = start.tags().into_iter().filter(|tag| tag.side == side).collect();
    let lost = |battle: &Battle, tag: Tag| !battle.in_play(tag) || battle.holder(tag) != side;
    let now = &journal.battle().known_to(viewer);
    let mut losses: Vec<(usize, Loss)> = own
        .iter()
        .filter(|tag| lost(now, **tag))
        .map(|tag| {
            // A prize that sank later is reported as sunk.
            let gone = !now.in_play(*tag);
            let end_of =
                |battle: &Battle| if gone { battle.in_play(*tag) } else { !lost(battle, *tag) };
            let since = (0..journal.cursor()).rev().find(|at| journal.at(*at).is_some_and(end_of));
            let since = since.unwrap_or(0);
            let round = journal.at(since).unwrap_or(journal.battle()).moment();
            let how = figures::fate(now, *tag, side);
            let state = message!("{how} in {round}", how = &how, round = round.within());
            (since, Loss { tag: *tag, name: now.unit_name(*tag), how, when: round.name(), state })
        })
        .collect();
    losses.sort_by_key(|(since, _)| *since);
    let losses: Vec<Loss> = losses.into_iter().map(|(_, loss)| loss).collect();
    let member = |tag: &Tag| {
        let card = now.card(*tag)?;
        let end = losses.iter().find(|loss| loss.tag == *tag);
        let state = match end {
            Some(found) => found.state.clone(),
            None => figures::state(now, &card),
        };
        let lost = end.is_some();
        let (name, kind, drawing) = (card.name, card.kind, card.drawing);
        Some(Member { tag: *tag, name, kind, drawing, lost, state })
    };
    Force {
        side,
        name: now.side_name(side).to_owned(),
        units: own.len(),
        members: own.iter().filter_map(member).collect(),
        losses,
    }
}
