//! Tests of the window's notices about its device: a browser that may delete stored data, and a
//! screen that turns off.

use trierarch::session::Tables;
use trierarch::storage::{BattleLibrary, Ends, InMemory, Store, StoreFault, SystemClock};
use trierarch::ui::Start;

use crate::{DESK, PHONE, Screen, controls, leave_table, open, open_with, press, says};

/// A store that may be deleted, like that of a browser.
#[derive(Default)]
struct Clearable(InMemory);

impl Store for Clearable {
    fn battles(&self) -> Result<Vec<Ends>, StoreFault> {
        self.0.battles()
    }
    fn create(&self, slug: &str, rows: &[String]) -> Result<(), StoreFault> {
        self.0.create(slug, rows)
    }
    fn append(&self, slug: &str, expected: u64, rows: &[String]) -> Result<(), StoreFault> {
        self.0.append(slug, expected, rows)
    }
    fn read(&self, slug: &str) -> Result<Vec<String>, StoreFault> {
        self.0.read(slug)
    }
    fn delete(&self, slug: &str) -> Result<(), StoreFault> {
        self.0.delete(slug)
    }
    fn blobs(&self, prefix: &str) -> Result<Vec<String>, StoreFault> {
        self.0.blobs(prefix)
    }
    fn blob(&self, key: &str) -> Result<Option<Vec<u8>>, StoreFault> {
        self.0.blob(key)
    }
    fn put_blob(&self, key: &str, value: Option<&[u8]>) -> Result<(), StoreFault> {
        self.0.put_blob(key, value)
    }
    fn may_be_cleared(&self) -> bool {
        true
    }
}

const MARK: &str = "Only in this browser";
const OFFER: &str = "Only this browser has this battle. Save it as a file.";

fn in_a_browser(size: [f32; 2], start: &Start) -> Screen {
    open_with(size, start, Tables::inline(BattleLibrary::new(Clearable::default(), SystemClock)))
}

fn concede(screen: &mut Screen) {
    press(screen, "Orders of Antony and Cleopatra at Actium");
    press(screen, "A: Concede");
    press(screen, "Continue anyway");
}

/// Returns from the table to the list of battles.
fn leave(screen: &mut Screen) {
    if controls(screen).contains_key("Battles") {
        press(screen, "Battles");
    } else {
        leave_table(screen);
    }
}

#[test]
fn a_battle_that_its_browser_may_clear_is_marked_in_the_list_and_no_other_is() {
    for size in [DESK, PHONE] {
        let mut screen = in_a_browser(size, &Start::Ready("sybota".into()));
        leave(&mut screen);
        assert!(says(&screen, MARK));
        let mut screen = open(size, &Start::Ready("sybota".into()));
        leave(&mut screen);
        assert!(!says(&screen, MARK));
    }
}

#[test]
fn a_battle_that_its_browser_may_clear_is_offered_as_a_file_when_it_is_over() {
    let start = Start::Ready("actium".into());
    for size in [DESK, PHONE] {
        let mut screen = in_a_browser(size, &start);
        assert!(!says(&screen, OFFER), "the battle continues");
        concede(&mut screen);
        assert!(says(&screen, OFFER));
        assert!(controls(&screen).contains_key("Save the battle now"));
        press(&mut screen, "Leave the battle in this browser");
        assert!(!says(&screen, OFFER), "it was declined");
        let mut screen = open(size, &start);
        concede(&mut screen);
        assert!(!says(&screen, OFFER), "it cannot be deleted");
    }
}

#[test]
fn a_device_warns_once_that_its_screen_goes_dark() {
    let describe = |screen: &Screen| says(screen, "This page cannot keep the screen on.");
    let mut screen = open(PHONE, &crate::battles());
    screen.state_mut().as_mut().unwrap().set_goes_dark(true);
    screen.run();
    assert!(!describe(&screen), "no battle is on the table");
    press(&mut screen, "Start Sybota, 433 BCE");
    assert!(describe(&screen));
    press(&mut screen, "Close the notice");
    leave(&mut screen);
    press(&mut screen, "Start Sybota, 433 BCE");
    assert!(!describe(&screen));
}
