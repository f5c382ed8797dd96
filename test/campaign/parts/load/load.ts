import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { verify } from 'shoal';
import type { Place } from '../../../cli/shoal-process.ts';
import { openPlace } from '../../../cli/shoal-process.ts';
import { writeFigures } from '../../kept.ts';
import type { Part } from '../../part.ts';
import { type Serving, startServer } from '../serving.ts';
import { ask, type Target } from './asking.ts';
import { besiege, endOf, largestUpload, warm } from './clients.ts';
import { openStudio } from './studio-visitor.ts';
import { newTally, noteFault, quantile } from './tally.ts';

interface Case {
  readonly seed: string;
  readonly seconds: number;
  /** Whether the studio is open in a browser meanwhile. */
  readonly studio: boolean;
}

/** Lives of the server as shares of the time. The first ends by being asked to, the second by SIGKILL; the last is long enough to see memory grow. */
const lives = [0.15, 0.15, 0.7];
const leastForMemory = 240;
const leastForTimes = 60;

/** A server that all kinds of clients ask at once, good and bad ones, and that is started again meanwhile. */
export const load: Part<Case> = {
  name: 'load',
  holds:
    'a server under all kinds of clients answers each: no 5xx but 503 with Retry-After, every job ends, memory is flat, and p99 of known answers is within 3 times a bare route',
  goal: 2,
  draw: (seed, number) => ({ seed: `load ${seed} ${number}`, seconds: 1800, studio: number % 2 === 1 }),
  lasting: (one, seconds) => ({ ...one, seconds: Math.min(one.seconds, Math.max(3, seconds)) }),
  async attempt(one) {
    const place = openPlace();
    try {
      return await besieged(place, one);
    } finally {
      place.remove();
    }
  },
  *smaller() {}, // what fails by chance is not made smaller by trying half an hour again
};

/** The command and its flags; the studio answers from no data of others. */
export function wordsOf(studio: boolean): readonly string[] {
  const command = studio ? 'studio' : 'serve --data exits.csv';
  const limits = `--jobs 2 --queue 6 --streams 200 --rate 1000000 --max-upload ${largestUpload / 1e6}MB --max-body 20KB`;
  return `${command} --state state --token-file token --request-time 20 --answer-time 300 ${limits}`.split(' ');
}

async function besieged(place: Place, { seed, seconds, studio }: Case): Promise<string> {
  const token = 'a-token-of-nobody-else-0123456789';
  place.write('token', `${token}\n`);
  assert.equal((await place.call(['generate', 'tolls', '--rows', '900', '--seed', '7', '--out', 'exits.csv'])).code, 0);
  const begin = (port: number) => startServer(place, [...wordsOf(studio), '--port', String(port)]);

  let server = await begin(0);
  const port = Number(new URL(server.url).port);
  const target = { port, token, epoch: 0, over: false, tally: newTally(), secret: /Zz7Secret(id|name)/ };
  const watched: Watched[] = [];
  const logs: string[] = [];
  await warm(target);
  const visit = studio ? await openStudio(server.url, target) : async () => {};
  const clients = [besiege(target, seed), visit()];
  for (const [life, share] of lives.entries()) {
    const watch = watchMemory(server);
    await wait(share * seconds * 1000);
    if (life + 1 === lives.length) await untilAnswered(target);
    if (server.child.exitCode !== null || server.child.signalCode !== null) noteFault(target.tally, 'the server ended by itself');
    watched.push(watch.end());
    if (life + 1 === lives.length) break;
    target.epoch++;
    server.child.kill(life === 0 ? 'SIGTERM' : 'SIGKILL');
    const { code, stderr } = await server.over;
    if (life === 0) assert.equal(code, 0, 'a server that was asked to stop has another exit code');
    logs.push(stderr);
    server = await begin(port);
    await warm(target);
    target.epoch++;
  }
  target.over = true;
  await Promise.all(clients);
  const states = await endsOf(target, place);
  await checkAtRest(server, target);
  server.child.kill('SIGTERM');
  const { code, stderr } = await server.over;
  logs.push(stderr);

  const { tally } = target;
  const [bare, cached] = [quantile(tally.bare, 0.99), quantile(tally.cached, 0.99)];
  const figures = {
    ...{ seconds, studio, statuses: Object.fromEntries([...tally.statuses].toSorted(([a], [b]) => a - b)), states },
    ...{
      jobs: tally.accepted.size,
      streams: tally.streams,
      vanished: tally.vanished,
      visits: tally.visits,
      pairs: tally.cached.length,
    },
    milliseconds: { bare: [quantile(tally.bare, 0.5), bare], cached: [quantile(tally.cached, 0.5), cached] },
    megabytes: watched.map(({ early, late, most }) => [early, late, most].map((bytes) => Math.round(bytes / 1e6))),
    handles: watched.map(({ handles }) => handles),
    faults: tally.faults,
  };
  if (seconds >= leastForTimes) writeFigures(`load${studio ? '-studio' : ''}`, figures);
  assert.deepEqual(tally.faults, []);
  assert.equal(code, 0);
  assert.ok(tally.cached.length > 0 && tally.accepted.size > 0, 'nobody was answered');
  if (studio && seconds >= leastForTimes) assert.ok(tally.visits > 0, 'nobody came through the studio');
  for (const log of logs) checkLog(log, place, token);
  if (seconds >= leastForTimes) assert.ok(cached <= 3 * bare, `p99 of known answers is ${cached} ms, of a bare route ${bare} ms`);
  const { early, late } = watched[lives.length - 1];
  if (seconds >= leastForMemory) assert.ok(late <= 1.25 * early, `memory grew from ${early} to ${late} bytes`);
  return studio ? 'held with the studio open' : 'held';
}

