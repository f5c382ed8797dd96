import type { Pool } from '../../base/pool.ts';
import type { CodedLog } from '../../engine/coded-log.ts';
import {
  askNumbers,
  call,
  column,
  type Expression,
  group,
  number,
  type Relational,
  same,
  select,
  table,
  tell,
} from '../../engine/relation.ts';
import { firstHour } from '../../formats/coded-lines.ts';
import { normalForm } from '../../frame/normal-form.ts';
import { furtherColumns } from '../../policy/event-columns.ts';
import { tellsOrder } from '../../policy/events-policy.ts';
import type { EventsPolicy } from '../../policy/policy.ts';

/** What a log as numbers tells before its events are packed. */
export interface CodedLook {
  readonly log: CodedLog;
  readonly counts: readonly number[];
  readonly years: readonly [number, number];
  readonly isoYears: number;
  readonly joined: number;
}

/**
 * Looks at a log whose lines are plain without reading its rows twice. Makes `spellings(subject, text, form)`, each subject as it is written, and what it is counted by, and `moments(cell, hour, e)`. Nothing where
 * more is asked of events than their hour and their code, or the engine cannot code them.
 */
export async function lookAtCoded(policy: EventsPolicy, engine: Relational, pool: Pool): Promise<CodedLook | undefined> {
  const { subject, time, event, quasi, alsoProtect, durations, subjectSpelling } = policy;
  const isPlain =
    furtherColumns(quasi).length === 0 && alsoProtect === undefined && durations === undefined && !tellsOrder(policy);
  const log = isPlain ? await engine.codeLog?.({ subject, time, event }, pool) : undefined;
  if (log === undefined || log.subjects.length === 0) return undefined;
  const forms = subjectSpelling === 'exact' ? log.subjectTexts : log.subjectTexts.map(formOf);
  if (forms.some((form) => form.trim() === '')) return undefined; // somebody is nobody: whoever reads all forms says so
  await engine.put('spellings', [
    ['subject', Uint32Array.from(forms, (_, code) => code)],
    ['text', log.subjectTexts],
    ['form', forms],
  ]);
  await engine.put('moments', [
    ['cell', Uint32Array.from(log.hours, (_, cell) => cell)],
    ['hour', log.hours],
    ['e', log.events],
  ]);
  const [first, last, firstIso, lastIso] = await askNumbers(
    engine,
    group(
      select(table('moments'), ['t', momentTime]),
      [],
      ['first', tell('least', call('year', column('t')))],
      ['last', tell('greatest', call('year', column('t')))],
      ['firstIso', tell('least', call('isoYear', column('t')))],
      ['lastIso', tell('greatest', call('isoYear', column('t')))],
    ),
  );
  return {
    log,
    counts: countEvents(log),
    years: [Math.min(first, firstIso), Math.max(last, lastIso)],
    isoYears: lastIso - firstIso + 1,
    joined: forms.length - new Set(forms).size,
  };
}

/** Small letters, digits and signs without blanks are their own form, and most ids are of nothing else. */
const formOf = (text: string): string => (/^[!-@[-~]+$/.test(text) ? text : normalForm(text));

/** The time of a row of `moments`: when its hour begins, as nothing that is published hangs on more. */
export const momentTime: Expression = call('hourBegin', call('add', column('hour'), number(firstHour)));

function countEvents({ cells, events, hours, eventTexts }: CodedLog): readonly number[] {
  const ofCells = new Uint32Array(hours.length);
  for (let row = 0; row < cells.length; row++) ofCells[cells[row]]++;
  const counts = new Array<number>(eventTexts.length).fill(0);
  for (let cell = 0; cell < hours.length; cell++) counts[events[cell]] += ofCells[cell];
  return counts;
}

/** The key of each spelling: the same 64 bits that a row of the source gives. */
export const spellings = select(
  table('spellings'),
  same('subject'),
  ['u', call('key', column('form'))],
  ['name', column('text')],
);
