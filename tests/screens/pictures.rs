//! Tests of the appearance of each screen in each theme, with small pictures stored next to
//! this file: one colour for every 20 points in both directions. They show what has moved,
//! vanished or changed its colour, and are the same in every run and on every machine,
//! since no graphics card paints them.
//!
//! `UPDATE_PICTURES=1 cargo test --test screens pictures` paints them again; look at the
//! screens first.

#![expect(clippy::cast_possible_truncation, reason = "colours of a picture")]

use std::path::{Path, PathBuf};

use trierarch::session::Tables;
use trierarch::ui::Start;
use trierarch::ui::command::{Command, Place, Setting, Tab, TableCommand};
use trierarch::ui::theme::Theme;

use crate::painted::Painted;
use crate::{DESK, PHONE, Screen, apply, open_with};

const FOLDER: &str = "tests/screens/pictures";

/// The side of a cell, in points.
const CELL: usize = 20;

/// The difference above which a cell counts as changed; rounding differences between
/// machines are far smaller.
const TOLERANCE: u8 = 6;

/// A picture: red, green and blue of each cell, row by row.
#[derive(PartialEq)]
pub(crate) struct Picture {
    columns: usize,
    cells: Vec<[u8; 3]>,
}

impl Picture {
    /// A picture of the screen as it is now.
    fn of(screen: &Screen) -> Picture {
        let painted = Painted::of(screen);
        Picture::of_pixels(painted.columns, &painted.pixels, CELL)
    }

    /// The picture as a PPM file, which most viewers open.
    fn to_ppm(&self) -> Vec<u8> {
        let rows = self.cells.len() / self.columns;
        let mut file = format!("P6\n{} {rows}\n255\n", self.columns).into_bytes();
        file.extend(self.cells.iter().flatten());
        file
    }

    fn from_ppm(file: &[u8]) -> Option<Picture> {
        let mut parts = file.splitn(4, |byte| *byte == b'\n');
        let (Some(b"P6"), Some(size), Some(b"255"), Some(cells)) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return None;
        };
        let columns = std::str::from_utf8(size).ok()?.split(' ').next()?.parse().ok()?;
        let cells = cells.chunks_exact(3).map(|cell| [cell[0], cell[1], cell[2]]).collect();
        Some(Picture { columns, cells })
    }

    /// The picture with cells of this many pixels in both directions, each their mean.
    pub(crate) fn of_pixels(columns: usize, pixels: &[[u8; 3]], cell: usize) -> Picture {
        let (across, down) = (columns / cell, pixels.len() / columns / cell);
        let mut sums = vec![[0_usize; 3]; across * down];
        for (at, pixel) in pixels.iter().enumerate() {
            let (column, row) = (at % columns / cell, at / columns / cell);
            if column < across && row < down {
                for (sum, channel) in sums[row * across + column].iter_mut().zip(pixel) {
                    *sum += usize::from(*channel);
                }
            }
        }
        let cells = sums.into_iter().map(|sum| sum.map(|sum| (sum / (cell * cell)) as u8));
        Picture { columns: across, cells: cells.collect() }
    }

    /// The number of cells that differ from another picture.
    pub(crate) fn differs(&self, other: &Picture) -> usize {
        if (self.columns, self.cells.len()) != (other.columns, other.cells.len()) {
            return self.cells.len().max(other.cells.len());
        }
        let far = |(one, two): &(&[u8; 3], &[u8; 3])| {
            one.iter().zip(two.iter()).any(|(one, two)| one.abs_diff(*two) > TOLERANCE)
        };
        self.cells.iter().zip(&other.cells).filter(far).count()
    }
}

/// Compares a screen with its stored picture.
fn compare(screen: &Screen, theme: Theme, what: &str, changed: &mut Vec<String>) {
    let name = format!("{}-{what}.ppm", theme.name().to_lowercase().replace(' ', "-"));
    let file: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER).join(&name);
    let painted = Picture::of(screen);
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::write(&file, painted.to_ppm()).unwrap();
    }
    let stored = std::fs::read(&file).ok().and_then(|stored| Picture::from_ppm(&stored));
    match stored.map(|stored| stored.differs(&painted)) {
        Some(0) => {}
        Some(cells) => changed.push(format!("{name}: {cells} of {} cells", painted.cells.len())),
        None => changed.push(format!("{name} is missing")),
    }
}

/// The window with the settings of a first start.
fn as_new(size: [f32; 2], start: &Start) -> Screen {
    let tables = Tables::in_memory();
    tables.settings_store().put("settings", Some("{}".into()));
    open_with(size, start, tables)
}

#[test]
fn every_screen_matches_its_picture_in_every_theme() {
    let mut changed = Vec::new();
    let mut screen = as_new(DESK, &Start::Ready("sybota".into()));
    for theme in Theme::ALL {
        apply(&mut screen, Command::Set(Setting::Theme(theme)));
        for place in Place::BAR {
            apply(&mut screen, Command::Go(place));
            compare(&screen, theme, &place.name().to_lowercase(), &mut changed);
        }
        apply(&mut screen, Command::Go(Place::Table));
        compare(&screen, theme, "battle", &mut changed);
    }
    let mut phone = as_new(PHONE, &Start::Ready("salamis".into()));
    compare(&phone, Theme::Light, "battle-on-a-phone", &mut changed);
    apply(&mut phone, Command::Table(TableCommand::Show(Tab::Log)));
    // With a network the log has one more button, to share the battle.
    if cfg!(not(feature = "nats")) {
        compare(&phone, Theme::Light, "log-on-a-phone", &mut changed);
    }
    assert!(changed.is_empty(), "these pictures have changed: {changed:#?}");
}

#[test]
fn a_picture_is_read_back_and_differs_where_a_colour_does() {
    let picture = Picture { columns: 2, cells: vec![[1, 2, 3], [10, 20, 255]] };
    let read = Picture::from_ppm(&picture.to_ppm()).unwrap();
    assert_eq!(picture.differs(&read), 0);
    let other = Picture { columns: 2, cells: vec![[1, 2, 3], [10, 27, 255]] };
    assert_eq!(picture.differs(&other), 1);
    assert!(Picture::from_ppm(b"a letter").is_none());
}
