import { readdirSync, readFileSync } from 'node:fs';
import { type Random, randomFrom } from '../src/base/random.ts';
import { type SampleKind, sampleOf } from '../src/samples/sample.ts';

/** Curves column by column, and the decimal places of their bands. */
export interface HeldOutSet {
  readonly name: string;
  readonly columns: readonly Float64Array[];
  readonly decimals: number;
}

/** One subject's curve. */
type Curve = (random: Random, length: number) => ArrayLike<number>;

/** Curves unlike those PRISM was tuned on: some of each trait that a method may stumble over. */
const curves: Readonly<Record<string, Curve>> = {
  loads: (random, length) => {
    const size = Math.exp(0.6 * random.normal());
    const [morning, evening] = [7 + 1.5 * random.normal(), 19 + 1.5 * random.normal()];
    const [low, high] = [random.unit(), 0.5 + random.unit()];
    const hump = (hour: number, at: number, width: number) => Math.exp(-(((hour - at) / width) ** 2));
    return each(length, (t) => {
      const hour = (24 * t) / length;
      return size * (0.3 + low * hump(hour, morning, 1.5) + high * hump(hour, evening, 2.5) + 0.1 * Math.abs(random.normal()));
    });
  },
  meters: (random, length) => {
    const size = 10 * Math.exp(0.8 * random.normal());
    const [weekend, season, phase] = [0.5 + random.unit(), 0.5 * random.unit(), 6.3 * random.unit()];
    return each(
      length,
      (t) => size * ((t % 7 > 4 ? weekend : 1) + season * Math.sin((6.3 * t) / length + phase) + 0.1 * random.normal()),
    );
  },
  steps: (random, length) => {
    const from = random.below(length);
    const to = from + random.below(length - from + 1);
    const height = 1 + random.below(9);
    return each(length, (t) => (t >= from && t < to ? height : 0));
  },
  spikes: (random, length) => {
    const base = 5 * random.unit();
    const at = [random.below(length), random.below(length)];
    return each(length, (t) => base + 0.05 * random.normal() + (at.includes(t) ? 10 * random.unit() : 0));
  },
  flats: (random, length) => {
    const level = 5 * random.normal();
    const still = random.unit() < 0.3;
    let value = level;
    return each(length, () => {
      if (!still) value += random.normal();
      return value;
    });
  },
  tails: (random, length) => {
    const size = (1 - random.unit()) ** -0.7;
    return each(length, () => size * Math.exp(random.normal()));
  },
  counts: (random, length) => {
    const most = 1 + random.below(5);
    return each(length, () => random.below(most + 1));
  },
  waves: (random, length) => {
    const [size, phase, level] = [0.5 + random.unit(), 6.3 * random.unit(), 2 * random.normal()];
    return each(length, (t) => level + size * Math.sin((6.3 * t) / length + phase) + 0.1 * random.normal());
  },
  growth: (random, length) => {
    const size = Math.exp(2 * random.normal());
    const [rate, bend] = [0.02 * random.normal() + 0.02, 0.0003 * random.normal()];
    return each(length, (t) => size * Math.exp(rate * t + bend * t * t));
  },
};

const each = (length: number, value: (t: number) => number): Float64Array => Float64Array.from({ length }, (_, t) => value(t));

const places = 3;

function madeSet(kind: string, rows: number, length: number, seed: number): HeldOutSet {
  const columns = Array.from({ length }, () => new Float64Array(rows));
  const random = randomFrom(seed).fork(`held out ${kind}`);
  for (let row = 0; row < rows; row++) {
    const curve = curves[kind](random.fork(`row ${row}`), length);
    for (let t = 0; t < length; t++) columns[t][row] = Math.round(curve[t] * 10 ** places) / 10 ** places;
  }
  return { name: `${kind} ${rows} x ${length}`, columns, decimals: places };
}

function sampledSet(kind: SampleKind, rows: number, length: number, seed: number): HeldOutSet {
  const sample = sampleOf(kind, { rows, seed, length });
  const blocks = Array.from({ length: Math.ceil(rows / sample.blockRows) }, (_, b) => sample.block(b));
  const columns = Array.from({ length }, (_, t) =>
    Float64Array.from(blocks.flatMap((block) => [...(block[t + 1] as Float64Array)])),
  );
  return { name: `${kind} ${rows} x ${length}`, columns, decimals: places };
}

/** A file of numbers alone under a line of names, or those of its columns. */
export function fileSet(name: string, path: string | URL, columns?: readonly [number, number]): HeldOutSet {
  const rows = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) =>
      line
        .split(',')
        .slice(...(columns ?? [0]))
        .map(Number),
    );
  const series = rows[0].map((_, t) => Float64Array.from(rows, (row) => row[t]));
  return { name: `${name} ${rows.length} x ${series.length}`, columns: series, decimals: 4 };
}

/** All sets: what the project holds, what is made here, and every CSV file of a folder. */
export function heldOutSets(folder: string | undefined): readonly (() => HeldOutSet)[] {
  const fixture = (path: string) => new URL(`../${path}.csv`, import.meta.url);
  const sizes = [
    [100, 24],
    [300, 12],
    [1000, 24],
    [2500, 10],
  ] as const;
  return [
    () => fileSet('work8', fixture('test/fixtures/work8'), [3, 11]),
    () => fileSet('italy24', fixture('examples/italy24'), [1, 25]),
    ...sizes.flatMap(([rows, length]) => Object.keys(curves).map((kind) => () => madeSet(kind, rows, length, 7))),
    ...[...sizes, [5000, 16] as const].flatMap(([rows, length]) =>
      (['walks', 'cbf'] as const).map((kind) => () => sampledSet(kind, rows, length, 7)),
    ),
    () => madeSet('growth', 196, 56, 7),
    ...(folder === undefined
      ? []
      : readdirSync(folder)
          .filter((name) => name.endsWith('.csv'))
          .sort()
          .map((name) => () => fileSet(name.slice(0, -4), `${folder}/${name}`))),
  ];
}
