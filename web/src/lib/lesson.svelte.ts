// Lessons that ask: predict, click, see. The questions and what is right come from the service. A lesson may have boards of
// its own; what was on the table before comes back at its end.

import type { Place } from "./address.ts";
import { session } from "./session.svelte.ts";
import { say } from "./texts.ts";
import { tools } from "./tools.svelte.ts";
import type { Question } from "./types.ts";
import { Work } from "./work.svelte.ts";

class Lesson {
  questions = $state.raw<Question[]>([]);
  at = $state(-1);
  /** Is what the question is about on the table? */
  ready = $state(false);
  /** What was answered to the question on the table, and what is said to that. */
  given = $state("");
  said = $state("");
  right = $state(0);
  asked = $state(0);
  preparing = new Work();
  checking = new Work();
  #former: Place | null = null;
  /** The game that the lesson put on the table; nothing while it does. */
  #table: string | null = null;

  get now(): Question | null {
    return this.questions[this.at] ?? null;
  }

  get running(): boolean {
    return this.at >= 0;
  }

  get isRight(): boolean {
    return this.now?.answers.includes(this.given) ?? false;
  }

  /** Is the game on the table still that of the lesson? */
  get fits(): boolean {
    return this.#table === null || this.#table === JSON.stringify(session.setup);
  }

  async start(name: string) {
    const own = session.about.lessons.find((lesson) => lesson.name === name)?.own_boards;
    const setup = own ? { game: session.game } : session.setup;
    const found = await this.preparing.run("/api/lesson", { setup, lesson: name });
    if (!found) return;
    if (found.questions === undefined) return session.say(say.noQuestions, true);
    this.#former = own ? { ...session.place, lesson: "" } : null;
    this.questions = found.questions;
    this.right = this.asked = 0;
    session.lesson = name;
    await this.go(0);
  }

  async go(at: number) {
    this.at = at;
    this.ready = false;
    this.given = this.said = "";
    tools.line = [];
    this.checking.drop();
    const { now } = this;
    this.#table = null;
    session.taker = now && (() => {});
    if (!now) return session.show(null);
    if (now.setup) await session.go(this.#place(now));
    this.#table = JSON.stringify(session.setup);
    await session.show(now.position);
    if (this.now !== now) return;
    this.ready = true;
    session.taker = now.choices.length > 0 ? null : (move) => void this.answer(move);
    session.writeAddress();
  }

  /** The table of a question. */
  #place({ setup }: Question): Place {
    const { game: _, board, ...said } = setup!;
    const source = board && "family" in board ? { kind: "family" as const, text: board.family } : session.source;
    const params = Object.fromEntries(Object.entries(said).map(([name, value]) => [name, String(value)]));
    return { ...session.place, source, params, seats: ["human", "human"], at: null, moves: [], lines: [], ply: 0, puzzles: [] };
  }

  /** Says what is right. */
  show() {
    this.said = this.now?.because ?? "";
  }

  async answer(given: string) {
    const { now } = this;
    if (!now || this.given) return;
    this.given = given;
    // Only the first try counts.
    if (this.at >= this.asked) {
      this.asked = this.at + 1;
      if (this.isRight) this.right++;
    }
    session.taker = null;
    if (now.choices.length > 0 || (this.isRight && now.because.includes(given))) return this.show();
    // Why this very move wins; or what is answered to it, but not which one would win.
    const why = await this.checking.run("/api/why", { setup: session.setup, position: now.position, mover: session.shown?.mover, move: given });
    if (!why || this.now !== now) return;
    this.said = [why.reason, ...(this.isRight ? [now.because] : [])].join(" ");
    if (this.isRight) return;
    const seat = session.about.sides.findIndex(({ word }) => word === now.to_move);
    tools.line = [{ text: given }, ...why.line].slice(0, 8).map((ply: { text: string }, i: number) => ({ text: ply.text, seat: i % 2 === 0 ? seat : 1 - seat }));
  }

  /** Ends the lesson; what was on the table comes back, unless somebody put something else there. */
  async end() {
    this.preparing.drop();
    const former = this.running && this.fits ? this.#former : null;
    this.#former = null;
    this.questions = [];
    session.lesson = "";
    await this.go(-1);
    this.at = -1;
    if (former) await session.go({ ...former, view: session.view });
    session.writeAddress();
  }
}

export const lesson = new Lesson();
