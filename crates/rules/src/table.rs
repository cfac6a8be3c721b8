//! A condition on a board, tabulated: for every mover and every neighbourhood that the board can
//! show, which marks may be put. Play only looks up.

use crate::condition::{Asked, Asking, Looks};
use crate::file::File;
use outplay_board::{Graph, InputError};

/// The most entries of a table, four bytes each.
const MOST_CELLS: f64 = (1 << 22) as f64;
/// The most steps that filling a table may take.
const MOST_STEPS: u64 = 1 << 26;
/// Up to so much work it is looked whether marks can be exchanged.
const MOST_EXCHANGES: usize = 1 << 25;

/// How the marks on the neighbours of a site are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Near {
    /// Not at all.
    Nothing,
    /// How many are marked.
    Total,
    /// Which marks there are.
    Set,
    /// How often there is each mark.
    Counts,
}

/// The tabulated condition.
#[derive(Clone, Debug)]
pub struct Table {
    near: Near,
    marks: usize,
    /// What a neighbour with each mark adds to the index; nothing if it has none.
    weights: Vec<u32>,
    near_size: usize,
    far_size: usize,
    fresh_size: usize,
    /// How many entries each mover has, or 0 if the mover makes no difference.
    per_mover: usize,
    per_empty: usize,
    per_last: usize,
    per_beside: usize,
    per_fresh: usize,
    /// The degrees that are told apart, and how many entries each has.
    degrees: Vec<usize>,
    per_degree: usize,
    /// Where the entries of a site begin, by its degree if that counts.
    base: Vec<u32>,
    /// Sets of marks: bit 0 is mark 1.
    cells: Vec<u32>,
}

/// What a table is about beside the condition.
pub(crate) struct Marking<'a> {
    pub(crate) marks: usize,
    pub(crate) names: &'a [String],
    /// Has each player a mark of the player's own?
    pub(crate) own: bool,
    /// Does a move remove sites, so that degrees change?
    pub(crate) removes: bool,
    /// Is something marked before the first move?
    pub(crate) begins_marked: bool,
    /// What the condition calls k.
    pub(crate) k: u64,
}

/// What the condition sees at a site, and the marks that it allows there.
pub struct Row {
    /// Who moves: 0 or 1.
    pub mover: usize,
    /// By mark; of a total the first, of a set 1 for each.
    pub counts: Vec<u32>,
    /// The set of marks at distance 2: bit 0 is mark 1.
    pub far: u32,
    /// How many neighbours are neither marked nor beside a mark.
    pub fresh: u32,
    /// How many neighbours there are.
    pub degree: usize,
    /// Is nothing marked?
    pub empty: bool,
    /// The mark of the last move, 0 for none.
    pub last: usize,
    /// Was it put on a neighbour?
    pub beside: bool,
    /// The marks that may be put, as a set.
    pub marks: u32,
}

/// An index of an entry, taken apart.
#[derive(Clone, Copy)]
struct Key {
    near: usize,
    far: usize,
    fresh: usize,
    beside: usize,
    last: usize,
    empty: usize,
    mover: usize,
}

