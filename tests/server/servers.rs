//! The NATS servers for all these tests if `NATS_SERVER` names the program; otherwise, and
//! without the feature `nats`, tables are stored in a folder.

use std::collections::HashMap;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::disk::Disks;

/// One server, or three.
pub(crate) struct Servers {
    folder: PathBuf,
    ports: Vec<[u16; 3]>,
    /// Whether they write to their disks before they acknowledge.
    synced: bool,
    running: Mutex<Vec<Option<Child>>>,
    /// The disks of three servers, for power cuts; dropped when no server runs.
    disks: Option<Disks>,
}

/// The running servers, by the folder of their hosts.
static RUNNING: Mutex<Option<HashMap<PathBuf, Weak<Servers>>>> = Mutex::new(None);

const NAMES: [&str; 3] = ["one", "two", "three"];

impl Servers {
    /// The servers for the hosts of a folder; `None` if there is no program.
    pub(crate) fn of(folder: &Path) -> Option<Arc<Servers>> {
        if cfg!(not(feature = "nats")) {
            return None;
        }
        std::env::var_os("NATS_SERVER")?;
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let running = running.get_or_insert_default();
        if let Some(servers) = running.get(folder).and_then(Weak::upgrade) {
            return Some(servers);
        }
        let servers = Arc::new(Servers::start(folder, 1, true));
        running.insert(folder.to_owned(), Arc::downgrade(&servers));
        Some(servers)
    }

    /// The store of the hosts, without a host.
    #[cfg(feature = "nats")]
    pub(crate) fn store(
        &self,
    ) -> Result<trierarch::storage::OnNats, trierarch::storage::StoreFault> {
        let addresses: Vec<String> =
            self.ports.iter().map(|[listen, _, _]| format!("nats://127.0.0.1:{listen}")).collect();
        let setup = trierarch::storage::Servers {
            servers: addresses.join(","),
            monitors: None,
            replicas: self.ports.len(),
            unsynced: true,
        };
        trierarch::storage::OnNats::open(&setup)
    }

    /// Three servers for the hosts of a folder.
    #[cfg(feature = "nats")]
    pub(crate) fn three(folder: &Path) -> Arc<Servers> {
        Servers::run_three(folder, true)
    }

    /// Three servers that acknowledge data before it is synced.
    #[cfg(feature = "nats")]
    pub(crate) fn three_unsynced(folder: &Path) -> Arc<Servers> {
        Servers::run_three(folder, false)
    }

    #[cfg(feature = "nats")]
    fn run_three(folder: &Path, synced: bool) -> Arc<Servers> {
        let servers = Arc::new(Servers::start(folder, 3, synced));
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        running.get_or_insert_default().insert(folder.to_owned(), Arc::downgrade(&servers));
        servers
    }

    fn start(folder: &Path, count: usize, synced: bool) -> Servers {
        let free: Vec<[TcpListener; 3]> = (0..count)
            .map(|_| [(); 3].map(|()| TcpListener::bind("127.0.0.1:0").expect("a port")))
            .collect();
        let port = |listener: &TcpListener| listener.local_addr().expect("its address").port();
        let ports = free.iter().map(|three| three.each_ref().map(port)).collect();
        let disks = if count == NAMES.len() { Disks::make(&NAMES) } else { None };
        let running = Mutex::new(Vec::new());
        let servers = Servers { folder: folder.join("nats"), ports, synced, running, disks };
        drop(free);
        for number in 0..count {
            let child = servers.run(number);
            servers.running().push(Some(child));
        }
        servers
    }

