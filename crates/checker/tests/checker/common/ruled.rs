//! Games that people write, a second time: who wins by the table of a statement, by playing every
//! game.

use super::{Row, Statement};
use std::collections::HashMap;

/// A table with what it needs around it. Everything is kept as numbers in lists.
pub(crate) struct Ruled<'a> {
    statement: &'a Statement,
    /// Which sites lie side by side.
    beside: Vec<Vec<bool>>,
    ends: Vec<(usize, usize)>,
    looks: Vec<&'a str>,
    rows: HashMap<Vec<Row>, Row>,
    marks: usize,
}

/// The marks, and the last place (or nothing) and whose turn it is: 1 or 2.
type State = (Row, Option<usize>, usize);

fn numbers(word: &str) -> Row {
    let list = word.split(',').filter(|word| *word != "-");
    list.map(|n| n.parse().unwrap()).collect()
}

impl<'a> Ruled<'a> {
    pub(crate) fn read(statement: &'a Statement) -> Self {
        let is = |key: &str, value: &str| statement.value(key) == value;
        let arcs = is("board", "digraph");
        let ends = statement.pairs(if arcs { "arcs" } else { "edges" });
        let n = statement.number("vertices");
        let vertices = is("sites", "vertices");
        let sites = if vertices { n } else { ends.len() };
        let joined = |a: usize, b: usize| match vertices {
            true => ends.contains(&(a, b)) || ends.contains(&(b, a)),
            false => {
                let (e, f) = (ends[a], ends[b]);
                [e.0, e.1].iter().any(|v| *v == f.0 || *v == f.1)
            }
        };
        let row = |a| (0..sites).map(|b| a != b && joined(a, b)).collect();
        let beside: Vec<Vec<bool>> = (0..sites).map(row).collect();
        let looks: Vec<&str> = statement.value("looks").split_whitespace().collect();
        let mut rows = HashMap::new();
        for line in statement.all("may") {
            let words: Vec<&str> = line.split(' ').collect();
            let (marks, seen) = words.split_last().unwrap();
            let mut key: Vec<Row> = seen.iter().map(|word| numbers(word)).collect();
            for (look, list) in looks.iter().zip(&mut key) {
                if ["seen", "far"].contains(look) {
                    list.sort_unstable();
                    list.dedup();
                }
            }
            rows.insert(key, numbers(marks));
        }
        Self {
            statement,
            beside,
            ends,
            looks,
            rows,
            marks: match is("marks", "own") {
                true => 2,
                false => statement.number("marks"),
            },
        }
    }

    fn is(&self, key: &str, value: &str) -> bool {
        self.statement.value(key) == value
    }

    fn sites(&self) -> usize {
        self.beside.len()
    }

    /// Who really wins: the name in the statement.
    pub(crate) fn truth(&self) -> String {
        let text = self.statement.start_word();
        let (row, last) = text.split_once('/').unwrap_or((text, "-"));
        let mark = |mark: &str| mark.parse().unwrap_or(0);
        let row: Row = match row {
            "." => Vec::new(),
            _ if self.marks > 9 => row.split(',').map(mark).collect(),
            _ => row.chars().map(|c| mark(&c.to_string())).collect(),
        };
        let players = self.statement.value("players");
        let names: Vec<&str> = match players {
            "same" => vec!["first", "second"],
            names => names.split(' ').collect(),
        };
        let turn = match players {
            "same" => 1,
            _ => 1 + usize::from(self.is("to-move", names[1])),
        };
        let start = (row, last.parse().ok(), turn);
        let winner = match self.statement.heap() {
            Some(heap) => 1 + usize::from(self.grundy(&start, &mut HashMap::new()) == heap),
            None => self.winner(&start, &mut HashMap::new()),
        };
        names[winner - 1].to_owned()
    }

    fn grundy(&self, state: &State, known: &mut HashMap<State, usize>) -> usize {
        if let Some(&value) = known.get(state) {
            return value;
        }
        let after = self.after(state);
        let values: Vec<usize> = after.iter().map(|next| self.grundy(next, known)).collect();
        let value = (0..).find(|value| !values.contains(value)).unwrap();
        known.insert(state.clone(), value);
        value
    }

    fn winner(&self, state: &State, known: &mut HashMap<State, usize>) -> usize {
        if let Some(&winner) = known.get(state) {
            return winner;
        }
        let turn = state.2;
        let winner = self.over(state).unwrap_or_else(|| {
            let mut after = self.after(state).into_iter();
            match after.any(|next| self.winner(&next, known) == turn) {
                true => turn,
                false => 3 - turn,
            }
        });
        known.insert(state.clone(), winner);
        winner
    }

