import { availableParallelism, tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { OnProgress } from '../base/progress.ts';
import { ok, type Result, refused } from '../base/result.ts';
import { openWorkspace, type Workspace } from '../base/workspace.ts';
import { associationsIn } from '../engine/local/associations.ts';
import { type FieldCells, makeCells } from '../engine/local/cell-table.ts';
import { openDatabase } from '../engine/local/duckdb.ts';
import { fieldFacts } from '../engine/local/field-facts.ts';
import { codesIn, headLooks } from '../engine/local/head-looks.ts';
import { joinSpellings } from '../engine/local/join-spellings.ts';
import { asReadProblem } from '../engine/local/read-faults.ts';
import { openSource, type Source } from '../engine/local/source.ts';
import { type KnownColumn, standingOf } from '../engine/local/standing.ts';
import { asWriteProblem } from '../engine/stage.ts';
import { classesOf } from '../families/events/mapping.ts';
import { telecareMapping } from '../families/events/telecare.ts';
import { noRows } from '../formats/input-problems.ts';
import { fieldsOf } from '../inspect/field.ts';
import type { Inspection } from '../inspect/inspection.ts';
import { type KnownPart, knownColumns } from '../inspect/known-columns.ts';
import { rolesFor } from '../inspect/roles.ts';
import { shapeOf } from '../inspect/shape.ts';
import { type PolicyInput, parsePolicy } from '../policy/policy.ts';
import { joinedOf } from './advice.ts';

/** What of a policy says how to read its input. */
export type InspectInput = Pick<PolicyInput, 'delimiter' | 'threads' | 'memory'> & { readonly input: string };

export interface InspectOptions {
  readonly onProgress?: OnProgress;
  /** Read when the input is `-`. */
  readonly stdin?: Readable;
  /** Where spilled data lies; give one to clean up on an interrupt. */
  readonly workspace?: Workspace;
}

/** What a file holds, what its columns are probably for, and how well its subjects hide as it stands. Reads it once; writes nothing. */
export async function inspect(
  raw: InspectInput,
  { onProgress = () => {}, stdin, ...given }: InspectOptions = {},
): Promise<Result<Inspection>> {
  const policy = parsePolicy(raw);
  if (!policy.ok) return policy;
  const { delimiter, memory, threads = availableParallelism() } = policy.value;
  const workspace = given.workspace ?? openWorkspace();
  try {
    const database = await openDatabase(workspace, { threads, memory });
    try {
      const source = await openSource(raw.input, database.connection, workspace, { delimiter, stdin, onProgress });
      return source.ok ? await inspected(source.value, database.connection, onProgress) : source;
    } finally {
      database.close();
    }
  } catch (error) {
    return refused(asWriteProblem(error, tmpdir())); // temporary files are all it writes
  } finally {
    workspace.dispose();
  }
}

async function inspected(source: Source, connection: DuckDBConnection, onProgress: OnProgress): Promise<Result<Inspection>> {
  let cells: readonly FieldCells[];
  try {
    const looks = await headLooks(source, connection);
    cells = await makeCells(source, fieldsOf(looks, source.implied?.series), connection, onProgress);
  } catch (error) {
    return refused(await asReadProblem(error, source, { numbers: [], texts: [], spare: 0 }, connection));
  }
  const { facts: fields, everyNthRow } = await fieldFacts(cells, connection);
  const [{ rows }] = fields;
  if (rows === 0) return refused(noRows(source.name));
  onProgress({ phase: 'read', done: rows, unit: 'rows', finished: true });
  const shape = shapeOf(fields);
  const roles = rolesFor(shape, fields, await associationsIn(cells, fields, connection), source.implied?.sensitive);
  const known = knownColumns(shape, roles).flatMap((part) => knownSql(part, cells, rows > 300_000 ? 2 : 4));
  const subject = cells.find(({ field }) => field.name === shape.subject);
  const joined = subject === undefined ? 0 : await joinSpellings(source, subject, connection);
  const subjects = (fields.find(({ name }) => name === shape.subject)?.distinct ?? rows) - joined;
  return ok({
    input: source.name,
    format: source.format,
    rows,
    shape,
    fields,
    roles,
    ...(known.length === 0 ? {} : { standing: await standingOf(known, subject, subjects, connection) }),
    ...(shape.kind === 'events' ? { mapped: isMapped(await codesIn(source, shape.event, cells, connection)) } : {}),
    everyNthRow,
    ...joinedOf(joined),
  });
}

const hourInMicroseconds = 3_600_000_000;

/** What is remembered of a time, from the hour it lies in. */
const parts: Readonly<Record<NonNullable<KnownPart['part']>, (hour: string) => string>> = {
  week: (hour) => `yearweek(make_timestamp(${hour} * ${hourInMicroseconds}))`,
  weekday: (hour) => `isodow(make_timestamp(${hour} * ${hourInMicroseconds}))`,
  'part of day': (hour) => `(${hour} % 24) // 6`,
  day: (hour) => `${hour} // 24`,
  hour: (hour) => `${hour} % 24`,
};

/** The first instants of a series (after four, hardly anybody is left in company), parts of a time by name, any other column as it is. */
function knownSql({ field, part }: KnownPart, cells: readonly FieldCells[], mostInstants: number): readonly KnownColumn[] {
  const found = cells.find((cell) => cell.field.name === field);
  if (found === undefined) return [];
  const [column] = found.kept;
  if (part !== undefined) {
    const base = `CASE WHEN isfinite(${column}) THEN epoch_us(${column}) // ${hourInMicroseconds} END`; // few hours, many moments
    return [{ name: `${field} (${part})`, base, of: parts[part] }];
  }
  return found.kept.slice(0, mostInstants).map((sql, place) => ({ name: found.names[place], base: sql, of: (base) => base }));
}

/** Whether a log may be published by the classes of telecare devices. Codes are looked at, and go no further. */
function isMapped(codes: readonly string[]): boolean {
  return classesOf(codes, telecareMapping).every((name) => name !== undefined);
}
