//! The chapters of the battle report, as sentences.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::analysis::Proof;
use crate::analysis::chance::{Luckiness, a_chance, likelihood};
use crate::journal::{Journal, Seen, Undone};
use crate::text;
use games::PlayerView;
use message::i18n::english;
use message::{Joint, Message, message};
use rules::{RoundNumber, Side, Subject, Units, Viewer};

use super::figures::{unit_amount, unit_count};
use super::prose::{BattleNames, within};
use super::{BattleReport, Chapter, Differs, Force, TurningPoint};

/// The longest paragraph to which another unit of the side is added, in bytes.
const PARAGRAPH: usize = 320;

/// The rounds. The orders of a unit have their own paragraph, unless they are short.
pub(super) fn rounds(journal: &Journal, viewer: Viewer) -> Vec<Chapter> {
    let names = BattleNames::of(journal.at(0).unwrap_or_else(|| journal.battle()));
    let mut chapters: Vec<(RoundNumber, Vec<Paragraph>)> = Vec::new();
    let mut at = 0;
    while let Some(before) = journal.at(at).filter(|_| at < journal.cursor()) {
        let given = at..journal.given_with(at).end.min(journal.cursor());
        at = given.end;
        let round = before.moment();
        if chapters.last().is_none_or(|(known, _)| *known != round) {
            chapters.push((round, Vec::new()));
        }
        let Some((_, paragraphs)) = chapters.last_mut() else { continue };
        let Some(added) = Paragraph::of(journal, given, viewer) else { continue };
        match paragraphs.last_mut().filter(|paragraph| paragraph.accepts(added.issuer)) {
            Some(paragraph) => {
                paragraph.issuer = added.issuer;
                paragraph.sentences.extend(added.sentences);
            }
            None => paragraphs.push(added),
        }
    }
    let mut titled: Vec<Chapter> = Vec::new();
    // The first of several quiet rounds that the last chapter covers.
    let mut quiet: Option<RoundNumber> = None;
    for (round, paragraphs) in chapters {
        let mut called = BTreeSet::new();
        let paragraphs: Vec<Message> = paragraphs
            .iter()
            .map(|paragraph| names.paragraph(&paragraph.sentences, &mut called))
            .collect();
        if !paragraphs.is_empty() {
            quiet = None;
            titled.push(Chapter { title: round.name(), paragraphs });
            continue;
        }
        if let (Some(first), Some(last)) = (quiet, titled.last_mut()) {
            last.title = first.to(round);
            continue;
        }
        quiet = Some(round);
        let nothing = message!("Nothing decisive happened.");
        titled.push(Chapter { title: round.name(), paragraphs: vec![nothing] });
    }
    titled
}

/// A paragraph, with the issuer of its last order.
struct Paragraph {
    /// `None` for orders that were given as one: they have their own paragraph.
    issuer: Option<Subject>,
    sentences: Vec<Message>,
}

impl Paragraph {
    /// The paragraph of an order, or of a group, which begins with the sentence of the group;
    /// `None` if it would be empty. A group of several units always has a paragraph, the turn of
    /// one unit only if it had an effect.
    fn of(journal: &Journal, orders: Range<usize>, viewer: Viewer) -> Option<Paragraph> {
        let system = journal.battle().system();
        let together = journal.group_in_words(orders.start, viewer);
        let issuers = orders.clone().filter_map(|at| Some(journal.entry(at)?.given_by(system)));
        let issuers: Vec<Subject> = issuers.collect();
        let first = *issuers.first()?;
        let is_a_turn = matches!(first, Subject::Unit(_)) && issuers.iter().all(|by| *by == first);
        let texts = orders.filter_map(|at| {
            let known = journal.at(at)?.known_to(viewer);
            Some(sentences(&known, &journal.seen(at, viewer)?))
        });
        let texts: Vec<Message> = texts.flatten().collect();
        let issuer = together.is_none().then_some(first);
        let together = together.filter(|_| !is_a_turn || !texts.is_empty());
        let sentences: Vec<Message> = together.into_iter().chain(texts).collect();
        (!sentences.is_empty()).then_some(Paragraph { issuer, sentences })
    }

    /// Whether the next order belongs in it.
    fn accepts(&self, issuer: Option<Subject>) -> bool {
        let (Some(before), Some(issuer)) = (self.issuer, issuer) else { return false };
        match (before, issuer) {
            // An entry without an issuer has its own paragraph.
            (Subject::Battle, _) | (_, Subject::Battle) => false,
            (one, other) if one == other => true,
            (Subject::Unit(one), Subject::Unit(other)) => {
                let letters: usize =
                    self.sentences.iter().map(|sentence| english(sentence).len()).sum();
                one.side == other.side && letters < PARAGRAPH
            }
            (Subject::Unit(_) | Subject::Side(_), Subject::Unit(_) | Subject::Side(_)) => false,
        }
    }
}

