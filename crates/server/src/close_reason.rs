//! Why a connection ends, and what its client is sent.

/// Why a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The client has gone.
    Gone,
    /// The program ends.
    Stops,
    /// Its token is not or no longer valid.
    Token,
    /// The owner said no.
    Refused,
    /// The table is closed.
    Closed,
    /// It makes requests too fast.
    TooFast,
    /// It does not read what it is sent.
    Unread,
    /// It neither sends nor answers.
    Silent,
    /// Its token has enough newer connections.
    Newer,
    /// It sent a frame that is too long.
    TooLong,
    /// It sent a frame that is not text.
    NotText,
    /// The table is gone.
    Fault,
}

impl End {
    /// The code and the reason that the client is told.
    pub(super) fn code(self) -> (u16, &'static str) {
        match self {
            End::Gone => (1000, ""),
            End::Stops => (1001, "the host stops"),
            End::Token => (4401, "this token holds no seat"),
            End::Refused => (4403, "the owner said no"),
            End::Closed => (4404, "the table is closed"),
            End::TooFast => (1008, "more than 50 requests a second"),
            End::Unread => (1013, "too much left unread: come back by hello"),
            End::Silent => (1013, "nothing was heard for 20 s: come back by hello"),
            End::Newer => (1013, "newer connections of this seat are open: come back by hello"),
            End::TooLong => (1009, "a frame has at most 256 KiB"),
            End::NotText => (1003, "frames are text"),
            End::Fault => (1011, "the table is gone"),
        }
    }
}
