//! Banners at the top of the window, on every screen: notices and questions.

use egui::{Frame, Margin, Panel, ScrollArea, Ui};

use crate::message::{Message, message};

use super::announcer::Topic;
use super::command::{Command, Place};
use super::language::rich;
use super::theme::palette;
use super::widgets::{announced_ui, named, quiet_button};

/// A banner: its text, and its buttons.
pub(super) struct Banner {
    id: &'static str,
    /// The topic of its announcement; banners that stay are not announced.
    topic: Option<Topic>,
    words: Message,
    look: Look,
    /// The text of each button, its accessible name, and its command.
    buttons: Vec<(Message, Message, Command)>,
}

/// The style of a banner.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    /// A line with its buttons.
    Line,
    /// The same for a failure.
    BadLine,
    /// A question, its answers below.
    Asks,
    /// The same before a loss of data.
    AsksAboutLoss,
    /// A notice that must not be overlooked.
    Prominent,
}

impl Banner {
    fn new(id: &'static str, topic: Option<Topic>, look: Look, words: Message) -> Banner {
        Banner { id, topic, words, look, buttons: Vec::new() }
    }

    fn button(mut self, text: Message, name: Message, command: Command) -> Banner {
        self.buttons.push((text, name, command));
        self
    }

    /// A button whose accessible name is its text.
    fn answer(self, text: Message, command: Command) -> Banner {
        self.button(text.clone(), text, command)
    }

    fn button_if(self, there: bool, button: impl FnOnce(Banner) -> Banner) -> Banner {
        if there { button(self) } else { self }
    }

    pub(super) fn show(self, ui: &mut Ui, commands: &mut Vec<Command>) {
        let colours = palette(ui.ctx());
        let (fill, ink, is_line) = match self.look {
            Look::Line => (colours.card, colours.ink, true),
            Look::BadLine => (colours.card, colours.bad, true),
            Look::Asks => (colours.card, colours.ink, false),
            Look::AsksAboutLoss => (colours.card, colours.bad, false),
            Look::Prominent => (colours.bad, colours.card, false),
        };
        let margin = Margin::symmetric(12, if is_line { 4 } else { 8 });
        let words_ui = |ui: &mut Ui| match self.topic {
            Some(topic) => announced_ui(ui, topic, &self.words, ink),
            None => {
                ui.label(rich(ui, &self.words).color(ink));
            }
        };
        let frame = Frame::new().fill(fill).inner_margin(margin);
        Panel::top(self.id).frame(frame).show(ui, |ui| {
            if !is_line {
                // A long text leaves space for its buttons, and for the screen below.
                let most = ui.ctx().content_rect().height() / 3.0;
                ScrollArea::vertical().id_salt(self.id).max_height(most).show(ui, words_ui);
            }
            ui.horizontal_wrapped(|ui| {
                if is_line {
                    words_ui(ui);
                }
                for (text, name, command) in self.buttons {
                    if named(quiet_button(ui, true, text), name).clicked() {
                        commands.push(command);
                    }
                }
            });
        });
    }
}

/// A notice above the screen, until it is closed.
pub(super) fn notice(words: Message) -> Banner {
    Banner::new("notice", Some(Topic::Notice), Look::Prominent, words).button(
        message!("OK"),
        message!("Close the notice"),
        Command::DismissNotice,
    )
}

/// A banner while a battle file is being read.
pub(super) fn reading(name: &str) -> Banner {
    let words = message!("Reading {name}…", name);
    Banner::new("reading", Some(Topic::Done), Look::Line, words).button(
        message!("Stop"),
        message!("Stop reading"),
        Command::StopReading,
    )
}

/// A banner while the battle is being saved.
pub(super) fn saving() -> Banner {
    Banner::new("saving", Some(Topic::Done), Look::Line, message!("Saving the battle…"))
}

/// A banner, as long as the window is open, that nothing is stored; one tap saves the battle.
pub(super) fn unsaved(has_battle: bool) -> Banner {
    let words = message!("Not saved: lost when the window closes.");
    let strip = Banner::new("unsaved", None, Look::BadLine, words);
    strip.button_if(has_battle, saves_now).button(
        message!("Show why"),
        message!("Show why nothing is saved"),
        Command::ShowUnsavedReason,
    )
}

fn saves_now(strip: Banner) -> Banner {
    strip.button(message!("Save"), message!("Save the battle now"), Command::SaveNow)
}

/// A question before the window closes, if data would be lost.
pub(super) fn closing(has_battle: bool) -> Banner {
    let words = message!("What you did here is not saved. Close the window anyway?");
    let save = message!("Save the battle, then close");
    Banner::new("closing", Some(Topic::Asked), Look::AsksAboutLoss, words)
        .button_if(has_battle, |strip| strip.answer(save, Command::SaveThenClose))
        .answer(message!("Close without saving"), Command::Close(true))
        .answer(message!("Keep the window open"), Command::Close(false))
}

/// A question before *Back* leaves a battle.
pub(super) fn leaving() -> Banner {
    let words = message!("Leave the battle? You can continue it from this point later.");
    Banner::new("leaving", Some(Topic::Asked), Look::Asks, words)
        .answer(message!("Stay here"), Command::Stay)
        .answer(message!("Leave the battle"), Command::Go(Place::Battles))
}

/// An offer to save a finished battle as a file.
pub(super) fn offer() -> Banner {
    let words = message!("Only this browser has this battle. Save it as a file.");
    saves_now(Banner::new("offer", Some(Topic::Notice), Look::Line, words)).button(
        message!("Not now"),
        message!("Leave the battle in this browser"),
        Command::DeclineFile,
    )
}
