//! Fuzz target: shared fleets.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    testing::readers::link(text);
});
