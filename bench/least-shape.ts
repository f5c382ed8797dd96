/**
 * What patterns of all curves lose at least, on so many segments with P or more in each leaf, whoever makes them: the mean loss over records, of whatever leaves there
 * are and whatever shape each says.
 *
 * A curve on its segments is a vector v, no longer than 1; a leaf loses 1 - <v, d> of each, and least where d points along their sum s. With L the sum of the members'
 * lengths, |s| <= (|s|² / L + L) / 2, and |s|² / L is the sum over members of |v| times the mean of its cosines to all members, weighed by their lengths. No leaf
 * gives a member a higher such mean than the best P or more records there are. The bound is nearly what leaves of very like curves lose.
 */
export function leastShape(columns: readonly ArrayLike<number>[], segments: number, p: number): number {
  const rows = columns[0].length;
  const vectors = Array.from({ length: rows }, (_, row) =>
    onSegments(
      Array.from(columns, (column) => column[row]),
      segments,
    ),
  );
  const lengths = vectors.map((vector) => Math.hypot(...vector));
  let lost = 0;
  for (const [row, own] of vectors.entries()) {
    if (lengths[row] === 0) continue; // a flat curve may lose nothing; one without shape on its segments is not counted either
    const others = vectors
      .map((vector, other) => ({
        cosine: lengths[other] === 0 ? 0 : dot(own, vector) / (lengths[row] * lengths[other]),
        weight: lengths[other], // one without shape fills a leaf, and weighs nothing in it
      }))
      .filter((_, other) => other !== row);
    lost += 1 - (lengths[row] * (1 + bestMean(others, lengths[row], p))) / 2;
  }
  return lost / rows;
}

/** The highest mean cosine of p or more, itself among them, weighed by length: each guess says who is above it, and those say a higher one. */
function bestMean(others: readonly { cosine: number; weight: number }[], own: number, p: number): number {
  let mean = -1;
  for (;;) {
    const gains = others
      .map(({ cosine, weight }) => ({ gain: weight * (cosine - mean), cosine, weight }))
      .sort((one, other) => other.gain - one.gain);
    const chosen = gains.filter(({ gain }, i) => i < p - 1 || gain > 0);
    const total = chosen.reduce((sum, { weight }) => sum + weight, own);
    const next = chosen.reduce((sum, { cosine, weight }) => sum + cosine * weight, own) / total;
    if (next <= mean + 1e-12) return next;
    mean = next;
  }
}

/** A curve's unit shape, averaged over segments. */
export function onSegments(curve: readonly number[], segments: number): number[] {
  const mean = curve.reduce((sum, value) => sum + value, 0) / curve.length;
  const norm = Math.hypot(...curve.map((value) => value - mean));
  return Array.from({ length: segments }, (_, i) => {
    const part = curve.slice(Math.floor((i * curve.length) / segments), Math.floor(((i + 1) * curve.length) / segments));
    return norm === 0 ? 0 : part.reduce((sum, value) => sum + value - mean, 0) / (norm * Math.sqrt(part.length));
  });
}

const dot = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, i) => sum + value * other[i], 0);
