//! What the window does besides drawing: it reads files while it goes on, and
//! lets results be felt.

use egui::Context;

use crate::referee::{BattleReading, Client, Seat};
use crate::say::Say;
#[cfg(target_arch = "wasm32")]
use crate::say::say;
use crate::ui::command::Place;
use crate::ui::platform;
use crate::ui::room;
use crate::ui::settings::Signals;
use crate::ui::table::Table;
use crate::ui::worker::Worker;

use super::AppState;

impl AppState {
    /// Starts to read a battle file in order to continue it; the window goes on
    /// meanwhile.
    pub(super) fn start_reading(&mut self, reading: BattleReading, ctx: &Context) {
        self.reading = Some((reading.name().to_owned(), Worker::start(reading, ctx)));
    }

    /// Sits down at the battle once its file has been read.
    pub(super) fn look_at_reading(&mut self) {
        let looked = self.reading.as_mut().and_then(|(_, worker)| worker.look());
        if let Some((reading, false)) = looked {
            self.reading = None;
            let read = self.sit_down(self.tables.take_in_read(reading, Seat::Both));
            self.tell(read);
        }
    }

    /// Goes to a table that somebody else hosts.
    pub(super) fn join(&mut self, table: &str, ctx: &Context) {
        let at = |client: &Client| client.is_in_a_room() && client.slug() == table;
        if self.table.as_ref().map(Table::client).is_some_and(at) {
            self.place = Place::Table;
        } else if !self.joining.as_ref().is_some_and(at) {
            match room::go_to(table, ctx) {
                Ok(client) => self.joining = Some(client),
                Err(why) => self.tell(Err(why)),
            }
        }
    }

    /// Sits down at that table once it answers.
    pub(super) fn look_at_joining(&mut self) {
        let answers = |client: &mut Client| {
            // What it hears before there is a table is in what the table shows.
            let _ = client.heard();
            client.view(None).is_some()
        };
        if let Some(client) = self.joining.take_if(answers) {
            let sat = self.sit_down(Ok(client));
            self.tell(sat);
        }
    }

    /// Whether a file is being read or saved, or pages are being laid out,
    /// beside the screen.
    #[must_use]
    pub fn is_working(&self) -> bool {
        self.reading.is_some() || self.files.are_busy() || self.harbour.sets_pages()
    }

    /// Continues the battle file at a path once it is read.
    #[cfg(not(target_arch = "wasm32"))]
    #[expect(clippy::unnecessary_wraps, reason = "in the browser it fails")]
    pub(super) fn read_battle(&mut self, path: &str, ctx: &Context) -> Result<(), Say> {
        self.start_reading(BattleReading::at(path.into()), ctx);
        Ok(())
    }

    /// A browser has no paths.
    #[cfg(target_arch = "wasm32")]
    #[expect(clippy::unused_self, reason = "on the desktop it reads")]
    pub(super) fn read_battle(&mut self, path: &str, _: &Context) -> Result<(), Say> {
        Err(say!("A browser cannot read from a path. Drop {path} onto the page.", path))
    }

    /// Lets the player feel and hear a new result, if the settings say so.
    pub(super) fn feel_result(&mut self) {
        let result = self.table.as_ref().and_then(Table::result_shown);
        if result.is_some() && result != self.felt {
            let Signals { buzz, sound } = self.settings.signals;
            if buzz {
                platform::buzz();
            }
            if sound {
                platform::sound();
            }
        }
        self.felt = result;
    }
}