impl Table {
    /// Asks the condition about everything that the board can show.
    ///
    /// # Errors
    /// That is too much, or the condition is not one.
    pub(crate) fn fill(
        file: &File,
        marking: &Marking<'_>,
        graph: &Graph,
        far: &[Vec<u32>],
    ) -> Result<Self, InputError> {
        let looks: Looks = file.legal.looks;
        let k = marking.marks;
        let most = graph.max_degree();
        let removed = marking.removes && looks.degree;
        let near = match (looks.count, looks.seen, looks.marked || removed) {
            (false, false, false) => Near::Nothing,
            (false, false, true) => Near::Total,
            (false, true, false) => Near::Set,
            _ => Near::Counts,
        };
        let nears = match near {
            Near::Nothing => 1.0,
            Near::Total => most as f64 + 1.0,
            Near::Set => 2f64.powi(k as i32),
            Near::Counts => (most as f64 + 1.0).powi(k as i32),
        };
        let far_most = far.iter().map(Vec::len).max().unwrap_or(0);
        let fars = if looks.far { 2f64.powi(k as i32) } else { 1.0 };
        let fresh_size = if looks.fresh { most + 1 } else { 1 };
        let two = |yes: bool| if yes { 2 } else { 1 };
        let lasts = if looks.last { k + 1 } else { 1 };
        let movers = two(looks.mover || marking.own);
        let mut degrees: Vec<usize> = match looks.degree {
            true => graph.vertices().map(|v| graph.degree(v)).collect(),
            false => vec![most],
        };
        degrees.sort_unstable();
        degrees.dedup();
        let others =
            degrees.len() * movers * two(looks.empty) * two(looks.beside) * lasts * fresh_size;
        let entries = nears * fars * others as f64;
        let refuse = |what: String| Err(file.place.error(what));
        if entries > MOST_CELLS {
            return refuse(format!(
                "on this board the condition needs a table of {entries:.3e} entries, {}, expected at most {MOST_CELLS:.0}: it has {k} marks and up to {most} neighbours",
                bytes(4.0 * entries)
            ));
        }
        let (near_size, far_size) = (nears as usize, fars as usize);
        let per_fresh = near_size * far_size;
        let per_beside = per_fresh * fresh_size;
        let per_last = per_beside * two(looks.beside);
        let per_empty = per_last * lasts;
        let per_mover = per_empty * two(looks.empty);
        let per_degree = per_mover * movers;
        let weights = (0..=k)
            .map(|mark| match (near, mark) {
                (Near::Nothing, _) | (_, 0) => 0,
                (Near::Total, _) => 1,
                (Near::Set, mark) => 1 << (mark - 1),
                (Near::Counts, mark) => (most as u32 + 1).pow(mark as u32 - 1),
            })
            .collect();
        let class = |v: u32| match looks.degree {
            true => degrees.partition_point(|&d| d < graph.degree(v)),
            false => 0,
        };
        let mut table = Self {
            near,
            marks: k,
            weights,
            near_size,
            far_size,
            fresh_size,
            per_fresh: if looks.fresh { per_fresh } else { 0 },
            per_mover: if movers == 2 { per_mover } else { 0 },
            per_empty: if looks.empty { per_empty } else { 0 },
            per_last: if looks.last { per_last } else { 0 },
            per_beside: if looks.beside { per_beside } else { 0 },
            base: graph
                .vertices()
                .map(|v| (class(v) * per_degree) as u32)
                .collect(),
            cells: vec![0; per_degree * degrees.len()],
            per_degree,
            degrees,
        };
        let mut steps = MOST_STEPS;
        let asking = Asking::new(&file.legal, k, marking.names, marking.k);
        let mut counts = vec![0; k];
        for (class, degree) in table.degrees.clone().into_iter().enumerate() {
            for near in 0..near_size {
                table.decode(near, most, &mut counts);
                let marked = counts.iter().sum::<u32>() as usize;
                if marked > degree {
                    continue;
                }
                let left = if marking.removes {
                    degree - marked
                } else {
                    degree
                };
                for index in (near..per_degree).step_by(near_size) {
                    let key = table.key(index);
                    let far = key.far as u32;
                    let contradiction = (looks.empty && key.empty == 1 && !marking.begins_marked)
                        && (near > 0 || far > 0 || key.last > 0 || key.beside > 0)
                        || key.fresh + marked > degree;
                    if contradiction || far.count_ones() as usize > far_most {
                        continue;
                    }
                    let mut set = 0;
                    for mark in 1..=k as u8 {
                        if marking.own && usize::from(mark) != key.mover + 1 {
                            continue;
                        }
                        let asked = Asked {
                            mark,
                            mover: key.mover,
                            counts: &counts,
                            far,
                            fresh: key.fresh as u32,
                            degree: left as u32,
                            empty: key.empty == 1,
                            last: key.last as u8,
                            beside: key.beside == 1,
                        };
                        let legal = match asking.ask(asked, &mut steps) {
                            Ok(legal) => legal,
                            Err(_) if steps == 0 => {
                                return refuse(format!(
                                    "on this board the condition must be asked very often, expected so few times that it takes at most {MOST_STEPS} steps: it has {k} marks and up to {most} neighbours"
                                ));
                            }
                            Err(unknown) => {
                                let message = format!(
                                    "{}, expected a condition that is true or false",
                                    unknown.reason
                                );
                                return Err(file.place.error_at(unknown.offset, message));
                            }
                        };
                        set |= u32::from(legal) << (mark - 1);
                    }
                    table.cells[class * per_degree + index] = set;
                }
            }
        }
        Ok(table)
    }

