"""The widget without a browser: what Python sets and reads, and that its server answers nobody else."""

import json
import urllib.error
import urllib.request

import networkx
import pytest

import outplay
from outplay import _widget


@pytest.mark.parametrize("headers", [{}, {"x-outplay-token": ""}, {"x-outplay-token": _widget._TOKEN[:-1]}], ids=["none", "empty", "wrong"])
@pytest.mark.parametrize("path", ["", "page.js", "api/catalogue"])
def test_the_server_asks_for_its_token(path, headers):
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(urllib.request.Request(_widget._server() + path, headers=headers))
    assert refused.value.code == 403
    with urllib.request.urlopen(_widget._request(path)) as answer:
        assert answer.status == 200


def test_python_sets_and_reads_what_is_on_the_board():
    widget = outplay.show(networkx.path_graph(["a", "b", "c", "d", "e"]), "node-kayles")
    assert widget.moves == [] and "p1=human&p2=perfect" in widget.place
    widget.moves = [{"vertex": "c"}, {"vertex": "e"}]
    assert widget.position == "-,-,x,-,x"
    # As the page says it when somebody has gone back by a move.
    widget.place += "&ply=1"
    assert widget.moves == [{"vertex": "c"}]
    widget.position = "x,-,-,-,-"
    assert widget.moves == [] and widget.position == "x,-,-,-,-"
    with pytest.raises(ValueError, match="vertex"):
        widget.moves = [{"vertex": "b"}]
    assert widget.position == "x,-,-,-,-"


def test_a_family_is_named_and_other_boards_are_sent():
    assert "board=petersen&" in outplay.show("petersen", colors=3).place
    assert "board=grid:2x3&" in outplay.show("grid:2x3", colors=3).place
    assert "file=" in outplay.show("Dhc", colors=3).place


def test_the_page_asks_over_the_widgets_channel():
    widget = outplay.show("cycle:5", colors=3)
    said = []
    widget.send = said.append
    widget._answer({"ask": 7, "path": "./api/board", "body": json.dumps({"board": {"family": "cycle:5"}})})
    assert said[0] == {"id": 7, "status": 200} and said[-1] == {"id": 7, "done": True}
    assert json.loads("".join(part["chunk"] for part in said[1:-1]))
    widget._answer({"ask": 8, "path": "api/board", "body": "{"})
    assert [part["status"] for part in said if part["id"] == 8 and "status" in part] == [400]
