//! Alice's theoretical strategies: what they promise, against every Bob, and what they
//! keep true on the way.
//!
//! A promised number of colours is often more than the largest degree, so that nobody
//! could lose. Therefore the walks below also check, in every position that a strategy
//! leaves, the bound on which its proof rests.

use crate::common::{
    AsAny, Colored, RESOURCES, alice, board, choose_color, coloring, data, open, player, rows,
    winners,
};
use outplay_board::{Graph, Shape, embed, numbers};
use outplay_engine::{Game, Player, Rng};
use outplay_games::Values;
use outplay_games::coloring::{Coloring, Move, Pass, Position, Side};
use outplay_players::{Prepared, Seat, prepare};

const STRATEGIES: [&str; 4] = ["s1", "s2", "s3", "s4"];

/// Every graph with up to 6 vertices, in graph6.
fn small_graphs() -> Vec<String> {
    let rows = rows("coloring_small_graphs.csv");
    assert_eq!(rows.len(), 208);
    rows.iter()
        .map(|row| format!("graph6:{}", row[0]))
        .collect()
}

fn graph(name: &str) -> Graph {
    match board(name).shape {
        Shape::Undirected(graph) => graph,
        Shape::Directed(_) => panic!("{name} is directed"),
    }
}

fn is_planar(graph: &Graph) -> bool {
    graph.components().iter().all(|part| {
        let index = |v: u32| part.iter().position(|&w| w == v).map(|i| i as u32);
        let edges = graph
            .edges()
            .filter_map(|(a, b)| Some((index(a)?, index(b)?)));
        embed(&Graph::new(part.len(), edges).unwrap()).is_some()
    })
}

/// The number of colours that RULES §5 promises for a strategy.
fn promised(strategy: &str, graph: &Graph) -> u32 {
    let never = || false;
    let chromatic = numbers::chromatic(graph, &never).value().unwrap();
    let acyclic = numbers::acyclic(graph, &never).value().unwrap();
    let col2 = numbers::col2(graph, &never).value().unwrap();
    match strategy {
        "s1" => chromatic * (1 + col2),
        "s2" => acyclic * (acyclic + 1),
        "s3" => 3 * col2 - 1,
        _ => 18,
    }
}

/// The colours, from 1, of a class when the colours are dealt out evenly.
fn shades(class: u32, classes: u32, colors: u32) -> std::ops::Range<u32> {
    1 + class * colors / classes..1 + (class + 1) * colors / classes
}

/// What a strategy keeps true after Alice's moves.
struct Kept {
    strategy: &'static str,
    /// The classes of the vertices, for s1 and s2.
    class: Vec<u32>,
    classes: u32,
    colors: u32,
    /// The most colours, or shades of its class, that an uncoloured vertex may see.
    most: u32,
}

impl Kept {
    fn new(strategy: &'static str, graph: &Graph, colors: u32) -> Self {
        let never = || false;
        let col2 = numbers::col2(graph, &never).value().unwrap();
        let (number, most) = match strategy {
            "s1" => (Some(numbers::chromatic(graph, &never)), col2 - 1),
            "s2" => {
                let acyclic = numbers::acyclic(graph, &never);
                let most = acyclic.upper - 1;
                (Some(acyclic), most)
            }
            "s3" => (None, 3 * (col2 - 1)),
            _ => (None, 16),
        };
        let (class, classes) = match number {
            Some(number) => (number.witness, number.upper),
            None => (vec![0; graph.vertex_count()], 1),
        };
        Self {
            strategy,
            class,
            classes,
            colors,
            most,
        }
    }

    fn shades(&self, v: u32) -> std::ops::Range<u32> {
        shades(self.class[v as usize], self.classes, self.colors)
    }

    fn check(&self, graph: &Graph, position: &Position, last: Move) {
        let colors = position.colors();
        for v in graph.vertices().filter(|&v| colors[v as usize] == 0) {
            let near = graph.neighbors(v).iter().map(|&w| colors[w as usize]);
            let seen = near.filter(|&c| c != 0 && self.shades(v).contains(&c.into()));
            let seen = seen.count() as u32;
            assert!(
                seen <= self.most,
                "{}: vertex {v} sees {seen} in {position:?}, {graph:?}",
                self.strategy
            );
        }
        if let Move::Color { vertex, color } = last {
            assert!(self.shades(vertex).contains(&color), "{last:?}");
        }
    }
}

