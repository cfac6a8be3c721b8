// What the parts of the page tell each other beside the game itself.

export type Tool = "draw" | "move" | "delete";

class Tools {
  tool = $state<Tool>("draw");
  /** Pairs of vertices that a mirror strategy swaps. */
  mirror = $state.raw<[number, number][]>([]);
  /** Is the digraph up to symmetry, and does it only grow around the position? */
  folded = $state(true);
  grows = $state(false);
  /** The seed of the puzzles on the table, or of the next ones; nothing for those of a link. */
  seed = $state<number | null>(1);
  /** A line of play that is drawn: the moves, and who makes them. */
  line = $state.raw<{ text: string; seat: number }[]>([]);
}

export const tools = new Tools();
