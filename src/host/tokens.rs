//! Tokens, codes, and limits on guessing. A token is worked out from the host's
//! secret and from what the client has sent: only the secret must be stored for
//! it to be the same after a restart, and the table stores only its hash.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::journal::hex;

/// The words of the spoken codes.
const WORDS: [&str; 32] = [
    "AKTE", "ALKYON", "ANEMOS", "ARGO", "ASPIS", "ATHENE", "BOREAS", "DELOS", "DELPHIS", "EMBOLON",
    "EUROS", "GALENE", "HELIOS", "HYDRA", "IOLKOS", "KELES", "KORAX", "KYKLOS", "KYMA", "LEMNOS",
    "LIMEN", "NAUS", "NAXOS", "NOTOS", "PELAGOS", "PONTOS", "SELENE", "SKOPAS", "THETIS", "TRITON",
    "XENIA", "ZEPHYR",
];

/// The length of a table's name, in characters; every token begins with it.
pub(super) const NAME_LENGTH: usize = 8;

/// The most wrong codes for a table in a minute.
const MOST_WRONG: usize = 20;
const A_MINUTE: Duration = Duration::from_mins(1);

/// The host's secret.
#[derive(Clone)]
pub(super) struct Secret([u8; 32]);

impl Secret {
    /// A stored secret; `None` if its length is wrong.
    pub(super) fn kept(bytes: &[u8]) -> Option<Secret> {
        bytes.try_into().ok().map(Secret)
    }

    /// A new random secret; `None` if the system has no source of randomness.
    pub(super) fn new() -> Option<Secret> {
        random().map(Secret)
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// A digest of these texts that cannot be worked out without the secret.
    fn digest(&self, texts: &[&str]) -> [u8; 32] {
        let mut inner = Sha256::new();
        inner.update(self.0);
        for text in texts {
            inner.update((text.len() as u64).to_be_bytes());
            inner.update(text.as_bytes());
        }
        // Hashed twice, so that nobody can extend the texts.
        let mut outer = Sha256::new();
        outer.update(self.0);
        outer.update(inner.finalize());
        outer.finalize().into()
    }

    /// The token of whoever sent this key.
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

    /// The codes of a table: the spoken one, and 128 bits for the address that
    /// a camera reads; they differ for each `issue`.
    pub(super) fn codes(&self, table: &str, issue: u64) -> Codes {
        let digest = self.digest(&["code", table, &issue.to_string()]);
        let word = WORDS[usize::from(digest[16]) % WORDS.len()];
        let number = 100 + u32::from(u16::from_be_bytes([digest[17], digest[18]])) % 900;
        Codes { spoken: format!("{word}-{number}"), long: URL_SAFE_NO_PAD.encode(&digest[..16]) }
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
    pub(super) fn are(&self, said: &str) -> bool {
        let plain = |code: &str| code.trim().to_uppercase().replace([' ', '–'], "-");
        same(&plain(said), &self.spoken) | self.was_read(said)
    }

    /// Whether this is the one for cameras, which has too many bits to be
    /// guessed.
    pub(super) fn was_read(&self, said: &str) -> bool {
        same(said.trim(), &self.long)
    }
}

/// Compares hashes, so that the time taken reveals nothing.
fn same(a: &str, b: &str) -> bool {
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
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).ok()?;
    Some(bytes)
}

/// The wrong codes of the last minute.
#[derive(Debug, Default)]
pub(super) struct Guesses(VecDeque<Instant>);

impl Guesses {
    /// Whether another guess is allowed at this time.
    pub(super) fn may(&mut self, now: Instant) -> bool {
        while self.0.front().is_some_and(|then| now.duration_since(*then) >= A_MINUTE) {
            self.0.pop_front();
        }
        self.0.len() < MOST_WRONG
    }

    pub(super) fn was_wrong(&mut self, now: Instant) {
        self.0.push_back(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_gives_the_same_token_and_another_key_or_table_another() {
        let secret = Secret([7; 32]);
        let token = secret.token("tableone", "key");
        assert_eq!(token, Secret([7; 32]).token("tableone", "key"));
        assert!(token.starts_with("tableone") && token.len() == NAME_LENGTH + 43);
        for other in [
            secret.token("tableone", "kex"),
            secret.token("tabletwo", "key"),
            secret.owner("tableone"),
            Secret([8; 32]).token("tableone", "key"),
        ] {
            assert_ne!(token, other);
        }
    }

    #[test]
    fn a_code_is_known_however_it_is_written_and_no_longer_after_a_new_one() {
        let secret = Secret([7; 32]);
        let codes = secret.codes("tableone", 0);
        assert!(codes.are(&codes.spoken) && codes.are(&codes.long));
        assert!(codes.are(&format!(" {} ", codes.spoken.to_lowercase().replace('-', " "))));
        assert!(!codes.are("") && !codes.are(&codes.long.to_uppercase()));
        assert_ne!(codes, secret.codes("tableone", 1));
    }

    #[test]
    fn after_twenty_wrong_codes_nothing_is_heard_for_a_minute() {
        let mut guesses = Guesses::default();
        let start = Instant::now();
        for _ in 0..MOST_WRONG {
            assert!(guesses.may(start));
            guesses.was_wrong(start);
        }
        assert!(!guesses.may(start + Duration::from_secs(59)));
        assert!(guesses.may(start + A_MINUTE));
    }
}
