//! Announcements of events at the table: each order with its dice and effects.

use egui::{Id, Ui};

use crate::message::{Joint, Message, message};
use crate::session::LogRow;
use crate::ui::announcer::{Topic, announce};
use crate::ui::language::tell;

use super::result::sum_of;
use super::state::Table;

/// More orders than these at once are not read out: a player has just joined.
const MOST: usize = 6;

/// The last announced position of the log.
#[derive(Clone, PartialEq)]
struct Announced {
    table: String,
    change: u64,
    orders: usize,
}

/// Announces the orders since the last frame, except redone ones, which were announced before.
pub(super) fn happened_ui(ui: &Ui, table: &Table) {
    let log = &table.log;
    let now =
        Announced { table: table.client.slug().to_owned(), change: log.at, orders: log.cursor };
    let id = Id::unique("orders that were heard");
    let before: Option<Announced> = ui.data(|data| data.get_temp(id));
    if before.as_ref() == Some(&now) {
        return;
    }
    let from = before.filter(|before| before.table == now.table && before.change != now.change);
    ui.data_mut(|data| data.insert_temp(id, now));
    let Some(from) = from.filter(|_| table.notice.is_none()) else { return };
    let given = log.rows.get(from.orders..log.cursor).unwrap_or_default();
    // Orders that were given as one count once; those with dice are announced.
    let grouped = |row: &LogRow| row.group.is_some_and(|group| group.of > 1);
    let begins = |row: &LogRow| row.group.is_none_or(|group| group.nth == 1);
    if given.is_empty() || given.iter().filter(|row| begins(row)).count() > MOST {
        return;
    }
    let sentences = given.iter().flat_map(|row| {
        let each = (!grouped(row) || !row.rolls.is_empty()).then(|| announcement(row));
        row.group_result.iter().cloned().chain(each)
    });
    let words: Vec<String> = sentences.map(|sentence| tell(ui.ctx(), &sentence)).collect();
    announce(ui.ctx(), Topic::Happened, words.join(" "));
}

/// An order: its dice, their result, even a miss, and its effects.
fn announcement(row: &LogRow) -> Message {
    let rolls = row.rolls.iter().map(|roll| message!("{roll}.", roll = sum_of(roll)));
    let mut words: Vec<Message> = rolls.collect();
    if !words.is_empty() || row.sentences.is_empty() {
        words.push(message!("{headline}.", headline = &row.headline));
    }
    words.extend(row.sentences.iter().cloned());
    words.extend(row.warnings.iter().map(|warning| message!("Warning: {warning}.", warning)));
    Message::joined(words, Joint::Space)
}
