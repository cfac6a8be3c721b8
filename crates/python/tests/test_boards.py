"""Boards from other libraries, and the caller's own nodes in answers."""

from pathlib import Path

import igraph
import networkx
import pytest

import outplay

PETERSEN = networkx.petersen_graph()


class Sage:
    """What SageMath's graphs answer to, as far as it is used."""

    def __init__(self, graph):
        self.graph = graph

    def vertex_iterator(self):
        return iter(self.graph.nodes)

    def edge_iterator(self, labels=True):
        return ((a, b) if not labels else (a, b, None) for a, b in self.graph.edges)

    def is_directed(self):
        return self.graph.is_directed()


class OnlyGraph6:
    def graph6_string(self):
        return networkx.to_graph6_bytes(PETERSEN, header=False).decode().strip()


KINDS = {
    "networkx": PETERSEN,
    "igraph": igraph.Graph.from_networkx(PETERSEN),
    "sage": Sage(PETERSEN),
    "graph6_string": OnlyGraph6(),
    "graph6": OnlyGraph6().graph6_string(),
    "sparse6": networkx.to_sparse6_bytes(PETERSEN, header=False).decode().strip(),
    "family": "petersen",
    "edges": list(PETERSEN.edges),
    "adjacency": {node: list(PETERSEN[node]) for node in PETERSEN},
    "named": networkx.relabel_nodes(PETERSEN, lambda node: f"v{node}"),
    "tuples": networkx.relabel_nodes(PETERSEN, lambda node: (node // 5, node % 5)),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_graph_is_a_board(kind):
    # The Petersen graph has chromatic number 3, and Alice needs 4 colours on it.
    graph = KINDS[kind]
    assert outplay.number("chromatic", graph) == 3
    answer = outplay.number("game-chromatic", graph)
    assert (answer.vertices, answer.edges, answer.value, answer.exact) == (10, 15, 4, True)


def test_a_file_is_a_board(tmp_path):
    path = tmp_path / "board.edges"
    path.write_text("a b\nb c\n")
    assert outplay.solve("node-kayles", path).winning_moves == [{"vertex": "b"}]
    path.write_text("a b c d\n")
    with pytest.raises(ValueError, match="board.edges:1"):
        outplay.solve("node-kayles", path)


NODES = [("a", "b", "c"), ((0, 0), (0, 1), (0, 2)), (frozenset({1}), 2.5, b"x"), ("x y", "=", ","), (10, 20, 30)]


@pytest.mark.parametrize("nodes", NODES, ids=repr)
def test_answers_carry_the_callers_nodes(nodes):
    path = networkx.path_graph(3)
    graph = networkx.relabel_nodes(path, dict(enumerate(nodes)))
    first, middle, last = nodes
    # Choosing the middle of a path with three vertices ends Node Kayles at once.
    assert outplay.solve("node-kayles", graph).winning_moves == [{"vertex": middle}]
    verdicts = {move.move["vertex"]: move.verdict for move in outplay.moves("node-kayles", graph).moves}
    assert verdicts == {middle: "win", first: "lose", last: "lose"}
    assert outplay.explain("node-kayles", graph).winning_moves == [{"vertex": middle}]
    # From one end a token walks two steps; the node is said and told as it is.
    walk = outplay.solve("geography", graph, start=first, line=True)
    assert (walk.start, walk.winner) == (first, "second")
    assert [step.move for step in walk.line] == [middle, last]
    game = outplay.play("node-kayles", graph)
    assert game.move({"vertex": first}).moves == [{"vertex": last}]
    assert outplay.solve("node-kayles", graph, at=[{"vertex": first}]).winning_moves == [{"vertex": last}]


def test_directed_and_parallel_edges():
    arcs = networkx.DiGraph([("a", "b"), ("b", "c")])
    assert outplay.solve("token", arcs, start="b").outcome == "win"
    assert outplay.solve("token", arcs.reverse(), start="b").outcome == "win"
    assert outplay.solve("token", arcs, start="c").outcome == "lose"
    assert outplay.number("chromatic", networkx.MultiGraph([(0, 1), (0, 1), (1, 0)])) == 2
    with pytest.raises(ValueError, match="digraph"):
        outplay.number("chromatic", arcs)


@pytest.mark.parametrize(
    ("board", "kind", "message"),
    [
        ("weel:5", ValueError, "did you mean wheel"),
        ("path:-1", ValueError, "path"),
        ("Petersen!", ValueError, "family"),
        (7, TypeError, "found int for a board"),
        ([(0, 0)], ValueError, "self-loop"),
        ([(0, 1, 2)], ValueError, "expected two nodes"),
        ([5], ValueError, "expected two nodes"),
        (Path("no-such-file.g6"), FileNotFoundError, "no-such-file"),
    ],
)
def test_what_is_no_board_is_refused(board, kind, message):
    with pytest.raises(kind, match=message):
        outplay.number("chromatic", board)


PROGRAM = "ADJACENCY_LIST = [{'b'}, {'a', 'c'}, {'b'}]\nEDCN = 2\n"


@pytest.mark.parametrize("ending", [None, "txt", "adj", "py"])
def test_the_text_of_a_program_is_a_board(ending, tmp_path):
    # It was taken for graph6, or its letters for edges.
    board = PROGRAM
    if ending:
        board = tmp_path / f"seed.{ending}"
        board.write_text(PROGRAM)
    read = outplay.read(board)
    assert (read.format, read.names, read.edges) == ("json", ["a", "b", "c"], 2)
    assert read.remarks[0] == "read the value of ADJACENCY_LIST on line 1"
    solved = outplay.solve("edge", board, colors=2)
    assert (solved.vertices, solved.remarks) == (3, read.remarks)


def test_a_first_line_is_what_the_caller_says(tmp_path):
    # There was no way to say it, and the message named an option of the program.
    path = tmp_path / "list.txt"
    path.write_text("4 3\n1 2\n2 3\n3 1\n")
    with pytest.raises(ValueError, match="header=True, if there are 4 vertices and 3 edges, or header=False"):
        outplay.read(path)
    for header, edges in [(True, 3), (False, 4)]:
        for board in [path, path.read_text()]:
            read = outplay.read(board, header=header)
            assert (read.vertices, read.edges, read.header) == (4, edges, header)
            solved = outplay.solve("node-kayles", read)
            assert (solved.edges, solved.remarks) == (edges, read.remarks)
            # Every question takes it, with a game or about a board alone.
            assert outplay.solve("node-kayles", board, header=header).edges == edges
            assert outplay.number("chromatic", board, header=header).edges == edges
            assert outplay.numbers("chromatic", [board], header=header) == [3]
            assert outplay.strategy("s1", board, header=header).order
        swept = outplay.sweep(path, ask=["m"], out=tmp_path / str(header), header=header)
        assert swept.text(to="csv") == f"m\n{edges}\n"
    with pytest.raises(TypeError, match="expected a path or the text"):
        outplay.read([(0, 1)], header=True)
    with pytest.raises(TypeError, match="header"):
        outplay.solve("subtraction", pebbles=3, take=[1], header=True)
    with pytest.raises(TypeError, match="with how many colours. χ_g is 2, try colors 1 or 2"):
        outplay.solve("coloring", "path:2")


@pytest.mark.parametrize("text", ["[[0, 1], [1, 0]]", "[[0 1]\n [1 0]]", "1 2\n", '{"a": ["b"], "b": ["a"]}'])
def test_text_that_is_no_name_is_a_file(text):
    assert outplay.number("chromatic", text) == 2
