import { eventsSections, seriesSections, tableSections } from './public-sections.ts';
import { shareInSteps } from './tellable.ts';
import { byName, fields, inTurn, isObject, label, listOf, oneOf, optional, type Rule } from './told.ts';
import { eventsLosses, seriesLosses, tableLosses } from './told-losses.ts';
import { counted, crowd, mean, meanUpTo, multiple, part, promised, share } from './told-numbers.ts';

/**
 * What a report may tell to anybody: every field that leaves, with the rule by which it does. A field that is not here stays. The public
 * edition is what these rules leave of the whole report, and they leave a public edition as it is: so it is known when it is met again.
 */
export function tellReport(report: unknown): unknown {
  if (!isObject(report) || !isObject(report.release)) return undefined;
  const { k, p = k } = report;
  const { subjects } = report.release;
  if (!isCount(k) || !isCount(p) || !isCount(subjects)) return undefined;
  const about = { k, p, subjects };
  if (report.method === 'events') return inTurn(eventsLosses, events)(report, about);
  return report.method === 'kaca' ? inTurn(tableLosses, table)(report, about) : inTurn(seriesLosses, series)(report, about);
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

/** A release that has a report holds. */
const verdict = (sizes: Readonly<Record<string, Rule>>): Rule =>
  fields({ holds: oneOf(true), ...sizes, breaches: listOf(() => undefined, 0) });

const series = fields({
  method: oneOf('naive', 'kapra', 'prism'),
  k: promised,
  p: promised,
  l: optional(promised),
  files: listOf(label, 1),
  subjectSpelling: optional(oneOf('exact')),
  input: optional(fields({ rows: optional(counted), subjects: counted })),
  release: fields({
    rows: counted,
    subjects: counted,
    groups: counted,
    leaves: counted,
    suppressedRows: optional(crowd),
    suppressedSubjects: optional(crowd),
    retention: optional(mean),
  }),
  measure: fields({
    valueLoss: mean,
    patternLoss: meanUpTo(2),
    patternFloor: meanUpTo(2),
    flatPatterns: optional(part),
    homogeneity: optional(share),
    singledOut: optional(fields({ rows: share, subjects: share })),
    fidelity: optional(meanUpTo(1)),
  }),
  verdict: verdict({ smallestGroup: counted, smallestLeaf: optional(crowd) }),
  sections: seriesSections,
});

const ofPersons = fields({ rows: counted, subjects: multiple });

const events = fields({
  method: oneOf('events'),
  k: promised,
  files: listOf(label, 1),
  subjectSpelling: optional(oneOf('exact')),
  input: optional(fields({ rows: counted, subjects: multiple, counted: ofPersons })),
  release: fields({
    rows: counted,
    subjects: multiple,
    combinations: counted,
    flattened: optional(crowd),
    removedEvents: optional(crowd),
    removedUsers: optional(multiple),
    suppressedRows: optional(crowd),
    suppressedSubjects: optional(multiple),
    retention: optional(mean),
  }),
  measure: fields({
    ncp: optional(meanUpTo(1)),
    ncpReleased: optional(meanUpTo(1)),
    flattenedShare: optional(byName(share)),
    unicity: optional(listOf(unicity, 4)),
  }),
  verdict: verdict({ smallestGroup: multiple }),
  sections: eventsSections,
});

/** Without how many were looked at and the interval, which tells it: few subjects have as many events. */
function unicity(value: unknown, about: Parameters<Rule>[1]): unknown {
  const sampled = isObject(value) && isCount(value.sampled) ? value.sampled : about.subjects;
  const known = fields({
    points: oneOf(1, 2, 3, 4),
    share: (found) => (typeof found === 'number' ? shareInSteps(found, sampled, about.k) : undefined),
  });
  return known(value, about);
}

const table = fields({
  method: oneOf('kaca'),
  k: promised,
  clustering: oneOf('kmeans', 'hierarchy', 'merge'),
  unit: label,
  files: listOf(label, 1),
  subjectSpelling: optional(oneOf('exact')),
  input: optional(fields({ rows: counted, subjects: counted })),
  release: fields({
    rows: counted,
    records: counted,
    subjects: counted,
    groups: counted,
    suppressedRows: optional(crowd),
    suppressedSubjects: optional(crowd),
    retention: optional(mean),
    blankMeans: optional(counted),
  }),
  statistics: optional(
    fields({
      total_records: counted,
      anonymized_groups: counted,
      suppressed_records: crowd,
      retention_rate: mean,
      ncp: meanUpTo(1),
    }),
  ),
  measure: fields({
    ncp: meanUpTo(1),
    columns: byName(meanUpTo(1)),
    singledOut: optional(fields({ rows: share, subjects: share })),
    homogeneity: optional(byName(share)),
  }),
  verdict: verdict({ smallestGroup: multiple }),
  sections: tableSections,
});
