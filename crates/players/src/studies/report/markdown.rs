//! The report as Markdown.

use super::{MOST_TRIALS, Report, sheet, table};
use std::fmt::Write;

/// Why the curves of 2013 are what they are.
const WHAT_WAS_WRONG: &str = "## What was wrong with the method\n\n\
    The player of 2013 (`mcts-2013`) takes a move that it never tried for one that always wins for \
    who is to move. A tried move with a bound above 1 comes before it, so most moves are never \
    tried. Then Bob plays the move in whose games Alice won least often by count, which a move that \
    was never tried is, whatever it is worth. So Alice won games that Bob can win: where she won \
    most of them, the number was taken for enough. And where she lost a single game by such chance, \
    it was taken for too few.";

/// The table, and what contradicts that of 2013.
pub(super) fn summary(report: &Report) -> String {
    let mut out = String::new();
    let of_2013 = report.lines.iter().any(|line| line.old.is_some());
    let _ = writeln!(
        out,
        "# The map-colouring game{}\n",
        match of_2013 {
            true => ": the table of 2013, computed again",
            false => "",
        }
    );
    let _ = writeln!(out, "{}\n", report.sampling_words());
    let _ = writeln!(
        out,
        "Exact: settled by search within {} s for each board and k, else a range. χ_g is the least k \
         with which Alice wins, Alice first. S1 = χ(1+col_2), S2 = a(a+1), S3 = 3·col_2−1, S4 = 18 on \
         planar boards: numbers of colours with which Alice's strategies win; behind them, from which \
         k on they won all of up to {MOST_TRIALS} games against this Bob.{}\n",
        report.exact_time.as_secs_f64(),
        match of_2013 {
            true => " Where 2013 had another number, it stands in brackets.",
            false => "",
        }
    );
    out += &sheet::markdown(report);
    if !of_2013 {
        return out;
    }
    if report.sampling.as_2013 {
        let _ = writeln!(out, "\n{WHAT_WAS_WRONG}");
    }
    let _ = writeln!(out, "\n## Where the exact value contradicts 2013\n");
    for line in report.lines.iter().filter(|line| line.contradicts()) {
        let _ = writeln!(
            out,
            "- **{}** (`{}`). {}",
            line.title(),
            line.board.name,
            line.sentences().join(" ")
        );
    }
    if !report.lines.iter().any(super::Line::contradicts) {
        let _ = writeln!(out, "Nowhere.");
    }
    out
}

pub(super) fn page(report: &Report) -> String {
    let mut out = summary(report);
    let of_2013 = report.lines.iter().any(|line| line.old.is_some());
    let _ = writeln!(
        out,
        "\n## Certificates{}\n",
        if of_2013 { " of the other lines" } else { "" }
    );
    for line in report.lines.iter().filter(|line| !line.contradicts()) {
        let sentences = match &line.sentences()[..] {
            [] => "Nothing was settled.".to_owned(),
            list => list.join(" "),
        };
        let _ = writeln!(
            out,
            "- {} (`{}`). {sentences}",
            line.title(),
            line.board.name
        );
    }
    let mut any = !of_2013;
    if of_2013 {
        let _ = writeln!(out, "\n## Strategies that 2013 computed otherwise\n");
    }
    for line in &report.lines {
        for (name, old, new) in line.corrections() {
            any = true;
            let _ = writeln!(out, "- {}: {name} is {new}, not {old}.", line.title());
        }
    }
    if !any {
        let _ = writeln!(out, "None.");
    }
    let _ = writeln!(out, "\n## What was sampled\n");
    let _ = writeln!(
        out,
        "Alice's share of the games, with Wilson's interval at 95 %, and who is proven to win.\n"
    );
    let _ = writeln!(out, "![Alice's share against k](samples/curves.svg)\n");
    let _ = writeln!(
        out,
        "| graph | k | games | Alice won | interval | published in 2013 | proven |"
    );
    let _ = writeln!(out, "|---|--:|--:|--:|---|---|---|");
    for line in &report.lines {
        for row in &line.rows {
            let Some((share, low, high)) = row.share() else {
                continue;
            };
            let _ = writeln!(
                out,
                "| {} | {} | {} | {:.1} % | {:.1}–{:.1} % | {} | {} |",
                line.title(),
                row.colors,
                row.games,
                100.0 * share,
                100.0 * low,
                100.0 * high,
                table::published(&row.board, row.colors).join(", "),
                row.verdict.word()
            );
        }
    }
    if !report.complete {
        let _ = writeln!(out, "\nThis report is not complete: it was interrupted.");
    }
    out
}
