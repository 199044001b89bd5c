//! Carries out commands at the table, and receives responses and events. No drawing here.

use egui::Context;
use serde_json::{Map, Value};

use crate::dice::EnteredRoll;
use crate::message::{Message, message};
use crate::rules::{Side, Subject, Tag, UnitCondition};
use crate::session::{ClientNews, DiceOf, LeftOrder, LogRow, Mutation, OwnerRequest, Seat};
#[cfg(all(feature = "host", not(target_arch = "wasm32")))]
use crate::ui::command::ShareCommand;
use crate::ui::command::{
    DiceCommand, GroupCommand, ModifierDraft, NoteCommand, SaveCommand, Tab, TableCommand,
};
use crate::ui::dice_pad::Entering;
use crate::ui::files::Files;

use super::amend_state::{Amending, no_pad};
use super::group::GroupForm;
use super::order_form::{Form, Rolled};
use super::saving::{Saving, Source};
use super::state::{Asking, Doing, Hand, LogPage, Opening, Ordering, Table, Then};
use super::turn::asked_before;

/// The reason why a command about the open order does nothing now.
fn no_order() -> Message {
    message!("No order is open.")
}

/// The reason why an order cannot yet be given.
fn incomplete() -> Message {
    message!("The order is not complete yet.")
}

/// The reason why a command about an amendment does nothing now.
pub(super) fn no_amendment() -> Message {
    message!("No order is being edited.")
}

/// The reason why no order can be given while an earlier position is shown.
fn past() -> Message {
    message!("This is an earlier position. Return to the current one to give orders.")
}

impl Table {
    /// Handles messages of the store and other seats, and late answers.
    ///
    /// # Errors
    /// In words, for a notice, if a change was not made.
    pub(in crate::ui) fn take_news(&mut self) -> Result<(), Message> {
        let mut done = Ok(());
        for news in self.client.take_news() {
            let is_made = matches!(
                news,
                ClientNews::Given(_) | ClientNews::GivenAsOne(..) | ClientNews::Done
            );
            self.changes_made += u64::from(is_made);
            match news {
                ClientNews::Given(row) => {
                    self.stuck = None;
                    self.tab = Tab::Order;
                    self.return_to_present(Hand::Result(row.index));
                }
                ClientNews::GivenAsOne(rows, left) => {
                    self.stuck = None;
                    self.tab = Tab::Order;
                    if let Some(last) = rows.last() {
                        self.return_to_present(Hand::Result(last.index));
                        self.notice = self.left_out(last, &left);
                    }
                }
                ClientNews::Done => {
                    self.stuck = None;
                    let then = std::mem::replace(&mut self.then, Then::Stay);
                    self.show(then);
                    self.notice = self.done_notice.take();
                }
                ClientNews::Waits => {
                    self.done_notice = None;
                    self.refresh();
                }
                ClientNews::Changed => self.refresh(),
                ClientNews::NotDone(why) => {
                    (self.then, self.opening, self.done_notice) = (Then::Stay, None, None);
                    self.refresh();
                    done = Err(why);
                }
                ClientNews::Stuck(why) => self.stuck = Some(why),
            }
        }
        if self.is_behind() {
            self.refresh();
        }
        if let Some(opening) = self.opening.take_if(|_| !self.client.waits()) {
            done = done.and(self.open_form(opening));
        }
        self.catch_up();
        done
    }

    /// A message about orders of a group that were left out; `None` if that is only the
    /// end of the turn of a unit that was lost.
    fn left_out(&self, last: &LogRow, left: &[LeftOrder]) -> Option<Message> {
        let why = &left.first()?.why;
        let is_lost =
            |tag| self.card(tag).is_some_and(|card| matches!(card.standing, UnitCondition::Out(_)));
        let was_last = matches!(last.given_by, Subject::Unit(tag) if is_lost(tag));
        let count = left.len();
        (!was_last || count > 1).then(
            || message!(count => "{n} order left out: {why}." | "{n} orders left out: {why}.", why),
        )
    }

