import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism, homedir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { ok, type Result, refused } from '../base/result.ts';
import { bytesOf } from '../policy/memory.ts';
import { noiseSchema, readNoiseKey } from '../policy/noise.ts';
import { isPostgres, postgresAddress } from '../policy/postgres-address.ts';
import { timeZone } from '../policy/time-zone.ts';
import { badOption, badTokenFile, hostNeedsToken, internalBeyondLoopback } from './start-problems.ts';
import { type NamedToken, tokensIn } from './tokens.ts';

const amount = (fallback: string) =>
  z
    .string()
    .refine((text) => bytesOf(text) !== undefined, 'expected an amount such as 512MB or 4GB')
    .default(fallback);
const seconds = (fallback: number) => z.number().positive().max(604_800).default(fallback);

/** Read by processes that run elsewhere, so a path must not depend on the current folder. */
const source = z
  .string()
  .min(1)
  .transform((input) => (isPostgres(input) ? input : resolve(input)));

const optionsSchema = z.strictObject({
  host: z.string().min(1).default('127.0.0.1'),
  port: z.int().min(0).max(65_535).default(8080),
  tokenFile: z.string().optional(),
  internalTokenFile: z.string().optional(),
  cors: z
    .url({ protocol: /^https?$/ })
    .transform((url) => new URL(url).origin)
    .optional(),
  state: z.string().min(1).optional(),
  sources: z
    .record(
      z.string().regex(/^(?!upload$)[\w-]{1,64}$/, 'a source has a name of letters, digits, - and _, and not "upload"'),
      source,
    )
    .default({}),
  policies: z.record(z.string(), z.string().min(1)).default({}),
  data: source.optional(),
  dataPolicy: z
    .string()
    .min(1)
    .transform((path) => resolve(path))
    .optional(),
  map: z
    .strictObject({
      section_id: z.string().min(1).default('section_id'),
      exit_time: z.string().min(1).default('exit_time'),
      vehicle_id: z.string().min(1).default('vehicle_id'),
      toll_money: z.string().min(1).default('toll_money'),
    })
    .prefault({}),
  ledger: z
    .string()
    .min(1)
    .transform((path) => resolve(path))
    .optional(),
  noise: noiseSchema.optional(),
  noiseKey: z
    .string()
    .min(1)
    .transform((path) => resolve(path))
    .optional(),
  mode: z.enum(['internal', 'public']).optional(),
  minK: z.int().min(2).optional(),
  ks: z.array(z.int().min(2).max(1_000_000_000)).min(1).max(10).optional(),
  timeZone: timeZone.optional(),
  settle: z.int().min(0).max(3650).default(0),
  memory: amount('2GB'),
  jobs: z.int().min(1).max(64).optional(),
  queue: z.int().min(1).max(10_000).default(100),
  maxState: amount('10GB'),
  maxUpload: amount('1GB'),
  firstLook: amount('4MB'),
  maxBody: amount('1MB'),
  rate: z.int().min(1).default(600),
  streams: z.int().min(1).default(64),
  requestTime: seconds(300),
  answerTime: seconds(60),
  jobTime: seconds(3600),
  uploadTime: seconds(86_400),
  stopTime: z.number().min(0).max(3600).default(5),
  refresh: seconds(3600),
  studio: z.boolean().default(false),
});

/** What `serve` takes; anything with a default may be left out. */
export type ServeOptions = Readonly<z.input<typeof optionsSchema>>;

type Parsed = z.output<typeof optionsSchema>;
type Amounts =
  | 'minK'
  | 'ks'
  | 'timeZone'
  | 'memory'
  | 'maxState'
  | 'maxUpload'
  | 'firstLook'
  | 'maxBody'
  | 'tokenFile'
  | 'internalTokenFile';

/** Options past their door: what was left out is decided, amounts are bytes, tokens are read. */
export interface Settings extends Omit<Parsed, Amounts | 'mode' | 'state' | 'jobs'>, Shares {
  readonly mode: 'internal' | 'public';
  /** Least k of answers, and of jobs that read a source. */
  readonly minK: number;
  /** Every k that is answered, ascending; in mode internal any from the least on unless it was given. */
  readonly ks: readonly number[] | undefined;
  readonly timeZone: string | undefined;
  /** Undefined for one that goes when the server stops. */
  readonly state: string | undefined;
  readonly loopback: boolean;
  readonly tokens: readonly NamedToken[] | undefined;
  /** How many share the server; one where there are no tokens. */
  readonly tenants: number;
  readonly internalToken: string | undefined;
  /** Whether whoever opens the studio sees what describes the original data: nobody set a second token for it. */
  readonly opensInside: boolean;
  /** What all jobs of one token may lie on disk with. */
  readonly stateShare: number;
  readonly maxUploadBytes: number;
  /** What a first look reads of a large text. */
  readonly firstLookBytes: number;
  readonly maxBodyBytes: number;
}

interface Shares {
  readonly jobs: number;
  /** Bytes that one job, or the making of one answer, may take. */
  readonly share: number;
  readonly threadsPerJob: number;
  /** Of a share, what DuckDB may take; the rest is for the kernels. */
  readonly memoryPerJob: string;
}

