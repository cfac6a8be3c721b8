//! Writes certificates of Node Kayles. What it writes needs no trust.

use std::collections::{HashMap, HashSet};

/// Sets of vertices are the bits of one word.
type Set = u32;

pub(crate) struct Writer {
    n: usize,
    edges: Vec<(usize, usize)>,
    symmetries: Vec<Vec<usize>>,
    closed: bool,
    /// By the available vertices: does the player to move win?
    wins: HashMap<Set, bool>,
    won: HashSet<Set>,
    lost: HashSet<Set>,
    strategy: String,
}

impl Writer {
    /// With or without the lemma "closed".
    pub(crate) fn new(
        n: usize,
        edges: &[(usize, usize)],
        closed: bool,
        symmetries: Vec<Vec<usize>>,
    ) -> Self {
        Self {
            n,
            edges: edges.to_vec(),
            symmetries,
            closed,
            wins: HashMap::new(),
            won: HashSet::new(),
            lost: HashSet::new(),
            strategy: String::new(),
        }
    }

    /// The vertices that may be chosen when those of `chosen` were.
    fn available(&self, chosen: Set) -> Set {
        let beside = self.edges.iter().fold(0, |set, &(a, b)| {
            set | (chosen >> a & 1) << b | (chosen >> b & 1) << a
        });
        ((1 << self.n) - 1) & !chosen & !beside
    }

    fn moves(&self, chosen: Set) -> Vec<usize> {
        let available = self.available(chosen);
        (0..self.n).filter(|v| available >> v & 1 == 1).collect()
    }

    fn mover_wins(&mut self, chosen: Set) -> bool {
        let available = self.available(chosen);
        if let Some(&wins) = self.wins.get(&available) {
            return wins;
        }
        let moves = self.moves(chosen);
        let wins = moves.iter().any(|v| !self.mover_wins(chosen | 1 << v));
        self.wins.insert(available, wins);
        wins
    }

    fn key(&self, chosen: Set) -> Set {
        let set = match self.closed {
            true => self.available(chosen),
            false => chosen,
        };
        let image = |map: &Vec<usize>| (0..self.n).fold(0, |to, v| to | (set >> v & 1) << map[v]);
        self.symmetries.iter().map(image).fold(set, Set::min)
    }

    fn text(&self, chosen: Set) -> String {
        let mark = |v| if chosen >> v & 1 == 1 { 'x' } else { '-' };
        match self.n {
            0 => ".".to_owned(),
            n => (0..n).map(mark).collect(),
        }
    }

    /// The winner is to move: the reply, with all that it rests on written.
    fn reply(&mut self, chosen: Set) -> usize {
        let moves = self.moves(chosen);
        let wins = moves
            .into_iter()
            .find(|v| !self.mover_wins(chosen | 1 << v));
        let reply = wins.expect("the player to move wins");
        self.lose(chosen | 1 << reply);
        reply
    }

    /// The loser is to move.
    fn lose(&mut self, chosen: Set) {
        let moves = self.moves(chosen);
        if moves.is_empty() || self.lost.contains(&self.key(chosen)) {
            return;
        }
        let mut replies = Vec::new();
        for v in moves {
            let next = chosen | 1 << v;
            if !self.won.contains(&self.key(next)) {
                replies.push((v, next, self.reply(next)));
            }
        }
        self.strategy += &format!("l {}", self.text(chosen));
        for (v, next, reply) in replies {
            if self.won.insert(self.key(next)) {
                self.strategy += &format!(" {v}:{reply}");
            }
        }
        self.strategy += "\n";
        self.lost.insert(self.key(chosen));
    }

    /// The certificate from `chosen` on, not sealed yet.
    pub(crate) fn write(mut self, chosen: Set) -> String {
        let wins = self.mover_wins(chosen);
        if wins {
            let reply = self.reply(chosen);
            self.strategy += &format!("w {} {reply}\n", self.text(chosen));
        } else {
            self.lose(chosen);
        }
        let edges: String = self
            .edges
            .iter()
            .map(|(a, b)| format!(" {a}-{b}"))
            .collect();
        let lemma = if self.closed { "lemma closed\n" } else { "" };
        let symmetry = |map: &Vec<usize>| {
            let images: String = map.iter().map(|v| format!(" {v}")).collect();
            format!("symmetry{images}\n")
        };
        let symmetries: String = self.symmetries.iter().map(symmetry).collect();
        format!(
            "outplay-certificate 1\ngame node-kayles\nvertices {}\nedges{edges}\nstart {}\n\
             winner {}\n{lemma}{symmetries}strategy\n{}",
            self.n,
            self.text(chosen),
            if wins { "first" } else { "second" },
            self.strategy
        )
    }
}
