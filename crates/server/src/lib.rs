//! Tables for other devices: HTTP, WebSocket, tokens and codes. It translates frames into
//! requests and responses into frames, and knows no rules; the table decides what a seat may
//! know. `trierarch host` runs it.

mod admission;
mod backlog;
mod fault;
mod runtime;
mod frame_count;
mod budgets;
mod connection_limits;
mod replies;
mod frames;
mod hosted_table;
mod http;
mod idle_tables;
mod share;
mod limits;
mod listener;
mod lobby;
mod locks;
mod log;
mod memory;
mod names;
mod operator;
mod pages;
mod presence;
mod queues;
mod reads;
mod record_store;
mod waiting_room;
mod socket;
mod table_store;
mod tokens;

use std::collections::HashMap;
use std::io::{self, IsTerminal as _, Write as _};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::net::TcpListener;
use tokio::sync::watch;

use session::frame::{WrittenCodes, text_of};
use session::http::{FirstLine, FirstTable, LobbyRow};
use storage::Added;

use budgets::Budgets;
pub use fault::HostFault;
use hosted_table::HostedTable;
use limits::Limits;
use listener::{Caller, LimitedListener};
use lobby::{Opens, Unplayable};
use locks::NameLocks;
use locks::lock;
use log::log;
use operator::Operator;
use queues::TotalUnread;
use reads::Readers;
pub use runtime::ServerRuntime;
pub use share::Share;
use table_store::{TableLookup, TableStore};

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// The time for connected clients to finish when the program stops.
const LAST_MOMENT: Duration = Duration::from_secs(3);

/// The way in which people get a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seats {
    /// The owner decides.
    Ask,
    /// A person with the code may take a free seat.
    Open,
}

/// The setup of a server.
#[derive(Clone, Debug)]
pub struct HostSetup {
    /// A ready battle, a stored one, or a battle file; `None` for the default.
    pub battle: Option<String>,
    /// Whether many tables are opened and closed while the program runs.
    pub many: bool,
    /// The address to listen on; port 0 takes any free one.
    pub listen: SocketAddr,
    /// The folder in which tables are stored.
    pub data: Option<PathBuf>,
    /// The way in which people get a seat; if missing, it depends on the address.
    pub seats: Option<Seats>,
    /// Origins of pages that may make requests, in addition to our own.
    pub origins: Vec<String>,
    /// Whether to trust a proxy to name its clients.
    pub trusts_proxy: bool,
    /// The file with the operator's token.
    pub operator: Option<PathBuf>,
    /// The servers that store the tables, instead of a folder.
    #[cfg(feature = "nats")]
    pub nats: Option<storage::Servers>,
}

impl HostSetup {
    /// The default battle at this address, for this machine's user.
    #[must_use]
    pub fn at(listen: SocketAddr) -> HostSetup {
        HostSetup {
            battle: None,
            many: false,
            listen,
            data: None,
            seats: None,
            origins: Vec::new(),
            trusts_proxy: false,
            operator: None,
            #[cfg(feature = "nats")]
            nats: None,
        }
    }
}

/// Checks whether a client's frame is valid; for the fuzzer of frames.
///
/// # Errors
/// The answer to an invalid frame, as JSON.
pub fn check_frame(text: &str) -> Result<(), String> {
    frames::read(text).map(drop).map_err(|invalid| text_of(&invalid.answer()))
}

/// The most open tables.
const MOST_TABLES: usize = 2_000;

/// The reason why a table was not opened.
#[derive(Debug)]
enum NotOpened {
    /// The request cannot be played.
    Refused(Unplayable),
    /// There are too many tables.
    Full,
    /// Too many were opened from this address within a minute.
    TooFast,
    /// It was opened before, and its owner has closed it.
    Closed,
    /// It could not be stored.
    Fault(String),
}

impl From<HostFault> for NotOpened {
    fn from(fault: HostFault) -> NotOpened {
        match fault {
            HostFault::Opening(fault) => NotOpened::Refused(Unplayable::Faulty(fault.to_string())),
            other => NotOpened::Fault(other.without_place()),
        }
    }
}

/// Everything that connections share.
pub struct ServerState {
    setup: HostSetup,
    address: String,
    seats: Seats,
    table_store: Arc<TableStore>,
    /// The time and the result of the last test write to the store.
    stored: tokio::sync::Mutex<Option<(Instant, bool)>>,
    operator: Operator,
    limits: Limits,
    budgets: Arc<Budgets>,
    unread: TotalUnread,
    readers: Arc<Readers>,
    hosted_tables: Mutex<HashMap<String, Arc<HostedTable>>>,
    /// The table for requests that name none.
    only: Option<String>,
    stops: watch::Receiver<bool>,
    /// Locks that let a table be opened only once.
    opening: NameLocks,
    /// Every connection holds a receiver of this, so that the end of the last
    /// one can be awaited.
    connected: watch::Sender<()>,
}

