//! `outplay prove`: a certificate for the verdict, or for a number.

use crate::args::{NumberArgs, ProveArgs, ProveGame, ProveNumber};
use crate::boards;
use crate::lists::Answer;
use crate::output::{Failed, write_whole};
use crate::questions::{asked, each_board, each_game};
use outplay_service::text::count;
use outplay_service::{AskNumberProof, AskProof, Told};
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
    let ProveGame { game, output, .. } = args;
    let mut question = AskProof::new(game.setup.at.clone(), game.how());
    (question.strict, question.grundy) = (args.strict, args.grundy);
    each_game(game, &[], &|opened, host| {
        boards::first_only(opened.index, &opened.name, "'prove'")?;
        let proved = written(output, |out| question.write(opened, out, host))?;
        let size = (proved.positions, proved.bytes);
        let (verdict, json) = (proved.text(opened), game.search.common.json);
        said(&proved, &verdict, size, output, json)
    })
}

fn run_number(args: &NumberArgs, output: &str, strict: bool) -> Result<(), Failed> {
    let searched = asked(args)?.searches();
    let question = AskNumberProof {
        name: args.name.clone(),
        first: args.first.clone(),
        pass: args.pass.clone(),
        strict,
        most: None,
    };
    each_board(&args.board, &args.search, searched, &|source, host| {
        boards::first_only(source.index, &source.name, "'prove'")?;
        let proved = written(output, |out| question.write(source, out, host))?;
        let size = (proved.positions, proved.bytes);
        let (verdict, json) = (proved.text(source), args.search.common.json);
        said(&proved, &verdict, size, output, json)
    })
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
) -> Result<Answer, Failed> {
    let text = match (output, json) {
        ("-", _) => String::new(),
        (_, true) => {
            let mut answer = serde_json::to_value(proved).map_err(std::io::Error::from)?;
            answer["output"] = output.into();
            format!("{answer}\n")
        }
        (_, false) => format!(
            "{verdict}Certificate with {} ({bytes} bytes) written to {output}; check it with: \
             outplay check {output}\n",
            count(positions, "position"),
        ),
    };
    Ok(Answer {
        text,
        settled: true,
    })
}
