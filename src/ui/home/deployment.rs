//! The sketch of a setup: the place of each side on the table, its direction, and land.

use egui::{Color32, Rect, Shape, Stroke, Ui, Vec2, pos2, vec2};

use crate::fleet::library::ReadyBattle;
use crate::fleet::{Area, AreaKind, DeployedLine};
use crate::message::message;
use crate::rules::drawing::Hull;
use crate::rules::{Side, Units};
use crate::ui::theme::{Palette, palette};

use super::frieze::picture_ui;

/// The length of a unit in the sketch, in hexes or inches of the table, and its least and
/// greatest length in points.
const LENGTH: (f32, [f32; 2]) = (1.6, [7.0, 20.0]);

/// Draws the sketch of a battle's setup, as large as fits into `most`.
pub(super) fn deployment_ui(ui: &mut Ui, battle: &ReadyBattle, most: Vec2) {
    let deployment = &battle.deployment;
    let table = Vec2::from(deployment.size);
    let scale = (most / table).min_elem();
    let name = message!("Sketch of the setup: {name}", name = &battle.name);
    let rect = picture_ui(ui, table * scale, name);
    if !ui.is_rect_visible(rect) {
        return;
    }
    let colours = palette(ui.ctx());
    let ground = match battle.system.units() {
        Units::Ships => colours.sea_wash,
        Units::Units => colours.panel,
    };
    ui.painter().rect_filled(rect, 2.0, ground);
    let sketch = Sketched { rect, scale, units: battle.system.units(), colours };
    for area in &deployment.terrain {
        sketch.area_ui(ui, area);
    }
    for line in &deployment.lines {
        sketch.line_ui(ui, line);
    }
    let edge = Stroke::new(colours.stroke, colours.quiet);
    ui.painter().rect_stroke(rect, 2.0, edge, egui::StrokeKind::Inside);
}

/// The colour of a side.
pub(super) fn fill_of(side: Side, colours: &Palette) -> Color32 {
    match side {
        Side::A => colours.ink,
        Side::B if colours.clay == colours.ink => colours.card,
        Side::B => colours.clay,
    }
}

/// The sketch that is being drawn.
struct Sketched {
    rect: Rect,
    /// Points to a hex or inch.
    scale: f32,
    units: Units,
    colours: Palette,
}

impl Sketched {
    fn area_ui(&self, ui: &Ui, area: &Area) {
        let corner = |place: [f32; 2]| self.rect.min + Vec2::from(place) * self.scale;
        let place = Rect::from_min_max(corner(area.from), corner(area.to));
        let painter = ui.painter();
        match area.kind {
            AreaKind::Land => {
                painter.rect_filled(place, 1.0, self.colours.line);
            }
            AreaKind::Anchored => {
                painter.rect_filled(place, 1.0, self.colours.quiet);
            }
            AreaKind::Shallows => {
                let stroke = Stroke::new(1.5, self.colours.quiet);
                let mut x = place.left();
                while x < place.right() {
                    let end = (x + 5.0).min(place.right());
                    let line = [pos2(x, place.bottom()), pos2(end, place.top())];
                    painter.line_segment(line, stroke);
                    x += 6.0;
                }
            }
        }
    }

    fn line_ui(&self, ui: &Ui, line: &DeployedLine) {
        let (each, [least, most]) = LENGTH;
        let length = (each * self.scale).clamp(least, most);
        let outline = self.outline(line.facing.degrees(), length);
        let fill = fill_of(line.side, &self.colours);
        let edge = Stroke::new(0.7, self.colours.ink);
        for place in line.places() {
            let at = self.rect.min + Vec2::from(place) * self.scale;
            let outline = outline.iter().map(|corner| at + *corner).collect();
            ui.painter().add(Shape::convex_polygon(outline, fill, edge));
        }
    }

    /// A ship from above, or a body of soldiers with its front.
    fn outline(&self, degrees: f32, length: f32) -> Vec<Vec2> {
        /// The length of a drawn hull.
        const HULL: f32 = 23.0;
        match self.units {
            Units::Ships => {
                let hull = Hull { at: [0.0, 0.0], heading: degrees, acts: true };
                hull.outline()
                    .into_iter()
                    .map(|corner| Vec2::from(corner) * length / HULL)
                    .collect()
            }
            Units::Units => {
                let corners = [[0.35, 0.0], [0.15, 0.5], [-0.25, 0.5], [-0.25, -0.5], [0.15, -0.5]];
                let turned = egui::emath::Rot2::from_angle(degrees.to_radians());
                corners.into_iter().map(|[x, y]| turned * vec2(x, y) * length).collect()
            }
        }
    }
}
