import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { run, type SeriesInput, verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../src/base/random.ts';
import { draws } from '../suite/draws.ts';
import { meanCurveTamperings } from './mean-curve-tamperings.ts';

let home = '';
const at = (name: string): string => join(home, name);

/** Days of 120 people; two of them have a thousand times as much in the first hour as anyone else, and are near each other. */
function daysOf(seed: number): number[][] {
  const random = randomFrom(seed);
  return Array.from({ length: 120 }, (_, row) => {
    const base = 10 * Math.floor(random.unit() * 6);
    const day = Array.from({ length: 8 }, () => Math.round(base + 5 * random.unit()));
    return row < 2 ? [90_000 + row, ...day.slice(1)] : day;
  });
}

const write = (path: string, days: readonly (readonly number[])[]): void =>
  writeFileSync(path, ['id,H1,H2,H3,H4,H5,H6,H7,H8', ...days.map((day, row) => [`p${row}`, ...day].join(',')), ''].join('\n'));

const made = async (out: string, given: Partial<SeriesInput>): Promise<string> => {
  const policy = { method: 'naive', input: at('days.csv'), out: at(out), subject: 'id', series: 'H1..H8', seed: 3, queries: 0 };
  const released = await run({ ...policy, k: 6, p: 2, curve: 'mean', ...given } as SeriesInput); // run refuses what does not fit
  expect(released.ok ? [] : released.problems).toEqual([]);
  return at(out);
};

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'shoal-mean-curves-'));
  write(at('days.csv'), daysOf(5));
  await made('good', {});
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('the means of groups', () => {
  it('are proved from values that stay; without them what leaves is told as that', async () => {
    expect(await verify(at('good'))).toMatchObject({ ok: true, value: { holds: true } });
    const beside = await verify(at('good'), { original: { file: at('days.csv') } });
    expect(beside).toMatchObject({ ok: true, value: { holds: true, breaches: [] } });
    cpSync(at('good'), at('alone'), { recursive: true });
    rmSync(join(at('alone'), 'internal'), { recursive: true });
    const alone = await verify(at('alone'));
    expect(alone).toMatchObject({ ok: true, value: { holds: true } });
    const curves = [beside, alone].map((one) => (one.ok ? one.value.checks.find((check) => check.startsWith('curves')) : ''));
    expect(curves[0]).toContain('proved from values that do not leave');
    const page = readFileSync(join(at('good'), 'report.html'), 'utf8');
    expect(page).toContain('the mean of its group, or blank');
    expect(page).not.toContain('from band and pattern alone');
    expect(curves[1]).toContain('cannot be seen in the published files');
  });

  it('belong to groups: two of one band on a round grid have a mean each', async () => {
    const values = [-8.3, 2, -9.93, -2.81, -19.55, 0.43, 99_999.5, -0.31, -17.03, 14.52, 0.3, -2, 0, 1, -7, 5.11, -9, 0.3];
    writeFileSync(at('one.csv'), ['id,T1', ...values.map((value, row) => `p${row},${value}`), ''].join('\n'));
    const out = await made('one', { input: at('one.csv'), series: 'T1', segments: 1, k: 3, snap: 2 });
    expect(await verify(out, { original: { file: at('one.csv') } })).toMatchObject({
      ok: true,
      value: { holds: true, breaches: [] },
    });
    const [, ...rows] = readFileSync(join(out, 'naive_anonymized.csv'), 'utf8').trimEnd().split('\n');
    const bands = new Map(rows.map((row) => row.split(',')).map(([group, band]) => [group, band]));
    expect(new Set(bands.values()).size).toBeLessThan(bands.size);
  });

  it('add up to the truth, and bands do not', async () => {
    const biases: (number | undefined)[] = [];
    for (const curve of ['mean', 'middle'] as const) {
      const summary = await run({ ...days(), out: at(`bias ${curve}`), curve });
      biases.push(summary.ok && 'curveBias' in summary.value.measure ? summary.value.measure.curveBias : undefined);
    }
    expect(Math.abs(biases[0] ?? 1)).toBeLessThan(1e-3);
    expect(Math.abs(biases[1] ?? 0)).toBeGreaterThan(1e-2);
  });

  it('are those of k or more subjects, in the band, blank where two dominate, for any table', async () => {
    const forms = fc.record({
      method: fc.constantFrom('naive', 'kapra', 'prism'),
      shape: fc.constantFrom('wide', 'long'),
      intervals: fc.constantFrom('text', 'columns'),
      format: fc.constantFrom('csv', 'parquet'),
      missing: fc.constantFrom('fail', 'interpolate'),
    });
    const sizes = fc.record({ seed: fc.nat(1000), k: fc.integer({ min: 2, max: 9 }), sign: fc.constantFrom(1, -1, 0) });
    let turn = 0;
    await fc.assert(
      fc.asyncProperty(forms, sizes, async ({ method, missing, ...form }, { seed, k, sign }) => {
        const days = daysOf(seed).map((day) => day.map((value, t) => (sign === 0 ? (value % 7) - 3 : sign * value) + t / 4));
        const input = at(`any ${++turn}.csv`);
        write(input, days);
        if (missing === 'interpolate') writeFileSync(input, readFileSync(input, 'utf8').replace(/(\np9,[^,]*,)[^,]*/, '$1'));
        const effort = method === 'prism' ? { effort: 'fast' } : {};
        const given = { ...form, method, missing, ...effort, input, k, p: 2, seed } as Partial<SeriesInput>; // of each what it knows
        const out = await made(`any ${turn}`, given);
        expect(await verify(out, { original: { file: input } })).toMatchObject({
          ok: true,
          value: { holds: true, breaches: [] },
        });
        if (form.format === 'parquet' || form.shape === 'long' || missing === 'interpolate') return;
        for (const told of recounted(readFileSync(join(out, `${method}_anonymized.csv`), 'utf8'), out, days)) {
          expect(told.members).toBeGreaterThanOrEqual(k);
          expect(told.curve).toEqual(told.expected);
        }
      }),
      { numRuns: draws(20) },
    );
  });
});

