//! A mutator of texts for fuzz tests, the same in every run: it flips, removes, doubles and moves
//! bytes, inserts pieces of other texts and meaningful words, and sets numbers to extremes.

use trierarch::dice::{Die, Seeded};

/// Words that have a meaning for some reader.
const WORDS: [&str; 44] = [
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\\",
    ":",
    ",",
    "null",
    "true",
    "false",
    "0",
    "-1",
    "1e308",
    "18446744073709551615",
    "-9223372036854775808",
    "4294967296",
    "0.5",
    "NaN",
    "\u{0}",
    "\u{feff}",
    "\u{202e}",
    "Ω",
    "e\u{301}",
    "\n",
    "\r\n",
    "\t",
    "A1",
    "B1",
    "A0",
    "B999999",
    "both",
    "order",
    "odds",
    "undo",
    "kind",
    "ship",
    "adjust",
    "[[ship]]",
    "count = 1000",
    "=",
    "#",
    "trierarch:fleet/",
    "--- end ---",
];

/// Damages texts.
pub(crate) struct Mutator {
    chance: Seeded,
    texts: Vec<Vec<u8>>,
}

impl Mutator {
    pub(crate) fn new(target: &str, texts: &[String]) -> Mutator {
        let seed = std::env::var("FUZZ_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
        let target = target.bytes().fold(0, |sum, byte| sum * 31 + u64::from(byte));
        let texts = texts.iter().map(|text| text.clone().into_bytes()).collect();
        Mutator { chance: Seeded::new(seed, target), texts }
    }

    /// A number from 0 to below `count`.
    fn below(&mut self, count: usize) -> usize {
        let die = Die::of(250).expect("a die");
        let digit = |chance: &mut Seeded| usize::from(chance.face(die) - 1);
        let number = (0..3).fold(0, |sum, _| sum * 250 + digit(&mut self.chance));
        number % count.max(1)
    }

    /// A piece of one of the texts.
    fn piece(&mut self) -> Vec<u8> {
        let text = self.below(self.texts.len());
        let length = self.texts[text].len();
        let from = self.below(length);
        let to = (from + 1 + self.below(60)).min(length);
        self.texts[text][from..to].to_vec()
    }

    /// The next text. Invalid UTF-8 is replaced, since a reader would refuse it before
    /// looking further.
    pub(crate) fn next(&mut self) -> String {
        let text = self.below(self.texts.len());
        let mut bytes = self.texts[text].clone();
        for _ in 0..=self.below(4) {
            self.mutate(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn mutate(&mut self, bytes: &mut Vec<u8>) {
        let at = self.below(bytes.len() + 1);
        let end = (at + 1 + self.below(40)).min(bytes.len());
        match self.below(9) {
            0 if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
            1 if at < bytes.len() => {
                bytes.drain(at..end);
            }
            2 if at < bytes.len() => {
                let doubled = bytes[at..end].to_vec();
                bytes.splice(at..at, doubled);
            }
            3 => {
                let piece = self.piece();
                bytes.splice(at..at, piece);
            }
            4 => bytes.truncate(at),
            5 => self.number(bytes, at),
            6 if at < bytes.len() => {
                let piece = self.piece();
                bytes.splice(at..end, piece);
            }
            7 => {
                let word = WORDS[self.below(WORDS.len())];
                let times = if self.below(40) == 0 { 3_000 } else { 1 };
                bytes.splice(at..at, word.repeat(times).into_bytes());
            }
            _ => {
                let word = WORDS[self.below(WORDS.len())];
                bytes.splice(at..at, word.bytes());
            }
        }
    }

    /// Sets the next number after a position to an extreme.
    fn number(&mut self, bytes: &mut Vec<u8>, at: usize) {
        let Some(from) = bytes[at..].iter().position(u8::is_ascii_digit).map(|from| at + from)
        else {
            return;
        };
        let digits = bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let ends = ["0", "1", "255", "256", "65536", "4294967295", "18446744073709551616", "-1"];
        let end = ends[self.below(ends.len())];
        bytes.splice(from..from + digits, end.bytes());
    }
}
