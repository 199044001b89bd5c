//! Preferences and abilities of the machine apart from drawing. A browser reports whether
//! motion should be reduced, makes phones vibrate, and plays a sound. A desktop does none
//! of this for the window, so the settings have a switch for less motion.

use egui::Context;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(target_arch = "wasm32")]
#[wasm_bindgen(module = "/src/ui/platform.js")]
extern "C" {
    #[wasm_bindgen(js_name = "prefersReducedMotion")]
    fn page_prefers_reduced_motion() -> bool;
    #[wasm_bindgen(js_name = "canBuzz")]
    fn page_can_buzz() -> bool;
    #[wasm_bindgen(js_name = "buzz")]
    fn page_buzz(ms: u32);
    #[wasm_bindgen(js_name = "canSound")]
    fn page_can_sound() -> bool;
    #[wasm_bindgen(js_name = "sound")]
    fn page_sound();
}

#[cfg(target_arch = "wasm32")]
#[wasm_bindgen(module = "/src/ui/repaint.js")]
extern "C" {
    #[wasm_bindgen(js_name = "wake")]
    fn wake_page();
    /// Reports that the window was drawn and needs no frame for this many milliseconds.
    #[wasm_bindgen(js_name = "rests")]
    fn page_rests(ms: f64);
}

/// The duration of the vibration for a result, in milliseconds.
#[cfg(target_arch = "wasm32")]
const BUZZ_MS: u32 = 30;

/// Requests a redraw of the window. This is the only way to do so, from a frame or from
/// anywhere else, because a resting page notices no other request.
#[expect(clippy::disallowed_methods, reason = "the only caller")]
pub(super) fn wake(ctx: &Context) {
    ctx.request_repaint();
    #[cfg(target_arch = "wasm32")]
    wake_page();
}

/// Reports that the window was drawn, and must be drawn again after this time at the
/// latest.
#[cfg(target_arch = "wasm32")]
pub(super) fn draw_again_after(time: std::time::Duration) {
    page_rests(time.as_secs_f64() * 1000.0);
}

/// Whether the machine asks for less motion, if it can tell.
pub(super) fn asks_for_less_motion() -> bool {
    #[cfg(target_arch = "wasm32")]
    return page_prefers_reduced_motion();
    #[cfg(not(target_arch = "wasm32"))]
    false
}

/// Whether the machine can vibrate.
pub(super) fn can_buzz() -> bool {
    #[cfg(target_arch = "wasm32")]
    return page_can_buzz();
    #[cfg(not(target_arch = "wasm32"))]
    false
}

/// Vibrates for a result, if the machine can.
pub(super) fn buzz() {
    #[cfg(target_arch = "wasm32")]
    page_buzz(BUZZ_MS);
}

/// Whether the machine can play a sound. A desktop cannot: it would need an audio
/// library, and the system's own, for a single knock.
pub(super) fn can_sound() -> bool {
    #[cfg(target_arch = "wasm32")]
    return page_can_sound();
    #[cfg(not(target_arch = "wasm32"))]
    false
}

/// Plays a sound for a result, if the machine can.
pub(super) fn sound() {
    #[cfg(target_arch = "wasm32")]
    page_sound();
}
