const number = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const day = /^\d{4}-\d{2}-\d{2}$/;
const moment = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

/**
 * Places, from 1, of what looks like data where names should be; none where all may be names. Hours, years and days serve as names, too: those rise or fall
 * from column to column. A first record does so rarely, and a file that begins with one would have its cells told as names of columns.
 */
export function dataAsNames(names: readonly string[]): readonly number[] {
  const trimmed = names.map((name) => name.trim());
  const numbers = placesOf(trimmed, (name) => number.test(name));
  const times = placesOf(trimmed, (name) => day.test(name) || moment.test(name));
  const lone = times.filter((place) => times.length === 1 && names.length > 1 && moment.test(trimmed[place]));
  const steps = numbers.map((place) => Number(trimmed[place]));
  return [...(isOrdered(steps) ? [] : numbers), ...lone].map((place) => place + 1);
}

const placesOf = (names: readonly string[], fits: (name: string) => boolean): readonly number[] =>
  names.flatMap((name, place) => (fits(name) ? [place] : []));

const isOrdered = (values: readonly number[]): boolean =>
  [1, -1].some((sign) => values.every((value, i) => i === 0 || sign * value > sign * values[i - 1]));
