//! Fuzz target: battle files.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    testing::readers::battle(text);
});
