import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Counter, type Counting, Unreadable } from '../base/counting.ts';
import { Refusal } from '../base/problem.ts';
import type { OnProgress } from '../base/progress.ts';
import { ok, type Result, refused } from '../base/result.ts';
import type { Manifest } from '../release/manifest.ts';
import type { Breach } from './breaches.ts';
import type { Census, ShownBands } from './census.ts';
import { checksOf } from './checks.ts';
import { withCounter } from './counter.ts';
import { createCsvShape } from './csv-shape.ts';
import { checkData, type RowJudge } from './data.ts';
import { checkDeclarations, checkPromises } from './declarations.ts';
import { checkEventDeclarations } from './events/event-declarations.ts';
import { checkEventRows } from './events/event-rows.ts';
import type { DataFindings } from './findings.ts';
import { checkFolder } from './folder.ts';
import { tellNote, type VerdictNote } from './notes.ts';
import type { Original } from './original.ts';
import { cannotRead, changedMeanwhile, notTheOriginal } from './problems.ts';
import { fingerprint, watchFiles } from './read-file.ts';
import { readManifest } from './read-manifest.ts';
import type { ReportBreach } from './report-breaches.ts';
import { checkReports, type DrawPage, readReport, type ToldReport } from './reports.ts';
import type { Classes } from './series/classes.ts';
import { checkSeriesRows } from './series/series-rows.ts';
import { delimiterOf } from './source.ts';
import { checkTableDeclarations } from './table/table-declarations.ts';
import { checkTableRows } from './table/table-rows.ts';
import { verdictMeter } from './verdict-meter.ts';
import { checkDropped, checkWording } from './wording.ts';
import { misreadValues, plainOriginal } from './written-cells.ts';

export interface VerifyOptions {
  /** `written`: the bytes are there, verdict and reports not yet. */
  readonly stage?: 'written' | 'published';
  /** What the caller requires, whatever the release promises. */
  readonly atLeast?: { readonly k?: number; readonly p?: number; readonly l?: number };
  readonly onProgress?: OnProgress;
  /** Whether to tell how large classes are, for the report. */
  readonly census?: boolean;
  /** The table the release was made from: what is published of each record is then proved true of it. */
  readonly original?: Original;
  /** The digits that noise on counts was made with: each count is then proved to be the one its subjects owe. */
  readonly noiseKey?: string | undefined;
  /** Loads what draws report.html from report.json, to compare the page; it is asked only where there is one. */
  readonly drawing?: () => Promise<DrawPage>;
  /** Once it is aborted there is no verdict: it throws. */
  readonly signal?: AbortSignal | undefined;
}

/** Whether a release keeps its promises, and what was found. */
export interface Verdict extends Classes {
  readonly holds: boolean;
  /** The promises that were looked at, in plain English. */
  readonly checks: readonly string[];
  readonly breaches: readonly Breach[];
  /** What could not be looked at, in plain English. */
  readonly notes: readonly string[];
  /** The same by code. */
  readonly toldNotes: readonly VerdictNote[];
}

/** A verdict with how large classes are, where that was asked for. */
export interface CountedVerdict extends Verdict {
  readonly census?: Census;
}

/** Re-derives every promise of a release from its files alone. Whatever is wrong with them is a breach; it refuses only what it cannot read. */
export async function verifyRelease(
  folder: string,
  counting: Counting,
  options: VerifyOptions = {},
): Promise<Result<CountedVerdict>> {
  try {
    const changedFile = await watchFiles(await judgedFiles(resolve(folder)));
    const found = await verdictOn(resolve(folder), counting, options);
    options.signal?.throwIfAborted();
    const changed = await changedFile();
    return changed === undefined ? ok(found) : refused(changedMeanwhile(changed));
  } catch (error) {
    if (error instanceof Refusal) return refused(...error.problems);
    if (isSystemError(error)) return refused(cannotRead(folder, error.code));
    throw error;
  }
}

/** All that lies in a release and is read to judge it. */
async function judgedFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return [...names.filter((name) => name !== 'internal'), 'internal/evidence.csv', 'internal/evidence.parquet'].map((name) =>
    join(folder, name),
  );
}