/// Walks the games of a strategy against every Bob.
struct Walk<'a> {
    game: &'a Colored,
    alice: &'a dyn Prepared,
    kept: Option<&'a Kept>,
    moves: Vec<Move>,
    positions: u64,
}

impl Walk<'_> {
    fn go(&mut self, position: &Position) {
        self.positions += 1;
        if self.game.result(position).is_some() {
            assert!(
                !position.colors().contains(&0),
                "Bob wins by {:?} on {:?}",
                self.moves,
                self.game.graph()
            );
            return;
        }
        if position.turn() == Side::Alice {
            let mut strategy = self.alice.strategy();
            let mv = choose_color(
                &mut *strategy,
                self.game,
                position,
                &self.moves,
                &mut Rng::new(0),
            );
            assert!(self.game.refusal(position, mv).is_none());
            let next = self.game.apply(position, mv);
            if let Some(kept) = self.kept {
                kept.check(self.game.graph(), &next, mv);
            }
            self.step(mv, &next);
            return;
        }
        if self.kept.is_none() && nobody_can_die(self.game, position) {
            return;
        }
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        if let Some(kept) = self.kept {
            moves.retain(|&mv| is_first_of_its_kind(kept, position, mv));
        }
        for mv in moves {
            let next = self.game.apply(position, mv);
            self.step(mv, &next);
        }
    }

    fn step(&mut self, mv: Move, next: &Position) {
        self.moves.push(mv);
        self.go(next);
        self.moves.pop();
    }
}

/// Has every uncoloured vertex more free colours than uncoloured neighbours? Then none
/// can lose them all, whatever happens.
fn nobody_can_die(game: &Coloring, position: &Position) -> bool {
    let colors = position.colors();
    let graph = game.graph();
    let mut open = graph.vertices().filter(|&v| colors[v as usize] == 0);
    open.all(|v| {
        let near = graph.neighbors(v);
        let left = near.iter().filter(|&&w| colors[w as usize] == 0).count();
        let taken = |c: u8| near.iter().any(|&w| colors[w as usize] == c);
        let free = (1..=game.colors()).filter(|&c| !taken(c)).count();
        free > left
    })
}

/// What is kept true counts neighbours by the class of their colour. So of Bob's
/// colours only the first new one of every class matters, where there is one.
fn is_first_of_its_kind(kept: &Kept, position: &Position, mv: Move) -> bool {
    let Move::Color { color, .. } = mv else {
        return true;
    };
    let used = |c: u32| position.colors().iter().any(|&d| u32::from(d) == c);
    (0..kept.classes)
        .map(|class| shades(class, kept.classes, kept.colors))
        .filter(|shades| shades.contains(&color))
        .all(|mut shades| shades.find(|&c| !used(c)) == Some(color))
}

#[test]
fn nobody_beats_them_with_the_promised_colours() {
    let (mut walked, mut planar) = (0, 0);
    // Trees with many leaves have vertices of more neighbours than there are colours.
    let trees = ["star:6", "star:7", "caterpillar:3,3", "caterpillar:5,0,1"].map(str::to_owned);
    for name in small_graphs().into_iter().chain(trees) {
        let graph = graph(&name);
        planar += u32::from(is_planar(&graph));
        for strategy in STRATEGIES {
            if strategy == "s4" && !is_planar(&graph) {
                continue;
            }
            let colors = promised(strategy, &graph);
            for (first, pass) in [
                (Side::Alice, Pass::None),
                (Side::Bob, Pass::None),
                (Side::Alice, Pass::Bob),
                (Side::Bob, Pass::Alice),
            ] {
                let game = Colored::new(&board(&name), colors, first, pass);
                let prepared = player(strategy, &game);
                assert!(prepared.plays(alice(&game)).is_ok());
                assert!(
                    prepared
                        .remarks()
                        .iter()
                        .all(|r| !r.contains("no guarantee"))
                );
                walked += walk(&game, prepared.as_ref(), None);
            }
        }
    }
    // The numbers of planar graphs with 1, …, 6 vertices (OEIS A005470), and the trees.
    assert_eq!(planar, 1 + 2 + 4 + 11 + 33 + 142 + 4);
    assert!(walked > 10_000, "{walked}");
}

