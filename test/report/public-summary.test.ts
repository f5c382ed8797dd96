import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { policyKeys } from '../../src/policy/policy.ts';
import { type EventsSummary, publicEventsSummary } from '../../src/report/events-summary.ts';
import { openSettings } from '../../src/report/sections.ts';
import { publicSummary, type SeriesSummary } from '../../src/report/summary.ts';
import { publicTableSummary, type TableSummary } from '../../src/report/table-summary.ts';

const k = 5;
const few = (count: number | undefined) => count !== undefined && count > 0 && count < k;
const amount = fc.integer({ min: 0, max: 12 });

describe('the public edition of a summary', () => {
  it('of series tells no count of persons below k, and nothing one could be worked out from', () => {
    fc.assert(
      fc.property(amount, amount, amount, amount, (suppressed, flat, interpolated, alike) => {
        const whole: SeriesSummary = {
          ...{ method: 'naive', k, p: 2, out: 'secret/path', files: ['naive_anonymized.csv'] },
          input: { rows: 100, subjects: 100 },
          release: {
            ...{ rows: 100 - suppressed, subjects: 100 - suppressed, groups: 9, leaves: 20, suppressedRows: suppressed },
            ...{ suppressedSubjects: suppressed, interpolatedCells: interpolated, retention: 1 - suppressed / 100 },
          },
          measure: {
            ...{ valueLoss: 1, patternLoss: 0.1, patternFloor: 0.1, flatPatterns: flat },
            homogeneity: alike / (100 - suppressed),
          },
          verdict: { holds: true, smallestGroup: k, smallestLeaf: 2, breaches: [] },
          seconds: { total: 1 },
          peakMemoryBytes: 1,
        };
        const told = publicSummary(whole) as SeriesSummary;
        expect(few(told.release.suppressedSubjects) || few(told.measure.flatPatterns) || few(told.verdict.smallestLeaf)).toBe(
          false,
        );
        expect(told.measure.homogeneity).toBe(few(alike) ? undefined : whole.measure.homogeneity);
        if (few(suppressed))
          expect([told.input, told.release.retention, told.release.suppressedRows]).toEqual([undefined, undefined, undefined]);
        for (const kept of ['out', 'seconds', 'peakMemoryBytes']) expect(told).not.toHaveProperty(kept);
        expect(told.release).not.toHaveProperty('interpolatedCells');
      }),
    );
  });

  it('of events tells no count of persons below k, not even how few have four events, or are singled out by them', () => {
    fc.assert(
      fc.property(amount, amount, amount, amount, amount, (suppressed, removedByClass, flattened, sampled, alone) => {
        const counted = { rows: 200 - removedByClass, subjects: 100 - removedByClass };
        const whole: EventsSummary = {
          ...{ method: 'events', k, out: 'secret/path', files: ['anonymized_events.csv'] },
          input: { rows: 200, subjects: 100, counted, badTimes: 1 },
          release: {
            ...{ rows: counted.rows - suppressed, subjects: counted.subjects - suppressed, combinations: 7, flattened },
            ...{
              suppressedRows: suppressed,
              suppressedSubjects: suppressed,
              removedEvents: suppressed,
              removedUsers: suppressed,
            },
          },
          measure: {
            ncp: 0.1,
            unicity: [{ points: 4, share: Math.min(1, alone / (sampled || 1)), low: 0, high: 1, sampled }],
            lost: [],
          },
          verdict: { holds: true, smallestGroup: k, breaches: [] },
        };
        const told = publicEventsSummary(whole);
        for (const count of [told.release.suppressedSubjects, told.release.removedUsers, told.release.flattened])
          expect(few(count)).toBe(false);
        for (const { share, sampled: of } of told.measure.unicity ?? [])
          expect([few(of), few(Math.round(share * of))]).toEqual([false, false]);
        if (few(suppressed) || few(removedByClass)) expect(told.input).toBeUndefined();
        expect(told.measure).not.toHaveProperty('lost');
        expect(told).not.toHaveProperty('out');
      }),
    );
  });

  it('of transactions tells no count of persons below k, not even as a share of those released', () => {
    fc.assert(
      fc.property(amount, amount, (suppressed, alone) => {
        const [rows, subjects] = [200 - suppressed, 100 - suppressed];
        const whole: TableSummary = {
          ...{ method: 'kaca', k, clustering: 'kmeans', unit: 'vehicle', out: 'secret/path', files: ['kaca_anonymized.csv'] },
          input: { rows: 200, subjects: 100 },
          release: {
            ...{ rows, records: rows, subjects, groups: 7, suppressedRows: suppressed, suppressedSubjects: suppressed },
            retention: rows / 200,
          },
          statistics: {
            ...{ total_records: 200, anonymized_groups: 7, suppressed_records: suppressed },
            ...{ retention_rate: rows / 2, clusters: 9, ncp: 0.1 },
          },
          measure: { ncp: 0.1, columns: {}, singledOut: { rows: alone / rows, subjects: alone / subjects } },
          verdict: { holds: true, smallestGroup: k, breaches: [] },
          seconds: { total: 1 },
        };
        const told = publicTableSummary(whole);
        expect(few(told.release.suppressedSubjects) || few(told.statistics?.suppressed_records)).toBe(false);
        if (few(suppressed))
          expect([told.input, told.statistics, told.release.retention]).toEqual([undefined, undefined, undefined]);
        expect(told.measure.singledOut === undefined).toBe(few(alone));
        for (const kept of ['out', 'seconds', 'advice']) expect(told).not.toHaveProperty(kept);
      }),
    );
  });
});

describe('the public edition of a policy', () => {
  it('tells how a release is made, not where; whoever adds a setting decides which it is', () => {
    const inside = policyKeys.filter((key) => !openSettings.has(key)).toSorted();
    expect(inside).toEqual(
      '$schema delimiter hierarchy input mapping memory out outTable seed sweep threads timeLimit trace'.split(' '),
    );
  });
});
