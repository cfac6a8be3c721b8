// How a game writes its moves, learnt from the legal ones: so that a move that is not among them can be tried, and
// its refusal shown, and a move that is only written can be shown as it is on the board.

import type { NamedMove, Touch } from "./types.ts";

/** The numbers and names that a written move is made of, and what stands between them. */
export interface Way {
  parts: Part[];
  between: string;
}

export interface Names {
  name: (vertex: number) => string;
  vertex: (name: string) => number | undefined;
}

/** What a written move of a single place is made of. */
type Part = Exclude<keyof Touch, "vertices">;

const ORDERS: Part[][] = [["vertex", "mark"], ["from", "to"], ["heap", "take"], ["vertex"], ["take"]];
const isVertex = (part: Part) => part === "vertex" || part === "from" || part === "to";

function word(part: Part, touch: Touch, names: Names): string | null {
  const value = touch[part];
  return value === undefined ? null : isVertex(part) ? names.name(value) : String(value);
}

/** How these moves are written, if that can be seen. */
export function learn(moves: NamedMove[], names: Names): Way | null {
  const fits = (way: Way) => moves.every((move) => Object.keys(move.touch).length === 0 || write(way, move.touch, names) === move.text);
  const sample = moves.find((move) => Object.keys(move.touch).length > 0);
  if (!sample) return null;
  for (const parts of ORDERS) {
    const words = parts.map((part) => word(part, sample.touch, names));
    if (words.includes(null)) continue;
    const rest = sample.text.length - words.join("").length;
    if (rest < 0 || (words.length === 2) !== rest > 0) continue;
    const way = { parts, between: sample.text.substr(words[0]!.length, rest) };
    if (fits(way)) return way;
  }
  return null;
}

export function write(way: Way, touch: Touch, names: Names): string | null {
  const words = way.parts.map((part) => word(part, touch, names));
  return words.includes(null) ? null : words.join(way.between);
}

export function read(way: Way, text: string, names: Names): Touch | null {
  const at = way.parts.length === 2 ? text.lastIndexOf(way.between) : text.length;
  if (at < 0) return null;
  const touch: Touch = {};
  const words = [text.slice(0, at), text.slice(at + way.between.length)];
  for (const [i, part] of way.parts.entries()) {
    const value = isVertex(part) ? names.vertex(words[i]) : /^\d+$/.test(words[i]) ? Number(words[i]) : undefined;
    if (value === undefined) return null;
    touch[part] = value;
  }
  return touch;
}

/** Does the move touch what `wanted` says? */
export function touches(move: NamedMove, wanted: Touch): boolean {
  return (Object.keys(wanted) as (keyof Touch)[]).every((key) => move.touch[key] === wanted[key]);
}

/** A line of play that leaves another: where, and how deep in the tree of lines. */
export interface Branch {
  line: string[];
  from: number;
  depth: number;
}

/** Lines of play as a tree: each below the one that it shares the most moves with. */
export function branches(main: string[], lines: string[][]): Branch[] {
  const shared = (a: string[], b: string[]) => {
    const at = a.findIndex((move, i) => move !== b[i]);
    return at < 0 ? a.length : at;
  };
  const told: Branch[] = [{ line: main, from: 0, depth: 0 }];
  const order = [...lines].sort((a, b) => shared(b, main) - shared(a, main));
  for (const line of order) {
    const near = told.reduce((best, other) => (shared(line, other.line) > shared(line, best.line) ? other : best));
    const at = told.indexOf(near);
    const branch = { line, from: shared(line, near.line), depth: near.depth + 1 };
    // After all that already hang below the same line further on.
    let end = at + 1;
    while (end < told.length && told[end].depth > near.depth && (told[end].depth > near.depth + 1 || told[end].from >= branch.from)) end++;
    told.splice(end, 0, branch);
  }
  return told.slice(1);
}
