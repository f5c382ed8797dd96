import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Timed, timed } from './measure-process.ts';

export const shoal = new URL('../bin/shoal.js', import.meta.url).pathname;
export const node = process.execPath;
export const threads = '2';

const copy = new URL('./bare-copy.mjs', import.meta.url).pathname;

export interface Limits {
  readonly ratio: number;
  readonly megabytes: number;
}

/** Writes random walks of 24 instants. */
export const walks = (file: string, rows: number) =>
  timed(node, [shoal, 'generate', 'walks', '--rows', String(rows), '--seed', '1', '--out', file, '--progress', 'none']);

/** The words of a run over walks. */
export const runOf = (file: string, folder: string, more: readonly string[]): readonly string[] => [
  ...[shoal, 'run', file, '--subject', 'id', '--series', 'T1..T24', '--threads', threads],
  ...['--out', join(folder, 'release'), '--force', '--json', '--progress', 'none', ...more],
];

/**
 * Prints what the whole `shoal run` (read, make, write, measure, verify, publish) of walks costs against DuckDB's bare copy of the same
 * file on the same threads, in one run on one machine: ratios, because seconds say more about the machine.
 */
export async function walksAgainstCopy(
  title: string,
  folder: string,
  settings: readonly string[],
  limits: Limits,
): Promise<void> {
  console.log(
    `| ${title} | bare copy s | shoal run s | ratio | shoal verify | CPU s of copy, run, verify | CPU ratio | peak memory MB | seconds by phase |`,
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  const seconds: number[] = [];
  for (const rows of [100_000, 1_000_000]) {
    const file = join(folder, `walks-${rows}.csv`);
    await walks(file, rows);
    const [bare, run, verify] = await leastInTurns(3, [
      [copy, file, join(folder, 'copy.csv'), threads],
      runOf(file, folder, settings),
      [shoal, 'verify', join(folder, 'release'), '--threads', threads, '--progress', 'none'],
    ]);
    rmSync(file);
    const cells = [
      rows,
      bare.seconds.toFixed(2),
      run.seconds.toFixed(2),
      `**${(run.seconds / bare.seconds).toFixed(2)}**`,
      (verify.seconds / bare.seconds).toFixed(2),
      [bare, run, verify].map(({ cpuSeconds }) => cpuSeconds.toFixed(2)).join(', '),
      [run, verify].map(({ cpuSeconds }) => (cpuSeconds / bare.cpuSeconds).toFixed(2)).join(', '),
      Math.round(run.peakBytes / 1e6),
      phasesOf(run.stdout),
    ];
    console.log(`| ${cells.join(' | ')} |`);
    seconds.push(run.seconds);
  }
  const growth = (seconds[1] / seconds[0]).toFixed(1);
  console.log(
    `\nGrowth from 100,000 to 1,000,000 rows: ${growth}x (limit 12). Ratio limit ${limits.ratio}, memory limit ${limits.megabytes} MB.`,
  );
}

/** Several programs one after the other, some times over, so that whatever else the machine does disturbs them alike: of each the quickest run, and its least CPU seconds. */
async function leastInTurns(turns: number, programs: readonly (readonly string[])[]): Promise<readonly Timed[]> {
  const least: Timed[] = [];
  for (let turn = 0; turn < turns; turn++)
    for (const [p, words] of programs.entries()) {
      const now = await timed(node, words);
      const before = turn === 0 ? now : least[p];
      const cpuSeconds = Math.min(now.cpuSeconds, before.cpuSeconds);
      least[p] = { ...(now.seconds < before.seconds ? now : before), cpuSeconds };
    }
  return least;
}

/** Seconds of each phase as a summary tells them. */
export const phasesOf = (stdout: string): string =>
  Object.entries((JSON.parse(stdout) as { seconds: Record<string, number> }).seconds)
    .map(([phase, spent]) => `${phase} ${spent.toFixed(2)}`)
    .join(', ');
