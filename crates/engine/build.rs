//! Finds the ready fleets and the lessons: every file in a folder of `fleets` becomes part
//! of the program, under its path.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=../../fleets");
    let fleets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fleets");
    let mut lists = [String::new(), String::new()];
    for folder in within(&fleets)?.iter().filter(|path| path.is_dir()) {
        let list = &mut lists[usize::from(folder.ends_with("lessons"))];
        for file in within(folder)? {
            let name = file.strip_prefix(&fleets).map_err(io::Error::other)?;
            let name = name.display().to_string().replace('\\', "/");
            let _ = writeln!(list, "({name:?}, include_str!({:?})),", file.display().to_string());
        }
    }
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo gives no OUT_DIR"))?;
    for (name, list) in ["fleets.rs", "lessons.rs"].iter().zip(lists) {
        fs::write(Path::new(&out).join(name), format!("&[\n{list}]\n"))?;
    }
    Ok(())
}

/// The contents of a folder, in alphabetical order.
fn within(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths = paths.collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}
