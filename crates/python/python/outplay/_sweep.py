"""One question about many boards: on the threads of this machine, or on the machines of a Ray cluster.

The boards of a sweep fall into parts, and a part is one file that is there whole or not at all. Whoever does
a part, threads or Ray's workers, calls the same function. A worker of Ray makes it in a folder of its own and
sends it to the driver, who puts it in its place: machines share no disk. A worker or a driver that is killed
loses nothing but the parts that it was at, and the same call goes on.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any

from . import _answers, _outplay, _ray
from ._answers import Answer
from ._boards import BoardLike, named
from ._questions import SMALL_MEMORY, Memory, Time, _measured, limits


class Sweep:
    """The rows of a sweep: :func:`sweep` makes them, and ``Sweep(folder)`` opens a folder that is there."""

    def __init__(self, folder: str | os.PathLike[str]):
        #: Where the rows are.
        self.folder = Path(folder)
        #: What the last run came to.
        self.summary: Answer | None = None
        self._sweep = _outplay.Sweep.open(str(folder))

    @property
    def missing(self) -> int:
        """How many parts are not there yet."""
        return sum(not self._sweep.has_part(part) for part in range(self._sweep.parts))

    def _parts(self) -> Iterable[Any]:
        import pyarrow.parquet

        paths = self.folder.glob("part-*.parquet")
        for path in sorted(paths, key=lambda path: int(path.stem.split("-")[1])):
            yield pyarrow.parquet.ParquetFile(path).read()

    def _whole(self, partial: bool) -> None:
        if not partial and (missing := self.missing):
            raise ValueError(
                f"{self.folder}: {missing} of {self._sweep.parts} parts are missing; the same sweep goes on, "
                "and partial=True takes what is there"
            )

    def table(self, *, partial: bool = False) -> Any:
        """All rows, as a pyarrow.Table. Where parts are missing that is an error, unless ``partial`` asks for the rest."""
        import pyarrow

        self._whole(partial)
        parts = list(self._parts())
        if not parts:
            raise ValueError(f"{self.folder}: no part is there yet")
        return pyarrow.concat_tables(parts)

    def pandas(self, *, partial: bool = False) -> Any:
        """The same as a pandas.DataFrame."""
        return self.table(partial=partial).to_pandas()

    def text(
        self,
        where: str | None = None,
        *,
        group: str | Sequence[str] = (),
        sort: str | Sequence[str] = (),
        descending: bool = False,
        to: str = "table",
        partial: bool = False,
    ) -> str:
        """Rows as text: ``to`` is table, csv, json, g6, latex or bfile."""
        self._whole(partial)
        return self._sweep.show(where, _words(group), _words(sort), descending, to)

    def show(self, where: str | None = None, **query: Any) -> None:
        """Prints rows, or with ``group`` how many there are of each kind; takes what :meth:`text` takes."""
        print(self.text(where, **query), end="")

    def __repr__(self) -> str:
        missing = f", {self.missing} of {self._sweep.parts} parts missing" if self.missing else ""
        return f"<Sweep {str(self.folder)!r}{missing}>"

    def _repr_html_(self) -> str:
        heads: list[str] = []
        rows: list[list[Any]] = []
        for part in self._parts():
            heads = part.column_names
            rows += [list(row.values()) for row in part.to_pylist()]
            if len(rows) > _answers.SHOWN:
                break
        return f"<div>{escape(repr(self))}{_answers.table(heads, rows[: _answers.SHOWN])}</div>"


def _words(said: str | Iterable[str]) -> list[str]:
    words = said.split(",") if isinstance(said, str) else said
    return [word.strip() for word in words if word.strip()]


def sweep(
    boards: str | Iterable[BoardLike],
    ask: str | Sequence[str],
    out: str | os.PathLike[str],
    *,
    where: str | None = None,
    header: bool | None = None,
    part: str | None = None,
    again: bool = False,
    retry: Time = None,
    on: str | None = None,
    time_limit: Time = None,
    memory: Memory = None,
    threads: int | None = None,
) -> Sweep:
    """Asks one question of many boards, and keeps the answers in the folder ``out``.

    ``boards`` is a catalogue (``"connected:8"``), a family with ranges (``"grid:3x3..9"``), the path of a file of
    graphs, a list of such, or graphs of any kind; ``ask`` are columns; ``where`` is a condition on them for the
    rows that are kept; ``header`` says whether the first line of edge lists is one. ``time_limit`` is for each
    board: one that runs out of it has no value but a reason, and ``retry`` asks it once more with that limit, in
    this call; ``again=True`` in a later one. The same call goes on where it was stopped, however it was.

    With ``on="ray"`` the parts are done by the workers of a Ray cluster: the one that ``ray.init()`` has joined,
    or one on this machine. Only the driver needs the folder, and the files of boards.

    >>> import outplay, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     outplay.sweep("cycle:3..6", ask=["board", "game-chromatic"], out=folder + "/cycles").show(to="csv")
    board,game_chromatic
    cycle:3,3
    cycle:4,3
    cycle:5,3
    cycle:6,3
    """
    if on not in (None, "ray"):
        raise ValueError(f"on: found {on!r}, expected None for the threads of this machine, or 'ray'")
    if on == "ray" and (part is not None or threads is not None):
        raise TypeError("on='ray' takes neither part nor threads: Ray gives the work to its workers")
    each = _measured("time_limit", time_limit, _outplay.seconds)
    longer = _measured("retry", retry, _outplay.seconds)
    allowed = limits(None, SMALL_MEMORY if memory is None else memory, threads)
    sources, lines = _sources(boards)
    begun = _outplay.Sweep(str(out), sources, lines, _words(ask), where, header, allowed)
    passes = [(each, again)] if longer is None else [(each, again), (longer, True)]
    found: list[dict[str, Any]] = []
    for limit, repeat in passes:
        if on == "ray":
            found.append(_ray.sweep_parts(begun, limit, repeat, allowed))
        else:
            found.append(json.loads(begun.run(part, limit, repeat, allowed)))
        if not found[-1]["unsettled"]:
            break
    result = Sweep(out)
    # What was asked twice counts once; what is still open is what the last pass says.
    mended = sum((run["done_again"] for run in found), [])
    result.summary = Answer({**found[-1], "boards": found[0]["boards"], "missing": result.missing, "done_again": mended})
    return result


def _sources(boards: str | Iterable[BoardLike]) -> tuple[list[str], bytes | None]:
    if isinstance(boards, (str, os.PathLike)):
        return [os.fspath(boards)], None
    boards = list(boards)
    if boards and all(isinstance(board, (str, os.PathLike)) for board in boards):
        return [os.fspath(board) for board in boards], None
    graphs = [named(board).board for board in boards]
    return ["-"], "".join(graph.text("digraph6" if graph.directed else "graph6") for graph in graphs).encode()
