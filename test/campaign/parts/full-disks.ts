import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verify } from 'shoal';
import { randomFrom } from '../../../src/base/random.ts';
import { daysCsv, naiveRoles } from '../../cli/days.ts';
import { openPlace, type Place } from '../../cli/shoal-process.ts';
import type { Part } from '../part.ts';

interface Case {
  /** What is written to the small disk. */
  readonly full: 'target' | 'temporary files';
  readonly kilobytes: number;
  readonly format: 'csv' | 'parquet';
  readonly before: boolean;
}

/** Runs on a file system of a few kilobytes, mounted for each of them; only where this user may mount one. */
export const fullDisks: Part<Case> = {
  name: 'full-disks',
  holds: 'a disk that fills up ends a run with exit code 7: the former release is there whole, of the new one nothing',
  goal: 2000,
  draw(seed, number) {
    const random = randomFrom(`full disks ${seed} ${number}`);
    const full = random.below(3) === 0 ? 'temporary files' : 'target';
    const kilobytes = 4 * (1 + random.below(full === 'target' ? 120 : 40));
    return { full, kilobytes, format: random.below(2) === 0 ? 'csv' : 'parquet', before: random.below(2) === 0 };
  },
  async attempt(one) {
    const place = openPlace();
    const disk = place.path('disk');
    mkdirSync(disk);
    if (!isMounted(disk, 4096)) {
      place.remove();
      return 'no small disk here';
    }
    try {
      return await onDisk(place, disk, one);
    } finally {
      ofSystem('umount', disk);
      place.remove();
    }
  },
  *smaller(one) {
    if (one.before) yield { ...one, before: false };
    if (one.format === 'parquet') yield { ...one, format: 'csv' };
  },
};

function isMounted(folder: string, kilobytes: number): boolean {
  try {
    ofSystem('mount', '-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder);
    return true;
  } catch {
    return false;
  }
}

const ofSystem = (program: 'mount' | 'umount', ...words: readonly string[]): Buffer =>
  execFileSync(program, words, { stdio: 'ignore' });

async function onDisk(place: Place, disk: string, { full, kilobytes, format, before }: Case): Promise<string> {
  place.write('days.csv', daysCsv(400));
  const out = full === 'target' ? join(disk, 'out') : place.path('out');
  const words = ['run', 'days.csv', ...naiveRoles, '--queries', '0', '--threads', '1', '--format', format, '--progress', 'none'];
  if (before) assert.equal((await place.call([...words, '-k', '4', '--out', out])).code, 0);
  const taken = full === 'target' ? sizeOf(disk) : 0;
  writeFileSync(join(disk, 'filling'), Buffer.alloc(Math.max(0, 4096 - kilobytes) * 1024 - taken)); // what is left is so much
  const env = full === 'target' ? {} : { TMPDIR: disk };
  const { code, stderr } = await place.call([...words, '-k', '5', '--out', out, ...(before ? ['--force'] : [])], { env });
  assert.doesNotMatch(stderr, /^ {4}at /m, 'a trace of the stack was printed');
  const left = existsSync(out)
    ? JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')).promises.k === 4
      ? 'old'
      : 'new'
    : 'none';
  if (code === 0) assert.equal(left, 'new');
  else {
    assert.equal(code, 7, `exit code ${code}: ${stderr.slice(0, 400)}`);
    assert.equal(left, before ? 'old' : 'none');
  }
  if (left !== 'none') {
    const verified = await verify(out);
    assert.ok(verified.ok && verified.value.holds, 'what is left does not hold');
  }
  assert.deepEqual(
    readdirSync(disk).filter((name) => !['filling', 'out'].includes(name)),
    [],
    'something is left on the disk',
  );
  assert.deepEqual(readdirSync(place.scratch), [], 'something is left in the temporary folder');
  assert.deepEqual(
    readdirSync(place.home).filter((name) => !['disk', 'days.csv', 'out'].includes(name)),
    [],
  );
  return `${full}: ${code === 0 ? 'had room' : 'full'}`;
}

/** Bytes that a folder takes, in whole pages. */
function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.reduce(
    (sum, entry) => sum + 4096 * Math.ceil(readFileSync(join(entry.parentPath, entry.name)).length / 4096),
    0,
  );
}
