import type { Counter } from '../../base/counting.ts';
import type { TableManifest } from '../../release/manifest.ts';
import { readAncestors } from '../../verify/ancestors.ts';
import { truthOf } from '../../verify/label-truth.ts';
import type { Source, SourceColumn } from '../../verify/source.ts';
import type { Attacker } from '../attacker.ts';
import { drawSome, fillNumbers } from '../draw.ts';
import { type Intrusion, intrusionOf, shareOf } from '../intrusion.ts';
import type { Standing } from '../read-cells.ts';

/** A table of counts that was read: how its copies of `cells` and `standing` begin, and what it is. */
export interface Counts {
  readonly prefix: string;
  readonly standing: Standing;
  readonly manifest: TableManifest;
}

/** Whether a release is a table of counts whose subjects are named, so that they are known again in another one. */
export const countsSubjects = (manifest: { readonly method: string; readonly shape?: unknown; readonly unit: string }): boolean =>
  manifest.method === 'kaca' && manifest.shape === 'groups' && manifest.unit !== 'row';

/**
 * Two tables of counts are subtracted: from a row of the one all rows of the other whose labels lie within it. What is left is said to be so many
 * subjects who are in the one and not in the other. Whoever knows that of somebody points at any of them, and is wrong where the number is. The control
 * has the first row alone. Both tables are subtracted from each other.
 */
export async function subtractCounts(
  counter: Counter,
  tables: readonly [Counts, Counts],
  by: Attacker,
): Promise<readonly Intrusion[]> {
  const [one, other] = tables;
  const found = [
    await subtract(counter, { from: one, away: other, by }),
    await subtract(counter, { from: other, away: one, by }),
  ];
  const [chances, alone] = [0, 1].map((at) => Float64Array.from(found.flatMap((columns) => [...columns[at]])));
  return chances.length === 0 ? [] : [intrusionOf({ intruder: 'difference', control: shareOf(alone) }, chances)];
}

interface Subtracting {
  readonly from: Counts;
  readonly away: Counts;
  readonly by: Attacker;
}

/** Of subjects in a row of the one and in none of the other's rows within it: the chance that the difference finds them, and that the row alone does. */
async function subtract(counter: Counter, { from, away, by }: Subtracting): Promise<readonly [Float64Array, Float64Array]> {
  const columns = quasiOf(from.standing.source);
  const others = quasiOf(away.standing.source);
  const pairs = columns.flatMap((column) => {
    const same = others.find(({ declared }) => declared.name === column.declared.name && declared.kind === column.declared.kind);
    return same === undefined ? [] : [{ column, same }];
  });
  if (pairs.length < columns.length || pairs.length === 0) return [new Float64Array(), new Float64Array()]; // nothing of it can be within a row
  for (const [i, { column, same }] of pairs.entries()) await readWithin(counter, { i, column, same }, { from, away, by });
  const within = pairs.map(
    ({ column, same }, i) => `JOIN within${i} ON within${i}.wide = a.${column.sql} AND within${i}.narrow = b.${same.sql}`,
  );
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE nested AS SELECT a.cell AS cell, b.cell AS inner_cell FROM ${from.prefix}cells AS a CROSS JOIN ${away.prefix}cells AS b ${within.join(' ')}`,
  );
  const left = `SELECT cell, subject FROM ${from.prefix}standing ANTI JOIN
    (SELECT cell, subject FROM nested JOIN (SELECT cell AS inner_cell, subject FROM ${away.prefix}standing) USING (inner_cell)) USING (cell, subject)
    WHERE cell IN (SELECT cell FROM nested) GROUP BY ALL`;
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE gone AS SELECT row_number() OVER (ORDER BY cell, subject) - 1 AS number, cell, subject, count(*) OVER (PARTITION BY cell) AS crowd FROM (${left})`,
  );
  const [people] = await counter.numbers('SELECT count(*) FROM gone');
  await fillNumbers(counter, 'drawn', drawSome(people, Math.ceil(by.sample / 2), by.random.fork(`difference ${from.prefix}`)));
  const countsOf = (table: Counts) => `SELECT cell, sum(told) AS told FROM ${table.prefix}counted GROUP BY cell`;
  const rest = `SELECT a.cell AS cell, any_value(a.told) AS told, any_value(a.told) - sum(b.told) AS rest FROM (${countsOf(from)}) AS a JOIN nested ON nested.cell = a.cell
    JOIN (${countsOf(away)}) AS b ON b.cell = inner_cell GROUP BY a.cell`;
  const [chance, alone] = await counter.doubles(
    `SELECT CASE WHEN rest = crowd THEN 1 / CAST(crowd AS DOUBLE) ELSE 0 END, 1 / CAST(told AS DOUBLE) FROM drawn JOIN gone USING (number) JOIN (${rest}) USING (cell) ORDER BY person`,
    2,
  );
  return [chance, alone];
}

interface LabelPair {
  readonly i: number;
  readonly column: SourceColumn;
  readonly same: SourceColumn;
}

/** Fills `within{i}(wide, narrow)`: a label of the one and a label of the other that is true of nothing else, by the values of the original. */
async function readWithin(counter: Counter, { i, column, same }: LabelPair, { from, away, by }: Subtracting): Promise<void> {
  const { name, of = name } = column.declared;
  const value = by.original.columns.find((one) => one.name === of)?.sql ?? 'NULL';
  const ancestors = Object.hasOwn(by.hierarchy, of)
    ? await readAncestors(counter, 'known_ancestors', by.hierarchy[of], of)
    : undefined;
  const values = `SELECT DISTINCT coalesce(CAST(${value} AS VARCHAR), '') AS value FROM ${by.original.table}`;
  const trueOf = (table: Counts, { sql, ...label }: SourceColumn) => {
    const truth = truthOf({ ...label, sql: 'label' }, 'value', {
      language: table.manifest.labels,
      ancestors,
      timeZone: by.timeZone,
    });
    return `(SELECT label, value FROM (SELECT DISTINCT ${sql} AS label FROM ${table.prefix}cells) CROSS JOIN (${values}) WHERE coalesce(${truth}, false))`;
  };
  await counter.ask(`CREATE OR REPLACE TEMP TABLE wide AS FROM ${trueOf(from, column)}`);
  await counter.ask(`CREATE OR REPLACE TEMP TABLE narrow AS FROM ${trueOf(away, same)}`);
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE within${i} AS SELECT wide.label AS wide, narrow.label AS narrow FROM narrow JOIN wide USING (value)
    JOIN (SELECT label, count(*) AS n FROM narrow GROUP BY label) AS sizes ON sizes.label = narrow.label GROUP BY ALL HAVING count(*) = any_value(n)
    UNION SELECT a.label, b.label FROM (SELECT DISTINCT ${column.sql} AS label FROM ${from.prefix}cells) AS a JOIN (SELECT DISTINCT ${same.sql} AS label FROM ${away.prefix}cells) AS b ON a.label = b.label`,
  );
}

const quasiOf = ({ columns }: Source): readonly SourceColumn[] => columns.filter(({ declared }) => declared.role === 'quasi');

/** Fills `{prefix}counted(cell, told)`: the counts that a table tells. */
export async function readCounts(counter: Counter, { source }: Standing, prefix: string): Promise<void> {
  const count = source.columns.find(({ declared }) => declared.role === 'count');
  const same = quasiOf(source).map(({ sql }) => `t.${sql} = cells.${sql}`);
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE ${prefix}counted AS SELECT cell, CAST(t.${count?.sql ?? '0'} AS BIGINT) AS told FROM ${source.table} AS t JOIN cells ON ${same.join(' AND ')}`,
  );
}
