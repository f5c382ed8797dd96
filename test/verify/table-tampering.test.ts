import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Exit } from '../../src/base/problem.ts';
import { asProblem } from '../../src/verify/breaches.ts';
import { verifyRelease } from '../../src/verify/verify.ts';
import { goodTable, writeTableRelease } from './a-table-release.ts';
import { tableTamperings } from './table-tamperings.ts';
import { marker } from './tamperings.ts';

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
    const verified = await verifyRelease(folder, { threads: 1, ...options });
    if (!verified.ok) throw new Error(`refused: ${verified.problems[0]?.what}`);
    const { holds, breaches } = verified.value;
    expect(holds).toBe(false);
    expect(breaches.map(({ kind }) => kind).sort()).toEqual([breach].flat().sort());
    for (const found of breaches.map(asProblem)) {
      expect(found).toMatchObject({ exit: Exit.broken, code: expect.stringMatching(/^verify\/[a-z0-9-]+$/) });
      const told = JSON.stringify(found);
      for (const value of [marker, 'lorry-', 'G56', 'milk', 'morning']) expect(told).not.toContain(value);
      for (const sentence of [found.what, found.why, found.fix]) expect(sentence).toMatch(/^\S.*[.]$/);
    }
  });
});
