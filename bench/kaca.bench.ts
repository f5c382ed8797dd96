import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { best, timed } from './measure-process.ts';
import { node, phasesOf, shoal, threads } from './walks-against-copy.ts';

const copy = new URL('./bare-copy.mjs', import.meta.url).pathname;

/**
 * What each clustering loses on 21,000 toll exits, and the whole `shoal run --method kaca` (read, cluster, label, write with evidence, verified,
 * measured) against DuckDB's bare copy of the same CSV on the same threads, in one run on one machine.
 */
const folder = mkdtempSync(join(tmpdir(), 'shoal-bench-'));

async function exits(rows: number): Promise<string> {
  const file = join(folder, `tolls-${rows}.csv`);
  await timed(node, [shoal, 'generate', 'tolls', '--rows', String(rows), '--seed', '1', '--out', file, '--progress', 'none']);
  return file;
}

const run = (file: string, clustering: string): readonly string[] => [
  ...[shoal, 'run', file, '--method', 'kaca', '--clustering', clustering, '--subject', 'vehicle_id', '-k', '5', '--seed', '1'],
  ...['--quasi', 'section_id:prefix,exit_time:time', '--aggregate', 'count,avg:toll_money', '--threads', threads],
  ...['--out', join(folder, 'release'), '--force', '--json', '--progress', 'none'],
];

try {
  const small = await exits(21_000);
  const losses = new Map<string, number>();
  console.log('| 21,000 exits, k = 5 | combinations | loss per record | region | time |');
  console.log('|---|---|---|---|---|');
  for (const clustering of ['kmeans', 'hierarchy', 'merge']) {
    const { stdout } = await timed(node, run(small, clustering));
    const { measure, release } = JSON.parse(stdout) as {
      measure: { ncp: number; columns: Record<string, number> };
      release: { groups: number };
    };
    losses.set(clustering, measure.ncp);
    console.log(
      `| ${clustering} | ${release.groups} | ${measure.ncp.toFixed(3)} | ${Object.values(measure.columns)
        .map((loss) => loss.toFixed(3))
        .join(' | ')} |`,
    );
  }
  console.log(
    `\nLoss of hierarchy over kmeans: ${((losses.get('hierarchy') ?? 1) / (losses.get('kmeans') ?? 1)).toFixed(3)} (limit 0.5).\n`,
  );

  console.log('| exits | clustering | bare copy s | shoal run s | ratio | peak memory MB | seconds by phase |');
  console.log('|---|---|---|---|---|---|---|');
  const seconds = new Map<string, number[]>();
  const limits = { hierarchy: 12, kmeans: 30 };
  for (const rows of [100_000, 1_000_000]) {
    const file = await exits(rows);
    const bare = await best(3, node, [copy, file, join(folder, 'copy.csv'), threads]);
    for (const [clustering, limit] of Object.entries(limits)) {
      const whole = await best(2, node, run(file, clustering));
      seconds.set(clustering, [...(seconds.get(clustering) ?? []), whole.seconds]);
      console.log(
        `| ${rows} | ${clustering} | ${bare.seconds.toFixed(2)} | ${whole.seconds.toFixed(2)} | **${(whole.seconds / bare.seconds).toFixed(1)}** (limit ${limit}) | ${Math.round(whole.peakBytes / 1e6)} | ${phasesOf(whole.stdout)} |`,
      );
    }
    rmSync(file);
  }
  for (const [clustering, [first, last]] of seconds)
    console.log(`\nGrowth from 100,000 to 1,000,000 exits by ${clustering}: ${(last / first).toFixed(1)}x (limit 13).`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
