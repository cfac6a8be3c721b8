//! All positions of a game that puts marks on sites, labelled without a search: a row of marks is a
//! number, a mark more makes a greater one, so one pass from the greatest number down meets every
//! position after all that can follow. Nothing is hashed, and nothing is looked up but labels.
//!
//! Rows that play never reaches are labelled like any other, which costs time but harms nothing.
//!
//! There are two passes. [`Dense::label`] asks the rules about each row and keeps a byte for it: who
//! wins, and how soon. [`Counted`] is for one mark whose legality depends on nothing but how many
//! neighbours are marked. It keeps a bit: 64 rows that differ on the first six sites are one word, and
//! what a move on another site does to all of them is one operation.

use crate::{Budget, Outcome, Stopped};
use outplay_board::share;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// A game in which every move puts a mark on a site that has none, and the players take turns.
pub trait Rows: Sync {
    /// What is kept about a row from one to the next.
    type Around: Send;

    /// How many sites there are.
    fn sites(&self) -> usize;

    /// How many marks there are.
    fn marks(&self) -> u8;

    /// What is kept about the row without marks.
    fn around(&self) -> Self::Around;

    /// Puts a mark on a site, or 0 for none.
    fn change(&self, around: &mut Self::Around, row: &mut [u8], site: usize, mark: u8);

    /// Is a row a position of the game? Nobody asks about one that is not, nor counts it; without
    /// a word from the game that is open, and nothing is counted.
    fn is_position(&self, around: &Self::Around, row: &[u8]) -> Option<bool> {
        let _ = (around, row);
        None
    }

    /// Calls `each` with every legal move, where so many were made; the outcome for the player to
    /// move, if the game is over.
    fn moves(
        &self,
        around: &Self::Around,
        row: &[u8],
        made: usize,
        each: &mut impl FnMut(usize, u8),
    ) -> Option<Outcome>;
}

/// A bit for who wins and above it the number of moves.
#[derive(Clone, Copy)]
struct Label(u8);

impl Label {
    const LOST: Self = Self(0);
    const WON: Self = Self(1);

    fn wins(self) -> bool {
        self.0 & 1 == 1
    }

    fn remoteness(self) -> u32 {
        u32::from(self.0 >> 1)
    }
}

/// Who wins each row, and how soon; Grundy values if asked for.
pub struct Dense {
    labels: Vec<AtomicU8>,
    values: Vec<AtomicU8>,
    powers: Vec<u64>,
    /// How many positions are won and lost for the player to move.
    counts: [AtomicU64; 2],
}

/// The most sites, so that a number of moves fits beside a bit.
const MOST_SITES: usize = 127;
/// So many rows are labelled by one thread at a time.
const CHUNK: u64 = 1 << 16;

/// Rows in pieces, each with other marks on the last sites.
struct Chunks {
    count: u64,
    /// How many digits there are: marks, and none.
    each: u64,
    /// How many rows a piece has.
    rows: u64,
    /// So many pieces for each thread are labelled before anybody asks whether to go on.
    slice: usize,
}

impl Chunks {
    /// Labels all pieces: those with the most marks first, because pieces with as many do not need
    /// each other.
    fn backwards(
        &self,
        threads: usize,
        budget: &Budget<'_>,
        label: impl Fn(u64) + Sync,
    ) -> Result<(), Stopped> {
        let marked = |mut chunk: u64| {
            let mut marked = 0;
            while chunk > 0 {
                marked += usize::from(!chunk.is_multiple_of(self.each));
                chunk /= self.each;
            }
            marked
        };
        let mut layers: Vec<Vec<u64>> = Vec::new();
        for chunk in 0..self.count {
            let layer = marked(chunk);
            layers.resize_with(layers.len().max(layer + 1), Vec::new);
            layers[layer].push(chunk);
        }
        let mut done = 0;
        for layer in layers.iter().rev() {
            for slice in layer.chunks(self.slice * threads.max(1)) {
                share(threads, slice.iter(), |&chunk| label(chunk));
                done += slice.len() as u64 * self.rows;
                budget.poll(done)?;
            }
        }
        Ok(())
    }
}

/// How many rows there are, if that is a number.
pub fn rows(sites: usize, marks: u8) -> Option<u64> {
    let each = u64::from(marks) + 1;
    let count = each.checked_pow(u32::try_from(sites).ok()?)?;
    (sites <= MOST_SITES).then_some(count)
}

