import type { CodedLog } from '../../engine/coded-log.ts';
import {
  as,
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
import {
  abandonSink,
  type ByteSink,
  closeSink,
  openSink,
  putBytes,
  putText,
  room,
  type WrittenFile,
} from '../../formats/byte-sink.ts';
import { isText } from '../../formats/formats.ts';
import { linesWritten } from '../../formats/scratch-lines.ts';
import { rowsFormat } from '../../policy/asked-format.ts';
import type { EventsPolicy } from '../../policy/policy.ts';
import { type DrawnRows, drawRows, type Lots } from './drawn-rows.ts';

/** Whether rows that are coded can be written as they are: each of an id that is drawn and what is published of it. */
export const writesCoded = (policy: EventsPolicy): boolean =>
  policy.pseudonym === 'random' && isText(rowsFormat(policy)) && policy.format !== 'xes';

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
}

/**
 * Writes the rows of a coded log in the order of `byLots`, and of each its row in the input: the bytes that an engine writes of `shuffled`. Ids, what is published and the lots of both come from the engine's tables; the text of what is published is
 * written by the engine once for each combination. Nothing where a text has lines.
 */
export async function writeCoded({
  engine,
  log,
  release,
  evidence,
  scratch,
  published,
}: Target): Promise<WrittenRows | undefined> {
  await engine.run([
    create(
      'fate_codes',
      select(table('f_lots'), same('f'), same('f_lot'), ['fate', as('uint32', { kind: 'rank', order: [column('f')] })]),
    ),
  ]);
  const texts = await writeTexts(engine, scratch, published);
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
  const idLots = await readLots(engine, 'ids', ['place', column('id')], column('id_lot'));
  const fateLots = await readLots(engine, 'fate_codes', ['place', column('fate')], column('f_lot'));
  const ids = join(distinct(select(table('persons'), same('subject'), same('u'))), table('ids'), ['u']);
  const fates = join(join(table('cells'), table('fates'), ['q']), table('fate_codes'), ['f']);
  const idOf = await readCells(
    engine,
    select(ids, ['place', column('subject')], ['value', column('id')]),
    log.subjectTexts.length,
  );
  const fateOf = await readCells(engine, select(fates, ['place', column('cell')], ['value', column('fate')]), log.hours.length);
  await engine.run([{ step: 'drop', tables: ['fate_codes'] }]);
  if (texts.length !== fateLots.low.length) return undefined;
  const drawn = drawRows({ subjects: log.subjects, cells: log.cells, idOf, fateOf, idLots, fateLots });
  const file = await writeRows(drawn, texts, release, evidence);
  return { file, rows: drawn.places.length, ...countFates(drawn, coarser) };
}

const coarserFates: Relation = select(
  group(table('fates'), [same('f')], ['coarser', tell('any', column('coarser'))]),
  same('f'),
  same('coarser'),
);

/** What stands in a line behind its id, by the number of what is published, from 1 on; the header stands at 0. One line of each as the engine itself writes it. */
async function writeTexts(engine: Relational, scratch: string, published: Target['published']): Promise<readonly Buffer[]> {
  const [[id], ...others] = published;
  const query = { rows: table('fate_codes'), columns: [[id, number(0)] as const, ...others], order: [column('fate')] };
  const [header, ...lines] = await linesWritten(scratch, () => engine.write(query, scratch, 'csv'));
  return [Buffer.from(`${header}\n`), ...lines.map((line) => Buffer.from(`${line.slice(1)}\n`))];
}

async function readCells(engine: Relational, rows: Relation, count: number): Promise<Uint32Array> {
  const values = new Uint32Array(count);
  for await (const [places, own] of engine.stream({ rows })) for (let i = 0; i < places.length; i++) values[places[i]] = own[i];
  return values;
}

