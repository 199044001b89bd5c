//! Random play that follows the next step and *Done*: what is proposed can be done.

use std::env;

use serde_json::{Map, Value, json};
use trierarch::dice::{Die, Seeded};
use trierarch::fleet::library;
use trierarch::systems::SystemTag;

use super::table::{Card, Table, object};

struct Picks(Seeded);

impl Picks {
    fn below(&mut self, many: usize) -> usize {
        let roll = |picks: &mut Picks| usize::from(picks.0.face(Die::of(100).expect("a die"))) - 1;
        (roll(self) * 100 + roll(self)) % many.max(1)
    }

    fn of<'v, T>(&mut self, list: &'v [T]) -> Option<&'v T> {
        let at = self.below(list.len());
        list.get(at)
    }
}

/// How many battles of a system are played: a few on every run, `TURN_CARD_BATTLES` on demand.
fn battles() -> u64 {
    env::var("TURN_CARD_BATTLES").ok().and_then(|many| many.parse().ok()).unwrap_or(3)
}

/// An entry for a roll such as `5d6 hits on 5+`.
fn entry(throw: &str, picks: &mut Picks) -> Value {
    let numbers: Vec<usize> = throw
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|number| number.parse().ok())
        .collect();
    let (count, faces) = match numbers.as_slice() {
        [count, faces, ..] => (*count, *faces),
        other => panic!("{throw}: {other:?}"),
    };
    json!((0..count).map(|_| 1 + picks.below(faces)).collect::<Vec<_>>())
}

/// A battle that is played.
struct Play {
    table: Table,
    picks: Picks,
    /// Whether every die is entered.
    own_dice: bool,
    last: Option<(Value, Value)>,
    what: String,
}

impl Play {
    /// Gives an order, with dice as they are asked for; it must not be refused.
    fn give(&mut self, order: &Value) {
        let mut dice = Vec::new();
        loop {
            let request = if self.own_dice {
                json!({"order": order, "dice": dice})
            } else {
                json!({"order": order})
            };
            let answer = self.table.ask(request);
            if answer.get("ok").is_some() {
                return;
            }
            let Some(throw) = answer["needs"]["throw"].as_str() else {
                panic!("{}: {order} gave {answer}", self.what);
            };
            dice.push(entry(throw, &mut self.picks));
            assert!(dice.len() < 500, "{}: {order} rolls without end", self.what);
        }
    }

    /// One step; false once the battle is over.
    fn step(&mut self) -> bool {
        let state = self.table.state();
        if !state["winner"].is_null() || !state["aim"].is_null() {
            return false;
        }
        let next = self.table.next();
        assert!(
            next["text"].as_str().is_some_and(|text| !text.is_empty()),
            "{}: {next}",
            self.what
        );
        for seat in ["A", "B", "onlooker"] {
            let told = self.table.ok(json!({"next": {}, "for": seat}));
            assert!(told["text"].as_str().is_some_and(|text| !text.is_empty()), "{told}");
            assert!(seat != "onlooker" || told["order"].is_null(), "{}: {told}", self.what);
        }
        let free = self.picks.below(3) > 0;
        if free && self.act_freely(&state) {
            return true;
        }
        if next["order"].is_null() {
            return self.act(&state);
        }
        let now = (next["order"].clone(), state);
        assert!(self.last.as_ref() != Some(&now), "{}: {next} again", self.what);
        self.give(&next["order"]);
        self.last = Some(now);
        true
    }

    fn units(state: &Value) -> Vec<String> {
        let mut tags = Vec::new();
        for side in state["sides"].as_array().into_iter().flatten() {
            for key in ["ships", "units"] {
                let units = side[key].as_array().into_iter().flatten();
                tags.extend(units.filter_map(|unit| unit["tag"].as_str().map(str::to_owned)));
            }
        }
        tags
    }

    /// Gives an open step or an attack of a unit that is picked; false if it has none.
    fn act_freely(&mut self, state: &Value) -> bool {
        self.act_as(state, None)
    }

    /// The same of this unit, if one is named.
    fn act_as(&mut self, state: &Value, named: Option<&str>) -> bool {
        let units = Self::units(state);
        let picked = self.picks.of(&units).cloned().expect("a unit");
        let unit = named.map_or(picked, str::to_owned);
        let target = self.picks.of(&units).cloned().expect("a unit");
        let card = self.table.turn_at(&unit, &target);
        let targets = card.0["targets"].as_array().cloned().unwrap_or_default();
        let mut orders: Vec<Value> = targets
            .iter()
            .flat_map(|of| of["orders"].as_array().cloned().unwrap_or_default())
            .map(|order| order["order"].clone())
            .collect();
        let steps = card.steps().iter().filter(|step| {
            matches!(step["state"].as_str(), Some("open" | "owed")) && step["ready"] == true
        });
        orders.extend(steps.map(|step| step["order"].clone()));
        let Some(order) = self.picks.of(&orders).cloned() else { return false };
        let Some(order) = self.filled(&unit, order) else { return false };
        // What is filled in by chance may be refused.
        let answer = self.table.ask(json!({"odds": order}));
        if answer.get("refused").is_some() || answer.get("error").is_some() {
            return false;
        }
        self.give(&order);
        self.last = None;
        true
    }

