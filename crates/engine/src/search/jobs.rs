//! One hard position on many workers: job-level proof-number search.
//!
//! A [`JobTree`] holds the first nodes below a position. Its leaves are given out as jobs: search
//! this node, and look at no more than so many positions. What comes back ([`Done`]) is the winner, or,
//! when the budget ran out, the children of the node with the numbers that the worker's table has for
//! them, and the tree grows there. While a node is in work its numbers count twice, so that the
//! next job lies elsewhere. Nodes are those of the game's own search, with its shortcuts: equal and
//! symmetric positions meet under one key, and a node is said by the path to it.
//!
//! The idea is that of I.-C. Wu et al., *Job-level proof-number search* (2013). Different here: a
//! job is a search with a table that its worker keeps, jobs grow with the work that was done, and
//! workers tell each other which positions were expensive and are settled ([`Table::take_news`]), without which
//! most of what they do was done elsewhere before.
//!
//! Nothing here starts a thread or opens a file: whoever drives it does, and writes every [`Done`] down as a
//! line. The lines of a run, given to a new tree in any order in which parents come before children, make the same tree.

use super::table::Verdict;
use super::{Ask, Entry, Found, Glance, Means, SearchGame, Table, search};
use crate::{Budget, Stop};
use std::collections::HashMap;
use std::fmt::{self, Write};

/// A step from a node to one of its children, numbered from 1, or to its shadow.
pub type Step = u32;

/// The step to a node's shadow.
const SHADOW: Step = 0;

/// A node that is reached in one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child {
    /// The step.
    pub step: Step,
    /// Nodes with equal keys are one.
    pub key: u128,
    /// What is known of it.
    pub entry: Entry,
}

/// Searches the node at the end of a path; without a verdict, what its children look like.
pub(super) fn job<G: SearchGame>(
    game: &G,
    node: &G::Node,
    path: &[Step],
    means: &Means<'_>,
) -> Found {
    let mut scratch = game.scratch();
    let mut node = node.clone();
    let mut fresh = Vec::new();
    let mut glance = game.glance(&mut node, &mut scratch);
    for &step in path {
        fresh.clear();
        let next = match (glance, step) {
            (Glance::Settled(_), _) => None,
            (_, SHADOW) => game.shadow(&node),
            _ => {
                game.children(&node, &mut scratch, &mut fresh);
                fresh.get(step as usize - 1).cloned()
            }
        };
        // A path of another game leads nowhere.
        let Some(next) = next else {
            return Found::default();
        };
        node = next;
        glance = game.glance(&mut node, &mut scratch);
    }
    let mut found = search(game, &node, means);
    found.positions += path.len() as u64;
    if found.wins.is_some() {
        return found;
    }
    fresh.clear();
    game.children(&node, &mut scratch, &mut fresh);
    let shadow = game.shadow(&node).map(|shadow| (SHADOW, shadow));
    let mut open = false;
    for (step, mut child) in shadow.into_iter().chain((1..).zip(fresh.drain(..))) {
        found.positions += 1;
        match game.glance_with_key(&mut child, &mut scratch) {
            Err(false) => {
                found.wins = Some(step != SHADOW);
                return found;
            }
            Err(true) => {}
            Ok((key, guess)) => {
                open |= step != SHADOW;
                let entry = means.table.get(key).unwrap_or(guess);
                if !found.children.iter().any(|child| child.key == key) {
                    found.children.push(Child { step, key, entry });
                }
            }
        }
    }
    if !open {
        found.wins = Some(false);
    }
    found
}

/// What a job came to: the line that it is in a log, and that a worker sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// Where it was.
    pub path: Vec<Step>,
    /// How many positions were looked at.
    pub positions: u64,
    /// Does the player to move win?
    pub wins: Option<bool>,
    /// The children, without a verdict.
    pub children: Vec<Child>,
    /// What else was settled on the way.
    pub news: Vec<Verdict>,
}

