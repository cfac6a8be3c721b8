//! The table of the report as rows of words, and these as Markdown, LaTeX and HTML.

use super::{Line, Report};
use outplay_draw::{Escaped, latex as written};
use std::fmt::Write;

const HEADER: [&str; 10] = [
    "graph", "n", "χ", "S1", "S2", "S3", "S4", "2013", "sampled", "χ_g",
];

/// A bound with the k from which its strategy won, and what 2013 had if that was another number.
fn bound(line: &Line, name: &str, bound: &str, from: Option<u32>) -> String {
    let mut text = bound.to_owned();
    if let Some(from) = from {
        let _ = write!(text, " (from {from})");
    }
    if let Some((_, old, _)) = line.corrections().iter().find(|(known, ..)| *known == name) {
        let _ = write!(text, " (2013: {old})");
    }
    text
}

fn words(line: &Line) -> [String; 10] {
    let [s1, s2, s3, s4] = line.won_from;
    let or_dash = |number: Option<u32>| number.map_or("–".to_owned(), |n| n.to_string());
    [
        match &line.old {
            Some(old) => format!("{} ({})", old.graph, line.board.name),
            None => line.board.name.clone(),
        },
        line.board.board.vertex_count().to_string(),
        bound(line, "χ", &line.chromatic.to_string(), None),
        bound(line, "S1", &line.s1.to_string(), s1),
        bound(line, "S2", &line.s2.to_string(), s2),
        bound(line, "S3", &line.s3.to_string(), s3),
        bound(line, "S4", &or_dash(line.s4), s4),
        or_dash(line.old.as_ref().map(|old| old.monte_carlo)),
        line.readings(),
        line.exact.to_string(),
    ]
}

/// In Markdown; exact values that contradict 2013 are bold.
pub(super) fn markdown(report: &Report) -> String {
    let mut out = format!("| {} |\n|---|{}\n", HEADER.join(" | "), "--:|".repeat(9));
    for line in &report.lines {
        let mut words = words(line);
        if line.contradicts() {
            words[9] = format!("**{}**", words[9]);
        }
        let _ = writeln!(out, "| {} |", words.join(" | "));
    }
    out
}

/// In LaTeX, as a table that stands alone.
pub(super) fn latex(report: &Report) -> String {
    let row = |words: &[String]| {
        let words: Vec<String> = words
            .iter()
            .map(|word| {
                written(word)
                    .replace(r"$\chi$\_g", r"$\chi_g$")
                    .replace('–', "--")
            })
            .collect();
        format!("  {} \\\\\n", words.join(" & "))
    };
    let mut out = "\\begin{tabular}{l*{9}{r}}\n  \\hline\n".to_owned();
    out += &row(&HEADER.map(str::to_owned));
    out += "  \\hline\n";
    for line in &report.lines {
        out += &row(&words(line));
    }
    out + "  \\hline\n\\end{tabular}\n"
}

/// As a page, with the curves beside it.
pub(super) fn html(report: &Report) -> String {
    let row = |words: &[String], cell: &str| {
        let cells = words
            .iter()
            .map(|word| format!("<{cell}>{}</{cell}>", Escaped(word)));
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    let mut rows = row(&HEADER.map(str::to_owned), "th");
    for line in &report.lines {
        rows += &row(&words(line), "td");
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <title>The map-colouring game</title>\n\
         <style>body {{ font: 16px sans-serif; margin: 2em }} table {{ border-collapse: collapse }} \
         th, td {{ border-bottom: 1px solid #ccc; padding: 4px 10px; text-align: right }} \
         th:first-child, td:first-child {{ text-align: left }}</style>\n\
         <h1>The map-colouring game</h1>\n<p>{}</p>\n<table>\n{rows}</table>\n\
         <p><img src=\"samples/curves.svg\" alt=\"Alice's share against k\"></p>\n</html>\n",
        Escaped(&report.sampling_words())
    )
}
