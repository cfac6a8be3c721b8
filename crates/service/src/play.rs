//! Positions as they are seen by who plays: what stands on the board, which moves there are,
//! what came of a move, and what a player chooses.

use crate::answer::NamedMove;
use crate::ask::{Ask, Work};
use crate::host::Host;
use crate::limits::at_most;
use crate::setup::Opened;
use outplay_board::{Failed, InputError, shortened};
use outplay_engine::{Outcome, Player, Stop};
use outplay_games::{AnyMove, AnyPosition};
use outplay_players::{LEVELS, Resources, Seat, prepare};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// A position with everything that a player sees of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct View {
    /// The position.
    pub position: String,
    /// The side to move.
    pub to_move: String,
    /// `first` or `second`: whose turn it is, by who began.
    pub mover: &'static str,
    /// Who won, and why; null while the game goes on.
    pub over: Option<Over>,
    /// What stands on the board.
    #[schemars(extend("x-type" = "Marks"))]
    pub marks: Json,
    /// The legal moves.
    pub moves: Vec<NamedMove>,
    /// How a move is typed.
    pub move_help: String,
    /// What to point out.
    #[schemars(extend("x-type" = "Notes"))]
    pub notes: Json,
    /// The parameters of the game, those found out included.
    #[schemars(extend("x-type" = "Record<string, Value>"))]
    pub parameters: Map<String, Json>,
    /// The move that led here, if one was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<NamedMove>,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Over {
    /// The side that won; null in a draw.
    pub winner: Option<String>,
    /// Why, in words.
    pub reason: String,
}

fn player_word(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

/// Whose turn it is. Where positions do not record that, the asker may say.
///
/// # Errors
/// `said` is neither `first` nor `second`.
pub fn mover(
    opened: &Opened,
    position: &AnyPosition,
    said: Option<&str>,
) -> Result<Player, InputError> {
    let recorded = opened.game.to_move(position);
    if opened.game.description().records_turn {
        return Ok(recorded);
    }
    match said {
        None => Ok(recorded),
        Some("first") => Ok(Player::First),
        Some("second") => Ok(Player::Second),
        Some(word) => Err(InputError::found(
            format_args!("mover '{}'", shortened(word)),
            "first or second",
        )),
    }
}

/// Shows a position to the player whose turn it is.
pub fn view(opened: &Opened, position: &AnyPosition, mover: Player) -> View {
    let game = &*opened.game;
    let notes = game.notes(position);
    let over = game.result(position).map(|outcome| Over {
        winner: match outcome {
            Outcome::Win => Some(game.player_word(mover).to_owned()),
            Outcome::Lose => Some(game.player_word(mover.other()).to_owned()),
            Outcome::Draw => None,
        },
        reason: (notes.over.clone())
            .unwrap_or_else(|| game.description().without_move(game.side(mover))),
    });
    let moves = game.legal_moves(position);
    View {
        position: game.position_text(position),
        to_move: game.player_word(mover).to_owned(),
        mover: player_word(mover),
        over,
        marks: game.marks(position).json(),
        moves: moves.into_iter().map(|mv| opened.named(mv)).collect(),
        move_help: game.move_help(),
        notes: notes.json(),
        parameters: match game.values().json() {
            Json::Object(map) => map,
            _ => Map::new(),
        },
        played: None,
    }
}

/// A move as text, from its text or its JSON.
pub(crate) fn move_text(mv: &Json) -> String {
    match mv {
        Json::String(text) => text.clone(),
        json => json.to_string(),
    }
}

/// Plays a move, and shows the position after it.
///
/// # Errors
/// The move cannot be read, or it is refused; the reason is the message.
pub fn play(
    opened: &Opened,
    position: &AnyPosition,
    before: Player,
    mv: &Json,
) -> Result<View, InputError> {
    let game = &*opened.game;
    let mv = game.parse_move(&move_text(mv))?;
    let next = game
        .play(position, mv)
        .map_err(|refusal| InputError::new(refusal.to_string()))?;
    Ok(View {
        played: Some(opened.named(mv)),
        ..view(opened, &next, turn_after(opened, &next, before))
    })
}

fn turn_after(opened: &Opened, next: &AnyPosition, before: Player) -> Player {
    match opened.game.description().records_turn {
        true => opened.game.to_move(next),
        false => before.other(),
    }
}

/// A position as a player sees it.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AskPosition {
    /// The start without it.
    position: Option<String>,
    /// `first` or `second`: whose turn it is, where positions do not record that.
    mover: Option<String>,
}

impl Ask for AskPosition {
    type About = Opened;
    type Answer = View;
    const WORK: Work = Work::Small;

    fn answer(&self, opened: &Opened, _: &Host<'_>) -> Result<View, Failed> {
        let position = opened.position(self.position.as_deref())?;
        let mover = mover(opened, &position, self.mover.as_deref())?;
        Ok(view(opened, &position, mover))
    }
}

/// What stands on the board in several positions.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskMarks {
    /// In a request at most 500.
    positions: Vec<String>,
}

/// What stands on the board.
#[derive(Serialize, JsonSchema)]
pub struct ManyMarks {
    /// For every position, as asked.
    #[schemars(extend("x-type" = "Marks[]"))]
    marks: Vec<Json>,
    /// The positions that stand for these and all that are symmetric to them.
    representatives: Vec<String>,
}

/// So many positions are looked at together.
const MOST_TOGETHER: usize = 500;

impl Ask for AskMarks {
    type About = Opened;
    type Answer = ManyMarks;
    const WORK: Work = Work::Small;

