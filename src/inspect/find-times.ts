import { clockKey, clockLetters, isClock } from './clock-forms.ts';
import { findNamedDates } from './find-named-dates.ts';
import { type CellForm, type ColumnForms, cellsIn } from './forms.ts';
import { type FoundTimes, nearly } from './found-times.ts';
import { because, type Reason } from './reasons.ts';
import { readShortYears } from './short-years.ts';

const dateForm = /^(9{1,4})([./-])(9{1,2})\2(9{1,4})(.*)$/;

type Order = 'dmy' | 'mdy' | 'ymd';

interface DateForm extends CellForm {
  readonly lengths: readonly [number, number, number];
  readonly separator: string;
  readonly rest: string;
}

/** How the dates of a column are written: by their form, and by which of their numbers are too large for a month. */
export function findTimes(column: ColumnForms): FoundTimes {
  const { forms } = column;
  if (forms.some(({ form }) => form.includes('MMM'))) return findNamedDates(column);
  const filled = cellsIn(forms);
  const dates = forms.flatMap((form) => dateIn(form) ?? []);
  const alike = mostFrequent(dates);
  if (filled === 0 || cellsIn(alike) < nearly * filled) return { kind: 'none' };
  const short = alike[0].lengths[0] <= 2 && alike[0].lengths[2] === 2;
  const candidates = (['dmy', 'mdy', 'ymd'] as const)
    .map((order) => ({ order, fitting: alike.filter((form) => fitsOrder(form, order, short)) }))
    .map(({ order, fitting }) => ({ order, fitting, fits: cellsIn(fitting) }));
  const most = Math.max(...candidates.map(({ fits }) => fits));
  if (most < nearly * filled) {
    const mixed = candidates.filter(({ order, fits }) => order !== 'ymd' && fits > 0).length === 2;
    return {
      kind: 'none',
      ...(mixed ? { note: 'mixed-order' as const } : {}),
    };
  }
  const { separator } = alike[0];
  const best = candidates.filter(
    ({ order, fits }) => fits === most && !(short && order === 'ymd' && isYearLast(candidates, most, separator)),
  );
  const years = best.map(({ order, fitting }) =>
    short ? readShortYears(new Set(fitting.map(({ sizes }) => sizes[order.indexOf('y')]))) : undefined,
  );
  const choices = best.flatMap(({ order, fitting }, c) =>
    (years[c]?.letters ?? [{ text: 'yyyy', means: undefined }]).map(({ text, means }) => ({
      format: formatOf(fitting, order, text),
      means: best.length > 1 ? meaningOf(order, separator, short, text) : means === undefined ? [] : [means],
    })),
  );
  const century = years.find((one) => (one?.letters.length ?? 0) > 1)?.evidence;
  if (choices.length > 1) {
    const noneLarge = because(short && best.some(({ order }) => order === 'ymd') ? 'any-part' : 'none-above-12');
    return {
      kind: 'open',
      doubt: century === undefined ? 'order' : 'century',
      choices,
      separator,
      fits: most,
      why: century ?? noneLarge,
    };
  }
  const [{ order }] = best;
  const other = candidates.find((one) => one.order === (order === 'dmy' ? 'mdy' : 'dmy'))?.fits ?? 0;
  const [{ format }] = choices;
  const told = [
    because('fit', { fits: most, filled, format }),
    ...(order === 'ymd' ? [] : [because(order === 'dmy' ? 'first-above-12' : 'second-above-12', { cells: most - other })]),
    ...(years[0] === undefined ? [] : [because('and'), years[0].evidence]),
  ];
  return { kind: 'sure', format, fits: most, told };
}

/** Dates with points or slashes and a short year have the year last; with dashes it may be first. */
const isYearLast = (
  candidates: readonly { readonly order: Order; readonly fits: number }[],
  most: number,
  separator: string,
): boolean => separator !== '-' && candidates.some(({ order, fits }) => order !== 'ymd' && fits === most);

/** What 03.04.05 is, or 03.04. where the year cannot be mistaken. */
function meaningOf(order: Order, separator: string, short: boolean, year: string): readonly Reason[] {
  const code = ({ dmy: 'is-day-first', mdy: 'is-month-first', ymd: 'is-year-first' } as const)[order];
  if (!short) return [because(code, { date: `03${separator}04${separator === '.' ? '.' : ''}` })];
  const date = `03${separator}04${separator}05`;
  return [because(code, { date }), because('of-year', { year: order === 'ymd' ? '03' : '05', format: year })];
}

function dateIn(form: CellForm): DateForm | undefined {
  const [whole, first, separator, second, third, rest] = dateForm.exec(form.form) ?? [];
  if (whole === undefined || !isClock(rest)) return undefined;
  return { ...form, lengths: [first.length, second.length, third.length], separator, rest };
}

/** The dates that are written with the same signs and to the same fineness as most. */
function mostFrequent(dates: readonly DateForm[]): readonly DateForm[] {
  const groups = new Map<string, DateForm[]>();
  for (const date of dates) {
    const [a, , c] = date.lengths;
    const key = `${date.separator} ${a > 2 ? 'first' : c > 2 ? 'last' : 'short'} ${clockKey(date.rest)}`;
    groups.set(key, [...(groups.get(key) ?? []), date]);
  }
  return [...groups.values()].toSorted((a, b) => cellsIn(b) - cellsIn(a))[0] ?? [];
}

/** The year has four digits, or two where it is short, the others at most two; a month is at most 12, a day at most 31. */
function fitsOrder({ lengths, sizes }: DateForm, order: Order, short: boolean): boolean {
  const [year, month, day] = [order.indexOf('y'), order.indexOf('m'), order.indexOf('d')];
  if (lengths[year] !== (short ? 2 : 4) || lengths[month] > 2 || lengths[day] > 2) return false;
  return sizes[month] === 's' && (sizes[day] === 's' || sizes[day] === 'm');
}

function formatOf(dates: readonly DateForm[], order: Order, year: string): string {
  const [{ separator, rest }] = dates;
  const twoDigits = (place: number) => dates.every(({ lengths }) => lengths[place] === 2);
  const letters = [...order].map((part, place) => {
    if (part === 'y') return year;
    const letter = part === 'm' ? 'M' : 'd';
    return twoDigits(place) ? letter.repeat(2) : letter;
  });
  return `${letters.join(separator)}${rest === '' ? '' : clockLetters(dates.map((date) => date.rest))}`;
}

/** How the clocks of a column of times of day are written; undefined where they are not alike. */
export function clockFormat({ forms }: ColumnForms): string | undefined {
  const clocks = forms.map(({ form, cells }) => ({ cells, found: /^(9{1,2}):99(:99)?$/.exec(form) }));
  const seconds = clocks.filter(({ found }) => found?.[2] !== undefined);
  const minutes = clocks.filter(({ found }) => found !== null && found[2] === undefined);
  const kind =
    seconds.reduce((sum, { cells }) => sum + cells, 0) > minutes.reduce((sum, { cells }) => sum + cells, 0) ? seconds : minutes;
  if (kind.reduce((sum, { cells }) => sum + cells, 0) < nearly * cellsIn(forms)) return undefined;
  const hour = kind.every(({ found }) => found?.[1].length === 2) ? 'HH' : 'H';
  return kind === seconds ? `${hour}:mm:ss` : `${hour}:mm`;
}
