//! Symmetry: the automorphisms of boards, and canonical forms.
//!
//! Automorphism groups are found here and listed in full, because games use them
//! as plain tables of permutations. Canonical forms come from the crate
//! `canonical-form`.

mod canonical;
mod group;
mod partition;
mod plane;

pub use canonical::{CanonicalForm, IsomorphismClass, canonical_form};
pub use group::{automorphism_count, automorphisms, digraph_automorphisms};
pub use plane::{PlaneSymmetry, plane_automorphisms};
