//! The server over real connections: every route against the document that describes
//! it, answers against known values, and clients that do not behave.

mod answers;
mod client;
mod document;
mod games;
mod hostile;
mod types;
mod work;
