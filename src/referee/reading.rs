//! A battle file being read, which takes its time: its orders are played again.

#[cfg(not(target_arch = "wasm32"))]
use std::path::PathBuf;
use std::sync::Arc;

use crate::analysis::{Job, Progress};
use crate::journal::Journal;
use crate::store::{self, StoreFault};

/// A battle file that is read beside a screen; whoever waits may leave off, and
/// nothing has happened then.
#[derive(Clone, Debug)]
pub struct BattleReading {
    name: String,
    file: Arc<File>,
    read: Option<Arc<Result<Journal, StoreFault>>>,
}

/// Where the file is.
#[derive(Debug)]
enum File {
    /// On the disk.
    #[cfg(not(target_arch = "wasm32"))]
    At(PathBuf),
    /// Here: this is its content.
    Here(Vec<u8>),
}

impl BattleReading {
    /// The file at a path; nothing is read yet.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn at(path: PathBuf) -> BattleReading {
        let name = path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        BattleReading { name, file: Arc::new(File::At(path)), read: None }
    }

    /// A file by its name and content.
    #[must_use]
    pub fn of(name: String, content: Vec<u8>) -> BattleReading {
        BattleReading { name, file: Arc::new(File::Here(content)), read: None }
    }

    /// What the file is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What was read, with the name of the battle. Where nobody did so before, it is
    /// read now.
    ///
    /// # Errors
    /// Where it is not a battle file, or cannot be read.
    pub(super) fn found(self) -> Result<(String, Journal), StoreFault> {
        let name = self.name.strip_suffix(".battle").unwrap_or(&self.name).to_owned();
        let read = match self.read {
            Some(read) => Arc::unwrap_or_clone(read),
            None => self.file.read(&self.name),
        };
        read.map(|journal| (name, journal))
    }
}

impl File {
    fn read(&self, name: &str) -> Result<Journal, StoreFault> {
        match self {
            #[cfg(not(target_arch = "wasm32"))]
            File::At(path) => store::read_battle_file(path),
            File::Here(content) => store::read_battle_bytes(name, content),
        }
    }
}

impl Job for BattleReading {
    fn step(&mut self) -> bool {
        if self.read.is_some() {
            return false;
        }
        let read = self.file.read(&self.name);
        self.read = Some(Arc::new(read));
        true
    }

    fn progress(&self) -> Progress {
        Progress { done: u64::from(self.read.is_some()), all: 1 }
    }
}
