//! The table: a battle in play. Everything on it is drawn from the rules' own
//! views, so it serves every system.

mod amend;
mod amending;
mod cards;
mod dice;
mod form;
mod hand;
mod log;
mod luck;
mod numbers;
mod order;
mod past;
mod result;
mod saving;
mod screen;

use std::rc::Rc;

use crate::journal::{DiceChoice, Luck, Proved, Seen};
use crate::report::Report;
use crate::rules::{Battle, Card, Guide, Offer, Side, Stop, Subject, Tag, Viewer, offers};
use crate::wording::Forecast;

use super::command::{AmendCommand, Tab, TableCommand};
use super::session::Session;

pub use screen::table_ui;

use amending::{Amending, Choosing};
pub(super) use dice::entry_ui;
use hand::Form;
pub(super) use hand::{DiceEntry, Entering};

/// A battle in play, and where the players are in it.
pub struct Table {
    session: Session,
    /// Which part is shown where not everything fits.
    tab: Tab,
    view: View,
    /// Who gives orders.
    subject: Option<Subject>,
    /// Their orders.
    offers: Vec<Offer>,
    form: Option<Form>,
    /// The past order that is being amended.
    amending: Option<Amending>,
    /// The moment of the log that is looked at, where it is not the present.
    looking: Option<usize>,
    /// What is chosen there, to be put into the log.
    choosing: Option<Choosing>,
    /// The side whose secrets stand on the present table.
    secret_of: Option<Side>,
    /// Which sides throw their own dice.
    own_dice: [bool; 2],
    /// Whether the last order's result is on the screen.
    result_shown: bool,
    /// Who has the device, where something is secret.
    in_hands_of: Option<Side>,
    /// How the dice have fallen, while that is looked at.
    luck: Option<Luck>,
    /// Where the battle is saved and told, while that is open.
    saving: Option<saving::Saving>,
    /// Whether the app's throws are the seed's, while that is looked at.
    proof: Option<Proved>,
    /// What the log is narrowed to.
    sieve: log::Sieve,
}

/// What the rules say of the battle as it stands, asked once a change.
#[derive(Debug)]
struct View {
    guide: Guide,
    cards: Vec<Card>,
    viewer: Viewer,
    /// Whether a side keeps anything from the other now.
    secrets: bool,
}

impl View {
    /// Of the battle that is shown, as the present one has its secrets.
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
        _ => true,
    }
}

impl Table {
    /// Sits down at a battle, in which these of the sides A and B throw their
    /// own dice.
    #[must_use]
    pub fn new(session: Session, own_dice: [bool; 2]) -> Table {
        let view = View::of(session.battle(), session.battle(), Viewer::Both);
        let mut table = Table {
            session,
            tab: Tab::Order,
            view,
            subject: None,
            offers: Vec::new(),
            form: None,
            amending: None,
            looking: None,
            choosing: None,
            secret_of: None,
            own_dice,
            result_shown: false,
            in_hands_of: None,
            luck: None,
            saving: None,
            proof: None,
            sieve: log::Sieve::default(),
        };
        table.look_again();
        table
    }

    /// The battle that is on the screen: as it stands, or as it stood where the
    /// players look back or amend an order.
    #[must_use]
    pub fn battle(&self) -> &Battle {
        let amended = self.amending.as_ref().map(|amending| amending.index);
        let past = amended.or(self.looking).and_then(|at| self.session.journal().at(at));
        past.unwrap_or(self.session.battle())
    }

    /// The side that the device must be handed to before anything is shown.
    #[must_use]
    pub fn hand_over_to(&self) -> Option<Side> {
        self.secret_of.filter(|side| self.in_hands_of != Some(*side))
    }

    /// The battle with everything that happened in it.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The report of the battle, as far as who has the device may know.
    #[must_use]
    pub fn report(&self) -> Report {
        Report::of(self.session.journal(), self.view.viewer)
    }

    /// The odds that are on the screen. They are worked out when the order in
    /// hand changes, and kept while nothing does.
    #[must_use]
    pub fn forecast(&self) -> Option<&Rc<Forecast>> {
        let amended = self.amending.as_ref().map(|amending| &amending.form);
        amended.or(self.form.as_ref())?.forecast.as_ref()
    }

    fn last(&self) -> Option<&Seen> {
        self.session.log().get(self.session.cursor().checked_sub(1)?)
    }

    fn card(&self, tag: Tag) -> Option<&Card> {
        self.view.cards.iter().find(|card| card.tag == tag)
    }

    /// After the battle has changed: asks the rules for everything anew, and
    /// lets the active ship give the next order.
    fn look_again(&mut self) {
        self.form = None;
        if let Some(saving) = &mut self.saving {
            saving.look_again();
        }
        self.secret_of = self.session.battle().guide().secret_of;
        if self.secret_of.is_none() {
            self.in_hands_of = None;
        }
        self.see();
        self.subject = self.view.guide.active.map(Subject::Unit);
        if self.only_looks() {
            self.subject = None;
        }
        self.ask_offers();
    }

