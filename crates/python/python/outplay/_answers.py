"""Answers: dictionaries whose keys are attributes, too, and that know how to be shown."""

from __future__ import annotations

import operator
import re
from html import escape
from typing import Any

#: So many rows of a table are shown.
SHOWN = 60


def _attribute(key: str) -> str:
    return re.sub(r"\W", "_", key)


class Answer(dict):
    """What was answered: ``answer["winner"]`` and ``answer.winner`` are the same."""

    #: Draws the answer's board; nothing of it is kept in a pickle.
    _picture: Any = None

    def __getattr__(self, name: str) -> Any:
        # A key such as "game-chromatic" is written with a line for what no name can have.
        for key in (name, *(key for key in self if _attribute(key) == name)):
            if key in self:
                return self[key]
        raise AttributeError(f"{type(self).__name__} has no {name!r}: it has {', '.join(map(_attribute, self))}")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *map(_attribute, self)]

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self),)

    def __repr__(self) -> str:
        plain = {key: value for key, value in self.items() if not isinstance(value, (list, dict))}
        return f"{type(self).__name__}({', '.join(f'{key}={value!r}' for key, value in plain.items())})"

    def _rows(self) -> tuple[list[str], list[list[Any]]]:
        plain = [[key, value] for key, value in self.items() if not isinstance(value, (list, dict))]
        return ["", ""], plain

    def _repr_html_(self) -> str:
        picture = self.svg() if self._picture else ""
        return f"<div>{picture}{table(*self._rows())}</div>"

    def svg(self) -> str:
        """The picture: the board in the position asked about."""
        if self._picture is None:
            raise ValueError("there is nothing to draw: the game has no board, or the answer comes from a pickle")
        return self._picture()


def table(heads: list[str], rows: list[list[Any]]) -> str:
    """A table in HTML."""

    def cell(value: Any) -> str:
        return "–" if value is None else escape(value if isinstance(value, str) else repr(value))

    head = "".join(f"<th>{escape(head)}</th>" for head in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell(value)}</td>" for value in row) + "</tr>" for row in rows[:SHOWN])
    more = f"<caption>the first {SHOWN} of {len(rows)}</caption>" if len(rows) > SHOWN else ""
    return f"<table>{more}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


class Solved(Answer):
    """Who wins. ``winner`` is a side, or None where it is drawn or not settled; ``exact`` says which."""

    winner: str | None
    outcome: str | None
    exact: bool
    positions: int
    seconds: float
    winning_moves: list[Any]


class Moves(Answer):
    """Every legal move with its verdict, best first."""

    position: Any
    to_move: str
    moves: list[Answer]
    exact: bool

    def _rows(self) -> tuple[list[str], list[list[Any]]]:
        heads = ["move", "verdict", "remoteness"]
        return heads, [[move["text"], move["verdict"], move.get("remoteness")] for move in self["moves"]]


class Explained(Answer):
    """The shortest reason for a verdict: ``reason`` in words, ``kind`` in one."""

    reason: str
    kind: str


class Number(Answer):
    """A number of a graph: ``value``, or ``lower`` and ``upper`` where it is not settled.

    It compares, adds and divides as its value does.
    """

    value: int | None
    exact: bool

    def __int__(self) -> int:
        if self["value"] is None:
            raise ValueError(f"{self['name']} is not settled: {self.get('reason')}")
        return self["value"]

    __index__ = __int__

    def __float__(self) -> float:
        return float(int(self))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Number) and None not in (self["value"], other["value"]):
            return self["value"] == other["value"]
        return self["value"] == other if isinstance(other, (int, float)) else super().__eq__(other)

    __hash__ = None  # type: ignore[assignment]


def _value(number: Any) -> Any:
    return int(number) if isinstance(number, Number) else number


def _as_number(operation: Any) -> tuple[Any, Any]:
    """An operation with such a number on its left, and on its right."""
    return lambda self, other: operation(int(self), _value(other)), lambda self, other: operation(_value(other), int(self))


for _name in ("lt", "le", "gt", "ge", "add", "sub", "mul", "truediv", "floordiv", "mod"):
    _left, _right = _as_number(getattr(operator, _name))
    setattr(Number, f"__{_name}__", _left)
    if _name not in ("lt", "le", "gt", "ge"):
        setattr(Number, f"__r{_name}__", _right)


class Bounds(Answer):
    """Every number and bound of the colouring game on a board."""

    best_upper: Answer

    def _rows(self) -> tuple[list[str], list[list[Any]]]:
        rows = [value for value in self.values() if isinstance(value, dict) and "title" in value]
        shown = [[row["title"], row["value"], row["kind"], row["from"]] for row in rows]
        return ["", "value", "", "from"], shown


class Digraph(Answer):
    """The state digraph: ``nodes`` with their labels, ``arcs`` as (from, to, move), by numbers of nodes."""

    start: int
    nodes: list[Answer]
    arcs: list[tuple[int, int, Any]]

    def _rows(self) -> tuple[list[str], list[list[Any]]]:
        heads = ["position", "label", "remoteness", "Grundy value"]
        return heads, [
            [node["position"], node["label"], node["remoteness"], node.get("grundy")] for node in self["nodes"]
        ]

    def networkx(self) -> Any:
        """The same as a networkx.MultiDiGraph with the numbers as nodes and everything known as attributes."""
        import networkx

        digraph = networkx.MultiDiGraph(start=self["start"])
        digraph.add_nodes_from((i, dict(node)) for i, node in enumerate(self["nodes"]))
        digraph.add_edges_from((a, b, {"move": move}) for a, b, move in self["arcs"])
        return digraph


class Proved(Answer):
    """A certificate that was written: ``certificate`` is its text."""

    certificate: bytes


class Checked(Answer):
    """A certificate that holds, and what it proves."""

    statement: str
    fingerprint: str


class Lesson(Answer):
    """How the labels are found, round by round."""

    steps: list[Answer]

    def _rows(self) -> tuple[list[str], list[list[Any]]]:
        rows = [[step["rule"], at["position"], at["label"], at["because"]] for step in self["steps"] for at in step["positions"]]
        return ["round", "position", "label", "because"], rows


class Met(Answer):
    """What came of a match; it is sampled, with an interval at 95 %."""

    games: int
    draws: int

    def _rows(self) -> tuple[list[str], list[list[Any]]]:
        rows = [[self[side][key] for key in ("player", "wins", "low", "high")] for side in ("alice", "bob")]
        return ["player", "wins", "at least", "at most"], rows
