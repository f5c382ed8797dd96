import * as z from 'zod';
import { ok, type Result, refused, refusedFirst } from '../base/result.ts';
import { inputAddress, isRemote } from '../formats/input-address.ts';
import { remoteAddress } from '../formats/input-problems.ts';
import { rowsFormat } from './asked-format.ts';
import { commonKeys } from './common-keys.ts';
import { eventsKeys, eventsProblem, withoutIdle } from './events-policy.ts';
import { type Family, familyOfMethod, methodsOf, withFamily } from './family.ts';
import { notationProblem } from './notation-settings.ts';
import { addressProblem, isPostgres } from './postgres-address.ts';
import { asPolicyProblems, badValue, type PolicyProblem, twoSeeds, typedSeed } from './problems.ts';
import { type SeriesMethodName, type SeriesMethods, seriesMethods } from './series-methods.ts';
import { seriesKeys, seriesProblem } from './series-policy.ts';
import type { Settings } from './settings-file.ts';
import { tableKeys, tableProblem } from './table-policy.ts';
import { withPreset } from './with-preset.ts';

const familyIs = <Name extends Family>(name: Name) =>
  z.literal(name).default(name).describe('What is published; found from the method or the roles');

/** A method of series: what all methods take, what all of series take, and its own. */
const seriesSchema = <Own extends z.ZodRawShape>(own: Own) =>
  z.strictObject({ ...commonKeys, ...seriesKeys, family: familyIs('series'), ...own });
type SeriesSchemas = { [Name in SeriesMethodName]: ReturnType<typeof seriesSchema<SeriesMethods[Name]>> };
const seriesSchemas = Object.fromEntries(
  Object.entries(seriesMethods).map(([name, own]) => [name, seriesSchema(own)]),
) as unknown as SeriesSchemas; // one by one, as the type says
const [firstSeries, ...otherSeries] = Object.values(seriesSchemas);

const events = z.strictObject({
  ...commonKeys,
  ...eventsKeys,
  family: familyIs('events'),
  method: z
    .enum([...methodsOf.events, 'events'])
    .describe('Event logs: k distinct subjects in every combination; "events" is an older name'),
});

const table = z.strictObject({
  ...commonKeys,
  ...tableKeys,
  family: familyIs('table'),
  method: z
    .enum([...methodsOf.table, 'kaca'])
    .describe(
      'Clusters records by the published loss (local), along prefixes and ranges (hierarchy), by K-Means, class by class (merge), or without overlaps (disjoint); "kaca" leaves the choice to clustering',
    ),
});

export const policySchema = z
  .discriminatedUnion('method', [firstSeries, ...otherSeries, events, table])
  .describe('How Shoal turns a table into a release');

export type Policy = SeriesPolicy | EventsPolicy | TablePolicy;
/** The methods that publish one curve a subject. */
export type SeriesPolicy = NaivePolicy | KapraPolicy | PrismPolicy;
export type NaivePolicy = Readonly<z.infer<SeriesSchemas['naive']>>;
export type KapraPolicy = Readonly<z.infer<SeriesSchemas['kapra']>>;
/** Past the door P is a number: k where it was left out. */
export type PrismPolicy = Readonly<z.infer<SeriesSchemas['prism']> & { p: number }>;
/** Past the door a method has its own name, and no second one. */
export type EventsPolicy = Readonly<Omit<z.infer<typeof events>, 'method'> & { method: 'flatten' }>;
export type TableMethod = (typeof methodsOf.table)[number];
export type TablePolicy = Readonly<Omit<z.infer<typeof table>, 'method' | 'clustering'> & { method: TableMethod }>;

