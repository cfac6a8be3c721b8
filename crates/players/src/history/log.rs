//! The file: games are added to it, read from it and forgotten.

use super::Setup;
use outplay_board::{Failed, InputError, shortened, write_whole};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Take, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// The version of the lines.
const VERSION: u64 = 1;

/// The first line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct Header {
    outplay: String,
    version: u64,
    /// The last number of a game when games were forgotten: no number is given twice.
    given: u64,
    /// How often games were forgotten.
    pruned: u64,
}

/// A game that was played to its end: a line of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finished {
    /// Its number in the file, from 1; given when it is recorded.
    pub id: u64,
    /// When it ended: `2013-05-24T08:15:00Z`.
    pub when: String,
    /// The board as its user called it.
    pub board: String,
    /// On what it was played.
    #[serde(flatten)]
    pub setup: Setup,
    /// Who played the first and the second side.
    pub players: [String; 2],
    /// The seed of its match.
    pub seed: u64,
    /// Its number in the match.
    pub number: u64,
    /// Which side won; nobody in a draw.
    pub winner: Option<String>,
    /// The position at its start.
    pub start: String,
    /// Its moves.
    pub moves: Vec<String>,
}

/// The longest line: boards of thousands of vertices fit.
const LONGEST: usize = 1 << 20;

/// Which games are meant; everything that is given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// The name of the game.
    pub game: Option<String>,
    /// The board as its user called it.
    pub board: Option<String>,
    /// Somebody who played, on either side: all of what was typed, or up to its colon.
    pub player: Option<String>,
}

impl Filter {
    /// Is this game meant?
    pub fn takes(&self, game: &Finished) -> bool {
        let is = |asked: &Option<String>, found: &str| asked.as_ref().is_none_or(|a| a == found);
        let plays = |player: &String| {
            let name = player.split(':').next().unwrap_or_default();
            is(&self.player, player) || is(&self.player, name)
        };
        is(&self.game, &game.setup.game)
            && is(&self.board, &game.board)
            && game.players.iter().any(plays)
    }
}

/// Which games go: those of `of` that are not among the latest `keep` of them and
/// ended before `before`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prune {
    /// The games that are looked at.
    pub of: Filter,
    /// How many of these stay in any case.
    pub keep: usize,
    /// A time as games have it; later games stay.
    pub before: Option<String>,
}

/// What was forgotten.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Games that went.
    pub games: u64,
    /// Their moves.
    pub moves: u64,
    /// Games that are left.
    pub left: u64,
    /// Bytes of the file before and after.
    pub bytes: [u64; 2],
}

/// A history file.
#[derive(Clone, Debug)]
pub struct History {
    file: PathBuf,
    path: String,
}

