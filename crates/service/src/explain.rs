//! The shortest reason for a verdict.

use crate::answer::{Effort, Heading, Judgement};
use crate::ask::{Ask, Told};
use crate::host::{Host, How};
use crate::setup::Opened;
use crate::text::{heading_at, verdict_line};
use outplay_board::Failed;
use outplay_engine::Outcome;
use outplay_games::Failure;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// Why somebody wins a position.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Explained {
    /// What was asked.
    #[serde(flatten)]
    pub heading: Heading,
    /// Who wins.
    #[serde(flatten)]
    pub judgement: Judgement,
    /// What sort of reason, in a word: `mirror`, `search`, …; `unknown` where a limit ran out.
    pub kind: String,
    /// Was the reason verified?
    pub verified: bool,
    /// What belongs to the reason: the involution, the pairs, the winning moves, ….
    #[serde(flatten)]
    pub details: Map<String, Json>,
    /// What the work was, and the reason in words.
    #[serde(flatten)]
    pub effort: Effort,
    /// What it comes to for the player to move.
    #[serde(skip)]
    pub outcome: Option<Outcome>,
}

/// The shortest reason for who wins a position.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AskExplain {
    /// The position; the start without it.
    #[serde(rename = "position")]
    pub at: Option<String>,
    /// How to settle it.
    #[serde(skip)]
    pub how: How,
}

impl Ask for AskExplain {
    type About = Opened;
    type Answer = Explained;

    fn answer(&self, opened: &Opened, host: &Host<'_>) -> Result<Explained, Failed> {
        let game = &*opened.game;
        let began = (host.clock)();
        let position = opened.position(self.at.as_deref())?;
        let effort = host.effort(&game.description().identity(), &self.how);
        let found = host.run(&String::new, |budget| {
            game.explain(&position, &effort, budget)
        });
        let seconds = (host.clock)() - began;
        let heading = Heading::new(opened, self.at.as_ref().map(|_| &position));
        let found = match found {
            Ok(found) => found,
            Err(Failure::Stopped(stopped)) => {
                return Ok(Explained {
                    heading,
                    judgement: opened.judgement(&position, None),
                    kind: "unknown".to_owned(),
                    verified: false,
                    details: Map::new(),
                    effort: Effort {
                        positions: stopped.positions,
                        seconds,
                        exact: false,
                        reason: Some(stopped.to_string()),
                    },
                    outcome: None,
                });
            }
            Err(failure) => return Err(failure.into()),
        };
        let mover = game.to_move(&position);
        let outcome = match found.winner {
            None => Outcome::Draw,
            Some(winner) if winner == mover => Outcome::Win,
            Some(_) => Outcome::Lose,
        };
        Ok(Explained {
            heading,
            judgement: opened.judgement(&position, Some(outcome)),
            kind: found.kind.to_owned(),
            verified: true,
            details: found.details,
            effort: Effort {
                positions: found.positions,
                seconds,
                exact: true,
                reason: Some(found.reason),
            },
            outcome: Some(outcome),
        })
    }
}

impl Told<Opened> for Explained {
    fn text(&self, opened: &Opened) -> String {
        let reason = self.effort.reason.as_deref().unwrap_or_default();
        let heading = heading_at(opened, self.heading.position.as_ref());
        match self.outcome {
            Some(outcome) => {
                let verdict = verdict_line(opened, &self.heading.to_move, outcome, None);
                format!("{heading}  {verdict}\n  {reason}\n")
            }
            None => format!("{heading}  Unknown: {reason}.\n"),
        }
    }

    fn is_settled(&self) -> bool {
        self.outcome.is_some()
    }
}
