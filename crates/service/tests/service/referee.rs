//! Hundreds of random rule files, and such as differ in one word, asked of one world: the answers
//! are those of an interpreter that shares no code with the rules. It evaluates the conditions as
//! they were made, so that not even the reading of their texts is shared.

use outplay_board::{Limits, Shape, families};
use outplay_engine::{Budget, Outcome, Rng};
use outplay_games::registry::Entry;
use outplay_games::{Method, Values};
use outplay_service::{
    Ask, AskMoves, AskProof, AskSolve, Failed, Host, How, Opened, Source, Tables, check,
};
use std::collections::HashMap;
use std::fmt::Write;

/// What a condition sees at a site.
struct Seen {
    mark: u8,
    mover: usize,
    near: Vec<u8>,
    far: Vec<u8>,
    fresh: usize,
    degree: usize,
    empty: bool,
    last: u8,
    beside: bool,
    k: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Atom {
    True,
    InSeen,
    InFar,
    SizeSeen(usize),
    SizeFar(usize),
    Count(usize),
    CountOf(u8, usize),
    Marked(usize),
    Fresh(usize),
    Degree(usize),
    Empty,
    Last,
    Beside,
    Mover,
    Mark(u8),
    K(usize),
}

/// So many kinds of atoms there are.
const ATOMS: usize = 16;
/// Games with so many rows of marks are settled by labelling all of these as well.
const MOST_ROWS: u64 = 1 << 16;

#[derive(Clone)]
enum Cond {
    Atom(Atom),
    Not(Box<Cond>),
    And(Box<[Cond; 2]>),
    Or(Box<[Cond; 2]>),
    If(Box<[Cond; 3]>),
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Marks {
    Own,
    Count(u8),
    Named(u8),
    Colors(u8),
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Moving {
    Mark,
    Remove,
    Closed,
    Token,
}

/// Ends, and what says until when a game is played: a text and what it means.
#[derive(Clone, Copy, PartialEq, Debug)]
enum End {
    Normal,
    Misere,
    Maker,
    Stuck,
    Most,
    Within,
    MoreOfTheFirst,
    Even,
    Last,
    Dominated,
    Lonely,
    Blocked,
    Two,
    NoneFree,
}

#[derive(Clone)]
struct Spec {
    edges: bool,
    moving: Moving,
    marks: Marks,
    legal: Cond,
    end: End,
    until: Option<End>,
    point: bool,
    pass: Option<usize>,
    limit: Option<usize>,
    sides: bool,
    /// The side that starts.
    first: usize,
}

const NAMES: [&str; 3] = ["red", "green", "blue"];

impl Marks {
    fn count(self) -> u8 {
        match self {
            Self::Own => 2,
            Self::Count(n) | Self::Named(n) | Self::Colors(n) => n,
        }
    }
    fn word(self, mark: u8) -> String {
        match self {
            Self::Named(_) => format!("'{}'", NAMES[usize::from(mark) - 1]),
            _ => mark.to_string(),
        }
    }
}

impl Atom {
    fn random(marks: Marks, rng: &mut Rng) -> Self {
        let kind = rng.below(ATOMS);
        let mark = rng.below(usize::from(marks.count())) as u8 + 1;
        Self::of(kind, mark, rng.below(3))
    }
    fn of(kind: usize, mark: u8, n: usize) -> Self {
        match kind {
            0 => Self::True,
            1 => Self::InSeen,
            2 => Self::InFar,
            3 => Self::SizeSeen(n),
            4 => Self::SizeFar(n),
            5 => Self::Count(n),
            6 => Self::CountOf(mark, n),
            7 => Self::Marked(n),
            8 => Self::Fresh(n),
            9 => Self::Degree(n),
            10 => Self::Empty,
            11 => Self::Last,
            12 => Self::Beside,
            13 => Self::Mover,
            14 => Self::Mark(mark),
            _ => Self::K(n),
        }
    }
    fn text(self, marks: Marks) -> String {
        match self {
            Self::True => "true".to_owned(),
            Self::InSeen => "mark in seen".to_owned(),
            Self::InFar => "mark in far".to_owned(),
            Self::SizeSeen(n) => format!("size(seen) <= {n}"),
            Self::SizeFar(n) => format!("size(far) <= {n}"),
            Self::Count(n) => format!("count(mark) <= {n}"),
            Self::CountOf(mark, n) => format!("count({}) > {n}", marks.word(mark)),
            Self::Marked(n) => format!("marked >= {n}"),
            Self::Fresh(n) => format!("fresh <= {n}"),
            Self::Degree(n) => format!("degree > {n}"),
            Self::Empty => "empty".to_owned(),
            Self::Last => "last == mark".to_owned(),
            Self::Beside => "beside".to_owned(),
            Self::Mover => "mover == 1".to_owned(),
            Self::Mark(mark) => format!("mark != {}", marks.word(mark)),
            Self::K(n) => format!("k > {n}"),
        }
    }
    fn holds(self, seen: &Seen) -> bool {
        let kinds = |list: &[u8]| (1..=31).filter(|mark| list.contains(mark)).count();
        let count = |mark: u8| seen.near.iter().filter(|&&m| m == mark).count();
        match self {
            Self::True => true,
            Self::InSeen => seen.near.contains(&seen.mark),
            Self::InFar => seen.far.contains(&seen.mark),
            Self::SizeSeen(n) => kinds(&seen.near) <= n,
            Self::SizeFar(n) => kinds(&seen.far) <= n,
            Self::Count(n) => count(seen.mark) <= n,
            Self::CountOf(mark, n) => count(mark) > n,
            Self::Marked(n) => seen.near.iter().filter(|&&m| m > 0).count() >= n,
            Self::Fresh(n) => seen.fresh <= n,
            Self::Degree(n) => seen.degree > n,
            Self::Empty => seen.empty,
            Self::Last => seen.last == seen.mark,
            Self::Beside => seen.beside,
            Self::Mover => seen.mover == 0,
            Self::Mark(mark) => seen.mark != mark,
            Self::K(n) => seen.k > n,
        }
    }
}

impl Cond {
    fn random(marks: Marks, depth: usize, rng: &mut Rng) -> Self {
        if depth == 0 {
            return Self::Atom(Atom::random(marks, rng));
        }
        let kind = rng.below(5);
        let mut inner = || Self::random(marks, depth - 1, rng);
        match kind {
            0 => Self::Not(inner().into()),
            1 => Self::And([inner(), inner()].into()),
            2 => Self::Or([inner(), inner()].into()),
            3 => Self::If([inner(), inner(), inner()].into()),
            _ => inner(),
        }
    }

    fn text(&self, marks: Marks) -> String {
        let inner = |c: &Self| c.text(marks);
        match self {
            Self::Atom(atom) => atom.text(marks),
            Self::Not(a) => format!("!({})", inner(a)),
            Self::And(two) => format!("({}) && ({})", inner(&two[0]), inner(&two[1])),
            Self::Or(two) => format!("({}) || ({})", inner(&two[0]), inner(&two[1])),
            Self::If(three) => {
                let [a, b, c] = three.each_ref().map(inner);
                format!("({a}) ? ({b}) : ({c})")
            }
        }
    }

    fn holds(&self, seen: &Seen) -> bool {
        match self {
            Self::Atom(atom) => atom.holds(seen),
            Self::Not(a) => !a.holds(seen),
            Self::And(two) => two.iter().all(|c| c.holds(seen)),
            Self::Or(two) => two.iter().any(|c| c.holds(seen)),
            Self::If(three) => three[if three[0].holds(seen) { 1 } else { 2 }].holds(seen),
        }
    }

    fn looks(&self, at: &dyn Fn(Atom) -> bool) -> bool {
        match self {
            Self::Atom(atom) => at(*atom),
            Self::Not(a) => a.looks(at),
            Self::And(two) | Self::Or(two) => two.iter().any(|c| c.looks(at)),
            Self::If(three) => three.iter().any(|c| c.looks(at)),
        }
    }

    /// The atoms in order.
    fn atoms(&mut self) -> Vec<&mut Atom> {
        match self {
            Self::Atom(atom) => vec![atom],
            Self::Not(a) => a.atoms(),
            Self::And(two) | Self::Or(two) => two.iter_mut().flat_map(Self::atoms).collect(),
            Self::If(three) => three.iter_mut().flat_map(Self::atoms).collect(),
        }
    }
}

impl End {
    /// Those that have names.
    const NAMED: [Self; 6] = [
        Self::Normal,
        Self::Misere,
        Self::Maker,
        Self::Stuck,
        Self::Most,
        Self::Within,
    ];
    const CONDITIONS: [Self; 8] = [
        Self::MoreOfTheFirst,
        Self::Even,
        Self::Last,
        Self::Dominated,
        Self::Lonely,
        Self::Blocked,
        Self::Two,
        Self::NoneFree,
    ];

    fn text(self, marks: Marks) -> String {
        let one = marks.word(1);
        match self {
            Self::Normal => "normal".to_owned(),
            Self::Misere => "misere".to_owned(),
            Self::Maker => "maker".to_owned(),
            Self::Stuck => "stuck".to_owned(),
            Self::Most => "most".to_owned(),
            Self::Within => "within".to_owned(),
            Self::MoreOfTheFirst => format!("2 * count({one}) > sites"),
            Self::Even => "made % 2 == 0 || mover == 2".to_owned(),
            Self::Last => format!("last == {one}"),
            Self::Dominated => format!("all(mark == {one} || {one} in seen)"),
            Self::Lonely => "number(marked == 0) > 1".to_owned(),
            Self::Blocked => "blocked && dead == 0".to_owned(),
            Self::Two => "made >= 2".to_owned(),
            Self::NoneFree => format!("free == 0 && exists(count({one}) == degree)"),
        }
    }
}

impl Spec {
    fn random(rng: &mut Rng) -> Self {
        let moving = [Moving::Mark, Moving::Mark, Moving::Mark, Moving::Remove];
        let moving = match rng.below(6) {
            4 => Moving::Closed,
            5 => Moving::Token,
            i => moving[i],
        };
        let n = rng.below(3) as u8 + 1;
        let marks = match (moving, rng.below(4)) {
            (Moving::Mark, 0) => Marks::Own,
            (Moving::Mark, 1) => Marks::Named(n),
            (Moving::Mark, 2) => Marks::Colors(n),
            (Moving::Mark, _) => Marks::Count(n),
            _ => Marks::Count(1),
        };
        let some = |rng: &mut Rng, of: usize| rng.below(of) == 0;
        let ends = [&End::NAMED[..], &End::NAMED, &End::CONDITIONS].concat();
        let limit = some(rng, 4).then(|| rng.below(4));
        Self {
            edges: some(rng, 3),
            moving,
            marks,
            legal: Cond::random(marks, rng.below(3), rng),
            end: ends[rng.below(ends.len())],
            until: some(rng, 5).then(|| End::CONDITIONS[rng.below(8)]),
            point: some(rng, 6),
            pass: some(rng, 6).then(|| rng.below(2)),
            limit,
            sides: some(rng, 3),
            first: rng.below(2),
        }
        .with_first()
    }

    /// Without sides of their own, and where it points, the first one starts.
    fn with_first(mut self) -> Self {
        self.first *= usize::from(self.sides && !self.point);
        self
    }

    /// The same but for one word.
    fn changed(&self, rng: &mut Rng) -> Self {
        let mut other = self.clone();
        match rng.below(6) {
            0 => other.end = End::NAMED[rng.below(3)],
            1 => other.edges ^= true,
            _ => {
                let mark = rng.below(usize::from(self.marks.count())) as u8 + 1;
                let kind = rng.below(ATOMS);
                let n = rng.below(3);
                let mut atoms = other.legal.atoms();
                let at = rng.below(atoms.len());
                *atoms[at] = match *atoms[at] {
                    // The words that read alike.
                    Atom::SizeSeen(n) => Atom::SizeFar(n),
                    Atom::SizeFar(n) => Atom::SizeSeen(n),
                    Atom::InSeen => Atom::InFar,
                    Atom::InFar => Atom::InSeen,
                    Atom::Marked(n) => Atom::Degree(n),
                    _ => Atom::of(kind, mark, n),
                };
            }
        }
        other
    }

    fn side(&self, i: usize) -> &'static str {
        match self.sides {
            true => ["ann", "ben"][i],
            false => ["first", "second"][i],
        }
    }

    fn text(&self) -> String {
        let mut text = "name = \"game\"\n".to_owned();
        let mut key = |key: &str, value: String| writeln!(text, "{key} = {value}").unwrap();
        key(
            "sites",
            if self.edges { "'edges'" } else { "'vertices'" }.to_owned(),
        );
        match self.moving {
            Moving::Mark => {}
            Moving::Remove => key("move", "'remove'".to_owned()),
            Moving::Closed => {
                key("move", "'remove'".to_owned());
                key("takes", "'neighbours'".to_owned());
            }
            Moving::Token => key("move", "'token'".to_owned()),
        }
        let marks = match self.marks {
            Marks::Own => "'own'".to_owned(),
            Marks::Count(n) => n.to_string(),
            Marks::Named(n) => format!("{:?}", &NAMES[..usize::from(n)]),
            Marks::Colors(_) => "'k'".to_owned(),
        };
        key("marks", marks);
        key("legal", format!("\"{}\"", self.legal.text(self.marks)));
        key("end", format!("\"{}\"", self.end.text(self.marks)));
        if let Some(until) = self.until {
            key("until", format!("\"{}\"", until.text(self.marks)));
        }
        if self.point {
            key("turns", "'point'".to_owned());
        }
        if let Some(side) = self.pass {
            key("pass", format!("'{}'", self.side(side)));
        }
        if let Some(limit) = self.limit {
            key("moves", limit.to_string());
        }
        if self.sides {
            key("sides", "['ann', 'ben']".to_owned());
        }
        text
    }

    /// What must be refused, by the pages about rule files.
    fn is_refused(&self) -> bool {
        let marks = self.moving == Moving::Mark;
        let token = self.moving == Moving::Token;
        let backward = self
            .legal
            .looks(&|a| matches!(a, Atom::Last | Atom::Beside));
        let around = self.legal.looks(&|a| {
            matches!(
                a,
                Atom::InSeen
                    | Atom::InFar
                    | Atom::SizeSeen(_)
                    | Atom::SizeFar(_)
                    | Atom::Count(_)
                    | Atom::CountOf(..)
                    | Atom::Marked(_)
                    | Atom::Fresh(_)
            )
        });
        let ends = [Some(self.end), self.until];
        let ends_look = |end| ends.contains(&Some(end));
        let told = !matches!(
            self.end,
            End::Normal | End::Misere | End::Most | End::Within
        );
        let closed = self.moving == Moving::Closed;
        let checks = [
            !marks && backward,
            !marks && !token && around,
            (token || self.point) && ends_look(End::Last),
            self.until.is_some() && self.end == End::Stuck,
            self.end == End::Most && self.marks != Marks::Own,
            self.end == End::Stuck && token,
            self.end == End::Within && self.limit.is_none(),
            self.limit.is_some() && closed,
            closed && (ends_look(End::Even) || ends_look(End::Two)),
            self.point && (!told || self.marks == Marks::Own || !marks),
            self.point && (self.pass.is_some() || backward),
        ];
        checks.contains(&true)
    }

    /// Do certificates know it?
    fn is_certified(&self) -> bool {
        self.until.is_none() && End::NAMED.contains(&self.end)
    }

    fn values(&self) -> Values {
        let mut values = Values::new();
        let looks_at_k = self.legal.looks(&|a| matches!(a, Atom::K(_)));
        if looks_at_k || matches!(self.marks, Marks::Colors(_)) {
            values.set("colors", u64::from(self.k()));
        }
        if self.moving == Moving::Token {
            values.set("start", "0");
        }
        if self.sides {
            values.set("first", self.side(self.first));
        }
        values
    }

    fn k(&self) -> u8 {
        match self.marks {
            Marks::Colors(n) => n,
            _ => 2,
        }
    }
}

/// A board, and what lies beside what.
struct Plain<'a> {
    spec: &'a Spec,
    /// The neighbours of every site.
    near: Vec<Vec<usize>>,
    /// Where a token goes from each vertex, in order, and what that marks.
    walks: Vec<Vec<(usize, usize)>>,
    known: HashMap<At, Known>,
}

/// A position.
#[derive(Clone, PartialEq, Eq, Hash)]
struct At {
    marks: Vec<u8>,
    mover: usize,
    token: usize,
    last: Option<usize>,
    pointed: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Known {
    wins: bool,
    remoteness: u32,
    grundy: u32,
}

#[derive(Clone, Copy)]
enum Step {
    Point(usize),
    Put(usize, u8),
    Walk(usize, usize),
    Pass,
}

impl<'a> Plain<'a> {
    fn new(spec: &'a Spec, n: usize, edges: &[(usize, usize)]) -> Self {
        let site = |a: usize, b: usize| {
            let ends = (a.min(b), a.max(b));
            edges.iter().position(|&edge| edge == ends)
        };
        let sites = if spec.edges { edges.len() } else { n };
        let beside = |s: usize, t: usize| match spec.edges {
            false => site(s, t).is_some(),
            true => {
                let ((a, b), (c, d)) = (edges[s], edges[t]);
                s != t && (a == c || a == d || b == c || b == d)
            }
        };
        let near = |s: usize| (0..sites).filter(|&t| beside(s, t)).collect();
        let walks = |v: usize| {
            let next = (0..n).filter_map(|w| site(v, w).map(|edge| (w, edge)));
            next.map(|(w, edge)| (w, if spec.edges { edge } else { w }))
                .collect()
        };
        Self {
            spec,
            near: (0..sites).map(near).collect(),
            walks: (0..n).map(walks).collect(),
            known: HashMap::new(),
        }
    }

