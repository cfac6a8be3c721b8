"""Every question, asked with the names and flags of the program."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from . import _answers, _outplay
from ._answers import Answer
from ._boards import BoardLike, Named, Understood, named
from ._game import Game

#: The name of a game, the path of a rule file, or a game of one's own.
GameLike = Any
Time = float | str | None
Memory = int | str | None


class _Limits(NamedTuple):
    time: float | None
    memory: int
    threads: int


_MEMORY = 2 << 30
#: Enough for boards of which there are many; a larger table is slower as long as it is not full.
SMALL_MEMORY = 64 << 20


def _measured(name: str, said: Any, read: Any) -> Any:
    """A number above 0, or what the program reads of a word."""
    if isinstance(said, str):
        try:
            said = read(said.replace(" ", ""))
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
    if said is not None and said <= 0:
        raise ValueError(f"{name}: found {said!r}, expected more than 0")
    return said


def limits(time_limit: Time, memory: Memory, threads: int | None) -> _Limits:
    """What a question may use: all cores and 2 GB, unless said otherwise."""
    if threads is None:
        threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if threads < 1:
        raise ValueError(f"threads: found {threads}, expected at least 1")
    return _Limits(
        _measured("time_limit", time_limit, _outplay.seconds),
        int(_measured("memory", memory, _outplay.bytes) or _MEMORY),
        threads,
    )


#: Where answers hold moves, and where they hold vertices.
_MOVES = {"move", "answer", "played", "winning_moves", "unsettled_moves"}
_VERTICES = {"clique", "pairs", "involution", "line"}
_ENDS = {"vertex", "from", "to"}


class Asked:
    """A game on a board of the caller: opens it, and translates both ways."""

    def __init__(self, game: GameLike, board: BoardLike, limits: _Limits, parameters: dict[str, Any]):
        if isinstance(game, type) and issubclass(game, Game):
            game = game()
        #: What makes it again, from a pickle.
        self.recipe = (game, board, limits, dict(parameters))
        self.limits = limits
        self.own = isinstance(game, Game)
        self.graph: Named | None = None
        if self.own:
            if board is not None or parameters:
                raise TypeError("a game of one's own has its board and its parameters in its own attributes")
            self.opened = _outplay.Opened.own(game, Game, type(game).__name__)
            return
        rules = None
        if isinstance(game, os.PathLike) or (isinstance(game, str) and game.endswith(".toml")):
            game = os.fspath(game)
            with open(game, encoding="utf-8") as file:
                rules = file.read()
        if not isinstance(game, str):
            raise TypeError(f"found {game!r} for a game, expected a name, the path of a rule file or an outplay.Game")
        # Not taken out of the caller's parameters, which workers on other machines are given, too.
        parameters = dict(parameters)
        self.graph = None if board is None else named(board, parameters.pop("header", None))
        # A keyword of Python is said with a line behind it: pass_="bob".
        said = {key.rstrip("_").replace("_", "-"): self._said(value) for key, value in parameters.items()}
        try:
            text = json.dumps(said)
        except TypeError as error:
            raise TypeError(f"a parameter that is no number, word or node of the board: {error}") from None
        board_of = None if self.graph is None else self.graph.board
        self.opened = _outplay.Opened(game, rules, board_of, text, limits)
        self.description = json.loads(self.opened.description)

    def _said(self, value: Any) -> Any:
        if self.graph is None or self.graph.nodes is None:
            return list(value) if isinstance(value, (tuple, set, range)) else value
        vertex = self.graph.vertex(value)
        if vertex is value and isinstance(value, (list, tuple, set)):
            return [self.graph.vertex(item) for item in value]
        return vertex

    def at(self, position: Any) -> str | None:
        """A position as text: the start, one of one's own, text, or the moves that lead there."""
        if position is None:
            return None
        if self.own:
            return str(self.opened.number(position))
        if isinstance(position, str):
            return position
        if not isinstance(position, Sequence):
            raise TypeError(f"at: found {position!r}, expected a position as text, or a list of moves from the start")
        text = None
        for move in position:
            text = self.ask("play", position=text, move=self.move(move, text))["position"]
        return text

    def ask(self, question: str, **said: Any) -> Any:
        """An answer as the program has it."""
        return json.loads(self.opened.ask(question, json.dumps(said), self.limits))

    def move(self, move: Any, position: str | None) -> Any:
        """A move as questions say it, from the caller's."""
        if self.own:
            view = self.ask("position", position=position)
            for listed in view["moves"]:
                if self.opened.mv(listed["move"]) == move:
                    return str(listed["move"])
            raise ValueError(f"{move!r} is not a move at position {self.opened.position(int(view['position']))!r}")
        graph = self.graph
        if isinstance(move, dict):
            if graph is not None:
                move = {key: graph.vertex(value) if key in _ENDS else value for key, value in move.items()}
            return move
        if graph is not None:
            move = graph.vertex(move)
        return str(move)

    def answer(self, kind: type[Answer], said: dict[str, Any], position: str | None = None) -> Any:
        """An answer with the caller's own nodes, positions and moves."""
        if not self.own and self.graph is not None and self.graph.nodes is not None:
            for parameter in self.description["parameters"]:
                if parameter["kind"] == "vertex" and parameter["name"] in said:
                    said[parameter["name"]] = self.graph.node(said[parameter["name"]])
        answer = self._owned(said, None, kind)
        if self.own:
            for key in ("board", "vertices", "edges"):
                answer.pop(key, None)
            if "outcome" in answer:
                answer["winner"] = {"win": "first", "lose": "second"}.get(answer["outcome"])
        elif self.graph is not None:
            answer._picture = lambda: self.opened.svg(position)
        return answer

    def _owned(self, value: Any, key: str | None, kind: type[Answer] = Answer) -> Any:
        if key in _MOVES:
            return [self._move(move) for move in value] if isinstance(value, list) else self._move(value)
        if key in _VERTICES and self.graph is not None:
            return self._vertices(value)
        if isinstance(value, list):
            return [self._owned(item, key) for item in value]
        if not isinstance(value, dict):
            if self.own and key in ("position", "to") and value is not None:
                return self.opened.position(int(value))
            return value
        answer = kind({key: self._owned(item, key) for key, item in value.items()})
        if self.own and "move" in value and "text" in value:
            answer["text"] = str(answer["move"])
            answer.pop("touch", None)
        return answer

    def _vertices(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._vertices(item) for item in value]
        return self._owned(value, None) if isinstance(value, dict) else self.graph.node(value)

    def _move(self, move: Any) -> Any:
        if self.own:
            return None if move is None else self.opened.mv(move)
        if self.graph is None or self.graph.nodes is None or move is None:
            return move
        if isinstance(move, dict):
            if "move" in move:  # a move told with what it touches
                return self._owned(move, None)
            return {key: self.graph.node(value) if key in _ENDS else value for key, value in move.items()}
        # A token's moves are vertices; anything else that is no dictionary is a pass.
        return self.graph.node(move) if self.description["sites"] == "arcs" else move


