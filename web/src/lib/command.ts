// The command line that asks the program the same question.

import type { Place } from "./address.ts";

/** A word for the shell, quoted where it has to be. */
export function shellWord(text: string): string {
  return /^[\w:,./=@+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The board as an argument: a family, or the file that the page offers for download. */
export function boardWord(place: Place, file: string): string {
  return place.source.kind === "family" ? place.source.text : file;
}

function gameWords(place: Place, file: string, position: string | null): string[] {
  const words: string[] = [place.game];
  if (place.game === "subtraction") words.push("--pebbles", place.pebbles, "--take", place.take);
  else words.push(boardWord(place, file));
  if (place.game === "coloring") {
    words.push("--colors", String(place.colors));
    if (place.first !== "alice") words.push("--first", place.first);
    if (place.pass !== "none") words.push("--pass", place.pass);
  }
  if (place.game === "edge" && place.colors !== null) words.push("--colors", String(place.colors));
  if (place.game === "token") words.push("--start", place.start || "0");
  if (place.game === "cycles" && place.outer) words.push("--outer", place.outer);
  if (position !== null) words.push("--at", position);
  return words;
}

/** What is on screen, as a command. `position` is null at the usual start. */
export function command(place: Place, file: string, position: string | null): string {
  const game = () => gameWords(place, file, position);
  const words = (): string[] => {
    switch (place.view) {
      case "board":
        return place.game === "subtraction" ? ["solve", ...game()] : ["convert", boardWord(place, file), "--to", place.game === "cycles" ? "table" : "json"];
      case "play": {
        const engine = place.seats.find((seat) => seat !== "human") ?? "human";
        const sides = place.game === "coloring" ? ["alice", "bob"] : ["first", "second"];
        const side = sides[place.seats[0] === "human" ? 0 : 1];
        return ["play", ...game(), "--against", engine, "--as", side, ...(place.seed === 1 ? [] : ["--seed", String(place.seed)])];
      }
      case "why":
        return ["moves", ...game()];
      case "digraph":
        return ["digraph", ...game(), "-o", "positions.svg"];
      case "numbers":
        return place.game === "subtraction" ? ["solve", ...game(), "--grundy"] : ["bounds", boardWord(place, file)];
    }
  };
  return ["outplay", ...words().map(shellWord)].join(" ");
}
