//! Victory conditions of a battle, beyond those of the rules: sums of units, compared with
//! a number or with another sum.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use message::{Joint, Message, message};

use super::common::{Side, Tag, Winner};
use super::keyword::Keyword;
use super::roster::{Roster, Rostered};
use super::system::Rules;

/// The fate of a unit, as far as victory conditions depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It fights for the side that it began with.
    InAction,
    /// It is on the table and cannot fight, but may again: routing, without crew.
    Helpless,
    /// It was sunk, burnt or broken; in Ancient Naval Games also taken.
    Lost,
    /// The enemy has it, or it surrendered or was abandoned.
    Taken,
    /// It was driven off the table.
    Fled,
    /// It left the table in good order.
    Left,
}

/// The units that a victory condition counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Keyword)]
pub enum AimCount {
    /// Units that fight for the side that they began with.
    InAction,
    /// Units that no longer fight for that side, except those that left with permission.
    OutOfAction,
    /// Sunk, taken, surrendered, abandoned, or off the table without permission.
    Lost,
    /// Taken by the enemy, surrendered or abandoned.
    Taken,
    /// Lost or driven off: they do not come back.
    Gone,
    /// Units that left the table in good order, with permission.
    OffTable,
}

impl AimCount {
    fn counts(self, fate: Fate) -> bool {
        let lost = matches!(fate, Fate::Lost | Fate::Taken);
        match self {
            AimCount::InAction => fate == Fate::InAction,
            AimCount::OutOfAction => !matches!(fate, Fate::InAction | Fate::Left),
            AimCount::Lost => lost,
            AimCount::Taken => fate == Fate::Taken,
            AimCount::Gone => lost || fate == Fate::Fled,
            AimCount::OffTable => fate == Fate::Left,
        }
    }
}

/// The points that each counted unit is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointsPerUnit {
    /// This many points.
    Points(u32),
    /// Her deck points (Greek Fire).
    DeckPoints,
}

impl PointsPerUnit {
    /// The word in files for [`PointsPerUnit::DeckPoints`].
    pub const DECK_POINTS: &'static str = "deck-points";

    /// What a unit with these deck points is worth.
    #[must_use]
    pub fn worth(self, deck_points: Option<u32>) -> u32 {
        match self {
            PointsPerUnit::Points(points) => points,
            PointsPerUnit::DeckPoints => deck_points.unwrap_or(0),
        }
    }
}

impl Serialize for PointsPerUnit {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            PointsPerUnit::Points(points) => points.serialize(serializer),
            PointsPerUnit::DeckPoints => PointsPerUnit::DECK_POINTS.serialize(serializer),
        }
    }
}

/// A count of units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CountedTerm {
    pub count: AimCount,
    /// The side on which the units began.
    pub of: Side,
    /// The first words of the units' names; empty for all units.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub named: Vec<String>,
    pub each: PointsPerUnit,
}

impl CountedTerm {
    /// Whether the term includes a unit of the side, by the whole name or its first words
    /// (`Rhodian` includes the Rhodian four and the Rhodian trireme).
    #[must_use]
    pub fn includes(&self, name: &str) -> bool {
        matches_names(&self.named, name)
    }
}

/// Whether a name is in this list, or begins with an entry of it and a space. An empty list
/// includes every name.
#[must_use]
pub fn matches_names(named: &[String], name: &str) -> bool {
    let begins = |with: &String| {
        let rest = name.strip_prefix(with.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    named.is_empty() || named.iter().any(begins)
}

/// A sum that must reach a number, or exceed another sum by that number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Condition {
    /// The first term of the sum.
    #[serde(flatten)]
    pub term: CountedTerm,
    /// The other terms of the sum.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub plus: Vec<CountedTerm>,
    /// The terms that are subtracted from the sum.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub more_than: Vec<CountedTerm>,
    /// The smallest difference that meets the condition.
    pub at_least: u32,
}

impl Condition {
    /// The terms of the sum.
    pub fn sum(&self) -> impl Iterator<Item = &CountedTerm> {
        std::iter::once(&self.term).chain(&self.plus)
    }

    /// The difference between the sum and what is subtracted from it at the start of a
    /// battle, when every unit is in action.
    pub(super) fn first_lead<U: Rostered + Clone>(&self, roster: &Roster<U>) -> i64 {
        let value = |term: &CountedTerm| -> i64 {
            if !term.count.counts(Fate::InAction) {
                return 0;
            }
            let meant = roster.of(term.of).filter(|(_, unit)| term.includes(unit.name()));
            meant.map(|(_, unit)| i64::from(term.each.worth(unit.deck_points()))).sum()
        };
        self.sum().map(value).sum::<i64>() - self.more_than.iter().map(value).sum::<i64>()
    }
}

/// A way to win: all of its conditions must hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WayToWin {
    pub wins: Side,
    /// The conditions; an empty list always holds.
    #[serde(rename = "if", skip_serializing_if = "Vec::is_empty")]
    pub all: Vec<Condition>,
}

