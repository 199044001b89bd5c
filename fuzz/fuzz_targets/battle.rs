#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    testing::readers::battle(text);
});
