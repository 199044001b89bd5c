//! The morale chits of a fleet, if its game has them.

use message::Message;
use rules::file::chits::{ChitMove, Chits};

use super::draft::FleetDraft;

impl FleetDraft {
    /// The chits of the army; `None` if the system has none.
    #[must_use]
    pub fn chits(&self) -> Option<Chits> {
        self.system()?.chits_of(&|list| self.entries(list))
    }

    /// Moves morale from one unit (its entry, from 0) to another. The army's
    /// sum stays, and in an exchange the number of veterans too.
    ///
    /// # Errors
    /// If a chit would leave its limits, or an entry is not one heavy unit;
    /// nothing has changed then.
    pub fn move_chit(&mut self, how: ChitMove, from: usize, to: usize) -> Result<(), Message> {
        let Some(system) = self.system() else { return Ok(()) };
        for (path, value) in system.move_chit(&|list| self.entries(list), how, from, to)? {
            self.put(&path, &value);
        }
        self.mark_house_rules();
        Ok(())
    }
}
