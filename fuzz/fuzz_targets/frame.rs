//! Fuzz target: frames of the network protocol.

#![no_main]
#![allow(clippy::expect_used, reason = "a panic reports what the fuzzer found")]

use serde_json::Value;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Err(answer) = trierarch::server::check_frame(text) {
        let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
        let why = answer["error"]["why"].as_str().expect("it says why");
        assert!(!why.is_empty() && why.len() < 100_000, "{why:.200}");
    }
});
