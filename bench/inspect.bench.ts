import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { best, timed } from './measure-process.ts';
import { node, shoal, threads } from './walks-against-copy.ts';

const scan = new URL('./bare-scan.mjs', import.meta.url).pathname;

/**
 * `shoal inspect` against DuckDB's bare scan of the same file, which reads every cell as what it is and does nothing with it, and against
 * `count(*)`, which need not even look at the cells; all three are processes from start to exit on two threads. Beside the seconds, those of
 * both cores together, which tell the same on a busy machine. Rows are 10 million, or what is asked for.
 */
const folder = mkdtempSync(join(tmpdir(), 'shoal-bench-'));
const rows = Number(process.argv[2] ?? 10_000_000);
try {
  console.log(
    '| data | rows | count(*) s | bare scan s | shoal inspect s | in bare scans (limit 3) | CPU s of the three | by CPU | peak memory MB |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const [kind, count] of [
    ['events', rows],
    ['walks', rows / 10],
  ] as const) {
    const file = join(folder, `${kind}.csv`);
    await timed(node, [shoal, 'generate', kind, '--rows', String(count), '--seed', '1', '--out', file, '--progress', 'none']);
    const counted = await best(3, node, [scan, file, threads, 'rows']);
    const bare = await best(3, node, [scan, file, threads, 'cells']);
    const inspected = await best(3, node, [shoal, 'inspect', file, '--threads', threads, '--json']);
    rmSync(file);
    const all = [counted, bare, inspected];
    const cells = [
      kind,
      count,
      ...all.map(({ seconds }) => seconds.toFixed(2)),
      `**${(inspected.seconds / bare.seconds).toFixed(1)}**`,
      all.map(({ cpuSeconds }) => cpuSeconds.toFixed(2)).join(', '),
      (inspected.cpuSeconds / bare.cpuSeconds).toFixed(1),
      Math.round(inspected.peakBytes / 1e6),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
