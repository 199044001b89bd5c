//! Custom drawing: silhouettes, dice, flames, pips.

use std::sync::Arc;

use egui::epaint::{Mesh, PathShape, TessellationOptions, Tessellator};
use egui::{Align2, Color32, FontId, Id, Painter, Pos2, Rect, Shape, Stroke, Ui, Vec2, pos2, vec2};

use crate::drawing::{self, Drawing, HEIGHT, INCISION_WIDTH, SIGN_SIZE, Sign, WIDTH};

use super::theme;

/// The direction that a silhouette points in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Facing {
    /// As it was drawn.
    Right,
    /// Mirrored.
    Left,
}

/// Paints a silhouette as large as fits in `rect`; the colours are those of the
/// figure and its ground.
pub(super) fn silhouette(ui: &Ui, rect: Rect, figure: (Drawing, Facing), colours: [Color32; 2]) {
    let scale = (rect.width() / WIDTH).min(rect.height() / HEIGHT);
    let pixels = ui.ctx().pixels_per_point();
    let (drawing, facing) = figure;
    let key = Id::unique(("silhouette", drawing, facing, colours));
    let key = key.with((scale.to_bits(), pixels.to_bits()));
    // Tessellated once for each size, since a ship has hundreds of small
    // pieces.
    let cached = ui.ctx().data(|data| data.get_temp::<Arc<Mesh>>(key));
    let mesh = cached.unwrap_or_else(|| {
        let mesh = Arc::new(mesh_of(figure, scale, pixels, colours));
        ui.ctx().data_mut(|data| data.insert_temp(key, Arc::clone(&mesh)));
        mesh
    });
    let mut mesh = Mesh::clone(&mesh);
    mesh.translate(rect.center().to_vec2() - vec2(WIDTH, HEIGHT) * scale / 2.0);
    ui.painter().add(Shape::mesh(mesh));
}

/// Paints the sign of what a ship does; the colours are those of the figure and
/// its ground.
pub(super) fn sign(ui: &Ui, rect: Rect, sign: Sign, colours: [Color32; 2]) {
    let scale = rect.width().min(rect.height()) / SIGN_SIZE;
    let pixels = ui.ctx().pixels_per_point();
    let key = Id::unique(("sign", sign, colours)).with((scale.to_bits(), pixels.to_bits()));
    let cached = ui.ctx().data(|data| data.get_temp::<Arc<Mesh>>(key));
    let mesh = cached.unwrap_or_else(|| {
        let brush = Brush { scale, pixels_per_point: pixels, fine: true, colours };
        let mesh = Arc::new(brush.mesh(&sign.shapes(), |[x, _]| x));
        ui.ctx().data_mut(|data| data.insert_temp(key, Arc::clone(&mesh)));
        mesh
    });
    let mut mesh = Mesh::clone(&mesh);
    mesh.translate(rect.center().to_vec2() - Vec2::splat(SIGN_SIZE) * scale / 2.0);
    ui.painter().add(Shape::mesh(mesh));
}

/// How shapes are painted.
struct Brush {
    scale: f32,
    pixels_per_point: f32,
    /// Whether scratched lines are large enough to be seen.
    fine: bool,
    /// The colours of the figure and its ground.
    colours: [Color32; 2],
}

impl Brush {
    /// The shapes as triangles; `across` gives the x of a point.
    fn mesh(&self, shapes: &[drawing::Shape], across: impl Fn(drawing::Point) -> f32) -> Mesh {
        let options = TessellationOptions { prerasterized_discs: false, ..Default::default() };
        let mut tessellator = Tessellator::new(self.pixels_per_point, options, [1, 1], Vec::new());
        let mut mesh = Mesh::default();
        let [figure, ground] = self.colours;
        let mirrored = across([1.0, 0.0]) < across([0.0, 0.0]);
        let place = |points: &[drawing::Point]| -> Vec<Pos2> {
            let at = |point: drawing::Point| pos2(across(point), point[1]) * self.scale;
            let mut placed: Vec<Pos2> = points.iter().copied().map(at).collect();
            if mirrored {
                placed.reverse();
            }
            placed
        };
        for shape in shapes {
            let shape = match shape {
                drawing::Shape::Polygon(points) => {
                    Shape::convex_polygon(place(points), figure, Stroke::NONE)
                }
                drawing::Shape::Reserved(points) => {
                    Shape::convex_polygon(place(points), ground, Stroke::NONE)
                }
                drawing::Shape::Incision(points) if self.fine => {
                    let width = (INCISION_WIDTH * self.scale).max(0.6 / self.pixels_per_point);
                    Shape::Path(PathShape::line(place(points), Stroke::new(width, ground)))
                }
                drawing::Shape::Incision(_) => continue,
            };
            tessellator.tessellate_shape(shape, &mut mesh);
        }
        mesh
    }
}

fn mesh_of(
    (drawing, facing): (Drawing, Facing),
    scale: f32,
    pixels_per_point: f32,
    colours: [Color32; 2],
) -> Mesh {
    let fine = scale * WIDTH * pixels_per_point >= 60.0;
    let brush = Brush { scale, pixels_per_point, fine, colours };
    brush.mesh(&drawing::shapes(drawing), |[x, _]| match facing {
        Facing::Right => x,
        Facing::Left => WIDTH - x,
    })
}

