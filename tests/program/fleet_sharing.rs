//! Tests of sharing fleets: as text, links, QR codes and tables.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::{Compression, write::ZlibEncoder};
use proptest::prelude::*;
use serde_json::json;
use trierarch::fleet::build::{FleetDraft, random};
use trierarch::fleet::share::{self, LARGEST_SHARED, ShareFault, from_text};
use trierarch::fleet::{export, library, read_json, read_toml};
use trierarch::games::SystemTag;
use trierarch::print::page::{Item, Page};
use trierarch::print::{PrintInput, PrintJob, PrintKind, parts};

/// A shared text with this version byte before these packed bytes.
fn packed(version: u8, bytes: &[u8]) -> String {
    let mut encoder = ZlibEncoder::new(vec![version], Compression::best());
    encoder.write_all(bytes).expect("memory takes what it is given");
    URL_SAFE_NO_PAD.encode(encoder.finish().expect("memory takes what it is given"))
}

#[test]
fn every_ready_fleet_is_read_back_from_its_link_unchanged() {
    for file in library::paths().filter_map(library::file) {
        for shared in [
            share::to_text(file).unwrap(),
            share::to_link(file).unwrap(),
            share::to_block("The \"fleet\" of\nÀ", file).unwrap(),
            format!(
                "Look at this:\n> {}\nGood?",
                share::to_block("X", file).unwrap().replace('\n', "\n> ")
            ),
            share::to_link(file).unwrap().replace('A', "A\n "),
        ] {
            assert_eq!(from_text(&shared).as_deref(), Ok(file));
        }
    }
}

#[test]
fn a_link_is_found_in_the_middle_of_a_sentence() {
    for file in library::paths().filter_map(library::file) {
        let link = share::to_link(file).unwrap();
        for sentence in [
            format!("Here it is: {link}"),
            format!("See you on Friday ({link}), bring the dice."),
            format!("Take {link} and tell me what you think of it, A1 and all"),
            format!("\u{feff}{link}."),
            format!("> Is it <{link}>?\n> Yes."),
            format!("{link}\nsent from my phone"),
            format!("https://club.example/trierarch/#fleet/{}!", share::to_text(file).unwrap()),
        ] {
            assert_eq!(from_text(&sentence).as_deref(), Ok(file), "{sentence:.60}");
        }
    }
    let cut = &share::to_link("name = 1").unwrap()[..20];
    for sentence in [format!("Here: {cut}"), format!("Here: {cut}, then more words")] {
        assert_eq!(from_text(&sentence), Err(ShareFault::Damaged), "{sentence}");
    }
}

#[test]
fn a_link_survives_changes_by_chats_mails_and_word_processors() {
    for file in library::paths().filter_map(library::file) {
        let link = share::to_link(file).unwrap();
        let block = share::to_block("X", file).unwrap();
        // After every thirtieth letter.
        let with = |mark: &str| -> String {
            let letters: Vec<char> = link.chars().collect();
            letters.chunks(30).map(String::from_iter).collect::<Vec<_>>().join(mark)
        };
        for text in [
            with("\u{200b}"),
            with("\u{ad}"),
            with("\u{2060}\u{feff}"),
            with("\n> "),
            with("\r\n| "),
            with("=\r\n"),
            with("\n» "),
            link.replace('-', "\u{2011}"),
            link.replace('-', "\u{2013}"),
            link.replace('_', "\\_").replace('-', "\\-"),
            format!("**“{link}”**"),
            format!("`{link}`"),
            block.replace("---", "—"),
            block.replace("---", "–-").replace('\n', "\r\n> "),
            block.replace('_', "\\_"),
        ] {
            assert_eq!(from_text(&text).as_deref(), Ok(file), "{text:.90}");
        }
    }
}

