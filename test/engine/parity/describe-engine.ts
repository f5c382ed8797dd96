import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Result } from '../../../src/base/result.ts';
import { openWorkspace, type Workspace } from '../../../src/base/workspace.ts';
import type { Engine, OpenRequest, Source } from '../../../src/engine/engine.ts';
import { create, source as rowsOfSource, select } from '../../../src/engine/relation.ts';
import { describeColumns } from './columns.ts';
import { describeFiles } from './files.ts';
import { describeLooks } from './looks.ts';
import { describeOpening } from './opening.ts';
import { describePivot } from './pivot.ts';
import { describeRecords } from './records.ts';
import { describeRelations } from './relations.ts';
import { describeSubjects } from './subjects.ts';

/** An engine under test, and a folder of its own for what it reads. */
export interface Trial {
  engine(): Engine;
  path(name: string): string;
  /** Writes a file; answers where. */
  write(name: string, content: string | Uint8Array): string;
  /** A CSV file of these lines, opened. */
  table(...lines: readonly string[]): Promise<Source>;
  open(input: string, request?: Omit<OpenRequest, 'input'>): Promise<Source>;
  /** How many draws of an engine in this process one of its own counts for. */
  readonly perDraw?: number;
}

export const ignore = (): void => {};

/** What was answered, where nothing was refused. */
export function answerOf<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value;
  throw new Error(`refused: ${result.problems.map(({ code, what }) => `${code}: ${what}`).join('; ')}`);
}

/** The codes of what was refused; none where it was answered. */
export const codesOf = (result: Result<unknown>): readonly string[] => (result.ok ? [] : result.problems.map(({ code }) => code));

/** What every engine owes, whatever it is made of: the suite is run once for each. */
export function describeEngine(name: string, open: (workspace: Workspace) => Promise<Engine>): void {
  describe(name, () => {
    let home: string;
    let workspace: Workspace;
    let engine: Engine;
    let files = 0;
    beforeAll(async () => {
      home = mkdtempSync(join(tmpdir(), 'shoal-parity-'));
      workspace = openWorkspace();
      engine = await open(workspace);
    });
    afterAll(() => {
      engine.close();
      engine.close(); // may be called again
      workspace.dispose();
      rmSync(home, { recursive: true, force: true });
    });
    const trial: Trial = {
      engine: () => engine,
      path: (file) => join(home, file),
      write(file, content) {
        writeFileSync(trial.path(file), content);
        return trial.path(file);
      },
      table: (...lines) => trial.open(trial.write(`table ${files++}.csv`, `${lines.join('\n')}\n`)),
      open: async (input, request = {}) => answerOf(await engine.open({ ...request, input })),
    };
    describeOpening(trial);
    describeColumns(trial);
    describeSubjects(trial);
    describePivot(trial);
    describeRecords(trial);
    describeRelations(trial);
    describeLooks(trial);
    describeFiles(trial);

    it('counts for judges, who see nothing of what it holds, also when it is closed', async () => {
      const closed = await open(workspace);
      const { counting } = closed;
      closed.close();
      expect(await counting.withCounter((counter) => counter.numbers('SELECT count(*) FROM range(5)'))).toEqual([5]);
      const source = await trial.table('a', '1', '2');
      const relational = await engine.relate(source);
      await relational.run([create('held', select(rowsOfSource, ['a', { kind: 'cell', column: 'a' }]))]);
      await expect(engine.counting.withCounter((counter) => counter.ask('FROM held'))).rejects.toThrow();
    });
  });
}
