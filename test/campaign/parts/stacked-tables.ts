import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '../../../src/base/pool.ts';
import { type Random, randomFrom } from '../../../src/base/random.ts';
import type { RecordsTable } from '../../../src/engine/tables.ts';
import { type EncodedQuasi, encodedQuasi } from '../../../src/families/table/encoded-quasi.ts';
import { table as family } from '../../../src/families/table/family.ts';
import { makeTable } from '../../../src/families/table/make-table.ts';
import { owedByGroups } from '../../../src/families/table/owed-by-groups.ts';
import type { MadeTable, TableWork } from '../../../src/families/table/work.ts';
import { writeTable } from '../../../src/families/table/write-table.ts';
import { sharedIndices, type TextColumn } from '../../../src/frame/columns.ts';
import { sharedMatrix } from '../../../src/frame/matrix.ts';
import { parsePolicy, type TablePolicy } from '../../../src/policy/policy.ts';
import type { TableKind } from '../../../src/policy/table-kinds.ts';
import { verifyLent } from '../../verify/lent-duckdb.ts';
import { seal, writeManifest } from '../../verify/written-release.ts';
import { type Part, without } from '../part.ts';

interface Case {
  readonly policy: object & { readonly k: number };
  readonly kinds: readonly Kind[];
  /** Each a table of its own: its records as subject, cells of the quasi-identifiers, and mood. */
  readonly tables: readonly (readonly (readonly (string | number)[])[])[];
  readonly seed: string;
}

type Kind = Extract<TableKind, 'prefix' | 'category' | 'number' | 'time'>;
const moods = ['calm', 'cross', 'glad', 'sad'];
const tablesOfAStack = 500;

/**
 * Small tables, each clustered and labelled by itself, then written as one release in which a column names the table: its combinations stay apart, and one
 * verdict is on all of them. That costs a fiftieth of a verdict on each.
 */
export const stackedTables: Part<Case> = {
  name: 'stacked-tables',
  holds: `${tablesOfAStack} tables a case, each through a method of its own run and all through one writer and one verdict: k holds by a plain count, labels are true, and a change that breaks either is refused`,
  goal: 1000,
  batch: 4,
  draw(seed, number) {
    const random = randomFrom(`stacked tables ${seed} ${number}`);
    const one = <Value>(...values: readonly Value[]): Value => values[random.below(values.length)];
    const all: Kind[] = ['prefix', 'category', 'number', 'time'];
    const kinds = all.filter(() => random.below(3) > 0);
    if (kinds.length === 0) kinds.push(all[random.below(4)]);
    const k = 2 + random.below(4);
    const aggregated = random.below(4) === 0;
    const promised = aggregated ? {} : one<object>({}, {}, { l: 2 }, { alpha: { column: 'mood', share: 0.8 } });
    const clustering = one('kmeans', 'hierarchy', 'merge', 'local');
    const policy = {
      ...{
        method: 'kaca',
        clustering,
        k,
        snap: one<unknown>('off', 'off', 5, 0.5),
        decimals: 2,
        residue: one('suppress', 'generic'),
      },
      ...(clustering === 'local' ? { effort: one('fast', 'normal', 'best') } : {}),
      ...(kinds.includes('number') ? one({}, {}, { top: { number: 20 } }, { bottom: { number: -5 } }) : {}),
      ...(aggregated ? { aggregate: 'count' } : { sensitive: ['mood'] }),
      ...promised,
    };
    const tables = Array.from({ length: tablesOfAStack }, () => drawTable(random, kinds, k));
    return { policy, kinds, tables, seed: `${seed} ${number}` };
  },
  attempt: tryStack,
  *smaller(one) {
    for (const tables of without(one.tables, 1)) yield { ...one, tables };
    if (one.tables.length === 1) for (const rows of without(one.tables[0], one.policy.k)) yield { ...one, tables: [rows] };
  },
};

function drawTable(random: Random, kinds: readonly Kind[], k: number): (string | number)[][] {
  const people = k + random.below(9);
  const spread = [3, 40, 20_000][random.below(3)];
  const cellOf = (kind: Kind): string | number => {
    if (kind === 'number') return (random.below(2 * spread) - spread) / 100;
    if (kind === 'time') return 900 * random.below(96) + random.below(900);
    if (kind === 'category') return ['coal', 'hay', 'milk', 'ore', 'sand', 'wool'][random.below(2 + (spread % 5))];
    return ['G1', 'G12', 'G123', 'G2', 'S1', 'Š1'][random.below(6)];
  };
  return Array.from({ length: people + random.below(people) }, (_, i) => [
    i < people ? i : random.below(people),
    ...kinds.map(cellOf),
    moods[random.below(4)],
  ]);
}

