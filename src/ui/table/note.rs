//! The players' note on where their models stand, from one evening to the next. No drawing
//! here.

use crate::ui::command::NoteCommand;

/// The longest note, in characters.
const LONGEST: usize = 2_000;

/// The note as it is stored, and as it is being written.
#[derive(Debug, Default)]
pub(super) struct Note {
    /// The stored note; empty if there is none.
    pub(super) stored: String,
    /// The text being written; `None` while the page is closed.
    pub(super) draft: Option<String>,
}

impl Note {
    /// Carries out a player's command.
    pub(super) fn apply(&mut self, command: NoteCommand) {
        match command {
            NoteCommand::Open(open) => self.draft = open.then(|| self.stored.clone()),
            NoteCommand::Write(text) => self.draft = Some(text.chars().take(LONGEST).collect()),
            NoteCommand::Stop => {
                self.draft.take().unwrap_or_default().trim().clone_into(&mut self.stored);
            }
            NoteCommand::Delete => self.stored.clear(),
        }
    }
}
