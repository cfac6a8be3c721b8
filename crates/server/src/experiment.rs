//! Experiments.

use crate::api::App;
use crate::jobs::{Asked, Job};
use crate::problem::Problem;
use crate::routes::Question;
use outplay_service::BoardText;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Games between two players of the colouring game, on boards and with colours.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskExperiment {
    board: Option<BoardText>,
    limits: Option<Asked>,
}

impl Question for AskExperiment {
    fn limits(&self) -> Option<Asked> {
        self.limits
    }
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Cell {
    board: String,
}

pub(crate) fn experiment(_: &App, _: &Job, _: AskExperiment) -> Result<Cell, Problem> {
    Err(Problem::internal())
}
