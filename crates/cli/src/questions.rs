//! Questions about games and boards: from arguments to a question of the service, and its answer
//! as text or as JSON, for every board of a list.

use crate::args::{
    BoundsArgs, CommonArgs, CountArgs, EmbeddingsArgs, ExplainArgs, GameArgs, MovesArgs,
    NumberArgs, SearchArgs, ShowNumberArgs, StrategyArgs,
};
use crate::boards::{self, Reading};
use crate::limits::Limits;
use crate::lists::{Answer, answer_each};
use crate::memory::Memory;
use crate::output::{Failed, all_settled, json_line, write_whole};
use crate::picture;
use outplay_board::InputError;
use outplay_games::{Coloring, Described, Identity};
use outplay_service::{
    About, Ask, AskBounds, AskCount, AskEmbeddings, AskExplain, AskMoves, AskNumber, AskStrategy,
    AskWhy, Host, NUMBERS, Opened, Remarked, Source, Told,
};
use serde::Serialize;

/// An answer as it is printed.
pub(crate) fn said<B: About, A: Serialize + Told<B>>(
    answer: &A,
    about: &B,
    common: &CommonArgs,
) -> Result<Answer, Failed> {
    Ok(Answer {
        text: match common.json {
            true => json_line(&Remarked::new(answer, about))?,
            false => answer.text(about),
        },
        settled: answer.is_settled(),
    })
}

