//! Opens the window, or says in a sentence why it cannot be opened.

use thiserror::Error;

use std::sync::Arc;

use crate::referee::Tables;

use super::Start;
use super::app::App;

/// Why the window cannot be opened.
#[derive(Debug, Error)]
pub enum RunError {
    /// Neither a Wayland nor an X display.
    #[error(
        "no display found (WAYLAND_DISPLAY and DISPLAY are not set). Start it from a desktop, or \
         use a subcommand: see trierarch --help"
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
        "the library {library} is missing, and the keyboard cannot be read without it; \
         on Debian and Ubuntu it comes with `apt install {package}`"
    )]
    NoLibrary {
        /// Its file.
        library: &'static str,
        /// The package that contains it.
        package: &'static str,
    },
    /// Anything else, as the window system says it.
    #[error("the window could not be opened: {0}")]
    Window(String),
}

/// Opens the window and stays until it is closed.
///
/// # Errors
/// Where it cannot be opened.
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
        .with_min_inner_size([360.0, 480.0]);
    let options = eframe::NativeOptions { viewport, ..Default::default() };
    eframe::run_native(
        "Trierarch",
        options,
        Box::new(move |context| {
            let ctx = context.egui_ctx.clone();
            let (sender, later) = std::sync::mpsc::channel();
            let waking = ctx.clone();
            let (tables, unkept) = Tables::at_home(Arc::new(move || waking.request_repaint()));
            if unkept.is_none() {
                Tables::listen_at_home(move |line| {
                    if let Ok(start) = serde_json::from_str(&line) {
                        // If the window is gone, nobody needs this.
                        let _ = sender.send(start);
                        ctx.request_repaint();
                    }
                });
            }
            let app = App::new(context, &start, (tables, unkept.as_ref()), later);
            Ok(Box::new(app.beginning_with(Tables::went_wrong_before())))
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
        Start::Harbour | Start::Ready(_) | Start::Shared(_) | Start::At(_) => start.clone(),
    }
}

/// Winit panics if a library is missing; this check comes first.
#[cfg(target_os = "linux")]
fn check_linux() -> Result<(), RunError> {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if set("WAYLAND_DISPLAY") || set("WAYLAND_SOCKET") {
        return Ok(());
    }
    if !set("DISPLAY") {
        return Err(RunError::NoDisplay);
    }
    let library = "libxkbcommon-x11.so.0";
    if linux_has(library) {
        return Ok(());
    }
    Err(RunError::NoLibrary { library, package: "libxkbcommon-x11-0" })
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