    /// Requests answers again that did not come in time.
    fn catch_up(&mut self) {
        let rolled = match &mut self.doing {
            Doing::Ordering(Ordering { hand: Hand::Order(form), .. }) => {
                form.catch_up(&self.client)
            }
            Doing::Ordering(Ordering { hand: Hand::Group(group), .. }) => {
                group.catch_up(&self.client);
                Rolled::GoesOn
            }
            Doing::Amending(amending) if amending.waits => {
                amending.try_again(&self.client);
                Rolled::GoesOn
            }
            Doing::Ordering(_)
            | Doing::LookingBack(_)
            | Doing::Choosing(_)
            | Doing::Amending(_) => Rolled::GoesOn,
        };
        if let Doing::Ordering(ordering) = &mut self.doing
            && ordering.late
            && !self.client.waits()
        {
            ordering.late = false;
            let subject = self.orders().and_then(|orders| orders.subject);
            self.list_orders(subject);
            self.look_at_turn();
        }
        if matches!(self.log_page, LogPage::Luck(None)) {
            self.show_luck(true);
        }
        if let Rolled::Complete(dice) = rolled {
            // The order is still open: it was just found complete.
            let _ = self.give(Some(dice));
        }
    }

    fn jump(&mut self, cursor: usize) -> Result<(), Message> {
        self.change(Mutation::GoTo { cursor }, Then::Present)
    }

    /// Requests a change; `then` is shown after it is stored.
    pub(super) fn change(&mut self, ask: Mutation, then: Then) -> Result<(), Message> {
        self.change_with_notice(ask, then, None)
    }

    /// The same, with a notice that is shown when it is done: the other side may have to agree.
    pub(super) fn change_with_notice(
        &mut self,
        ask: Mutation,
        then: Then,
        done: Option<Message>,
    ) -> Result<(), Message> {
        (self.then, self.notice, self.amended) = (then, None, false);
        self.done_notice = done;
        self.client.change(ask);
        self.take_news()
    }

    /// Undoes the last order, and says which it was.
    fn undo(&mut self) -> Result<(), Message> {
        let undone = self.log.cursor.checked_sub(1).and_then(|at| self.text_of(at));
        let notice = undone.map(|order| message!("Undone: {order}", order));
        self.change_with_notice(Mutation::Undo {}, Then::Present, notice)
    }

    /// Redoes the next order, and says which it is.
    fn redo(&mut self) -> Result<(), Message> {
        let redone = self.text_of(self.log.cursor);
        let notice = redone.map(|order| message!("Redone: {order}", order));
        self.change_with_notice(Mutation::Redo {}, Then::Present, notice)
    }

    /// An order in words, or all that were given with it as one.
    fn text_of(&self, index: usize) -> Option<Message> {
        let row = self.log.rows.get(index)?;
        let first = row.group.as_ref().map_or(index, |group| (index + 1).saturating_sub(group.nth));
        let of_all = self.log.rows.get(first).and_then(|row| row.group_result.clone());
        Some(of_all.unwrap_or_else(|| row.headline.clone()))
    }

