import { Refusal } from '../../base/problem.ts';
import type { EventsManifest } from '../../release/manifest.ts';
import type { EventRules } from '../../verify/events/event-classes.ts';
import { evidenceIn, rowName, subjectName } from '../../verify/evidence.ts';
import { foldColumn, isNormal } from '../../verify/folded-text.ts';
import { csvHeader } from '../../verify/header.ts';
import { noRowNumbers } from '../../verify/problems.ts';
import { csvSource, parquetHeader, parquetOf, parquetTypes, type Source, type SourceColumn } from '../../verify/source.ts';
import { longestRow } from '../../verify/two-readings.ts';
import type { Attacker } from '../attacker.ts';
import type { Board } from '../board.ts';
import type { Fact } from '../fact.ts';
import type { OpenedRelease } from '../open-release.ts';
import { unsoundRelease } from '../problems.ts';
import { readCells, type Standing } from '../read-cells.ts';
import { drawEvents, type KnownEvents } from './draw-events.ts';
import { drawOutsiders, type Outsider } from './draw-outsiders.ts';
import { furtherColumns, readEventFacts } from './event-facts.ts';
import { orderColumns, readOrderFacts } from './order-facts.ts';

/** A log in cells of equal combinations, ids that carry them, and people with some of their events. */
export interface Log {
  readonly board: Board;
  readonly facts: readonly Fact[];
  readonly known: KnownEvents;
  /** People who are not in the release. */
  readonly outsiders: readonly Outsider[];
  /** None where no event is linked to another. */
  readonly ids: Ids | undefined;
}

/** Which id carries which combination. */
export interface Ids {
  readonly count: number;
  /** Ids of each cell, from `ofCell.starts[cell]` on; cells of each id likewise. */
  readonly ofCell: Lists;
  readonly ofId: Lists;
  /** Events of each id. */
  readonly events: Uint32Array;
}

export interface Lists {
  readonly starts: Uint32Array;
  readonly items: Uint32Array;
}

const quasiIn = ({ columns }: Source): readonly SourceColumn[] => columns.filter(({ declared }) => declared.role === 'quasi');

/** Where every event stands: a cell is a combination. */
export async function standInEvents(
  release: OpenedRelease<EventsManifest>,
  told: readonly SourceColumn[] = quasiIn(release.source),
): Promise<Standing> {
  const { counter, source } = release;
  const id = source.columns.find(({ declared }) => declared.role === 'subject');
  const line = 'row_number() OVER ()';
  const board = await readCells(counter, { table: source.table, line, told, secrets: id === undefined ? [] : [id] });
  await counter.ask(
    id === undefined
      ? 'CREATE OR REPLACE TEMP TABLE numbered AS SELECT line, cell, CAST(0 AS UINTEGER) AS id FROM published'
      : `CREATE OR REPLACE TEMP TABLE numbered AS SELECT line, cell, CAST(dense_rank() OVER (ORDER BY ${id.sql}) - 1 AS UINTEGER) AS id FROM published`,
  );
  await readStanding(release, id);
  return { board, source, secrets: [], crowd: 'cell' };
}

export async function readLog(release: OpenedRelease<EventsManifest>, by: Attacker, rules: EventRules): Promise<Log> {
  const { counter, source, manifest } = release;
  const { board } = await standInEvents(release);
  const told = quasiIn(source);
  const linked = source.columns.some(({ declared }) => declared.role === 'subject');
  const columns = [rules.time, rules.event, ...furtherColumns(told)];
  const known = await drawEvents(counter, by, columns);
  const outsiders = await drawOutsiders(counter, by, { columns, rules, manifest, known });
  const facts = await readEventFacts(counter, told, { manifest, rules, by });
  proveOwn(facts, known.cells);
  return { board, facts, known, outsiders, ids: linked ? await readIds(release, board.records.length) : undefined };
}

