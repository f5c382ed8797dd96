import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate, type PolicyInput, run } from 'shoal';
import { afterAll, beforeAll, expect, it } from 'vitest';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-table-loss-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const cellsOf = (path: string): string[][] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((row) => row.split(','));

it.each(['hierarchy', 'kmeans'] as const)(
  'the loss that a run tells is that of its labels, record by record: %s',
  async (clustering) => {
    const [input, out] = [join(home, 'tolls.csv'), join(home, clustering)];
    await generate('tolls', { rows: 2000, seed: 5, out: input, force: true });
    const policy = {
      method: 'kaca',
      ...{ input, out, clustering, subject: 'vehicle_id', seed: 1 },
      quasi: ['section_id:prefix', 'exit_time:time', 'vehicle_class:number'],
      aggregate: ['count'],
      drop: ['toll_money'],
    } as PolicyInput;
    const made = await run(policy);
    const rows = cellsOf(input);
    const codes = [...new Set(rows.map(([, section]) => section))];
    const classes = rows.map((row) => Number(row[3]));
    const width = Math.max(...classes) - Math.min(...classes);
    const losses = cellsOf(join(out, 'internal', 'evidence.csv')).map(([region, period, interval]) => {
      const prefix = region === 'all regions' ? '' : region.replace(/ region$/, '');
      const longest = Math.max(...codes.filter((code) => code.startsWith(prefix)).map(({ length }) => length));
      const [from, to] = [...period.matchAll(/\d\d/g)].map(Number);
      const [low, high] = [...interval.matchAll(/\d+/g)].map(Number);
      return (1 - prefix.length / longest + (to > from ? to - from : to - from + 24) / 24 + (high - low) / width) / 3;
    });
    const mean = losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
    expect(losses.length).toBeGreaterThan(1000);
    expect(made.ok && 'measure' in made.value && made.value.measure).toMatchObject({ ncp: expect.closeTo(mean, 8) });
  },
);
