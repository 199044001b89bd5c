//! Files that the player chooses in a dialog of the desktop or the browser, or by typing a
//! path, and files to save. The window does not wait for them: the result arrives later, as a
//! command.

use std::cell::RefCell;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};

use egui::{Context, DroppedFileHandle};
use rfd::{AsyncFileDialog, FileHandle};

use crate::fleet::LONGEST_FILE;
use crate::message::{Message, message};
use crate::rules::Side;
use crate::session::{LONGEST_BATTLE_FILE, mark_of};

use super::command::{BuilderCommand, ChooseCommand, Command, HomeCommand, OpenCommand, SavedFile};
#[cfg(not(target_arch = "wasm32"))]
use super::language::in_words;
use super::platform;

/// Receives chosen files.
#[derive(Debug)]
pub(super) struct Files {
    sender: Sender<Command>,
    receiver: Receiver<Command>,
    /// The background work; each item sends a command at its end.
    under_way: RefCell<Vec<Errand>>,
}

/// The most requests for a battle's file before the player must ask again, so that a
/// failing store is not asked for ever.
pub(super) const MOST_TRIES: u8 = 10;

/// The content to save, or why it could not be made.
pub(super) type Made = Result<Vec<u8>, Message>;

/// A file to save.
pub(super) struct Content<M> {
    /// The name that errors call it by, such as `the report`.
    pub(super) name: &'static str,
    /// Makes the bytes for the path that was chosen.
    pub(super) make: M,
}

/// A kind of file that the player can open.
#[derive(Clone, Copy)]
struct FileKind {
    ending: &'static str,
    /// The largest size, in bytes.
    longest: usize,
}

/// Fleet files.
const FLEET: FileKind = FileKind { ending: "toml", longest: LONGEST_FILE };

/// Battle files.
const BATTLE: FileKind = FileKind { ending: "battle", longest: LONGEST_BATTLE_FILE };

impl Default for Files {
    fn default() -> Files {
        let (sender, receiver) = channel();
        Files { sender, receiver, under_way: RefCell::default() }
    }
}

impl Files {
    /// The commands that have arrived since the last call.
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

    /// Starts slow work in the background.
    pub(super) fn send_out(
        &self,
        ctx: &Context,
        errand: impl FnOnce() -> Command + Send + 'static,
    ) {
        self.under_way.borrow_mut().push(Errand::new(ctx, errand));
    }

    /// Reads the file at a path, if it has no more than `longest` bytes.
    pub(super) fn read_at(
        &self,
        ctx: &Context,
        path: String,
        longest: usize,
        tell: impl FnOnce(Result<Vec<u8>, Message>) -> Command + Send + 'static,
    ) {
        self.send_out(ctx, move || tell(read_file(Path::new(&path), longest)));
    }

    /// Makes the content for a path and saves it there; `saved` is given the result.
    pub(super) fn save_at(
        &self,
        ctx: &Context,
        path: String,
        content: Content<impl FnOnce(&Path) -> Made + Send + 'static>,
        saved: impl FnOnce(Result<SavedFile, Message>) -> Command + Send + 'static,
    ) {
        self.send_out(ctx, move || saved(save_file(Path::new(&path), content)));
    }

    /// Lets the player choose a fleet file for a side.
    pub(super) fn ask_for_fleet(&self, ctx: &Context, side: Side) {
        let dialog = AsyncFileDialog::new().set_title(format!("Choose a fleet for side {side}"));
        self.ask(ctx, dialog, FLEET, move |file, read| {
            let arrived = match read {
                Ok(bytes) => ChooseCommand::FleetArrived(side, file.file_name(), bytes),
                Err(why) => ChooseCommand::FleetUnread(side, why),
            };
            Command::Home(HomeCommand::Choose(arrived))
        });
    }

    /// Lets the player choose a fleet file to build on.
    pub(super) fn ask_for_fleet_to_build(&self, ctx: &Context) {
        let dialog = AsyncFileDialog::new().set_title("Choose a fleet");
        self.ask(ctx, dialog, FLEET, |file, read| match read {
            Ok(bytes) => {
                let path = place_of(&file);
                let arrived = OpenCommand::Arrived(file.file_name(), path, bytes);
                Command::Home(HomeCommand::Build(BuilderCommand::Open(arrived)))
            }
            Err(why) => Command::Notify(why),
        });
    }

    /// Lets the player choose a battle file.
    pub(super) fn ask_for_battle(&self, ctx: &Context) {
        let dialog = AsyncFileDialog::new().set_title("Choose a saved battle");
        self.ask(ctx, dialog, BATTLE, |file, read| match read {
            Ok(bytes) => Command::BattleArrived(file.file_name(), bytes),
            Err(why) => Command::Notify(why),
        });
    }

