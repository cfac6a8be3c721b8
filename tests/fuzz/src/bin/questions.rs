//! Questions of the API: each is answered or refused, and in time.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outplay_wasm::{Browser, answer};
use std::time::Instant;

// A path and a body, a line each. The clock runs fast, so that nothing takes long.
fuzz_target!(|input: &str| {
    let (path, body) = input.split_once('\n').unwrap_or((input, ""));
    let began = Instant::now();
    let browser = Browser {
        clock: &|| 500.0 * began.elapsed().as_secs_f64(),
        line: &|_| {},
    };
    answer(path, body, &browser);
});
