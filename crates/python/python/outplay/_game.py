"""A game as a Python class."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Literal


class Game:
    """Rules of one's own. Positions are any hashable values, moves any values at all.

    Say where play begins, which moves there are and where they lead; who cannot move loses,
    unless ``result`` says otherwise. Every question that takes the name of a game takes one of these.

    >>> import outplay
    >>> class Subtraction(outplay.Game):
    ...     def start(self): return 7
    ...     def moves(self, pile): return [n for n in (1, 2) if n <= pile]
    ...     def play(self, pile, n): return pile - n
    >>> outplay.solve(Subtraction()).winner
    'first'
    >>> [(move.move, move.to, move.verdict) for move in outplay.moves(Subtraction()).moves]
    [(1, 6, 'win'), (2, 5, 'lose')]
    """

    #: Does all play come to an end, and with a winner? Then large games are searched instead of listed position by position.
    finite: bool = False

    def start(self) -> Hashable:
        """The position at which play begins."""
        raise NotImplementedError("start() says where play begins")

    def moves(self, position: Any) -> Iterable[Any]:
        """The legal moves of the player to move."""
        raise NotImplementedError("moves() lists the legal moves")

    def play(self, position: Any, move: Any) -> Hashable:
        """The position after a move; the other player is to move there."""
        raise NotImplementedError("play() says where a move leads")

    def result(self, position: Any) -> Literal["win", "lose", "draw"] | None:
        """How play has ended for the player to move, if it has. Without moves it has, with a loss."""
        return None

    def symmetry(self, position: Any) -> Hashable:
        """One position that stands for all that are symmetric to this one."""
        return position
