//! The report as JSON, for other programs.

use serde_json::{Map, Value, json};

use crate::journal::{Cast, Fortune};
use crate::rules::Side;

use super::{Chapter, Force, Report, TurningPoint};

impl Report {
    /// The whole report as JSON. Chances are numbers from 0 to 1; entries are
    /// numbered from 1, as the log numbers them.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let units: Map<String, Value> =
            self.luck.units.iter().map(|(tag, told)| (tag.to_string(), fortune(told))).collect();
        let course: Vec<Value> = self
            .luck
            .course()
            .iter()
            .map(|(index, [a, b])| json!({"entry": index + 1, "A": a, "B": b}))
            .collect();
        json!({
            "title": self.title,
            "system": self.system,
            "verdict": self.verdict,
            "sides": self.forces.iter().map(|side| force(self, side)).collect::<Vec<_>>(),
            "rounds": self.rounds.iter().map(chapter).collect::<Vec<_>>(),
            "turning_points": self.turning_points.iter().map(turning_point).collect::<Vec<_>>(),
            "dice_of_the_seed": self.dice_of_the_seed,
            "luck": {
                "units": units,
                "course": course,
                "throws": self.luck.throws.iter().map(cast).collect::<Vec<_>>(),
            },
        })
    }
}

fn force(report: &Report, force: &Force) -> Value {
    let losses: Vec<Value> = force
        .losses
        .iter()
        .map(|loss| json!({"tag": loss.tag, "name": loss.name, "how": loss.how, "when": loss.when}))
        .collect();
    json!({
        "side": force.side,
        "name": force.name,
        "units": force.units,
        "losses": losses,
        "luck": fortune(&report.luck.sides[force.side.index()]),
    })
}

fn fortune(fortune: &Fortune) -> Value {
    let faces: Map<String, Value> =
        fortune.faces.iter().map(|(die, counts)| (format!("d{die}"), json!(counts))).collect();
    json!({
        "throws": fortune.throws,
        "above": fortune.above,
        "luck": fortune.luck(),
        "faces": faces,
    })
}

fn cast(cast: &Cast) -> Value {
    json!({
        "entry": cast.index + 1,
        "for": cast.purpose,
        "throw": cast.throw.to_string(),
        "natural": cast.thrown.natural,
        "faces": cast.thrown.faces,
        "by": cast.thrown.by,
        "side": cast.side.map(Side::slug),
        "unit": cast.unit,
        "mean": cast.mean,
        "this_good": cast.measure.as_ref().map(|measure| measure.this_good.to_f64()),
        "this_bad": cast.measure.as_ref().map(|measure| measure.this_bad.to_f64()),
        "above": cast.measure.as_ref().map(|measure| measure.above),
    })
}

fn chapter(chapter: &Chapter) -> Value {
    json!({"title": chapter.title, "paragraphs": chapter.paragraphs})
}

fn turning_point(point: &TurningPoint) -> Value {
    json!({
        "entry": point.index + 1,
        "when": point.when,
        "sentences": point.sentences,
        "rolls": point.rolls,
        "outcome": point.outcome,
        "chance": point.chance,
        "least_likely_throw": point.least_likely_throw,
        "favours": point.favours,
        "swing": point.swing,
    })
}
