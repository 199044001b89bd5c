//! The way to a table that somebody else hosts: over the line of the page to the
//! host that served it.

use egui::Context;

use crate::referee::Client;
use crate::say::{Say, say};

/// Goes to the table with this name, at the seat that its page has taken.
///
/// # Errors
/// In words, where there is no such seat.
#[cfg(target_arch = "wasm32")]
pub(super) fn go_to(table: &str, ctx: &Context) -> Result<Client, Say> {
    browser::go_to(table, ctx).ok_or_else(|| {
        say!("You have no seat at this table: go to the table’s page, and sit down first.")
    })
}

/// A window that no host has served knows none.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn go_to(_: &str, _: &Context) -> Result<Client, Say> {
    Err(say!("The way to this table is the page of its host, in a browser."))
}

#[cfg(target_arch = "wasm32")]
mod browser {
    use std::cell::RefCell;
    use std::collections::VecDeque;
    use std::rc::Rc;
    use std::time::Duration;

    use egui::Context;
    use wasm_bindgen::prelude::{Closure, wasm_bindgen};

    use crate::referee::{Client, OnLine, RemoteDoor, Wire, now};
    use crate::ui::platform;

    #[wasm_bindgen(module = "/assets/client/wire.js")]
    extern "C" {
        /// A line to the host of this page.
        #[wasm_bindgen(js_name = "Wire")]
        type PageWire;
        #[wasm_bindgen(constructor, js_class = "Wire")]
        fn new(token: &str, happens: &Closure<dyn Fn(String, String)>) -> PageWire;
        /// Whether the text went out.
        #[wasm_bindgen(method)]
        fn send(this: &PageWire, text: &str) -> bool;
        #[wasm_bindgen(method)]
        fn stop(this: &PageWire);
        /// The token of the page's seat at a table; empty if it has none.
        #[wasm_bindgen(js_name = "tokenAt")]
        fn token_at(table: &str) -> String;
        /// The changes that were not answered when the page was left.
        #[wasm_bindgen(js_name = "unansweredAt")]
        fn unanswered_at(table: &str) -> Vec<String>;
        /// Keeps them.
        #[wasm_bindgen(js_name = "keepUnanswered")]
        fn keep_unanswered(table: &str, texts: Vec<String>);
    }

    /// A line, for as long as somebody holds it.
    struct BrowserLine {
        line: PageWire,
        table: String,
        happened: Rc<RefCell<VecDeque<OnLine>>>,
        /// Called by the page for as long as the line is open.
        _happens: Closure<dyn Fn(String, String)>,
    }

    impl Wire for BrowserLine {
        fn send(&mut self, text: &str) {
            // Where it does not go out the line is cut, which is heard next.
            let _ = self.line.send(text);
        }

        fn hear(&mut self, _: Duration) -> Option<OnLine> {
            self.happened.borrow_mut().pop_front()
        }

        fn keep(&mut self, unanswered: &[&str]) {
            let texts = unanswered.iter().map(|text| (*text).to_owned()).collect();
            keep_unanswered(&self.table, texts);
        }
    }

    impl Drop for BrowserLine {
        fn drop(&mut self) {
            self.line.stop();
        }
    }

    pub(super) fn go_to(table: &str, ctx: &Context) -> Option<Client> {
        let token = token_at(table);
        if token.is_empty() {
            return None;
        }
        let happened: Rc<RefCell<VecDeque<OnLine>>> = Rc::default();
        let (heard, ctx) = (Rc::clone(&happened), ctx.clone());
        let happens = Closure::<dyn Fn(String, String)>::new(move |what: String, text: String| {
            heard.borrow_mut().push_back(match what.as_str() {
                "open" => OnLine::Open,
                "text" => OnLine::Text(text),
                "end" => OnLine::Ended(text.parse().unwrap_or_default()),
                _ => OnLine::Cut,
            });
            platform::wake(&ctx);
        });
        let line = PageWire::new(&token, &happens);
        let line = BrowserLine { line, table: table.to_owned(), happened, _happens: happens };
        let door = RemoteDoor::new(Box::new(line), unanswered_at(table));
        Some(Client::new(table.to_owned(), Box::new(door), now).in_a_room())
    }
}
