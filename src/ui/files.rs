//! Files that the player chooses in a dialog of the desktop or the browser, or
//! by typing a path, and content that is made to be saved. Nothing waits for
//! it: what was read or saved arrives later, as a command.

use std::cell::RefCell;
use std::future::Future;
use std::io::Read as _;
use std::sync::mpsc::{Receiver, Sender, channel};

use egui::{Context, DroppedFileHandle};
use rfd::{AsyncFileDialog, FileHandle};

use crate::rules::Side;
use crate::say::{Say, say};

use super::command::{BuilderCommand, ChooseCommand, Command, HarbourCommand, OpenCommand};
#[cfg(not(target_arch = "wasm32"))]
use super::language::in_words;
use super::platform;

/// Receives chosen files.
#[derive(Debug)]
pub(super) struct Files {
    sender: Sender<Command>,
    receiver: Receiver<Command>,
    /// What is done beside the screen; each item sends a command at its end.
    under_way: RefCell<Vec<Errand>>,
}

/// How many times a battle's file is asked for before the player must ask again: a store
/// that fails is not asked for ever.
pub(super) const MOST_TRIES: u8 = 10;

/// Content that was made to be saved.
pub(super) type Made = Result<Vec<u8>, Say>;

impl Default for Files {
    fn default() -> Files {
        let (sender, receiver) = channel();
        Files { sender, receiver, under_way: RefCell::default() }
    }
}

impl Files {
    /// What has arrived since the last call.
    pub(super) fn arrived(&self) -> Vec<Command> {
        let mut arrived: Vec<Command> = self.receiver.try_iter().collect();
        self.under_way.borrow_mut().retain_mut(|errand| match errand.look() {
            Look::NotYet => true,
            Look::Done(command) => {
                arrived.extend(command.map(|command| *command));
                false
            }
        });
        arrived
    }

    /// Whether a file is being read or saved, without a dialog open for it.
    pub(super) fn are_busy(&self) -> bool {
        !self.under_way.borrow().is_empty()
    }

    /// Does something slow beside the screen.
    fn send_out(&self, ctx: &Context, errand: impl FnOnce() -> Command + Send + 'static) {
        self.under_way.borrow_mut().push(Errand::new(ctx, errand));
    }

    /// Reads the file at a typed path, up to one byte past `longest`.
    pub(super) fn read_at(
        &self,
        ctx: &Context,
        path: String,
        longest: usize,
        tell: impl FnOnce(Result<Vec<u8>, Say>) -> Command + Send + 'static,
    ) {
        self.send_out(ctx, move || tell(read_at(&path, longest)));
    }

    /// Makes the content and saves it at a path; `saved` is given the result.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn save_at(
        &self,
        ctx: &Context,
        (path, what): (String, &'static str),
        make: impl FnOnce() -> Made + Send + 'static,
        saved: impl FnOnce(Result<String, Say>) -> Command + Send + 'static,
    ) {
        self.send_out(ctx, move || {
            let save = |content: Vec<u8>| {
                let at = std::path::Path::new(&path);
                crate::referee::save_file(at, what, &content).map_err(in_words)
            };
            saved(make().and_then(save).map(|()| path.clone()))
        });
    }

    /// A browser has no paths.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn save_at(
        &self,
        ctx: &Context,
        _: (String, &'static str),
        _: impl FnOnce() -> Made + Send + 'static,
        saved: impl FnOnce(Result<String, Say>) -> Command + Send + 'static,
    ) {
        self.send_out(ctx, move || {
            saved(Err(say!("A browser cannot save to a path. Choose where to save it.")))
        });
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
            platform::wake(&ctx);
        });
    }

    /// Takes what was dropped on the window; only the first file counts.
    pub(super) fn take_dropped(&self, ctx: &Context, files: Vec<DroppedFileHandle>) {
        let more = files.len() > 1;
        let Some(file) = files.into_iter().next() else { return };
        let name = file.path().file_name().map_or_else(String::new, |n| n.display().to_string());
        if more {
            let told = say!("Opened {name} only: drop one file at a time.", name = &name);
            // The receiver exists as long as the sender.
            let _ = self.sender.send(Command::Tell(told));
        }
        self.read_dropped(ctx, file, move |read| match read {
            Ok((_, bytes)) if is_battle(&name) => Command::BattleArrived(name, bytes),
            Ok((path, bytes)) => Command::FleetDropped(name, path, bytes),
            Err(why) => Command::Tell(say!("{name} cannot be read: {why}.", name, why)),
        });
    }

    /// Reads a dropped file, unless it is far too large.
    #[cfg(not(target_arch = "wasm32"))]
    fn read_dropped(
        &self,
        ctx: &Context,
        file: DroppedFileHandle,
        tell: impl FnOnce(Read) -> Command + Send + 'static,
    ) {
        const LARGEST: u64 = 64 << 20;
        self.send_out(ctx, move || {
            let path = file.path();
            let size = std::fs::metadata(path).map_or(0, |about| about.len());
            tell(if size > LARGEST {
                Err(say!("it is too large for a fleet or a battle"))
            } else {
                let read = file.bytes().map_err(Say::verbatim);
                read.map(|bytes| (Some(path.display().to_string()), bytes))
            })
        });
    }

    #[cfg(target_arch = "wasm32")]
    fn read_dropped(
        &self,
        ctx: &Context,
        file: DroppedFileHandle,
        tell: impl FnOnce(Read) -> Command + 'static,
    ) {
        let (sender, ctx) = (self.sender.clone(), ctx.clone());
        wait_for(async move {
            let read = file.bytes_async().await.map_err(Say::verbatim);
            // If the page is closed by now, nobody needs it.
            let _ = sender.send(tell(read.map(|bytes| (None, bytes))));
            platform::wake(&ctx);
        });
    }

    /// Lets the player choose where something is saved, and then makes it;
    /// `saved` is given its place. The name in `what` is used if that fails:
    /// `the report`.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn save(
        &self,
        ctx: &Context,
        (name, what): (&str, &'static str),
        make: impl FnOnce() -> Made + Send + 'static,
        saved: impl FnOnce(String) -> Command + Send + 'static,
    ) {
        let (sender, ctx) = (self.sender.clone(), ctx.clone());
        let chosen = AsyncFileDialog::new().set_file_name(name).save_file();
        wait_for(async move {
            let Some(file) = chosen.await else { return };
            let save = |content: Vec<u8>| {
                crate::referee::save_file(file.path(), what, &content).map_err(in_words)
            };
            let told = match make().and_then(save) {
                Ok(()) => saved(file.path().display().to_string()),
                Err(why) => Command::Tell(why),
            };
            let _ = sender.send(told);
            platform::wake(&ctx);
        });
    }

    /// A browser has no places: it hands the file on, or has it come down.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn save(
        &self,
        ctx: &Context,
        (name, what): (&str, &'static str),
        make: impl FnOnce() -> Made + Send + 'static,
        saved: impl FnOnce(String) -> Command + Send + 'static,
    ) {
        let (sender, ctx, name) = (self.sender.clone(), ctx.clone(), name.to_owned());
        wait_for(async move {
            let told = match handed_over(&name, what, make()).await {
                Ok(true) => saved(name),
                Ok(false) => return,
                Err(why) => Command::Tell(why),
            };
            let _ = sender.send(told);
            platform::wake(&ctx);
        });
    }
}

