// The players of the program as the catalogue gives them: a name, how it is written with options
// ("perfect[:positions=N]"), the games it plays and the sides it takes.

import type { Catalogue, Game, Player } from "./types.ts";

export type { Player };

export const HUMAN = "human";
/** Who sits opposite where nobody was chosen, if it plays the game. */
const OPPONENT = "perfect";

/** The word before any options. */
export function word(player: string): string {
  return player.split(":")[0];
}

/** Those who play this game on this side. */
export function playersOf(catalogue: Catalogue | null, game: Game, seat: 0 | 1): Player[] {
  const side = game.sides[seat].word;
  return (catalogue?.players ?? []).filter((p) => (p.games?.includes(game.name) ?? true) && (p.sides?.includes(side) ?? true));
}

/** How the player is asked for without further words: samplers need a number. */
export function usual(player: Player, samples = 1000): string {
  return /^[^[]*:/.test(player.usage) ? `${player.name}:${samples}` : player.name;
}

/** Who plays against a person who has chosen nobody. */
export function opponent(catalogue: Catalogue | null, game: Game, seat: 0 | 1): string {
  const players = playersOf(catalogue, game, seat);
  const player = players.find((p) => p.name === OPPONENT) ?? players[0];
  return player ? usual(player) : HUMAN;
}

/** A newcomer on this seat, the weakest level on the other. */
export function seatsFor(catalogue: Catalogue | null, game: Game, seat: 0 | 1): [string, string] {
  const other = catalogue?.levels?.[0] ?? opponent(catalogue, game, seat === 0 ? 1 : 0);
  return seat === 0 ? [HUMAN, other] : [other, HUMAN];
}

/** The seats without players that do not play this game or side. */
export function seatsIn(catalogue: Catalogue | null, game: Game, seats: [string, string]): [string, string] {
  const keep = (seat: 0 | 1) => seats[seat] === HUMAN || playersOf(catalogue, game, seat).some((p) => p.name === word(seats[seat]));
  return [keep(0) ? seats[0] : opponent(catalogue, game, 0), keep(1) ? seats[1] : opponent(catalogue, game, 1)];
}
