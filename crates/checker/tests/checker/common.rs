//! What the tests share: sealing altered certificates again, and the truth about
//! a statement by brute force over plain rules.

mod ruled;

use std::collections::{BTreeSet, HashMap};

/// The same certificate with counts and checksum that fit.
pub(crate) fn sealed(certificate: &str) -> String {
    let mut lines: Vec<&str> = certificate.lines().collect();
    if lines.last().is_some_and(|line| line.starts_with("end")) {
        lines.pop();
    }
    let mut strategy = lines.iter().skip_while(|line| **line != "strategy");
    strategy.next();
    let entries: Vec<&&str> = strategy.collect();
    let replies = |line: &&str| match line.strip_prefix("r ") {
        Some(region) => region.split(' ').count().saturating_sub(2),
        None => line.matches(':').count(),
    };
    let replies: usize = entries.iter().copied().map(replies).sum();
    let body: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let fnv = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    let sum = body.bytes().fold(0xcbf2_9ce4_8422_2325, fnv);
    format!("{body}end {} {replies} {sum:016x}\n", entries.len())
}

/// The statement of a certificate, read without mercy: only for accepted ones.
pub(crate) struct Statement {
    lines: Vec<(String, String)>,
}

type Row = Vec<usize>;

impl Statement {
    pub(crate) fn read(certificate: &str) -> Self {
        let header = certificate.lines().take_while(|line| *line != "strategy");
        let split = |line: &str| {
            let (key, value) = line.split_once(' ').unwrap_or((line, ""));
            (key.to_owned(), value.to_owned())
        };
        Self {
            lines: header.map(split).collect(),
        }
    }

    fn all(&self, key: &str) -> Vec<&str> {
        let lines = self.lines.iter().filter(|(k, _)| k == key);
        lines.map(|(_, value)| value.as_str()).collect()
    }

    pub(crate) fn value(&self, key: &str) -> &str {
        self.all(key)[0]
    }

    fn number(&self, key: &str) -> usize {
        self.value(key).parse().unwrap()
    }

    fn pairs(&self, key: &str) -> Vec<(usize, usize)> {
        let words = self.all(key).into_iter().flat_map(str::split_whitespace);
        let pair = |word: &str| {
            let (a, b) = word.split_once(['-', '>']).unwrap();
            (a.parse().unwrap(), b.parse().unwrap())
        };
        words.map(pair).collect()
    }

    /// The position at the start, without the heap beside it.
    fn start_word(&self) -> &str {
        let start = self.value("start");
        start.split_once('*').map_or(start, |(game, _)| game)
    }

    /// How many there are in the heap beside the game.
    fn heap(&self) -> Option<usize> {
        Some(self.all("heap").first()?.parse().unwrap())
    }

    fn start(&self) -> Row {
        let text = self.start_word();
        match (self.value("game"), text) {
            (_, ".") => Vec::new(),
            ("subtraction", _) => text.split(',').map(|n| n.parse().unwrap()).collect(),
            ("token", _) => vec![text.parse().unwrap()],
            ("node-kayles", _) => text.chars().map(|c| "-x".find(c).unwrap()).collect(),
            ("cycles", _) => text.chars().map(|c| "0+-".find(c).unwrap()).collect(),
            _ if text.contains(',') => text.split(',').map(|c| c.parse().unwrap_or(0)).collect(),
            _ => text
                .chars()
                .map(|c| c.to_digit(10).unwrap_or(0) as usize)
                .collect(),
        }
    }

