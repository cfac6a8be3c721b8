//! The first part of a certificate: the game, the board, the parameters, and
//! what is claimed.

use crate::Checked;
use crate::games::GAMES;
use crate::lines::{Lines, Outcome, quote};
use crate::rules::{Player, Position, Rules};

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
    let reader = GAMES.iter().find(|(name, _)| *name == game);
    let (_, reader) = reader.ok_or_else(|| format!("the game {} is unknown", quote(&game)))?;
    let mut rules = reader(lines)?;
    let start = rules.read_position(&lines.parameter("start")?)?;

    let names = rules.player_names();
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
    let winner_name = lines.expect("winner")?;
    let winner = match winner_name.as_str() {
        "draw" if rules.can_draw() => None,
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
        parameters: std::mem::take(&mut lines.parameters),
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
