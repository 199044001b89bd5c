//! *Back*, of a phone, a browser or a keyboard: it closes the topmost open part, one after the
//! other, and asks before it leaves a battle.

use egui::{Context, Key, Modifiers, Ui};

use crate::message::Message;
use crate::ui::command::{Command, MeaningCommand, Place};
use crate::ui::glossary_card::Cards;
use crate::ui::table::Table;

use super::AppState;

/// Parts over a screen, which are closed before the screen is left.
#[derive(Default)]
pub(super) struct Over {
    pub(super) cards: Cards,
    pub(super) shortcuts: bool,
    /// Whether the question of *Back* about leaving the battle is open.
    pub(super) leaving: bool,
}

impl AppState {
    /// The battle, if the window shows it.
    fn shown_table(&self) -> Option<&Table> {
        self.table.as_ref().filter(|_| self.place == Place::Table)
    }

    /// The number of *Back* steps before it leads to the previous screen.
    #[must_use]
    pub fn layers(&self) -> usize {
        let over = usize::from(self.over.shortcuts) + self.over.cards.open();
        let table = self.shown_table().map_or(0, |table| {
            let asks = !self.over.leaving && !table.view().over;
            table.layers().len() + usize::from(asks)
        });
        over + table
    }

    /// Closes the topmost open part. Without one, it asks before it leaves a battle that
    /// is not over, and then leads to Battles; any other screen leads to the first
    /// screen.
    pub(super) fn go_back(&mut self, ctx: &Context) -> Result<(), Message> {
        let on_top = self.shown_table().and_then(|table| table.layers().pop());
        let command = if self.over.shortcuts {
            Command::ShowShortcuts(false)
        } else if self.over.cards.open() > 0 {
            Command::Meaning(MeaningCommand::Back)
        } else if let Some(command) = on_top.filter(|_| !self.over.leaving) {
            Command::Table(command)
        } else if !self.over.leaving && self.shown_table().is_some_and(|table| !table.view().over) {
            self.over.leaving = true;
            return Ok(());
        } else if self.shown_table().is_none() {
            Command::Go(Place::Home)
        } else {
            Command::Go(Place::Battles)
        };
        self.carry_out(command, ctx)
    }

    /// Handles *Back* of a browser or phone, as often as it was pressed. Esc only closes
    /// an open part; it never leaves a battle.
    pub(super) fn back_keys_ui(&self, ui: &Ui, commands: &mut Vec<Command>) {
        let presses =
            ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, Key::BrowserBack));
        commands.extend(std::iter::repeat_n(Command::Back, presses));
        let open = self.shown_table().is_some_and(|table| !table.layers().is_empty());
        if (self.over.leaving || open)
            && !ui.ctx().text_edit_focused()
            && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape))
        {
            commands.push(if self.over.leaving { Command::Stay } else { Command::Back });
        }
    }
}
