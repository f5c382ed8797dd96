import type { Random } from '../base/random.ts';
import { segmentStart } from '../frame/segments.ts';
import { instants, onGrid, subjectNumbers } from './columns.ts';
import type { Recipe } from './recipe.ts';

const grid = 128;
const shapes = ['cylinder', 'bell', 'funnel'] as const;

/**
 * Cylinder, bell, funnel: a plateau, a rise or a fall between two random instants, under noise.
 * Saito, PhD thesis, Yale 1994. Series shorter than the 128 instants of the thesis are averages over frames of such series;
 * in longer ones the shape is stretched.
 */
export function cbf(length = grid): Recipe {
  const drawn = Math.max(length, grid);
  return {
    columns: [{ name: 'id', kind: 'integer' }, ...instants(length, 4), { name: 'class', kind: 'text' }],
    rows(random, first, count) {
      const series = Array.from({ length }, () => new Float64Array(count));
      const classes: string[] = [];
      const whole = new Float64Array(drawn);
      for (let row = 0; row < count; row++) {
        const shape = shapes[random.below(shapes.length)];
        draw(whole, shape, random);
        for (let t = 0; t < length; t++) {
          const frame = average(whole, segmentStart(t, drawn, length), segmentStart(t + 1, drawn, length));
          series[t][row] = onGrid(frame, 10000);
        }
        classes.push(shape);
      }
      return [subjectNumbers(first, count), ...series, classes];
    },
  };
}

/** c(t) = (6 + eta) * X[a, b](t) * shape(t) + eps(t), for t from 1; eta and eps(t) are standard normal. */
function draw(series: Float64Array, shape: (typeof shapes)[number], random: Random): void {
  const stretch = series.length / grid;
  const start = 16 + random.below(17);
  const a = start * stretch;
  const b = (start + 32 + random.below(65)) * stretch;
  const height = 6 + random.normal();
  for (let t = 1; t <= series.length; t++) {
    const inside = t >= a && t <= b;
    series[t - 1] = (inside ? height * weight(shape, t, a, b) : 0) + random.normal();
  }
}

function weight(shape: (typeof shapes)[number], t: number, a: number, b: number): number {
  switch (shape) {
    case 'cylinder':
      return 1;
    case 'bell':
      return (t - a) / (b - a);
    case 'funnel':
      return (b - t) / (b - a);
    default:
      return shape satisfies never;
  }
}

function average(values: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i];
  return sum / (to - from);
}
