import { invariant } from '../base/problem.ts';
import type { SeriesTable } from '../families/series/series-table.ts';
import type { BandPicture } from '../measure/series/portrait.ts';
import type { AskedQuestion } from '../measure/series/range-query-error.ts';
import { settingOf } from '../policy/notation-settings.ts';
import type { SeriesPolicy } from '../policy/policy.ts';
import type { Roles } from '../policy/roles.ts';
import { writtenPolicy } from '../policy/written-policy.ts';
import { binsOf, sizeBins } from '../release/bins.ts';
import type { SeriesRelease } from '../release/series-release.ts';
import type { Band, Course, LeftOut, Question, SeriesSections } from '../report/sections.ts';
import type { CountedVerdict } from '../verify/verify.ts';
import type { FoundSeries } from './summary-of.ts';

type ShownSeries = Pick<FoundSeries, 'shown' | 'measure'> & { readonly release: SeriesRelease; readonly verdict: CountedVerdict };

/** The sections of a series' report: counts from the verifier, pictures from release and table at hand. */
export function seriesSections(
  policy: SeriesPolicy,
  roles: Roles,
  table: SeriesTable,
  { release, verdict: { census }, shown, measure }: ShownSeries,
): SeriesSections {
  invariant(census?.kind === 'series' && shown !== undefined, 'a run asks the verifier for the sizes of groups');
  const { portrait, risk, patternRisk } = shown;
  const names = policy.shape === 'long' ? (roles.instants ?? roles.series) : roles.series; // as they are published
  const leftOut = leftOutOf(table, release.groups.rows);
  return {
    kind: 'series',
    lang: policy.lang,
    policy: writtenPolicy(policy),
    ...unitIn(policy, policy.long === undefined ? roles.series : [policy.long.value]),
    risk,
    patternRisk,
    instants: portrait.instants.map((t) => names[t]),
    groupSizes: sizeBins(census.groups, mostBins),
    leafSizes: sizeBins(census.leaves, mostBins),
    patterns: census.patterns,
    answers: census.answers,
    bands: portrait.bands.map(bandOf),
    worst: portrait.worst.map(bandOf),
    valueRange: nineDigits(portrait.valueRange),
    course: { before: courseOf(portrait.course.before), after: courseOf(portrait.course.after) },
    ...(measure.questions.length > 0
      ? { questions: measure.questions.map((question) => questionOf(question, roles.series)) }
      : {}),
    valueLosses: binsOf(portrait.widths, portrait.sizes, mostBins),
    patternLosses: binsOf(portrait.patternLosses, undefined, mostBins),
    ...(leftOut.length > 0 ? { leftOut } : {}),
  };
}

/** What the policy says stands beside the numbers, where it is one for all of them. */
function unitIn(policy: SeriesPolicy, columns: readonly string[]): { readonly unit?: string } {
  const units = new Set(columns.map((column) => [settingOf<string | readonly string[]>(policy.unit, column)].flat()[0]));
  const [unit] = units;
  return unit === undefined || units.size > 1 ? {} : { unit };
}

const mostBins = 24;

/** Nine digits are more than a picture shows; bounds stay as they were published. */
const bandOf = ({ curve, valueLoss, ...band }: BandPicture): Band => ({
  ...band,
  valueLoss: nineDigits(valueLoss),
  curve: curve.map(nineDigits),
});

const courseOf = ({ mean, spread }: Course): Course => ({ mean: mean.map(nineDigits), spread: spread.map(nineDigits) });

const questionOf = ({ query, truth, estimate }: AskedQuestion, names: readonly string[]): Question => ({
  ranges: query.map(({ column, from, to }) => ({ column: names[column], from: nineDigits(from), to: nineDigits(to) })),
  truth,
  published: nineDigits(estimate),
});

const nineDigits = (value: number): number => Number(value.toPrecision(9));

/** Who was left out, by each label that a category has: the worst first. */
function leftOutOf({ categories, inputRows, matrix }: SeriesTable, released: Uint32Array): readonly LeftOut[] {
  if (released.length === inputRows) return [];
  const kept = new Uint8Array(inputRows);
  for (const row of released) kept[row] = 1;
  return categories.flatMap(({ name, labels, column }) => {
    const read = new Uint32Array(labels.length);
    const leftOut = new Uint32Array(labels.length);
    for (let row = 0; row < inputRows; row++) {
      const place = matrix.values[row * matrix.rowStep + column * matrix.columnStep];
      read[place]++;
      leftOut[place] += 1 - kept[row];
    }
    return labels
      .map((label, i) => ({ column: name, label, read: read[i], leftOut: leftOut[i] }))
      .filter((row) => row.leftOut > 0)
      .toSorted((a, b) => b.leftOut / b.read - a.leftOut / a.read)
      .slice(0, 20);
  });
}
