import type { Pool } from '../../base/pool.ts';
import type { OnProgress } from '../../base/progress.ts';
import type { Random } from '../../base/random.ts';
import type { CodedLog } from '../../engine/coded-log.ts';
import {
  as,
  askNumbers,
  call,
  column,
  count,
  create,
  distinct,
  type Expression,
  filter,
  group,
  join,
  type Keys,
  type Named,
  number,
  pick,
  type Relation,
  type Relational,
  repeat,
  same,
  select,
  table,
  tell,
  text,
  when,
} from '../../engine/relation.ts';
import type { WrittenFile } from '../../formats/byte-sink.ts';
import { isText } from '../../formats/formats.ts';
import { sealFile } from '../../formats/hash-kernel.ts';
import { writeXes } from '../../formats/write-xes.ts';
import { rowsFormat } from '../../policy/asked-format.ts';
import { binsOf, durationColumn } from '../../policy/durations.ts';
import { furtherColumns } from '../../policy/event-columns.ts';
import { tellsOrder } from '../../policy/events-policy.ts';
import type { EventsPolicy } from '../../policy/policy.ts';
import type { ManifestColumn } from '../../release/manifest.ts';
import { putCodedLog } from './coded-load.ts';
import { drawShared } from './coded-shares.ts';
import { countFollows, type FollowCounts } from './follows.ts';
import type { EventsLook } from './look.ts';
import type { MadeEvents } from './make.ts';
import { labelIn } from './packing.ts';
import { publishedCombos, stayingPairs } from './published-pairs.ts';
import { isRotation, makeRotatingIds } from './rotating-ids.ts';
import { byLots, drawLots, lotOf } from './row-order.ts';
import { spelledSubjects } from './settle.ts';
import { isShared, makeSharedNumbers, type Shared, type SharedOutput, sharedWithin } from './shared-numbers.ts';
import { writeCoded, writesCoded } from './write-coded.ts';

export interface WrittenEvents {
  readonly columns: readonly ManifestColumn[];
  readonly file: WrittenFile & { readonly name: string };
  /** The same rows as XES. */
  readonly xes?: WrittenFile & { readonly name: string };
  readonly rows: number;
  readonly subjects: number;
  readonly combinations: number;
  /** Events published under a coarser combination. */
  readonly flattened: number;
  /** Subjects of whom at least one event that was counted is not published. */
  readonly leftOutSubjects: number;
  /** What follows what, where an order is told. */
  readonly follows?: FollowCounts | undefined;
  /** Seen from the folder. */
  readonly evidence: string;
}

export interface EventsOutput {
  readonly folder: string;
  readonly policy: EventsPolicy;
  readonly engine: Relational;
  readonly random: Random;
  readonly pool: Pool;
  readonly onProgress: OnProgress;
  /** Whether other releases will be made of the same log. */
  readonly keepLog: boolean;
}

/**
 * Writes the events in random order: the input's order gives times away. The order and every id come from MD5 under a key of the run's
 * own seed, as a hash without a key, or with one merely added, could be undone by trying.
 *
 * Under internal/ stands, line by line, which row of the input each event was, counted from 1, where the engine knows; where the id is not the
 * subject, beside the published cells and a number for the true one.
 */
