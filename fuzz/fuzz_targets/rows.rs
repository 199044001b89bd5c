#![no_main]
#![allow(dead_code, clippy::expect_used, reason = "each fuzzer takes its own of the targets")]

#[path = "../../tests/fuzz/targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|text: &str| {
    targets::rows(text);
});
