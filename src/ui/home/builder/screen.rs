//! The layout of the fleet builder: the fleet on the left and the open ship on
//! the right if there is room, otherwise one after the other.

use egui::{ScrollArea, Ui, vec2};

use crate::fleet::build::{self, Form, FormField, ListForm, Path, RollFor};
use crate::games::SystemTag;
use crate::message::message;
use crate::ui::command::{
    BuilderCommand, BuilderTab, EditCommand, FileAnswer, HomeCommand, OpenCommand,
};
use crate::ui::home::own_battle::Own;
use crate::ui::language::fixed;
use crate::ui::theme::palette;
use crate::ui::widgets::{
    WIDE, aside, caption, choice, coloured, heading, lines_field, main_button, named, off_because,
    quiet_button, quiet_pressed, sheet, stepper, switch, text_field,
};

use super::fields::{FieldAt, field_ui};
use super::{
    Builder, Question, Work, chits, compare, dice, entry, fields, opponent, own_fleets, share,
};

/// With less height than this, in points, the whole page scrolls, unless it has two columns.
const CRAMPED: f32 = 420.0;

/// Draws the builder.
pub(in super::super) fn builder_ui(
    ui: &mut Ui,
    builder: &Builder,
    own: &Own,
    wanted: &mut Vec<HomeCommand>,
) {
    let mut built = Vec::new();
    if let Some(question) = &builder.question {
        sheet(ui, |ui| question_ui(ui, question, &mut built));
    }
    if let Some(notice) = &builder.notice {
        coloured(ui, notice, palette(ui.ctx()).good);
    }
    match &builder.work {
        None => scrolled(ui, "begin", |ui| begin_ui(ui, builder, &mut built)),
        Some(work) if ui.available_height() < CRAMPED && ui.available_width() < WIDE => {
            // The open entry is first, and begins at its top.
            let entry = work.open.filter(|_| builder.tab == BuilderTab::Fleet);
            scrolled(ui, &format!("{:?} {entry:?}", builder.tab), |ui| {
                if entry.is_some() {
                    tab_ui(ui, builder, own, &mut built, wanted);
                }
                if builder.tab != BuilderTab::Open {
                    heading(ui, work.name());
                }
                top_ui(ui, builder, work, &mut built, wanted);
                if entry.is_none() {
                    tab_ui(ui, builder, own, &mut built, wanted);
                }
            });
        }
        Some(work) => {
            if builder.tab != BuilderTab::Open {
                heading(ui, work.name());
            }
            top_ui(ui, builder, work, &mut built, wanted);
            tab_ui(ui, builder, own, &mut built, wanted);
        }
    }
    wanted.extend(built.into_iter().map(HomeCommand::Build));
}

/// The tab that is chosen.
fn tab_ui(
    ui: &mut Ui,
    builder: &Builder,
    own: &Own,
    built: &mut Vec<BuilderCommand>,
    wanted: &mut Vec<HomeCommand>,
) {
    let Some(work) = &builder.work else { return };
    match builder.tab {
        BuilderTab::Open => scrolled(ui, "begin", |ui| begin_ui(ui, builder, built)),
        BuilderTab::Fleet => fleet_ui(ui, work, wanted),
        BuilderTab::Share => {
            scrolled(ui, "share", |ui| share::share_ui(ui, builder, work, built));
        }
        BuilderTab::Compare => {
            let mut compared = Vec::new();
            scrolled(ui, "compare", |ui| compare::compare_ui(ui, builder, work, &mut compared));
            built.extend(compared.into_iter().map(BuilderCommand::Compare));
        }
        BuilderTab::Opponent => {
            scrolled(ui, "opponent", |ui| opponent::opponent_ui(ui, builder, work, own, wanted));
        }
    }
}

/// A part that scrolls, unless the whole page does.
fn scrolled(ui: &mut Ui, salt: &str, add: impl FnOnce(&mut Ui)) {
    if ui.available_height().is_infinite() {
        add(ui);
        return;
    }
    ScrollArea::vertical().id_salt(salt).auto_shrink([false, false]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 8.0;
        add(ui);
        ui.add_space(16.0);
    });
}

