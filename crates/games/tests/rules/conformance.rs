//! One suite that every game of the registry must pass, on small boards and with small
//! parameters. Nothing here has to be told about a new game: boards and parameters follow from
//! its description, moves and positions from its rules and its notation.

use crate::common::{board, by_digraph, wins};
use outplay_board::embedding::embed_board;
use outplay_board::{Board, Digraph};
use outplay_engine::search::{Ask, Means, Table, Unsearchable};
use outplay_engine::{Budget, Endless, Move, Outcome, Player, Rng};
use outplay_games::parameters::{Default, Kind, Parameter, Value, Values};
use outplay_games::registry::{Entry, GAMES, Opened};
use outplay_games::{
    AnyGame, AnyMove, AnyPosition, BoardKind, Coloring, Cycles, EdgeDistinguishing, Effort,
    NodeKayles, Sites, Subtraction, Token, Touch, coloring, cycles, edge, subtraction,
};
use serde_json::json;
use std::collections::{BTreeSet, HashMap};

/// Games with more positions than this are left out; the others are plenty.
const MOST_POSITIONS: usize = 1500;
/// Up to so many positions the plain recursion without memory plays every game there is.
const FEW_POSITIONS: usize = 400;
/// Up to so many rows of marks are labelled without a search.
const MOST_ROWS: u64 = 200_000;
/// Up to so many texts are tried one by one to find all legal positions.
const MOST_TEXTS: usize = 60_000;

/// Small boards that a game with this description could be played on, and some that it
/// refuses.
fn boards(kind: BoardKind) -> Vec<(String, Board)> {
    let mut list = Vec::new();
    if kind == BoardKind::None {
        list.push(("no board".to_owned(), Entry::no_board()));
        return list;
    }
    let names = "path:1 path:2 path:3 path:4 path:5 cycle:3 cycle:4 cycle:5 complete:4 star:3 \
        fan:2 ladder:3 sunlet:3 tetrahedron edges:0-1,2-3 edges:0-1,1-2,2-0,2-3 southeast-us";
    list.extend(names.split(' ').map(|name| (name.to_owned(), board(name))));
    list.push(("no vertices".to_owned(), Entry::no_board()));
    if kind == BoardKind::Directed {
        for arcs in [
            vec![
                (0, 0),
                (0, 1),
                (1, 2),
                (2, 0),
                (3, 4),
                (2, 3),
                (3, 5),
                (5, 3),
            ],
            vec![(0, 1), (0, 2), (1, 3), (2, 3)],
            vec![(0, 1), (1, 2), (2, 0)],
            vec![(0, 0)],
            vec![(1, 0), (2, 1), (2, 0), (3, 3), (3, 2)],
        ] {
            let n = arcs.iter().map(|&(a, b): &(u32, u32)| a.max(b) + 1).max();
            let digraph = Digraph::new(n.unwrap_or(0) as usize, arcs.clone());
            list.push((format!("{arcs:?}"), Board::directed(digraph.unwrap())));
        }
    }
    list
}

/// Small values of a parameter; `None` is leaving it out.
fn choices(parameter: &Parameter, board: &Board) -> Vec<Option<Value>> {
    let vertices = || (0..board.vertex_count() as u32).map(|v| board.name(v));
    let mut list: Vec<Option<Value>> = match &parameter.kind {
        Kind::Count { least, most } => (*least..=3.min(*most))
            .map(|n| Some(Value::Count(n)))
            .collect(),
        Kind::Counts { least } => [vec![*least], vec![5], vec![1, 2], vec![4, 3], vec![2, 2, 1]]
            .into_iter()
            .map(|list| Some(Value::Counts(list)))
            .collect(),
        Kind::Choice(words) => words
            .iter()
            .map(|word| Some(Value::Word(word.to_string())))
            .collect(),
        Kind::Vertex => vertices().map(|name| Some(Value::Word(name))).collect(),
        Kind::Vertices => {
            let mut board = board.clone();
            let plane = embed_board(&mut board, false, None).ok();
            let faces = plane.and(board.plane.as_ref());
            let walk = |walk: &[u32]| {
                let names: Vec<String> = walk.iter().map(|&v| board.name(v)).collect();
                Some(Value::Word(names.join(",")))
            };
            match faces {
                Some(plane) => plane.faces().iter().map(|face| walk(&face.walk)).collect(),
                None => vec![walk(&[0])],
            }
        }
    };
    if !parameter.is_required() {
        list.push(None);
    }
    list
}

