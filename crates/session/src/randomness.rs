//! Random numbers of the operating system. If it gives none, everything that needs them is
//! refused: guessable dice, seeds or ids are worse than none.

use message::{Message, message};
use thiserror::Error;

/// The system gives no random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{}", self.message())]
pub struct NoRandomness;

impl NoRandomness {
    /// The reason why a request failed, in a sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        message!("The system provides no random numbers. Restart Trierarch.")
    }
}

impl From<NoRandomness> for Message {
    fn from(none: NoRandomness) -> Message {
        none.message()
    }
}

/// Bytes that cannot be guessed.
///
/// # Errors
/// If the system gives none.
pub fn random<const N: usize>() -> Result<[u8; N], NoRandomness> {
    #[cfg(test)]
    if FAILS.with(std::cell::Cell::get) {
        return Err(NoRandomness);
    }
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

/// A seed that cannot be guessed, small enough that every JSON reader keeps it exactly.
///
/// # Errors
/// As [`random`].
pub fn random_seed() -> Result<u64, NoRandomness> {
    Ok(u64::from_le_bytes(random()?) >> 12)
}

#[cfg(test)]
thread_local! {
    /// Whether the system gives this thread of a test no random numbers.
    pub(crate) static FAILS: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::protocol::{Frame, Mutation, Request, Response, Seat};
    use crate::{
        Client, ClientNews, Out, Requester, TableConnection, TableFault, TableServer, Tables,
    };
    use engine::journal::Opening;

    fn opening() -> Opening {
        Opening::ready("sybota", 7).expect("a ready battle")
    }

    /// Does something in a system without random numbers.
    fn without<T>(does: impl FnOnce() -> T) -> T {
        FAILS.with(|fails| fails.set(true));
        let done = does();
        FAILS.with(|fails| fails.set(false));
        done
    }

    #[test]
    fn a_battle_does_not_begin_without_random_numbers() {
        let begun = without(|| Tables::in_memory().begin("Sybota", opening(), Seat::Both));
        assert_eq!(begun.err(), Some(TableFault::Randomness(NoRandomness)));
    }

    #[test]
    fn new_dice_are_not_drawn_without_random_numbers() {
        let (mut server, _) = TableServer::begin(opening(), 1, [0; 16]).expect("it begins");
        server.draws_from(without(random));
        let request = Request { id: "1".into(), seen: None, ask: Mutation::TakeOut {}.into() };
        match &server.asked(&Requester::at(Seat::Both), &request, 2)[..] {
            [Out::To(_, Frame::Answer { answer, .. })] => {
                assert!(matches!(**answer, Response::Error { .. }), "{answer:?}");
            }
            other => panic!("{other:?}"),
        }
    }

    /// A table of which nothing may be asked.
    struct Silent;

    impl TableConnection for Silent {
        fn ask(&mut self, request: Request, _: u64) {
            panic!("{request:?}");
        }

        fn next_frame(&mut self, _: Duration) -> Option<Frame> {
            None
        }
    }

    #[test]
    fn a_client_without_random_ids_sends_no_changes() {
        let client = without(|| Client::new("sybota".into(), Box::new(Silent), || 0));
        client.change(Mutation::Undo {});
        assert_eq!(client.take_news(), [ClientNews::NotDone(NoRandomness.message())]);
    }
}
