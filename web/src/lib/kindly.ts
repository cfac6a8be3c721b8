// What the program says to programs, said to a person.

import { capital } from "./catalogue.ts";

const grouped = (text: string) => Number(text).toLocaleString("en");

const WORDS: [RegExp, (...found: string[]) => string][] = [
  [/^(?:.*: )?(?:the board has|found a board with) (\d+) (vertices|edges|arcs), expected at most (\d+).*$/, (found, what, most) => `This board has ${grouped(found)} ${what}; the page takes up to ${grouped(most)}. The program takes more in the terminal`],
  [/^found a game with (\d+) moves on (\d+) edges, expected .*$/, (moves, edges) => `This board has ${grouped(edges)} edges and ${grouped(moves)} moves, which is too much to compute with here. Easy and Medium play on it`],
  [/^found a position with (\d+) moves, expected at most (\d+)$/, (moves, most) => `A position with ${grouped(moves)} moves is too large for the page; it shows up to ${grouped(most)}`],
  [/^(?:.*: )?(.*) could not be settled in time \(say (.*)\)$/, (what, name) => `${what} could not be found in time: say “${capital(name)}” in the settings`],
  [/^the time limit of (.*) was reached$/, (time) => `nothing was settled within ${time}`],
  [/^found (.*?), expected (.*)$/s, (found, expected) => `here is ${found}, but it takes ${expected}`],
];

/** A message of the program in words for people; others stay as they are. */
export function kindly(text: string): string {
  for (const [pattern, say] of WORDS) {
    const found = pattern.exec(text.trim());
    if (found) return say(...found.slice(1));
  }
  return text;
}
