//! What the machine wishes and can do besides drawing. A browser says whether less
//! is to move, and phones can be felt through it. Desktops say neither to a window
//! that is drawn as ours is: there the switch for less motion stands in the settings.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(target_arch = "wasm32")]
#[wasm_bindgen(module = "/src/ui/platform.js")]
extern "C" {
    #[wasm_bindgen(js_name = "asksForLess")]
    fn page_asks_for_less() -> bool;
    #[wasm_bindgen(js_name = "canBuzz")]
    fn page_can_buzz() -> bool;
    #[wasm_bindgen(js_name = "buzz")]
    fn page_buzz(ms: u32);
}

/// How long a result is felt, in milliseconds.
#[cfg(target_arch = "wasm32")]
const BUZZ_MS: u32 = 30;

/// Whether the machine is set to show less motion, as far as it says so.
pub(super) fn asks_for_less_motion() -> bool {
    #[cfg(target_arch = "wasm32")]
    return page_asks_for_less();
    #[cfg(not(target_arch = "wasm32"))]
    false
}

/// Whether it can be felt.
pub(super) fn can_buzz() -> bool {
    #[cfg(target_arch = "wasm32")]
    return page_can_buzz();
    #[cfg(not(target_arch = "wasm32"))]
    false
}

/// Lets a result be felt, where the machine can.
pub(super) fn buzz() {
    #[cfg(target_arch = "wasm32")]
    page_buzz(BUZZ_MS);
}
