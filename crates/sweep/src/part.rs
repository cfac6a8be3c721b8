//! A part of a sweep: from the boards of a part of a source to a Parquet file that is there
//! whole or not at all. Everything else, on one machine or many, only says who does which part.

use crate::column::{Answer, empty_column};
use crate::parcel::replace_row;
use crate::plan::{GRAPH6, REASON, Sweep};
use outplay_board::{Board, Failed, Lock, write_whole_as};
use outplay_engine::Stop;
use outplay_service::{Host, graph6};
use outplay_tables::{Cell, Column as Values, Table};
use std::fs::File;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What a part is done with.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// A clock, a stop and tables; the tables are kept from board to board.
    pub host: &'a Host<'a>,
    /// How many seconds a board may take.
    pub limit: Option<f64>,
    /// Ask again what was not known, instead of what is missing altogether.
    pub again: bool,
    /// Of what was not known, only the board with this graph6.
    pub only: Option<&'a str>,
    /// Is told each board before it is asked about.
    pub board: &'a (dyn Fn(&str) + Sync),
}

/// What became of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PartDone {
    /// It was done now.
    Now(Tally),
    /// It was done before, or there was nothing to ask again.
    Before,
    /// Another process is at it.
    Elsewhere,
}

/// What was found in a part, or in several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many boards were asked.
    pub boards: u64,
    /// Of these, those on which something was not settled, mostly because a limit ran out.
    pub stopped: Open,
    /// Of these, those that could not be asked everything, such as a game that is not played there.
    pub unfit: Open,
    /// What was wrong with parts that were damaged and done again.
    pub damaged: Vec<String>,
}

/// Boards that did not answer everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Open {
    /// How many.
    pub boards: u64,
    /// Why, for the first of them.
    pub reason: Option<String>,
}

impl Open {
    fn add(&mut self, other: Self) {
        self.boards += other.boards;
        self.reason = self.reason.take().or(other.reason);
    }
}

impl Tally {
    /// Adds another one.
    pub fn add(&mut self, other: Self) {
        self.boards += other.boards;
        self.stopped.add(other.stopped);
        self.unfit.add(other.unfit);
        self.damaged.extend(other.damaged);
    }
}

impl Sweep {
    /// Is a part there?
    pub fn has_part(&self, part: u64) -> bool {
        self.part_path(part).exists()
    }

    /// Is a part there, and as it was written?
    pub fn has_sound_part(&self, part: u64) -> bool {
        self.has_part(part) && self.read_part(part).is_ok()
    }

    /// Does a part, unless it is there or another process is at it; one that was damaged is done
    /// again. With `again`, asks anew what a part that is there does not know.
    ///
    /// # Errors
    /// Its boards cannot be read, its file cannot be written, or it was interrupted: then the
    /// part is as it was before.
    pub fn run_part(&self, part: u64, work: &Work<'_>) -> Result<PartDone, Failed> {
        let path = self.part_path(part);
        if work.again != path.exists() && (work.again || self.has_sound_part(part)) {
            return Ok(PartDone::Before);
        }
        if let Some(only) = work.only {
            return self.ask_again(part, only, work);
        }
        let Some(lock) = Lock::take(&path.with_extension("lock"))? else {
            return Ok(PartDone::Elsewhere);
        };
        // Another process may have been quicker.
        let mut damaged = None;
        let old = match path.exists().then(|| self.read_part(part)) {
            Some(Ok(old)) => Some(old)
                .filter(|old| work.again && has_reasons(old))
                .map(Some),
            None => (!work.again).then_some(None),
            Some(Err(error)) => {
                damaged = Some(error.to_string());
                Some(None)
            }
        };
        let Some(old) = old else {
            lock.remove();
            return Ok(PartDone::Before);
        };
        let (table, mut tally) = self.answer(part, work, old.as_ref())?;
        tally.damaged.extend(damaged);
        self.write(part, self.kept_rows(table), lock)?;
        Ok(PartDone::Now(tally))
    }

    /// The boards of a part, in graph6, of which something is not known.
    ///
    /// # Errors
    /// The part is there and cannot be read.
    pub fn open_boards(&self, part: u64) -> Result<Vec<String>, Failed> {
        if !self.has_part(part) {
            return Ok(Vec::new());
        }
        let table = self.read_part(part)?;
        let open = (0..table.rows()).filter(|&row| is_open(&table, row));
        let texts = open.filter_map(|row| match cell(&table, GRAPH6, row) {
            Cell::Text(text) => Some(text.to_owned()),
            _ => None,
        });
        Ok(texts.collect())
    }

