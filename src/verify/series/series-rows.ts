import type { Counter } from '../../base/counting.ts';
import type { SeriesManifest } from '../../release/manifest.ts';
import { type CensusAsked, seriesCensus } from '../census.ts';
import type { DataFindings } from '../findings.ts';
import { type Layout, layoutOf } from '../layout.ts';
import { checkModels } from '../models/check-models.ts';
import type { ModelBreach } from '../models/model-breaches.ts';
import { numberingBreach } from '../numbering.ts';
import { checkRowCount } from '../row-count.ts';
import type { RowsCase } from '../rows-case.ts';
import type { Source } from '../source.ts';
import { checkCells } from './cells.ts';
import { type Classes, checkClasses, readClasses } from './classes.ts';
import { checkCurves } from './curves.ts';
import { checkDiversity } from './diversity.ts';
import { checkMeanCurves, proveMeans } from './mean-curves.ts';
import { proveLines } from './prove-lines.ts';
import type { PublishedRecords } from './published-records.ts';
import { gatherRecords } from './records.ts';
import { checkSeriesOriginal } from './series-original.ts';

/** Rows of series: cells of the declared form, k subjects in an envelope, P in a pattern, curves that tell nothing more. */
export async function checkSeriesRows(
  counter: Counter,
  source: Source,
  manifest: SeriesManifest,
  beside: RowsCase<CensusAsked>,
): Promise<DataFindings> {
  if (manifest.shape !== 'long') {
    const found = await checkRecords(counter, source, manifest, beside.census);
    const records = { layout: layoutOf(source), manifest, line: 'row_number() OVER ()' };
    const proved = await proveBeside(counter, found, records, beside);
    const breaches = [...checkRowCount(found.classes.rows, manifest.data), ...found.breaches, ...proved.breaches];
    return { ...found, ...proved, breaches };
  }
  const { breaches, rows, wide } = await gatherRecords(counter, source, manifest);
  if (wide === undefined) return { breaches: [...checkRowCount(rows, manifest.data), ...breaches], rows };
  const found = await checkRecords(counter, wide.source, wide.manifest, beside.census);
  const records = { layout: layoutOf(wide.source), manifest: wide.manifest, line: 'CAST(record AS BIGINT)' };
  const proved = await proveBeside(counter, found, records, beside);
  return {
    ...found,
    ...proved,
    breaches: [...checkRowCount(rows, manifest.data), ...breaches, ...found.breaches, ...proved.breaches],
    classes: { ...found.classes, rows, records: found.classes.rows },
  };
}

/** Means beside the values they are of, and all beside the original where it is given; only if the release is sound by itself. */
async function proveBeside(
  counter: Counter,
  { breaches }: DataFindings,
  records: PublishedRecords,
  { folder, stage, original }: RowsCase<CensusAsked>,
): Promise<Pick<DataFindings, 'breaches' | 'counted' | 'original'>> {
  if (breaches.length > 0) return { breaches: [] };
  const means =
    records.manifest.curve === 'mean'
      ? await proveMeans(counter, records, { folder, stage, original })
      : ({ breaches: [] } as const);
  if (original === undefined || means.breaches.length > 0) return means;
  return { ...means, breaches: await checkSeriesOriginal(counter, records, folder, original), original: true };
}

/** What is promised of the sensitive values behind every pattern of an envelope, of leaves that are sound otherwise: then a GroupID is its envelope. */
async function checkLeafModels(
  counter: Counter,
  { source, group, pattern, level }: Layout,
  { promises: { models = [] }, data }: SeriesManifest,
  sound: boolean,
): Promise<readonly ModelBreach[]> {
  const alike = [group, pattern, level];
  return sound ? checkModels(models, { counter, source, alike, subject: undefined, file: data.file }) : [];
}

/** The promises about records, of a source that has one row for each. */
async function checkRecords(
  counter: Counter,
  source: Source,
  manifest: SeriesManifest,
  census: CensusAsked,
): Promise<DataFindings & { readonly classes: Classes }> {
  const layout = layoutOf(source);
  const proved = source.lines === undefined ? undefined : await proveLines(source.lines, layout, manifest, census);
  if (proved !== undefined) return proved;
  await readClasses(counter, layout);
  const cells = await checkCells(counter, layout, manifest);
  const { breaches, classes, sizes, ids } = await checkClasses(counter, layout, manifest);
  const broken = cells.some(({ kind }) => kind === 'malformed-group-id' || kind === 'empty-cell');
  const place = { file: manifest.data.file, column: layout.group.declared.name };
  const numbers = broken ? [] : numberingBreach(ids, place);
  const { l } = manifest.promises;
  const split = breaches.some(({ kind }) => kind === 'split-group');
  const diversity = l === undefined ? [] : await checkDiversity(counter, layout, { l, split }, manifest.data.file);
  const models = await checkLeafModels(counter, layout, manifest, cells.length + breaches.length + diversity.length === 0);
  const checkOwn = manifest.curve === 'mean' ? checkMeanCurves : checkCurves;
  const curves = cells.length + breaches.length === 0 ? await checkOwn(counter, layout, manifest) : []; // made from sound cells only
  const found = [...cells, ...numbers, ...breaches, ...diversity, ...models, ...curves];
  return {
    breaches: found,
    classes,
    ...(census !== false && found.length === 0
      ? { census: await seriesCensus(counter, layout, sizes, census === true ? undefined : census) }
      : {}),
  };
}
