//! A battle in play, and what the players are doing with it. No drawing here.

use std::rc::Rc;

use egui::Context;

use crate::analysis::{BattleReport, Forecast, Luck, Proved};
use crate::journal::{DiceChoice, Seen};
use crate::rules::{Battle, Card, Guide, Offer, Side, Stop, Subject, Tag, Viewer, offers};
use crate::ui::command::{AmendCommand, DiceCommand, SaveCommand, Tab, TableCommand};
use crate::ui::dice_pad::{DicePad, Entering};
use crate::ui::files::Files;
use crate::ui::session::Session;

use super::amending::{Amending, Purpose};
use super::hand::Form;
use super::log_filter::LogFilter;
use super::saving::{Saving, Source};

/// A battle in play, and what the players are doing with it.
pub struct Table {
    pub(super) session: Session,
    /// The part that is shown where not everything fits.
    pub(super) tab: Tab,
    pub(super) doing: Doing,
    pub(super) log_page: LogPage,
    pub(super) log_filter: LogFilter,
    pub(super) view: View,
    /// The side whose secrets the next orders would tell.
    pub(super) secret_of: Option<Side>,
    /// The side that holds the device, where something is secret.
    pub(super) in_hands_of: Option<Side>,
    /// Which of the sides A and B roll their own dice.
    pub(super) own_dice: [bool; 2],
}

/// What the players are doing: one thing at a time.
pub(super) enum Doing {
    /// They give orders.
    Ordering(Ordering),
    /// They look at the battle as it was after so many orders.
    LookingBack(usize),
    /// They choose an order for an earlier place in the log.
    Choosing(Choosing),
    /// They amend an earlier order, or insert one.
    Amending(Box<Amending>),
}

/// The present: who gives orders, and what is in hand.
pub(super) struct Ordering {
    pub(super) orders: Orders,
    pub(super) hand: Hand,
}

/// What lies in front of the players.
pub(super) enum Hand {
    /// The orders to choose from.
    Nothing,
    /// An order that is being filled in.
    Order(Box<Form>),
    /// The result of the last order.
    Result,
}

/// An order is chosen for an earlier place in the log.
pub(super) struct Choosing {
    /// The index in the log, from 0.
    pub(super) index: usize,
    /// What becomes of it there.
    pub(super) purpose: Purpose,
    /// The orders that were open at that moment.
    pub(super) orders: Orders,
}

/// Who may give orders, and which.
#[derive(Default)]
pub(super) struct Orders {
    /// The ship, side or battle; none where nobody is chosen.
    pub(super) subject: Option<Subject>,
    /// Its orders, open and refused.
    pub(super) offers: Vec<Offer>,
}

impl Orders {
    fn of(battle: &Battle, subject: Option<Subject>) -> Orders {
        let offers = subject.map(|subject| offers(battle, subject)).unwrap_or_default();
        Orders { subject, offers }
    }
}

/// What stands under the tab of the log.
pub(super) enum LogPage {
    /// Every order.
    Orders,
    /// How lucky the dice were.
    Luck(Box<LuckPage>),
    /// Where the battle and its report are saved.
    Saving(Saving),
}

/// How lucky the dice were.
pub(super) struct LuckPage {
    pub(super) luck: Luck,
    /// Whether the app's rolls match the seed; none before the battle is over.
    pub(super) proof: Option<Proved>,
}

/// What the rules say about the battle that is shown, asked once a change.
#[derive(Debug)]
pub(super) struct View {
    pub(super) guide: Guide,
    pub(super) cards: Vec<Card>,
    /// Whose eyes it is for.
    pub(super) viewer: Viewer,
    /// Whether a side keeps anything from the other at present.
    pub(super) secrets: bool,
}

