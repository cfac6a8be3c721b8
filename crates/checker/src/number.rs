//! A number of a game: one certificate for every number of colours up to it.

use crate::lines::{Lines, Outcome, number_in, quote};
use crate::rules::Player;
use crate::{Checked, Number, Options, check_one};

/// The numbers that certificates can be about, and how they are written in formulas.
const NUMBERS: &[(&str, &str)] = &[("game-chromatic", "χ_g")];

const MOST: u64 = 60;

/// Checks what follows after the first line: which number, and that Alice loses with every smaller
/// number of colours and wins with this one, all else being the same and nothing coloured.
pub(crate) fn check(lines: &mut Lines, options: &Options) -> Outcome<Checked> {
    let name = lines.expect("number")?;
    let known = NUMBERS.iter().find(|(known, _)| *known == name);
    let (name, sign) = known.ok_or_else(|| format!("the number {} is unknown", quote(&name)))?;
    let value = number_in(&lines.expect("value")?, 1, MOST)?;
    let head = lines.kept.take().unwrap_or_default();
    let called = lines.accept("called")?;
    let mut positions = 0;
    let mut lemmas = Vec::new();
    let mut before: Option<Vec<String>> = None;
    for colors in 1..value {
        let part = one(lines, options, colors, Player::Second, &mut before)?;
        positions += part.positions;
        lemmas.extend(part.lemmas);
    }
    let mut whole = one(lines, options, value, Player::First, &mut before)?;
    lemmas.append(&mut whole.lemmas);
    lemmas.sort_unstable();
    lemmas.dedup();
    let full = [&head[..], &whole.full[..]].concat();
    let first = match whole.full.iter().any(|line| line == "to-move alice") {
        true => "Alice first",
        false => "Bob first",
    };
    let passing = match whole
        .full
        .iter()
        .find_map(|line| line.strip_prefix("pass "))
    {
        Some("alice") => ", Alice may pass",
        Some("bob") => ", Bob may pass",
        _ => "",
    };
    Ok(Checked {
        statement: format!("{sign} = {value}, {first}{passing},{}", whole.board),
        fingerprint: crate::statement::fingerprint(&full),
        full,
        positions: positions + whole.positions,
        lemmas,
        number: Some(Number {
            name,
            sign,
            value,
            called,
            variant: format!("{first}{passing}"),
        }),
        ..whole
    })
}

/// One of the certificates: of the colouring game from its start with so many colours, won by this player.
fn one(
    lines: &mut Lines,
    options: &Options,
    colors: u64,
    winner: Player,
    before: &mut Option<Vec<String>>,
) -> Outcome<Checked> {
    lines.restart();
    let part = check_one(lines, options)?;
    let has = |line: &str| part.full.iter().any(|found| found == line);
    let name = match winner {
        Player::First => "alice",
        Player::Second => "bob",
    };
    let claim = format!("colors {colors}, {name} wins from the start");
    let mut starts = part.parameters.iter().filter(|(key, _)| *key == "start");
    if !has("game coloring")
        || !has(&format!("colors {colors}"))
        || part.winner != name
        || !starts.all(|(_, start)| start.chars().all(|c| "-,.".contains(c)))
    {
        return Err(format!("expected a certificate of: coloring, {claim}"));
    }
    // The board, who may pass and who is to move must be the same throughout.
    let varies = |line: &&String| {
        let key = line.split(' ').next().unwrap_or_default();
        ["outplay-certificate", "colors", "start", "winner"].contains(&key)
    };
    let same: Vec<String> = part
        .full
        .iter()
        .filter(|line| !varies(line))
        .cloned()
        .collect();
    match before.replace(same.clone()) {
        Some(before) if before != same => Err("another board or variant than before".to_owned()),
        _ => Ok(part),
    }
}
