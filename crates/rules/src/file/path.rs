//! Paths to places in a fleet file: `ship[2].captain.skills[1]`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use message::{Joint, Message, clipped, message};

/// A step from a table or list to something in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathStep {
    /// Into a table.
    Key(String),
    /// Into a list, counted from 0.
    At(usize),
}

/// A place in a fleet file, written as in [`super::fault::Fault::path`]: keys joined by
/// dots, lists counted from 1. The default is the whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path(pub Vec<PathStep>);

impl Path {
    /// The `at`-th entry (from 0) of a list: `Path::entry("ship", 1)` is `ship[2]`.
    #[must_use]
    pub fn entry(list: &str, at: usize) -> Path {
        Path(vec![PathStep::Key(list.into()), PathStep::At(at)])
    }

    /// The path of a key in this table; `captain.name` is two steps.
    #[must_use]
    pub fn key(mut self, keys: &str) -> Path {
        self.0.extend(keys.split('.').map(|key| PathStep::Key(key.into())));
        self
    }

    /// The path of the `at`-th value (from 0) in a list of this table.
    #[must_use]
    pub fn at(mut self, at: usize) -> Path {
        self.0.push(PathStep::At(at));
        self
    }

    /// The table or list that contains this place; `None` for a key of the file itself.
    #[must_use]
    pub fn parent(&self) -> Option<Path> {
        let (_, before) = self.0.split_last()?;
        (!before.is_empty()).then(|| Path(before.to_vec()))
    }

    /// The list and the number (from 0) of the entry that contains this place.
    #[must_use]
    pub fn in_entry(&self) -> Option<(&str, usize)> {
        match self.0.as_slice() {
            [PathStep::Key(list), PathStep::At(at), ..] => Some((list, *at)),
            _ => None,
        }
    }
}

impl Path {
    /// The path in words, with lists counted from 1: `ship 2, captain, skills 1`.
    #[must_use]
    pub fn message(&self) -> Message {
        let step = |(nth, step): (usize, &PathStep)| match (step, self.0.get(nth + 1)) {
            (PathStep::Key(key), Some(PathStep::At(at))) => {
                Some(message!("{key} {number}", key = Message::slug(key.clone()), number = at + 1))
            }
            (PathStep::Key(key), Some(PathStep::Key(_)) | None) => Some(Message::slug(key.clone())),
            (PathStep::At(_), _) => None,
        };
        Message::joined(self.0.iter().enumerate().filter_map(step), Joint::Comma)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, step) in self.0.iter().enumerate() {
            match step {
                PathStep::Key(key) if nth == 0 => f.write_str(key)?,
                PathStep::Key(key) => write!(f, ".{key}")?,
                PathStep::At(at) => write!(f, "[{}]", at + 1)?,
            }
        }
        Ok(())
    }
}

/// A text that is not a path.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("“{0}” is not a place in a fleet file, such as ship[2].captain.name")]
pub struct NoPath(String);

impl FromStr for Path {
    type Err = NoPath;

    fn from_str(text: &str) -> Result<Path, NoPath> {
        let fault = || NoPath(clipped(text));
        let mut steps = Vec::new();
        for part in text.split('.') {
            let (key, indices) = part.split_at(part.find('[').unwrap_or(part.len()));
            if key.is_empty()
                || !key.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b))
            {
                return Err(fault());
            }
            steps.push(PathStep::Key(key.into()));
            for index in indices.split_terminator(']') {
                let digits = index.strip_prefix('[').ok_or_else(fault)?;
                let number: usize = digits.parse().map_err(|_| fault())?;
                steps.push(PathStep::At(number.checked_sub(1).ok_or_else(fault)?));
            }
            if !indices.is_empty() && !indices.ends_with(']') {
                return Err(fault());
            }
        }
        Ok(Path(steps))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_written_as_it_is_read() {
        for text in ["name", "ship[2]", "ship[2].captain.skills[1]", "a_b[1][10].c-d"] {
            assert_eq!(text.parse::<Path>().unwrap().to_string(), text);
        }
        let built = Path::entry("ship", 1).key("captain.skills").at(0);
        assert_eq!(built.to_string(), "ship[2].captain.skills[1]");
        assert_eq!(built.in_entry(), Some(("ship", 1)));
        for text in
            ["", ".", "ship[0]", "ship[", "ship[x]", "ship[1]x", "[1]", "a..b", "a b", "ναῦς"]
        {
            assert!(text.parse::<Path>().is_err(), "{text}");
        }
    }
}
