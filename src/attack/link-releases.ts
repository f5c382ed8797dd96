import type { Counter } from '../base/counting.ts';
import type { Manifest } from '../release/manifest.ts';
import { readAncestors } from '../verify/ancestors.ts';
import { truthOf } from '../verify/label-truth.ts';
import type { SourceColumn } from '../verify/source.ts';
import type { Attacker } from './attacker.ts';
import { openCells, type Places } from './board.ts';
import { type Bands, type Fact, labelFact } from './fact.ts';
import { type Intrusion, intrusionOf } from './intrusion.ts';
import { chanceIn } from './link.ts';
import type { Standing } from './read-cells.ts';
import { endsOf } from './read-facts.ts';

/** A release in which everybody's place was read. */
export interface Told {
  readonly standing: Standing;
  readonly manifest: Manifest;
}

/**
 * A record of the first release is looked for in the second, by what both publish: bands that hold a common value, and labels that are true of a common
 * one, may be of one person.
 */
export async function linkRecords(
  counter: Counter,
  [first, second]: readonly [Told, Told],
  by: Attacker,
): Promise<readonly Intrusion[]> {
  const [own, places] = await counter.columns(
    'SELECT CAST(first AS UINTEGER), CAST(second AS UINTEGER) FROM tried ORDER BY place',
    2,
  );
  const facts = [
    ...(await overlappingBands(counter, first, second, own)),
    ...(await overlappingLabels(counter, first, second, { own, places, by })),
  ];
  if (facts.length === 0) return [];
  const { board } = second.standing;
  const open = new Uint32Array(board.records.length);
  const chances = Float64Array.from(places, (place, person) => chanceIn(board, open, openCells(facts, person, open), place));
  const told = { knows: facts.length, of: facts.length, control: 1 / board.total };
  return [intrusionOf({ intruder: 'link-releases', ...told }, chances)];
}

async function overlappingBands(counter: Counter, first: Told, second: Told, own: Uint32Array): Promise<readonly Fact[]> {
  const others = bandedColumns(second.standing);
  const facts: Fact[] = [];
  for (const [name, { lower, upper }] of bandedColumns(first.standing)) {
    const other = others.get(name);
    if (other === undefined) continue;
    const read = async (table: string, ends: { lower: string; upper: string }): Promise<Bands> => {
      const sql = `SELECT coalesce(${ends.lower}, '-infinity'), coalesce(${ends.upper}, 'infinity') FROM ${table} ORDER BY cell`;
      const [from, to] = await counter.doubles(sql, 2);
      return { lower: from, upper: to };
    };
    facts.push(overlapFact(await read('first_cells', { lower, upper }), await read('cells', other), own));
  }
  return facts;
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

/** Most values of a column by which labels are compared; of more, some at equal distances, beside those of whoever is tried. */
const mostValues = 2000;

/** Labels of both releases overlap where both are true of some value that the column has. */
async function overlappingLabels(
  counter: Counter,
  first: Told,
  second: Told,
  { own, places, by }: { readonly own: Places; readonly places: Places; readonly by: Attacker },
): Promise<readonly Fact[]> {
  const others = new Map(labelledColumns(second).map((column) => [keyOf(column), column]));
  const facts: Fact[] = [];
  for (const column of labelledColumns(first)) {
    const other = others.get(keyOf(column));
    const original = by.original.columns.find(({ name }) => name === (column.declared.of ?? column.declared.name));
    if (other === undefined || original === undefined) continue;
    const cell = `coalesce(CAST(${original.sql} AS VARCHAR), '')`;
    await counter.ask(
      `CREATE OR REPLACE TEMP TABLE common AS WITH rows AS (SELECT row_number() OVER () AS row, ${cell} AS value FROM ${by.original.table}),
      every AS (SELECT value, row_number() OVER (ORDER BY value) AS place, count(*) OVER () AS n FROM (SELECT DISTINCT value FROM rows))
      SELECT value FROM every WHERE place % greatest(1, n // ${mostValues}) = 0 UNION SELECT value FROM rows JOIN tried USING (row)`,
    );
    const [ofFirst, labels] = await readTruths(counter, { from: 'first_cells', column, manifest: first.manifest, by });
    const [ofSecond, count] = await readTruths(counter, { from: 'cells', column: other, manifest: second.manifest, by });
    const fits = new Uint8Array(labels * count);
    const pairs = 'SELECT DISTINCT a.code, b.code FROM first_cells_truths AS a JOIN cells_truths AS b USING (value)';
    await counter.stream(pairs, 2, ([one, two]) => {
      for (let i = 0; i < one.length; i++) fits[one[i] * count + two[i]] = 1;
    });
    const fact = labelFact({ ofCell: ofSecond, ofPerson: Uint32Array.from(own, (cell) => ofFirst[cell]), count, fits });
    if (isTrue(fact, places)) facts.push(fact); // labels by a hierarchy that was not given say nothing
  }
  return facts;
}

function isTrue(fact: Fact, places: Places): boolean {
  const one = new Uint32Array(1);
  return places.every((place, person) => {
    one[0] = place;
    return fact.keep(person, one, 1) === 1;
  });
}

const labelledColumns = ({ standing: { source } }: Told): readonly SourceColumn[] =>
  source.columns.filter(({ declared: { role, kind } }) => role === 'quasi' && !['interval', 'lower', 'upper'].includes(kind));

/** The same thing told of the same column: places, hours of a time, its days. */
const keyOf = ({ declared: { of, name, kind } }: SourceColumn): string => JSON.stringify([of ?? name, kind]);

interface Truths {
  /** The table of cells that has the labels. */
  readonly from: string;
  readonly column: SourceColumn;
  readonly manifest: Manifest;
  readonly by: Attacker;
}

/** Fills `<from>_truths(code, value)`; answers the code of each cell's label, and how many labels there are. */
async function readTruths(
  counter: Counter,
  { from, column, manifest, by }: Truths,
): Promise<readonly [ofCell: Uint32Array, count: number]> {
  const name = column.declared.of ?? column.declared.name;
  const ancestors = Object.hasOwn(by.hierarchy, name)
    ? await readAncestors(counter, `${from}_ancestors`, by.hierarchy[name], name)
    : undefined;
  const language = 'labels' in manifest ? manifest.labels : by.language;
  const truth = truthOf({ ...column, sql: 'label' }, 'value', { language, ancestors, timeZone: by.timeZone });
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE ${from}_labels AS SELECT label, CAST(row_number() OVER (ORDER BY label) - 1 AS UINTEGER) AS code FROM (SELECT DISTINCT ${column.sql} AS label FROM ${from})`,
  );
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE ${from}_truths AS SELECT code, value FROM ${from}_labels CROSS JOIN common WHERE coalesce(${truth}, false)`,
  );
  const [ofCell] = await counter.columns(
    `SELECT code FROM ${from} JOIN ${from}_labels ON label = ${from}.${column.sql} ORDER BY cell`,
    1,
  );
  const [count] = await counter.numbers(`SELECT count(*) FROM ${from}_labels`);
  return [ofCell, count];
}
