//! How Monte-Carlo tree search grows its tree: one row a simulation, with its four steps as
//! textbooks draw them. The way down is thick, the new node is dark, and a node says how many of its
//! games were won by who moved there, and how many there were.

use crate::board::{Heaps, Picture, Scale};
use crate::geometry::{At, Point};
use crate::palette::{BLUE, DARK_VERMILION};
use crate::svg::{self, circle, document, line, moved, pen, rect};
use crate::text::text_width;
use outplay_board::Board;
use outplay_engine::Player;
use outplay_games::Marks;

const NODE: f64 = 15.0;
const LEVEL: f64 = 62.0;
const GAP: f64 = 26.0;
const TEXT: f64 = 11.0;
const NOTE: f64 = 13.0;
const PEBBLE: f64 = 6.0;

/// A simulation that is drawn.
#[derive(Clone, Debug)]
pub struct Simulated {
    /// The moves inside the tree, in words.
    pub path: Vec<String>,
    /// What stood on the board at the end.
    pub end: Marks,
    /// Who won; nobody in a draw.
    pub winner: Option<Player>,
    /// That in words.
    pub note: String,
}

/// A move in the tree.
struct Node {
    text: String,
    children: Vec<usize>,
    games: u32,
    /// Two for a game that was won by who made the move, one for a draw.
    points: u32,
}

impl Node {
    fn new(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            children: Vec::new(),
            games: 0,
            points: 0,
        }
    }

    fn score(&self) -> String {
        let half = if self.points % 2 == 1 { "½" } else { "" };
        match self.points / 2 {
            0 if !half.is_empty() => format!("{half}/{}", self.games),
            won => format!("{won}{half}/{}", self.games),
        }
    }
}

/// The tree at one time; the root comes first.
struct Tree(Vec<Node>);

impl Tree {
    /// The nodes of a path, the root among them, as far as they are there.
    fn find(&self, path: &[String]) -> Vec<usize> {
        let mut found = vec![0];
        for text in path {
            let children = &self.0[found[found.len() - 1]].children;
            match children.iter().find(|&&child| self.0[child].text == *text) {
                Some(&child) => found.push(child),
                None => break,
            }
        }
        found
    }

    /// Counts a game at every node of its path; `first` is to move at the root.
    fn count(&mut self, path: &[usize], winner: Option<Player>, first: Player) {
        let mut mover = first.other();
        for &node in path {
            self.0[node].games += 1;
            self.0[node].points += match winner {
                None => 1,
                Some(winner) => 2 * u32::from(winner == mover),
            };
            mover = mover.other();
        }
    }

    /// The middle of every node, and the size of it all.
    fn places(&self) -> (Vec<Point>, Point) {
        let mut places = vec![[0.0, NODE]; self.0.len()];
        let mut size = [2.0 * NODE, 2.0 * NODE];
        self.place(0, [0.0, NODE], &mut places, &mut size);
        (places, size)
    }

    /// Places a node and all below it, from `left` on, and says where that ends.
    fn place(&self, node: usize, [left, y]: Point, places: &mut [Point], size: &mut Point) -> f64 {
        let own = (2.0 * NODE + 8.0).max(text_width(&self.0[node].text, TEXT) + 8.0);
        let mut right = left;
        for &child in &self.0[node].children {
            right = self.place(child, [right, y + LEVEL], places, size);
        }
        right = right.max(left + own);
        places[node] = [(left + right) / 2.0, y];
        *size = [size[0].max(right), size[1].max(y + NODE)];
        right
    }

