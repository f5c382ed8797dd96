import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { timed } from './measure-process.ts';
import { node, phasesOf, shoal } from './walks-against-copy.ts';

/**
 * What a plain table of persons loses: the Adult table with the hierarchies that ARX ships, in the folder named first. All nine columns are
 * quasi-identifiers, nothing is left out. Age is an interval, or in ARX's own buckets.
 * `tsx bench/table.bench.ts FOLDER [fast|normal|best] [hierarchy|sets|buckets …]`, `… FOLDER diverse [fast|normal|best …]` with the occupation
 * sensitive, or `… FOLDER growth [TIMES …]`
 */
const [data, what = 'normal', ...some] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'shoal-bench-'));
const columns = ['sex', 'race', 'marital-status', 'education', 'native-country', 'workclass', 'occupation', 'salary-class'];
const copy = new URL('./bare-copy.mjs', import.meta.url).pathname;

/** Ages have a hundred leaves in ARX's hierarchy, of which the table has 17 to 90: by its measure a year is 1/99. */
const leavesOfAge = 99;
const yearsOfAge = 73;

/** By hierarchy labels, by the narrower of list and ancestor, and with age in buckets; ARX's local recoding beside them, CPU seconds too. */
const limits = {
  hierarchy: { normal: [0.042, 0.066, 0.148], best: [0.037, 0.06, 0.137] },
  sets: { normal: [0.0155, 0.03, 0.093], best: [0.0155, 0.03, 0.093] },
  buckets: { normal: [0.053, 0.081, 0.165], best: [0.053, 0.081, 0.165] },
};
type Mode = keyof typeof limits;
const arx = { loss: [0.059, 0.083, 0.155], cpuSeconds: [5.5, 10.6, 27.8] };
const ks = [5, 10, 50];

const run = (
  file: string,
  k: number,
  mode: Mode,
  { effort, threads }: { readonly effort?: string | undefined; readonly threads: string },
): readonly string[] => {
  const named = mode === 'buckets' ? ['age', ...columns] : columns;
  return [
    ...[shoal, 'run', file, '--delimiter', ';', '--family', 'table', '--subject', 'row', '-k', String(k)],
    ...['--quasi', [...(mode === 'buckets' ? [] : ['age:number']), ...named.map((name) => `${name}:category`)].join(',')],
    ...['--hierarchy', named.map((name) => `${name}=${join(data, `adult_hierarchy_${name}.csv`)}`).join(',')],
    ...[
      '--labels-of',
      mode === 'sets' ? 'sets' : 'hierarchy',
      ...(effort === undefined ? [] : ['--effort', effort]),
      '--seed',
      '1',
      '--threads',
      threads,
    ],
    ...['--out', join(folder, 'release'), '--force', '--json', '--progress', 'none'],
  ];
};

/** With what classes owe of their occupations, nothing suppressed: ARX loses .037, and .456 with 14.7 % suppressed. */
const owing = [
  { promise: ['--l', '3'], labels: 'hierarchy', limit: 0.023 },
  { promise: ['--l', '3'], labels: 'sets', limit: 0.023 },
  { promise: ['--t', '0.2'], labels: 'hierarchy', limit: 0.456 },
];