impl History {
    /// A history to write to; makes it where there is none.
    ///
    /// # Errors
    /// The file is something else, comes from a newer version, or cannot be written.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Failed> {
        let history = Self::at(path.as_ref());
        match std::fs::metadata(&history.file) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Ok(file) if file.len() == 0 => {}
            _ => _ = history.games()?,
        }
        history.locked()?;
        Ok(history)
    }

    /// A history that exists.
    ///
    /// # Errors
    /// The file is something else, comes from a newer version, or cannot be read.
    pub fn open_existing(path: impl AsRef<Path>) -> Result<Self, Failed> {
        let history = Self::at(path.as_ref());
        history.games()?;
        Ok(history)
    }

    fn at(path: &Path) -> Self {
        Self {
            file: path.to_owned(),
            path: path.display().to_string(),
        }
    }

    /// The file's name, for messages.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Adds games and gives them their numbers.
    ///
    /// # Errors
    /// The file cannot be written, or a game is longer than a million bytes.
    pub fn record(&self, games: &mut [Finished]) -> Result<RangeInclusive<u64>, Failed> {
        let (mut file, header) = self.locked()?;
        let end = self.mend(&mut file)?;
        let next = header.given.max(self.last(&mut file, end)?) + 1;
        let mut lines = Vec::new();
        for (game, id) in games.iter_mut().zip(next..) {
            game.id = id;
            let begin = lines.len();
            lines.extend(line(game));
            if lines.len() - begin > LONGEST {
                let wrong = format!(
                    "the board is too large for a history: expected at most {LONGEST} bytes of text"
                );
                return Err(Failed::Input(self.wrong(wrong)));
            }
        }
        file.write_all(&lines).map_err(|error| {
            // All of them or none; if that fails too, whoever writes next cuts the last line off.
            let _ = file.set_len(end);
            self.failed(error)
        })?;
        Ok(next..=next + games.len() as u64 - 1)
    }

    /// All games, in the order of their numbers, as they were when this began.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn games(&self) -> Result<Games<'_>, Failed> {
        let cannot_read = |error| Failed::Input(self.wrong(format!("cannot read: {error}")));
        let found = std::fs::metadata(&self.file).map_err(cannot_read)?;
        if !found.is_file() {
            return Err(self.foreign("something that is no file"));
        }
        let file = File::open(&self.file).map_err(cannot_read)?;
        // The length between two writes; what is there stays as it is.
        file.lock_shared().map_err(cannot_read)?;
        let length = file.metadata().map_err(cannot_read)?.len();
        file.unlock().map_err(cannot_read)?;
        self.up_to(length, file)
    }

    fn up_to(&self, length: u64, file: File) -> Result<Games<'_>, Failed> {
        let mut reader = BufReader::new(file.take(length));
        self.header(&mut reader)?;
        Ok(Games {
            history: self,
            reader,
            line: 1,
            text: Vec::new(),
            torn: false,
        })
    }

    /// The game with a number.
    ///
    /// # Errors
    /// There is no such game, or the file cannot be read.
    pub fn game(&self, id: u64) -> Result<Finished, Failed> {
        let mut ends = None;
        for game in self.games()? {
            let game = game?;
            if game.id == id {
                return Ok(game);
            }
            ends = Some((ends.map_or(game.id, |(first, _)| first), game.id));
        }
        let expected = match ends {
            Some((first, last)) => format!("a number of the list, from {first} to {last}"),
            None => "none, because the history is empty".to_owned(),
        };
        let error = InputError::found(format_args!("game number {id}"), expected);
        Err(Failed::Input(error.in_source(self.path())))
    }

    /// Forgets games: the file is written anew without them. What was torn goes, too.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub fn prune(&self, prune: &Prune) -> Result<Pruned, Failed> {
        let (mut file, mut header) = self.locked()?;
        let end = self.mend(&mut file)?;
        let mut pruned = Pruned {
            bytes: [end; 2],
            ..Pruned::default()
        };
        let mut meant = Vec::new();
        let games = || self.up_to(end, File::open(&self.file).map_err(|e| self.failed(e))?);
        for game in games()? {
            let game = game?;
            header.given = header.given.max(game.id);
            pruned.left += 1;
            if prune.of.takes(&game) {
                meant.push((game.id, game.when));
            }
        }
        meant.truncate(meant.len().saturating_sub(prune.keep));
        let old = |when: &String| prune.before.as_ref().is_none_or(|before| when < before);
        let doomed = meant.into_iter().filter(|(_, when)| old(when));
        let doomed: HashSet<u64> = doomed.map(|(id, _)| id).collect();
        if doomed.is_empty() {
            return Ok(pruned);
        }
        header.pruned += 1;
        write_whole(&self.file, |out| {
            out.write_all(&line(&header))?;
            for game in games()? {
                let game = game?;
                if doomed.contains(&game.id) {
                    pruned.games += 1;
                    pruned.moves += game.moves.len() as u64;
                } else {
                    out.write_all(&line(&game))?;
                }
            }
            Ok(())
        })?;
        pruned.left -= pruned.games;
        pruned.bytes[1] = std::fs::metadata(&self.file)?.len();
        Ok(pruned)
    }

    /// The file, which nobody else writes to as long as this one is open.
    fn locked(&self) -> Result<(File, Header), Failed> {
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let cannot_open = |error| Failed::Input(self.wrong(format!("cannot open: {error}")));
        loop {
            let mut file = options.open(&self.file).map_err(cannot_open)?;
            file.lock().map_err(|error| self.failed(error))?;
            if file.metadata().map_err(|error| self.failed(error))?.len() == 0 {
                let header = Header {
                    outplay: "history".to_owned(),
                    version: VERSION,
                    given: 0,
                    pruned: 0,
                };
                file.write_all(&line(&header))
                    .map_err(|error| self.failed(error))?;
            }
            file.rewind().map_err(|error| self.failed(error))?;
            let header = self.header(&mut BufReader::new(&file))?;
            // Another file may have come in its place meanwhile.
            let there = File::open(&self.file).map_err(cannot_open)?;
            if self.header(&mut BufReader::new(there))? == header {
                return Ok((file, header));
            }
        }
    }

    fn header(&self, reader: &mut impl BufRead) -> Result<Header, Failed> {
        let mut text = Vec::new();
        let read = reader.by_ref().take(512).read_until(b'\n', &mut text);
        read.map_err(|error| Failed::Input(self.wrong(format!("cannot read: {error}"))))?;
        if text.starts_with(b"SQLite format 3\0") {
            return Err(self.foreign("an SQLite database, as earlier versions kept"));
        }
        match serde_json::from_slice(&text) {
            Ok(Header {
                outplay, version, ..
            }) if outplay == "history" && version > VERSION => {
                let wrong = format!(
                    "found version {version} of the history format, expected {VERSION}: it was made by a newer outplay"
                );
                Err(Failed::Input(self.wrong(wrong)))
            }
            Ok(header @ Header { .. }) if header.outplay == "history" => Ok(header),
            _ if text.is_empty() => Err(self.foreign("an empty file")),
            _ => Err(self.foreign(&format!(
                "'{}'",
                shortened(String::from_utf8_lossy(&text).trim_end())
            ))),
        }
    }

    /// Ends the last line: a whole one that only lacks its end gets it, a torn one goes. Gives the
    /// length of the file.
    fn mend(&self, file: &mut File) -> Result<u64, Failed> {
        let failed = |error| self.failed(error);
        let length = file.metadata().map_err(failed)?.len();
        let rest = self.after(file, length, length)?;
        if rest.is_empty() {
            return Ok(length);
        }
        if serde_json::from_slice::<Finished>(&rest).is_ok() {
            file.write_all(b"\n").map_err(failed)?;
            return Ok(length + 1);
        }
        let end = length - rest.len() as u64;
        file.set_len(end).map_err(failed)?;
        Ok(end)
    }

    /// The number of the last game, 0 if there is none.
    fn last(&self, file: &mut File, end: u64) -> Result<u64, Failed> {
        #[derive(Deserialize)]
        struct Line {
            #[serde(default)]
            id: u64,
        }
        let last = self.after(file, end - 1, end)?;
        match serde_json::from_slice::<Line>(&last) {
            Ok(line) => Ok(line.id),
            Err(_) => Err(Failed::Input(self.no_game(&last).in_source(self.path()))),
        }
    }

    /// What stands before `end` and after the last end of a line before `before`.
    fn after(&self, file: &mut File, before: u64, end: u64) -> Result<Vec<u8>, Failed> {
        let mut size = 1 << 16;
        loop {
            let begin = end.saturating_sub(size);
            let mut text = Vec::new();
            let read = file.seek(SeekFrom::Start(begin));
            let read = read.and_then(|_| file.take(end - begin).read_to_end(&mut text));
            read.map_err(|error| self.failed(error))?;
            let searched = &text[..before.saturating_sub(begin) as usize];
            match searched.iter().rposition(|&byte| byte == b'\n') {
                Some(at) => return Ok(text.split_off(at + 1)),
                None if begin == 0 => return Ok(text),
                None => size *= 8,
            }
        }
    }

    fn wrong(&self, message: String) -> InputError {
        InputError::new(message).in_source(self.path())
    }

    fn failed(&self, error: io::Error) -> Failed {
        Failed::writing(&self.file, error)
    }

    fn foreign(&self, found: &str) -> Failed {
        let message =
            format!("not an Outplay history: found {found}, expected a file made by outplay");
        Failed::Input(self.wrong(message))
    }

    fn no_game(&self, line: &[u8]) -> InputError {
        let text = String::from_utf8_lossy(line);
        InputError::found(
            format_args!("'{}'", shortened(text.trim_end())),
            "a game as JSON",
        )
    }
}

