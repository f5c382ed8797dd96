import type { Counter } from '../base/counting.ts';
import type { Manifest } from '../release/manifest.ts';
import type { Attacker } from './attacker.ts';
import { openCells } from './board.ts';
import type { Bands, Fact } from './fact.ts';
import { type Intrusion, intrusionOf, shareOf } from './intrusion.ts';
import { chanceIn } from './link.ts';
import { type OpenedRelease, withRelease } from './open-release.ts';
import type { Standing } from './read-cells.ts';
import { endsOf } from './read-facts.ts';
import { standIn } from './stand-in.ts';
import { countsSubjects, readCounts, subtractCounts } from './table/difference.ts';

/** Another release of the same original; or, of counts alone, of other rows. */
export interface SecondRelease {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly ofSameRows: boolean;
}

/**
 * Whoever knows in which class of each of two releases a person stands is left with those who stand in both (Ganta, Kasiviswanathan and Smith, KDD
 * 2008), with the values that both classes have, and with the records of the one that a record of the other may be. Neither release promises anything
 * about the other.
 */
export async function attackWithSecond(
  release: OpenedRelease,
  { folder, manifest, ofSameRows }: SecondRelease,
  by: Attacker,
): Promise<readonly Intrusion[]> {
  const { counter } = release;
  const first = await standIn(release);
  for (const table of ['cells', 'published', 'standing'])
    await counter.ask(`CREATE OR REPLACE TEMP TABLE first_${table} AS FROM ${table}`);
  const ofCounts = countsOf(release.manifest, manifest);
  if (ofCounts !== undefined) await readCounts(counter, first, 'first_');
  return withRelease(counter, folder, manifest, async (other) => {
    const second = await standIn(other);
    const together = ofSameRows ? await attackBoth(counter, [first, second], by) : [];
    if (ofCounts === undefined) return together;
    for (const table of ['cells', 'standing']) await counter.ask(`CREATE OR REPLACE TEMP TABLE second_${table} AS FROM ${table}`);
    await readCounts(counter, second, 'second_');
    const tables = [
      { prefix: 'first_', standing: first, manifest: ofCounts[0] },
      { prefix: 'second_', standing: second, manifest: ofCounts[1] },
    ] as const;
    return [...together, ...(await subtractCounts(counter, tables, by))];
  });
}

/** The manifests of two tables of counts whose subjects are named. */
const countsOf = (one: Manifest, other: Manifest) =>
  one.method === 'kaca' && other.method === 'kaca' && countsSubjects(one) && countsSubjects(other)
    ? ([one, other] as const)
    : undefined;

async function attackBoth(counter: Counter, both: readonly [Standing, Standing], by: Attacker): Promise<readonly Intrusion[]> {
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE pairs AS SELECT subject, row, first_standing.cell AS first, standing.cell AS second
    FROM first_standing JOIN (SELECT row, cell FROM standing) AS standing USING (row)`,
  );
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE tried AS SELECT row_number() OVER (ORDER BY person) - 1 AS place, person, subject, row, first, second
    FROM chosen JOIN pairs ON row = number`,
  );
  return [await standInBoth(counter), ...(await inferFromBoth(counter, both, by)), ...(await linkRecords(counter, ...both))];
}

async function standInBoth(counter: Counter): Promise<Intrusion> {
  const crowds = (by: string, from: string) => `(SELECT ${by}, count(DISTINCT subject) AS crowd FROM ${from} GROUP BY ${by})`;
  const [both, one, other] = await counter.doubles(
    `SELECT 1 / CAST(both_crowds.crowd AS DOUBLE), 1 / CAST(one.crowd AS DOUBLE), 1 / CAST(other.crowd AS DOUBLE) FROM tried
    JOIN ${crowds('first, second', 'pairs')} AS both_crowds USING (first, second)
    JOIN ${crowds('cell', 'first_standing')} AS one ON one.cell = first JOIN ${crowds('cell', 'standing')} AS other ON other.cell = second
    ORDER BY place`,
    3,
  );
  const alone = one.map((chance, i) => Math.max(chance, other[i]));
  return intrusionOf({ intruder: 'both-releases', ...(alone.length > 0 ? { control: shareOf(alone) } : {}) }, both);
}

