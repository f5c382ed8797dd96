import type { Pool } from '../../base/pool.ts';
import type { CodedLog } from '../../engine/coded-log.ts';
import {
  as,
  askNumbers,
  call,
  column,
  create,
  distinct,
  type Expression,
  filter,
  group,
  join,
  type Named,
  number,
  type Relation,
  type Relational,
  same,
  select,
  table,
  tell,
} from '../../engine/relation.ts';
import type { WrittenFile } from '../../formats/byte-sink.ts';
import { isText } from '../../formats/formats.ts';
import { linesWritten } from '../../formats/scratch-lines.ts';
import { ascending } from '../../frame/gather.ts';
import { rowsFormat } from '../../policy/asked-format.ts';
import { tellsOrder } from '../../policy/events-policy.ts';
import type { EventsPolicy } from '../../policy/policy.ts';
import type { PublishedRows } from './drawn-rows.ts';
import type { Lots } from './row-kernels.ts';
import { isShared } from './shared-numbers.ts';
import { orderRows, sharedCopy, toldNames, writeOrdered } from './write-drawn.ts';

/** More rows under numbers that k share are numbered by the engine, which puts on disk what does not fit: in arrays each takes some 80 bytes. */
const mostShared = 1 << 24;

/** Texts of what is published that each thread has in memory; more are written by the engine. */
const mostTextBytes = 1 << 27;

/** Whether rows that are coded can be written as they are: each of an id that is drawn, or of a number that k share, and what is published of it. */
export function writesCoded(policy: EventsPolicy, rows: number): boolean {
  const { pseudonym, traces, format } = policy;
  const isPlain = isShared(pseudonym)
    ? !tellsOrder(policy) && traces === undefined && rows <= mostShared
    : pseudonym === 'random';
  return isPlain && isText(rowsFormat(policy)) && format !== 'xes';
}

/** A file of rows, and how many of them there are. */
export interface WrittenRows {
  readonly file: WrittenFile;
  readonly rows: number;
  readonly combinations: number;
  /** Rows published under a coarser combination. */
  readonly flattened: number;
}

interface Target {
  readonly engine: Relational;
  readonly log: CodedLog;
  /** The release, the evidence, and a place for a file that nobody keeps. */
  readonly release: string;
  readonly evidence: string;
  readonly scratch: string;
  /** The columns of a row; the first is its id, which stands at 0. */
  readonly published: readonly Named<Expression>[];
  readonly pool: Pool;
  /** Says under which number each row is published; where there is none they are under their ids, which are numbers. */
  readonly draw?: ((rows: PublishedRows, fateLots: Lots) => Promise<NumberedRows>) | undefined;
}

/** The number of each row by its place, from 1 on, in memory that threads share, or 0 where it is left out; and the lots of numbers. */
export interface NumberedRows {
  readonly numberOf: Uint32Array;
  readonly lots: Lots;
}

/**
 * Writes the rows of a coded log in the order of `byLots`, and of each its row in the input: the bytes that an engine writes of `shuffled`. Ids, what is published and the lots of both come from the engine's tables; the text of what is published is
 * written by the engine once for each combination. Nothing where a text has lines, or texts are too long.
 */
export async function writeCoded(target: Target): Promise<WrittenRows | undefined> {
  const { engine, log } = target;
  await engine.run([
    create(
      'fate_codes',
      select(table('f_lots'), same('f'), same('f_lot'), ['fate', as('uint32', { kind: 'rank', order: [column('f')] })]),
    ),
  ]);
  const texts = await writeTexts(target);
  const known = join(table('fate_codes'), coarserFates, ['f'], 'left');
  const coarser = await readCells(
    engine,
    select(
      filter(known, call('firstKnown', column('coarser'), call('equal', number(0), number(1)))),
      ['place', column('fate')],
      ['value', number(1)],
    ),
    texts.length,
  );
  const fateLots = await readHalves(engine, 'fate_codes', ['place', column('fate')], column('f_lot'));
  const ids = join(distinct(select(table('persons'), same('subject'), same('u'))), table('ids'), ['u']);
  const fates = join(join(table('cells'), table('fates'), ['q']), table('fate_codes'), ['f']);
  const idOf = await readCells(
    engine,
    select(ids, ['place', column('subject')], ['value', column('id')]),
    log.subjectTexts.length,
  );
  const fateOf = await readCells(engine, select(fates, ['place', column('cell')], ['value', column('fate')]), log.hours.length);
  const rows = { subjects: log.subjects, cells: log.cells, idOf, fateOf };
  const isWhole = texts.length === fateLots.low.length && texts.reduce((sum, { length }) => sum + length, 0) <= mostTextBytes;
  const written = isWhole ? await writeRows(rows, fateLots, texts, target) : undefined;
  await engine.run([{ step: 'drop', tables: ['fate_codes'] }]);
  return written && { file: written.file, ...sumFates(written.fates, coarser) };
}

