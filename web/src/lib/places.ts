// Where the positions of a digraph stand on the screen.

import type { Point } from "./geometry.ts";

/** Neighbours in a row are so far apart. */
export const GAP = 46;
/** Longer rows are broken, so that thousands of positions do not make one thin line. */
const WIDE = 60;

interface Placed {
  position: string;
  x: number;
  y: number;
}

/** Rows by `y`, in the order of `x`; or a line of numbers. */
export function placesOf(nodes: Placed[], numbers: boolean): Point[] {
  if (numbers) return nodes.map((node) => [Number(node.position) * GAP * 1.25, 0]);
  const rows = new Map<number, number[]>();
  nodes.forEach((node, i) => {
    const y = Math.round(node.y * 1000);
    rows.get(y)?.push(i) ?? rows.set(y, [i]);
  });
  const widest = Math.max(1, ...[...rows.values()].map((row) => row.length));
  const most = widest <= WIDE ? widest : Math.max(WIDE, Math.ceil(Math.sqrt(nodes.length * 2.2)));
  const places: Point[] = new Array(nodes.length);
  const step = Math.max(74, Math.min(170, (Math.min(widest, most) * GAP * 0.62) / rows.size));
  let top = 0;
  for (const y of [...rows.keys()].sort((a, b) => a - b)) {
    const row = rows.get(y)!.sort((a, b) => nodes[a].x - nodes[b].x);
    const lines = Math.ceil(row.length / most);
    // What is in one line keeps the place that it was given.
    const across = Math.ceil(row.length / lines);
    row.forEach((i, j) => {
      const [at, under] = [j % across, Math.floor(j / across)];
      const wide = Math.min(across, row.length - under * across);
      places[i] = [lines === 1 ? nodes[i].x * GAP : (at - (wide - 1) / 2) * GAP, top + under * GAP];
    });
    top += (lines - 1) * GAP + step;
  }
  return places;
}

/** Thousands of positions as a picture of a few paths: `tones` says how each is painted. */
export function pictureOf(places: Point[], arcs: [number, number, string][], tones: string[]): string {
  const xs = places.map(([x]) => x);
  const ys = places.map(([, y]) => y);
  const [left, top] = [xs.reduce((a, b) => Math.min(a, b)) - GAP, ys.reduce((a, b) => Math.min(a, b)) - GAP];
  const [wide, tall] = [xs.reduce((a, b) => Math.max(a, b)) - left + GAP, ys.reduce((a, b) => Math.max(a, b)) - top + GAP];
  const at = ([x, y]: Point) => `${Math.round(x)} ${Math.round(y)}`;
  const colors: Record<string, string> = { win: "#0072B2", lose: "#B84A00", draw: "#777", unknown: "#CCC" };
  const dots = Object.entries(colors).map(([tone, color]) => {
    const d = places.flatMap((place, i) => (tones[i] === tone ? [`M${at(place)}h0`] : [])).join("");
    return d && `<path d="${d}" fill="none" stroke="${color}" stroke-width="30" stroke-linecap="round"/>\n`;
  });
  const lines = arcs.map(([a, b]) => `M${at(places[a])}L${at(places[b])}`).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${Math.round(left)} ${Math.round(top)} ${Math.round(wide)} ${Math.round(tall)}">\n<path d="${lines}" fill="none" stroke="#999" stroke-width="0.8" opacity="0.4"/>\n${dots.join("")}</svg>\n`;
}
