//! A page on the print screen, from the same model as the PDF.

use egui::{Color32, FontFamily, FontId, Painter, Pos2, Rect, Sense, Shape, Stroke, Ui};
use egui::{StrokeKind, WidgetInfo, pos2, vec2};

use crate::print::page::{self, Ink, Item, Page, PageRect, Polyline, Text};
use crate::print::{Face, MM_PER_PT};
use crate::ui::language::ShownText;
use crate::ui::theme::{self, palette};

/// Text smaller than this is drawn as a grey line, in points.
const LEAST_TEXT: f32 = 2.5;

/// The place of the page on the screen.
struct Sheet<'p> {
    painter: &'p Painter,
    corner: Pos2,
    /// Points on the screen for each millimetre.
    scale: f32,
}

/// Draws a page as large as fits, or `times` as large.
pub(super) fn page_ui(ui: &mut Ui, page: &Page, times: f32, name: impl ShownText) {
    let name = name.text_for(ui.ctx()).into_owned();
    let room = ui.available_size();
    let fits = room.x / page.width_mm;
    // If little height is left below other controls, only the width limits the page.
    let scale = if room.y > 300.0 { fits.min(room.y / page.height_mm) } else { fits };
    let scale = (scale * 0.99).max(0.5) * times;
    let size = vec2(page.width_mm, page.height_mm) * scale;
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, &name));
    if !ui.is_rect_visible(rect) {
        return;
    }
    let painter = ui.painter().with_clip_rect(ui.clip_rect().intersect(rect.expand(1.0)));
    let edge = Stroke::new(1.0, palette(ui.ctx()).line);
    painter.rect(rect, 0.0, theme::grey(1.0), edge, StrokeKind::Outside);
    let sheet = Sheet { painter: &painter, corner: rect.min, scale };
    for item in &page.items {
        sheet.item(item);
    }
}

fn colour(ink: Ink) -> Color32 {
    theme::grey(ink.lightness())
}

fn family(face: Face) -> FontFamily {
    match face {
        Face::Regular => FontFamily::Proportional,
        Face::Bold => theme::bold(),
        Face::Italic => theme::italic(),
        Face::Title => theme::didot(),
    }
}

impl Sheet<'_> {
    fn at(&self, [x, y]: page::PagePoint) -> Pos2 {
        self.corner + vec2(x, y) * self.scale
    }

    fn all(&self, points: &[page::PagePoint]) -> Vec<Pos2> {
        points.iter().map(|point| self.at(*point)).collect()
    }

    fn frame(&self, frame: PageRect) -> Rect {
        Rect::from_min_max(
            self.at([frame.left, frame.top]),
            self.at([frame.right(), frame.bottom()]),
        )
    }

    /// A stroke that is never too thin to see.
    fn stroke(&self, width_mm: f32, ink: Ink) -> Stroke {
        Stroke::new((width_mm * self.scale).max(0.5), colour(ink))
    }

    fn item(&self, item: &Item) {
        match item {
            Item::Text(text) => self.text(text),
            Item::Line(line) => self.line(line),
            Item::Code(code) => {
                for run in code.runs() {
                    self.painter.rect_filled(self.frame(run), 0.0, colour(Ink::Black));
                }
            }
            Item::Border(border) => border.lines().iter().for_each(|line| self.line(line)),
            Item::Rect(rect) => {
                let shown = self.frame(rect.frame);
                if let Some(ink) = rect.fill {
                    self.painter.rect_filled(shown, 0.0, colour(ink));
                }
                if let Some((width, ink)) = rect.outline {
                    let stroke = self.stroke(width, ink);
                    self.painter.rect_stroke(shown, 0.0, stroke, StrokeKind::Middle);
                }
            }
            Item::Polygon(points, ink) => self.fill(points, *ink),
            Item::Figure(figure) => {
                for stroke in figure.strokes() {
                    match stroke {
                        page::Stroke::Fill(points, ink) => self.fill(&points, ink),
                        page::Stroke::Outline(points, width, ink) => {
                            let shape =
                                Shape::closed_line(self.all(&points), self.stroke(width, ink));
                            self.painter.add(shape);
                        }
                        page::Stroke::Line(points, width, ink) => {
                            let line = Shape::line(self.all(&points), self.stroke(width, ink));
                            self.painter.add(line);
                        }
                    }
                }
            }
        }
    }

    fn fill(&self, points: &[page::PagePoint], ink: Ink) {
        self.painter.add(Shape::convex_polygon(self.all(points), colour(ink), Stroke::NONE));
    }

    fn line(&self, line: &Polyline) {
        let stroke = self.stroke(line.width_mm, line.ink);
        let points = self.all(&line.points);
        match line.dashes_mm {
            Some(dash) => {
                let dash = dash * self.scale;
                self.painter.extend(Shape::dashed_line(&points, stroke, dash, dash));
            }
            None => {
                self.painter.add(Shape::line(points, stroke));
            }
        }
    }

    fn text(&self, text: &Text) {
        let size = text.size_pt * MM_PER_PT * self.scale;
        let ink = colour(text.ink);
        let start = self.at(text.start());
        if size < LEAST_TEXT {
            let end = start + vec2(text.width_mm * self.scale, 0.0);
            let up = vec2(0.0, size * 0.25);
            let stroke = Stroke::new(size * 0.3, colour(Ink::Faint));
            self.painter.line_segment([start - up, end - up], stroke);
            return;
        }
        let lay = |size: f32| {
            let font = FontId::new(size, family(text.face));
            self.painter.layout_no_wrap(text.content.clone(), font, ink)
        };
        let mut galley = lay(size);
        // Letters on the screen are as wide as on paper, so that nothing
        // touches here that does not touch there.
        let wanted = text.width_mm * self.scale;
        if galley.size().x > wanted * 1.01 {
            galley = lay(size * wanted / galley.size().x);
        }
        let baseline = galley
            .rows
            .first()
            .and_then(|row| Some(row.pos.y + row.glyphs.first()?.pos.y))
            .unwrap_or(size * 0.8);
        let at = pos2(start.x, start.y - baseline);
        self.painter.galley(at, galley, ink);
    }
}
