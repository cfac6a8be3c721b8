//! The second part of a certificate: the strategy. Every position rests on
//! positions further up, so no argument can go in a circle.

use crate::lines::{Lines, Outcome, quote, words};
use crate::rules::{Move, Player, Position, Rules};
use crate::statement::Statement;
use std::collections::HashSet;

struct Proof<'a> {
    rules: &'a dyn Rules,
    winner: Player,
    /// Keys of positions where the winner, to move, is known to win.
    won: HashSet<Box<[u8]>>,
    /// Keys of positions where the loser, to move, is known to lose.
    lost: HashSet<Box<[u8]>>,
    /// Positions said to be draws, and their keys; looked at in the end.
    drawn: Vec<Position>,
    drawn_keys: HashSet<Box<[u8]>>,
    replies: u64,
}

/// Checks the strategy to the end of the file; the number of positions settled.
pub(crate) fn check(lines: &mut Lines, statement: &Statement) -> Outcome<u64> {
    let mut proof = Proof {
        rules: &*statement.rules,
        // A draw has no winner. Draws are claimed only where both players have
        // the same moves, and there it does not matter what the mover is called.
        winner: statement.winner.unwrap_or(Player::First),
        won: HashSet::new(),
        lost: HashSet::new(),
        drawn: Vec::new(),
        drawn_keys: HashSet::new(),
        replies: 0,
    };
    let mut entries = 0u64;
    let footer = loop {
        if let Some(entry) = lines.accept("l")? {
            proof.lost_entry(&entry)?;
        } else if let Some(entry) = lines.accept("w")? {
            proof.won_entry(&entry)?;
        } else if let Some(entry) = lines.accept("d")? {
            if statement.winner.is_some() {
                return Err("draws prove no win".to_owned());
            }
            proof.drawn_entry(&entry)?;
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
    let expected = format!("{entries} {} {:016x}", proof.replies, lines.checksum());
    if footer != expected {
        return Err(format!(
            "cut or altered: the last line should be 'end {expected}', found {}",
            quote(&footer)
        ));
    }
    if !lines.at_end()? {
        return Err("something follows after the end".to_owned());
    }
    proof.conclude(statement)?;
    Ok(entries + proof.replies)
}

impl Proof<'_> {
    /// Is the winner known to win here?
    fn holds(&self, position: &Position, mover: Player) -> bool {
        match self.rules.over(position, mover) {
            Some(player) => player == self.winner,
            None => {
                let known = if mover == self.winner {
                    &self.won
                } else {
                    &self.lost
                };
                known.contains(&self.rules.key(position)[..])
            }
        }
    }

    /// Reads a position and sees to it that the game goes on there.
    fn open(&self, text: &str, mover: Player) -> Outcome<Position> {
        let position = self.rules.read_position(text)?;
        match self.rules.over(&position, mover) {
            Some(_) => Err(format!("the game is over at {}", quote(text))),
            None => Ok(position),
        }
    }

    /// The winner is to move, and `reply` is the winning move.
    fn reply(&mut self, position: &Position, reply: &str) -> Outcome<()> {
        let mv = self.rules.read_move(reply)?;
        if !self.rules.moves(position, self.winner).contains(&mv) {
            return Err(format!("{} is no legal reply", quote(reply)));
        }
        let next = self.rules.apply(position, mv);
        if !self.holds(&next, self.winner.other()) {
            let mv = self.rules.show_move(mv);
            return Err(format!("the position after {mv} was not settled before"));
        }
        self.won.insert(self.rules.key(position).into());
        Ok(())
    }

    /// `POSITION REPLY`: the winner is to move.
    fn won_entry(&mut self, entry: &str) -> Outcome<()> {
        let (position, reply) = entry
            .split_once(' ')
            .ok_or_else(|| format!("expected a position and a reply, found {}", quote(entry)))?;
        let position = self.open(position, self.winner)?;
        self.reply(&position, reply)
    }

    /// `POSITION MOVE:REPLY MOVE:REPLY …`: the loser is to move. Every legal
    /// move has its reply here, in the order of the moves, or leads to a position that is known.
    fn lost_entry(&mut self, entry: &str) -> Outcome<()> {
        let mut words = words(entry);
        let loser = self.winner.other();
        let position = self.open(words.next().unwrap_or_default(), loser)?;
        let mut replies: Vec<(Move, &str)> = Vec::new();
        for word in words {
            let split = word.split_once(':');
            let (mv, reply) = split.ok_or_else(|| format!("{} is no reply", quote(word)))?;
            replies.push((self.rules.read_move(mv)?, reply));
        }
        let count = replies.len() as u64;
        let mut replies = replies.into_iter().peekable();
        for mv in self.rules.moves(&position, loser) {
            let next = self.rules.apply(&position, mv);
            match self.rules.over(&next, self.winner) {
                Some(player) if player == self.winner => continue,
                Some(_) => return Err(format!("the move {} wins", self.rules.show_move(mv))),
                None => {}
            }
            match replies.next_if(|&(to, _)| to == mv) {
                Some((_, reply)) => self.reply(&next, reply)?,
                None if self.won.contains(&self.rules.key(&next)[..]) => {}
                None => {
                    let mv = self.rules.show_move(mv);
                    return Err(format!("the move {mv} has no reply"));
                }
            }
        }
        if let Some((mv, _)) = replies.next() {
            let mv = self.rules.show_move(mv);
            return Err(format!("the reply to {mv} is out of place"));
        }
        self.replies += count;
        self.lost.insert(self.rules.key(&position).into());
        Ok(())
    }

    fn drawn_entry(&mut self, entry: &str) -> Outcome<()> {
        let position = self.open(entry, self.winner)?;
        self.drawn_keys.insert(self.rules.key(&position).into());
        self.drawn.push(position);
        Ok(())
    }

    /// Does what was shown contain what was claimed?
    fn conclude(&self, statement: &Statement) -> Outcome<()> {
        let is_drawn =
            |position: &Position| self.drawn_keys.contains(&self.rules.key(position)[..]);
        let shown = match statement.winner {
            Some(_) => self.holds(&statement.start, statement.to_move),
            None => is_drawn(&statement.start),
        };
        if !shown {
            return Err("the start is not among the positions that were settled".to_owned());
        }
        // Who stays among the drawn positions plays on for ever, and who leaves
        // them loses; so neither player can force a win.
        for position in &self.drawn {
            let moves = self.rules.moves(position, self.winner);
            let nexts: Vec<Position> = moves
                .into_iter()
                .map(|mv| self.rules.apply(position, mv))
                .collect();
            let stays = nexts.iter().any(is_drawn);
            let safe = nexts
                .iter()
                .all(|next| is_drawn(next) || self.holds(next, self.winner));
            if !stays || !safe {
                return Err("a position said to be a draw is not".to_owned());
            }
        }
        Ok(())
    }
}
