//! Games that people write themselves. The certificate says what a site can show and, for all that
//! it can show, which marks may be put there: the rules as a table, so that nothing has to be
//! understood here but looking up.

use crate::graph::Graph;
use crate::lines::{Lines, Outcome, number, number_in, quote, words};
use crate::meter::Meter;
use crate::rules::{Move, Player, Position, Rules, each_mark};
use std::collections::HashMap;

/// The most marks; sets of marks are bits.
const MOST_MARKS: u64 = 31;
/// The most lines of the table.
const MOST_ROWS: usize = 1 << 20;
/// What a line of the table takes beside what is seen.
const ROW_BYTES: usize = 96;
/// The move that passes, which is no site.
const PASS: Move = (u64::MAX, 0);

/// What a move does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moving {
    Mark,
    Remove,
    RemoveNeighbours,
    Token,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Normal,
    Misere,
    Maker,
    Stuck,
    Most,
    Within,
}

/// What can be seen at a site.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Mover,
    Seen,
    Counts,
    Marked,
    Far,
    Fresh,
    Degree,
    Empty,
    Last,
    Beside,
}

struct Ruled {
    board: Graph,
    /// The names of the players; none if they differ only in who moves.
    players: Option<[String; 2]>,
    /// The sites beside each site, and those at distance 2.
    near: Vec<Vec<usize>>,
    far: Vec<Vec<usize>>,
    /// Are the sites edges or arcs, in the order of the certificate?
    on_edges: bool,
    /// From every vertex, where a token can go, and the site which that marks.
    walks: Vec<Vec<(usize, usize)>>,
    moving: Moving,
    /// Has each player a mark of the player's own?
    own: bool,
    marks: u64,
    point: bool,
    pass: Option<Player>,
    limit: Option<u64>,
    end: End,
    looks: Vec<Look>,
    /// What is seen, and the marks that may be put there, as bits.
    table: HashMap<Vec<u64>, u64>,
    /// For every mark the least one that the rules treat alike.
    alike: Vec<u64>,
    /// Steps to look at all sites.
    cost: u64,
}

fn choice<T: Copy>(lines: &mut Lines, key: &'static str, all: &[(&str, T)]) -> Outcome<T> {
    let word = lines.parameter(key)?;
    let found = all.iter().find(|(name, _)| *name == word);
    found.map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        format!(
            "expected {key} {}, found {}",
            names.join(" or "),
            quote(&word)
        )
    })
}

