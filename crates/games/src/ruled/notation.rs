//! Positions and moves of rule files as text, JSON and pictures.

use crate::any::{OfRows, Playable};
use crate::explain::Reasons;
use crate::notation::{Notation, split_row};
use crate::parameters::Values;
use crate::sampled::Sampled;
use crate::show::{Marks, Notes, Show, Touch};
use outplay_board::{InputError, shortened};
use outplay_engine::dense::{self, Counted, Dense};
use outplay_engine::{Budget, Game, Player, Stopped};
use outplay_rules::file::{End, Moving, Where};
use outplay_rules::{At, Move, PASS, Position, Ruled};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::HashMap;

fn parse_site(game: &Ruled, text: &str) -> Result<u32, InputError> {
    if game.file().sites == Where::Vertices || game.walks() {
        return game.vertices.parse(text);
    }
    let text = text.trim();
    let splits = text.match_indices('-').filter_map(|(i, _)| {
        let (a, b) = (&text[..i], &text[i + 1..]);
        let b = if game.sites.directed {
            b.strip_prefix('>')?
        } else {
            b
        };
        let (a, b) = (game.vertices.parse(a).ok()?, game.vertices.parse(b).ok()?);
        game.sites.site_between(a, b)
    });
    splits.into_iter().next().ok_or_else(|| {
        InputError::found(
            format_args!("{} '{}'", game.site_word(), shortened(text)),
            match game.sites.directed {
                true => "an arc of the board by its ends, such as 0->1",
                false => "an edge of the board by its ends, such as 0-1",
            },
        )
    })
}

fn parse_mark(game: &Ruled, text: &str) -> Result<u32, InputError> {
    let text = text.trim();
    let marks = 1..=game.marks;
    let found = marks.into_iter().find(|&m| game.mark_name(m) == text);
    found.map(u32::from).ok_or_else(|| {
        let names = |m| game.mark_name(m);
        let expected = match game.names.is_empty() {
            true => format!("a mark from {} to {}", names(1), names(game.marks)),
            false => format!("one of {}", game.names.join(", ")),
        };
        InputError::found(format_args!("mark '{}'", shortened(text)), expected)
    })
}

fn read_move_json(game: &Ruled, value: &Value) -> Option<Result<Move, InputError>> {
    let site = match game.file().sites {
        Where::Vertices => game.vertices.read_json(value.get("vertex"))?,
        Where::Edges | Where::Arcs => {
            let from = game.vertices.read_json(value.get("from"))?;
            let to = game.vertices.read_json(value.get("to"))?;
            from.and_then(|from| Ok((from, to?)))
                .and_then(|(from, to)| {
                    game.sites.site_between(from, to).ok_or_else(|| {
                        InputError::found("no edge of the board", "one, by its ends")
                    })
                })
        }
    };
    let mark = match value.get("color") {
        None => Ok(0),
        Some(Value::String(name)) => parse_mark(game, name),
        Some(Value::Number(number)) => parse_mark(game, &number.to_string()),
        Some(_) => return None,
    };
    Some(site.and_then(|site| Ok(Move { site, mark: mark? })))
}

fn parse_row(game: &Ruled, text: &str) -> Result<Vec<u8>, InputError> {
    let n = game.sites.len();
    let marks = split_row(text, n);
    if marks.len() != n {
        return Err(InputError::found(
            format_args!("{} marks in the position", marks.len()),
            format_args!(
                "{n}, one for each {} ('-' for none), and nothing after them that the rules do not need",
                game.site_word()
            ),
        ));
    }
    let mark = |mark: &String| match mark.as_str() {
        "-" | "0" | "null" => Ok(0),
        "1" | "X" if game.marks == 1 => Ok(1),
        mark => parse_mark(game, mark).map(|mark| mark as u8),
    };
    marks.iter().map(mark).collect()
}