#[test]
fn a_file_without_its_comments_is_the_same_fleet_in_fewer_letters() {
    for path in library::paths() {
        let file = library::file(path).unwrap();
        let Ok(whole) = read_toml(file) else { continue };
        let bare = share::bare(file);
        assert!(!bare.lines().any(|line| line.starts_with('#')), "{path}: {bare}");
        assert!(bare.len() < file.len(), "{path}");
        assert_eq!(read_toml(&bare).unwrap().fleet, whole.fleet, "{path}");
    }
    let written = "name = 'a # b' # c\n[[ship]] # d\n# e\ntags = [ # f\n 1, # g\n 2, ]\n# h";
    assert_eq!(share::bare(written), "name = 'a # b'\n\n[[ship]]\ntags = [1, 2]\n");
    assert_eq!(share::bare("no # toml"), "no # toml");
}

#[test]
fn a_link_has_only_letters_that_links_may_have() {
    let link = share::to_link(library::file("greek-fire/sybota-athens.toml").unwrap()).unwrap();
    let word = link.strip_prefix("trierarch:fleet/").unwrap();
    assert!(word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)));
}

#[test]
fn a_text_that_decompresses_to_a_huge_size_is_refused() {
    let bomb = packed(1, &vec![b'#'; 200 << 20]);
    assert!(bomb.len() < LARGEST_SHARED * 2, "the packed text is small: {}", bomb.len());
    assert_eq!(from_text(&bomb), Err(ShareFault::TooLarge));
    assert_eq!(
        ShareFault::TooLarge.to_string(),
        "it is larger than 256 KiB, the most that a fleet can have"
    );
    assert_eq!(from_text(&"A".repeat(10 << 20)), Err(ShareFault::TooLarge));
    let short = share::to_text("name").unwrap();
    let padded = short.clone() + &" ".repeat(LARGEST_SHARED * 2 - short.len());
    assert_eq!(from_text(&padded).as_deref(), Ok("name"));
    assert_eq!(from_text(&(padded + " ")), Err(ShareFault::TooLarge));
    let largest = "#".repeat(LARGEST_SHARED);
    assert_eq!(from_text(&share::to_text(&largest).unwrap()), Ok(largest.clone()));
    assert_eq!(share::to_text(&(largest + "#")), Err(ShareFault::TooLarge));
}

#[test]
fn text_that_is_not_a_shared_fleet_is_refused() {
    let sound = share::to_text("system = \"greek-fire\"").unwrap();
    for (text, fault) in [
        (String::new(), ShareFault::NotText),
        ("hello, world!".into(), ShareFault::NotText),
        (share::LINK.into(), ShareFault::NotText),
        (sound[..sound.len() - 8].into(), ShareFault::Damaged),
        (packed(1, b"\xff\xfe"), ShareFault::Damaged),
        (packed(2, b"name"), ShareFault::LaterVersion(2)),
        (packed(0, b"name"), ShareFault::NotText),
    ] {
        assert_eq!(from_text(&text), Err(fault), "{text}");
    }
    let other = if sound.as_bytes()[20] == b'x' { "y" } else { "x" };
    let damaged = format!("{}{other}{}", &sound[..20], &sound[21..]);
    assert_eq!(from_text(&damaged), Err(ShareFault::Damaged));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_back_from_its_link(file in "(?s).{0,300}") {
        prop_assert_eq!(from_text(&share::to_text(&file).unwrap()), Ok(file));
    }

    #[test]
    fn no_text_crashes_the_reader(text in "(?s).{0,80}", tail in "[A-Za-z0-9_-]{0,80}") {
        let _ = from_text(&text);
        let _ = from_text(&format!("trierarch:fleet/AXja{tail}"));
    }
}

