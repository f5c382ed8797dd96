import { type DuckDBConnection, DuckDBDataChunk, UINTEGER, VARCHAR } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import { Bug, invariant, Refusal } from '../../base/problem.ts';
import { releaseFormats } from '../../formats/formats.ts';
import type { Cell, Expression, Keys, Relation, Relational, SourceCell, Step } from '../relation.ts';
import { codeLog } from './code-log.ts';
import { type CompileContext, expressionSql, querySql, stepSql } from './compile.ts';
import { sqlName, sqlText } from './duckdb.ts';
import { isoOffsetSql } from './iso-time.ts';
import { hasOffsetSql, localTimeSql, momentSql, type TimeKind } from './local-time.ts';
import { numbers } from './numbers.ts';
import { asReadProblem } from './read-faults.ts';
import { firstRow, placeOf } from './row-place.ts';
import type { Source } from './source.ts';
import { settleSpelling } from './spelling.ts';
import { timeKindsIn } from './time-column.ts';
import { watchShare } from './watch-share.ts';

/** Relational steps over an opened input, in DuckDB. */
export async function openRelational(source: Source, connection: DuckDBConnection): Promise<Relational> {
  const scan = source.scan(new Set());
  const forms = new Map<string, string>();
  const placed = new Set<string>();
  const kinds = await timeKindsIn(source, connection);
  const cell = (of: SourceCell) => cellSql(of, source, { forms, kinds });
  const contextOf = (keys: Keys): CompileContext => ({ source: { scan, cell }, keys, placed });
  const plain = contextOf({});

  /** What fails while the input is read is the input's fault, told in our words. */
  const reading = async <Answer>(reads: boolean, work: () => Promise<Answer>): Promise<Answer> => {
    if (!reads) return work();
    try {
      return await work();
    } catch (error) {
      if (error instanceof Bug || isFullDisk(error)) throw error;
      throw new Refusal(await asReadProblem(error, source, { numbers: [], texts: [], spare: 0 }, connection));
    }
  };

  return {
    input: { name: source.name, columns: source.columns.map(({ name }) => name) },
    numbersRows: true,
    async run(steps, keys = {}, onShare = undefined) {
      const context = contextOf(keys);
      const ask = (statement: string) =>
        onShare === undefined ? connection.run(statement) : watchShare(connection, onShare, () => connection.run(statement));
      for (const step of steps)
        await reading(stepReads(step), async () => {
          for (const statement of stepSql(step, context)) await ask(statement);
          if (step.step === 'create') step.places === true ? placed.add(step.table) : placed.delete(step.table);
          if (step.step === 'create' && step.sameBytes === true) await fillRowGroups(step.table, connection);
        });
    },
    ask: (query) =>
      reading(readsSource(query.rows), async () => {
        const answer = await connection.runAndReadAll(querySql(query, plain));
        return answer.getRows().map((row) => row.map(asCell));
      }),
    stream: (query) => streamColumns(querySql(query, plain), connection),
    async put(table, columns) {
      await connection.run(
        `CREATE OR REPLACE TABLE ${sqlName(table)} (${columns.map(([name, values]) => `${sqlName(name)} ${isNumbers(values) ? 'UINTEGER' : 'VARCHAR'}`).join(', ')})`,
      );
      const appender = await connection.createAppender(table);
      const rows = columns[0]?.[1].length ?? 0;
      for (let from = 0; from < rows; from += rowsOfChunk) {
        const to = Math.min(rows, from + rowsOfChunk);
        const chunk = DuckDBDataChunk.create(
          columns.map(([, values]) => (isNumbers(values) ? UINTEGER : VARCHAR)),
          to - from,
        );
        for (const [c, [, values]] of columns.entries()) {
          if (!isNumbers(values)) {
            chunk.setColumnValues(c, values.slice(from, to));
            continue;
          }
          const { buffer, byteLength } = values.slice(from, to);
          duckdb.copy_data_to_vector(duckdb.data_chunk_get_vector(chunk.chunk, c), 0, buffer, 0, byteLength);
        }
        appender.appendDataChunk(chunk);
      }
      appender.closeSync();
    },
    async write(query, path, format) {
      const target = copyOptions[releaseFormats[format].writes.as];
      await connection.run(`COPY (${querySql(query, plain)}) TO ${sqlText(path)} (${target})`);
    },
    findRow: (where: Expression) =>
      reading(true, async () => {
        const row = await firstRow(expressionSql(where, plain), scan, connection);
        return row === undefined ? undefined : { row, place: placeOf(source, row) ?? '' };
      }),
    codeLog: (request, pool) => codeLog(source, request, pool),
    settleSpellings: (column, signs) =>
      reading(true, async () => {
        const { sql, joined } = await settleSpelling({ rows: scan, text: textSql(column, source) }, signs, connection);
        forms.set(column, sql);
        return joined;
      }),
  };
}