    fn start(&self) -> At {
        let mut marks = vec![0; self.near.len()];
        if self.spec.moving == Moving::Token && !self.spec.edges {
            marks[0] = 1;
        }
        At {
            marks,
            mover: self.spec.first,
            token: 0,
            last: None,
            pointed: None,
        }
    }

    fn made(&self, at: &At) -> usize {
        let start = self.spec.moving == Moving::Token && !self.spec.edges;
        at.marks.iter().filter(|&&m| m > 0).count() - usize::from(start)
    }

    fn removes(&self) -> bool {
        matches!(self.spec.moving, Moving::Remove | Moving::Closed)
    }

    fn may(&self, at: &At, site: usize, mark: u8, side: usize) -> bool {
        if at.marks[site] > 0 || self.spec.marks == Marks::Own && usize::from(mark) != side + 1 {
            return false;
        }
        let near = &self.near[site];
        let there = |list: &[usize]| -> Vec<u8> {
            list.iter()
                .map(|&s| at.marks[s])
                .filter(|&m| m > 0)
                .collect()
        };
        let two: Vec<usize> = (0..self.near.len())
            .filter(|&t| t != site && !near.contains(&t))
            .filter(|&t| self.near[t].iter().any(|u| near.contains(u)))
            .collect();
        let clean =
            |s: &&usize| at.marks[**s] == 0 && self.near[**s].iter().all(|&t| at.marks[t] == 0);
        let gone = if self.removes() { there(near).len() } else { 0 };
        self.spec.legal.holds(&Seen {
            mark,
            mover: side,
            near: there(near),
            far: there(&two),
            fresh: near.iter().filter(clean).count(),
            degree: near.len() - gone,
            empty: self.made(at) == 0,
            last: at.last.map_or(0, |s| at.marks[s]),
            beside: at.last.is_some_and(|s| near.contains(&s)),
            k: usize::from(self.spec.k()),
        })
    }

