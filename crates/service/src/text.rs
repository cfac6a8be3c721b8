//! Words that answers share: headings, verdicts, moves, numbers with their nouns. What an answer
//! says in words is said beside it; every door prints the same.

use crate::answer::{JudgedMove, Sampled};
use crate::setup::Opened;
use outplay_board::Shape;
use outplay_engine::Outcome;
use outplay_games::SideName;

/// A number with its noun: "1 edge", "12 edges".
pub fn count(n: u64, noun: &str) -> String {
    match (n, noun.strip_suffix("ex")) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{} {stem}ices", grouped(n)),
        _ => format!("{} {noun}s", grouped(n)),
    }
}

/// A number with commas between groups of three digits.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The game and its board in words: "coloring on petersen (10 vertices, 15 edges), 3 colours".
pub fn heading(opened: &Opened) -> String {
    let description = opened.game.description();
    let mut text = description.name.to_string();
    if opened.has_board() {
        let edge = match opened.board.shape {
            Shape::Undirected(_) => "edge",
            Shape::Directed(_) => "arc",
        };
        text += &format!(
            " on {} ({}, {})",
            opened.title(),
            count(opened.board.vertex_count() as u64, "vertex"),
            count(opened.board.edge_count() as u64, edge)
        );
    }
    let (mut values, start) = (opened.game.values(), opened.game.start());
    let mover = opened.game.side(opened.game.to_move(&start));
    let mut to_move = None;
    // Where somebody has moved on the board already, who starts is not who is to move.
    if let Some(starter) = &description.starter
        && description.starting_side(&values) != mover
    {
        values.remove(starter);
        to_move = Some(format!("{} to move", description.sides[mover].title));
    }
    for phrase in description.phrases(&values).into_iter().chain(to_move) {
        text += &format!(", {phrase}");
    }
    text
}

/// The same on a line, with the position that was said.
pub(crate) fn heading_at(opened: &Opened, position: Option<&String>) -> String {
    let at = position.map_or(String::new(), |position| format!(", at {position}"));
    format!("{}{at}\n", heading(opened))
}

/// The side that a word of an answer means.
pub fn side<'a>(opened: &'a Opened, word: &str) -> &'a SideName {
    let description = opened.game.description();
    &description.sides[description.side(word).unwrap_or(0)]
}

/// Who wins, in a sentence. `to_move` is there if a position was said.
pub fn verdict_line(
    opened: &Opened,
    to_move: &Option<String>,
    outcome: Outcome,
    moves: Option<u32>,
) -> String {
    let description = opened.game.description();
    let lasts = match moves {
        Some(0) => ", the game is over".to_owned(),
        Some(n) => format!(" in {}", count(n.into(), "move")),
        None => String::new(),
    };
    let relative = description.is_by_turn();
    match (outcome, to_move) {
        (Outcome::Draw, _) => "A draw: neither player can force a win.".to_owned(),
        (_, Some(_)) if relative => {
            let wins = if outcome == Outcome::Win {
                "wins"
            } else {
                "loses"
            };
            format!("The player to move {wins}{lasts}.")
        }
        (_, Some(word)) => {
            let mover = side(opened, word);
            let winner = match outcome {
                Outcome::Win => mover,
                _ => description
                    .sides
                    .iter()
                    .find(|side| *side != mover)
                    .unwrap_or(mover),
            };
            format!("{}{lasts} ({} to move).", winner.does("wins"), mover.title)
        }
        (_, None) => {
            let start = opened.game.start();
            let mover = opened.game.to_move(&start);
            let winner = match outcome {
                Outcome::Win => mover,
                _ => mover.other(),
            };
            let winner = match relative {
                true => side(opened, opened.word_at(&start, winner)),
                false => opened.game.player_name(winner),
            };
            format!("{}{lasts}.", winner.does("wins"))
        }
    }
}

/// A move with its verdict.
pub fn move_line(m: &JudgedMove) -> String {
    let lasts = match m.remoteness {
        Some(n) => format!(" in {}", count(n.into(), "move")),
        None => String::new(),
    };
    let value = match m.grundy {
        Some(Some(value)) => format!(", to Grundy value {value}"),
        _ => String::new(),
    };
    format!("{:<12} {}{lasts}{value}", m.named.text, m.verdict.word())
}

/// What sampling says of a move.
pub(crate) fn sampled(sampled: &Sampled) -> String {
    let games = count(sampled.games, "game");
    let wrong = if sampled.wrong { ": wrong" } else { "" };
    match sampled.bound {
        None => ", never sampled".to_owned(),
        Some(bound) => format!(
            ", sampled {games}, {} won, bound {bound:.3}{wrong}",
            percent(sampled.share)
        ),
    }
}

/// Lines of cells in columns, indented; the first `left` columns start at the left, the
/// others end at the right.
pub fn table(lines: &[Vec<String>], left: usize) -> String {
    let width = |text: &str| text.chars().count();
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|i| {
            lines
                .iter()
                .filter_map(|line| line.get(i))
                .map(|cell| width(cell))
                .max()
        })
        .map(Option::unwrap_or_default)
        .collect();
    let line = |cells: &Vec<String>| {
        let mut text = String::new();
        for (i, (cell, wide)) in cells.iter().zip(&widths).enumerate() {
            let space = " ".repeat(wide - width(cell));
            text += "  ";
            text += &match i < left {
                true => format!("{cell}{space}"),
                false => format!("{space}{cell}"),
            };
        }
        text.trim_end().to_owned()
    };
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A share of all, in words.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_read_well() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(count(1, "vertex"), "1 vertex");
        assert_eq!(count(1000, "vertex"), "1,000 vertices");
        assert_eq!(count(2, "edge"), "2 edges");
    }
}
