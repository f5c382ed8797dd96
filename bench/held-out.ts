import { createPool } from '../src/base/pool.ts';
import { randomFrom } from '../src/base/random.ts';
import { makeSeries } from '../src/families/series/make-series.ts';
import { ascending } from '../src/frame/gather.ts';
import { sharedMatrix } from '../src/frame/matrix.ts';
import { measureSeries, type SeriesMeasure } from '../src/measure/series/measure.ts';
import { parsePolicy } from '../src/policy/policy.ts';
import type { SeriesRelease } from '../src/release/series-release.ts';
import { type HeldOutSet, heldOutSets } from './held-out-sets.ts';
import { leastShape } from './least-shape.ts';

interface Figures {
  readonly value: number;
  readonly shape: number;
  readonly counts: number;
  /** Means over all records, of which those left out are wholly lost (docs/decisions/0084): all of their shape, the whole range of values. */
  readonly wholeValue: number;
  readonly wholeShape: number;
  readonly leftOut: number;
}

export type Settings = Readonly<Record<string, string | number>>;

const pairs = [
  [5, 2],
  [5, 3],
  [5, 5],
  [10, 3],
  [10, 10],
  [20, 2],
  [20, 5],
] as const;

export const naives: readonly Settings[] = ['raw', 'paper'].map((badLeaf) => ({ method: 'naive', badLeaf }));
export const kapras: readonly Settings[] = ['hash', 'tree'].flatMap((grouping) =>
  ['on', 'off'].map((presplit) => ({ method: 'kapra', grouping, presplit })),
);

/**
 * PRISM as it comes against the best of Naive and KAPRA in any setting, figure by figure, on sets it was not tuned on: one line a cell.
 * One of every `every` cells whose name the pattern finds; with 7 they would all have the same k and P.
 */
export async function heldOut(pattern: RegExp, every: number, folder: string | undefined): Promise<void> {
  const behind: string[] = [];
  const further: string[] = [];
  let counted = 0;
  let aheadOfAll = 0;
  for (const { set, name, common } of cellsOf(pattern, every, folder)) {
    const line = await comparedCell(set, common);
    counted++;
    const { segments, p } = common;
    if (line.excess > 0)
      behind.push(`${name}; no patterns of all records lose less than ${leastShape(set.columns, segments, p).toPrecision(6)}`);
    if (line.behindCounts) further.push(name);
    if (line.wholeExcess <= 0) aheadOfAll++;
    console.log(`| ${name} | ${line.told} |`);
  }
  console.log(`\nAt or below both in value and shape in ${counted - behind.length} of ${counted} cells.`);
  console.log(`With records that others leave out counted as wholly lost: in ${aheadOfAll} of ${counted}.`);
  console.log(`Counts at or below both in ${counted - further.length} of ${counted}.`);
  for (const name of behind) console.log(`- behind: ${name}`);
}

interface AskedCell {
  readonly set: HeldOutSet;
  readonly name: string;
  readonly common: { readonly k: number; readonly p: number; readonly segments: number; readonly maxLevel: number };
}

/** One of every `every` cells whose name the pattern finds. */
export function* cellsOf(pattern: RegExp, every: number, folder: string | undefined): Generator<AskedCell> {
  let cell = 0;
  for (const make of heldOutSets(folder)) {
    const set = make();
    const length = set.columns.length;
    for (const segments of [...new Set([4, 8, ...(length <= 32 ? [length] : [])])].filter((count) => count <= length))
      for (const [k, p] of pairs) {
        const name = `${set.name}, W = ${segments}, (${k},${p})`;
        if (set.columns[0].length < 2 * k || !pattern.test(name) || cell++ % every !== 0) continue;
        yield { set, name, common: { k, p, segments, maxLevel: 20 } };
      }
  }
}

interface Cell {
  readonly told: string;
  readonly excess: number;
  readonly wholeExcess: number;
  readonly behindCounts: boolean;
}

