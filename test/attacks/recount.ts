import assert from 'node:assert/strict';
import type { Hunted } from './random-inputs.ts';
import { type Member, normal, personOf, recountModels } from './recount-models.ts';
import type { Row } from './rows.ts';

/** Counts again, by code that neither makers nor verifier have, what a release of a drawn table promises. Throws where it does not hold. */
export function recount(policy: Hunted['policy'], told: readonly Row[], proof: readonly Row[], records: readonly Row[]): void {
  if (policy.method === 'events') recountEvents(policy, told, proof, records);
  else if (['kaca', 'local', 'hierarchy', 'disjoint'].includes(String(policy.method))) recountTable(policy, proof, records);
  else recountSeries(policy, told, proof, records);
}

function recountSeries(policy: Hunted['policy'], told: readonly Row[], proof: readonly Row[], records: readonly Row[]): void {
  const settings = policy as { k: number; p?: number; l?: number; shape?: string; sensitive?: string | readonly string[] };
  const { k, p = policy.method === 'prism' ? k : 2, l = 1, shape = 'wide' } = settings;
  const released = shape === 'long' ? widened(told) : told;
  assert.equal(proof.length, released.length);
  const bands = Object.keys(released[0] ?? {}).filter((name) => /^(T\d+|age)(_min|_max)?$|^town$/.test(name));
  const rows = released.map((row, i) => ({ row, of: records[Number(proof[i]._row) - 1] }));
  for (const { row, of } of rows)
    for (const name of [...Array.from({ length: 5 }, (_, i) => `T${i + 1}`), 'age']) {
      const [low, high] = name in row ? intervalIn(row[name]) : [Number(row[`${name}_min`]), Number(row[`${name}_max`])];
      if (Number.isNaN(low) || of[name] === '') continue; // not published, or a gap that was filled
      assert.ok(low <= Number(of[name]) && Number(of[name]) <= high, `${name}: a value lies outside its band`);
    }
  const classes = grouped(rows, ({ row }) => bands.map((name) => row[name]));
  for (const members of classes) atLeast(peopleIn(members, policy), k, 'subjects in a band');
  const leaves = grouped(rows, ({ row }) => [...bands.map((name) => row[name]), row.Pattern, row.Level]);
  for (const members of leaves) {
    atLeast(peopleIn(members, policy), Math.min(p, k), 'subjects in a leaf');
    const values = new Set(members.map(({ of }) => normal(of.ill)).filter((value) => value !== ''));
    atLeast(values.size, l > 1 ? l : 0, 'values in a leaf');
  }
  const { l: _, ...models } = policy as Hunted['policy'] & { l?: number };
  recountModels(models, leaves, [settings.sensitive ?? []].flat());
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
  assert.equal(proof.length, released.length);
  const rows = released.map((row, i) => ({ row, of: records[Number(proof[i]._row) - 1] }));
  const cells = (row: Row) => Object.entries(row).flatMap(([name, cell]) => (name === 'id' ? [] : [cell]));
  for (const members of grouped(rows, ({ row }) => cells(row)))
    atLeast(peopleIn(members, policy), policy.k, 'subjects of a combination');
  const { pseudonym } = policy as { pseudonym: string };
  const byId = pseudonym === 'drop' ? [] : grouped(rows, ({ row }) => [row.id]);
  for (const members of byId) assert.equal(peopleIn(members, policy), 1, 'an id has one subject');
  if (!pseudonym.startsWith('shared')) return;
  const linked = byId.map((members) => ({
    of: members[0].of,
    set: members.map(({ row }) => JSON.stringify(cells(row))).toSorted(),
  }));
  for (const { set } of linked) assert.equal(new Set(set).size, set.length, 'a number has a combination once');
  for (const carriers of grouped(linked, ({ set }) => set)) {
    atLeast(peopleIn(carriers, policy), policy.k, 'subjects of a linked set');
    if (carriers[0].set.length > 1) assert.equal(peopleIn(carriers, policy), carriers.length, 'a subject has a linked set once');
  }
  const { confidence = Number.POSITIVE_INFINITY } = policy as { confidence?: number };
  const untimed = byId.map((members) => ({
    of: members[0].of,
    set: members.map(({ row: { position, since_previous, ...row } }) => JSON.stringify(cells(row))), // what happened, whatever its place
  }));
  const texts = [...new Set(untimed.flatMap(({ set }) => set))];
  for (const known of texts) {
    const holders = untimed.filter(({ set }) => set.includes(known));
    const most = confidence * peopleIn(holders, policy) + 1e-9;
    for (const other of texts.filter((text) => text !== known))
      assert.ok(holders.filter(({ set }) => set.includes(other)).length <= most, 'one event tells another too surely');
  }
}

function recountTable(policy: Hunted['policy'], proof: readonly Row[], records: readonly Row[]): void {
  const labels = (policy as { quasi: readonly string[] }).quasi.map((name) => name.split(':')[0]);
  const rows = proof.map((row) => ({ row, of: records[Number(row._row) - 1] }));
  const published = Object.keys(proof[0] ?? {}).filter((name) => !['toll', 'mood', '_subject', '_row'].includes(name));
  const classes = grouped(rows, ({ row }) => published.slice(0, labels.length).map((name) => row[name]));
  for (const members of classes) atLeast(peopleIn(members, policy), policy.k, 'subjects of a class');
  recountModels(policy, classes, ['toll', 'mood']);
  for (const { row, of } of rows) {
    const [, sign, end] = /^'?([<>])= (\S+)$/.exec(row.size ?? '') ?? [];
    if (sign === '<') assert.ok(Number(of.size) <= Number(end), 'a number lies above its label');
    if (sign === '>') assert.ok(Number(of.size) >= Number(end), 'a number lies below its label');
    const [low, high] = intervalIn(row.size ?? '');
    if (Number.isNaN(low)) continue;
    assert.ok(low <= Number(of.size) && Number(of.size) <= high, 'a number lies outside its label');
  }
}

const atLeast = (count: number, least: number, what: string): void =>
  assert.ok(count >= least, `${count} ${what}, at least ${least} were promised`);

/** Different people behind rows. */
const peopleIn = (members: readonly Member[], policy: object): number =>
  new Set(members.map(({ of }) => personOf(of, policy))).size;

function grouped<Value>(rows: readonly Value[], keyOf: (row: Value) => readonly string[]): readonly (readonly Value[])[] {
  const groups = new Map<string, Value[]>();
  for (const row of rows) {
    const key = JSON.stringify(keyOf(row));
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [row]);
    else members.push(row);
  }
  return [...groups.values()];
}

/** The ends of `[lo-hi]`; not numbers where it is something else. */
function intervalIn(cell: string): readonly [number, number] {
  const [, low, high] = /^'?\[(-?[\d.]+(?:e[+-]?\d+)?)-(-?[\d.]+(?:e[+-]?\d+)?)\]$/i.exec(cell) ?? [];
  return [Number(low), Number(high)];
}
