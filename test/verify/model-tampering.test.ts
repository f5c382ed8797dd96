import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodTable, writeTableRelease } from './a-table-release.ts';
import { expectBreaches } from './expect-breaches.ts';
import { verifyLent } from './lent-duckdb.ts';
import { kept, modelTamperings, promise } from './model-tamperings.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-model-tampering-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('promises about sensitive values', () => {
  it.each(['csv', 'parquet'] as const)('hold where they are kept, and the verdict names each (%s)', async (format) => {
    const folder = mkdtempSync(join(home, 'kept-'));
    const draft = goodTable('records', { format });
    promise(draft, ...kept);
    await writeTableRelease(folder, draft);
    const inside = await verifyLent(folder);
    expect(inside).toMatchObject({ ok: true, value: { holds: true, breaches: [] } });
    expect(inside.ok && inside.value.checks.filter((check) => check.endsWith('counted by records and by subjects')).length).toBe(
      5,
    );
    rmSync(join(folder, 'internal'), { recursive: true });
    const outside = await verifyLent(folder);
    expect(outside).toMatchObject({ ok: true, value: { holds: true, breaches: [] } });
    expect(
      outside.ok && outside.value.checks.filter((check) => check.includes('cannot be seen in the published files')).length,
    ).toBe(6);
  });

  it.each(modelTamperings)('are broken by $says', async ({ models, shape = 'records', of, before, options, breach }) => {
    const folder = mkdtempSync(join(home, 'release-'));
    const draft = goodTable(shape, of);
    promise(draft, ...models);
    before?.(draft);
    await writeTableRelease(folder, draft);
    expectBreaches(await verifyLent(folder, options), breach, ['lorry-', 'G56', 'milk', 'morning']);
  });
});
