import { type Crowd, distinctSubjects, tallyOf } from '../../clusters/crowd.ts';
import { joinGroups } from '../../clusters/join-groups.ts';
import { boxSize, type LossSpace, spanRows } from '../../clusters/loss-space.ts';
import type { Partition } from '../../frame/partition.ts';
import type { GroupLabels } from '../../release/series-release.ts';
import type { TableRelease } from '../../release/table-release.ts';

/** How one quasi-identifier names a set of records: from what their box spans, or from the rows themselves. */
export interface Labeller {
  readonly name: string;
  label(low: number, high: number, rows: Uint32Array): string;
}

/** How records are compared and named. */
export interface Naming {
  readonly space: LossSpace;
  readonly labellers: readonly Labeller[];
}

/**
 * Labels each cluster by what its members span, adds up clusters of equal labels, and only then counts subjects: what has fewer than k is
 * left out.
 */
export function generaliseGroups(clusters: Partition, { space, labellers }: Naming, crowd: Crowd, k: number): TableRelease {
  const count = clusters.starts.length - 1;
  const labels = labelsOfGroups(space, clusters, labellers);
  const home = firstAlike(labels, count);
  const kept = ascendingHomes(home);
  const groups = joinGroups(clusters, home);
  const subjects = distinctSubjects(tallyOf(crowd), groups);
  const held = kept.map((cluster, g) => ({ cluster, g })).filter(({ g }) => subjects[g] >= k);
  return {
    groups: onlyGroups(
      groups,
      held.map(({ g }) => g),
    ),
    labels: labels.map(({ name, codes, labels: texts }) => ({
      name,
      codes: Uint32Array.from(held, ({ cluster }) => codes[cluster]),
      labels: texts,
    })),
    subjects: Uint32Array.from(held, ({ g }) => subjects[g]),
    clusters: count,
  };
}

function labelsOfGroups(space: LossSpace, { rows, starts }: Partition, labellers: readonly Labeller[]): GroupLabels[] {
  const count = starts.length - 1;
  const box = new Float64Array(boxSize(space));
  const found = labellers.map(({ name }) => ({ name, codes: new Uint32Array(count), codeOf: new Map<string, number>() }));
  for (let c = 0; c < count; c++) {
    spanRows(space, rows.subarray(starts[c], starts[c + 1]), box, 0);
    for (const [a, { codes, codeOf }] of found.entries()) {
      const text = labellers[a].label(box[2 * a], box[2 * a + 1], rows.subarray(starts[c], starts[c + 1]));
      const code = codeOf.get(text) ?? codeOf.size;
      if (code === codeOf.size) codeOf.set(text, code);
      codes[c] = code;
    }
  }
  return found.map(({ name, codes, codeOf }) => ({ name, codes, labels: [...codeOf.keys()] }));
}

/** The first cluster with the same labels as each. Codes pair up to new codes one column after the other, so no key outgrows a number. */
function firstAlike(labels: readonly GroupLabels[], count: number): Uint32Array {
  let keys = new Float64Array(count);
  for (const { codes, labels: texts } of labels) {
    const codeOf = new Map<number, number>();
    keys = keys.map((key, c) => {
      const pair = key * texts.length + codes[c];
      const code = codeOf.get(pair) ?? codeOf.size;
      codeOf.set(pair, code);
      return code;
    });
  }
  const first = new Map<number, number>();
  return Uint32Array.from(keys, (key, c) => {
    const home = first.get(key) ?? c;
    first.set(key, home);
    return home;
  });
}

const ascendingHomes = (home: Uint32Array): number[] => [...home].filter((cluster, c) => cluster === c);

function onlyGroups({ rows, starts }: Partition, groups: readonly number[]): Partition {
  if (groups.length === starts.length - 1) return { rows, starts };
  const kept = new Uint32Array(groups.reduce((sum, g) => sum + starts[g + 1] - starts[g], 0));
  const begun = [0];
  for (const g of groups) {
    const at = begun[begun.length - 1];
    kept.set(rows.subarray(starts[g], starts[g + 1]), at);
    begun.push(at + starts[g + 1] - starts[g]);
  }
  return { rows: kept, starts: Uint32Array.from(begun) };
}
