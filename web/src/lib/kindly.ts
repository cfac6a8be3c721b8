// What the program says to programs, said to a person.

import { capital } from "./catalogue.ts";
import { say } from "./texts.ts";

const grouped = (text: string) => Number(text).toLocaleString("en");

const WORDS: [RegExp, (...found: string[]) => string][] = [
  [/^(?:.*: )?(?:the board has|found a board with) (\d+) (vertices|edges|arcs), expected at most (\d+).*$/, (found, what, most) => say.kindly.board(grouped(found), what, grouped(most))],
  [/^found a game with (\d+) moves on (\d+) edges, expected .*$/, (moves, edges) => say.kindly.edges(grouped(edges), grouped(moves))],
  [/^found a position with (\d+) moves, expected at most (\d+)$/, (moves, most) => say.kindly.moves(grouped(moves), grouped(most))],
  [/^(?:.*: )?(.*) could not be settled in time \(say (.*)\)$/, (what, name) => say.kindly.parameter(what, capital(name))],
  [/^the time limit of (.*) was reached$/, (time) => say.kindly.time(time)],
  [/^found (.*?), expected (.*)$/s, (found, expected) => say.kindly.expected(found, expected)],
];

/** A message of the program in words for people; others stay as they are. */
export function kindly(text: string): string {
  for (const [pattern, told] of WORDS) {
    const found = pattern.exec(text.trim());
    if (found) return told(...found.slice(1));
  }
  return text;
}
