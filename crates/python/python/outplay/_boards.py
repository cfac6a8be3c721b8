"""Boards from whatever people hold a graph in, and back to their own nodes."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Hashable, Iterable, Mapping
from functools import cache
from typing import Any

from . import _outplay
from ._answers import Answer

#: What can be given as a board.
BoardLike = Any


@cache
def catalogue() -> dict[str, Any]:
    """Everything that can be chosen from."""
    return json.loads(_outplay.catalogue())


class Named:
    """A board, and the caller's own nodes where it came with some."""

    def __init__(self, board: _outplay.Board, nodes: list[Hashable] | None = None):
        self.board = board
        self.nodes = nodes
        self.numbers = {} if nodes is None else {node: i for i, node in enumerate(nodes)}

    def node(self, vertex: str | int) -> Any:
        """The caller's node for a vertex of an answer: a name, or a number."""
        if self.nodes is None:
            return vertex
        names = self.board.names
        if isinstance(vertex, str):
            return self.nodes[names.index(vertex) if names and vertex in names else int(vertex)]
        return self.nodes[vertex]

    def vertex(self, node: Any) -> Any:
        """A vertex as questions name it, from the caller's node; anything else as it is."""
        try:
            number = self.numbers.get(node)
        except TypeError:
            return node
        if number is None:
            return node
        return self.board.names[number] if self.board.names else number


class Understood(Answer):
    """What is understood of a board; given as a board, it is the one that was read."""

    #: Nothing of it is kept in a pickle.
    _board: Named | None = None


def named(graph: BoardLike, header: bool | None = None) -> Named:
    """Reads a board from a name, a file or a graph of another library."""
    if header is not None and not isinstance(graph, (str, os.PathLike)):
        raise TypeError(f"header={header} for {type(graph).__name__}, expected a path or the text of an edge list")
    if isinstance(graph, Named):
        return graph
    if isinstance(graph, Understood):
        if graph._board is None:
            raise ValueError("the board that was read is not kept in a pickle: read it again")
        return graph._board
    if isinstance(graph, _outplay.Board):
        return Named(graph)
    if isinstance(graph, os.PathLike):
        path = os.fspath(graph)
        with open(path, encoding="utf-8") as file:
            return Named(_outplay.Board.read(text=file.read(), name=str(path), header=header))
    if isinstance(graph, str):
        return Named(_from_text(graph, header))
    if hasattr(graph, "vertex_iterator") and hasattr(graph, "edge_iterator"):  # SageMath
        edges = graph.edge_iterator(labels=False)
        return _from_edges(list(graph.vertex_iterator()), edges, graph.is_directed())
    if hasattr(graph, "nodes") and hasattr(graph, "edges"):  # networkx
        return _from_edges(list(graph.nodes), graph.edges(), graph.is_directed())
    if hasattr(graph, "vs") and hasattr(graph, "get_edgelist"):  # igraph
        nodes = list(range(graph.vcount()))
        pairs = graph.get_edgelist()
        if "name" in graph.vs.attributes():
            nodes = list(graph.vs["name"])
            pairs = [(nodes[a], nodes[b]) for a, b in pairs]
        return _from_edges(nodes, pairs, graph.is_directed())
    if hasattr(graph, "graph6_string"):
        return Named(_from_text(graph.graph6_string()))
    if isinstance(graph, Mapping):
        pairs = [(a, b) for a, neighbours in graph.items() for b in neighbours]
        return _from_edges(list(dict.fromkeys([*graph, *(b for _, b in pairs)])), pairs, False)
    if isinstance(graph, Iterable):
        pairs = [tuple(edge) if isinstance(edge, Iterable) else (edge,) for edge in graph]
        for pair in pairs:
            if len(pair) != 2:
                raise ValueError(f"found {pair!r} in a list of edges, expected two nodes")
        nodes = list(dict.fromkeys(node for pair in pairs for node in pair))
        if all(isinstance(node, int) for node in nodes):
            nodes.sort()
        return _from_edges(nodes, pairs, False)
    raise TypeError(
        f"found {type(graph).__name__} for a board, expected a family such as 'grid:3x3', graph6, a path, "
        "a graph of networkx, igraph or SageMath, an adjacency dict or a list of edges"
    )


def _from_text(text: str, header: bool | None = None) -> _outplay.Board:
    """A family, a text of several lines or with brackets, or graph6 and its kin."""
    if "\n" in text or "= " in text or text.lstrip()[:1] in ("[", "{") and "," in text:
        return _outplay.Board.read(text=text, header=header)
    if header is not None:
        raise ValueError(f"found header={header} for {text!r}, expected it with the text of an edge list")
    formats = {":": "sparse6", "&": "digraph6", ">": "graph6"}
    if text[:1] in formats:
        return _outplay.Board.read(text=text, name=text, format=formats[text[:1]])
    families = {family["name"] for family in catalogue()["families"]}
    if ":" in text or text in families:
        return _outplay.Board.read(family=text)
    try:
        return _outplay.Board.read(text=text, name=text, format="graph6")
    except ValueError:
        # What is no graph6 either was meant as a family, whose message knows the names.
        return _outplay.Board.read(family=text)


def _plain(node: Hashable) -> str:
    """A node as texts call it: in them a name has no blank and no comma."""
    if isinstance(node, tuple):
        return f"({';'.join(map(_plain, node))})"
    return re.sub(r'[\s,=:{}"]+', "_", str(node))


def _from_edges(nodes: list[Hashable], edges: Iterable[Any], directed: bool) -> Named:
    numbers = {node: i for i, node in enumerate(nodes)}
    if len(numbers) != len(nodes):
        raise ValueError("two nodes of the board are equal")
    pairs = ((numbers[edge[0]], numbers[edge[1]]) for edge in edges)
    # Parallel edges are one, and an edge of an undirected graph may be told from both ends.
    distinct = dict.fromkeys(pair if directed or pair[0] < pair[1] else pair[::-1] for pair in pairs)
    names = None
    if nodes != list(range(len(nodes))):
        names = [_plain(node) for node in nodes]
        if not all(names) or len(set(names)) != len(names):
            names = None
    board = _outplay.Board("the board", len(nodes), list(distinct), names, directed)
    return Named(board, nodes)
