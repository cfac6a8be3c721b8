//! The colouring game as the sampling search sees it: sets of vertices in words.
//!
//! For every colour there is the set of uncoloured vertices that may take it. A move
//! takes the vertex out of all sets and its neighbours out of one. Only those
//! neighbours can have lost their last colour, so Bob's win shows at once. A
//! random move is a random member of the disjoint union of the sets: a legal pair
//! of vertex and colour, each as likely as any other.

use super::{Coloring, Move, Position, Side};
use outplay_board::VertexSet;
use outplay_engine::monte_carlo::{
    Options, PlainSampler, Sampler, Situation, Status, Thinker, TreeSearch,
};
use outplay_engine::search::Hash128;
use outplay_engine::{Player, Rng};

/// More colours and vertices are left to the plain rules.
const MOST_COLORS: u8 = 1 << COLOR_BITS;
const COLOR_BITS: u32 = 5;

/// The search that fits the board.
pub(super) fn thinker(game: &Coloring, options: Options) -> Box<dyn Thinker<Position, Move> + '_> {
    match (game.graph.vertex_count(), game.colors) {
        (0..=64, 0..=2) => fast::<u64, 2>(game, options),
        (0..=64, 3) => fast::<u64, 3>(game, options),
        (0..=64, 4) => fast::<u64, 4>(game, options),
        (0..=64, 5..=8) => fast::<u64, 8>(game, options),
        (0..=64, 9..=MOST_COLORS) => fast::<u64, 32>(game, options),
        (65..=128, 0..=8) => fast::<u128, 8>(game, options),
        (65..=128, 9..=MOST_COLORS) => fast::<u128, 32>(game, options),
        _ => {
            let longest = options.longest;
            Box::new(TreeSearch::new(PlainSampler { game, longest }, options))
        }
    }
}

fn fast<S: Words, const K: usize>(
    game: &Coloring,
    options: Options,
) -> Box<dyn Thinker<Position, Move> + '_> {
    Box::new(TreeSearch::new(Sample::<S, K>::new(game), options))
}

/// Sets that are words.
trait Words: VertexSet {
    /// The member that has `rank` smaller ones, by what finds it in a word.
    fn nth_by(self, rank: u32, nth: impl Fn(u64, u32) -> usize) -> usize;
    fn words(self) -> [u64; 2];
}

impl Words for u64 {
    #[inline(always)]
    fn nth_by(self, rank: u32, nth: impl Fn(u64, u32) -> usize) -> usize {
        nth(self, rank)
    }

    fn words(self) -> [u64; 2] {
        [self, 0]
    }
}

impl Words for u128 {
    #[inline(always)]
    fn nth_by(self, rank: u32, nth: impl Fn(u64, u32) -> usize) -> usize {
        let [low, high] = self.words();
        match rank.checked_sub(low.count_ones()) {
            None => nth(low, rank),
            Some(rank) => 64 + nth(high, rank),
        }
    }

    fn words(self) -> [u64; 2] {
        [self as u64, (self >> 64) as u64]
    }
}

/// The place of the one that has `rank` ones below it.
#[inline(always)]
fn nth(mut word: u64, rank: u32) -> usize {
    for _ in 0..rank {
        word &= word.wrapping_sub(1);
    }
    word.trailing_zeros() as usize
}

/// The colouring game with up to `K` colours on a board that fits `S`.
struct Sample<S, const K: usize> {
    neighbors: Vec<S>,
    colors: usize,
    alice: Player,
    /// May Bob pass, and may Alice?
    pass: [bool; 2],
    /// Can the processor find the n-th one of a word?
    #[cfg(target_arch = "x86_64")]
    by_bits: bool,
}

/// A position: the uncoloured vertices that may take each colour, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Free<S, const K: usize> {
    free: [S; K],
    alice: bool,
}

/// A vertex and a colour in the order of the rules; a pass comes last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Code(u16);

impl Code {
    const PASS: Self = Self(u16::MAX);

