//! One window per folder: a second start of the program sends a message to the first window,
//! which opens what the second was started for.

#[cfg(unix)]
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;

/// The socket, in the store's folder.
#[cfg(unix)]
const SOCKET: &str = "window.sock";

/// The longest message, in bytes.
#[cfg(unix)]
const LONGEST: u64 = 8192;

/// The time for the first window to answer.
#[cfg(unix)]
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(2);

/// The first window's answer.
#[cfg(unix)]
const HEARD: &str = "heard";

/// Sends a line to the window that has this folder open. Returns whether the window answered.
#[cfg(unix)]
#[must_use]
pub fn ring(folder: &Path, line: &str) -> bool {
    let describe = || -> std::io::Result<String> {
        let mut window = std::os::unix::net::UnixStream::connect(folder.join(SOCKET))?;
        window.set_read_timeout(Some(PATIENCE))?;
        window.set_write_timeout(Some(PATIENCE))?;
        writeln!(window, "{line}")?;
        let mut answer = String::new();
        BufReader::new(window).take(LONGEST).read_line(&mut answer)?;
        Ok(answer)
    };
    describe().is_ok_and(|answer| answer.trim() == HEARD)
}

/// Receives lines from later starts with this folder, for as long as the
/// program runs. Only the window that has the store open may listen.
///
/// # Errors
/// If the system gives no socket there.
#[cfg(unix)]
pub fn listen(folder: &Path, hear: impl Fn(String) + Send + 'static) -> std::io::Result<()> {
    let place = folder.join(SOCKET);
    // A socket left by a killed program does not answer.
    if let Err(error) = std::fs::remove_file(&place)
        && error.kind() != std::io::ErrorKind::NotFound
    {
        return Err(error);
    }
    let listener = std::os::unix::net::UnixListener::bind(&place)?;
    std::thread::Builder::new().name("single-instance".into()).spawn(move || {
        for client in listener.incoming().flatten() {
            // A client that sends nothing must not block the others for long.
            let _ = client.set_read_timeout(Some(PATIENCE));
            let mut line = String::new();
            let read = BufReader::new(&client).take(LONGEST).read_line(&mut line);
            if read.is_ok_and(|bytes| bytes > 0) && line.ends_with('\n') {
                let _ = writeln!(&client, "{HEARD}");
                hear(line.trim_end().to_owned());
            }
        }
    })?;
    Ok(())
}

/// On other systems a second window opens, and says that nothing in it is saved.
#[cfg(not(unix))]
pub fn ring(_: &Path, _: &str) -> bool {
    false
}

/// On other systems there are no messages.
///
/// # Errors
/// Never.
#[cfg(not(unix))]
pub fn listen(_: &Path, _: impl Fn(String) + Send + 'static) -> std::io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn a_second_start_passes_its_arguments_to_the_first_window() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!ring(folder.path(), "no window listens"));
        let (sender, received) = channel();
        listen(folder.path(), move |line| drop(sender.send(line))).unwrap();
        assert!(ring(folder.path(), "{\"ready\":\"sybota\"}"));
        assert_eq!(received.recv().unwrap(), "{\"ready\":\"sybota\"}");
    }

    #[test]
    fn the_remains_of_a_killed_window_do_not_block_the_next() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(SOCKET), "").unwrap();
        assert!(!ring(folder.path(), "no window listens"));
        listen(folder.path(), |_| {}).unwrap();
        assert!(ring(folder.path(), "a line"));
    }
}
