//! Dice for what is rolled in a fleet: the app's, or the players’ own, roll by
//! roll as at the table.

use egui::Ui;

use crate::dice::{AskedRoll, DiceStop, Entered, EnteredRoll, Roller, Seeded};
use crate::fleet::build::{FleetDraft, RollFor, RolledWord};
use crate::say::{Say, say};
use crate::ui::command::{DiceCommand, EditCommand};
use crate::ui::dice::pad_ui;
use crate::ui::dice_pad::{DicePad, Entering};
use crate::ui::harbour::any_seed;
use crate::ui::language::in_words;
use crate::ui::widgets::{aside, named, quiet_button, sheet, switch};

use super::Work;

/// How many of the last rolls stay in view.
const MOST_TOLD: usize = 3;

/// The players' own dice, while they are being entered.
#[derive(Debug)]
pub(super) struct OwnDice {
    what: RollFor,
    /// The seed for rolls that are left to the app.
    seed: u64,
    given: Vec<RolledWord>,
    pad: DicePad,
}

/// What the dice have led to so far.
enum Rolled {
    /// The fleet with everything rolled.
    Done(FleetDraft),
    /// This roll is needed next.
    Needs(Box<AskedRoll>, Vec<RolledWord>),
}

fn roll(
    draft: &FleetDraft,
    what: RollFor,
    seed: u64,
    answered: &[EnteredRoll],
) -> Result<Rolled, Say> {
    let mut draft = draft.clone();
    let mut given = Vec::new();
    let mut dice = Entered::new(answered.to_vec(), Seeded::new(seed, 0));
    match draft.roll(what, &mut Roller::new(&mut dice), &mut given) {
        Ok(()) => Ok(Rolled::Done(draft)),
        Err(DiceStop::Needs(ask)) => Ok(Rolled::Needs(ask, given)),
        Err(stop) => Err(in_words(stop)),
    }
}

impl Work {
    /// Rolls, or asks for the players' dice.
    pub(super) fn roll(&mut self, what: RollFor) -> Result<(), Say> {
        if self.own_dice {
            return self.go_on_rolling(what, any_seed(), Vec::new());
        }
        let mut dice = Seeded::new(any_seed(), 0);
        let mut roller = Roller::new(&mut dice);
        let done = self.change(None, |draft| draft.roll(what, &mut roller, &mut Vec::new()));
        done.map_err(in_words)
    }

    /// Does what the players do with their dice.
    pub(super) fn take_dice(&mut self, command: DiceCommand) -> Result<(), Say> {
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
                self.go_on_rolling(what, seed, answered)
            }
        }
    }

    fn go_on_rolling(
        &mut self,
        what: RollFor,
        seed: u64,
        answered: Vec<EnteredRoll>,
    ) -> Result<(), Say> {
        match roll(&self.draft, what, seed, &answered)? {
            Rolled::Done(rolled) => {
                self.dice = None;
                self.change(None, |draft| *draft = rolled);
            }
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
    pub(super) fn app_rolls_the_rest(&mut self) -> Result<(), Say> {
        let Some(dice) = self.dice.take() else { return Ok(()) };
        let answered = dice.pad.answered;
        let mut dice_of = Entered::new(answered, Seeded::new(dice.seed, 0)).then_program();
        let mut roller = Roller::new(&mut dice_of);
        let done = self.change(None, |draft| draft.roll(dice.what, &mut roller, &mut Vec::new()));
        done.map_err(in_words)
    }

    /// The words on the button to roll.
    pub(super) fn roll_words(&self) -> Say {
        if self.own_dice { say!("I rolled…") } else { say!("Roll") }
    }
}

/// Who rolls. Returns whether that is to change.
pub(super) fn who_rolls_ui(ui: &mut Ui, work: &Work, name: &Say) -> bool {
    switch(ui, work.own_dice, say!("We roll our own dice"), name)
}

/// The players' dice, and the results of the last ones.
pub(super) fn dice_ui(ui: &mut Ui, dice: &OwnDice, wanted: &mut Vec<EditCommand>) {
    sheet(ui, |ui| roll_ui(ui, dice, wanted));
}

fn roll_ui(ui: &mut Ui, dice: &OwnDice, wanted: &mut Vec<EditCommand>) {
    let untold = dice.given.len().saturating_sub(MOST_TOLD);
    if untold > 0 {
        aside(ui, say!("{untold} rolls before these.", untold));
    }
    for given in &dice.given[untold..] {
        aside(ui, say!("{purpose}: {name}", purpose = &given.purpose, name = &given.word));
    }
    let mut commands = Vec::new();
    pad_ui(ui, &dice.pad, &mut commands);
    wanted.extend(commands.into_iter().map(EditCommand::Dice));
    let many = !matches!(dice.what, RollFor::Word { .. });
    let text = say!("Let the app roll the rest");
    if many && named(quiet_button(ui, true, &text), &text).clicked() {
        wanted.push(EditCommand::AppRollsRest);
    }
}
