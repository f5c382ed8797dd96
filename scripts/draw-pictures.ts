// The pictures of README.md, docs/prism.md and docs/studio.md, from real runs.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { generate, run, sweep } from 'shoal';
import { createPool } from '../src/base/pool.ts';
import type { Result } from '../src/base/result.ts';
import { openWorkspace } from '../src/base/workspace.ts';
import { openLocalEngine } from '../src/engine/local/local-engine.ts';
import { blockRows } from '../src/families/series/draft.ts';
import { makeSeries } from '../src/families/series/make-series.ts';
import { prepareSeries } from '../src/families/series/prepare.ts';
import { settingWords } from '../src/figures/sweep-setting.ts';
import { parsePolicy } from '../src/policy/policy.ts';
import type { SeriesInput } from '../src/policy/policy-input.ts';
import { lossScatter } from '../src/report/charts.ts';
import { isVerified } from '../src/report/sweep-result.ts';
import { groupPicture, leafPicture, type Made, middlingSubject, standingAlone } from './method-pictures.ts';
import { pictureReport } from './report-picture.ts';
import { pictureStudio } from './studio-picture.ts';

const days = { subject: 'ID', series: 'H1..H8', drop: 'Name,Surname', sensitive: 'Performance_SD', segments: 8, maxLevel: 20 };

interface Asked {
  /** Rows of made-up days; the fixture of the tests where left out. */
  readonly rows?: number;
  /** Made-up people in the studio; two thousand where left out. */
  readonly people?: number;
  readonly effort: 'fast' | 'normal' | 'best';
  readonly out: string;
}

export async function drawPictures(browser: Browser, { rows, people, effort, out }: Asked): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'shoal-pictures-'));
  try {
    const input = await daysOf(scratch, rows);
    mkdirSync(out, { recursive: true });
    await pictureStudio(browser, out, join(scratch, 'studio'), people);
    const ten = { ...days, input, k: 10, p: 3 };
    const byMethod = {
      Naive: await made({ ...ten, method: 'naive' }),
      KAPRA: await made({ ...ten, method: 'kapra' }),
      PRISM: await made({ ...ten, method: 'prism', effort }),
    };
    const row = middlingSubject(byMethod.Naive);
    write(out, 'group.svg', 'The group of one subject under Naive, KAPRA and PRISM', groupPicture(byMethod, row));
    write(
      out,
      'leaf.svg',
      'One leaf of PRISM: the shapes of its members and the published ranges',
      leafPicture(byMethod.PRISM, row),
    );
    const grid = { k: [5, 10, 20], p: [2, 3, 5], maxLevel: [20] };
    const { points } = heldBy(await sweep({ ...days, input, effort, queries: 0 }, grid, { out: join(scratch, 'sweep') }));
    write(
      out,
      'losses.svg',
      'Value loss against pattern loss of three methods',
      lossScatter(
        points.filter(isVerified),
        [
          { name: 'value loss', title: 'value loss (mean width of the bands)', of: ({ valueLoss = 0 }) => valueLoss },
          { name: 'pattern loss', title: 'pattern loss (0 same shape, 1 no shape)', of: ({ patternLoss = 0 }) => patternLoss },
        ],
        { names: ['naive', 'kapra', 'prism'], of: ({ method }) => method, wordsOf: settingWords },
        { label: 'Value loss against pattern loss of every setting', size: [900, 470] },
      ),
    );
    const release = join(scratch, 'release');
    heldBy(await run({ ...days, segments: 4, input, k: 5, method: 'prism', effort, out: release }));
    await pictureReport(browser, join(release, 'report.html'), out);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** The fixture of the tests, or made-up days where a number of rows is asked for. */
async function daysOf(scratch: string, rows: number | undefined): Promise<string> {
  if (rows === undefined) return fileURLToPath(new URL('../test/fixtures/work8.csv', import.meta.url));
  const path = join(scratch, 'days.csv');
  heldBy(await generate('work', { rows, seed: 1, out: path }));
  return path;
}

async function made(raw: SeriesInput & { readonly input: string }): Promise<Made> {
  const policy = heldBy(parsePolicy(raw));
  if (policy.family !== 'series') throw new Error('curves only');
  const workspace = openWorkspace();
  const pool = createPool(0);
  const tools = {
    threads: 1,
    pool,
    workspace,
    openEngine: () => openLocalEngine({ workspace, threads: 1 }),
    onProgress: () => {},
  };
  try {
    const { table } = heldBy(await prepareSeries({ ...policy, input: raw.input }, tools));
    const { release } = await makeSeries({ table, policy, blockRows, ...tools });
    return { release, matrix: table.matrix, length: table.seriesLength };
  } finally {
    workspace.dispose();
  }
}

function heldBy<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value;
  throw new Error(result.problems.map(({ what }) => what).join(' '));
}

function write(out: string, name: string, title: string, svg: string): void {
  writeFileSync(join(out, name), `${standingAlone(svg, title)}\n`);
}