/** The same log by what it tells of the order of events under a number too; none where it tells none. */
export async function readOrderedLog(
  release: OpenedRelease<EventsManifest>,
  by: Attacker,
  rules: EventRules,
): Promise<(Log & { readonly ids: Ids }) | undefined> {
  const { counter, source, manifest } = release;
  const [told, order] = [quasiIn(source), orderColumns(source)];
  if (order.length === 0) return undefined;
  const { board } = await standInEvents(release, [...told, ...order]);
  const known = await drawEvents(counter, by, [rules.time, rules.event, ...furtherColumns(told)]);
  const facts = [
    ...(await readEventFacts(counter, told, { manifest, rules, by })),
    ...(await readOrderFacts(counter, order, manifest, { rules, by })),
  ];
  proveOwn(facts, known.cells);
  return { board, facts, known, outsiders: [], ids: await readIds(release, board.records.length) };
}

/** Fills `standing(subject, row, cell, id)`. Where evidence names no subject, the id does. */
async function readStanding({ counter, folder, manifest }: OpenedRelease, id: SourceColumn | undefined): Promise<void> {
  const { file, path, format, there } = await evidenceIn(folder, manifest);
  const names = there ? (format === 'csv' ? await csvHeader(path, ';') : await parquetHeader(counter, path)) : undefined;
  const named = names?.at(-2) === subjectName;
  if (names?.at(-1) !== rowName || (!named && id === undefined)) throw new Refusal(noRowNumbers(file));
  const columns = names.map((name) => ({ name, role: 'subject' as const, kind: 'text' as const }));
  const written: Source =
    format === 'csv'
      ? csvSource(path, columns, ';', { parallel: false, longestRow })
      : parquetOf(path, columns, await parquetTypes(counter, path));
  const row = written.columns[names.length - 1];
  const subject = named ? written.columns[names.length - 2] : undefined;
  const source = subject !== undefined && isNormal(manifest) ? await foldColumn(counter, written, subject) : written;
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE standing AS SELECT ${subject === undefined ? 'id' : 'subject'} AS subject, row, cell, id FROM numbered JOIN
    (SELECT row_number() OVER () AS line, TRY_CAST(${row.sql} AS BIGINT) AS row${subject === undefined ? '' : `, ${subject.sql} AS subject`} FROM ${source.table}) USING (line)
    WHERE row IS NOT NULL`,
  );
  const [events, found] = await counter.numbers(
    'SELECT (SELECT count(*) FROM numbered), (SELECT count(DISTINCT row) FROM standing)',
  );
  if (events !== found) throw new Refusal(unsoundRelease('its evidence is not about the events it publishes'));
}

function proveOwn(facts: readonly Fact[], cells: Uint32Array): void {
  const own = new Uint32Array(1);
  for (const fact of facts)
    for (let event = 0; event < cells.length; event++) {
      own[0] = cells[event];
      if (fact.keep(event, own, 1) === 0) throw new Refusal(unsoundRelease('a cell is not true of the event it was made from'));
    }
}

async function readIds({ counter }: OpenedRelease, cells: number): Promise<Ids> {
  const pairs = 'SELECT DISTINCT cell, id FROM numbered';
  const [cell, byCell] = await counter.columns(`${pairs} ORDER BY cell, id`, 2);
  const [id, byId] = await counter.columns(`SELECT id, cell FROM (${pairs}) ORDER BY id, cell`, 2);
  const [events] = await counter.columns('SELECT CAST(count(*) AS UINTEGER) FROM numbered GROUP BY id ORDER BY id', 1);
  return {
    count: events.length,
    events,
    ofCell: { starts: startsIn(cell, cells), items: byCell },
    ofId: { starts: startsIn(id, events.length), items: byId },
  };
}

/** Where the items of each key begin; keys are sorted. */
function startsIn(keys: Uint32Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  for (const key of keys) starts[key + 1]++;
  for (let key = 0; key < count; key++) starts[key + 1] += starts[key];
  return starts;
}