/// All that can be said about the parameters of a game.
fn combinations(entry: &Entry, board: &Board) -> Vec<Values> {
    let mut list = vec![Values::new()];
    for parameter in &entry.description.parameters {
        let choices = choices(parameter, board);
        let more = |values: &Values| -> Vec<Values> {
            let with = |choice: &Option<Value>| match choice {
                Some(value) => values.clone().with(parameter.name.clone(), value.clone()),
                None => values.clone(),
            };
            choices.iter().map(with).collect()
        };
        list = list.iter().flat_map(more).collect();
    }
    list
}

/// Everything that play can reach, found without the engine.
struct Reached {
    positions: Vec<AnyPosition>,
    index: HashMap<AnyPosition, usize>,
}

impl Reached {
    /// `None` if there is too much.
    fn explore(game: &dyn AnyGame, start: AnyPosition) -> Option<Self> {
        let mut positions = vec![start.clone()];
        let mut index = HashMap::from([(start, 0)]);
        let mut i = 0;
        while i < positions.len() {
            for mv in game.legal_moves(&positions[i]) {
                let next = game.apply(&positions[i], mv);
                if !index.contains_key(&next) {
                    index.insert(next.clone(), positions.len());
                    positions.push(next);
                }
            }
            i += 1;
            if positions.len() > MOST_POSITIONS {
                return None;
            }
        }
        Some(Self { positions, index })
    }
}

/// Moves of every kind, nonsense among them: as people and programs may write them, and as
/// words that no move was packed into.
fn nameable(game: &dyn AnyGame, reached: &Reached, n: u32) -> Vec<AnyMove> {
    let mut texts: BTreeSet<String> = BTreeSet::new();
    for position in &reached.positions {
        for mv in game.legal_moves(position) {
            texts.insert(game.move_text(mv));
            texts.insert(game.move_json(mv).to_string());
        }
    }
    for (a, b) in (0..=n.min(6)).flat_map(|a| (0..=n.min(6)).map(move |b| (a, b))) {
        texts.extend(["=", "->", "-", ",", ":"].map(|sign| format!("{a}{sign}{b}")));
        texts.extend([a.to_string(), format!("{{\"vertex\":{a},\"color\":{b}}}")]);
        texts.insert(format!("{{\"from\":{a},\"to\":{b}}}"));
        texts.insert(format!("{{\"heap\":{a},\"take\":{b}}}"));
    }
    for text in [
        "pass",
        "",
        "null",
        "{}",
        "[]",
        "-1",
        "4294967296",
        "0=0",
        "x",
    ] {
        texts.insert(text.to_owned());
    }
    let mut moves: Vec<AnyMove> = texts
        .iter()
        .filter_map(|text| game.parse_move(text).ok())
        .collect();
    let mut rng = Rng::new(11);
    for shift in [0, 32, 64] {
        let small = (0..5u128).flat_map(|a| (0..5u128).map(move |b| (a << shift) + b));
        moves.extend(small.map(AnyMove::unpack));
        let noise = u128::from(rng.next_u64()) << shift;
        moves.push(AnyMove::unpack(noise));
    }
    moves.push(AnyMove::unpack(u128::MAX));
    moves.extend(typed_nonsense(game, n));
    moves
}

/// What people who know the type of the moves can try.
fn typed_nonsense(game: &dyn AnyGame, n: u32) -> Vec<AnyMove> {
    let typed = game.typed();
    let pairs = |most: u32| {
        let strange = [(n, 1), (0, 300), (u32::MAX, u32::MAX), (0, 256), (0, 257)];
        let usual = (0..=n).flat_map(move |v| (0..=most).map(move |c| (v, c)));
        usual.chain(strange)
    };
    if let Some(game) = typed.downcast_ref::<Coloring>() {
        let moves = pairs(u32::from(game.colors()) + 1)
            .map(|(vertex, color)| coloring::Move::Color { vertex, color });
        moves
            .chain([coloring::Move::Pass])
            .map(AnyMove::new)
            .collect()
    } else if typed.is::<EdgeDistinguishing>() {
        let colors = game.values().count("colors").unwrap();
        pairs(colors as u32 + 1)
            .map(|(vertex, color)| AnyMove::new(edge::Move { vertex, color }))
            .collect()
    } else if typed.is::<Cycles>() {
        pairs(n)
            .map(|(from, to)| AnyMove::new(cycles::Move { from, to }))
            .collect()
    } else if typed.is::<Token>() || typed.is::<NodeKayles>() {
        (0..=n).chain([u32::MAX]).map(AnyMove::new::<u32>).collect()
    } else if typed.is::<Subtraction>() {
        let takes = (0..7).chain([u64::MAX]);
        takes
            .flat_map(|take| (0..4).map(move |heap| subtraction::Move { heap, take }))
            .map(AnyMove::new)
            .collect()
    } else {
        Vec::new()
    }
}

