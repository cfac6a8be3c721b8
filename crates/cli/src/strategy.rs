//! `outplay strategy`: everything that a strategy of Alice's uses on a board.

use crate::args::StrategyArgs;
use crate::boards::{self, Reading};
use crate::checkpoint::Memory;
use crate::limits::Limits;
use crate::output::{Failed, count, table};
use crate::picture;
use crate::solve::json_line;
use outplay_board::InputError;
use outplay_service::{StrategyParts, strategy};
use std::io::Write;

pub(crate) fn run(args: &StrategyArgs) -> Result<(), Failed> {
    let common = &args.common;
    if let Some(path) = &args.output {
        picture::expected(path)?;
    }
    let reading = Reading {
        format: common.format.as_deref(),
        ..Reading::default()
    };
    let (limits, memory) = (Limits::new(common), Memory::without_file(common, ""));
    let mut drawn = false;
    boards::for_each(&args.board, reading, |source| {
        boards::remark(&source, common.quiet);
        let parts = limits.host(&memory, 1, |host| strategy(source, &args.strategy, host))?;
        if let Some(path) = &args.output {
            if std::mem::replace(&mut drawn, true) {
                let error = InputError::found("several graphs", "one board for -o FILE");
                return Err(error.in_source(parts.board).into());
            }
            picture::write(path, || parts.svg())?;
        }
        let text = match common.json {
            true => json_line(&parts)?,
            false => text(&parts),
        };
        Ok(std::io::stdout().write_all(text.as_bytes())?)
    })
}

fn text(parts: &StrategyParts) -> String {
    let name = parts.strategy.split(':').next().unwrap_or_default();
    let mut text = format!(
        "{} on {} ({}, {})\n",
        parts.strategy,
        parts.board,
        count(parts.vertices as u64, "vertex"),
        count(parts.edges as u64, "edge")
    );
    for line in &parts.made_of {
        text += &format!("  {line}\n");
    }
    text += &format!(
        "  {name} promises that Alice never loses with {} colours or more, whoever starts\n",
        parts.colors
    );
    let or_none = |list: &[String]| match list.is_empty() {
        true => "–".to_owned(),
        false => list.join(" "),
    };
    if !parts.palettes.is_empty() {
        text += "Palettes\n";
        for (palette, class) in parts.palettes.iter().zip(1..) {
            let (from, to) = palette.colors;
            let vertices = palette.vertices.join(" ");
            text += &format!("  class {class}: colours {from} to {to} for {vertices}\n");
        }
    }
    if !parts.order.is_empty() {
        text += "In order, with the neighbours before each vertex\n";
        let header = ["vertex", "adjacent", "joined by a later vertex only"];
        let mut lines = vec![header.map(str::to_owned).to_vec()];
        for placed in &parts.order {
            lines.push(vec![
                placed.vertex.clone(),
                or_none(&placed.backward),
                or_none(&placed.loose),
            ]);
        }
        text += &table(&lines, 3);
        text.push('\n');
    }
    let arrow = |(a, b): &(String, String)| format!("{a}→{b}");
    if !parts.forests.is_empty() {
        text += "Forests of two classes, each vertex with the next one towards its root\n";
    }
    for forest in &parts.forests {
        let [a, b] = forest.classes;
        let arcs: Vec<String> = forest.arcs.iter().map(arrow).collect();
        text += &format!("  classes {a} and {b}: {}\n", arcs.join(" "));
    }
    if !parts.auxiliary.is_empty() {
        text += "The order from its end: the vertex that gets less than 6 in the auxiliary graph\n";
    }
    for (step, i) in parts.auxiliary.iter().zip(1..) {
        let edges: Vec<String> = step.edges.iter().map(|(a, b)| format!("{a}-{b}")).collect();
        let (chosen, gets) = (&step.chosen, step.gets);
        text += &format!(
            "  step {i}: {chosen} gets {gets}; edges {}\n",
            or_none(&edges)
        );
    }
    text
}
