import type { DuckDBConnection } from '@duckdb/node-api';
import type { Known, Standing } from '../../inspect/inspection.ts';
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
): Promise<Standing> {
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
  return { subjects, steps };
}

async function fewestSubjects(known: readonly KnownColumn[], who: string, connection: DuckDBConnection): Promise<number> {
  const keys = known.map(({ base, of }) => of(base)).join(', ');
  const [fewest] = await numbers(
    connection,
    `SELECT coalesce(min(subjects), 0) FROM (SELECT count(DISTINCT ${who}) AS subjects FROM cells WHERE ${who} IS NOT NULL GROUP BY ${keys})`,
  );
  return fewest;
}