const pool = createPool(0);
let home: string | undefined;

async function tryStack({ policy: given, kinds, tables, seed }: Case): Promise<string> {
  const quasi = kinds.map((kind) => `${kind}:${kind}`);
  const parsed = parsePolicy({ input: 'input.csv', subject: 'id', quasi, ...given });
  if (!parsed.ok || parsed.value.family !== 'table') throw new Error('a policy of tables was meant');
  const policy = parsed.value;
  const stack: Made[] = [];
  for (const [t, rows] of tables.entries()) {
    const one = await makeOne(policy, kinds, rows, `${seed} ${t}`);
    if (one !== undefined) stack.push(one);
  }
  if (stack.every(({ made }) => made.release.groups.rows.length === 0)) return 'nobody is left';

  home ??= ownFolder();
  const folder = join(home, 'release');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'internal'), { recursive: true });
  const work = stackedWork(policy, stack, folder, seed);
  work.written = await writeTable(work);
  const manifest = family.manifest(work, '0.2.0');
  writeManifest(folder, { ...manifest, verdict: { holds: true, verifier: 'shoal 0.2.0', checks: [] } });
  seal(folder);

  const data = readCsv(join(folder, 'kaca_anonymized.csv'));
  const evidence = readCsv(join(folder, 'internal', 'evidence.csv'));
  const labels = kinds.length + 1;
  assert.equal(whyNot(data, evidence, labels, policy), undefined);
  checkLabels(evidence, kinds, stack);
  assert.deepEqual(await breachesIn(folder), []);

  const forged = forge(data, evidence, labels, randomFrom(`forge ${seed}`));
  writeFileSync(join(folder, 'kaca_anonymized.csv'), forged.data.map(csvLine).join(''));
  writeFileSync(join(folder, 'internal', 'evidence.csv'), forged.evidence.map(csvLine).join(''));
  writeManifest(folder, {
    ...{ ...manifest, data: { ...manifest.data, rows: forged.data.length - 1 } },
    verdict: { holds: true, verifier: 'shoal 0.2.0', checks: [] },
  });
  seal(folder);
  const broken = whyNot(forged.data, forged.evidence, labels, policy);
  const found = await breachesIn(folder);
  assert.ok(broken === undefined || found.length > 0, `not refused although ${broken}`);
  const lost = tables.length - stack.length;
  return `${policy.method}${lost > 0 ? ', some out of reach' : ''}: a change ${found.length > 0 ? 'refused' : 'that holds'}`;
}

/** In memory where there is some. */
function ownFolder(): string {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'shoal-stack-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Made {
  readonly rows: Case['tables'][number];
  readonly table: RecordsTable;
  readonly encoded: readonly EncodedQuasi[];
  readonly made: MadeTable;
  readonly models: TableWork['input']['models'];
}

/** One table by itself; nothing where not even all of it together keeps what is asked. */
async function makeOne(policy: TablePolicy, kinds: readonly Kind[], rows: Made['rows'], seed: string): Promise<Made | undefined> {
  const table = recordsOf(kinds, rows);
  const encoded = table.quasi.map((one, q) => {
    const result = encodedQuasi(one, q, table.matrix, policy);
    if (!result.ok) throw new Error(result.problems[0]?.what);
    return result.value;
  });
  const models = owedByGroups(policy, table);
  if (!models.ok) return undefined;
  const input = { table, encoded, models: models.value, population: undefined } as unknown as TableWork['input'];
  const plan = { policy, blockRows: Math.max(1, rows.length) } as TableWork['plan'];
  const tools = { pool, onProgress: () => {} } as unknown as TableWork['tools'];
  const made = await makeTable({ plan, input, tools, random: randomFrom(seed), folder: '' });
  return { rows, table, encoded, made, models: models.value };
}

/** What the engine would have read. */
function recordsOf(kinds: readonly Kind[], rows: Made['rows']): RecordsTable {
  const matrix = sharedMatrix(rows.length, kinds.length);
  const quasi = kinds.map((kind, q) => {
    const texts = kind === 'prefix' || kind === 'category' ? [...new Set(rows.map((row) => String(row[q + 1])))].sort() : [];
    for (const [r, row] of rows.entries())
      matrix.values[r * kinds.length + q] = texts.length > 0 ? texts.indexOf(String(row[q + 1])) : Number(row[q + 1]);
    return { name: kind, kind, texts };
  });
  const people = [...new Set(rows.map(([person]) => Number(person)))].sort((one, other) => one - other);
  const subjects = shared(rows.map(([person]) => people.indexOf(Number(person))));
  const mood: TextColumn = { name: 'mood', codes: shared(rows.map((row) => moods.indexOf(String(row.at(-1))))), labels: moods };
  return {
    ...{ inputRows: rows.length, inputSubjects: people.length, joined: 0, leftOut: 0 },
    ...{ inputRow: shared(rows.map((_, r) => r)), matrix, quasi, crowd: { subjects, size: people.length } },
    ...{ subjectNames: people.map((person) => `p${person}`), kept: [mood], averaged: [] },
  };
}

