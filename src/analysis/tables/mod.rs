//! The odds of two fleets against each other, as tables. Every chance
//! is that of the rules' own resolver, run over all rolls.

mod cases;
mod drills;

use std::mem;

use serde_json::{Map, Value};

use crate::dice::Chance;
use crate::rules::drill::{Alike, Drill};
use crate::rules::schema::ADJUST;
use crate::rules::{Offer, OrderSpec, Side, Subject, Tag, Viewer};
use crate::say::{Say, say};
use crate::systems::{Battle, Outcome, offers};

use super::job::{Job, Progress};
use super::odds::Odds;

use cases::{Asked, Case, assumptions, cases, variants};
use drills::{begun, work_out};

/// A table of chances, in percent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OddsTable {
    /// Its heading.
    pub title: Say,
    /// What its rows are: `Attacker`.
    pub rows_are: Say,
    /// The headings of its columns, from the worst outcome for whoever rolls to
    /// the best.
    pub columns: Vec<Say>,
    /// Its rows: a name, and for each column a chance from 0 to 1, or `None` if
    /// that cannot happen.
    pub rows: Vec<(Say, Vec<Option<f64>>)>,
    /// The headings of further columns, which are texts instead of chances.
    pub further: Vec<Say>,
    /// Their texts, with a row for each of `rows`.
    pub told: Vec<Vec<Say>>,
    /// The unit of the figures, and what they assume.
    pub notes: Vec<Say>,
}

/// The odds of every order that rolls dice, for the units of one side and, if
/// it has a target, against those of the other; as the battle stands and the
/// viewer knows it. Worked out at once.
#[must_use]
pub fn odds_tables(battle: &Battle, side: Side, viewer: Viewer) -> Vec<OddsTable> {
    let mut job = OddsTables::new(battle, side, viewer);
    job.finish();
    job.found()
}

/// The same as a job: one kind of order for one group of equal ships a step.
#[derive(Clone, Debug)]
pub struct OddsTables {
    /// The battles that the viewer cannot tell apart; the first is the one he
    /// knows.
    guises: Vec<Battle>,
    orders: Vec<&'static OrderSpec>,
    own: Vec<(Alike, Vec<Offer>)>,
    targets: Vec<Alike>,
    /// How many steps have been taken: all groups for an order, order by order.
    at: usize,
    /// The table being worked out.
    table: Lines,
    /// The tables from corrected battles, one row a step.
    drills: Vec<Drill>,
    /// How many of their rows have been worked out.
    drilled: usize,
    tables: Vec<OddsTable>,
}

/// A table that is being worked out.
#[derive(Clone, Debug, Default)]
struct Lines {
    list: Vec<Line>,
    notes: Option<Vec<Say>>,
    /// Whether some odds would have taken too long.
    ran_out: bool,
    /// Whether some odds depend on a secret.
    secret: bool,
}

impl OddsTables {
    /// The work for one side of a battle, as it stands and a viewer knows it.
    #[must_use]
    pub fn new(battle: &Battle, side: Side, viewer: Viewer) -> OddsTables {
        let guises = battle.guises(viewer);
        let known = battle.known_to(viewer);
        let offered = |alike: Alike| {
            let offers = alike.first().map(|tag| offers(&known, Subject::Unit(tag)));
            (alike, offers.unwrap_or_default())
        };
        let orders = battle.system().orders().iter().filter(|spec| spec.kind != ADJUST.kind);
        let own = alike(&known, side, viewer);
        let targets = alike(&known, side.other(), viewer);
        OddsTables {
            orders: orders.collect(),
            drills: known.drills(&own, &targets),
            drilled: 0,
            own: own.into_iter().map(offered).collect(),
            targets,
            guises,
            at: 0,
            table: Lines::default(),
            tables: Vec::new(),
        }
    }

    /// The finished tables.
    #[must_use]
    pub fn found(self) -> Vec<OddsTable> {
        self.tables.into_iter().filter(|table| !table.rows.is_empty()).collect()
    }

    /// Works out the next row of the drills; false if there was none.
    fn drill(&mut self) -> bool {
        let mut before = 0;
        for drill in &self.drills {
            let at = self.drilled - before;
            if at >= drill.rows.len() {
                before += drill.rows.len();
                continue;
            }
            if at == 0 {
                self.tables.push(begun(drill));
            }
            if let (Some(battle), Some(table)) = (self.guises.first(), self.tables.last_mut()) {
                work_out(drill, at, battle, table);
            }
            self.drilled += 1;
            return true;
        }
        false
    }
}

impl Job for OddsTables {
    fn step(&mut self) -> bool {
        let groups = self.own.len();
        if self.at >= self.orders.len() * groups {
            return self.drill();
        }
        let (spec, (own, offers)) = (self.orders[self.at / groups], &self.own[self.at % groups]);
        let offer = offers.iter().find(|offer| offer.spec.kind == spec.kind);
        if let Some(offer) = offer.filter(|offer| offer.refused.is_none()) {
            self.table.add(&self.guises, own, offer, &self.targets);
        }
        self.at += 1;
        if self.at.is_multiple_of(groups) {
            self.tables.extend(mem::take(&mut self.table).set(spec));
        }
        true
    }

    fn progress(&self) -> Progress {
        let drills: usize = self.drills.iter().map(|drill| drill.rows.len()).sum();
        let all = self.orders.len() * self.own.len() + drills;
        Progress { done: (self.at + self.drilled) as u64, all: all as u64 }
    }
}

