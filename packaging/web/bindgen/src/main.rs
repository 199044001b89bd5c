//! Binds a program of wasm to a page: `bindgen PROGRAM.wasm FOLDER`.

use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args_os().skip(1);
    let (Some(program), Some(folder)) = (words.next(), words.next()) else {
        return Err("bindgen PROGRAM.wasm FOLDER".into());
    };
    Bindgen::new().input_path(program).web(true)?.typescript(false).generate(folder)?;
    Ok(())
}