/** The server's own needs, left out of what jobs share. */
const reserve = 256e6;
/** Below this a job cannot even load the data engine. */
const leastShare = 256e6;

/** The one door for options: past it nothing listens where it should not, and jobs fit into memory. */
export function settingsOf(raw: unknown): Result<Settings> {
  const parsed = optionsSchema.safeParse(raw);
  if (!parsed.success)
    return refused(
      ...parsed.error.issues.map(({ path, message, ...issue }) =>
        badOption(flagOf(String(path[0] ?? (issue.code === 'unrecognized_keys' ? issue.keys[0] : 'options'))), plain(message)),
      ),
    );
  const {
    memory,
    maxState,
    maxUpload,
    firstLook,
    maxBody,
    tokenFile,
    internalTokenFile,
    minK,
    ks,
    timeZone: zone,
    ...given
  } = parsed.data;
  for (const input of [given.data ?? '', ...Object.values(given.sources)]) {
    const address = isPostgres(input) ? postgresAddress(input, 'source') : undefined;
    if (address?.ok === false) return address; // a password in it above all
  }
  const loopback = isLoopback(given.host);
  if (!loopback && tokenFile === undefined) return refused(hostNeedsToken(given.host));
  if (!loopback && given.mode === 'internal') return refused(internalBeyondLoopback(given.host));
  const tokens = tokenFile === undefined ? undefined : tokensFrom(tokenFile);
  const internal = internalTokenFile === undefined ? undefined : tokensFrom(internalTokenFile);
  if (tokens?.ok === false) return tokens;
  if (internal?.ok === false) return internal;
  if (internal !== undefined && internal.value.length > 1)
    return refused(badTokenFile(internalTokenFile ?? '', 'There is one such token.'));
  const tenants = tokens?.value.length ?? 1;
  const stateShare = Math.floor((bytesOf(maxState) ?? 0) / tenants);
  const declared = ks === undefined ? undefined : [...new Set(ks)].toSorted((a, b) => a - b);
  const least = minK ?? declared?.[0] ?? 5;
  if (declared !== undefined && declared[0] < least)
    return refused(badOption('ks', `the least of them is below --min-k ${least}`));
  if (given.noise === undefined && given.noiseKey !== undefined) return refused(badOption('noise-key', '--noise is not given'));
  const noiseKey = readNoiseKey(given);
  if (!noiseKey.ok) return noiseKey;
  const opensInside = given.studio && tokens === undefined && internal === undefined;
  const mode = given.mode ?? (loopback ? 'internal' : 'public');
  const shares = sharesOf(Math.min(bytesOf(memory) ?? 0, totalmem()), given.jobs);
  if (!shares.ok) return shares;
  return ok({
    ...given,
    ...shares.value,
    mode,
    minK: least,
    ks: declared ?? (mode === 'public' ? [least] : undefined),
    timeZone: zone,
    state: given.state === undefined ? defaultState(given.port) : resolve(given.state),
    loopback,
    tokens: tokens?.value,
    tenants,
    stateShare,
    internalToken: internal?.value[0]?.token ?? (opensInside ? randomBytes(24).toString('base64url') : undefined),
    opensInside,
    maxUploadBytes: Math.min(bytesOf(maxUpload) ?? 0, stateShare),
    firstLookBytes: bytesOf(firstLook) ?? 0,
    maxBodyBytes: bytesOf(maxBody) ?? 0,
  });
}

const flagOf = (key: string): string =>
  key === 'sources' ? 'source' : key === 'policies' ? 'policy' : key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const plain = (message: string): string => message.replace(/^Invalid (input|option|string): /, '').replace(/\.$/, '');

/** Equal parts of memory and cores for each job that may run at once, and one part of memory for answers. */
function sharesOf(memory: number, wanted: number | undefined): Result<Shares> {
  const cores = availableParallelism();
  const roomy = Math.floor((memory - reserve) / (2 * leastShare)) - 1;
  const jobs = wanted ?? Math.max(1, Math.min(cores, roomy));
  const share = Math.floor((memory - reserve) / (jobs + 1));
  if (share < leastShare) {
    const least = Math.ceil((reserve + (jobs + 1) * leastShare) / 1e6);
    return refused(badOption('memory', `${jobs === 1 ? 'one job' : `${jobs} jobs`} at once and the answers need ${least}MB`));
  }
  const threadsPerJob = Math.max(1, Math.floor(cores / jobs));
  return ok({ jobs, share, threadsPerJob, memoryPerJob: `${Math.floor(share / 2e6)}MB` });
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

function tokensFrom(file: string): Result<readonly NamedToken[]> {
  try {
    const tokens = tokensIn(readFileSync(file, 'utf8'));
    return tokens === undefined
      ? refused(
          badTokenFile(
            file,
            'A token has 16 to 512 visible ASCII characters: fewer could be guessed. Several stand on lines of their own, each after a name.',
          ),
        )
      : ok(tokens);
  } catch {
    return refused(badTokenFile(file, 'There is no such file, or you may not read it.'));
  }
}

/** One for each port, so that two servers do not meet; at any port that is free nobody could come back to it. */
const defaultState = (port: number): string | undefined =>
  port === 0 ? undefined : join(process.env.XDG_STATE_HOME ?? join(homedir(), '.local/state'), 'shoal', `port-${port}`);
