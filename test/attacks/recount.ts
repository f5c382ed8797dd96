import assert from 'node:assert/strict';
import type { Hunted } from './random-inputs.ts';
import { type Member, normal, personOf, recountModels } from './recount-models.ts';
import { atLeast, grouped, peopleIn, recountTable } from './recount-tables.ts';
import type { Row } from './rows.ts';

/** Counts again, by code that neither makers nor verifier have, what a release of a drawn table promises. Throws where it does not hold. */
export function recount(hunted: Hunted, told: readonly Row[], proof: readonly Row[]): void {
  const { policy, records } = hunted;
  if (policy.method === 'events') recountEvents(policy, told, proof, records);
  else if (['kaca', 'local', 'hierarchy', 'disjoint'].includes(String(policy.method))) recountTable(hunted, told, proof);
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
  const cellsWithoutOrder = ({ position, since_previous, ...row }: Row) => cells(row);
  const who = (text: string) => ('subjectSpelling' in policy && policy.subjectSpelling === 'exact' ? text : normal(text));
  const cells = (row: Row) => Object.entries(row).flatMap(([name, cell]) => (name === 'id' ? [] : [cell]));
  for (const members of grouped(rows, ({ row }) => cells(row)))
    atLeast(peopleIn(members, policy), policy.k, 'subjects of a combination');
  const { pseudonym, alsoProtect } = policy as { pseudonym: string; alsoProtect?: string };
  if (alsoProtect !== undefined)
    for (const members of grouped(rows, ({ row }) => cellsWithoutOrder(row)))
      atLeast(
        new Set(members.map(({ of }) => who(of[alsoProtect])).filter((one) => one.trim() !== '')).size,
        policy.k,
        'members of the second party',
      );
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
  recountOrder(policy, byId, records);
  recountWindows(policy, byId, rows);
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

/** A number links events of one week, or all that is published of a subject, where enough have the very same. */
function recountWindows(policy: Hunted['policy'], byId: readonly (readonly Told[])[], rows: readonly Told[]): void {
  const { traces = Number.POSITIVE_INFINITY } = policy as { traces?: number };
  const published = new Map<string, number>();
  for (const { of } of rows) published.set(personOf(of, policy), (published.get(personOf(of, policy)) ?? 0) + 1);
  const traceOf = (members: readonly Told[]) =>
    JSON.stringify(members.map(({ row: { id, ...cells } }) => JSON.stringify(Object.entries(cells))).toSorted());
  const carriers = grouped(byId, (members) => [traceOf(members)]);
  for (const alike of carriers)
    for (const members of alike) {
      const isWhole = members.length === published.get(personOf(members[0].of, policy)) && alike.length >= traces;
      for (const name of isWhole ? [] : ['week_number', 'iso_year_week'])
        assert.equal(new Set(members.map(({ row }) => row[name])).size, 1, 'a number links several weeks');
    }
}

/** The place of an event under its number and how long ago the one before was, where they are told, by plain sorting of the input. */
function recountOrder(policy: Hunted['policy'], byId: readonly (readonly Told[])[], records: readonly Row[]): void {
  const { durations = [] } = policy as { durations?: string | readonly string[] };
  const edges = [durations]
    .flat()
    .flatMap((one) => one.split(','))
    .map((one) => one.trim());
  const lengths = edges.map(
    (edge) => Number(edge.slice(0, -1)) * ({ s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }[edge.slice(-1)] ?? Number.NaN),
  );
  const secondsAt = ({ at }: Row) => Date.parse(`${at.replace(' ', 'T')}Z`) / 1000;
  for (const members of byId) {
    if (!('position' in members[0].row)) return;
    const sorted = members.toSorted((a, b) => secondsAt(a.of) - secondsAt(b.of) || records.indexOf(a.of) - records.indexOf(b.of));
    for (const [i, { row, of }] of sorted.entries()) {
      assert.ok(row.position === '*' || row.position === String(i + 1), 'a place that is not true');
      if (row.since_previous === undefined || row.since_previous === '*') continue;
      const passed = i === 0 ? undefined : secondsAt(of) - secondsAt(sorted[i - 1].of);
      const bin = passed === undefined ? -1 : lengths.filter((edge) => edge <= passed).length;
      const told =
        bin < 0 ? 'first' : bin === edges.length ? `${edges.at(-1)}+` : `${bin === 0 ? '0' : edges[bin - 1]}-${edges[bin]}`;
      assert.equal(row.since_previous, told, 'a duration that is not true');
      assert.notEqual(row.position, '*', 'a duration without an order');
    }
    assert.equal(new Set(members.map(({ row }) => row.position === '*')).size, 1, 'an order in part');
  }
}

interface Told extends Member {
  readonly row: Row;
}

/** The ends of `[lo-hi]`; not numbers where it is something else. */
function intervalIn(cell: string): readonly [number, number] {
  const [, low, high] = /^'?\[(-?[\d.]+(?:e[+-]?\d+)?)-(-?[\d.]+(?:e[+-]?\d+)?)\]$/i.exec(cell) ?? [];
  return [Number(low), Number(high)];
}
