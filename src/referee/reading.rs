//! Reads a battle file, which takes time because its orders are played again.

#[cfg(not(target_arch = "wasm32"))]
use std::path::PathBuf;
use std::sync::Arc;

use crate::analysis::{Job, Progress};
use crate::journal::Journal;
use crate::store::{self, StoreFault};

/// A battle file that is read beside a screen; it can be dropped at any time
/// without effect.
#[derive(Clone, Debug)]
pub struct BattleReading {
    name: String,
    file: Arc<File>,
    read: Option<Arc<Result<Journal, StoreFault>>>,
}

/// Where the file is.
#[derive(Debug)]
enum File {
    /// A file on disk.
    #[cfg(not(target_arch = "wasm32"))]
    At(PathBuf),
    /// The content itself.
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

    /// A file with this name and content.
    #[must_use]
    pub fn of(name: String, content: Vec<u8>) -> BattleReading {
        BattleReading { name, file: Arc::new(File::Here(content)), read: None }
    }

    /// The name of the file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name of the battle, and its journal; reads it now if that has not
    /// been done.
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
