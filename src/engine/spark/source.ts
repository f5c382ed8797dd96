import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Problem, Refusal } from '../../base/problem.ts';
import { ok, type Result, refused } from '../../base/result.ts';
import type { Workspace } from '../../base/workspace.ts';
import { encodings } from '../../formats/encodings.ts';
import { repeatedName } from '../../formats/repeated-name.ts';
import { badValue } from '../../policy/problems.ts';
import type { OpenRequest } from '../engine.ts';
import type { Cluster } from './cluster.ts';
import { openCsv } from './csv.ts';
import { notInCluster, sparkNotDone, unknownSparkFormat } from './engine-problems.ts';
import { hashOfFile } from './file-hash.ts';
import { notatedColumns } from './notated-source.ts';
import { planQuery, querySource, type ReadSelect } from './query-source.ts';
import type { SparkSource } from './spark-source.ts';
import { sqlName } from './sql.ts';

export interface SourcePlace {
  readonly cluster: Cluster;
  readonly workspace: Workspace;
  readonly readSelect: ReadSelect;
}

/** Finds an input in the cluster and what it is made of; nothing of its rows is read but the head of a text, unless a query is to be run. */
export async function openSparkSource(request: OpenRequest, place: SourcePlace): Promise<Result<SparkSource>> {
  const problem = notDone(request);
  if (problem !== undefined) return refused(problem);
  try {
    const query = request.sql === undefined ? undefined : await planQuery(request.sql, place.readSelect);
    const opened = await openInput(request, place);
    const found = query === undefined ? opened : await ofQuery(opened, query, place.cluster);
    const settled = request.notated?.settle?.(found.columns.map(({ name }) => name));
    if (settled?.ok === false) return settled;
    const notations = settled?.value;
    const columns = notations === undefined ? found.columns : notatedColumns(found.columns, notations);
    const wanted = request.needed?.(columns.map(({ name }) => name));
    return wanted !== undefined && !wanted.ok ? wanted : ok({ ...found, columns, request, notations });
  } catch (error) {
    if (error instanceof Refusal) return refused(...error.problems);
    throw error;
  }
}

/** Text that is cut into lines by its bytes has one for each letter below 128. */
const notInLines = /^utf-16/;

function notDone({ input, notated }: OpenRequest): Problem | undefined {
  if (input === '-' || /^\s*(postgres|postgresql|duckdb):/i.test(input))
    return sparkNotDone(
      'an input that the cluster cannot read',
      'Name a path or table of the cluster, or leave out --engine spark.',
    );
  if (notInLines.test(notated?.encoding ?? ''))
    return sparkNotDone('text in UTF-16, which Spark cuts in the middle of letters', 'Write it in UTF-8, or as Parquet at best.');
  return undefined;
}

/** What stands in the result of a query, which is a table of this run. */
async function ofQuery(opened: Found, query: string, cluster: Cluster): Promise<Found> {
  const stored = await querySource(opened, { query, isText: opened.format === 'csv' }, cluster);
  const table = {
    from: 'query',
    format: 'parquet',
    isOneFile: false,
    bytes: 0,
    tellsRows: false,
    isSame: opened.isSame,
  } as const;
  return { ...opened, ...table, ...(await describe(stored, cluster)) };
}

type Found = Omit<SparkSource, 'request'>;

const tableAddress = /^spark:(.+)$/is;

async function openInput({ input, delimiter, notated }: OpenRequest, { cluster, workspace }: SourcePlace): Promise<Found> {
  const encoding = encodings.find((known) => known === notated?.encoding);
  const [, table] = tableAddress.exec(input) ?? [];
  if (table !== undefined) {
    if (encoding !== undefined) throw new Refusal(noText(input));
    return ofTable(input, table.split('.').map(sqlName).join('.'), cluster);
  }
  const path = existsSync(input) ? resolve(input) : input;
  const files = await filesOf(input, path, cluster);
  const sha256 = hashOfFiles(files, path, cluster);
  sha256.catch(() => {}); // whoever awaits it hears of it
  const format = formatOf(files[0]?.path ?? '');
  const about = {
    name: input,
    path: input,
    sha256,
    likelyRows: 0,
    from: 'files' as const,
    isOneFile: files.length === 1,
    bytes: files.reduce((sum, { length }) => sum + Number(length), 0),
    tellsRows: format === 'parquet',
    isSame: async () => JSON.stringify(await filesOf(input, path, cluster)) === JSON.stringify(files),
  };
  if (format === undefined || files.some((file) => formatOf(file.path) !== format)) throw new Refusal(unknownSparkFormat(input));
  if (format === 'csv')
    return { ...about, format: 'csv', ...(await openCsv({ input, path, delimiter, encoding }, cluster, workspace)) };
  if (encoding !== undefined) throw new Refusal(noText(input));
  return { ...about, format: 'parquet', ...(await describe(`${format}.${sqlName(path)}`, cluster)) };
}

