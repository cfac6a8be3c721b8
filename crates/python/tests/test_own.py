"""Games as Python classes."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import networkx
import pytest

import outplay


class Nim(outplay.Game):
    def __init__(self, *heaps):
        self.heaps = heaps

    def start(self):
        return self.heaps

    def moves(self, heaps):
        return ((heap, take) for heap, size in enumerate(heaps) for take in range(1, size + 1))

    def play(self, heaps, move):
        heap, take = move
        return (*heaps[:heap], heaps[heap] - take, *heaps[heap + 1 :])


class SortedNim(Nim):
    def symmetry(self, heaps):
        return tuple(sorted(heaps))


class Misere(Nim):
    def result(self, heaps):
        return None if any(heaps) else "win"


class Walk(outplay.Game):
    """A token on a board of the repository's own token game."""

    def __init__(self, arcs, start):
        self.arcs, self.at = arcs, start

    def start(self):
        return self.at

    def moves(self, at):
        return [b for a, b in self.arcs if a == at]

    def play(self, at, to):
        return to


class TicTacToe(outplay.Game):
    LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def start(self):
        return "." * 9

    def moves(self, board):
        return [i for i in range(9) if board[i] == "."]

    def play(self, board, i):
        mark = "xo"[board.count("x") - board.count("o")]
        return board[:i] + mark + board[i + 1 :]

    def result(self, board):
        if any(board[a] != "." and board[a] == board[b] == board[c] for a, b, c in self.LINES):
            return "lose"
        return None if "." in board else "draw"


def nim_sum(heaps):
    total = 0
    for heap in heaps:
        total ^= heap
    return total


@pytest.mark.parametrize("heaps", [(1,), (2, 2), (1, 2, 3), (3, 4, 5), (1, 4, 5, 2)])
def test_nim_has_the_values_of_its_theory(heaps):
    for rules in (Nim, SortedNim):
        answer = outplay.solve(rules(*heaps), grundy=True)
        assert (answer.grundy, answer.winner) == (nim_sum(heaps), "first" if nim_sum(heaps) else "second")
        for move in outplay.moves(rules(*heaps)).moves:
            after = Nim(*heaps).play(heaps, move.move)
            assert move.verdict == ("lose" if nim_sum(after) else "win")
            assert sorted(move.to) == sorted(after)
    # Misère Nim: the nim-sum decides unless all heaps are at most 1, where it is the other way round.
    wins = (nim_sum(heaps) != 0) != (max(heaps) <= 1)
    assert outplay.solve(Misere(*heaps)).winner == ("first" if wins else "second")
    with pytest.raises(ValueError, match="not impartial"):
        outplay.solve(Misere(*heaps), grundy=True)


def test_symmetric_positions_are_one():
    plain, folded = outplay.solve(Nim(4, 4, 4)), outplay.solve(SortedNim(4, 4, 4))
    assert plain.positions == 5**3
    # Multisets of three sizes from 0 to 4.
    assert folded.positions == 35


def test_nothing_is_refused_for_a_guess():
    # By far fewer positions than the numbers of moves make believe.
    answer = outplay.solve(Nim(7, 7, 7, 7), memory="8M")
    assert (answer.winner, answer.positions) == ("second", 8**4)


def test_a_class_with_known_outcomes():
    answer = outplay.solve(TicTacToe)
    assert (answer.outcome, answer.winner) == ("draw", None)
    # X in a corner, O not in the centre: X wins.
    assert outplay.solve(TicTacToe, at="xo.......").outcome == "win"
    assert outplay.solve(TicTacToe, at="x...o....").outcome == "draw"
    # A game of its own class that promises a winner and has none.
    with pytest.raises(ValueError, match="promises a winner"):
        outplay.solve(type("Decisive", (TicTacToe,), {"finite": True}))


def test_play_that_goes_on_for_ever():
    arcs = [("a", "b"), ("b", "a"), ("b", "c"), ("c", "d"), ("e", "e")]
    for start in "abcde":
        own = outplay.solve(Walk(arcs, start))
        shipped = outplay.solve("token", networkx.DiGraph(arcs), start=start)
        assert (own.outcome, own.remoteness) == (shipped.outcome, shipped.remoteness)


def test_a_finite_game_is_searched():
    class Large(SortedNim):
        finite = True

    # Only where all positions are listed is it known how long play lasts.
    for heaps, winner in [((40, 40, 39), "first"), ((17, 40, 57), "second")]:
        answer = outplay.solve(Large(*heaps))
        assert answer.winner == winner and "remoteness" not in answer


def test_digraph_match_and_play():
    states = outplay.digraph(Nim(1, 2))
    assert len(states.nodes) == 6 and len(states.arcs) == 9
    for a, b, move in states.arcs:
        assert Nim().play(states.nodes[a].position, move) == states.nodes[b].position
    for node in states.nodes:
        assert node.grundy == nim_sum(node.position)
    met = outplay.match(Nim(1, 2, 3), alice="random", bob="perfect", games=30)
    assert (met.games, met.bob.wins, met.complete) == (30, 30, True)
    game = outplay.play(Nim(1, 2))
    assert game.choose("perfect") == (1, 1)
    assert game.position == (1, 1)
    assert game.move((0, 1)).move((1, 1)).over.winner == "first"
    with pytest.raises(ValueError, match="not a move"):
        outplay.play(Nim(1)).move((0, 2))
    assert outplay.lesson(Nim(2)).steps[0].positions[0].position == (0,)


