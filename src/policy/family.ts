import { ok, type Result, refused } from '../base/result.ts';
import { splitList } from './column-list.ts';
import type { PresetName } from './presets.ts';
import { badValue, otherFamily, type PolicyProblem } from './problems.ts';
import { seriesMethodNames, usualSeriesMethod } from './series-methods.ts';
import type { Settings } from './settings-file.ts';
import { isTimeKind, timeKinds } from './table-kinds.ts';

/** What is published: one curve a subject, the events of many subjects, or a table of records. */
export type Family = 'series' | 'events' | 'table';

/** The methods of each family. */
export const methodsOf = {
  series: seriesMethodNames,
  events: ['flatten'],
  table: ['local', 'hierarchy', 'kmeans', 'merge', 'disjoint'],
} as const satisfies Readonly<Record<Family, readonly [string, ...string[]]>>;

/** The method of each family that is taken where none is named. */
export const usualMethodOf = {
  series: usualSeriesMethod,
  events: 'flatten',
  table: 'local',
} as const satisfies { readonly [Name in Family]: (typeof methodsOf)[Name][number] };

export const families = Object.keys(methodsOf) as readonly Family[]; // the record vouches

/** Methods by which two families were known before they had a name of their own, and the preset of which each takes all settings, or some. */
export const aliases: Readonly<Record<string, Alias>> = {
  events: { family: 'events', preset: 'telecare' },
  kaca: { family: 'table', preset: 'tolls', settings: ['names', 'labelsOf'] },
};

interface Alias {
  readonly family: Family;
  readonly preset: PresetName;
  /** All where left out. */
  readonly settings?: readonly string[];
}

/** Settings by which a family is known where neither it nor a method is named. */
export const tellingKeys: Readonly<Record<Exclude<Family, 'series'>, readonly string[]>> = {
  events: ['time', 'event'],
  table: ['aggregate', 'weights', 'clustering', 'suppression', 'top', 'bottom', 'labelsOf', 'population'],
};

/** What a person wrote, with its family and method; which settings the method takes is for its schema to say. */
export function withFamily(raw: Settings): Result<Settings, PolicyProblem> {
  const { family: named, method } = raw;
  if (named !== undefined && !isFamily(named)) return refused(badValue('family', `choose ${families.join(', ')}`));
  if (method === undefined) {
    const family = named ?? familyOfRoles(raw);
    return ok({ ...raw, family, method: family === 'table' ? usualTableMethod(raw) : usualMethodOf[family] });
  }
  const own = typeof method === 'string' ? familyOfMethod(method) : undefined;
  if (own === undefined) return ok(raw); // there is no such method, as the schema will say
  return named === undefined || named === own
    ? ok({ ...raw, family: own })
    : refused(otherFamily(String(method), named, methodsOf[named]));
}

/**
 * Counts of a time and a place never overlap, where that can be proved of their labels; any other table is grouped by the loss that is published. Who says
 * how to cluster means the method that clusters.
 */
export function usualTableMethod({ quasi, aggregate, clustering, names, hierarchy }: Settings): string {
  if (clustering !== undefined) return 'kaca';
  const kinds = namesIn(quasi).map((text) => text.slice(text.lastIndexOf(':') + 1).trim());
  const provable =
    namesIn(aggregate).length > 0 &&
    names === undefined &&
    (hierarchy === undefined || Object.keys(hierarchy as object).length === 0) &&
    kinds.length <= mostDisjointColumns &&
    kinds.some(isTimeKind) &&
    kinds.every((kind) => isTimeKind(kind) || kind === 'prefix' || kind === 'category');
  return provable ? 'disjoint' : usualMethodOf.table;
}

/** More columns than these cannot be looked at in every order, nor proved, in a reasonable time. */
export const mostDisjointColumns = 6;

/** What a person wrote as a list, or as one text; whatever else it is the schema will say. */
const namesIn = (value: unknown): readonly string[] =>
  [value].flat().flatMap((text) => (typeof text === 'string' && text !== '' ? splitList(text) : []));

export const familyOfMethod = (method: string): Family | undefined =>
  Object.hasOwn(aliases, method) ? aliases[method].family : families.find((family) => methodNames(family).includes(method));

const methodNames = (family: Family): readonly string[] => methodsOf[family];

const isFamily = (value: unknown): value is Family => families.some((family) => family === value);

const telling = new RegExp(`:(prefix|${timeKinds.join('|')})\\s*(,|$)`);

/** Curves, unless the roles are those of a log or of records. */
function familyOfRoles(raw: Settings): Family {
  if (tellingKeys.events.some((key) => raw[key] !== undefined)) return 'events';
  const kinds = [raw.quasi].flat().some((text) => typeof text === 'string' && telling.test(text));
  return kinds || tellingKeys.table.some((key) => raw[key] !== undefined) ? 'table' : 'series';
}
