//! What the chapters say.

use std::collections::BTreeSet;

use crate::analysis::Proof;
use crate::journal::{Journal, Seen};
use crate::rules::{Battle, Side, Subject, Viewer, title};
use crate::wording::{self, capital};

use super::figures::{chance_in_words, in_units};
use super::prose::{Names, joined, within};
use super::{BattleReport, Chapter, Force, TurningPoint, round_of};

/// What is told in one paragraph: what one unit did, or several of a side one
/// after the other, in so many letters.
const PARAGRAPH: usize = 320;

/// The rounds. What each unit did is told by itself, unless it was little.
pub(super) fn rounds(journal: &Journal, viewer: Viewer) -> Vec<Chapter> {
    let names = Names::of(journal.at(0).unwrap_or_else(|| journal.battle()));
    let mut chapters: Vec<(String, Vec<Paragraph>)> = Vec::new();
    for index in 0..journal.cursor() {
        let (Some(before), Some(entry)) = (journal.at(index), journal.entry(index)) else { break };
        let round = round_of(before);
        if chapters.last().is_none_or(|(title, _)| *title != round) {
            chapters.push((round, Vec::new()));
        }
        let told = journal.seen(index, viewer).map(|seen| tell(before, &seen)).unwrap_or_default();
        let Some((_, paragraphs)) = chapters.last_mut().filter(|_| !told.is_empty()) else {
            continue;
        };
        let giver = entry.given_by(before.system());
        match paragraphs.last_mut() {
            Some(paragraph) if paragraph.goes_on(giver) => {
                paragraph.giver = giver;
                paragraph.sentences.extend(told);
            }
            _ => paragraphs.push(Paragraph { giver, sentences: told }),
        }
    }
    let mut told: Vec<Chapter> = Vec::new();
    // The first of the quiet rounds that the last chapter is about.
    let mut quiet: Option<u32> = None;
    for (title, paragraphs) in chapters {
        let mut called = BTreeSet::new();
        let paragraphs: Vec<String> = paragraphs
            .iter()
            .map(|paragraph| names.call(&joined(&names, &paragraph.sentences), &mut called))
            .collect();
        if !paragraphs.is_empty() {
            quiet = None;
            told.push(Chapter { title, paragraphs });
            continue;
        }
        // What comes before the first round is told only where something happened.
        let Some((word, number)) = numbered(&title) else { continue };
        if let (Some(first), Some(last)) = (quiet, told.last_mut()) {
            let to = if number == first + 1 { "and" } else { "to" };
            last.title = format!("{word}s {first} {to} {number}");
            continue;
        }
        quiet = Some(number);
        told.push(Chapter { title, paragraphs: vec!["Nothing that told on either side.".into()] });
    }
    told
}

/// `Round 3` as its word and number.
fn numbered(title: &str) -> Option<(&str, u32)> {
    let (word, number) = title.split_once(' ')?;
    Some((word, number.parse().ok()?))
}

/// What is told in one go, and who gave the last of its orders.
struct Paragraph {
    giver: Subject,
    sentences: Vec<String>,
}

impl Paragraph {
    /// Whether what somebody did next belongs to it.
    fn goes_on(&self, giver: Subject) -> bool {
        match (self.giver, giver) {
            // What belongs to nobody stands by itself.
            (Subject::Battle, _) | (_, Subject::Battle) => false,
            (one, other) if one == other => true,
            (Subject::Unit(one), Subject::Unit(other)) => {
                let letters: usize = self.sentences.iter().map(String::len).sum();
                one.side == other.side && letters < PARAGRAPH
            }
            _ => false,
        }
    }
}

/// An entry in sentences; none where there is nothing to tell. What the players
/// wrote beside it is told with all that happened.
fn tell(before: &Battle, seen: &Seen) -> Vec<String> {
    if !seen.note.is_empty() {
        let mut sentences = seen.sentences.clone();
        sentences.push(format!("({})", seen.note));
        return sentences;
    }
    seen.report.as_ref().map(|report| wording::story(before, report)).unwrap_or_default()
}

/// Whether every throw of the program is that of the seed; none where it threw
/// nothing.
pub(super) fn dice_of_the_seed(journal: &Journal) -> Option<bool> {
    let proofs = (0..journal.cursor()).filter_map(|index| Proof::of(journal, index));
    let told: Vec<bool> = proofs
        .filter(|proof| *proof != Proof::NothingToProve)
        .map(|proof| matches!(proof, Proof::OfTheSeed(_)))
        .collect();
    (!told.is_empty()).then(|| told.into_iter().all(|proved| proved))
}

/// How it ended, and what it cost.
pub(super) fn summary(report: &BattleReport) -> Vec<String> {
    let orders = counted(report.orders, "order");
    let losses: Vec<String> =
        report.forces.iter().map(|force| losses(force, &report.units)).collect();
    vec![
        report.verdict.clone(),
        losses.join(" "),
        format!("Fought with {}, to {}, in {orders}.", report.system, within_round(report)),
    ]
}