class Broken(Nim):
    def __init__(self, rule, error):
        super().__init__(5)
        self.rule, self.error = rule, error

    def _break(self, rule, heaps):
        if rule == self.rule and heaps == (3,):
            raise self.error

    def moves(self, heaps):
        self._break("moves", heaps)
        return super().moves(heaps)

    def play(self, heaps, move):
        self._break("play", heaps)
        return super().play(heaps, move)

    def result(self, heaps):
        self._break("result", heaps)
        return None

    def symmetry(self, heaps):
        self._break("symmetry", heaps)
        return heaps


@pytest.mark.parametrize("rule", ["moves", "play", "result", "symmetry"])
@pytest.mark.parametrize("ask", [outplay.solve, outplay.moves, outplay.digraph, outplay.match, outplay.explain])
def test_what_a_rule_raises_comes_back_with_its_position(rule, ask):
    error = ZeroDivisionError("own")
    with pytest.raises(ZeroDivisionError, match="own") as caught:
        ask(Broken(rule, error))
    assert caught.value is error
    assert caught.value.position == ((5,) if rule == "symmetry" else (3,))
    notes = getattr(error, "__notes__", ["at position"])
    assert "at position" in notes[0]


def test_rules_that_are_none():
    class Nothing(outplay.Game):
        pass

    class Unhashable(Nim):
        def play(self, heaps, move):
            return list(super().play(heaps, move))

    class Wordy(Nim):
        def result(self, heaps):
            return "won"

    with pytest.raises(NotImplementedError, match="start"):
        outplay.solve(Nothing())
    with pytest.raises(TypeError, match="unhashable"):
        outplay.solve(Unhashable(2))
    with pytest.raises(ValueError, match="'win', 'lose' or 'draw'"):
        outplay.solve(Wordy(2))
    with pytest.raises(TypeError, match="own attributes"):
        outplay.solve(Nim(2), "path:3")


class Endless(outplay.Game):
    def start(self):
        return 0

    def moves(self, n):
        return (1, 2)

    def play(self, n, step):
        return n + step


def test_ctrl_c():
    pressed = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    pressed.start()
    with pytest.raises(KeyboardInterrupt):
        outplay.solve(Endless(), memory="1000G")


def test_limits_hold_for_ones_own_rules():
    answer = outplay.solve(Endless(), time_limit=0.3)
    assert not answer.exact and "time" in answer.reason
    answer = outplay.solve(Endless(), memory="16M")
    assert not answer.exact and answer.positions < 1_000_000


class Kayles(outplay.Game):
    """Node Kayles on a cycle, which counts what it is asked."""

    finite = True

    def __init__(self, n):
        self.n, self.listed, self.played = n, 0, 0

    def start(self):
        return 0

    def moves(self, taken):
        self.listed += 1
        return (v for v in range(self.n) if not taken >> v & 1)

    def play(self, taken, v):
        self.played += 1
        return taken | 1 << v | 1 << (v + 1) % self.n | 1 << (v - 1) % self.n


def by_memo(game):
    known = {}

    def wins(position):
        if position not in known:
            known[position] = any(not wins(game.play(position, move)) for move in game.moves(position))
        return known[position]

    return wins(game.start())


def test_rules_are_asked_no_more_than_a_memo_asks_them():
    """All moves of every position were listed: seven times as long as a dictionary."""
    for n in (22, 23):
        plain, own = Kayles(n), Kayles(n)
        assert outplay.solve(own).winner == ("first" if by_memo(plain) else "second")
        # Beside some random plays, which say whether the game is small enough to be labelled.
        assert own.listed < plain.listed + 1500 and own.played < plain.played + 15_000


def test_memory_holds_for_positions_of_python():
    """2.3 GB were taken where 256 MB were allowed."""
    script = """
import outplay
from test_own import Kayles
def peak():
    return int(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1]) >> 10
class Wide(Kayles):
    def start(self): return (0,) * self.n
    def moves(self, taken): return [v for v in range(self.n) if not taken[v]]
    def play(self, taken, v): return tuple(1 if abs(v - w) in (0, 1, self.n - 1) else t for w, t in enumerate(taken))
outplay.solve(Wide(6))
open("/proc/self/clear_refs", "w").write("5")
before = peak()
answer = outplay.solve(Wide(60), memory="64M")
print(answer.winner, answer.exact, answer.reason, peak() - before, sep=";")
"""
    ran = subprocess.run([sys.executable, "-c", script], cwd=Path(__file__).parent, capture_output=True, text=True, check=True)
    winner, exact, reason, megabytes = ran.stdout.strip().split(";")
    assert (winner, exact) == ("None", "False") and "memory" in reason
    assert 40 < int(megabytes) < 100, ran.stdout


def test_play_that_comes_back_is_not_finite():
    class Round(outplay.Game):
        finite = True

        def start(self):
            return 0

        def moves(self, at):
            return range(1, 31)

        def play(self, at, steps):
            return (at + steps) % 5000

    with pytest.raises(ValueError, match="promises an end"):
        outplay.solve(Round(), time_limit=60)
