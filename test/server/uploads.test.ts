import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aServer, curvesPolicy, fortyCurves, jobIn, refusalIn, type TestServer } from './a-server.ts';

const [ana, ben] = ['a'.repeat(20), 'b'.repeat(20)];
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
let server: TestServer;
let clock = new Date();
beforeAll(async () => {
  server = await aServer(
    (folder) => {
      writeFileSync(join(folder, 'tokens'), `ana: ${ana}\nben: ${ben}\n`);
      return { tokenFile: join(folder, 'tokens'), uploadTime: 3600, maxUpload: '1MB' };
    },
    undefined,
    { now: () => clock },
  );
});
afterAll(() => server.remove());

interface Upload {
  readonly id: string;
  readonly bytes: number;
  readonly length: number;
  readonly complete: boolean;
  readonly format: string;
  readonly expires: string;
}
const uploadIn = async (answer: Promise<Response>): Promise<Upload> => (await (await answer).json()) as Upload;
const send = (method: string, path: string, body?: string, headers: Readonly<Record<string, string>> = {}, token = ana) =>
  fetch(`${server.url}/api/v1/uploads${path}`, {
    method,
    ...(body === undefined ? {} : { body }),
    headers: {
      ...bearer(token),
      ...(body === undefined ? {} : { 'content-type': 'application/offset+octet-stream' }),
      ...headers,
    },
  });
const begin = (length: number, query = '') => uploadIn(send('POST', query, undefined, { 'upload-length': String(length) }));

