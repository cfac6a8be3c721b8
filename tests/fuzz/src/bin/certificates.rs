//! Certificates, packed or not: nothing is too much for the checker.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outplay_checker::{Options, check};

fuzz_target!(|input: &[u8]| {
    let _ = check(input, &Options { strict: false });
});
