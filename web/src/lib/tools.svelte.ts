// What the parts of the page tell each other beside the game itself.

/** What is drawn over the board: what a strategy is made of. */
export interface Overlay {
  badges: Map<number, string>;
  classes: Map<number, number>;
  arrows: [number, number][];
  /** Without heads. */
  plain?: boolean;
}

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
  /** How the digraph is arranged: by moves made, every move leading down, or along a line of numbers. */
  order = $state<"layers" | "topological" | "line">("layers");
  /** A line of play that is drawn: the moves, and who makes them. */
  line = $state.raw<{ text: string; seat: number }[]>([]);
  /** Moves that are marked together: those that are alike, those that win, those that threaten. */
  alike = $state.raw<string[]>([]);
  threats = $state.raw<string[]>([]);
  /** Vertices that a reason is about. */
  about = $state.raw<number[]>([]);
  overlay = $state.raw<Overlay | null>(null);
}

export const tools = new Tools();
