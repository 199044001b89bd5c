//! Services of a web page for the window: sharing a file, and its address.

use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen(module = "/src/ui/web.js")]
extern "C" {
    /// The page's address without the place in it; empty if other devices cannot open it.
    fn page() -> String;
    /// Shares or downloads a file; false if the player cancelled. An exception is a text.
    #[wasm_bindgen(catch, js_name = "handOver")]
    async fn js_hand_over(name: &str, content: &[u8]) -> Result<JsValue, JsValue>;
}

/// Shares a file with another app of the device, or downloads it; `false` if the player
/// cancelled.
///
/// # Errors
/// In the browser's words, if it can do neither.
pub(super) async fn hand_over(name: &str, content: &[u8]) -> Result<bool, String> {
    let words = |error: JsValue| error.as_string().unwrap_or_default();
    js_hand_over(name, content).await.map(|went| went.is_truthy()).map_err(words)
}

/// The address of this page with another ending; `None` if other devices
/// cannot open it, because the page is part of an app.
pub(super) fn page_of(end: &str) -> Option<String> {
    let page = page();
    (!page.is_empty()).then(|| page + end)
}
