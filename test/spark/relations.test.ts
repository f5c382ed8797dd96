import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from '../../src/base/workspace.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { homeFiles } from '../../src/engine/local/home-file.ts';
import { openLocalEngine } from '../../src/engine/local/local-engine.ts';
import { readSelect } from '../../src/engine/local/read-select.ts';
import { openTablesBeside } from '../../src/engine/local/tables-beside.ts';
import { openSparkEngine } from '../../src/engine/spark/spark-engine.ts';
import { answerOf, type Trial } from '../engine/parity/describe-engine.ts';
import { describeRelations } from '../engine/parity/relations.ts';

const address = process.env.SHOAL_SPARK ?? '';

/** What every engine owes of relational steps; once with small tables beside the driver, once with all that can be in the cluster. */
describe.each([{ small: 0 }, { small: 1000 }])('the engine of Spark, tables of $small rows beside it', ({ small }) => {
  let home: string;
  let workspace: Workspace;
  let engine: Engine;
  let files = 0;
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'shoal-spark-'));
    workspace = openWorkspace();
    const local = await openLocalEngine({ workspace, threads: 1 });
    const beside = await openTablesBeside(workspace, { threads: 1 });
    engine = answerOf(
      await openSparkEngine({
        address,
        workspace,
        beside,
        local,
        openFile: homeFiles(workspace, { threads: 1 }),
        readSelect: (sql) => readSelect(sql, workspace),
        kernels: false,
        tuning: { small, sendable: 1000, settings: { 'spark.sql.shuffle.partitions': '2' } },
      }),
    );
  }, 120_000);
  afterAll(async () => {
    await engine.close();
    workspace.dispose();
    rmSync(home, { recursive: true, force: true });
  });
  const trial: Trial = {
    perDraw: 8, // a question to a cluster takes a second, however short
    engine: () => engine,
    path: (file) => join(home, file),
    write(file, content) {
      writeFileSync(trial.path(file), content);
      return trial.path(file);
    },
    table: (...lines) => trial.open(trial.write(`table ${files++}.csv`, `${lines.join('\n')}\n`)),
    open: async (input, request = {}) => answerOf(await engine.open({ ...request, input })),
  };
  describeRelations(trial);
  it('is asked', () => expect(address).not.toBe(''));
});
