import { afterAll, beforeAll, expect, it } from 'vitest';
import { aServer, curvesPolicy, fortyCurves, jobIn, refusalIn, type TestServer } from './a-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await aServer({ jobs: 1, streams: 2 });
});
afterAll(() => server.remove());

interface Told {
  readonly id: number;
  readonly event: string;
  readonly data: { readonly state?: string; readonly phase?: string };
}

const toldIn = (text: string): Told[] =>
  text
    .split('\n\n')
    .filter((part) => part.startsWith('id: '))
    .map((part) => {
      const [id, event, data] = part.split('\n').map((line) => line.slice(line.indexOf(': ') + 2));
      return { id: Number(id), event, data: JSON.parse(data) };
    });

const posted = async (): Promise<string> => (await jobIn(server.post(curvesPolicy, fortyCurves))).id;
const events = (id: string, after?: number) =>
  server.get(`/api/v1/releases/${id}/events`, after === undefined ? {} : { 'last-event-id': String(after) });

it('a stream tells states and progress in order, with rising numbers, and ends with the job', async () => {
  const answer = await events(await posted());
  expect(answer.headers.get('content-type')).toBe('text/event-stream');
  const text = await answer.text();
  const told = toldIn(text);
  expect(text.startsWith('retry: 2000\n\n')).toBe(true);
  expect(told.map(({ id }) => id)).toEqual(told.map((_, place) => place + 1));
  expect(told.filter(({ event }) => event === 'state').map(({ data }) => data.state)).toEqual(['queued', 'running', 'done']);
  expect(new Set(told.map(({ data }) => data.phase))).toEqual(
    new Set([undefined, 'read', 'group', 'pattern', 'write', 'measure', 'verify', 'publish']),
  );
});

it('a stream tells how far a phase is, and no number of rows: what was read less what was written is who was left out', async () => {
  const told = toldIn(await (await events(await posted())).text());
  const progress = told.filter(({ event }) => event === 'progress').map(({ data }) => data);
  expect(progress).toContainEqual({ phase: 'read', share: 1, finished: true });
  for (const data of progress) for (const key of ['done', 'total', 'unit']) expect(data).not.toHaveProperty(key);
});

it('a stream that was dropped goes on after the last event that arrived', async () => {
  const id = await posted();
  const answer = await events(id);
  const reader = answer.body?.getReader();
  let text = '';
  while (toldIn(text).length < 3) text += new TextDecoder().decode((await reader?.read())?.value);
  await reader?.cancel(); // dropped in the middle
  const before = toldIn(text);
  await server.ended(id);
  const after = toldIn(await (await events(id, before.at(-1)?.id)).text());
  const whole = toldIn(await (await events(id, 0)).text());
  expect([...before, ...after]).toEqual(whole);
  expect(after.at(-1)?.data.state).toBe('done');
});

it('a stream asked for when all was told answers 204, so that browsers stop coming back', async () => {
  const id = await posted();
  const told = toldIn(await (await events(id)).text());
  expect((await events(id, told.at(-1)?.id)).status).toBe(204);
});

it('a number that is none is refused', async () => {
  const answer = await server.get(`/api/v1/releases/${await posted()}/events`, { 'last-event-id': 'x' });
  expect(await refusalIn(answer)).toEqual([400, 'server/bad-request']);
});

it('no more streams are open than may be, and one that is dropped makes room', async () => {
  const ids = await Promise.all([posted(), posted(), posted(), posted()]);
  const last = ids[3]; // waits for the others
  const stops = [new AbortController(), new AbortController()];
  const open = (stop: AbortController) => fetch(`${server.url}/api/v1/releases/${last}/events`, { signal: stop.signal });
  await Promise.all(stops.map(open));
  const refused = await events(last);
  expect(await refusalIn(refused)).toEqual([503, 'server/busy']);
  stops[0].abort();
  await expect.poll(async () => (await open((stops[0] = new AbortController()))).status, { timeout: 90_000 }).toBe(200);
  for (const stop of stops) stop.abort();
});

it('a stream to a server that stops ends', async () => {
  const other = await aServer({ jobs: 1 });
  const { id } = await jobIn(other.post(curvesPolicy, fortyCurves));
  const answer = await other.get(`/api/v1/releases/${id}/events`);
  await other.stop();
  await answer.text();
  await other.remove();
});
