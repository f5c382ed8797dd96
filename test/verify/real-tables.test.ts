import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { generate, type PolicyInput, run, type TableInput, verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seal } from './written-release.ts';

let home = '';
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'shoal-real-tables-'));
  expect(await generate('tolls', { rows: 500, seed: 4, out: join(home, 'tolls.csv') })).toMatchObject({ ok: true });
  expect(await generate('tolls', { rows: 500, seed: 4, out: join(home, 'tolls.parquet') })).toMatchObject({ ok: true });
  const [, ...rows] = readFileSync(join(home, 'tolls.csv'), 'utf8').trimEnd().split('\n');
  const cargo = ['milk', 'bread', 'ore', 'sand'];
  const richer = rows.map((row, i) => {
    const [vehicle, section, time, , toll] = row.split(',');
    const weight = (((i * 37) % 4000) / 100 - 5).toFixed(2);
    const zoned = `${time}${i % 2 === 0 ? 'Z' : '+02:00'}`;
    return `${vehicle},${section},${zoned},${weight},${cargo[(i * 7) % 4]},${i % 9 === 0 ? '' : toll},"note, ""${i % 5}"""\n`;
  });
  const text = ['vehicle_id,section_id,exit_time,weight,cargo,toll_money,note\n', ...richer].join('');
  writeFileSync(join(home, 'richer.csv'), text);
  writeFileSync(join(home, 'richer.csv.gz'), gzipSync(text));
  const objects = rows.map((row) => {
    const [vehicle_id, section_id, exit_time, , toll] = row.split(',');
    return `${JSON.stringify({ vehicle_id, section_id, exit_time, toll_money: Number(toll) })}\n`;
  });
  writeFileSync(join(home, 'tolls.ndjson'), objects.join(''));
  writeFileSync(join(home, 'cargo.csv'), 'milk;food;any\nbread;food;any\nore;mineral;any\nsand;mineral;any\n');
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const quasi = ['section_id:prefix', 'exit_time:time'];
const all = [...quasi, 'weight:number', 'cargo:category'];
const averages = ['count', 'avg:toll_money'];

const cases: readonly (readonly [says: string, input: string, policy: Partial<TableInput>])[] = [
  ['aggregated along hierarchies', 'tolls.csv', { quasi, aggregate: averages, clustering: 'hierarchy' }],
  ['aggregated by k-means', 'tolls.csv', { quasi, aggregate: averages, clustering: 'kmeans', labels: 'zh' }],
  ['aggregated class by class', 'tolls.csv', { quasi, aggregate: averages, clustering: 'merge', labels: 'sl' }],
  ['where rows are subjects', 'tolls.csv', { quasi, aggregate: averages, subject: 'row' }],
  ['with a rule of dominance', 'tolls.csv', { quasi, aggregate: averages, dominance: '2,0.6', clustering: 'hierarchy' }],
  ['record by record', 'tolls.csv', { quasi, sensitive: ['toll_money'], drop: ['vehicle_class'], labels: 'it' }],
  ['record by record, in Parquet', 'tolls.csv', { quasi, sensitive: ['toll_money', 'vehicle_class'], format: 'parquet' }],
  ['of a Parquet file', 'tolls.parquet', { quasi, sensitive: ['toll_money', 'vehicle_class'] }],
  ['of a Parquet file, aggregated', 'tolls.parquet', { quasi: [...quasi, 'vehicle_class:number'], aggregate: averages }],
  ['of NDJSON', 'tolls.ndjson', { quasi, aggregate: averages }],
  ['of all kinds of quasi-identifiers', 'richer.csv', { quasi: all, aggregate: ['count'], timeZone: 'UTC' }],
  [
    'of categories in a hierarchy',
    'richer.csv',
    {
      quasi: all,
      sensitive: ['note'],
      drop: ['toll_money'],
      clustering: 'hierarchy',
      hierarchy: { cargo: 'cargo.csv' },
      timeZone: 'Asia/Tokyo',
    },
  ],
  [
    'of a compressed file, in another time zone',
    'richer.csv.gz',
    { quasi: all, sensitive: ['note'], drop: ['toll_money'], timeZone: 'Europe/Ljubljana' },
  ],
];

