//! Custom drawing: silhouettes, dice, flames, pips.

use std::collections::HashMap;

use egui::emath::GuiRounding as _;
use egui::{
    Align2, Color32, ColorImage, Context, FontId, Id, Painter, Pos2, Rect, Shape, Stroke,
    TextureHandle, TextureOptions, Ui, Vec2, pos2, vec2,
};
use vello_cpu::color::{AlphaColor, Srgb};
use vello_cpu::kurbo::{self, Affine, BezPath};
use vello_cpu::{Pixmap, RenderContext, Resources};

use crate::rules::drawing::{self, Drawing, HEIGHT, INCISION_WIDTH, Icon, SIGN_SIZE, WIDTH};

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
pub(super) fn silhouette(
    ui: &Ui,
    rect: Rect,
    drawing: Drawing,
    facing: Facing,
    colours: [Color32; 2],
) {
    paint(ui, rect, Figure::Unit(drawing, facing), colours);
}

/// Paints the sign of what a ship does; the colours are those of the figure and
/// its ground.
pub(super) fn sign(ui: &Ui, rect: Rect, sign: Icon, colours: [Color32; 2]) {
    paint(ui, rect, Figure::Sign(sign), colours);
}

/// The kind of drawing.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Figure {
    Unit(Drawing, Facing),
    Sign(Icon),
}

impl Figure {
    /// The box that it is drawn in.
    fn size(self) -> Vec2 {
        match self {
            Figure::Unit(..) => vec2(WIDTH, HEIGHT),
            Figure::Sign(_) => Vec2::splat(SIGN_SIZE),
        }
    }

    fn shapes(self) -> Vec<drawing::Shape> {
        match self {
            Figure::Unit(drawing, _) => drawing::shapes(drawing),
            Figure::Sign(sign) => sign.shapes(),
        }
    }
}

/// Paints a figure in the middle of `rect`, as large as fits. A ship has hundreds of small
/// pieces, and a crowd hundreds of ships: each is painted once for each size, and shown as
/// a picture.
fn paint(ui: &Ui, rect: Rect, figure: Figure, colours: [Color32; 2]) {
    let pixels = ui.pixels_per_point();
    let size = figure.size() * (rect.size() / figure.size()).min_elem();
    let [width, height] = (size * pixels).round().into();
    if width < 1.0 || height < 1.0 {
        return;
    }
    let shown = Rect::from_center_size(rect.center(), vec2(width, height) / pixels);
    // On the edge of a pixel, or it would be blurred.
    let shown = shown.translate(shown.min.round_to_pixels(pixels) - shown.min);
    let size = [width, height].map(whole);
    let picture = Picture { figure, size, colours };
    let texture = Pictures::get(ui.ctx(), picture);
    let all = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    ui.painter().image(texture.id(), shown, all, Color32::WHITE);
}

/// A length in pixels, limited to the size of a screen.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between 1 and the width of a screen"
)]
fn whole(pixels: f32) -> u16 {
    pixels.clamp(1.0, 4096.0) as u16
}

/// A figure as it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Picture {
    figure: Figure,
    /// Its width and height in pixels.
    size: [u16; 2],
    /// The colours of the figure and its ground.
    colours: [Color32; 2],
}

impl Picture {
    /// Its pixels.
    fn image(self) -> ColorImage {
        let [width, height] = self.size;
        let scale = f64::from(width) / f64::from(self.figure.size().x);
        let (mirrored, fine) = match self.figure {
            // In a smaller figure the scratched lines would not be visible.
            Figure::Unit(_, facing) => (facing == Facing::Left, width >= 60),
            Figure::Sign(_) => (false, true),
        };
        let mut canvas = RenderContext::new(width, height);
        canvas.set_transform(if mirrored {
            Affine::new([-scale, 0.0, 0.0, scale, f64::from(width), 0.0])
        } else {
            Affine::scale(scale)
        });
        let incision = f64::from(INCISION_WIDTH).max(0.6 / scale);
        canvas.set_stroke(kurbo::Stroke::new(incision));
        // Pieces of one kind are filled together, so that there is no seam between them.
        let same = |one: &drawing::Shape, other: &drawing::Shape| {
            std::mem::discriminant(one) == std::mem::discriminant(other)
        };
        let [figure, ground] = self.colours.map(colour);
        for pieces in self.figure.shapes().chunk_by(same) {
            let mut path = BezPath::new();
            for piece in pieces {
                trace(&mut path, piece);
            }
            match pieces[0] {
                drawing::Shape::Polygon(_) => {
                    canvas.set_paint(figure);
                    canvas.fill_path(&path);
                }
                drawing::Shape::Reserved(_) => {
                    canvas.set_paint(ground);
                    canvas.fill_path(&path);
                }
                drawing::Shape::Incision(_) if fine => {
                    canvas.set_paint(ground);
                    canvas.stroke_path(&path);
                }
                drawing::Shape::Incision(_) => {}
            }
        }
        canvas.flush();
        let mut painted = Pixmap::new(width, height);
        canvas.render(&mut painted, &mut Resources::new());
        let size = [width, height].map(usize::from);
        ColorImage::from_rgba_premultiplied(size, painted.data_as_u8_slice())
    }
}