    fn over(&self, state: &State) -> Option<usize> {
        let (row, _, turn) = state;
        let free = || (0..row.len()).filter(|&site| row[site] == 0);
        let stuck = |&site: &usize| (1..=2).all(|turn| self.may(state, site, turn).is_empty());
        if self.is("end", "stuck") && free().any(|site| stuck(&site)) {
            return Some(2);
        }
        if !self.after(state).is_empty() {
            return None;
        }
        let first = |wins: bool| if wins { 1 } else { 2 };
        let count = |mark: usize| row.iter().filter(|m| **m == mark).count();
        Some(match self.statement.value("end") {
            "normal" => 3 - turn,
            "misere" => *turn,
            "maker" | "stuck" => first(free().count() == 0),
            "most" => first(count(1) > count(2)),
            "within" => first(self.steps(state, *turn).is_empty()),
            end => panic!("{end}"),
        })
    }

    fn made(&self, row: &Row) -> usize {
        let start = self.is("move", "token") && self.is("sites", "vertices");
        row.iter().filter(|mark| **mark > 0).count() - usize::from(start)
    }

    /// The marks that may be put.
    fn may(&self, (row, last, _): &State, site: usize, turn: usize) -> Row {
        let near: Row = (0..row.len()).filter(|&w| self.beside[site][w]).collect();
        let touches = |a: usize, b: usize| self.beside[a][b];
        let at_two = |&w: &usize| {
            w != site && !touches(site, w) && near.iter().any(|&between| touches(between, w))
        };
        let set = |sites: &[usize]| {
            let mut set: Row = sites.iter().map(|&w| row[w]).filter(|m| *m > 0).collect();
            set.sort_unstable();
            set.dedup();
            set
        };
        let removes = self.statement.value("move").starts_with("remove");
        let see = |look: &&str| match *look {
            "mover" => vec![turn],
            "seen" => set(&near),
            "counts" => {
                let count = |mark| near.iter().filter(|w| row[**w] == mark).count();
                (1..=self.marks).map(count).collect()
            }
            "marked" => vec![near.iter().filter(|w| row[**w] > 0).count()],
            "far" => set(&(0..row.len()).filter(at_two).collect::<Row>()),
            "fresh" => {
                let marked = |w: usize| row[w] > 0;
                let dominated =
                    |w: usize| marked(w) || (0..row.len()).any(|u| marked(u) && touches(w, u));
                vec![near.iter().filter(|w| !dominated(**w)).count()]
            }
            "degree" => vec![near.iter().filter(|w| !removes || row[**w] == 0).count()],
            "empty" => vec![usize::from(self.made(row) == 0)],
            "last" => vec![last.map_or(0, |site| row[site])],
            "beside" => vec![usize::from(last.is_some_and(|last| touches(site, last)))],
            look => panic!("{look}"),
        };
        let key: Vec<Row> = self.looks.iter().map(see).collect();
        let mut marks = self.rows.get(&key).cloned().unwrap_or_default();
        if self.is("marks", "own") {
            marks.retain(|mark| *mark == turn);
        }
        if row[site] > 0 {
            marks.clear();
        }
        marks
    }

    /// What marks, removes or walks, without a look at the limit.
    fn steps(&self, state: &State, turn: usize) -> Vec<State> {
        let (row, last, _) = state;
        let other = 3 - turn;
        let mut list = Vec::new();
        if self.is("move", "token") {
            let token = last.unwrap();
            for (edge, &(a, b)) in self.ends.iter().enumerate() {
                let both = if self.is("board", "graph") { 2 } else { 1 };
                for (from, to) in [(a, b), (b, a)].into_iter().take(both) {
                    let on_vertices = self.is("sites", "vertices");
                    let site = if on_vertices { to } else { edge };
                    if from == token && !self.may(state, site, turn).is_empty() {
                        let mut row = row.clone();
                        row[site] = 1;
                        list.push((row, Some(to), other));
                    }
                }
            }
            return list;
        }
        let keeps = self
            .looks
            .iter()
            .any(|look| ["last", "beside"].contains(look));
        for site in 0..self.sites() {
            if self.is("turns", "point") && *last != Some(site) {
                continue;
            }
            let mut marks = self.may(state, site, turn);
            marks.dedup();
            for mark in marks {
                let mut row = row.clone();
                row[site] = mark;
                if self.is("move", "remove-neighbours") {
                    let near = |w: &usize| self.beside[site][*w];
                    (0..row.len()).filter(near).for_each(|w| row[w] = 1);
                }
                list.push((row, keeps.then_some(site), other));
            }
        }
        list
    }

    fn after(&self, state: &State) -> Vec<State> {
        let (row, last, turn) = state;
        let limit = self.statement.value("moves");
        let late = limit
            .parse()
            .is_ok_and(|limit: usize| self.made(row) >= limit);
        let steps = |turn| {
            if late {
                Vec::new()
            } else {
                self.steps(state, turn)
            }
        };
        if self.is("turns", "point") && last.is_none() {
            let free = (0..row.len()).filter(|&site| row[site] == 0 && !late);
            return free.map(|site| (row.clone(), Some(site), 2)).collect();
        }
        let mut after = steps(*turn);
        let passes = self.is("pass", &turn.to_string());
        if passes && !(after.is_empty() && steps(3 - turn).is_empty()) {
            after.push((row.clone(), *last, 3 - turn));
        }
        after
    }
}
