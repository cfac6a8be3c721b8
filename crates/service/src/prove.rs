//! Certificates: written, and checked.

use crate::answer::{Heading, Judgement};
use crate::ask::{Ask, Told};
use crate::host::{Host, How};
use crate::limits::{MOST_CERTIFICATE, check_work};
use crate::number::{AskNumber, NUMBERS, undirected};
use crate::setup::{Opened, Source};
use crate::text::verdict_line;
use outplay_board::{Failed, Graph, InputError, Limits, families, numbers};
use outplay_engine::Outcome;
use outplay_games::certificate::{self, Claim, Proving, Uncertified};
use outplay_games::{AnyGame, Coloring, Cops, Described, Effort, Side, any, marking};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::sync::Arc;

/// A certificate that was written.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Proved {
    /// What was asked.
    #[serde(flatten)]
    pub heading: Heading,
    /// Who wins.
    #[serde(flatten)]
    pub judgement: Judgement,
    /// How many positions it settles.
    pub positions: u64,
    /// How many bytes it has.
    pub bytes: u64,
    /// How long it took.
    pub seconds: f64,
    /// The Grundy value, if that is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grundy: Option<u32>,
    /// What it comes to for the player to move.
    #[serde(skip)]
    pub outcome: Outcome,
}

/// Counts what goes through.
struct Counting<'a> {
    inner: &'a mut dyn Write,
    bytes: u64,
}

impl Write for Counting<'_> {
    fn write(&mut self, buffer: &[u8]) -> std::io::Result<usize> {
        let written = self.inner.write(buffer)?;
        self.bytes += written as u64;
        Ok(written)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        self.inner.flush()
    }
}

/// A certificate that shows who wins a position, or its Grundy value.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AskProof {
    /// The position; the start without it.
    #[serde(rename = "position")]
    pub at: Option<String>,
    /// Use no lemma beyond renamed colours and symmetries?
    pub strict: bool,
    /// Prove the Grundy value instead of the winner?
    pub grundy: bool,
    /// How to settle it.
    #[serde(skip)]
    pub how: How,
    /// In a request, the most bytes.
    #[serde(skip)]
    most: Option<usize>,
}

/// A certificate, and what it proves.
#[derive(Serialize, JsonSchema)]
pub struct Certificate<P> {
    #[serde(flatten)]
    proved: P,
    /// The certificate.
    certificate: String,
}

/// Takes so many bytes and no more.
struct Bounded {
    bytes: Vec<u8>,
    most: usize,
    full: bool,
}

impl Write for Bounded {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.full |= self.bytes.len() + buffer.len() > self.most;
        match self.full {
            true => Err(io::ErrorKind::FileTooLarge.into()),
            false => self.bytes.write(buffer),
        }
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What `write` writes, if that is at most so many bytes.
fn bounded<T>(
    most: Option<usize>,
    write: impl FnOnce(&mut dyn Write) -> Result<T, Failed>,
) -> Result<(T, Vec<u8>), Failed> {
    let mut out = Bounded {
        bytes: Vec::new(),
        most: most.unwrap_or(usize::MAX),
        full: false,
    };
    let written = write(&mut out);
    if out.full {
        let message = format!("the certificate has more than {} bytes", out.most);
        return Err(InputError::new(message).into());
    }
    Ok((written?, out.bytes))
}

/// A certificate as text, of at most so many bytes.
fn certificate<P>(
    most: Option<usize>,
    write: impl FnOnce(&mut dyn Write) -> Result<P, Failed>,
) -> Result<Certificate<P>, Failed> {
    let (proved, bytes) = bounded(most, write)?;
    Ok(Certificate {
        proved,
        certificate: String::from_utf8(bytes).map_err(io::Error::other)?,
    })
}

impl Ask for AskProof {
    type About = Opened;
    type Answer = Certificate<Proved>;

    fn bound(&mut self, _: &Opened) -> Result<(), InputError> {
        self.most = Some(MOST_CERTIFICATE);
        Ok(())
    }

    fn answer(&self, opened: &Opened, host: &Host<'_>) -> Result<Self::Answer, Failed> {
        certificate(self.most, |out| self.write(opened, out, host))
    }
}

impl AskProof {
    /// The proof of who wins a position, or the start.
    pub fn new(at: Option<String>, how: How) -> Self {
        Self {
            at,
            how,
            ..Self::default()
        }
    }