/// Where a token stands and has been: on vertices as a row with `o` and `x`, else as the vertex of
/// the token and what it has used.
fn walk_text(game: &Ruled, at: At<'_>) -> String {
    let token = at.last - 1;
    let marks = at.row.iter().zip(0..);
    if game.file().sites == Where::Vertices {
        let mark = |(&mark, v)| match (v == token, mark) {
            (true, _) => "o",
            (false, 0) => "-",
            (false, _) => "x",
        };
        return marks.map(mark).collect::<Vec<_>>().join(",");
    }
    let used = marks.filter(|(mark, _)| **mark != 0);
    let used: Vec<String> = used.map(|(_, site)| game.site_name(site)).collect();
    let token = game.vertices.name(token);
    match used.is_empty() && !game.records_turn() {
        true => token,
        false => format!("{token};{}", used.join(",")),
    }
}

/// Reads a row with one `o`: what is marked, and the vertex of the token.
fn parse_token_row(game: &Ruled, text: &str) -> Result<(Vec<u8>, u32), InputError> {
    let n = game.sites.len();
    let marks = split_row(text, n);
    if marks.len() != n {
        return Err(InputError::found(
            format_args!("{} marks in the position", marks.len()),
            format_args!(
                "{n}, one for each vertex (o for the token, x where it has been, - for others)"
            ),
        ));
    }
    let mut tokens = Vec::new();
    let mark = |(mark, v): (&String, u32)| match mark.as_str() {
        "-" | "0" => Ok(0),
        "x" | "X" | "1" => Ok(1),
        "o" | "O" | "2" => {
            tokens.push(v);
            Ok(1)
        }
        other => Err(InputError::found(
            format_args!("'{}'", shortened(other)),
            "o for the token, x for a vertex where it has been or - for another",
        )),
    };
    let row = marks.iter().zip(0..).map(mark).collect::<Result<_, _>>()?;
    match tokens[..] {
        [token] => Ok((row, token)),
        _ => Err(InputError::new(format!(
            "not a legal position: there are {} tokens, marked o, and not one",
            tokens.len()
        ))),
    }
}

/// Reads what a token has used. Names of vertices may have commas: what stands before one is an edge,
/// or its beginning.
fn parse_used(game: &Ruled, text: &str) -> Result<Vec<u8>, InputError> {
    let sites = &game.sites;
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for (site, &(a, b)) in sites.ends.iter().enumerate() {
        if !sites.directed {
            numbers.insert(game.pair_name(b, a), site);
        }
        numbers.insert(game.pair_name(a, b), site);
    }
    let longest = numbers.keys().map(String::len).max().unwrap_or(0);
    let mut used = vec![0; sites.len()];
    let mut word = String::new();
    for piece in text.split(',') {
        word += piece;
        if let Some(&site) = numbers.get(word.trim()) {
            if used[site] == 1 {
                return Err(InputError::new(format!(
                    "not a legal position: {} is used twice",
                    word.trim()
                )));
            }
            used[site] = 1;
            word.clear();
        } else if word.trim().len() > longest {
            break;
        } else {
            word.push(',');
        }
    }
    match word.trim().trim_end_matches(',') {
        "" => Ok(used),
        word => Err(InputError::found(
            format_args!("'{}'", shortened(word)),
            match sites.len() {
                0 => "none: the board has no edges".to_owned(),
                _ => format!("an edge of the board, such as {}", game.site_name(0)),
            },
        )),
    }
}

fn side_name(game: &Ruled, player: Player) -> String {
    let side = game.side_of(player);
    game.file().sides.as_ref().map_or_else(
        || ["first", "second"][side].to_owned(),
        |sides| sides[side].clone(),
    )
}

