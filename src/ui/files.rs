//! Files that the player chooses in a dialog of the desktop or the browser.
//! Nothing waits: what was chosen arrives as a command, later.

use std::future::Future;
use std::sync::mpsc::{Receiver, Sender, channel};

use egui::{Context, DroppedFileHandle};
use rfd::{AsyncFileDialog, FileHandle};

use crate::rules::Side;
use crate::say::{Say, say};

use super::command::{BuilderCommand, ChooseCommand, Command, HarbourCommand, OpenCommand};
#[cfg(not(target_arch = "wasm32"))]
use super::language::in_words;

/// Receives chosen files.
#[derive(Debug)]
pub(super) struct Files {
    sender: Sender<Command>,
    receiver: Receiver<Command>,
}

impl Default for Files {
    fn default() -> Files {
        let (sender, receiver) = channel();
        Files { sender, receiver }
    }
}

impl Files {
    /// What has arrived since the last time.
    pub(super) fn arrived(&self) -> Vec<Command> {
        self.receiver.try_iter().collect()
    }

    /// Lets the player choose a fleet file for a side.
    pub(super) fn ask_for_fleet(&self, ctx: &Context, side: Side) {
        let dialog = AsyncFileDialog::new()
            .set_title(format!("A fleet for side {side}"))
            .add_filter("Fleets", &["toml"]);
        self.ask(ctx, dialog, move |file, bytes| {
            let arrived = ChooseCommand::FleetArrived(side, file.file_name(), bytes);
            Command::Harbour(HarbourCommand::Choose(arrived))
        });
    }

    /// Lets the player choose a fleet file to build on.
    pub(super) fn ask_for_fleet_to_build(&self, ctx: &Context) {
        let dialog = AsyncFileDialog::new().set_title("A fleet").add_filter("Fleets", &["toml"]);
        self.ask(ctx, dialog, |file, bytes| {
            let path = place_of(&file);
            let arrived = OpenCommand::Arrived(file.file_name(), path, bytes);
            Command::Harbour(HarbourCommand::Build(BuilderCommand::Open(arrived)))
        });
    }

    /// Lets the player choose a battle file.
    pub(super) fn ask_for_battle(&self, ctx: &Context) {
        let dialog =
            AsyncFileDialog::new().set_title("A saved battle").add_filter("Battles", &["battle"]);
        self.ask(ctx, dialog, |file, bytes| Command::BattleArrived(file.file_name(), bytes));
    }

    fn ask(
        &self,
        ctx: &Context,
        dialog: AsyncFileDialog,
        tell: impl FnOnce(FileHandle, Vec<u8>) -> Command + Send + 'static,
    ) {
        let (sender, ctx) = (self.sender.clone(), ctx.clone());
        let chosen = dialog.pick_file();
        wait_for(async move {
            let Some(file) = chosen.await else { return };
            let bytes = file.read().await;
            // If the window is closed by now, nobody needs this.
            let _ = sender.send(tell(file, bytes));
            ctx.request_repaint();
        });
    }

    /// Takes what was dropped on the window; only the first file counts.
    pub(super) fn take_dropped(&self, ctx: &Context, files: Vec<DroppedFileHandle>) {
        let more = files.len() > 1;
        let Some(file) = files.into_iter().next() else { return };
        let (sender, ctx) = (self.sender.clone(), ctx.clone());
        let name = file.path().file_name().map_or_else(String::new, |n| n.display().to_string());
        let told = say!("Opened {name} only: drop one file at a time.", name = &name);
        read_dropped(&file, move |read| {
            let command = match read {
                Ok((_, bytes)) if is_battle(&name) => Command::BattleArrived(name, bytes),
                Ok((path, bytes)) => Command::FleetDropped(name, path, bytes),
                Err(why) => Command::Tell(say!("{name} cannot be read: {why}.", name, why)),
            };
            // Where the window is closed by now, nobody asks any more.
            let _ = sender.send(command);
            if more {
                let _ = sender.send(Command::Tell(told));
            }
            ctx.request_repaint();
        });
    }

