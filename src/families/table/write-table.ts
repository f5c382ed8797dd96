import type { OnProgress } from '../../base/progress.ts';
import type { RecordsTable } from '../../engine/tables.ts';
import type { WrittenFile } from '../../formats/byte-sink.ts';
import { abandonSink, type ByteSink, closeSink, openSink, putBytes, putText, room } from '../../formats/byte-sink.ts';
import { longestFixed, putFixed } from '../../formats/fixed-text.ts';
import { isText } from '../../formats/formats.ts';
import { breath, comma, type Packed, packTexts, quoteCell } from '../../formats/packed-cells.ts';
import { gatheredRows, inverseOf } from '../../frame/gather.ts';
import { columnMatrix } from '../../frame/matrix.ts';
import { rowsFormat } from '../../policy/asked-format.ts';
import type { TablePolicy } from '../../policy/policy.ts';
import { publishedNames } from '../../policy/presets.ts';
import { dominanceOf } from '../../policy/table-policy.ts';
import { tableOrder } from '../../release/canonical-order.ts';
import { mostDecimals, ownDecimals, roundTo } from '../../release/grid.ts';
import type { ManifestColumn } from '../../release/manifest.ts';
import { publishedOrder } from '../../release/published-order.ts';
import { tableColumns } from '../../release/table-columns.ts';
import type { TableRelease } from '../../release/table-release.ts';
import { leftBy } from '../family.ts';
import { isInWords, shapeOf } from './columns.ts';
import { meansOf } from './means.ts';
import { noisyCounts } from './noise.ts';
import type { PreparedTable } from './prepare.ts';
import type { TableWork, WrittenTable } from './work.ts';

/**
 * Writes a release of transactions and its evidence, rows in random order. What a group publishes is made into bytes once and copied per row.
 */
export async function writeTable({ plan: { policy }, input, made, folder, ...work }: TableWork): Promise<WrittenTable> {
  const { table } = input;
  const { release, domains } = leftBy('generalise', made);
  const { onProgress } = work.tools;
  const engine = await work.tools.openEngine();
  const random = work.random.fork('write');
  const shape = shapeOf(policy);
  const means = averages(policy, table, release);
  const columns = tableColumns({
    quasi: table.quasi.map(({ name, kind }, q) => ({
      ...{ name, kind, decimals: domains[q].decimals, snap: domains[q].snap, coding: domains[q].coding },
      weight: input.encoded[q].attribute.weight,
    })),
    kept: table.kept.map(({ name }) => name),
    averaged: means.map(({ name, decimals: places }) => ({ name, decimals: places })),
    shape,
    names: publishedNames(policy),
    inWords: isInWords(policy),
  });
  const heads = groupHeads(release);
  const format = rowsFormat(policy);
  const name = `kaca_anonymized.${format}`;
  const paths = { data: `${folder}/internal/data.csv`, evidence: `${folder}/internal/evidence.csv` };
  const data = isText(format) ? `${folder}/${name}` : paths.data;
  const evidenceColumns = evidenceOf(columns);
  const order = tableOrder(release, table.kept);
  const rowOrder =
    shape === 'groups'
      ? release.groups.rows.toSorted() // evidence of groups stays, so its order may tell
      : gatheredRows(release.groups.rows, publishedOrder(order, random).places());
  const record = recordCells(table, release);
  const written =
    shape === 'groups'
      ? await writeGroups(
          data,
          columns,
          { counts: toldCounts(input, release), heads, means },
          publishedOrder(order, random).groupNumbers(),
        )
      : await writeRows(data, columns, { heads, rowOrder, record, inside: false }, onProgress);
  await writeRows(paths.evidence, evidenceColumns, { heads, rowOrder, record, inside: true }, onProgress);
  const rows = shape === 'groups' ? release.subjects.length : release.groups.rows.length;
  onProgress({ phase: 'write', done: rows, total: rows, unit: 'rows', finished: true });
  const blankMeans = means.reduce((blank, { values }) => blank + values.filter(Number.isNaN).length, 0);
  const told = { columns, rows, blankMeans, evidence: `internal/evidence.${format}` };
  if (isText(format)) return { ...told, file: { name, ...written } };
  const { files } = engine;
  await files.csvToParquet({ csv: paths.evidence, parquet: `${folder}/${told.evidence}`, columns: evidenceColumns });
  return { ...told, file: { name, ...(await files.csvToParquet({ csv: data, parquet: `${folder}/${name}`, columns })) } };
}

/** How many subjects each group is told to have. */
const toldCounts = ({ table, noise }: PreparedTable, { subjects, groups }: TableRelease): Uint32Array =>
  noise === undefined ? subjects : noisyCounts(subjects, groups, table.crowd, noise);

interface Means {
  readonly name: string;
  readonly decimals: number;
  readonly values: Float64Array;
}

/** A mean has the digits of its column, two at least. */
function averages(policy: TablePolicy, { averaged, crowd }: RecordsTable, { groups }: TableRelease): readonly Means[] {
  return averaged.map(({ name, values }) => {
    const largest = values.reduce((most, value) => (Math.abs(value) > most ? Math.abs(value) : most), 0);
    const decimals = Math.min(policy.decimals ?? 2, mostDecimals(largest));
    return { name, decimals, values: meansOf(groups, values, crowd, { k: policy.k, dominance: dominanceOf(policy), decimals }) };
  });
}

/** The published labels of each group, each with a comma after it. */
function groupHeads({ labels, subjects }: TableRelease): Packed {
  const texts = labels.map(({ labels: own }) => own.map((label) => `${quoteCell(label)},`));
  return packTexts(Array.from(subjects, (_, g) => labels.map(({ codes }, q) => texts[q][codes[g]]).join('')));
}

