// The whole state in the address: after the #, readable for families, packed for boards that were drawn or read.

import { amountOf, completed, exampleParams, exampleSource, type Params, said, seatOfSide } from "./catalogue.ts";
import type { Drawing, Source } from "./drawing.ts";
import { seatsFor } from "./players.ts";
import type { Catalogue, Game, Parameter } from "./types.ts";
import { say } from "./texts.ts";

export const VIEWS = ["board", "play", "why", "digraph", "numbers", "learn"] as const;
export type View = (typeof VIEWS)[number];

export interface Place {
  /** The name of the game. */
  game: string;
  source: Source;
  params: Params;
  /** Who sits where: "human" or the name of a player. */
  seats: [string, string];
  seed: number;
  /** The position at which this game began, if not the usual one. */
  at: string | null;
  moves: string[];
  /** Other lines of play. */
  lines: string[][];
  /** How many of the moves are on the board. */
  ply: number;
  hints: boolean;
  view: View;
  /** Positions to solve. */
  puzzles: string[];
  /** An experiment that was run: from, to, games, the two players, the seed, who starts. */
  experiment: string;
  /** The lesson that is going on, by its name. */
  lesson: string;
}

/** As it is where an address says nothing. */
const USUAL = { seats: ["human", "perfect"] as [string, string], seed: 1, at: null, moves: [], lines: [], ply: 0, hints: false, view: "play" as View, puzzles: [], experiment: "", lesson: "" };
const NO_BOARD: Source = { kind: "family", text: "path:3" };

/** A game as a newcomer meets it: on its example, on the side that can win. */
export function exampleOf(catalogue: Catalogue, game: Game): Place {
  const first = catalogue.games.find((g) => g.example.board !== null);
  const source = exampleSource(game) ?? (first && exampleSource(first)) ?? NO_BOARD;
  const seats = seatsFor(catalogue, game, seatOfSide(game, game.example.side));
  return { ...USUAL, moves: [], lines: [], game: game.name, source, params: exampleParams(game), seats };
}

/** The first game of the catalogue, for who comes without an address. */
export function home(catalogue: Catalogue): Place {
  return exampleOf(catalogue, catalogue.games[0]);
}

/** Keys with a meaning of their own. */
const KEYS = ["game", "rules", "board", "file", "drawn", "p1", "p2", "seed", "at", "moves", "lines", "ply", "hints", "view", "puzzles", "experiment", "lesson"];
const keyOf = (parameter: Parameter) => (KEYS.includes(parameter.name) ? `with-${parameter.name}` : parameter.name);

/** Longer addresses are cut off by programs that pass links on. */
export const LONGEST = 60_000;

/** Percent signs only where they are needed. */
function escape(text: string): string {
  return encodeURIComponent(text).replace(/%(3A|2C|3D|2F|40|2B|20)/gi, (code) => (code === "%20" ? "+" : code === "%2B" ? code : decodeURIComponent(code)));
}

function unescape(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

async function squeeze(bytes: Uint8Array<ArrayBuffer>, how: GenericTransformStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(how as ReadableWritablePair<Uint8Array, Uint8Array>)).arrayBuffer());
}

