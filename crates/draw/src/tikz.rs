//! SVG turned into TikZ, for papers: the few shapes that this crate's pictures are made of.
//!
//! The file is a document of its own, and a figure where another document says `\input`:
//! LaTeX tells by whether the document has begun. Paths keep their SVG form, which the TikZ
//! library `svg.path` reads.

use roxmltree::{Document, Node};
use std::collections::BTreeSet;
use std::fmt::Write;

const HEAD: &str = r"% A picture for LaTeX: compile it as it is, or \input it in a document that says \usepackage{tikz}.
\makeatletter
\ifx\@nodocument\relax
  \def\outplayend{}
\else
  \documentclass[border=4pt]{standalone}
  \usepackage[utf8]{inputenc}
  \usepackage{tikz}
  \def\outplayend{\end{document}}
  \begin{document}
\fi
\makeatother
\usetikzlibrary{svg.path}
";

/// Turns an SVG of this crate into TikZ.
///
/// # Panics
/// The text is not XML, which pictures of this crate are.
pub fn tikz(svg: &str) -> String {
    let document = Document::parse(svg).expect("pictures are XML");
    let mut figure = Figure::default();
    for child in document.root_element().children() {
        figure.draw(child, 1.0);
    }
    let mut text = HEAD.to_owned();
    for color in &figure.colors {
        let _ = writeln!(text, r"\definecolor{{outplay{color}}}{{HTML}}{{{color}}}");
    }
    text += "\\begin{tikzpicture}[x=1pt,y=1pt,yscale=-1]\n";
    text += &figure.body;
    text += "\\end{tikzpicture}%\n\\outplayend\n";
    text
}

#[derive(Default)]
struct Figure {
    body: String,
    /// As six digits.
    colors: BTreeSet<String>,
}

impl Figure {
    /// Draws an element; letters and lines are `scale` times as large as it says.
    fn draw(&mut self, node: Node<'_, '_>, scale: f64) {
        let number = |name: &str| said(node, name).and_then(|text| text.parse::<f64>().ok());
        let of = |name: &str| number(name).unwrap_or_default();
        match node.tag_name().name() {
            "g" => {
                let transform = node.attribute("transform").unwrap_or_default();
                let part = |name: &str| {
                    let (_, rest) = transform.split_once(name)?;
                    let inside = rest.strip_prefix('(')?.split_once(')')?.0;
                    let numbers = inside.split([' ', ',']).map(str::parse);
                    numbers.collect::<Result<Vec<f64>, _>>().ok()
                };
                let mut options = Vec::new();
                if let Some([x, y]) = part("translate").as_deref() {
                    options.push(format!("shift={{({x},{y})}}"));
                }
                let larger = part("scale").and_then(|list| list.first().copied());
                options.extend(larger.map(|factor| format!("scale={factor}")));
                let _ = writeln!(self.body, r"\begin{{scope}}[{}]", options.join(","));
                for child in node.children() {
                    self.draw(child, scale * larger.unwrap_or(1.0));
                }
                self.body.push_str("\\end{scope}\n");
            }
            "rect" => {
                let corners = match of("rx") {
                    0.0 => String::new(),
                    rx => format!("[rounded corners={rx}pt]"),
                };
                let ([x, y], [width, height]) = ([of("x"), of("y")], [of("width"), of("height")]);
                let pen = self.pen(node, scale);
                let _ = writeln!(
                    self.body,
                    r"\path[{pen}] ({x},{y}) {corners} rectangle ++({width},{height});"
                );
            }
            "circle" => {
                let pen = self.pen(node, scale);
                let (x, y, r) = (of("cx"), of("cy"), of("r"));
                let _ = writeln!(self.body, r"\path[{pen}] ({x},{y}) circle[radius={r}];");
            }
            "path" => {
                let pen = self.pen(node, scale);
                let d = node.attribute("d").unwrap_or_default();
                if !d.is_empty() {
                    let _ = writeln!(self.body, r"\path[{pen}] svg {{{d}}};");
                }
            }
            // Text with an outline is the white paper around the text that follows.
            "text" if said(node, "stroke").is_none() => {
                let anchor = match said(node, "text-anchor") {
                    Some("middle") => "base",
                    Some("end") => "base east",
                    _ => "base west",
                };
                let size = number("font-size").unwrap_or(16.0) * scale;
                let bold = match said(node, "font-weight") {
                    Some(_) => r"\bfseries",
                    None => "",
                };
                let ink = self.color(said(node, "fill").unwrap_or("#000"));
                let text = latex(node.text().unwrap_or_default());
                let _ = writeln!(
                    self.body,
                    r"\node[anchor={anchor},inner sep=0pt,text={ink},font=\sffamily\fontsize{{{size:.1}}}{{{size:.1}}}{bold}\selectfont] at ({},{}) {{{text}}};",
                    of("x"),
                    of("y")
                );
            }
            _ => {}
        }
    }

