import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { verify } from 'shoal';
import { randomFrom } from '../../../src/base/random.ts';
import { daysCsv, naiveRoles } from '../../cli/days.ts';
import { openPlace, type Place } from '../../cli/shoal-process.ts';
import type { Part } from '../part.ts';

interface Case {
  readonly command: 'run' | 'sweep';
  readonly format: 'csv' | 'parquet';
  /** Whether a release stands at the target before. */
  readonly before: boolean;
  /** When it is killed, as a share of the time that the command takes. */
  readonly moment: number;
}

/** Commands killed (SIGKILL) at a random moment. */
export const kills: Part<Case> = {
  name: 'kills',
  holds: 'a killed command leaves the old release, the new one or none; the next start removes what it left, raw data above all',
  goal: 500,
  draw(seed, number) {
    const random = randomFrom(`kills ${seed} ${number}`);
    const command = random.below(5) === 0 ? 'sweep' : 'run';
    const format = random.below(2) === 0 ? 'csv' : 'parquet';
    return { command, format, before: random.below(3) > 0, moment: random.unit() * 1.1 };
  },
  async attempt(one) {
    const place = openPlace();
    try {
      return await killedAt(place, one);
    } finally {
      place.remove();
    }
  },
  *smaller() {}, // a moment has no smaller one
};

const common = ['days.csv', ...naiveRoles, '--queries', '0', '--threads', '2', '--out', 'out'];

async function killedAt(place: Place, { command, format, before, moment }: Case): Promise<string> {
  place.write('days.csv', daysCsv(800));
  if (before) assert.equal((await place.call(['run', ...common, '-k', '5', '--format', format])).code, 0);
  const words =
    command === 'run' ? ['run', ...common, '-k', '6', '--format', format] : ['sweep', ...common, '--k', '5,6,7', '--p', '2,3'];
  const time = await typicalTime(command);
  const { child, ended } = place.start([...words, ...(before ? ['--force'] : [])]);
  await wait(moment * time);
  child.kill('SIGKILL');
  const { code } = await ended;
  const left = stateOf(place);
  if (code === 0) assert.notEqual(left, 'none', 'a command that ended well left nothing');
  if (before && command === 'run') assert.notEqual(left, 'none', 'the former release is lost');
  if (left === 'old' || left === 'new') {
    const verified = await verify(place.path('out'));
    assert.ok(verified.ok && verified.value.holds, 'what is left does not hold');
  }
  assert.equal((await place.shoal(['--version'])).code, 0);
  assert.deepEqual(readdirSync(place.scratch), [], 'the next start left something in the temporary folder');
  const beside = readdirSync(place.home).filter((name) => name !== 'days.csv' && name !== 'out');
  assert.deepEqual(beside, [], 'the next start left something beside the target');
  return `${command}: ${code === 0 ? 'was over' : left}`;
}

/** Whose release stands at the target. */
function stateOf(place: Place): 'old' | 'new' | 'sweep' | 'none' {
  if (!existsSync(place.path('out'))) return 'none';
  if (!existsSync(place.path('out', 'manifest.json'))) return 'sweep';
  const { k } = JSON.parse(place.read('out', 'manifest.json')).promises;
  return k === 5 ? 'old' : 'new';
}

const times = new Map<string, Promise<number>>();

/** Milliseconds that a command takes on this machine, measured once. */
function typicalTime(command: Case['command']): Promise<number> {
  const known = times.get(command) ?? measure(command);
  times.set(command, known);
  known.catch(() => times.delete(command)); // or every later case would fail of it
  return known;
}

async function measure(command: Case['command']): Promise<number> {
  const place = openPlace();
  try {
    place.write('days.csv', daysCsv(800));
    const begun = process.hrtime.bigint();
    const words = command === 'run' ? ['run', ...common, '-k', '6'] : ['sweep', ...common, '--k', '5,6,7', '--p', '2,3'];
    assert.equal((await place.shoal(words)).code, 0);
    return Number(process.hrtime.bigint() - begun) / 1e6;
  } finally {
    place.remove();
  }
}
