"""One hard board in jobs: on the threads of this machine, or on the machines of a Ray cluster.

The driver holds the first positions of the search as a tree and gives them out as jobs; a worker is an actor that
keeps its table from job to job and hears what the others have settled. All that is learnt is a log in a folder,
so that workers and drivers may be killed at any time, and the same call goes on.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import _answers, _ray
from ._boards import BoardLike
from ._questions import Asked, GameLike, Memory, Time, limits

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
        settled = _ray.do_jobs(asked, position, folder, (game, board, position, allowed, parameters))
        stopped = None if settled else asked.limits.time
    return asked.answer(_answers.Solved, json.loads(asked.opened.solve_hard(position, folder, stopped, asked.limits)), position)