impl View {
    /// The battle that is shown; secrets are those of the present one.
    fn of(battle: &Battle, present: &Battle, viewer: Viewer) -> View {
        let mut guide = battle.guide();
        let secrets = present.state(Viewer::Both) != present.state(Viewer::Everyone);
        // Who holds the device in secret gives no orders of the other side.
        guide.next.retain(|step| may_command(battle, viewer, step.subject));
        let cards = battle.tags().into_iter().filter_map(|tag| battle.card(tag, viewer)).collect();
        View { guide, cards, viewer, secrets }
    }
}

/// Whether somebody with these eyes may give this subject orders: its form
/// would tell them what they may not see.
fn may_command(battle: &Battle, viewer: Viewer, subject: Subject) -> bool {
    match (viewer, subject) {
        (Viewer::Side(own), Subject::Unit(tag)) => battle.holder(tag) == own,
        (Viewer::Side(own), Subject::Side(side)) => side == own,
        (Viewer::Side(_), Subject::Battle) | (Viewer::Both | Viewer::Everyone, _) => true,
    }
}

/// Why a command of the order in hand does nothing now.
const NO_ORDER: &str = "There is no order in hand.";

/// Why no order can be given while the past is shown.
const PAST: &str = "This is the past. Come back to the present to give orders.";

impl Table {
    /// Sits down at a battle, in which these of the sides A and B roll their
    /// own dice.
    #[must_use]
    pub fn new(session: Session, own_dice: [bool; 2]) -> Table {
        let view = View::of(session.battle(), session.battle(), Viewer::Both);
        let mut table = Table {
            session,
            tab: Tab::Order,
            doing: Doing::LookingBack(0),
            log_page: LogPage::Orders,
            log_filter: LogFilter::default(),
            view,
            secret_of: None,
            in_hands_of: None,
            own_dice,
        };
        table.return_to_present(Hand::Nothing);
        table
    }

    /// The battle that is on the screen: the present one, or an earlier moment
    /// while the players look back or amend an order.
    #[must_use]
    pub fn battle(&self) -> &Battle {
        let past = self.moment().and_then(|at| self.session.journal().at(at));
        past.unwrap_or(self.session.battle())
    }

    /// The earlier moment that is shown, in orders; none at present.
    pub(super) fn moment(&self) -> Option<usize> {
        match &self.doing {
            Doing::Ordering(_) => None,
            Doing::LookingBack(at) => Some(*at),
            Doing::Choosing(choosing) => Some(choosing.index),
            Doing::Amending(amending) => Some(amending.index),
        }
    }

    /// The side that the device must be handed to before anything is shown.
    #[must_use]
    pub fn hand_over_to(&self) -> Option<Side> {
        self.secret_of.filter(|side| self.in_hands_of != Some(*side))
    }

    /// The battle with all its orders.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The report of the battle, as far as who has the device may know.
    #[must_use]
    pub fn report(&self) -> BattleReport {
        self.source().report()
    }

    /// The odds on the screen. They are worked out when the order in hand
    /// changes, and kept otherwise.
    #[must_use]
    pub fn forecast(&self) -> Option<&Rc<Forecast>> {
        self.form()?.forecast.as_ref()
    }

    /// The order that is filled in, at present or for an earlier place.
    pub(super) fn form(&self) -> Option<&Form> {
        match &self.doing {
            Doing::Ordering(Ordering { hand: Hand::Order(form), .. }) => Some(form),
            Doing::Amending(amending) => Some(&amending.form),
            Doing::Ordering(_) | Doing::LookingBack(_) | Doing::Choosing(_) => None,
        }
    }

    /// The orders to choose from, where orders are given or chosen.
    pub(super) fn orders(&self) -> Option<&Orders> {
        match &self.doing {
            Doing::Ordering(ordering) => Some(&ordering.orders),
            Doing::Choosing(choosing) => Some(&choosing.orders),
            Doing::LookingBack(_) | Doing::Amending(_) => None,
        }
    }

