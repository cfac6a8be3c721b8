//! A game picked by name: the only place with dynamic dispatch.
//!
//! Positions and moves keep their types inside the game; here they are sealed in
//! [`AnyPosition`] and [`AnyMove`], which can be compared, hashed and handed back, so that what
//! plays, explains, certifies or draws is compiled once for all games. Text is read and written
//! at the doors only, by the methods that say so.

use crate::analysis::{Analysis, Effort, Explored, How, StateView, Told, Value};
use crate::certificate::{Certified, Regions, Shown};
use crate::described::{Described, Description, SideName};
use crate::explain::{Explanation, Mirror, Reasons, Trial};
use crate::notation::Notation;
use crate::parameters::Values;
use crate::sampled::Sampled;
use crate::show::{Marks, Notes, Show, Touch};
use outplay_board::{Board, Digraph, Failed, InputError, Shape};
use outplay_engine::dense::{Counted, Dense};
use outplay_engine::monte_carlo::{self, Report, RootMove, Situation, Thinker};
use outplay_engine::search::{
    Ask, Found, Hash128, Means, Shortcuts, Table, Unsearchable, search_by_rules,
};
use outplay_engine::{
    Budget, Endless, Game, Move, Outcome, Player, Refusal, Stopped, Symmetric, Symmetry,
    UpToSymmetry, grundy, label,
};
use serde_json::Value as Json;
use std::any::Any;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Everything that a game is, for those who write one: rules, symmetries, notation, pictures, and
/// what has defaults. Implementing the parts makes it one. Its facts are beside it, because they
/// belong to a type ([`Described`]) or to a rule file.
pub trait Playable:
    Shortcuts + Notation + Show + Reasons + Sampled + Certified + Send + Sync + 'static
{
    /// The parameters that the game was opened with, those found out included.
    fn values(&self) -> Values;

    /// The digraph of all positions, where that is the board. Then it is labelled as it is,
    /// at any size.
    fn own_digraph(&self) -> Option<&Digraph> {
        None
    }

    /// Which vertex of its own digraph a position is.
    fn own_vertex(&self, position: &Self::Position) -> u32 {
        let _ = position;
        0
    }

    /// The game as one whose positions are rows of marks and nothing else, if it is.
    fn dense(&self) -> Option<&dyn OfRows<Self::Position>> {
        None
    }

    /// What formulas say of the numbers of boards and plays.
    fn formulas(&self) -> Vec<Formula> {
        Vec::new()
    }
}

/// A game whose positions are rows of marks: see [`outplay_engine::dense`].
pub trait OfRows<P>: Sync {
    /// How many rows there are, if they have numbers.
    fn count(&self) -> Option<u64>;

    /// The row of a position.
    fn row<'a>(&self, position: &'a P) -> Cow<'a, [u8]>;

    /// Labels all rows, perhaps with Grundy values.
    ///
    /// # Errors
    /// The budget ran out.
    fn label(&self, values: bool, threads: usize, budget: &Budget<'_>) -> Result<Dense, Stopped>;

    /// Are the rows that are positions told apart from others, and counted?
    fn knows_positions(&self) -> bool {
        false
    }

    /// The game as one of counts, if it is.
    fn counted(&self) -> Option<Counted<'_>> {
        None
    }
}

/// A number that a formula gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// What it counts, at the beginning of a line.
    pub of: &'static str,
    /// As it is written.
    pub formula: String,
    /// The decimal logarithm of its value.
    pub log10: f64,
}

impl Formula {
    /// All boards, legal or not, where each of some sites can be in so many states.
    pub(crate) fn boards(states: u32, sites: usize) -> Self {
        Self {
            of: "Boards, legal or not",
            formula: format!("{states}^{sites}"),
            log10: f64::from(states).log10() * sites as f64,
        }
    }
}

/// A position of any game.
#[derive(Clone)]
pub struct AnyPosition(Arc<dyn Sealed>);

