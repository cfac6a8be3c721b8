// When a list of labels repeats for ever: each label follows from the `window` labels before it, so two equal windows prove it.

export function periodOf(labels: string[], window: number): { from: number; length: number } | null {
  if (window < 1 || labels.includes(undefined as unknown as string)) return null;
  const seen = new Map<string, number>();
  // A label with fewer than `window` before it follows from the beginning, too, so windows begin where all moves can be made.
  for (let at = 0; at + window <= labels.length; at++) {
    const key = labels.slice(at, at + window).join(" ");
    const before = seen.get(key);
    if (before !== undefined) {
      let [from, length] = [before, at - before];
      while (from > 0 && labels[from - 1] === labels[from - 1 + length]) from--;
      return { from, length };
    }
    seen.set(key, at);
  }
  return null;
}
