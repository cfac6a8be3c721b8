//! What a rule file says about its game, in the words of every game.

use super::Rules;
use super::file::{End, File, Limit, MOST_MARKS, MOST_MOVES, MarkSet, Moving, Turns, Where};
use crate::described::{BoardKind, Description, Example, LabelWords, SideName, Sites};
use crate::parameters::{Default, Kind, Parameter, Value, Values};
use std::borrow::Cow;

impl Rules {
    /// What is true of the game on every board.
    pub fn describe(&self) -> Description {
        let file = &*self.0;
        let words = &file.words;
        let title = words.title.clone().unwrap_or_else(|| titled(&words.name));
        let rules = sentence(words.rules.clone().unwrap_or_else(|| rules(file)));
        let named = |i: usize| file.sides.as_ref().map(|sides| sides[i].clone());
        let side = |i: usize, usual: SideName| match named(i) {
            Some(word) => SideName {
                title: titled(&word).into(),
                word: word.into(),
            },
            None => usual,
        };
        let [first, second] = SideName::first_and_second();
        let example = &file.example;
        let mut values = Values::new();
        if file.takes_colors() {
            values.set("colors", example.colors.unwrap_or(2));
        }
        if file.moving == Moving::Token {
            let start = example.start.clone().unwrap_or_else(|| "0".to_owned());
            values.set("start", start.as_str());
        }
        if file.limit == Limit::Parameter {
            values.set("moves", example.moves.unwrap_or(2));
        }
        Description {
            name: words.name.clone().into(),
            title: title.into(),
            about: words
                .about
                .clone()
                .unwrap_or_else(|| rules.trim_end_matches('.').to_owned())
                .into(),
            rules: rules.into(),
            goal: sentence(words.goal.clone().unwrap_or_else(|| goal(file))).into(),
            sides: [side(0, first), side(1, second)],
            starter: file.sides.as_ref().map(|_| "first".into()),
            labels: match file.end {
                End::Normal | End::Misere if file.sides.is_none() => LabelWords::PreviousNext,
                _ => LabelWords::Sides,
            },
            board: match (file.moving, file.sites) {
                (Moving::Token, _) | (_, Where::Arcs) => BoardKind::Directed,
                _ => BoardKind::Undirected,
            },
            connected: file.connected,
            impartial: file.end == End::Normal
                && file.marks != MarkSet::Own
                && !file.legal.looks.mover
                && file.pass.is_none()
                && file.sides.is_none(),
            sites: match (file.moving, file.sites) {
                (Moving::Token, _) => Sites::Arcs,
                (_, Where::Vertices) => Sites::Vertices,
                (_, Where::Edges | Where::Arcs) => Sites::Edges,
            },
            mark: match &file.marks {
                MarkSet::Own | MarkSet::Count(1) => "".into(),
                _ => words
                    .mark
                    .clone()
                    .unwrap_or_else(|| "mark".to_owned())
                    .into(),
            },
            parameters: parameters(file),
            example: Example {
                board: example
                    .board
                    .clone()
                    .unwrap_or_else(|| "path:3".to_owned())
                    .into(),
                values,
                side: example
                    .side
                    .clone()
                    .or_else(|| named(0))
                    .unwrap_or_else(|| "first".to_owned())
                    .into(),
            },
            ..Description::default()
        }
    }

