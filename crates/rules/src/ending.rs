//! Ends that are conditions: over whole positions, and over what each site shows in them. They are
//! asked when nobody can move on, or of every position if they say until when a game is played.

use crate::condition::{item, items, typed};
use crate::expression::{Expression, Given, Item, Kind, Scope, Value, Wrong};
use crate::game::Ruled;
use crate::play::{At, marked};
use outplay_engine::Player;

/// The names, with what each is, in the order in which their values are given.
pub(crate) const VARIABLES: &[(&str, &str)] = &[
    ("mover", "who is to move: 1 or 2"),
    ("sites", "how many sites there are"),
    ("free", "how many of them are unmarked"),
    ("dead", "how many of those can take no mark, whoever moves"),
    ("made", "how many moves were made, passes aside"),
    ("blocked", "whether the mover cannot move, the limit aside"),
    ("last", "the mark of the last move, 0 or \"\" before it"),
    ("k", "the number that --colors says"),
];

/// What is said of each site in `all(…)`, `exists(…)` and `number(…)`.
pub(crate) const OF_SITES: &[(&str, &str)] = &[
    ("mark", "its mark, 0 or \"\" without one"),
    ("seen", "the list of the marks on its neighbours, each once"),
    ("marked", "how many of its neighbours are marked"),
    ("degree", "how many neighbours it has"),
];

/// An answer that takes more steps than this is no.
const MOST_STEPS: u64 = 1 << 20;

/// A condition about positions.
pub struct Ending {
    /// As it was written.
    pub text: String,
    expression: Expression,
}

impl Ending {
    /// Reads a condition about positions in which marks have names, or numbers.
    pub(crate) fn read(text: &str, named: bool) -> Result<Self, Wrong> {
        let kind = if named { Kind::Text } else { Kind::Int };
        let sites = Scope {
            names: &OF_SITES.iter().map(typed(kind)).collect::<Vec<_>>(),
            called: "count(…), size(…), ",
            marks: Some(kind),
            sites: None,
            example: "mark == 1 || 1 in seen",
        };
        let scope = Scope {
            names: &VARIABLES.iter().map(typed(kind)).collect::<Vec<_>>(),
            called: "all(…), exists(…), number(…), count(…), ",
            marks: Some(kind),
            sites: Some(&sites),
            example: "count(1) > count(2)",
        };
        Ok(Self {
            text: text.to_owned(),
            expression: Expression::read(text, &scope)?,
        })
    }

    /// Does it look at a name?
    pub(crate) fn looks_at(&self, name: &str) -> bool {
        let at = VARIABLES.iter().position(|(known, _)| *known == name);
        at.is_some_and(|at| self.expression.looks_at(at))
    }
}

impl Ruled {
    /// Does a condition hold in a position? One that cannot be computed does not.
    pub(crate) fn holds(&self, ending: &Ending, at: At<'_>) -> bool {
        let marks = items(self.marks.into(), &self.names);
        let item = |mark: u8| item(&marks, mark);
        let int = |number: usize| Some(Value::One(Item::Int(number as i64)));
        let count = |sites: &mut dyn Iterator<Item = u8>| {
            let mut counts = vec![0u32; marks.len()];
            for mark in sites.filter(|mark| *mark > 0) {
                counts[usize::from(mark) - 1] += 1;
            }
            counts
        };
        let sites: Vec<(Vec<Option<Value<'_>>>, Vec<u32>)> = self
            .sites
            .graph
            .vertices()
            .filter(|_| ending.expression.asks_sites())
            .map(|site| {
                let near = self.sites.graph.neighbors(site);
                let counts = count(&mut near.iter().map(|&w| at.row[w as usize]));
                let seen = counts.iter().zip(&marks).filter(|(n, _)| **n > 0);
                let seen: Vec<Item<'_>> = seen.map(|(_, &mark)| mark).collect();
                let marked = counts.iter().sum::<u32>() as usize;
                let gone = if self.file().removes() { marked } else { 0 };
                let values = vec![
                    Some(Value::One(item(at.row[site as usize]))),
                    Some(Value::List(seen.into())),
                    int(marked),
                    int(near.len() - gone),
                ];
                (values, counts)
            })
            .collect();
        let given = |values, counts, sites| Given {
            values,
            marks: &marks,
            counts,
            sites,
        };
        let sites: Vec<Given<'_>> = sites
            .iter()
            .map(|(values, counts)| given(values, counts, &[]))
            .collect();
        let free = at.row.len() - marked(at.row);
        let mover = usize::from(at.mover == Player::Second) ^ self.starter;
        let looks = |name| ending.looks_at(name);
        let values = [
            int(mover + 1),
            int(at.row.len()),
            int(free),
            looks("dead").then(|| self.dead(at).count()).and_then(int),
            int(self.made(at.row)),
            looks("blocked")
                .then(|| Value::One(Item::Bool(!self.has_move(at, self.side_of(at.mover))))),
            looks("last").then(|| {
                let last = at.last.checked_sub(1).map_or(0, |i| at.row[i as usize]);
                Value::One(item(last))
            }),
            int(self.k as usize),
        ];
        let counts = count(&mut at.row.iter().copied());
        let given = given(&values, &counts, &sites);
        let held = ending.expression.holds(&given, &mut { MOST_STEPS });
        held.unwrap_or(false)
    }
}
