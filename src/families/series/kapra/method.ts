import type { Pool } from '../../../base/pool.ts';
import type { Boxes } from '../../../clusters/merge-boxes.ts';
import { sharedIndices } from '../../../frame/columns.ts';
import { atLeast, atMost } from '../../../plan/gates.ts';
import { promisesModels } from '../../../policy/model-keys.ts';
import type { KapraPolicy } from '../../../policy/policy.ts';
import type { SeriesRelease } from '../../../release/series-release.ts';
import { labelsOf } from '../../categories.ts';
import type { MethodMade, SeriesMaking, SeriesMethod } from '../method.ts';
import type { SeriesTable } from '../series-table.ts';
import type { Subgroups } from '../subgroups.ts';
import { wordsOf } from '../words.ts';
import {
  boxBlocksKernel,
  envelopesKernel,
  kapraPartsKernel,
  mergeKernel,
  type Parts,
  quantilesKernel,
  subgroupsKernel,
} from './kapra.ts';

/** Parts a thread merges at a time: merging is quadratic in them, and near parts are in one block anyway. */
const partsPerBlock = 1000;

/** Subgroups by shape bottom-up, then merged into value groups. Shang et al., (k, P)-anonymity, §5. Rows without company for their shape are left out. */
export const kapra: SeriesMethod<KapraPolicy> = {
  name: 'kapra',
  mergedWords: 'own',
  how: ({ grouping, presplit, residue, exact }) => ({ grouping, presplit, residue, merging: exact ? 'exact' : 'blocked' }),
  gates: (policy) => [
    atLeast('released', policy.k),
    ...(policy.l > 1 ? [atLeast('distinctValues', policy.l)] : []),
    ...(promisesModels(policy) ? [atMost('models', 0)] : []),
  ],
  make: makeKapra,
};

/** Groups may be none when too few are left. */
async function makeKapra(making: SeriesMaking<KapraPolicy>): Promise<MethodMade> {
  const { table, policy, blockRows, pool, onProgress, common } = making;
  const total = table.rows.length;
  const work = () => quantilesOf(table, policy.segments, blockRows, pool);
  const quantiles = await (common?.once(`quantiles, ${policy.segments} segments`, work) ?? work());
  const rules = {
    p: policy.p,
    maxLevel: policy.maxLevel,
    segments: policy.segments,
    grouping: policy.grouping,
    residue: policy.residue,
  };
  const subgroups = await pool.run(subgroupsKernel, { quantiles, rules });
  onProgress({ phase: 'pattern', done: total, total, unit: 'rows', finished: true });
  const parts = await partsOf(making, subgroups);
  const groups = await groupsOf(parts, policy, pool, (done, all) =>
    onProgress({ phase: 'group', done: Math.round((total * done) / all), total, unit: 'rows' }),
  );
  const release = await releaseOf(making, { parts, groups, subgroups, quantiles });
  onProgress({ phase: 'group', done: total, total, unit: 'rows', finished: true });
  return { release };
}

async function quantilesOf(
  { matrix, seriesLength, rows }: SeriesTable,
  segments: number,
  blockRows: number,
  pool: Pool,
): Promise<Float64Array> {
  const shared = new Float64Array(new SharedArrayBuffer(8 * rows.length * segments));
  const starts = Array.from({ length: Math.ceil(rows.length / blockRows) }, (_, b) => b * blockRows);
  const inputs = starts.map((from) => ({ matrix, seriesLength, rows: rows.subarray(from, from + blockRows), segments }));
  for (const [b, { quantiles }] of (await pool.map(quantilesKernel, inputs)).entries())
    shared.set(quantiles, starts[b] * segments);
  return shared;
}

/** All parts end to end, with boxes in shared memory; `origins` name subgroups. */
interface AllParts {
  readonly rows: Uint32Array;
  readonly starts: Uint32Array;
  readonly origins: Uint32Array;
  readonly boxes: Boxes;
}

async function partsOf(
  { table: { rows }, space, policy: { p, presplit }, blockRows, pool }: SeriesMaking<KapraPolicy>,
  { members, starts }: Subgroups,
): Promise<AllParts> {
  const shared = sharedIndices(members.length);
  for (let i = 0; i < members.length; i++) shared[i] = rows[members[i]];
  const batches = batchesOf(starts, blockRows);
  const inputs = batches.map(({ from, to }) => ({
    space,
    rows: shared.subarray(starts[from], starts[to]),
    starts: starts.slice(from, to + 1).map((start) => start - starts[from]),
    p,
    presplit: presplit === 'on',
  }));
  const made = await pool.map(kapraPartsKernel, inputs);
  const count = made.reduce((sum, part) => sum + part.origins.length, 0);
  const columns = space.matrix.columns;
  const floats = () => new Float64Array(new SharedArrayBuffer(8 * count * columns));
  const boxes = { columns, scales: space.scales, lower: floats(), upper: floats(), sizes: sharedIndices(count) };
  const partStarts = new Uint32Array(count + 1);
  const origins = new Uint32Array(count);
  let at = 0;
  for (const [b, part] of made.entries()) {
    const first = { subgroup: batches[b].from, row: starts[batches[b].from], part: at };
    addParts(part, first, { rows: shared, starts: partStarts, origins, boxes });
    at += part.origins.length;
  }
  partStarts[count] = members.length;
  return { rows: shared, starts: partStarts, origins, boxes };
}

