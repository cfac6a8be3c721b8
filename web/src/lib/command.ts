// The command line that asks the program the same question.

import type { Place } from "./address.ts";
import { said } from "./catalogue.ts";
import type { Game } from "./types.ts";

/** How many puzzles a set has. */
export const PUZZLES = 6;

/** A word for the shell, quoted where it has to be. */
export function shellWord(text: string): string {
  return /^[\w:,./=@+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The board as an argument: a family, or the file that the page offers for download. */
export function boardWord(place: Place, file: string): string {
  return place.source.kind === "family" ? place.source.text : file;
}

/** What is on screen, as a command. `position` is null at the usual start. */
export function command(place: Place, game: Game, file: string, position: string | null, { folded = false, grows = false, order = "layers", seed = 1 }: { folded?: boolean; grows?: boolean; order?: string; seed?: number | null } = {}): string {
  const words = (): string[] => {
    const board = game.board === "none" ? [] : [boardWord(place, file)];
    const parameters = said(game, place.params).flatMap(([{ name }, value]) => [`--${name}`, value]);
    const start = [place.game, ...board, ...parameters];
    const asked = [...start, ...(position === null ? [] : ["--at", position])];
    switch (place.view) {
      case "board":
        return board.length === 0 ? ["solve", ...asked] : ["convert", ...board, "--to", game.board === "plane" ? "table" : game.board === "directed" ? "dot" : "json"];
      case "play": {
        const engine = place.seats.find((seat) => seat !== "human") ?? "human";
        const side = game.sides[place.seats[0] === "human" ? 0 : 1].word;
        return ["play", ...asked, "--against", engine, "--as", side, ...(place.seed === 1 ? [] : ["--seed", String(place.seed)])];
      }
      case "why":
        return ["moves", ...asked];
      case "digraph":
        return grows ? ["moves", ...asked] : ["digraph", ...start, ...(folded ? ["--symmetry"] : []), ...(order === "topological" ? ["--layout", order] : []), "-o", "positions.svg"];
      case "learn": {
        const lesson = game.lessons.find(({ name }) => name === place.lesson);
        if (lesson) return ["lesson", ...(lesson.own_boards ? [place.game] : start), "--topic", lesson.name];
        // A set of a link has no seed: then what is asked about its positions.
        if (seed === null) return ["moves", ...asked];
        return ["puzzles", ...start, "-n", String(PUZZLES), ...(seed === 1 ? [] : ["--seed", String(seed)])];
      }
      case "numbers":
        if (game.board === "undirected" || game.board === "plane") return ["bounds", ...board];
        return ["solve", ...asked, ...(game.impartial && !game.draws ? ["--grundy"] : [])];
    }
  };
  return ["outplay", ...words().map(shellWord)].join(" ");
}