/// A die showing a face: pips for up to six faces, a number in a kite for ten,
/// a number in a box for others. `ink` is for the pips.
pub(super) fn die(painter: &Painter, rect: Rect, faces: u8, face: u8, [body, ink]: [Color32; 2]) {
    let stroke = Stroke::new(1.5, ink);
    let middle = rect.center();
    let size = rect.width();
    if faces == 10 {
        let kite = vec![
            rect.center_top(),
            pos2(rect.right(), middle.y + size * 0.12),
            rect.center_bottom(),
            pos2(rect.left(), middle.y + size * 0.12),
        ];
        painter.add(Shape::convex_polygon(kite, body, stroke));
        number(painter, middle, size * 0.46, face, ink);
        return;
    }
    painter.rect(rect, size * 0.16, body, stroke, egui::StrokeKind::Inside);
    if faces > 6 {
        number(painter, middle, size * 0.5, face, ink);
        return;
    }
    let far = size * 0.26;
    for [x, y] in pips(face) {
        painter.circle_filled(middle + vec2(x * far, y * far), size * 0.085, ink);
    }
}

fn number(painter: &Painter, at: Pos2, size: f32, face: u8, ink: Color32) {
    painter.text(at, Align2::CENTER_CENTER, face, FontId::new(size, theme::bold()), ink);
}

fn pips(face: u8) -> Vec<[f32; 2]> {
    let mut pips = Vec::new();
    if face % 2 == 1 {
        pips.push([0.0, 0.0]);
    }
    if face >= 2 {
        pips.extend([[-1.0, 1.0], [1.0, -1.0]]);
    }
    if face >= 4 {
        pips.extend([[-1.0, -1.0], [1.0, 1.0]]);
    }
    if face >= 6 {
        pips.extend([[-1.0, 0.0], [1.0, 0.0]]);
    }
    pips
}

/// A small flame.
pub(super) fn flame(painter: &Painter, rect: Rect, colour: Color32) {
    let at = |x: f32, y: f32| rect.min + vec2(rect.width() * x, rect.height() * y);
    let left = vec![at(0.5, 0.0), at(0.52, 1.0), at(0.22, 0.92), at(0.08, 0.66), at(0.2, 0.42)];
    let right = vec![at(0.66, 0.34), at(0.92, 0.6), at(0.8, 0.9), at(0.5, 1.0), at(0.48, 0.1)];
    painter.add(Shape::convex_polygon(left, colour, Stroke::NONE));
    painter.add(Shape::convex_polygon(right, colour, Stroke::NONE));
}

/// A broken oar.
pub(super) fn broken_oar(painter: &Painter, rect: Rect, colour: Color32) {
    let at = |x: f32, y: f32| rect.min + vec2(rect.width() * x, rect.height() * y);
    let stroke = Stroke::new(2.0, colour);
    painter.line_segment([at(0.05, 0.15), at(0.42, 0.52)], stroke);
    painter.line_segment([at(0.55, 0.42), at(0.75, 0.7)], stroke);
    let blade = vec![at(0.68, 0.66), at(0.82, 0.6), at(1.0, 0.92), at(0.86, 1.0)];
    painter.add(Shape::convex_polygon(blade, colour, Stroke::NONE));
}

/// A tick.
pub(super) fn tick(painter: &Painter, rect: Rect, colour: Color32) {
    let at = |x: f32, y: f32| rect.min + vec2(rect.width() * x, rect.height() * y);
    let points = vec![at(0.1, 0.55), at(0.4, 0.85), at(0.9, 0.15)];
    painter.add(Shape::line(points, Stroke::new(2.0, colour)));
}

/// An arrow that curves back (to the left) or forward.
pub(super) fn bent_arrow(painter: &Painter, rect: Rect, back: bool, colour: Color32) {
    let at = |x: f32, y: f32| {
        let x = if back { x } else { 1.0 - x };
        rect.min + vec2(rect.width() * x, rect.height() * y)
    };
    let stroke = Stroke::new(2.0, colour);
    let bow = [(0.05, 0.35), (0.6, 0.35), (0.85, 0.42), (0.95, 0.62), (0.85, 0.85), (0.5, 0.92)];
    painter.add(Shape::line(bow.map(|(x, y)| at(x, y)).to_vec(), stroke));
    painter.add(Shape::line(vec![at(0.32, 0.08), at(0.05, 0.35), at(0.32, 0.62)], stroke));
}

/// A band of meanders.
pub(super) fn meander(painter: &Painter, rect: Rect, colour: Color32) {
    let unit = rect.height() / 5.0;
    let stroke = Stroke::new((unit * 0.9).max(1.0), colour);
    let corners = [[0.0, 4.5], [0.0, 0.5], [4.0, 0.5], [4.0, 3.0], [2.0, 3.0], [2.0, 2.0]];
    let mut x = rect.left();
    while x + unit * 6.0 <= rect.right() + 0.5 {
        let at = |[dx, dy]: [f32; 2]| pos2(x + dx * unit + unit / 2.0, rect.top() + dy * unit);
        painter.add(Shape::line(corners.map(at).to_vec(), stroke));
        let foot = [at([0.0, 4.5]), at([6.0, 4.5])];
        painter.line_segment(foot, stroke);
        x += unit * 6.0;
    }
}
