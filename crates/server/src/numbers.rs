//! The numbers and bounds of the colouring game.

use crate::api::App;
use crate::jobs::{Asked, Job};
use crate::problem::Problem;
use crate::routes::Question;
use outplay_service::BoardText;
use outplay_service::answer::KnownNumber;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A question about a graph.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskNumbers {
    board: BoardText,
    limits: Option<Asked>,
}

impl Question for AskNumbers {
    fn limits(&self) -> Option<Asked> {
        self.limits
    }
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Numbers {
    board: String,
    #[serde(flatten)]
    known: BTreeMap<String, KnownNumber>,
}

pub(crate) fn numbers(_: &App, _: &Job, _: AskNumbers) -> Result<Numbers, Problem> {
    Err(Problem::internal())
}