trait Sealed: Any + Send + Sync {
    fn any(&self) -> &dyn Any;
    fn order(&self, other: &dyn Any) -> Option<Ordering>;
    fn feed(&self, hasher: &mut dyn Hasher);
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<P: Ord + Hash + fmt::Debug + Send + Sync + 'static> Sealed for P {
    fn any(&self) -> &dyn Any {
        self
    }
    fn order(&self, other: &dyn Any) -> Option<Ordering> {
        Some(self.cmp(other.downcast_ref()?))
    }
    fn feed(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fmt(f)
    }
}

impl AnyPosition {
    /// Seals a position.
    pub fn new<P: Ord + Hash + fmt::Debug + Send + Sync + 'static>(position: P) -> Self {
        Self(Arc::new(position))
    }

    /// The position inside. Positions never leave the game that they are of.
    ///
    /// # Panics
    /// It is of another type.
    pub fn get<P: 'static>(&self) -> &P {
        let inside = self.0.any().downcast_ref();
        inside.expect("a position stays with its game")
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for AnyPosition {}

impl PartialOrd for AnyPosition {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for AnyPosition {
    fn cmp(&self, other: &Self) -> Ordering {
        let order = self.0.order(other.0.any());
        order.expect("only positions of one game are compared")
    }
}

impl Hash for AnyPosition {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.feed(hasher);
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.show(f)
    }
}

/// A move of any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnyMove(u128);

impl AnyMove {
    /// Seals a move.
    pub fn new<M: Move>(mv: M) -> Self {
        Self(mv.pack())
    }

    /// The move inside.
    pub fn get<M: Move>(self) -> M {
        M::unpack(self.0)
    }
}

impl Move for AnyMove {
    fn pack(self) -> u128 {
        self.0
    }
    fn unpack(word: u128) -> Self {
        Self(word)
    }
}

/// Why a question about a game has no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// The question is wrong.
    Input(InputError),
    /// The budget ran out.
    Stopped(Stopped),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(error) => error.fmt(f),
            Self::Stopped(stopped) => stopped.fmt(f),
        }
    }
}

impl std::error::Error for Failure {}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

impl From<Unsearchable> for Failure {
    fn from(error: Unsearchable) -> Self {
        Self::Input(InputError::new(error.to_string()))
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

/// Any game, on its board and with its parameters: with rules, symmetries, notation, pictures and
/// reasons as every game has them, and what is found out by compiling for each game.
pub trait AnyGame:
    Game<Position = AnyPosition, Move = AnyMove> + Show + Reasons + Certified + Send + Sync
{
    /// What is true of the game on every board.
    fn description(&self) -> &Description;

    /// The parameters that it was opened with.
    fn values(&self) -> Values;

    /// The game itself, for those who know its type.
    fn typed(&self) -> &dyn Any;

    /// The sampling search.
    fn thinker(&self, options: monte_carlo::Options)
    -> Box<dyn Thinker<AnyPosition, AnyMove> + '_>;

    /// The exact search. One table serves all boards and parameters of a game, and no other game.
    ///
    /// # Errors
    /// The board is too large for it, or nothing of the kind can be asked.
    fn search(
        &self,
        position: &AnyPosition,
        ask: Ask,
        means: &Means<'_>,
    ) -> Result<Found, Unsearchable>;

    /// The Grundy value where theory gives it without looking at positions.
    fn theory(&self, position: &AnyPosition) -> Option<u32>;

    /// What formulas say of the numbers of boards and plays.
    fn formulas(&self) -> Vec<Formula>;

    /// About how many positions can be reached from `position`.
    fn expected_positions(&self, position: &AnyPosition, symmetry: bool) -> f64;

    /// Labels everything that can be reached from `position` on so many threads, unless that
    /// is hopeless. Several threads may ask at once.
    ///
    /// # Errors
    /// The budget ran out.
    fn explore(
        &self,
        position: &AnyPosition,
        symmetry: bool,
        threads: usize,
        budget: &Budget<'_>,
    ) -> Result<Box<dyn Analysis + Send + Sync + '_>, Stopped>;

    /// How many rows of marks there are, if positions are nothing else.
    fn row_count(&self) -> Option<u64>;

    /// Are the rows of marks that are positions told apart from others, and counted?
    fn knows_positions(&self) -> bool;

    /// Labels all rows of marks, if positions are nothing else; perhaps with Grundy values.
    ///
    /// # Errors
    /// The budget ran out.
    fn label_rows(
        &self,
        values: bool,
        threads: usize,
        budget: &Budget<'_>,
    ) -> Option<Result<Box<dyn Analysis + Send + Sync + '_>, Stopped>>;

    /// The game as one of counts of marked neighbours, if it is.
    fn counted(&self) -> Option<Counted<'_>>;

    /// The state digraph from `position`, or of all legal positions without one, labelled on
    /// so many threads.
    ///
    /// # Errors
    /// The budget ran out.
    fn state_digraph(
        &self,
        position: Option<&AnyPosition>,
        symmetry: bool,
        threads: usize,
        budget: &Budget<'_>,
    ) -> Result<Box<dyn StateView + '_>, Stopped>;

    /// The digraph of all positions, where that is the board.
    fn own_digraph(&self) -> Option<&Digraph>;
}

impl dyn AnyGame + '_ {
    /// Which of the sides a player is.
    pub fn side(&self, player: Player) -> usize {
        let first = self.description().starting_side(&self.values());
        match player {
            Player::First => first,
            Player::Second => 1 - first,
        }
    }

    /// Which player takes a side.
    pub fn player(&self, side: usize) -> Player {
        match self.side(Player::First) == side {
            true => Player::First,
            false => Player::Second,
        }
    }

    /// What a player is called, in a word.
    pub fn player_word(&self, player: Player) -> &str {
        &self.description().sides[self.side(player)].word
    }

    /// What a player is called.
    pub fn player_name(&self, player: Player) -> &SideName {
        &self.description().sides[self.side(player)]
    }

    /// What a player is called at the beginning of a sentence.
    pub fn player_title(&self, player: Player) -> &str {
        &self.player_name(player).title
    }

    /// The legal moves.
    pub fn legal_moves(&self, position: &AnyPosition) -> Vec<AnyMove> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves
    }