    /// Draws cards and log as who has the device may see them. The past is seen
    /// with the same eyes as the present.
    fn see(&mut self) {
        let viewer = match self.in_hands_of {
            _ if self.session.battle().winner().is_some() => Viewer::Everyone,
            // Whoever had the device last has secrets too.
            _ if self.hand_over_to().is_some() => Viewer::Both,
            Some(side) => Viewer::Side(side),
            None => Viewer::Both,
        };
        self.session.look_as(viewer);
        let luck_shown = self.luck.is_some();
        self.view = View::of(self.battle(), self.session.battle(), viewer);
        self.show_luck(luck_shown);
    }

    /// Works out how the dice have fallen, or forgets it.
    fn show_luck(&mut self, shown: bool) {
        let journal = self.session.journal();
        self.luck = shown.then(|| journal.luck(self.view.viewer));
        let over = self.session.battle().winner().is_some();
        self.proof = (shown && over).then(|| journal.proved());
    }

    /// Whether who gives this order throws the dice on the table; of an order
    /// that is nobody's, where both sides do.
    fn throws_own_dice(&self, subject: Subject) -> bool {
        match subject {
            Subject::Unit(tag) => self.own_dice[self.battle().holder(tag).index()],
            Subject::Side(side) => self.own_dice[side.index()],
            Subject::Battle => self.own_dice == [true; 2],
        }
    }

    /// Whether what is on the screen is not the present, and no order of it is
    /// to be chosen.
    fn only_looks(&self) -> bool {
        self.amending.is_some() || (self.looking.is_some() && self.choosing.is_none())
    }

    /// Comes back to the present.
    fn come_back(&mut self) {
        (self.looking, self.choosing, self.amending) = (None, None, None);
        self.result_shown = false;
        self.look_again();
    }

    fn ask_offers(&mut self) {
        self.offers = match self.subject {
            Some(subject) => offers(self.battle(), subject),
            None => Vec::new(),
        };
    }

    /// Carries out what a player wants. What cannot be done is said in the
    /// error, for a notice.
    ///
    /// # Errors
    /// In words, where the rules or the dice did not allow it after all.
    pub fn apply(&mut self, command: TableCommand) -> Result<(), String> {
        match command {
            TableCommand::Show(tab) => self.tab = tab,
            TableCommand::Tap(tag) => self.tap(tag),
            TableCommand::Choose(subject) => self.choose(subject),
            TableCommand::Open(subject, kind) => return self.open(subject, kind),
            TableCommand::Close => self.form = None,
            TableCommand::Set(name, value) => {
                self.set(name, value);
            }
            TableCommand::Roll | TableCommand::Give => return self.give(&DiceChoice::Program),
            TableCommand::Undo => return self.jump(self.session.cursor().saturating_sub(1)),
            TableCommand::Redo => return self.jump(self.session.cursor() + 1),
            TableCommand::Jump(cursor) => return self.jump(cursor),
            TableCommand::Look(at) => self.look(at),
            TableCommand::ShowLuck(shown) => self.show_luck(shown),
            TableCommand::TakeUp(tip) => return self.take_up(tip),
            TableCommand::Amend(command) => return self.amend(command),
            TableCommand::OwnDice(side, own) => self.own_dice[side.index()] = own,
            TableCommand::LogOf(ship) => self.sieve.ship = ship,
            TableCommand::SearchLog(search) => self.sieve.search = search,
            TableCommand::HandOver(side) => {
                self.in_hands_of = Some(side);
                self.look_again();
            }
            TableCommand::LookAs(side) => {
                self.in_hands_of = side;
                self.see();
            }
            dice => return self.handle_dice(&dice),
        }
        Ok(())
    }

    fn set(&mut self, name: &str, value: Option<serde_json::Value>) {
        if let Some(amending) = &mut self.amending {
            amending.set(&self.session, name, value);
        } else if let Some(form) = &mut self.form {
            form.set(self.session.battle(), name, value);
        }
    }

    fn tap(&mut self, tag: Tag) {
        if let Some(amending) = &self.amending {
            if let Some(field) = amending.form.aims_at(tag) {
                let (name, value) = (field.spec.name, Form::tapped(field, tag));
                self.set(name, Some(value));
                self.tab = Tab::Order;
            }
            return;
        }
        let aimed = self.form.as_ref().and_then(|form| {
            let field = form.aims_at(tag)?;
            Some((field.spec.name, Form::tapped(field, tag)))
        });
        match (aimed, &mut self.form) {
            (Some((name, value)), Some(form)) => {
                form.set(self.session.battle(), name, Some(value));
                self.tab = Tab::Order;
            }
            _ => self.choose(Some(Subject::Unit(tag))),
        }
    }

    fn choose(&mut self, subject: Option<Subject>) {
        if self.only_looks() {
            return;
        }
        let (battle, viewer) = (self.battle(), self.view.viewer);
        if subject.is_some_and(|subject| !may_command(battle, viewer, subject)) {
            return;
        }
        self.subject = subject;
        self.form = None;
        self.result_shown = false;
        self.tab = Tab::Order;
        self.ask_offers();
    }

