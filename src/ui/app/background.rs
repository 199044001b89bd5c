//! Background work of the window: it reads files in the background, and vibrates for
//! results.

use egui::Context;

use crate::message::{Message, message};
use crate::session::{BattleReading, Client, Seat, Unready};
use crate::ui::command::{SaveChange, SaveCommand, Signals, TableCommand};
use crate::ui::files::MOST_TRIES;
use crate::ui::language::in_words;
use crate::ui::platform;
use crate::ui::table::Table;
use crate::ui::worker::Worker;

use super::AppState;

/// Background work in progress.
#[derive(Default)]
pub(super) struct BackgroundJobs {
    /// The battle that is being read.
    pub(super) reading: Option<Reading>,
    /// The battle is being saved with one tap.
    pub(super) saving: Option<Saving>,
}

/// A battle that is being read.
pub(super) struct Reading {
    of: BattleReading,
    worker: Worker<BattleReading>,
    /// The client at its table, once it is read.
    client: Option<Client>,
}

impl Reading {
    /// The name of the battle or its file.
    pub(super) fn name(&self) -> &str {
        self.of.name()
    }

    /// Whether it is this stored battle.
    pub(super) fn is_of(&self, slug: &str) -> bool {
        self.of.slug() == Some(slug)
    }
}

/// The battle is being saved with one tap.
#[derive(Clone, Copy)]
pub(super) struct Saving {
    close: bool,
    /// The number of requests for its file without an answer; `None` while it is being written.
    tries: Option<u8>,
}

impl AppState {
    /// Starts to read a battle in the background, in order to continue it.
    pub(super) fn start_reading(&mut self, reading: BattleReading, ctx: &Context) {
        let worker = Worker::start(reading.clone(), ctx);
        self.background.reading = Some(Reading { of: reading, worker, client: None });
    }

    /// Connects to the battle when it has been read.
    pub(super) fn look_at_reading(&mut self) {
        let Some(reading) = &mut self.background.reading else { return };
        if reading.client.is_none() && matches!(reading.worker.look(), Some((_, false))) {
            match self.tables.join(&reading.of, Seat::Both) {
                Some(Ok(client)) => reading.client = Some(client),
                Some(Err(why)) => {
                    self.background.reading = None;
                    return self.show_fault(Err(in_words(why)));
                }
                None => {}
            }
        }
        let client = reading.client.take_if(|client| {
            // Events before the table exists are part of the table's first view.
            let _ = client.take_news();
            client.has_seen()
        });
        if let Some(client) = client {
            self.background.reading = None;
            let sat = self.show_battle(Ok(client));
            self.show_fault(sat);
        }
    }

    /// Saves the battle with one tap; then closes the window, if requested.
    pub(super) fn save_now(&mut self, close: bool, ctx: &Context) {
        self.background.saving = Some(Saving { close, tries: Some(0) });
        self.look_at_saving(ctx);
    }

    /// Continues to save the battle, whose file may take long to arrive.
    pub(super) fn look_at_saving(&mut self, ctx: &Context) {
        let Some(Saving { close, tries: Some(tries) }) = self.background.saving else { return };
        self.background.saving = match &self.table {
            Some(table) if table.is_storing() => return,
            Some(table) => match table.save_now(&self.files, ctx, close) {
                Err(Unready::NotYet) if tries < MOST_TRIES => {
                    Some(Saving { close, tries: Some(tries + 1) })
                }
                // A browser does not report whether the player has cancelled a save.
                Ok(()) if cfg!(target_arch = "wasm32") => None,
                Ok(()) => Some(Saving { close, tries: None }),
                Err(why) => {
                    self.notice = Some(why.into());
                    None
                }
            },
            None => {
                self.notice = Some(message!("No battle is open. Open one under Battles."));
                None
            }
        };
    }

    /// Shows that a battle was saved, or the reason why not: at its own table, or in a notice if
    /// another battle is open by then.
    pub(super) fn saved_battle(
        &mut self,
        slug: &str,
        saved: Result<String, Message>,
        ctx: &Context,
    ) -> Result<(), Message> {
        if let Some(table) = self.table.as_mut().filter(|table| table.client().slug() == slug) {
            let shown = TableCommand::Save(SaveCommand::Change(SaveChange::Saved(saved)));
            return table.apply(shown, &self.files, ctx);
        }
        self.notice = Some(message!("Saved as {place}.", place = saved?));
        Ok(())
    }

    /// Whether a file is being read or saved, or pages are being laid out, in the
    /// background.
    #[must_use]
    pub fn is_working(&self) -> bool {
        let saves = self.background.saving.is_some() || self.files.are_busy();
        self.background.reading.is_some() || saves || self.home.sets_pages()
    }

    /// Continues the battle file at a path once it is read.
    #[cfg(not(target_arch = "wasm32"))]
    #[expect(clippy::unnecessary_wraps, reason = "in the browser it fails")]
    pub(super) fn read_battle(&mut self, path: &str, ctx: &Context) -> Result<(), Message> {
        self.start_reading(self.tables.reading_at(path.into()), ctx);
        Ok(())
    }

    /// A browser has no paths.
    #[cfg(target_arch = "wasm32")]
    #[expect(clippy::unused_self, reason = "on the desktop it reads")]
    pub(super) fn read_battle(&mut self, path: &str, _: &Context) -> Result<(), Message> {
        Err(message!("A browser cannot read from a path. Drop {path} onto the page.", path))
    }

    /// Lets the player feel and hear a new result, if the settings say so.
    pub(super) fn signal_result(&mut self) {
        let result = self.table.as_ref().and_then(Table::result_shown);
        if result.is_some() && result != self.last.felt {
            let Signals { buzz, sound } = self.settings.signals;
            if buzz {
                platform::buzz();
            }
            if sound {
                platform::sound();
            }
        }
        self.last.felt = result;
    }
}
