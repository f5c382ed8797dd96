import { figures } from '../figures/figures.ts';
import { tellReport } from '../figures/public-report.ts';
import type { Bin } from '../release/bin-rules.ts';
import { besideData } from '../release/data-files.ts';
import type { Manifest } from '../release/manifest.ts';
import { isObject } from '../release/rules.ts';
import type { ClassSizes } from './census.ts';
import { differenceIn } from './difference.ts';
import { calendarAgrees } from './events/calendar-claim.ts';
import type { DataFindings } from './findings.ts';
import { policyPlace } from './policy-claims.ts';

/**
 * Where a told report says something else than manifest and data, if anywhere. What the verifier counted itself takes the place of what the
 * report says of it, as a run would have told it; the report must not change by that.
 */
export function falsePlace(report: Part, manifest: Manifest, found: DataFindings): string | undefined {
  const known = mergeParts(mergeParts(report, declaredIn(manifest)), countedIn(manifest, found));
  const expected = tellReport(known);
  if (JSON.stringify(expected) !== JSON.stringify(report)) return differenceIn(report, expected);
  const strange = strangeNames(partOf(report, 'measure'), manifest);
  if (strange !== undefined) return `measure.${strange}`;
  const sections = partOf(report, 'sections');
  const wrong = Object.entries(claimsOf(sections, manifest, found)).find(([, holds]) => !holds);
  if (wrong !== undefined) return `sections.${wrong[0]}`;
  return policyPlace(partOf(sections, 'policy'), manifest);
}

type Part = Readonly<Record<string, unknown>>;

/** What the manifest says too. */
function declaredIn(manifest: Manifest): Part {
  const { method, promises, data, subjectSpelling } = manifest;
  const own = manifest.method === 'kaca' ? { noise: manifest.noise, clustering: manifest.clustering, unit: manifest.unit } : {};
  const diverse = {
    ...('l' in promises ? {} : { l: undefined }),
    ...('models' in promises ? {} : { models: undefined }),
    ...('population' in promises ? {} : { population: undefined }),
  };
  return {
    method,
    ...promises,
    ...diverse,
    subjectSpelling,
    ...own,
    files: [...(data.parts?.map(({ name }) => name) ?? [data.file]), ...besideData(manifest)],
  };
}

/** Figures by column whose names are no columns of the manifest, each once and in its order: a name is free text. */
function strangeNames(measure: Part, { columns }: Manifest): string | undefined {
  return figures.find(({ id, columns: own }) => {
    const told = own === undefined ? {} : partOf(measure, id);
    const names = columns
      .filter(({ role }) => role === own)
      .map(({ name, of = name }) => (Object.hasOwn(told, name) ? name : of));
    const expected = Object.fromEntries(names.filter((name) => Object.hasOwn(told, name)).map((name) => [name, told[name]]));
    return JSON.stringify(expected) !== JSON.stringify(told);
  })?.id;
}

/** What was counted in the data, by the names that a run has for it. */
function countedIn(manifest: Manifest, { classes, census, counted = 'subjects' }: DataFindings): Part {
  if (classes === undefined || census === undefined) return {};
  const { rows, records = rows, groups, leaves, smallestGroup, smallestLeaf, subjects } = classes;
  if (census.kind === 'series')
    return {
      release: { rows, subjects: records, groups, leaves },
      verdict: { smallestGroup, smallestLeaf },
      measure: { flatPatterns: census.flat },
      sections: {
        risk: riskOf(census.groups),
        patternRisk: riskOf(census.leaves),
        patterns: census.patterns,
        answers: census.answers,
      },
    };
  const shown = counted === 'subjects' || counted === 'counts'; // else rows or ids were counted, of which persons have several
  const perRow = 'unit' in manifest && manifest.unit === 'row';
  const whole = (count: number) => (perRow ? count : count - (count % manifest.promises.k)); // beside what was read, which is told so too
  const persons = counted === 'subjects' && subjects !== undefined ? { subjects: whole(subjects) } : {};
  const sizes = shown ? { verdict: { smallestGroup }, sections: { risk: riskOf(census.combinations) } } : {};
  if (census.kind === 'events') return { release: { rows, combinations: groups, ...persons }, ...sizes };
  const behind = counted === 'subjects' ? { records: records === rows ? records : whole(records) } : {};
  return mergeParts(
    { release: { rows, groups, ...behind, ...persons }, sections: { flow: census.flow, rows: census.rows } },
    sizes,
  );
}

