//! Tokens, codes, and limits on guessing. A token is computed from the host's secret and the
//! client's key, so it is the same after a restart although only the secret is stored; the
//! table stores only the token's hash.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use engine::journal::hex;
use session::frame::WrittenCodes;

/// The words of the spoken codes.
const WORDS: [&str; 32] = [
    "AKTE", "ALKYON", "ANEMOS", "ARGO", "ASPIS", "ATHENE", "BOREAS", "DELOS", "DELPHIS", "EMBOLON",
    "EUROS", "GALENE", "HELIOS", "HYDRA", "IOLKOS", "KELES", "KORAX", "KYKLOS", "KYMA", "LEMNOS",
    "LIMEN", "NAUS", "NAXOS", "NOTOS", "PELAGOS", "PONTOS", "SELENE", "SKOPAS", "THETIS", "TRITON",
    "XENIA", "ZEPHYR",
];

/// The length of a table's name, in characters; every token begins with it.
pub(super) const NAME_LENGTH: usize = 8;

/// The most wrong codes in a minute, for a table and from an address.
pub(super) const MOST_WRONG: usize = 20;
const A_MINUTE: Duration = Duration::from_mins(1);

/// The count of three-digit numbers without a leading zero.
const NUMBERS: u64 = 900;

/// The length of the spoken codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CodeLength {
    /// A word and a number, for a table whose owner sees who joins.
    Short,
    /// Two words and three numbers, for a public hall: too many to guess, even with many
    /// tables open.
    Long,
}

impl CodeLength {
    /// The number of words and of numbers in a code.
    fn parts(self) -> [usize; 2] {
        match self {
            CodeLength::Short => [1, 1],
            CodeLength::Long => [2, 3],
        }
    }
}

/// The host's secret.
#[derive(Clone)]
pub(super) struct Secret {
    bytes: [u8; 32],
    spoken: CodeLength,
}

impl Secret {
    /// A stored secret; `None` if its length is wrong.
    pub(super) fn record(bytes: &[u8], spoken: CodeLength) -> Option<Secret> {
        bytes.try_into().ok().map(|bytes| Secret { bytes, spoken })
    }

    /// A new random secret; `None` if the system has no source of randomness.
    pub(super) fn new(spoken: CodeLength) -> Option<Secret> {
        random().map(|bytes| Secret { bytes, spoken })
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// A digest of these texts that cannot be worked out without the secret.
    fn digest(&self, texts: &[&str]) -> [u8; 32] {
        let mut inner = Sha256::new();
        inner.update(self.bytes);
        for text in texts {
            inner.update((text.len() as u64).to_be_bytes());
            inner.update(text.as_bytes());
        }
        // Hashed twice, against length extension.
        let mut outer = Sha256::new();
        outer.update(self.bytes);
        outer.update(inner.finalize());
        outer.finalize().into()
    }

    /// The token for the client that sent this key.
    pub(super) fn token(&self, table: &str, key: &str) -> String {
        format!("{table}{}", URL_SAFE_NO_PAD.encode(self.digest(&["token", table, key])))
    }

    /// The name of the table that this key opens.
    pub(super) fn table(&self, key: &str) -> String {
        as_name(&self.digest(&["table", key])[..6])
    }

    /// The token of a table's owner.
    pub(super) fn owner(&self, table: &str) -> String {
        format!("{table}{}", URL_SAFE_NO_PAD.encode(self.digest(&["owner", table])))
    }

    /// The key under which the players of this table open another one. Its holder owns
    /// that table, so it must be secret.
    pub(super) fn rematch_key(&self, table: &str) -> String {
        URL_SAFE_NO_PAD.encode(self.digest(&["rematch", table]))
    }

    /// The codes of a table: the spoken one, and 128 bits for the address that
    /// a camera reads; they differ for each `issue`.
    pub(super) fn codes(&self, table: &str, issue: u64) -> Codes {
        let digest = self.digest(&["code", table, &issue.to_string()]);
        let (long, rest) = digest.split_at(16);
        let [words, numbers] = self.spoken.parts();
        let pairs = rest.chunks_exact(2).map(|two| u16::from_be_bytes([two[0], two[1]]));
        let part = |(at, pair): (usize, u16)| {
            if at < words {
                WORDS[usize::from(pair) % WORDS.len()].to_owned()
            } else {
                (100 + u64::from(pair) % NUMBERS).to_string()
            }
        };
        let parts: Vec<String> = pairs.take(words + numbers).enumerate().map(part).collect();
        Codes { spoken: parts.join("-"), long: URL_SAFE_NO_PAD.encode(long) }
    }
}

/// The codes of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Codes {
    pub(super) spoken: String,
    pub(super) long: String,
}

impl Codes {
    /// Whether this is one of them, however it is written.
    pub(super) fn are(&self, given: &str) -> bool {
        let letters = given.chars().filter(|letter| letter.is_alphanumeric());
        same(&letters.collect::<String>().to_uppercase(), &self.spoken.replace('-', ""))
            | self.was_read(given)
    }

