"""The page as a notebook widget.

The page stands in a frame of its own. What it asks travels over the widget's channel to the kernel, where
the program's own server answers, so that it works wherever the notebook does. What is on the board is the
page's address; it is the widget's state, and the same for who plays and for who programs.
"""

from __future__ import annotations

import base64
import json
import secrets
import threading
import urllib.error
import urllib.request
import zlib
from functools import cache
from typing import Any
from urllib.parse import quote, unquote_plus

import anywidget
import traitlets

from . import _outplay
from ._boards import BoardLike, catalogue, named
from ._game import Game
from ._questions import Asked, Play, limits

#: Inside the frame: questions go to the notebook, and so does the address, of which a frame has none.
_INSIDE = """
const waiting = new Map();
// Notebooks put a frame elsewhere now and then, and so load it anew: old answers are not for new questions.
const load = Math.random();
let last = 0;
const tell = (message) => parent.postMessage({ outplay: true, ...message }, "*");
globalThis.outplayTransport = (path, init = {}) => new Promise((resolve, reject) => {
  const id = `${load} ${++last}`;
  const stop = () => { waiting.delete(id); tell({ stop: id }); };
  let body;
  const stream = new ReadableStream({ start(controller) { body = controller; }, cancel: stop });
  const text = new TextEncoder();
  waiting.set(id, ({ status, chunk, done }) => {
    if (status) resolve(new Response(stream, { status }));
    if (chunk) body.enqueue(text.encode(chunk));
    if (done) { waiting.delete(id); body.close(); }
  });
  init.signal?.addEventListener("abort", () => { stop(); reject(init.signal.reason); });
  tell({ ask: id, path, body: init.body ?? null });
});
history.replaceState = history.pushState = (state, title, address) => tell({ place: address.slice(1) });
addEventListener("message", ({ data }) => {
  if (data.place !== undefined) location.hash = data.place;
  else if (data.theme !== undefined) document.documentElement.dataset.theme = data.theme;
  else waiting.get(data.id)?.(data);
});
tell({ ready: true });
"""

_OUTSIDE = """
export default {
  render({ model, el }) {
    const frame = document.createElement("iframe");
    frame.title = "Outplay";
    frame.style.cssText = `width: 100%; border: 0; height: ${model.get("height")}px`;
    frame.srcdoc = model.get("page").replace("PLACE", JSON.stringify(model.get("place")));
    let told, ready = false;
    // What is said before the frame listens is lost.
    const show = () => { if (ready && model.get("place") !== told) { told = model.get("place"); post({ place: told }); } };
    const theme = () => {
      const light = document.body.dataset.jpThemeLight;
      if (ready && light !== undefined) post({ theme: light === "false" ? "dark" : "light" });
    };
    const themes = new MutationObserver(theme);
    themes.observe(document.body, { attributeFilter: ["data-jp-theme-light"] });
    const post = (message) => frame.contentWindow?.postMessage(message, "*");
    const heard = ({ source, data }) => {
      if (source !== frame.contentWindow || !data.outplay) return;
      if (data.ready) {
        ready = true;
        told = undefined;
        theme();
        return show();
      }
      if (data.place === undefined) return model.send(data);
      told = data.place;
      model.set("place", told);
      model.save_changes();
    };
    addEventListener("message", heard);
    model.on("msg:custom", post);
    model.on("change:place", show);
    el.append(frame);
    return () => {
      removeEventListener("message", heard);
      model.off("msg:custom", post);
      model.off("change:place", show);
      themes.disconnect();
    };
  },
};
"""


#: Other users of this machine can reach the server's port, but not what stands behind it.
_TOKEN = secrets.token_urlsafe()


@cache
def _server() -> str:
    return f"http://127.0.0.1:{_outplay.serve(_TOKEN)}/"


def _request(path: str, body: bytes | None = None) -> urllib.request.Request:
    headers = {"content-type": "application/json", "x-outplay-token": _TOKEN}
    return urllib.request.Request(_server() + path, data=body, headers=headers)


@cache
def _page() -> str:
    def part(name: str) -> str:
        with urllib.request.urlopen(_request(name)) as answer:
            return answer.read().decode()

    script = part("page.js").replace("</script", "<\\/script")
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><style>{part("page.css")}</style></head>'
        f'<body><script>location.hash = PLACE;{_INSIDE}</script><script type="module">{script}</script></body></html>'
    )


