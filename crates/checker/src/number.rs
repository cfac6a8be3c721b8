//! A number of a game: certificates for numbers of colours, or cops, up to it, of which Alice wins
//! only the last, or the cops do. And the number of no game, edcn: a colouring, and why there is none
//! with fewer colours.

use crate::lines::{Lines, Outcome, number_in, quote};
use crate::{Checked, Number, Options, check_one, edcn};

/// A number that is the least number of something with which the first player wins a game.
struct Kind {
    name: &'static str,
    /// How it is written in formulas.
    sign: &'static str,
    /// The names of the players, and of what there are so many.
    players: [&'static str; 2],
    things: &'static str,
    /// What the statement must say, besides the board and who starts, for a number of colours and a largest degree.
    rules: fn(u64, u64) -> Vec<String>,
    /// Does the first player win with more, too, by what the game is? Then one certificate below is enough.
    monotone: bool,
}

const KINDS: &[Kind] = &[
    Kind {
        name: "game-chromatic",
        sign: "χ_g",
        players: ALICE_AND_BOB,
        things: "colours",
        rules: |colors, _| vec!["game coloring".to_owned(), format!("colors {colors}")],
        monotone: false,
    },
    Kind {
        name: "game-coloring",
        sign: "col_g",
        players: ALICE_AND_BOB,
        things: "colours",
        rules: marking,
        monotone: true,
    },
    // A cop more can stay where it is.
    Kind {
        name: "cops",
        sign: "c",
        players: ["cops", "robber"],
        things: "cops",
        rules: |cops, _| vec!["game cops".to_owned(), format!("cops {cops}")],
        monotone: true,
    },
];

const ALICE_AND_BOB: [&str; 2] = ["alice", "bob"];

/// The marking game: nobody may leave an unmarked vertex with so many marked neighbours.
fn marking(colors: u64, degree: u64) -> Vec<String> {
    let fixed = "game rules;players alice bob;board graph;sites vertices;move mark;marks 1;turns mark;\
                 pass none;moves none;end stuck;looks marked";
    let allowed = (0..=degree).take_while(|&marked| marked < colors);
    let fixed = fixed.split(';').map(str::to_owned);
    fixed
        .chain(allowed.map(|marked| format!("may {marked} 1")))
        .collect()
}

const MOST: u64 = 60;

/// Checks what follows after the first line: which number, and its proof.
pub(crate) fn check(lines: &mut Lines, options: &Options) -> Outcome<Checked> {
    let name = lines.expect("number")?;
    let value = number_in(&lines.expect("value")?, 1, MOST)?;
    if name == edcn::NAME {
        return edcn::check(lines, value);
    }
    let kind = KINDS.iter().find(|kind| kind.name == name);
    let kind = kind.ok_or_else(|| format!("the number {} is unknown", quote(&name)))?;
    let head = lines.kept.take().unwrap_or_default();
    let called = lines.accept("called")?;
    let mut positions = 0;
    let mut lemmas = Vec::new();
    let mut before: Option<Vec<String>> = None;
    let least = if kind.monotone { value.max(2) - 1 } else { 1 };
    for colors in least..value {
        let part = one(lines, options, kind, (colors, 1), &mut before)?;
        positions += part.positions;
        lemmas.extend(part.lemmas);
    }
    let mut whole = one(lines, options, kind, (value, 0), &mut before)?;
    lemmas.append(&mut whole.lemmas);
    lemmas.sort_unstable();
    lemmas.dedup();
    let full = [&head[..], &whole.full[..]].concat();
    let says = |line: &str| whole.full.iter().any(|found| found == line);
    let first = match (says("to-move alice"), says("to-move bob")) {
        (true, _) => ", Alice first",
        (_, true) => ", Bob first",
        _ => "",
    };
    let passing = match (says("pass alice"), says("pass bob")) {
        (true, _) => ", Alice may pass",
        (_, true) => ", Bob may pass",
        _ => "",
    };
    Ok(Checked {
        statement: format!("{} = {value}{first}{passing},{}", kind.sign, whole.board),
        fingerprint: crate::statement::fingerprint(&full),
        full,
        positions: positions + whole.positions,
        lemmas,
        number: Some(Number {
            name: kind.name,
            sign: kind.sign,
            value,
            called,
            variant: format!("{first}{passing}"),
        }),
        ..whole
    })
}

/// One of the certificates: of the game from its start with so many colours, won by this of the
/// players.
fn one(
    lines: &mut Lines,
    options: &Options,
    kind: &Kind,
    (colors, winner): (u64, usize),
    before: &mut Option<Vec<String>>,
) -> Outcome<Checked> {
    lines.restart();
    let part = check_one(lines, options)?;
    let mut degrees = vec![0; part.vertices];
    for &(a, b) in &part.edges {
        degrees[a as usize] += 1;
        degrees[b as usize] += 1;
    }
    // What says the rules must be just what is expected; the board, who may pass and who is to
    // move must be the same throughout.
    let expected = (kind.rules)(colors, degrees.into_iter().max().unwrap_or(0));
    let key = |line: &String| line.split(' ').next().unwrap_or_default().to_owned();
    let keys: Vec<String> = expected.iter().map(key).collect();
    let (rules, others): (Vec<String>, Vec<String>) = part
        .full
        .iter()
        .cloned()
        .partition(|line| keys.contains(&key(line)));
    let mut starts = part.parameters.iter().filter(|(key, _)| *key == "start");
    if rules != expected
        || part.winner != kind.players[winner]
        || !starts.all(|(_, start)| start.chars().all(|c| "-,./".contains(c)))
    {
        return Err(format!(
            "expected a certificate of the game of {} with {colors} {}, won by {} from the start",
            kind.name, kind.things, kind.players[winner]
        ));
    }
    let varies = ["outplay-certificate", "start", "winner"];
    let same: Vec<String> = others
        .into_iter()
        .filter(|line| !varies.contains(&&*key(line)))
        .collect();
    match before.replace(same.clone()) {
        Some(before) if before != same => Err("another board or variant than before".to_owned()),
        _ => Ok(part),
    }
}
