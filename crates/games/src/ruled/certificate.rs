//! How certificates write games from rule files: the tabulated condition, so that the checker only has
//! to look up.

use crate::certificate::{Certified, MOST_VERTICES, board_rows, colors_word};
use outplay_board::{InputError, Shape};
use outplay_rules::file::{End, Limit, Moving, Turns, Where, word_of};
use outplay_rules::{Move, PASS, Position, Row, Ruled};
use std::collections::BTreeSet;

/// The most lines of a table.
const MOST_ROWS: usize = 1 << 20;

/// Marks as `1,3`, or `-` for none.
fn set_word(set: u32) -> String {
    let marks = (1..=32u32).filter(|mark| set >> (mark - 1) & 1 == 1);
    let marks: Vec<String> = marks.map(|mark| mark.to_string()).collect();
    match marks.is_empty() {
        true => "-".to_owned(),
        false => marks.join(","),
    }
}

/// What the condition sees, in the order of the table, and how a row says it.
#[expect(clippy::type_complexity, reason = "a list of names and functions")]
fn columns(game: &Ruled) -> Vec<(&'static str, Box<dyn Fn(&Row) -> String>)> {
    let looks = game.file().legal.looks;
    let removes = game.file().removes();
    let mut list: Vec<(&'static str, Box<dyn Fn(&Row) -> String>)> = Vec::new();
    let mut add = |yes: bool, name, say: Box<dyn Fn(&Row) -> String>| {
        if yes {
            list.push((name, say));
        }
    };
    let flag = |yes: bool| u8::from(yes).to_string();
    add(
        looks.mover || game.own(),
        "mover",
        Box::new(|row| (row.mover + 1).to_string()),
    );
    if let Some(near) = game.table.near_word().filter(|_| !removes) {
        add(
            true,
            near,
            Box::new(move |row| match near {
                "marked" => row.counts[0].to_string(),
                "seen" => {
                    let marks = row.counts.iter().enumerate();
                    set_word(marks.fold(0, |set, (i, &n)| set | n << i))
                }
                _ => {
                    let counts: Vec<String> = row.counts.iter().map(u32::to_string).collect();
                    counts.join(",")
                }
            }),
        );
    }
    add(looks.far, "far", Box::new(|row| set_word(row.far)));
    add(looks.fresh, "fresh", Box::new(|row| row.fresh.to_string()));
    add(
        looks.degree,
        "degree",
        Box::new(move |row| match removes {
            true => (row.degree - row.counts[0] as usize).to_string(),
            false => row.degree.to_string(),
        }),
    );
    add(looks.empty, "empty", Box::new(move |row| flag(row.empty)));
    add(looks.last, "last", Box::new(|row| row.last.to_string()));
    add(
        looks.beside,
        "beside",
        Box::new(move |row| flag(row.beside)),
    );
    list
}

fn table_rows(game: &Ruled) -> Result<Vec<String>, InputError> {
    let columns = columns(game);
    let looks: Vec<&str> = columns.iter().map(|column| column.0).collect();
    let mut rows = vec!["looks".to_owned()];
    if !looks.is_empty() {
        rows[0] += &format!(" {}", looks.join(" "));
    }
    let mut lines = BTreeSet::new();
    for row in game.table.rows() {
        let mut line = "may".to_owned();
        for (_, say) in &columns {
            line += &format!(" {}", say(&row));
        }
        lines.insert(format!("{line} {}", set_word(row.marks)));
        if lines.len() > MOST_ROWS {
            return Err(InputError::found(
                format_args!("a condition with more than {MOST_ROWS} cases"),
                "fewer, which is what certificates can hold",
            ));
        }
    }
    rows.extend(lines);
    if game.any_alike() {
        let alike: Vec<String> = game.alike[1..].iter().map(u8::to_string).collect();
        rows.push(format!("alike {}", alike.join(" ")));
    }
    Ok(rows)
}

impl Certified for Ruled {
    fn board_rows(&self) -> Result<Vec<String>, InputError> {
        let file = self.file();
        if file.ending.is_some() || file.until.is_some() {
            return Err(InputError::found(
                "an end that is a condition",
                "one that certificates can hold: normal, misere, maker, stuck, most or within",
            ));
        }
        let sides = super::describe(&self.rules).sides;
        let mut rows = vec![
            "game rules".to_owned(),
            format!("called {}", file.words.name),
        ];
        rows.push(match self.file().is_impartial() {
            true => "players same".to_owned(),
            false => format!("players {} {}", sides[0].word, sides[1].word),
        });
        let n = self.vertex_count();
        let directed = self.sites.directed;
        rows.push(format!(
            "board {}",
            if directed { "digraph" } else { "graph" }
        ));
        let (key, sign) = if directed {
            ("arcs", '>')
        } else {
            ("edges", '-')
        };
        let edges: Vec<(u32, u32)> = match (&self.board, file.sites) {
            (_, Where::Edges | Where::Arcs) => self.sites.ends.clone(),
            (Shape::Undirected(graph), _) => graph.edges().collect(),
            (Shape::Directed(digraph), _) => digraph.arcs().collect(),
        };
        rows.extend(board_rows(n, edges.into_iter(), key, sign, MOST_VERTICES)?);
        // The edges of a digraph are its arcs.
        let sites = match file.sites {
            Where::Edges if directed => Where::Arcs,
            sites => sites,
        };
        rows.push(format!("sites {}", word_of(&Where::WORDS, sites)));
        let moving = match file.moving {
            Moving::Mark => "mark",
            Moving::Remove => "remove",
            Moving::RemoveClosed => "remove-neighbours",
            Moving::Token => "token",
        };
        rows.push(format!("move {moving}"));
        rows.push(match self.own() {
            true => "marks own".to_owned(),
            false => format!("marks {}", self.marks),
        });
        rows.push(format!("turns {}", word_of(&Turns::WORDS, file.turns)));
        rows.push(match file.pass {
            None => "pass none".to_owned(),
            Some(side) => format!("pass {}", side + 1),
        });
        rows.push(match file.limit {
            Limit::None => "moves none".to_owned(),
            Limit::Fixed(_) | Limit::Parameter => format!("moves {}", self.limit),
        });
        rows.push(format!("end {}", word_of(&End::WORDS, file.end)));
        rows.extend(table_rows(self)?);
        Ok(rows)
    }

    fn position_word(&self, position: &Position) -> String {
        let at = self.at(position);
        let mut word = colors_word(at.row, self.marks);
        if self.records_last() {
            let last = at.last.checked_sub(1).map(|last| last.to_string());
            word += &format!("/{}", last.as_deref().unwrap_or("-"));
        }
        word
    }

    /// A mark of the mover's own is said, too.
    fn move_word(&self, position: &Position, mv: Move) -> String {
        match mv {
            Move { site: PASS, .. } => "pass".to_owned(),
            Move { site, .. } if self.own() => {
                let side = self.side_of(self.at(position).mover);
                format!("{site}={}", side + 1)
            }
            Move { site, mark } if self.chooses() && mark > 0 => format!("{site}={mark}"),
            Move { site, .. } => site.to_string(),
        }
    }

    fn symmetry_rows(&self) -> Vec<Vec<u32>> {
        self.automorphisms().to_vec()
    }

    fn key(&self, position: &Position, _: bool) -> (Vec<u8>, usize) {
        let (least, number) = self.least_image(position);
        (least.into_vec(), number)
    }
}
