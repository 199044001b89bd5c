//! Carries out the players' commands about earlier orders. No drawing here.

use crate::message::{Message, message};
use crate::rules::Subject;
use crate::session::{Client, Mutation};
use crate::ui::command::{AmendCommand, Tab, TableCommand};

use super::amend_state::{Amending, Purpose};
use super::commands::no_amendment;
use super::state::{Choosing, Doing, Orders, Table, Then};

impl Table {
    pub(super) fn amend(&mut self, command: AmendCommand) -> Result<(), Message> {
        match command {
            AmendCommand::Begin(index) => {
                let row = self.log.rows.get(index).ok_or_else(no_amendment)?;
                let amending = Amending::open(&self.client, row)?;
                self.doing = Doing::Amending(Box::new(amending));
                self.tab = Tab::Order;
                self.look();
                Ok(())
            }
            AmendCommand::Insert(index) => self.choose_at(index, Purpose::Insert),
            AmendCommand::Instead => {
                let index = self.amending()?.0.index;
                self.choose_at(index, Purpose::Instead)
            }
            AmendCommand::Cancel => self.cancel_amending(),
            AmendCommand::Commit => {
                let ask = self.amending()?.0.commit()?;
                self.change(ask, Then::Log)?;
                self.amended = true;
                Ok(())
            }
            AmendCommand::Note(note) => {
                self.amending()?.0.note = note;
                Ok(())
            }
            AmendCommand::Reopen(step) => {
                self.amending()?.0.reopened = Some(step);
                Ok(())
            }
            AmendCommand::KeepRoll => {
                let (amending, client) = self.amending()?;
                amending.keep_roll(client)
            }
            AmendCommand::Dice(dice) => {
                let (amending, client) = self.amending()?;
                amending.choose_dice(client, dice);
                Ok(())
            }
            AmendCommand::Remove(removed) => {
                let (amending, client) = self.amending()?;
                amending.remove(client, removed);
                Ok(())
            }
            AmendCommand::Decide(step, remedy) => {
                let (amending, client) = self.amending()?;
                amending.decide(client, step, remedy);
                Ok(())
            }
        }
    }

    /// Returns to where the order was chosen, and from there to the log.
    fn cancel_amending(&mut self) -> Result<(), Message> {
        if let Doing::Amending(amending) = &self.doing
            && let Some(purpose) = amending.purpose
        {
            return self.choose_at(amending.index, purpose);
        }
        self.show(Then::Log);
        Ok(())
    }

    /// Lets the players choose an order for an earlier place in the log.
    fn choose_at(&mut self, index: usize, purpose: Purpose) -> Result<(), Message> {
        // While a side has secrets, its orders could reveal them.
        let then = self.client.view(Some(index));
        if self.view.secrets && then.is_none_or(|then| then.guide.secret_of.is_some()) {
            return Err(message!(
                "Orders before {number} are still secret. They can be edited when neither side \
                 has secrets left.",
                number = index + 1
            ));
        }
        self.doing = Doing::Choosing(Choosing { index, purpose, orders: Orders::default() });
        self.tab = Tab::Order;
        self.look();
        self.list_orders(self.view.guide.active.map(Subject::Unit));
        Ok(())
    }

    /// Goes back to an earlier version of the log, which undoes an amendment.
    pub(super) fn restore(&mut self, tip: usize) -> Result<(), Message> {
        let notice = self.amended.then(|| message!("The edit is undone."));
        self.change_with_notice(Mutation::TakeUp { tip }, Then::Present, notice)
    }

    /// The command that undoes the last change: an amendment, or the last order.
    pub(super) fn undoes(&self) -> Option<TableCommand> {
        let before = self.log.struck.last().filter(|_| self.amended);
        let amendment = before.map(|before| TableCommand::Restore(before.tip));
        amendment.or((self.log.cursor > 0).then_some(TableCommand::Undo))
    }

    fn amending(&mut self) -> Result<(&mut Amending, &Client), Message> {
        match &mut self.doing {
            Doing::Amending(amending) => Ok((amending, &self.client)),
            Doing::Ordering(_) | Doing::LookingBack(_) | Doing::Choosing(_) => Err(no_amendment()),
        }
    }
}