#[test]
fn a_squadron_fits_a_qr_code() {
    let file = random(SystemTag::GreekFire, 8, 1).text();
    let link = share::to_link(&file).unwrap();
    let squares = share::qr(&link).unwrap();
    assert!(squares.size <= 177, "{}", squares.size);
    // The three corner marks: a dark square of 7 by 7 with a light ring.
    for (column, row) in [(0, 0), (squares.size - 7, 0), (0, squares.size - 7)] {
        for step in 0..7 {
            assert!(squares.is_dark(column + step, row), "{column} {row}");
            assert!(squares.is_dark(column, row + step), "{column} {row}");
        }
        assert!(!squares.is_dark(column + 1, row + 1));
        assert!(squares.is_dark(column + 3, row + 3));
    }
    // The one square that is always dark, which distinguishes a code from its mirror image.
    assert!(squares.is_dark(8, squares.size - 8));
    for outside in [squares.size, usize::MAX] {
        assert!(!squares.is_dark(outside, 0) && !squares.is_dark(0, outside));
    }
    assert_eq!(share::qr(&"x".repeat(4000)), Err(ShareFault::TooLongForQr));
}

// --- tables ---

/// The cells of a CSV text, read by RFC 4180.
fn cells(text: &str) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    let mut quoted = false;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let row = rows.last_mut().expect("never empty");
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                row.last_mut().expect("never empty").extend(letters.next());
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(String::new()),
            '\r' if !quoted => {}
            '\n' if !quoted => rows.push(vec![String::new()]),
            other => row.last_mut().expect("never empty").push(other),
        }
    }
    rows.pop();
    rows
}

#[test]
fn a_roster_in_csv_has_a_line_for_each_ship() {
    let file = r#"
system = "greek-fire"
name = "Squadron"
[[type]]
slug = "barge"
name = "Barge, \"royal\""
deck = 2
ram = 0
crew = 80
move = 2
[[ship]]
name = "=1+1"
type = "barge"
crew_quality = "elite"
captain = { name = "Kimon, the elder", skills = ["ramming", "rally"] }
crew_skills = ["melee"]
advantages = ["tower-archers", "corvus"]
[[ship]]
name = "Νίκη"
type = "trireme"
count = 2
"#;
    let csv = export::csv(&read_toml(file).unwrap().fleet);
    let rows = cells(&csv);
    let heads = [
        "Entry",
        "No.",
        "Name",
        "Type",
        "Crew quality",
        "Captain",
        "Captain’s skills",
        "Crew’s skills",
        "Advantages",
        "Word in files",
        "Deck",
        "Ram",
        "Crew",
        "Move",
    ];
    assert_eq!(rows[0], heads);
    assert_eq!(
        rows[1][..9],
        [
            "Ship",
            "1",
            "'=1+1",
            "Barge, \"royal\"",
            "Elite",
            "Kimon, the elder",
            "Ramming; Rally",
            "Melee",
            "Tower archers; Corvus"
        ]
    );
    assert_eq!(rows[3][..6], ["Ship", "3", "Νίκη 2", "Trireme", "Good", ""]);
    assert_eq!(rows[4][..3], ["Custom type", "1", "Barge, \"royal\""]);
    assert_eq!(rows.len(), 5);
    assert!(rows.iter().all(|row| row.len() == heads.len()));
}

#[test]
fn every_ready_fleet_exports_and_its_json_reads_back() {
    for path in library::paths() {
        let Some(fleet) = FleetDraft::from_ready(path).unwrap().check().fleet else { continue };
        let json: serde_json::Value = serde_json::from_str(&export::json(&fleet)).unwrap();
        let rows = cells(&export::csv(&fleet));
        let listed: usize = ["ship", "unit", "lieutenant", "type", "class", "card"]
            .iter()
            .filter_map(|list| json.get(list).and_then(|list| list.as_array()).map(Vec::len))
            .sum();
        assert_eq!(rows.len(), listed + 1, "{path}");
        assert_eq!(read_json(&json).map(|checked| checked.fleet), Ok(fleet), "{path}");
        assert_eq!(json!(rows[0][0]), "Entry");
    }
}

// --- codes, read back by an independent reader ---

