//! Fleets that were opened or saved lately, to open again. Each is kept with
//! its text, so that a file gone missing is no fleet lost.

use egui::Ui;
use serde::{Deserialize, Serialize};

use crate::say::say;
use crate::ui::command::OpenCommand;
use crate::ui::widgets::{caption, row_button};

/// So many are remembered.
const MOST: usize = 8;
/// The text of a longer file is not kept with it, in bytes.
const LONGEST_KEPT: usize = 64 << 10;

/// A fleet that was opened or saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecentFleet {
    /// What it calls itself.
    pub name: String,
    /// The system, as a reader says it.
    pub system: String,
    /// The path of its file, where it has one.
    pub file: Option<String>,
    /// The file as it was; empty where it is too long to be kept.
    pub text: String,
}

impl RecentFleet {
    /// Whether this is the same fleet, perhaps at another time.
    fn is(&self, other: &RecentFleet) -> bool {
        match (&self.file, &other.file) {
            (Some(own), Some(other)) => own == other,
            (None, None) => self.name == other.name && self.system == other.system,
            _ => false,
        }
    }
}

/// Puts a fleet before all others.
pub(super) fn remember(list: &mut Vec<RecentFleet>, mut fleet: RecentFleet) {
    if fleet.text.len() > LONGEST_KEPT {
        fleet.text.clear();
    }
    list.retain(|known| !known.is(&fleet));
    list.insert(0, fleet);
    list.truncate(MOST);
}

/// The fleets of lately, the last one first.
pub(super) fn recent_ui(ui: &mut Ui, list: &[RecentFleet], wanted: &mut Vec<OpenCommand>) {
    if list.is_empty() {
        return;
    }
    caption(ui, say!("Recent fleets"));
    for (at, fleet) in list.iter().enumerate() {
        let under = match &fleet.file {
            Some(file) => say!("{system} · {file}", system = &fleet.system, file),
            None => say!("{system} · not saved as a file", system = &fleet.system),
        };
        let control = say!("Open again {at}: {name}", at = at + 1, name = &fleet.name);
        if row_button(ui, &fleet.name, &under, &control).clicked() {
            wanted.push(OpenCommand::Recent(at));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fleet(name: &str, file: Option<&str>) -> RecentFleet {
        let system = "Greek Fire".into();
        RecentFleet { name: name.into(), system, file: file.map(Into::into), text: "#".into() }
    }

    #[test]
    fn a_fleet_is_remembered_once_and_the_last_is_the_first() {
        let mut list = Vec::new();
        for name in ["a", "b", "c"] {
            remember(&mut list, fleet(name, Some(name)));
        }
        remember(&mut list, fleet("a, renamed", Some("a")));
        let names: Vec<&str> = list.iter().map(|fleet| fleet.name.as_str()).collect();
        assert_eq!(names, ["a, renamed", "c", "b"]);
        remember(&mut list, fleet("c", None));
        assert_eq!(list.len(), 4, "a fleet without a file is none of those with one");
        for at in 0..20 {
            remember(&mut list, fleet(&at.to_string(), None));
        }
        assert_eq!(list.len(), MOST);
    }

    #[test]
    fn a_very_long_file_is_remembered_without_its_text() {
        let mut list = Vec::new();
        let long = RecentFleet { text: "#".repeat(LONGEST_KEPT + 1), ..fleet("long", Some("l")) };
        remember(&mut list, long);
        assert_eq!(list[0].text, "");
    }
}
