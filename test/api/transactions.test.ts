import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, generate, releasedRows, run, type TableInput, verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let home = '';
const exits: TableInput = { method: 'kaca', subject: 'vehicle_id', quasi: ['section_id:prefix', 'exit_time:time'], seed: 1 };

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'shoal-transactions-'));
  expect(await generate('tolls', { rows: 1500, seed: 2, out: join(home, 'tolls.csv') })).toMatchObject({ ok: true });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Runs over some lines, or over the toll exits, and gives the folder. */
async function released(name: string, given: Partial<TableInput>, lines?: readonly string[]): Promise<string> {
  const out = join(home, name);
  const input = lines === undefined ? join(home, 'tolls.csv') : join(home, `${name}.csv`);
  if (lines !== undefined) writeFileSync(input, lines.join('\n'));
  const made = await run({ ...exits, ...given, input, out });
  expect(made.ok ? [] : made.problems).toEqual([]);
  const verdict = await verify(out, { original: { file: input } });
  expect(verdict).toMatchObject({ ok: true, value: { holds: true } });
  return out;
}

describe('releasedRows', () => {
  it('gives counts and means as numbers, and null for a mean that is not told', async () => {
    const lines = ['vehicle_id,section_id,exit_time,toll_money'];
    for (const [vehicle, toll] of [1, 1, 1, 9999].entries()) lines.push(`v${vehicle},G1,2023-01-02T10:00:00,${toll}`);
    const given = { k: 2, aggregate: 'count,avg:toll_money', dominance: '1,0.9' };
    const rows = [{ section_region: 'G1 region', time_period: 'morning(06-12)', truck_count: 4, avg_toll: null }];
    expect(await releasedRows(await released('blank', given, lines))).toEqual(rows);
    expect(await releasedRows(await released('blank-parquet', { ...given, format: 'parquet' }, lines))).toEqual(rows);
    expect(await releasedRows(await released('told', { ...given, dominance: 'off' }, lines))).toEqual([
      { ...rows[0], avg_toll: 2500.5 },
    ]);
  });
});

