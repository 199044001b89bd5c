//! Saving a fleet as a file. The result names the fleet and the text that were saved, because
//! another fleet may be open by then, or this one may have changed. The app asks before it
//! replaces a file that another program has changed.

use std::path::Path;

use egui::Context;

use crate::fleet::{self, LONGEST_FILE};
use crate::message::{Message, message};
use crate::session::{StoredFleet, mark_of};
use crate::ui::command::{
    BuilderCommand, Command, FileAnswer, HomeCommand, OpenCommand, SaveOutcome as Outcome,
    SavedFile, SavedFleet,
};
use crate::ui::files::{self, Content, Files};

use super::{Builder, Question, Work, opened, read_draft};

/// Its name in errors.
const WHAT: &str = "the fleet";

/// The content that may be replaced.
#[derive(Clone, Debug)]
enum Over {
    /// Any content: the player has been asked.
    Anything,
    /// The content with this checksum; none if it is not known.
    Seen(Option<String>),
}

impl Work {
    /// A name for its file: letters of the fleet's name, and hyphens.
    pub(super) fn file_name(&self) -> String {
        files::file_name(&self.name(), "fleet", "toml")
    }
}

impl Builder {
    /// The open fleet as it is to be saved: its number, and its text. It is stored first, so that
    /// it can be found again by its number.
    fn prepare_to_save(&mut self) -> Option<(u64, String)> {
        if self.work.as_ref()?.id.is_none() {
            self.list_own_fleet();
        }
        let work = self.work.as_ref()?;
        Some((work.id?, work.text.clone()))
    }

    pub(super) fn save(&mut self, files: &Files, ctx: &Context) {
        let file = self.work.as_ref().and_then(|work| work.file.clone());
        match file.filter(|_| !cfg!(target_arch = "wasm32")) {
            Some(path) => self.save_own(path, files, ctx),
            None => self.save_as(files, ctx),
        }
    }

    /// Saves the fleet in the file from which it came.
    fn save_own(&mut self, path: String, files: &Files, ctx: &Context) {
        let seen = self.work.as_ref().and_then(|work| work.seen.clone());
        self.write(path, Over::Seen(seen), files, ctx);
    }

    pub(super) fn save_as(&mut self, files: &Files, ctx: &Context) {
        let Some((id, text)) = self.prepare_to_save() else { return };
        let Some(name) = self.work.as_ref().map(Work::file_name) else { return };
        let content = text.clone();
        files.save(
            ctx,
            &name,
            Content { name: WHAT, make: move |place: &Path| Ok(in_form_of(place, &content)) },
            move |saved| saved_command(SavedFleet { id, text, outcome: Outcome::Saved(saved) }),
        );
    }

    pub(super) fn save_to_path(&mut self, files: &Files, ctx: &Context) {
        let path = files::typed(&self.path, Some("toml"));
        let own = self.work.as_ref().and_then(|work| work.file.as_ref()) == Some(&path);
        if own {
            self.save_own(path, files, ctx);
        } else if Path::new(&path).exists() {
            self.question = Some(Question::Overwrite(path));
        } else {
            self.write(path, Over::Anything, files, ctx);
        }
    }

    fn write(&mut self, path: String, over: Over, files: &Files, ctx: &Context) {
        let Some((id, text)) = self.prepare_to_save() else { return };
        files.send_out(ctx, move || {
            let outcome = saved_over(&path, &over, &text);
            saved_command(SavedFleet { id, text, outcome })
        });
    }

    /// Handles the result of saving a fleet.
    pub(super) fn saved(&mut self, fleet: SavedFleet) -> Result<(), Message> {
        let SavedFleet { id, text, outcome } = fleet;
        let is_open = self.work.as_ref().is_some_and(|work| work.id == Some(id));
        let SavedFile { place, mark } = match outcome {
            Outcome::Saved(saved) => saved,
            Outcome::Changed(path, mark) if is_open => {
                self.question = Some(Question::Changed(path, mark));
                return Ok(());
            }
            Outcome::Changed(path, _) => {
                return Err(message!(
                    "{path} was not saved: another program has changed it. Open the fleet and save it again.",
                    path
                ));
            }
            Outcome::Failed(why) => return Err(why),
        };
        if let Some(work) = self.work.as_mut().filter(|_| is_open) {
            self.notice = Some(message!("Saved as {place}.", place = &place));
            (work.stored_text, work.file, work.seen) = (text, Some(place), Some(mark));
            self.list_own_fleet();
        } else if let Some(stored) = self.own_fleets.get(id).cloned() {
            let name = &stored.name;
            self.notice = Some(message!("{name} is saved as {place}.", name, place = &place));
            let changed = stored.text != text;
            let stored = StoredFleet { file: Some(place), changed, seen: Some(mark), ..stored };
            self.own_fleets.put(Some(id), stored);
        } else {
            self.notice = Some(message!("Saved as {place}.", place));
        }
        Ok(())
    }

