import { join } from 'node:path';
import type { Counter, LentTable } from '../../base/counting.ts';
import { invariant } from '../../base/problem.ts';
import { normalForm } from '../../frame/normal-form.ts';
import { dataFilesOf } from '../../release/data-files.ts';
import type { EventsManifest, Manifest } from '../../release/manifest.ts';
import { cells, name, scanOf } from '../table-file.ts';
import { type Members, membersOf } from './members.ts';

/** A release with what must stay of it, and where its subjects are named. */
export interface ReleaseAndSubjects {
  readonly folder: string;
  readonly manifest: Manifest;
  /** The column that names the subjects, and the table it was made from, read where the evidence has row numbers alone; none where each row is one. */
  readonly subject: { readonly column: string; readonly original: LentTable | undefined } | undefined;
  /** Of the input: rows that are subjects by themselves are known by their place in it. */
  readonly sha256: string;
}

/** Whether the evidence names the subjects of a release, so that its input need not be read again. */
export const namesSubjects = ({ method }: Manifest): boolean => method === 'kaca';

/**
 * Who stands in which published class, by the numbers of their rows in the original. A subject is known over releases by the normal form of
 * its id, however this one counts, and of a whole number without idle decimals; or, where rows are subjects, as the row of that very input.
 */
export async function classMembers(
  counter: Counter,
  { folder, manifest, subject: named, sha256 }: ReleaseAndSubjects,
  digest: (subject: string) => bigint,
): Promise<Members> {
  await counter.ask(`CREATE TEMP TABLE published AS ${publishedRows(folder, manifest)}`);
  await counter.ask(
    'CREATE TEMP TABLE classes AS SELECT row_number() OVER () - 1 AS class, label FROM (SELECT DISTINCT label FROM published)',
  );
  await counter.ask(
    `CREATE TEMP TABLE standing AS SELECT DISTINCT who, class FROM published JOIN classes USING (label) JOIN (${namedRows(manifest, named)}) USING (input)`,
  );
  await counter.ask(
    'CREATE TEMP TABLE subjects AS SELECT row_number() OVER () - 1 AS subject, who FROM (SELECT DISTINCT who FROM standing)',
  );
  const texts = await counter.ask('SELECT who FROM subjects ORDER BY subject');
  const [subject, classes] = await counter.columns(
    'SELECT CAST(subject AS UINTEGER), CAST(class AS UINTEGER) FROM standing JOIN subjects USING (who)',
    2,
  );
  const form =
    named === undefined ? (row: string) => `row ${row} of ${sha256}` : (text: string) => `id ${wholeId(normalForm(text))}`;
  const digests = BigUint64Array.from(texts, ([text]) => digest(form(String(text))));
  const members = membersOf(
    manifest.promises.k,
    BigUint64Array.from(subject, (one) => digests[one]),
    classes,
  );
  const links = await linksOf(counter, folder, manifest);
  return links === undefined ? members : { ...members, links: digest(`links ${links}`).toString(16).padStart(16, '0') };
}

const linksEvents = ({ pseudonym }: EventsManifest): boolean => pseudonym.startsWith('shared:');

/** What stands together under the ids of a log, whatever these are: the same of two releases that link the same. A set that k share is a class by itself. */
async function linksOf(counter: Counter, folder: string, manifest: Manifest): Promise<string | undefined> {
  const id = manifest.method === 'events' ? manifest.columns.find(({ role }) => role === 'subject') : undefined;
  if (id === undefined || manifest.method !== 'events' || linksEvents(manifest)) return undefined;
  const told = manifest.columns.filter(({ role }) => role === 'quasi').map((column) => column.name);
  const [[sum]] = await counter.ask(
    `SELECT sha256(string_agg(own, '' ORDER BY own)) FROM (SELECT sha256(string_agg(line, '' ORDER BY line)) AS own FROM
    (SELECT ${name(id.name)} AS id, sha256(concat(${told.map((one) => `sha256(coalesce(CAST(${name(one)} AS VARCHAR), ''))`).join(', ')})) AS line FROM ${releasedIn(folder, manifest)}) GROUP BY id)`,
  );
  return String(sum);
}

