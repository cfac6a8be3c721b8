//! What is asked of the machine: its name, its memory, its time.

use cpu_time::ProcessTime;
use std::fs;
use std::hint::black_box;
use std::time::Instant;

/// The cores and the processor's name, as far as the system tells.
pub(crate) fn description() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = field(&cpuinfo, "model name").unwrap_or("unknown processor");
    format!("{model}, {cores} cores")
}

/// The most memory this process ever held, in bytes, where the system tells.
pub(crate) fn peak_memory() -> Option<u64> {
    peak_memory_of("self")
}

/// The same of another process, as long as it runs.
pub(crate) fn peak_memory_of(process: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let kilobytes: u64 = field(&status, "VmHWM")?.strip_suffix(" kB")?.parse().ok()?;
    Some(kilobytes * 1024)
}

/// The processor time of all processes that this one started and that have ended, in seconds.
pub(crate) fn children_seconds() -> Option<f64> {
    const TICKS_A_SECOND: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // After the name, which is in brackets: the state is the third field, the times of children
    // the 16th and 17th.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(16 - 3);
    let mut ticks = || times.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / TICKS_A_SECOND)
}

/// The value of the first line `name: value`.
fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        (key.trim() == name).then(|| value.trim())
    })
}

/// What `work` gives, and the seconds of processor time it took: other programs
/// on the same cores do not count.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = ProcessTime::now();
    let result = black_box(work());
    (result, start.elapsed().as_secs_f64())
}

/// The same, and the seconds on the clock, which several threads make fewer.
pub(crate) fn clocked<T>(work: impl FnOnce() -> T) -> (T, [f64; 2]) {
    let start = Instant::now();
    let (result, seconds) = timed(work);
    (result, [seconds, start.elapsed().as_secs_f64()])
}

/// The bytes a second that a plain copy moves, reading and writing counted
/// both, between two buffers of `bytes` bytes that are in memory already.
pub(crate) fn copy_speed(bytes: usize) -> f64 {
    let source = vec![1u8; bytes];
    let mut target = vec![2u8; bytes];
    let best = (0..5)
        .map(|_| timed(|| target.copy_from_slice(black_box(&source))).1)
        .fold(f64::INFINITY, f64::min);
    black_box(&target);
    2.0 * bytes as f64 / best
}
