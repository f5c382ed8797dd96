/**
 * Sorts texts in place by their code points, which is the order of their bytes in UTF-8: every database and cluster has it, while JavaScript's
 * own puts what lies beyond U+FFFF before U+E000.
 */
export function sortTexts(texts: string[]): string[] {
  return texts.some((text) => surrogate.test(text)) ? texts.sort(byCodePoint) : texts.sort();
}

const surrogate = /[\ud800-\udfff]/;

function byCodePoint(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const [one, other] = [a.charCodeAt(i), b.charCodeAt(i)];
    if (one !== other) return rankOf(one) - rankOf(other);
  }
  return a.length - b.length;
}

/** Halves of a pair stand for the highest code points of all, so they change places with what comes behind them. */
const rankOf = (unit: number): number => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);
