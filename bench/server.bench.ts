import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { timed } from './measure-process.ts';

/**
 * On loopback, with a bounded number of requests: cached answers against a bare Fastify route that sends JSON of the same size, taking turns;
 * then 16 jobs of 100,000 rows sent at once, the memory of the server and all its processes together, and the delay of its event loop.
 */
const memory = '2GB';
const memoryBytes = 2e9;
const requests = 4000;
const folder = mkdtempSync(join(tmpdir(), 'shoal-bench-'));

interface Watched {
  readonly process: ChildProcess;
  readonly url: string;
}

try {
  const shoal = await started('shoal', JSON.stringify({ port: 0, state: join(folder, 'state'), memory, rate: 1e9 }));
  await cachedAnswers(shoal);
  await manyJobs(shoal);
  shoal.process.disconnect();
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function started(...words: readonly string[]): Promise<Watched> {
  const child = fork(new URL('./serve-watched.mjs', import.meta.url), words, { execArgv: [] });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return { process: child, url };
}

async function cachedAnswers(shoal: Watched): Promise<void> {
  const flow = `${shoal.url}/api/analytics/truck/exit-hourly-flow-k-anonymized?start_date=2023-01-02&end_date=2023-01-04&k=5`;
  const body = await (await fetch(flow)).text();
  writeFileSync(join(folder, 'body.json'), body);
  const bare = await started('bare', join(folder, 'body.json'));
  const rates = { shoal: 0, bare: 0 };
  for (let turn = 0; turn < 4; turn++) {
    rates.bare = Math.max(rates.bare, await throughput(`${bare.url}/`));
    rates.shoal = Math.max(rates.shoal, await throughput(flow));
  }
  bare.process.disconnect();
  console.log('| body bytes | bare Fastify requests/s | cached answers/s | ratio |\n|---|---|---|---|');
  const ratio = (rates.shoal / rates.bare).toFixed(2);
  console.log(
    `| ${Buffer.byteLength(body)} | ${rates.bare.toFixed(0)} | ${rates.shoal.toFixed(0)} | **${ratio}** (limit 0.6) |\n`,
  );
}

/** Requests a second over 16 connections that stay open. */
async function throughput(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  let left = requests;
  const begun = performance.now();
  const client = async () => {
    while (left-- > 0) await fetched(url, agent);
  };
  await Promise.all(Array.from({ length: 16 }, client));
  agent.destroy();
  return (1000 * requests) / (performance.now() - begun);
}

function fetched(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`status ${answer.statusCode}`));
      answer.on('end', resolve).resume();
    }).on('error', reject);
  });
}

async function manyJobs({ process: server, url }: Watched): Promise<void> {
  const input = join(folder, 'walks.csv');
  const program = new URL('../bin/shoal.js', import.meta.url).pathname;
  await timed(process.execPath, [
    program,
    'generate',
    'walks',
    '--rows',
    '100000',
    '--length',
    '8',
    '--seed',
    '7',
    '--out',
    input,
    '--progress',
    'none',
  ]);
  const file = new Blob([readFileSync(input)]);
  const [, ...columns] = readFileSync(input, 'utf8').slice(0, 1000).split('\n', 1)[0].split(',');
  const policy = JSON.stringify({
    method: 'naive',
    subject: 'id',
    series: columns.filter((name) => /^[A-Z]\d+$/.test(name)).join(','),
  });
  server.send('watch');
  let peak = 0;
  let busy = true;
  const watching = (async () => {
    for (; busy; await wait(20)) peak = Math.max(peak, residentBytes(server.pid ?? 0));
  })();
  const begun = performance.now();
  const ids = await Promise.all(Array.from({ length: 16 }, () => posted(url, policy, file)));
  const jobs = await Promise.all(ids.map((id) => ended(url, id)));
  const seconds = (performance.now() - begun) / 1000;
  busy = false;
  await watching;
  server.send('tell');
  const [delay] = (await once(server, 'message')) as [{ p50: number; p99: number; most: number }];
  const failed = jobs.filter((state) => state !== 'done').length;
  if (failed > 0) throw new Error(`${failed} of 16 jobs were not done`);
  console.log('| jobs | seconds | peak memory MB | of | event loop delay p50, p99, most ms |\n|---|---|---|---|---|');
  const delays = `${delay.p50.toFixed(1)}, **${delay.p99.toFixed(1)}** (limit 50), ${delay.most.toFixed(1)}`;
  console.log(
    `| 16 of 100,000 rows | ${seconds.toFixed(1)} | **${(peak / 1e6).toFixed(0)}** | ${memoryBytes / 1e6} | ${delays} |`,
  );
}

async function posted(url: string, policy: string, file: Blob): Promise<string> {
  const form = new FormData();
  form.append('policy', policy);
  form.append('file', file, 'walks.csv');
  const answer = await fetch(`${url}/api/v1/releases`, { method: 'POST', body: form });
  if (answer.status !== 202) throw new Error(await answer.text());
  return ((await answer.json()) as { id: string }).id;
}

async function ended(url: string, id: string): Promise<string> {
  for (; ; await wait(250)) {
    const { state } = (await (await fetch(`${url}/api/v1/releases/${id}`)).json()) as { state: string };
    if (state !== 'queued' && state !== 'running') return state;
  }
}

/** Of a process and all that came from it. */
function residentBytes(pid: number): number {
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return Number(pages) * 4096 + children.reduce((sum, child) => sum + residentBytes(Number(child)), 0);
  } catch {
    return 0; // it ended while it was looked at
  }
}
