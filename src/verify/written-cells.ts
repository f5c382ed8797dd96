import type { Counter } from '../base/counting.ts';
import { text } from './counter.ts';
import { wallClockOf } from './events/event-time.ts';
import { monthWords } from './month-words.ts';
import type { Original } from './original.ts';
import type { Written, WrittenColumn } from './written-columns.ts';

/**
 * The original with numbers and times in plain form. Read by this room's own code: cells are cleaned, cut at the signs and put together; times are
 * taken apart by a pattern and made anew from their numbers. A cell that does not fit makes the original unreadable, unless the run left it out.
 */
export async function plainOriginal(counter: Counter, original: Original): Promise<Original> {
  const cells: { sql: string; plain: string }[] = [];
  for (const { column, notations, unfit } of original.written ?? []) {
    const sql = original.columns.find(({ name }) => name === column)?.sql;
    const notation =
      sql === undefined ? undefined : await settleWritten(counter, original.table, sql, { column, notations, unfit });
    if (sql === undefined || notation === undefined) continue;
    const otherwise = unfit === 'mark' ? "'?'" : "error('unfit')";
    cells.push({
      sql,
      plain: `CASE WHEN trim(${sql}) <> '' THEN coalesce(${plainOf(sql, notation)}, ${otherwise}) END AS ${sql}`,
    });
  }
  if (cells.length === 0) return original;
  return { ...original, table: `(SELECT * REPLACE (${cells.map(({ plain }) => plain).join(', ')}) FROM ${original.table})` };
}

async function settleWritten(
  counter: Counter,
  table: string,
  sql: string,
  { notations, unfit }: WrittenColumn,
): Promise<Written | undefined> {
  if (unfit !== 'keep') return notations[0];
  for (const notation of notations) {
    const [filled, strange] = await counter.numbers(
      `SELECT count_if(trim(${sql}) <> ''), count_if(trim(${sql}) <> '' AND (${plainOf(sql, notation)}) IS NULL) FROM ${table}`,
    );
    if (filled > 0 && strange === 0) return notation;
  }
  return undefined;
}

/** SQL of a cell in plain form; NULL where it does not fit. */
export const plainOf = (sql: string, written: Written): string =>
  written.kind === 'number' ? numberOf(sql, written) : timeOf(sql, written.format);

/** Blanks, apostrophes and minus signs of one kind each. */
const clean = (sql: string): string =>
  `translate(trim(CAST(${sql} AS VARCHAR)), chr(160) || chr(8239) || chr(8201) || chr(8217) || chr(8722), '   ''-')`;

/** What is put together for a lambda is asked for by its name in brackets: behind a point DuckDB would look into a column of the original that is called as the lambda's own. */
function numberOf(sql: string, { decimal, thousands, units }: Extract<Written, { kind: 'number' }>): string {
  const unit = units.map((one) => one.replace(signs, '\\$&')).join('|');
  const bare =
    units.length === 0
      ? clean(sql)
      : `regexp_replace(regexp_replace(${clean(sql)}, ${text(`(?i)^([+-]?) *(?:${unit}) *`)}, '\\1'), ${text(`(?i) *(?:${unit})$`)}, '')`;
  const sign = `CASE WHEN starts_with(c['bare'], '-') OR ends_with(c['bare'], '-') THEN '-' ELSE '' END`;
  const unsigned = `CASE WHEN c['bare'][1] IN ('+', '-') THEN c['bare'][2:] WHEN c['bare'][-1] = '-' THEN c['bare'][:-2] ELSE c['bare'] END`;
  const power = `regexp_extract(${unsigned}, '[0-9]([eE][+-]?[0-9]{1,3})$', 1)`;
  const digits = `left(${unsigned}, length(${unsigned}) - length(${power}))`;
  const parts = `string_split(${digits}, ${text(decimal)})`;
  const groups = thousands === undefined ? "[d['parts'][1]]" : `string_split(d['parts'][1], ${text(thousands)})`;
  const isDigits = (one: string) => `regexp_full_match(${one}, '[0-9]+')`;
  const whole = `array_to_string(e['groups'], '')`;
  const grouped = `len(e['groups']) = 1 OR (length(e['groups'][1]) BETWEEN 1 AND 3 AND len(list_filter(e['groups'][2:], lambda g: length(g) <> 3)) = 0)`;
  const sound = `(${grouped}) AND len(d['parts']) <= 2 AND (${isDigits(whole)} OR (${whole} = '' AND len(d['parts']) = 2)) AND (len(d['parts']) = 1 OR ${isDigits("d['parts'][2]")})`;
  const told = `d['sign'] || CASE ${whole} WHEN '' THEN '0' ELSE ${whole} END || CASE len(d['parts']) WHEN 2 THEN '.' || d['parts'][2] ELSE '' END || d['power']`;
  const last = `list_transform([{'groups': ${groups}}], lambda e: CASE WHEN ${sound} THEN ${told} END)[1]`;
  const cut = `list_transform([{'parts': ${parts}, 'sign': ${sign}, 'power': ${power}}], lambda d: ${last})[1]`;
  return `list_transform([{'bare': ${bare}}], lambda c: ${cut})[1]`;
}

