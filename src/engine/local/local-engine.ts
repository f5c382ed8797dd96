import { statSync } from 'node:fs';
import { Refusal } from '../../base/problem.ts';
import { ok, type Result, refused } from '../../base/result.ts';
import type { Workspace } from '../../base/workspace.ts';
import { badSql } from '../../formats/given-problems.ts';
import { bytesOf } from '../../policy/memory.ts';
import { isPostgres } from '../../policy/postgres-address.ts';
import type { Engine, OpenRequest, Source } from '../engine.ts';
import { formsOf } from './cell-forms.ts';
import { countRare, countSubjects, distinctTexts } from './count.ts';
import { type DatabaseLimits, openDatabase } from './duckdb.ts';
import { extractRows } from './extract.ts';
import { localFiles } from './files.ts';
import { lookAtHead } from './head-looks.ts';
import { threadsFor } from './instances.ts';
import { kindsOf } from './kinds.ts';
import { lendSource } from './lend.ts';
import { localCounting } from './local-counting.ts';
import { pivotLong } from './long-table.ts';
import { notatedSource } from './notated-source.ts';
import { openSource, readByNotation } from './open-source.ts';
import { type QueryPlace, querySource } from './query-source.ts';
import { readTable } from './read.ts';
import { asReadProblem } from './read-faults.ts';
import { countRecords, readRecords } from './records-table.ts';
import { openRelational } from './relational.ts';
import { localSource } from './source.ts';
import { normaliseSubjects } from './spelling.ts';
import { openSurvey } from './survey.ts';

export interface LocalEngineOptions extends Pick<DatabaseLimits, 'memory'> {
  /** Where it is left out, as many as the machine has, and one for a small file. */
  readonly threads?: number | undefined;
  /** Where it spills what does not fit into memory. */
  readonly workspace: Workspace;
}

/** The engine of one machine: DuckDB in this process. */
export async function openLocalEngine({ workspace, threads, memory }: LocalEngineOptions): Promise<Engine> {
  const limits = { threads: threads ?? 1, memory };
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
    async open(request) {
      const place = { connection, workspace, limits };
      if (threads !== undefined) return openAsked(request, place);
      const size = sizeOf(request.input);
      await connection.run(`SET threads = ${threadsFor(size)}`);
      const opened = await openAsked(request, place);
      if (size === undefined && opened.ok) await connection.run(`SET threads = ${threadsFor(sizeOf(opened.value.path))}`); // what came from elsewhere is a file now
      return opened;
    },
    normaliseSubjects: (source, subject, spelling) =>
      reading(source, () => normaliseSubjects(localSource(source), { subject, spelling }, connection)),
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
    async extract(source, request) {
      const read = await reading(source, () => extractRows(localSource(source), request, connection));
      if (!read.ok) throw new Refusal(...read.problems);
      return read.value;
    },
    lend: (source) => lendSource(localSource(source), workspace, connection),
    counting: localCounting({ threads, memoryBytes: bytesOf(limits.memory), signal: workspace.signal }),
    files: localFiles(workspace),
    close,
  };
}

/** Undefined of what is no file here. */
const sizeOf = (input: string): number | undefined => statSync(input, { throwIfNoEntry: false })?.size;

/** The input itself, or what a query makes of it, which needs all of its columns; the query sees cells as they are written. */
async function openAsked({ sql, ...request }: OpenRequest, place: QueryPlace): Promise<Result<Source>> {
  const { connection, workspace } = place;
  if (sql === undefined) return openSource(request, connection, workspace);
  if (isPostgres(request.input)) return refused(badSql('The input is a table of PostgreSQL, which answers queries itself.'));
  const { needed: _, notated, ...whole } = request;
  const source = await openSource({ ...whole, notated: { ...notated, settle: undefined } }, connection, workspace);
  const made = source.ok ? await querySource(source.value, sql, place) : source;
  return made.ok ? readByNotation(made.value, { notated }, connection) : made;
}
