import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tallyOf } from '../../src/clusters/crowd.ts';
import { disjointCuts, type Residue } from '../../src/clusters/disjoint-cuts.ts';
import { boxSize, type LossSpace, spanRows, totalLoss } from '../../src/clusters/loss-space.ts';
import { binTree, categoryTree, prefixTree } from '../../src/families/table/attributes.ts';
import { timeBins } from '../../src/families/table/time-bins.ts';
import { ascending } from '../../src/frame/gather.ts';
import { matrixOf } from '../../src/frame/matrix.ts';
import { groups, type Partition } from '../../src/frame/partition.ts';
import { labelWords } from '../../src/release/label-words.ts';
import { draws } from '../suite/draws.ts';

interface Trip {
  readonly who: number;
  readonly code: string;
  readonly hour: number;
  readonly cargo: string;
}

const anyTrips = fc.array(
  fc.record({
    who: fc.nat(9),
    code: fc.constantFrom('G11', 'G112', 'G12', 'G2', 'S1', 'S'),
    hour: fc.constantFrom(0, 1, 2, 7, 8, 23),
    cargo: fc.constantFrom('coal', 'sand', 'milk'),
  }),
  { minLength: 1, maxLength: 40 },
);

const different = <Value>(values: readonly Value[]): Value[] => [...new Set(values)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));

const bins = timeBins('hour', labelWords.en);

function spaceOf(trips: readonly Trip[]): LossSpace {
  const codes = different(trips.map(({ code }) => code));
  const hours = different(trips.map(({ hour }) => hour));
  const cargos = different(trips.map(({ cargo }) => cargo));
  const places = [
    trips.map(({ code }) => codes.indexOf(code)),
    trips.map(({ hour }) => hours.indexOf(hour)),
    trips.map(({ cargo }) => cargos.indexOf(cargo)),
  ];
  const attributes = [prefixTree(codes, 1), binTree(Float64Array.from(hours), bins, 1), categoryTree(cargos, () => [], 1)];
  return { matrix: matrixOf(places), attributes };
}

const cut = (trips: readonly Trip[], k: number, residue: Residue = 'generic'): Partition => {
  const crowd = { subjects: Uint32Array.from(trips, ({ who }) => who), size: 10 };
  return disjointCuts({ space: spaceOf(trips), tally: tallyOf(crowd), k }, ascending(trips.length), residue);
};

const subjectsOf = (trips: readonly Trip[]): number => new Set(trips.map(({ who }) => who)).size;

/** Leaves of each attribute below the node that holds the rows, worked out from the values themselves. */
function boxOf(all: readonly Trip[], own: readonly Trip[]): readonly ReadonlySet<string | number>[] {
  const codes = own.map(({ code }) => code);
  let prefix = codes[0];
  while (!codes.every((code) => code.startsWith(prefix))) prefix = prefix.slice(0, -1);
  const hours = own.map(({ hour }) => hour);
  const width =
    [1, 3, 6, 24].find((wide) => hours.every((hour) => Math.floor(hour / wide) === Math.floor(hours[0] / wide))) ?? 24;
  const one = new Set(own.map(({ cargo }) => cargo)).size === 1;
  return [
    new Set(new Set(codes).size === 1 ? codes : all.map(({ code }) => code).filter((code) => code.startsWith(prefix))),
    new Set(all.map(({ hour }) => hour).filter((hour) => Math.floor(hour / width) === Math.floor(hours[0] / width))),
    new Set(one ? [own[0].cargo] : all.map(({ cargo }) => cargo)),
  ];
}

const isApart = (one: readonly ReadonlySet<unknown>[], other: readonly ReadonlySet<unknown>[]): boolean =>
  one.some((leaves, a) => ![...leaves].some((leaf) => other[a].has(leaf)));

/** The least loss over every way to cut, each looked at to its end. */
function leastLoss(space: LossSpace, trips: readonly Trip[], rows: Uint32Array, k: number): number {
  if (subjectsOf([...rows].map((row) => trips[row])) < k) return Number.POSITIVE_INFINITY;
  let least = totalLoss(space, { rows, starts: Uint32Array.of(0, rows.length) });
  const box = new Float64Array(boxSize(space));
  spanRows(space, rows, box, 0);
  const own = [...rows].map((row) => trips[row]);
  const levels: ((trip: Trip) => string)[] = [
    ({ code }) => code.slice(0, sharedBy(own.map((trip) => trip.code)) + 1),
    ({ hour }) => {
      const width = [6, 3, 1].find((wide) => new Set(own.map((trip) => Math.floor(trip.hour / wide))).size > 1) ?? 1;
      return String(Math.floor(hour / width));
    },
    ({ cargo }) => cargo,
  ];
  for (const keyOf of levels) {
    const parts = new Map<string, number[]>();
    for (const row of rows) parts.set(keyOf(trips[row]), [...(parts.get(keyOf(trips[row])) ?? []), row]);
    if (parts.size < 2) continue;
    let loss = 0;
    for (const part of parts.values()) loss += leastLoss(space, trips, Uint32Array.from(part), k);
    least = Math.min(least, loss);
  }
  return least;
}

function sharedBy(codes: readonly string[]): number {
  let length = 0;
  while (codes.every((code) => code.length > length && code[length] === codes[0][length])) length++;
  return length;
}

describe('cuts of which no two parts overlap', () => {
  it('give every part k subjects, lose nobody, and leave no point of the plane to two parts', () => {
    fc.assert(
      fc.property(anyTrips, fc.integer({ min: 2, max: 4 }), (trips, k) => {
        fc.pre(subjectsOf(trips) >= k);
        const parts = [...groups(cut(trips, k))].map((rows) => [...rows]);
        expect(parts.flat().sort((a, b) => a - b)).toEqual([...trips.keys()]);
        const boxes = parts.map((rows) => {
          const own = rows.map((row) => trips[row]);
          expect(subjectsOf(own)).toBeGreaterThanOrEqual(k);
          return boxOf(trips, own);
        });
        for (const [i, one] of boxes.entries()) for (const other of boxes.slice(0, i)) expect(isApart(one, other)).toBe(true);
      }),
      { numRuns: draws(100) },
    );
  });

  it('lose as little as any way to cut into all branches at once', () => {
    fc.assert(
      fc.property(anyTrips, fc.integer({ min: 2, max: 4 }), (trips, k) => {
        fc.pre(subjectsOf(trips) >= k);
        const space = spaceOf(trips);
        expect(totalLoss(space, cut(trips, k))).toBeCloseTo(leastLoss(space, trips, ascending(trips.length), k), 9);
      }),
      { numRuns: draws(60) },
    );
  });

  it('leave a few out where their siblings gain more by it, if that is allowed', () => {
    const trips = ['G1', 'G1', 'G1', 'G2', 'G2', 'G2', 'S9'].map((code, who) => ({ who, code, hour: 7, cargo: 'coal' }));
    const codes = (partition: Partition) =>
      [...groups(partition)].map((rows) => [...rows].map((row) => trips[row].code).join(' '));
    expect(codes(cut(trips, 2))).toEqual(['G1 G1 G1 G2 G2 G2 S9']);
    expect(codes(cut(trips, 2, 'suppress'))).toEqual(['G1 G1 G1', 'G2 G2 G2', 'S9']); // of one subject, so nothing is published of it
  });
});
