//! What the worker of the page calls, and what it lends: plain numbers, because that is all that
//! crosses the border without another tool.
#![allow(unsafe_code)]

use crate::{Browser, answer};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    safe fn now() -> f64;
    /// Takes a line of text.
    fn line(at: *const u8, length: usize);
}

/// Room for a text that is to be asked.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn room(length: usize) -> *mut u8 {
    Box::leak(vec![0u8; length].into_boxed_slice()).as_mut_ptr()
}

/// The text that was written into what [`room`] gave.
fn text(at: *mut u8, length: usize) -> String {
    // SAFETY: the worker passes what `room` gave for this length, and passes it once.
    let bytes = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, length)) };
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Answers the body at a path, line by line.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn ask(path: *mut u8, path_length: usize, body: *mut u8, body_length: usize) {
    let (path, body) = (text(path, path_length), text(body, body_length));
    let browser = Browser {
        clock: &|| now() / 1000.0,
        // SAFETY: the text lives until the worker has copied it.
        line: &|text| unsafe { line(text.as_ptr(), text.len()) },
    };
    answer(&path, &body, &browser);
}