impl Done {
    /// Does a job with `search`, which asks what it is given about the position where the tree begins, with this
    /// table and budget. `None` if it was stopped before it was done.
    ///
    /// # Errors
    /// As `search` says.
    pub fn work<E>(
        path: &[Step],
        table: &Table,
        budget: &Budget<'_>,
        search: impl FnOnce(Ask<'_>, &Budget<'_>) -> Result<Found, E>,
    ) -> Result<Option<Self>, E> {
        table.keep_news(budget.positions / TOLD_PART);
        let found = search(Ask::Job(path), budget)?;
        let stopped = !matches!(found.stopped, None | Some(Stop::Positions(_)));
        Ok((!stopped || found.wins.is_some()).then(|| Self {
            path: path.to_owned(),
            positions: found.positions,
            wins: found.wins,
            children: found.children,
            news: table.take_news(),
        }))
    }

    /// Reads a line as it is displayed.
    pub fn read(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let path = read_path(words.next()?)?;
        let positions = words.next()?.parse().ok()?;
        let wins = match words.next()? {
            "?" => None,
            word => Some(read_wins(word)?),
        };
        let mut done = Self {
            path,
            positions,
            wins,
            children: Vec::new(),
            news: Vec::new(),
        };
        for word in words {
            let mut parts = word.split(':');
            let (first, key) = (parts.next()?, u128::from_str_radix(parts.next()?, 16).ok()?);
            match (parts.next(), parts.next(), parts.next()) {
                (None, ..) => done.news.push((key, read_wins(first)?)),
                (Some(proof), Some(disproof), None) => done.children.push(Child {
                    step: first.parse().ok()?,
                    key,
                    entry: Entry::new(proof.parse().ok()?, disproof.parse().ok()?),
                }),
                _ => return None,
            }
        }
        Some(done)
    }
}

fn read_wins(word: &str) -> Option<bool> {
    match word {
        "+" => Some(true),
        "-" => Some(false),
        _ => None,
    }
}

/// A path as text: `/` is where the search began, `/3/0` what comes after two steps.
pub fn path_text(path: &[Step]) -> String {
    match path {
        [] => "/".to_owned(),
        _ => path.iter().map(|step| format!("/{step}")).collect(),
    }
}

/// The path that a text says.
pub fn read_path(text: &str) -> Option<Vec<Step>> {
    let steps = text.strip_prefix('/')?;
    match steps {
        "" => Some(Vec::new()),
        _ => steps.split('/').map(|step| step.parse().ok()).collect(),
    }
}

impl fmt::Display for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |wins| if wins { '+' } else { '-' };
        let wins = self.wins.map_or('?', sign);
        write!(f, "{} {} {wins}", path_text(&self.path), self.positions)?;
        for Child { step, key, entry } in &self.children {
            write!(f, " {step}:{key:x}:{}:{}", entry.proof, entry.disproof)?;
        }
        for &(key, wins) in &self.news {
            f.write_char(' ')?;
            write!(f, "{}:{key:x}", sign(wins))?;
        }
        Ok(())
    }
}

/// Why a line of a log does not belong to a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foreign;

struct Node {
    /// How it was first reached: from which node, by which step.
    from: (u32, Step),
    parents: Vec<u32>,
    children: Vec<(Step, u32)>,
    /// Its numbers, those of nodes in work counted twice.
    entry: Entry,
    in_work: bool,
    /// The last choice that came this way in vain.
    tried: u64,
}

/// The nodes that jobs are given out for.
pub struct JobTree {
    nodes: Vec<Node>,
    by_key: HashMap<u128, u32>,
    in_work: usize,
    choices: u64,
    positions: u64,
}

/// A node of a tree.
pub type NodeId = u32;

impl Default for JobTree {
    fn default() -> Self {
        let root = Node::new((0, 0), OPEN);
        Self {
            nodes: vec![root],
            by_key: HashMap::new(),
            in_work: 0,
            choices: 0,
            positions: 0,
        }
    }
}