impl Dense {
    /// Labels all rows, which must be so few that they have numbers. `values` says whether Grundy
    /// values are wanted, too; the game is impartial then.
    ///
    /// # Errors
    /// The budget ran out.
    pub fn label<R: Rows>(
        game: &R,
        values: bool,
        threads: usize,
        budget: &Budget<'_>,
    ) -> Result<Self, Stopped> {
        let (sites, each) = (game.sites(), u64::from(game.marks()) + 1);
        let total = rows(sites, game.marks()).unwrap_or(u64::MAX);
        budget.check(total, total.saturating_mul(if values { 2 } else { 1 }))?;
        let powers: Vec<u64> = (0..sites as u32).map(|site| each.pow(site)).collect();
        let column = |wanted: bool| {
            let mut column = Vec::new();
            column.resize_with(if wanted { total as usize } else { 0 }, AtomicU8::default);
            column
        };
        let dense = Self {
            labels: column(true),
            values: column(values),
            powers,
            counts: Default::default(),
        };
        // The sites above are the same in a chunk.
        let low = dense.powers.partition_point(|&power| power < CHUNK);
        let size = dense.powers.get(low).copied().unwrap_or(total);
        let chunks = Chunks {
            count: total / size,
            each,
            rows: size,
            slice: 16,
        };
        chunks.backwards(threads, budget, |chunk| {
            dense.chunk(game, low, chunk * size)
        })?;
        Ok(dense)
    }

    /// Labels the rows from the one with this number on that differ on the sites below `low`.
    fn chunk<R: Rows>(&self, game: &R, low: usize, first: u64) {
        let (sites, most) = (self.powers.len(), game.marks());
        let mut row = vec![0; sites];
        let mut around = game.around();
        let mut made = 0;
        for site in 0..sites {
            let mark = match site < low {
                true => most,
                false => (first / self.powers[site] % (u64::from(most) + 1)) as u8,
            };
            if mark > 0 {
                game.change(&mut around, &mut row, site, mark);
                made += 1;
            }
        }
        let size = self.powers.get(low).copied();
        let size = size.unwrap_or(self.labels.len() as u64);
        let mut counts = [0; 2];
        for number in (first..first + size).rev() {
            let is_position = game.is_position(&around, &row);
            if is_position != Some(false) {
                let label = self.settle(game, &around, &row, (number, made));
                counts[usize::from(!label.wins())] += u64::from(is_position.is_some());
            }
            // The row with the next number.
            for site in 0..low {
                let mark = row[site];
                if mark > 0 {
                    game.change(&mut around, &mut row, site, mark - 1);
                    made -= usize::from(mark == 1);
                    break;
                }
                game.change(&mut around, &mut row, site, most);
                made += 1;
            }
        }
        for (total, count) in self.counts.iter().zip(counts) {
            total.fetch_add(count, Relaxed);
        }
    }

    #[inline]
    fn settle<R: Rows>(
        &self,
        game: &R,
        around: &R::Around,
        row: &[u8],
        (number, made): (u64, usize),
    ) -> Label {
        let (mut soonest, mut latest, mut met) = (u8::MAX, 0, 0u128);
        let with_values = !self.values.is_empty();
        let over = game.moves(around, row, made, &mut |site, mark| {
            let next = (number + u64::from(mark) * self.powers[site]) as usize;
            let label = Label(self.labels[next].load(Relaxed));
            match label.wins() {
                true => latest = latest.max(label.0),
                false => soonest = soonest.min(label.0),
            }
            if with_values {
                met |= 1 << self.values[next].load(Relaxed);
            }
        });
        let label = match over {
            Some(Outcome::Win) => Label::WON,
            Some(_) => Label::LOST,
            // A loss in r moves is a win in one more for who brings it about.
            None if soonest < u8::MAX => Label(soonest + 2 + 1),
            None => Label(latest + 2 - 1),
        };
        self.labels[number as usize].store(label.0, Relaxed);
        if with_values && over.is_none() {
            self.values[number as usize].store(met.trailing_ones() as u8, Relaxed);
        }
        label
    }

    /// How many positions are won and lost for the player to move, where the game knows which rows
    /// are positions.
    pub fn counts(&self) -> Option<[u64; 2]> {
        let counts = self.counts.each_ref().map(|count| count.load(Relaxed));
        (counts != [0; 2]).then_some(counts)
    }

