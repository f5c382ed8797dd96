import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asProblem } from '../../src/verify/breaches.ts';
import { populationTamperings } from './population-tamperings.ts';
import { changeManifestOf, seal } from './written-release.ts';

let home = '';
const people = (count: number) =>
  Array.from({ length: count }, (_, i) => `p${i},${20 + ((i * 7) % 60)},${'ABC'[(i * 5) % 3]}${i % 2}`);

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'shoal-population-'));
  const register = people(600);
  writeFileSync(join(home, 'register.csv'), `id,age,town\n${register.join('\n')}\n`);
  const sample = register.filter((_, i) => i % 5 === 0).map((line, i) => `${line},${'xyz'[i % 3]}`);
  writeFileSync(join(home, 'sample.csv'), `id,age,town,ill\n${sample.join('\n')}\n`);
  const made = await run({
    ...{
      input: join(home, 'sample.csv'),
      family: 'table',
      subject: 'id',
      quasi: ['age:number', 'town:prefix'],
      sensitive: ['ill'],
    },
    ...{ k: 3, population: join(home, 'register.csv'), kMap: 12, presence: [0, 0.5], out: join(home, 'good') },
  });
  expect(made.ok ? [] : made.problems).toEqual([]);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const copied = (): string => {
  const folder = mkdtempSync(join(home, 'release-'));
  cpSync(join(home, 'good'), folder, { recursive: true });
  return folder;
};
const population = () => ({ file: join(home, 'register.csv') });

describe('promises against a population', () => {
  it('hold beside it, and without it the verdict says what was not proved', async () => {
    const beside = await verify(join(home, 'good'), { population: population() });
    expect(beside).toMatchObject({ ok: true, value: { holds: true } });
    expect(beside.ok && beside.value.checks.filter((check) => /^(k-map|presence): /.test(check)).length).toBe(2);
    const alone = await verify(join(home, 'good'));
    expect(alone).toMatchObject({
      ok: true,
      value: {
        holds: true,
        toldNotes: expect.arrayContaining([{ code: 'population-needed', facts: { promises: 'k-map, presence' } }]),
      },
    });
    expect(alone.ok && alone.value.checks.some((check) => /^(k-map|presence): /.test(check))).toBe(false);
  });

  it('are proved without internal/ as far as who is behind the rows does not matter', async () => {
    const folder = copied();
    rmSync(join(folder, 'internal'), { recursive: true });
    const outside = await verify(folder, { population: population() });
    expect(outside).toMatchObject({
      ok: true,
      value: { holds: true, toldNotes: expect.arrayContaining([{ code: 'presence-unseen' }]) },
    });
    expect(outside.ok && outside.value.checks.filter((check) => check.startsWith('k-map: ')).length).toBe(1);
  });

  it.each(populationTamperings)('are broken by $says', async ({ forge, breach }) => {
    const folder = copied();
    forge(folder);
    seal(folder);
    const found = await verify(folder, { population: population() });
    if (!found.ok) throw new Error(`refused: ${found.problems[0]?.what}`);
    expect(found.value.holds).toBe(false);
    expect(found.value.breaches.map(({ kind }) => kind)).toContain(breach);
    for (const problem of found.value.breaches.map(asProblem)) expect(JSON.stringify(problem)).not.toMatch(/nobody-|p\d+,/);
  });

  it('are of this population and no other', async () => {
    const codes = async (file: string, folder = join(home, 'good')) => {
      const found = await verify(folder, { population: { file: join(home, file) } });
      return found.ok ? [] : found.problems.map(({ code }) => code);
    };
    writeFileSync(join(home, 'longer.csv'), `id,age,town\n${people(601).join('\n')}\n`);
    expect(await codes('longer.csv')).toEqual(['verify/not-the-population']);
    expect(await codes('nowhere.csv')).toEqual(['input/missing-file']);
    const folder = copied();
    changeManifestOf(folder, (manifest) => {
      if (manifest.method === 'kaca') manifest.promises = { k: manifest.promises.k };
    });
    seal(folder);
    expect(await codes('register.csv', folder)).toEqual(['verify/no-population']);
  });
});
