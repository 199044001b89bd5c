//! Starts the window, or a subcommand.

#[cfg(all(feature = "window", not(target_arch = "wasm32")))]
fn main() -> Result<(), trierarch::ui::RunError> {
    let start = match std::env::args().nth(1) {
        Some(slug) => trierarch::ui::Start::Ready(slug),
        None => trierarch::ui::Start::Harbour,
    };
    trierarch::ui::run(start)
}

#[cfg(not(all(feature = "window", not(target_arch = "wasm32"))))]
fn main() {}