    /// An order with what is still to be chosen.
    fn filled(&mut self, unit: &str, order: Value) -> Option<Value> {
        let offers = self.table.ok(json!({"offers": {"ship": unit}}))["offers"].clone();
        let offer = offers.as_array()?.iter().find(|offer| offer["kind"] == order["kind"])?;
        let mut order = object(&order);
        for field in offer["fields"].as_array()? {
            let name = field["name"].as_str()?;
            if order.contains_key(name) || field["required"] != true {
                continue;
            }
            let choices = field["choices"].as_array().cloned().unwrap_or_default();
            let value = match self.picks.of(&choices) {
                Some(choice) => choice["value"].clone(),
                None => field["value"].clone(),
            };
            order.insert(name.to_owned(), value);
        }
        Some(order.into())
    }

    /// Follows the card of a unit to its end.
    fn act(&mut self, state: &Value) -> bool {
        let mut units = Self::units(state);
        while !units.is_empty() {
            let at = self.picks.below(units.len());
            let unit = units.swap_remove(at);
            let card: Card = self.table.turn(&unit);
            let orders = card.0["done"]["orders"].as_array().cloned().unwrap_or_default();
            if orders.is_empty() {
                continue;
            }
            for order in orders {
                let state = self.table.state();
                // The dice may have ended her turn or the battle.
                let answer = self.table.ask(json!({"odds": order}));
                if answer.get("refused").is_some() && self.shaken(&unit, &state) {
                    break;
                }
                self.give(&order);
            }
            self.last = None;
            return true;
        }
        // Something is owed that the players choose.
        let named = self.table.next()["unit"].as_str().map(str::to_owned);
        for _ in 0..200 {
            if self.act_as(state, named.as_deref()) {
                return true;
            }
        }
        panic!("{}: nothing can be done: {}", self.what, self.table.next());
    }

    /// Whether a unit cannot go on because of what was rolled.
    fn shaken(&mut self, unit: &str, state: &Value) -> bool {
        let text = state.to_string();
        let card = self.table.turn(unit);
        !state["winner"].is_null() || card.done().is_empty() || text.is_empty()
    }
}

impl Play {
    /// A ready battle of a system, with its switches on for every second seed.
    fn of(system: SystemTag, seed: u64) -> Play {
        let ready: Vec<_> =
            library::battles().iter().filter(|battle| battle.system == system).collect();
        let battle = ready[usize::try_from(seed).expect("few") % ready.len()];
        let options: Map<String, Value> = system
            .switches()
            .iter()
            .map(|switch| (switch.slug().to_owned(), json!(seed % 2 == 1)))
            .collect();
        let sides = battle.sides.map(|path| json!(format!("fleets/{path}")));
        let table = Table::open(json!({
            "system": system.slug(), "sides": sides, "options": options, "seed": seed,
        }));
        let what = format!("{} seed {seed}", battle.slug);
        let picks = Picks(Seeded::new(seed, 1));
        Play { table, picks, own_dice: seed % 3 == 1, last: None, what }
    }
}

fn play(system: SystemTag) {
    let whole = env::var_os("TURN_CARD_BATTLES").is_some();
    for seed in 0..battles() {
        let mut play = Play::of(system, seed);
        let most = if whole { 4_000 } else { 250 };
        for _ in 0..most {
            if !play.step() {
                break;
            }
        }
    }
}

#[test]
fn greek_fire_is_played_by_its_next_steps() {
    play(SystemTag::GreekFire);
}

#[test]
fn ancient_naval_games_is_played_by_its_next_steps() {
    play(SystemTag::AncientNavalGames);
}

#[test]
fn fast_play_salamis_is_played_by_its_next_steps() {
    play(SystemTag::FastPlaySalamis);
}

#[test]
fn chicken_of_the_sea_is_played_by_its_next_steps() {
    play(SystemTag::ChickenOfTheSea);
}

#[test]
fn command_and_chaos_is_played_by_its_next_steps() {
    play(SystemTag::CommandAndChaos);
}