def _field(value: Any) -> str:
    return quote(",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value), safe=":,=/@")


class Widget(anywidget.AnyWidget):
    """The page in a notebook, played by hand and driven by Python; :func:`outplay.show` makes one."""

    _esm = _OUTSIDE
    page = traitlets.Unicode().tag(sync=True)
    #: What is on the board: the part of the page's address after the ``#``.
    place = traitlets.Unicode().tag(sync=True)
    height = traitlets.Int(640).tag(sync=True)

    def __init__(self, asked: Asked, place: str, **traits: Any):
        super().__init__(page=_page(), place=place, **traits)
        self._asked = asked
        self._stopped: set[str] = set()
        self.on_msg(self._heard)

    def _fields(self) -> dict[str, str]:
        return dict(part.split("=", 1) for part in self.place.split("&") if "=" in part)

    def _with(self, **fields: str) -> None:
        parts = {**self._fields(), **fields}
        self.place = "&".join(f"{key}={value}" for key, value in parts.items() if value)

    @property
    def game(self) -> Play:
        """What is on the board, as a game that can be asked and played on."""
        fields = self._fields()
        game = Play(self._asked, unquote_plus(fields["at"]) if fields.get("at") else None)
        moves = fields["moves"].split(";") if fields.get("moves") else []
        for move in moves[: int(fields.get("ply") or len(moves))]:
            game.move(unquote_plus(move))
        return game

    @property
    def moves(self) -> list[Any]:
        """The moves made so far; setting them puts them on the board."""
        return self.game.played

    @moves.setter
    def moves(self, moves: list[Any]) -> None:
        game = Play(self._asked, unquote_plus(self._fields().get("at", "")) or None)
        for move in moves:
            game.move(move)
        texts = [view["played"]["text"] for view in game._views[1:]]
        self._with(moves=";".join(map(_field, texts)), ply="")

    @property
    def position(self) -> Any:
        """The position on the board; setting it begins there."""
        return self.game.position

    @position.setter
    def position(self, position: Any) -> None:
        text = self._asked.ask("position", position=self._asked.at(position))["position"]
        self._with(at=_field(text), moves="", ply="")

    def _heard(self, _: Any, message: dict[str, Any], __: Any) -> None:
        if "stop" in message:
            self._stopped.add(message["stop"])
        if "ask" in message:
            threading.Thread(target=self._answer, args=(message,), daemon=True).start()

    def _answer(self, message: dict[str, Any]) -> None:
        number, body = message["ask"], message["body"]
        request = _request(message["path"].lstrip("./"), None if body is None else body.encode())
        try:
            answer = urllib.request.urlopen(request)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            self.send({"id": number, "status": answer.status})
            for line in answer:
                if number in self._stopped:
                    break
                self.send({"id": number, "chunk": line.decode()})
        self._stopped.discard(number)
        self.send({"id": number, "done": True})


def show(
    board: BoardLike = None,
    game: str = "coloring",
    *,
    at: Any = None,
    players: tuple[str, str] = ("human", "perfect"),
    height: int = 640,
    **parameters: Any,
) -> Widget:
    """The page as a widget, with this game on this board; needs the package ``anywidget``.

    ``players`` are who sits where, in the order in which the game lists its sides. What is played is read
    from the widget, and set: ``widget.moves``, ``widget.position``, ``widget.game``.
    """
    if isinstance(game, Game) or isinstance(game, type) and issubclass(game, Game):
        raise TypeError("the page plays games of the program and rule files: write the rules as a file, whose path is a game")
    graph = None if board is None else named(board, parameters.pop("header", None))
    asked = Asked(game, graph, limits(None, None, None), parameters)
    fields = {"game": asked.description["name"]}
    if graph is not None:
        if isinstance(board, str) and board.partition(":")[0] in {family["name"] for family in catalogue()["families"]}:
            fields["board"] = _field(board)
        else:
            packed = zlib.compressobj(wbits=-15)
            text = json.dumps([graph.board.text("dot"), "dot", "board.dot", int(graph.board.directed)])
            data = packed.compress(text.encode()) + packed.flush()
            fields["file"] = base64.urlsafe_b64encode(data).decode().rstrip("=")
    words = {key.rstrip("_").replace("_", "-"): _field(asked._said(value)) for key, value in parameters.items()}
    fields |= {f"with-{key}" if key in ("board", "seed", "at", "moves", "view") else key: word for key, word in words.items()}
    seats = [f"p{i}={_field(player)}" for i, player in enumerate(players, 1)]
    widget = Widget(asked, "&".join([*(f"{key}={value}" for key, value in fields.items()), *seats]), height=height)
    if at is not None:
        widget.position = at
    return widget
