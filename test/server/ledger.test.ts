import { rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLedger } from '../../src/api/ledger.ts';
import type { FlowBody } from '../../src/server/flow-schema.ts';
import { aServer, curvesPolicy, fortyCurves, newFolder, type TestServer } from './a-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer((folder) => ({ ledger: `${folder}/releases.ledger` }));
});
afterAll(() => server.remove());

it('jobs are entered, and one that exposes those of an earlier one is refused', async () => {
  const made = async (settings: object) => {
    const answer = await server.post({ ...curvesPolicy, ...settings }, fortyCurves);
    return server.ended(((await answer.json()) as { id: string }).id);
  };
  expect(await made({})).toMatchObject({ state: 'done' });
  expect(await made({ k: 7 })).toMatchObject({ state: 'failed', problems: [{ code: 'ledger/crowd-below-k' }] });
  expect(readLedger(server.path('releases.ledger'))).toMatchObject({ ok: true, value: { releases: [{ number: 1 }] } });
});

it('answers that overlap are refused, and one that was given is given again', async () => {
  const flow = async (days: string) => {
    const answer = await server.get(`/api/analytics/truck/exit-hourly-flow-k-anonymized?${days}`);
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  expect(await flow('start_date=2023-01-02&end_date=2023-01-08')).toEqual([200, undefined]);
  expect(await flow('start_date=2023-01-02&end_date=2023-01-07')).toEqual([422, 'server/exposes-earlier']);
  expect(await flow('start_date=2023-01-02&end_date=2023-01-08')).toEqual([200, undefined]);
});

describe.each([
  ['exact', () => ({})],
  ['with noise', (folder: string) => ({ noise: '3,2', noiseKey: `${folder}/noise.key` })],
])('answers that are %s', (_, more) => {
  it('are made again by a server that starts again, of vehicles with several exits too, and are entered again', async () => {
    const folder = newFolder();
    writeFileSync(`${folder}/noise.key`, '7c0a91e5d3b84f26aa1837e09bd45c62\n');
    const options = { ledger: `${folder}/again.ledger`, ...more(folder) };
    const ask = async (days: string) => {
      const again = await aServer(options, folder);
      try {
        const answer = await again.get(`/api/analytics/truck/exit-hourly-flow-k-anonymized?${days}`);
        return [answer.status, await answer.json()] as const;
      } finally {
        await again.stop();
      }
    };
    const [week, day] = ['start_date=2023-01-02&end_date=2023-01-08', 'start_date=2023-01-02&end_date=2023-01-02'];
    const [status, first] = await ask(week);
    expect(status).toBe(200);
    const second = await ask(week);
    expect([second[0], (second[1] as FlowBody).data]).toEqual([200, (first as FlowBody).data]);
    expect(await ask(day)).toMatchObject([422, { code: 'server/exposes-earlier' }]);
    expect(readLedger(options.ledger)).toMatchObject({ ok: true, value: { releases: [{ number: 1 }, { number: 2 }] } });
    rmSync(folder, { recursive: true, force: true });
  });
});