const rowsOfChunk = 2048; // a vector of DuckDB's

const isNumbers = (values: Uint32Array | readonly string[]): values is Uint32Array => values instanceof Uint32Array;

interface Settled {
  /** SQL of the normal form of a column whose spellings are settled. */
  readonly forms: ReadonlyMap<string, string>;
  readonly kinds: ReadonlyMap<string, TimeKind>;
}

function cellSql(of: SourceCell, source: Source, { forms, kinds }: Settled): string {
  const kind = kinds.get(of.column) ?? 'text';
  const sql = columnSql(of.column, source);
  switch (of.kind) {
    case 'cell':
      return textSql(of.column, source);
    case 'normalForm': {
      const form = forms.get(of.column);
      invariant(form !== undefined, 'spellings are settled before a normal form is asked for');
      return form;
    }
    case 'localTime': {
      const time = localTimeSql({ sql, kind, offsets: of.offsets }, of.zone);
      return of.days ? momentSql(time, sql) : time;
    }
    case 'maybeOffset':
      return kind === 'text' ? hasOffsetSql(sql) : 'false';
    case 'offset':
      return kind === 'text' ? isoOffsetSql(sql) : 'CAST(NULL AS BIGINT)';
    default:
      return of satisfies never;
  }
}

const columnSql = (name: string, { columns }: Source): string => columns.find((column) => column.name === name)?.sql ?? '';

const textSql = (name: string, source: Source): string => `CAST(${columnSql(name, source)} AS VARCHAR)`;

const asCell = (value: unknown): Cell =>
  typeof value === 'bigint'
    ? Number(value)
    : typeof value === 'number' || typeof value === 'boolean' || value === null
      ? value
      : String(value);

/** What a run spilled did not fit: no fault of the input. */
const isFullDisk = (error: unknown): boolean => error instanceof Error && /No space left on device/i.test(error.message);

const stepReads = (step: Step): boolean =>
  (step.step === 'create' && readsSource(step.as.rows)) || (step.step === 'update' && readsSource(step.from));

function readsSource(rows: Relation): boolean {
  switch (rows.kind) {
    case 'source':
      return true;
    case 'table':
    case 'range':
      return false;
    case 'join':
      return readsSource(rows.left) || readsSource(rows.right);
    case 'union':
      return rows.rows.some(readsSource);
    default:
      return readsSource(rows.rows);
  }
}

async function* streamColumns(query: string, connection: DuckDBConnection): AsyncIterable<readonly Uint32Array[]> {
  const stream = await connection.stream(`SELECT CAST(COLUMNS(*) AS UINTEGER) FROM (${query})`);
  for (let chunk = await stream.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await stream.fetchChunk()) {
    const { rowCount } = chunk;
    const held = chunk.chunk;
    yield Array.from({ length: chunk.columnCount }, (_, place) => {
      const bytes = duckdb.vector_get_data(duckdb.data_chunk_get_vector(held, place), rowCount * 4);
      return new Uint32Array(bytes.buffer, bytes.byteOffset, rowCount);
    });
  }
}

/** Several threads leave row groups of a table half full; only where all are full do the same rows make the same Parquet anywhere. */
async function fillRowGroups(table: string, connection: DuckDBConnection): Promise<void> {
  const [threads] = await numbers(connection, "SELECT current_setting('threads')");
  await connection.run('SET threads = 1');
  await connection.run(`CREATE TABLE filled AS SELECT * FROM ${sqlName(table)}`);
  await connection.run(`DROP TABLE ${sqlName(table)}`);
  await connection.run(`ALTER TABLE filled RENAME TO ${sqlName(table)}`);
  await connection.run(`SET threads = ${threads}`);
}

/** How a table is written out, by how a format is. */
const copyOptions = {
  text: "FORMAT csv, HEADER true, DELIMITER ';'",
  parquet: 'FORMAT parquet, COMPRESSION zstd',
} as const;
