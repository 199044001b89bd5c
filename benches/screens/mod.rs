//! Still frames of each screen with the most content that a player will ever have: two
//! fleets of a hundred ships, a log of ten thousand orders.

use std::time::{Duration, Instant};

use serde_json::json;
use trierarch::fleet::build;
use trierarch::games::{Fleet, Options, SystemTag};
use trierarch::journal::{DiceChoice, Journal, Opening};
use trierarch::ui::command::{
    BuilderCommand, BuilderTab, ChartsCommand, Command, CompareCommand, HomeCommand, OpenCommand,
    Place, PrintCommand, PrintSource, SaveCommand, Tab, TableCommand,
};

use super::Window;

/// The number of ships of each side.
const SHIPS: u32 = 100;
/// The number of orders in the log.
const ORDERS: u64 = 10_000;

fn fleet(seed: u64) -> Fleet {
    let draft = build::random(SystemTag::GreekFire, SHIPS, seed);
    draft.check().fleet.expect("a sound fleet")
}

fn opening() -> Opening {
    Opening::new([fleet(1), fleet(2)], Options::new(), 1)
}

/// A battle with this many corrections.
fn long_battle() -> Journal {
    let mut journal = Journal::open(opening()).expect("a battle");
    for at in 0..ORDERS {
        let tag = format!("{}{}", if at % 2 == 0 { "A" } else { "B" }, 1 + at % 100);
        let order = json!({"kind": "adjust", "ship": tag, "field": "fires", "value": at % 4});
        let order = order.as_object().expect("an order");
        let order = journal.battle().read_order(order).expect("a good order");
        let prepared = journal.prepare(&order, &DiceChoice::Program, at, "").expect("it stands");
        journal.enter(prepared);
    }
    journal
}

/// The fastest of twenty frames.
fn still(window: &mut Window) -> Duration {
    let once = |window: &mut Window| {
        let start = Instant::now();
        window.frame();
        start.elapsed()
    };
    for _ in 0..5 {
        window.frame();
    }
    (0..20).map(|_| once(window)).min().unwrap_or_default()
}

fn line(name: &str, window: &mut Window) {
    print_time(name, still(window));
}

fn print_time(name: &str, time: Duration) {
    println!("{name:44}{:>12}", format!("{:.2} ms", time.as_secs_f64() * 1e3));
}

/// The median of two hundred frames in which the wheel turns, down to the end and up again,
/// so that each shows new rows.
fn scrolled(window: &mut Window) -> Duration {
    let mut times: Vec<Duration> = (0..200)
        .map(|frame| {
            let down = if frame < 100 { -400.0 } else { 400.0 };
            let turned = egui::Event::MouseWheel {
                unit: egui::MouseWheelUnit::Point,
                delta: egui::vec2(0.0, down),
                phase: egui::TouchPhase::Move,
                source: egui::MouseWheelSource::Unknown,
                modifiers: egui::Modifiers::NONE,
            };
            let start = Instant::now();
            window.frame_with(Some(turned));
            start.elapsed()
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}

/// A frame of each screen.
pub(crate) fn table() {
    println!("{:44}{:>12}", "a still frame", "fastest");
    let mut window = Window::on_journal(&Journal::open(opening()).expect("a battle"));
    line("100 ships against 100", &mut window);
    for (name, place) in [
        ("Battles", Place::Battles),
        ("Fleets", Place::Fleets),
        ("Print", Place::Print),
        ("Charts", Place::Charts),
        ("Settings", Place::Settings),
    ] {
        window.apply(Command::Go(place));
        line(name, &mut window);
    }
    charts(&mut window);
    builder(&mut window);
    let print = |command| Command::Home(HomeCommand::Print(command));
    window.apply(Command::Go(Place::Print));
    window.apply(print(PrintCommand::Source(PrintSource::Built)));
    line("Print, 100 ships", &mut window);
    long(&mut Window::on_journal(&long_battle()));
}

fn charts(window: &mut Window) {
    window.apply(Command::Go(Place::Charts));
    for system in SystemTag::ALL {
        window.apply(Command::Charts(ChartsCommand::System(*system)));
        line(&format!("Charts, {}", system.name()), window);
    }
}

fn builder(window: &mut Window) {
    let build = |command| Command::Home(HomeCommand::Build(command));
    window.apply(Command::Go(Place::Fleets));
    window.apply(build(BuilderCommand::Open(OpenCommand::Random(SHIPS))));
    for tab in BuilderTab::ALL {
        window.apply(build(BuilderCommand::Show(tab)));
        if tab == BuilderTab::Compare {
            window.apply(build(BuilderCommand::Compare(CompareCommand::Keep)));
        }
        line(&format!("Fleets, 100 ships, {}", tab.name()), window);
    }
}

/// The log, and its actions.
fn long(window: &mut Window) {
    let table = |command| Command::Table(command);
    line("10,000 orders", window);
    window.apply(table(TableCommand::Show(Tab::Log)));
    line("10,000 orders, Log", window);
    print_time("10,000 orders, Log scrolled (median)", scrolled(window));
    window.apply(table(TableCommand::SearchLog("B7".into())));
    line("10,000 orders, Log searched", window);
    window.apply(table(TableCommand::Save(SaveCommand::Open(true))));
    line("10,000 orders, Save", window);
    window.apply(table(TableCommand::Save(SaveCommand::Open(false))));
    window.apply(table(TableCommand::ShowLuck(true)));
    line("10,000 orders, Luck", window);
    window.apply(table(TableCommand::ShowLuck(false)));
    let last = usize::try_from(ORDERS).unwrap_or_default() - 1;
    let amend = trierarch::ui::command::AmendCommand::Begin(last);
    window.apply(table(TableCommand::Amend(amend)));
    line("10,000 orders, Amend", window);
}
