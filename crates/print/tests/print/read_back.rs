//! Tests that read the PDF back.

use engine::analysis::BattleReport;
use engine::fleet::library;
use engine::journal::Journal;
use games::SystemTag;
use lopdf::{Dictionary, Document, Object};
use print::pdf::{self, Meta};
use print::{Paper, PerPage, PrintInput, PrintJob, PrintKind, PrintPart, parts};
use read_fonts::types::GlyphId;
use read_fonts::{FontRef, TableProvider};
use rules::{TurnStep, Viewer};

use super::support::{input, ready, sheets};

const PHORMIO: &str = r#"
    system = "greek-fire"
    name = "Squadron of Phormio"
    [[ship]]
    name = "Παράλος"
    type = "trireme"
    captain = { name = "Φορμίων ὁ Ἀσωπίου", skills = ["ramming"] }
    advantages = ["prongs", "archers"]
"#;

fn pdf_of(paper: Paper, file: &str) -> Vec<u8> {
    let parts = vec![PrintPart::Sheets(sheets(file).into())];
    let job = PrintJob { paper, per_page: PerPage::Two, parts, ..PrintJob::default() };
    let meta = Meta { title: "Squadron of Phormio".into(), created: Some(1_795_248_000) };
    pdf::write(&job.pages(), &meta).unwrap()
}

/// The embedded fonts of a document: name and font program.
fn fonts(document: &Document) -> Vec<(String, Vec<u8>)> {
    let mut fonts = Vec::new();
    for object in document.objects.values() {
        let Ok(dict) = object.as_dict() else { continue };
        let Ok(name) = dict.get(b"FontName").and_then(Object::as_name) else { continue };
        let program = dict.get(b"FontFile2").and_then(Object::as_reference).expect("embedded");
        let stream = document.get_object(program).and_then(Object::as_stream).unwrap();
        let bytes = stream.decompressed_content().unwrap();
        fonts.push((String::from_utf8(name.to_vec()).unwrap(), bytes));
    }
    fonts.sort();
    fonts
}

fn text_of(document: &Document) -> String {
    let numbers: Vec<u32> = document.get_pages().keys().copied().collect();
    document.extract_text(&numbers).unwrap()
}

#[test]
fn every_font_is_embedded_and_holds_only_the_letters_that_are_used() {
    let document = Document::load_mem(&pdf_of(Paper::A4, PHORMIO)).unwrap();
    let fonts = fonts(&document);
    let names: Vec<&str> = fonts.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "ALEBOL+Alegreya-Bold",
            "ALEITA+Alegreya-Italic",
            "ALEREG+Alegreya-Regular",
            "GFSDID+GFSDidot-Regular"
        ]
    );
    for (name, program) in fonts {
        assert!(program.len() > 1_000 && program.len() < 40_000, "{name}: {}", program.len());
        let font = FontRef::new(&program).expect("a font program");
        let (offsets, outlines) = (font.loca(None).unwrap(), font.glyf().unwrap());
        let glyphs = u32::from(font.maxp().unwrap().num_glyphs());
        let drawn = (1..glyphs)
            .filter(|glyph| offsets.get_glyf(GlyphId::new(*glyph), &outlines).unwrap().is_some());
        assert!(drawn.count() >= 5, "{name} is empty");
        assert!(glyphs < 80, "{name} is not a subset");
    }
}

#[test]
fn greek_names_are_found_in_the_text() {
    let text = text_of(&Document::load_mem(&pdf_of(Paper::A4, PHORMIO)).unwrap());
    for words in ["Παράλος", "Φορμίων ὁ Ἀσωπίου", "Squadron of Phormio", "Crew (170 of 170)"]
    {
        assert!(text.contains(words), "{words} is not in {text}");
    }
}

#[test]
fn every_name_of_the_ready_fleets_is_found_in_the_text() {
    let sheets: Vec<_> = ready().into_iter().flat_map(|(_, sheets)| sheets).collect();
    let names: Vec<String> = sheets.iter().map(|sheet| sheet.name.clone()).collect();
    let parts = vec![PrintPart::Sheets(sheets.into())];
    let job = PrintJob { per_page: PerPage::Eight, parts, ..PrintJob::default() };
    let bytes = pdf::write(&job.pages(), &Meta::default()).unwrap();
    let text = text_of(&Document::load_mem(&bytes).unwrap());
    let text: String = text.split_whitespace().collect();
    for name in names {
        let letters: String = name.split_whitespace().collect();
        assert!(text.contains(&letters), "{name}");
    }
}

