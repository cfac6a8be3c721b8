//! The second part of a certificate: the strategy. Every position rests on
//! positions further up, so no argument can go in a circle. Two things need a circle: a draw by
//! endless play, and a win of who wins endless play by always having a move that holds out.

use crate::lines::{Lines, Outcome, number_in, quote, words};
use crate::meter::Meter;
use crate::rules::{Move, Player, Position, Rules};
use crate::statement::Statement;
use std::collections::HashSet;

/// What a key takes beside its own length, and a move.
const KEY_BYTES: usize = 64;
const MOVE_BYTES: u64 = 16;

struct Proof<'a> {
    rules: &'a mut dyn Rules,
    meter: &'a Meter<'a>,
    symmetries: &'a [Vec<u32>],
    /// Does every identification say which symmetry it uses (version 2)? Otherwise the least image stands for all.
    hints: bool,
    winner: Player,
    /// Keys of positions where the winner, to move, is known to win.
    won: HashSet<Box<[u8]>>,
    /// Keys of positions where the loser, to move, is known to lose.
    lost: HashSet<Box<[u8]>>,
    /// Keys of positions to which replies lead that hold out: the loser, to move, must be known to
    /// lose there in the end, further up or down.
    owed: HashSet<Box<[u8]>>,
    /// Positions said to be draws, and their keys; looked at in the end.
    drawn: Vec<Position>,
    drawn_keys: HashSet<Box<[u8]>>,
    replies: u64,
}