fn question_ui(ui: &mut Ui, question: &Question, wanted: &mut Vec<BuilderCommand>) {
    let cancel = (message!("Cancel"), message!("No: Cancel"), FileAnswer::Cancel);
    let (asked, answers) = match question {
        Question::Overwrite(path) => {
            let replace = (message!("Replace"), message!("Yes: Replace"), FileAnswer::Replace);
            (message!("{path} already exists. Replace it?", path), vec![replace, cancel])
        }
        Question::Changed(path, _) => (
            message!("Another program has changed {path} since you opened it.", path),
            vec![
                (message!("Reload"), message!("Reload the file"), FileAnswer::Reload),
                (
                    message!("Keep mine"),
                    message!("Keep mine, and replace the file"),
                    FileAnswer::Replace,
                ),
                (message!("Save as…"), message!("Save mine as another file"), FileAnswer::SaveAs),
                cancel,
            ],
        ),
    };
    coloured(ui, asked, palette(ui.ctx()).bad);
    ui.horizontal_wrapped(|ui| {
        for (text, name, answer) in answers {
            if named(quiet_button(ui, true, text), name).clicked() {
                wanted.push(BuilderCommand::Answer(answer));
            }
        }
    });
}

/// The least width, in points, with other buttons beside the one to fight.
const FIGHT_BESIDE: f32 = 240.0;

/// The button to fight, the tabs, and the buttons that are always shown.
fn top_ui(
    ui: &mut Ui,
    builder: &Builder,
    work: &Work,
    built: &mut Vec<BuilderCommand>,
    wanted: &mut Vec<HomeCommand>,
) {
    let narrow = ui.available_width() < WIDE;
    if ui.available_width() < FIGHT_BESIDE {
        fight_ui(ui, builder, work, wanted);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            tabs_ui(ui, builder.tab, BuilderTab::short_name, built);
            tools_ui(ui, builder, work, built);
        });
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        fight_ui(ui, builder, work, wanted);
        if !narrow {
            tabs_ui(ui, builder.tab, BuilderTab::name, built);
        }
        tools_ui(ui, builder, work, built);
    });
    if narrow {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 5.0;
            tabs_ui(ui, builder.tab, BuilderTab::short_name, built);
        });
    }
}

/// The tabs, each under this name.
fn tabs_ui(
    ui: &mut Ui,
    shown: BuilderTab,
    name: impl Fn(BuilderTab) -> &'static str,
    wanted: &mut Vec<BuilderCommand>,
) {
    for tab in BuilderTab::ALL.into_iter().filter(|tab| *tab != BuilderTab::Opponent) {
        if choice(ui, shown == tab, fixed(name(tab)), fixed(tab.name())).clicked() {
            wanted.push(BuilderCommand::Show(tab));
        }
    }
}

fn tools_ui(ui: &mut Ui, builder: &Builder, work: &Work, wanted: &mut Vec<BuilderCommand>) {
    let button = quiet_button(ui, !work.past.is_empty(), message!("Undo"));
    let button = named(button, message!("Undo the last change"));
    if off_because(button, message!("There is no change to undo.")).clicked() {
        wanted.push(BuilderCommand::Edit(EditCommand::Undo));
    }
    if !work.future.is_empty()
        && named(quiet_button(ui, true, message!("Redo")), message!("Redo the next change"))
            .clicked()
    {
        wanted.push(BuilderCommand::Edit(EditCommand::Redo));
    }
    if builder.tab == BuilderTab::Fleet && work.file.is_some() && work.is_changed() {
        let button = quiet_button(ui, true, message!("Save"));
        if named(button, message!("Save the fleet")).clicked() {
            wanted.push(BuilderCommand::Save);
        }
    }
}

/// The ways to a new fleet.
fn begin_ui(ui: &mut Ui, builder: &Builder, wanted: &mut Vec<BuilderCommand>) {
    let mut opened = Vec::new();
    if !builder.own_fleets.is_empty() {
        heading(ui, message!("Your fleets"));
        aside(ui, message!("Changes are saved at once. Save a file to share it."));
        own_fleets::own_fleets_ui(ui, &builder.own_fleets, &mut opened);
    }
    new_ui(ui, builder, &mut opened);
    wanted.extend(opened.into_iter().map(BuilderCommand::Open));
    heading(ui, message!("Open a file"));
    sheet(ui, |ui| open_ui(ui, builder, wanted));
}

fn new_ui(ui: &mut Ui, builder: &Builder, wanted: &mut Vec<OpenCommand>) {
    heading(ui, message!("Start a fleet"));
    ui.horizontal_wrapped(|ui| {
        for tag in SystemTag::ALL {
            let name = message!("Fleets of {name}", name = tag.name());
            if choice(ui, *tag == builder.system, tag.name(), &name).clicked() {
                wanted.push(OpenCommand::System(*tag));
            }
        }
    });
    sheet(ui, |ui| {
        let whole = build::whole(builder.system);
        let width = ui.available_width().min(320.0);
        if main_button(ui, message!("Start an empty {whole}", whole = &whole), width).clicked() {
            wanted.push(OpenCommand::Empty);
        }
        random_ui(ui, builder, wanted);
    });
    caption(ui, message!("A ready {whole}", whole = build::whole(builder.system)));
    own_fleets::ready_ui(ui, builder.system, wanted);
}

