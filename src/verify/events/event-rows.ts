import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Counter, Unreadable } from '../../base/counting.ts';
import { Refusal } from '../../base/problem.ts';
import type { EventsManifest } from '../../release/manifest.ts';
import type { Breach } from '../breaches.ts';
import type { CellBreach } from '../cell-breaches.ts';
import { subjectCheck } from '../cell-checks.ts';
import { eventsCensus } from '../census.ts';
import {
  compareRows,
  type Evidence,
  type EvidenceForm,
  type EvidencePlace,
  evidenceIn,
  rowName,
  withEvidence,
} from '../evidence.ts';
import type { EvidenceBreach } from '../evidence-breaches.ts';
import type { DataFindings } from '../findings.ts';
import { firstRow } from '../first-row.ts';
import { foldColumn, isNormal } from '../folded-text.ts';
import { csvHeader } from '../header.ts';
import { list } from '../layout.ts';
import { numberingBreach } from '../numbering.ts';
import type { Original } from '../original.ts';
import { noRowNumbers } from '../problems.ts';
import { checkRowCount } from '../row-count.ts';
import type { RowsCase } from '../rows-case.ts';
import { checkCellsIn } from '../series/cells.ts';
import { csvSource, parquetHeader, parquetOf, parquetTypes, type Source, type SourceColumn } from '../source.ts';
import { fastThenSure } from '../two-readings.ts';
import type { CombinationBreach } from './combination-breaches.ts';
import { type Combinations, readCombinations } from './combinations.ts';
import { checkLinkedEvents, eventCellCheck } from './event-coarseness.ts';
import { countLines, type EventLines } from './event-lines.ts';
import type { EventLog } from './event-log.ts';
import { checkEventOriginal, type EventEvidence } from './event-original.ts';
import { combinationsHeld, holdCells } from './held-cells.ts';
import { judgeCombinations } from './judge-combinations.ts';
import { linksEvents } from './link-window.ts';
import { proveLinkedRelease } from './linked-release.ts';
import { checkLinkedRows, checkLinkedSets } from './linked-sets.ts';
import { checkMembers } from './party-members.ts';
import { checkXes } from './xes-beside.ts';

/**
 * Rows of an event log: no empty cell, ids that mean nothing, and k distinct subjects in every published combination. Where the published id
 * is not the subject, rows or ids are counted, of which k are necessary, and the subjects in the evidence beside the release, where it is.
 */
