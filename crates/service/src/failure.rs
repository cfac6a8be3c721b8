//! Why a question has no answer.

use outplay_board::InputError;
use outplay_engine::{Stop, Stopped};
use outplay_games::{Failure, NotReady};
use std::fmt;

/// Why a question has no answer.
#[derive(Debug)]
pub enum Failed {
    /// The question is wrong.
    Input(InputError),
    /// A limit ran out, and nothing is known.
    Stopped(String),
    /// What was asked for could not be written.
    Output(std::io::Error),
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) => error.fmt(f),
            Self::Stopped(why) => f.write_str(why),
            Self::Output(error) => write!(f, "cannot write: {error}"),
        }
    }
}

impl std::error::Error for Failed {}

impl From<InputError> for Failed {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

impl From<Stopped> for Failed {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped.to_string())
    }
}

impl From<Stop> for Failed {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop.to_string())
    }
}

impl From<Failure> for Failed {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Input(error) => Self::Input(error),
            Failure::Stopped(stopped) => stopped.into(),
        }
    }
}

impl From<NotReady> for Failed {
    fn from(error: NotReady) -> Self {
        match error {
            NotReady::Input(error) => Self::Input(error),
            stopped => Self::Stopped(stopped.to_string()),
        }
    }
}

impl From<std::io::Error> for Failed {
    fn from(error: std::io::Error) -> Self {
        Self::Output(error)
    }
}
