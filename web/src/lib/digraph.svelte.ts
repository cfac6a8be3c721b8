// The state digraph and the lesson that labels it step by step.

import type { Verdict } from "./types.ts";
import { session } from "./session.svelte.ts";
import { Work } from "./work.svelte.ts";

export interface Node {
  position: string;
  layer: number;
  /** In the words of the game: P or N, W, L or D, or who wins. */
  label: string;
  /** For the player to move. */
  outcome?: Verdict;
  to_move?: string;
  winner?: string | null;
  remoteness?: number | null;
  grundy?: number | null;
  x: number;
  y: number;
}

export interface Step {
  position: string;
  label: string;
  because: string;
}

const MANY = 300;

class Digraph {
  nodes = $state.raw<Node[]>([]);
  arcs = $state.raw<[number, number, string][]>([]);
  selected = $state<number | null>(null);
  symmetry = $state(true);
  work = new Work();

  lessonWork = new Work();
  rounds = $state.raw<{ rule: string; positions: Step[] }[]>([]);
  /** How many steps are done; −1 when no lesson is on. */
  step = $state(-1);
  playing = $state(false);
  #for = "";

  readonly steps = $derived(this.rounds.flatMap(({ rule, positions }) => positions.map((step) => ({ ...step, rule }))));

  /** Asks for the digraph of the game on the table, if it is not here yet. */
  async load(again = false) {
    const key = JSON.stringify([session.setup, this.symmetry]);
    if (!again && key === this.#for) return;
    this.#for = key;
    this.nodes = [];
    this.arcs = [];
    this.selected = null;
    this.endLesson();
    const result = await this.work.run("/api/digraph", { setup: session.setup, symmetry: this.symmetry });
    if (!result) return;
    this.nodes = result.nodes;
    this.arcs = result.arcs;
    const here = result.nodes.findIndex((node: Node) => node.position === session.current?.position);
    this.selected = here >= 0 ? here : null;
  }

  cancel() {
    this.work.cancel();
    this.#for = "";
  }

  async startLesson() {
    const result = await this.lessonWork.run("/api/lesson", { setup: session.setup });
    if (!result) return;
    // Every position is labelled, so every position is shown, unless they are too many to look at.
    const labelled = result.steps.reduce((all: number, round: { positions: Step[] }) => all + round.positions.length, 0);
    if (this.symmetry && labelled <= MANY) {
      this.symmetry = false;
      await this.load();
    }
    this.rounds = result.steps;
    this.step = 0;
  }

  endLesson() {
    this.lessonWork.drop();
    this.playing = false;
    this.step = -1;
    this.rounds = [];
  }

  /** What is labelled so far. */
  readonly labelled = $derived(new Map(this.steps.slice(0, Math.max(0, this.step)).map((step) => [step.position, step.label])));
}

const MEANINGS: Record<string, string> = {
  W: "the player to move wins",
  L: "the player to move loses",
  D: "a draw",
  N: "the next player wins",
  P: "the previous player wins",
};

/** The seat of the side that a label names; lessons label for the player to move in every game. */
function sideOf(label: string): number {
  return session.about.labels === "sides" ? session.about.sides.findIndex(({ title }) => label === title) : -1;
}

/** What a label says: who wins. */
export function meaning(label: string): string {
  return sideOf(label) < 0 ? (MEANINGS[label] ?? label) : `${label} wins`;
}

const TONES: Record<string, Verdict> = { W: "win", N: "win", L: "lose", P: "lose", D: "draw" };

/** How a label is painted: for whom it is good, the player to move or the first-named side. */
export function tone(label: string): Verdict {
  return (["win", "lose"] as const)[sideOf(label)] ?? TONES[label] ?? "unknown";
}

export const digraph = new Digraph();
