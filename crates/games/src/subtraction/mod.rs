//! Take-away games: heaps of pebbles, and a set of numbers that may be taken
//! from a heap at once. Who cannot take loses.
//!
//! Several heaps are a sum, so Grundy values add by xor; and the values of one
//! heap repeat, which settles heaps far too large to count down.

mod certificate;

use crate::any::Playable;
use crate::described::{BoardKind, Described, Description, Example, Sites};
use crate::explain::{Explanation, Reasons};
use crate::lessons::Lesson;
use crate::notation::{Notation, split_marks};
use crate::parameters::{Default, Kind, Parameter, Values};
use crate::sampled::Sampled;
use crate::show::{Marks, Show, Touch};
use outplay_board::{Board, InputError};
use outplay_engine::search::Shortcuts;
use outplay_engine::{Budget, Game, Outcome, Player, Refusal, Symmetric, Symmetry};
use serde_json::{Value, json};

/// A take-away game.
pub struct Subtraction {
    heaps: Vec<u64>,
    /// Sorted, without 0.
    take: Vec<u64>,
}

/// Takes pebbles from a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Which heap, from 0.
    pub heap: u32,
    /// How many pebbles.
    pub take: u64,
}

impl outplay_engine::Move for Move {
    fn pack(self) -> u128 {
        u128::from(self.heap) << 64 | u128::from(self.take)
    }
    fn unpack(word: u128) -> Self {
        Self {
            heap: (word >> 64) as u32,
            take: word as u64,
        }
    }
}

/// How many values of one heap are looked at to find their period.
const MOST_VALUES: usize = 1 << 24;

impl Subtraction {
    /// The game with the given heaps, from which any number in `take` may be taken.
    ///
    /// # Errors
    /// No heaps, too many of them, no numbers to take, or 0 among them.
    pub fn new(heaps: Vec<u64>, mut take: Vec<u64>) -> Result<Self, InputError> {
        const MOST: usize = 1000;
        if heaps.is_empty() || heaps.len() > MOST {
            return Err(InputError::found(
                format_args!("{} heaps", heaps.len()),
                format_args!("from 1 to {MOST}"),
            ));
        }
        if take.is_empty() || take.len() > MOST {
            return Err(InputError::found(
                format_args!("{} numbers to take", take.len()),
                format_args!("from 1 to {MOST}"),
            ));
        }
        if take.contains(&0) {
            return Err(InputError::found(
                "0 among the numbers to take",
                "numbers from 1 (taking nothing would never end)",
            ));
        }
        take.sort_unstable();
        take.dedup();
        Ok(Self { heaps, take })
    }

    /// The Grundy value of one heap; `None` if no period shows within the limit.
    pub fn heap_value(&self, pebbles: u64) -> Option<u32> {
        self.row(pebbles)?.value(pebbles)
    }

    /// The values of the heaps from 0 up to `pebbles`, or until they repeat.
    ///
    /// A value depends only on the values one taking below it. So once as many
    /// values in a row repeat as the largest taking reaches back, all later ones
    /// repeat too.
    fn row(&self, pebbles: u64) -> Option<Row> {
        let reach = usize::try_from(*self.take.last().expect("not empty")).ok()?;
        if pebbles >= MOST_VALUES as u64 && reach > MOST_VALUES / 4 {
            return None;
        }
        let mut values: Vec<u32> = Vec::new();
        let mut seen = vec![usize::MAX; self.take.len() + 1];
        let mut period = Period::new(reach);
        loop {
            let n = values.len();
            for &take in self.take.iter().take_while(|&&take| take <= n as u64) {
                seen[values[n - take as usize] as usize] = n;
            }
            let value = seen.iter().position(|&mark| mark != n);
            values.push(value.expect("one value more than takings") as u32);
            let found = period.found(&values);
            if n as u64 == pebbles || found.is_some() {
                let repeats = found.map(|length| {
                    let mut start = values.len() - reach - length;
                    while start > 0 && values[start - 1] == values[start - 1 + length] {
                        start -= 1;
                    }
                    (start, length)
                });
                return Some(Row { values, repeats });
            }
            if values.len() >= MOST_VALUES {
                return None;
            }
        }
    }
}

/// The Grundy values of heaps.
struct Row {
    values: Vec<u32>,
    /// From where on they repeat, and how many of them.
    repeats: Option<(usize, usize)>,
}

