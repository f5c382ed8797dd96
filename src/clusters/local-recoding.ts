import { quickRandom } from '../base/quick-random.ts';
import type { Random } from '../base/random.ts';
import { groups, type Partition } from '../frame/partition.ts';
import { blockCells } from './block-cells.ts';
import { lackAfter } from './class-models.ts';
import type { ClusterTask } from './cluster-task.ts';
import { kMember } from './k-member.ts';
import { leaveOutliers, searchLocally } from './local-search.ts';
import { wholeLoss } from './loss-space.ts';
import { addRow, type Classes, openClass, openClasses } from './member-classes.ts';
import { mergeLacking } from './merge-lacking.ts';
import { nearTuples } from './near-tuples.ts';
import { type Owed, owedByRows } from './value-models.ts';

export type Effort = 'fast' | 'normal' | 'best';

/**
 * Groups of a block by the very loss that is published: grown from the densest records on, then improved by a search of its neighbourhood. How long the search
 * takes hangs on the number of records and on `effort`, never on a clock, so that the same input gives the same groups.
 */
export function localRecoding(
  task: ClusterTask,
  rows: Uint32Array,
  { effort, leaveOut }: { readonly effort: Effort; readonly leaveOut: number },
  random: Random,
): Partition {
  const { space, tally, k } = task;
  const cells = blockCells(space, rows, tally.crowd.subjects);
  const near = nearTuples(cells, k, k <= 10 ? 48 : 160);
  const owed = owedByRows(task.owed, rows);
  const grown = kMember(cells, near, k, owed);
  const classes = owed === undefined ? grown : soundClasses(task, grown, rows, owed);
  const draws = quickRandom(random.bits());
  const { warm, heat, cold } = searchFor(effort, task);
  const from = heat * k;
  const leaving = { left: leaveOut, cost: wholeLoss(space) };
  if (warm > 0) searchLocally(classes, near, { k, trials: warm, from, to: from / 20, leaving }, draws);
  searchLocally(classes, near, { k, trials: cold, from: 0, to: 0, leaving }, draws);
  leaveOutliers(classes, near, k, leaving);
  return partitionOf(classes, rows);
}

/** How long a search goes on, and how warm. */
interface Trials {
  readonly warm: number;
  readonly heat: number;
  readonly cold: number;
}

/** Trials for each row: warm ones, that may lose more for a while, and cold ones. Heat is what a subject of a group may cost more. */
const searches: Readonly<Record<Effort, Trials>> = {
  fast: { warm: 0, heat: 0, cold: 8 },
  normal: { warm: 40, heat: 0.03, cold: 10 },
  best: { warm: 400, heat: 0.06, cold: 20 },
};

/**
 * Labels that are ancestors jump from level to level, so that a class of many stays as it is until much changes at once: with more heat, and longer to cool, Adult
 * with ages in buckets loses 3 % less at k = 50. `best` gains by it at any k, as it has the time to cool. Lists lose more by it.
 *
 * Classes that owe different values are held fast too: a row may not go that is the last with its value, though two that go together might. More heat for longer
 * gets past that: Adult with three occupations in each class of five loses 4 % less.
 */
function searchFor(effort: Effort, { space, k, owed }: ClusterTask): Trials {
  const trials = searches[effort];
  const trees = space.attributes.filter((attribute) => attribute.kind === 'tree');
  const jumps = trees.every(({ sets }) => sets === undefined);
  const isHot = jumps && (k > 25 || (effort === 'best' && trees.length > 0));
  if (effort === 'normal' && k <= 25 && owed?.models.some(({ rule }) => rule.kind === 'distinct') === true)
    return { ...trials, warm: 4 * trials.warm, heat: 0.1 };
  return isHot ? { ...trials, warm: 2.5 * trials.warm, heat: Math.max(trials.heat, 0.2) } : trials;
}

/** Classes that lack something merged with others. */
function soundClasses(task: ClusterTask, grown: Classes, rows: Uint32Array, owed: Owed): Classes {
  const { members, cells } = grown;
  if (members.every((mine, g) => mine.length === 0 || lackAfter(grown, g, -1, -1) === 0)) return grown;
  const merged = mergeLacking(task, partitionOf(grown, rows));
  const classes = openClasses(cells, merged.starts.length, owed);
  const placeOf = new Map(Array.from(rows, (row, i) => [row, i]));
  for (const group of groups(merged)) {
    const g = openClass(classes);
    for (const row of group) addRow(classes, g, placeOf.get(row) ?? 0);
  }
  return classes;
}

/** Rows that were left out stand alone, in groups of one. */
function partitionOf({ members, classOf }: Classes, rows: Uint32Array): Partition {
  const together = new Uint32Array(rows.length);
  const starts = [0];
  let at = 0;
  for (const mine of members) {
    if (mine.length === 0) continue;
    for (const i of mine) together[at++] = rows[i];
    starts.push(at);
  }
  for (let i = 0; i < rows.length; i++) {
    if (classOf[i] >= 0) continue;
    together[at++] = rows[i];
    starts.push(at);
  }
  return { rows: together, starts: Uint32Array.from(starts) };
}