/// A job is one part in so many of all the work before it. A job goes on below its node even when others
/// have become more promising, so much larger ones (a twentieth, say) waste most of what they do.
const JOBS: u64 = 2000;
/// Smaller jobs would soon be all overhead.
const LEAST_BUDGET: u64 = 250;
/// What took this part of a job's budget is worth telling to other workers: some 20 positions a job. With a tenth,
/// 64 workers do three times as much of what others have done before.
const TOLD_PART: u64 = 250;

const OPEN: Entry = Entry::new(1, 1);

impl Node {
    fn new(from: (u32, Step), entry: Entry) -> Self {
        Self {
            from,
            parents: Vec::new(),
            children: Vec::new(),
            entry,
            in_work: false,
            tried: 0,
        }
    }
}

fn twice(entry: Entry) -> Entry {
    let twice = |number: u32| (2 * number).min(Entry::INFINITE - 1);
    Entry::new(twice(entry.proof), twice(entry.disproof))
}

impl JobTree {
    /// Does the player to move win where the tree begins?
    pub fn verdict(&self) -> Option<bool> {
        self.nodes[0].entry.value()
    }

    /// How many positions all jobs have looked at.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// How many nodes it has.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// How many nodes are in work.
    pub fn in_work(&self) -> usize {
        self.in_work
    }

    /// What is settled, by jobs or by what follows from them.
    pub fn settled(&self) -> impl Iterator<Item = Verdict> {
        let nodes = self.by_key.iter();
        nodes.filter_map(|(&key, &id)| Some((key, self.nodes[id as usize].entry.value()?)))
    }

    /// The path to a node.
    pub fn path(&self, mut id: NodeId) -> Vec<Step> {
        let mut path = Vec::new();
        while id != 0 {
            let (from, step) = self.nodes[id as usize].from;
            path.push(step);
            id = from;
        }
        path.reverse();
        path
    }

    /// The next node to work on, and marks it as in work; `None` if all that matters is in work.
    pub fn choose(&mut self) -> Option<NodeId> {
        if self.verdict().is_some() {
            return None;
        }
        self.choices += 1;
        let mut path = vec![0];
        while let Some(&id) = path.last() {
            let node = &self.nodes[id as usize];
            if node.children.is_empty() && !node.in_work {
                self.set_in_work(id, true);
                return Some(id);
            }
            match self.best_child(id) {
                Some(child) => path.push(child),
                None => {
                    self.nodes[id as usize].tried = self.choices;
                    path.pop();
                }
            }
        }
        None
    }

    /// The child where least is missing, of those that were not tried in vain.
    fn best_child(&self, id: NodeId) -> Option<NodeId> {
        let numbers = self.numbers(id);
        let children = self.nodes[id as usize].children.iter();
        let open = children.filter_map(|&(step, child)| {
            let node = &self.nodes[child as usize];
            let usable = node.entry.value().is_none() && node.tried != self.choices;
            let Entry { proof, disproof } = node.entry;
            let rank = match step {
                SHADOW => (disproof > numbers.by_children, 0, 0),
                _ => (false, disproof, proof),
            };
            usable.then_some((rank, child))
        });
        open.min().map(|(_, child)| child)
    }

    /// The numbers that the children give a node.
    fn numbers(&self, id: NodeId) -> Numbers {
        let (mut proof, mut largest, mut open) = (Entry::INFINITE, 0, 0u32);
        let mut shadow = Entry::INFINITE;
        for &(step, child) in &self.nodes[id as usize].children {
            let entry = self.nodes[child as usize].entry;
            if step == SHADOW {
                shadow = entry.disproof;
            } else if entry.proof != 0 {
                open += 1;
                largest = largest.max(entry.proof);
                proof = proof.min(entry.disproof);
            }
        }
        let by_children = (largest + open.saturating_sub(1)).min(Entry::INFINITE - 1);
        let entry = if open == 0 || shadow == 0 {
            Entry::settled(false)
        } else if proof == 0 {
            Entry::settled(true)
        } else {
            Entry::new(proof.min(Entry::INFINITE - 1), by_children.min(shadow))
        };
        Numbers { entry, by_children }
    }

