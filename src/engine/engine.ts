import type { Counting, LentTable } from '../base/counting.ts';
import type { OnProgress } from '../base/progress.ts';
import type { Result } from '../base/result.ts';
import type { Workspace } from '../base/workspace.ts';
import type { WrittenFile } from '../formats/byte-sink.ts';
import type { PartPlan, WrittenPart } from '../formats/cut-text.ts';
import type { FoundEncoding } from '../formats/find-encoding.ts';
import type { Format } from '../formats/format.ts';
import type { ReleaseFormat } from '../formats/formats.ts';
import type { Notated, SettledNotations } from '../formats/notation.ts';
import type { PlainFile } from '../formats/plain-rows.ts';
import type { ImpliedRoles } from '../formats/series-reader.ts';
import type { Field } from '../inspect/field.ts';
import type { ColumnForms } from '../inspect/forms.ts';
import type { Look } from '../inspect/look.ts';
import type { LongRoles } from '../policy/long-roles.ts';
import type { Roles } from '../policy/roles.ts';
import type { TableKind } from '../policy/table-kinds.ts';
import type { ManifestColumn } from '../release/manifest.ts';
import type { Relational } from './relation.ts';
import type { Survey } from './survey.ts';
import type { RecordCounts, RecordsRequest, RecordsTable, SubjectSpelling, TableRead, Wanted } from './tables.ts';

/**
 * The port: all that a family or the library asks of whatever holds the rows. Requests are plain data, answers are plain data or typed arrays,
 * and how an engine gets from one to the other is its own business. It is asked one thing at a time. Two engines owe the same answer to the same request; docs/engine.md defines
 * what of an answer decides bytes, and test/engine/parity says it to an engine.
 */
export interface Engine {
  /** Finds out what a table is made of. No row is read that need not be. */
  open(request: OpenRequest): Promise<Result<Source>>;
  /** The same table with subjects told apart by their normal form, or as they are written; an id of blanks is none, either way. */
  normaliseSubjects(source: Source, subject: string | undefined, spelling: SubjectSpelling): Promise<Result<SpelledSource>>;
  /** What the first ten thousand values of each column look like. */
  kindsOf(source: Source, names: readonly string[]): Promise<readonly TableKind[]>;
  /** A long table, one row per subject and instant, as one with a row per subject, in the order of their subjects. */
  pivot(source: Source, roles: LongRoles, segments: number): Promise<Result<PivotedSource>>;

  /** Columns as typed arrays, rows in the order of the table. */
  readColumns(source: Source, wanted: Wanted, onProgress: OnProgress): Promise<Result<TableRead>>;
  readRecords(source: Source, request: RecordsRequest, onProgress: OnProgress): Promise<Result<RecordsTable>>;

  /** What `readRecords` would refuse, or how many there are. */
  countRecords(source: Source, request: RecordsRequest): Promise<Result<RecordCounts>>;
  countSubjects(source: Source, subject: string | undefined): Promise<Result<SubjectCounts>>;
  /** The different texts of a column, in no order; an empty cell is the empty text. */
  distinctTexts(source: Source, column: string): Promise<readonly string[]>;
  /** Rows whose value in this column fewer than `least` rows share. */
  countRare(source: Source, column: string, least: number): Promise<{ readonly rare: number; readonly rows: number }>;

  /** Runs relational steps, which are data, over a source and the tables they make. */
  relate(source: Source): Promise<Relational>;

  /** What the first rows of each column look like. */
  lookAtHead(source: Source): Promise<Result<readonly Look[]>>;
  /** The forms of columns that look like numbers or times and are not plain; after `lookAtHead`. */
  formsOf(source: Source): Promise<Result<readonly ColumnForms[]>>;
  /** The same table with cells that are written in these ways as plain numbers and times. */
  notate(source: Source, notations: SettledNotations): Promise<Result<Source>>;
  /** Reads the table once, to be asked about these fields of it. */
  survey(source: Source, fields: readonly Field[], onProgress: OnProgress): Promise<Result<Survey>>;

  /** Writes some columns, under other names, of the rows of some days to a CSV file; answers how many subjects they have. */
  extract(source: Source, request: ExtractRequest): Promise<number>;
  /** A table as judges read it, through the counting port. */
  lend(source: Source): Promise<LentTable>;

  /** What judges count released bytes with. It works on a closed engine, and nothing that the engine holds is in its reach. */
  readonly counting: Counting;

  /** Files that the program wrote itself. These need no open source, and work on a closed engine. */
  readonly files: EngineFiles;

  /** Gives back what it holds; its sources are gone. May be called again. What it answers is awaited where something is held elsewhere. */
  close(): void | Promise<void>;
}