    /// Carries out a player's command.
    ///
    /// # Errors
    /// In words, for a notice, if it cannot be done.
    pub(in crate::ui) fn apply(
        &mut self,
        command: TableCommand,
        files: &Files,
        ctx: &Context,
    ) -> Result<(), Message> {
        match command {
            TableCommand::Show(tab) => self.tab = tab,
            TableCommand::Tap(tag) => return self.tap(tag),
            TableCommand::Choose(subject) => return self.choose(subject),
            TableCommand::Open(subject, kind) => return self.open(subject, kind),
            TableCommand::Close => {
                (self.opening, self.notice) = (None, None);
                self.ordering()?.hand = Hand::Nothing;
            }
            // The window shows another screen; the menu is closed.
            TableCommand::Go(_) => self.tab = Tab::Order,
            TableCommand::ShowRule(_) | TableCommand::PlayReady(_) => {}
            TableCommand::More(more) => {
                self.ordering()?.more = more;
                self.look_at_turn();
            }
            TableCommand::ShowLost(side, shown) => self.lost_shown[side.index()] = shown,
            TableCommand::Step(at) => return self.step(at),
            TableCommand::Attack(target, at) => return self.attack(target, at),
            TableCommand::Done => return self.finish_turn(),
            TableCommand::Next => return self.next_step(),
            TableCommand::Group(command) => return self.group(command),
            TableCommand::PassDevice => return self.hand_to(Seat::Both),
            TableCommand::Lesson(command) => self.teaching = command.into(),
            TableCommand::Note(command) => self.write_note(command),
            TableCommand::Confirm => return self.confirm(),
            TableCommand::Aim(subject, kind, field, value) => {
                let filled = Map::from_iter([(field.to_owned(), value)]);
                return self.open_form(Opening { filled, ..Opening::of(subject, kind) });
            }
            TableCommand::UseCard(card) => return self.use_card(&card),
            TableCommand::Set(name, value) => return self.set(name, value),
            TableCommand::ChangeModifier(draft) => return self.change_modifier(draft),
            TableCommand::Give => return self.give(None),
            TableCommand::EnterDice => return self.ask_dice(Vec::new()),
            TableCommand::Dice(command) => return self.handle_dice(command),
            TableCommand::Undo => return self.undo(),
            TableCommand::Redo => return self.redo(),
            TableCommand::Jump(cursor) => return self.jump(cursor),
            TableCommand::LookBack(at) => self.show_past(at),
            TableCommand::ShowLuck(shown) => self.show_luck(shown),
            TableCommand::Restore(tip) => return self.restore(tip),
            TableCommand::Amend(command) => return self.amend(command),
            TableCommand::OwnDice(side, own) => return self.set_own_dice(side, own),
            TableCommand::Answer(value) => return self.answer(value),
            TableCommand::Withdraw => {
                let of = self.declared().ok_or_else(no_order)?.of;
                return self.change(Mutation::Withdraw { of }, Then::Present);
            }
            TableCommand::LogOf(ship) => self.log_filter.ship = ship,
            TableCommand::SearchLog(search) => self.log_filter.search = search,
            TableCommand::Save(command) => return self.save(command, files, ctx),
            #[cfg(all(feature = "host", not(target_arch = "wasm32")))]
            TableCommand::Share(command) => return self.share(command),
            TableCommand::HandOver(side) => return self.hand_to(Seat::of(side)),
            TableCommand::LookAs(side) => return self.hand_to(side.map_or(Seat::Both, Seat::of)),
        }
        Ok(())
    }

    fn write_note(&mut self, command: NoteCommand) {
        if command == NoteCommand::Stop {
            self.tab = Tab::Order;
        }
        self.note.apply(command);
    }

    #[cfg(all(feature = "host", not(target_arch = "wasm32")))]
    fn share(&mut self, command: ShareCommand) -> Result<(), Message> {
        let returns = command == ShareCommand::Show(false);
        self.tab = if returns { Tab::Menu } else { Tab::Log };
        self.sharing.apply(command, &self.client)
    }

    /// Hands the device over to a seat.
    fn hand_to(&mut self, to: Seat) -> Result<(), Message> {
        self.change(Mutation::HandOver { to }, Then::Present)
    }

    fn ordering(&mut self) -> Result<&mut Ordering, Message> {
        match &mut self.doing {
            Doing::Ordering(ordering) => Ok(ordering),
            Doing::LookingBack(_) | Doing::Choosing(_) | Doing::Amending(_) => Err(past()),
        }
    }

