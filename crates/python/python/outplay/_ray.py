"""Where Ray is called: parts of a sweep, and jobs of one hard board, on the machines of a cluster.

Ray starts workers, replaces those that die and carries what they say; who does what is decided here.
"""

from __future__ import annotations

import atexit
import json
import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any

from . import _outplay
from ._boards import BoardLike
from ._questions import Asked, GameLike, _Limits

#: How long to wait for what was given out before looking around, in seconds.
_PAUSE = 0.5


def joined() -> Any:
    """Ray, and a cluster of it: the one that was joined, or one on this machine."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ModuleNotFoundError:
        raise ModuleNotFoundError("on='ray' needs Ray: pip install 'outplay[ray]'") from None
    if not ray.is_initialized():
        ray.init(include_dashboard=False, log_to_driver=False)
    return ray


#: So many parts are given to each worker ahead of time, so that none waits for the driver.
_AHEAD = 2


#: The folders of this worker, by what is done in them.
_FOLDERS: dict[bytes, str] = {}


def _folder(files: list[tuple[str, bytes]]) -> str:
    """A folder of this worker's own in which any part can be done."""
    plan = dict(files)["sweep.json"]
    if plan not in _FOLDERS:
        folder = tempfile.mkdtemp(prefix="outplay-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        for name, content in files:
            Path(folder, name).write_bytes(content)
        _FOLDERS[plan] = folder
    return _FOLDERS[plan]


def _part(
    files: list[tuple[str, bytes]], part: int, board: str | None, limit: float | None, allowed: _Limits, old: bytes | None
) -> tuple[str, bytes]:
    """What a worker does: a part, or one board of it once more. No disk is shared: the part goes to the driver."""
    sweep = _outplay.Sweep.open(_folder(files))
    try:
        if old is not None:
            sweep.take_part(part, old, None)
        said = sweep.run_part(part, limit, old is not None, board, allowed)
        return said or "{}", sweep.part_bytes(part)
    finally:
        sweep.drop_part(part)


def sweep_parts(sweep: _outplay.Sweep, limit: float | None, again: bool, allowed: _Limits) -> dict[str, Any]:
    """Has all parts of a sweep done."""
    ray = joined()
    files = ray.put(sweep.parcel())
    # A worker that is killed is replaced, and its part done by another, as often as it takes.
    task = ray.remote(num_cpus=1, max_retries=-1)(_part)
    allowed = allowed._replace(threads=1)
    # What ran out of its limit goes out singly, so that no part is left alone with all hard boards.
    todo: list[tuple[int, str | None]]
    if again:
        todo = [(part, board) for part in range(sweep.parts) for board in sweep.open_boards(part)]
    else:
        todo = [(part, None) for part in range(sweep.parts) if not sweep.has_part(part)]
    damaged = [damage for part, board in todo if board is None and (damage := sweep.damage(part))]
    todo.reverse()
    waiting: dict[Any, tuple[int, str | None]] = {}
    total: dict[str, Any] = {"boards": 0, "unsettled": 0, "unfit": 0, "reason": None, "done_again": damaged}
    try:
        while todo or waiting:
            most = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while todo and len(waiting) < most:
                part, board = todo.pop()
                old = sweep.part_bytes(part) if again else None
                waiting[task.remote(files, part, board, limit, allowed, old)] = part, board
            ready, _ = ray.wait(list(waiting), timeout=_PAUSE)
            for done in ready:
                part, board = waiting.pop(done)
                said, content = ray.get(done)
                if sweep.take_part(part, content, board):
                    tally = json.loads(said)
                    for key in ("boards", "unsettled", "unfit", "done_again"):
                        total[key] += tally[key]
                    total["reason"] = total["reason"] or tally["reason"]
                elif again or not sweep.has_part(part):
                    # Another process is at it, which may be killed: look again later.
                    todo.insert(0, (part, board))
                    if not waiting:
                        time.sleep(_PAUSE)
    finally:
        for left in waiting:
            ray.cancel(left, force=True)
    return total


#: Smaller jobs are not worth sending: some hundredths of a second.
_LEAST = 10_000


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


def do_jobs(asked: Asked, position: str | None, folder: str, recipe: tuple[Any, ...]) -> bool:
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
