"""The questions: against the tables of the repository, and against the program."""

import csv
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import outplay

DATA = Path(__file__).parents[3] / "tests" / "data"
#: Boards that take longer are left to the tests in Rust.
SMALL = 16
#: Nobody settles the colouring game with 4 colours here while the tests wait.
HARD = "torus:9x9"


def program(*args):
    run = subprocess.run([sys.executable, "-m", "outplay", *args], capture_output=True, text=True, check=False)
    return run.returncode, run.stdout, run.stderr


def table(name):
    lines = (DATA / name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if line and not line.startswith("#")))


def test_numbers_of_the_table():
    rows = [row for row in table("game_chromatic.csv") if outplay.number("col2", row["board"]).vertices <= SMALL]
    assert len(rows) > 20
    boards = [row["board"] for row in rows]
    assert outplay.numbers("game-chromatic", boards) == [int(row["alice_first"]) for row in rows]
    known = [row for row in rows if row["bob_first"]]
    found = outplay.numbers("game-chromatic", [row["board"] for row in known], first="bob", threads=2)
    assert found == [int(row["bob_first"]) for row in known]
    for row in rows[:5]:
        assert outplay.bounds(row["board"])["game-chromatic"].value == int(row["alice_first"])


def test_grundy_values_of_the_table():
    rows = [row for row in table("node_kayles.csv") if outplay.number("col2", row["board"], time_limit=1).vertices <= SMALL]
    assert len(rows) > 10
    for row in rows:
        assert outplay.solve("node-kayles", row["board"], grundy=True).grundy == int(row["grundy"]), row["board"]


@pytest.mark.parametrize("game", outplay.catalogue()["games"], ids=lambda game: game["name"])
def test_every_game_answers_as_the_program_does(game):
    example = game["example"]
    flags = [f"--{key}={','.join(map(str, value)) if isinstance(value, list) else value}" for key, value in example["parameters"].items()]
    boards = [example["board"]] if example["board"] else []
    arguments = (game["name"], *boards, *flags, "--json", "--threads=1")
    parameters = {key.replace("-", "_"): value for key, value in example["parameters"].items()}
    skipped = {"seconds", "positions"}
    for question in ("solve", "moves", "explain"):
        status, out, err = program(question, *arguments)
        assert status == 0, err
        asked = getattr(outplay, question)(game["name"], *boards, threads=1, **parameters)
        said = json.loads(out)
        assert {key: value for key, value in asked.items() if key not in skipped} == {
            key: value for key, value in said.items() if key not in skipped
        }
    # The example is one that a newcomer can win, with the side that it names.
    solved = outplay.solve(game["name"], *boards, **parameters)
    assert solved.exact
    if not game["draws"]:
        assert solved.winner == example["side"]
    assert "<table>" in solved._repr_html_()
    assert ("<svg" in solved._repr_html_()) == bool(boards)
    # Played to its end by the program itself, that side wins.
    session = outplay.play(game["name"], *boards, **parameters)
    for _ in range(200):
        if session.over:
            break
        session.choose("perfect")
    if not game["draws"]:
        assert session.over.winner == example["side"]


