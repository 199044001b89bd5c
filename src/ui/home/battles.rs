//! The screen *Battles*: stored battles, ready ones, a battle of the player’s own fleets, and
//! one from a file.

use egui::{ScrollArea, Ui, vec2};

use crate::fleet::library::{self, ReadyBattle};
use crate::games::SystemTag;
use crate::message::{Joint, Message, message};
use crate::rules::{Briefing, Side, Topic, Winner};
use crate::session::{BattleCondition, Lesson, Listing};
use crate::ui::command::{ChooseCommand, Command, HomeCommand, Place, Setting};
use crate::ui::language::rich;
use crate::ui::settings::Settings;
use crate::ui::table::Table;
use crate::ui::theme::{self, palette};
use crate::ui::widgets::{
    FoldingLine, aside, caption, choice, coloured, deleting_ui, folding, heading, in_columns,
    main_button, named, off_because, quiet_button, sheet, text_field,
};

use super::deployment::{self, deployment_ui};
use super::frieze::{fleets_of, frieze_ui};
use super::{Home, StoredBattle, ground_ui, own_battle, sides};

/// Draws the battles to start or continue.
pub(in super::super) fn battles_ui(
    ui: &mut Ui,
    home: &Home,
    table: Option<&Table>,
    settings: &Settings,
    commands: &mut Vec<Command>,
) {
    ground_ui(ui, message!("Choose a battle"), |ui| {
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            all_ui(ui, home, table, settings, commands);
        });
    });
}

fn all_ui(
    ui: &mut Ui,
    home: &Home,
    table: Option<&Table>,
    settings: &Settings,
    commands: &mut Vec<Command>,
) {
    let system = home.system.unwrap_or(SystemTag::ALL[0]);
    ui.spacing_mut().item_spacing.y = 8.0;
    if !home.listed.is_empty() {
        heading(ui, message!("Continue a battle"));
        let (recent, older) = home.listed.split_at(home.listed.len().min(RECENT));
        listed_ui(ui, home, recent, table, commands);
        if !older.is_empty() {
            let title = message!(older.len() => "{n} older battle" | "{n} older battles");
            let ink = palette(ui.ctx()).clay;
            folding(ui, "older battles", FoldingLine { title, ink, under: "" }, |ui| {
                listed_ui(ui, home, older, table, commands);
            });
        }
        ui.add_space(6.0);
    }
    heading(ui, message!("Start a battle"));
    system_ui(ui, system, commands);
    if let Some(lesson) = Lesson::about(system).filter(|_| !settings.lesson_is_over(system)) {
        sheet(ui, |ui| lesson_ui(ui, lesson, commands));
    }
    let battles: Vec<&ReadyBattle> =
        library::battles().iter().filter(|battle| battle.system == system).collect();
    in_columns(ui, &battles, 254.0, |ui, battle| ready_battle_ui(ui, battle, commands));
    ui.add_space(6.0);
    heading(ui, message!("Your own fleets"));
    sheet(ui, |ui| own_battle::own_ui(ui, &home.own, &home.builder, system, commands));
    ui.add_space(6.0);
    heading(ui, message!("Open a file"));
    sheet(ui, |ui| battle_file_ui(ui, home, commands));
    ui.add_space(12.0);
}

/// The number of battles to continue that are shown; older ones are folded.
const RECENT: usize = 4;

/// Battles to continue, in two columns if they fit.
fn listed_ui(
    ui: &mut Ui,
    home: &Home,
    listed: &[StoredBattle],
    table: Option<&Table>,
    commands: &mut Vec<Command>,
) {
    in_columns(ui, listed, 96.0, |ui, battle| {
        stored_battle_ui(ui, home, battle, table, commands);
    });
}

fn choose(command: ChooseCommand) -> Command {
    Command::Home(HomeCommand::Choose(command))
}

/// The games, and a description of the chosen one.
fn system_ui(ui: &mut Ui, system: SystemTag, commands: &mut Vec<Command>) {
    ui.horizontal_wrapped(|ui| {
        for tag in SystemTag::ALL {
            let name = message!("Rules: {name}", name = tag.name());
            if choice(ui, *tag == system, tag.name(), &name).clicked() {
                commands.push(choose(ChooseCommand::System(*tag)));
            }
        }
    });
    let colours = palette(ui.ctx());
    let about = system.about();
    ui.label(rich(ui, about.like).color(colours.ink));
    let rest = message!(
        "{size}. You need {about}, and {dice}.",
        size = about.size,
        about = about.table,
        dice = about.dice
    );
    aside(ui, &rest);
}

