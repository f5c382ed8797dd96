import * as z from 'zod';
import { languages } from '../base/languages.ts';
import { ok, type Result, refused, refusedFirst } from '../base/result.ts';
import { columnList, listed } from './column-list.ts';
import { decimals } from './decimals.ts';
import { eventsKeys, eventsProblem, withoutIdle } from './events-policy.ts';
import { addressProblem } from './postgres-address.ts';
import { prismKeys } from './prism-policy.ts';
import { asPolicyProblems, badValue, longAndWide, type PolicyProblem, pAboveK, twoSeeds, typedSeed } from './problems.ts';
import { snap } from './snap.ts';
import { sweepSchema } from './sweep-grid.ts';
import { tableKeys, tableProblem } from './table-policy.ts';

/** What every method takes. */
const every = {
  version: z.literal(1).optional().describe('Version of this file format'),
  $schema: z.string().optional().describe('Where editors find the schema'),
  input: z
    .string()
    .optional()
    .describe(
      'What to read: .csv, .tsv (gzip too), .parquet, .ndjson, .ts, .arff, - for standard input, or postgres://user@host/db?table=name',
    ),
  delimiter: z.string().length(1).optional().describe('Character between cells; found by itself when left out'),
  out: z.string().optional().describe('Folder of the release; it must not exist yet unless force is given'),
  outTable: z
    .string()
    .optional()
    .describe('Table that the released data is written to as well: postgres://user@host/db?table=name'),
  k: z.int().min(2).max(1_000_000_000).default(5).describe('Least number of subjects in one group'),
  subjectSpelling: z
    .enum(['normal', 'exact'])
    .default('normal')
    .describe('Whether ids that differ only in case, blanks or width are one subject, or each spelling is one'),
  release: z.enum(['internal', 'partner', 'public']).default('internal').describe('Who will hold the release'),
  format: z.enum(['csv', 'parquet']).default('csv').describe('Format of the released data'),
  spreadsheetSafe: z
    .boolean()
    .default(false)
    .describe('Puts an apostrophe before texts that a spreadsheet would run, such as =cmd(); CSV only'),
  lang: z.enum(languages).default('en').describe('Language of the report'),
  seed: z
    .union([
      z.int().min(0).max(Number.MAX_SAFE_INTEGER),
      z.string().regex(/^[0-9a-f]{32,64}$/, 'a whole number, or 32 to 64 hexadecimal digits'),
    ])
    .optional()
    .describe('Makes a run repeatable, of a release that stays; drawn at random and kept internal when left out'),
  seedFile: z
    .string()
    .min(1)
    .optional()
    .describe('File with 32 to 64 random hexadecimal digits: makes a run repeatable, whoever will hold the release'),
  threads: z.int().min(1).max(256).optional().describe('Threads to use; all cores when left out'),
  memory: z
    .string()
    .regex(/^\d+(\.\d+)?\s*(KB|MB|GB|TB)$/i, 'an amount such as 512MB or 4GB')
    .optional()
    .describe('Memory DuckDB may take before it spills to disk, such as 4GB'),
  sweep: sweepSchema.optional().describe('What `shoal sweep` tries; a run ignores it'),
};

/** The columns of a long table: three names, or one text with commas. */
const longTable = z.union(
  [
    z.strictObject({ subject: z.string().min(1), time: z.string().min(1), value: z.string().min(1) }),
    z
      .string()
      .refine((text) => listed(text).length === 3 && listed(text).every((name) => name !== ''))
      .transform((text) => {
        const [subject, time, value] = listed(text);
        return { subject, time, value };
      }),
  ],
  'expected three columns, subject,time,value',
);

