//! The plan of a sweep: what is asked of which boards, in how many parts. It is `sweep.json` in the
//! folder, and whoever has read it can do any part.

use crate::column::{Column, Rules, column_name};
use crate::condition::Condition;
use crate::source::{Reading, Source, Stream, is_standard_input};
use outplay_board::{Failed, InputError, Lock, shortened, write_whole_as};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What this program is called in plans, and which form of them it writes.
const PROGRAM: &str = "outplay";
const FORM: u64 = 1;
const FILE: &str = "sweep.json";
const LOCK: &str = "sweep.lock";
/// What a process that was ended while it planned may leave.
const LEFTOVERS: &[&str] = &[LOCK, "sweep.json.part", "source.part", "source.boards"];
/// The largest plan that is read.
const MOST_BYTES: u64 = 1 << 28;
/// Columns ask about so many games at most, as far as tables are concerned.
const MOST_GAMES: usize = 4;
/// The name of the column that says why something is not known.
pub(crate) const REASON: &str = "reason";
/// The name of the column that every part has, asked or not: what the rows are about.
pub(crate) const GRAPH6: &str = "graph6";

/// What `sweep.json` holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Plan {
    program: String,
    sweep: u64,
    /// The version of the program that made the plan; each part names the one that wrote it.
    version: String,
    pub(crate) ask: Vec<String>,
    #[serde(rename = "where")]
    condition: Option<String>,
    /// The sources as they were typed.
    from: Vec<String>,
    pub(crate) sources: Vec<Source>,
    pub(crate) parts: u64,
    /// The texts of rule files, by the names that were typed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    rules: Rules,
}

impl Plan {
    /// The file that holds it.
    pub(crate) fn file(&self) -> Result<(String, Vec<u8>), Failed> {
        let bytes = serde_json::to_vec_pretty(self);
        let mut bytes = bytes.map_err(|error| Failed::writing(Path::new(FILE), error.into()))?;
        bytes.push(b'\n');
        Ok((FILE.to_owned(), bytes))
    }
}

/// What is asked of which boards.
#[derive(Default)]
pub struct Request<'a> {
    /// Files, families with ranges, catalogues, `-`.
    pub sources: &'a [String],
    /// What is asked, a column each.
    pub columns: &'a [String],
    /// Only rows for which this holds are kept.
    pub condition: Option<&'a str>,
    /// There should be as many parts at least, if there are enough boards.
    pub parts: u64,
    /// How files are to be read.
    pub reading: Reading<'a>,
    /// What `-` stands for.
    pub stream: Option<Stream>,
}

/// One question over many boards, and the folder of its answers.
pub struct Sweep {
    pub(crate) folder: PathBuf,
    pub(crate) plan: Plan,
    pub(crate) columns: Vec<Column>,
    pub(crate) condition: Option<Condition>,
}