    /// The marks that can be chosen are told apart only where there are several.
    fn ways(&self, at: &At, side: usize) -> Vec<Step> {
        if self.spec.moving == Moving::Token {
            let exits = self.walks[at.token].iter();
            let open = exits.filter(|&&(_, site)| self.may(at, site, 1, side));
            return open.map(|&(to, site)| Step::Walk(to, site)).collect();
        }
        let mut ways = Vec::new();
        for site in 0..at.marks.len() {
            let marks = 1..=self.spec.marks.count();
            let marks = marks.filter(|&mark| self.may(at, site, mark, side));
            ways.extend(marks.map(|mark| Step::Put(site, mark)));
        }
        ways
    }

    fn ways_in_time(&self, at: &At, side: usize) -> Vec<Step> {
        match self.spec.limit.is_some_and(|limit| self.made(at) >= limit) {
            true => Vec::new(),
            false => self.ways(at, side),
        }
    }

    fn dead(&self, at: &At) -> usize {
        let takes = |site: usize| {
            let marks = 1..=self.spec.marks.count();
            marks
                .into_iter()
                .any(|m| (0..2).any(|side| self.may(at, site, m, side)))
        };
        (0..at.marks.len())
            .filter(|&site| at.marks[site] == 0 && !takes(site))
            .count()
    }

