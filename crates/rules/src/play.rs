//! Play by the table: rules and symmetries.

use crate::file::{End, Moving, Where};
use crate::game::{Move, PASS, Position, Ruled};
use outplay_engine::{
    Game, Listing, Outcome, Player, Refusal, Symmetric, Symmetry, estimate_positions,
    estimate_walks, of_places,
};
use std::collections::{HashSet, VecDeque};

/// So many positions are looked at to find out whether play can reach one.
const MOST_TRIED: usize = 100_000;

/// A position, taken apart.
#[derive(Clone, Copy)]
pub struct At<'a> {
    /// The mark of every site.
    pub row: &'a [u8],
    /// The last site or the vertex of the token, from 1; 0 for none, or if it is not recorded.
    pub last: u32,
    /// Whose turn it is.
    pub mover: Player,
}

impl Ruled {
    fn turn_at(&self) -> usize {
        self.sites.len()
    }

    fn last_at(&self) -> usize {
        self.sites.len() + usize::from(self.records_turn())
    }

    /// The last site or the vertex of the token, from 1.
    fn last_of(&self, position: &[u8]) -> u32 {
        let bytes = position[self.last_at().min(position.len())..].try_into();
        bytes.map_or(0, u32::from_le_bytes)
    }

    /// Takes a position apart.
    pub fn at<'a>(&self, position: &'a [u8]) -> At<'a> {
        let row = &position[..self.sites.len()];
        let last = self.last_of(position);
        let mover = Player::after(if self.points() {
            usize::from(last > 0)
        } else if self.records_turn() {
            position[self.turn_at()].into()
        } else {
            self.made(row)
        });
        At { row, last, mover }
    }

    /// How many moves were made, passes and pointing aside: what is marked, but for where a token
    /// started.
    pub fn made(&self, row: &[u8]) -> usize {
        marked(row) - usize::from(self.file().begins_marked())
    }

    fn at_limit(&self, row: &[u8]) -> bool {
        self.limit != usize::MAX && self.made(row) >= self.limit
    }

    /// A position from its parts.
    pub fn position(&self, at: At<'_>) -> Position {
        let mut position = Vec::with_capacity(at.row.len() + 5);
        position.extend_from_slice(at.row);
        if self.records_turn() {
            position.push(u8::from(at.mover == Player::Second));
        }
        if self.records_last() {
            position.extend(at.last.to_le_bytes());
        }
        position.into()
    }

    /// The side that a player takes.
    pub fn side_of(&self, player: Player) -> usize {
        match player {
            Player::First => self.starter,
            Player::Second => 1 - self.starter,
        }
    }

    /// The part of every index that is the same for all sites.
    pub(crate) fn common(&self, at: At<'_>, side: usize) -> usize {
        let looks = self.file().legal.looks;
        let empty = looks.empty && self.made(at.row) == 0;
        let last = match at.last.checked_sub(1) {
            Some(site) if looks.last => at.row[site as usize],
            _ => 0,
        };
        self.table.common(side, empty, last)
    }

    /// The marks that a site may get, as bits; none if it has one.
    #[inline]
    pub(crate) fn legal(&self, at: At<'_>, common: usize, site: u32) -> u32 {
        self.legal_among(at, common, None, site)
    }

    /// The same where it is known which sites are stale: marked or beside a marked one.
    #[inline]
    fn legal_among(&self, at: At<'_>, common: usize, stale: Option<&[bool]>, site: u32) -> u32 {
        if at.row[site as usize] != 0 {
            return 0;
        }
        let neighbors = self.sites.graph.neighbors(site);
        let mut index = common + self.table.near(at.row, neighbors);
        let looks = self.file().legal.looks;
        if looks.far || looks.beside || looks.fresh {
            let last = at.last.checked_sub(1).filter(|_| looks.beside);
            let beside = last.is_some_and(|last| neighbors.binary_search(&last).is_ok());
            let fresh = match stale {
                _ if !looks.fresh => 0,
                Some(stale) => neighbors.iter().filter(|&&w| !stale[w as usize]).count(),
                None => neighbors
                    .iter()
                    .filter(|&&w| !self.is_stale(at.row, w))
                    .count(),
            };
            let far = self.sites.far(site);
            index += self.table.beyond(at.row, far, fresh, beside);
        }
        self.table.legal(site, index)
    }

    /// Is a site marked, or beside a marked one?
    fn is_stale(&self, row: &[u8], site: u32) -> bool {
        let marked = |w: &u32| row[*w as usize] != 0;
        marked(&site) || self.sites.graph.neighbors(site).iter().any(marked)
    }

    /// The marks that a side may put on a site, as bits.
    pub fn legal_for(&self, at: At<'_>, side: usize, site: u32) -> u32 {
        self.legal(at, self.common(at, side), site)
    }

    /// The side whose marks count: who points does not mark.
    fn marking_side(&self, mover: Player) -> usize {
        match self.points() {
            true => 1,
            false => self.side_of(mover),
        }
    }

    /// Where the token can go, and what that marks.
    fn exits(&self, at: At<'_>) -> &[(u32, u32)] {
        let token = at.last.checked_sub(1);
        token.map_or(&[], |token| &self.sites.walks[token as usize])
    }

    /// Can this side mark, remove or walk anywhere, the limit on moves aside?
    pub fn has_move(&self, at: At<'_>, side: usize) -> bool {
        let common = self.common(at, side);
        if self.walks() {
            let mut exits = self.exits(at).iter();
            return exits.any(|&(_, site)| self.legal(at, common, site) != 0);
        }
        let mut sites = self.sites.graph.vertices();
        sites.any(|site| self.legal(at, common, site) != 0)
    }

    fn can_mark(&self, at: At<'_>, side: usize) -> bool {
        !self.at_limit(at.row) && self.has_move(at, side)
    }

    /// Unmarked sites that neither side may mark now.
    pub fn dead(&self, at: At<'_>) -> impl Iterator<Item = u32> {
        let both = [self.common(at, 0), self.common(at, 1)];
        let sites = self.sites.graph.vertices();
        sites.filter(move |&site| {
            at.row[site as usize] == 0
                && both.iter().all(|&common| self.legal(at, common, site) == 0)
        })
    }

    /// Is the game over although moves may be left?
    fn is_cut(&self, at: At<'_>) -> bool {
        let file = self.file();
        let until = file.until.as_ref();
        file.end == End::Stuck && self.dead(at).next().is_some()
            || until.is_some_and(|until| self.holds(until, at))
    }

    /// Is there a move, and may the mover pass?
    fn goes_on(&self, at: At<'_>) -> bool {
        let side = self.side_of(at.mover);
        if self.points() {
            let pointed = at.last.checked_sub(1);
            return match pointed {
                _ if self.at_limit(at.row) => false,
                Some(site) => self.legal(at, self.common(at, 1), site) != 0,
                None => at.row.contains(&0),
            };
        }
        self.can_mark(at, side) || self.file().pass == Some(side) && self.can_mark(at, 1 - side)
    }

    pub(crate) fn result_at(&self, at: At<'_>) -> Option<Outcome> {
        let end = self.file().end;
        let cut = self.is_cut(at);
        if !cut && self.goes_on(at) {
            return None;
        }
        Some(match end {
            End::Normal => Outcome::Lose,
            End::Misere => Outcome::Win,
            End::Stuck if cut => self.outcome(at, false),
            End::Maker | End::Stuck => self.outcome(at, !at.row.contains(&0)),
            End::Most => {
                let count = |mark: u8| at.row.iter().filter(|&&m| m == mark).count();
                self.outcome(at, count(1) > count(2))
            }
            End::Condition => {
                let ending = self.file().ending.as_ref();
                self.outcome(at, ending.is_some_and(|ending| self.holds(ending, at)))
            }
            End::Within => self.outcome(at, !self.has_move(at, self.side_of(at.mover))),
        })
    }

    /// The outcome for the mover if the first side won, or did not.
    fn outcome(&self, at: At<'_>, first_side: bool) -> Outcome {
        Outcome::of(first_side == (self.side_of(at.mover) == 0))
    }

    /// What people call a site.
    pub fn site_name(&self, site: u32) -> String {
        match self.sites.ends.get(site as usize) {
            Some(&(a, b)) => self.pair_name(a, b),
            None => self.vertices.name(site),
        }
    }

    /// What people call an edge or arc, by its ends in this order.
    pub fn pair_name(&self, a: u32, b: u32) -> String {
        let sign = if self.sites.directed { "->" } else { "-" };
        format!("{}{sign}{}", self.vertices.name(a), self.vertices.name(b))
    }

    /// What a site is called in general.
    pub fn site_word(&self) -> &'static str {
        match self.file().sites {
            Where::Vertices => "vertex",
            Where::Edges => "edge",
            Where::Arcs => "arc",
        }
    }

    /// What people call a mark.
    pub fn mark_name(&self, mark: u8) -> String {
        match (mark, self.names.get(usize::from(mark).wrapping_sub(1))) {
            (0, _) => "-".to_owned(),
            (_, Some(name)) => name.clone(),
            (_, None) if self.marks == 1 => "x".to_owned(),
            (mark, None) => mark.to_string(),
        }
    }

    /// Can play reach this position? Plays whatever leads there; `None` if the answer is too far away.
    pub fn is_reachable(&self, position: &Position) -> Option<bool> {
        if self.walks_freely() {
            return Some(true);
        }
        let simple = matches!(self.file().moving, Moving::Mark | Moving::Remove);
        if simple && self.hereditary && !self.can_be_built(position) {
            return Some(false);
        }
        if simple && self.hereditary && self.is_order_free() {
            let at = self.at(position);
            let over = self.made(at.row) > self.limit;
            // What was dead before the last mark would be so now.
            if over || self.file().end != End::Stuck || self.dead(at).next().is_none() {
                return Some(!over);
            }
        }
        let row = &position[..self.sites.len()];
        let leads_there = |next: &Position| {
            let mut marks = next.iter().zip(row);
            marks.all(|(&mark, &there)| mark == 0 || mark == there)
        };
        let mut seen = HashSet::from([self.start()]);
        let mut open = vec![self.start()];
        let mut moves = Vec::new();
        while let Some(at) = open.pop() {
            if at == *position {
                return Some(true);
            }
            if seen.len() > MOST_TRIED {
                return None;
            }
            moves.clear();
            self.moves(&at, &mut moves);
            for &mv in &moves {
                let next = self.apply(&at, mv);
                if leads_there(&next) && seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        Some(false)
    }

    /// Does it not matter who puts which mark when, as long as each is legal?
    fn is_order_free(&self) -> bool {
        let file = self.file();
        let turns = !self.records_turn() && !self.records_last() && !self.own();
        turns && !file.legal.looks.mover && file.until.is_none()
    }

    /// Can the marks be put one after the other, whoever puts them? Where what is illegal stays
    /// so, it does not matter which of those that could be last is taken away first: without it,
    /// the others are no less legal.
    fn can_be_built(&self, position: &Position) -> bool {
        let mut row = position[..self.sites.len()].to_vec();
        loop {
            let marked = (0..row.len()).filter(|&site| row[site] != 0);
            let mut left = 0;
            let mut taken = false;
            for site in marked.collect::<Vec<_>>() {
                let mark = std::mem::take(&mut row[site]);
                let at = At {
                    row: &row,
                    last: 0,
                    mover: Player::First,
                };
                let sets = [0, 1].map(|side| self.legal_for(at, side, site as u32));
                if (sets[0] | sets[1]) >> (mark - 1) & 1 == 1 {
                    taken = true;
                } else {
                    row[site] = mark;
                    left += 1;
                }
            }
            if left == 0 || !taken {
                return left == 0;
            }
        }
    }

    fn site_map(&self, places: &[u32]) -> Vec<u32> {
        if self.file().sites == Where::Vertices {
            return places.to_vec();
        }
        let image = |&(a, b): &(u32, u32)| {
            let found = self
                .sites
                .site_between(places[a as usize], places[b as usize]);
            found.expect("automorphisms map edges to edges")
        };
        self.sites.ends.iter().map(image).collect()
    }

    /// The automorphisms of the board as maps of sites.
    pub fn site_maps(&self) -> &[Vec<u32>] {
        self.site_maps.get_or_init(|| {
            let maps = self.automorphisms().iter();
            maps.map(|map| self.site_map(map)).collect()
        })
    }

    /// The image under a map of the vertices, which maps the sites as said.
    fn map(&self, places: &[u32], sites: &[u32], position: &[u8], image: &mut [u8]) {
        let lasts = if self.walks() { places } else { sites };
        image.copy_from_slice(position);
        for (&to, &mark) in sites.iter().zip(position) {
            image[to as usize] = mark;
        }
        if self.records_last() {
            let at = self.last_at();
            if let Some(site) = self.last_of(position).checked_sub(1) {
                image[at..].copy_from_slice(&(lasts[site as usize] + 1).to_le_bytes());
            }
        }
    }

    /// Renames marks that are alike in the order in which they appear.
    fn normalize(&self, row: &mut [u8]) {
        let mut names = [0u8; 32];
        let mut used = [0u8; 32];
        for mark in row.iter_mut().filter(|mark| **mark != 0) {
            let name = &mut names[usize::from(*mark)];
            if *name == 0 {
                let class = self.alike[usize::from(*mark)];
                let nth = &mut used[usize::from(class)];
                let mut members = (1..=self.marks).filter(|&m| self.alike[usize::from(m)] == class);
                *name = members.nth((*nth).into()).expect("as many as marks");
                *nth += 1;
            }
            *mark = *name;
        }
    }

    /// Are some marks alike?
    pub fn any_alike(&self) -> bool {
        self.alike
            .iter()
            .zip(0..)
            .any(|(&least, mark)| least != mark)
    }
}

/// How many sites are marked.
#[inline]
pub fn marked(row: &[u8]) -> usize {
    row.iter().map(|&mark| usize::from(mark != 0)).sum()
}

impl Game for Ruled {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let mut row = vec![0; self.sites.len()];
        let mut last = 0;
        if self.walks() {
            last = self.start + 1;
            if self.file().begins_marked() {
                row[self.start as usize] = 1;
            }
        }
        let (row, mover) = (&row[..], Player::First);
        self.position(At { row, last, mover })
    }

    fn to_move(&self, position: &Position) -> Player {
        self.at(position).mover
    }

    fn result(&self, position: &Position) -> Option<Outcome> {
        self.result_at(self.at(position))
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let at = self.at(position);
        let file = self.file();
        if self.is_cut(at) || self.at_limit(at.row) {
            return;
        }
        let sites = self.sites.graph.vertices();
        let side = self.marking_side(at.mover);
        let common = self.common(at, side);
        let chooses = self.chooses();
        let fresh = file.legal.looks.fresh;
        let stale: Option<Vec<bool>> =
            fresh.then(|| sites.clone().map(|w| self.is_stale(at.row, w)).collect());
        let mut put = |site: u32| {
            let mut set = self.legal_among(at, common, stale.as_deref(), site);
            if !chooses && set != 0 {
                moves.push(Move { site, mark: 0 });
                return;
            }
            while set != 0 {
                let mark = set.trailing_zeros() + 1;
                moves.push(Move { site, mark });
                set &= set - 1;
            }
        };
        match (self.points(), at.last.checked_sub(1)) {
            (true, Some(site)) => put(site),
            (true, None) => {
                let free = sites.filter(|&site| at.row[site as usize] == 0);
                moves.extend(free.map(|site| Move { site, mark: 0 }));
            }
            (false, _) => {
                if self.walks() {
                    let exits = self.exits(at).iter();
                    let open = exits.filter(|&&(_, site)| self.legal(at, common, site) != 0);
                    moves.extend(open.map(|&(site, _)| Move { site, mark: 0 }));
                } else {
                    sites.for_each(put);
                }
                let passes = file.pass == Some(side);
                if passes && (!moves.is_empty() || self.can_mark(at, 1 - side)) {
                    moves.push(Move {
                        site: PASS,
                        mark: 0,
                    });
                }
            }
        }
    }

    fn refusal(&self, position: &Position, mv: Move) -> Option<Refusal> {
        let at = self.at(position);
        if self.result_at(at).is_some() {
            return Some(Refusal::game_over());
        }
        let word = self.site_word();
        let side = self.side_of(at.mover);
        let refuse = |reason: String| Some(Refusal(reason));
        if mv.site == PASS && mv.mark == 0 {
            return match self.file().pass == Some(side) {
                true => None,
                false => refuse("nobody may pass now".to_owned()),
            };
        }
        let mut mv = mv;
        let to = mv.site;
        if self.walks() {
            let exit = self.exits(at).iter().find(|exit| exit.0 == mv.site);
            mv.site = match exit {
                Some(&(_, site)) => site,
                None => match self.vertices.refuse(mv.site) {
                    Some(reason) => return refuse(reason),
                    None => {
                        let from = self.vertices.name(at.last - 1);
                        let to = self.vertices.name(mv.site);
                        return refuse(format!("there is no arc from {from} to {to}"));
                    }
                },
            };
        }
        if mv.site as usize >= self.sites.len() {
            return refuse(format!("there is no such {word} on the board"));
        }
        let name = self.site_name(mv.site);
        let mark = at.row[mv.site as usize];
        if mark != 0 {
            if self.walks() {
                return refuse(match self.file().sites {
                    Where::Vertices => format!("the token has been on {name} already"),
                    Where::Edges | Where::Arcs => {
                        let way = self.pair_name(at.last - 1, to);
                        format!("{way} is used already")
                    }
                });
            }
            let with = match self.marks {
                1 => String::new(),
                _ => format!(", with {}", self.mark_name(mark)),
            };
            let done = if self.file().removes() {
                "removed"
            } else {
                "marked"
            };
            return refuse(format!("{word} {name} is {done} already{with}"));
        }
        let pointing = self.points() && at.last == 0;
        if pointing {
            return match mv.mark {
                0 => None,
                _ => refuse(format!("point at a {word}, without a mark")),
            };
        }
        if self.points() && at.last != mv.site + 1 {
            let pointed = self.site_name(at.last - 1);
            return refuse(format!("{word} {pointed} is to be marked, not {name}"));
        }
        let mark = match (self.chooses(), mv.mark) {
            (false, 0) if self.own() => side as u32 + 1,
            (false, 0) => 1,
            (true, mark) if (1..=u32::from(self.marks)).contains(&mark) => mark,
            (true, _) => {
                return refuse(format!(
                    "there is no such mark: expected {} to {}",
                    self.mark_name(1),
                    self.mark_name(self.marks)
                ));
            }
            (false, _) => {
                return refuse(format!("say the {word} only: there is no mark to choose"));
            }
        };
        let marking = self.marking_side(at.mover);
        let legal = self.legal_for(at, marking, mv.site) >> (mark - 1) & 1 == 1;
        if legal {
            return None;
        }
        let what = match self.chooses() {
            true => format!("take the mark {}", self.mark_name(mark as u8)),
            false if self.file().removes() => "be removed".to_owned(),
            false => "be marked".to_owned(),
        };
        refuse(format!(
            "{word} {name} may not {what}: {} does not hold there",
            self.file().legal.text
        ))
    }

    fn apply(&self, position: &Position, mv: Move) -> Position {
        let mut next = position.clone();
        if self.records_turn() {
            next[self.turn_at()] ^= 1;
        }
        if mv.site == PASS {
            return next;
        }
        let pointing = self.points() && self.at(position).last == 0;
        if self.records_last() {
            let last = match self.points() && !pointing {
                true => 0,
                false => mv.site + 1,
            };
            let at = self.last_at();
            next[at..].copy_from_slice(&last.to_le_bytes());
        }
        if self.walks() {
            let at = self.at(position);
            let exit = self.exits(at).iter().find(|exit| exit.0 == mv.site);
            next[exit.expect("legal moves are along edges").1 as usize] = 1;
            return next;
        }
        if self.file().moving == Moving::RemoveClosed {
            for &w in self.sites.graph.neighbors(mv.site) {
                next[w as usize] = 1;
            }
        }
        if !pointing {
            next[mv.site as usize] = if self.own() {
                let at = self.at(position);
                self.side_of(at.mover) as u8 + 1
            } else {
                (mv.mark as u8).max(1)
            };
        }
        next
    }

    /// A token that may walk along whatever is unmarked may stand anywhere, and may have been
    /// anywhere. Else those that play can reach: whether marks are legal can depend on the order in which they
    /// were put, so that nothing else is sure to be a position of the game.
    fn legal_positions(&self) -> Box<dyn Iterator<Item = Position> + '_> {
        if self.walks_freely() {
            let on_sites = self.file().sites == Where::Vertices;
            return Box::new((0..self.vertex_count()).flat_map(move |token| {
                let stands = move |row: &[u8]| !on_sites || row.get(token) != Some(&0);
                let rows = Listing::new(self.sites.len(), 1, stands);
                rows.map(move |row| {
                    let (row, last) = (&row[..], token as u32 + 1);
                    let mover = Player::First;
                    self.position(At { row, last, mover })
                })
            }));
        }
        let start = self.start();
        let mut seen = HashSet::from([start.clone()]);
        let mut open = VecDeque::from([start]);
        let mut moves = Vec::new();
        Box::new(std::iter::from_fn(move || {
            let position = open.pop_front()?;
            moves.clear();
            self.moves(&position, &mut moves);
            for &mv in &moves {
                let next = self.apply(&position, mv);
                if seen.insert(next.clone()) {
                    open.push_back(next);
                }
            }
            Some(position)
        }))
    }

    fn position_bytes(&self) -> usize {
        size_of::<Position>() + self.sites.len() + 5
    }

    fn estimate(&self, position: &Position) -> f64 {
        match self.file().moving {
            Moving::Token => estimate_walks(self, position),
            _ => estimate_positions(self, position),
        }
    }
}

