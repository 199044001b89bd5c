//! What the chapters say.

use crate::journal::{Journal, Proof, Seen};
use crate::rules::{Side, Subject, Viewer, title};

use super::figures::chance_in_words;
use super::{Chapter, Force, Report, TurningPoint, round_of};

/// The rounds: what each unit did, one after the other, a paragraph each.
pub(super) fn rounds(journal: &Journal, viewer: Viewer) -> Vec<Chapter> {
    let mut chapters: Vec<Chapter> = Vec::new();
    let mut teller = None;
    for index in 0..journal.cursor() {
        let (Some(before), Some(entry)) = (journal.at(index), journal.entry(index)) else { break };
        let Some(told) = journal.seen(index, viewer).and_then(|seen| tell(&seen)) else { continue };
        let round = round_of(before);
        if chapters.last().is_none_or(|chapter| chapter.title != round) {
            chapters.push(Chapter { title: round, paragraphs: Vec::new() });
            teller = None;
        }
        let giver = entry.given_by(before.system());
        let Some(chapter) = chapters.last_mut() else { break };
        match chapter.paragraphs.last_mut() {
            // What belongs to nobody stands by itself.
            Some(paragraph) if teller == Some(giver) && giver != Subject::Battle => {
                paragraph.push(' ');
                paragraph.push_str(&told);
            }
            _ => chapter.paragraphs.push(told),
        }
        teller = Some(giver);
    }
    chapters
}

/// An entry in sentences; none where there is nothing to tell.
fn tell(seen: &Seen) -> Option<String> {
    let mut text = seen.sentences.join(" ");
    if !seen.note.is_empty() {
        text = format!("{text} ({})", seen.note);
    }
    let text = text.trim().to_owned();
    (!text.is_empty()).then_some(text)
}

/// Whether every throw of the program is that of the seed; none where it threw
/// nothing.
pub(super) fn dice_of_the_seed(journal: &Journal) -> Option<bool> {
    let proofs = (0..journal.cursor()).filter_map(|index| journal.proof(index));
    let told: Vec<bool> = proofs
        .filter(|proof| *proof != Proof::NothingToProve)
        .map(|proof| matches!(proof, Proof::OfTheSeed(_)))
        .collect();
    (!told.is_empty()).then(|| told.into_iter().all(|proved| proved))
}

pub(super) fn forces(report: &Report) -> Chapter {
    let told = |force: &Force| format!("{}: {} {}.", force.name, force.units, report.units);
    let mut paragraphs = vec![format!("Fought with {}.", report.system)];
    paragraphs.extend(report.forces.iter().map(told));
    Chapter { title: "The forces".into(), paragraphs }
}

/// How it ended, what turned it, and how the dice fell.
pub(super) fn ending(report: &Report) -> Vec<Chapter> {
    let mut paragraphs = vec![report.verdict.clone()];
    paragraphs.extend(report.forces.iter().map(|force| losses(force, report.units)));
    let mut chapters = vec![Chapter { title: "The end".into(), paragraphs }];
    if !report.turning_points.is_empty() {
        let paragraphs =
            report.turning_points.iter().map(|point| turning_point(report, point)).collect();
        chapters.push(Chapter { title: "Turning points".into(), paragraphs });
    }
    if !report.luck.throws.is_empty() {
        chapters.push(Chapter { title: "The dice".into(), paragraphs: dice(report) });
    }
    chapters
}

fn losses(force: &Force, units: &str) -> String {
    let name = &force.name;
    if force.losses.is_empty() {
        return format!("{name}: none of {} {units} lost.", force.units);
    }
    let told: Vec<String> = force
        .losses
        .iter()
        .map(|loss| format!("{} {} ({}, {})", loss.tag, loss.name, loss.how, loss.when))
        .collect();
    let lost = force.losses.len();
    format!("{name}: {lost} of {} {units} lost: {}.", force.units, told.join(", "))
}

fn turning_point(report: &Report, point: &TurningPoint) -> String {
    let outcome = format!(
        "the chance of this outcome ({}) was {}",
        title(point.outcome).to_lowercase(),
        chance_in_words(point.chance)
    );
    let throw = chance_in_words(point.least_likely_throw);
    let odds = if point.least_likely_throw >= point.chance {
        outcome
    } else if point.chance > 0.995 {
        format!("the chance of one of its throws was {throw}")
    } else {
        format!("{outcome}, and that of one of its throws {throw}")
    };
    format!(
        "{}: {} Worth {:.1} {} to {}; {odds}.",
        point.when,
        point.sentences.join(" "),
        point.swing,
        report.units,
        report.forces[point.favours.index()].name,
    )
}

fn dice(report: &Report) -> Vec<String> {
    let mut paragraphs: Vec<String> = [Side::A, Side::B]
        .iter()
        .filter(|side| report.luck.sides[side.index()].throws > 0)
        .map(|side| fortune(report, *side))
        .collect();
    paragraphs.extend(report.dice_of_the_seed.map(|proved| {
        if proved {
            "Every throw of the program is the one that the battle's seed gives.".into()
        } else {
            "Not every throw of the program is the one that the battle's seed gives for its \
             order: some were taken over when orders before them changed, or were altered."
                .into()
        }
    }));
    paragraphs
}

/// How a side's dice fell: in all, die by die, and the best and worst of them.
fn fortune(report: &Report, side: Side) -> String {
    let fortune = &report.luck.sides[side.index()];
    let name = &report.forces[side.index()].name;
    let luck = fortune.luck();
    let verdict = match luck {
        _ if luck >= 2.0 => "with rare luck",
        _ if luck >= 1.0 => "luckily",
        _ if luck > -1.0 => "about as was to be expected",
        _ if luck > -2.0 => "unluckily",
        _ => "with rare ill luck",
    };
    let throws = if fortune.throws == 1 { "once" } else { &format!("{} times", fortune.throws) };
    let mut sentences =
        vec![format!("{name} threw {throws}, {verdict} ({luck:+.1} standard deviations).")];
    sentences.extend(fortune.faces.iter().filter_map(|(die, counts)| {
        let dice: u32 = counts.iter().sum();
        let (mean, expected) = (fortune.mean_face(*die)?, f64::from(die + 1) / 2.0);
        // A mean of a few dice says nothing.
        (dice >= 5)
            .then(|| format!("{dice} d{die} fell at {mean:.2} on average, of {expected:.1}."))
    }));
    sentences.extend(best_throw(report, side));
    sentences.join(" ")
}

fn best_throw(report: &Report, side: Side) -> Option<String> {
    let measured = report.luck.throws.iter().filter(|cast| cast.side == Some(side));
    let (cast, good) = measured
        .filter_map(|cast| Some((cast, cast.measure.as_ref()?.this_good.to_f64())))
        .min_by(|a, b| a.1.total_cmp(&b.1))?;
    // Anybody throws a six now and then.
    (good < 0.05).then(|| {
        format!(
            "The best of them: {} of {} for {} ({}).",
            cast.thrown.natural,
            cast.throw,
            cast.purpose,
            chance_in_words(good)
        )
    })
}
