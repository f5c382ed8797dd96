import { Refusal } from '../../base/problem.ts';
import type { SeriesManifest } from '../../release/manifest.ts';
import { evidenceIn, rowName } from '../../verify/evidence.ts';
import { csvHeader } from '../../verify/header.ts';
import { layoutOf } from '../../verify/layout.ts';
import { noRowNumbers } from '../../verify/problems.ts';
import { gatherRecords } from '../../verify/series/records.ts';
import { csvSource, type Source, type SourceColumn } from '../../verify/source.ts';
import { longestRow } from '../../verify/two-readings.ts';
import type { Attacker } from '../attacker.ts';
import type { OpenedRelease } from '../open-release.ts';
import { drawPeople, type People } from '../people.ts';
import { unsoundRelease } from '../problems.ts';
import { readCells, type Standing } from '../read-cells.ts';
import { type KnownColumn, proveOwn, type ReadFact, readFact } from '../read-facts.ts';
import { readToldCurves } from './nearest-curves.ts';

/** A release of curves in cells, and people with what may be known of them. */
export interface Curves extends Omit<Standing, 'secrets'> {
  readonly people: People;
  readonly known: readonly KnownColumn[];
  readonly facts: readonly ReadFact[];
  /** Columns that somebody may be after, each with the column of `people` that has its value. */
  readonly secrets: readonly { readonly column: SourceColumn; readonly value: string }[];
  readonly pattern: SourceColumn;
  readonly level: SourceColumn;
  /** The published curve of each cell, by instant; none where there are none. */
  readonly told: readonly Float64Array[];
}

/** Where everybody stands: a cell is what one group and one pattern of it publish alike. */
export async function standInCurves(release: OpenedRelease<SeriesManifest>): Promise<Standing> {
  const { counter } = release;
  const { source, line } = await recordsOf(release);
  const { envelope, group, pattern, level, curves } = layoutOf(source);
  const secrets = source.columns.filter(({ declared }) => declared.role === 'sensitive');
  const told = [group, ...envelope, pattern, level];
  const board = await readCells(counter, { table: source.table, line, told, secrets: [...secrets, ...curves] });
  await readStanding(release);
  return { board, source, secrets, crowd: group.sql };
}

export async function readCurves(release: OpenedRelease<SeriesManifest>, by: Attacker): Promise<Curves> {
  const { counter } = release;
  const standing = await standInCurves(release);
  const { secrets: hidden } = standing;
  const { envelope, pattern, level, curves } = layoutOf(standing.source);
  const known = envelope
    .flatMap((column, i) => (column.declared.kind === 'upper' ? [] : [{ column, next: envelope[i + 1] ?? column }]))
    .map((one, i): KnownColumn => ({ ...one, value: `v${i}` }));
  const columns = [...known.map(({ column }) => column), ...hidden].map(({ declared }) => declared.of ?? declared.name);
  const people = await drawPeople(counter, { ...by, leftOut: true, columns }, by);
  const facts: ReadFact[] = [];
  for (const one of known) facts.push(await readFact(counter, one, by));
  proveOwn(facts, known, people.places, by);
  const secrets = hidden.map((column, i) => ({ column, value: `v${known.length + i}` }));
  return { ...standing, people, known, facts, secrets, pattern, level, told: await readToldCurves(counter, curves) };
}

/** One row for each record, and how SQL numbers them. */
async function recordsOf({
  counter,
  source,
  manifest,
}: OpenedRelease<SeriesManifest>): Promise<{ source: Source; line: string }> {
  if (manifest.shape !== 'long') return { source, line: 'row_number() OVER ()' };
  const { wide } = await gatherRecords(counter, source, manifest);
  if (wide === undefined) throw new Refusal(unsoundRelease('its rows cannot be put together to records'));
  return { source: wide.source, line: 'CAST(record AS BIGINT)' };
}

/** Fills `standing(subject, row, cell)` from the evidence, whose n-th line belongs to the n-th record; each row is one subject. */
async function readStanding({ counter, folder, manifest }: OpenedRelease): Promise<void> {
  const { file, path, there, format } = await evidenceIn(folder, manifest);
  const [name, ...more] = there && format === 'csv' ? ((await csvHeader(path, ',')) ?? []) : [];
  if (name !== rowName || more.length > 0) throw new Refusal(noRowNumbers(file));
  const lines = csvSource(path, [{ name: rowName, role: 'subject', kind: 'id' }], ',', { parallel: false, longestRow });
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE standing AS SELECT row AS subject, row, cell FROM published JOIN
    (SELECT row_number() OVER () AS line, TRY_CAST(c0 AS BIGINT) AS row FROM ${lines.table}) USING (line) WHERE row IS NOT NULL`,
  );
  const [records, found] = await counter.numbers(
    'SELECT (SELECT count(*) FROM published), (SELECT count(DISTINCT row) FROM standing)',
  );
  if (records !== found) throw new Refusal(unsoundRelease('its evidence is not about the records it publishes'));
}
