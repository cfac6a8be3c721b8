// The state digraph and the lesson that labels it step by step. Of a game with few positions it is all of them; of any
// other it begins around the position on the table and grows where one looks.

import { kinds } from "./alike.ts";
import { ask } from "./api.ts";
import { say } from "./texts.ts";
import type { JudgedMove, Marks, Verdict } from "./types.ts";
import { type Seat, session } from "./session.svelte.ts";
import { tools } from "./tools.svelte.ts";
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
  /** Are its moves there, and how many are not shown? */
  grown?: boolean;
  more?: number;
}

export interface Step {
  position: string;
  label: string;
  because: string;
}

const MANY = 300;
/** So many positions are asked for at once; a game with more begins around the position on the table. */
const MOST = 6000;
/** So many moves of a position are shown where not all positions are: the best first. */
const MOST_MOVES = 24;

class Digraph {
  nodes = $state.raw<Node[]>([]);
  arcs = $state.raw<[number, number, string][]>([]);
  selected = $state<number | null>(null);
  /** The position on the table. */
  here = $state<number | null>(null);
  growing = new Work();
  /** What stands on the board where that was asked for, by position. */
  marks = $state.raw<Map<string, Marks>>(new Map());
  #asked = new Set<string>();
  /** Are the moves written on the arrows, and is a winning strategy shown? */
  moves = $state(false);
  strategy = $state(false);
  work = new Work();

  lessonWork = new Work();
  rounds = $state.raw<{ rule: string; positions: Step[] }[]>([]);
  /** How many steps are done; −1 when no lesson is on. */
  step = $state(-1);
  playing = $state(false);
  #for = "";

  readonly steps = $derived(this.rounds.flatMap(({ rule, positions }, round) => positions.map((step) => ({ ...step, rule, round }))));

