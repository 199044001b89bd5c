//! How large the file is, and that nothing is lost by what makes it small.

use engine::fleet::library;
use games::SystemTag;
use lopdf::{Document, Object};
use print::pdf::{self, Meta};
use print::{PerPage, PrintInput, PrintJob, PrintPart, parts};

use super::support::{OF_A_FLEET, muster, ready, sheets};

fn written(parts: Vec<PrintPart>, ink_saver: bool) -> (usize, Vec<u8>) {
    let per_page = PerPage::Best;
    let job =
        PrintJob { title: "Salamis".into(), per_page, ink_saver, parts, ..PrintJob::default() };
    let pages = job.pages();
    (pages.len(), pdf::write(&pages, &Meta::default()).unwrap())
}

#[test]
fn all_that_is_printed_of_the_ready_fleets_is_under_a_megabyte_and_a_half() {
    let known = |path: &&str| {
        path.split('/').next().is_some_and(|system| SystemTag::from_slug(system).is_some())
    };
    let musters: Vec<PrintInput> =
        library::paths().filter(known).map(|path| muster(library::file(path).unwrap())).collect();
    let (pages, bytes) = written(parts(&musters, None, &OF_A_FLEET), false);
    assert!(pages >= 317, "{pages}");
    assert!(bytes.len() < 1_500_000, "{} in {pages} pages", bytes.len());
}

#[test]
fn what_is_printed_twice_is_in_the_file_once_but_for_its_page_number() {
    let sheets = sheets(library::file("greek-fire/sybota-athens.toml").unwrap());
    let (single, once) = written(vec![PrintPart::Sheets(sheets.clone().into())], false);
    let (double, twice) = written(
        vec![PrintPart::Sheets(sheets.clone().into()), PrintPart::Sheets(sheets.into())],
        false,
    );
    assert_eq!(double, 2 * single);
    assert!(10 * twice.len() < 11 * once.len(), "{} and {}", once.len(), twice.len());
    let document = Document::load_mem(&twice).unwrap();
    let said = |page: usize| document.extract_text(&[u32::try_from(page).unwrap()]).unwrap();
    let (first, again) = (said(1), said(1 + single));
    assert_eq!(first.replace("page 1 ", ""), again.replace(&format!("page {} ", 1 + single), ""));
    assert!(first.contains("Παρρησία"), "{first}");
}

#[test]
fn figures_are_drawn_in_whole_lines_beside_lines_to_cut_along() {
    for ink_saver in [false, true] {
        let all: Vec<PrintPart> = ready()
            .into_iter()
            .take(16)
            .map(|(_, sheets)| PrintPart::Sheets(sheets.into()))
            .collect();
        let (_, bytes) = written(all, ink_saver);
        let document = Document::load_mem(&bytes).unwrap();
        let mut forms = 0;
        for object in document.objects.values() {
            let Ok(stream) = object.as_stream() else { continue };
            let subtype = stream.dict.get(b"Subtype").and_then(Object::as_name);
            if !subtype.is_ok_and(|name| name == b"Form") {
                continue;
            }
            let content = stream.decompressed_content().unwrap();
            let content = String::from_utf8(content).unwrap();
            // A form begins with the dashes of the page that it is placed on.
            let (whole, drawn) = (content.find("[]0 d"), content.find(" m\n"));
            let drawn = drawn.or_else(|| content.find(" re\n")).unwrap();
            assert!(whole.is_some_and(|whole| whole < drawn), "{content}");
            forms += 1;
        }
        assert!(forms > 10, "{forms}");
    }
}
