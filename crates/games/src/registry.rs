//! The games by name. To add a game, write its folder and add its type to the list here.

use crate::any::{AnyGame, Playable, any_on};
use crate::described::{BoardKind, Described, Description, embed};
use crate::lessons::Lesson;
use crate::parameters::Values;
use crate::ruled::{self, Rules, Shipped, shipped};
use crate::{Coloring, Cops, Cycles, EdgeDistinguishing, NodeKayles, Subtraction, Token};
use outplay_board::{Board, Failed, Graph, InputError, Shape, nearest};
use outplay_rules::Quick;
use std::sync::{Arc, LazyLock};

type Prepare = fn(&Board, &mut Values, &dyn Fn() -> bool) -> Result<(), Failed>;
type Opens =
    dyn Fn(&Board, &Values, Description) -> Result<Arc<dyn AnyGame>, InputError> + Send + Sync;

/// A game that can be picked by name.
pub struct Entry {
    /// What it says about itself.
    pub description: Description,
    prepare: Prepare,
    open: Arc<Opens>,
}

/// A game that was opened, and what it was opened with.
pub struct Opened {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// The board, with the embedding that the game needs.
    pub board: Board,
    /// What was done for the user that the user should know.
    pub remarks: Vec<Remark>,
}

/// Something that was chosen for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// What was chosen.
    pub text: String,
    /// The parameter by which something else can be chosen.
    pub parameter: Option<&'static str>,
}

fn entry<G: Playable + Described>() -> Entry {
    Entry {
        description: G::describe(),
        prepare: G::prepare,
        open: Arc::new(|board, values, said| Ok(any_on(G::open(board, values)?, said, board))),
    }
}

macro_rules! games {
    ($($game:ty),+ $(,)?) => {
        /// Every game: those in Rust, and the rule files of the program.
        pub static GAMES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
            [$(entry::<$game>()),+].into_iter().chain(shipped().map(Entry::shipped)).collect()
        });
    };
}

games![
    Coloring,
    EdgeDistinguishing,
    Cycles,
    Token,
    Subtraction,
    NodeKayles,
    Cops,
];

impl Entry {
    /// A game from the text of a rule file; `source` is what the file is called in messages.
    ///
    /// # Errors
    /// The file is wrong: where, what was found and what was expected.
    pub fn from_rules(text: &str, source: &str) -> Result<Self, InputError> {
        Ok(Self::of(Rules::read(text, source)?, Vec::new(), None))
    }

    fn shipped(file: Shipped) -> Self {
        let rules = Rules::read(file.text, file.source);
        let rules = rules.expect("the program's own rule files are right");
        Self::of(rules, file.lessons, file.quick)
    }

    fn of(rules: Rules, lessons: Vec<Lesson>, quick: Option<Quick>) -> Self {
        Self {
            description: Description {
                lessons,
                ..ruled::describe(&rules)
            },
            prepare: |_, _, _| Ok(()),
            open: Arc::new(move |board, values, said| {
                let mut game = ruled::open(&rules, board, values)?;
                game.quick = quick;
                Ok(any_on(game, said, board))
            }),
        }
    }

    /// The same game with other names for its sides, in every text.
    pub fn with_names(&self, names: [&str; 2]) -> Self {
        Self {
            description: self.description.clone().with_names(names),
            prepare: self.prepare,
            open: self.open.clone(),
        }
    }

    /// Opens the game on a board that has what it needs, with what was said about its parameters.
    pub(crate) fn open_on(
        &self,
        board: &Board,
        said: &Values,
    ) -> Result<Arc<dyn AnyGame>, InputError> {
        let values = self.description.complete(said)?;
        (self.open)(board, &values, self.description.clone())
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.description.name
    }

    /// The empty board of games that have none.
    pub fn no_board() -> Board {
        Board::undirected(Graph::new(0, []).expect("the empty graph is a graph"))
    }

    /// Opens the game on a board, with what was said about its parameters. `drawn` says that
    /// the coordinates of the board are the user's, so that they decide the embedding; `stop`
    /// bounds the search for defaults that depend on the board.
    ///
    /// # Errors
    /// The game is not played on such a board or with such parameters, or a default was not
    /// found before `stop`.
    pub fn open(
        &self,
        mut board: Board,
        drawn: bool,
        said: &Values,
        stop: &dyn Fn() -> bool,
    ) -> Result<Opened, Failed> {
        let mut values = self.description.complete(said)?;
        self.check_board(&board)?;
        let mut remarks: Vec<Remark> = Vec::new();
        for text in &board.remarks {
            remarks.push(Remark {
                text: text.clone(),
                parameter: None,
            });
        }
        remarks.extend(
            embed(&self.description, &mut board, drawn, &values, stop)?.map(|text| Remark {
                text,
                parameter: Some("outer"),
            }),
        );
        (self.prepare)(&board, &mut values, stop)?;
        let game = (self.open)(&board, &values, self.description.clone())?;
        Ok(Opened {
            game,
            board,
            remarks,
        })
    }

    fn check_board(&self, board: &Board) -> Result<(), InputError> {
        let name = self.name();
        let directed = matches!(&board.shape, Shape::Directed(_));
        if directed
            && matches!(
                self.description.board,
                BoardKind::Undirected | BoardKind::Plane
            )
        {
            return Err(InputError::found(
                "a digraph",
                format_args!("an undirected graph, because '{name}' is played on those"),
            ));
        }
        match &board.shape {
            Shape::Undirected(graph)
                // An embedding says more about what is wrong.
                if self.description.board == BoardKind::Undirected
                    && self.description.connected
                    && !graph.is_connected() =>
            {
                Err(InputError::found(
                    "a graph in several parts",
                    format_args!("a connected graph, because '{name}' is played on those"),
                ))
            }
            _ => Ok(()),
        }
    }
}

/// The game with a name.
///
/// # Errors
/// There is no such game; the message lists those that exist.
pub fn find(name: &str) -> Result<&'static Entry, InputError> {
    let found = GAMES.iter().find(|entry| entry.name() == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = GAMES.iter().map(Entry::name).collect();
        let shown = outplay_board::shortened(name);
        let near = nearest(name, names.iter().copied())
            .map_or(String::new(), |near| format!(" (did you mean {near}?)"));
        InputError::found(
            format_args!("game '{shown}'"),
            format_args!("one of {}{near}", names.join(", ")),
        )
    })
}