export async function writeEvents(made: MadeEvents, output: EventsOutput): Promise<WrittenEvents> {
  const { folder, policy, engine, random, pool, onProgress, keepLog } = output;
  const { pseudonym } = policy;
  const also = made.look.party !== undefined;
  const format = rowsFormat(policy);
  const keys = keysFrom(random);
  const { coded } = made.look;
  await engine.run([create('fates', fates), create('ids', idsOf(made)), drawLots], keys);
  if (coded !== undefined && writesCoded(policy, coded.log.subjects.length)) {
    const written = await writeFromArrays(made, coded.log, output, keys);
    if (written !== undefined) return written;
  }
  if (coded !== undefined) await putCodedLog(coded.log, engine, isRotation(pseudonym) ? ['day'] : []);
  const events = await eventsOf(made, output, keys);
  await engine.run([shuffleStep(made, policy, also && passes(pseudonym) ? withParty(events) : events)], keys);
  const follows = tellsOrder(policy) ? await countFollows(made.packing, engine) : undefined;
  if (!keepLog || coded !== undefined) await engine.run([{ step: 'drop', tables: ['log'] }]); // the largest one, and nobody reads it any more
  const counts = await countShuffled(engine, made);
  onProgress({ phase: 'write', done: 0, total: counts.rows, unit: 'rows' });
  const id = idOf(pseudonym);
  const published: readonly Named<Expression>[] = [
    ...(id === undefined ? [] : [[policy.subject, column(id)] as const]),
    ...labelsOf(made),
    ...(tellsOrder(policy) ? [['position', positionText] as const] : []),
    ...(policy.durations === undefined ? [] : [[durationColumn, sinceText(policy.durations)] as const]),
  ];
  const proof: readonly Named<Expression>[] = [
    ...(also ? [...published, ['_other', partyText] as const] : []),
    ...(!also && (pseudonym === 'drop' || passes(pseudonym)) ? published : []), // elsewhere the id names the subject
    ...(also || pseudonym === 'drop' || passes(pseudonym) ? [['_subject', column('id')] as const] : []),
    ...(engine.numbersRows ? [['_row', column('place')] as const] : []),
  ];
  const name = `anonymized_events.${format}`;
  const evidence = `internal/evidence.${format}`;
  await engine.write({ rows: table('shuffled'), columns: published }, `${folder}/${name}`, format);
  if (proof.length > 0) await engine.write({ rows: table('shuffled'), columns: proof }, `${folder}/${evidence}`, format);
  await engine.run([{ step: 'drop', tables: ['shuffled'] }]);
  const file = { name, ...(await sealFile(`${folder}/${name}`, pool)) };
  const xes = policy.format === 'xes' ? await xesOf(`${folder}/${name}`, folder, { traces: id !== undefined, pool }) : undefined;
  onProgress({ phase: 'write', done: counts.rows, total: counts.rows, unit: 'rows', finished: true });
  return { columns: publishedColumns(policy), file, ...(xes === undefined ? {} : { xes }), ...counts, follows, evidence };
}

/** The rows of a coded log, which no table holds; nothing where one has to. */
async function writeFromArrays(
  made: MadeEvents,
  log: CodedLog,
  output: EventsOutput,
  keys: Keys,
): Promise<WrittenEvents | undefined> {
  const { folder, policy, engine, pool, onProgress } = output;
  const total = log.subjects.length;
  onProgress({ phase: 'write', done: 0, total, unit: 'rows' });
  const name = `anonymized_events.${rowsFormat(policy)}`;
  const evidence = `internal/evidence.${rowsFormat(policy)}`;
  const published = [[policy.subject, column('id')] as const, ...labelsOf(made)];
  const paths = { release: `${folder}/${name}`, evidence: `${folder}/${evidence}`, scratch: `${folder}/internal/texts.csv` };
  const draw = isShared(policy.pseudonym) ? drawShared(made, sharedOutput(policy.pseudonym, output, keys)) : undefined;
  const written = await writeCoded({ engine, log, published, pool, draw, ...paths });
  if (written === undefined) return undefined;
  const { file, ...counts } = written;
  onProgress({ phase: 'write', done: total, total, unit: 'rows', finished: true });
  const people = await countPeople(engine, made);
  return { columns: publishedColumns(policy), file: { name, ...file }, ...counts, ...people, evidence };
}

/** What is published of a row beside its id, from its combination `f`. */
const labelsOf = ({ packing }: MadeEvents): readonly Named<Expression>[] =>
  packing.columns.map(({ name }, c): Named<Expression> => [name, labelIn(packing, column('f'), c)]);

async function xesOf(csv: string, folder: string, { traces, pool }: { readonly traces: boolean; readonly pool: Pool }) {
  const name = 'anonymized_events.xes';
  writeXes(csv, `${folder}/${name}`, { traces, activity: 'generalized_event' });
  return { name, ...(await sealFile(`${folder}/${name}`, pool)) };
}

/** A member of the second party by a number, or nothing where it is nobody. */
const partyText = when([[call('equal', column('v'), number(0)), text('')]], call('join', column('v')));

