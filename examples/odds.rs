//! A table of odds, computed with the resolver that decides the roll: the results of a
//! trireme's ram, by the spaces of her straight run. `cargo run --example odds`.

use std::error::Error;

use serde_json::json;
use trierarch::analysis::odds;
use trierarch::dice::{Chance, Thoroughness};
use trierarch::journal::{Journal, Opening};

fn main() -> Result<(), Box<dyn Error>> {
    let opening = Opening::ready("sybota", 1).ok_or("there is no ready battle of that name")?;
    let journal = Journal::open(opening)?;
    let battle = journal.battle();
    println!("{} rams {}:", battle.unit_name("A1".parse()?), battle.unit_name("B1".parse()?));
    for spaces in 1..=8 {
        let written = json!({
            "kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": spaces,
        });
        let order = battle.read_order(written.as_object().ok_or("an order is an object")?)?;
        // Every branch is followed with exact integer weights; nothing is sampled.
        let found = odds(&battle.full_view(), &order, &[], Thoroughness::Merged)?;
        let shares = found
            .outcomes
            .iter()
            .map(|(outcome, chance)| format!("{outcome} {:.0}%", Chance::to_f64(chance) * 100.0));
        println!("{spaces} straight: {}", shares.collect::<Vec<_>>().join(", "));
    }
    Ok(())
}
