import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OriginalInput } from '../../src/api/open-original.ts';
import { verify } from '../../src/api/verify.ts';
import { languages } from '../../src/base/languages.ts';
import { Exit } from '../../src/base/problem.ts';
import { labelWords } from '../../src/release/label-words.ts';
import { draws } from '../suite/draws.ts';
import { goodDraft, write } from './a-good-release.ts';
import { goodTable, type Shape, type TableDraft, writeTableRelease } from './a-table-release.ts';
import { goodEvents, withEvidence, writeEvents } from './an-event-release.ts';
import { expectBreaches } from './expect-breaches.ts';
import { originalTamperings } from './original-tamperings.ts';
import { marker } from './tamperings.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-original-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const shapes: readonly Shape[] = ['records', 'groups'];

async function written(draft: TableDraft): Promise<string> {
  const folder = mkdtempSync(join(home, 'release-'));
  await writeTableRelease(folder, draft);
  return folder;
}

const beside = (folder: string): OriginalInput => ({
  file: `${folder}-original.csv`,
  hierarchy: { cargo: `${folder}-cargo.csv` },
});

async function against(folder: string, original: OriginalInput = beside(folder)) {
  const verified = await verify(folder, { threads: 1, original });
  if (!verified.ok) throw new Error(`refused: ${verified.problems[0]?.code} ${verified.problems[0]?.what}`);
  return verified.value;
}

describe('with the original at hand', () => {
  it.each(languages)('labels in the words of %s are proved true of every record', async (language) => {
    for (const shape of shapes)
      for (const format of ['csv', 'parquet'] as const) {
        const { breaches, checks, holds } = await against(await written(goodTable(shape, { language, format })));
        expect(breaches).toEqual([]);
        expect(holds).toBe(true);
        expect(checks).toContainEqual(expect.stringMatching(/^original: every label is true of its record/));
      }
  });

  it.each(originalTamperings)('the verifier catches $says', async ({ shape, of, before, breach }) => {
    const draft = goodTable(shape, of);
    before(draft);
    const folder = await written(draft);
    expectBreaches(await verify(folder, { threads: 1, original: beside(folder) }), breach, ['lorry-', 'G56', 'milk', 'morning']);
    if (breach !== 'repeated-record')
      expect(await verify(folder, { threads: 1 })).toMatchObject({ ok: true, value: { holds: true } }); // only the original tells
  });

  it('a release that is broken by itself is judged by itself', async () => {
    const draft = goodTable('groups');
    draft.rows[0][4] = '3';
    const { breaches } = await against(await written(draft));
    expect(breaches.map(({ kind }) => kind)).toEqual(['small-combination']);
  });

  it('any true label passes, and any other is caught: hours, prefixes, intervals', async () => {
    const hours = fc.integer({ min: 0, max: 23 });
    const anyRange = fc
      .tuple(hours, fc.integer({ min: 1, max: 24 }))
      .filter(
        ([from, to]) =>
          from !== to && (from < to || to < from) && !(from === 0 && to === 24) && !(from % 6 === 0 && to === from + 6),
      );
    const two = (hour: number) => String(hour).padStart(2, '0');
    await fc.assert(
      fc.asyncProperty(
        anyRange,
        hours,
        fc.integer({ min: 0, max: 59 }),
        fc.integer({ min: 0, max: 5 }),
        async ([from, to], hour, minute, kept) => {
          const draft = goodTable('records', { k: 2 });
          const word = from < to ? labelWords.en.hours : labelWords.en.overnight;
          const code = 'AB12C';
          const labels = [
            kept === 0 ? 'all regions' : `${code.slice(0, kept)} region`,
            `${word}(${two(from)}-${two(to)})`,
            '[1-3]',
            'milk',
          ];
          for (const rows of [draft.rows, draft.evidence?.rows ?? []]) for (const row of rows) row.splice(0, 4, ...labels);
          for (const row of draft.original.rows)
            row.splice(1, 4, `${code}9`, `2023-01-02T${two(hour)}:${two(minute)}:30`, '2', 'milk');
          const inside = from < to ? hour >= from && hour < to : hour >= from || hour < to;
          const { breaches } = await against(await written(draft));
          expect(breaches).toEqual(
            inside ? [] : [expect.objectContaining({ kind: 'false-label', columns: ['time_period'], cells: 40 })],
          );
        },
      ),
      { numRuns: draws(8) },
    );
  });

  it('no published cell and no cell of the evidence can be changed to another', async () => {
    const anyText = fc.constantFrom(
      marker,
      '',
      '1',
      '7',
      'lorry-2',
      '10.00',
      'morning(06-12)',
      'G56 region',
      '[2-6]',
      'ore',
      '*',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...shapes),
        fc.boolean(),
        fc.nat(),
        fc.nat(),
        anyText,
        async (shape, leaves, r, c, text) => {
          const draft = goodTable(shape);
          const rows = leaves ? draft.rows : (draft.evidence?.rows ?? []);
          const row = rows[r % rows.length];
          fc.pre(row[c % row.length] !== text);
          row[c % row.length] = text;
          expect((await against(await written(draft))).holds).toBe(false);
        },
      ),
      { numRuns: draws(10) },
    );
  });

  it('a clock with an offset is read as written, or in the time zone that is named', async () => {
    const draft = goodTable('records');
    for (const row of draft.original.rows) row[2] = '2023-07-01T23:30:00-05:00';
    for (const rows of [draft.rows, draft.evidence?.rows ?? []]) for (const row of rows) row[1] = 'evening(18-24)';
    const folder = await written(draft);
    expect((await against(folder)).breaches).toEqual([]);
    const elsewhere = await against(folder, { ...beside(folder), timeZone: 'Europe/Ljubljana' }); // 06:30 of the next day
    expect(elsewhere.breaches).toEqual([expect.objectContaining({ kind: 'false-label', columns: ['time_period'] })]);
  });
});

