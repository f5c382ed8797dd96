import fc from 'fast-check';
import { binsOf, sizeBins } from '../../src/release/bins.ts';
import type { EventsSummary } from '../../src/report/events-summary.ts';
import type { EventsSections, SeriesSections, TableSections } from '../../src/report/sections.ts';
import type { SeriesSummary } from '../../src/report/summary.ts';
import type { TableSummary } from '../../src/report/table-summary.ts';
import { classRisk } from '../../src/risk/class-risk.ts';

/** Whole reports, as a run has them, of made-up sizes: few are left out, few are singled out, nearly all are alike. */

const k = fc.integer({ min: 2, max: 9 });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const few = fc.integer({ min: 0, max: 12 });
const loss = fc.double({ min: 0, max: 1000, noNaN: true });
const inside = { out: 'secret/path', seconds: { total: 1 }, peakMemoryBytes: 1, advice: ['secret'] };
const policy = { method: 'naive', release: 'public', input: 'secret.csv', seed: 7 };

/** Sizes of at least `least` each, smallest first, with how many classes have each. */
const classes = (least: number, most = 40) =>
  fc.array(fc.integer({ min: least, max: most }), { minLength: 1, maxLength: 30 }).map((sizes) => {
    const counts = new Map<number, number>();
    for (const size of sizes.toSorted((a, b) => a - b)) counts.set(size, (counts.get(size) ?? 0) + 1);
    return [...counts];
  });

const total = (sizes: readonly (readonly [number, number])[]) => sizes.reduce((sum, [size, count]) => sum + size * count, 0);
const number = (sizes: readonly (readonly [number, number])[]) => sizes.reduce((sum, [, count]) => sum + count, 0);

export const anySeriesReport = fc.tuple(k, fc.integer({ min: 2, max: 4 })).chain(([least, p]) =>
  fc
    .tuple(classes(least), fc.array(few, { minLength: 4, maxLength: 4 }), share, fc.array(loss, { minLength: 6, maxLength: 6 }))
    .map(([groups, [left, flat, gaps, outlying], alike, losses]): SeriesSummary & { readonly sections: SeriesSections } => {
      const subjects = total(groups);
      const leaves = groups.flatMap(([size, count]) =>
        size >= 2 * p ? [[p, count] as const, [size - p, count] as const] : [[size, count] as const],
      );
      const sorted = [...new Map(leaves).keys()]
        .toSorted((a, b) => a - b)
        .map((size) => [size, leaves.filter(([one]) => one === size).reduce((sum, [, count]) => sum + count, 0)] as const);
      return {
        ...{ method: 'naive', k: least, p: Math.min(p, least), files: ['naive_anonymized.csv'], ...inside },
        input: { rows: subjects + left, subjects: subjects + left },
        release: {
          ...{
            rows: subjects,
            subjects,
            groups: number(groups),
            leaves: number(sorted),
            suppressedRows: left,
            suppressedSubjects: left,
          },
          ...{ interpolatedCells: gaps, retention: subjects / (subjects + left) },
        },
        measure: {
          ...{
            valueLoss: losses[0],
            patternLoss: losses[1],
            patternFloor: losses[2],
            rangeQueryError: losses[3],
            curveError: losses[4],
          },
          ...{
            flatPatterns: Math.min(subjects, flat % 2 === 0 ? flat : subjects - flat),
            homogeneity: alike,
            fidelity: losses[5],
            leastFidelity: 0.1,
          },
        },
        verdict: { holds: true, smallestGroup: groups[0][0], smallestLeaf: sorted[0][0], breaches: [] },
        sections: {
          ...{ kind: 'series', lang: 'en', policy, risk: classRisk(groups), patternRisk: classRisk(sorted), instants: ['H1'] },
          ...{ groupSizes: sizeBins(groups, 24), leafSizes: sizeBins(sorted, 24) },
          patterns: [{ pattern: 'abc', level: 3, subjects: Math.max(1, subjects - flat) }],
          bands: [{ size: groups[0][0], valueLoss: losses[0], lower: [1], upper: [2], curve: [1.5], members: [[1.25]] }],
          answers: [{ instant: 'H1', from: 1.5, least: 0, most: subjects, published: subjects }],
          valueLosses: binsOf([1], [subjects], 24),
          patternLosses: binsOf([...new Array(subjects).fill(0.1), ...new Array(outlying).fill(0.9)], undefined, 24),
          worst: [],
        },
      };
    }),
);

