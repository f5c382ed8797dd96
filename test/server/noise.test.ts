import { writeFileSync } from 'node:fs';
import { serve } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FlowBody, flowBody } from '../../src/server/flow-schema.ts';
import { aServer, newFolder, someExits, type TestServer } from './a-server.ts';

const flow = '/api/analytics/truck/exit-hourly-flow-k-anonymized';
const noise = { most: 3, variance: 2 };
const withKey = (folder: string) => {
  writeFileSync(`${folder}/noise.key`, '7c0a91e5d3b84f26aa1837e09bd45c62\n');
  return { noise, noiseKey: `${folder}/noise.key` };
};

describe('answers with noise', () => {
  let server: TestServer;
  let exact: TestServer;
  beforeAll(async () => {
    const folder = newFolder();
    const data = await someExits(folder);
    [server, exact] = await Promise.all([aServer({ ...withKey(folder), data }, folder), aServer({ data })]);
  });
  afterAll(() => Promise.all([server.remove(), exact.remove()]));

  const ask = async (of: TestServer, days: string): Promise<FlowBody> =>
    flowBody.parse(await (await of.get(`${flow}?${days}&k=5`)).json());

  it('say so, tell counts of k and more and no means, and are the same when they are asked again', async () => {
    const days = 'start_date=2023-01-02&end_date=2023-01-08';
    const told = await ask(server, days);
    expect(told.privacy_protection.noise).toEqual(noise);
    expect(told.data.length).toBeGreaterThan(0);
    for (const { truck_count, avg_toll } of told.data) expect([truck_count >= 5, avg_toll]).toEqual([true, null]);
    expect(await ask(server, days)).toEqual(told);
  });

  it('are exact, with means, where nobody asked for noise', async () => {
    const told = await ask(exact, 'start_date=2023-01-02&end_date=2023-01-08');
    expect(told.privacy_protection.noise).toBeUndefined();
    expect(told.data.some(({ avg_toll }) => avg_toll !== null)).toBe(true);
  });

  it('cannot be had by a client with a key of its own choice', async () => {
    const policy = { family: 'table', subject: 'a', quasi: 'b', aggregate: 'count', noise: '3,2', noiseKey: '/etc/hostname' };
    const answer = await server.post(policy, 'a,b\n1,2\n');
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('noiseKey')]);
  });
});

it.each([
  ['a key that is not there', { noise, noiseKey: '/no/such/key' }, 'policy/bad-noise-key'],
  ['no key', { noise }, 'policy/bad-noise-key'],
  ['a key and no noise', { noiseKey: '/no/such/key' }, 'server/bad-option'],
  ['noise that is none', { noise: '0,0' }, 'server/bad-option'],
])('a server with %s does not start', async (_, options, code) => {
  const started = await serve({ port: 0, state: newFolder(), ...options } as Parameters<typeof serve>[0]);
  expect(started.ok ? 'started' : started.problems[0].code).toBe(code);
});
