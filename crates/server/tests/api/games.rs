//! Every game of the registry, on the board that it shows to newcomers: what the server says
//! is what the library says.

use crate::client::Server;
use outplay_board::{Limits, families};
use outplay_engine::{Budget, Outcome, Player};
use outplay_games::registry::{Entry, GAMES};
use outplay_games::{AnyGame, AnyPosition, BoardKind, StateView};
use serde_json::{Value as Json, json};
use std::sync::Arc;

/// The example of a game, opened by the library, and as a request says it.
fn example(entry: &Entry) -> (Arc<dyn AnyGame>, Json) {
    let example = &entry.description.example;
    let mut setup = json!({ "game": entry.name() });
    let board = match entry.description.board {
        BoardKind::None => Entry::no_board(),
        _ => {
            setup["board"] = json!({ "family": example.board });
            families::board(&example.board, Limits::BOARD).unwrap()
        }
    };
    for (name, value) in example.values.iter() {
        setup[name] = value.json();
    }
    let opened = entry.open(board, false, &example.values, &|| false);
    (opened.unwrap().game, setup)
}

fn budget() -> Budget<'static> {
    Budget {
        positions: 1 << 24,
        bytes: 1 << 32,
        stop: &|_| None,
    }
}

fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Lose => "lose",
        Outcome::Draw => "draw",
    }
}

/// What the library says about a game at its start.
struct Known<'a> {
    game: &'a dyn AnyGame,
    states: Box<dyn StateView + 'a>,
    start: AnyPosition,
}

impl<'a> Known<'a> {
    fn new(game: &'a dyn AnyGame) -> Self {
        let start = game.start();
        let states = game
            .state_digraph(Some(&start), false, 1, &budget())
            .unwrap();
        Self {
            game,
            states,
            start,
        }
    }

    fn outcome(&self, position: &AnyPosition) -> Outcome {
        let place = self.states.index(position).unwrap();
        self.states.labels().outcome(place)
    }

    fn word(&self, player: Player) -> &str {
        &self.game.description().sides[self.game.side(player)].word
    }

    fn winner(&self) -> Option<&str> {
        let mover = self.game.to_move(&self.start);
        match self.outcome(&self.start) {
            Outcome::Win => Some(self.word(mover)),
            Outcome::Lose => Some(self.word(mover.other())),
            Outcome::Draw => None,
        }
    }

    /// An answer says who wins as the library does.
    fn agrees(&self, answer: &Json) {
        match self.game.description().draws {
            true => assert_eq!(
                answer["outcome"],
                word(self.outcome(&self.start)),
                "{answer}"
            ),
            false => assert_eq!(answer["winner"], json!(self.winner()), "{answer}"),
        }
    }
}

