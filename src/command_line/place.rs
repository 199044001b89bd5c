//! The argument with which a desktop opens the program: a file, by its path or its address, or
//! a link.

use std::path::PathBuf;

use trierarch::fleet::share;
use trierarch::message::message;
use trierarch::storage;

use super::Failed;

/// Parses the argument. It must name a battle file or be a link, so that a misspelt
/// subcommand is not taken for a file. A desktop passes a file's address instead of its
/// path.
///
/// # Errors
/// If it is neither; the reason, in words.
pub(super) fn place(word: &str) -> Result<PathBuf, Failed> {
    if word.starts_with(share::LINK) {
        return Ok(PathBuf::from(word));
    }
    if let Some(file) = storage::path_of_address(word) {
        return Ok(file);
    }
    let file = PathBuf::from(word);
    if file.extension().is_some_and(|end| end.eq_ignore_ascii_case("battle")) {
        return Ok(file);
    }
    // A file may have been named without its ending, or have none.
    let mut named = file.clone().into_os_string();
    named.push(".battle");
    let named = PathBuf::from(named);
    if named.is_file() {
        return Ok(named);
    }
    if storage::read_battle_file(&file).is_ok() {
        return Ok(file);
    }
    Err(Failed(message!(
        "not a subcommand, and not a battle file: battle files end in .battle (or use --open FILE)"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_opened_by_its_path_or_by_its_address() {
        for (word, file) in [
            ("sybota.battle", "sybota.battle"),
            ("SYBOTA.BATTLE", "SYBOTA.BATTLE"),
            ("file:///home/a/an%20evening.battle", "/home/a/an evening.battle"),
            ("file://localhost/home/%CE%91.battle", "/home/Α.battle"),
            ("file:/home/100%25.battle", "/home/100%.battle"),
            // Any name is accepted, because the desktop has checked the content.
            ("file:///home/a/evening.json", "/home/a/evening.json"),
        ] {
            assert_eq!(place(word).ok(), Some(PathBuf::from(file)), "{word}");
        }
    }

    #[test]
    fn a_link_is_left_unchanged() {
        let link = format!("{}AbC%20", share::LINK);
        assert_eq!(place(&link).ok(), Some(PathBuf::from(link)));
    }

    #[test]
    fn a_battle_is_found_without_its_ending_and_a_file_that_has_none() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let battle = std::fs::read("tests/battles/greek-fire.battle").unwrap();
        std::fs::write(at("evening.battle"), &battle).unwrap();
        std::fs::write(at("morning"), &battle).unwrap();
        std::fs::write(at("notes"), "Bring dice.").unwrap();
        let found = |name: &str| place(at(name).to_str().unwrap()).ok();
        assert_eq!(found("evening"), Some(at("evening.battle")));
        assert_eq!(found("morning"), Some(at("morning")));
        assert_eq!(found("notes"), None);
        assert_eq!(found("night"), None);
    }

    #[test]
    fn a_misspelt_command_and_a_file_of_another_machine_are_refused() {
        for word in ["reprot", "file:", "file:x", "file:///%ff"] {
            assert!(place(word).is_err(), "{word}");
        }
        assert!(place("file://elsewhere/a.toml").is_err());
    }
}