fn walk(game: &Colored, alice: &dyn Prepared, kept: Option<&Kept>) -> u64 {
    let mut walk = Walk {
        game,
        alice,
        kept,
        moves: Vec::new(),
        positions: 0,
    };
    walk.go(&game.start());
    walk.positions
}

#[test]
fn they_keep_what_their_proofs_rest_on() {
    let sevens = data("graphs_7_vertices.g6");
    // Some of the 1044, because all take long.
    let sevens = sevens.lines().step_by(9).map(|g6| format!("graph6:{g6}"));
    let mut tight = [0; 4];
    for name in small_graphs().into_iter().chain(sevens) {
        let graph = graph(&name);
        for (strategy, tight) in STRATEGIES.into_iter().zip(&mut tight) {
            if strategy == "s4" && !is_planar(&graph) {
                continue;
            }
            let colors = promised(strategy, &graph);
            let kept = Kept::new(strategy, &graph, colors);
            *tight += u32::from(kept.most < graph.max_degree() as u32);
            for first in [Side::Alice, Side::Bob] {
                let game = Colored::new(&board(&name), colors, first, Pass::None);
                let prepared = player(strategy, &game);
                walk(&game, prepared.as_ref(), Some(&kept));
            }
        }
    }
    // On so many graphs the bound says more than the largest degree does.
    let [s1, s2, s3, _] = tight;
    assert!(s1 > 200 && s2 > 200 && s3 >= 4, "{tight:?}");
}

/// The same on larger boards, in single games against Bobs of every kind.
#[test]
fn they_keep_it_on_larger_boards() {
    for (name, planar) in [
        ("petersen", false),
        ("icosahedron", true),
        ("grotzsch", false),
        ("grid:5x5", true),
        ("torus:5x5", false),
        ("dodecahedron", true),
        ("star:40", true),
        ("caterpillar:9,9,9,9,9", true),
        ("complete-bipartite:2,30", true),
        ("random:24,0.15,1", false),
        ("random:24,0.3,2", false),
    ] {
        let graph = graph(name);
        for strategy in STRATEGIES {
            if strategy == "s4" && !planar {
                continue;
            }
            let colors = promised(strategy, &graph);
            let kept = Kept::new(strategy, &graph, colors);
            for first in [Side::Alice, Side::Bob] {
                let game = coloring(name, colors, first);
                let alice = player(strategy, &game);
                for (bob, seed) in [("random", 1), ("random", 2), ("greedy-bob", 3)] {
                    let bob = player(bob, &game);
                    let mut players = [alice.strategy(), bob.strategy()];
                    let mut rng = Rng::new(seed);
                    let mut position = game.start();
                    let mut moves = Vec::new();
                    while game.result(&position).is_none() {
                        let of_alice = position.turn() == Side::Alice;
                        let player = &mut players[usize::from(!of_alice)];
                        let mv = choose_color(&mut **player, &game, &position, &moves, &mut rng);
                        position = game.apply(&position, mv);
                        moves.push(mv);
                        if of_alice {
                            kept.check(&graph, &position, mv);
                        }
                    }
                    assert!(!position.colors().contains(&0), "{name} {strategy}");
                }
            }
        }
    }
}

/// Bob surrounds one vertex with different colours as long as he can.
fn surround(game: &Coloring, position: &Position, target: u32, rng: &mut Rng) -> Move {
    let (graph, colors) = (game.graph(), position.colors());
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let near = graph.neighbors(target);
    let is_new = |c: u32| near.iter().all(|&w| u32::from(colors[w as usize]) != c);
    let attack = moves.iter().copied().find(|&mv| match mv {
        Move::Color { vertex, color } => near.contains(&vertex) && is_new(color),
        Move::Pass => false,
    });
    let open = colors[target as usize] == 0;
    let anything = moves[rng.below(moves.len())];
    attack.filter(|_| open).unwrap_or(anything)
}