/// Follows the points of a shape, and closes it if it is not a line.
fn trace(path: &mut BezPath, shape: &drawing::Shape) {
    let mut points = shape.points().iter().map(|[x, y]| (f64::from(*x), f64::from(*y)));
    let Some(first) = points.next() else { return };
    path.move_to(first);
    points.for_each(|point| path.line_to(point));
    match shape {
        drawing::Shape::Polygon(_) | drawing::Shape::Reserved(_) => path.close_path(),
        drawing::Shape::Incision(_) => {}
    }
}

fn colour(colour: Color32) -> AlphaColor<Srgb> {
    let [red, green, blue, alpha] = colour.to_srgba_unmultiplied();
    AlphaColor::from_rgba8(red, green, blue, alpha)
}

/// The pictures that were painted, with the pass in which each was last shown.
#[derive(Clone, Default)]
struct Pictures(HashMap<Picture, (TextureHandle, u64)>);

impl Pictures {
    /// The most pictures that are stored. Beyond it, those that are no longer shown are
    /// dropped: a window that is being enlarged paints new ones at every step.
    const MOST: usize = 400;

    /// The picture, painted if it is not there yet.
    fn get(ctx: &Context, picture: Picture) -> TextureHandle {
        let now = ctx.cumulative_pass_nr();
        let stored = ctx.data_mut(|data| {
            let pictures: &mut Pictures = data.get_temp_mut_or_default(Id::NULL);
            let (texture, shown) = pictures.0.get_mut(&picture)?;
            *shown = now;
            Some(texture.clone())
        });
        stored.unwrap_or_else(|| {
            let texture = ctx.load_texture("drawing", picture.image(), TextureOptions::LINEAR);
            ctx.data_mut(|data| {
                let pictures: &mut Pictures = data.get_temp_mut_or_default(Id::NULL);
                if pictures.0.len() >= Pictures::MOST {
                    pictures.0.retain(|_, (_, shown)| *shown + 2 >= now);
                }
                pictures.0.insert(picture, (texture.clone(), now));
            });
            texture
        })
    }
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

/// A pencil: the sign of an amendment.
pub(super) fn pencil(painter: &Painter, rect: Rect, colour: Color32) {
    let at = |x: f32, y: f32| rect.min + vec2(rect.width() * x, rect.height() * y);
    let shaft = vec![at(0.76, 0.04), at(0.96, 0.24), at(0.36, 0.84), at(0.16, 0.64)];
    let point = vec![at(0.11, 0.71), at(0.29, 0.89), at(0.02, 0.98)];
    painter.add(Shape::convex_polygon(shaft, colour, Stroke::NONE));
    painter.add(Shape::convex_polygon(point, colour, Stroke::NONE));
}

/// Where a symbol is painted in a button: inside this margin, or a smaller one in a button
/// that is lower than usual because the text is large.
pub(super) fn inside_button(button: Rect, margin: f32) -> Rect {
    button.shrink(margin.min(margin * button.height() / theme::TOUCH))
}

/// Three lines: the sign of a menu.
pub(super) fn lines(painter: &Painter, rect: Rect, colour: Color32) {
    for share in [0.2, 0.5, 0.8] {
        let y = rect.top() + share * rect.height();
        painter.hline(rect.x_range(), y, Stroke::new(2.5, colour));
    }
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