export async function pack(value: unknown): Promise<string> {
  const bytes = await squeeze(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export async function unpack(text: string): Promise<unknown> {
  const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = await squeeze(Uint8Array.from(raw, (c) => c.charCodeAt(0)), new DecompressionStream("deflate-raw"));
  return JSON.parse(new TextDecoder().decode(bytes));
}

const round = (x: number) => Math.round(x * 1000) / 1000;

async function sourceTo(source: Source): Promise<[string, string]> {
  switch (source.kind) {
    case "family":
      return ["board", escape(source.text)];
    case "text":
      return ["file", await pack([source.text, source.format ?? "", source.name ?? "", source.directed ? 1 : 0])];
    case "drawn": {
      const { directed, points, names, edges } = source.drawing;
      return ["drawn", await pack([directed ? 1 : 0, points.flat().map(round), edges.flat(), names ?? 0])];
    }
  }
}

const pairs = (list: unknown): [number, number][] => {
  if (!Array.isArray(list) || list.length % 2 || !list.every(Number.isFinite)) throw new Error();
  return Array.from({ length: list.length / 2 }, (_, i) => [list[2 * i], list[2 * i + 1]]);
};

async function sourceFrom(fields: Map<string, string>): Promise<Source | null> {
  const family = fields.get("board");
  if (family !== undefined) return { kind: "family", text: unescape(family) };
  try {
    if (fields.has("file")) {
      const [text, format, name, directed] = (await unpack(fields.get("file")!)) as [string, string, string, number];
      if (typeof text !== "string") throw new Error();
      return { kind: "text", text, format: format || undefined, name: name || undefined, directed: directed === 1 };
    }
    if (fields.has("drawn")) {
      const [directed, flat, ends, names] = (await unpack(fields.get("drawn")!)) as [number, number[], number[], Drawing["names"] | 0];
      const points = pairs(flat);
      const edges = pairs(ends);
      if (edges.some((e) => e.some((v) => !Number.isInteger(v) || v < 0 || v >= points.length))) throw new Error();
      return { kind: "drawn", drawing: { directed: directed === 1, points, edges, names: Array.isArray(names) && names.length === points.length ? names : null } };
    }
  } catch {
    throw new Error(say.badBoard);
  }
  return null;
}

/** The part after the #. */
export async function toAddress(place: Place, game: Game): Promise<string> {
  const parts: [string, string][] = [["game", escape(place.game)]];
  const put = (key: string, value: string | number, usual: string | number) => {
    if (value !== usual) parts.push([key, escape(String(value))]);
  };
  if (game.written !== undefined) parts.push(["rules", await pack(game.written)]);
  const least = parts.length;
  if (game.board !== "none") parts.push(await sourceTo(place.source));
  for (const [parameter, value] of said(game, place.params)) parts.push([keyOf(parameter), escape(value)]);
  // An address that says no more than the game means its example.
  const bare = parts.length === least;
  put("p1", place.seats[0], bare ? "" : USUAL.seats[0]);
  put("p2", place.seats[1], bare ? "" : USUAL.seats[1]);
  put("seed", place.seed, USUAL.seed);
  put("at", place.at ?? "", "");
  if (place.moves.length > 0) parts.push(["moves", place.moves.map(escape).join(";")]);
  if (place.lines.length > 0) parts.push(["lines", place.lines.map((line) => line.map(escape).join(";")).join("|")]);
  if (place.ply !== place.moves.length) parts.push(["ply", String(place.ply)]);
  put("hints", place.hints ? 1 : 0, 0);
  put("view", place.view, USUAL.view);
  if (place.puzzles.length > 0) parts.push(["puzzles", place.puzzles.map(escape).join(";")]);
  put("experiment", place.experiment, "");
  put("lesson", place.lesson, "");
  return parts.map(([key, value]) => `${key}=${value}`).join("&");
}

function fieldsOf(address: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const part of address.replace(/^#/, "").split("&")) {
    const at = part.indexOf("=");
    if (at > 0) fields.set(part.slice(0, at), part.slice(at + 1));
  }
  return fields;
}

/** The rule file in an address, if there is one. */
export async function rulesIn(address: string): Promise<string | null> {
  const packed = fieldsOf(address).get("rules");
  if (packed === undefined) return null;
  const text = await unpack(packed).catch(() => null);
  if (typeof text !== "string") throw new Error(say.badRules);
  return text;
}

/** The place that an address means; what is missing or wrong is as at first. */
export async function fromAddress(address: string, catalogue: Catalogue): Promise<Place> {
  const fields = fieldsOf(address);
  const text = (key: string, usual: string) => (fields.has(key) ? unescape(fields.get(key)!) : usual);
  const number = (key: string) => {
    const value = Number(fields.get(key) || NaN);
    return Number.isSafeInteger(value) && value >= 0 ? value : null;
  };
  const named = catalogue.games.find((g) => g.name === text("game", ""));
  const game = named ?? catalogue.games[0];
  const example = exampleOf(catalogue, game);
  const source = await sourceFrom(fields);
  // "k" for the number of colours is shorter to type, and stands in older links.
  const short = amountOf(game)?.short ?? "";
  const value = (p: Parameter) => text(keyOf(p), p.short === short ? text(short, "") : "");
  const given: Params = Object.fromEntries(game.parameters.map((p) => [p.name, value(p)]));
  const own = source !== null || (named !== undefined && Object.values(given).some((word) => word !== ""));
  const seats = own ? USUAL.seats : example.seats;
  const line = (text: string) => text.split(";").map(unescape);
  const moves = fields.get("moves") ? line(fields.get("moves")!) : [];
  return {
    game: game.name,
    source: source ?? example.source,
    params: own ? completed(game, given) : { ...example.params },
    seats: [text("p1", seats[0]), text("p2", seats[1])],
    seed: number("seed") ?? USUAL.seed,
    at: text("at", "") || null,
    moves,
    lines: fields.get("lines")?.split("|").map(line) ?? [],
    ply: Math.min(number("ply") ?? moves.length, moves.length),
    hints: fields.get("hints") === "1",
    view: VIEWS.find((view) => view === fields.get("view")) ?? USUAL.view,
    puzzles: fields.get("puzzles") ? line(fields.get("puzzles")!) : [],
    experiment: text("experiment", ""),
    lesson: text("lesson", ""),
  };
}
