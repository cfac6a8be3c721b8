// The players of the program as the catalogue gives them: a name, and how it is written with options ("perfect[:positions=N]").

import type { Catalogue, GameName } from "./types.ts";

export type Player = Catalogue["players"][number];

/** The word before any options. */
export function word(player: string): string {
  return player.split(":")[0];
}

/** Those who play this game: what is said about the others begins with the game they play. */
export function playersOf(catalogue: Catalogue | null, game: GameName): Player[] {
  const games = catalogue?.games.map((g) => g.name) ?? [];
  return (catalogue?.players ?? []).filter((player) => {
    const only = games.find((name) => new RegExp(`^${name}\\b`).test(player.about));
    return only === undefined || only === game;
  });
}

/** How the player is asked for without further words: samplers need a number. */
export function usual(player: Player, samples = 1000): string {
  return /^[^[]*:/.test(player.usage) ? `${player.name}:${samples}` : player.name;
}