    /// Settles the position and writes the certificate to `out`.
    ///
    /// # Errors
    /// The question is wrong, certificates do not know the game or cannot hold the board, a limit
    /// ran out, or `out` cannot be written. What was written by then is no certificate.
    pub fn write(
        &self,
        opened: &Opened,
        out: &mut dyn Write,
        host: &Host<'_>,
    ) -> Result<Proved, Failed> {
        let game = &*opened.game;
        let began = (host.clock)();
        let position = opened.position(self.at.as_deref())?;
        let effort = host.effort(&game.description().identity(), &self.how);
        let note = || format!("table {:.0} % full", 100.0 * effort.table.fill());
        let mut out = Counting {
            inner: out,
            bytes: 0,
        };
        let (claim, lemmas) = (Claim::of(self.grundy), !self.strict);
        let written = host
            .run(&note, |budget| {
                let proving = Proving {
                    game,
                    claim,
                    lemmas,
                    budget,
                };
                proving.prove(&position, &effort, &mut out)
            })
            .map_err(uncertified)?;
        Ok(Proved {
            heading: Heading::new(opened, self.at.as_ref().map(|_| &position)),
            judgement: opened.judgement(&position, Some(written.outcome)),
            positions: written.positions,
            bytes: out.bytes,
            seconds: (host.clock)() - began,
            grundy: written.grundy,
            outcome: written.outcome,
        })
    }
}

impl Told<Opened> for Proved {
    fn text(&self, opened: &Opened) -> String {
        let verdict = verdict_line(opened, &self.heading.to_move, self.outcome, None);
        match self.grundy {
            Some(value) => format!("{verdict} Grundy value {value}.\n"),
            None => format!("{verdict}\n"),
        }
    }
}

/// A certificate of a number that was written.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProvedNumber {
    /// Which number.
    pub name: &'static str,
    /// The board as given.
    pub board: String,
    /// How many vertices it has.
    pub vertices: usize,
    /// How many edges.
    pub edges: usize,
    /// Who starts, in numbers that depend on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<&'static str>,
    /// Who may pass, in numbers that depend on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pass: Option<&'static str>,
    /// The number.
    pub value: u32,
    /// How many positions the certificate settles.
    pub positions: u64,
    /// How many bytes it has.
    pub bytes: u64,
    /// How long it took.
    pub seconds: f64,
}

/// A certificate of a number: for numbers of games one for every number of colours, the last of
/// which Alice wins, or for the last two; for edcn a colouring, and why there is none with fewer
/// colours.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskNumberProof {
    /// The name of the number.
    pub name: String,
    /// Who starts, in numbers of games.
    pub first: Option<String>,
    /// Who may pass, in numbers of games.
    pub pass: Option<String>,
    /// Use no lemma beyond renamed colours and symmetries?
    #[serde(default)]
    pub strict: bool,
    /// In a request, the most bytes.
    #[serde(skip)]
    pub most: Option<usize>,
}

impl Ask for AskNumberProof {
    type About = Source;
    type Answer = Certificate<ProvedNumber>;

    fn bound(&mut self, source: &Source) -> Result<(), InputError> {
        self.most = Some(MOST_CERTIFICATE);
        check_work(source.board.vertex_count(), source.board.edge_count())
    }

    fn answer(&self, source: &Source, host: &Host<'_>) -> Result<Self::Answer, Failed> {
        certificate(self.most, |out| self.write(source, out, host))
    }
}

impl AskNumberProof {
    /// Finds the number and writes the certificate to `out`.
    ///
    /// # Errors
    /// There are no certificates of the number, the board is a digraph, empty, coloured or too
    /// large, a limit ran out, or `out` cannot be written. What was written by then is no
    /// certificate.
    pub fn write(
        &self,
        source: &Source,
        out: &mut dyn Write,
        host: &Host<'_>,
    ) -> Result<ProvedNumber, Failed> {
        let asked = AskNumber::new(&self.name, self.first.as_deref(), self.pass.as_deref())?;
        let began = (host.clock)();
        let number = asked.number;
        let wrong = |found: &str, expected: &str| {
            InputError::found(found, expected).in_source(source.name.as_str())
        };
        let graph = undirected(source)?;
        if graph.vertex_count() == 0 {
            return Err(wrong("a board without vertices", "one with some").into());
        }
        let mut colors = source.board.colors.iter().flatten();
        if colors.any(|&color| color != 0) {
            return Err(wrong("a board with colours on it", "one without").into());
        }
        let proof = self.proof(asked, source, graph, host)?;
        let called = match families::board(&source.name, Limits::BOARD) {
            Ok(_) => format!("called {}\n", source.name),
            Err(_) => String::new(),
        };
        let (name, value) = (number.name, proof.value);
        let head = format!("outplay-number 1\nnumber {name}\nvalue {value}\n{called}");
        let mut bytes = [head.as_bytes(), &proof.text].concat();
        if proof.sealed {
            let seal = format!(
                "end {} {:016x}\n",
                proof.positions,
                certificate::checksum(certificate::BASIS, &bytes)
            );
            bytes.extend(seal.bytes());
        }
        out.write_all(&bytes)
            .and_then(|()| out.flush())
            .map_err(Failed::Output)?;
        Ok(ProvedNumber {
            name,
            board: source.name.clone(),
            vertices: graph.vertex_count(),
            edges: graph.edge_count(),
            first: asked.first.map(|_| asked.side().name()),
            pass: number.takes_pass.then(|| asked.pass.name()),
            value,
            positions: proof.positions,
            bytes: bytes.len() as u64,
            seconds: (host.clock)() - began,
        })
    }
}