const seriesKeys = {
  subject: z.string().optional().describe('Column that names the protected subject, or "row" when each row is one subject'),
  quasi: columnList.default([]).describe('Further quasi-identifiers, each "column", "column:number" or "column:category"'),
  sensitive: columnList.default([]).describe('Columns published unchanged'),
  l: z
    .int()
    .min(1)
    .default(1)
    .describe('Least number of distinct values of each sensitive column among the subjects that share envelope and pattern'),
  drop: columnList.default([]).describe('Columns that must not leave'),
  hierarchy: z
    .record(z.string(), z.string())
    .default({})
    .describe('Column to hierarchy file: one line a leaf, its ancestors after ";"'),
  queries: z.int().min(0).max(1_000_000).default(1000).describe('Random range queries used to measure the error of counts'),
  series: columnList.default([]).describe('Columns of the series in time order: a range H1..H8, a list, or /regular expression/'),
  long: longTable
    .optional()
    .describe('Columns of a long table, one row per subject and instant: subject,time,value; in place of subject and series'),
  segments: z.int().min(1).default(4).describe('Segments a series is averaged over before it becomes a word'),
  intervals: z
    .enum(['text', 'columns'])
    .default('text')
    .describe('Intervals as one text cell [lo-hi], or as two numeric columns'),
  shape: z.enum(['wide', 'long']).default('wide').describe('Release with one row per record, or one per record and instant'),
  missing: z.enum(['fail', 'drop', 'interpolate']).default('fail').describe('What happens to series with empty cells'),
  snap,
  reconstruct: z.boolean().default(false).describe('Adds one numeric curve per record, made from its band and pattern alone'),
  decimals,
  maxUnicity: z
    .number()
    .min(0)
    .max(1)
    .default(0.09)
    .describe('Largest share of subjects that the sensitive columns alone may single out in a public release'),
};

const naive = z.strictObject({
  ...every,
  ...seriesKeys,
  method: z.literal('naive').default('naive').describe('Top-down value groups, then a pattern tree in each'),
  p: z.int().min(2).default(2).describe('Least number of subjects of a group sharing one pattern'),
  maxLevel: z.int().min(1).max(26).default(5).describe('Finest level of a pattern: the size of its alphabet'),
  badLeaf: z
    .enum(['raw', 'paper'])
    .default('raw')
    .describe("Whether small leaves look for a host by their members' shapes or by their word"),
  trace: z
    .string()
    .regex(/^(?!manifest|report)[\w-][\w.-]*\.json$/, 'a plain file name ending in .json, and not one Shoal writes itself')
    .optional()
    .describe('File name under internal/ for every node of every pattern tree'),
});

const kapra = z.strictObject({
  ...every,
  ...seriesKeys,
  method: z.literal('kapra').describe('Subgroups by shape bottom-up, then merged into value groups'),
  p: z.int().min(2).default(5).describe('Least number of subjects of a group sharing one pattern'),
  maxLevel: z.int().min(1).max(26).default(20).describe('Finest level of a pattern: the size of its alphabet'),
  grouping: z
    .enum(['hash', 'tree'])
    .default('hash')
    .describe("Subgroups from equal words at the finest level, or from the paper's tree"),
  presplit: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Whether subgroups of 2P or more are cut by value before they are merged'),
  residue: z
    .enum(['suppress', 'generic'])
    .default('generic')
    .describe('P or more subjects without a common shape: published at level 1, or left out; fewer than P are always left out'),
  exact: z.boolean().default(false).describe('Merge all subgroups at once instead of in blocks: quadratic in their number'),
});

const prism = z.strictObject({
  ...every,
  ...seriesKeys,
  ...prismKeys,
  method: z.literal('prism').describe('Groups by value and shape at once, one generalised pattern for each leaf'),
});

const events = z.strictObject({
  ...every,
  ...eventsKeys,
  method: z.literal('events').describe('Event logs: k distinct subjects in every published combination'),
});

const kaca = z.strictObject({
  ...every,
  ...tableKeys,
  method: z.literal('kaca').describe('Transactions: records are clustered, then each cluster is generalised as its members need'),
});

export const policySchema = z
  .discriminatedUnion('method', [naive, kapra, prism, events, kaca])
  .describe('How Shoal turns a table into a release');

