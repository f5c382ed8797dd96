import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releasedRows, run, type SeriesInput, verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let home = '';
const illnesses = ['flu', 'cough', 'ulcer', 'gastritis', 'flu', 'cough'];

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-series-models-'));
  writeFileSync(join(home, 'levels.csv'), 'flu;lung;any\ncough;lung;any\nulcer;stomach;any\ngastritis;stomach;any\n');
  const lines = ['id,T1,T2,T3,T4,town,illness,days'];
  for (let i = 0; i < 160; i++) {
    const curve = [1, 2, 3, 4].map((t) => (10 * Math.sin(i * t) + (i % 7)).toFixed(1));
    lines.push(`s${i},${curve.join(',')},${'AB'[i % 2]},${illnesses[(i * 5 + (i >> 3)) % 6]},${(i * i) % 9}`);
  }
  writeFileSync(join(home, 'curves.csv'), lines.join('\n'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const curves = (): SeriesInput => ({
  input: join(home, 'curves.csv'),
  family: 'series',
  method: 'prism',
  effort: 'fast',
  subject: 'id',
  series: 'T1..T4',
  quasi: ['town:category'],
  sensitive: ['illness', 'days'],
  k: 4,
  p: 2,
  segments: 2,
  seed: 1,
  out: join(home, 'release'),
});

const all = (): Partial<SeriesInput> => ({
  l: 2,
  diversity: [
    { column: 'illness', kind: 'entropy', l: 2 },
    { column: 'days', kind: 'recursive', l: 2, c: 3 },
  ],
  closeness: [
    { column: 'illness', t: 0.3, distance: 'hierarchy' },
    { column: 'days', t: 0.35, distance: 'ordered' },
  ],
  alpha: { column: 'illness', share: 0.6 },
  hierarchy: { illness: join(home, 'levels.csv') },
});

const plainly = ({ effort: _, ...rest }: SeriesInput & { effort?: unknown }) => rest;

describe('a series that promises models', () => {
  it.each([
    ['prism', {}],
    ['prism', { shape: 'long', curve: 'mean', format: 'parquet' }],
    ['naive', { intervals: 'columns' }],
    ['kapra', { residue: 'suppress' }],
  ] as const)('keeps them by %s with %o, and says so', async (method, settings) => {
    const out = join(home, `${method}-${Object.keys(settings).length}`);
    const given = method === 'prism' ? curves() : plainly(curves());
    const made = await run({ ...given, ...all(), ...settings, method, out } as SeriesInput);
    expect(made.ok ? [] : made.problems).toEqual([]);
    const models = ['entropy', 'recursive', 'closeness', 'closeness', 'alpha'];
    expect(made.ok && 'models' in made.value && made.value.models?.map(({ model }) => model)).toEqual(models);
    const { promises } = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
    expect(promises).toMatchObject({ l: 2, models: models.map((model) => ({ model })) });
    expect(readFileSync(join(out, 'manifest.json'), 'utf8')).not.toContain('stomach');
    expect(await verify(out, { original: { file: join(home, 'curves.csv') } })).toMatchObject({
      ok: true,
      value: { holds: true },
    });
    const records = new Map<string, Readonly<Record<string, unknown>>>();
    for (const [i, row] of ((await releasedRows(out)) as Readonly<Record<string, unknown>>[]).entries())
      records.set(String(row.Record ?? i), row);
    const leaves = new Map<string, Readonly<Record<string, unknown>>[]>();
    for (const row of records.values()) {
      const key = `${row.GroupID} ${row.Pattern} ${row.Level}`;
      leaves.set(key, [...(leaves.get(key) ?? []), row]);
    }
    expect(leaves.size).toBeGreaterThan(1);
    for (const rows of leaves.values())
      for (const illness of illnesses)
        expect(rows.filter((row) => row.illness === illness).length / rows.length).toBeLessThanOrEqual(0.6);
    rmSync(join(out, 'internal'), { recursive: true });
    expect(await verify(out)).toMatchObject({ ok: true, value: { holds: true } });
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('t-closeness');
  });

  it('is refused where those who are left cannot keep a limit on the loss beside it', async () => {
    const settings = { ...curves(), t: 0.1, sensitive: ['illness'], drop: ['days'], maxValueLoss: 2 } as SeriesInput; // PRISM's
    const refused = await run(settings);
    expect(refused.ok ? [] : refused.problems.map(({ code }) => code)).toEqual(['policy/loss-out-of-reach']);
  });

  it.each<[string, () => Partial<SeriesInput>]>([
    ['policy/model-column', () => ({ t: 0.2, sensitive: [], drop: ['illness', 'days'] })],
    ['policy/model-column', () => ({ alpha: { column: 'town', share: 0.5 } })],
    ['policy/l-too-large', () => ({ diversity: { column: 'illness', l: 5 } })],
    ['policy/model-out-of-reach', () => ({ diversity: { column: 'illness', kind: 'entropy', l: 4 } })],
    ['policy/model-out-of-reach', () => ({ alpha: { column: 'illness', share: 0.2 } })],
    ['policy/model-order', () => ({ closeness: { column: 'illness', t: 0.2, distance: 'ordered' } })],
    ['policy/model-hierarchy', () => ({ closeness: { column: 'illness', t: 0.2, distance: 'hierarchy' } })],
    ['policy/bad-value', () => ({ diversity: { column: 'illness', kind: 'recursive', l: 2 } })],
  ])('is refused with %s', async (code, given) => {
    const refused = await run({ ...curves(), ...given(), out: join(home, 'refused') } as SeriesInput);
    expect(refused.ok ? [] : refused.problems.map((problem) => problem.code)).toEqual([code]);
  });
});