    /// What certificates call that which is seen of the neighbours.
    pub fn near_word(&self) -> Option<&'static str> {
        match self.near {
            Near::Nothing => None,
            Near::Total => Some("marked"),
            Near::Set => Some("seen"),
            Near::Counts => Some("counts"),
        }
    }

    /// How often each mark is on the neighbours, by the index; for a set once.
    fn decode(&self, mut near: usize, most: usize, counts: &mut [u32]) {
        counts.fill(0);
        match self.near {
            Near::Nothing => {}
            Near::Total => counts[0] = near as u32,
            Near::Set => {
                for (i, count) in counts.iter_mut().enumerate() {
                    *count = (near >> i & 1) as u32;
                }
            }
            Near::Counts => {
                for count in counts.iter_mut() {
                    *count = (near % (most + 1)) as u32;
                    near /= most + 1;
                }
            }
        }
    }

    fn key(&self, index: usize) -> Key {
        let part = |per: usize, of: usize| match per {
            0 => 0,
            per => index / per % of,
        };
        Key {
            near: index % self.near_size,
            far: index / self.near_size % self.far_size,
            fresh: part(self.per_fresh, self.fresh_size),
            beside: part(self.per_beside, 2),
            last: part(self.per_last, self.marks + 1),
            empty: part(self.per_empty, 2),
            mover: part(self.per_mover, 2),
        }
    }

    /// What does not change from site to site, added up.
    #[inline]
    pub(crate) fn common(&self, mover: usize, empty: bool, last: u8) -> usize {
        mover * self.per_mover
            + usize::from(empty) * self.per_empty
            + usize::from(last) * self.per_last
    }

    /// The part of the index that the neighbours make.
    #[inline]
    pub(crate) fn near(&self, row: &[u8], neighbors: &[u32]) -> usize {
        let weight = |w: &u32| self.weights[usize::from(row[*w as usize])] as usize;
        match self.near {
            Near::Set => neighbors.iter().fold(0, |index, w| index | weight(w)),
            Near::Nothing => 0,
            Near::Total | Near::Counts => neighbors.iter().map(weight).sum(),
        }
    }

    /// The part that the marks at distance 2 and the last move make.
    pub(crate) fn beyond(&self, row: &[u8], far: &[u32], fresh: usize, beside: bool) -> usize {
        let marks = far
            .iter()
            .map(|&w| row[w as usize])
            .filter(|&mark| mark > 0);
        let set = marks.fold(0usize, |set, mark| set | 1 << (mark - 1));
        let far = if self.far_size > 1 {
            set * self.near_size
        } else {
            0
        };
        far + fresh * self.per_fresh + usize::from(beside) * self.per_beside
    }

    /// Where the entries of a site begin.
    pub(crate) fn base(&self, site: u32) -> u32 {
        self.base[site as usize]
    }

    /// The marks that may be put on a site.
    #[inline]
    pub(crate) fn legal(&self, site: u32, index: usize) -> u32 {
        self.cells[self.base[site as usize] as usize + index]
    }

    /// Does nothing count but the site and its marked neighbours?
    pub(crate) fn counts_alone(&self) -> bool {
        let others = [
            self.per_mover,
            self.per_empty,
            self.per_last,
            self.per_beside,
            self.per_fresh,
        ];
        self.far_size == 1 && others.iter().all(|&per| per == 0)
    }

    /// May a site get the only mark that there is, where so many neighbours have it?
    pub(crate) fn legal_by_count(&self, site: u32, marked: usize) -> bool {
        let index = match self.near {
            Near::Nothing => 0,
            Near::Set => marked.min(1),
            Near::Total | Near::Counts => marked,
        };
        self.legal(site, index) != 0
    }

    /// Is something legal whatever is around?
    pub(crate) fn allows_all(&self) -> bool {
        !self.cells.contains(&0)
    }

    /// Does what is illegal stay so when more is marked around?
    pub(crate) fn is_hereditary(&self) -> bool {
        let fresh = self.per_fresh > 0;
        let totals = matches!(self.near, Near::Nothing | Near::Total);
        if self.per_empty + self.per_last + self.per_beside > 0 || fresh && !totals {
            return false;
        }
        // More marked neighbours and fresh ones than there are neighbours cannot be shown.
        let shown = |index: usize| {
            let key = self.key(index % self.per_degree);
            !fresh || key.near + key.fresh <= self.degrees[index / self.per_degree]
        };
        let step = |index: usize, mark: usize| -> [Option<usize>; 3] {
            let key = self.key(index);
            let weight = self.weights[mark] as usize;
            let near = match self.near {
                Near::Nothing => None,
                Near::Set => (key.near & weight == 0).then(|| index + weight),
                Near::Total | Near::Counts => {
                    let size = match self.near {
                        Near::Total => self.near_size,
                        _ => self.weights.get(2).map_or(self.near_size, |&w| w as usize),
                    };
                    (key.near / weight % size + 1 < size).then(|| index + weight)
                }
            };
            let bit = 1 << (mark - 1);
            let far = self.far_size > 1 && key.far & bit == 0;
            // What is marked elsewhere can only make neighbours less fresh.
            let stale = (key.fresh > 0).then(|| index - self.per_fresh);
            [near, far.then(|| index + bit * self.near_size), stale]
        };
        (0..self.cells.len()).all(|index| {
            (1..=self.marks).all(|mark| {
                let next = step(index, mark).into_iter().flatten();
                next.into_iter()
                    .filter(|&more| shown(index) && shown(more))
                    .all(|more| self.cells[more] & !self.cells[index] == 0)
            })
        })
    }

    /// For every mark the least one that it can be exchanged with: the table is compared with
    /// itself after the exchange.
    pub(crate) fn alike(&self) -> Vec<u8> {
        let mut least: Vec<u8> = (0..=self.marks as u8).collect();
        if self.cells.len() * self.marks * self.marks > MOST_EXCHANGES {
            return least;
        }
        for b in 2..=self.marks {
            let mut candidates = (1..b).filter(|&a| usize::from(least[a]) == a);
            if let Some(a) = candidates.find(|&a| self.exchanges(a, b)) {
                least[b] = a as u8;
            }
        }
        least
    }

    fn exchanges(&self, a: usize, b: usize) -> bool {
        let bits = |set: usize| {
            let (x, y) = (set >> (a - 1) & 1, set >> (b - 1) & 1);
            set ^ ((x ^ y) << (a - 1)) ^ ((x ^ y) << (b - 1))
        };
        (0..self.cells.len()).all(|index| {
            let key = self.key(index);
            let near = match self.near {
                Near::Nothing | Near::Total => key.near,
                Near::Set => bits(key.near),
                Near::Counts => {
                    let size = self.weights.get(2).map_or(self.near_size, |&w| w as usize);
                    let (wa, wb) = (self.weights[a] as usize, self.weights[b] as usize);
                    let (x, y) = (key.near / wa % size, key.near / wb % size);
                    key.near - x * wa - y * wb + y * wa + x * wb
                }
            };
            let far = if self.far_size > 1 { bits(key.far) } else { 0 };
            let last = match key.last {
                last if last == a => b,
                last if last == b => a,
                last => last,
            };
            let image = index - key.near - key.far * self.near_size - key.last * self.per_last
                + near
                + far * self.near_size
                + last * self.per_last;
            bits(self.cells[index] as usize) as u32 == self.cells[image]
        })
    }

    /// Where something is legal: what the condition sees, and the marks.
    pub fn rows(&self) -> impl Iterator<Item = Row> + '_ {
        let most = self.degrees.last().copied().unwrap_or(0);
        let cells = self.cells.iter().enumerate();
        cells
            .filter(|(_, marks)| **marks != 0)
            .map(move |(cell, &marks)| {
                let key = self.key(cell % self.per_degree);
                let mut counts = vec![0; self.marks];
                self.decode(key.near, most, &mut counts);
                Row {
                    mover: key.mover,
                    counts,
                    far: key.far as u32,
                    fresh: key.fresh as u32,
                    degree: self.degrees[cell / self.per_degree],
                    empty: key.empty == 1,
                    last: key.last,
                    beside: key.beside == 1,
                    marks,
                }
            })
    }
}