/// The suite for one game on one board.
struct Suite<'a> {
    entry: &'a Entry,
    game: &'a dyn AnyGame,
    board: &'a Board,
    name: String,
    reached: Reached,
}

impl Suite<'_> {
    fn run(&self) {
        self.rules();
        self.notation();
        self.pictures();
        self.symmetries();
        self.values();
        self.texts_of_the_game();
    }

    fn positions(&self) -> impl Iterator<Item = &AnyPosition> {
        self.reached.positions.iter()
    }

    /// Legal moves are what is accepted, and turns change.
    fn rules(&self) {
        let (game, name) = (self.game, &self.name);
        let n = self.board.vertex_count() as u32;
        let nameable = nameable(game, &self.reached, n);
        let records_turn = game.description().records_turn;
        assert_eq!(game.to_move(&game.start()), Player::First, "{name}");
        for position in self.positions() {
            let legal = game.legal_moves(position);
            assert_eq!(game.legal_moves(position), legal, "{name}: a fixed order");
            let words: BTreeSet<u128> = legal.iter().map(|mv| mv.pack()).collect();
            assert_eq!(words.len(), legal.len(), "{name}: no move twice");
            let over = game.result(position).is_some();
            assert_eq!(over, legal.is_empty(), "{name} {position:?}");
            for &mv in nameable.iter().chain(&legal) {
                let before = position.clone();
                let played = game.play(position, mv);
                assert_eq!(position, &before);
                assert_eq!(game.refusal(position, mv).is_none(), played.is_ok());
                match played {
                    Ok(next) => {
                        // A word that no move was packed into may be read as a legal move.
                        let same = game.parse_move(&game.move_text(mv)).unwrap();
                        assert!(legal.contains(&same), "{name} {position:?} {mv:?}");
                        assert_eq!(next, game.apply(position, same));
                        assert!(self.reached.index.contains_key(&next));
                        let turn = game.to_move(position);
                        let expected = if records_turn { turn.other() } else { turn };
                        assert_eq!(game.to_move(&next), expected, "{name} {position:?}");
                    }
                    Err(refusal) => {
                        assert!(!legal.contains(&mv), "{name} {position:?} {mv:?}");
                        assert!(!refusal.0.is_empty());
                    }
                }
            }
        }
        let draws = game.endless() == Some(Endless::Draw);
        assert_eq!(draws, game.description().draws, "{name}");
    }

    /// Positions and moves are read as they are written.
    fn notation(&self) {
        let (game, name) = (self.game, &self.name);
        let mut texts = BTreeSet::new();
        for position in self.positions() {
            let text = game.position_text(position);
            assert_eq!(game.parse_position(&text).as_ref(), Ok(position), "{text}");
            assert!(texts.insert(text), "{name}: one text, one position");
            for mv in game.legal_moves(position) {
                let (text, json) = (game.move_text(mv), game.move_json(mv).to_string());
                assert_eq!(game.parse_move(&text), Ok(mv), "{name} {text}");
                assert_eq!(game.parse_move(&json), Ok(mv), "{name} {json}");
            }
        }
        for text in ["?", "!,!", "{", "{}"] {
            assert!(game.parse_position(text).is_err(), "{name} {text}");
        }
        assert!(!game.move_help().is_empty());
    }

    /// What is shown lies on the board.
    fn pictures(&self) {
        let (game, name) = (self.game, &self.name);
        let n = self.board.vertex_count();
        let on_board = |v: u32| (v as usize) < n;
        let legal: Vec<AnyPosition> = game.legal_positions().take(MOST_POSITIONS).collect();
        for position in self.positions().chain(&legal) {
            let marks = game.marks(position);
            let kinds = [
                marks.colors.is_some(),
                marks.arrows.is_some(),
                marks.token.is_some(),
                marks.heaps.is_some(),
            ];
            assert!(kinds.contains(&true), "{name}: something to draw");
            assert!(marks.colors.is_none_or(|colors| colors.len() == n));
            let mut arrows = marks.arrows.iter().flatten();
            assert!(arrows.all(|&(a, b)| on_board(a) && on_board(b)), "{name}");
            assert!(marks.token.is_none_or(on_board), "{name}");
            let notes = game.notes(position);
            for list in [notes.threatened, notes.safe, notes.dead] {
                assert!(list.unwrap_or_default().into_iter().all(on_board), "{name}");
            }
            assert!(notes.free.is_none_or(|free| free.len() == n), "{name}");
            for mv in game.legal_moves(position) {
                let touch = game.touch(mv);
                let sane = match &touch {
                    &Touch::Vertex { vertex, mark } => on_board(vertex) && mark > 0,
                    Touch::Vertices { vertices } => vertices.iter().all(|&v| on_board(v)),
                    &Touch::Edge { from, to } => on_board(from) && on_board(to) && from != to,
                    &Touch::Heap { heap, take } => {
                        let heaps = game.marks(position).heaps.unwrap_or_default();
                        take > 0 && heaps.get(heap as usize).is_some_and(|&n| take <= n)
                    }
                    Touch::Nothing => true,
                };
                assert!(sane, "{name} {position:?} {touch:?}");
                let right = match (game.description().sites, &touch) {
                    (_, Touch::Nothing) => true,
                    (Sites::Vertices | Sites::Arcs, touch) => {
                        matches!(touch, Touch::Vertex { .. } | Touch::Vertices { .. })
                    }
                    (Sites::Edges, touch) => matches!(touch, Touch::Edge { .. }),
                    (Sites::Heaps, touch) => matches!(touch, Touch::Heap { .. }),
                };
                assert!(right, "{name} {touch:?}: the sites of the description");
            }
        }
    }

    /// Symmetries keep the rules.
    fn symmetries(&self) {
        let (game, name) = (self.game, &self.name);
        let symmetries = game.symmetries();
        assert!(
            symmetries.iter().any(|s| s.places.is_sorted()),
            "{name}: the identity"
        );
        assert!(game.symmetry_count() >= 1.0);
        for mirror in game.mirrors() {
            assert!(mirror.symmetry.is_involution(), "{name}");
            assert!(!mirror.text.is_empty() && !mirror.swaps.is_empty());
        }
        let mirrors = game.mirrors();
        let mirrors = mirrors.iter().map(|mirror| &mirror.symmetry);
        let all: Vec<_> = symmetries.iter().chain(mirrors).collect();
        for position in self.positions() {
            let legal = game.legal_moves(position);
            let representative = game.canonical(position);
            assert_eq!(game.canonical(&representative), representative);
            for symmetry in &all {
                let image = game.map_position(symmetry, position);
                assert_eq!(game.canonical(&image), representative, "{name}");
                assert_eq!(game.result(&image), game.result(position), "{name}");
                assert_eq!(game.to_move(&image), game.to_move(position), "{name}");
                let expected = game.legal_moves(&image);
                assert_eq!(expected.len(), legal.len(), "{name}");
                for &mv in &legal {
                    let mapped = game.map_move(symmetry, mv);
                    assert!(
                        expected.contains(&mapped),
                        "{name} {position:?} {mv:?} -> {mapped:?}"
                    );
                    assert_eq!(
                        game.map_position(symmetry, &game.apply(position, mv)),
                        game.apply(&image, mapped)
                    );
                }
            }
        }
    }

    /// The digraph, folded or not, the search and the plain rules say the same.
    fn values(&self) {
        let (game, name) = (self.game, &self.name);
        let (start, budget) = (game.start(), Budget::UNLIMITED);
        let whole = game.state_digraph(Some(&start), false, 1, &budget).unwrap();
        let folded = game.state_digraph(Some(&start), true, 1, &budget).unwrap();
        let all = game.state_digraph(None, false, 1, &budget).unwrap();
        let count = whole.digraph().vertex_count();
        assert_eq!(count, self.reached.positions.len(), "{name}");
        assert!(folded.digraph().vertex_count() <= count);
        let impartial = game.description().impartial;
        let valued = impartial && game.endless().is_none();
        assert!(!valued || whole.grundy().is_some(), "{name}: values exist");
        assert!(impartial || whole.grundy().is_none(), "{name}");
        let plain = game.endless().is_none() && count < FEW_POSITIONS;
        let held = game.endless().and_then(Endless::winner);
        let held = held.map(|winner| (winner, self.held_by(winner)));
        let table = Table::new(0);
        let ask = |position, ask| game.search(position, ask, &Means::new(&table, 1, &budget));
        for position in self.positions() {
            let i = whole.index(position).unwrap();
            let outcome = whole.labels().outcome(i);
            let remoteness = whole.labels().remoteness(i);
            let grundy = whole.grundy().map(|values| values[i as usize]);
            for other in [&folded, &all] {
                let j = other.index(position).unwrap();
                assert_eq!(other.labels().outcome(j), outcome, "{name} {position:?}");
                assert_eq!(other.labels().remoteness(j), remoteness, "{name}");
                if let (Some(values), Some(value)) = (other.grundy(), grundy) {
                    assert_eq!(values[j as usize], value, "{name} {position:?}");
                }
            }
            let side = game.side(game.to_move(position));
            assert_eq!(whole.side_to_move(i), side);
            assert_eq!(whole.position(i), game.position_text(position));
            if plain {
                let expected = match wins(game, position) {
                    true => Outcome::Win,
                    false => Outcome::Lose,
                };
                assert_eq!(outcome, expected, "{name} {position:?}");
            }
            if let Some((winner, held)) = &held {
                let wins = held[self.reached.index[position]];
                let expected = match wins == (game.to_move(position) == *winner) {
                    true => Outcome::Win,
                    false => Outcome::Lose,
                };
                assert_eq!(outcome, expected, "{name} {position:?}");
            }
            if game.endless().is_some() {
                for what in [Ask::Winner, Ask::Known] {
                    assert_eq!(ask(position, what), Err(Unsearchable::Endless), "{name}");
                }
                assert!(ask(position, Ask::Grundy).is_err(), "{name}");
                continue;
            }
            let found = ask(position, Ask::Winner).unwrap();
            assert_eq!(
                found.wins,
                Some(outcome == Outcome::Win),
                "{name} {position:?}"
            );
            let known = ask(position, Ask::Known).unwrap();
            assert!(
                known
                    .wins
                    .is_none_or(|wins| wins == (outcome == Outcome::Win)),
                "{name} {position:?}"
            );
            match impartial {
                true => {
                    let found = ask(position, Ask::Grundy).unwrap();
                    assert_eq!(found.grundy, grundy, "{name} {position:?}");
                    assert_eq!(found.wins, grundy.map(|value| value != 0));
                }
                false => assert_eq!(ask(position, Ask::Grundy), Err(Unsearchable::NoValues)),
            }
            if let Some(value) = game.theory(position) {
                assert_eq!(Some(value), grundy, "{name} {position:?}: theory");
            }
        }
        if game.row_count().is_some_and(|rows| rows <= MOST_ROWS) {
            let labelled = game.label_rows(impartial, 2, &budget).unwrap().unwrap();
            for position in self.positions() {
                let i = whole.index(position).unwrap();
                let value = labelled.value(position, &budget).unwrap();
                assert_eq!(
                    value.outcome,
                    whole.labels().outcome(i),
                    "{name} {position:?}"
                );
                assert_eq!(value.remoteness, whole.labels().remoteness(i), "{name}");
                let grundy = whole.grundy().map(|values| values[i as usize]);
                assert_eq!(value.grundy, grundy, "{name} {position:?}");
            }
            assert_eq!(
                labelled.counts().is_some(),
                game.knows_positions(),
                "{name}"
            );
            if let Some([win, lose]) = labelled.counts() {
                let counts = all.labels().counts().map(|count| count as u64);
                assert_eq!([win, lose, 0], counts, "{name}: rows that are positions");
            }
        }
        if let Some(counted) = game.counted() {
            let wins = counted.first_wins(2, &budget).unwrap();
            let start = whole.index(&start).unwrap();
            let outcome = whole.labels().outcome(start);
            assert_eq!(wins, outcome == Outcome::Win, "{name}: by counts");
        }
        assert!(game.position_bytes() >= size_of::<AnyPosition>());
        assert!(game.estimate(&start) >= 1.0);
        assert!(game.expected_positions(&start, true) > 0.0);
    }

    /// Where a player is not yet lost after as many moves as there are positions, who wins by
    /// holding out: so there is some position to come back to.
    fn held_by(&self, winner: Player) -> Vec<bool> {
        let Reached { positions, index } = &self.reached;
        let ways = |position: &AnyPosition| -> Vec<usize> {
            let moves = self.game.legal_moves(position).into_iter();
            let next = moves.map(|mv| index[&self.game.apply(position, mv)]);
            next.collect()
        };
        let next: Vec<Vec<usize>> = positions.iter().map(ways).collect();
        let mut held = vec![true; positions.len()];
        for _ in 0..positions.len() {
            let holds = |(position, next): (&AnyPosition, &Vec<usize>)| {
                let mine = self.game.to_move(position) == winner;
                match self.game.result(position) {
                    Some(result) => (result == Outcome::Win) == mine,
                    None if mine => next.iter().any(|&i| held[i]),
                    None => next.iter().all(|&i| held[i]),
                }
            };
            let now: Vec<bool> = positions.iter().zip(&next).map(holds).collect();
            if now == held {
                break;
            }
            held = now;
        }
        held
    }

    /// Opened again with its own values it is the same game.
    fn texts_of_the_game(&self) {
        let (game, name) = (self.game, &self.name);
        let description = game.description();
        let values = game.values();
        let json = values.json();
        let said = description
            .values_from_json(json.as_object().unwrap())
            .unwrap();
        for said in [values.clone(), said] {
            let again = open(self.entry, self.board, &said).unwrap().game;
            assert_eq!(again.values(), values, "{name}");
            let start = again.position_text(&again.start());
            assert_eq!(start, game.position_text(&game.start()), "{name}");
        }
        for player in [Player::First, Player::Second] {
            assert!(!game.player_word(player).is_empty());
            assert_eq!(game.player(game.side(player)), player);
        }
        for phrase in description.phrases(&values) {
            assert!(!phrase.is_empty() && !phrase.contains("{}"), "{phrase}");
        }
    }
}

