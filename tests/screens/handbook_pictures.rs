//! Pictures for the handbook, the README and package catalogues: the real screens after a
//! few taps. They are painted in every run and compared with the stored pictures, so that
//! none shows an outdated screen.
//!
//! `UPDATE_PICTURES=1 cargo test --test screens book` paints them again; look at them
//! before you commit them.

use std::path::Path;

use trierarch::session::Tables;
use trierarch::storage::{BattleLibrary, Clock, InMemory};
use trierarch::ui::Start;

use crate::meaning::ask;
use crate::painted::{MARGIN, Painted};
use crate::pictures::Picture;
use crate::{Screen, battles, build_window, controls, press, press_here, settle, write};

const FOLDER: &str = "docs/handbook/pictures";

/// Wide enough for both fleets next to the order, and narrow enough that its letters are
/// readable on a page.
const WIDE: [f32; 2] = [1120.0, 700.0];
/// A small desktop, for the README.
const DESKTOP: [f32; 2] = [1280.0, 800.0];
/// The same width, for long content.
const LARGE: [f32; 2] = [1120.0, 890.0];
/// A phone.
const HIGH: [f32; 2] = [390.0, 720.0];
/// A long column, which shows content that would otherwise be scrolled.
const LONG: [f32; 2] = [560.0, 1080.0];

/// Pixels per point: many screens have more than one.
const SCALE: f32 = 1.25;

/// A cell for the comparison is the mean of this many pixels in both directions: smaller
/// than a letter, larger than rounding differences between machines.
const CELL: usize = 6;

