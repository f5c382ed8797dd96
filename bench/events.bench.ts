import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timed } from './measure-process.ts';
import { node, phasesOf, shoal, threads } from './walks-against-copy.ts';

const count = new URL('./bare-count.mjs', import.meta.url).pathname;

/**
 * The whole `shoal run --method events` (all steps, reports, unicity, verified) against DuckDB's bare count of the same CSV on the same threads,
 * in one run on one machine, by the clock and by the processor: a busy machine changes the first. `tsx bench/events.bench.ts 1000000 10000000` names the sizes; `tsx bench/events.bench.ts huge` does
 * 100,000,000 events, Parquet to Parquet, within --memory 4GB, and takes its time and 10 GB of disk; `tsx bench/events.bench.ts shared 10000000` does
 * numbers that k subjects share, of every class, against the same run with random ids.
 */
const folder = mkdtempSync(join(tmpdir(), 'shoal-bench-'));
const generate = (rows: number, out: string) =>
  timed(node, [shoal, 'generate', 'events', '--rows', String(rows), '--seed', '1', '--out', out, '--progress', 'none']);
const run = (input: string, ...more: string[]) => [
  shoal,
  'run',
  input,
  '--method',
  'events',
  '-k',
  '5',
  '--threads',
  threads,
  '--out',
  join(folder, 'release'),
  '--force',
  '--json',
  '--progress',
  'none',
  ...more,
];

try {
  if (process.argv[2] === 'huge') {
    const file = join(folder, 'events.parquet');
    await generate(100_000_000, file);
    const huge = await timed(node, run(file, '--memory', '4GB', '--format', 'parquet'));
    console.log(
      `100,000,000 events: ${huge.seconds.toFixed(0)} s, peak ${Math.round(huge.peakBytes / 1e6)} MB (limit 5000); ${phasesOf(huge.stdout)}`,
    );
  } else if (process.argv[2] === 'shared') {
    const rows = Number(process.argv[3] ?? 1_000_000);
    const file = join(folder, 'events.csv');
    await generate(rows, file);
    const every = ['--remove-classes', 'none', '--memory', '4GB'];
    const random = await timed(node, run(file, ...every));
    const shared = await timed(node, run(file, ...every, '--pseudonym', 'shared'));
    const ratio = (of: 'seconds' | 'cpuSeconds') =>
      `${random[of].toFixed(1)} | ${shared[of].toFixed(1)} | **${(shared[of] / random[of]).toFixed(1)}**`;
    console.log(
      '| events | random ids s | shared numbers s | ratio (limit 3) | random ids, cpu s | shared numbers, cpu s | ratio by cpu | peak memory MB (limit 4000) | links kept in a day |',
    );
    console.log('|---|---|---|---|---|---|---|---|---|');
    console.log(
      `| ${rows} | ${ratio('seconds')} | ${ratio('cpuSeconds')} | ${Math.round(shared.peakBytes / 1e6)} | ${JSON.parse(shared.stdout).measure.links.sameDay.toFixed(3)} |`,
    );
  } else {
    const sizes = process.argv.slice(2).map(Number);
    const seconds: number[] = [];
    console.log(
      '| events | classes removed | bare count s | shoal run s | ratio (limit 15) | bare count, cpu s | shoal run, cpu s | ratio by cpu | peak memory MB | seconds by phase |',
    );
    console.log('|---|---|---|---|---|---|---|---|---|---|');
    for (const rows of sizes.length > 0 ? sizes : [1_000_000, 10_000_000]) {
      const file = join(folder, `events-${rows}.csv`);
      await generate(rows, file);
      const bare: number[][] = [];
      for (let i = 0; i < 3; i++) bare.push((await timed(node, [count, file, threads])).stdout.split(' ').map(Number));
      const [base, baseCpu] = [0, 1].map((place) => Math.min(...bare.map((told) => told[place])));
      for (const classes of ['default', 'none']) {
        const words = run(file, ...(classes === 'none' ? ['--remove-classes', 'none'] : []));
        const runs = [await timed(node, words), await timed(node, words)];
        const [whole] = runs.sort((a, b) => a.seconds - b.seconds);
        const cpu = Math.min(...runs.map(({ cpuSeconds }) => cpuSeconds));
        if (classes === 'default') seconds.push(whole.seconds);
        console.log(
          `| ${rows} | ${classes} | ${base.toFixed(2)} | ${whole.seconds.toFixed(2)} | **${(whole.seconds / base).toFixed(1)}** | ${baseCpu.toFixed(2)} | ${cpu.toFixed(2)} | **${(cpu / baseCpu).toFixed(1)}** | ${Math.round(whole.peakBytes / 1e6)} | ${phasesOf(whole.stdout)} |`,
        );
      }
      rmSync(file);
    }
    if (seconds.length > 1)
      console.log(
        `\nGrowth from the first to the last size: ${(seconds[seconds.length - 1] / seconds[0]).toFixed(1)}x (limit 12 for ten times the events).`,
      );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