    fn running(&self) -> std::sync::MutexGuard<'_, Vec<Option<Child>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self, number: usize) -> Child {
        let program = std::env::var_os("NATS_SERVER").expect("it was named");
        let (name, [listen, http, cluster]) = (NAMES[number], self.ports[number]);
        let folder = self.folder_of(number);
        std::fs::create_dir_all(&folder).expect("a folder");
        let routes: Vec<String> = self
            .ports
            .iter()
            .map(|[_, _, cluster]| format!("\"nats://127.0.0.1:{cluster}\""))
            .collect();
        let together = format!(
            "cluster {{ name: t, listen: \"127.0.0.1:{cluster}\", routes: [{}] }}\n",
            routes.join(", ")
        );
        let text = format!(
            "server_name: {name}\nlisten: \"127.0.0.1:{listen}\"\nhttp: \"127.0.0.1:{http}\"\n\
             jetstream {{ store_dir: \"{}\", {} }}\n{}",
            folder.display(),
            if self.synced { "sync_interval: always" } else { "" },
            if routes.len() > 1 { together } else { String::new() }
        );
        let config = folder.join("nats.conf");
        std::fs::write(&config, text).expect("written");
        let mut server = Command::new(program);
        let server = server.arg("-c").arg(config).stdout(Stdio::null()).stderr(Stdio::null());
        server.spawn().expect("the server starts")
    }

    /// The folder of a server's data: a separate disk for power cuts or, for the third
    /// server, a small disk if one is named.
    fn folder_of(&self, number: usize) -> PathBuf {
        match (&self.disks, self.small_disk()) {
            (Some(disks), _) => disks.folder(number).join("server"),
            (None, Some(small)) if number == 2 => small.join("server"),
            (None, _) => self.folder.join(NAMES[number]),
        }
    }

    /// A separate file system for the third of three servers, empty and with a few
    /// megabytes: the one for power cuts, or the one that `NATS_SMALL_DISK` names. Without
    /// it no disk becomes full.
    pub(crate) fn small_disk(&self) -> Option<PathBuf> {
        let named = || std::env::var_os("NATS_SMALL_DISK").map(PathBuf::from);
        self.disks.as_ref().map(|disks| disks.folder(2).to_owned()).or_else(named)
    }

    /// Whether they are on disks whose power can be cut.
    #[cfg(feature = "nats")]
    pub(crate) fn has_power_to_cut(&self) -> bool {
        self.disks.is_some()
    }

    /// Cuts the power of servers and their disks at once.
    #[cfg(feature = "nats")]
    pub(crate) fn cut_power(&self, numbers: &[usize]) {
        let Some(disks) = &self.disks else { return };
        for number in numbers {
            self.signal(*number, "-STOP");
        }
        disks.cut(numbers);
        for number in numbers {
            self.kill(*number);
        }
    }

    /// Restores the power.
    #[cfg(feature = "nats")]
    pub(crate) fn restore_power(&self, numbers: &[usize]) {
        let Some(disks) = &self.disks else { return };
        disks.restore_power(numbers);
        for number in numbers {
            self.restart(*number);
        }
    }

    /// The arguments with which a host stores its tables here.
    pub(crate) fn words(&self) -> Vec<String> {
        let all = |scheme: &str, place: usize| {
            let one = |ports: &[u16; 3]| format!("{scheme}://127.0.0.1:{}", ports[place]);
            self.ports.iter().map(one).collect::<Vec<_>>().join(",")
        };
        let count = self.ports.len().to_string();
        let mut words = vec!["--nats".to_owned(), all("nats", 0), "--replicas".to_owned(), count];
        if self.ports.len() < 3 || !self.synced {
            words.push("--unsynced".to_owned());
        } else {
            words.extend(["--nats-monitor".to_owned(), all("http", 1)]);
        }
        words
    }

    /// Kills a server at once.
    #[cfg(feature = "nats")]
    pub(crate) fn kill(&self, number: usize) {
        if let Some(mut child) = self.running()[number].take() {
            child.kill().expect("it runs");
            child.wait().expect("it ends");
        }
    }

    /// Fills the small disk under the third server completely. Returns the file that does
    /// so.
    #[cfg(feature = "nats")]
    pub(crate) fn fill_the_disk(&self) -> Option<PathBuf> {
        use std::io::Write as _;
        let fills = self.small_disk()?.join("full");
        let mut file = std::fs::File::create(&fills).expect("a file");
        while file.write_all(&[0; 4096]).is_ok() {}
        Some(fills)
    }

    /// Restarts a server that was killed.
    #[cfg(feature = "nats")]
    pub(crate) fn restart(&self, number: usize) {
        let child = self.run(number);
        self.running()[number] = Some(child);
    }

    /// Sends a signal to a server, named as for `kill`.
    #[cfg(feature = "nats")]
    pub(crate) fn signal(&self, number: usize, signal: &str) {
        if let Some(child) = &self.running()[number] {
            let process = child.id().to_string();
            let status = Command::new("kill").args([signal, &process]).status().expect("it runs");
            assert!(status.success(), "kill {signal} {process}");
        }
    }

    /// The number of the server that leads the stream of the tables.
    #[cfg(feature = "nats")]
    pub(crate) fn leader(&self) -> Option<usize> {
        use std::io::{Read as _, Write as _};
        self.ports.iter().find_map(|[_, http, _]| {
            let mut stream = std::net::TcpStream::connect(("127.0.0.1", *http)).ok()?;
            write!(stream, "GET /jsz?streams=true HTTP/1.0\r\n\r\n").ok()?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer).ok()?;
            let state: serde_json::Value =
                serde_json::from_str(answer.split_once("\r\n\r\n")?.1).ok()?;
            let streams = state["account_details"][0]["stream_detail"].as_array()?.clone();
            let tables = streams.into_iter().find(|stream| stream["name"] == "TABLES")?;
            let leader = tables["cluster"]["leader"].as_str()?.to_owned();
            NAMES.iter().position(|name| *name == leader)
        })
    }
}

impl Drop for Servers {
    fn drop(&mut self) {
        for child in self.running().iter_mut().flatten() {
            // It may have ended already.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