/** A place from 1, or the sign that none is told. */
const positionText = when([[call('equal', column('position'), number(0)), text('*')]], call('join', column('position')));

/** The bin of the time since the event before it, or the sign that none is told. */
const sinceText = (edges: readonly string[]): Expression => pick(['*', 'first', ...binsOf(edges)], column('since'));

/** What each combination is published as, and a key for it that adds up to one for all that is published of a subject. */
const fates: Relation = select(
  publishedCombos,
  same('q'),
  same('f'),
  ['coarser', call('less', number(0), column('node'))],
  ['key', call('key', column('f'))],
);

/** Ids in an order drawn from what is published of each subject: whoever finds the seed learns no more than that. */
const idsOf = (made: MadeEvents): Relation => {
  const events = join(stayingPairs(made), table('fates'), ['q']);
  const weight = call('multiply', as('int128', column('key')), column('n'));
  const contents = group(events, [same('u')], ['content', tell('sum', weight)]);
  const order = [{ kind: 'drawn', key: 'ids', of: column('content') } as const, column('u')];
  const ids = select(contents, same('u'), ['id', as('int32', { kind: 'rowNumber', within: [], order })]);
  return select(ids, same('u'), same('id'), lotOf('id'));
};

/** Every published event with its id, and with what else may stand for its subject. */
async function eventsOf(made: MadeEvents, output: EventsOutput, keys: Keys): Promise<Relation> {
  const { policy, engine } = output;
  const { pseudonym } = policy;
  if (isRotation(pseudonym)) return makeRotatingIds(pseudonym, made.packing, keys, engine);
  if (isShared(pseudonym)) return makeSharedNumbers(made, sharedOutput(pseudonym, output, keys));
  const all = engine.numbersRows || made.look.party !== undefined ? table('log') : eachCounted;
  const events = join(join(all, table('fates'), ['q']), table('ids'), ['u']);
  if (policy.pseudonym !== 'keep') return events;
  await engine.run([create('names', namesOf(made.look))]);
  return join(events, table('names'), ['u']);
}

const sharedOutput = (pseudonym: Shared, { policy, engine, pool }: EventsOutput, keys: Keys): SharedOutput => ({
  k: policy.k,
  within: sharedWithin[pseudonym],
  confidence: policy.confidence,
  order: tellsOrder(policy),
  traces: policy.traces,
  durations: policy.durations,
  pool,
  keys,
  engine,
});

/** The events that were counted, where their rows have no number: the counts hold all that is published of them, and may be here already when rows of the log are not. */
const eachCounted: Relation = select(repeat(table('pairs'), 'n', 'copy'), same('q'), same('u'), [
  'place',
  { kind: 'rowNumber', within: [], order: ['u', 'q', 'copy'].map(column) },
]);

/** Rows under ids that were worked out of them have lost which member of the second party they name. */
const withParty = (events: Relation): Relation => join(events, select(table('log'), same('place'), same('v')), ['place']);

/** One spelling for all of a subject: the first in order, without blanks around it where there is such a one. */
function namesOf(look: EventsLook): Relation {
  const name = column('name');
  const bare = call('equal', name, call('trimmed', name));
  const names = group(spelledSubjects(look), [same('u')], ['bare', tell('least', name, bare)], ['any', tell('least', name)]);
  return select(names, same('u'), ['name', call('firstKnown', column('bare'), column('any'))]);
}

function shuffleStep({ look }: MadeEvents, policy: EventsPolicy, events: Relation) {
  const { pseudonym } = policy;
  const id = policy.format === 'xes' ? idOf(pseudonym) : undefined; // of which the rows of a trace stand together
  const place = as(look.rows < 2 ** 32 ? 'uint32' : 'int64', column('place'));
  const ids = { keep: ['name'] }[pseudonym as string] ?? (passes(pseudonym) ? ['turn'] : []);
  const told = [
    ...(tellsOrder(policy) ? ['position'] : []),
    ...(policy.durations === undefined ? [] : ['since']),
    ...(look.party === undefined ? [] : ['v']),
  ];
  return {
    step: 'create',
    table: 'shuffled',
    as: {
      rows: join(events, table('f_lots'), ['f']),
      columns: [same('id'), same('f'), ['place', place], ...[...ids, ...told].map(same)],
      order: [
        ...(id === undefined ? [] : [{ kind: 'drawn', key: 'row order', of: call('join', text('trace/'), column(id)) } as const]),
        ...(id === undefined || !tellsOrder(policy) ? [] : [column('position')]),
        ...rowOrder(pseudonym),
        column('place'),
      ],
    },
    ...(isText(rowsFormat(policy)) ? {} : { sameBytes: true }),
  } as const;
}

