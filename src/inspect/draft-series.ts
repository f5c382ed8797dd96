import { aboutMethod, seriesMethodNames, usualSeriesMethod } from '../policy/series-methods.ts';
import type { Drafting } from './drafting.ts';
import { type PatternFloor, segmentsFor } from './pattern-floors.ts';
import type { Shape } from './shape.ts';
import type { Setting } from './yaml-text.ts';

/** Curves, whether an instant is a column or a row. */
export function seriesSettings(shape: Extract<Shape, { kind: 'series' | 'long' }>, drafting: Drafting): readonly Setting[] {
  const { choices, k, subjectLine, kLine, columnsWith: listed, fieldOf } = drafting;
  const { release } = choices;
  const method = seriesMethodNames.find((name) => name === choices.method) ?? usualSeriesMethod;
  const instants = shape.kind === 'series' ? (fieldOf(shape.series)?.columns.length ?? 0) : (fieldOf(shape.time)?.distinct ?? 0);
  const quasi = listed('quasi').map(({ name, why }) => ({ name: name.replace(/:(prefix|time)$/, ':category'), why })); // series know two kinds
  return [
    { key: 'method', value: method, why: aboutMethod(method) },
    ...(shape.kind === 'series'
      ? [subjectLine, { key: 'series', value: [{ name: shape.series, why: `${instants} instants, in this order` }], why: '' }]
      : [
          {
            key: 'long',
            value: { subject: shape.subject, time: shape.time, value: shape.value },
            why: 'one row per subject and instant',
          },
        ]),
    { key: 'quasi', value: quasi, why: 'what else others could know: published as a range or a set' },
    { key: 'sensitive', value: listed('sensitive'), why: 'published unchanged' },
    { key: 'drop', value: listed('drop'), why: 'must not leave' },
    kLine,
    { key: 'p', value: pFor(method, k, release === 'public'), why: 'least subjects of a group who share a pattern' },
    segmentsLine(drafting.found.floors ?? [], instants),
    missingLine(shape, drafting),
  ];
}

function segmentsLine(floors: readonly PatternFloor[], instants: number): Setting {
  const chosen = segmentsFor(floors);
  const each = `letters of a pattern, each the mean of a stretch of ${instants} instants`;
  return chosen === undefined
    ? { key: 'segments', value: Math.min(instants, 4), why: each }
    : { key: 'segments', value: chosen.segments, why: `${each}; means alone lose ${chosen.floor.toFixed(2)} of 1 of the shape` };
}

/** PRISM's patterns are good enough for P = k, so that a curve is hidden among k even from those who know all of it. */
const pFor = (method: string, k: number, publicly: boolean): number =>
  method === 'prism' ? k : Math.min(k, publicly || method === 'kapra' ? 5 : 2);

/** Up to this share of empty cells, filling them from their neighbours invents little. */
const fewGaps = 0.05;

function missingLine(shape: Extract<Shape, { kind: 'series' | 'long' }>, { fieldOf, found }: Drafting): Setting {
  const values = fieldOf(shape.kind === 'series' ? shape.series : shape.value);
  const empty = values?.missing ?? 0;
  if (empty === 0) return { key: 'missing', value: 'fail', why: 'no cell of the series is empty' };
  return empty <= fewGaps * found.rows * (values?.columns.length ?? 1)
    ? { key: 'missing', value: 'interpolate', why: 'a few cells are empty: filled from their neighbours, and counted' }
    : { key: 'missing', value: 'drop', why: 'many cells are empty: subjects with gaps are left out' };
}
