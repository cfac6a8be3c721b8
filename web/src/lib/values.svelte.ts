// What perfect play makes of every position of the game on the table: the history of values, the mistakes, the move that lost.

import { type Seat, session } from "./session.svelte.ts";
import { Work } from "./work.svelte.ts";

/** Who wins: a side, nobody, or it is not settled. */
export type Value = Seat | "nobody" | null;

class Values {
  /** By position and side to move, for one setup. */
  #known = $state.raw<Map<string, Value>>(new Map());
  #setup = "";
  work = new Work();

  #key(ply: number): string {
    const view = session.views[ply];
    return view ? `${view.to_move} ${view.position}` : "";
  }

  /** What is known of the position after so many moves; undefined if nobody has asked. */
  at(ply: number): Value | undefined {
    const over = session.views[ply]?.over;
    if (over) return over.winner === null ? "nobody" : session.about.sides[1].word === over.winner ? 1 : 0;
    return this.#known.get(this.#key(ply));
  }

  /** Did the side that made the move with this number give something away? */
  mistake(ply: number): boolean {
    const mover = session.seatAt(ply - 1);
    const [before, after] = [this.at(ply - 1), this.at(ply)];
    return before != null && after != null && (before === mover ? after !== mover : before === "nobody" && after === 1 - mover);
  }

  /** The last move with which the loser gave the game away; null if it was lost from the start, undefined if not known. */
  get losing(): number | null | undefined {
    for (let ply = session.ply; ply > 0; ply--) {
      if (this.mistake(ply) && session.seatAt(ply - 1) !== session.winner) return ply;
      if (this.at(ply - 1) == null) return undefined;
    }
    return null;
  }

  /** Asks for the values of all positions, the last ones first: the fewer moves are left, the less there is to search. */
  async fill() {
    const setup = JSON.stringify(session.setup);
    if (setup !== this.#setup) {
      this.#setup = setup;
      this.#known = new Map();
    }
    for (let ply = session.views.length - 1; ply >= 0; ply--) {
      const view = session.views[ply];
      // Another game may have begun meanwhile.
      if (!view) return;
      if (this.at(ply) !== undefined) continue;
      const key = this.#key(ply);
      const result = await this.work.run("/api/solve", { setup: session.setup, position: view.position, limits: { seconds: 4 } });
      if (!result || JSON.stringify(session.setup) !== setup) return;
      const mover: Seat = session.about.sides[1].word === view.to_move ? 1 : 0;
      const wins = result.winner ? result.winner === result.to_move : result.outcome;
      const value: Value = wins === true || wins === "win" ? mover : wins === false || wins === "lose" ? ((1 - mover) as Seat) : wins === "draw" ? "nobody" : null;
      this.#known = new Map(this.#known).set(key, value);
      // What comes before is harder still.
      if (value === null) return;
    }
  }
}

export const values = new Values();
