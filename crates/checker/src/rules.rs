//! What the checker must know of a game: its plain rules, and a key that only
//! positions with the same winner share.

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

/// A colour for every vertex (0 for none), an arrow for every edge (0 for none),
/// the vertex of the token, or the heaps. Whose turn it is stands beside it.
pub(crate) type Position = Vec<u64>;

/// Vertex and colour, from and to, the vertex that the token goes to, or heap
/// and number.
pub(crate) type Move = (u64, u64);

pub(crate) trait Rules {
    /// Reads a position and sees to it that it is legal.
    fn read_position(&self, text: &str) -> Result<Position, String>;

    fn read_move(&self, text: &str) -> Result<Move, String>;

    fn show_move(&self, mv: Move) -> String;

    /// Who has won, if the game is over with `mover` to move.
    fn over(&self, position: &Position, mover: Player) -> Option<Player>;

    /// All legal moves in a position where the game is not over.
    fn moves(&self, position: &Position, mover: Player) -> Vec<Move>;

    fn apply(&self, position: &Position, mv: Move) -> Position;

    /// Two positions with equal keys and the same player to move have the same
    /// winner: colours renamed, the board moved by a symmetry, or a lemma.
    fn key(&self, position: &Position) -> Vec<u8>;
}

/// The least image of a row of marks under the symmetries (and none of them);
/// `rename` brings an image to a normal form.
pub(crate) fn least_image(
    marks: &[u64],
    symmetries: &[Vec<u32>],
    rename: impl Fn(&mut [u8]),
) -> Vec<u8> {
    let mut least: Vec<u8> = marks.iter().map(|&mark| mark as u8).collect();
    rename(&mut least);
    let mut image = least.clone();
    for map in symmetries {
        for (&to, &mark) in map.iter().zip(marks) {
            image[to as usize] = mark as u8;
        }
        rename(&mut image);
        if image < least {
            least.clone_from(&image);
        }
    }
    least
}

/// Colours named 1, 2, 3… in the order in which they first appear.
pub(crate) fn rename_colors(colors: &mut [u8]) {
    let mut names = [0; 256];
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

/// The most colours; sets of colours are the bits of one word.
pub(crate) const MOST_COLORS: u64 = 60;

/// Reads a colour for every vertex: one character each, or between commas if
/// there are ten colours or more; `-` for none, and `.` for a board without vertices.
pub(crate) fn read_colors(text: &str, n: usize, colors: u64) -> Result<Position, String> {
    let marks: Vec<&str> = match text {
        "." => Vec::new(),
        _ if colors > 9 => text.split(',').collect(),
        _ => text.split("").filter(|mark| !mark.is_empty()).collect(),
    };
    if marks.len() != n {
        return Err(format!("expected {n} colours, found {}", marks.len()));
    }
    let color = |mark| match mark {
        "-" => Ok(0),
        _ => crate::lines::number_in(mark, 1, colors),
    };
    marks.into_iter().map(color).collect()
}