def solve(
    game: GameLike,
    board: BoardLike = None,
    *,
    at: Any = None,
    grundy: bool = False,
    line: bool = False,
    time_limit: Time = None,
    memory: Memory = None,
    threads: int | None = None,
    **parameters: Any,
) -> _answers.Solved:
    """Who wins a game.

    The parameters of the game are keyword arguments. ``at`` is a position, as text or as the list of
    moves that lead to it; ``line`` also asks for a line of best play. ``header`` is a keyword of every
    question about a board: see :func:`read`.

    >>> import outplay
    >>> answer = outplay.solve("coloring", "petersen", colors=3)
    >>> answer.winner, answer.exact
    ('bob', True)
    >>> outplay.solve("node-kayles", [("a", "b"), ("b", "c")]).winning_moves
    [{'vertex': 'b'}]

    A keyword that the game does not take is a TypeError, a wrong value a ValueError:

    >>> outplay.solve("coloring", "petersen", colours=3)
    Traceback (most recent call last):
    TypeError: 'coloring' does not take colours: it takes colors, first, pass
    """
    asked = Asked(game, board, limits(time_limit, memory, threads), parameters)
    position = asked.at(at)
    return asked.answer(_answers.Solved, asked.ask("solve", position=position, grundy=grundy, line=line), position)