describe('an upload', () => {
  it('is sent whole, and a job reads it by its id', async () => {
    const upload = await uploadIn(send('POST', '?format=csv', fortyCurves));
    expect(upload).toMatchObject({ bytes: fortyCurves.length, complete: true, format: 'csv' });
    const answer = await server.postJson({ policy: curvesPolicy, upload: upload.id }, bearer(ana));
    expect(answer.status).toBe(202);
    const { id } = await jobIn(answer);
    await send('DELETE', `/${upload.id}`); // a job that reads it goes on
    for (;;) {
      const job = await jobIn(server.get(`/api/v1/releases/${id}`, bearer(ana)));
      if (['queued', 'running'].includes(job.state)) await new Promise((resolve) => setTimeout(resolve, 50));
      else {
        expect(job).toMatchObject({ state: 'done', source: 'upload' });
        break;
      }
    }
    expect(readdirSync(join(server.state, 'uploads'))).not.toContain(upload.id);
  });

  it('comes in pieces, each where the last one ended, after a lost connection too', async () => {
    const { id } = await begin(10);
    await send('PATCH', `/${id}`, '0123', { 'upload-offset': '0' });
    const head = await fetch(`${server.url}/api/v1/uploads/${id}`, { method: 'HEAD', headers: bearer(ana) });
    expect([head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual(['4', '10']);

    const { hostname, port } = new URL(server.url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `PATCH /api/v1/uploads/${id} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${ana}\r\nUpload-Offset: 4\r\nContent-Type: application/octet-stream\r\nContent-Length: 6\r\n\r\n45`,
        );
        setTimeout(() => socket.destroy(), 200);
      });
      socket.on('close', () => resolve());
    });
    let after = 0;
    while (after !== 6) after = (await uploadIn(send('GET', `/${id}`))).bytes; // what arrived stays
    const whole = await uploadIn(send('PATCH', `/${id}`, '6789', { 'upload-offset': '6' }));
    expect(whole).toMatchObject({ bytes: 10, complete: true });
  });

  it('takes no piece that begins elsewhere, or goes on past its end', async () => {
    const { id } = await begin(4);
    const answer = await send('PATCH', `/${id}`, 'ab', { 'upload-offset': '2' });
    expect(answer.headers.get('upload-offset')).toBe('0');
    expect(await refusalIn(answer)).toEqual([409, 'server/upload-offset']);
    expect(await refusalIn(send('PATCH', `/${id}`, 'abcdef', { 'upload-offset': '0' }))).toEqual([413, 'server/too-large']);
    expect((await uploadIn(send('GET', `/${id}`))).bytes).toBe(0);
    expect(await refusalIn(send('PATCH', `/${id}`, 'ab'))).toEqual([400, 'server/bad-request']);
  });

  it('of two pieces at once takes one', async () => {
    const piece = 'x'.repeat(500_000);
    const { id } = await begin(piece.length);
    const both = await Promise.all([1, 2].map(() => send('PATCH', `/${id}`, piece, { 'upload-offset': '0' })));
    const statuses = both.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, 409]);
    expect(await uploadIn(send('GET', `/${id}`))).toMatchObject({ bytes: piece.length, complete: true });
  });

  it('that is not whole is not read', async () => {
    const { id } = await begin(10);
    const answer = server.postJson({ policy: curvesPolicy, upload: id }, bearer(ana));
    expect(await refusalIn(answer)).toEqual([409, 'server/upload-incomplete']);
  });

  it('is of no size that the server does not take, and says its size before it comes', async () => {
    expect(await refusalIn(send('POST', '', undefined, { 'upload-length': '1000001' }))).toEqual([413, 'server/too-large']);
    expect(await refusalIn(send('POST', ''))).toEqual([400, 'server/bad-request']);
    expect(await refusalIn(send('POST', '', undefined, { 'upload-length': '-4' }))).toEqual([400, 'server/bad-request']);
  });

  it.each(['../../x', '..%2F..%2Fetc', '/etc/passwd', 'csv/../../x', '%00'])('has no name that leads out: %s', async (format) => {
    expect(await refusalIn(send('POST', `?format=${format}`, 'a'))).toEqual([400, 'server/bad-request']);
  });

  it('of an ending that nobody knows is read as text', async () => {
    expect((await begin(3, '?format=exe')).format).toBe('csv');
    expect((await begin(3, '?format=csv.gz')).format).toBe('csv.gz');
    expect((await begin(3, '?format=xlsx')).format).toBe('xlsx');
  });

  it('is there for its owner alone, whoever knows its id', async () => {
    const { id } = await uploadIn(send('POST', '', fortyCurves));
    const path = `/${id}`;
    expect(await refusalIn(send('GET', path, undefined, {}, ben))).toEqual([404, 'server/not-found']);
    expect(await refusalIn(send('DELETE', path, undefined, {}, ben))).toEqual([404, 'server/not-found']);
    expect(await refusalIn(send('PATCH', path, 'x', { 'upload-offset': '0' }, ben))).toEqual([404, 'server/not-found']);
    for (const [call, body] of [
      ['inspect', { upload: id }],
      ['draft', { upload: id }],
      ['check', { upload: id, policy: curvesPolicy }],
      ['releases', { upload: id, policy: curvesPolicy }],
    ] as const) {
      const answer = await fetch(`${server.url}/api/v1/${call}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { ...bearer(ben), 'content-type': 'application/json' },
      });
      const told = (await answer.json()) as { code?: string; problems?: readonly { code: string }[] };
      expect(told.code ?? told.problems?.[0].code, call).toBe('server/unknown-upload');
    }
    expect(((await (await send('GET', '', undefined, {}, ben)).json()) as { uploads: unknown[] }).uploads).toEqual([]);
  });

  it('is gone when its time is over, before anybody has removed it', async () => {
    const { id, expires } = await uploadIn(send('POST', '', fortyCurves));
    const before = clock;
    clock = new Date(expires);
    expect(await refusalIn(send('GET', `/${id}`))).toEqual([404, 'server/not-found']);
    expect(await refusalIn(send('PATCH', `/${id}`, 'x', { 'upload-offset': '0' }))).toEqual([404, 'server/not-found']);
    const answer = server.postJson({ policy: curvesPolicy, upload: id }, bearer(ana));
    expect(await refusalIn(answer)).toEqual([422, 'server/unknown-upload']);
    clock = before;
  });

  it('is in no log but by its route', () => {
    expect(server.answered.filter(({ route }) => route.includes('upload')).map(({ route }) => route)).toEqual(
      expect.arrayContaining(['/api/v1/uploads', '/api/v1/uploads/:id']),
    );
    expect(JSON.stringify(server.answered)).not.toMatch(/[0-9a-f]{32}|format=/);
  });
});

it('uploads outlive the server, and those whose time was over meanwhile are removed', async () => {
  let now = new Date();
  const first = await aServer({ uploadTime: 60 }, undefined, { now: () => now });
  const made = async (body: string) =>
    (await uploadIn(fetch(`${first.url}/api/v1/uploads`, { method: 'POST', body, headers: { 'content-type': 'text/csv' } }))).id;
  const old = await made('a\n1\n');
  now = new Date(now.getTime() + 50_000);
  const young = await made('a\n2\n');
  await first.stop();
  now = new Date(now.getTime() + 20_000);
  const second = await aServer({ uploadTime: 60 }, first.folder, { now: () => now });
  expect((await second.get(`/api/v1/uploads/${old}`)).status).toBe(404);
  expect((await second.get(`/api/v1/uploads/${young}`)).status).toBe(200);
  while (existsSync(join(second.state, 'uploads', old))) await new Promise((resolve) => setTimeout(resolve, 20));
  await second.remove();
});

it('uploads take their part of the disk, and jobs make room for them', async () => {
  const small = await aServer({ maxState: '100kB', maxUpload: '100kB' });
  const begun = (length: number) =>
    fetch(`${small.url}/api/v1/uploads`, { method: 'POST', headers: { 'upload-length': String(length) } });
  expect((await begun(60_000)).status).toBe(201);
  expect(await refusalIn(begun(60_000))).toEqual([507, 'server/state-full']);
  await small.remove();
});
