// What can be read off a board without a search.

import type { Drawing } from "./drawing.ts";

export interface Invariants {
  vertices: number;
  edges: number;
  components: number;
  /** The least and the largest degree. */
  least: number;
  most: number;
  bipartite: boolean;
}

export function invariantsOf({ points, edges }: Pick<Drawing, "points" | "edges">): Invariants {
  const beside: number[][] = points.map(() => []);
  for (const [a, b] of edges) beside[a].push(b), beside[b].push(a);
  const side = new Array<number>(points.length).fill(-1);
  let components = 0;
  let bipartite = true;
  for (let start = 0; start < points.length; start++) {
    if (side[start] >= 0) continue;
    components++;
    side[start] = 0;
    const stack = [start];
    for (let v = stack.pop(); v !== undefined; v = stack.pop())
      for (const w of beside[v]) {
        if (side[w] < 0) (side[w] = 1 - side[v]), stack.push(w);
        else if (side[w] === side[v]) bipartite = false;
      }
  }
  const degrees = beside.map((list) => list.length);
  return { vertices: points.length, edges: edges.length, components, least: Math.min(...degrees), most: Math.max(...degrees), bipartite };
}