@pytest.mark.parametrize(
    ("ask", "kind", "message"),
    [
        (lambda: outplay.solve("colorin", "path:3", colors=2), ValueError, "did you mean coloring"),
        (lambda: outplay.solve("coloring", "path:3", colours=2), TypeError, "does not take colours: it takes colors"),
        (lambda: outplay.solve("coloring", "path:3"), TypeError, "colors is missing"),
        (lambda: outplay.solve("coloring", "path:3", colors=0), ValueError, "colors: found '0', expected a number"),
        (lambda: outplay.solve("coloring", "path:3", colors="x"), ValueError, "colors: found 'x'"),
        (lambda: outplay.solve("coloring", "path:3", colors=object()), TypeError, "no number, word or node"),
        (lambda: outplay.solve("coloring", colors=2), TypeError, "played on a board"),
        (lambda: outplay.solve("subtraction", "path:3", pebbles=3, take=1), TypeError, "not played on a board"),
        (lambda: outplay.solve("coloring", "path:3", colors=2, at="1,1,-"), ValueError, "neighbours 0 and 1"),
        (lambda: outplay.solve("coloring", "path:3", colors=2, at=7), TypeError, "expected a position"),
        (lambda: outplay.solve("token", [("a", "b")], start="z"), ValueError, "vertex 'z'"),
        (lambda: outplay.solve("coloring", "path:3", colors=2, time_limit="soon"), ValueError, "time_limit"),
        (lambda: outplay.solve("coloring", "path:3", colors=2, memory=0), ValueError, "memory"),
        (lambda: outplay.solve("coloring", "path:3", colors=2, threads=0), ValueError, "threads"),
        (lambda: outplay.solve("coloring", "path:3", colors=2, grundy=True), ValueError, "not impartial"),
        (lambda: outplay.solve(3, "path:3"), TypeError, "for a game"),
        (lambda: outplay.solve("missing.toml", "path:3"), FileNotFoundError, "missing.toml"),
        (lambda: outplay.number("chi", "path:3"), ValueError, "found number 'chi'"),
        (lambda: outplay.number("chromatic", "path:3", first="bob"), ValueError, "does not take first"),
        (lambda: outplay.numbers("chromatic", ["path:3", "weel:3"]), ValueError, "wheel"),
        (lambda: outplay.digraph("coloring", "petersen", colors=3), ValueError, "more than 3000 positions"),
        (lambda: outplay.check(b"nothing"), ValueError, "refused"),
        (lambda: outplay.play("coloring", "path:3", colors=2).move("0=9"), ValueError, "no colour 9"),
        (lambda: outplay.play("coloring", "path:3", colors=2).undo(), ValueError, "no move"),
        (lambda: outplay.match("coloring", "path:3", colors=2, bob="nobody"), ValueError, "nobody"),
    ],
)
def test_wrong_questions_are_refused_with_the_programs_words(ask, kind, message):
    with pytest.raises(kind, match=message):
        ask()


def test_a_keyword_of_python_has_a_line_behind_it():
    # On a path with four vertices and two colours passing changes nothing for Bob, who wins.
    assert outplay.solve("coloring", "path:4", colors=2, pass_="bob")["pass"] == "bob"
    assert outplay.number("game-chromatic", "path:4", pass_="alice")["pass"] == "alice"


def test_rule_files(tmp_path):
    path = tmp_path / "kayles.toml"
    path.write_text('name = "kayles"\nsites = "vertices"\nmarks = 1\nlegal = "size(seen) == 0"\nend = "normal"\n')
    for n in range(1, 8):
        own, shipped = (outplay.solve(game, f"cycle:{n + 2}") for game in (path, "node-kayles"))
        assert own.winner == shipped.winner
    path.write_text('name = "kayles"\nlegal = "seen =="\n')
    with pytest.raises(ValueError, match="kayles.toml"):
        outplay.solve(str(path), "path:3")


def test_certificates(tmp_path):
    path = tmp_path / "proof.txt"
    proof = outplay.prove("coloring", "cycle:5", path, colors=2)
    assert path.read_bytes() == proof.certificate
    assert list(tmp_path.iterdir()) == [path]
    checked = outplay.check(path)
    assert checked.statement.endswith("Bob wins") and checked.valid
    assert outplay.check(proof) == checked == outplay.check(proof.certificate)
    with pytest.raises(ValueError, match="proof.txt"):
        path.write_bytes(proof.certificate.replace(b"bob", b"alice"))
        outplay.check(path)


def test_answers_are_dictionaries():
    answer = outplay.solve("node-kayles", "path:5", grundy=True, line=True)
    assert answer["winner"] == answer.winner == "first"
    assert json.loads(json.dumps(answer)) == answer
    assert "winner" in dir(answer)
    with pytest.raises(AttributeError, match="has no 'loser'"):
        answer.loser
    again = pickle.loads(pickle.dumps(answer))
    assert again == answer and type(again) is outplay.Solved
    with pytest.raises(ValueError, match="nothing to draw"):
        again.svg()
    # A line of best play ends where the game does.
    assert len(answer.line) == answer.remoteness
    moves = outplay.moves("node-kayles", "path:5")
    assert moves._repr_html_().count("<tr>") == 1 + len(moves.moves) == 6
    assert "χ_g" in outplay.bounds("cycle:5")._repr_html_()
    states = outplay.digraph("node-kayles", "path:3")
    assert states.svg().startswith("<svg")
    digraph = states.networkx()
    # All independent sets of a path with three vertices.
    assert (digraph.number_of_nodes(), digraph.number_of_edges()) == (5, 5)
    assert outplay.lesson("node-kayles", "path:3").steps[0].positions


