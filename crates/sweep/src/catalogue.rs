//! Catalogues of all graphs of a kind, made by the programs of nauty (McKay and Piperno), which
//! also know how to make a part of them: `res/mod`.

use crate::source::Each;
use crate::stoppable::Stoppable;
use outplay_board::formats::{Boards, Format};
use outplay_board::{Failed, InputError, Limits, shortened};
use std::io::{BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A kind of catalogue.
struct Class {
    name: &'static str,
    program: &'static str,
    options: &'static [&'static str],
    most_vertices: u64,
    /// How many graphs there are with 1, 2, … vertices (OEIS).
    counts: &'static [u64],
}

// Graphs are dealt out to parts one level later than geng would by itself, so that small parts
// are about equally large too.
const CLASSES: &[Class] = &[
    Class {
        name: "all",
        program: "geng",
        options: &["-q", "-X1"],
        most_vertices: 32,
        // A000088
        counts: &[
            1,
            2,
            4,
            11,
            34,
            156,
            1044,
            12346,
            274_668,
            12_005_168,
            1_018_997_864,
        ],
    },
    Class {
        name: "connected",
        program: "geng",
        options: &["-q", "-X1", "-c"],
        most_vertices: 32,
        // A001349
        counts: &[
            1,
            1,
            2,
            6,
            21,
            112,
            853,
            11117,
            261_080,
            11_716_571,
            1_006_700_565,
        ],
    },
    Class {
        name: "trees",
        program: "gentreeg",
        options: &["-q"],
        most_vertices: 128,
        // A000055
        counts: &[
            1,
            1,
            1,
            2,
            3,
            6,
            11,
            23,
            47,
            106,
            235,
            551,
            1301,
            3159,
            7741,
            19320,
            48629,
            123_867,
            317_955,
            823_065,
            2_144_505,
            5_623_756,
            14_828_074,
            39_299_897,
            104_636_890,
        ],
    },
    Class {
        name: "cubic",
        program: "geng",
        options: &["-q", "-X1", "-d3", "-D3"],
        most_vertices: 32,
        // A005638, which has even numbers of vertices only
        counts: &[
            0, 0, 0, 1, 0, 2, 0, 6, 0, 21, 0, 94, 0, 540, 0, 4207, 0, 42110, 0, 516_344, 0,
            7_373_924,
        ],
    },
    Class {
        name: "bipartite",
        program: "geng",
        options: &["-q", "-X1", "-b"],
        most_vertices: 32,
        // A033995
        counts: &[
            1, 2, 3, 7, 13, 35, 88, 303, 1119, 5479, 32303, 251_135, 2_527_712, 33_985_853,
        ],
    },
];

/// The kinds of catalogues, for help.
pub fn catalogues() -> Vec<&'static str> {
    CLASSES.iter().map(|class| class.name).collect()
}

/// All graphs of a kind with some number of vertices.
pub(crate) struct Catalogue {
    class: &'static Class,
    pub(crate) vertices: u64,
}

fn class(text: &str) -> Option<(&'static Class, &str)> {
    let (name, vertices) = text.split_once(':').unwrap_or((text, ""));
    let class = CLASSES.iter().find(|class| class.name == name)?;
    Some((class, vertices))
}

impl Catalogue {
    pub(crate) fn is_one(text: &str) -> bool {
        class(text).is_some()
    }

    pub(crate) fn read(text: &str) -> Result<Self, InputError> {
        let (class, vertices) = class(text)
            .ok_or_else(|| InputError::found(shortened(text), "a catalogue such as all:9"))?;
        let range = 1..=class.most_vertices;
        let number = vertices.parse().ok().filter(|n| range.contains(n));
        let vertices = number.ok_or_else(|| {
            let expected = format!(
                "a number of vertices from 1 to {}, as in {}:9",
                class.most_vertices, class.name
            );
            InputError::found(format_args!("'{}'", shortened(vertices)), expected)
                .in_source(shortened(text))
        })?;
        Ok(Self { class, vertices })
    }

    /// What is no family may have been meant as a catalogue.
    pub(crate) fn also(mut error: InputError) -> InputError {
        error.message += &format!("; or a catalogue: {}", catalogues().join(", "));
        error
    }

    /// How many graphs it has, if that is known.
    pub(crate) fn boards(&self) -> Option<u64> {
        let count = self.class.counts.get(self.vertices as usize - 1);
        count.copied()
    }

    /// The program that makes it: by its own name, or as Debian calls it.
    pub(crate) fn program(&self) -> Result<PathBuf, InputError> {
        let name = self.class.program;
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let found = std::env::split_paths(&folders).find_map(|folder| {
            let mut names = [folder.join(name), folder.join(format!("nauty-{name}"))].into_iter();
            names.find(|path| path.is_file())
        });
        found.ok_or_else(|| {
            InputError::new(format!(
                "the catalogue '{}' is made by the program {name} of nauty, which is not installed: install nauty (Debian, Ubuntu: apt install nauty; macOS: brew install nauty; conda install -c conda-forge nauty; https://pallini.di.uniroma1.it), or give a file of graphs",
                self.class.name
            ))
        })
    }

    /// Hands the graphs of a part to `each`, in the order in which the program makes them.
    pub(crate) fn for_each(
        &self,
        part: u64,
        parts: u64,
        stop: &dyn Fn() -> bool,
        each: &mut Each<'_>,
    ) -> Result<(), Failed> {
        if self.boards() == Some(0) {
            return Ok(());
        }
        let program = self.program()?;
        let fail = |why: String| {
            InputError::new(format!("{}: {why}", program.display()))
                .in_source(format!("{}:{}", self.class.name, self.vertices))
        };
        let mut command = Command::new(&program);
        command
            .args(self.class.options)
            .arg(self.vertices.to_string())
            .arg(format!("{part}/{parts}"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // Ctrl-C is ours to handle: the program ends when nobody reads it any more.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let child = command.spawn().map_err(|error| fail(error.to_string()))?;
        let mut running = Running(child);
        let mut errors = running.0.stderr.take();
        let output = running.0.stdout.take();
        let output = output.ok_or_else(|| fail("has no output".to_owned()))?;
        let mut output = Stoppable::new(output, stop);
        let mut first = [0];
        // A part may well be empty, which a file may not.
        let found = output.read(&mut first).map_err(|e| fail(e.to_string()));
        let found = if stop() { Ok(0) } else { found }?;
        if found > 0 {
            let input = BufReader::new(first.chain(&mut output));
            for board in Boards::new(input, Format::Graph6, Limits::BOARD) {
                if stop() {
                    break;
                }
                each(board.map_err(|error| fail(error.to_string()))?, None)?;
            }
        }
        if stop() {
            return Err(Failed::Interrupted);
        }
        let status = running.0.wait().map_err(|error| fail(error.to_string()))?;
        if !status.success() {
            let mut said = String::new();
            if let Some(errors) = &mut errors {
                // What it said is an addition; that it failed is known.
                let _ = errors.take(1 << 12).read_to_string(&mut said);
            }
            let said = said.lines().next().unwrap_or("").trim().to_owned();
            return Err(fail(format!("failed ({status}) {said}")).into());
        }
        Ok(())
    }
}

/// A program that is ended when nobody needs it any more.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
