// Everything that is on the table: the board, the game, the moves, who sits where, and what is known about it.

import { type Place, type View, fromAddress, HOME, LONGEST, toAddress } from "./address.ts";
import { ask, Refused } from "./api.ts";
import { boardWord, command } from "./command.ts";
import { type Drawing, drawingOf, edgeName, EMPTY, newCrossing, type Source, vertexName, wireOf } from "./drawing.ts";
import { letter } from "./palette.ts";
import type { BoardAnswer, Catalogue, GameName, JudgedMove, NamedMove, PositionView, Setup } from "./types.ts";
import { Work } from "./work.svelte.ts";

export const GAME_TITLES: Record<GameName, [short: string, long: string]> = {
  coloring: ["Colouring", "The colouring game"],
  edge: ["Edges", "The Edge-Distinguishing Game"],
  cycles: ["Cycles", "The Game of Cycles"],
  token: ["Token", "A token game"],
  subtraction: ["Pebbles", "A take-away game"],
};

/** A board on which each game shows what it is about. */
const SHOWPIECES: Record<GameName, string> = {
  coloring: "petersen",
  edge: "path:6",
  cycles: "prism:3",
  token: "",
  subtraction: "",
};

/** A digraph with won, lost and drawn vertices. */
const TOKEN_BOARD: Drawing = {
  directed: true,
  names: null,
  points: [[0, 1], [1.2, 1.6], [2.4, 1], [2.4, -0.4], [1.2, -1], [0, -0.4], [-1.2, 0.3], [3.5, 0.3]],
  edges: [[0, 1], [0, 5], [1, 2], [2, 3], [2, 7], [3, 7], [4, 3], [4, 5], [5, 4], [5, 6], [6, 0], [6, 6]],
};

export type Mover = "first" | "second";
const other = (mover: Mover): Mover => (mover === "first" ? "second" : "first");
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

class Session {
  catalogue = $state.raw<Catalogue | null>(null);

  game = $state<GameName>(HOME.game);
  source = $state.raw<Source>(HOME.source);
  colors = $state<number | null>(HOME.colors);
  first = $state<"alice" | "bob">("alice");
  pass = $state<"none" | "alice" | "bob">("none");
  start = $state("");
  pebbles = $state(HOME.pebbles);
  take = $state(HOME.take);
  outer = $state("");
  seats = $state<[string, string]>([...HOME.seats]);
  seed = $state(HOME.seed);
  hints = $state(false);
  view = $state<View>(HOME.view);

  /** The board as it is drawn, and what the server says of it. */
  drawing = $state.raw<Drawing>(EMPTY);
  answer = $state.raw<BoardAnswer | null>(null);
  /** Grows when the board is to be fitted to the screen again. */
  fitted = $state(0);

  at = $state<string | null>(null);
  moves = $state.raw<string[]>([]);
  ply = $state(0);
  views = $state.raw<PositionView[]>([]);
  /** A position that is shown without being played. */
  shown = $state.raw<PositionView | null>(null);
  /** Why there is no game on this board. */
  problem = $state("");
  paused = $state(false);
  thinking = new Work();
  remark = $state("");

  /** What was said last, for eyes and screen readers. */
  message = $state.raw<{ text: string; error: boolean; count: number }>({ text: "", error: false, count: 0 });

  verdicts = $state.raw<Map<string, JudgedMove>>(new Map());
  judging = new Work();

  #undo: { source: Source; drawing: Drawing }[] = [];
  #redo: { source: Source; drawing: Drawing }[] = [];
  undoable = $state(0);
  redoable = $state(0);

  /** Answers to older questions are dropped. */
  #question = 0;
  #writing: Promise<void> = Promise.resolve();
  #written = "";
  /** The board that did not fit into a link, so that this is said once. */
  #unlinked: Source | null = null;

  get place(): Place {
    const { game, source, colors, first, pass, start, pebbles, take, outer, seed, at, moves, ply, hints, view } = this;
    return { game, source, colors, first, pass, start, pebbles, take, outer, seats: [...this.seats], seed, at, moves, ply, hints, view };
  }

  get now(): PositionView | null {
    return this.shown ?? this.views[this.ply] ?? null;
  }

  /** The position on the table, whatever is shown. */
  get current(): PositionView | null {
    return this.views[this.ply] ?? null;
  }

  /** Colours on the board and in the chooser. */
  get palette(): number {
    const now = this.views[0];
    return now?.parameters.colors ?? this.colors ?? 0;
  }

