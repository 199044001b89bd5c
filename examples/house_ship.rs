//! A custom ship type in a fleet file: the great forty of Ptolemy Philopator.
//! `cargo run --example house_ship`.

use std::error::Error;

use trierarch::fleet::{self, read_toml};
use trierarch::i18n::english;
use trierarch::print::PrintInput;

const FLEET: &str = r#"
system = "greek-fire"
name = "The fleet of Ptolemy Philopator"
people = "Egyptian"
notes = "The forty was for show: Plutarch says that she moved with difficulty and danger."

# A custom type may have any values within the limits of the rules.
[[type]]
slug = "forty"
name = "Tessarakonteres"
deck = 20
ram = 9
crew = 860
move = 1

[[ship]]
name = "Ἡ τεσσαρακοντήρης"
type = "forty"
advantages = ["hoplites", "tower-archers", "catapult"]

[[ship]]
name = "Ἀρσινόη"
type = "quinquereme"
advantages = ["prongs"]
"#;

fn main() -> Result<(), Box<dyn Error>> {
    let checked = read_toml(FLEET).map_err(|faults| fleet::render("the fleet", FLEET, &faults))?;
    for warning in &checked.warnings {
        println!("warning: {warning}");
    }
    for sheet in PrintInput::of_fleet(&checked, FLEET)?.sheets() {
        println!("{}, {}", sheet.name, english(&sheet.kind));
        for fact in &sheet.facts {
            println!("  {}: {}", english(&fact.caption), english(&fact.text));
        }
        for track in &sheet.tracks {
            println!("  {}: {} boxes", english(&track.caption), track.boxes);
        }
    }
    Ok(())
}