/** A whole number is one id, whether its column holds whole numbers, decimals or doubles: files of two months often differ in that. */
const wholeId = (form: string): string => form.replace(/^(\d+)\.0+$/, '$1');

/** The rows of the input, each with what its subject is known by. */
function namedRows(manifest: Manifest, named: ReleaseAndSubjects['subject']): string {
  if (named === undefined) return 'SELECT DISTINCT input, CAST(input AS VARCHAR) AS who FROM published';
  if (named.original === undefined) {
    invariant(namesSubjects(manifest), 'the evidence names the subjects');
    return 'SELECT DISTINCT input, subject AS who FROM published';
  }
  const own = named.original.columns.find(({ name: other }) => other === named.column);
  invariant(own !== undefined, 'the column of the subjects is in the original');
  return `SELECT row_number() OVER () AS input, coalesce(CAST(${own.sql} AS VARCHAR), '') AS who FROM ${named.original.table}`;
}

/** A row of the input, and what its class is known by, for each published record. */
function publishedRows(folder: string, manifest: Manifest): string {
  const evidence = evidenceIn(folder, manifest);
  const released = releasedIn(folder, manifest);
  const input = 'CAST("_row" AS BIGINT) AS input';
  const columnsOf = (...roles: readonly string[]) =>
    manifest.columns.filter(({ role }) => roles.includes(role)).map((column) => column.name);
  const label = (columns: readonly string[]) => `[${cells(columns)}] AS label`;
  if (manifest.method === 'kaca')
    return `SELECT ${input}, CAST("_subject" AS VARCHAR) AS subject, ${label(columnsOf('quasi'))} FROM ${evidence}`;
  const withPlaces = (columns: string, from: string) => `(SELECT row_number() OVER () AS place, ${columns} FROM ${from})`;
  if (manifest.method === 'events' && linksEvents(manifest)) {
    const [id] = columnsOf('subject');
    const lines = withPlaces(`${name(id)} AS id, ${label(columnsOf('quasi', 'position', 'duration'))}`, released);
    return `SELECT input, set AS label FROM (SELECT place, list_sort(list(label) OVER (PARTITION BY id)) AS set FROM ${lines}) JOIN ${withPlaces(input, evidence)} USING (place)`;
  }
  if (manifest.method === 'events' || manifest.shape !== 'long') {
    const known = manifest.method === 'events' ? columnsOf('quasi') : columnsOf('group');
    return `SELECT input, label FROM ${withPlaces(label(known), released)} JOIN ${withPlaces(input, evidence)} USING (place)`;
  }
  const [record] = columnsOf('record');
  const groups = `(SELECT DISTINCT CAST(${name(record)} AS BIGINT) AS place, ${label(columnsOf('group'))} FROM ${released})`;
  return `SELECT input, label FROM ${groups} JOIN ${withPlaces(input, evidence)} USING (place)`;
}

/** Whether the evidence says which row of the input each record was: a cluster may not know. */
export async function numbersRows(counter: Counter, folder: string, manifest: Manifest): Promise<boolean> {
  const columns = await counter.ask(`SELECT column_name FROM (DESCRIBE SELECT * FROM ${evidenceIn(folder, manifest)})`);
  return columns.some(([column]) => column === '_row');
}

function evidenceIn(folder: string, manifest: Manifest): string {
  const format = evidenceFormat(manifest);
  const delimiter = 'delimiter' in manifest.data ? manifest.data.delimiter : ',';
  return scanOf({ path: join(folder, `internal/evidence.${format}`), format, delimiter });
}

function releasedIn(folder: string, manifest: Manifest): string {
  const path = dataFilesOf(manifest).map(({ name: file }) => join(folder, file));
  const delimiter = 'delimiter' in manifest.data ? manifest.data.delimiter : ',';
  return scanOf({ path, format: manifest.data.format === 'parquet' ? 'parquet' : 'csv', delimiter });
}

/** Row numbers beside curves are always CSV. */
const evidenceFormat = ({ method, data }: Manifest): 'csv' | 'parquet' =>
  data.format === 'parquet' && (method === 'kaca' || method === 'events') ? 'parquet' : 'csv';