/// The random fleets, and the balanced sets of the rules.
fn random_ui(ui: &mut Ui, builder: &Builder, wanted: &mut Vec<OpenCommand>) {
    caption(ui, message!("Random fleet"));
    let sizes = build::sizes(builder.system);
    ui.horizontal_wrapped(|ui| {
        for (ships, name) in &sizes {
            if quiet_pressed(ui, message!("Make a random {name}", name)) {
                wanted.push(OpenCommand::Random(*ships));
            }
        }
        if sizes.is_empty() {
            let ships = i64::from(builder.random_ships);
            if let Some(ships) = stepper(ui, ships, 1, 40, message!("Ships of a random fleet")) {
                let ships = u32::try_from(ships).unwrap_or(1);
                wanted.push(OpenCommand::RandomShips(ships));
            }
            if quiet_pressed(ui, message!("Make a random fleet")) {
                wanted.push(OpenCommand::Random(builder.random_ships));
            }
        }
    });
    if let Some(balanced) = build::balanced(builder.system) {
        caption(ui, &balanced.what);
        ui.horizontal_wrapped(|ui| {
            for (at, (set, name)) in balanced.sets.iter().enumerate() {
                if named(quiet_button(ui, true, set), name).clicked() {
                    wanted.push(OpenCommand::Balanced(at));
                }
            }
        });
    }
}

fn open_ui(ui: &mut Ui, builder: &Builder, wanted: &mut Vec<BuilderCommand>) {
    aside(ui, message!("Choose a file, or drop it on the window."));
    ui.horizontal_wrapped(|ui| {
        if named(
            quiet_button(ui, true, message!("Choose a file…")),
            message!("Choose a fleet file"),
        )
        .clicked()
        {
            wanted.push(BuilderCommand::Open(OpenCommand::AskForFile));
        }
        if cfg!(target_arch = "wasm32") {
            return;
        }
        let hint = "or the path of a fleet file";
        if let Some(path) =
            text_field(ui, &builder.path, message!("Path of a fleet file"), hint, 300.0)
        {
            wanted.push(BuilderCommand::TypePath(path));
        }
        let typed = !builder.path.trim().is_empty();
        let button =
            named(quiet_button(ui, typed, message!("Open it")), message!("Open that fleet file"));
        if off_because(button, message!("Type a path first.")).clicked() {
            wanted.push(BuilderCommand::Open(OpenCommand::Path));
        }
    });
    caption(ui, message!("Shared fleet"));
    let hint = "paste the link, the text, the file or its roster here";
    if let Some(text) = lines_field(ui, &builder.paste, message!("A shared fleet, pasted"), hint, 3)
    {
        wanted.push(BuilderCommand::Open(OpenCommand::TypePaste(text)));
    }
    let pasted = !builder.paste.trim().is_empty();
    let button =
        named(quiet_button(ui, pasted, message!("Read it")), message!("Read the pasted fleet"));
    if off_because(button, message!("Paste a fleet first.")).clicked() {
        wanted.push(BuilderCommand::Open(OpenCommand::Paste));
    }
}

/// The list form and the number of the open entry.
fn open_entry<'f>(work: &Work, form: &'f Form) -> Option<(&'f ListForm, usize)> {
    let (key, at) = work.open?;
    Some((form.lists.iter().find(|list| list.key == key)?, at))
}

fn edit(command: EditCommand) -> HomeCommand {
    HomeCommand::Build(BuilderCommand::Edit(command))
}

fn fleet_ui(ui: &mut Ui, work: &Work, wanted: &mut Vec<HomeCommand>) {
    let Some(form) = &work.form else {
        coloured(
            ui,
            message!(
                "This file does not name a rules system that Trierarch knows: add system = \"greek-fire\" (or another)."
            ),
            palette(ui.ctx()).bad,
        );
        return;
    };
    let open = open_entry(work, form);
    // Every entry is shown from its top.
    let salt = open.map_or("no entry".to_owned(), |(list, at)| format!("{} {at}", list.key));
    if ui.available_width() < WIDE {
        match open {
            Some((list, at)) => scrolled(ui, &salt, |ui| {
                let many = message!("‹ {many}", many = &list.many);
                if named(quiet_button(ui, true, &many), message!("Back to the whole fleet"))
                    .clicked()
                {
                    wanted.push(edit(EditCommand::OpenEntry(None)));
                }
                sheet(ui, |ui| entry_ui(ui, work, list, at, wanted));
            }),
            None => scrolled(ui, "fleet", |ui| whole_ui(ui, work, form, wanted)),
        }
        return;
    }
    let (width, height) = (ui.available_width(), ui.available_height());
    let left = (width * 0.42).min(520.0);
    ui.horizontal_top(|ui| {
        ui.allocate_ui(vec2(left, height), |ui| {
            ui.vertical(|ui| scrolled(ui, "fleet", |ui| whole_ui(ui, work, form, wanted)));
        });
        ui.allocate_ui(vec2(width - left - 8.0, height), |ui| {
            ui.vertical(|ui| {
                scrolled(ui, &salt, |ui| match open {
                    Some((list, at)) => sheet(ui, |ui| entry_ui(ui, work, list, at, wanted)),
                    None => sheet(ui, |ui| {
                        heading(ui, message!("No entry open"));
                        aside(ui, message!("Tap an entry in the list to edit it, or add one."));
                    }),
                });
            });
        });
    });
}

