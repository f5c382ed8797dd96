import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { best, timed } from './measure-process.ts';
import { node, shoal, threads } from './walks-against-copy.ts';

const scan = new URL('./bare-scan.mjs', import.meta.url).pathname;

/**
 * `shoal inspect` from start to exit against DuckDB's bare scan of the same file, which reads every cell and does nothing with it; beside
 * it, `count(*)`, which need not even look at the cells. Rows are 10 million, or what is asked for.
 */
const folder = mkdtempSync(join(tmpdir(), 'shoal-bench-'));
const rows = Number(process.argv[2] ?? 10_000_000);
try {
  console.log(
    '| data | rows | count(*) s | bare scan s | shoal inspect s | in bare scans (limit 3) | in counts | peak memory MB |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const [kind, count] of [
    ['events', rows],
    ['walks', rows / 10],
  ] as const) {
    const file = join(folder, `${kind}.csv`);
    await timed(node, [shoal, 'generate', kind, '--rows', String(count), '--seed', '1', '--out', file, '--progress', 'none']);
    const bare = await secondsOf(file, 'cells');
    const counted = await secondsOf(file, 'rows');
    const inspected = await best(3, node, [shoal, 'inspect', file, '--threads', threads, '--json']);
    rmSync(file);
    const cells = [
      kind,
      count,
      counted.toFixed(2),
      bare.toFixed(2),
      inspected.seconds.toFixed(2),
      `**${(inspected.seconds / bare).toFixed(1)}**`,
      (inspected.seconds / counted).toFixed(1),
      Math.round(inspected.peakBytes / 1e6),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The least of three, without starting the process. */
async function secondsOf(file: string, what: 'cells' | 'rows'): Promise<number> {
  const seconds: number[] = [];
  for (let turn = 0; turn < 3; turn++) seconds.push(Number((await timed(node, [scan, file, threads, what])).stdout));
  return Math.min(...seconds);
}