impl ServerState {
    /// A server without tables.
    fn empty(
        setup: HostSetup,
        table_store: Arc<TableStore>,
        stops: watch::Receiver<bool>,
    ) -> ServerState {
        let budgets = Arc::<Budgets>::default();
        ServerState {
            address: format!("http://{}", setup.listen),
            seats: setup.seats.unwrap_or(Seats::Open),
            setup,
            table_store,
            stored: tokio::sync::Mutex::default(),
            operator: Operator::default(),
            limits: Limits::of_this_system(),
            unread: TotalUnread::default(),
            readers: Arc::new(Readers::with(Arc::clone(&budgets))),
            budgets,
            hosted_tables: Mutex::default(),
            only: None,
            stops,
            opening: NameLocks::default(),
            connected: watch::channel(()).0,
        }
    }

    fn held(&self, name: &str) -> Option<Arc<HostedTable>> {
        lock(&self.hosted_tables).get(name).cloned()
    }

    /// The table with this name, or the only one if none is named.
    async fn hosted(&self, name: Option<&str>) -> Result<TableLookup<Arc<HostedTable>>, HostFault> {
        let Some(name) = name.or(self.only.as_deref()) else { return Ok(TableLookup::Nothing) };
        if let Some(hosted) = self.held(name) {
            return Ok(TableLookup::Open(hosted));
        }
        let _guard = self.opening.lock(name).await;
        self.looked_up(name).await
    }

    /// The table with this name; the caller holds the lock of the name.
    async fn looked_up(&self, name: &str) -> Result<TableLookup<Arc<HostedTable>>, HostFault> {
        if let Some(hosted) = self.held(name) {
            return Ok(TableLookup::Open(hosted));
        }
        let (tables, wanted) = (Arc::clone(&self.table_store), name.to_owned());
        let opens = if self.is_full() { Err(HostFault::Crowded) } else { Ok(self.setup.many) };
        let found = run_blocking(move || tables.find(&wanted, opens)).await;
        if let Err(why) = &found {
            log(&format!("table {name} cannot be opened: {why}"));
        }
        Ok(match found? {
            TableLookup::Open(hosted) => TableLookup::Open(self.holds(hosted)),
            TableLookup::Closed => TableLookup::Closed,
            TableLookup::Nothing => TableLookup::Nothing,
        })
    }

    /// Adds a table.
    fn holds(&self, hosted: HostedTable) -> Arc<HostedTable> {
        let hosted = Arc::new(hosted);
        hosted.table.run_at_table(hosted.weighed.again(self.setup.many, None));
        lock(&self.hosted_tables).insert(hosted.name().to_owned(), Arc::clone(&hosted));
        if self.table_store.is_shared() {
            // Changes that were reported before it was in memory.
            hosted.admission.follow_stored();
            tokio::spawn(lobby::store_states(
                Arc::downgrade(&hosted),
                self.table_store.records.clone(),
            ));
        }
        hosted
    }

    /// The tables in memory.
    fn hosted_tables(&self) -> Vec<Arc<HostedTable>> {
        lock(&self.hosted_tables).values().cloned().collect()
    }

    /// Whether there is no room for another table.
    fn is_full(&self) -> bool {
        let hosted_tables = lock(&self.hosted_tables);
        memory::is_full(
            hosted_tables.len(),
            hosted_tables.values().map(|hosted| hosted.weighed.bytes()).sum(),
        )
    }

    /// Unloads a table from memory, unless a client is connected. Returns whether it did.
    async fn unload(&self, name: &str) -> bool {
        // From here on a request for it waits, and then loads it again.
        let _guard = self.opening.lock(name).await;
        let hosted = {
            let mut hosted_tables = lock(&self.hosted_tables);
            match hosted_tables.remove(name) {
                Some(hosted) if Arc::strong_count(&hosted) == 1 => hosted,
                Some(hosted) => {
                    hosted_tables.insert(name.to_owned(), hosted);
                    return false;
                }
                None => return false,
            }
        };
        lobby::look(vec![Arc::clone(&hosted)], &self.table_store.records).await;
        // A row that is being stored must be complete before the table is read again.
        if hosted.table.look(|table_server, _| table_server.is_storing()).await == Some(true) {
            lock(&self.hosted_tables).insert(name.to_owned(), hosted);
            return false;
        }
        // Its last connections wait for its thread.
        tokio::task::spawn_blocking(move || drop(hosted)).await.is_ok()
    }