/// A line of the file.
fn line(of: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(of).unwrap_or_default();
    line.push(b'\n');
    line
}

/// The games of a history, one after the other.
pub struct Games<'a> {
    history: &'a History,
    reader: BufReader<Take<File>>,
    line: usize,
    text: Vec<u8>,
    torn: bool,
}

impl Games<'_> {
    /// That the last line was torn by somebody who was killed in writing it, and was passed over;
    /// known when all games have come.
    pub fn remark(&self) -> Option<String> {
        let (path, line) = (self.history.path(), self.line);
        let remark = || format!("{path}:{line}: the last line is no whole game and is passed over");
        self.torn.then(remark)
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Finished, Failed>;

    fn next(&mut self) -> Option<Self::Item> {
        self.text.clear();
        match self.reader.read_until(b'\n', &mut self.text) {
            Ok(0) => return None,
            Ok(_) => self.line += 1,
            Err(error) => return Some(Err(self.history.failed(error))),
        }
        match serde_json::from_slice(&self.text) {
            Ok(game) => Some(Ok(game)),
            Err(_) if !self.text.ends_with(b"\n") => {
                self.torn = true;
                None
            }
            Err(_) => {
                let error = self.history.no_game(&self.text).at_line(self.line);
                Some(Err(Failed::Input(error.in_source(self.history.path()))))
            }
        }
    }
}
