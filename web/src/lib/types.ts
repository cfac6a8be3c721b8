// What the server says and hears; the OpenAPI document is the final word.

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

export interface Player {
  name: string;
  usage: string;
  about: string;
  /** The games it plays and the sides it takes; null is all of them. */
  games: string[] | null;
  sides: string[] | null;
  /** Can it be taken apart? */
  strategy?: boolean;
}

export interface Catalogue {
  version: string;
  games: Game[];
  families: { name: string; arguments: string; about: string; example: string }[];
  formats: { name: string; endings: string[] }[];
  players: Player[];
  /** Players whom people meet first, from the weakest to the strongest. */
  levels?: string[];
  limits: { vertices: number; edges: number; seconds: number; [key: string]: number };
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

export interface Face {
  walk: number[];
  outer: boolean;
  cell: boolean;
}

export interface BoardAnswer {
  name: string;
  directed: boolean;
  vertices: { name?: string | null; x: number; y: number; color?: number }[];
  edges: [number, number][];
  graph6?: string | null;
  plane?: { table: string; faces: Face[] } | null;
  /** Why it is not plane. */
  reason?: string;
  crossing?: [[number, number], [number, number]] | null;
}

/** What a move touches: vertices by their index, marks from 1; nothing for a pass. */
export interface Touch {
  vertex?: number;
  mark?: number;
  from?: number;
  to?: number;
  heap?: number;
  take?: number;
}

export interface NamedMove {
  text: string;
  touch: Touch;
  /** As programs write it. */
  move?: unknown;
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

export interface PositionView {
  position: string;
  to_move: string;
  mover: "first" | "second";
  over: null | { winner: string | null; reason: string };
  marks: Marks;
  moves: NamedMove[];
  move_help: string;
  notes: Notes;
  played?: NamedMove;
  parameters: Record<string, Value>;
}

export type Verdict = "win" | "lose" | "draw" | "unknown";

export interface JudgedMove extends NamedMove {
  verdict: Verdict;
  remoteness?: number | null;
  to?: string;
  /** Moves with the same number are the same up to symmetry. */
  class?: number;
}

export interface Progress {
  positions: number;
  seconds: number;
  note?: string;
}

/** A position in which only one move wins; from a link, only the position is known. */
export interface Puzzle {
  position: string;
  to_move?: string;
  solution?: NamedMove;
  difficulty?: "easy" | "medium" | "hard";
  /** As SVG. */
  picture?: string;
}

/** A question of a lesson, and what is right. */
export interface Question {
  /** The game with its board, where it is not the one on the table. */
  setup?: Setup;
  position: string;
  to_move: string;
  question: string;
  /** Empty where the answer is a move. */
  choices: string[];
  answers: string[];
  because: string;
}

export interface PuzzleSet {
  puzzles: Puzzle[];
}
