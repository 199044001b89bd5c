//! The exact chances of a system's typical attack, for each kind of ship
//! against each kind of the other fleet, from the resolver itself.

use serde_json::{Map, Value};

use crate::analysis::{Job, Progress, odds};
use dice::{Chance, Seeded, Thoroughness};
use games::{Battle, Fleet, Options, Order, SystemTag};
use rules::without;

use message::Message;

use super::{EqualShips, Unmatched, all_but_names, can_meet, kind_name, kinds};

/// The chances of one kind against another, each outcome in the order of the deciding table; or
/// the reason why the attack is impossible.
pub type Cell = Result<Vec<(Message, Chance)>, Unmatched>;

/// One fleet's attacks on the other, kind by kind.
#[derive(Clone, Debug)]
pub struct AttackTable {
    /// The kinds that attack: the rows.
    pub attackers: Vec<EqualShips>,
    /// The kinds that are attacked: the columns.
    pub targets: Vec<EqualShips>,
    /// A row for each attacker with a cell for each target; incomplete while it
    /// is worked out.
    pub rows: Vec<Vec<Cell>>,
}

/// Both fleets' attacks on each other, worked out step by step.
#[derive(Clone, Debug)]
pub struct Attacks {
    system: SystemTag,
    tables: [AttackTable; 2],
}

impl Attacks {
    /// The work for the attacks between two fleets.
    ///
    /// # Errors
    /// If they cannot fight each other.
    pub fn new(fleets: [&Fleet; 2]) -> Result<Attacks, Unmatched> {
        let [a, b] = fleets.map(|fleet| kinds(fleet, attack_figures));
        can_meet(fleets, [&a, &b])?;
        let system = fleets[0].system();
        let table = |attackers: &[EqualShips], targets: &[EqualShips]| AttackTable {
            attackers: attackers.to_vec(),
            targets: targets.to_vec(),
            rows: Vec::new(),
        };
        Ok(Attacks { system, tables: [table(&a, &b), table(&b, &a)] })
    }

    /// A description of the attack, to show above the tables.
    #[must_use]
    pub fn how(&self) -> Message {
        self.system.plan().attack_in_words
    }

    /// The first fleet's attacks on the second, and the second's on the first,
    /// as far as they are worked out.
    #[must_use]
    pub fn tables(&self) -> &[AttackTable; 2] {
        &self.tables
    }
}

impl Job for Attacks {
    /// Works out one cell.
    fn step(&mut self) -> bool {
        let system = self.system;
        let Some(table) = self.tables.iter_mut().find(|table| !table.is_done()) else {
            return false;
        };
        let whole = table.rows.last().is_none_or(|row| row.len() == table.targets.len());
        if whole {
            table.rows.push(Vec::new());
        }
        let at = table.rows.len() - 1;
        if let (Some(attacker), Some(row)) = (table.attackers.get(at), table.rows.last_mut())
            && let Some(target) = table.targets.get(row.len())
        {
            row.push(cell(system, attacker, target));
        }
        true
    }

    fn progress(&self) -> Progress {
        let done = |table: &AttackTable| table.rows.iter().map(Vec::len).sum::<usize>();
        let all = |table: &AttackTable| table.attackers.len() * table.targets.len();
        Progress {
            done: self.tables.iter().map(done).sum::<usize>() as u64,
            all: self.tables.iter().map(all).sum::<usize>() as u64,
        }
    }
}

impl AttackTable {
    fn is_done(&self) -> bool {
        let done: usize = self.rows.iter().map(Vec::len).sum();
        done == self.attackers.len() * self.targets.len()
    }
}

/// The name and figures of a ship that matter in the attack.
fn attack_figures(alone: &Fleet, entry: &Map<String, Value>) -> (Message, Value) {
    let all = || {
        // The attack sets both speeds itself.
        let entry = without(entry, &["speed"]);
        (kind_name(alone), all_but_names(alone.system(), &entry))
    };
    alone.attacks_as().unwrap_or_else(all)
}

/// The chances of one ship alone against another.
fn cell(system: SystemTag, attacker: &EqualShips, target: &EqualShips) -> Cell {
    let fleets = [attacker.alone.clone(), target.alone.clone()];
    let rules = |why: Message| Unmatched::Rules(why);
    let mut battle = Battle::open(fleets, Options::new()).map_err(|fault| rules(fault.0))?;
    let plan = system.plan();
    for order in plan.before {
        let order = read(&battle, &order)?;
        let done = battle.resolve(&order, &mut Seeded::new(0, 0));
        let done = done.map_err(|stop| rules(stop.message()))?;
        battle.apply(&done.effects);
    }
    let order = read(&battle, &plan.attack)?;
    let watch: Vec<String> = plan.counted.iter().map(|(key, _)| (*key).to_owned()).collect();
    let odds = odds(&battle.full_view(), &order, &watch, Thoroughness::Merged);
    let odds = odds.map_err(|unfound| rules(unfound.message()))?;
    Ok(match (plan.counted, odds.watched.into_values().next()) {
        (Some((_, what)), Some(counts)) => {
            counts.into_iter().map(|(count, chance)| (what(&count), chance)).collect()
        }
        _ => odds.outcomes.into_iter().map(|(word, chance)| (word.message(), chance)).collect(),
    })
}

fn read(battle: &Battle, order: &Value) -> Result<Order, Unmatched> {
    let written = order.as_object().cloned().unwrap_or_default();
    battle.read_order(&written).map_err(|fault| Unmatched::Rules(fault.why))
}