/// The victory conditions of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Aim {
    /// Whether the rules decide the winner if no way to win at once is met.
    pub by_the_rules: bool,
    /// The sides whose units may leave the table in good order. Other units that leave are
    /// lost.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub may_leave: Vec<Side>,
    /// The number of rounds in the battle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// The ways to win that are checked after every order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at_once: Vec<WayToWin>,
    /// The ways to win that are checked when the rounds are over or the rules have ended
    /// the battle. A side wins if it alone meets one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at_the_end: Vec<WayToWin>,
}

impl Aim {
    /// Every way to win.
    pub(super) fn ways(&self) -> impl Iterator<Item = &WayToWin> {
        self.at_once.iter().chain(&self.at_the_end)
    }

    /// The fate of a unit under these victory conditions.
    pub(super) fn fate(&self, tag: Tag, unit: &impl Rostered) -> Fate {
        let fate = unit.fate(tag);
        let is_unpermitted = fate == Fate::Left && !self.may_leave.contains(&tag.side);
        if is_unpermitted { Fate::Lost } else { fate }
    }

    fn value<U: Rostered + Clone>(&self, roster: &Roster<U>, term: &CountedTerm) -> u32 {
        let counts = |tag: Tag, unit: &U| {
            term.includes(unit.name()) && term.count.counts(self.fate(tag, unit))
        };
        let counted = roster.of(term.of).filter(|(tag, unit)| counts(*tag, unit));
        counted.map(|(_, unit)| term.each.worth(unit.deck_points())).sum()
    }

    fn total<'t, U: Rostered + Clone>(
        &self,
        roster: &Roster<U>,
        terms: impl IntoIterator<Item = &'t CountedTerm>,
    ) -> i64 {
        terms.into_iter().map(|term| i64::from(self.value(roster, term))).sum()
    }

    /// The difference between the sum of a condition and what is subtracted from it.
    pub(super) fn lead<U: Rostered + Clone>(
        &self,
        roster: &Roster<U>,
        condition: &Condition,
    ) -> i64 {
        self.total(roster, condition.sum()) - self.total(roster, &condition.more_than)
    }

    /// Which sides meet one of these ways to win.
    fn winning_sides<U: Rostered + Clone>(
        &self,
        roster: &Roster<U>,
        ways: &[WayToWin],
    ) -> [bool; 2] {
        let met =
            |condition: &Condition| self.lead(roster, condition) >= i64::from(condition.at_least);
        let wins = |side| ways.iter().any(|way| way.wins == side && way.all.iter().all(met));
        [wins(Side::A), wins(Side::B)]
    }

    /// The winner under these victory conditions; `None` while there is none.
    fn verdict<S: Rules>(&self, battle: &S, before: Option<Winner>) -> Option<Winner> {
        match self.winning_sides(&battle.common().units, &self.at_once) {
            // A side that had already won stays the winner.
            [true, true] => before.or(Some(Winner::Draw)),
            [true, false] => Some(Winner::A),
            [false, true] => Some(Winner::B),
            [false, false] if self.by_the_rules && battle.winner().is_some() => battle.winner(),
            [false, false] if !self.is_over(battle) => None,
            [false, false] => {
                Some(match self.winning_sides(&battle.common().units, &self.at_the_end) {
                    [true, false] => Winner::A,
                    [false, true] => Winner::B,
                    [true, true] | [false, false] => Winner::Draw,
                })
            }
        }
    }

    fn is_over<S: Rules>(&self, battle: &S) -> bool {
        battle.winner().is_some()
            || self.rounds.is_some_and(|rounds| battle.common().round > rounds)
    }
}

/// The victory conditions of a battle in progress, and their result.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VictoryConditions {
    aim: Option<Arc<Aim>>,
    /// The winner; it changes only if a record is corrected.
    decided: Option<Winner>,
    /// Whether a record was corrected since the last check.
    corrected: bool,
}

impl VictoryConditions {
    /// These victory conditions, undecided.
    pub fn new(aim: Option<Aim>) -> VictoryConditions {
        VictoryConditions { aim: aim.map(Arc::new), ..VictoryConditions::default() }
    }

