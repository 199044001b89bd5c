//! Makes the JavaScript bindings of a WebAssembly program: `bindgen PROGRAM.wasm FOLDER [small]`.
//! The names of functions are removed: they are the larger part of a dev build, and too much for
//! the tools of the browser tests. `small` also removes other data that the program does not need.

use std::error::Error;
use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args_os().skip(1);
    let (Some(program), Some(folder)) = (words.next(), words.next()) else {
        return Err("bindgen PROGRAM.wasm FOLDER [small]".into());
    };
    let small = words.next().is_some_and(|word| word == "small");
    let mut bindgen = Bindgen::new();
    bindgen.input_path(&program).web(true)?.typescript(false);
    bindgen.remove_name_section(true).remove_producers_section(small);
    // The script loads the program from its own folder, unless the page names another path.
    bindgen.omit_default_module_path(false).generate(&folder)?;
    if small {
        let name = Path::new(&program).file_stem().ok_or("the program has no name")?;
        let bound = Path::new(&folder).join(name).with_extension("");
        let bound = format!("{}_bg.wasm", bound.display());
        let mut bytes = std::fs::read(&bound)?;
        blank_profiles(&mut bytes)?;
        std::fs::write(bound, bytes)?;
    }
    Ok(())
}

/// Overwrites the CMYK colour profile of printpdf with zeros: half a megabyte that hardly
/// compresses, for a kind of PDF that Trierarch does not write.
fn blank_profiles(bytes: &mut [u8]) -> Result<(), &'static str> {
    /// The positions of the signature and of the device class in the header of a profile, and
    /// the size of the header in bytes (ICC.1, 7.2).
    const SIGNATURE: usize = 36;
    const DEVICE_CLASS: usize = 12;
    const HEADER: usize = 128;
    let starts = |at: &usize| {
        let Some(header) = bytes.get(*at..*at + HEADER) else { return false };
        header[SIGNATURE..].starts_with(b"acsp") && header[DEVICE_CLASS..].starts_with(b"prtrCMYK")
    };
    let at = (0..bytes.len()).find(starts).ok_or("printpdf no longer contains a profile")?;
    let size = bytes[at..at + 4].try_into().map(u32::from_be_bytes).unwrap_or_default() as usize;
    bytes.get_mut(at..at + size).ok_or("the profile is cut off")?.fill(0);
    Ok(())
}
