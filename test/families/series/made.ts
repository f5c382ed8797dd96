import { createPool, type Pool } from '../../../src/base/pool.ts';
import { Refusal } from '../../../src/base/problem.ts';
import { makeSeries } from '../../../src/families/series/make-series.ts';
import { methodOf } from '../../../src/families/series/method-of.ts';
import type { SeriesTable } from '../../../src/families/series/series-table.ts';
import { matrixOf } from '../../../src/frame/matrix.ts';
import { atLeast, refusalAt } from '../../../src/plan/gates.ts';
import type { SeriesInput } from '../../../src/policy/policy-input.ts';
import type { SeriesRelease } from '../../../src/release/series-release.ts';
import { seriesPolicy } from '../../policy/series-policy.ts';

/** A table in columns; what is left out stands for nothing of its kind. */
export interface Given {
  readonly series: readonly ArrayLike<number>[];
  readonly numbers?: readonly ArrayLike<number>[];
  readonly codes?: readonly ArrayLike<number>[];
  /** Codes of sensitive columns. */
  readonly sensitive?: readonly ArrayLike<number>[];
  /** Of series and numbers. */
  readonly decimals?: readonly number[];
  /** Rows that go on; all when left out. */
  readonly rows?: readonly number[];
}

/** What a method makes of a table and a policy, on the pool given or in place; refused where it cannot keep a limit. */
export async function made(
  given: Given,
  policy: SeriesInput,
  pool: Pool = createPool(0),
  blockRows = 4096,
): Promise<SeriesRelease> {
  const settled = seriesPolicy({ subject: 'row', ...policy });
  const making = { table: tableOf(given), policy: settled, blockRows, pool, onProgress: () => {} };
  const { release, figures } = await makeSeries(making);
  const own = (methodOf(settled).gates?.(settled) ?? []).filter(({ figure }) => figure !== 'released'); // who is left, tests look at themselves
  const gates = [...own, ...(settled.l > 1 ? [atLeast('distinctValues', settled.l)] : [])];
  const problems = gates.flatMap((gate) => refusalAt(gate, figures, settled) ?? []);
  if (problems.length > 0) throw new Refusal(...problems);
  return release;
}

export function tableOf({ series, numbers = [], codes = [], sensitive = [], decimals, rows }: Given): SeriesTable {
  const inputRows = series[0].length;
  const own = [...series, ...numbers];
  return {
    inputRows,
    rows: Uint32Array.from(rows ?? Array.from({ length: inputRows }, (_, row) => row)),
    matrix: matrixOf([...own, ...codes]),
    seriesLength: series.length,
    quasiNumbers: numbers.map((_, n) => `number ${n}`),
    categories: codes.map((column, c) => ({
      name: `category ${c}`,
      column: own.length + c,
      labels: Array.from({ length: 1 + Math.max(...Array.from(column)) }, (_, code) => `<${code}>`),
      hierarchy: undefined,
    })),
    sensitive: sensitive.map((column, c) => ({
      name: `sensitive ${c}`,
      codes: Uint32Array.from(column),
      labels: Array.from({ length: 1 + Math.max(...Array.from(column)) }, (_, code) => `${code}`),
    })),
    interpolatedCells: 0,
    decimals: decimals ?? own.map(() => 0),
    whole: series.map(() => false),
  };
}

export interface PlainLeaf {
  /** Input rows, from 0. */
  readonly rows: readonly number[];
  readonly word: readonly number[];
  /** Upper ends, where the pattern is ranges of symbols; the word itself where it is not. */
  readonly upper: readonly number[];
  readonly level: number;
}

export interface PlainGroup {
  readonly rows: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  readonly labels: readonly string[];
  readonly leaves: readonly PlainLeaf[];
}

/** A release as plain lists; throws where leaves do not tile groups or groups do not tile the rows. */
export function plain(release: SeriesRelease): PlainGroup[] {
  const { groups, leafStarts, words, upperWords = words, levels, segments, envelope, labels } = release;
  const starts = [...groups.starts];
  const ends = [
    starts[0] === 0,
    starts.at(-1) === groups.rows.length,
    leafStarts[0] === 0,
    leafStarts.at(-1) === groups.rows.length,
  ];
  const fits =
    leafStarts.length === levels.length + 1 && words.length === levels.length * segments && upperWords.length === words.length;
  if (ends.includes(false) || !fits || !starts.every((start) => leafStarts.includes(start)))
    throw new Error('a release with gaps');
  const bounds = (of: Float64Array, g: number) => [...of.subarray(g * envelope.columns, (g + 1) * envelope.columns)];
  const leaves = [...levels].map((level, leaf) => ({
    from: leafStarts[leaf],
    rows: [...groups.rows.subarray(leafStarts[leaf], leafStarts[leaf + 1])],
    word: [...words.subarray(leaf * segments, (leaf + 1) * segments)],
    upper: [...upperWords.subarray(leaf * segments, (leaf + 1) * segments)],
    level,
  }));
  let next = 0;
  return starts.slice(0, -1).map((from, g) => {
    const first = next;
    while (next < leaves.length && leaves[next].from < starts[g + 1]) next++;
    return {
      rows: [...groups.rows.subarray(from, starts[g + 1])],
      lower: bounds(envelope.lower, g),
      upper: bounds(envelope.upper, g),
      labels: labels.map(({ codes, labels: texts }) => texts[codes[g]]),
      leaves: leaves.slice(first, next).map(({ from: _, ...leaf }) => leaf),
    };
  });
}