/// All legal positions by brute force: the marks in the texts of positions are put together in
/// every way (what stands after a semicolon by itself). Legal is what is read without complaint,
/// and what is refused for the only reason that play cannot reach it. `None` if there are too
/// many ways.
fn enumerate(game: &dyn AnyGame, reached: &Reached) -> Option<Enumerated> {
    // How many marks there are in every section, and which.
    let mut shapes: BTreeSet<Vec<usize>> = BTreeSet::new();
    let mut marks: Vec<BTreeSet<String>> = Vec::new();
    for position in reached
        .positions
        .iter()
        .cloned()
        .chain(game.legal_positions())
    {
        let text = game.position_text(&position);
        let sections: Vec<Vec<&str>> = text.split(';').map(|s| s.split(',').collect()).collect();
        shapes.insert(sections.iter().map(Vec::len).collect());
        marks.resize(marks.len().max(sections.len()), BTreeSet::new());
        for (marks, section) in marks.iter_mut().zip(sections) {
            marks.extend(section.into_iter().map(str::to_owned));
        }
    }
    let mut found = Enumerated::default();
    for shape in shapes {
        let mut texts = vec![String::new()];
        for (section, (&length, marks)) in shape.iter().zip(&marks).enumerate() {
            for i in 0..length {
                let separator = match (section, i) {
                    (0, 0) => "",
                    (_, 0) => ";",
                    _ => ",",
                };
                if texts.len() * marks.len() > MOST_TEXTS {
                    return None;
                }
                let longer = |text: &String| -> Vec<String> {
                    let with = |mark: &String| format!("{text}{separator}{mark}");
                    marks.iter().map(with).collect()
                };
                texts = texts.iter().flat_map(longer).collect();
            }
        }
        for text in texts {
            match game.parse_position(&text) {
                // There may be several ways to write a position.
                Ok(position) => {
                    let text = game.position_text(&position);
                    assert_eq!(game.parse_position(&text), Ok(position));
                    found.accepted.insert(text);
                }
                Err(error) if error.to_string().contains("not a reachable position") => {
                    found.unreachable.insert(text);
                }
                Err(_) => {}
            }
        }
    }
    Some(found)
}

