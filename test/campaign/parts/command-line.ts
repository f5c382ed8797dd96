import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkRelease, inHome } from '../../attacks/hunt.ts';
import { type Hunted, marker } from '../../attacks/random-inputs.ts';
import type { Part } from '../part.ts';
import { drawHunted, smallerHunted } from './promises.ts';

const program = fileURLToPath(new URL('../../../bin/shoal.js', import.meta.url));

/** The same cases as `promises`, other numbers, by the program as people start it. */
export const commandLine: Part<Hunted> = {
  name: 'command-line',
  holds: 'the same through files and the program: exit code 0 and a release that holds, or a code and nothing written',
  goal: 20_000,
  draw: (seed, number) => drawHunted(seed ^ 0x5bd1e995, number),
  attempt: (hunted) =>
    inHome(hunted, async (home, settings) => {
      writeFileSync(join(home, 'policy.json'), JSON.stringify(settings));
      const before = readdirSync(home).toSorted();
      const { code, said } = await shoal(['run', '--policy', 'policy.json', '--progress', 'none'], home);
      assert.doesNotMatch(said, /^ {4}at /m, 'a trace of the stack was printed');
      if (code === 0) {
        await checkRelease(hunted, home);
        return 'released';
      }
      assert.ok(code !== null && code >= 2 && code <= 8, `exit code ${code}`);
      assert.match(said, /[a-z]+\/[a-z-]+/);
      assert.ok(!said.includes(`${marker}-`), 'a message tells an id');
      assert.ok(!existsSync(join(home, 'out')), 'a refused run left a folder');
      assert.deepEqual(readdirSync(home).toSorted(), before);
      return 'refused';
    }),
  smaller: smallerHunted,
};

function shoal(words: readonly string[], cwd: string): Promise<{ readonly code: number | null; readonly said: string }> {
  const child = spawn(process.execPath, [program, ...words], {
    cwd,
    env: { PATH: process.env.PATH, TMPDIR: cwd === '' ? undefined : process.env.TMPDIR },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => void said.push(piece));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, said: Buffer.concat(said).toString('utf8') }));
  });
}
