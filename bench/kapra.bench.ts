import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { best, timed } from './measure-process.ts';
import { node, runOf, walks, walksAgainstCopy } from './walks-against-copy.ts';

interface Told {
  readonly measure: { readonly valueLoss: number; readonly patternLoss: number };
  readonly seconds: Readonly<Record<string, number>>;
}

/** KAPRA over a million walks, and merging in blocks against merging all subgroups at once. */
const folder = mkdtempSync(join(tmpdir(), 'shoal-bench-'));
try {
  const method = ['--method', 'kapra', '-k', '5'];
  await walksAgainstCopy('rows x 24, (5,5)', folder, [...method, '-p', '5'], { ratio: 10, megabytes: 2000 });

  const small = join(folder, 'walks.csv');
  await walks(small, 50_000);
  const setting = [...method, '-p', '2', '--queries', '0'];
  const blocked = JSON.parse((await best(3, node, runOf(small, folder, setting))).stdout) as Told;
  const exact = JSON.parse((await timed(node, runOf(small, folder, [...setting, '--exact']))).stdout) as Told;
  console.log('\n| 50,000 x 24, (5,2) | make s | value loss | pattern loss |');
  console.log('|---|---|---|---|');
  for (const [name, { seconds, measure }] of Object.entries({ blocked, exact }))
    console.log(`| ${name} | ${seconds.make.toFixed(2)} | ${measure.valueLoss.toFixed(4)} | ${measure.patternLoss.toFixed(4)} |`);
  const faster = exact.seconds.make / blocked.seconds.make;
  const worse = 100 * (blocked.measure.valueLoss / exact.measure.valueLoss - 1);
  console.log(`\nBlocked is ${faster.toFixed(1)}x faster (at least 15), at ${worse.toFixed(2)} % more value loss.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
