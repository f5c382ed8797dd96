import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { isReleased } from '../../attacks/hunt.ts';
import type { Hunted } from '../../attacks/random-inputs.ts';
import { type Part, without } from '../part.ts';
import { drawHunted } from './promises.ts';

/** A case is this many runs, one after the other. */
const runs = 25;

interface Held {
  readonly handles: number;
  readonly threads: number;
  readonly bytes: number;
}

/** What the process held after its first cases, when all that is loaded once is loaded. */
let before: Held | undefined;
let cases = 0;

/** The same process makes release after release: cases of a batch share it. */
export const longRun: Part<readonly Hunted[]> = {
  name: 'long-run',
  holds: 'a process that makes releases again and again holds no more files, threads or memory than after its first hundred',
  goal: 40,
  draw: (seed, number) => Array.from({ length: runs }, (_, i) => drawHunted(seed, number * runs + i)),
  async attempt(hunts) {
    for (const hunted of hunts) await isReleased(hunted);
    const held = heldNow();
    if (++cases === 4) before = held;
    if (before === undefined) return 'warmed up';
    assert.ok(held.handles <= before.handles + 4, `${held.handles} open files, ${before.handles} before`);
    assert.ok(held.threads <= before.threads + 4, `${held.threads} threads, ${before.threads} before`);
    assert.ok(held.bytes <= before.bytes * 1.5, `memory grew by ${Math.round((100 * held.bytes) / before.bytes - 100)} %`);
    return 'held';
  },
  smaller: (hunts) => without(hunts, 1),
};

const heldNow = (): Held => ({
  handles: readdirSync('/proc/self/fd').length,
  threads: readdirSync('/proc/self/task').length,
  bytes: process.memoryUsage.rss(),
});
