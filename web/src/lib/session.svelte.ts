// Everything that is on the table: the board, the game, the moves, who sits where, and what is known about it.

import { exampleOf, fromAddress, home, LONGEST, type Place, rulesIn, toAddress, type View } from "./address.ts";
import { ask, Refused } from "./api.ts";
import { amountOf, capital, completed, exampleSource, inside, NOTHING, offBoard, onBoard, type Params, seatOfSide, shortSide, takes } from "./catalogue.ts";
import { boardWord, command } from "./command.ts";
import { type Drawing, drawingOf, edgeName, EMPTY, newCrossing, type Source, vertexName, wireOf } from "./drawing.ts";
import { kindly } from "./kindly.ts";
import { learn, type Names, read, touches, type Way, write } from "./notation.ts";
import { letter, listed } from "./palette.ts";
import { HUMAN, seatsIn } from "./players.ts";
import { say } from "./texts.ts";
import { tools } from "./tools.svelte.ts";
import type { BoardAnswer, Catalogue, Game, JudgedMove, NamedMove, PositionView, Setup, Touch } from "./types.ts";
import { Work } from "./work.svelte.ts";

/** Seats belong to the sides of the game, in its order. */
export type Seat = 0 | 1;
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

class Session {
  catalogue = $state.raw<Catalogue | null>(null);

  /** The name of the game, and what it says about itself. */
  game = $state("");
  readonly about = $derived<Game>(this.catalogue?.games.find((g) => g.name === this.game) ?? NOTHING);
  source = $state.raw<Source>({ kind: "drawn", drawing: EMPTY });
  /** What is said about its parameters, as it is typed. */
  params = $state.raw<Params>({});
  seats = $state<[string, string]>([HUMAN, HUMAN]);
  seed = $state(1);
  hints = $state(false);
  view = $state<View>("play");
  puzzles = $state.raw<string[]>([]);
  experiment = $state("");
  lesson = $state("");

  /** The board as it is drawn, and what the server says of it. */
  drawing = $state.raw<Drawing>(EMPTY);
  answer = $state.raw<BoardAnswer | null>(null);
  /** Grows when the board is to be fitted to the screen again. */
  fitted = $state(0);

  at = $state<string | null>(null);
  moves = $state.raw<string[]>([]);
  /** Other lines of play from the same beginning. */
  lines = $state.raw<string[][]>([]);
  /** The game before the last change that began another. */
  former = $state.raw<Place | null>(null);
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
  /** Why not all moves are judged. */
  unjudged = $state("");

  #undo: { source: Source; drawing: Drawing }[] = [];
  #redo: { source: Source; drawing: Drawing }[] = [];
  undoable = $state(0);
  redoable = $state(0);

  /** Answers to older questions are dropped. */
  #question = 0;
  /** The setup of which the views are. */
  #laid = "";
  #writing: Promise<void> = Promise.resolve();
  #written = $state("");
  /** The board that did not fit into a link, so that this is said once. */
  #unlinked: Source | null = null;

  get place(): Place {
    const { game, source, params, seed, at, moves, lines, ply, hints, view, puzzles, experiment, lesson } = this;
    return { game, source, params, seats: [...this.seats], seed, at, moves, lines, ply, hints, view, puzzles, experiment, lesson };
  }

  get now(): PositionView | null {
    return this.shown ?? this.views[this.ply] ?? null;
  }

  /** The position on the table, whatever is shown. */
  get current(): PositionView | null {
    return this.views[this.ply] ?? null;
  }

  /** How many marks there are to choose from: colours, mostly. */
  get palette(): number {
    const amount = amountOf(this.about);
    const said = amount && (this.views[0]?.parameters[amount.name] ?? this.params[amount.name]);
    if (said) return Number(said);
    return Math.max(0, ...this.views.slice(0, this.ply + 1).flatMap((view) => view.moves.map((m) => m.touch.mark ?? 0)));
  }

  get setup(): Setup {
    const board = this.about.board === "none" ? {} : { board: wireOf(this.source) };
    const said = Object.fromEntries(Object.entries(this.params).filter(([, value]) => value !== ""));
    const { written } = this.about;
    return { ...(written === undefined ? { game: this.game } : { rules: written }), ...board, ...said };
  }