    fn save(&mut self, command: SaveCommand, files: &Files, ctx: &Context) -> Result<(), Message> {
        let source = Source { client: &self.client };
        match (command, &mut self.log_page) {
            (SaveCommand::Open(open), page) => {
                let is_won = self.view.over || self.view.victor.is_some();
                let saving = || Saving::open(self.client.slug(), is_won);
                *page = if open { LogPage::Saving(saving()) } else { LogPage::Orders };
                self.tab = Tab::Log;
                // The page for sharing would be shown instead.
                #[cfg(all(feature = "host", not(target_arch = "wasm32")))]
                self.sharing.apply(ShareCommand::Show(false), &self.client)?;
                if open {
                    source.request_report();
                }
                Ok(())
            }
            (SaveCommand::Change(change), LogPage::Saving(saving)) => {
                saving.apply(change, source, files, ctx)
            }
            // The page was left while a dialog was open.
            (SaveCommand::Change(_), LogPage::Orders | LogPage::Luck(_)) => Ok(()),
        }
    }

    fn set(&mut self, name: &str, value: Option<serde_json::Value>) -> Result<(), Message> {
        self.notice = None;
        match &mut self.doing {
            Doing::Amending(amending) => amending.set(&self.client, name, value),
            Doing::Ordering(Ordering { hand: Hand::Order(form), .. }) => {
                form.set(&self.client, name, value);
            }
            Doing::Ordering(_) | Doing::LookingBack(_) | Doing::Choosing(_) => {
                return Err(no_order());
            }
        }
        Ok(())
    }

    fn change_modifier(&mut self, draft: Option<ModifierDraft>) -> Result<(), Message> {
        self.form_mut().ok_or_else(no_order)?.changing = draft;
        Ok(())
    }

    fn tap(&mut self, tag: Tag) -> Result<(), Message> {
        if let Doing::Ordering(Ordering { hand: Hand::Group(group), .. }) = &mut self.doing {
            group.toggle(&self.client, tag);
            return Ok(());
        }
        let aimed = self.form().and_then(|form| {
            let field = form.aims_at(tag)?;
            Some((field.spec.name, Form::tapped(field, tag)))
        });
        match aimed {
            Some((name, value)) => {
                self.tab = Tab::Order;
                self.set(name, Some(value))
            }
            // An accidental tap must not close an order.
            None if matches!(
                self.doing,
                Doing::Ordering(Ordering { hand: Hand::Order(_), .. })
            ) =>
            {
                let name = self.subject_name(Subject::Unit(tag));
                self.notice = Some(message!(
                    "{name} cannot be chosen in this order. Tap Back to cancel.",
                    name
                ));
                self.tab = Tab::Order;
                Ok(())
            }
            None => match self.actor_on(tag) {
                Some(actor) => self.aim(actor, tag),
                None => self.choose(Some(Subject::Unit(tag))),
            },
        }
    }

    /// Shows the orders of one unit against another.
    fn aim(&mut self, actor: Tag, target: Tag) -> Result<(), Message> {
        let hers = Subject::Unit(target);
        let may = self.view.may_command(hers);
        let ordering = self.ordering()?;
        if let Hand::Declared(_) = ordering.hand {
            return Err(message!("Finish the order in progress first."));
        }
        ordering.hand = Hand::Nothing;
        (ordering.actor, ordering.target) = (Some(actor), Some(target));
        // A unit's own orders are only shown to those who may give them.
        self.list_orders(may.then_some(hers));
        self.look_at_turn();
        self.tab = Tab::Order;
        Ok(())
    }

    /// Opens a step of the turn card.
    fn step(&mut self, at: usize) -> Result<(), Message> {
        let card = self.turn.card.as_ref().ok_or_else(no_order)?;
        let step = card.steps.get(at).ok_or_else(no_order)?;
        self.open_order(step.order.clone())
    }

    /// Opens an order at a target of the turn card.
    fn attack(&mut self, target: Tag, at: usize) -> Result<(), Message> {
        let card = self.turn.card.as_ref().ok_or_else(no_order)?;
        let target = card.targets.iter().find(|one| one.unit == target).ok_or_else(no_order)?;
        let order = target.orders.get(at).ok_or_else(no_order)?.order.clone();
        self.open_order(order)
    }