pub(crate) fn read(lines: &mut Lines) -> Outcome<Box<dyn Rules>> {
    lines.parameter("called")?;
    let players = lines.parameter("players")?;
    let players = match players.split_once(' ') {
        None if players == "same" => None,
        Some((a, b)) if a != b && [a, b].iter().all(|name| is_name(name)) => {
            Some([a.to_owned(), b.to_owned()])
        }
        _ => {
            let players = quote(&players);
            return Err(format!("expected 'same' or two names, found {players}"));
        }
    };
    let directed = choice(lines, "board", &[("graph", false), ("digraph", true)])?;
    let board = Graph::read(lines, directed)?;
    let sites = ["vertices", "edges", "arcs"].map(|name| (name, name));
    let sites = choice(lines, "sites", &sites)?;
    if (sites == "edges" && directed) || (sites == "arcs" && !directed) {
        return Err("the edges of a graph or the arcs of a digraph can be sites".to_owned());
    }
    let on_edges = sites != "vertices";
    let kinds = [
        ("mark", Moving::Mark),
        ("remove", Moving::Remove),
        ("remove-neighbours", Moving::RemoveNeighbours),
        ("token", Moving::Token),
    ];
    let moving = choice(lines, "move", &kinds)?;
    let marks = lines.parameter("marks")?;
    let own = marks == "own";
    let marks = match own {
        true => 2,
        false => number_in(&marks, 1, MOST_MARKS)?,
    };
    let point = choice(lines, "turns", &[("mark", false), ("point", true)])?;
    let sides = [
        ("none", None),
        ("1", Some(Player::First)),
        ("2", Some(Player::Second)),
    ];
    let pass = choice(lines, "pass", &sides)?;
    let limit = lines.parameter("moves")?;
    let limit = match limit.as_str() {
        "none" => None,
        limit => Some(number(limit)?),
    };
    let ends = [
        ("normal", End::Normal),
        ("misere", End::Misere),
        ("maker", End::Maker),
        ("stuck", End::Stuck),
        ("most", End::Most),
        ("within", End::Within),
    ];
    let end = choice(lines, "end", &ends)?;
    let looks = read_looks(lines)?;

    let only_marks = moving == Moving::Mark;
    let told = matches!(end, End::Maker | End::Stuck);
    let backward = looks.contains(&Look::Last) || looks.contains(&Look::Beside);
    for (wrong, why) in [
        (!only_marks && (own || marks > 1), "a mark cannot be chosen"),
        (!only_marks && backward, "the last move is not known"),
        (point && (!only_marks || own || !told), "nobody can point"),
        (
            point && (backward || pass.is_some()),
            "who points does just that",
        ),
        (
            moving == Moving::Token && end == End::Stuck,
            "no site is ever stuck",
        ),
        (
            moving == Moving::RemoveNeighbours && limit.is_some(),
            "moves cannot be counted",
        ),
        (end == End::Most && !own, "marks belong to nobody"),
        (end == End::Within && limit.is_none(), "there is no limit"),
        (
            players.is_none() && (own || point || pass.is_some() || end != End::Normal)
                || players.is_none() && looks.contains(&Look::Mover),
            "the players are not the same",
        ),
    ] {
        if wrong {
            return Err(format!("no such rules: {why}"));
        }
    }

    let near = match on_edges {
        true => edges_beside(&board, lines.meter)?,
        false => vertices_beside(&board),
    };
    let far = match looks.contains(&Look::Far) {
        true => at_distance_two(&near, lines.meter)?,
        false => Vec::new(),
    };
    let exits = |v: u32| {
        let next = board.neighbors[v as usize].iter();
        let exit = |&to: &u32| {
            let site = match on_edges {
                true => board.edge(v, to)?,
                false => to as usize,
            };
            Some((to as usize, site))
        };
        let mut list: Vec<_> = next.filter_map(exit).collect();
        list.sort_unstable();
        list
    };
    let walks = match moving {
        Moving::Token => (0..board.n as u32).map(exits).collect(),
        _ => Vec::new(),
    };
    let mut ruled = Ruled {
        players,
        near,
        far,
        on_edges,
        walks,
        moving,
        own,
        marks,
        point,
        pass,
        limit,
        end,
        looks,
        table: HashMap::new(),
        alike: (0..=marks).collect(),
        cost: 0,
        board,
    };
    ruled.cost = (0..ruled.len()).map(|site| ruled.cost_of(site)).sum();
    while let Some(row) = lines.accept("may")? {
        ruled.add_row(&row, lines.meter)?;
    }
    if let Some(row) = lines.accept("alike")? {
        ruled.add_alike(&row)?;
    }
    Ok(Box::new(ruled))
}

fn is_name(name: &str) -> bool {
    (1..=20).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_lowercase())
}

fn read_looks(lines: &mut Lines) -> Outcome<Vec<Look>> {
    let names = [
        ("mover", Look::Mover),
        ("seen", Look::Seen),
        ("counts", Look::Counts),
        ("marked", Look::Marked),
        ("far", Look::Far),
        ("fresh", Look::Fresh),
        ("degree", Look::Degree),
        ("empty", Look::Empty),
        ("last", Look::Last),
        ("beside", Look::Beside),
    ];
    let row = lines.parameter("looks")?;
    let mut looks = Vec::new();
    for word in words(&row) {
        match names.iter().find(|(name, _)| *name == word) {
            Some(&(_, look)) if !looks.contains(&look) => looks.push(look),
            _ => return Err(format!("{} is nothing to look at", quote(word))),
        }
    }
    Ok(looks)
}

/// The neighbours of every vertex, whichever way arcs go; a loop makes none.
fn vertices_beside(board: &Graph) -> Vec<Vec<usize>> {
    let mut near = vec![Vec::new(); board.n];
    for &(a, b) in board.edges.iter().filter(|(a, b)| a != b) {
        near[a as usize].push(b as usize);
        near[b as usize].push(a as usize);
    }
    tidy(near)
}

/// The edges or arcs that have an end in common.
fn edges_beside(board: &Graph, meter: &Meter) -> Outcome<Vec<Vec<usize>>> {
    let mut at = vec![Vec::new(); board.n];
    for (edge, &(a, b)) in board.edges.iter().enumerate() {
        at[a as usize].push(edge);
        at[b as usize].push(edge);
    }
    hold_pairs(&at, meter)?;
    let beside = |(edge, &(a, b)): (usize, &(u32, u32))| {
        let both = at[a as usize].iter().chain(&at[b as usize]).copied();
        both.filter(|&other| other != edge).collect()
    };
    Ok(tidy(board.edges.iter().enumerate().map(beside).collect()))
}

