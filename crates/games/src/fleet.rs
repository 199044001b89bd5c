//! A fleet of any game: its file, and the figures for comparisons.

use serde_json::{Map, Value};

use message::Message;
use rules::file::{self, FleetRules as _};
use rules::{Briefing, Comparison as _, Figures, Rules};

use super::{Fleet, SystemTag};

impl Fleet {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        dispatch!(Fleet, self, |fleet| &fleet.about.name)
    }

    /// Sums over the fleet, the most important first.
    #[must_use]
    pub fn figures(&self) -> Figures {
        dispatch!([Fleet], [self], |S: Rules, fleet| S::figures(fleet))
    }

    /// The type, size or class of its only unit, in words.
    #[must_use]
    pub fn kind_name(&self) -> Option<Message> {
        dispatch!([Fleet], [self], |S: Rules, fleet| S::kind_name(fleet))
    }

    /// The name of its only unit in the attack of its plan, and the part of it that
    /// matters there; `None` if all of it does.
    #[must_use]
    pub fn attacks_as(&self) -> Option<(Message, Value)> {
        dispatch!([Fleet], [self], |S: Rules, fleet| S::attacks_as(fleet))
    }

    /// The texts of its file about the battle for which it was made.
    #[must_use]
    pub fn briefing(&self) -> &Briefing {
        dispatch!(Fleet, self, |fleet| &fleet.about.briefing)
    }

    /// Reads the keys after the game in a fleet file.
    pub fn read(system: SystemTag, reader: &mut file::reader::Reader) -> Fleet {
        dispatch!(SystemTag, system, |S: Rules| {
            file::read_fleet::<<S as Rules>::Fleet>(reader).into()
        })
    }

    /// The keys after the game in its file.
    #[must_use]
    pub fn written(&self) -> Map<String, Value> {
        dispatch!(Fleet, self, |fleet| file::written_fleet(&fleet.about, fleet.write()))
    }
}
