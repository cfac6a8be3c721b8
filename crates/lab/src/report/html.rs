//! The report as one HTML page: pictures are part of it, nothing is loaded from
//! anywhere, and it can be read by day, by night and on a telephone.

use super::{Line, Report};
use outplay_draw::board_svg;
use outplay_games::Marks;
use std::fmt::Write;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1a1a1a;--soft:#555;--page:#fff;--card:#f6f6f4;--line:#d8d8d4;--wrong:#a33c00;--mark:#fff0e2}\
@media(prefers-color-scheme:dark){:root{--ink:#eaeaea;--soft:#aaa;--page:#161616;--card:#222;--line:#3c3c3c;--wrong:#ff9d5c;--mark:#3d2a1a}}\
*{box-sizing:border-box}\
body{margin:0 auto;max-width:72rem;padding:1rem;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--page)}\
h1{font-size:1.6rem;line-height:1.2}h2{font-size:1.25rem;margin-top:2rem}h3{font-size:1.05rem;margin:0 0 .5rem}\
p.note{color:var(--soft);font-size:.9rem}\
.wide{overflow-x:auto}\
table{border-collapse:collapse;font-size:.9rem;min-width:100%}\
th,td{padding:.35rem .55rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}\
th:first-child,td:first-child{text-align:left;white-space:normal}\
td.wrong{background:var(--mark);color:var(--wrong);font-weight:600}\
small{color:var(--soft)}\
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,22rem),1fr));gap:1rem}\
.card{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.9rem;min-width:0}\
.card svg{display:block;max-width:100%;height:auto;border-radius:.3rem;margin:.4rem auto;background:#fff}\
.card svg.board{max-height:15rem}\
.card p{margin:.4rem 0;font-size:.92rem;overflow-wrap:anywhere}\
.wrong,a{color:var(--wrong)}code{font-size:.9em}";

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

pub(super) fn page(report: &Report) -> String {
    let mut out = String::new();
    let _ = write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>The map-colouring game, computed again</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <h1>The map-colouring game: the table of 2013, computed again</h1>\n"
    );
    let _ = writeln!(
        out,
        "<p>Alice and Bob colour a board in turn; Bob wins as soon as a vertex has no colour left. χ<sub>g</sub> is the least \
         number of colours with which Alice wins, Alice first. In 2013 it was sampled; here it is settled by exact search.</p>"
    );
    let _ = writeln!(
        out,
        "<p class=\"note\">{}</p>",
        escaped(&report.sampling_words())
    );
    let _ = writeln!(
        out,
        "<p class=\"note\">Exact: search within {} s for each board and k, else a range. S1 = χ(1+col₂), S2 = a(a+1), S3 = 3·col₂−1, \
         S4 = 18 on planar boards: numbers of colours with which Alice's strategies win. Marked: 2013 had another number.</p>",
        report.exact_time.as_secs_f64()
    );
    if !report.complete {
        let _ = writeln!(
            out,
            "<p class=\"wrong\">This report is not complete: it was interrupted.</p>"
        );
    }
    summary(&mut out, report);
    let _ = writeln!(out, "<h2>Board by board</h2>\n<div class=\"cards\">");
    for line in &report.lines {
        card(&mut out, report, line);
    }
    let _ = writeln!(out, "</div>\n</body>\n</html>");
    out
}

fn summary(out: &mut String, report: &Report) {
    let _ = writeln!(
        out,
        "<div class=\"wide\"><table>\n<thead><tr><th>graph</th><th>exact χ<sub>g</sub></th><th>sampled 2013</th><th>sampled now</th>\
         <th>n</th><th>χ</th><th>S1</th><th>S2</th><th>S3</th><th>S4</th></tr></thead>\n<tbody>"
    );
    for line in &report.lines {
        let wrong = line.corrections();
        let cell = |name: &str, new: String| match wrong.iter().find(|(n, _, _)| *n == name) {
            Some((_, old, _)) => {
                format!("<td class=\"wrong\">{new} <small>2013: {old}</small></td>")
            }
            None => format!("<td>{new}</td>"),
        };
        let mark = |wrong: bool| if wrong { " class=\"wrong\"" } else { "" };
        let _ = writeln!(
            out,
            "<tr><td>{} <small>{}</small></td><td><strong>{}</strong></td><td{}>{}</td><td{}>{}</td><td>{}</td>{}{}{}{}<td>{}</td></tr>",
            escaped(&line.old.graph),
            escaped(&line.board.name),
            line.exact,
            mark(line.contradicts()),
            line.old.monte_carlo,
            mark(line.sampling_errs()),
            line.readings(),
            line.board.board.vertex_count(),
            cell("χ", line.chromatic.to_string()),
            cell("S1", line.s1.to_string()),
            cell("S2", line.s2.to_string()),
            cell("S3", line.s3.to_string()),
            line.s4.map_or("–".to_owned(), |s4| s4.to_string()),
        );
    }
    let _ = writeln!(out, "</tbody>\n</table></div>");
}

fn card(out: &mut String, report: &Report, line: &Line) {
    let board = &line.board;
    let _ = writeln!(
        out,
        "<section class=\"card\"><h3>{} <small>{}</small></h3>",
        escaped(&line.old.graph),
        escaped(&board.name)
    );
    let picture = board_svg(&board.board, &Marks::default());
    out.push_str(&picture.replacen("<svg ", "<svg class=\"board\" ", 1));
    if let Some(curve) = report
        .chart
        .curves
        .iter()
        .find(|curve| curve.name == board.name)
    {
        out.push_str(&report.chart.small_svg(curve));
    }
    let _ = writeln!(
        out,
        "<p>χ<sub>g</sub> = <strong>{}</strong>; sampled {} now, {} in 2013.</p>",
        line.exact,
        line.readings(),
        line.old.monte_carlo
    );
    if line.contradicts() {
        let _ = writeln!(
            out,
            "<p class=\"wrong\">The exact value contradicts 2013.</p>"
        );
    }
    for sentence in line.sentences() {
        let mut text = escaped(&sentence);
        for proof in line.evidence.iter().filter_map(|e| e.proof.as_ref().ok()) {
            let file = format!("certificates/{}", escaped(&proof.file));
            text = text.replace(&file, &format!("<a href=\"{file}\">{file}</a>"));
        }
        let _ = writeln!(out, "<p>{text}</p>");
    }
    if line.sampling_errs() {
        let _ = writeln!(
            out,
            "<p class=\"wrong\">Today's sampling errs as well: more games or stronger players would be needed.</p>"
        );
    }
    for (name, old, new) in line.corrections() {
        let _ = writeln!(out, "<p>{name} is {}, not {old}.</p>", escaped(&new));
    }
    let _ = writeln!(out, "</section>");
}
