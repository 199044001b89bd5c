//! Opens the window, or gives the reason why it cannot be opened.

use thiserror::Error;

use std::sync::Arc;

use crate::session::Tables;

use super::Start;
use super::app::App;
use super::platform;

/// The smallest window, in points: on a screen of 1366x768 pixels at a scale of 200 % it fits
/// between its title and a task bar.
const SMALLEST: [f32; 2] = [360.0, 320.0];

/// Why the window cannot be opened.
#[derive(Debug, Error)]
pub enum RunError {
    /// Neither a Wayland nor an X display.
    #[error(
        "no display found (WAYLAND_DISPLAY and DISPLAY are not set). Start Trierarch from a \
         desktop, or use a subcommand: see trierarch --help"
    )]
    NoDisplay,
    /// A display is named, but does not answer.
    #[error(
        "the display cannot be reached. Check WAYLAND_DISPLAY and DISPLAY and whether you may use \
         it, or use a subcommand: see trierarch --help"
    )]
    NoAnswer,
    /// A library that the window needs is missing.
    #[error(
        "the library {library} is missing, and no window can be opened without it; \
         on Debian and Ubuntu it comes with `apt install {package}`"
    )]
    NoLibrary {
        /// Its file.
        library: &'static str,
        /// The package that contains it.
        package: &'static str,
    },
    /// Any other reason, in the words of the window system.
    #[error("the window could not be opened: {0}")]
    Window(String),
}

/// Opens the window and stays until it is closed.
///
/// # Errors
/// If it cannot be opened.
pub fn run(start: Start) -> Result<(), RunError> {
    #[cfg(target_os = "linux")]
    check_linux()?;
    // A folder has one window: if it is already open, it comes to the front.
    let line = serde_json::to_string(&absolute(&start)).unwrap_or_default();
    if Tables::ring_at_home(&line) {
        println!("Trierarch is already open: its window comes to the front.");
        return Ok(());
    }
    let icon = eframe::icon_data::from_png_bytes(include_bytes!("../../assets/icon-256.png"))
        .unwrap_or_default();
    let viewport = egui::ViewportBuilder::default()
        .with_title("Trierarch")
        .with_app_id("org.trierarch.Trierarch")
        .with_icon(icon)
        .with_inner_size([1280.0, 800.0])
        .with_min_inner_size(SMALLEST);
    let options = eframe::NativeOptions { viewport, ..Default::default() };
    eframe::run_native(
        "Trierarch",
        options,
        Box::new(move |context| {
            let ctx = context.egui_ctx.clone();
            let (sender, later) = std::sync::mpsc::channel();
            let waking = ctx.clone();
            let (tables, unsaved) = Tables::on_disk(Arc::new(move || platform::wake(&waking)));
            if unsaved.is_none() {
                Tables::listen_at_home(move |line| {
                    if let Ok(start) = serde_json::from_str(&line) {
                        // The window may already be closed.
                        let _ = sender.send(start);
                        platform::wake(&ctx);
                    }
                });
            }
            let notice = tables.salvaged().or_else(Tables::went_wrong_before);
            let app = App::new(context, &start, tables, unsaved.as_ref(), later);
            Ok(Box::new(app.beginning_with(notice)))
        }),
    )
    .map_err(|error| match error {
        eframe::Error::Winit(_) | eframe::Error::WinitEventLoop(_) => RunError::NoAnswer,
        other => RunError::Window(other.to_string()),
    })
}

/// The same with absolute paths, for a window that was started in another
/// folder.
fn absolute(start: &Start) -> Start {
    match start {
        Start::File(path) => {
            Start::File(std::path::absolute(path).unwrap_or_else(|_| path.clone()))
        }
        Start::Home | Start::Ready(_) | Start::Shared(_) | Start::At(_) => start.clone(),
    }
}

/// A library that is opened at run time, with the package that has it on Debian.
#[cfg(target_os = "linux")]
type Opened = (&'static str, &'static str);

/// The libraries that a window on Wayland opens. If one is missing, the window would stop with
/// an internal error.
#[cfg(target_os = "linux")]
const FOR_WAYLAND: &[Opened] = &[
    ("libwayland-client.so.0", "libwayland-client0"),
    ("libwayland-egl.so.1", "libwayland-egl1"),
    ("libxkbcommon.so.0", "libxkbcommon0"),
];

/// The same under X.
#[cfg(target_os = "linux")]
const FOR_X: &[Opened] = &[("libxkbcommon-x11.so.0", "libxkbcommon-x11-0")];

/// Whether there is a display, and the libraries that its window needs.
#[cfg(target_os = "linux")]
fn check_linux() -> Result<(), RunError> {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if set("WAYLAND_DISPLAY") || set("WAYLAND_SOCKET") {
        return check_libraries(FOR_WAYLAND, linux_has);
    }
    if !set("DISPLAY") {
        return Err(RunError::NoDisplay);
    }
    check_libraries(FOR_X, linux_has)
}

/// Returns the first missing library as the error.
#[cfg(target_os = "linux")]
fn check_libraries(needed: &[Opened], is_there: impl Fn(&str) -> bool) -> Result<(), RunError> {
    needed
        .iter()
        .find(|(library, _)| !is_there(library))
        .map_or(Ok(()), |(library, package)| Err(RunError::NoLibrary { library, package }))
}

/// Whether the loader would find a library: in its cache, in the folders that
/// the user names, or in the usual ones.
#[cfg(target_os = "linux")]
fn linux_has(library: &str) -> bool {
    use std::path::PathBuf;
    let cache = std::fs::read("/etc/ld.so.cache").unwrap_or_default();
    if cache.windows(library.len()).any(|name| name == library.as_bytes()) {
        return true;
    }
    let named = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let usual = [
        "/lib",
        "/lib64",
        "/usr/lib",
        "/usr/lib64",
        "/usr/local/lib",
        "/run/current-system/sw/lib",
    ];
    let architecture = format!("/usr/lib/{}-linux-gnu", std::env::consts::ARCH);
    std::env::split_paths(&named)
        .chain(usual.map(PathBuf::from))
        .chain([PathBuf::from(architecture)])
        .any(|folder| folder.join(library).exists())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_window_fits_a_small_laptop_at_twice_the_scale() {
        let (screen, scale, title_and_bar) = ([1366.0, 768.0], 2.0, 60.0);
        assert!(SMALLEST[0] * scale <= screen[0]);
        assert!((SMALLEST[1] + title_and_bar) * scale <= screen[1]);
    }

    #[test]
    fn a_library_that_a_window_opens_later_is_missed_before_it_is_opened() {
        for needed in [FOR_WAYLAND, FOR_X] {
            assert!(check_libraries(needed, |_| true).is_ok());
            for (missing, package) in needed {
                let error = check_libraries(needed, |library| library != *missing).unwrap_err();
                let text = error.to_string();
                assert!(text.contains(&format!("the library {missing} is missing")), "{text}");
                assert!(text.contains(&format!("`apt install {package}`")), "{text}");
            }
        }
    }

    #[test]
    fn a_missing_library_is_not_found() {
        assert!(!linux_has("libthere-is-none.so.77"));
        assert!(linux_has("libc.so.6"));
    }
}
