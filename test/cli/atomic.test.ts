import { existsSync, readdirSync, rmSync } from 'node:fs';
import { verify } from 'shoal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { campaign } from '../suite/draws.ts';
import { daysCsv, naiveRoles } from './days.ts';
import { type Outcome, openPlace, type Place } from './shoal-process.ts';

let place: Place;
beforeEach(() => {
  place = openPlace();
});
afterEach(() => place.remove());

const words = (...more: readonly string[]): readonly string[] => ['run', 'days.csv', ...naiveRoles, '--out', 'out', ...more];
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const kOf = (): number => JSON.parse(place.read('out/manifest.json')).promises.k;

/** Sends a signal some time after standard error first shows `sign`, or after the start; answers how the process ended. */
async function stopped(signal: NodeJS.Signals, sign: RegExp | undefined, after: number, more: readonly string[]) {
  const { child, ended } = place.start(words(...more));
  let told = '';
  if (sign !== undefined)
    await new Promise<void>((resolve) => {
      child.stderr.on('data', (piece: Buffer) => {
        told += piece;
        if (sign.test(told)) resolve();
      });
      child.on('close', () => resolve());
    });
  if (after > 0) await pause(after);
  child.kill(signal);
  return ended;
}

/** The same until a signal comes in time: on a busy machine a run may be over before it is heard of. */
async function stoppedInTime(signal: NodeJS.Signals, sign: RegExp, more: readonly string[]): Promise<Outcome> {
  for (let tries = 0; tries < 10; tries++) {
    const outcome = await stopped(signal, sign, 2, more);
    if (outcome.code !== 0) return outcome;
    rmSync(place.path('made'), { recursive: true, force: true });
  }
  throw new Error('every run was over before its signal came');
}

describe('a process killed at any moment', () => {
  it('leaves the old release, the new one or none, and the next run puts everything right', { timeout: 300_000 }, async () => {
    place.write('days.csv', daysCsv(1500));
    const quick = ['--queries', '0', '--threads', '2'];
    expect((await place.shoal(words('-k', '5', ...quick))).code).toBe(0);
    const ends = new Set<string>();
    const moments: readonly (readonly [RegExp | undefined, number])[] = [
      [undefined, 0],
      [/^write /m, 1],
      [/^verify /m, 0],
      [/^verify /m, 2], // reports, renames and the removal of the old one come next
      [/^shoal run/m, 100],
      [/^read /m, 1],
      [/^measure /m, 1],
      [/^verify /m, 5],
    ];
    for (const [n, [sign, after]] of moments.slice(0, campaign > 1 ? moments.length : 4).entries()) {
      const k = 6 + n;
      const before = existsSync(place.path('out')) ? kOf() : undefined;
      const { code } = await stopped('SIGKILL', sign, after, ['-k', String(k), '--force', ...quick]);
      if (!existsSync(place.path('out'))) {
        ends.add('none');
        continue;
      }
      expect([before, k]).toContain(kOf());
      if (code === 0) expect(kOf()).toBe(k);
      ends.add(kOf() === k ? 'new' : 'old');
      expect(await verify(place.path('out'))).toMatchObject({ ok: true, value: { holds: true } });
    }
    expect(ends).toContain('old');
    expect((await place.shoal(words('-k', '5', '--force', ...quick))).code).toBe(0);
    expect(readdirSync(place.home).toSorted()).toEqual(['days.csv', 'out']);
    expect(kOf()).toBe(5);
    expect(await verify(place.path('out'))).toMatchObject({ ok: true, value: { holds: true } });
  });
});

describe('an interrupt', () => {
  const moments = [
    ['at the start', /^shoal run/m],
    ['while it makes groups', /^read /m],
    ['while it writes and measures', /^pattern /m],
    ['while it verifies', /^(write|measure) /m],
  ] as const;

  it.each(moments)('%s leaves no trace, and exit code 130', async (_, sign) => {
    place.write('days.csv', daysCsv(10_000));
    const before = place.listing();
    const { code, stdout, stderr } = await stoppedInTime('SIGINT', sign, ['--out', 'made/on/the/way']);
    expect(code).toBe(130);
    expect(stdout).toBe('');
    expect(stderr).not.toMatch(/^ {4}at /m);
    expect(place.listing()).toEqual(before);
  });

  it('of a run with --force leaves the old release as it was', async () => {
    place.write('days.csv', daysCsv(10_000));
    expect((await place.call(words('--queries', '0'))).code).toBe(0);
    const before = place.listing();
    expect((await stopped('SIGTERM', /^read /m, 0, ['--force', '--format', 'parquet'])).code).toBe(130);
    expect(place.listing()).toEqual(before);
  });

  it.each(['csv', 'parquet'])('of generate leaves no half of a %s file', async (format) => {
    const { child, ended } = place.start([
      'generate',
      'walks',
      '--rows',
      '3000000',
      '--out',
      `walks.${format}`,
      '--progress',
      'json',
    ]);
    await new Promise<void>((resolve) => child.stderr.once('data', () => resolve()));
    await pause(20);
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    expect(code).toBe(130);
    expect(stderr).not.toContain('✗');
    expect(place.listing()).toEqual({});
  });
});

it('says its first line before it loads what is heavy', async () => {
  const names = place.write(
    'names.cjs',
    `const modules = require('node:module');
    const { writeSync } = require('node:fs');
    const load = modules._load;
    modules._load = function (name, ...rest) {
      writeSync(2, 'loads ' + name + '\\n');
      return load.call(this, name, ...rest);
    };`,
  );
  const { stderr } = await place.shoal(['run', 'none.csv', ...naiveRoles], {
    env: { NODE_OPTIONS: `--require "${names}"` },
  });
  const [before, after] = stderr.split(/^shoal run none\.csv\n/m).map((part) => part.match(/^loads .*$/gm) ?? []);
  expect(after.join('\n')).toContain('duckdb');
  expect(before.join('\n')).not.toMatch(/duckdb|plot|fastify|zod|yaml/);
});