    /// Asks one board of a part anew. That may take long, so it is not done under the lock: others may be at
    /// other boards of the part meanwhile.
    fn ask_again(&self, part: u64, only: &str, work: &Work<'_>) -> Result<PartDone, Failed> {
        let path = self.part_path(part);
        let find = |table: &Table| {
            let is_it =
                |&row: &usize| cell(table, GRAPH6, row) == Cell::Text(only) && is_open(table, row);
            (0..table.rows()).find(is_it)
        };
        let old = self.read_part(part)?;
        let Some(asked) = find(&old) else {
            return Ok(PartDone::Before);
        };
        let (answered, tally) = self.answer(part, work, Some(&old))?;
        let lock = Lock::wait(&path.with_extension("lock"), &|| work.host.is_over())?;
        let mut table = self.read_part(part)?;
        let Some(place) = find(&table) else {
            lock.remove();
            return Ok(PartDone::Before);
        };
        replace_row(&mut table, place, Some((&answered, asked)));
        self.write(part, self.kept_rows(table), lock)?;
        Ok(PartDone::Now(tally))
    }

    /// Reads the file of a part.
    pub(crate) fn read_part(&self, part: u64) -> Result<Table, Failed> {
        let path = self.part_path(part);
        let read = File::open(&path).and_then(|file| Table::read_parquet(file, &name_of(part)));
        read.map_err(|error| {
            let hint = "if it is damaged, the same sweep makes it anew";
            Failed::reading(&path, format!("{error} ({hint})"))
        })
    }

    pub(crate) fn write(&self, part: u64, table: Table, lock: Lock) -> Result<(), Failed> {
        // Under a lock nobody else writes this name.
        let name = match lock.is_locked {
            true => format!(".part-{part:05}.parquet.part"),
            false => format!(".part-{part:05}.parquet.{}.part", std::process::id()),
        };
        let by = concat!("outplay ", env!("CARGO_PKG_VERSION"));
        write_whole_as(&self.folder.join(name), &self.part_path(part), |out| {
            Ok(table.write_parquet(out, by, &name_of(part))?)
        })?;
        lock.remove();
        Ok(())
    }

    /// Asks the boards of a part, or those of a table of before that have something unknown.
    fn answer(
        &self,
        part: u64,
        work: &Work<'_>,
        old: Option<&Table>,
    ) -> Result<(Table, Tally), Failed> {
        let host = work.host;
        let interrupted = || host.is_over();
        let mut rows = Rows::new(self);
        let mut tally = Tally::default();
        let began = AtomicU64::new(0);
        let stop = |positions: u64| {
            (host.stop)(positions).or_else(|| {
                let limit = work.limit?;
                let began = f64::from_bits(began.load(Relaxed));
                ((host.clock)() - began >= limit).then_some(Stop::Time(limit))
            })
        };
        // Parts are what threads share; on one thread an answer is also the same from run to run.
        let limited = Host {
            stop: &stop,
            threads: 1,
            ..*host
        };
        let mut row = 0;
        let mut each = |board: Board, name: Option<&str>| {
            if interrupted() {
                return Err(Failed::Interrupted);
            }
            let text = graph6(&board).unwrap_or_default();
            let before = match old {
                None => None,
                // Rows are the boards in order, without those that the condition left out.
                Some(old) => {
                    let known = row < old.rows() && cell(old, GRAPH6, row) == Cell::Text(&text);
                    if !known {
                        return Ok(());
                    }
                    row += 1;
                    Some((old, row - 1))
                }
            };
            let is_open = before.is_none_or(|(old, row)| is_open(old, row))
                && work.only.is_none_or(|only| only == text);
            if is_open {
                (work.board)(name.unwrap_or(&text));
                began.store((host.clock)().to_bits(), Relaxed);
                tally.boards += 1;
            }
            let (mut reasons, mut stopped) = (String::new(), false);
            for (i, column) in self.columns.iter().enumerate() {
                let known = before.map(|(old, row)| cell(old, &column.name, row));
                if let Some(known) = known.filter(|&known| !is_open || known != Cell::Missing) {
                    rows.columns[i].push(known);
                    continue;
                }
                let answer = column.answer(&board, &text, name, &limited);
                if let Answer::Unknown(why) | Answer::Stopped(why) = &answer {
                    stopped |= matches!(answer, Answer::Stopped(_));
                    let separator = if reasons.is_empty() { "" } else { "; " };
                    reasons += &format!("{separator}{}: {why}", column.name);
                }
                rows.columns[i].push(answer.cell());
            }
            // What was cut off is no answer.
            if interrupted() {
                return Err(Failed::Interrupted);
            }
            let mut reason = Some(reasons).filter(|reasons| !reasons.is_empty());
            if let (false, Some((old, row))) = (is_open, before)
                && let Cell::Text(why) = cell(old, REASON, row)
            {
                reason = Some(why.to_owned());
            } else if reason.is_some() {
                let open = match stopped {
                    true => &mut tally.stopped,
                    false => &mut tally.unfit,
                };
                let (boards, reason) = (1, reason.clone());
                open.add(Open { boards, reason });
            }
            rows.end(text, reason);
            Ok(())
        };
        let (source, index) = self.source(part);
        source.for_each(&self.folder, index, &interrupted, &mut each)?;
        if let Some(old) = old
            && row < old.rows()
        {
            let path = self.part_path(part);
            let message = "its boards are not those of the source any more";
            return Err(Failed::reading(&path, message));
        }
        Ok((rows.finish(self), tally))
    }