const signs = /[!-/:-@[-`{-~]/g;

/** What stands in a format, the longest first. */
const tokens = /yyyy|yy\(\d{4}\)|MMM|MM|M|dd|d|HH|H|hh|h|mm|ss|S|a|X|'[^']*'|./gsu;

const forms: Readonly<Record<string, string>> = {
  yyyy: '(?P<y>[0-9]{4})',
  MMM: '(?P<name>[^ .,0-9-]+)[.]?',
  MM: '(?P<mo>[0-9]{2})',
  M: '(?P<mo>[0-9]{1,2})',
  dd: '(?P<d>[0-9]{2})',
  d: '(?P<d>[0-9]{1,2})',
  HH: '(?P<h>[0-9]{2})',
  H: '(?P<h>[0-9]{1,2})',
  hh: '(?P<h>[0-9]{2})',
  h: '(?P<h>[0-9]{1,2})',
  mm: '(?P<mi>[0-9]{2})',
  ss: '(?P<s>[0-9]{2})',
  S: '(?P<f>[0-9]{1,9})',
  a: '(?P<half>[AaPp])[.]?[Mm][.]?',
  X: '(?P<z>[Zz]|[+-][0-9]{2}(?::?[0-9]{2})?)',
};

/** The numbers of a time in their order become a time of the calendar, if there is one, which is then told in ISO 8601. */
function timeOf(sql: string, format: string): string {
  const found = format.match(tokens) ?? [];
  const form = found.map((token) => forms[token] ?? (isShortYear(token) ? '(?P<yy>[0-9]{2})' : literal(token))).join('');
  const names = [...form.matchAll(/\?P<(\w+)>/g)].map(([, name]) => name);
  const number = (name: string, none: number) => (names.includes(name) ? `CAST(t['${name}'] AS BIGINT)` : String(none));
  const half = names.includes('half');
  const hour = half ? `(${number('h', 0)} % 12 + CASE lower(t['half']) WHEN 'p' THEN 12 ELSE 0 END)` : number('h', 0);
  const within = `${number('h', 0)} ${half ? 'BETWEEN 1 AND 12' : '< 24'} AND ${number('mi', 0)} < 60 AND ${number('s', 0)} < 60`;
  const first = Number(found.find(isShortYear)?.slice(3, 7));
  const year = names.includes('yy') ? inHundredYears(number('yy', 0), first) : number('y', 0);
  const month = names.includes('name') ? namedMonth("t['name']") : number('mo', 1);
  const made = `TRY(make_timestamp(${year}, ${month}, ${number('d', 1)}, ${hour}, ${number('mi', 0)}, CAST(${number('s', 0)} AS DOUBLE)))`;
  const code = names.includes('mi')
    ? `%Y-%m-%dT%H:%M${names.includes('s') ? ':%S' : ''}`
    : names.includes('d')
      ? '%Y-%m-%d'
      : '%Y-%m';
  const rest = `${names.includes('f') ? " || '.' || t['f']" : ''}${names.includes('z') ? " || t['z']" : ''}`;
  const pieces = `regexp_extract(${clean(sql)}, ${text(`^${form}$`)}, [${names.map(text).join(', ')}])`;
  return `list_transform([${pieces}], lambda t: CASE WHEN t['${names[0]}'] <> '' THEN CASE WHEN ${within} THEN strftime(${made}, ${text(code)})${rest} END END)[1]`;
}

const isShortYear = (token: string): boolean => token.startsWith('yy(');

/** The year with these last two digits among a hundred years. */
const inHundredYears = (digits: string, first: number): string =>
  `CASE WHEN ${digits} >= ${first % 100} THEN ${first - (first % 100)} ELSE ${first - (first % 100) + 100} END + ${digits}`;

/** NULL where it is no month. */
const namedMonth = (name: string): string =>
  `CASE ${monthWords.map((words, month) => `WHEN lower(${name}) IN (${words.split(' ').map(text).join(', ')}) THEN ${month + 1}`).join(' ')} END`;

const literal = (token: string): string => {
  const plain = /^'.*'$/s.test(token) ? token.slice(1, -1) : token;
  return plain.replace(signs, '\\$&');
};

/** How many values the engine that turned a long table read otherwise than this room does, at the instant where they stand. */
export async function misreadValues(counter: Counter, original: Original): Promise<number> {
  const { long, written = [] } = original;
  if (long === undefined || written.length === 0) return 0;
  const { time, value } = long;
  const rows = await plainOriginal(counter, { ...original, table: long.table, columns: [time, value] });
  const timed = written.some(({ column }) => column === time.name);
  const instant = (of: string) =>
    timed ? `CAST(${wallClockOf({ sql: withClock(of), type: 'VARCHAR' }, 'UTC')} AS VARCHAR)` : "''";
  const own = `SELECT ${instant(time.sql)} AS moment, TRY_CAST(${value.sql} AS DOUBLE) AS value FROM ${rows.table}`;
  const pairs = long.instants.map(({ label, sql }) => `{'moment': ${instant(text(label))}, 'value': CAST(${sql} AS DOUBLE)}`);
  const wide = `SELECT pair.moment AS moment, pair.value AS value FROM (SELECT unnest([${pairs.join(', ')}]) AS pair FROM ${original.table})`;
  const countEach = (query: string) => `SELECT moment, value, count(*) AS n FROM (${query}) WHERE value IS NOT NULL GROUP BY ALL`;
  const [differ] = await counter.numbers(
    `SELECT count(*) FROM ((${countEach(own)}) EXCEPT (${countEach(wide)}) UNION ALL ((${countEach(wide)}) EXCEPT (${countEach(own)})))`,
  );
  return differ;
}

/** A month is its first day, a day its first minute. */
const withClock = (sql: string): string =>
  `(CASE length(${sql}) WHEN 7 THEN ${sql} || '-01T00:00' WHEN 10 THEN ${sql} || 'T00:00' ELSE ${sql} END)`;
