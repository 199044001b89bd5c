//! Fuzz target: rows of a store.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    testing::readers::rows(text);
});
