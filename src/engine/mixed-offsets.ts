import type { Problem } from '../base/problem.ts';
import { mixedOffsets, someOffsets } from '../formats/input-problems.ts';
import {
  call,
  column,
  count,
  type Expression,
  filter,
  group,
  number,
  type Relational,
  same,
  select,
  source,
} from './relation.ts';

/**
 * Why the times of a column, a text, cannot be laid beside each other. Two offsets can where a zone is named, whose clock is then read. A
 * time without an offset never can beside one that has it: nobody but its writer knows whose clock it is.
 */
export async function offsetProblem(
  engine: Relational,
  name: string,
  timeZone: string | undefined,
): Promise<Problem | undefined> {
  const offset: Expression = { kind: 'offset', column: name };
  const time: Expression = { kind: 'localTime', column: name, offsets: true };
  const isTime = call('not', call('isMissing', column('t')));
  const times = filter(select(source, ['z', offset], ['t', time]), isTime);
  const found = await engine.ask({ rows: group(times, [same('z')], ['rows', count()]), order: [column('z')] });
  const offsets = found.filter(([z]) => z !== null).map(([z, rows]) => ({ minutes: Number(z), rows: Number(rows) }));
  const having = offsets.reduce((sum, { rows }) => sum + rows, 0);
  const without = found.reduce((sum, [, rows]) => sum + Number(rows), 0) - having;
  const mixed = without > 0 && having > 0;
  if (!mixed && (offsets.length < 2 || timeZone !== undefined)) return undefined;
  const usual = offsets.reduce((most, one) => (one.rows > most.rows ? one : most));
  const odd = mixed
    ? call('and', call('not', call('isMissing', time)), call('isMissing', offset))
    : call('not', call('equal', offset, number(usual.minutes)));
  const place = (await engine.findRow(odd))?.place;
  return mixed ? someOffsets(name, place, without, without + having) : mixedOffsets(name, place, offsets.length);
}
