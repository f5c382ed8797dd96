import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { tableFromArrays, tableToIPC } from '@uwdata/flechette';
import { draftPolicy, inspect, type PolicyInput, run, verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workbookOf, xmlText } from '../formats/workbooks.ts';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-sources-'));
  writeFileSync(join(home, 'days.csv'), csvOf(['id', 'mon', 'tue', 'wed'], days));
  writeFileSync(
    join(home, 'days.xlsx'),
    workbookOf([
      { name: 'Notes', rows: [['a']] },
      { name: 'Days', rows: [['id', 'mon', 'tue', 'wed'], ...days] },
    ]),
  );
  const column = (at: number) => days.map((row) => row[at]);
  const arrow = tableToIPC(tableFromArrays({ id: column(0), mon: column(1), tue: column(2), wed: column(3) }), {
    format: 'file',
  });
  writeFileSync(join(home, 'days.arrow'), arrow ?? '');
  writeFileSync(join(home, 'log.csv'), csvOf(['case:concept:name', 'concept:name', 'time:timestamp'], visits));
  writeFileSync(join(home, 'log.xes.gz'), gzipSync(xesOf(visits)));
});
afterAll(() => rmSync(home, { recursive: true }));

const days = Array.from({ length: 60 }, (_, i) => [`p${i}`, i % 9, ((7 * i) % 11) / 2, (5 * i) % 13]);
const visits = Array.from({ length: 300 }, (_, i) => [
  `case ${i % 30}`,
  ['register', 'check', 'pay & go'][i % 3],
  `2024-03-${String(10 + (i % 7)).padStart(2, '0')}T${String(8 + (i % 5)).padStart(2, '0')}:30:00+01:00`,
]);

