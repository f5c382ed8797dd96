import type { Counter } from '../base/counting.ts';
import type { Manifest } from '../release/manifest.ts';
import type { Attacker } from './attacker.ts';
import { linkIds } from './events/link-ids.ts';
import { type Intrusion, intrusionOf, shareOf } from './intrusion.ts';
import { linkRecords, type Told } from './link-releases.ts';
import { type OpenedRelease, withRelease } from './open-release.ts';
import type { Standing } from './read-cells.ts';
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
  const areLogs = release.manifest.method === 'events' && manifest.method === 'events';
  for (const table of ['cells', 'published', 'standing', ...(areLogs ? ['numbered'] : [])])
    await counter.ask(`CREATE OR REPLACE TEMP TABLE first_${table} AS FROM ${table}`);
  const ofCounts = countsOf(release.manifest, manifest);
  if (ofCounts !== undefined) await readCounts(counter, first, 'first_');
  return withRelease(counter, folder, manifest, async (other) => {
    const second = await standIn(other);
    const told = [
      { standing: first, manifest: release.manifest },
      { standing: second, manifest },
    ] as const;
    const together = ofSameRows ? await attackBoth(counter, told, by) : [];
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

async function attackBoth(counter: Counter, both: readonly [Told, Told], by: Attacker): Promise<readonly Intrusion[]> {
  const [first, second] = both;
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE pairs AS SELECT subject, row, first_standing.cell AS first, standing.cell AS second
    FROM first_standing JOIN (SELECT row, cell FROM standing) AS standing USING (row)`,
  );
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE tried AS SELECT row_number() OVER (ORDER BY person) - 1 AS place, person, subject, row, first, second
    FROM chosen JOIN pairs ON row = number`,
  );
  const { method } = first.manifest;
  const linked =
    method === 'events' || second.manifest.method === 'events'
      ? await linkIds(counter, both)
      : await linkRecords(counter, both, by);
  return [await standInBoth(counter), ...(await inferFromBoth(counter, [first.standing, second.standing], by)), ...linked];
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
