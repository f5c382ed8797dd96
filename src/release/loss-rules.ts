import { isObject, type Rule } from './rules.ts';
import { isCrowd, multipleOf, threeDigits } from './tellable.ts';

/**
 * From read to released. Where 1 to k - 1 subjects or records were left out on the way, nothing is told of what was read, nor of what could
 * be worked out with it. Records may be many and yet those of a few: of some that were left out nothing is told unless k subjects lost one. What follows from other numbers is worked out from those that are told.
 */

type Numbers = Readonly<Record<string, number | undefined>>;

/** Subjects of a series are in the data. Rows of the original are told only where each is a subject: else cells that it lacks could be counted. */
export const seriesLosses: Rule = (report, { k }) => {
  const { input, release } = partsOf(report);
  const left = difference(input.subjects, release.subjects);
  if (left === undefined || !isCrowd(left, k)) return without(report, ['input'], releaseLosses);
  const { subjects } = input;
  const told = input.rows === subjects ? input : { subjects };
  const lost = { suppressedRows: left, suppressedSubjects: left, retention: ratio(release.subjects, subjects) };
  return replaceParts(report, { input: told, release: { ...release, ...lost } });
};

/** Subjects of an event log mostly are not in the data. */
export const eventsLosses: Rule = (report, { k }) => {
  const { input, release, measure } = partsOf(report);
  const own = (value: unknown) =>
    replaceParts(value, { release: { ...release, subjects: multipleOf(k, release.subjects ?? 0) } });
  const read = isObject(report) && isObject(report.input) ? numbersOf(report.input.counted) : {};
  const steps = [input, read, release];
  const left = steps.slice(1).flatMap((stage, i) => ['rows', 'subjects'].map((name) => difference(steps[i][name], stage[name])));
  const few = [...left, release.flattened].some((count) => count === undefined || !isCrowd(count, k));
  const ofFew = isOfFew(left[0], input.leftOutSubjects, k) || isOfFew(left[2], release.leftOutSubjects, k);
  if (few || ofFew) return without(replaceParts(own(report), { measure: unicityOf(measure) }), ['input'], releaseLosses);
  const subjects = (count: number | undefined) => multipleOf(k, count ?? 0) ?? 0;
  const lost = {
    suppressedRows: difference(read.rows, release.rows),
    suppressedSubjects: subjects(read.subjects) - subjects(release.subjects),
    leftOutSubjects: subjects(release.leftOutSubjects),
    retention: ratio(release.rows, read.rows),
  };
  return replaceParts(report, {
    input: {
      rows: input.rows,
      subjects: subjects(input.subjects),
      counted: { rows: read.rows, subjects: subjects(read.subjects) },
      leftOutSubjects: subjects(input.leftOutSubjects),
    },
    release: { ...release, ...lost, subjects: subjects(release.subjects) },
  });
};

const unicityOf = ({ unicity }: Readonly<Record<string, unknown>>) => (unicity === undefined ? {} : { unicity });

/**
 * Vehicles behind a table are not in the data, nor are the records that were added up to groups: beside each other they would tell how few
 * have more than one. Where a row is a subject, both are.
 */
export const tableLosses: Rule = (report, { k }) => {
  const { input, release, statistics } = partsOf(report);
  const unit = isObject(report) ? report.unit : undefined;
  const subjects = (count: number | undefined) => (unit === 'row' ? count : multipleOf(k, count ?? 0));
  const records = (count: number | undefined) =>
    unit === 'row' || release.rows === release.records ? count : multipleOf(k, count ?? 0);
  const sizes = { ...release, records: records(release.records), subjects: subjects(release.subjects) };
  const left = [difference(input.rows, release.records), difference(input.subjects, release.subjects)];
  const [rows] = left;
  if (left.some((count) => count === undefined || !isCrowd(count, k)) || isOfFew(rows, release.leftOutSubjects, k))
    return without(replaceParts(report, { release: sizes }), ['input', 'statistics'], releaseLosses);
  const read = { rows: records(input.rows), subjects: subjects(input.subjects) };
  const retention = ratio(sizes.records, read.rows);
  const lost = {
    suppressedRows: difference(read.rows, sizes.records),
    suppressedSubjects: difference(read.subjects, sizes.subjects),
    leftOutSubjects: subjects(release.leftOutSubjects),
    retention,
  };
  const figures = {
    ...statistics,
    total_records: read.rows,
    anonymized_groups: release.groups,
    suppressed_records: lost.suppressedRows,
    retention_rate: threeDigits(100 * (retention ?? 0)),
  };
  return replaceParts(report, {
    input: read,
    release: { ...sizes, ...lost },
    ...(isObject(report) && isObject(report.statistics) ? { statistics: figures } : {}),
  });
};

const releaseLosses = [
  ...['flattened', 'removedEvents', 'removedUsers'],
  ...['suppressedRows', 'suppressedSubjects', 'leftOutSubjects', 'retention'],
];

/** Whether records that were left out are those of 1 to k - 1 subjects, or it is not known of how many they are. */
const isOfFew = (records: number | undefined, subjects: number | undefined, k: number): boolean =>
  records !== 0 && (subjects === undefined || subjects < k);

function without(report: unknown, names: readonly string[], ofRelease: readonly string[]): unknown {
  if (!isObject(report)) return undefined;
  const withoutNames = (object: Readonly<Record<string, unknown>>, gone: readonly string[]) =>
    Object.fromEntries(Object.entries(object).filter(([name]) => !gone.includes(name)));
  return withoutNames(
    replaceParts(report, { release: withoutNames(isObject(report.release) ? report.release : {}, ofRelease) }),
    names,
  );
}

const replaceParts = (report: unknown, parts: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  ...(isObject(report) ? report : {}),
  ...parts,
});

function partsOf(report: unknown) {
  const part = (name: string) => (isObject(report) && isObject(report[name]) ? report[name] : {});
  const numbers = (name: string) => numbersOf(part(name));
  return { input: numbers('input'), release: numbers('release'), statistics: part('statistics'), measure: part('measure') };
}

/** The numbers of an object by name. */
const numbersOf = (part: unknown): Numbers =>
  Object.fromEntries(
    Object.entries(isObject(part) ? part : {}).flatMap(([name, value]) => (typeof value === 'number' ? [[name, value]] : [])),
  );

const difference = (more: number | undefined, less: number | undefined): number | undefined =>
  more === undefined || less === undefined ? undefined : more - less;

const ratio = (part: number | undefined, of: number | undefined): number | undefined =>
  part === undefined || of === undefined || of === 0 ? undefined : threeDigits(part / of);