    fn steps(&self, at: &At) -> Vec<Step> {
        if self.spec.point {
            let over = self.spec.limit.is_some_and(|limit| self.made(at) >= limit);
            let free = (0..at.marks.len()).filter(|&s| at.marks[s] == 0 && !over);
            return match at.pointed {
                None => free.map(Step::Point).collect(),
                Some(site) => {
                    let ways = self.ways_in_time(at, 1).into_iter();
                    ways.filter(|step| matches!(step, Step::Put(s, _) if *s == site))
                        .collect()
                }
            };
        }
        let mut steps = self.ways_in_time(at, at.mover);
        let other = !self.ways_in_time(at, 1 - at.mover).is_empty();
        if self.spec.pass == Some(at.mover) && (other || !steps.is_empty()) {
            steps.push(Step::Pass);
        }
        steps
    }

    /// Does the first side win by this end, if the game ends here?
    fn holds(&self, end: End, at: &At) -> bool {
        let count = |mark: u8| at.marks.iter().filter(|&&m| m == mark).count();
        let sites = 0..at.marks.len();
        let seen = |s: usize, mark: u8| {
            self.near[s]
                .iter()
                .filter(|&&t| at.marks[t] == mark)
                .count()
        };
        let marked = |s: usize| self.near[s].iter().filter(|&&t| at.marks[t] > 0).count();
        let gone = |s: usize| if self.removes() { marked(s) } else { 0 };
        match end {
            End::Normal => at.mover == 1,
            End::Misere => at.mover == 0,
            End::Maker | End::Stuck => count(0) == 0,
            End::Most => count(1) > count(2),
            End::Within => self.ways(at, at.mover).is_empty(),
            End::MoreOfTheFirst => 2 * count(1) > at.marks.len(),
            End::Even => self.made(at).is_multiple_of(2) || at.mover == 1,
            End::Last => at.last.is_some_and(|s| at.marks[s] == 1),
            End::Dominated => sites
                .into_iter()
                .all(|s| at.marks[s] == 1 || seen(s, 1) > 0),
            End::Lonely => sites.filter(|&s| marked(s) == 0).count() > 1,
            End::Blocked => self.ways(at, at.mover).is_empty() && self.dead(at) == 0,
            End::Two => self.made(at) >= 2,
            End::NoneFree => {
                count(0) == 0
                    && sites
                        .into_iter()
                        .any(|s| seen(s, 1) == self.near[s].len() - gone(s))
            }
        }
    }

