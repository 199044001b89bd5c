//! PO files: the template for translators, and a pseudo-language for tests.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::templates::Template;

/// The header of a language with two plural forms, as English has them.
fn header(language: &str) -> String {
    format!(
        "msgid \"\"\nmsgstr \"\"\n\
         \"Project-Id-Version: trierarch\\n\"\n\
         \"Language: {language}\\n\"\n\
         \"MIME-Version: 1.0\\n\"\n\
         \"Content-Type: text/plain; charset=UTF-8\\n\"\n\
         \"Content-Transfer-Encoding: 8bit\\n\"\n\
         \"Plural-Forms: nplurals=2; plural=n != 1;\\n\"\n"
    )
}

/// The template file for translators: every template once, with the files that contain it.
pub fn template_file(templates: &[Template]) -> String {
    written(templates, "", |_| String::new())
}

/// A pseudo-language: every letter has an accent, and every text is 40% longer. A text without
/// accents on a screen is not translated; one that does not fit would not fit in German.
pub fn pseudo_language(templates: &[Template]) -> String {
    written(templates, "qps", pseudo)
}

fn written(templates: &[Template], language: &str, translate: impl Fn(&str) -> String) -> String {
    let mut places: BTreeMap<(&str, Option<&str>), Vec<&str>> = BTreeMap::new();
    for template in templates {
        let places = places.entry((&template.one, template.many.as_deref())).or_default();
        if !places.contains(&template.place.as_str()) {
            places.push(&template.place);
        }
    }
    let mut text = header(language);
    for ((one, many), places) in places {
        let _ = writeln!(text, "\n#: {}", places.join(" "));
        let mut line = |key: &str, value: &str| {
            let _ = writeln!(text, "{key} \"{}\"", escaped(value));
        };
        line("msgid", one);
        match many {
            None => line("msgstr", &translate(one)),
            Some(many) => {
                line("msgid_plural", many);
                line("msgstr[0]", &translate(one));
                line("msgstr[1]", &translate(many));
            }
        }
    }
    text
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

fn pseudo(english: &str) -> String {
    let mut text = String::new();
    let mut within = false;
    for c in english.chars() {
        within = (within || c == '{') && c != '}';
        text.push(if within { c } else { accented(c) });
    }
    let longer = english.chars().count() * 2 / 5 + 1;
    if english.starts_with(' ') || english.ends_with(' ') {
        // The separators of lists.
        return text.replace(' ', " ".repeat(longer).as_str());
    }
    for (at, c) in "ëxtrå wõrds för lönger läñguages ".chars().cycle().take(longer).enumerate()
    {
        if at == 0 {
            text.push(' ');
        }
        text.push(c);
    }
    text.trim_end().to_owned()
}

fn accented(c: char) -> char {
    let plain = "AEIOUYCNaeiouycnsz";
    let marked = "ÂÊÎÔÛÝÇÑâêîôûýçñšž";
    let at = plain.chars().position(|letter| letter == c);
    at.and_then(|at| marked.chars().nth(at)).unwrap_or(c)
}
