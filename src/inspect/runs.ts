import { isNumeric, type Kind } from './look.ts';

/** Columns in a row that count up by the same step: H1..H24, 00:00..23:30, 2024-01-01..2024-01-31. */
export interface Run {
  /** Place of the first among all columns. */
  readonly from: number;
  readonly names: readonly string[];
}

/** Fewer would not make a curve; two or three numbered columns are often something else. */
const fewest = 4;

interface Column {
  readonly name: string;
  readonly kind: Kind;
  /** Signs of the longest cell. */
  readonly longest: number;
}

export function runsIn(columns: readonly Column[]): readonly Run[] {
  const runs: Run[] = [];
  let names: string[] = [];
  let step: number | undefined;
  const close = (to: number): void => {
    if (names.length >= fewest) runs.push({ from: to - names.length, names });
    names = [];
    step = undefined;
  };
  for (const [place, { name, kind }] of columns.entries()) {
    const before = placeIn(names.at(-1) ?? '');
    const here = placeIn(name);
    const grown = before === undefined || here === undefined || before.stem !== here.stem ? undefined : here.at - before.at;
    const goesOn = grown !== undefined && grown > 0 && (step === undefined || Math.abs(grown - step) < 1e-9);
    if (names.length > 0 && !goesOn) close(place);
    if (!isNumeric(kind) || here === undefined) {
      close(place);
      continue;
    }
    if (names.length > 0) step = grown;
    names.push(name);
  }
  close(columns.length);
  return runs.filter((run) => !isNumbering(columns, run));
}

const nameless = /^_*(c|col|column|v|var|variable|x|f|field|feature|attr|a)[ _.-]*$/i;

/** Where every column of the table is only numbered, a run is one if it is nearly all of the table and its cells are about as long as each other. */
function isNumbering(columns: readonly Column[], { from, names }: Run): boolean {
  const stem = placeIn(names[0])?.stem ?? '';
  if (!nameless.test(stem.trim()) || !columns.every(({ name }) => placeIn(name)?.stem === stem)) return false;
  const lengths = columns.slice(from, from + names.length).map(({ longest }) => longest);
  return names.length < 8 || names.length < 0.8 * columns.length || Math.max(...lengths) - Math.min(...lengths) > 4;
}

/** Where a name stands among its like: a date, a time of day, or whatever ends in a number. */
function placeIn(name: string): { stem: string; at: number } | undefined {
  if (/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2})?)?$/.test(name))
    return { stem: 'date', at: Date.parse(`${name.length === 10 ? `${name}T00:00` : name.replace(' ', 'T')}Z`) / 60_000 };
  const clock = /^(\d{1,2}):(\d{2})$/.exec(name);
  if (clock !== null) return { stem: 'clock', at: 60 * Number(clock[1]) + Number(clock[2]) };
  const numbered = /^(.*?)(\d{1,6})(\D*)$/.exec(name);
  return numbered === null ? undefined : { stem: `${numbered[1]} ${numbered[3]}`, at: Number(numbered[2]) };
}
