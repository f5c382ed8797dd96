import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releasedRows, run, type TableInput, verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let home = '';
const illnesses = ['flu', 'flu', 'flu', 'cough', 'ulcer', 'gastritis', 'flu', 'cough'];
const levels = 'flu;lung;any\ncough;lung;any\nulcer;stomach;any\ngastritis;stomach;any\n';

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-models-'));
  writeFileSync(join(home, 'levels.csv'), levels);
  const lines = ['patient,age,town,illness,days'];
  for (let i = 0; i < 240; i++) {
    const patient = i % 5 === 0 ? 7 : i; // who comes often
    lines.push(
      `p${patient},${20 + ((i * 7) % 50)},${'ABCD'[(i * 3) % 4]}${i % 3},${illnesses[(i * 5 + (i >> 4)) % 8]},${(i * i) % 12}`,
    );
  }
  writeFileSync(join(home, 'visits.csv'), lines.join('\n'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const visits = (): TableInput => ({
  input: join(home, 'visits.csv'),
  family: 'table',
  method: 'local',
  subject: 'patient',
  quasi: ['age:number', 'town:prefix'],
  sensitive: ['illness', 'days'],
  k: 3,
  effort: 'fast',
  seed: 1,
  out: join(home, 'release'),
});

const all = (): Partial<TableInput> => ({
  l: 2,
  diversity: [
    { column: 'illness', kind: 'entropy', l: 2 },
    { column: 'days', kind: 'recursive', l: 2, c: 2 },
  ],
  closeness: [
    { column: 'illness', t: 0.3, distance: 'hierarchy' },
    { column: 'days', t: 0.3, distance: 'ordered' },
  ],
  alpha: { column: 'illness', share: 0.7 },
  hierarchy: { illness: join(home, 'levels.csv') },
});

describe('a table that promises models', () => {
  it.each(['local', 'hierarchy', 'kmeans', 'merge'] as const)('keeps them by %s, and says so', async (method) => {
    const out = join(home, method);
    const made = await run({ ...visits(), ...all(), method, out });
    expect(made.ok ? [] : made.problems).toEqual([]);
    const models = ['distinct', 'distinct', 'entropy', 'recursive', 'closeness', 'closeness', 'alpha'];
    expect(made.ok && made.value.method === 'kaca' && made.value.models?.map(({ model }) => model)).toEqual(models);
    const { promises } = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
    expect(promises.models.map(({ model }: { model: string }) => model)).toEqual(models);
    expect(promises.models[4].tree).toEqual([
      [0, 0],
      [0, 0],
      [1, 0],
      [1, 0],
    ]); // cough, flu, gastritis, ulcer
    expect(readFileSync(join(out, 'manifest.json'), 'utf8')).not.toContain('stomach');
    const groups = new Map<string, Readonly<Record<string, unknown>>[]>();
    for (const row of (await releasedRows(out)) as Readonly<Record<string, unknown>>[]) {
      const key = `${row.age} ${row.town}`;
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    expect(groups.size).toBeGreaterThan(1);
    for (const rows of groups.values()) {
      expect(new Set(rows.map(({ days }) => days)).size).toBeGreaterThanOrEqual(2);
      expect(rows.filter(({ illness }) => illness === 'flu').length / rows.length).toBeLessThanOrEqual(0.7);
    }
    rmSync(join(out, 'internal'), { recursive: true });
    expect(await verify(out, { atLeast: { l: 2 } })).toMatchObject({ ok: true, value: { holds: true } });
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('t-closeness');
  });

  it.each<[string, () => Partial<TableInput>]>([
    ['policy/l-too-large', () => ({ l: 5 })],
    ['policy/l-without-sensitive', () => ({ l: 2, sensitive: [], drop: ['illness', 'days'] })],
    ['policy/model-column', () => ({ t: 0.2, sensitive: [], drop: ['illness', 'days'] })],
    ['policy/model-column', () => ({ alpha: { column: 'age', share: 0.5 } })],
    ['policy/model-out-of-reach', () => ({ diversity: { column: 'illness', kind: 'entropy', l: 4 } })],
    ['policy/model-out-of-reach', () => ({ diversity: { column: 'illness', kind: 'recursive', l: 3, c: 0.5 } })],
    ['policy/model-out-of-reach', () => ({ alpha: { column: 'illness', share: 0.2 } })],
    ['policy/model-order', () => ({ closeness: { column: 'illness', t: 0.2, distance: 'ordered' } })],
    ['policy/model-hierarchy', () => ({ closeness: { column: 'illness', t: 0.2, distance: 'hierarchy' } })],
    ['policy/model-method', () => ({ l: 2, method: 'disjoint', quasi: ['town:prefix'], drop: ['age'] })],
    ['policy/bad-value', () => ({ diversity: { column: 'illness', kind: 'recursive', l: 2 } })],
    ['policy/bad-value', () => ({ diversity: { column: 'illness', l: 2.5 } })],
  ])('is refused with %s', async (code, given) => {
    const refused = await run({ ...visits(), ...given(), out: join(home, 'refused') });
    expect(refused.ok ? [] : refused.problems.map((problem) => problem.code)).toEqual([code]);
  });
});