/// An entry in sentences, as the battle before it is known; empty if there are none. They
/// include the players' note.
fn sentences(known: &PlayerView, seen: &Seen) -> Vec<Message> {
    if !seen.note.is_empty() {
        let mut sentences = seen.sentences.clone();
        sentences.push(message!("({note})", note = &seen.note));
        return sentences;
    }
    let differs = seen.differs.clone();
    if let Some(report) = &seen.report {
        return text::story(known, report).into_iter().chain(differs).collect();
    }
    // Without its order a reader would not know which order had no effect.
    let order = text::order_in_words(known.system(), &seen.order);
    differs.map(|text| message!("{order}. {text}", order, text)).into_iter().collect()
}

/// Whether every roll of the app that a viewer may know of is that of the seed;
/// `None` if there is none.
pub(super) fn dice_of_the_seed(journal: &Journal, viewer: Viewer) -> Option<bool> {
    let shown = (0..journal.cursor()).filter(|index| !journal.is_secret(*index, viewer));
    let proofs = shown.filter_map(|index| Proof::of(journal, index));
    let results: Vec<bool> = proofs
        .filter(|proof| *proof != Proof::NothingToProve)
        .map(|proof| matches!(proof, Proof::OfTheSeed(_)))
        .collect();
    (!results.is_empty()).then(|| results.into_iter().all(|proved| proved))
}

/// The result and the losses.
pub(super) fn summary(report: &BattleReport) -> Vec<Message> {
    let orders = message!(report.orders => "{n} order" | "{n} orders");
    let losses = report.forces.iter().map(|force| losses(force, report.system.units()));
    let rounds = report.stands_at.count();
    let system = report.system.name();
    let fought = message!("Rules: {system}. {rounds}, {orders}.", system, rounds, orders);
    let aims = (!report.aims.is_empty()).then(|| {
        message!(
            "Victory conditions: {aims}.",
            aims = Message::joined(report.aims.iter().cloned(), Joint::Semicolon)
        )
    });
    let lost = Message::joined(losses, Joint::Space);
    let all = [report.verdict.clone(), lost, fought];
    all.into_iter().chain(aims).chain(Differs::in_short(&report.differences)).collect()
}

fn losses(force: &Force, units: Units) -> Message {
    let (fleet, all) = (&force.name, unit_count(units, force.units));
    match force.losses.len() {
        0 => message!("{fleet} lost none of {all}.", fleet, all),
        lost if lost == force.units => message!("{fleet} lost all {all}.", fleet, all),
        lost => message!("{fleet} lost {lost} of {all}.", fleet, lost, all),
    }
}

pub(super) fn on_turning_points(report: &BattleReport) -> Message {
    match report.system.units() {
        Units::Ships => message!(
            "The rolls that changed the battle most, compared with the odds before them. Measured in whole ships: a ship in play counts half, and what is left of her counts the other half."
        ),
        Units::Units => message!(
            "The rolls that changed the battle most, compared with the odds before them. Measured in whole units: a unit in play counts half, and what is left of it counts the other half."
        ),
    }
}

/// The event, and its effect.
pub(super) fn turning_point(report: &BattleReport, point: &TurningPoint) -> [Message; 2] {
    let amount = unit_amount(report.system.units(), point.swing);
    let fleet = within(&report.forces[point.favours.index()].name);
    let worth = message!("worth {amount} to {fleet}", amount, fleet);
    let sentence = match chances(point) {
        Some(chances) => message!("{chances}: {worth}.", chances, worth),
        None => message!("{worth}.", worth),
    };
    [point.story.clone(), sentence]
}

/// Its chance, and the roll; `None` if neither is remarkable.
fn chances(point: &TurningPoint) -> Option<Message> {
    let rare = (point.least_likely_throw < point.chance.min(0.1))
        .then(|| likelihood(point.least_likely_throw));
    // If the outcome was nearly certain, only the roll is remarkable.
    if point.chance > 0.995 {
        return rare.map(|rare| message!("on a {rare} roll", rare));
    }
    let (outcome, chance) = (Message::slug(point.outcome.clone()), a_chance(point.chance));
    let text = match point.instead.as_ref().filter(|(_, chance)| *chance >= 0.05) {
        Some((other, likely)) => {
            let (other, likely) = (Message::slug(other.clone()), likelihood(*likely));
            message!(
                "{outcome}, {chance} (likeliest alternative: {other}, {likely})",
                outcome,
                chance,
                other,
                likely
            )
        }
        None => message!("{outcome}, {chance}", outcome, chance),
    };
    Some(match rare {
        Some(rare) => message!("{text}, on a {rare} roll", text, rare),
        None => text,
    })
}