    fn apply(&self, at: &At, step: Step) -> At {
        let mut next = at.clone();
        next.mover = 1 - at.mover;
        match step {
            Step::Pass => {}
            Step::Point(site) => next.pointed = Some(site),
            Step::Walk(to, site) => {
                next.token = to;
                next.marks[site] = 1;
            }
            Step::Put(site, mark) => {
                next.marks[site] = mark;
                next.last = Some(site);
                next.pointed = None;
                if self.spec.moving == Moving::Closed {
                    self.near[site].iter().for_each(|&s| next.marks[s] = 1);
                }
            }
        }
        next
    }

    fn over(&self, at: &At) -> Option<bool> {
        let stuck = self.spec.end == End::Stuck && self.dead(at) > 0;
        let cut = stuck || self.spec.until.is_some_and(|until| self.holds(until, at));
        let over = cut || self.steps(at).is_empty();
        over.then(|| (!stuck && self.holds(self.spec.end, at)) == (at.mover == 0))
    }

    fn value(&mut self, at: &At) -> Known {
        if let Some(known) = self.known.get(at) {
            return *known;
        }
        let known = match self.over(at) {
            Some(wins) => Known {
                wins,
                remoteness: 0,
                grundy: 0,
            },
            None => {
                let next = self.steps(at).into_iter().map(|step| self.apply(at, step));
                let next: Vec<At> = next.collect();
                let next: Vec<Known> = next.iter().map(|at| self.value(at)).collect();
                let lost = next
                    .iter()
                    .filter(|next| !next.wins)
                    .map(|next| next.remoteness);
                let won = next.iter().map(|next| next.remoteness);
                Known {
                    wins: next.iter().any(|next| !next.wins),
                    remoteness: 1 + lost.min().or(won.max()).unwrap(),
                    grundy: (0..)
                        .find(|g| next.iter().all(|next| next.grundy != *g))
                        .unwrap(),
                }
            }
        };
        self.known.insert(at.clone(), known);
        known
    }
}

const BOARDS: [&str; 9] = [
    "path:2",
    "path:3",
    "path:4",
    "cycle:3",
    "cycle:4",
    "star:3",
    "edges:0-1,0-2,1-2,2-3",
    "complete:4",
    "path:5",
];

fn open(spec: &Spec, board: &str) -> Result<Opened, Failed> {
    let entry = Entry::from_rules(&spec.text(), "game.toml")?;
    let source = Source {
        name: board.to_owned(),
        board: families::board(board, Limits::BOARD)?,
        ..Source::none()
    };
    Opened::new(&entry, source, &spec.values(), &|| false)
}

/// Asks about positions of a play, by every method, and for a proof, and compares.
fn judged(spec: &Spec, board: &str, host: &Host<'_>, rng: &mut Rng) -> Result<(), Failed> {
    let told = format!("{}on {board}", spec.text());
    let opened = open(spec, board)?;
    let Shape::Undirected(graph) = &opened.board.shape else {
        panic!("{board}");
    };
    let edges = graph.edges().map(|(a, b)| (a as usize, b as usize));
    let mut plain = Plain::new(spec, graph.vertex_count(), &edges.collect::<Vec<_>>());
    let game = &*opened.game;
    let (mut at, mut position) = (plain.start(), game.start());
    let mut methods = vec![Method::Search, Method::Labels, Method::Auto];
    if game.row_count().is_some_and(|rows| rows <= MOST_ROWS) {
        methods.push(Method::Dense);
    }
    if let Some(counted) = game.counted() {
        let wins = counted.first_wins(1, &Budget::UNLIMITED).unwrap();
        assert_eq!(wins, plain.value(&at).wins, "{told} by counts");
    }
    loop {
        let known = plain.value(&at);
        let text = game.position_text(&position);
        let told = format!("{told} at {text}");
        for &method in &methods {
            let how = How {
                method,
                no_symmetry: method != Method::Search && rng.below(2) == 0,
            };
            let asked = AskSolve {
                at: Some(text.clone()),
                grundy: game.description().impartial,
                how,
                ..AskSolve::default()
            };
            let solved = asked.answer(&opened, host)?;
            assert!(solved.effort.exact, "{told}");
            let wins = solved.outcome == Some(Outcome::Win);
            assert_eq!(wins, known.wins, "{told} by {method:?}");
            if let Some(Some(remoteness)) = solved.remoteness {
                assert_eq!(remoteness, known.remoteness, "{told} by {method:?}");
            }
            if let Some(grundy) = solved.grundy {
                assert_eq!(grundy, Some(known.grundy), "{told} by {method:?}");
            }
        }
        if spec.is_certified() {
            let asked = AskProof::new(Some(text.clone()), How::default());
            let mut bytes = Vec::new();
            let proved = asked.write(&opened, &mut bytes, host)?;
            assert_eq!(proved.outcome == Outcome::Win, known.wins, "{told}");
            let checked = check(&bytes[..], "proof", false, host);
            let checked = checked.unwrap_or_else(|error| panic!("{told}: {error:?}"));
            let winner = proved.judgement.winner.flatten();
            assert_eq!(Some(checked.winner), winner, "{told}");
        }
        let over = plain.over(&at);
        assert_eq!(game.result(&position).is_some(), over.is_some(), "{told}");
        if over.is_some() {
            return Ok(());
        }
        let steps = plain.steps(&at);
        let asked = AskMoves {
            at: Some(text),
            ..AskMoves::default()
        };
        let moves = asked.answer(&opened, host)?.moves;
        assert_eq!(moves.len(), steps.len(), "{told}");
        let legal = game.legal_moves(&position);
        assert_eq!(legal.len(), steps.len(), "{told}");
        for (&mv, &step) in legal.iter().zip(&steps) {
            let wins = !plain.value(&plain.apply(&at, step)).wins;
            let named = game.move_text(mv);
            let judged = moves.iter().find(|m| m.named.text == named);
            let expected = if wins { "win" } else { "lose" };
            assert_eq!(
                judged.map(|m| m.verdict.word()),
                Some(expected),
                "{told} {named}"
            );
        }
        let chosen = rng.below(steps.len());
        at = plain.apply(&at, steps[chosen]);
        position = game.apply(&position, legal[chosen]);
    }
}

/// One store of tables serves all games and boards, as that of a server does.
fn sequence(seed: u64, files: usize) {
    let tables = Tables::new(1 << 20, 3);
    let host = Host::new(&|| 0.0, &tables);
    let mut rng = Rng::new(seed);
    let (mut refused, mut asked) = (0, 0);
    let mut files_left = files;
    while files_left > 0 {
        files_left -= 1;
        let first = Spec::random(&mut rng);
        let second = first.changed(&mut rng);
        let board = BOARDS[rng.below(BOARDS.len())];
        for spec in [&first, &second, &first] {
            if spec.is_refused() {
                refused += 1;
                let wrong = Entry::from_rules(&spec.text(), "game.toml");
                let wrong = wrong.err().unwrap_or_else(|| panic!("{}", spec.text()));
                assert!(wrong.line.is_some(), "{}: {wrong}", spec.text());
                assert!(
                    wrong.message.contains("expected"),
                    "{}: {wrong}",
                    spec.text()
                );
                continue;
            }
            asked += 1;
            let answered = judged(spec, board, &host, &mut rng);
            answered.unwrap_or_else(|error| panic!("{}on {board}: {error:?}", spec.text()));
        }
    }
    assert!(
        refused > files / 4 && asked > files / 4,
        "{refused} {asked}"
    );
}

#[test]
fn random_rules_in_one_world_are_played_by_plain_rules() {
    crate::seeds(60).for_each(|seed| sequence(seed, 60));
}