const csvOf = (names: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [names, ...rows].map((cells) => `${cells.join(',')}\n`).join('');

function xesOf(rows: readonly (readonly (string | number)[])[]): string {
  const event = ([, activity, time]: readonly (string | number)[]) =>
    `<event><string key="concept:name" value="${xmlText(String(activity))}"/><date key="time:timestamp" value="${time}"/></event>\n`;
  const names = [...new Set(rows.map(([name]) => name))];
  const trace = (name: string | number) =>
    `<trace><string key="concept:name" value="${name}"/>${rows
      .filter((row) => row[0] === name)
      .map(event)
      .join('')}</trace>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<log>${names.map(trace).join('')}</log>`;
}

async function release(settings: PolicyInput & { readonly input: string }, out: string) {
  const made = await run({ ...settings, input: join(home, settings.input), out: join(home, out), threads: 1, seed: 7 });
  expect(made.ok ? '' : made.problems).toBe('');
  return (file: string) => readFileSync(join(home, out, file), 'utf8');
}

async function expectProved(out: string, file: string) {
  const verdict = await verify(join(home, out), { original: { file: join(home, file) } });
  expect(verdict).toMatchObject({ ok: true, value: { holds: true } });
}

describe('the same table in another file', () => {
  const series = { subject: 'id', series: 'mon..wed', segments: 3, k: 5, method: 'naive' } as const;
  const events = {
    family: 'events',
    subject: 'case:concept:name',
    event: 'concept:name',
    time: 'time:timestamp',
    k: 3,
    pseudonym: 'drop',
  } as const;

  it('gives the same release from a DuckDB file, and is proved against it and no other table', async () => {
    const wanted = (await release({ ...series, input: 'days.csv' }, 'of-text'))('naive_anonymized.csv');
    const store = join(home, 'store.duckdb');
    const instance = await DuckDBInstance.create(store);
    const connection = await instance.connect();
    await connection.run(`CREATE TABLE days AS SELECT * FROM read_csv('${join(home, 'days.csv')}');
      CREATE TABLE other AS SELECT id, mon + 50 AS mon, tue, wed FROM days`);
    connection.closeSync();
    instance.closeSync();
    const input = `duckdb:${store}?table=days`;
    const made = await run({ ...series, input, out: join(home, 'of-store'), threads: 1, seed: 7 });
    expect(made.ok ? '' : made.problems).toBe('');
    expect(readFileSync(join(home, 'of-store', 'naive_anonymized.csv'), 'utf8')).toBe(wanted);
    expect(readFileSync(join(home, 'of-store', 'manifest.json'), 'utf8')).not.toContain('store.duckdb');
    const proved = await verify(join(home, 'of-store'), { original: { file: input } });
    expect(proved).toMatchObject({ ok: true, value: { holds: true } });
    const against = await verify(join(home, 'of-store'), { original: { file: `duckdb:${store}?table=other` } });
    expect(against.ok ? against.value.breaches.map(({ kind }) => kind) : against.problems[0].code).toEqual(
      expect.arrayContaining(['outside-band']),
    );
    const found = await inspect({ input });
    expect(found.ok && found.value.rows).toBe(60);
  });

  it('gives the same release, and is proved against it: a workbook and Arrow', async () => {
    const wanted = (await release({ ...series, input: 'days.csv' }, 'of-csv'))('naive_anonymized.csv');
    for (const [place, file] of ['days.xlsx?sheet=Days', 'days.arrow'].entries()) {
      const read = await release({ ...series, input: file }, `other-${place}`);
      expect(read('naive_anonymized.csv')).toBe(wanted);
      expect(read('manifest.json')).not.toContain('days.');
      await expectProved(`other-${place}`, file);
    }
    const other = await verify(join(home, 'other-0'), { original: { file: join(home, 'days.csv') } });
    expect(other).toMatchObject({ ok: false, problems: [{ code: 'verify/not-the-original' }] });
  });

  it('gives the same combinations, and is proved against it: an event log', async () => {
    const rows = (text: string) => text.split('\n').sort();
    const wanted = (await release({ ...events, input: 'log.csv' }, 'log-of-csv'))('anonymized_events.csv');
    const found = (await release({ ...events, input: 'log.xes.gz' }, 'log-of-xes'))('anonymized_events.csv');
    expect(rows(found)).toEqual(rows(wanted));
    await expectProved('log-of-xes', 'log.xes.gz');
  });

  it('is what a query makes of it, which a release notes and a proof repeats', async () => {
    const sql = "SELECT id, mon + 0 AS mon, tue * 2 AS tue, wed FROM input WHERE id <> 'p1' ORDER BY random_order";
    const refused = await run({ ...series, input: join(home, 'days.csv'), sql, out: join(home, 'none') });
    expect(refused).toMatchObject({ ok: false, problems: [{ code: 'input/bad-sql' }] });
    const steady = sql.replace('random_order', 'wed DESC');
    const first = await release({ ...series, input: 'days.csv', sql: steady }, 'of-query');
    const same = await release({ ...series, input: 'days.xlsx?sheet=Days', sql: steady }, 'of-query-of-sheet');
    expect(same('naive_anonymized.csv')).toBe(first('naive_anonymized.csv'));
    expect(JSON.parse(first('internal/manifest.json')).internal.policy.sql).toBe(steady);
    expect(first('manifest.json') + first('report.json') + first('report.html')).not.toContain('random_order');
    expect(first('report.json')).not.toContain('wed DESC');
    await expectProved('of-query', 'days.csv');
    const drafted = await inspect({ input: join(home, 'days.csv'), sql: steady });
    expect(drafted.ok && draftPolicy(drafted.value, 'days.csv').policy).toMatchObject({ input: 'days.csv', sql: steady });
  });

  it('comes as bytes too, which tell what they are', async () => {
    const log = readFileSync(join(home, 'log.xes.gz'));
    const book = workbookOf([{ name: 'Days', rows: [['id', 'mon'], ...days.map((row) => row.slice(0, 2))] }]);
    for (const input of [log, { bytes: log, format: 'xes' as const }])
      expect(await inspect({ input })).toMatchObject({ ok: true, value: { rows: 300 } });
    for (const input of [book, { bytes: book, format: 'xlsx' as const }])
      expect(await inspect({ input })).toMatchObject({ ok: true, value: { rows: 60 } });
  });

  it('is inspected', async () => {
    const seen = await inspect({ input: join(home, 'log.xes.gz') });
    expect(seen).toMatchObject({ ok: true, value: { rows: 300 } });
    if (seen.ok)
      expect(seen.value.fields.map(({ name }) => name)).toEqual(['case:concept:name', 'concept:name', 'time:timestamp']);
  });
});

describe('what is not read', () => {
  it('is every address elsewhere, whatever names it', async () => {
    const input = join(home, 'days.csv');
    const remote = ['https://example.org/a.csv', 'S3://bucket/a.parquet', 'hf://datasets/a', 'file:///etc/passwd', 'duckdb://x'];
    const code = 'input/remote-address';
    for (const address of remote) {
      expect(await run({ input: address })).toMatchObject({ ok: false, problems: [{ code }] });
      expect(await inspect({ input: address })).toMatchObject({ ok: false, problems: [{ code }] });
      expect(await run({ family: 'events', input, mapping: address })).toMatchObject({ ok: false, problems: [{ code }] });
      expect(await run({ family: 'table', input, quasi: 'id', hierarchy: { id: address } })).toMatchObject({
        ok: false,
        problems: [{ code }],
      });
    }
    const told = await run({ input: 'https://me:secret@example.org/a.csv' });
    expect(JSON.stringify(told)).not.toContain('secret');
  });

  it('is a spreadsheet of another kind, under any name', async () => {
    writeFileSync(join(home, 'old.xls'), Buffer.from('d0cf11e0a1b11ae1', 'hex'));
    expect(await inspect({ input: join(home, 'old.xls') })).toMatchObject({
      ok: false,
      problems: [{ code: 'input/other-spreadsheet' }],
    });
    expect(await inspect({ input: join(home, 'days.xlsx') })).toMatchObject({
      ok: false,
      problems: [{ code: 'input/which-sheet' }],
    });
    expect(await inspect({ input: join(home, 'gone.xlsx?sheet=A') })).toMatchObject({
      ok: false,
      problems: [{ code: 'input/missing-file' }],
    });
    writeFileSync(join(home, 'cut.xes.gz'), gzipSync(xesOf(visits)).subarray(0, 200));
    expect(await inspect({ input: join(home, 'cut.xes.gz') })).toMatchObject({
      ok: false,
      problems: [{ code: 'input/unreadable' }],
    });
    writeFileSync(join(home, 'cut.arrow'), readFileSync(join(home, 'days.arrow')).subarray(0, 500));
    expect(await inspect({ input: join(home, 'cut.arrow') })).toMatchObject({
      ok: false,
      problems: [{ code: 'input/unreadable' }],
    });
  });
});