/** Rows in the file, and how many are published as what. */
async function writeRows(
  rows: PublishedRows,
  fateLots: Lots,
  texts: readonly Buffer[],
  { engine, release, evidence, pool, draw }: Target,
): Promise<{ readonly file: WrittenFile; readonly fates: Uint32Array }> {
  if (draw !== undefined) {
    const { numberOf, lots } = await draw(rows, fateLots);
    const numbered = { ...rows, subjects: numberOf, idOf: ascending(lots.low.length), idLots: lots, fateLots };
    const ordered = await orderRows(numbered, { pool });
    const whose = { subjects: rows.subjects, idOf: sharedCopy(rows.idOf) };
    return { file: await writeOrdered({ ...ordered, whose }, texts, { release, evidence }, { pool }), fates: ordered.fates };
  }
  const idLots = await readHalves(engine, 'ids', ['place', column('id')], column('id_lot'));
  const ordered = await orderRows({ ...rows, idLots, fateLots }, { pool });
  return { file: await writeOrdered(ordered, texts, { release, evidence }, { pool }), fates: ordered.fates };
}

const coarserFates: Relation = select(
  group(table('fates'), [same('f')], ['coarser', tell('any', column('coarser'))]),
  same('f'),
  same('coarser'),
);

/** What stands in a line behind its id, by the number of what is published, from 1 on, up to where the evidence goes on with the subject; the header stands at 0. */
async function writeTexts({ engine, scratch, published: [[id], ...others] }: Target): Promise<readonly Buffer[]> {
  const columns = [[id, number(0)] as const, ...others, ...toldNames.map((name) => [name, number(0)] as const)];
  const query = { rows: table('fate_codes'), columns, order: [column('fate')] };
  const [header, ...lines] = await linesWritten(scratch, () => engine.write(query, scratch, 'csv'));
  const end = -toldNames.join(',').length;
  return [Buffer.from(header.slice(0, end)), ...lines.map((line) => Buffer.from(line.slice(1, -'0,0'.length)))];
}

export async function readCells(engine: Relational, rows: Relation, count: number): Promise<Uint32Array> {
  const values = new Uint32Array(count);
  for await (const [places, own] of engine.stream({ rows })) for (let i = 0; i < places.length; i++) values[places[i]] = own[i];
  return values;
}

/** Both halves of a whole number, such as a lot, by a number from 1 on, none left out. */
export async function readHalves(engine: Relational, from: string, place: Named<Expression>, of: Expression): Promise<Lots> {
  const [count] = await askNumbers(engine, group(table(from), [], ['rows', { tell: 'count' }]));
  const halves = { high: new Uint32Array(count + 1), low: new Uint32Array(count + 1) };
  const half = number(2 ** 32);
  const rows = select(
    table(from),
    place,
    ['high', as('uint32', call('divide', of, half))],
    ['low', as('uint32', call('remainder', of, half))],
  );
  for await (const [places, high, low] of engine.stream({ rows }))
    for (let i = 0; i < places.length; i++) {
      halves.high[places[i]] = high[i];
      halves.low[places[i]] = low[i];
    }
  return halves;
}

function sumFates(fates: Uint32Array, coarser: Uint32Array): Omit<WrittenRows, 'file'> {
  const sums = { rows: 0, combinations: 0, flattened: 0 };
  for (const [fate, count] of fates.entries()) {
    sums.rows += count;
    if (count > 0) sums.combinations++;
    if (coarser[fate] === 1) sums.flattened += count;
  }
  return sums;
}
