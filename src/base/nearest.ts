/** The candidate a person most likely meant, or nothing when none is close. Case and punctuation hardly count. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(word.length / 3)) + 0.5;
  for (const candidate of candidates) {
    const distance = Math.min(edits(word, candidate), edits(plain(word), plain(candidate)) + 0.25);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

export const didYouMean = (word: string, candidates: readonly string[]): string => {
  const found = nearest(word, candidates);
  return found === undefined ? '' : `Did you mean "${found}"? `;
};

const plain = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Damerau's distance: insertions, deletions, replacements and swaps of neighbours, one each. */
function edits(a: string, b: string): number {
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(previous[j] + 1, current[j - 1] + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, older[j - 2] + 1);
      current.push(least);
    }
    older = previous;
    previous = current;
  }
  return previous[b.length];
}
