import type { KeyObject } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { type Counter, type Counting, sumOfKnown, Unreadable } from '../base/counting.ts';
import { Refusal } from '../base/problem.ts';
import type { OnProgress } from '../base/progress.ts';
import { ok, type Result, refused } from '../base/result.ts';
import { dataFilesOf } from '../release/data-files.ts';
import type { Manifest } from '../release/manifest.ts';
import { isObject } from '../release/rules.ts';
import { checkArrow } from './arrow-beside.ts';
import type { Breach } from './breaches.ts';
import type { Census, ShownBands } from './census.ts';
import { checksOf } from './checks.ts';
import { withCounter } from './counter.ts';
import { createCsvShape } from './csv-shape.ts';
import { checkData, type RowJudge } from './data.ts';
import { checkDeclarations, checkPromises } from './declarations.ts';
import { checkDescriptions } from './descriptions.ts';
import { checkEventDeclarations } from './events/event-declarations.ts';
import { openEventLines } from './events/event-line-thread.ts';
import { eventLineForm, hasPlainEvents } from './events/event-lines.ts';
import { checkEventRows } from './events/event-rows.ts';
import type { DataFindings } from './findings.ts';
import { checkFolder } from './folder.ts';
import { tellNote, type VerdictNote } from './notes.ts';
import type { Original } from './original.ts';
import { checkParts } from './parts.ts';
import { cannotRead, changedMeanwhile, noPopulation, notTheOriginal } from './problems.ts';
import { fingerprint, watchFiles } from './read-file.ts';
import { readManifest } from './read-manifest.ts';
import type { ReportBreach } from './report-breaches.ts';
import { checkReports, type DrawPage, readReport, type ToldReport } from './reports.ts';
import type { Classes } from './series/classes.ts';
import { hasPlainLines } from './series/line-classes.ts';
import { openLines } from './series/line-threads.ts';
import { checkSeriesRows } from './series/series-rows.ts';
import { checkSignature, signatureCheck } from './signature.ts';
import { delimiterOf } from './source.ts';
import type { Population } from './table/population.ts';
import { unprovedOf } from './table/table-checks.ts';
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
  /** The table of all among whom the subjects are: what is promised against it is then proved again. */
  readonly population?: Population | undefined;
  /** The digits that noise on counts was made with: each count is then proved to be the one its subjects owe. */
  readonly noiseKey?: string | undefined;
  /** Whose signature the manifest must bear: the public key. */
  readonly signer?: KeyObject | undefined;
  /** Loads what draws report.html from report.json, to compare the page; it is asked only where there is one. */
  readonly drawing?: () => Promise<DrawPage>;
  /** Threads that may read beside this one; all cores where it says nothing. */
  readonly threads?: number | undefined;
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
  {
    stage = 'published',
    atLeast = {},
    onProgress,
    original,
    population,
    census = false,
    noiseKey,
    signer,
    drawing,
    threads = availableParallelism(),
    signal,
  }: VerifyOptions,
): Promise<CountedVerdict> {
  const manifest = await readManifest(folder);
  if ('length' in manifest) return verdict(manifest, undefined, checksOf(undefined));
  if (population !== undefined && stage === 'published' && !promisesPopulation(manifest)) throw new Refusal(noPopulation());
  const { breaches: inFolder, present } = await checkFolder(folder, manifest);
  const signature = await checkSignature(folder, signer);
  const declarations = declarationsOf(manifest);
  const names = manifest.data.parts?.map(({ name }) => name) ?? [manifest.data.file];
  const readable = declarations.length === 0 && names.every((name) => present.has(name));

  const report = stage === 'published' ? await readReport(folder, present) : undefined;
  const told = report === undefined || isBreach(report) ? undefined : report;
  const sizes = census || told !== undefined;

  const meter = verdictMeter(manifest, original !== undefined, onProgress);
  const shapes = new Map(
    names.map((name) => [name, createCsvShape(name, mayEndEmpty(manifest), delimiterOf(manifest))] as const),
  );
  const lines = readable && hasPlainLines(manifest) ? openLines(threads, bytesOf(manifest)) : undefined;
  const events =
    readable && manifest.method === 'events' && hasPlainEvents(manifest)
      ? openEventLines(threads, bytesOf(manifest), eventLineForm(manifest, bytesOf(manifest)))
      : undefined;
  const look = (piece: Buffer, name: string) => {
    signal?.throwIfAborted();
    if (manifest.data.format === 'csv') shapes.get(name)?.take(piece);
    meter.look(piece.length);
    if (name !== manifest.data.file) return undefined;
    return events === undefined ? lines?.take(piece) : events.take(piece);
  };
  const beside = [original, population].filter((table) => table !== undefined);
  const readData = async () => {
    const inFiles = await checkFiles(folder, manifest, present, look);
    const read = await events?.end();
    const inData: DataFindings = readable
      ? await withCounter(
          counting,
          { bytes: sumOfKnown([bytesOf(manifest), ...beside.map(({ bytes }) => bytes)]), onShare: onProgress && meter.share },
          async (lent) => {
            const counter = meter.watch(lent);
            const plain = original === undefined ? undefined : await readOriginal(counter, original);
            const judge: RowJudge = (source) => {
              const besides = { folder, stage, original: plain, noiseKey, population, census: sizes };
              if (manifest.method === 'events') return checkEventRows(counter, source, manifest, { ...besides, lines: read });
              if (manifest.method === 'kaca') return checkTableRows(counter, source, manifest, besides);
              return checkSeriesRows(counter, source, manifest, { ...besides, census: shownIn(told) ?? sizes });
            };
            const files = [...shapes].map(([name, shape]) => ({
              name,
              path: join(folder, name),
              shape: shape.end(),
              lines: lines?.ask,
            }));
            return checkData(counter, files, manifest, judge);
          },
        )
      : { breaches: [] };
    return { inFiles, inData };
  };
  const { inFiles, inData } = await readData().finally(() => Promise.all([lines?.close(), events?.close()]));
  const sound: Breach[] = [
    ...checkPromises(manifest, stage, atLeast),
    ...checkWording(manifest),
    ...(original === undefined ? [] : checkDropped(manifest, original)),
    ...declarations,
    ...inFolder,
    ...checkParts(manifest.data),
    ...signature.breaches,
    ...inFiles,
    ...inData.breaches,
  ];
  if (sound.length === 0) sound.push(...(await checkArrow(folder, manifest))); // beside rows that hold: else all would differ
  const inReports =
    told === undefined || sound.length > 0
      ? { breaches: sound.length === 0 && report !== undefined && isBreach(report) ? [report] : [], notes: [] }
      : await checkReports(folder, told, { manifest, found: inData, present }, drawing); // beside data that holds: else all would differ
  meter.end();
  const inDescriptions =
    stage === 'published' && sound.length + inReports.breaches.length === 0
      ? await checkDescriptions(folder, manifest, told)
      : [];
  const notes = [
    ...(inData.classes === undefined ? [] : unprovedOf(manifest, inData.population)),
    ...inReports.notes,
    ...signature.notes,
  ];
  const checks = [...checksOf(manifest, inData), ...(signer === undefined ? [] : [signatureCheck])];
  const found = verdict([...sound, ...inReports.breaches, ...inDescriptions], inData.classes, checks, notes);
  return inData.census === undefined || !census ? found : { ...found, census: inData.census };
}

