//! Meetings of several players.

use crate::clock::Clock;
use crate::history::{History, Occasion, Record, setup_of};
use crate::r#match::{Match, Played, Tally};
use crate::roster::{Past, Resources, prepare};
use outplay_board::{Board, Failed};
use outplay_engine::Player;
use outplay_games::{AnyGame, AnyPosition};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// Who meets whom, in which game, how often.
pub struct Event<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// Its board.
    pub board: &'a Board,
    /// What its board is called.
    pub board_name: &'a str,
    /// The position at which every game starts, unless that is the usual one.
    pub start: Option<&'a AnyPosition>,
    /// The players.
    pub players: &'a [&'a str],
    /// Who plays which side, in the order in which the game lists its sides: Alice before Bob.
    pub pairs: &'a [(usize, usize)],
    /// How many games each pair plays.
    pub games: u64,
    /// Where chance comes from.
    pub seed: u64,
    /// So many moves count as play that never ends.
    pub longest: usize,
    /// How many games are played at a time; threads are started for more than one only.
    pub threads: usize,
    /// By which the players' time is measured.
    pub clock: Clock<'a>,
    /// The file that keeps the games.
    pub history: Option<&'a str>,
    /// What the players may use, and when to stop.
    pub resources: Resources<'a>,
}

/// What came of one pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    /// The pair.
    pub pair: (usize, usize),
    /// Which player has which side, in the order in which the game lists its sides.
    pub sides: [Player; 2],
    /// What the players computed beforehand.
    pub remarks: Vec<String>,
    /// What the players said about moves, and how often.
    pub said: BTreeMap<String, u64>,
    /// The games.
    pub tally: Tally,
}

/// The most different remarks that are kept.
const MOST_SAID: usize = 20;

impl Event<'_> {
    /// Lets all pairs play; `each` is called with every game. A player of one side
    /// only is left out of the pairs that it cannot play in, if there are others.
    ///
    /// # Errors
    /// A player cannot be set up, or the history cannot be kept.
    pub fn hold(&self, each: &mut dyn FnMut(&Played)) -> Result<Vec<Met>, Failed> {
        let (game, players) = (self.game, self.players);
        let start = self.start.cloned().unwrap_or_else(|| game.start());
        let sides = [game.player(0), game.player(1)];
        // Games that cannot be kept are not worth playing on.
        let lost = AtomicBool::new(false);
        let stop = || (self.resources.stop)() || lost.load(Ordering::Relaxed);
        let history = match self.history {
            Some(file) => Some((History::open(file)?, setup_of(game, self.board)?)),
            None => None,
        };
        let resources = Resources {
            past: Some(Past {
                board: self.board,
                file: self.history,
            }),
            stop: &stop,
            ..self.resources
        };
        let prepared = players.iter().map(|text| prepare(text, game, resources));
        let prepared: Vec<_> = prepared.collect::<Result<_, _>>()?;
        let mut met = Vec::new();
        for &pair in self.pairs {
            let seats = [(pair.0, sides[0]), (pair.1, sides[1])];
            let plays = |&(player, side): &(usize, Player)| prepared[player].plays(side);
            if let Err(refused) = seats.iter().try_for_each(plays) {
                match self.pairs.len() {
                    1 => return Err(refused.into()),
                    _ => continue,
                }
            }
            let (first, second) = match sides[0] {
                Player::First => pair,
                Player::Second => (pair.1, pair.0),
            };
            let meeting = Match {
                game,
                start: start.clone(),
                first: &*prepared[first],
                second: &*prepared[second],
                seed: self.seed,
                longest: self.longest,
                threads: self.threads,
                clock: self.clock,
                stop: &stop,
            };
            let mut remarks = prepared[pair.0].remarks();
            if players[pair.0] != players[pair.1] {
                remarks.extend(prepared[pair.1].remarks());
            }
            let mut tally = Tally::default();
            let mut said = BTreeMap::<String, u64>::new();
            let occasion = Occasion {
                game,
                start: &start,
                seed: self.seed,
                board: self.board_name,
                players: [players[first], players[second]],
            };
            let mut record = history
                .as_ref()
                .map(|(history, setup)| Record::new(history, setup, occasion));
            let mut kept = Ok(());
            meeting.play(0..self.games, |played| {
                tally.add(&played, meeting.starter());
                for (_, remark) in &played.remarks {
                    if said.len() < MOST_SAID || said.contains_key(remark) {
                        *said.entry(remark.clone()).or_default() += 1;
                    }
                }
                if let (Some(record), Ok(())) = (&mut record, &kept) {
                    kept = record.add(&played);
                    lost.store(kept.is_err(), Ordering::Relaxed);
                }
                each(&played);
            });
            kept?;
            if let Some(record) = record {
                record.finish()?;
            }
            met.push(Met {
                pair,
                sides,
                remarks,
                said,
                tally,
            });
        }
        Ok(met)
    }
}
