import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Progress } from '../../src/base/progress.ts';
import { goodDraft, write } from './a-good-release.ts';
import { goodTable, writeTableRelease } from './a-table-release.ts';
import { goodEvents, writeEvents } from './an-event-release.ts';
import { verifyLent } from './lent-duckdb.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-meter-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const releases = [
  { family: 'series', make: (folder: string) => write(folder, goodDraft('csv')) },
  { family: 'series in Parquet', make: (folder: string) => write(folder, goodDraft('parquet')) },
  { family: 'events', make: (folder: string) => writeEvents(folder, goodEvents()) },
  { family: 'transactions', make: (folder: string) => writeTableRelease(folder, goodTable('records', { format: 'csv' })) },
];

it.each(releases)(
  'tells a share that only grows, most of it for the questions and all of it at the end: $family',
  async ({ make }) => {
    const folder = mkdtempSync(join(home, 'release-'));
    await make(folder);
    const told: Progress[] = [];
    const verified = await verifyLent(folder, { onProgress: (progress) => told.push(progress) });
    expect(verified.ok && verified.value.holds).toBe(true);
    const shares = told.map(({ done, total = 0 }) => done / total);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(told.filter(({ finished }) => finished)).toEqual([told.at(-1)]);
    expect(shares.at(-1)).toBe(1);
    expect(shares.findLast((share) => share < 1)).toBeGreaterThan(0.5); // what the questions are said to weigh is what they do
    expect(shares.filter((share) => share > 0.15 && share < 1).length).toBeGreaterThanOrEqual(4); // events that hold are asked about five times
  },
);
