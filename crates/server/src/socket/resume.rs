//! Resuming a connection: the client sends the number of the last row that it knows, and gets
//! all later events.

use session::Seat;
use session::frame::{HelloBack, ResetBack, ServerFrame, WrittenCodes};

use super::{Connection, End, LAST_WORDS, Login};

impl Connection {
    /// Handles a client's `hello`: sends the events that it does not know.
    pub(super) async fn handle_hello(&mut self) -> Result<(), End> {
        let Some(hello) = self.hello.clone() else { return Ok(()) };
        let Login::Holder(asker) = &self.login else {
            return self.send(&ServerFrame::Waiting(true));
        };
        let asker = asker.clone();
        let (seat, token) = (asker.seat, asker.token.clone());
        self.hosted.table.add_new_rows().await.ok_or(End::Fault)?;
        if self.seated.is_none() {
            self.sit(asker);
        }
        let looked = self.hosted.table.look(move |table_server, missed| {
            if seat == Seat::Both {
                table_server.cover();
            }
            let holds = table_server.holders().iter().any(|holds| holds.by.token == token);
            let at = table_server.at();
            (holds, at, missed.since(seat, hello.seen.unwrap_or(at)))
        });
        let (holds, at, missed) = looked.await.ok_or(End::Fault)?;
        if !holds {
            return Err(End::Token);
        }
        self.sent_up_to = at;
        let epoch = &self.hosted.epoch;
        let same = hello.epoch.is_none_or(|known| known == *epoch);
        match missed.filter(|_| same) {
            None => {
                let why = self.hosted.admission.reset_reason().filter(|_| !same);
                let codes = self.codes();
                self.send(&ServerFrame::Reset(ResetBack { at, epoch, why, codes }))?;
            }
            Some(missed) => {
                self.hello_again(seat, at)?;
                for (_, news) in missed {
                    // A client that was away for long gets much data.
                    if !self.outbox.has_room(LAST_WORDS).await {
                        return Err(End::Unread);
                    }
                    self.send_text(news.to_string())?;
                }
            }
        }
        if self.owns {
            for waiting in self.hosted.admission.waiting() {
                self.send(&waiting.asks())?;
            }
        }
        Ok(())
    }

    pub(super) fn hello_again(&self, seat: Seat, at: u64) -> Result<(), End> {
        let (epoch, seed_hash) = (&self.hosted.epoch, self.hosted.table.seed_hash());
        let hello = HelloBack { at, epoch, seat, seed_hash, codes: self.codes() };
        self.send(&ServerFrame::Hello(hello))
    }

    /// The codes, for the owner to give them to others.
    fn codes(&self) -> Option<WrittenCodes> {
        self.owns.then(|| self.hosted.admission.codes().for_owner(self.hosted.name()))
    }

    /// Notifies the client that its view has changed completely.
    pub(super) fn reset_view(&mut self, at: u64) -> Result<(), End> {
        self.handed_over = None;
        match &self.login {
            Login::Holder(asker) => self.hello_again(asker.seat, at),
            Login::Waits(_) => Ok(()),
        }
    }
}
