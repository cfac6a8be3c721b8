//! Sets of vertices as bits: one word for boards of up to 64 vertices, two for
//! up to 128, and fixed arrays of words beyond. Algorithms are written once over
//! [`VertexSet`] and compiled for the width that the board needs.

use std::fmt::Debug;
use std::hash::Hash;

/// A small copyable set of vertices.
pub trait VertexSet: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The set without members.
    const EMPTY: Self;
    /// Vertices 0 up to, not including, this number fit.
    const CAPACITY: usize;

    /// The set {v}.
    fn single(v: usize) -> Self;
    /// Members of either set.
    fn union(self, other: Self) -> Self;
    /// Members of both sets.
    fn intersection(self, other: Self) -> Self;
    /// Members of `self` that are not in `other`.
    fn minus(self, other: Self) -> Self;
    /// How many members.
    fn len(self) -> usize;
    /// The smallest member.
    fn first(self) -> Option<usize>;
    /// `self` without its smallest member; the empty set stays empty.
    fn without_first(self) -> Self;

    /// The set {0, …, n−1}.
    fn below(n: usize) -> Self {
        (0..n).fold(Self::EMPTY, |set, v| set.with(v))
    }
    /// `self` and v.
    fn with(self, v: usize) -> Self {
        self.union(Self::single(v))
    }
    /// `self` without v.
    fn without(self, v: usize) -> Self {
        self.minus(Self::single(v))
    }
    /// Is v a member?
    fn contains(self, v: usize) -> bool {
        self.meets(Self::single(v))
    }
    /// Do the sets have a member in common?
    fn meets(self, other: Self) -> bool {
        self.intersection(other) != Self::EMPTY
    }
    /// Has it no members?
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
    /// Has it exactly one member?
    fn is_single(self) -> bool {
        !self.is_empty() && self.without_first().is_empty()
    }
    /// The members in increasing order.
    fn iter(self) -> Members<Self> {
        Members(self)
    }
}

/// Iterator over the members of a set, smallest first.
#[derive(Clone, Copy, Debug)]
pub struct Members<S>(S);

impl<S: VertexSet> Iterator for Members<S> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let v = self.0.first()?;
        self.0 = self.0.without_first();
        Some(v)
    }
}

macro_rules! word_set {
    ($word:ty) => {
        impl VertexSet for $word {
            const EMPTY: Self = 0;
            const CAPACITY: usize = <$word>::BITS as usize;

            #[inline]
            fn single(v: usize) -> Self {
                1 << v
            }
            #[inline]
            fn union(self, other: Self) -> Self {
                self | other
            }
            #[inline]
            fn intersection(self, other: Self) -> Self {
                self & other
            }
            #[inline]
            fn minus(self, other: Self) -> Self {
                self & !other
            }
            #[inline]
            fn len(self) -> usize {
                self.count_ones() as usize
            }
            #[inline]
            fn first(self) -> Option<usize> {
                (self != 0).then(|| self.trailing_zeros() as usize)
            }
            #[inline]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}

word_set!(u64);
word_set!(u128);

/// A set of up to 64·W vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wide<const W: usize>([u64; W]);

impl<const W: usize> Wide<W> {
    #[inline]
    fn zip(self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|i| op(self.0[i], other.0[i])))
    }
}

impl<const W: usize> VertexSet for Wide<W> {
    const EMPTY: Self = Self([0; W]);
    const CAPACITY: usize = 64 * W;

    #[inline]
    fn single(v: usize) -> Self {
        let mut words = [0; W];
        words[v / 64] = 1 << (v % 64);
        Self(words)
    }
    #[inline]
    fn union(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
    #[inline]
    fn intersection(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
    #[inline]
    fn minus(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
    #[inline]
    fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
    #[inline]
    fn first(self) -> Option<usize> {
        let i = self.0.iter().position(|&word| word != 0)?;
        Some(64 * i + self.0[i].trailing_zeros() as usize)
    }
    #[inline]
    fn without_first(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn agrees_with_btreeset<S: VertexSet>(a: &BTreeSet<usize>, b: &BTreeSet<usize>) {
        let set = |members: &BTreeSet<usize>| members.iter().fold(S::EMPTY, |s, &v| s.with(v));
        let list = |s: S| s.iter().collect::<BTreeSet<_>>();
        let (s, t) = (set(a), set(b));
        assert_eq!(list(s.union(t)), a | b);
        assert_eq!(list(s.intersection(t)), a & b);
        assert_eq!(list(s.minus(t)), a - b);
        assert_eq!(s.len(), a.len());
        assert_eq!(s.first(), a.first().copied());
        assert_eq!(list(s.without_first()), a.iter().skip(1).copied().collect());
        assert_eq!(s.is_single(), a.len() == 1);
        assert_eq!(s.is_empty(), a.is_empty());
        assert_eq!(s.meets(t), !a.is_disjoint(b));
        assert!((0..S::CAPACITY).all(|v| s.contains(v) == a.contains(&v)));
    }

    proptest! {
        #[test]
        fn every_width_is_a_set(
            a in prop::collection::btree_set(0usize..64, 0..64),
            b in prop::collection::btree_set(0usize..64, 0..64),
            shift in 0usize..136,
        ) {
            agrees_with_btreeset::<u64>(&a, &b);
            let shifted = |s: &BTreeSet<usize>, by: usize| s.iter().map(|v| v + by).collect();
            agrees_with_btreeset::<u128>(&shifted(&a, shift % 65), &shifted(&b, shift % 65));
            agrees_with_btreeset::<Wide<4>>(&shifted(&a, shift), &shifted(&b, shift));
        }
    }

    #[test]
    fn below_is_an_initial_segment() {
        assert_eq!(u64::below(64), u64::MAX);
        assert_eq!(u128::below(65).len(), 65);
        assert_eq!(Wide::<3>::below(130).iter().last(), Some(129));
    }
}