impl Notation for Ruled {
    fn position_text(&self, position: &Position) -> String {
        let at = self.at(position);
        let mut text = match self.walks() {
            true => walk_text(self, at),
            false => {
                let marks = at.row.iter().map(|&mark| self.mark_name(mark));
                marks.collect::<Vec<_>>().join(",")
            }
        };
        if self.records_turn() {
            text += &format!(";{}", side_name(self, at.mover));
        }
        if self.records_last() && !self.walks() {
            let name = at.last.checked_sub(1).map(|site| self.site_name(site));
            text += &format!(";{}", name.unwrap_or_else(|| "-".to_owned()));
        }
        text
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let mut parts = text.trim().split(';').map(str::trim);
        let text = parts.next().unwrap_or("");
        let (row, token) = match (self.walks(), self.file().sites) {
            (false, _) => (parse_row(self, text)?, 0),
            (true, Where::Vertices) => parse_token_row(self, text)?,
            (true, _) => {
                let used = parse_used(self, parts.next().unwrap_or(""))?;
                (used, self.vertices.parse(text)?)
            }
        };
        let mut mover = Player::after(self.made(&row));
        if self.records_turn() {
            let said = parts.next();
            let players = [Player::First, Player::Second];
            let named = players
                .into_iter()
                .find(|&p| Some(&*side_name(self, p)) == said);
            mover = match (named, said) {
                (Some(player), _) => player,
                (None, None) => mover,
                (None, Some(said)) => {
                    return Err(InputError::found(
                        format_args!("'{}'", shortened(said)),
                        format_args!(
                            "whose turn it is: {} or {}",
                            side_name(self, players[0]),
                            side_name(self, players[1])
                        ),
                    ));
                }
            };
        }
        let last = match self.records_last() {
            false => 0,
            true if self.walks() => token + 1,
            true => match parts.next() {
                None | Some("-") => 0,
                Some(site) => parse_site(self, site)? + 1,
            },
        };
        if let Some(more) = parts.next() {
            return Err(InputError::found(
                format_args!("'{}' after the position", shortened(more)),
                "nothing more",
            ));
        }
        let row = &row;
        let position = self.position(At { row, last, mover });
        match self.is_reachable(&position) {
            Some(true) => Ok(position),
            Some(false) => Err(InputError::new(
                "not a legal position: no play by these rules leads to it",
            )),
            None => Err(InputError::new(
                "found a position of which it could not be settled whether play by these rules leads to it, expected one with fewer marks",
            )),
        }
    }

    fn move_text(&self, mv: Move) -> String {
        match mv {
            Move { site: PASS, .. } => "pass".to_owned(),
            Move { site, .. } if self.walks() => self.vertices.name(site),
            Move { site, mark: 0 } => self.site_name(site),
            Move { site, mark } => {
                format!("{}={}", self.site_name(site), self.mark_name(mark as u8))
            }
        }
    }

    fn move_json(&self, mv: Move) -> Value {
        if mv.site == PASS {
            return json!("pass");
        }
        if self.walks() {
            return self.vertices.json(mv.site);
        }
        let mut json = match self.sites.ends.get(mv.site as usize) {
            Some(&(a, b)) => json!({ "from": self.vertices.json(a), "to": self.vertices.json(b) }),
            None => json!({ "vertex": self.vertices.json(mv.site) }),
        };
        if mv.mark > 0 {
            json["color"] = match self.names.is_empty() {
                true => json!(mv.mark),
                false => json!(self.mark_name(mv.mark as u8)),
            };
        }
        json
    }

    fn parse_move(&self, text: &str) -> Result<Move, InputError> {
        let text = text.trim();
        if text.trim_matches('"').eq_ignore_ascii_case("pass") {
            return Ok(Move {
                site: PASS,
                mark: 0,
            });
        }
        if text.starts_with('{') {
            let value: Option<Value> = serde_json::from_str(text).ok();
            let read = value.and_then(|value| read_move_json(self, &value));
            return read.unwrap_or_else(|| {
                let found = format!("'{}'", shortened(text));
                Err(InputError::found(found, self.move_help()))
            });
        }
        let text = text.trim_matches('"');
        if let Ok(site) = parse_site(self, text) {
            return Ok(Move { site, mark: 0 });
        }
        match text.rsplit_once('=') {
            Some((site, mark)) => Ok(Move {
                site: parse_site(self, site)?,
                mark: parse_mark(self, mark)?,
            }),
            None => Ok(Move {
                site: parse_site(self, text)?,
                mark: 0,
            }),
        }
    }

    fn move_help(&self) -> String {
        let site = match self.file().sites {
            Where::Edges if !self.sites.directed => "EDGE by its ends, such as 0-1",
            Where::Edges | Where::Arcs => "ARC by its ends, such as 0->1",
            Where::Vertices => "VERTEX",
        };
        let mut help = match self.file().moving {
            Moving::Token => "VERTEX, where the token goes".to_owned(),
            Moving::Remove | Moving::RemoveClosed => format!("{site}, the one to remove"),
            Moving::Mark if self.chooses() => {
                format!("{site}, = and a mark, such as ={}", self.mark_name(1))
            }
            Moving::Mark => format!("{site}, the one to mark"),
        };
        if self.points() {
            help = format!("{site}, to point at it; then {help}");
        }
        if self.file().pass.is_some() {
            help += ", or pass";
        }
        help
    }
}

