import { addValue, type Diversity } from '../../clusters/diversity.ts';
import type { Partition } from '../../frame/partition.ts';
import { valueCodes } from '../../frame/value-codes.ts';
import type { SeriesRelease } from '../../release/series-release.ts';
import { diverseKernel } from './diverse.ts';
import type { WordRule } from './diverse-leaves.ts';
import type { SeriesMaking } from './method.ts';
import { releaseOfBlocks } from './release-of-blocks.ts';

/** A release whose every leaf has l distinct values of each sensitive column, by merging what another method made; together they have as many. */
export async function makeDiverse(
  { table, space, policy: { l }, blockRows, pool }: SeriesMaking,
  release: SeriesRelease,
  rule: WordRule,
): Promise<SeriesRelease> {
  const sensitive = table.sensitive.map(valueCodes);
  const { seriesLength, decimals } = table;
  const { segments, form } = release;
  const common = { space, seriesLength, decimals, segments, sensitive, l, rule };
  const blocks = diverseBlocks(release, { codes: sensitive, l }, blockRows).map((made) => ({ ...common, made }));
  return releaseOfBlocks(await pool.map(diverseKernel, blocks), table, segments, form);
}

/** Groups next to each other in the release lie near in value: runs of them that have l values of each column among them, apart from the rest. */
function diverseBlocks(release: SeriesRelease, diversity: Diversity, leastRows: number) {
  const runs = runsOf(release.groups, diversity, leastRows);
  return runs.map(({ from, to }) => {
    const starts = release.groups.starts.subarray(from, to + 1);
    const own = starts.length > mostGroups ? thinStarts({ ...release.groups, starts }, diversity) : starts;
    return blockOfGroups(release, own);
  });
}

/** Merging is quadratic in groups: where so many are needed to have l values at all, neighbours are put together first. */
const mostGroups = 4096;

function thinStarts(groups: Partition, diversity: Diversity): Uint32Array {
  const { starts } = groups;
  const runs = runsOf(groups, diversity, 1);
  return Uint32Array.from([...runs.map(({ from }) => starts[from]), starts[starts.length - 1]]);
}

/** Runs of consecutive groups, each with so many rows and l distinct values; what is left over at the end joins the last. */
function runsOf(
  { starts, rows }: Partition,
  { codes: sensitive, l }: Diversity,
  leastRows: number,
): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  let found = sensitive.map(() => new Set<number>());
  let from = 0;
  for (let g = 0; g + 1 < starts.length; g++) {
    for (let i = starts[g]; i < starts[g + 1]; i++)
      for (let c = 0; c < sensitive.length; c++) if (found[c].size < l) addValue(found[c], sensitive[c][rows[i]]);
    if (starts[g + 1] - starts[from] < leastRows || found.some((codes) => codes.size < l)) continue;
    runs.push({ from, to: g + 1 });
    from = g + 1;
    found = sensitive.map(() => new Set<number>());
  }
  const last = starts.length - 1;
  if (from < last) runs.push({ from: runs.pop()?.from ?? 0, to: last });
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