/// Where the battle ended or stands, within a sentence.
fn within_round(report: &BattleReport) -> String {
    let mut letters = report.stands_at.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

fn counted(n: usize, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}

fn losses(force: &Force, units: &str) -> String {
    let name = capital(&force.name);
    match force.losses.len() {
        0 => format!("{name} lost none of {} {units}.", force.units),
        lost if lost == force.units => format!("{name} lost all {lost} {units}."),
        lost => format!("{name} lost {lost} of {} {units}.", force.units),
    }
}

pub(super) fn on_turning_points(report: &BattleReport) -> String {
    let units = &report.units;
    let one = units.trim_end_matches('s');
    let whose = if one == "ship" { "her" } else { "it" };
    format!(
        "Where the dice moved the battle furthest from what the odds had promised before the \
         throw. It is counted in {units} at full strength: each {one} counts half for being \
         there, and half for what is left of {whose}."
    )
}

/// What happened, and what it was worth.
pub(super) fn turning_point(report: &BattleReport, point: &TurningPoint) -> [String; 2] {
    let one = report.units.trim_end_matches('s');
    let worth = in_units(point.swing, one, &report.units);
    let name = within(&report.forces[point.favours.index()].name);
    let worth = format!("{worth} better for {name} than was to be expected.");
    let outcome = |slug: &str| title(slug).to_lowercase();
    let mut odds = String::new();
    // Of an outcome that was nearly certain, only the throw is worth a word.
    if point.chance <= 0.995 {
        let chance = chance_in_words(point.chance);
        odds = format!("{}, a {chance} chance", outcome(&point.outcome));
        if let Some((other, chance)) = point.instead.as_ref().filter(|(_, chance)| *chance >= 0.05)
        {
            let (other, chance) = (outcome(other), chance_in_words(*chance));
            odds = format!("{odds} ({other} had {chance})");
        }
    }
    if point.least_likely_throw < point.chance.min(0.1) {
        let throw = chance_in_words(point.least_likely_throw);
        let on = if odds.is_empty() { "on" } else { ", on" };
        odds = format!("{odds}{on} a {throw} throw");
    }
    let told = if odds.is_empty() { worth } else { format!("{odds}: {worth}") };
    [point.story.clone(), capital(&told)]
}

pub(super) fn dice(report: &BattleReport) -> Vec<String> {
    let mut paragraphs: Vec<String> = [Side::A, Side::B]
        .iter()
        .filter(|side| report.luck.sides[side.index()].throws > 0)
        .map(|side| fortune(report, *side))
        .collect();
    paragraphs.extend(report.dice_of_the_seed.map(|proved| {
        if proved {
            "Verified: every throw of the program is the one that the battle's seed gives.".into()
        } else {
            "Not every throw of the program is the one that the battle's seed gives for its \
             order: some were taken over when orders before them changed, or were altered."
                .into()
        }
    }));
    paragraphs
}

/// How a side's dice fell: in all, die by die, and the best and worst of them.
fn fortune(report: &BattleReport, side: Side) -> String {
    let fortune = &report.luck.sides[side.index()];
    let name = capital(&report.forces[side.index()].name);
    let luck = fortune.luck();
    let sigma = format!("{:.1} standard deviations", luck.abs());
    let verdict = match luck {
        _ if luck >= 2.0 => format!("with rare luck: {sigma} better than was to be expected"),
        _ if luck >= 1.0 => format!("luckily: {sigma} better than was to be expected"),
        _ if luck > -1.0 => "about as was to be expected".to_owned(),
        _ if luck > -2.0 => format!("unluckily: {sigma} worse than was to be expected"),
        _ => format!("with rare ill luck: {sigma} worse than was to be expected"),
    };
    let throws = counted(fortune.throws as usize, "throw");
    let mut sentences = vec![format!("{name} made {throws}, {verdict}.")];
    sentences.extend(fortune.faces.iter().filter_map(|(die, counts)| {
        let dice: u32 = counts.iter().sum();
        let (mean, expected) = (fortune.mean_face(*die)?, f64::from(die + 1) / 2.0);
        // A mean of a few dice says nothing.
        (dice >= 5)
            .then(|| format!("{dice} d{die} showed {mean:.2} on average ({expected:.1} is fair)."))
    }));
    sentences.extend(best_throw(report, side));
    sentences.join(" ")
}

fn best_throw(report: &BattleReport, side: Side) -> Option<String> {
    let measured = report.luck.throws.iter().filter(|cast| cast.side == Some(side));
    let (cast, good) = measured
        .filter_map(|cast| Some((cast, cast.measure.as_ref()?.this_good.to_f64())))
        .min_by(|a, b| a.1.total_cmp(&b.1))?;
    // Anybody throws a six now and then.
    (good < 0.05).then(|| {
        format!(
            "The best throw: {} with {} for {} ({}).",
            cast.thrown.natural,
            cast.throw,
            cast.purpose,
            chance_in_words(good)
        )
    })
}