  /** The side to move. */
  seatAt(ply: number): Seat {
    return seatOfSide(this.about, this.views[ply]?.to_move ?? this.about.sides[0].word);
  }

  get seat(): Seat {
    return this.seatAt(this.ply);
  }

  /** In a word, for headings. */
  seatName(seat: Seat): string {
    return shortSide(this.about.sides[seat].title);
  }

  playerName(seat: Seat): string {
    return this.about.sides[seat].title;
  }

  /** That a seat wins, in a sentence. */
  wins(seat: Seat): string {
    return say.wins(this.playerName(seat), this.about.sides[seat].many);
  }

  get humanToMove(): boolean {
    if (this.shown) return this.taker !== null && this.shown.over === null;
    return this.current !== null && this.winner === null && this.seats[this.seat] === HUMAN;
  }

  /** The seat of the only person, if there is one. */
  get you(): Seat | null {
    const people = this.seats.filter((seat) => seat === HUMAN).length;
    return people === 1 ? (this.seats.indexOf(HUMAN) as Seat) : null;
  }

  /** The plies at which this position was on the table with the same side to move. */
  get repeats(): number[] {
    const { current } = this;
    if (!current || !this.about.draws) return [];
    return this.views.slice(0, this.ply + 1).flatMap((view, ply) => (view.position === current.position && view.to_move === current.to_move ? [ply] : []));
  }

  /** Who won the game on the table: a side, nobody, or it goes on. */
  get winner(): Seat | "nobody" | null {
    const over = this.current?.over;
    if (!over) return this.repeats.length >= 3 ? "nobody" : null;
    return over.winner === null ? "nobody" : seatOfSide(this.about, over.winner);
  }

