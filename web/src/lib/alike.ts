// Moves that are the same up to symmetry, as one.

import type { JudgedMove } from "./types.ts";

/** Moves by what they come to: one for all that are alike, with those it stands for. */
export function kinds<M extends Pick<JudgedMove, "class" | "verdict">>(moves: M[]): M[][] {
  const lists: M[][] = [];
  const met = new Map<string, M[]>();
  for (const move of moves) {
    const key = move.class === undefined ? undefined : `${move.verdict} ${move.class}`;
    const list = key === undefined ? undefined : met.get(key);
    if (list) list.push(move);
    else {
      lists.push([move]);
      if (key !== undefined) met.set(key, lists.at(-1)!);
    }
  }
  return lists;
}