const promisesPopulation = ({ promises }: Manifest): boolean => 'population' in promises;

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
  return isObject(sections) && 'bands' in sections ? (sections as unknown as ShownBands) : undefined; // as the rules left them
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

/** The same verdict, and what else could not be looked at. */
export const withNote = (found: Verdict, note: VerdictNote): Verdict => ({
  ...found,
  notes: [...found.notes, tellNote(note)],
  toldNotes: [...found.toldNotes, note],
});

const bytesOf = (manifest: Manifest): number => dataFilesOf(manifest).reduce((sum, { bytes }) => sum + bytes, 0);

async function checkFiles(
  folder: string,
  { files: beside, data }: Manifest,
  present: ReadonlySet<string>,
  look: (piece: Buffer, name: string) => Promise<void> | undefined,
) {
  const breaches: Breach[] = [];
  const files = [...beside, ...(data.parts ?? [])];
  for (const [i, { name, sha256, bytes }] of files.entries()) {
    if (!present.has(name) || files.findIndex((file) => file.name === name) < i) continue;
    const found = await fingerprint(join(folder, name), (piece) => look(piece, name));
    if (found.bytes !== bytes) breaches.push({ kind: 'wrong-size', file: name, declared: bytes, found: found.bytes });
    else if (found.sha256 !== sha256) breaches.push({ kind: 'wrong-hash', file: name });
  }
  return breaches;
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException & { code: string } =>
  error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