impl Row {
    fn value(&self, pebbles: u64) -> Option<u32> {
        let known = usize::try_from(pebbles).ok();
        known.and_then(|n| self.values.get(n).copied()).or_else(|| {
            let (start, length) = self.repeats?;
            let offset = pebbles.checked_sub(start as u64)? % length as u64;
            Some(self.values[start + offset as usize])
        })
    }

    /// Which heaps are lost for the player to move, in words.
    fn lost_heaps(&self) -> Option<String> {
        const MOST: usize = 8;
        let (start, length) = self.repeats?;
        let lost = (start..start + length).filter(|&n| self.values[n] == 0);
        let mut residues: Vec<usize> = lost.map(|n| n % length).collect();
        residues.sort_unstable();
        if residues.len() > MOST {
            return None;
        }
        let listed: Vec<String> = residues.iter().map(usize::to_string).collect();
        let from = match start {
            0 => String::new(),
            start => format!("from {start} pebbles on "),
        };
        Some(match residues[..] {
            [] => return None,
            [0] => format!("{from}exactly the multiples of {length}"),
            _ => format!(
                "{from}exactly those that leave {} modulo {length}",
                listed.join(", ")
            ),
        })
    }
}

/// Watches a growing row for a repetition of its last `reach` values: Brent's
/// method, comparing with the window that ends at an anchor which moves on
/// whenever the row has doubled. A rolling hash makes a comparison cheap; equal
/// hashes are verified.
struct Period {
    reach: usize,
    anchor: usize,
    anchor_hash: u64,
    hash: u64,
    /// The weight of the value that leaves the window.
    leaving: u64,
}

const BASE: u64 = 0x9E37_79B9_7F4A_7C15;

impl Period {
    fn new(reach: usize) -> Self {
        let power = (0..u64::BITS).rev().fold(1u64, |power, bit| {
            let square = power.wrapping_mul(power);
            match reach as u64 >> bit & 1 {
                1 => square.wrapping_mul(BASE),
                _ => square,
            }
        });
        Self {
            reach,
            anchor: 0,
            anchor_hash: 0,
            hash: 0,
            leaving: power,
        }
    }

    /// The length of the period if the last `reach` values stood before
    /// already; to be asked after every new value.
    fn found(&mut self, values: &[u32]) -> Option<usize> {
        let end = values.len();
        let word = |i: usize| u64::from(values[i]) + 1;
        self.hash = self.hash.wrapping_mul(BASE).wrapping_add(word(end - 1));
        if end < self.reach {
            return None;
        }
        if end > self.reach {
            let gone = word(end - 1 - self.reach).wrapping_mul(self.leaving);
            self.hash = self.hash.wrapping_sub(gone);
        }
        let window = |end: usize| &values[end - self.reach..end];
        if self.anchor > 0 && self.hash == self.anchor_hash && window(end) == window(self.anchor) {
            return Some(end - self.anchor);
        }
        if end >= self.anchor.saturating_mul(2) {
            self.anchor = end;
            self.anchor_hash = self.hash;
        }
        None
    }
}

impl Described for Subtraction {
    fn describe() -> Description {
        let counts =
            |name: &'static str, help: &'static str, phrase: &'static str, least| Parameter {
                name: name.into(),
                short: None,
                kind: Kind::Counts { least },
                default: Default::Required,
                help: help.into(),
                phrase: phrase.into(),
            };
        Description {
            name: "subtraction".into(),
            title: "A take-away game".into(),
            about: "take pebbles from heaps".into(),
            no_move: "no heap has as many pebbles as must be taken".into(),
            rules: "Take one of the allowed numbers of pebbles from a heap.".into(),
            goal: "Who cannot take loses.".into(),
            board: BoardKind::None,
            records_turn: false,
            sites: Sites::Heaps,
            mark: "pebbles".into(),
            parameters: vec![
                counts(
                    "pebbles",
                    "how many pebbles are in the heap, or in several heaps as 3,4,5",
                    "{} pebbles",
                    0,
                ),
                counts(
                    "take",
                    "how many may be taken at once, such as 1,2",
                    "take {}",
                    1,
                ),
            ],
            example: Example::new(
                "",
                Values::new()
                    .with("pebbles", vec![10])
                    .with("take", vec![1, 2]),
                "first",
            ),
            lessons: {
                let heaps = |heaps: &[u64]| {
                    let take = Values::new().with("take", vec![1, 2]);
                    take.with("pebbles", heaps.to_vec())
                };
                vec![
                    Lesson::mirror(vec![("", heaps(&[4, 4]), &["0-1"])]),
                    Lesson::sums(
                        [&[1][..], &[2], &[3], &[4], &[4, 5], &[2, 4, 5]]
                            .map(|list| ("", heaps(list)))
                            .to_vec(),
                    ),
                ]
            },
            ..Description::default()
        }
    }

    fn open(_: &Board, values: &Values) -> Result<Self, InputError> {
        let list = |name| values.counts(name).unwrap_or_default().to_vec();
        Self::new(list("pebbles"), list("take"))
    }
}

