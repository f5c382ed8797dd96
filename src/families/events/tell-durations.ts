import {
  as,
  call,
  column,
  create,
  filter,
  join,
  number,
  type Relation,
  type Relational,
  same,
  select,
  table,
  when,
} from '../../engine/relation.ts';
import { secondsOf } from '../../policy/durations.ts';
import { inOrder, readSequences, type TimeRules } from './order-links.ts';
import { findTimedSets } from './timed-sets.ts';

export interface DurationRules extends Pick<TimeRules, 'mayTime'> {
  /** Where bins begin, but for the first, as the policy tells them. */
  readonly edges: readonly string[];
  /** How many linked sets there are. */
  readonly sets: number;
  readonly leastOfSets: number;
  readonly leastOfTraces: number;
}

/** What stands for an event in `since`: nothing is told; it is the first one; and from here on the bins. */
const first = 1;
const firstBin = 2;

/**
 * The events of a relation, in `placed`, with `since`: in which bin the time since the event before it lies, by the clock in whole seconds, if the order is told and enough
 * subjects share all bins under their number.
 */
export async function tellDurations(engine: Relational, events: Relation, rules: DurationRules): Promise<Relation> {
  const { sets, leastOfSets, leastOfTraces, mayTime } = rules;
  const isSet = call('less', number(0), column('slot'));
  const names = ['place', 'u', 'f', 'id', 'key', 'slot', 'event', 't', 'combination', 'position'];
  const run = when([[isSet, column('slot')]], call('add', column('id'), number(sets))); // all of a subject, after the sets
  await engine.run([create('placed', select(events, ...names.map(same), ['run', as('uint32', run)]))]);
  const hasOrder = call('and', call('less', number(0), column('position')), call('equal', column('event'), number(0)));
  const day = call('add', call('dayNumber', column('t')), number(2 ** 31)); // never below 0
  const timed = select(
    filter(table('placed'), hasOrder),
    ...['run', 'combination', 'position'].map(same),
    ['day', day],
    ['second', call('secondOfDay', column('t'))],
  );
  const { keys, sequences, further } = await readSequences(inOrder(timed, 'run', 'day', 'second'), engine);
  const [positions = new Uint32Array(), days = positions, seconds = positions] = further;
  const cuts = rules.edges.map((edge) => secondsOf(edge) ?? 0);
  const since = new Uint32Array(sequences.items.length).fill(first);
  for (let row = 0; row < keys.length; row++)
    for (let i = sequences.starts[row] + 1; i < sequences.starts[row + 1]; i++) {
      const passed = (days[i] - days[i - 1]) * 86_400 + seconds[i] - seconds[i - 1];
      since[i] = firstBin + cuts.filter((cut) => cut <= passed).length;
    }
  const isTold = findTimedSets({
    combinations: sequences,
    bins: since,
    leastOf: (row) => (keys[row] > sets ? leastOfTraces : leastOfSets),
    mayTime,
  });
  const runs = new Uint32Array(since.length);
  for (let row = 0; row < keys.length; row++)
    for (let i = sequences.starts[row]; i < sequences.starts[row + 1]; i++) {
      runs[i] = keys[row];
      if (isTold[row] === 0) since[i] = 0;
    }
  await engine.put('gaps', [
    ['run', runs],
    ['position', positions],
    ['told', since],
  ]);
  const isAlone = call('less', number(0), column('event'));
  return select(
    join(table('placed'), table('gaps'), ['run', 'position'], 'left'),
    ...['place', 'u', 'f', 'id', 'key', 'slot', 'event', 'position'].map(same),
    ['since', as('uint32', when([[isAlone, number(first)]], call('firstKnown', column('told'), number(0))))],
  );
}
