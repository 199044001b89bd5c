//! The battle report: what a journal tells, for people who were not there.
//! Rounds as chapters, losses, turning points and the luck of the dice, as plain
//! text in a structure that paper can print, as Markdown and as JSON.

mod figures;
mod json;
mod markdown;
mod telling;
mod turning;

use crate::journal::{Journal, Luck};
use crate::rules::{Battle, Side, Tag, Viewer};

pub use turning::TurningPoint;

/// A part of the report under its own heading, in plain text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// `Round 3`.
    pub title: String,
    /// Its paragraphs.
    pub paragraphs: Vec<String>,
}

/// What is told of a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Force {
    /// Which.
    pub side: Side,
    /// The fleet's name.
    pub name: String,
    /// Its units at the start.
    pub units: usize,
    /// Those of them that are out of the battle or in other hands, in the order
    /// in which they were lost.
    pub losses: Vec<Loss>,
}

/// A unit that was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Its tag.
    pub tag: Tag,
    /// Its name.
    pub name: String,
    /// What became of it: `sunk`.
    pub how: String,
    /// When: `Round 3`.
    pub when: String,
}

/// The report of a battle, as far as it has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// `Athens against Corinth`.
    pub title: String,
    /// The rules.
    pub system: &'static str,
    /// What the rules call a unit, in the plural.
    pub units: &'static str,
    /// How it ended, or where it stands, in a sentence.
    pub verdict: String,
    /// Side A and side B.
    pub forces: [Force; 2],
    /// The rounds.
    pub rounds: Vec<Chapter>,
    /// What decided it, in the order in which it happened.
    pub turning_points: Vec<TurningPoint>,
    /// How the dice fell.
    pub luck: Luck,
    /// Whether every throw of the program is that of the battle's seed; none
    /// where it threw nothing.
    pub dice_of_the_seed: Option<bool>,
}

impl Report {
    /// The report of a battle up to where the players stand, as far as a viewer
    /// may know.
    #[must_use]
    pub fn of(journal: &Journal, viewer: Viewer) -> Report {
        let battle = journal.battle();
        let [a, b] = [Side::A, Side::B].map(|side| battle.side_name(side));
        let luck = journal.luck(viewer);
        Report {
            title: format!("{a} against {b}"),
            system: battle.system().name(),
            units: battle.system().units(),
            verdict: verdict(battle),
            forces: [Side::A, Side::B].map(|side| force(journal, side)),
            rounds: telling::rounds(journal, viewer),
            turning_points: turning::points(journal, &luck, viewer),
            luck,
            dice_of_the_seed: telling::dice_of_the_seed(journal),
        }
    }

    /// All of it as chapters: the forces, the rounds, and what is to be said at
    /// the end.
    #[must_use]
    pub fn chapters(&self) -> Vec<Chapter> {
        let mut chapters = vec![telling::forces(self)];
        chapters.extend(self.rounds.iter().cloned());
        chapters.extend(telling::ending(self));
        chapters
    }
}

fn verdict(battle: &Battle) -> String {
    match battle.winner() {
        Some(winner) => match Side::from_slug(winner) {
            Some(side) => format!("Victory goes to {}.", battle.side_name(side)),
            None => "A draw.".into(),
        },
        None => format!("The battle is not over: {}.", battle.guide().headline),
    }
}

/// The chapter that an entry belongs to: the guide's headline before it, without
/// what it says of sides and phases.
fn round_of(battle: &Battle) -> String {
    let headline = battle.guide().headline;
    headline.split(':').next().unwrap_or_default().trim().to_owned()
}

fn force(journal: &Journal, side: Side) -> Force {
    let start = journal.at(0).unwrap_or_else(|| journal.battle());
    let own: Vec<Tag> = start.tags().into_iter().filter(|tag| tag.side == side).collect();
    let lost = |battle: &Battle, tag: Tag| !battle.in_play(tag) || battle.holder(tag) != side;
    let now = journal.battle();
    let mut losses: Vec<(usize, Loss)> = own
        .iter()
        .filter(|tag| lost(now, **tag))
        .map(|tag| {
            // Since when she has been lost for good.
            let since = (0..journal.cursor())
                .rev()
                .find(|at| journal.at(*at).is_some_and(|battle| !lost(battle, *tag)))
                .unwrap_or(0);
            let when = journal.at(since).map(round_of).unwrap_or_default();
            let how = figures::fate(now, *tag, side);
            (since, Loss { tag: *tag, name: now.unit_name(*tag), how, when })
        })
        .collect();
    losses.sort_by_key(|(since, _)| *since);
    Force {
        side,
        name: now.side_name(side).to_owned(),
        units: own.len(),
        losses: losses.into_iter().map(|(_, loss)| loss).collect(),
    }
}