async function released(input: string, policy: Partial<TableInput>): Promise<string> {
  const out = mkdtempSync(join(home, 'out-'));
  const hierarchy = Object.fromEntries(
    Object.entries(policy.hierarchy ?? {}).map(([column, file]) => [column, join(home, file)]),
  );
  const settings = {
    method: 'kaca',
    subject: 'vehicle_id',
    seed: 9,
    ...policy,
    hierarchy,
    input: join(home, input),
    out,
  } as PolicyInput;
  const made = await run(settings, { force: true });
  if (!made.ok) throw new Error(`${made.problems[0]?.code}: ${made.problems[0]?.what}`);
  return out;
}

const codes = async (folder: string, input: string): Promise<readonly string[]> => {
  const verified = await verify(folder, { original: { file: join(home, input) } });
  if (!verified.ok) return verified.problems.map(({ code }) => code);
  return verified.value.breaches.map(({ kind }) => kind);
};

describe('a release of transactions as Shoal makes it', () => {
  it.each(cases)('is proved with its original: %s', async (_, input, policy) => {
    const verified = await verify(await released(input, policy), { original: { file: join(home, input) } });
    expect(verified).toMatchObject({ ok: true, value: { holds: true, breaches: [] } });
    if (verified.ok) expect(verified.value.checks.at(-1)).toMatch(/^original: every label is true/);
  });

  it('is not proved with another original, nor with the same one changed', async () => {
    const out = await released('tolls.csv', { quasi, aggregate: averages });
    expect(await codes(out, 'richer.csv')).toEqual(['verify/not-the-original']);
    const text = readFileSync(join(home, 'tolls.csv'), 'utf8');
    writeFileSync(join(home, 'changed.csv'), `${text.trimEnd()}\n${text.trimEnd().split('\n').at(-1)}\n`);
    expect(await codes(out, 'changed.csv')).toEqual(['verify/not-the-original']);
  });

  it('is broken by another label, row number or subject in it', async () => {
    const out = await released('tolls.csv', {
      quasi,
      sensitive: ['toll_money'],
      drop: ['vehicle_class'],
      clustering: 'hierarchy',
    });
    const [data, evidence] = ['kaca_anonymized.csv', 'internal/evidence.csv'].map((name) => join(out, name));
    const untouched = [data, evidence].map((path) => readFileSync(path, 'utf8'));
    const spoiled = async (...change: readonly ((text: string) => string)[]) => {
      for (const [i, path] of [data, evidence].entries()) writeFileSync(path, (change[i] ?? change[0])(untouched[i]));
      seal(out);
      return codes(out, 'tolls.csv');
    };
    const same = (text: string) => text;
    const narrower = (text: string) => text.replace(/^(G\d+)( region)/gm, '$19$2');
    expect(await spoiled(same)).toEqual([]);
    expect(await spoiled(narrower)).toEqual(['false-label']);
    expect(await spoiled((text) => text.replace(/[a-z ]+\(\d\d-\d\d\)/g, 'night(00-06)'))).toContain('false-label');
    const cells = (change: (cells: string[]) => string[]) => (text: string) => {
      const [header, ...rows] = text.trimEnd().split('\n');
      return `${[header, ...rows.map((row) => change(row.split(',')).join(','))].join('\n')}\n`;
    };
    expect(
      await spoiled(
        same,
        cells((row) => [...row.slice(0, -1), String(Number(row.at(-1)) + 1)]),
      ),
    ).toContain('changed-subject');
    expect(
      await spoiled(
        same,
        cells((row) => [...row.slice(0, -1), '1']),
      ),
    ).toContain('repeated-record');
    expect(
      await spoiled(
        same,
        cells((row) => [...row.slice(0, -2), `${row.at(-2)}x`, row.at(-1) ?? '']),
      ),
    ).toEqual(['changed-subject']);
  });

  it('keeps its evidence out of what leaves', async () => {
    const out = await released('tolls.csv', { quasi, aggregate: averages });
    const open = readdirSync(out).filter((name) => name !== 'internal');
    const subjects = readFileSync(join(home, 'tolls.csv'), 'utf8')
      .split('\n')
      .slice(1, 50)
      .map((row) => row.split(',')[0]);
    for (const name of open) for (const subject of subjects) expect(readFileSync(join(out, name), 'utf8')).not.toContain(subject);
  });
});
