import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate, type ServeListeners, type ServeOptions } from 'shoal';
import { describe, expect, it } from 'vitest';
import { type FlowBody, flowBody } from '../../src/server/flow-schema.ts';
import { aServer, newFolder, refusalIn, type TestServer } from '../server/a-server.ts';

const flow = '/api/analytics/truck/exit-hourly-flow-k-anonymized';
const week = (monday: string, sunday: string, k?: number) =>
  `${flow}?start_date=${monday}&end_date=${sunday}${k === undefined ? '' : `&k=${k}`}`;
const firstWeek = (k?: number) => week('2023-01-02', '2023-01-08', k);

/** A server of mode public over four weeks of made-up exits that may be changed under it. */
async function publicServer(
  options: ServeOptions = {},
  listeners: ServeListeners = {},
): Promise<TestServer & { readonly data: string }> {
  const folder = newFolder();
  const data = join(folder, 'exits.csv');
  await generate('tolls', { rows: 3000, seed: 4, out: data });
  return { ...(await aServer({ mode: 'public', data, ...options }, folder, listeners)), data };
}

const append = (data: string, times: number, toll = 10) => {
  const [head] = readFileSync(data, 'utf8').split('\n');
  const cells: Readonly<Record<string, (i: number) => string>> = {
    vehicle_id: (i) => `new-${i}`,
    section_id: () => 'G5615',
    exit_time: () => '2023-01-03 10:00:00',
    toll_money: () => String(toll),
  };
  const line = (i: number) =>
    head
      .split(',')
      .map((name) => cells[name]?.(i) ?? '')
      .join(',');
  appendFileSync(data, Array.from({ length: times }, (_, i) => `${line(i)}\n`).join(''));
};

describe('over HTTP, in mode public', () => {
  it('does not give away a record that came in later: the first answer to a week stands, after a restart too', async () => {
    const server = await publicServer({ ks: [5, 20] });
    const before = await (await server.get(firstWeek(5))).text();
    append(server.data, 1);
    expect(await (await server.get(firstWeek(5))).text()).toBe(before);
    const coarse = await (await server.get(firstWeek(20))).text();
    await server.stop();
    append(server.data, 40);
    const again = await aServer({ mode: 'public', ks: [5, 20], data: server.data }, server.folder);
    expect(await (await again.get(firstWeek(5))).text()).toBe(before);
    expect(await (await again.get(firstWeek(20))).text()).toBe(coarse);
    await again.remove();
  });

  it('does not give away that a record came in where there were too few: the refusal stands as well', async () => {
    const server = await publicServer();
    const [head] = readFileSync(server.data, 'utf8').split('\n');
    writeFileSync(server.data, `${head}\n`);
    append(server.data, 4);
    expect(await refusalIn(server.get(firstWeek()))).toEqual([422, 'server/k-above-crowd']);
    append(server.data, 40);
    expect(await refusalIn(server.get(firstWeek()))).toEqual([422, 'server/k-above-crowd']);
    await server.remove();
  });

  it('does not give away the running week, wherever its Sunday is over last', async () => {
    let now = new Date('2023-01-08T23:59:59Z');
    const server = await publicServer({}, { now: () => now });
    expect(await refusalIn(server.get(firstWeek()))).toEqual([422, 'server/not-ended']);
    now = new Date('2023-01-09T11:59:59Z');
    expect(await refusalIn(server.get(firstWeek()))).toEqual([422, 'server/not-ended']);
    now = new Date('2023-01-09T12:00:00Z');
    expect((await server.get(firstWeek())).status).toBe(200);
    await server.remove();
    const zoned = await publicServer({ timeZone: 'Asia/Shanghai', settle: 2 }, { now: () => now });
    now = new Date('2023-01-10T15:59:59Z');
    expect(await refusalIn(zoned.get(firstWeek()))).toEqual([422, 'server/not-ended']);
    now = new Date('2023-01-10T16:00:00Z');
    expect((await zoned.get(firstWeek())).status).toBe(200);
    await zoned.remove();
  });

  it('does not give away one week less another: no period overlaps another', async () => {
    const server = await publicServer();
    for (const path of [
      flow,
      `${flow}?start_date=2023-01-02`,
      `${flow}?end_date=2023-01-08`,
      week('2023-01-02', '2023-01-15'),
      week('0001-01-01', '0001-01-07'),
    ])
      expect(await refusalIn(server.get(path))).toEqual([422, 'server/off-grid']);
    await server.remove();
  });

  it('does not give away other groupings of the same vehicles: a k that was not declared is refused, and told which are', async () => {
    const server = await publicServer({ ks: [5, 20] });
    const answer = await server.get(firstWeek(6));
    expect(await answer.clone().text()).toContain('k=5 or k=20');
    expect(await refusalIn(answer)).toEqual([422, 'server/k-not-declared']);
    expect((await server.get(firstWeek())).status).toBe(200);
    await server.stop();
    const other = await aServer({ mode: 'public', ks: [5, 10], data: server.data }, server.folder);
    expect(await refusalIn(other.get(firstWeek(10)))).toEqual([422, 'server/k-not-kept']);
    expect((await other.get(week('2023-01-09', '2023-01-15', 10))).status).toBe(200);
    await other.remove();
    const alone = await publicServer({ minK: 7 });
    expect(await refusalIn(alone.get(firstWeek(8)))).toEqual([422, 'server/k-not-declared']);
    expect(((await (await alone.get(firstWeek())).json()) as FlowBody).privacy_protection.k_value).toBe(7);
    await alone.remove();
  });

  it('does not give away a hidden mean: an answer for a larger k has none that the smallest k did not tell', async () => {
    const server = await publicServer({ ks: [5, 20, 40] });
    append(server.data, 1, 1e7);
    const bodies = await Promise.all(
      [5, 20, 40].map(async (k) => flowBody.parse(await (await server.get(firstWeek(k))).json()).data),
    );
    const [fine, ...coarser] = bodies;
    expect(fine.some(({ avg_toll }) => avg_toll === null)).toBe(true);
    for (const [i, rows] of coarser.entries()) {
      expect(rows.length).toBeLessThan(bodies[i].length);
      for (const { truck_count, avg_toll, k_anonymized } of rows) {
        expect(truck_count).toBeGreaterThanOrEqual([20, 40][i]);
        expect(k_anonymized).toBe(true);
        expect(avg_toll ?? 0).toBeLessThan(1e5);
      }
      expect(rows.some(({ avg_toll }) => avg_toll === null)).toBe(true);
      expect(rows.some(({ avg_toll }) => avg_toll !== null)).toBe(true);
    }
    await server.remove();
  });
});