  /** Asks for the digraph of the game on the table, if it is not here yet. */
  async load(again = false) {
    const order = tools.order === "topological" ? tools.order : "layers";
    const key = JSON.stringify([session.setup, tools.folded, order]);
    if (!again && key === this.#for && (!tools.grows || this.#find(session.current?.position) >= 0)) return this.#stand();
    this.#for = key;
    this.nodes = [];
    this.arcs = [];
    this.marks = new Map();
    this.#asked.clear();
    this.selected = this.here = null;
    tools.grows = false;
    this.endLesson();
    const result = await this.work.run("/api/digraph", { setup: session.setup, symmetry: tools.folded, or_none: true, most: MOST, order });
    if (!result || key !== this.#for) return;
    this.nodes = result.nodes;
    this.arcs = result.arcs;
    if (this.nodes.length > 0) await this.#stand();
    else if (session.current) await this.#around();
  }

  /** Asks what stands on the board in these positions, once. */
  async look(positions: string[]) {
    const key = this.#for;
    const open = positions.filter((position) => !this.#asked.has(position)).slice(0, 200);
    if (open.length === 0) return;
    open.forEach((position) => this.#asked.add(position));
    const { marks } = await ask<{ marks: Marks[] }>("/api/marks", { setup: session.setup, positions: open });
    if (key !== this.#for) return;
    const known = new Map(this.marks);
    open.forEach((position, i) => known.set(position, marks[i]));
    this.marks = known;
  }

  #find(position: string | undefined): number {
    return this.nodes.findIndex((node) => node.position === position);
  }

  async #stand() {
    const position = session.current?.position;
    let at = this.#find(position);
    if (at < 0 && tools.folded && !tools.grows && position !== undefined) {
      // Another one stands for it.
      this.here = null;
      const { representatives } = await ask<{ representatives: string[] }>("/api/marks", { setup: session.setup, positions: [position] });
      if (session.current?.position === position) at = this.#find(representatives[0]);
    }
    this.here = at >= 0 ? at : null;
    this.selected ??= this.here;
  }

  /** The positions so far, and the moves from the last one. */
  async #around() {
    tools.grows = true;
    const nodes: Node[] = [];
    const arcs: [number, number, string][] = [];
    session.views.slice(0, session.ply + 1).forEach((view, ply) => {
      const last = nodes.findIndex((node) => node.position === view.position);
      if (last < 0) nodes.push({ position: view.position, layer: ply, label: "?", outcome: "unknown", to_move: view.to_move, x: 0, y: ply });
      const [a, b] = [nodes.findIndex((node) => node.position === session.views[ply - 1]?.position), last < 0 ? nodes.length - 1 : last];
      if (a >= 0) arcs.push([a, b, session.moves[ply - 1]]);
    });
    this.nodes = nodes;
    this.arcs = arcs;
    await this.#stand();
    if (this.here !== null) await this.grow(this.here);
  }

  /** The moves of a position, with what is known about where they lead. */
  async grow(at: number) {
    const from = this.nodes[at];
    if (!tools.grows || !from || from.grown) return;
    const key = this.#for;
    const result = await this.growing.run("/api/moves", { setup: session.setup, position: from.position, limits: { seconds: 5 } });
    if (!result || key !== this.#for) return;
    const judged: JudgedMove[] = result.moves;
    const nodes = [...this.nodes];
    const arcs = [...this.arcs];
    const known = new Map(nodes.map((node, i) => [node.position, i]));
    const other = session.about.sides.find(({ word }) => word !== result.to_move)?.word ?? "";
    const told = tools.folded ? kinds(judged).map(([move]) => move) : judged;
    for (const { text, to, verdict, remoteness } of told.slice(0, MOST_MOVES)) {
      const outcome = TURNED[verdict];
      let b = known.get(to!);
      const found = { outcome, label: labelFor(outcome, other), to_move: other, remoteness: remoteness == null ? null : remoteness - 1 };
      if (b === undefined) {
        b = nodes.length;
        known.set(to!, b);
        nodes.push({ position: to!, layer: from.layer + 1, x: 0, y: from.layer + 1, ...found });
      } else if (nodes[b].outcome === "unknown") nodes[b] = { ...nodes[b], ...found };
      if (!arcs.some(([x, y]) => x === at && y === b)) arcs.push([at, b, text]);
    }
    // The best move says what the position itself comes to.
    const best = judged[0]?.verdict;
    const settled = best === "win" || judged.every((m) => m.verdict !== "unknown");
    const outcome = judged.length === 0 ? from.outcome : settled ? best : from.outcome;
    nodes[at] = { ...from, grown: true, more: Math.max(0, told.length - MOST_MOVES), outcome, label: outcome && outcome !== "unknown" ? labelFor(outcome, result.to_move) : from.label };
    this.nodes = placed(nodes, arcs);
    this.arcs = arcs;
  }

  /** The arcs of a strategy that wins from the selected position, or from the one on the table: one move of the winner, all of the loser. */
  readonly winning = $derived.by(() => {
    const arcs = new Set<number>();
    const start = this.selected ?? this.here ?? 0;
    if (!this.strategy || !this.nodes[start]) return arcs;
    const out: number[][] = this.nodes.map(() => []);
    this.arcs.forEach(([a], i) => out[a].push(i));
    const seen = new Set([start]);
    const queue = [start];
    while (queue.length > 0) {
      const v = queue.pop()!;
      const { outcome } = this.nodes[v];
      const to = (arc: number) => this.nodes[this.arcs[arc][1]];
      const best = out[v].filter((arc) => to(arc).outcome === "lose").sort((a, b) => (to(a).remoteness ?? 0) - (to(b).remoteness ?? 0));
      const chosen = outcome === "win" ? best.slice(0, 1) : outcome === "lose" ? out[v] : [];
      for (const arc of chosen) {
        arcs.add(arc);
        const next = this.arcs[arc][1];
        if (!seen.has(next)) seen.add(next), queue.push(next);
      }
    }
    return arcs;
  });

  cancel() {
    this.work.cancel();
    this.growing.drop();
    this.#for = "";
  }

  async startLesson() {
    const result = await this.lessonWork.run("/api/lesson", { setup: session.setup });
    if (!result) return;
    // Every position is labelled, so every position is shown, unless they are too many to look at.
    const labelled = result.steps.reduce((all: number, round: { positions: Step[] }) => all + round.positions.length, 0);
    if (tools.folded && labelled <= MANY) {
      tools.folded = false;
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

/** What a verdict of a move says for the player who is to move after it. */
const TURNED: Record<Verdict, Verdict> = { win: "lose", lose: "win", draw: "draw", unknown: "unknown" };

const LABELS = { pn: { win: "N", lose: "P", draw: "D" }, wld: { win: "W", lose: "L", draw: "D" } };

/** The label of a position, in the words of the game. */
function labelFor(outcome: Verdict, mover: string): string {
  if (outcome === "unknown") return "?";
  const { labels, sides } = session.about;
  if (labels !== "sides" || outcome === "draw") return LABELS[labels === "sides" ? "wld" : labels][outcome];
  return sides.find(({ word }) => (word === mover) === (outcome === "win"))!.title;
}

/** Layer by layer, each position below those that lead to it. */
function placed(nodes: Node[], arcs: [number, number, string][]): Node[] {
  const layers: number[][] = [];
  nodes.forEach((node, i) => (layers[node.layer] ??= []).push(i));
  const x = nodes.map(() => 0);
  const above: number[][] = nodes.map(() => []);
  for (const [a, b] of arcs) if (nodes[a].layer < nodes[b].layer) above[b].push(a);
  for (const layer of layers) {
    if (!layer) continue;
    const wish = (i: number) => {
      const list = above[i].map((a) => x[a]);
      return list.length === 0 ? 0 : list.reduce((sum, at) => sum + at, 0) / list.length;
    };
    layer.sort((a, b) => wish(a) - wish(b) || a - b);
    const centre = layer.reduce((sum, i) => sum + wish(i), 0) / layer.length;
    layer.forEach((i, j) => (x[i] = centre + j - (layer.length - 1) / 2));
  }
  return nodes.map((node, i) => ({ ...node, x: x[i], y: node.layer }));
}

/** The seat of the side that a label names; lessons label for the player to move in every game. */
function sideOf(label: string): number {
  return session.about.labels === "sides" ? session.about.sides.findIndex(({ title }) => label === title) : -1;
}

/** What a label says: who wins. */
export function meaning(label: string): string {
  const seat = sideOf(label);
  return seat < 0 ? ((say.meanings as Record<string, string>)[label] ?? label) : session.wins(seat as Seat);
}

const TONES: Record<string, Verdict> = { W: "win", N: "win", L: "lose", P: "lose", D: "draw" };

/** How a label is painted: for whom it is good, the player to move or the first-named side. */
export function tone(label: string): Verdict {
  return (["win", "lose"] as const)[sideOf(label)] ?? TONES[label] ?? "unknown";
}

export const digraph = new Digraph();
