//! `outplay prove`: a certificate for the verdict, or for a number.

use crate::args::{NumberArgs, ProveArgs, ProveGame, ProveNumber};
use crate::boards::{self, Reading};
use crate::checkpoint::Memory;
use crate::limits::Limits;
use crate::number::asked;
use crate::output::{Failed, count, write_whole};
use crate::questions::for_each_game;
use crate::solve::verdict_line;
use outplay_board::InputError;
use outplay_games::{Coloring, Described};
use outplay_service::{Claim, How, Source, prove, prove_number};
use serde::Serialize;
use std::io::Write;

/// How hard certificates are packed: beyond this they get little smaller.
const LEVEL: i32 = 12;

pub(crate) fn run(args: &ProveArgs) -> Result<(), Failed> {
    match args {
        ProveArgs::Game(game) => run_game(game),
        ProveArgs::Number(number) => {
            let ProveNumber::Number {
                number,
                output,
                strict,
            } = &**number;
            run_number(number, output, *strict)
        }
    }
}

fn run_game(args: &ProveGame) -> Result<(), Failed> {
    let ProveGame {
        game,
        output,
        strict,
        grundy,
    } = args;
    let memory = Memory::new(&game.search, &game.setup.game)?;
    let mut done = false;
    for_each_game(game, &memory, |opened, host| {
        only_one(&mut done, &opened.name)?;
        let at = game.setup.at.as_deref();
        let proved = written(output, |out| {
            let claim = Claim::of(*grundy);
            Ok(prove(opened, at, claim, *strict, game.how(), out, host)?)
        })?;
        let mut verdict = verdict_line(opened, &proved.heading.to_move, proved.outcome, None);
        if let Some(value) = proved.grundy {
            verdict += &format!(" Grundy value {value}.");
        }
        let size = (proved.positions, proved.bytes);
        Ok((
            said(&proved, &verdict, size, output, game.search.common.json)?,
            true,
        ))
    })?;
    memory.finish()
}

fn run_number(args: &NumberArgs, output: &str, strict: bool) -> Result<(), Failed> {
    let asked = asked(args)?;
    let common = &args.search.common;
    let reading = Reading {
        format: common.format.as_deref(),
        ..Reading::default()
    };
    let memory = Memory::new(&args.search, &Coloring::describe().name)?;
    let mut done = false;
    boards::for_each(&args.board, reading, |source: Source| {
        only_one(&mut done, &source.name)?;
        boards::remark(&source, common.quiet);
        let limits = Limits::new(common);
        let text = limits.host(&memory, memory.threads(), |host| {
            let proved = written(output, |out| {
                Ok(prove_number(
                    &source,
                    asked,
                    strict,
                    How::default(),
                    out,
                    host,
                )?)
            })?;
            let (title, value) = (asked.number.title, proved.value);
            let verdict = format!("{title}({}) = {value}", source.title());
            let size = (proved.positions, proved.bytes);
            said(&proved, &verdict, size, output, common.json)
        })?;
        Ok(std::io::stdout().write_all(text.as_bytes())?)
    })?;
    memory.finish()
}

fn only_one(done: &mut bool, name: &str) -> Result<(), InputError> {
    match std::mem::replace(done, true) {
        true => Err(InputError::found("several graphs", "one board for 'prove'").in_source(name)),
        false => Ok(()),
    }
}

/// Half a proof is none: it appears when it is complete, packed if its name says so.
fn written<T>(
    path: &str,
    write: impl FnOnce(&mut dyn Write) -> Result<T, Failed>,
) -> Result<T, Failed> {
    write_whole(path, |out| {
        if !path.ends_with(".zst") {
            return write(out);
        }
        let mut packed = zstd::Encoder::new(out, LEVEL)?;
        let written = write(&mut packed)?;
        packed.finish()?;
        Ok(written)
    })
}

/// What was written, in words or as JSON; nothing if the certificate itself stands there.
fn said(
    proved: &impl Serialize,
    verdict: &str,
    (positions, bytes): (u64, u64),
    output: &str,
    json: bool,
) -> Result<String, Failed> {
    if output == "-" {
        return Ok(String::new());
    }
    if json {
        let mut answer = serde_json::to_value(proved).map_err(std::io::Error::from)?;
        answer["output"] = output.into();
        return Ok(format!("{answer}\n"));
    }
    Ok(format!(
        "{verdict}\nCertificate with {} ({bytes} bytes) written to {output}; check it with: outplay check {output}\n",
        count(positions, "position"),
    ))
}
