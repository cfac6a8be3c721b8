//! What a rule file says about its game, in the words of every game.

use crate::described::{BoardKind, Description, Example, LabelWords, SideName, Sites};
use crate::parameters::{Default, Kind, Parameter, Values, colors_parameter, first_parameter};
use outplay_rules::Rules;
use outplay_rules::file::{
    End, File, Limit, MOST_MARKS, MOST_MOVES, MarkSet, Moving, Turns, Where, word_of,
};
use outplay_rules::titled;

/// What is true of the game on every board.
pub fn describe(rules: &Rules) -> Description {
    let file = rules.file();
    let words = &file.words;
    let sentence = file.rules_sentence();
    let named = |i: usize| file.sides.as_ref().map(|sides| sides[i].clone());
    let side = |i: usize, usual: SideName| match named(i) {
        Some(word) => SideName {
            many: false,
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
        fingerprint: file.fingerprint,
        name: words.name.clone().into(),
        title: file.title().into(),
        about: words
            .about
            .clone()
            .unwrap_or_else(|| sentence.trim_end_matches('.').to_owned())
            .into(),
        rules: sentence.into(),
        goal: file.goal_sentence().into(),
        no_move: words.no_move.clone().unwrap_or_default().into(),
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
        plain_arcs: file.sites == Where::Arcs,
        connected: file.connected,
        impartial: file.is_impartial(),
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
pub fn summary(rules: &Rules) -> Vec<(&'static str, String)> {
    let file = rules.file();
    let description = describe(rules);
    let kind = match (description.impartial, &file.marks) {
        (true, _) => "impartial: both players have the same moves, so positions have Grundy values",
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
        (looks.empty, "whether no mark was put yet"),
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
        ("sites", word_of(&Where::WORDS, file.sites).to_owned()),
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

/// Every parameter that some rule file can have, for those who must know them before the file.
pub fn parameters_of_files() -> Vec<Parameter> {
    let starters = Vec::new();
    vec![
        colors_parameter(Default::Required, MOST_MARKS),
        moves(),
        first_parameter(starters, ""),
        crate::token::start_parameter(),
    ]
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

fn parameters(file: &File) -> Vec<Parameter> {
    let mut list = Vec::new();
    if file.takes_colors() {
        list.push(match file.marks {
            MarkSet::Colors => colors_parameter(Default::Required, MOST_MARKS),
            _ => Parameter {
                kind: Kind::Count {
                    least: 1,
                    most: MOST_MOVES,
                },
                help: "the number k of the rules".into(),
                phrase: "k = {}".into(),
                ..colors_parameter(Default::Required, MOST_MARKS)
            },
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
        list.push(first_parameter(words.collect(), &sides[0]));
    }
    list
}
