import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Problem, run, verify } from 'shoal';
import { expect, it } from 'vitest';
import { draws } from '../suite/draws.ts';
import { lentDuckDB } from '../verify/lent-duckdb.ts';
import { anyHunted, type Hunted, marker } from './random-inputs.ts';

type Row = Readonly<Record<string, string>>;

/** How many tables are drawn: `SHOAL_HUNT=2000 SHOAL_TEST_SEED=fresh` for a long hunt. */
const hunts = Number(process.env.SHOAL_HUNT ?? draws(40));

/** The cases of a draw: each of its seed and place is the same every time. */
const { seed = Date.now() } = fc.readConfigureGlobal();
const cases = fc.sample(anyHunted, { numRuns: hunts, seed });

it('no table and no policy drawn at random gives a release that a recount refutes', {
  timeout: 120_000 + 4000 * hunts,
}, async () => {
  const refuted: string[] = [];
  let releases = 0;
  for (const [place, hunted] of cases.entries()) {
    const home = mkdtempSync(join(tmpdir(), 'shoal-hunt-'));
    try {
      if (await isReleased(hunted, home)) releases++;
    } catch (fault) {
      refuted.push(
        `seed ${seed}, case ${place}: ${JSON.stringify(hunted.policy)}\n${fault instanceof Error ? fault.message : fault}`,
      );
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  }
  expect(refuted).toEqual([]);
  expect(releases).toBeGreaterThan(hunts / 10); // refusals alone would show nothing
});

async function isReleased({ policy, records, files }: Hunted, home: string): Promise<boolean> {
  const input = join(home, 'input.csv');
  const out = join(home, 'out');
  writeFileSync(input, csvOf(records));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text);
  const placed = 'mapping' in policy ? { ...policy, mapping: join(home, String(policy.mapping)) } : policy;
  const made = await run({ ...placed, input, out });
  if (!made.ok) {
    expectClean(made.problems);
    expect(existsSync(out)).toBe(false);
    return false;
  }
  for (const original of [undefined, { file: input }]) {
    const verified = await verify(out, { original });
    if (!verified.ok) throw new Error(JSON.stringify(verified.problems));
    expect(verified.value.breaches).toEqual([]);
  }
  const { data } = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
  const [evidence] = ['csv', 'parquet']
    .map((format) => join(out, 'internal', `evidence.${format}`))
    .filter((path) => existsSync(path));
  const released = await rowsOf(join(out, data.file), policy.method === 'events' ? ';' : ',');
  const proof = evidence !== undefined ? await rowsOf(evidence, policy.method === 'events' ? ';' : ',') : undefined;
  if (policy.method === 'events') recountEvents(policy, released, proof ?? [], records);
  else if (policy.method === 'kaca' || policy.method === 'local' || policy.method === 'hierarchy')
    recountTable(policy, proof ?? [], records);
  else recountSeries(policy, released, proof ?? [], records);
  return true;
}

/** A refusal has a code and an exit of its own, is no broken promise of ours, and tells nobody's id. */
function expectClean(problems: readonly Problem[]): void {
  expect(problems.length).toBeGreaterThan(0);
  for (const { code, exit, ...told } of problems) {
    expect(code).toMatch(/^[a-z]+\/[a-z-]+$/);
    expect([2, 3, 4, 6, 8], code).toContain(exit);
    expect(JSON.stringify(told)).not.toContain(`${marker}-`);
  }
}

function recountSeries(policy: Hunted['policy'], told: readonly Row[], proof: readonly Row[], records: readonly Row[]): void {
  const settings = policy as { k: number; p?: number; l?: number; shape?: string };
  const { k, p = policy.method === 'prism' ? k : 2, l = 1, shape = 'wide' } = settings;
  const released = shape === 'long' ? widened(told) : told;
  expect(proof.length).toBe(released.length);
  const bands = Object.keys(released[0] ?? {}).filter((name) => /^(T\d+|age)(_min|_max)?$|^town$/.test(name));
  const rows = released.map((row, i) => ({ row, of: records[Number(proof[i]._row) - 1] }));
  for (const { row, of } of rows)
    for (const name of [...Array.from({ length: 5 }, (_, i) => `T${i + 1}`), 'age']) {
      const [low, high] = name in row ? intervalIn(row[name]) : [Number(row[`${name}_min`]), Number(row[`${name}_max`])];
      if (Number.isNaN(low) || of[name] === '') continue; // not published, or a gap that was filled
      expect(low, name).toBeLessThanOrEqual(Number(of[name]));
      expect(high, name).toBeGreaterThanOrEqual(Number(of[name]));
    }
  const classes = grouped(rows, ({ row }) => bands.map((name) => row[name]));
  for (const members of classes) expect(peopleIn(members, policy)).toBeGreaterThanOrEqual(k);
  const leaves = grouped(rows, ({ row }) => [...bands.map((name) => row[name]), row.Pattern, row.Level]);
  for (const members of leaves) {
    expect(peopleIn(members, policy)).toBeGreaterThanOrEqual(Math.min(p, k));
    const values = new Set(members.map(({ of }) => normal(of.ill)).filter((value) => value !== ''));
    expect(values.size).toBeGreaterThanOrEqual(l > 1 ? l : 0);
  }
}