    /// Lets the player choose a file of this kind, or with any other ending.
    fn ask(
        &self,
        ctx: &Context,
        dialog: AsyncFileDialog,
        kind: FileKind,
        tell: impl FnOnce(FileHandle, Result<Vec<u8>, Message>) -> Command + Send + 'static,
    ) {
        let (sender, ctx) = (self.sender.clone(), ctx.clone());
        let dialog = dialog.add_filter(kind_of(kind.ending), &[kind.ending]);
        // A file may have another ending, or none.
        let chosen = dialog.add_filter("All files", &["*"]).pick_file();
        wait_for(async move {
            let Some(file) = chosen.await else { return };
            let read = read_chosen(&file, kind.longest).await;
            // The window may already be closed.
            let _ = sender.send(tell(file, read));
            platform::wake(&ctx);
        });
    }

    /// Handles files that were dropped on the window; only the first one counts.
    pub(super) fn take_dropped(&self, ctx: &Context, files: Vec<DroppedFileHandle>) {
        let more = files.len() > 1;
        let Some(file) = files.into_iter().next() else { return };
        let name = file.path().file_name().map_or_else(String::new, |n| n.display().to_string());
        if more {
            let shown = message!("Opened {name} only: drop one file at a time.", name = &name);
            // The receiver exists as long as the sender.
            let _ = self.sender.send(Command::Notify(shown));
        }
        self.read_dropped(ctx, file, move |read| match read {
            Ok((_, bytes)) if is_battle(&name) => Command::BattleArrived(name, bytes),
            Ok((path, bytes)) => Command::FleetDropped(name, path, bytes),
            Err(why) => Command::Notify(why),
        });
    }

    /// Reads a dropped file, unless it is too large.
    #[cfg(not(target_arch = "wasm32"))]
    fn read_dropped(
        &self,
        ctx: &Context,
        file: DroppedFileHandle,
        tell: impl FnOnce(Read) -> Command + Send + 'static,
    ) {
        self.send_out(ctx, move || {
            let path = file.path();
            let longest = if is_battle(&path.display().to_string()) {
                LONGEST_BATTLE_FILE
            } else {
                LONGEST_FILE
            };
            let read = read_file(path, longest);
            tell(read.map(|bytes| (Some(path.display().to_string()), bytes)))
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
            let read = file.bytes_async().await.map_err(Message::verbatim);
            // The page may already be closed.
            let _ = sender.send(tell(read.map(|bytes| (None, bytes))));
            platform::wake(&ctx);
        });
    }

    /// Lets the player choose a place, makes the content for it and saves it there;
    /// `saved` makes the command that follows. The proposed name has the ending that the
    /// file will have.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn save(
        &self,
        ctx: &Context,
        name: &str,
        content: Content<impl FnOnce(&Path) -> Made + Send + 'static>,
        saved: impl FnOnce(SavedFile) -> Command + Send + 'static,
    ) {
        let (sender, ctx) = (self.sender.clone(), ctx.clone());
        let ending = Path::new(name).extension().unwrap_or_default().display().to_string();
        let dialog = AsyncFileDialog::new().add_filter(kind_of(&ending), &[&ending]);
        let chosen = dialog.set_file_name(name).save_file();
        wait_for(async move {
            let Some(file) = chosen.await else { return };
            let place = place_chosen(file.path(), &ending);
            let shown = match place.and_then(|place| save_file(&place, content)) {
                Ok(done) => saved(done),
                Err(why) => Command::Notify(why),
            };
            let _ = sender.send(shown);
            platform::wake(&ctx);
        });
    }

    /// A browser has no places: the file is shared or downloaded.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn save(
        &self,
        ctx: &Context,
        name: &str,
        content: Content<impl FnOnce(&Path) -> Made + Send + 'static>,
        saved: impl FnOnce(SavedFile) -> Command + Send + 'static,
    ) {
        let (sender, ctx, name) = (self.sender.clone(), ctx.clone(), name.to_owned());
        wait_for(async move {
            let made = (content.make)(Path::new(&name));
            let mark = made.as_ref().map(|made| mark_of(made)).unwrap_or_default();
            let shown = match handed_over(&name, content.name, made).await {
                Ok(true) => saved(SavedFile { place: name, mark }),
                Ok(false) => return,
                Err(why) => Command::Notify(why),
            };
            let _ = sender.send(shown);
            platform::wake(&ctx);
        });
    }
}

/// Background work; on the desktop, a thread. If it ends without a command, nothing more
/// happens.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Debug)]
struct Errand(Receiver<Command>);

