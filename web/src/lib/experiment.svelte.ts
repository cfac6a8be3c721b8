// An experiment between two players. It goes on while one looks elsewhere, and its settings are part of the link.

import type { Cell } from "../parts/Curve.svelte";
import { amountOf, experimental } from "./catalogue.ts";
import { wireOf } from "./drawing.ts";
import { session } from "./session.svelte.ts";
import { Work } from "./work.svelte.ts";

class Experiment {
  from = $state(2);
  to = $state(5);
  games = $state(200);
  seats = $state<[string, string]>(["random", "random"]);
  starts = $state("");
  seed = $state(1);

  running = new Work();
  cells = $state.raw<Cell[]>([]);
  csv = $state("");
  /** What the cells are about. */
  ran = $state.raw({ from: 2, to: 5, board: "" });

  /** The settings as a link has them. */
  get text(): string {
    const { from, to, games, seats, starts, seed } = this;
    return [from, to, games, ...seats, seed, starts].join("|");
  }

  /** Takes the settings of a link; false if they are none. */
  read(text: string): boolean {
    const parts = text.split("|");
    const [from, to, games, seed] = [0, 1, 2, 5].map((i) => Number(parts[i]));
    if (parts.length !== 7 || ![from, to, games, seed].every((n) => Number.isSafeInteger(n) && n >= 0)) return false;
    Object.assign(this, { from, to, games, seed, seats: [parts[3], parts[4]], starts: parts[6] });
    return true;
  }

  async run() {
    const game = experimental(session.catalogue?.games ?? []);
    const amount = game && amountOf(game);
    const first = game?.parameters.find((p) => p.name === game.starter);
    if (!game || !amount || !first) return;
    this.cells = [];
    this.csv = "";
    this.ran = { from: Math.min(this.from, this.to), to: Math.max(this.from, this.to), board: session.boardTitle };
    session.experiment = this.text;
    session.writeAddress();
    const [one, two] = game.sides;
    const body = { board: wireOf(session.source), [amount.name]: [this.ran.from, this.ran.to], games: this.games, [one.word]: this.seats[0], [two.word]: this.seats[1], seed: this.seed, [first.name]: this.starts || first.default };
    const found: Cell[] = [];
    const result = await this.running.run("/api/experiment", body, (line) => {
      if (line.event !== "cell") return;
      const at = found.findIndex((c) => c.colors === line.colors && c.board === line.board);
      if (at >= 0) found[at] = line as unknown as Cell;
      else found.push(line as unknown as Cell);
      this.cells = [...found];
    });
    if (result) {
      this.cells = result.cells ?? this.cells;
      this.csv = result.csv ?? "";
    }
  }
}

export const experiment = new Experiment();
