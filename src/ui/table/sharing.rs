//! Sharing of this table with other devices, from *Start sharing* to *Stop sharing*.

use std::net::{IpAddr, Ipv4Addr};

use crate::fleet::share::{QrSquares, qr};
use crate::message::{Message, message};
use crate::server::Share;
use crate::session::{Client, Mutation, OwnerRequest};
use crate::ui::command::ShareCommand;

/// The running share of a table, and whether its page is shown.
#[derive(Default)]
pub(super) struct Sharing {
    shown: bool,
    open: Option<Open>,
}

/// A running share.
pub(super) struct Open {
    pub(super) share: Share,
    pub(super) code: Option<QrSquares>,
}

impl Sharing {
    /// Whether its page is shown instead of the log.
    pub(super) fn is_shown(&self) -> bool {
        self.shown
    }

    /// The share, if it is running.
    pub(super) fn open(&self) -> Option<&Open> {
        self.open.as_ref()
    }

    /// Carries out a command.
    ///
    /// # Errors
    /// If the table cannot be shared; the reason, in words.
    pub(super) fn apply(&mut self, command: ShareCommand, client: &Client) -> Result<(), Message> {
        match command {
            ShareCommand::Show(shown) => self.shown = shown,
            ShareCommand::Open => {
                self.open = Some(opened(client)?);
                client.look_again();
            }
            ShareCommand::Stop => {
                self.open = None;
                client.look_again();
            }
            ShareCommand::Free(seat) => {
                client.change(Mutation::Owner(OwnerRequest::Unseat { seat }));
            }
        }
        Ok(())
    }
}

fn opened(client: &Client) -> Result<Open, Message> {
    let stored = client.table();
    let (table, store) = stored
        .ok_or_else(|| message!("Save the battle first: an unsaved battle cannot be shared."))?;
    let everywhere = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
    let share = Share::open(table, client.slug(), store, everywhere).map_err(|fault| {
        let why = fault.to_string();
        message!("The table was not shared: {why}.", why)
    })?;
    let code = qr(share.page()).ok();
    Ok(Open { share, code })
}
