import type { DuckDBConnection } from '@duckdb/node-api';
import type { Known, SinglingSet, Standing } from '../../inspect/inspection.ts';
import { type FieldCells, isHashed } from './cell-table.ts';
import { numbers } from './numbers.ts';

/** A column that others may know, as SQL: what rows are grouped by first, and what is known of that. */
export interface KnownColumn {
  readonly name: string;
  readonly base: string;
  readonly of: (base: string) => string;
}

/** Up to so many rows, subjects of a combination are counted one by one; of more, at least so many are vouched for. */
const countedRows = 1_000_000;

/**
 * How well subjects hide as the table stands: for each column added to what somebody knows, the fewest subjects that share a combination,
 * and the share of subjects who are alone with a combination of theirs. One pass groups by all columns, the rest is taken from the
 * groups: the least and the largest subject of a combination are those of its parts, and so are the bits that its subjects set.
 */
export async function standingOf(
  known: readonly KnownColumn[],
  subject: FieldCells | undefined,
  subjects: number,
  connection: DuckDBConnection,
): Promise<CountedStanding> {
  const who = subject?.kept[0] ?? 'rowid';
  const [rows] = await numbers(connection, `SELECT count(*) FROM cells WHERE ${who} IS NOT NULL`);
  const oneRowEach = subjects === rows;
  const bits = oneRowEach
    ? '0::UBIGINT'
    : `bit_or(1::UBIGINT << (${subject !== undefined && isHashed(subject.field.kind) ? who : `hash(${who})`} & 63)::INT)`;
  const bases = [...new Set(known.map(({ base }) => base))];
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE combinations AS SELECT ${known.map(({ base, of }, q) => `${of(`b${bases.indexOf(base)}`)} AS q${q}`).join(', ')}, * FROM
     (SELECT ${bases.map((base, b) => `${base} AS b${b}`).join(', ')}, min(${who}) AS least, max(${who}) AS largest, ${bits} AS bits, count(*) AS rows
      FROM cells WHERE ${who} IS NOT NULL GROUP BY ALL)`,
  );
  const steps: Known[] = [];
  for (const [place, { name }] of known.entries()) {
    const keys = known.slice(0, place + 1).map((_, q) => `q${q}`);
    const groups =
      keys.length === bases.length && bases.length === known.length
        ? 'SELECT least, largest, bit_count(bits) AS bits, rows FROM combinations' // grouped so already
        : `SELECT min(least) AS least, max(largest) AS largest, bit_count(bit_or(bits)) AS bits, sum(rows) AS rows FROM combinations GROUP BY ${keys.join(', ')}`;
    const [alone, fewestRows, fewestBits] = await numbers(
      connection,
      `SELECT ${oneRowEach ? 'count(*)' : 'count(DISTINCT least)'} FILTER (least = largest), coalesce(min(rows), 0), coalesce(min(bits), 0) FROM (${groups})`,
    );
    const unique = subjects === 0 ? 0 : Math.min(1, alone / subjects);
    if (alone > 0) steps.push({ column: name, largestK: 1, unique });
    else if (oneRowEach) steps.push({ column: name, largestK: fewestRows, unique });
    else if (rows > countedRows) steps.push({ column: name, largestK: Math.max(2, fewestBits), orMore: true, unique });
    else steps.push({ column: name, largestK: await fewestSubjects(known.slice(0, place + 1), who, connection), unique });
  }
  const [combinations] = await numbers(connection, 'SELECT count(*) FROM combinations');
  const mayBeAny = (steps.at(-1)?.unique ?? 0) >= singles; // who is alone by some columns is alone by all
  const asked = mayBeAny ? subsetsOf(known.length, combinations > manyCombinations ? 2 : known.length) : [];
  const singlingSets: SinglingSet[] = [];
  for (const subset of asked) {
    const columns = subset.map((q) => known[q].name);
    if (singlingSets.length >= mostSets) break;
    if (singlingSets.some((found) => found.columns.every((name) => columns.includes(name)))) continue; // a smaller one does as much
    const groups = `SELECT min(least) AS least, max(largest) AS largest, CAST(sum(rows) AS DOUBLE) AS rows FROM combinations GROUP BY ${subset.map((q) => `q${q}`).join(', ')}`;
    const [alone, classes, pairs] = await numbers(
      connection,
      `SELECT ${oneRowEach ? 'count(*)' : 'count(DISTINCT least)'} FILTER (least = largest), count(*), sum(rows * (rows - 1)) FROM (${groups})`,
    );
    const unique = subjects === 0 ? 0 : Math.min(1, alone / subjects);
    if (unique < singles) continue;
    const separation = rows < 2 ? 1 : 1 - pairs / (rows * (rows - 1));
    singlingSets.push({ columns, distinction: classes / Math.max(1, rows), separation, unique });
  }
  const sizes = await sizesIn(connection);
  return { subjects, steps, ...(singlingSets.length > 0 ? { singlingSets } : {}), sizes };
}

/** A set of columns singles out where one subject in twenty stands alone by it. */
const singles = 0.05;
const mostSets = 8;
/** Of more, only columns and their pairs are looked at: each set takes a pass over them. */
const manyCombinations = 300_000;

/** Places of columns in sets of up to `most`, the smallest sets first. */
function subsetsOf(columns: number, most: number): readonly (readonly number[])[] {
  const subsets = Array.from({ length: 2 ** columns - 1 }, (_, mask) =>
    Array.from({ length: columns }, (__, q) => q).filter((q) => (((mask + 1) >> q) & 1) === 1),
  );
  return subsets.filter(({ length }) => length <= most).sort((a, b) => a.length - b.length);
}

/** What is found here, and the sizes of the classes of all columns together, each with how many have it. */
interface CountedStanding extends Standing {
  readonly sizes: readonly (readonly [size: number, classes: number])[];
}

async function sizesIn(connection: DuckDBConnection): Promise<CountedStanding['sizes']> {
  const reader = await connection.runAndReadAll(
    'SELECT CAST(rows AS INTEGER), CAST(count(*) AS INTEGER) FROM combinations GROUP BY 1 ORDER BY 1',
  );
  return reader.getRows().map(([size, classes]) => [Number(size), Number(classes)] as const);
}

async function fewestSubjects(known: readonly KnownColumn[], who: string, connection: DuckDBConnection): Promise<number> {
  const keys = known.map(({ base, of }) => of(base)).join(', ');
  const [fewest] = await numbers(
    connection,
    `SELECT coalesce(min(subjects), 0) FROM (SELECT count(DISTINCT ${who}) AS subjects FROM cells WHERE ${who} IS NOT NULL GROUP BY ${keys})`,
  );
  return fewest;
}