/** Lots by a number from 1 on, none left out. */
async function readLots(engine: Relational, from: string, place: Named<Expression>, lot: Expression): Promise<Lots> {
  const [count] = await engine
    .ask({ rows: group(table(from), [], ['rows', { tell: 'count' }]) })
    .then(([row]) => row.map(Number));
  const lots = { high: new Uint32Array(count + 1), low: new Uint32Array(count + 1) };
  const half = number(2 ** 32);
  const rows = select(table(from), place, ['high', call('divide', lot, half)], ['low', call('remainder', lot, half)]);
  for await (const [places, high, low] of engine.stream({ rows }))
    for (let i = 0; i < places.length; i++) {
      lots.high[places[i]] = high[i];
      lots.low[places[i]] = low[i];
    }
  return lots;
}

function countFates({ pairs }: DrawnRows, coarser: Uint32Array): Pick<WrittenRows, 'combinations' | 'flattened'> {
  const seen = new Uint8Array(coarser.length);
  let flattened = 0;
  for (let pair = 0; pair < pairs.length; pair += 4) {
    seen[pairs[pair + 1]] = 1;
    if (coarser[pairs[pair + 1]] === 1) flattened += pairs[pair + 3] - pairs[pair + 2];
  }
  return { combinations: seen.reduce((sum, one) => sum + one, 0), flattened };
}

const mostDigits = 10;
const pairsAtOnce = 1 << 18;
const rowName = '_row\n';

async function writeRows(drawn: DrawnRows, texts: readonly Buffer[], release: string, evidence: string): Promise<WrittenFile> {
  const sinks: ByteSink[] = [];
  try {
    const rows = openSink(release);
    sinks.push(rows);
    const proof = openSink(evidence);
    sinks.push(proof);
    putBytes(rows, texts[0], 0, texts[0].length);
    putText(proof, rowName);
    await putRows(drawn, texts, rows, proof);
    sinks.pop();
    closeSink(proof);
    sinks.pop();
    return closeSink(rows);
  } catch (error) {
    for (const sink of sinks) abandonSink(sink);
    throw error;
  }
}

async function putRows(
  { pairs, places, order }: DrawnRows,
  texts: readonly Buffer[],
  rows: ByteSink,
  proof: ByteSink,
): Promise<void> {
  const bytes = Buffer.concat(texts); // one piece of memory: a buffer for each would have to be looked up
  const starts = Uint32Array.from([0, ...texts.map(({ length }) => length)]);
  for (let text = 1; text < starts.length; text++) starts[text] += starts[text - 1];
  const longest = mostDigits + texts.reduce((most, { length }) => Math.max(most, length), 0);
  const putRow = (pair: number, place: number): void => {
    room(rows, longest);
    const { buffer } = rows;
    const text = pairs[4 * pair + 1];
    let at = putDigits(buffer, rows.at, pairs[4 * pair]);
    for (let from = starts[text]; from < starts[text + 1]; from++) buffer[at++] = bytes[from];
    rows.at = at;
    room(proof, mostDigits + 1);
    proof.at = putDigits(proof.buffer, proof.at, place + 1);
    proof.buffer[proof.at++] = newline;
  };
  for (const [i, pair] of order.entries()) {
    if (i % pairsAtOnce === pairsAtOnce - 1) await new Promise<void>((resolve) => setImmediate(resolve)); // an interrupt must get through
    for (let at = pairs[4 * pair + 2]; at < pairs[4 * pair + 3]; at++) putRow(pair, places[at]);
  }
}

const newline = 10;

/** Puts a whole number above 0 and below 2^31; answers where it ends. */
function putDigits(bytes: Buffer, from: number, value: number): number {
  let end = from + 1;
  for (let most = 10; value >= most; most *= 10) end++;
  let left = value;
  for (let at = end - 1; at >= from; at--) {
    const tens = (left / 10) | 0; // a division of whole numbers, which takes a fraction of the time
    bytes[at] = 48 + left - 10 * tens;
    left = tens;
  }
  return end;
}
