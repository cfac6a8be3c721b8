// A position as a small picture of a few paths, for digraphs with many of them.

import type { Drawing } from "./drawing.ts";
import { type Edge, fitPoints, leastDistance, n, type Point, toScreen } from "./geometry.ts";
import { letter } from "./palette.ts";
import type { Marks } from "./types.ts";

/** A board in a square around 0, and what it has in every position. */
export interface Mini {
  points: Point[];
  edges: Edge[];
  /** The radius of a vertex. */
  r: number;
  lines: string;
}

const line = ([a, b]: Point, [c, d]: Point) => `M${n(a)} ${n(b)}L${n(c)} ${n(d)}`;
/** With round ends, a line of no length is a disc. */
const dot = ([x, y]: Point) => `M${n(x)} ${n(y)}h0`;

export function miniOf({ points, edges }: Drawing, size: number): Mini {
  // Fitted as a large picture, and made small.
  const LARGE = 1000;
  const fit = fitPoints(points, LARGE, LARGE, LARGE * 0.13, LARGE);
  const small = (at: number) => (at / LARGE - 0.5) * size;
  const spots = points.map((p) => toScreen(fit, p).map(small) as Point);
  const near = points.length > 1 ? (fit.scale * leastDistance(points) * size) / LARGE : size;
  return { points: spots, edges, r: Math.max(0.7, Math.min(size * 0.085, near * 0.32)), lines: edges.map(([a, b]) => line(spots[a], spots[b])).join("") };
}

/** What stands on it: discs by their colour, 0 for none; arrows or chosen edges; a token. */
export function miniMarks({ points, r }: Mini, { colors, arrows, token }: Marks, headed: boolean) {
  const discs = new Map<number, string>();
  points.forEach((p, v) => discs.set(colors?.[v] ?? 0, (discs.get(colors?.[v] ?? 0) ?? "") + dot(p)));
  const head = ([a, b]: Edge) => {
    const [[x, y], [u, v]] = [points[a], points[b]];
    const length = Math.hypot(u - x, v - y) || 1;
    const [dx, dy] = [((u - x) / length) * r, ((v - y) / length) * r];
    const [tx, ty] = [x + (u - x) * 0.6 + dx, y + (v - y) * 0.6 + dy];
    return `M${n(tx)} ${n(ty)}L${n(tx - 2 * dx - dy)} ${n(ty - 2 * dy + dx)}L${n(tx - 2 * dx + dy)} ${n(ty - 2 * dy - dx)}Z`;
  };
  return {
    discs: [...discs].sort(([a], [b]) => a - b),
    thick: (arrows ?? []).map(([a, b]) => line(points[a], points[b])).join(""),
    heads: headed ? (arrows ?? []).map(head).join("") : "",
    token: token == null ? null : points[token],
    letters: points.flatMap((at, v) => (colors?.[v] ? [{ at, text: letter(colors[v]), color: colors[v] }] : [])),
  };
}
