// Colours for vertices: a hue and a letter for each, so that nobody has to trust hues.

import { say } from "./texts.ts";

/** Okabe and Ito's colours, as in the program's own pictures. */
const PAINTS = ["#E69F00", "#0072B2", "#F0E442", "#009E73", "#56B4E9", "#D55E00", "#CC79A7", "#555555"];
const LIGHT_INK = new Set([2, 4, 6, 8]);

/** The paint of colour 1, 2, …; past the eighth, hues a golden angle apart. */
export function paint(color: number): string {
  const i = color - 1;
  return PAINTS[i] ?? `hsl(${Math.round((i * 137.508) % 360)} 60% ${i % 2 === 0 ? 72 : 36}%)`;
}

/** What can be read on that paint. */
export function ink(color: number): string {
  if (color <= PAINTS.length) return LIGHT_INK.has(color) ? "#fff" : "#1a1a1a";
  return color % 2 === 0 ? "#fff" : "#1a1a1a";
}

/** A, B, …, Z, AA, AB, … */
export function letter(color: number): string {
  let text = "";
  for (let rest = color; rest > 0; rest = Math.floor((rest - 1) / 26))
    text = String.fromCharCode(65 + ((rest - 1) % 26)) + text;
  return text;
}

/** The colour that a key or a letter means, or 0. */
export function colorOfKey(key: string): number {
  if (/^[1-9]$/.test(key)) return Number(key);
  if (/^[a-z]$/i.test(key)) return key.toUpperCase().charCodeAt(0) - 64;
  return 0;
}

/** "A", "A and C", "A, B and C". */
export function listed(words: string[]): string {
  return words.length < 2 ? (words[0] ?? say.none) : say.and(words.slice(0, -1).join(", "), words.at(-1)!);
}