/** On a busy machine a few seconds may be over before anybody was answered; nothing would have been shown then. */
async function untilAnswered({ tally }: Target): Promise<void> {
  for (let tries = 0; tries < 1000 && (tally.cached.length === 0 || tally.accepted.size === 0); tries++) await wait(100);
}

const isEnded: ReadonlySet<string> = new Set(['done', 'failed', 'cancelled']);

/** How all jobs that were taken in ended, by number; a release that is there holds. */
async function endsOf(target: Target, place: Place): Promise<Readonly<Record<string, number>>> {
  const { tally } = target;
  const states: Record<string, number> = {};
  for (const id of tally.accepted) {
    if (tally.removed.has(id)) continue;
    const state = await endOf(target, id);
    states[state] = (states[state] ?? 0) + 1;
    if (!isEnded.has(state)) noteFault(tally, `a job is ${state === '' ? 'gone' : state}`);
    if (state !== 'done') continue;
    const verified = await verify(place.path('state', 'jobs', id, 'release'));
    if (!verified.ok || !verified.value.holds) noteFault(tally, 'a release that is done does not hold');
  }
  states.removed = tally.removed.size;
  return states;
}

/** When all clients have gone, no upload of theirs is left, and no process but the server's own. */
async function checkAtRest(server: Serving, target: Target): Promise<void> {
  let left: readonly string[] = ['?'];
  for (let tries = 0; tries < 600 && left.length > 0; tries++) {
    const { jobs } = JSON.parse((await ask(target, '/api/v1/releases?limit=100'))?.body ?? '{}') as {
      jobs?: readonly { state: string }[];
    };
    left = (jobs ?? []).map(({ state }) => state).filter((state) => state === 'queued' || state === 'running');
    if (left.length > 0) await wait(100);
  }
  if (left.length > 0) noteFault(target.tally, `${left.length} jobs have not ended`);
  const open = readdirSync(`/proc/${server.child.pid}/fd`).length;
  if (open > 120) noteFault(target.tally, `${open} files are open when all have gone`);
}

/** What an operator keeps: no cell, no token, no path of the data. */
function checkLog(log: string, place: Place, token: string): void {
  const told = log.replaceAll(place.path('state'), ''); // where jobs are is told once, when it begins
  assert.doesNotMatch(told, /Zz7Secret/, 'the log tells a cell');
  for (const secret of [token, place.home, place.scratch]) assert.ok(!told.includes(secret), 'the log tells a token or a path');
  assert.doesNotMatch(told, /^ {4}at /m, 'the log holds a trace of the stack');
  assert.doesNotMatch(told, /127\.0\.0\.1:\d+\/api|[?&](k|start_date)=/, 'the log tells an address or a parameter');
}

interface Watched {
  /** Typical bytes of the second quarter of a life, and of the last. */
  readonly early: number;
  readonly late: number;
  readonly most: number;
  /** Open files at the end. */
  readonly handles: number;
}

function watchMemory({ child }: Serving): { end(): Watched } {
  const seen: number[] = [];
  const folder = `/proc/${child.pid}`;
  const clock = setInterval(() => seen.push(residentIn(folder)), 500);
  return {
    end() {
      clearInterval(clock);
      const part = (from: number, to: number) => quantile(seen.slice(from * seen.length, to * seen.length), 0.5);
      return {
        early: part(0.25, 0.5),
        late: part(0.75, 1),
        most: Math.max(...seen),
        handles: readdirSync(join(folder, 'fd')).length,
      };
    },
  };
}

const residentIn = (folder: string): number =>
  1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(join(folder, 'status'), 'utf8'))?.[1] ?? 0);