    /// What was understood, for people: a line each.
    pub fn summary(&self) -> Vec<(&'static str, String)> {
        let file = &*self.0;
        let description = self.describe();
        let kind = match (description.impartial, &file.marks) {
            (true, _) => {
                "impartial: both players have the same moves, so positions have Grundy values"
            }
            (false, MarkSet::Own) => "partizan: each player has marks of the player's own",
            (false, _) if file.legal.looks.mover => "partizan: the condition looks at who moves",
            (false, _) => "both players have the same moves, but positions have no Grundy values",
        };
        let looks = file.legal.looks;
        let mut seen = Vec::new();
        for (yes, what) in [
            (looks.seen, "which marks the neighbours have"),
            (looks.count, "how many neighbours have a mark"),
            (looks.marked, "how many neighbours are marked"),
            (looks.far, "which marks there are at distance 2"),
            (
                looks.fresh,
                "how many neighbours are neither marked nor beside a marked site",
            ),
            (looks.degree, "how many neighbours there are"),
            (looks.empty, "whether nothing is marked yet"),
            (looks.last, "the mark of the last move"),
            (looks.beside, "whether the last move was beside"),
            (looks.mover, "who moves"),
            (looks.k, "the number k, which is --colors"),
        ] {
            if yes {
                seen.push(what);
            }
        }
        let marks = match &file.marks {
            MarkSet::Own => "each player has one mark of the player's own".to_owned(),
            MarkSet::Count(1) => "one, for both players".to_owned(),
            MarkSet::Count(n) => format!("1 to {n}, for both players"),
            MarkSet::Colors => "1 to k, for both players; k is --colors".to_owned(),
            MarkSet::Named(names) => format!("{}, for both players", names.join(", ")),
        };
        let parameters: Vec<String> = description
            .parameters
            .iter()
            .map(|p| format!("--{} ({}, {})", p.name, p.help, p.expected()))
            .collect();
        let mut lines = vec![
            ("name", description.name.to_string()),
            ("title", description.title.to_string()),
            (
                "sites",
                match file.sites {
                    Where::Vertices => "vertices",
                    Where::Edges => "edges",
                    Where::Arcs => "arcs",
                }
                .to_owned(),
            ),
            ("marks", marks),
            ("a move", description.rules.to_string()),
            ("the end", description.goal.to_string()),
            ("the game is", kind.to_owned()),
            (
                "the condition looks at",
                match seen.is_empty() {
                    true => "nothing on the board".to_owned(),
                    false => seen.join(", "),
                },
            ),
        ];
        if !parameters.is_empty() {
            lines.push(("flags", parameters.join(", ")));
        }
        lines
    }
}

/// A name as a title: `arc-kayles` is Arc Kayles.
fn titled(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(|c| c.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    name.split('-').map(word).collect::<Vec<_>>().join(" ")
}

fn sentence(mut text: String) -> String {
    if !text.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    text
}

fn site(file: &File) -> &'static str {
    match file.sites {
        Where::Vertices => "vertex",
        Where::Edges => "edge",
        Where::Arcs => "arc",
    }
}

fn side(file: &File, i: usize) -> String {
    match &file.sides {
        Some(sides) => titled(&sides[i]),
        None => ["the first player", "the second player"][i].to_owned(),
    }
}

fn rules(file: &File) -> String {
    let site = site(file);
    let condition = &file.legal.text;
    let mut text = match (&file.marks, file.turns) {
        _ if file.moving == Moving::Token => match file.sites {
            Where::Vertices => format!(
                "Move the token along an edge to an unmarked vertex where {condition}, and mark it"
            ),
            _ => format!("Move the token along an unmarked {site} where {condition}, and mark it"),
        },
        _ if file.moving == Moving::RemoveClosed => {
            format!("Remove a {site} where {condition}, with its neighbours")
        }
        _ if file.removes() => format!("Remove a {site} where {condition}"),
        (MarkSet::Own, _) => format!("Put your own mark on an unmarked {site} where {condition}"),
        (MarkSet::Count(1), Turns::Mark) => format!("Mark an unmarked {site} where {condition}"),
        (_, Turns::Mark) => {
            format!("Put a mark on an unmarked {site} where, for that mark, {condition}")
        }
        (_, Turns::Point) => {
            let mut pointing = side(file, 0);
            pointing[..1].make_ascii_uppercase();
            format!(
                "{pointing} points at an unmarked {site}, and {} puts a mark on it for which {condition}",
                side(file, 1)
            )
        }
    };
    if let Some(i) = file.pass {
        text += &format!("; {} may pass", side(file, i));
    }
    match file.limit {
        Limit::None => {}
        Limit::Fixed(n) => text += &format!("; there are at most {n} moves, passes aside"),
        Limit::Parameter => text += "; the number of moves, passes aside, is limited",
    }
    text
}

fn goal(file: &File) -> String {
    let site = site(file);
    let mut first = side(file, 0);
    first[..1].make_ascii_uppercase();
    let marked = if file.removes() { "removed" } else { "marked" };
    match file.end {
        End::Normal => "Who cannot move loses".to_owned(),
        End::Misere => "Who cannot move wins".to_owned(),
        End::Maker => format!(
            "{first} wins if every {site} is {marked} when no move is left, otherwise {} does",
            side(file, 1)
        ),
        End::Stuck => {
            let mut second = side(file, 1);
            second[..1].make_ascii_uppercase();
            format!(
                "{first} wins when every {site} is {marked}. {second} wins as soon as another {site} can not be {marked}"
            )
        }
        End::Most => format!(
            "When the player to move cannot, {} wins with more marks than the other, otherwise {} does",
            side(file, 0),
            side(file, 1)
        ),
        End::Within => format!(
            "{first} wins if no move is left when the limit on moves is reached, otherwise {} does",
            side(file, 1)
        ),
    }
}

