import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../../src/api/run.ts';
import { sweep } from '../../src/api/sweep.ts';
import type { Result } from '../../src/base/result.ts';
import { figures } from '../../src/figures/figures.ts';
import { partsOf, valueIn } from '../../src/figures/values.ts';
import type { SeriesSummary } from '../../src/report/summary.ts';
import { isVerified } from '../../src/report/sweep-result.ts';
import { draws } from '../suite/draws.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-figures-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const anyPerson = fc.record({
  age: fc.integer({ min: 18, max: 90 }),
  place: fc.constantFrom('north', 'south', '{odd|name}', ''),
  ill: fc.constantFrom('yes', 'no'),
  days: fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 4, maxLength: 4 }),
});

function writeTable(path: string, people: readonly (typeof anyPerson extends fc.Arbitrary<infer One> ? One : never)[]): void {
  const rows = people.map(({ age, place, ill, days }, i) => [`p${i}`, age, place, ill, ...days].join(','));
  writeFileSync(path, ['id,age,place,ill,d1,d2,d3,d4', ...rows].join('\n'));
}

const roles = { subject: 'id', series: 'd1..d4', quasi: 'age:number,place:category', sensitive: 'ill' } as const;

it('every figure of a release lies within its range', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyPerson, { minLength: 12, maxLength: 40 }),
      fc.constantFrom('naive' as const, 'kapra' as const, 'prism' as const),
      async (people, method) => {
        const input = join(home, 'people.csv');
        writeTable(input, people);
        const made: Result<SeriesSummary> = await run(
          { ...roles, method, input, k: 4, p: 2, segments: 2, seed: 1, queries: 20, out: join(home, 'out') },
          { force: true },
        );
        if (!made.ok) throw new Error(made.problems[0].what);
        let seen = 0;
        for (const figure of figures.filter((one) => one.families.series !== undefined && one.part !== 'risk'))
          for (const [, number] of partsOf(figure, valueIn(figure, made.value))) {
            expect(number, figure.id).toBeGreaterThanOrEqual(figure.range[0]);
            expect(number, figure.id).toBeLessThanOrEqual(figure.range[1] + 1e-9);
            seen++;
          }
        expect(seen).toBeGreaterThan(10);
        expect(made.value.measure.columns).toHaveProperty('place');
      },
    ),
    { numRuns: draws(5) },
  );
});

it('a sweep recommends what keeps every postcode over what blurs them, where other losses are near', async () => {
  const input = join(home, 'postcodes.csv');
  writeFileSync(input, postcodes());
  const swept = await sweep(
    { input, subject: 'id', series: 'h1..h8', quasi: ['postcode:category'], seed: 3 },
    { k: [5], p: [2], maxLevel: [5, 8], method: ['kapra', 'prism'], maxValueLoss: 1000 },
    { out: join(home, 'sweep') },
  );
  if (!swept.ok) throw new Error(swept.problems[0].what);
  const best = (method: string) => swept.value.points.filter(isVerified).find((point) => point.method === method && point.pareto);
  expect(best('prism')).toMatchObject({ quasiLoss: 0, columns: { postcode: 0 }, recommended: true });
  expect(best('kapra')?.quasiLoss).toBeGreaterThan(0.2);
  expect(best('kapra')?.valueLoss).toBeLessThan(best('prism')?.valueLoss ?? 0); // by the series alone KAPRA would be taken
  expect(best('kapra')?.patternLoss).toBeLessThan(best('prism')?.patternLoss ?? 0);
  const [header] = readFileSync(join(home, 'sweep', 'sweep.csv'), 'utf8').split('\n');
  expect(header).toContain(',quasiLoss,columns.postcode,');
});

/** 240 subjects of six postcodes, whose curves hang on none of them. */
function postcodes(): string {
  let state = 1;
  const draw = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  const rows = Array.from({ length: 240 }, (_, i) => {
    const [base, phase] = [10 + 20 * draw(), Math.floor(draw() * 4)];
    const curve = Array.from({ length: 8 }, (_v, t) =>
      Math.round(base + 8 * Math.sin(((t + 2 * phase) * Math.PI) / 4) + 4 * draw()),
    );
    return [`p${i}`, `z${i % 6}`, ...curve].join(',');
  });
  return `${['id,postcode,h1,h2,h3,h4,h5,h6,h7,h8', ...rows].join('\n')}\n`;
}