const evidenceOf = (columns: readonly ManifestColumn[]): readonly ManifestColumn[] => [
  ...columns.filter(({ role }) => role === 'quasi' || role === 'kept'),
  ...columns
    .filter(({ role }) => role === 'mean')
    .map(({ of }): ManifestColumn => ({ name: of ?? '', role: 'kept', kind: 'text' })),
  { name: '_subject', role: 'subject', kind: 'text' },
  { name: '_row', role: 'record', kind: 'integer' },
];

/** What the rows of one record hold, by its row in the table. */
interface RecordCells {
  readonly group: Uint32Array;
  readonly kept: readonly { readonly codes: Uint32Array; readonly cells: Packed }[];
  /** `decimals` write every value exactly; -1 where no such number does. */
  readonly averaged: readonly { readonly values: Float64Array; readonly decimals: number }[];
  readonly subjects: Uint32Array;
  readonly names: Packed | undefined;
  readonly inputRow: Uint32Array;
}

function recordCells(
  { matrix, kept, averaged, crowd, subjectNames, inputRow }: RecordsTable,
  { groups: { rows, starts } }: TableRelease,
): RecordCells {
  const asCells = (texts: readonly string[]) => packTexts(texts.map((text) => `${quoteCell(text)},`));
  const group = new Uint32Array(matrix.rows);
  for (let g = 0; g + 1 < starts.length; g++) for (let i = starts[g]; i < starts[g + 1]; i++) group[rows[i]] = g;
  return {
    group,
    kept: kept.map(({ codes, labels }) => ({ codes, cells: asCells(labels) })),
    averaged: averaged.map(({ values }) => ({ values, decimals: exactDecimals(values) })),
    subjects: crowd.subjects,
    names: subjectNames === undefined ? undefined : asCells(subjectNames),
    inputRow,
  };
}

function exactDecimals(values: Float64Array): number {
  const told = values.filter((value) => !Number.isNaN(value));
  const decimals = ownDecimals(columnMatrix(told), 0, 15);
  return told.every((value) => roundTo(value, decimals) === value) ? decimals : -1;
}

/** What rows of records are written from. */
interface RecordRows {
  /** The labels of each group. */
  readonly heads: Packed;
  readonly rowOrder: Uint32Array;
  readonly record: RecordCells;
  /** Whether raw values, the subject and the row in the input are written too. */
  readonly inside: boolean;
}

/** One row per record. */
async function writeRows(
  path: string,
  columns: readonly ManifestColumn[],
  { heads, rowOrder: rows, record, inside }: RecordRows,
  onProgress: OnProgress,
): Promise<WrittenFile> {
  const sink = openSink(path);
  try {
    putText(sink, `${columns.map(({ name }) => quoteCell(name)).join(',')}\n`);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      putCell(sink, heads, record.group[row]);
      for (const { codes, cells } of record.kept) putCell(sink, cells, codes[row]);
      if (inside) putInside(sink, record, row);
      else sink.buffer[sink.at - 1] = 10; // in place of the last comma
      if ((i & 0x7fff) === 0x7fff) {
        onProgress({ phase: 'write', done: i + 1, total: rows.length, unit: 'rows' });
        await breath();
      }
    }
    return closeSink(sink);
  } catch (error) {
    abandonSink(sink);
    throw error;
  }
}

const putCell = (sink: ByteSink, { bytes, starts }: Packed, cell: number): void =>
  putBytes(sink, bytes, starts[cell], starts[cell + 1]);

function putInside(sink: ByteSink, { averaged, names, subjects, inputRow }: RecordCells, row: number): void {
  for (const { values, decimals } of averaged) putValue(sink, values[row], decimals);
  if (names !== undefined) putCell(sink, names, subjects[row]);
  room(sink, 2 * longestFixed + 2);
  if (names === undefined) {
    sink.at = putFixed(sink.buffer, sink.at, row + 1, 0);
    sink.buffer[sink.at++] = comma;
  }
  sink.at = putFixed(sink.buffer, sink.at, inputRow[row] + 1, 0);
  sink.buffer[sink.at++] = 10;
}

/** So that it reads back as the same number. Text of a number per row costs ten times as much as its digits. */
function putValue(sink: ByteSink, value: number, decimals: number): void {
  room(sink, longestFixed + 1);
  if (decimals < 0) putText(sink, Number.isNaN(value) ? '' : String(value));
  else if (!Number.isNaN(value)) sink.at = putFixed(sink.buffer, sink.at, value, decimals);
  sink.buffer[sink.at++] = comma;
}

/** What rows of groups are written from. */
interface GroupRows {
  readonly counts: Uint32Array;
  readonly heads: Packed;
  readonly means: readonly Means[];
}

/** One row per group: its labels, its subjects counted, its means. */
async function writeGroups(
  path: string,
  columns: readonly ManifestColumn[],
  { counts, heads, means }: GroupRows,
  numbers: Uint32Array,
): Promise<WrittenFile> {
  const sink = openSink(path);
  try {
    putText(sink, `${columns.map(({ name }) => quoteCell(name)).join(',')}\n`);
    for (const g of inverseOf(numbers)) {
      putCell(sink, heads, g);
      putText(
        sink,
        `${[counts[g], ...means.map(({ values, decimals }) => (Number.isNaN(values[g]) ? '' : values[g].toFixed(decimals)))].join(',')}\n`,
      );
    }
    return closeSink(sink);
  } catch (error) {
    abandonSink(sink);
    throw error;
  }
}
