import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commonWork } from '../../../src/base/common-work.ts';
import { createPool } from '../../../src/base/pool.ts';
import { randomFrom } from '../../../src/base/random.ts';
import { makeSeries } from '../../../src/families/series/make-series.ts';
import { releaseLosses } from '../../../src/families/series/prism/published-losses.ts';
import { matrixOf } from '../../../src/frame/matrix.ts';
import type { SeriesInput } from '../../../src/policy/policy-input.ts';
import type { SeriesRelease } from '../../../src/release/series-release.ts';
import { backwardPool } from '../../measure/series/releases.ts';
import { seriesPolicy } from '../../policy/series-policy.ts';
import { draws } from '../../suite/draws.ts';
import { made, plain, tableOf } from './made.ts';

const length = 6;

/** Days around a level; a value that most have, and that is the seldomer the higher the day. */
function daysAndValues(rows: number, seed: number): { series: Float64Array[]; sensitive: [Uint32Array] } {
  const random = randomFrom(seed);
  const series = Array.from({ length }, () => new Float64Array(rows));
  const values = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) {
    const level = 40 * random.unit();
    for (let t = 0; t < length; t++) series[t][row] = Math.round(level + 4 * random.normal());
    values[row] = random.unit() < level / 60 ? 1 + random.below(2) : 0;
  }
  return { series, sensitive: [values] };
}

const lossOf = async (given: { series: Float64Array[]; sensitive: [Uint32Array] }, policy: SeriesInput) => {
  const release = await made(given, policy);
  const { value, records } = releaseLosses(release, matrixOf(given.series), length);
  return { loss: value / records, groups: release.groups.starts.length - 1 };
};

const column = 'sensitive 0';
const policy = { method: 'prism', sensitive: 'sensitive 0', k: 5, p: 5, segments: 3, effort: 'fast' } as const;

describe('PRISM where the values behind a pattern must be spread as all are', () => {
  it.each<[string, Partial<SeriesInput>]>([
    ['t', { t: 0.25 }],
    ['the order of values', { closeness: { column, t: 0.2, distance: 'ordered' } }],
    ['entropy', { diversity: { column, kind: 'entropy', l: 1.5 } }],
    ['recursion', { diversity: { column, kind: 'recursive', l: 2, c: 4.5 } }],
    ['alpha', { alpha: { column, share: 0.8 } }],
    ['l and t', { l: 2, t: 0.25 }],
  ])('forms more than half as many groups as without, by %s', async (_, asked) => {
    const given = daysAndValues(200, 3);
    const free = await lossOf(given, policy);
    const kept = await lossOf(given, { ...policy, ...asked } as SeriesInput);
    expect(kept.groups).toBeGreaterThan(free.groups / 2);
  });

  it('loses more the closer values must be', async () => {
    const given = daysAndValues(150, 4);
    const losses: number[] = [];
    for (const t of [0.15, 0.3, 0.6]) losses.push((await lossOf(given, { ...policy, t })).loss);
    expect(losses.toSorted((one, other) => other - one)).toEqual(losses);
  });

  it('shares no groups between settings that promise other models', async () => {
    const common = commonWork();
    const table = tableOf(daysAndValues(150, 6));
    const released: SeriesRelease[] = [];
    for (const asked of [{ t: 0.15 }, { t: 0.4 }, { alpha: { column, share: 0.7 } }, {}]) {
      const settled = seriesPolicy({ subject: 'row', ...policy, ...asked });
      const making = { table, policy: settled, blockRows: 4096, pool: createPool(0), onProgress: () => {} };
      const { release } = await makeSeries({ ...making, common });
      expect(release).toEqual((await makeSeries(making)).release);
      expect(released).not.toContainEqual(release);
      released.push(release);
    }
  });

  it('makes the same groups on any thread, and in blocks of any order', () =>
    fc.assert(
      fc.asyncProperty(fc.nat(), fc.constantFrom(0.15, 0.3), fc.constantFrom(1, 2), async (seed, t, l) => {
        const given = daysAndValues(120, seed);
        const own = { ...policy, t, l } as SeriesInput;
        expect(await made(given, own, backwardPool, 40)).toEqual(await made(given, own, createPool(0), 40));
      }),
      { numRuns: draws(20) },
    ));

  it('holds for leaves smaller than groups, at any effort', () =>
    fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.constantFrom('fast' as const, 'normal' as const),
        fc.constantFrom(0.2, 0.35),
        async (seed, effort, t) => {
          const given = daysAndValues(90, seed);
          const groups = plain(await made(given, { ...policy, k: 8, p: 3, effort, t }));
          const shareOf = (rows: readonly number[], value: number) =>
            rows.filter((row) => given.sensitive[0][row] === value).length / rows.length;
          const all = groups.flatMap(({ rows }) => rows);
          for (const { rows } of groups.flatMap(({ leaves }) => leaves)) {
            const apart = [0, 1, 2].reduce((sum, value) => sum + Math.abs(shareOf(rows, value) - shareOf(all, value)), 0) / 2;
            expect(apart).toBeLessThanOrEqual(t + 1e-9);
            expect(rows.length).toBeGreaterThanOrEqual(3);
          }
        },
      ),
      { numRuns: draws(24) },
    ));
});
