// Points and segments: crossings of a drawing, where the arrow keys lead, how a drawing fits a screen.

export type Point = [number, number];
export type Edge = [number, number];

const EPS = 1e-9;

function side(a: Point, b: Point, p: Point): number {
  const area = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
  return Math.abs(area) < EPS ? 0 : Math.sign(area);
}

/** Does `p` lie on the segment, its ends included? */
export function onSegment(a: Point, b: Point, p: Point): boolean {
  return (
    side(a, b, p) === 0 &&
    p[0] >= Math.min(a[0], b[0]) - EPS &&
    p[0] <= Math.max(a[0], b[0]) + EPS &&
    p[1] >= Math.min(a[1], b[1]) - EPS &&
    p[1] <= Math.max(a[1], b[1]) + EPS
  );
}

/** Do two segments without a common end meet? */
export function segmentsMeet(a: Point, b: Point, c: Point, d: Point): boolean {
  if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return true;
  return onSegment(a, b, c) || onSegment(a, b, d) || onSegment(c, d, a) || onSegment(c, d, b);
}

/** Two edges that cross, overlap, or of which one runs through an end of the other. */
export function edgesCross(points: Point[], e: Edge, f: Edge): boolean {
  const [a, b] = e;
  const shared = f.find((v) => v === a || v === b);
  if (shared === undefined) return segmentsMeet(points[a], points[b], points[f[0]], points[f[1]]);
  const [p, q] = [e[0] === shared ? e[1] : e[0], f[0] === shared ? f[1] : f[0]];
  if (p === q) return false;
  return onSegment(points[a], points[b], points[q]) || onSegment(points[f[0]], points[f[1]], points[p]);
}

/** The first two edges that cross; only pairs with one of `changed`, if given. */
export function firstCrossing(points: Point[], edges: Edge[], changed?: (edge: Edge) => boolean): [Edge, Edge] | null {
  for (let i = 0; i < edges.length; i++)
    for (let j = 0; j < i; j++) {
      if (changed && !changed(edges[i]) && !changed(edges[j])) continue;
      if (edgesCross(points, edges[i], edges[j])) return [edges[j], edges[i]];
    }
  return null;
}

/** The place that an arrow key leads to: near, and rather straight ahead. */
export function neighborInDirection(places: Point[], from: number, [dx, dy]: Point): number {
  const [x, y] = places[from];
  let best = from;
  let least = Infinity;
  places.forEach(([px, py], i) => {
    const ahead = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy - (py - y) * dx);
    if (i === from || ahead <= EPS || aside > ahead * 2.5) return;
    const cost = ahead + 2 * aside;
    if (cost < least - EPS) [best, least] = [i, cost];
  });
  return best;
}

/** A similarity from board units (y up) to pixels (y down). */
export interface Fit {
  scale: number;
  x: number;
  y: number;
}

export function toScreen(fit: Fit, [x, y]: Point): Point {
  return [fit.x + x * fit.scale, fit.y - y * fit.scale];
}

export function toBoard(fit: Fit, [x, y]: Point): Point {
  return [(x - fit.x) / fit.scale, (fit.y - y) / fit.scale];
}

/** Shows all points in a frame, no larger than `most` pixels a unit. */
export function fitPoints(points: Point[], width: number, height: number, pad: number, most: number): Fit {
  if (points.length === 0) return { scale: Math.min(most, 90), x: width / 2, y: height / 2 };
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    low = Math.min(low, y);
    high = Math.max(high, y);
  }
  const room = (size: number, span: number) => (span > EPS ? Math.max(size - 2 * pad, 40) / span : Infinity);
  const scale = Math.min(room(width, right - left), room(height, high - low), most);
  return { scale, x: width / 2 - ((left + right) / 2) * scale, y: height / 2 + ((low + high) / 2) * scale };
}

/** The least distance between two points (a sample of them, if they are many). */
export function leastDistance(points: Point[]): number {
  const some = points.length > 400 ? points.slice(0, 400) : points;
  let least = Infinity;
  for (let i = 0; i < some.length; i++)
    for (let j = 0; j < i; j++) least = Math.min(least, Math.hypot(some[i][0] - some[j][0], some[i][1] - some[j][1]));
  return least;
}

/** The distance of a point from a segment. */
export function distanceToSegment([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [ux, uy] = [bx - ax, by - ay];
  const length = ux * ux + uy * uy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * ux + (y - ay) * uy) / length));
  return Math.hypot(x - ax - t * ux, y - ay - t * uy);
}

/** A path from one vertex to another, bent to the left by `bend` of its length, cut where the discs of radius `r` begin; a loop if they are the same. */
export function edgePath(from: Point, to: Point, r: number, bend = 0): { d: string; mid: Point; end: Point; angle: number } {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  if (length < EPS) {
    const [x, y] = from;
    const end: Point = [x + 0.62 * r, y - 0.95 * r];
    return {
      d: `M${n(x - 0.62 * r)} ${n(y - 0.95 * r)}C${n(x - 2.2 * r)} ${n(y - 3.6 * r)} ${n(x + 2.2 * r)} ${n(y - 3.6 * r)} ${n(end[0])} ${n(end[1])}`,
      mid: [x, y - 2.9 * r],
      end,
      angle: 120,
    };
  }
  const [ux, uy] = [dx / length, dy / length];
  const control: Point = [(from[0] + to[0]) / 2 + uy * bend * length, (from[1] + to[1]) / 2 - ux * bend * length];
  const cut = (p: Point): Point => {
    const [cx, cy] = [control[0] - p[0], control[1] - p[1]];
    const d = Math.hypot(cx, cy) || 1;
    const k = Math.min(r, length / 2) / d;
    return [p[0] + cx * k, p[1] + cy * k];
  };
  const [a, b] = [cut(from), cut(to)];
  const mid: Point = [a[0] / 4 + control[0] / 2 + b[0] / 4, a[1] / 4 + control[1] / 2 + b[1] / 4];
  const angle = (Math.atan2(b[1] - control[1], b[0] - control[0]) * 180) / Math.PI;
  const d =
    bend === 0
      ? `M${n(a[0])} ${n(a[1])}L${n(b[0])} ${n(b[1])}`
      : `M${n(a[0])} ${n(a[1])}Q${n(control[0])} ${n(control[1])} ${n(b[0])} ${n(b[1])}`;
  return { d, mid, end: b, angle };
}

/** A number for an SVG attribute. */
export function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}
