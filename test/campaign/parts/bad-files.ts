import assert from 'node:assert/strict';
import { randomFrom } from '../../../src/base/random.ts';
import { openPlace, type Place } from '../../cli/shoal-process.ts';
import type { Part } from '../part.ts';
import { spoil } from '../spoil.ts';
import { goodFiles, secret } from './good-files.ts';

interface Case {
  /** Which of the good files is spoilt. */
  readonly file: string;
  readonly seed: string;
  /** How many changes are made. */
  readonly changes: number;
}

/** Files of every kind that the program reads, changed at random. */
export const badFiles: Part<Case> = {
  name: 'bad-files',
  holds: 'a spoilt file is read or refused with a code: nothing half written, no stack, no cell in a message',
  goal: 20_000,
  draw(seed, number) {
    const random = randomFrom(`bad files ${seed} ${number}`);
    const names = Object.keys(goodFiles);
    return { file: names[number % names.length], seed: `${seed} ${number}`, changes: 1 + random.below(4) };
  },
  async attempt({ file, seed, changes }) {
    const { files, spoilt, words } = await goodFiles[file]();
    const random = randomFrom(`spoil ${seed}`);
    let bytes = Buffer.from(files[spoilt]);
    for (let i = 0; i < changes; i++) bytes = Buffer.from(spoil(bytes.length > 0 ? bytes : Buffer.from(' '), random));
    if (random.below(8) === 0) bytes = bytes.subarray(0, random.below(bytes.length + 1));
    const place = openPlace();
    try {
      for (const [name, content] of Object.entries(files)) place.write(name, name === spoilt ? bytes : content);
      return await callOn(place, words, bytes.toString('latin1').split('\n', 1)[0].includes(secret));
    } finally {
      place.remove();
    }
  },
  *smaller(one) {
    for (let changes = 1; changes < one.changes; changes++) yield { ...one, changes };
  },
};

/** Names of columns may be told: where a cell has come to stand in the first line, it is one. */
async function callOn(place: Place, words: readonly string[], isNamed: boolean): Promise<string> {
  const before = place.listing();
  const { code, stderr } = await place.call(words);
  assert.doesNotMatch(stderr, /^ {4}at /m, 'a trace of the stack was printed');
  assert.ok(code !== null && (code === 0 || (code >= 2 && code <= 8)), `exit code ${code}: ${stderr.slice(0, 400)}`);
  if (code === 0) return 'read';
  assert.match(stderr, /^ {2}code {3}[a-z]+\/[a-z0-9-]+$/m);
  assert.ok(isNamed || !stderr.includes(secret), 'a message tells a cell');
  assert.deepEqual(place.listing(), before, 'something was written');
  return 'refused';
}
