//! The table: a battle in play. Everything on it is drawn from the rules' own
//! views, so it serves every system.

mod cards;
mod dice;
mod form;
mod hand;
mod log;
mod numbers;
mod odds;
mod order;
mod result;
mod screen;

use crate::journal::{DiceChoice, Seen};
use crate::rules::{Battle, Card, Guide, Offer, Side, Stop, Subject, Tag, Viewer, offers};

use super::command::{Tab, TableCommand};
use super::session::Session;

pub use screen::table_ui;

use hand::{DiceEntry, Entering, Form};

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
    /// Whether the last order's result is on the screen.
    result_shown: bool,
    /// Who has the device, where something is secret.
    in_hands_of: Option<Side>,
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
    fn of(battle: &Battle, in_hands_of: Option<Side>) -> View {
        let mut guide = battle.guide();
        let viewer = match in_hands_of {
            _ if battle.winner().is_some() => Viewer::Everyone,
            Some(side) => Viewer::Side(side),
            None => Viewer::Both,
        };
        let secrets = battle.state(Viewer::Both) != battle.state(Viewer::Everyone);
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
    /// Sits down at a battle.
    #[must_use]
    pub fn new(session: Session) -> Table {
        let view = View::of(session.battle(), None);
        let mut table = Table {
            session,
            tab: Tab::Order,
            view,
            subject: None,
            offers: Vec::new(),
            form: None,
            result_shown: false,
            in_hands_of: None,
            sieve: log::Sieve::default(),
        };
        table.look_again();
        table
    }

    /// The battle as it stands.
    #[must_use]
    pub fn battle(&self) -> &Battle {
        self.session.battle()
    }

    /// The side that the device must be handed to before anything is shown.
    #[must_use]
    pub fn hand_over_to(&self) -> Option<Side> {
        self.view.guide.secret_of.filter(|side| self.in_hands_of != Some(*side))
    }

    /// The battle with everything that happened in it.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
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
        if self.session.battle().guide().secret_of.is_none() {
            self.in_hands_of = None;
        }
        self.look();
        self.subject = self.view.guide.active.map(Subject::Unit);
        self.ask_offers();
    }

    /// Draws cards and log as who has the device may see them.
    fn look(&mut self) {
        self.view = View::of(self.session.battle(), self.in_hands_of);
        self.session.look_as(self.view.viewer);
    }

    fn ask_offers(&mut self) {
        self.offers = match self.subject {
            Some(subject) => offers(self.session.battle(), subject),
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
                if let Some(form) = &mut self.form {
                    form.set(self.session.battle(), name, value);
                }
            }
            TableCommand::Roll | TableCommand::Give => return self.give(&DiceChoice::Program),
            TableCommand::Undo => return self.jump(self.session.cursor().saturating_sub(1)),
            TableCommand::Redo => return self.jump(self.session.cursor() + 1),
            TableCommand::Jump(cursor) => return self.jump(cursor),
            TableCommand::LogOf(ship) => self.sieve.ship = ship,
            TableCommand::SearchLog(search) => self.sieve.search = search,
            TableCommand::HandOver(side) => {
                self.in_hands_of = Some(side);
                self.look_again();
            }
            TableCommand::LookAs(side) => {
                self.in_hands_of = side;
                self.look();
            }
            dice => return self.handle_dice(&dice),
        }
        Ok(())
    }

    fn tap(&mut self, tag: Tag) {
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
        let (battle, viewer) = (self.session.battle(), self.view.viewer);
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
        if self.subject != Some(subject) {
            self.subject = Some(subject);
            self.ask_offers();
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
        self.result_shown = false;
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
