//! `outplay embeddings`: every embedding of a board in the plane.

use crate::args::EmbeddingsArgs;
use crate::boards::{self, Reading};
use crate::checkpoint::Memory;
use crate::limits::Limits;
use crate::output::{Failed, count, grouped, write_whole};
use crate::picture;
use crate::solve::json_line;
use outplay_board::InputError;
use outplay_games::Marks;
use outplay_service::{EmbeddingView, Embeddings, embeddings};
use std::io::Write;

/// The most that are drawn on a sheet.
const MOST_DRAWN: usize = 200;

pub(crate) fn run(args: &EmbeddingsArgs) -> Result<(), Failed> {
    let common = &args.common;
    let reading = Reading {
        format: common.format.as_deref(),
        ..Reading::default()
    };
    let (limits, memory) = (Limits::new(common), Memory::without_file(common, ""));
    let tables = |path: &&str| path.ends_with(".table");
    if let Some(path) = args.output.as_deref().filter(|path| !tables(path)) {
        picture::expected(path).map_err(|error| {
            InputError::new(error.message.replace(".tex", ".tex, or .table")).in_source(path)
        })?;
    }
    let mut written = false;
    boards::for_each(&args.board, reading, |source| {
        boards::remark(&source, common.quiet);
        let list = limits.host(&memory, 1, |host| embeddings(source, host))?;
        if let Some(path) = &args.output {
            if std::mem::replace(&mut written, true) {
                let error = InputError::found("several graphs", "one board for -o FILE");
                return Err(error.in_source(list.board).into());
            }
            match tables(&path.as_str()) {
                true => write_whole(path, |out| Ok(out.write_all(in_tables(&list).as_bytes())?))?,
                false => draw(path, &list)?,
            }
        }
        let text = match (common.json, &args.output) {
            (true, _) => json_line(&list)?,
            (false, Some(_)) => heading(&list) + "\n",
            (false, None) => in_tables(&list),
        };
        Ok(std::io::stdout().write_all(text.as_bytes())?)
    })
}

/// How many there are.
pub(crate) fn heading(list: &Embeddings) -> String {
    let different = list.embeddings.len() as u64;
    let all = match list.count {
        Some(all) if all > different => {
            format!("; {} with the names of the vertices", grouped(all))
        }
        _ => String::new(),
    };
    format!(
        "{} ({}, {}): {} in the plane up to reflection and symmetry{all}",
        list.board,
        count(list.vertices as u64, "vertex"),
        count(list.edges as u64, "edge"),
        count(different, "embedding")
    )
}

/// One embedding in a line: "2: outer face 0,1,2; 2 cells with 3 edges, 1 with 5 edges; stands for 4".
pub(crate) fn described(embedding: &EmbeddingView) -> String {
    let groups = embedding.cells.chunk_by(|a, b| a == b);
    let mut cells: Vec<String> = groups
        .map(|group| format!("{} with {} edges", group.len(), group[0]))
        .collect();
    match cells.first_mut() {
        None => cells.push("no cell".to_owned()),
        Some(first) if first.starts_with("1 ") => *first = first.replacen('1', "1 cell", 1),
        Some(first) => *first = first.replacen(" with", " cells with", 1),
    }
    let cells = cells.join(", ");
    let stands_for = match embedding.stands_for {
        Some(n) if n > 1 => format!("; stands for {}", grouped(n)),
        _ => String::new(),
    };
    let outer = embedding.outer.join(",");
    format!(
        "{}: outer face {outer}; {cells}{stands_for}",
        embedding.number
    )
}

/// All tables, which a reader can take apart at the remarks.
fn in_tables(list: &Embeddings) -> String {
    let mut text = format!("# {}\n", heading(list));
    let rows = list.embeddings.iter().take(1).flat_map(|embedding| {
        let board = &embedding.board;
        (0..board.vertex_count() as u32).map(|v| board.name(v))
    });
    let rows: Vec<String> = rows.collect();
    if (1..).zip(&rows).any(|(row, name)| *name != row.to_string()) {
        text += &format!(
            "# The rows of the tables, numbered from 1, are the vertices {}\n",
            rows.join(" ")
        );
    }
    for embedding in &list.embeddings {
        text += &format!("\n# {}\n{}", described(embedding), embedding.table);
    }
    text
}

fn draw(path: &str, list: &Embeddings) -> Result<(), Failed> {
    if list.embeddings.len() > MOST_DRAWN {
        return Err(InputError::found(
            count(list.embeddings.len() as u64, "embedding"),
            format_args!("at most {MOST_DRAWN} in a picture, or a file .table"),
        )
        .in_source(path)
        .into());
    }
    let drawn: Vec<_> = list.embeddings.iter().map(EmbeddingView::picture).collect();
    let boards: Vec<_> = list
        .embeddings
        .iter()
        .zip(&drawn)
        .map(|(embedding, board)| {
            let stands_for = embedding.stands_for.filter(|&n| n > 1);
            let note = stands_for.map_or(String::new(), |n| format!(" (stands for {n})"));
            let note = format!("{}{note}", embedding.number);
            (note, board, Marks::default())
        })
        .collect();
    picture::write(path, || {
        outplay_draw::sheet_svg(&heading(list), &boards, &[])
    })
}
