import { addValue } from '../../clusters/diversity.ts';
import { lackOfRows, type Owed, owedByBlocks, owedByRows } from '../../clusters/value-models.ts';
import { ascending, gatheredRows } from '../../frame/gather.ts';
import type { Partition } from '../../frame/partition.ts';
import { valueCodes } from '../../frame/value-codes.ts';
import type { SeriesRelease } from '../../release/series-release.ts';
import { diverseKernel, type LeafDebt } from './diverse.ts';
import type { SeriesMaking, SeriesMethod } from './method.ts';
import { releaseOfBlocks } from './release-of-blocks.ts';

type Merging = Pick<SeriesMethod, 'mergedWords' | 'redraw'>;

/** A release whose every leaf has l distinct values of each sensitive column, by merging what another method made; together they have as many. */
export async function makeDiverse(making: SeriesMaking, release: SeriesRelease, method: Merging): Promise<SeriesRelease> {
  const { l } = making.policy;
  const sensitive = making.table.sensitive.map(valueCodes);
  const owes = (rows: Uint32Array): LeafDebt => ({
    ...{ kind: 'distinct', l },
    sensitive: sensitive.map((codes) => gatheredRows(codes, rows)),
  });
  return mergeRelease(making, release, method, { owes, open: () => distinctRun(sensitive, l) });
}

/** A release whose every leaf keeps what models ask of its sensitive values, by merging what another method made; together they keep it. One row is one subject. */
export async function makeModels(
  making: SeriesMaking,
  release: SeriesRelease,
  method: Merging,
  owed: Owed,
): Promise<SeriesRelease> {
  const owes = (rows: Uint32Array): LeafDebt => ({ kind: 'models', models: owedByRows(owed, rows)?.models ?? [] });
  const ofBlocks = owedByBlocks(owed) ?? owed;
  return mergeRelease(making, release, method, { owes, open: () => modelRun(ofBlocks) });
}

interface Debt {
  /** What leaves of these rows owe. */
  owes(rows: Uint32Array): LeafDebt;
  open(): Run;
}

/** Rows that are looked at one group after the other, until together they have enough for all leaves among them. */
interface Run {
  keeps(rows: Uint32Array, from: number, to: number): boolean;
}

async function mergeRelease(
  { table, space, policy, blockRows, pool }: SeriesMaking,
  release: SeriesRelease,
  { mergedWords, redraw }: Merging,
  { owes, open }: Debt,
): Promise<SeriesRelease> {
  const { seriesLength, decimals } = table;
  const { segments, form } = release;
  const common = { space, seriesLength, decimals, segments, rule: mergedWords };
  const blocks = diverseBlocks(release, open, blockRows).map((made) => ({ ...common, made, owes: owes(made.rows) }));
  const merged = await pool.map(diverseKernel, blocks);
  const drawn = (await redraw?.({ table, policy, pool }, merged)) ?? merged;
  return releaseOfBlocks(drawn, table, segments, form);
}

/** l distinct values of each column, counted as groups come. */
function distinctRun(sensitive: readonly Uint32Array[], l: number): Run {
  const found = sensitive.map(() => new Set<number>());
  let seen = -1;
  return {
    keeps(rows, from, to) {
      for (let i = Math.max(seen, from); i < to; i++)
        for (let c = 0; c < sensitive.length; c++) if (found[c].size < l) addValue(found[c], sensitive[c][rows[i]]);
      seen = to;
      return found.every((codes) => codes.size >= l);
    },
  };
}

/** Models are looked at anew only once a run is a quarter longer than when it lacked something. */
function modelRun(owed: Owed): Run {
  const subjects = ascending(0); // nobody has two rows
  let next = 0;
  return {
    keeps(rows, from, to) {
      if (to - from < next) return false;
      if (lackOfRows(owed, rows.subarray(from, to), subjects) === 0) return true;
      next = Math.ceil(1.25 * (to - from));
      return false;
    },
  };
}

/** Groups next to each other in the release lie near in value: runs of them that have enough among them, apart from the rest. */
function diverseBlocks(release: SeriesRelease, open: () => Run, leastRows: number) {
  const runs = runsOf(release.groups, open, leastRows);
  return runs.map(({ from, to }) => {
    const starts = release.groups.starts.subarray(from, to + 1);
    const own = starts.length > mostGroups ? thinStarts({ ...release.groups, starts }, open) : starts;
    return blockOfGroups(release, own);
  });
}

/** Merging is quadratic in groups: where so many are needed to have enough at all, neighbours are put together first. */
const mostGroups = 4096;

function thinStarts(groups: Partition, open: () => Run): Uint32Array {
  const { starts } = groups;
  const runs = runsOf(groups, open, 1);
  return Uint32Array.from([...runs.map(({ from }) => starts[from]), starts[starts.length - 1]]);
}

/** Runs of consecutive groups, each with so many rows and enough values; what is left over at the end joins the last ones, until they have enough too. */
function runsOf({ starts, rows }: Partition, open: () => Run, leastRows: number): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  let run = open();
  let from = 0;
  for (let g = 0; g + 1 < starts.length; g++) {
    const enough = run.keeps(rows, starts[from], starts[g + 1]);
    if (starts[g + 1] - starts[from] < leastRows || !enough) continue;
    runs.push({ from, to: g + 1 });
    from = g + 1;
    run = open();
  }
  const last = starts.length - 1;
  while (from < last) {
    const before = runs.pop()?.from ?? 0;
    if (before > 0 && !open().keeps(rows, starts[before], starts[last])) continue;
    runs.push({ from: before, to: last });
    break;
  }
  return runs;
}

/** The groups that begin at `starts`, as if nothing else had been made. */
function blockOfGroups({ groups, leafStarts, words, levels, segments }: SeriesRelease, starts: Uint32Array) {
  const [first, end] = [starts[0], starts[starts.length - 1]];
  const fromLeaf = leafStarts.indexOf(first);
  const toLeaf = leafStarts.indexOf(end);
  return {
    rows: groups.rows.slice(first, end),
    groupStarts: starts.map((start) => start - first),
    leafStarts: leafStarts.slice(fromLeaf, toLeaf + 1).map((start) => start - first),
    words: words.slice(fromLeaf * segments, toLeaf * segments),
    levels: levels.slice(fromLeaf, toLeaf),
  };
}