/// The sites that share a neighbour with each and are none.
fn at_distance_two(near: &[Vec<usize>], meter: &Meter) -> Outcome<Vec<Vec<usize>>> {
    hold_pairs(near, meter)?;
    let far = |(site, beside): (usize, &Vec<usize>)| {
        let all = beside.iter().flat_map(|&w| near[w].iter().copied());
        all.filter(|&w| w != site && beside.binary_search(&w).is_err())
            .collect()
    };
    Ok(tidy(near.iter().enumerate().map(far).collect()))
}

/// Holds all pairs of members of a list.
fn hold_pairs(lists: &[Vec<usize>], meter: &Meter) -> Outcome<()> {
    let pairs: usize = lists.iter().map(|list| list.len() * list.len()).sum();
    meter.spend(pairs as u64)?;
    meter.hold(8 * pairs)
}

fn tidy(mut lists: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    for list in &mut lists {
        list.sort_unstable();
        list.dedup();
    }
    lists
}

/// The bits of a set with `a` and `b` exchanged; mark 1 is bit 0.
fn exchange(set: u64, a: u64, b: u64) -> u64 {
    let differ = (set >> (a - 1) ^ set >> (b - 1)) & 1;
    set ^ differ << (a - 1) ^ differ << (b - 1)
}

impl Ruled {
    /// A set of marks: `1,3`, or `-` for none.
    fn read_set(&self, word: &str) -> Outcome<u64> {
        if word == "-" {
            return Ok(0);
        }
        let mut set = 0;
        for mark in word.split(',') {
            set |= 1 << (number_in(mark, 1, self.marks)? - 1);
        }
        Ok(set)
    }

    /// `may SEEN… MARKS`: what a site shows, and the marks that it may get then.
    fn add_row(&mut self, row: &str, meter: &Meter) -> Outcome<()> {
        let mut row = words(row);
        let mut missing = || row.next().ok_or_else(|| "the line is too short".to_owned());
        let mut key = Vec::new();
        for look in &self.looks {
            let word = missing()?;
            match look {
                Look::Seen | Look::Far => key.push(self.read_set(word)?),
                Look::Counts => {
                    let counts = word.split(',').map(number).collect::<Outcome<Vec<_>>>()?;
                    if counts.len() as u64 != self.marks {
                        return Err(format!(
                            "expected a number for each of {} marks",
                            self.marks
                        ));
                    }
                    key.extend(counts);
                }
                Look::Mover => key.push(number_in(word, 1, 2)?),
                Look::Last => key.push(number_in(word, 0, self.marks)?),
                Look::Empty | Look::Beside => key.push(number_in(word, 0, 1)?),
                Look::Marked | Look::Fresh | Look::Degree => key.push(number(word)?),
            }
        }
        let marks = self.read_set(missing()?)?;
        if row.next().is_some() || marks == 0 {
            return Err("expected what is seen and then some marks".to_owned());
        }
        meter.hold(8 * key.len() + ROW_BYTES)?;
        if self.table.insert(key, marks).is_some() {
            return Err("the same is said twice".to_owned());
        }
        match self.table.len() > MOST_ROWS {
            true => Err(format!("more than {MOST_ROWS} lines")),
            false => Ok(()),
        }
    }

    /// `alike A B C…`: for every mark one that it can be exchanged with, which is verified.
    fn add_alike(&mut self, row: &str) -> Outcome<()> {
        let alike = words(row)
            .map(|word| number_in(word, 1, self.marks))
            .collect::<Outcome<Vec<_>>>()?;
        let least = |&(mark, class): &(u64, u64)| class <= mark;
        let classes = || (1..).zip(alike.iter().copied());
        if alike.len() as u64 != self.marks || !classes().all(|pair| least(&pair)) {
            return Err("expected for every mark one that is not greater".to_owned());
        }
        for (mark, class) in classes().filter(|(mark, class)| mark != class) {
            let itself = alike[class as usize - 1] == class;
            if self.own || !itself || !self.can_exchange(class, mark) {
                return Err(format!("the marks {class} and {mark} are not alike"));
            }
        }
        self.alike = [0].into_iter().chain(alike).collect();
        Ok(())
    }