/// The progress of background work.
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
            // The window may already be closed.
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

/// In a browser, which has one thread, the work is done after a frame that announces it.
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

/// A description of files with this ending, for a dialog.
fn kind_of(ending: &str) -> &'static str {
    match ending {
        "toml" => "Fleets",
        "battle" => "Battles",
        "pdf" => "PDF",
        "md" => "Markdown",
        _ => "Files",
    }
}

/// A name for a file: the letters and digits of a title, in small letters, with hyphens
/// between them. An empty name becomes `otherwise`; one that Windows reserves has it added.
pub(super) fn file_name(title: &str, otherwise: &str, ending: &str) -> String {
    /// The longest stem, in characters: no letter takes more than four bytes of the 255 that
    /// a name may have.
    const LONGEST: usize = 60;
    let mut stem = String::new();
    for letter in title.chars().flat_map(char::to_lowercase).take(LONGEST) {
        if letter.is_alphanumeric() {
            stem.push(letter);
        } else if !stem.is_empty() && !stem.ends_with('-') {
            stem.push('-');
        }
    }
    let stem = match stem.trim_end_matches('-') {
        "" => otherwise.to_owned(),
        stem if is_reserved(stem) => format!("{stem}-{otherwise}"),
        stem => stem.to_owned(),
    };
    format!("{stem}.{ending}")
}

/// The proposed path of a file with this name: in the documents folder.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn usual_place(name: &str) -> String {
    let folders = directories::UserDirs::new();
    let folder = folders.as_ref().map(|dirs| {
        let documents = dirs.document_dir().filter(|folder| folder.is_dir());
        documents.unwrap_or_else(|| dirs.home_dir()).to_path_buf()
    });
    folder.unwrap_or_default().join(name).display().to_string()
}

/// Whether Windows treats a name, with any ending, as a device.
fn is_reserved(stem: &str) -> bool {
    let port = |name: &str| {
        let mut number = stem.strip_prefix(name).unwrap_or_default().chars();
        let first = number.next().is_some_and(|n| n.is_ascii_digit() || "¹²³".contains(n));
        first && number.next().is_none()
    };
    matches!(stem, "con" | "prn" | "aux" | "nul") || port("com") || port("lpt")
}

/// The path that a player has typed; with an ending, it is added to a name without any.
pub(super) fn typed(path: &str, ending: Option<&str>) -> String {
    let mut typed = path_typed(path);
    // A folder's name may have none.
    if let Some(ending) = ending
        && typed.extension().is_none()
        && typed.file_name().is_some()
        && !typed.is_dir()
    {
        typed.set_extension(ending);
    }
    typed.display().to_string()
}

#[cfg(not(target_arch = "wasm32"))]
fn path_typed(path: &str) -> PathBuf {
    crate::session::typed_path(path)
}

/// A browser has no paths.
#[cfg(target_arch = "wasm32")]
fn path_typed(path: &str) -> PathBuf {
    PathBuf::from(path.trim())
}

/// The file that was chosen in a dialog to be saved, with its ending.
#[cfg(not(target_arch = "wasm32"))]
fn place_chosen(chosen: &Path, ending: &str) -> Result<PathBuf, Message> {
    if chosen.extension().is_some_and(|end| end.eq_ignore_ascii_case(ending)) {
        return Ok(chosen.to_owned());
    }
    let mut place = chosen.as_os_str().to_owned();
    place.push(format!(".{ending}"));
    let place = PathBuf::from(place);
    // The dialog has asked about another name.
    if place.exists() {
        let place = place.display().to_string();
        return Err(message!("{place} already exists. Enter its full name to replace it.", place));
    }
    Ok(place)
}

/// Makes the content for a path and saves it there.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn save_file(
    path: &Path,
    content: Content<impl FnOnce(&Path) -> Made>,
) -> Result<SavedFile, Message> {
    let bytes = (content.make)(path)?;
    crate::session::save_file(path, content.name, &bytes).map_err(in_words)?;
    Ok(SavedFile { place: path.display().to_string(), mark: mark_of(&bytes) })
}

/// A browser has no paths.
#[cfg(target_arch = "wasm32")]
pub(super) fn save_file(
    _: &Path,
    _: Content<impl FnOnce(&Path) -> Made>,
) -> Result<SavedFile, Message> {
    Err(message!("A browser cannot save to a path. Choose where to save it."))
}

/// The content of a file, if it has no more than `longest` bytes: the one way in which a
/// chosen, typed or dropped file is read.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn read_file(path: &Path, longest: usize) -> Result<Vec<u8>, Message> {
    crate::session::read_file(path, longest).map_err(in_words)
}