/// A commented file to begin with.
pub fn template(name: &str) -> String {
    let mut text = format!("# A game of your own: outplay solve {name}.toml path:5\n");
    text += &format!("name  = \"{name}\"\n");
    text += "\
about = \"choose vertices of which no two are neighbours\"

# What is marked: \"vertices\", or \"edges\" or \"arcs\", which are neighbours if they have an end in
# common. On an undirected board every edge is two arcs.
sites = \"vertices\"

# The marks: a number of them, which both players put; \"own\", one for each player; \"k\", as many
# as --colors says; or names, such as [\"red\", \"blue\"].
marks = 1

# When an unmarked site may get a mark: a condition over
";
    for (variable, what) in super::VARIABLES {
        text += &format!("#   {variable:<8} {what}\n");
    }
    text += "\
#   count(m) how many neighbours have the mark m (in many conditions size(seen) or marked is enough)
# with + - * / % == != < > in && || ! ?: and size, all, exists, exists_one, filter and map on lists.
legal = \"size(seen) == 0\"

# How it ends: \"normal\", who cannot move loses; \"misere\", who cannot move wins; \"maker\", the first
# side wins if every site is marked when no move is left; \"stuck\", the same, but the second side wins
# as soon as an unmarked site can take no mark; \"most\", more marks win (with marks = \"own\");
# \"within\", the first side wins if no move is left when the limit on moves is reached.
end   = \"normal\"

# More, if you need it:
# move  = \"remove\"             a move removes a site: it is no neighbour any more, degree counts the rest
# takes = \"neighbours\"         with it go its neighbours
# move  = \"token\"              a token stands on a vertex, --start; a move takes it along an edge or
#                              arc and marks where it goes (sites = \"vertices\") or along what (\"edges\",
#                              \"arcs\"), which must be unmarked; legal speaks of that site
# sides = [\"alice\", \"bob\"]     names for the sides, and --first says who starts
# turns = \"point\"              the first side points at a site, the second one marks it
# pass  = \"second\"             this side may pass
# moves = 5                    the game ends after so many moves; \"n\" takes it from --moves
# connected = true             only on connected boards
# title, rules, goal           words for people, instead of those made from the file
# example = { board = \"path:5\", side = \"first\" }     where a newcomer wins
";
    text
}

/// Every parameter that some rule file can have, for those who must know them before the file.
pub fn parameters_of_files() -> Vec<Parameter> {
    let starters = Vec::new();
    vec![
        colors(),
        moves(),
        first(starters, ""),
        crate::token::start_parameter(),
    ]
}

fn colors() -> Parameter {
    Parameter {
        name: "colors".into(),
        short: Some('k'),
        kind: Kind::Count {
            least: 1,
            most: MOST_MARKS,
        },
        default: Default::Required,
        help: "how many colours there are".into(),
        phrase: "1 colour|{} colours".into(),
    }
}

fn moves() -> Parameter {
    Parameter {
        name: "moves".into(),
        short: None,
        kind: Kind::Count {
            least: 0,
            most: MOST_MOVES,
        },
        default: Default::Required,
        help: "after how many moves the game ends".into(),
        phrase: "1 move|{} moves".into(),
    }
}

fn first(starters: Vec<Cow<'static, str>>, usual: &str) -> Parameter {
    Parameter {
        name: "first".into(),
        short: None,
        kind: Kind::Choice(starters),
        default: Default::Value(Value::from(usual)),
        help: "who moves first".into(),
        phrase: "{} first".into(),
    }
}

fn parameters(file: &File) -> Vec<Parameter> {
    let mut list = Vec::new();
    if file.takes_colors() {
        list.push(Parameter {
            help: match file.marks {
                MarkSet::Colors => colors().help,
                _ => "the number k of the rules".into(),
            },
            ..colors()
        });
    }
    if file.moving == Moving::Token {
        list.push(crate::token::start_parameter());
    }
    if file.limit == Limit::Parameter {
        list.push(moves());
    }
    if let Some(sides) = &file.sides {
        let starters = match file.turns {
            Turns::Mark => &sides[..],
            Turns::Point => &sides[..1],
        };
        let words = starters.iter().map(|side| side.clone().into());
        list.push(first(words.collect(), &sides[0]));
    }
    list
}
