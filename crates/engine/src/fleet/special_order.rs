//! The special orders of a battle in its file.
//!
//! ```toml
//! [[battle.special_order]]
//! side = "A"
//! text = "No Athenian rams or boards until round 4, or until a Corinthian has."
//! until_round = 4
//! until = { side = "B", orders = ["ram", "board"] }
//! forbids = [{ order = "ram" }, { order = "board" }]
//! ```
//!
//! It binds the whole side; with `named`, only the units whose names begin with these
//! words. It is in force from `from_round` on. It ends at the beginning of `until_round`,
//! or when one of the `orders` of `until` has been given as often as `times` says,
//! whichever comes first. It may forbid orders and demand others of each unit; both may
//! be limited to orders with a field that `is` a value, or is `at_least` a number. A
//! special order that does neither is only a text for the players.

use serde_json::{Value, json};

use games::{Fleet, SystemTag};
use message::message;
use rules::file::fault::{Fault, Faults};
use rules::file::node::Node;
use rules::file::reader::Reader;
use rules::{
    EndingOrders, FieldSpec, FieldTest, Holding, OrderPattern, OrderSpec, Side, SpecialOrder, Tag,
    ValueType, matches_names,
};

use super::aim::{MOST_ROUNDS, side, units};

/// The key of the list, in battle files, in the protocol and in stored rows.
pub const SPECIAL_ORDERS: &str = "special_order";

/// The most orders that may be needed to end a special order.
const MOST_TIMES: i64 = 1000;

/// Reads special orders that come as JSON, in the same shape.
///
/// # Errors
/// Every fault.
pub fn read_json(value: &Value, fleets: &[Fleet; 2]) -> Result<Vec<SpecialOrder>, Vec<Fault>> {
    let root = Node::of_json(&json!({ SPECIAL_ORDERS: value }));
    let faults = Faults::new("");
    let list = Reader::new(&root, &faults).map(|mut reader| {
        let list = read(&mut reader, fleets);
        reader.finish();
        list
    });
    match list {
        Some(list) if faults.none_is_error() => Ok(list),
        Some(_) | None => Err(faults.into_list()),
    }
}

/// Reads the special orders of a battle between two fleets.
pub(super) fn read(battle: &mut Reader, fleets: &[Fleet; 2]) -> Vec<SpecialOrder> {
    let tables = battle.tables(SPECIAL_ORDERS);
    if tables.is_empty() {
        return Vec::new();
    }
    let units = units(fleets).into_iter().map(|(tag, name, _)| (tag, name)).collect();
    let context = SpecialOrderReader { system: fleets[0].system(), units };
    tables.into_iter().filter_map(|table| context.special_order(table)).collect()
}

/// The game and the units of a battle, with which its special orders are checked.
struct SpecialOrderReader {
    system: SystemTag,
    units: Vec<(Tag, String)>,
}

impl SpecialOrderReader {
    fn special_order(&self, mut special: Reader) -> Option<SpecialOrder> {
        let bound = side(&mut special, "side");
        let named = special.names_listed("named");
        let text = special.text("text");
        if text.trim().is_empty() {
            special.error("text", message!("say in words what the special order is"));
        }
        let from_round = special.optional_number("from_round", 1..=MOST_ROUNDS);
        let until_round = special.optional_number("until_round", 2..=MOST_ROUNDS);
        let until = special.table("until").map(|event| self.event(event));
        let forbids = self.patterns(&mut special, "forbids");
        let demands = self.patterns(&mut special, "demands");
        let side = bound?;
        for name in &named {
            let only = std::slice::from_ref(name);
            let mut own = self.units.iter().filter(|(tag, _)| tag.side == side);
            if !own.any(|(_, name)| matches_names(only, name)) {
                let why =
                    message!("side {side} has nothing whose name begins with “{name}”", side, name);
                special.error("named", why);
            }
        }
        if from_round.zip(until_round).is_some_and(|(from, until): (u32, u32)| from >= until) {
            special.error("until_round", message!("it must be later than from_round"));
        }
        if !demands.is_empty() && until_round.is_none() && until.is_none() {
            special.error("demands", message!("say by when: add until_round or until"));
        }
        special.finish();
        Some(SpecialOrder { side, named, text, from_round, until_round, until, forbids, demands })
    }

    fn event(&self, mut event: Reader) -> EndingOrders {
        let of = event.optional_choice("side", Side::SLUGS).map(|at| Side::ALL[at]);
        let (specs, words) = (self.system.orders(), self.words());
        let orders = event.choices("orders", &words).into_iter().map(|at| specs[at].kind).collect();
        let times = event.number_or("times", 1..=MOST_TIMES, 1);
        if event.length("orders") == 0 {
            event.error("orders", message!("name at least one order"));
        }
        event.finish();
        EndingOrders { side: of, orders, times }
    }

    /// The words of the system's orders, in their order.
    fn words(&self) -> Vec<&'static str> {
        self.system.orders().iter().map(|spec| spec.kind).collect()
    }

    fn patterns(&self, special: &mut Reader, key: &'static str) -> Vec<OrderPattern> {
        special.tables(key).into_iter().filter_map(|pattern| self.pattern(pattern)).collect()
    }

    fn pattern(&self, mut pattern: Reader) -> Option<OrderPattern> {
        let spec = pattern.choice("order", &self.words()).map(|at| &self.system.orders()[at]);
        let test = spec.and_then(|spec| test(&mut pattern, spec));
        if spec.is_some() {
            pattern.finish();
        }
        Some(OrderPattern { order: spec?.kind, test })
    }
}

/// The test of a field of an order.
fn test(pattern: &mut Reader, spec: &OrderSpec) -> Option<FieldTest> {
    let names: Vec<&str> = spec.fields.iter().map(|field| field.name).collect();
    let field = &spec.fields[pattern.optional_choice("field", &names)?];
    let holds = holding(pattern, field);
    if holds.is_none() {
        pattern.error("field", message!("add “is” or “at_least”, whichever the field takes"));
    }
    Some(FieldTest { field: field.name, holds: holds? })
}

/// The value with which the field is compared; `None` if no possible one is given.
fn holding(pattern: &mut Reader, field: &FieldSpec) -> Option<Holding> {
    if let Some((min, max)) = field.takes.range() {
        return pattern.optional_number("at_least", min..=max).map(Holding::AtLeast);
    }
    let is = match (field.takes, field.takes.words()) {
        (ValueType::Choice { .. }, words) => {
            pattern.optional_choice("is", words).map(|at| words[at].into())
        }
        (ValueType::Flag, _) => pattern.has("is").then(|| pattern.flag("is").into()),
        (ValueType::Text, _) => pattern.has("is").then(|| pattern.name("is").into()),
        _ => None,
    };
    is.map(Holding::Is)
}