/** The keys that each method of series takes, and each other family, whose methods take the same. */
export const keysOf = {
  ...(Object.fromEntries(
    Object.entries(seriesSchemas).map(([name, { shape }]) => [name, Object.keys(shape)]),
  ) as unknown as Record<SeriesMethodName, readonly string[]>), // the record of schemas vouches
  events: Object.keys(events.shape),
  table: Object.keys(table.shape),
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Under which name the keys of a method stand, by any name it has. */
export const keysNameOf = (method: string): keyof typeof keysOf | undefined => {
  const family = familyOfMethod(method);
  return family === 'series' ? methodsOf.series.find((name) => name === method) : family;
};

/** Every key a policy may have, for suggestions and for the flags of the command line. */
export const policyKeys: readonly string[] = [...new Set(Object.values(keysOf).flat())];

/** The one door for policies: past it a Policy is sound, and nobody checks it again. */
export function parsePolicy(raw: unknown): Result<Policy, PolicyProblem> {
  const named = isSettings(raw) ? withPresetAndFamily(raw) : ok(raw);
  if (!named.ok) return named;
  const nul = keyWithNul(named.value, []);
  if (nul !== undefined) return refused(badValue(nul.join('.'), 'a text of it holds the character NUL'));
  const parsed = policySchema.safeParse(named.value, { reportInput: true, jitless: true }); // made to be parsed once: code for it costs more than it saves
  if (!parsed.success) {
    const method = String((named.value as { method?: unknown } | null)?.method);
    return refusedFirst(asPolicyProblems(parsed.error.issues, method, keysOf));
  }
  const settled = settleMethod(parsed.data);
  if (!settled.ok) return settled;
  const policy = settled.value;
  if (policy.seed !== undefined && policy.seedFile !== undefined) return refused(twoSeeds());
  if (policy.seed !== undefined && policy.release !== 'internal') return refused(typedSeed(policy.release));
  if (policy.spreadsheetSafe && policy.format !== 'csv')
    return refused(badValue('spreadsheetSafe', 'only CSV is opened by spreadsheets as text; set format to csv'));
  if (policy.partRows !== undefined && (policy.outTable !== undefined || rowsFormat(policy) !== policy.format))
    return refused(badValue('partRows', 'a table of a database, and one in Arrow or XES, have no parts; leave out one of them'));
  const wrong = addressProblem(policy) ?? remoteProblem(policy) ?? notationProblem(policy) ?? problemOfFamily(policy);
  return wrong === undefined ? ok(policy) : refused(wrong);
}

/** Nothing is read from elsewhere, whatever setting names it. */
function remoteProblem(policy: Policy) {
  const remote = dataNamedBy(policy).find(isRemote);
  return remote === undefined ? undefined : remoteAddress(remote);
}

const isText = (place: unknown): place is string => typeof place === 'string';

function dataNamedBy(policy: Policy): readonly string[] {
  return [
    policy.input,
    ...('mapping' in policy ? [policy.mapping] : []),
    ...('population' in policy ? [policy.population] : []),
    ...('hierarchy' in policy ? Object.values(policy.hierarchy) : []),
  ].filter(isText);
}

/** Every file that a policy names to be read, and not to be written. */
export const filesNamedBy = (policy: Policy): readonly string[] => [
  ...dataNamedBy(policy).flatMap((place) => (place === '-' || isPostgres(place) ? [] : [inputAddress(place).path])),
  ...[policy.seedFile, 'noiseKey' in policy ? policy.noiseKey : undefined].filter(isText),
];

const isSettings = (raw: unknown): raw is Settings => typeof raw === 'object' && raw !== null && !Array.isArray(raw);

function withPresetAndFamily(raw: Settings): Result<Settings, PolicyProblem> {
  const whole = withPreset(raw, policyKeys);
  return whole.ok ? withFamily(whole.value) : whole;
}

/** What a person wrote with what their preset says, and the family it is of, by what it names or by its roles. */
export function familyIn(raw: Settings): Result<{ readonly family: Family; readonly settings: Settings }, PolicyProblem> {
  const named = withPresetAndFamily(raw);
  if (!named.ok) return named;
  const family = (named.value.family as Family | undefined) ?? familyOfMethod(String(named.value.method)) ?? 'series'; // whatever is wrong with it the schema will say
  return ok({ family, settings: named.value });
}

/** Where a text holds NUL, which ends a text in many programs, DuckDB's SQL among them. */
function keyWithNul(value: unknown, path: readonly string[]): readonly string[] | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = keyWithNul(inner, key.includes('\0') ? path : [...path, key]) ?? (key.includes('\0') ? path : undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The method under its own name, and what the others settle by it. */
function settleMethod(policy: z.infer<typeof policySchema>): Result<Policy, PolicyProblem> {
  switch (policy.family) {
    case 'series':
      return ok({ ...policy, p: policy.p ?? policy.k });
    case 'events':
      return ok(withoutIdle({ ...policy, method: 'flatten' as const }));
    case 'table': {
      const { clustering, ...others } = policy;
      const method = policy.method === 'kaca' ? (clustering ?? 'kmeans') : policy.method;
      return clustering === undefined || clustering === method
        ? ok({ ...others, method })
        : refused(badValue('clustering', `the method is ${method}, which says how records are clustered`));
    }
    default:
      return policy satisfies never;
  }
}

function problemOfFamily(policy: Policy): PolicyProblem | undefined {
  switch (policy.family) {
    case 'series':
      return seriesProblem(policy);
    case 'events':
      return eventsProblem(policy);
    case 'table':
      return tableProblem(policy);
    default:
      return policy satisfies never;
  }
}
