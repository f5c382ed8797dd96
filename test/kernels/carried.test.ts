import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Clustering, clusterKernel } from '../../src/clusters/cluster-kernel.ts';
import { naiveKernel } from '../../src/families/series/naive/naive.ts';
import { packMessage, unpackMessage } from '../../src/formats/kernel-message.ts';
import { isCut, ownRows, rowsBack } from '../../src/frame/own-rows.ts';
import { carriedKernels } from '../../src/kernels/carried.ts';
import { anyExits, spaceOf } from '../clusters/spaces.ts';
import { made } from '../families/series/made.ts';
import { draws } from '../suite/draws.ts';
import { carryingPool } from './carrying-pool.ts';

/** Few values, so that ties and twins are everywhere. */
const anyCurves = fc
  .array(fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 6, maxLength: 6 }), { minLength: 12, maxLength: 70 })
  .chain((rows) =>
    fc.record({
      series: fc.constant(rows[0].map((_, c) => rows.map((row) => row[c] / 2))),
      codes: fc.constantFrom([], [rows.map((row) => Math.abs(row[0]))]),
      sensitive: fc.constant([rows.map((row, r) => (r + row[1] + 3) % 5)]),
      rows: fc.constant(rows.flatMap((_, r) => (r % 7 === 3 ? [] : [r]))),
    }),
  );

describe('a kernel on another machine', () => {
  it.each([
    [['naiveKernel'], { method: 'naive' }],
    [['kapraPartsKernel', 'mergeKernel'], { method: 'kapra', residue: 'generic' }],
    [['prismFormKernel', 'prismSearchKernel'], { method: 'prism', effort: 'normal' }],
    [['prismFormKernel'], { method: 'prism', effort: 'fast', l: 2 }],
    [['prismFormKernel', 'prismSearchKernel'], { method: 'prism', effort: 'fast', l: 2, t: 0.4 }],
    [['prismFormKernel'], { method: 'prism', effort: 'fast', alpha: { column: 'sensitive 0', share: 0.5 } }],
  ] as const)('makes of curves what it makes here: %j', async (names, policy) => {
    const carried = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(anyCurves, async (given) => {
        const settings = { k: 4, p: 2, segments: 3, maxLevel: 4, ...policy };
        const outcome = (pool?: ReturnType<typeof carryingPool>) =>
          made(given, settings, pool, 8).catch((error) => String(error));
        expect(await outcome(carryingPool(carried))).toEqual(await outcome());
      }),
      { numRuns: draws(25) },
    );
    for (const name of names) expect(carried.get(name)).toBeGreaterThan(0);
  });

  it.each<Clustering>(['local', 'hierarchy', 'kmeans', 'merge'])('makes of some records what it makes here: %s', (clustering) => {
    fc.assert(
      fc.property(anyExits, fc.integer({ min: 2, max: 4 }), fc.constantFrom(4, 30), (exits, k, blockRows) => {
        const rows = Uint32Array.from([...exits.keys()].filter((row) => row % 5 !== 2).reverse());
        const input = {
          ...spaceOf(exits),
          rows,
          k,
          clustering,
          effort: 'fast',
          residue: 'suppress',
          leaveOut: 0.2,
          blockRows,
          seed: 'seed',
        } as const;
        const packed = clusterKernel.carriage.pack(input);
        const there = clusterKernel.perform(unpackMessage(packMessage(packed)) as typeof input);
        expect(clusterKernel.carriage.unpack(there, input)).toEqual(clusterKernel.perform(input));
      }),
      { numRuns: draws(30) },
    );
  });

  it('is one of those that travel, wherever it has a carriage', () => {
    expect(carriedKernels.every((kernel) => 'carriage' in kernel)).toBe(true);
  });

  it('stays here where every node of its trees is asked for', () => {
    expect(naiveKernel.carriage?.pack({ trace: true } as never)).toBeUndefined();
  });
});

describe('rows that were taken out of a table', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(1000), { minLength: 1 }), (rows) => {
        const { sorted, places } = ownRows(Uint32Array.from(rows));
        expect([...(rowsBack(places, sorted) ?? [])]).toEqual(rows);
      }),
      { numRuns: draws(50) },
    );
  });

  it.each([
    ['one is missing', [0, 1]],
    ['one comes twice', [0, 1, 1]],
    ['one is of another task', [0, 1, 3]],
    ['one is too many', [0, 1, 2, 2]],
  ])('are not taken back where %s', (_, numbers) => {
    expect(rowsBack(Uint32Array.from(numbers), Uint32Array.of(10, 20, 30))).toBeUndefined();
  });

  it.each([[[]], [[0, 2]], [[0, 2, 2, 3]], [[1, 3]], [[0, 2, 1, 3]], [[0, 4]]])('are not cut by %j', (starts) => {
    expect(isCut(Uint32Array.from(starts), 3)).toBe(false);
  });
});

describe('a message', () => {
  it('says what went into it', () => {
    const values = {
      numbers: [0, -0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e300],
      texts: ['', 'č\t\n"', '日本'],
      nested: { object: { number: 1, array: [true, null] }, none: undefined },
      arrays: [new Uint8Array([1, 2, 3]), new Float64Array([Number.NaN, -0]), new Uint16Array(0), new Float32Array([0.1])],
      part: new Uint32Array([9, 8, 7, 6]).subarray(1, 3),
    };
    const { none: _, ...nested } = values.nested;
    expect(unpackMessage(packMessage(values))).toEqual({ ...values, nested });
  });

  it('that is cut short is none', () => {
    const whole = packMessage({ rows: new Float64Array(20) });
    for (const length of [0, 3, 10, whole.length - 1]) expect(() => unpackMessage(whole.subarray(0, length))).toThrow();
  });
});