    /// Without the rows that do not meet the condition; those of which that is not known yet stay.
    fn kept_rows(&self, mut table: Table) -> Table {
        let Some(condition) = &self.condition else {
            return table;
        };
        let holds = condition.holds(&table);
        let keep = |&row: &usize| holds[row].unwrap_or_else(|| is_open(&table, row));
        let kept: Vec<usize> = (0..table.rows()).filter(keep).collect();
        if kept.len() < table.rows() {
            for (_, column) in &mut table.columns {
                *column = column.of_rows(&kept);
            }
        }
        table
    }
}

/// What the file of a part says that it is.
pub(crate) fn name_of(part: u64) -> String {
    format!("part {part} of a sweep")
}

pub(crate) fn is_open(table: &Table, row: usize) -> bool {
    cell(table, REASON, row) != Cell::Missing
}

fn has_reasons(table: &Table) -> bool {
    let reasons = table.column(REASON);
    reasons.is_some_and(|column| (0..column.len()).any(|row| column.get(row) != Cell::Missing))
}

pub(crate) fn cell<'a>(table: &'a Table, name: &str, row: usize) -> Cell<'a> {
    table
        .column(name)
        .map_or(Cell::Missing, |column| column.get(row))
}

/// Rows that are being made: a column each, and what every part has beside them.
struct Rows {
    columns: Vec<Values>,
    /// Unless it was asked for.
    graph6: Option<Vec<Option<String>>>,
    reasons: Vec<Option<String>>,
}

impl Rows {
    fn new(sweep: &Sweep) -> Self {
        let columns = sweep.columns.iter();
        let asked = sweep.columns.iter().any(|column| column.name == GRAPH6);
        Self {
            columns: columns.map(|column| empty_column(column.kind)).collect(),
            graph6: (!asked).then(Vec::new),
            reasons: Vec::new(),
        }
    }

    fn end(&mut self, graph6: String, reason: Option<String>) {
        if let Some(column) = &mut self.graph6 {
            column.push(Some(graph6));
        }
        self.reasons.push(reason);
    }

