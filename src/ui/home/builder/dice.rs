//! Rolls for the entries of a fleet: with the app's dice or the players’ own.

use egui::Ui;

use crate::dice::EnteredRoll;
use crate::fleet::build::{RestOfDice, RollFor, Rolled, RolledWord};
use crate::message::{Message, message};
use crate::session::random_seed;
use crate::ui::command::{DiceCommand, EditCommand};
use crate::ui::dice::pad_ui;
use crate::ui::dice_pad::{DicePad, Entering};
use crate::ui::language::in_words;
use crate::ui::widgets::{aside, named, quiet_button, sheet, switch};

use super::Work;

/// The number of last rolls that are shown.
const MOST_SHOWN: usize = 3;

/// The players' own dice, while they are being entered.
#[derive(Debug)]
pub(super) struct OwnDice {
    what: RollFor,
    /// The seed for rolls that are left to the app.
    seed: u64,
    given: Vec<RolledWord>,
    pad: DicePad,
}

impl Work {
    /// Rolls, or asks for the players' dice.
    pub(super) fn roll(&mut self, what: RollFor) -> Result<(), Message> {
        let rest = if self.own_dice { RestOfDice::Players } else { RestOfDice::App };
        self.go_on_rolling(what, random_seed()?, rest, Vec::new())
    }

    /// Carries out a command about the players' dice.
    pub(super) fn take_dice(&mut self, command: DiceCommand) -> Result<(), Message> {
        let Some(dice) = &mut self.dice else { return Ok(()) };
        match dice.pad.handle(command) {
            Entering::Continues => Ok(()),
            Entering::Cancelled => {
                self.dice = None;
                Ok(())
            }
            Entering::Answered => {
                let (what, seed) = (dice.what, dice.seed);
                let answered = std::mem::take(&mut dice.pad.answered);
                self.go_on_rolling(what, seed, RestOfDice::Players, answered)
            }
        }
    }

    fn go_on_rolling(
        &mut self,
        what: RollFor,
        seed: u64,
        rest: RestOfDice,
        answered: Vec<EnteredRoll>,
    ) -> Result<(), Message> {
        match self.draft.rolled(what, seed, rest, &answered).map_err(in_words)? {
            Rolled::Done(rolled) => self.change(None, |draft| *draft = *rolled),
            Rolled::Needs(ask, given) => {
                let pad = DicePad::new(answered, Vec::new(), *ask);
                self.picking = None;
                self.dice = Some(OwnDice { what, seed, given, pad });
            }
        }
        Ok(())
    }

    /// The players' dice, if they are being entered for this.
    pub(super) fn dice_for(&self, what: RollFor) -> Option<&OwnDice> {
        self.dice.as_ref().filter(|dice| dice.what == what)
    }

    /// Leaves the remaining rolls to the app.
    pub(super) fn app_rolls_the_rest(&mut self) -> Result<(), Message> {
        let Some(dice) = self.dice.take() else { return Ok(()) };
        self.go_on_rolling(dice.what, dice.seed, RestOfDice::App, dice.pad.answered)
    }

    /// The words on the button to roll.
    pub(super) fn roll_words(&self) -> Message {
        if self.own_dice { message!("I rolled…") } else { message!("Roll") }
    }
}

/// The choice between own dice and the app's. Returns whether it is to change.
pub(super) fn who_rolls_ui(ui: &mut Ui, work: &Work, name: &Message) -> bool {
    switch(ui, work.own_dice, message!("We roll our own dice"), name)
}

/// The players' dice, and the results of the last ones.
pub(super) fn dice_ui(ui: &mut Ui, dice: &OwnDice, wanted: &mut Vec<EditCommand>) {
    sheet(ui, |ui| roll_ui(ui, dice, wanted));
}

fn roll_ui(ui: &mut Ui, dice: &OwnDice, wanted: &mut Vec<EditCommand>) {
    let earlier = dice.given.len().saturating_sub(MOST_SHOWN);
    if earlier > 0 {
        aside(ui, message!(earlier => "{n} earlier roll" | "{n} earlier rolls"));
    }
    for given in &dice.given[earlier..] {
        aside(ui, message!("{purpose}: {name}", purpose = &given.purpose, name = &given.word));
    }
    let mut commands = Vec::new();
    pad_ui(ui, &dice.pad, &mut commands);
    wanted.extend(commands.into_iter().map(EditCommand::Dice));
    let many = !matches!(dice.what, RollFor::Word { .. });
    let text = message!("Let the app roll the rest");
    if many && named(quiet_button(ui, true, &text), &text).clicked() {
        wanted.push(EditCommand::AppRollsRest);
    }
}
