import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { best, timed } from './measure-process.ts';

const shoal = new URL('../bin/shoal.js', import.meta.url).pathname;
const node = process.execPath;

/**
 * The 96 Naive settings of the default grid (90 possible) on 3,000 records against one run of the same file, each a process from start to
 * exit: what sharing the work is worth. Both kinds of process take turns, so that a busy machine slows them alike.
 */
const folder = mkdtempSync(join(tmpdir(), 'shoal-bench-'));
try {
  const file = join(folder, 'work.csv');
  await timed(node, [shoal, 'generate', 'work', '--rows', '3000', '--seed', '1', '--out', file, '--progress', 'none']);
  const roles = [file, '--subject', 'ID', '--series', 'H1..H8', '--drop', 'Name,Surname', '--sensitive', 'Performance_SD'];
  const common = ['--force', '--json', '--progress', 'none'];
  const runs: number[] = [];
  const sweeps: number[] = [];
  let settings = 0;
  for (let turn = 0; turn < 3; turn++) {
    const run = await best(3, node, [shoal, 'run', ...roles, '--method', 'naive', '--out', join(folder, 'release'), ...common]);
    const sweep = await timed(node, [shoal, 'sweep', ...roles, '--method', 'naive', '--out', join(folder, 'sweep'), ...common]);
    runs.push(run.seconds);
    sweeps.push(sweep.seconds);
    const { points } = JSON.parse(sweep.stdout) as { points: { status: string }[] };
    settings = points.filter(({ status }) => status === 'verified').length;
  }
  const [run, sweep] = [Math.min(...runs), Math.min(...sweeps)];
  console.log('| verified settings | one run s | sweep s | ratio |');
  console.log('|---|---|---|---|');
  console.log(`| ${settings} | ${run.toFixed(2)} | ${sweep.toFixed(2)} | **${(sweep / run).toFixed(1)}** (limit 15) |`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