    #[inline]
    fn new(vertex: usize, color: usize) -> Self {
        Self((vertex << COLOR_BITS | color) as u16)
    }

    #[inline]
    fn vertex(self) -> usize {
        usize::from(self.0 >> COLOR_BITS)
    }

    #[inline]
    fn color(self) -> usize {
        usize::from(self.0 & ((1 << COLOR_BITS) - 1))
    }
}

impl<S: Words, const K: usize> Sample<S, K> {
    fn new(game: &Coloring) -> Self {
        Self {
            neighbors: game.graph.neighborhoods(),
            colors: game.colors.into(),
            alice: game.player(Side::Alice),
            pass: [Side::Bob, Side::Alice].map(|side| game.may_pass(side)),
            #[cfg(target_arch = "x86_64")]
            by_bits: is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("popcnt"),
        }
    }

    /// Colours a vertex, and says whether that ended the game.
    #[inline(always)]
    fn color(&self, state: &mut Free<S, K>, vertex: usize, color: usize) -> Status {
        let around = self.neighbors[vertex];
        let (mut lost, mut left) = (S::EMPTY, S::EMPTY);
        // Looking at every colour rather than indexing keeps the sets in registers.
        for (c, set) in state.free.iter_mut().enumerate() {
            let gone = if c == color { around } else { S::EMPTY };
            lost = lost.union(set.intersection(gone));
            *set = set.minus(gone).without(vertex);
            left = left.union(*set);
        }
        state.alice = !state.alice;
        if !lost.minus(left).is_empty() {
            Status::Won(self.alice.other())
        } else if left.is_empty() {
            Status::Won(self.alice)
        } else {
            Status::Open
        }
    }

    /// A random vertex and colour; `None` to pass.
    #[inline(always)]
    fn random_move(
        &self,
        state: &Free<S, K>,
        rng: &mut Rng,
        nth: impl Fn(S, u32) -> usize,
    ) -> Option<(usize, usize)> {
        let counts = state.free.map(|set| set.len() as u32);
        let total: u32 = counts.iter().sum();
        let pass = u32::from(self.pass[usize::from(state.alice)]);
        let rank = rng.below((total + pass) as usize) as u32;
        if rank == total {
            return None;
        }
        let (mut color, mut set, mut before) = (0, state.free[0], 0);
        let mut sum = 0;
        for c in 1..K {
            sum += counts[c - 1];
            let later = rank >= sum;
            color = if later { c } else { color };
            set = if later { state.free[c] } else { set };
            before = if later { sum } else { before };
        }
        Some((nth(set, rank - before), color))
    }

    /// Plays random moves to the end, which comes because at most one player may pass.
    #[inline(always)]
    fn random_game(
        &self,
        state: &Free<S, K>,
        rng: &mut Rng,
        nth: impl Fn(S, u32) -> usize,
    ) -> Player {
        let mut state = *state;
        loop {
            match self.random_move(&state, rng, &nth) {
                None => state.alice = !state.alice,
                Some((vertex, color)) => {
                    if let Status::Won(player) = self.color(&mut state, vertex, color) {
                        return player;
                    }
                }
            }
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "bmi1,bmi2,popcnt")]
    fn random_game_by_bits(&self, state: &Free<S, K>, rng: &mut Rng) -> Player {
        use std::arch::x86_64::_pdep_u64;
        let nth = |word: u64, rank: u32| _pdep_u64(1 << rank, word).trailing_zeros() as usize;
        self.random_game(state, rng, |set, rank| set.nth_by(rank, nth))
    }
}

impl<S: Words, const K: usize> Sampler for Sample<S, K> {
    type Position = Position;
    type Move = Move;
    type State = Free<S, K>;
    type Code = Code;
    type Scratch = ();

    fn scratch(&self) {}