    /// Passes on an addition to the store by any program.
    fn store_changed(&self, added: Added) {
        match added {
            Added::Row { slug, number, row } => {
                if let Some(hosted) = table_store::name_in(&slug).and_then(|name| self.held(&name))
                {
                    hosted.table.row_added(number, row);
                }
            }
            Added::Blob { key, value } => {
                let table = self.table_store.records.record_added(&key, &value);
                if let Some(hosted) = table.and_then(|table| self.held(&table)) {
                    hosted.admission.follow_stored();
                }
            }
            Added::Message { text } => presence::receive(self, &text),
        }
    }

    /// Opens a table for the client that sent this key; the same key gives the same table again.
    /// `may` says whether the client may open another one.
    async fn open(
        &self,
        Opens { key, name: called, open }: Opens,
        may: impl FnOnce() -> bool,
    ) -> Result<Arc<HostedTable>, NotOpened> {
        let name = self.table_store.name_of(&key);
        let _guard = self.opening.lock(&name).await;
        match self.looked_up(&name).await? {
            TableLookup::Open(hosted) if !hosted.admission.is_closed() => return Ok(hosted),
            TableLookup::Open(_) | TableLookup::Closed => return Err(NotOpened::Closed),
            TableLookup::Nothing => {}
        }
        if !may() {
            return Err(NotOpened::TooFast);
        }
        if self.tables().len() >= MOST_TABLES || self.is_full() {
            return Err(NotOpened::Full);
        }
        let wrong = |fault: HostFault| NotOpened::Fault(fault.without_place());
        let called =
            http::name_of(&called).map_err(|why| NotOpened::Refused(Unplayable::faulty(why)))?;
        let seed = table_store::seed().map_err(wrong)?;
        let opening = run_blocking(move || Ok(lobby::opening(&open, seed))).await?;
        let opening = opening.map_err(NotOpened::Refused)?;
        let tables = Arc::clone(&self.table_store);
        let hosted = run_blocking(move || tables.open_table(name, called, opening)).await?;
        Ok(self.holds(hosted))
    }

    /// The names of the tables that are not closed, in order.
    fn tables(&self) -> Vec<String> {
        if self.setup.many {
            return self.table_store.records.open_tables();
        }
        let open = |hosted: &Arc<HostedTable>| {
            (!hosted.admission.is_closed()).then(|| hosted.name().to_owned())
        };
        lock(&self.hosted_tables).values().filter_map(open).collect()
    }

    /// The state of each table that is not closed.
    async fn lobby(&self) -> Vec<LobbyRow> {
        let (names, records) = (self.tables(), &self.table_store.records);
        lobby::look(names.iter().filter_map(|name| self.held(name)).collect(), records).await;
        for name in &names {
            // Read a table that the lobby does not know yet; one that cannot be read must not
            // hide the others.
            if records.in_the_lobby(name).is_none()
                && let Ok(TableLookup::Open(hosted)) = self.hosted(Some(name)).await
            {
                lobby::look(vec![hosted], records).await;
            }
        }
        let row = |name: &String| {
            let mut row = records.in_the_lobby(name)?.row;
            // A host of one table shows no names of players to visitors.
            row.names = row.names.filter(|_| self.setup.many);
            Some(row)
        };
        names.iter().filter_map(row).collect()
    }

    /// The table that a token belongs to.
    async fn table_of(&self, token: &str) -> Result<TableLookup<Arc<HostedTable>>, HostFault> {
        match token.get(..tokens::NAME_LENGTH) {
            Some(name) => self.hosted(Some(name)).await,
            None => Ok(TableLookup::Nothing),
        }
    }

    /// Forgets a closed table when a client has left it.
    fn forget(&self, hosted: &HostedTable) {
        lock(&self.hosted_tables).remove(hosted.name());
    }
}

/// Runs blocking work on a thread where it does not delay other requests.
async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, HostFault> + Send + 'static,
) -> Result<T, HostFault> {
    tokio::task::spawn_blocking(work).await.map_err(|_| HostFault::GivenUp)?
}

