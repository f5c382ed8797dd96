import type { DuckDBConnection } from '@duckdb/node-api';
import { monthNumbers } from '../../formats/month-names.ts';
import type { CellForm, ColumnForms } from '../../inspect/forms.ts';
import { isIsoTimeSql } from './iso-time.ts';
import type { Source } from './source.ts';

/** Columns asked about in one statement. */
const atOnce = 32;
/** Longer cells are neither numbers nor times. */
const longest = 40;

/**
 * The forms of those columns whose first rows look like numbers or times that are not written plainly: after `lookAtHead`, which keeps these rows.
 * The rest of the table is read once, and of a table without such columns nothing more.
 */
export async function formsOf(source: Source, connection: DuckDBConnection): Promise<readonly ColumnForms[]> {
  const likely = await likelyPlaces(source, connection);
  const found: ColumnForms[] = [];
  for (let from = 0; from < likely.length; from += atOnce) {
    const some = likely.slice(from, from + atOnce);
    const texts = some.map((place) => `nullif(trim(CAST(${source.columns[place].sql} AS VARCHAR)), '')`);
    const reader = await connection.runAndReadAll(countForms(texts, source.scan(new Set())));
    const rows = reader.getRows();
    for (const [i, place] of some.entries()) {
      const own = rows.filter(([column]) => column === i);
      found.push({ column: source.columns[place].name, forms: own.map(([, ...form]) => formOf(form)) });
    }
  }
  return found;
}

const number = `[^0-9]{0,8}[0-9][0-9.,''\\x{2019}\\s\\x{00A0}\\x{202F}\\x{2009}]*[^0-9]{0,8}`;
const date = '[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{2,4}[^0-9]{0,2}([0-9]{1,2}:.*)?';
const names = [...monthNumbers.keys()].join('|');
/** Signs or a word between the parts of a date, as in 3. März 2024 and 3 de marzo de 2024. */
const gap = '[ .,/-]{0,2}(?:de |di )?';
const namedDate = `(?i:(?:[0-9]{1,4}${gap})?(?:${names})[.]?${gap}[0-9]{1,4}(?:${gap}[0-9]{2,4})?(?:[^0-9]{1,2}[0-9]{1,2}:.*)?)`;
const clock = '[0-2]?[0-9]:[0-5][0-9](:[0-5][0-9])?';
/** A plain number that may also be one of thousands. */
const grouped = '[+-]?[1-9][0-9]{0,2}[.][0-9]{3}';

/** What nearly every cell of the first rows fits, and not all of them plainly; of numbers that DuckDB reads as they are, those whose points may all stand between thousands. */
async function likelyPlaces(source: Source, connection: DuckDBConnection): Promise<readonly number[]> {
  const isPlain = `(TRY_CAST(text AS DOUBLE) IS NOT NULL OR ${isIsoTimeSql('text')})`;
  const reader = await connection.runAndReadAll(
    `SELECT place, count(text), count_if(NOT ${isPlain} AND regexp_full_match(text, '(${number})|(${date})|(${namedDate})|(${clock})')), count_if(${isPlain}),
    count_if(contains(text, '.')), count_if(regexp_full_match(text, '${grouped}')) FROM (UNPIVOT head ON COLUMNS(*) INTO NAME place VALUE text) GROUP BY place`,
  );
  const byPlace = new Map(reader.getRows().map(([place, ...row]) => [String(place), row.map(Number)]));
  const places = source.columns.flatMap((column, place) => {
    const [filled, alike, plain, dotted, maybeThousands] = byPlace.get(`t${place}`) ?? [0, 0, 0, 0, 0];
    const isOpen = alike > 0 || (dotted > 0 && dotted === maybeThousands);
    return column.numeric !== true && isOpen && alike + plain >= 0.9 * filled ? [place] : [];
  });
  return places;
}

/** All that is asked of a text's numbers, found by one expression: several take several times as long. */
const firstNumbers = '^[^0-9]*([0-9]{1,9})[0-9]*(?:[^0-9]+([0-9]{1,9})[0-9]*(?:[^0-9]+([0-9]{1,9}))?)?';
const numbers = ['n0', 'n1', 'n2'];

const sizeOf = (digits: string): string =>
  `CASE WHEN ${digits} IS NULL THEN '' WHEN ${digits} = 0 THEN '0' WHEN ${digits} <= 12 THEN 's' WHEN ${digits} <= 31 THEN 'm' WHEN ${digits} <= 69 THEN 'l' ELSE 'h' END`;

/**
 * How many cells of each text have each form, whether that begins with a nought alone, and the sizes of its first three numbers. A regular expression for the digits
 * takes four times as long; names of months are looked for once in each form, as in each cell that took more than all else.
 */
function countForms(texts: readonly string[], scan: string): string {
  const each = (write: (i: number) => string) => texts.map((_, i) => write(i)).join(', ');
  const trimmed = `SELECT ${each((i) => `${texts[i]} AS t${i}`)} FROM ${scan}`;
  const found = `SELECT *, ${each((i) => `regexp_extract(t${i}, '${firstNumbers}', [${numbers.map((n) => `'${n}'`).join(', ')}]) AS f${i}`)} FROM (${trimmed})`;
  const read = `SELECT *, ${each((i) => numbers.map((n) => `TRY_CAST(f${i}.${n} AS BIGINT) AS ${n}_${i}`).join(', '))} FROM (${found})`;
  const counted = `SELECT ${each((i) => `histogram(${keyOf(`t${i}`, i)}) AS h${i}`)} FROM (${read})`;
  const parts = texts.map((_, i) => `SELECT ${i} AS place, unnest(map_entries(h${i})) AS entry FROM counted`);
  return `WITH counted AS MATERIALIZED (${counted}), keys AS (SELECT place, string_split(entry.key, chr(31)) AS key, entry.value AS cells FROM (${parts.join(' UNION ALL ')}))
    SELECT place, regexp_replace(key[1], '(?i)(^|[^\\pL])(?:${names})([^\\pL]|$)', '\\1MMM\\2') AS form, key[2] AS nought, key[3] AS sizes, CAST(sum(cells) AS DOUBLE) FROM keys GROUP BY ALL ORDER BY ALL`;
}

/** What is counted of a text, as one text. */
const keyOf = (text: string, i: number): string =>
  [
    `CASE WHEN length(${text}) > ${longest} THEN '' ELSE translate(${text}, '012345678', '999999999') END`,
    `CASE WHEN regexp_matches(${text}, '^[^0-9]*0[^0-9]') THEN 'n' ELSE '' END`,
    numbers.map((n) => sizeOf(`${n}_${i}`)).join(' || '),
  ].join(' || chr(31) || ');

function formOf([form, nought, sizes, cells]: readonly unknown[]): CellForm {
  return { form: String(form), nought: nought === 'n', sizes: String(sizes), cells: Number(cells) };
}
