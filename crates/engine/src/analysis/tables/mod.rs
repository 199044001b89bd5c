//! The odds of two fleets against each other, as tables. Every chance
//! is that of the rules' own resolver, run over all rolls.

mod cases;
mod scenarios;
mod names;

use std::mem;

use serde_json::{Map, Value};

use dice::Chance;
use games::{Outcome, PlayerView, offers};
use message::{Message, message};
use rules::scenario::{Alike, Scenario, ScenarioOrder};
use rules::schema::ADJUST;
use rules::{Offer, OrderSpec, Side, Subject};

use super::job::{Job, Progress};
use super::odds::Odds;

use cases::{Case, OddsSeeker, assumptions, cases, variants};
use scenarios::{begun, work_out};

/// A table of chances, in percent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OddsTable {
    /// Its heading.
    pub title: Message,
    /// The name of its rows: `Attacker`.
    pub rows_are: Message,
    /// The headings of its columns, from the worst outcome for the side that rolls
    /// to the best.
    pub columns: Vec<Message>,
    /// Its rows: a name, and for each column a chance from 0 to 1, or `None` if it is impossible.
    pub rows: Vec<(Message, Vec<Option<f64>>)>,
    /// The sum of the modifiers of each of `rows`, in a table by these sums.
    pub nets: Vec<i64>,
    /// The headings of further columns, which are texts instead of chances.
    pub further: Vec<Message>,
    /// Their texts, with a row for each of `rows`.
    pub further_texts: Vec<Vec<Message>>,
    /// The unit of the figures, and their assumptions.
    pub notes: Vec<Message>,
    /// The orders of each of `rows`, in a table of orders in the present position.
    pub asked: Vec<Vec<Map<String, Value>>>,
    /// The orders of a table about situations that may come up later, for each of `rows`: the
    /// orders for each of its units or pairs.
    pub scenario_orders: Vec<Vec<Vec<ScenarioOrder>>>,
}

/// The odds of every order that rolls dice, for the units of one side and, if it has a target,
/// against those of the other; in the present position, as far as it is known. Computed at
/// once.
#[must_use]
pub fn odds_tables(known: &PlayerView, side: Side) -> Vec<OddsTable> {
    let mut job = OddsTables::new(known, side);
    job.finish();
    job.found()
}

/// The same as a job: one kind of order for one group of equal ships a step.
#[derive(Clone, Debug)]
pub struct OddsTables {
    /// The battles that the viewer cannot distinguish; the first is the one that the viewer knows.
    indistinguishable: Vec<PlayerView<'static>>,
    orders: Vec<&'static OrderSpec>,
    own: Vec<(Alike, Vec<Offer>)>,
    /// The groups of both sides.
    sides: Vec<Alike>,
    targets: Vec<Alike>,
    /// The rows of the scenario that is being computed.
    rows: Vec<scenarios::Row>,
    /// The number of steps so far: all groups for an order, order by order.
    at: usize,
    table: Lines,
    /// The tables from corrected battles, one row a step.
    scenarios: Vec<Scenario>,
    /// The number of their rows that have been computed.
    scenario_rows_done: usize,
    tables: Vec<OddsTable>,
}

/// A table that is being computed.
#[derive(Clone, Debug, Default)]
struct Lines {
    list: Vec<Line>,
    notes: Option<Vec<Message>>,
    /// Whether some odds would have taken too long.
    ran_out: bool,
    /// Whether some odds depend on a secret.
    secret: bool,
}

