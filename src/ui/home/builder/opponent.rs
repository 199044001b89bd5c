//! The possible opponents of the open fleet; a tap on one starts the battle.

use egui::Ui;

use crate::fleet::{self, build, library};
use crate::games::{Fleet, Options};
use crate::message::{Message, message};
use crate::rules::Side;
use crate::session::{Opening, random_seed};
use crate::ui::command::{BuilderTab, ChooseCommand, HomeCommand, Opponent};
use crate::ui::home::own_battle::{self, Own, options_ui};
use crate::ui::widgets::{
    aside, caption, choice, heading, in_columns, main_button, named, quiet_pressed, sheet,
};

use super::own_fleets::{CARD, FleetCard, Seen, card_ui, seen_ui};
use super::{Builder, Work, no_fleet};

/// A possible opponent of the open fleet.
#[derive(Debug)]
pub(super) struct Candidate {
    opponent: Opponent,
    name: String,
    seen: Seen,
    /// The reason why the two cannot fight each other, if so.
    refused: Option<Message>,
}

impl Candidate {
    fn new(mine: &Fleet, opponent: Opponent, name: &str, text: &str) -> Candidate {
        let refused = refusal(mine, text);
        Candidate { opponent, name: name.to_owned(), seen: Seen::of(text), refused }
    }
}

impl Builder {
    /// Shows a tab.
    pub(in crate::ui::home) fn show(&mut self, tab: BuilderTab) {
        self.tab = tab;
    }

    /// Finds the possible opponents of a fleet, the player's own fleets first.
    pub(in crate::ui::home) fn find_candidates(&mut self, mine: &Fleet) {
        let own = self.own_fleets.sound(mine.system()).filter_map(|(id, title)| {
            let text = &self.own_fleets.get(id)?.text;
            Some(Candidate::new(mine, Opponent::Stored(id), title, text))
        });
        let ready = own_battle::ready().iter().filter(|ready| ready.system == mine.system());
        let ready = ready.filter_map(|ready| {
            let text = library::file(ready.path)?;
            Some(Candidate::new(mine, Opponent::Ready(ready.path), &ready.name, text))
        });
        let mut candidates: Vec<Candidate> = own.chain(ready).collect();
        candidates.sort_by_key(|candidate| candidate.refused.is_some());
        self.candidates = candidates;
    }

    /// A random fleet as large as the open one, which it may fight, as a text.
    ///
    /// # Errors
    /// In words, if no fleet is open, or it can fight none.
    pub(in crate::ui::home) fn random_opponent(&self) -> Result<String, Message> {
        let fleet = self.work.as_ref().and_then(|work| work.check.fleet.as_ref());
        let fleet = fleet.ok_or_else(no_fleet)?;
        let units = fleet::Glimpse::of(fleet).map_or(1, |glimpse| glimpse.units());
        let ships = u32::try_from(units).unwrap_or(1);
        for _ in 0..MOST_MADE {
            let text = build::random(fleet.system(), ships, random_seed()?).text();
            if refusal(fleet, &text).is_none() {
                return Ok(text);
            }
        }
        Err(message!("No random fleet is a valid opponent. Choose another."))
    }
}

/// The largest number of random fleets until one is a possible opponent: a fleet of one nation
/// cannot fight every other nation.
const MOST_MADE: usize = 40;

/// The reason why a fleet cannot fight that of a text; `None` if it can.
fn refusal(mine: &Fleet, text: &str) -> Option<Message> {
    let theirs = match fleet::read_toml(text) {
        Ok(checked) => checked.fleet,
        Err(_) => return Some(message!("It still has errors.")),
    };
    let opening = Opening::new([mine.clone(), theirs], Options::new(), 0);
    opening.battle().err().map(|fault| fault.why)
}

/// Draws the possible opponents of the open fleet.
pub(super) fn opponent_ui(
    ui: &mut Ui,
    builder: &Builder,
    work: &Work,
    own: &Own,
    wanted: &mut Vec<HomeCommand>,
) {
    let Some(fleet) = &work.check.fleet else {
        aside(ui, message!("This fleet has errors. Fix them under “The fleet” first."));
        return;
    };
    let system = fleet.system();
    heading(ui, message!("Choose an opponent"));
    sheet(ui, |ui| {
        caption(ui, message!("Your side"));
        if let Some(sides) = system.choosing_sides() {
            aside(ui, sides);
        }
        ui.horizontal_wrapped(|ui| {
            for side in [Side::A, Side::B] {
                let name = message!("You are side {side}", side);
                let is_mine = own.built_side() == side;
                if choice(ui, is_mine, message!("Side {side}", side), name).clicked() && !is_mine {
                    wanted.push(HomeCommand::Choose(ChooseCommand::SwapSides));
                }
            }
        });
        options_ui(ui, own, system, wanted);
    });
    let whole = build::whole(system);
    if quiet_pressed(ui, message!("Fight a random {whole} of the same size", whole)) {
        wanted.push(HomeCommand::FightAgainst(Opponent::Random));
    }
    in_columns(ui, &builder.candidates, CARD, |ui, candidate| {
        candidate_ui(ui, candidate, wanted);
    });
}

/// The width of the button that starts the battle, in points.
const FIGHT: f32 = 96.0;

fn candidate_ui(ui: &mut Ui, candidate: &Candidate, wanted: &mut Vec<HomeCommand>) {
    let Candidate { opponent, name, seen, refused } = candidate;
    let shown = |ui: &mut Ui| {
        seen_ui(ui, seen, false);
        if let Some(why) = refused {
            aside(ui, why);
        }
    };
    let beside = if refused.is_some() { 0.0 } else { FIGHT + 16.0 };
    card_ui(ui, &FleetCard { title: name, seen, beside }, shown, |ui| {
        if refused.is_some() {
            return;
        }
        let fight = main_button(ui, message!("Fight"), FIGHT);
        let control = match opponent {
            Opponent::Stored(_) => message!("Fight {name}, yours", name),
            Opponent::Ready(_) | Opponent::Random => message!("Fight {name}", name),
        };
        if named(fight, control).clicked() {
            wanted.push(HomeCommand::FightAgainst(*opponent));
        }
    });
}
