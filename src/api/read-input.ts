import { statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { createPool, type Pool } from '../base/pool.ts';
import type { OnProgress } from '../base/progress.ts';
import { ok, type Result } from '../base/result.ts';
import type { Workspace } from '../base/workspace.ts';
import { openDatabase } from '../engine/local/duckdb.ts';
import { openInput } from '../engine/local/open-input.ts';
import { readSeriesTable, type SeriesTable } from '../engine/local/series-table.ts';
import { hashOf } from '../formats/hash-kernel.ts';
import type { SeriesPolicy } from '../policy/policy.ts';
import type { Roles } from '../policy/roles.ts';

/** An input in memory, every column's role and kind settled. */
export interface InputRead {
  readonly roles: Roles;
  readonly table: SeriesTable;
  readonly inputHash: Promise<string>;
}

export interface ReadTools {
  readonly threads: number;
  readonly pool: Pool;
  readonly workspace: Workspace;
  readonly onProgress: OnProgress;
  readonly stdin?: Readable | undefined;
}

/** Reads the policy's input once; method, k, P and level do not matter here. */
export async function readInput(
  policy: SeriesPolicy & { readonly input: string },
  { threads, pool, workspace, onProgress, stdin }: ReadTools,
): Promise<Result<InputRead>> {
  const database = await openDatabase(workspace, { threads, memory: policy.memory });
  try {
    const input = await openInput(policy, database.connection, workspace, stdin, onProgress);
    if (!input.ok) return input;
    const { source, roles, joined } = input.value;
    const hashing = statSync(source.path).size < worthAThread ? createPool(0) : pool;
    const inputHash = hashOf(source.path, hashing);
    const table = await readSeriesTable(source, roles, policy, database.connection, onProgress);
    return table.ok ? ok({ roles: kindsSettled(roles, table.value), table: { ...table.value, joined }, inputHash }) : table;
  } finally {
    database.close();
  }
}

/** Bytes that are hashed sooner than a thread starts. */
const worthAThread = 8_000_000;

/** Roles with the kind of every quasi-identifier as the data showed it. */
function kindsSettled(roles: Roles, table: SeriesTable): Roles {
  const numeric = new Set(table.quasiNumbers);
  return { ...roles, quasi: roles.quasi.map(({ name }) => ({ name, kind: numeric.has(name) ? 'number' : 'category' })) };
}
