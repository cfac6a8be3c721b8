//! The first part of a certificate: the game, the board, the parameters, and
//! what is claimed.

use crate::Checked;
use crate::coloring::{self, ALICE, BOB, Coloring};
use crate::cycles::Cycles;
use crate::edge::Edge;
use crate::graph::Graph;
use crate::lines::{Lines, number_in, quote};
use crate::rules::{MOST_COLORS, Player, Position, Rules};
use crate::subtraction::{Subtraction, read_numbers};
use crate::token::Token;
use std::io::BufRead;

const MOST_PLAIN_VERTICES: usize = 1 << 12;

pub(crate) struct Statement {
    pub(crate) rules: Box<dyn Rules>,
    pub(crate) start: Position,
    pub(crate) to_move: Player,
    /// Nobody if a draw is claimed.
    pub(crate) winner: Option<Player>,
    pub(crate) lemmas: Vec<&'static str>,
    game: String,
    vertices: usize,
    edges: Vec<(u32, u32)>,
    parameters: Vec<(&'static str, String)>,
}

pub(crate) fn read<R: BufRead>(lines: &mut Lines<R>) -> Result<Statement, String> {
    let version = lines.expect("outplay-certificate")?;
    if version != "1" {
        return Err(format!(
            "this is version {}, expected version 1",
            quote(&version)
        ));
    }
    let game = lines.expect("game")?;
    let mut parameters = Vec::new();
    let mut lemmas = Vec::new();
    let mut to_move = Player::First;
    let (mut vertices, mut edges) = (0, Vec::new());
    let mut board = |lines: &mut Lines<R>, directed| {
        let graph = Graph::read(lines, directed)?;
        if !directed && graph.n > MOST_PLAIN_VERTICES {
            return Err(format!("expected at most {MOST_PLAIN_VERTICES} vertices"));
        }
        (vertices, edges) = (graph.n, graph.edges.clone());
        Ok(graph)
    };
    let mut parameter = |lines: &mut Lines<R>, key| {
        let value = lines.expect(key)?;
        parameters.push((key, value.clone()));
        Ok::<String, String>(value)
    };
    let names = if game == "coloring" {
        ["alice", "bob"]
    } else {
        ["first", "second"]
    };
    let player = |name: &str| match name {
        _ if name == names[0] => Ok(Some(Player::First)),
        _ if name == names[1] => Ok(Some(Player::Second)),
        "draw" if game == "token" => Ok(None),
        _ => Err(format!(
            "expected {} or {}, found {}",
            names[0],
            names[1],
            quote(name)
        )),
    };

    let winner;
    let start;
    let rules: Box<dyn Rules> = match game.as_str() {
        "coloring" => {
            let mut rules = Coloring {
                graph: board(lines, false)?,
                colors: number_in(&parameter(lines, "colors")?, 1, MOST_COLORS)?,
                pass: match parameter(lines, "pass")?.as_str() {
                    "none" => None,
                    "alice" => Some(ALICE),
                    "bob" => Some(BOB),
                    other => return Err(format!("who may pass? Not {}", quote(other))),
                },
                symmetries: Vec::new(),
                residual: false,
                safe: false,
            };
            start = rules.read_position(&parameter(lines, "start")?)?;
            to_move = player(&parameter(lines, "to-move")?)?.unwrap_or(ALICE);
            winner = player(&lines.expect("winner")?)?;
            while let Some(lemma) = lines.accept("lemma")? {
                match lemma.as_str() {
                    "residual" if rules.graph.n <= coloring::MOST_RESIDUAL => {
                        rules.residual = true;
                        lemmas.push("residual");
                    }
                    "safe" => {
                        rules.safe = true;
                        lemmas.push("safe");
                    }
                    other => return Err(format!("no lemma {} for this board", quote(other))),
                }
            }
            rules.symmetries = rules.graph.read_symmetries(lines)?;
            Box::new(rules)
        }
        "edge" => {
            let mut rules = Edge {
                graph: board(lines, false)?,
                colors: number_in(&parameter(lines, "colors")?, 1, MOST_COLORS)?,
                symmetries: Vec::new(),
            };
            start = rules.read_position(&parameter(lines, "start")?)?;
            winner = player(&lines.expect("winner")?)?;
            rules.symmetries = rules.graph.read_symmetries(lines)?;
            Box::new(rules)
        }
        "cycles" => {
            let mut rules = Cycles::read(board(lines, false)?, lines)?;
            start = rules.read_position(&parameter(lines, "start")?)?;
            winner = player(&lines.expect("winner")?)?;
            rules.read_symmetries(lines)?;
            Box::new(rules)
        }
        "token" => {
            let mut rules = Token {
                digraph: board(lines, true)?,
                symmetries: Vec::new(),
            };
            start = rules.read_position(&parameter(lines, "start")?)?;
            winner = player(&lines.expect("winner")?)?;
            rules.symmetries = rules.digraph.read_symmetries(lines)?;
            Box::new(rules)
        }
        "subtraction" => {
            let take = read_numbers(&parameter(lines, "take")?)?;
            if take.contains(&0) {
                return Err("0 is no number to take".to_owned());
            }
            let rules = Subtraction { take };
            start = rules.read_position(&parameter(lines, "start")?)?;
            winner = player(&lines.expect("winner")?)?;
            Box::new(rules)
        }
        _ => return Err(format!("the game {} is unknown", quote(&game))),
    };
    if !lines.expect("strategy")?.is_empty() {
        return Err("expected nothing after 'strategy'".to_owned());
    }
    Ok(Statement {
        rules,
        start,
        to_move,
        winner,
        lemmas,
        game,
        vertices,
        edges,
        parameters,
    })
}

impl Statement {
    pub(crate) fn checked(self, positions: u64) -> Checked {
        let [first, second] = match self.game.as_str() {
            "coloring" => ["alice", "bob"],
            _ => ["first", "second"],
        };
        let winner = match self.winner {
            Some(Player::First) => first,
            Some(Player::Second) => second,
            None => "draw",
        };
        let claim = match winner {
            "alice" => "Alice wins",
            "bob" => "Bob wins",
            "first" => "the player to move wins",
            "second" => "the player to move loses",
            _ => "the player to move draws",
        };
        let sign = if self.game == "token" { '>' } else { '-' };
        let shown = self.edges.iter().take(40);
        let mut edges: Vec<String> = shown.map(|(a, b)| format!("{a}{sign}{b}")).collect();
        if self.edges.len() > edges.len() {
            edges.push(format!("… ({} in all)", self.edges.len()));
        }
        let board = match self.game.as_str() {
            "subtraction" => String::new(),
            _ => format!(
                " on {} vertices with the edges {}",
                self.vertices,
                edges.join(" ")
            ),
        };
        let parameters = self.parameters.iter().map(|(key, value)| {
            let long = value.chars().count() > 200;
            let value = if long { quote(value) } else { value.clone() };
            format!("{key} {value}")
        });
        let parameters: Vec<String> = parameters.collect();
        Checked {
            statement: format!("{}{board}, {}: {claim}", self.game, parameters.join(", ")),
            game: self.game,
            vertices: self.vertices,
            edges: self.edges,
            parameters: self.parameters,
            winner,
            positions,
            lemmas: self.lemmas,
        }
    }
}
