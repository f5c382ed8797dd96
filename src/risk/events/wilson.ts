/**
 * Where a share likely lies, 95 %, after seeing `hits` of `trials`: Wilson, JASA 22, 1927. Unlike the usual one it stays inside 0 and 1 and is
 * not empty at either end, where unicity mostly is. Of nobody the share is nothing.
 */
export function wilson(hits: number, trials: number): { readonly low: number; readonly high: number } {
  if (trials === 0) return { low: 0, high: 0 };
  const share = hits / trials;
  const spread = z ** 2 / trials;
  const middle = (share + spread / 2) / (1 + spread);
  const half = (z / (1 + spread)) * Math.sqrt((share * (1 - share)) / trials + spread / (4 * trials));
  return { low: hits === 0 ? 0 : Math.max(0, middle - half), high: hits === trials ? 1 : Math.min(1, middle + half) };
}

const z = 1.959963984540054; // 97.5 % of the normal distribution lie below
