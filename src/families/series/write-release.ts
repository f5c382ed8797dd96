import { onceAllEnded } from '../../base/once-all-ended.ts';
import { putText, type WrittenFile, writeThrough } from '../../formats/byte-sink.ts';
import { isText } from '../../formats/formats.ts';
import { breathAmong } from '../../formats/packed-cells.ts';
import { rowsFormat } from '../../policy/asked-format.ts';
import type { SeriesPolicy } from '../../policy/policy.ts';
import { seriesOrder } from '../../release/canonical-order.ts';
import type { ManifestColumn, SeriesManifest } from '../../release/manifest.ts';
import { type PublishedOrder, publishedOrder } from '../../release/published-order.ts';
import { leftBy, type Work } from '../family.ts';
import { columnsOf, dataFile } from './draft.ts';
import type { MadeSeries } from './make-series.ts';
import type { PreparedSeries } from './prepare.ts';
import type { TracedNode } from './series-block.ts';
import { writeRowNumbers, writeValues } from './write-evidence.ts';
import { writeLongCsv } from './write-long.ts';
import { writeSeriesCsv } from './write-series.ts';

export type SeriesWork = Work<SeriesPolicy, PreparedSeries, MadeSeries, WrittenSeries>;

export interface WrittenSeries {
  readonly columns: readonly ManifestColumn[];
  readonly file: WrittenFile & { readonly name: string };
  readonly order: PublishedOrder;
}

/** Writes the data, rows in random order, and beside it under internal/ which row of the input each record was. */
export async function writeSeriesRelease({ plan, input, tools, random, folder, made }: SeriesWork): Promise<WrittenSeries> {
  const { policy } = plan;
  const { roles, table } = input;
  const { release, nodes } = leftBy('pattern', made);
  const order = publishedOrder(seriesOrder(release, table.sensitive), random.fork('write'));
  await breathAmong(release.groups.rows.length); // threads that measure get more to do
  const columns = columnsOf(policy, roles, release.envelope);
  const rows = { release, columns, sensitive: table.sensitive, order };
  const write = (to: string) =>
    policy.shape === 'long'
      ? writeLongCsv(to, rows, roles.instants ?? roles.series, tools.onProgress)
      : writeSeriesCsv(to, rows, tools);
  const name = dataFile(policy);
  const format = rowsFormat(policy);
  const csv = isText(format) ? `${folder}/${name}` : `${folder}/internal/data.csv`;
  const writeNumbers = async () => writeRowNumbers(`${folder}/internal/evidence.csv`, release, policy.shape, order);
  const [plain] = await onceAllEnded([write(csv), writeNumbers()]); // threads begin with the rows meanwhile
  const file = isText(format)
    ? plain
    : await (await tools.openEngine()).files.csvToParquet({ csv, parquet: `${folder}/${name}`, columns });
  if ('trace' in policy && policy.trace !== undefined) writeTrace(`${folder}/internal/${policy.trace}`, nodes);
  if (policy.curve === 'mean')
    writeValues(
      `${folder}/internal/values.csv`,
      { release, order, shape: policy.shape },
      table.matrix,
      roles.instants ?? roles.series,
    );
  return { columns, file: { name, ...file }, order };
}

/** Every node of every tree, as people read it: its word in letters, its members as rows counted from 1. */
function writeTrace(path: string, nodes: readonly TracedNode[]): void {
  const readable = nodes.map(({ word, members, ...node }) => ({
    ...node,
    pattern: word.map((symbol) => String.fromCharCode(97 + symbol)).join(''),
    size: members.length,
    members: members.map((row) => row + 1),
  }));
  writeThrough(path, (sink) => putText(sink, `${JSON.stringify({ nodes: readable }, null, 2)}\n`));
}

/** What the data file claims, for the verifier to test. */
export function seriesManifest({ plan, input, made, written }: SeriesWork, version: string): SeriesManifest {
  const { policy } = plan;
  const { roles } = input;
  const { columns, file } = leftBy('write', written);
  const { release, models } = leftBy('pattern', made);
  const records = release.groups.rows.length;
  return {
    shoal: version,
    format: 1,
    method: policy.method,
    promises: {
      ...{ k: policy.k, p: policy.p, ...(policy.l > 1 ? { l: policy.l } : {}) },
      ...(models === undefined ? {} : { models: [...models] }),
    },
    ...(policy.subjectSpelling === 'exact' ? { subjectSpelling: 'exact' } : {}),
    unit:
      roles.subject === undefined
        ? 'each row is one subject, as declared'
        : `one ${roles.instants === undefined ? 'row' : 'series'} per "${roles.subject}", checked in the input`,
    pattern: { form: release.form, segments: policy.segments, maxLevel: policy.maxLevel },
    ...(policy.shape === 'long' ? { shape: 'long', instants: [...(roles.instants ?? roles.series)] } : {}),
    ...(policy.curve === 'mean' ? { curve: 'mean' } : {}),
    data: {
      file: file.name,
      format: rowsFormat(policy),
      rows: policy.shape === 'long' ? records * roles.series.length : records,
    },
    columns: [...columns],
    dropped: [...roles.dropped],
    files: [file],
  };
}
