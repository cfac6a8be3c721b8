//! Meetings of several players in a game that is picked by name.
//!
//! Everything that plays is generic over the game, and compiled here, once, for
//! every game of the registry.

use crate::meeting::{Match, Tally};
use crate::record::Record;
use crate::roster::{Past, Resources, prepare};
use crate::seat::Setup;
use crate::setup::setup_of;
use outplay_engine::{Game, Player};
use outplay_games::registry::{self, Registered, Visitor};
use outplay_history::{Error, History};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// Who meets whom, in which game, how often.
pub struct Event<'a> {
    /// The game.
    pub setup: Setup<'a>,
    /// What its board is called.
    pub board_name: &'a str,
    /// The position at which every game starts, unless that is the usual one.
    pub start: Option<&'a str>,
    /// The players.
    pub players: &'a [&'a str],
    /// Who plays Alice, or first in games without her, and who plays Bob.
    pub pairs: &'a [(usize, usize)],
    /// How many games each pair plays.
    pub games: u64,
    /// Where chance comes from.
    pub seed: u64,
    /// After so many moves a game that can go on for ever is called a draw.
    pub longest: usize,
    /// How many games are played at a time.
    pub threads: usize,
    /// The file that keeps the games.
    pub history: Option<&'a str>,
    /// What the players may use, and when to stop.
    pub resources: Resources<'a>,
}

/// What came of one pair.
pub struct Met {
    /// The pair.
    pub pair: (usize, usize),
    /// The side of the game that is Alice's, or that of who is called first.
    pub alice_is: Player,
    /// The parameters of the game.
    pub parameters: Vec<(&'static str, Value)>,
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
    /// Lets all pairs play; `each` is called after every game. A player of one side
    /// only is left out of the pairs that it cannot play in, if there are others.
    ///
    /// # Errors
    /// The game or a player cannot be set up, or the history cannot be kept.
    pub fn hold(&self, each: &mut dyn FnMut()) -> Result<Vec<Met>, Error> {
        let Setup {
            game,
            board,
            options,
        } = self.setup;
        let meetings = Meetings { event: self, each };
        registry::visit(game, board, options, meetings)
            .map_err(|error| error.in_source(self.board_name))?
    }
}

struct Meetings<'a> {
    event: &'a Event<'a>,
    each: &'a mut dyn FnMut(),
}

impl Visitor for Meetings<'_> {
    type Output = Result<Vec<Met>, Error>;

    fn visit<G: Registered>(self, game: G) -> Self::Output {
        let Self { event, each } = self;
        let (players, board) = (event.players, event.setup.board);
        let start = match event.start {
            Some(text) => game.parse_position(text)?,
            None => Game::start(&game),
        };
        let alice_is = match game.player_name(Player::Second) {
            "alice" => Player::Second,
            _ => Player::First,
        };
        // Games that cannot be kept are not worth playing on.
        let lost = AtomicBool::new(false);
        let stop = || (event.resources.stop)() || lost.load(Ordering::Relaxed);
        let setup = match event.history {
            Some(_) => Some(setup_of(&game, board)?),
            // Without a file, a board may be too large for one.
            None => setup_of(&game, board).ok(),
        };
        let mut history = event.history.map(History::open).transpose()?;
        let resources = Resources {
            past: setup.as_ref().map(|setup| Past {
                setup,
                file: event.history,
            }),
            stop: &stop,
            ..event.resources
        };
        let prepared = players.iter().map(|text| prepare(text, &game, resources));
        let prepared: Vec<_> = prepared.collect::<Result<_, _>>()?;
        let mut met = Vec::new();
        for &(alice, bob) in event.pairs {
            let seats = [(alice, alice_is), (bob, alice_is.other())];
            let plays = |&(player, side): &(usize, Player)| prepared[player].plays(side);
            if let Err(refused) = seats.iter().try_for_each(plays) {
                match event.pairs.len() {
                    1 => return Err(refused.into()),
                    _ => continue,
                }
            }
            let (first, second) = match alice_is {
                Player::First => (alice, bob),
                Player::Second => (bob, alice),
            };
            let meeting = Match {
                game: &game,
                start: start.clone(),
                first: &*prepared[first],
                second: &*prepared[second],
                seed: event.seed,
                longest: event.longest,
                threads: event.threads,
                stop: &stop,
            };
            let mut remarks = prepared[alice].remarks();
            if players[alice] != players[bob] {
                remarks.extend(prepared[bob].remarks());
            }
            let mut tally = Tally::default();
            let mut said = BTreeMap::<String, u64>::new();
            let mut record = history
                .as_mut()
                .zip(setup.as_ref())
                .map(|(history, setup)| {
                    let names = [players[first], players[second]];
                    Record::new(history, setup, &meeting, event.board_name, names)
                });
            let mut kept = Ok(());
            meeting.play(0..event.games, |played| {
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
                each();
            });
            kept?;
            record.map(Record::finish).transpose()?;
            met.push(Met {
                pair: (alice, bob),
                alice_is,
                parameters: game.parameters(),
                remarks,
                said,
                tally,
            });
        }
        Ok(met)
    }
}
