//! The window, on the desktop and in the browser: the battle and the screens around it, drawn
//! from the views of the rules.
//!
//! A screen draws the state and returns [`command::Command`]s; only
//! [`app::AppState::apply`] carries them out. No screen computes a rule,
//! nothing blocks, and nothing is drawn while nothing changes.

pub mod accessibility_mirror;
mod announcer;
pub mod app;
mod banner;
mod charts;
mod code;
pub mod command;
mod credits;
mod device;
mod dice;
mod dice_pad;
#[cfg(not(target_arch = "wasm32"))]
mod display;
mod files;
pub mod glossary_card;
mod home;
mod keys;
pub mod language;
mod link;
mod motion;
mod navigation;
#[cfg(target_arch = "wasm32")]
mod page;
mod paint;
mod platform;
#[cfg(target_arch = "wasm32")]
mod repaint;
pub mod rule_words;
mod settings;
mod shortcuts;
pub mod table;
pub mod theme;
#[cfg(target_arch = "wasm32")]
pub mod web;
mod widgets;
mod worker;

#[cfg(not(target_arch = "wasm32"))]
pub use display::{RunError, run};

/// The place that the window opens.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// The first screen.
    #[default]
    Home,
    /// A ready battle, by its word: `sybota`; or a stored one, by its slug.
    Ready(String),
    /// A battle file.
    File(std::path::PathBuf),
    /// A shared fleet, as its link has it.
    Shared(String),
    /// The place in a page's address.
    At(String),
}
