import { readFileSync } from 'node:fs';
import { Exit, run, type SeriesInput } from 'shoal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { policyFrom } from '../src/cli/flag-values.ts';
import type { SeriesSummary } from '../src/report/summary.ts';
import { runScript } from './cli/shell.ts';
import { openPlace, type Place } from './cli/shoal-process.ts';
import { campaign } from './suite/draws.ts';

const page = readFileSync(new URL('../docs/choosing.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| (work|cbf) \| (.*) \|$/gm)].map(([, data, row]) => ({ data, cells: row.split(' | ') }));
/** Where the page's commands put what a row tells of. */
const outs: Readonly<Record<string, string>> = { 'work --method naive': 'naive', 'cbf --method kapra': 'cbf-kapra' };
/** Those that the page's commands make; a campaign makes every row of the table again. The first is of what README.md makes. */
const looked = rows.filter(({ data, cells }) => campaign > 1 || outOf(data, cells) !== undefined);

let place: Place;
beforeAll(async () => {
  place = openPlace();
  const [, commands = ''] = /^```sh\n(shoal generate[\s\S]*?)^```$/m.exec(page) ?? [];
  const told = await runScript(commands, place);
  expect(told.code, told.stderr).toBe(Exit.done);
  expect(commands.match(/^shoal run/gm)).toHaveLength(2);
});
afterAll(() => place.remove());

const roles: Readonly<Record<string, SeriesInput>> = {
  work: { subject: 'ID', series: 'H1..H8', drop: 'Name,Surname', sensitive: 'Performance_SD' },
  cbf: { subject: 'id', series: 'T1..T8', sensitive: 'class' },
};
function wordsOf(cells: readonly string[]): string {
  return /^`([^`]*)`/.exec(cells[0])?.[1] ?? '';
}

function outOf(data: string, cells: readonly string[]): string | undefined {
  return outs[`${data} ${wordsOf(cells)}`];
}

it('docs/choosing.md has a table of both kinds of data and every method', () => {
  expect(rows.length).toBeGreaterThan(10);
  const methods = (of: typeof rows) => new Set(of.map(({ cells }) => /--method (\w+)/.exec(wordsOf(cells))?.[1]));
  expect(methods(rows)).toEqual(new Set([undefined, 'naive', 'kapra']));
  expect(methods(looked)).toEqual(new Set(['naive', 'kapra', ...(campaign > 1 ? [undefined] : [])]));
  expect(new Set(looked.map(({ data }) => data))).toEqual(new Set(['work', 'cbf']));
});

it.each(looked)('docs/choosing.md tells of $data the figures that a run prints: $cells.0', async ({ data, cells }) => {
  const { measure, release } = await summaryOf(data, cells);
  expect(cells.slice(1)).toEqual([
    measure.valueLoss.toPrecision(3),
    measure.patternLoss.toFixed(3),
    String(measure.flatPatterns),
    `${(100 * (measure.rangeQueryError ?? 0)).toFixed(0)} %`,
    String(release.suppressedSubjects),
  ]);
});

async function summaryOf(data: string, cells: readonly string[]): Promise<Pick<SeriesSummary, 'measure' | 'release'>> {
  const out = outOf(data, cells);
  if (out !== undefined) return JSON.parse(place.read(out, 'internal/report.json'));
  const flags = Object.fromEntries([...wordsOf(cells).matchAll(/-+(\S+) (\S+)/g)].map(([, name, value]) => [name, value]));
  const given = { ...roles[data], ...policyFrom(flags), input: place.path(`${data}.csv`), out: place.path('again'), seed: 1 };
  const made = await run(given, { force: true });
  if (!made.ok) throw new Error(made.problems[0]?.what);
  return made.value;
}
