//! Tests of the size of the file, and that nothing is lost by reducing it.

use engine::fleet::library;
use games::SystemTag;
use lopdf::{Document, Object};
use print::pdf::{self, Meta};
use print::{PerPage, PrintInput, PrintJob, PrintPart, parts};

use super::support::{OF_A_FLEET, input, ready};

fn written(parts: Vec<PrintPart>, ink_saver: bool) -> (usize, Vec<u8>) {
    let per_page = PerPage::Best;
    let job =
        PrintJob { title: "Salamis".into(), per_page, ink_saver, parts, ..PrintJob::default() };
    let pages = job.pages();
    (pages.len(), pdf::write(&pages, &Meta::default()).unwrap())
}

#[test]
fn prints_of_the_ready_fleets_take_under_seven_and_a_half_kilobytes_a_page() {
    let known = |path: &&str| {
        path.split('/').next().is_some_and(|system| SystemTag::from_slug(system).is_some())
    };
    let inputs: Vec<PrintInput> =
        library::paths().filter(known).map(|path| input(library::file(path).unwrap())).collect();
    let (pages, bytes) = written(parts(&inputs, None, &OF_A_FLEET), false);
    assert!(pages >= 317, "{pages}");
    assert!(bytes.len() < 7_500 * pages, "{} in {pages} pages", bytes.len());
}

#[test]
fn figures_are_drawn_in_solid_lines_although_cut_lines_are_dashed() {
    for ink_saver in [false, true] {
        let all: Vec<PrintPart> = ready()
            .into_iter()
            .step_by(4)
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
            let (solid, drawn) = (content.find("[] 0 d"), content.find(" m\n"));
            let drawn = drawn.or_else(|| content.find(" re\n")).unwrap();
            assert!(solid.is_some_and(|solid| solid < drawn), "{content}");
            forms += 1;
        }
        assert!(forms > 0, "no form was drawn");
    }
}