fn entry_ui(ui: &mut Ui, work: &Work, list: &ListForm, at: usize, wanted: &mut Vec<HomeCommand>) {
    let mut edits = Vec::new();
    entry::entry_ui(ui, work, list, at, &mut edits);
    wanted.extend(edits.into_iter().map(edit));
}

/// The fleet itself with its lists.
fn whole_ui(ui: &mut Ui, work: &Work, form: &Form, wanted: &mut Vec<HomeCommand>) {
    let mut edits = Vec::new();
    let (name, head) = form.head.split_at(form.head.len().min(1));
    head_ui(ui, work, name, &mut edits);
    lists_ui(ui, work, form, &mut edits);
    ui.add_space(6.0);
    sheet(ui, |ui| {
        head_ui(ui, work, head, &mut edits);
        let allowed = work.draft.allows_house_rules();
        let words = message!("Allow house rules: limits may be exceeded; the notes list them");
        if switch(ui, allowed, words, message!("Allow house rules")) {
            edits.push(EditCommand::HouseRules(!allowed));
        }
    });
    wanted.extend(edits.into_iter().map(edit));
}

/// The lists of the fleet, their faults, and the dice for everything.
fn lists_ui(ui: &mut Ui, work: &Work, form: &Form, wanted: &mut Vec<EditCommand>) {
    entry::all_faults_ui(ui, work, wanted);
    if let Some(chits) = work.draft.chits() {
        chits::chits_ui(ui, work, &chits, wanted);
    }
    for list in &form.lists {
        let count = work.draft.units(list.key).to_string();
        caption(ui, message!("{many}: {count}", many = &list.many, count));
        entry::list_ui(ui, work, list, wanted);
    }
    let rolls = form
        .lists
        .iter()
        .flat_map(|list| list.fields.iter().map(move |field| (list, field)))
        .any(|(list, field)| work.draft.room_for(list.key, 0, field).is_some());
    if rolls {
        let roll = if work.own_dice {
            message!("I rolled the advantages of all ships…")
        } else {
            message!("Roll the advantages of all ships")
        };
        ui.horizontal_wrapped(|ui| {
            let button = quiet_button(ui, true, roll);
            if named(button, message!("Roll the advantages of all ships")).clicked() {
                wanted.push(EditCommand::Roll(RollFor::Fleet));
            }
            if dice::who_rolls_ui(ui, work, &message!("Fleet: our own dice")) {
                wanted.push(EditCommand::OwnDice(!work.own_dice));
            }
        });
        if let Some(dice) = work.dice_for(RollFor::Fleet) {
            dice::dice_ui(ui, dice, wanted);
        }
    }
}

/// The fields of the fleet itself.
fn head_ui(ui: &mut Ui, work: &Work, head: &[FormField], wanted: &mut Vec<EditCommand>) {
    for field in head {
        let path = Path::default().key(field.key);
        // The faults of a table are shown above its first field.
        let table = path.parent().filter(|table| {
            let first = head.iter().find(|head| head.key.starts_with(&table.to_string()));
            first.is_some_and(|first| first.key == field.key)
        });
        if let Some(table) = table.map(|table| table.to_string()) {
            fields::faults_ui(ui, work.check.faults.iter().filter(|f| f.path == table));
        }
        let place = FieldAt { work, field, path, entry: None, owner: message!("Fleet") };
        field_ui(ui, &place, wanted);
    }
}

/// The button that takes the fleet into a battle, once the rules accept it.
fn fight_ui(ui: &mut Ui, builder: &Builder, work: &Work, wanted: &mut Vec<HomeCommand>) {
    if work.check.fleet.is_none() || builder.tab == BuilderTab::Opponent {
        return;
    }
    let (text, width) = (message!("Fight with this fleet"), ui.available_width().min(230.0));
    if main_button(ui, text, width).clicked() {
        wanted.push(HomeCommand::Fight);
    }
}