function shared(numbers: readonly number[]): Uint32Array {
  const indices = sharedIndices(numbers.length);
  indices.set(numbers);
  return indices;
}

/** All of them as one, with a column in front of the labels that names the table of each. */
function stackedWork(policy: TablePolicy, stack: readonly Made[], folder: string, seed: string): TableWork {
  const rowsBefore = before(stack.map(({ rows }) => rows.length));
  const subjectsBefore = before(stack.map(({ table }) => table.crowd.size));
  const groupsBefore = before(stack.map(({ made }) => made.release.subjects.length));
  const [{ table: first, made, encoded }] = stack;
  const joined = (part: (one: Made) => Iterable<number>, offsets: readonly number[]): Uint32Array =>
    shared(stack.flatMap((one, t) => [...part(one)].map((value) => value + offsets[t])));
  const nothing = stack.map(() => 0);
  const rows = rowsBefore.at(-1) ?? 0;
  const names = stack.map((_, t) => `table ${t}`);
  const labels = first.quasi.map(({ name }, q) => {
    const texts = stack.map(({ made: { release } }) => release.labels[q].labels);
    const codes = joined(({ made: { release } }) => release.labels[q].codes, before(texts.map(({ length }) => length)));
    return { name, codes, labels: texts.flat() };
  });
  const ends = stack.flatMap(({ made: { release } }) =>
    [...release.groups.starts].slice(1).map((end, g, all) => end - (all[g - 1] ?? 0)),
  );
  const release = {
    groups: { rows: joined(({ made: { release: one } }) => one.groups.rows, rowsBefore), starts: Uint32Array.from(before(ends)) },
    labels: [
      {
        name: 'table',
        codes: shared(stack.flatMap(({ made: { release: one } }, t) => [...one.subjects].map(() => t))),
        labels: names,
      },
      ...labels,
    ],
    subjects: joined(({ made: { release: one } }) => one.subjects, nothing),
    clusters: groupsBefore.at(-1) ?? 0,
  };
  const table: RecordsTable = {
    ...{ inputRows: rows, inputSubjects: subjectsBefore.at(-1) ?? 0, joined: 0, leftOut: 0 },
    inputRow: joined(({ table: one }) => one.inputRow, rowsBefore),
    matrix: sharedMatrix(rows, 0),
    quasi: [{ name: 'table', kind: 'category', texts: names }, ...first.quasi],
    crowd: { subjects: joined(({ table: one }) => one.crowd.subjects, subjectsBefore), size: subjectsBefore.at(-1) ?? 0 },
    subjectNames: stack.flatMap(({ table: one }, t) => (one.subjectNames ?? []).map((name) => `t${t}${name}`)),
    kept:
      policy.aggregate.length > 0
        ? []
        : [{ name: 'mood', codes: joined((one) => one.table.kept[0].codes, nothing), labels: moods }],
    averaged: [],
  };
  const plain = { decimals: 0, least: 0, largest: 0, below: new Map<string, number>() };
  const { domains } = made;
  return {
    plan: { policy } as TableWork['plan'],
    input: {
      ...{
        table,
        encoded: [{ attribute: { weight: 1 } }, ...encoded],
        models: stack[0].models,
        population: undefined,
        noise: undefined,
      },
      roles: { subject: 'id', dropped: ['id'] },
    } as unknown as TableWork['input'],
    tools: { pool, onProgress: () => {}, openEngine: async () => ({}) } as unknown as TableWork['tools'],
    ...{ random: randomFrom(`write ${seed}`), folder },
    made: { ...made, release, domains: [plain, ...domains] },
  };
}

/** What comes before each, and before the end. */
function before(lengths: readonly number[]): number[] {
  const sums = [0];
  for (const length of lengths) sums.push(sums[sums.length - 1] + length);
  return sums;
}

async function breachesIn(folder: string): Promise<readonly string[]> {
  const verified = await verifyLent(folder);
  if (!verified.ok) throw new Error(JSON.stringify(verified.problems));
  return verified.value.breaches.map(({ kind }) => kind);
}

type Rows = readonly (readonly string[])[];

