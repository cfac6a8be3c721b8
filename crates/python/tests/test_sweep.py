"""Sweeps on threads and on Ray: the same rows, whoever is killed."""

import subprocess
import sys
import time
from pathlib import Path

import networkx
import pytest

import outplay

DATA = Path(__file__).parents[3] / "tests" / "data"
#: All graphs with seven vertices.
GRAPHS = DATA / "graphs_7_vertices.g6"
ASK = ["graph6", "n", "m", "chromatic", "game-chromatic"]


def rows(sweep):
    return sorted(sweep.table().to_pylist(), key=str)


@pytest.fixture(scope="module")
def threads(tmp_path_factory):
    return outplay.sweep(GRAPHS, ask=ASK, out=tmp_path_factory.mktemp("threads") / "out")


def test_rows_of_a_sweep(threads):
    lines = GRAPHS.read_text().split()
    assert threads.missing == 0 and threads.summary.boards == len(lines) == 1044
    table = threads.table()
    assert table.num_rows == 1044 and set(ASK) <= set(name.replace("_", "-") for name in table.column_names)
    some = lines[::50]
    found = dict(zip(table["graph6"].to_pylist(), table["game_chromatic"].to_pylist()))
    assert [found[line] for line in some] == outplay.numbers("game-chromatic", some)
    frame = threads.pandas()
    assert (frame["chromatic"] <= frame["game_chromatic"]).all()
    counted = threads.text(group="game_chromatic", to="csv").split()
    assert counted[0] == "game_chromatic,count"
    assert sum(int(line.split(",")[1]) for line in counted[1:]) == 1044
    complete = threads.text("chromatic == 7", to="g6").split()
    assert complete == ["F~~~w"]
    assert "<table>" in threads._repr_html_()
    assert outplay.Sweep(threads.folder).table().equals(table)


def test_graphs_of_ones_own(tmp_path):
    graphs = [networkx.cycle_graph(n) for n in range(3, 8)]
    found = outplay.sweep(graphs, ask="n,chromatic", out=tmp_path / "out").pandas()
    assert list(found.sort_values("n")["chromatic"]) == [3, 2, 3, 2, 3]


def test_wrong_sweeps(tmp_path, threads):
    with pytest.raises(ValueError, match="gam-chromatic"):
        outplay.sweep("path:2..4", ask="gam-chromatic", out=tmp_path / "a")
    with pytest.raises(ValueError, match="on: found 'dask'"):
        outplay.sweep("path:2..4", ask="n", out=tmp_path / "a", on="dask")
    with pytest.raises(TypeError, match="neither part nor threads"):
        outplay.sweep("path:2..4", ask="n", out=tmp_path / "a", on="ray", threads=2)
    with pytest.raises(ValueError):
        outplay.sweep(GRAPHS, ask="n", out=threads.folder)  # another question in the same folder
    with pytest.raises(ValueError, match="one of table"):
        threads.show(to="pdf")
    with pytest.raises(ValueError):
        outplay.Sweep(tmp_path)


def test_what_ran_out_of_time_is_asked_again(tmp_path):
    # One board that nobody settles in a moment, and some that everybody does.
    boards = ["path:2..4", "torus:9x9"]
    first = outplay.sweep(boards, ask="board,game-chromatic", out=tmp_path / "out", time_limit=0.1)
    assert first.summary.unsettled == 1
    open_rows = first.table().to_pandas()
    open_rows = open_rows[open_rows["game_chromatic"].isna()]
    assert list(open_rows["board"]) == ["torus:9x9"] and "time" in open_rows["reason"].iloc[0]
    again = outplay.sweep(boards, ask="board,game-chromatic", out=tmp_path / "out", time_limit=0.1, again=True)
    assert (again.summary.boards, again.summary.unsettled) == (1, 1)
    both = outplay.sweep(boards, ask="board,game-chromatic", out=tmp_path / "both", time_limit=0.1, retry="200ms")
    assert (both.summary.boards, both.summary.unsettled) == (4, 1)
    assert "0.2" in both.table().to_pandas()["reason"].dropna().iloc[0]


def test_a_damaged_part_is_not_done_again_without_a_word(tmp_path):
    ask = {"ask": "board,n", "out": tmp_path / "out"}
    before = outplay.sweep("path:2..4", **ask)
    assert before.summary.done_again == []
    rows = before.text(to="csv")
    part = next(before.folder.glob("part-*.parquet"))
    part.write_bytes(part.read_bytes()[:-9])
    after = outplay.sweep("path:2..4", **ask)
    assert after.text(to="csv") == rows
    assert [part.name in told for told in after.summary.done_again] == [True]


def test_ray_gives_the_same_rows_although_workers_are_killed(tmp_path, ray, kill):
    killed = kill("_part", 2)
    # A worker is at the first part for two seconds, however quick it is: one board takes all its time.
    boards = ["torus:9x9", GRAPHS, "random:8,0.5,1..2000"]
    found = outplay.sweep(boards, ask=ASK, out=tmp_path / "ray", on="ray", time_limit=2)
    assert len(killed) == 2 and found.missing == 0
    plain = outplay.sweep(boards, ask=ASK, out=tmp_path / "threads", time_limit=2)
    assert plain.table().num_rows == 3045
    for path in plain.folder.glob("part-*.parquet"):
        assert path.read_bytes() == (found.folder / path.name).read_bytes()
    assert rows(found) == rows(plain)


def test_what_ran_out_of_time_goes_out_again_singly(tmp_path, ray):
    boards = ["path:2..4", "torus:9x9..10"]
    ask = {"ask": "board,game-chromatic", "time_limit": 0.1, "retry": "200ms"}
    found = outplay.sweep(boards, out=tmp_path / "ray", on="ray", **ask)
    assert (found.summary.boards, found.summary.unsettled) == (5, 2)
    rows = found.pandas()
    assert list(rows[rows["game_chromatic"].isna()]["board"]) == ["torus:9x9", "torus:9x10"]
    assert all("0.2" in why for why in rows["reason"].dropna())


DRIVER = """
import sys, outplay
print("begun", flush=True)
outplay.sweep(sys.argv[1], ask=sys.argv[2], out=sys.argv[3], on="ray")
print("done", flush=True)
"""


def test_a_driver_that_is_killed_loses_nothing(tmp_path, threads, start):
    out = tmp_path / "out"
    command = [sys.executable, "-c", start + DRIVER, str(GRAPHS), ",".join(ASK), str(out)]
    driver = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert driver.stdout.readline() == "begun\n"
    until = time.monotonic() + 120
    while not list(out.glob("part-*.parquet")) and time.monotonic() < until:
        time.sleep(0.01)
    driver.kill()
    driver.wait()
    done = {path: path.stat().st_mtime_ns for path in out.glob("part-*.parquet")}
    assert done
    # Threads go on with what Ray began: what was done is not done again.
    found = outplay.sweep(GRAPHS, ask=ASK, out=out)
    while found.missing and time.monotonic() < until:
        time.sleep(0.5)  # a worker without its driver was still at a part
        found = outplay.sweep(GRAPHS, ask=ASK, out=out)
    assert rows(found) == rows(threads)
    assert all(path.stat().st_mtime_ns == when for path, when in done.items())
