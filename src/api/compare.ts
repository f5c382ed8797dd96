import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CountingLimits } from '../base/counting.ts';
import { isPlainFile } from '../base/plain-file.ts';
import { ok, type Result, refused } from '../base/result.ts';
import { localCounting } from '../engine/local/local-counting.ts';
import { figures } from '../figures/figures.ts';
import { type Family, familyOfMethod } from '../policy/family.ts';
import { dataFilesOf } from '../release/data-files.ts';
import type { Manifest } from '../release/manifest.ts';
import type { ComparedFigures, ComparedRelease, Comparison } from '../report/comparison.ts';
import { besideWords } from '../report/words/beside.ts';
import { asProblem } from '../verify/breaches.ts';
import { readManifest } from '../verify/read-manifest.ts';
import { type Verdict, verifyRelease } from '../verify/verify.ts';
import { callProblem } from './call-problem.ts';
import { unlessAborted } from './unless-aborted.ts';
import { publicPages } from './verify.ts';

/** What a comparison may take; `signal`, aborted, ends it, and the answer is a problem, `run/aborted`. */
export type CompareOptions = CountingLimits;

/** Puts releases side by side: each is verified first, and one that does not hold is marked and has no figures. */
export function compare(folders: readonly string[], limits: CompareOptions = {}): Promise<Result<Comparison>> {
  const wrong =
    callProblem(['folders', folders, 'list'], ['limits', limits, 'options']) ??
    callProblem(...folders.map((folder) => ['folders', folder, 'text'] as const));
  if (wrong !== undefined) return Promise.resolve(refused(wrong));
  return unlessAborted(limits.signal, () => compareFolders(folders, limits));
}

async function compareFolders(folders: readonly string[], limits: CompareOptions): Promise<Result<Comparison>> {
  const counting = localCounting(limits);
  const found: Found[] = [];
  for (const folder of folders) {
    const verdict = await verifyRelease(folder, counting, { drawing: publicPages, signal: limits.signal });
    if (!verdict.ok) return verdict;
    found.push(await lookInto(folder, verdict.value));
  }
  const differing = differingSettings(found.map(({ policy }) => policy));
  const releases = found.map(({ release, policy }): ComparedRelease => {
    const { settings } = release;
    return settings === undefined ? release : { ...release, settings: { ...settings, ...only(policy, differing) } };
  });
  const apart = differencesOf(found);
  return ok({ releases, notes: apart.map((what) => notes[what]), apart });
}

interface Found {
  readonly release: ComparedRelease;
  /** From the internal manifest, where it is there. */
  readonly policy: Report | undefined;
  readonly inputSha256: string | undefined;
}

async function lookInto(folder: string, verdict: Verdict): Promise<Found> {
  const manifest = await readManifest(folder);
  const known = 'length' in manifest ? undefined : manifest;
  const inside = verdict.holds ? internalReport(folder, verdict) : undefined;
  const facts = objectIn(inside === undefined ? undefined : readJson(join(folder, 'internal', 'manifest.json')), 'internal');
  const sha256 = facts?.inputSha256;
  const release: ComparedRelease = {
    release: folder,
    holds: verdict.holds,
    breaches: [...new Set(verdict.breaches.map((breach) => asProblem(breach).code))],
    edition: inside === undefined ? 'public' : 'internal',
    ...(known === undefined ? {} : { settings: settingsOf(known) }),
    ...(known === undefined || !verdict.holds
      ? {}
      : { figures: figuresOf(inside ?? readJson(join(folder, 'report.json')), known, verdict) }),
  };
  return { release, policy: objectIn(facts, 'policy'), inputSha256: typeof sha256 === 'string' ? sha256 : undefined };
}

/** The internal report, unless it is of another release: nothing proves it, as it never leaves. */
function internalReport(folder: string, { rows, groups, leaves }: Verdict): Report | undefined {
  const report = readJson(join(folder, 'internal', 'report.json'));
  const sizes = objectIn(report, 'release');
  const { groups: made = sizes?.combinations, leaves: shared = made } = sizes ?? {}; // a combination of an event log is both
  return sizes?.rows === rows && made === groups && shared === leaves ? report : undefined;
}