#[test]
fn pages_have_the_size_of_their_paper() {
    for (paper, width, height) in [(Paper::A4, 595.28, 841.89), (Paper::Letter, 612.0, 792.0)] {
        let document = Document::load_mem(&pdf_of(paper, PHORMIO)).unwrap();
        let pages = document.get_pages();
        assert_eq!(pages.len(), 1);
        for id in pages.into_values() {
            let page = document.get_dictionary(id).unwrap();
            let media = page.get(b"MediaBox").and_then(Object::as_array).unwrap();
            let media: Vec<f32> = media.iter().map(|side| side.as_float().unwrap()).collect();
            assert_eq!(media[..2], [0.0, 0.0]);
            assert!((media[2] - width).abs() < 0.02 && (media[3] - height).abs() < 0.02);
        }
    }
}

#[test]
fn equal_pages_give_equal_bytes_and_different_pages_a_different_id() {
    let id = |bytes: &[u8]| {
        let document = Document::load_mem(bytes).unwrap();
        document.trailer.get(b"ID").unwrap().clone()
    };
    let (once, again) = (pdf_of(Paper::A4, PHORMIO), pdf_of(Paper::A4, PHORMIO));
    assert_eq!(once, again);
    let other = pdf_of(Paper::A4, &PHORMIO.replace("Παράλος", "Σαλαμινία"));
    assert_ne!(id(&once), id(&other));
}

#[test]
fn the_document_has_its_title_and_a_date_only_if_given() {
    let info = |bytes: &[u8]| {
        let document = Document::load_mem(bytes).unwrap();
        let id = document.trailer.get(b"Info").and_then(Object::as_reference).unwrap();
        document.get_dictionary(id).unwrap().clone()
    };
    let shown = info(&pdf_of(Paper::A4, PHORMIO));
    let date = shown.get(b"CreationDate").and_then(Object::as_str).unwrap();
    assert_eq!(date, b"D:20261121080000Z");
    let title = shown.get(b"Title").and_then(Object::as_str).unwrap();
    assert_eq!(title, b"Squadron of Phormio");

    let undated = info(&pdf::write(&[], &Meta::default()).unwrap());
    assert!(undated.get(b"CreationDate").is_err() && undated.get(b"ModDate").is_err());
}

#[test]
fn a_figure_and_a_border_are_in_the_file_once_however_often_they_are_printed() {
    let many = format!("{PHORMIO}\ncount = 40\n");
    let document = Document::load_mem(&pdf_of(Paper::A4, &many)).unwrap();
    assert_eq!(document.get_pages().len(), 20);
    let page = document.page_iter().next().unwrap();
    let (resources, _) = document.get_page_resources(page).unwrap();
    let resources = resources.cloned().unwrap_or_else(|| {
        let page = document.get_dictionary(page).unwrap();
        led(&document, page, b"Resources").clone()
    });
    let forms = led(&document, &resources, b"XObject");
    let names: Vec<String> =
        forms.iter().map(|(name, _)| String::from_utf8_lossy(name).into_owned()).collect();
    // The trireme, and the border under her name.
    assert_eq!(names.len(), 2, "{names:?}");
}

/// The object to which a key of a dictionary refers.
fn led<'d>(document: &'d Document, from: &Dictionary, key: &[u8]) -> &'d Dictionary {
    let to = from.get(key).and_then(Object::as_reference).unwrap();
    document.get_dictionary(to).unwrap()
}

fn title_of(entry: &Dictionary) -> String {
    let bytes = entry.get(b"Title").and_then(Object::as_str).unwrap();
    let Some(utf16) = bytes.strip_prefix(&[0xfe, 0xff]) else {
        return String::from_utf8(bytes.to_vec()).unwrap();
    };
    let units: Vec<u16> = utf16.chunks(2).map(|u| u16::from_be_bytes([u[0], u[1]])).collect();
    String::from_utf16(&units).unwrap()
}

/// The titles of the outline entries at one level, beginning with the first.
fn titles(document: &Document, parent: &Dictionary) -> Vec<String> {
    let mut entry = led(document, parent, b"First");
    let mut titles = vec![title_of(entry)];
    while entry.has(b"Next") {
        entry = led(document, entry, b"Next");
        titles.push(title_of(entry));
    }
    titles
}

#[test]
fn the_outline_names_every_part_and_every_ship_and_leads_to_its_page() {
    let file = library::file("greek-fire/sybota-athens.toml").unwrap();
    let input = input(file);
    let parts = parts(&[input], None, &[PrintKind::Rosters, PrintKind::Sheets, PrintKind::Charts]);
    let job = PrintJob { title: "Sybota".into(), parts, ..PrintJob::default() };
    let document =
        Document::load_mem(&pdf::write(&job.pages(), &Meta::default()).unwrap()).unwrap();
    let catalog = document.catalog().unwrap();
    let outline = led(&document, catalog, b"Outlines");
    let parts = titles(&document, outline);
    assert_eq!(parts.len(), 3, "{parts:?}");
    assert_eq!(parts[1], "Record sheets · The Athenian squadron at Sybota");
    let sheets = led(&document, led(&document, outline, b"First"), b"Next");
    let ships = titles(&document, sheets);
    assert_eq!((ships.len(), ships[0].as_str()), (5, "A1 Παρρησία"));
    let leads = led(&document, sheets, b"First").get(b"Dest").and_then(Object::as_array).unwrap();
    let page = leads[0].as_reference().unwrap();
    let number = document.get_pages().into_iter().find(|(_, id)| *id == page).unwrap().0;
    assert!(document.extract_text(&[number]).unwrap().contains("Παρρησία"));
}

