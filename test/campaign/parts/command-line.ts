import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkRelease } from '../../attacks/hunt.ts';
import { type Hunted, marker } from '../../attacks/random-inputs.ts';
import { csvOf } from '../../attacks/rows.ts';
import { openPlace } from '../../cli/shoal-process.ts';
import type { Part } from '../part.ts';
import { drawHunted, smallerHunted } from './promises.ts';

interface Case extends Hunted {
  /** Whether the program is a process of its own. */
  readonly isProcess: boolean;
}

/** So many cases are tried within this process for each that is tried as people start the program: that takes ten times as long. */
const oneInMany = 50;

/** The same cases as `promises`, other numbers, by words and a policy file. */
export const commandLine: Part<Case> = {
  name: 'command-line',
  holds: `the same through files and the words of the program, one in ${oneInMany} as a process of its own: exit code 0 and a release that holds, or a code and nothing written`,
  goal: 20_000,
  batch: 10,
  draw: (seed, number) => ({ ...drawHunted(seed ^ 0x5bd1e995, number), isProcess: number % oneInMany === 0 }),
  async attempt(one) {
    const { policy, records, files, isProcess } = one;
    const place = openPlace();
    try {
      place.write('input.csv', csvOf(records));
      for (const [name, text] of Object.entries(files)) place.write(name, text);
      const named = Object.fromEntries(Object.keys(files).map((name) => [name.replace('.csv', ''), name])); // a setting is called as its file
      place.write('policy.json', JSON.stringify({ ...policy, ...named, input: 'input.csv', out: 'out' }));
      const before = place.listing();
      const words = ['run', '--policy', 'policy.json', '--progress', 'none'];
      const { code, stdout, stderr } = await (isProcess ? place.shoal(words) : place.call(words));
      const said = stdout + stderr;
      assert.doesNotMatch(said, /^ {4}at /m, 'a trace of the stack was printed');
      if (code === 0) {
        await checkRelease(one, place.home, isProcess);
        return isProcess ? 'released by a process' : 'released';
      }
      assert.ok(code !== null && code >= 2 && code <= 8, `exit code ${code}`);
      assert.match(said, /[a-z]+\/[a-z-]+/);
      assert.ok(!said.includes(`${marker}-`), 'a message tells an id');
      assert.ok(!existsSync(join(place.home, 'out')), 'a refused run left a folder');
      assert.deepEqual(place.listing(), before);
      return isProcess ? 'refused by a process' : 'refused';
    } finally {
      place.remove();
    }
  },
  *smaller(one) {
    for (const less of smallerHunted(one)) yield { ...less, isProcess: one.isProcess };
  },
};
