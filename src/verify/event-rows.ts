import { lstat } from 'node:fs/promises';
import type { EventsManifest } from '../release/manifest.ts';
import type { CellBreach } from './cell-breaches.ts';
import { subjectCheck } from './cell-checks.ts';
import { checkCellsIn } from './cells.ts';
import { eventsCensus } from './census.ts';
import type { CombinationBreach } from './combination-breaches.ts';
import { type Combinations, readCombinations } from './combinations.ts';
import { type Counter, Unreadable } from './counter.ts';
import { checkLinkedEvents, eventCellCheck } from './event-coarseness.ts';
import {
  compareRows,
  type Evidence,
  type EvidenceForm,
  type EvidencePlace,
  evidenceIn,
  rowName,
  withEvidence,
} from './evidence.ts';
import type { EvidenceBreach } from './evidence-breaches.ts';
import type { DataFindings } from './findings.ts';
import { firstRow } from './first-row.ts';
import { foldColumn, isNormal } from './folded-text.ts';
import { csvHeader } from './header.ts';
import { type Combined, judgeCombinations } from './judge-combinations.ts';
import { list } from './layout.ts';
import { numberingBreach } from './numbering.ts';
import { checkRowCount } from './row-count.ts';
import { parquetHeader, type Source, type SourceColumn } from './source.ts';

/**
 * Rows of an event log: no empty cell, ids that mean nothing, and k distinct subjects in every published combination. Where the published id
 * is not the subject, rows or ids are counted, of which k are necessary, and the subjects in the evidence beside the release, where it is.
 */
export async function checkEventRows(
  counter: Counter,
  source: Source,
  manifest: EventsManifest,
  folder: string,
  stage: 'written' | 'published',
  census = false,
): Promise<DataFindings> {
  const { data, pseudonym } = manifest;
  const quasi = source.columns.filter(({ declared }) => declared.role === 'quasi');
  const subject = source.columns.find(({ declared }) => declared.role === 'subject');
  const log: Log = { source, quasi, subject, file: data.file, k: manifest.promises.k };
  const normal = isNormal(manifest);
  const own = normal && pseudonym === 'keep' && subject !== undefined ? await foldColumn(counter, source, subject) : source;
  const open = await readCombinations(counter, own, quasi, subject && { column: subject, fault: subjectCheck(subject).fault });
  const checks = quasi.map((column) => eventCellCheck(column, manifest));
  const cells = await checkCellsIn(counter, source, 'combinations', checks, data.file);
  const ids = subject === undefined ? [] : await checkIds(counter, own, subject, open, data.file);
  const linked =
    pseudonym === 'rotate' && subject !== undefined ? await checkLinkedEvents(counter, { ...log, subject }, manifest) : [];
  const named = pseudonym === 'random' || pseudonym === 'keep';
  const seen = await judgeCombinations(counter, log, open, named ? 'subjects' : subject === undefined ? 'rows' : 'ids');
  const found = [...checkRowCount(open.rows, data), ...cells, ...ids, ...linked];
  const counted = async () => (census ? { census: await eventsCensus(counter, quasi) } : {}); // of the subjects, where evidence names them

  const place = await evidenceIn(folder, manifest);
  const tellsSubjects = place.there && !(named && (await tellsRowsAlone(counter, place)));
  if (!tellsSubjects) {
    const missing: EvidenceBreach[] = named || stage === 'published' ? [] : [{ kind: 'evidence-missing', file: place.file }];
    return { ...seen, breaches: [...found, ...seen.breaches, ...missing], ...(await counted()) };
  }
  const proved = await withEvidence(counter, place, formOf(counter, log, normal), (evidence) =>
    judgedByEvidence(counter, log, evidence, open.rows),
  );
  if ('length' in proved) return { ...seen, breaches: [...found, ...seen.breaches, ...proved] };
  return { ...proved, breaches: [...found, ...proved.breaches], ...(await counted()) };
}

/** Where the id names the subject, evidence need only say which row of the input each event was. */
async function tellsRowsAlone(counter: Counter, { path, format }: EvidencePlace): Promise<boolean> {
  try {
    if (!(await lstat(path)).isFile()) return false;
    const names = format === 'csv' ? await csvHeader(path, ';') : await parquetHeader(counter, path);
    return names?.length === 1 && names[0] === rowName;
  } catch (error) {
    if (error instanceof Unreadable) return false; // whoever reads on says so
    throw error;
  }
}

interface Log extends Combined {
  readonly subject: SourceColumn | undefined;
}

const formOf = (counter: Counter, { source }: Log, normal: boolean): EvidenceForm => ({
  columns: source.columns.map(({ declared }) => declared),
  delimiter: ';',
  rowNumbers: true,
  normal,
  compare: (evidence) => compareRows(counter, source, evidence),
});

async function judgedByEvidence(
  counter: Counter,
  log: Log,
  evidence: Evidence,
  rows: number,
): Promise<DataFindings | readonly EvidenceBreach[]> {
  const { quasi, subject } = log;
  const counts = await readCombinations(counter, evidence.source, quasi, { column: evidence.subject, fault: 'NULL' });
  if (counts.rows !== rows) return [{ kind: 'evidence-differs', file: evidence.file, rows: Math.abs(counts.rows - rows) }]; // more rows, of nothing
  const { breaches: small, ...findings } = await judgeCombinations(counter, log, counts, 'subjects');
  const ambiguous = subject === undefined ? [] : await checkPseudonyms(counter, log, evidence, subject);
  return { ...findings, breaches: [...small, ...ambiguous] };
}

/** One id, one subject. The other way round an id may change, and does where it rotates. */
async function checkPseudonyms(
  counter: Counter,
  { source, file }: Log,
  evidence: Evidence,
  id: SourceColumn,
): Promise<readonly CombinationBreach[]> {
  const pairs = `SELECT DISTINCT ${list([id, evidence.subject])} FROM ${evidence.source.table}`;
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE ambiguous AS SELECT ${id.sql} FROM (${pairs}) GROUP BY ${id.sql} HAVING count(*) > 1`,
  );
  const [ids] = await counter.numbers('SELECT count(*) FROM ambiguous');
  if (ids === 0) return [];
  const row = await firstRow(counter, source, [id], 'SELECT * FROM ambiguous');
  return [{ kind: 'ambiguous-pseudonym', file, ids, ...(row === undefined ? {} : { row }) }];
}

/** Sound ids are the numbers from 1 on, none left out; ids that were kept are anything. */
async function checkIds(
  counter: Counter,
  source: Source,
  subject: SourceColumn,
  { faults, subjects = 0, largest }: Combinations,
  file: string,
): Promise<readonly CellBreach[]> {
  const { name, kind } = subject.declared;
  if (faults === 0) return kind === 'id' ? numberingBreach({ count: subjects, largest }, { file, column: name }) : [];
  const cells = `(SELECT ${subject.sql}, count(*) AS n FROM ${source.table} GROUP BY ALL)`;
  return checkCellsIn(counter, source, cells, [subjectCheck(subject)], file);
}
