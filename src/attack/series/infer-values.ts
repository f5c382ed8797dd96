import type { Random } from '../../base/random.ts';
import { type Board, nearestCells } from '../board.ts';
import { type Intrusion, intrusionOf, shareOf } from '../intrusion.ts';
import type { ReadFact } from '../read-facts.ts';
import type { Curves } from './read-curves.ts';

/** A guess counts as right within this share of what the column spans. */
const near = 0.05;

type Band = Extract<ReadFact, { kind: 'band' }>;

/**
 * Half of a curve is known, and an instant of the other half is guessed: the mean middle of the bands that fit, or of the curves that are told of them.
 * Those who are not in the release are guessed in the same way; without any, the control is whoever always says the mean of all.
 */
export function inferValues({ board, people, facts, known: columns, told }: Curves, random: Random): readonly Intrusion[] {
  const bands = facts.filter((read): read is Band => read.kind === 'band');
  const series = facts.filter((read, i): read is Band => read.kind === 'band' && columns[i].column.declared.role === 'series');
  const middles = bands.map((read) => middlesOf(read, told[series.indexOf(read)]));
  const half = Math.floor(bands.length / 2);
  if (half === 0) return [];
  const spans = bands.map(spanOf);
  const open = new Uint32Array(board.records.length);
  const scores = new Uint32Array(open.length);
  const members = people.places.length;
  const always = new Float64Array(members);
  const hits = Float64Array.from({ length: members + people.others }, (_, person) => {
    const drawing = random.fork(`instants of ${person}`);
    const order = bands.map((_, i) => i).sort(byDrawn(bands.map(() => drawing.unit())));
    const after = order[half];
    const known = order.slice(0, half).map((i) => bands[i].fact);
    const guess = meanOf(board, middles[after], open, nearestCells(known, person, open, scores));
    const isNear = (one: number) => (Math.abs(one - bands[after].values[person]) <= near * spans[after] ? 1 : 0);
    if (person < members) always[person] = isNear(meanOf(board, middles[after], open, 0));
    return isNear(guess);
  });
  const { others } = people;
  const control = others === 0 ? { control: shareOf(always) } : { control: shareOf(hits.subarray(members)), controls: others };
  return [intrusionOf({ intruder: 'value', knows: half, of: bands.length, ...control }, hits.subarray(0, members))];
}

const byDrawn =
  (drawn: readonly number[]) =>
  (a: number, b: number): number =>
    drawn[a] - drawn[b];

function spanOf({ bands: { lower, upper } }: Band): number {
  const finite = (values: Float64Array) => values.filter(Number.isFinite);
  const least = finite(lower).reduce((all, one) => Math.min(all, one), Number.POSITIVE_INFINITY);
  return finite(upper).reduce((all, one) => Math.max(all, one), Number.NEGATIVE_INFINITY) - least;
}

/** The published curve of each cell, and where it has no point, the middle of the band. */
const middlesOf = ({ bands: { lower, upper } }: Band, curve: Float64Array | undefined): Float64Array =>
  lower.map((least, cell) => {
    const point = curve?.[cell] ?? Number.NaN;
    return Number.isNaN(point) ? (least + upper[cell]) / 2 : point;
  });

/** The mean of some cells, each weighed by its records; of none of them, of all. A band that is open has no middle. */
function meanOf({ records }: Board, middles: Float64Array, open: Uint32Array, count: number): number {
  let [sum, weight] = [0, 0];
  const add = (cell: number) => {
    if (!Number.isFinite(middles[cell])) return;
    sum += records[cell] * middles[cell];
    weight += records[cell];
  };
  for (let i = 0; i < count; i++) add(open[i]);
  if (weight === 0) for (let cell = 0; cell < records.length; cell++) add(cell);
  return sum / weight;
}
