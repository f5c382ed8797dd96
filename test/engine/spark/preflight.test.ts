import { describe, expect, it } from 'vitest';
import { ok, type Result, refused } from '../../../src/base/result.ts';
import type { SparkRows } from '../../../src/engine/spark/connect/rows.ts';
import type { SparkSession } from '../../../src/engine/spark/connect/session.ts';
import { preflight } from '../../../src/engine/spark/preflight.ts';
import { sparkConnectionLost, statementFailed } from '../../../src/engine/spark/problems.ts';

const name = 'sc://x:1';
const forbidden = refused(statementFailed(name, 'UNSUPPORTED_FEATURE.TRANSFORM', '0A000'));
const texts = (...values: readonly string[]): Result<SparkRows> =>
  ok({ rowCount: values.length, columns: [{ name: 'found', type: 'text', values }] });
const one: Result<SparkRows> = ok({ rowCount: 1, columns: [{ name: 'one', type: 'int', values: Int32Array.of(1) }] });
const eight = (version: string) => texts(...Array(8).fill(version));

/** What preflight says of a cluster that answers so to its write, its read and its scripts. */
async function codesOf({
  write = ok(undefined),
  read = one,
  scripts = eight('v20.1.0'),
  kernels = true,
}: {
  write?: Result<void>;
  read?: Result<SparkRows>;
  scripts?: Result<SparkRows>;
  kernels?: boolean;
}): Promise<readonly string[]> {
  const session = {
    name,
    execute: async (sql: string) => (sql.startsWith('CREATE') ? write : ok(undefined)),
    query: async (sql: string) => (sql.includes('TRANSFORM') ? scripts : read),
  } as Partial<SparkSession> as SparkSession; // all that is asked of it here
  const checked = await preflight(session, { database: 'work', kernels });
  return checked.ok ? [] : checked.problems.map(({ code }) => code);
}

describe('preflight', () => {
  it('passes a cluster that has all', async () => {
    expect(await codesOf({})).toEqual([]);
  });

  it.each([
    ['no executor with Node', eight('missing'), 'spark/no-node'],
    ['one executor without', texts(...Array(7).fill('v22.0.0'), 'missing'), 'spark/no-node'],
    ['a partition that says nothing', texts(...Array(7).fill('v22.0.0')), 'spark/no-node'],
    ['something that is no version', eight('node'), 'spark/no-node'],
    ['one old Node', texts(...Array(7).fill('v22.0.0'), 'v18.20.0'), 'spark/old-node'],
    ['no scripts', forbidden, 'spark/no-scripts'],
    ['no connection', refused(sparkConnectionLost(name)), 'spark/connection-lost'],
  ])('tells of %s', async (_, scripts, code) => {
    expect(await codesOf({ scripts })).toEqual([code]);
    expect(await codesOf({ scripts, kernels: false })).toEqual([]);
  });

  it('tells of tables that cannot be written or read, and of all that is missing at once', async () => {
    expect(await codesOf({ write: forbidden })).toEqual(['spark/no-work-folder']);
    expect(await codesOf({ read: texts() })).toEqual(['spark/no-work-folder']);
    expect(await codesOf({ read: forbidden, scripts: forbidden })).toEqual(['spark/no-work-folder', 'spark/no-scripts']);
  });
});
