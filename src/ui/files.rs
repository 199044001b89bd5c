//! Files that the player chooses in a dialog of the desktop or the browser.
//! Nothing waits: what was chosen arrives as a command, later.

use std::future::Future;
use std::sync::mpsc::{Receiver, Sender, channel};

use egui::Context;
use rfd::{AsyncFileDialog, FileHandle};

use crate::rules::Side;

use super::command::{BuilderCommand, Command, HarbourCommand};

/// Where chosen files arrive.
#[derive(Debug)]
pub(super) struct Files {
    sender: Sender<Command>,
    receiver: Receiver<Command>,
}

impl Default for Files {
    fn default() -> Files {
        let (sender, receiver) = channel();
        Files { sender, receiver }
    }
}

impl Files {
    /// What has arrived since the last time.
    pub(super) fn arrived(&self) -> Vec<Command> {
        self.receiver.try_iter().collect()
    }

    /// Lets the player choose a fleet file for a side.
    pub(super) fn ask_for_fleet(&self, ctx: &Context, side: Side) {
        let dialog = AsyncFileDialog::new()
            .set_title(format!("A fleet for side {side}"))
            .add_filter("Fleets", &["toml"]);
        self.ask(ctx, dialog, move |name, bytes| {
            Command::Harbour(HarbourCommand::FleetArrived(side, name, bytes))
        });
    }

    /// Lets the player choose a fleet file to build on.
    pub(super) fn ask_for_fleet_to_build(&self, ctx: &Context) {
        let dialog = AsyncFileDialog::new().set_title("A fleet").add_filter("Fleets", &["toml"]);
        self.ask(ctx, dialog, |name, bytes| {
            Command::Harbour(HarbourCommand::Build(BuilderCommand::Arrived(name, bytes)))
        });
    }

    /// Lets the player choose a battle file.
    pub(super) fn ask_for_battle(&self, ctx: &Context) {
        let dialog = AsyncFileDialog::new()
            .set_title("A battle that was saved")
            .add_filter("Battles", &["battle"]);
        self.ask(ctx, dialog, Command::BattleArrived);
    }

    fn ask(
        &self,
        ctx: &Context,
        dialog: AsyncFileDialog,
        tell: impl FnOnce(String, Vec<u8>) -> Command + Send + 'static,
    ) {
        let (sender, ctx) = (self.sender.clone(), ctx.clone());
        let chosen = dialog.pick_file();
        wait_for(async move {
            let Some(file) = chosen.await else { return };
            let bytes = file.read().await;
            // Where the window is closed by now, nobody asks any more.
            let _ = sender.send(tell(file.file_name(), bytes));
            ctx.request_repaint();
        });
    }

    /// Lets the player choose where a file is saved.
    pub(super) fn save(&self, ctx: &Context, name: &str, content: Vec<u8>) {
        self.save_and(ctx, name, content, |file| {
            Command::Tell(format!("Saved as {}.", file.file_name()))
        });
    }

    /// Lets the player choose where the fleet that is built is saved.
    pub(super) fn save_fleet(&self, ctx: &Context, name: &str, content: Vec<u8>) {
        self.save_and(ctx, name, content, |file| {
            let saved = BuilderCommand::Saved(place_of(file));
            Command::Harbour(HarbourCommand::Build(saved))
        });
    }

    fn save_and(
        &self,
        ctx: &Context,
        name: &str,
        content: Vec<u8>,
        saved: impl FnOnce(&FileHandle) -> Command + Send + 'static,
    ) {
        let (sender, ctx) = (self.sender.clone(), ctx.clone());
        let chosen = AsyncFileDialog::new().set_file_name(name).save_file();
        wait_for(async move {
            let Some(file) = chosen.await else { return };
            let told = match file.write(&content).await {
                Ok(()) => saved(&file),
                Err(error) => {
                    Command::Tell(format!("{} could not be saved: {error}", file.file_name()))
                }
            };
            let _ = sender.send(told);
            ctx.request_repaint();
        });
    }
}

/// Where a file lies: to the browser, files have only names.
#[cfg(not(target_arch = "wasm32"))]
fn place_of(file: &FileHandle) -> String {
    file.path().display().to_string()
}

#[cfg(target_arch = "wasm32")]
fn place_of(file: &FileHandle) -> String {
    file.file_name()
}

#[cfg(not(target_arch = "wasm32"))]
fn wait_for(future: impl Future<Output = ()> + Send + 'static) {
    std::thread::spawn(move || pollster::block_on(future));
}

#[cfg(target_arch = "wasm32")]
fn wait_for(future: impl Future<Output = ()> + 'static) {
    wasm_bindgen_futures::spawn_local(future);
}
