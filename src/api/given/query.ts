import { Refusal } from '../../base/problem.ts';
import type { Workspace } from '../../base/workspace.ts';
import type { GivenData, SpooledData } from '../../engine/engine.ts';
import { notAQuery, queryFailed } from '../../formats/given-problems.ts';
import { addColumn, addRow } from '../../formats/table-rows.ts';
import { queryCell } from './query-cells.ts';
import { openReader } from './reader.ts';
import { givenData, spoolTable } from './spool.ts';

/** One SELECT on a connection that the program has open, such as one of DuckDB; it is lent, and stays open. */
export interface QueryInput {
  readonly connection: QueryConnection;
  readonly query: string;
}

/** A connection by its shape: that of @duckdb/node-api has it. */
export interface QueryConnection {
  extractStatements(sql: string): Promise<ExtractedStatements>;
  /** Ends what is running; called when the work is aborted. */
  interrupt?(): void;
}

interface ExtractedStatements {
  readonly count: number;
  prepare(index: number): Promise<PreparedQuery>;
}

interface PreparedQuery {
  /** By the numbers of DuckDB's C interface, where 1 is a SELECT. */
  readonly statementType: number;
  stream(): Promise<QueryResult>;
  destroySync(): void;
}

interface QueryResult {
  columnNames(): readonly string[];
  columnTypes(): readonly { readonly typeId: number }[];
  fetchChunk(): Promise<QueryChunk | null>;
}

interface QueryChunk {
  readonly rowCount: number;
  getColumns(): readonly (readonly unknown[])[];
}

const select = 1;

export const isQuery = (data: object): data is QueryInput =>
  'connection' in data &&
  'query' in data &&
  typeof data.query === 'string' &&
  typeof (data.connection as QueryConnection | null)?.extractStatements === 'function';

export const givenQuery = (input: QueryInput): GivenData =>
  givenData('the query', async (file, workspace) => {
    const prepared = await prepareSelect(input);
    const leave = workspace.attend(async () => input.connection.interrupt?.());
    try {
      return await writeResult(prepared, file, workspace);
    } finally {
      leave();
      prepared.destroySync();
    }
  });

/** The query as one statement that only reads: the database says so itself, and runs nothing else. */
async function prepareSelect({ connection, query }: QueryInput): Promise<PreparedQuery> {
  const statements = await answerOf(() => connection.extractStatements(query));
  if (statements.count !== 1) throw new Refusal(notAQuery(statements.count));
  const prepared = await answerOf(() => statements.prepare(0));
  if (prepared.statementType === select) return prepared;
  prepared.destroySync();
  throw new Refusal(notAQuery(1));
}

async function writeResult(prepared: PreparedQuery, file: string, workspace: Workspace): Promise<SpooledData> {
  const chunks = openReader('the query', chunksOf(prepared), workspace);
  try {
    return await spoolTable(file, async (writer, names) => {
      const { value: head } = (await chunks.next()) as IteratorYieldResult<QueryResult>; // chunksOf begins with it
      for (const name of head.columnNames()) addColumn(name, writer, names);
      const cells = head.columnTypes().map(({ typeId }, column) => queryCell(names[column], typeId));
      for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
        const { rowCount, columns } = next.value as Chunk;
        for (let row = 0; row < rowCount; row++)
          addRow(
            columns.map((values) => values[row]),
            writer,
            names,
            (value, column) => cells[column](value),
          );
      }
    });
  } finally {
    chunks.close();
  }
}

interface Chunk {
  readonly rowCount: number;
  readonly columns: readonly (readonly unknown[])[];
}

/** The result, then its rows: two thousand or so at a time, by column. */
async function* chunksOf(prepared: PreparedQuery): AsyncGenerator<QueryResult | Chunk> {
  const result = await answerOf(() => prepared.stream());
  yield result;
  for (let chunk = await answerOf(() => result.fetchChunk()); chunk !== null && chunk.rowCount > 0; ) {
    yield { rowCount: chunk.rowCount, columns: chunk.getColumns() };
    chunk = await answerOf(() => result.fetchChunk());
  }
}

async function answerOf<Value>(ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask();
  } catch (error) {
    throw new Refusal(queryFailed(reasonOf(error)));
  }
}

/** What a database says of a query it cannot understand is about the query; of one that fails on the way it may quote a cell. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const [line = ''] = message.split('\n');
  if (/^(Parser|Binder|Catalog) Error/.test(line)) return `The database says: ${line}`;
  const kind = /^([A-Z][A-Za-z ]{2,30}) Error:/.exec(line)?.[1];
  return kind === undefined
    ? 'The connection does not answer; it may be closed.'
    : `The database answered with: ${kind} Error. The rest of its message may hold data, so it is not repeated.`;
}
