import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { best, timed } from './measure-process.ts';

const shoal = new URL('../bin/shoal.js', import.meta.url).pathname;
const copy = new URL('./bare-copy.mjs', import.meta.url).pathname;
const node = process.execPath;
const threads = '2';

const generate = (file: string, rows: number) =>
  timed(node, [shoal, 'generate', 'walks', '--rows', String(rows), '--seed', '1', '--out', file, '--progress', 'none']);

const kapra = (file: string, out: string, ...more: readonly string[]): readonly string[] => [
  ...[shoal, 'run', file, '--subject', 'id', '--series', 'T1..T24', '--method', 'kapra', '--threads', threads],
  ...['--out', out, '--force', '--json', '--progress', 'none', ...more],
];

interface Told {
  readonly measure: { readonly valueLoss: number; readonly patternLoss: number };
  readonly seconds: Readonly<Record<string, number>>;
}

/**
 * The whole `shoal run --method kapra` of random walks against DuckDB's bare copy of the same file on the same threads, in one run on one
 * machine, and merging in blocks against merging all subgroups at once: ratios, because seconds say more about the machine.
 */
const folder = mkdtempSync(join(tmpdir(), 'shoal-bench-'));
try {
  const out = join(folder, 'release');
  const rows: { rows: number; copy: number; run: number; ratio: number; peak: number; phases: string }[] = [];
  for (const size of [100_000, 1_000_000]) {
    const file = join(folder, `walks-${size}.csv`);
    await generate(file, size);
    const bare = await best(3, node, [copy, file, join(folder, 'copy.csv'), threads]);
    const run = await best(size < 1_000_000 ? 3 : 2, node, kapra(file, out, '-k', '5', '-p', '5'));
    const { seconds } = JSON.parse(run.stdout) as Told;
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
    rmSync(file);
  }
  console.log('| rows x 24, (5,5) | bare copy s | shoal run s | ratio | peak memory MB | seconds by phase |');
  console.log('|---|---|---|---|---|---|');
  for (const { rows: count, copy: bare, run, ratio, peak, phases } of rows)
    console.log(
      `| ${count} | ${bare.toFixed(2)} | ${run.toFixed(2)} | **${ratio.toFixed(2)}** | ${Math.round(peak / 1e6)} | ${phases} |`,
    );
  const growth = rows[1].run / rows[0].run;
  console.log(`\nGrowth from 100,000 to 1,000,000 rows: ${growth.toFixed(1)}x (limit 12). Ratio limit 10, memory limit 2000 MB.`);

  const small = join(folder, 'walks.csv');
  await generate(small, 50_000);
  const setting = ['-k', '5', '-p', '2', '--queries', '0'];
  const blocked = JSON.parse((await best(3, node, kapra(small, out, ...setting))).stdout) as Told;
  const exact = JSON.parse((await timed(node, kapra(small, out, ...setting, '--exact'))).stdout) as Told;
  console.log('\n| 50,000 x 24, (5,2) | make s | value loss | pattern loss |');
  console.log('|---|---|---|---|');
  for (const [name, { seconds, measure }] of [
    ['blocked', blocked],
    ['exact', exact],
  ] as const)
    console.log(`| ${name} | ${seconds.make.toFixed(2)} | ${measure.valueLoss.toFixed(4)} | ${measure.patternLoss.toFixed(4)} |`);
  const faster = exact.seconds.make / blocked.seconds.make;
  const worse = 100 * (blocked.measure.valueLoss / exact.measure.valueLoss - 1);
  console.log(`\nBlocked is ${faster.toFixed(1)}x faster (at least 15), at ${worse.toFixed(2)} % more value loss.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