const noText = (input: string) =>
  badValue('encoding', `${input} is no delimited text, the one form that may be stored in several ways`);

function formatOf(path: string): 'parquet' | 'orc' | 'csv' | undefined {
  const [, name] = /\.(parquet|orc|csv|tsv)(?:\.gz)?$/i.exec(path) ?? [];
  if (name === undefined) return undefined;
  return /^[ct]sv$/i.test(name) ? 'csv' : (name.toLowerCase() as 'parquet' | 'orc'); // by the pattern
}

/** Bytes that an executor holds at once to hash them. */
const mostHashed = 64 * 2 ** 20;

interface InputFile {
  readonly path: string;
  readonly length: string;
  readonly time: string;
}

/** SHA-256 of the bytes of one file, where this machine sees it or it is small: what it is known by on one machine, too. Else of the list of files. */
async function hashOfFiles(files: readonly InputFile[], path: string, cluster: Cluster): Promise<string> {
  const listed = createHash('sha256').update(JSON.stringify(files)).digest('hex');
  const [file] = files;
  if (files.length !== 1) return listed;
  const here = statSync(path, { throwIfNoEntry: false });
  if (here?.isFile() && here.size === Number(file.length) && Math.abs(1000 * here.mtimeMs - Number(file.time)) < 2000)
    return hashOfFile(path);
  if (Number(file.length) > mostHashed) return listed;
  const [[found = listed] = []] = await cluster.texts(`SELECT sha2(content, 256) FROM binaryFile.${sqlName(path)}`);
  return found;
}

/** The files of an input by path, length and time: what it is known by, as nobody reads all its bytes for that. */
async function filesOf(input: string, path: string, cluster: Cluster): Promise<readonly InputFile[]> {
  const listed = `SELECT path, CAST(length AS STRING), CAST(unix_micros(modificationTime) AS STRING) FROM binaryFile.${sqlName(path)}`;
  const [paths = [], lengths = [], times = []] = await orElse(cluster.texts(listed), notInCluster(input));
  if (paths.length === 0) throw new Refusal(notInCluster(input));
  return paths.map((one, at) => ({ path: one, length: lengths[at], time: times[at] })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A table of the catalogue; it is known by a sum over its rows, which does not hang on their order. */
async function ofTable(input: string, name: string, cluster: Cluster): Promise<Found> {
  const described = await orElse(describe(name, cluster), notInCluster(input));
  const cells = described.described.map(({ name: of }) => `CAST(${sqlName(of)} AS STRING)`).join(', ');
  const digest = `SELECT CAST(count(*) AS STRING), CAST(sum(CAST(xxhash64(${cells}) AS DECIMAL(38,0))) AS STRING) FROM ${name}`;
  const sha256 = cluster.texts(digest).then((found) => createHash('sha256').update(JSON.stringify(found)).digest('hex'));
  sha256.catch(() => {}); // whoever awaits it hears of it
  return {
    name: input,
    path: input,
    format: 'parquet',
    likelyRows: 0,
    sha256,
    from: 'table',
    isOneFile: false,
    bytes: 0,
    tellsRows: false,
    isSame: async () => true,
    ...described,
  };
}

async function describe(scan: string, cluster: Cluster): Promise<Pick<SparkSource, 'scan' | 'described' | 'columns'>> {
  const [names = [], types = []] = await cluster.texts(`DESCRIBE QUERY SELECT * FROM ${scan}`);
  const described = names.map((name, at) => ({ name, type: types[at].toLowerCase() }));
  const repeated = repeatedName(names);
  if (repeated !== undefined) throw new Refusal(repeated);
  return {
    scan,
    described,
    columns: described.map(({ name, type }) => ({
      name,
      numeric: /^(tinyint|smallint|int|bigint|float|double|decimal.*)$/.test(type),
    })),
  };
}

/** What a cluster says of a name that it does not know is told in our words. */
async function orElse<Value>(work: Promise<Value>, problem: Problem): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal && error.problems.some(({ code }) => code === 'spark/statement-failed'))
      throw new Refusal(problem);
    throw error;
  }
}
