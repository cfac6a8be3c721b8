//! Ordered partitions and colour refinement, the inner loop of the search for
//! automorphisms.
//!
//! A cell is a run of `order` and is named by where it starts, so two
//! partitions that were refined alike name corresponding cells alike. One
//! partition serves the whole search: splits are undone, not copied.

use crate::Digraph;

pub(super) struct Partition {
    /// The vertices, cell by cell.
    order: Vec<u32>,
    /// `order[place[v]] == v`.
    place: Vec<u32>,
    /// The start of the cell of every vertex.
    cell_of: Vec<u32>,
    /// The length of the cell that starts here; stale elsewhere.
    length: Vec<u32>,
    /// The starts of cells in the order in which they were split off.
    splits: Vec<u32>,
    /// How many neighbours in the splitter a vertex has; zero between splits.
    count: Vec<u32>,
    /// Cells that are still to be used as splitters.
    queue: Vec<u32>,
    queued: Vec<bool>,
    // Scratch space of `split_by`.
    splitter: Vec<u32>,
    touched: Vec<u32>,
    touched_cells: Vec<u32>,
    /// How many vertices of a touched cell were touched, by its start.
    touched_in: Vec<u32>,
    /// Steps of work so far, so that a search can give up in good time.
    pub(super) work: u64,
}

impl Partition {
    /// The cells are the classes of equal `color`, by increasing colour.
    pub(super) fn new(color: &[u32]) -> Self {
        let n = color.len();
        let mut order: Vec<u32> = (0..n as u32).collect();
        order.sort_by_key(|&v| color[v as usize]);
        let mut partition = Self {
            place: vec![0; n],
            cell_of: vec![0; n],
            length: vec![0; n],
            splits: Vec::new(),
            count: vec![0; n],
            queue: Vec::new(),
            queued: vec![false; n],
            splitter: Vec::new(),
            touched: Vec::new(),
            touched_cells: Vec::new(),
            touched_in: vec![0; n],
            work: 0,
            order,
        };
        let mut start = 0;
        for i in 0..n {
            let v = partition.order[i] as usize;
            if i > 0 && color[partition.order[i - 1] as usize] != color[v] {
                start = i;
            }
            partition.place[v] = i as u32;
            partition.cell_of[v] = start as u32;
            partition.length[start] += 1;
            if start == i {
                partition.push(start as u32);
            }
        }
        partition
    }

    pub(super) fn order(&self) -> &[u32] {
        &self.order
    }

    /// The vertices of the cell that starts at `start`.
    pub(super) fn cell(&self, start: u32) -> &[u32] {
        &self.order[start as usize..(start + self.length[start as usize]) as usize]
    }

    /// The start of the first cell at or after `from`, itself a start, that has
    /// more than one vertex.
    pub(super) fn first_open_cell(&self, from: u32) -> Option<u32> {
        let mut start = from;
        while (start as usize) < self.order.len() {
            if self.length[start as usize] > 1 {
                return Some(start);
            }
            start += 1;
        }
        None
    }

    /// A mark to undo to.
    pub(super) fn mark(&self) -> usize {
        self.splits.len()
    }

    /// Joins every cell that was split off since `mark`.
    pub(super) fn undo(&mut self, mark: usize) {
        while self.splits.len() > mark {
            let start = self.splits.pop().expect("above the mark");
            let before = self.cell_of[self.order[start as usize - 1] as usize];
            let length = self.length[start as usize];
            for i in start..start + length {
                self.cell_of[self.order[i as usize] as usize] = before;
            }
            self.length[before as usize] += length;
            self.work += u64::from(length);
        }
    }

    /// Puts `v`, which shares a cell, in front of it in a cell of its own.
    pub(super) fn individualize(&mut self, v: u32) {
        let start = self.cell_of[v as usize];
        self.swap(self.place[v as usize], start);
        let rest = start + 1;
        let length = self.length[start as usize] - 1;
        self.length[start as usize] = 1;
        self.length[rest as usize] = length;
        for i in rest..rest + length {
            self.cell_of[self.order[i as usize] as usize] = rest;
        }
        self.work += u64::from(length);
        self.splits.push(rest);
        self.push(start);
    }