impl Playable for Subtraction {
    fn values(&self) -> Values {
        Values::new()
            .with("pebbles", self.heaps.clone())
            .with("take", self.take.clone())
    }
}

impl Sampled for Subtraction {}

impl Shortcuts for Subtraction {
    fn theory(&self, position: &Vec<u64>) -> Option<u32> {
        position
            .iter()
            .try_fold(0, |sum, &heap| Some(sum ^ self.heap_value(heap)?))
    }
}

impl Game for Subtraction {
    type Position = Vec<u64>;
    type Move = Move;

    fn start(&self) -> Vec<u64> {
        self.heaps.clone()
    }

    fn to_move(&self, _: &Vec<u64>) -> Player {
        Player::First
    }

    fn result(&self, position: &Vec<u64>) -> Option<Outcome> {
        position
            .iter()
            .all(|&pebbles| pebbles < self.take[0])
            .then_some(Outcome::Lose)
    }

    fn moves(&self, position: &Vec<u64>, moves: &mut Vec<Move>) {
        for (heap, &pebbles) in (0u32..).zip(position) {
            let takings = self.take.iter().take_while(|&&take| take <= pebbles);
            moves.extend(takings.map(|&take| Move { heap, take }));
        }
    }

    fn refusal(&self, position: &Vec<u64>, mv: Move) -> Option<Refusal> {
        if self.result(position).is_some() {
            return Some(Refusal::game_over());
        }
        let reason = match position.get(mv.heap as usize) {
            None => format!(
                "there is no heap {}: expected a heap from 0 to {}",
                mv.heap,
                position.len() - 1
            ),
            Some(_) if !self.take.contains(&mv.take) => {
                let take: Vec<String> = self.take.iter().map(u64::to_string).collect();
                format!(
                    "{} may not be taken: expected one of {}",
                    mv.take,
                    take.join(", ")
                )
            }
            Some(&pebbles) if mv.take > pebbles => {
                format!("heap {} has only {pebbles} pebbles", mv.heap)
            }
            Some(_) => return None,
        };
        Some(Refusal(reason))
    }

    fn apply(&self, position: &Vec<u64>, mv: Move) -> Vec<u64> {
        let mut heaps = position.clone();
        heaps[mv.heap as usize] -= mv.take;
        heaps
    }

    fn legal_positions(&self) -> Box<dyn Iterator<Item = Vec<u64>> + '_> {
        // Count like an odometer whose wheels are the heaps.
        let mut next = Some(vec![0; self.heaps.len()]);
        Box::new(std::iter::from_fn(move || {
            let current = next.take()?;
            let mut heaps = current.clone();
            next = (0..heaps.len()).rev().find_map(|i| {
                if heaps[i] < self.heaps[i] {
                    heaps[i] += 1;
                    return Some(std::mem::take(&mut heaps));
                }
                heaps[i] = 0;
                None
            });
            Some(current)
        }))
    }

    fn position_bytes(&self) -> usize {
        size_of::<Vec<u64>>() + 8 * self.heaps.len()
    }

    fn estimate(&self, position: &Vec<u64>) -> f64 {
        position
            .iter()
            .map(|&pebbles| pebbles as f64 + 1.0)
            .product()
    }
}