/// A picture: its file name, the ready battle on the table or `""` for the list of battles,
/// the size of the window, and the taps.
struct Shot(&'static str, &'static str, [f32; 2], &'static [Tap]);

enum Tap {
    /// The control with this name.
    On(&'static str),
    /// The control whose name starts with this text.
    Prefix(&'static str),
    /// A word that has a glossary card.
    Word(&'static str),
    /// These faces, on the pad for the players' own dice.
    Dice(&'static [u8]),
    /// A field, and the text to write into it.
    Write(&'static str, &'static str),
}

use Tap::{Dice, On, Prefix, Word, Write};

const SHOTS: &[Shot] = &[
    Shot("table", "sybota", DESKTOP, TABLE),
    Shot("ram", "sybota", LARGE, RAM),
    Shot("battles", "", WIDE, &[]),
    Shot("lesson", "", HIGH, &[On("Start the lesson")]),
    Shot("dice-pad", "sybota", HIGH, DICE_PAD),
    Shot("why", "sybota", LONG, WHY),
    Shot("card", "sybota", HIGH, CARD),
    Shot("phone", "sybota", HIGH, &[On(A1), On("Sail: roll for the wind"), Dice(&[6])]),
    Shot("amend", "sybota", [560.0, 1290.0], AMEND),
    Shot("builder", "", WIDE, BUILDER),
    Shot("print", "", WIDE, PRINT),
    Shot("charts", "", WIDE, CHARTS),
    Shot("cover", "drepanum", HIGH, &[]),
    Shot("salamis", "salamis", LARGE, SALAMIS),
    Shot("charge", "learning", LARGE, CHARGE),
];

const A1: &str = "Choose A1 Parrhesia";

const TABLE: &[Tap] =
    &[On(A1), On("Sail: roll for the wind"), Dice(&[6]), On("Target: B1 Pegasis")];

const RAM: &[Tap] = &[
    On(A1),
    On("Sail: roll for the wind"),
    Dice(&[6]),
    On("Target: B1 Pegasis"),
    On("Shoot B1: archers 1"),
    On("Range in hexes: 2"),
    Dice(&[8, 9, 1]),
    On("Ram B1"),
    On("Spaces straight ahead: 4"),
    On("Bow to bow: no"),
];

const DICE_PAD: &[Tap] = &[On(A1), On("Target: B1 Pegasis"), On("Ram B1"), Dice(&[7, 2])];

const WHY: &[Tap] =
    &[On(A1), On("Target: B1 Pegasis"), On("Ram B1"), Dice(&[7, 2, 3, 4]), Prefix("Why? Order")];

const CARD: &[Tap] = &[On(A1), On("Target: B1 Pegasis"), On("Ram B1"), Word("Bow to bow")];

const AMEND: &[Tap] = &[
    On(A1),
    On("Target: B1 Pegasis"),
    On("Ram B1"),
    Dice(&[7, 2, 3, 4]),
    On("Shoot B1: archers 1"),
    Dice(&[10, 5, 6]),
    On("Log of the battle"),
    Prefix("2. Ram"),
    On("Edit…: 2"),
    On("Bow to bow: yes"),
];

const BUILDER: &[Tap] = &[
    On("Fleets"),
    On("Edit a copy of The squadron of Phormion"),
    Prefix("Open Ship 2:"),
    On("Ship 2 Type: Penteconter"),
];

const PRINT: &[Tap] = &[On("Print"), On("Print The squadron of Phormion"), On("The next page")];

const CHARTS: &[Tap] = &[
    On("Charts"),
    Write("Search the charts", "trebuhcet"),
    Word("trebuchet (weapon)"),
    On("Table on the card: Missiles"),
];

const SALAMIS: &[Tap] = &[
    On("End movement"),
    On("Choose A2 Ameinias of Pallene"),
    On("Target: B1 Tetramnestos of Sidon"),
    On("Ram B1"),
];

const CHARGE: &[Tap] = &[
    On("Roll for initiative"),
    Dice(&[5, 2]),
    On("I play A consul's army"),
    Prefix("Next phase"),
    On("Continue anyway"),
    On("Choose A4 First legion"),
    Prefix("B5 "),
    Prefix("Charge"),
    On("The target answers: Stand"),
];

/// A fixed clock.
struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> u64 {
        1_790_000_000
    }
}

fn name_with_prefix(screen: &Screen, begin: &str) -> String {
    let all = controls(screen);
    let name = all.keys().find(|name| name.starts_with(begin));
    assert!(name.is_some(), "nothing begins with `{begin}` among {:#?}", all.keys());
    name.unwrap().clone()
}

fn tap(screen: &mut Screen, tap: &Tap) {
    match tap {
        On(name) => press(screen, name),
        Prefix(begin) => {
            let name = name_with_prefix(screen, begin);
            press_here(screen, &name);
        }
        Word(word) => ask(screen, word),
        Dice(faces) => {
            for face in *faces {
                press(screen, &format!("It shows {face}"));
            }
        }
        Write(field, text) => write(screen, field, text),
    }
}

fn painted(Shot(_, battle, size, taps): &Shot) -> Painted {
    let tables = Tables::inline(BattleLibrary::new(InMemory::default(), FixedClock));
    tables.settings_store().put("settings", Some("{}".into()));
    let start = if battle.is_empty() { battles() } else { Start::Ready((*battle).into()) };
    let size = size.map(|points| points + 2.0 * MARGIN);
    let mut screen = build_window(size, SCALE, &start, tables);
    for next in *taps {
        tap(&mut screen, next);
    }
    // No control has the keyboard focus, and no notice of the last tap is left.
    settle(&mut screen);
    Painted::of(&screen)
}

/// The picture for comparison.
fn cells(painted: &Painted) -> Picture {
    Picture::of_pixels(painted.columns, &painted.pixels, CELL)
}

#[test]
fn the_pictures_of_the_handbook_show_the_screens_as_they_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER);
    let mut changed = Vec::new();
    for shot in SHOTS {
        let painted = painted(shot);
        let file = folder.join(shot.0).with_extension("png");
        if std::env::var_os("UPDATE_PICTURES").is_some() {
            std::fs::write(&file, painted.to_png()).unwrap();
        }
        let stored = std::fs::read(&file).ok().and_then(|stored| Painted::from_png(&stored));
        match stored.map(|stored| cells(&stored).differs(&cells(&painted))) {
            Some(0) => {}
            Some(cells) => changed.push(format!("{}: {cells} cells", shot.0)),
            None => changed.push(format!("{} is missing", shot.0)),
        }
    }
    assert!(changed.is_empty(), "these pictures have changed: {changed:#?}");
}

#[test]
fn every_picture_of_the_handbook_is_made_here() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for entry in std::fs::read_dir(root.join(FOLDER)).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let made = SHOTS.iter().any(|shot| name == format!("{}.png", shot.0));
        assert!(made, "no shot makes {name}");
    }
}