    /// Is the table the same with two marks exchanged? The exchange undoes itself, so it is enough
    /// that every line goes to a line.
    fn can_exchange(&self, a: u64, b: u64) -> bool {
        self.table.iter().all(|(key, &marks)| {
            let mut image = key.clone();
            let mut at = 0;
            for look in &self.looks {
                match look {
                    Look::Seen | Look::Far => image[at] = exchange(key[at], a, b),
                    Look::Counts => {
                        image.swap(at + a as usize - 1, at + b as usize - 1);
                        at += self.marks as usize - 1;
                    }
                    Look::Last if key[at] == a => image[at] = b,
                    Look::Last if key[at] == b => image[at] = a,
                    _ => {}
                }
                at += 1;
            }
            self.table.get(&image) == Some(&exchange(marks, a, b))
        })
    }

    /// Steps to find the marks that a site may get, for either player.
    fn cost_of(&self, site: usize) -> u64 {
        let near = &self.near[site];
        let look = |look: &Look| match look {
            Look::Mover | Look::Last | Look::Empty => 1,
            Look::Seen | Look::Marked | Look::Degree | Look::Beside => 1 + near.len(),
            Look::Counts => (1 + near.len()) * self.marks as usize,
            Look::Far => 1 + self.far[site].len(),
            Look::Fresh => near.iter().map(|&w| 1 + self.near[w].len()).sum(),
        };
        let looks: usize = self.looks.iter().map(look).sum();
        2 * (1 + looks as u64 + self.marks)
    }

    fn len(&self) -> usize {
        self.near.len()
    }

    /// Does a position have a last place: the token, what is pointed at, or what was marked last?
    fn has_last(&self) -> bool {
        let looks = self.looks.contains(&Look::Last) || self.looks.contains(&Look::Beside);
        self.point || self.moving == Moving::Token || looks
    }

    /// The last place.
    fn last(&self, position: &Position) -> Option<usize> {
        let last = position.get(self.len()).copied().unwrap_or(0);
        (last > 0).then(|| last as usize - 1)
    }

    /// Is a token among the marked vertices, so that one of them was not put?
    fn starts_marked(&self) -> bool {
        self.moving == Moving::Token && !self.on_edges
    }

    /// How many marks were put.
    fn made(&self, position: &Position) -> u64 {
        let marks = &position[..self.len()];
        let marked = marks.iter().filter(|&&mark| mark != 0).count();
        (marked - usize::from(self.starts_marked())) as u64
    }

    /// The marks that a player may put on a site; is the board `empty`?
    fn may(&self, position: &Position, site: usize, mover: Player, empty: bool) -> u64 {
        if position[site] != 0 {
            return 0;
        }
        let near = &self.near[site];
        let marks = |list: &[usize]| {
            let marks = list.iter().map(|&w| position[w]).filter(|&mark| mark != 0);
            marks.collect::<Vec<u64>>()
        };
        let set = |list: &[usize]| {
            marks(list)
                .iter()
                .fold(0, |set, mark| set | 1 << (mark - 1))
        };
        let blank = |&w: &usize| position[w] == 0;
        let last = self.last(position);
        let mut key = Vec::new();
        for look in &self.looks {
            match look {
                Look::Mover => key.push(1 + u64::from(mover == Player::Second)),
                Look::Seen => key.push(set(near)),
                Look::Counts => {
                    let seen = marks(near);
                    let count = |mark| seen.iter().filter(|&&m| m == mark).count() as u64;
                    key.extend((1..=self.marks).map(count));
                }
                Look::Marked => key.push(marks(near).len() as u64),
                Look::Far => key.push(set(&self.far[site])),
                Look::Fresh => {
                    let fresh = near
                        .iter()
                        .filter(|&w| blank(w) && self.near[*w].iter().all(blank));
                    key.push(fresh.count() as u64);
                }
                Look::Degree => key.push(match self.moving {
                    Moving::Remove | Moving::RemoveNeighbours => {
                        near.iter().filter(|w| blank(w)).count() as u64
                    }
                    Moving::Mark | Moving::Token => near.len() as u64,
                }),
                Look::Empty => key.push(u64::from(empty)),
                Look::Last => key.push(last.map_or(0, |site| position[site])),
                Look::Beside => key.push(last.is_some_and(|l| near.contains(&l)).into()),
            }
        }
        let marks = self.table.get(&key).copied().unwrap_or(0);
        match (self.own, mover) {
            (false, _) => marks,
            (true, Player::First) => marks & 1,
            (true, Player::Second) => marks & 2,
        }
    }

