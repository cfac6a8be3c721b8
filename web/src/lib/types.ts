// What the server says and hears; the OpenAPI document is the final word.

export type GameName = "coloring" | "edge" | "cycles" | "token" | "subtraction";

export interface Catalogue {
  version: string;
  games: { name: GameName; about: string; on_board: boolean }[];
  families: { name: string; arguments: string; about: string; example: string }[];
  formats: { name: string; endings: string[] }[];
  players: { name: string; usage: string; about: string }[];
  limits: { vertices: number; edges: number; seconds: number; [key: string]: number };
}

/** A board as requests carry it. */
export type WireBoard = { family: string } | { text: string; format?: string; name?: string; directed?: boolean };

export interface Setup {
  game: GameName;
  board?: WireBoard;
  colors?: number;
  first?: "alice" | "bob";
  pass?: "none" | "alice" | "bob";
  start?: string;
  pebbles?: number[];
  take?: number[];
  outer?: string;
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

export interface NamedMove {
  text: string;
  json: MoveJson;
}

/** A colouring, an arrow, a taking, the name of a vertex, or "pass". */
export type MoveJson = string | { vertex?: number; color?: number; from?: string; to?: string; heap?: number; take?: number };

export interface Marks {
  colors?: number[] | null;
  arrows?: [number, number][] | null;
  token?: number | null;
  heaps?: number[] | null;
}

export interface Notes {
  free?: number[][];
  threatened?: number[];
  safe?: number[];
  dead?: number[];
  impossible_edges?: [number, number][];
  lost_cells?: number[];
  closed_cell?: number;
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
  parameters: { colors?: number; [key: string]: unknown };
}

export type Verdict = "win" | "lose" | "draw" | "unknown";

export interface JudgedMove {
  text: string;
  verdict: Verdict;
  remoteness?: number | null;
  to?: string;
}

export interface Progress {
  positions: number;
  seconds: number;
  note?: string;
}