/// A side's units in play, grouped by what a viewer can tell apart.
fn alike(battle: &Battle, side: Side, viewer: Viewer) -> Vec<Alike> {
    let mut groups: Vec<(Map<String, Value>, Alike)> = Vec::new();
    for tag in battle.tags() {
        let Some(card) = battle.card(tag, viewer) else { continue };
        if card.holder != side || !battle.in_play(tag) {
            continue;
        }
        let Some(mut state) = battle.unit_state(tag, viewer) else { continue };
        for key in ["tag", "name", "hex", "facing"] {
            state.shift_remove(key);
        }
        if let Some(captain) = state.get_mut("captain").and_then(Value::as_object_mut) {
            captain.shift_remove("name");
        }
        match groups.iter_mut().find(|(known, _)| *known == state) {
            Some((_, group)) => group.tags.push(tag),
            None => groups.push((state, Alike { tags: vec![tag], kind: card.kind })),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// One order with its odds: who gives it, with what, at whom, in which
/// circumstances.
#[derive(Clone, Debug)]
struct Line {
    who: Alike,
    with: Vec<Say>,
    at: Vec<Alike>,
    when: Option<Say>,
    odds: Odds,
}

impl Line {
    fn label(&self) -> Say {
        let own = std::iter::once(self.who.named()).chain(self.with.iter().cloned());
        let who = Say::list(own);
        let pair = if self.at.is_empty() {
            who
        } else {
            say!("{who} → {at}", who, at = Say::list(self.at.iter().map(Alike::named)))
        };
        match &self.when {
            Some(when) => say!("{pair} · {when}", pair, when),
            None => pair,
        }
    }

    /// Whether another line has the same odds against the same targets.
    fn is_as(&self, other: &Line) -> bool {
        let targets = |line: &Line| -> Vec<Tag> {
            line.at.iter().flat_map(|alike| alike.tags.iter().copied()).collect()
        };
        self.who.kind == other.who.kind
            && self.with == other.with
            && self.when == other.when
            && self.odds.outcomes == other.odds.outcomes
            && targets(self) == targets(other)
    }
}

/// Adds units to those that a line names; those of one kind are named together.
fn join(known: &mut Vec<Alike>, more: Alike) {
    match known.iter_mut().find(|alike| alike.kind == more.kind) {
        Some(alike) => alike.tags.extend(more.tags),
        None => known.push(more),
    }
}

impl Lines {
    /// Adds the lines of an order of a group of equal ships.
    fn add(&mut self, guises: &[Battle], own: &Alike, offer: &Offer, targets: &[Alike]) {
        self.notes = Some(assumptions(offer, self.notes.take()));
        let mut asked = Asked { guises, ran_out: false, secret: false };
        for variant in variants(offer, targets) {
            for Case { when, odds } in cases(&mut asked, offer, &variant.order) {
                // Targets with equal odds share a line.
                let same = self.list.iter_mut().find(|line| {
                    line.who.tags == own.tags
                        && line.with == variant.with
                        && line.when == when
                        && line.odds.outcomes == odds.outcomes
                });
                let target = variant.target.clone();
                if let (Some(line), Some(target)) = (same, target.clone()) {
                    join(&mut line.at, target);
                } else {
                    let (who, with) = (own.clone(), variant.with.clone());
                    let at = target.into_iter().collect();
                    self.list.push(Line { who, with, at, when, odds });
                }
            }
        }
        self.ran_out |= asked.ran_out;
        self.secret |= asked.secret;
    }

    /// The lines; ships of a kind with the same odds share one.
    fn merged(self) -> Vec<Line> {
        let mut merged: Vec<Line> = Vec::new();
        for line in self.list {
            match merged.iter_mut().find(|known| known.is_as(&line)) {
                Some(known) => known.who.tags.extend(line.who.tags),
                None => merged.push(line),
            }
        }
        merged
    }

    /// The table; `None` if there is nothing to choose between.
    fn set(self, spec: &OrderSpec) -> Option<OddsTable> {
        let mut outcomes: Vec<Outcome> = Vec::new();
        for (outcome, _) in self.list.iter().flat_map(|line| &line.odds.outcomes) {
            if !outcomes.contains(outcome) {
                outcomes.push(*outcome);
            }
        }
        if outcomes.len() < 2 {
            return None;
        }
        outcomes.sort_by_key(|outcome| outcome.gain(spec.kind));
        let mut notes = vec![say!("Chances in percent; · cannot happen.")];
        notes.extend(self.notes.clone().unwrap_or_default());
        if self.ran_out {
            notes.push(say!("Some odds take too long to work out and are left out."));
        }
        if self.secret {
            notes.push(say!("Odds that would tell a secret of the other side are left out."));
        }
        let row = |line: &Line| {
            let chance = |outcome: &Outcome| {
                let found = line.odds.outcomes.iter().find(|(known, _)| known == outcome);
                found.map(|(_, chance)| Chance::to_f64(chance))
            };
            (line.label(), outcomes.iter().map(chance).collect())
        };
        Some(OddsTable {
            title: Say::word(spec.name),
            rows_are: Say::default(),
            columns: outcomes.iter().map(|outcome| outcome.say()).collect(),
            rows: self.merged().iter().map(row).collect(),
            notes,
            ..OddsTable::default()
        })
    }
}
