import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../src/base/random.ts';
import type { SeriesManifest } from '../../src/release/manifest.ts';
import { layoutOf } from '../../src/verify/layout.ts';
import { readClasses } from '../../src/verify/series/classes.ts';
import { checkCurves } from '../../src/verify/series/curves.ts';
import { quantile } from '../../src/verify/series/normal.ts';
import { band, curve, group, level, pattern, seriesSource, type Told } from './series-source.ts';
import { counted } from './source-of-rows.ts';

interface Leaf {
  readonly bands: readonly (readonly [lower: number, upper: number])[];
  /** The ends of the range of each segment, from 0. */
  readonly symbols: readonly (readonly [from: number, to: number])[];
  readonly level: number;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const average = (values: readonly number[]): number => sum(values) / values.length;

/** A curve by its definition (docs/metrics.md): halfway between the middle and the shape of the pattern, where the band leaves room for it. */
function curveOf({ bands, symbols, level: letters }: Leaf): readonly number[] {
  const middles = bands.map(([lower, upper]) => lower / 2 + upper / 2);
  const ends = symbols.map((_, i) => Math.floor(((i + 1) * bands.length) / symbols.length));
  const segments = middles.map((_, t) => ends.findIndex((end) => t < end));
  const shape = segments.map((segment) => quantile((symbols[segment][0] + symbols[segment][1] + 1) / (2 * letters)));
  const [mean, centre] = [average(middles), average(shape)];
  const spread = sum(shape.map((value) => (value - centre) ** 2));
  const along = sum(shape.map((value, t) => (value - centre) * (middles[t] - mean)));
  return middles.map((middle, t) => {
    const own = average(middles.filter((_, at) => segments[at] === segments[t]));
    const shift = spread > 0 ? mean + Math.max(0, along / spread) * (shape[t] - centre) - own : 0;
    const [lower, upper] = bands[t];
    return (middle + Math.min(upper, Math.max(lower, middle + shift))) / 2;
  });
}

const letter = (place: number): string => String.fromCharCode(97 + place);
const wordOf = ({ symbols }: Leaf, form: 'word' | 'interval'): string =>
  symbols.map(([from, to]) => (from === to ? letter(from) : `${letter(from)}-${letter(to)}`)).join(form === 'word' ? '' : '|');

const decimals = 3;
const textOf = (value: number): string => value.toFixed(decimals);

interface Form {
  readonly form: 'word' | 'interval';
  readonly instants: number;
  readonly segments: number;
  /** Whether a band is two columns. */
  readonly isApart?: boolean;
  readonly isDouble?: boolean;
}

const named = (instants: number): readonly string[] => Array.from({ length: instants }, (_, t) => `T${t + 1}`);

const columnsOf = ({ instants, isApart = false, isDouble = false }: Form): readonly Told[] => [
  group,
  ...named(instants).flatMap((of) => isApart
    ? [band(`${of}_min`, { kind: 'lower', of }), band(`${of}_max`, { kind: 'upper', of })]
    : [band(of)]),
  { name: 'age', role: 'quasi', kind: 'interval', of: 'age' },
  pattern,
  level,
  ...named(instants).map((of) => curve(of, { decimals, isDouble })),
]; // biome-ignore format: columns

const rowOf = (leaf: Leaf, id: number, cells: readonly string[], { form, isApart = false }: Form): readonly string[] => [
  String(id),
  ...leaf.bands.flatMap(([lower, upper]) => (isApart ? [String(lower), String(upper)] : [`[${lower}-${upper}]`])),
  '[20-30]',
  wordOf(leaf, form),
  String(leaf.level),
  ...cells,
];

const breachesOf = (rows: readonly (readonly string[])[], form: Form, atOnce?: number, columns = columnsOf(form)) =>
  counted(async (counter) => {
    const layout = layoutOf(await seriesSource(counter, columns, rows));
    await readClasses(counter, layout);
    const told = { pattern: { form: form.form, segments: form.segments, maxLevel: 26 }, data: { file: 'days.csv' } };
    return checkCurves(counter, layout, told as unknown as SeriesManifest, atOnce);
  });

/** Leaves of every level, from flat to as steep as there are letters, in bands of many shapes. */
function leavesOf({ form, instants, segments }: Form, size: number): readonly Leaf[] {
  const random = randomFrom(`${form} ${instants} ${segments}`);
  return Array.from({ length: 26 }, (_, l) => l + 1).flatMap((letters) =>
    Array.from({ length: 3 }, (_, turn): Leaf => {
      const symbols = Array.from({ length: segments }, (_, i) => {
        const at = [random.below(letters), i % 2 === 0 ? 0 : letters - 1, Math.floor((i * letters) / segments)][turn];
        return [at, form === 'interval' ? at + random.below(letters - at) : at] as const;
      });
      const bands = Array.from({ length: instants }, (_, t) => {
        const lower = Math.round(size * (random.unit() - 0.5) + (turn === 2 ? 3 * size * (t / instants) : 0));
        return [lower, lower + random.below(size)] as const;
      });
      return { bands, symbols, level: letters };
    }),
  );
}

const forms: readonly Form[] = [
  { form: 'word', instants: 7, segments: 3 },
  { form: 'interval', instants: 7, segments: 4 },
  { form: 'word', instants: 12, segments: 12, isApart: true },
  { form: 'interval', instants: 5, segments: 1, isDouble: true },
];

describe('a curve of envelope, pattern and level', () => {
  it.each(forms)('holds just where it is the one they give, rounded: %o', async (form) => {
    const leaves = leavesOf(form, 400);
    const curves = leaves.map((leaf) => curveOf(leaf));
    const rows = leaves.flatMap((leaf, i) => [curves[i], curves[i]].map((cells) => rowOf(leaf, i + 1, cells.map(textOf), form)));
    expect(await breachesOf(rows, form)).toEqual([]);
    for (const wrong of [[0, 25, 26, 77], [40]]) {
      const forged = rows.map((row, i) => {
        const leaf = Math.floor(i / 2);
        if (!wrong.includes(leaf)) return row;
        const cells = curves[leaf].map((value, t) => {
          const rounded = Number(textOf(value));
          return t === leaf % form.instants || t === 1 ? textOf(rounded + (rounded < value ? -1e-3 : 1e-3)) : textOf(value); // a unit away from where it is
        });
        return [...row.slice(0, -form.instants), ...cells];
      });
      const found = { kind: 'false-curve', file: 'days.csv', leaves: wrong.length, row: 2 * wrong[0] + 1 };
      expect(await breachesOf(forged, form)).toEqual([found]);
    }
  });

  it('is looked at once, however many leaves are asked about at a time', async () => {
    const form: Form = { form: 'word', instants: 2, segments: 1 };
    const rows = Array.from({ length: 7 }, (_, i) =>
      rowOf({ bands: [[0, 2 * i], [4, 6]], symbols: [[0, 0]], level: 1 }, i + 1, [textOf(i % 3 === 0 ? i : 90), '5.000'], form)); // biome-ignore format: a line each
    for (const atOnce of [1, 2, 4, 6, 12, 14, 16])
      expect(await breachesOf(rows, form, atOnce)).toEqual([{ kind: 'false-curve', file: 'days.csv', leaves: 4, row: 2 }]);
  });

  it('may be off by the last bits of its numbers, and by no more', async () => {
    const form: Form = { form: 'word', instants: 2, segments: 2, isDouble: true };
    const leaf: Leaf = { bands: [[1e15, 4e15], [0, 2]], symbols: [[0, 0], [0, 0]], level: 1 }; // biome-ignore format: a line
    const holds = async (off: number) => (await breachesOf([rowOf(leaf, 1, [String(2.5e15 + off), '1'], form)], form)).length === 0; // biome-ignore format: a line
    const slip = 4e15 * 2 ** -44; // 227.4
    expect(await holds(Math.floor(slip))).toBe(true);
    expect(await holds(-Math.floor(slip))).toBe(true);
    expect(await holds(Math.ceil(slip) + 1)).toBe(false);
  });

  it('is rounded by half a unit of its last decimal, which is still rounding', async () => {
    const form: Form = { form: 'word', instants: 1, segments: 1 };
    const told = [...columnsOf(form).slice(0, -1), curve('T1', { decimals: 0 })];
    const leaf: Leaf = { bands: [[0, 0]], symbols: [[0, 0]], level: 1 };
    const kinds = async (cell: string, columns = told) => (await breachesOf([rowOf(leaf, 1, [cell], form)], form, undefined, columns)).map(({ kind }) => kind); // biome-ignore format: a line
    expect(await kinds('0.5')).toEqual([]);
    expect(await kinds('-0.5')).toEqual([]);
    expect(await kinds('0.50001')).toEqual(['false-curve']);
    expect(await kinds('x')).toEqual(['false-curve']);
    expect(await kinds('0.5', [...told.slice(0, -1), curve('T1')])).toEqual([]); // no decimals are none
  });

  it('lies in the middle where the pattern is flat, or rises where the band falls', async () => {
    const form: Form = { form: 'word', instants: 2, segments: 2 };
    const bands = [[10, 20], [0, 10]] as const; // biome-ignore format: a line
    for (const symbols of [
      [
        [1, 1],
        [1, 1],
      ],
      [
        [0, 0],
        [2, 2],
      ],
    ] as const) {
      // biome-ignore format: a line
      const leaf: Leaf = { bands, symbols, level: 3 };
      const flat = symbols[0][0] === symbols[1][0];
      expect(curveOf(leaf)).toEqual(flat ? [15, 5] : [12.5, 7.5]); // towards the mean of both, 10
      expect(await breachesOf([rowOf(leaf, 1, curveOf(leaf).map(textOf), form)], form)).toEqual([]);
    }
  });

  it('is told of each instant, in their order, or not at all', async () => {
    const form: Form = { form: 'word', instants: 2, segments: 1 };
    const leaf: Leaf = { bands: [[0, 2], [4, 6]], symbols: [[0, 0]], level: 1 }; // biome-ignore format: a line
    const told = columnsOf(form);
    const row = rowOf(leaf, 1, ['1.000', '5.000'], form);
    expect(await breachesOf([row], form)).toEqual([]);
    expect(await breachesOf([row.slice(0, -2)], form, undefined, told.slice(0, -2))).toEqual([]);
    const swapped = [...told.slice(0, -2), told[told.length - 1], told[told.length - 2]];
    expect(await breachesOf([row], form, undefined, swapped)).toEqual([
      { kind: 'unpaired-curve', columns: ['T2_curve', 'T1_curve'] },
    ]);
    expect(await breachesOf([row.slice(0, -1)], form, undefined, told.slice(0, -1))).toEqual([
      { kind: 'unpaired-curve', columns: ['T1_curve'] },
    ]);
  });
});
