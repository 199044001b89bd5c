//! A response as it is sent: written once for all clients with the same question, and in parts
//! if it is longer than a frame.

use std::io;
use std::sync::Arc;

use serde_json::Value;
use tokio::sync::OwnedSemaphorePermit;

use message::Message;
use session::frame::{PartFrame, WrittenPart, text_of};
use session::{Response, Verb};

use super::frames;
use super::send_queue::SendQueue;

/// The longest answer in all its parts, in bytes.
const LONGEST: usize = 32 << 20;
/// The longest piece of it in a part, in bytes: quoted once more, it is at most twice
/// as long.
const PART: usize = 128 << 10;

/// An answer without the id of the ask.
#[derive(Clone, Debug)]
pub(super) struct CachedResponse {
    /// What stands before the id.
    head: &'static str,
    /// What stands after it.
    tail: Arc<str>,
    /// Counts it, if it is long.
    _counts: Option<Arc<OwnedSemaphorePermit>>,
}

impl CachedResponse {
    /// An answer in the words of a verb.
    pub(super) fn of(verb: Verb, answer: Response) -> CachedResponse {
        in_words(verb, answer).unwrap_or_else(|| {
            let why =
                format!("the answer is longer than {} MiB: ask for less of it", LONGEST >> 20);
            let unknown = Response::Unknown { why: Message::verbatim(why) };
            in_words(verb, unknown).unwrap_or_else(|| CachedResponse::new("{\"id\":", "}".into()))
        })
    }

    fn new(head: &'static str, tail: Arc<str>) -> CachedResponse {
        CachedResponse { head, tail, _counts: None }
    }

    /// The same, which counts as long as anybody has it.
    pub(super) fn counted(self, permit: OwnedSemaphorePermit) -> CachedResponse {
        CachedResponse { _counts: Some(Arc::new(permit)), ..self }
    }

    /// Its length without the id, in bytes.
    pub(super) fn len(&self) -> usize {
        self.head.len() + self.tail.len()
    }

    /// Whether it goes into one frame.
    pub(super) fn is_one_frame(&self) -> bool {
        // An id has at most 40 characters, each of up to 12 bytes when quoted.
        self.len() + 500 <= SendQueue::LONGEST
    }

    /// The answer to the ask with this id, as a frame.
    pub(super) fn frame(&self, id: &str) -> String {
        format!("{}{}{}", self.head, Value::from(id), self.tail)
    }

    /// The same in parts.
    pub(super) fn parts(self, id: &str) -> impl Iterator<Item = String> + Send + use<> {
        let begins = format!("{}{}", self.head, Value::from(id));
        let parts = in_parts(id, (begins, Arc::clone(&self.tail)));
        // It counts until its last part is sent.
        parts.inspect(move |_| {
            let _ = &self;
        })
    }
}

/// A frame in parts, each of which is a frame with this id: their texts, one after the
/// other, are `begins` and `tail`.
pub(super) fn in_parts(
    id: &str,
    (begins, tail): (String, Arc<str>),
) -> impl Iterator<Item = String> + Send + use<> {
    let (id, mut ends) = (id.to_owned(), vec![0]);
    while let Some(from) = ends.last().copied().filter(|from| *from < tail.len()) {
        let end = (from + PART).min(tail.len());
        ends.push((from..=end).rev().find(|at| tail.is_char_boundary(*at)).unwrap_or(end));
    }
    let of = ends.len() - 1;
    (0..of).map(move |number| {
        let begins = if number == 0 { begins.as_str() } else { "" };
        let text = format!("{begins}{}", &tail[ends[number]..ends[number + 1]]);
        text_of(&PartFrame { part: WrittenPart { number: number + 1, of, text }, id: &id })
    })
}

/// In the words of a verb; `None` if it is too long.
fn in_words(verb: Verb, answer: Response) -> Option<CachedResponse> {
    let mut written = Limited(Vec::new());
    serde_json::to_writer(&mut written, &frames::answered(verb, answer)).ok()?;
    // The id comes before its first key.
    *written.0.first_mut()? = b',';
    Some(CachedResponse::new("{\"id\":", String::from_utf8(written.0).ok()?.into()))
}

/// Bytes up to the longest answer.
struct Limited(Vec<u8>);

impl io::Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > LONGEST {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use session::{DocumentText, RoomVerb};

    #[test]
    fn the_parts_of_an_answer_are_its_frame() {
        let file = "ναῦς \"\\ \n".repeat(400_000);
        let told = Response::Told(DocumentText::File(file.clone()));
        let written = CachedResponse::of(Verb::Room(RoomVerb::Tell), told);
        assert!(!written.is_one_frame());
        let parts: Vec<Value> = written
            .clone()
            .parts("i\"d")
            .map(|part| {
                assert!(part.len() < SendQueue::LONGEST / 2 && part.starts_with("{\"part\":"));
                serde_json::from_str(&part).expect("an object")
            })
            .collect();
        let all: String =
            parts.iter().map(|part| part["part"]["text"].as_str().expect("a text")).collect();
        assert_eq!(all, written.frame("i\"d"));
        assert!(parts.iter().all(|part| part["part"]["of"] == parts.len() && part["id"] == "i\"d"));
        let whole: Value = serde_json::from_str(&all).expect("an object");
        assert_eq!(whole["ok"]["told"]["file"], file.as_str());
    }

    #[test]
    fn an_answer_stands_behind_the_id_and_an_endless_one_is_not_written() {
        let gone_on = Response::GoneOn { at: 3 };
        let written = CachedResponse::of(Verb::Room(RoomVerb::Answer), gone_on);
        assert_eq!(written.frame("x"), r#"{"id":"x","gone_on":{"at":3}}"#);
        let long = CachedResponse::of(
            Verb::Room(RoomVerb::Tell),
            Response::Told(DocumentText::File("x".repeat(LONGEST))),
        );
        assert!(
            long.frame("x")
                .starts_with("{\"id\":\"x\",\"unknown\":{\"why\":\"the answer is longer")
        );
    }
}