describe('a run over transactions', () => {
  it('reads times with an offset as written, or by the clock of a zone', async () => {
    const lines = ['vehicle_id,when', 'a,2023-01-02T17:30:00+05:00', 'b,2023-01-02T17:40:00+05:00', 'c,2023-01-02 17:10+05'];
    const given = { k: 3, quasi: 'when:time', aggregate: 'count' };
    expect(await releasedRows(await released('written', given, lines))).toEqual([{ when: 'afternoon(12-18)', count: 3 }]);
    const there = { ...given, timeZone: 'Europe/Ljubljana' };
    expect(await releasedRows(await released('there', there, lines))).toEqual([{ when: 'afternoon(12-18)', count: 3 }]);
    const far = { ...given, timeZone: 'Asia/Tokyo' };
    expect(await releasedRows(await released('far', far, lines))).toEqual([{ when: 'evening(18-24)', count: 3 }]);
  });

  it('weighs one quasi-identifier against another, and tells the loss both ways', async () => {
    const losses = async (weights: Record<string, number>) => {
      const out = await released(`weights ${JSON.stringify(weights).length}`, {
        clustering: 'hierarchy',
        aggregate: 'count',
        weights,
      });
      const told = (file: string) => JSON.parse(readFileSync(join(out, file), 'utf8'));
      const { columns } = told('manifest.json') as { columns: readonly { of?: string; weight?: number }[] };
      expect(Object.fromEntries(columns.flatMap(({ of, weight }) => (weight === undefined ? [] : [[of, weight]])))).toEqual(
        weights,
      );
      const own = told('internal/report.json').measure as { ncp: number; weightedNcp: number; columns: Record<string, number> };
      const [section = 1, time = 1] = [weights.section_id, weights.exit_time];
      const weighed = section * own.columns.section_id + time * own.columns.exit_time;
      expect(own.weightedNcp).toBeCloseTo(weighed / (section + time), 8);
      expect(own.ncp).toBeCloseTo((own.columns.section_id + own.columns.exit_time) / 2, 8);
      expect(told('report.json').measure.weightedNcp).toBeGreaterThanOrEqual(own.weightedNcp);
      return told('report.json').measure.columns as Record<string, number>;
    };
    const [region, time] = [await losses({ section_id: 100 }), await losses({ exit_time: 9 })];
    expect(region.section_id).toBeLessThan(time.section_id);
    expect(region.exit_time).toBeGreaterThan(time.exit_time);
  });

  it('clusters all at once where blocks are forbidden, as it does with a table of one block', async () => {
    const some = readFileSync(join(home, 'tolls.csv'), 'utf8').split('\n', 401);
    for (const clustering of ['kmeans', 'hierarchy', 'merge'] as const) {
      const [one, exact] = [
        await released(`one ${clustering}`, { clustering, aggregate: 'count' }, some),
        await released(`exact ${clustering}`, { clustering, aggregate: 'count', exact: true }, some),
      ];
      expect(await releasedRows(exact)).toEqual(await releasedRows(one));
    }
  });

  it('loses at most half by hierarchy of what it loses by K-Means on 21,000 exits, and no label is false', async () => {
    expect(await generate('tolls', { rows: 21_000, seed: 1, out: join(home, 'many.csv') })).toMatchObject({ ok: true });
    const loss = async (clustering: 'kmeans' | 'hierarchy') => {
      const out = join(home, `many ${clustering}`);
      const made = await run({ ...exits, clustering, aggregate: 'count,avg:toll_money', input: join(home, 'many.csv'), out });
      expect(await verify(out, { original: { file: join(home, 'many.csv') } })).toMatchObject({
        ok: true,
        value: { holds: true },
      });
      return made.ok ? made.value.measure.ncp : Number.NaN;
    };
    expect((await loss('hierarchy')) / (await loss('kmeans'))).toBeLessThanOrEqual(0.5);
  });

  it('stands in a comparison with its loss per record', async () => {
    const folders = [
      await released('by kmeans', { aggregate: 'count' }),
      await released('by merge', { clustering: 'merge', aggregate: 'count' }),
    ];
    const compared = await compare(folders);
    if (!compared.ok) throw new Error(compared.problems[0].what);
    const [kmeans, merge] = compared.value.releases;
    expect(kmeans.settings).toMatchObject({ method: 'kaca', clustering: 'kmeans' });
    expect(merge.figures?.ncp).toBeLessThan(kmeans.figures?.ncp ?? 0);
  });
});

describe('records that are left out', () => {
  it('may be the only ones with their label, which no report then draws', async () => {
    const places = Array.from({ length: 40 }, (_, i) => (i < 2 ? 'Z9' : i % 2 === 0 ? 'A1' : 'B2'));
    const lines = ['id,place', ...places.map((place, i) => `p${i},${place}`)];
    const given = { method: 'local', subject: 'id', quasi: 'place:prefix', k: 3, suppression: 0.2 } as const;
    const rows = (await releasedRows(await released('left-out', given, lines))) as readonly { readonly place: string }[];
    expect(rows).toHaveLength(38);
    expect(rows.some(({ place }) => place.includes('Z9'))).toBe(false);
  });

  it('are records of somebody: rows of nobody take nothing of the share that may be', async () => {
    const places = Array.from({ length: 40 }, (_, i) => (i < 4 ? 'Z9' : i % 2 === 0 ? 'A1' : 'B2'));
    const lines = ['id,place', ...places.map((place, i) => `p${i},${place}`), ...Array.from({ length: 9 }, () => ',A1')];
    const given = {
      method: 'local',
      subject: 'id',
      quasi: 'place:prefix',
      k: 5,
      suppression: 0.1,
      onEmptySubject: 'drop',
    } as const;
    expect(await releasedRows(await released('of-nobody', given, lines))).toHaveLength(36);
  });
});
