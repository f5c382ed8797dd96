import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { goodTable, writeTableRelease } from './a-table-release.ts';
import { expectBreaches } from './expect-breaches.ts';
import { verifyLent } from './lent-duckdb.ts';
import { tableTamperings } from './table-tamperings.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-table-tampering-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('of transactions, the verifier catches', () => {
  it.each(tableTamperings)('$says', async ({ shape, of, before, after, options, breach }) => {
    const folder = mkdtempSync(join(home, 'release-'));
    const draft = goodTable(shape, of);
    before?.(draft);
    await writeTableRelease(folder, draft);
    after?.(folder);
    expectBreaches(await verifyLent(folder, options), breach, ['lorry-', 'G56', 'milk', 'morning']);
  });
});
