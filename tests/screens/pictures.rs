//! How each screen looks in each theme, as small pictures kept beside this
//! file: one colour for every 20 points in both directions. They show what has
//! moved, vanished or changed its colour, and are the same in every run and on
//! every machine, since they depend on no graphics card and no letter shapes.
//!
//! `UPDATE_PICTURES=1 cargo test --test screens pictures` paints them again,
//! after the screens have been looked at.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "places and colours of a picture"
)]

use std::path::{Path, PathBuf};

use egui::epaint::{Mesh, Primitive, Vertex, WHITE_UV};
use egui::{ColorImage, Pos2, Rect, Vec2};
use trierarch::referee::Tables;
use trierarch::ui::Start;
use trierarch::ui::command::{Command, Place, Setting, Tab, TableCommand};
use trierarch::ui::theme::Theme;

use crate::textures::{self, Textures};
use crate::{DESK, PHONE, Screen, open_with, settle};

const KEPT: &str = "tests/screens/pictures";

/// The distance between two sampled places, in points, and the number of places
/// in each direction that make a cell.
const STEP: f32 = 4.0;
const SAMPLES: usize = 5;

/// How much of its background a letter covers, whichever letter it is.
const LETTERS: f32 = 0.4;

/// A cell whose colour differs more than this was painted differently;
/// differences in rounding between machines are far smaller.
const TOLERANCE: u8 = 6;

/// A picture: red, green and blue of each cell, row by row.
#[derive(PartialEq)]
pub(crate) struct Picture {
    columns: usize,
    cells: Vec<[u8; 3]>,
}

/// The sampled places, with their colours.
struct Canvas {
    columns: usize,
    rows: usize,
    colours: Vec<[f32; 3]>,
}

impl Canvas {
    fn new(size: Vec2) -> Canvas {
        let count = |points: f32| (points / STEP).floor() as usize / SAMPLES * SAMPLES;
        let (columns, rows) = (count(size.x), count(size.y));
        Canvas { columns, rows, colours: vec![[0.0; 3]; columns * rows] }
    }

    /// A sampled place, off the lines on which screens are laid out, so that
    /// none is on an edge.
    fn place(column: usize, row: usize) -> Pos2 {
        egui::pos2(column as f32 * STEP + 1.37, row as f32 * STEP + 2.11)
    }

    fn paint(&mut self, mesh: &Mesh, clip: Rect, picture: Option<&ColorImage>) {
        for corners in mesh.indices.chunks_exact(3) {
            let corner = |at: usize| mesh.vertices[corners[at] as usize];
            self.triangle([corner(0), corner(1), corner(2)], clip, picture);
        }
    }

    fn triangle(&mut self, [a, b, c]: [Vertex; 3], clip: Rect, picture: Option<&ColorImage>) {
        let across = |from: Pos2, to: Pos2, at: Pos2| {
            (to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x)
        };
        let area = across(a.pos, b.pos, c.pos);
        let bounds = Rect::from_points(&[a.pos, b.pos, c.pos]).intersect(clip);
        if area == 0.0 || bounds.is_negative() {
            return;
        }
        let letters = if a.uv == WHITE_UV { 1.0 } else { LETTERS };
        let index = |points: f32, most: usize| ((points / STEP).max(0.0) as usize).min(most);
        for row in index(bounds.top() - STEP, self.rows)..index(bounds.bottom() + STEP, self.rows) {
            let first = index(bounds.left() - STEP, self.columns);
            for column in first..index(bounds.right() + STEP, self.columns) {
                let at = Canvas::place(column, row);
                let parts = [
                    across(b.pos, c.pos, at) / area,
                    across(c.pos, a.pos, at) / area,
                    across(a.pos, b.pos, at) / area,
                ];
                if clip.contains(at) && parts.iter().all(|part| *part >= 0.0) {
                    let cover = picture.map_or([letters; 4], |picture| {
                        let uv = [a, b, c].into_iter().zip(parts);
                        let uv = uv.fold(Vec2::ZERO, |sum, (corner, part)| {
                            sum + corner.uv.to_vec2() * part
                        });
                        let there = textures::colour(picture, uv.to_pos2()).to_array();
                        there.map(|channel| f32::from(channel) / 255.0)
                    });
                    self.blend(row * self.columns + column, [a, b, c], parts, cover);
                }
            }
        }
    }

