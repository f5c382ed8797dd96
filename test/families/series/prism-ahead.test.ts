import { describe, expect, it } from 'vitest';
import { createPool } from '../../../src/base/pool.ts';
import { randomFrom } from '../../../src/base/random.ts';
import {
  evenSize,
  halvedGroups,
  microaggregate,
  microaggregateApart,
} from '../../../src/families/series/prism/prism-formation.ts';
import { recordsOf } from '../../../src/families/series/prism/prism-points.ts';
import { prismPolishKernel } from '../../../src/families/series/prism/prism-polish.ts';
import { publishedLosses, releaseLosses } from '../../../src/families/series/prism/published-losses.ts';
import { rangeLosses, rangeLossOf } from '../../../src/families/series/prism/range-losses.ts';
import { ascending } from '../../../src/frame/gather.ts';
import { matrixOf } from '../../../src/frame/matrix.ts';
import { made } from './made.ts';

const length = 12;
const segments = 4;
const unit = 0.5;
const rules = { k: 6, p: 3 };

/** Walks, some of which stand still. */
function walksAndFlats(rows: number, flatShare: number): Float64Array[] {
  const random = randomFrom(5);
  const series = Array.from({ length }, () => new Float64Array(rows));
  for (let row = 0; row < rows; row++) {
    const still = random.unit() < flatShare;
    let level = 5 * random.normal();
    for (let t = 0; t < length; t++) {
      if (!still) level += random.normal();
      series[t][row] = Math.round(1000 * level) / 1000;
    }
  }
  return series;
}

/** A table whose groups are runs of its rows. */
function inRuns(rows: number, flatShare: number) {
  const matrix = matrixOf(walksAndFlats(rows, flatShare));
  const scaling = {
    seriesLength: length,
    centres: Array<number>(length).fill(0),
    scales: Array<number>(length).fill(1),
    segments,
    shapeScale: unit,
  };
  const records = recordsOf({ matrix, rows: ascending(rows), scaling });
  const starts = (step: number) => Uint32Array.from({ length: rows / step + 1 }, (_, i) => i * step);
  const arrangement = { groupStarts: starts(rules.k), leafStarts: starts(rules.p) };
  const published = {
    ...{ matrix, seriesLength: length, decimals: Array<number>(length).fill(3), segments, maxLevel: 20 },
    ...{ pattern: 'interval' as const, rows: ascending(rows), ...arrangement },
  };
  return { records, arrangement, published };
}

describe('ranges of symbols', () => {
  it('lose of their leaves what is lost as they are published', () => {
    const { records, arrangement, published } = inRuns(60, 0.3);
    const losses = rangeLosses(records, unit, { maxLevel: 20, seriesLength: length });
    let sum = 0;
    for (let leaf = 0; leaf + 1 < arrangement.leafStarts.length; leaf++) {
      const members = ascending(60).slice(arrangement.leafStarts[leaf], arrangement.leafStarts[leaf + 1]);
      sum += rangeLossOf(losses, members, members.length) / unit;
    }
    expect(sum).toBeCloseTo(publishedLosses.perform(published, Date.now).pattern, 4);
  });
});

describe('polishing', () => {
  it('lowers what is published, and keeps k and P', () => {
    const { records, arrangement, published } = inRuns(60, 0.3);
    const weights = { value: 0.1, shape: 1 };
    const polished = prismPolishKernel.perform(
      {
        ...{ records, rows: ascending(60), rules, unit, ...arrangement, weights },
        schedule: { trials: 200, warmth: 0, seed: 1 },
        range: { maxLevel: 20, seriesLength: length },
      },
      Date.now,
    );
    const objectiveOf = (of: Parameters<typeof publishedLosses.perform>[0]) => {
      const { value, pattern } = publishedLosses.perform(of, Date.now);
      return weights.value * value + weights.shape * unit * pattern;
    };
    const { members, groupStarts, leafStarts } = polished;
    expect(objectiveOf({ ...published, rows: members, groupStarts, leafStarts })).toBeLessThan(0.9 * objectiveOf(published));
    expect([...members].sort((a, b) => a - b)).toEqual([...ascending(60)]);
    const sizes = (starts: Uint32Array) => [...starts.subarray(1)].map((start, i) => start - starts[i]);
    expect(Math.min(...sizes(groupStarts))).toBeGreaterThanOrEqual(rules.k);
    expect(Math.min(...sizes(leafStarts))).toBeGreaterThanOrEqual(rules.p);
  });
});