    /// All ways for a player to mark, remove or walk, the limit on moves aside.
    fn ways(&self, position: &Position, mover: Player) -> Vec<Move> {
        let empty = self.made(position) == 0;
        if self.moving == Moving::Token {
            let token = self.last(position).unwrap_or(0);
            let open = self.walks[token].iter();
            let open = open.filter(|&&(_, site)| self.may(position, site, mover, empty) != 0);
            return open.map(|&(to, _)| (to as u64, 0)).collect();
        }
        let mut ways = Vec::new();
        for site in 0..self.len() {
            let marks = self.may(position, site, mover, empty);
            let each = (1..=self.marks).filter(|mark| marks >> (mark - 1) & 1 == 1);
            let chosen = |mark| if self.marks == 1 { 0 } else { mark };
            ways.extend(each.map(|mark| (site as u64, chosen(mark))));
        }
        ways
    }

    /// The same, but nothing when the limit is reached.
    fn ways_in_time(&self, position: &Position, mover: Player) -> Vec<Move> {
        match self.limit {
            Some(limit) if self.made(position) >= limit => Vec::new(),
            _ => self.ways(position, mover),
        }
    }

    /// Is there a site without a mark that nobody may mark?
    fn is_stuck(&self, position: &Position) -> bool {
        let empty = self.made(position) == 0;
        (0..self.len()).any(|site| {
            let may = |player| self.may(position, site, player, empty) != 0;
            position[site] == 0 && !may(Player::First) && !may(Player::Second)
        })
    }

    /// Where a symmetry of the board takes a site.
    fn site_image(&self, site: usize, map: &[u32]) -> usize {
        if !self.on_edges {
            return map[site] as usize;
        }
        let (a, b) = self.board.edges[site];
        let image = self.board.edge(map[a as usize], map[b as usize]);
        image.expect("a symmetry takes edges to edges")
    }

    /// Renames marks that are alike in the order in which they appear.
    fn rename(&self, marks: &mut [u64]) {
        let mut names = vec![0; self.alike.len()];
        let mut used = vec![0; self.alike.len()];
        for mark in marks.iter_mut().filter(|mark| **mark != 0) {
            let class = self.alike[*mark as usize];
            let name = &mut names[*mark as usize];
            if *name == 0 {
                let next = &mut used[class as usize];
                let mut members = (1..=self.marks).filter(|&m| self.alike[m as usize] == class);
                *name = members.nth(*next).unwrap_or(*mark);
                *next += 1;
            }
            *mark = *name;
        }
    }
}

impl Rules for Ruled {
    fn board(&self) -> Option<&Graph> {
        Some(&self.board)
    }

    fn last_mover_wins(&self) -> bool {
        self.players.is_none()
    }

    fn player_names(&self) -> Option<[&str; 2]> {
        let names = self.players.as_ref()?;
        Some([&names[0], &names[1]])
    }

    /// The tables are the same at every place, so every symmetry of the board keeps them.
    fn admit(&self, _map: &[u32]) -> Outcome<()> {
        Ok(())
    }

    fn read_position(&self, text: &str) -> Outcome<Position> {
        let (row, last) = match (text.split_once('/'), self.has_last()) {
            (Some((row, last)), true) => (row, Some(last)),
            (None, false) => (text, None),
            _ => return Err(format!("{} is no position of these rules", quote(text))),
        };
        let row = each_mark(row, self.marks, self.len())?;
        let mark = |mark| match mark {
            "-" => Ok(0),
            mark => number_in(mark, 1, self.marks),
        };
        let mut position = row.into_iter().map(mark).collect::<Outcome<Position>>()?;
        let Some(last) = last else {
            return Ok(position);
        };
        let places = match self.moving {
            Moving::Token => self.board.n,
            _ => self.len(),
        };
        let last = match last {
            "-" => None,
            last => Some(number(last)?),
        };
        // What was marked last has a mark, what is pointed at has none, and a token stands
        // somewhere: on a mark, if vertices are marked.
        let right = match last {
            None => self.moving != Moving::Token,
            Some(place) if place >= places as u64 => false,
            Some(_) if self.moving == Moving::Token && self.on_edges => true,
            Some(place) => (position[place as usize] == 0) == self.point,
        };
        if !right {
            return Err(format!("{} has the last place wrong", quote(text)));
        }
        position.push(last.map_or(0, |place| place + 1));
        Ok(position)
    }