const days = (): SeriesInput => ({
  method: 'naive',
  input: at('days.csv'),
  subject: 'id',
  series: 'H1..H8',
  k: 6,
  p: 2,
  seed: 3,
});

/** Each group's curve as it was published, and by plain counting over the rows that the evidence names. */
function recounted(csv: string, out: string, days: readonly (readonly number[])[]) {
  const [header, ...lines] = csv.trimEnd().split('\n');
  const places = header.split(',').flatMap((name, place) => (name.endsWith('_curve') ? [place] : []));
  const rows = readFileSync(join(out, 'internal/evidence.csv'), 'utf8').trimEnd().split('\n').slice(1).map(Number);
  const groups = new Map<string, { readonly cells: readonly string[]; readonly day: readonly number[] }[]>();
  for (const [i, line] of lines.entries()) {
    const cells = line.split(',');
    groups.set(cells[0], [...(groups.get(cells[0]) ?? []), { cells, day: days[rows[i] - 1] }]);
  }
  return [...groups.values()].map((group) => ({
    members: group.length,
    curve: places.map((place) => group[0].cells[place]),
    expected: places.map((_, t) => {
      const parts = group.map(({ day }) => Math.abs(day[t])).toSorted((a, b) => b - a);
      const whole = parts.reduce((sum, part) => sum + part, 0);
      const mean = group.reduce((sum, { day }) => sum + day[t], 0) / group.length;
      return parts[0] + parts[1] > 0.9 * whole
        ? ''
        : expect.toSatisfy((cell: string) => Math.abs(Number(cell) - mean) <= 0.00501);
    }),
  }));
}

describe('the verifier catches', () => {
  it.each(meanCurveTamperings)('$says', async ({ spoil, breach, beside }) => {
    const folder = mkdtempSync(join(home, 'forged-'));
    cpSync(at('good'), folder, { recursive: true });
    spoil(folder);
    const verdict = await verify(folder, beside ? { original: { file: at('days.csv') } } : {});
    if (!verdict.ok) throw new Error(verdict.problems[0].what);
    const kinds = verdict.value.breaches.map(({ kind }) => kind);
    expect(kinds.filter((kind) => !/report|page/.test(kind)).toSorted()).toEqual(breach.toSorted());
    if (!beside) return;
    expect(await verify(folder)).toMatchObject({ ok: true, value: { holds: true } }); // and nobody else could see it
  });
});
