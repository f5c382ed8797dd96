import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { execute } from '../../../src/api/execute.ts';
import { plan } from '../../../src/api/plan.ts';
import { run } from '../../../src/api/run.ts';
import { sweep } from '../../../src/api/sweep.ts';
import { verify } from '../../../src/api/verify.ts';
import type { SeriesInput, SweepGrid, SweepPolicyInput } from '../../../src/policy/policy-input.ts';
import { inPlace } from '../../attacks/attack.ts';
import { daysCsv } from '../../cli/days.ts';

// What CONTRIBUTING.md adds, and nothing else: a line in each of two lists, and a sentence of the report.
vi.mock('../../../src/policy/series-methods.ts', async (original) => {
  const own = await original<typeof import('../../../src/policy/series-methods.ts')>();
  const { naiveKeys } = await import('../../../src/policy/naive-policy.ts');
  const together = {
    method: z.literal('together').describe('Everybody in one group'),
    p: naiveKeys.p,
    maxLevel: naiveKeys.maxLevel,
  };
  const all = { ...own.seriesMethods, together };
  return { ...own, seriesMethods: all, seriesMethodNames: Object.keys(all) };
});
vi.mock('../../../src/families/series/methods.ts', async (original) => {
  const { seriesMethods } = await original<typeof import('../../../src/families/series/methods.ts')>();
  const { together } = await import('./together.ts');
  return { seriesMethods: [...seriesMethods, together] };
});
vi.mock('../../../src/report/words/en.ts', async (original) => {
  const { en } = await original<typeof import('../../../src/report/words/en.ts')>();
  return { en: { ...en, method: { ...en.method, together: () => 'Everybody is put into one group.' } } };
});

const days = { method: 'together', subject: 'ID', series: 'H1..H8', drop: 'Name', sensitive: 'Tag', seed: 3, queries: 20 };
const policyOf = (input: string, out: string) => ({ ...days, input, out }) as unknown as SeriesInput; // of a method that the types do not know

describe('a method that is added as CONTRIBUTING.md says', () => {
  it('is the one that is printed there', () => {
    const page = readFileSync(new URL('../../../CONTRIBUTING.md', import.meta.url), 'utf8');
    const [, block] = /is all of it:\n\n```ts\n([\s\S]*?)```/.exec(page) ?? [];
    const own = readFileSync(new URL('together.ts', import.meta.url), 'utf8');
    const placed = own.replaceAll("'../../../src/families/series/", "'../").replaceAll("'../../../src/", "'../../../");
    expect(placed).toBe(block);
    const line =
      "together: { method: z.literal('together').describe('Everybody in one group'), p: naiveKeys.p, maxLevel: naiveKeys.maxLevel },";
    expect(page).toContain(line);
  });

  it('is planned, run, kept, verified against the input, and swept', () =>
    inPlace(async (place) => {
      const input = place.path('days.csv');
      writeFileSync(
        input,
        daysCsv(40, (cells, row) => [...cells.slice(0, -1), `tag${row % 3}`]),
      );
      const policy = policyOf(input, place.path('out'));
      const planned = await plan(policy);
      if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
      expect(planned.value).toMatchObject({ family: 'series', method: 'together' });

      const made = await run(policy);
      expect(made).toMatchObject({ ok: true, value: { method: 'together', release: { groups: 1, leaves: 1, subjects: 40 } } });
      const kept = await execute(JSON.parse(JSON.stringify(planned.value)), { out: place.path('kept') });
      expect(kept).toMatchObject({ ok: true });
      const bytes = (folder: string) => readFileSync(place.path(`${folder}/together_anonymized.csv`), 'utf8');
      expect(bytes('kept')).toBe(bytes('out'));
      for (const original of [undefined, { file: input }])
        expect(await verify(place.path('out'), { original })).toMatchObject({ ok: true, value: { holds: true } });

      const grid = { k: [5], p: [2], maxLevel: [3], method: ['naive', 'together'] } as unknown as SweepGrid;
      const swept = await sweep({ ...policy, method: undefined } as SweepPolicyInput, grid, { out: place.path('sweep') });
      expect(swept).toMatchObject({ ok: true, value: { points: [{ method: 'naive' }, { method: 'together', groups: 1 }] } });
    }));

  it('is refused where the input is too small for k', () =>
    inPlace(async (place) => {
      writeFileSync(place.path('days.csv'), daysCsv(4));
      const planned = await plan(policyOf(place.path('days.csv'), place.path('out')));
      expect(planned).toMatchObject({ ok: false, problems: [{ code: 'policy/k-too-large' }] });
    }));
});