fn bytes(bytes: f64) -> String {
    match bytes {
        b if b < 1e9 => format!("{:.0} MB", b / 1e6),
        b if b < 1e15 => format!("{:.1} GB", b / 1e9),
        _ => "more than a million GB".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::game::{Move, Ruled};
    use crate::{Rules, Said};
    use outplay_board::{Limits, families};
    use outplay_engine::Game;

    fn open(said: &str, board: &str) -> Ruled {
        let rules = Rules::read(&format!("name = 'x'\n{said}"), "x.toml");
        let board = families::board(board, Limits::BOARD).unwrap();
        rules.unwrap().open(&board, Said::default()).unwrap()
    }

    /// What can be done after some moves, as pairs of a site and a mark.
    fn moves_after(game: &Ruled, made: &[(u32, u32)]) -> Vec<(u32, u32)> {
        let after = made.iter().fold(game.start(), |position, &(site, mark)| {
            game.apply(&position, Move { site, mark })
        });
        let mut moves = Vec::new();
        Game::moves(game, &after, &mut moves);
        let mut moves: Vec<_> = moves.iter().map(|mv| (mv.site, mv.mark)).collect();
        moves.sort_unstable();
        moves
    }

    /// Files that look at one of the two alone do not tell how an index is taken apart.
    #[test]
    fn neighbours_and_those_at_distance_two_are_told_apart() {
        for seen in ["mark in seen", "count(mark) > 0"] {
            let said = format!("marks = 2\nlegal = '!({seen}) && !(mark in far)'");
            // 0 and 1 are beside and at distance 2 of 2, which gets nothing.
            let moves = moves_after(&open(&said, "path:5"), &[(0, 1), (1, 2)]);
            assert_eq!(moves, [(3, 1), (4, 1), (4, 2)], "{said}");
            let moves = moves_after(&open(&said, "path:5"), &[(0, 1)]);
            let expected = [(1, 2), (2, 2), (3, 1), (3, 2), (4, 1), (4, 2)];
            assert_eq!(moves, expected, "{said}");
        }
    }

    #[test]
    fn marks_are_alike_that_can_be_exchanged() {
        for (legal, alike) in [
            ("count(1) + count(2) + count(3) < 2", [0, 1, 1, 1]),
            ("count(1) + count(2) < 2", [0, 1, 1, 3]),
            ("count(1) + count(3) < 2", [0, 1, 2, 1]),
            ("count(2) + 2 * count(3) < 3", [0, 1, 2, 3]),
            ("!(mark in seen)", [0, 1, 1, 1]),
            ("!(mark == 2 && mark in seen)", [0, 1, 2, 1]),
            ("last != mark && !(3 in far)", [0, 1, 1, 3]),
            ("!(1 in seen) && !(2 in far)", [0, 1, 2, 3]),
        ] {
            let game = open(&format!("marks = 3\nlegal = '{legal}'"), "star:3");
            assert_eq!(game.alike, alike, "{legal}");
        }
    }
}
