import type { DuckDBConnection } from '@duckdb/node-api';
import { monthNumbers } from '../../formats/month-names.ts';
import type { CellForm, ColumnForms } from '../../inspect/forms.ts';
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
    const reader = await connection.runAndReadAll(
      `SELECT ${histogramOf('text')} FROM (SELECT unnest([${some.join(', ')}]) AS place, unnest([${texts.join(', ')}]) AS text FROM ${source.scan(new Set())}) GROUP BY place ORDER BY place`,
    );
    const rows = reader.getRowsJson();
    for (const [i, place] of some.entries()) found.push({ column: source.columns[place].name, forms: formsIn(rows[i]?.[0]) });
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

/** What nearly every cell of the first rows fits; of numbers that DuckDB reads as they are, those whose points may all stand between thousands. */
async function likelyPlaces(source: Source, connection: DuckDBConnection): Promise<readonly number[]> {
  const reader = await connection.runAndReadAll(
    `SELECT place, count(text), count_if(TRY_CAST(text AS DOUBLE) IS NULL AND regexp_full_match(text, '(${number})|(${date})|(${namedDate})|(${clock})')), count_if(TRY_CAST(text AS DOUBLE) IS NOT NULL),
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

/** Form, whether it begins with a nought alone, and the sizes of its first three numbers, as one text to be counted by. A regular expression for the digits takes four times as long. */
function histogramOf(text: string): string {
  const size = (nth: number) => {
    const digits = `TRY_CAST(regexp_extract(${text}, '^[^0-9]*${'[0-9]+[^0-9]+'.repeat(nth)}([0-9]{1,9})', 1) AS BIGINT)`;
    return `CASE WHEN ${digits} IS NULL THEN '' WHEN ${digits} = 0 THEN '0' WHEN ${digits} <= 12 THEN 's' WHEN ${digits} <= 31 THEN 'm' WHEN ${digits} <= 69 THEN 'l' ELSE 'h' END`;
  };
  const nought = `CASE WHEN regexp_matches(${text}, '^[^0-9]*0[^0-9]') THEN 'n' ELSE '' END`;
  const named = `regexp_replace(${text}, '(?i)(^|[^\\pL])(?:${names})([^\\pL]|$)', '\\1MMM\\2')`;
  const form = `CASE WHEN length(${text}) > ${longest} THEN '' ELSE translate(${named}, '012345678', '999999999') END`;
  return `histogram(${[form, nought, size(0) + ` || ${size(1)} || ${size(2)}`].join(' || chr(31) || ')})`;
}

/** As DuckDB tells a map in JSON. */
function formsIn(map: unknown): readonly CellForm[] {
  const entries = Array.isArray(map) ? (map as readonly { readonly key: string; readonly value: string | number }[]) : [];
  return entries.map(({ key, value }) => {
    const [form, nought, sizes] = key.split('\u001f');
    return { form, nought: nought === 'n', sizes, cells: Number(value) };
  });
}
