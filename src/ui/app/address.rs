//! The place in the window as the address of a web page, for reload, back and links.

use egui::Context;

use crate::ui::Start;
use crate::ui::command::{BuilderCommand, BuilderTab, Command, HomeCommand, OpenCommand, Place};

use super::AppState;

/// The prefixes of the addresses of a battle, of one of the player's fleets and of a shared
/// fleet.
const BATTLE: &str = "battle/";
const OWN_FLEET: &str = "fleets/";
const FLEET: &str = "fleet/";

impl AppState {
    /// The place in the window, for the end of a page's address: `charts`, `battle/` and a slug, or
    /// `fleets/` and the number of a fleet; empty for the first screen.
    #[must_use]
    pub fn address(&self) -> String {
        match (self.place, &self.table, self.home.open_fleet()) {
            (Place::Table, Some(table), _) => format!("{BATTLE}{}", table.client().slug()),
            (Place::Fleets, _, Some((id, true))) => format!("{OWN_FLEET}{id}"),
            (place, _, _) => place.path().to_owned(),
        }
    }

    /// Opens the place of such an address; the first screen if it is empty.
    pub(super) fn go_to(&mut self, address: &str, ctx: &Context) {
        if let Some(slug) = address.strip_prefix(BATTLE) {
            return self.apply(Command::Home(HomeCommand::Continue(slug.to_owned())), ctx);
        }
        if let Some(fleet) = address.strip_prefix(FLEET) {
            return self.start(&Start::Shared(fleet.to_owned()), ctx);
        }
        if let Some(id) = address.strip_prefix(OWN_FLEET) {
            return self.go_to_fleet(id.parse().ok(), ctx);
        }
        let is_here = |place: &Place| place.path() == address;
        let places = Place::BAR.into_iter().chain([Place::Learn]);
        match places.into_iter().find(is_here).unwrap_or_default() {
            Place::Fleets => self.go_to_fleet(None, ctx),
            place => self.apply(Command::Go(place), ctx),
        }
    }

    /// Shows one of the player's fleets, or all of them.
    fn go_to_fleet(&mut self, id: Option<u64>, ctx: &Context) {
        self.apply(Command::Go(Place::Fleets), ctx);
        let show = match id {
            None => BuilderCommand::Show(BuilderTab::Open),
            // Opening it again would lose its undo history.
            Some(id) if self.home.open_fleet().is_some_and(|(open, _)| open == id) => {
                BuilderCommand::Show(BuilderTab::Fleet)
            }
            Some(id) => BuilderCommand::Open(OpenCommand::Stored(id)),
        };
        self.apply(Command::Home(HomeCommand::Build(show)), ctx);
    }
}