impl OddsTables {
    /// The job for one side of a battle, in the present position, as far as it is known.
    #[must_use]
    pub fn new(known: &PlayerView, side: Side) -> OddsTables {
        let indistinguishable =
            known.indistinguishable().iter().map(PlayerView::to_static).collect();
        let offered = |alike: Alike| {
            let offers = alike.first().map(|tag| offers(known, Subject::Unit(tag)));
            (alike, offers.unwrap_or_default())
        };
        let orders = known.system().orders().iter();
        let orders =
            orders.filter(|spec| spec.kind != ADJUST.kind && !known.is_in_scenarios(spec.kind));
        let own = alike(known, side);
        let targets = alike(known, side.other());
        OddsTables {
            orders: orders.collect(),
            scenarios: known.scenarios(&own, &targets),
            scenario_rows_done: 0,
            sides: own.clone(),
            own: own.into_iter().map(offered).collect(),
            targets,
            rows: Vec::new(),
            indistinguishable,
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

    /// Computes the next row of the scenarios; false if there was none.
    fn next_scenario(&mut self) -> bool {
        let mut before = 0;
        for scenario in &self.scenarios {
            let at = self.scenario_rows_done - before;
            if at >= scenario.rows.len() {
                before += scenario.rows.len();
                continue;
            }
            if at == 0 {
                self.tables.push(begun(scenario));
            }
            if let Some(battle) = self.indistinguishable.first() {
                work_out(scenario, at, battle, &mut self.rows);
            }
            self.scenario_rows_done += 1;
            if let Some(table) = self.tables.last_mut().filter(|_| at + 1 == scenario.rows.len()) {
                for row in mem::take(&mut self.rows) {
                    row.set(table, [&self.sides, &self.targets]);
                }
            }
            return true;
        }
        false
    }
}

impl Job for OddsTables {
    fn step(&mut self) -> bool {
        let groups = self.own.len();
        if self.at >= self.orders.len() * groups {
            return self.next_scenario();
        }
        let (spec, (own, offers)) = (self.orders[self.at / groups], &self.own[self.at % groups]);
        let offer = offers.iter().find(|offer| offer.spec.kind == spec.kind);
        if let Some(offer) = offer.filter(|offer| offer.refused.is_none()) {
            let by_net =
                self.indistinguishable.first().is_some_and(|known| known.is_by_net(spec.kind));
            let mut asked = OddsSeeker {
                indistinguishable: &self.indistinguishable,
                by_net,
                ran_out: false,
                secret: false,
            };
            self.table.add(&mut asked, own, offer, &self.targets);
        }
        self.at += 1;
        if self.at.is_multiple_of(groups) {
            let sides = [self.sides.as_slice(), &self.targets];
            self.tables.extend(mem::take(&mut self.table).set(spec, sides));
        }
        true
    }

    fn progress(&self) -> Progress {
        let scenarios: usize = self.scenarios.iter().map(|scenario| scenario.rows.len()).sum();
        let all = self.orders.len() * self.own.len() + scenarios;
        Progress { done: (self.at + self.scenario_rows_done) as u64, all: all as u64 }
    }
}

/// A side's units in play, grouped by equal properties.
fn alike(battle: &PlayerView, side: Side) -> Vec<Alike> {
    let mut groups: Vec<(Map<String, Value>, Alike)> = Vec::new();
    for tag in battle.tags() {
        let Some(card) = battle.card(tag) else { continue };
        if card.holder != side || !battle.in_play(tag) {
            continue;
        }
        let Some(mut state) = battle.unit_state(tag) else { continue };
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

/// One order with its odds: its issuer, means, target and circumstances.
#[derive(Clone, Debug)]
struct Line {
    who: Alike,
    with: Vec<Message>,
    at: Vec<Alike>,
    when: Option<Message>,
    /// The sum of the modifiers, if the odds depend only on it.
    net: Option<i64>,
    order: Map<String, Value>,
    odds: Odds,
}

/// Lines with equal odds, which share a row.
struct Shared {
    net: Option<i64>,
    lines: Vec<Line>,
}

impl Shared {
    fn takes(&self, line: &Line) -> bool {
        self.lines.first().is_some_and(|first| {
            let alike = first.net == line.net && first.odds.outcomes == line.odds.outcomes;
            alike && (line.net.is_some() || (first.with == line.with && first.when == line.when))
        })
    }

    /// The label of the row: the sum of the modifiers, with other circumstances that matter; or the
    /// issuer, the target and the circumstances.
    fn label(&self, alone: bool, sides: [&[Alike]; 2]) -> Message {
        let mut withs: Vec<Message> = Vec::new();
        for line in &self.lines {
            let with = Message::list(line.with.iter().cloned());
            if !withs.contains(&with) && !with.is_empty() {
                withs.push(with);
            }
        }
        let with = Message::list(withs);
        let pairs = || {
            let pairs = self.lines.iter().map(|line| (line.who.clone(), line.at.clone()));
            names::pairs(pairs.collect(), sides)
        };
        let label = match self.net {
            Some(net) if alone => Message::signed(net),
            Some(net) => message!("{net} · {pairs}", net = Message::signed(net), pairs = pairs()),
            None => pairs(),
        };
        let label =
            if with.is_empty() { label } else { message!("{label} · {with}", label, with) };
        if self.net.is_none() { self.qualified(label) } else { label }
    }

    /// A label with the circumstances.
    fn qualified(&self, label: Message) -> Message {
        match self.lines.first().and_then(|line| line.when.clone()) {
            Some(when) => message!("{label} · {when}", label, when),
            None => label,
        }
    }
}

impl Lines {
    /// Adds the lines of an order of a group of equal ships.
    fn add(&mut self, asked: &mut OddsSeeker, own: &Alike, offer: &Offer, targets: &[Alike]) {
        self.notes = Some(assumptions(offer, self.notes.take()));
        for variant in variants(offer, targets) {
            for Case { when, order, odds, net } in cases(asked, offer, &variant.order) {
                let (who, with) = (own.clone(), variant.with.clone());
                let at = variant.target.clone().into_iter().collect();
                self.list.push(Line { who, with, at, when, net, order, odds });
            }
        }
        self.ran_out |= asked.ran_out;
        self.secret |= asked.secret;
    }

    /// The lines by equal odds; by the sum of the modifiers, from the lowest.
    fn shared(self) -> Vec<Shared> {
        let mut shared: Vec<Shared> = Vec::new();
        for line in self.list {
            match shared.iter_mut().find(|known| known.takes(&line)) {
                Some(known) => known.lines.push(line),
                None => shared.push(Shared { net: line.net, lines: vec![line] }),
            }
        }
        shared.sort_by_key(|row| row.net);
        shared
    }

    /// The table; `None` if it would have no odds.
    fn set(self, spec: &OrderSpec, sides: [&[Alike]; 2]) -> Option<OddsTable> {
        let mut outcomes: Vec<Outcome> = Vec::new();
        for (outcome, _) in self.list.iter().flat_map(|line| &line.odds.outcomes) {
            if !outcomes.contains(outcome) {
                outcomes.push(*outcome);
            }
        }
        // If each order has only one outcome, there are no odds.
        if self.list.iter().all(|line| line.odds.outcomes.len() < 2) {
            return None;
        }
        outcomes.sort_by_key(|outcome| outcome.gain(spec.kind));
        let by_net = self.list.iter().any(|line| line.net.is_some());
        let mut notes = Vec::new();
        if self.list.iter().any(|line| line.odds.outcomes.len() < outcomes.len()) {
            notes.push(message!("· cannot happen."));
        }
        if by_net {
            notes.push(message!("Add the modifiers on both sheets and those of the situation."));
        } else {
            notes.extend(self.notes.clone().unwrap_or_default());
        }
        if self.ran_out {
            notes.push(message!("Some odds take too long to work out and are left out."));
        }
        if self.secret {
            notes.push(message!("Odds that would reveal a secret of the other side are left out."));
        }
        let rows = self.shared();
        let chances = |row: &Shared| {
            let odds = row.lines.first().map(|line| &line.odds);
            let chance = |outcome: &Outcome| {
                let found = odds?.outcomes.iter().find(|(known, _)| known == outcome);
                found.map(|(_, chance)| Chance::to_f64(chance))
            };
            outcomes.iter().map(chance).collect()
        };
        let alone = |row: &Shared| rows.iter().filter(|other| other.net == row.net).count() == 1;
        let orders = |row: &Shared| row.lines.iter().map(|line| line.order.clone()).collect();
        let labels: Vec<Message> = rows.iter().map(|row| row.label(alone(row), sides)).collect();
        let again = |label: &Message| labels.iter().filter(|other| *other == label).count() > 1;
        let label = |(row, label): (&Shared, &Message)| {
            if again(label) && row.net.is_some() {
                row.qualified(label.clone())
            } else {
                label.clone()
            }
        };
        Some(OddsTable {
            title: Message::word(spec.name),
            rows_are: if by_net { message!("Modifiers") } else { Message::default() },
            columns: outcomes.iter().map(|outcome| outcome.message()).collect(),
            rows: rows.iter().zip(&labels).map(|row| (label(row), chances(row.0))).collect(),
            nets: rows.iter().map(|row| row.net).collect::<Option<_>>().unwrap_or_default(),
            asked: rows.iter().map(orders).collect(),
            notes,
            ..OddsTable::default()
        })
    }
}