/// Serves until the program is asked to stop.
async fn serve(setup: HostSetup, stops: watch::Receiver<bool>) -> Result<(), HostFault> {
    let mut ends = stops.clone();
    let (listener, bound, server, mut first) = tokio::select! {
        begun = begin(setup, stops) => begun?,
        // Do not wait for tables that are still being opened.
        _ = ends.wait_for(|stops| *stops) => return Ok(()),
    };
    let found = share::found_at(bound);
    if let Some(table) = &mut first.table {
        table.page = format!("http://{found}{}", table.page);
        table.owner_link = table.owner_link.take().map(|link| format!("http://{found}{link}"));
    }
    let hears = Arc::downgrade(&server);
    server.table_store.listen(move |added| {
        if let Some(server) = hears.upgrade() {
            server.store_changed(added);
        }
    })?;
    let mut out = io::stdout().lock();
    writeln!(out, "{}", text_of(&first)).and_then(|()| out.flush()).map_err(HostFault::Output)?;
    drop(out);
    log(&format!("listening on {}", server.address));
    // A stored log must not contain codes.
    if let (Some(FirstTable { page, owner_link: Some(link), .. }), true) =
        (first.table, io::stderr().is_terminal())
    {
        let _ = write!(io::stderr(), "{}", share::invitation(&page, &link, bound));
    }
    if server.table_store.is_shared() {
        tokio::spawn(presence::notify_servers(Arc::downgrade(&server)));
    }
    tokio::spawn(memory::watch(Arc::downgrade(&server)));
    if server.setup.many {
        tokio::spawn(idle_tables::end(Arc::downgrade(&server)));
    }
    let table_store = Arc::clone(&server.table_store);
    attend(listener, bound, server).await?;
    table_store.leaves();
    log("stopped");
    Ok(())
}

/// Listens, and opens the store and the tables in it.
async fn begin(
    mut setup: HostSetup,
    stops: watch::Receiver<bool>,
) -> Result<(TcpListener, SocketAddr, Arc<ServerState>, FirstLine), HostFault> {
    let listener = listener::listen(setup.listen);
    let listener = listener.map_err(|error| HostFault::Listen(setup.listen, error))?;
    let bound = listener.local_addr().map_err(|error| HostFault::Listen(setup.listen, error))?;
    let by_place = if bound.ip().is_loopback() { Seats::Open } else { Seats::Ask };
    (setup.listen, setup.seats) = (bound, setup.seats.or(Some(by_place)));
    let opened = run_blocking(move || {
        let operator = Operator::read(setup.operator.as_deref())?;
        let table_store = Arc::new(TableStore::open(&setup)?);
        let hosted_tables = if setup.many {
            // Each is opened at the first request for it.
            table_store.look_through()?;
            Vec::new()
        } else {
            vec![table_store.only(setup.battle.as_deref())?]
        };
        Ok((
            hosted_tables,
            ServerState { operator, ..ServerState::empty(setup, table_store, stops) },
        ))
    });
    let (hosted_tables, mut server) = opened.await?;
    let mut first = FirstLine { listening: server.address.clone(), table: None };
    if let (false, Some(hosted)) = (server.setup.many, hosted_tables.first()) {
        let WrittenCodes { code, page } = hosted.admission.codes().for_owner(hosted.name());
        let (owner, table) = (hosted.owner().await?, hosted.name().to_owned());
        let owner_link = hosted.admission.owner_page(Instant::now());
        server.only = Some(table.clone());
        first.table = Some(FirstTable { code, owner, table, page, owner_link });
    }
    let by_name =
        hosted_tables.into_iter().map(|hosted| (hosted.name().to_owned(), Arc::new(hosted)));
    server.hosted_tables = Mutex::new(by_name.collect());
    Ok((listener, bound, Arc::new(server), first))
}

/// Answers requests until the server stops.
async fn attend(
    listener: TcpListener,
    bound: SocketAddr,
    server: Arc<ServerState>,
) -> Result<(), HostFault> {
    let stops = server.stops.clone();
    tokio::spawn(presence::notify_tables(Arc::downgrade(&server)));
    let listener =
        LimitedListener::new(listener, server.limits.clone(), !server.setup.trusts_proxy);
    let app = http::app(Arc::clone(&server)).into_make_service_with_connect_info::<Caller>();
    let mut ends = stops.clone();
    let service = axum::serve(listener, app).with_graceful_shutdown(async move {
        let _ = ends.wait_for(|stops| *stops).await;
    });
    let mut ends = stops;
    tokio::select! {
        ended = service.into_future() => ended.map_err(|error| HostFault::Listen(bound, error))?,
        () = async {
            let _ = ends.wait_for(|stops| *stops).await;
            tokio::time::sleep(LAST_MOMENT).await;
        } => {}
    }
    // Connected clients are notified first.
    let _ = tokio::time::timeout(LAST_MOMENT, server.connected.closed()).await;
    Ok(())
}
