//! What each screen looks like in each theme, held by a hash of the triangles that
//! it is painted with: places and colours, without the letters' place in their
//! texture. The same on every run.
//!
//! `UPDATE_PICTURES=1 cargo test --test screens pictures` writes them anew, after
//! the screens were looked at.

use std::fmt::Write as _;
use std::path::Path;

use egui::epaint::Primitive;
use sha2::{Digest, Sha256};
use trierarch::ui::Start;
use trierarch::ui::command::{Command, Place, Tab, TableCommand};
use trierarch::ui::theme::Theme;

use crate::{DESK, PHONE, Screen, open};

const KNOWN: &str = "tests/snapshots/pictures.txt";

fn apply(screen: &mut Screen, command: Command) {
    let ctx = screen.ctx.clone();
    screen.state_mut().as_mut().unwrap().apply(command, &ctx);
    screen.run();
}

/// A number for everything that is painted.
fn picture(screen: &Screen) -> String {
    let output = screen.output();
    let shapes = output.shapes.clone();
    let mut hasher = Sha256::new();
    for primitive in screen.ctx.tessellate(shapes, output.pixels_per_point) {
        let Primitive::Mesh(mesh) = primitive.primitive else { continue };
        for vertex in &mesh.vertices {
            // An eighth of a point: no rounding of the machine's moves it.
            for at in [vertex.pos.x, vertex.pos.y] {
                hasher.update((at * 8.0).round().to_le_bytes());
            }
            hasher.update(vertex.color.to_array());
        }
        for index in &mesh.indices {
            hasher.update(index.to_le_bytes());
        }
    }
    let mut hash = String::new();
    for byte in hasher.finalize().iter().take(8) {
        let _ = write!(hash, "{byte:02x}");
    }
    hash
}

fn all() -> String {
    let mut lines = String::new();
    for (size, device) in [(DESK, "desk"), (PHONE, "phone")] {
        for theme in Theme::ALL {
            let mut screen = open(size, &Start::Ready("sybota".into()));
            apply(&mut screen, Command::SetTheme(theme));
            let mut add = |screen: &Screen, what: &str| {
                let _ = writeln!(lines, "{device} {theme:?} {what}: {}", picture(screen));
            };
            add(&screen, "battle");
            apply(&mut screen, Command::Table(TableCommand::Show(Tab::Log)));
            add(&screen, "log");
            for place in Place::BAR {
                apply(&mut screen, Command::Go(place));
                add(&screen, place.name());
            }
        }
    }
    lines
}

#[test]
fn pictures_are_the_same_on_every_run() {
    let painted = all();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(KNOWN);
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::write(&file, &painted).unwrap();
    }
    let known = std::fs::read_to_string(&file).unwrap();
    let changed: Vec<_> = painted.lines().filter(|line| !known.contains(line)).collect();
    assert!(changed.is_empty(), "these look otherwise now: {changed:#?}");
    assert_eq!(painted, all(), "the same twice");
}
