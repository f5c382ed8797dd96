import type { Problem } from '../../base/problem.ts';
import { ok, type Result, refused } from '../../base/result.ts';
import { columnNamed } from './connect/rows.ts';
import type { SparkSession } from './connect/session.ts';
import { noNode, noScripts, noWorkFolder, oldNode } from './problems.ts';

export interface PreflightRequest {
  /** The database of this run, where its tables will lie. */
  readonly database: string;
  /** Whether kernels will run on the executors. */
  readonly kernels: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Oldest Node that kernels run on, as in package.json. */
const leastNode = 20;
const partitions = 8;

/** Says everything that is missing on the cluster before anything is read of the input. */
export async function preflight(session: SparkSession, request: PreflightRequest): Promise<Result<void>> {
  const problems = [
    ...(await workProblems(session, request)),
    ...(request.kernels ? await kernelProblems(session, request) : []),
  ];
  return problems.length > 0 ? refused(...problems) : ok(undefined);
}

/** Writes a table and reads it. It stays as long as the database: a folder with a file in it is found by the next run, whatever becomes of this one. */
async function workProblems(session: SparkSession, { database, signal }: PreflightRequest): Promise<readonly Problem[]> {
  const table = `\`${database.replaceAll('`', '``')}\`.preflight`;
  const made = await session.execute(`CREATE TABLE ${table} USING parquet AS SELECT 1 AS one`, { signal });
  const read = made.ok ? await session.query(`SELECT one FROM ${table}`, { signal }) : made;
  if (!read.ok)
    return read.problems.map((problem) => (isOfSpark(problem) ? noWorkFolder(session.name, classIn(problem)) : problem));
  return read.value.rowCount === 1 ? [] : [noWorkFolder(session.name, 'the table came back empty')];
}

/** Asks Node for its version where kernels would run: in a few partitions, which Spark spreads over its executors. */
async function kernelProblems(session: SparkSession, { signal }: PreflightRequest): Promise<readonly Problem[]> {
  const command = 'command -v node >/dev/null 2>&1 && node --version || echo missing; cat >/dev/null';
  const asked = await session.query(
    `SELECT TRANSFORM(id) USING '${command}' AS (found STRING) FROM range(0, ${partitions}, 1, ${partitions})`,
    { signal },
  );
  if (!asked.ok)
    return asked.problems.map((problem) => (isOfSpark(problem) ? noScripts(session.name, classIn(problem)) : problem));
  const found = columnNamed(asked.value, 'found', 'text').values.map((text) => text.trim());
  const versions = found.map((text) => Number(/^v(\d+)\.\d+\.\d+$/.exec(text)?.[1] ?? 0));
  if (found.length !== partitions || versions.includes(0)) return [noNode(session.name)];
  const oldest = Math.min(...versions);
  return oldest < leastNode ? [oldNode(session.name, oldest, leastNode)] : [];
}

const isOfSpark = ({ code }: Problem): boolean => code === 'spark/statement-failed' || code === 'spark/no-permission';

function classIn({ facts }: Problem): string {
  const { errorClass = '', sqlState = '' } = facts;
  return [errorClass, sqlState].filter((text) => text !== '').join(', ') || 'without a class';
}
