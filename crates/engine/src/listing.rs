//! Lists all legal positions of games whose positions are rows of marks:
//! backtracking over prefixes, in lexicographic order.

/// All rows of `length` marks from 0 to `most` of which every prefix is legal.
pub struct Listing<F> {
    row: Vec<u8>,
    length: usize,
    most: u8,
    legal: F,
    done: bool,
}

impl<F: Fn(&[u8]) -> bool> Listing<F> {
    /// `legal` sees a prefix whose last mark is new; an illegal prefix must have
    /// no legal continuation.
    pub fn new(length: usize, most: u8, legal: F) -> Self {
        Self {
            row: Vec::with_capacity(length),
            length,
            most,
            legal,
            done: false,
        }
    }

    /// Raises the last mark, dropping it where it is at its highest.
    fn advance(&mut self) {
        while let Some(last) = self.row.last_mut() {
            if *last < self.most {
                *last += 1;
                return;
            }
            self.row.pop();
        }
        self.done = true;
    }
}

impl<F: Fn(&[u8]) -> bool> Iterator for Listing<F> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        while !self.done {
            if !self.row.is_empty() && !(self.legal)(&self.row) {
                self.advance();
            } else if self.row.len() < self.length {
                self.row.push(0);
            } else {
                let row = self.row.clone();
                self.advance();
                return Some(row);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_in_order() {
        let rows: Vec<_> = Listing::new(2, 2, |p| p.len() < 2 || p[0] != p[1]).collect();
        let expected = [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]];
        assert_eq!(rows, expected);
        assert_eq!(Listing::new(0, 3, |_| true).count(), 1);
        assert_eq!(Listing::new(5, 2, |_| true).count(), 243);
    }
}
