import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languages } from '../../src/base/languages.ts';
import { policyFlags } from '../../src/cli/flags.ts';
import { plain } from '../../src/figures/print.ts';
import { tellReport } from '../../src/figures/public-report.ts';
import { toWeigh, weighInWords } from '../../src/figures/to-weigh.ts';
import type { Figured } from '../../src/figures/values.ts';
import { draws } from '../suite/draws.ts';
import { anyEventsReport, anySeriesReport, anyTableReport } from './reports.ts';

const summary = (measure: object, release: object = {}): Figured => ({ measure, release, verdict: {} });
const codes = (...given: Parameters<typeof toWeigh>) => toWeigh(...given).map(({ code }) => code);

describe('what to weigh', () => {
  it('is nothing where every figure is usable', () => {
    expect(
      toWeigh('series', summary({ patternLoss: 0.5, homogeneity: 0.09, rangeQueryError: 0.25 }, { retention: 0.9 })),
    ).toEqual([]);
  });

  it('begins with the ids that single out everybody', () => {
    const unicity = [1, 2, 3, 4].map((points) => ({ points, share: points === 4 ? 1 : 0.01 }));
    const [first] = toWeigh('events', summary({ unicity, ncp: 0.99 }, { retention: 0.1 }));
    expect(first).toEqual({ code: 'unicity', value: 1, usable: 0.09, flag: '--pseudonym drop' });
    expect(weighInWords('events', first, 'en', plain)).toMatch(/^A few of their own events single out 100 % of the subjects/);
  });

  it('has what gives somebody away before what was lost, the furthest beyond its limit first', () => {
    const measure = {
      homogeneity: 0.2,
      singledOut: { rows: 0.9, subjects: 0.8 },
      patternLoss: 0.9,
      patternFloor: 0.1,
      rangeQueryError: 9,
    };
    expect(codes('series', summary(measure))).toEqual(['singledOut', 'homogeneity', 'rangeQueryError', 'patternLoss']);
  });

  it('names the worst column, and the segments where they alone cost half of the shape', () => {
    const [worst] = toWeigh('table', summary({ homogeneity: { toll: 0.2, job: 0.7 } }));
    expect(worst).toMatchObject({ code: 'homogeneity', column: 'job', value: 0.7, flag: '--drop job' });
    const flagFor = (patternFloor: number) => toWeigh('series', summary({ patternLoss: 0.9, patternFloor }))[0].flag;
    expect([flagFor(0.7), flagFor(0.1)]).toEqual(['--segments', '-p']);
  });

  it('is said in four languages, each time with a flag of run, and of a public report tells no more than it holds', () => {
    const flags = new Set(policyFlags.flatMap(({ name, short }) => [`--${name}`, `-${short}`]));
    fc.assert(
      fc.property(fc.oneof(anySeriesReport, anyEventsReport, anyTableReport), (report) => {
        const family = report.sections.kind;
        for (const one of toWeigh(family, report)) {
          expect(flags).toContain(one.flag.split(' ')[0]);
          const told = languages.map((lang) => weighInWords(family, one, lang, plain));
          expect(new Set(told).size).toBe(languages.length);
        }
        const open = tellReport({ ...report, weigh: toWeigh(family, report) }) as typeof report;
        expect(open).not.toHaveProperty('weigh');
        const values = JSON.stringify([open.measure, open.release]);
        for (const { value } of toWeigh(family, open)) expect(values).toContain(JSON.stringify(value));
      }),
      { numRuns: draws(100) },
    );
  });
});
