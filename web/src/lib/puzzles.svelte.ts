// Puzzles: positions in which only one move wins. A set is a list of positions, which is all that a link needs; streaks stay
// on this device.

import { PUZZLES } from "./command.ts";
import { say } from "./texts.ts";
import type { Puzzle, PuzzleSet } from "./types.ts";
import { session } from "./session.svelte.ts";
import { tools } from "./tools.svelte.ts";
import { Work } from "./work.svelte.ts";

const STREAK = "streak";

function kept(): { now: number; best: number } {
  try {
    const [now, best] = JSON.parse(localStorage.getItem(STREAK) ?? "[0,0]");
    return { now: Number(now) || 0, best: Number(best) || 0 };
  } catch {
    return { now: 0, best: 0 };
  }
}

class Puzzles {
  /** Positions of the set, and which one is on the table. */
  set = $state.raw<Puzzle[]>([]);
  at = $state(-1);
  /** What came of the try: nothing yet, solved, or why it fails. */
  verdict = $state<"" | "right" | "wrong">("");
  reason = $state("");
  solved = $state.raw<ReadonlySet<number>>(new Set());
  streak = $state(kept());
  finding = new Work();
  checking = new Work();
  drawing = new Work();
  /** The set with pictures and solutions, to print. */
  sheet = $state.raw<Puzzle[]>([]);
  seed = $state(1);
  #for = "";

  get now(): Puzzle | null {
    return this.set[this.at] ?? null;
  }

  /** Makes a set from the game on the table. */
  async find() {
    const setup = session.setup;
    const result = (await this.finding.run("/api/puzzles", { setup, count: PUZZLES, seed: this.seed })) as unknown as PuzzleSet | null;
    if (!result) return;
    await this.open(result.puzzles, this.seed++);
    if (result.puzzles.length === 0) session.say(say.noPuzzles, true);
  }

  /** Opens a set; those from a link are positions only. */
  async open(set: Puzzle[], seed: number | null = null) {
    tools.seed = seed;
    this.#for = JSON.stringify(session.setup);
    this.set = set;
    this.sheet = [];
    this.solved = new Set();
    await this.go(set.length > 0 ? 0 : -1);
  }

  async go(at: number) {
    this.at = at;
    this.verdict = "";
    this.reason = "";
    tools.line = [];
    this.checking.drop();
    session.puzzles = this.set.map(({ position }) => position);
    session.taker = this.now ? (move) => void this.attempt(move) : null;
    await session.show(this.now?.position ?? null);
    session.writeAddress();
  }

  /** Is this set about the game on the table? */
  get fits(): boolean {
    return this.at >= 0 && this.#for === JSON.stringify(session.setup);
  }

  /** Makes the sheet that is printed. */
  async draw(): Promise<boolean> {
    const positions = this.set.map(({ position }) => position);
    const result = (await this.drawing.run("/api/puzzles", { setup: session.setup, positions, pictures: true })) as unknown as PuzzleSet | null;
    this.sheet = result?.puzzles ?? [];
    return this.sheet.length > 0;
  }

  end() {
    this.set = [];
    this.sheet = [];
    tools.seed = this.seed;
    this.go(-1);
  }

  /** A move that somebody tries: right if it wins; else the refutation is shown. */
  async attempt(text: string) {
    const puzzle = this.now;
    const view = session.shown;
    if (!puzzle || !view || this.verdict === "right") return;
    const answer = await this.checking.run("/api/why", { setup: session.setup, position: puzzle.position, mover: view.mover, move: text });
    if (!answer || this.now !== puzzle) return;
    const first = this.verdict === "" && !this.solved.has(this.at);
    this.verdict = answer.verdict === "win" ? "right" : "wrong";
    this.reason = answer.reason ?? "";
    if (this.verdict === "right") this.solved = new Set([...this.solved, this.at]);
    const seat = session.about.sides.findIndex(({ word }) => word === view.to_move);
    tools.line = [{ text }, ...answer.line].slice(0, 8).map((ply: { text: string }, i: number) => ({ text: ply.text, seat: i % 2 === 0 ? seat : 1 - seat }));
    if (first) this.#count(this.verdict === "right");
  }

  #count(right: boolean) {
    const now = right ? this.streak.now + 1 : 0;
    this.streak = { now, best: Math.max(now, this.streak.best) };
    try {
      localStorage.setItem(STREAK, JSON.stringify([this.streak.now, this.streak.best]));
    } catch {
      // Without storage the streak lasts as long as the page.
    }
  }
}

export const puzzles = new Puzzles();
