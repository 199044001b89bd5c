//! Tests of prints in a language with longer words.

use engine::fleet::library;
use games::SystemTag;
use message::i18n::{PoFile, Words};
use print::page::Page;
use print::{Paper, PerPage, PrintInput, PrintJob, parts};

use super::support::{OF_A_FLEET, check, input, texts};
use testing::po::pseudo_language;
use testing::templates::templates;

/// A test language in which every text is 40% longer and has accents.
fn words() -> Words {
    Words::of(PoFile::read(&pseudo_language(&templates())).unwrap())
}

/// Everything that can be printed of the first ready battle of a game.
fn everything(system: SystemTag, paper: Paper, per_page: PerPage) -> PrintJob {
    let battle = library::battles().iter().find(|ready| ready.system == system).unwrap();
    let inputs = battle.sides.map(|path| input(library::file(path).unwrap()));
    let parts = parts(&inputs, None, &OF_A_FLEET);
    PrintJob {
        title: PrintInput::name(&inputs[0]).into(),
        paper,
        per_page,
        parts,
        ..PrintJob::default()
    }
}

#[test]
fn every_part_fits_with_texts_two_fifths_longer() {
    let words = words();
    let sizes = [PerPage::One, PerPage::Two, PerPage::Four, PerPage::Eight];
    for (system, per_page) in SystemTag::ALL.iter().zip(sizes.into_iter().cycle()) {
        for paper in [Paper::A4, Paper::Letter] {
            everything(*system, paper, per_page).pages_in(&words).iter().for_each(check);
        }
    }
}

#[test]
fn headings_and_footers_are_in_the_language_of_the_reader() {
    let pages = everything(SystemTag::GreekFire, Paper::A4, PerPage::Two);
    let says = |pages: &[Page], text: &str| {
        pages.iter().flat_map(texts).any(|set| set.content.contains(text))
    };
    let (english, longer) = (pages.pages(), pages.pages_in(&words()));
    for text in ["Quick reference", "Round track", "Warnings", "page 1 of", "How a round is played"]
    {
        let plain = says(&english, text);
        assert!(plain || text == "Warnings", "{text} is not printed in English");
        assert!(!says(&longer, text), "{text} is printed in English");
    }
}
