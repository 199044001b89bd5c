//! The state of a battle in play, and of its open forms. No drawing here.

use std::rc::Rc;

use serde_json::{Map, Value};

use crate::analysis::{BattleReport, Forecast};
use crate::message::{Message, message};
use crate::rules::schema::ADJUST;
use crate::rules::{Card, Offer, Sheet, Side, Subject, Tag};
use crate::session::{
    Client, Declared, DocumentKind, DocumentText, Log, LogRow, LuckView, Needs, Unready, View,
};
use crate::ui::command::Tab;
use crate::ui::dice_pad::DicePad;
use crate::ui::files::Files;

use super::amend_state::{Amending, Purpose};
use super::group::GroupForm;
use super::log_filter::LogFilter;
use super::note::Note;
use super::order_form::{Form, HalfFilled};
use super::saving::{self, Saving, Source};
use super::turn::Turn;

/// A battle in play, and the open forms. It is a client of the table server, and knows only the
/// server's frames.
pub struct Table {
    pub(super) client: Client,
    /// The part that is shown if not everything fits.
    pub(super) tab: Tab,
    pub(super) doing: Doing,
    pub(super) log_page: LogPage,
    pub(super) log_filter: LogFilter,
    pub(super) view: Rc<View>,
    pub(super) log: Rc<Log>,
    /// The part to show after the pending change is stored.
    pub(super) then: Then,
    /// The reason why the table waits for its store.
    pub(super) stuck: Option<Message>,
    /// The present turn from the session.
    pub(super) turn: Turn,
    /// An order that is opened as soon as the table has answered.
    pub(super) opening: Option<Opening>,
    /// Whether a lesson is taught, if the battle is one.
    pub(in crate::ui) teaching: Teaching,
    /// The last undo or redo, in words.
    pub(super) notice: Option<Message>,
    /// The number of changes that this table has requested and that were made.
    pub(super) changes_made: u64,
    /// The notice that is shown when the requested change is done.
    pub(super) done_notice: Option<Message>,
    /// Whether an amendment was the last change.
    pub(super) amended: bool,
    /// The players' note on where their models stand.
    pub(super) note: Note,
    /// For each side, whether its lost units are shown.
    pub(super) lost_shown: [bool; 2],
    #[cfg(all(feature = "host", not(target_arch = "wasm32")))]
    pub(super) sharing: super::sharing::Sharing,
}

/// The players' present activity.
pub(super) enum Doing {
    /// The players give orders.
    Ordering(Ordering),
    /// They look at the battle as it was after this many orders.
    LookingBack(usize),
    /// They choose an order for an earlier place in the log.
    Choosing(Choosing),
    /// They amend an earlier order, or insert one.
    Amending(Box<Amending>),
}

/// The present: the acting unit, and the open order.
pub(super) struct Ordering {
    pub(super) orders: Orders,
    pub(super) hand: Hand,
    /// Whether all possible orders are shown, instead of only the next step.
    pub(super) more: bool,
    /// The acting unit: the one that was tapped, or whose turn it is.
    pub(super) actor: Option<Tag>,
    /// The unit that was tapped as its target.
    pub(super) target: Option<Tag>,
    /// The record sheet that is shown.
    pub(super) sheet: Option<Box<Sheet>>,
    /// The sides and the battle, as far as they can give orders now.
    pub(super) others: Vec<Subject>,
    /// Whether some of these answers did not come in time.
    pub(super) late: bool,
}

impl Ordering {
    fn new(hand: Hand) -> Ordering {
        Ordering {
            orders: Orders::default(),
            hand,
            more: false,
            actor: None,
            target: None,
            sheet: None,
            others: Vec::new(),
            late: false,
        }
    }
}

/// Whether a lesson is taught at this table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) enum Teaching {
    /// Its hints are shown, if the battle is a lesson.
    #[default]
    Taught,
    /// The players have paused it.
    Paused,
    /// They have ended it.
    Ended,
}

/// The open form or page.
pub(super) enum Hand {
    /// The orders to choose from.
    Nothing,
    /// An order that is being filled in.
    Order(Box<Form>),
    /// An order that was given and is pending; with the pad if it needs dice that this seat may
    /// roll. It can no longer be closed.
    Declared(Option<Box<DicePad>>),
    /// The result of the order at this index of the log.
    Result(usize),
    /// A question before an order is given or a unit's turn ends.
    Asking(Box<Asking>),
    /// A choice of units that act as one.
    Group(Box<GroupForm>),
}

