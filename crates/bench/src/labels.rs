//! How fast digraphs are built and labelled, and with how much memory.
//!
//! Every digraph gets a process of its own, so that the peak memory is its own.
//! The yardstick is a plain copy that moves as many bytes as the step has to
//! read and write at least once: its input and its output.

use crate::machine::{clocked, copy_speed, peak_memory};
use outplay_board::Digraph;
use outplay_engine::{Labels, Outcome, Rng, label};
use std::process::Command;

const SIZE: usize = 10_000_000;
const LARGEST: usize = 1_000_000_000;
const REPEATS: usize = 3;
const SEED: u64 = 1;

/// A number of vertices and a list of arcs.
type Arcs = (usize, Vec<(u32, u32)>);

/// A name, and the digraph with about as many arcs as asked for.
type Case = (&'static str, fn(usize) -> Arcs);

const CASES: &[Case] = &[
    ("random, 10 arcs a vertex", |m| random(m, m.div_ceil(10))),
    ("random, 1 arc a vertex", |m| random(m, m)),
    ("layered", layered),
    ("long cycle, in order", cycle),
    ("long cycle, shuffled", |m| shuffled(cycle(m))),
    ("tree, by age", tree),
    ("tree, shuffled", |m| shuffled(tree(m))),
];

/// `labels [ARCS]`: the table. `labels ARCS CASE`, which it calls itself: the
/// rows of one case.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let size = match arguments.first() {
        None => SIZE,
        Some(text) => text
            .parse()
            .ok()
            .filter(|size| (10..=LARGEST).contains(size))
            .ok_or(format!(
                "\"{text}\" arcs: expected a number from 10 to {LARGEST}"
            ))?,
    };
    match arguments {
        [] | [_] => table(size),
        [_, case] => {
            let (_, arcs) = CASES
                .iter()
                .find(|(name, _)| name == case)
                .ok_or(format!("no digraph \"{case}\""))?;
            measure(case, || arcs(size));
            Ok(())
        }
        _ => Err("expected: labels [ARCS]".into()),
    }
}

fn table(size: usize) -> Result<(), String> {
    println!("## Labelling digraphs\n");
    println!(
        "| digraph | vertices | step | arcs | seconds | arcs/s | bytes/arc | times a copy | peak bytes/arc | 1 thread | 2 threads |"
    );
    println!("|---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    for (case, _) in CASES {
        let status = Command::new(&program)
            .args(["labels", &size.to_string(), case])
            .status()
            .map_err(|e| e.to_string())?;
        if !status.success() {
            return Err(format!("the measurement of \"{case}\" failed"));
        }
    }
    println!();
    Ok(())
}

/// Builds, labels and reverses a digraph several times, and prints the best
/// times of each.
fn measure(name: &str, arcs: impl Fn() -> Arcs) {
    // Of each step: processor time on one thread, then on the clock on one thread and on two.
    let mut best = [[f64::INFINITY; 3]; 3];
    let mut note = |step: usize, threads: usize, [processor, clock]: [f64; 2]| {
        let best = &mut best[step];
        best[threads] = best[threads].min(clock);
        if threads == 1 {
            best[0] = best[0].min(processor);
        }
    };
    let mut known: Option<Labels> = None;
    let (mut listed, mut size, mut peak) = (0, (0, 0), None);
    for _ in 0..REPEATS {
        let (n, arcs) = arcs();
        listed = arcs.len();
        let (digraph, seconds) = clocked(|| Digraph::new(n, arcs).expect("vertices below n"));
        note(0, 1, seconds);
        for threads in [1, 2] {
            let (labels, seconds) = clocked(|| label(&digraph, threads, |_| false));
            note(2, threads, seconds);
            match &known {
                Some(known) => assert!(*known == labels, "{threads} threads"),
                // In the first round nothing else is held, so that the peak is that of labelling.
                None if threads == 2 => {
                    peak = peak_memory();
                    check(&digraph, &labels);
                    known = Some(labels);
                }
                None => {}
            }
        }
        for threads in [1, 2] {
            note(1, threads, clocked(|| digraph.reversed(threads)).1);
        }
        size = (n, digraph.arc_count());
    }

    let (n, m) = size;
    let rows = 4 * (n + m);
    let copy = copy_speed(rows);
    let steps = [
        ("new", listed, 8 * listed + rows),
        ("reversed", m, 2 * rows),
        ("label", m, rows + 4 * n),
    ];
    for ((step, arcs, bytes), [seconds, one, two]) in steps.into_iter().zip(best) {
        println!(
            "| {name} | {n} | `{step}` | {arcs} | {seconds:.3} | {:.1} M | {:.1} | {:.1} | {} | {one:.3} | {} |",
            arcs as f64 / seconds / 1e6,
            bytes as f64 / arcs as f64,
            seconds / (bytes as f64 / copy),
            match peak {
                Some(peak) if step == "label" => format!("{:.1}", peak as f64 / listed as f64),
                _ => String::new(),
            },
            match two.is_finite() {
                true => format!("{two:.3}"),
                false => String::new(),
            },
        );
    }
}

