import { mixHash, numbersOfAlike } from '../../frame/alike.ts';
import type { TextColumn } from '../../frame/columns.ts';
import { groupCount } from '../../frame/partition.ts';
import { noValue, valueCodes } from '../../frame/value-codes.ts';
import type { SeriesRelease } from '../../release/series-release.ts';

/**
 * The share of records whose class, all that share envelope, pattern and level, has fewer than two values of some sensitive column: who
 * finds a subject among them has its value without telling them apart. An empty cell is no value, and no spelling makes two of one. Undefined where no sensitive column is published.
 */
export function seriesHomogeneity(release: SeriesRelease, sensitive: readonly TextColumn[]): number | undefined {
  const { groups, leafStarts } = release;
  const records = groups.rows.length;
  if (sensitive.length === 0 || records === 0) return undefined;
  const classes = classesOf(release);
  const sizes = new Uint32Array(classes.length);
  for (let leaf = 0; leaf < classes.length; leaf++) sizes[classes[leaf]] += leafStarts[leaf + 1] - leafStarts[leaf];
  const uniform = new Uint8Array(classes.length);
  for (const column of sensitive) markUniform(uniform, release, classes, valueCodes(column));
  return sizes.reduce((sum, size, c) => (uniform[c] === 1 ? sum + size : sum), 0) / records;
}

/** Marks the classes whose members have one code among them, or none. */
function markUniform(uniform: Uint8Array, { groups, leafStarts }: SeriesRelease, classes: Uint32Array, codes: Uint32Array): void {
  const only = new Float64Array(classes.length).fill(nothingYet);
  for (let leaf = 0; leaf < classes.length; leaf++)
    for (let i = leafStarts[leaf], own = classes[leaf]; i < leafStarts[leaf + 1]; i++) {
      const code = codes[groups.rows[i]];
      if (code === noValue) continue;
      if (only[own] === nothingYet) only[own] = code;
      else if (only[own] !== code) only[own] = several;
    }
  for (let c = 0; c < only.length; c++) if (only[c] !== several) uniform[c] = 1;
}

const nothingYet = -1;
const several = -2;

/** The class of each leaf: leaves of different groups are one where everything published of them is the same. */
function classesOf(release: SeriesRelease): Uint32Array {
  const { groups, leafStarts, words, upperWords = words, levels, segments } = release;
  const envelopes = envelopesOf(release);
  const envelopeOf = new Uint32Array(levels.length);
  for (let leaf = 0, group = 0; leaf < levels.length; leaf++) {
    while (groups.starts[group + 1] <= leafStarts[leaf]) group++;
    envelopeOf[leaf] = envelopes[group];
  }
  const hashOf = (leaf: number) => {
    let hash = mixHash(levels[leaf], envelopeOf[leaf]);
    for (let i = leaf * segments; i < (leaf + 1) * segments; i++) hash = mixHash(mixHash(hash, words[i]), upperWords[i]);
    return hash;
  };
  return numbersOfAlike(levels.length, hashOf, (leaf, other) => {
    if (levels[leaf] !== levels[other] || envelopeOf[leaf] !== envelopeOf[other]) return false;
    const [a, b] = [leaf * segments, other * segments];
    return same(words, a, b, segments) && same(upperWords, a, b, segments);
  });
}

function envelopesOf({ groups, envelope: { columns, lower, upper }, labels }: SeriesRelease): Uint32Array {
  const hashOf = (group: number) => {
    let hash = 0;
    for (let i = group * columns; i < (group + 1) * columns; i++) hash = mixHash(mixHash(hash, lower[i] * 1e6), upper[i] * 1e6);
    return hash;
  };
  return numbersOfAlike(
    groupCount(groups),
    hashOf,
    (group, other) =>
      labels.every(({ codes }) => codes[group] === codes[other]) &&
      same(lower, group * columns, other * columns, columns) &&
      same(upper, group * columns, other * columns, columns),
  );
}

function same(values: ArrayLike<number>, from: number, other: number, count: number): boolean {
  for (let i = 0; i < count; i++) if (values[from + i] !== values[other + i]) return false;
  return true;
}
