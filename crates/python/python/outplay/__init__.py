"""Settles, proves, explains and plays combinatorial games on graphs.

>>> import outplay
>>> outplay.solve("coloring", "petersen", colors=4).winner
'alice'
>>> outplay.number("game-chromatic", [("a", "b"), ("b", "c"), ("c", "d")]).value
3

Boards are families (``"grid:3x3"``), graph6, paths of files, graphs of networkx, igraph or SageMath,
adjacency dictionaries or lists of edges; answers carry the caller's own nodes. A game is named, or the
path of a rule file, or a :class:`Game` of one's own; its parameters are keyword arguments. Every question
takes ``time_limit`` (seconds, or ``"10m"``), ``memory`` (bytes, or ``"4G"``) and ``threads``; an answer that
could not be settled in time says so (``exact`` is False, and ``reason`` why).
"""

from typing import TYPE_CHECKING, Any

from ._answers import Answer, Bounds, Checked, Digraph, Explained, Lesson, Met, Moves, Number, Proved, Solved
from ._boards import catalogue
from ._game import Game
from ._hard import solve_hard
from ._questions import (
    Play,
    bounds,
    check,
    digraph,
    embeddings,
    explain,
    lesson,
    match,
    moves,
    number,
    numbers,
    play,
    prove,
    prove_number,
    read,
    solve,
    strategy,
)
from ._sweep import Sweep, sweep

if TYPE_CHECKING:
    from ._widget import show


def __getattr__(name: str) -> Any:
    # What needs packages that not everybody has is imported when it is used.
    if name == "show":
        try:
            from ._widget import show
        except ModuleNotFoundError as error:
            raise ModuleNotFoundError(f"outplay.show needs {error.name}: pip install 'outplay[notebook]'") from None
        return show
    raise AttributeError(f"module 'outplay' has no attribute {name!r}")


__version__: str = catalogue()["version"]

__all__ = [
    "Answer",
    "Bounds",
    "Checked",
    "Digraph",
    "Explained",
    "Game",
    "Lesson",
    "Met",
    "Moves",
    "Number",
    "Play",
    "Proved",
    "Solved",
    "Sweep",
    "bounds",
    "catalogue",
    "check",
    "digraph",
    "embeddings",
    "explain",
    "lesson",
    "match",
    "moves",
    "number",
    "numbers",
    "play",
    "prove",
    "prove_number",
    "read",
    "show",
    "solve",
    "solve_hard",
    "strategy",
    "sweep",
]