    /// Who really wins.
    pub(crate) fn truth(&self) -> &'static str {
        if self.value("game") == "rules" {
            return Box::leak(ruled::Ruled::read(self).truth().into());
        }
        if self.value("game") == "cops" {
            return self.cops();
        }
        let start = self.start();
        let mut known = HashMap::new();
        let first = |wins| if wins { "first" } else { "second" };
        let take: Row = match self.all("take")[..] {
            [take] => take.split(',').map(|n| n.parse().unwrap()).collect(),
            _ => Row::new(),
        };
        let subtraction = |row: &Row| {
            let all = (0..row.len()).flat_map(|i| take.iter().map(move |t| (i, t)));
            let legal = all.filter(|&(i, &t)| t <= row[i]);
            End::After(legal.map(|(i, &t)| with(row, i, row[i] - t)).collect())
        };
        if let Some(heap) = self.heap() {
            let game = |row: &Row| match self.value("game") {
                "edge" => self.edge(row),
                "cycles" => self.cycles(row),
                "node-kayles" => self.node_kayles(row),
                "subtraction" => subtraction(row),
                game => panic!("{game}"),
            };
            return first(grundy(&game, &start, &mut HashMap::new()) != heap);
        }
        match self.value("game") {
            "coloring" => {
                let alice = self.value("to-move") == "alice";
                let game = |row: &Row, alice| self.coloring(row, alice);
                let wins = mover_wins(&game, &start, alice, &mut known);
                if wins == alice { "alice" } else { "bob" }
            }
            "edge" => first(mover_wins(
                &|row, _| self.edge(row),
                &start,
                true,
                &mut known,
            )),
            "cycles" => first(mover_wins(
                &|row, _| self.cycles(row),
                &start,
                true,
                &mut known,
            )),
            "node-kayles" => first(mover_wins(
                &|row, _| self.node_kayles(row),
                &start,
                true,
                &mut known,
            )),
            "subtraction" => first(mover_wins(
                &|row, _| subtraction(row),
                &start,
                true,
                &mut known,
            )),
            "token" => self.token(start[0]),
            game => panic!("{game}"),
        }
    }

    fn coloring(&self, row: &Row, alice: bool) -> End {
        let edges = self.pairs("edges");
        let free = |v: usize, c: usize| {
            let near =
                |&(a, b): &(usize, usize)| (a == v && row[b] == c) || (b == v && row[a] == c);
            !edges.iter().any(near)
        };
        let colors = 1..=self.number("colors");
        let open: Row = (0..row.len()).filter(|&v| row[v] == 0).collect();
        if open.iter().any(|&v| !colors.clone().any(|c| free(v, c))) {
            return if alice { End::Lost } else { End::Won };
        }
        if open.is_empty() {
            return if alice { End::Won } else { End::Lost };
        }
        let all = open
            .iter()
            .flat_map(|&v| colors.clone().map(move |c| (v, c)));
        let legal = all.filter(|&(v, c)| free(v, c));
        let mut after: Vec<Row> = legal.map(|(v, c)| with(row, v, c)).collect();
        if self.value("pass") == if alice { "alice" } else { "bob" } {
            after.push(row.clone());
        }
        End::After(after)
    }

    fn edge(&self, row: &Row) -> End {
        let edges = self.pairs("edges");
        let distinct = |row: &Row| {
            let both = edges.iter().filter(|&&(a, b)| row[a] != 0 && row[b] != 0);
            let mut pairs: Vec<_> = both
                .map(|&(a, b)| (row[a].min(row[b]), row[a].max(row[b])))
                .collect();
            let count = pairs.len();
            pairs.sort_unstable();
            pairs.dedup();
            pairs.len() == count
        };
        let open = (0..row.len()).filter(|&v| row[v] == 0);
        let all = open.flat_map(|v| (1..=self.number("colors")).map(move |c| with(row, v, c)));
        End::After(all.filter(distinct).collect())
    }

    fn node_kayles(&self, row: &Row) -> End {
        let edges = self.pairs("edges");
        let apart = |row: &Row| !edges.iter().any(|&(a, b)| row[a] == 1 && row[b] == 1);
        let free = (0..row.len()).filter(|&v| row[v] == 0);
        let all = free.map(|v| with(row, v, 1));
        End::After(all.filter(apart).collect())
    }

    fn cycles(&self, row: &Row) -> End {
        let edges = self.pairs("edges");
        // Does the arrow between a and b, if any, go from a to b?
        let goes = |row: &Row, a: usize, b: usize| {
            let edge = edges
                .iter()
                .position(|&e| e == (a.min(b), a.max(b)))
                .unwrap();
            row[edge] == if a < b { 1 } else { 2 }
        };
        let closed = self.all("cell").into_iter().any(|cell| {
            let walk: Row = cell.split(' ').map(|v| v.parse().unwrap()).collect();
            let steps = || (0..walk.len()).map(|i| (walk[i], walk[(i + 1) % walk.len()]));
            steps().all(|(a, b)| goes(row, a, b)) || steps().all(|(a, b)| goes(row, b, a))
        });
        if closed {
            return End::Lost;
        }
        let mixed = |row: &Row, v: usize| {
            let at = || edges.iter().filter(move |&&(a, b)| a == v || b == v);
            let other = |&(a, b): &(usize, usize)| a + b - v;
            at().any(|e| !goes(row, v, other(e))) && at().any(|e| !goes(row, other(e), v))
        };
        let open = (0..row.len()).filter(|&e| row[e] == 0);
        let all = open.flat_map(|e| [1, 2].map(|arrow| (e, with(row, e, arrow))));
        let legal = all.filter(|(e, row)| mixed(row, edges[*e].0) && mixed(row, edges[*e].1));
        End::After(legal.map(|(_, row)| row).collect())
    }

    fn token(&self, start: usize) -> &'static str {
        let n = self.number("vertices");
        let arcs = self.pairs("arcs");
        let mut wins: Vec<Option<bool>> = vec![None; n];
        for _ in 0..=n {
            for v in 0..n {
                let mut after = arcs.iter().filter(|arc| arc.0 == v).map(|arc| wins[arc.1]);
                if after.clone().any(|next| next == Some(false)) {
                    wins[v] = Some(true);
                } else if after.all(|next| next == Some(true)) {
                    wins[v] = Some(false);
                }
            }
        }
        match wins[start] {
            Some(true) => "first",
            Some(false) => "second",
            None => "draw",
        }
    }

    /// Who wins with cops that have names: the robber where the cops do not catch it within as many
    /// rounds as there are ways to stand.
    fn cops(&self) -> &'static str {
        let (n, k) = (self.number("vertices"), self.number("cops"));
        let edges = self.pairs("edges");
        let near = |a: usize, b: usize| a == b || edges.contains(&(a.min(b), a.max(b)));
        // Who of the cops is where does not matter: each way to stand is in order.
        let beside = |way: &Row, v: usize| {
            let mut way = [&way[..], &[v]].concat();
            way.sort_unstable();
            way
        };
        let all = |ways: BTreeSet<Row>, go: &dyn Fn(usize) -> bool| -> BTreeSet<Row> {
            let here = (0..n).filter(|&v| go(v));
            here.flat_map(|v| ways.iter().map(move |way| beside(way, v)))
                .collect()
        };
        let none = || BTreeSet::from([Row::new()]);
        let ways: Vec<Row> = (0..k)
            .fold(none(), |ways, _| all(ways, &|_| true))
            .into_iter()
            .collect();
        let place = |way: &Row| ways.binary_search(way).unwrap();
        let next = |from: &Row| -> Vec<usize> {
            let to = from.iter().fold(none(), |to, &v| all(to, &|w| near(v, w)));
            to.iter().map(place).collect()
        };
        let nexts: Vec<Vec<usize>> = ways.iter().map(next).collect();
        let caught = |way: usize, robber: usize| ways[way].contains(&robber);
        // Are the cops known to win, with themselves or with the robber to move?
        let mut wins = [0, 1].map(|_| vec![vec![false; n]; ways.len()]);
        loop {
            let mut after = wins.clone();
            for (way, robber) in (0..ways.len()).flat_map(|way| (0..n).map(move |v| (way, v))) {
                let moves = nexts[way].iter().any(|&to| wins[1][to][robber]);
                let answers = (0..n).all(|to| !near(robber, to) || wins[0][way][to]);
                after[0][way][robber] = caught(way, robber) || moves;
                after[1][way][robber] = caught(way, robber) || answers;
            }
            if after == wins {
                break;
            }
            wins = after;
        }
        let (cops, robber) = self.value("start").split_once('/').unwrap();
        let chosen = |way: usize| wins[0][way].iter().all(|&wins| wins);
        let is_there =
            |cops: &str| -> usize { place(&cops.split(',').map(|v| v.parse().unwrap()).collect()) };
        let cops_win = match (cops, robber) {
            ("-", _) => (0..ways.len()).any(chosen),
            (cops, "-") => chosen(is_there(cops)),
            (cops, robber) => {
                let mover = usize::from(self.value("to-move") == "robber");
                wins[mover][is_there(cops)][robber.parse::<usize>().unwrap()]
            }
        };
        if cops_win { "cops" } else { "robber" }
    }
}

