//! The first part of a certificate: the game, the board, the parameters, and
//! what is claimed.

use crate::games::GAMES;
use crate::graph::Graph;
use crate::heap::{self, Beside};
use crate::lines::{Lines, Outcome, number_in, quote};
use crate::rules::{Player, Position, Rules};
use crate::{Checked, Number};
use sha2::{Digest, Sha256};
use std::collections::HashSet;

/// How many edges the sentence names; of more it gives the fingerprint.
const MOST_SHOWN: usize = 200;

/// How many symmetries a certificate may use, besides the identity.
const MOST_SYMMETRIES: usize = 10_000;

pub(crate) struct Statement {
    pub(crate) rules: Box<dyn Rules>,
    pub(crate) start: Position,
    pub(crate) to_move: Player,
    /// Nobody if a draw is claimed.
    pub(crate) winner: Option<Player>,
    pub(crate) lemmas: Vec<&'static str>,
    /// Different symmetries of the board that keep the rules, none of them the identity.
    pub(crate) symmetries: Vec<Vec<u32>>,
    /// Does every identification say which symmetry it uses (version 2)?
    pub(crate) hints: bool,
    /// The lines from the first to `winner`.
    full: Vec<String>,
    game: String,
    parameters: Vec<(&'static str, String)>,
    winner_name: String,
    /// The nim heap beside the game.
    heap: Option<u64>,
    /// Are the players named, and not called by who is to move?
    named: bool,
}

pub(crate) fn read(lines: &mut Lines) -> Outcome<Statement> {
    let version = lines.expect("outplay-certificate")?;
    if version != "1" && version != "2" {
        return Err(format!(
            "this is version {}, expected version 1 or 2",
            quote(&version)
        ));
    }
    let game = lines.expect("game")?;
    let reader = GAMES.iter().find(|(name, _)| *name == game);
    let (_, reader) = reader.ok_or_else(|| format!("the game {} is unknown", quote(&game)))?;
    let mut rules = reader(lines)?;
    let heap = match lines.accept("heap")? {
        Some(heap) => {
            rules = Box::new(Beside::new(rules)?);
            lines.parameters.push(("heap", heap.clone()));
            Some(number_in(&heap, 0, heap::MOST)?)
        }
        None => None,
    };
    let start = rules.read_position(&lines.parameter("start")?)?;

    let names = rules.player_names();
    let named = names.is_some();
    let [first, second] = names.unwrap_or(["first", "second"]);
    let player = |name: &str| match name {
        _ if name == first => Ok(Player::First),
        _ if name == second => Ok(Player::Second),
        _ => Err(format!(
            "expected {first} or {second}, found {}",
            quote(name)
        )),
    };
    let to_move = match names {
        Some(_) => player(&lines.parameter("to-move")?)?,
        None => Player::First,
    };
    if heap.is_some_and(|heap| start.last() != Some(&heap)) {
        return Err("the heap at the start is another one".to_owned());
    }
    if !rules.can_be_to_move(&start, to_move) {
        return Err("nobody can be to move at the start, as it is said".to_owned());
    }
    let winner_name = lines.expect("winner")?;
    let winner = match winner_name.as_str() {
        "draw" if rules.can_draw() => None,
        name => Some(player(name)?),
    };
    let full = lines.kept.take().unwrap_or_default();
    let mut lemmas = Vec::new();
    while let Some(name) = lines.accept("lemma")? {
        let lemma = rules.add_lemma(&name);
        let lemma = lemma.ok_or_else(|| format!("no lemma {} for this", quote(&name)))?;
        if !lemmas.contains(&lemma) {
            lemmas.push(lemma);
        }
    }
    // In version 1 every normal form costs an image for each of these, so each is taken once.
    let mut symmetries: Vec<Vec<u32>> = Vec::new();
    let mut met = HashSet::new();
    while let Some(row) = lines.accept("symmetry")? {
        let board = rules
            .board()
            .ok_or_else(|| "there is no board".to_owned())?;
        let map = board.read_symmetry(&row, lines.meter)?;
        let itself = map.iter().zip(0..).all(|(&to, v)| to == v);
        if !itself && met.insert(map.clone()) {
            lines.meter.hold(8 * map.len() + 64)?;
            rules.admit(&map)?;
            symmetries.push(map);
        }
        if symmetries.len() > MOST_SYMMETRIES {
            return Err(format!("more than {MOST_SYMMETRIES} different symmetries"));
        }
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
        symmetries,
        hints: version == "2",
        full,
        game,
        parameters: std::mem::take(&mut lines.parameters),
        winner_name,
        heap,
        named,
    })
}

