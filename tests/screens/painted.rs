//! A software painter for screens, including letters, without a graphics card, so that the
//! same picture results in every run.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "places and colours of a picture"
)]

use std::ops::Range;
use std::sync::Arc;

use egui::epaint::{Mesh, Primitive, Vertex};
use egui::{Color32, ColorImage, Pos2, Rect};

use crate::Screen;
use crate::textures::Textures;

/// The resolution of the grid for corners, on which two triangles with a common edge divide
/// its pixels exactly.
const GRID: f32 = 256.0;

/// The margin that the test harness leaves around a window.
pub(crate) const MARGIN: f32 = 8.0;

/// The distance from a pixel within which a position in an image counts as exactly on it.
const PIXEL_TOLERANCE: f32 = 0.004;

/// A painted screen: red, green and blue of each pixel, row by row.
pub(crate) struct Painted {
    pub(crate) columns: usize,
    pub(crate) pixels: Vec<[u8; 3]>,
}

/// A screen while it is being painted.
struct Canvas<'a> {
    columns: usize,
    rows: usize,
    /// Pixels to a point.
    scale: f32,
    /// The source of the current triangles' colours: the letters, or a picture.
    image: &'a ColorImage,
    colours: Vec<[f32; 3]>,
}

/// A corner on the grid, with its colour and its position in the image.
struct Corner {
    at: [i64; 2],
    colour: Color32,
    place: Pos2,
}

impl Painted {
    /// The screen as it is now.
    pub(crate) fn of(screen: &Screen) -> Painted {
        let output = screen.output();
        let scale = output.pixels_per_point;
        let drawn = screen.ctx.tessellate(output.shapes.clone(), scale);
        #[expect(
            clippy::redundant_closure_for_method_calls,
            reason = "the method's lifetime does not fit"
        )]
        let letters = Arc::new(screen.ctx.fonts(|fonts| fonts.image()));
        let textures = Textures::of(&screen.ctx);
        let size = screen.ctx.content_rect().size() * scale;
        let (columns, rows) = (size.x.round() as usize, size.y.round() as usize);
        let colours = vec![[0.0; 3]; columns * rows];
        let meshes = drawn.iter().filter_map(|primitive| match &primitive.primitive {
            Primitive::Mesh(mesh) => {
                let picture = textures.get(mesh.texture_id);
                let image = picture.unwrap_or_else(|| Arc::clone(&letters));
                Some((mesh, primitive.clip_rect, image))
            }
            Primitive::Callback(_) => None,
        });
        let meshes: Vec<(&Mesh, Rect, Arc<ColorImage>)> = meshes.collect();
        let mut canvas = Canvas { columns, rows, scale, image: &letters, colours };
        for (mesh, clip, image) in &meshes {
            canvas.image = image;
            canvas.paint(mesh, *clip);
        }
        canvas.painted((MARGIN * scale).round() as usize)
    }
}