/** By the texts of the cells and nothing else: why it does not keep k, or does not say what is behind it. */
function whyNot(data: Rows, evidence: Rows, labels: number, { k, l = 1, aggregate }: TablePolicy): string | undefined {
  const people = new Map<string, Set<string>>();
  const values = new Map<string, Set<string>>();
  for (const row of evidence.slice(1)) {
    const key = JSON.stringify(row.slice(0, labels));
    people.set(key, (people.get(key) ?? new Set()).add(row.at(-2) ?? ''));
    values.set(key, (values.get(key) ?? new Set()).add(row[labels]));
  }
  const least = Math.min(...[...people.values()].map(({ size }) => size));
  if (least < k) return `${least} people share labels`;
  const fewest = Math.min(...[...values.values()].map(({ size }) => size));
  if (l > 1 && fewest < l) return `${fewest} moods are behind labels`;
  const sorted = (rows: Rows, to: number) =>
    rows
      .slice(1)
      .map((row) => JSON.stringify(row.slice(0, to)))
      .sort();
  if (aggregate.length === 0)
    return JSON.stringify(sorted(data, labels + 1)) === JSON.stringify(sorted(evidence, labels + 1))
      ? undefined
      : 'rows are others';
  const told = data.slice(1).map((row) => [JSON.stringify(row.slice(0, labels)), row[labels]] as const);
  const isSame = told.length === people.size && told.every(([key, count]) => String(people.get(key)?.size) === count);
  return isSame ? undefined : 'counts are others';
}

/** Every label is true of the record behind it. */
function checkLabels(evidence: Rows, kinds: readonly Kind[], stack: readonly Made[]): void {
  const records = stack.flatMap(({ rows }, t) => rows.map((row) => ({ row, t })));
  for (const line of evidence.slice(1)) {
    const { row, t } = records[Number(line.at(-1)) - 1];
    assert.equal(line[0], `table ${t}`);
    assert.equal(line.at(-2), `t${t}p${row[0]}`);
    for (const [q, kind] of kinds.entries()) assert.ok(isTrue(line[q + 1], kind, row[q + 1]), `a ${kind} lies outside its label`);
  }
}

function isTrue(label: string, kind: Kind, cell: string | number): boolean {
  if (label === '*' || label === String(cell)) return true;
  if (kind === 'category') return label.slice(1, -1).split('|').includes(String(cell));
  if (kind === 'prefix') return label === 'all regions' || String(cell).startsWith(label.replace(/( region|\*)$/, ''));
  if (kind === 'number') {
    const [, sign, end] = /^([<>])= (\S+)$/.exec(label) ?? [];
    if (sign !== undefined) return sign === '<' ? Number(cell) <= Number(end) : Number(cell) >= Number(end);
    const [, low, high] = /^\[(-?[\d.]+)-(-?[\d.]+)\]$/.exec(label) ?? [];
    return Number(low) <= Number(cell) && Number(cell) <= Number(high);
  }
  const [, from, to] = /\b(\d\d(?::\d\d)?)-(\d\d(?::\d\d)?)\)?$/.exec(label) ?? [];
  const [begin, end] = [from, to].map((text) => 3600 * Number(text.slice(0, 2)) + 60 * Number(text.slice(3)));
  return begin < end ? begin <= Number(cell) && Number(cell) < end : begin <= Number(cell) || Number(cell) < end;
}

/** Somebody leaves a class, is another one, or takes the labels of others; or the last sign of a count is another. */
function forge(data: Rows, evidence: Rows, labels: number, random: Random): { readonly data: Rows; readonly evidence: Rows } {
  const at = 1 + random.below(evidence.length - 1);
  const other = evidence[1 + random.below(evidence.length - 1)];
  const keyOf = (row: readonly string[]) => JSON.stringify(row.slice(0, labels));
  const members = evidence.filter((row) => keyOf(row) === keyOf(evidence[at]));
  const isRecords = data.length === evidence.length;
  switch (random.below(3)) {
    case 0: {
      const stays = (row: readonly string[]) => keyOf(row) !== keyOf(evidence[at]) || row.at(-2) !== evidence[at].at(-2);
      return {
        data: isRecords ? data.filter((_, i) => i === 0 || stays(evidence[i])) : data,
        evidence: evidence.filter((row, i) => i === 0 || stays(row)),
      };
    }
    case 1: {
      const who = members[random.below(members.length)].at(-2) ?? '';
      return { data, evidence: evidence.with(at, evidence[at].with(-2, who)) };
    }
    default: {
      const moved = (row: readonly string[]) => [...other.slice(0, labels), ...row.slice(labels)];
      return { data: isRecords ? data.with(at, moved(data[at])) : data, evidence: evidence.with(at, moved(evidence[at])) };
    }
  }
}

/** Cells of lines; none of these texts holds a line break. */
const readCsv = (path: string): Rows =>
  readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare),
    );

const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;