/// The lesson of a game, until the player ends it.
fn lesson_ui(ui: &mut Ui, lesson: &Lesson, commands: &mut Vec<Command>) {
    let colours = palette(ui.ctx());
    ui.spacing_mut().item_spacing.y = 4.0;
    ui.label(rich(ui, &lesson.name).family(theme::bold()).size(19.0).color(colours.ink));
    ui.label(rich(ui, &lesson.summary).size(16.0).color(colours.ink));
    ui.horizontal_wrapped(|ui| {
        if main_button(ui, message!("Start the lesson"), 160.0).clicked() {
            commands.push(Command::StartReady(lesson.slug()));
        }
        if quiet_button(ui, true, message!("Skip the lesson")).clicked() {
            commands.push(Command::Set(Setting::LessonOver(lesson.system(), true)));
        }
    });
}

fn ready_battle_ui(ui: &mut Ui, battle: &ReadyBattle, commands: &mut Vec<Command>) {
    ready_head_ui(ui, battle, commands);
    let colours = palette(ui.ctx());
    let title = message!("Setup and victory: {name}", name = &battle.name);
    let line = FoldingLine { title: &title, ink: colours.sea, under: "" };
    folding(ui, ("briefing", &battle.slug), line, |ui| {
        if let Some(sides) = battle.system.choosing_sides() {
            aside(ui, sides);
        }
        setup_ui(ui, battle);
        briefing_ui(ui, &battle.briefing);
        for side in &battle.side_texts {
            caption(ui, &side.name);
            briefing_ui(ui, &side.briefing);
        }
    });
}

/// The setup: its sketch, and beside or below it the text, line by line.
fn setup_ui(ui: &mut Ui, battle: &ReadyBattle) {
    let colours = palette(ui.ctx());
    let lines = |ui: &mut Ui| {
        topic_ui(ui, Topic::Setup, battle.briefing.about(Topic::Setup));
        for (side, shown) in [Side::A, Side::B].into_iter().zip(&battle.side_texts) {
            ui.horizontal_wrapped(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), egui::Sense::hover());
                let fill = deployment::fill_of(side, &colours);
                let edge = egui::Stroke::new(1.0, colours.ink);
                ui.painter().rect(rect, 2.0, fill, edge, egui::StrokeKind::Inside);
                let name = rich(ui, &shown.name).family(theme::bold()).size(16.0);
                ui.label(name.color(colours.ink));
            });
            ui.label(rich(ui, shown.briefing.about(Topic::Setup)).size(16.0).color(colours.ink));
        }
    };
    let width = ui.available_width();
    if width < 2.0 * SKETCH {
        deployment_ui(ui, battle, vec2(width.min(420.0), 300.0));
        lines(ui);
        return;
    }
    ui.horizontal_top(|ui| {
        deployment_ui(ui, battle, vec2(SKETCH, SKETCH));
        ui.vertical(lines);
    });
}

/// The width of a sketch with its lines beside it, in points.
const SKETCH: f32 = 260.0;

/// The texts to read before the battle, other than its setup, each under its heading.
fn briefing_ui(ui: &mut Ui, briefing: &Briefing) {
    for (topic, text) in briefing.texts().filter(|(topic, _)| *topic != Topic::Setup) {
        topic_ui(ui, topic, text);
    }
}

fn topic_ui(ui: &mut Ui, topic: Topic, text: &str) {
    let colours = palette(ui.ctx());
    let title = rich(ui, topic.title()).family(theme::bold()).size(16.0);
    ui.label(title.color(colours.clay));
    ui.label(rich(ui, text).size(16.0).color(colours.ink));
}

