//! Opens a table of the window to other devices while it continues there, and shows the address of
//! its page as a QR code.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use tokio::sync::watch;

use engine::fleet::share;
use session::ThreadTable;
use storage::Store;

use super::fault::HostFault;
use super::table_store::TableStore;
use super::tokens::CodeLength;
use super::{HostSetup, Seats, ServerState, attend, listener};

/// The port to try first, so that the address usually stays the same.
const PORT: u16 = 4120;

/// A server for one shared table. Dropping it ends the sharing.
pub struct Share {
    page: String,
    watch: String,
    code: String,
    place: String,
    stop: watch::Sender<bool>,
    table: ThreadTable,
}

impl Share {
    /// Shares the table that is stored under this slug. `from` is the address to listen on;
    /// the unspecified address listens on every network.
    ///
    /// # Errors
    /// If the address cannot be listened on, or the store cannot be read.
    pub fn open(
        table: ThreadTable,
        slug: &str,
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
        let table_store = TableStore::over(store, CodeLength::Short)?;
        let hosted = table_store.shared(slug, table.clone())?;
        let (name, codes) = (hosted.name().to_owned(), hosted.admission.codes());
        let place = format!("http://{}", found_at(bound));
        let (stop, stops) = watch::channel(false);
        let setup = HostSetup { seats: Some(Seats::Open), ..HostSetup::at(bound) };
        let server = ServerState {
            address: place.clone(),
            hosted_tables: Mutex::new(HashMap::from([(name.clone(), Arc::new(hosted))])),
            only: Some(name.clone()),
            ..ServerState::empty(setup, Arc::new(table_store), stops)
        };
        let server = Arc::new(server);
        let worker = thread::Builder::new().name("server".into()).spawn(move || {
            // If this fails, connected devices notice that the server does not answer.
            let _ = runtime.block_on(attend(listener, bound, server));
        });
        // The thread closes its connections by itself; it is not joined.
        let _: JoinHandle<()> = worker.map_err(|error| HostFault::Thread(error.to_string()))?;
        table.look(|table_server| table_server.open_to_devices(true));
        Ok(Share {
            page: format!("{place}{}", codes.page(&name)),
            watch: format!("{place}/watch#{name}.{}", codes.long),
            code: codes.spoken,
            place,
            stop,
            table,
        })
    }

    /// The address of the page, with the code for cameras.
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
        self.table.look(|table_server| table_server.open_to_devices(false));
        // The thread may have ended already.
        let _ = self.stop.send(true);
    }
}

/// Light squares around a code, so that a camera finds it.
const MARGIN: usize = 4;

/// The address at which other devices reach this machine. If the server listens on all addresses,
/// it is the one from which the machine would send to the internet.
pub(super) fn found_at(bound: SocketAddr) -> SocketAddr {
    if !bound.ip().is_unspecified() {
        return bound;
    }
    let ip = own_address().filter(|ip| !ip.is_unspecified());
    SocketAddr::new(ip.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)), bound.port())
}

/// Asks the system from which address it would send. Nothing is sent: the
/// target is an address reserved for documentation.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket.local_addr().ok().map(|own| own.ip())
}

/// The text about a page on the terminal, and about the link that gives one device the
/// owner's role; with codes only if others can connect at all.
pub(super) fn invitation(page: &str, owner_link: &str, bound: SocketAddr) -> String {
    if bound.ip().is_loopback() {
        return format!(
            "Only programs and browsers on this machine can connect; to let your network connect, start with --listen 0.0.0.0:4120\nTo own the table, open {owner_link} within 10 minutes\n"
        );
    }
    let [code, owners] = [page, owner_link].map(|address| drawn(address).unwrap_or_default());
    format!(
        "{owners}To own the table, scan this code with your own phone within 10 minutes, or open \
         {owner_link}\n\
         {code}Others scan this code, or open {page}\n\
         If they cannot connect, the network may keep its devices apart, as many guest networks do: turn on a hotspot on this machine or a phone, connect all devices to it, and start again.\n"
    )
}

/// A text as a QR code in characters, two rows of squares on each line: dark on
/// light, whatever colours the terminal has.
pub(super) fn drawn(text: &str) -> Option<String> {
    let squares = share::qr(text).ok()?;
    let across = squares.size + 2 * MARGIN;
    let dark = |column: usize, row: usize| {
        let inside = column >= MARGIN && row >= MARGIN;
        inside && squares.is_dark(column - MARGIN, row - MARGIN)
    };
    let mut lines = String::new();
    for row in (0..across).step_by(2) {
        lines.push_str("\u{1b}[30;107m");
        lines.extend((0..across).map(|column| match (dark(column, row), dark(column, row + 1)) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        }));
        lines.push_str("\u{1b}[0m\n");
    }
    Some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_on_the_terminal_is_read_as_the_address() {
        let page = "http://192.168.1.7:4120/#tableone.MDEyMzQ1Njc4OWFiY2RlZg";
        let drawn = drawn(page).expect("it fits");
        let lines: Vec<Vec<char>> = drawn
            .lines()
            .map(|line| line.trim_start_matches("\u{1b}[30;107m").trim_end_matches("\u{1b}[0m"))
            .map(|line| line.chars().collect())
            .collect();
        let across = lines[0].len();
        let dark = |column: usize, row: usize| {
            matches!((lines[row / 2][column], row % 2), ('█', _) | ('▀', 0) | ('▄', 1))
        };
        // A camera sees each square as several pixels.
        let scale = 4;
        let mut image =
            rqrr::PreparedImage::prepare_from_greyscale(across * scale, across * scale, |x, y| {
                if dark(x / scale, y / scale) { 0 } else { 255 }
            });
        let grids = image.detect_grids();
        assert_eq!(grids[0].decode().expect("it is read").1, page);
    }

    #[test]
    fn an_address_for_all_networks_is_shown_as_one_that_others_can_open() {
        let named: SocketAddr = "192.168.1.7:4120".parse().expect("an address");
        assert_eq!(found_at(named), named);
        let all: SocketAddr = "0.0.0.0:4120".parse().expect("an address");
        let found = found_at(all);
        assert!(!found.ip().is_unspecified() && found.port() == 4120);
        assert!(
            invitation("http://127.0.0.1:1/", "", "127.0.0.1:1".parse().expect("an address"))
                .contains("0.0.0.0")
        );
    }
}