async function diverse(): Promise<void> {
  console.log(
    '| Adult, occupation sensitive, k = 5 | effort | groups | NCP, a year 1/99 | a year 1/73 | limit | CPU s | seconds by phase |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  const named = columns.filter((column) => column !== 'occupation');
  for (const effort of some.length > 0 ? some : ['normal'])
    for (const { promise, labels, limit } of owing) {
      const words = [
        ...[shoal, 'run', join(data, 'adult.csv'), '--delimiter', ';', '--family', 'table', '--subject', 'row', '-k', '5'],
        ...[
          '--quasi',
          ['age:number', ...named.map((name) => `${name}:category`)].join(','),
          '--sensitive',
          'occupation',
          ...promise,
        ],
        ...['--hierarchy', named.map((name) => `${name}=${join(data, `adult_hierarchy_${name}.csv`)}`).join(',')],
        ...[
          '--labels-of',
          labels,
          '--effort',
          effort,
          '--seed',
          '1',
          '--threads',
          '1',
          '--out',
          join(folder, 'release'),
          '--force',
        ],
        ...['--json', '--progress', 'none'],
      ];
      const { stdout, cpuSeconds } = await timed(node, words);
      const { release, measure } = JSON.parse(stdout) as {
        release: { groups: number };
        measure: { columns: Record<string, number> };
      };
      const lost = (share: number) =>
        [measure.columns.age * share, ...named.map((name) => measure.columns[name])].reduce((sum, loss) => sum + loss, 0) / 8;
      const figures = [lost(yearsOfAge / leavesOfAge).toFixed(4), lost(1).toFixed(4), limit, cpuSeconds.toFixed(1)];
      console.log(`| ${promise.join(' ')}, ${labels} | ${[effort, release.groups, ...figures, phasesOf(stdout)].join(' | ')} |`);
    }
}

/** NCP as ARX's users count it: a year is one of 99 steps, and a bucket the years below it, also those that nobody has. */
function ncpOf(stdout: string, mode: Mode): number {
  const { measure } = JSON.parse(stdout) as { measure: { columns: Record<string, number> } };
  const { age, ...others } = measure.columns;
  const ofAge = mode === 'buckets' ? ageLoss() : (age * yearsOfAge) / leavesOfAge;
  return [ofAge, ...Object.values(others)].reduce((sum, loss) => sum + loss, 0) / 9;
}

/** Of each released age the leaves below its label, of ARX's hundred. */
function ageLoss(): number {
  const [header, ...rows] = readFileSync(join(folder, 'release', 'kaca_anonymized.csv'), 'utf8')
    .trimEnd()
    .split('\n');
  const at = header.split(',').indexOf('age');
  const leaves = (label: string): number => {
    const [from, to] = label.split('-').map(Number);
    return label === '*' ? 100 : to === undefined ? 1 : to - from + 1;
  };
  return rows.reduce((sum, row) => sum + (leaves(row.split(',')[at]) - 1) / leavesOfAge, 0) / rows.length;
}

async function losses(effort: 'fast' | 'normal' | 'best'): Promise<void> {
  console.log(`| Adult, ${effort} | k | groups | NCP | limit | ARX | CPU s | ARX CPU s | seconds by phase |`);
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const mode of (some.length > 0 ? some : Object.keys(limits)) as Mode[])
    for (const [i, k] of ks.entries()) {
      const { stdout, cpuSeconds } = await timed(node, run(join(data, 'adult.csv'), k, mode, { effort, threads: '1' }));
      const { release } = JSON.parse(stdout) as { release: { groups: number } };
      const limit = limits[mode][effort === 'best' ? 'best' : 'normal'][i];
      const cells = [mode, k, release.groups, `**${ncpOf(stdout, mode).toFixed(4)}**`, limit, arx.loss[i]];
      console.log(`| ${[...cells, cpuSeconds.toFixed(1), arx.cpuSeconds[i], phasesOf(stdout)].join(' | ')} |`);
    }
}

/** Copies of the table: the first unchanged, in later ones an age up to two years off and every other cell that of a random row once in twenty times. */
async function copies(times: number): Promise<string> {
  const lines: string[][] = [];
  for await (const line of createInterface({ input: createReadStream(join(data, 'adult.csv')) })) lines.push(line.split(';'));
  const [header, ...rows] = lines;
  const random = mulberry32(1);
  const file = join(folder, `adult-${times}.csv`);
  const out = createWriteStream(file);
  out.write(`${header.join(';')}\n`);
  const age = header.indexOf('age');
  for (let copied = 0; copied < times; copied++) {
    let text = '';
    for (const row of rows) {
      const cells = row.map((cell, c) => {
        if (copied === 0) return cell;
        if (c === age) return String(Math.min(90, Math.max(17, Number(cell) + Math.floor(random() * 5) - 2)));
        return random() < 0.05 ? rows[Math.floor(random() * rows.length)][c] : cell;
      });
      text += `${cells.join(';')}\n`;
    }
    if (!out.write(text)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  return file;
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

async function growth(): Promise<void> {
  console.log('| Adult, k = 5 | rows | bare copy CPU s | run CPU s | ratio | peak MB | NCP | seconds by phase |');
  console.log('|---|---|---|---|---|---|---|---|');
  for (const times of some.length > 0 ? some.map(Number) : [10, 100]) {
    const file = await copies(times);
    const bare = await timed(node, [copy, file, join(folder, 'copy.csv'), '2']);
    const made = await timed(node, run(file, 5, 'hierarchy', { threads: '2' }));
    const { input } = JSON.parse(made.stdout) as { input: { rows: number } };
    const ratio = `**${(made.cpuSeconds / bare.cpuSeconds).toFixed(1)}** (wall ${(made.seconds / bare.seconds).toFixed(1)})`;
    const cells = [
      `x ${times}`,
      input.rows,
      bare.cpuSeconds.toFixed(2),
      made.cpuSeconds.toFixed(1),
      ratio,
      Math.round(made.peakBytes / 1e6),
    ];
    console.log(`| ${[...cells, ncpOf(made.stdout, 'hierarchy').toFixed(4), phasesOf(made.stdout)].join(' | ')} |`);
    rmSync(file);
  }
  console.log('\nLimits: ratio 20, 2,000 MB, and ten times the rows at most 12 times the time.');
}

try {
  if (what === 'growth') await growth();
  else if (what === 'diverse') await diverse();
  else await losses(what as 'normal'); // the person says which
} finally {
  rmSync(folder, { recursive: true });
}