/// A question before an action that may be a mistake.
pub(super) struct Asking {
    /// The steps that are still required or open, one on each line.
    pub(super) about: Vec<Message>,
    /// The order that is opened if the players confirm it.
    pub(super) then: Opening,
}

/// An order that the players want to open.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    /// The unit or side that gives it.
    pub(super) subject: Subject,
    pub(super) kind: &'static str,
    /// Whether the players have seen its warnings.
    pub(super) warned: bool,
    /// The fields that are already filled in, with their values.
    pub(super) filled: Map<String, Value>,
}

impl Opening {
    /// An order with the defaults of its form.
    pub(super) fn of(subject: Subject, kind: &'static str) -> Opening {
        Opening { subject, kind, warned: false, filled: Map::new() }
    }
}

/// An order is being chosen for an earlier place in the log.
pub(super) struct Choosing {
    /// The index in the log, from 0.
    pub(super) index: usize,
    pub(super) purpose: Purpose,
    /// The orders that were possible at that position.
    pub(super) orders: Orders,
}

/// The chosen unit or side, and its orders.
#[derive(Default)]
pub(super) struct Orders {
    /// The ship, side or battle; `None` if none is chosen.
    pub(super) subject: Option<Subject>,
    /// Its orders, open and refused.
    pub(super) offers: Rc<[Offer]>,
}

/// The page under the log's tab.
pub(super) enum LogPage {
    /// Every order.
    Orders,
    /// The luck of the dice; `None` until the answer comes.
    Luck(Option<Box<LuckView>>),
    /// The page for saving the battle and its report.
    Saving(Saving),
}

/// The part to show after a change is stored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Then {
    /// The same as now.
    Stay,
    /// The present, with the next step.
    Present,
    /// The log.
    Log,
}

impl Table {
    /// Connects to a table.
    ///
    /// # Errors
    /// In words, if the table does not answer.
    pub fn new(client: Client) -> Result<Table, Message> {
        let unanswered = || message!("The table does not answer. Open the battle again.");
        let view = client.view(None).ok_or_else(unanswered)?;
        let log = client.log();
        let mut table = Table {
            client,
            tab: Tab::Order,
            doing: Doing::LookingBack(0),
            log_page: LogPage::Orders,
            log_filter: LogFilter::default(),
            view,
            log,
            then: Then::Stay,
            stuck: None,
            turn: Turn::default(),
            teaching: Teaching::default(),
            notice: None,
            changes_made: 0,
            done_notice: None,
            amended: false,
            opening: None,
            note: Note::default(),
            lost_shown: [false; 2],
            #[cfg(all(feature = "host", not(target_arch = "wasm32")))]
            sharing: super::sharing::Sharing::default(),
        };
        table.return_to_present(Hand::Nothing);
        Ok(table)
    }

    /// The number of changes that this table has requested and that were made.
    pub(in crate::ui) fn changes_made(&self) -> u64 {
        self.changes_made
    }

    /// The table that is shown: the present one, or an earlier position while the players look back
    /// or amend an order.
    #[must_use]
    pub fn view(&self) -> &View {
        &self.view
    }

    /// Every order of the log, with the earlier versions.
    #[must_use]
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The client of the table server.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The odds that are shown.
    #[must_use]
    pub fn forecast(&self) -> Option<&Forecast> {
        self.form()?.forecast()
    }

    /// The battle as a file, if this seat may have it.
    ///
    /// # Errors
    /// In words, if it may not.
    pub fn file(&self) -> Result<String, Unready> {
        self.source().file()
    }

    /// The report of the battle, as far as the player with the device may know.
    ///
    /// # Errors
    /// As [`Table::file`].
    pub fn report(&self) -> Result<BattleReport, Unready> {
        self.source().report()
    }

    /// The partly filled order as text, to be stored; `None` if only one side may know it.
    pub(in crate::ui) fn half_filled(&self) -> Option<String> {
        let Doing::Ordering(Ordering { hand: Hand::Order(form), .. }) = &self.doing else {
            return None;
        };
        let half_filled = form.half_filled(self.view.at).filter(|_| self.view.in_hand.is_none())?;
        serde_json::to_string(&half_filled).ok()
    }