    fn finish(self, sweep: &Sweep) -> Table {
        let names = sweep.columns.iter().map(|column| column.name.clone());
        let mut columns: Vec<(String, Values)> = names.zip(self.columns).collect();
        if let Some(graph6) = self.graph6 {
            columns.push((GRAPH6.to_owned(), Values::Text(graph6)));
        }
        columns.push((REASON.to_owned(), Values::Text(self.reasons)));
        Table { columns }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Request;

    /// Two boards of one part ran out of time; one of them is asked again, and the other stays as it was.
    #[test]
    fn a_board_is_asked_again_singly() {
        let folder = tempfile::tempdir().unwrap();
        let texts = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let boards = ["grid:2x5", "petersen", "prism:5"].map(|name| {
            let board = outplay_board::families::board(name, outplay_board::Limits::BOARD);
            graph6(&board.unwrap()).unwrap() + "\n"
        });
        let file = folder.path().join("boards.g6");
        std::fs::write(&file, boards.concat()).unwrap();
        let request = Request {
            sources: &[file.to_str().unwrap().to_owned()],
            columns: &texts(&["n", "game-chromatic"]),
            condition: Some("game_chromatic >= 4"),
            ..Request::default()
        };
        let sweep = Sweep::begin(&folder.path().join("out"), request, &|| false).unwrap();
        assert_eq!(sweep.parts(), 1);
        let run = |limit, again, only: Option<&str>| {
            Host::alone(|host| {
                let board = &|_: &str| {};
                sweep
                    .run_part(
                        0,
                        &Work {
                            host,
                            limit,
                            again,
                            only,
                            board,
                        },
                    )
                    .unwrap()
            })
        };
        // Without a clock every limit has run out when it is first looked at.
        run(Some(0.0), false, None);
        let open = sweep.open_boards(0).unwrap();
        assert_eq!(open.len(), 2, "the third needs no search");
        let asked = |done: PartDone| match done {
            PartDone::Now(tally) => (tally.boards, tally.stopped.boards),
            other => panic!("{other:?}"),
        };
        assert_eq!(asked(run(None, true, Some(&open[1]))), (1, 0));
        assert_eq!(sweep.open_boards(0).unwrap(), open[..1]);
        let table = sweep.read_part(0).unwrap();
        assert_eq!(table.rows(), 3);
        let row = |text: &str| (0..3).find(|&row| cell(&table, GRAPH6, row) == Cell::Text(text));
        let number = |text| cell(&table, "game_chromatic", row(text).unwrap());
        assert_eq!(number(&open[1]), Cell::Int(4), "as of all three boards");
        assert_eq!(number(&open[0]), Cell::Missing);
        assert_eq!(run(None, true, Some(&open[1])), PartDone::Before);
        assert_eq!(asked(run(Some(0.0), true, Some(&open[0]))), (1, 1));
        assert_eq!(asked(run(None, true, None)), (1, 0));
        assert!(sweep.open_boards(0).unwrap().is_empty());
    }

    fn small(folder: &std::path::Path) -> Sweep {
        let texts = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let request = Request {
            sources: &texts(&["path:3..6", "cycle:3..6", "star:2..5"]),
            columns: &texts(&["board", "n", "bipartite", "game-chromatic"]),
            ..Request::default()
        };
        Sweep::begin(&folder.join("out"), request, &|| false).unwrap()
    }

    fn run_all(sweep: &Sweep) -> Tally {
        let run = crate::Run::default();
        let summary = Host::alone(|host| sweep.run(&run, host, &mut |_| {}));
        summary.unwrap().tally
    }

    fn shown(sweep: &Sweep) -> Result<Vec<u8>, Failed> {
        let mut text = Vec::new();
        let mut writer = crate::Writer::new(crate::To::Csv, &mut text);
        sweep.show(&crate::Query::default(), &mut |rows| writer.rows(rows))?;
        writer.finish()?;
        Ok(text)
    }

    /// Whatever byte of a part is changed, wherever it is cut: its rows are the same, or it is named.
    #[test]
    fn damage_of_a_part_changes_no_row() {
        let folder = tempfile::tempdir().unwrap();
        let sweep = small(folder.path());
        run_all(&sweep);
        let rows = shown(&sweep).unwrap();
        let path = sweep.part_path(1);
        let whole = std::fs::read(&path).unwrap();
        let (mut named, mut harmless) = (0, 0);
        let mut look = |bytes: &[u8], what: String| {
            std::fs::write(&path, bytes).unwrap();
            match shown(&sweep) {
                Ok(found) => {
                    harmless += 1;
                    assert_eq!(found, rows, "{what}");
                }
                Err(error) => {
                    named += 1;
                    let error = error.to_string();
                    assert!(error.contains("part-00001.parquet"), "{what}: {error}");
                }
            }
        };
        for at in (0..whole.len()).step_by(2) {
            let change = [1, 0x40, 0xff][at % 3];
            let mut bytes = whole.clone();
            bytes[at] ^= change;
            look(&bytes, format!("byte {at} of {} ^ {change}", whole.len()));
            if at % 64 == 0 {
                look(&whole[..at], format!("cut at {at}"));
            }
        }
        // There is more in such a file that nobody reads than one would think.
        assert!(named > harmless, "{named} {harmless}");
        std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
        let tally = run_all(&sweep);
        assert_eq!((tally.damaged.len(), tally.boards), (1, 4));
        assert!(tally.damaged[0].contains("part-00001.parquet"), "{tally:?}");
        assert_eq!(std::fs::read(&path).unwrap(), whole);
        assert_eq!(run_all(&sweep), Tally::default());
    }

    #[test]
    fn a_part_that_was_copied_over_another_is_done_again() {
        let folder = tempfile::tempdir().unwrap();
        let sweep = small(folder.path());
        run_all(&sweep);
        let rows = shown(&sweep).unwrap();
        std::fs::copy(sweep.part_path(2), sweep.part_path(0)).unwrap();
        let error = shown(&sweep).unwrap_err().to_string();
        assert!(
            error.contains("part-00000.parquet") && error.contains("part 2 of"),
            "{error}"
        );
        assert_eq!(run_all(&sweep).damaged.len(), 1);
        assert_eq!(shown(&sweep).unwrap(), rows);
    }
}
