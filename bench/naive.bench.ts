import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { best, timed } from './measure-process.ts';
import { node, shoal, walksAgainstCopy } from './walks-against-copy.ts';

/** Naive over a million walks, and how soon a small table is done. */
const folder = mkdtempSync(join(tmpdir(), 'shoal-bench-'));
try {
  await walksAgainstCopy('rows x 24', folder, ['--method', 'naive', '-k', '5', '-p', '2'], { ratio: 6, megabytes: 1500 });
  const small = join(folder, 'work.csv');
  await timed(node, [shoal, 'generate', 'work', '--rows', '3000', '--seed', '1', '--out', small, '--progress', 'none']);
  const nothing = await best(5, node, ['-e', '0']);
  const roles = [
    '--method',
    'naive',
    '--subject',
    'ID',
    '--series',
    'H1..H8',
    '--drop',
    'Name,Surname',
    '--sensitive',
    'Performance_SD',
  ];
  const tiny = await best(5, node, [shoal, 'run', small, ...roles, '--out', join(folder, 'small'), '--force', '--json']);
  console.log(
    `3,000 x 8 from start to exit: ${(tiny.seconds - nothing.seconds).toFixed(2)} s more than \`node -e 0\` (limit 1).`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
