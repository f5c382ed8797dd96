const mostBits = 2 ** 30; // 128 MB; 700 combinations of a million subjects are 88 MB

/** Targets one after the other, in portions whose combinations fit in memory as a bit for each subject. */
export function inPortions<Target extends { readonly points: Uint32Array }>(
  targets: readonly Target[],
  subjects: number,
  most = mostBits,
): readonly (readonly Target[])[] {
  const portions: Target[][] = [];
  let combinations = new Set<number>();
  for (const target of targets) {
    for (const point of target.points) combinations.add(point);
    if (portions.length === 0 || combinations.size * subjects > most) {
      portions.push([]);
      combinations = new Set(target.points);
    }
    portions[portions.length - 1].push(target);
  }
  return portions;
}