    /// How to fill and draw a shape.
    fn pen(&mut self, node: Node<'_, '_>, scale: f64) -> String {
        let mut options = Vec::new();
        match said(node, "fill").unwrap_or("#000") {
            "none" => {}
            fill => options.push(format!("fill={}", self.color(fill))),
        }
        if let Some(stroke) = said(node, "stroke").filter(|&stroke| stroke != "none") {
            let width = said(node, "stroke-width").and_then(|w| w.parse::<f64>().ok());
            options.push(format!("draw={}", self.color(stroke)));
            options.push(format!("line width={:.2}pt", width.unwrap_or(1.0) * scale));
            if let Some(dashes) = said(node, "stroke-dasharray") {
                let mut on = true;
                let mut pattern = String::new();
                for length in dashes.split([' ', ',']) {
                    let _ = write!(pattern, "{} {length}pt ", if on { "on" } else { "off" });
                    on = !on;
                }
                options.push(format!("dash pattern={}", pattern.trim_end()));
            }
        }
        options.join(",")
    }

    /// The name of a colour, which is written with three or six digits.
    fn color(&mut self, text: &str) -> String {
        let digits = text.trim_start_matches('#').to_ascii_uppercase();
        let digits = match digits.len() {
            3 => digits.chars().flat_map(|digit| [digit; 2]).collect(),
            _ => digits,
        };
        let name = format!("outplay{digits}");
        self.colors.insert(digits);
        name
    }
}

/// An attribute of an element or of the groups that it is in.
fn said<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    node.ancestors().find_map(|node| node.attribute(name))
}

/// Text as LaTeX wants it.
pub fn latex(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' => out.push_str(r"\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => out.extend(['\\', c]),
            '^' => out.push_str(r"\textasciicircum{}"),
            '~' => out.push_str(r"\textasciitilde{}"),
            '∞' => out.push_str(r"$\infty$"),
            'χ' => out.push_str(r"$\chi$"),
            'λ' => out.push_str(r"$\lambda$"),
            '⋮' => out.push_str(r"$\vdots$"),
            '→' => out.push_str(r"$\to$"),
            '≤' => out.push_str(r"$\le$"),
            '−' => out.push_str("$-$"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_and_letters_become_tikz() {
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg"><title>t</title><g transform="translate(3 4) scale(0.5)" stroke="#BBB"><path d="M0 0H9" stroke-dasharray="6 3"/></g><text x="1" y="2" font-size="13" font-weight="bold" text-anchor="end" fill="#111">a_1 &amp; 50% ∞</text></svg>"##;
        let text = tikz(svg);
        for part in [
            r"\definecolor{outplayBBBBBB}{HTML}{BBBBBB}",
            r"\begin{scope}[shift={(3,4)},scale=0.5]",
            r"\path[fill=outplay000000,draw=outplayBBBBBB,line width=0.50pt,dash pattern=on 6pt off 3pt] svg {M0 0H9};",
            r"\node[anchor=base east,inner sep=0pt,text=outplay111111,font=\sffamily\fontsize{13.0}{13.0}\bfseries\selectfont] at (1,2) {a\_1 \& 50\% $\infty$};",
        ] {
            assert!(text.contains(part), "{part} is missing in {text}");
        }
        assert!(text.starts_with("% ") && text.ends_with("\\outplayend\n"));
        let scopes = |word: &str| text.matches(word).count();
        assert_eq!(scopes(r"\begin{scope}"), scopes(r"\end{scope}"));
    }
}
