//! The first part of a certificate: the game, the board, the parameters, and
//! what is claimed.

use crate::Checked;
use crate::coloring::Coloring;
use crate::cycles::Cycles;
use crate::edge::Edge;
use crate::graph::Graph;
use crate::lines::{Lines, Outcome, quote};
use crate::rules::{Palette, Player, Position, Rules};
use crate::subtraction::Subtraction;
use crate::token::Token;

/// How many edges the sentence names.
const MOST_SHOWN: usize = 200;

pub(crate) struct Statement {
    pub(crate) rules: Box<dyn Rules>,
    pub(crate) start: Position,
    pub(crate) to_move: Player,
    /// Nobody if a draw is claimed.
    pub(crate) winner: Option<Player>,
    pub(crate) lemmas: Vec<&'static str>,
    game: String,
    parameters: Vec<(&'static str, String)>,
    winner_name: String,
}

pub(crate) fn read(lines: &mut Lines) -> Outcome<Statement> {
    let version = lines.expect("outplay-certificate")?;
    if version != "1" {
        return Err(format!(
            "this is version {}, expected version 1",
            quote(&version)
        ));
    }
    let game = lines.expect("game")?;
    let mut parameters = Vec::new();
    let mut parameter = |lines: &mut Lines, key| -> Outcome<String> {
        let value = lines.expect(key)?;
        parameters.push((key, value.clone()));
        Ok(value)
    };
    let mut rules: Box<dyn Rules> = match game.as_str() {
        "coloring" => {
            let graph = Graph::read(lines, false)?;
            let palette = Palette::new(graph, &parameter(lines, "colors")?)?;
            Box::new(Coloring::new(palette, &parameter(lines, "pass")?)?)
        }
        "edge" => {
            let graph = Graph::read(lines, false)?;
            Box::new(Edge(Palette::new(graph, &parameter(lines, "colors")?)?))
        }
        "cycles" => Box::new(Cycles::read(Graph::read(lines, false)?, lines)?),
        "token" => {
            let digraph = Graph::read(lines, true)?;
            Box::new(Token {
                digraph,
                symmetries: Vec::new(),
            })
        }
        "subtraction" => Box::new(Subtraction::new(&parameter(lines, "take")?)?),
        _ => return Err(format!("the game {} is unknown", quote(&game))),
    };
    let start = rules.read_position(&parameter(lines, "start")?)?;

    let partisan = game == "coloring";
    let names = if partisan {
        ["alice", "bob"]
    } else {
        ["first", "second"]
    };
    let player = |name: &str| match names.iter().position(|other| *other == name) {
        Some(0) => Ok(Player::First),
        Some(_) => Ok(Player::Second),
        None => Err(format!(
            "expected {} or {}, found {}",
            names[0],
            names[1],
            quote(name)
        )),
    };
    let to_move = match partisan {
        true => player(&parameter(lines, "to-move")?)?,
        false => Player::First,
    };
    let winner_name = lines.expect("winner")?;
    let winner = match winner_name.as_str() {
        "draw" if game == "token" => None,
        name => Some(player(name)?),
    };
    let mut lemmas = Vec::new();
    while let Some(name) = lines.accept("lemma")? {
        let lemma = rules.add_lemma(&name);
        lemmas.push(lemma.ok_or_else(|| format!("no lemma {} for this", quote(&name)))?);
    }
    while let Some(row) = lines.accept("symmetry")? {
        let board = rules
            .board()
            .ok_or_else(|| "there is no board".to_owned())?;
        let map = board.read_symmetry(&row)?;
        rules.add_symmetry(map)?;
    }
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
        parameters,
        winner_name,
    })
}

impl Statement {
    pub(crate) fn checked(self, positions: u64) -> Checked {
        let claim = match self.winner_name.as_str() {
            "alice" => "Alice wins",
            "bob" => "Bob wins",
            "first" => "the player to move wins",
            "second" => "the player to move loses",
            _ => "the player to move draws",
        };
        let board = self.rules.board();
        let (vertices, edges) = board.map_or((0, &[][..]), |board| (board.n, &board.edges));
        let mut statement = self.game.clone();
        if board.is_some() {
            let shown = edges
                .iter()
                .take(MOST_SHOWN)
                .map(|(a, b)| format!("{a}-{b}"));
            let list = shown.collect::<Vec<String>>().join(" ");
            let rest = if edges.len() > MOST_SHOWN { " …" } else { "" };
            let count = edges.len();
            statement += &format!(" on {vertices} vertices with {count} edges {list}{rest}");
        }
        for (key, value) in &self.parameters {
            statement += &format!(", {key} {value}");
        }
        Checked {
            statement: format!("{statement}: {claim}"),
            vertices,
            edges: edges.to_vec(),
            game: self.game,
            parameters: self.parameters,
            winner: self.winner_name,
            positions,
            lemmas: self.lemmas,
        }
    }
}
