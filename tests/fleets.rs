//! Fleet files: what is wrong with them is found all at once, with its place;
//! what is right comes back equal.

use trierarch::fleet::{read_json, read_toml, to_json};

/// Every fault of a file as `line:column: path: why`.
fn faults(text: &str) -> Vec<String> {
    match read_toml(text) {
        Ok(checked) => checked.warnings.iter().map(ToString::to_string).collect(),
        Err(faults) => faults.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn all_faults_of_a_file_come_at_once_with_their_places() {
    let text = r#"
system = "greek-fire"
name = "Squadron"
nation = "rome"

[[type]]
slug = "hemiolia"
name = "Hemiolia"
deck = 400
ram = 2
crew = 60
move = 6

[[ship]]
type = "triremme"
advantages = ["prongs", 3]
"#;
    let starts = [
        "4:1: nation: unknown key `nation`, expected one of `system`, `name`,",
        "9:8: type[1].deck: `deck` takes a whole number from 0 to 100, not 400",
        "14:1: ship[1]: `name` is missing: it takes a name in quotes",
        "15:8: ship[1].type: unknown word `triremme`, expected one of `triaconter`,",
        "16:25: ship[1].advantages[2]: `advantages` takes one of `prongs`,",
    ];
    let found = faults(text);
    assert_eq!(found.len(), starts.len(), "{found:#?}");
    for (found, start) in found.iter().zip(starts) {
        assert!(found.starts_with(start), "{found}");
    }
    assert!(found[3].ends_with("; did you mean `trireme`?"), "{}", found[3]);
}

#[test]
fn a_fleet_comes_back_from_json_equal() {
    for path in trierarch::fleet::library::paths().filter(|path| path.starts_with("greek-fire")) {
        let text = trierarch::fleet::library::file(path).unwrap();
        let fleet = read_toml(text).unwrap().fleet;
        assert_eq!(read_json(&to_json(&fleet)).unwrap().fleet, fleet, "{path}");
    }
}