impl Statement {
    pub(crate) fn checked(self, positions: u64) -> Checked {
        let fingerprint = fingerprint(&self.full);
        let (mut vertices, mut edges) = (0, Vec::new());
        let mut on = String::new();
        if let Some(board) = self.rules.board() {
            (vertices, edges) = (board.n, board.edges.clone());
            on = sentence(board, &fingerprint);
        }
        let mut statement = format!("{}{on}", self.game);
        // Everything else that the statement says, in its own words.
        let said = [
            "outplay-certificate",
            "game",
            "vertices",
            "edges",
            "arcs",
            "winner",
        ];
        let table = self.full.iter().filter(|line| line.starts_with("may "));
        let long = table.count() > MOST_SHOWN;
        if long {
            statement += &format!(", a table (SHA-256 of the whole statement {fingerprint})");
        }
        let in_table = |line: &str| line.starts_with("may ");
        for line in self.full.iter().filter(|line| !long || !in_table(line)) {
            if !said.contains(&line.split(' ').next().unwrap_or_default()) {
                statement += &format!(", {line}");
            }
        }
        let said = self.winner.and_then(|winner| self.rules.claim(winner));
        let claim = match self.winner_name.as_str() {
            name if self.named && ["first", "second"].contains(&name) => {
                format!("the {name} player wins")
            }
            _ if said.is_some() => said.unwrap_or_default().to_owned(),
            "first" => "the player to move wins".to_owned(),
            "second" => "the player to move loses".to_owned(),
            "draw" => "the player to move draws".to_owned(),
            name => format!("{}{} wins", name[..1].to_uppercase(), &name[1..]),
        };
        let value = self.heap.filter(|_| self.winner == Some(Player::Second));
        let so = value.map_or(String::new(), |value| {
            format!(", so without the heap the Grundy value is {value}")
        });
        Checked {
            statement: format!("{statement}: {claim}{so}"),
            board: on,
            number: value.map(|value| Number {
                name: "grundy",
                sign: "Grundy value",
                value,
                called: None,
                variant: String::new(),
            }),
            full: self.full,
            fingerprint,
            vertices,
            edges,
            game: self.game,
            parameters: self.parameters,
            winner: self.winner_name,
            positions,
            lemmas: self.lemmas,
            symmetries: self.symmetries.len(),
        }
    }
}

/// The board in words: its edges, or the first of them and the fingerprint of all that is stated.
pub(crate) fn sentence(board: &Graph, fingerprint: &str) -> String {
    let (name, sign) = match board.directed {
        true => ("arcs", '>'),
        false => ("edges", '-'),
    };
    let (n, count) = (board.n, board.edges.len());
    let mut text = format!(" on {n} vertices with {count} {name}");
    for (a, b) in board.edges.iter().take(MOST_SHOWN) {
        text += &format!(" {a}{sign}{b}");
    }
    if count > MOST_SHOWN {
        text += &format!(" … (SHA-256 of the whole statement {fingerprint})");
    }
    text
}

/// SHA-256 of the lines, each ended by a newline.
pub(crate) fn fingerprint(lines: &[String]) -> String {
    let mut hash = Sha256::new();
    for line in lines {
        hash.update(line);
        hash.update("\n");
    }
    let digits = hash.finalize();
    digits.iter().map(|byte| format!("{byte:02x}")).collect()
}
