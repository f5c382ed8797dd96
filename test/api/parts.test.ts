import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  attack,
  compare,
  generate,
  type Manifest,
  newSigningKey,
  type PolicyInput,
  rewriteReport,
  run,
  sign,
  signOff,
  verify,
} from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let home = '';
const at = (name: string): string => join(home, name);

const days = { subject: 'ID', series: 'H1..H8', drop: 'Name,Surname', sensitive: 'Performance_SD', method: 'naive', queries: 0 };
const tolls = {
  family: 'table',
  subject: 'vehicle_id',
  quasi: ['section_id:prefix', 'exit_time:hour'],
  drop: 'vehicle_class,toll_money',
  method: 'hierarchy',
};
const events = { family: 'events', preset: 'telecare', unmapped: 'other', quasi: 'weekday', flatten: 'none' };
const families = { days, tolls, events } as const;
type Name = keyof typeof families;

/** Makes a release, which is verified at its end, and answers its manifest. */
async function released(out: string, of: Name, more: Record<string, unknown> = {}): Promise<Manifest> {
  const settings = { ...families[of], input: at(`${of}.csv`), seed: 9, out: at(out), ...more };
  const made = await run(settings as PolicyInput, { ledger: { file: at(`${out}.ledger`) } }); // run refuses what does not fit
  expect(made.ok ? [] : made.problems).toEqual([]);
  return JSON.parse(readFileSync(at(`${out}/manifest.json`), 'utf8'));
}

const partsOf = ({ data: { parts = [] } }: Manifest) => parts;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'shoal-parts-'));
  expect(await generate('work', { rows: 250, seed: 4, out: at('days.csv') })).toMatchObject({ ok: true });
  expect(await generate('tolls', { rows: 1500, seed: 4, out: at('tolls.csv') })).toMatchObject({ ok: true });
  const rows = Array.from(
    { length: 600 },
    (_, i) => `2024-03-${String(1 + ((7 * i) % 28)).padStart(2, '0')}T10:00:00;s${i % 60};CODE`,
  );
  writeFileSync(at('events.csv'), `OD_ISO;GUID;dogodek\n${rows.join('\n')}\n`);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('a release in parts', () => {
  it.each(['days', 'tolls', 'events'] as const)('has the rows of one in one file, in their order: %s', async (of) => {
    const whole = await released(`${of} whole`, of);
    const manifest = await released(`${of} parts`, of, { partRows: 100 });
    const parts = partsOf(manifest);
    expect(parts.length).toBe(Math.ceil(whole.data.rows / 100));
    expect(parts.length).toBeGreaterThan(1);
    const lines = parts.map(({ name }) => readFileSync(at(`${of} parts/${name}`), 'utf8').split(/(?<=\n)/));
    expect(new Set(lines.map(([header]) => header)).size).toBe(1);
    const joined = [lines[0][0], ...lines.flatMap(([, ...rows]) => rows)].join('');
    expect(joined).toBe(readFileSync(at(`${of} whole/${whole.data.file}`), 'utf8'));
    expect(readdirSync(at(`${of} parts`)).sort()).toEqual(
      [
        'internal',
        'croissant.json',
        'datapackage.json',
        'dcat.jsonld',
        'manifest.json',
        'report.html',
        'report.json',
        ...parts.map(({ name }) => name),
      ].sort(),
    );
    const verified = await verify(at(`${of} parts`), { original: { file: at(`${of}.csv`) } });
    expect(verified).toMatchObject({ ok: true, value: { holds: true, rows: whole.data.rows } });
  });

  it('is read, compared, signed and attacked as one table', async () => {
    const made = await run({ ...days, input: at('days.csv'), seed: 9, out: at('one'), partRows: 100 } as PolicyInput);
    if (!made.ok) throw new Error(made.problems[0].code);
    const rows = [];
    for await (const row of made.value.rows()) rows.push(row);
    expect(rows.length).toBe(250);
    const { files } = made.value;
    expect(files).toEqual(['naive_anonymized-00001.csv', 'naive_anonymized-00002.csv', 'naive_anonymized-00003.csv']);
    const bytes = files.reduce((sum, name) => sum + readFileSync(at(`one/${name}`)).length, 0);
    expect(await compare([at('one')])).toMatchObject({ ok: true, value: { releases: [{ holds: true, figures: { bytes } }] } });
    expect((await rewriteReport(at('one'), { lang: 'sl' })).ok).toBe(true);
    expect(readFileSync(at('one/report.html'), 'utf8')).toContain(files[2]);
    const signed = await signOff(at('one'), { name: 'A', role: 'officer', date: '2024-05-31' });
    expect(signed).toMatchObject({ ok: true, value: [{ data: expect.stringMatching(/^[0-9a-f]{64}$/) }] });
    expect(newSigningKey(at('key')).ok).toBe(true);
    expect((await sign(at('one'), { key: at('key') })).ok).toBe(true);
    expect(await verify(at('one'), { key: at('key.pub') })).toMatchObject({ ok: true, value: { holds: true } });
    const attacked = await attack(at('one'), { original: { file: at('days.csv') }, sample: 20 });
    expect(attacked).toMatchObject({ ok: true, value: { problems: [] } });
  });

  it('is as large as its rows say, in Parquet too', async () => {
    const manifest = await released('parquet', 'events', { partRows: 150, format: 'parquet' });
    expect(partsOf(manifest).slice(0, 2)).toMatchObject([
      { name: 'anonymized_events-00001.parquet', rows: 150 },
      { name: 'anonymized_events-00002.parquet', rows: 150 },
    ]);
    const again = await released('parquet again', 'events', { partRows: 150, format: 'parquet', threads: 1 });
    expect(partsOf(again)).toEqual(partsOf(manifest));
  });

  it('is one file where all rows fit into the first part', async () => {
    const manifest = await released('few', 'days', { partRows: 250 });
    expect(manifest.data.parts).toBeUndefined();
    expect(readdirSync(at('few'))).toContain(manifest.data.file);
  });

  it.each([
    { outTable: 'postgres://nobody@127.0.0.1:1/none?table=t' },
    { family: 'events', format: 'xes', event: 'e', time: 't' },
  ])('is refused where there is no place for parts: %j', async (more) => {
    const refused = await run({
      ...(more.family === undefined ? days : {}),
      subject: 'ID',
      input: at('days.csv'),
      partRows: 100,
      ...more,
    } as PolicyInput);
    expect(refused).toMatchObject({
      ok: false,
      problems: [{ code: 'policy/bad-value', what: expect.stringContaining('partRows') }],
    });
  });
});
