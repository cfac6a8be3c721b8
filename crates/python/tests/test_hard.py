"""One hard board in jobs, on threads and on Ray: the same winner, whoever is killed."""

import subprocess
import sys
import time

import networkx
import pytest

import outplay

#: Takes some dozens of jobs; who wins is what the plain search says.
BOARD = {"game": "coloring", "board": "torus:4x8", "colors": 4}


@pytest.fixture(scope="module")
def plain():
    return outplay.solve(BOARD["game"], BOARD["board"], colors=4)


def test_threads_find_the_same_winner_and_go_on(tmp_path, plain):
    out = tmp_path / "run"
    found = outplay.solve_hard(**BOARD, out=out)
    assert (found.winner, found.exact) == (plain.winner, True)
    lines = (out / "jobs.log").read_text().splitlines()
    assert len(lines) > 10
    # Half of the log is as good as a run that was killed there.
    (out / "jobs.log").write_text("\n".join(lines[: len(lines) // 2]) + "\n0123")
    again = outplay.solve_hard(**BOARD, out=out, on="threads")
    assert again.winner == plain.winner
    assert (out / "jobs.log").read_text().splitlines()[: len(lines) // 2] == lines[: len(lines) // 2]
    short = outplay.solve_hard("coloring", "torus:9x9", colors=4, out=tmp_path / "short", time_limit=0.3)
    assert short.winner is None and not short.exact and "0.3 s" in short.reason


def test_wrong_questions(tmp_path):
    ask = outplay.solve_hard
    ask("coloring", "grid:3x3", colors=3, out=tmp_path / "run")
    with pytest.raises(ValueError, match="another question"):
        ask("coloring", "grid:3x3", colors=4, out=tmp_path / "run")
    with pytest.raises(ValueError, match="on: found 'dask'"):
        ask("coloring", "grid:3x3", colors=3, out=tmp_path / "run", on="dask")
    with pytest.raises(TypeError, match="takes no threads"):
        ask("coloring", "grid:3x3", colors=3, out=tmp_path / "run", on="ray", threads=2)
    with pytest.raises(TypeError, match="colours"):
        ask("coloring", "grid:3x3", colours=3, out=tmp_path / "run")

    class Mine(outplay.Game):
        def start(self):
            return 0

        def moves(self, position):
            return []

    with pytest.raises(TypeError, match="rule file"):
        ask(Mine, out=tmp_path / "own")


def test_ray_finds_the_same_winner_although_actors_are_killed(tmp_path, ray, plain, kill):
    killed = kill("_Worker", 3)
    found = outplay.solve_hard(**BOARD, out=tmp_path / "run", on="ray", memory="64M")
    assert len(killed) == 3 and (found.winner, found.exact) == (plain.winner, True)
    # What Ray did, threads read.
    assert outplay.solve_hard(**BOARD, out=tmp_path / "run").positions == found.positions


def test_ray_takes_the_callers_graph_and_stops_in_time(tmp_path, ray):
    graph = networkx.relabel_nodes(networkx.grid_2d_graph(4, 4), lambda node: (node, "v"))
    found = outplay.solve_hard("coloring", graph, colors=3, out=tmp_path / "own", on="ray", memory="64M")
    assert found.winner == outplay.solve("coloring", graph, colors=3).winner
    short = outplay.solve_hard("coloring", "torus:9x9", colors=4, out=tmp_path / "run", on="ray", memory="64M", time_limit=3)
    assert short.winner is None and not short.exact and "3 s" in short.reason


DRIVER = """
import sys, outplay
outplay.solve_hard("coloring", "torus:4x8", colors=4, out=sys.argv[1], on="ray", memory="64M")
"""


def test_a_driver_that_is_killed_loses_nothing(tmp_path, plain, start):
    out = tmp_path / "run"
    driver = subprocess.Popen([sys.executable, "-c", start + DRIVER, str(out)])
    log = out / "jobs.log"
    until = time.monotonic() + 120
    while not (log.exists() and log.stat().st_size > 3000) and time.monotonic() < until:
        time.sleep(0.01)
    driver.kill()
    driver.wait()
    before = log.read_bytes()
    whole = before[: before.rindex(b"\n") + 1]
    assert len(whole) > 1000
    assert outplay.solve_hard(**BOARD, out=out).winner == plain.winner
    assert log.read_bytes().startswith(whole)