#[derive(Default)]
struct Enumerated {
    accepted: BTreeSet<String>,
    unreachable: BTreeSet<String>,
}

/// The list of all legal positions is complete, and holds nothing else. Says whether that
/// could be compared.
fn lists_all_legal_positions(game: &dyn AnyGame, name: &str, reached: &Reached) -> bool {
    let Some(found) = enumerate(game, reached) else {
        return false;
    };
    let list: Vec<String> = game
        .legal_positions()
        .map(|position| game.position_text(&position))
        .collect();
    let listed: BTreeSet<String> = list.iter().cloned().collect();
    assert_eq!(listed.len(), list.len(), "{name}: no position twice");
    let expected: BTreeSet<String> = found.accepted.union(&found.unreachable).cloned().collect();
    let missing: Vec<_> = expected.difference(&listed).take(5).collect();
    let wrong: Vec<_> = listed.difference(&expected).take(5).collect();
    assert!(
        missing.is_empty() && wrong.is_empty(),
        "{name}: legal_positions leaves out {missing:?} and has {wrong:?} that are not legal"
    );
    // A game that refuses what play cannot reach refuses all of it.
    if !found.unreachable.is_empty() {
        let texts = reached.positions.iter().map(|p| game.position_text(p));
        assert_eq!(found.accepted, texts.collect(), "{name}");
    }
    true
}

