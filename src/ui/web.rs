//! Starts the window on the canvas of a web page.

use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use egui::accesskit::{Action, ActionData, ActionRequest, NodeId, TreeId};
use egui::epaint::MarginF32;
use egui::{Color32, Context, Event, FullOutput, Key, Modifiers, RawInput, SafeAreaInsets};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsError, JsValue, wasm_bindgen};
use web_sys::HtmlCanvasElement;

use crate::session::Tables;

use super::Start;
use super::accessibility_mirror::AccessibilityMirror;
use super::app::App;
use super::platform;
use super::repaint::Repaint;
use super::theme::palette;

#[wasm_bindgen(module = "/src/ui/web.js")]
extern "C" {
    /// The place in the page's address.
    fn address() -> String;
    /// Writes the place into the page's address, and the number of *Back* steps that stay there.
    fn show(address: &str, layers: usize);
    /// Calls this when the player goes back while a part is open.
    #[wasm_bindgen(js_name = "onBack")]
    fn on_back(listener: &Closure<dyn Fn()>);
    /// Calls this with the address when the player goes back or follows a link.
    #[wasm_bindgen(js_name = "onMove")]
    fn on_move(listener: &Closure<dyn Fn(String)>);
    /// The widths of the edges that the device reserves, in the page's pixels: top, right, bottom
    /// and left.
    fn edges() -> Vec<f32>;
    /// Calls this when they change.
    #[wasm_bindgen(js_name = "onEdges")]
    fn on_edges(listener: &Closure<dyn Fn()>);
    /// Whether the screen can be kept on.
    #[wasm_bindgen(js_name = "staysAwake")]
    fn stays_awake() -> bool;
}

#[wasm_bindgen(module = "/src/ui/accessibility_mirror.js")]
extern "C" {
    /// Changes the elements of the page that mirror the window.
    fn mirror(changes: &str);
    /// Calls this with the number of an element, the request (`click`, `focus`, `write`, `leave`),
    /// and the written text.
    #[wasm_bindgen(js_name = "onAsk")]
    fn on_ask(listener: &Closure<dyn Fn(String, String, String)>);
    /// Sets the colours of text fields.
    fn paint(ground: &str, ink: &str);
}

/// The requests of the page, for the next frame.
type Asked = Arc<Mutex<Vec<Event>>>;

/// Sends the tree of every frame to the page, and receives its requests.
struct Reader {
    mirror: AccessibilityMirror,
    asked: Asked,
    /// The colours that the page has.
    sent_colours: Option<[Color32; 2]>,
}

impl egui::Plugin for Reader {
    fn debug_name(&self) -> &'static str {
        "reader"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        input.events.append(&mut asked);
        input.safe_area_insets = Some(insets(ctx.zoom_factor()));
    }

    fn output_hook(&mut self, ctx: &Context, output: &mut FullOutput) {
        let update = output.platform_output.accesskit_update.take();
        let changes = update.and_then(|update| self.mirror.changes(&update, ctx.zoom_factor()));
        if let Some(changes) = changes {
            mirror(&changes);
        }
        let palette = palette(ctx);
        let colours = [palette.card, palette.ink];
        if self.sent_colours != Some(colours) {
            let [ground, ink] = colours.map(|colour| colour.to_hex());
            paint(&ground, &ink);
            self.sent_colours = Some(colours);
        }
    }
}

/// The edges that the device reserves, in points.
fn insets(scale: f32) -> SafeAreaInsets {
    let edges: Vec<f32> = edges().into_iter().map(|pixels| pixels / scale).collect();
    match edges.as_slice() {
        &[top, right, bottom, left] => SafeAreaInsets(MarginF32 { left, right, top, bottom }),
        _ => SafeAreaInsets::default(),
    }
}

/// Mirrors the window in the page from the next frame on.
fn show_to_readers(ctx: &Context) {
    let asked = Asked::default();
    handle_back(ctx, &asked);
    ctx.add_plugin(Reader {
        mirror: AccessibilityMirror::default(),
        asked: Arc::clone(&asked),
        sent_colours: None,
    });
    ctx.add_plugin(Repaint::of(ctx));
    ctx.enable_accesskit();
    let waking = ctx.clone();
    let asking = move |id: String, what: String, text: String| {
        platform::wake(&waking);
        let Ok(id) = id.parse() else { return };
        let (action, data) = match what.as_str() {
            "click" => (Action::Click, None),
            "focus" => (Action::Focus, None),
            "write" => (Action::SetValue, Some(ActionData::Value(text.into()))),
            // Leaving a field ends its input.
            _ => return waking.memory_mut(egui::Memory::stop_text_input),
        };
        let (target_tree, target_node) = (TreeId::ROOT, NodeId(id));
        let request = ActionRequest { action, target_tree, target_node, data };
        let request = Event::AccessKitActionRequest(request);
        asked.lock().unwrap_or_else(PoisonError::into_inner).push(request);
    };
    let listener = Closure::<dyn Fn(String, String, String)>::new(asking);
    on_ask(&listener);
    let waking = ctx.clone();
    let moved = Closure::<dyn Fn()>::new(move || platform::wake(&waking));
    on_edges(&moved);
    // The page is there as long as the window is.
    listener.forget();
    moved.forget();
}

/// *Back* of the browser or phone is a key of the window from now on.
fn handle_back(ctx: &Context, asked: &Asked) {
    let (waking, asked) = (ctx.clone(), Arc::clone(asked));
    let back = Closure::<dyn Fn()>::new(move || {
        let key = Event::Key {
            key: Key::BrowserBack,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        asked.lock().unwrap_or_else(PoisonError::into_inner).push(key);
        platform::wake(&waking);
    });
    on_back(&back);
    back.forget();
}

/// The id of the canvas.
const CANVAS: &str = "trierarch";

/// Draws on the page's canvas until the page is left.
///
/// # Errors
/// If the page has no such canvas, or the browser no WebGL.
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
            platform::wake(ctx);
        }
    };
    let (tables, unsaved) = Tables::in_browser(Arc::new(wake)).await;
    let create = move |context: &eframe::CreationContext<'_>| {
        let ctx = window.get_or_init(|| context.egui_ctx.clone()).clone();
        let (sender, later) = channel();
        let moved = Closure::<dyn Fn(String)>::new(move |address| {
            // The receiver lives as long as the page.
            let _ = sender.send(Start::At(address));
            platform::wake(&ctx);
        });
        on_move(&moved);
        show_to_readers(&context.egui_ctx);
        moved.forget();
        let app = App::new(context, &Start::At(address()), tables, unsaved.as_ref(), later);
        let app = app.on_a_screen_that_goes_dark(!stays_awake());
        let app = app.after_each_frame(|state| show(&state.address(), state.layers()));
        Ok(Box::new(app) as Box<dyn eframe::App>)
    };
    eframe::WebRunner::new().start(canvas, eframe::WebOptions::default(), Box::new(create)).await
}
