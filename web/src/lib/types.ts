// What games say of themselves and what requests carry; all else that is answered is in wire.ts,
// which is made from the types of the service.

import type * as wire from "./wire.ts";

export type { BoardAnswer, JudgedMove, MovesAnswer, NamedMove, PuzzlesAnswer as PuzzleSet, Question, Verdict } from "./wire.ts";

export type Catalogue = wire.CatalogueAnswer;
export type Player = wire.PlayerCard;
export type PositionView = wire.PositionAnswer;
/** How far a computation is. */
export type Progress = { positions: number; seconds: number; note?: string };
/** A position in which only one move wins; from a link, only the position is known. */
export type Puzzle = Pick<wire.Puzzle, "position"> & Partial<wire.Puzzle>;

/** A parameter of a game, as the game declares it. */
export interface Parameter {
  name: string;
  /** What it is, in a line. */
  help: string;
  required: boolean;
  /** What it takes, in words. */
  expected: string;
  kind: "count" | "counts" | "choice" | "vertex" | "vertices";
  least?: number;
  most?: number | null;
  choices?: string[];
  default?: Value;
  /** What the game finds out from the board where nothing is said, in words. */
  computed?: string;
  short?: string;
}

export type Value = string | number | number[];

export interface Side {
  word: string;
  /** At the beginning of a sentence: "Alice", "The first player". */
  title: string;
  /** Are they several, so that they win where one wins? */
  many?: boolean;
}

/** What a game says about itself. */
export interface Game {
  name: string;
  title: string;
  about: string;
  rules: string;
  goal: string;
  sides: [Side, Side];
  /** The parameter that says which side starts. */
  starter: string | null;
  labels: "pn" | "wld" | "sides";
  board: "undirected" | "plane" | "directed" | "none";
  connected: boolean;
  impartial: boolean;
  records_turn: boolean;
  draws: boolean;
  /** What a move touches. */
  sites: "vertices" | "edges" | "arcs" | "heaps";
  /** What is chosen at a site; empty where a move needs no choice. */
  mark: string;
  parameters: Parameter[];
  /** The text of its rule file, if somebody wrote it here. */
  written?: string;
  /** What can be learnt; some have boards of their own. */
  lessons: { name: string; title: string; about: string; own_boards: boolean }[];
  /** Where a newcomer begins, and the side that can win there. */
  example: { board: string | null; parameters: Record<string, Value>; side: string };
}

/** A board as requests carry it. */
export type WireBoard = { family: string } | { text: string; format?: string; name?: string; directed?: boolean };

/** A game with its board and, by their names, its parameters. */
export interface Setup {
  game?: string;
  rules?: string;
  board?: WireBoard;
  [parameter: string]: unknown;
}

/** What a move touches: vertices by their index, marks from 1; nothing for a pass. */
export interface Touch {
  vertex?: number;
  mark?: number;
  /** Where several pieces go at once. */
  vertices?: number[];
  from?: number;
  to?: number;
  heap?: number;
  take?: number;
}

export interface Marks {
  colors?: number[] | null;
  arrows?: [number, number][] | null;
  token?: number | null;
  heaps?: number[] | null;
}

/** A list is there if the game has such things. */
export interface Notes {
  free?: number[][];
  threatened?: number[];
  safe?: number[];
  dead?: number[];
  impossible_edges?: [number, number][];
  lost_cells?: number[];
  closed_cell?: number;
  used_pairs?: [number, number][];
}

