import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTaskProcesses } from '../../build/server/task-processes.js';
import { createQueue } from '../../src/server/queue.ts';
import { aServer, curvesPolicy, fortyCurves, jobIn, newFolder, refusalIn } from './a-server.ts';

const rows = (count: number): string =>
  [
    'id,a,b,c,d',
    ...Array.from({ length: count }, (_, row) => `s${row},${(row * 7) % 7919},${(row * 31) % 9973},${row % 1013},${row % 887}`),
  ].join('\n');

it('never more work at once than there are slots, and each in its turn, whatever ends or gives up when', async () => {
  const work = fc.array(fc.record({ ticks: fc.nat(5), leaves: fc.boolean(), fails: fc.boolean() }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), work, async (slots, pieces) => {
      const queue = createQueue(slots);
      const begun: number[] = [];
      let busy = 0;
      let most = 0;
      const ends = pieces.map(({ ticks, leaves, fails }, place) => {
        let leave = () => {};
        const end = new Promise<void>((resolve) => {
          leave = queue.enter(async () => {
            begun.push(place);
            most = Math.max(most, ++busy);
            for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
            busy--;
            resolve();
            if (fails) throw new Error('one that fails makes room too');
          });
          if (leaves) leave();
          if (leaves && !begun.includes(place)) resolve();
        });
        return end;
      });
      await Promise.all(ends);
      expect(most).toBeLessThanOrEqual(slots);
      expect(begun).toEqual(begun.toSorted((a, b) => a - b));
      expect(queue.waiting).toBe(0);
    }),
  );
});

it('a job that takes more than its share of memory is ended, and leaves nothing in its folder but what it worked on', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'input.csv'), rows(20_000));
  const policy = { ...curvesPolicy, input: 'input.csv', out: 'release', threads: 1 };
  const performed = async (share: number) => {
    const processes = createTaskProcesses(folder, share, 1);
    const result = await processes.start({ kind: 'release', policy }, 'one', { folder, share, seconds: 60 }).ended;
    await processes.stop();
    return result;
  };
  const small = await performed(100e6);
  expect(small.ok ? 'done' : small.problems[0]).toMatchObject({ code: 'server/job-memory', facts: { megabytes: 100 } });
  expect(readdirSync(folder)).not.toContain('release');
  expect((await performed(1e9)).ok).toBe(true);
  rmSync(folder, { recursive: true });
});

it('a job that takes longer than it may is ended', async () => {
  const server = await aServer({ jobTime: 0.3 });
  const { id } = await jobIn(server.post(curvesPolicy, rows(100_000)));
  expect(await server.ended(id)).toMatchObject({ state: 'failed', problems: [{ code: 'server/job-time' }] });
  await server.remove();
});

it('no more jobs wait than may wait, and the one that is refused leaves nothing', async () => {
  const server = await aServer({ jobs: 1, queue: 2 });
  for (let job = 0; job < 3; job++) expect((await server.post(curvesPolicy, rows(50_000))).status).toBe(202);
  const refused = await server.post(curvesPolicy, fortyCurves);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await refusalIn(refused)).toEqual([503, 'server/busy']);
  await server.remove();
});
