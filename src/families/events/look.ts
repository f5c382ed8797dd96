import type { Pool } from '../../base/pool.ts';
import { ok, type Result, refused } from '../../base/result.ts';
import { offsetProblem } from '../../engine/mixed-offsets.ts';
import {
  type Aggregate,
  askNumbers,
  type Cell,
  call,
  column,
  count,
  type Expression,
  group,
  type Named,
  type Relational,
  same,
  select,
  source,
  tell,
  text,
  when,
} from '../../engine/relation.ts';
import { badTimes, emptySubject, noRows, nulCharacter } from '../../formats/input-problems.ts';
import { hasNul } from '../../formats/nul.ts';
import { derivedColumns, furtherColumns, tellClock } from '../../policy/event-columns.ts';
import type { EventsPolicy } from '../../policy/policy.ts';
import { missingColumn, unknownQuasi } from '../../policy/problems.ts';
import { type CodedLook, lookAtCoded } from './coded-look.ts';
import { type FurtherColumn, readFurther } from './further-columns.ts';
import { type Party, readParty } from './party.ts';

/** What must be known of a log before its events can be packed: columns, event codes, and the years they span. */
export interface EventsLook {
  readonly rows: number;
  /** Distinct event codes, sorted; an empty cell is the empty code. */
  readonly codes: readonly string[];
  /** Events of each code. */
  readonly counts: readonly number[];
  readonly years: readonly [number, number];
  /** ISO years that events fall in. */
  readonly isoYears: number;
  readonly badTimes: number;
  /** Events without a subject, which are left out whatever their time. */
  readonly nobodies: number;
  /** Of a row of the source: what tells subjects apart, the subject as it is written, the event code, the local time. */
  readonly subject: Expression;
  readonly spelled: Expression;
  readonly code: Expression;
  readonly time: Expression;
  /** Columns of the input that events are published by. */
  readonly further: readonly FurtherColumn[];
  /** The second party that is protected, where there is one. */
  readonly party: Party | undefined;
  /** Ids that are another spelling of one that is there as well. */
  readonly joined: number;
  /** The rows as numbers, where they can be; then nothing else need read them. */
  readonly coded: CodedLook | undefined;
}

/** One pass over the input; refuses what no setting could mend. */
export async function lookAtEvents(policy: EventsPolicy, engine: Relational, pool: Pool): Promise<Result<EventsLook>> {
  const needed = eventColumns(policy)(engine.input.columns);
  if (!needed.ok) return needed;
  const coded = await lookAtCoded(policy, engine, pool);
  return coded === undefined ? lookAtRows(policy, engine) : ok(lookOfCoded(policy, coded));
}

/** What a row of the source says, before it is known how its time is read. */
function expressionsOf({ subject, subjectSpelling, event }: EventsPolicy) {
  const exact = subjectSpelling === 'exact';
  const written: Expression = { kind: 'cell', column: subject };
  const spelled = exact ? when([[call('equal', call('trimmed', written), text('')), text('')]], written) : written; // an id of blanks is none
  const form: Expression = exact ? spelled : { kind: 'normalForm', column: subject };
  return { exact, spelled, subject: form, code: call('firstKnown', { kind: 'cell', column: event }, text('')) };
}

function lookOfCoded(policy: EventsPolicy, coded: CodedLook): EventsLook {
  const { spelled, subject, code } = expressionsOf(policy);
  const { log, counts, years, isoYears, joined } = coded;
  return {
    rows: log.subjects.length,
    codes: log.eventTexts,
    counts,
    years,
    isoYears,
    badTimes: 0,
    nobodies: 0,
    subject,
    spelled,
    code,
    time: { kind: 'localTime', column: policy.time, zone: policy.timeZone, offsets: false },
    further: [],
    party: undefined,
    joined,
    coded,
  };
}

async function lookAtRows(policy: EventsPolicy, engine: Relational): Promise<Result<EventsLook>> {
  const { exact, spelled, subject, code } = expressionsOf(policy);
  const { found, time, offsets } = await countCodes(policy, { spelled, code }, engine);
  const rows = sumOf(found, 'rows');
  if (rows === 0) return refused(noRows(engine.input.name));
  if (found.some((one) => hasNul(String(one.code)))) return refused(nulCharacter(policy.event));
  if (policy.pseudonym === 'keep') {
    const [nul] = await askNumbers(engine, group(source, [], ['nul', count(call('holdsNul', spelled))]));
    if (nul > 0) return refused(nulCharacter(policy.subject));
  }
  const joined = exact ? 0 : await engine.settleSpellings(policy.subject, signsIn(found));
  const without = await countNobodies(found, subject, engine);
  if (without === rows || (without > 0 && policy.onEmptySubject === 'fail'))
    return refused(emptySubject(policy.subject, (await engine.findRow(isNobody(subject)))?.row, without, rows));
  const unreadable = sumOf(found, 'badTimes') - (without > 0 ? await countTimeless(subject, time, engine) : 0);
  if (unreadable === rows || (unreadable > 0 && policy.onBadTime === 'fail'))
    return refused(badTimes(policy.time, (await engine.findRow(call('isMissing', time)))?.place, unreadable, rows));
  const mixed = offsets ? await offsetProblem(engine, policy.time, policy.timeZone) : undefined;
  if (mixed !== undefined) return refused(mixed);
  const further = await readFurther(furtherColumns(policy.quasi), engine);
  if (!further.ok) return further;
  const party = policy.alsoProtect === undefined ? undefined : await readParty(policy.alsoProtect, policy, engine);
  const numbersOf = (name: string) => found.flatMap((one) => (one[name] === null ? [] : [Number(one[name])]));
  return ok({
    rows,
    codes: found.map((one) => String(one.code)),
    counts: found.map((one) => Number(one.rows)),
    years: [
      Math.min(...numbersOf('firstYear'), ...numbersOf('firstIsoYear')),
      Math.max(...numbersOf('lastYear'), ...numbersOf('lastIsoYear')),
    ],
    isoYears: Math.max(...numbersOf('lastIsoYear')) - Math.min(...numbersOf('firstIsoYear')) + 1,
    badTimes: unreadable,
    nobodies: without,
    subject,
    spelled,
    code,
    time,
    further: further.value,
    party,
    joined,
    coded: undefined,
  });
}

