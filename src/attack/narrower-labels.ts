/** One of the narrower labels below a published one. */
export interface Narrower {
  /** How frequent its values are among all. */
  readonly weight: number;
  /** Whether the published label says that somebody of the group has it. */
  readonly forced: boolean;
  /** Members of the group who have it. */
  readonly members: number;
}

/**
 * A group of `size` members written down one step narrower: again and again the label is added that most likely one more of them has, each member being
 * drawn by how frequent the labels are. Whoever knows how the published label was made has those first that must be there, and never the same one for
 * all. Answers the share of members whose label is written.
 */
export function writeBack(ways: readonly Narrower[], size: number, knowsMaking: boolean): number {
  const whole = ways.reduce((sum, { weight }) => sum + weight, 0);
  const written = ways.map(({ forced }) => (knowsMaking && forced ? 1 : 0));
  const chances = ways.map(({ weight }, i) => atLeast(written[i] + 1, size, weight / whole));
  for (let left = size - written.reduce<number>((sum, times) => sum + times, 0); left > 0; left--) {
    const spread = written.filter((times) => times > 0).length;
    const last = knowsMaking && left === 1 && spread === 1; // the last of them goes another way
    const best = bestOf(chances, (i) => !last || written[i] === 0);
    written[best]++;
    chances[best] = atLeast(written[best] + 1, size, ways[best].weight / whole);
  }
  return ways.reduce((sum, { members }, i) => sum + Math.min(members, written[i]), 0) / size;
}

function bestOf(chances: readonly number[], isOpen: (i: number) => boolean): number {
  let best = -1;
  for (const [i, chance] of chances.entries()) if (isOpen(i) && (best < 0 || chance > chances[best])) best = i;
  return best;
}

/** The chance that of `size` members, each with a chance of `share`, at least `least` have it. */
function atLeast(least: number, size: number, share: number): number {
  if (least > size || share === 0) return 0;
  if (share === 1) return 1;
  let [term, below] = [(1 - share) ** size, 0];
  for (let times = 0; times < least; times++) {
    below += term;
    term *= ((size - times) / (times + 1)) * (share / (1 - share));
  }
  return 1 - below;
}