    /// Settles `position` and everything that can follow: at once if that is
    /// little, else position by position as the analysis is asked.
    ///
    /// # Errors
    /// The method that was asked for cannot settle it, or the budget ran out.
    pub fn analyse<'a>(
        &'a self,
        position: &AnyPosition,
        effort: &Effort,
        budget: &Budget<'_>,
    ) -> Result<Box<dyn Analysis + 'a>, Failure> {
        crate::analysis::analyse(self, position, effort, budget)
    }

    /// The shortest reason that can be found for who wins `position`, verified.
    ///
    /// # Errors
    /// The budget ran out.
    pub fn explain(
        &self,
        position: &AnyPosition,
        effort: &Effort,
        budget: &Budget<'_>,
    ) -> Result<Explanation, Failure> {
        crate::explain::explain(self, position, effort, budget)
    }
}

/// A game whose positions and moves are sealed.
struct Sealing<G> {
    game: G,
    description: Description,
    /// Tells the board and parameters apart from others in a shared table.
    salt: u64,
}

impl<G: Playable> Sealing<G> {
    fn up_to(&self, symmetry: bool) -> UpToSymmetry<'_, G> {
        UpToSymmetry {
            game: &self.game,
            on: symmetry,
        }
    }
}

/// Seals a game. What the search learns of it is of no use to other games that are sealed,
/// not even on the same board.
pub fn any<G: Playable + Described>(game: G) -> Arc<dyn AnyGame> {
    any_described(game, G::describe())
}

/// The same for a game whose facts do not belong to its type.
pub fn any_described<G: Playable>(game: G, description: Description) -> Arc<dyn AnyGame> {
    static SEALED: AtomicU64 = AtomicU64::new(0);
    Arc::new(Sealing {
        game,
        description,
        salt: !SEALED.fetch_add(1, Relaxed),
    })
}