impl Sweep {
    /// Begins a sweep in a new or empty folder, or goes on with the same one.
    ///
    /// # Errors
    /// The question is wrong, the folder holds something else or cannot be written.
    pub fn begin(
        folder: &Path,
        mut request: Request<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, Failed> {
        let mut rules = Rules::new();
        let columns = read_columns(request.columns, &mut rules)?;
        read_condition(request.condition, &columns)?;
        request.reading.directed |= columns.iter().any(Column::is_directed);
        let streams = request
            .sources
            .iter()
            .filter(|text| is_standard_input(text));
        if streams.count() > 1 {
            return Err(InputError::found("- twice", "standard input once").into());
        }
        refuse_foreign(folder)?;
        let is_new = !folder.exists();
        fs::create_dir_all(folder).map_err(|error| cannot_make(folder, &error))?;
        // Who comes second waits until the first has a plan, and then takes part in it.
        let lock = Lock::wait(&folder.join(LOCK), stop)?;
        if folder.join(FILE).exists() {
            let sweep = Self::open(folder)?;
            sweep.must_be(&mut request, &rules, stop)?;
            return Ok(sweep);
        }
        let planned = Self::plan(folder, request, &columns, rules, stop);
        if planned.is_err() && is_new {
            lock.remove();
            // It stays if somebody else put something there.
            let _ = fs::remove_dir(folder);
        }
        Self::of_plan(folder, planned?)
    }

    /// Looks at the sources, and writes the plan down.
    fn plan(
        folder: &Path,
        mut request: Request<'_>,
        columns: &[Column],
        rules: Rules,
        stop: &dyn Fn() -> bool,
    ) -> Result<Plan, Failed> {
        let mut sources = Vec::new();
        for text in request.sources {
            match (is_standard_input(text), request.stream.take()) {
                (true, Some(stream)) => {
                    let (parts, reading) = (request.parts, request.reading);
                    sources.push(Source::of_stream(stream, folder, parts, reading, stop)?);
                }
                (_, stream) => {
                    request.stream = stream;
                    sources.extend(Source::read(text, request.parts, request.reading, stop)?);
                }
            }
        }
        let plan = Plan {
            program: PROGRAM.to_owned(),
            sweep: FORM,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            ask: columns.iter().map(|column| column.text.clone()).collect(),
            condition: request.condition.map(str::to_owned),
            from: request.sources.to_vec(),
            parts: sources.iter().map(|source| source.parts).sum(),
            sources,
            rules,
        };
        let (name, bytes) = plan.file()?;
        write_whole_as(&folder.join("sweep.json.part"), &folder.join(name), |out| {
            Ok(std::io::Write::write_all(out, &bytes)?)
        })?;
        Ok(plan)
    }

    /// Opens the folder of a sweep.
    ///
    /// # Errors
    /// There is none.
    pub fn open(folder: &Path) -> Result<Self, Failed> {
        let path = folder.join(FILE);
        let wrong = |found: &str| {
            let expected = "the folder of a sweep, as 'outplay sweep … -o DIR' makes it";
            InputError::found(found, expected).in_source(folder.display().to_string())
        };
        let size = match fs::metadata(&path) {
            Ok(data) => data.len(),
            Err(_) if !folder.is_dir() => return Err(wrong("no folder").into()),
            Err(_) => return Err(wrong("no sweep.json").into()),
        };
        if size > MOST_BYTES {
            return Err(wrong("a sweep.json that is too large").into());
        }
        let text = fs::read_to_string(&path).map_err(|e| Failed::reading(&path, e))?;
        let form: Option<(String, u64)> =
            serde_json::from_str(&text)
                .ok()
                .and_then(|json: serde_json::Value| {
                    let program = json.get("program")?.as_str()?.to_owned();
                    Some((program, json.get("sweep")?.as_u64()?))
                });
        match form {
            Some((program, form)) if program == PROGRAM && form == FORM => {}
            Some((program, _)) if program == PROGRAM => {
                return Err(wrong("a sweep.json of another version of the program").into());
            }
            _ => return Err(wrong("a sweep.json of another program").into()),
        }
        let plan: Plan = serde_json::from_str(&text).map_err(|error| {
            InputError::new(error.to_string()).in_source(path.display().to_string())
        })?;
        let parts = plan.sources.iter().map(|source| source.parts);
        if parts.fold(0, u64::saturating_add) != plan.parts {
            return Err(wrong("a sweep.json whose parts do not add up").into());
        }
        Self::of_plan(folder, plan)
    }

    fn of_plan(folder: &Path, mut plan: Plan) -> Result<Self, Failed> {
        let columns = read_columns(&plan.ask, &mut plan.rules)?;
        let condition = read_condition(plan.condition.as_deref(), &columns)?;
        Ok(Self {
            folder: folder.to_owned(),
            plan,
            columns,
            condition,
        })
    }

    /// Refuses to go on with another question, or with boards that have changed.
    fn must_be(
        &self,
        request: &mut Request<'_>,
        rules: &Rules,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), Failed> {
        let trimmed = |list: &[String]| {
            let list: Vec<&str> = list.iter().map(|text| text.trim()).collect();
            list.join(",")
        };
        let plan = &self.plan;
        let differs = |what: &str, old: &str, new: &str| {
            (old != new).then(|| {
                let (old, new) = (shortened(old), shortened(new));
                format!("{what} '{old}' there and '{new}' here")
            })
        };
        let none = |text: Option<&str>| text.unwrap_or("").to_owned();
        let conflict = differs("it asks", &trimmed(&plan.ask), &trimmed(request.columns))
            .or_else(|| {
                differs(
                    "it is about",
                    &plan.from.join(" "),
                    &request.sources.join(" "),
                )
            })
            .or_else(|| {
                let (old, new) = (none(plan.condition.as_deref()), none(request.condition));
                differs("the condition is", &old, &new)
            })
            .or_else(|| {
                let changed = rules
                    .iter()
                    .find(|(name, text)| plan.rules.get(*name) != Some(text));
                changed.map(|(name, _)| format!("the rule file {name} had another text"))
            });
        let conflict = match conflict {
            Some(conflict) => Some(conflict),
            None => self.changed_file(request, stop)?,
        };
        match conflict {
            None => Ok(()),
            Some(conflict) => {
                let message =
                    format!("this folder holds another sweep: {conflict}; choose another folder");
                let error = InputError::new(message);
                Err(error.in_source(self.folder.display().to_string()).into())
            }
        }
    }

    fn changed_file(
        &self,
        request: &mut Request<'_>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<String>, Failed> {
        for source in &self.plan.sources {
            let same = match (is_standard_input(&source.source), request.stream.take()) {
                (true, Some(stream)) => source.is_same_stream(stream, stop)?,
                (true, None) => true,
                (false, stream) => {
                    request.stream = stream;
                    source.is_same_file(stop)?
                }
            };
            if !same {
                let name = match source.source.as_str() {
                    "-" => "standard input",
                    name => name,
                };
                return Ok(Some(format!("{name} had other boards then")));
            }
        }
        Ok(None)
    }

    /// How many games the columns ask about at most, as far as the memory for tables is shared.
    pub fn games(&self) -> usize {
        self.columns.len().min(MOST_GAMES)
    }

    /// How many parts there are.
    pub fn parts(&self) -> u64 {
        self.plan.parts
    }

    /// How many boards there are, where that is known.
    pub fn boards(&self) -> Option<u64> {
        self.plan.sources.iter().map(|source| source.boards).sum()
    }

    /// The most vertices that a board has.
    pub fn most_vertices(&self) -> u64 {
        let vertices = self.plan.sources.iter().map(|source| source.vertices);
        vertices.max().unwrap_or(0)
    }

    /// The source of a part, and which of its parts it is.
    pub(crate) fn source(&self, part: u64) -> (&Source, u64) {
        let mut rest = part;
        for source in &self.plan.sources {
            match rest.checked_sub(source.parts) {
                Some(more) => rest = more,
                None => return (source, rest),
            }
        }
        unreachable!("the plan has {} parts, not {part}", self.plan.parts)
    }

    pub(crate) fn part_path(&self, part: u64) -> PathBuf {
        self.folder.join(format!("part-{part:05}.parquet"))
    }
}

fn cannot_make(folder: &Path, error: &std::io::Error) -> InputError {
    InputError::new(format!("cannot write: {error}")).in_source(folder.display().to_string())
}

/// Refuses a folder in which somebody else keeps files.
fn refuse_foreign(folder: &Path) -> Result<(), Failed> {
    if !folder.exists() || folder.join(FILE).exists() {
        return Ok(());
    }
    let entries = fs::read_dir(folder).map_err(|error| Failed::reading(folder, error))?;
    for entry in entries {
        let name = entry.map_err(|e| Failed::reading(folder, e))?.file_name();
        let name = name.to_string_lossy();
        if !LEFTOVERS.contains(&&*name) {
            let found = format!("the file '{}' and no sweep.json", shortened(&name));
            let expected = "a new or empty folder, or that of the same sweep";
            return Err(InputError::found(found, expected)
                .in_source(folder.display().to_string())
                .into());
        }
    }
    Ok(())
}

fn read_columns(texts: &[String], rules: &mut Rules) -> Result<Vec<Column>, InputError> {
    let mut columns: Vec<Column> = Vec::new();
    for text in texts {
        if column_name(text) == REASON {
            let expected = "other columns: this one is always there";
            return Err(InputError::found(format_args!("'{text}'"), expected));
        }
        let column = Column::read(text, rules)?;
        if let Some(same) = columns.iter().find(|known| known.name == column.name) {
            let found = format!("'{}' and '{}'", same.text, column.text);
            let expected = format!("columns with different names, not {} twice", column.name);
            return Err(InputError::found(found, expected));
        }
        columns.push(column);
    }
    match columns.is_empty() {
        true => Err(InputError::found(
            "no columns",
            "what to ask of every board",
        )),
        false => Ok(columns),
    }
}

fn read_condition(text: Option<&str>, columns: &[Column]) -> Result<Option<Condition>, InputError> {
    let Some(text) = text else {
        return Ok(None);
    };
    let known: Vec<_> = columns
        .iter()
        .map(|column| (column.name.as_str(), column.kind))
        .collect();
    Condition::read(text, "--where", &known).map(Some)
}