    /// Draws it, with a path and perhaps its last node as new.
    fn draw(&self, out: &mut String, path: &[usize], fresh: Option<usize>) {
        let (places, _) = self.places();
        for (node, at) in self.0.iter().zip(&places) {
            for &child in &node.children {
                let to = places[child];
                let (width, ink) = match path.contains(&child) {
                    true => (3.0, BLUE),
                    false => (1.0, "#777"),
                };
                let way = format!("M{}L{}", At(*at), At(to));
                svg::path(out, way, &pen(ink, width));
            }
        }
        for (i, (node, at)) in self.0.iter().zip(&places).enumerate() {
            let (fill, ink, border) = match (fresh == Some(i), path.contains(&i)) {
                (true, _) => (DARK_VERMILION, "#FFF", DARK_VERMILION),
                (false, true) => ("#FFF", "#222", BLUE),
                (false, false) => ("#FFF", "#222", "#777"),
            };
            let paint = format!(r#"fill="{fill}" stroke="{border}" stroke-width="1.5""#);
            circle(out, *at, NODE, &paint);
            let middle = [at[0], at[1] + 0.36 * TEXT];
            line(out, middle, (TEXT, "middle", ink), &node.score());
            if i > 0 {
                let wide = text_width(&node.text, TEXT) + 4.0;
                let above = at[1] - NODE - 15.0;
                let corner = [at[0] - wide / 2.0, above];
                rect(out, corner, [wide, 13.0], r##"fill="#FFF""##);
                let above = [at[0], above + 10.5];
                line(out, above, (TEXT, "middle", "#222"), &node.text);
            }
        }
    }
}

/// Draws simulations, the first of a tree; `first` is to move at its root.
pub fn simulations_svg(
    title: &str,
    board: &Board,
    simulations: &[Simulated],
    first: Player,
) -> String {
    let picture = (board.vertex_count() > 0).then(|| Picture::new(board, Scale::KEY));
    let mut tree = Tree(vec![Node::new("")]);
    let mut body = String::new();
    line(&mut body, [GAP, 1.2 * GAP], (16.0, "start", "#222"), title);
    let mut size = [GAP + text_width(title, 16.0), 2.2 * GAP];
    for (number, simulated) in (1..).zip(simulations) {
        let known = tree.find(&simulated.path);
        let fresh = (known.len() <= simulated.path.len()).then_some(tree.0.len());
        let mut panels: Vec<(String, String, Point)> = Vec::new();
        let panel = |tree: &Tree, path: &[usize], note: String| {
            let mut text = String::new();
            tree.draw(&mut text, path, fresh);
            (note, text, tree.places().1)
        };
        panels.push(panel(&tree, &known, format!("{number}. Selection")));
        let mut path = known;
        if let (Some(added), Some(mv)) = (fresh, simulated.path.last()) {
            tree.0.push(Node::new(mv));
            tree.0[path[path.len() - 1]].children.push(added);
            path.push(added);
            panels.push(panel(&tree, &path, format!("Expansion: {mv}")));
        } else {
            let note = "Expansion: none, the game is over".to_owned();
            panels.push(panel(&tree, &path, note));
        }
        let mut text = String::new();
        let end = match (&picture, simulated.end.heaps.as_deref()) {
            (_, Some(counts)) => {
                let heaps = Heaps::new(counts, PEBBLE);
                heaps.draw(&mut text, counts);
                heaps.size()
            }
            (Some(picture), None) => {
                picture.draw(&mut text, &simulated.end);
                picture.size
            }
            (None, None) => [0.0; 2],
        };
        panels.push((format!("Random game: {}", simulated.note), text, end));
        tree.count(&path, simulated.winner, first);
        panels.push(panel(&tree, &path, "Backpropagation".to_owned()));
        let mut left = GAP;
        let mut tall: f64 = 0.0;
        for (note, text, [wide, high]) in panels {
            let width = wide.max(text_width(&note, NOTE));
            line(&mut body, [left, size[1]], (NOTE, "start", "#222"), &note);
            moved(&mut body, [left, size[1] + NOTE], |out| out.push_str(&text));
            tall = tall.max(high);
            left += width + GAP;
        }
        size = [size[0].max(left), size[1] + tall + NOTE + 1.5 * GAP];
    }
    document(size, title, "", &body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_board::Graph;

    fn simulated(path: &[&str], winner: Player) -> Simulated {
        Simulated {
            path: path.iter().map(|&text| text.to_owned()).collect(),
            end: Marks::default(),
            winner: Some(winner),
            note: "it is over".to_owned(),
        }
    }

    #[test]
    fn a_node_counts_the_games_of_who_moved_there() {
        let board = Board::undirected(Graph::new(2, [(0, 1)]).unwrap());
        let games = [
            simulated(&["a"], Player::First),
            simulated(&["b"], Player::Second),
            simulated(&["a", "c"], Player::First),
        ];
        let svg = simulations_svg("three games", &board, &games, Player::First);
        let last = svg.rsplit("Backpropagation").next().unwrap();
        // The second player moved to the root and to c, the first one to a and to b.
        for score in [">1/3<", ">2/2<", ">0/1<", ">0/1<"] {
            assert!(last.contains(score), "{score} in {last}");
        }
        assert_eq!(last.matches("<circle").count(), 4);
        assert_eq!(svg.matches("Expansion").count(), 3);
    }

    #[test]
    fn a_game_that_ends_in_the_tree_adds_nothing() {
        let board = Board::undirected(Graph::new(1, []).unwrap());
        let games = [
            simulated(&["a"], Player::First),
            simulated(&["a"], Player::First),
        ];
        let svg = simulations_svg("twice", &board, &games, Player::First);
        assert!(svg.contains("Expansion: none, the game is over"));
        assert!(
            svg.rsplit("Backpropagation")
                .next()
                .unwrap()
                .contains(">2/2<")
        );
    }
}