/// Opens the game on every board of its argument and prints what `answer` says. Where play
/// begins need not be said by the parameters `places`.
pub(crate) fn each_game(
    game: &GameArgs,
    places: &[&str],
    answer: &(dyn Fn(&Opened, &Host<'_>) -> Result<Answer, Failed> + Sync),
) -> Result<(), Failed> {
    let (setup, common) = (&game.setup, &game.search.common);
    let values = setup.values(places)?;
    each_source(game, &|source, host| {
        let values = setup.somewhere(values.clone(), places, &source.board);
        let opened = setup.open(source, &values, &|| host.is_over(), common.quiet)?;
        answer(&opened, host)
    })
}

/// Prints what `answer` says of every board of the argument.
pub(crate) fn each_source(
    game: &GameArgs,
    answer: &(dyn Fn(Source, &Host<'_>) -> Result<Answer, Failed> + Sync),
) -> Result<(), Failed> {
    let (setup, common) = (&game.setup, &game.search.common);
    let memory = Memory::new(&game.search, Some(setup.identity()?))?;
    let done = match setup.board()? {
        Some(board) => answer_each(board, setup.reading(common)?, common, &memory, answer),
        None => {
            let limits = Limits::new(common);
            let answer = limits.host(&memory, memory.threads(), |host| {
                answer(Source::none(), host)
            })?;
            print!("{}", answer.text);
            all_settled(answer.settled)
        }
    };
    memory.finish()?;
    done
}

/// Asks about a game on every board of its argument.
fn of_game<Q: Ask<About = Opened>>(game: &GameArgs, question: Q) -> Result<(), Failed>
where
    Q::Answer: Told<Opened>,
{
    each_game(game, &[], &|opened, host| {
        said(&question.answer(opened, host)?, opened, &game.search.common)
    })
}

pub(crate) fn moves(args: &MovesArgs) -> Result<(), Failed> {
    let output = args.output.as_deref();
    output.map(picture::expected).transpose()?;
    let common = &args.game.search.common;
    let question = AskMoves {
        at: args.game.setup.at.clone(),
        grundy: args.grundy,
        sample: args.sample,
        seed: common.seed,
        picture: output.is_some(),
        words: args.words,
        how: args.game.how(),
    };
    each_game(&args.game, &[], &|opened, host| {
        let mut answer = question.answer(opened, host)?;
        if let (Some(path), Some(svg)) = (output, answer.picture.take()) {
            boards::first_only(opened.index, &opened.name, "-o FILE")?;
            picture::write(path, || svg)?;
        }
        said(&answer, opened, common)
    })
}

pub(crate) fn explain(args: &ExplainArgs) -> Result<(), Failed> {
    let (at, how) = (args.game.setup.at.clone(), args.game.how());
    match &args.mv {
        None => of_game(&args.game, AskExplain { at, how }),
        Some(mv) => {
            let question = AskWhy {
                at,
                how,
                mover: None,
                mv: mv.as_str().into(),
            };
            of_game(&args.game, question)
        }
    }
}

pub(crate) fn count(args: &CountArgs) -> Result<(), Failed> {
    let question = AskCount {
        at: args.game.setup.at.clone(),
        seed: args.game.search.common.seed,
    };
    of_game(&args.game, question)
}

/// Prints what `answer` says of every board of an argument, with the table of a game.
pub(crate) fn each_board(
    board: &str,
    search: &SearchArgs,
    game: Option<Identity>,
    answer: &(dyn Fn(&Source, &Host<'_>) -> Result<Answer, Failed> + Sync),
) -> Result<(), Failed> {
    let memory = Memory::new(search, game)?;
    each(board, false, &search.common, memory, answer)
}

/// The same for commands without searches.
pub(crate) fn each(
    board: &str,
    directed: bool,
    common: &CommonArgs,
    memory: Memory,
    answer: &(dyn Fn(&Source, &Host<'_>) -> Result<Answer, Failed> + Sync),
) -> Result<(), Failed> {
    let reading = Reading {
        format: common.format.as_deref(),
        header: common.header,
        directed,
        ..Reading::default()
    };
    let done = answer_each(board, reading, common, &memory, &|source, host| {
        boards::remark(&source, common.quiet);
        answer(&source, host)
    });
    memory.finish()?;
    done
}

pub(crate) fn bounds(args: &BoundsArgs) -> Result<(), Failed> {
    let game = Coloring::describe().identity();
    each_board(&args.board, &args.search, Some(game), &|source, host| {
        said(
            &AskBounds {}.answer(source, host)?,
            source,
            &args.search.common,
        )
    })
}

/// The numbers, for the help.
pub(crate) fn list_numbers() -> String {
    let mut text = "A NAME is one of:".to_owned();
    for number in NUMBERS {
        text += &format!("\n  {}: {}", number.name, number.about);
    }
    text
}

/// The number that was asked for, and its variant.
pub(crate) fn asked(args: &NumberArgs) -> Result<AskNumber, InputError> {
    AskNumber::new(&args.name, args.first.as_deref(), args.pass.as_deref())
        .map_err(|error| with_flags(error, &["first", "pass"]))
}

/// Flags are typed with dashes.
fn with_flags(mut error: InputError, flags: &[&str]) -> InputError {
    for flag in flags {
        for before in ["take ", "for "] {
            let plain = format!("{before}{flag}");
            error.message = error.message.replace(&plain, &format!("{before}--{flag}"));
        }
    }
    error
}

pub(crate) fn number(args: &ShowNumberArgs) -> Result<(), Failed> {
    let mut question = asked(&args.number)?;
    if args.witness {
        question = question
            .with_witness()
            .map_err(|error| with_flags(error, &["witness"]))?;
    }
    let output = args.output.as_deref();
    output.map(picture::expected).transpose()?;
    let search = &args.number.search;
    each_board(
        &args.number.board,
        search,
        question.searches(),
        &|source, host| {
            let answer = question.answer(source, host)?;
            if let (Some(path), Some(witness)) = (output, &answer.witness) {
                boards::first_only(source.index, &source.name, "-o FILE")?;
                picture::write(path, || witness.svg(&source.board))?;
            }
            said(&answer, source, &search.common)
        },
    )
}

pub(crate) fn strategy(args: &StrategyArgs) -> Result<(), Failed> {
    let output = args.output.as_deref();
    output.map(picture::expected).transpose()?;
    let question = AskStrategy {
        strategy: args.strategy.clone(),
        picture: false,
    };
    let memory = Memory::without_file(&args.common);
    each(&args.board, false, &args.common, memory, &|source, host| {
        let parts = question.answer(source, host)?;
        if let Some(path) = output {
            boards::first_only(source.index, &source.name, "-o FILE")?;
            picture::write(path, || parts.svg())?;
        }
        said(&parts, source, &args.common)
    })
}

pub(crate) fn embeddings(args: &EmbeddingsArgs) -> Result<(), Failed> {
    let output = args.output.as_deref();
    let tables = |path: &&str| path.ends_with(".table");
    if let Some(path) = output.filter(|path| !tables(path)) {
        picture::expected(path).map_err(|error| {
            InputError::new(error.message.replace(".tex", ".tex, or .table")).in_source(path)
        })?;
    }
    let memory = Memory::without_file(&args.common);
    each(&args.board, false, &args.common, memory, &|source, host| {
        let list = AskEmbeddings {}.answer(source, host)?;
        let answer = said(&list, source, &args.common)?;
        let Some(path) = output else {
            return Ok(answer);
        };
        boards::first_only(source.index, &source.name, "-o FILE")?;
        match tables(&path) {
            true => {
                let text = list.text(source);
                write_whole(path, |out| Ok(out.write_all(text.as_bytes())?))?;
            }
            false => {
                let svg = list.svg().map_err(|error| error.in_source(path))?;
                picture::write(path, || svg)?;
            }
        }
        Ok(match args.common.json {
            true => answer,
            false => Answer {
                text: list.heading() + "\n",
                ..answer
            },
        })
    })
}