    /// The victory conditions; `None` if the battle has only those of the rules.
    #[must_use]
    pub fn aim(&self) -> Option<&Aim> {
        self.aim.as_deref()
    }

    /// The winner under the victory conditions.
    #[must_use]
    pub fn decided(&self) -> Option<Winner> {
        self.decided
    }

    /// Whether units of this side that leave the table in good order are safe.
    #[must_use]
    pub fn may_leave(&self, side: Side) -> bool {
        self.aim().is_some_and(|aim| aim.may_leave.contains(&side))
    }

    /// Notes that a record was corrected, so that the winner is checked again.
    pub fn correct(&mut self) {
        self.corrected = true;
    }
}

/// Applies what follows from an order as a whole, and checks the victory conditions.
pub fn apply_consequences<S: Rules>(battle: &mut S) {
    battle.settle();
    let aims = &battle.common().aims;
    let Some(aim) = aims.aim() else { return };
    let ended = battle.ended();
    if ended.is_none() && aims.decided.is_some() && !aims.corrected {
        return;
    }
    let decided = ended.or_else(|| aim.verdict(battle, aims.decided));
    let aims = &mut battle.common_mut().aims;
    (aims.decided, aims.corrected) = (decided, false);
}

/// A way to win, and how close it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AimView {
    /// The side that wins; `None` for a draw.
    pub side: Option<Side>,
    /// What it requires: `side A has 5 of 7 out of action, after round 10`.
    pub takes: Message,
    /// The short form: `5 of 7 out of action`; `None` if it requires nothing.
    pub brief: Option<Message>,
}

impl AimView {
    /// The text with the name of the side: `The Ionians (A): 5 of 7 lost`.
    #[must_use]
    pub fn in_full(&self, called: impl Fn(Side) -> Message) -> Message {
        match self.side {
            Some(side) => {
                message!("{side}: {takes}", side = called(side), takes = self.takes.clone())
            }
            None => self.takes.clone(),
        }
    }
}

/// How close each side is to victory, one line for each way to win.
pub fn views<S: Rules>(battle: &S) -> Vec<AimView> {
    let Some(aim) = battle.common().aims.aim() else { return Vec::new() };
    let text = ConditionsText { battle, aim };
    let mut lines: Vec<AimView> = aim.at_once.iter().map(|way| text.way(way)).collect();
    let rest = aim.at_the_end.iter().map(|way| {
        let mut shown = text.way(way);
        let takes = shown.takes;
        shown.takes = match aim.rounds {
            Some(round) => message!("{takes}, after round {round}", takes, round),
            None => message!("{takes}, at the end", takes),
        };
        shown
    });
    lines.extend(rest);
    match aim.rounds {
        Some(round) if aim.at_the_end.is_empty() => {
            let takes = message!("a draw after round {round}", round);
            lines.push(AimView { side: None, takes, brief: None });
        }
        Some(_) | None => {}
    }
    lines
}

/// Describes the victory conditions of a battle.
struct ConditionsText<'b, S> {
    battle: &'b S,
    aim: &'b Aim,
}