impl Told<Source> for ProvedNumber {
    fn text(&self, source: &Source) -> String {
        let number = NUMBERS.iter().find(|number| number.name == self.name);
        let title = number.map_or(self.name, |number| number.title);
        format!("{title}({}) = {}\n", source.title(), self.value)
    }
}

/// What follows in a certificate of a number after its head. The value stands before, so it is kept until that is known.
struct Proof {
    value: u32,
    text: Vec<u8>,
    positions: u64,
    /// Does the whole end with a checksum of its own? Certificates of games have theirs.
    sealed: bool,
}

impl AskNumberProof {
    fn proof(
        &self,
        asked: AskNumber,
        source: &Source,
        graph: &Graph,
        host: &Host<'_>,
    ) -> Result<Proof, Failed> {
        let (first, board) = (asked.side(), &source.board);
        match asked.number.name {
            "game-chromatic" => {
                let open = |colors| Ok(any(Coloring::new(board, colors, first, asked.pass)?));
                let effort = host.effort(&Coloring::describe().identity(), &How::default());
                self.least(&open, first, false, (&effort, host))
            }
            "game-coloring" => {
                let open = |colors| marking::open(board, colors, first);
                let effort = host.effort(&marking::entry().description.identity(), &How::default());
                self.least(&open, first, true, (&effort, host))
            }
            "cops" => {
                let open = |cops| Ok(any(Cops::new(board, cops as usize)?));
                let effort = host.effort(&Cops::describe().identity(), &How::default());
                self.least(&open, first, true, (&effort, host))
            }
            "edcn" => distinguished(graph, host),
            name => {
                let expected = "game-chromatic, game-coloring, cops or edcn, of which there are \
                                certificates";
                Err(InputError::found(format_args!("number '{name}'"), expected).into())
            }
        }
    }

    /// Certificates of a game with more and more colours or cops, until the first side wins. If it
    /// is clear that it then wins with more, the last that it does not win is enough.
    fn least(
        &self,
        open: &dyn Fn(u32) -> Result<Arc<dyn AnyGame>, InputError>,
        first: Side,
        monotone: bool,
        (effort, host): (&Effort, &Host<'_>),
    ) -> Result<Proof, Failed> {
        let note = || format!("table {:.0} % full", 100.0 * effort.table.fill());
        let (mut text, mut positions) = (Vec::new(), 0);
        for value in 1.. {
            let game = open(value)?;
            let (start, claim, lemmas) = (game.start(), Claim::Winner, !self.strict);
            let (written, mut proof) = bounded(self.most, |out| {
                let written = host.run(&note, |budget| {
                    let proving = Proving {
                        game: &*game,
                        claim,
                        lemmas,
                        budget,
                    };
                    proving.prove(&start, effort, out)
                });
                written.map_err(uncertified)
            })?;
            let alice = (written.outcome == Outcome::Win) == (first == Side::Alice);
            if monotone && !alice {
                (text, positions) = (Vec::new(), 0);
            }
            text.append(&mut proof);
            positions += written.positions;
            if alice {
                return Ok(Proof {
                    value,
                    text,
                    positions,
                    sealed: false,
                });
            }
        }
        unreachable!("with more colours than neighbours no vertex is ever in danger")
    }
}

/// How many vertices of the tree stand in a line.
const IN_LINE: usize = 100;

/// A colouring with as few colours as can be for edges that differ, and a tree that tries all with one less.
fn distinguished(graph: &Graph, host: &Host<'_>) -> Result<Proof, Failed> {
    let stop = || host.is_over();
    let number = numbers::edcn(graph, &stop);
    let tree = match number.value() {
        Some(1) => Some(Vec::new()),
        Some(value) => numbers::edcn_exhaustion(graph, value - 1, &stop),
        None => None,
    };
    let Some(tree) = tree else {
        let why = (host.stop)(0).map(|why| why.to_string());
        let large = || "the board is too large to go through all colourings".to_owned();
        return Err(Failed::Stopped(why.unwrap_or_else(large)));
    };
    let value = number.upper;
    let colors: Vec<u8> = number.witness.iter().map(|&c| c as u8 + 1).collect();
    let mut rows = certificate::colored_rows(graph, &colors, value)?;
    for part in tree.chunks(IN_LINE) {
        let word = |v: &Option<u32>| v.map_or("x".to_owned(), |v| v.to_string());
        let words: Vec<String> = part.iter().map(word).collect();
        rows.push(format!("try {}", words.join(" ")));
    }
    let text: String = rows.iter().map(|row| format!("{row}\n")).collect();
    Ok(Proof {
        value,
        text: text.into(),
        positions: tree.len() as u64,
        sealed: true,
    })
}

fn uncertified(error: Uncertified) -> Failed {
    match error {
        Uncertified::Failure(failure) => failure.into(),
        Uncertified::Output(error) => Failed::Output(error),
    }
}