/// How a position is known.
#[derive(Clone, Copy)]
enum Hint<'a> {
    /// As it stands.
    Itself,
    /// Moved by a symmetry.
    Symmetry(&'a [u32]),
    /// By its regions, each with a map.
    Regions(&'a str),
}

/// Checks the strategy to the end of the file; the number of positions settled.
pub(crate) fn check(lines: &mut Lines, statement: &mut Statement) -> Outcome<u64> {
    let claimed = statement.winner;
    let mut proof = Proof {
        rules: &mut *statement.rules,
        meter: lines.meter,
        symmetries: &statement.symmetries,
        hints: statement.hints,
        // A draw has no winner. Draws are claimed only where both players have
        // the same moves, and there it does not matter what the mover is called.
        winner: claimed.unwrap_or(Player::First),
        won: HashSet::new(),
        lost: HashSet::new(),
        owed: HashSet::new(),
        drawn: Vec::new(),
        drawn_keys: HashSet::new(),
        replies: 0,
    };
    let mut entries = 0u64;
    let footer = loop {
        if let Some(entry) = lines.accept("l")? {
            proof.lost_entry(&entry, false)?;
        } else if let Some(entry) = lines.accept("h")? {
            if claimed.is_none() || proof.rules.wins_endless_play() != claimed {
                return Err("nobody wins here by holding out".to_owned());
            }
            proof.lost_entry(&entry, true)?;
        } else if let Some(entry) = lines.accept("w")? {
            proof.won_entry(&entry)?;
        } else if let Some(entry) = lines.accept("d")? {
            if claimed.is_some() {
                return Err("draws prove no win".to_owned());
            }
            proof.drawn_entry(&entry)?;
        } else if let Some(entry) = proof.region(lines)? {
            proof.replies += proof.rules.read_region(&entry, proof.meter)?;
        } else if let Some(footer) = lines.accept("end")? {
            break footer;
        } else {
            return Err(format!(
                "expected a position or the end, found {}",
                lines.found()?
            ));
        }
        entries += 1;
    };
    lines.check_footer(&footer, &format!("{entries} {}", proof.replies))?;
    proof.conclude(&statement.start, statement.to_move, claimed.is_none())?;
    Ok(entries + proof.replies)
}

impl Proof<'_> {
    /// A line about a region, in a certificate that may have some.
    fn region(&self, lines: &mut Lines) -> Outcome<Option<String>> {
        match self.hints && self.winner == Player::First {
            true => lines.accept("r"),
            false => Ok(None),
        }
    }

    /// What stands for a position: its image under the symmetry that the certificate names; in version 1
    /// the least image under all of them.
    fn key(&self, position: &Position, map: Option<&[u32]>) -> Outcome<Vec<u8>> {
        self.meter.spend(self.rules.image_cost())?;
        let mut least = self.rules.image(position, map);
        if !self.hints {
            for map in self.symmetries {
                self.meter.spend(self.rules.image_cost())?;
                least = least.min(self.rules.image(position, Some(map)));
            }
        }
        Ok(least)
    }

    /// The key of a position that is to be remembered.
    fn kept(&self, position: &Position) -> Outcome<Box<[u8]>> {
        let key = self.key(position, None)?;
        self.meter.hold(key.len() + KEY_BYTES)?;
        Ok(key.into())
    }

    fn over(&self, position: &Position, mover: Player) -> Outcome<Option<Player>> {
        self.find_moves(position, mover)?;
        Ok(self.rules.over(position, mover))
    }

    fn moves(&self, position: &Position, mover: Player) -> Outcome<Vec<Move>> {
        self.find_moves(position, mover)?;
        Ok(self.rules.moves(position, mover))
    }

    /// Asks for what it takes to list the moves, which also tells whether play is over.
    fn find_moves(&self, position: &Position, mover: Player) -> Outcome<()> {
        let cost = self.rules.cost(position, mover);
        self.meter.room(cost.saturating_mul(MOVE_BYTES))?;
        self.meter.spend(cost)
    }

    /// Splits a word of version 2 into a move and what is said about the position after it.
    fn hint<'b>(&'b self, word: &'b str) -> Outcome<(&'b str, Hint<'b>)> {
        match (self.hints, word.find(['@', '/'])) {
            (true, Some(at)) if word[at..].starts_with('/') => {
                Ok((&word[..at], Hint::Regions(&word[at + 1..])))
            }
            (true, Some(at)) => {
                let count = self.symmetries.len() as u64;
                let map = number_in(&word[at + 1..], 1, count)? as usize - 1;
                Ok((&word[..at], Hint::Symmetry(&self.symmetries[map])))
            }
            _ => Ok((word, Hint::Itself)),
        }
    }

    /// Is the winner known to win here?
    fn holds(&self, position: &Position, mover: Player, hint: Hint<'_>) -> Outcome<bool> {
        if let Some(player) = self.over(position, mover)? {
            return Ok(player == self.winner);
        }
        let known = match mover == self.winner {
            true => &self.won,
            false => &self.lost,
        };
        match hint {
            Hint::Itself => Ok(known.contains(&self.key(position, None)?[..])),
            Hint::Symmetry(map) => Ok(known.contains(&self.key(position, Some(map))?[..])),
            // A region is about the first player, Alice, winning with the other to move.
            Hint::Regions(_) if self.winner != Player::First || mover == self.winner => {
                Err("regions show only that Alice wins with Bob to move".to_owned())
            }
            Hint::Regions(maps) => {
                self.rules.check_regions(position, maps, self.meter)?;
                Ok(true)
            }
        }
    }

    /// Reads a position and sees to it that the game goes on there.
    fn open(&self, text: &str, mover: Player) -> Outcome<Position> {
        let position = self.rules.read_position(text)?;
        match self.over(&position, mover)? {
            Some(_) => Err(format!("the game is over at {}", quote(text))),
            None => Ok(position),
        }
    }

    /// The winner is to move, and `reply` is the winning move, which may owe what comes after it.
    fn reply(&mut self, position: &Position, reply: &str, owes: bool) -> Outcome<()> {
        let (reply, hint) = self.hint(reply)?;
        let mv = self.rules.read_move(reply)?;
        if !self.moves(position, self.winner)?.contains(&mv) {
            return Err(format!("{} is no legal reply", quote(reply)));
        }
        let next = self.rules.apply(position, mv);
        if !self.holds(&next, self.winner.other(), hint)? {
            let over = self.over(&next, self.winner.other())?.is_some();
            if !owes || over || !matches!(hint, Hint::Itself) {
                let mv = self.rules.show_move(mv);
                return Err(format!("the position after {mv} was not settled before"));
            }
            self.owed.insert(self.kept(&next)?);
        }
        self.won.insert(self.kept(position)?);
        Ok(())
    }

    /// `POSITION REPLY`: the winner is to move.
    fn won_entry(&mut self, entry: &str) -> Outcome<()> {
        let (position, reply) = entry
            .split_once(' ')
            .ok_or_else(|| format!("expected a position and a reply, found {}", quote(entry)))?;
        let position = self.open(position, self.winner)?;
        self.reply(&position, reply, false)
    }

    /// `POSITION MOVE:REPLY MOVE:REPLY …`: the loser is to move. Every legal
    /// move has its reply here, in the order of the moves, or leads to a position that is known; in version 2
    /// `MOVE@SYMMETRY` says by which symmetry, and `/MAP/MAP…` that the regions show all. Where the
    /// winner only holds out, replies may lead to positions that are settled further down.
    fn lost_entry(&mut self, entry: &str, holds_out: bool) -> Outcome<()> {
        let loser = self.winner.other();
        let maps = entry.split_once(" /").filter(|_| self.hints && !holds_out);
        if let Some((text, maps)) = maps {
            let position = self.open(text, loser)?;
            self.holds(&position, loser, Hint::Regions(maps))?;
            self.lost.insert(self.kept(&position)?);
            return Ok(());
        }
        let mut words = words(entry);
        let position = self.open(words.next().unwrap_or_default(), loser)?;
        // Every word has a move, and a reply or a hint.
        let mut given: Vec<(Move, Option<&str>, &str)> = Vec::new();
        for word in words {
            let (mv, reply) = match word.split_once(':') {
                Some((mv, reply)) => (mv, Some(reply)),
                None if self.hints => (self.hint(word)?.0, None),
                None => return Err(format!("{} is no reply", quote(word))),
            };
            given.push((self.rules.read_move(mv)?, reply, word));
        }
        let count = given.iter().filter(|(_, reply, _)| reply.is_some()).count();
        let mut given = given.into_iter().peekable();
        for mv in self.moves(&position, loser)? {
            let next = self.rules.apply(&position, mv);
            match self.over(&next, self.winner)? {
                Some(player) if player == self.winner => continue,
                Some(_) => return Err(format!("the move {} wins", self.rules.show_move(mv))),
                None => {}
            }
            let said = given.next_if(|&(to, _, _)| to == mv);
            let hint = match said {
                Some((_, Some(reply), _)) => {
                    self.reply(&next, reply, holds_out)?;
                    continue;
                }
                Some((_, None, word)) => self.hint(word)?.1,
                None => Hint::Itself,
            };
            if !self.holds(&next, self.winner, hint)? {
                let mv = self.rules.show_move(mv);
                return Err(match said {
                    Some(_) => format!("the position after {mv} was not settled before"),
                    None => format!("the move {mv} has no reply"),
                });
            }
        }
        if let Some((mv, ..)) = given.next() {
            let mv = self.rules.show_move(mv);
            return Err(format!("the reply to {mv} is out of place"));
        }
        self.replies += count as u64;
        self.lost.insert(self.kept(&position)?);
        Ok(())
    }

    fn drawn_entry(&mut self, entry: &str) -> Outcome<()> {
        let position = self.open(entry, self.winner)?;
        self.drawn_keys.insert(self.kept(&position)?);
        self.meter.hold(8 * position.len() + KEY_BYTES)?;
        self.drawn.push(position);
        Ok(())
    }

    /// Does what was shown contain what was claimed?
    fn conclude(&self, start: &Position, mover: Player, draw: bool) -> Outcome<()> {
        let is_drawn = |position: &Position| -> Outcome<bool> {
            Ok(self.drawn_keys.contains(&self.key(position, None)?[..]))
        };
        let shown = match draw {
            true => is_drawn(start)?,
            false => self.holds(start, mover, Hint::Itself)?,
        };
        if !self.owed.is_subset(&self.lost) {
            return Err("a reply holds out at a position that is not settled".to_owned());
        }
        if !shown {
            return Err("the start is not among the positions that were settled".to_owned());
        }
        // Who stays among the drawn positions plays on for ever, and who leaves
        // them loses; so neither player can force a win.
        for position in &self.drawn {
            let (mut stays, mut safe) = (false, true);
            for mv in self.moves(position, self.winner)? {
                let next = self.rules.apply(position, mv);
                match is_drawn(&next)? {
                    true => stays = true,
                    false => safe &= self.holds(&next, self.winner, Hint::Itself)?,
                }
            }
            if !stays || !safe {
                return Err("a position said to be a draw is not".to_owned());
            }
        }
        Ok(())
    }
}
