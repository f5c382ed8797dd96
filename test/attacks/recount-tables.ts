import assert from 'node:assert/strict';
import type { Hunted } from './random-cells.ts';
import { type Member, personOf, recountModels } from './recount-models.ts';
import type { Row } from './rows.ts';

interface TableSettings {
  readonly k: number;
  readonly method: string;
  readonly quasi: readonly string[];
  readonly missing?: string;
  readonly suppression?: number;
  readonly noise?: string;
  readonly population?: string;
  readonly kMap?: number;
  readonly presence?: readonly [number, number];
}

/** Counts again what a release of a drawn table promises. */
export function recountTable({ policy, records, files }: Hunted, told: readonly Row[], proof: readonly Row[]): void {
  const settings = policy as unknown as TableSettings;
  const { k, noise, suppression, missing } = settings;
  const columns = settings.quasi.map((name) => name.split(':')[0]);
  const rows = proof.map((row) => ({ row, of: records[Number(row._row) - 1] }));
  const published = Object.keys(proof[0] ?? {}).filter((name) => !['toll', 'mood', '_subject', '_row'].includes(name));
  const labels = published.slice(0, columns.length);
  const trees = treesOf(files);
  const classes = grouped(rows, ({ row }) => labels.map((name) => row[name]));
  for (const members of classes) atLeast(peopleIn(members, policy), k, 'subjects of a class');
  recountModels(policy, classes, ['toll', 'mood'], trees.mood);
  const under = (row: Row, of: Row) => columns.map((column, i) => isUnder(column, row[labels[i]], of, trees[column]));
  for (const { row, of } of rows) assert.ok(!under(row, of).includes(false), 'a label is not true of its record');
  if (noise !== undefined) recountNoise(classes, told, { labels, most: Number(noise.split(',')[0]), k }, policy);
  if (suppression !== undefined && missing !== 'drop') recountLeftOut(proof, records, suppression, policy);
  if (settings.method === 'disjoint')
    for (const of of records)
      assert.ok(
        classes.filter(([{ row }]) => under(row, of).every((is) => is === true)).length <= 1,
        'a record lies under two rows that never overlap',
      );
  if (settings.population !== undefined) recountPopulation(classes, records, under, settings);
}

function recountNoise(
  classes: readonly (readonly (Member & { readonly row: Row })[])[],
  told: readonly Row[],
  { labels, most, k }: { readonly labels: readonly string[]; readonly most: number; readonly k: number },
  policy: object,
): void {
  const textOf = (row: Row) => JSON.stringify(labels.map((name) => row[name]));
  const counts = new Map(told.map((row) => [textOf(row), Number(row.count)]));
  assert.equal(counts.size, classes.length);
  for (const members of classes) {
    const count = counts.get(textOf(members[0].row)) ?? 0;
    atLeast(count, k, 'as a count');
    assert.ok(Math.abs(count - peopleIn(members, policy)) <= most, 'a count is further off than its noise may be');
  }
}

/** Of at most the share of subjects a record is left out. */
function recountLeftOut(proof: readonly Row[], records: readonly Row[], share: number, policy: object): void {
  const kept = new Set(proof.map(({ _row }) => Number(_row)));
  const people = new Set(records.map((of) => personOf(of, policy)));
  const lacking = new Set(records.filter((_, i) => !kept.has(i + 1)).map((of) => personOf(of, policy)));
  assert.ok(lacking.size <= share * people.size, 'more subjects lack a record than may');
}

/** The register is the records and every second one under another id. */
function recountPopulation(
  classes: readonly (readonly (Member & { readonly row: Row })[])[],
  records: readonly Row[],
  under: (row: Row, of: Row) => readonly (boolean | undefined)[],
  policy: TableSettings,
): void {
  const { kMap = 0, presence: [least, most] = [0, 1] } = policy;
  const register = [...records, ...records.flatMap((of, i) => (i % 2 === 0 ? [{ ...of, id: `zq-n${i}` }] : []))];
  for (const members of classes) {
    const verdicts = register.map((of) => under(members[0].row, of));
    if (verdicts.some((is) => is.includes(undefined))) continue; // a label that this count cannot read
    const there = new Set(register.filter((_, i) => !verdicts[i].includes(false)).map((of) => personOf(of, policy))).size;
    atLeast(there, kMap, 'of the population under a class');
    const share = peopleIn(members, policy) / there;
    assert.ok(share >= least - 1e-9 && share <= most + 1e-9, 'another share of the population than was promised');
  }
}

export type Tree = ReadonlyMap<string, readonly string[]>;

/** The trees among the files of a case, by their columns. */
function treesOf(files: Hunted['files']): Readonly<Record<string, Tree | undefined>> {
  const named = Object.entries(files).filter(([name]) => name.startsWith('hierarchy-'));
  return Object.fromEntries(
    named.map(([name, text]) => {
      const lines = text.trimEnd().split('\n');
      const pairs = lines.map((line) => line.split(';')).map(([value, ...above]) => [value, above] as const);
      return [name.slice('hierarchy-'.length, -'.csv'.length), new Map(pairs)];
    }),
  );
}

/** Whether a label of a column is true of a record; undefined where it can be read in two ways, or is of a time. */
function isUnder(column: string, given: string, of: Row, tree: Tree | undefined): boolean | undefined {
  const value = of[column];
  if (value === '' || column === 'at') return value === '' ? false : undefined;
  const label = given.replace(/^'(?=[=+@-]|')/, '');
  if (column === 'place' && !/^[\wŠ]*\*?$/.test(label)) return undefined; // all regions, in the words of a language
  if (column === 'place') return label.endsWith('*') ? value.startsWith(label.slice(0, -1)) : value === label;
  if (column === 'size') return isInside(label, Number(value));
  if (label === value) return true;
  if (tree?.get(value)?.includes(label) === true) return true;
  if (label === '*' && tree === undefined) return true;
  return label.startsWith('{') || label === '*' ? undefined : false;
}

function isInside(label: string, value: number): boolean | undefined {
  const [, sign, end] = /^([<>])= (\S+)$/.exec(label) ?? [];
  if (sign !== undefined) return sign === '<' ? value <= Number(end) : value >= Number(end);
  const [, low, high] = /^\[(-?[\d.]+(?:e[+-]?\d+)?)-(-?[\d.]+(?:e[+-]?\d+)?)\]$/i.exec(label) ?? [];
  return low === undefined ? undefined : Number(low) <= value && value <= Number(high);
}

export const atLeast = (count: number, least: number, what: string): void =>
  assert.ok(count >= least, `${count} ${what}, at least ${least} were promised`);

/** Different people behind rows. */
export const peopleIn = (members: readonly Member[], policy: object): number =>
  new Set(members.map(({ of }) => personOf(of, policy))).size;

export function grouped<Value>(rows: readonly Value[], keyOf: (row: Value) => readonly string[]): readonly (readonly Value[])[] {
  const groups = new Map<string, Value[]>();
  for (const row of rows) {
    const key = JSON.stringify(keyOf(row));
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [row]);
    else members.push(row);
  }
  return [...groups.values()];
}