/** What a person writes: anything with a default may be left out. */
export type PolicyInput = SeriesInput | EventsInput | TableInput;
export type SeriesInput = Readonly<z.input<typeof naive> | z.input<typeof kapra> | z.input<typeof prism>>;
export type EventsInput = Readonly<z.input<typeof events>>;
export type TableInput = Readonly<z.input<typeof kaca>>;
/** What a sweep takes: each of its methods picks the settings it understands. */
export type SweepPolicyInput = Readonly<
  Omit<z.input<typeof naive>, 'method'> &
    Omit<z.input<typeof kapra>, 'method'> &
    Omit<z.input<typeof prism>, 'method'> & { method?: 'naive' | 'kapra' | 'prism' | undefined }
>;
export type Policy = NaivePolicy | KapraPolicy | PrismPolicy | EventsPolicy | TablePolicy;
/** The methods that publish one curve a subject. */
export type SeriesPolicy = Exclude<Policy, { method: 'events' | 'kaca' }>;
export type EventsPolicy = Readonly<z.infer<typeof events>>;
export type TablePolicy = Readonly<z.infer<typeof kaca>>;
export type NaivePolicy = Readonly<z.infer<typeof naive>>;
export type KapraPolicy = Readonly<z.infer<typeof kapra>>;
/** Past the door P is a number: k where it was left out. */
export type PrismPolicy = Readonly<z.infer<typeof prism> & { p: number }>;

/** The keys that each method takes. */
export const keysOf: Readonly<Record<Policy['method'], readonly string[]>> = {
  naive: Object.keys(naive.shape),
  kapra: Object.keys(kapra.shape),
  prism: Object.keys(prism.shape),
  events: Object.keys(events.shape),
  kaca: Object.keys(kaca.shape),
};

/** Every key a policy may have, for suggestions and for the flags of the command line. */
export const policyKeys: readonly string[] = [...new Set(Object.values(keysOf).flat())];

/** The one door for policies: past it a Policy is sound, and nobody checks it again. */
export function parsePolicy(raw: unknown): Result<Policy, PolicyProblem> {
  const named =
    typeof raw === 'object' && raw !== null && !Array.isArray(raw) && !('method' in raw) ? { ...raw, method: 'naive' } : raw;
  const nul = keyWithNul(named, []);
  if (nul !== undefined) return refused(badValue(nul.join('.'), 'a text of it holds the character NUL'));
  const parsed = policySchema.safeParse(named, { reportInput: true });
  if (!parsed.success) {
    const method = String((named as { method?: unknown } | null)?.method);
    return refusedFirst(asPolicyProblems(parsed.error.issues, method, policyKeys));
  }
  const policy = settled(parsed.data);
  if (policy.seed !== undefined && policy.seedFile !== undefined) return refused(twoSeeds());
  if (policy.seed !== undefined && policy.release !== 'internal') return refused(typedSeed(policy.release));
  if (policy.spreadsheetSafe && policy.format !== 'csv')
    return refused(badValue('spreadsheetSafe', 'only CSV is opened by spreadsheets as text; set format to csv'));
  const address = addressProblem(policy);
  if (address !== undefined) return refused(address);
  if (policy.method === 'events' || policy.method === 'kaca') {
    const wrong = policy.method === 'events' ? eventsProblem(policy) : tableProblem(policy);
    return wrong === undefined ? ok(policy) : refused(wrong);
  }
  if (policy.long !== undefined && (policy.series.length > 0 || policy.subject !== undefined))
    return refused(longAndWide(policy.series.length > 0 ? 'series' : 'subject'));
  return policy.p > policy.k ? refused(pAboveK(policy.p, policy.k)) : ok(policy);
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

function settled(policy: z.infer<typeof policySchema>): Policy {
  if (policy.method === 'events') return withoutIdle(policy);
  return policy.method === 'prism' ? { ...policy, p: policy.p ?? policy.k } : policy;
}