/// A ready battle with its picture and the sketch of its setup: above its words on a narrow
/// window, otherwise beside them.
fn ready_head_ui(ui: &mut Ui, battle: &ReadyBattle, commands: &mut Vec<Command>) {
    let pictures = |ui: &mut Ui, width: f32| {
        if let Some(fleets) = fleets_of(&battle.slug) {
            let name = message!("Ships of {name}", name = &battle.name);
            frieze_ui(ui, vec2(width, width * 0.5), fleets, name);
        }
        deployment_ui(ui, battle, vec2(width, width * 0.76));
    };
    if ui.available_width() < BESIDE {
        ui.horizontal_top(|ui| pictures(ui, (ui.available_width() - 8.0) / 2.0));
        ready_words_ui(ui, battle, commands);
        return;
    }
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            ui.set_width(PICTURE);
            ui.spacing_mut().item_spacing.y = 4.0;
            pictures(ui, PICTURE);
        });
        ready_words_ui(ui, battle, commands);
    });
}

/// From this width on, in points, the pictures of a battle are beside its words.
const BESIDE: f32 = 460.0;

/// The width of a picture beside words, in points.
const PICTURE: f32 = 160.0;

fn ready_words_ui(ui: &mut Ui, battle: &ReadyBattle, commands: &mut Vec<Command>) {
    let colours = palette(ui.ctx());
    ui.horizontal_top(|ui| {
        let text = ui.available_width() - 96.0;
        ui.allocate_ui(vec2(text, 0.0), |ui| {
            ui.vertical(|ui| {
                ui.set_width(text);
                ui.spacing_mut().item_spacing.y = 2.0;
                let name = rich(ui, &battle.name).family(theme::bold()).size(19.0);
                ui.label(name.color(colours.ink));
                let when = battle.when_and_where();
                if !when.is_empty() {
                    aside(ui, when);
                }
                ui.label(rich(ui, &battle.summary).size(16.0).color(colours.ink));
                let minutes = &battle.minutes;
                let about = if battle.first {
                    message!("About {minutes} minutes (estimate). A good first battle.", minutes)
                } else {
                    message!("About {minutes} minutes (estimate).", minutes)
                };
                aside(ui, about);
            });
        });
        let begin = main_button(ui, message!("Start"), 88.0);
        if named(begin, message!("Start {name}", name = &battle.name)).clicked() {
            commands.push(Command::StartReady(battle.slug.clone()));
        }
    });
}

/// The command that continues a battle: the window shows it, or reads it again.
pub(super) fn continue_command(battle: &StoredBattle, table: Option<&Table>) -> Command {
    let slug = &battle.listed.slug;
    if table.is_some_and(|table| table.client().slug() == slug) {
        return Command::Go(Place::Table);
    }
    Command::Home(HomeCommand::Continue(slug.clone()))
}

/// A stored battle.
fn stored_battle_ui(
    ui: &mut Ui,
    home: &Home,
    battle: &StoredBattle,
    table: Option<&Table>,
    commands: &mut Vec<Command>,
) {
    let (slug, title) = (&battle.listed.slug, &battle.title);
    if home.deleting.as_ref() == Some(slug) {
        let asked = message!("Delete the battle “{title}”? This cannot be undone.", title);
        let names = [message!("Delete the battle"), message!("Keep the battle")];
        match deleting_ui(ui, asked, names) {
            Some(true) => commands.push(Command::Home(HomeCommand::Delete(slug.clone()))),
            Some(false) => commands.push(choose(ChooseCommand::AskDelete(None))),
            None => {}
        }
        return;
    }
    let narrow = ui.available_width() < BESIDE;
    let shown = |ui: &mut Ui| {
        let colours = palette(ui.ctx());
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.label(rich(ui, title).family(theme::bold()).size(18.0).color(colours.ink));
        match &battle.listed.about {
            Ok(about) => {
                let score = home.scores.get(slug).map(|(_, score)| score);
                if !battle.titled_by_sides {
                    aside(ui, sides(about));
                }
                about_ui(ui, about, score, home.now);
                if home.may_be_cleared {
                    aside(ui, message!("Only in this browser"));
                }
            }
            Err(why) => {
                coloured(ui, message!("Cannot be read: {why}", why = why.message()), colours.bad);
            }
        }
    };
    let buttons = |ui: &mut Ui| {
        if battle.listed.about.is_ok() {
            let button = main_button(ui, message!("Continue"), 118.0);
            if named(button, message!("Continue {title}", title)).clicked() {
                commands.push(continue_command(battle, table));
            }
        }
        let button = quiet_button(ui, true, message!("Delete"));
        if named(button, message!("Delete {title}", title)).clicked() {
            commands.push(choose(ChooseCommand::AskDelete(Some(slug.clone()))));
        }
    };
    if narrow {
        shown(ui);
        ui.horizontal_wrapped(buttons);
        return;
    }
    // Aligned at the top: centred in a row, text with too many lines would begin below
    // the row's upper edge.
    ui.horizontal_top(|ui| {
        let text = ui.available_width() - 218.0;
        ui.allocate_ui(vec2(text, 0.0), |ui| {
            ui.vertical(|ui| {
                ui.set_width(text);
                shown(ui);
            });
        });
        ui.horizontal(buttons);
    });
}

