import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { heldOut } from './held-out.ts';
import { heldOutCounts } from './held-out-counts.ts';
import { best, timed } from './measure-process.ts';
import { phaseSeconds } from './prism-phases.ts';
import { node, phasesOf, runOf, shoal, walks } from './walks-against-copy.ts';

interface Point {
  readonly status: string;
  readonly method: string;
  readonly k: number;
  readonly p: number;
  readonly valueLoss: number;
  readonly patternLoss: number;
  readonly rangeQueryError: number;
}

/**
 * PRISM against Naive and KAPRA at their best settings, in one run; then what it costs, and where the time goes. Apart from that,
 * `held-out [PATTERN] [EVERY] [FOLDER]`: the same on sets it was not tuned on, and on the CSV files of a folder; all cells whose name the
 * pattern finds, or one of so many. `counts` instead asks each release forty times as much, and says what of a difference is chance.
 */
const [asked = 'all', ...more] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'shoal-bench-'));
try {
  if (asked === 'held-out') await heldOut(new RegExp(more[0] ?? ''), Number(more[1] ?? 1), more[2]);
  if (asked === 'counts') await heldOutCounts(new RegExp(more[0] ?? ''), Number(more[1] ?? 1), more[2]);
  if (asked === 'losses' || asked === 'all') await losses();
  if (asked === 'cost' || asked === 'all') await cost();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function losses(): Promise<void> {
  const fixture = (name: string) => new URL(`../test/fixtures/${name}.csv`, import.meta.url).pathname;
  const work = ['--subject', 'ID', '--series', 'H1..H8', '--drop', 'Name,Surname,Performance_SD'];
  const made = async (kind: string, rows: number, length: number) => {
    const file = join(folder, `${kind}-${length}.csv`);
    const words = ['generate', kind, '--rows', String(rows), '--length', String(length), '--seed', '1', '--out', file];
    await timed(node, [shoal, ...words, '--progress', 'none']);
    const roles = ['--subject', 'id', '--series', `T1..T${length}`, ...(kind === 'cbf' ? ['--drop', 'class'] : [])];
    return [file, ...roles];
  };
  const sets: readonly (readonly [string, number, readonly string[]])[] = [
    ['work8, W=4', 4, [fixture('work8'), ...work]],
    ['work8, W=8', 8, [fixture('work8'), ...work]],
    ['italy24', 8, [fixture('../../examples/italy24'), '--subject', 'id', '--series', 'T0..T23', '--drop', 'season']],
    ['cbf 3,000 x 8', 4, await made('cbf', 3000, 8)],
    ['cbf 3,000 x 32', 8, await made('cbf', 3000, 32)],
    ['walks 6,553 x 10', 10, await made('walks', 6553, 10)],
    ['walks 3,000 x 32', 8, await made('walks', 3000, 32)],
  ];
  console.log(
    '| data | k,P | value: Naive | KAPRA | PRISM | shape: Naive | KAPRA | PRISM | counts: Naive | KAPRA | PRISM | ahead |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|---|---|');
  const ratios: number[] = [];
  let behind = 0;
  for (const [name, segments, input] of sets) {
    const common = [...input, '--segments', String(segments)];
    const naive = [...(await swept(common, 'naive', [])), ...(await swept(common, 'naive', ['--bad-leaf', 'paper']))];
    const kapra: Point[] = [];
    for (const grouping of ['hash', 'tree'])
      for (const presplit of ['on', 'off'])
        kapra.push(...(await swept(common, 'kapra', ['--grouping', grouping, '--presplit', presplit])));
    for (const prism of await swept(common, 'prism', ['--effort', 'normal'])) {
      const same = ({ k, p }: Point) => k === prism.k && p === prism.p;
      const least = (of: readonly Point[], figure: 'valueLoss' | 'patternLoss' | 'rangeQueryError') =>
        Math.min(...of.filter(same).map((point) => point[figure]));
      const figures = (['valueLoss', 'patternLoss', 'rangeQueryError'] as const).map((figure) => [
        least(naive, figure),
        least(kapra, figure),
        prism[figure],
      ]);
      const ahead = figures.every(([one, other, own]) => own <= one && own <= other);
      if (!ahead) behind++;
      ratios.push(prism.valueLoss / least(naive, 'valueLoss') - 1);
      const cells = figures.flat().map((figure) => figure.toPrecision(3));
      console.log(`| ${name} | ${prism.k},${prism.p} | ${cells.join(' | ')} | ${ahead ? 'yes' : '**no**'} |`);
    }
  }
  const median = ratios.sort((a, b) => a - b)[ratios.length >> 1];
  console.log(`\nAhead of both in value, shape and counts in ${ratios.length - behind} of ${ratios.length} settings.`);
  console.log(`Median value loss against Naive: ${(100 * median).toFixed(1)} % (at least 18 % less).`);
}

/** The nine settings of one method. KAPRA leaves nobody out beyond what it must: means over fewer records do not compare. */
async function swept(input: readonly string[], method: string, more: readonly string[]): Promise<readonly Point[]> {
  const grid = ['--k', '5,10,20', '--p', '2,3,5', '--max-level', '20', '--method', method, '--queries', '400', '--seed', '1'];
  const out = ['--out', join(folder, 'sweep'), '--force', '--json', '--progress', 'none'];
  const { stdout } = await timed(node, [shoal, 'sweep', ...input, ...grid, ...more, ...out]);
  return (JSON.parse(stdout) as { points: readonly Point[] }).points.filter(({ status }) => status === 'verified');
}

async function cost(): Promise<void> {
  console.log('\n| walks x 24, k = P = 5 | method | make s | against Naive | peak memory MB | seconds by phase |');
  console.log('|---|---|---|---|---|---|');
  const seconds = new Map<string, number>();
  for (const rows of [100_000, 1_000_000]) {
    const file = join(folder, `walks-${rows}.csv`);
    await walks(file, rows);
    let naive = Number.NaN;
    for (const words of ['naive', 'prism --effort fast', 'prism --effort normal']) {
      const settings = ['-k', '5', '-p', '5', '--queries', '0', '--method', ...words.split(' ')];
      const run = await best(words === 'prism --effort normal' ? 1 : 2, node, runOf(file, folder, settings));
      const { make } = (JSON.parse(run.stdout) as { seconds: Readonly<Record<string, number>> }).seconds;
      if (words === 'naive') naive = make;
      seconds.set(`${words} ${rows}`, make);
      const cells = [rows, words, make.toFixed(2), `**${(make / naive).toFixed(1)}**`, Math.round(run.peakBytes / 1e6)];
      console.log(`| ${[...cells, phasesOf(run.stdout)].join(' | ')} |`);
    }
    rmSync(file);
  }
  const growth = (words: string) => ((seconds.get(`${words} 1000000`) ?? 0) / (seconds.get(`${words} 100000`) ?? 1)).toFixed(1);
  console.log(
    `\nLimits: fast 5, normal 8, memory 2,000 MB, growth 12. Growth of fast ${growth('prism --effort fast')}x, of normal`,
  );
  console.log(`${growth('prism --effort normal')}x.\n\n| 100,000 walks x 24, k = P = 5 | seconds |\n|---|---|`);
  for (const [kernel, spent] of await phaseSeconds(100_000)) console.log(`| ${kernel} | ${spent.toFixed(2)} |`);
}
