// What games say about themselves, put into the words and forms of the page.

import type { Drawing, Source } from "./drawing.ts";
import { vertexName } from "./drawing.ts";
import type { Game, Parameter, Value } from "./types.ts";

/** Before the catalogue is here. */
export const NOTHING: Game = {
  name: "",
  title: "",
  about: "",
  rules: "",
  goal: "",
  sides: [
    { word: "first", title: "The first player" },
    { word: "second", title: "The second player" },
  ],
  starter: null,
  lessons: [],
  labels: "pn",
  board: "undirected",
  connected: false,
  impartial: true,
  records_turn: true,
  draws: false,
  sites: "vertices",
  mark: "",
  parameters: [],
  example: { board: null, parameters: {}, side: "first" },
};

/** What was said about the parameters, as it is typed; "" where nothing was. */
export type Params = Record<string, string>;

/** With a capital; a letter that is a symbol, such as λ, stays as it is. */
export function capital(text: string): string {
  return text.replace(/^[a-z]/, (first) => first.toUpperCase());
}

/** "The Game of Cycles" in a word or two: "Cycles". */
export function shortTitle(title: string): string {
  const short = title.replace(/^(the|an?) /i, "").replace(/^game of /i, "").replace(/ game$/i, "");
  return capital(short || title);
}

/** "The first player" in a word: "First". */
export function shortSide(title: string): string {
  return capital(title.replace(/^the /i, "").replace(/ player$/i, ""));
}

/** In the middle of a sentence: "the first player". */
export function inside(title: string): string {
  return title.replace(/^(The|An?) /, (article) => article.toLowerCase());
}

/** A value as it is typed. */
export function typed(value: Value | undefined | null): string {
  return value == null ? "" : Array.isArray(value) ? value.join(",") : String(value);
}

/** What a parameter can take of `text`; null if it cannot. */
export function fitting(parameter: Parameter, text: string): string | null {
  const word = text.trim();
  if (word === "") return null;
  switch (parameter.kind) {
    case "count": {
      const count = Number(word);
      return /^\d+$/.test(word) && count >= (parameter.least ?? 0) && count <= (parameter.most ?? Number.MAX_SAFE_INTEGER) ? String(count) : null;
    }
    case "choice":
      return parameter.choices?.includes(word) ? word : null;
    case "counts":
    case "vertices":
      return word.split(/[\s,]+/).filter(Boolean).join(",") || null;
    case "vertex":
      return word;
  }
}

/** Every parameter: what is said where it fits; else, if it has to be said, as in the game's example. */
export function completed(game: Game, said: Partial<Params>): Params {
  const value = (p: Parameter) => fitting(p, said[p.name] ?? "") ?? (p.required ? typed(game.example.parameters[p.name]) : "");
  return Object.fromEntries(game.parameters.map((p) => [p.name, value(p)]));
}

/** The parameters of a newcomer's game. */
export function exampleParams(game: Game): Params {
  return Object.fromEntries(game.parameters.map((p) => [p.name, typed(game.example.parameters[p.name])]));
}

export function exampleSource(game: Game): Source | null {
  return game.example.board === null ? null : { kind: "family", text: game.example.board };
}

/** The seat of the side with this word. */
export function seatOfSide(game: Game, word: string): 0 | 1 {
  return game.sides[1].word === word ? 1 : 0;
}

/** What was said that is not the default, in order. */
export function said(game: Game, params: Params): [Parameter, string][] {
  const list = game.parameters.map((p): [Parameter, string] => [p, params[p.name] ?? ""]);
  return list.filter(([p, value]) => value !== "" && (p.required || value !== typed(p.default)));
}

/** The parameters on a board: where a vertex has to be named, it is one of the board's. */
export function onBoard(game: Game, params: Params, drawing: Drawing): Params {
  const names = new Set(drawing.points.map((_, v) => vertexName(drawing, v)));
  const settled = { ...params };
  for (const p of game.parameters) if (p.kind === "vertex" && names.size > 0 && !names.has(settled[p.name])) settled[p.name] = p.required ? vertexName(drawing, 0) : "";
  return settled;
}

/** The parameters without those that belong to the board. */
export function offBoard(game: Game, params: Params, kinds: Parameter["kind"][] = ["vertex", "vertices"]): Params {
  const gone = game.parameters.filter((p) => kinds.includes(p.kind)).map((p) => [p.name, ""]);
  return { ...params, ...Object.fromEntries(gone) };
}

/** Can the game be played on such boards? A directed game reads an edge as two arcs. */
export function takes(game: Game, directed: boolean): boolean {
  return game.board === "directed" || (!directed && game.board !== "none");
}

/** The parameter that says how many marks there are to choose from. */
export function amountOf(game: Game): Parameter | undefined {
  return game.parameters.find((p) => p.kind === "count" && p.short === "k");
}

/** A game that can be tried out for several numbers: its sides have aims of their own, one may start, and a number makes it harder or easier. */
export function experimental(games: Game[]): Game | undefined {
  return games.find((game) => game.starter !== null && game.labels === "sides" && takes(game, false) && amountOf(game)?.required);
}
