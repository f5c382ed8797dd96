import { type Family, methodsOf } from '../policy/family.ts';
import { eventsLosses, seriesLosses, tableLosses } from '../release/loss-rules.ts';
import { mostParts } from '../release/manifest.ts';
import { bound, counted, crowd, mean, meanUpTo, multiple, promised } from '../release/number-rules.ts';
import { eventsSections, seriesSections, tableSections } from '../release/public-sections.ts';
import { fields, inTurn, isObject, label, listOf, oneOf, optional, type Rule } from '../release/rules.ts';
import type { Figure } from './figure.ts';
import { figures } from './figures.ts';
import { retention } from './retention.ts';
import { combinations, groups, leaves, smallestGroup, smallestLeaf } from './sizes.ts';

/**
 * What a report may tell to anybody: every field that leaves, with the rule by which it does; a figure brings its own. A field without a rule
 * stays. The public edition is what these rules leave of the whole report, and they leave a public edition as it is: so it is known when it is met again.
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

type Rules = Readonly<Record<string, Rule>>;

/** The rules of some figures in a family; one that stays inside has none. */
const rulesOf = (family: Family, some: readonly Figure[]): Rules =>
  Object.fromEntries(
    some.flatMap(({ id, families }) => {
      const own = families[family];
      if (own === undefined || own.tell === 'inside') return [];
      return [[id, own.always === true ? own.tell : optional(own.tell)]];
    }),
  );

const measureOf = (family: Family): Rule =>
  fields(
    rulesOf(
      family,
      figures.filter(({ part }) => part === 'measure'),
    ),
  );

/** A release that has a report holds. */
const verdict = (family: Family): Rule =>
  fields({ holds: oneOf(true), ...rulesOf(family, [smallestGroup, smallestLeaf]), breaches: listOf(() => undefined, 0) });

/** As the manifest has it, with which the verifier compares it. */
const model = fields({
  model: oneOf('distinct', 'entropy', 'recursive', 'closeness', 'alpha'),
  column: label,
  l: optional(bound),
  c: optional(bound),
  t: optional(bound),
  distance: optional(oneOf('equal', 'ordered', 'hierarchy')),
  share: optional(bound),
});

const series = fields({
  method: oneOf(...methodsOf.series),
  k: promised,
  p: promised,
  l: optional(promised),
  models: optional(listOf(model, 1000)),
  files: listOf(label, mostParts),
  subjectSpelling: optional(oneOf('exact')),
  input: optional(fields({ rows: optional(counted), subjects: counted })),
  release: fields({
    rows: counted,
    subjects: counted,
    ...rulesOf('series', [groups, leaves]),
    suppressedRows: optional(crowd),
    suppressedSubjects: optional(crowd),
    ...rulesOf('series', [retention]),
  }),
  measure: measureOf('series'),
  verdict: verdict('series'),
  sections: seriesSections,
});

const ofPersons = fields({ rows: counted, subjects: multiple });

const events = fields({
  method: oneOf('events'),
  k: promised,
  files: listOf(label, mostParts),
  subjectSpelling: optional(oneOf('exact')),
  input: optional(fields({ rows: counted, subjects: multiple, counted: ofPersons, leftOutSubjects: multiple })),
  release: fields({
    rows: counted,
    subjects: multiple,
    ...rulesOf('events', [combinations]),
    flattened: optional(crowd),
    removedEvents: optional(crowd),
    removedUsers: optional(multiple),
    suppressedRows: optional(crowd),
    suppressedSubjects: optional(multiple),
    leftOutSubjects: optional(multiple),
    ...rulesOf('events', [retention]),
  }),
  measure: measureOf('events'),
  verdict: verdict('events'),
  sections: eventsSections,
});

const table = fields({
  method: oneOf('kaca'),
  k: promised,
  models: optional(listOf(model, 1000)),
  population: optional(
    fields({
      kMap: optional(promised),
      presence: optional(fields({ min: bound, max: bound })),
      rows: counted,
      subjects: counted,
    }),
  ),
  noise: optional(fields({ most: promised, variance: bound })),
  clustering: oneOf(...methodsOf.table),
  unit: label,
  files: listOf(label, mostParts),
  subjectSpelling: optional(oneOf('exact')),
  input: optional(fields({ rows: counted, subjects: counted })),
  release: fields({
    rows: counted,
    records: counted,
    subjects: counted,
    ...rulesOf('table', [groups]),
    suppressedRows: optional(crowd),
    suppressedSubjects: optional(crowd),
    leftOutSubjects: optional(crowd),
    ...rulesOf('table', [retention]),
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
  measure: measureOf('table'),
  verdict: verdict('table'),
  sections: tableSections,
});