def moves(
    game: GameLike,
    board: BoardLike = None,
    *,
    at: Any = None,
    grundy: bool = False,
    time_limit: Time = None,
    memory: Memory = None,
    threads: int | None = None,
    **parameters: Any,
) -> _answers.Moves:
    """Every legal move of a position with its verdict for the player who makes it, best first.

    >>> import outplay
    >>> for move in outplay.moves("node-kayles", "path:3").moves:
    ...     print(move.text, move.verdict)
    1 win
    0 lose
    2 lose
    """
    asked = Asked(game, board, limits(time_limit, memory, threads), parameters)
    position = asked.at(at)
    return asked.answer(_answers.Moves, asked.ask("moves", position=position, grundy=grundy), position)


def explain(
    game: GameLike,
    board: BoardLike = None,
    *,
    at: Any = None,
    time_limit: Time = None,
    memory: Memory = None,
    threads: int | None = None,
    **parameters: Any,
) -> _answers.Explained:
    """The shortest reason for who wins, verified.

    >>> import outplay
    >>> print(outplay.explain("coloring", "complete:3", colors=2).reason)
    2 colours cannot colour the board, because ... are all neighbours of each other; ...
    """
    asked = Asked(game, board, limits(time_limit, memory, threads), parameters)
    position = asked.at(at)
    return asked.answer(_answers.Explained, asked.ask("explain", position=position), position)


def lesson(
    game: GameLike,
    board: BoardLike = None,
    *,
    time_limit: Time = None,
    memory: Memory = None,
    threads: int | None = None,
    **parameters: Any,
) -> _answers.Lesson:
    """How the labels of all positions are found, round by round, the way one teaches it.

    >>> import outplay
    >>> outplay.lesson("subtraction", pebbles=2, take=[1, 2]).steps[0].positions[0].because
    'no move'
    """
    asked = Asked(game, board, limits(time_limit, memory, threads), parameters)
    return asked.answer(_answers.Lesson, asked.ask("lesson"))


def digraph(
    game: GameLike,
    board: BoardLike = None,
    *,
    at: Any = None,
    symmetry: bool = False,
    most: int = 3000,
    time_limit: Time = None,
    memory: Memory = None,
    threads: int | None = None,
    **parameters: Any,
) -> _answers.Digraph:
    """All positions that can follow, with their labels: at most ``most`` of them.

    >>> import outplay
    >>> states = outplay.digraph("node-kayles", "path:3")
    >>> len(states.nodes), states.nodes[states.start].label
    (5, 'N')
    """
    asked = Asked(game, board, limits(time_limit, memory, threads), parameters)
    position = asked.at(at)
    answer = asked.answer(_answers.Digraph, asked.ask("digraph", position=position, symmetry=symmetry, most=most))
    if asked.own:
        answer["arcs"] = [(a, b, asked.opened.mv(int(move))) for a, b, move in answer["arcs"]]
    else:
        answer["arcs"] = [tuple(arc) for arc in answer["arcs"]]
        answer._picture = lambda: asked.opened.digraph_svg(position, symmetry, asked.limits)
    return answer


def prove(
    game: GameLike,
    board: BoardLike = None,
    out: str | os.PathLike[str] | None = None,
    *,
    at: Any = None,
    grundy: bool = False,
    strict: bool = False,
    time_limit: Time = None,
    memory: Memory = None,
    threads: int | None = None,
    **parameters: Any,
) -> _answers.Proved:
    """A certificate of who wins, or of the Grundy value, which :func:`check` and the program's own checker verify.

    >>> import outplay
    >>> proof = outplay.prove("coloring", "cycle:5", colors=2)
    >>> outplay.check(proof).statement
    'coloring on 5 vertices with 5 edges 0-1 0-4 1-2 2-3 3-4, colors 2, ...: Bob wins'
    >>> outplay.check(outplay.prove("node-kayles", "path:5", grundy=True)).value
    3
    """
    asked = Asked(game, board, limits(time_limit, memory, threads), parameters)
    position = asked.at(at)
    said = asked.ask("prove", position=position, grundy=grundy, strict=strict)
    return _written(asked.answer(_answers.Proved, said, position), out)


