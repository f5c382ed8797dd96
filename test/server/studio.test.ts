import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aServer, fortyCurves, rawRequest, refusalIn, type TestServer, tokenFile } from './a-server.ts';

let server: TestServer;
let invitation = '';
let cookie = '';
const keyIn = (address: string) => address.slice(address.indexOf('#key=') + 5);
const send = (path: string, { headers = {}, ...init }: RequestInit = {}, to = server) =>
  fetch(`${to.url}${path}`, {
    ...init,
    headers: { ...(init.body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    redirect: 'manual',
  });
const enter = (token: string, to = server) => send('/studio/session', { method: 'POST', body: JSON.stringify({ token }) }, to);
const cookieIn = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? '';

beforeAll(async () => {
  const next = { onInvitation: (address: string) => void (invitation = address) };
  server = await aServer({ studio: true }, undefined, next);
  invitation = server.studio ?? '';
  const first = keyIn(invitation);
  const entered = await enter(first);
  expect(entered.status).toBe(204);
  expect(entered.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Strict; /);
  cookie = cookieIn(entered);
  expect(keyIn(invitation)).not.toBe(first);
  expect(await refusalIn(enter(first))).toEqual([401, 'server/unauthorised']);
});
afterAll(() => server?.remove());

describe('the door of the studio', () => {
  it('answers nothing of the API without the cookie, and tells what is open', async () => {
    for (const path of ['/api/v1/uploads', '/api/v1/releases', '/studio/works', '/metrics'])
      expect(await refusalIn(send(path)), path).toEqual([401, 'server/unauthorised']);
    expect((await send('/api/v1/uploads', { headers: { cookie } })).status).toBe(200);
    expect(await (await send('/studio/session')).json()).toEqual({
      version: expect.any(String),
      signedIn: false,
      door: 'address',
    });
    expect(await (await send('/studio/session', { headers: { cookie } })).json()).toMatchObject({ signedIn: true, inside: true });
  });

  it('does not take the cookie from a page of another port, nor a name that leads here', async () => {
    for (const site of ['same-site', 'cross-site'])
      expect(await refusalIn(send('/api/v1/uploads', { headers: { cookie, 'sec-fetch-site': site } }))).toEqual([
        401,
        'server/unauthorised',
      ]);
    expect(await refusalIn(send('/api/v1/uploads', { headers: { cookie, origin: 'http://localhost:3000' } }))).toEqual([
      403,
      'server/origin-not-allowed',
    ]);
    const renamed = await rawRequest(server.url, { path: '/studio/', headers: { host: 'evil.example', cookie } });
    expect(renamed.status).toBe(421);
  });

  it('lets a browser lay the second token down, and take it up again', async () => {
    const upload = await send('/api/v1/uploads?format=csv', {
      method: 'POST',
      body: fortyCurves,
      headers: { cookie, 'content-type': 'text/csv' },
    });
    const { id } = (await upload.json()) as { id: string };
    const body = JSON.stringify({ upload: id, policy: { subject: 'id', series: 'a..d', method: 'naive' }, rows: 2 });
    const preview = () => send('/api/v1/preview', { method: 'POST', body, headers: { cookie } });
    expect((await send('/studio/inside', { method: 'DELETE', headers: { cookie } })).status).toBe(204);
    expect((await refusalIn(preview()))[0]).toBe(403);
    expect(
      (await refusalIn(send('/studio/inside', { method: 'POST', body: '{"token":"a guess"}', headers: { cookie } })))[0],
    ).toBe(403);
  });

  it('ends a session when asked', async () => {
    const other = cookieIn(await enter(keyIn(invitation)));
    expect((await send('/studio/session', { method: 'DELETE', headers: { cookie: other } })).status).toBe(204);
    expect((await send('/studio/works', { headers: { cookie: other } })).status).toBe(401);
  });

  it('knows people by their tokens where the server has some, and shows each their own work', async () => {
    const shared = await aServer((folder) => ({
      studio: true,
      tokenFile: tokenFile(folder, 'tokens', `ana: ${'a'.repeat(20)}\nbor: ${'b'.repeat(20)}`),
    }));
    try {
      expect(shared.studio).toBe(`${shared.url}/studio/`);
      expect((await enter('c'.repeat(20), shared)).status).toBe(401);
      const [ana, bor] = await Promise.all(['a', 'b'].map(async (letter) => cookieIn(await enter(letter.repeat(20), shared))));
      const made = await send(
        '/studio/works',
        { method: 'POST', body: '{"content":{"steps":[],"at":0}}', headers: { cookie: ana } },
        shared,
      );
      const { id } = (await made.json()) as { id: string };
      expect((await send(`/studio/works/${id}`, { headers: { cookie: ana } }, shared)).status).toBe(200);
      expect((await send(`/studio/works/${id}`, { headers: { cookie: bor } }, shared)).status).toBe(404);
      expect(await (await send('/studio/session', { headers: { cookie: ana } }, shared)).json()).toMatchObject({ inside: false });
    } finally {
      await shared.remove();
    }
  });

  it('is not there where nobody asked for it', async () => {
    const plain = await aServer();
    try {
      expect(plain.studio).toBeUndefined();
      expect((await plain.get('/studio/')).status).toBe(404);
      expect((await plain.get('/')).headers.get('location')).toBe('/docs');
    } finally {
      await plain.remove();
    }
  });
});

describe('a work', () => {
  it('is refused where another window changed it since, and outlives a restart with its session', async () => {
    const put = (id: string, revision: number, at: number) =>
      send(`/studio/works/${id}`, { method: 'PUT', body: JSON.stringify({ revision, content: { at } }), headers: { cookie } });
    const made = await send('/studio/works', { method: 'POST', body: '{"content":{"at":0}}', headers: { cookie } });
    const { id, revision } = (await made.json()) as { id: string; revision: number };
    expect((await put(id, revision, 1)).status).toBe(200);
    expect(await refusalIn(put(id, revision, 2))).toEqual([409, 'server/work-changed']);
    expect((await put(id, revision + 1, 'x'.repeat(300_000) as never)).status).toBe(507);
    await server.stop();
    const again = await aServer({ studio: true }, server.folder);
    const found = await send(`/studio/works/${id}`, { headers: { cookie } }, again);
    expect(await found.json()).toMatchObject({ revision: 2, content: { at: 1 } });
    expect((await send(`/studio/works/${id}`, { method: 'DELETE', headers: { cookie } }, again)).status).toBe(204);
    expect((await send(`/studio/works/${id}`, { headers: { cookie } }, again)).status).toBe(404);
    expect(readdirSync(join(server.folder, 'state', 'works'))).toEqual([]);
    const kept = readFileSync(join(server.folder, 'state', 'sessions.json'), 'utf8');
    expect(kept).not.toContain(cookie.split('=')[1]);
    server = again;
  });
});

describe('the page', () => {
  const folder = fileURLToPath(new URL('../../dist/studio', import.meta.url));

  it('is a few files, with at most 150 kB of script in any language when packed', () => {
    const files = readdirSync(folder);
    expect(files.length).toBeLessThanOrEqual(7);
    const packed = (start: string) =>
      files
        .filter((name) => name.startsWith(start) && name.endsWith('.js'))
        .map((name) => gzipSync(readFileSync(join(folder, name))).length);
    const [page, words] = [packed('studio-'), packed('words-')];
    expect([page.length, words.length]).toEqual([1, 3]); // the words of a language come when it is chosen
    expect(page[0] + Math.max(...words)).toBeLessThanOrEqual(150_000);
  });

  it('runs nothing but its own files, and browsers may keep those', async () => {
    const page = await send('/studio/');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).not.toMatch(/unsafe|\*|data:|https?:/);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const html = await page.text();
    expect(html).not.toMatch(/<style|<script(?! type="module" src=)|\son\w+=|style=/);
    for (const [, name] of html.matchAll(/(?:src|href)="(files\/[^"]+)"/g)) {
      const file = await send(`/studio/${name}`);
      expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'private, max-age=31536000, immutable']);
      const etag = file.headers.get('etag') ?? '';
      expect((await send(`/studio/${name}`, { headers: { 'if-none-match': etag } })).status).toBe(304);
    }
    expect((await send('/studio/files/..%2f..%2fpackage.json')).status).toBe(404);
    expect((await send('/')).headers.get('location')).toBe('/studio/');
  });
});
