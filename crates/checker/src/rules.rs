//! What the checker must know of a game: its plain rules, and a key that only
//! positions with the same winner share.

use crate::graph::Graph;
use crate::lines::{Lines, Outcome, number_in, pair, quote};
use crate::meter::Meter;

/// The two players. Alice is the first and Bob the second; in the other games
/// the first is the player to move at the start of the certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Player {
    First,
    Second,
}

impl Player {
    pub(crate) fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// A colour for every vertex (0 for none), an arrow for every edge (0 for none), a 1 for
/// every chosen vertex, the vertex of the token, those of cops and robber, or the heaps; in games that people write the marks
/// and, if the rules need it, the last place. Whose turn it is stands beside it.
pub(crate) type Position = Vec<u64>;

/// Vertex and colour, from and to, heap and number, a vertex and 0, or all vertices that cops go to.
pub(crate) type Move = (u64, u64);

pub(crate) trait Rules {
    /// The board, if the game has one.
    fn board(&self) -> Option<&Graph> {
        None
    }

    /// The names of the first and the second player, if they stand for roles: then the
    /// statement says who is to move. Otherwise the first is who is to move at the start.
    fn player_names(&self) -> Option<[&str; 2]> {
        None
    }

    /// What the statement claims in words, where the names of the players and "wins" do not do.
    fn claim(&self, _winner: Player) -> Option<&'static str> {
        None
    }

    /// Who wins if play goes on for ever, if somebody does.
    fn wins_endless_play(&self) -> Option<Player> {
        None
    }

    /// Can play go on for ever without a winner? Both players must have the same moves then.
    fn can_draw(&self) -> bool {
        false
    }

    /// Have both players the same moves, does all play end, and has the last to move always won?
    fn last_mover_wins(&self) -> bool {
        false
    }

    /// Does a verified symmetry of the board keep the rules?
    fn admit(&self, _map: &[u32]) -> Outcome<()> {
        Err("no symmetries in this game".to_owned())
    }

    /// Switches a lemma on, if the game has it.
    fn add_lemma(&mut self, _name: &str) -> Option<&'static str> {
        None
    }

    /// Reads a position and sees to it that it is legal.
    fn read_position(&self, text: &str) -> Outcome<Position>;

    fn read_move(&self, text: &str) -> Outcome<Move>;

    fn show_move(&self, mv: Move) -> String;

    /// Can it be this player's turn there?
    fn can_be_to_move(&self, _position: &Position, _mover: Player) -> bool {
        true
    }

    /// Who has won, if the game is over with `mover` to move.
    fn over(&self, position: &Position, mover: Player) -> Option<Player> {
        self.moves(position, mover)
            .is_empty()
            .then_some(mover.other())
    }

    /// About how many steps it takes to find all moves of a position, or whether play is over
    /// there; there are not more moves than that.
    fn cost(&self, position: &Position, mover: Player) -> u64;

    /// About how many steps an image takes.
    fn image_cost(&self) -> u64;

    /// All legal moves in a position where the game is not over.
    fn moves(&self, position: &Position, mover: Player) -> Vec<Move>;

    /// The position after a legal move.
    fn apply(&self, position: &Position, mv: Move) -> Position;

    /// The position with its board moved by a symmetry. Two positions with equal images and the
    /// same player to move have the same winner: colours renamed, or a lemma.
    fn image(&self, position: &Position, map: Option<&[u32]>) -> Vec<u8>;

    /// Reads a line about a region of what is left of a game, in which the winner is known to win
    /// from then on. How many replies it has.
    fn read_region(&mut self, _entry: &str, _meter: &Meter) -> Outcome<u64> {
        Err("no regions in this game".to_owned())
    }

    /// Do such regions show that the winner wins, the other player being to move?
    fn check_regions(&self, _: &Position, _maps: &str, _: &Meter) -> Outcome<()> {
        Err("no regions in this game".to_owned())
    }
}

/// The words for the marks at so many places: one character each, or between commas if there are
/// ten marks or more; `.` for no place.
pub(crate) fn each_mark(text: &str, marks: u64, places: usize) -> Outcome<Vec<&str>> {
    let single = || text.split("").filter(|mark| !mark.is_empty());
    let found: Vec<&str> = match marks > 9 {
        _ if text == "." => Vec::new(),
        true => text.split(',').take(places + 1).collect(),
        false => single().take(places + 1).collect(),
    };
    match found.len() == places {
        true => Ok(found),
        false => Err(format!("expected {places} marks, found {}", quote(text))),
    }
}

/// A row of marks, one a vertex, with the board moved.
pub(crate) fn moved(marks: impl Iterator<Item = u8>, map: Option<&[u32]>) -> Vec<u8> {
    let mut row: Vec<u8> = marks.collect();
    if let Some(map) = map {
        let before = row.clone();
        for (&to, mark) in map.iter().zip(before) {
            row[to as usize] = mark;
        }
    }
    row
}

/// The most colours; sets of colours are the bits of one word.
const MOST_COLORS: u64 = 60;

/// A graph and a number of colours for its vertices.
pub(crate) struct Palette {
    pub(crate) graph: Graph,
    pub(crate) colors: u64,
}

impl Palette {
    pub(crate) fn read(lines: &mut Lines) -> Outcome<Self> {
        Ok(Self {
            graph: Graph::read(lines, false)?,
            colors: number_in(&lines.parameter("colors")?, 1, MOST_COLORS)?,
        })
    }

    /// Steps to look at every vertex with its neighbours, and at every colour there.
    pub(crate) fn cost(&self) -> u64 {
        self.graph.looks() + self.graph.n as u64 * self.colors
    }

    /// Reads a colour for every vertex: one character each, or between commas if
    /// there are ten colours or more; `-` for none, and `.` for a board without vertices.
    pub(crate) fn read_position(&self, text: &str) -> Outcome<Position> {
        let marks = each_mark(text, self.colors, self.graph.n)?;
        let color = |mark| match mark {
            "-" => Ok(0),
            _ => number_in(mark, 1, self.colors),
        };
        marks.into_iter().map(color).collect()
    }

    pub(crate) fn read_move(&self, text: &str) -> Outcome<Move> {
        pair(text, '=')
    }

    pub(crate) fn apply(&self, colors: &Position, (v, color): Move) -> Position {
        let mut after = colors.clone();
        after[v as usize] = color;
        after
    }

    /// The image under a symmetry, with the colours named 1, 2, 3… in the order in which they
    /// first appear.
    pub(crate) fn image(&self, colors: &Position, map: Option<&[u32]>) -> Vec<u8> {
        let mut image = moved(colors.iter().map(|&color| color as u8), map);
        rename(&mut image);
        image
    }
}

fn rename(colors: &mut [u8]) {
    let mut names = [0; MOST_COLORS as usize + 1];
    let mut used = 0;
    for color in colors.iter_mut().filter(|color| **color != 0) {
        let name = &mut names[usize::from(*color)];
        if *name == 0 {
            used += 1;
            *name = used;
        }
        *color = *name;
    }
}