    fn set_in_work(&mut self, id: NodeId, in_work: bool) {
        let node = &mut self.nodes[id as usize];
        if node.in_work == in_work {
            return;
        }
        node.in_work = in_work;
        match in_work {
            true => self.in_work += 1,
            false => self.in_work -= 1,
        }
        if node.entry.value().is_none() && node.children.is_empty() {
            let Entry { proof, disproof } = node.entry;
            node.entry = match in_work {
                true => twice(node.entry),
                false => Entry::new(proof.div_ceil(2), disproof.div_ceil(2)),
            };
            self.tell_parents(id);
        }
    }

    /// How many positions the next job may look at: little at first, so that there is soon something to do for
    /// all workers, and more as the work goes on, so that the tree stays small.
    pub fn budget(&self) -> u64 {
        (self.positions / JOBS).max(LEAST_BUDGET)
    }

    /// The worker of a job is gone: somebody else may do it.
    pub fn give_back(&mut self, id: NodeId) {
        self.set_in_work(id, false);
    }

    /// Takes what a job came to, be it of a worker or from a log. What is known already is not changed by it.
    ///
    /// # Errors
    /// There is no node where the job was.
    pub fn take(&mut self, done: &Done) -> Result<NodeId, Foreign> {
        let mut id = 0;
        for step in &done.path {
            let children = &self.nodes[id as usize].children;
            let (_, child) = children.iter().find(|(s, _)| s == step).ok_or(Foreign)?;
            id = *child;
        }
        self.positions += done.positions;
        self.set_in_work(id, false);
        let node = &mut self.nodes[id as usize];
        if node.entry.value().is_some() {
            return Ok(id);
        }
        match done.wins {
            Some(wins) => node.entry = Entry::settled(wins),
            None if done.children.is_empty() => return Err(Foreign),
            None if !node.children.is_empty() => return Ok(id),
            None => {
                for &Child { step, key, entry } in &done.children {
                    let new = self.nodes.len() as u32;
                    let child = *self.by_key.entry(key).or_insert(new);
                    if child == new {
                        self.nodes.push(Node::new((id, step), entry));
                    }
                    self.nodes[child as usize].parents.push(id);
                    self.nodes[id as usize].children.push((step, child));
                }
                self.nodes[id as usize].entry = self.numbers(id).entry;
            }
        }
        self.tell_parents(id);
        for &(key, wins) in &done.news {
            if let Some(&id) = self.by_key.get(&key)
                && self.nodes[id as usize].entry.value().is_none()
            {
                self.nodes[id as usize].entry = Entry::settled(wins);
                self.tell_parents(id);
            }
        }
        Ok(id)
    }

    /// Brings the numbers of all nodes above up to date.
    fn tell_parents(&mut self, id: NodeId) {
        let mut todo = self.nodes[id as usize].parents.clone();
        while let Some(id) = todo.pop() {
            let node = &self.nodes[id as usize];
            // What a job has settled stays so.
            if node.entry.value().is_some() {
                continue;
            }
            let entry = self.numbers(id).entry;
            if entry != node.entry {
                self.nodes[id as usize].entry = entry;
                todo.extend(&self.nodes[id as usize].parents);
            }
        }
    }
}

struct Numbers {
    entry: Entry,
    /// The disproof number without the shadow.
    by_children: u32,
}

#[cfg(test)]
mod tests {
    use super::super::ask_node;
    use super::super::driver::tests::Nim;
    use super::*;
    use crate::Rng;

    fn work(heaps: &[u8; 4], path: &[Step], table: &Table) -> Done {
        let budget = Budget {
            positions: 100,
            ..Budget::UNLIMITED
        };
        let search = |ask: Ask<'_>, budget: &Budget<'_>| {
            Ok::<_, ()>(ask_node(&Nim, heaps, ask, &Means::new(table, 1, budget)))
        };
        let done = Done::work(path, table, &budget, search);
        done.unwrap().expect("nobody stops it")
    }