export const anyEventsReport = k.chain((least) =>
  fc.tuple(classes(least), fc.array(few, { minLength: 6, maxLength: 6 }), share, loss).map(
    ([sizes, [left, byClass, flattened, more, alone, sampled], part, ncp]): EventsSummary & {
      readonly sections: EventsSections;
    } => {
      const rows = total(sizes) + more;
      const subjects = Math.max(least, rows - more);
      const counted = { rows: rows + left, subjects: subjects + left };
      const trials = Math.max(sampled, subjects - alone);
      return {
        ...{ method: 'events', k: least, files: ['anonymized_events.csv'], ...inside },
        input: {
          rows: counted.rows + byClass,
          subjects: counted.subjects + byClass,
          counted,
          leftOutSubjects: byClass,
          badTimes: 1,
        },
        release: {
          ...{ rows, subjects, combinations: number(sizes), flattened, removedEvents: left, removedUsers: left },
          ...{
            suppressedRows: left,
            suppressedSubjects: left,
            leftOutSubjects: Math.max(left, more),
            retention: rows / counted.rows,
          },
        },
        measure: {
          ...{ ncp, ncpReleased: ncp / 2, flattenedShare: { week_number: part }, lost: [] },
          unicity: [{ points: 4, share: part, low: part / 2, high: (1 + part) / 2, sampled: trials }],
        },
        verdict: { holds: true, smallestGroup: sizes[0][0], breaches: [] },
        sections: {
          ...{ kind: 'events', lang: 'en', policy, risk: classRisk(sizes), combinationSizes: sizeBins(sizes, 24, least) },
          calendar: {
            axes: [{ column: 'weekday', labels: ['secret', '2', '3'] }],
            after: [
              [1, rows - 1],
              [2, 1],
            ],
            before: [[0, 1]],
          },
        },
      };
    },
  ),
);

export const anyTableReport = fc.tuple(k, fc.boolean(), fc.boolean()).chain(([least, aggregated, perRow]) =>
  fc
    .tuple(classes(least), fc.array(few, { minLength: 3, maxLength: 3 }), share, loss)
    .map(([sizes, [left, again, more], part, ncp]): TableSummary & { readonly sections: TableSections } => {
      const pairs = total(sizes);
      const records = perRow ? pairs : pairs + more;
      const subjects = perRow ? pairs : Math.max(least, pairs - again);
      const rows = aggregated ? number(sizes) : records;
      const read = { rows: records + left, subjects: subjects + left };
      return {
        ...{
          method: 'kaca',
          k: least,
          clustering: 'kmeans',
          unit: perRow ? 'row' : 'vehicle',
          files: ['kaca_anonymized.csv'],
          ...inside,
        },
        input: read,
        release: {
          ...{ rows, records, subjects, groups: number(sizes), suppressedRows: left, suppressedSubjects: left },
          leftOutSubjects: left,
          retention: records / read.rows,
        },
        statistics: {
          ...{ total_records: read.rows, anonymized_groups: number(sizes), suppressed_records: left },
          ...{ retention_rate: (100 * records) / read.rows, clusters: 9, ncp },
        },
        measure: {
          ncp,
          columns: { place: ncp / 3 },
          singledOut: { rows: part, subjects: part / 2 },
          homogeneity: { toll: part },
        },
        verdict: { holds: true, smallestGroup: sizes[0][0], breaches: [] },
        sections: {
          ...{ kind: 'table', lang: 'en', policy, risk: classRisk(sizes), combinationSizes: sizeBins(sizes, 24, least) },
          crowd: [{ subjects: 24, records: 26, combinations: 1 }],
          ...{
            regions: [{ column: 'place', prefixes: [{ prefix: 'G1', combinations: 1 }] }],
            rows: [{ place: 'G1' }],
          },
        },
      };
    }),
);
