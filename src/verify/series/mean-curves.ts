import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Counter, Unreadable } from '../../base/counting.ts';
import type { ManifestColumn, SeriesManifest } from '../../release/manifest.ts';
import type { Cells } from '../cell-breaches.ts';
import { boundsOf } from '../cell-checks.ts';
import { breachesOfFaults, type Fault } from '../column-faults.ts';
import type { EvidenceBreach } from '../evidence-breaches.ts';
import type { DataFindings } from '../findings.ts';
import { firstRow } from '../first-row.ts';
import { csvHeader } from '../header.ts';
import { blankIn } from '../label-checks.ts';
import { type Layout, list } from '../layout.ts';
import type { RowsCase } from '../rows-case.ts';
import { csvSource, type Source, type SourceColumn } from '../source.ts';
import type { MeanBreach } from '../table/table-breaches.ts';
import { fastThenSure } from '../two-readings.ts';
import { type CurveBreach, unpairedCurve } from './curve-breaches.ts';
import type { PublishedRecords } from './published-records.ts';

/** The values behind the means, which never leave. */
const valuesFile = 'internal/values.csv';

/** The rule of dominance: a mean is blank where its `largest` members hold more than this share of the sum (docs/metrics.md, "Curve"). */
const dominance = { largest: 2, share: 0.9 };
const slip = 1e-9; // sums of doubles hang on the order they are added in

/** What can be seen of means in what leaves: one curve for each group, so that k subjects share it, and within the band of the group. */
export async function checkMeanCurves(
  counter: Counter,
  layout: Layout,
  { data: { file } }: SeriesManifest,
): Promise<readonly CurveBreach[]> {
  const { curves, group, source } = layout;
  const unpaired = unpairedCurve(layout);
  if (unpaired !== undefined) return [unpaired];
  const several = `SELECT ${group.sql} FROM (SELECT DISTINCT ${list([group, ...curves])} FROM leaves) GROUP BY ALL HAVING count(*) > 1`;
  const [groups] = await counter.numbers(`SELECT count(*) FROM (${several})`);
  if (groups > 0) {
    const row = await firstRow(counter, source, [group], several);
    return [{ kind: 'split-mean', file, groups, ...(row === undefined ? {} : { row }) }];
  }
  const bounds = boundsOfSeries(layout);
  const faults: Fault<'mean-outside-band'>[] = [];
  for (const part of partsOf(curves)) {
    const outside = part.map(({ at, item }) => isOutside(numberIn(item.sql), bounds[at], item));
    const counts = await counter.numbers(
      `SELECT ${outside.map((bad) => `coalesce(sum(n) FILTER (${bad}), 0)`).join(', ')} FROM leaves`,
    );
    for (const [i, { item }] of part.entries())
      if (counts[i] > 0) {
        const row = await firstRow(counter, source, [group], `SELECT ${group.sql} FROM leaves WHERE ${outside[i]}`);
        faults.push({ kind: 'mean-outside-band', column: item.declared.name, cells: counts[i], row: row ?? 1 });
      }
  }
  return breachesOfFaults(faults, file);
}

/**
 * Each mean worked out again from the values of the members, each of which lies in the band. They are in the order of the records, and do not leave:
 * beside a release without them nothing more is proved than what leaves can show.
 */
export async function proveMeans(
  counter: Counter,
  records: PublishedRecords,
  { folder, stage, original }: Pick<RowsCase, 'folder' | 'stage' | 'original'>,
): Promise<Pick<DataFindings, 'breaches' | 'counted'>> {
  const path = join(folder, valuesFile);
  const there = await lstat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!there) {
    const breaches = stage === 'written' || original !== undefined ? [{ kind: 'values-missing' as const, file: valuesFile }] : [];
    return { breaches, counted: 'rows' };
  }
  const unreadable: CurveBreach = { kind: 'values-unreadable', file: valuesFile };
  try {
    const series = seriesOf(records.layout);
    const names = await csvHeader(path, ',');
    if (names?.length !== series.length || series.some(({ declared }, t) => names[t] !== declared.of))
      return { breaches: [unreadable], counted: 'rows' };
    const columns = names.map((name): ManifestColumn => ({ name, role: 'series', kind: 'number' }));
    const breaches = await fastThenSure(false, async (reading) => {
      const values = csvSource(path, columns, ',', reading);
      await counter.ask(valuedSql(records, values));
      const different = await differences(counter, values);
      return different.length > 0 ? different : brokenMeans(counter, records.layout);
    });
    return { breaches, counted: breaches.length > 0 ? 'rows' : 'subjects' };
  } catch (error) {
    if (error instanceof Unreadable) return { breaches: [unreadable], counted: 'rows' };
    throw error;
  }
}

/** One row for each record and line of the values, in the table `valued`: the value of instant t as x0, x1, … */
const valuedSql = ({ layout: { source, group }, line }: PublishedRecords, values: Source): string =>
  `CREATE OR REPLACE TEMP TABLE valued AS SELECT line, place, group_id, ${values.columns.map((_, t) => `x${t}`).join(', ')}
  FROM (SELECT row_number() OVER () AS line, ${values.columns.map(({ sql }, t) => `${numberIn(sql)} AS x${t}`).join(', ')} FROM ${values.table}) AS told
  FULL JOIN (SELECT ${line} AS place, ${group.sql} AS group_id FROM ${source.table}) AS published ON line = place`;