#[test]
fn the_document_has_its_language_and_author() {
    let document = Document::load_mem(&pdf_of(Paper::A4, PHORMIO)).unwrap();
    let catalog = document.catalog().unwrap();
    assert_eq!(catalog.get(b"Lang").and_then(Object::as_str).unwrap(), b"en-GB");
    let info = led(&document, &document.trailer, b"Info");
    assert_eq!(info.get(b"Author").and_then(Object::as_str).unwrap(), b"Trierarch");
    let shown = catalog.get(b"Metadata").and_then(Object::as_reference).unwrap();
    let shown = document.get_object(shown).and_then(Object::as_stream).unwrap();
    let shown = String::from_utf8_lossy(&shown.content);
    assert!(shown.contains("<pdfuaid:part>1<") && shown.contains("Squadron of Phormio"), "{shown}");
    // Greek names are marked as Greek.
    let page = document.page_iter().next().unwrap();
    let content = String::from_utf8_lossy(&document.get_page_content(page)).into_owned();
    assert!(content.contains("/Lang(grc)"));
}

/// The children of a structure element.
fn kids(document: &Document, element: &Dictionary) -> Vec<Dictionary> {
    let all = match element.get(b"K") {
        Ok(Object::Array(all)) => all.clone(),
        Ok(one) => vec![one.clone()],
        Err(_) => Vec::new(),
    };
    let ids = all.iter().filter_map(|kid| kid.as_reference().ok());
    ids.filter_map(|id| document.get_dictionary(id).ok().cloned()).collect()
}

/// The elements of the document that these parts make.
fn structure(parts: Vec<PrintPart>) -> Vec<Dictionary> {
    let job = PrintJob { parts, ..PrintJob::default() };
    let bytes = pdf::write(&job.pages(), &Meta::default()).unwrap();
    let document = Document::load_mem(&bytes).unwrap();
    let root = led(&document, document.catalog().unwrap(), b"StructTreeRoot");
    kids(&document, led(&document, root, b"K"))
}

/// The tag of a structure element.
fn tag(element: &Dictionary) -> String {
    let name = element.get(b"S").and_then(Object::as_name).unwrap_or_default();
    String::from_utf8_lossy(name).into_owned()
}

#[test]
fn a_screen_reader_finds_headings_tables_and_described_drawings() {
    let file = library::file("greek-fire/sybota-athens.toml").unwrap();
    let fleet = input(file);
    let parts = parts(&[fleet], None, &[PrintKind::Rosters, PrintKind::Sheets, PrintKind::Charts]);
    let job = PrintJob { title: "Sybota".into(), parts, ..PrintJob::default() };
    let pages = job.pages();
    let document = Document::load_mem(&pdf::write(&pages, &Meta::default()).unwrap()).unwrap();
    let root = led(&document, document.catalog().unwrap(), b"StructTreeRoot");
    let all = kids(&document, led(&document, root, b"K"));
    let of = |wanted: &str| all.iter().filter(|element| tag(element) == wanted).count();
    assert!(of("H1") >= 2 && of("H2") >= 5 && of("P") > 10, "{} {}", of("H1"), of("H2"));
    assert_eq!(of("Link"), 1);
    let tables: Vec<&Dictionary> = all.iter().filter(|element| tag(element) == "Table").collect();
    assert!(tables.len() > 5, "{}", tables.len());
    for table in tables {
        let rows = kids(&document, table);
        assert!(rows.iter().all(|row| tag(row) == "TR"));
        let heads = kids(&document, &rows[0]);
        assert!(!heads.is_empty() && heads.iter().all(|cell| tag(cell) == "TH"));
        let has_text = |cell: &Dictionary| {
            cell.get(b"K").and_then(Object::as_array).is_ok_and(|kids| !kids.is_empty())
        };
        assert!(heads.iter().all(has_text), "every column has a heading");
        for row in &rows {
            let cells = kids(&document, row);
            // Each row has a cell for every column.
            let across = |cell: &Dictionary| {
                let attributes = cell.get(b"A").and_then(Object::as_dict);
                attributes.and_then(|own| own.get(b"ColSpan")?.as_i64()).unwrap_or(1)
            };
            let whole: i64 = cells.iter().map(across).sum();
            assert_eq!(whole, i64::try_from(heads.len()).unwrap());
            for cell in cells.iter().filter(|cell| tag(cell) == "TH") {
                let scope = cell.get(b"A").and_then(Object::as_dict).unwrap();
                assert!(scope.has(b"Scope"));
            }
        }
    }
    for figure in all.iter().filter(|element| tag(element) == "Figure") {
        assert!(figure.get(b"Alt").is_ok(), "{figure:?}");
    }
    let boxes = all.iter().filter_map(|element| element.get(b"Alt").and_then(Object::as_str).ok());
    assert!(boxes.into_iter().any(|alt| alt == b"0 of 10 boxes crossed off"));
    // All painted content is marked, with as many ends as beginnings.
    for page in document.get_pages().into_values() {
        let content = String::from_utf8_lossy(&document.get_page_content(page)).into_owned();
        let begun = content.matches("BDC").count() + content.matches("BMC").count();
        assert_eq!(begun, content.matches("EMC").count());
        assert!(content.contains("/Artifact BMC"));
        let page = document.get_dictionary(page).unwrap();
        if let Ok(links) = page.get(b"Annots").and_then(Object::as_array) {
            let link = document.get_dictionary(links[0].as_reference().unwrap()).unwrap();
            let leads = link.get(b"A").and_then(Object::as_dict).unwrap();
            let uri = leads.get(b"URI").and_then(Object::as_str).unwrap();
            assert!(uri.starts_with(b"trierarch:") || uri.starts_with(b"http"), "{uri:?}");
            let says = link.get(b"Contents").and_then(Object::as_str).unwrap();
            assert_eq!(says, b"Scan or tap to open this fleet in Trierarch");
        }
    }
}

