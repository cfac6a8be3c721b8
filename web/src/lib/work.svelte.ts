// One piece of work on the server at a time: its progress, its end, and a way to stop it.

import { type Line, progressOf, Refused, wasStopped, work } from "./api.ts";
import type { Progress } from "./types.ts";
import { say } from "./texts.ts";

export class Work {
  running = $state(false);
  progress = $state.raw<Progress | null>(null);
  /** Why there is no result. */
  error = $state("");
  #controller: AbortController | null = null;

  /** Runs to the line with the result, and gives it; null if it failed or was stopped. */
  async run(path: string, body: unknown, partly: (line: Line) => void = () => {}): Promise<Line | null> {
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    this.running = true;
    this.progress = null;
    this.error = "";
    const mine = () => this.#controller === controller;
    try {
      for await (const line of work(path, body, controller.signal)) {
        if (!mine()) return null;
        if (line.event === "result") return line;
        if (line.event === "progress") this.progress = progressOf(line);
        else partly(line);
      }
      if (mine()) this.error = say.brokeOff;
    } catch (error) {
      if (mine() && !wasStopped(error)) this.error = error instanceof Refused ? error.message : String(error);
    } finally {
      if (mine()) {
        this.running = false;
        this.#controller = null;
      }
    }
    return null;
  }

  /** Stops without a word. */
  drop() {
    this.#controller?.abort();
    this.#controller = null;
    this.running = false;
    this.progress = null;
    this.error = "";
  }

  /** Stops because the user said so. */
  cancel() {
    const seen = this.progress;
    this.drop();
    this.progress = seen;
    this.error = say.cancelled;
  }
}