function settingsOf(manifest: Manifest): Readonly<Record<string, string | number>> {
  const { method, promises, data } = manifest;
  if (manifest.method === 'events') return { method, k: promises.k, pseudonym: manifest.pseudonym, format: data.format };
  if (manifest.method === 'kaca')
    return { method, k: promises.k, clustering: manifest.clustering, shape: manifest.shape, format: data.format };
  const { p, l } = manifest.promises;
  const { maxLevel, segments, form } = manifest.pattern;
  const more = { ...(l === undefined ? {} : { l }), ...(form === 'word' ? {} : { pattern: form }) };
  return { method, k: promises.k, p, ...more, maxLevel, segments, format: data.format };
}

function figuresOf(report: Report | undefined, manifest: Manifest, verdict: Verdict): ComparedFigures {
  const number = (part: string, name: string): number | undefined => {
    const value = objectIn(report, part)?.[name];
    return typeof value === 'number' ? value : undefined;
  };
  const { rows } = verdict;
  const family = familyOf(manifest.method);
  const subjects = family === 'series' ? (number('release', 'subjects') ?? rows) : verdict.subjects; // more than one row may be a subject's
  const found = figures.flatMap(({ id, kind, part, comparison }) => {
    if (comparison === undefined) return [];
    if (comparison.count !== undefined) return entryOf(id, comparison.count({ ...verdict, family, subjects }));
    return entryOf(id, kind === 'columns' ? objectIn(objectIn(report, part), id) : number(part, id));
  });
  const facts = {
    subjectsRead: number('input', 'subjects'),
    suppressed: number('release', 'suppressedSubjects'),
    seconds: number('seconds', 'total'),
  };
  return {
    ...Object.fromEntries(found),
    ...Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)),
    records: rows,
    bytes: dataFilesOf(manifest).reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

const entryOf = (id: string, value: unknown) => (value === undefined ? [] : [[id, value] as const]);

/** Settings in which the policies differ, but for those told anyway and those that change no byte of the data but its order. */
function differingSettings(policies: readonly (Report | undefined)[]): readonly string[] {
  const known = policies.filter((policy) => policy !== undefined);
  const keys = [...new Set(known.flatMap((policy) => Object.keys(policy)))].filter((key) => !told.has(key));
  return keys.filter((key) => new Set(known.map((policy) => JSON.stringify(policy[key]))).size > 1);
}

const told = new Set([
  'about',
  'version',
  '$schema',
  'input',
  'out',
  'method',
  'k',
  'p',
  'l',
  'pattern',
  'maxLevel',
  'segments',
  'format',
  'release',
  'lang',
  'seed',
  'threads',
  'memory',
  'trace',
  'sweep',
]);

function only(policy: Report | undefined, keys: readonly string[]): Record<string, string> {
  const given = keys.filter((key) => policy?.[key] !== undefined);
  return Object.fromEntries(
    given.map((key) => [key, typeof policy?.[key] === 'string' ? policy[key] : JSON.stringify(policy?.[key])]),
  );
}

/** What makes figures of releases hard to compare. */
function differencesOf(found: readonly Found[]): Comparison['apart'] {
  const inputs = new Set(found.flatMap(({ inputSha256 }) => inputSha256 ?? []));
  const families = new Set(
    found.flatMap(({ release: { settings } }) => (settings === undefined ? [] : [familyOf(String(settings.method))])),
  );
  return [...(inputs.size > 1 ? ['inputs' as const] : []), ...(families.size > 1 ? ['families' as const] : [])];
}

const notes: Readonly<Record<Comparison['apart'][number], string>> = besideWords.en.compare.apart;

const familyOf = (method: string): Family => familyOfMethod(method) ?? 'series';

/** A JSON object nobody vouches for. */
type Report = Readonly<Record<string, unknown>>;

function readJson(path: string): Report | undefined {
  if (!isPlainFile(path)) return undefined;
  try {
    return asObject(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}

const objectIn = (report: Report | undefined, name: string): Report | undefined => asObject(report?.[name]);

const asObject = (value: unknown): Report | undefined =>
  typeof value === 'object' && value !== null ? (value as Report) : undefined;