#[test]
fn names_in_greek_letters_are_read_aloud_as_greek() {
    let fleet = input(library::file("greek-fire/sybota-athens.toml").unwrap());
    let job =
        PrintJob { parts: parts(&[fleet], None, &[PrintKind::Sheets]), ..PrintJob::default() };
    let document =
        Document::load_mem(&pdf::write(&job.pages(), &Meta::default()).unwrap()).unwrap();
    let root = led(&document, document.catalog().unwrap(), b"StructTreeRoot");
    let all = kids(&document, led(&document, root, b"K"));
    let headings = all.iter().filter(|element| tag(element) == "H1");
    let is_greek = |kid: &Dictionary| {
        kid.get(b"Lang").and_then(Object::as_str).is_ok_and(|language| language == b"grc")
    };
    let greek = headings.flat_map(|heading| kids(&document, heading)).filter(is_greek);
    assert_eq!(greek.count(), 5);
}

#[test]
fn no_heading_is_more_than_one_level_below_the_one_before_it() {
    for &system in SystemTag::ALL {
        let text = testing::repository_file(&format!("tests/battles/{system}.battle"));
        let journal = Journal::read_file(&text).unwrap();
        let inputs = PrintInput::of_journal(&journal, Viewer::Everyone);
        let mut parts = parts(&inputs, None, PrintKind::ALL);
        parts.push(PrintPart::Report(Box::new(BattleReport::of(&journal, Viewer::Everyone))));
        let all = structure(parts);
        let mut last = 0;
        for heading in all.iter().map(tag).filter(|tag| tag.starts_with('H')) {
            let level: u8 = heading[1..].parse().unwrap();
            assert!(level <= last + 1, "{system}: {heading} after H{last}");
            last = level;
        }
        assert!(last > 0);
    }
}

#[test]
fn every_paragraph_is_a_separate_element() {
    for path in ["greek-fire/sybota-athens.toml", "command-and-chaos/zama-rome.toml"] {
        let fleet = input(library::file(path).unwrap());
        let parts = parts(&[fleet], None, &[PrintKind::Turn]);
        let [PrintPart::Turns(track)] = parts.as_slice() else { panic!("{parts:?}") };
        let of_step = |step: &TurnStep| [&step.name, &step.who, &step.what].map(Clone::clone);
        let texts = track.parts.iter().flat_map(|part| {
            std::iter::once(part.about.clone()).chain(part.steps.iter().flat_map(of_step))
        });
        // And the name of the game, below the title.
        let texts = 1 + texts.filter(|text| !text.is_empty()).count();
        let all = structure(parts);
        assert_eq!(all.iter().filter(|element| tag(element) == "P").count(), texts, "{path}");
        // The boxes for counting are a drawing with a description.
        let boxes = all.iter().find(|element| tag(element) == "Figure").unwrap();
        let alt = boxes.get(b"Alt").and_then(Object::as_str).unwrap();
        assert!(alt.starts_with(b"boxes from 1 to "), "{alt:?}");
    }
}