def _written(answer: _answers.Proved, out: str | os.PathLike[str] | None) -> _answers.Proved:
    certificate = answer["certificate"] = answer["certificate"].encode()
    if out is not None:
        # Half a proof is none: it appears when it is complete.
        part = f"{os.fspath(out)}.part"
        with open(part, "wb") as file:
            file.write(certificate)
        os.replace(part, out)
    return answer


def prove_number(
    name: str,
    board: BoardLike,
    out: str | os.PathLike[str] | None = None,
    *,
    first: str | None = None,
    pass_: str | None = None,
    strict: bool = False,
    header: bool | None = None,
    time_limit: Time = None,
    memory: Memory = None,
    threads: int | None = None,
) -> _answers.Proved:
    """A certificate of a number: one for every number of colours, the last of which Alice wins.

    >>> import outplay
    >>> proof = outplay.prove_number("game-chromatic", "path:4")
    >>> proof.value
    3
    >>> outplay.check(proof).statement
    'χ_g = 3, Alice first, on 4 vertices with 3 edges 0-1 1-2 2-3'
    """
    allowed, said = limits(time_limit, memory, threads), {"name": name, "first": first, "pass": pass_, "strict": strict}
    return _written(_answers.Proved(_ask(named(board, header), "prove/number", allowed, **said)), out)


def _ask(graph: Named, question: str, allowed: _Limits, **said: Any) -> dict[str, Any]:
    """An answer about a board as the program has it."""
    return json.loads(graph.board.ask(question, json.dumps(said), allowed))


def check(
    certificate: bytes | str | os.PathLike[str] | _answers.Proved, *, strict: bool = False, time_limit: Time = None
) -> _answers.Checked:
    """Does a certificate hold? A ValueError says where and why it does not.

    It is a path, the text itself as bytes, or what :func:`prove` returned.
    """
    name = "the certificate"
    if isinstance(certificate, _answers.Proved):
        certificate = certificate.certificate
    elif not isinstance(certificate, bytes):
        name = os.fspath(certificate)
        with open(name, "rb") as file:
            certificate = file.read()
    return _answers.Checked(json.loads(_outplay.check(certificate, name, strict, limits(time_limit, None, None))))


def number(
    name: str,
    board: BoardLike,
    *,
    first: str | None = None,
    pass_: str | None = None,
    header: bool | None = None,
    time_limit: Time = None,
    memory: Memory = None,
    threads: int | None = None,
) -> _answers.Number:
    """A number of a graph: ``chromatic``, ``game-chromatic``, ``game-coloring``, ….

    >>> import outplay
    >>> answer = outplay.number("game-chromatic", "petersen")
    >>> answer.value, answer == 4, int(answer)
    (4, True, 4)
    """
    allowed, said = limits(time_limit, memory, threads), {"name": name, "first": first, "pass": pass_}
    return _answers.Number(_ask(named(board, header), "number", allowed, **said))


def numbers(
    name: str,
    boards: Iterable[BoardLike],
    *,
    first: str | None = None,
    pass_: str | None = None,
    header: bool | None = None,
    time_limit: Time = None,
    memory: Memory = None,
    threads: int | None = None,
) -> list[int | None]:
    """A number of many graphs at once, in their order, on all cores, with 64 MB and without Python's lock.

    ``time_limit`` is for each of them; None stands where it ran out.

    >>> import outplay
    >>> outplay.numbers("game-chromatic", ["path:4", "cycle:5", "petersen"])
    [3, 3, 4]
    """
    asked = limits(time_limit, SMALL_MEMORY if memory is None else memory, threads)
    return _outplay.numbers([named(board, header).board for board in boards], name, first, pass_, asked)


