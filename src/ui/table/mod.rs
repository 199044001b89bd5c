//! The table: a battle in play. It draws the views of the rules, so it serves every game. Files
//! that say *No drawing here* have the state and carry out commands; the others draw.

mod order_form;
mod group;
mod turn;
mod log_filter;
mod note;
mod saving;
#[cfg(all(feature = "host", not(target_arch = "wasm32")))]
mod sharing;

mod amend_state;

mod state;

mod owner;

mod commands;

mod layers;

mod marks;

mod editing;

mod cards;
mod small_rows;
mod sides;
mod fields;
mod formation;
mod hand_cards;
mod live_region;
mod header;
mod lesson;
mod modifiers;
mod numbers;
mod result;
mod save_page;
#[cfg(all(feature = "host", not(target_arch = "wasm32")))]
mod share_page;
mod sheet_page;

mod luck;
mod pane;
mod earlier;

mod amend_screen;
mod pending;
mod dock;
mod log;

mod menu;
mod order;
mod steps;
mod bottom;

mod screen;

pub(in crate::ui) use order_form::toggle;
pub use screen::table_ui;
pub use state::Table;
pub(in crate::ui) use state::Teaching;
