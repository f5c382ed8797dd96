import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { releasedRows, run, type TableInput, verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { draws } from '../suite/draws.ts';

let home = '';
const jobs = ['baker', 'cook', 'nurse', 'vet'];
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-population-'));
  writeFileSync(join(home, 'jobs.csv'), 'baker;food;any\ncook;food;any\nnurse;care;any\nvet;care;any\n');
  writeFileSync(join(home, 'register.csv'), csvOf(register(400)));
  writeFileSync(join(home, 'sample.csv'), csvOf(register(400).filter((_, i) => i % 3 === 0)));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Person {
  readonly id: string;
  readonly age: number;
  readonly town: string;
  readonly job: string;
  readonly seen: string;
}
const register = (count: number): Person[] =>
  Array.from({ length: count }, (_, i) => ({
    ...{ id: `p${i}`, age: 15 + ((i * 7) % 70), town: `${'AB'[i % 2]}${(i * 3) % 4}`, job: jobs[(i * 5 + (i >> 3)) % 4] },
    seen: `2024-0${1 + ((i * 11) % 9)}-1${i % 10}`,
  }));
const csvOf = (people: readonly Person[], separator = ',') =>
  [
    ['id', 'age', 'town', 'job', 'seen'],
    ...people.map(({ id, age, town, job, seen }) => [
      id,
      String(age).replace('.', separator === ';' ? ',' : '.'),
      town,
      job,
      seen,
    ]),
  ]
    .map((cells) => cells.join(separator))
    .join('\n');

/** Whether a label is true of a value: by nobody's code but this. */
function holds(column: string, label: string, { age, town, job, seen }: Person): boolean {
  if (label === '*') return true;
  if (column === 'age') {
    const [, sign, open] = /^([<>])= (.*)$/.exec(label) ?? [];
    if (sign !== undefined) return sign === '>' ? age >= Number(open) : age <= Number(open);
    const [, low, high] = /^\[(-?[\d.]+)-(-?[\d.]+)\]$/.exec(label) ?? [];
    return Number(low) <= age && age <= Number(high);
  }
  if (column === 'town') return label.endsWith('*') ? town.startsWith(label.slice(0, -1)) : town === label;
  if (column === 'job')
    return label === job || label === (['baker', 'cook'].includes(job) ? 'food' : 'care') || label === 'any' || /^\{/.test(label)
      ? label === job || !label.startsWith('{') || label.slice(1, -1).split('|').includes(job)
      : false;
  const [year, month] = [seen.slice(0, 4), Number(seen.slice(5, 7))];
  return label === year || label === seen.slice(0, 7) || label === `${year}-Q${Math.ceil(month / 3)}`;
}

/** Of every published class: subjects of the release, and of the population under its labels. */
async function recount(out: string, people: readonly Person[], whoOf: (row: number) => string) {
  const rows = (await releasedRows(out)) as Readonly<Record<string, string>>[];
  const columns = ['age', 'town', 'job', 'seen_month'];
  const classes = new Map<string, Set<string>>();
  for (const [i, row] of rows.entries()) {
    const key = JSON.stringify(columns.map((column) => row[column]));
    classes.set(key, (classes.get(key) ?? new Set()).add(whoOf(i)));
  }
  return [...classes].map(([key, who]) => {
    const labels: string[] = JSON.parse(key);
    const under = people.filter((person) => columns.every((column, c) => holds(column.replace('_month', ''), labels[c], person)));
    return { subjects: who.size, people: new Set(under.map(({ id }) => id)).size };
  });
}

const subjectsIn = (out: string): readonly string[] => {
  const [head, ...lines] = readFileSync(join(out, 'internal/evidence.csv'), 'utf8').trimEnd().split('\n');
  const at = head.split(',').indexOf('_subject');
  return lines.map((line) => line.split(',')[at]);
};

interface MeasuredRisk {
  readonly journalistRisk?: number;
  readonly meanJournalistRisk?: number;
}

const base = (): TableInput => ({
  ...{ input: join(home, 'sample.csv'), family: 'table', subject: 'id', k: 2, effort: 'fast', seed: 1 },
  quasi: ['age:number', 'town:prefix', 'job:category', 'seen:month'],
  population: join(home, 'register.csv'),
});

describe('a population', () => {
  it('has as many under the labels of every group as is promised, whatever else is asked for', { timeout: 120_000 }, async () => {
    const anyCase = fc.record({
      count: fc.integer({ min: 40, max: 160 }),
      every: fc.integer({ min: 2, max: 5 }),
      repeats: fc.boolean(),
      decimals: fc.boolean(),
      method: fc.constantFrom('local' as const, 'hierarchy' as const, 'kmeans' as const, 'merge' as const),
      k: fc.integer({ min: 2, max: 4 }),
      kMap: fc.option(fc.integer({ min: 2, max: 30 }), { nil: undefined }),
      max: fc.option(fc.constantFrom(0.3, 0.5, 0.75, 1), { nil: undefined }),
      min: fc.constantFrom(0, 0, 0.05),
      snap: fc.constantFrom('off' as const, 'auto' as const, 5),
      coded: fc.boolean(),
      named: fc.boolean(),
      labelsOf: fc.constantFrom('sets' as const, 'hierarchy' as const),
      suppression: fc.option(fc.constantFrom(0.05, 0.2), { nil: undefined }),
    });
    let kept = 0;
    let nth = 0;
    await fc.assert(
      fc.asyncProperty(anyCase, async ({ count, every, repeats, decimals, max, min, coded, named, ...asked }) => {
        const all = register(count).map((one, i) => ({ ...one, age: decimals ? one.age + (i % 4) / 4 : one.age }));
        const people = repeats ? [...all, ...all.slice(0, 20).map((one, i) => ({ ...one, town: `B${i % 3}` }))] : all;
        const sample = people.filter(({ id }) => Number(id.slice(1)) % every === 0);
        const out = join(home, `case-${nth++}`);
        const [input, population] = [`${out}.csv`, `${out}-all.csv`];
        writeFileSync(input, csvOf(sample));
        writeFileSync(population, csvOf(people));
        const presence = max === undefined ? undefined : { min, max };
        const made = await run({
          ...{ ...base(), ...asked, presence, input, population, out },
          ...(coded ? { top: { age: 60 }, bottom: { age: 25 } } : {}),
          ...(named ? { hierarchy: { job: join(home, 'jobs.csv') } } : {}),
        } as TableInput);
        const codes = made.ok ? [] : made.problems.map(({ code }) => code);
        expect(['', 'policy/population-out-of-reach', 'policy/too-many-left-out', 'policy/k-too-large']).toContain(codes.join());
        if (!made.ok) return;
        kept++;
        const who = subjectsIn(out);
        for (const { subjects, people: under } of await recount(out, people, (row) => who[row])) {
          expect(subjects).toBeGreaterThanOrEqual(asked.k);
          expect(under).toBeGreaterThanOrEqual(asked.kMap ?? 0);
          if (presence !== undefined) expect(subjects / under).toBeLessThanOrEqual(presence.max + 1e-9);
          if (presence !== undefined) expect(subjects / under).toBeGreaterThanOrEqual(presence.min - 1e-9);
        }
        if (asked.kMap !== undefined || presence !== undefined)
          expect(await verify(out, { population: { file: population } })).toMatchObject({ ok: true, value: { holds: true } });
      }),
      { numRuns: draws(40) },
    );
    expect(kept).toBeGreaterThan(3);
  });

  it('tells how sure a journalist is, beside the prosecutor', async () => {
    const out = join(home, 'journalist');
    const made = await run({ ...base(), k: 4, out });
    if (!made.ok) throw new Error(made.problems[0]?.what);
    const who = subjectsIn(out);
    const classes = await recount(out, register(400), (row) => who[row]);
    const { journalistRisk = 0, meanJournalistRisk = 0 } = { ...made.value.measure } as MeasuredRisk;
    expect(journalistRisk).toBeCloseTo(1 / Math.min(...classes.map(({ people }) => people)), 9);
    const sum = classes.reduce((total, { subjects, people }) => total + subjects / people, 0);
    expect(meanJournalistRisk).toBeCloseTo(sum / who.length, 9);
    expect(journalistRisk).toBeLessThanOrEqual(1 / 4);
    expect(readFileSync(join(out, 'internal/report.html'), 'utf8')).toContain('A journalist was given the population');
    expect(readFileSync(join(out, 'report.json'), 'utf8')).not.toContain('ournalist');
    expect(readFileSync(join(out, 'manifest.json'), 'utf8')).not.toContain('population'); // nothing is promised of it
  });

  it('is told by its hash and size alone, and its place never leaves', async () => {
    const out = join(home, 'told');
    const made = await run({ ...base(), kMap: 8, presence: [0, 0.6], release: 'public', seed: undefined, out });
    expect(made.ok ? [] : made.problems).toEqual([]);
    for (const name of ['manifest.json', 'report.json', 'report.html'])
      expect(readFileSync(join(out, name), 'utf8'), name).not.toContain('register');
    const { promises } = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
    expect(promises.population).toMatchObject({ kMap: 8, presence: { min: 0, max: 0.6 }, rows: 400, subjects: 400 });
    expect(await verify(out)).toMatchObject({ ok: true, value: { holds: true } });
  });

  it('is read as the input is written, and may have other columns', async () => {
    const [input, population, out] = ['comma.csv', 'comma-all.csv', 'comma'].map((name) => join(home, name));
    const people = register(200).map((one, i) => ({ ...one, age: one.age + (i % 4) / 4 }));
    const more = (text: string, head: string, cell: string) =>
      text
        .split('\n')
        .map((line, i) => `${line};${i === 0 ? head : cell}`)
        .join('\n');
    writeFileSync(
      input,
      more(
        csvOf(
          people.filter((_, i) => i % 3 === 0),
          ';',
        ),
        'pay',
        '1.000,5',
      ),
    );
    writeFileSync(population, more(csvOf(people, ';'), 'eyes', 'blue'));
    const settings: Partial<TableInput> = { decimal: ',', thousands: { pay: '.' }, aggregate: ['count', 'avg:pay'], kMap: 9 };
    const made = await run({ ...base(), ...settings, input, population, out });
    expect(made.ok ? [] : made.problems).toEqual([]);
    expect(await verify(out, { population: { file: population } })).toMatchObject({ ok: true, value: { holds: true } });
  });

  it.each<[string, string, Partial<TableInput>, readonly Person[] | string | undefined]>([
    ['no population', 'policy/population-needed', { kMap: 5, population: undefined }, undefined],
    ['none there', 'input/missing-file', { kMap: 5, population: 'nowhere.csv' }, undefined],
    ['an address', 'policy/bad-value', { kMap: 5, population: 'postgres://u@h/db?table=t' }, undefined],
    ['shares the wrong way round', 'policy/bad-value', { presence: [0.5, 0.2] }, undefined],
    ['a share above 1', 'policy/bad-value', { presence: '0,1.5' }, undefined],
    ['noise on counts', 'policy/bad-value', { presence: [0, 1], aggregate: ['count'], noise: '2,1', noiseKey: 'x' }, undefined],
    ['a missing column', 'policy/population-column', { kMap: 5 }, 'id,age,town,seen\np0,30,A0,2024-01-11\n'],
    ['no subject', 'policy/population-column', { kMap: 5 }, csvOf(register(400)).replace('id,', 'name,')],
    ['words for numbers', 'input/not-a-number', { kMap: 5 }, csvOf(register(400)).replace(/,\d+,/, ',old,')],
    ['an empty cell', 'input/empty-quasi', { kMap: 5 }, csvOf(register(400)).replace(/,A\d,/, ',,')],
    ['only some of the input', 'policy/not-in-population', { kMap: 5 }, register(300)],
    ['nobody', 'input/no-rows', { kMap: 5 }, 'id,age,town,job,seen\n'],
    ['fewer than asked for', 'policy/population-out-of-reach', { kMap: 500 }, undefined],
    ['nobody else', 'policy/population-out-of-reach', { presence: [0, 0.5] }, register(400).filter((_, i) => i % 3 === 0)],
    ['other rows, where each is one', 'policy/not-in-population', { kMap: 5, subject: 'row', drop: ['id'] }, register(80)],
  ])('of %s is refused', async (_, code, given, people) => {
    const population = join(home, 'given.csv');
    if (people !== undefined) writeFileSync(population, typeof people === 'string' ? people : csvOf(people));
    const refused = await run({
      ...base(),
      ...(people === undefined ? {} : { population }),
      ...given,
      out: join(home, 'refused'),
    } as TableInput);
    expect(refused.ok ? [] : refused.problems.map((problem) => problem.code)).toEqual([code]);
  });
});
