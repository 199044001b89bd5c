//! Binds a program of wasm to a page: `bindgen PROGRAM.wasm FOLDER [small]`. With
//! `small` nothing is left in it that only readers of its code want.

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
    bindgen.remove_name_section(small).remove_producers_section(small);
    // The page does not say where its program lies: beside its script.
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

/// Blanks the colour profile for printing presses that printpdf carries: half a
/// megabyte that does not pack, for a kind of PDF that we do not write.
fn blank_profiles(bytes: &mut [u8]) -> Result<(), &'static str> {
    /// Where a profile tells that it is one, what it is for, and how many bytes
    /// its head has (ICC.1, 7.2).
    const SIGNATURE: usize = 36;
    const PRESS: usize = 12;
    const HEAD: usize = 128;
    let starts = |at: &usize| {
        let Some(head) = bytes.get(*at..*at + HEAD) else { return false };
        head[SIGNATURE..].starts_with(b"acsp") && head[PRESS..].starts_with(b"prtrCMYK")
    };
    let at = (0..bytes.len()).find(starts).ok_or("printpdf carries no profile any more")?;
    let size = bytes[at..at + 4].try_into().map(u32::from_be_bytes).unwrap_or_default() as usize;
    bytes.get_mut(at..at + size).ok_or("the profile is cut off")?.fill(0);
    Ok(())
}
