//! Positions and moves of rule files as text, JSON and pictures.

use crate::any::Playable;
use crate::certificate::Certified;
use crate::explain::Reasons;
use crate::notation::{Notation, split_marks};
use crate::parameters::Values;
use crate::sampled::Sampled;
use crate::show::{Marks, Notes, Show, Touch};
use outplay_board::{InputError, shortened};
use outplay_engine::Player;
use outplay_rules::file::{Moving, Where};
use outplay_rules::{At, Move, PASS, Position, Ruled, marked};
use serde_json::{Value, json};

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
    let mut marks = split_marks(text);
    if let [word] = &marks[..]
        && n > 1
        && word.chars().count() == n
    {
        marks = word.chars().map(String::from).collect();
    }
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
        let marks: Vec<String> = at.row.iter().map(|&mark| self.mark_name(mark)).collect();
        let mut text = marks.join(",");
        if self.records_turn() {
            text += &format!(";{}", side_name(self, at.mover));
        }
        if self.records_last() {
            let name = |site| match self.walks() {
                true => self.vertices.name(site),
                false => self.site_name(site),
            };
            let name = at.last.checked_sub(1).map(name);
            text += &format!(";{}", name.unwrap_or_else(|| "-".to_owned()));
        }
        text
    }

    fn parse_position(&self, text: &str) -> Result<Position, InputError> {
        let mut parts = text.trim().split(';').map(str::trim);
        let row = parse_row(self, parts.next().unwrap_or(""))?;
        if self.walks() && self.file().sites == Where::Vertices && marked(&row) == 0 {
            return Err(InputError::new(
                "not a legal position: the vertex of the token is not marked",
            ));
        }
        let mut mover = match self.made(&row) % 2 {
            0 => Player::First,
            _ => Player::Second,
        };
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
        let mut last = 0;
        if self.records_last() {
            last = match parts.next() {
                None | Some("-") if self.walks() => {
                    return Err(InputError::new(
                        "found no token in the position, expected its vertex after a semicolon",
                    ));
                }
                None | Some("-") => 0,
                Some(site) => parse_site(self, site)? + 1,
            };
        }
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
        let plain = self.file().moving == Moving::Mark;
        if self.file().sites != Where::Vertices || !self.hereditary || !plain {
            return Notes::default();
        }
        let at = self.at(position);
        let both = |v: u32| self.legal_for(at, 0, v) | self.legal_for(at, 1, v);
        let sites = self.sites.graph.vertices();
        let dead = sites
            .clone()
            .filter(|&v| at.row[v as usize] == 0 && both(v) == 0);
        let free = |v: u32| {
            let set = both(v);
            (1..=u32::from(self.marks))
                .filter(|m| set >> (m - 1) & 1 == 1)
                .collect()
        };
        Notes {
            dead: Some(dead.collect()),
            free: self.chooses().then(|| sites.map(free).collect()),
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
    fn certified(&self) -> Option<&dyn Certified<Position = Position, Move = Move>> {
        Some(self)
    }

    fn values(&self) -> Values {
        super::values(self)
    }
}