    /// Carries out the answer to the question about a file.
    pub(super) fn answer(&mut self, answer: FileAnswer, files: &Files, ctx: &Context) {
        match (self.question.take(), answer) {
            (Some(Question::Overwrite(path)), FileAnswer::Replace) => {
                self.write(path, Over::Anything, files, ctx);
            }
            (Some(Question::Changed(path, mark)), FileAnswer::Replace) => {
                self.write(path, Over::Seen(Some(mark)), files, ctx);
            }
            (Some(Question::Changed(path, _)), FileAnswer::Reload) => {
                let Some(id) = self.work.as_ref().and_then(|work| work.id) else { return };
                files.read_at(ctx, path, LONGEST_FILE, move |read| match read {
                    Ok(bytes) => opened(OpenCommand::Reloaded(id, bytes)),
                    Err(why) => Command::Notify(why),
                });
            }
            (Some(Question::Changed(..)), FileAnswer::SaveAs) => self.save_as(files, ctx),
            (Some(_) | None, _) => {}
        }
    }

    /// Takes over the present content of the open fleet's file; this can be undone.
    pub(super) fn reload(&mut self, id: u64, bytes: &[u8]) -> Result<(), Message> {
        let Some(work) = self.work.as_mut().filter(|work| work.id == Some(id)) else {
            return Ok(());
        };
        let file = work.file.clone().unwrap_or_default();
        let draft = read_draft(&file, bytes)?;
        work.change(None, |old| *old = draft);
        (work.stored_text, work.seen) = (work.text.clone(), Some(mark_of(bytes)));
        self.notice = Some(message!("Reloaded {file}. Undo brings your changes back.", file));
        self.list_own_fleet();
        Ok(())
    }
}

/// A command with the result of saving a fleet.
fn saved_command(fleet: SavedFleet) -> Command {
    Command::Home(HomeCommand::Build(BuilderCommand::Saved(Box::new(fleet))))
}

/// Saves a text at a path, unless the file there may not be replaced.
fn saved_over(path: &str, over: &Over, text: &str) -> Outcome {
    let at = Path::new(path);
    if let (Over::Seen(seen), true) = (over, at.is_file()) {
        match files::read_file(at, LONGEST_FILE) {
            Ok(found) => {
                let found = mark_of(&found);
                if seen.as_ref() != Some(&found) {
                    return Outcome::Changed(path.to_owned(), found);
                }
            }
            Err(why) => return Outcome::Failed(why),
        }
    }
    files::save_file(at, Content { name: WHAT, make: |place: &Path| Ok(in_form_of(place, text)) })
        .map_or_else(Outcome::Failed, Outcome::Saved)
}

/// A text in the form of the file that it replaces, if there is one: with its byte order mark
/// and line ends. UTF-16 becomes UTF-8.
fn in_form_of(place: &Path, text: &str) -> Vec<u8> {
    let before = files::read_file(place, LONGEST_FILE).unwrap_or_default();
    let marked = [&b"\xef\xbb\xbf"[..], b"\xff\xfe", b"\xfe\xff"];
    let mark = if marked.iter().any(|mark| before.starts_with(mark)) { "\u{feff}" } else { "" };
    let before = fleet::text_of(&before).unwrap_or_default();
    let lines = before.matches('\n').count();
    let is_of_windows = lines > 0 && 2 * before.matches("\r\n").count() > lines;
    let text = text.trim_start_matches('\u{feff}');
    let text = if is_of_windows { text.replace('\n', "\r\n") } else { text.to_owned() };
    format!("{mark}{text}").into_bytes()
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    #[test]
    fn a_saved_file_keeps_its_byte_order_mark_and_line_ends() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.toml");
        for (before, after) in [
            (&b"a\r\nb\r\n"[..], &b"c\r\nd\r\n"[..]),
            (b"a\nb\n", b"c\nd\n"),
            (b"\xef\xbb\xbfa\nb\r\nc\r\n", b"\xef\xbb\xbfc\r\nd\r\n"),
            (b"\xff\xfea\0\r\0\n\0", b"\xef\xbb\xbfc\r\nd\r\n"),
            (b"\xe9", b"c\nd\n"),
        ] {
            std::fs::write(&file, before).unwrap();
            assert_eq!(in_form_of(&file, "c\nd\n"), after, "{before:?}");
        }
        assert_eq!(in_form_of(&folder.path().join("new"), "c\n"), b"c\n");
        assert_eq!(in_form_of(&folder.path().join("new"), "\u{feff}c\n"), b"c\n");
    }

    #[test]
    fn a_file_is_saved_over_only_as_it_was_seen() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.toml");
        let path = file.to_str().unwrap();
        let seen = |content: &[u8]| Over::Seen(Some(mark_of(content)));
        // A file that is gone is written again.
        assert!(matches!(saved_over(path, &seen(b"x"), "1\n"), Outcome::Saved(_)));
        let saved = Outcome::Changed(path.into(), mark_of(b"1\n"));
        for over in [seen(b"x"), Over::Seen(None)] {
            assert_eq!(saved_over(path, &over, "2\n"), saved);
            assert_eq!(std::fs::read(&file).unwrap(), b"1\n");
        }
        assert!(matches!(saved_over(path, &seen(b"1\n"), "2\n"), Outcome::Saved(_)));
        assert!(matches!(saved_over(path, &Over::Anything, "3\n"), Outcome::Saved(_)));
        assert_eq!(std::fs::read(&file).unwrap(), b"3\n");
    }
}