impl Symmetric for Ruled {
    fn symmetries(&self) -> Vec<Symmetry> {
        let mut list = of_places(self.automorphisms());
        // Exchanges of marks that are alike.
        for b in 2..=self.marks {
            let a = self.alike[usize::from(b)];
            if a != b {
                let mut marks: Vec<u8> = (0..=self.marks).collect();
                marks.swap(a.into(), b.into());
                list.push(Symmetry {
                    places: (0..self.vertex_count() as u32).collect(),
                    marks,
                });
            }
        }
        list
    }

    fn symmetry_count(&self) -> f64 {
        let mut count = self.automorphisms().len() as f64;
        for class in 1..=self.marks {
            let members = self.alike[1..].iter().filter(|&&m| m == class).count();
            for i in 0..members.min(self.sites.len()) {
                count *= (members - i) as f64;
            }
        }
        count
    }

    fn map_position(&self, symmetry: &Symmetry, position: &Position) -> Position {
        let mut image = position.clone();
        let sites = self.site_map(&symmetry.places);
        self.map(&symmetry.places, &sites, position, &mut image);
        for mark in &mut image[..self.sites.len()] {
            *mark = symmetry.mark(*mark);
        }
        image
    }

    fn map_move(&self, symmetry: &Symmetry, mv: Move) -> Move {
        if mv.site == PASS {
            return mv;
        }
        let site = match self.walks() {
            true => symmetry.places[mv.site as usize],
            false => self.site_map(&symmetry.places)[mv.site as usize],
        };
        let mark = match mv.mark {
            0 => 0,
            mark => symmetry.mark(mark as u8).into(),
        };
        Move { site, mark }
    }

    fn canonical(&self, position: &Position) -> Position {
        self.least_image(position).0
    }
}

impl Ruled {
    /// The least image of a position, and the number of an automorphism that makes it.
    pub fn least_image(&self, position: &Position) -> (Position, usize) {
        let alike = self.any_alike();
        let mut best = (position.clone(), 0);
        let mut image = position.clone();
        let maps = self.automorphisms().iter().zip(self.site_maps());
        for (number, (places, sites)) in maps.enumerate() {
            self.map(places, sites, position, &mut image);
            if alike {
                self.normalize(&mut image[..self.sites.len()]);
            }
            if number == 0 || image < best.0 {
                best.0.copy_from_slice(&image);
                best.1 = number;
            }
        }
        best
    }
}