/// A browser has no paths.
#[cfg(target_arch = "wasm32")]
pub(super) fn read_file(path: &Path, _: usize) -> Result<Vec<u8>, Message> {
    let path = path.display().to_string();
    Err(message!("A browser cannot read from a path. Drop {path} onto the page.", path))
}

/// The content of a file that was chosen in a dialog. The dialog's own reader panics if
/// it fails.
#[cfg(not(target_arch = "wasm32"))]
#[expect(clippy::unused_async, reason = "a browser reads later")]
async fn read_chosen(file: &FileHandle, longest: usize) -> Result<Vec<u8>, Message> {
    read_file(file.path(), longest)
}

/// The same in a browser, which gives the size before the content is read.
#[cfg(target_arch = "wasm32")]
async fn read_chosen(file: &FileHandle, longest: usize) -> Result<Vec<u8>, Message> {
    if file.inner().size() > f64::from(u32::try_from(longest).unwrap_or(u32::MAX)) {
        let name = file.file_name();
        return Err(message!("{name} is too large for a fleet or a battle.", name));
    }
    Ok(file.read().await)
}

/// A battle file is recognised by its name; anything else may be a fleet.
fn is_battle(name: &str) -> bool {
    std::path::Path::new(name).extension().is_some_and(|end| end.eq_ignore_ascii_case("battle"))
}

/// A file that was read: its path, if it has one, and its content; or why it
/// could not be read.
type Read = Result<(Option<String>, Vec<u8>), Message>;

/// Shares or downloads the content; `false` if the player cancelled.
#[cfg(target_arch = "wasm32")]
async fn handed_over(name: &str, what: &'static str, made: Made) -> Result<bool, Message> {
    let handed = super::page::hand_over(name, &made?).await;
    handed.map_err(|error| {
        message!("Could not save {what}: {error} ({name}). Try again.", what, error, name)
    })
}

/// The path of a file; for a browser only its name.
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

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    #[test]
    fn a_proposed_name_is_neither_hidden_nor_empty_nor_a_device() {
        for (title, name) in [
            ("The squadron of Phormion", "the-squadron-of-phormion.toml"),
            ("Ἡ ναυμαχία!", "ἡ-ναυμαχία.toml"),
            ("", "fleet.toml"),
            (" …! ", "fleet.toml"),
            (".hidden", "hidden.toml"),
            ("Con", "con-fleet.toml"),
            ("NUL.", "nul-fleet.toml"),
            ("COM1", "com1-fleet.toml"),
            ("LPT³", "lpt³-fleet.toml"),
            ("Com 1", "com-1.toml"),
            ("Company", "company.toml"),
            ("../../etc/passwd", "etc-passwd.toml"),
        ] {
            assert_eq!(file_name(title, "fleet", "toml"), name);
        }
        let long = file_name(&"⛵Ν".repeat(500), "fleet", "toml");
        assert!(long.len() < 255, "{long}");
    }

    #[test]
    fn a_typed_name_gets_an_ending_unless_it_has_one_or_is_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name).display().to_string();
        for (path, place) in [("a", "a.pdf"), ("a.PDF", "a.PDF"), ("a.txt", "a.txt"), ("", "")] {
            assert_eq!(typed(&at(path), Some("pdf")), at(place));
        }
        assert_eq!(typed(&at("a"), None), at("a"));
        assert_eq!(typed("", Some("pdf")), "");
    }

    #[test]
    fn a_chosen_name_gets_its_ending_and_replaces_no_file_that_the_dialog_did_not_ask_about() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for (chosen, place) in
            [("evening", "evening.battle"), ("A.BATTLE", "A.BATTLE"), ("v1.2", "v1.2.battle")]
        {
            assert_eq!(place_chosen(&at(chosen), "battle"), Ok(at(place)));
        }
        std::fs::write(at("evening.battle"), "").unwrap();
        let why = place_chosen(&at("evening"), "battle").unwrap_err().to_string();
        assert!(why.contains("evening.battle already exists"), "{why}");
        assert!(place_chosen(&at("evening.battle"), "battle").is_ok());
    }

    #[test]
    fn unreadable_and_too_large_files_are_reported_in_words() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.toml");
        std::fs::write(&file, "12345").unwrap();
        assert_eq!(read_file(&file, 5), Ok(b"12345".to_vec()));
        for (path, longest, words) in [
            (file.as_path(), 4, "it is larger than 0 KiB"),
            (folder.path(), 99, "this is a folder"),
            (&folder.path().join("none"), 99, "there is no such file or folder"),
        ] {
            let why = read_file(path, longest).unwrap_err().to_string();
            assert!(why.contains(words), "{why}");
        }
    }
}
