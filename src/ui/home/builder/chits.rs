//! The morale chits of an army, moved from unit to unit.

use egui::Ui;

use crate::fleet::build::{ChitMove, Chits};
use crate::message::{Message, message};
use crate::ui::command::EditCommand;
use crate::ui::theme::palette;
use crate::ui::widgets::{aside, caption, choice, coloured, sheet};

use super::Work;

/// How chits are moved, and the one that was picked up.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Dealing {
    how: ChitMove,
    /// The unit whose chit was picked up, by its entry from 0.
    in_hand: Option<usize>,
}

impl Dealing {
    /// Puts the chit back, since the army has changed.
    pub(super) fn forget(&mut self) {
        self.in_hand = None;
    }
}

impl Work {
    /// Sets how chits are moved from now on.
    pub(super) fn set_chit_move(&mut self, how: ChitMove) {
        self.dealing = Dealing { how, in_hand: None };
    }

    /// Picks up a unit's chit, or moves the one picked up to it.
    pub(super) fn tap_chit(&mut self, unit: usize) -> Result<(), Message> {
        match self.dealing.in_hand.take() {
            None => self.dealing.in_hand = Some(unit),
            Some(from) if from == unit => {}
            Some(from) => {
                let how = self.dealing.how;
                let mut dealt = self.draft.clone();
                dealt.move_chit(how, from, unit)?;
                self.change(None, |draft| *draft = dealt);
            }
        }
        Ok(())
    }
}

/// The chits of the army.
pub(super) fn chits_ui(ui: &mut Ui, work: &Work, chits: &Chits, wanted: &mut Vec<EditCommand>) {
    if chits.list.len() < 2 {
        return;
    }
    let Dealing { how, in_hand } = work.dealing;
    sheet(ui, |ui| {
        caption(ui, message!("Morale chits"));
        let shown = message!(
            "Morale {sum} of {wanted}, veterans {veterans} of {wanted_veterans}.",
            sum = chits.sum,
            wanted = chits.wanted,
            veterans = chits.veterans,
            wanted_veterans = chits.wanted_veterans
        );
        let sound = chits.sum == chits.wanted && chits.veterans == chits.wanted_veterans;
        let colours = palette(ui.ctx());
        coloured(ui, &shown, if sound { colours.good } else { colours.bad });
        ui.horizontal_wrapped(|ui| {
            for (other, text) in [
                (ChitMove::Exchange, message!("Exchange two")),
                (ChitMove::Point, message!("Move a point")),
            ] {
                let name = message!("Morale chits: {text}", text = &text);
                if choice(ui, how == other, text, &name).clicked() {
                    wanted.push(EditCommand::ChitMove(other));
                }
            }
        });
        let words = match (how, in_hand) {
            (_, None) => message!("Tap one unit, then the other. The total stays the same."),
            (ChitMove::Exchange, Some(_)) => message!("Tap the unit to exchange chits with."),
            (ChitMove::Point, Some(_)) => message!("Tap the unit that gets the point."),
        };
        aside(ui, words);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            for chit in &chits.list {
                let grade = if chit.veteran { "V" } else { "" };
                let alike =
                    if chit.alike > 1 { format!(" × {}", chit.alike) } else { String::new() };
                let text = message!(
                    "{morale}{grade}  {name}{alike}",
                    morale = chit.morale,
                    grade,
                    name = &chit.name,
                    alike
                );
                let name = message!(
                    "Chit of unit {unit}: {name}",
                    unit = chit.unit + 1,
                    name = &chit.name
                );
                if choice(ui, in_hand == Some(chit.unit), &text, &name).clicked() {
                    wanted.push(EditCommand::TapChit(chit.unit));
                }
            }
        });
    });
}