    fn read_move(&self, text: &str) -> Outcome<Move> {
        match text.split_once('=') {
            _ if text == "pass" => Ok(PASS),
            Some((site, mark)) => Ok((number(site)?, number(mark)?)),
            None => Ok((number(text)?, 0)),
        }
    }

    fn show_move(&self, mv: Move) -> String {
        match mv {
            PASS => "pass".to_owned(),
            (site, 0) => site.to_string(),
            (site, mark) => format!("{site}={mark}"),
        }
    }

    /// Who points comes first.
    fn can_be_to_move(&self, position: &Position, mover: Player) -> bool {
        !self.point || self.last(position).is_some() == (mover == Player::Second)
    }

    fn over(&self, position: &Position, mover: Player) -> Option<Player> {
        let winner = |first: bool| match first {
            true => Player::First,
            false => Player::Second,
        };
        if self.end == End::Stuck && self.is_stuck(position) {
            return Some(Player::Second);
        }
        if !self.moves(position, mover).is_empty() {
            return None;
        }
        let marks = &position[..self.len()];
        Some(match self.end {
            End::Normal => mover.other(),
            End::Misere => mover,
            End::Maker | End::Stuck => winner(!marks.contains(&0)),
            End::Most => {
                let count = |mark| marks.iter().filter(|&&m| m == mark).count();
                winner(count(1) > count(2))
            }
            End::Within => winner(self.ways(position, mover).is_empty()),
        })
    }

    fn cost(&self, _: &Position, _: Player) -> u64 {
        self.cost
    }

    fn image_cost(&self) -> u64 {
        self.board.looks() + 4 * self.len() as u64
    }

    fn moves(&self, position: &Position, mover: Player) -> Vec<Move> {
        if self.point {
            if self.limit.is_some_and(|limit| self.made(position) >= limit) {
                return Vec::new();
            }
            return match (self.last(position), mover) {
                (None, Player::First) => {
                    let free = (0..self.len()).filter(|&site| position[site] == 0);
                    free.map(|site| (site as u64, 0)).collect()
                }
                (Some(pointed), Player::Second) => {
                    let mut ways = self.ways(position, mover);
                    ways.retain(|&(site, _)| site == pointed as u64);
                    ways
                }
                _ => Vec::new(),
            };
        }
        let mut moves = self.ways_in_time(position, mover);
        let may_pass = self.pass == Some(mover);
        if may_pass && !(moves.is_empty() && self.ways_in_time(position, mover.other()).is_empty())
        {
            moves.push(PASS);
        }
        moves
    }

    fn apply(&self, position: &Position, (site, mark): Move) -> Position {
        let mut after = position.clone();
        if (site, mark) == PASS {
            return after;
        }
        let n = self.len();
        if self.moving == Moving::Token {
            let token = self.last(position).unwrap_or(0);
            let exit = self.walks[token].iter().find(|exit| exit.0 as u64 == site);
            if let Some(&(to, marked)) = exit {
                after[marked] = 1;
                after[n] = to as u64 + 1;
            }
            return after;
        }
        if self.point && self.last(position).is_none() {
            after[n] = site + 1;
            return after;
        }
        after[site as usize] = mark.max(1);
        if self.moving == Moving::RemoveNeighbours {
            for &w in &self.near[site as usize] {
                after[w] = 1;
            }
        }
        if self.has_last() {
            after[n] = if self.point { 0 } else { site + 1 };
        }
        after
    }

    /// The marks moved, those that are alike being renamed, and the last place.
    fn image(&self, position: &Position, map: Option<&[u32]>) -> Vec<u8> {
        let n = self.len();
        let mut image = position.clone();
        if let Some(map) = map {
            for (site, &mark) in position[..n].iter().enumerate() {
                image[self.site_image(site, map)] = mark;
            }
            if let Some(last) = self.last(position) {
                let to = match self.moving {
                    Moving::Token => map[last] as usize,
                    _ => self.site_image(last, map),
                };
                image[n] = to as u64 + 1;
            }
        }
        self.rename(&mut image[..n]);
        let marks = image[..n].iter().map(|&mark| mark as u8);
        let last = image[n..].iter().flat_map(|last| last.to_le_bytes());
        marks.chain(last).collect()
    }
}
