//! Fuzz target: fleet files.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    testing::readers::fleet(text);
});