def bounds(
    board: BoardLike,
    *,
    header: bool | None = None,
    time_limit: Time = None,
    memory: Memory = None,
    threads: int | None = None,
) -> _answers.Bounds:
    """Every number and bound that belongs to the colouring game, side by side.

    >>> import outplay
    >>> found = outplay.bounds("petersen")
    >>> found["chromatic"].value, found["game-chromatic"].value, found.best_upper.value
    (3, 4, 4)
    >>> found.game_chromatic.exact
    True
    """
    said = _ask(named(board, header), "numbers", limits(time_limit, memory, threads))
    return _answers.Bounds({key: Answer(value) if isinstance(value, dict) else value for key, value in said.items()})


def read(board: BoardLike, *, header: bool | None = None) -> Understood:
    """What is understood of a board, with every decision that was made among its ``remarks``.

    ``header`` says whether the first line of an edge list is one, where its content does not. The answer
    is itself a board, as it was read, for every other question.

    >>> import outplay
    >>> found = outplay.read("1 2\\n2 3\\n")
    >>> found.format, found.vertices, found.names, found.remarks
    ('edges', 3, ['1', '2', '3'], ['read 3 vertices, named 1 to 3'])
    >>> outplay.number("chromatic", outplay.read("4 3\\n1 2\\n2 3\\n3 1\\n", header=True)).vertices
    4
    """
    graph = named(board, header)
    answer = Understood(_ask(graph, "read", limits(None, None, None)))
    answer._board = graph
    return answer


def _with_nodes(graph: Named, value: Any, key: str | None = None) -> Any:
    """An answer about a board with the caller's own nodes."""
    if isinstance(value, dict):
        return Answer({key: _with_nodes(graph, item, key) for key, item in value.items()})
    if isinstance(value, list):
        return [_with_nodes(graph, item, key) for item in value]
    named_there = key in ("vertex", "vertices", "backward", "loose", "arcs", "chosen", "edges", "outer")
    return graph.node(value) if named_there and isinstance(value, str) else value


def strategy(
    name: str,
    board: BoardLike,
    *,
    header: bool | None = None,
    time_limit: Time = None,
    memory: Memory = None,
    threads: int | None = None,
) -> Answer:
    """What a strategy of Alice's (``s1`` to ``s4``) is made of: orders, palettes, forests, auxiliary graphs.

    >>> import outplay
    >>> parts = outplay.strategy("s1", "petersen")
    >>> parts.colors, len(parts.order), len(parts.palettes)
    (18, 10, 3)
    """
    graph = named(board, header)
    said = _ask(graph, "strategy", limits(time_limit, memory, threads), strategy=name, picture=True)
    picture = said.pop("picture")
    answer = _with_nodes(graph, said)
    answer._picture = lambda: picture
    return answer


def embeddings(
    board: BoardLike,
    *,
    header: bool | None = None,
    time_limit: Time = None,
    memory: Memory = None,
    threads: int | None = None,
) -> Answer:
    """All embeddings of a board in the plane with every outer face, one for all that symmetries make of it.

    >>> import outplay
    >>> [found.cells for found in outplay.embeddings("grid:2x3").embeddings]
    [[4, 4], [4, 6]]
    """
    graph = named(board, header)
    return _with_nodes(graph, _ask(graph, "embeddings", limits(time_limit, memory, threads)))


def match(
    game: GameLike,
    board: BoardLike = None,
    *,
    alice: str = "perfect",
    bob: str = "random",
    games: int = 100,
    seed: int = 1,
    longest: int = 1000,
    time_limit: Time = None,
    memory: Memory = None,
    threads: int | None = None,
    **parameters: Any,
) -> _answers.Met:
    """Two players meet many times; ``alice`` takes the side that the game lists first.

    The same seed gives the same games. After ``longest`` moves a game is called a draw.

    >>> import outplay
    >>> outplay.match("node-kayles", "path:5", alice="perfect", bob="random", games=50).alice.wins
    50
    """
    asked = Asked(game, board, limits(time_limit, memory, threads), parameters)
    return asked.answer(_answers.Met, asked.ask("match", players=[alice, bob], games=games, seed=seed, longest=longest)["meetings"][0])


