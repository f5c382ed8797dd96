import type { CodedLog } from '../../engine/coded-log.ts';
import {
  as,
  call,
  column,
  create,
  distinct,
  type Expression,
  join,
  type Named,
  number,
  type Relational,
  same,
  select,
  table,
  when,
} from '../../engine/relation.ts';
import { startsByKey } from '../../frame/by-key.ts';
import { spellings } from './coded-look.ts';

/** How many people there are in all, who have an event that is counted, and who lost one before; and how many events are counted. */
export interface CodedPairs {
  readonly all: number;
  readonly subjects: number;
  readonly leftOut: number;
  readonly kept: number;
}

/**
 * Makes `persons(subject, u, person)`, whom each spelling is counted as, and `pairs(q, u, n)` of a log that is coded, whose cells are in `cells(cell, q, …)`. Rows are counted in arrays: a
 * combination is looked up once for each hour and event code, not for each event.
 */
export async function countCodedPairs(log: CodedLog, engine: Relational): Promise<CodedPairs> {
  const fromZero = (of: Expression) => as('uint32', call('subtract', { kind: 'rank', order: [of] }, number(1)));
  await engine.run([
    create('persons', select(spellings, same('subject'), same('u'), ['person', fromZero(column('u'))])),
    create('numbered', select(table('cells'), same('cell'), same('q'), ['combination', as('uint32', { kind: 'rank', order: [column('q')] })])), // biome-ignore format: a row
  ]);
  const isKept = call('atLeast', column('q'), number(0));
  const personOf = await readCodes(engine, [['subject', column('subject')], ['code', column('person')]], 'persons', log.subjectTexts.length); // biome-ignore format: a row
  const combinationOf = await readCodes(engine, [['cell', column('cell')], ['code', when([[isKept, column('combination')]], number(0))]], 'numbered', log.hours.length); // biome-ignore format: a row
  const { pairs, ...counted } = countPairs(log, { personOf, combinationOf });
  await engine.put('counted', pairs);
  const named = join(
    join(table('counted'), distinct(select(table('persons'), same('person'), same('u'))), ['person']),
    distinct(select(table('numbered'), same('combination'), same('q'))),
    ['combination'],
  );
  await engine.run([
    create('pairs', select(named, same('q'), same('u'), ['n', as('int32', column('n'))])),
    { step: 'drop', tables: ['counted', 'numbered'] },
  ]);
  return counted;
}

/** A code for each of so many numbers. */
async function readCodes(
  engine: Relational,
  columns: readonly Named<Expression>[],
  from: string,
  count: number,
): Promise<Uint32Array> {
  const codes = new Uint32Array(count);
  for await (const [places, own] of engine.stream({ rows: select(table(from), ...columns) }))
    for (let i = 0; i < places.length; i++) codes[places[i]] = own[i];
  return codes;
}

/** The person of each subject as it is written, and the combination of each cell: 0 where it is left out. */
interface CodesOf {
  readonly personOf: Uint32Array;
  readonly combinationOf: Uint32Array;
}

/** Rows are put in the order of people by counting, so that the combinations of one are counted at a time. */
function countPairs({ subjects, cells }: CodedLog, { personOf, combinationOf }: CodesOf) {
  const people = personOf.reduce((most, person) => Math.max(most, person), 0) + 1;
  const combinations = combinationOf.reduce((most, combination) => Math.max(most, combination), 0) + 1;
  const byPerson = combinationsByPerson({ subjects, cells }, { personOf, combinationOf }, people);
  const counts = new Uint32Array(combinations);
  const met = new Uint32Array(combinations);
  let [person, combination, n] = [new Uint32Array(1 << 12), new Uint32Array(1 << 12), new Uint32Array(1 << 12)];
  let [pairs, leftOut, withPairs, kept] = [0, 0, 0, 0];
  for (let one = 0; one < people; one++) {
    let own = 0;
    for (let i = byPerson.starts[one]; i < byPerson.starts[one + 1]; i++)
      if (counts[byPerson.ordered[i]]++ === 0) met[own++] = byPerson.ordered[i];
    if (pairs + own > n.length) [person, combination, n] = [person, combination, n].map((of) => longerThan(of, pairs + own));
    const before = pairs;
    for (let i = 0; i < own; i++) {
      if (met[i] === 0) leftOut++;
      else {
        kept += counts[met[i]];
        person[pairs] = one;
        combination[pairs] = met[i];
        n[pairs++] = counts[met[i]];
      }
      counts[met[i]] = 0;
    }
    if (pairs > before) withPairs++;
  }
  const named = { person, combination, n };
  return {
    pairs: Object.entries(named).map(([name, of]): Named<Uint32Array> => [name, of.subarray(0, pairs)]),
    all: people,
    subjects: withPairs,
    leftOut,
    kept,
  };
}

function combinationsByPerson(
  { subjects, cells }: Pick<CodedLog, 'subjects' | 'cells'>,
  { personOf, combinationOf }: CodesOf,
  people: number,
) {
  const bySubject = startsByKey(subjects, personOf.length);
  const starts = new Uint32Array(people + 1);
  for (let subject = 0; subject < personOf.length; subject++)
    starts[personOf[subject] + 1] += bySubject[subject + 1] - bySubject[subject];
  for (let one = 0; one < people; one++) starts[one + 1] += starts[one];
  const next = starts.slice();
  const ordered = new Uint32Array(subjects.length);
  for (let row = 0; row < subjects.length; row++) ordered[next[personOf[subjects[row]]]++] = combinationOf[cells[row]];
  return { starts, ordered };
}

function longerThan(cells: Uint32Array, least: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(Math.max(2 * cells.length, least));
  longer.set(cells);
  return longer;
}

/** Makes `log` as steps over the source would: its rows under their places. */
export async function putCodedLog({ subjects, cells }: CodedLog, engine: Relational, more: readonly string[]): Promise<void> {
  await engine.put('rows', [
    ['place', Uint32Array.from(subjects, (_, row) => row + 1)],
    ['subject', subjects],
    ['cell', cells],
  ]);
  const rows = join(join(table('rows'), table('persons'), ['subject']), table('cells'), ['cell']);
  await engine.run([
    create('log', select(rows, ['place', as('int64', column('place'))], same('q'), same('u'), ...more.map(same))),
    { step: 'drop', tables: ['rows'] },
  ]);
}