/// Many stars side by side: whoever does not come to help where Bob attacks is late.
#[test]
fn they_help_the_vertex_that_bob_surrounds() {
    let stars = |count: u32, leaves: u32| {
        let center = |star: u32| star * (leaves + 1);
        let edges = (0..count).flat_map(|star| {
            (1..=leaves).map(move |leaf| format!("{}-{}", center(star), center(star) + leaf))
        });
        format!("edges:{}", edges.collect::<Vec<_>>().join(","))
    };
    for (strategy, name) in [
        ("s1", stars(12, 8)),
        ("s2", stars(12, 8)),
        ("s3", stars(12, 8)),
        ("s3", "caterpillar:6,6,6,6,6,6,6,6,6,6".to_owned()),
        ("s4", stars(24, 20)),
    ] {
        let graph = graph(&name);
        let colors = promised(strategy, &graph);
        let kept = Kept::new(strategy, &graph, colors);
        let targets = graph
            .vertices()
            .filter(|&v| graph.degree(v) as u32 > kept.most + 1);
        for (target, first) in targets
            .step_by(5)
            .flat_map(|v| [(v, Side::Alice), (v, Side::Bob)])
        {
            let game = coloring(&name, colors, first);
            let alice = player(strategy, &game);
            let mut strategy = alice.strategy();
            let mut rng = Rng::new(target.into());
            let mut position = game.start();
            let mut moves = Vec::new();
            while position.colors()[target as usize] == 0 {
                assert_eq!(game.result(&position), None, "{}", kept.strategy);
                let mv = match position.turn() {
                    Side::Alice => choose_color(&mut *strategy, &game, &position, &moves, &mut rng),
                    Side::Bob => surround(&game, &position, target, &mut rng),
                };
                let of_alice = position.turn() == Side::Alice;
                position = game.apply(&position, mv);
                moves.push(mv);
                if of_alice {
                    kept.check(&graph, &position, mv);
                }
            }
        }
    }
}

#[test]
fn nobody_of_ours_beats_them_on_larger_boards() {
    for row in rows("bounds.csv") {
        for (strategy, column) in [("s1", 4), ("s2", 5), ("s3", 6)] {
            let colors: u32 = row[column].parse().unwrap();
            assert_eq!(colors, promised(strategy, &graph(&row[0])), "{}", row[0]);
            for first in [Side::Alice, Side::Bob] {
                let game = coloring(&row[0], colors, first);
                let remarks = player(strategy, &game).remarks();
                let promise = format!("never loses with {colors} colours");
                assert!(remarks.last().unwrap().contains(&promise), "{remarks:?}");
                for bob in ["perfect:positions=1000", "greedy-bob", "random", "mcts:30"] {
                    let won = winners(&game, strategy, bob, 1);
                    assert_eq!(won, [Side::Alice], "{} {strategy} {bob}", row[0]);
                }
            }
        }
    }
}

/// With fewer colours than promised they still play, but say that nothing is sure.
#[test]
fn they_play_on_without_a_guarantee() {
    for strategy in STRATEGIES {
        let game = coloring("grid:4x4", 3, Side::Alice);
        let remarks = player(strategy, &game).remarks();
        assert!(
            remarks.contains(&"with 3 colours there is no guarantee".to_owned()),
            "{remarks:?}"
        );
        assert_eq!(winners(&game, strategy, "perfect", 2), [Side::Bob; 2]);

        let mut colored = board("path:6");
        colored.colors = Some(vec![1, 0, 2, 0, 0, 0]);
        let game = Colored::new(&colored, 18, Side::Alice, Pass::None);
        let remarks = player(strategy, &game).remarks();
        let last = remarks.last().unwrap();
        assert_eq!(
            last,
            "the board has colours at the start: there is no guarantee"
        );
        assert_eq!(winners(&game, strategy, "random", 5), [Side::Alice; 5]);
    }
}

