//! The picture of a battle: both fleets face to face, as on a Greek vase.

use std::collections::HashMap;
use std::sync::OnceLock;

use egui::{Rect, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};

use crate::fleet::library;
use crate::rules::Side;
use crate::rules::drawing::{Drawing, HEIGHT, WIDTH};
use crate::session::Lesson;
use crate::ui::language::ShownText;
use crate::ui::paint::{self, Facing};
use crate::ui::theme::palette;

use super::open_ready;

/// The content of a picture: the drawing of every unit, side A's first.
pub(super) type Fleets = [Vec<Drawing>; 2];

/// The picture of a ready battle or a lesson, by its word; the pictures are computed once.
pub(super) fn fleets_of(slug: &str) -> Option<&'static Fleets> {
    static ALL: OnceLock<HashMap<String, Fleets>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let battles = library::battles().iter().map(|battle| battle.slug.clone());
        let slugs = battles.chain(Lesson::all().iter().map(Lesson::slug));
        let drawn = |slug: String| {
            let (_, opening) = open_ready(&slug).ok()?;
            Some((slug, opening.drawings()?))
        };
        slugs.filter_map(drawn).collect()
    });
    all.get(slug)
}

/// The gap between drawings and the edge of the picture, in points.
const GAP: f32 = 4.0;

/// Room for a picture with a name for screen readers; returns its place.
pub(super) fn picture_ui(ui: &mut Ui, size: Vec2, name: impl ShownText) -> Rect {
    let name = name.text_for(ui.ctx()).into_owned();
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    rect
}

/// Paints both fleets: the first unit of each large, the others in ranks above it.
pub(super) fn frieze_ui(ui: &mut Ui, size: Vec2, fleets: &Fleets, name: impl ShownText) {
    let rect = picture_ui(ui, size, name);
    if ui.is_rect_visible(rect) {
        frieze(ui, rect, fleets);
    }
}

/// The same at a place.
pub(super) fn frieze(ui: &Ui, rect: Rect, fleets: &Fleets) {
    for (side, drawings) in [Side::A, Side::B].into_iter().zip(fleets) {
        let half = match side {
            Side::A => rect.with_max_x(rect.center().x),
            Side::B => rect.with_min_x(rect.center().x),
        };
        fleet_ui(ui, half, side, drawings);
    }
}

fn fleet_ui(ui: &Ui, half: Rect, side: Side, drawings: &[Drawing]) {
    let colours = palette(ui.ctx()).pot(side);
    ui.painter().rect_filled(half, 0.0, colours[1]);
    let Some((first, others)) = drawings.split_first() else { return };
    let inner = half.shrink(GAP);
    let facing = match side {
        Side::A => Facing::Right,
        Side::B => Facing::Left,
    };
    if others.is_empty() {
        paint::silhouette(ui, inner, *first, facing, colours);
        return;
    }
    let large = vec2(inner.width(), (inner.width() * HEIGHT / WIDTH).min(inner.height()));
    let above = Rect::from_min_max(inner.min, pos2(inner.right(), inner.bottom() - large.y - GAP));
    let place = Rect::from_min_max(inner.max - large, inner.max);
    paint::silhouette(ui, place, *first, facing, colours);
    if above.height() < LEAST * HEIGHT / WIDTH {
        return;
    }
    let (columns, each) = ranks(others.len(), above.size());
    for (at, drawing) in others.iter().enumerate() {
        let (column, rank) = ((at % columns) as f32, (at / columns) as f32);
        // The first of them are nearest to the enemy and to the large one.
        let x = match side {
            Side::A => above.right() - (column + 1.0) * each.x,
            Side::B => above.left() + column * each.x,
        };
        let place = Rect::from_min_size(pos2(x, above.bottom() - (rank + 1.0) * each.y), each);
        paint::silhouette(ui, place.shrink(1.0), *drawing, facing, colours);
    }
}

/// A drawing that is narrower than this, in points, no longer looks like a ship.
const LEAST: f32 = 12.0;

/// The number of small drawings in a rank, and the size of each, so that all fit.
fn ranks(count: usize, room: Vec2) -> (usize, Vec2) {
    let sized = |columns: usize| {
        let width = room.x / columns as f32;
        vec2(width, width * HEIGHT / WIDTH)
    };
    let fits = |columns: &usize| count.div_ceil(*columns) as f32 * sized(*columns).y <= room.y;
    let columns = (3..count.max(3)).find(fits).unwrap_or(count.max(3));
    (columns, sized(columns))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_ships_fits_into_the_ranks() {
        for room in [vec2(72.0, 28.0), vec2(140.0, 50.0)] {
            for count in 1..60 {
                let (columns, each) = ranks(count, room);
                let size = vec2(columns as f32 * each.x, count.div_ceil(columns) as f32 * each.y);
                assert!(size.x <= room.x + 0.1, "{count}: {size:?} in {room:?}");
                assert!(size.y <= room.y + 0.1, "{count}: {size:?} in {room:?}");
            }
        }
    }
}