    /// Lets the player choose where something is saved; `saved` is sent with its
    /// place once it is. What it is, is said where that fails: `the report`.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn save(
        &self,
        ctx: &Context,
        (name, what): (&str, &'static str),
        content: Vec<u8>,
        saved: impl FnOnce(String) -> Command + Send + 'static,
    ) {
        let (sender, ctx) = (self.sender.clone(), ctx.clone());
        let chosen = AsyncFileDialog::new().set_file_name(name).save_file();
        wait_for(async move {
            let Some(file) = chosen.await else { return };
            let done = crate::referee::save_file(file.path(), what, &content);
            let told = match done.map_err(in_words) {
                Ok(()) => saved(file.path().display().to_string()),
                Err(why) => Command::Tell(why),
            };
            let _ = sender.send(told);
            ctx.request_repaint();
        });
    }

    /// A browser has no places: it hands the file on, or has it come down.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn save(
        &self,
        ctx: &Context,
        (name, what): (&str, &'static str),
        content: Vec<u8>,
        saved: impl FnOnce(String) -> Command + Send + 'static,
    ) {
        let (sender, ctx, name) = (self.sender.clone(), ctx.clone(), name.to_owned());
        wait_for(async move {
            let told = match super::web::hand_over(&name, &content).await {
                Ok(true) => saved(name),
                Ok(false) => return,
                Err(error) => {
                    let words = say!(
                        "Could not save {what}: {error} ({name}). Try again.",
                        what,
                        error,
                        name
                    );
                    Command::Tell(words)
                }
            };
            let _ = sender.send(told);
            ctx.request_repaint();
        });
    }
}

/// Why a file cannot be read, and what to do.
pub(super) fn why_unread(error: &std::io::Error) -> Say {
    match error.kind() {
        std::io::ErrorKind::NotFound => say!("there is no such file. Check the path."),
        std::io::ErrorKind::PermissionDenied => {
            say!("you may not read it. Check its permissions.")
        }
        std::io::ErrorKind::IsADirectory => say!("it is a folder. Add the file’s name."),
        _ => say!("{error}.", error = error.to_string()),
    }
}

/// A battle file is recognised by its name; anything else may be a fleet.
fn is_battle(name: &str) -> bool {
    std::path::Path::new(name).extension().is_some_and(|end| end.eq_ignore_ascii_case("battle"))
}

/// A file that was read: its path, if it has one, and its content; or why it
/// could not be read.
type Read = Result<(Option<String>, Vec<u8>), Say>;

/// Reads a dropped file, where it is none too large to be meant.
#[cfg(not(target_arch = "wasm32"))]
fn read_dropped(file: &DroppedFileHandle, take: impl FnOnce(Read)) {
    const LARGEST: u64 = 64 << 20;
    let path = file.path();
    let size = std::fs::metadata(path).map_or(0, |about| about.len());
    take(if size > LARGEST {
        Err(say!("it is too large for a fleet or a battle"))
    } else {
        file.bytes().map(|bytes| (Some(path.display().to_string()), bytes)).map_err(Say::verbatim)
    });
}

#[cfg(target_arch = "wasm32")]
fn read_dropped(file: &DroppedFileHandle, take: impl FnOnce(Read) + 'static) {
    let file = file.clone();
    wait_for(async move {
        let read = file.bytes_async().await.map_err(Say::verbatim);
        take(read.map(|bytes| (None, bytes)));
    });
}

/// Where a file lies; to the browser, files have only names.
#[cfg(not(target_arch = "wasm32"))]
#[expect(clippy::unnecessary_wraps, reason = "in the browser there is none")]
fn place_of(file: &FileHandle) -> Option<String> {
    Some(file.path().display().to_string())
}

#[cfg(target_arch = "wasm32")]
fn place_of(_: &FileHandle) -> Option<String> {
    None
}

#[cfg(not(target_arch = "wasm32"))]
fn wait_for(future: impl Future<Output = ()> + Send + 'static) {
    std::thread::spawn(move || pollster::block_on(future));
}

#[cfg(target_arch = "wasm32")]
fn wait_for(future: impl Future<Output = ()> + 'static) {
    wasm_bindgen_futures::spawn_local(future);
}
