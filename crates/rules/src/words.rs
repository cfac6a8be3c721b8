//! What a rule file says in sentences, where it does not say them itself.

use crate::condition::VARIABLES;
use crate::ending;
use crate::file::{End, File, Limit, MarkSet, Moving, Turns, Where};

impl File {
    /// The name in a text.
    pub fn title(&self) -> String {
        let title = self.words.title.clone();
        title.unwrap_or_else(|| titled(&self.words.name))
    }

    /// What a move is, in a sentence.
    pub fn rules_sentence(&self) -> String {
        sentence(self.words.rules.clone().unwrap_or_else(|| rules(self)))
    }

    /// Who wins, in a sentence.
    pub fn goal_sentence(&self) -> String {
        sentence(self.words.goal.clone().unwrap_or_else(|| goal(self)))
    }
}

/// A name as a title: `arc-kayles` is Arc Kayles.
pub fn titled(name: &str) -> String {
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

/// What a site is called.
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
    let mut text = match file.end {
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
        End::Condition => format!(
            "{first} wins if, when no move is left, {}, otherwise {} does",
            file.ending.as_ref().map_or("", |ending| &ending.text),
            side(file, 1)
        ),
    };
    if let Some(until) = &file.until {
        text += &format!("; no move is left as soon as {}", until.text);
    }
    text
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
    for (variable, what) in VARIABLES {
        text += &format!("#   {variable:<8} {what}\n");
    }
    text += "\
#   count(m) how many neighbours have the mark m (in many conditions size(seen) or marked is enough)
# with + - * / % == != < > in && || ! ?: and size, all, exists, exists_one, filter and map on lists.
legal = \"size(seen) == 0\"

# How it ends: \"normal\", who cannot move loses; \"misere\", who cannot move wins; \"maker\", the first
# side wins if every site is marked when no move is left; \"stuck\", the same, but the second side wins
# as soon as an unmarked site can take no mark; \"most\", more marks win (with marks = \"own\");
# \"within\", the first side wins if no move is left when the limit on moves is reached. Or a condition
# over positions: the first side wins if it holds when no move is left. It looks at
";
    for (variable, what) in ending::VARIABLES {
        text += &format!("#   {variable:<8} {what}\n");
    }
    text += "\
#   count(m) how many sites have the mark m
# and, in all(…), exists(…) and number(…), which ask something of every site, at
";
    for (variable, what) in ending::OF_SITES {
        text += &format!("#   {variable:<8} {what}\n");
    }
    text += "\
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
# until = \"count(2) == 3\"      the game ends as soon as this condition over positions holds
# moves = 5                    the game ends after so many moves; \"n\" takes it from --moves
# connected = true             only on connected boards
# title, rules, goal           words for people, instead of those made from the file
# example = { board = \"path:5\", side = \"first\" }     where a newcomer wins
";
    text
}