    /// Opens the next step.
    fn next_step(&mut self) -> Result<(), Message> {
        let order = self.turn.next.order.clone().ok_or_else(no_order)?;
        self.open_order(order)
    }

    /// Opens an order that the session has filled in. If the unit's turn has still to begin,
    /// that is given first.
    fn open_order(&mut self, order: Map<String, Value>) -> Result<(), Message> {
        let kind = order.get("kind").and_then(Value::as_str).unwrap_or_default();
        let spec = self.view.system.order(kind).ok_or_else(no_order)?;
        let subject = spec.given_by(&order);
        let opening = Opening { filled: order, ..Opening::of(subject, spec.kind) };
        let unit = self.turn.card.as_ref().map(|card| Subject::Unit(card.unit));
        match self.turn.beginning().filter(|_| unit == Some(subject)) {
            Some(step) if step.spec.kind != spec.kind => {
                let order = step.order.clone();
                self.change(Mutation::Order { order, dice: None }, Then::Stay)?;
                self.opening = Some(opening);
                Ok(())
            }
            Some(_) | None => self.ask_or_open(opening),
        }
    }

    /// Opens an order, or asks before one that ends a turn, phase or battle.
    fn ask_or_open(&mut self, opening: Opening) -> Result<(), Message> {
        let part = self.view.system.part_of(opening.kind);
        let about = asked_before(&self.view.guide, opening.subject, part);
        // The lesson asks for this order.
        let next = self.taught().and_then(|text| text.next.as_ref());
        let is_taught =
            next.is_some_and(|next| next.subject == opening.subject && next.kind == opening.kind);
        match about.filter(|_| !opening.warned && !is_taught) {
            Some(about) => {
                let then = Opening { warned: true, ..opening };
                self.ordering()?.hand = Hand::Asking(Box::new(Asking { about, then }));
                Ok(())
            }
            None => self.open_form(opening),
        }
    }

    /// Gives the rest of the turn as one.
    fn finish_turn(&mut self) -> Result<(), Message> {
        let done = self.turn.card.as_ref().and_then(|card| card.done.as_ref());
        let mut orders = done.ok_or_else(no_order)?.orders.clone();
        let change = if orders.len() > 1 {
            Mutation::Orders { orders, dice: None }
        } else {
            Mutation::Order { order: orders.pop().ok_or_else(no_order)?, dice: None }
        };
        // The next step is about another unit.
        let ordering = self.ordering()?;
        (ordering.actor, ordering.target) = (None, None);
        self.change(change, Then::Stay)
    }

    /// Does something about several units that act as one.
    fn group(&mut self, command: GroupCommand) -> Result<(), Message> {
        if let GroupCommand::Begin(what) = command {
            let (system, units) = (self.view.system, self.units_of_group());
            let form = GroupForm::open(&self.client, system, what, units);
            let at_once = form.asks_nothing();
            self.ordering()?.hand = Hand::Group(Box::new(form));
            self.tab = Tab::Order;
            return if at_once { self.give_group(&[]) } else { Ok(()) };
        }
        let Doing::Ordering(Ordering { hand: Hand::Group(group), .. }) = &mut self.doing else {
            return Err(no_order());
        };
        match command {
            GroupCommand::Begin(_) => {}
            GroupCommand::All(all) => group.choose_all(&self.client, all),
            GroupCommand::Speed(speed) => {
                group.speed = Some(speed);
                group.compose(&self.client);
            }
            GroupCommand::Give => return self.give_group(&[]),
        }
        Ok(())
    }

    /// Gives the group that was put together.
    fn give_group(&mut self, dice: &[EnteredRoll]) -> Result<(), Message> {
        let Doing::Ordering(Ordering { hand: Hand::Group(group), .. }) = &self.doing else {
            return Err(no_order());
        };
        let change = group.change(dice).ok_or_else(incomplete)?;
        self.change(change, Then::Stay)
    }

