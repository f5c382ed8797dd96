import type { Counter } from '../base/counting.ts';
import type { SourceColumn } from '../verify/source.ts';
import type { Attacker } from './attacker.ts';
import { type Intrusion, intrusionOf, shareOf } from './intrusion.ts';
import type { Standing } from './read-cells.ts';
import { endsOf } from './read-facts.ts';

interface Ended {
  readonly k: number;
  readonly by: Attacker;
}

/** Most columns that are looked at; of more, those at equal distances. */
const mostColumns = 32;

/**
 * Whoever takes the ends of a band for values that members have. The one says that a single person has such a value and lies in all bands of the group;
 * the other writes the ends of small groups back as values of two members. The controls take values drawn from the bands.
 */
export async function attackEnds(counter: Counter, { source, crowd }: Standing, { k, by }: Ended): Promise<readonly Intrusion[]> {
  const banded = bandedColumns(source.columns);
  if (banded.length === 0) return [];
  await readCrowds(counter, crowd, banded, by);
  const [crowds] = await counter.numbers('SELECT count(*) FROM crowds');
  const stride = Math.ceil(banded.length / mostColumns);
  const looked = banded.map((_, i) => i).filter((i) => i % stride === 0);
  const random = by.random.fork('ends');
  const picks = Array.from({ length: Math.min(by.sample, crowds * looked.length) }, (_, pick) => {
    const [place, column] = [random.below(crowds), looked[random.below(looked.length)]];
    return `(${pick}, ${place}, ${column}, ${random.below(2)}, ${random.unit()}, ${random.unit()})`;
  });
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE picks AS SELECT * FROM (VALUES ${picks.join(', ')}) AS p(pick, place, banded, side, one, other)`,
  );
  const single: number[][] = [];
  const restored: number[][] = [];
  for (const i of looked) {
    single.push(...(await singleOut(counter, banded, i)));
    restored.push(...(await restore(counter, banded[i], i, k)));
  }
  const column = (rows: readonly (readonly number[])[], at: number) =>
    Float64Array.from(
      rows.toSorted(([a], [b]) => a - b),
      (row) => row[at],
    );
  return [
    ...toldOf('single-out', column(single, 1), column(single, 2)),
    ...toldOf('reconstruct', column(restored, 1), column(restored, 2)),
  ];
}

const toldOf = (intruder: 'single-out' | 'reconstruct', hits: Float64Array, control: Float64Array): readonly Intrusion[] =>
  hits.length === 0 ? [] : [intrusionOf({ intruder, control: shareOf(control) }, hits)];

interface Banded {
  readonly name: string;
  readonly lower: string;
  readonly upper: string;
  readonly decimals: number;
}

const bandedColumns = (columns: readonly SourceColumn[]): readonly Banded[] =>
  columns.flatMap((column, i) => {
    const { kind, role, of, name, decimals = 0 } = column.declared;
    const told = (role === 'series' || role === 'quasi') && (kind === 'interval' || kind === 'lower');
    return told ? [{ name: of ?? name, decimals, ...endsOf(column, columns[i + 1] ?? column) }] : [];
  });

/** Fills `crowds(place, low0, high0, …)`, `everyone(row, x0, …)` and `members(place, row)`. */
async function readCrowds(counter: Counter, crowd: string, banded: readonly Banded[], { original }: Attacker): Promise<void> {
  const ends = banded.map(({ lower, upper }, i) => `any_value(${lower}) AS low${i}, any_value(${upper}) AS high${i}`);
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE crowds AS SELECT CAST(row_number() OVER (ORDER BY crowd) - 1 AS BIGINT) AS place, * FROM
    (SELECT ${crowd} AS crowd, ${ends.join(', ')} FROM cells GROUP BY ${crowd})`,
  );
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE members AS SELECT place, row FROM standing JOIN cells USING (cell) JOIN crowds ON crowd = cells.${crowd}`,
  );
  const values = banded.map(({ name }, i) => {
    const column = original.columns.find((other) => other.name === name);
    return `TRY_CAST(${column?.sql ?? 'NULL'} AS DOUBLE) AS x${i}`;
  });
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE everyone AS SELECT row_number() OVER () AS row, ${values.join(', ')} FROM ${original.table}`,
  );
}

/** The end of a pick, and two values drawn from its band, in the decimals of the column. */
const pickedSql = ({ decimals }: Banded, i: number): string =>
  `(SELECT pick, place, low${i} AS low, high${i} AS high, CASE side WHEN 0 THEN low${i} ELSE high${i} END AS told,
  round(low${i} + one * (high${i} - low${i}), ${decimals}) AS drawn, round(low${i} + other * (high${i} - low${i}), ${decimals}) AS other_drawn
  FROM picks JOIN crowds USING (place) WHERE banded = ${i} AND isfinite(low${i}) AND isfinite(high${i}))`;

/** Of each pick: whether one person alone has the told value and lies in all bands, and the same of the drawn one. */
async function singleOut(counter: Counter, banded: readonly Banded[], i: number): Promise<number[][]> {
  const inside = banded.map(
    (_, j) => `coalesce(x${j} BETWEEN coalesce(low${j}, '-infinity') AND coalesce(high${j}, 'infinity'), true)`,
  );
  const alone = (value: string) =>
    `SELECT pick, count(*) AS fitting FROM ${pickedSql(banded[i], i)} AS p JOIN everyone ON x${i} = ${value} JOIN crowds USING (place) WHERE ${inside.join(' AND ')} GROUP BY pick`;
  const rows = await counter.ask(
    `SELECT pick, CAST(coalesce(a.fitting = 1, false) AS INTEGER), CAST(coalesce(b.fitting = 1, false) AS INTEGER) FROM ${pickedSql(banded[i], i)}
    LEFT JOIN (${alone('told')}) AS a USING (pick) LEFT JOIN (${alone('drawn')}) AS b USING (pick)`,
  );
  return rows.map((row) => row.map(Number));
}

/** Of each pick in a group of fewer than 2k whose band has two ends: the share of its values that the two ends are, and that two drawn ones are. */
async function restore(counter: Counter, banded: Banded, i: number, k: number): Promise<number[][]> {
  const heldSql = (one: string, other: string) =>
    `CASE WHEN ${one} = ${other} THEN count_if(x${i} = ${one}) ELSE CAST(bool_or(x${i} = ${one}) AS INTEGER) + CAST(bool_or(x${i} = ${other}) AS INTEGER) END / CAST(count(x${i}) AS DOUBLE)`;
  const rows = await counter.ask(
    `SELECT pick, ${heldSql('low', 'high')}, ${heldSql('drawn', 'other_drawn')}
    FROM ${pickedSql(banded, i)} JOIN members USING (place) JOIN everyone USING (row) WHERE low < high GROUP BY pick, low, high, drawn, other_drawn HAVING count(x${i}) BETWEEN 1 AND ${2 * k - 1}`,
  );
  return rows.map((row) => row.map(Number));
}
