//! scratch
use outplay_board::Graph;
use outplay_engine::Budget;
use outplay_engine::search::*;
use outplay_games::coloring_search::*;

fn grid(m: u32, n: u32, torus: bool) -> Graph {
    let mut e = vec![];
    for i in 0..m {
        for j in 0..n {
            if i + 1 < m || torus {
                e.push((i * n + j, (i + 1) % m * n + j));
            }
            if j + 1 < n || torus {
                e.push((i * n + j, i * n + (j + 1) % n));
            }
        }
    }
    Graph::new((m * n) as usize, e).unwrap()
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let threads = args.get(5).map_or(1, |t| t.parse().unwrap());
    let method = if args.get(6).is_some_and(|m| m == "dfs") {
        Method::DepthFirst
    } else {
        Method::ProofNumber
    };
    let mut s = Shortcuts::default();
    if let Ok(x) = std::env::var("RELAXED") {
        s.relaxed = x != "0";
    }
    if std::env::var("NOISO").is_ok() {
        s.isomorphism = false;
    }
    if std::env::var("NOLOC").is_ok() {
        s.local_colors = false;
    }
    if std::env::var("NOABS").is_ok() {
        s.absorption = false;
    }
    if std::env::var("NOSCAT").is_ok() {
        s.scattered = false;
    }
    let mn: Vec<u32> = args[2].split('x').map(|x| x.parse().unwrap()).collect();
    let g = grid(mn[0], mn[1], args[1] == "torus");
    let solver = Solver::new(1 << 30, s);
    let t = std::time::Instant::now();
    let q = Question::new(&g, args[3].parse().unwrap(), args[4] == "a", Pass::Nobody);
    let r = solver
        .solve(
            &g,
            &q,
            &SearchOptions { method, threads },
            &Budget::UNLIMITED,
        )
        .unwrap();
    println!(
        "{} {} k={} {}: alice {:?} positions {} {:.3}s fill {:.3}",
        args[1],
        args[2],
        args[3],
        args[4],
        r.wins,
        r.positions,
        t.elapsed().as_secs_f64(),
        solver.table().fill()
    );
}