/// Seals a game that was opened on a board: what is learnt of it serves whoever opens it there
/// again.
pub(crate) fn any_on<G: Playable>(
    game: G,
    description: Description,
    board: &Board,
) -> Arc<dyn AnyGame> {
    let mut salt = Hash128::new(0);
    description.fingerprint.hash(&mut salt);
    for (name, value) in game.values().iter() {
        (name, value.text()).hash(&mut salt);
    }
    match &board.shape {
        Shape::Undirected(graph) => graph.edges().for_each(|edge| edge.hash(&mut salt)),
        Shape::Directed(digraph) => digraph.arcs().for_each(|arc| arc.hash(&mut salt)),
    }
    if let Some(plane) = &board.plane {
        for face in plane.faces() {
            face.walk.hash(&mut salt);
        }
    }
    (board.vertex_count(), &board.colors).hash(&mut salt);
    Arc::new(Sealing {
        game,
        description,
        salt: salt.value() as u64,
    })
}

impl<G: Playable> Game for Sealing<G> {
    type Position = AnyPosition;
    type Move = AnyMove;

    fn start(&self) -> AnyPosition {
        AnyPosition::new(self.game.start())
    }
    fn to_move(&self, position: &AnyPosition) -> Player {
        self.game.to_move(position.get())
    }
    fn result(&self, position: &AnyPosition) -> Option<Outcome> {
        self.game.result(position.get())
    }
    fn moves(&self, position: &AnyPosition, moves: &mut Vec<AnyMove>) {
        let mut typed = Vec::new();
        self.game.moves(position.get(), &mut typed);
        moves.extend(typed.into_iter().map(AnyMove::new));
    }
    fn refusal(&self, position: &AnyPosition, mv: AnyMove) -> Option<Refusal> {
        self.game.refusal(position.get(), mv.get())
    }
    fn apply(&self, position: &AnyPosition, mv: AnyMove) -> AnyPosition {
        AnyPosition::new(self.game.apply(position.get(), mv.get()))
    }
    fn endless(&self) -> Option<Endless> {
        self.game.endless()
    }
    fn legal_positions(&self) -> Box<dyn Iterator<Item = AnyPosition> + '_> {
        Box::new(self.game.legal_positions().map(AnyPosition::new))
    }
    fn position_bytes(&self) -> usize {
        self.game.position_bytes() + size_of::<AnyPosition>()
    }
    fn estimate(&self, position: &AnyPosition) -> f64 {
        self.game.estimate(position.get())
    }
}

impl<G: Playable> Symmetric for Sealing<G> {
    fn symmetries(&self) -> Vec<Symmetry> {
        self.game.symmetries()
    }
    fn symmetry_count(&self) -> f64 {
        self.game.symmetry_count()
    }
    fn map_position(&self, symmetry: &Symmetry, position: &AnyPosition) -> AnyPosition {
        AnyPosition::new(self.game.map_position(symmetry, position.get()))
    }
    fn map_move(&self, symmetry: &Symmetry, mv: AnyMove) -> AnyMove {
        AnyMove::new(self.game.map_move(symmetry, mv.get()))
    }
    fn canonical(&self, position: &AnyPosition) -> AnyPosition {
        AnyPosition::new(self.game.canonical(position.get()))
    }
}

impl<G: Playable> Notation for Sealing<G> {
    fn position_text(&self, position: &AnyPosition) -> String {
        self.game.position_text(position.get())
    }
    fn parse_position(&self, text: &str) -> Result<AnyPosition, InputError> {
        Ok(AnyPosition::new(self.game.parse_position(text)?))
    }
    fn move_text(&self, mv: AnyMove) -> String {
        self.game.move_text(mv.get())
    }
    fn move_json(&self, mv: AnyMove) -> Json {
        self.game.move_json(mv.get())
    }
    fn parse_move(&self, text: &str) -> Result<AnyMove, InputError> {
        Ok(AnyMove::new(self.game.parse_move(text)?))
    }
    fn move_help(&self) -> String {
        self.game.move_help()
    }
}

impl<G: Playable> Show for Sealing<G> {
    fn marks(&self, position: &AnyPosition) -> Marks {
        self.game.marks(position.get())
    }
    fn notes(&self, position: &AnyPosition) -> Notes {
        self.game.notes(position.get())
    }
    fn touch(&self, mv: AnyMove) -> Touch {
        self.game.touch(mv.get())
    }
}

