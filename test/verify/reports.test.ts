import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeManifest, goodDraft, variants, write } from './a-good-release.ts';
import { verifyLent } from './lent-duckdb.ts';
import { seal } from './written-release.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-reports-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const maker = 'Shoal 1.0.0, CLDR 45.0';
const page = (by: string, body: string) => `<!doctype html><meta name="generator" content="${by}">${body}`;
const drawing = async () => (report: unknown) => page(maker, JSON.stringify(report));

async function verdictOn(html: string | undefined, drawn = true) {
  const folder = mkdtempSync(join(home, 'release-'));
  await write(folder, goodDraft('csv'));
  if (html !== undefined) {
    const report = JSON.stringify(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')));
    writeFileSync(
      join(folder, 'report.html'),
      html.replace('REPORT', () => report),
    );
    changeManifest(folder, ({ files }) => files.push({ name: 'report.html', sha256: '', bytes: 0 }));
    seal(folder);
  }
  const verified = await verifyLent(folder, { threads: 1, ...(drawn ? { drawing } : {}) });
  if (!verified.ok) throw new Error(verified.problems[0].what);
  return verified.value;
}

describe('the verifier of reports', () => {
  it.each(variants)('passes a report that says what the data says (%s)', async (variant) => {
    const folder = mkdtempSync(join(home, 'release-'));
    await write(folder, goodDraft(variant));
    const verified = await verifyLent(folder, { threads: 1 });
    expect(verified).toMatchObject({ ok: true, value: { holds: true, notes: [expect.stringContaining('of the original')] } });
  });

  it('passes the page that is drawn from it', async () => {
    expect(await verdictOn(page(maker, 'REPORT'))).toMatchObject({
      holds: true,
      notes: [expect.stringContaining('report.json')],
    });
  });

  it('says that a page of another version was not checked', async () => {
    const { holds, notes } = await verdictOn(page(maker.replace('1.0.0', '0.9.0'), 'as it was drawn then'));
    expect([holds, notes.at(-1)]).toEqual([
      true,
      `report.html was not checked: Shoal 0.9.0, CLDR 45.0 drew it, and here is ${maker}`,
    ]);
  });

  it('says that a page was not checked where nothing draws it', async () => {
    expect((await verdictOn(page(maker, 'anything'), false)).notes.at(-1)).toMatch(/^report\.html was not checked/);
  });
});