impl<S: Rules> ConditionsText<'_, S> {
    fn way(&self, way: &WayToWin) -> AimView {
        let side = Some(way.wins);
        if way.all.is_empty() {
            return AimView { side, takes: message!("in any other case"), brief: None };
        }
        let takes = way.all.iter().map(|condition| self.condition(way.wins, condition));
        let brief = way.all.iter().map(|condition| self.numbers(way.wins, condition));
        AimView {
            side,
            takes: Message::joined(takes, Joint::And),
            brief: Some(Message::joined(brief, Joint::And)),
        }
    }

    /// `5 of 7 enemies lost`; `2 enemies out of action against 1` if the side needs a lead.
    fn numbers(&self, wins: Side, condition: &Condition) -> Message {
        let units = &self.battle.common().units;
        let have = self.aim.total(units, condition.sum());
        let (term, need) = (&condition.term, condition.at_least);
        let counts_units = condition.plus.is_empty() && term.each == PointsPerUnit::Points(1);
        let what = counts_units.then(|| term.count.text());
        let is_own = term.of == wins;
        if condition.more_than.is_empty() {
            return match what {
                Some(what) if is_own => {
                    message!("{have} of {need} own units {what}", have, need, what)
                }
                Some(what) => message!("{have} of {need} enemies {what}", have, need, what),
                None => message!("{have} of {need} points", have, need),
            };
        }
        let other = self.aim.total(units, &condition.more_than);
        match what {
            Some(what) if is_own => {
                message!("{have} own units {what} against {other}", have, what, other)
            }
            Some(what) => message!("{have} enemies {what} against {other}", have, what, other),
            None => message!("{have} points against {other}", have, other),
        }
    }

    /// `side A has 5 of 7 out of action`.
    fn condition(&self, wins: Side, condition: &Condition) -> Message {
        let (term, need) = (&condition.term, condition.at_least);
        let alone = condition.plus.is_empty() && term.each == PointsPerUnit::Points(1);
        let have = self.aim.total(&self.battle.common().units, condition.sum());
        if let Some(lead) = self.lead_over_friends(wins, condition) {
            return lead;
        }
        if !condition.more_than.is_empty() {
            let sum = self.sum(condition.sum());
            let than = self.sum(&condition.more_than);
            return match need {
                0 => message!("{sum}, against {than}: no lead needed", sum, than),
                need => message!("{sum}, against {than}: a lead of {need} needed", sum, than, need),
            };
        }
        if alone {
            let what = term.count.text();
            if term.named.is_empty() {
                let side = term.of;
                return message!("side {side} has {have} of {need} {what}", side, have, need, what);
            }
            let whom = Self::whom(term);
            return message!("{have} of {need} {what} ({whom})", have, need, what, whom);
        }
        message!("{sum}: {have} of {need}", sum = self.sum(condition.sum()), have, need)
    }

    /// `more enemies than friends out of action: 2 against 1`, if the same count of the two
    /// sides is compared.
    fn lead_over_friends(&self, wins: Side, condition: &Condition) -> Option<Message> {
        let Condition { term, plus, at_least: need, more_than, .. } = condition;
        let friends = CountedTerm { of: wins, ..term.clone() };
        let is_alike = plus.is_empty() && *more_than == [friends] && term.named.is_empty();
        if !is_alike || term.of == wins || *need == 0 {
            return None;
        }
        let units = &self.battle.common().units;
        let (have, other) = (self.aim.value(units, term), self.aim.total(units, more_than));
        let what = term.count.text();
        let compared = match term.each {
            PointsPerUnit::Points(1) => message!("enemies than friends"),
            PointsPerUnit::DeckPoints => message!("deck points of enemies than of friends"),
            PointsPerUnit::Points(_) => return None,
        };
        Some(message!(*need =>
            "more {compared} {what}: {have} against {other}"
            | "{n} more {compared} {what}: {have} against {other}",
            compared, what, have, other
        ))
    }

    fn sum<'t>(&self, terms: impl IntoIterator<Item = &'t CountedTerm>) -> Message {
        Message::joined(terms.into_iter().map(|term| self.term(term)), Joint::And)
    }

    /// `24 deck points out of action (side B)`.
    fn term(&self, term: &CountedTerm) -> Message {
        let points = self.aim.value(&self.battle.common().units, term);
        let (what, whom) = (term.count.text(), Self::whom(term));
        match term.each {
            PointsPerUnit::Points(1) => message!("{points} {what} ({whom})", points, what, whom),
            PointsPerUnit::Points(each) => {
                message!(
                    "{points} points for units {what} ({whom}, {each} each)",
                    points,
                    what,
                    whom,
                    each
                )
            }
            PointsPerUnit::DeckPoints => {
                message!("{points} deck points {what} ({whom})", points, what, whom)
            }
        }
    }

    fn whom(term: &CountedTerm) -> Message {
        if term.named.is_empty() {
            return message!("side {side}", side = term.of);
        }
        Message::joined(term.named.iter().map(Message::verbatim), Joint::And)
    }
}

impl AimCount {
    /// The noun for what is counted, after a number.
    fn text(self) -> Message {
        match self {
            AimCount::InAction => message!("in action"),
            AimCount::OutOfAction => message!("out of action"),
            AimCount::Lost => message!("lost"),
            AimCount::Taken => message!("taken"),
            AimCount::Gone => message!("gone"),
            AimCount::OffTable => message!("off the table"),
        }
    }
}

/// States that a ship is lost when she leaves the table, unless a victory condition allows
/// it.
pub fn lost_by_leaving<S: Rules>(battle: &S, tag: Tag, elsewhere: bool) -> Option<Message> {
    let lost = !elsewhere && !battle.common().aims.may_leave(tag.side);
    lost.then(|| {
        message!(
            "{ship} counts as lost: no victory condition lets her leave",
            ship = battle.called(tag)
        )
    })
}
