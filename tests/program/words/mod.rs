//! Tests of translations: every template has its arguments, and every language has every
//! template.
//!
//! `UPDATE_WORDS=1 cargo test --test program words` writes `assets/words/trierarch.pot`,
//! with which a translation begins.

mod battles;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use trierarch::games::SystemTag;
use trierarch::i18n::{Catalogue, PoFile, Words};
use trierarch::message;

use testing::po::{pseudo_language, template_file};
use testing::templates::{Template, placeholders, templates};

const FOLDER: &str = "assets/words";

#[test]
fn every_placeholder_of_a_template_has_an_argument() {
    let all = templates();
    assert!(all.len() > 5, "the sources were not read: {}", all.len());
    for Template { place, one, many, given } in all {
        for text in [Some(one), many].into_iter().flatten() {
            for name in placeholders(&text) {
                assert!(given.contains(&name), "{place}: {text:?} lacks the argument {{{name}}}");
            }
        }
    }
}

#[test]
fn every_argument_has_a_placeholder_in_its_template() {
    for Template { place, one, many, given } in templates() {
        let text = many.unwrap_or(one);
        let named = placeholders(&text);
        for name in given.iter().filter(|name| *name != "n") {
            assert!(named.contains(name), "{place}: {text:?} does not use {{{name}}}");
        }
    }
}

/// Players read how a rule is played, not the number of the ruling.
#[test]
fn no_template_contains_the_number_of_a_ruling() {
    let rulings = SystemTag::ALL.iter().flat_map(|tag| tag.rulings());
    let ids: BTreeSet<&str> = rulings.map(|ruling| ruling.id).collect();
    let belongs = |letter: char| letter.is_alphanumeric() || letter == '-';
    for Template { place, one, many, .. } in templates() {
        for text in [Some(one), many].into_iter().flatten() {
            let named = text.split(|letter| !belongs(letter)).find(|word| ids.contains(word));
            assert_eq!(named, None, "{place}: {text}");
        }
    }
}

#[test]
fn a_template_with_a_count_has_the_same_plural_everywhere() {
    let mut plurals: Vec<Template> = templates();
    plurals.sort_by(|a, b| a.one.cmp(&b.one));
    for pair in plurals.windows(2) {
        if let [a, b] = pair
            && a.one == b.one
        {
            assert_eq!(a.many, b.many, "{} and {}", a.place, b.place);
        }
    }
}

#[test]
fn every_language_has_every_template_with_its_arguments() {
    let all = templates();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER);
    for file in fs::read_dir(folder).expect("the folder of the languages") {
        let path = file.expect("a file").path();
        if path.extension().is_some_and(|end| end == "po") {
            let text = fs::read_to_string(&path).expect("a text");
            let language = PoFile::read(&text).unwrap_or_else(|why| panic!("{path:?}: {why}"));
            assert_eq!(missing(&all, &language), Vec::<String>::new(), "{path:?}");
        }
    }
}

#[test]
fn the_pseudo_language_has_every_template_and_is_longer() {
    let all = templates();
    let text = pseudo_language(&all);
    let language = PoFile::read(&text).expect("a PO file");
    assert_eq!(missing(&all, &language), Vec::<String>::new());
    for template in &all {
        let shown = language.template(&template.one).or(language.counted(1, &template.one, ""));
        let (shown, english) = (shown.expect("translated"), &template.one);
        let [shown, english] = [shown, english].map(|text| text.chars().count());
        assert!(shown * 10 >= english * 14, "{:?}", template.one);
    }
}

#[test]
fn a_template_that_a_language_lacks_or_gives_other_arguments_is_found() {
    let template = |one: &str, many: Option<&str>, given: &[&str]| Template {
        place: "here".into(),
        one: one.into(),
        many: many.map(Into::into),
        given: given.iter().map(ToString::to_string).collect(),
    };
    let all = [
        template("Roll", None, &[]),
        template("{ship} is aground", None, &["ship"]),
        template("{n} hex", Some("{n} hexes"), &["n"]),
    ];
    let po = |aground: &str, many: &str| {
        let head = "msgid \"\"\nmsgstr \"\"\n\"Language: de\\n\"\n\
                    \"Plural-Forms: nplurals=2; plural=n != 1;\\n\"\n";
        format!(
            "{head}\nmsgid \"Roll\"\nmsgstr \"Würfeln\"\n\n\
             msgid \"{{ship}} is aground\"\nmsgstr \"{aground}\"\n\n\
             msgid \"{{n}} hex\"\nmsgid_plural \"{{n}} hexes\"\n\
             msgstr[0] \"ein Feld\"\nmsgstr[1] \"{many}\"\n"
        )
    };
    let found = |text: String| missing(&all, &PoFile::read(&text).expect("a PO file"));
    assert_eq!(found(po("{ship} liegt auf Grund", "{n} Felder")), Vec::<String>::new());
    assert_eq!(found(po("", "{n} Felder")).len(), 1);
    assert_eq!(found(po("{schiff} liegt auf Grund", "{n} Felder")).len(), 1);
    assert_eq!(found(po("liegt auf Grund", "{n} Felder")).len(), 1);
    assert_eq!(found(po("{ship} liegt auf Grund", "{n} {ship}")).len(), 1);
    let words = Words::of(PoFile::read(&po("{ship} liegt auf Grund", "{n} Felder")).expect("PO"));
    assert_eq!(words.tell(&message!("{ship} is aground", ship = "A1")), "A1 liegt auf Grund");
    assert_eq!(words.tell(&message!(1 => "{n} hex" | "{n} hexes")), "ein Feld");
    assert_eq!(words.tell(&message!(3 => "{n} hex" | "{n} hexes")), "3 Felder");
}

#[test]
fn translators_get_every_template_once() {
    let text = template_file(&templates());
    let unique: BTreeSet<&str> = ids(&text).collect();
    assert_eq!(ids(&text).count(), unique.len());
    assert!(unique.len() > 5, "the sources were not read: {}", unique.len());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER).join("trierarch.pot");
    // Written only on request: without a translation it is not needed.
    if std::env::var_os("UPDATE_WORDS").is_some() {
        fs::write(&path, &text).expect("written");
    }
}

/// The lines with a template's text in a PO file.
fn ids(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.lines().filter(|line| line.starts_with("msgid") && *line != "msgid \"\"")
}

/// The templates that a language lacks, or has with other arguments.
fn missing(all: &[Template], language: &PoFile) -> Vec<String> {
    let mut wrong = Vec::new();
    for Template { place, one, many, given } in all {
        let forms: BTreeSet<Option<&str>> = match many {
            // This range of numbers has every plural form of every language.
            Some(many) => (0..=200).map(|count| language.counted(count, one, many)).collect(),
            None => [language.template(one)].into(),
        };
        for form in forms {
            let Some(form) = form else {
                wrong.push(format!("{place}: {one:?} is not translated"));
                continue;
            };
            let named = placeholders(form);
            let unknown = named.iter().any(|name| !given.contains(name));
            let left_out = given.iter().any(|name| name != "n" && !named.contains(name));
            if unknown || left_out {
                wrong.push(format!("{place}: {one:?} has other arguments in {form:?}"));
            }
        }
    }
    wrong
}
