import { afterAll, beforeAll, expect, it } from 'vitest';
import { readLedger } from '../../src/api/ledger.ts';
import { aServer, curvesPolicy, fortyCurves, type TestServer } from './a-server.ts';

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
