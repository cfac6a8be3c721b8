"""One hard board in jobs: on the threads of this machine, or on the machines of a Ray cluster.

The driver holds the first positions of the search as a tree and gives them out as jobs; a worker is an actor that
keeps its table from job to job and hears what the others have settled. All that is learnt is a log in a folder,
so that workers and drivers may be killed at any time, and the same call goes on.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import _answers, _outplay
from ._boards import BoardLike
from ._questions import Asked, GameLike, Memory, Time, _Limits, limits
from ._sweep import joined

#: Smaller jobs are not worth sending: some hundredths of a second.
_LEAST = 10_000
#: How often the time is looked at, in seconds.
_PAUSE = 0.5


class _Worker:
    """What an actor is."""

    def __init__(self, question: str, game: GameLike, board: BoardLike, at: Any, allowed: _Limits, parameters: dict[str, Any]):
        self.recipe = (question, game, board, at, parameters)
        self.allowed = allowed
        self.worker: _outplay.JobWorker | None = None

    def run(self, path: str, positions: int, news: bytes) -> str:
        # Here, so that the driver hears of what is wrong instead of making new actors for ever.
        if self.worker is None:
            question, game, board, at, parameters = self.recipe
            opened = Asked(game, board, self.allowed, parameters).opened
            if opened.question(at) != question:
                raise RuntimeError("a worker has another version of outplay than its driver, or another board under the same name")
            self.worker = _outplay.JobWorker(opened, at, self.allowed)
        return self.worker.run(path, positions, news, self.allowed)


def solve_hard(
    game: GameLike,
    board: BoardLike = None,
    *,
    out: str | os.PathLike[str],
    at: Any = None,
    on: str | None = None,
    time_limit: Time = None,
    memory: Memory = None,
    threads: int | None = None,
    **parameters: Any,
) -> _answers.Solved:
    """Who wins a game on a board that is too hard for one search, or one machine.

    The answer is that of :func:`solve`. The search falls into jobs, and what they learn is kept in the folder
    ``out``: the same call goes on where it was stopped, however it was. With ``on="ray"`` the jobs are done by
    the workers of a Ray cluster, one for each of its processors, each with ``memory`` bytes for its table; the
    folder need be seen by the driver alone.

    >>> import outplay, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     outplay.solve_hard("coloring", "grid:4x5", colors=4, out=folder + "/run").winner
    'alice'
    """
    if on not in (None, "threads", "ray"):
        raise ValueError(f"on: found {on!r}, expected None or 'threads' for the threads of this machine, or 'ray'")
    if on == "ray" and threads is not None:
        raise TypeError("on='ray' takes no threads: Ray gives the work to its workers")
    if isinstance(board, Iterator):
        board = list(board)
    asked = Asked(game, board, limits(time_limit, memory, threads), parameters)
    if asked.own:
        raise TypeError("solve_hard takes no games of one's own: write a rule file, whose path is a game")
    position = asked.at(at)
    folder = str(Path(out).absolute())
    stopped = None
    if on == "ray":
        allowed = asked.limits._replace(time=None, threads=1)
        settled = _on_ray(asked, position, folder, (game, board, position, allowed, parameters))
        stopped = None if settled else asked.limits.time
    return asked.answer(_answers.Solved, json.loads(asked.opened.solve_hard(position, folder, stopped, asked.limits)), position)


def _on_ray(asked: Asked, position: str | None, folder: str, recipe: tuple[Any, ...]) -> bool:
    """Does jobs until the winner is known (true) or the time is over."""
    ray = joined()
    until = time.monotonic() + (asked.limits.time or float("inf"))
    jobs = _outplay.Jobs(asked.opened, position, folder)
    # An actor that is killed is replaced by one with an empty table, as often as it takes.
    actor = ray.remote(num_cpus=1, max_restarts=-1)(_Worker)
    workers: list[Any] = []
    heard: list[int] = []
    waiting: dict[Any, tuple[int, str]] = {}
    try:
        while not jobs.settled and time.monotonic() < until:
            # A cluster may grow.
            while len(workers) < max(1, int(ray.cluster_resources().get("CPU", 1))):
                workers.append(actor.remote(asked.opened.question(position), *recipe))
                heard.append(0)
            busy = {number for number, _ in waiting.values()}
            for number, worker in enumerate(workers):
                given = None if number in busy else jobs.next(_LEAST)
                if given is None:
                    continue
                path, positions = given
                heard[number], news = jobs.news(heard[number])
                waiting[worker.run.remote(path, positions, news)] = (number, path)
            ready, _ = ray.wait(list(waiting), timeout=_PAUSE)
            for done in ready:
                number, path = waiting.pop(done)
                try:
                    jobs.done(ray.get(done))
                except (ray.exceptions.ActorDiedError, ray.exceptions.ActorUnavailableError):
                    jobs.lost(path)
                    heard[number] = 0
        return jobs.settled
    finally:
        for worker in workers:
            ray.kill(worker)
        # The folder is free again, even if the traceback of an actor that died still holds this frame.
        del jobs
