//! Opens a table of the window to the room, while it goes on there.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use tokio::sync::watch;

use session::ThreadTable;
use storage::Store;

use super::fault::HostFault;
use super::listener;
use super::table_store::TableStore;
use super::tokens::Spoken;
use super::{HostSetup, Seats, ServerState, attend, join_address};

/// The port to try first, so that an address is still good the next evening.
const PORT: u16 = 4120;

/// A door that is open to the room until it is dropped.
pub struct Share {
    page: String,
    watch: String,
    code: String,
    place: String,
    stop: watch::Sender<bool>,
    table: ThreadTable,
}

impl Share {
    /// Opens a door to a table that is kept under this slug. `from` is the
    /// address to listen on; for a room, the one that stands for all.
    ///
    /// # Errors
    /// If the address cannot be listened on, or the store cannot be read.
    pub fn open(
        (table, slug): (ThreadTable, &str),
        store: Arc<dyn Store>,
        from: IpAddr,
    ) -> Result<Share, HostFault> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(|error| HostFault::Thread(error.to_string()))?;
        let listen = SocketAddr::new(from, PORT);
        let listener = runtime.block_on(async {
            // The port may be taken, perhaps by another table.
            listener::listen(listen).or_else(|_| listener::listen(SocketAddr::new(from, 0)))
        });
        let listener = listener.map_err(|error| HostFault::Listen(listen, error))?;
        let bound = listener.local_addr().map_err(|error| HostFault::Listen(listen, error))?;
        let shelf = TableStore::over(store, Spoken::Short)?;
        let room = shelf.shared(slug, table.clone())?;
        let (name, codes) = (room.name().to_owned(), room.reception.codes());
        let place = format!("http://{}", join_address::found_at(bound));
        let (stop, stops) = watch::channel(false);
        let setup = HostSetup { seats: Some(Seats::Open), ..HostSetup::at(bound) };
        let house = ServerState {
            address: place.clone(),
            rooms: Mutex::new(HashMap::from([(name.clone(), Arc::new(room))])),
            only: Some(name.clone()),
            ..ServerState::empty(setup, Arc::new(shelf), stops)
        };
        let house = Arc::new(house);
        let serves = thread::Builder::new().name("door".into()).spawn(move || {
            // If this fails, those who are connected notice that nobody
            // answers.
            let _ = runtime.block_on(attend((listener, bound), house));
        });
        // The thread says goodbye to those who are connected; nobody waits for
        // it.
        let _: JoinHandle<()> = serves.map_err(|error| HostFault::Thread(error.to_string()))?;
        table.look(|authority| authority.open_to_devices(true));
        Ok(Share {
            page: format!("{place}{}", codes.page(&name)),
            watch: format!("{place}/watch#{name}.{}", codes.long),
            code: codes.spoken,
            place,
            stop,
            table,
        })
    }

    /// The address of the page, with the code that a camera reads.
    #[must_use]
    pub fn page(&self) -> &str {
        &self.page
    }

    /// The address of the page for a big screen.
    #[must_use]
    pub fn watch(&self) -> &str {
        &self.watch
    }

    /// The code to read aloud.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The address without a code, to be typed.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.table.look(|authority| authority.open_to_devices(false));
        // The thread may have ended already.
        let _ = self.stop.send(true);
    }
}