export async function checkEventRows(
  counter: Counter,
  source: Source,
  manifest: EventsManifest,
  { folder, stage, census, original, lines }: RowsCase,
): Promise<DataFindings> {
  const place = await evidenceIn(folder, manifest);
  if (original !== undefined && !place.there) throw new Refusal(noRowNumbers(place.file));
  const { data, pseudonym, promises } = manifest;
  const also = promises.alsoProtect;
  const quasi = source.columns.filter(({ declared }) => declared.role === 'quasi');
  const subject = source.columns.find(({ declared }) => declared.role === 'subject');
  const log: EventLog = { source, quasi, subject, file: data.file, k: manifest.promises.k };
  const released = data.format === 'csv' && data.parts === undefined && also === undefined ? join(folder, data.file) : undefined;
  const checks = quasi.map((column) => eventCellCheck(column, manifest));
  const takeCensus = async (rows?: EventLines) =>
    census ? { census: { ...(await eventsCensus(counter, quasi)), ...(rows && { rows }) } } : {}; // of the subjects, where evidence names them
  if (place.there && original === undefined) {
    const proved = await proveLinkedRelease(counter, log, manifest, { released, place });
    if (proved !== undefined) {
      const cells = await checkCellsIn(counter, { source, table: 'combinations', file: data.file }, checks);
      const seen = await judgeCombinations(counter, log, proved, 'subjects');
      const found = [...checkRowCount(proved.rows, data), ...(await checkXes(folder, manifest)), ...cells];
      return { ...seen, breaches: [...found, ...seen.breaches], ...(await takeCensus(proved.lines)) };
    }
  }
  const normal = isNormal(manifest);
  const own = normal && pseudonym === 'keep' && subject !== undefined ? await foldColumn(counter, source, subject) : source;
  const who = subject && { column: subject, fault: subjectCheck(subject).fault };
  const links = place.there && linksEvents(manifest); // then subjects are counted in the evidence, and ids only where that proves nothing
  const counted = lines && (await countLines(counter, lines, quasi));
  const open = counted ?? (await readCombinations(counter, own, { quasi, who, sizes: !links }));
  const cells = await checkCellsIn(counter, { source, table: 'combinations', file: data.file }, checks);
  const ids = subject === undefined ? [] : await checkIds(counter, { ...log, source: own, subject }, open);
  const linked = subject === undefined ? [] : await checkLinks(counter, { ...log, subject }, manifest, place.there);
  const named = pseudonym === 'random' || pseudonym === 'keep';
  const judge = (counts: Combinations) =>
    judgeCombinations(counter, log, counts, named ? 'subjects' : subject === undefined ? 'rows' : 'ids');
  const found = [...checkRowCount(open.rows, data), ...(await checkXes(folder, manifest)), ...cells, ...ids, ...linked];

  const rowsAlone = place.there && named && also === undefined && (await tellsRowsAlone(counter, place));
  if (!place.there || rowsAlone) {
    const seen = await judge(open);
    const missing: EvidenceBreach[] =
      (named && also === undefined) || stage === 'published' ? [] : [{ kind: 'evidence-missing', file: place.file }];
    const rows = counted && lines;
    const findings = { ...seen, breaches: [...found, ...seen.breaches, ...missing], ...(await takeCensus(rows)) };
    return compareOriginal(findings, original, (given) =>
      withRowNumbers(counter, place, (evidence) => checkEventOriginal(counter, log, manifest, { evidence, original: given })),
    );
  }
  const form = { ...formOf(counter, log, normal, also !== undefined), released };
  const proved = await withEvidence(counter, place, form, async (evidence) => {
    const judged = await judgeByEvidence(counter, log, manifest, { evidence, rows: open.rows });
    if ('length' in judged) return judged;
    const findings = { ...judged, breaches: [...found, ...judged.breaches], ...(await takeCensus()) };
    return compareOriginal(findings, original, (given) => {
      const { row, subject: who } = evidence;
      if (row === undefined) throw new Refusal(noRowNumbers(place.file));
      return checkEventOriginal(counter, log, manifest, { evidence: { ...evidence, row, subject: who }, original: given });
    });
  });
  if (!('length' in proved)) return proved;
  const seen = await judge(await readCombinations(counter, own, { quasi, who })); // evidence that proves nothing may have filled `combinations`
  return { ...seen, breaches: [...found, ...seen.breaches, ...proved] };
}

/** What an id that passes may tie together; who shares it is for the evidence to say, where there is some. */
async function checkLinks(
  counter: Counter,
  log: EventLog & { readonly subject: SourceColumn },
  manifest: EventsManifest,
  evidence: boolean,
): Promise<readonly CombinationBreach[]> {
  if (manifest.pseudonym === 'rotate') return checkLinkedEvents(counter, log, manifest);
  if (!linksEvents(manifest) || evidence) return [];
  return checkLinkedRows(counter, log, manifest, { table: log.source.table, who: undefined });
}

/** Beside the original, where it is given and the release is sound by itself. */
async function compareOriginal(
  findings: DataFindings,
  original: Original | undefined,
  compare: (original: Original) => Promise<readonly Breach[]>,
): Promise<DataFindings> {
  if (original === undefined || findings.breaches.length > 0) return findings;
  return { ...findings, breaches: await compare(original), original: true };
}

