import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../src/base/random.ts';
import { askCounts, type CountQuestions, countErrorOf, shareWithin } from '../../../src/families/series/prism/count-error.ts';
import { countPolishKernel } from '../../../src/families/series/prism/count-polish.ts';
import { prismPatterns } from '../../../src/families/series/prism/prism-patterns.ts';
import { recordsOf } from '../../../src/families/series/prism/prism-points.ts';
import { publishedLosses } from '../../../src/families/series/prism/published-losses.ts';
import { ascending } from '../../../src/frame/gather.ts';
import { matrixOf } from '../../../src/frame/matrix.ts';
import { draws } from '../../suite/draws.ts';

const length = 8;
const segments = 4;

/** Curves about a level of their own, of whole numbers where asked, some without any shape. */
function curves(rows: number, seed: number, whole: boolean): Float64Array[] {
  const random = randomFrom(seed);
  const series = Array.from({ length }, () => new Float64Array(rows));
  for (let row = 0; row < rows; row++) {
    const [level, size, phase] = [20 * random.normal(), random.unit() < 0.2 ? 0 : 10 * random.unit(), 6.3 * random.unit()];
    for (let t = 0; t < length; t++) {
      const value = level + size * Math.sin(phase + t) + (size === 0 ? 0 : random.normal());
      series[t][row] = whole ? Math.round(value) : Math.round(100 * value) / 100;
    }
  }
  return series;
}

interface Asked {
  readonly groups: number;
  readonly seed: number;
  readonly whole: boolean;
  readonly room: number;
  /** How many questions: a few are as good for a property, and sooner asked. */
  readonly most?: number;
}

/** A table in groups that are runs of its rows, sorted by their level, and those groups after they were polished for counts. */
function polishedRuns({ groups, seed, whole, room, most = 200 }: Asked) {
  const [k, p] = [6, 3];
  const rows = groups * k + 2;
  const series = curves(rows, seed, whole);
  const matrix = matrixOf(series);
  const decimals = Array<number>(length).fill(whole ? 0 : 2);
  const flags = series.map(() => whole);
  const order = ascending(rows).sort((a, b) => series[0][a] - series[0][b] || a - b);
  const scaling = {
    seriesLength: length,
    centres: Array<number>(length).fill(0),
    scales: Array<number>(length).fill(1),
    segments,
    shapeScale: 1,
  };
  const starts = (step: number, count: number) =>
    Uint32Array.from({ length: count + 1 }, (_, i) => (i === count ? rows : i * step));
  const before = { members: ascending(rows), groupStarts: starts(k, groups), leafStarts: starts(p, 2 * groups) };
  const published = (of: typeof before) => ({
    ...{ matrix, seriesLength: length, decimals, segments, maxLevel: 20, pattern: 'interval' as const },
    ...{ rows: of.members.map((i) => order[i]), groupStarts: of.groupStarts, leafStarts: of.leafStarts },
  });
  const asked = { matrix, instants: length, rows: ascending(rows), whole: flags };
  const some = (all: CountQuestions) => ({ ...all, truths: all.truths.subarray(0, most) });
  const [questions, others] = [some(askCounts(asked, 'polish')), some(askCounts(asked, 'choose'))];
  const figuresOf = (of: typeof before) => {
    const { value, pattern } = publishedLosses.perform(published(of), Date.now);
    const bands = { ...prismPatterns(published(of)), columns: length };
    const [error, otherError] = [questions, others].map((by) => countErrorOf(by, matrix, rows)(bands));
    return { value: value / rows, pattern: pattern / rows, error, otherError };
  };
  const lost = figuresOf(before);
  const limits = { value: room * lost.value, pattern: room * lost.pattern };
  const records = recordsOf({ matrix, rows: order, scaling });
  const range = { maxLevel: 20, seriesLength: length };
  const { members, groupStarts, leafStarts } = countPolishKernel.perform(
    { ...before, records, matrix, rows: order, decimals, k, p, unit: 1, range, questions, limits, seed },
    Date.now,
  );
  return {
    rows,
    k,
    p,
    limits,
    before: lost,
    after: figuresOf({ members, groupStarts, leafStarts } as typeof before),
    members,
    groupStarts,
    leafStarts,
  };
}

const sizesOf = (starts: Uint32Array): number[] => Array.from(starts.subarray(1), (start, i) => start - starts[i]);

describe('groups polished for counts', () => {
  it('keep every record, k and P, and both losses within their limits, and are never further from the truth', () => {
    const any = fc.record({
      groups: fc.integer({ min: 1, max: 7 }),
      seed: fc.integer({ min: 1, max: 1000 }),
      whole: fc.boolean(),
      room: fc.constantFrom(1, 1.1),
    });
    fc.assert(
      fc.property(any, (asked) => {
        const { rows, k, p, limits, before, after, members, groupStarts, leafStarts } = polishedRuns(asked);
        expect([...members].sort((a, b) => a - b)).toEqual([...ascending(rows)]);
        expect(Math.min(...sizesOf(groupStarts))).toBeGreaterThanOrEqual(k);
        expect(Math.min(...sizesOf(leafStarts))).toBeGreaterThanOrEqual(p);
        for (const start of groupStarts) expect(leafStarts).toContain(start);
        expect(after.value).toBeLessThanOrEqual(Math.max(limits.value, before.value) + 1e-9);
        expect(after.pattern).toBeLessThanOrEqual(Math.max(limits.pattern, before.pattern) + 1e-6);
        expect(after.error).toBeLessThanOrEqual(before.error + 1e-9);
      }),
      { numRuns: draws(60) },
    );
  });

  it('answer truer where losses have room', () => {
    const { before, after } = polishedRuns({ groups: 8, seed: 3, whole: false, room: 1.2 });
    expect(after.error).toBeLessThan(0.9 * before.error);
  });

  it('answer truer what they were not fitted to, if fitted to enough', () => {
    for (const seed of [1, 2]) {
      const { before, after } = polishedRuns({ groups: 8, seed, whole: false, room: 1.05, most: 2000 });
      expect(after.otherError).toBeLessThan(0.98 * before.otherError);
    }
  });
});

describe('questions', () => {
  it('find somebody, and count those that lie within both ranges', () => {
    const series = curves(40, 5, true);
    const matrix = matrixOf(series);
    const rows = ascending(40);
    const questions = askCounts({ matrix, instants: length, rows, whole: series.map(() => true) }, 'choose');
    expect(questions.truths.length).toBeGreaterThan(500);
    for (const [q, truth] of questions.truths.subarray(0, 500).entries()) {
      const [one, other] = [2 * q, 2 * q + 1];
      const isWithin = (row: number, i: number) => {
        const value = series[questions.columns[i]][row];
        return value >= questions.from[i] && value <= questions.to[i];
      };
      expect(truth).toBe(Array.from(rows).filter((row) => isWithin(row, one) && isWithin(row, other)).length);
      expect(truth).toBeGreaterThan(0);
      const points = Float64Array.from(series, (column) => column[7]); // a band that is one curve holds all of it or nothing
      expect(shareWithin(questions, q, { lower: points, upper: points }, 0)).toBe(isWithin(7, one) && isWithin(7, other) ? 1 : 0);
    }
  });
});
