import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answered, generate, type RunningServer, type ServeListeners, type ServeOptions, serve } from 'shoal';
import { expect } from 'vitest';

/** A server of one test's own, as a client sees it: real HTTP on a free port of this machine. */
export interface TestServer extends RunningServer {
  readonly folder: string;
  readonly answered: readonly Answered[];
  path(...names: readonly string[]): string;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** A job for an uploaded file, in the state it is in when it is taken in. */
  post(policy: unknown, csv: string, options?: PostOptions): Promise<Response>;
  postJson(body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** The job once it has ended. */
  ended(id: string): Promise<JobShown>;
  remove(): Promise<void>;
}

export interface PostOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly name?: string;
}

export interface JobShown {
  readonly id: string;
  readonly state: string;
  readonly source: string;
  readonly summary?: { readonly verdict: { readonly holds: boolean } };
  readonly problems?: readonly { readonly code: string; readonly what: string; readonly where?: string }[];
}

export interface ProblemShown {
  readonly status: number;
  readonly code: string;
  readonly pointer?: string;
  readonly detail: string;
  readonly suggestion: string;
  readonly errors: readonly { readonly code: string; readonly pointer?: string }[];
}

export async function aServer(
  options: ServeOptions | ((folder: string) => ServeOptions) = {},
  folder = newFolder(),
  listeners: ServeListeners = {},
): Promise<TestServer> {
  const answered: Answered[] = [];
  const given = typeof options === 'function' ? options(folder) : options;
  const ownState = join(folder, 'state');
  if (given.state === undefined) keepSecret(ownState);
  const started = await serve(
    { port: 0, state: ownState, stopTime: 0, rate: 100_000, answerTime: 100, ...given }, // on a busy machine too
    { ...listeners, onAnswer: (one) => void answered.push(one) },
  );
  if (!started.ok) throw new Error(started.problems[0].what);
  const { url, mode, state, stop, studio } = started.value;
  const get: TestServer['get'] = (path, headers = {}) => fetch(`${url}${path}`, { headers, redirect: 'manual' });
  return {
    url,
    ...(studio === undefined ? {} : { studio }),
    mode,
    state,
    stop,
    folder,
    answered,
    get,
    path: (...names) => join(folder, ...names),
    post(policy, csv, { headers = {}, name = 'data.csv' } = {}) {
      const form = new FormData();
      form.append('policy', JSON.stringify(policy));
      form.append('file', new Blob([csv]), name);
      return fetch(`${url}/api/v1/releases`, { method: 'POST', body: form, headers });
    },
    postJson: (body, headers = {}) =>
      fetch(`${url}/api/v1/releases`, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    ended: (id) => endedJob(() => jobIn(get(`/api/v1/releases/${id}`))),
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A server draws groups from a secret of its own: with this one they are the same in every run of the tests. */
function keepSecret(state: string): void {
  const path = join(state, 'secret');
  mkdirSync(state, { recursive: true, mode: 0o700 });
  if (!existsSync(path)) writeFileSync(path, Buffer.alloc(32, 'made for tests'), { mode: 0o600 });
}

/** A job once it is over; a server that forgets one is named before the test's own time is up. */
export async function endedJob(ask: () => Promise<JobShown>): Promise<JobShown> {
  let job = await ask();
  for (let left = 100_000; job.state === 'queued' || job.state === 'running'; left -= 50) {
    if (left <= 0) throw new Error(`job ${job.id} is still ${job.state}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    job = await ask();
  }
  return job;
}

/** A file of exits, fewer than the server makes up by itself. */
export async function someExits(folder: string): Promise<string> {
  const out = join(folder, 'exits.csv');
  const made = await generate('tolls', { rows: 900, seed: 7, out });
  if (!made.ok) throw new Error(made.problems[0].what);
  return out;
}

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'shoal server '));

/** Forty subjects with curves of four instants. */
export const fortyCurves = [
  'id,a,b,c,d',
  ...Array.from({ length: 40 }, (_, row) => `s${row},${row % 7},${(row * 3) % 11},${(row * 5) % 13},${row % 5}`),
].join('\n');
export const curvesPolicy = { method: 'naive' as const, subject: 'id', series: 'a..d', k: 5, p: 2, seed: 1 };

export const tokenFile = (folder: string, name: string, token: string): string => {
  const path = join(folder, name);
  writeFileSync(path, `${token}\n`);
  return path;
};

export const jobIn = async (answer: Response | Promise<Response>): Promise<JobShown> => (await (await answer).json()) as JobShown;
export const listIn = async (answer: Promise<Response>): Promise<readonly JobShown[]> =>
  ((await (await answer).json()) as { jobs: readonly JobShown[] }).jobs;

export const filesIn = async (answer: Promise<Response>): Promise<readonly { name: string; href: string; bytes: number }[]> =>
  ((await (await answer).json()) as { files: readonly { name: string; href: string; bytes: number }[] }).files;

/** Status and code of a refusal, which must be problem+json through and through. */
export async function refusalIn(answer: Response | Promise<Response>): Promise<[number, string]> {
  const given = await answer;
  const { status, headers } = given;
  const problem = (await given.json()) as ProblemShown;
  expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(problem).toMatchObject({
    status,
    suggestion: expect.any(String),
    detail: expect.any(String),
    errors: expect.any(Array),
  });
  return [status, problem.code];
}

/** A request that fetch would not send: any Host, any path, byte for byte. */
export function rawRequest(
  url: string,
  { path = '/', method = 'GET', headers = {} }: { path?: string; method?: string; headers?: Record<string, string> },
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, path, method, headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => void pieces.push(piece));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(pieces).toString('utf8') }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}
