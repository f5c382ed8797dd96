import { invariant, Refusal } from '../../base/problem.ts';
import { ok, type Result, refused } from '../../base/result.ts';
import type { Engine, OpenRequest, Source } from '../engine.ts';
import type { HomeCells, HomeColumn, OpenHomeFile } from '../home-file.ts';
import type { Cluster } from './cluster.ts';
import type { SparkColumn } from './connect/rows.ts';
import { inputChanged, unlikeText } from './engine-problems.ts';
import { writtenColumns } from './notated-source.ts';
import type { SparkSource } from './spark-source.ts';
import { sqlName } from './sql.ts';

export interface HomeRoom {
  readonly cluster: Cluster;
  readonly openFile: OpenHomeFile;
  readonly local: Pick<Engine, 'open' | 'notate'>;
  /** Bytes of rows that are likely to be asked for at a time: Spark refuses an answer of more than 1 GB, by default. */
  readonly sliceBytes: number;
}

/**
 * Brings the wanted columns of an input to this machine, where the engine of this machine reads them on as if they had always been here. Rows keep the order
 * they have in their files: by file, by block of it, by place in the block. Rows of a table have none, and are put in the order of their cells.
 */
export async function bringHome(
  source: SparkSource,
  { needed, onProgress }: Pick<OpenRequest, 'needed' | 'onProgress'>,
  { cluster, openFile, local, sliceBytes }: HomeRoom,
): Promise<Result<Source>> {
  const { notations } = source;
  const all = source.columns.map(({ name }) => name);
  const wanted = source.from === 'query' ? ok(all) : (needed?.(all) ?? ok(all)); // the order of rows is that of all that a query makes
  if (!wanted.ok) return wanted;
  const names = new Set(notations === undefined ? wanted.value : writtenColumns(wanted.value, notations));
  try {
    const columns = source.described
      .filter(({ name }) => names.has(name))
      .map((one) => ({ ...one, ...homeColumn(source.name, one) }));
    invariant(columns.length > 0, 'a run needs a column of its input');
    const format = source.format === 'csv' ? 'csv' : 'parquet';
    const file = await openFile(
      columns.map(({ name, home }) => ({ name, type: home })),
      format,
    );
    try {
      let rows = 0;
      let sum = 0n;
      const cutAlike = await cutEvenly(cluster);
      const owed = source.from === 'table' ? await rowsOf(source, columns, cluster) : undefined;
      const bytes = cutAlike ? await likelyBytes(source, columns, cluster, owed?.rows) : 0;
      const slices = Math.ceil(bytes / sliceBytes) | 1; // odd, so that blocks of every size are dealt out to all
      for (let slice = 0; slice < slices; slice++)
        await cluster.stream(homeSql(source, columns, { slice, slices }), async (batch) => {
          const [pieces, at] = batch.columns.slice(-2);
          const places = { pieces: textsOf(pieces), at: longsOf(at) };
          if (owed !== undefined) for (const hash of places.at) sum += hash;
          await file.add(batch.columns.slice(0, -2).map(homeCells), places);
          rows += batch.rowCount;
          onProgress?.({ phase: 'fetch', done: rows, unit: 'rows' });
        });
      onProgress?.({ phase: 'fetch', done: rows, unit: 'rows', finished: true });
      const areOwed = owed === undefined ? await source.isSame() : owed.rows === rows && owed.sum === String(sum);
      if (!areOwed) throw new Refusal(inputChanged(source.name));
      const path = await file.finish(orders[source.from]);
      const opened = await local.open({ input: path, ...(format === 'csv' ? { delimiter: ',' } : {}) });
      await source.sha256; // it may be asked of the cluster, which is left now
      if (!opened.ok) return opened;
      const known = { name: source.name, ...(source.sha256 === undefined ? {} : { sha256: source.sha256 }) };
      const turned = notations === undefined ? opened : await local.notate(opened.value, notations);
      return turned.ok ? ok({ ...turned.value, ...known, ...(notations === undefined ? {} : { plain: undefined }) }) : turned;
    } catch (error) {
      file.abandon();
      throw error;
    }
  } catch (error) {
    if (error instanceof Refusal) return refused(...error.problems);
    throw error;
  }
}

/** Bytes of a task: an executor holds all its rows twice before it sends them, and of 128 MB of Parquet, Spark's default, that was more than its 1.5 GB. */
const taskBytes = 16 * 2 ** 20;
/** By default the blocks of a file hang on how many cores there are, too, and these may come and go between two slices: then rows would be in both or in none. */
const evenTasks = [`SET spark.sql.files.maxPartitionBytes = ${taskBytes}`, 'SET spark.sql.files.minPartitionNum = 1'];