/** One row a record, as in the wide shape, in the order of their numbers. */
function widened(told: readonly Row[]): readonly Row[] {
  const wide: Record<string, string>[] = [];
  for (const { Record: number, Time: time, ...cells } of told) {
    const row = (wide[Number(number) - 1] ??= {});
    for (const [name, cell] of Object.entries(cells)) row[name.replace(/^Value/, time)] = cell;
  }
  return wide;
}

function recountEvents(policy: Hunted['policy'], released: readonly Row[], proof: readonly Row[], records: readonly Row[]): void {
  expect(proof.length).toBe(released.length);
  const rows = released.map((row, i) => ({ row, of: records[Number(proof[i]._row) - 1] }));
  const cells = (row: Row) => Object.entries(row).flatMap(([name, cell]) => (name === 'id' ? [] : [cell]));
  for (const members of grouped(rows, ({ row }) => cells(row)))
    expect(peopleIn(members, policy)).toBeGreaterThanOrEqual(policy.k);
  const { pseudonym } = policy as { pseudonym: string };
  const byId = pseudonym === 'drop' ? [] : grouped(rows, ({ row }) => [row.id]);
  for (const members of byId) expect(peopleIn(members, policy)).toBe(1);
  if (!pseudonym.startsWith('shared')) return;
  const linked = byId.map((members) => ({
    of: members[0].of,
    set: members.map(({ row }) => JSON.stringify(cells(row))).toSorted(),
  }));
  for (const { set } of linked) expect(new Set(set).size).toBe(set.length);
  for (const carriers of grouped(linked, ({ set }) => set)) {
    expect(peopleIn(carriers, policy)).toBeGreaterThanOrEqual(policy.k);
    if (carriers[0].set.length > 1) expect(peopleIn(carriers, policy)).toBe(carriers.length);
  }
  const { confidence = Number.POSITIVE_INFINITY } = policy as { confidence?: number };
  const texts = [...new Set(linked.flatMap(({ set }) => set))];
  for (const known of texts) {
    const holders = linked.filter(({ set }) => set.includes(known));
    for (const other of texts.filter((text) => text !== known))
      expect(holders.filter(({ set }) => set.includes(other)).length).toBeLessThanOrEqual(
        confidence * peopleIn(holders, policy) + 1e-9,
      );
  }
}

function recountTable(policy: Hunted['policy'], proof: readonly Row[], records: readonly Row[]): void {
  const labels = (policy as { quasi: readonly string[] }).quasi.map((name) => name.split(':')[0]);
  const rows = proof.map((row) => ({ row, of: records[Number(row._row) - 1] }));
  const published = Object.keys(proof[0] ?? {}).filter((name) => !['toll', '_subject', '_row'].includes(name));
  for (const members of grouped(rows, ({ row }) => published.slice(0, labels.length).map((name) => row[name])))
    expect(peopleIn(members, policy)).toBeGreaterThanOrEqual(policy.k);
  for (const { row, of } of rows) {
    const [low, high] = intervalIn(row.size ?? '');
    if (Number.isNaN(low)) continue;
    expect(low).toBeLessThanOrEqual(Number(of.size));
    expect(high).toBeGreaterThanOrEqual(Number(of.size));
  }
}

interface Member {
  readonly of: Row;
}

/** Different people behind rows: by the normal form of their ids, unless spelling means something. */
const peopleIn = (members: readonly Member[], policy: object): number => {
  const exact = 'subjectSpelling' in policy && policy.subjectSpelling === 'exact';
  return new Set(members.map(({ of }) => (exact ? of.id : normal(of.id)))).size;
};

const normal = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();

function grouped<Value>(rows: readonly Value[], keyOf: (row: Value) => readonly string[]): readonly (readonly Value[])[] {
  const groups = new Map<string, Value[]>();
  for (const row of rows) {
    const key = JSON.stringify(keyOf(row));
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()];
}

/** The ends of `[lo-hi]`; not numbers where it is something else. */
function intervalIn(cell: string): readonly [number, number] {
  const [, low, high] = /^'?\[(-?[\d.]+(?:e[+-]?\d+)?)-(-?[\d.]+(?:e[+-]?\d+)?)\]$/i.exec(cell) ?? [];
  return [Number(low), Number(high)];
}

const csvOf = (records: readonly Row[]): string => {
  const names = Object.keys(records[0]);
  const quoted = (cell: string) => (/[",\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return [names, ...records.map((record) => names.map((name) => record[name]))]
    .map((cells) => `${cells.map(quoted).join(',')}\n`)
    .join('');
};

async function rowsOf(path: string, delimiter: string): Promise<readonly Row[]> {
  const connection = await (await lentDuckDB()).connect();
  try {
    const text = path.replaceAll("'", "''");
    const scan = path.endsWith('.parquet')
      ? `read_parquet('${text}', hive_partitioning = false)`
      : `read_csv('${text}', all_varchar = true, header = true, delim = '${delimiter}', quote = '"', escape = '"', nullstr = '\u0001', hive_partitioning = false)`;
    const reader = await connection.runAndReadAll(`SELECT coalesce(CAST(COLUMNS(*) AS VARCHAR), '') FROM ${scan}`);
    const names = reader.columnNames();
    return reader.getRowsJS().map((cells) => Object.fromEntries(names.map((name, c) => [name, String(cells[c])])));
  } finally {
    connection.closeSync();
  }
}