def _resumed(recipe: tuple[Any, ...], start: Any, moves: list[Any]) -> Play:
    """A game out of a pickle."""
    asked = Asked(*recipe)
    game = Play(asked, asked.at(start))
    for move in moves:
        game.move(move)
    return game


class Play:
    """A game that is being played: :func:`play` begins one. It pickles, as far as board and rules do."""

    def __init__(self, asked: Asked, position: str | None):
        self._asked = asked
        self._views = [asked.ask("position", position=position)]
        #: The moves so far.
        self.played: list[Any] = []

    @property
    def _view(self) -> dict[str, Any]:
        return self._views[-1]

    @property
    def position(self) -> Any:
        """The position."""
        return self._asked._owned(self._view["position"], "position")

    @property
    def to_move(self) -> str:
        """The side to move."""
        return self._view["to_move"]

    @property
    def moves(self) -> list[Any]:
        """The legal moves."""
        return [self._asked._move(move["move"]) for move in self._view["moves"]]

    @property
    def over(self) -> Answer | None:
        """Who won and why, once the game is over."""
        return self._view["over"] and Answer(self._view["over"])

    def move(self, move: Any) -> Play:
        """Makes a move: one of ``moves``, or its text. A move that is not legal is a ValueError that says why."""
        at = self._view
        said = self._asked.move(move, at["position"])
        self._add(self._asked.ask("play", position=at["position"], mover=at["mover"], move=said))
        return self

    def choose(self, player: str = "perfect", *, seed: int = 1) -> Any:
        """Lets a player make the next move, and returns it."""
        at, asked = self._view, self._asked
        chosen = asked.ask("choose", position=at["position"], mover=at["mover"], player=player, seed=seed)
        if chosen["move"] is None:
            raise RuntimeError(chosen["reason"])
        self._add({**chosen["view"], "played": chosen["move"]})
        return self.played[-1]

    def undo(self) -> Play:
        """Takes the last move back."""
        if not self.played:
            raise ValueError("there is no move to take back")
        self._views.pop()
        self.played.pop()
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if self._asked.own:
            start, moves = self._asked._owned(self._views[0]["position"], "position"), self.played
        else:
            start, moves = self._views[0]["position"], [view["played"]["text"] for view in self._views[1:]]
        return _resumed, (self._asked.recipe, start, moves)

    def _add(self, view: dict[str, Any]) -> None:
        self._views.append(view)
        self.played.append(self._asked._move(view["played"]["move"]))

    def svg(self) -> str:
        """The board as it stands."""
        if self._asked.graph is None:
            raise ValueError("there is nothing to draw: the game has no board")
        return self._asked.opened.svg(self._view["position"])

    def __repr__(self) -> str:
        over = self.over
        state = f"{self.to_move} to move" if over is None else over.reason
        return f"<Play {self.position!r}, {state}>"

    def _repr_html_(self) -> str:
        picture = "" if self._asked.graph is None else self.svg()
        return f"<div>{picture}{_answers.table(['', ''], [['position', self.position], ['', repr(self)]])}</div>"


def play(
    game: GameLike,
    board: BoardLike = None,
    *,
    at: Any = None,
    time_limit: Time = None,
    memory: Memory = None,
    threads: int | None = None,
    **parameters: Any,
) -> Play:
    """Begins a game to be played move by move, by hand or by the players of the program.

    >>> import outplay
    >>> game = outplay.play("node-kayles", "path:5")
    >>> game.choose("perfect")
    {'vertex': 2}
    >>> game.move({"vertex": 0}).moves
    [{'vertex': 4}]
    >>> game.move(4).over.winner
    'first'
    """
    asked = Asked(game, board, limits(time_limit, memory, threads), parameters)
    return Play(asked, asked.at(at))