    /// The number of a row.
    pub fn number(&self, row: &[u8]) -> u64 {
        let digits = row.iter().zip(&self.powers);
        digits.map(|(&mark, power)| u64::from(mark) * power).sum()
    }

    /// How many rows there are.
    pub fn count(&self) -> u64 {
        self.labels.len() as u64
    }

    /// What a row comes to for the player to move, and in how many moves.
    pub fn value(&self, number: u64) -> (Outcome, u32) {
        let label = Label(self.labels[number as usize].load(Relaxed));
        (Outcome::of(label.wins()), label.remoteness())
    }

    /// The Grundy value of a row, if asked for.
    pub fn grundy(&self, number: u64) -> Option<u32> {
        let value = self.values.get(number as usize);
        value.map(|value| value.load(Relaxed).into())
    }
}

/// One mark, and a site may be marked by the number of its marked neighbours. Who cannot move loses,
/// or wins.
pub struct Counted<'a> {
    /// The neighbours of every site, of which there are at most 40.
    pub neighbors: Vec<&'a [u32]>,
    /// By how many marked neighbours each site may be marked, as bits.
    pub allowed: Vec<u64>,
    /// Does who cannot move win?
    pub misere: bool,
}

/// So many sites are the bits of a word.
const LANES: usize = 6;
/// The lanes with so many bits, from none to six.
const LEVELS: [u64; LANES + 1] = levels();
/// So many words are labelled by one thread at a time.
const WORDS: u64 = 1 << 12;
/// The most sites of [`Counted`].
pub const MOST_COUNTED: usize = 40;

const fn levels() -> [u64; LANES + 1] {
    let mut levels = [0; LANES + 1];
    let mut lane = 0u32;
    while lane < 64 {
        levels[lane.count_ones() as usize] |= 1 << lane;
        lane += 1;
    }
    levels
}

/// A site as the pass sees it.
struct Site {
    /// Its neighbours among the sites that make up the number of a word.
    above: u64,
    /// By the number of marked ones among these, the lanes in which it may be marked.
    lanes: Vec<u64>,
}