    fn state(&self, from: &Situation<'_, Position, Move>) -> Option<Free<S, K>> {
        let colors = &from.position.colors;
        let uncolored = (colors.iter().enumerate())
            .filter(|(_, color)| **color == 0)
            .fold(S::EMPTY, |set, (v, _)| set.with(v));
        let mut free = [S::EMPTY; K];
        free[..self.colors].fill(uncolored);
        for (&around, &color) in self.neighbors.iter().zip(colors) {
            if let Some(color) = usize::from(color).checked_sub(1) {
                free[color] = free[color].minus(around);
            }
        }
        let left = free.iter().fold(S::EMPTY, |all, &set| all.union(set));
        let alice = from.position.turn == Side::Alice;
        (left == uncolored && !left.is_empty()).then_some(Free { free, alice })
    }

    fn moves(&self, state: &Free<S, K>, codes: &mut Vec<Code>) {
        let all = state.free.iter().fold(S::EMPTY, |all, &set| all.union(set));
        for vertex in all.iter() {
            for (color, set) in state.free.iter().enumerate() {
                if set.contains(vertex) {
                    codes.push(Code::new(vertex, color));
                }
            }
        }
        if self.pass[usize::from(state.alice)] {
            codes.push(Code::PASS);
        }
    }

    fn decode(&self, code: Code) -> Move {
        match code {
            Code::PASS => Move::Pass,
            code => Move::Color {
                vertex: code.vertex() as u32,
                color: code.color() as u32 + 1,
            },
        }
    }

    #[inline]
    fn play(&self, state: &mut Free<S, K>, code: Code) -> Status {
        if code == Code::PASS {
            state.alice = !state.alice;
            return Status::Open;
        }
        self.color(state, code.vertex(), code.color())
    }

    #[inline]
    fn playout(
        &self,
        state: &mut Free<S, K>,
        (): &mut (),
        rng: &mut Rng,
        _: &(dyn Fn() -> bool + Sync),
    ) -> Option<Option<Player>> {
        #[cfg(target_arch = "x86_64")]
        if self.by_bits {
            // SAFETY: the processor was asked for what the function was compiled for.
            #[allow(unsafe_code)]
            return Some(Some(unsafe { self.random_game_by_bits(state, rng) }));
        }
        let winner = self.random_game(state, rng, |set, rank| set.nth_by(rank, nth));
        Some(Some(winner))
    }

