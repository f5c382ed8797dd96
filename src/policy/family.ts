import { ok, type Result, refused } from '../base/result.ts';
import { badValue, otherFamily, type PolicyProblem } from './problems.ts';

/** What is published: one curve a subject, the events of many subjects, or a table of records. */
export type Family = 'series' | 'events' | 'table';

/** The methods of each family; the first is the one taken where none is named. */
export const methodsOf = {
  series: ['naive', 'kapra', 'prism'],
  events: ['flatten'],
  table: ['kmeans', 'hierarchy', 'merge'],
} as const satisfies Readonly<Record<Family, readonly [string, ...string[]]>>;

export const families = Object.keys(methodsOf) as readonly Family[]; // the record vouches

/** Methods by which two families were known before they had a name of their own. */
export const aliases: Readonly<Record<string, Family>> = { events: 'events', kaca: 'table' };

/** Settings by which a family is known where neither it nor a method is named. */
export const tellingKeys: Readonly<Record<Exclude<Family, 'series'>, readonly string[]>> = {
  events: ['time', 'event'],
  table: ['aggregate', 'weights', 'clustering'],
};

type Raw = Readonly<Record<string, unknown>>;

/** What a person wrote, with its family and method; which settings the method takes is for its schema to say. */
export function withFamily(raw: Raw): Result<Raw, PolicyProblem> {
  const { family: named, method } = raw;
  if (named !== undefined && !isFamily(named)) return refused(badValue('family', `choose ${families.join(', ')}`));
  if (method === undefined) {
    const family = named ?? familyOfRoles(raw);
    return ok({ ...raw, family, method: family === 'table' && raw.clustering !== undefined ? 'kaca' : methodsOf[family][0] });
  }
  const own = typeof method === 'string' ? familyOfMethod(method) : undefined;
  if (own === undefined) return ok(raw); // there is no such method, as the schema will say
  return named === undefined || named === own
    ? ok({ ...raw, family: own })
    : refused(otherFamily(String(method), named, methodsOf[named]));
}

export const familyOfMethod = (method: string): Family | undefined =>
  Object.hasOwn(aliases, method) ? aliases[method] : families.find((family) => methodNames(family).includes(method));

const methodNames = (family: Family): readonly string[] => methodsOf[family];

const isFamily = (value: unknown): value is Family => families.some((family) => family === value);

/** Curves, unless the roles are those of a log or of records. */
function familyOfRoles(raw: Raw): Family {
  if (tellingKeys.events.some((key) => raw[key] !== undefined)) return 'events';
  const kinds = [raw.quasi].flat().some((text) => typeof text === 'string' && /:(prefix|time)\s*(,|$)/.test(text));
  return kinds || tellingKeys.table.some((key) => raw[key] !== undefined) ? 'table' : 'series';
}