/** How sure someone can be of a record in classes of these sizes (docs/report.md). */
function riskOf(sizes: ClassSizes): Part {
  const sum = (some: ClassSizes) => some.reduce((all, [size, classes]) => all + size * classes, 0);
  return {
    largest: 1 / Math.min(...sizes.map(([size]) => size)),
    mean: sizes.reduce((all, [, classes]) => all + classes, 0) / sum(sizes),
    above: [5, 11, 20].map((crowd) => ({ crowd, subjects: sum(sizes.filter(([size]) => size < crowd)) })),
  };
}

/** Whether what pictures show is in the data. */
function claimsOf(
  sections: Part,
  manifest: Manifest,
  { census, counted = 'subjects' }: DataFindings,
): Readonly<Record<string, boolean>> {
  if (census === undefined) return {};
  const bins = (name: string) => (sections[name] ?? []) as readonly Bin[]; // as the rules of a public report left them
  if (census.kind === 'series') {
    const total = (name: string) => bins(name).reduce((sum, { count }) => sum + count, 0);
    const subjects = census.groups.reduce((sum, [size, classes]) => sum + size * classes, 0);
    return {
      instants: (sections.instants as readonly string[]).every((name) => instantsOf(manifest).has(name)),
      groupSizes: sizesAgree(bins('groupSizes'), census.groups),
      leafSizes: sizesAgree(bins('leafSizes'), census.leaves),
      bands: census.strangeBands === 0,
      valueLosses: total('valueLosses') === subjects,
      patternLosses: total('patternLosses') <= subjects,
    };
  }
  const sizes = census.combinations;
  const shown = counted === 'subjects' || counted === 'counts';
  const combinationSizes = sizesAgree(bins('combinationSizes'), shown ? sizes : undefined, sizes);
  if (census.kind === 'events') return { combinationSizes, calendar: calendarAgrees(sections.calendar, census.calendar) };
  return { combinationSizes, regions: regionsAgree(sections, census.labels) };
}

/** Each class in its bin, and none forgotten; where the sizes cannot be seen, as many classes as there are. */
function sizesAgree(bins: readonly Bin[], sizes: ClassSizes | undefined, all: ClassSizes = sizes ?? []): boolean {
  const classes = (some: ClassSizes) => some.reduce((sum, [, count]) => sum + count, 0);
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  const within = ({ from, to }: Bin) => classes((sizes ?? []).filter(([size]) => size >= from && size < to));
  return total === classes(all) && (sizes === undefined || bins.every((bin) => bin.count === within(bin)));
}

const instantsOf = (manifest: Manifest): ReadonlySet<string> =>
  new Set([
    ...('instants' in manifest ? (manifest.instants ?? []) : []),
    ...manifest.columns.filter(({ role }) => role === 'series').map(({ of, name }) => of ?? name),
  ]);

type Labels = readonly { readonly column: string; readonly labels: readonly (readonly [string, number])[] }[];

/** Prefixes of published labels, for as many combinations as there are. */
function regionsAgree({ regions }: Part, labels: Labels): boolean {
  if (!inOrder(regions as readonly Region[], labels)) return false;
  return (regions as readonly Region[]).every(({ column, prefixes }) => {
    const own = labels.find((one) => one.column === column)?.labels ?? [];
    const combinations = own.reduce((sum, [, count]) => sum + count, 0);
    const told = prefixes.reduce((sum, one) => sum + one.combinations, 0);
    const sorted = prefixes.every(({ prefix }, i) => i === 0 || prefixes[i - 1].prefix < prefix);
    return sorted && told === combinations && prefixes.every(({ prefix }) => own.some(([label]) => label.includes(prefix)));
  });
}

interface Region {
  readonly column: string;
  readonly prefixes: readonly { readonly prefix: string; readonly combinations: number }[];
}

/** Each column once, as the data has them. */
function inOrder(told: readonly { readonly column: string }[], labels: Labels): boolean {
  const places = told.map(({ column }) => labels.findIndex((one) => one.column === column));
  return places.every((place, i) => place > (i === 0 ? -1 : places[i - 1]));
}

const partOf = (part: Part, name: string): Part => (isObject(part[name]) ? part[name] : {});

/** The second over the first, name by name. */
function mergeParts(first: Part, second: Part): Part {
  const entries = Object.entries(second).map(([name, value]) => {
    const own = first[name];
    return [name, isObject(own) && isObject(value) ? mergeParts(own, value) : value] as const;
  });
  return { ...first, ...Object.fromEntries(entries) };
}