/** The columns of a log that are read, or which of them is not there. */
export const eventColumns =
  ({ subject, time, event, quasi, alsoProtect }: EventsPolicy) =>
  (columns: readonly string[]): Result<readonly string[]> => {
    const further = furtherColumns(quasi);
    const unknown = further.find((name) => !columns.includes(name));
    if (unknown !== undefined) return refused(unknownQuasi(unknown, [...derivedColumns, ...columns]));
    const wanted = [
      [subject, '--subject'],
      [time, '--time'],
      [event, '--event'],
      ...(alsoProtect === undefined ? [] : [[alsoProtect, '--also-protect'] as const]),
    ] as const;
    const missing = wanted.filter(([name]) => !columns.includes(name));
    return missing.length === 0
      ? ok([...new Set([...wanted.map(([name]) => name), ...further])])
      : refused(...missing.map(([name, flag]) => missingColumn(name, flag, columns)));
  };

/** What was found of one event code, by name. */
type Found = Readonly<Record<string, Cell>>;

export const isNobody = (subject: Expression): Expression =>
  call('or', call('isMissing', subject), call('equal', subject, text('')));

/** Text is taken to carry no offset, which is read faster; where one turns up, a second pass reads it as it is. */
async function countCodes(
  policy: EventsPolicy,
  { spelled, code }: Pick<EventsLook, 'spelled' | 'code'>,
  engine: Relational,
  offsets = false,
): Promise<{ found: readonly Found[]; time: Expression; offsets: boolean }> {
  const days = !tellClock(policy.quasi) && policy.durations === undefined;
  const time: Expression = { kind: 'localTime', column: policy.time, zone: policy.timeZone, offsets, ...(days ? { days } : {}) };
  const unexpected: readonly Named<Expression>[] = offsets ? [] : [['o', { kind: 'maybeOffset', column: policy.time }]];
  const cells = select(source, ['code', code], ['s', spelled], ['t', time], ...unexpected);
  const counted = group(
    cells,
    [same('code')],
    ['rows', count()],
    ['nobody', count(isNobody(column('s')))],
    ['badTimes', count(call('isMissing', column('t')))],
    ...unexpected.map(([name]): Named<Aggregate> => ['offsets', tell('any', column(name))]),
    ['first', tell('least', column('t'))],
    ['last', tell('greatest', column('t'))],
    ...(policy.subjectSpelling === 'exact' ? [] : signs),
  );
  const told: readonly Named<Expression>[] = [
    ...['code', 'rows', 'nobody', 'badTimes', ...(offsets ? [] : ['offsets'])].map(same),
    ['firstYear', call('year', column('first'))],
    ['lastYear', call('year', column('last'))],
    ['firstIsoYear', call('isoYear', column('first'))],
    ['lastIsoYear', call('isoYear', column('last'))],
    ...(policy.subjectSpelling === 'exact' ? [] : signs.map(([name]) => same(name))),
  ];
  const answer = await engine.ask({ rows: counted, columns: told, order: [column('code')] });
  const found = answer.map((row) => Object.fromEntries(told.map(([name], place) => [name, row[place]])));
  if (found.some((one) => one.offsets === true)) return countCodes(policy, { spelled, code }, engine, true);
  return { found, time, offsets };
}

const signs: readonly Named<Aggregate>[] = (['holdsCapitals', 'holdsSmallLetters', 'holdsUnusual', 'holdsForeign'] as const).map(
  (name) => [name, tell('any', call(name, column('s')))],
);

const sumOf = (found: readonly Found[], name: string): number => found.reduce((sum, one) => sum + Number(one[name]), 0);

function signsIn(found: readonly Found[]) {
  const anywhere = (name: string) => found.some((one) => one[name] === true);
  return {
    capitals: anywhere('holdsCapitals'),
    smallLetters: anywhere('holdsSmallLetters'),
    unusual: anywhere('holdsUnusual'),
    foreign: anywhere('holdsForeign'),
  };
}

/** Rows that have neither a subject nor a time. */
async function countTimeless(subject: Expression, time: Expression, engine: Relational): Promise<number> {
  const [both] = await askNumbers(
    engine,
    group(source, [], ['both', count(call('and', isNobody(subject), call('isMissing', time)))]),
  );
  return both;
}

/** Rows without a subject. A text of blanks alone is found only by its normal form, and there is none where nothing unusual is. */
async function countNobodies(found: readonly Found[], subject: Expression, engine: Relational): Promise<number> {
  if (!signsIn(found).unusual) return sumOf(found, 'nobody');
  const [nobody] = await askNumbers(engine, group(source, [], ['nobody', count(isNobody(subject))]));
  return nobody;
}
