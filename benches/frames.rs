//! Benchmark of the time to draw a frame while odds appear: for every order that rolls dice at
//! the start of every ready battle, and for two ships of 900 crew. Each frame is drawn five times,
//! and the fastest counts, because of other load on the machine.
//!
//! A frame is the pass over the screens and the triangles that it makes, at desktop size,
//! without the graphics card's part. `appear` is the tap that opens the order, the
//! computation of its odds, and the frame that first shows them; `change` is the same after
//! a field was changed; `still` is a frame in which the pointer moves and nothing changes.
//! A second table has the still frames of each screen.

#![allow(clippy::expect_used, clippy::panic, reason = "a benchmark fails with its message")]

mod screens;
#[allow(dead_code, reason = "other benchmarks also correct the records")]
mod worst_case;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use egui::{Context, Event, RawInput, Rect, pos2, vec2};
use trierarch::dice::{Entered, Seeded};
use trierarch::fleet::library;
use trierarch::games::{Battle, offers};
use trierarch::journal::{Journal, Opening};
use trierarch::rules::{Offer, Stop, Subject, ValueType};
use trierarch::session::Tables;
use trierarch::ui::Start;
use trierarch::ui::app::AppState;
use trierarch::ui::command::{Command, TableCommand};

/// The window without a screen.
struct Window {
    ctx: Context,
    state: AppState,
    frames: u16,
}

impl Window {
    /// A battle on the table.
    fn on(opening: Opening) -> Window {
        Window::on_journal(&Journal::open(opening).expect("a battle"))
    }

    /// A battle in progress.
    fn on_journal(journal: &Journal) -> Window {
        let ctx = Context::default();
        let tables = Tables::in_memory();
        let mut state = AppState::open(tables, &Start::Home, &ctx);
        let file = journal.to_file();
        state.apply(Command::BattleArrived("bench.battle".into(), file.into_bytes()), &ctx);
        let mut window = Window { ctx, state, frames: 0 };
        // The file is read on another thread.
        while window.state.table().is_none() {
            window.frame();
        }
        // The first frames lay out every text and rasterise the letters.
        for _ in 0..5 {
            window.frame();
        }
        window
    }

    fn frame(&mut self) {
        self.frame_with(None);
    }

    /// Draws a frame in which an event arrives.
    fn frame_with(&mut self, event: Option<Event>) {
        self.frames += 1;
        let at = f32::from(self.frames % 500);
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), vec2(1280.0, 800.0))),
            time: Some(f64::from(self.frames) / 60.0),
            events: [Event::PointerMoved(pos2(300.0 + at, 200.0 + at))]
                .into_iter()
                .chain(event)
                .collect(),
            ..RawInput::default()
        };
        let (ctx, state) = (self.ctx.clone(), &mut self.state);
        let mut output = ctx.run_ui(input, |ui| {
            state.logic(ui.ctx());
            state.frame(ui);
        });
        let shapes = std::mem::take(&mut output.shapes);
        black_box(ctx.tessellate(shapes, output.pixels_per_point));
        output.drop_without_applying_deltas();
    }

    fn apply(&mut self, command: Command) {
        self.state.apply(command, &self.ctx);
        self.frame();
    }

    fn give(&mut self, command: TableCommand) -> Duration {
        let start = Instant::now();
        self.state.apply(Command::Table(command), &self.ctx);
        self.frame();
        start.elapsed()
    }

    fn shows_odds(&self) -> bool {
        self.state.table().is_some_and(|table| table.forecast().is_some())
    }
}

/// The frames of one order.
struct Frames {
    appear: Duration,
    change: Duration,
    still: Duration,
}

fn main() {
    let columns = ["appear", "", "change", "", "still", ""];
    println!("{:24}{:>7}{}", "", "orders", columns.map(|c| format!("{c:>10}")).concat());
    let columns = ["median", "worst"].repeat(3);
    let columns: Vec<String> = columns.into_iter().map(|c| format!("{c:>10}")).collect();
    println!("{:31}{}", "", columns.concat());
    let mut by_system: BTreeMap<String, Vec<Frames>> = BTreeMap::new();
    for ready in library::battles() {
        let opening = Opening::ready(&ready.slug, 1).expect("a ready battle");
        by_system.entry(ready.system.to_string()).or_default().extend(measure(opening));
    }
    by_system.insert("900 crew against 900".into(), measure(worst_case::opening()));
    for (name, frames) in &by_system {
        line(name, frames);
    }
    println!();
    screens::table();
}

/// Opens every order that rolls dice.
fn measure(opening: Opening) -> Vec<Frames> {
    let battle = opening.battle().expect("a battle");
    let mut window = Window::on(opening);
    let everyone = battle.tags().into_iter().map(Subject::Unit);
    let mut all = Vec::new();
    for subject in everyone {
        for offer in
            offers(&battle.full_view(), subject).iter().filter(|offer| offer.refused.is_none())
        {
            all.extend(frames(&mut window, &battle, (subject, offer)));
        }
    }
    let orders = window.state.table().expect("a table").log().cursor;
    assert_eq!(orders, 0, "an order was given");
    all
}

fn frames(
    window: &mut Window,
    battle: &Battle,
    (subject, offer): (Subject, &Offer),
) -> Option<Frames> {
    // A tap may give an order without dice at once.
    let order = battle.read_order(&offer.written()).ok()?;
    let no_dice = &mut Entered::new([], Seeded::new(0, 0));
    let Err(Stop::Needs { .. }) = battle.resolve(&order, no_dice) else { return None };
    // Only once: an answer that exists is not requested again.
    let appear = window.give(TableCommand::Open(subject, offer.spec.kind));
    if !window.shows_odds() {
        window.give(TableCommand::Choose(None));
        return None;
    }
    let mut still = Duration::MAX;
    for _ in 0..5 {
        let start = Instant::now();
        window.frame();
        still = still.min(start.elapsed());
    }
    let field = offer.fields.iter().find(|field| !matches!(field.spec.takes, ValueType::Text))?;
    let open = field.choices.iter().filter(|choice| choice.refused.is_none());
    let other = open.map(|choice| &choice.value).find(|value| field.value.as_ref() != Some(value));
    let value = other.or(field.value.as_ref()).cloned();
    let change = window.give(TableCommand::Set(field.spec.name, value));
    window.give(TableCommand::Choose(None));
    Some(Frames { appear, change, still })
}

fn line(name: &str, frames: &[Frames]) {
    let of = |part: fn(&Frames) -> Duration| {
        let mut all: Vec<Duration> = frames.iter().map(part).collect();
        all.sort();
        [all[all.len() / 2], all[all.len() - 1]]
            .map(|time| format!("{:>10}", format!("{:.2} ms", time.as_secs_f64() * 1e3)))
            .concat()
    };
    let columns = [of(|f| f.appear), of(|f| f.change), of(|f| f.still)].concat();
    println!("{name:24}{:>7}{columns}", frames.len());
}