impl<G: Playable> Reasons for Sealing<G> {
    fn mirrors(&self) -> Vec<Mirror> {
        self.game.mirrors()
    }
    fn simple_reason(&self, position: &AnyPosition, budget: &Budget<'_>) -> Option<Explanation> {
        self.game.simple_reason(position.get(), budget)
    }
    fn strategy_reason(
        &self,
        position: &AnyPosition,
        trial: &mut Trial<'_>,
    ) -> Result<Option<Explanation>, Stopped> {
        self.game.strategy_reason(position.get(), trial)
    }
    fn place_name(&self, place: u32) -> String {
        self.game.place_name(place)
    }
}

impl<G: Playable> AnyGame for Sealing<G> {
    fn description(&self) -> &Description {
        &self.description
    }
    fn values(&self) -> Values {
        self.game.values()
    }
    fn typed(&self) -> &dyn Any {
        &self.game
    }
    fn thinker(
        &self,
        options: monte_carlo::Options,
    ) -> Box<dyn Thinker<AnyPosition, AnyMove> + '_> {
        Box::new(AnyThinker {
            inner: self.game.thinker(options),
            moves: Vec::new(),
        })
    }
    fn search(
        &self,
        position: &AnyPosition,
        ask: Ask,
        means: &Means<'_>,
    ) -> Result<Found, Unsearchable> {
        if ask == Ask::Grundy && !self.description.impartial {
            return Err(Unsearchable::NoValues);
        }
        let (game, position) = (&self.game, position.get());
        match G::OWN_KEYS {
            true => game.search(position, ask, means),
            false => search_by_rules(game, position, ask, self.salt, means),
        }
    }
    fn theory(&self, position: &AnyPosition) -> Option<u32> {
        self.game.theory(position.get())
    }
    fn formulas(&self) -> Vec<Formula> {
        self.game.formulas()
    }
    fn expected_positions(&self, position: &AnyPosition, on: bool) -> f64 {
        self.up_to(on).estimate(position.get())
    }
    fn explore(
        &self,
        position: &AnyPosition,
        symmetry: bool,
        threads: usize,
        budget: &Budget<'_>,
    ) -> Result<Box<dyn Analysis + Send + Sync + '_>, Stopped> {
        if let Some(digraph) = self.game.own_digraph() {
            budget.check(digraph.vertex_count() as u64, 0)?;
            let (labels, values) = (label(digraph, threads, |_| false), grundy(digraph));
            let vertex = |position: &AnyPosition| self.game.own_vertex(position.get());
            return Ok(Box::new(Told {
                game: self,
                how: How::Labels,
                positions: labels.len() as u64,
                counts: None,
                value: move |position: &AnyPosition| {
                    let v = vertex(position);
                    Ok(Value::labelled(&labels, values.as_deref(), v))
                },
            }));
        }
        let start = position.get::<G::Position>().clone();
        let explored = Explored::from(self, self.up_to(symmetry), start, threads, budget)?;
        Ok(Box::new(Told {
            game: self,
            how: How::Labels,
            positions: explored.digraph().vertex_count() as u64,
            counts: None,
            value: move |position: &AnyPosition| explored.value(position),
        }))
    }
    fn row_count(&self) -> Option<u64> {
        self.game.dense()?.count()
    }
    fn knows_positions(&self) -> bool {
        let rows = self.game.dense();
        rows.is_some_and(|rows| rows.count().is_some() && rows.knows_positions())
    }
    fn label_rows(
        &self,
        values: bool,
        threads: usize,
        budget: &Budget<'_>,
    ) -> Option<Result<Box<dyn Analysis + Send + Sync + '_>, Stopped>> {
        let rows = self.game.dense().filter(|rows| rows.count().is_some())?;
        let labelled = rows.label(values && self.description.impartial, threads, budget);
        let told = |labels: Dense| Told {
            game: self,
            how: How::Labels,
            positions: labels.count(),
            counts: labels.counts(),
            value: move |position: &AnyPosition| {
                let number = labels.number(&rows.row(position.get()));
                let (outcome, remoteness) = labels.value(number);
                Ok(Value {
                    outcome,
                    remoteness: Some(remoteness),
                    grundy: labels.grundy(number),
                })
            },
        };
        Some(labelled.map(|labels| Box::new(told(labels)) as _))
    }
    fn counted(&self) -> Option<Counted<'_>> {
        self.game.dense()?.counted()
    }
    fn state_digraph(
        &self,
        position: Option<&AnyPosition>,
        on: bool,
        threads: usize,
        budget: &Budget<'_>,
    ) -> Result<Box<dyn StateView + '_>, Stopped> {
        Ok(Box::new(match position {
            Some(position) => {
                let start = position.get::<G::Position>().clone();
                Explored::from(self, self.up_to(on), start, threads, budget)?
            }
            None => {
                let all = self.game.legal_positions();
                Explored::new(self, self.up_to(on), all, threads, budget)?
            }
        }))
    }
    fn own_digraph(&self) -> Option<&Digraph> {
        self.game.own_digraph()
    }
}