/** Has files cut into the same small tasks by every statement; where that may not be set, all is asked for at once, and executors need more memory. */
async function cutEvenly(cluster: Cluster): Promise<boolean> {
  try {
    for (const setting of evenTasks) await cluster.execute(setting);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

interface Slice {
  readonly slice: number;
  readonly slices: number;
}

interface Sent {
  readonly sent: string;
  readonly home: HomeColumn['type'];
}

/** By their places in files; of rows that have none by what is in them, decimals by their digits or, where one machine put them in order, by what they are. */
const orders = { files: 'places', table: 'cells', query: 'values' } as const;

/** Text is taken for 48 bytes a cell, as nobody has counted it. */
async function likelyBytes(
  { format, scan, bytes }: SparkSource,
  columns: readonly Sent[],
  cluster: Cluster,
  counted?: number,
): Promise<number> {
  if (format === 'csv') return 2 * bytes;
  const wide = columns.reduce((sum, { home }) => sum + (home === 'text' ? 48 : 8), 24);
  return wide * (counted ?? (await cluster.number(`SELECT count(*) FROM ${scan}`)));
}

/** How many rows a table has, and a sum over what is sent of them. Nobody keeps others from writing to it, so every row that comes is added up again. */
async function rowsOf({ scan }: SparkSource, columns: readonly Sent[], cluster: Cluster) {
  const sum = `CAST(sum(CAST(${hashSql(columns)} AS DECIMAL(38,0))) AS STRING)`;
  const [[rows] = [], [found] = []] = await cluster.texts(`SELECT CAST(count(*) AS STRING), coalesce(${sum}, '0') FROM ${scan}`);
  return { rows: Number(rows), sum: found };
}

const hashSql = (columns: readonly Sent[]): string => `xxhash64(${columns.map(({ sent }) => sent).join(', ')})`;

/** The statement that brings columns home, each row with its place; or a slice of them, of whole blocks where rows have a place in theirs. */
function homeSql(
  { scan, from, isOneFile }: Pick<SparkSource, 'scan' | 'from' | 'isOneFile'>,
  columns: readonly Sent[],
  { slice, slices }: Slice,
): string {
  const isFiles = from === 'files';
  const [file, at] = isFiles
    ? [isOneFile ? "''" : 'input_file_name()', 'input_file_block_start()']
    : ["''", from === 'table' ? hashSql(columns) : '0'];
  const sent = columns.map((one) => one.sent);
  const cells = [...sent, file, `CAST(${at} AS BIGINT)`].map((sql, c) => `${sql} AS c${c}`);
  const all = `SELECT ${cells.join(', ')} FROM ${scan}`;
  if (slices === 1) return all;
  const block = isFiles ? `crc32(CAST(${file} AS BINARY)) + ${at} DIV ${taskBytes}` : hashSql(columns);
  return `${all} WHERE pmod(${block}, ${slices}) = ${slice}`;
}

/** The same statement for a table that no cluster has told of yet: numbers as doubles, and everything else as text. */
export function likelyHomeSql(source: Source, wanted: readonly string[]): string {
  const described = source.columns.map(({ name, numeric }) => ({ name, type: numeric === true ? 'double' : 'string' }));
  const columns = described.filter(({ name }) => wanted.includes(name)).map((one) => homeColumn(source.name, one));
  return homeSql(
    { scan: `${source.format === 'parquet' ? 'parquet' : 'csv'}.${sqlName(source.name)}`, from: 'files', isOneFile: false },
    columns,
    { slice: 0, slices: 1 },
  );
}

/** How a column is sent and held: as its own kind, so that the engine of this machine sees what it would see in the file itself. */
function homeColumn(
  input: string,
  { name, type }: { readonly name: string; readonly type: string },
): { readonly sent: string; readonly home: HomeColumn['type'] } {
  const sql = sqlName(name);
  if (/^(string|varchar\(\d+\)|char\(\d+\))$/.test(type))
    return { sent: type === 'string' ? sql : `CAST(${sql} AS STRING)`, home: 'text' };
  if (/^(tinyint|smallint|int|bigint)$/.test(type)) return { sent: `CAST(${sql} AS BIGINT)`, home: 'whole' };
  if (/^decimal\(\d+,\d+\)$/.test(type)) return { sent: `CAST(${sql} AS STRING)`, home: type as `decimal(${string})` }; // by the pattern
  switch (type) {
    case 'double':
    case 'float':
    case 'boolean':
      return { sent: sql, home: type };
    case 'date':
      return { sent: `CAST(unix_date(${sql}) AS BIGINT)`, home: 'date' };
    case 'timestamp_ntz':
      return { sent: `unix_micros(CAST(${sql} AS TIMESTAMP))`, home: 'time' }; // the session's own clock is UTC
    case 'timestamp':
      return { sent: `unix_micros(${sql})`, home: 'instant' };
    default:
      throw new Refusal(unlikeText(input, name, type));
  }
}

function homeCells({ type, values, missing }: SparkColumn): HomeCells {
  invariant(type !== 'bytes', 'columns come home as numbers, texts and truths');
  return { values, missing };
}

function textsOf(column: SparkColumn): readonly string[] {
  invariant(column.type === 'text', 'a file has a name');
  return column.values;
}

function longsOf(column: SparkColumn): BigInt64Array {
  invariant(column.type === 'long', 'a block begins at a number');
  return column.values;
}