/**
 * Rows are ordered by what is published of them, and never by their place in the input, which whoever finds the seed could then put back. Equal rows stand together, and say nothing by it. Without an id so
 * many are equal that they are counted, so that the first thousand rows are still a fair sample.
 */
function rowOrder(pseudonym: EventsPolicy['pseudonym']): readonly Expression[] {
  const id = idOf(pseudonym);
  if (id !== undefined && pseudonym !== 'keep') return [byLots(id), column(id), column('f')]; // 3 in 5 and 5 in 3 have the same sum
  const content =
    id === undefined
      ? [column('f'), text('/'), { kind: 'rowNumber', within: [column('f')], order: [column('place')] } as const]
      : [column(id), text('/'), column('f')];
  return [{ kind: 'drawn', key: 'row order', of: call('join', ...content) }];
}

/** Whether a subject may have several ids, each for a while. */
const passes = (pseudonym: EventsPolicy['pseudonym']) => isRotation(pseudonym) || isShared(pseudonym);

/** The column of `shuffled` that is published as the subject. */
const idOf = (pseudonym: EventsPolicy['pseudonym']): string | undefined =>
  passes(pseudonym) ? 'turn' : { random: 'id', keep: 'name', drop: undefined }[pseudonym];

async function countShuffled(engine: Relational, made: MadeEvents) {
  const [rows, combinations] = await askNumbers(
    engine,
    group(table('shuffled'), [], ['rows', count()], ['combinations', tell('distinct', column('f'))]),
  );
  const coarser = distinct(select(filter(table('fates'), column('coarser')), same('f')));
  const flattenedRows = join(table('shuffled'), coarser, ['f'], 'semi');
  const [flattened] = await askNumbers(engine, group(flattenedRows, [], ['rows', count()]));
  return { rows, combinations, flattened, ...(await countPeople(engine, made)) };
}

/** Subjects that have a row, and those of whom an event is missing. */
async function countPeople(engine: Relational, made: MadeEvents): Promise<Pick<WrittenEvents, 'subjects' | 'leftOutSubjects'>> {
  const [subjects] = await askNumbers(engine, group(table('ids'), [], ['subjects', count()]));
  const unpublished = join(stayingPairs(made), table('fates'), ['q'], 'without');
  const [lost] = await askNumbers(engine, group(unpublished, [], ['subjects', tell('distinct', column('u'))]));
  return { subjects, leftOutSubjects: lost + (made.users?.removed ?? 0) };
}

/** Secret keys of 256 bits. */
const keysFrom = (random: Random): Keys =>
  Object.fromEntries(
    ['ids', 'rotating ids', 'shared numbers', 'row order'].map((name) => {
      const stream = random.fork(name);
      return [name, Array.from({ length: 8 }, () => stream.bits().toString(16).padStart(8, '0')).join('')];
    }),
  );

const publishedColumns = (policy: EventsPolicy): readonly ManifestColumn[] => [
  ...(policy.pseudonym === 'drop'
    ? []
    : [
        { name: policy.subject, role: 'subject', kind: policy.pseudonym === 'keep' ? 'text' : 'id', of: policy.subject } as const,
      ]),
  ...policy.quasi.map((name) => ({ name, role: 'quasi', kind: 'label', ...originOf(name) }) as const),
  ...(tellsOrder(policy) ? [{ name: 'position', role: 'position', kind: 'label' } as const] : []),
  ...(policy.durations === undefined ? [] : [{ name: durationColumn, role: 'duration', kind: 'label' } as const]),
];

/** Whether a column is one of the input, and so must be what its row says. */
const originOf = (name: string): { readonly of?: string } => (furtherColumns([name]).length > 0 ? { of: name } : {});