    /// Two workers of which either may die with its job and its table, and a driver that may die, too: then a
    /// new tree goes on from the log. The verdict is that of theory.
    #[test]
    fn settles_nim_whoever_dies() {
        let mut dead = [0; 2];
        for (heaps, seed) in [([7, 9, 11, 12], 1), ([7, 9, 11, 5], 2), ([8, 9, 10, 12], 3)] {
            let mut rng = Rng::new(seed);
            let mut tree = JobTree::default();
            let mut log = Vec::new();
            let mut tables = [0, 1].map(|_| Table::new(0));
            while tree.verdict().is_none() {
                let jobs: Vec<NodeId> = std::iter::from_fn(|| tree.choose()).take(2).collect();
                assert_eq!(tree.in_work(), jobs.len());
                for (id, table) in jobs.into_iter().zip(&mut tables) {
                    if rng.below(5) == 0 {
                        *table = Table::new(0);
                        tree.give_back(id);
                        dead[0] += 1;
                        continue;
                    }
                    let done = work(&heaps, &tree.path(id), table);
                    assert_eq!(tree.take(&done), Ok(id));
                    log.push(done.to_string());
                }
                if rng.below(20) == 0 {
                    let before = (tree.nodes(), tree.positions(), tree.nodes[0].entry);
                    tree = JobTree::default();
                    for line in &log {
                        tree.take(&Done::read(line).unwrap()).unwrap();
                    }
                    assert_eq!(
                        before,
                        (tree.nodes(), tree.positions(), tree.nodes[0].entry)
                    );
                    dead[1] += 1;
                }
            }
            let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
            assert_eq!(tree.verdict(), Some(sum != 0), "{heaps:?}");
            assert!(tree.nodes() > 100 && tree.choose().is_none());
            let table = Table::new(0);
            table.learn(tree.settled());
            let report = ask_node(&Nim, &heaps, Ask::Winner, &Means::alone(&table));
            assert!(report.positions < 100, "all is known: {report:?}");
        }
        assert!(dead.iter().all(|&n| n > 3), "{dead:?}");
    }

    #[test]
    fn numbers_of_nodes_in_work_count_twice() {
        let mut tree = JobTree::default();
        let root = tree.choose().unwrap();
        assert_eq!((root, tree.choose()), (0, None));
        tree.take(&Done::read("/ 9 ? 1:a:2:5 2:b:2:6 3:c:9:20").unwrap())
            .unwrap();
        assert_eq!(tree.nodes[0].entry, Entry::new(5, 11));
        let first = tree.choose().unwrap();
        assert_eq!(tree.path(first), [1]);
        assert_eq!(tree.nodes[0].entry.proof, 6);
        let second = tree.choose().unwrap();
        assert_eq!(tree.path(second), [2]);
        assert_eq!(tree.nodes[0].entry.proof, 10);
        tree.give_back(first);
        assert_eq!(tree.nodes[0].entry.proof, 5);
        // The second child's answer is known by another path, too, and somebody settles it by the way.
        tree.take(&Done::read("/2 9 ? 1:d:1:1 2:c:9:20").unwrap())
            .unwrap();
        tree.take(&Done::read("/1 9 + -:c").unwrap()).unwrap();
        assert_eq!(tree.verdict(), Some(true));
        assert_eq!(tree.positions(), 27);
        let foreign = ["/7 1 +", "/1/1 1 -", "/2/1 9 ?"];
        for line in foreign {
            assert_eq!(
                tree.take(&Done::read(line).unwrap()),
                Err(Foreign),
                "{line}"
            );
        }
    }

    #[test]
    fn lines_are_read_as_they_are_written() {
        for line in [
            "/ 12 +",
            "/1/0/3 500 ? 1:ff:3:4 0:1a:1:1",
            "/2 7 - +:deadbeef -:1",
        ] {
            assert_eq!(Done::read(line).unwrap().to_string(), line);
        }
        for line in [
            "",
            "/",
            "/ 1",
            "1 1 +",
            "/ x +",
            "/ 1 !",
            "/ 1 ? 1:g:1:1",
            "/ 1 ? 1:1:1",
            "/ 1 ? 1",
            "/a 1 +",
            "/ 1 + ?:1",
        ] {
            assert_eq!(Done::read(line), None, "{line}");
        }
    }
}
