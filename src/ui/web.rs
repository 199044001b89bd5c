//! Starts the window on the canvas of a web page.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{JsError, JsValue, wasm_bindgen};
use web_sys::HtmlCanvasElement;

use crate::referee::Tables;

use super::Start;
use super::app::App;

/// The id of the canvas.
const CANVAS: &str = "trierarch";

/// Draws on the page's canvas until the page is left.
///
/// # Errors
/// Where the page has no such canvas, or the browser no WebGL.
#[wasm_bindgen]
pub async fn start() -> Result<(), JsValue> {
    let canvas = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.get_element_by_id(CANVAS))
        .and_then(|element| element.dyn_into::<HtmlCanvasElement>().ok())
        .ok_or_else(|| JsError::new("the page has no canvas with the id `trierarch`"))?;
    let create = |context: &eframe::CreationContext<'_>| {
        let tables = (Tables::in_memory(), None);
        // A page has no later start.
        let (_, later) = std::sync::mpsc::channel();
        Ok(Box::new(App::new(context, &Start::Harbour, tables, later)) as Box<dyn eframe::App>)
    };
    eframe::WebRunner::new().start(canvas, eframe::WebOptions::default(), Box::new(create)).await
}
