//! Work that several threads share.

use std::sync::Mutex;

/// Does every piece of work on one of so many threads, of which the calling one is the first.
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
/// let sum = AtomicU32::new(0);
/// outplay_board::share(3, 0..101u32, |i| {
///     sum.fetch_add(i, Relaxed);
/// });
/// assert_eq!(sum.into_inner(), 5050);
/// ```
pub fn share<T: Send>(
    threads: usize,
    work: impl ExactSizeIterator<Item = T> + Send,
    run: impl Fn(T) + Sync,
) {
    let threads = threads.min(work.len());
    if threads <= 1 {
        return work.for_each(run);
    }
    let work = Mutex::new(work);
    // Nobody holds the lock while it works.
    let next = || work.lock().expect("no panic").next();
    let go_on = || {
        while let Some(piece) = next() {
            run(piece);
        }
    };
    beside(threads - 1, &go_on, &mut || go_on());
}

/// Does `own` here and `work` on so many other threads, until all are done.
///
/// Not generic: starting a thread is much code, and there are many kinds of work.
pub fn beside(others: usize, work: &(dyn Fn() + Sync), own: &mut dyn FnMut()) {
    if others == 0 {
        // Nothing of threads here: there are machines without any.
        return own();
    }
    std::thread::scope(|scope| {
        for _ in 0..others {
            scope.spawn(work);
        }
        own();
    });
}
