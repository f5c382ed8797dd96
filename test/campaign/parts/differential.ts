import assert from 'node:assert/strict';
import { randomFrom } from '../../../src/base/random.ts';
import { arcOf } from '../../../src/clusters/arc.ts';
import { mondrian } from '../../../src/clusters/mondrian.ts';
import { leastBetween, readyForLeast } from '../../../src/clusters/range-least.ts';
import { codeLabel } from '../../../src/families/table/labels.ts';
import { ascending } from '../../../src/frame/gather.ts';
import { counted, spaceOf, tableOf } from '../../tables.ts';
import { type Part, without } from '../part.ts';

type Case =
  | { readonly of: 'mondrian'; readonly rows: readonly (readonly number[])[]; readonly codes: number; readonly k: number }
  | { readonly of: 'hours'; readonly hours: readonly number[] }
  | { readonly of: 'prefixes'; readonly codes: readonly string[] }
  | { readonly of: 'least'; readonly numbers: readonly number[] };

/** Kernels beside second implementations, written from the definition alone and without a thought for speed. */
export const differential: Part<Case> = {
  name: 'differential',
  holds: 'Mondrian, hours, prefixes and least numbers are those of a second implementation by recursion or enumeration',
  goal: 100_000,
  draw(seed, number) {
    const random = randomFrom(`differential ${seed} ${number}`);
    switch (random.below(4)) {
      case 0:
      case 1: {
        const k = 2 + random.below(4);
        const [width, codes] = [1 + random.below(3), random.below(2)];
        const spread = [2, 5, 50, 1000][random.below(4)];
        const rows = some(k + random.below(50), () => some(width + codes, () => random.below(spread)));
        return { of: 'mondrian', rows, codes, k };
      }
      case 2:
        return random.below(2) === 0
          ? { of: 'hours', hours: some(1 + random.below(8), () => random.below(24)) }
          : { of: 'least', numbers: some(1 + random.below(40), () => random.below(9)) };
      default: {
        const digit = () => '01A'[random.below(3)];
        return { of: 'prefixes', codes: some(1 + random.below(6), () => some(1 + random.below(6), digit).join('')) };
      }
    }
  },
  async attempt(one) {
    if (one.of === 'mondrian') compareMondrian(one);
    else if (one.of === 'hours') compareHours(one.hours);
    else if (one.of === 'prefixes') comparePrefixes(one.codes);
    else compareLeast(one.numbers);
    return one.of;
  },
  *smaller(one) {
    if (one.of === 'mondrian') for (const rows of without(one.rows, one.k)) yield { ...one, rows };
    else if (one.of === 'hours') for (const hours of without(one.hours, 1)) yield { ...one, hours };
    else if (one.of === 'prefixes') for (const codes of without(one.codes, 1)) yield { ...one, codes };
    else for (const numbers of without(one.numbers, 1)) yield { ...one, numbers };
  },
};

const some = <Value>(count: number, draw: () => Value): readonly Value[] => Array.from({ length: count }, draw);

function compareMondrian({ rows, codes, k }: Case & { of: 'mondrian' }): void {
  const columns = rows[0].map((_, c) => rows.map((row) => row[c]));
  const table = tableOf(columns.slice(0, columns.length - codes), columns.slice(columns.length - codes));
  const space = spaceOf(table);
  const made = counted(mondrian(space, ascending(rows.length), k));
  const wanted = cutAgain(Array.from(rows.keys()), rows, { k, scales: space.scales, nominal: space.nominal });
  assert.deepEqual(
    made,
    wanted.map((group) => group.map((row) => row + 1)).toSorted((a, b) => a[0] - b[0]),
  );
}

interface Rules {
  readonly k: number;
  readonly scales: readonly number[];
  readonly nominal: readonly boolean[];
}

/** Groups in order, each with its rows ascending: cut along the widest column that can be cut, as long as there are 2k rows. */
function cutAgain(group: readonly number[], rows: readonly (readonly number[])[], rules: Rules): readonly (readonly number[])[] {
  const { k, scales, nominal } = rules;
  if (group.length < 2 * k) return [group];
  const widths = scales.map((scale, c) => {
    const values = group.map((row) => rows[row][c]);
    return { c, width: (Math.max(...values) - Math.min(...values)) * scale };
  });
  for (const { c, width } of widths.toSorted((a, b) => b.width - a.width || a.c - b.c)) {
    if (width === 0) break;
    const order = group.toSorted((a, b) => rows[a][c] - rows[b][c] || a - b);
    const places = order.map((_, i) => i).filter((i) => i >= k && i <= order.length - k);
    const borders = nominal[c] ? places.filter((i) => rows[order[i]][c] !== rows[order[i - 1]][c]) : [];
    const far = (i: number) => Math.abs(2 * i - order.length);
    const at = nominal[c]
      ? borders.toSorted((a, b) => far(a) - far(b) || a - b)[0]
      : Math.min(Math.max(k, k * Math.round(order.length / (2 * k))), order.length - k);
    if (at === undefined) continue;
    const sides = [order.slice(0, at), order.slice(at)].map((side) => side.toSorted((a, b) => a - b));
    return sides.flatMap((side) => cutAgain(side, rows, rules));
  }
  return [group];
}

/** Of all runs of hours that hold all of these, the shortest; of equally short ones that behind the earliest gap. */
function compareHours(hours: readonly number[]): void {
  const runs = Array.from({ length: 24 }, (_, start) => start)
    .flatMap((start) => Array.from({ length: 24 }, (_, more) => ({ start, length: more + 1 })))
    .filter(({ start, length }) => hours.every((hour) => (hour - start + 24) % 24 < length));
  const shortest = Math.min(...runs.map(({ length }) => length));
  const found = arcOf(hours.reduce((bits, hour) => bits | (1 << hour), 0));
  assert.equal(found.length, shortest);
  assert.ok(
    runs.some(({ start, length }) => start === found.start && length === found.length),
    'an hour is outside',
  );
}

/** The longest text that all codes begin with. */
function comparePrefixes(codes: readonly string[]): void {
  const sorted = codes.toSorted();
  const label = codeLabel(sorted[0], sorted[sorted.length - 1]);
  const shared = Array.from(sorted[0])
    .map((_, i) => sorted[0].slice(0, i + 1))
    .filter((prefix) => codes.every((code) => code.startsWith(prefix)));
  const longest = shared.at(-1) ?? '';
  assert.equal(label.replaceAll('*', ''), longest);
  assert.equal(
    label.includes('*'),
    codes.some((code) => code !== longest),
    label,
  );
}

function compareLeast(numbers: readonly number[]): void {
  const ready = readyForLeast(Uint16Array.from(numbers));
  for (let first = 0; first < numbers.length; first++)
    for (let last = first; last < numbers.length; last++)
      assert.equal(leastBetween(ready, first, last), Math.min(...numbers.slice(first, last + 1)), `${first} to ${last}`);
}
