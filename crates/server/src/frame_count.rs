//! Counts the frames of a client on its connection.

use std::time::{Duration, Instant};

/// The most frames in a second, of every kind. Requests have a lower limit where they are
/// answered.
const MOST_A_SECOND: usize = 5_000;
/// The longest head of a frame: two bytes, eight of a length, and four of a mask.
const LONGEST_HEAD: usize = 14;
/// The end of an HTTP head.
const END_OF_HEAD: &[u8; 4] = b"\r\n\r\n";

/// The data of a client: HTTP requests, and frames after the upgrade request.
#[derive(Debug)]
pub(super) enum FrameCount {
    Http(HttpHead),
    Frames { frames: Frames, since: Instant, count: usize },
}

/// The progress in the head of a request since the last answer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HttpHead {
    /// The number of bytes of its end.
    end: usize,
    /// Whether more came after it.
    more: bool,
}

/// The position in a frame.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frames {
    head: [u8; LONGEST_HEAD],
    have: usize,
    /// The number of bytes of its content that are still to come.
    left: u64,
}

/// Too many frames came, or frames came before the upgrade.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooMany;

impl Default for FrameCount {
    fn default() -> FrameCount {
        FrameCount::Http(HttpHead::default())
    }
}

impl FrameCount {
    /// A request was answered; the next one may come.
    pub(super) fn answered(&mut self) {
        if let FrameCount::Http(head) = self {
            *head = HttpHead::default();
        }
    }

    /// Counts the data of a client, which are `frames` after the upgrade.
    pub(super) fn count(
        &mut self,
        bytes: &[u8],
        frames: bool,
        now: Instant,
    ) -> Result<(), TooMany> {
        if let (FrameCount::Http(head), true) = (&self, frames) {
            // The start of its first frame would be unknown.
            if head.end < END_OF_HEAD.len() || head.more {
                return Err(TooMany);
            }
            *self = FrameCount::Frames { frames: Frames::default(), since: now, count: 0 };
        }
        match self {
            FrameCount::Http(head) => {
                head.count(bytes);
                Ok(())
            }
            FrameCount::Frames { frames, since, count } => {
                if now.saturating_duration_since(*since) >= Duration::from_secs(1) {
                    (*since, *count) = (now, 0);
                }
                *count += frames.count(bytes);
                if *count > MOST_A_SECOND { Err(TooMany) } else { Ok(()) }
            }
        }
    }
}

impl HttpHead {
    fn count(&mut self, bytes: &[u8]) {
        for byte in bytes {
            match END_OF_HEAD.get(self.end) {
                None => self.more = true,
                Some(next) if next == byte => self.end += 1,
                Some(_) => self.end = usize::from(*byte == b'\r'),
            }
        }
    }
}

impl Frames {
    /// The number of frame heads that end in these bytes.
    fn count(&mut self, mut bytes: &[u8]) -> usize {
        let mut heads = 0;
        while let Some((first, rest)) = bytes.split_first() {
            if self.left > 0 {
                let skipped =
                    usize::try_from(self.left).map_or(bytes.len(), |left| left.min(bytes.len()));
                self.left -= skipped as u64;
                bytes = &bytes[skipped..];
                continue;
            }
            self.head[self.have] = *first;
            (self.have, bytes) = (self.have + 1, rest);
            if let Some(length) = self.length() {
                (self.have, self.left) = (0, length);
                heads += 1;
            }
        }
        heads
    }

    /// The length of the frame's content, once its head is complete.
    fn length(&self) -> Option<u64> {
        let head = self.head.get(..self.have)?;
        let [_, second, rest @ ..] = head else { return None };
        let mask = if second & 0x80 == 0 { 0 } else { 4 };
        let (length, bytes) = match second & 0x7f {
            126 => (u64::from(u16::from_be_bytes(*rest.first_chunk()?)), 2),
            127 => (u64::from_be_bytes(*rest.first_chunk()?), 8),
            short => (u64::from(short), 0),
        };
        (rest.len() == bytes + mask).then_some(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASKS: &[u8] = b"GET /door HTTP/1.1\r\nHost: x\r\n\r\n";
    /// An empty continuation frame.
    const EMPTY: &[u8] = &[0x00, 0x80, 0, 0, 0, 0];

    fn let_in(now: Instant) -> FrameCount {
        let mut count = FrameCount::default();
        count.count(ASKS, false, now).expect("a request");
        count.count(&[], true, now).expect("nothing yet");
        count
    }

    #[test]
    fn empty_parts_of_a_message_count_as_frames() {
        let start = Instant::now();
        let mut count = let_in(start);
        assert_eq!(count.count(&EMPTY.repeat(MOST_A_SECOND), true, start), Ok(()));
        let later = start + Duration::from_secs(1);
        assert_eq!(count.count(&EMPTY.repeat(MOST_A_SECOND), true, later), Ok(()));
        assert_eq!(count.count(EMPTY, true, later), Err(TooMany));
    }

    #[test]
    fn a_frame_counts_once_whatever_its_length_and_its_parts() {
        let mut frames = Frames::default();
        let long: Vec<u8> = [0x81, 0xfe, 0x01, 0x00].into_iter().chain([7; 4 + 256]).collect();
        let longer: Vec<u8> =
            [0x81, 0xff, 0, 0, 0, 0, 0, 1, 0, 0].into_iter().chain(vec![7; 4 + 65_536]).collect();
        let all = [long.as_slice(), EMPTY, longer.as_slice(), &[0x8a, 0x00], EMPTY].concat();
        assert_eq!(frames.count(&all), 5);
        assert_eq!(all.iter().map(|byte| frames.count(&[*byte])).sum::<usize>(), 5);
    }

    #[test]
    fn frames_before_the_handshake_end_the_connection() {
        let now = Instant::now();
        for begins in [&b""[..], &ASKS[..20], &[ASKS, EMPTY].concat(), &ASKS.repeat(2)] {
            let mut count = FrameCount::default();
            count.count(begins, false, now).expect("requests are not counted");
            assert_eq!(count.count(EMPTY, true, now), Err(TooMany), "{begins:?}");
        }
        // Requests before, each after its answer, are fine.
        let mut count = FrameCount::default();
        count.count(b"POST /seat HTTP/1.1\r\n\r\n{}", false, now).expect("a request");
        count.answered();
        count.count(ASKS, false, now).expect("a request");
        assert_eq!(count.count(EMPTY, true, now), Ok(()));
    }
}
