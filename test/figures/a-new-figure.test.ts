import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { compare } from '../../src/api/compare.ts';
import { run } from '../../src/api/run.ts';
import { sweep } from '../../src/api/sweep.ts';
import { describeSummary } from '../../src/cli/describe-summary.ts';
import type { World } from '../../src/cli/world.ts';
import { comparisonRows } from '../../src/report/words/compared-rows.ts';

/** With a figure as a file of src/figures would have it: the widest band that anybody has at any instant. */
vi.mock('../../src/figures/figures.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../src/figures/figures.ts')>();
  const { numberFigure } = await import('../../src/figures/figure.ts');
  const { mean } = await import('../../src/release/number-rules.ts');
  const words = { name: 'Widest band', meaning: 'The widest published band.' };
  const own = numberFigure({
    id: 'widestBand',
    part: 'measure',
    families: {
      series: {
        find: ({ release: { envelope } }) =>
          envelope.upper.reduce((widest, upper, i) => Math.max(widest, upper - envelope.lower[i]), 0),
        tell: mean,
      },
    },
    from: 'The largest difference between the bounds of a published band.',
    defined: 'Widest band',
    unit: 'decimal',
    range: [0, Number.POSITIVE_INFINITY],
    better: 'less',
    page: 'loss',
    phrase: (value) => ({ line: 'widest', text: `${value} at one instant` }),
    comparison: {},
    sweep: { head: 'Widest', terminal: String },
    words: {
      en: words,
      it: { ...words, name: 'Banda più larga' },
      sl: { ...words, name: 'Najširši pas' },
      zh: { ...words, name: '最宽的包络带' },
    },
  });
  return { ...original, figures: [...original.figures, own] };
});

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-new-figure-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const input = fileURLToPath(new URL('../fixtures/work8.csv', import.meta.url)); // a clone may lie below a blank
const policy = {
  method: 'naive', // so few rows need no threads, which modules of src/ have not
  input,
  subject: 'ID',
  series: 'H1..H8',
  drop: 'Name,Surname',
  sensitive: 'Performance_SD',
  queries: 0,
  seed: 1,
} as const;
const world = { env: {}, printsToTerminal: false } as unknown as World; // no more of it is looked at

it('a figure that is one file is in summary, reports, comparison and sweep', async () => {
  const out = join(home, 'release');
  const made = await run({ ...policy, lang: 'it', out });
  if (!made.ok) throw new Error(made.problems[0].what);
  const widest = (made.value.measure as Readonly<Record<string, unknown>>).widestBand;
  expect(widest).toBeGreaterThan(0);
  expect(describeSummary(made.value, world)).toContain(`\nwidest   ${widest} at one instant\n`);
  for (const edition of ['.', 'internal']) {
    expect(JSON.parse(readFileSync(join(out, edition, 'report.json'), 'utf8')).measure).toHaveProperty('widestBand');
    expect(readFileSync(join(out, edition, 'report.html'), 'utf8')).toContain('Banda più larga');
  }
  const compared = await compare([out]);
  if (!compared.ok) throw new Error(compared.problems[0].what);
  expect(compared.value.releases[0].holds).toBe(true);
  expect(comparisonRows(compared.value)).toContainEqual({ label: 'widest band', cells: [String(widest)] });
  const grid = { k: [5, 10], p: [2], maxLevel: [5], method: ['naive' as const] };
  const swept = await sweep(policy, grid, { out: join(home, 'sweep') });
  expect(swept.ok).toBe(true);
  const [header, first] = readFileSync(join(home, 'sweep', 'sweep.csv'), 'utf8').split('\n');
  expect(Number(first.split(',')[header.split(',').indexOf('widestBand')])).toBe(widest);
  expect(readFileSync(join(home, 'sweep', 'sweep.html'), 'utf8')).toContain('Widest band');
});