async function verdictOn(
  folder: string,
  counting: Counting,
  { stage = 'published', atLeast = {}, onProgress, original, census = false, noiseKey, drawing, signal }: VerifyOptions,
): Promise<CountedVerdict> {
  const manifest = await readManifest(folder);
  if ('length' in manifest) return verdict(manifest, undefined, checksOf(undefined));
  const { breaches: inFolder, present } = await checkFolder(folder, manifest);
  const declarations = declarationsOf(manifest);
  const readable = declarations.length === 0 && present.has(manifest.data.file);

  const report = stage === 'published' ? await readReport(folder, present) : undefined;
  const told = report === undefined || isBreach(report) ? undefined : report;
  const sizes = census || told !== undefined;

  const meter = verdictMeter(manifest, original !== undefined, onProgress);
  const shape = createCsvShape(manifest.data.file, mayEndEmpty(manifest), delimiterOf(manifest));
  const look = (piece: Buffer, isData: boolean) => {
    signal?.throwIfAborted();
    if (isData) shape.take(piece);
    meter.look(piece.length);
  };
  const inFiles = await checkFiles(folder, manifest, present, look);
  const path = join(folder, manifest.data.file);
  const inData: DataFindings = readable
    ? await withCounter(
        counting,
        { path: original === undefined ? path : undefined, onShare: onProgress && meter.share },
        async (lent) => {
          const counter = meter.watch(lent);
          const plain = original === undefined ? undefined : await readOriginal(counter, original);
          const judge: RowJudge = (source) => {
            const beside = { folder, stage, original: plain, noiseKey, census: sizes };
            if (manifest.method === 'events') return checkEventRows(counter, source, manifest, beside);
            if (manifest.method === 'kaca') return checkTableRows(counter, source, manifest, beside);
            return checkSeriesRows(counter, source, manifest, { ...beside, census: shownIn(told) ?? sizes });
          };
          return checkData(counter, { path, shape: shape.end() }, manifest, judge);
        },
      )
    : { breaches: [] };
  const sound = [
    ...checkPromises(manifest, stage, atLeast),
    ...checkWording(manifest),
    ...(original === undefined ? [] : checkDropped(manifest, original)),
    ...declarations,
    ...inFolder,
    ...inFiles,
    ...inData.breaches,
  ];
  const inReports =
    told === undefined || sound.length > 0
      ? { breaches: sound.length === 0 && report !== undefined && isBreach(report) ? [report] : [], notes: [] }
      : await checkReports(folder, told, { manifest, found: inData, present }, drawing); // beside data that holds: else all would differ
  meter.end();
  const found = verdict([...sound, ...inReports.breaches], inData.classes, checksOf(manifest, inData), inReports.notes);
  return inData.census === undefined || !census ? found : { ...found, census: inData.census };
}

/** The original with its cells in plain form; refused where another way to read it gives other values. */
async function readOriginal(counter: Counter, original: Original): Promise<Original> {
  try {
    if ((await misreadValues(counter, original)) > 0)
      throw new Refusal(notTheOriginal(original.name, 'its values, as they are written, are not those at its instants'));
    return original.long === undefined ? await plainOriginal(counter, original) : original;
  } catch (error) {
    if (error instanceof Unreadable) throw new Refusal(notTheOriginal(original.name, 'it cannot be read to its end'));
    throw error;
  }
}

const isBreach = (report: ToldReport | ReportBreach): report is ReportBreach => 'kind' in report;

/** The bands that a report shows; only series have some. */
function shownIn(report: ToldReport | undefined): ShownBands | undefined {
  const sections = report?.sections;
  return typeof sections === 'object' && sections !== null && 'bands' in sections
    ? (sections as unknown as ShownBands)
    : undefined; // as the rules left them
}

/** Roles whose cells are published as they are, or are left blank by a rule. */
const mayBeEmpty: ReadonlySet<string> = new Set(['sensitive', 'kept', 'mean']);

/** Whether the last cell of a row may be empty: curves are blank only as means. */
function mayEndEmpty(manifest: Manifest): boolean {
  const role = manifest.columns.at(-1)?.role ?? '';
  return mayBeEmpty.has(role) || (role === 'curve' && 'curve' in manifest);
}

function declarationsOf(manifest: Manifest): readonly Breach[] {
  if (manifest.method === 'kaca') return checkTableDeclarations(manifest);
  return manifest.method === 'events' ? checkEventDeclarations(manifest) : checkDeclarations(manifest);
}

const verdict = (
  breaches: readonly Breach[],
  classes: Classes | undefined,
  checks: readonly string[],
  toldNotes: readonly VerdictNote[] = [],
): Verdict => ({
  holds: breaches.length === 0 && classes !== undefined,
  ...(classes ?? { rows: 0, groups: 0, leaves: 0, smallestGroup: 0, smallestLeaf: 0 }),
  checks,
  breaches,
  notes: toldNotes.map(tellNote),
  toldNotes,
});

async function checkFiles(
  folder: string,
  { files, data }: Manifest,
  present: ReadonlySet<string>,
  look: (piece: Buffer, isData: boolean) => void,
) {
  const breaches: Breach[] = [];
  for (const [i, { name, sha256, bytes }] of files.entries()) {
    if (!present.has(name) || files.findIndex((file) => file.name === name) < i) continue;
    const isData = name === data.file && data.format === 'csv';
    const found = await fingerprint(join(folder, name), (piece) => look(piece, isData));
    if (found.bytes !== bytes) breaches.push({ kind: 'wrong-size', file: name, declared: bytes, found: found.bytes });
    else if (found.sha256 !== sha256) breaches.push({ kind: 'wrong-hash', file: name });
  }
  return breaches;
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException & { code: string } =>
  error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
