//! Starts the window on the canvas of a web page.

use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use egui::accesskit::{Action, ActionRequest, NodeId, TreeId};
use egui::{Context, Event, FullOutput, RawInput};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsError, JsValue, wasm_bindgen};
use web_sys::HtmlCanvasElement;

use crate::referee::Tables;

use super::Start;
use super::app::App;
use super::mirror::Mirror;

#[wasm_bindgen(module = "/src/ui/web.js")]
extern "C" {
    /// The place in the page's address.
    fn address() -> String;
    /// The page's address without that place.
    fn page() -> String;
    /// Writes the place into the page's address.
    fn show(address: &str);
    /// Calls this with the address when the player goes back or follows a link.
    #[wasm_bindgen(js_name = "onMove")]
    fn on_move(heard: &Closure<dyn Fn(String)>);
}

#[wasm_bindgen(module = "/src/ui/mirror.js")]
extern "C" {
    /// Changes the elements of the page that mirror the window.
    fn mirror(changes: &str);
    /// Calls this with the number of an element that is clicked, or only looked
    /// at.
    #[wasm_bindgen(js_name = "onAsk")]
    fn on_ask(heard: &Closure<dyn Fn(String, bool)>);
}

/// What was asked of the page's elements, for the next frame.
type Asked = Arc<Mutex<Vec<ActionRequest>>>;

/// Sends the tree of every frame to the page, and brings back what is asked of
/// it.
struct Reader {
    mirror: Mirror,
    asked: Asked,
}

impl egui::Plugin for Reader {
    fn debug_name(&self) -> &'static str {
        "reader"
    }

    fn input_hook(&mut self, _: &Context, input: &mut RawInput) {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        input.events.extend(asked.drain(..).map(Event::AccessKitActionRequest));
    }

    fn output_hook(&mut self, ctx: &Context, output: &mut FullOutput) {
        let update = output.platform_output.accesskit_update.take();
        let changes = update.and_then(|update| self.mirror.changes(&update, ctx.zoom_factor()));
        if let Some(changes) = changes {
            mirror(&changes);
        }
    }
}

/// Mirrors the window in the page from the next frame on.
fn show_to_readers(ctx: &Context) {
    let asked = Asked::default();
    ctx.add_plugin(Reader { mirror: Mirror::default(), asked: Arc::clone(&asked) });
    ctx.enable_accesskit();
    let waking = ctx.clone();
    let heard = Closure::<dyn Fn(String, bool)>::new(move |id: String, click| {
        let Ok(id) = id.parse() else { return };
        let action = if click { Action::Click } else { Action::Focus };
        let (target_tree, target_node) = (TreeId::ROOT, NodeId(id));
        let request = ActionRequest { action, target_tree, target_node, data: None };
        asked.lock().unwrap_or_else(PoisonError::into_inner).push(request);
        waking.request_repaint();
    });
    on_ask(&heard);
    // The page is there as long as the window is.
    heard.forget();
}

/// The address of this page with another ending.
pub(super) fn page_of(end: &str) -> String {
    page() + end
}

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
    // The battles are opened before there is a window to wake.
    let window: Arc<OnceLock<Context>> = Arc::default();
    let woken = Arc::clone(&window);
    let wake = move || {
        if let Some(ctx) = woken.get() {
            ctx.request_repaint();
        }
    };
    let (tables, unkept) = Tables::in_browser(Arc::new(wake)).await;
    let create = move |context: &eframe::CreationContext<'_>| {
        let ctx = window.get_or_init(|| context.egui_ctx.clone()).clone();
        let (sender, later) = channel();
        let moved = Closure::<dyn Fn(String)>::new(move |address| {
            // The receiver lives as long as the page.
            let _ = sender.send(Start::At(address));
            ctx.request_repaint();
        });
        on_move(&moved);
        show_to_readers(&context.egui_ctx);
        moved.forget();
        let app = App::new(context, &Start::At(address()), (tables, unkept.as_ref()), later);
        let app = app.after_each_frame(|state| show(&state.address()));
        Ok(Box::new(app) as Box<dyn eframe::App>)
    };
    eframe::WebRunner::new().start(canvas, eframe::WebOptions::default(), Box::new(create)).await
}