/** A table to read, its columns known and nothing read of its rows yet. How it is read, only its engine knows. */
export interface Source {
  /** As the person named it. */
  readonly name: string;
  readonly path: string;
  /** How it is read: text and files of series as text, from a database as what it sent, rows of a program, a workbook or a log as what they are. */
  readonly format: 'csv' | 'parquet' | 'ndjson' | 'postgres' | 'rows';
  readonly columns: readonly SourceColumn[];
  /** A guess for delimited text, exact for Parquet, 0 where unknown. */
  readonly likelyRows: number;
  /** Where each row of the table is made of several of the file: how many there are of both. */
  readonly counted?: { readonly rows: number; readonly subjects: number };
  /** What it is known by, where its bytes are not here to be hashed. */
  readonly sha256?: Promise<string>;
  /** Roles that the format of the file gives to its columns. */
  readonly implied?: ImpliedRoles;
  /** Where its rows lie as text that may be read without the engine, as its bytes are those of `path`. */
  readonly plain?: PlainFile | undefined;
  /** How its letters are probably stored, where that was looked for and is not UTF-8. */
  readonly stored?: FoundEncoding;
}

export interface SourceColumn {
  readonly name: string;
  /** Undefined where the file does not say, as in CSV. */
  readonly numeric: boolean | undefined;
}

export interface OpenRequest {
  /** A path, the address of a database, or `-`. */
  readonly input: string;
  readonly delimiter?: string | undefined;
  /** How its cells are written, where that is not plain: decimal points, ISO 8601, UTF-8. */
  readonly notated?: Notated | undefined;
  /** Find out how letters are stored where that is not said, and read them so: only for a person to look at. */
  readonly findEncoding?: boolean | undefined;
  /** What a file may be; every format of the list when left out. */
  readonly formats?: readonly Format[] | undefined;
  /** One SELECT over the input, which it knows as the table `input`; what it makes is the table that is read. */
  readonly sql?: string | undefined;
  /** Read when the input is `-`. */
  readonly given?: GivenData | undefined;
  /** Which columns will be read, where that is known: a database sends no others, and none at all where it is refused. */
  readonly needed?: ((columns: readonly string[]) => Result<readonly string[]>) | undefined;
  /** Rows of other days need not come: a database keeps them. */
  readonly days?: Days | undefined;
  /** Told while a database sends its rows. */
  readonly onProgress?: OnProgress | undefined;
  /** Told, in a sentence, what of a file is not read. */
  readonly onNotice?: ((notice: string) => void) | undefined;
}

/** Data that comes without a path: from standard input, or from a program that holds it. */
export interface GivenData {
  /** What messages call it. */
  readonly name: string;
  /** Puts it into a private file, once: whoever asks again is told of the same one. */
  spool(workspace: Workspace): Promise<Result<SpooledData>>;
}

export interface SpooledData {
  readonly path: string;
  /** The name of its format, where that was said; else its first bytes tell. */
  readonly format?: string | undefined;
  /** Of rows, which lie there as comma-separated text: the names of their columns, as they came. */
  readonly table?: { readonly names: readonly string[]; readonly rows: number };
}

/** The days, such as 2024-05-31, that a time lies in; both belong to them. */
export interface Days {
  readonly column: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export interface SpelledSource {
  readonly source: Source;
  /** Ids that are another spelling of one that is there as well. */
  readonly joined: number;
}

export interface PivotedSource {
  readonly source: Source;
  readonly roles: Roles;
}

/** Rows by their subject; without a subject column each row is one. */
export interface SubjectCounts {
  readonly rows: number;
  readonly subjects: number;
  /** Subjects of several rows, and their rows. */
  readonly repeated: number;
  readonly repeatedRows: number;
  readonly withoutSubject: number;
}

export interface ExtractRequest {
  /** Names in the source, by the names they get. */
  readonly columns: Readonly<Record<string, string>>;
  /** By the name it gets; rows whose day cannot be read stay. */
  readonly days: Days;
  /** By the name it gets. */
  readonly subject: string;
  readonly path: string;
}

export interface EngineFiles {
  /** Turns a written CSV into Parquet and removes it: the same rows make the same bytes, whatever machine writes them. */
  csvToParquet(request: ParquetRequest): Promise<WrittenFile>;
  /** The rows of a Parquet file in their order as CSV with a header, in a file of its own; answers where. */
  parquetToCsv(parquet: string): Promise<string>;
  /** Cuts a Parquet file after every so many rows; the same rows make the same bytes here, too. */
  cutParquet(request: CutRequest): Promise<readonly WrittenPart[]>;
  /** The rows of a small file in their order. */
  readRows(file: RowsFile): Promise<readonly FileRow[]>;
  /** The rows of a file in their order, some at a time. */
  streamRows(file: RowsFile): AsyncIterable<readonly FileRow[]>;
}

export interface ParquetRequest {
  readonly csv: string;
  readonly parquet: string;
  readonly columns: readonly ManifestColumn[];
}

export interface CutRequest extends PartPlan {
  readonly file: string;
  readonly columns: readonly { readonly name: string }[];
}

export interface RowsFile {
  /** Of several files the rows follow each other. */
  readonly path: string | readonly string[];
  readonly format: ReleaseFormat;
  readonly delimiter: string;
  readonly columns: readonly { readonly name: string; readonly numeric: boolean }[];
}

/** Numbers and texts by the name of their column; null where a number is not told. */
export type FileRow = Readonly<Record<string, string | number | null>>;
