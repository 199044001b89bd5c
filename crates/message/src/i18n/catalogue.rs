//! Languages other than English, from gettext PO files. The English template is
//! the `msgid`; a template that depends on a count has its form for one as
//! `msgid` and its form for many as `msgid_plural`.

use std::collections::HashMap;

use polib::po_file::{POParseError, parse_from_reader};
use thiserror::Error;

use super::Catalogue;
use super::plural::{PluralFault, PluralRule};

/// Why a PO file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PoFault {
    /// It does not say which language it is in, as PO files must.
    #[error("the header names no language: this is not a PO file")]
    NoLanguage,
    /// It is not a PO file.
    #[error("this is not a PO file: {0}")]
    File(#[from] POParseError),
    /// The rule for plural forms in its header makes no sense.
    #[error(transparent)]
    Plural(#[from] PluralFault),
    /// A counted template has fewer forms than the header says.
    #[error("{msgid:?} has {found} plural forms of {needed}")]
    Forms {
        /// The template in English, for one.
        msgid: String,
        /// The forms that the header promises.
        needed: usize,
        /// The forms that there are.
        found: usize,
    },
}

/// A language from a PO file. An entry marked as fuzzy counts as untranslated:
/// its English text has changed since.
#[derive(Clone, Debug)]
pub struct PoFile {
    language: String,
    templates: HashMap<String, String>,
    /// The forms of a counted template, keyed by its English form for one.
    counted: HashMap<String, Vec<String>>,
    plural: PluralRule,
}

impl PoFile {
    /// Reads the text of a PO file.
    ///
    /// # Errors
    /// If it is not one, or its plural forms cannot be used.
    pub fn read(text: &str) -> Result<PoFile, PoFault> {
        let file = parse_from_reader(text.as_bytes())?;
        if file.metadata.language.is_empty() {
            return Err(PoFault::NoLanguage);
        }
        let rules = &file.metadata.plural_rules;
        let plural = PluralRule::read(&rules.expr)?;
        let mut templates = HashMap::new();
        let mut counted = HashMap::new();
        for message in file.messages() {
            if !message.is_translated() || message.is_fuzzy() {
                continue;
            }
            let msgid = message.msgid().to_owned();
            if let Ok(forms) = message.msgstr_plural() {
                let found = forms.iter().filter(|form| !form.is_empty()).count();
                if found < rules.nplurals {
                    return Err(PoFault::Forms { msgid, needed: rules.nplurals, found });
                }
                counted.insert(msgid, forms.clone());
            } else if let Ok(text) = message.msgstr() {
                templates.insert(msgid, text.to_owned());
            }
        }
        Ok(PoFile { language: file.metadata.language.clone(), templates, counted, plural })
    }

    /// The language that the file is in: `el`, `pt_BR`.
    #[must_use]
    pub fn language(&self) -> &str {
        &self.language
    }
}

impl Catalogue for PoFile {
    fn template(&self, english: &str) -> Option<&str> {
        self.templates.get(english).map(String::as_str)
    }

    fn counted(&self, count: i64, one: &str, _many: &str) -> Option<&str> {
        let form = self.plural.form(count.unsigned_abs());
        self.counted.get(one)?.get(form).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLISH: &str = r#"
msgid ""
msgstr ""
"Language: pl\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"

msgid "Roll"
msgstr "Rzuć"

msgid "Undo"
msgstr ""

#, fuzzy
msgid "Redo"
msgstr "Cofnij"

msgid "{n} hex"
msgid_plural "{n} hexes"
msgstr[0] "{n} pole"
msgstr[1] "{n} pola"
msgstr[2] "{n} pól"
"#;

    #[test]
    fn a_count_has_the_form_of_its_language() {
        let polish = PoFile::read(POLISH).unwrap();
        assert_eq!(polish.language(), "pl");
        let forms = [0, 1, 2, 5, 12, 22, -1].map(|n| polish.counted(n, "{n} hex", "").unwrap());
        let [none, one, two, five, twelve, many, minus] = forms;
        assert_eq!([one, two, five], ["{n} pole", "{n} pola", "{n} pól"]);
        assert_eq!([none, twelve, many, minus], [five, five, two, one]);
    }

    #[test]
    fn missing_and_fuzzy_translations_fall_back_to_english() {
        let polish = PoFile::read(POLISH).unwrap();
        assert_eq!(polish.template("Roll"), Some("Rzuć"));
        for english in ["Undo", "Redo", "Ram"] {
            assert_eq!(polish.template(english), None, "{english}");
        }
    }

    #[test]
    fn an_unusable_catalogue_is_reported_with_the_reason() {
        let without = POLISH.replace("msgstr[2] \"{n} pól\"\n", "");
        let cases = [
            (String::new(), "names no language"),
            ("Bring dice.".to_owned(), "names no language"),
            (POLISH.replace("(n==1", "(n=1"), "plural rule"),
            (without, "2 plural forms of 3"),
        ];
        for (text, why) in cases {
            let fault = PoFile::read(&text).expect_err(why);
            assert!(fault.to_string().contains(why), "{fault}");
        }
    }
}