fn open(entry: &Entry, board: &Board, values: &Values) -> Option<Opened> {
    entry.open(board.clone(), false, values, &|| false).ok()
}

pub(crate) fn conforms(entry: &Entry) {
    let (mut games, mut listings) = (0, 0);
    let mut boards_played = 0;
    for (board_name, board) in boards(entry.description.board) {
        let before = games;
        for values in combinations(entry, &board) {
            let Some(opened) = open(entry, &board, &values) else {
                continue;
            };
            let game = opened.game.as_ref();
            let name = format!("{} on {board_name} with {}", entry.name(), values.json());
            let Some(reached) = Reached::explore(game, game.start()) else {
                continue;
            };
            listings += usize::from(lists_all_legal_positions(game, &name, &reached));
            Suite {
                entry,
                game,
                board: &opened.board,
                name,
                reached,
            }
            .run();
            games += 1;
        }
        boards_played += usize::from(games > before);
    }
    let name = entry.name();
    let enough = match entry.description.board {
        BoardKind::None => 1,
        _ => 5,
    };
    assert!(boards_played >= enough, "{name}: on {boards_played} boards");
    assert!(games > 0 && 2 * listings >= games, "{name}: {listings}");
}

#[test]
fn every_game_conforms() {
    for entry in GAMES.iter() {
        conforms(entry);
    }
}

