//! A fleet that a player has pasted.

use serde_json::Value;

use crate::fleet::share::{self, ShareFault};

use super::draft::FleetDraft;

/// The fleet file in a pasted text: a shared fleet, the text of a fleet file, or a roster as
/// [`crate::fleet::export::json`] writes it. A fleet file may have faults.
///
/// # Errors
/// If it is none of these.
pub fn pasted(text: &str) -> Result<String, ShareFault> {
    if text.len() > share::LONGEST_TEXT {
        return Err(ShareFault::TooLarge);
    }
    // In a chat, code is between fences.
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("```"));
    let plain = lines.collect::<Vec<_>>().join("\n");
    let plain = plain.trim().trim_start_matches('\u{feff}');
    if let Ok(roster @ Value::Object(_)) = serde_json::from_str(plain) {
        return Ok(FleetDraft::from_json(&roster).text());
    }
    let names_system =
        |line: &str| line.split_once('=').map(|(key, _)| key.trim()) == Some("system");
    if plain.lines().any(names_system) {
        return Ok(format!("{plain}\n"));
    }
    share::from_text(text)
}

#[cfg(test)]
mod tests {
    use crate::fleet::{export, library, read_toml};

    use super::*;

    #[test]
    fn a_roster_as_text_has_a_line_for_each_ship() {
        let file = library::file("greek-fire/sybota-athens.toml").unwrap();
        let text = FleetDraft::roster_text(&read_toml(file).unwrap().fleet);
        let ships = text.lines().filter(|line| line.starts_with("  { name = ")).count();
        assert_eq!(ships, 5, "{text}");
    }

    #[test]
    fn a_fleet_file_and_its_roster_are_pasted_as_well_as_a_link() {
        for path in library::paths() {
            let file = library::file(path).unwrap();
            let Ok(checked) = read_toml(file) else { continue };
            let roster = export::json(&checked.fleet);
            for text in [
                file.to_owned(),
                format!("\u{feff}{file}"),
                format!("```toml\n{file}```\n"),
                roster.clone(),
                format!("```json\n{roster}```"),
                FleetDraft::roster_text(&checked.fleet),
                share::to_link(file).unwrap(),
                share::to_block("x", file).unwrap(),
            ] {
                let fleet = read_toml(&pasted(&text).unwrap()).unwrap().fleet;
                assert_eq!(fleet, checked.fleet, "{path}: {text:.60}");
            }
        }
    }

    #[test]
    fn pasted_files_with_faults_are_recognized_as_files() {
        let faulty = "system = “greek-fire”\n[[ship]]\n";
        assert_eq!(pasted(faulty).as_deref(), Ok(faulty));
        for text in ["Meet me at the harbour.", "", "[1]", "{", "name = 1"] {
            assert_eq!(pasted(text), Err(ShareFault::NotText), "{text}");
        }
    }
}