    /// Opens the order that the players have confirmed.
    fn confirm(&mut self) -> Result<(), Message> {
        let ordering = self.ordering()?;
        let Hand::Asking(asking) = &ordering.hand else { return Err(no_order()) };
        let then = asking.then.clone();
        ordering.hand = Hand::Nothing;
        self.open_form(then)
    }

    fn choose(&mut self, subject: Option<Subject>) -> Result<(), Message> {
        if let Some(subject) = subject
            && !self.view.may_command(subject)
        {
            let name = self.subject_name(subject);
            return Err(message!("You do not command {name}.", name));
        }
        match &mut self.doing {
            Doing::Ordering(Ordering { hand: Hand::Declared(_), .. }) => {
                return Err(message!("Finish the order in progress first."));
            }
            Doing::Ordering(ordering) => {
                let unit = match subject {
                    Some(Subject::Unit(tag)) => Some(tag),
                    Some(Subject::Side(_) | Subject::Battle) | None => None,
                };
                (ordering.hand, ordering.actor, ordering.target) = (Hand::Nothing, unit, None);
            }
            Doing::Choosing(_) => {}
            Doing::LookingBack(_) => return Err(past()),
            Doing::Amending(_) => {
                return Err(message!("To change the ship, tap “Change the ship or the order”."));
            }
        }
        self.list_orders(subject);
        self.look_at_turn();
        self.tab = Tab::Order;
        Ok(())
    }

    fn open(&mut self, subject: Subject, kind: &'static str) -> Result<(), Message> {
        self.tab = Tab::Order;
        if self.orders().is_some_and(|orders| orders.subject != Some(subject)) {
            self.list_orders(Some(subject));
        }
        match &mut self.doing {
            Doing::Ordering(_) => {
                let aimed = self.lesson_aims(subject, kind).into_iter();
                let filled = aimed.map(|(field, value)| (field.to_owned(), value)).collect();
                self.ask_or_open(Opening { filled, ..Opening::of(subject, kind) })
            }
            Doing::Choosing(choosing) => {
                let row = self.log.rows.get(choosing.index).ok_or_else(no_order)?;
                let purpose = choosing.purpose;
                let amending = Amending::choose(&self.client, row, purpose, subject, kind)?;
                self.doing = Doing::Amending(Box::new(amending));
                Ok(())
            }
            Doing::LookingBack(_) | Doing::Amending(_) => Err(past()),
        }
    }

    /// Opens an order. If there is nothing to fill in, roll or warn about, the
    /// tap gives it at once; the warnings may have been shown already.
    pub(super) fn open_form(&mut self, opening: Opening) -> Result<(), Message> {
        self.opening = None;
        let opened = Form::open(&self.client, opening.subject, opening.kind, None);
        if opened.is_err() && (self.client.was_late() || self.client.waits()) {
            // The tap counts, even if the answer takes a while.
            self.opening = Some(opening);
            return Ok(());
        }
        let mut form = opened?;
        if !opening.filled.is_empty() {
            form.prefill(&self.client, &opening.filled);
        }
        if !form.is_fresh() {
            // Only the check of the filled form shows whether it is given at once.
            self.opening = Some(opening);
            return Ok(());
        }
        let at_once = form.asks_nothing(opening.warned);
        self.ordering()?.hand = Hand::Order(Box::new(form));
        if at_once { self.give(None) } else { Ok(()) }
    }

    /// Sets whether a side rolls its own dice, or the app rolls for it.
    fn set_own_dice(&mut self, side: Side, own: bool) -> Result<(), Message> {
        if self.view.seat.side().is_some() {
            return self.change(Mutation::OwnDice { own }, Then::Stay);
        }
        let mut settings = self.view.settings.clone();
        settings.own_dice[side.index()] = if own { DiceOf::Own } else { DiceOf::Either };
        self.change(Mutation::Owner(OwnerRequest::Settings(settings)), Then::Stay)
    }