/// Something that is done beside the screen; on the desktop, by a thread. If
/// that ends without a command, nothing more happens.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Debug)]
struct Errand(Receiver<Command>);

/// How far an errand has come.
enum Look {
    /// It is not done yet.
    NotYet,
    /// It is done; this command follows.
    Done(Option<Box<Command>>),
}

#[cfg(not(target_arch = "wasm32"))]
impl Errand {
    fn new(ctx: &Context, errand: impl FnOnce() -> Command + Send + 'static) -> Errand {
        let (sender, receiver) = channel();
        let ctx = ctx.clone();
        std::thread::spawn(move || {
            // If the window is closed by now, nobody needs this.
            let _ = sender.send(errand());
            drop(sender);
            platform::wake(&ctx);
        });
        Errand(receiver)
    }

    fn look(&mut self) -> Look {
        use std::sync::mpsc::TryRecvError;
        match self.0.try_recv() {
            Ok(command) => Look::Done(Some(Box::new(command))),
            Err(TryRecvError::Empty) => Look::NotYet,
            Err(TryRecvError::Disconnected) => Look::Done(None),
        }
    }
}

/// In a browser, which has one thread, it is done after a frame that announces
/// it.
#[cfg(target_arch = "wasm32")]
struct Errand {
    errand: Option<Box<dyn FnOnce() -> Command>>,
    ctx: Context,
    is_shown: bool,
}

#[cfg(target_arch = "wasm32")]
impl std::fmt::Debug for Errand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Errand").finish_non_exhaustive()
    }
}

#[cfg(target_arch = "wasm32")]
impl Errand {
    fn new(ctx: &Context, errand: impl FnOnce() -> Command + 'static) -> Errand {
        platform::wake(ctx);
        Errand { errand: Some(Box::new(errand)), ctx: ctx.clone(), is_shown: false }
    }

    fn look(&mut self) -> Look {
        if !std::mem::replace(&mut self.is_shown, true) {
            platform::wake(&self.ctx);
            return Look::NotYet;
        }
        Look::Done(self.errand.take().map(|errand| Box::new(errand())))
    }
}

/// The content of a file, up to one byte past `longest`.
fn read_at(path: &str, longest: usize) -> Result<Vec<u8>, Say> {
    let told = |why: Say| say!("{path} cannot be read: {why}", path, why);
    let wrong = |error: std::io::Error| told(why_unread(&error));
    let about = std::fs::metadata(path).map_err(wrong)?;
    if !about.is_file() && !about.is_dir() {
        return Err(told(say!("it is not a regular file.")));
    }
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(wrong)?;
    file.take(longest as u64 + 1).read_to_end(&mut bytes).map_err(wrong)?;
    Ok(bytes)
}

/// Why a file cannot be read, and what to do.
fn why_unread(error: &std::io::Error) -> Say {
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

/// Hands on what was made, or has it come down; `false` where the player thought
/// better of it.
#[cfg(target_arch = "wasm32")]
async fn handed_over(name: &str, what: &'static str, made: Made) -> Result<bool, Say> {
    let handed = super::page::hand_over(name, &made?).await;
    handed.map_err(|error| {
        say!("Could not save {what}: {error} ({name}). Try again.", what, error, name)
    })
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