/// The text of the code in a picture; `dark` says whether a pixel is dark.
fn scanned(width: usize, height: usize, dark: impl Fn(usize, usize) -> bool) -> String {
    let grey = |x, y| if dark(x, y) { 0 } else { 255 };
    let mut picture = rqrr::PreparedImage::prepare_from_greyscale(width, height, grey);
    let codes = picture.detect_grids();
    assert_eq!(codes.len(), 1, "one code in the picture");
    codes[0].decode().expect("a code that can be read").1
}

/// The width of a square of a code, in pixels.
const PIXELS: usize = 4;

#[test]
fn the_code_of_a_fleet_is_read_back_by_another_reader() {
    let mut sizes = Vec::new();
    let random = [1, 4, 8].map(|ships| random(SystemTag::GreekFire, ships, 3).text());
    let ready = library::paths().filter_map(library::file).map(str::to_owned);
    for file in ready.chain(random) {
        let link = share::to_link(&file).unwrap();
        let Ok(squares) = share::qr(&link) else { continue };
        let side = (squares.size + 8) * PIXELS;
        // To the left of the code and above it there is the margin of four squares.
        let square = |at: usize| (at / PIXELS).wrapping_sub(4);
        let read = scanned(side, side, |x, y| squares.is_dark(square(x), square(y)));
        assert_eq!(read, link);
        assert_eq!(from_text(&read), Ok(file));
        sizes.push(squares.size);
    }
    assert!(sizes.len() > 20, "nearly every ready fleet fits a code: {sizes:?}");
}

/// A length on paper, in pixels of a scan of about 400 dots per inch. This reader depends
/// on the position of the edges of small squares.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a page is a few thousand pixels wide"
)]
fn pixels_of(mm: f32) -> usize {
    (mm * 16.0).round().max(0.0) as usize
}

#[test]
fn the_code_on_every_roster_reads_back_its_fleet() {
    for path in library::paths() {
        let file = library::file(path).unwrap();
        let Ok(checked) = read_toml(file) else { continue };
        let input = PrintInput::of_fleet(&checked, file).unwrap();
        let parts = parts(&[input], None, &[PrintKind::Rosters]);
        let pages = PrintJob { parts, ..PrintJob::default() }.pages();
        let has_code = |page: &&Page| page.items.iter().any(|item| matches!(item, Item::Code(_)));
        let link = read_from_page(pages.iter().find(has_code).unwrap());
        let sent = from_text(&link).unwrap();
        assert_eq!(read_toml(&sent).unwrap().fleet, checked.fleet, "{path}");
        // A code leaves out comments, because its reader would not see them.
        assert_eq!(sent, share::bare(file), "{path}");
    }
}

/// The text of the only code on a page. The whole code must be on the paper. The scan shows
/// only the code, with a margin of ten millimetres.
fn read_from_page(page: &Page) -> String {
    let codes: Vec<_> = (page.items.iter())
        .filter_map(|item| match item {
            Item::Code(code) => Some(code),
            _ => None,
        })
        .collect();
    assert_eq!(codes.len(), 1, "codes on the page");
    let code = codes[0];
    let around = code.frame();
    assert!(around.left >= 0.0 && around.top >= 0.0, "cut off at the left or above");
    assert!(around.left + around.width <= page.width_mm, "cut off at the right");
    assert!(around.top + around.height <= page.height_mm, "cut off below");
    let [left, top] = [around.left - 10.0, around.top - 10.0];
    let side = pixels_of(around.width + 20.0);
    let mut pixels = vec![false; side * side];
    for frame in code.runs() {
        let columns = pixels_of(frame.left - left)..pixels_of(frame.left - left + frame.width);
        for y in pixels_of(frame.top - top)..pixels_of(frame.top - top + frame.height) {
            pixels[y * side..][columns.clone()].fill(true);
        }
    }
    scanned(side, side, |x, y| pixels[y * side + x])
}