impl Canvas<'_> {
    /// What is painted within a margin.
    fn painted(&self, margin: usize) -> Painted {
        let byte = |colour: f32| colour.round().clamp(0.0, 255.0) as u8;
        let rows =
            self.colours.chunks_exact(self.columns).skip(margin).take(self.rows - 2 * margin);
        let inside = rows.flat_map(|row| &row[margin..self.columns - margin]);
        let pixels = inside.map(|pixel| pixel.map(byte)).collect();
        Painted { columns: self.columns - 2 * margin, pixels }
    }

    fn paint(&mut self, mesh: &Mesh, clip: Rect) {
        let corners: Vec<Corner> = mesh.vertices.iter().map(|vertex| self.corner(vertex)).collect();
        let (from, to) = (clip.min * self.scale, clip.max * self.scale);
        let index = |pixels: f32, most: usize| (pixels.round().max(0.0) as usize).min(most);
        let across = index(from.x, self.columns)..index(to.x, self.columns);
        let down = index(from.y, self.rows)..index(to.y, self.rows);
        for three in mesh.indices.chunks_exact(3) {
            let three = [0, 1, 2].map(|nth| &corners[three[nth] as usize]);
            self.triangle(three, [across.clone(), down.clone()]);
        }
    }

    fn corner(&self, vertex: &Vertex) -> Corner {
        let on_grid = |points: f32| (points * self.scale * GRID).round() as i64;
        Corner {
            at: [on_grid(vertex.pos.x), on_grid(vertex.pos.y)],
            colour: vertex.color,
            place: vertex.uv,
        }
    }

    fn triangle(&mut self, [a, b, c]: [&Corner; 3], [across, down]: [Range<usize>; 2]) {
        let area = side(a.at, b.at, c.at);
        let [a, b, c] = if area < 0 { [a, c, b] } else { [a, b, c] };
        if area == 0 {
            return;
        }
        let corners = [a, b, c];
        let (across, down) = (pixels(corners, 0, &across), pixels(corners, 1, &down));
        let edges = [Edge::of(b, c), Edge::of(c, a), Edge::of(a, b)];
        let flat = self.flat(corners);
        for row in down {
            let mut sides = [0, 1, 2].map(|nth| edges[nth].at(across.start, row));
            for column in across.clone() {
                // No sign bit means that the pixel is on the inner side of all three edges.
                if sides[0] | sides[1] | sides[2] >= 0 {
                    let ink = flat.unwrap_or_else(|| {
                        self.ink(
                            corners,
                            sides.map(|side| side as f32 / area.unsigned_abs() as f32),
                        )
                    });
                    self.blend(row * self.columns + column, ink);
                }
                // Separately, since most tests run without optimisation.
                sides[0] += edges[0].step;
                sides[1] += edges[1].step;
                sides[2] += edges[2].step;
            }
        }
    }

    /// The colour of the whole triangle, if it has a single one.
    fn flat(&self, [a, b, c]: [&Corner; 3]) -> Option<[f32; 4]> {
        let same = |one: &Corner, two: &Corner| one.colour == two.colour && one.place == two.place;
        (same(a, b) && same(b, c)).then(|| self.ink([a, b, c], [1.0, 0.0, 0.0]))
    }

    /// The colour between three corners.
    fn ink(&self, corners: [&Corner; 3], weights: [f32; 3]) -> [f32; 4] {
        let mut colour = [0.0; 4];
        let mut place = egui::Vec2::ZERO;
        for (corner, weight) in corners.into_iter().zip(weights) {
            place += corner.place.to_vec2() * weight;
            for (sum, part) in colour.iter_mut().zip(parts(corner.colour)) {
                *sum += part * weight;
            }
        }
        let ink = self.colour_at(place);
        [0, 1, 2, 3].map(|part| colour[part] * ink[part] / 255.0)
    }

    fn blend(&mut self, at: usize, ink: [f32; 4]) {
        let behind = 1.0 - ink[3] / 255.0;
        let colour = &mut self.colours[at];
        colour[0] = ink[0] + colour[0] * behind;
        colour[1] = ink[1] + colour[1] * behind;
        colour[2] = ink[2] + colour[2] * behind;
    }

    /// The colour at a position in the image, interpolated between its four neighbours.
    fn colour_at(&self, at: egui::Vec2) -> [f32; 4] {
        let [width, height] = self.image.size;
        let x = (at.x * width as f32 - 0.5).clamp(0.0, (width - 1) as f32);
        let y = (at.y * height as f32 - 0.5).clamp(0.0, (height - 1) as f32);
        let (left, top) = (x as usize, y as usize);
        let (right, bottom) = ((left + 1).min(width - 1), (top + 1).min(height - 1));
        let (right_part, bottom_part) = (x.fract(), y.fract());
        if right_part < PIXEL_TOLERANCE && bottom_part < PIXEL_TOLERANCE {
            return parts(self.image.pixels[top * width + left]);
        }
        let mut colour = [0.0; 4];
        for (column, row, part) in [
            (left, top, (1.0 - right_part) * (1.0 - bottom_part)),
            (right, top, right_part * (1.0 - bottom_part)),
            (left, bottom, (1.0 - right_part) * bottom_part),
            (right, bottom, right_part * bottom_part),
        ] {
            let found = parts(self.image.pixels[row * width + column]);
            for (sum, channel) in colour.iter_mut().zip(found) {
                *sum += channel * part;
            }
        }
        colour
    }
}

/// Red, green, blue and opacity.
fn parts(colour: Color32) -> [f32; 4] {
    colour.to_array().map(f32::from)
}

/// The pixels that a triangle may touch in one direction.
fn pixels(corners: [&Corner; 3], axis: usize, within: &Range<usize>) -> Range<usize> {
    let all = corners.map(|corner| corner.at[axis].div_euclid(GRID as i64));
    let least = all.into_iter().min().unwrap_or(0).max(within.start as i64);
    let most = all.into_iter().max().unwrap_or(0).min(within.end as i64 - 1);
    least.max(0) as usize..(most + 1).max(0) as usize
}

/// An edge of a triangle, with the triangle on its right.
struct Edge {
    from: [i64; 2],
    to: [i64; 2],
    /// The change in distance from one pixel to the next.
    step: i64,
}

impl Edge {
    fn of(from: &Corner, to: &Corner) -> Edge {
        Edge { from: from.at, to: to.at, step: (from.at[1] - to.at[1]) * GRID as i64 }
    }

    /// The distance of a pixel's centre to the right of the edge. A pixel on the edge
    /// belongs to one of the two triangles that share it.
    fn at(&self, column: usize, row: usize) -> i64 {
        let grid = GRID as i64;
        let middle = [column, row].map(|pixel| pixel as i64 * grid + grid / 2);
        let down = self.to[1] - self.from[1];
        let owns = down < 0 || (down == 0 && self.to[0] > self.from[0]);
        side(self.from, self.to, middle) - i64::from(!owns)
    }
}

/// The side of a line on which a point is, and its distance.
fn side(from: [i64; 2], to: [i64; 2], at: [i64; 2]) -> i64 {
    (to[0] - from[0]) * (at[1] - from[1]) - (to[1] - from[1]) * (at[0] - from[0])
}