#[test]
fn every_game_of_the_registry_is_answered_as_by_the_library() {
    let server = Server::start();
    for entry in GAMES.iter() {
        let (game, setup) = example(entry);
        let known = Known::new(&*game);
        let start = &known.start;
        let question = json!({ "setup": setup });
        assert_eq!(
            known.winner(),
            Some(entry.description.example.side.as_ref())
        );

        let at = game.position_text(start);
        let solved = server.result("/api/solve", &json!({ "setup": setup, "position": at }));
        known.agrees(&solved);
        assert_eq!(solved["exact"], true, "{solved}");
        assert_eq!(solved["position"], at);
        known.agrees(&server.result("/api/explain", &question));
        for &mv in &game.legal_moves(start) {
            let text = game.move_text(mv);
            let why = server.result("/api/why", &json!({ "setup": setup, "move": text }));
            let verdict = known.outcome(&game.apply(start, mv)).reversed();
            assert_eq!(why["verdict"], word(verdict), "{why}");
            assert_eq!(why["text"], text);
        }

        let legal = game.legal_moves(start);
        let found = server.result("/api/moves", &question);
        assert_eq!(found["moves"].as_array().unwrap().len(), legal.len());
        for mv in found["moves"].as_array().unwrap() {
            let played = game.parse_move(mv["text"].as_str().unwrap()).unwrap();
            let next = game.apply(start, played);
            assert_eq!(mv["to"], game.position_text(&next), "{mv}");
            let verdict = known.outcome(&next).reversed();
            assert_eq!(mv["verdict"], word(verdict), "{mv}");
        }

        let view = server.post("/api/position", &question).json();
        let texts = |view: &Json| -> Vec<String> {
            let moves = view["moves"].as_array().unwrap().iter();
            moves
                .map(|mv| mv["text"].as_str().unwrap().to_owned())
                .collect()
        };
        let library = |position: &AnyPosition| -> Vec<String> {
            let moves = game.legal_moves(position).into_iter();
            moves.map(|mv| game.move_text(mv)).collect()
        };
        assert_eq!(texts(&view), library(start));
        assert_eq!(view["to_move"], known.word(game.to_move(start)));
        for &mv in &legal {
            let next = game.apply(start, mv);
            for said in [json!(game.move_text(mv)), game.move_json(mv)] {
                let question = json!({ "setup": setup, "move": said });
                let view = server.post("/api/play", &question).json();
                assert_eq!(view["position"], game.position_text(&next), "{question}");
                assert_eq!(texts(&view), library(&next), "{question}");
                assert_eq!(view["played"]["move"], game.move_json(mv));
            }
        }

        let chosen = server.result(
            "/api/choose",
            &json!({ "setup": setup, "player": "random", "seed": 3 }),
        );
        let mv = game
            .parse_move(chosen["move"]["text"].as_str().unwrap())
            .unwrap();
        assert!(legal.contains(&mv), "{chosen}");

        let drawn = json!({ "setup": setup, "most": 3000 });
        let answer = server.post("/api/digraph", &drawn);
        let count = known.states.digraph().vertex_count();
        if answer.status == 200 {
            let found = answer.lines().pop().unwrap();
            let nodes = found["nodes"].as_array().unwrap();
            assert_eq!(nodes.len(), count, "{}", entry.name());
            for node in nodes {
                let position = game.parse_position(node["position"].as_str().unwrap());
                let outcome = known.outcome(&position.unwrap());
                assert_eq!(node["outcome"], word(outcome), "{node}");
            }
        } else {
            answer.problem(422);
            assert!(count > 3000 || known.states.digraph().arc_count() > 30_000);
        }

        let all = game.state_digraph(None, false, 1, &budget()).unwrap();
        let answer = server.post("/api/lesson", &question);
        match all.digraph().vertex_count() {
            count if count <= 2000 => {
                let lesson = answer.lines().pop().unwrap();
                let rounds = lesson["steps"].as_array().unwrap().iter();
                let labelled = rounds.map(|round| round["positions"].as_array().unwrap().len());
                assert_eq!(labelled.sum::<usize>(), count, "{}", entry.name());
            }
            _ => {
                answer.problem(422);
            }
        }

        if !game.board_rows().is_ok_and(|rows| rows.is_empty()) {
            let proved = server.result("/api/prove", &question);
            known.agrees(&proved);
            let text = proved["certificate"].as_str().unwrap();
            assert_eq!(proved["bytes"], text.len());
            let checked = server.result("/api/check", &json!({ "certificate": text }));
            assert_eq!(checked["valid"], true);
            assert_eq!(checked["winner"], known.winner().unwrap_or("draw"));
            // A game whose rules the certificate says itself is known by what it is called.
            let called = format!("\ncalled {}\n", entry.name());
            assert!(checked["game"] == entry.name() || text.contains(&called));
            let cut = &text[..text.len() / 2];
            let answer = server.post("/api/check", &json!({ "certificate": cut }));
            assert!(answer.problem(422).contains("refused"));
            assert_eq!(answer.json()["source"], "the certificate");
        }
    }
}
