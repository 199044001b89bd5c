//! Tests of sharing a table with other devices.

use egui_kittest::kittest::Queryable;

use super::*;

#[cfg(not(feature = "host"))]
#[test]
fn a_program_without_the_server_does_not_offer_to_share() {
    let mut screen = sybota(DESK);
    press(&mut screen, "Menu of the battle");
    assert!(screen.query_by_label("Share this table").is_none());
}

#[cfg(feature = "host")]
mod with_server {
    use std::io::{Read as _, Write as _};
    use std::net::TcpStream;
    use std::sync::Arc;
    use std::thread::sleep;
    use std::time::Duration;

    use trierarch::session::Seat;
    use trierarch::storage::{BattleLibrary, InMemory, SystemClock};

    use crate::fingers::{SIZES, SmallControls};

    use super::*;

    /// Sends the server a request, and returns the raw answer.
    fn asks(port: &str, request: &str, body: &str) -> Option<String> {
        let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).ok()?;
        let length = body.len();
        let head = "Host: x\r\nConnection: close\r\nContent-Length";
        write!(stream, "{request} HTTP/1.1\r\n{head}: {length}\r\n\r\n{body}").ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        (!answer.is_empty()).then_some(answer)
    }

    /// The text on the screen that contains these words.
    fn label_with(screen: &Screen, words: &str) -> String {
        let node = screen.query_all_by_label_contains(words).next().unwrap();
        let node = node.accesskit_node();
        node.label().or_else(|| node.value()).unwrap()
    }

    /// Draws frames until a condition is true, since the server needs time.
    #[track_caller]
    fn until(screen: &mut Screen, what: impl Fn(&Screen) -> bool) {
        for _ in 0..500 {
            screen.run();
            if what(screen) {
                return;
            }
            sleep(Duration::from_millis(20));
        }
        assert!(what(screen), "the condition was never true: {:?}", battle(screen).view().seats);
    }

    /// The sharing page of a table.
    fn page_on_sharing(size: [f32; 2]) -> Screen {
        let library = BattleLibrary::new(InMemory::default(), SystemClock);
        let tables = Tables::threaded(library, Arc::new(|| {}));
        let mut screen = open_with(size, &Start::Ready("sybota".into()), tables);
        press(&mut screen, "Menu of the battle");
        press(&mut screen, "Share this table");
        screen
    }

    /// The port of the table's server.
    fn port(screen: &Screen) -> String {
        let address = label_with(screen, "http://");
        address.rsplit_once(':').unwrap().1.to_owned()
    }

    /// Nikias takes a seat with the code on the screen.
    fn nikias_sits_down(screen: &mut Screen) {
        let code = label_with(screen, "Code: ").replace("Code: ", "");
        let wish = format!(r#"{{"key": "k", "code": "{code}", "name": "Nikias", "seat": "B"}}"#);
        let given = asks(&port(screen), "POST /seat", &wish).unwrap();
        assert!(given.contains("\"token\""), "{given}");
        until(screen, |screen| screen.query_by_label("Free the seat of Nikias").is_some());
    }

    #[test]
    fn controls_for_sharing_are_large_enough_for_a_finger() {
        let mut small = SmallControls::default();
        for size in SIZES {
            let mut screen = page_on_sharing(size);
            small.check(&screen, &format!("a table that is not shared at {size:?}"));
            press(&mut screen, "Start sharing");
            small.check(&screen, &format!("a shared table at {size:?}"));
            nikias_sits_down(&mut screen);
            small.check(&screen, &format!("a shared table and who sits there at {size:?}"));
        }
        small.assert_none();
    }

    #[test]
    fn a_table_is_shared_and_closed_again() {
        let mut screen = page_on_sharing(DESK);
        press(&mut screen, "Start sharing");
        screen.get_by_label("Code of this table");
        let port = port(&screen);
        let health = asks(&port, "GET /health", "").unwrap();
        assert!(health.contains("\"ok\":true"), "{health}");
        nikias_sits_down(&mut screen);
        press(&mut screen, "Free the seat of Nikias");
        until(&mut screen, |screen| screen.query_by_label("Free the seat of Nikias").is_none());
        press(&mut screen, "Stop sharing");
        until(&mut screen, |_| asks(&port, "GET /health", "").is_none());
        screen.get_by_label("Start sharing");
    }

    #[test]
    fn the_sharing_page_leads_back_to_the_menu_and_gives_way_to_the_save_page() {
        let mut screen = page_on_sharing(DESK);
        press(&mut screen, "Back to the menu");
        press(&mut screen, "Share this table");
        press(&mut screen, "Menu of the battle");
        press(&mut screen, "Save the battle or its report");
        assert!(controls(&screen).contains_key("Path to save at"));
        assert!(!controls(&screen).contains_key("Start sharing"));
    }

    #[test]
    fn the_log_tab_shows_the_log_instead_of_the_sharing_page() {
        let mut screen = page_on_sharing(DESK);
        press(&mut screen, "Log of the battle");
        assert!(!controls(&screen).contains_key("Start sharing"));
        assert!(says(&screen, "Nothing has happened yet"));
    }

    #[test]
    fn the_sharing_device_plays_the_side_without_another_device() {
        let mut screen = page_on_sharing(DESK);
        let seat = |screen: &Screen| battle(screen).view().seat;
        press(&mut screen, "Start sharing");
        assert_eq!(seat(&screen), Seat::Both);
        nikias_sits_down(&mut screen);
        until(&mut screen, |screen| seat(screen) == Seat::A);
        // The device stays the owner.
        press(&mut screen, "Free the seat of Nikias");
        until(&mut screen, |screen| seat(screen) == Seat::Both);
        nikias_sits_down(&mut screen);
        until(&mut screen, |screen| seat(screen) == Seat::A);
        press(&mut screen, "Stop sharing");
        until(&mut screen, |screen| seat(screen) == Seat::Both);
    }
}
