import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generate, run, type SeriesInput, verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const cases = fileURLToPath(new URL('golden', import.meta.url));
let scratch = '';

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'shoal-golden-'));
});

afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

/** The policy of a case, its files found in the case's own folder. */
function policyOf(folder: string): SeriesInput {
  const policy = parse(readFileSync(join(folder, 'policy.yaml'), 'utf8')) as SeriesInput; // run parses it again, and refuses what is wrong
  const hierarchy = Object.fromEntries(
    Object.entries(policy.hierarchy ?? {}).map(([column, file]) => [column, join(folder, file)]),
  );
  return { ...policy, input: join(folder, 'input.csv'), hierarchy };
}

describe('a policy and an input owe this release', () => {
  for (const name of readdirSync(cases).sort())
    describe(name, () => {
      const folder = join(cases, name);
      const [file] = readdirSync(folder).filter((each) => each.endsWith('_anonymized.csv'));
      const owed = readFileSync(join(folder, file), 'utf8');
      const summary = JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8'));

      it('to the byte, with these figures', async () => {
        const out = join(scratch, name);
        const made = await run({ ...policyOf(folder), out });
        expect(made.ok ? [] : made.problems).toEqual([]);
        expect(readFileSync(join(out, file), 'utf8')).toBe(owed);
        const { out: _, seconds: __, peakMemoryBytes: ___, weigh: ____, ...figures } = made.ok ? made.value : {};
        expect(figures).toEqual(closely(summary));
      });

      it('which verifies on its own', async () => {
        const verdict = await verify(join(scratch, name));
        expect(verdict).toMatchObject({ ok: true, value: { holds: true, breaches: [] } });
      });
    });
});

/** Fractions may differ in the last bits between processors. */
function closely(value: unknown): unknown {
  if (typeof value === 'number') return expect.closeTo(value, 9);
  if (Array.isArray(value)) return value.map(closely);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closely(inner)]));
}

describe('a release of many blocks', () => {
  const released = async (name: string, given: Partial<SeriesInput>): Promise<string> => {
    const out = join(scratch, name);
    const policy = {
      method: 'naive' as const,
      input: join(scratch, 'placed.csv'),
      subject: 'id',
      series: '/^T/',
      sensitive: 'place',
      k: 5,
      p: 2,
      queries: 0,
      seed: 11,
      out,
    };
    const made = await run({ ...policy, ...given } as SeriesInput); // of the method it names last
    expect(made.ok ? [] : made.problems).toEqual([]);
    return readFileSync(join(out, `${given.method ?? 'naive'}_anonymized.csv`), 'utf8');
  };

  beforeAll(async () => {
    const walks = join(scratch, 'walks.csv');
    expect(await generate('walks', { rows: 4200, seed: 5, length: 7, out: walks })).toMatchObject({ ok: true });
    const [header, ...lines] = readFileSync(walks, 'utf8').trimEnd().split('\n');
    writeFileSync(join(scratch, 'placed.csv'), [`${header},place`, ...lines.map((line, place) => `${line},${place}`)].join('\n'));
  });

  // of Naive test/cli/run.test.ts shows it
  it.each([{ method: 'kapra' }, { method: 'prism', effort: 'fast' }] as const)(
    'has the same bytes on 1, 2 and 4 threads: %s',
    async (given) => {
      const one = await released(`one ${given.method}`, { ...given, threads: 1 });
      expect(one.trimEnd().split('\n')).toHaveLength(4201);
      expect((await released(`two ${given.method}`, { ...given, threads: 2 })) === one).toBe(true);
      expect((await released(`four ${given.method}`, { ...given, threads: 4 })) === one).toBe(true);
    },
  );

  it('is the same under another seed but for the order of rows and the numbers of groups', async () => {
    const [first, second] = [await released('seed 12', { seed: 12 }), await released('seed 13', { seed: 13 })];
    const bare = (text: string) =>
      text
        .split('\n')
        .map((line) => line.slice(line.indexOf(',')))
        .sort()
        .join('\n');
    expect(first === second).toBe(false);
    expect(bare(first) === bare(second)).toBe(true);
  });

  it('tells neither by the order of its rows nor by the numbers of groups where a record stood', async () => {
    const rows = (await released('order', {}))
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','));
    const groups = rows.map((row) => Number(row[0]));
    const places = rows.map((row) => Number(row[8]));
    expect([...places].sort((a, b) => a - b)).toEqual(rows.map((_, place) => place));
    const order = [...rows.keys()];
    for (const [a, b] of [
      [order, places],
      [order, groups],
      [groups, places],
    ])
      expect(Math.abs(correlation(a, b))).toBeLessThan(0.057); // four deviations of chance
  });
});

function correlation(a: readonly number[], b: readonly number[]): number {
  const centred = (values: readonly number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return values.map((value) => value - mean);
  };
  const [x, y] = [centred(a), centred(b)];
  const dot = (p: readonly number[], q: readonly number[]) => p.reduce((sum, value, i) => sum + value * q[i], 0);
  return dot(x, y) / Math.sqrt(dot(x, x) * dot(y, y));
}
