//! Names in Greek letters, rewritten in Latin ones: `Ἑλλάς` as `Hellas`.
//!
//! A library maps the single letters. What depends on neighbouring letters is done here:
//! the rough breathing is an h, a gamma before a guttural is an n, an upsilon on its own
//! is a y, and a chi is a ch, as readers of ancient history know them.

use std::borrow::Cow;

use deunicode::deunicode_char;
use unicode_normalization::char::decompose_canonical;

/// The rough breathing, and the mark that splits two vowels into two sounds.
const ROUGH: char = '\u{314}';
const APART: char = '\u{308}';

/// A text with its Greek letters in Latin ones; the rest is not changed.
#[must_use]
pub fn in_latin(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_greek) {
        return text.into();
    }
    let letters: Vec<Letter> = text.chars().map(Letter::of).collect();
    let mut latin = String::with_capacity(text.len());
    // The start of the previous vowel: in a diphthong the breathing is on the second letter, but
    // the h belongs before the first.
    let mut vowel_at = None;
    for (at, letter) in letters.iter().enumerate() {
        let Some(base) = letter.greek else {
            vowel_at = None;
            latin.push(letter.whole);
            continue;
        };
        let before = at.checked_sub(1).and_then(|at| letters[at].greek);
        let second = !letter.apart && matches!(base, 'ι' | 'υ') && before.is_some_and(is_vowel);
        let starts = latin.len();
        latin.push_str(sound(base, second, letters.get(at + 1).and_then(|next| next.greek)));
        if letter.capital {
            capitalise(&mut latin, starts);
        }
        if letter.rough || (base, before) == ('ρ', Some('ρ')) {
            breathe(&mut latin, if second { vowel_at.unwrap_or(starts) } else { starts }, base);
        }
        vowel_at = is_vowel(base).then_some(starts);
    }
    latin.into()
}

/// A letter of the text.
struct Letter {
    /// The letter as it is in the text.
    whole: char,
    /// The Greek letter without its marks, in lower case.
    greek: Option<char>,
    capital: bool,
    rough: bool,
    apart: bool,
}

impl Letter {
    fn of(whole: char) -> Letter {
        let mut letter = Letter { whole, greek: None, capital: false, rough: false, apart: false };
        if !is_greek(whole) {
            return letter;
        }
        decompose_canonical(whole, |part| match part {
            ROUGH => letter.rough = true,
            APART => letter.apart = true,
            part if letter.greek.is_none() && part.is_alphabetic() && is_greek(part) => {
                letter.capital = part.is_uppercase();
                letter.greek = part.to_lowercase().next();
            }
            // Accents and the smooth breathing are not written.
            _ => {}
        });
        letter
    }
}

fn is_greek(letter: char) -> bool {
    matches!(letter, '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}')
}

fn is_vowel(letter: char) -> bool {
    matches!(letter, 'α' | 'ε' | 'η' | 'ι' | 'ο' | 'υ' | 'ω')
}

/// A lower-case letter in Latin ones; `second` if it is the second letter of a
/// diphthong.
fn sound(letter: char, second: bool, next: Option<char>) -> &'static str {
    match letter {
        'γ' if matches!(next, Some('γ' | 'κ' | 'ξ' | 'χ')) => "n",
        'υ' if !second => "y",
        'ξ' => "x",
        'χ' => "ch",
        letter => deunicode_char(letter).unwrap_or_default(),
    }
}

/// Makes the letter at this place a capital.
fn capitalise(text: &mut String, at: usize) {
    if let Some(letter) = text[at..].chars().next() {
        let capital: String = letter.to_uppercase().collect();
        text.replace_range(at..at + letter.len_utf8(), &capital);
    }
}

/// Adds the h of a rough breathing to the sound that begins at this place:
/// before a vowel, after a rho. Of two rhos the second has it, written or not.
fn breathe(text: &mut String, at: usize, letter: char) {
    if letter == 'ρ' {
        text.push('h');
        return;
    }
    let capital = text[at..].starts_with(char::is_uppercase);
    if capital {
        let small = text[at..].to_lowercase();
        text.truncate(at);
        text.push_str(&small);
    }
    text.insert(at, if capital { 'H' } else { 'h' });
}

#[cfg(test)]
mod tests {
    use super::in_latin;

    #[test]
    fn greek_names_have_their_usual_latin_spelling() {
        for (greek, latin) in [
            ("Δημοκρατία", "Demokratia"),
            ("Ἀμφιτρίτη", "Amphitrite"),
            ("Χίμαιρα", "Chimaira"),
            ("Ἑλλάς", "Hellas"),
            ("Ῥόδος", "Rhodos"),
            ("Παρρησία", "Parrhesia"),
            ("Πύῤῥα", "Pyrrha"),
            ("Ἄγγελος", "Angelos"),
            ("Εὐρυδίκη", "Eurydike"),
            ("Εὑρώπη", "Heurope"),
            ("Ὑγίεια", "Hygieia"),
            ("Ἁλικαρνασσίς", "Halikarnassis"),
            ("Σφίγξ", "Sphinx"),
            ("Ψυχή", "Psyche"),
            ("Ταϋγέτη", "Taygete"),
            ("Θεμιστοκλῆς", "Themistokles"),
        ] {
            assert_eq!(in_latin(greek), latin, "{greek}");
        }
    }

    #[test]
    fn text_that_is_not_greek_is_unchanged() {
        let text = "A1 Déméter – “−3”: × ½";
        assert_eq!(in_latin(text), text);
        assert_eq!(in_latin("A1 Ἥβη rams B2 Φώκη –"), "A1 Hebe rams B2 Phoke –");
    }
}