/// The game is over for the player to move, or goes on.
enum End {
    Won,
    Lost,
    After(Vec<Row>),
}

fn with(row: &Row, i: usize, mark: usize) -> Row {
    let mut row = row.clone();
    row[i] = mark;
    row
}

/// The Grundy value by its definition.
fn grundy(game: &dyn Fn(&Row) -> End, row: &Row, known: &mut HashMap<Row, usize>) -> usize {
    if let Some(&value) = known.get(row) {
        return value;
    }
    let after = match game(row) {
        End::Won | End::Lost => Vec::new(),
        End::After(rows) => rows,
    };
    let values: Vec<usize> = after.iter().map(|row| grundy(game, row, known)).collect();
    let value = (0..).find(|value| !values.contains(value)).unwrap();
    known.insert(row.clone(), value);
    value
}

fn mover_wins(
    game: &dyn Fn(&Row, bool) -> End,
    row: &Row,
    turn: bool,
    known: &mut HashMap<(Row, bool), bool>,
) -> bool {
    if let Some(&wins) = known.get(&(row.clone(), turn)) {
        return wins;
    }
    let wins = match game(row, turn) {
        End::Won => true,
        End::Lost => false,
        End::After(rows) => rows.iter().any(|row| !mover_wins(game, row, !turn, known)),
    };
    known.insert((row.clone(), turn), wins);
    wins
}