    fn show_past(&mut self, at: Option<usize>) {
        self.tab = Tab::Order;
        match at.filter(|at| *at <= self.log.len) {
            Some(at) => {
                self.doing = Doing::LookingBack(at);
                self.look();
            }
            None => self.return_to_present(Hand::Nothing),
        }
    }

    /// Gives the open order; without dice the app rolls them all.
    fn give(&mut self, dice: Option<Vec<EnteredRoll>>) -> Result<(), Message> {
        self.ordering()?;
        let order = self.form().and_then(Form::order).ok_or_else(incomplete)?.clone();
        self.change(Mutation::Order { order, dice }, Then::Stay)
    }

    /// Answers the declared order's question to this seat's side.
    fn answer(&mut self, value: serde_json::Value) -> Result<(), Message> {
        let declared = self.declared().ok_or_else(no_order)?;
        let field = declared.asks.as_ref().ok_or_else(no_order)?.field.clone();
        self.change(Mutation::Answer { of: declared.of, field, value }, Then::Stay)
    }

    fn handle_dice(&mut self, command: DiceCommand) -> Result<(), Message> {
        let pad = match &mut self.doing {
            Doing::Amending(amending) => return amending.handle_dice(&self.client, command),
            Doing::Ordering(Ordering { hand: Hand::Order(form), .. }) => form.begin_dice(),
            Doing::Ordering(Ordering { hand: Hand::Declared(pad), .. }) => pad.as_deref_mut(),
            Doing::Ordering(Ordering { hand: Hand::Group(group), .. }) => {
                let dice = group.handle(command);
                return dice.map_or(Ok(()), |dice| self.give_group(&dice));
            }
            Doing::Ordering(_) | Doing::LookingBack(_) | Doing::Choosing(_) => None,
        };
        let pad = pad.ok_or_else(no_pad)?;
        match pad.handle(command) {
            Entering::Continues => Ok(()),
            Entering::Cancelled => {
                if let Doing::Ordering(Ordering { hand: Hand::Order(form), .. }) = &mut self.doing {
                    form.pad = None;
                }
                Ok(())
            }
            Entering::Answered => {
                let answered = pad.answered.clone();
                let Some(of) = self.declared().map(|declared| declared.of) else {
                    return self.ask_dice(answered);
                };
                // The pad is shown again, for the next roll or for this one.
                if let Doing::Ordering(ordering) = &mut self.doing {
                    ordering.hand = Hand::Nothing;
                }
                self.change(Mutation::Throw { of, dice: answered }, Then::Stay)
            }
        }
    }