    /// The last order, while its result is shown.
    pub(super) fn last_result(&self) -> Option<&Seen> {
        match &self.doing {
            Doing::Ordering(Ordering { hand: Hand::Result, .. }) => {
                self.session.log().get(self.session.cursor().checked_sub(1)?)
            }
            Doing::Ordering(_)
            | Doing::LookingBack(_)
            | Doing::Choosing(_)
            | Doing::Amending(_) => None,
        }
    }

    /// The card of a ship.
    pub(super) fn card(&self, tag: Tag) -> Option<&Card> {
        self.view.cards.iter().find(|card| card.tag == tag)
    }

    /// A subject by tag and name.
    pub(super) fn subject_name(&self, subject: Subject) -> String {
        match subject {
            Subject::Unit(tag) => format!("{tag} {}", self.battle().unit_name(tag)),
            Subject::Side(side) => self.battle().side_name(side).to_owned(),
            Subject::Battle => "The battle".into(),
        }
    }

    /// Whether who gives this order rolls the dice at the table; for an order
    /// of the battle, whether both sides do.
    pub(super) fn rolls_own_dice(&self, subject: Subject) -> bool {
        match subject {
            Subject::Unit(tag) => self.own_dice[self.battle().holder(tag).index()],
            Subject::Side(side) => self.own_dice[side.index()],
            Subject::Battle => self.own_dice == [true; 2],
        }
    }

