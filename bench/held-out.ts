import { createPool } from '../src/base/pool.ts';
import { randomFrom } from '../src/base/random.ts';
import { makeSeries } from '../src/families/series/make-series.ts';
import { ascending } from '../src/frame/gather.ts';
import { sharedMatrix } from '../src/frame/matrix.ts';
import { measureSeries } from '../src/measure/series/measure.ts';
import { parsePolicy } from '../src/policy/policy.ts';
import { type HeldOutSet, heldOutSets } from './held-out-sets.ts';

interface Figures {
  readonly value: number;
  readonly shape: number;
  readonly counts: number;
}

type Settings = Readonly<Record<string, string | number>>;

const pairs = [
  [5, 2],
  [5, 3],
  [5, 5],
  [10, 3],
  [10, 10],
  [20, 2],
  [20, 5],
] as const;

const naives: readonly Settings[] = ['raw', 'paper'].map((badLeaf) => ({ method: 'naive', badLeaf }));
const kapras: readonly Settings[] = ['hash', 'tree'].flatMap((grouping) =>
  ['on', 'off'].map((presplit) => ({ method: 'kapra', grouping, presplit })),
);

/**
 * PRISM as it comes against the best of Naive and KAPRA in any setting, figure by figure, on sets it was not tuned on: one line a cell.
 * One of every `every` cells whose name the pattern finds; with 7 they would all have the same k and P.
 */
export async function heldOut(pattern: RegExp, every: number, folder: string | undefined): Promise<void> {
  let cell = 0;
  const behind: string[] = [];
  let counted = 0;
  for (const make of heldOutSets(folder)) {
    const set = make();
    const length = set.columns.length;
    for (const segments of [...new Set([4, 8, ...(length <= 32 ? [length] : [])])])
      for (const [k, p] of pairs) {
        const name = `${set.name}, W = ${segments}, (${k},${p})`;
        if (set.columns[0].length < 2 * k || !pattern.test(name) || cell++ % every !== 0) continue;
        const line = await comparedCell(set, { k, p, segments, maxLevel: 20 });
        counted++;
        if (line.excess > 0) behind.push(name);
        console.log(`| ${name} | ${line.told} |`);
      }
  }
  console.log(`\nAt or below both in value and shape in ${counted - behind.length} of ${counted} cells.`);
  for (const name of behind) console.log(`- behind: ${name}`);
}

async function comparedCell(set: HeldOutSet, common: Settings): Promise<{ readonly told: string; readonly excess: number }> {
  const begun = performance.now();
  const prism = await figuresOf(set, { ...common, method: 'prism' });
  const seconds = (performance.now() - begun) / 1000;
  const least = async (rivals: readonly Settings[]): Promise<Figures> => {
    const figures: Figures[] = [];
    for (const rival of rivals) figures.push(await figuresOf(set, { ...common, ...rival }));
    const of = (figure: keyof Figures) => Math.min(...figures.map((own) => own[figure]));
    return { value: of('value'), shape: of('shape'), counts: of('counts') };
  };
  const naive = await least(naives);
  const kapra = await least(kapras);
  const over = (figure: keyof Figures) => prism[figure] / Math.min(naive[figure], kapra[figure]) - 1;
  const cells = (['value', 'shape', 'counts'] as const).map((figure) => {
    const figures = [naive, kapra, prism].map((own) => own[figure].toPrecision(3)).join(' / ');
    return `${figures} | ${(100 * over(figure)).toFixed(1)} %`;
  });
  const excess = Math.max(...(['value', 'shape'] as const).map((f) => prism[f] - Math.min(naive[f], kapra[f]) - 1e-9));
  return { told: `${cells.join(' | ')} | ${excess > 0 ? '**no**' : 'yes'} | ${seconds.toFixed(1)} s`, excess };
}

async function figuresOf({ columns, decimals }: HeldOutSet, settings: Settings): Promise<Figures> {
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
  const measured = await measureSeries({ matrix, seriesLength: length, release, whole, queries: 400 }, randomFrom(1), pool);
  if (release.groups.rows.length === 0) return { value: Number.POSITIVE_INFINITY, shape: Number.POSITIVE_INFINITY, counts: 1 };
  return { value: measured.valueLoss, shape: measured.patternLoss, counts: measured.rangeQueryError };
}
