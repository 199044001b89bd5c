//! `trierarch battles`: the ready battles, and everything about one of them.

use anyhow::bail;
use clap::Args;
use trierarch::fleet::library::{self, ReadyBattle};
use trierarch::games::SystemTag;
use trierarch::message::{Message, clipped, message};
use trierarch::rules::Briefing;

use super::{Failed, tell};

/// The arguments of `trierarch battles`.
#[derive(Args)]
pub(super) struct BattlesLine {
    /// Describe this battle
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// List only the battles of this game
    #[arg(long, value_name = "SYSTEM", value_parser = super::build::system, conflicts_with = "name")]
    system: Option<SystemTag>,
}

/// The width of a line, in characters.
const WIDTH: usize = 78;

/// The list of the battles, or the description of one.
///
/// # Errors
/// If there is no battle with that name.
pub(super) fn battles(line: &BattlesLine) -> anyhow::Result<String> {
    let Some(name) = &line.name else { return Ok(list(line.system)) };
    let wanted = plain(name);
    let named = |ready: &&ReadyBattle| plain(&ready.slug) == wanted || plain(&ready.name) == wanted;
    let Some(ready) = library::battles().iter().find(named) else {
        bail!(Failed(message!(
            "no ready battle is called {shown}: trierarch battles lists them",
            shown = clipped(name)
        )))
    };
    Ok(described(ready))
}

/// A name reduced to letters and digits, so that `Drepanum as it was` finds its battle.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The ready battles by system, each with its summary.
fn list(only: Option<SystemTag>) -> String {
    let systems = SystemTag::ALL.iter().filter(|system| only.is_none_or(|only| only == **system));
    let mut text = String::new();
    for system in systems {
        text = text + system.name() + "\n";
        for ready in library::battles().iter().filter(|ready| ready.system == *system) {
            text += &wrapped(&tell(&heading(ready)), "  ");
            text.push_str(&wrapped(&ready.summary, "      "));
        }
        text.push('\n');
    }
    text + &tell(&message!(
        "trierarch battles NAME describes one in full; trierarch --battle NAME opens it.\n"
    ))
}

/// A ready battle on one line: its slug, its name, and how long it takes.
fn heading(ready: &ReadyBattle) -> Message {
    let (slug, name, minutes) = (&ready.slug, &ready.name, &ready.minutes);
    if ready.first {
        message!(
            "{slug}: {name} (about {minutes} min, estimate; a good first battle)",
            slug,
            name,
            minutes
        )
    } else {
        message!("{slug}: {name} (about {minutes} min, estimate)", slug, name, minutes)
    }
}

/// The full description of a battle.
fn described(ready: &ReadyBattle) -> String {
    let mut text = format!("{}\n", ready.name);
    for line in [&tell(&ready.when_and_where()), ready.system.name(), &ready.summary] {
        text.push_str(&wrapped(line, ""));
    }
    if let Some(sides) = ready.system.choosing_sides() {
        text.push_str(&wrapped(&tell(&sides), ""));
    }
    text.push_str(&paragraphs(&ready.briefing));
    for side in &ready.side_texts {
        text = text + "\n" + &side.name + "\n";
        text.push_str(&paragraphs(&side.briefing));
    }
    let files = ready.sides.iter().map(|path| Message::verbatim(format!("fleets/{path}")));
    let fleets = message!("Fleets: {files}", files = Message::list(files));
    let open = message!("Open it: trierarch --battle {slug}", slug = &ready.slug);
    text + &format!("\n{}\n{}\n", tell(&fleets), tell(&open))
}

fn paragraphs(briefing: &Briefing) -> String {
    let texts = briefing
        .texts()
        .map(|(topic, about)| format!("\n{}\n{}", tell(&topic.title()), wrapped(about, "  ")));
    texts.collect()
}

/// A text wrapped to the width of the terminal.
fn wrapped(text: &str, indent: &str) -> String {
    let mut lines = String::new();
    for paragraph in text.lines() {
        let mut line = indent.to_owned();
        for word in paragraph.split_whitespace() {
            let long = line.chars().count() + 1 + word.chars().count() > WIDTH;
            if long && line.len() > indent.len() {
                lines = lines + &line + "\n";
                line.truncate(indent.len());
            }
            if line.len() > indent.len() {
                line.push(' ');
            }
            line.push_str(word);
        }
        if line.len() > indent.len() {
            lines = lines + &line + "\n";
        }
    }
    lines
}
