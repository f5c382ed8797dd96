import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../../base/problem.ts';
import { ok, type Result, refused } from '../../base/result.ts';
import type { Workspace } from '../../base/workspace.ts';
import type { GivenData, SpooledData } from '../../engine/engine.ts';
import { openRowsFile, type RowsWriter } from '../../formats/rows-file.ts';

/** Data that is written once into a private file of a workspace, whoever asks for it first. */
export function givenData(name: string, write: (file: string, workspace: Workspace) => Promise<SpooledData>): GivenData {
  let spooled: Promise<Result<SpooledData>> | undefined;
  return { name, spool: (workspace) => (spooled ??= refusing(() => write(newFile(workspace), workspace))) };
}

const newFile = (workspace: Workspace): string => join(mkdtempSync(join(workspace.folder(), 'given-')), 'data');

async function refusing<Value>(work: () => Promise<Value>): Promise<Result<Value>> {
  try {
    return ok(await work());
  } catch (error) {
    if (error instanceof Refusal) return refused(...error.problems);
    throw error;
  }
}

/** A table as text in a file; it is closed whatever happens. */
export async function spoolTable(
  file: string,
  fill: (writer: RowsWriter, names: string[]) => Promise<void>,
): Promise<SpooledData> {
  const writer = openRowsFile(file);
  const names: string[] = [];
  try {
    await fill(writer, names);
  } catch (error) {
    writer.abandon();
    throw error;
  }
  return { path: writer.finish(), table: { names, rows: writer.rows } };
}