/// The state, the leading side, and the time of the last play.
fn about_ui(ui: &mut Ui, about: &Listing, score: Option<&BattleCondition>, now: u64) {
    if let Some(score) = score {
        let colours = palette(ui.ctx());
        ui.label(rich(ui, battle_state(about, score)).size(16.0).color(colours.ink));
    }
    let orders = match about.orders {
        0 => message!("not started yet"),
        n => message!(n => "{n} order given" | "{n} orders given"),
    };
    let system = about.system.name();
    aside(ui, message!("{system} · {orders} · {ago}", system, orders, ago = ago(now, about.last)));
}

/// The state of a battle, the leading side, and the losses of both.
fn battle_state(about: &Listing, condition: &BattleCondition) -> Message {
    let ahead = match (condition.victor, condition.score.ahead) {
        (Some(_), _) => None,
        (None, Some(side)) => Some(message!("Ahead: {side}", side = &about.sides[side.index()])),
        (None, None) => Some(message!("Even")),
    };
    let lost = condition.score.losses();
    Message::joined([round_of(about, condition)].into_iter().chain(ahead).chain([lost]), Joint::Dot)
}

/// The round of a battle and the side to move; or the winner.
pub(super) fn round_of(about: &Listing, condition: &BattleCondition) -> Message {
    let name = |side: Side| &about.sides[side.index()];
    match condition.victor.map(Winner::side) {
        Some(Some(side)) => return message!("Victory: {side}", side = name(side)),
        Some(None) => return message!("Draw"),
        None => {}
    }
    let to_move = condition.to_move.map(|side| message!("To move: {side}", side = name(side)));
    Message::joined([condition.headline.clone()].into_iter().chain(to_move), Joint::Dot)
}

/// The time since then, in the largest unit that fits.
pub(super) fn ago(now: u64, then: u64) -> Message {
    let past = now.saturating_sub(then);
    match (past / 86_400, past / 3_600, past / 60) {
        (0, 0, 0) => message!("just now"),
        (0, 0, n) => message!(n => "{n} minute ago" | "{n} minutes ago"),
        (0, n, _) => message!(n => "{n} hour ago" | "{n} hours ago"),
        (n, _, _) => message!(n => "{n} day ago" | "{n} days ago"),
    }
}

fn battle_file_ui(ui: &mut Ui, home: &Home, commands: &mut Vec<Command>) {
    let mut want = |command| commands.push(Command::Home(command));
    aside(ui, message!("A battle saved as a file continues where you stopped."));
    ui.horizontal_wrapped(|ui| {
        let button = quiet_button(ui, true, message!("Choose a file…"));
        if named(button, message!("Choose a battle file")).clicked() {
            want(HomeCommand::AskForBattle);
        }
        if cfg!(target_arch = "wasm32") {
            return;
        }
        let hint = "or the path of a battle file";
        if let Some(path) =
            text_field(ui, &home.battle_path, message!("Path of a battle file"), hint, 300.0)
        {
            want(HomeCommand::Choose(ChooseCommand::TypeBattlePath(path)));
        }
        let typed = !home.battle_path().is_empty();
        let button =
            named(quiet_button(ui, typed, message!("Open it")), message!("Open that battle file"));
        if off_because(button, message!("Type a path first.")).clicked() {
            want(HomeCommand::OpenBattle);
        }
    });
    if !cfg!(target_arch = "wasm32") {
        aside(ui, message!("If no file dialog opens, type the path instead."));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_shown_in_the_largest_unit_that_fits() {
        assert_eq!(ago(100, 100), "just now");
        assert_eq!(ago(7_300, 100), "2 hours ago");
        assert_eq!(ago(90_000, 100), "1 day ago");
        assert_eq!(ago(0, 100), "just now");
    }
}
