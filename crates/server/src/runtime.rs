//! The threads of the server, and the signals that stop it.

use std::future::{Future, pending};
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;

use super::fault::HostFault;
use super::{HostSetup, serve};

/// The threads of a server. SIGINT and SIGTERM end the program cleanly from the start, even
/// while stored tables are being opened.
pub struct ServerRuntime {
    runtime: Runtime,
    stops: watch::Receiver<bool>,
}

impl ServerRuntime {
    /// Begins to handle signals.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn set() -> Result<ServerRuntime, HostFault> {
        let runtime = Builder::new_multi_thread().enable_all().build();
        let runtime = runtime.map_err(|error| HostFault::Thread(error.to_string()))?;
        let (stop, stops) = watch::channel(false);
        let asked = {
            let _inside = runtime.enter();
            asked_to_stop()
        };
        runtime.spawn(async move {
            asked.await;
            let _ = stop.send(true);
        });
        Ok(ServerRuntime { runtime, stops })
    }

    /// Runs a host until the program is asked to stop.
    ///
    /// # Errors
    /// If there is no such battle, it cannot be stored, or the address is in use.
    pub fn run(self, setup: HostSetup) -> Result<(), HostFault> {
        let done = self.runtime.block_on(serve(setup, self.stops));
        // A row that is being written is stored whole or not at all, so nothing
        // waits for it.
        self.runtime.shutdown_timeout(Duration::from_millis(200));
        done
    }
}

/// Waits for SIGINT or SIGTERM, which from this call on do not end the program by
/// themselves.
#[cfg(unix)]
fn asked_to_stop() -> impl Future<Output = ()> + Send {
    use tokio::signal::unix::{SignalKind, signal};
    let received = [SignalKind::interrupt(), SignalKind::terminate()].map(signal);
    async move {
        let [Ok(mut interrupted), Ok(mut terminated)] = received else { return pending().await };
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = terminated.recv() => {}
        }
    }
}

/// Waits for Ctrl-C.
#[cfg(not(unix))]
fn asked_to_stop() -> impl Future<Output = ()> + Send {
    async {
        if tokio::signal::ctrl_c().await.is_err() {
            pending::<()>().await;
        }
    }
}