    fn blend(&mut self, at: usize, corners: [Vertex; 3], parts: [f32; 3], cover: [f32; 4]) {
        let mut colour = [0.0; 4];
        for (corner, part) in corners.iter().zip(parts) {
            let channels = corner.color.to_array().into_iter().zip(cover);
            for (sum, (channel, cover)) in colour.iter_mut().zip(channels) {
                *sum += f32::from(channel) * part * cover;
            }
        }
        let [red, green, blue, alpha] = colour;
        let behind = 1.0 - alpha / 255.0;
        for (channel, over) in self.colours[at].iter_mut().zip([red, green, blue]) {
            *channel = over + *channel * behind;
        }
    }

    fn picture(&self) -> Picture {
        let columns = self.columns / SAMPLES;
        let mut cells = Vec::new();
        for row in 0..self.rows / SAMPLES {
            for column in 0..columns {
                let mut sums = [0.0; 3];
                for inside in 0..SAMPLES * SAMPLES {
                    let (x, y) = (inside % SAMPLES, inside / SAMPLES);
                    let at = (row * SAMPLES + y) * self.columns + column * SAMPLES + x;
                    for (sum, channel) in sums.iter_mut().zip(self.colours[at]) {
                        *sum += channel;
                    }
                }
                cells.push(sums.map(|sum| (sum / (SAMPLES * SAMPLES) as f32).round() as u8));
            }
        }
        Picture { columns, cells }
    }
}

impl Picture {
    /// A picture of the screen as it is now.
    fn of(screen: &Screen) -> Picture {
        let output = screen.output();
        let textures = Textures::of(&screen.ctx);
        let mut canvas = Canvas::new(screen.ctx.content_rect().size());
        for primitive in screen.ctx.tessellate(output.shapes.clone(), output.pixels_per_point) {
            if let Primitive::Mesh(mesh) = &primitive.primitive {
                let picture = textures.get(mesh.texture_id);
                canvas.paint(mesh, primitive.clip_rect, picture.as_deref());
            }
        }
        canvas.picture()
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

    /// The picture with cells of so many pixels in both directions, each their mean.
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

    /// How many cells differ from another picture.
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

fn apply(screen: &mut Screen, command: Command) {
    let ctx = screen.ctx.clone();
    screen.state_mut().as_mut().unwrap().apply(command, &ctx);
    settle(screen);
}

/// Compares a screen with its kept picture.
fn hold(screen: &Screen, theme: Theme, what: &str, changed: &mut Vec<String>) {
    let name = format!("{}-{what}.ppm", theme.name().to_lowercase().replace(' ', "-"));
    let file: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join(KEPT).join(&name);
    let painted = Picture::of(screen);
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::write(&file, painted.to_ppm()).unwrap();
    }
    let kept = std::fs::read(&file).ok().and_then(|kept| Picture::from_ppm(&kept));
    match kept.map(|kept| kept.differs(&painted)) {
        Some(0) => {}
        Some(cells) => changed.push(format!("{name}: {cells} of {} cells", painted.cells.len())),
        None => changed.push(format!("{name} is missing")),
    }
}

/// The window with the settings of a first start.
fn as_new(size: [f32; 2], start: &Start) -> Screen {
    let tables = Tables::in_memory();
    tables.desk().put("settings", Some("{}".into()));
    open_with(size, start, tables)
}

#[test]
fn every_screen_looks_in_every_theme_as_it_was_last_looked_at() {
    let mut changed = Vec::new();
    let mut screen = as_new(DESK, &Start::Ready("sybota".into()));
    for theme in Theme::ALL {
        apply(&mut screen, Command::Set(Setting::Theme(theme)));
        for place in Place::BAR {
            apply(&mut screen, Command::Go(place));
            hold(&screen, theme, &place.name().to_lowercase(), &mut changed);
        }
        apply(&mut screen, Command::Go(Place::Table));
        hold(&screen, theme, "battle", &mut changed);
    }
    let mut phone = as_new(PHONE, &Start::Ready("salamis".into()));
    hold(&phone, Theme::Light, "battle-on-a-phone", &mut changed);
    apply(&mut phone, Command::Table(TableCommand::Show(Tab::Log)));
    hold(&phone, Theme::Light, "log-on-a-phone", &mut changed);
    assert!(changed.is_empty(), "these look otherwise now: {changed:#?}");
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
