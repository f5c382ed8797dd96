import { type Decimal, decimals, type NumberNotation, type Thousands, thousandsSigns } from '../formats/notation.ts';
import { type CellForm, type ColumnForms, cellsIn } from './forms.ts';
import { nearly } from './found-times.ts';
import { because, type Reason } from './reasons.ts';

export type FoundNumbers =
  | { readonly kind: 'sure'; readonly notation: NumberNotation; readonly told: readonly Reason[] }
  /** The one sign between the digits may stand before decimals or between thousands. */
  | { readonly kind: 'open'; readonly notations: readonly NumberNotation[]; readonly sign: string; readonly fits: number }
  | { readonly kind: 'none'; readonly units?: readonly string[] };

/** Words and signs that stand beside amounts; those in one line mean the same. */
const unitGroups: readonly (readonly string[])[] = [
  ['EUR', '€', 'Euro', 'euro'],
  ['CHF', 'Fr.', 'SFr.', 'Fr'],
  ['USD', '$', 'US$'],
  ['GBP', '£'],
  ['PLN', 'zł'],
  ['CZK', 'Kč'],
  ['HUF', 'Ft'],
  ['SEK'],
  ['NOK'],
  ['DKK'],
  ['kr', 'kr.'],
  ['JPY', '¥'],
  ['%'],
  ['kWh'],
  ['MWh'],
  ['Wh'],
  ['kW'],
  ['km'],
  ['kg'],
  ['km/h'],
  ['°C'],
];

const blanks = /[\s\u00a0\u202f\u2009]/;

interface NumberForm extends CellForm {
  /** Digits and the signs between them; any blank is a blank, any apostrophe one apostrophe. */
  readonly body: string;
  readonly unit: string | undefined;
  /** Whether a minus stands behind its digits. */
  readonly minusBehind: boolean;
}

/** How the numbers of a column are written; `given` is what a person said of it. */
export function findNumbers({ forms }: ColumnForms, given: Partial<NumberNotation> = {}): FoundNumbers {
  const filled = cellsIn(forms);
  const numbers = forms.flatMap((form) => numberIn(form, given.units) ?? []);
  if (filled === 0 || cellsIn(numbers) < nearly * filled) return { kind: 'none' };
  const units = [...new Set(numbers.flatMap(({ unit }) => unit ?? []))];
  if (given.units === undefined && !areOne(units)) return { kind: 'none', units };
  const signs = [...new Set(numbers.flatMap(({ body }) => [...body].filter((sign) => sign !== '9')))];
  const behind = cellsIn(numbers.filter(({ minusBehind }) => minusBehind));
  if (signs.length === 0 && units.length === 0 && behind === 0) return { kind: 'none' }; // plain digits
  const readings = readingsOf(numbers, signs, given);
  const most = Math.max(0, ...readings.map(({ fits }) => fits));
  if (most < nearly * filled) return { kind: 'none' };
  const best = readings.filter(({ fits }) => fits === most);
  const notations = best.map(
    ({ decimal, thousands }): NumberNotation => ({ kind: 'number', decimal, thousands, units: given.units ?? units }),
  );
  if (notations.length > 1) return { kind: 'open', notations, sign: signs[0], fits: most };
  const other = Math.max(0, ...readings.filter((one) => contradicts(one, best[0])).map(({ fits }) => fits));
  const [notation] = notations;
  const told = [
    because('fit', { fits: most, filled, format: exampleOf(notation) }),
    ...(signs.length === 0 ? [] : [because('nothing-else', { cells: most - other })]),
    ...(behind === 0 ? [] : [because('minus-behind', { cells: behind })]),
  ];
  return { kind: 'sure', notation, told };
}

/** A made-up number in this notation. */
export function exampleOf({ decimal, thousands, units }: NumberNotation): string {
  const number = thousands === undefined ? `12${decimal}5` : `1${thousands}234${decimal}5`;
  return units.length === 0 ? number : `${number} ${units[0]}`;
}

const areOne = (units: readonly string[]): boolean =>
  units.length === 0 || unitGroups.some((group) => units.every((unit) => group.includes(unit)));

function numberIn(form: CellForm, given: readonly string[] | undefined): NumberForm | undefined {
  const known = given ?? unitGroups.flat();
  const [, before, digits, behind] = /^(\D*?)([.,]?9(?:.*9)?)(\D*)$/.exec(form.form) ?? [];
  if (digits === undefined) return undefined;
  const minusBehind = /^[\u2212-]/.test(behind);
  if (minusBehind && /[+\u2212-]/.test(before)) return undefined;
  const words = [before.replace(/[+\u2212-]/, ''), minusBehind ? behind.slice(1) : behind].map((text) =>
    text.replace(new RegExp(`^${blanks.source}+|${blanks.source}+$`, 'g'), ''),
  );
  const units = words.filter((word) => word !== '');
  if (units.length > 1 || units.some((unit) => !known.includes(unit))) return undefined;
  const body = [...digits].map((sign) => (blanks.test(sign) ? ' ' : sign === '\u2019' ? "'" : sign)).join('');
  return /^[9.,' ]+$/.test(body) ? { ...form, body, unit: units[0], minusBehind } : undefined;
}

interface Reading {
  readonly decimal: Decimal;
  readonly thousands: Thousands | undefined;
  readonly fits: number;
}

/** Every way to read the signs that occur, each once: a sign that does not occur is not between thousands. */
function readingsOf(
  numbers: readonly NumberForm[],
  signs: readonly string[],
  given: Partial<NumberNotation>,
): readonly Reading[] {
  const readings: Reading[] = [];
  const seen = new Set<string>();
  for (const thousands of [undefined, ...thousandsSigns])
    for (const decimal of decimals) {
      if (thousands === decimal || (thousands !== undefined && !signs.includes(thousands))) continue;
      if ((given.decimal ?? decimal) !== decimal || (given.thousands ?? thousands) !== thousands) continue;
      const meaning = signs.map((sign) => (sign === decimal ? 'd' : sign === thousands ? 't' : 'x')).join('');
      if (seen.has(meaning)) continue;
      seen.add(meaning);
      readings.push({ decimal, thousands, fits: cellsIn(numbers.filter((form) => fitsNumber(form, decimal, thousands))) });
    }
  return readings;
}

/** Whether two readings mean different things by a sign: not where one merely knows none. */
const contradicts = (one: Reading, other: Reading): boolean => one.decimal === other.thousands || one.thousands === other.decimal;

function fitsNumber({ body, nought }: NumberForm, decimal: Decimal, thousands: Thousands | undefined): boolean {
  const [whole, part, ...more] = body.split(decimal);
  if (more.length > 0 || (part !== undefined && !/^9+$/.test(part))) return false;
  if (/^9*$/.test(whole)) return true;
  const groups = thousands === undefined ? [whole] : whole.split(thousands);
  return groups.length > 1 && /^9{1,3}$/.test(groups[0]) && !nought && groups.slice(1).every((group) => group === '999');
}
