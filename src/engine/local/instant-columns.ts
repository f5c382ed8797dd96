/**
 * Column names for instants: their own where these can stand beside the other columns of a release, else with their place before them.
 * Names that differ only in case, or by what is put behind them for bounds and curves, count as one.
 */
export function instantColumns(names: readonly string[], others: readonly string[]): readonly string[] {
  const taken = ['GroupID', 'Pattern', 'Level', ...others].flatMap(forms);
  const numbered = names.map((name, place) => `T${place + 1}_${name}`);
  let chosen = clash(names, taken) ? numbered : names;
  while (clash(chosen, taken)) chosen = chosen.map((name) => `_${name}`);
  return chosen;
}

/** A name as it may be published: an interval, its two bounds, a curve. */
const forms = (name: string): string[] =>
  ['', '_min', '_max', '_curve'].map((end) => `${name}${end}`.normalize('NFKC').trim().toLowerCase());

function clash(names: readonly string[], taken: readonly string[]): boolean {
  const seen = new Set(taken);
  return names.flatMap(forms).some((form) => seen.size === seen.add(form).size);
}
