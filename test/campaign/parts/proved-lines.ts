import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '../../../src/base/pool.ts';
import { type Random, randomFrom } from '../../../src/base/random.ts';
import { columnsOf as publishedColumns } from '../../../src/families/series/draft.ts';
import { writeSeriesCsv } from '../../../src/families/series/write-series.ts';
import type { SeriesInput } from '../../../src/policy/policy-input.ts';
import type { Roles } from '../../../src/policy/roles.ts';
import { seriesOrder } from '../../../src/release/canonical-order.ts';
import type { SeriesManifest } from '../../../src/release/manifest.ts';
import { publishedOrder } from '../../../src/release/published-order.ts';
import type { SeriesRelease } from '../../../src/release/series-release.ts';
import { layoutOf } from '../../../src/verify/layout.ts';
import { hasPlainLines, readLines } from '../../../src/verify/series/line-classes.ts';
import { findInLines } from '../../../src/verify/series/line-findings.ts';
import { judgeFindings, questionOf } from '../../../src/verify/series/prove-lines.ts';
import { csvSource } from '../../../src/verify/source.ts';
import { made } from '../../families/series/made.ts';
import { seriesPolicy } from '../../policy/series-policy.ts';
import { columnsOf } from '../../tables.ts';
import { type Part, without } from '../part.ts';

interface Case {
  /** Cells in hundredths. */
  readonly rows: readonly (readonly number[])[];
  readonly policy: SeriesInput & { readonly k: number; readonly p: number };
  readonly seed: string;
}

/** Whole ways of series but for database, thread and process: a policy's method, the writer of its lines, and the verifier's reading of them. */
export const provedLines: Part<Case> = {
  name: 'proved-lines',
  holds:
    'what a method of series makes and writes is proved by the verifier, k and P hold by a plain count, bands hold their members, and a changed line is not proved where the count says no',
  goal: 1_000_000,
  draw(seed, number) {
    const random = randomFrom(`proved lines ${seed} ${number}`);
    const k = 2 + random.below(4);
    const length = 1 + random.below(5);
    const method = (['naive', 'kapra', 'prism'] as const)[random.below(3)];
    const spread = [3, 40, 2000, 1e6][random.below(4)];
    const rows = Array.from({ length: k + random.below(22) }, () =>
      Array.from({ length }, () => random.below(2 * spread) - spread),
    );
    const common = {
      ...{ k, p: 2 + random.below(k - 1), segments: 1 + random.below(length), maxLevel: 1 + random.below(26) },
      snap: (['off', 'auto', 0.5, 10] as const)[random.below(4)],
    };
    return { rows, policy: { method, ...common, ...own(method, random) } as Case['policy'], seed: `${seed} ${number}` };
  },
  attempt: tryLines,
  *smaller(one) {
    for (const rows of without(one.rows, one.policy.k)) yield { ...one, rows };
  },
};

function own(method: 'naive' | 'kapra' | 'prism', random: Random): object {
  const one = <Value>(...values: readonly Value[]): Value => values[random.below(values.length)];
  if (method === 'naive') return { badLeaf: one('raw', 'paper') };
  if (method === 'prism') return { effort: 'fast', pattern: one('interval', 'representative') };
  return { grouping: one('hash', 'tree'), presplit: one('on', 'off'), residue: one('suppress', 'generic') };
}

const pool = createPool(0);
let folder: string | undefined;

/** A file of its own, of which nothing is there yet; in memory where there is some. */
function freshPath(): string {
  const home = folder ?? mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'shoal-lines-'));
  if (folder === undefined) process.once('exit', () => rmSync(home, { recursive: true, force: true }));
  folder = home;
  const path = join(home, 'data.csv');
  rmSync(path, { force: true });
  return path;
}