async function differences(counter: Counter, { columns }: Source): Promise<readonly EvidenceBreach[]> {
  const [alone] = await counter.numbers('SELECT count_if(line IS NULL OR place IS NULL) FROM valued');
  if (alone > 0) return [{ kind: 'evidence-differs', file: valuesFile, rows: alone }];
  const strange: { readonly name: string; readonly rows: number }[] = [];
  for (const part of partsOf(columns)) {
    const counts = await counter.numbers(
      `SELECT ${part.map(({ at }) => `count_if(NOT coalesce(isfinite(x${at}), false))`).join(', ')} FROM valued`,
    );
    for (const [i, { item }] of part.entries()) if (counts[i] > 0) strange.push({ name: item.declared.name, rows: counts[i] });
  }
  if (strange.length === 0) return [];
  const rows = strange.reduce((sum, one) => sum + one.rows, 0);
  return [{ kind: 'evidence-not-a-number', file: valuesFile, columns: strange.map(({ name }) => name), rows }];
}

type ProvedKind = Exclude<MeanBreach['kind'], 'mean-of-few'> | 'outside-band';

async function brokenMeans(counter: Counter, layout: Layout): Promise<readonly Cells<ProvedKind>[]> {
  const { curves, group } = layout;
  const bounds = boundsOfSeries(layout);
  const faults: Fault<ProvedKind>[] = [];
  for (const part of partsOf(curves)) {
    const worked = part.flatMap(({ at }) => [
      `avg(x${at}) AS mean${at}, sum(abs(x${at})) AS whole${at}, list_sum(max(abs(x${at}), ${dominance.largest})) AS largest${at}`,
      `min(x${at}) AS least${at}, max(x${at}) AS most${at}`,
    ]);
    const told = part.flatMap(({ at, item }) => [
      `any_value(${item.sql}) AS ${item.sql}, any_value(${bounds[at].lower}) AS lower${at}, any_value(${bounds[at].upper}) AS upper${at}`,
    ]);
    const asked = part.flatMap(({ at, item }) =>
      faultsAt(at, item).map(([kind, bad]) => ({ kind, bad, column: item.declared.name })),
    );
    const counts = await counter.numbers(
      `SELECT ${asked.map(({ bad }) => `count_if(${bad}), coalesce(min(row) FILTER (${bad}), 0)`).join(', ')}
      FROM (SELECT group_id, min(place) AS row, count(*) AS members, ${worked.join(', ')} FROM valued GROUP BY group_id)
      JOIN (SELECT ${group.sql} AS group_id, ${told.join(', ')} FROM leaves GROUP BY ${group.sql}) USING (group_id)`,
    );
    for (const [i, { kind, column }] of asked.entries())
      faults.push({ kind, column, cells: counts[2 * i], row: counts[2 * i + 1] });
  }
  return breachesOfFaults(faults, valuesFile);
}

/** Negative values weigh as much as positive ones, as in means of tables. */
function faultsAt(at: number, curve: SourceColumn): readonly (readonly [ProvedKind, string])[] {
  const blank = blankIn(curve);
  const far = `abs(${numberIn(curve.sql)} - mean${at}) > 0.5 * 1e-${curve.declared.decimals ?? 0} + ${slip} * whole${at} / members`;
  const isDominated = (share: number) => `largest${at} > ${share} * whole${at}`;
  return [
    ['outside-band', `least${at} < lower${at} OR most${at} > upper${at}`],
    ['wrong-mean', `NOT (${blank}) AND coalesce(${far}, true)`],
    ['needless-blank', `${blank} AND NOT ${isDominated(dominance.share * (1 - slip))}`],
    ['dominated-mean', `NOT (${blank}) AND ${isDominated(dominance.share * (1 + slip))}`],
  ];
}

/** Values that are not those of the original, from the tables `valued` and `beside`; where the original has none, one was filled in. */
export async function changedValues(counter: Counter, layout: Layout): Promise<readonly Cells<'changed-value'>[]> {
  const faults: Fault<'changed-value'>[] = [];
  for (const part of partsOf(seriesOf(layout))) {
    const changed = part.map(({ at }) => `coalesce(series[${at + 1}] <> x${at}, false)`);
    const counts = await counter.numbers(
      `SELECT ${changed.map((bad) => `count_if(${bad}), coalesce(min(valued.place) FILTER (${bad}), 0)`).join(', ')} FROM valued JOIN beside USING (place)`,
    );
    for (const [i, { item }] of part.entries())
      faults.push({
        kind: 'changed-value',
        column: item.declared.of ?? item.declared.name,
        cells: counts[2 * i],
        row: counts[2 * i + 1],
      });
  }
  return breachesOfFaults(faults, valuesFile);
}

const seriesOf = ({ envelope }: Layout): readonly SourceColumn[] =>
  envelope.filter(({ declared }) => declared.role === 'series' && declared.kind !== 'upper');

const boundsOfSeries = (layout: Layout): readonly { readonly lower: string; readonly upper: string }[] =>
  seriesOf(layout).map((column) => boundsOf(column, layout.envelope[layout.envelope.indexOf(column) + 1]));

const isOutside = (value: string, { lower, upper }: { readonly lower: string; readonly upper: string }, curve: SourceColumn) =>
  `NOT (${blankIn(curve)}) AND coalesce(${value} NOT BETWEEN ${lower} AND ${upper}, true)`;

const numberIn = (sql: string): string => `TRY_CAST(${sql} AS DOUBLE)`;

const columnsAtOnce = 24; // a query over hundreds of columns is planned for longer than it runs

/** Some of a list at a time, each with its place. */
function* partsOf<Item>(items: readonly Item[]): Generator<readonly { readonly at: number; readonly item: Item }[]> {
  for (let from = 0; from < items.length; from += columnsAtOnce)
    yield items.slice(from, from + columnsAtOnce).map((item, i) => ({ at: from + i, item }));
}
