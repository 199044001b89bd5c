//! The report as JSON, for other programs.

use serde_json::{Map, Value, json};

use crate::analysis::{Cast, Fortune};
use message::Message;
use message::i18n::{Words, english};
use rules::Side;

use super::{BattleReport, Chapter, Differs, Force, TurningPoint};

impl BattleReport {
    /// The whole report as JSON, for programs; its texts are English. Keys keep
    /// their meaning; new ones may be added. Chances are numbers from 0 to 1,
    /// entries are numbered from 1 as the log numbers them, and an unknown
    /// value is `null`.
    ///
    /// - `title`, `system`, `verdict`: text. `aims`: how near each side came to them. `orders`: how many were given.
    /// - `sides`: A, then B. Each has `side`, `name`, `units` (how many it
    ///   began with), `members` (`tag`, `name`, `kind`, `lost`, `state`),
    ///   `losses` in order (`tag`, `name`, `how`, `when`), and `luck`.
    /// - `rounds`: each with `title` and `paragraphs`.
    /// - `turning_points`: each with `entry`, `when`, `story`, `sentences` and
    ///   `rolls` as the log has them, `outcome`, its `chance` before the roll,
    ///   `instead` (the likeliest other `outcome` with its `chance`),
    ///   `least_likely_throw`, whom it `favours`, and the `swing` in units at
    ///   full strength.
    /// - `balance`: by how many units at full strength A was stronger, before
    ///   the first order and after each.
    /// - `dice_of_the_seed`: whether the app's rolls are those of the seed.
    /// - `undone`: how many `rolls` no longer count, and how many `lines` were left;
    ///   only if something was undone.
    /// - `differences`: the orders that this version of the rules reads differently,
    ///   each with `entry` and a description, `told`.
    /// - `scenario`: how the battle was set up, each with `title` and
    ///   `paragraphs`.
    /// - `luck`: `units` by tag, `course` (`entry`, `A`, `B`: by how much the
    ///   rolls of each were above expectation up to then, in standard
    ///   deviations of a roll), and `throws` one by one.
    ///
    /// A `luck` of a side or unit has `throws`, `above` (the sum), `luck` (in
    /// standard deviations of that many rolls) and `faces` by die.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let units: Map<String, Value> =
            self.luck.units.iter().map(|(tag, luck)| (tag.to_string(), fortune(luck))).collect();
        let course: Vec<Value> = self
            .luck
            .course()
            .iter()
            .map(|(index, [a, b])| json!({"entry": index + 1, "A": a, "B": b}))
            .collect();
        let mut report = json!({
            "title": english(&self.title),
            "system": self.system.name(),
            "verdict": english(&self.verdict),
            "aims": sentences(&self.aims),
            "orders": self.orders,
            "sides": self.forces.iter().map(|side| force(self, side)).collect::<Vec<_>>(),
            "rounds": self.rounds.iter().map(chapter).collect::<Vec<_>>(),
            "turning_points": self.turning_points.iter().map(turning_point).collect::<Vec<_>>(),
            "balance": self.balance,
            "dice_of_the_seed": self.dice_of_the_seed,
            "differences": self.differences.iter().map(differs).collect::<Vec<_>>(),
            "scenario": self.scenario.iter().map(chapter).collect::<Vec<_>>(),
            "luck": {
                "units": units,
                "course": course,
                "throws": self.luck.throws.iter().map(cast).collect::<Vec<_>>(),
            },
        });
        if !self.undone.is_nothing() {
            report["undone"] = json!(self.undone);
        }
        report
    }
}

fn force(report: &BattleReport, force: &Force) -> Value {
    let losses: Vec<Value> = force
        .losses
        .iter()
        .map(|loss| {
            let (how, when) = (english(&loss.how), english(&loss.when));
            json!({"tag": loss.tag, "name": loss.name, "how": how, "when": when})
        })
        .collect();
    let members: Vec<Value> = force
        .members
        .iter()
        .map(|member| {
            json!({
                "tag": member.tag,
                "name": member.name,
                "kind": english(&member.kind),
                "lost": member.lost,
                "state": english(&member.state),
            })
        })
        .collect();
    json!({
        "side": force.side,
        "name": force.name,
        "units": force.units,
        "members": members,
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
        "for": english(&cast.purpose),
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

fn differs(differs: &Differs) -> Value {
    json!({"entry": differs.entry, "told": english(&differs.text)})
}

fn chapter(chapter: &Chapter) -> Value {
    json!({"title": english(&chapter.title), "paragraphs": sentences(&chapter.paragraphs)})
}

fn turning_point(point: &TurningPoint) -> Value {
    json!({
        "entry": point.index + 1,
        "when": english(&point.when),
        "story": sentence(&point.story),
        "sentences": sentences(&point.sentences),
        "rolls": point.rolls.iter().map(english).collect::<Vec<_>>(),
        "outcome": point.outcome,
        "chance": point.chance,
        "instead": point.instead.as_ref().map(|(outcome, chance)| json!({"outcome": outcome, "chance": chance})),
        "least_likely_throw": point.least_likely_throw,
        "favours": point.favours,
        "swing": point.swing,
    })
}

fn sentence(message: &Message) -> String {
    Words::ENGLISH.capital(message)
}

fn sentences(says: &[Message]) -> Vec<String> {
    says.iter().map(sentence).collect()
}
