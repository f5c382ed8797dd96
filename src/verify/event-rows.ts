import type { EventsManifest } from '../release/manifest.ts';
import { emptyCheck, subjectCheck } from './cell-checks.ts';
import { checkCellsIn } from './cells.ts';
import { eventsCensus } from './census.ts';
import type { CombinationBreach, Counted } from './combination-breaches.ts';
import { type Combinations, readCombinations } from './combinations.ts';
import type { Counter } from './counter.ts';
import { type EvidencePlace, evidenceIn, withEvidence } from './evidence.ts';
import type { EvidenceBreach } from './evidence-breaches.ts';
import type { DataFindings } from './findings.ts';
import { firstRow } from './first-row.ts';
import { list } from './layout.ts';
import { checkRowCount } from './row-count.ts';
import type { Source, SourceColumn } from './source.ts';

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
  const log: Log = { source, quasi, subject, manifest, census };
  const open = await readCombinations(counter, source, quasi, subject && { column: subject, fault: subjectCheck(subject).fault });
  const cells = await checkCellsIn(counter, source, 'combinations', quasi.map(emptyCheck), data.file);
  const ids = open.faults > 0 && subject !== undefined ? await checkIds(counter, source, subject, data.file) : [];
  const named = pseudonym === 'random' || pseudonym === 'keep';
  const seen = await judged(counter, log, open, named ? 'subjects' : subject === undefined ? 'rows' : 'ids');
  const found = [...checkRowCount(open.rows, data), ...cells, ...ids];

  const place = await evidenceIn(folder, manifest);
  if (!place.there) {
    const missing: EvidenceBreach[] = named || stage === 'published' ? [] : [{ kind: 'evidence-missing', file: place.file }];
    return { ...seen, breaches: [...found, ...seen.breaches, ...missing] };
  }
  const proved = await withEvidence(counter, place, source, manifest, (evidence) =>
    judgedByEvidence(counter, log, evidence, place, open.rows),
  );
  if ('length' in proved) return { ...seen, breaches: [...found, ...seen.breaches, ...proved] };
  return { ...proved, breaches: [...found, ...proved.breaches] };
}

interface Log {
  readonly source: Source;
  readonly quasi: readonly SourceColumn[];
  readonly subject: SourceColumn | undefined;
  readonly manifest: EventsManifest;
  readonly census: boolean;
}

/** The classes that the table `combinations` holds, against k. */
async function judged(
  counter: Counter,
  { source, quasi, manifest, census }: Log,
  { rows, combinations, subjects }: Combinations,
  counted: Counted,
): Promise<DataFindings> {
  const { k } = manifest.promises;
  const [smallest, small] = await counter.numbers(`SELECT coalesce(min(size), 0), count_if(size < ${k}) FROM combinations`);
  const breaches: CombinationBreach[] = [];
  if (small > 0) {
    const row = await firstRow(counter, source, quasi, `SELECT ${list(quasi)} FROM combinations WHERE size < ${k}`);
    const at = { file: manifest.data.file, ...(row === undefined ? {} : { row }) };
    breaches.push({ kind: 'small-combination', combinations: small, smallest, k, counted, ...at });
  }
  const classes = {
    rows,
    groups: combinations,
    leaves: combinations,
    smallestGroup: smallest,
    smallestLeaf: smallest,
    ...(counted === 'subjects' && subjects !== undefined ? { subjects } : {}),
  };
  return { breaches, classes, counted, ...(census ? { census: await eventsCensus(counter, quasi) } : {}) };
}

async function judgedByEvidence(
  counter: Counter,
  log: Log,
  evidence: Source,
  { file }: EvidencePlace,
  rows: number,
): Promise<DataFindings | readonly EvidenceBreach[]> {
  const { source, quasi, subject } = log;
  const person = evidence.columns[source.columns.length];
  const counts = await readCombinations(counter, evidence, quasi, { column: person, fault: 'NULL' });
  if (counts.rows !== rows) return [{ kind: 'evidence-differs', file, rows: Math.abs(counts.rows - rows) }]; // more rows, of nothing
  const { breaches: small, ...findings } = await judged(counter, log, counts, 'subjects');
  const ambiguous = subject === undefined ? [] : await checkPseudonyms(counter, log, evidence, subject, person);
  return { ...findings, breaches: [...small, ...ambiguous] };
}

/** One id, one subject. The other way round an id may change, and does where it rotates. */
async function checkPseudonyms(
  counter: Counter,
  { source, manifest }: Log,
  evidence: Source,
  id: SourceColumn,
  person: SourceColumn,
): Promise<readonly CombinationBreach[]> {
  const pairs = `SELECT DISTINCT ${list([id, person])} FROM ${evidence.table}`;
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE ambiguous AS SELECT ${id.sql} FROM (${pairs}) GROUP BY ${id.sql} HAVING count(*) > 1`,
  );
  const [ids] = await counter.numbers('SELECT count(*) FROM ambiguous');
  if (ids === 0) return [];
  const row = await firstRow(counter, source, [id], 'SELECT * FROM ambiguous');
  return [{ kind: 'ambiguous-pseudonym', file: manifest.data.file, ids, ...(row === undefined ? {} : { row }) }];
}

const checkIds = (counter: Counter, source: Source, subject: SourceColumn, file: string) =>
  checkCellsIn(
    counter,
    source,
    `(SELECT ${subject.sql}, count(*) AS n FROM ${source.table} GROUP BY ALL)`,
    [subjectCheck(subject)],
    file,
  );
