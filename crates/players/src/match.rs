//! Two players meet, as often as one likes, on all cores.
//!
//! Game number `i` of a match gets its chance from the match's seed and `i`
//! alone, and each side its own, so that a match is the same on any number of
//! threads and a longer match begins with the games of a shorter one. Players that
//! learn do so between rounds of games, whose bounds do not depend on threads either;
//! within a round they stay as they are.

use crate::clock::Clock;
use crate::strategy::{Prepared, Strategy, Turn};
use outplay_engine::{Endless, Outcome, Player, Rng};
use outplay_games::{AnyGame, AnyMove, AnyPosition};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;

/// How many games are played before players learn from them.
const ROUND: u64 = 32;

/// A match: who meets whom, on which game.
#[derive(Clone)]
pub struct Match<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// The position at which every game starts.
    pub start: AnyPosition,
    /// Who plays the side that moves first by the rules of the game.
    pub first: &'a dyn Prepared,
    /// Who plays the other side.
    pub second: &'a dyn Prepared,
    /// Where chance comes from.
    pub seed: u64,
    /// So many moves count as play that never ends.
    pub longest: usize,
    /// How many games are played at a time; threads are started for more than one only.
    pub threads: usize,
    /// By which the players' time is measured.
    pub clock: Clock<'a>,
    /// True when the match is to end; games under way are dropped.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its number in the match.
    pub index: u64,
    /// Who won; nobody in a draw.
    pub winner: Option<Player>,
    /// Its moves.
    pub moves: Vec<AnyMove>,
    /// What the players said, each with the number of the move.
    pub remarks: Vec<(usize, String)>,
    /// Why players that go by rules made their moves, each with the number of the move.
    pub reasons: Vec<(usize, String)>,
    /// How long the first and the second side thought.
    pub time: [Duration; 2],
}

/// Sums over games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games that were played to their end.
    pub games: u64,
    /// How many the first and the second side won.
    pub wins: [u64; 2],
    /// Moves of the first and the second side.
    pub moves: [u64; 2],
    /// How long each side thought.
    pub time: [Duration; 2],
    /// Moves about which a player remarked something.
    pub remarks: u64,
}

impl Tally {
    /// Counts a game in which `starter` made the first move.
    pub fn add(&mut self, played: &Played, starter: Player) {
        self.games += 1;
        if let Some(winner) = played.winner {
            self.wins[side(winner)] += 1;
        }
        let (more, fewer) = (played.moves.len().div_ceil(2), played.moves.len() / 2);
        self.moves[side(starter)] += more as u64;
        self.moves[side(starter.other())] += fewer as u64;
        for (sum, time) in self.time.iter_mut().zip(played.time) {
            *sum += time;
        }
        self.remarks += played.remarks.len() as u64;
    }

    /// How many games nobody won.
    pub fn draws(&self) -> u64 {
        self.games - self.wins[0] - self.wins[1]
    }
}

/// Where tallies and times keep what belongs to a player.
pub(crate) fn side(player: Player) -> usize {
    match player {
        Player::First => 0,
        Player::Second => 1,
    }
}

impl Match<'_> {
    /// Who makes the first move from the start of this match.
    pub fn starter(&self) -> Player {
        self.game.to_move(&self.start)
    }

    /// Plays the games with these numbers and hands each to `each`, in order.
    /// False if `stop` ended it early: then some are missing.
    pub fn play(&self, games: Range<u64>, mut each: impl FnMut(Played)) -> bool {
        let alone = std::ptr::addr_eq(self.first, self.second);
        let seats = [self.first, self.second];
        let seated = &seats[..if alone { 1 } else { 2 }];
        let learners = || seated.iter().filter(|player| player.learns());
        if learners().next().is_none() {
            return self.play_round(games, each);
        }
        let mut next = games.start;
        while next < games.end {
            let end = (next / ROUND + 1).saturating_mul(ROUND).min(games.end);
            let mut round = Vec::new();
            let complete = self.play_round(next..end, |played| round.push(played));
            if complete {
                learners().for_each(|player| player.learn(self.game, &self.start, &round));
            }
            round.into_iter().for_each(&mut each);
            if !complete {
                return false;
            }
            next = end;
        }
        true
    }

    fn play_round(&self, games: Range<u64>, mut each: impl FnMut(Played)) -> bool {
        if self.threads <= 1 {
            let mut players = [self.first.strategy(), self.second.strategy()];
            return games.into_iter().all(|index| {
                let played = self.play_one(&mut players, index);
                played.map(&mut each).is_some()
            });
        }
        let next = AtomicU64::new(games.start);
        let (sender, receiver) = mpsc::channel();
        let mut waiting = BTreeMap::new();
        let mut due = games.start;
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    let mut players = [self.first.strategy(), self.second.strategy()];
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= games.end {
                            return;
                        }
                        let Some(played) = self.play_one(&mut players, index) else {
                            return;
                        };
                        if sender.send(played).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            for played in receiver {
                waiting.insert(played.index, played);
                while let Some(played) = waiting.remove(&due) {
                    due += 1;
                    each(played);
                }
            }
        });
        let complete = due == games.end;
        waiting.into_values().for_each(each);
        complete
    }

    fn play_one(&self, players: &mut [Box<dyn Strategy + '_>; 2], index: u64) -> Option<Played> {
        let mut chance = Rng::new(Rng::new(self.seed).next_u64() ^ index);
        let mut rngs = [Rng::new(chance.next_u64()), Rng::new(chance.next_u64())];
        let mut position = self.start.clone();
        let mut mover = self.starter();
        let mut moves = Vec::new();
        let (mut remarks, mut reasons) = (Vec::new(), Vec::new());
        let mut time = [Duration::ZERO; 2];
        for player in players.iter_mut() {
            player.begin();
        }
        let winner = loop {
            match self.game.result(&position) {
                Some(Outcome::Win) => break Some(mover),
                Some(Outcome::Lose) => break Some(mover.other()),
                Some(Outcome::Draw) => break None,
                None if moves.len() >= self.longest => {
                    break self.game.endless().and_then(Endless::winner);
                }
                None if (self.stop)() => return None,
                None => {}
            }
            let seat = side(mover);
            let began = (self.clock)();
            let choice = players[seat].choose(Turn {
                game: self.game,
                position: &position,
                mover,
                moves: &moves,
                rng: &mut rngs[seat],
                stop: self.stop,
            })?;
            time[seat] += (self.clock)().saturating_sub(began);
            if let Some(remark) = choice.remark {
                remarks.push((moves.len(), remark));
            }
            reasons.extend(players[seat].reason().map(|reason| (moves.len(), reason)));
            position = self.game.apply(&position, choice.mv);
            moves.push(choice.mv);
            mover = mover.other();
        };
        Some(Played {
            index,
            winner,
            moves,
            remarks,
            reasons,
            time,
        })
    }
}