    fn open(&mut self, subject: Subject, kind: &str) -> Result<(), String> {
        if self.only_looks() {
            return Ok(());
        }
        if self.subject != Some(subject) {
            self.subject = Some(subject);
            self.ask_offers();
        }
        if let (Some(index), Some(choosing)) = (self.looking, self.choosing) {
            self.amending = Amending::choose(&self.session, (index, choosing), (subject, kind));
            self.tab = Tab::Order;
            return Ok(());
        }
        self.form = Form::open(self.session.battle(), subject, kind);
        self.result_shown = false;
        self.tab = Tab::Order;
        // Where there is nothing to ask, to throw or to warn of, the tap is the order.
        if self.form.as_ref().is_some_and(Form::asks_nothing) {
            return self.give(&DiceChoice::Program);
        }
        Ok(())
    }

    fn jump(&mut self, cursor: usize) -> Result<(), String> {
        self.session.jump(cursor)?;
        self.come_back();
        Ok(())
    }

    fn look(&mut self, at: Option<usize>) {
        self.come_back();
        self.looking = at.filter(|at| *at <= self.session.log().len());
        self.tab = Tab::Order;
        self.look_again();
    }

    fn take_up(&mut self, tip: usize) -> Result<(), String> {
        self.session.take_up(tip)?;
        self.come_back();
        Ok(())
    }

    fn amend(&mut self, command: AmendCommand) -> Result<(), String> {
        match (command, &mut self.amending) {
            (AmendCommand::Begin(index), _) => {
                self.come_back();
                self.amending = Amending::open(&self.session, index);
                if self.amending.is_none() {
                    return Err(format!("Order {} cannot be amended here.", index + 1));
                }
                self.tab = Tab::Order;
                self.look_again();
                Ok(())
            }
            (AmendCommand::Insert(index), _) => self.choose_at(index, Choosing::PutIn),
            (AmendCommand::Instead, Some(amending)) => {
                let index = amending.index;
                self.choose_at(index, Choosing::Instead)
            }
            // Back to what can be chosen, and from there to the log.
            (AmendCommand::Leave, amending) => {
                if amending.take().is_some() && self.choosing.is_some() {
                    self.look_again();
                    return Ok(());
                }
                self.come_back();
                self.tab = Tab::Log;
                Ok(())
            }
            (AmendCommand::Commit, Some(amending)) => {
                let Some(Ok(trial)) = &amending.trial else { return Ok(()) };
                self.session.commit(trial)?;
                self.come_back();
                self.tab = Tab::Log;
                Ok(())
            }
            (command, Some(amending)) => amending.handle(&self.session, command),
            (_, None) => Ok(()),
        }
    }

    /// Lets an order of the table be chosen as it stood before an entry.
    fn choose_at(&mut self, index: usize, choosing: Choosing) -> Result<(), String> {
        self.come_back();
        let then = self.session.journal().at(index).map(Battle::guide);
        // While a side keeps something from the other, its orders may tell it.
        if self.view.secrets && then.is_none_or(|guide| guide.secret_of.is_some()) {
            return Err(format!(
                "What was ordered before order {} is still secret: it can be mended once neither \
                 side keeps anything from the other.",
                index + 1
            ));
        }
        (self.looking, self.choosing) = (Some(index), Some(choosing));
        self.tab = Tab::Order;
        self.look_again();
        Ok(())
    }

    fn give(&mut self, dice: &DiceChoice) -> Result<(), String> {
        let Some(order) = self.form.as_ref().and_then(Form::order).cloned() else {
            return Err("The order is not complete yet.".into());
        };
        self.session.give(&order, dice)?;
        self.result_shown = true;
        self.tab = Tab::Order;
        self.look_again();
        Ok(())
    }

    fn handle_dice(&mut self, command: &TableCommand) -> Result<(), String> {
        if let Some(amending) = &mut self.amending {
            return amending.handle_dice(&self.session, command);
        }
        let Some(form) = &mut self.form else { return Ok(()) };
        let Some(entry) = &mut form.entry else {
            if *command == TableCommand::Enter {
                return self.ask_dice(Vec::new());
            }
            return Ok(());
        };
        match entry.handle(command) {
            Entering::Goes => Ok(()),
            Entering::Away => {
                form.entry = None;
                Ok(())
            }
            Entering::Answered => {
                let answered = std::mem::take(&mut entry.answered);
                self.ask_dice(answered)
            }
        }
    }

    /// Asks for the throw that these answers leave open, or gives the order
    /// where they are complete.
    fn ask_dice(&mut self, answered: Vec<crate::dice::Entry>) -> Result<(), String> {
        let Some(form) = &mut self.form else { return Ok(()) };
        let Some(order) = form.order().cloned() else { return Ok(()) };
        match self.session.attempt(&order, answered.clone()) {
            Ok(_) => self.give(&DiceChoice::Entered(answered)),
            Err(Stop::Needs { ask, after }) => {
                form.entry = Some(DiceEntry::new(answered, after, *ask));
                Ok(())
            }
            Err(stop) => {
                form.entry = None;
                Err(stop.to_string())
            }
        }
    }
}