  /** How this game writes its moves. */
  readonly #way = $derived.by((): Way | null => {
    for (const view of this.views) {
      const way = learn(view.moves, this.#names);
      if (way) return way;
    }
    return null;
  });
  readonly #names = $derived.by((): Names => {
    const drawing = this.drawing;
    const index = new Map(drawing.points.map((_, v) => [vertexName(drawing, v), v]));
    return { name: (v) => vertexName(drawing, v), vertex: (name) => index.get(name) };
  });

  vertexNamed(name: string): number | undefined {
    return this.#names.vertex(name);
  }

  /** A move for people: of which the touch is known, or only how it is written. */
  moveText(move: string | { text: string; touch?: Touch }): string {
    const text = typeof move === "string" ? move : move.text;
    const touch = (typeof move === "string" ? undefined : move.touch) ?? this.#known(text)?.touch ?? (this.#way && read(this.#way, text, this.#names));
    if (!touch) return text;
    const { mark, sites } = this.about;
    if (touch.vertex !== undefined) {
      const name = this.#names.name(touch.vertex);
      if (sites === "arcs") return say.session.to(name);
      return mark && touch.mark ? `${name} = ${letter(touch.mark)}` : name;
    }
    if (touch.from !== undefined && touch.to !== undefined) return `${this.#names.name(touch.from)} ${mark ? "→" : "–"} ${this.#names.name(touch.to)}`;
    if (touch.take !== undefined) return say.session.take(touch.take, (this.views[0]?.marks.heaps?.length ?? 1) > 1 ? touch.heap! + 1 : null);
    return text;
  }

  /** What the program says, with letters for marks as on the board. */
  told(text: string): string {
    const way = this.#way;
    if (!this.about.mark || !way?.parts.includes("mark")) return text;
    const between = way.between.replace(/[^\w\s]/g, "\\$&");
    return text.replace(new RegExp(`(?<=\\S)${between}(\\d+)\\b`, "g"), (_, mark) => ` ${way.between} ${letter(Number(mark))}`);
  }

  /** The text of a move that a program wrote. */
  textOf(move: unknown): string | undefined {
    const written = JSON.stringify(move);
    return this.current?.moves.find((m) => JSON.stringify(m.move) === written)?.text;
  }

  #known(text: string): NamedMove | undefined {
    for (const view of this.views) {
      const found = view.moves.find((m) => m.text === text);
      if (found) return found;
    }
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
    if (this.about.board === "none") return this.about.parameters.map(({ name }) => `${name} ${this.params[name] ?? ""}`.trim()).join(", ");
    return this.source.kind === "drawn" ? say.session.drawing : boardWord(this.place, this.fileName);
  }

  get command(): string {
    const moved = this.ply > 0 || this.at !== null || this.shown !== null;
    return command(this.place, this.about, this.fileName, moved ? (this.now?.position ?? null) : null, tools);
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
    if (this.catalogue === null || (hash === this.#written && hash !== "")) return;
    this.#written = hash;
    try {
      const rules = await rulesIn(hash);
      if (rules !== null) await this.learn(rules);
      await this.go(await fromAddress(hash, this.catalogue));
    } catch (error) {
      this.say(sentence((error as Error).message), true);
      await this.go(home(this.catalogue));
    }
    // Who comes without an address comes to play.
    if (hash === "" && this.seats.includes(HUMAN)) this.resume();
  }

  /** Everything as a place says. */
  async go(place: Place) {
    const faces = JSON.stringify(this.#faces);
    const same = this.answer !== null && JSON.stringify(place.source) === JSON.stringify(this.source);
    Object.assign(this, { ...place, moves: [], ply: 0 });
    this.thinking.drop();
    this.shown = null;
    const samePlace = same && faces === JSON.stringify(this.#faces);
    if (!samePlace) this.#forget();
    const ok = samePlace || this.about.board === "none" || (await this.#load(place.source));
    if (!ok) return;
    await this.#restart(place.at, place.moves, place.ply, false);
    this.lines = place.lines;
    this.paused = !this.humanToMove;
  }

  /** What is said about the faces of a plane board. */
  get #faces(): { outer?: string } {
    const { outer } = this.params;
    return this.about.board === "plane" && outer ? { outer } : {};
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
      const answer = await ask<BoardAnswer>("/api/board", { board: wireOf(source), ...this.#faces });
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
    this.lines = [];
    if (step) this.puzzles = [];
    this.problem = "";
    if (this.about.board !== "none") this.params = onBoard(this.about, this.params, this.drawing);
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
    this.#laid = JSON.stringify(this.setup);
    this.views = views;
    this.moves = moves.slice(0, views.length - 1);
    this.ply = Math.min(ply, this.moves.length);
    this.#stale();
    this.writeAddress(step);
  }

  /** Remembers the game on the table, because it is about to be left. */
  #leave(board = false) {
    if (this.moves.length > 0 || (board && this.source.kind !== "family" && this.drawing.points.length > 0)) this.former = this.place;
  }

  /** Back to the game that was left. */
  async restore() {
    const { former } = this;
    this.former = null;
    if (!former) return;
    await this.go(former);
    this.writeAddress(true);
    this.say(say.session.back);
  }

  /** A new board; the former one stays if it cannot be read. */
  async openSource(source: Source): Promise<boolean> {
    this.#leave(true);
    const former = this.params;
    this.params = offBoard(this.about, former);
    if (!(await this.#load(source))) {
      this.params = former;
      this.former = null;
      return false;
    }
    this.#forget();
    const { vertices, edges, directed } = this.answer!;
    this.say(say.session.board(source.kind === "family" ? source.text : null, vertices.length, edges.length, directed));
    this.#fit(directed);
    await this.#fresh();
    return true;
  }

  /** Another game if this one is not played on such boards. */
  #fit(directed: boolean) {
    if (takes(this.about, directed)) return;
    const game = this.catalogue?.games.find((g) => takes(g, directed));
    if (game) this.#begin(game);
  }

  /** Another game, with the parameters of its example. */
  #begin(game: Game) {
    this.game = game.name;
    this.params = completed(game, {});
    this.seats = seatsIn(this.catalogue, game, this.seats);
  }

  /** Takes a game that somebody wrote among the others; its name is that of the file. */
  async learn(written: string): Promise<Game> {
    const { game } = await ask<{ game: Game }>("/api/rules", { rules: written });
    const own = { ...game, name: `${game.name}.toml`, written };
    const others = this.catalogue!.games.filter((g) => g.name !== own.name);
    this.catalogue = { ...this.catalogue!, games: [...others, own] };
    return own;
  }

  /** Plays a game from a rule file; says what is wrong with it otherwise. */
  async openRules(written: string): Promise<boolean> {
    try {
      const { name } = await this.learn(written);
      // The same name may stand for other rules now.
      if (name === this.game) await this.newGame();
      else await this.chooseGame(name);
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  async chooseGame(name: string) {
    const game = this.catalogue?.games.find((g) => g.name === name);
    if (!game || !this.catalogue || name === this.game) return;
    this.#leave(true);
    this.thinking.drop();
    const { source } = this;
    const example = exampleSource(game);
    const alone = this.seats.filter((seat) => seat === HUMAN).length === 1;
    this.#begin(game);
    // An edge list is read as arcs where the game is about arcs.
    if (source.kind === "text" && example !== null) await this.#load({ ...source, directed: game.board === "directed" });
    // Who has chosen no board goes from example to example.
    const untouched = source.kind === "family" && this.catalogue.games.some((g) => g.example.board === source.text);
    if (example === null || untouched || this.answer === null || !takes(game, this.drawing.directed)) {
      const place = exampleOf(this.catalogue, game);
      this.params = place.params;
      if (alone) this.seats = place.seats;
      if (example !== null) {
        this.#forget();
        if (!(await this.#load(example))) return;
      }
    }
    await this.#fresh();
    this.say(`${game.title}.`);
  }

  /** Says a parameter, which begins a new game. */
  async setParam(name: string, value: string) {
    const former = this.params;
    const faces = JSON.stringify(this.#faces);
    this.#leave();
    this.params = { ...former, [name]: value };
    if (JSON.stringify(this.#faces) !== faces && !(await this.#load(this.source))) this.params = former;
    else await this.#fresh();
  }

  /** From the start, with the seats and settings as they are. */
  async newGame() {
    this.#leave();
    await this.#fresh();
  }

  async #fresh() {
    await this.#restart();
    this.paused = this.seats.every((seat) => seat !== HUMAN);
    this.#engine();
  }

  /** Begins at a position: of the state digraph, of a line. */
  async openPosition(position: string) {
    this.#leave();
    await this.#restart(position);
    this.paused = !this.humanToMove;
    this.say(say.session.opened(position));
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

  /** Where moves go that are tried in a position that is only shown: the puzzles. */
  taker = $state.raw<((move: string) => void) | null>(null);

  /** Plays the move that touches this. If there is none, the server says why. */
  async attempt(touch: Touch): Promise<boolean> {
    const legal = this.now?.moves.find((move) => touches(move, touch));
    const text = legal?.text ?? (this.#way && write(this.#way, touch, this.#names));
    if (text) return this.play(text);
    this.say(say.session.cannot(this.about.rules), true);
    return false;
  }

  /** Plays a move; says why if it is refused. */
  async play(move: string): Promise<boolean> {
    const view = this.current;
    if (this.taker && this.shown) {
      this.taker(move);
      return true;
    }
    // Until another game is on the table, what is seen is the last position of this one, and nobody's move.
    if (!view || this.shown || this.taker || this.#laid !== JSON.stringify(this.setup)) return false;
    const question = ++this.#question;
    this.thinking.drop();
    this.former = null;
    try {
      const next = await ask<PositionView>("/api/play", { setup: this.setup, position: view.position, mover: view.mover, move });
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
    const name = this.playerName(this.seat);
    // Along the moves that were taken back, or on a line of its own.
    if (this.moves[this.ply] !== move) {
      if (this.ply < this.moves.length) this.#keep(this.moves);
      this.moves = [...this.moves.slice(0, this.ply), move];
      this.views = [...this.views.slice(0, this.ply + 1), next];
    }
    this.ply++;
    const text = this.moveText(move);
    this.say(this.winner === null ? `${name}: ${text}.` : `${name}: ${text}. ${this.result}`);
    this.#stale();
    this.writeAddress(true);
  }

  /** Keeps a line among the others, unless one of them goes on from it. */
  #keep(moves: string[]) {
    const within = (a: string[], b: string[]) => a.every((move, i) => move === b[i]);
    const others = this.lines.filter((line) => !within(line, moves));
    this.lines = others.some((line) => within(moves, line)) ? others : [...others, moves];
  }

  /** Another line to the table, up to a ply. */
  async openLine(line: string[], ply: number) {
    const { moves, at, lines } = this;
    this.lines = lines.filter((other) => other !== line);
    this.#keep(moves);
    const kept = this.lines;
    await this.#restart(at, line, ply);
    this.lines = kept;
    this.paused = !this.humanToMove;
    this.writeAddress();
  }

  get result(): string {
    if (this.winner === null) return "";
    if (!this.current?.over) return say.session.repeated(listed(this.repeats.map(String)));
    const who = this.winner === "nobody" ? say.session.nobody : this.wins(this.winner);
    const reason = this.current?.over?.reason;
    return reason ? `${who}: ${reason.replace(/\.$/, "")}.` : `${who}.`;
  }

  /** Lets a player of the program move, if it is to move and nobody said wait. */
  async #engine() {
    while (!this.paused && !this.shown && this.current && this.winner === null) {
      const player = this.seats[this.seat];
      if (player === HUMAN) return;
      const question = this.#question;
      const { setup, seed, moves, ply } = this;
      const { position, mover } = this.current;
      const began = performance.now();
      const body = { setup, position, mover, player, seed: seed + ply, moves: this.at === null ? moves.slice(0, ply) : [] };
      const result = await this.thinking.run("/api/choose", body);
      if (question !== this.#question || this.paused) return;
      if (!result?.move) {
        const error = this.thinking.error || result?.reason || (result && say.session.noMove);
        if (error) {
          this.paused = true;
          this.say(this.#gaveUp(player, error), true);
        }
        return;
      }
      await wait(Math.max(0, 450 - (performance.now() - began)));
      if (question !== this.#question || this.paused) return;
      // What was decided about the board was said when it was read.
      const own = result.remarks?.filter((remark: string) => !this.answer?.remarks?.includes(remark));
      this.remark = result.remark ?? own?.join(" ") ?? "";
      this.#made(result.move.text, result.view);
    }
  }

  /** Why a player does not move, and what to do about it. */
  #gaveUp(player: string, error: string): string {
    const levels = this.catalogue?.levels ?? [];
    const level = levels.indexOf(player);
    const late = /time limit|settled in time/.test(error);
    // Who ran out of time may be followed by the next level; boards that are too large, only by those who look little ahead.
    const weaker = levels[late ? level - 1 : Math.min(level, 2) - 1];
    const { length } = this.drawing.points;
    const size = this.about.board !== "none" && length > 100 ? say.session.size(length) : "";
    const what = late ? say.session.late(capital(player)) : say.session.tooLarge(capital(player));
    const said = late || /moves on \d+ edges/.test(error) ? (size ? size + what : capital(what)) : say.session.cannotMove(capital(player), sentence(error).replace(/\.$/, ""));
    return `${said}.${weaker ? say.session.choose(capital(weaker)) : ""}`;
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
    this.say(ply === 0 ? say.session.start : say.session.after(ply, this.moveText(this.moves[ply - 1]), this.result));
    this.#stale();
    this.writeAddress(true);
  }

  /** To the turn before at which a person chose. */
  undo() {
    let ply = this.ply - 1;
    if (this.seats.includes(HUMAN)) while (ply > 0 && this.seats[this.seatAt(ply)] !== HUMAN) ply--;
    this.jump(ply);
  }

  redo() {
    let ply = this.ply + 1;
    if (this.seats.includes(HUMAN)) while (ply < this.moves.length && this.seats[this.seatAt(ply)] !== HUMAN) ply++;
    this.jump(ply);
  }

  /** The other side, from the start. */
  async swap() {
    this.seats = [this.seats[1], this.seats[0]];
    this.seats = seatsIn(this.catalogue, this.about, this.seats);
    await this.newGame();
  }

  /** To a position of the game, to do it better there. */
  retry(ply: number) {
    this.jump(ply);
    this.say(say.session.retried(ply));
  }

  /** What a move of this game touches. */
  touchOf(text: string): Touch | undefined {
    return this.#known(text)?.touch ?? (this.#way ? (read(this.#way, text, this.#names) ?? undefined) : undefined);
  }

  sit(seat: Seat, player: string) {
    this.seats[seat] = player;
    this.thinking.drop();
    this.#question++;
    this.paused = this.seats.every((s) => s !== HUMAN) || this.ply > 0;
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
    this.unjudged = "";
  }

  /** Judges every legal move of the position on the table. */
  async judge(again = false) {
    const view = this.current;
    if (!view || view.over || (this.verdicts.size > 0 && !again)) return;
    const verdicts = new Map<string, JudgedMove>();
    const result = await this.judging.run("/api/moves", { setup: this.setup, position: view.position }, (line) => {
      if (line.event !== "move") return;
      verdicts.set(line.text, line as unknown as JudgedMove);
      this.verdicts = new Map(verdicts);
    });
    if (!result) return;
    this.verdicts = new Map(result.moves.map((m: JudgedMove) => [m.text, m]));
    this.unjudged = result.exact ? "" : (result.reason ?? "");
  }

  // ---- drawing ----

  /** Changes the drawing; where the game needs a plane board no edges may cross. */
  edit(drawing: Drawing): boolean {
    if (this.about.board === "plane") {
      const crossing = newCrossing(this.drawing, drawing);
      if (crossing) {
        const [e, f] = crossing.map((edge) => edgeName(drawing, edge));
        this.say(say.session.cross(e, f, inside(this.about.title)), true);
        return false;
      }
    }
    this.#leave();
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
    this.say(say.session.undone);
  }

  redoEdit() {
    const step = this.#redo.pop();
    if (!step) return;
    this.#undo.push({ source: this.source, drawing: this.drawing });
    this.#drawn(step);
    this.say(say.session.redone);
  }

  async #drawn({ source, drawing }: { source: Source; drawing: Drawing }) {
    this.undoable = this.#undo.length;
    this.redoable = this.#redo.length;
    this.thinking.drop();
    this.source = source;
    this.drawing = drawing;
    this.views = [];
    this.moves = [];
    this.lines = [];
    this.ply = 0;
    this.at = null;
    this.#fit(drawing.directed);
    this.params = offBoard(this.about, this.params, ["vertices"]);
    const question = ++this.#question;
    await wait(120);
    if (question !== this.#question) return;
    if (drawing.points.length === 0) {
      this.problem = say.session.empty;
      return;
    }
    if (!(await this.#load(source, true))) return;
    await this.#restart();
    this.paused = true;
  }

  /** A fresh layout, without crossings where that can be. */
  async tidy() {
    const answer = await ask<BoardAnswer>("/api/board", { board: wireOf(this.source), tidy: true }).catch((error) => this.#fail(error));
    if (!answer) return;
    this.#undo.push({ source: this.source, drawing: this.drawing });
    this.#redo = [];
    const drawing = { ...drawingOf(answer), names: this.drawing.names };
    await this.#drawn({ source: { kind: "drawn", drawing }, drawing });
    this.fitted++;
    this.say(say.session.tidied);
  }

  // ---- the address ----

  /** What comes after the path, as it was written last. */
  get link(): string {
    return `#${this.#written}`;
  }

  /** Writes the state into the address: as a new step of the history, or over the present one. */
  writeAddress(step = false) {
    const { place, about: game } = this;
    this.#writing = this.#writing.then(async () => {
      const hash = await toAddress(place, game);
      if (hash === this.#written) return;
      if (hash.length > LONGEST) {
        if (this.#unlinked !== place.source) this.say(say.session.noLink, true);
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

/** A message with a capital and a full stop. */
export function sentence(text: string): string {
  const trimmed = kindly(text.trim());
  return capital(trimmed) + (/[.!?…]$/.test(trimmed) ? "" : ".");
}

export const session = new Session();