impl Symmetric for Subtraction {
    /// Swaps of neighbouring heaps.
    fn symmetries(&self) -> Vec<Symmetry> {
        let identity: Vec<u32> = (0..self.heaps.len() as u32).collect();
        let swaps = (1..identity.len()).map(|i| {
            let mut map = identity.clone();
            map.swap(i - 1, i);
            map
        });
        let maps = std::iter::once(identity.clone()).chain(swaps);
        maps.map(Symmetry::of_places).collect()
    }

    fn map_position(&self, symmetry: &Symmetry, position: &Vec<u64>) -> Vec<u64> {
        let mut image = position.clone();
        for (&to, &pebbles) in symmetry.places.iter().zip(position) {
            image[to as usize] = pebbles;
        }
        image
    }

    fn map_move(&self, symmetry: &Symmetry, mv: Move) -> Move {
        Move {
            heap: symmetry.places[mv.heap as usize],
            ..mv
        }
    }

    fn canonical(&self, position: &Vec<u64>) -> Vec<u64> {
        let mut heaps = position.clone();
        heaps.sort_unstable();
        heaps
    }
}

impl Notation for Subtraction {
    fn position_text(&self, position: &Vec<u64>) -> String {
        let heaps: Vec<String> = position.iter().map(u64::to_string).collect();
        heaps.join(",")
    }

    fn parse_position(&self, text: &str) -> Result<Vec<u64>, InputError> {
        let marks = split_marks(text);
        if marks.len() != self.heaps.len() {
            return Err(InputError::found(
                format_args!("{} heaps in the position", marks.len()),
                format_args!("{}", self.heaps.len()),
            ));
        }
        let mut heaps = Vec::new();
        for (mark, &most) in marks.iter().zip(&self.heaps) {
            let pebbles = mark.parse().ok().filter(|&n: &u64| n <= most);
            heaps.push(pebbles.ok_or_else(|| {
                InputError::found(
                    format_args!("a heap of '{}'", outplay_board::shortened(mark)),
                    format_args!("a number of pebbles up to {most}, which is at the start"),
                )
            })?);
        }
        Ok(heaps)
    }

    fn move_text(&self, mv: Move) -> String {
        match self.heaps.len() {
            1 => mv.take.to_string(),
            _ => format!("{}-{}", mv.heap, mv.take),
        }
    }

    fn move_json(&self, mv: Move) -> Value {
        json!({ "heap": mv.heap, "take": mv.take })
    }

    fn parse_move(&self, text: &str) -> Result<Move, InputError> {
        let wrong = || {
            InputError::found(
                format_args!("'{}'", outplay_board::shortened(text.trim())),
                self.move_help(),
            )
        };
        if text.trim_start().starts_with('{') {
            let value: Value = serde_json::from_str(text).map_err(|_| wrong())?;
            let take = value.get("take").and_then(Value::as_u64);
            let heap = value.get("heap").map_or(Some(0), Value::as_u64);
            let heap = heap.and_then(|heap| u32::try_from(heap).ok());
            return Ok(Move {
                heap: heap.ok_or_else(wrong)?,
                take: take.ok_or_else(wrong)?,
            });
        }
        let words: Vec<&str> = text
            .split(|c: char| c == '-' || c == ',' || c.is_whitespace())
            .filter(|word| !word.is_empty())
            .collect();
        let (heap, take) = match words[..] {
            [take] if self.heaps.len() == 1 => ("0", take),
            [heap, take] => (heap, take),
            _ => return Err(wrong()),
        };
        Ok(Move {
            heap: heap.parse().map_err(|_| wrong())?,
            take: take.parse().map_err(|_| wrong())?,
        })
    }

    fn move_help(&self) -> String {
        match self.heaps.len() {
            1 => "how many pebbles to take, such as 1".to_owned(),
            _ => "HEAP-PEBBLES, such as 0-1 for one pebble from the first heap".to_owned(),
        }
    }
}

impl Show for Subtraction {
    fn touch(&self, mv: Move) -> Touch {
        Touch::Heap {
            heap: mv.heap,
            take: mv.take,
        }
    }

    fn marks(&self, position: &Vec<u64>) -> Marks {
        Marks {
            heaps: Some(position.clone()),
            ..Marks::default()
        }
    }
}

