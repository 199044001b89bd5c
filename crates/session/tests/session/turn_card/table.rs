//! A script table with requests and answers as JSON values.

use serde_json::{Map, Value, json};
use session::Referee;

/// A table with an open battle.
pub(crate) struct Table(Referee);

impl Table {
    /// A ready battle, by the paths of its fleets.
    pub(crate) fn open(opening: Value) -> Table {
        let mut table = Table(Referee::default());
        let opened = table.ask(json!({ "open": opening }));
        assert!(opened.get("ok").is_some(), "{opened}");
        table
    }

    /// Two fleets of Greek Fire.
    pub(crate) fn of_greek_fire(a: Value, b: Value) -> Table {
        let fleet =
            |name: &str, ships| json!({"system": "greek-fire", "name": name, "ship": ships});
        let sides = [fleet("Athens", a), fleet("Corinth", b)];
        Table::open(json!({"system": "greek-fire", "sides": sides, "seed": 7}))
    }

    pub(crate) fn ask(&mut self, request: Value) -> Value {
        self.0.answer(&request.to_string(), 1).expect("an answer")
    }

    /// The content of `ok` in the answer.
    pub(crate) fn ok(&mut self, request: Value) -> Value {
        let answer = self.ask(request.clone());
        answer.get("ok").unwrap_or_else(|| panic!("{request}\n  gave {answer}")).clone()
    }

    /// Gives an order with these dice.
    pub(crate) fn give(&mut self, order: Value, dice: Value) -> Value {
        self.ok(json!({"order": order, "dice": dice}))
    }

    pub(crate) fn turn(&mut self, ship: &str) -> Card {
        Card(self.ok(json!({"turn": {"ship": ship}})))
    }

    pub(crate) fn turn_at(&mut self, ship: &str, target: &str) -> Card {
        Card(self.ok(json!({"turn": {"ship": ship, "target": target}})))
    }

    pub(crate) fn next(&mut self) -> Value {
        self.ok(json!({"next": {}}))
    }

    /// The word of the next step's order.
    pub(crate) fn next_kind(&mut self) -> Option<String> {
        Some(self.next()["order"].get("kind")?.as_str()?.to_owned())
    }

    pub(crate) fn state(&mut self) -> Value {
        self.ok(json!({"state": {}}))["state"].clone()
    }
}

/// A turn card.
#[derive(Debug)]
pub(crate) struct Card(pub(crate) Value);

impl Card {
    pub(crate) fn steps(&self) -> &[Value] {
        self.0["steps"].as_array().expect("steps")
    }

    /// The first step of this kind.
    pub(crate) fn step(&self, kind: &str) -> &Value {
        self.steps().iter().find(|step| step["kind"] == kind).unwrap_or_else(|| {
            panic!("no {kind} in {}", self.0);
        })
    }

    /// The state of the first step of this kind.
    pub(crate) fn state_of(&self, kind: &str) -> &str {
        self.step(kind)["state"].as_str().expect("a state")
    }

    /// The words of the orders of `done`.
    pub(crate) fn done(&self) -> Vec<&str> {
        let orders = self.0["done"]["orders"].as_array();
        orders.into_iter().flatten().filter_map(|order| order["kind"].as_str()).collect()
    }

    /// The orders against a target.
    pub(crate) fn orders_at(&self, target: &str) -> Vec<Value> {
        let targets = self.0["targets"].as_array().expect("targets");
        let of = targets.iter().find(|of| of["unit"] == target);
        of.and_then(|of| of["orders"].as_array().cloned()).unwrap_or_default()
    }

    /// An order against a target.
    pub(crate) fn at(&self, target: &str, kind: &str) -> Value {
        let orders = self.orders_at(target);
        let found = orders.into_iter().find(|order| order["kind"] == kind);
        found.unwrap_or_else(|| panic!("no {kind} at {target} in {}", self.0))
    }
}

/// An object of an answer.
pub(crate) fn object(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}
