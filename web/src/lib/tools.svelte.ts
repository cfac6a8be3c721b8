// What the parts of the page tell each other beside the game itself.

export type Tool = "draw" | "move" | "delete";

class Tools {
  tool = $state<Tool>("draw");
  /** Pairs of vertices that a mirror strategy swaps. */
  mirror = $state.raw<[number, number][]>([]);
}

export const tools = new Tools();