async function comparedCell(set: HeldOutSet, common: Settings): Promise<Cell> {
  const begun = performance.now();
  const prism = await figuresOf(set, { ...common, method: 'prism' });
  const seconds = (performance.now() - begun) / 1000;
  const least = async (rivals: readonly Settings[]): Promise<Figures> => {
    const figures: Figures[] = [];
    for (const rival of rivals) figures.push(await figuresOf(set, { ...common, ...rival }));
    const of = (figure: keyof Figures) => Math.min(...figures.map((own) => own[figure]));
    const leftOut = Math.max(...figures.map((own) => own.leftOut));
    return {
      ...{ value: of('value'), shape: of('shape'), counts: of('counts'), leftOut },
      ...{ wholeValue: of('wholeValue'), wholeShape: of('wholeShape') },
    };
  };
  const naive = await least(naives);
  const kapra = await least(kapras);
  const over = (figure: keyof Figures) => prism[figure] / Math.min(naive[figure], kapra[figure]) - 1;
  const cells = (['value', 'shape', 'counts'] as const).map((figure) => {
    const figures = [naive, kapra, prism].map((own) => own[figure].toPrecision(3)).join(' / ');
    return `${figures} | ${(100 * over(figure)).toFixed(1)} %`;
  });
  const excessIn = (figures: readonly (keyof Figures)[]) =>
    Math.max(...figures.map((f) => prism[f] - Math.min(naive[f], kapra[f]) - 1e-9));
  const [excess, wholeExcess] = [excessIn(['value', 'shape']), excessIn(['wholeValue', 'wholeShape'])];
  const verdict = excess <= 0 ? 'yes' : wholeExcess <= 0 ? '**no**, but for those left out' : '**no**';
  return {
    told: `${cells.join(' | ')} | ${kapra.leftOut} | ${verdict} | ${seconds.toFixed(1)} s`,
    excess,
    wholeExcess,
    behindCounts: over('counts') > 1e-9,
  };
}

async function figuresOf(set: HeldOutSet, settings: Settings): Promise<Figures> {
  const rows = set.columns[0].length;
  const { release, judgedBy } = await releaseOf(set, settings);
  const kept = release.groups.rows.length;
  const leftOut = rows - kept;
  const least = Number.POSITIVE_INFINITY;
  const widest = rangeOf(set.columns);
  if (kept === 0) return { value: least, shape: least, counts: 1, wholeValue: widest, wholeShape: 1, leftOut };
  const { valueLoss: value, patternLoss: shape, rangeQueryError: counts } = await judgedBy(400, 1);
  const wholeValue = (kept * value + leftOut * widest) / rows;
  return { value, shape, counts, wholeValue, wholeShape: (kept * shape + leftOut) / rows, leftOut };
}

/** A release, and what its judge says of it by so many questions of a seed. */
interface Judged {
  readonly release: SeriesRelease;
  readonly judgedBy: (queries: number, seed: number) => Promise<SeriesMeasure>;
}

export async function releaseOf({ columns, decimals }: HeldOutSet, settings: Settings): Promise<Judged> {
  const policy = parsePolicy({ family: 'series', subject: 'row', series: ['T'], ...settings });
  if (!policy.ok || policy.value.family !== 'series') throw new Error('a policy of series');
  const [rows, length] = [columns[0].length, columns.length];
  const matrix = sharedMatrix(rows, length);
  for (const [t, column] of columns.entries()) for (let row = 0; row < rows; row++) matrix.values[row * length + t] = column[row];
  const whole = columns.map((column) => column.every(Number.isInteger));
  const table = {
    ...{ inputRows: rows, rows: ascending(rows), matrix, seriesLength: length, whole },
    ...{ quasiNumbers: [], categories: [], sensitive: [], interpolatedCells: 0 },
    decimals: Array<number>(length).fill(decimals),
  };
  const pool = createPool(0);
  const { release } = await makeSeries({ table, policy: policy.value, blockRows: 4096, pool, onProgress: () => {} });
  const judgedBy = (queries: number, seed: number) =>
    measureSeries({ matrix, seriesLength: length, release, whole, queries }, randomFrom(seed), pool);
  return { release, judgedBy };
}

/** The value loss of a band that is as wide as the table. */
function rangeOf(columns: HeldOutSet['columns']): number {
  const squares = columns.map((column) => (Math.max(...column) - Math.min(...column)) ** 2);
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / columns.length);
}
