import { monthNumbers } from '../../src/formats/month-names.ts';
import type { CellForm, ColumnForms } from '../../src/inspect/forms.ts';

const sizeOf = (digits: string): string => {
  const number = Number(digits);
  return number === 0 ? '0' : number <= 12 ? 's' : number <= 31 ? 'm' : number <= 69 ? 'l' : 'h';
};

/** The forms of some cells, counted in JavaScript as the engine counts them in SQL. */
export function formsIn(column: string, cells: readonly string[]): ColumnForms {
  const counts = new Map<string, CellForm>();
  for (const cell of cells.map((text) => text.trim()).filter((text) => text !== '')) {
    const named = cell.replace(/\p{L}+/gu, (word) => (monthNumbers.has(word.toLowerCase()) ? 'MMM' : word));
    const form = cell.length > 40 ? '' : named.replace(/[0-9]/g, '9');
    const nought = /^[^0-9]*0[^0-9]/.test(cell);
    const sizes = [...cell.matchAll(/[0-9]+/g)].slice(0, 3).map(([digits]) => sizeOf(digits.slice(0, 9)));
    const key = JSON.stringify([form, nought, sizes]);
    counts.set(key, { form, nought, sizes: sizes.join(''), cells: (counts.get(key)?.cells ?? 0) + 1 });
  }
  return { column, forms: [...counts.values()] };
}

/** A number with two decimals as a notation writes it. */
export function writeNumber(cents: number, decimal: string, thousands: string, unit: string, places = 2): string {
  const digits = Math.abs(cents)
    .toString()
    .padStart(places + 1, '0');
  const [whole, part] = [digits.slice(0, digits.length - places), digits.slice(digits.length - places)];
  const grouped = thousands === '' ? whole : whole.replace(/\B(?=(\d{3})+$)/g, thousands);
  return `${cents < 0 ? '-' : ''}${grouped}${places === 0 ? '' : `${decimal}${part}`}${unit === '' ? '' : ` ${unit}`}`;
}

/** Of five languages, in capitals and small letters. */
const monthsOfTests = 'JAN,févr,MÄR,kwi,maggio,June,Julio,sierpnia,sep,Okt,nov,grudnia'.split(',');

/** A time in the letters of a format, from its parts in UTC. */
export function writeTime(time: Date, format: string): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const hour12 = time.getUTCHours() % 12 === 0 ? 12 : time.getUTCHours() % 12;
  const parts: Readonly<Record<string, string>> = {
    yyyy: String(time.getUTCFullYear()),
    'yy(1970)': two(time.getUTCFullYear() % 100),
    MMM: monthsOfTests[time.getUTCMonth()],
    MM: two(time.getUTCMonth() + 1),
    M: String(time.getUTCMonth() + 1),
    dd: two(time.getUTCDate()),
    d: String(time.getUTCDate()),
    HH: two(time.getUTCHours()),
    H: String(time.getUTCHours()),
    hh: two(hour12),
    h: String(hour12),
    mm: two(time.getUTCMinutes()),
    ss: two(time.getUTCSeconds()),
    a: time.getUTCHours() < 12 ? 'AM' : 'PM',
  };
  return format.replace(/yyyy|yy\(1970\)|MMM|MM?|dd?|HH?|hh?|mm|ss|a/g, (letters) => parts[letters]);
}