/// Labels that agree with their successors' labels and remoteness everywhere
/// are the right ones, by induction on the remoteness; a drawn vertex must have
/// a drawn successor and no lost one.
fn check(digraph: &Digraph, labels: &Labels) {
    for v in digraph.vertices() {
        let (mut hurry, mut delay, mut drawn) = (None, None, false);
        for &w in digraph.successors(v) {
            let after = labels.remoteness(w).map(|remoteness| remoteness + 1);
            match labels.outcome(w) {
                Outcome::Lose => hurry = hurry.min(after).or(after),
                Outcome::Win => delay = delay.max(after),
                Outcome::Draw => drawn = true,
            }
        }
        let expected = match (hurry, drawn) {
            (Some(_), _) => (Outcome::Win, hurry),
            (None, true) => (Outcome::Draw, None),
            (None, false) => (Outcome::Lose, delay.or(Some(0))),
        };
        assert_eq!((labels.outcome(v), labels.remoteness(v)), expected, "{v}");
    }
}

/// Arcs from anywhere to anywhere.
fn random(m: usize, n: usize) -> Arcs {
    let mut rng = Rng::new(SEED);
    let mut end = || rng.below(n) as u32;
    (n, (0..m).map(|_| (end(), end())).collect())
}

/// A hundred layers, four arcs from each vertex into the next layer.
fn layered(m: usize) -> Arcs {
    let width = m.div_ceil(4 * 99);
    let mut rng = Rng::new(SEED);
    let arc = |i: usize| {
        let layer = i / 4 / width;
        let target = (layer + 1) * width + rng.below(width);
        ((i / 4) as u32, target as u32)
    };
    (100 * width, (0..m).map(arc).collect())
}

/// A cycle with chords that jump two to five vertices ahead, but not past the
/// vertex 0, from which an arc leaves the cycle: play from the vertex 1 goes
/// all the way round.
fn cycle(m: usize) -> Arcs {
    let n = m / 2;
    let mut rng = Rng::new(SEED);
    let mut arcs = Vec::with_capacity(m);
    arcs.push((0, n as u32));
    for v in 0..n {
        arcs.push((v as u32, ((v + 1) % n) as u32));
        let ahead = v + 2 + rng.below(4);
        if v > 0 && ahead < n {
            arcs.push((v as u32, ahead as u32));
        }
    }
    (n + 1, arcs)
}

/// A random recursive tree, its arcs from the root to the leaves.
fn tree(m: usize) -> Arcs {
    let mut rng = Rng::new(SEED);
    let arc = |v: usize| (rng.below(v) as u32, v as u32);
    (m + 1, (1..=m).map(arc).collect())
}

/// The same digraph with its vertices and its arcs in random order.
fn shuffled((n, mut arcs): Arcs) -> Arcs {
    let mut rng = Rng::new(SEED + 1);
    rng.shuffle(&mut arcs);
    let mut name: Vec<u32> = (0..n as u32).collect();
    rng.shuffle(&mut name);
    for (a, b) in &mut arcs {
        (*a, *b) = (name[*a as usize], name[*b as usize]);
    }
    (n, arcs)
}
