//! Fuzz target: lines of the script protocol.

#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    testing::readers::line(text);
});
