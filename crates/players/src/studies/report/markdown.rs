//! The report as Markdown.

use super::Report;
use std::fmt::Write;

/// A number, and if 2013 had another one, that too.
pub(super) fn beside(new: &str, old: Option<u32>, wrong: bool) -> String {
    match old {
        Some(old) if wrong => format!("{new} (2013: {old})"),
        _ => new.to_owned(),
    }
}

/// The table, and what contradicts that of 2013.
pub(super) fn summary(report: &Report) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "# The map-colouring game: the table of 2013, computed again\n"
    );
    let _ = writeln!(out, "{}\n", report.sampling_words());
    let _ = writeln!(
        out,
        "Exact: settled by search within {} s for each board and k, else a range. χ_g is the least k with which Alice wins, Alice \
         first. S1 = χ(1+col_2), S2 = a(a+1), S3 = 3·col_2−1, S4 = 18 on planar boards: numbers of colours with which Alice's \
         strategies win. Where 2013 had another number, it stands in brackets.\n",
        report.exact_time.as_secs_f64()
    );
    let _ = writeln!(
        out,
        "| graph | n | χ | S1 | S2 | S3 | S4 | sampled 2013 | sampled now | exact χ_g |"
    );
    let _ = writeln!(out, "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for line in &report.lines {
        let wrong = line.corrections();
        let is_wrong = |name: &str| wrong.iter().any(|(n, _, _)| *n == name);
        let old = &line.old;
        let _ = writeln!(
            out,
            "| {} (`{}`) | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
            old.graph,
            line.board.name,
            line.board.board.vertex_count(),
            beside(&line.chromatic.to_string(), old.chromatic, is_wrong("χ")),
            beside(&line.s1.to_string(), old.strategy1, is_wrong("S1")),
            beside(&line.s2.to_string(), old.strategy2, is_wrong("S2")),
            beside(&line.s3.to_string(), old.strategy3, is_wrong("S3")),
            line.s4.map_or("–".to_owned(), |s4| s4.to_string()),
            old.monte_carlo,
            line.readings(),
            match line.contradicts() {
                true => format!("**{}**", line.exact),
                false => line.exact.to_string(),
            },
        );
    }
    let _ = writeln!(out, "\n## Where the exact value contradicts 2013\n");
    for line in report.lines.iter().filter(|line| line.contradicts()) {
        let _ = writeln!(
            out,
            "- **{}** (`{}`). {}",
            line.old.graph,
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
    let _ = writeln!(out, "\n## Certificates of the other lines\n");
    for line in report.lines.iter().filter(|line| !line.contradicts()) {
        let sentences = match &line.sentences()[..] {
            [] => "Nothing was settled.".to_owned(),
            list => list.join(" "),
        };
        let _ = writeln!(
            out,
            "- {} (`{}`). {sentences}",
            line.old.graph, line.board.name
        );
    }
    let _ = writeln!(out, "\n## Strategies that 2013 computed otherwise\n");
    let mut any = false;
    for line in &report.lines {
        for (name, old, new) in line.corrections() {
            any = true;
            let _ = writeln!(out, "- {}: {name} is {new}, not {old}.", line.old.graph);
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
    let _ = writeln!(out, "| graph | k | games | Alice won | interval | proven |");
    let _ = writeln!(out, "|---|--:|--:|--:|---|---|");
    for line in &report.lines {
        for row in &line.rows {
            let Some((share, low, high)) = row.share() else {
                continue;
            };
            let _ = writeln!(
                out,
                "| {} | {} | {} | {:.1} % | {:.1}–{:.1} % | {} |",
                line.old.graph,
                row.colors,
                row.games,
                100.0 * share,
                100.0 * low,
                100.0 * high,
                row.verdict.word()
            );
        }
    }
    if !report.complete {
        let _ = writeln!(out, "\nThis report is not complete: it was interrupted.");
    }
    out
}