const refusal = async (folder: string, original: OriginalInput) => {
  const verified = await verify(folder, { threads: 1, original });
  return verified.ok ? verified.value : verified.problems.map(({ code, exit }) => ({ code, exit }));
};

describe('the original is refused', () => {
  it('where nothing leads from the release to its rows', async () => {
    const bare = await written({ ...goodTable('groups'), evidence: undefined });
    expect(await refusal(bare, beside(bare))).toEqual([{ code: 'verify/no-row-numbers', exit: Exit.usage }]);
    const draft = goodTable('records');
    for (const row of [draft.evidence?.header ?? [], ...(draft.evidence?.rows ?? [])]) row.pop();
    const unnumbered = await written(draft);
    expect(await refusal(unnumbered, beside(unnumbered))).toEqual([{ code: 'verify/no-row-numbers', exit: Exit.usage }]);
  });

  it('of series and of events, which keep no row numbers', async () => {
    const [series, events, table] = [
      mkdtempSync(join(home, 's-')),
      mkdtempSync(join(home, 'e-')),
      await written(goodTable('groups')),
    ];
    await write(series, goodDraft('csv'));
    await writeEvents(events, withEvidence(goodEvents('drop')));
    for (const folder of [series, events])
      expect(await refusal(folder, beside(table))).toEqual([{ code: 'verify/no-row-numbers', exit: Exit.usage }]);
  });

  it('where it is another file than the one that was read', async () => {
    const folder = await written(goodTable('groups'));
    writeFileSync(join(folder, 'internal', 'manifest.json'), JSON.stringify({ internal: { inputSha256: '0'.repeat(64) } }));
    expect(await refusal(folder, beside(folder))).toEqual([{ code: 'verify/not-the-original', exit: Exit.input }]);
    const other = join(home, 'other.csv');
    writeFileSync(other, 'a,b\n1,2\n');
    const unnoted = await written(goodTable('groups'));
    expect(await refusal(unnoted, { file: other })).toEqual([{ code: 'verify/not-the-original', exit: Exit.input }]);
    expect(await refusal(unnoted, { file: join(home, 'nowhere.csv') })).toEqual([
      { code: 'input/missing-file', exit: Exit.input },
    ]);
  });

  it('where it cannot be read to its end', async () => {
    const folder = await written(goodTable('groups'));
    const torn = `${folder}-torn.csv`;
    writeFileSync(torn, 'vehicle_id,section_id,exit_time,axles,cargo,weight,toll_money\n"a,b\n');
    expect(await refusal(folder, { file: torn })).toEqual([{ code: 'verify/not-the-original', exit: Exit.input }]);
  });

  it('where a label may be a node of a hierarchy that is not there', async () => {
    const folder = await written(goodTable('groups'));
    expect(await refusal(folder, { file: `${folder}-original.csv` })).toEqual([
      { code: 'verify/hierarchy-needed', exit: Exit.usage },
    ]);
    expect(await refusal(folder, { file: `${folder}-original.csv`, hierarchy: { cargo: join(home, 'nowhere.csv') } })).toEqual([
      { code: 'verify/unreadable-hierarchy', exit: Exit.usage },
    ]);
  });

  it('unless the release itself notes where the hierarchy is', async () => {
    const folder = await written(goodTable('groups'));
    const policy = { method: 'kaca', hierarchy: { cargo: `${folder}-cargo.csv` } };
    writeFileSync(join(folder, 'internal', 'manifest.json'), JSON.stringify({ internal: { policy } }));
    expect(await refusal(folder, { file: `${folder}-original.csv` })).toMatchObject({ holds: true });
  });
});