/** Of each column that both publish unchanged: the value that is most frequent in both classes at once; the control has the first release alone. */
async function inferFromBoth(
  counter: Counter,
  [one, other]: readonly [Standing, Standing],
  { original }: Attacker,
): Promise<readonly Intrusion[]> {
  const found: Intrusion[] = [];
  for (const first of one.secrets) {
    const { name, of = name } = first.declared;
    const second = other.secrets.find(({ declared }) => declared.name === name);
    const column = original.columns.find((known) => known.name === of);
    if (second === undefined || column === undefined) continue;
    const counts = (table: string, sql: string) => `(SELECT cell, ${sql} AS value, count(*) AS n FROM ${table} GROUP BY ALL)`;
    const own = `(SELECT row_number() OVER () AS row, coalesce(CAST(${column.sql} AS VARCHAR), '') AS own FROM ${original.table})`;
    const rightBy = (order: string) =>
      `CAST(coalesce(first(a.value ORDER BY ${order}, a.value) = any_value(own), false) AS DOUBLE)`;
    const [both, alone] = await counter.doubles(
      `SELECT ${rightBy('a.n * coalesce(b.n, 0) DESC, a.n DESC')}, ${rightBy('a.n DESC')} FROM tried JOIN ${own} USING (row)
      JOIN ${counts('first_published', first.sql)} AS a ON a.cell = tried.first
      LEFT JOIN ${counts('published', second.sql)} AS b ON b.cell = tried.second AND b.value = a.value GROUP BY place ORDER BY place`,
      2,
    );
    const control = alone.length > 0 ? { control: shareOf(alone) } : {};
    found.push(intrusionOf({ intruder: 'both-attribute', column: name, ...control }, both));
  }
  return found;
}

/** A record of the first release is looked for in the second, by the numbers that both publish: bands that hold a common value may be of one person. */
async function linkRecords(counter: Counter, first: Standing, second: Standing): Promise<readonly Intrusion[]> {
  const { board } = second;
  const others = bandedColumns(second);
  const [own, places] = await counter.columns(
    'SELECT CAST(first AS UINTEGER), CAST(second AS UINTEGER) FROM tried ORDER BY place',
    2,
  );
  const facts: Fact[] = [];
  for (const [name, { lower, upper }] of bandedColumns(first)) {
    const other = others.get(name);
    if (other === undefined) continue;
    const read = async (table: string, ends: { lower: string; upper: string }): Promise<Bands> => {
      const sql = `SELECT coalesce(${ends.lower}, '-infinity'), coalesce(${ends.upper}, 'infinity') FROM ${table} ORDER BY cell`;
      const [from, to] = await counter.doubles(sql, 2);
      return { lower: from, upper: to };
    };
    facts.push(overlapFact(await read('first_cells', { lower, upper }), await read('cells', other), own));
  }
  if (facts.length === 0) return [];
  const open = new Uint32Array(board.records.length);
  const chances = Float64Array.from(places, (place, person) => chanceIn(board, open, openCells(facts, person, open), place));
  const told = { knows: facts.length, of: facts.length, control: 1 / board.total };
  return [intrusionOf({ intruder: 'link-releases', ...told }, chances)];
}

/** Bounds of each number, by the column of the original that it comes from. */
function bandedColumns({ source: { columns } }: Standing): ReadonlyMap<string, { lower: string; upper: string }> {
  const banded = columns.flatMap((column, i) => {
    const { kind, role, of, name } = column.declared;
    const told = (role === 'series' || role === 'quasi') && (kind === 'interval' || kind === 'lower');
    return told ? [[of ?? name, endsOf(column, columns[i + 1] ?? column)] as const] : [];
  });
  return new Map(banded);
}

const overlapFact = (first: Bands, second: Bands, own: Uint32Array): Fact => ({
  keep(person, open, count) {
    const [least, most] = [first.lower[own[person]], first.upper[own[person]]];
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const cell = open[i];
      if (second.lower[cell] <= most && second.upper[cell] >= least) open[kept++] = cell;
    }
    return kept;
  },
});