    fn bound(&mut self, _: &Opened) -> Result<(), InputError> {
        at_most(&self.positions, MOST_TOGETHER)
    }

    fn answer(&self, opened: &Opened, _: &Host<'_>) -> Result<ManyMarks, Failed> {
        let game = &*opened.game;
        let (mut marks, mut representatives) = (Vec::new(), Vec::new());
        for text in &self.positions {
            let position = opened.position(Some(text))?;
            marks.push(game.marks(&position).json());
            representatives.push(game.position_text(&game.canonical(&position)));
        }
        Ok(ManyMarks {
            marks,
            representatives,
        })
    }
}

/// A move that is to be made.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskPlay {
    /// The start without it.
    position: Option<String>,
    /// `first` or `second`: whose turn it is, where positions do not record that.
    mover: Option<String>,
    /// The move, by its text or its JSON.
    #[serde(rename = "move")]
    mv: Json,
}

impl Ask for AskPlay {
    type About = Opened;
    type Answer = View;
    const WORK: Work = Work::Small;

    fn answer(&self, opened: &Opened, _: &Host<'_>) -> Result<View, Failed> {
        let position = opened.position(self.position.as_deref())?;
        let mover = mover(opened, &position, self.mover.as_deref())?;
        Ok(play(opened, &position, mover, &self.mv)?)
    }
}

/// What a player chooses in a position.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskChoose {
    /// The start without it.
    pub position: Option<String>,
    /// How the position came about from the start, for players that look back; may be empty.
    #[serde(default)]
    pub moves: Vec<Json>,
    /// The player, as the catalogue says.
    pub player: String,
    /// Where chance comes from; 1 without it.
    pub seed: Option<u64>,
    /// `first` or `second`: whose turn it is, where positions do not record that.
    pub mover: Option<String>,
}

/// What a player chose.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Chosen {
    /// The move; null if a limit ran out.
    #[serde(rename = "move")]
    pub mv: Option<NamedMove>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The position after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
    /// What the player says about the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    /// What the player computed beforehand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// How long it took.
    pub seconds: f64,
}

impl Ask for AskChoose {
    type About = Opened;
    type Answer = Chosen;

    /// The two lower levels look a few moves ahead and no further.
    fn work(&self) -> Work {
        match LEVELS[..2].contains(&self.player.as_str()) {
            true => Work::Light,
            false => Work::Long,
        }
    }

    fn bound(&mut self, _: &Opened) -> Result<(), InputError> {
        without_files(&self.player)
    }

    fn answer(&self, opened: &Opened, host: &Host<'_>) -> Result<Chosen, Failed> {
        let position = &opened.position(self.position.as_deref())?;
        let mover = mover(opened, position, self.mover.as_deref())?;

        let game = &*opened.game;
        let began = (host.clock)();
        if game.result(position).is_some() {
            return Err(InputError::new("the game is over").into());
        }
        let moves = moves_to(opened, &self.moves, position)?;
        let from = match moves.is_empty() {
            true => position.clone(),
            false => game.start(),
        };
        let stop = || host.is_over();
        let resources = Resources::new(host.bytes, &stop);
        let prepared = prepare(&self.player, game, resources)?;
        let mut seat = Seat::new(game, &*prepared, mover, self.seed.unwrap_or(1))?;
        let choice = seat.choose(&from, &moves, &stop)?;
        let remarks = seat.remarks().to_vec();
        let seconds = (host.clock)() - began;
        let Some(choice) = choice else {
            let why = (host.stop)(0).unwrap_or(Stop::Interrupted);
            return Ok(Chosen {
                mv: None,
                reason: Some(why.to_string()),
                view: None,
                remark: None,
                remarks,
                seconds,
            });
        };
        let next = game.apply(position, choice.mv);
        Ok(Chosen {
            mv: Some(opened.named(choice.mv)),
            reason: None,
            view: Some(view(opened, &next, turn_after(opened, &next, mover))),
            remark: choice.remark,
            remarks,
            seconds,
        })
    }
}

/// Refuses players that touch files, also inside the options of another.
pub(crate) fn without_files(player: &str) -> Result<(), InputError> {
    match outplay_players::touches_files(player) {
        true => Err(InputError::found(
            format_args!("player '{}'", shortened(player)),
            "a player that touches no file",
        )),
        false => Ok(()),
    }
}

/// The moves from the start of the game to `position`, if they were said.
fn moves_to(
    opened: &Opened,
    said: &[Json],
    position: &AnyPosition,
) -> Result<Vec<AnyMove>, InputError> {
    let game = &*opened.game;
    if said.is_empty() {
        return Ok(Vec::new());
    }
    let mut reached = game.start();
    let mut moves = Vec::with_capacity(said.len());
    for mv in said {
        let mv = game.parse_move(&move_text(mv))?;
        reached = game
            .play(&reached, mv)
            .map_err(|refusal| InputError::new(refusal.to_string()))?;
        moves.push(mv);
    }
    match reached == *position {
        true => Ok(moves),
        false => Err(InputError::found(
            "moves that lead to another position",
            "the moves from the start of the game to the position",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_player_reaches_a_file() {
        assert!(without_files("mcts:10,rollouts=pseudo-smart,c=2").is_ok());
        for text in [
            "smart:games.db",
            "mcts:10,rollouts=smart:games.db",
            "mcts:10,c=1,rollouts=mcts:5,rollouts=smart:games.db",
        ] {
            assert!(without_files(text).is_err(), "{text}");
        }
    }
}