    /// Opens an order that was stored partly filled, unless the battle has changed.
    pub(in crate::ui) fn resume_order(&mut self, stored: &str) {
        let covered = self.view.hand_over_to.is_some() || self.view.declared.is_some();
        let form = HalfFilled::read(stored, &self.client, self.view.at).filter(|_| !covered);
        if let (Some(form), Doing::Ordering(ordering)) = (form, &mut self.doing) {
            ordering.hand = Hand::Order(Box::new(form));
        }
    }

    /// The players' note on where their models stand, to be stored; `None` if there is none.
    pub(in crate::ui) fn note(&self) -> Option<String> {
        Some(self.note.stored.clone()).filter(|note| !note.is_empty())
    }

    /// Shows the note that was stored.
    pub(in crate::ui) fn show_note(&mut self, note: String) {
        self.note.stored = note;
    }

    /// Saves the battle as a file with one tap, in the background; `close` is passed on.
    ///
    /// # Errors
    /// If there is no such file, or not yet.
    pub(in crate::ui) fn save_now(
        &self,
        files: &Files,
        ctx: &egui::Context,
        close: bool,
    ) -> Result<(), Unready> {
        saving::save_now(self.source(), files, ctx, close)
    }

    pub(super) fn source(&self) -> Source<'_> {
        Source { client: &self.client }
    }

    /// The names of both fleets.
    #[must_use]
    pub fn title(&self) -> Message {
        let [a, b] = &self.view.sides;
        message!("{a} against {b}", a = &a.name, b = &b.name)
    }

    /// The earlier position that is shown, as a number of orders; `None` for the present.
    pub(super) fn moment(&self) -> Option<usize> {
        match &self.doing {
            Doing::Ordering(_) => None,
            Doing::LookingBack(at) => Some(*at),
            Doing::Choosing(choosing) => Some(choosing.index),
            Doing::Amending(amending) => Some(amending.index),
        }
    }

    /// The open order, in the present or for an earlier place.
    pub(super) fn form(&self) -> Option<&Form> {
        match &self.doing {
            Doing::Ordering(Ordering { hand: Hand::Order(form), .. }) => Some(form),
            Doing::Amending(amending) => Some(&amending.form),
            Doing::Ordering(_) | Doing::LookingBack(_) | Doing::Choosing(_) => None,
        }
    }

    pub(super) fn form_mut(&mut self) -> Option<&mut Form> {
        match &mut self.doing {
            Doing::Ordering(Ordering { hand: Hand::Order(form), .. }) => Some(form),
            Doing::Amending(amending) => Some(&mut amending.form),
            Doing::Ordering(_) | Doing::LookingBack(_) | Doing::Choosing(_) => None,
        }
    }

    /// The orders to choose from, while orders are given or chosen.
    pub(super) fn orders(&self) -> Option<&Orders> {
        match &self.doing {
            Doing::Ordering(ordering) => Some(&ordering.orders),
            Doing::Choosing(choosing) => Some(&choosing.orders),
            Doing::LookingBack(_) | Doing::Amending(_) => None,
        }
    }

    /// The change whose result is shown, if one is.
    pub(in crate::ui) fn result_shown(&self) -> Option<u64> {
        self.last_result().map(|_| self.view.at)
    }

    /// The last order, while its result is shown.
    pub(super) fn last_result(&self) -> Option<&LogRow> {
        match &self.doing {
            Doing::Ordering(Ordering { hand: Hand::Result(index), .. }) => {
                self.log.rows.get(*index).map(|row| &**row).filter(|row| !row.undone)
            }
            Doing::Ordering(_)
            | Doing::LookingBack(_)
            | Doing::Choosing(_)
            | Doing::Amending(_) => None,
        }
    }

    /// The side that the device goes to now; the player who has it
    /// first sees the result of their own order.
    pub(super) fn cover(&self) -> Option<Side> {
        let to = self.view.hand_over_to?;
        self.view.in_hand.is_none().then_some(to)
    }

    /// Whether the player with the device sees the result of a secret order,
    /// before it goes to the other side.
    pub(super) fn is_done_in_secret(&self) -> bool {
        self.view.hand_over_to.is_some() && self.cover().is_none()
    }

    /// The pending order that needs more dice.
    pub(super) fn declared(&self) -> Option<&Declared> {
        self.view.declared.as_ref()
    }

    /// Whether a change is being stored; it is not shown before that.
    pub(in crate::ui) fn is_storing(&self) -> bool {
        self.client.pending()
    }

    /// The card of a ship.
    pub(super) fn card(&self, tag: Tag) -> Option<&Card> {
        self.view.card(tag)
    }

    /// The name of a side.
    pub(super) fn side_name(&self, side: Side) -> &str {
        &self.view.sides[side.index()].name
    }

    /// A subject by tag and name.
    pub(super) fn subject_name(&self, subject: Subject) -> Message {
        match subject {
            Subject::Unit(tag) => {
                let name = self.card(tag).map_or("", |card| &card.name);
                Message::verbatim(format!("{tag} {name}"))
            }
            Subject::Side(side) => Message::verbatim(self.side_name(side)),
            Subject::Battle => message!("The battle"),
        }
    }

    /// Whether this side rolls its own dice; for dice that belong to neither,
    /// whether both do.
    pub(super) fn rolls_own_dice(&self, giver: Option<Side>) -> bool {
        match giver {
            Some(side) => self.view.settings.rolls_own(side),
            None => Side::ALL.iter().all(|side| self.view.settings.rolls_own(*side)),
        }
    }

    /// Whether the screen is older than the last change.
    pub(super) fn is_behind(&self) -> bool {
        let elsewhere = self.moment().is_some_and(|moment| moment != self.view.moment);
        elsewhere
            || self.view.at != self.client.number()
            || !Rc::ptr_eq(&self.log, &self.client.log())
    }

    pub(super) fn show(&mut self, then: Then) {
        match then {
            Then::Stay => self.refresh(),
            Then::Present => self.return_to_present(Hand::Nothing),
            Then::Log => {
                self.return_to_present(Hand::Nothing);
                self.tab = Tab::Log;
            }
        }
    }

    /// Reads the view of the shown position, and the log.
    pub(super) fn look(&mut self) {
        if let Some(view) = self.client.view(self.moment()) {
            self.view = view;
        }
        self.log = self.client.log();
        match &mut self.log_page {
            LogPage::Orders => {}
            LogPage::Luck(_) => self.show_luck(true),
            LogPage::Saving(saving) => saving.refresh(),
        }
    }

    /// After the battle has changed: everything open stays open, and is checked again.
    pub(super) fn refresh(&mut self) {
        if let Doing::LookingBack(at) = &mut self.doing {
            *at = (*at).min(self.client.log().len);
        }
        self.look();
        match &mut self.doing {
            Doing::Ordering(Ordering { hand: Hand::Order(form), .. }) => {
                form.refresh(&self.client);
            }
            Doing::Ordering(Ordering { hand: Hand::Group(group), .. }) => {
                group.compose(&self.client);
            }
            Doing::Amending(amending) => amending.refresh(&self.client),
            Doing::Ordering(_) | Doing::LookingBack(_) | Doing::Choosing(_) => {}
        }
        self.open_declared();
        let subject = self.orders().and_then(|orders| orders.subject);
        self.list_orders(subject);
        self.look_at_turn();
    }

    /// If an order is pending, opens it, with the pad for its next roll if the players make it.
    fn open_declared(&mut self) {
        let seat = self.view.seat;
        let waits = self.view.declared.is_some();
        let needs = self.view.declared.as_ref().and_then(|declared| declared.needs.clone());
        let ours = |needs: &Needs| needs.by.is_none_or(|by| seat.plays(by));
        let needs =
            needs.filter(ours).and_then(|needs| Some((needs.after, needs.ask?, needs.rest)));
        let Doing::Ordering(ordering) = &mut self.doing else { return };
        match (needs, &ordering.hand) {
            (Some((_, ask, _)), Hand::Declared(Some(pad))) if pad.ask == ask => {}
            (Some((after, ask, rest)), _) => {
                let pad = DicePad::new(Vec::new(), after, ask).with_rest(rest);
                ordering.hand = Hand::Declared(Some(Box::new(pad.without_cancel())));
            }
            (None, _) if waits => ordering.hand = Hand::Declared(None),
            (None, Hand::Declared(_)) => ordering.hand = Hand::Nothing,
            (
                None,
                Hand::Nothing | Hand::Order(_) | Hand::Result(_) | Hand::Asking(_) | Hand::Group(_),
            ) => {}
        }
    }

    /// Shows the present, where the active ship gives the next order.
    pub(super) fn return_to_present(&mut self, hand: Hand) {
        let [actor, target] = match &self.doing {
            Doing::Ordering(ordering) => [ordering.actor, ordering.target],
            Doing::LookingBack(_) | Doing::Choosing(_) | Doing::Amending(_) => [None, None],
        };
        self.doing = Doing::Ordering(Ordering::new(hand));
        self.look();
        self.open_declared();
        self.turn.next = self.client.next_step();
        // A lesson continues by itself.
        let can_continue = |unit: &Tag| self.taught().is_none() && self.can_still_act(*unit);
        // By an old view, the unit that has just acted is still to act.
        let first = || self.first_to_act().filter(|_| !self.is_behind());
        let acts = self.next_unit().or(actor.filter(can_continue)).or_else(first);
        if let Doing::Ordering(ordering) = &mut self.doing {
            ordering.actor = acts;
            // Its target stays chosen for the next order.
            ordering.target = target.filter(|_| acts.is_some() && acts == actor);
        }
        self.list_orders(acts.map(Subject::Unit));
        self.look_at_turn();
    }

    /// Lists the orders of a unit or side, while orders are given or chosen.
    pub(super) fn list_orders(&mut self, subject: Option<Subject>) {
        let moment = self.moment();
        let offers = |subject| self.client.offers(subject, moment);
        let offers = subject.map(offers).unwrap_or_default();
        let listed = Orders { subject, offers };
        let late = self.client.was_late();
        match &mut self.doing {
            Doing::Ordering(ordering) => {
                ordering.orders = listed;
                ordering.late |= late;
            }
            Doing::Choosing(choosing) => choosing.orders = listed,
            Doing::LookingBack(_) | Doing::Amending(_) => {}
        }
    }

    /// Asks for the next step and the card of the unit that acts, and reads the record
    /// sheet that is shown.
    pub(super) fn look_at_turn(&mut self) {
        let next = self.client.next_step();
        self.turn.next = next.clone();
        self.choose_acting();
        let units = self.units_of_group();
        let Doing::Ordering(ordering) = &mut self.doing else { return };
        let (actor, target) = (ordering.actor, ordering.target);
        self.turn = Turn::ask(&self.client, next, actor, target, &units);
        let looked_at = match (ordering.target, ordering.orders.subject) {
            (Some(target), _) => Some(target),
            (None, Some(Subject::Unit(tag))) => Some(tag),
            (None, Some(Subject::Side(_) | Subject::Battle) | None) => None,
        };
        ordering.sheet = looked_at.and_then(|tag| sheet_of(&self.client, tag)).map(Box::new);
        ordering.late |= self.client.was_late();
        ordering.others.clear();
        if ordering.more {
            let (others, late) = with_orders(&self.client);
            ordering.others = others;
            ordering.late |= late;
        }
    }

    /// Chooses the unit of the next step, if none is chosen: its answer may have been late.
    fn choose_acting(&mut self) {
        let Some(acts) = self.acting().filter(|_| !self.is_behind()) else { return };
        let Doing::Ordering(ordering) = &mut self.doing else { return };
        if ordering.actor.is_none() && ordering.orders.subject.is_none() {
            ordering.actor = Some(acts);
            self.list_orders(Some(Subject::Unit(acts)));
        }
    }

    pub(super) fn show_luck(&mut self, shown: bool) {
        self.log_page = if shown {
            match self.client.document(DocumentKind::Luck {}).text() {
                Some(DocumentText::Luck(luck)) => LogPage::Luck(Some(luck.clone())),
                _ => LogPage::Luck(None),
            }
        } else {
            LogPage::Orders
        };
    }
}

/// The sides and the battle, if they have an order that is not refused and is
/// not just a correction; and whether some answer did not come in time.
fn with_orders(client: &Client) -> (Vec<Subject>, bool) {
    let open = |offer: &Offer| offer.refused.is_none() && offer.spec.kind != ADJUST.kind;
    let (mut others, mut late) = (Vec::new(), false);
    for subject in [Subject::Side(Side::A), Subject::Side(Side::B), Subject::Battle] {
        if client.offers(subject, None).iter().any(open) {
            others.push(subject);
        }
        late |= client.was_late();
    }
    (others, late)
}

/// The present record sheet of a unit, if it may be seen.
fn sheet_of(client: &Client, tag: Tag) -> Option<Sheet> {
    let known = client.document(DocumentKind::Sheets { fresh: false });
    match known.text() {
        Some(DocumentText::Sheets(sides)) => {
            sides.iter().flat_map(|side| &side.sheets).find(|sheet| sheet.tag == Some(tag)).cloned()
        }
        Some(DocumentText::Luck(_) | DocumentText::Report(_) | DocumentText::File(_)) | None => {
            None
        }
    }
}
