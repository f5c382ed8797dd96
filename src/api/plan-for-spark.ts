import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../base/problem.ts';
import { randomFrom } from '../base/random.ts';
import { ok, type Result, refused } from '../base/result.ts';
import type { Engine } from '../engine/engine.ts';
import type { Tools, Work } from '../families/family.ts';
import type { Policy } from '../policy/policy.ts';
import { familyOf } from './families.ts';
import type { PreparedRun } from './prepared-run.ts';

type OnStatement = (sql: string) => void;

/**
 * Tools with which a plan is made on this machine alone, and every statement is told that a cluster would be sent for it. The input lies here, then: a
 * sample of the table is enough.
 */
export async function toolsForSpark(tools: Tools, { family }: Pick<Policy, 'family'>, onStatement: OnStatement): Promise<Tools> {
  const { alsoForSpark, columnsSql } = await import('../engine/spark/rendered-sql.ts');
  let opened: Promise<Engine> | undefined;
  const listening = async (): Promise<Engine> => {
    const engine = alsoForSpark(await tools.openEngine(), onStatement);
    return {
      ...engine,
      async open(request) {
        const query = request.sql === undefined ? undefined : await queryStatement(request.sql, tools);
        if (query?.ok === false) return query;
        if (query !== undefined) onStatement(query.value);
        const source = await engine.open(request);
        const wanted =
          source.ok && family !== 'events' ? request.needed?.(source.value.columns.map(({ name }) => name)) : undefined;
        if (source.ok && wanted?.ok) onStatement(columnsSql(source.value, wanted.value));
        return source;
      },
    };
  };
  return {
    ...tools,
    openEngine() {
      opened ??= listening();
      return opened;
    },
  };
}

/** The statement that stores what a query makes, or why no cluster would be sent it. */
async function queryStatement(sql: string, { workspace }: Tools): Promise<Result<string>> {
  const { querySql } = await import('../engine/spark/rendered-sql.ts');
  const { readSelect } = await import('../engine/local/read-select.ts');
  try {
    return ok(await querySql(sql, (text) => readSelect(text, workspace)));
  } catch (error) {
    if (error instanceof Refusal) return refused(...error.problems);
    throw error;
  }
}

/** Has the statements told that are sent after a plan: those that make an event log, by making it in a private folder, or the one that groups blocks. */
export async function tellStatements(
  { plan, input, seed }: PreparedRun,
  tools: Tools,
  onStatement: OnStatement,
): Promise<Result<void>> {
  if (plan.family !== 'events') {
    const { blocksSql } = await import('../engine/spark/rendered-sql.ts');
    onStatement(blocksSql());
    return ok(undefined);
  }
  const folder = mkdtempSync(join(tools.workspace.folder(), 'plan-'));
  mkdirSync(join(folder, 'internal'));
  const work: Work = { plan, input, tools, random: randomFrom(seed), folder };
  const { perform } = familyOf(plan.policy);
  for (const { step } of plan.steps) if (Object.hasOwn(perform, step)) await perform[step](work);
  return ok(undefined);
}