impl Show for Ruled {
    fn marks(&self, position: &Position) -> Marks {
        let at = self.at(position);
        let row = at.row;
        let token = at.last.checked_sub(1).filter(|_| self.walks());
        let used = self.sites.ends.iter().zip(row);
        let used = used.filter(|(_, mark)| **mark != 0).map(|(&ends, _)| ends);
        match self.file().sites {
            Where::Vertices => Marks {
                colors: Some(row.iter().map(|&mark| mark.into()).collect()),
                token,
                ..Marks::default()
            },
            // Where a token walks, its arrows would point both ways: where it has been is marked.
            Where::Edges | Where::Arcs if self.walks() => {
                let mut colors = vec![0; self.vertex_count()];
                let ends = used.flat_map(|(a, b)| [a, b]);
                ends.chain(token).for_each(|v| colors[v as usize] = 1);
                Marks {
                    colors: Some(colors),
                    token,
                    ..Marks::default()
                }
            }
            Where::Edges | Where::Arcs => Marks {
                arrows: Some(used.collect()),
                ..Marks::default()
            },
        }
    }

    fn touch(&self, mv: Move) -> Touch {
        match self.sites.ends.get(mv.site as usize) {
            _ if mv.site == PASS => Touch::Nothing,
            Some(&(from, to)) if !self.walks() => Touch::Edge { from, to },
            _ => Touch::Vertex {
                vertex: mv.site,
                mark: mv.mark.max(1),
            },
        }
    }

    fn notes(&self, position: &Position) -> Notes {
        let at = self.at(position);
        let over = match (self.result(position), self.file().end) {
            (Some(_), End::Stuck) => match self.dead(at).next() {
                Some(site) => {
                    let (word, name) = (self.site_word(), self.site_name(site));
                    Some(format!("{word} {name} can not be marked any more"))
                }
                None => Some(format!("every {} is marked", self.site_word())),
            },
            (Some(_), End::Within) if self.has_move(at, self.side_of(at.mover)) => {
                Some("all moves are made".to_owned())
            }
            (Some(_), End::Within) => self.file().words.no_move.clone(),
            _ => None,
        };
        let plain = self.file().moving == Moving::Mark;
        if self.file().sites != Where::Vertices || !self.hereditary || !plain {
            return Notes {
                over,
                ..Notes::default()
            };
        }
        let both = |v: u32| self.legal_for(at, 0, v) | self.legal_for(at, 1, v);
        let free = |v: u32| {
            let set = both(v);
            (1..=u32::from(self.marks))
                .filter(|m| set >> (m - 1) & 1 == 1)
                .collect()
        };
        let sites = self.sites.graph.vertices();
        Notes {
            dead: Some(self.dead(at).collect()),
            free: self.chooses().then(|| sites.map(free).collect()),
            over,
            ..Notes::default()
        }
    }
}

impl Reasons for Ruled {
    fn place_name(&self, place: u32) -> String {
        self.vertices.name(place)
    }
}

impl Sampled for Ruled {}

impl Playable for Ruled {
    fn values(&self) -> Values {
        super::values(self)
    }

    fn dense(&self) -> Option<&dyn OfRows<Position>> {
        self.is_of_rows().then_some(self)
    }
}

impl OfRows<Position> for Ruled {
    fn count(&self) -> Option<u64> {
        dense::rows(self.sites.len(), self.marks)
    }

    fn row<'a>(&self, position: &'a Position) -> Cow<'a, [u8]> {
        (&**position).into()
    }

    fn label(&self, values: bool, threads: usize, budget: &Budget<'_>) -> Result<Dense, Stopped> {
        Dense::label(self, values, threads, budget)
    }

    fn counted(&self) -> Option<Counted<'_>> {
        self.counted()
    }
}