impl Reasons for Subtraction {
    fn simple_reason(&self, position: &Vec<u64>, _: &Budget<'_>) -> Option<Explanation> {
        let mut heaps = position.clone();
        heaps.sort_unstable();
        if heaps.len() > 1
            && heaps
                .chunks(2)
                .all(|pair| pair.len() == 2 && pair[0] == pair[1])
        {
            let reason = "The second player answers every move with the same in an equal heap: every heap has its twin.";
            let found = Explanation::new(Some(Player::Second), "mirror", reason.to_owned());
            return Some(found);
        }
        // Far enough for the period to show even if the heaps are small.
        const ENOUGH: u64 = 1 << 16;
        let row = self.row(heaps.last()?.saturating_add(ENOUGH))?;
        let values: Option<Vec<u32>> = position.iter().map(|&heap| row.value(heap)).collect();
        let values = values?;
        let sum = values.iter().fold(0, |sum, value| sum ^ value);
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves.retain(|mv| {
            let heap = mv.heap as usize;
            let after = row.value(position[heap] - mv.take);
            after.is_some_and(|after| sum ^ values[heap] ^ after == 0)
        });
        let winner = match sum {
            0 => Player::Second,
            _ => Player::First,
        };
        let names: Vec<String> = moves.iter().map(|&mv| self.move_text(mv)).collect();
        let answer = match (names.len(), values.len()) {
            (0, 1) => "so whatever the first player takes, the second leaves one again".to_owned(),
            (0, _) => "so whatever the first player does, the second makes it 0 again".to_owned(),
            (_, 1) => format!(
                "so the first player leaves one by taking {}",
                names.join(" or ")
            ),
            _ => format!("so the first player makes it 0 with {}", names.join(" or ")),
        };
        let (kind, reason) = match (&values[..], row.lost_heaps()) {
            ([value], Some(lost)) => (
                "period",
                format!(
                    "Lost heaps are {lost}; {} has Grundy value {value}, {answer}.",
                    position[0]
                ),
            ),
            _ => {
                let list: Vec<String> = values.iter().map(u32::to_string).collect();
                let text = format!(
                    "The Grundy values {} have the nim-sum {sum}, and 0 is lost for the player to move; {answer}.",
                    list.join(", ")
                );
                ("nim-sum", text)
            }
        };
        let json: Vec<Value> = moves.iter().map(|&mv| self.move_json(mv)).collect();
        let found = Explanation::new(Some(winner), kind, reason)
            .with("grundy", json!(sum))
            .with("heap_values", json!(values))
            .with("winning_moves", json!(json));
        Some(match row.repeats {
            Some((start, length)) => found
                .with("period", json!(length))
                .with("preperiod", json!(start)),
            None => found,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_engine::{Budget, StateDigraph, grundy};
    use proptest::prelude::*;

    proptest! {
        /// Theory against the state digraph of plain rules.
        #[test]
        fn heap_values_are_those_of_the_digraph(
            take in prop::collection::btree_set(1u64..12, 1..5),
            pebbles in 0u64..150,
        ) {
            let take: Vec<u64> = take.into_iter().collect();
            let game = Subtraction::new(vec![pebbles], take).unwrap();
            let states = StateDigraph::explore(&game, game.legal_positions(), &Budget::UNLIMITED).unwrap();
            let values = grundy(states.digraph()).unwrap();
            for heap in 0..=pebbles {
                let index = states.index(&vec![heap]).unwrap();
                prop_assert_eq!(game.heap_value(heap), Some(values[index as usize]), "heap {}", heap);
            }
        }

        #[test]
        fn heaps_add_by_xor(
            take in prop::collection::btree_set(1u64..6, 1..4),
            heaps in prop::collection::vec(0u64..7, 1..4),
        ) {
            let game = Subtraction::new(heaps, take.into_iter().collect()).unwrap();
            let states = StateDigraph::explore(&game, [game.start()], &Budget::UNLIMITED).unwrap();
            let values = grundy(states.digraph()).unwrap();
            for i in states.digraph().vertices() {
                prop_assert_eq!(game.theory(states.position(i)), Some(values[i as usize]));
            }
        }
    }

    #[test]
    fn huge_heaps_are_settled_by_their_period() {
        let game = Subtraction::new(vec![1], vec![1, 2]).unwrap();
        let n = 3_000_000_000_000_000_000;
        assert_eq!(
            [n, n + 1, n + 2].map(|h| game.heap_value(h)),
            [Some(0), Some(1), Some(2)]
        );
    }
}
