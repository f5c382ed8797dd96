import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tellReport } from '../../src/figures/public-report.ts';
import { openSettings } from '../../src/policy/open-settings.ts';
import { policyKeys } from '../../src/policy/policy.ts';
import { meanInSteps } from '../../src/release/tellable.ts';
import { anyEventsReport, anySeriesReport, anyTableReport } from './reports.ts';

const anyReport = fc.oneof(anySeriesReport, anyEventsReport, anyTableReport);
const share = fc.double({ min: 0, max: 1, noNaN: true });
const few = (count: number, k: number) => count > 0 && count < k;

describe('the public edition of a report', () => {
  it('is left as it is by the rules that made it', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const told = tellReport(report);
        expect(told).toBeDefined();
        expect(tellReport(JSON.parse(JSON.stringify(told)))).toStrictEqual(told);
      }),
    );
  });

  it('tells no count of 1 to k - 1 persons, nor of all but so few', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const told = tellReport(report) as Told;
        const { k } = report;
        for (const [place, count] of numbersIn(told).filter(([at]) => persons.test(at)))
          expect([place, few(count, k)]).toEqual([place, false]);
        const everybody = told.release.subjects;
        const exact = 'p' in report; // elsewhere pairs of a person and a combination are counted, in multiples of k
        for (const [place, count] of numbersIn(told).filter(([at]) => exact && partsOfAll.test(at)))
          expect([place, few(everybody - count, k)]).toEqual([place, false]);
        if (told.input !== undefined) expect(few(told.input.subjects - everybody, k)).toBe(false);
      }),
    );
  });

  it('tells shares in steps of at least k persons, and how many have more than one record not at all', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const told = tellReport(report) as Told;
        const all = report.release.subjects;
        for (const [place, share] of numbersIn(told).filter(([at]) => shares.test(at))) {
          const step = [1, 5, 10, 50, 100].find((percent) => (percent * all) / 100 >= report.k) ?? 100;
          expect([place, Math.abs((100 * share) / step - Math.round((100 * share) / step)) < 1e-9]).toEqual([place, true]);
        }
        expect(JSON.stringify(told)).not.toMatch(/"(sampled|low|high|crowd"?:\[|interpolatedCells|lost|leastFidelity)"/);
      }),
    );
  });

  it('tells a mean over subjects in steps that k of them could move together', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        for (const [place, mean] of numbersIn(tellReport(report)).filter(([at]) => ofSubjects.test(at))) {
          const range = place.includes('pattern') ? 2 : 1;
          const step = (report.k * range) / report.release.subjects;
          const fits = [1, 0.1, 0.01, 0.001].flatMap((power) => [2 * power, power, 0.5 * power]).filter((one) => one >= step);
          expect([place, fits.some((one) => Math.abs(mean / one - Math.round(mean / one)) < 1e-9)]).toEqual([place, true]);
        }
      }),
    );
  });

  it('rounds a mean up, by less than a step, and leaves what it rounded as it is', () => {
    const size = fc.integer({ min: 2, max: 1e7 });
    fc.assert(
      fc.property(size, fc.integer({ min: 2, max: 50 }), fc.constantFrom(1, 2, 43), share, (more, k, range, part) => {
        const about = { range, k, subjects: k + more };
        const told = meanInSteps(range * part, about);
        expect(meanInSteps(told, about)).toBe(told);
        expect(meanInSteps(told, { ...about, subjects: range < 3 ? k * Math.floor(about.subjects / k) : about.subjects })).toBe(
          told,
        );
        expect(Math.abs(told - range * part)).toBeLessThan(Math.max((3 * k * range) / about.subjects, 0.0051 * range * part));
      }),
    );
  });

  it('tells means with three digits', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        for (const [place, mean] of numbersIn(tellReport(report)).filter(([at]) => means.test(at)))
          expect([place, mean]).toEqual([place, Number(mean.toPrecision(3))]);
      }),
    );
  });

  it('keeps what has no rule, where it came from, and what it cost', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const added = {
          ...report,
          secret: 1,
          release: { ...report.release, secret: 1 },
          sections: { ...report.sections, secret: 1 },
        };
        expect(JSON.stringify(tellReport(added))).toBe(JSON.stringify(tellReport(report)));
        expect(JSON.stringify(tellReport(report))).not.toMatch(
          /secret|"(out|seconds|peakMemoryBytes|advice|source|seed|input":")"/,
        );
      }),
    );
  });

  it('is nothing where the report is something else', () => {
    for (const other of [null, [], 'raw', {}, { method: 'naive' }, { method: 'events', k: 5, release: { subjects: 10 } }])
      expect(tellReport(other)).toBeUndefined();
  });
});

interface Told {
  readonly input?: { readonly subjects: number };
  readonly release: { readonly subjects: number };
}

/** Every number with the names that lead to it. */
function numbersIn(value: unknown, place = ''): readonly (readonly [string, number])[] {
  if (typeof value === 'number') return [[place, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => numbersIn(inner, `${place}.${name}`));
}

const persons =
  /(?<!singledOut)\.(subjects|suppressedSubjects|suppressedRows|suppressed_records|removedUsers|flattened|flatPatterns|smallestGroup|smallestLeaf)$|patternLosses\.\d+\.count$/;
const partsOfAll = /\.flatPatterns$|sections\.(?:risk|patternRisk)\.above\.\d+\.subjects$|patterns\.\d+\.subjects$/;
const shares = /\.(homogeneity|flattenedShare)\b|\.singledOut\.|unicity\.\d+\.share$/;
const ofSubjects = /\.(patternLoss|patternFloor|fidelity|ncp|ncpReleased)$|measure\.columns\./;
const means =
  /\.(valueLoss|patternLoss|patternFloor|rangeQueryError|curveError|curveBias|fidelity|retention|retention_rate|ncp|ncpReleased)$|measure\.columns\./;

describe('the public edition of a policy', () => {
  it('tells how a release is made, not where; whoever adds a setting decides which it is', () => {
    const inside = policyKeys.filter((key) => !openSettings.has(key)).toSorted();
    expect(inside).toEqual(
      '$schema alpha bottom closeness decimal decimals delimiter diversity effort encoding gates hierarchy input join mapping maxPatternLoss maxUnicity maxValueLoss memory mu names noiseKey out outTable partRows population preset queries reconstruct removeClasses seed seedFile snap sql sweep thousands threads timeFormat timeLimit top trace unit weights'.split(
        ' ',
      ),
    );
  });
});