#[test]
fn every_game_describes_itself() {
    let rules = include_str!("../../../../docs/rules.md");
    let mut names = BTreeSet::new();
    for entry in GAMES.iter() {
        let d = &entry.description;
        let name = entry.name();
        assert!(names.insert(name), "{name}: two games with one name");
        let simple = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(!name.is_empty() && name.chars().all(simple), "{name}");
        assert!(!d.title.is_empty() && !d.about.is_empty(), "{name}");
        assert!(d.rules.len() > 1 && d.rules.ends_with('.'), "{name}");
        assert!(d.goal.len() > 1 && d.goal.ends_with('.'), "{name}");
        assert_ne!(d.sides[0].word, d.sides[1].word, "{name}");
        for side in &d.sides {
            assert!(!side.word.is_empty() && !side.title.is_empty(), "{name}");
            assert!(!side.inside().is_empty());
        }
        for (i, side) in d.sides.iter().enumerate() {
            assert_eq!(d.side(&side.word), Some(i), "{name}");
        }
        assert!(d.json()["rules"].is_string());

        let mut parameters = BTreeSet::new();
        for parameter in &d.parameters {
            let about = format!("{name}: {}", parameter.name);
            assert!(parameters.insert(&parameter.name), "{about} twice");
            assert!(parameter.name.chars().all(simple), "{about}");
            assert!(!parameter.help.is_empty(), "{about}");
            assert!(!parameter.expected().is_empty() && !parameter.placeholder().is_empty());
            if let Default::Value(value) = &parameter.default {
                assert_eq!(parameter.parse(&value.text()).as_ref(), Ok(value));
                assert_eq!(parameter.from_json(&value.json()).as_ref(), Ok(value));
            }
        }
        let starter = d.starter.as_deref().map(|name| d.parameter(name).unwrap());
        if let Some(Kind::Choice(words)) = starter.map(|parameter| &parameter.kind) {
            assert!(words.iter().all(|word| d.side(word).is_some()), "{name}");
        }
        for (parameter, value) in d.example.values.iter() {
            let parameter = d.parameter(parameter).unwrap();
            assert_eq!(parameter.parse(&value.text()).as_ref(), Ok(value), "{name}");
            assert_eq!(parameter.from_json(&value.json()).as_ref(), Ok(value));
        }
        let foreign = Values::new().with("no-such-parameter", 1);
        assert!(open(entry, &Entry::no_board(), &foreign).is_none());

        // The side of the example really wins.
        let board = match d.board {
            BoardKind::None => Entry::no_board(),
            _ => board(&d.example.board),
        };
        let opened = entry.open(board, false, &d.example.values, &|| false);
        let game = opened
            .unwrap_or_else(|error| panic!("{name}: {error}"))
            .game;
        let side = d.side(&d.example.side).unwrap();
        let start = game.start();
        let budget = Budget::UNLIMITED;
        let analysis = game.analyse(&start, &Effort::default(), &budget).unwrap();
        let outcome = analysis.value(&start, &budget).unwrap().outcome;
        let mover = game.to_move(&start);
        let winner = match outcome {
            Outcome::Win => mover,
            Outcome::Lose => mover.other(),
            Outcome::Draw => panic!("{name}: nobody wins the example"),
        };
        assert_eq!(game.side(winner), side, "{name}: who wins the example");

        // The rules are written down.
        let entry = rules.lines().any(|line| {
            let heading = line.starts_with("## ") || line.starts_with("**");
            heading && line.contains(&format!("`{name}`"))
        });
        assert!(entry, "docs/rules.md has no entry for {name}");
    }
    assert!(outplay_games::registry::find("chess").is_err());
}