    /// Asks for the roll that is needed after these answers, or gives the order
    /// if they are complete.
    fn ask_dice(&mut self, answered: Vec<EnteredRoll>) -> Result<(), Message> {
        let Doing::Ordering(Ordering { hand: Hand::Order(form), .. }) = &mut self.doing else {
            return Err(no_order());
        };
        form.order().ok_or_else(incomplete)?;
        match form.roll(&self.client, answered) {
            Rolled::GoesOn => Ok(()),
            Rolled::Complete(answered) => self.give(Some(answered)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::collections::{BTreeSet, VecDeque};
    use std::rc::Rc;
    use std::time::Duration;

    use serde_json::json;
    use testing::table::{SLUG, Set, order};

    use super::super::turn::Main;
    use super::*;
    use crate::session::{Client, Frame, Request, RequestBody, Requester, TableConnection};

    /// A connection that holds back the answers to queries, except for the first few.
    struct Slow {
        table: Box<dyn TableConnection>,
        queries: BTreeSet<String>,
        waiting: VecDeque<Frame>,
        /// The number of answers that still come at once; `None` if none are held back.
        at_once: Rc<Cell<Option<usize>>>,
    }

    impl TableConnection for Slow {
        fn ask(&mut self, request: Request, now: u64) {
            if matches!(request.ask, RequestBody::Read(_)) {
                self.queries.insert(request.id.clone());
            }
            self.table.ask(request, now);
        }

        fn next_frame(&mut self, wait: Duration) -> Option<Frame> {
            if self.at_once.get().is_none()
                && let Some(frame) = self.waiting.pop_front()
            {
                return Some(frame);
            }
            while let Some(frame) = self.table.next_frame(wait) {
                let is_query = |id| self.queries.contains(id);
                match (&frame, self.at_once.get()) {
                    (Frame::Answer { id, .. }, Some(0)) if is_query(id) => {
                        self.waiting.push_back(frame);
                    }
                    (Frame::Answer { id, .. }, Some(left)) if is_query(id) => {
                        self.at_once.set(Some(left - 1));
                        return Some(frame);
                    }
                    _ => return Some(frame),
                }
            }
            None
        }
    }

    /// A table in the first round of Sybota, when the first side has been rolled for.
    fn sybota() -> (Table, Rc<Cell<Option<usize>>>) {
        let at_once = Rc::new(Cell::new(None));
        let connection = Slow {
            table: Set::new("sybota").table.sit(Requester::at(Seat::Both)),
            queries: BTreeSet::new(),
            waiting: VecDeque::new(),
            at_once: Rc::clone(&at_once),
        };
        let client = Client::new(SLUG.into(), Box::new(connection), || 1_000);
        let mut table = Table::new(client).expect("it answers");
        press(&mut table).expect("the roll for the first side");
        table.give(None).expect("it is complete");
        (table, at_once)
    }

    /// Presses the main button.
    fn press(table: &mut Table) -> Result<(), Message> {
        match table.main_action().expect("a main button") {
            Main::Open(step) => {
                let (subject, kind) = (step.subject, step.kind);
                table.open(subject, kind)
            }
            Main::Done(..) => table.finish_turn(),
            Main::Next(_) => table.next_step(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_undo_has_its_notice_when_it_is_done_and_not_while_the_other_side_decides() {
        for (seat, cursor) in [(Seat::Both, 1), (Seat::A, 2)] {
            let set = Set::new("sybota");
            let _opponent = (seat == Seat::A).then(|| set.sit(Seat::B));
            let client = Client::new(SLUG.into(), set.table.sit(Requester::at(seat)), || 1_000);
            let mut table = Table::new(client).expect("it answers");
            for given in [
                json!({"kind": "activate", "ship": "A1"}),
                json!({"kind": "ram", "ship": "A1", "target": "B1", "spaces_straight": 6}),
            ] {
                let given = Mutation::Order { order: order(given), dice: None };
                table.change(given, Then::Stay).expect("it can be given");
            }
            table.undo().expect("it is requested");
            assert_eq!(table.client.log().cursor, cursor, "{seat}");
            assert_eq!(table.notice.is_some(), cursor == 1, "{seat}: {:?}", table.notice);
        }
    }

    fn orders(table: &Table) -> usize {
        table.client.log().rows.len()
    }

    #[test]
    fn a_step_that_asks_nothing_is_given_though_its_check_is_late() {
        let (mut table, at_once) = sybota();
        while let Some(Main::Done(..)) = table.main_action() {
            press(&mut table).expect("it can be done");
        }
        let given = orders(&table);
        press(&mut table).expect("the end of the round");
        assert_eq!(orders(&table), given + 1);
        for answers in 0..6 {
            table.undo().expect("the round is open again");
            at_once.set(Some(answers));
            press(&mut table).unwrap_or_else(|why| panic!("{answers} answers in time: {why}"));
            at_once.set(None);
            for _ in 0..3 {
                table.take_news().expect("nothing is wrong");
            }
            assert_eq!(table.client.log().cursor, given + 1, "after {answers} answers in time");
        }
    }
}
