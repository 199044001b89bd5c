//! Paths as people type and paste them.

use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;

/// The quotation marks around a path that was copied from another program.
const QUOTES: [(char, char); 4] = [('"', '"'), ('\'', '\''), ('“', '”'), ('‘', '’')];

/// The file that a typed path names: without quotation marks around it, in the home folder
/// after `~/`, or by its address (`file:///home/a%20b.battle`).
#[must_use]
pub fn typed_path(typed: &str) -> PathBuf {
    path_in(typed, std::env::home_dir().as_deref())
}

fn path_in(typed: &str, home: Option<&Path>) -> PathBuf {
    let typed = typed.trim();
    let within = |(open, close)| typed.strip_prefix(open)?.strip_suffix(close);
    let typed = QUOTES.into_iter().find_map(within).unwrap_or(typed).trim();
    let in_home = || {
        let rest = typed.strip_prefix('~')?;
        let rest = if rest.is_empty() { rest } else { rest.strip_prefix(std::path::is_separator)? };
        home.map(|home| home.join(rest))
    };
    path_of_address(typed).or_else(in_home).unwrap_or_else(|| PathBuf::from(typed))
}

/// The file of this machine that an address names: `file:///home/a%20b.battle`
/// (RFC 8089).
#[must_use]
pub fn path_of_address(address: &str) -> Option<PathBuf> {
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
    fn a_path_is_read_as_people_type_and_paste_it() {
        for (typed, path) in [
            (" fleets/athens.toml\n", "fleets/athens.toml"),
            ("~/athens.toml", "/home/kimon/athens.toml"),
            ("\"~/two words.toml\"", "/home/kimon/two words.toml"),
            ("'/tmp/athens.toml'", "/tmp/athens.toml"),
            ("“/tmp/athens.toml”", "/tmp/athens.toml"),
            ("file:///tmp/two%20words.toml", "/tmp/two words.toml"),
            ("~kimon/athens.toml", "~kimon/athens.toml"),
            ("it's.toml", "it's.toml"),
            ("\"", "\""),
            ("", ""),
        ] {
            assert_eq!(path_in(typed, Some(Path::new("/home/kimon"))), Path::new(path), "{typed}");
        }
        assert_eq!(path_in("~", Some(Path::new("/home/kimon"))), Path::new("/home/kimon"));
        assert_eq!(path_in("~/a", None), Path::new("~/a"));
    }
}