/** Lends evidence of row numbers alone. */
async function withRowNumbers(
  counter: Counter,
  { path, format, file }: EvidencePlace,
  use: (evidence: EventEvidence) => Promise<readonly Breach[]>,
): Promise<readonly Breach[]> {
  const columns = [{ name: rowName, role: 'subject', kind: 'id' } as const];
  const lend = (source: Source) => use({ file, source, row: source.columns[0], subject: undefined });
  try {
    if (format === 'parquet') return await lend(parquetOf(path, columns, await parquetTypes(counter, path)));
    return await fastThenSure(false, (reading) => lend(csvSource(path, columns, ';', reading)));
  } catch (error) {
    if (error instanceof Unreadable) return [{ kind: 'evidence-unreadable', file }];
    throw error;
  }
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

const formOf = (counter: Counter, { source }: EventLog, normal: boolean, also: boolean): EvidenceForm => ({
  columns: [...source.columns.map(({ declared }) => declared), ...(also ? [otherColumn] : [])],
  delimiter: ';',
  rowNumbers: true,
  normal,
  compare: (evidence) => compareRows(counter, source, evidence),
});

async function judgeByEvidence(
  counter: Counter,
  log: EventLog,
  manifest: EventsManifest,
  { evidence, rows }: { readonly evidence: Evidence; readonly rows: number },
): Promise<DataFindings | readonly EvidenceBreach[]> {
  const { quasi, subject } = log;
  const linking = subject !== undefined && linksEvents(manifest) ? { ...log, subject } : undefined;
  const counts =
    linking === undefined
      ? await readCombinations(counter, evidence.source, { quasi, who: { column: evidence.subject, fault: 'NULL' } })
      : await readHeld(counter, linking, manifest, evidence);
  if (counts.rows !== rows) return [{ kind: 'evidence-differs', file: evidence.file, rows: Math.abs(counts.rows - rows) }]; // more rows, of nothing
  const { breaches: small, ...findings } = await judgeCombinations(counter, log, counts, 'subjects');
  const linked =
    linking !== undefined
      ? await checkLinkedSets(counter, linking, manifest, { named: true })
      : subject === undefined
        ? []
        : await checkPseudonyms(counter, log, evidence, subject);
  const others = manifest.promises.alsoProtect === undefined ? [] : await checkParty(counter, log, evidence);
  return { ...findings, breaches: [...small, ...linked, ...others] };
}

/** Reads the evidence once, for the subjects of a combination and for what a number holds: its cells were compared with those of the table `combinations`. */
async function readHeld(
  counter: Counter,
  log: EventLog & { readonly subject: SourceColumn },
  manifest: EventsManifest,
  { source: { table }, subject: { sql }, lines }: Evidence,
): Promise<Combinations> {
  const isFirst = log.source.columns[0] === log.subject;
  await holdCells(counter, log, manifest, {
    table,
    who: sql,
    combinations: 'combinations',
    whole: isFirst && lines?.numbered === true,
  });
  return combinationsHeld(counter, log.quasi);
}

/** The column of the evidence that names the second party; it never leaves. */
const otherColumn = { name: '_other', role: 'subject', kind: 'text' } as const;

/** k different members of the second party in every combination; who is nobody counts for none. */
async function checkParty(counter: Counter, log: EventLog, { source }: Evidence): Promise<readonly CombinationBreach[]> {
  const other = source.columns[log.source.columns.length].sql;
  return checkMembers(counter, log, { table: source.table, member: `nullif(trim(${other}), '')` });
}

/** One id, one subject. The other way round an id may change, and does where it rotates. */
async function checkPseudonyms(
  counter: Counter,
  { source, file }: EventLog,
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
  { source, subject, file }: EventLog & { readonly subject: SourceColumn },
  { faults, subjects = 0, largest }: Combinations,
): Promise<readonly CellBreach[]> {
  const { name, kind } = subject.declared;
  if (faults === 0) return kind === 'id' ? numberingBreach({ count: subjects, largest }, { file, column: name }) : [];
  const cells = `(SELECT ${subject.sql}, count(*) AS n FROM ${source.table} GROUP BY ALL)`;
  return checkCellsIn(counter, { source, table: cells, file }, [subjectCheck(subject)]);
}