pub(super) fn dice(report: &BattleReport) -> Vec<Message> {
    let mut paragraphs: Vec<Message> = [Side::A, Side::B]
        .iter()
        .filter(|side| report.luck.sides[side.index()].throws > 0)
        .map(|side| fortune(report, *side))
        .collect();
    paragraphs.extend(report.dice_of_the_seed.map(|proved| {
        if !report.differences.is_empty() {
            message!("Not verified: this version of the rules reads some orders differently.")
        } else if proved {
            message!("Verified: all dice rolled by the app match the battle’s seed.")
        } else {
            message!(
                "Not all dice rolled by the app match the seed: earlier orders were edited, or the file was changed."
            )
        }
    }));
    if !report.undone.is_nothing() {
        let Undone { rolls, lines } = report.undone;
        paragraphs.push(message!(
            "Rolls undone: {rolls}. Versions replaced: {lines}.",
            rolls,
            lines
        ));
    }
    paragraphs
}

/// The luck of a side's dice: in all, by kind of die, and the best roll.
fn fortune(report: &BattleReport, side: Side) -> Message {
    let fortune = &report.luck.sides[side.index()];
    let fleet = &report.forces[side.index()].name;
    let rolls = message!(fortune.throws => "{n} roll" | "{n} rolls");
    let (fate, sigma) = (fortune.fate(), format!("{:.1}", fortune.luck().abs()));
    let luck = match fate {
        Luckiness::VeryLucky | Luckiness::Lucky => {
            message!(
                "{fate} ({sigma} standard deviations above average)",
                fate = fate.message(),
                sigma
            )
        }
        Luckiness::Average => fate.message(),
        Luckiness::Unlucky | Luckiness::VeryUnlucky => {
            message!(
                "{fate} ({sigma} standard deviations below average)",
                fate = fate.message(),
                sigma
            )
        }
    };
    let mut sentences = vec![message!("{fleet}: {rolls}, {luck}.", fleet, rolls, luck)];
    sentences.extend(fortune.faces.iter().filter_map(|(die, counts)| {
        let dice: u32 = counts.iter().sum();
        let (mean, fair) = (fortune.mean_face(*die)?, f64::from(die + 1) / 2.0);
        let (mean, fair) = (format!("{mean:.2}"), format!("{fair:.1}"));
        // The mean of a few dice says nothing.
        (dice >= 5).then(|| {
            message!("{dice} d{die} showed {mean} each (average: {fair}).", dice, die, mean, fair)
        })
    }));
    sentences.extend(best_throw(report, side));
    Message::joined(sentences, Joint::Space)
}

fn best_throw(report: &BattleReport, side: Side) -> Option<Message> {
    let measured = report.luck.throws.iter().filter(|cast| cast.side == Some(side));
    let (cast, good) = measured
        .filter_map(|cast| Some((cast, cast.measure.as_ref()?.this_good.to_f64())))
        .min_by(|a, b| a.1.total_cmp(&b.1))?;
    let (natural, dice) = (cast.thrown.natural, cast.throw.message());
    // A six now and then is not worth a sentence.
    (good < 0.05).then(|| {
        message!(
            "Best roll: {natural} with {dice}, {purpose}, {rare}.",
            natural,
            dice,
            purpose = &cast.purpose,
            rare = likelihood(good)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Tag;

    #[test]
    fn a_paragraph_covers_several_units_until_it_is_long() {
        let unit = |side, number| Some(Subject::Unit(Tag { side, number }));
        let long = |letters: usize| {
            vec![Message::verbatim("x".repeat(letters - 9)), Message::verbatim("y".repeat(9))]
        };
        let accepts =
            |issuer, letters, other| Paragraph { issuer, sentences: long(letters) }.accepts(other);
        let (a1, a2, b1) = (unit(Side::A, 1), unit(Side::A, 2), unit(Side::B, 1));
        assert!(accepts(a1, PARAGRAPH - 1, a2));
        assert!(!accepts(a1, PARAGRAPH, a2));
        assert!(accepts(a1, PARAGRAPH, a1), "orders of one unit share a paragraph");
        assert!(!accepts(a1, 10, b1));
        assert!(!accepts(a1, 10, Some(Subject::Side(Side::A))));
        assert!(!accepts(Some(Subject::Battle), 10, Some(Subject::Battle)));
        assert!(!accepts(None, 10, a1) && !accepts(a1, 10, None), "a group stays by itself");
    }
}
