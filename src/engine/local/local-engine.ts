import { ok, type Result, refused } from '../../base/result.ts';
import type { Workspace } from '../../base/workspace.ts';
import { bytesOf } from '../../policy/memory.ts';
import type { Engine, Source } from '../engine.ts';
import { formsOf } from './cell-forms.ts';
import { countRare, countSubjects, distinctTexts } from './count.ts';
import { type DatabaseLimits, openDatabase } from './duckdb.ts';
import { extractRows } from './extract.ts';
import { localFiles } from './files.ts';
import { lookAtHead } from './head-looks.ts';
import { kindsOf } from './kinds.ts';
import { lendSource } from './lend.ts';
import { localCounting } from './local-counting.ts';
import { pivotLong } from './long-table.ts';
import { notatedSource } from './notated-source.ts';
import { openSource } from './open-source.ts';
import { readTable } from './read.ts';
import { asReadProblem } from './read-faults.ts';
import { countRecords, readRecords } from './records-table.ts';
import { openRelational } from './relational.ts';
import { localSource } from './source.ts';
import { normaliseSubjects } from './spelling.ts';
import { openSurvey } from './survey.ts';

export interface LocalEngineOptions extends DatabaseLimits {
  /** Where it spills what does not fit into memory. */
  readonly workspace: Workspace;
}

/** The engine of one machine: DuckDB in this process. */
export async function openLocalEngine({ workspace, ...limits }: LocalEngineOptions): Promise<Engine> {
  const { connection, close } = await openDatabase(workspace, limits);
  /** What goes wrong while a source is read, in our words. */
  const reading = async <Value>(source: Source, read: () => Promise<Value>): Promise<Result<Value>> => {
    try {
      return ok(await read());
    } catch (error) {
      return refused(await asReadProblem(error, localSource(source), { numbers: [], texts: [], spare: 0 }, connection));
    }
  };
  return {
    open: (request) => openSource(request, connection, workspace),
    normaliseSubjects: (source, subject) => reading(source, () => normaliseSubjects(localSource(source), subject, connection)),
    kindsOf: (source, names) => kindsOf(localSource(source), names, connection),
    pivot: (source, roles, segments) => pivotLong(localSource(source), roles, segments, connection),
    readColumns: (source, wanted, onProgress) => readTable(localSource(source), wanted, connection, onProgress),
    readRecords: (source, request, onProgress) => readRecords(localSource(source), request, connection, onProgress),
    countRecords: (source, request) => countRecords(localSource(source), request, connection),
    countSubjects: (source, subject) => reading(source, () => countSubjects(localSource(source), subject, connection)),
    distinctTexts: (source, column) => distinctTexts(localSource(source), column, connection),
    countRare: (source, column, least) => countRare(localSource(source), column, least, connection),
    relate: (source) => openRelational(localSource(source), connection),
    lookAtHead: (source) => reading(source, () => lookAtHead(localSource(source), connection)),
    formsOf: (source) => reading(source, () => formsOf(localSource(source), connection)),
    notate: (source, notations) => reading(source, () => notatedSource(localSource(source), notations, connection)),
    survey: (source, fields, onProgress) =>
      reading(source, () => openSurvey(localSource(source), fields, connection, onProgress)),
    extract: (source, request) => extractRows(localSource(source), request, connection),
    lend: (source) => lendSource(localSource(source), workspace, connection),
    counting: localCounting({ threads: limits.threads, memoryBytes: bytesOf(limits.memory), signal: workspace.signal }),
    files: localFiles(workspace),
    close,
  };
}
