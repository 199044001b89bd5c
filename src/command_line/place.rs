//! What a desktop gives us to open: a file, by its path or its address, or a
//! link.

use std::path::PathBuf;

use percent_encoding::percent_decode_str;
use trierarch::fleet::share;
use trierarch::say::say;

use super::Failed;

/// A battle file by its name, or a link, so that a misspelt subcommand is not
/// taken for one. A desktop that was asked to open a file gives its address.
///
/// # Errors
/// If it is neither; the reason, in words.
pub(super) fn place(word: &str) -> Result<PathBuf, Failed> {
    if word.starts_with(share::LINK) {
        return Ok(PathBuf::from(word));
    }
    if let Some(file) = file_at(word) {
        return Ok(file);
    }
    let file = PathBuf::from(word);
    if file.extension().is_some_and(|end| end.eq_ignore_ascii_case("battle")) {
        return Ok(file);
    }
    Err(Failed(say!(
        "not a subcommand, and not a battle file: battle files end in .battle (or use --open FILE)"
    )))
}

/// The file of this machine that an address names: `file:///home/a%20b.battle`
/// (RFC 8089).
fn file_at(address: &str) -> Option<PathBuf> {
    let rest = address.strip_prefix("file:")?;
    let path = match rest.strip_prefix("//") {
        Some(rest) => rest.strip_prefix("localhost").unwrap_or(rest),
        None => rest,
    };
    if !path.starts_with('/') {
        return None;
    }
    let path = percent_decode_str(path).decode_utf8().ok()?.into_owned();
    // A drive comes after a slash that is not part of its path.
    let bytes = path.as_bytes();
    let drive = bytes.get(1).is_some_and(u8::is_ascii_alphabetic) && bytes.get(2) == Some(&b':');
    Some(PathBuf::from(if cfg!(windows) && drive { path[1..].to_owned() } else { path }))
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
            // Any name will do: the desktop looked into the file.
            ("file:///home/a/evening.json", "/home/a/evening.json"),
        ] {
            assert_eq!(place(word).ok(), Some(PathBuf::from(file)), "{word}");
        }
    }

    #[test]
    fn a_link_is_kept_as_it_is() {
        let link = format!("{}AbC%20", share::LINK);
        assert_eq!(place(&link).ok(), Some(PathBuf::from(link)));
    }

    #[test]
    fn a_slip_and_a_file_of_another_machine_are_refused() {
        for word in ["reprot", "file:", "file:x", "file:///%ff"] {
            assert!(place(word).is_err(), "{word}");
        }
        assert!(place("file://elsewhere/a.toml").is_err());
    }
}