    /// Splits cells until any two vertices of a cell have equally many
    /// neighbours in every cell. The answer is a fingerprint of what happened,
    /// equal for partitions that an automorphism maps to each other.
    ///
    /// `directions` is the digraph, and its reverse where that is another one.
    pub(super) fn refine(&mut self, directions: &[Digraph]) -> u64 {
        let mut print = 0;
        // Last in, first out: the order depends on cells only, not on labels.
        while let Some(start) = self.queue.pop() {
            self.queued[start as usize] = false;
            let end = start + self.length[start as usize];
            self.splitter.clear();
            self.splitter
                .extend_from_slice(&self.order[start as usize..end as usize]);
            mix(&mut print, u64::from(start));
            // The whole splitter in every direction, even if it splits itself:
            // leaving out the largest part below relies on that.
            for direction in directions {
                self.split_by(direction, &mut print);
            }
        }
        print
    }

    fn split_by(&mut self, digraph: &Digraph, print: &mut u64) {
        for i in 0..self.splitter.len() {
            let row = digraph.successors(self.splitter[i]);
            self.work += 1 + row.len() as u64;
            for &w in row {
                let cell = self.cell_of[w as usize];
                if self.count[w as usize] == 0 {
                    self.touched.push(w);
                    if self.touched_in[cell as usize] == 0 {
                        self.touched_cells.push(cell);
                    }
                    self.touched_in[cell as usize] += 1;
                }
                self.count[w as usize] += 1;
            }
        }
        // Touched vertices go to the end of their cells, by increasing count.
        for i in 0..self.touched.len() {
            let w = self.touched[i];
            let cell = self.cell_of[w as usize];
            let end = cell + self.length[cell as usize];
            let left = &mut self.touched_in[cell as usize];
            *left -= 1;
            let to = end - 1 - *left;
            self.swap(self.place[w as usize], to);
        }
        self.touched_cells.sort_unstable();
        for i in 0..self.touched_cells.len() {
            let cell = self.touched_cells[i];
            self.split_cell(cell, print);
        }
        self.touched_cells.clear();
        for w in self.touched.drain(..) {
            self.count[w as usize] = 0;
        }
    }

    /// Cuts a cell where the count changes.
    fn split_cell(&mut self, cell: u32, print: &mut u64) {
        let (first, end) = (cell as usize, (cell + self.length[cell as usize]) as usize);
        // The untouched vertices stand in front: only the rest needs sorting.
        let count = &self.count;
        let tail = first
            + self.order[first..end]
                .iter()
                .rev()
                .position(|&v| count[v as usize] == 0)
                .map_or(0, |touched| end - first - touched);
        self.order[tail..end].sort_unstable_by_key(|&v| count[v as usize]);
        self.work += (end - tail) as u64;
        let was_queued = self.queued[first];
        let mut start = first;
        // The length of the largest part, and of equal ones the first.
        let mut largest = (0, 0);
        for j in tail..end {
            let v = self.order[j];
            self.place[v as usize] = j as u32;
            let new = self.count[v as usize];
            let old = self.count[self.order[j.max(first + 1) - 1] as usize];
            if new != old {
                self.length[start] = (j - start) as u32;
                largest = largest.max(((j - start), usize::MAX - start));
                mix(print, (start as u64) << 32 | (j - start) as u64);
                mix(print, u64::from(old));
                start = j;
                self.splits.push(j as u32);
            }
            self.cell_of[v as usize] = start as u32;
        }
        self.length[start] = (end - start) as u32;
        mix(print, (start as u64) << 32 | (end - start) as u64);
        mix(print, u64::from(self.count[self.order[end - 1] as usize]));
        if start == first {
            return;
        }
        largest = largest.max(((end - start), usize::MAX - start));
        // Hopcroft: a cell that has been used as a splitter already says as much
        // as all of its parts, so the largest of them can be left out.
        let spared = match was_queued {
            true => first,
            false => usize::MAX - largest.1,
        };
        let mut part = first;
        while part < end {
            if part != spared {
                self.push(part as u32);
            }
            part += self.length[part] as usize;
        }
    }

    fn push(&mut self, start: u32) {
        if !std::mem::replace(&mut self.queued[start as usize], true) {
            self.queue.push(start);
        }
    }

    fn swap(&mut self, a: u32, b: u32) {
        let (v, w) = (self.order[a as usize], self.order[b as usize]);
        self.order.swap(a as usize, b as usize);
        self.place[v as usize] = b;
        self.place[w as usize] = a;
    }
}

fn mix(print: &mut u64, value: u64) {
    *print = (print.rotate_left(5) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
}
