//! The pictures that a screen shows in addition to its letters: drawings, codes, pages of
//! paper.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use egui::epaint::ImageData;
use egui::{ColorImage, Context, Id, TextureId, TexturesDelta};
use egui_kittest::TestRenderer;

/// The textures that the window has registered, without those for letters.
#[derive(Clone, Default)]
pub(crate) struct Textures(Arc<Mutex<HashMap<TextureId, Arc<ColorImage>>>>);

impl Textures {
    /// The textures of a window that was opened with them.
    pub(crate) fn of(ctx: &Context) -> Textures {
        ctx.data(|data| data.get_temp(Id::NULL)).unwrap_or_default()
    }

    /// Stores them where [`Textures::of`] finds them.
    pub(crate) fn stay_with(&self, ctx: &Context) {
        ctx.data_mut(|data| data.insert_temp(Id::NULL, self.clone()));
    }

    pub(crate) fn get(&self, texture: TextureId) -> Option<Arc<ColorImage>> {
        self.0.lock().unwrap().get(&texture).cloned()
    }
}

impl TestRenderer for Textures {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        let mut stored = self.0.lock().unwrap();
        for (texture, changes) in delta.set.drain() {
            let whole = changes.into_iter().rfind(|change| change.pos.is_none());
            if let (Some(whole), true) = (whole, texture != TextureId::default()) {
                let ImageData::Color(image) = whole.image;
                stored.insert(texture, image);
            }
        }
        for texture in delta.free.drain() {
            stored.remove(&texture);
        }
    }
}