    fn source(&self) -> Source<'_> {
        Source {
            slug: self.session.slug(),
            journal: self.session.journal(),
            viewer: self.view.viewer,
        }
    }

    fn over(&self) -> bool {
        self.session.battle().winner().is_some()
    }

    /// Shows the battle to whoever has the device, with the past seen by the
    /// same eyes as the present.
    fn see(&mut self) {
        self.secret_of = self.session.battle().guide().secret_of;
        let viewer = match self.in_hands_of {
            _ if self.over() => Viewer::Everyone,
            // Whoever had the device last has secrets too.
            _ if self.hand_over_to().is_some() => Viewer::Both,
            Some(side) => Viewer::Side(side),
            None => Viewer::Both,
        };
        self.session.look_as(viewer);
        self.view = View::of(self.battle(), self.session.battle(), viewer);
        match &mut self.log_page {
            LogPage::Orders => {}
            LogPage::Luck(_) => self.show_luck(true),
            LogPage::Saving(saving) => saving.refresh(),
        }
    }

    /// After the battle has changed, or the present is shown again: the active
    /// ship gives the next order.
    fn return_to_present(&mut self, hand: Hand) {
        self.doing = Doing::Ordering(Ordering { orders: Orders::default(), hand });
        if self.session.battle().guide().secret_of.is_none() {
            self.in_hands_of = None;
        }
        self.see();
        self.list_orders(self.view.guide.active.map(Subject::Unit));
    }

    /// Lists the orders of a subject, where orders are given or chosen.
    fn list_orders(&mut self, subject: Option<Subject>) {
        let listed = Orders::of(self.battle(), subject);
        match &mut self.doing {
            Doing::Ordering(ordering) => ordering.orders = listed,
            Doing::Choosing(choosing) => choosing.orders = listed,
            Doing::LookingBack(_) | Doing::Amending(_) => {}
        }
    }

    fn show_luck(&mut self, shown: bool) {
        self.log_page = if shown {
            let journal = self.session.journal();
            let luck = Luck::of(journal, self.view.viewer);
            let proof = self.over().then(|| Proved::of(journal));
            LogPage::Luck(Box::new(LuckPage { luck, proof }))
        } else {
            LogPage::Orders
        };
    }

    /// Carries out what a player wants.
    ///
    /// # Errors
    /// In words, for a notice, where it cannot be done.
    pub(in crate::ui) fn apply(
        &mut self,
        command: TableCommand,
        files: &Files,
        ctx: &Context,
    ) -> Result<(), String> {
        match command {
            TableCommand::Show(tab) => self.tab = tab,
            TableCommand::Tap(tag) => return self.tap(tag),
            TableCommand::Choose(subject) => return self.choose(subject),
            TableCommand::Open(subject, kind) => return self.open(subject, kind),
            TableCommand::Close => self.ordering()?.hand = Hand::Nothing,
            TableCommand::Set(name, value) => return self.set(name, value),
            TableCommand::Give => return self.give(&DiceChoice::Program),
            TableCommand::EnterDice => return self.ask_dice(Vec::new()),
            TableCommand::Dice(command) => return self.handle_dice(command),
            TableCommand::Undo => return self.jump(self.session.cursor().saturating_sub(1)),
            TableCommand::Redo => return self.jump(self.session.cursor() + 1),
            TableCommand::Jump(cursor) => return self.jump(cursor),
            TableCommand::LookBack(at) => self.look_back(at),
            TableCommand::ShowLuck(shown) => self.show_luck(shown),
            TableCommand::Restore(tip) => return self.restore(tip),
            TableCommand::Amend(command) => return self.amend(command),
            TableCommand::OwnDice(side, own) => self.own_dice[side.index()] = own,
            TableCommand::LogOf(ship) => self.log_filter.ship = ship,
            TableCommand::SearchLog(search) => self.log_filter.search = search,
            TableCommand::Save(command) => return self.save(command, files, ctx),
            TableCommand::HandOver(side) => {
                self.in_hands_of = Some(side);
                // What both sides rolled for stays in sight.
                let result = self.last_result().is_some();
                self.return_to_present(if result { Hand::Result } else { Hand::Nothing });
            }
            TableCommand::LookAs(side) => {
                self.in_hands_of = side;
                self.see();
            }
        }
        Ok(())
    }

    fn ordering(&mut self) -> Result<&mut Ordering, &'static str> {
        match &mut self.doing {
            Doing::Ordering(ordering) => Ok(ordering),
            Doing::LookingBack(_) | Doing::Choosing(_) | Doing::Amending(_) => Err(PAST),
        }
    }

    fn amending(&mut self) -> Result<(&mut Amending, &Session), &'static str> {
        match &mut self.doing {
            Doing::Amending(amending) => Ok((amending, &self.session)),
            Doing::Ordering(_) | Doing::LookingBack(_) | Doing::Choosing(_) => {
                Err("No order is being amended.")
            }
        }
    }

    fn save(&mut self, command: SaveCommand, files: &Files, ctx: &Context) -> Result<(), String> {
        let over = self.over();
        let source = Source {
            slug: self.session.slug(),
            journal: self.session.journal(),
            viewer: self.view.viewer,
        };
        match (command, &mut self.log_page) {
            (SaveCommand::Open(open), page) => {
                *page = match open {
                    true => LogPage::Saving(Saving::open(source.slug, over)),
                    false => LogPage::Orders,
                };
                self.tab = Tab::Log;
                Ok(())
            }
            (SaveCommand::Change(change), LogPage::Saving(saving)) => {
                saving.apply(change, source, files, ctx)
            }
            // The page was left while a dialog was open.
            (SaveCommand::Change(_), LogPage::Orders | LogPage::Luck(_)) => Ok(()),
        }
    }

    fn set(&mut self, name: &str, value: Option<serde_json::Value>) -> Result<(), String> {
        match &mut self.doing {
            Doing::Amending(amending) => amending.set(&self.session, name, value),
            Doing::Ordering(Ordering { hand: Hand::Order(form), .. }) => {
                form.set(self.session.battle(), name, value);
            }
            Doing::Ordering(_) | Doing::LookingBack(_) | Doing::Choosing(_) => {
                return Err(NO_ORDER.into());
            }
        }
        Ok(())
    }

    fn tap(&mut self, tag: Tag) -> Result<(), String> {
        let aimed = self.form().and_then(|form| {
            let field = form.aims_at(tag)?;
            Some((field.spec.name, Form::tapped(field, tag)))
        });
        match aimed {
            Some((name, value)) => {
                self.tab = Tab::Order;
                self.set(name, Some(value))
            }
            None => self.choose(Some(Subject::Unit(tag))),
        }
    }

    fn choose(&mut self, subject: Option<Subject>) -> Result<(), String> {
        if let Some(subject) = subject
            && !may_command(self.battle(), self.view.viewer, subject)
        {
            return Err(format!("{}: not yours to command.", self.subject_name(subject)));
        }
        match &mut self.doing {
            Doing::Ordering(ordering) => ordering.hand = Hand::Nothing,
            Doing::Choosing(_) => {}
            Doing::LookingBack(_) => return Err(PAST.into()),
            Doing::Amending(_) => {
                return Err("To change the ship, tap “Change the ship or the order”.".into());
            }
        }
        self.list_orders(subject);
        self.tab = Tab::Order;
        Ok(())
    }

    fn open(&mut self, subject: Subject, kind: &str) -> Result<(), String> {
        if self.orders().is_some_and(|orders| orders.subject != Some(subject)) {
            self.list_orders(Some(subject));
        }
        self.tab = Tab::Order;
        match &mut self.doing {
            Doing::Ordering(ordering) => {
                let form = Form::open(self.session.battle(), subject, kind).ok_or(NO_ORDER)?;
                // With nothing to ask, to roll or to warn about, the tap is the order.
                let at_once = form.asks_nothing();
                ordering.hand = Hand::Order(Box::new(form));
                if at_once { self.give(&DiceChoice::Program) } else { Ok(()) }
            }
            Doing::Choosing(choosing) => {
                let place = (choosing.index, choosing.purpose);
                let amending = Amending::choose(&self.session, place, (subject, kind));
                self.doing = Doing::Amending(Box::new(amending.ok_or(NO_ORDER)?));
                Ok(())
            }
            Doing::LookingBack(_) | Doing::Amending(_) => Err(PAST.into()),
        }
    }

    fn jump(&mut self, cursor: usize) -> Result<(), String> {
        self.session.jump(cursor)?;
        self.return_to_present(Hand::Nothing);
        Ok(())
    }

    fn look_back(&mut self, at: Option<usize>) {
        self.tab = Tab::Order;
        match at.filter(|at| *at <= self.session.log().len()) {
            Some(at) => {
                self.doing = Doing::LookingBack(at);
                self.see();
            }
            None => self.return_to_present(Hand::Nothing),
        }
    }

    fn restore(&mut self, tip: usize) -> Result<(), String> {
        self.session.take_up(tip)?;
        self.return_to_present(Hand::Nothing);
        Ok(())
    }

    fn amend(&mut self, command: AmendCommand) -> Result<(), String> {
        match command {
            AmendCommand::Begin(index) => {
                let amending = Amending::open(&self.session, index)
                    .ok_or_else(|| format!("Order {} cannot be amended here.", index + 1))?;
                self.start_amending(amending);
                Ok(())
            }
            AmendCommand::Insert(index) => self.choose_at(index, Purpose::Insert),
            AmendCommand::Instead => {
                let index = self.amending()?.0.index;
                self.choose_at(index, Purpose::Instead)
            }
            AmendCommand::Cancel => self.cancel_amending(),
            AmendCommand::Commit => self.commit(),
            AmendCommand::Dice(dice) => {
                let (amending, session) = self.amending()?;
                amending.choose_dice(session, dice)
            }
            AmendCommand::KeepRoll => {
                let (amending, session) = self.amending()?;
                amending.keep_roll(session)
            }
            AmendCommand::Remove(removed) => {
                let (amending, session) = self.amending()?;
                amending.remove(session, removed);
                Ok(())
            }
            AmendCommand::Note(note) => {
                self.amending()?.0.annotate(note);
                Ok(())
            }
            AmendCommand::Decide(step, remedy) => {
                let (amending, session) = self.amending()?;
                amending.decide(session, step, remedy)
            }
            AmendCommand::Reopen(step) => {
                self.amending()?.0.reopened = Some(step);
                Ok(())
            }
        }
    }

    fn start_amending(&mut self, amending: Amending) {
        self.doing = Doing::Amending(Box::new(amending));
        self.tab = Tab::Order;
        self.see();
    }

    /// Back to where the order was chosen, and from there to the log.
    fn cancel_amending(&mut self) -> Result<(), String> {
        if let Doing::Amending(amending) = &self.doing
            && let Some(purpose) = amending.purpose
        {
            return self.choose_at(amending.index, purpose);
        }
        self.return_to_present(Hand::Nothing);
        self.tab = Tab::Log;
        Ok(())
    }

    fn commit(&mut self) -> Result<(), String> {
        let Doing::Amending(amending) = &self.doing else {
            return Err("No order is being amended.".into());
        };
        let Some(Ok(trial)) = &amending.trial else {
            return Err("Nothing is changed yet.".into());
        };
        self.session.commit(trial)?;
        self.return_to_present(Hand::Nothing);
        self.tab = Tab::Log;
        Ok(())
    }

    /// Lets an order be chosen for an earlier place in the log.
    fn choose_at(&mut self, index: usize, purpose: Purpose) -> Result<(), String> {
        let then = self.session.journal().at(index).map(Battle::guide);
        // While a side keeps something from the other, its orders may tell it.
        if self.view.secrets && then.is_none_or(|guide| guide.secret_of.is_some()) {
            return Err(format!(
                "What was ordered before order {} is still secret: it can be mended once neither \
                 side keeps anything from the other.",
                index + 1
            ));
        }
        self.doing = Doing::Choosing(Choosing { index, purpose, orders: Orders::default() });
        self.tab = Tab::Order;
        self.see();
        self.list_orders(self.view.guide.active.map(Subject::Unit));
        Ok(())
    }

    fn give(&mut self, dice: &DiceChoice) -> Result<(), String> {
        let order = self.form().and_then(Form::order).ok_or("The order is not complete yet.")?;
        let order = order.clone();
        self.ordering()?;
        self.session.give(&order, dice)?;
        self.tab = Tab::Order;
        self.return_to_present(Hand::Result);
        Ok(())
    }

    fn handle_dice(&mut self, command: DiceCommand) -> Result<(), String> {
        let form = match &mut self.doing {
            Doing::Amending(amending) => return amending.handle_dice(&self.session, command),
            Doing::Ordering(Ordering { hand: Hand::Order(form), .. }) => form,
            Doing::Ordering(_) | Doing::LookingBack(_) | Doing::Choosing(_) => {
                return Err(NO_ORDER.into());
            }
        };
        let pad = form.pad.as_mut().ok_or("No dice are being entered.")?;
        match pad.handle(command) {
            Entering::Continues => {}
            Entering::Cancelled => form.pad = None,
            Entering::Answered => {
                let answered = std::mem::take(&mut pad.answered);
                return self.ask_dice(answered);
            }
        }
        Ok(())
    }

    /// Asks for the roll that these answers leave open, or gives the order
    /// where they are complete.
    fn ask_dice(&mut self, answered: Vec<crate::dice::Entry>) -> Result<(), String> {
        let Doing::Ordering(Ordering { hand: Hand::Order(form), .. }) = &mut self.doing else {
            return Err(NO_ORDER.into());
        };
        let order = form.order().ok_or("The order is not complete yet.")?;
        match self.session.attempt(order, answered.clone()) {
            Ok(_) => self.give(&DiceChoice::Entered(answered)),
            Err(Stop::Needs { ask, after }) => {
                form.pad = Some(DicePad::new(answered, after, *ask));
                Ok(())
            }
            Err(stop) => {
                form.pad = None;
                Err(stop.to_string())
            }
        }
    }
}
