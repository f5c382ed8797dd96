import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Problem, Refusal } from '../../base/problem.ts';
import { ok, type Result, refused } from '../../base/result.ts';
import type { Workspace } from '../../base/workspace.ts';
import { dialectOf } from '../../formats/dialect.ts';
import { duplicateColumn, emptyFile, notUtf8 } from '../../formats/input-problems.ts';
import type { OpenRequest, Source } from '../engine.ts';
import type { InputColumn } from './cells.ts';
import type { Cluster } from './cluster.ts';
import { columnNamed } from './connect/rows.ts';
import { notInCluster, sparkNotDone, unknownSparkFormat } from './engine-problems.ts';
import { hashOfFile } from './file-hash.ts';
import { sqlName, sqlText } from './sql.ts';

/** An input that Spark reads. */
export interface SparkSource extends Source {
  /** What stands after FROM. */
  readonly scan: string;
  readonly described: readonly InputColumn[];
  /** Whether rows lie in files, where each has its place; rows of a table have none. */
  readonly isFiles: boolean;
  readonly isOneFile: boolean;
  /** Of all its files; 0 of a table. */
  readonly bytes: number;
  /** Whether Spark knows where in its file a row stands. */
  readonly tellsRows: boolean;
  /** As it was asked for. */
  readonly request: OpenRequest;
}

/** Finds an input in the cluster and what it is made of; nothing of its rows is read but the head of a text. */
export async function openSparkSource(
  request: OpenRequest,
  cluster: Cluster,
  workspace: Workspace,
): Promise<Result<SparkSource>> {
  const problem = notDone(request);
  if (problem !== undefined) return refused(problem);
  try {
    const source = { ...(await openInput(request, cluster, workspace)), request };
    const wanted = request.needed?.(source.columns.map(({ name }) => name));
    return wanted !== undefined && !wanted.ok ? wanted : ok(source);
  } catch (error) {
    if (error instanceof Refusal) return refused(...error.problems);
    throw error;
  }
}

function notDone({ input, sql, notated }: OpenRequest): Problem | undefined {
  if (sql !== undefined) return sparkNotDone('--sql', 'Make a view of it in the cluster, and name that: spark:database.view.');
  if (input === '-' || /^\s*(postgres|postgresql|duckdb):/i.test(input))
    return sparkNotDone(
      'an input that the cluster cannot read',
      'Name a path or table of the cluster, or leave out --engine spark.',
    );
  if (notated?.settle !== undefined || (notated?.encoding ?? 'utf-8') !== 'utf-8')
    return sparkNotDone(
      'cells that are not written plainly',
      'Write the input in UTF-8 with ISO 8601 times, as Parquet at best.',
    );
  return undefined;
}

type Found = Omit<SparkSource, 'request'>;

const tableAddress = /^spark:(.+)$/is;

async function openInput({ input, delimiter }: OpenRequest, cluster: Cluster, workspace: Workspace): Promise<Found> {
  const [, table] = tableAddress.exec(input) ?? [];
  if (table !== undefined) return ofTable(input, table.split('.').map(sqlName).join('.'), cluster);
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
    isFiles: true,
    isOneFile: files.length === 1,
    bytes: files.reduce((sum, { length }) => sum + Number(length), 0),
    tellsRows: format === 'parquet',
  };
  if (format === undefined || files.some((file) => formatOf(file.path) !== format)) throw new Refusal(unknownSparkFormat(input));
  if (format !== 'csv') return { ...about, format: 'parquet', ...(await describe(`${format}.${sqlName(path)}`, cluster)) };
  return { ...about, format: 'csv', ...(await csvView({ input, path, delimiter }, cluster, workspace)) };
}

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
    isFiles: false,
    isOneFile: false,
    bytes: 0,
    tellsRows: false,
    ...described,
  };
}

async function describe(scan: string, cluster: Cluster): Promise<Pick<SparkSource, 'scan' | 'described' | 'columns'>> {
  const [names = [], types = []] = await cluster.texts(`DESCRIBE QUERY SELECT * FROM ${scan}`);
  const described = names.map((name, at) => ({ name, type: types[at].toLowerCase() }));
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined)
    throw new Refusal(
      duplicateColumn(
        twice,
        names.flatMap((name, at) => (name === twice ? [at + 1] : [])),
      ),
    );
  return {
    scan,
    described,
    columns: described.map(({ name, type }) => ({
      name,
      numeric: /^(tinyint|smallint|int|bigint|float|double|decimal.*)$/.test(type),
    })),
  };
}

interface TextInput {
  readonly input: string;
  readonly path: string;
  readonly delimiter: string | undefined;
}

/** Delimited text by the dialect that its head has. A row of another length ends the run: parts of rows are never guessed. */
async function csvView({ input, path, delimiter }: TextInput, cluster: Cluster, workspace: Workspace) {
  const found = await cluster.rows(`SELECT CAST(value AS BINARY) AS line FROM text.${sqlName(path)} LIMIT 200`);
  const lines = columnNamed(found, 'line', 'bytes').values;
  const head = join(mkdtempSync(join(workspace.folder(), 'head-')), /\.tsv(\.gz)?$/i.test(path) ? 'head.tsv' : 'head.csv');
  writeFileSync(head, Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')])));
  const dialect = dialectOf(head, delimiter);
  if (dialect.names.length === 0) throw new Refusal(emptyFile(input));
  if (dialect.encoding !== 'utf8') throw new Refusal(notUtf8(input, 1));
  const { names } = dialect;
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined)
    throw new Refusal(
      duplicateColumn(
        twice,
        names.flatMap((name, at) => (name === twice ? [at + 1] : [])),
      ),
    );
  const options = {
    path,
    header: 'true',
    sep: dialect.delimiter,
    quote: '"',
    escape: '"',
    mode: 'FAILFAST',
    enforceSchema: 'true',
    multiLine: String(await holdsBreaks(path, cluster)),
  };
  const set = Object.entries(options).map(([name, value]) => `${name} ${sqlText(value)}`);
  const view = 'shoal_input';
  await cluster.execute(
    `CREATE OR REPLACE TEMPORARY VIEW ${view} (${names.map((name) => `${sqlName(name)} STRING`).join(', ')}) USING csv OPTIONS (${set.join(', ')})`,
  );
  return {
    scan: view,
    described: names.map((name) => ({ name, type: 'string' })),
    columns: names.map((name) => ({ name, numeric: undefined })),
  };
}

/**
 * Whether some line of a text begins or ends inside a quoted cell. Only then are files read whole, each by one task: line by line Spark would take a piece of such a
 * row for a row where the number of its cells happens to fit.
 */
async function holdsBreaks(path: string, cluster: Cluster): Promise<boolean> {
  const quotes = `octet_length(value) - octet_length(replace(value, '"', ''))`;
  const [found = []] = await cluster.texts(`SELECT 'yes' FROM text.${sqlName(path)} WHERE (${quotes}) % 2 = 1 LIMIT 1`);
  return found.length > 0;
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