impl<G: Playable> Certified for Sealing<G> {
    fn board_rows(&self) -> Result<Vec<String>, InputError> {
        self.game.board_rows()
    }
    fn position_word(&self, position: &AnyPosition) -> String {
        self.game.position_word(position.get())
    }
    fn move_word(&self, position: &AnyPosition, mv: AnyMove) -> String {
        self.game.move_word(position.get(), mv.get())
    }
    fn symmetry_rows(&self) -> Vec<Vec<u32>> {
        self.game.symmetry_rows()
    }
    fn lemmas(&self) -> &'static [&'static str] {
        self.game.lemmas()
    }
    fn key(&self, position: &AnyPosition, lemmas: bool) -> (Vec<u8>, usize) {
        self.game.key(position.get(), lemmas)
    }
    fn effort(&self, position: &AnyPosition, disproof: Option<u32>) -> u64 {
        self.game.effort(position.get(), disproof)
    }
    fn settled(&self, position: &AnyPosition, lemmas: bool) -> Option<Outcome> {
        self.game.settled(position.get(), lemmas)
    }
    fn regions(&self, table: &Arc<Table>) -> Option<Box<dyn Regions<AnyPosition> + '_>> {
        let regions = self.game.regions(table)?;
        Some(Box::new(AnyRegions(regions)))
    }
}

/// Regions of a game whose positions are sealed.
struct AnyRegions<'a, P>(Box<dyn Regions<P> + 'a>);

impl<P: 'static> Regions<AnyPosition> for AnyRegions<'_, P> {
    fn effort(&mut self, position: &AnyPosition) -> Option<u32> {
        self.0.effort(position.get())
    }
    fn show(
        &mut self,
        position: &AnyPosition,
        budget: &Budget<'_>,
    ) -> Result<Option<Shown>, Stopped> {
        self.0.show(position.get(), budget)
    }
}

/// A sampling search whose positions and moves are sealed.
struct AnyThinker<'a, P, M> {
    inner: Box<dyn Thinker<P, M> + 'a>,
    moves: Vec<M>,
}

impl<P: Send + 'static, M: Move> Thinker<AnyPosition, AnyMove> for AnyThinker<'_, P, M> {
    fn think(
        &mut self,
        situation: &Situation<'_, AnyPosition, AnyMove>,
        seed: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Report<AnyMove> {
        self.moves.clear();
        self.moves
            .extend(situation.moves.iter().map(|mv| mv.get::<M>()));
        let typed = Situation {
            position: situation.position.get::<P>(),
            mover: situation.mover,
            moves: &self.moves,
        };
        let report = self.inner.think(&typed, seed, stop);
        Report {
            chosen: report.chosen.map(AnyMove::new),
            moves: report
                .moves
                .into_iter()
                .map(|root| RootMove {
                    mv: AnyMove::new(root.mv),
                    visits: root.visits,
                    value: root.value,
                    proven: root.proven,
                })
                .collect(),
            proven: report.proven,
            simulations: report.simulations,
            reused: report.reused,
            nodes: report.nodes,
            depth: report.depth,
            stopped: report.stopped,
        }
    }

    fn forget(&mut self) {
        self.inner.forget();
    }
}