describe('records without shape', () => {
  it('get groups of their own, unless there are too few of a kind', () => {
    const { records } = inRuns(60, 0.3);
    const apart = microaggregateApart(records, rules);
    if (apart === undefined) throw new Error('there are enough of both');
    const { members, groupStarts } = apart;
    for (let g = 0; g + 1 < groupStarts.length; g++) {
      const own = members.subarray(groupStarts[g], groupStarts[g + 1]);
      expect(own.length).toBeGreaterThanOrEqual(rules.k);
      expect(new Set(Array.from(own, (r) => records.flat[r])).size).toBe(1);
    }
    expect(microaggregateApart(inRuns(60, 0).records, rules)).toBeUndefined();
  });
});

describe('PRISM where another method loses less shape', () => {
  it('gives shape the room that values have, until neither other method loses less of either', async () => {
    const series = walksAndFlats(100, 0.3);
    const matrix = matrixOf(series);
    const given = { series, decimals: series.map(() => 3) };
    const common = { k: 5, p: 3, segments, maxLevel: 20 };
    const pool = createPool(0);
    const lost = async (policy: Parameters<typeof made>[1]) => {
      const { value, pattern, records } = releaseLosses(await made(given, policy, pool), matrix, length);
      return { value: value / records, pattern: pattern / records };
    };
    const prism = await lost({ method: 'prism', ...common });
    for (const method of ['naive', 'kapra'] as const) {
      const rival = await lost({ method, ...common });
      expect(prism.value).toBeLessThanOrEqual(rival.value);
      expect(prism.pattern).toBeLessThanOrEqual(rival.pattern);
    }
  });
});

describe('PRISM where groups are few', () => {
  it('cuts two likenesses where they differ, also where neither is a multiple of k', async () => {
    const random = randomFrom(5);
    const likeness = (row: number, t: number) => (row % 2 === 0 ? 3 + t / 8 : Math.sin(t)) + 0.1 * random.normal();
    const series = Array.from({ length: 8 }, (_, t) => Float64Array.from({ length: 28 }, (_row, row) => likeness(row, t)));
    const { groups } = await made({ series }, { method: 'prism', k: 10, p: 5, segments, maxLevel: 20 });
    expect([...groups.starts]).toEqual([0, 14, 28]);
    for (const half of [groups.rows.subarray(0, 14), groups.rows.subarray(14)])
      expect(new Set(Array.from(half, (row) => row % 2)).size).toBe(1);
  });

  it('forms groups of k and of a multiple of P by turns, where that is asked for', () => {
    const { records } = inRuns(66, 0);
    for (const form of [microaggregate, halvedGroups]) {
      const { members, groupStarts, leafStarts } = form(records, { k: 5, p: 3, size: 11, part: 5 });
      const sizes = (starts: Uint32Array) => [...starts.subarray(1)].map((start, i) => start - starts[i]);
      expect(sizes(groupStarts)).toEqual(Array.from({ length: 12 }, (_, g) => 5 + (g % 2)));
      expect(sizes(leafStarts)).toEqual(Array.from({ length: 18 }, (_, leaf) => (leaf % 3 === 0 ? 5 : 3)));
      expect([...members].sort((a, b) => a - b)).toEqual([...ascending(66)]);
    }
  });

  it('forms them as if nobody had a shape, where values alone are to count', () => {
    const { records: given } = inRuns(60, 0.3);
    const step = given.values + given.segments;
    const apart = given.coordinates.map((coordinate, at) => (at % step < given.values ? 1 : 40) * coordinate);
    const records = { ...given, coordinates: apart }; // shapes that nobody overlooks
    const shapeless = records.coordinates.map((coordinate, at) => (at % step < records.values ? coordinate : 0));
    const groupsOf = ({ members, groupStarts }: ReturnType<typeof microaggregate>) =>
      Array.from(groupStarts.subarray(1), (end, g) => [...members.subarray(groupStarts[g], end)].sort((a, b) => a - b));
    for (const form of [microaggregate, halvedGroups]) {
      const own = groupsOf(form(records, { ...rules, byValues: true }));
      expect(own).toEqual(groupsOf(form({ ...records, coordinates: shapeless }, rules)));
      expect(own).not.toEqual(groupsOf(form(records, rules)));
    }
  });

  it('makes them as even as k allows, and never smaller than k', () => {
    expect([56, 59, 60, 400, 10_000].map((records) => evenSize(records, 20))).toEqual([28, 29, 20, 20, 20]);
    expect(evenSize(20, 20)).toBe(20);
  });
});