    /// The codes as sent to the owner.
    pub(super) fn for_owner(&self, table: &str) -> WrittenCodes {
        WrittenCodes { code: self.spoken.clone(), page: self.page(table) }
    }

    /// The address of the table's page with the one for cameras, under the host's own.
    pub(super) fn page(&self, table: &str) -> String {
        format!("/#{table}.{}", self.long)
    }

    /// Whether a text is the code for cameras, which has too many bits to be guessed.
    pub(super) fn was_read(&self, given: &str) -> bool {
        same(given.trim(), &self.long)
    }
}

/// Compares hashes, so that the time taken reveals nothing.
pub(super) fn same(a: &str, b: &str) -> bool {
    hash(a) == hash(b)
}

/// The hash of a token.
pub(super) fn hash(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

/// The name of a new table.
pub(super) fn table_name() -> Option<String> {
    random::<6>().map(|bytes| as_name(&bytes))
}

/// Whether a text has the form of a table's name, with which tokens begin.
pub(super) fn is_name(text: &str) -> bool {
    text.len() == NAME_LENGTH && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// A name that can be typed, read aloud and be part of a token.
fn as_name(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes).replace('-', "x").replace('_', "y")
}

/// Random bytes from the system.
pub(super) fn random<const N: usize>() -> Option<[u8; N]> {
    session::random().ok()
}

/// The wrong codes of the last minute.
#[derive(Debug, Default)]
pub(super) struct Guesses(VecDeque<Instant>);

impl Guesses {
    /// Whether another guess is allowed at this time.
    pub(super) fn may(&self, now: Instant) -> bool {
        let counts = |then: &&Instant| now.duration_since(**then) < A_MINUTE;
        self.0.iter().filter(counts).count() < MOST_WRONG
    }

    pub(super) fn note_wrong(&mut self, now: Instant) {
        self.0.retain(|then| now.duration_since(*then) < A_MINUTE);
        self.0.push_back(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MOST_TABLES;

    const SECRET: Secret = Secret { bytes: [7; 32], spoken: CodeLength::Short };

    #[test]
    fn a_token_depends_only_on_its_key_and_table() {
        let secret = SECRET;
        let token = secret.token("tableone", "key");
        assert_eq!(token, SECRET.token("tableone", "key"));
        assert!(token.starts_with("tableone") && token.len() == NAME_LENGTH + 43);
        for other in [
            secret.token("tableone", "kex"),
            secret.token("tabletwo", "key"),
            secret.owner("tableone"),
            Secret { bytes: [8; 32], ..SECRET }.token("tableone", "key"),
        ] {
            assert_ne!(token, other);
        }
    }

    #[test]
    fn a_code_is_accepted_in_any_spelling_until_there_is_a_new_one() {
        let secret = SECRET;
        let codes = secret.codes("tableone", 0);
        assert!(codes.are(&codes.spoken) && codes.are(&codes.long));
        assert!(codes.are(&format!(" {} ", codes.spoken.to_lowercase().replace('-', " "))));
        assert!(!codes.are("") && !codes.are(&codes.long.to_uppercase()));
        assert_ne!(codes, secret.codes("tableone", 1));
        let hall = Secret { spoken: CodeLength::Long, ..SECRET };
        let [host, hall] = [codes, hall.codes("tableone", 0)];
        let parts = |codes: &Codes| codes.spoken.split('-').map(str::len).collect::<Vec<_>>();
        assert_eq!((parts(&host)[1..].to_vec(), parts(&hall)[2..].to_vec()), (vec![3], vec![3; 3]));
        assert!(hall.are(&hall.spoken.replace('-', "")) && hall.are(&hall.long));
    }

    #[test]
    fn guessing_a_code_takes_years_over_all_tables_together() {
        let [words, numbers] =
            CodeLength::Long.parts().map(|count| u32::try_from(count).expect("few"));
        let codes = (WORDS.len() as u64).pow(words) * NUMBERS.pow(numbers);
        assert_eq!(codes, 746_496_000_000);
        let years = |guesses_a_minute: usize| codes / guesses_a_minute as u64 / (365 * 24 * 60);
        assert_eq!(years(MOST_WRONG), 71_013, "from one address");
        assert_eq!(years(MOST_WRONG * MOST_TABLES), 35, "from any number, at all tables at once");
    }

    #[test]
    fn twenty_wrong_codes_block_further_ones_for_a_minute() {
        let mut guesses = Guesses::default();
        let start = Instant::now();
        for _ in 0..MOST_WRONG {
            assert!(guesses.may(start));
            guesses.note_wrong(start);
        }
        assert!(!guesses.may(start + Duration::from_secs(59)));
        assert!(guesses.may(start + A_MINUTE));
    }
}