/// Every game on one board, with the parameters of its example where it needs some.
fn on_one_board(board: &Board) -> Vec<Opened> {
    let opened = |entry: &Entry| {
        let mut values = Values::new();
        for parameter in entry.description.parameters.iter() {
            if parameter.is_required() {
                let small = choices(parameter, board).into_iter().flatten().nth(1);
                values.set(parameter.name.clone(), small.unwrap());
            }
        }
        entry
            .open(board.clone(), false, &values, &|| false)
            .unwrap_or_else(|error| panic!("{}: {error}", entry.name()))
    };
    GAMES.iter().map(opened).collect()
}

#[test]
fn games_picked_by_name_speak_the_same_language() {
    for opened in on_one_board(&board("path:4")) {
        let game = opened.game;
        let name = &game.description().name;
        let start = game.start();
        let analysis = game
            .analyse(&start, &by_digraph(), &Budget::UNLIMITED)
            .unwrap();
        let value = analysis.value(&start, &Budget::UNLIMITED).unwrap();
        let moves = analysis.moves(&start, &Budget::UNLIMITED).unwrap();
        let legal = game.legal_moves(&start);
        assert_eq!(moves.len(), legal.len());
        let best = moves.first().and_then(|m| m.value).map(|v| v.outcome);
        assert_eq!(best, Some(value.outcome), "{name}");
        for mv in legal {
            let text = game.move_text(mv);
            assert_eq!(game.parse_move(&text), Ok(mv));
            assert_eq!(game.parse_move(&game.move_json(mv).to_string()), Ok(mv));
        }
        assert!(game.parse_move("null").is_err());
        assert!(game.parse_move("").is_err());
        assert!(game.parse_position("?").is_err());
    }
}

/// Vertices have the board's names in JSON, and numbers where it has none.
#[test]
fn moves_name_vertices_in_json() {
    let said = |board: &Board, name: &str| {
        let games = on_one_board(board);
        let game = &games
            .iter()
            .find(|opened| opened.game.description().name == name)
            .unwrap()
            .game;
        let first = game.legal_moves(&game.start())[0];
        game.move_json(first)
    };
    let plain = board("cycle:4");
    assert_eq!(said(&plain, "coloring"), json!({ "vertex": 0, "color": 1 }));
    assert_eq!(said(&plain, "cycles"), json!({ "from": 0, "to": 3 }));
    assert_eq!(said(&plain, "token"), json!(0));
    assert_eq!(said(&plain, "node-kayles"), json!({ "vertex": 0 }));
    let named = board("southeast-us");
    let first = named.name(0);
    assert_eq!(said(&named, "coloring")["vertex"], first);
    assert!(said(&named, "cycles")["from"].is_string());
    assert!(said(&named, "token").is_string());
    assert_eq!(said(&named, "node-kayles")["vertex"], first);
}

#[test]
fn no_text_makes_a_reader_panic() {
    use proptest::prelude::*;
    use proptest::test_runner::TestRunner;
    let games = on_one_board(&board("cycle:4"));
    let words = prop_oneof![
        any::<String>(),
        "[-0-9,;:=> \\[\\]{}\"a-z]{0,30}",
        "-?[0-9]{1,30}[=>,:-]{1,2}-?[0-9]{1,30}",
    ];
    let mut runner = TestRunner::deterministic();
    runner
        .run(&words, |text| {
            for opened in &games {
                let game = &opened.game;
                if let Ok(mv) = game.parse_move(&text) {
                    let start = game.start();
                    let legal = game.legal_moves(&start);
                    prop_assert_eq!(game.play(&start, mv).is_ok(), legal.contains(&mv));
                }
                if let Ok(position) = game.parse_position(&text) {
                    let written = game.position_text(&position);
                    prop_assert_eq!(game.parse_position(&written), Ok(position.clone()));
                    game.legal_moves(&position);
                }
            }
            Ok(())
        })
        .unwrap();
}