async function tryLines({ rows, policy: given, seed }: Case): Promise<string> {
  const values = rows.map((row) => row.map((hundredths) => hundredths / 100));
  const release = await made({ series: columnsOf(values), decimals: rows[0].map(() => 2) }, given, pool);
  const policy = seriesPolicy({ subject: 'row', ...given });
  if (release.groups.rows.length < given.k) return `${policy.method}: nobody is left`;
  const random = randomFrom(`order ${seed}`);
  const order = publishedOrder(seriesOrder(release, []), random);
  const names = rows[0].map((_, i) => `T${i + 1}`);
  const roles = { series: names, quasi: [], sensitive: [], dropped: [] } as unknown as Roles;
  const columns = publishedColumns(policy, roles, release.envelope);
  const path = freshPath();
  await writeSeriesCsv(path, { release, columns, sensitive: [], order }, { pool, onProgress: () => {} });
  const text = readFileSync(path, 'latin1');
  const pattern = { form: release.form, segments: policy.segments, maxLevel: policy.maxLevel };
  const promises = { k: given.k, p: given.p };
  const data = { file: 'data.csv', format: 'csv', rows: release.groups.rows.length };
  const manifest = { method: given.method, promises, pattern, data, columns, files: [] } as unknown as SeriesManifest;
  assert.ok(hasPlainLines(manifest), 'its lines are not plain');

  const counted = countAgain(text, promises);
  assert.ok(counted.holds, counted.why);
  checkBands(text, values, release, order.places());
  const proved = prove(text, manifest);
  if (!counted.isOne) {
    assert.equal(proved, undefined, 'two groups of one envelope are for the slower way');
    return `${policy.method}: two groups of one envelope`;
  }
  assert.ok(proved !== undefined, 'a good release is not proved');
  assert.deepEqual([proved.groups, proved.leaves], [counted.groups, counted.leaves]);

  const forged = changed(text, random);
  if (prove(forged, manifest) !== undefined) {
    const { holds, isOne, why } = countAgain(forged, promises);
    assert.ok(holds && isOne, `proved although ${why}`);
    return `${policy.method}: a change that holds`;
  }
  return policy.method;
}

function prove(text: string, manifest: SeriesManifest): { readonly groups: number; readonly leaves: number } | undefined {
  const reader = readLines();
  reader.take(Buffer.from(text, 'latin1'));
  const lines = reader.end();
  const layout = layoutOf(csvSource('data.csv', manifest.columns, ',', { parallel: true, longestRow: 2_000_000 }));
  const question = questionOf(layout, manifest, false);
  const findings = lines && question && findInLines(lines, { ...question, isShared: false });
  return findings && judgeFindings([findings], layout, manifest, false)?.classes;
}

interface Counted {
  readonly holds: boolean;
  readonly why: string;
  /** Whether each envelope has a number of its own. */
  readonly isOne: boolean;
  readonly groups: number;
  readonly leaves: number;
}

/** By the texts of the cells and nothing else: lines of one envelope are a group, those of one pattern and level within it a leaf. */
function countAgain(text: string, { k, p }: { readonly k: number; readonly p: number }): Counted {
  const groups = new Map<string, number>();
  const leaves = new Map<string, number>();
  const numbers = new Map<string, Set<string>>();
  for (const line of text.split('\n').slice(1, -1)) {
    const [id, ...cells] = line.split(',');
    const envelope = cells.slice(0, -2).join(',');
    groups.set(envelope, (groups.get(envelope) ?? 0) + 1);
    leaves.set(cells.join(','), (leaves.get(cells.join(',')) ?? 0) + 1);
    numbers.set(envelope, (numbers.get(envelope) ?? new Set()).add(id));
  }
  const ids = [...numbers.values()].flatMap((set) => [...set]);
  const isOne = new Set(ids).size === groups.size && ids.length === groups.size;
  const [group, leaf] = [Math.min(...groups.values()), Math.min(...leaves.values())];
  const why = `${group} share an envelope, ${leaf} a pattern in it, and numbers are ${isOne ? '' : 'not '}one to one with envelopes`;
  return { holds: group >= k && leaf >= p, why, isOne, groups: groups.size, leaves: leaves.size };
}

/** Every record lies within the intervals of its line. */
function checkBands(text: string, values: readonly (readonly number[])[], { groups }: SeriesRelease, places: Uint32Array): void {
  for (const [i, line] of text.split('\n').slice(1, -1).entries())
    for (const [t, value] of values[groups.rows[places[i]]].entries()) {
      const [, low, high] = /^\[(-?[\d.]+)-(-?[\d.]+)\]$/.exec(line.split(',')[t + 1]) ?? [];
      assert.ok(Number(low) <= value && value <= Number(high), 'a value lies outside its band');
    }
}

/** One line is left out, comes twice, or takes a cell or its sign from another. */
function changed(text: string, random: Random): string {
  const lines = text.split('\n');
  const at = 1 + random.below(lines.length - 2);
  const other = lines[1 + random.below(lines.length - 2)].split(',');
  const cells = lines[at].split(',');
  const c = random.below(cells.length);
  switch (random.below(4)) {
    case 0:
      return lines.toSpliced(at, 1).join('\n');
    case 1:
      return lines.toSpliced(at, 0, lines[at]).join('\n');
    case 2:
      return lines.with(at, cells.with(c, other[c]).join(',')).join('\n');
    default:
      return lines
        .with(
          at,
          cells
            .with(
              c,
              cells[c].replace(/[\da-z]/, (sign) => (sign === '1' ? '2' : sign === 'a' ? 'b' : '1')),
            )
            .join(','),
        )
        .join('\n');
  }
}