def test_strategies_and_embeddings_name_the_callers_nodes() -> None:
    square = [("a", "b"), ("b", "c"), ("c", "d"), ("d", "a")]
    parts = outplay.strategy("s1", square)
    assert {row.vertex for row in parts.order} == set("abcd")
    edges = {frozenset(edge) for edge in square}
    assert {frozenset((row.vertex, other)) for row in parts.order for other in row.backward} == edges
    assert parts.svg().startswith("<svg") and parts.vertices == 4
    (found,) = outplay.embeddings(square).embeddings
    assert set(found.outer) == set("abcd") and found.cells == [4]
    with pytest.raises(ValueError, match="not planar"):
        outplay.strategy("s4", "petersen")


def test_a_limit_that_runs_out_is_an_answer():
    answer = outplay.solve("coloring", HARD, colors=4, time_limit=0.2)
    assert (answer.winner, answer.exact) == (None, False)
    assert "time" in answer.reason
    value = outplay.number("game-chromatic", HARD, time_limit="200ms")
    assert not value.exact and value.lower <= value.upper
    with pytest.raises(ValueError, match="not settled"):
        int(value)
    assert outplay.numbers("game-chromatic", ["path:4", HARD], time_limit=0.2)[1] is None
    with pytest.raises(RuntimeError, match="time"):
        outplay.prove("coloring", HARD, colors=4, time_limit=0.2)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: outplay.solve("coloring", HARD, colors=4),
        lambda: outplay.number("game-chromatic", HARD),
        lambda: outplay.numbers("game-chromatic", [HARD] * 3),
        lambda: outplay.match("coloring", HARD, colors=4, alice="random", games=10**9),
    ],
)
def test_ctrl_c(ask):
    pressed = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    pressed.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        ask()
    assert time.monotonic() - began < 60


def test_other_threads_go_on():
    counted = 0
    asked = threading.Thread(target=outplay.number, args=("game-chromatic", HARD), kwargs={"time_limit": 1.0})
    asked.start()
    while asked.is_alive():
        counted += 1
        time.sleep(0.01)
    assert counted > 5


def test_the_program():
    status, out, err = program("solve", "node-kayles", "path:5", "--json")
    assert (status, err, json.loads(out)["winner"]) == (0, "", "first")
    status, out, err = program("solve", "node-kayles", "weel:5")
    assert (status, out) == (2, "") and "wheel" in err
    status, out, _ = program("--version")
    assert status == 0 and outplay.__version__ in out


def test_a_certificate_of_a_number(tmp_path):
    proof = outplay.prove_number("game-chromatic", "cycle:5", tmp_path / "c5.cert")
    assert proof.value == 3 and (tmp_path / "c5.cert").read_bytes() == proof.certificate
    assert "χ_g = 3" in outplay.check(tmp_path / "c5.cert").statement
    with pytest.raises(ValueError, match="certificates"):
        outplay.prove_number("chromatic", "cycle:5")


def test_numbers_of_graphs_are_numbers():
    """Sums of answers were errors, and "game-chromatic" was no attribute."""
    path, petersen = (outplay.number("game-chromatic", board) for board in ("path:4", "petersen"))
    assert path < petersen <= 4 and petersen > 3.5 and path != petersen and path == outplay.number("chromatic", "cycle:5")
    assert (path + petersen, petersen - 1, 2 * path, 10 - petersen, petersen / path) == (7, 3, 6, 6, 4 / 3)
    assert sum([path, petersen]) == 7 and max(path, petersen) is petersen and float(path) == 3.0
    found = outplay.bounds("petersen")
    assert found.game_chromatic.value == found.delta_1.value == 4 and "game_chromatic" in dir(found)
    with pytest.raises(AttributeError, match="game_chromatic"):
        found.chi


def test_games_that_are_played_pickle():
    import networkx

    graph = networkx.path_graph(["a", "b", "c", "d"])
    game = outplay.play("coloring", graph, colors=3, at="1,-,-,-")
    game.choose("perfect")
    again = pickle.loads(pickle.dumps(game))
    assert (again.position, again.played, again.to_move) == (game.position, game.played, game.to_move)
    again.undo()
    assert again.position == "1,-,-,-"


def test_the_program_is_a_command():
    ran = subprocess.run([Path(sys.executable).with_name("outplay"), "--version"], capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("outplay ")
