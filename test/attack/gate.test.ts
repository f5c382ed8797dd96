import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate, type PolicyInput, run, verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let home = '';
const at = (name: string): string => join(home, name);
const families = {
  series: {
    method: 'prism',
    effort: 'fast',
    subject: 'ID',
    series: 'H1..H8',
    drop: 'Name,Surname',
    sensitive: 'Performance_SD',
    p: 3,
    queries: 0,
  },
  events: { method: 'events', pseudonym: 'random' },
  table: { preset: 'tolls' },
};
const inputs = { series: ['work', 200], events: ['events', 2000], table: ['tolls', 300] } as const;
const runWith = (family: keyof typeof families, out: string, more: object) =>
  run({ ...families[family], input: at(`${family}.csv`), out: at(out), k: 5, seed: 1, ...more } as PolicyInput); // run refuses what does not fit

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'shoal-gate-'));
  for (const [family, [kind, rows]] of Object.entries(inputs))
    expect(await generate(kind, { rows, seed: 4, out: at(`${family}.csv`) })).toMatchObject({ ok: true });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe.each(['series', 'events', 'table'] as const)('gates.linkage of %s', (family) => {
  it('ends a run before anything is published, with the largest mean chance that attacks have', async () => {
    const refused = await runWith(family, 'refused', { gates: { linkage: 0.0001 } });
    expect(refused).toMatchObject({ ok: false, problems: [{ code: 'gate/linkage', exit: 6 }] });
    expect(existsSync(at('refused'))).toBe(false);
  });

  it('lets a release through that keeps it, changes no byte that leaves but the reports, and tells the figures inside alone', async () => {
    const [plain, gated] = [
      await runWith(family, `${family}-plain`, {}),
      await runWith(family, `${family}-gated`, { gates: { linkage: 1 } }),
    ];
    expect([plain.ok, gated.ok]).toEqual([true, true]);
    const read = (out: string, name: string) => readFileSync(at(`${family}-${out}/${name}`), 'utf8');
    const { data } = JSON.parse(read('gated', 'manifest.json'));
    expect(read('gated', data.file)).toBe(read('plain', data.file));
    const inside = JSON.parse(read('gated', 'internal/report.json'));
    expect(inside.attacks.length).toBeGreaterThan(1);
    expect(read('gated', 'internal/report.html')).toContain('must stay with the original');
    for (const name of ['report.json', 'report.html', 'manifest.json'])
      expect(read('gated', name)).not.toMatch(/linkage|"attacks"|must stay with the original/);
    expect(await verify(at(`${family}-gated`), { original: { file: at(`${family}.csv`) } })).toMatchObject({
      ok: true,
      value: { holds: true },
    });
  });
});

it('reads data that was given to it once more', async () => {
  const rows = Array.from({ length: 300 }, (_, i) => ({ age: 20 + (i % 30), town: 'abc'[i % 3], illness: String(i % 7) }));
  const policy = { method: 'local', subject: 'row', quasi: 'age,town', sensitive: 'illness', k: 5, seed: 1 };
  const made = await run({ ...policy, input: rows, out: at('given'), gates: { linkage: 0.5 } } as never); // rows in place of a path
  expect(made.ok ? [] : made.problems).toEqual([]);
  expect(JSON.parse(readFileSync(at('given/internal/report.json'), 'utf8')).attacks.length).toBeGreaterThan(0);
});
