import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { best, timed } from './measure-process.ts';

const shoal = new URL('../bin/shoal.js', import.meta.url).pathname;
const copy = new URL('./bare-copy.mjs', import.meta.url).pathname;
const node = process.execPath;
const threads = '2';

/**
 * The whole `shoal run` (read, make, write, measure, verify, publish) of random walks against DuckDB's bare copy of the same file on the
 * same threads, in one run on one machine: ratios, because seconds say more about the machine.
 */
const folder = mkdtempSync(join(tmpdir(), 'shoal-bench-'));
try {
  const sizes = [100_000, 1_000_000];
  const rows: { rows: number; copy: number; run: number; ratio: number; peak: number; phases: string }[] = [];
  for (const size of sizes) {
    const file = join(folder, `walks-${size}.csv`);
    await timed(node, [shoal, 'generate', 'walks', '--rows', String(size), '--seed', '1', '--out', file, '--progress', 'none']);
    const bare = await best(3, node, [copy, file, join(folder, 'copy.csv'), threads]);
    const run = await best(3, node, [
      shoal,
      'run',
      file,
      '--subject',
      'id',
      '--series',
      'T1..T24',
      '-k',
      '5',
      '-p',
      '2',
      '--threads',
      threads,
      '--out',
      join(folder, 'release'),
      '--force',
      '--json',
      '--progress',
      'none',
    ]);
    const { seconds } = JSON.parse(run.stdout) as { seconds: Record<string, number> };
    const phases = Object.entries(seconds)
      .map(([phase, spent]) => `${phase} ${spent.toFixed(2)}`)
      .join(', ');
    rows.push({
      rows: size,
      copy: bare.seconds,
      run: run.seconds,
      ratio: run.seconds / bare.seconds,
      peak: run.peakBytes,
      phases,
    });
  }
  const growth = rows[1].run / rows[0].run;
  console.log('| rows x 24 | bare copy s | shoal run s | ratio | peak memory MB | seconds by phase |');
  console.log('|---|---|---|---|---|---|');
  for (const { rows: count, copy: bare, run, ratio, peak, phases } of rows)
    console.log(
      `| ${count} | ${bare.toFixed(2)} | ${run.toFixed(2)} | **${ratio.toFixed(2)}** | ${Math.round(peak / 1e6)} | ${phases} |`,
    );
  console.log(`\nGrowth from 100,000 to 1,000,000 rows: ${growth.toFixed(1)}x (limit 12). Ratio limit 6, memory limit 1500 MB.`);

  const small = join(folder, 'work.csv');
  await timed(node, [shoal, 'generate', 'work', '--rows', '3000', '--seed', '1', '--out', small, '--progress', 'none']);
  const nothing = await best(5, node, ['-e', '0']);
  const words = [
    shoal,
    'run',
    small,
    '--subject',
    'ID',
    '--series',
    'H1..H8',
    '--drop',
    'Name,Surname',
    '--sensitive',
    'Performance_SD',
  ];
  const tiny = await best(5, node, [...words, '--out', join(folder, 'small'), '--force', '--json']);
  console.log(
    `3,000 x 8 from start to exit: ${(tiny.seconds - nothing.seconds).toFixed(2)} s more than \`node -e 0\` (limit 1).`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