  get setup(): Setup {
    const board = this.game === "subtraction" ? {} : { board: wireOf(this.source) };
    switch (this.game) {
      case "coloring":
        return { game: "coloring", ...board, colors: this.colors ?? 3, first: this.first, pass: this.pass };
      case "edge":
        return { game: "edge", ...board, ...(this.colors !== null && { colors: this.colors }) };
      case "cycles":
        return { game: "cycles", ...board, ...(this.outer && { outer: this.outer }) };
      case "token":
        return { game: "token", ...board, start: this.start || vertexName(this.drawing, 0) };
      case "subtraction":
        return { game: "subtraction", pebbles: numbers(this.pebbles), take: numbers(this.take) };
    }
  }

  moverAt(ply: number): Mover {
    const begins = this.views[0]?.mover ?? "first";
    return ply % 2 === 0 ? begins : other(begins);
  }

  get mover(): Mover {
    return this.moverAt(this.ply);
  }

  /** Seats are Alice's and Bob's in the colouring game, whoever starts; else the first and the second player's. */
  seatIndex(mover: Mover): 0 | 1 {
    const swapped = this.game === "coloring" && this.first === "bob";
    return (mover === "first") === swapped ? 1 : 0;
  }

  seatName(seat: 0 | 1): string {
    return (this.game === "coloring" ? ["Alice", "Bob"] : ["First", "Second"])[seat];
  }

  playerName(mover: Mover): string {
    const name = this.seatName(this.seatIndex(mover));
    return this.game === "coloring" ? name : `The ${name.toLowerCase()} player`;
  }

  seatOf(mover: Mover): string {
    return this.seats[this.seatIndex(mover)];
  }

  get humanToMove(): boolean {
    return !this.shown && this.current !== null && this.current.over === null && this.seatOf(this.mover) === "human";
  }

  /** Who won the game on the table: a player, nobody, or it goes on. */
  get winner(): Mover | "nobody" | null {
    const view = this.current;
    if (!view?.over) return null;
    if (view.over.winner === null) return "nobody";
    return view.over.winner === view.to_move ? this.mover : other(this.mover);
  }

  /** A move for people. */
  moveText(move: NamedMove | string): string {
    const named = typeof move === "string" ? this.#known(move) : move;
    const json = named?.json;
    if (typeof json === "object" && json.color !== undefined) return `${vertexName(this.drawing, json.vertex!)} = ${letter(json.color)}`;
    if (typeof json === "object" && json.from !== undefined) return `${json.from} → ${json.to}`;
    if (typeof json === "object" && json.take !== undefined)
      return `take ${json.take}${(this.views[0]?.marks.heaps?.length ?? 1) > 1 ? ` from heap ${json.heap! + 1}` : ""}`;
    if (this.game === "token" && named) return `to ${named.text}`;
    return named?.text ?? String(move);
  }

  /** What the program says, with letters for colours as on the board. */
  told(text: string): string {
    if (this.game !== "coloring" && this.game !== "edge") return text;
    return text.replace(/(?<=\S)=(\d+)\b/g, (_, color) => ` = ${letter(Number(color))}`);
  }

