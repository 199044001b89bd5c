//! The open parts of the table, one over the other.

use crate::rules::Subject;
use crate::ui::command::{AmendCommand, DiceCommand, NoteCommand, SaveCommand, Tab, TableCommand};

use super::state::{Doing, Hand, LogPage, Ordering, Table};

impl Table {
    /// The commands that close each open part, the topmost last.
    pub(in crate::ui) fn layers(&self) -> Vec<TableCommand> {
        let mut closes = Vec::new();
        match &self.doing {
            Doing::Ordering(ordering) => self.ordering_layers(ordering, &mut closes),
            Doing::LookingBack(_) => closes.push(TableCommand::LookBack(None)),
            Doing::Choosing(_) => closes.push(TableCommand::Amend(AmendCommand::Cancel)),
            Doing::Amending(amending) => {
                closes.push(TableCommand::Amend(AmendCommand::Cancel));
                closes.extend(amending.pad().map(|_| TableCommand::Dice(DiceCommand::Cancel)));
            }
        }
        if self.tab == Tab::Order {
            return closes;
        }
        closes.push(TableCommand::Show(Tab::Order));
        if self.tab == Tab::Menu {
            closes.extend(
                self.note.draft.as_ref().map(|_| TableCommand::Note(NoteCommand::Open(false))),
            );
        }
        if self.tab == Tab::Log {
            if matches!(self.log_page, LogPage::Luck(_)) {
                closes.push(TableCommand::ShowLuck(false));
            }
            closes.extend(self.menu_pages());
        }
        closes
    }

    /// The commands that close the menu's pages which are shown instead of the log, the topmost
    /// last.
    pub(super) fn menu_pages(&self) -> Vec<TableCommand> {
        let mut closes = Vec::new();
        if matches!(self.log_page, LogPage::Saving(_)) {
            closes.push(TableCommand::Save(SaveCommand::Open(false)));
        }
        #[cfg(all(feature = "host", not(target_arch = "wasm32")))]
        if self.sharing.is_shown() {
            closes.push(TableCommand::Share(crate::ui::command::ShareCommand::Show(false)));
        }
        closes
    }

    fn ordering_layers(&self, ordering: &Ordering, closes: &mut Vec<TableCommand>) {
        if ordering.more {
            closes.push(TableCommand::More(false));
        }
        let form = match &ordering.hand {
            // An order that was given is pending, and cannot be closed.
            Hand::Declared(_) => return,
            Hand::Nothing | Hand::Result(_) => None,
            Hand::Asking(_) => Some(None),
            Hand::Group(group) => Some(group.pad.as_ref()),
            Hand::Order(form) => Some(form.pad.as_ref()),
        };
        let form = form.map(|pad| pad.filter(|pad| pad.has_begun()));
        // The tapped unit is closed after her order.
        if ordering.target.is_some() || self.chosen().is_some() {
            let turn = self.acting().map(Subject::Unit);
            closes.push(TableCommand::Choose(turn.filter(|unit| self.view.may_command(*unit))));
        }
        if let Some(pad) = form {
            closes.push(TableCommand::Close);
            closes.extend(pad.map(|_| TableCommand::Dice(DiceCommand::Cancel)));
        }
    }
}
