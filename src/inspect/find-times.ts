import { type CellForm, type ColumnForms, cellsIn } from './forms.ts';

/** What dates of a column may mean. */
export type FoundTimes =
  | { readonly kind: 'sure'; readonly format: string; readonly fits: number; readonly evidence: string }
  /** Two orders fit as well; the first is that of a day before its month. */
  | { readonly kind: 'open'; readonly formats: readonly [string, string]; readonly separator: string; readonly fits: number }
  | { readonly kind: 'none'; readonly note?: string };

/** A few cells may be something else: they are counted, and refused when they are read. */
export const nearly = 0.98;

const dateForm = /^(9{1,4})([./-])(9{1,2})\2(9{1,4})(.*)$/;
const clockForm = /^(T| |, )(9{1,2}):99(:99([.,]9{1,9})?)?( ?[AaPp]\.?[Mm]\.?)?( ?(?:Z|z|[+-]99:?99|[+-]99))?$/;

type Order = 'dmy' | 'mdy' | 'ymd';

interface DateForm extends CellForm {
  readonly lengths: readonly [number, number, number];
  readonly separator: string;
  readonly rest: string;
}

/** How the dates of a column are written: by their form, and by which of their numbers are too large for a month. */
export function findTimes({ forms }: ColumnForms): FoundTimes {
  const filled = cellsIn(forms);
  const dates = forms.flatMap((form) => dateIn(form) ?? []);
  const alike = mostFrequent(dates);
  if (filled === 0 || cellsIn(alike) < nearly * filled) return { kind: 'none' };
  const last = alike[0].lengths[2];
  if (alike[0].lengths[0] <= 2 && last === 2)
    return { kind: 'none', note: 'years of two digits could be of any century: write four' };
  const orders = (['dmy', 'mdy', 'ymd'] as const).map((order) => ({
    order,
    fits: alike.filter((form) => fitsOrder(form, order)),
  }));
  const count = (wanted: Order) => cellsIn(orders.find(({ order }) => order === wanted)?.fits ?? []);
  const [dmy, mdy, ymd] = [count('dmy'), count('mdy'), count('ymd')];
  const formatFor = (order: Order): string => formatOf(orders.find((one) => one.order === order)?.fits ?? [], order);
  const most = Math.max(dmy, mdy, ymd);
  if (most < nearly * filled)
    return {
      kind: 'none',
      ...(most > 0 && dmy > 0 && mdy > 0
        ? { note: 'some dates fit only with the day first, others only with the month first' }
        : {}),
    };
  if (dmy === mdy && dmy > 0)
    return { kind: 'open', formats: [formatFor('dmy'), formatFor('mdy')], separator: alike[0].separator, fits: dmy };
  const order = ymd === most ? 'ymd' : dmy === most ? 'dmy' : 'mdy';
  const format = formatFor(order);
  const evidence = `${figure(most)} of ${figure(filled)} fit ${format}`;
  if (order === 'ymd') return { kind: 'sure', format, fits: most, evidence };
  const decisive = most - (order === 'dmy' ? mdy : dmy);
  const part = order === 'dmy' ? 'first' : 'second';
  return { kind: 'sure', format, fits: most, evidence: `${evidence}; ${figure(decisive)} have a ${part} part above 12` };
}

export const figure = (count: number): string => count.toLocaleString('en-GB');

function dateIn(form: CellForm): DateForm | undefined {
  const [whole, first, separator, second, third, rest] = dateForm.exec(form.form) ?? [];
  if (whole === undefined || (rest !== '' && !clockForm.test(rest))) return undefined;
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

/** The form of a clock without what may vary from cell to cell: a leading nought, am and pm, the digits of a fraction, the offset. */
function clockKey(rest: string): string {
  const [whole, before, , seconds, fraction, half, offset] = clockForm.exec(rest) ?? [];
  if (whole === undefined) return '';
  const blank = (text: string | undefined) => (text === undefined ? '' : text.startsWith(' ') ? ' x' : 'x');
  return `${before}|${seconds === undefined ? '' : 's'}${fraction === undefined ? '' : fraction[0]}|${blank(half)}|${blank(offset)}`;
}

/** The year has four digits, the others at most two; a month is at most 12, a day at most 31. */
function fitsOrder({ lengths, sizes }: DateForm, order: Order): boolean {
  const [year, month, day] = [order.indexOf('y'), order.indexOf('m'), order.indexOf('d')];
  if (lengths[year] !== 4 || lengths[month] > 2 || lengths[day] > 2) return false;
  return sizes[month] === 's' && (sizes[day] === 's' || sizes[day] === 'm');
}

function formatOf(dates: readonly DateForm[], order: Order): string {
  if (dates.length === 0) return '';
  const [{ separator, rest }] = dates;
  const twoDigits = (place: number) => dates.every(({ lengths }) => lengths[place] === 2);
  const letters = [...order].map((part, place) => {
    if (part === 'y') return 'yyyy';
    const letter = part === 'm' ? 'M' : 'd';
    return twoDigits(place) ? letter.repeat(2) : letter;
  });
  const [whole, before, , seconds, fraction, half, offset] = clockForm.exec(rest) ?? [];
  if (whole === undefined) return letters.join(separator);
  const hour = (half === undefined ? 'H' : 'h').repeat(
    dates.every((date) => clockForm.exec(date.rest)?.[2].length === 2) ? 2 : 1,
  );
  const clock = `${hour}:mm${seconds === undefined ? '' : ':ss'}${fraction === undefined ? '' : `${fraction[0]}S`}`;
  const optional = (text: string | undefined, letter: string) =>
    text === undefined ? '' : `${text.startsWith(' ') ? ' ' : ''}${letter}`;
  return `${letters.join(separator)}${before}${clock}${optional(half, 'a')}${optional(offset, 'X')}`;
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