  #known(text: string): NamedMove | undefined {
    for (const view of this.views) {
      const found = view.moves.find((m) => m.text === text);
      if (found) return found;
    }
    const colored = /^(.*)=(\d+)$/.exec(text);
    return colored && (this.game === "coloring" || this.game === "edge") ? { text: `${colored[1]} = ${letter(Number(colored[2]))}`, json: text } : undefined;
  }

  say(text: string, error = false) {
    this.message = { text, error, count: this.message.count + 1 };
  }

  #fail(error: unknown) {
    if (!(error instanceof Refused)) throw error;
    this.say(sentence(error.message), true);
  }

  /** The file that the program takes where the board is no family. */
  get fileName(): string {
    const { source } = this;
    if (source.kind === "text" && source.name) return source.name;
    return source.kind === "drawn" && source.drawing.directed ? "board.dot" : "board.json";
  }

  get boardTitle(): string {
    if (this.game === "subtraction") return `${this.pebbles} pebbles, take ${this.take}`;
    return this.source.kind === "drawn" ? "your drawing" : boardWord(this.place, this.fileName);
  }

  get command(): string {
    const moved = this.ply > 0 || this.at !== null || this.shown !== null;
    return command(this.place, this.fileName, moved ? (this.now?.position ?? null) : null);
  }

  // ---- opening ----

  async begin() {
    addEventListener("popstate", () => this.#open());
    this.catalogue = await ask<Catalogue>("/api/catalogue").catch((error) => {
      this.#fail(error);
      return null;
    });
    await this.#open();
  }

  async #open() {
    const hash = location.hash.slice(1);
    if (hash === this.#written && hash !== "") return;
    this.#written = hash;
    try {
      await this.go(await fromAddress(hash));
    } catch (error) {
      this.say(sentence((error as Error).message), true);
      await this.go({ ...HOME });
    }
  }

  /** Everything as a place says. */
  async go(place: Place) {
    const samePlace = this.answer !== null && place.outer === this.outer && JSON.stringify(place.source) === JSON.stringify(this.source);
    Object.assign(this, { ...place, moves: [], ply: 0 });
    this.thinking.drop();
    this.shown = null;
    if (!samePlace) this.#forget();
    const ok = samePlace || this.game === "subtraction" || (await this.#load(place.source));
    if (!ok) return;
    await this.#restart(place.at, place.moves, place.ply, false);
    this.paused = !this.humanToMove;
  }

  #forget() {
    this.#undo = [];
    this.#redo = [];
    this.undoable = this.redoable = 0;
  }

  /** Asks the server for a board; on success it is the board. */
  async #load(source: Source, keepDrawing = false): Promise<boolean> {
    const question = ++this.#question;
    this.problem = "";
    try {
      const answer = await ask<BoardAnswer>("/api/board", { board: wireOf(source), ...(this.outer && this.game === "cycles" && { outer: this.outer }) });
      if (question !== this.#question) return false;
      this.answer = answer;
      this.source = source;
      if (!keepDrawing) {
        this.drawing = drawingOf(answer);
        this.fitted++;
      }
      return true;
    } catch (error) {
      if (question !== this.#question || !(error instanceof Refused)) return false;
      if (keepDrawing || this.answer === null) {
        this.problem = error.message;
        this.views = [];
        this.answer = null;
      }
      this.#fail(error);
      return false;
    }
  }

  /** Begins the game anew and plays the moves again. */
  async #restart(at: string | null = null, moves: string[] = [], ply = moves.length, step = true) {
    const question = ++this.#question;
    this.thinking.drop();
    this.shown = null;
    this.remark = "";
    this.at = at;
    this.problem = "";
    const views: PositionView[] = [];
    try {
      const setup = this.setup;
      views.push(await ask<PositionView>("/api/position", { setup, ...(at !== null && { position: at }) }));
      for (const move of moves) {
        const { position, mover } = views.at(-1)!;
        views.push(await ask<PositionView>("/api/play", { setup, position, mover, move }));
      }
    } catch (error) {
      if (question !== this.#question || !(error instanceof Refused)) return;
      if (views.length === 0) {
        this.problem = error.message;
        this.views = [];
        this.moves = [];
        this.ply = 0;
        this.#stale();
        this.writeAddress(step);
        return;
      }
      this.#fail(error);
    }
    if (question !== this.#question) return;
    this.views = views;
    this.moves = moves.slice(0, views.length - 1);
    this.ply = Math.min(ply, this.moves.length);
    this.#stale();
    this.writeAddress(step);
  }

  /** A new board; the former one stays if it cannot be read. */
  async openSource(source: Source): Promise<boolean> {
    if (!(await this.#load(source))) return false;
    this.#forget();
    const { vertices, edges, directed } = this.answer!;
    this.say(`${source.kind === "family" ? source.text : "The board"}: ${vertices.length} vertices, ${edges.length} ${directed ? "arcs" : "edges"}.`);
    if (this.game === "subtraction") this.game = "coloring";
    if (directed && this.game !== "token") this.game = "token";
    this.start = "";
    this.outer = "";
    await this.newGame();
    return true;
  }

  async chooseGame(game: GameName) {
    if (game === this.game) return;
    this.thinking.drop();
    this.game = game;
    if (game === "edge") this.colors = null;
    if (game === "coloring" && this.colors === null) this.colors = 3;
    // An edge list is read as arcs for token games only.
    if (this.source.kind === "text" && game !== "subtraction") await this.#load({ ...this.source, directed: game === "token" });
    const untouched = this.source.kind === "family" && Object.values(SHOWPIECES).includes(this.source.text);
    const demo = this.source.kind === "drawn" && JSON.stringify(this.source.drawing) === JSON.stringify(TOKEN_BOARD);
    const unfit = this.drawing.directed && game !== "token";
    if (game !== "subtraction" && (untouched || demo || unfit || this.answer === null)) {
      const source: Source = game === "token" ? { kind: "drawn", drawing: TOKEN_BOARD } : { kind: "family", text: SHOWPIECES[game] };
      this.#forget();
      this.start = "";
      this.outer = "";
      if (!(await this.#load(source))) return;
    }
    await this.newGame();
    this.say(`${GAME_TITLES[game][1]}.`);
  }

  /** Which face is the outer one, by some of its vertices. */
  async setOuter(outer: string) {
    const former = this.outer;
    this.outer = outer;
    if (await this.#load(this.source)) await this.newGame();
    else this.outer = former;
  }

  /** From the start, with the seats and settings as they are. */
  async newGame() {
    await this.#restart();
    this.paused = this.seats.every((seat) => seat !== "human");
    this.#engine();
  }

  /** Begins at a position: of the state digraph, of a line. */
  async openPosition(position: string) {
    await this.#restart(position);
    this.paused = !this.humanToMove;
    this.say(`Opened the position ${position}.`);
  }

  /** Shows a position without playing it. */
  async show(position: string | null) {
    const question = ++this.#question;
    if (this.thinking.running) this.pause();
    if (position === null) {
      this.shown = null;
      return;
    }
    const view = await ask<PositionView>("/api/position", { setup: this.setup, position }).catch((error) => this.#fail(error));
    if (view && question === this.#question) this.shown = view;
  }

  // ---- playing ----

  /** Plays a move; says why if it is refused. */
  async play(move: string): Promise<boolean> {
    const view = this.current;
    if (!view || this.shown) return false;
    const question = ++this.#question;
    this.thinking.drop();
    try {
      const next = await ask<PositionView>("/api/play", { setup: this.setup, position: view.position, mover: this.mover, move });
      if (question !== this.#question) return false;
      this.#made(move, next);
      this.paused = false;
      this.#engine();
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  #made(move: string, next: PositionView) {
    const name = this.playerName(this.mover);
    this.moves = [...this.moves.slice(0, this.ply), move];
    this.views = [...this.views.slice(0, this.ply + 1), next];
    this.ply++;
    const text = this.moveText(move);
    this.say(this.winner === null ? `${name}: ${text}.` : `${name}: ${text}. ${this.result}`);
    this.#stale();
    this.writeAddress(true);
  }

  get result(): string {
    if (this.winner === null) return "";
    const who = this.winner === "nobody" ? "Nobody wins" : `${this.playerName(this.winner)} wins`;
    const reason = this.current?.over?.reason;
    return reason ? `${who}: ${reason.replace(/\.$/, "")}.` : `${who}.`;
  }

  /** Lets a player of the program move, if it is to move and nobody said wait. */
  async #engine() {
    while (!this.paused && !this.shown && this.current && !this.current.over) {
      const mover = this.mover;
      const player = this.seatOf(mover);
      if (player === "human") return;
      const question = this.#question;
      const { setup, seed, moves, ply } = this;
      const began = performance.now();
      const body = { setup, position: this.current.position, mover, player, seed: seed + ply, moves: this.at === null ? moves.slice(0, ply) : [] };
      const result = await this.thinking.run("/api/choose", body);
      if (question !== this.#question || this.paused) return;
      if (!result) {
        if (this.thinking.error) {
          this.paused = true;
          this.say(sentence(this.thinking.error), true);
        }
        return;
      }
      await wait(Math.max(0, 450 - (performance.now() - began)));
      if (question !== this.#question || this.paused) return;
      this.remark = result.remark ?? "";
      this.#made(result.move.text, result.view);
    }
  }

  /** Lets the players of the program go on, or wait. */
  resume() {
    this.paused = false;
    this.shown = null;
    this.#question++;
    this.#engine();
  }

  pause() {
    this.paused = true;
    this.thinking.drop();
  }

  /** Back or forth to a move of the list. */
  jump(ply: number) {
    if (ply < 0 || ply > this.moves.length) return;
    this.#question++;
    this.thinking.drop();
    this.shown = null;
    this.remark = "";
    this.ply = ply;
    this.paused = !this.humanToMove && !this.current?.over;
    this.say(ply === 0 ? "At the start." : `After move ${ply}: ${this.moveText(this.moves[ply - 1])}. ${this.result}`);
    this.#stale();
    this.writeAddress(true);
  }

  /** To the turn before at which a person chose. */
  undo() {
    let ply = this.ply - 1;
    if (this.seats.includes("human")) while (ply > 0 && this.seatOf(this.moverAt(ply)) !== "human") ply--;
    this.jump(ply);
  }

  redo() {
    let ply = this.ply + 1;
    if (this.seats.includes("human")) while (ply < this.moves.length && this.seatOf(this.moverAt(ply)) !== "human") ply++;
    this.jump(ply);
  }

  sit(seat: 0 | 1, player: string) {
    this.seats[seat] = player;
    this.thinking.drop();
    this.#question++;
    this.paused = this.seats.every((s) => s !== "human") || this.ply > 0;
    this.writeAddress();
    this.#engine();
  }

  // ---- hints ----

  setHints(on: boolean) {
    this.hints = on;
    this.writeAddress();
    if (!on) this.judging.drop();
  }

  #stale() {
    this.judging.drop();
    this.verdicts = new Map();
  }

  /** Judges every legal move of the position on the table. */
  async judge(again = false) {
    const view = this.current;
    if (!view || view.over || (this.verdicts.size > 0 && !again)) return;
    const verdicts = new Map<string, JudgedMove>();
    const result = await this.judging.run("/api/moves", { setup: this.setup, position: view.position }, (line) => {
      if (line.event !== "move") return;
      verdicts.set(line.move.text, { ...line, text: line.move.text } as unknown as JudgedMove);
      this.verdicts = new Map(verdicts);
    });
    if (result) this.verdicts = new Map(result.moves.map((m: JudgedMove) => [m.text, m]));
  }

  // ---- drawing ----

  /** Changes the drawing; in the Game of Cycles no edges may cross. */
  edit(drawing: Drawing): boolean {
    if (this.game === "cycles") {
      const crossing = newCrossing(this.drawing, drawing);
      if (crossing) {
        const [e, f] = crossing.map((edge) => edgeName(drawing, edge));
        this.say(`Edges ${e} and ${f} would cross. In the Game of Cycles the drawing is the board: go around, or move a vertex first.`, true);
        return false;
      }
    }
    if (drawing.directed) this.game = "token";
    this.#undo.push({ source: this.source, drawing: this.drawing });
    this.#redo = [];
    this.#drawn({ source: { kind: "drawn", drawing }, drawing });
    return true;
  }

  undoEdit() {
    const step = this.#undo.pop();
    if (!step) return;
    this.#redo.push({ source: this.source, drawing: this.drawing });
    this.#drawn(step);
    this.say("Undone.");
  }

  redoEdit() {
    const step = this.#redo.pop();
    if (!step) return;
    this.#undo.push({ source: this.source, drawing: this.drawing });
    this.#drawn(step);
    this.say("Done again.");
  }

  async #drawn({ source, drawing }: { source: Source; drawing: Drawing }) {
    this.undoable = this.#undo.length;
    this.redoable = this.#redo.length;
    this.thinking.drop();
    this.source = source;
    this.drawing = drawing;
    this.views = [];
    this.moves = [];
    this.ply = 0;
    this.at = null;
    this.outer = "";
    if (this.game === "token" && !drawing.points.some((_, v) => vertexName(drawing, v) === this.start)) this.start = "";
    if (this.game === "subtraction") this.game = drawing.directed ? "token" : "coloring";
    const question = ++this.#question;
    await wait(120);
    if (question !== this.#question) return;
    if (drawing.points.length === 0) {
      this.problem = "an empty board: draw a vertex, pick a family or open a file";
      return;
    }
    if (!(await this.#load(source, true))) return;
    await this.#restart();
    this.paused = true;
  }

  /** A fresh layout, without crossings where that can be. */
  async tidy() {
    const answer = await ask<BoardAnswer>("/api/board/tidy", { board: wireOf(this.source) }).catch((error) => this.#fail(error));
    if (!answer) return;
    this.#undo.push({ source: this.source, drawing: this.drawing });
    this.#redo = [];
    const drawing = { ...drawingOf(answer), names: this.drawing.names };
    await this.#drawn({ source: { kind: "drawn", drawing }, drawing });
    this.fitted++;
    this.say("Tidied.");
  }

  // ---- the address ----

  /** Writes the state into the address: as a new step of the history, or over the present one. */
  writeAddress(step = false) {
    const place = this.place;
    this.#writing = this.#writing.then(async () => {
      const hash = await toAddress(place);
      if (hash === this.#written) return;
      if (hash.length > LONGEST) {
        if (this.#unlinked !== place.source) this.say("This board is too large for a link: download it to keep it.", true);
        this.#unlinked = place.source;
        return;
      }
      const former = this.#written;
      this.#written = hash;
      history[step && former !== "" ? "pushState" : "replaceState"](null, "", `#${hash}`);
    });
  }

  setView(view: View) {
    if (view === this.view) return;
    this.view = view;
    this.shown = null;
    this.writeAddress(true);
  }
}

/** "3, 4,5" as numbers. */
export function numbers(text: string): number[] {
  return text.split(/[\s,]+/).filter(Boolean).map(Number).filter((value) => Number.isSafeInteger(value) && value >= 0);
}

/** A message with a capital and a full stop. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1) + (/[.!?…]$/.test(trimmed) ? "" : ".");
}

export const session = new Session();