/** Where the parts of a batch begin among all. */
interface BatchStart {
  readonly subgroup: number;
  readonly row: number;
  readonly part: number;
}

function addParts(part: Parts, { subgroup, row, part: at }: BatchStart, all: AllParts): void {
  all.rows.set(part.rows, row);
  all.boxes.lower.set(part.lower, at * all.boxes.columns);
  all.boxes.upper.set(part.upper, at * all.boxes.columns);
  for (let i = 0; i < part.origins.length; i++) {
    all.starts[at + i] = row + part.starts[i];
    all.origins[at + i] = subgroup + part.origins[i];
    all.boxes.sizes[at + i] = part.starts[i + 1] - part.starts[i];
  }
}

/** Runs of whole slices with about `most` members each. */
function batchesOf(starts: Uint32Array, most: number): readonly { from: number; to: number }[] {
  const batches: { from: number; to: number }[] = [];
  for (let from = 0; from + 1 < starts.length; ) {
    let to = from + 1;
    while (to + 1 < starts.length && starts[to + 1] - starts[from] <= most) to++;
    batches.push({ from, to });
    from = to;
  }
  return batches;
}

/** Groups of parts, each group's parts side by side. */
interface PartGroups {
  readonly parts: readonly Uint32Array[];
  readonly starts: readonly Uint32Array[];
}

async function groupsOf(
  { boxes, starts }: AllParts,
  { k, p, exact }: KapraPolicy,
  pool: Pool,
  done: (count: number, of: number) => void,
): Promise<PartGroups> {
  const count = starts.length - 1;
  if (count === 0) return { parts: [], starts: [] };
  const largest = exact ? count : Math.max(partsPerBlock, 4 * Math.ceil(k / p)); // never so small that a block lacks k subjects
  const cut = await pool.run(boxBlocksKernel, { boxes, largest });
  const inputs = Array.from({ length: cut.starts.length - 1 }, (_, b) => ({
    boxes,
    parts: cut.rows.slice(cut.starts[b], cut.starts[b + 1]),
    k,
  }));
  const made = await pool.map(mergeKernel, inputs, (finished) => done(finished, inputs.length));
  return { parts: made.map(({ rows }) => rows), starts: made.map((groups) => groups.starts) };
}

/** What the phases of KAPRA have made. */
interface KapraPhases {
  readonly quantiles: Float64Array;
  readonly subgroups: Subgroups;
  readonly parts: AllParts;
  readonly groups: PartGroups;
}

async function releaseOf(
  { table, policy: { segments }, blockRows, pool }: SeriesMaking<KapraPolicy>,
  { quantiles, subgroups, parts, groups: grouped }: KapraPhases,
): Promise<SeriesRelease> {
  const leaves = grouped.parts.reduce((sum, some) => sum + some.length, 0);
  const rows = sharedIndices(parts.rows.length);
  const leafStarts = new Uint32Array(leaves + 1);
  const words = new Uint8Array(leaves * segments);
  const levels = new Uint8Array(leaves);
  const groupStarts: number[] = [];
  const wordOf = wordsOf({ quantiles, segments });
  let leaf = 0;
  let at = 0;
  for (const [b, some] of grouped.parts.entries())
    for (let g = 0; g + 1 < grouped.starts[b].length; g++) {
      groupStarts.push(at);
      for (let i = grouped.starts[b][g]; i < grouped.starts[b][g + 1]; i++) {
        const origin = parts.origins[some[i]];
        leafStarts[leaf] = at;
        levels[leaf] = subgroups.levels[origin];
        wordOf(subgroups.members[subgroups.starts[origin]], levels[leaf], words, leaf * segments);
        leaf++;
        for (let r = parts.starts[some[i]]; r < parts.starts[some[i] + 1]; r++) rows[at++] = parts.rows[r];
      }
    }
  leafStarts[leaf] = at;
  const groups = { rows: rows.subarray(0, at), starts: Uint32Array.from([...groupStarts, at]) };
  return {
    groups,
    leafStarts,
    form: 'word',
    words,
    levels,
    segments,
    envelope: {
      columns: table.decimals.length,
      decimals: table.decimals,
      ...(await envelopesOf(table, groups, blockRows, pool)),
    },
    labels: table.categories.map((category) => labelsOf(category, table.matrix, groups)),
  };
}

async function envelopesOf(
  { matrix, decimals }: SeriesTable,
  { rows, starts }: SeriesRelease['groups'],
  blockRows: number,
  pool: Pool,
): Promise<{ lower: Float64Array; upper: Float64Array }> {
  const batches = batchesOf(starts, blockRows);
  const inputs = batches.map(({ from, to }) => ({
    matrix,
    rows: rows.subarray(starts[from], starts[to]),
    starts: starts.slice(from, to + 1).map((start) => start - starts[from]),
    decimals,
  }));
  const lower = new Float64Array((starts.length - 1) * decimals.length);
  const upper = new Float64Array(lower.length);
  for (const [b, bounds] of (await pool.map(envelopesKernel, inputs)).entries()) {
    lower.set(bounds.lower, batches[b].from * decimals.length);
    upper.set(bounds.upper, batches[b].from * decimals.length);
  }
  return { lower, upper };
}