impl Counted<'_> {
    /// Does the player to move win the row without marks? All rows are labelled for that.
    ///
    /// # Errors
    /// The budget ran out.
    pub fn first_wins(&self, threads: usize, budget: &Budget<'_>) -> Result<bool, Stopped> {
        let count = self.neighbors.len();
        let above = count.saturating_sub(LANES);
        budget.check(1 << count, 8 << above)?;
        let sites: Vec<Site> = (0..count).map(|site| self.site(site)).collect();
        let mut words: Vec<AtomicU64> = Vec::new();
        words.resize_with(1 << above, AtomicU64::default);
        let size = WORDS.min(1 << above);
        let chunks = Chunks {
            count: (1 << above) / size,
            each: 2,
            rows: size << LANES.min(count),
            slice: 64,
        };
        chunks.backwards(threads, budget, |chunk| {
            for word in (chunk * size..(chunk + 1) * size).rev() {
                let wins = self.word(&sites, &words, word);
                words[word as usize].store(wins, Relaxed);
            }
        })?;
        Ok(words[0].load(Relaxed) & 1 == 1)
    }

    fn site(&self, site: usize) -> Site {
        let (neighbors, allowed) = (self.neighbors[site], self.allowed[site]);
        let low: Vec<u32> = neighbors
            .iter()
            .copied()
            .filter(|&w| w < LANES as u32)
            .collect();
        let high = neighbors.iter().filter(|&&w| w >= LANES as u32);
        let above = high.fold(0u64, |set, &w| set | 1 << (w as usize - LANES));
        let lanes = (0..=above.count_ones() as usize).map(|counted| {
            let may = |lane: &u32| {
                let marked = low.iter().filter(|&&w| lane >> w & 1 == 1).count();
                let free = site >= LANES || lane >> site & 1 == 0;
                free && allowed >> (counted + marked) & 1 == 1
            };
            (0..64)
                .filter(may)
                .fold(0, |lanes, lane| lanes | 1u64 << lane)
        });
        Site {
            above,
            lanes: lanes.collect(),
        }
    }

    /// In which of 64 rows the player to move wins.
    #[inline]
    fn word(&self, sites: &[Site], words: &[AtomicU64], word: u64) -> u64 {
        let legal = |site: &Site| site.lanes[(word & site.above).count_ones() as usize];
        let (mut wins, mut goes_on) = (0, 0);
        let (low, high) = sites.split_at(LANES.min(sites.len()));
        for (i, site) in high.iter().enumerate() {
            if word >> i & 1 == 0 {
                let lanes = legal(site);
                wins |= !words[(word | 1 << i) as usize].load(Relaxed) & lanes;
                goes_on |= lanes;
            }
        }
        let mut within = [0; LANES];
        for (lanes, site) in within.iter_mut().zip(low) {
            *lanes = legal(site);
            goes_on |= *lanes;
        }
        if self.misere {
            wins |= !goes_on;
        }
        for level in LEVELS.iter().rev().skip(1) {
            let lost = !wins;
            let found = (0..low.len()).fold(0, |found, i| found | lost >> (1 << i) & within[i]);
            wins |= found & level;
        }
        wins
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who cannot mark a site with an allowed number of marked neighbours loses, or wins.
    fn plain(
        neighbors: &[Vec<u32>],
        allowed: u32,
        misere: bool,
        row: u32,
        known: &mut [Option<bool>],
    ) -> bool {
        if let Some(wins) = known[row as usize] {
            return wins;
        }
        let moves = (0..neighbors.len()).filter(|&site| {
            let marked = neighbors[site]
                .iter()
                .filter(|&&w| row >> w & 1 == 1)
                .count();
            row >> site & 1 == 0 && allowed >> marked & 1 == 1
        });
        let moves: Vec<usize> = moves.collect();
        let loses = |&site: &usize| !plain(neighbors, allowed, misere, row | 1 << site, known);
        let wins = moves.iter().any(loses) || moves.is_empty() && misere;
        known[row as usize] = Some(wins);
        wins
    }

    /// Any site may be marked, and after so many moves whoever is to move has lost.
    struct Limited {
        sites: usize,
        moves: usize,
    }

    impl Rows for Limited {
        type Around = ();

        fn sites(&self) -> usize {
            self.sites
        }

        fn marks(&self) -> u8 {
            1
        }

        fn around(&self) {}

        fn change(&self, (): &mut (), row: &mut [u8], site: usize, mark: u8) {
            row[site] = mark;
        }

        fn moves(
            &self,
            (): &(),
            row: &[u8],
            made: usize,
            each: &mut impl FnMut(usize, u8),
        ) -> Option<Outcome> {
            let free = (0..row.len()).filter(|&site| row[site] == 0);
            free.for_each(|site| each(site, 1));
            (made >= self.moves).then_some(Outcome::Lose)
        }
    }

    /// The moves that led to a row are counted from its chunk on, and few tests have two chunks.
    #[test]
    fn moves_are_counted_in_every_chunk() {
        for sites in [5, 17] {
            for moves in 1..5u32 {
                let game = Limited {
                    sites,
                    moves: moves as usize,
                };
                let labels = Dense::label(&game, false, 2, &Budget::UNLIMITED).unwrap();
                let outcome = match moves % 2 {
                    1 => Outcome::Win,
                    _ => Outcome::Lose,
                };
                assert_eq!(labels.value(0), (outcome, moves), "{sites}");
            }
        }
    }

    #[test]
    fn words_say_what_plain_rules_say() {
        let mut rng = crate::Rng::new(3);
        for sites in 0..12usize {
            for _ in 0..60 {
                let mut neighbors = vec![Vec::new(); sites];
                for a in 0..sites {
                    for b in 0..a {
                        if rng.below(3) == 0 {
                            neighbors[a].push(b as u32);
                            neighbors[b].push(a as u32);
                        }
                    }
                }
                let allowed = 1 | rng.below(16) as u32;
                for misere in [false, true] {
                    let counted = Counted {
                        neighbors: neighbors.iter().map(Vec::as_slice).collect(),
                        allowed: vec![allowed.into(); sites],
                        misere,
                    };
                    let found = counted.first_wins(2, &Budget::UNLIMITED).unwrap();
                    let mut known = vec![None; 1 << sites];
                    let expected = plain(&neighbors, allowed, misere, 0, &mut known);
                    assert_eq!(found, expected, "{neighbors:?} {allowed} {misere}");
                }
            }
        }
    }
}