#[test]
fn they_show_what_they_are_made_of() {
    // A path is coloured with two colours, and from one end to the other every
    // vertex has one backward neighbour: χ = 2, col₂ = 2, a = 2.
    let game = coloring("path:3", 8, Side::Alice);
    let s1 = player("s1", &game).remarks();
    assert_eq!(s1[0], "χ = 2");
    assert!(["colouring: 0=1 1=2 2=1", "colouring: 0=2 1=1 2=2"].contains(&s1[1].as_str()));
    assert_eq!(s1[2], "col₂ = 2");
    assert!(s1[3].starts_with("order: "));
    let promise = "s1 promises that Alice never loses with 6 colours or more, whoever starts";
    assert_eq!(s1[4], promise);
    assert_eq!(s1.len(), 5);
    let s2 = player("s2", &game).remarks();
    assert_eq!(s2[2], "forests: 1→0 2→1");
    assert!(s2[3].contains("with 6 colours"));
    assert!(player("s3", &game).remarks()[2].contains("with 5 colours"));
    assert!(player("s4", &game).remarks()[1].contains("with 18 colours"));
}

#[test]
fn they_refuse_what_they_do_not_play() {
    let nonplanar = coloring("petersen", 4, Side::Alice);
    let error = prepare("s4", nonplanar.any(), RESOURCES)
        .err()
        .unwrap()
        .message;
    assert!(error.starts_with("found a board that is not planar, expected a planar graph"));
    let apart = coloring("edges:0-1,2-3", 4, Side::Alice);
    assert!(prepare("s4", apart.any(), RESOURCES).is_ok());
    let cycles = open("cycles", board("cycle:4"), &Values::new());
    for strategy in STRATEGIES {
        let error = prepare(strategy, cycles.any(), RESOURCES)
            .err()
            .unwrap()
            .message;
        assert!(error.contains("expected the game 'coloring'"), "{error}");
        for (first, bob) in [(Side::Alice, Player::Second), (Side::Bob, Player::First)] {
            let game = coloring("path:4", 4, first);
            let prepared = player(strategy, &game);
            assert!(prepared.plays(bob.other()).is_ok());
            let error = prepared.plays(bob).unwrap_err().message;
            let expected = format!(
                "found player '{strategy}' for Bob, expected Alice, because it is a strategy of hers"
            );
            assert_eq!(error, expected);
        }
    }
}

/// Boards on which the numbers are out of reach get the best witness that was found.
#[test]
fn large_boards_are_no_trouble() {
    for (name, colors) in [("grid:30x30", 60), ("random:150,0.2,1", 200)] {
        let game = coloring(name, colors, Side::Alice);
        for strategy in ["s1", "s2", "s3"] {
            assert_eq!(winners(&game, strategy, "random", 1), [Side::Alice]);
        }
    }
    let game = coloring("path:1", 1, Side::Alice);
    for strategy in STRATEGIES {
        assert_eq!(winners(&game, strategy, "random", 1), [Side::Alice]);
    }
}

/// What a strategy says of a move names the move, and the reason that Bob gave for it.
#[test]
fn strategies_say_why() {
    let game = coloring("path:5", 6, Side::Alice);
    for (name, word) in [
        ("s1", "backward"),
        ("s2", "danger"),
        ("s3", "walk"),
        ("s4", "walk"),
    ] {
        let prepared = player(name, &game);
        let mut seat = Seat::new(game.any(), &*prepared, Player::First, 1).unwrap();
        let start = game.any().start();
        let mut reasons = Vec::new();
        for first in game.any().legal_moves(&start) {
            let position = game.any().apply(&start, first);
            for second in game.any().legal_moves(&position) {
                let choice = seat
                    .choose(&start, &[first, second], &|| false)
                    .unwrap()
                    .unwrap();
                let reason = choice.remark.unwrap();
                let text = game.any().move_text(choice.mv);
                let vertex = text.split('=').next().unwrap();
                assert!(
                    reason.ends_with(&format!("Alice colours {vertex}"))
                        || reason.contains(&format!("Alice colours {vertex},")),
                    "{reason} {text}"
                );
                reasons.push(reason);
            }
        }
        assert!(
            reasons.iter().any(|reason| reason.contains(word)),
            "{name}: {reasons:?}"
        );
    }
}
