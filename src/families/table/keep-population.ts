import { mergeSome } from '../../clusters/merge-some.ts';
import { type Ranges, subjectsUnder } from '../../clusters/rows-under.ts';
import type { TablePolicy } from '../../policy/policy.ts';
import { isPromised, type PopulationSettings } from '../../policy/population-keys.ts';
import type { TableRelease } from '../../release/table-release.ts';
import type { EncodedQuasi } from './encoded-quasi.ts';
import type { Naming } from './generalise.ts';
import type { Population, PopulationColumn } from './population.ts';

/** How groups are named, and how labels of numbers and bins are read. */
interface Labels {
  readonly naming: Naming;
  readonly sides: readonly EncodedQuasi['sideOf'][];
}

/** Groups with what they owe to a population. */
interface Kept {
  readonly release: TableRelease;
  /** Groups that do not keep what is promised, and have no other to join. */
  readonly short: number;
}

/**
 * Merges groups until the labels of each are true of as many of the population as is promised. Each round every group that falls short joins the one where the loss
 * grows least; `soundly` labels and counts what came of it.
 */
export function keepPopulation(
  made: TableRelease,
  population: Population | undefined,
  { policy, ...labels }: Labels & { readonly policy: TablePolicy },
  soundly: (groups: TableRelease['groups']) => TableRelease,
): Kept {
  if (population === undefined || !isPromised(policy)) return { release: made, short: 0 };
  const count = counterOf(population, labels);
  let release = made;
  for (;;) {
    const short = shortGroups(release, count(release), policy);
    if (short.length === 0 || release.subjects.length < 2 || policy.method === 'disjoint')
      return { release, short: short.length };
    release = soundly(mergeSome(labels.naming.space, release.groups, short));
  }
}

/** Groups by their number that do not keep what is promised. */
function shortGroups(
  { subjects }: TableRelease,
  under: Uint32Array,
  { kMap = 0, presence }: PopulationSettings,
): readonly number[] {
  const isShort = (g: number) =>
    under[g] < kMap ||
    (presence !== undefined && (subjects[g] < presence.min * under[g] - slip || subjects[g] > presence.max * under[g] + slip));
  return [...subjects.keys()].filter(isShort);
}

const slip = 1e-9; // shares have three decimals

/** Counts the subjects of the population under the labels of each group; what a label holds is looked up once. */
function counterOf({ columns, tally }: Population, { naming, sides }: Labels): (release: TableRelease) => Uint32Array {
  const known = columns.map(() => new Map<string, Ranges>());
  const counts = new Map<string, number>();
  const own = columns.map(({ column }) => column);
  return ({ groups, labels, subjects }) =>
    subjects.map((_, g) => {
      const texts = labels.map(({ labels: told, codes }) => told[codes[g]]);
      const key = JSON.stringify(texts);
      const before = counts.get(key);
      if (before !== undefined) return before;
      const members = groups.rows.subarray(groups.starts[g], groups.starts[g + 1]);
      const ranges = texts.map((text, q) => {
        const found = known[q].get(text) ?? rangesOf(text, columns[q], () => sideAmong(q, text, members));
        known[q].set(text, found);
        return found;
      });
      const under = subjectsUnder(own, ranges, tally);
      counts.set(key, under);
      return under;
    });

  /** Where a value lies that is held against the label of these rows. */
  function sideAmong(q: number, text: string, rows: Uint32Array): (value: number) => number {
    const { values, rowStep, columnStep } = naming.space.matrix;
    let [first, last] = [Number.POSITIVE_INFINITY, 0];
    for (const row of rows) {
      const place = values[row * rowStep + q * columnStep];
      first = Math.min(first, place);
      last = Math.max(last, place);
    }
    return (value) => sides[q]?.({ text, first, last }, value) ?? 1;
  }
}

/** The values that a label is true of, as the population has them. */
function rangesOf(text: string, { column, read, values }: PopulationColumn, sideOf: () => (value: number) => number): Ranges {
  const count = column.starts.length - 1;
  if (read.by === 'side') {
    const side = sideOf();
    const from = firstWhere(count, (place) => side(values[place]) >= 0);
    const to = firstWhere(count, (place) => side(values[place]) > 0);
    return from < to ? [from, to] : [];
  }
  const ranges: number[] = [];
  for (let place = 0; place < count; place++) {
    if (!read.holds(text, place)) continue;
    if (ranges.at(-1) === place) ranges[ranges.length - 1] = place + 1;
    else ranges.push(place, place + 1);
  }
  return ranges;
}

/** The first place where something holds that then holds of all after it. */
function firstWhere(count: number, holds: (place: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