    fn key(&self, state: &Free<S, K>) -> u128 {
        let mut hash = Hash128::new(state.alice.into());
        for word in state.free.into_iter().flat_map(S::words) {
            hash.word(word);
        }
        hash.value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pass;
    use outplay_board::formats::{Boards, Format};
    use outplay_board::{Board, Graph, Limits, families};
    use outplay_engine::{Budget, Game, Outcome, StateDigraph};

    const PASSES: [Pass; 3] = [Pass::None, Pass::Alice, Pass::Bob];

    fn situation<'a>(game: &Coloring, position: &'a Position) -> Situation<'a, Position, Move> {
        Situation {
            position,
            mover: game.to_move(position),
            moves: &[],
        }
    }

    /// Compares a position with the plain rules, and so all its moves.
    fn compare<S: Words, const K: usize>(game: &Coloring, position: &Position) {
        let sample = Sample::<S, K>::new(game);
        let mut legal = Vec::new();
        game.moves(position, &mut legal);
        let Some(state) = sample.state(&situation(game, position)) else {
            assert!(legal.is_empty(), "{position:?}");
            return;
        };
        let mut codes = Vec::new();
        sample.moves(&state, &mut codes);
        let decoded: Vec<Move> = codes.iter().map(|&code| sample.decode(code)).collect();
        assert_eq!(decoded, legal, "{position:?}");
        assert!(codes.is_sorted());
        for (&code, &mv) in codes.iter().zip(&legal) {
            let next = game.apply(position, mv);
            let mover = game.to_move(&next);
            let mut after = state;
            let status = sample.play(&mut after, code);
            match game.result(&next) {
                None => {
                    assert_eq!(status, Status::Open, "{position:?} {mv:?}");
                    assert_eq!(sample.state(&situation(game, &next)), Some(after));
                }
                Some(Outcome::Win) => assert_eq!(status, Status::Won(mover)),
                Some(_) => assert_eq!(status, Status::Won(mover.other())),
            }
        }
    }

    fn compare_widths(game: &Coloring, position: &Position) {
        match game.colors {
            ..=2 => compare::<u64, 2>(game, position),
            3 => compare::<u64, 3>(game, position),
            _ => compare::<u64, 4>(game, position),
        }
        compare::<u64, 8>(game, position);
        compare::<u128, 32>(game, position);
    }

    #[test]
    fn agrees_with_the_plain_rules_at_every_position_of_every_small_graph() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../tests/data/coloring_small_graphs.csv"
        );
        let text = std::fs::read_to_string(path).expect("a data file");
        let mut positions = 0;
        for line in text.lines().skip(1) {
            let mut fields = line.split(',');
            let graph6 = fields.next().expect("a field");
            let n: u32 = fields
                .next()
                .and_then(|n| n.parse().ok())
                .expect("a number");
            let most = match n {
                ..=4 => 4,
                5 => 3,
                _ => continue,
            };
            let mut boards = Boards::new(graph6.as_bytes(), Format::Graph6, Limits::BOARD);
            let board = boards.next().expect("a board").expect("graph6");
            for colors in 1..=most {
                for (first, pass) in [Side::Alice, Side::Bob]
                    .into_iter()
                    .flat_map(|first| PASSES.map(|pass| (first, pass)))
                {
                    let game = Coloring::new(&board, colors, first, pass).unwrap();
                    let start = [game.start()];
                    let states = StateDigraph::explore(&game, start, &Budget::UNLIMITED).unwrap();
                    for v in states.digraph().vertices() {
                        compare_widths(&game, states.position(v));
                        positions += 1;
                    }
                }
            }
        }
        assert!(positions > 50_000, "{positions}");
    }

    #[test]
    fn agrees_with_the_plain_rules_along_random_games_on_larger_boards() {
        let mut rng = Rng::new(4);
        for (n, colors) in [(20, 4), (40, 7), (64, 30), (65, 6), (128, 32)] {
            for pass in PASSES {
                let pairs = (0..n).flat_map(|a| (0..a).map(move |b| (a, b)));
                let edges: Vec<_> = pairs.filter(|_| rng.below(6) == 0).collect();
                let board = Board::undirected(Graph::new(n as usize, edges).unwrap());
                let game = Coloring::new(&board, colors, Side::Bob, pass).unwrap();
                let mut position = game.start();
                loop {
                    compare::<u128, 32>(&game, &position);
                    if n <= 64 {
                        compare::<u64, 32>(&game, &position);
                    }
                    let mut moves = Vec::new();
                    game.moves(&position, &mut moves);
                    if moves.is_empty() {
                        break;
                    }
                    position = game.apply(&position, moves[rng.below(moves.len())]);
                }
            }
        }
    }

    /// Σ (seen − expected)² / expected over equally likely moves. With d degrees of freedom it is about
    /// d, give or take √(2d); the bound of five of these is passed once in a million tests.
    fn chi_square(seen: &[u32], samples: u32) -> (f64, f64) {
        let expected = f64::from(samples) / seen.len() as f64;
        let sum = seen
            .iter()
            .map(|&n| (f64::from(n) - expected).powi(2) / expected)
            .sum();
        let freedom = (seen.len() - 1) as f64;
        (sum, freedom + 5.0 * (2.0 * freedom).sqrt() + 5.0)
    }

    #[test]
    fn every_legal_move_is_equally_likely() {
        const SAMPLES: u32 = 200_000;
        for (pass, text) in [
            (Pass::None, "0,1,0,0,2,0,0,0,0,0,0,0"),
            (Pass::Bob, "0,1,0,0,0,3,0,0,1,0,0,0;bob"),
        ] {
            let board = families::board("grid:3x4", Limits::BOARD).unwrap();
            let game = Coloring::new(&board, 4, Side::Alice, pass).unwrap();
            let position = crate::Notation::parse_position(&game, text).unwrap();
            let mut legal = Vec::new();
            game.moves(&position, &mut legal);
            let mut wide = vec![0; legal.len()];
            let mut narrow = vec![0; legal.len()];
            let sample = Sample::<u64, 4>::new(&game);
            let double = Sample::<u128, 8>::new(&game);
            let state = sample.state(&situation(&game, &position)).unwrap();
            let state_double = double.state(&situation(&game, &position)).unwrap();
            let mut rng = Rng::new(7);
            let index = |drawn: Option<(usize, usize)>| {
                let mv = drawn.map_or(Move::Pass, |(vertex, color)| Move::Color {
                    vertex: vertex as u32,
                    color: color as u32 + 1,
                });
                legal
                    .iter()
                    .position(|&other| other == mv)
                    .expect("a legal move")
            };
            for _ in 0..SAMPLES {
                let by = |set: u64, rank| set.nth_by(rank, nth);
                narrow[index(sample.random_move(&state, &mut rng, by))] += 1;
                let by = |set: u128, rank| set.nth_by(rank, nth);
                wide[index(double.random_move(&state_double, &mut rng, by))] += 1;
            }
            for seen in [narrow, wide] {
                let (sum, bound) = chi_square(&seen, SAMPLES);
                assert!(sum < bound, "{sum} {bound} {seen:?}");
            }
        }
    }

    #[test]
    fn the_processor_finds_the_same_vertices() {
        let board = families::board("grid:5x5", Limits::BOARD).unwrap();
        let game = Coloring::new(&board, 4, Side::Alice, Pass::Bob).unwrap();
        let sample = Sample::<u64, 4>::new(&game);
        let start = game.start();
        let state = sample.state(&situation(&game, &start)).unwrap();
        for seed in 0..1000 {
            let (mut slow, mut quick) = (Rng::new(seed), Rng::new(seed));
            let by = |set: u64, rank| set.nth_by(rank, nth);
            let winner = sample.random_game(&state, &mut slow, by);
            let found = sample.playout(&mut state.clone(), &mut (), &mut quick, &|| false);
            assert_eq!(found, Some(Some(winner)));
            assert_eq!(slow.next_u64(), quick.next_u64());
        }
    }

    /// The probability that Alice wins when both play at random, by plain rules.
    fn alice_at_random(game: &Coloring, position: &Position) -> f64 {
        if let Some(result) = game.result(position) {
            let mover = game.side(game.to_move(position));
            return f64::from((result == Outcome::Win) == (mover == Side::Alice));
        }
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let sum: f64 = (moves.iter())
            .map(|&mv| alice_at_random(game, &game.apply(position, mv)))
            .sum();
        sum / moves.len() as f64
    }

    #[test]
    fn random_games_are_won_as_often_as_the_rules_make_them() {
        const SAMPLES: u32 = 100_000;
        for (name, colors, first) in [
            ("path:5", 2, Side::Alice),
            ("path:5", 2, Side::Bob),
            ("grid:2x3", 3, Side::Alice),
            ("grid:2x3", 2, Side::Bob),
        ] {
            let board = families::board(name, Limits::BOARD).unwrap();
            let game = Coloring::new(&board, colors, first, Pass::None).unwrap();
            let exact = alice_at_random(&game, &game.start());
            assert!((0.01..0.99).contains(&exact), "{name}: {exact}");
            let sample = Sample::<u64, 4>::new(&game);
            let start = game.start();
            let state = sample.state(&situation(&game, &start)).unwrap();
            let mut rng = Rng::new(3);
            let alice = Some(Some(game.player(Side::Alice)));
            let wins = (0..SAMPLES)
                .filter(|_| {
                    sample.playout(&mut state.clone(), &mut (), &mut rng, &|| false) == alice
                })
                .count();
            let share = wins as f64 / f64::from(SAMPLES);
            let deviation = (exact * (1.0 - exact) / f64::from(SAMPLES)).sqrt();
            assert!(
                (share - exact).abs() < 5.0 * deviation,
                "{name}: {share} {exact}"
            );
        }
    }
}
