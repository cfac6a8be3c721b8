// Boards as the page holds them: points and edges, changed by drawing, sent as JSON boards or DOT.

import { edgesCross, firstCrossing, type Edge, type Point } from "./geometry.ts";
import type { BoardAnswer, WireBoard } from "./types.ts";

export interface Drawing {
  directed: boolean;
  points: Point[];
  /** As people call the vertices, where they have names. */
  names: (string | null)[] | null;
  edges: Edge[];
}

/** Where a board comes from, and so how it is sent. */
export type Source =
  | { kind: "family"; text: string }
  | { kind: "text"; text: string; format?: string; name?: string; directed?: boolean }
  | { kind: "drawn"; drawing: Drawing };

export const EMPTY: Drawing = { directed: false, points: [], names: null, edges: [] };

export function drawingOf(answer: BoardAnswer): Drawing {
  const named = answer.vertices.some((v) => v.name != null);
  return {
    directed: answer.directed,
    points: answer.vertices.map((v) => [v.x, v.y]),
    names: named ? answer.vertices.map((v) => v.name ?? null) : null,
    edges: answer.edges.map(([a, b]) => [a, b]),
  };
}

export function vertexName(drawing: Drawing, v: number): string {
  return drawing.names?.[v] ?? String(v);
}

export function edgeName(drawing: Drawing, [a, b]: Edge): string {
  return `${vertexName(drawing, a)}${drawing.directed ? "→" : "–"}${vertexName(drawing, b)}`;
}

const short = (x: number) => Math.round(x * 1000) / 1000;

/** The drawing as a JSON board, or as DOT if its edges have directions. */
export function textOf(drawing: Drawing): { text: string; format: string } {
  const { points, edges, names, directed } = drawing;
  if (directed) {
    const quoted = (v: number) => JSON.stringify(vertexName(drawing, v));
    const nodes = points.map(([x, y], v) => `  ${quoted(v)} [pos="${short(x)},${short(y)}!"];`);
    const arcs = edges.map(([a, b]) => `  ${quoted(a)} -> ${quoted(b)};`);
    return { text: ["digraph {", ...nodes, ...arcs, "}", ""].join("\n"), format: "dot" };
  }
  const adj: number[][] = points.map(() => []);
  for (const [a, b] of edges) {
    adj[a].push(b);
    adj[b].push(a);
  }
  const vertices = points.map(([x, y], v) => ({
    ...(names?.[v] != null ? { name: names[v] } : {}),
    color: 0,
    adj: adj[v].sort((a, b) => a - b),
    x: short(x),
    y: short(y),
  }));
  return { text: `[\n${vertices.map((v) => JSON.stringify(v)).join(",\n")}\n]\n`, format: "json" };
}

export function wireOf(source: Source): WireBoard {
  switch (source.kind) {
    case "family":
      return { family: source.text };
    case "text": {
      const { text, format, name, directed } = source;
      return { text, ...(format && { format }), ...(name && { name }), ...(directed && { directed }) };
    }
    case "drawn":
      return textOf(source.drawing);
  }
}

/** The name of a vertex that is new, where the others have names. */
function withName(drawing: Drawing): (string | null)[] | null {
  if (!drawing.names) return null;
  let i = drawing.points.length;
  while (drawing.names.includes(String(i))) i++;
  return [...drawing.names, drawing.directed ? String(i) : null];
}

export function addVertex(drawing: Drawing, at: Point): Drawing {
  return { ...drawing, points: [...drawing.points, at], names: withName(drawing) };
}

export function moveVertex(drawing: Drawing, v: number, to: Point): Drawing {
  return { ...drawing, points: drawing.points.map((p, i) => (i === v ? to : p)) };
}

export function removeVertex(drawing: Drawing, v: number): Drawing {
  const down = (w: number) => (w > v ? w - 1 : w);
  return {
    ...drawing,
    points: drawing.points.filter((_, i) => i !== v),
    names: drawing.names?.filter((_, i) => i !== v) ?? null,
    edges: drawing.edges.filter((e) => !e.includes(v)).map(([a, b]) => [down(a), down(b)]),
  };
}

export function hasEdge(drawing: Drawing, a: number, b: number): boolean {
  return drawing.edges.some(([x, y]) => (x === a && y === b) || (!drawing.directed && x === b && y === a));
}

export function toggleEdge(drawing: Drawing, a: number, b: number): Drawing {
  if (hasEdge(drawing, a, b)) return removeEdge(drawing, [a, b]);
  if (a === b && !drawing.directed) return drawing;
  const edge: Edge = drawing.directed || a < b ? [a, b] : [b, a];
  return { ...drawing, edges: [...drawing.edges, edge] };
}

export function removeEdge(drawing: Drawing, [a, b]: Edge): Drawing {
  const same = ([x, y]: Edge) => (x === a && y === b) || (!drawing.directed && x === b && y === a);
  return { ...drawing, edges: drawing.edges.filter((e) => !same(e)) };
}

/** Edges in both directions, or without directions and loops. */
export function withDirections(drawing: Drawing, directed: boolean): Drawing {
  if (directed === drawing.directed) return drawing;
  if (directed) {
    const names = drawing.names?.map((name, v) => name ?? String(v)) ?? null;
    return { ...drawing, directed, names, edges: drawing.edges.flatMap(([a, b]) => [[a, b], [b, a]] as Edge[]) };
  }
  const seen = new Map<string, Edge>();
  for (const [a, b] of drawing.edges) if (a !== b) seen.set(`${Math.min(a, b)} ${Math.max(a, b)}`, [Math.min(a, b), Math.max(a, b)]);
  return { ...drawing, directed, edges: [...seen.values()] };
}

/** The crossing that a change brings: of edges that are new or were moved. */
export function newCrossing(before: Drawing, after: Drawing): [Edge, Edge] | null {
  const old = new Set(before.edges.map((e) => e.join()));
  const moved = new Set<number>();
  after.points.forEach((p, v) => {
    const q = before.points[v];
    if (!q || p[0] !== q[0] || p[1] !== q[1]) moved.add(v);
  });
  const changed = ([a, b]: Edge) => moved.has(a) || moved.has(b) || !old.has([a, b].join());
  const crossing = firstCrossing(after.points, after.edges, changed);
  if (!crossing) return null;
  // What crossed before may cross again.
  const crossedBefore = crossing.every((e) => old.has(e.join())) && edgesCross(before.points, ...crossing);
  return crossedBefore ? null : crossing;
}
