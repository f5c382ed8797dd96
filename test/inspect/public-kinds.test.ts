import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Inspection, inspect } from 'shoal';
import { afterAll, describe, expect, it } from 'vitest';
import { subjectsInDoubt } from '../../src/inspect/drafting.ts';
import { campaign } from '../suite/draws.ts';
import { csvOfKind, type PublicKind, publicKinds, withoutNames } from './public-kinds.ts';

const folder = mkdtempSync(join(tmpdir(), 'shoal kinds '));
afterAll(() => rmSync(folder, { recursive: true }));

async function inspected(kind: PublicKind, subject?: string): Promise<Inspection> {
  const input = join(folder, 'kind.csv');
  writeFileSync(input, csvOfKind(kind));
  const found = await inspect({ input, threads: 1, ...(subject === undefined ? {} : { subject }) });
  if (!found.ok) throw new Error(found.problems[0]?.what);
  return found.value;
}

const seeds = Array.from({ length: campaign }, (_, seed) => seed + 1);
const kinds = seeds.flatMap(publicKinds);
const kindNamed = (name: string): PublicKind => {
  const kind = kinds.find((one) => one.name === name);
  if (kind === undefined) throw new Error(name);
  return kind;
};

describe('the shape and the subject of tables as they are public', () => {
  it.each(kinds.map((kind) => [kind.name, kind] as const))('are right of %s', async (_, kind) => {
    const found = await inspected(kind);
    expect([found.shape.kind, found.shape.subject]).toEqual([kind.kind, kind.subject]);
    expect(subjectsInDoubt(found)).toEqual([]);
    expect(found.shapes[0].for.length).toBeGreaterThan(0);
  });

  it.each(kinds.map((kind) => [kind.name, kind] as const))(
    'are right of %s where no column has a name, or a person is asked',
    async (_, kind) => {
      const nameless = withoutNames(kind);
      const found = await inspected(nameless);
      const doubted = subjectsInDoubt(found).map(({ name }) => name);
      if (kind.askedWithoutNames === true) expect(doubted).toContain(nameless.subject);
      else {
        expect(doubted).toEqual([]);
        expect(found.shape.subject).toBe(nameless.subject);
      }
      expect(found.shape.kind).toBe(kind.kindWithoutNames ?? kind.kind);
    },
  );
});

describe('what inspect has read', () => {
  it('never calls sensitive what changes inside a subject of a series', async () => {
    const { roles, shape } = await inspected(kindNamed('ICU vitals'));
    expect(shape).toMatchObject({ kind: 'long', time: 'hour', value: 'heart_rate' });
    const roleOf = (name: string) => roles.find((role) => role.name === name);
    for (const name of ['sbp', 'spo2', 'temperature'])
      expect(roleOf(name)).toMatchObject({ role: 'drop', reason: expect.stringContaining('changes') });
    expect(roleOf('care_unit')?.role).not.toBe('drop');
  });

  it('publishes places, articles and hours of transactions, and drops what numbers a row', async () => {
    const bikes = await inspected(kindNamed('Citi Bike with bikes'));
    expect(bikes.shape).toMatchObject({ places: ['start_station_name', 'end_station_name'], time: 'started_at' });
    expect(bikes.roles.find(({ name }) => name === 'ride_id')?.role).toBe('drop');
    expect(bikes.roles.find(({ name }) => name === 'start_station_id')?.role).toBe('drop');
    const sales = await inspected(kindNamed('Online Retail'));
    expect(sales.shape).toMatchObject({ article: 'StockCode', amount: 'UnitPrice', time: 'InvoiceDate' });
    expect(sales.roles.find(({ name }) => name === 'InvoiceNo')?.role).toBe('drop');
  });

  it('judges by the subject that a person names', async () => {
    const kind = kindNamed('BPIC 2012');
    const found = await inspected(kind, 'org:resource');
    expect(found).toMatchObject({ named: true, shape: { kind: 'events', subject: 'org:resource' } });
    const rows = await inspected(kind, 'row');
    expect(rows.shape).toEqual({ kind: 'table', subject: 'row' });
    const refused = await inspect({ input: join(folder, 'kind.csv'), subject: 'nobody' });
    expect(refused).toMatchObject({ ok: false, problems: [{ code: 'input/missing-column' }] });
  });

  it('reads more columns than an expression may be deep', async () => {
    const columns = ['meter', ...Array.from({ length: 1100 }, (_, i) => `h${i}`)];
    const rows = Array.from({ length: 12 }, (_, row) => columns.map((_, c) => (c === 0 ? `m${row}` : String((row * c) % 7))));
    const found = await inspected({ name: 'wide', columns, rows, kind: 'series' });
    expect(found.shape).toEqual({ kind: 'series', series: 'h0..h1099', subject: 'meter' });
    expect(found.fields[1].missing).toBe(0);
  });
});
